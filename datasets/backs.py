"""What do card backs look like? Endless patterns of the usual kinds, drawn."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Field = NDArray[np.float32]

INKS = (
    (40, 30, 190),
    (150, 60, 20),
    (30, 30, 30),
    (60, 110, 20),
    (110, 30, 90),
    (30, 60, 120),
    (170, 110, 30),
    (90, 90, 90),
)
"""The usual colours of backs, BGR."""


def _waves(x: Field, y: Field, rng: np.random.Generator) -> Field:
    f, g = rng.uniform(0.05, 0.25, 2)
    return np.asarray(np.sin(x * f) * np.cos(y * g) + np.sin(np.hypot(x, y) * rng.uniform(0.05, 0.2)), np.float32)


def _lattice(x: Field, y: Field, rng: np.random.Generator) -> Field:
    f, lean, line = rng.uniform(0.05, 0.3), rng.uniform(0.5, 1.2), rng.uniform(0.75, 0.95)
    near = np.maximum(np.cos((x + lean * y) * f), np.cos((x - lean * y) * f))
    return np.asarray(near - line, np.float32)


def _diamonds(x: Field, y: Field, rng: np.random.Generator) -> Field:
    f, lean = rng.uniform(0.05, 0.25), rng.uniform(0.5, 1.2)
    return np.asarray(np.sin((x + lean * y) * f) * np.sin((x - lean * y) * f), np.float32)


def _stripes(x: Field, y: Field, rng: np.random.Generator) -> Field:
    turn, f = rng.uniform(0, np.pi), rng.uniform(0.05, 0.4)
    return np.asarray(np.sin((x * np.cos(turn) + y * np.sin(turn)) * f) + rng.uniform(-0.5, 0.5), np.float32)


def _dots(x: Field, y: Field, rng: np.random.Generator) -> Field:
    f = rng.uniform(0.08, 0.3)
    return np.asarray(np.cos(x * f) + np.cos(y * f) - rng.uniform(-0.5, 1.0), np.float32)


def _plain(x: Field, y: Field, rng: np.random.Generator) -> Field:
    return np.ones_like(x)


def _rosettes(x: Field, y: Field, rng: np.random.Generator) -> Field:
    angle, radius, petals = np.arctan2(y, x), np.hypot(x, y), int(rng.integers(4, 13))
    return np.asarray(np.sin(radius * rng.uniform(0.05, 0.15) + rng.uniform(1, 4) * np.cos(petals * angle)), np.float32)


def _ornament(x: Field, y: Field, rng: np.random.Generator) -> Field:
    """Random leaves, the same in all four quarters."""
    small = rng.normal(size=(int(rng.integers(12, 40)), int(rng.integers(10, 30)))).astype(np.float32)
    quarter = cv2.resize(small, (x.shape[1] // 2 + 1, x.shape[0] // 2 + 1), interpolation=cv2.INTER_CUBIC)
    half = np.hstack([quarter, quarter[:, ::-1]])[:, : x.shape[1]]
    return np.asarray(np.vstack([half, half[::-1]])[: x.shape[0]], np.float32)


_KINDS: tuple[Callable[[Field, Field, np.random.Generator], Field], ...] = (
    _waves,
    _lattice,
    _diamonds,
    _stripes,
    _dots,
    _plain,
    _rosettes,
    _ornament,
    _ornament,
)


def draw_back(rng: np.random.Generator, width: int, height: int, paper: tuple[float, ...]) -> Image:
    """A back, (height, width, 3) uint8 BGR, the same when turned by 180 degrees as most are (some are not)."""
    y, x = np.mgrid[-height / 2 : height / 2 : height * 1j, -width / 2 : width / 2 : width * 1j].astype(np.float32)
    ink = np.clip(np.array(INKS[int(rng.integers(len(INKS)))]) + rng.normal(0, 20, 3), 0, 255)
    other = np.array(paper) if rng.random() < 0.7 else np.clip(ink + rng.uniform(-90, 130, 3), 0, 255)

    def pattern() -> Field:
        kind = _KINDS[int(rng.integers(len(_KINDS)))]
        return np.clip(kind(x, y, rng) * 4 + 0.5, 0, 1)[:, :, None]

    field = pattern()
    if rng.random() < 0.4:  # a second pattern in the middle, or around it
        rx, ry = rng.uniform(0.1, 0.45) * width, rng.uniform(0.1, 0.45) * height
        power = float(rng.choice([1.0, 2.0, 8.0]))
        inside = np.clip((1 - np.abs(x / rx) ** power - np.abs(y / ry) ** power) * 20, 0, 1)[:, :, None]
        field = field * (1 - inside) + pattern() * inside
    image = ink * field + other * (1 - field)
    if rng.random() < 0.75:
        border = int(rng.uniform(0.02, 0.1) * width)
        if rng.random() < 0.5:
            line = max(1, int(rng.uniform(0.005, 0.02) * width))
            cv2.rectangle(image, (border, border), (width - 1 - border, height - 1 - border), ink.tolist(), 2 * line)
        edge = np.ones((height, width), bool)
        edge[border : height - border, border : width - border] = False
        image[edge] = paper
    return np.asarray(np.clip(image, 0, 255), np.uint8)
