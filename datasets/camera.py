"""What a camera does to a clean picture: light, lens, sensor and file. Drawn pictures go through here to look photographed."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Image = NDArray[np.uint8]


_PARTY = (
    (1.2, 0.5, 0.95),
    (1.1, 0.75, 0.9),
    (0.55, 0.6, 1.2),
    (1.2, 0.8, 0.55),
    (0.6, 1.1, 0.7),
    (0.4, 0.75, 1.15),
)  # blue, green, red


def smooth_field(rng: Generator, height: int, width: int, cells: int) -> NDArray[np.float32]:
    """A soft random field (height, width) between 0 and 1: ``cells`` random values along the longer side, interpolated."""
    rows = max(2, round(cells * height / max(height, width)))
    columns = max(2, round(cells * width / max(height, width)))
    coarse = rng.random((rows, columns), dtype=np.float32)
    return np.clip(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), 0, 1)


def _lamp(rng: Generator, height: int, width: int, strength: float) -> NDArray[np.float32]:
    """Uneven light: a slope, a soft spot, sometimes the sharp edge of a shadow. (height, width, 1), around 1."""
    field = 1 + strength * rng.uniform(0, 0.7) * (smooth_field(rng, height, width, int(rng.integers(2, 5))) - 0.5)
    if rng.random() < 0.35 * strength:  # a lamp near the table: bright middle, dark corners
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        cx, cy = rng.uniform(0, width), rng.uniform(0, height)
        reach = rng.uniform(0.5, 1.2) * max(height, width)
        field *= 0.45 + 0.65 * np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / reach**2)
    if rng.random() < 0.35 * strength:  # somebody stands in the light
        mask = np.zeros((height, width), np.float32)
        points = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * (width, height)
        cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), 1.0)
        blur = float(rng.uniform(1, 30))
        field *= 1 - rng.uniform(0.2, 0.6) * cv2.GaussianBlur(mask, (0, 0), blur)
    return field[..., None].astype(np.float32)


def _glare(rng: Generator, height: int, width: int) -> NDArray[np.float32]:
    """Bright reflections to be added, (height, width, 1), 0 to about 0.7."""
    mask = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        axes = (int(rng.uniform(0.03, 0.2) * width), int(rng.uniform(0.02, 0.12) * width))
        cv2.ellipse(mask, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    return (
        cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.02, 0.06) * width)) * np.float32(rng.uniform(0.15, 0.7))
    )[..., None]


def sheen(rng: Generator, picture: Image, owner: NDArray[np.int16], count: int) -> None:
    """What glossy cards mirror: a lamp or a window, on each card a little elsewhere, as each lies a little tilted.

    ``owner``: the number of the card that shows at each pixel, negative: none."""
    height, width = owner.shape
    a = rng.uniform(0, 2 * np.pi)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32) / np.float32(max(height, width))
    along, across = xs * np.cos(a) + ys * np.sin(a), ys * np.cos(a) - xs * np.sin(a)
    low, high = float(along.min()), float(along.max())
    place = (rng.uniform(low, high) + rng.normal(0, 0.12, count + 1)).astype(np.float32)
    gain = (rng.uniform(0.2, 0.85) * rng.uniform(0.2, 1, count + 1) * (rng.random(count + 1) < 0.75)).astype(np.float32)
    number = np.maximum(owner, 0)
    veil = np.exp(-(((along - place[number]) / np.float32(rng.uniform(0.04, 0.25))) ** 2)) * gain[number]
    if rng.random() < 0.5:  # not endless
        veil *= np.exp(
            -(((across - np.float32(rng.uniform(across.min(), across.max()))) / np.float32(rng.uniform(0.1, 0.5))) ** 2)
        )
    veil = np.where(owner >= 0, veil, 0)[..., None]
    picture[:] = (picture * (1 - veil) + 255 * veil).astype(np.uint8)


def light(image: Image, rng: Generator, strength: float = 1.0) -> NDArray[np.float32]:
    """``image`` (H, W, 3) BGR under a random lamp: float32, 0 to 1, not clipped."""
    height, width = image.shape[:2]
    lit: NDArray[np.float32] = image.astype(np.float32) / np.float32(255)
    lit *= _lamp(rng, height, width, strength)
    warmth = rng.normal(0, 0.12 * strength)
    tint = rng.normal(0, 0.04 * strength)
    gains = np.array([1 - warmth, 1 + tint, 1 + warmth], np.float32)
    if rng.random() < 0.12 * strength:  # a coloured lamp, or a camera that gets the white wrong
        gains *= rng.uniform(0.6, 1.25, 3).astype(np.float32)
    elif rng.random() < 0.07 * strength:  # party light: violet, red, blue, green
        gains *= np.array(_PARTY[int(rng.integers(len(_PARTY)))], np.float32) * rng.uniform(0.8, 1.2, 3).astype(
            np.float32
        )
    lit *= gains
    if rng.random() < 0.25 * strength:
        lit += _glare(rng, height, width)
    exposure = float(np.exp(rng.normal(0, 0.22 * strength)))
    if rng.random() < 0.14 * strength:  # a dim room
        exposure *= rng.uniform(0.2, 0.7)
    return (lit * exposure).astype(np.float32)


def lens_and_sensor(lit: NDArray[np.float32], rng: Generator, strength: float = 1.0) -> Image:
    """Blur, motion, tone, noise, sharpening and JPEG: float32 (H, W, 3) BGR, 0 to 1, in; uint8 out."""
    if rng.random() < 0.7:
        lit = cv2.GaussianBlur(lit, (0, 0), float(0.3 + abs(rng.normal(0, 0.7)) * strength))
    if rng.random() < 0.08 * strength:  # not in focus, all of it or one side
        soft = cv2.GaussianBlur(lit, (0, 0), float(rng.uniform(1.0, 3.0)))
        field = smooth_field(rng, lit.shape[0], lit.shape[1], 2)[..., None] if rng.random() < 0.6 else np.float32(1)
        lit = lit * (1 - field) + soft * field
    if rng.random() < 0.12 * strength:  # the camera or the card moved
        length = int(rng.integers(3, 9))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        half = (length - 1) / 2
        cv2.line(
            kernel,
            (round(half - half * np.cos(angle)), round(half - half * np.sin(angle))),
            (round(half + half * np.cos(angle)), round(half + half * np.sin(angle))),
            1.0,
        )
        lit = cv2.filter2D(lit, -1, kernel / kernel.sum())
    grey = cv2.cvtColor(lit, cv2.COLOR_BGR2GRAY)[..., None]
    lit = grey + (lit - grey) * np.float32(np.clip(rng.normal(1.0, 0.2 * strength), 0.3, 1.7))
    lit = cv2.pow(np.maximum(lit, 0), float(np.exp(rng.normal(0, 0.15 * strength))))
    contrast = float(np.exp(rng.normal(0, 0.12 * strength)))
    lit = (lit - np.float32(0.5)) * np.float32(contrast) + np.float32(0.5)
    height, width = lit.shape[:2]
    sigma = abs(rng.normal(0, 0.02 * strength))
    if rng.random() < 0.5:  # noise as small cameras show it: coarse, smeared by their own cleaning
        grain = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), np.float32)
        noise = cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR)
    else:
        noise = rng.standard_normal(lit.shape, np.float32)
    picture = cv2.convertScaleAbs(np.maximum(lit + np.float32(sigma) * noise, 0), alpha=255)
    if rng.random() < 0.3:  # phones sharpen
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        amount = float(rng.uniform(0.3, 1.2))
        picture = cv2.addWeighted(picture, 1 + amount, soft, -amount, 0)
    if rng.random() < 0.75:
        quality = int(rng.uniform(25, 95)) if rng.random() < 0.5 else int(rng.uniform(60, 95))
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return picture


def degrade(image: Image, rng: Generator, strength: float = 1.0) -> Image:
    """``image`` (H, W, 3) uint8 BGR as a camera would give it. ``strength`` 0 (hardly) to 1 (any amateur's photograph)."""
    return lens_and_sensor(light(image, rng, strength), rng, strength)
