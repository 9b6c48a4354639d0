"""Where in its place does a card come to lie? Piles, rows, fans, cards on cards and beside them; millimetres of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.film_stage import Camera, Pose
from rules.table import Place

CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0

ROOM = 74.0  # mm from card to card in a row, where there is room
FAN = 22.0  # mm from card to card in a fan
ON = 31.0  # mm by which a card on another lets its end free

# Points of a card, mm from its middle: an index at the top left, one at the bottom right.
_INDEX = np.array([(-29.0, -41.0), (-21.5, -41.0), (-21.5, -21.0), (-29.0, -21.0), (-25.0, -31.0)])
INDICES = (_INDEX, -_INDEX)
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


def free_indices(pose: Pose, above: Iterable[Pose]) -> int:
    """How many of the two indices of a card nothing lies on."""
    over = [other for other in above if np.hypot(pose.x - other.x, pose.y - other.y) < 110]
    return sum(not any(covered(on_table(pose, index), other).any() for other in over) for index in INDICES)


@dataclass(frozen=True, slots=True)
class Area:
    """A place on the table, mm: the largest upright rectangle in it, as a slanting camera sees it."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return self.x1 - self.x0, self.y1 - self.y0

    def outside(self, pose: Pose) -> float:
        """By how many mm a card sticks out of it, all sides together."""
        hx, hy = half(pose.angle)
        return float(
            max(0.0, self.x0 - pose.x + hx)
            + max(0.0, pose.x + hx - self.x1)
            + max(0.0, self.y0 - pose.y + hy)
            + max(0.0, pose.y + hy - self.y1)
        )


def half(angle: float) -> tuple[float, float]:
    """Half of what a turned card takes up across and down."""
    a = np.radians(angle)
    c, s = abs(float(np.cos(a))), abs(float(np.sin(a)))
    return (CARD_WIDTH * c + CARD_HEIGHT * s) / 2, (CARD_WIDTH * s + CARD_HEIGHT * c) / 2


def area_of(place: Place, camera: Camera) -> Area:
    """Where ``place`` is on the table."""
    x0, y0, x1, y1 = place.box
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (
        camera.on_table(x, y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    )
    return Area(max(ax, dx), max(ay, by), min(bx, cx), min(cy, dy))


def heap_spot(area: Area, end: bool | None = None) -> Pose:
    """The middle of a place, the long way; or an ``end`` of it and the rest of it."""
    width, height = area.size
    angle = 0.0 if height >= CARD_HEIGHT or height >= width else 90.0
    x, y = area.middle
    if end is None:
        return Pose(x, y, angle)
    hx, hy = half(angle)
    side = -1 if end else 1
    if height - 2 * hy > width - 2 * hx:
        return Pose(x, y + side * max(10.0, min(height / 2 - hy - 2, 52.0)), angle)
    return Pose(x + side * max(10.0, min(width / 2 - hx - 2, 40.0)), y, angle)


def own_spot(area: Area, facing: float, edge: Sequence[float]) -> Pose:
    """One card before its player: whole in the picture if that can be, its middle within the place."""
    x, y = area.middle
    out = turned(0, 1, facing)
    depth = area.size[0] if abs(out[0]) > 0.5 else area.size[1]
    room = (edge[0] - x) * out[0] + (edge[1] - y) * out[1]  # from the middle to the edge of the picture
    back = min(max(0.0, CARD_HEIGHT / 2 + 3 - room), max(0.0, depth / 2 - 8))
    return Pose(x - out[0] * back, y - out[1] * back, facing)


def fan_spot(area: Area, facing: float, edge: Sequence[float], slot: int, slots: int) -> Pose:
    """The place of card ``slot`` of a fan in which ``slots`` cards must find room."""
    middle = own_spot(area, facing, edge)
    width = area.size[0] if facing % 180 == 0 else area.size[1]
    step = min(FAN, (width - CARD_WIDTH - 4) / max(1, slots - 1))
    x = (slot - (slots - 1) / 2) * max(step, 3.0)
    dx, dy = turned(x, 0, facing)
    return Pose(middle.x + dx, middle.y + dy, facing)


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
    spots = []
    for i in range(count):
        dx, dy = turned((i - (count - 1) / 2) * step, -lift, facing)
        spots.append(Pose(x + dx, y + dy, facing))
    return spots


def _cost(pose: Pose, area: Area, lying: Sequence[Pose], want: Pose | None) -> float:
    """How bad it is to lie there: out of the place, over cards, over the last free index of a card. ``want``: to be covered in part."""
    cost = 4.0 * area.outside(pose)
    for number, other in enumerate(lying):
        share = overlap(pose, other)
        if not share:
            continue
        above = lying[number + 1 :]
        if free_indices(other, above) and not free_indices(other, [*above, pose]):
            cost += 120.0
        cost += 40 * abs(share - 0.5) if other is want else 60 * share
    return cost


def on_spot(area: Area, target: Pose, lying: Sequence[Pose], facing: float, rng: np.random.Generator) -> Pose:
    """On ``target``, which is one of ``lying`` (lowest first), so that an index of it stays free."""
    flip = 180.0 if abs((facing - target.angle + 180) % 360 - 180) > 120 and rng.random() < 0.5 else 0.0
    best, least = target, np.inf
    for along in (ON, ON + 6, -ON, -ON - 6):
        for across in (0.0, 8.0, -8.0, 20.0, -20.0):
            dx, dy = turned(across + float(rng.uniform(-3, 3)), along + float(rng.uniform(-2, 2)), target.angle)
            angle = target.angle + flip + float(np.clip(rng.normal(0, 5), -10, 10))
            pose = Pose(target.x + dx, target.y + dy, angle)
            cost = _cost(pose, area, lying, target) + abs(across) / 8 + (along < 0)
            if cost < least:
                best, least = pose, cost
    return best


def free_spot(
    area: Area, near: tuple[float, float], lying: Sequence[Pose], facing: float, rng: np.random.Generator
) -> Pose:
    """Where there is most room, as near as can be."""
    best, least = Pose(*area.middle, facing), np.inf
    for angle in (facing, facing + 90):
        hx, hy = half(angle)
        xs = np.linspace(min(area.x0 + hx + 2, area.middle[0]), max(area.x1 - hx - 2, area.middle[0]), 9)
        ys = np.linspace(min(area.y0 + hy + 2, area.middle[1]), max(area.y1 - hy - 2, area.middle[1]), 6)
        for x in xs:
            for y in ys:
                pose = Pose(float(x), float(y), angle + float(rng.uniform(-4, 4)))
                cost = _cost(pose, area, lying, None) + 0.03 * float(np.hypot(x - near[0], y - near[1]))
                cost += 3 * (angle != facing)
                if cost < least:
                    best, least = pose, cost
    return best
