"""Which card is which when a pack is laid out in order: told from what the reader makes of it, without a network."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import PACKS, Card, cards_in, parse_card, rank_of, suit_of
from vision.laid_out import Cell, Place
from vision.order import orders, place_freely, place_in_order, place_layout

SURE = 0.8
ORDERS = {size: orders(cards_in(pack)) for size, pack in PACKS.items() if size < 54}


def cell(card: Card | None, sure: float = 0.98, number: int = 1, row: int = 1, picture: int = 1) -> Cell:
    """A card that reads as ``card``, so surely; None: it could be any."""
    rank, suit = np.full(13, 1 / 13), np.full(4, 1 / 4)
    if card is not None:
        rank = np.full(13, (1 - sure) / 12)
        suit = np.full(4, (1 - sure**0.2) / 3)
        rank[rank_of(card)], suit[suit_of(card)] = sure, sure**0.2
    kind = np.array([0.97, 0.01, 0.01, 0.01])
    return Cell(Place(picture, row, number), (), rank, suit, kind, np.zeros((4, 2), np.float32))


def laid(cards: Sequence[Card], reads: dict[Card, Card | None] | None = None) -> list[Cell]:
    """Cells of cards that lie so; ``reads``: what some of them are taken for."""
    taken = reads or {}
    return [cell(taken.get(c, c), number=n) for n, c in enumerate(cards, 1)]


def told(cells: Sequence[Cell]) -> dict[int, Card]:
    placing = place_in_order(cells, SURE)
    return {cells.index(where): card for card, where in placing.cards}


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([24, 32, 36, 52]), st.integers(0, 95), st.data())
def test_cards_that_are_not_read_or_not_found_are_told_by_the_order_or_left_open(
    size: int, way: int, data: st.DataObject
) -> None:
    order = list(ORDERS[size][way])
    unread = data.draw(st.sets(st.sampled_from(order), max_size=size // 3))
    gone = data.draw(st.sets(st.sampled_from(order), max_size=2))
    there = [card for card in order if card not in gone]
    result = told(laid(there, dict.fromkeys(unread)))
    assert all(there[i] == card for i, card in result.items())
    assert len(result) >= len(there) - len(unread)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 95), st.data())
def test_cards_of_a_whole_pack_that_are_read_wrong_are_told_by_the_order_or_left_open(
    way: int, data: st.DataObject
) -> None:
    order = list(ORDERS[52][way])
    # Three that are chosen to deceive can make another order of it: KC read as AH and both aces beside it as deuces.
    taken = data.draw(st.dictionaries(st.sampled_from(order), st.integers(0, 51), max_size=2))
    result = told(laid(order, dict(taken)))
    assert all(order[i] == card for i, card in result.items())


def test_every_card_of_a_whole_pack_is_told_though_all_courts_read_as_eights() -> None:
    order = list(ORDERS[52][0])
    reads = {card: 6 * 4 + suit_of(card) for card in order if rank_of(card) in (9, 10, 11)}
    placing = place_in_order(laid(order, reads), SURE)
    assert [card for card, _ in placing.cards] == order
    assert placing.missing == [] and placing.unknown == [] and placing.contradictions == []


def test_two_cards_that_changed_places_are_a_contradiction_that_names_both_places() -> None:
    order = list(ORDERS[52][0])
    queen, king = parse_card("QD"), parse_card("KD")
    placing = place_in_order(laid(order, {queen: king, king: queen}), SURE)
    found = {(c.place.number, c.reads, c.expected) for c in placing.contradictions}
    assert found == {(order.index(queen) + 1, king, queen), (order.index(king) + 1, queen, king)}


def test_a_missing_card_among_unread_ones_leaves_these_open_and_is_not_guessed() -> None:
    order = list(ORDERS[36][0])
    courts = dict.fromkeys(order[5:9])  # the end of the first suit: jack, queen, king, ace; one of them is not there
    there = [c for c in order if c != order[6]]
    placing = place_in_order(laid(there, courts), SURE)
    assert {place.place.number for place in placing.unknown} == {6, 7, 8}
    assert placing.missing == sorted(order[5:9])


def test_a_card_told_to_a_place_is_taken_back_if_it_surely_lies_where_nothing_was_expected() -> None:
    order = list(ORDERS[52][0])
    cells = [cell(None, number=0), *laid(order)[:12]]  # something before the twos, and the ace is not in its row
    ace = cell(order[12], number=99)
    placing = place_in_order([*cells, *laid(order)[13:], ace], SURE)
    assert all(where.reading()[0] == card for card, where in placing.cards)
    assert order[12] in placing.missing


def test_jokers_and_what_is_no_card_of_the_order_do_not_disturb_it() -> None:
    order = list(ORDERS[52][3])
    cells = laid(order)
    joker = Cell(
        Place(1, 5, 1), (), np.full(13, 1 / 13), np.full(4, 1 / 4), np.array([0.02, 0.95, 0.01, 0.02]), cells[0].outline
    )
    placing = place_in_order([*cells, joker], SURE)
    assert [card for card, _ in placing.cards] == [*order, parse_card("BJ")]


def test_pages_of_one_layout_and_pictures_of_a_whole_one_are_told_apart() -> None:
    order = list(ORDERS[52][0])
    pages = [laid(order[:26]), laid(order[26:])]
    (one,) = place_layout(pages, SURE)
    assert one.missing == []
    twice = place_layout([laid(order), laid(order)], SURE)
    assert len(twice) == 2 and all(placing.missing == [] for placing in twice)


def test_without_an_order_sure_cards_tell_the_one_that_is_left() -> None:
    order = list(cards_in(PACKS[52]))
    mixed = [order[i] for i in np.random.default_rng(4).permutation(52)]
    unsure = parse_card("QS")
    cells = [cell(c, 0.45 if c == unsure else 0.98, n) for n, c in enumerate(mixed, 1)]
    (placing,) = place_layout([cells], SURE)
    assert {card: where.place.number for card, where in placing.cards} == {c: n for n, c in enumerate(mixed, 1)}


def test_without_an_order_two_cards_that_read_alike_are_both_left_open() -> None:
    cells = [cell(parse_card(name), number=n) for n, name in enumerate(("8S", "9S", "8S"), 1)]
    placing = place_freely(cells, SURE)
    assert [where.place.number for _, where in placing.cards] == [2]
    assert len(placing.unknown) == 2
