"""vision.piles: which card lies on which. On drawn cards of our own pack, read without a fault."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from rules.cards import card_name
from tests.laid_cards import SLANTED, STRAIGHT, LaidCards
from vision.pairing import to_cards
from vision.piles import Over, directly, order
from vision.sighting import Sighting

VIEWS = pytest.mark.parametrize("view", [STRAIGHT, SLANTED], ids=["from above", "slanted"])


def told(table: LaidCards) -> set[tuple[str, str]]:
    """What is said: (upper, lower)."""
    sightings, _ = to_cards(*table.read(), None, table.picture)

    def name(number: int) -> str:
        card = sightings[number].card
        assert card is not None
        return card_name(card)

    return {(name(over.upper), name(over.lower)) for over in order(table.picture, sightings)}


@VIEWS
def test_a_card_laid_across_another_lies_on_it(view: NDArray[np.float64]) -> None:
    table = LaidCards(view)
    table.lay("8H", 0.5, 0.5)
    table.lay("KS", 0.62, 0.75, 25)
    assert told(table) == {("KS", "8H")}


@VIEWS
def test_in_a_row_each_card_lies_on_the_one_before(view: NDArray[np.float64]) -> None:
    names = ["6C", "QD", "TS", "2H", "JC"]
    table = LaidCards(view)
    for i, name in enumerate(names):
        table.lay(name, 0.3 + 0.3 * i, 0.5)
    found = told(table)
    assert found <= {(b, a) for i, a in enumerate(names) for b in names[i + 1 :]}
    told_of_neighbours = found & {(b, a) for a, b in pairwise(names)}
    assert len(told_of_neighbours) == 4 or (view is SLANTED and told_of_neighbours)


def test_cards_side_by_side_lie_on_nothing() -> None:
    table = LaidCards()
    for i, name in enumerate(["6C", "QD", "TS", "2H"]):
        table.lay(name, 0.3 + 0.76 * i, 0.5, 4 * i)
    assert told(table) == set()


def test_two_equal_cards_of_two_packs_on_each_other_are_told_apart() -> None:
    table = LaidCards()
    table.lay("7C", 0.5, 0.5)
    table.lay("7C", 0.8, 0.75)
    table.lay("AS", 2.0, 0.5)
    sightings, _ = to_cards(*table.read(), None, table.picture)
    assert sorted(card_name(s.card) for s in sightings if s.card is not None) == ["7C", "7C", "AS"]
    (over,) = order(table.picture, sightings)
    assert sightings[over.upper].corners[:, 0].mean() > sightings[over.lower].corners[:, 0].mean()


def test_without_any_edge_or_index_within_another_card_nothing_is_said() -> None:
    table = LaidCards()
    table.lay("8H", 0.5, 0.5)
    table.lay("KS", 0.62, 0.75, 25)
    sightings, _ = to_cards(*table.read(), None, table.picture)
    grey = np.full_like(table.picture, 128)
    no_indices = [
        Sighting(s.kind, s.card, s.confidence, s.corners, s.probabilities, s.ends, s.indices)
        for s in sightings
        if s.ends > 1
    ]
    assert order(grey, no_indices) == []


def test_what_time_has_told_uncovers_what_lies_higher() -> None:
    table = LaidCards()
    for name, x, y in (("8H", 0.8, 0.6), ("AS", 0.9, 0.9), ("7C", 1.15, 0.8)):
        table.lay(name, x, y)
    sightings, _ = to_cards(*table.read(), None, table.picture)
    at = {card_name(s.card): n for n, s in enumerate(sightings) if s.card is not None}
    laid = {(at["AS"], at["8H"]), (at["7C"], at["8H"])}
    found = [(over.upper, over.lower) for over in order(table.picture, sightings, laid)]
    assert found == [(at["7C"], at["AS"])]  # and what was known is not told again


def test_backs_and_an_empty_table_are_no_trouble() -> None:
    picture = np.zeros((40, 60, 3), np.uint8)
    back = Sighting("back", None, 0.9, np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float32))
    assert order(picture, []) == []
    assert order(picture, [back, back]) == []


def test_what_lies_directly_below_leaves_out_what_lies_deeper() -> None:
    overs = [Over(2, 1, 0.9), Over(1, 0, 0.9), Over(2, 0, 0.9)]
    assert directly(overs) == [Over(2, 1, 0.9), Over(1, 0, 0.9)]


@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.floats(0.0, 1.2), st.floats(0.0, 0.8), st.floats(-60, 60)), min_size=2, max_size=5))
def test_a_heap_is_never_told_upside_down(places: list[tuple[float, float, float]]) -> None:
    names = ["6C", "QD", "TS", "2H", "JC"]
    table = LaidCards()
    for name, (x, y, degrees) in zip(names, places, strict=False):
        table.lay(name, 0.5 + x, 0.6 + y, degrees)
    assert all(names.index(upper) > names.index(lower) for upper, lower in told(table))
