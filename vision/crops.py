"""How an index is cut out of a picture for the reader. Training and reading share it, so that both see the same."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

CROP = 64  # side of a crop, pixels
MARGIN = 1.4  # side of the square cut out, in longer sides of the index's box


def square_around(box: Sequence[float], margin: float = MARGIN) -> tuple[float, float, float]:
    """The square to cut for ``box`` (x0, y0, x1, y1): its left, top and side, in the same pixels."""
    x0, y0, x1, y1 = box
    side = max(x1 - x0, y1 - y0, 2.0) * margin
    return (x0 + x1 - side) / 2, (y0 + y1 - side) / 2, side


def cut(image: NDArray[np.uint8], square: tuple[float, float, float], size: int = CROP) -> NDArray[np.uint8]:
    """The ``square`` (left, top, side; pixels) of ``image`` (H, W, 3) as (size, size, 3). Outside the picture its edge is repeated."""
    left, top, side = square
    x0, y0 = int(np.floor(left)), int(np.floor(top))
    whole = max(2, round(side))
    x1, y1 = x0 + whole, y0 + whole
    height, width = image.shape[:2]
    inside = image[max(y0, 0) : max(min(y1, height), 0), max(x0, 0) : max(min(x1, width), 0)]
    if inside.size == 0:
        return np.zeros((size, size, 3), np.uint8)
    if inside.shape[:2] != (whole, whole):
        inside = cv2.copyMakeBorder(
            inside,
            max(-y0, 0),
            max(y1 - height, 0),
            max(-x0, 0),
            max(x1 - width, 0),
            cv2.BORDER_REPLICATE,
        )
    how = cv2.INTER_AREA if whole > size else cv2.INTER_LINEAR
    return cv2.resize(inside, (size, size), interpolation=how)
