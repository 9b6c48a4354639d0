"""Where the cards of Svoi Kozyri are, as far as it is known; what must, or can, be in a hidden hand; who knows what.

Cards that nobody has shown are ``loose``: each lies in a ``hidden`` place of some hand, or out of play. Hidden cards
never change hands (only face-up cards are taken), so a card that turns out to be in a hand has been there from the
start: ``revealed`` keeps these, and the late rulings follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Self

from rules import hands
from rules.cards import SUIT, Card, CardSet, card_set, cards_in
from rules.hands import HandPosition, hide_hands, shuffled
from rules.setup import CardList
from rules.texts import _

Move = int
"""A card + 1, or (beating card + 1) * 64 + second card + 1, or TAKE or CONCEDE. So a move is what it puts on the pile."""

TAKE: Move = 1 << 12
CONCEDE: Move = 1 << 13

ANY_SECOND: Card = 62
"""In advice, as the second card: any. Written ``??``."""

DRAW = -1
"""``Position.result`` of a deal without a loser; else it is the loser's seat."""

_HIGHER: tuple[CardSet, ...] = tuple(card_set(range(card + 4, 52, 4)) for card in range(52))

BEATS: tuple[tuple[CardSet, ...], ...] = tuple(
    tuple(_HIGHER[top] if top & 3 == trump else _HIGHER[top] | SUIT[trump] for top in range(52)) for trump in range(4)
)
"""SK-8. ``BEATS[trump][top]``: the cards that beat ``top`` for a player whose trumps are ``trump``."""


Key = tuple[int, ...]


class Position(HandPosition):
    """All that play changes, as far as it is known."""

    __slots__ = ("counts", "duel", "forced", "given", "last", "pile", "result", "revealed", "trumps", "twins", "ways")

    def __init__(self) -> None:
        super().__init__()
        # Of the deal:
        self.trumps: tuple[int, ...] = ()  # the suit of each seat
        self.duel = True  # two play
        # SK-8: seat -> top card + 1 -> the cards that beat it, of its own suit and of another.
        self.ways: tuple[tuple[tuple[CardSet, CardSet], ...], ...] = ()
        self.forced = False  # take=forced
        self.given: CardSet = 0  # the lowest trumps, known because SK-4 gave them to their owners
        self.twins: dict[Card, Card] = {}  # mirror deal: of these two hidden cards each player has one
        # Of the position:
        self.pile = 0  # the cards + 1 as digits of 6 bits, the top card lowest
        self.revealed: list[CardSet] = []  # by seat: hidden at the start, known by now to have been there
        self.last = False  # the one move of SK-14 is due
        self.result: int | None = None
        # SK-17: how often each position came up, by its key. It is the one value that changes in place.
        self.counts: dict[Key, int] = {}

    def copy(self) -> Self:
        other = super().copy()
        other.counts = self.counts.copy()
        return other


def move_of(first: Card, second: Card = -1) -> Move:
    """The move that plays ``first``, and ``second`` on it."""
    return first + 1 if second < 0 else first + 1 << 6 | second + 1


def cards_of_move(move: Move) -> tuple[Card, Card]:
    """The first card and the second; -1 for none."""
    return (move - 1, -1) if move < 64 else ((move >> 6) - 1, (move & 63) - 1)


def pile_of(cards: Iterable[Card]) -> int:
    """Cards, bottom first, as a pile."""
    pile = 0
    for card in cards:
        pile = pile << 6 | card + 1
    return pile


def cards_of(pile: int) -> tuple[Card, ...]:
    """The cards of a pile, bottom first."""
    cards = []
    while pile:
        cards.append((pile & 63) - 1)
        pile >>= 6
    return tuple(reversed(cards))


def beating(p: Position, seat: int) -> CardSet:
    """SK-8: the cards of the pack that beat the top card on the turn of ``seat``."""
    return BEATS[p.trumps[seat]][(p.pile & 63) - 1]


def position_key(p: Position) -> Key:
    """SK-17: what makes two positions of a deal the same. The first hand follows from the others and the pile.

    Hidden cards make no difference: they have not moved. But what is known by now must be known in all of them.
    """
    return (p.turn, p.pile, *p.hands[1:])


def next_seat(p: Position, seat: int) -> int:
    """The next seat clockwise that still has cards; ``seat`` itself if there is no other."""
    hands = p.hands
    after = seat
    for _step in hands:
        after += 1
        if after == len(hands):
            after = 0
        if hands[after] or p.hidden[after]:
            return after
    return seat


