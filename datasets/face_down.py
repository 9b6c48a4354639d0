"""How face-down cards lie in real games. Each layout gives poses, and which of the cards are face down."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.layouts import fan_of

Poses = NDArray[np.float64]  # (n, 3): x, y in heights of a card, degrees clockwise; the lowest card first


def _placed(rng: Generator, poses: Poses, x: float, y: float, turn: float = 0.0) -> Poses:
    """``poses`` turned by ``turn`` degrees about the middle and moved to x, y, a little untidy."""
    a = np.deg2rad(turn)
    c, s = np.cos(a), np.sin(a)
    moved = poses.copy()
    moved[:, :2] = poses[:, :2] @ np.array([[c, s], [-s, c]]) + (x, y)
    moved[:, 2] += turn
    return moved + rng.normal(0, 1, poses.shape) * (0.01, 0.01, 1.5)


def _rows_of_backs(rng: Generator) -> tuple[Poses, NDArray[np.bool_]]:
    """Cards in rows, some of them face down (Memory, a tableau, cards to be turned)."""
    columns, rows = int(rng.integers(2, 6)), int(rng.integers(1, 4))
    gap = rng.uniform(0.74, 1.0), rng.uniform(1.05, 1.3)
    grid = np.array([(c * gap[0], r * gap[1], 0.0) for r in range(rows) for c in range(columns)])
    return _placed(rng, grid, 0, 0), rng.random(len(grid)) < rng.uniform(0.3, 1.0)


def _stock_and_cards(rng: Generator) -> tuple[Poses, NDArray[np.bool_]]:
    """A stock, squared up, with or without a trump under it, beside a few cards that lie open."""
    many = int(rng.integers(4, 16))
    tidy = rng.uniform(0.003, 0.02)
    stock = np.zeros((many, 3)) + rng.normal(0, 1, (many, 3)) * (tidy, tidy, 60 * tidy)
    parts, down = [stock], [np.ones(many, bool)]
    if rng.random() < 0.5:
        parts.insert(0, np.array([[rng.uniform(0.25, 0.4), rng.normal(0, 0.02), 90.0]]))
        down.insert(0, np.zeros(1, bool))
    open_cards = int(rng.integers(1, 6))
    row = np.array([(k * rng.uniform(0.3, 0.8), 0.0, 0.0) for k in range(open_cards)])
    parts.append(_placed(rng, row, rng.uniform(1.0, 1.4), rng.normal(0, 0.3)))
    down.append(np.zeros(open_cards, bool))
    return np.concatenate(parts), np.concatenate(down)


def _under_others(rng: Generator) -> tuple[Poses, NDArray[np.bool_]]:
    """Face-down cards, each with an open one partly on it."""
    columns = int(rng.integers(1, 5))
    shift = rng.uniform(0.25, 0.6)
    poses = np.array([(c * 0.85, k * shift, 0.0) for c in range(columns) for k in (0, 1)])
    return _placed(rng, poses, 0, 0), np.tile([True, False], columns)


def _hand_from_behind(rng: Generator) -> tuple[Poses, NDArray[np.bool_]]:
    """A hand held with its backs to the camera, and open cards on the table."""
    many, lying = int(rng.integers(3, 8)), int(rng.integers(0, 4))
    hand = fan_of(rng, many)
    row = np.array([(k * 0.8, 0.0, 0.0) for k in range(lying)]).reshape(-1, 3)
    table = _placed(rng, row, -0.4 * lying, -1.5) if lying else row
    return np.concatenate([table, hand]), np.array([False] * lying + [True] * many)


def _rows_that_overlap(rng: Generator) -> tuple[Poses, NDArray[np.bool_]]:
    """Hands laid down in a row, each card on the one before, one hand open and one not."""
    parts, down = [], []
    for k, hidden in enumerate((True, rng.random() < 0.3)):
        many = int(rng.integers(2, 7))
        step = rng.uniform(0.28, 0.6) * (1 if rng.random() < 0.7 else -1)
        row = np.array([(i * step, 0.0, 0.0) for i in range(many)])
        row[:, 0] -= row[:, 0].mean()
        parts.append(_placed(rng, row, 0, 1.35 * k))
        down.append(np.full(many, hidden))
    return np.concatenate(parts), np.concatenate(down)


def _squared_heaps(rng: Generator) -> tuple[Poses, NDArray[np.bool_]]:
    """Heaps so thick that their sides show, beside each other or among open cards."""
    parts, down = [], []
    for k in range(int(rng.integers(1, 4))):
        many, side = int(rng.integers(3, 30)), rng.uniform(0, 2 * np.pi)
        lean = rng.uniform(0.001, 0.012) * np.array([np.cos(side), np.sin(side), 0])
        heap = np.arange(many)[:, None] * lean + rng.normal(0, 1, (many, 3)) * (0.004, 0.004, 0.6)
        parts.append(_placed(rng, np.zeros((1, 3)), 1.0 * k, rng.normal(0, 0.2), rng.normal(0, 15)) + heap)
        down.append(np.full(many, k == 0 or rng.random() < 0.7))
    return np.concatenate(parts), np.concatenate(down)


def _spread(rng: Generator) -> tuple[Poses, NDArray[np.bool_]]:
    """A pack drawn out in a row or an arc, closely."""
    many = int(rng.integers(3, 9))
    if rng.random() < 0.3:
        return fan_of(rng, many), np.ones(many, bool)
    along = np.arange(many) * rng.uniform(0.2, 0.5)
    row = np.column_stack([along, rng.normal(0, 0.3) * along**2 / max(many, 1), rng.normal(0, 6) * along])
    return _placed(rng, row, 0, 0), np.ones(many, bool)


def _half_covered(rng: Generator) -> tuple[Poses, NDArray[np.bool_]]:
    """Face-down cards scattered, on and under open ones."""
    many = int(rng.integers(2, 8))
    wide = 0.45 * np.sqrt(many)
    poses = np.column_stack([rng.uniform(-wide, wide, (many, 2)), rng.normal(0, 40, many)])
    return poses, rng.random(many) < 0.6


def _few(rng: Generator) -> tuple[Poses, NDArray[np.bool_]]:
    """One or two, large in the picture."""
    many = int(rng.integers(1, 3))
    return _placed(rng, np.array([(k * 0.85, 0.0, 0.0) for k in range(many)]), 0, 0), np.ones(many, bool)


BACKS = (_rows_of_backs, _stock_and_cards, _under_others, _hand_from_behind, _rows_that_overlap)

MORE_BACKS = (*BACKS, _squared_heaps, _spread, _half_covered, _few)
"""And as they are trained on."""
