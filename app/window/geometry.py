"""Places on the picture: distances from cards, free spots for their names. Window coordinates, y upwards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1."""


def free_spot(quad: NDArray[np.float64], size: Sequence[float], area: Box, taken: Sequence[Box]) -> Point:
    """Where a name of ``size`` goes: above the card, else below, left, right, where it hides other names least."""
    (left, low), (right, high) = quad.min(axis=0), quad.max(axis=0)
    width, height = size
    middle, centre = (left + right - width) / 2, (low + high - height) / 2
    spots = (
        (middle, high + 3),
        (middle, low - height - 3),
        (left - width - 3, centre),
        (right + 3, centre),
        (middle, centre),
    )

    def inside(spot: Point) -> Point:
        return (
            float(np.clip(spot[0], area[0] + 3, area[2] - width - 3)),
            float(np.clip(spot[1], area[1] + 3, area[3] - height - 3)),
        )

    def hidden(spot: Point) -> float:
        moved = inside(spot)
        shift = abs(moved[0] - spot[0]) + abs(moved[1] - spot[1])
        return sum(_common((*moved, moved[0] + width, moved[1] + height), box) for box in taken) + shift

    return inside(min(spots, key=hidden))


def _common(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def outside_box(box: Box, point: Point) -> float:
    """Distance from a box; 0 inside it."""
    dx = max(box[0] - point[0], 0.0, point[0] - box[2])
    dy = max(box[1] - point[1], 0.0, point[1] - box[3])
    return float(np.hypot(dx, dy))


def outside(quad: NDArray[np.float64], point: Point) -> float:
    """Distance from a convex quad; 0 inside it."""
    p = np.asarray(point)
    a, b = quad, np.roll(quad, -1, axis=0)
    edge, to = b - a, p - a
    turn = edge[:, 0] * to[:, 1] - edge[:, 1] * to[:, 0]
    if (turn >= 0).all() or (turn <= 0).all():
        return 0.0
    share = np.clip((to * edge).sum(axis=1) / np.maximum((edge * edge).sum(axis=1), 1e-9), 0, 1)
    return float(np.hypot(*(a + share[:, None] * edge - p).T).min())
