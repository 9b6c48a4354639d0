"""A position of The Courtesan and its moves as numbers: what lies where, what is due, who can act against whom."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from rules.cards import PACKS, SUIT, Card, CardSet, card_set
from rules.position import Position as AnyPosition

ACE = 48  # this card and the three above it
QUEEN = 40  # the queen of the suit 0

Move = int
"""PASS; below it a draw, DRAW or ``draw_of`` its cards; above it taxis, ``taxis_of`` their pairs."""

PASS: Move = 0
DRAW: Move = -1
"""A draw without its cards: what a list shows where they are not known."""
ANY: Card = 62
"""In advice only: whichever card it is, written ``??``."""

Pair = tuple[Card, Card, bool]
"""A taxi, its target, and whether it is a crash."""
PAIR = 14  # bits of a taxi with its target
CRASH = 1 << 12
_IS_A_PAIR = 1 << 13


class Role(NamedTuple):
    """What the cards are to one player."""

    own: CardSet  # the own suit: clients
    foreign: CardSet  # the suits of the others: taxis
    extra: CardSet  # what brings further cards: the own ace, and the queens nobody chose
    rivals: tuple[tuple[int, CardSet], ...]  # seat and suit of the others, clockwise


class Position(AnyPosition):
    """All that play changes. Each player's clients and taxis are one set: the suit tells which is which."""

    __slots__ = (
        "due",
        "laid",
        "last",
        "last_taxis",
        "limit",
        "loose",
        "made",
        "out",
        "queens",
        "roles",
        "stock",
        "suits",
        "taxis_first",
        "unseen",
    )

    def __init__(self) -> None:
        super().__init__()
        # Of the game:
        self.suits: tuple[int, ...] = ()  # of each seat's queen
        self.queens: CardSet = 0  # the chosen ones
        self.roles: tuple[Role, ...] = ()
        self.limit = 0  # how many taxis a player can have
        self.taxis_first = False
        self.last_taxis = False
        # Of the position:
        self.due = 0  # draws of the start that are still to come, of all players
        self.made: Move = PASS  # the last move; PASS also at the beginning of a record
        self.last = 0  # players who may still use taxis although the stock is empty
        self.laid: list[CardSet] = []  # what each seat has on and beside the queen
        self.stock: tuple[Card | None, ...] = ()  # top first
        self.out: CardSet = 0  # the discard, as far as it is known
        self.unseen = 0  # how many more cards are in it
        self.loose: CardSet = 0  # the cards that are hidden in the stock or the discard


@cache
def roles(suits: tuple[int, ...], pack: int) -> tuple[CardSet, tuple[Role, ...]]:
    """The chosen queens, and what the cards are to each seat."""
    queens = card_set(QUEEN + suit for suit in suits)
    nobodys = card_set(range(QUEEN, QUEEN + 4)) & ~queens
    seats = range(len(suits))
    return queens, tuple(
        Role(
            SUIT[suits[seat]],
            sum(SUIT[suits[other]] for other in seats if other != seat),
            (nobodys | 1 << ACE + suits[seat]) & PACKS[pack],
            tuple((other, SUIT[suits[other]]) for other in ((seat + step) % len(suits) for step in seats[1:])),
        )
        for seat in seats
    )


def over(p: Position) -> bool:
    """CO-9: whether the game has ended."""
    return not (p.stock or p.last)


def settle(p: Position) -> None:
    """The one card that is left for the one hidden place of the stock must be there."""
    if not p.unseen and p.loose and not p.loose & p.loose - 1:
        place = p.stock.index(None)
        p.stock = (*p.stock[:place], p.loose.bit_length() - 1, *p.stock[place + 1 :])
        p.loose = 0


def brings(card: Card) -> int:
    """CO-4 b, d: how many further cards a card of ``Role.extra`` brings."""
    return 1 if card >= ACE else 2


def coming(p: Position) -> Move:
    """CO-4: the draw that the player on turn would make, with its cards; DRAW if they are not all known."""
    extra = p.roles[p.turn].extra
    digits, left = 0, 1
    for card in p.stock:
        if card is None:
            return DRAW
        digits = digits << 6 | card + 1
        left += brings(card) - 1 if extra >> card & 1 else -1
        if not left:
            break
    return ~digits


def draw_of(cards: Iterable[Card]) -> Move:
    """The draw of these cards, in the order they came."""
    digits = 0
    for card in cards:
        digits = digits << 6 | card + 1
    return ~digits


def drawn(move: Move) -> list[Card]:
    """The cards of a draw, in the order they came."""
    digits, cards = ~move, []
    while digits:
        cards.append((digits & 63) - 1)
        digits >>= 6
    return cards[::-1]


def taxis_of(pairs: Iterable[Pair]) -> Move:
    """The move of these pairs."""
    move = 0
    for taxi, target, crash in pairs:
        move = move << PAIR | _IS_A_PAIR | crash << 12 | target << 6 | taxi
    return move


def pairs_of(move: Move) -> list[Pair]:
    """The pairs of a move with taxis."""
    pairs = []
    while move:
        pairs.append((move & 63, move >> 6 & 63, bool(move & CRASH)))
        move >>= PAIR
    return pairs[::-1]


def named(move: Move) -> CardSet:
    """The taxis and targets of a move with taxis."""
    return card_set(card for taxi, target, _crash in pairs_of(move) for card in (taxi, target))


class _Shifted(dict[CardSet, tuple[int, ...]]):
    """A set of cards of one suit -> each as a part of a move. Filled as they come up; a suit has not many sets."""

    def __init__(self, shift: int, mark: int) -> None:
        super().__init__()
        self._shift, self._mark = shift, mark

    def __missing__(self, cards: CardSet) -> tuple[int, ...]:
        parts = tuple(card << self._shift | self._mark for card in range(cards.bit_length()) if cards >> card & 1)
        self[cards] = parts
        return parts


TAXIS = _Shifted(0, _IS_A_PAIR)
RIDES = _Shifted(6, 0)
CRASHES = _Shifted(6, CRASH)