# -- hidden cards ----------------------------------------------------------------------------------------------------


def can_hold(p: Position, seat: int, cards: CardSet) -> bool:
    """Whether ``cards`` are, or can be, together in the hand of ``seat``: of twins only one."""
    missing = cards & ~p.hands[seat]
    if not missing:
        return True
    return hands.can_hold(p, seat, cards) and not (p.twins and missing & _twins_of(p, missing))


def _twins_of(p: Position, cards: CardSet) -> CardSet:
    return card_set(p.twins[card] for card in cards_in(cards))


def surely_holds_one_of(p: Position, seat: int, wanted: CardSet) -> bool:
    """Whether the hand has one of ``wanted``, however the loose cards are dealt."""
    return bool(p.hands[seat] & wanted) or hidden_surely_has_one_of(p, seat, wanted)


def hidden_surely_has_one_of(p: Position, seat: int, wanted: CardSet) -> bool:
    """Whether the hidden cards of ``seat`` have one of ``wanted``, however the loose cards are dealt."""
    if p.twins and p.hidden[seat]:
        both = wanted & p.loose
        return bool(both & _twins_of(p, both))
    return p.hidden[seat] > (p.loose & ~wanted).bit_count()


def reveal(p: Position, seat: int, cards: CardSet) -> None:
    """``cards``, loose until now, turn out to be in the hand of ``seat``; with all that follows by counting."""
    shown = [0] * len(p.hands)
    shown[seat] = cards
    if p.twins:
        shown[1 - seat] = _twins_of(p, cards) & p.loose
    p.loose &= ~sum(shown)
    hidden = [number - new.bit_count() for number, new in zip(p.hidden, shown, strict=True)]
    holders = [who for who, number in enumerate(hidden) if number]
    if len(holders) == 1 and hidden[holders[0]] == p.loose.bit_count():
        shown[holders[0]] |= p.loose
        hidden[holders[0]] = p.loose = 0
    p.hidden = hidden
    p.hands = [hand | new for hand, new in zip(p.hands, shown, strict=True)]
    p.revealed = [old | new for old, new in zip(p.revealed, shown, strict=True)]
    if any(shown):  # they have been there all the time
        p.counts = {
            (turn, pile, *(hand | new for hand, new in zip(then, shown[1:], strict=True))): times
            for (turn, pile, *then), times in p.counts.items()
        }


def see_hand(p: Position, seat: int, cards: CardList) -> None:
    """Takes in a look at the whole hand of ``seat``. Raises MoveError, and changes nothing, if it cannot be true."""
    elsewhere = ((_("the pile"), card_set(cards_of(p.pile))),)
    hands.see_hand(p, seat, cards, elsewhere, can_hold, reveal)  # type: ignore[arg-type]


def draw_by_repetition(p: Position) -> None:
    """SK-17: a draw if this position has come up three times and every card is known, unless the deal is over."""
    if p.result is None and not any(p.hidden) and p.counts[position_key(p)] >= 3:
        p.result = DRAW


# -- who knows what --------------------------------------------------------------------------------------------------


def known_to(p: Position, seat: int) -> Position:
    """The position as ``seat`` may know it."""
    q = p.copy()
    hide_hands(q, seat)
    unseen = [before & ~after for before, after in zip(p.hands, q.hands, strict=True)]
    q.revealed = [cards & ~new for cards, new in zip(p.revealed, unseen, strict=True)]
    q.counts = {
        (turn, pile, *(hand & ~new for hand, new in zip(then, unseen[1:], strict=True))): times
        for (turn, pile, *then), times in p.counts.items()
    }
    reveal(q, 0, 0)  # what follows by counting
    return q


def with_all_known(p: Position, random: Random) -> Position:
    """The position with the hidden cards dealt, every way that fits as likely as any other."""
    q = p.copy()
    if p.twins:
        for card, twin in p.twins.items():
            if card < twin and p.loose >> card & p.loose >> twin & 1:
                reveal(q, int(random.random() * 2), 1 << card)
        return q
    left = shuffled(p.loose, random)
    if p.last:  # the last card beats, or else the deal would be over
        left.sort(key=lambda card: beating(p, p.turn) >> card & 1)
    for who, number in enumerate(p.hidden):
        if q.hidden[who]:
            reveal(q, who, card_set(left[-number:]))
            del left[-number:]
    return q
