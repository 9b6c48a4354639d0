"""Cuckoo: where the cards lie, who has seen which, and what is known of a hidden one.

A card keeps its *slot* wherever it goes: slot 3 is the card dealt to seat 3, the last slot the top card of the stock.
So a trade only changes which slot lies in front of whom, and what is shown at the end tells what everybody held before.
"""

from __future__ import annotations

from random import Random

from rules.cards import RANKS, Card, CardSet, card_set
from rules.hands import shuffled
from rules.position import Position

Move = int
STAY, TRADE, GIVE, BLOCK = range(4)
DRAW = 1 << 12  # with the card drawn + 1, and the old card + 1 shifted by 6: 0 for ?? or left out
SHOW = 1 << 13  # with the card
SHOW_ANY = SHOW | 63  # a card to be shown that nobody knows yet: only written

TURN, ASKED, DRAWING, SHOWDOWN, OVER = range(5)
"""What is due: a turn, the answer to a trade, the dealer's draw, a card to be shown, nothing."""

HIDDEN = -1  # what lies in a slot when the card is not known
NO_CARD = -2  # the slot of a player who is out
NOBODY = -1  # loses a round that is over before it begins

KING_RANK = RANKS.index("K")
KINGS: CardSet = card_set(range(KING_RANK * 4, KING_RANK * 4 + 4))

STRENGTH: tuple[int, ...] = tuple((card // 4 + 1) % 13 * 4 + (1, 0, 2, 3)[card % 4] for card in range(52))
"""CK-2: how high each card is, 0 for the AD up to 51 for the KS."""

KING_STRENGTH = min(STRENGTH[card] for card in range(KING_RANK * 4, KING_RANK * 4 + 4))

Claim = int
"""A claim about a slot: its kind, the slot (by 4), the seat that made it (by 128)."""
TRADED, GAVE, BLOCKED, DREW = range(4)  # claimed with it: no king, no king, a king, no king


class CuckooPosition(Position):
    """A round of Cuckoo."""

    __slots__ = (
        "at",
        "blocks",
        "cards",
        "claims",
        "discard",
        "fined",
        "held",
        "lives",
        "loose",
        "order",
        "phase",
        "rest",
        "result",
        "seen",
    )

    def __init__(self) -> None:
        super().__init__()
        self.lives: tuple[int, ...] = ()  # of each seat, before this round
        self.blocks = False  # CK-9: a king from the stock goes back
        self.fined = False  # CK-11: a disproved claim costs the life
        self.order: tuple[int, ...] = ()  # the seats still in, from the dealer's left to the dealer
        self.phase = TURN
        self.at = 0  # how many in ``order`` have had their turn, or shown their cards
        self.cards: list[Card] = []  # in each slot
        self.held: list[int] = []  # the slot in front of each seat; of one who is out, NO_CARD
        self.seen: list[int] = []  # the seats that have seen each slot, as bits; one bit more: it is face up
        self.discard = NO_CARD  # the slot that lies there
        self.rest: tuple[Card, ...] = ()  # the stock below its top card
        self.loose: CardSet = 0  # cards without a known place
        self.claims: tuple[Claim, ...] = ()  # of this round, in order
        self.result: int | None = None  # the seat that loses a life


def cards_of_draw(move: Move) -> tuple[Card, Card]:
    """The card drawn, and the old card; HIDDEN for one that is not named."""
    return (move & 63) - 1, (move >> 6 & 63) - 1


def clockwise(seat: int, seats: int) -> list[int]:
    """All seats, beginning at the left of ``seat``."""
    return [(seat + step) % seats for step in range(1, seats + 1)]


def is_king_card(card: Card) -> bool:
    """Whether a known card is a king."""
    return card >> 2 == KING_RANK


def is_king(p: CuckooPosition, slot: int, elsewhere: CardSet = 0) -> bool | None:
    """Whether the card is a king, however the loose cards lie; None if that depends.

    ``elsewhere``: loose cards that are not in this slot.
    """
    card = p.cards[slot]
    if card >= 0:
        return card >> 2 == KING_RANK
    loose = p.loose & ~elsewhere
    kings = loose & KINGS
    if not kings:
        return False
    return True if kings == loose else None


def claim_of(kind: int, slot: int, seat: int) -> Claim:
    """A claim."""
    return kind | slot << 2 | seat << 7


def disproved(p: CuckooPosition, claim: Claim, elsewhere: CardSet = 0) -> bool:
    """Whether a claim is known to be false. ``elsewhere``: loose cards that are not in its slot."""
    return is_king(p, claim >> 2 & 31, elsewhere) is (claim & 3 != BLOCKED)


def reveal(p: CuckooPosition, slot: int, card: Card) -> None:
    """A loose card turns out to be the one in a hidden slot; with what follows by counting."""
    p.cards = p.cards.copy()
    p.cards[slot] = card
    p.loose &= ~(1 << card)
    settle(p)


def settle(p: CuckooPosition) -> None:
    """When only one card is loose, it must be the hidden one."""
    loose = p.loose
    if not loose or loose & loose - 1:
        return
    card = loose.bit_length() - 1
    if HIDDEN in p.cards:
        p.cards = p.cards.copy()
        p.cards[p.cards.index(HIDDEN)] = card
    else:
        p.rest = tuple(card if other == HIDDEN else other for other in p.rest)
    p.loose = 0


def view(p: CuckooPosition, seat: int) -> CuckooPosition:
    """What ``seat`` has seen: the own card, those traded with it, the kings shown, the discard, the cards turned up."""
    v = p.copy()
    v.cards = cards = p.cards.copy()
    loose = p.pack
    for slot, card in enumerate(cards):
        if card >= 0:
            if p.seen[slot] >> seat & 1:
                loose ^= 1 << card
            else:
                cards[slot] = HIDDEN
    v.loose = loose
    v.rest = (HIDDEN,) * len(p.rest)
    settle(v)
    return v


def sample(p: CuckooPosition, random: Random) -> CuckooPosition:
    """One of the ways in which the hidden cards can lie. What players claimed is believed, if it can be."""
    s = p.copy()
    s.cards = cards = p.cards.copy()
    left = shuffled(p.loose, random)
    for claim in p.claims:
        slot = claim >> 2 & 31
        if cards[slot] == HIDDEN:
            king = claim & 3 == BLOCKED
            fitting = next((card for card in left if is_king_card(card) == king), None)
            if fitting is not None:
                left.remove(fitting)
                cards[slot] = fitting
    for slot, card in enumerate(cards):
        if card == HIDDEN:
            cards[slot] = left.pop()
    s.rest = (*(card for card in p.rest if card != HIDDEN), *left)  # in what order does not matter
    s.loose = 0
    return s
