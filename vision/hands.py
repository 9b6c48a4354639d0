"""Where did the hand come from that touched a card? What moves or is foreign and reaches in over the picture's edge is a hand's arm.

Only a hint: it is told only if all that touched the spot came from one side.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.stillness import Stillness

_MOVING = 0.12  # seconds for which what moved is still taken to be there
_LEAST = 0.004  # of the picture: smaller things are no hands
_MEMORY = 1.6  # seconds
_TOUCHED = 0.15  # of a card
_LATEST, _ENOUGH = 4, 2  # looks at a hand that are asked, and that must have an answer
_AGREE = 0.2  # of the picture: so near to each other the hands must have come in
_WIDE = 0.45  # of the picture: wider than this it is more than one arm


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
        height, width = there.shape
        edge = np.zeros_like(there)
        edge[:2], edge[-2:], edge[:, :2], edge[:, -2:] = 1, 1, 1, 1
        count, labels, stats, _ = cv2.connectedComponentsWithStats(there, connectivity=8)
        for number in range(1, count):
            if stats[number][cv2.CC_STAT_AREA] < _LEAST * there.size:
                continue
            mask = labels == number
            ys, xs = np.nonzero(mask & (edge > 0))
            if len(xs) == 0:
                continue
            points = np.stack([xs / width, ys / height], axis=1)
            one = bool((np.ptp(points, axis=0) < _WIDE).all())
            x, y = points.mean(axis=0)
            self._arms.append(_Arm(time, mask, (float(x), float(y)) if one else None))

    def brought(self, extent: NDArray[np.float32], still: Stillness, time: float) -> tuple[float, float] | None:
        """Where the hand reached into the picture (fractions) that last touched ``extent`` ((4, 2) px) before ``time``; None: not sure."""
        spot = still.fill([extent])
        size = max(1, int(spot.sum()))
        entries: list[tuple[float, float] | None] = []
        for arm in reversed(self._arms):
            if arm.time <= time + 1e-6 and arm.mask.shape == spot.shape and (arm.mask & spot).sum() >= _TOUCHED * size:
                entries.append(arm.entry)
                if len(entries) == _LATEST:
                    break
        told = [entry for entry in entries if entry is not None]
        if len(told) < _ENOUGH or len(told) < len(entries):
            return None
        points = np.array(told)
        if (np.ptp(points, axis=0) > _AGREE).any():
            return None
        x, y = points.mean(axis=0)
        return float(x), float(y)
