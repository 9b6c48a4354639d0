"""How fast the rules engine is, beside python-chess and OpenSpiel: ``python -m tests.bench`` (extra ``bench``).

One thread, CPU time. Random playouts of every game: the deal, and for each move the legal list, a random choice, apply,
and the record that undoes it, kept. A deal is cut at 300 moves. Each game is played by the fewest players it is for, and
by four. Beside it python-chess's playout as its documentation writes it, and OpenSpiel's ``crazy_eights`` driven from
Python, where only the players' moves count; what the two do when they are driven more leanly is printed, too. All take
turns in short rounds, and what is compared with the goals is the median of the rounds' ratios. ``judge`` is timed on
illegal moves: such as were legal in other positions.

Exit status: 0 all goals reached, 1 not, 2 python-chess or OpenSpiel is not installed.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time
from typing import Any

from rules.game import Game
from rules.games import GAMES
from rules.record import Record
from rules.setup import Setup, read_setup

MOST = 300  # moves of a deal
NAMES = ("Ann", "Ben", "Cid", "Dan")
FASTER = {"svoi-kozyri": 20}  # times python-chess's moves a second; in the other games:
FASTER_AT_LEAST = 8
JUDGE = 1 / 5  # of python-chess's time for a move, at most

Run = Callable[[float], tuple[int, int]]
"""Runs for so many seconds or a little longer: moves made, and moves made by the cards' own chance."""


@dataclass
class Timed:
    """Something that is timed, and what each round gave."""

    name: str
    run: Run
    per_second: list[float] = field(default_factory=list)
    with_chance: list[float] = field(default_factory=list)

    def round(self, seconds: float) -> None:
        start = process_time()
        moves, chance = self.run(seconds)
        spent = process_time() - start
        self.per_second.append(moves / spent)
        self.with_chance.append((moves + chance) / spent)

    def times(self, other: Timed) -> float:
        """How many times as fast as ``other``: the median of the rounds."""
        return median(a / b for a, b in zip(self.per_second, other.per_second, strict=True))


# -- ours ------------------------------------------------------------------------------------------------------------


def setup_for(game: Game[Any], players: int) -> Setup:
    """A setup that deals anew, at random, each time it is started."""
    names = NAMES[:players]
    suits = ", ".join(f"{name}={suit}" for name, suit in zip(names, "SHDC", strict=False))
    headers = {"Seed": "bench"} | dict.fromkeys(game.needed, suits)
    return read_setup(Record.new(game.id, names, headers), game)


def playouts(game: Game[Any], setup: Setup) -> Run:
    """Random play of a game."""
    choose = Random(1).random

    def run(seconds: float) -> tuple[int, int]:
        end = process_time() + seconds
        moves_made = 0
        while process_time() < end:
            legal_moves, apply = game.legal_moves, game.apply
            position = game.start(setup)
            undo: list[Any] = []
            for _ in range(MOST):
                moves = legal_moves(position)
                if not moves:
                    break
                undo.append(apply(position, moves[int(choose() * len(moves))]))
            moves_made += len(undo)
        return moves_made, 0

    return run


def illegal_moves(game: Game[Any], setup: Setup, number: int = 200) -> list[tuple[Any, Any]]:
    """Positions of random play, and moves that are illegal there though legal elsewhere."""
    random = Random(2)
    positions: list[Any] = []
    somewhere: dict[Any, None] = {}
    while len(positions) < number:
        position = game.start(setup)
        for _ in range(MOST):
            moves = game.legal_moves(position)
            if not moves:
                break
            if random.random() < 0.2:
                positions.append(position.copy())
                somewhere |= dict.fromkeys(random.sample(moves, min(len(moves), 10)))
            game.apply(position, random.choice(moves))
    pool = list(somewhere)
    pairs: list[tuple[Any, Any]] = []
    while len(pairs) < number:
        position, move = random.choice(positions), random.choice(pool)
        if game.judge(position, move):
            pairs.append((position, move))
    return pairs


def judging(game: Game[Any], setup: Setup) -> Run:
    """The rulings on illegal moves, without their sentences."""
    pairs = illegal_moves(game, setup)

    def run(seconds: float) -> tuple[int, int]:
        end = process_time() + seconds
        judged = 0
        judge = game.judge
        while process_time() < end:
            for position, move in pairs:
                judge(position, move)
            judged += len(pairs)
        return judged, 0

    return run


# -- the others ------------------------------------------------------------------------------------------------------


def chess_playouts(chess: Any, lean: bool) -> Run:
    """python-chess at random: as its documentation does it; ``lean``: without asking whether the game is over."""

    def documented(seconds: float) -> tuple[int, int]:
        end = process_time() + seconds
        moves_made = 0
        while process_time() < end:
            board = chess.Board()
            while not board.is_game_over():
                board.push(random.choice(list(board.legal_moves)))
            moves_made += len(board.move_stack)
        return moves_made, 0

    def without_game_over(seconds: float) -> tuple[int, int]:
        choose = Random(1).random
        end = process_time() + seconds
        moves_made = 0
        while process_time() < end:
            board = chess.Board()
            for _ in range(MOST):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(moves[int(choose() * len(moves))])
            moves_made += len(board.move_stack)
        return moves_made, 0

    return without_game_over if lean else documented


