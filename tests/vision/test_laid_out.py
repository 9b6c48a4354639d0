"""What a picture of laid-out cards shows: rows, and our own pack told card by card."""

from __future__ import annotations

import itertools

import numpy as np

from vision import laid_out


def test_rows_are_read_from_the_left_and_from_the_top_in_perspective_and_with_a_gap() -> None:
    def outline(x: float, y: float) -> np.ndarray:
        corners = np.array([[0.0, 0], [60, 0], [60, 88], [0, 88]]) + np.array([x, y])
        tilted = np.column_stack([corners[:, 0] + 0.12 * corners[:, 1], corners[:, 1] + 0.05 * corners[:, 0]])
        return (tilted / (1 + 0.0006 * tilted[:, 1:])).astype(np.float32)

    places = [(x * 75.0, y * 110.0) for y in range(4) for x in range(13) if (x, y) != (5, 2)]
    shuffled = np.random.default_rng(2).permutation(len(places))
    rows = laid_out._in_rows([outline(*places[i]) for i in shuffled])
    assert [[int(shuffled[i]) for i in row] for row in rows] == [
        list(group) for _, group in itertools.groupby(range(51), key=lambda i: places[i][1])
    ]
