"""What do the cards of a film lie on, and how is the room lit? Any table top, photographed or drawn, from any side."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.camera import smooth_field
from datasets.film_stage import Camera, Image, felt, wood
from datasets.table_tops import table_top

_MM = (1500, 1300)  # as much of the table is drawn, its middle in the middle
_PX_PER_MM = 1.1
_GRID = 8  # px: between points of the picture for which the point of the table is worked out


class FlatTable:
    """A table top seen from straight above. ``textures``: folder with pictures of some; without, all are drawn."""

    def __init__(self, rng: Generator, textures: Path | None = None) -> None:
        width, height = (round(side * _PX_PER_MM) for side in _MM)
        kind = rng.random()
        if kind < 0.4:
            surface = wood if kind < 0.2 else felt
            drawn = surface(rng, _PX_PER_MM, _MM) * rng.uniform(0.6, 1.2)
            self._picture = np.clip(drawn, 0, 255).astype(np.uint8)
        else:
            self._picture = _muted(table_top(rng, _one_of(textures, rng), height, width), rng)

    def seen(self, camera: Camera) -> Image:
        """The table through ``camera``, evenly lit, (H, W, 3) BGR."""
        width, height = camera.size
        columns, rows = -(-width // _GRID) + 1, -(-height // _GRID) + 1
        xs, ys = np.meshgrid(np.arange(columns) * _GRID, np.arange(rows) * _GRID)
        points = camera.points_on_table(np.stack([xs.ravel(), ys.ravel()], axis=1).astype(np.float64))
        grid = ((points + np.array(_MM) / 2) * _PX_PER_MM).reshape(rows, columns, 2).astype(np.float32)
        # linear between the points of the grid
        where = cv2.resize(grid, (columns * _GRID, rows * _GRID), interpolation=cv2.INTER_LINEAR)
        half = _GRID // 2  # resize puts the first point into the middle of the first cell
        maps = where[half : half + height, half : half + width]
        x, y = np.ascontiguousarray(maps[:, :, 0]), np.ascontiguousarray(maps[:, :, 1])
        return np.asarray(cv2.remap(self._picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8)


def _muted(picture: Image, rng: Generator) -> Image:
    """Tables that glow, or are as white as cards, are not what one plays on."""
    bright = float(picture.mean())
    if bright > 130:
        picture = np.asarray(cv2.convertScaleAbs(picture, alpha=float(rng.uniform(70, 130)) / bright), np.uint8)
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    glow = float(hsv[:, :, 1].mean())
    if glow > 90:
        hsv[:, :, 1] = cv2.convertScaleAbs(hsv[:, :, 1], alpha=float(rng.uniform(40, 110)) / glow)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)


def _one_of(textures: Path | None, rng: Generator) -> list[Image]:
    paths = sorted(p for p in textures.rglob("*") if p.suffix.lower() in (".png", ".jpg")) if textures else []
    if not paths:
        return []
    picture = cv2.imread(str(paths[int(rng.integers(len(paths)))]), cv2.IMREAD_COLOR)
    return [] if picture is None else [np.asarray(picture, np.uint8)]


def room_light(camera: Camera, rng: Generator) -> NDArray[np.uint8]:
    """Light falling on every pixel, (H, W, 3) uint8, 200 = as it is: a lamp or window somewhere, darker corners, sometimes the edge of
    a shadow that stays."""
    width, height = camera.size
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    cx, cy = rng.uniform(-0.1, 1.1) * width, rng.uniform(-0.2, 1.1) * height
    away = ((xs - cx) ** 2 + (ys - cy) ** 2) / (rng.uniform(0.5, 1.1) * width) ** 2
    low = rng.uniform(0.5, 0.75)
    field = low + (1.1 - low) * np.exp(-away)
    field *= 1 + rng.uniform(0, 0.25) * (smooth_field(rng, height, width, 3) - 0.5)
    corner = ((xs / width - 0.5) ** 2 + (ys / height - 0.5) ** 2) * 2
    field *= 1 - rng.uniform(0, 0.25) * corner
    if rng.random() < 0.35:
        mask = np.zeros((height, width), np.float32)
        points = rng.uniform(-0.3, 1.3, (4, 2)) * (width, height)
        cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), 1.0)
        field *= 1 - rng.uniform(0.15, 0.45) * cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(3, 40)))
    warmth = rng.uniform(-0.02, 0.05)  # the lamp's colour, as far as it is not everywhere the same
    colour = np.stack([1 - warmth * away, np.ones_like(away), 1 + warmth * away], axis=2)
    return np.clip(field[:, :, None] * np.clip(colour, 0.8, 1.2) * 200, 0, 255).astype(np.uint8)