def openspiel_playouts(pyspiel: Any, lean: bool) -> Run:
    """OpenSpiel's crazy_eights at random, driven from Python: the players' moves and those of chance (the cards).

    As its documentation does it: chance is drawn by its probabilities (here without NumPy, which would be slower).
    ``lean``: asking for nothing but the legal actions, as in this game each card is as likely as any other.
    """
    game = pyspiel.load_game("crazy_eights")

    def documented(seconds: float) -> tuple[int, int]:
        end = process_time() + seconds
        moves_made = chance = 0
        while process_time() < end:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    chance += 1
                    cards, probabilities = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(cards, probabilities)[0])
                else:
                    moves_made += 1
                    state.apply_action(random.choice(state.legal_actions(state.current_player())))
        return moves_made, chance

    def without_frills(seconds: float) -> tuple[int, int]:
        choose = Random(1).random
        end = process_time() + seconds
        moves_made = chance = 0
        while process_time() < end:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    chance += 1
                else:
                    moves_made += 1
                actions = state.legal_actions()
                state.apply_action(actions[int(choose() * len(actions))])
        return moves_made, chance

    return without_frills if lean else documented


# -- the comparison --------------------------------------------------------------------------------------------------


def line(name: str, speed: str, ratio: str, goal: str, reached: bool | None) -> None:
    word = "" if reached is None else "pass" if reached else "FAIL"
    print(f"{name:32} {speed:>16} {ratio:>22} {goal:>20}  {word}".rstrip())


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES), metavar="ID")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement, in each round (0.5)")
    parser.add_argument("--rounds", type=int, default=9, help="how often each is measured (9)")
    options = parser.parse_args(arguments)
    try:
        import chess
        import pyspiel
    except ImportError as error:
        print(f"bench: {error.name} is not installed: pip install -e '.[bench]'", file=sys.stderr)
        return 2

    documented = Timed("python-chess", chess_playouts(chess, lean=False))
    lean = Timed("python-chess, no game-over test", chess_playouts(chess, lean=True))
    spiel = Timed("OpenSpiel crazy_eights", openspiel_playouts(pyspiel, lean=False))
    lean_spiel = Timed("OpenSpiel, driven leanly", openspiel_playouts(pyspiel, lean=True))
    played: list[tuple[Game[Any], Timed]] = []
    judged: list[Timed] = []
    for game in (GAMES[name] for name in options.games):
        low, high = game.seats
        for players in sorted({low, min(high, len(NAMES))}):
            setup = setup_for(game, players)
            played.append((game, Timed(f"{game.id}, {players} players", playouts(game, setup))))
        judged.append(Timed(f"{game.id}, judge", judging(game, setup_for(game, low))))
    everything = [documented, lean, spiel, lean_spiel, *(timed for _, timed in played), *judged]
    for timed in everything:
        timed.run(min(0.2, options.seconds))  # warm: tables filled, code specialised
    gc.collect()
    gc.freeze()  # each is measured as if alone: what the others keep in memory is not gone through again and again
    for _ in range(options.rounds):
        for timed in everything:
            timed.round(options.seconds)

    print(
        f"CPU time, one thread; {options.rounds} rounds of {options.seconds:g} s each, medians; random playouts with the "
        f"deal,\nlegal list, choice, apply and undo record, cut at {MOST} moves; pack and house rules as by default\n"
    )
    line("", "moves/s", "x python-chess", "goal", None)
    for timed in (documented, lean, spiel, lean_spiel):
        line(timed.name, f"{median(timed.per_second):,.0f}", f"{timed.times(documented):.1f}", "", None)
        if timed in (spiel, lean_spiel):
            line("  with its chance moves", f"{median(timed.with_chance):,.0f}", "", "", None)
    failed = 0
    for game, timed in played:
        goal = FASTER.get(game.id, FASTER_AT_LEAST)
        ratio = timed.times(documented)
        failed += ratio < goal
        line(timed.name, f"{median(timed.per_second):,.0f}", f"{ratio:.1f}", f">= {goal}", ratio >= goal)
        if game.id in FASTER:
            ratio = timed.times(spiel)
            failed += ratio < 1
            line("", "", f"{ratio:.2f} x OpenSpiel", ">= 1", ratio >= 1)
    print()
    line("", "us/ruling", "of a python-chess move", "goal", None)
    for timed in judged:
        share = 1 / timed.times(documented)
        failed += share > JUDGE
        line(timed.name, f"{1e6 / median(timed.per_second):.2f}", f"{share:.3f}", f"<= {JUDGE:g}", share <= JUDGE)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
