"""Where the cards of Crusaders are, as far as it is known, and how a battle stands."""

from __future__ import annotations

from rules import hands
from rules.cards import Card, CardSet
from rules.games.crusaders.moves import Move
from rules.hands import HandPosition

ATTACKING, DEFENDING, BEATEN, TAKEN = range(4)
"""Who is on turn, and for what: CR-4, CR-5, CR-13, CR-14."""

NOBODY = -1


class Position(HandPosition):
    """All that play changes. ``away``: the hidden places in personal decks, and in the discard of the headers."""

    __slots__ = (
        "abilities",
        "asked",
        "attacker",
        "battle",
        "beats",
        "characters",
        "decks",
        "defender",
        "discard",
        "discard_hidden",
        "doubt",
        "fallen_attackers",
        "fallen_defenders",
        "inside",
        "phase",
        "placed",
        "raised",
        "stower",
        "streak",
        "unbeaten",
        "unbeaten_at_take",
    )

    def __init__(self) -> None:
        super().__init__()
        # Of the round:
        self.beats: tuple[CardSet, ...] = ()  # attacking card -> what beats it
        self.characters: tuple[int, ...] = ()  # of each seat, 0 for none
        # Of the position:
        self.decks: list[tuple[Card | None, ...]] = []  # of each seat, top first
        self.discard: CardSet = 0
        self.discard_hidden = 0  # ?? in the header Discard
        self.abilities: tuple[int, ...] = ()  # the character of each seat, 0 once its ability is used
        self.inside = 0  # the seats still in the round, as bits; 0 when it is over
        self.placed: tuple[int, ...] = ()  # the seats placed in this record, in order
        self.streak = 0  # battles in a row that ended with take (CR-21)
        # Of the turn:
        self.phase = ATTACKING
        self.attacker = 0
        self.defender = 0
        self.asked: tuple[int, ...] = ()  # after take: who is still to be asked after the seat on turn
        # Of the battle: each of its cards is in one of these sets; a cleric that raised is fallen on its player's side.
        self.unbeaten: CardSet = 0
        self.fallen_attackers: CardSet = 0
        self.fallen_defenders: CardSet = 0
        self.raised: CardSet = 0  # after take, with the clerics that did it, and what was thrown in
        self.unbeaten_at_take: CardSet = 0
        self.battle: tuple[Move, ...] = ()  # what was played in it: for those who ask which card lies on which
        # CR-20, Quartermaster. A card put under a deck unseen may have been any of the hand: see ``in_doubt``. If all
        # had seen it go into the hand it stays in ``open``: nobody has seen it leave.
        self.stower = NOBODY  # the seat, while the stowed card lies under its deck
        self.doubt: CardSet = 0  # the cards that were in its hand then, and have not been played or seen there since


def _clockwise(mask: int, seat: int) -> tuple[int, ...]:
    return tuple(other % 6 for other in range(seat, seat + 6) if mask >> other % 6 & 1)


CLOCKWISE: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(_clockwise(mask, seat) for seat in range(7)) for mask in range(64)
)
"""``CLOCKWISE[seats][seat]``: those of ``seats`` (bits), clockwise from ``seat``, which may be one past the last."""


def in_doubt(p: Position, seat: int) -> CardSet:
    """The cards known to be in the hand of ``seat``, but that one of them may instead be the card that was stowed unseen.

    ``hidden`` counts as if that were a hidden card of the hand; if it was one in doubt, the hand has one hidden card more.
    """
    return p.doubt if seat == p.stower and p.decks[seat][-1] is None else 0


def hidden_places(p: Position, seat: int) -> int:
    """How many hidden cards there can be in a hand; 0 if it is known."""
    return p.hidden[seat] + bool(in_doubt(p, seat))


def can_hold(p: Position, seat: int, cards: CardSet) -> bool:
    """Whether ``cards`` are, or can be, together in the hand of ``seat``."""
    missing = cards & ~p.hands[seat]
    if not missing and seat != p.stower:
        return True
    if missing & ~p.loose:
        return False
    number = missing.bit_count() - p.hidden[seat]
    return number <= 0 or (number == 1 and bool(in_doubt(p, seat) & ~cards))


def reveal(p: Position, seat: int, cards: CardSet) -> None:
    """``cards``, loose until now, turn out to be in the hand of ``seat``; with all that follows by counting."""
    hands.reveal(p, seat, cards)
    settle(p)


def settle(p: Position) -> None:
    """What follows by counting."""
    all_shown = p.stower >= 0 and p.hidden[p.stower] < 0  # then what was stowed is one of those in doubt, and not loose
    hands.settle(p, spare=int(all_shown))


def no_doubt_of(p: Position, cards: CardSet) -> None:
    """``cards`` turn out to be in the hand of the seat that stowed a card: it was none of them."""
    p.doubt &= ~cards
    seat = p.stower
    if p.hidden[seat] < 0 and p.doubt.bit_count() == 1 and p.decks[seat][-1] is None:  # so it was this one
        stowed_was(p, p.doubt.bit_length() - 1)


def stowed_was(p: Position, card: Card) -> None:
    """The card stowed unseen was ``card``, one of those in doubt."""
    seat = p.stower
    p.hands, p.hidden, p.decks = p.hands.copy(), p.hidden.copy(), p.decks.copy()
    p.hands[seat] &= ~(1 << card)
    p.hidden[seat] += 1
    p.decks[seat] = (*p.decks[seat][:-1], card)
    p.away -= 1
    settle(p)


def of_the_battle(p: Position) -> CardSet:
    """All cards in the middle."""
    return p.unbeaten | p.fallen_attackers | p.fallen_defenders | p.raised


def sure_of(p: Position, seat: int) -> tuple[CardSet, int]:
    """The cards that surely are in a hand, and how many more there are."""
    sure = p.hands[seat] & ~in_doubt(p, seat)
    return sure, hands.size(p, seat) - sure.bit_count()
