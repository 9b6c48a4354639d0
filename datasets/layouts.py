"""How cards lie on a table, and from where a camera sees them: poses in the plane of the table (unit: the height of a card)."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _scatter(rng: Generator, count: int) -> NDArray[np.float64]:
    spread = 0.55 * np.sqrt(count) * rng.uniform(0.7, 1.5)
    return np.column_stack([rng.uniform(-spread, spread, (count, 2)), rng.uniform(0, 360, count)])


def _row(rng: Generator, count: int) -> NDArray[np.float64]:
    rows = int(rng.integers(1, 4)) if count > 4 else 1
    columns = -(-count // rows)
    gap_x, gap_y = rng.uniform(0.72, 1.1), rng.uniform(1.02, 1.4)
    turned = 90.0 * rng.integers(0, 4) if rng.random() < 0.3 else 0.0
    poses = []
    for i in range(count):
        x, y = (i % columns) * gap_x, (i // columns) * gap_y
        poses.append((x, y, turned + (180.0 if rng.random() < 0.3 else 0.0)))
    jitter = rng.normal(0, 1, (count, 3)) * (0.03, 0.03, rng.uniform(0, 8))
    return np.array(poses) + jitter


def _overlapping_row(rng: Generator, count: int) -> NDArray[np.float64]:
    step = rng.uniform(0.14, 0.6)
    along = np.arange(count) * step * (1 if rng.random() < 0.75 else -1)
    drift = rng.normal(0, 0.05) * np.arange(count)
    jitter = rng.normal(0, 1, (count, 3)) * (0.015, 0.02, rng.uniform(0.5, 6))
    return np.column_stack([along, drift, np.where(rng.random(count) < 0.15, 180.0, 0.0)]) + jitter


def _cascade(rng: Generator, count: int) -> NDArray[np.float64]:
    columns = int(rng.integers(1, 5))
    step = rng.uniform(0.17, 0.45)
    poses = [((i % columns) * 0.85, (i // columns) * step, 0.0) for i in range(count)]
    return np.array(poses) + rng.normal(0, 1, (count, 3)) * (0.015, 0.015, rng.uniform(0.2, 4))


def _fan(rng: Generator, count: int) -> NDArray[np.float64]:
    radius = rng.uniform(0.9, 1.8)
    step = rng.uniform(6, 18) * (1 if rng.random() < 0.85 else -1)
    angles = (np.arange(count) - (count - 1) / 2) * step + rng.normal(0, 1.5, count)
    radians = np.deg2rad(angles)
    return np.column_stack([radius * np.sin(radians), -radius * np.cos(radians), angles])


def _held_fan(rng: Generator, count: int) -> NDArray[np.float64]:
    """A hand of cards as one holds it: so tight that little more than the indices shows."""
    radius = rng.uniform(0.95, 2.2)
    step = rng.uniform(0.13, 0.3) / (radius + 0.5)  # way from index to index, in heights of a card
    angles = np.rad2deg((np.arange(count) - (count - 1) / 2) * step) + rng.normal(0, 0.6, count)
    radians = np.deg2rad(angles)
    lengths = radius + rng.normal(0, 0.012, count)
    return np.column_stack([lengths * np.sin(radians), -lengths * np.cos(radians), angles])


def _pile(rng: Generator, count: int) -> NDArray[np.float64]:
    spread = rng.uniform(0.03, 0.35)
    turn = rng.uniform(3, 60)
    return np.column_stack([rng.normal(0, spread, (count, 2)), rng.normal(0, turn, count)])


_LAYOUTS = (
    (_scatter, 0.24, (1, 12)),
    (_row, 0.24, (1, 16)),
    (_overlapping_row, 0.15, (2, 10)),
    (_cascade, 0.12, (3, 18)),
    (_fan, 0.10, (3, 13)),
    (_held_fan, 0.12, (4, 13)),
    (_pile, 0.12, (2, 9)),
)


def random_poses(rng: Generator) -> NDArray[np.float64]:
    """Poses (n, 3): x, y, degrees clockwise; one or two groups of cards."""
    shares = np.array([share for _, share, _ in _LAYOUTS])
    groups = []
    for i in range(1 if rng.random() < 0.75 else 2):
        make, _, (low, high) = _LAYOUTS[rng.choice(len(_LAYOUTS), p=shares / shares.sum())]
        count = int(np.clip(low + rng.gamma(1.6, (high - low) / 5), low, high))
        poses = make(rng, count)
        poses[:, :2] -= poses[:, :2].mean(axis=0)
        turn = rng.uniform(0, 360) if i else 0.0
        c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        poses[:, :2] = poses[:, :2] @ np.array([[c, s], [-s, c]])
        poses[:, 2] += turn
        if i:
            poses[:, :2] += rng.normal(0, 1.2, 2)
        groups.append(poses)
    return np.concatenate(groups)


def fan_of(rng: Generator, count: int) -> NDArray[np.float64]:
    """``count`` cards held as a hand, the middle of them at 0, 0."""
    poses = _held_fan(rng, count)
    poses[:, :2] -= poses[:, :2].mean(axis=0)
    return poses


def random_view(rng: Generator, poses: NDArray[np.float64], width: int, height: int) -> NDArray[np.float64]:
    """A homography from the plane to pixels that shows the cards, at a random scale, turn and tilt."""
    span = float(np.ptp(poses[:, :2], axis=0).max()) + 1.2
    largest = min(1.35 * max(width, height) / span, 0.95 * height)
    smallest = max(110.0, 0.35 * min(width, height) / span)
    scale = float(np.exp(rng.uniform(np.log(min(smallest, largest * 0.8)), np.log(largest))))
    turn = rng.uniform(0, 360) if rng.random() < 0.6 else rng.normal(0, 8) + 90 * int(rng.integers(0, 4))
    tilt = np.deg2rad(min(abs(rng.normal(0, 24)), 62))
    sway = np.deg2rad(rng.normal(0, 5))
    a = np.deg2rad(turn)
    rz = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    rx = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    ry = np.array([[np.cos(sway), 0, np.sin(sway)], [0, 1, 0], [-np.sin(sway), 0, np.cos(sway)]])
    r = ry @ rx @ rz
    focal = rng.uniform(0.9, 2.2) * max(width, height)
    distance = focal / scale
    centre = rng.normal(0, 0.12 * span, 2) if rng.random() < 0.8 else rng.normal(0, 0.35 * span, 2)
    shift = np.eye(3)
    shift[:2, 2] = -centre
    k = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    return k @ np.column_stack([r[:, 0], r[:, 1], [0, 0, distance]]) @ shift


def project(h: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float32]:
    """Points (n, 2) of the plane in pixels."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ h.T
    return (mapped[:, :2] / mapped[:, 2:]).astype(np.float32)
