"""In which orders may new cards have been laid? Where nobody has seen which of two lies on top, either may.

Nobody is accused of an order that nobody has seen if another one would have been right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, permutations

from rules.table import Change, SeenCard

MOST = 4  # of more new cards only two that lie next to each other are exchanged


def other_orders(change: Change) -> Iterator[Change]:
    """``change`` as it is if new cards lie in any other order in which they may lie, one place at a time."""
    for place, cards in change.new.items():
        for order in _orders(cards):
            yield _reordered(change, place, order)


def _orders(cards: Sequence[SeenCard]) -> Iterator[Sequence[SeenCard]]:
    if not any(b.track in a.unclear for a in cards for b in cards):
        return
    if len(cards) > MOST:
        for n, (a, b) in enumerate(pairwise(cards)):
            if b.track in a.unclear:
                yield [*cards[:n], b, a, *cards[n + 2 :]]
        return
    at = range(len(cards))
    for order in permutations(at):
        exchanged = [(order[j], order[i]) for i in at for j in at[i + 1 :] if order[i] > order[j]]
        if exchanged and all(cards[b].track in cards[a].unclear for a, b in exchanged):
            yield [cards[n] for n in order]


def _reordered(change: Change, place: str, order: Sequence[SeenCard]) -> Change:
    laid = _lying_so(order)
    by_track = {card.track: card for card in laid}
    waiting = iter(laid)
    seen = tuple(next(waiting) if card.track in by_track else card for card in change.seen[place])
    return Change({**change.seen, place: seen}, {**change.new, place: tuple(laid)}, change.gone)


def _lying_so(order: Sequence[SeenCard]) -> list[SeenCard]:
    """The cards, lowest first, with what they lie on put right: no card lies on one that lies higher."""
    place = {card.track: n for n, card in enumerate(order)}
    wrong = [(upper, low.track) for n, low in enumerate(order) for upper in low.on if place.get(upper, -1) > n]
    found = []
    for n, card in enumerate(order):
        below = tuple(track for track in card.on if place.get(track, -1) < n)
        found.append(replace(card, on=tuple(dict.fromkeys((*(t for u, t in wrong if u == card.track), *below)))))
    return found
