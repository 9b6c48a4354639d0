"""What stands in a move as it is written in a record."""

from __future__ import annotations

from rules.cards import Card, CardError, parse_card


def cards_of(move: str) -> list[Card]:
    """The cards that are named in a move, whatever its other words."""
    cards = []
    for word in move.replace("/", " ").replace("+", " ").replace(">", " ").split():
        try:
            cards.append(parse_card(word))
        except CardError:
            continue
    return cards


def is_ability(move: str) -> bool:
    """A move that uses an ability is written with ``!``, and announced."""
    return "!" in move.split(" ")[0]
