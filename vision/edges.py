"""Where the edges of the cards are: how far from the index, and how an index is turned, told by the edge of the paper beside it.

All is looked for in the plane of the table (vision.plane), where 1 is the height of an index.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Points, View

_STEP = 0.06
_CLIP = 0.25  # of the paper's brightness: a stronger edge is no more of an edge
LEFT, TOP, RIGHT, BOTTOM = range(4)

_NEAR: Points = np.arange(0.2, 1.4, _STEP)  # where the near edges of a card are, from the middle of its index
_BESIDE, _ABOVE, _BELOW = np.linspace(-0.5, 2.0, 9), np.linspace(-0.4, 1.2, 7), np.linspace(-0.35, 0.35, 5)
_FAR: Points = np.arange(1.6, 7.5, 0.08)
_EDGE = 0.25  # what all cards together must show to be an edge
_TURNS = np.deg2rad(np.arange(-12, 12.1, 1.0))
_OFFSETS = _STEP * np.arange(-2, 3)
_LONG = np.linspace(-0.5, 2.8, 14)  # along the left edge
_STRAIGHT = 0.35  # what a single one must show
_WIDE = _STEP * np.arange(-9, 10)
_ALONG, _BESIDES = 16, 13  # where the edge of a piece is looked for


def _sample(image: NDArray[np.uint8], points: Points) -> NDArray[np.float32]:
    """The darkest channel (paper is bright in all of them) at ``points`` (..., 2: pixels); -1 outside the picture."""
    flat = points.reshape(-1, 2).astype(np.float32)
    padded = np.full((-(-len(flat) // 1024) * 1024, 2), -9, np.float32)
    padded[: len(flat)] = flat
    maps = padded.reshape(-1, 1024, 2)
    found = cv2.remap(image, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(-1, 3)
    values = found[: len(flat)].min(axis=1).astype(np.float32)
    height, width = image.shape[:2]
    x, y = flat[:, 0], flat[:, 1]
    values[(x < 0) | (y < 0) | (x > width - 1) | (y > height - 1)] = -1
    return values.reshape(points.shape[:-1])


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """The picture around indices: ``middles`` (n, 2) and ``turns`` (n,) in the plane of ``view``."""

    image: NDArray[np.uint8]
    view: View
    middles: Points
    turns: Points

    def falls(self, side: int, ways: NDArray[np.floating], along: NDArray[np.floating]) -> NDArray[np.float32]:
        """How much darker it gets outward at ``ways`` (u,) from the middle of the index, on lines at ``along`` (v,) across that:
        (n, u, v), 0 to 1; 1 is a clear edge of paper."""
        right = np.column_stack([np.cos(self.turns), np.sin(self.turns)])
        down = np.column_stack([-np.sin(self.turns), np.cos(self.turns)])
        out, over = {LEFT: (-right, down), TOP: (-down, right), RIGHT: (right, down), BOTTOM: (down, right)}[side]
        step = float(ways[1] - ways[0])
        steps = np.concatenate([[ways[0] - step], ways, [ways[-1] + step]])
        plane = (
            self.middles[:, None, None]
            + steps[None, :, None, None] * out[:, None, None]
            + along[None, None, :, None] * over[:, None, None]
        )
        values = _sample(self.image, self.view.to_picture(plane))
        paper = np.quantile(values.reshape(len(values), -1), 0.9, axis=1)[:, None, None]
        fall = (values[:, :-2] - values[:, 2:]) / np.maximum(paper * _CLIP, 8).astype(np.float32)
        fall[(values[:, :-2] < 0) | (values[:, 2:] < 0)] = 0
        return np.clip(fall, 0, 1)

    def margins(self) -> tuple[float | None, float | None]:
        """How far the left and the top edge of the cards are from the middle of their index, where the picture shows it."""
        return (
            _peak(_NEAR, self.falls(LEFT, _NEAR, _BESIDE)),
            _peak(_NEAR, self.falls(TOP, _NEAR, _ABOVE)),
        )

    def reach(self) -> float | None:
        """How far down the cards reach from the middle of their index."""
        return _peak(_FAR, self.falls(BOTTOM, _FAR, _BELOW), alone=True)

    def only(self, these: NDArray[np.bool_]) -> Beside:
        """Some of the indices."""
        return replace(self, middles=self.middles[these], turns=self.turns[these])

    def straight(self, left: float, both: bool) -> tuple[Points, NDArray[np.bool_]]:
        """How much further each index is turned than was thought, by the edge of the paper ``left`` of it, or if ``both``, perhaps as far
        to its right: (n,), and whether there is such an edge (n,)."""
        bins = (np.tan(_TURNS)[:, None, None] * _LONG + _OFFSETS[:, None]) / _STEP + len(_WIDE) // 2
        bins = np.clip(np.round(bins), 0, len(_WIDE) - 1).astype(int)
        best, worth = np.zeros(len(self.turns)), np.full(len(self.turns), _STRAIGHT)
        for side, sign in ((LEFT, 1), (RIGHT, -1))[: 1 + both]:
            falls = self.falls(side, left + _WIDE, _LONG)[:, bins, np.arange(len(_LONG))].mean(axis=3).max(axis=2)
            falls = falls - 0.1 * (_TURNS / _TURNS[-1]) ** 2
            better = falls.max(axis=1) > worth
            best = np.where(better, sign * _TURNS[falls.argmax(axis=1)], best)
            worth = np.maximum(worth, falls.max(axis=1))
        return best, worth > _STRAIGHT

    def at(self, side: int, way: float) -> NDArray[np.float32]:
        """How clearly there is an edge at ``way`` on a side: (n,), 0 to 1."""
        ways = way + _OFFSETS
        return self.falls(side, ways, _BESIDE).mean(axis=2).max(axis=1)


def _peak(ways: Points, falls: NDArray[np.float32], alone: bool = False) -> float | None:
    """Where most of the cards have an edge. ``alone``: only if no other place is nearly as good."""
    worth = falls.mean(axis=(0, 2))
    best = int(worth.argmax())
    if worth[best] < _EDGE:
        return None
    others = np.abs(ways - ways[best]) > 0.3
    if alone and (worth[best] < 1.5 * _EDGE or worth[others].max(initial=0) > 0.7 * worth[best]):
        return None
    return float(ways[best])


def falling(image: NDArray[np.uint8], pieces: Points, doubts: Points) -> NDArray[np.float64]:
    """How clearly an edge of paper is seen along ``pieces`` (n, 2, 2: two ends, pixels; the paper lies at the right hand), within
    ``doubts`` (n,) pixels beside: (n,), 0 to 1."""
    along = np.linspace(0, 1, _ALONG)
    beside = np.linspace(-1, 1, _BESIDES + 2)
    way = pieces[:, 1] - pieces[:, 0]
    length = np.maximum(np.linalg.norm(way, axis=1), 1e-6)
    outward = np.column_stack([way[:, 1], -way[:, 0]]) / length[:, None]
    points = (
        pieces[:, None, None, 0]
        + along[None, None, :, None] * way[:, None, None]
        + (beside[None, :] * doubts[:, None])[:, :, None, None] * outward[:, None, None]
    )
    values = _sample(image, points)
    paper = np.quantile(values.reshape(len(values), -1), 0.9, axis=1)[:, None, None]
    fall = (values[:, :-2] - values[:, 2:]) / np.maximum(paper * _CLIP, 8).astype(np.float32)
    fall[(values[:, :-2] < 0) | (values[:, 2:] < 0)] = 0
    fall = np.clip(fall, 0, 1)
    # straight lines from any place at one end to any place near it at the other
    ends = np.arange(_BESIDES)
    a, b = np.meshgrid(ends, ends, indexing="ij")
    near = np.abs(a - b) <= _BESIDES // 2
    bins = np.round(a[near][:, None] + (b - a)[near][:, None] * along).astype(int)
    return np.asarray(fall[:, bins, np.arange(_ALONG)].mean(axis=2).max(axis=1), np.float64)
