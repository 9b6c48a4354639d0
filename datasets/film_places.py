"""Where in its place does a card come to lie? Piles, rows, fans, cards on cards and beside them; millimetres of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.film_stage import Camera, Pose
from rules.table import Place

CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0

ROOM = 74.0  # mm from card to card in a row, where there is room
FAN = 22.0  # mm from card to card in a fan
CLEAR = 3.5  # mm by which a card keeps off an index that shall stay free: it may be nudged
ON = 31.0  # mm by which a card on another lets its end free

# Points of a card, mm from its middle: an index at the top left, one at the bottom right.
_INDEX = np.array([(-29.0, -41.0), (-21.5, -41.0), (-21.5, -21.0), (-29.0, -21.0), (-25.0, -31.0)])
INDICES = (_INDEX, -_INDEX)
_OUTLINE = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (CARD_WIDTH / 2, CARD_HEIGHT / 2)
_GRID = np.array([(x, y) for x in np.linspace(-30, 30, 7) for y in np.linspace(-42, 42, 9)])


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """A point turned clockwise by ``angle`` degrees."""
    a = np.radians(angle)
    return float(x * np.cos(a) - y * np.sin(a)), float(x * np.sin(a) + y * np.cos(a))


def on_table(pose: Pose, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points of a card (n, 2), mm from its middle, on the table."""
    a = np.radians(pose.angle)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(points @ turn + (pose.x, pose.y))


def covered(points: NDArray[np.float64], by: Pose, grown: float = 0.0) -> NDArray[np.bool_]:
    """Which points (n, 2) of the table lie under a card."""
    a = np.radians(by.angle)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    local = np.abs((points - (by.x, by.y)) @ turn)
    return np.asarray((local[:, 0] < CARD_WIDTH / 2 + grown) & (local[:, 1] < CARD_HEIGHT / 2 + grown))


def overlap(one: Pose, other: Pose) -> float:
    """The share of a card that another lies over."""
    if np.hypot(one.x - other.x, one.y - other.y) > 110:
        return 0.0
    return float(covered(on_table(one, _GRID), other).mean())


def free_indices(pose: Pose, above: Iterable[Pose], clear: float = 0.0) -> int:
    """How many of the two indices of a card nothing lies on; nor nearer than ``clear`` mm."""
    over = [other for other in above if np.hypot(pose.x - other.x, pose.y - other.y) < 110]
    return sum(not any(covered(on_table(pose, index), other, clear).any() for other in over) for index in INDICES)


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """A place on the table, mm, as a slanting camera sees it: a quadrilateral.

    ``corners``: (4, 2), clockwise from its top left in the picture; ``middle``: the point in the middle of its picture; ``size``: how
    wide and high it is there; ``lean``: by how many degrees clockwise its width and its height are turned on the table;
    ``normals`` (4, 2), ``limits`` (4,): a point is inside where ``normals @ point`` is below ``limits``.
    """

    corners: NDArray[np.float64]
    middle: tuple[float, float]
    size: tuple[float, float]
    lean: tuple[float, float]
    normals: NDArray[np.float64]
    limits: NDArray[np.float64]

    def at(self, u: float, v: float) -> tuple[float, float]:
        """The point at these fractions of its width and height."""
        a, b, c, d = self.corners
        x, y = (a * (1 - u) + b * u) * (1 - v) + (d * (1 - u) + c * u) * v
        return float(x), float(y)

    def outside(self, pose: Pose) -> float:
        """By how many mm a card sticks out of it, all sides together."""
        beyond = (on_table(pose, _OUTLINE) @ self.normals.T).max(axis=0) - self.limits
        return float(beyond[beyond > 0].sum())

    def turned(self, facing: float) -> float:
        """How a card lies in it that faces a player: along its sides."""
        return facing + self.lean[0 if facing % 180 == 0 else 1]

    def across(self, facing: float) -> float:
        """Its measure from the left to the right of a player."""
        return self.size[0 if facing % 180 == 0 else 1]


