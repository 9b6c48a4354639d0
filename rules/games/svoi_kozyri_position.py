"""Where the cards of Svoi Kozyri are, as far as it is known; and what must, or can, be in a hidden hand.

Cards that nobody has shown are ``loose``: each lies in a ``hidden`` place of some hand, or out of play. Hidden cards
never change hands (only face-up cards are taken), so a card that turns out to be in a hand has been there from the
start: ``revealed`` keeps these, and the late rulings follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Self

from rules.cards import Card, CardSet, card_set, cards_in
from rules.hands import HandPosition, hide_hands, shuffled

Move = int
"""A card, or the beating card + (second card + 1) * 64, or TAKE or CONCEDE."""

TAKE: Move = 1 << 12
CONCEDE: Move = 1 << 13

ANY_SECOND: Move = 63 << 6
"""Added to a beating card: and any second card. Only in advice; written ``??``."""

DRAW = -1
"""``Position.result`` of a deal without a loser; else it is the loser's seat."""


class Position(HandPosition):
    """All that play changes. Lists are replaced, never changed, so that undo can put the old ones back."""

    __slots__ = (
        "beats",
        "counts",
        "forced",
        "given",
        "last",
        "pile",
        "result",
        "revealed",
        "takes",
        "trumps",
        "twins",
    )

    def __init__(self) -> None:
        super().__init__()
        # Of the deal:
        self.trumps: tuple[int, ...] = ()  # the suit of each seat
        self.beats: tuple[tuple[CardSet, ...], ...] = ()  # seat -> top card -> the cards that beat it (SK-8)
        self.takes: tuple[tuple[int, ...], ...] = ()  # seat -> top card -> how many cards are taken at most (SK-10)
        self.forced = False  # take=forced
        self.given: CardSet = 0  # the lowest trumps, known because SK-4 gave them to their owners
        self.twins: dict[Card, Card] = {}  # mirror deal: of these two hidden cards each player has one
        # Of the position:
        self.pile = 0  # the cards + 1 as digits of 6 bits, the top card lowest
        self.revealed: list[CardSet] = []  # hidden at the start, known by now to have been there
        self.last = False  # the one move of SK-14 is due
        self.result: int | None = None
        # SK-17: how often each position came up, by ``key``. The one value that changes in place.
        self.counts: dict[tuple[int, ...], int] = {}

    def copy(self) -> Self:
        other = super().copy()
        other.counts = self.counts.copy()
        return other


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


def next_seat(p: Position, seat: int) -> int:
    """The next seat clockwise that still has cards; ``seat`` itself if there is no other."""
    count = len(p.hands)
    for step in range(1, count):
        after = (seat + step) % count
        if p.hands[after] or p.hidden[after]:
            return after
    return seat


def reveal(p: Position, seat: int, cards: CardSet) -> None:
    """``cards``, loose until now, turn out to be in the hand of ``seat``; with all that follows by counting."""
    shown = [0] * len(p.hands)
    shown[seat] = cards
    if p.twins:
        shown[1 - seat] = card_set(p.twins[card] for card in cards_in(cards)) & p.loose & ~cards
    p.loose &= ~sum(shown)
    hidden = [count - new.bit_count() for count, new in zip(p.hidden, shown, strict=True)]
    holders = [who for who, count in enumerate(hidden) if count]
    if len(holders) == 1 and hidden[holders[0]] == p.loose.bit_count():
        shown[holders[0]] |= p.loose
        hidden[holders[0]] = p.loose = 0
    p.hidden = hidden
    p.hands = [hand | new for hand, new in zip(p.hands, shown, strict=True)]
    p.revealed = [old | new for old, new in zip(p.revealed, shown, strict=True)]
    if any(shown):  # the cards have been in these hands all the time
        p.counts = {
            (turn, pile, *(hand | new for hand, new in zip(hands, shown, strict=True))): times
            for (turn, pile, *hands), times in p.counts.items()
        }


def can_hold(p: Position, seat: int, card: Card, beside: CardSet = 0) -> bool:
    """Whether ``card`` is, or can be, in the hand of ``seat``, together with ``beside``, which can be there."""
    if p.hands[seat] >> card & 1:
        return True
    if not p.loose >> card & 1 or (beside & p.loose).bit_count() >= p.hidden[seat]:
        return False
    return not (p.twins and beside >> p.twins[card] & 1)


def surely_holds_one_of(p: Position, seat: int, wanted: CardSet) -> bool:
    """Whether the hand has one of ``wanted``, however the loose cards are dealt."""
    return bool(p.hands[seat] & wanted) or hidden_surely_has_one_of(p, seat, wanted)


def hidden_surely_has_one_of(p: Position, seat: int, wanted: CardSet) -> bool:
    """Whether the hidden cards of ``seat`` have one of ``wanted``, however the loose cards are dealt."""
    if not p.hidden[seat]:
        return False
    if p.twins:
        return any(wanted >> card & 1 and wanted >> p.twins[card] & 1 for card in cards_in(p.loose))
    return p.hidden[seat] > (p.loose & ~wanted).bit_count()


def key(p: Position) -> tuple[int, ...]:
    """What makes two positions the same for SK-17. Hidden cards never move, so they make no difference."""
    return (p.turn, p.pile, *p.hands)


def count(p: Position) -> tuple[int, ...]:
    """SK-17: this position has come up; the third time ends the deal. Returns what ``uncount`` takes."""
    this = key(p)
    times = p.counts[this] = p.counts.get(this, 0) + 1
    if times >= 3:
        draw_by_repetition(p)
    return this


def uncount(p: Position, this: tuple[int, ...]) -> None:
    """Takes back ``count``."""
    if p.counts[this] == 1:
        del p.counts[this]
    else:
        p.counts[this] -= 1


def draw_by_repetition(p: Position) -> None:
    """SK-17: a draw, if this position has come up three times and every card is known."""
    if p.result is None and p.counts[key(p)] >= 3 and not any(p.hidden):
        p.result = DRAW


def known_to(p: Position, seat: int) -> Position:
    """The position as ``seat`` may know it."""
    q = p.copy()
    hide_hands(q, seat)
    unseen = [before & ~after for before, after in zip(p.hands, q.hands, strict=True)]
    q.revealed = [cards & ~new for cards, new in zip(p.revealed, unseen, strict=True)]
    q.counts = {
        (turn, pile, *(hand & ~new for hand, new in zip(hands, unseen, strict=True))): times
        for (turn, pile, *hands), times in p.counts.items()
    }
    reveal(q, seat, 0)
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
    if p.last:  # or else the deal would be over
        beating = p.beats[p.turn][(p.pile & 63) - 1]
        left.sort(key=lambda card: beating >> card & 1)
    for seat, hidden in enumerate(p.hidden):
        if q.hidden[seat]:
            reveal(q, seat, card_set(left[-hidden:]))
            del left[-hidden:]
    return q
