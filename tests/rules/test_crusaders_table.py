"""Crusaders: what a changed table means."""

from __future__ import annotations

import pytest

from rules.cards import card_name
from rules.referee import Referee
from rules.table import Meaning
from tests.rules.laid import meanings, moves
from tests.rules.test_crusaders import GAME, play, table


def attacked(*more: str) -> Referee:
    return play(table("7C 7S 7H 9H", "8C 8S 6D 8H"), "attack 7C 7S", *more)


def test_the_middle_shows_the_battle() -> None:
    assert GAME.middle(table("7C", "8C").position) == ()
    referee = attacked("beat 7C 8C", "beat 7S 8S")
    assert [card_name(card) for card in GAME.middle(referee.position)] == ["7C", "8C", "7S", "8S"]
    assert moves(referee, "7C 8C/7C 7S 8S/7S") == ()
    assert moves(referee, "8C 8S") == ()  # the others may be covered


def test_CR_4_cards_side_by_side_are_an_attack() -> None:
    referee = table("7C 7S 7H 9H", "8C 8S 6D")
    assert meanings(referee, "7S 7C") == (Meaning("attack 7C 7S"),)
    assert moves(referee, "7C 9H") == ("attack 7C 9H",)
    marshal = table("7C 7S 7H 9H", "8C 8S 6D", who="Marshal Herald")
    assert meanings(marshal, "7C 9H") == (Meaning("attack 7C 9H", more=True), Meaning("attack! 7C 9H"))


def test_CR_4_a_card_laid_beside_the_attack_a_moment_later_belongs_to_it() -> None:
    referee = play(table("7C 7S 7H 9H", "8C 8S 6D 7D"), "attack 7C")
    assert meanings(referee, "7C@0.3 7S@0.5") == (Meaning("attack 7C 7S", instead=True),)
    assert moves(referee, "7C@0.3 7S/7C")[0] == "beat 7C 7S"
    assert moves(referee, "7C@0.3 8C@0.5")[0] == "beat 7C 8C"
    assert not any(meaning.instead for meaning in meanings(attacked("beat 7C 8C"), "7C 8C/7C 7S 7H"))


def test_CR_6_to_CR_8_a_card_beats_the_one_on_which_it_lies() -> None:
    assert moves(attacked(), "7C 7S 8C/7C")[0] == "beat 7C 8C"
    assert moves(attacked(), "7C 7S 8C/7S")[0] == "beat 7S 8C"
    assert moves(attacked(), "7C@0.2 7S@0.4 8S@0.39")[0] == "beat 7S 8S"
    assert moves(attacked(), "7C 7S 8C/7C 8S/7S")[0] == "beat 7C 8C"  # the other one is read next
    assert moves(attacked("beat 7C 8C"), "7C 7S 8C/7C 8S/8C")[0] == "beat 7C 8S"
    assert moves(attacked("beat 7C 8C"), "7C 7S 8C/7C 8S/7S")[0] == "beat 7S 8S"


def test_CR_9_a_mage_replaces_the_card_that_is_gone() -> None:
    assert meanings(attacked(), "6D 7S")[0] == Meaning("replace 7C 6D")
    assert meanings(attacked(), "7C 6D")[0] == Meaning("replace 7S 6D")


def test_CR_9_a_mage_on_a_card_beats_it_and_beside_it_has_not_replaced_it_yet() -> None:
    assert meanings(attacked(), "7C 7S 6D/7C")[0] == Meaning("beat 7C 6D", more=True)
    beside = meanings(attacked(), "7C@0.1 7S@0.4 6D@0.2")[0]
    assert (beside.move, beside.part) == ("replace 7C 6D", "CR-9")


def test_CR_9_one_mage_does_not_replace_two_cards() -> None:
    assert meanings(attacked(), "6D")[0].part == "CR-9"


