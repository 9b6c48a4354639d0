"""A hand and its sleeve, seen from above: limbs are round rods, melted into one surface, and lit.

Measures are millimetres with the finger tips at 0, 0, pointing up (-y); the arm runs down (+y). A right hand, back up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

X0, X1, Y0, Y1 = -75.0, 95.0, -25.0, 470.0
"""What a hand's picture covers, mm."""

SIZE = (X1 - X0, Y1 - Y0)

_LIGHT = np.array([-0.42, -0.46, 0.78])

Colour = tuple[float, float, float]  # blue, green, red
Rod = tuple[tuple[float, float, float, float], ...]  # knots: x, y, radius, height of the axis


@dataclass(frozen=True, slots=True)
class HandStyle:
    """Whose hand it is."""

    skin: Colour
    sleeve: Colour
    cuff: Colour
    left: bool = False


STYLES = (
    HandStyle((132, 164, 222), (92, 58, 38), (206, 210, 214)),
    HandStyle((96, 132, 196), (58, 46, 116), (70, 56, 132)),
    HandStyle((150, 182, 234), (74, 84, 62), (84, 94, 70)),
    HandStyle((64, 92, 146), (176, 178, 180), (204, 206, 208)),
)

# Fingers from the knuckle to the tip; the thumb from the wrist.
_PALM: tuple[Rod, ...] = (
    ((2, 112, 23, 8), (-12, 88, 19, 9), (-23, 66, 12.5, 12)),
    ((3, 112, 22, 8), (-2, 88, 18, 10), (-6, 60, 12.5, 14)),
    ((6, 112, 22, 8), (8, 88, 18, 9), (11, 63, 12, 12)),
    ((8, 112, 21, 7), (17, 90, 16, 7), (26, 72, 11, 9)),
)
_POSES: dict[str, tuple[Rod, ...]] = {
    # holding a card: two fingers on it, the others drawn in, the thumb under its edge
    "hold": (
        ((-23, 66, 11.5, 13), (-25, 38, 9.6, 18), (-18, 16, 8.4, 14), (-11, 0, 7.0, 6)),
        ((-6, 60, 11.5, 15), (-4, 30, 9.8, 21), (-1, 10, 8.6, 16), (3, -6, 7.2, 6)),
        ((11, 63, 11.0, 13), (16, 38, 9.4, 18), (17, 20, 8.2, 12), (16, 8, 7.0, 5)),
        ((26, 72, 9.8, 9), (33, 52, 8.2, 13), (33, 38, 7.2, 9), (31, 28, 6.2, 4)),
        ((-16, 98, 15, 6), (-38, 72, 11.5, 5), (-42, 46, 9.6, 4), (-33, 26, 8.2, 2)),
    ),
    # lying flat on cards that it drags along
    "press": (
        ((-23, 66, 11.5, 13), (-31, 36, 9.4, 13), (-34, 14, 8.4, 9), (-35, -4, 7.0, 5)),
        ((-6, 60, 11.5, 15), (-8, 26, 9.8, 15), (-8, 2, 8.6, 10), (-8, -18, 7.2, 5)),
        ((11, 63, 11.0, 13), (15, 30, 9.4, 14), (17, 8, 8.2, 10), (18, -10, 7.0, 5)),
        ((26, 72, 9.8, 9), (37, 46, 8.2, 10), (41, 28, 7.2, 7), (43, 14, 6.2, 4)),
        ((-16, 98, 15, 6), (-40, 76, 11.5, 6), (-54, 54, 9.6, 5), (-62, 38, 8.2, 4)),
    ),
    # open, just let go
    "open": (
        ((-23, 66, 11.5, 13), (-28, 38, 9.6, 18), (-26, 16, 8.4, 14), (-22, -2, 7.0, 8)),
        ((-6, 60, 11.5, 15), (-6, 28, 9.8, 20), (-4, 6, 8.6, 15), (-1, -12, 7.2, 8)),
        ((11, 63, 11.0, 13), (16, 34, 9.4, 18), (18, 14, 8.2, 13), (19, -2, 7.0, 7)),
        ((26, 72, 9.8, 9), (35, 49, 8.2, 13), (37, 33, 7.2, 9), (37, 21, 6.2, 5)),
        ((-16, 98, 15, 6), (-41, 74, 11.5, 6), (-50, 50, 9.6, 6), (-50, 31, 8.2, 5)),
    ),
}
POSES = tuple(_POSES)
_FOREARM: Rod = ((4, 112, 23.5, 6), (8, 150, 25, 6), (12, 200, 28, 6))
_SLEEVE: Rod = ((3, 96, 29, 8), (9, 158, 31, 8), (15, 240, 36, 9), (34, 480, 46, 10))
_CUFF_TOP, _CUFF = 132.0, 24.0


