"""The pictures on cards: what is drawn where on a card of a given size. Colours by name, letters as places. No Kivy in here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from app.window.courts import EMBLEMS, drawn, sash
from app.window.mesh import At, Pen, Triangles, detail, shape
from app.window.shapes import PIPS, circle, joker_sign, path, rounded, suit_shape
from rules.cards import RANKS, Card, rank_of, suit_of

SMALL_UNDER, FULL_FROM = 80, 118  # dp high: one large index; one index and one large suit; all that a card has


@dataclass(frozen=True, slots=True)
class Index:
    """Where the rank is written: the middle ``x``, the ``line`` it stands on, how high a capital is and how wide all may be, in px.

    ``on_head``: turned by 180 degrees around (x, line). ``upward``: written from below upward, starting at (x, line)."""

    x: float
    line: float
    capital: float
    widest: float
    on_head: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """A picture and where its letters go."""

    mesh: Triangles
    indices: tuple[Index, ...] = ()


@lru_cache(maxsize=512)
def face(card: Card, width: float, height: float, unit: float = 1.0, fanned: bool = False) -> Art:
    """The face of ``card`` on ``width`` x ``height`` px; ``unit`` px are a dp. The paper is not part of it.

    ``fanned``: other cards may cover all but its left upper part."""
    pen = Pen()
    if (height < SMALL_UNDER * unit or width < 44 * unit) and not (fanned and height > width):
        return _small(pen, card, width, height)
    if height < FULL_FROM * unit or width < 76 * unit:
        return _medium(pen, card, width, height)
    return _full(pen, card, width, height)


def radius(width: float, height: float) -> float:
    """Of a card's corners, in px."""
    return min(width, height) * 0.09


def _sign(pen: Pen, card: Card, size: float, at: At, turn: float = 0.0) -> None:
    """The suit, ``size`` px high, its middle at ``at``; of a joker its sun or moon."""
    if card < 52:
        pen.fill("suit", suit_shape(suit_of(card), detail(size)), size, at, turn)
    else:
        pen.fill("suit", joker_sign(card), size / 2, at, turn)


def _small(pen: Pen, card: Card, width: float, height: float) -> Art:
    """Readable from across a table: a rank and a suit, as large as they go."""
    if card >= 52:
        lying = width > height * 1.1
        jester = min(width * 0.28, height * 0.38) if lying else min(width * 0.4, height * 0.28)
        sign = jester * (1.1 if lying else 0.95)
        joker, sun = ((0.35, 0.5), (0.82, 0.5)) if lying else ((0.5, 0.65), (0.5, 0.18))
        pen.stamp(drawn("joker", jester), (width * joker[0], height * joker[1]))
        _sign(pen, card, sign, (width * sun[0], height * sun[1]))
        return Art(pen.triangles())
    if height > width * 1.1:
        capital = min(height * 0.37, width * 0.56)
        gap = height * 0.09
        size = capital * 1.02
        low = (height - capital - gap - size) / 2
        _sign(pen, card, size, (width / 2, low + size / 2))
        return Art(pen.triangles(), (Index(width / 2, low + size + gap, capital, width * 0.84),))
    capital = min(height * 0.5, width * 0.34)
    _sign(pen, card, capital * 1.04, (width * 0.75, height / 2))
    return Art(pen.triangles(), (Index(width * 0.285, (height - capital) / 2, capital, width * 0.41),))


def _medium(pen: Pen, card: Card, width: float, height: float) -> Art:
    """An index that stays readable in a fan, and the suit once more, large."""
    capital = min(height * 0.23, width * 0.34)
    middle, top = max(capital * 0.66, width * 0.23), height - height * 0.07
    if card >= 52:
        _sign(pen, card, capital * 1.05, (middle, top - capital * 0.55))
        pen.stamp(drawn("joker", min(width * 0.4, height * 0.3)), (width * 0.52, height * 0.36))
        return Art(pen.triangles())
    small = capital * 0.86
    _sign(pen, card, small, (middle, top - capital - capital * 0.24 - small / 2))
    large = min(width * 0.52, height * 0.42)
    _sign(pen, card, large, (width - large * 0.5 - width * 0.09, large * 0.5 + height * 0.08))
    return Art(pen.triangles(), (Index(middle, top - capital, capital, width * 0.41),))


