"""The shapes we draw, as data: suits, jokers' signs, crowns, where the pips of a card stand. No Kivy in here.

Outlines are written like paths of SVG (M, L, C, Q with absolute numbers), in a unit box, x right and y up. ``half`` of an outline is its
left half from the foot up; the right one mirrors it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from app.window.mesh import Points, Shape, shape, simplified

STEPS = 14  # pieces that a curve is cut into


def path(written: str, steps: int = STEPS) -> Points:
    """The points (n, 2) of a path like ``M 0 0 L 1 0 C 1 1 0 1 0 0``. Raises ValueError on another command."""
    parts = re.findall(r"[A-Z]|-?\d*\.?\d+(?:e-?\d+)?", written)
    points: list[tuple[float, float]] = []
    at = 0
    while at < len(parts):
        command = parts[at]
        count = {"M": 1, "L": 1, "Q": 2, "C": 3}.get(command)
        if count is None:
            raise ValueError(f"{command!r} in a path")
        at += 1
        while at < len(parts) and not parts[at].isalpha():  # a command may be given once for many points
            given = [(float(parts[at + 2 * n]), float(parts[at + 2 * n + 1])) for n in range(count)]
            points += given if count == 1 else _curve([points[-1], *given], steps)
            at += 2 * count
    return np.array(points, np.float64)


def _curve(controls: Sequence[tuple[float, float]], steps: int) -> list[tuple[float, float]]:
    t = np.linspace(0, 1, steps + 1)[1:, None]
    points = [np.array(point) for point in controls]
    while len(points) > 1:
        points = [a * (1 - t) + b * t for a, b in pairwise(points)]
    return [(float(x), float(y)) for x, y in points[0]]


def arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 0) -> Points:
    """Points (n, 2) on a circle, from ``start`` to ``end`` degrees, counterclockwise from the right if ``end`` is more."""
    count = steps or max(6, int(abs(end - start) / 9))
    turns = np.radians(np.linspace(start, end, count + 1))
    return np.stack((x + radius * np.cos(turns), y + radius * np.sin(turns)), axis=1)


def circle(x: float = 0.0, y: float = 0.0, radius: float = 1.0) -> Points:
    """The outline of a disc, without its first point once more."""
    return arc(x, y, radius, 0, 360, 48)[:-1]


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Points:
    """The outline of a rectangle with round corners; ``x``, ``y`` is the lower left one."""
    r = min(radius, width / 2, height / 2)
    right, top = x + width - r, y + height - r
    corners = [(right, y + r, -90), (right, top, 0), (x + r, top, 90), (x + r, y + r, 180)]
    return np.concatenate([arc(cx, cy, r, turn, turn + 90, 8) for cx, cy, turn in corners])


def mirrored(half: Points, middle: float = 0.5) -> Points:
    """A left half, from the foot up to the top, with its mirror image on the right."""
    other = half[::-1] * (-1, 1) + (2 * middle, 0)
    return np.concatenate((half, other))


def _club_half() -> Points:
    r, top, side = 0.232, (0.5, 0.742), (0.256, 0.392)
    apart = math.dist(top, side)
    lean = math.degrees(math.atan2(side[1] - top[1], side[0] - top[0])) % 360  # from the top leaf to the side leaf
    half = math.degrees(math.acos(apart / 2 / r))
    return np.concatenate(
        (
            path("M .5 0 L .305 0 L .305 .022 C .42 .06 .468 .14 .476 .305"),
            arc(*side, r, -20, -(360 - (lean + 180 - 360 + half)))[1:],
            arc(*top, r, lean - half, 90)[1:],
        )
    )


_SUIT_HALVES = (
    _club_half(),
    path("M .5 0 C .425 .165 .27 .375 .1 .5 C .27 .625 .425 .835 .5 1"),
    path("M .5 .02 C .42 .2 .02 .4 .02 .7 C .02 .88 .135 .975 .265 .975 C .385 .975 .47 .9 .5 .79"),
    path(
        "M .5 0 L .305 0 L .305 .022 C .42 .06 .468 .13 .476 .262"
        "C .44 .172 .365 .118 .265 .118 C .125 .118 .03 .215 .03 .35 C .03 .61 .41 .77 .5 1"
    ),
)
SUITS: tuple[Points, ...] = tuple(mirrored(half) for half in _SUIT_HALVES)
"""Outlines of clubs, diamonds, hearts, spades in the unit box."""


@lru_cache(maxsize=64)
def suit_shape(suit: int, tolerance: float = 0.0) -> Shape:
    """The suit (0 clubs to 3 spades), 1 high, its middle at the origin; ``tolerance``: how coarse it may be."""
    return shape(simplified(SUITS[suit], tolerance, closed=True) - 0.5)


def rays(count: int, inner: float, outer: float = 1.0, first: float = 90.0) -> Points:
    """A star of ``count`` points around the origin; the first points to ``first`` degrees."""
    turns = np.radians(first + np.arange(2 * count) * (180 / count))
    reach = np.where(np.arange(2 * count) % 2 == 0, outer, inner)
    return np.stack((reach * np.cos(turns), reach * np.sin(turns)), axis=1)


def _moon() -> Points:
    dark = arc(0.0, 0.0, 1.0, 48, 312, 40)
    lit = path(f"M {dark[-1][0]} {dark[-1][1]} C .02 -.55 .02 .55 {dark[0][0]} {dark[0][1]}", 24)
    return np.concatenate((dark, lit[1:-1])) + np.array((0.15, 0))


SUN = rays(12, 0.66)
MOON = _moon()
"""The signs of the red and the black joker, around the origin, radius 1: told apart without colour."""


@lru_cache(maxsize=2)
def joker_sign(card: int) -> Shape:
    """The sun of the red joker (53), the moon of the black one (52)."""
    return shape(SUN if card == 53 else MOON)


_LEFT, _MID, _RIGHT = 0.0, 0.5, 1.0
_SIX = [(x, y) for y in (0.0, 0.5, 1.0) for x in (_LEFT, _RIGHT)]
_EIGHT = [(x, y) for y in (0.0, 1 / 3, 2 / 3, 1.0) for x in (_LEFT, _RIGHT)]
PIPS: dict[int, list[tuple[float, float]]] = {
    2: [(_MID, 0.0), (_MID, 1.0)],
    3: [(_MID, 0.0), (_MID, 0.5), (_MID, 1.0)],
    4: [(x, y) for y in (0.0, 1.0) for x in (_LEFT, _RIGHT)],
    5: [(x, y) for y in (0.0, 1.0) for x in (_LEFT, _RIGHT)] + [(_MID, 0.5)],
    6: _SIX,
    7: [*_SIX, (_MID, 0.75)],
    8: [*_SIX, (_MID, 0.75), (_MID, 0.25)],
    9: [*_EIGHT, (_MID, 0.5)],
    10: [*_EIGHT, (_MID, 1 / 6), (_MID, 5 / 6)],
}
"""Number of pips -> where their middles stand, in the box that the outermost ones span. Those under the middle stand on
their head."""
