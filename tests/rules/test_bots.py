"""The bots: what they may see, what they choose, and that they choose it again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.bots import LEVELS, Level, rewards
from rules.game import Game
from rules.games import GAMES
from rules.record import Record
from rules.referee import Referee
from rules.ruling import Outcome
from tests import arena
from tests.rules.any_game import ALL, any_record

QUICK = [LEVELS["random"], LEVELS["greedy"], Level("short", 12)]
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)


def played(game: Game[Any], random: Random, moves: int, **headers: str) -> Any:
    """A position some random moves into a random deal."""
    position = Referee(any_record(game, random, **headers)).position
    for _ in range(moves):
        legal = game.legal_moves(position)
        if not legal:
            break
        game.apply(position, game.rollout(position, legal, random))
    return position


@every_game
def test_a_bot_chooses_a_move_of_its_own_list(game: Game[Any]) -> None:
    random = Random(1)
    for number in range(12):
        position = played(game, random, random.randrange(20))
        seat = game.to_move(position)
        if seat is None:
            continue
        view = game.view(position, seat)
        before = view.copy()
        for level in QUICK:
            assert level.bot(number).choose(game, view) in game.legal_moves(view)
        assert view == before


@every_game
def test_a_bot_cannot_tell_apart_what_its_player_cannot(game: Game[Any]) -> None:
    random = Random(2)
    for number in range(12):
        position = played(game, random, random.randrange(25))
        seat = game.to_move(position)
        if seat is None:
            continue
        other = game.sample(game.view(position, seat), random)
        for level in QUICK:
            one = level.bot(number).choose(game, game.view(position, seat))
            assert one == level.bot(number).choose(game, game.view(other, seat))


def choices(game: Game[Any], level: Level, seed: str) -> list[str]:
    """The moves of a deal among bots of one level."""
    position = played(game, Random(3), 0)
    bots = [level.bot(f"{seed} {seat}") for seat in range(len(position.names))]
    made: list[str] = []
    while (seat := game.to_move(position)) is not None and len(made) < 24:
        move = bots[seat].choose(game, game.view(position, seat))
        made.append(game.write_move(move))
        game.apply(position, game.completed(position, move))
    return made


@every_game
def test_the_same_seed_plays_the_same(game: Game[Any]) -> None:
    assert choices(game, QUICK[2], "a") == choices(game, QUICK[2], "a")
    assert any(choices(game, QUICK[0], "a") != choices(game, QUICK[0], seed) for seed in "bcdefghi")


def test_the_same_seed_plays_the_same_in_another_process() -> None:
    code = (
        "from tests.rules.test_bots import ALL, QUICK, choices\n"
        "for game in ALL:\n    print(*(choices(game, level, 'a') for level in QUICK))"
    )
    root = Path(__file__).resolve().parents[2]
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1] != ""


@every_game
def test_a_move_without_alternative_is_made_at_once(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(4)
    found = 0
    for _ in range(200):
        position = played(game, random, random.randrange(30))
        seat = game.to_move(position)
        view = None if seat is None else game.view(position, seat)
        if view is None or len(game.legal_moves(view) or ()) != 1:
            continue
        found += 1
        with monkeypatch.context() as patch:
            patch.setattr(type(game), "sample", None)  # whoever thinks calls it
            assert [LEVELS[name].bot(1).choose(game, view) for name in LEVELS] == game.legal_moves(view) * len(LEVELS)
    assert found or game.id == "svoi-kozyri"


@pytest.mark.parametrize(
    ("outcome", "seats", "worth"),
    [
        (Outcome("win", (1,)), 3, [0, 1, 0]),
        (Outcome("win", (0, 2)), 3, [0.5, 0, 0.5]),
        (Outcome("loss", (2,)), 3, [1, 1, 0]),
        (Outcome("draw"), 2, [0.5, 0.5]),
        (Outcome("places", (2, 0, 1)), 3, [0.5, 0, 1]),
        (Outcome("places", (2, 0)), 3, [0, 1, 1]),  # seat 1 was placed before
    ],
)
def test_what_the_end_of_a_deal_is_worth(outcome: Outcome, seats: int, worth: list[float]) -> None:
    assert rewards(outcome, seats) == worth


WINS_AT_ONCE = {"Trumps": "Ann=S, Ben=H", "Pile": "7C", "Hand:Ann": "9C KS", "Hand:Ben": "8D 6D QH KD AH"}


@pytest.mark.parametrize("level", [level for level in LEVELS.values() if level.name != "random"])
def test_all_but_the_random_bot_see_a_win_in_one_move(level: Level) -> None:
    referee = Referee(Record.new("svoi-kozyri", ("Ann", "Ben"), WINS_AT_ONCE))
    view = referee.game.view(referee.position, 0)
    move = level.bot(1).choose(referee.game, view)
    token = referee.game.apply(referee.position, move)
    assert referee.outcome == "win Ann"
    referee.game.undo(referee.position, token)


@every_game
def test_moves_that_look_alike_sound_alike(game: Game[Any]) -> None:
    """``heard``: what a player hears of another's move tells no more than what the player knows afterwards."""
    random = Random(5)
    options = {"Option:characters": "random"} if game.characters else {}
    for _ in range(300 if game.id == "cuckoo" else 40):  # there only the dealer's draw is of interest
        position = played(game, random, random.randrange(25), **options)
        mover = game.to_move(position)
        if mover is None:
            continue
        listener = (mover + 1 + random.randrange(len(position.names) - 1)) % len(position.names)
        other = game.sample(game.view(position, listener), random)
        sounds: list[tuple[Any, str]] = []
        for world in (position, other):
            for move in game.legal_moves(world) or ():
                heard = game.write_move(game.heard(world, move))
                token = game.apply(world, move)
                view = game.view(world, listener)
                game.undo(world, token)
                for seen, said in sounds[-60:]:
                    assert seen != view or said == heard
                sounds.append((view, heard))


def test_looking_ahead_beats_playing_at_random() -> None:
    for game in ("svoi-kozyri", "ceraria", "crusaders"):
        scores = [arena.pair(GAMES[game], "greedy", "random", 2, f"test {n}")[0] for n in range(8)]
        assert sum(scores) / len(scores) > 0.6


def test_the_arena_tells_who_is_not_better_and_does_not_play_again_what_it_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keep = ["--keep", str(tmp_path / "kept.jsonl"), "--games", "6", "--game", "ceraria"]
    assert arena.main([*keep, "--levels", "greedy,random"]) == 1
    assert "NOT CLEARLY BETTER" in capsys.readouterr().out
    monkeypatch.setattr(arena, "play_deal", None)
    assert arena.main([*keep, "--levels", "greedy,random"]) == 1
