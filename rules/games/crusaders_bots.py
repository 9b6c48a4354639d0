"""Crusaders for the bots: how well each player stands, and what a sensible player would soon decide."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.games.crusaders_moves import (
    ATTACK,
    BEAT,
    DONE,
    KIND,
    PASS,
    REPLACE,
    STOW,
    TAKE,
    Move,
    cards_of,
)
from rules.games.crusaders_position import Position
from rules.hands import size


def promise(p: Position) -> tuple[float, ...]:
    """The place each seat may expect: those still in share the places left, fewer cards the better."""
    players = len(p.names)
    worth = [1.0] * players
    placed = p.placed
    earlier = players - len(placed) - p.inside.bit_count()
    for place, seat in enumerate(placed, earlier):
        worth[seat] = (players - 1 - place) / (players - 1)
    left = [seat for seat in range(players) if p.inside >> seat & 1]
    if len(left) < 2:
        return tuple(worth)
    load = [size(p, seat) + len(p.decks[seat]) + 0.5 for seat in left]
    if p.unbeaten:
        load[left.index(p.defender)] += p.unbeaten.bit_count() / 2
    total, best = sum(load), (len(left) - 1) / (players - 1)
    for seat, cards in zip(left, load, strict=True):
        worth[seat] = best * (1 - cards / total) * len(left) / (2 * len(left) - 2)
    return tuple(worth)


def likely(p: Position, moves: Sequence[Move], random: Random) -> Move:
    """Beats with the cheapest card, attacks with low cards and several at once, raises nobody; now and then anything."""
    if len(moves) == 1 or random.random() < 0.1:
        return moves[int(random.random() * len(moves))]
    return min(moves, key=_cost)


def _cost(move: Move) -> float:
    kind = move & KIND
    if kind in (DONE, PASS):
        return 0
    if kind == TAKE:
        return 60
    cards = cards_of(move)
    if kind == ATTACK:
        return sum(cards) / len(cards) - 12 * len(cards)
    if kind == BEAT:
        return cards[1] - cards[0] / 64
    if kind == REPLACE:
        return 40 + cards[1] / 64
    if kind == STOW:
        return 100
    return 80