def _surface(
    rods: tuple[Rod, ...], xs: NDArray[np.float32], ys: NDArray[np.float32], melt: float
) -> NDArray[np.float32]:
    """Height of the surface over every point, mm; below -20 where there is nothing."""
    total = np.zeros(xs.shape, np.float32)
    for rod in rods:
        for (ax, ay, ar, az), (bx, by, br, bz) in pairwise(rod):
            reach = max(ar, br) + 2
            rows = np.flatnonzero((ys[:, 0] > min(ay, by) - reach) & (ys[:, 0] < max(ay, by) + reach))
            if not len(rows):
                continue
            x, y = xs[rows], ys[rows]
            dx, dy = bx - ax, by - ay
            t = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
            radius = ar + (br - ar) * t
            out = ((x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2) / radius**2
            # a flattened rod: wide limbs are not as high as they are wide
            lift = (
                az
                + (bz - az) * t
                + np.minimum(radius, 13) * (np.sqrt(np.clip(1 - out, 0, 1)) - np.clip(out - 1, 0, 1) * 40)
            )
            total[rows] += np.exp(np.clip(lift, -40, 60) * melt)
    return np.asarray(np.log(np.maximum(total, 1e-12)) / melt, np.float32)


def _lit(
    height: NDArray[np.float32], px_per_mm: float, colour: NDArray[np.float32], soft: float
) -> NDArray[np.float32]:
    smooth = cv2.GaussianBlur(height, (0, 0), 0.9 * px_per_mm)
    gy, gx = np.gradient(smooth * px_per_mm)
    gx, gy = gx.clip(-3, 3) * 0.75, gy.clip(-3, 3) * 0.75
    light = _LIGHT / np.linalg.norm(_LIGHT)
    lambert = (light[2] - light[0] * gx - light[1] * gy) / np.sqrt(gx**2 + gy**2 + 1)
    shade = np.clip(soft + (1.08 - soft) * lambert, 0, 1.25)[:, :, None].astype(np.float32)
    # Skin and cloth lose blue first when they go dark.
    return colour * np.concatenate([shade**1.25, shade**1.1, shade**0.9], axis=2)


def _nails(rods: tuple[Rod, ...], picture: NDArray[np.float32], px: float) -> None:
    for index, rod in enumerate(rods):
        (ax, ay, _, _), (bx, by, radius, _) = rod[-2], rod[-1]
        length = float(np.hypot(bx - ax, by - ay))
        ux, uy = (bx - ax) / length, (by - ay) / length
        centre = ((bx + ux * 0.8 - X0) * px, (by + uy * 0.8 - Y0) * px)
        size = (radius * 0.62 * px * (1.15 if index == 4 else 1), radius * 0.78 * px)
        angle = float(np.degrees(np.arctan2(uy, ux))) + 90
        mask = np.zeros(picture.shape[:2], np.float32)
        cv2.ellipse(mask, (centre, (2 * size[0], 2 * size[1]), angle), 1.0, -1, cv2.LINE_AA)
        rim = cv2.GaussianBlur(mask, (0, 0), 0.5 * px)[:, :, None]
        picture *= 1 - 0.10 * rim
        inner = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, round(0.5 * px)))
        inner = cv2.GaussianBlur(inner, (0, 0), 0.35 * px)[:, :, None]
        picture += inner * (np.array([168, 176, 226], np.float32) - picture) * 0.42


def _creases(rods: tuple[Rod, ...], picture: NDArray[np.float32], px: float) -> None:
    """Folds of the skin over the joints."""
    marks = np.zeros(picture.shape[:2], np.float32)
    for rod in rods[:4]:
        for before, joint, after in zip(rod[:-2], rod[1:-1], rod[2:], strict=True):
            ux, uy = after[0] - before[0], after[1] - before[1]
            norm = float(np.hypot(ux, uy))
            ux, uy = ux / norm, uy / norm
            for along in (-1.6, 0.0, 1.6):
                wide = joint[2] * (0.5 if along == 0 else 0.36)
                cx, cy = joint[0] + ux * along, joint[1] + uy * along
                p = (round((cx - uy * wide - X0) * px), round((cy + ux * wide - Y0) * px))
                q = (round((cx + uy * wide - X0) * px), round((cy - ux * wide - Y0) * px))
                cv2.line(marks, p, q, 1.0, max(1, round(0.5 * px)), cv2.LINE_AA)
    soft = cv2.GaussianBlur(marks, (0, 0), 0.55 * px)[:, :, None]
    picture *= 1 - np.array([0.34, 0.30, 0.2], np.float32) * soft


