"""What must hold in every game, whatever is played: the checks of ``tests.random_play``, in short."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Game
from rules.games import GAMES
from rules.record import parse
from rules.referee import Referee
from rules.setup import HEADERS, OWN, READERS, header_names
from tests.random_play import play_and_check
from tests.rules.any_game import ALL, any_record, any_setup, near, read, universe

RANDOM = st.integers(0, 2**32).map(Random)
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)


def played(game: Game[Any], random: Random, steps: int) -> Any:
    """A position some moves into a random deal."""
    position = game.start(any_setup(game, random))
    for _ in range(random.randrange(steps)):
        moves = game.legal_moves(position)
        if not moves:
            break
        game.apply(position, random.choice(moves))
    return position


@every_game
@given(RANDOM)
@settings(max_examples=25, deadline=None)
def test_random_play_keeps_cards_undoes_copies_prints_and_views(game: Game[Any], random: Random) -> None:
    play_and_check(game, random, most=120)


@every_game
@given(RANDOM)
@settings(max_examples=6, deadline=None)
def test_judge_says_legal_exactly_if_the_move_is_in_the_list(game: Game[Any], random: Random) -> None:
    position = played(game, random, 40)
    moves = game.legal_moves(position)
    if not moves:
        return
    legal = {game.write_move(move) for move in moves}
    assert len(legal) == len(moves), "each move once"
    texts = universe(game, position)
    if texts is None:
        some = sorted(legal)
        texts = near(game, position, random.sample(some, min(len(some), 12)), random)
    before = position.copy()
    for text in (*texts, *legal):
        move = read(game, position, text)
        if move is None:
            assert text not in legal
            continue
        if game.id == "cuckoo" and re.fullmatch(r"draw (\S+|\?\? for \S+)", text):
            continue  # CK-8: what is known may be left out; see tests.rules.test_cuckoo
        written = game.write_move(move)
        facts = game.judge(position, move)
        listed = written in legal or (game.id == "ceraria" and game.write_move(game.choice(position, move)) in legal)
        assert (not facts) == listed, (text, facts, game.describe)  # Ceraria: a pair stands in the list in one order
        if facts:
            assert all(fact.rule in {rule.id for rule in game.rules} for fact in facts)
            remedy = game.remedy(position, move)
            assert remedy is not None and game.write_move(remedy) in legal
            assert all(fact.sentence("Ann", position.names) for fact in facts)
    assert position == before, "asking changes nothing"


@every_game
@given(RANDOM)
@settings(max_examples=15, deadline=None)
def test_positions_alike_to_a_player_give_the_same_views_lists_and_rulings(game: Game[Any], random: Random) -> None:
    position = played(game, random, 60)
    for seat in range(len(position.names)):
        view = game.view(position, seat)
        assert game.view(view, seat) == view
        other = game.sample(view, random)
        again = game.view(other, seat)
        assert again == view
        if game.to_move(position) != seat:
            continue
        moves = game.legal_moves(view)
        assert moves, "a player on turn has a list"
        assert {game.choice(position, move) for move in game.legal_moves(position) or ()} == set(moves)
        for alike in (position, other):
            for move in moves:
                assert not game.judge(alike, game.completed(alike, move))
        texts = [game.write_move(move) for move in random.sample(moves, min(3, len(moves)))]
        for text in random.sample(list(near(game, position, texts, random)), 60):
            move = read(game, view, text)
            assert (move is None) == (read(game, other, text) is None)
            if move is not None:
                assert game.judge(again, move) == game.judge(view, move)


@every_game
@given(RANDOM)
@settings(max_examples=10, deadline=None)
def test_a_record_cut_off_anywhere_goes_on_as_before(game: Game[Any], random: Random) -> None:
    referee = Referee(any_record(game, random))
    while referee.to_move is not None and len(referee.rulings) < 40:
        legal = referee.legal()
        assert legal
        referee.play(referee.to_move, random.choice(legal))
        if random.random() < 0.1:
            referee.undo(random.randint(1, 3))
    again = Referee(parse(referee.text()))
    assert again.text() == referee.text()
    assert again.position == referee.position
    assert (again.to_move, again.outcome, again.points) == (referee.to_move, referee.outcome, referee.points)
    moves = len(again.rulings)
    start = Referee(parse(referee.text())).position
    again.undo(moves)
    again_from_start = Referee(again.setup.record.__class__(again.setup.record.head)).position
    assert again.position == again_from_start
    assert start == referee.position


@every_game
def test_every_rule_has_a_title_a_text_and_a_source(game: Game[Any]) -> None:
    ids = [rule.id for rule in game.rules]
    assert len(set(ids)) == len(ids)
    assert all(rule.title and rule.text and rule.origin for rule in game.rules)
    numbers = {rule.id for rule in game.rules}
    assert {option.rule for option in game.options} <= numbers
    assert all(option.default in (*option.values, "") for option in game.options)


@every_game
def test_every_header_of_the_game_can_be_read(game: Game[Any]) -> None:
    """One that ``rules.setup`` does not know would be taken in and never looked at."""
    assert game.headers <= READERS.keys()
    assert set(game.own_headers.values()) <= OWN.keys()


def test_the_five_games_are_here() -> None:
    assert list(GAMES)[:5] == ["svoi-kozyri", "cuckoo", "courtesan", "ceraria", "crusaders"]


@every_game
def test_every_rule_has_a_test_with_its_number(game: Game[Any]) -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    for rule in game.rules:
        assert re.search(rf"def test_(\w+_)?{rule.id.replace('-', '_')}_", tests), rule.id


@every_game
def test_the_example_record_of_the_rules_can_be_judged(game: Game[Any]) -> None:
    referee = Referee(parse(game.example))
    assert referee.game is game
    assert referee.text() == game.example.replace("Ann: take\n", "Ann: take ; illegal SK-11\n")
    assert referee.to_move is not None
    kinds = {header.partition(":")[0] for header in referee.setup.record.headers}
    assert kinds - {"Game", "Players"} <= {name.partition(":")[0] for name in header_names(game)}


@every_game
def test_every_header_of_the_game_is_explained(game: Game[Any]) -> None:
    assert game.headers <= set(HEADERS)