def _full(pen: Pen, card: Card, width: float, height: float) -> Art:
    """A card as one knows it: an index in two corners, pips or a figure between."""
    unit = min(width / 5, height / 7)
    capital, small = unit * 0.74, unit * 0.62
    middle, top = unit * 0.55, height - unit * 0.4
    below = top - capital - unit * 0.2 - small / 2
    corners = (
        Index(middle, top - capital, capital, unit * 0.85),
        Index(width - middle, height - top + capital, capital, unit * 0.85, True),
    )
    centre = (width / 2, height / 2)
    if card >= 52:
        size = capital * 1.1
        _sign(pen, card, size, (middle, top - size / 2))
        _sign(pen, card, size, (width - middle, height - top + size / 2), 180)
        pen.stamp(drawn("joker", min(unit * 1.75, width * 0.36)), centre)
        return Art(pen.triangles())
    rank = RANKS[rank_of(card)]
    _sign(pen, card, small, (middle, below))
    _sign(pen, card, small, (width - middle, height - below), 180)
    if rank in "JQK":
        _court(pen, card, rank, unit, centre)
    elif rank == "A":
        _ace(pen, card, unit, centre)
    else:
        count = 10 if rank == "T" else int(rank)
        size = unit * (1.02 if count > 8 else 1.1)
        across, up = width * 0.37, height * 0.67
        for x, y in PIPS[count]:
            at = (centre[0] + (x - 0.5) * across, centre[1] + (y - 0.5) * up)
            _sign(pen, card, size, at, 180 if y < 0.49 else 0)
    return Art(pen.triangles(), corners)


def _ace(pen: Pen, card: Card, unit: float, centre: At) -> None:
    what = suit_shape(suit_of(card))
    pen.fill("suit", what, unit * 2.5, centre)
    pen.line("paper", what.points * 0.78 * unit * 2.5 + centre, max(unit * 0.045, 0.8), closed=True)
    pen.fill("paper", what, unit * 0.5, centre)


def _court(pen: Pen, card: Card, rank: str, unit: float, centre: At) -> None:
    scale = unit * 1.54  # the frame is 2 wide and 3.5 high in it
    x, y = centre[0] - scale, centre[1] - 1.8 * scale
    frame = shape(rounded(x, y, 2 * scale, 3.72 * scale, scale * 0.06))
    pen.fill("wash", frame)
    pen.stamp(drawn(rank, scale), centre)
    pen.stamp(drawn(rank, scale), centre, 180)
    for x, y in EMBLEMS[rank]:
        for sign, turn in ((1, 0), (-1, 180)):
            at = (centre[0] + sign * x * scale, centre[1] + sign * y * scale)
            pen.fill("gold", suit_shape(suit_of(card), detail(scale * 0.2)), scale * 0.2, at, turn)
    sash(pen, scale, centre)
    pen.line("suit", frame.points, max(unit * 0.05, 1.0), closed=True)
    for sign, turn in ((1, 0), (-1, 180)):
        _sign(pen, card, scale * 0.42, (centre[0] - sign * scale * 0.72, centre[1] + sign * scale * 1.5), turn)


@lru_cache(maxsize=64)
def back(width: float, height: float) -> Art:
    """The back of a card: a lattice, the onlooker's eye in the middle."""
    pen = Pen()
    side = min(width, height)
    margin = max(side * 0.07, 1.5)
    inner_width, inner_height = width - 2 * margin, height - 2 * margin
    inner = shape(rounded(margin, margin, inner_width, inner_height, side * 0.05))
    pen.fill("back", inner)
    step = side / (6 if side < 60 else 8)
    _lattice(pen, (margin, margin, width - margin, height - margin), step, max(side * 0.011, 0.6))
    pen.line("brass", inner.points, max(side * 0.014, 0.8), closed=True)
    centre, r = (width / 2, height / 2), side * 0.21
    pen.fill("back", shape(circle()), r, centre)
    pen.line("brass", circle() * r + centre, max(side * 0.018, 0.9), closed=True)
    eye(pen, "brass", centre, r * 0.74, max(side * 0.02, 0.9))
    return Art(pen.triangles())


def eye(pen: Pen, colour: str, at: At, reach: float, width: float) -> None:
    """An eye, ``2 * reach`` px wide, of lines ``width`` px wide."""
    lids = path("M -1 0 Q 0 1.16 1 0 Q 0 -1.16 -1 0")
    pen.line(colour, lids[:-1] * reach + at, width, closed=True)
    pen.dot(colour, at, reach * 0.34)


def _lattice(pen: Pen, box: tuple[float, float, float, float], step: float, width: float) -> None:
    """Slanting lines both ways, cut at the box, and a dot where none cross."""
    left, low, right, top = box
    middle = np.array(((left + right) / 2, (low + top) / 2))
    reach = (right - left) / 2, (top - low) / 2
    far = int((reach[0] + reach[1]) / step) + 1
    for n in range(-far, far + 1):
        for side in (1, -1):  # the line y = side * x + offset
            offset = (n + 0.5) * step
            xs = sorted((-reach[0], reach[0], side * (-reach[1] - offset), side * (reach[1] - offset)))[1:3]
            ends = np.array([(x, side * x + offset) for x in xs])
            if (np.abs(ends[:, 1]) <= reach[1] + 1e-6).all() and xs[1] - xs[0] > step * 0.55:
                pen.line("lattice", ends + middle, width)
    for i in range(-far, far + 1):
        for j in range(-far, far + 1):
            spot = np.array((i * step / 2, j * step / 2)) + middle
            inside = left + step * 0.3 < spot[0] < right - step * 0.3 and low + step * 0.3 < spot[1] < top - step * 0.3
            if (i + j) % 2 == 0 and inside:
                pen.dot("lattice", (spot[0], spot[1]), step * 0.085)
