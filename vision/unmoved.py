"""Does a frame of a film show what the one before it showed? What is at rest need not be searched again."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.stillness import small_copy

_WIDTH = 160  # pixels of the small copies that are compared
_CHANGED = 14  # grey levels; noise and compression stay below
_SPOTS = 2  # so many may differ all the same


class Unmoved:
    """Compares frames with the one from which nothing has moved, so that slow movement adds up until it is seen."""

    def __init__(self) -> None:
        self._from = np.zeros((0, 0), np.uint8)

    def look(self, image: NDArray[np.uint8]) -> bool:
        """``image`` (H, W, 3) uint8 BGR shows what it showed before. Else it is what the next ones are compared with."""
        height, width = image.shape[:2]
        copy = small_copy(image, (_WIDTH, max(1, round(height * _WIDTH / width))))
        small = np.asarray(cv2.cvtColor(copy, cv2.COLOR_BGR2GRAY), np.uint8)
        if small.shape == self._from.shape and int((cv2.absdiff(small, self._from) > _CHANGED).sum()) <= _SPOTS:
            return True
        self._from = small
        return False
