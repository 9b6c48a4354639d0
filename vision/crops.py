"""How an index is cut out of a picture for the reader. Training and reading share it, so that both see the same."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

CROP = 64  # side of a crop, pixels
MARGIN = 1.4  # side of the square cut out, in longer sides of the index's box
UPRIGHT_MARGIN = 1.2  # the same for the second look, in longer sides of the index itself
LONGEST = 3.2  # an index longer than so many times its width is a joker's word; at the second look its first letters fill the crop
PATCHES = 8  # a crop's white is looked for in so many patches a side
BRIGHTEST = 1.5  # times white: a highlight
DARKEST = 24  # of 255: below that the paper is not made any lighter


def balanced(crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Crops (n, 64, 64, 3) BGR as the reader takes them: (n, 3, 64, 64) RGB, 1 where each colour is brightest.

    An index is printed on paper, so the brightest patch is white, whatever the lamp: dim or coloured light is taken out.
    """
    stack = np.asarray(crops, np.uint8).reshape(-1, CROP, CROP, 3)
    patches = [cv2.resize(crop, (PATCHES, PATCHES), interpolation=cv2.INTER_AREA) for crop in stack]
    white = np.maximum(np.reshape(patches, (-1, PATCHES * PATCHES, 3)).max(axis=1), DARKEST).astype(np.float32)
    rows = np.empty((len(stack), 3, CROP, CROP), np.float32)
    for row, crop, brightest in zip(rows, stack, white, strict=True):
        for place, channel in enumerate(cv2.split(crop)[::-1]):
            np.multiply(channel, 1 / brightest[2 - place], out=row[place], dtype=np.float32)
    return np.minimum(rows, BRIGHTEST, out=rows)


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


def upright(
    image: NDArray[np.uint8], quad: NDArray[np.float32], margin: float = UPRIGHT_MARGIN
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The index with the corners ``quad`` (4, 2; clockwise from its top left as one reads it), turned upright: (64, 64, 3), and the
    affine map (2, 3) from its pixels back to those of ``image``."""
    q = quad.astype(np.float64)
    right, down = (q[1] - q[0] + q[2] - q[3]) / 2, (q[3] - q[0] + q[2] - q[1]) / 2
    wide, tall = float(np.hypot(*right)), float(np.hypot(*down))
    shown = np.array([min(wide, LONGEST * tall), min(tall, LONGEST * wide)])
    side = max(*shown, 4.0) * margin
    angle = np.arctan2(right[1], right[0])
    step = side / CROP
    c, s = np.cos(angle) * step, np.sin(angle) * step
    centre = q.mean(axis=0) - right * (1 - shown[0] / max(wide, 1e-6)) / 2 - down * (1 - shown[1] / max(tall, 1e-6)) / 2
    back = np.array([[c, -s, 0.0], [s, c, 0.0]])
    back[:, 2] = centre - back[:, :2] @ (CROP / 2, CROP / 2)
    if step <= 1.5:
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(image, back, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE), back
    # A large one is made smaller first: sampling it would leave out most of its pixels.
    reach = side * 0.75
    square = (centre[0] - reach, centre[1] - reach, 2 * reach)
    pixels = round(1.5 * CROP)
    shrink = pixels / max(2, round(2 * reach))
    there = np.array([[shrink, 0, -np.floor(square[0]) * shrink], [0, shrink, -np.floor(square[1]) * shrink]])
    within = there[:, :2] @ back
    within[:, 2] += there[:, 2]
    small = cut(image, square, pixels)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(small, within, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE), back
