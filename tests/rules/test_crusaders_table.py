"""Crusaders: what a changed table means."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import card_name, cards_in, parse_card
from rules.games.crusaders.moves import RAISABLE
from rules.games.crusaders.position import ATTACKING, BEATEN, DEFENDING
from rules.referee import Referee
from rules.table import Meaning
from tests.rules.any_game import any_record
from tests.rules.battle_table import BattleTable
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


def test_CR_13_a_cleric_raises_the_fallen_card_that_was_drawn_clear_of_its_pair() -> None:
    referee = attacked("beat 7C 8C", "beat 7S 8S")
    assert moves(referee, "8C@0.1 7C@0.3 7S@0.5 8S/7S 7H@0.35")[0] == "raise 7H 7C"
    assert moves(referee, "7C@0.1 8C/7C 8S@0.55 7H@0.1 7S@0.7")[0] == "raise 7H 7S"
    assert moves(referee, "7C@0.1 8C/7C 7S@0.5 8S@0.7 9H/8C")[0] == "raise 9H 7S"
    for cards in ("7C@0.1 8C/7C 7S@0.5 8S/7S 7H/8S", "7C@0.1 8C/7C 7S@0.5 8S/7S 7H@0.3"):
        as_yet = meanings(referee, cards)[0]
        assert (as_yet.move[:7], as_yet.part) == ("raise 7", "CR-13")


def test_CR_13_other_cards_beside_the_beaten_ones_are_an_attack_that_is_not_due() -> None:
    referee = attacked("beat 7C 8C", "beat 7S 8S")
    assert moves(referee, "7C 8C/7C 7S 8S/7S 9S") == ("attack 9S",)
    assert moves(referee, "7C@0.1 8C/7C 8S@0.55 9S/8S 7S@0.7")[0] == "raise 9S 7S"


def test_CR_14_others_raise_and_throw_in_after_take() -> None:
    referee = play(
        table("7C 7S 7H 9H", "8C 8S 6D 8H", "8D 7D", who="Marshal Castellan Herald"),
        "attack 7C 7S",
        "beat 7C 8C",
        "take",
    )
    assert moves(referee, "8C@0.1 7C@0.3 7S@0.5 7H@0.31")[0] == "raise 7H 7C"
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


# -- whole rounds, laid out ------------------------------------------------------------------------------------------


RANDOM = st.integers(0, 2**32).map(Random)


def laid(table: BattleTable, referee: Referee, move: str) -> Iterator[BattleTable]:
    """``table`` after each step of ``move``; the last of them shows the whole move."""
    player, position = referee.to_move or "", referee.position
    word, *names = move.replace("!", "").split()
    cards = [parse_card(name) for name in names if name != "??"]
    table = table.copy()
    if word == "attack":
        table.row(cards, player)
    elif word == "beat":
        table.on(cards[1], cards[0], player)
    elif word == "replace":
        table.instead(cards[1], cards[0], player)
    elif word == "raise":
        cleric, fallen, *target = cards
        table.beside(cleric, fallen, player)
        yield table.copy()
        lay = table.find(fallen)
        table.take(fallen)
        if target:
            table.on(fallen, target[0], lay.by)
        else:
            table.beside(fallen, cleric, lay.by)
    elif word == "throw":
        table.beside(cards[0], table.cards[0].card, player)
    if position.phase != ATTACKING and after(referee, move).phase == ATTACKING:
        table.cards = []
    yield table


def after(referee: Referee, move: str) -> Any:
    game, position = referee.game, referee.position
    token = game.apply(position, game.read_move(position, move))
    found = position.copy()
    game.undo(position, token)
    return found


def to_be_seen(referee: Referee, move: str) -> bool:
    """Whether the table shows ``move``, and it is not only said."""
    word = move.split()[0]
    return (
        "!" not in word and word != "stow" and (word not in ("take", "pass") or after(referee, move).phase == ATTACKING)
    )


@given(RANDOM)
@settings(max_examples=60, deadline=None)
def test_every_move_is_read_from_the_table_and_half_a_move_is_no_move(random: Random) -> None:
    truth = Referee(any_record(GAME, random))
    table = BattleTable(random, knows_who=random.random() < 0.5)
    for _ in range(60):
        moves = truth.legal()
        if not moves:
            break
        player = truth.to_move or ""
        assert table.meanings(truth) == ()
        for wrong in _illegal(truth, random):
            *_steps, shown = laid(table, truth, wrong)
            meaning = shown.meanings(truth)[0]
            if truth.position.abilities[truth.position.turn] == 0 or not meaning.part:
                assert (meaning.move, meaning.part, meaning.instead) == (wrong, "", False)
                assert truth.judge(player, meaning.move).verdict == "illegal"
        move = random.choice([move for move in moves if move != "take" or random.random() < 0.2] or moves)
        *steps, shown = laid(table, truth, move)
        if to_be_seen(truth, move):
            for step in steps:
                meaning = step.meanings(truth)[0]
                assert meaning.part or meaning.more or meaning.move == move, (move, meaning)
            meaning = shown.meanings(truth)[0]
            assert (meaning.move, meaning.part, meaning.instead) == (move, "", False)
            if not move.startswith("replace"):
                assert shown.meanings(truth, shown.covered())[0] == meaning
            for blurred in shown.meanings(truth, shown.blurred())[:1]:
                refused = truth.judge(player, blurred.move).verdict == "illegal"
                assert blurred.part or not refused, f"{move} is told as {blurred}"
        truth.play(player, move)
        table = shown
        if truth.outcome is None:
            assert table.meanings(truth) == (), (move, table.meanings(truth))


def _illegal(referee: Referee, random: Random) -> list[str]:
    """Some illegal moves that can be laid, and whose cards nobody could take for another move."""
    p = referee.position
    hand = [card_name(card) for card in cards_in(p.hands[p.turn])]
    unbeaten = list(map(card_name, cards_in(p.unbeaten)))
    if p.phase == ATTACKING:
        texts = [f"attack {a} {b}" for a, b in combinations(hand, 2)]
        texts += [f"attack {a} {b} {c}" for a, b, c in combinations(hand, 3)]
    elif p.phase == DEFENDING:
        texts = [f"{word} {target} {card}" for target in unbeaten for card in hand for word in ("beat", "replace")]
        texts = [text for text in texts if text[0] == "b" or text[-1] == "D"]
        texts += [
            f"raise {cleric} {card_name(fallen)} {target}"
            for cleric in hand
            if cleric[1] == "H"
            for fallen in cards_in(p.fallen_defenders & RAISABLE)
            for target in unbeaten
        ]
    elif p.phase == BEATEN:
        texts = [f"raise {a} {card_name(b)}" for a in hand if a[1] == "H" for b in cards_in(p.fallen_attackers)]
        texts += [f"attack {a}" for a in hand if a[1] != "H"]
    else:
        texts = []
    texts = [text for text in texts if referee.judge(referee.to_move or "", text).verdict == "illegal"]
    return random.sample(texts, min(3, len(texts)))
