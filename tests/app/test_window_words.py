"""What the window says in words: cards, moves, groups of moves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.lookalikes import lookalikes
from app.window.words import Folded, card_text, folded, grouped, move_text, outcome_text, with_signs
from rules.cards import RANKS, SUITS, card_name, parse_card

CARDS = st.integers(0, 51)


def test_a_ten_is_written_with_two_figures_and_suits_with_signs() -> None:
    assert card_text(parse_card("TS")) == "10♠"
    assert move_text("9C 6D") == "9♣ 6♦"
    assert move_text("take") == "take"
    assert move_text("9C ??") == "9♣ and any other card"


def test_cards_in_a_sentence_get_signs_and_words_are_left_alone() -> None:
    assert with_signs("8D is lower than TD, says Ann.") == "8♦ is lower than 10♦, says Ann."
    assert with_signs("ACES and KHAN stay") == "ACES and KHAN stay"


def test_outcomes_are_headlines() -> None:
    assert [outcome_text(o) for o in ("win Ann", "loss Cid", "draw")] == ["Ann wins", "Cid loses", "A draw"]


def test_pairs_with_any_second_card_fold_into_two_lists() -> None:
    hand = ("8D", "TD", "JS")
    fold = folded(grouped([*(f"{a} {b}" for a in hand[:2] for b in hand if a != b), "take"]))
    assert fold == Folded(tuple(map(parse_card, hand[:2])), tuple(sorted(map(parse_card, hand))), ("take",))


def test_pairs_that_lack_one_do_not_fold() -> None:
    assert folded(grouped(["8D TD", "8D JS", "TD 8D"])) is None


@given(st.sets(st.tuples(CARDS, CARDS).filter(lambda pair: pair[0] != pair[1]), max_size=40), st.booleans())
def test_no_move_is_lost_in_the_groups(pairs: set[tuple[int, int]], may_take: bool) -> None:
    moves = [f"{card_name(a)} {card_name(b)}" for a, b in pairs] + ["take"] * may_take
    groups = grouped(moves)
    found = [(group.first, then) for group in groups for then in group.then]
    assert sorted(found) == sorted(pairs)
    assert [group.first for group in groups if not group.then] == ["take"] * may_take
    fold = folded(groups)
    if fold is not None:
        assert {(a, b) for a in fold.first for b in fold.then if a != b} == pairs


@given(st.integers(0, 53))
def test_a_lookalike_is_another_card_of_the_same_colour(card: int) -> None:
    alike = lookalikes(card)
    assert alike and card not in alike and len(set(alike)) == len(alike)
    if card < 52:
        red = {SUITS.index("D"), SUITS.index("H")}
        assert all((other & 3 in red) == (card & 3 in red) and other >> 2 < len(RANKS) for other in alike)
