"""Crusaders for the bots: how well each player stands, and what a sensible player would soon decide."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.cards import cards_in
from rules.games.crusaders.moves import (
    ATTACK,
    BEAT,
    CARD,
    DONE,
    FIRST,
    KIND,
    PASS,
    REPLACE,
    SECOND,
    STOW,
    TAKE,
    Move,
    cards_of,
)
from rules.games.crusaders.position import Position
from rules.hands import size

HIGH = 0.4
"""How much less of a burden the highest card in hand is than the lowest."""


def promise(p: Position) -> tuple[float, ...]:
    """The place each seat may expect: those still in share the places left, the fewer and the higher their cards the better."""
    players = len(p.names)
    worth = [1.0] * players
    placed = p.placed
    earlier = players - len(placed) - p.inside.bit_count()
    for place, seat in enumerate(placed, earlier):
        worth[seat] = (players - 1 - place) / (players - 1)
    left = [seat for seat in range(players) if p.inside >> seat & 1]
    if len(left) < 2:
        return tuple(worth)
    load = [size(p, seat) + len(p.decks[seat]) + 0.5 - HIGH * sum(cards_in(p.hands[seat])) / 52 for seat in left]
    if p.unbeaten:
        load[left.index(p.defender)] += p.unbeaten.bit_count() / 2
    total, best = sum(load), (len(left) - 1) / (players - 1)
    for seat, cards in zip(left, load, strict=True):
        worth[seat] = best * (1 - cards / total) * len(left) / (2 * len(left) - 2)
    return tuple(worth)


def likely(p: Position, moves: Sequence[Move], random: Random) -> Move:
    """Attacks with low cards and several at once, beats with the cheapest, raises whom it can; now and then anything."""
    if len(moves) == 1 or random.random() < 0.1:
        return moves[int(random.random() * len(moves))]
    return min(moves, key=_cost)


def _cost(move: Move) -> float:
    """Whatever rids the hand of a card is good, with a low card better."""
    kind = move & KIND
    if kind == TAKE:
        return 90
    if kind in (DONE, PASS):
        return 80
    if kind == STOW:
        return 100
    if kind == ATTACK:
        cards = cards_of(move)
        return sum(cards) / len(cards) - 12 * len(cards)
    if kind == BEAT:
        return move >> SECOND & CARD
    if kind == REPLACE:
        return 70
    return move >> FIRST & CARD  # the cleric that raises, or what is thrown in
