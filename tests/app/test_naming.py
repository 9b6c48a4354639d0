"""Which card is which: physical facts help, the rules of a game do not."""

from __future__ import annotations

from app.naming import Names
from rules.cards import parse_card
from rules.table import DISCARD, Lying, SeenCard, TableView

QH, JH, KH, KD = map(parse_card, ("QH", "JH", "KH", "KD"))
OUGHT = {"Ann": Lying((QH,)), "Ben": Lying((KH,)), DISCARD: Lying()}


def view(**places: SeenCard) -> TableView:
    return TableView(1.0, {name: (card,) for name, card in places.items()})


def test_an_unsure_card_where_a_card_is_missed_is_that_card() -> None:
    seen = view(Ann=SeenCard(None, (JH, QH), track=1), Ben=SeenCard(KH, track=2))
    assert Names().sort(seen, OUGHT, 0).matches


def test_an_unsure_card_is_one_that_is_missed_elsewhere() -> None:
    seen = TableView(1.0, {"Ann": (SeenCard(QH, track=1),), "Ben": (), DISCARD: (SeenCard(None, (KD, KH), track=3),)})
    change = Names().sort(seen, OUGHT, 0).change
    assert [card.card for card in change.new[DISCARD]] == [KH]
    assert change.gone == {"Ben": (KH,)}


def test_a_card_that_lies_elsewhere_is_no_candidate() -> None:
    seen = view(Ann=SeenCard(QH, track=1), Ben=SeenCard(KH, track=2), discard=SeenCard(None, (KD, KH, JH), track=3))
    sorted_ = Names().sort(seen, OUGHT, 0)
    assert [card.candidates for card in sorted_.unsure[DISCARD]] == [(KD, JH)]


def test_what_people_say_holds() -> None:
    names = Names()
    names.tell(3, KD)
    seen = view(Ann=SeenCard(QH, track=1), Ben=SeenCard(KH, track=2), discard=SeenCard(None, (JH,), track=3))
    assert [card.card for card in names.sort(seen, OUGHT, 0).change.new[DISCARD]] == [KD]


def test_what_was_laid_on_a_heap_and_is_lost_below_the_next_card_lies_there_still() -> None:
    names, ought = Names(), {DISCARD: Lying(may=1 << KD, heap=True)}
    first = (SeenCard(KD, track=1), SeenCard(QH, track=2))
    assert [c.card for c in names.sort(TableView(1.0, {DISCARD: first}), ought, 0).change.new[DISCARD]] == [QH]
    then = (SeenCard(KD, track=1), SeenCard(JH, track=3))
    assert [c.card for c in names.sort(TableView(2.0, {DISCARD: then}), ought, 0).change.new[DISCARD]] == [QH, JH]
    names.sort(TableView(3.0, {DISCARD: first[:1]}), ought, 0)  # all was taken back
    assert [c.card for c in names.sort(TableView(4.0, {DISCARD: then}), ought, 0).change.new[DISCARD]] == [JH]


def test_what_lay_on_a_card_of_a_heap_that_is_seen_again_was_taken_away() -> None:
    names, ought = Names(), {DISCARD: Lying(may=1 << KD, heap=True)}
    both = (SeenCard(KD, track=1, hidden=True), SeenCard(QH, track=2, hidden=True), SeenCard(JH, track=3))
    assert [c.card for c in names.sort(TableView(1.0, {DISCARD: both}), ought, 0).change.new[DISCARD]] == [QH, JH]
    left = (both[0], SeenCard(QH, track=2))
    assert [c.card for c in names.sort(TableView(2.0, {DISCARD: left}), ought, 0).change.new[DISCARD]] == [QH]


def test_a_card_that_lay_where_it_ought_to_keeps_its_name() -> None:
    names = Names()
    names.confirm(names.sort(view(Ann=SeenCard(QH, track=1), Ben=SeenCard(KH, track=2)), OUGHT, 0).change)
    assert names.sort(view(Ann=SeenCard(JH, track=1), Ben=SeenCard(KH, track=2)), OUGHT, 0).matches
    assert names.sort(view(Ann=SeenCard(JH, track=5), Ben=SeenCard(KH, track=2)), OUGHT, 0).change.new_cards == (JH,)
