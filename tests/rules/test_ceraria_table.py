"""Ceraria: what a changed table means."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import Card, card_name, cards_in, parse_card
from rules.referee import Referee
from rules.table import Meaning
from tests.rules.any_game import any_record
from tests.rules.battle_table import BattleTable
from tests.rules.laid import meanings, moves
from tests.rules.test_ceraria import GAME, battle, play


def test_the_attack_lies_in_the_middle_and_the_queen_of_hearts_anywhere() -> None:
    referee = battle("8H 8S 6H", "9C 9D 7C 7D", stock=None)
    assert moves(referee, "") == ()
    assert moves(referee, "QH") == ()
    assert moves(referee, "8S 8H QH") == ("8H 8S",)
    play(referee, "8H 8S")
    assert moves(referee, "8H 8S") == ()
    assert GAME.middle(referee.position) == referee.position.attack


def test_a_card_of_another_pack_is_no_move() -> None:
    assert moves(battle("8H 8S 6H", "9C 9D 7C 7D", stock=None), "2C") == ()


def test_CE_6_too_many_attacking_cards_are_told_with_the_rule() -> None:
    (meaning,) = meanings(battle("8H 8S 6H", "9C 9D 7C 7D", stock=None), "8H 8S 6H")
    assert (meaning.part, bool(meaning.todo)) == ("CE-6", True)


def test_CE_6_a_second_card_beside_the_first_makes_the_attack_a_pair() -> None:
    referee = play(battle("8H 8S 9S", "9C 9D 7C 7D", stock=None), "8H")
    pair = Meaning("8H 8S", instead=True)
    assert meanings(referee, "8H@0.3 8S@0.5")[0] == pair
    assert meanings(referee, "8H 8S/8H") == (Meaning("8S", more=True),)  # Ben lays it on the first
    assert meanings(referee, "8H@0.3 9C@0.5")[0].move == "9C"  # not well laid


def test_CE_7_each_answer_lies_on_the_card_that_it_beats() -> None:
    referee = play(battle("8H 8S 6H", "9C 9D 7C 7D", stock=None), "8H 8S")
    assert moves(referee, "8H 8S 9C/8H 9D/8S")[0] == "9C / 9D"
    assert moves(referee, "8H 8S 9D/8H 9C/8S")[0] == "9D / 9C"
    assert moves(referee, "8H@0.2 8S@0.4 9C@0.22 9D@0.42")[0] == "9C / 9D"
    assert moves(referee, "8H@0.2 8S@0.4 9D@0.22 9C@0.42")[0] == "9D / 9C"
    assert set(moves(referee, "9C 9D")) >= {"9C / 9D", "9D / 9C"}


def test_CE_8_the_support_lies_on_the_card_that_it_supports() -> None:
    referee = play(battle("8H 8S 6H", "9C 9D 7C 7D 6S", stock=None), "8H 8S")
    assert moves(referee, "8H 8S 7C/8H 9D/8S 7D/7C")[0] == "7C+7D / 9D"
    assert moves(referee, "8H 8S 7D/8H 9D/8S 7C/7D")[0] == "7D+7C / 9D"
    assert moves(referee, "8H 8S 7C/8H 6S/7C 9D/8S")[0] == "7C+6S / 9D"


def test_CE_8_which_of_two_cards_is_the_support_is_read_in_favour_of_the_player_where_nobody_can_see_it() -> None:
    referee = play(battle("8H 8S 6H", "9C 9D 7C 7D", stock=None), "8H")
    assert moves(referee, "8H 7D/8H 7C/8H")[0] == "7C+7D"
    assert moves(referee, "8H 7D/8H 7C/7D")[0] == "7D+7C"


def test_a_defence_that_may_go_on_is_waited_for() -> None:
    single = play(battle("8H 8S 6H", "9C 9D 7C 7D", stock=None), "8H")
    assert meanings(single, "8H 7C/8H") == (Meaning("7C", more=True),)
    pair = play(battle("8H 8S 6H", "9C 9D 7C 7D", stock=None), "8H 8S")
    first = meanings(pair, "8H 8S 9C/8H")[0]
    assert (first.move, first.part) == ("9C", "CE-7")
    assert "8S" in first.todo
    assert meanings(pair, "8H 8S 9C/8S")[0] == Meaning("9C", more=True)


def test_CE_9_an_attack_that_is_gone_was_taken() -> None:
    referee = play(battle("8H 8S 6H", "9C 9D 7C 7D", stock=None), "8H 8S")
    assert meanings(referee, "") == (Meaning("take"),)
    (half,) = meanings(referee, "8H")
    assert (half.move, half.part) == ("take", "CE-9")
    weak = meanings(referee, "7C")[0]
    assert (weak.move, weak.part) == ("take", "CE-9")


def test_CE_10_a_battle_that_is_over_means_nothing_until_it_is_put_away() -> None:
    referee = play(battle("8H 8S 6H", "9C 9D 7C 7D", stock=None), "8H 8S", "9C / 9D")
    assert moves(referee, "8H 8S 9C 9D") == ()
    assert moves(referee, "8H 9D") == ()
    assert moves(referee, "8H 8S 9C 9D 7C") == ("7C",)
    taken = play(battle("8H 8S 6H", "9C 9D 7C 7D", "9S", stock=None), "8H 8S", "take")
    assert moves(taken, "8H 8S") == ()
    assert moves(taken, "8H 9S") == ("9S",)


def test_the_rules_of_a_move_that_the_table_does_not_follow() -> None:
    referee = play(battle("8H 8S 6H", "9C 9D 7C 7D", stock=None), "8H 8S")
    game = referee.game
    for move, rule in (("take", "CE-9"), ("9C / 9D", "CE-10")):
        after = play(battle("8H 8S 6H", "9C 9D 7C 7D", stock=None), "8H 8S", move)
        assert game.mishandled(after.position, game.read_move(referee.position, move)) == rule


# Whole games, laid out


RANDOM = st.integers(0, 2**32).map(Random)


def answers_of(move: str) -> list[list[Card]]:
    """The cards of a defence, those on each attacking card together."""
    return [[parse_card(name) for name in piece.split("+")] for piece in move.split("/")]


def laid(table: BattleTable, referee: Referee, move: str) -> Iterator[BattleTable]:
    """``table`` after each card that is laid for ``move``; the last of them shows the whole move."""
    player = referee.to_move or ""
    attack = referee.position.attack
    table = table.copy()
    if move == "take":
        table.take(*attack)
        yield table
    elif not attack or len(move.split()) == 2:
        table.row([parse_card(name) for name in move.split()], player)
        yield table
    else:
        for target, cards in zip(attack, answers_of(move), strict=True):
            for card, under in zip(cards, (target, *cards), strict=False):
                table.on(card, under, player)
                yield table.copy()


def canonical(referee: Referee, move: str) -> str:
    game, position = referee.game, referee.position
    return str(game.write_move(game.choice(position, game.read_move(position, move))))


@given(RANDOM)
@settings(max_examples=60, deadline=None)
def test_every_move_is_read_from_the_table_and_half_a_move_is_no_move(random: Random) -> None:
    truth = Referee(any_record(GAME, random))
    table = BattleTable(random, knows_who=random.random() < 0.5)
    for _ in range(40):
        moves = truth.legal()
        if not moves:
            break
        assert table.meanings(truth) == ()
        for wrong in _illegal(truth, random):
            *_steps, after = laid(table, truth, wrong)
            meaning = after.meanings(truth)[0]
            assert (canonical(truth, meaning.move), meaning.part, meaning.instead) == (
                canonical(truth, wrong),
                "",
                False,
            )
            assert truth.judge(truth.to_move or "", meaning.move).verdict == "illegal"
        move = random.choice([move for move in moves if move != "take" or random.random() < 0.3] or moves)
        *steps, after = laid(table, truth, move)
        for step in steps:
            meaning = step.meanings(truth)[0]
            verdict = truth.judge(truth.to_move or "", meaning.move).verdict
            assert meaning.part or meaning.more or verdict == "legal", (move, meaning)
        meaning = after.meanings(truth)[0]
        assert (canonical(truth, meaning.move), meaning.part, meaning.instead) == (canonical(truth, move), "", False)
        assert after.meanings(truth, after.covered())[0] == meaning
        blurred = after.meanings(truth, after.blurred())[0]
        assert truth.judge(truth.to_move or "", blurred.move).verdict == "legal", "nobody is accused"
        defended = bool(truth.position.attack) and move != "take"
        truth.play(truth.to_move or "", move)
        table = after
        while defended and table.cards and truth.outcome is None:
            assert table.meanings(truth) == ()
            table.take(random.choice(table.cards).card)


def _illegal(referee: Referee, random: Random) -> list[str]:
    """Some illegal moves that can be laid."""
    p = referee.position
    hand = [card_name(card) for card in cards_in(p.hands[p.turn])]
    pairs = list(permutations(hand, 2))
    if not p.attack:
        texts = [f"{a} {b}" for a, b in pairs]
    elif len(p.attack) == 1:
        texts = [*hand, *(f"{a}+{b}" for a, b in pairs)]
    else:
        texts = [f"{a} / {b}" for a, b in pairs]
        texts += [f"{a}+{b} / {c}" for a, b, c in permutations(hand, 3)]
    texts = [text for text in texts if referee.judge(referee.to_move or "", text).verdict == "illegal"]
    return random.sample(texts, min(3, len(texts)))


@given(RANDOM)
@settings(max_examples=40, deadline=None)
def test_a_support_laid_on_a_card_that_beats_alone_is_a_support_too_many(random: Random) -> None:
    truth = Referee(any_record(GAME, random))
    table = BattleTable(random)
    for _ in range(30):
        moves = truth.legal()
        if not moves:
            break
        player, move = truth.to_move or "", random.choice(moves)
        *_steps, after = laid(table, truth, move)
        hand = {card_name(card) for card in cards_in(truth.position.hands[truth.position.turn])} - set(move.split())
        attack = truth.position.attack
        truth.play(player, move)
        table = after
        if attack and len(move) == 2 and hand and truth.outcome is None:
            support = random.choice(sorted(hand))
            more = after.copy()
            more.on(parse_card(support), parse_card(move), player)
            meaning = more.meanings(truth)[0]
            assert (meaning.move, meaning.instead) == (f"{move}+{support}", True)
        if not truth.position.attack:
            table = BattleTable(random)
