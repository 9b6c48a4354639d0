"""vision.recogniser: what is made of the networks' answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detector import apart_backs
from vision.recogniser import _is_a_pip, _on_a_face, sure_of_back
from vision.sighting import Sighting
from vision.weights import Settings


def _box(x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def _face(ends: int) -> Sighting:
    return Sighting("card", 5, 0.99, _box(100, 100, 200, 250), ends=ends)


def test_a_pip_is_no_back() -> None:
    assert _on_a_face(_box(120, 130, 150, 160), [_face(1)])
    assert _on_a_face(_box(120, 130, 180, 230), [_face(2)])


def test_a_back_beside_a_card_or_on_most_of_one_is_one() -> None:
    assert not _on_a_face(_box(210, 100, 310, 250), [_face(2)])
    assert not _on_a_face(_box(102, 130, 202, 280), [_face(1)])
    assert not _on_a_face(_box(120, 130, 150, 160), [])


@pytest.mark.parametrize(("confidence", "x", "ends", "pip"), [
    (0.3, 140, 2, True),  # a pip on a card that is seen whole
    (0.7, 140, 2, False),  # may be a card that lies on it
    (0.3, 240, 2, False),  # lies beside it
    (0.3, 140, 1, False),  # may be a card that covers the rest of it
])  # fmt: skip
def test_what_hardly_reads_on_a_card_seen_whole_is_its_print(confidence: float, x: float, ends: int, pip: bool) -> None:
    doubt = Sighting("index", 7, confidence, _box(x, 150, x + 12, 170), np.full(54, 0.01, np.float32))
    whole = [face for face in [_face(ends)] if face.ends >= 2]
    assert _is_a_pip(doubt, whole) == pip


def test_two_looks_at_one_back_count_once_and_neighbours_twice() -> None:
    rows = np.array([[0, 0, 100, 150, 0.9, 1], [5, 5, 95, 120, 0.4, 1], [90, 0, 190, 150, 0.8, 1]], np.float32)
    assert apart_backs(rows)[:, 4] == pytest.approx([0.9, 0.8])
    assert len(apart_backs(rows[:0])) == 0


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.05, 0.95))
def test_a_back_is_sure_exactly_from_the_score_that_counts(a: float, b: float, counts: float) -> None:
    settings = Settings(back=counts)
    low, high = sorted((a, b))
    assert 0 <= sure_of_back(low, settings) <= sure_of_back(high, settings) <= 1
    assert (sure_of_back(a, settings) >= settings.sure - 1e-9) == (a >= counts - 1e-9)
