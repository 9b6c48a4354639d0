"""The four suits of our own pack: their shapes and colours. Unit shapes: 1 high, centred at 0, 0, y down."""

from __future__ import annotations

import numpy as np

from datasets.vector import Canvas, Colour, Path, curve, ellipse, mirrored, placed, points

PAPER: Colour = (243, 248, 250)
INK: Colour = (38, 30, 28)
RED: Colour = (42, 30, 196)
GOLD: Colour = (72, 168, 222)


def _heart() -> Path:
    side = curve((0, 0.5), (0.10, 0.30, 0.47, 0.10, 0.47, -0.21), (0.47, -0.41, 0.35, -0.5, 0.245, -0.5))
    side = np.concatenate([side, curve((0.245, -0.5), (0.13, -0.5, 0.03, -0.42, 0, -0.25))[1:]])
    return mirrored(side[::-1])


def _spade() -> tuple[Path, ...]:
    leaf = _heart() * (1.0, -0.80) + (0, -0.10)
    stem = mirrored(curve((0, 0.02), (0.03, 0.02, 0.045, 0.10, 0.06, 0.22), (0.08, 0.36, 0.13, 0.45, 0.23, 0.5)))
    return leaf, stem


def _club() -> tuple[Path, ...]:
    stem = mirrored(curve((0, 0.0), (0.03, 0.0, 0.045, 0.12, 0.06, 0.24), (0.08, 0.37, 0.13, 0.45, 0.24, 0.5)))
    leaves = [ellipse(x, y, 0.235, 0.235) for x, y in ((0, -0.265), (-0.262, 0.10), (0.262, 0.10))]
    return (*leaves, placed(points(0, -1, 1, 0.35, -1, 0.35), 0, 0.03, 0.17), stem)


def _diamond() -> Path:
    return mirrored(curve((0, -0.5), (0.09, -0.31, 0.27, -0.10, 0.39, 0), (0.27, 0.10, 0.09, 0.31, 0, 0.5)))


SUIT_SHAPES: tuple[tuple[Path, ...], ...] = (_club(), (_diamond(),), (_heart(),), _spade())
"""Suit -> the shapes that make its pip."""
SUIT_COLOURS: tuple[Colour, ...] = (INK, RED, RED, INK)


def pip(
    canvas: Canvas, suit: int, x: float, y: float, height: float, turn: float = 0.0, colour: Colour | None = None
) -> None:
    """Paint a pip of ``height`` with its centre at x, y."""
    for shape in SUIT_SHAPES[suit]:
        canvas.fill(SUIT_COLOURS[suit] if colour is None else colour, placed(shape, x, y, height, turn=turn))