@lru_cache(maxsize=64)
def hand_picture(pose: str, style: HandStyle, px_per_mm: float) -> NDArray[np.uint8]:
    """A hand as BGRA with colours multiplied by alpha, (H, W, 4), covering X0..X1, Y0..Y1 (a left hand: X1..X0)."""
    width, height = round((X1 - X0) * px_per_mm), round((Y1 - Y0) * px_per_mm)
    x = (np.arange(width, dtype=np.float32) + 0.5) / px_per_mm + X0
    y = (np.arange(height, dtype=np.float32) + 0.5) / px_per_mm + Y0
    xs, ys = np.meshgrid(x, y)
    rng = np.random.default_rng(7)

    fingers = _POSES[pose]
    flesh = _surface((*_PALM, *fingers, _FOREARM), xs, ys, 0.55)
    mottle = cv2.resize(
        rng.standard_normal((60, 20)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    skin = np.array(style.skin, np.float32) * (1 + 0.025 * mottle[:, :, None])
    red = np.zeros((height, width), np.float32)  # knuckles and finger tips are redder
    for rod in fingers:
        for knot in (rod[0], rod[1], rod[-1]):
            red += np.exp(-((xs - knot[0]) ** 2 + (ys - knot[1]) ** 2) / (0.9 * knot[2]) ** 2)
    skin *= 1 - np.array([0.10, 0.075, 0.0], np.float32) * np.clip(red, 0, 1)[:, :, None]
    picture = _lit(flesh, px_per_mm, skin, 0.40)
    _creases(fingers, picture, px_per_mm)
    if pose != "hold":
        _nails(fingers, picture, px_per_mm)
    else:
        _nails(fingers[:4], picture, px_per_mm)

    down = ys + 0.06 * xs + 0.0016 * (xs - 8) ** 2  # cuffs are round: their rim bends
    folds = cv2.resize(rng.standard_normal((26, 5)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    cloth = _surface((_SLEEVE,), xs, ys, 1.0)
    inside = ((cloth > 0) & (down > _CUFF_TOP)).astype(np.float32)
    shape = np.where(inside > 0, cloth + 1.7 * folds, cloth)
    is_cuff = (down < _CUFF_TOP + _CUFF)[:, :, None]
    weave = 1 + 0.05 * rng.standard_normal((height, width, 1)).astype(np.float32)
    colour = np.where(is_cuff, np.array(style.cuff, np.float32), np.array(style.sleeve, np.float32) * weave)
    sleeve = _lit(shape, px_per_mm, colour.astype(np.float32), 0.35)
    seam = np.abs(down - _CUFF_TOP - _CUFF)
    sleeve *= 1 - 0.35 * np.exp(-((seam / 1.0) ** 2))[:, :, None]

    alpha_skin = cv2.GaussianBlur((flesh > 0).astype(np.float32), (0, 0), 0.35 * px_per_mm)
    alpha_sleeve = cv2.GaussianBlur(inside, (0, 0), 0.3 * px_per_mm)
    # the sleeve's shadow on the wrist
    shadow = cv2.GaussianBlur(np.roll(alpha_sleeve, -round(3 * px_per_mm), axis=0), (0, 0), 2.5 * px_per_mm)
    picture *= 1 - 0.45 * shadow[:, :, None]
    mixed = picture * (1 - alpha_sleeve[:, :, None]) + sleeve * alpha_sleeve[:, :, None]
    alpha = np.maximum(alpha_skin, alpha_sleeve)
    result = np.dstack([np.clip(mixed, 0, 255) * alpha[:, :, None], alpha * 255]).astype(np.uint8)
    return np.ascontiguousarray(result[:, ::-1]) if style.left else result


def origin(style: HandStyle) -> tuple[float, float]:
    """Where the finger tips are in the picture of a hand, in fractions of its width and height."""
    across = -X0 / SIZE[0]
    return (1 - across if style.left else across, -Y0 / SIZE[1])
