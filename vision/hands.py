"""Where did the hand come from that touched a card? What moves or is foreign and reaches in over the picture's edge is a hand's arm.

Only a hint: an arm's way in is told only where it is plain to see. Whose it is, the places of the players tell (vision.zones).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.stillness import Stillness

Entries = tuple[tuple[float, float], ...]
"""Where arms reached into the picture, one for each look: points on its edge, x and y in fractions, the latest first."""

_MOVING = 0.12  # seconds for which what moved is still taken to be there
_LEAST = 0.004  # of the picture: smaller things are no hands
_MEMORY = 1.6  # seconds
_TOUCHED = 0.15  # of a card
_LATEST = 4  # looks at a hand that are asked
_WIDE = 0.45  # of the picture's width: wider than this it is more than one arm
_CLEARLY = (
    2.0  # so many times wider than any other way in must an arm's be: a carried card may reach over the edge as well
)
_DEEP = 2  # px of the small picture: so near to its edge is at its edge


@dataclass(frozen=True, slots=True, eq=False)
class _Arm:
    time: float
    mask: NDArray[np.bool_]  # of the small picture
    entry: tuple[float, float] | None  # fractions of the picture; None: it cannot be told


class Hands:
    """The hands of the last moments."""

    def __init__(self) -> None:
        self._arms: deque[_Arm] = deque(maxlen=48)

    def __len__(self) -> int:
        return len(self._arms)

    def clear(self) -> None:
        """Forgets them."""
        self._arms.clear()

    def look(self, still: Stillness, time: float) -> None:
        """Takes in what moves or is foreign now."""
        while self._arms and not 0 <= time - self._arms[0].time <= _MEMORY:
            self._arms.popleft()
        there = (still.foreign | still.moving(_MOVING)).astype(np.uint8)
        if there.mean() < _LEAST:
            return
        there = cv2.morphologyEx(there, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(there, connectivity=8)
        for number in range(1, count):
            if stats[number][cv2.CC_STAT_AREA] < _LEAST * there.size:
                continue
            mask = labels == number
            ring = _ring(mask)
            if ring.any():
                self._arms.append(_Arm(time, mask, _way_in(ring, mask.shape)))

    def brought(self, extent: NDArray[np.float32], still: Stillness, time: float) -> Entries:
        """Where the hand reached into the picture that last touched ``extent`` ((4, 2) px) until ``time``, as far as that is plain."""
        spot = still.fill([extent])
        size = max(1, int(spot.sum()))
        touched = [
            arm.entry
            for arm in reversed(self._arms)
            if arm.time <= time + 1e-6 and arm.mask.shape == spot.shape and (arm.mask & spot).sum() >= _TOUCHED * size
        ]
        return tuple(entry for entry in touched[:_LATEST] if entry is not None)


def _ring(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What of ``mask`` (H, W) is at the picture's edge: (2 W + 2 H,), clockwise from the top left."""
    top, bottom = mask[:_DEEP].any(axis=0), mask[-_DEEP:].any(axis=0)
    left, right = mask[:, :_DEEP].any(axis=1), mask[:, -_DEEP:].any(axis=1)
    return np.concatenate([top, right, np.flip(bottom), np.flip(left)])


def _way_in(ring: NDArray[np.bool_], shape: tuple[int, ...]) -> tuple[float, float] | None:
    """The middle of the one wide stretch of the picture's edge over which something reaches in; None if that is not plain."""
    height, width = shape[:2]
    if ring.all():
        return None
    start = int(np.argmin(ring))  # nothing is there: no stretch is cut in two
    turned = np.roll(ring, -start).astype(np.int8)
    steps = np.diff(np.concatenate([[0], turned, [0]]))
    stretches = sorted(
        ((b - a, a + start) for a, b in zip(np.flatnonzero(steps > 0), np.flatnonzero(steps < 0), strict=True)),
        reverse=True,
    )
    long, first = stretches[0]
    if long > _WIDE * width or (len(stretches) > 1 and long < _CLEARLY * stretches[1][0]):
        return None
    at = (first + long / 2) % len(ring)
    if at < width:
        return float(at / width), 0.0
    if at < width + height:
        return 1.0, float((at - width) / height)
    if at < 2 * width + height:
        return float(1 - (at - width - height) / width), 1.0
    return 0.0, float(1 - (at - 2 * width - height) / height)
