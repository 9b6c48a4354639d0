"""Where the cards of Ceraria are, how its moves are encoded, and which card beats which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

from rules.cards import Card, CardSet, card_set, parse_card, rank_of, suit_of
from rules.hands import HandPosition
from rules.setup import CardList

CERARIA: Card = parse_card("QH")

HAND = 5
"""CE-1, CE-11: the cards that are dealt to each, and up to which is drawn."""

Move = int
"""TAKE, an attack, or the answers to one: up to four cards as digits of six bits, all but the lowest + 1.

An attack with two cards has these as the lowest digits, and TOGETHER. Answers have the first card, its support or 0, the
second card, its support or 0. A single card is that card.
"""
TOGETHER: Move = 1 << 24
TAKE: Move = 1 << 25

DRAW = -1
"""``Position.result`` of a game that nobody has won; else it is the winner's seat, or"""
OPEN = -2
"""of a game that is over by CE-13, while hidden cards leave open who has won."""


class Table(NamedTuple):
    """CE-7 and CE-8 under one choice of house rules, each by the attacking card."""

    alone: tuple[CardSet, ...]  # the cards that beat it alone
    weak: tuple[CardSet, ...]  # those that may beat it if they are supported
    supports: tuple[tuple[CardSet, ...], ...]  # and for each of these the cards that support it enough


class Position(HandPosition):
    """All that play changes. Who attacks is the seat on turn or, in the middle of a battle, the seat before it."""

    __slots__ = ("attack", "discard", "result", "stock", "table", "takes")

    def __init__(self) -> None:
        super().__init__()
        self.table: Table = table("on", "stronger")
        self.stock: CardList = ()  # top first; None: hidden
        self.discard: CardSet = 0  # the known cards; what else is in ``away`` and not in the stock lies there, too
        self.attack: tuple[Card, ...] = ()  # what the seat on turn must beat, in the order of the attack
        self.takes = 0  # battles in a row that began with an empty stock and ended with taking (CE-13)
        self.result: int | None = None


# -- what beats what -------------------------------------------------------------------------------------------------

_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)
BEATEN_BY = {_DIAMONDS: _HEARTS, _SPADES: _DIAMONDS, _CLUBS: _SPADES, _HEARTS: _CLUBS}
"""CE-3: the suit that beats a suit in the circle."""


def ally(suit: int) -> int:
    """CE-4: the allied suit."""
    return suit ^ 1


@cache
def table(same_suit: str, circle: str) -> Table:
    """What beats what under these house rules."""
    alone, weak, supports = [0] * 52, [0] * 52, []
    for attack in range(52):
        enough = [0] * 52
        for card in range(52):
            circled = suit_of(card) == BEATEN_BY[suit_of(attack)]
            if not circled and not (same_suit == "on" and suit_of(card) == suit_of(attack)):
                continue
            if rank_of(card) > rank_of(attack) or (circled and circle == "any"):
                alone[attack] |= 1 << card
            elif card != attack:
                weak[attack] |= 1 << card
                enough[card] = card_set(
                    support
                    for support in range(52)
                    if suit_of(support) == ally(suit_of(card)) and strength(card) + strength(support) > strength(attack)
                )
        supports.append(tuple(enough))
    return Table(tuple(alone), tuple(weak), tuple(supports))


def strength(card: Card) -> int:
    """CE-2: 2 for a two up to 14 for an ace."""
    return rank_of(card) + 2


_WEIGHT_OF_SUIT = {_DIAMONDS: 0, _SPADES: 1, _HEARTS: 2}


def weight(card: Card) -> int:
    """CE-13: what decides a deadlock; -1 for clubs, which do not count."""
    return -1 if suit_of(card) == _CLUBS else rank_of(card) * 4 + _WEIGHT_OF_SUIT[suit_of(card)]


# -- moves -----------------------------------------------------------------------------------------------------------


def pair(first: Card, second: Card) -> Move:
    """An attack with two cards."""
    return first | second + 1 << 6 | TOGETHER


def answer(card: Card, support: Card | None = None) -> Move:
    """The answer to one attacking card."""
    return card if support is None else card | support + 1 << 6


def both(first: Move, second: Move) -> Move:
    """The answers to two attacking cards as one move."""
    return first | second + 1 << 12


def answers_in(move: Move) -> list[tuple[Card, Card | None]]:
    """The answers that a move gives, each a card with its support."""
    first, other, second = (move >> shift & 63 for shift in (6, 12, 18))
    answers = [(move & 63, first - 1 if first else None)]
    if other:
        answers.append((other - 1, second - 1 if second else None))
    return answers


def cards_of(move: Move) -> tuple[Card, ...]:
    """The cards of a move in the order in which it names them; one that stands there twice, twice."""
    if move == TAKE:
        return ()
    digits = (move >> shift & 63 for shift in (6, 12, 18))
    return (move & 63, *(digit - 1 for digit in digits if digit))


def played(move: Move) -> CardSet:
    """The same as a set."""
    cards, rest = 1 << (move & 63), (move & TOGETHER - 1) >> 6
    while rest:
        cards |= (1 << (rest & 63)) >> 1
        rest >>= 6
    return cards


def arrangements(cards: Sequence[Card], number: int) -> Iterator[Move]:
    """Every way to answer ``number`` attacking cards with all of ``cards``, those in the given order first."""
    for a, *more in permutations(cards):
        match number, more:
            case 1, []:
                yield answer(a)
            case 1, [b]:
                yield answer(a, b)
            case 2, [b]:
                yield both(answer(a), answer(b))
            case 2, [b, c]:
                yield both(answer(a, b), answer(c))
                yield both(answer(a), answer(b, c))
            case 2, [b, c, d]:
                yield both(answer(a, b), answer(c, d))
