"""What happens on the table in a recorded game? A record becomes a row of deeds that a camera could see (or could not)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rules.cards import Card, parse_card


class FilmError(ValueError):
    """A game that cannot be filmed. ``str()`` says what is wrong, where, and what to do."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing a player does.

    ``lay``: ``cards`` go onto the pile. ``take``: the top ``count`` cards of the pile are carried off. ``show``: ``cards`` (None: face
    down) are shown as a hand. ``say``: ``words``, which no camera sees. ``undone``: the cards go back at once, it was not allowed.
    """

    kind: Literal["lay", "take", "show", "say"]
    player: str
    cards: tuple[Card | None, ...] = ()
    count: int = 0
    words: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """A game to be filmed: the players clockwise, the pile before the first deed (lowest first), the deeds."""

    players: tuple[str, ...]
    pile: tuple[Card, ...]
    deeds: tuple[Deed, ...]


def story(text: str) -> Story:  # stand-in until the referee is there
    headers = dict(re.findall(r'^\[(\S+) "(.*)"\]', text, re.M))
    players = tuple(p.strip() for p in headers["Players"].split(","))
    trumps = dict(p.strip().split("=") for p in headers["Trumps"].split(","))
    pile = [parse_card(c) for c in headers.get("Pile", "").split()]
    start, deeds = tuple(pile), []
    for line in text.splitlines():
        if line.startswith("[") or not line.strip() or line.startswith(";"):
            continue
        body, _, comment = line.partition(";")
        if m := re.match(r"(\w+) holds (.*)", body):
            cards: list[Card | None] = []
            for word in m[2].split():
                if word.startswith("??"):
                    cards += [None] * int(word[3:] or 1)
                else:
                    cards.append(parse_card(word))
            deeds.append(Deed("show", m[1], tuple(cards)))
            continue
        player, move = (s.strip() for s in body.split(":"))
        bad = "illegal" in comment
        if move == "take":
            top = "" if not pile else "CDHS"[pile[-1] & 3]
            n = 3 if top != trumps[player] else 99 if pile[-1] >> 2 == 12 else 5
            n = min(n, len(pile))
            deeds.append(Deed("take", player, count=n, undone=bad))
            if not bad:
                del pile[len(pile) - n :]
        elif move == "concede":
            deeds.append(Deed("say", player, words=f"{player}: {move}"))
        else:
            played = tuple(parse_card(c) for c in move.split())
            deeds.append(Deed("lay", player, played, undone=bad))
            if not bad:
                pile += played
    return Story(players, start, tuple(deeds))
