"""Players that are programs. A bot is shown what its player may know (``Game.view``), and nothing else, ever.

The levels, weakest first: ``random``; ``greedy`` looks one move ahead; the others search, the longer the stronger. The
search is information-set Monte Carlo tree search: each simulation deals the hidden cards anew, in one of the ways that
fit what the player knows, and walks down one tree whose branches are what players *decide* (``Game.choice``), so that
what is learnt in one deal of the hidden cards serves in the others.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Any, Protocol

from rules.game import Game, Move
from rules.ruling import Outcome

EXPLORE = 0.7  # how readily the search tries what has looked poor so far
WIDEN = 1.0  # after n visits so many times the root of n branches are tried
PLAYOUT = 10  # after so many moves a playout is cut, and the position is judged by its promise
TRUST = 1  # for so many simulations counts what looking one move ahead says
WORLDS = 6  # in so many deals of the hidden cards one looks a move ahead


class Bot(Protocol):
    """A player. The same bot, made with the same seed and shown the same, chooses the same."""

    def choose(self, game: Game[Any], view: Any) -> Move:
        """A move of the player on turn in ``view``, of the legal ones there."""


def rewards(outcome: Outcome, seats: int) -> list[float]:
    """What the end of a deal is worth to each seat: 1 a win, 0 a loss; a shared win its part, places evenly between."""
    if outcome.word == "draw":
        return [0.5] * seats
    if outcome.word == "win":
        return [1 / len(outcome.seats) if seat in outcome.seats else 0.0 for seat in range(seats)]
    worth = [1.0] * seats  # of those who are not among the places: they were done before
    for place, seat in enumerate(outcome.seats, 1):
        worth[seat] = 0.0 if outcome.word == "loss" else 1 - (place - 1) / max(1, len(outcome.seats) - 1)
    return worth


class RandomBot:
    """Any legal move."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def choose(self, game: Game[Any], view: Any) -> Move:
        moves = game.legal_moves(view) or []
        return moves[int(self._random.random() * len(moves))]


class GreedyBot:
    """The move after which the player stands best."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def choose(self, game: Game[Any], view: Any) -> Move:
        moves = game.legal_moves(view) or []
        if len(moves) == 1:
            return moves[0]
        promised = look_ahead(game, view, WORLDS, self._random)
        best = max(promised[move] for move in moves)
        equal = [move for move in moves if promised[move] > best - 1e-9]
        return equal[int(self._random.random() * len(equal))]


class Searcher:
    """Information-set Monte Carlo tree search, with so many simulations a move."""

    def __init__(self, simulations: int, seed: str) -> None:
        self._simulations = simulations
        self._random = Random(seed)

    def choose(self, game: Game[Any], view: Any) -> Move:
        moves = game.legal_moves(view) or []
        if len(moves) == 1:
            return moves[0]
        root = _Node()
        for move, promise in look_ahead(game, view, WORLDS, self._random).items():
            root.branches[move] = _Node(TRUST, TRUST * promise)
        for _ in range(self._simulations):
            self._simulate(game, game.sample(view, self._random), root)
        return max(moves, key=lambda move: root.branches[move].visits)

    def _simulate(self, game: Game[Any], world: Any, node: _Node) -> None:
        """Down the tree as far as it reaches, one branch further, a playout; then every branch learns its worth."""
        path: list[tuple[_Node, int]] = []
        new = False
        while not new and (seat := game.to_move(world)) is not None:
            moves = game.legal_moves(world) or []
            open_: dict[Hashable, Move] = {}
            for move in moves:
                open_.setdefault(game.choice(world, move), move)
            tried = [choice for choice in open_ if choice in node.branches]
            if len(tried) < len(open_) and len(tried) <= WIDEN * sqrt(node.visits):
                new = True
                choice = game.choice(world, game.rollout(world, moves, self._random))
                if choice in node.branches:
                    untried = [choice for choice in open_ if choice not in node.branches]
                    choice = untried[int(self._random.random() * len(untried))]
                node.branches[choice] = _Node()
                tried.append(choice)
            else:
                choice = _promising(node, tried)
            for other in tried:
                node.branches[other].chances += 1
            node = node.branches[choice]
            path.append((node, seat))
            game.apply(world, open_[choice])
        worth = self._play_out(game, world)
        for branch, seat in path:
            branch.visits += 1
            branch.worth += worth[seat]

    def _play_out(self, game: Game[Any], world: Any) -> Sequence[float]:
        for _ in range(PLAYOUT):
            moves = game.legal_moves(world)
            if not moves:
                break
            game.apply(world, game.rollout(world, moves, self._random))
        return worth_of(game, world)


class _Node:
    """What is known of the game after a row of choices. ``worth``: the sum, to the player who chose last."""

    __slots__ = ("branches", "chances", "visits", "worth")

    def __init__(self, visits: int = 0, worth: float = 0.0) -> None:
        self.branches: dict[Hashable, _Node] = {}
        self.chances = visits  # simulations in which it could have been chosen
        self.visits = visits  # simulations in which it was
        self.worth = worth


def _promising(node: _Node, choices: Sequence[Hashable]) -> Hashable:
    """UCB1: the best so far, unless another has been tried too seldom for as often as it could have been."""
    best, highest = None, -1.0
    for choice in choices:
        branch = node.branches[choice]
        bound = branch.worth / branch.visits + EXPLORE * sqrt(log(branch.chances + 1) / branch.visits)
        if bound > highest:
            best, highest = choice, bound
    return best


def worth_of(game: Game[Any], world: Any) -> Sequence[float]:
    """What a position with every card known is worth to each seat: how the deal ended, or else its promise."""
    outcome = game.outcome(world)
    return game.promise(world) if outcome is None else rewards(outcome, len(world.names))


def look_ahead(game: Game[Any], view: Any, worlds: int, random: Random) -> dict[Move, float]:
    """How well the player on turn stands after each move, in the middle of some deals of the hidden cards."""
    seat = game.to_move(view)
    assert seat is not None
    total: dict[Move, float] = {}
    number: dict[Move, int] = {}
    for _ in range(worlds):
        world = game.sample(view, random)
        for move in game.legal_moves(world) or ():
            choice = game.choice(world, move)
            token = game.apply(world, move)
            total[choice] = total.get(choice, 0.0) + worth_of(game, world)[seat]
            number[choice] = number.get(choice, 0) + 1
            game.undo(world, token)
    return {choice: total[choice] / number[choice] for choice in total}


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a bot plays. ``simulations``: how long it searches; 0 for one that does not."""

    name: str
    simulations: int = 0

    def bot(self, seed: object) -> Bot:
        """A bot of this strength."""
        if self.simulations:
            return Searcher(self.simulations, f"{self.name} {seed}")
        return (GreedyBot if self.name == "greedy" else RandomBot)(f"{self.name} {seed}")


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (Level("random"), Level("greedy"), Level("easy", 30), Level("medium", 300), Level("hard", 2000))
}
"""The levels by name, weakest first."""
