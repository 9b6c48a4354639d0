"""How are the moves of The Courtesan carried out? Cards are drawn and placed, taxis and what they hit go to the discard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasets.film_story import Deed, Impossible, Laid, Spot, Turn
from rules.cards import Card, card_name, parse_card
from rules.game import Game
from rules.table import DISCARD, STOCK, taxis_of

HANDS = False
# A card of the own suit is laid as a taxi; a taxi as a client; a card that belongs to the discard is kept.
FOULS = frozenset({"taxi", "client", "kept"})


def start(game: Game[Any], position: Any) -> list[Laid]:
    """Queens with clients, taxis, stock and discard."""
    laid = []
    for heap in game.heaps(position):
        owner = "" if heap.owner is None else position.names[heap.owner]
        match heap.kind:
            case "queen" | "clients":
                laid.append(Laid(heap.cards, Spot(owner, "fan")))
            case "taxis":
                laid.append(Laid(heap.cards, Spot(taxis_of(owner), "fan")))
            case "stock":
                laid.append(Laid((None,) * len(heap.cards), Spot(STOCK, "heap", down=True)))
            case "discard":
                cards = sorted(heap.cards, key=lambda card: card is not None)
                laid.append(Laid(tuple(cards), Spot(DISCARD, "heap")))
    return laid


def deeds(turn: Turn) -> Iterator[Deed]:
    """A move."""
    word, *rest = turn.move.split()
    if word == "draw" and rest:
        yield from _draw(turn, [parse_card(name) for name in rest])
    elif word in ("ride", "crash"):
        yield from _drive(turn, [name for name in rest if ">" in name])
    else:
        yield turn.say()


def _draw(turn: Turn, cards: list[Card]) -> Iterator[Deed]:
    p, seat, player = turn.before, turn.seat, turn.player
    own, foreign, _extra, _rivals = p.roles[seat]
    taxis = (p.laid[seat] & foreign).bit_count()
    on_table = p.out | p.queens
    for laid in p.laid:
        on_table |= laid
    for card in cards:
        if on_table >> card & 1:
            raise Impossible(f"the {card_name(card)} lies on the table already, nobody can draw it")
        if own >> card & 1:
            kind, to = "client", Spot(player, "fan")
        elif foreign >> card & 1 and taxis < p.limit:
            kind, to = "taxi", Spot(taxis_of(player), "fan")
            taxis += 1
        else:
            kind, to = "away", Spot(DISCARD, "heap")
        wrong = {
            ("taxi", "client"): Spot(taxis_of(player), "fan"),
            ("client", "taxi"): Spot(player, "fan"),
            ("kept", "away"): Spot(taxis_of(player), "fan"),
        }.get((turn.foul, kind))
        if wrong is not None:
            yield Deed("move", player, (card,), wrong, frm=STOCK, then="foul")
            yield Deed("move", player, (card,), to)
        else:
            yield Deed("move", player, (card,), to, frm=STOCK, then="short")


def _drive(turn: Turn, pairs: list[str]) -> Iterator[Deed]:
    p = turn.before
    there = 0
    for laid in p.laid:
        there |= laid
    heap = Spot(DISCARD, "heap")
    for pair in pairs:
        taxi, target = (parse_card(name) for name in pair.split(">"))
        for card in (taxi, target):
            if not there >> card & 1:
                raise Impossible(f"the {card_name(card)} lies before nobody")
        yield Deed("move", turn.player, (taxi, target), heap, then="short")
