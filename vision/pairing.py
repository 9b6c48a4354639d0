"""From indices to cards: finds the two indices of one card, puts their evidence together, and works out the card's outline.

Both indices of a card stand in opposite corners, turned by half a circle. Where two equal indices lie like that they are one
card; the size of such cards (in heights of their index) then tells where the outline of the others is, and which unlike-read
indices are one card after all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rules.cards import Card
from vision.sighting import Kind, Sighting

Quad = NDArray[np.float32]

# Where the middle of an index lies on a card, as shares of the way to the opposite index (measured on common packs).
_MARGIN_X, _MARGIN_Y = 0.095, 0.135
_OPPOSITE = np.cos(np.deg2rad(155))  # directions of two corners of one card: at least so much opposed
_NEVER = 1e-6
_CLEAR = 0.6  # an index read with less (half covered, blurred) does not tell where the rest of its card lies
_SAME_SIZE = 2.0  # cards of one picture differ in height by less than this factor, also in perspective
_STRANGE = 0.6  # what a reading is worth whose index does not belong to a card of that size: a piece of one


@dataclass(frozen=True, slots=True)
class CardSize:
    """Way from one index to the opposite one, across and down the card, in heights of an index; and how large cards are."""

    across: float
    down: float
    tall: float = 0.0  # height of a whole card in the picture, pixels; 0: not known


@dataclass(frozen=True, slots=True)
class _Pose:
    centre: NDArray[np.float64]
    right: NDArray[np.float64]  # unit vectors, as one reads the index
    down: NDArray[np.float64]
    height: float


def _pose(quad: Quad) -> _Pose:
    q = quad.astype(np.float64)
    right, down = q[1] - q[0] + q[2] - q[3], q[3] - q[0] + q[2] - q[1]
    height = float(np.linalg.norm(down)) / 2
    return _Pose(
        q.mean(axis=0), right / max(np.linalg.norm(right), _NEVER), down / max(2 * height, _NEVER), max(height, 1.0)
    )


def _way(a: _Pose, b: _Pose) -> tuple[float, float] | None:
    """The way from ``a`` to ``b`` across and down, in heights of ``a``, if they are turned by half a circle; else None."""
    if float(a.down @ b.down) > _OPPOSITE:
        return None
    axes = np.column_stack([a.right, a.down])
    if abs(np.linalg.det(axes)) < 0.3:
        return None
    across, down = np.linalg.solve(axes, b.centre - a.centre) / a.height
    return float(across), float(down)


def _plausible(way: tuple[float, float]) -> bool:
    """Could it be one card? From jumbo indices (a third of the card) to small ones (a tenth)."""
    across, down = way
    return 1.0 < across < 8.5 and 1.3 < down < 12.0 and 0.9 < down / across < 2.6


def find_pairs(
    quads: Sequence[Quad], names: Sequence[Card], size: CardSize | None
) -> tuple[list[tuple[int, int]], CardSize | None]:
    """Pairs of indices that are one card, and the size of the cards (``size``: what is known of it from before).

    First equal readings that could be one card, nearest first; then, once the size is known, any two that fit it within 15 %.
    """
    poses = [_pose(quad) for quad in quads]
    ways: list[tuple[float, int, int, tuple[float, float]]] = []
    for i, a in enumerate(poses):
        for j in range(i + 1, len(poses)):
            way = _way(a, poses[j])
            back = _way(poses[j], a)
            if way and back and _plausible(way) and _plausible(back):
                ways.append((float(np.linalg.norm(poses[j].centre - a.centre)), i, j, way))
    ways.sort()
    taken: set[int] = set()
    pairs: list[tuple[int, int]] = []
    sizes = []
    for _, i, j, way in ways:
        if names[i] == names[j] and i not in taken and j not in taken:
            pairs.append((i, j))
            taken |= {i, j}
            sizes.append(way)
    if sizes:
        across, down = np.median(np.array(sizes), axis=0)
        size = CardSize(float(across), float(down))
    if size is not None:
        for _, i, j, way in ways:
            fits = abs(way[0] / size.across - 1) < 0.15 and abs(way[1] / size.down - 1) < 0.15
            if fits and i not in taken and j not in taken:
                pairs.append((i, j))
                taken |= {i, j}
    return pairs, size


def _outline(pose: _Pose, across: NDArray[np.float64], down: NDArray[np.float64]) -> Quad:
    """The card whose index is at ``pose`` and whose opposite index lies at ``across`` + ``down`` (vectors, pixels) from it."""
    left, top = -_MARGIN_X * across, -_MARGIN_Y * down
    wide, tall = (1 + 2 * _MARGIN_X) * across, (1 + 2 * _MARGIN_Y) * down
    corner = pose.centre + left + top
    return np.array([corner, corner + wide, corner + wide + tall, corner + tall], np.float32)


def pair_outline(first: Quad, second: Quad) -> Quad:
    """The outline of the card with these two indices, from the top left of the first one (4, 2)."""
    a, b = _pose(first), _pose(second)
    right, down = a.right - b.right, a.down - b.down
    axes = np.column_stack([right / np.linalg.norm(right), down / np.linalg.norm(down)])
    across, length = np.linalg.solve(axes, b.centre - a.centre)
    return _outline(a, axes[:, 0] * across, axes[:, 1] * length)


def single_outline(quad: Quad, size: CardSize) -> Quad:
    """The outline of a card of which one index is seen, if cards are of ``size``."""
    pose = _pose(quad)
    return _outline(pose, pose.right * size.across * pose.height, pose.down * size.down * pose.height)


def _tall(outline: Quad) -> float:
    return float(np.linalg.norm(outline[3] - outline[0]) + np.linalg.norm(outline[2] - outline[1])) / 2


def fuse(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities (54,) of one card from those of its two indices, taken as independent readings."""
    none = max(1 - float(a.sum()), _NEVER) * max(1 - float(b.sum()), _NEVER)
    both = np.maximum(a, _NEVER) * np.maximum(b, _NEVER)
    return (both / (both.sum() + none)).astype(np.float32)


def to_cards(
    quads: NDArray[np.float32], probabilities: NDArray[np.float32], size: CardSize | None
) -> tuple[list[Sighting], CardSize | None]:
    """Sightings of physical cards from indices (n, 4, 2) and what they read as (n, 54), and the size of the cards if it is known now."""
    names = [int(p.argmax()) for p in probabilities]
    pairs, size = find_pairs(list(quads), names, size)
    result = []
    alone = set(range(len(quads)))
    for i, j in pairs:
        alone -= {i, j}
        upper, lower = (i, j) if quads[i][:, 1].mean() <= quads[j][:, 1].mean() else (j, i)
        both = fuse(probabilities[i], probabilities[j])
        card = int(both.argmax())
        result.append(Sighting("card", card, float(both[card]), pair_outline(quads[upper], quads[lower]), both, ends=2))
    if size is not None and result:
        size = replace(size, tall=float(np.median([_tall(sighting.corners) for sighting in result])))
    for i in sorted(alone):
        card = names[i]
        likely = probabilities[i]
        kind: Kind = "index"
        outline = quads[i]
        if size is not None:
            whole = single_outline(quads[i], size)
            if size.tall and not 1 / _SAME_SIZE < _tall(whole) / size.tall < _SAME_SIZE:
                likely = likely * _STRANGE
            elif likely[card] >= _CLEAR:
                kind, outline = "card", whole
        result.append(Sighting(kind, card, float(likely[card]), outline.astype(np.float32), likely))
    return result, size
