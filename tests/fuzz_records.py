"""Fuzzes the record: ``python -m tests.fuzz_records --minutes 10``. Whatever the text, it is refused with a line and a
remedy, or read, and then it prints back to itself; nothing else ever happens, and nothing takes long.

Texts are real records (the cases) and records played at random from random headers, both then spoiled a little. Each has
a number, from which it is made again: ``--seed`` goes on from there, ``--game`` keeps to one game.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
import time
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rules.cards import CARD_NAMES, PACKS, cards_in
from rules.game import Game
from rules.games import GAMES
from rules.match import Match
from rules.record import MOST_LINES, Record, RecordError, parse
from rules.referee import Referee
from rules.ruling import MoveError
from rules.setup import read_cards, write_cards
from tests.rules.any_game import SHAPES, WORDS, any_record

CASES = Path(__file__).parent / "cases"
ODD = [
    "\0",
    "\ufeff",
    "\u2028",
    "\x85",
    "\x0b",
    "\r",
    "\n",
    "\t",
    " ",
    "??",
    "??x2",
    "??x0",
    "??x999",
    '"',
    ";",
    ":",
    ",",
    "=",
]
ODD += [
    "[",
    "]",
    "/",
    "+",
    ">",
    "!",
    "\ud800",
    "é",
    "ß",
    "İ",
    "٣",
    "²",
    "♠",
    "10",
    "\U0001f0a1",
    "{",
    "}",
    "{0}",
    "%s",
    "holds",
]
NAMES = [
    "{0}",
    "{player}",
    "%s",
    "[x]",
    "[Game",
    "holds",
    "take",
    "O'Neil",
    "ß",
    "İ",
    "٣",
    "Зоя",
    "a|b",
    "\\",
    "<b>",
    "7C",
    "??x",
    "-1",
]
PER_PLAYER = {"Hand", "Clients", "Taxis", "Deck"}
PLACES = ("Hand", "Pile", "Stock", "Discard", "Clients", "Taxis", "Deck")
PATIENCE = 2.0  # seconds of CPU time


# -- what must hold ----------------------------------------------------------------------------------------------------


def check(text: str | bytes) -> str:
    """-> "refused" or "read". Raises AssertionError, or whatever else went wrong."""
    began = time.process_time()
    try:
        referee = Referee(parse(text))
    except RecordError as error:
        letters = text.decode("latin-1") if isinstance(text, bytes) else text
        lines = letters.count("\n") + letters.count("\r")
        assert 1 <= error.line <= lines + 1, f"line {error.line} of {lines + 1}"
        assert error.problem and error.remedy, "a problem and a remedy"
        assert str(error).isprintable(), "one line that can be printed"
        return "refused"
    finally:
        took = time.process_time() - began
        assert took < PATIENCE, f"took {took:.2f} s"
    printed = referee.text()
    again = Referee(parse(printed))
    assert again.text() == printed, "prints back to itself"
    assert _state(again) == _state(referee), "and means the same"
    again.undo(MOST_LINES)
    assert (again.rulings, again.late) == ([], []), "everything is taken back"
    assert again.position == Referee(Record(parse(printed).head)).position, "undo restores the first position"
    _check_what_follows(referee)
    return "read"


def _check_what_follows(referee: Referee) -> None:
    """The position can be written as a record of its own, and a match can go on from it; or it is said why not."""
    with contextlib.suppress(MoveError):
        printed = Referee(referee.position_record()).text()
        assert Referee(parse(printed)).text() == printed, "the position prints back to itself"
    match = Match()
    match.next_deal(parse(referee.text()))
    match.winners()
    if referee.to_move is None:
        kept = {name: header.value for name, header in referee.setup.record.headers.items()}
        kept = {name: kept[name] for name in kept if name in referee.game.needed or name.startswith("Option:")}
        with contextlib.suppress(RecordError):
            match.next_deal(Record.new(referee.game.id, referee.players, kept))
            match.winners()


def _state(referee: Referee) -> tuple[Any, ...]:
    return (
        referee.position,
        referee.to_move,
        referee.outcome,
        referee.points,
        referee.legal(),
        referee.could(),
        [(ruling.verdict, ruling.rules, ruling.why, ruling.remedy) for ruling in referee.rulings],
        [(late.about, late.rule, late.why) for late in referee.late],
    )


# -- records to begin with ---------------------------------------------------------------------------------------------


@cache
def real_records(game: str) -> tuple[str, ...]:
    """The records of the cases of a game."""
    texts = []
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            if f'[Game "{game}"]' in case["record"]:
                texts.append(case["record"].lstrip("\n"))
    return tuple(texts)


@cache
def vocabulary(game: str) -> tuple[str, ...]:
    """Words that stand in records of a game, and odd ones."""
    words = {word for text in real_records(game) for word in text.split()}
    return (*sorted(words), *ODD, *CARD_NAMES)


def played_record(game: Game[Any], random: Random) -> str:
    """A record with random headers, right or wrong, played at random, right or wrong."""
    record = any_record(game, random)
    headers = {name: header.value for name, header in record.headers.items()}
    if random.random() < 0.7:
        del headers["Seed"]
        if random.random() < 0.8:
            headers |= _places(game, record.players, int(headers["Pack"]), random)
    if random.random() < 0.1:
        headers[random.choice([*headers, "Points", "Event"])] = _some_words(game, random)
    text = "".join(f'[{name} "{value}"]\n' for name, value in headers.items()) + "\n"
    try:
        referee = Referee(parse(text))
    except RecordError:
        return text
    for _step in range(random.choice([3, 10, 40])):
        player = referee.to_move or referee.players[0]
        if random.random() < 0.05:
            player = random.choice(referee.players)
        said = _some_hand(referee, player, random) if random.random() < 0.1 else some_move(game, referee, random)
        try:
            if said.startswith("holds "):
                referee.holds(player, read_cards(said.removeprefix("holds ")))
            else:
                referee.play(player, said)
        except MoveError:
            if random.random() < 0.02:
                return f"{referee.text()}{player}{'' if said.startswith('holds ') else ':'} {said}\n"
    return referee.text()


def _places(game: Game[Any], players: tuple[str, ...], pack: int, random: Random) -> dict[str, str]:
    """Headers that put cards somewhere: too many or too few as often as the right number."""
    cards: list[int | None] = list(cards_in(PACKS[pack]))
    random.shuffle(cards)
    hidden = random.choice([0, 0, 0.2, 0.8, 1])
    kinds = [kind for kind in PLACES if kind in game.headers and random.random() < 0.7]
    names = [f"{kind}:{player}" for kind in kinds if kind in PER_PLAYER for player in players]
    names += [kind for kind in kinds if kind not in PER_PLAYER]
    most = random.choice([1, 2, 4, 6, len(cards)])
    found = {}
    for name in names:
        number = len(cards) if name == names[-1] and random.random() < 0.3 else random.randint(0, most)
        taken, cards = cards[:number], cards[number:]
        found[name] = write_cards([None if random.random() < hidden else card for card in taken])
    return found


def some_move(game: Game[Any], referee: Referee, random: Random) -> str:
    """A move: mostly a legal one, or one that could be."""
    chance = random.random()
    moves = referee.legal()
    if moves and chance < 0.75:
        return random.choice(moves)
    could = referee.could()
    if could and chance < 0.75:
        opening = random.choice(could)
        return opening if random.random() < 0.6 else f"{opening} {random.choice(CARD_NAMES)}"
    if chance < 0.85:
        return random.choice(WORDS.get(game.id, ("take",)))
    shape = random.choice(SHAPES.get(game.id, ("{c}",)))
    while "{c}" in shape:
        shape = shape.replace("{c}", random.choice(CARD_NAMES), 1)
    return shape


def _some_hand(referee: Referee, player: str, random: Random) -> str:
    """``holds`` and cards: what the hand is, as far as it is known, now and then with another card in it."""
    seat = referee.players.index(player)
    heaps = referee.game.heaps(referee.position)
    cards = [card for heap in heaps if heap.kind == "hand" and heap.owner == seat for card in heap.cards]
    for i, card in enumerate(cards):
        if random.random() < 0.1 or (card is None and random.random() < 0.3):
            cards[i] = random.choice([None, *range(len(CARD_NAMES))])
    random.shuffle(cards)
    return f"holds {write_cards(cards)}"


def _some_words(game: Game[Any], random: Random) -> str:
    words = " ".join(random.choice(vocabulary(game.id)) for _word in range(random.randint(0, 4)))
    return words.replace('"', "")


# -- spoiling them -----------------------------------------------------------------------------------------------------


def spoiled(text: str, game: str, random: Random) -> str:
    """The text with a line, a word or a letter left out, doubled, moved, or put in."""
    lines = text.split("\n")
    where = random.randrange(len(lines))
    match random.randrange(9):
        case 0:
            del lines[where]
        case 1:
            lines.insert(random.randrange(len(lines) + 1), lines[where])
        case 2:
            other = random.randrange(len(lines))
            lines[where], lines[other] = lines[other], lines[where]
        case 3:
            lines.insert(where, random.choice(random.choice(real_records(game) or (text,)).split("\n")))
        case 4:
            return text[: random.randrange(len(text) + 1)]
        case 5 | 6:
            words = lines[where].split(" ")
            i = random.randrange(len(words))
            words[i : i + random.randint(0, 1)] = random.choices(vocabulary(game), k=random.randint(0, 2))
            lines[where] = " ".join(words)
        case 7:
            letter = random.choice([*ODD, random.choice(vocabulary(game))[:1], chr(random.randrange(0x3000))])
            i = random.randrange(len(lines[where]) + 1)
            lines[where] = lines[where][:i] + letter + lines[where][i + random.randint(0, 1) :]
        case 8:
            lines[where] = lines[where].swapcase()
    return "\n".join(lines)


def some_text(game: Game[Any], random: Random) -> str:
    """A record, right or wrong: whichever ``random`` makes."""
    real = real_records(game.id)
    text = random.choice(real) if real and random.random() < 0.5 else played_record(game, random)
    if random.random() < 0.2:
        name = random.choice(NAMES)
        text = re.sub(rf"\b{random.choice(['Ann', 'Ben'])}\b", lambda _match: name, text)
    for _time in range(random.choice([0, 0, 0, 1, 1, 2, 4])):
        text = spoiled(text, game.id, random)
    return text


# -- the long run ------------------------------------------------------------------------------------------------------


def outcome(text: str) -> str:
    """ "refused", "read", or what went wrong."""
    try:
        return check(text)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def smallest(text: str, result: str) -> str:
    """The text without every line, word and letter that going wrong in the same way does not need."""
    for separator in ("\n", " ", ""):
        pieces = text.split(separator) if separator else list(text)
        i = 0
        while i < len(pieces):
            fewer = pieces[:i] + pieces[i + 1 :]
            if outcome(separator.join(fewer))[:20] == result[:20]:
                pieces = fewer
            else:
                i += 1
        text = separator.join(pieces)
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1, help="the number of the first text")
    parser.add_argument("--game", choices=sorted(GAMES))
    args = parser.parse_args()
    games = [GAMES[args.game]] if args.game else list(GAMES.values())
    counts: Counter[tuple[str, str]] = Counter()
    ends = time.monotonic() + args.minutes * 60
    number = args.seed
    with contextlib.suppress(KeyboardInterrupt):
        while time.monotonic() < ends:
            for game in games:
                text = some_text(game, Random(f"{game.id} {number}"))
                result = outcome(text)
                if result not in ("read", "refused"):
                    print(f"{game.id}, text {number}: {result}\nthe smallest such record:")
                    print(smallest(text, result))
                    print(f"to see it again: python -m tests.fuzz_records --game {game.id} --seed {number}")
                    return 1
                counts[game.id, result] += 1
            number += 1
    for game in games:
        print(
            f"{game.id}: {counts[game.id, 'read']} records read, {counts[game.id, 'refused']} refused, none went wrong"
        )
    print(f"to go on: --seed {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
