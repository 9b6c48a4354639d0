"""Where the cards of Svoi Kozyri are, as far as it is known; and what must, or can, be in a hidden hand.

Cards that nobody has shown are ``loose``: each lies in a ``hidden`` place of some hand, or out of play. Hidden cards
never change hands (only face-up cards are taken), so a card that turns out to be in a hand has been there from the
start: ``revealed`` keeps these, and the late rulings follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.cards import Card, CardSet, card_set, cards_in
from rules.position import Position as AnyPosition

Move = int
"""A card, or the beating card + (second card + 1) * 64, or TAKE or CONCEDE."""

TAKE: Move = 1 << 12
CONCEDE: Move = 1 << 13

ANY_SECOND: Move = 63 << 6
"""Added to a beating card: and any second card. Only in advice; written ``??``."""

DRAW = -1
"""``Position.result`` of a deal without a loser; else it is the loser's seat."""


class Position(AnyPosition):
    """All that play changes. Lists are replaced, never changed, so that undo can put the old ones back."""

    __slots__ = (
        "beats",
        "counts",
        "forced",
        "given",
        "hands",
        "hidden",
        "history",
        "last",
        "loose",
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
        self.hands: list[CardSet] = []  # the known cards of each seat
        self.hidden: list[int] = []  # how many more each seat has
        self.loose: CardSet = 0
        self.revealed: list[CardSet] = []  # hidden at the start, known by now to have been there
        self.last = False  # the one move of SK-14 is due
        self.result: int | None = None
        # For SK-17: how often each position came up; while cards are hidden, the positions so far instead.
        self.counts: dict[tuple[int, ...], int] | None = None
        self.history: list[tuple[int, int, list[CardSet], list[CardSet]]] = []


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


def size(p: Position, seat: int) -> int:
    """How many cards a seat has."""
    return p.hands[seat].bit_count() + p.hidden[seat]


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
    hands, hidden, revealed = p.hands.copy(), p.hidden.copy(), p.revealed.copy()

    def show(who: int, shown: CardSet) -> None:
        hands[who] |= shown
        revealed[who] |= shown
        hidden[who] -= shown.bit_count()
        p.loose &= ~shown

    show(seat, cards)
    if p.twins:
        show(1 - seat, card_set(p.twins[card] for card in cards_in(cards)) & p.loose)
    holders = [who for who, count in enumerate(hidden) if count]
    if len(holders) == 1 and hidden[holders[0]] == p.loose.bit_count():
        show(holders[0], p.loose)
    p.hands, p.hidden, p.revealed = hands, hidden, revealed


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
    """What makes two positions the same for SK-17, when every card is known."""
    return (p.turn, p.pile, *p.hands)


def count(p: Position) -> tuple[int, ...] | None:
    """SK-17: this position has come up; the third time ends the deal. Returns what ``uncount`` takes."""
    if any(p.hidden):
        p.history.append((p.turn, p.pile, p.hands, p.revealed))
        return ()
    if p.counts is None:
        p.counts = _counts_of_history(p)
    this = key(p)
    times = p.counts[this] = p.counts.get(this, 0) + 1
    if times >= 3 and p.result is None:
        p.result = DRAW
    return this


def uncount(p: Position, this: tuple[int, ...]) -> None:
    """Takes back ``count``."""
    if not this:
        p.history.pop()
    elif p.counts is not None:
        if p.counts[this] == 1:
            del p.counts[this]
        else:
            p.counts[this] -= 1


def count_when_all_is_known(p: Position) -> None:
    """SK-17 when a look at a hand has shown the last hidden cards: what has come up so far counts now."""
    if p.counts is None and not any(p.hidden):
        p.counts = _counts_of_history(p)
        if p.counts[key(p)] >= 3 and p.result is None:
            p.result = DRAW


def _counts_of_history(p: Position) -> dict[tuple[int, ...], int]:
    """How often each position came up, now that it is known who held the cards that were hidden."""
    counts: dict[tuple[int, ...], int] = {}
    for turn, pile, hands, revealed in p.history:
        whole = (hand | now & ~then for hand, now, then in zip(hands, p.revealed, revealed, strict=True))
        this = (turn, pile, *whole)
        counts[this] = counts.get(this, 0) + 1
    return counts
