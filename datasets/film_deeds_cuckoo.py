"""How are the moves of Cuckoo carried out? Most are only said; cards change hands face down, and at the end all are turned up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasets.film_story import Deed, Laid, Spot, Turn
from rules.cards import UNKNOWN, Card, parse_card
from rules.game import Game
from rules.table import DISCARD, MIDDLE, STOCK

KINGS = range(44, 48)
HANDS = False  # a place holds the one card that is played with
FOULS: frozenset[str] = frozenset()


def start(game: Game[Any], position: Any) -> list[Laid]:
    """A card before each player, the stock, what the dealer has discarded."""
    laid = []
    for heap in game.heaps(position):
        if heap.kind == "hand" and heap.owner is not None and heap.cards:
            up = _up(position, heap.owner)
            cards = heap.cards if up else (None,)
            laid.append(Laid(cards, Spot(position.names[heap.owner], "own", down=not up)))
        elif heap.kind == "stock":
            laid.append(Laid((None,) * len(heap.cards), Spot(STOCK, "heap", down=True)))
        elif heap.kind == "discard":
            laid.append(Laid(heap.cards, Spot(DISCARD, "heap")))
    return laid


def _up(p: Any, seat: int) -> bool:
    """Whether the card of ``seat`` lies face up."""
    return bool(p.seen[p.held[seat]] >> len(p.names))


def _card(p: Any, seat: int) -> Card | None:
    card = p.cards[p.held[seat]]
    return card if card >= 0 else None


def deeds(turn: Turn) -> Iterator[Deed]:
    """A move."""
    p, seat, player = turn.before, turn.seat, turn.player
    word, *rest = turn.move.split()
    if turn.illegal and word not in ("show", "draw"):
        yield turn.say()
    elif word == "give":
        yield turn.say()
        asker = turn.name(p.order[p.at])
        yield Deed("swap", asker, frm=asker, to=Spot(player, "own", down=True))
    elif word == "block":
        yield turn.say()
        if not _up(p, seat):
            yield Deed("turn", player, (_king(turn),), frm=player)
    elif word == "show":
        if not _up(p, seat):
            yield Deed("turn", player, (parse_card(rest[0]),), frm=player, then="short")
    elif word == "draw":
        yield from _draw(turn, rest)
    else:
        yield turn.say()


def _king(turn: Turn) -> Card:
    """The one with which a player blocks: known, or shown at the end; or any, if the record ends before that."""
    card = _card(turn.after, turn.seat)
    if card is not None:
        return card
    for line in turn.later:
        if line.player == turn.player and line.text.startswith("show "):
            return parse_card(line.text.split()[1])
    return next(card for card in KINGS if turn.after.loose >> card & 1)


def _draw(turn: Turn, words: list[str]) -> Iterator[Deed]:
    player = turn.player
    drawn = None if words[0] == UNKNOWN else parse_card(words[0])
    old = parse_card(words[2]) if len(words) == 3 else None
    if drawn is not None or old is None:
        yield turn.say()
    if old is None and drawn is not None and drawn >> 2 == 11 and turn.before.blocks:  # a king that is put back
        yield Deed("move", player, (drawn,), Spot(MIDDLE, "own"), frm=STOCK, then="offence")
        yield Deed("move", player, (drawn,), Spot(STOCK, "heap", down=True))
        return
    if old is None:
        old = _card(turn.before, turn.seat)
    if old is not None:
        yield Deed("move", player, (old,), Spot(DISCARD, "heap"), frm=player, then="short")
        yield Deed("move", player, (None,), Spot(player, "own", down=True), frm=STOCK)
