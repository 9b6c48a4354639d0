"""vision.symmetry: whose half is seen where two cards overlap. On drawn cards of our own pack."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.laid_cards import SLANTED, STRAIGHT, LaidCards
from vision.symmetry import lies_higher

VIEWS = pytest.mark.parametrize("view", [STRAIGHT, SLANTED], ids=["from above", "slanted"])


def higher(table: LaidCards, a: int, b: int, *above: int) -> int:
    """What is said of two cards of the table, by their numbers."""
    outlines = [quad for _, quad, _ in table.cards]
    return lies_higher(table.picture, outlines[a], outlines[b], [outlines[k] for k in above])


@VIEWS
@pytest.mark.parametrize(("lower", "upper"), [("AS", "7C"), ("7C", "AS"), ("KC", "AH"), ("AH", "KC")])
def test_white_paper_on_white_paper_is_told_by_the_pips(view: NDArray[np.float64], lower: str, upper: str) -> None:
    table = LaidCards(view)
    table.lay(lower, 0.9, 0.9)
    table.lay(upper, 1.15, 0.8, 5)
    assert higher(table, 1, 0) == 1
    assert higher(table, 0, 1) == -1


def test_of_what_a_third_card_covers_nothing_is_said() -> None:
    table = LaidCards()
    table.lay("AS", 0.9, 0.9)
    table.lay("7C", 1.15, 0.8, 5)
    table.lay("KD", 1.0, 0.85, -5)
    assert higher(table, 1, 0, 2) == 0


def test_of_blank_paper_and_of_cards_apart_nothing_is_said() -> None:
    table = LaidCards()
    table.lay("AS", 0.5, 0.5)
    table.lay("7C", 2.5, 0.5)
    assert higher(table, 0, 1) == 0
    table.picture[:] = 200
    assert lies_higher(table.picture, table.cards[0][1], table.cards[0][1] + 30) == 0


@settings(max_examples=30, deadline=None, derandomize=True)
@given(
    st.sampled_from(["6C", "9D", "TS", "AS", "QD", "KC"]),
    st.sampled_from(["7H", "8S", "JD", "AH", "QC"]),
    st.tuples(st.floats(-0.5, 0.5), st.floats(-0.7, 0.7), st.floats(-60, 60)),
)
def test_two_cards_are_never_told_upside_down(lower: str, upper: str, place: tuple[float, float, float]) -> None:
    x, y, degrees = place
    table = LaidCards(SLANTED)
    table.lay(lower, 1.0, 1.0)
    table.lay(upper, 1.0 + x, 1.0 + y, degrees)
    assert higher(table, 1, 0) >= 0
