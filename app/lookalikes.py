"""Which cards are easily taken for each other."""

from __future__ import annotations

from rules.cards import RANKS, Card, rank_of, suit_of

_ALIKE = {
    "6": "89",
    "7": "T",
    "8": "6",
    "9": "6J",
    "T": "7",
    "J": "9",
    "Q": "K",
    "K": "Q",
}  # ranks that recognisers mix up


def lookalikes(card: Card) -> list[Card]:
    """Cards that ``card`` is easily taken for: the other suit of its colour, like ranks of its suit; a joker's twin."""
    if card >= 52:
        return [105 - card]
    suit = suit_of(card)
    alike = [RANKS.index(rank) * 4 + suit for rank in _ALIKE.get(RANKS[rank_of(card)], "")]
    return [rank_of(card) * 4 + (3 - suit), *alike]
