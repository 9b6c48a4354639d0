"""Outlines turned into triangles with soft edges: how every shape we draw stays crisp at any size. No Kivy in here.

x goes right, y up. A shape is cut into triangles once, in its own unit; a ``Pen`` places shapes and lines in pixels and
collects them, in many colours, as one mesh. Edges fade over one pixel, so no multisampling is needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]
"""(n, 2): x, y."""
At = tuple[float, float]

SHARP = math.radians(38)  # a line that turns by more than this has a corner, which is rounded
CLEAR, FULL = 0.25, 0.75  # where in the texture of a pen's edge nothing and everything of the colour is to be seen
ROWS = 16  # colours that one mesh can have


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A filled outline. ``points`` (n, 2) go counterclockwise and end where they begin, without the first once more;
    ``outward`` (n, 2) is how far each moves when the outline grows by 1; ``triangles`` (m, 3) index the points."""

    points: Points
    outward: Points
    triangles: NDArray[np.int64]


def shape(outline: ArrayLike) -> Shape:
    """An outline (n, 2) without crossings, in either direction, cut into triangles."""
    points = _without_doubles(np.asarray(outline, np.float64))
    if area(points) < 0:
        points = points[::-1].copy()
    return Shape(points, _outward(points), _ears(points))


def area(outline: Points) -> float:
    """Of a closed outline; negative if it goes clockwise."""
    x, y = outline[:, 0], outline[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def simplified(points: Points, tolerance: float, closed: bool = False) -> Points:
    """The points that matter: leaving out the others moves the line by ``tolerance`` at most."""
    if len(points) < 4:
        return points
    kept = np.zeros(len(points) + closed, bool)
    way = np.concatenate((points, points[:1])) if closed else points
    halfway = int(np.hypot(*(way - way[0]).T).argmax())
    kept[[0, halfway, -1]] = True
    spans = [(0, halfway), (halfway, len(way) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        between, (x, y) = way[first + 1 : last] - way[first], way[last] - way[first]
        length = math.hypot(x, y)
        off = np.abs(between[:, 0] * y - between[:, 1] * x) / length if length else np.hypot(*between.T)
        worst = int(off.argmax())
        if off[worst] > tolerance:
            kept[first + 1 + worst] = True
            spans += [(first, first + 1 + worst), (first + 1 + worst, last)]
    return way[kept][: -1 if closed else None]


def detail(size: float) -> float:
    """A tolerance for what is drawn ``size`` px large, in its own unit: a fifth of a pixel or so, in steps to be cached."""
    return 0.3 / 2.0 ** math.ceil(math.log2(max(size, 1.0)))


def _without_doubles(points: Points) -> Points:
    apart = np.hypot(*(points - np.roll(points, 1, axis=0)).T) > 1e-9
    return points[apart]


def _outward(points: Points) -> Points:
    along = np.roll(points, -1, axis=0) - points
    along /= np.hypot(*along.T)[:, None]
    after = np.stack((along[:, 1], -along[:, 0]), axis=1)
    before = np.roll(after, 1, axis=0)
    spread = 1 + (after * before).sum(axis=1)
    return (after + before) / np.maximum(spread, 0.45)[:, None]  # a needle's point does not run away


def _cross(a: Points, b: Points, c: Points) -> NDArray[np.float64]:
    return (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])


def _ears(points: Points) -> NDArray[np.int64]:
    """Cuts off one corner after the other that no other corner lies in."""
    if (_cross(np.roll(points, 1, axis=0), points, np.roll(points, -1, axis=0)) >= 0).all():
        return _fan(len(points))  # nothing is in the way where all corners bulge
    left = list(range(len(points)))
    triangles: list[tuple[int, int, int]] = []
    at = misses = 0
    while len(left) > 3 and misses < len(left):
        at %= len(left)
        a, b, c = left[at - 1], left[at], left[(at + 1) % len(left)]
        turn = float(_cross(points[a], points[b], points[c]))
        flat = abs(turn) < 1e-12
        if flat or (turn > 0 and not _holds_one(points, (a, b, c), left)):
            if not flat:
                triangles.append((a, b, c))
            del left[at]
            at += 1  # not the neighbour at once: that would make slivers
            misses = 0
        else:
            at += 1
            misses += 1
    if len(left) == 3:
        triangles.append((left[0], left[1], left[2]))
    return np.array(triangles, np.int64).reshape(-1, 3)


def _fan(count: int) -> NDArray[np.int64]:
    """Triangles of a convex outline: all from its first point."""
    return np.stack((np.zeros(max(count - 2, 0), np.int64), np.arange(1, count - 1), np.arange(2, count)), axis=1)


def _holds_one(points: Points, ear: tuple[int, int, int], left: Sequence[int]) -> bool:
    a, b, c = (points[index] for index in ear)
    others = points[[index for index in left if index not in ear]]
    inside = (_cross(a, b, others) >= 0) & (_cross(b, c, others) >= 0) & (_cross(c, a, others) >= 0)
    return bool(inside.any())


@dataclass(frozen=True, slots=True, eq=False)
class Triangles:
    """A mesh. ``vertices`` (n * 4) float32: x, y in px, then texture coordinates: how full the colour is, and which of
    ``colours`` it is (its row of a texture of ROWS); ``indices`` uint16, three a triangle."""

    vertices: NDArray[np.float32]
    indices: NDArray[np.uint16]
    colours: tuple[str, ...]


class Pen:
    """Collects placed shapes and lines, each in a colour given by name. What comes later lies on top.

    ``soft`` is the width of the fading edge in px: 1 for a crisp one, more for a shadow.
    """

    def __init__(self) -> None:
        self.soft = 1.0
        self.colours: list[str] = []
        self._vertices: list[NDArray[np.float64]] = []
        self._indices: list[NDArray[np.int64]] = []
        self._count = 0

    def fill(
        self, colour: str, what: Shape, scale: float = 1.0, at: At = (0.0, 0.0), turn: float = 0.0, mirror: bool = False
    ) -> None:
        """``what`` enlarged by ``scale``, mirrored left to right, turned by ``turn`` degrees, its origin moved to ``at``."""
        frame = _frame(turn, mirror)
        points = what.points @ frame * scale + at
        out = what.outward @ frame * (self.soft / 2)
        n = len(points)
        inner, outer = np.arange(n), np.arange(n, 2 * n)
        after = np.roll(inner, -1)
        rim = (np.stack((inner, after, outer), axis=1), np.stack((outer, after, np.roll(outer, -1)), axis=1))
        self._add(
            colour,
            np.concatenate((points - out, points + out)),
            np.repeat((FULL, CLEAR), n),
            np.concatenate((what.triangles, *rim)),
        )

    def line(self, colour: str, points: ArrayLike, width: float, closed: bool = False) -> None:
        """A line through ``points`` (n, 2) in px, ``width`` px wide, with round corners and ends."""
        way = _without_steps(np.asarray(points, np.float64), closed)
        if len(way) < 2:
            self.dot(colour, (way[0, 0], way[0, 1]), width / 2)
            return
        for piece, ring in _pieces(way, closed):
            self._ribbon(colour, piece, width, ring)
            if not ring and width > 1.8:  # a thinner line shows no gap at its corners
                for end in (piece[0], piece[-1]):
                    self.dot(colour, (end[0], end[1]), width / 2)

    def dot(self, colour: str, at: At, radius: float) -> None:
        """A disc of ``radius`` px."""
        self.fill(colour, _disc(min(max(8, int(4 * math.sqrt(radius) + 6)), 48)), radius, at)

    def stamp(self, drawn: Triangles, at: At = (0.0, 0.0), turn: float = 0.0) -> None:
        """What another pen drew, turned by ``turn`` degrees around its origin, which is moved to ``at``."""
        vertices = drawn.vertices.reshape(-1, 4).astype(np.float64)
        points = vertices[:, :2] @ _frame(turn, False) + at
        for colour in drawn.colours:
            if colour not in self.colours:
                self.colours.append(colour)
        rows = np.array([self.colours.index(colour) for colour in drawn.colours])
        row = (rows[(vertices[:, 3] * ROWS).astype(int)] + 0.5) / ROWS
        self._vertices.append(np.column_stack((points, vertices[:, 2], row)))
        self._indices.append(drawn.indices.astype(np.int64).reshape(-1, 3) + self._count)
        self._count += len(points)

    def triangles(self) -> Triangles:
        """All that was drawn so far, as one mesh."""
        if not self._vertices:
            return Triangles(np.zeros(0, np.float32), np.zeros(0, np.uint16), ())
        vertices, indices = np.concatenate(self._vertices), np.concatenate(self._indices)
        return Triangles(vertices.astype(np.float32).ravel(), indices.astype(np.uint16).ravel(), tuple(self.colours))

    def _add(self, colour: str, points: Points, full: NDArray[np.float64], triangles: NDArray[np.int64]) -> None:
        if colour not in self.colours:
            self.colours.append(colour)
        row = (self.colours.index(colour) + 0.5) / ROWS
        self._vertices.append(np.column_stack((points, full, np.full(len(points), row))))
        self._indices.append(triangles + self._count)
        self._count += len(points)

    def _ribbon(self, colour: str, way: Points, width: float, ring: bool) -> None:
        along = np.diff(way, axis=0, append=way[:1]) if ring else np.diff(way, axis=0)
        along /= np.hypot(*along.T)[:, None]
        side = np.stack((along[:, 1], -along[:, 0]), axis=1)
        before = np.roll(side, 1, axis=0) if ring else np.concatenate((side[:1], side))
        after = side if ring else np.concatenate((side, side[-1:]))
        out = (before + after) / np.maximum(1 + (before * after).sum(axis=1), 0.5)[:, None]
        inner, outer = max(width - self.soft, 0.0) / 2, (width + self.soft) / 2
        peak = CLEAR + (FULL - CLEAR) * min(1.0, width / self.soft)  # a line thinner than a pixel is a paler one
        n = len(way)
        here = np.arange(n) if ring else np.arange(n - 1)
        there = np.roll(here, -1) if ring else here + 1
        bands = []
        for low in range(0, 3 * n, n):
            bands.append(np.stack((here + low, there + low, here + low + n), axis=1))
            bands.append(np.stack((here + low + n, there + low, there + low + n), axis=1))
        self._add(
            colour,
            np.concatenate([way + out * reach for reach in (-outer, -inner, inner, outer)]),
            np.repeat((CLEAR, peak, peak, CLEAR), n),
            np.concatenate(bands),
        )


@lru_cache(maxsize=64)
def _disc(count: int) -> Shape:
    turns = np.arange(count) * (2 * math.pi / count)
    rim = np.stack((np.cos(turns), np.sin(turns)), axis=1)
    return Shape(rim, rim, _fan(count))


def _frame(turn: float, mirror: bool) -> NDArray[np.float64]:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    flip = -1.0 if mirror else 1.0
    return np.array(((flip * cos, flip * sin), (-sin, cos)))


def _without_steps(points: Points, closed: bool) -> Points:
    apart = np.hypot(*np.diff(points, axis=0, prepend=points[-1:]).T) > 1e-6
    if not closed:
        apart[0] = True
    return points[apart] if apart.any() else points[:1]


def _pieces(way: Points, closed: bool) -> list[tuple[Points, bool]]:
    """The way cut at its corners; each piece with whether it is a ring without a corner."""
    ring = closed and len(way) > 2
    steps = np.diff(way, axis=0, append=way[:1]) if ring else np.diff(way, axis=0)
    heading = np.arctan2(steps[:, 1], steps[:, 0])
    turns = np.diff(heading, prepend=heading[-1:]) if ring else np.diff(heading)
    bends = np.abs((turns + math.pi) % (2 * math.pi) - math.pi) > SHARP
    corners = np.flatnonzero(bends) if ring else np.flatnonzero(bends) + 1
    if not ring:
        cuts = [0, *corners, len(way) - 1]
        return [(way[a : b + 1], False) for a, b in pairwise(cuts)]
    if len(corners) == 0:
        return [(way, True)]
    way = np.roll(way, -corners[0], axis=0)
    cuts = [*(corners - corners[0]), len(way)]
    way = np.concatenate((way, way[:1]))
    return [(way[a : b + 1], False) for a, b in pairwise(cuts)]