def test_CR_12_a_cleric_raises_the_fallen_card_that_lies_on_another_now() -> None:
    referee = attacked("beat 7C 8C")
    assert moves(referee, "7C 7S 8C/7S 8H/8C")[0] == "raise 8H 8C 7S"
    assert moves(referee, "7C@0.1 7S@0.4 8C@0.41 8H@0.2")[0] == "raise 8H 8C 7S"
    assert moves(referee, "7C 8C/7C 7S 8H/7S")[0] == "beat 7S 8H"
    as_yet = meanings(referee, "7C 8C/7C 7S 8H/8C")[0]
    assert (as_yet.move, as_yet.part) == ("raise 8H 8C 7S", "CR-12")


def test_CR_13_a_cleric_raises_the_fallen_card_with_which_it_lies() -> None:
    referee = attacked("beat 7C 8C", "beat 7S 8S")
    assert moves(referee, "7C 8C/7C 7S 8S/7S 7H/8S")[0] == "raise 7H 7S"
    assert moves(referee, "7C 8C/7C 7S 8S/7S 7H/8C")[0] == "raise 7H 7C"
    assert moves(referee, "7C 8C/7C 7S 8S/7S 9H/7C")[0] == "raise 9H 7C"
    assert moves(referee, "8C 7C 7S 8S/7S 7H/7C")[0] == "raise 7H 7C"
    beside = meanings(referee, "7C@0.1 8C/7C@0.1 7S@0.5 8S/7S@0.5 7H@0.3")[0]
    assert beside.part == "CR-13"


def test_CR_13_other_cards_beside_the_beaten_ones_are_an_attack_that_is_not_due() -> None:
    referee = attacked("beat 7C 8C", "beat 7S 8S")
    assert moves(referee, "7C 8C/7C 7S 8S/7S 9S") == ("attack 9S",)
    assert moves(referee, "7C 8C/7C 7S 8S/7S 9S/8S")[0] == "raise 9S 7S"


def test_CR_14_others_raise_and_throw_in_after_take() -> None:
    referee = play(
        table("7C 7S 7H 9H", "8C 8S 6D 8H", "8D 7D", who="Marshal Castellan Herald"),
        "attack 7C 7S",
        "beat 7C 8C",
        "take",
    )
    assert moves(referee, "7C 8C/7C 7S 7H/8C")[0] == "raise 7H 7C"
    play(referee, "pass")
    assert moves(referee, "7C 8C/7C 7S 7D")[0] == "throw! 7D"
    assert meanings(referee, "") == (Meaning("pass"),)
    assert meanings(referee, "7C 8C/7C")[0].part == "CR-14"


def test_CR_15_a_cleared_battle_is_done_or_taken() -> None:
    assert meanings(attacked(), "") == (Meaning("take"),)
    assert meanings(attacked(), "7C")[0].part == "CR-15"
    assert meanings(attacked("beat 7C 8C"), "7C 8C/7C") == (Meaning("take"),)
    beaten = attacked("beat 7C 8C", "beat 7S 8S")
    assert meanings(beaten, "") == (Meaning("done"),)
    for left in ("7C", "8C 7C", "7S 8S/7S"):
        assert meanings(beaten, left)[0].part == "CR-15"


def test_CR_15_a_battle_that_is_over_means_nothing_until_it_is_put_away() -> None:
    referee = attacked("beat 7C 8C", "beat 7S 8S", "done")
    assert moves(referee, "7C 8C/7C 7S 8S/7S") == ()
    assert moves(referee, "8C 7S 6D") == ("attack 6D",)


@pytest.mark.parametrize("move", ["take", "replace 7C 6D"])
def test_the_rules_of_a_move_that_the_table_does_not_follow(move: str) -> None:
    played = GAME.read_move(attacked().position, move)
    rule = GAME.mishandled(attacked(move).position, played)
    assert rule == {"take": "CR-15", "replace 7C 6D": "CR-9"}[move]
