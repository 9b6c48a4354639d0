"""Painting shapes made of curves: paths in millimetres, filled or drawn with a pen, on an anti-aliased canvas."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

Path = NDArray[np.float64]  # (N, 2) points (x, y), x to the right, y down
Colour = tuple[int, int, int]  # blue, green, red

_SHIFT = 4  # sub-pixel bits of cv2's drawing calls


def points(*xy: float) -> Path:
    """A path of straight lines through x0, y0, x1, y1, ..."""
    return np.array(xy, np.float64).reshape(-1, 2)


def curve(
    start: tuple[float, float], *cubics: tuple[float, float, float, float, float, float], steps: int = 14
) -> Path:
    """A path of cubic Bezier curves: each is two control points and an end, and begins where the one before ended."""
    t = np.linspace(0.0, 1.0, steps + 1)[1:, None]
    here = np.array(start, np.float64)
    parts = [here[None]]
    for cubic in cubics:
        a, b, end = np.array(cubic, np.float64).reshape(3, 2)
        parts.append((1 - t) ** 3 * here + 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t**2 * b + t**3 * end)
        here = end
    return np.concatenate(parts)


def ellipse(
    cx: float, cy: float, rx: float, ry: float, start: float = 0.0, end: float = 360.0, steps: int = 48
) -> Path:
    """An arc of an ellipse; angles in degrees, clockwise from the right."""
    a = np.radians(np.linspace(start, end, steps + 1))
    return np.stack([cx + rx * np.cos(a), cy + ry * np.sin(a)], axis=1)


def rectangle(x0: float, y0: float, x1: float, y1: float, radius: float = 0.0) -> Path:
    """A rectangle, with rounded corners if ``radius`` is given."""
    if radius <= 0:
        return points(x0, y0, x1, y0, x1, y1, x0, y1)
    left, top, right, bottom = x0 + radius, y0 + radius, x1 - radius, y1 - radius
    corners = ((left, top, 180), (right, top, 270), (right, bottom, 0), (left, bottom, 90))
    return np.concatenate([ellipse(x, y, radius, radius, a, a + 90, 10) for x, y, a in corners])


def mirrored(path: Path) -> Path:
    """A path from the axis x = 0 round one side, closed by its mirror image on the other side."""
    return np.concatenate([path, (path * (-1, 1))[::-1]])


def placed(path: Path, x: float, y: float, width: float, height: float | None = None, turn: float = 0.0) -> Path:
    """``path`` scaled (to ``width`` x ``height`` if it is a unit shape), turned by ``turn`` degrees, moved to x, y."""
    a = np.radians(turn)
    scaled = path * (width, width if height is None else height)
    return scaled @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + (x, y)


class Canvas:
    """A picture of ``width`` x ``height`` millimetres. Shapes are painted larger and shrunk by ``picture``."""

    def __init__(self, width: float, height: float, px_per_mm: float, ground: Colour, oversample: int = 3) -> None:
        self.width, self.height, self.px_per_mm = width, height, px_per_mm
        self._size = (round(width * px_per_mm), round(height * px_per_mm))
        self._scale = px_per_mm * oversample
        shape = (self._size[1] * oversample, self._size[0] * oversample, 3)
        self.pixels: NDArray[np.uint8] = np.full(shape, ground, np.uint8)

    def _fixed(self, path: Path) -> NDArray[np.int32]:
        # Pixel centres are whole numbers for cv2, halves for us.
        return np.round((path * self._scale - 0.5) * (1 << _SHIFT)).astype(np.int32)

    def fill(self, colour: Colour, *paths: Path) -> None:
        """Fill what lies inside an odd number of ``paths``: a second path inside the first is a hole."""
        cv2.fillPoly(self.pixels, [self._fixed(path) for path in paths], colour, cv2.LINE_AA, _SHIFT)

    def line(self, colour: Colour, path: Path, width: float, closed: bool = False) -> None:
        """Draw along ``path`` with round ends."""
        thickness = max(1, round(width * self._scale))
        cv2.polylines(self.pixels, [self._fixed(path)], closed, colour, thickness, cv2.LINE_AA, _SHIFT)

    def pen(self, colour: Colour, path: Path, width: float, height: float) -> None:
        """Draw along ``path`` with a broad pen: upright strokes are ``width`` thick, level ones ``height``."""
        a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        nib = np.stack([np.cos(a), np.sin(a)], axis=1)
        nib = np.sign(nib) * np.abs(nib) ** 0.6 * (width / 2, height / 2)
        for p, q in pairwise(path):
            hull = cv2.convexHull(np.concatenate([nib + p, nib + q]).astype(np.float32))
            cv2.fillConvexPoly(
                self.pixels, self._fixed(np.asarray(hull[:, 0], np.float64)), colour, cv2.LINE_AA, _SHIFT
            )

    def turn_upper_half(self) -> None:
        """Copy the upper half, upside down, over the lower half: a card reads the same both ways."""
        half = self.pixels.shape[0] // 2
        self.pixels[-half:] = self.pixels[:half][::-1, ::-1]

    def picture(self) -> NDArray[np.uint8]:
        """The finished picture (H, W, 3), BGR."""
        return cv2.resize(self.pixels, self._size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]
