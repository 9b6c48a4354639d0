"""Which games are filmed? Random pieces of games of 20 to 45 seconds, from the middle, with illegal moves and fouls of the hand.

``python -m datasets.film_games ID SEED`` prints the record of one. What a player holds the record knows only as far as a table does.
"""

from __future__ import annotations

import argparse
import re
import sys
from random import Random
from typing import Any

import numpy as np

from datasets.film_camera import film_camera
from datasets.film_mistakes import Table, Unfit, fouled, lies_open, mistake, settled, show_hand
from datasets.film_script import write_script
from datasets.film_story import FilmError, story, teller
from rules.game import Game
from rules.games import GAMES
from rules.record import MoveLine, Record, RecordError
from rules.referee import Referee
from rules.setup import write_cards

SECONDS = (20.0, 45.0)
MOVES = (6, 15)
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
PLAYERS = {"svoi-kozyri": (2, 4), "cuckoo": (3, 6), "courtesan": (2, 4), "ceraria": (2, 4), "crusaders": (2, 4)}
BEFORE = {
    "svoi-kozyri": 26,
    "cuckoo": 0,
    "courtesan": 16,
    "ceraria": 24,
    "crusaders": 40,
}  # at most so many moves come before
TRIES = 200


def film_game(game_id: str, seed: int) -> str:
    """The record of a game to be filmed; the same seed gives the same one. It has the marks that the referee gives. Raises FilmError."""
    if game_id not in GAMES:
        raise FilmError(f"there is no game {game_id}; choose one of {', '.join(GAMES)}")
    for attempt in range(TRIES):
        try:
            return _one(GAMES[game_id], Random(f"{game_id} {seed} {attempt}"))
        except Unfit:
            continue
    raise FilmError(f"no film of {game_id} came about with seed {seed}; take another seed")


def _one(game: Game[Any], random: Random) -> str:
    at = _middle_of_a_game(game, random)
    wanted = random.randint(MOVES[0] + 1, MOVES[1] - 2)
    long = random.uniform(SECONDS[0] + 4, SECONDS[1] - 9)
    mistakes = random.choice((0, 1, 1, 1, 2, 2))
    foul_due = random.random() < 0.5
    show_due = teller(game.id).HANDS and random.random() < 0.4
    body: list[Any] = []
    while at.truth.to_move is not None and _count(body) < MOVES[1] - 1:
        enough = game.id != "cuckoo" and _count(body) >= MOVES[0] and settled(game, at.position)
        if enough and (_count(body) >= wanted or _seconds(_written(at.table, body)) > long):
            break
        left = max(1, wanted - _count(body))
        if show_due and body and random.random() < 2 / left:
            show_due = not show_hand(at, body)
        if mistakes and random.random() < (mistakes + 1) / left:
            wrong = mistake(at)
            if wrong is not None:
                body.append(wrong)
                mistakes -= 1
        move, word = fouled(at) if foul_due and random.random() < 3 / left else (None, "")
        move = _a_move(at) if move is None else move
        comment = f" ; foul {word}" if word else ""
        foul_due = foul_due and not word
        player = at.truth.to_move
        body.append(MoveLine(player, at.play(move), comment=comment))
    if game.id == "cuckoo" and lies_open(at):
        raise Unfit("the next move shows already")
    text = _written(at.table, body)
    if not MOVES[0] <= _count(body) <= MOVES[1]:
        raise Unfit("too few moves")
    if not SECONDS[0] <= (seconds := _seconds(text)) <= SECONDS[1]:
        raise Unfit(f"{seconds:.0f} s")
    return text


def _count(body: list[Any]) -> int:
    return sum(isinstance(line, MoveLine) for line in body)


def _written(table: Referee, body: list[Any]) -> str:
    """The record as the table wrote it, with the fouls."""
    lines = table.text().rstrip("\n").split("\n")
    played = [i for i, line in enumerate(lines) if line and line[0] not in "[;"]
    assert len(played) == len(body)
    for i, line in zip(played, body, strict=True):
        if getattr(line, "comment", ""):
            lines[i] += line.comment
    return "\n".join(lines) + "\n"


def _seconds(text: str) -> float:
    """How long the film of a record is. Raises Unfit if it cannot be filmed."""
    try:
        rng = np.random.default_rng(0)
        return write_script(story(text), film_camera((1280, 720), rng, "normal"), rng, "normal").seconds
    except (RecordError, FilmError) as error:
        raise Unfit(str(error)) from error


# ---------------------------------------------------------------- where a film begins


def _middle_of_a_game(game: Game[Any], random: Random) -> Table:
    """A dealt game, some moves on, and what a table knows of it."""
    names = NAMES[: random.randint(*PLAYERS[game.id])]
    suits = random.sample("CDHS", min(4, len(names)))
    headers = {"Pack": str(game.packs[0]), "Seed": str(random.randrange(10**9))}
    for name in game.needed:
        headers[name] = ", ".join(f"{player}={suit}" for player, suit in zip(names, suits, strict=True))
    if game.score == "Lives":
        headers["Lives"] = ", ".join(f"{name}={random.choice([1, 2, 3])}" for name in names)
    for name in sorted({"Dealer", "Leader"} & game.headers):
        headers[name] = random.choice(names)
    for option, value in _OPTIONS.get(game.id, {}).items():
        if random.random() < 0.25:
            headers[f"Option:{option}"] = value
    if headers.get("Option:characters", "off") != "off":
        chosen = random.sample(game.characters, len(names))
        headers["Characters"] = ", ".join(f"{name}={who}" for name, who in zip(names, chosen, strict=True))
    truth = Referee(Record.new(game.id, names, headers))
    at = Table(truth, _hidden(truth.position_record()), random)
    for _ in range(random.randrange(BEFORE[game.id] + 1)):
        if at.truth.to_move is None:
            raise Unfit("over")
        at.play(_a_move(at))
    while not settled(game, at.position):
        if at.truth.to_move is None:
            raise Unfit("over")
        at.play(_a_move(at))
    if at.truth.to_move is None:
        raise Unfit("over")
    begun = Referee(at.table.position_record())
    return Table(Referee(at.truth.position_record()), begun, random)


_OPTIONS = {
    "svoi-kozyri": {"take": "forced"},
    "courtesan": {"taxis_first": "on", "last_taxis": "on"},
    "ceraria": {"circle": "any", "same_suit": "off"},
    "crusaders": {"characters": "random", "cleric_vs_pike": "higher"},
}


def _hidden(record: Record) -> Referee:
    """The same deal as a table knows it: hands, stock and decks are hidden."""
    covered = {
        name: re.sub(r"\S+", "??", header.value)
        for name, header in record.headers.items()
        if name.startswith(("Hand:", "Deck:")) or name == "Stock"
    }
    covered = {name: write_cards([None] * len(value.split())) for name, value in covered.items()}
    return Referee(record.with_headers(covered))


def _a_move(at: Table) -> Any:
    """What a player might do: mostly sensible."""
    game, position = at.game, at.position
    moves = game.legal_moves(position)
    if not moves:
        raise Unfit("no move")
    if game.id == "crusaders" and at.random.random() < 0.4:  # rows of one card are seen often enough
        moves = [move for move in moves if len(game.write_move(move).split()) > 2] or moves
    any_move = at.random.random() < 0.35
    move = at.random.choice(moves) if any_move else game.rollout(position, moves, at.random)
    return game.completed(position, move)


def main(argv: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.film_games", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("seed", type=int)
    args = parser.parse_args(argv)
    try:
        sys.stdout.write(film_game(args.game, args.seed))
    except FilmError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
