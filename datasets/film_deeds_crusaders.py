"""How are the moves of Crusaders carried out? Attackers in a row, what beats them on them; the fallen are raised; all is cleared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasets.film_story import Deed, Impossible, Laid, Spot, Turn, not_there
from rules.cards import Card, card_name, cards_in, parse_card
from rules.game import Game
from rules.games.crusaders.position import ATTACKING
from rules.table import DISCARD, MIDDLE

HANDS = True
FOULS = frozenset({"left", "wrong"})  # an attacker is left lying after take; the wrong one is taken up for a mage


def start(game: Game[Any], position: Any) -> list[Laid]:
    """The discard; hands and personal decks are out of the picture."""
    return [
        Laid((None,) * len(heap.cards), Spot(DISCARD, "heap", down=True))
        for heap in game.heaps(position)
        if heap.kind == "discard"
    ]


def deeds(turn: Turn) -> Iterator[Deed]:
    """A move."""
    word, *rest = turn.move.split()
    lying = turn.game.middle(turn.before)
    cards = tuple(parse_card(name) for name in rest) if "??" not in rest else ()
    kind = word.removesuffix("!")
    if word.endswith("!") or kind in ("take", "done", "pass") or (kind == "replace" and turn.foul):
        yield turn.say()
    match kind, cards:
        case "attack", _:
            not_there(cards, lying)
            yield Deed("lay", turn.player, cards, Spot(MIDDLE, "row"))
        case "beat", (target, card):
            not_there((card,), lying)
            _there(target, lying)
            yield Deed("lay", turn.player, (card,), Spot(MIDDLE, "on", target))
        case "replace", (target, card):
            not_there((card,), lying)
            _there(target, lying)
            yield from _replace(turn, target, card)
        case "raise", (cleric, fallen, *more):
            not_there((cleric,), lying)
            _there(fallen, lying)
            yield Deed("lay", turn.player, (cleric,), Spot(MIDDLE, "beside", fallen), then="short")
            if more:
                _there(more[0], lying)
            to = Spot(MIDDLE, "on", more[0]) if more else Spot(MIDDLE, "beside", fallen)
            yield Deed("move", turn.player, (fallen,), to)
        case "throw", (card,):
            not_there((card,), lying)
            yield Deed("lay", turn.player, (card,), Spot(MIDDLE, "beside", lying[0] if lying else None))
    if not turn.illegal and turn.before.phase != ATTACKING and turn.after.phase == ATTACKING:
        yield from _clear(turn, lying)


def _there(card: Card, lying: tuple[Card, ...]) -> None:
    if card not in lying:
        raise Impossible(f"the {card_name(card)} does not lie in the middle")


def _replace(turn: Turn, target: Card, card: Card) -> Iterator[Deed]:
    others = [other for other in cards_in(turn.before.unbeaten) if other != target]
    wrong = others[0] if turn.foul and others else None
    yield Deed("lay", turn.player, (card,), Spot(MIDDLE, "instead", target), then="")
    if wrong is None:
        yield Deed("take", turn.player, (target,))
        return
    yield Deed("mark", turn.player, then="")
    yield Deed("take", turn.player, (wrong,), then="foul")
    yield Deed("back", turn.player, then="short")
    yield Deed("take", turn.player, (target,))


def _clear(turn: Turn, lying: tuple[Card, ...]) -> Iterator[Deed]:
    """The battle is over: what is picked up, then the rest to the discard."""
    p = turn.before
    up = tuple(card for card in lying if (p.unbeaten | p.raised) >> card & 1) if turn.move != "done" else ()
    rest = tuple(card for card in lying if card not in up)
    defender = turn.name(p.defender)
    if up:
        unbeaten = [card for card in up if p.unbeaten >> card & 1]
        first = tuple(card for card in up if card != unbeaten[-1]) if turn.foul and len(up) > 1 and unbeaten else up
        if first != up:
            yield Deed("take", defender, first, then="foul")
            yield Deed("take", defender, (unbeaten[-1],))
        else:
            yield Deed("take", defender, up, then="short" if rest else "rest")
    if rest:
        yield Deed("move", turn.name(p.attacker), rest, Spot(DISCARD, "heap", down=True))
