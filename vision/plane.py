"""How the camera looks at the table, told by the indices alone: a map from the picture to a plane in which all cards are alike.

In that plane an index is upright (its sides square), all indices are about equally high and all cards equally large. Four numbers do it:
two for how the picture is squeezed by the slant of the camera, two for how it grows smaller with distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

_ROUNDS = 3
_SQUEEZE = 0.2  # how far from 1 the squeeze usually is (a slant of 45 degrees: 0.17)
_DISTANCE = 0.08  # how much smaller things are, usually at most, one card farther away
_CARD = 6.0  # a card in heights of an index, about
# How exactly we know: angle between the sides of an index, heights of indices, ways from index to index of a card, their direction
_SQUARE, _HEIGHT, _WAY, _DIRECTION = 0.15, 0.09, 0.02, 0.05
_DIAGONAL, _DIAGONAL_VARIES = (
    np.deg2rad(38.0),
    np.deg2rad(4.5),
)  # the way from index to index, from upright: as cards are shaped


@dataclass(frozen=True, slots=True)
class View:
    """The map from pixels (x, y) to the plane: p = (pixel - centre) / unit, then squeeze @ p / (1 + away . p). In the plane an index is
    1 high."""

    centre: tuple[float, float]
    unit: float
    away: tuple[float, float] = (0.0, 0.0)
    squeeze: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0

    def to_plane(self, points: NDArray[np.floating]) -> Points:
        """Pixels (..., 2) -> plane (..., 2). Points beyond the horizon come to lie far away."""
        p = (np.asarray(points, np.float64) - self.centre) / self.unit
        w = np.maximum(1 + p @ np.array(self.away), 0.05)
        return (p / w[..., None]) @ _matrix(self.squeeze) * self.scale

    def to_picture(self, points: NDArray[np.floating]) -> Points:
        """Plane (..., 2) -> pixels (..., 2)."""
        q = (np.asarray(points, np.float64) / self.scale) @ np.linalg.inv(_matrix(self.squeeze))
        w = np.maximum(1 - q @ np.array(self.away), 0.05)
        return q / w[..., None] * self.unit + self.centre


def _matrix(squeeze: tuple[float, float]) -> Points:
    return np.array([[np.exp(squeeze[0]), squeeze[1]], [squeeze[1], np.exp(-squeeze[0])]])


def plain_view(quads: NDArray[np.floating]) -> View:
    """From straight above: only the scale is looked for. ``quads``: of indices (n, 4, 2), pixels."""
    middles = quads.mean(axis=1)
    heights = np.linalg.norm(quads[:, 3] + quads[:, 2] - quads[:, 1] - quads[:, 0], axis=1) / 2
    height = max(float(np.median(heights)), 1.0)
    centre = (middles.min(axis=0) + middles.max(axis=0)) / 2
    unit = max(float(np.ptp(middles, axis=0).max()) / 2, _CARD * height)
    return View((float(centre[0]), float(centre[1])), unit, scale=unit / height)


@dataclass(frozen=True, slots=True)
class Alike:
    """Ways between two indices of one card that must be alike: from ``first`` to ``second`` (numbers of indices). ``turned``: the second
    one is turned by half a circle. ``side``: the way is the diagonal of a card to the right (1) or left (-1); 0: it is none."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    turned: bool
    side: int = 0


def fit_view(quads: NDArray[np.floating], ways: Sequence[Alike], before: View | None = None) -> View:
    """The view in which ``quads`` (n, 4, 2; indices) are alike, and so are the ``ways`` from one index of a card to another. What the
    picture leaves open stays as it was ``before``, or from straight above."""
    start = before or plain_view(quads)
    q = (quads.astype(np.float64) - start.centre) / start.unit
    prior = np.array([*start.away, *start.squeeze])
    far = _DISTANCE * start.scale / _CARD
    spread = np.array([far, far, _SQUEEZE, _SQUEEZE]) * (1.0 if before is None else 0.5)
    now = prior.copy()
    diagonals = sum(one.side != 0 for one in ways)
    steps = np.vstack([np.zeros(4), np.eye(4) * 1e-4])
    for _ in range(_ROUNDS):
        tries = np.concatenate([_residuals(q, now + steps, ways), (now + steps - prior) / spread], axis=1)
        r = tries[0]
        shape = np.arange(len(r)) >= len(r) - 4 - diagonals
        slope = (tries[1:] - r).T / 1e-4
        weighted = slope / np.where(shape, 1.0, 1 + r * r / 4)[:, None]  # a strange one counts little
        now = now - np.linalg.solve(weighted.T @ slope + 1e-6 * np.eye(4), weighted.T @ r)
        now[2:] = np.clip(now[2:], -0.6, 0.6)
        most = np.abs(q.reshape(-1, 2) @ now[:2]).max()
        if most > 0.7:
            now[:2] *= 0.7 / most
    view = View(start.centre, start.unit, (float(now[0]), float(now[1])), (float(now[2]), float(now[3])), 1.0)
    plane = view.to_plane(quads)
    heights = np.linalg.norm(plane[:, 3] + plane[:, 2] - plane[:, 1] - plane[:, 0], axis=1) / 2
    return replace(view, scale=1 / max(float(np.median(heights)), 1e-6))


def _residuals(q: Points, tries: Points, ways: Sequence[Alike]) -> Points:
    """How far from alike all is, for each of ``tries`` (k, 4): (k, m), 1 is as usual."""
    k, n = len(tries), len(q)
    w = np.maximum(1 + np.einsum("nci,ki->knc", q, tries[:, :2]), 0.05)
    squeeze = np.empty((k, 2, 2))
    squeeze[:, 0, 0], squeeze[:, 1, 1] = np.exp(tries[:, 2]), np.exp(-tries[:, 2])
    squeeze[:, 0, 1] = squeeze[:, 1, 0] = tries[:, 3]
    p = ((q[None] / w[..., None]).reshape(k, n * 4, 2) @ squeeze).reshape(k, n, 4, 2)
    right, down = p[:, :, 1] - p[:, :, 0] + p[:, :, 2] - p[:, :, 3], p[:, :, 3] - p[:, :, 0] + p[:, :, 2] - p[:, :, 1]
    tall = np.sqrt((down**2).sum(axis=2)) + 1e-9
    wide = np.sqrt((right**2).sum(axis=2)) + 1e-9
    parts = [(right * down).sum(axis=2) / (tall * wide) / _SQUARE, _apart(np.log(tall)) / _HEIGHT]
    shapes = []
    middles = p.mean(axis=2)
    for one in ways:
        first, second = list(one.first), list(one.second)
        way = middles[:, second] - middles[:, first]
        length = np.log(np.sqrt((way**2).sum(axis=2)) + 1e-9)
        along = down[:, first] / tall[:, first, None]
        other = down[:, second] / tall[:, second, None]
        along = along - other if one.turned else along + other
        angle = np.arctan2(along[..., 0] * way[..., 1] - along[..., 1] * way[..., 0], (along * way).sum(axis=2))
        parts += [_apart(length) / _WAY, _apart(angle) / _DIRECTION]
        if one.side:
            shapes.append((np.median(angle, axis=1) + one.side * _DIAGONAL)[:, None] / _DIAGONAL_VARIES)
    return np.concatenate(parts + shapes, axis=1)


def _apart(numbers: Points) -> Points:
    """How far each is from the median of its row."""
    return numbers - np.sort(numbers, axis=1)[:, numbers.shape[1] // 2, None]
