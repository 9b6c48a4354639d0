"""Crusaders on the table: which card of the battle lies on which, what ought to be seen of it, and what lies elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import Card, card_set, cards_in
from rules.games.crusaders import rules as why
from rules.games.crusaders.moves import (
    ATTACK,
    BEAT,
    DONE,
    KIND,
    PASS,
    RAISE,
    RAISE_TO_BEAT,
    REPLACE,
    TAKE,
    THROW,
    Move,
    cards_of,
)
from rules.games.crusaders.position import TAKEN, Position, sure_of
from rules.table import MIDDLE, Heap, Lying, Place
from rules.texts import _


def rows(p: Position) -> tuple[list[list[Card]], list[Card], list[Card]]:
    """How the battle lies: each attacking card with what lies on it; what lies beside; what was raised or thrown in."""
    stacks: list[list[Card]] = []
    beside: list[Card] = []
    goes: list[Card] = []

    def stack_with(card: Card) -> list[Card]:
        return next(stack for stack in stacks if card in stack)

    def lift(card: Card) -> None:
        if card in beside:
            beside.remove(card)
            return
        stack = stack_with(card)
        if stack[0] == card:
            stacks.remove(stack)
            beside.extend(stack[1:])
        else:
            stack.remove(card)

    for move in p.battle:
        kind, cards = move & KIND, cards_of(move)
        if kind == ATTACK:
            stacks += [[card] for card in cards]
        elif kind == BEAT:
            stack_with(cards[0]).append(cards[1])
        elif kind == REPLACE:
            stack_with(cards[0])[0] = cards[1]
        elif kind == RAISE_TO_BEAT:
            cleric, fallen, target = cards
            lift(fallen)
            stack_with(target).append(fallen)
            beside.append(cleric)
        elif kind == RAISE and not p.raised >> cards[0] & 1:  # CR-13: what lay on it lies beside
            stack = stack_with(cards[1])
            beside += [*stack[1:], cards[0]]
            del stack[1:]
        elif kind == RAISE:  # CR-14
            lift(cards[1])
            goes += [cards[1], cards[0]]
        else:
            goes.append(cards[0])
    return stacks, beside, goes


def heaps(p: Position) -> tuple[Heap, ...]:
    """What lies where, every card of the pack once."""
    found: list[Heap] = []
    for seat in range(len(p.names)):
        sure, more = sure_of(p, seat)
        found.append(Heap("hand", seat, (*cards_in(sure), *[None] * more), _character(p, seat)))
        found.append(Heap("deck", seat, p.decks[seat]))
    stacks, beside, goes = rows(p)
    for stack in stacks:
        note = _("unbeaten") if p.unbeaten >> stack[0] & 1 else _("beaten")
        found.append(Heap("attack", p.attacker, tuple(stack), note))
    if beside:
        found.append(Heap("out", None, tuple(beside), _("fallen")))
    if goes:
        found.append(
            Heap("out", None, tuple(goes), _("raised or thrown in, for {player}").format(player=p.names[p.defender]))
        )
    found.append(Heap("discard", None, (*cards_in(p.discard), *[None] * p.discard_hidden)))
    aside = p.pack.bit_count() - sum(len(heap.cards) for heap in found)
    if aside:
        found.append(Heap("out", None, (None,) * aside, _("out of play")))
    return tuple(found)


def _character(p: Position, seat: int) -> str:
    if not p.characters[seat]:
        return ""
    name = _(why.CHARACTERS[p.characters[seat] - 1])
    return name if p.abilities[seat] else _("{character}, ability used").format(character=name)


def layout(players: Sequence[str]) -> tuple[Place, ...]:
    """The middle, the discard, and a place for each player's hand and personal deck."""
    middle, discard, *seats = why.LAYOUT[len(players)]
    return (
        Place(MIDDLE, middle),
        Place("discard", discard),
        *(Place(name, box) for name, box in zip(players, seats, strict=True)),
    )


def middle(p: Position) -> tuple[Card, ...]:
    """The cards of the battle: row by row, then what lies beside."""
    stacks, beside, goes = rows(p)
    return tuple(card for stack in [*stacks, beside, goes] for card in stack)


def lying(p: Position) -> dict[str, Lying]:
    """The battle lies in the middle. Of a beaten card nothing may be left to see: only the card on top of it must be there."""
    stacks, beside, goes = rows(p)
    under = card_set(card for stack in stacks for card in stack[:-1])
    return {MIDDLE: Lying((*(stack[-1] for stack in stacks), *beside, *goes), may=under)}


def mishandled(p: Position, move: Move) -> str:
    """The rule that says what must be done with the cards of ``move``, which was played to reach ``p``."""
    kind = move & KIND
    if kind == RAISE:
        return "CR-14" if p.phase == TAKEN else "CR-13"
    if kind == TAKE and p.phase == TAKEN:
        return "CR-14"
    return _HANDLED_BY.get(kind, "")


_HANDLED_BY = {REPLACE: "CR-9", RAISE_TO_BEAT: "CR-12", TAKE: "CR-15", DONE: "CR-15", PASS: "CR-15", THROW: "CR-20"}
