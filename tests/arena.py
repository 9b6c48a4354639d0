"""python -m tests.arena: the bots' levels against each other, each against the one below, in every game.

Deals come in pairs: the same cards played twice, with the seats exchanged. The score of a pair is the share of what
could be won (1 for a win, a half for a draw, places in between) that went to the higher level; 0.5 means equal. Exit
status 1 if a higher level is not clearly better where it should be: its score, less two standard errors, must be above
0.5. In the cells of LUCK (with the reason) it must only not be clearly worse. All of it takes about an hour; with --keep
it can be cut off, and goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

from app.bot_table import Company, first_deal
from rules.bots import LEVELS, rewards
from rules.game import Game
from rules.games import GAMES

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
MOST_MOVES = 600  # then the deal counts as a draw
DEALS = {"greedy": 400, "easy": 200, "medium": 100, "hard": 40}  # by the higher level: a search takes its time
LUCK: dict[tuple[str, str], str] = {
    **{
        ("cuckoo", level): "one choice a deal, and looking one move ahead makes it well"
        for level in ("easy", "medium", "hard")
    },
    ("courtesan", "easy"): "what is drawn decides; looking one move ahead is as good as a short search",
    ("courtesan", "hard"): "what is drawn decides; a longer search finds little more",
}
"""(game, higher level) -> why it need not beat the one below."""


@dataclass(slots=True)
class Cell:
    """A higher level against a lower one, in one game."""

    game: Game[Any]
    higher: str
    lower: str
    scores: list[float]
    seconds: float = 0.0  # the higher level's longest move

    @property
    def mean(self) -> float:
        """The score."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.5

    @property
    def error(self) -> float:
        """Its standard error."""
        if len(self.scores) < 2:
            return 0.5
        return sqrt(sum((score - self.mean) ** 2 for score in self.scores) / (len(self.scores) - 1) / len(self.scores))

    @property
    def fine(self) -> bool:
        """Whether it is as it should be."""
        if (self.game.id, self.higher) in LUCK:
            return self.mean + 2 * self.error >= 0.5
        return self.mean - 2 * self.error > 0.5


def play_deal(game: Game[Any], levels: Sequence[str], seed: str) -> tuple[list[float], dict[str, float]]:
    """One deal, the levels by seat. -> what it was worth to each seat, the longest move of each level in seconds."""
    seats = len(levels)
    table = first_deal(game, Company(NAMES[0], dict.fromkeys(NAMES[1:seats], LEVELS["random"])), seed, {}, {})
    position = table.referee.position
    bots = [LEVELS[level].bot(f"{seed} {seat}") for seat, level in enumerate(levels)]
    slowest = dict.fromkeys(levels, 0.0)
    for _ in range(MOST_MOVES):
        seat = game.to_move(position)
        if seat is None:
            break
        view = game.view(position, seat)
        began = time.process_time()
        move = bots[seat].choose(game, view)
        slowest[levels[seat]] = max(slowest[levels[seat]], time.process_time() - began)
        game.apply(position, game.completed(position, move))
    outcome = game.outcome(position)
    return ([0.5] * seats if outcome is None else rewards(outcome, seats)), slowest


def pair(game: Game[Any], higher: str, lower: str, seats: int, seed: str) -> tuple[float, float]:
    """A pair of deals, the levels at every other seat. -> the score of the higher one, its longest move."""
    score = slowest = 0.0
    for first in (0, 1):
        levels = [higher if seat % 2 == first else lower for seat in range(seats)]
        worth, times = play_deal(game, levels, seed)
        mine = [worth[seat] for seat in range(seats) if levels[seat] == higher]
        others = [worth[seat] for seat in range(seats) if levels[seat] == lower]
        score += (1 + sum(mine) / len(mine) - sum(others) / len(others)) / 4
        slowest = max(slowest, times[higher])
    return score, slowest


def cells(games: Sequence[str], levels: Sequence[str]) -> Iterator[Cell]:
    """What is to be played."""
    for game in games:
        for lower, higher in pairwise(levels):
            yield Cell(GAMES[game], higher, lower, [])


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.arena", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--games", type=int, metavar="N", help="deals a cell, an even number (default: the slower the fewer, 400 to 40)"
    )
    parser.add_argument("--game", action="append", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--levels", default=",".join(LEVELS), help="the levels, weakest first (default: all)")
    parser.add_argument(
        "--players", type=int, default=2, metavar="N", help="how many play, an even number (default: 2)"
    )
    parser.add_argument("--seed", default="1", help="seed of the first deal (default: 1)")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="results are added here, a line a pair, and not played again"
    )
    args = parser.parse_args(argv)
    levels = args.levels.split(",")
    if set(levels) - LEVELS.keys() or args.players not in (2, 4, 6) or (args.games or 2) < 2:
        parser.error(f"levels are {', '.join(LEVELS)}; 2, 4 or 6 play at least 2 games")
    known = {}
    if args.keep is not None and args.keep.exists():
        lines = [json.loads(line) for line in args.keep.read_text(encoding="utf-8").splitlines()]
        known = {tuple(line["key"]): (line["score"], line["seconds"]) for line in lines}
    played = []
    for cell in cells(args.game or list(GAMES), levels):
        began = time.monotonic()
        seats = min(args.players, cell.game.seats[1])
        for number in range((args.games or DEALS.get(cell.higher, 100)) // 2):
            key = (cell.game.id, cell.higher, cell.lower, seats, f"{args.seed}-{number}")
            if key not in known:
                known[key] = pair(*(cell.game, *key[1:]))
                if args.keep is not None:
                    with args.keep.open("a", encoding="utf-8") as file:
                        score, seconds = known[key]
                        file.write(json.dumps({"key": key, "score": score, "seconds": round(seconds, 3)}) + "\n")
            cell.scores.append(known[key][0])
            cell.seconds = max(cell.seconds, known[key][1])
        played.append(cell)
        print(f"{_row(cell)}   ({time.monotonic() - began:.0f} s)", file=sys.stderr, flush=True)
    print(f"{'game':12}  {'higher':>7}  {'lower':>7}  deals   score   error  slowest move")
    print("\n".join(map(_row, played)))
    return 0 if all(cell.fine for cell in played) else 1


def _row(cell: Cell) -> str:
    verdict = "" if cell.fine else "  NOT CLEARLY BETTER"
    return (
        f"{cell.game.id:12}  {cell.higher:>7}  {cell.lower:>7}  {2 * len(cell.scores):5}   {cell.mean:.3f}   {cell.error:.3f}"
        f"  {cell.seconds:10.2f} s{verdict}"
    )


if __name__ == "__main__":
    sys.exit(main())
