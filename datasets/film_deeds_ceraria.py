"""How are the moves of Ceraria carried out? Attack, answers on the attacking cards, then all is put away or taken; hands are filled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasets.film_story import Deed, Laid, Spot, Then, Turn, not_there
from rules.cards import Card, parse_card
from rules.game import Game
from rules.table import DISCARD, MIDDLE, STOCK

HANDS = True
FOULS = frozenset({"left"})  # a card is left lying


def start(game: Game[Any], position: Any) -> list[Laid]:
    """Ceraria, the stock, what has been beaten."""
    laid = []
    for heap in game.heaps(position):
        if heap.kind == "queen":
            laid.append(Laid(heap.cards, Spot(STOCK, "end")))
        elif heap.kind in ("stock", "discard"):
            place = STOCK if heap.kind == "stock" else DISCARD
            laid.append(Laid((None,) * len(heap.cards), Spot(place, "heap", down=True)))
    return sorted(laid, key=lambda each: each.spot.how != "end")


def deeds(turn: Turn) -> Iterator[Deed]:
    """A move."""
    attack = tuple(turn.before.attack)
    if turn.move == "take":
        if not attack:
            yield turn.say()
            return
        yield turn.say(sure=False)
        first = attack[:1] if turn.foul and len(attack) > 1 else attack
        yield Deed("take", turn.player, first, then="foul" if first != attack else "rest")
        if first != attack:
            yield Deed("take", turn.player, attack[1:])
        yield from _fill(turn)
        return
    answers = _answers(turn.move)
    cards = tuple(card for answer in answers for card in answer)
    not_there(cards, attack)
    if not attack or len(turn.move.split()) == 2:  # also an attack where an answer is due
        yield Deed("lay", turn.player, cards, Spot(MIDDLE, "row"))
        return
    for number, (card, *support) in enumerate(answers):
        target = attack[min(number, len(attack) - 1)]
        last: Then = "rest" if number == len(answers) - 1 else "short"
        yield Deed("lay", turn.player, (card,), Spot(MIDDLE, "on", target), then="" if support else last)
        if support:
            yield Deed("lay", turn.player, tuple(support), Spot(MIDDLE, "on", card), then=last)
    if turn.illegal:
        return
    heap = Spot(DISCARD, "heap", down=True)
    battle = (*attack, *cards)
    first = battle[1:] if turn.foul else battle
    yield Deed("move", turn.player, first, heap, then="foul" if turn.foul else "rest")
    if turn.foul:
        yield Deed("move", turn.player, battle[:1], heap)
    yield from _fill(turn)


def _answers(move: str) -> list[list[Card]]:
    """The cards of a move; of answers those to each attacking card together."""
    if "/" in move or "+" in move:
        return [[parse_card(name) for name in piece.split("+")] for piece in move.split("/")]
    return [[parse_card(name)] for name in move.split()]


def _fill(turn: Turn) -> Iterator[Deed]:
    """Hands are filled from the stock, the attacker's first."""
    from rules.hands import size

    before, after = turn.before, turn.after
    seats = len(before.names)
    attacker = (turn.seat - 1) % seats
    taken = len(before.attack) if turn.move == "take" else 0
    played = 0 if turn.move == "take" else sum(map(len, _answers(turn.move)))
    for step in range(seats):
        seat = (attacker + step) % seats
        had = size(before, seat) + (taken - played if seat == turn.seat else 0)
        drawn = size(after, seat) - had
        if drawn > 0:
            yield Deed("take", before.names[seat], (None,) * drawn, frm=STOCK, then="short")
