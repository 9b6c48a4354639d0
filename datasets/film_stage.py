"""Where does a point of the table lie in the picture, and how do the table and things lying on it look there?

The table is a plane in millimetres: x to the right, y towards the player at the bottom of the picture, z up; 0, 0 is the middle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Quad = NDArray[np.float32]  # (4, 2) px (x, y), clockwise from the thing's own top left


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera over the table. ``size`` is (width, height) px, ``focal`` px; ``axes`` rows: right, down, forward. ``bend``: by what
    share points at the left and right edge come nearer to the middle (negative: a barrel) than through a pinhole."""

    size: tuple[int, int]
    focal: float
    position: NDArray[np.float64]  # (3,) mm
    axes: NDArray[np.float64]  # (3, 3)
    bend: float = 0.0

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, 3) mm -> (N, 2) px."""
        seen = (points - self.position) @ self.axes.T
        flat = self.focal * seen[:, :2] / seen[:, 2:]
        if self.bend:
            flat = flat * (1 + self.bend * (flat**2).sum(axis=1, keepdims=True) / (self.size[0] / 2) ** 2)
        return np.asarray(flat + np.array(self.size) / 2, np.float64)

    def on_table(self, x: float, y: float) -> tuple[float, float]:
        """The point of the table (mm) that is seen at the fractions x, y of the picture."""
        point = self.points_on_table(np.array([[x * self.size[0], y * self.size[1]]]))[0]
        return float(point[0]), float(point[1])

    def points_on_table(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, 2) px -> (N, 2) mm: the points of the table that are seen there."""
        bent = pixels - np.array(self.size) / 2
        flat = bent
        for _ in range(4 if self.bend else 0):
            flat = bent / (1 + self.bend * (flat**2).sum(axis=1, keepdims=True) / (self.size[0] / 2) ** 2)
        rays = np.column_stack([flat, np.full(len(flat), self.focal)]) @ self.axes
        return np.asarray((self.position - rays * (self.position[2] / rays[:, 2:]))[:, :2], np.float64)


