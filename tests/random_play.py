"""Plays games at random and checks at every step what must always hold: ``python -m tests.random_play --games 10000``.

At every step: every card is in one place, and undo restores the position exactly. At every 20th: a copy is its own, the
record prints and reads back, the position written as headers reads back, each player's view holds and leaks nothing.
Svoi Kozyri is begun from positions in the middle of a game, and cut at 300 moves.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from typing import Any

from rules.game import Game
from rules.games import GAMES
from rules.record import Record, parse
from rules.referee import Referee
from rules.ruling import MoveError
from rules.setup import read_setup
from tests.rules.any_game import any_record, check_cards


def play_and_check(game: Game[Any], random: Random, most: int = 300) -> int:
    """One game from a random deal. Returns the number of moves. Raises AssertionError where something is broken."""
    record = _middle_of_a_game(game, random) if game.id == "svoi-kozyri" else any_record(game, random)
    referee = Referee(record)
    position = game.start(read_setup(record, game))
    assert position == referee.position
    check_cards(game, position)
    undo: list[tuple[Any, Any]] = []
    for step in range(most):
        moves = game.legal_moves(position)
        assert moves is not None
        if not moves:
            break
        seat = game.to_move(position)
        assert seat is not None
        assert game.outcome(position) is None
        assert not game.why_ended(position)
        move = moves[int(random.random() * len(moves))]
        before = position.copy()
        token = game.apply(position, move)
        after = position.copy()
        check_cards(game, position)
        game.undo(position, token)
        assert position == before, "undo restores"
        game.apply(position, move)
        assert position == after, "the same move does the same again"
        undo.append((before, token))
        assert referee.play(position.names[seat], game.write_move(move)).verdict == "legal"
        if step % 20 == 0:
            _check_more(game, position, referee, random)
    else:
        return most
    assert game.legal_moves(position) == []
    assert game.to_move(position) is None
    assert game.outcome(position) is not None
    assert game.why_ended(position).partition(":")[0] in {rule.id for rule in game.rules}
    _check_more(game, position, referee, random)
    return step


def _check_more(game: Game[Any], position: Any, referee: Referee, random: Random) -> None:
    again = Referee(parse(referee.text()))
    assert again.text() == referee.text()
    assert again.position == referee.position == position
    other = position.copy()
    assert other == position
    moves = game.legal_moves(other)
    if moves:
        game.apply(other, random.choice(moves))
        assert other != position, "a move changes the copy"
        assert again.position == position, "and only the copy"
    seats = range(len(position.names))
    for seat in random.sample(seats, min(3, len(seats))):
        view = game.view(position, seat)
        check_cards(game, view)
        assert game.view(view, seat) == view, "a player knows what a player knows"
        whole = game.sample(view, random)
        check_cards(game, whole)
        assert game.view(whole, seat) == view, "what is not known leaves no trace"
        assert game.legal_moves(whole) is not None
        if game.to_move(position) == seat:
            assert game.legal_moves(view)
    try:
        record = referee.position_record()
    except MoveError:
        return  # in the middle of a battle
    begun = Referee(record)
    assert begun.to_move == referee.to_move or referee.to_move is None
    assert Referee(parse(begun.text())).position == begun.position
    if referee.to_move is not None:
        assert _unmarked(begun.legal()) == _unmarked(referee.legal())


def _unmarked(moves: list[str] | None) -> list[str] | None:
    """Without the abilities of Crusaders: headers do not tell which were used."""
    return moves and [move for move in moves if "!" not in move]


def _middle_of_a_game(game: Game[Any], random: Random) -> Record:
    """A position that good enough play reached after some moves."""
    while True:
        referee = Referee(any_record(game, random))
        for _ in range(random.randrange(60)):
            moves = game.legal_moves(referee.position)
            if not moves:
                break
            game.apply(referee.position, game.rollout(referee.position, moves, random))
        if game.to_move(referee.position) is not None:
            return referee.position_record()


def main() -> int:
    """-> 0 if nothing was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="of each kind (default: 10000)")
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only this one")
    parser.add_argument("--seed", type=int, default=0, help="the first game's; each further game has the next")
    args = parser.parse_args()
    for name in args.game or GAMES:
        moves, start = 0, time.process_time()
        for number in range(args.games):
            seed = args.seed + number
            try:
                moves += play_and_check(GAMES[name], Random(seed))
            except BaseException:
                print(f"{name}: broken with --game {name} --seed {seed} --games 1", file=sys.stderr)
                raise
            if (number + 1) % 500 == 0:
                print(f"{name}: {number + 1} games, {moves} moves", file=sys.stderr, flush=True)
        seconds = time.process_time() - start
        print(f"{name:12} {args.games:6} games {moves:8} moves, nothing broken ({seconds:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
