"""Cards and packs. The one Card type of the project.

A card is a small int, ``rank * 4 + suit``, so that sorting cards sorts them from low to high and equal ranks in the
order clubs, diamonds, hearts, spades. A set of cards is an int used as 64 bits: card ``c`` is in it if ``1 << c`` is set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Card = int
CardSet = int

RANKS = "23456789TJQKA"
SUITS = "CDHS"
BLACK_JOKER: Card = 52
RED_JOKER: Card = 53
CARD_COUNT = 54
UNKNOWN = "??"

CARD_NAMES: tuple[str, ...] = (*(r + s for r in RANKS for s in SUITS), "BJ", "RJ")

_SIGNS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S", "\ufe0f": None})
_CARD_OF_NAME = {name: card for card, name in enumerate(CARD_NAMES)}


class CardError(ValueError):
    """A text that names no card. ``text`` is what was read."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is no card; cards are written like 7C, TS, QH, RJ")
        self.text = text


def parse_card(text: str) -> Card:
    """The card named by ``text``: ``QH``, ``10♠``, ``q♥``, ``RJ``. Raises CardError."""
    name = text.strip().translate(_SIGNS).upper()
    if name.startswith("10"):
        name = "T" + name[2:]
    try:
        return _CARD_OF_NAME[name]
    except KeyError:
        raise CardError(text) from None


def card_name(card: Card) -> str:
    """The canonical name: rank then suit, ``TS``; jokers ``BJ`` and ``RJ``."""
    return CARD_NAMES[card]


def rank_of(card: Card) -> int:
    """0 for a two up to 12 for an ace (13 for a joker)."""
    return card >> 2


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades. Meaningless for a joker."""
    return card & 3


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of ``cards`` as bits."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def cards_in(bits: CardSet) -> Iterator[Card]:
    """The cards of a set, from low to high."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


SUIT: tuple[CardSet, ...] = tuple(card_set(range(suit, 52, 4)) for suit in range(4))
"""The cards of each suit: clubs, diamonds, hearts, spades."""


def _from(lowest: str) -> CardSet:
    return card_set(range(RANKS.index(lowest) * 4, 52))


PACKS: dict[int, CardSet] = {
    24: _from("9"),
    32: _from("7"),
    36: _from("6"),
    52: _from("2"),
    54: _from("2") | 1 << BLACK_JOKER | 1 << RED_JOKER,
}
"""Number of cards -> the cards of that pack."""