def place_camera(size: tuple[int, int], rng: np.random.Generator) -> Camera:
    """A camera on a stand: above the table, leaning slightly over it from the bottom player's side, never quite straight."""
    position = np.array([rng.uniform(-30, 30), rng.uniform(130, 190), rng.uniform(680, 740)])
    target = np.array([rng.uniform(-6, 6), rng.uniform(-4, 4), 0.0])
    forward = (target - position) / np.linalg.norm(target - position)
    down = np.array([0.0, 1.0, 0.0])
    down -= forward * (down @ forward)
    down /= np.linalg.norm(down)
    right = np.array([1.0, 0.0, 0.0])
    right -= forward * (right @ forward) + down * (right @ down)
    right /= np.linalg.norm(right)
    roll = np.radians(rng.uniform(-1.5, 1.5))
    axes = np.stack([right * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - right * np.sin(roll), forward])
    scale = rng.uniform(2.4, 2.5) * min(size[0] / 1280, size[1] / 720)  # px for a millimetre in the middle
    return Camera(size, scale * float(np.linalg.norm(target - position)), position, axes)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a flat thing is: its centre in mm, turned clockwise by ``angle`` degrees, ``z`` mm above the table."""

    x: float
    y: float
    angle: float
    z: float = 0.0

    def corners(self, width: float, height: float, origin: tuple[float, float] = (0.5, 0.5)) -> NDArray[np.float64]:
        """(4, 3) mm: the corners of a rectangle whose point ``origin`` (fractions) stands at the centre."""
        u, v = np.array([0, 1, 1, 0]) - origin[0], np.array([0, 0, 1, 1]) - origin[1]
        a = np.radians(self.angle)
        flat = np.stack([u * width, v * height], axis=1) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        return np.column_stack([flat + np.array((self.x, self.y)), np.full(4, self.z)])


def premultiplied(image: Image) -> Image:
    """BGRA with the colours already multiplied by alpha, as `paste` wants it."""
    colour = image[:, :, :3].astype(np.uint16) * image[:, :, 3:] // 255
    return np.dstack([colour.astype(np.uint8), image[:, :, 3]])


def _window(quad: NDArray[np.float64], shape: tuple[int, ...], margin: int) -> tuple[int, int, int, int] | None:
    x0, y0 = np.floor(quad.min(axis=0)).astype(int) - margin
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + margin
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, shape[1]), min(y1, shape[0])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def paste(
    frame: Image,
    sprite: Image,
    quad: NDArray[np.float64],
    veil: Callable[[tuple[int, int, int, int]], Image | None] | None = None,
) -> None:
    """Lay ``sprite`` (premultiplied BGRA) into ``frame`` (BGR) so that its corners come to ``quad``. ``veil`` tells for a box
    (x0, y0, x1, y1) of ``frame`` how much of it white light hides, (h, w) uint8."""
    window = _window(quad, frame.shape, 2)
    if window is None:
        return
    x0, y0, x1, y1 = window
    height, width = sprite.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (quad - (x0 + 0.5, y0 + 0.5)).astype(np.float32))
    warped = cv2.warpPerspective(sprite, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    hidden = veil(window) if veil else None
    if hidden is not None and hidden.any():
        colour = warped[:, :, :3]
        white = cv2.cvtColor(warped[:, :, 3], cv2.COLOR_GRAY2BGR)
        more = cv2.multiply(white - np.minimum(colour, white), cv2.cvtColor(hidden, cv2.COLOR_GRAY2BGR), scale=1 / 255)
        warped[:, :, :3] = colour + more
    part = frame[y0:y1, x0:x1]
    rest = cv2.cvtColor(255 - warped[:, :, 3], cv2.COLOR_GRAY2BGR)
    part[:] = cv2.add(cv2.multiply(part, rest, scale=1 / 255), warped[:, :, :3])


def darken(
    frame: Image, mask_quad: NDArray[np.float64], sprite_alpha: Image | None, blur: float, amount: float
) -> None:
    """A soft shadow: of a full rectangle at ``mask_quad`` or, if given, of the shape ``sprite_alpha`` (uint8) stretched over it."""
    window = _window(mask_quad, frame.shape, int(3 * blur) + 2)
    if window is None:
        return
    x0, y0, x1, y1 = window
    shrink = max(1, int(blur / 2))  # a soft shadow needs few pixels
    size = (max(1, (x1 - x0) // shrink), max(1, (y1 - y0) // shrink))
    quad = (mask_quad - (x0, y0)) * (size[0] / (x1 - x0), size[1] / (y1 - y0))
    mask = np.zeros((size[1], size[0]), np.uint8)
    if sprite_alpha is None:
        cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    else:
        height, width = sprite_alpha.shape
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        cv2.warpPerspective(sprite_alpha, cv2.getPerspectiveTransform(source, quad.astype(np.float32)), size, dst=mask)
    soft = cv2.GaussianBlur(mask, (0, 0), max(blur / shrink, 0.3))
    if shrink > 1:
        soft = cv2.resize(soft, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    keep = cv2.cvtColor(255 - cv2.convertScaleAbs(soft, alpha=amount), cv2.COLOR_GRAY2BGR)
    part = frame[y0:y1, x0:x1]
    part[:] = cv2.multiply(part, keep, scale=1 / 255)


# ---------------------------------------------------------------- the table top

_TEXTURE_MM = (1100, 900)


def _noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[float, float]) -> NDArray[np.float32]:
    """Smooth noise about -1..1, (height, width), with ``cells`` (rows, columns) of independent values."""
    rows, columns = max(2, round(cells[0])), max(2, round(cells[1]))
    coarse = rng.standard_normal((rows, columns)).astype(np.float32) * 0.5
    return cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)  # type: ignore[return-value]


def _mix(dark: tuple[int, int, int], light: tuple[int, int, int], amount: NDArray[np.float32]) -> NDArray[np.float32]:
    a = amount[:, :, None]
    return np.array(dark, np.float32) * (1 - a) + np.array(light, np.float32) * a


_WOODS = (((38, 62, 98), (92, 138, 186)), ((26, 40, 66), (62, 90, 128)), ((96, 140, 178), (150, 190, 218)))
_FELTS = ((62, 92, 30), (104, 62, 34), (52, 44, 112), (84, 88, 86))


def wood(rng: np.random.Generator, px_per_mm: float, size: tuple[int, int] = _TEXTURE_MM) -> NDArray[np.float32]:
    """Boards along x, with grain, ``size`` (width, height) mm, float32 BGR 0..255."""
    height, width = round(size[1] * px_per_mm), round(size[0] * px_per_mm)
    dark, light = _WOODS[int(rng.integers(len(_WOODS)))]
    grain = np.zeros((height, width), np.float32)
    y = np.arange(height, dtype=np.float32)[:, None] / px_per_mm
    board_mm = float(rng.uniform(95, 150))
    boards = np.floor((y + rng.uniform(0, board_mm)) / board_mm).astype(int)[:, 0]
    for board in np.unique(boards):
        rows = np.flatnonzero(boards == board)
        shape = (len(rows), width)
        warp = _noise(rng, shape, (3, 5)) * 16 + _noise(rng, shape, (6, 14)) * 5
        rings = np.sin((y[rows] + warp) * rng.uniform(0.35, 0.6) + rng.uniform(0, 9))
        streaks = (
            _noise(rng, shape, (len(rows) / px_per_mm / 1.6, 12))
            + _noise(rng, shape, (len(rows) / px_per_mm / 0.7, 30)) * 0.8
        )
        part = 0.5 + 0.16 * rings + 0.17 * streaks + rng.uniform(-0.1, 0.1)
        edge = np.minimum(np.arange(len(rows)), np.arange(len(rows))[::-1])[:, None] / px_per_mm
        grain[rows] = part - 0.5 * np.exp(-((edge / 0.7) ** 2))
    return _mix(dark, light, np.clip(grain, 0, 1))


def felt(rng: np.random.Generator, px_per_mm: float, size: tuple[int, int] = _TEXTURE_MM) -> NDArray[np.float32]:
    """Cloth of one colour, ``size`` (width, height) mm, float32 BGR 0..255."""
    height, width = round(size[1] * px_per_mm), round(size[0] * px_per_mm)
    colour = np.array(_FELTS[int(rng.integers(len(_FELTS)))], np.float32)
    nap = rng.standard_normal((height, width)).astype(np.float32)
    nap = (
        cv2.GaussianBlur(nap, (0, 0), 0.7 * max(px_per_mm / 2, 0.5)) * 0.10
        + _noise(rng, (height, width), (9, 12)) * 0.05
    )
    return np.clip(colour * (1 + nap[:, :, None]), 0, 255)


SURFACES = {"wood": wood, "felt": felt}


def table_top(camera: Camera, rng: np.random.Generator) -> Image:
    """The bare table as the camera sees it, evenly lit."""
    px_per_mm = camera.focal / float(np.linalg.norm(camera.position))
    texture = SURFACES[str(rng.choice(sorted(SURFACES)))](rng, px_per_mm)
    height, width = texture.shape[:2]
    mm_width, mm_height = _TEXTURE_MM
    quad = camera.project(Pose(0, 0, 0).corners(mm_width, mm_height))
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    return cv2.warpPerspective(
        texture.astype(np.uint8), matrix, camera.size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )  # type: ignore[return-value]


def lamp(camera: Camera, rng: np.random.Generator) -> Image:
    """Light falling on every pixel, (H, W, 3) uint8, 200 = as it is: a lamp on one side, its colour, darker corners."""
    width, height = camera.size
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    cx, cy = rng.uniform(0.15, 0.85) * width, rng.uniform(0.05, 0.5) * height
    away = ((xs - cx) ** 2 + (ys - cy) ** 2) / (0.9 * width) ** 2
    field = rng.uniform(0.70, 0.78) + 0.36 * np.exp(-away)
    warmth = rng.uniform(-0.01, 0.05)
    colour = np.array([1 - warmth, 1.0, 1 + warmth], np.float32)
    return np.clip(field[:, :, None] * colour * 200, 0, 255).astype(np.uint8)
