"""Deals of every game, with any players, pack and house rules, and texts that could be moves: for tests of all games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from rules.cards import CARD_NAMES, card_name, cards_in
from rules.game import Game
from rules.games import GAMES
from rules.record import Record, RecordError
from rules.referee import Referee
from rules.ruling import MoveError
from rules.setup import Setup, read_setup

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Ned", "Ola", "Pia")

WORDS = {
    "svoi-kozyri": ("take", "concede"),
    "cuckoo": ("stay", "trade", "give", "block", "show", "draw", "for"),
    "courtesan": ("draw", "ride", "crash", "pass"),
    "ceraria": ("take",),
    "crusaders": (
        *("attack", "beat", "replace", "raise", "take", "done", "pass"),
        *("attack!", "beat!", "replace!", "raise!", "throw!", "stow!"),
    ),
}
SHAPES = {  # {c}: a card
    "svoi-kozyri": ("{c}", "{c} {c}"),
    "cuckoo": ("show {c}", "draw {c}", "draw {c} for {c}", "draw ?? for {c}", "draw ??"),
    "courtesan": (
        *("draw {c}", "draw {c} {c}", "draw {c} {c} {c}", "draw", "ride {c}>{c}", "crash {c}>{c}"),
        *("ride {c}>{c} {c}>{c}", "crash {c}>{c} {c}>{c}", "ride {c}>{c} crash {c}>{c}"),
    ),
    "ceraria": ("{c}", "{c} {c}", "{c}+{c}", "{c} / {c}", "{c}+{c} / {c}", "{c} / {c}+{c}", "{c}+{c} / {c}+{c}"),
    "crusaders": (
        *("attack {c}", "attack {c} {c}", "attack {c} {c} {c}", "attack! {c} {c}", "attack! {c} {c} {c}"),
        *("beat {c} {c}", "beat! {c} {c}", "replace {c} {c}", "replace! {c} {c}", "raise {c} {c}", "raise {c} {c} {c}"),
        *("raise! {c} {c}", "raise! {c} {c} {c}", "throw! {c}", "stow! {c}", "stow! ??"),
    ),
}
_PIECES = re.compile(r"\?\?|[A-Za-z]+!|[A-Za-z]+|[0-9A-Z][CDHS]|[^\sA-Za-z0-9?!]|\S+")
_CARD = re.compile(r"[2-9TJQKA][CDHS]|RJ|BJ")


def any_record(game: Game[Any], random: Random, **more: str) -> Record:
    """A random deal of the game: any number of players, pack, house rules. ``more``: headers that are fixed."""
    while True:
        low, high = game.seats
        names = NAMES[: random.randint(low, min(high, len(NAMES)))]
        suits = random.sample("CDHS", min(4, len(names)))
        headers = {"Pack": str(random.choice(game.packs)), "Seed": str(random.randrange(10**9))}
        for name in game.needed:
            headers[name] = ", ".join(f"{player}={suit}" for player, suit in zip(names, suits, strict=True))
        for option in game.options:
            headers[f"Option:{option.name}"] = random.choice(option.values)
        if game.characters and headers.get("Option:characters", "off") != "off":
            chosen = random.sample(game.characters, len(names))
            headers["Characters"] = ", ".join(f"{name}={what}" for name, what in zip(names, chosen, strict=True))
        if game.score == "Lives":
            headers["Lives"] = ", ".join(f"{name}={random.choice([1, 1, 2, 3])}" for name in names)
        for name in sorted({"Dealer", "Leader"} & game.headers):
            headers[name] = random.choice(names)
        record = Record.new(game.id, names, headers | more)
        try:
            Referee(record)
        except RecordError:  # house rules that do not go together, too many players for the pack
            continue
        return record


def any_setup(game: Game[Any], random: Random) -> Setup:
    """The same as ``game.start`` takes it."""
    return read_setup(any_record(game, random), game)


def near(game: Game[Any], position: Any, texts: list[str], random: Random) -> Iterator[str]:
    """Texts like ``texts`` but for one card, one word or one piece, and 200 that are random."""
    deck = [card_name(card) for card in cards_in(position.pack)]
    words = WORDS[game.id]
    for text in texts:
        pieces = _PIECES.findall(text)
        for i, piece in enumerate(pieces):
            others = deck if _CARD.fullmatch(piece) else words if piece in words else ()
            for other in others:
                yield " ".join([*pieces[:i], other, *pieces[i + 1 :]])
            yield " ".join([*pieces[:i], *pieces[i + 1 :]])
            yield " ".join([*pieces[:i], piece, *pieces[i:]])
    yield from words
    for _ in range(200):
        shape = random.choice(SHAPES[game.id])
        yield re.sub(r"\{c\}", lambda _: random.choice(deck), shape)


def universe(game: Game[Any], position: Any) -> Iterator[str] | None:
    """Every text of a move, where they are fewer than 5,000; None elsewhere."""
    deck = [card_name(card) for card in cards_in(position.pack)]
    if game.id == "svoi-kozyri":
        return iter([*WORDS[game.id], *deck, *(f"{a} {b}" for a in deck for b in deck)])
    if game.id == "cuckoo":
        drawn = [f"draw {card}" for card in ["??", *deck]]
        shown = [f"show {card}" for card in deck]
        return iter(
            [
                "stay",
                "trade",
                "give",
                "block",
                *shown,
                *drawn,
                *(f"{draw} for {card}" for draw in drawn for card in deck),
            ]
        )
    return None


def read(game: Game[Any], position: Any, text: str) -> Any:
    """The move that a text is; None if it is none."""
    try:
        return game.read_move(position, text)
    except MoveError:
        return None


def check_cards(game: Game[Any], position: Any) -> None:
    """Every card of the pack lies in one place: the heaps hold the whole pack, and no card twice."""
    heaps = game.heaps(position)
    named = [card for heap in heaps for card in heap.cards if card is not None]
    assert len(set(named)) == len(named), sorted(CARD_NAMES[card] for card in named if named.count(card) > 1)
    assert all(position.pack >> card & 1 for card in named)
    assert sum(len(heap.cards) for heap in heaps) == position.pack.bit_count()


ALL = list(GAMES.values())