def area_of(place: Place, camera: Camera) -> Area:
    """Where ``place`` is on the table."""
    x0, y0, x1, y1 = place.box
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    seen = np.array([camera.on_table(x, y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])
    left, right, top, bottom = (np.array(camera.on_table(x, y)) for x, y in ((x0, cy), (x1, cy), (cx, y0), (cx, y1)))
    across, down = right - left, bottom - top
    lean = (np.degrees(np.arctan2(across[1], across[0])), np.degrees(np.arctan2(-down[0], down[1])))
    size = (float(np.linalg.norm(across)), float(np.linalg.norm(down)))
    sides = np.roll(seen, -1, axis=0) - seen
    normals = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.maximum(np.linalg.norm(sides, axis=1), 1e-6)[:, None]
    limits = (normals * seen).sum(axis=1)
    return Area(seen, camera.on_table(cx, cy), size, (float(lean[0]), float(lean[1])), normals, limits)


def half(angle: float) -> tuple[float, float]:
    """Half of what a turned card takes up across and down."""
    a = np.radians(angle)
    c, s = abs(float(np.cos(a))), abs(float(np.sin(a)))
    return (CARD_WIDTH * c + CARD_HEIGHT * s) / 2, (CARD_WIDTH * s + CARD_HEIGHT * c) / 2


def heap_spot(area: Area, end: bool | None = None) -> Pose:
    """The middle of a place, the long way; or an ``end`` of it and the rest of it."""
    width, height = area.size
    x, y = area.middle
    if end is None:
        ways = (Pose(x, y, area.lean[0]), Pose(x, y, 90 + area.lean[1]))
        return min(ways, key=lambda pose: round(area.outside(pose)))
    side = -1 if end else 1
    if height - CARD_HEIGHT > width - CARD_WIDTH:
        dx, dy = turned(0, side * max(10.0, min((height - CARD_HEIGHT) / 2 - 2, 52.0)), area.lean[1])
        return Pose(x + dx, y + dy, area.lean[1])
    dx, dy = turned(side * max(10.0, min((width - CARD_WIDTH) / 2 - 2, 40.0)), 0, area.lean[0])
    return Pose(x + dx, y + dy, area.lean[0])


def own_spot(area: Area, facing: float, edge: Sequence[float]) -> Pose:
    """One card before its player: its middle within the place, no more out of the picture than need be."""
    x, y = area.middle
    angle = area.turned(facing)
    out = turned(0, 1, facing)
    depth = area.size[1 if facing % 180 == 0 else 0]
    room = (edge[0] - x) * out[0] + (edge[1] - y) * out[1]  # from the middle to the edge of the picture
    back = min(0.3 * max(0.0, CARD_HEIGHT / 2 + 3 - room), max(0.0, depth / 2 - 8))
    return Pose(x - out[0] * back, y - out[1] * back, angle)


def fan_spot(area: Area, facing: float, edge: Sequence[float], slot: int, slots: int) -> Pose:
    """The place of card ``slot`` of a fan in which ``slots`` cards must find room: if need be, the outer ones stick out of it."""
    middle = own_spot(area, facing, edge)
    width = area.across(facing)
    room = max((width - CARD_WIDTH - 4) / max(1, slots - 1), min(13.0, (width - 16) / max(1, slots - 1)))
    dx, dy = turned((slot - (slots - 1) / 2) * min(FAN, room), 0, middle.angle)
    return Pose(middle.x + dx, middle.y + dy, middle.angle)


def row_spots(area: Area, facing: float, count: int) -> list[Pose]:
    """``count`` cards side by side, with room for cards that will lie on them, nearer to their player."""
    width, height = area.size
    x, y = area.middle
    sideways = facing % 180 != 0
    across, along = (height, width) if sideways else (width, height)
    if sideways and count * (CARD_WIDTH + 3) > across and width > height:
        facing, across, along = 0.0, width, height  # turned round to find room
    step = min(ROOM, (across - CARD_WIDTH - 6) / max(1, count - 1))
    lift = min(26.0, max(0.0, (along - CARD_HEIGHT) / 2 - 4))
    angle = area.turned(facing)
    spots = []
    for i in range(count):
        dx, dy = turned((i - (count - 1) / 2) * step, -lift, angle)
        spots.append(Pose(x + dx, y + dy, angle))
    return spots


def pushed_in(area: Area, pose: Pose) -> Pose:
    """The card moved towards the middle of a place until it sticks out of it no more, if that can be."""
    for _ in range(12):
        out = area.outside(pose)
        if out < 1:
            break
        dx, dy = area.middle[0] - pose.x, area.middle[1] - pose.y
        step = min(1.0, 0.5 * out / max(1.0, float(np.hypot(dx, dy))))
        pose = replace(pose, x=pose.x + dx * step, y=pose.y + dy * step)
    return pose


def _cost(pose: Pose, area: Area, lying: Sequence[Pose], want: Pose | None, most: float) -> float:
    """How bad it is to lie there: out of the place, over cards, over the last free index of a card; once it is ``most`` it does not
    matter how bad. ``want``: the card to be covered in part."""
    cost = 4.0 * area.outside(pose)
    for number, other in enumerate(lying):
        if cost >= most:
            break
        share = overlap(pose, other)
        if not share:
            continue
        above = lying[number + 1 :]
        if free_indices(other, above, CLEAR) and not free_indices(other, [*above, pose], CLEAR):
            cost += 120.0
        if other is want:
            cost += 40 * abs(share - 0.5)
        else:  # it must be plain on which card it lies, or that it lies on none
            cost += (100 if want is not None else 300) * share
            if want is not None and share > 0.5 * overlap(pose, want):
                cost += 60.0
    return cost


def on_spot(area: Area, target: Pose, lying: Sequence[Pose], facing: float, rng: np.random.Generator) -> Pose:
    """On ``target``, which is one of ``lying`` (lowest first), so that an index of it stays free."""
    flip = 180.0 if abs((facing - target.angle + 180) % 360 - 180) > 120 and rng.random() < 0.5 else 0.0
    best, least = target, np.inf
    for along in (ON, ON + 6, ON + 14, ON + 22, -ON, -ON - 6, -ON - 14):
        for across in (0.0, 8.0, -8.0, 20.0, -20.0):
            dx, dy = turned(across + float(rng.uniform(-3, 3)), along + float(rng.uniform(-2, 2)), target.angle)
            angle = target.angle + flip + float(np.clip(rng.normal(0, 5), -10, 10))
            pose = Pose(target.x + dx, target.y + dy, angle)
            extra = abs(across) / 8 + (along < 0)
            cost = extra + _cost(pose, area, lying, target, least - extra)
            if cost < least:
                best, least = pose, cost
    return best


def free_spot(
    area: Area, near: tuple[float, float], lying: Sequence[Pose], facing: float, rng: np.random.Generator
) -> Pose:
    """Where there is most room, as near as can be."""
    best, least = Pose(*area.middle, facing), np.inf
    width, height = area.size
    for angle in (facing, facing + 90):
        hx, hy = half(angle)
        u0, v0 = min(0.5, (hx + 2) / max(1.0, width)), min(0.5, (hy + 2) / max(1.0, height))
        for u in np.linspace(u0, 1 - u0, 9):
            for v in np.linspace(v0, 1 - v0, 6):
                x, y = area.at(float(u), float(v))
                pose = Pose(x, y, angle + float(rng.uniform(-4, 4)))
                extra = 0.03 * float(np.hypot(x - near[0], y - near[1])) + 3 * (angle != facing)
                cost = extra + _cost(pose, area, lying, None, least - extra)
                if cost < least:
                    best, least = pose, cost
    return best
