"""Crusaders on the table: which card of the battle lies on which, what lies elsewhere, what a changed middle can mean."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import Card, card_set, cards_in, suit_of
from rules.games.crusaders import rules as why
from rules.games.crusaders.moves import (
    ATTACK,
    BEAT,
    CLERICS,
    KIND,
    MAGES,
    PASS,
    RAISE,
    RAISE_TO_BEAT,
    REPLACE,
    TAKE,
    Move,
    attack_of,
    cards_of,
    move_of,
    same_rank,
    written,
)
from rules.games.crusaders.position import ATTACKING, BEATEN, DEFENDING, TAKEN, Position, of_the_battle, sure_of
from rules.table import MIDDLE, Heap, Place
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


def shown(p: Position, seen: Sequence[Card]) -> tuple[str, ...]:
    """The moves that a changed middle can mean, likeliest first."""
    there = of_the_battle(p)
    cards = list(dict.fromkeys(seen))
    new = [card for card in cards if not there >> card & 1]
    gone = there & ~card_set(cards)
    if not p.inside or not all(p.pack >> card & 1 for card in new):
        return ()
    moves: list[Move] = []
    if p.phase == ATTACKING:
        if new:
            moves = [attack_of(card_set(new))]
    elif p.phase == DEFENDING:
        moves = _in_defence(p, cards, new, gone)
    elif p.phase == BEATEN:
        if len(new) == 1 and CLERICS >> new[0] & 1:
            targets = list(cards_in(p.fallen_attackers & ~CLERICS))
            moves = [move_of(RAISE, new[0], card) for card in _likeliest(new[0], targets)]
        elif not new and gone:
            return ("done",)
    elif p.phase == TAKEN:
        if len(new) == 1 and CLERICS >> new[0] & 1:
            targets = list(cards_in((p.fallen_attackers | p.fallen_defenders) & ~CLERICS))
            moves = [move_of(RAISE, new[0], card) for card in _likeliest(new[0], targets)]
        elif not new and gone == there:
            moves = [PASS]
    return tuple(map(written, moves))


def _in_defence(p: Position, cards: list[Card], new: list[Card], gone: int) -> list[Move]:
    if not new:
        return [TAKE] if gone & p.unbeaten else []
    if len(new) > 1:
        return []
    card = new[0]
    unbeaten = list(cards_in(p.unbeaten))
    under = cards[cards.index(card) - 1] if cards.index(card) else -1
    targets = sorted(unbeaten, key=lambda target: (target != under, not p.beats[target] >> card & 1))
    replaced = [target for target in unbeaten if gone >> target & 1]
    if MAGES >> card & 1:
        return [move_of(REPLACE, target, card) for target in replaced or targets]
    moves = [move_of(BEAT, target, card) for target in targets]
    if suit_of(card) == 2:
        mates = [fallen for fallen in cards_in(p.fallen_defenders & ~CLERICS) if same_rank(fallen, card)]
        raising = [
            move_of(RAISE_TO_BEAT, card, fallen, target)
            for fallen in mates
            for target in unbeaten
            if p.beats[target] >> fallen & 1
        ]
        moves += raising
    return moves


def _likeliest(cleric: Card, targets: list[Card]) -> list[Card]:
    mates = [card for card in targets if same_rank(card, cleric)]
    return mates or targets
