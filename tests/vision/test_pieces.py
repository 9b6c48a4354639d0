"""vision.pieces: half an index of a known card is no other card."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rules.cards import CARD_COUNT, parse_card
from vision.pieces import add_spots, lies_as_it_did, piece_of
from vision.sighting import Sighting
from vision.track import Followed, Quad


def box(x: float, y: float, wide: float = 12, tall: float = 20) -> Quad:
    return np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]], np.float32)


def seen(name: str, x: float, y: float, sure: float = 0.95) -> Sighting:
    likely = np.zeros(CARD_COUNT, np.float32)
    likely[parse_card(name)] = sure
    return Sighting("card", parse_card(name), sure, box(x - 3, y - 3, 70, 100), likely, indices=(box(x, y),))


def lying(name: str, x: float, y: float, number: int, laid: float, visit: int = 1) -> Followed:
    sighting = seen(name, x, y)
    card = Followed(number, laid, laid, visit, sighting, sighting.corners, laid, hits=9, still=True)
    for _ in range(6):
        card.vote(sighting)
    add_spots(card, sighting, visit)
    return card


def piece(sighting: Sighting, cards: Sequence[Followed], since: int = 1) -> str:
    found = piece_of(sighting, cards, [sighting] if sighting.confidence > 0.9 else [], since)
    return "" if found is None else str(found.number)


LOWER = lying("6D", 100, 100, 1, 0.0)
OVER = lying("8H", 110, 111, 2, 3.0)  # covers the lower half of the six's index


def test_an_index_whose_suit_is_covered_stays_that_of_its_card() -> None:
    assert piece(seen("6H", 101, 100), [LOWER, OVER]) == "1"
    assert piece(seen("AC", 101, 100, 0.5), [LOWER, OVER]) == "1"


def test_what_has_neither_its_rank_nor_its_suit_for_sure_is_another_card() -> None:
    assert piece(seen("AC", 101, 100), [LOWER, OVER]) == ""


def test_with_nothing_on_the_index_another_card_lies_there() -> None:
    assert piece(seen("6H", 101, 100), [LOWER]) == ""
    assert piece(seen("6H", 140, 100), [LOWER, OVER]) == ""


def test_an_index_that_was_out_of_sight_at_the_last_rest_does_not_peep_out() -> None:
    assert piece(seen("6H", 101, 100), [LOWER, OVER], since=2) == ""


def test_a_card_has_not_moved_while_its_index_is_where_it_was() -> None:
    assert lies_as_it_did(LOWER, seen("6D", 101, 101))
    assert not lies_as_it_did(LOWER, seen("6D", 112, 101))
