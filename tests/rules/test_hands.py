"""Hands with hidden cards: what is said of them agrees with going through every way to fill them in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import PACKS, CardSet, card_set, cards_in, parse_card
from rules.hands import (
    HandPosition,
    can_hold,
    check_seen,
    deal_hands,
    deal_hidden,
    face_down,
    hand_headers,
    hand_heaps,
    hide_hands,
    not_in_hand,
    place_hands,
    reveal,
    see_hand,
    settle,
    shuffled,
    size,
    surely_holds_one_of,
)
from rules.ruling import MoveError

RANDOM = st.randoms(use_true_random=False)


def cards(text: str) -> CardSet:
    return card_set(map(parse_card, text.split()))


def hands(*known: str, hidden: tuple[int, ...] = (), loose: str = "", away: int = 0) -> HandPosition:
    """A position of Ann, Ben and so on, with the pack of 36."""
    p = HandPosition()
    p.names = ("Ann", "Ben", "Cid", "Dan")[: len(known)]
    p.pack = PACKS[36]
    p.hands = list(map(cards, known))
    p.hidden = list(hidden) or [0] * len(known)
    p.open = [0] * len(known)
    p.loose = cards(loose)
    p.away = away
    return p


def some_hands(random: Random) -> HandPosition:
    """A few hands with a few cards; at least as many loose ones as there are hidden places."""
    seats = random.randint(2, 4)
    left = shuffled(PACKS[24], random)[: random.randint(5, 12)]
    p = hands(*[""] * seats)
    p.hidden = [random.choice([0, 0, 1, 2]) for _ in range(seats)]
    p.away = random.choice([0, 0, 1, 2])
    number = min(len(left), sum(p.hidden) + p.away + random.choice([0, 0, 1]))
    if number < sum(p.hidden) + p.away:
        return some_hands(random)
    p.loose = card_set(left[:number])
    for card in left[number:]:
        p.hands[random.randrange(seats)] |= 1 << card
    return p


def fillings(p: HandPosition) -> list[list[CardSet]]:
    """Every way in which the hands can be."""

    def fill(seat: int, left: CardSet) -> Iterator[list[CardSet]]:
        if seat == len(p.hands):
            yield []
            return
        for chosen in combinations(cards_in(left), p.hidden[seat]):
            for others in fill(seat + 1, left & ~card_set(chosen)):
                yield [p.hands[seat] | card_set(chosen), *others]

    return list(fill(0, p.loose))


@given(RANDOM)
@settings(max_examples=60, deadline=None)
def test_what_a_hand_can_and_must_hold(random: Random) -> None:
    p = some_hands(random)
    worlds = fillings(p)
    deck = list(cards_in(PACKS[24]))
    for _ in range(20):
        seat = random.randrange(len(p.hands))
        some = card_set(random.sample(deck, random.randint(1, 4)))
        assert can_hold(p, seat, some) == any(world[seat] & some == some for world in worlds)
        many = card_set(random.sample(deck, random.randint(1, len(deck))))
        assert surely_holds_one_of(p, seat, many) == all(world[seat] & many for world in worlds)
    assert [size(p, seat) for seat in range(len(p.hands))] == [hand.bit_count() for hand in worlds[0]]


@given(RANDOM)
@settings(max_examples=60, deadline=None)
def test_counting_finds_what_is_known_and_loses_no_world(random: Random) -> None:
    p = some_hands(random)
    before = fillings(p)
    settle(p)
    assert sorted(fillings(p)) == sorted(before)
    if p.away == 0 and p.loose.bit_count() == sum(p.hidden):  # nothing out of play
        for seat, hand in enumerate(p.hands):
            if all(world[seat] == before[0][seat] for world in before):
                assert (hand, p.hidden[seat]) == (before[0][seat], 0)


@given(RANDOM)
@settings(max_examples=60, deadline=None)
def test_a_revealed_card_leaves_the_worlds_in_which_it_is_there(random: Random) -> None:
    p = some_hands(random)
    seat = random.randrange(len(p.hands))
    shown = card_set(random.sample(list(cards_in(p.loose)), min(p.hidden[seat], random.randint(1, 2))))
    worlds = [world for world in fillings(p) if world[seat] & shown == shown]
    old = (p.hands, p.hidden)
    kept = (p.hands.copy(), p.hidden.copy())
    reveal(p, seat, shown)
    assert sorted(fillings(p)) == sorted(worlds)
    assert old == kept, "the lists are new ones, so that undo can put the old ones back"


def test_when_all_loose_cards_must_be_in_one_hand_it_is_known() -> None:
    p = hands("7C", "8C", hidden=(0, 2), loose="9C TC")
    settle(p)
    assert (p.hands[1], p.hidden, p.loose) == (cards("8C 9C TC"), [0, 0], 0)


@pytest.mark.parametrize(
    ("hidden", "away", "loose"), [((0, 2), 1, "9C TC JC"), ((1, 1), 0, "9C TC"), ((0, 2), 0, "9C TC JC")]
)
def test_a_card_that_can_lie_elsewhere_leaves_the_hands_open(hidden: tuple[int, int], away: int, loose: str) -> None:
    p = hands("7C", "8C", hidden=hidden, loose=loose, away=away)
    settle(p)
    assert p.hidden == list(hidden)
    assert p.loose == cards(loose)


def test_a_player_sees_the_own_hand_and_what_all_have_seen() -> None:
    p = hands("7C 8C", "9C TC", "JC", hidden=(0, 1, 0), loose="KC AC", away=1)
    p.open = [cards("7C"), cards("TC"), 0]
    old = (p.hands, p.hidden)
    hide_hands(p, 0)
    assert p.hands == [cards("7C 8C"), cards("TC"), 0]
    assert p.hidden == [0, 2, 1]
    assert p.loose == cards("9C JC KC AC")
    assert old == ([cards("7C 8C"), cards("9C TC"), cards("JC")], [0, 1, 0])


def test_hidden_cards_are_dealt_every_way_equally_often() -> None:
    p = hands("7C", "8C", hidden=(1, 2), loose="9C TC JC QC", away=1)
    worlds = fillings(p)
    assert len(worlds) == 12
    random, times = Random(1), Counter[tuple[CardSet, ...]]()
    for _ in range(2400):
        dealt = p.copy()
        left = deal_hidden(dealt, random)
        assert dealt.hidden == [0, 0]
        assert card_set(left) == dealt.loose
        assert len(left) == 1
        times[tuple(dealt.hands)] += 1
    assert set(times) == set(map(tuple, worlds))
    assert min(times.values()) > 150
    assert p.hidden == [1, 2]


def test_cards_left_over_come_in_any_order() -> None:
    p = hands("", hidden=(1,), loose="9C TC JC", away=2)
    random = Random(3)
    assert len({tuple(deal_hidden(p.copy(), random)) for _ in range(100)}) == 6


def test_shuffling_depends_on_the_generator_alone() -> None:
    assert shuffled(PACKS[36], Random(5)) == shuffled(PACKS[36], Random(5))
    assert sorted(shuffled(PACKS[36], Random(5))) == list(cards_in(PACKS[36]))
    assert shuffled(PACKS[36], Random(5)) != shuffled(PACKS[36], Random(6))


def seen(p: HandPosition, seat: int, text: str) -> str:
    """Takes in a look. -> "" or what is wrong with it."""
    before = p.copy()
    looked = [None if word == "??" else parse_card(word) for word in text.split()]
    try:
        see_hand(p, seat, tuple(looked), [("the pile", cards("6C"))])
    except MoveError as error:
        assert p == before
        return error.problem
    return ""


def test_a_look_at_a_hand_shows_what_was_hidden() -> None:
    p = hands("7C", "8C", hidden=(1, 1), loose="9C TC JC", away=1)
    assert seen(p, 0, "?? TC") == ""
    assert p.hands[0] == cards("7C TC")
    assert p.hidden == [0, 1]
    assert p.loose == cards("9C JC")


def test_a_look_that_leaves_one_place_for_the_rest_shows_that_as_well() -> None:
    p = hands("7C", "8C", hidden=(1, 1), loose="9C TC")
    assert seen(p, 0, "TC 7C") == ""
    assert p.hands == [cards("7C TC"), cards("8C 9C")]


@pytest.mark.parametrize(
    ("look", "problem"),
    [
        ("7C 9C TC", "wrong number of cards: 3 seen, but the hand has 2"),
        ("7C", "wrong number"),
        ("7C 5C", "the card 5C is not in the pack of 36"),
        ("9C 9C", "the card 9C is named twice"),
        ("7C 8C", "the card 8C is in two places, Ann's hand and Ben's hand"),
        ("7C 6C", "the card 6C is in two places, Ann's hand and the pile"),
        ("7C 8C 8C", "two places"),
        ("9C TC", "7C must be in Ann's hand, too"),
    ],
)
def test_a_look_that_cannot_be_true_is_an_error_and_changes_nothing(look: str, problem: str) -> None:
    assert problem in seen(hands("7C", "8C", hidden=(1, 1), loose="9C TC JC", away=1), 0, look)


def test_a_loose_card_cannot_be_in_a_hand_that_is_known() -> None:
    assert "9C cannot be in Ann's hand" in seen(hands("7C", "8C", loose="9C", away=1), 0, "9C")


@given(RANDOM)
@settings(max_examples=60, deadline=None)
def test_a_look_is_taken_in_exactly_if_some_world_allows_it(random: Random) -> None:
    p = some_hands(random)
    worlds = fillings(p)
    seat = random.randrange(len(p.hands))
    number = size(p, seat)
    likely = list(cards_in(p.hands[seat] | p.loose)) or list(cards_in(PACKS[24]))
    named = [random.choice(likely) for _ in range(random.randint(0, number))]
    looked = (*named, *[None] * (number - len(named)))
    true = [world for world in worlds if world[seat] & card_set(named) == card_set(named)]
    if len(set(named)) < len(named):
        true = []
    if not true:
        with pytest.raises(MoveError):
            see_hand(p, seat, looked, [])
        return
    see_hand(p, seat, looked, [])
    assert sorted(fillings(p)) == sorted(true)


def test_cards_of_a_miscounted_hand_are_checked_one_by_one() -> None:
    p = hands("7C", "8C", loose="9C", away=1)
    check_seen(p, 0, (parse_card("7C"), parse_card("9C"), None), [])
    with pytest.raises(MoveError, match="two places"):
        check_seen(p, 0, (parse_card("7C"), parse_card("8C"), None), [])


def test_hands_are_dealt_and_put_down_as_a_record_gives_them() -> None:
    p = HandPosition()
    p.names = ("Ann", "Ben")
    rest = deal_hands(p, PACKS[36], 5, Random(1))
    assert [size(p, seat) for seat in range(2)] == [5, 5]
    assert p.hands[0] | p.hands[1] | card_set(rest) == PACKS[36]
    assert len(rest) == 26
    a, b = parse_card("7C"), parse_card("8C")
    place_hands(p, PACKS[24], [(a, None), (None, None)], [(b, None), ()])
    assert (p.hands, p.hidden, p.open, p.away) == ([1 << a, 0], [1, 2], [0, 0], 1)
    assert p.loose == PACKS[24] & ~(1 << b)
    assert hand_headers(p) == {"Hand:Ann": "7C ??", "Hand:Ben": "??x2"}
    assert [heap.cards for heap in hand_heaps(p)] == [(a, None), (None, None)]
    assert face_down(p, (b, None)) == (None, None)
    assert (p.loose >> b & 1, p.away) == (1, 2)


def test_where_a_card_is_that_a_hand_cannot_have() -> None:
    p = hands("7C", "8C", loose="9C", away=1)
    lying = [("The {0} lies there.", 1 << parse_card("TC"))]
    said = {
        card: not_in_hand(p, 0, parse_card(card), "XX-1", lying).sentence("Ann", ("Ann", "Ben"))
        for card in ("TC", "8C", "JC")
    }
    assert said["TC"] == "The TC lies there."
    assert said["8C"].endswith("in Ben's.")
    assert said["JC"].endswith("all the cards there are known.")


def test_a_position_takes_back_its_own_state() -> None:
    p = hands("7C", "8C", loose="9C", away=1)
    before, state = p.copy(), p.state()
    reveal(p, 0, 0)
    p.hands, p.away = [0, 0], 3
    assert p != before
    p.restore(state)
    assert p == before


def test_a_position_is_put_back_to_what_it_was() -> None:
    p = HandPosition()
    p.hands, p.hidden, p.turn = [3, 4], [0, 1], 1
    before, state = p.copy(), p.state()
    p.hands, p.hidden, p.turn, p.loose = [1, 4], [2, 1], 0, 2
    assert p != before
    p.restore(state)
    assert p == before
