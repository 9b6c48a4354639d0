"""Where on the table are the places? A layout says it in fractions of the picture; where cards are known to lie tells how a table is
really set up, and a knocked camera moves all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rules.cards import Card
from rules.table import Place
from vision.bump import moved_points
from vision.track import Track

Box = tuple[float, float, float, float]
Points = NDArray[np.float64]

_MARGIN = 0.25  # of a box's shorter side: so far inside it a card is brought that lay outside
_ROUNDS = 12
_HOLD_SHIFT, _HOLD_SCALE = 0.01, 0.2  # how unwilling the layout is to be moved, and to be scaled
_SCALES = (0.6, 1.5)
_LEFT_OUT = 0.01  # of the picture: a card still so far outside its box moves that box alone
_LEAST = 0.04  # of the picture: no box is made smaller


def propose(
    layout: Sequence[Place],
    tracks: Sequence[Track],
    size: tuple[int, int],
    expected: Mapping[str, Sequence[Card | None]],
) -> tuple[Place, ...]:
    """The places, moved and scaled as a whole so that the cards that are known to lie in them do.

    ``expected``: cards that surely lie in each place, None for a face-down one; those not seen say nothing. ``size``: (width, height)
    of the picture, px. As long as every card lies in its box, the places stay as they are.
    """
    boxes = np.array([place.box for place in layout], np.float64).reshape(-1, 4)
    spots = _found(layout, tracks, size, expected)
    if not spots or all(_outside(boxes[n], spot, 0.0) == (0.0, 0.0) for n, spot in spots):
        return tuple(layout)
    numbers, points = [n for n, _ in spots], np.array([spot for _, spot in spots])
    scale, shift = 1.0, np.zeros(2)
    may_scale = len(set(numbers)) > 1
    for _ in range(_ROUNDS):
        now = _moved(boxes, scale, shift)
        gaps = np.array([_outside(now[n], tuple(p), _MARGIN) for n, p in zip(numbers, points, strict=True)])
        if np.abs(gaps).max() < 1e-3:
            break
        # The layout's own points that must come to lie where the cards do: about its middle, scaled and shifted.
        own = (points - gaps - 0.5 - shift) / scale
        scale, shift = _fit(own, points - 0.5, may_scale)
    moved = _moved(boxes, scale, shift)
    for n in set(numbers):  # what does not go with the rest
        gaps = np.array([_outside(moved[n], tuple(p), 0.0) for m, p in zip(numbers, points, strict=True) if m == n])
        if np.abs(gaps).max() > _LEFT_OUT:
            moved[n] += np.tile(gaps[int(np.abs(gaps).sum(axis=1).argmax())], 2)
    return tuple(replace(place, box=_clipped(box)) for place, box in zip(layout, moved, strict=True))


def seen_from(places: Sequence[Place], moved: NDArray[np.float64], size: tuple[int, int]) -> tuple[Place, ...]:
    """The places after the camera was knocked: ``moved`` (2, 3) tells from px before to px now. Boxes stay upright."""
    scale = float(np.hypot(moved[0, 0], moved[1, 0]))
    result = []
    for place in places:
        x0, y0, x1, y1 = place.box
        x, y = moved_points(moved, np.array([(x0 + x1) / 2, (y0 + y1) / 2]) * size) / np.array(size)
        wide, tall = scale * (x1 - x0) / 2, scale * (y1 - y0) / 2
        result.append(replace(place, box=(float(x - wide), float(y - tall), float(x + wide), float(y + tall))))
    return tuple(result)


def _found(
    layout: Sequence[Place],
    tracks: Sequence[Track],
    size: tuple[int, int],
    expected: Mapping[str, Sequence[Card | None]],
) -> list[tuple[int, tuple[float, float]]]:
    """The expected cards that are seen: number of the place, and where the card's middle is (fractions of the picture)."""
    middles = {t.number: t.extent.mean(axis=0) / size for t in tracks if not t.hidden}
    faces = {t.card: t.number for t in tracks if t.card is not None and not t.hidden}
    backs = [t.number for t in tracks if t.kind == "back" and not t.hidden]
    spots = []
    for n, place in enumerate(layout):
        for card in expected.get(place.name, ()):
            if card is not None and card in faces:
                spots.append((n, _pair(middles[faces[card]])))
            elif card is None and backs:
                x0, y0, x1, y1 = place.box
                middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
                nearest = min(backs, key=lambda b: float(np.linalg.norm(middles[b] - middle)))
                backs.remove(nearest)
                spots.append((n, _pair(middles[nearest])))
    return spots


def _pair(point: NDArray[np.floating]) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _outside(box: NDArray[np.float64], spot: tuple[float, float], margin: float) -> tuple[float, float]:
    """The way from the box, less a rim of ``margin`` of its shorter side, to a point outside it; (0, 0) if it lies inside."""
    rim = margin * float(min(box[2] - box[0], box[3] - box[1]))
    x, y = (max(spot[i] - (box[i + 2] - rim), 0.0) - max(box[i] + rim - spot[i], 0.0) for i in (0, 1))
    return float(x), float(y)


def _moved(boxes: Points, scale: float, shift: NDArray[np.float64]) -> Points:
    return (boxes - 0.5) * scale + np.tile(shift, 2) + 0.5


def _fit(own: Points, seen: Points, may_scale: bool) -> tuple[float, NDArray[np.float64]]:
    """Scale and shift about the middle of the picture that bring ``own`` (n, 2) to ``seen``, but no more than needed."""
    rows, wanted = [], []
    for (x, y), (u, v) in zip(own, seen, strict=True):
        rows += [(x, 1.0, 0.0), (y, 0.0, 1.0)]
        wanted += [u - x, v - y]
    hold = (_HOLD_SCALE if may_scale else 1e3, _HOLD_SHIFT, _HOLD_SHIFT)
    a = np.vstack([np.array(rows), np.diag(hold)])
    b = np.concatenate([np.array(wanted), np.zeros(3)])
    grow, x, y = np.linalg.lstsq(a, b, rcond=None)[0]
    return float(np.clip(1.0 + grow, *_SCALES)), np.array([x, y])


def _clipped(box: NDArray[np.float64]) -> Box:
    """The part of the box that is in the picture, and never nothing."""
    x0, y0, x1, y1 = (float(v) for v in np.clip(box, 0.0, 1.0))
    if x1 - x0 < _LEAST:
        x0, x1 = (0.0, _LEAST) if x0 < 0.5 else (1.0 - _LEAST, 1.0)
    if y1 - y0 < _LEAST:
        y0, y1 = (0.0, _LEAST) if y0 < 0.5 else (1.0 - _LEAST, 1.0)
    return x0, y0, x1, y1
