"""A table as the camera sees it: places, and the cards that lie in them. Plain data between vision and the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.cards import Card, CardSet, card_set

SHARED = MIDDLE, STOCK, DISCARD = "middle", "stock", "discard"  # places that are nobody's: no player has such a name


def taxis_of(player: str) -> str:
    """The name of the place beside ``player``'s own one."""
    return f"{player} taxis"


@dataclass(frozen=True, slots=True)
class Place:
    """An area of the table. ``box`` is (x0, y0, x1, y1) in fractions of the picture, origin top left."""

    name: str  # MIDDLE, STOCK, DISCARD, a player's name, or taxis_of() one
    box: tuple[float, float, float, float]


_BOTTOM = (0.0, 0.78, 1.0, 1.0)
_TOP = (0.2, 0.0, 0.8, 0.22)
_LEFT, _RIGHT = (0.0, 0.0, 0.2, 0.78), (0.8, 0.0, 1.0, 0.78)
_LEFT_BELOW, _LEFT_ABOVE = (0.0, 0.39, 0.2, 0.78), (0.0, 0.0, 0.2, 0.39)
_RIGHT_BELOW, _RIGHT_ABOVE = (0.8, 0.39, 1.0, 0.78), (0.8, 0.0, 1.0, 0.39)

_SEATS: dict[int, tuple[tuple[float, float, float, float], ...]] = {
    2: (_BOTTOM, _TOP),
    3: (_BOTTOM, _LEFT, _RIGHT),
    4: (_BOTTOM, _LEFT, _TOP, _RIGHT),
    5: (_BOTTOM, _LEFT_BELOW, _LEFT_ABOVE, _RIGHT_ABOVE, _RIGHT_BELOW),
    6: (_BOTTOM, _LEFT_BELOW, _LEFT_ABOVE, _TOP, _RIGHT_ABOVE, _RIGHT_BELOW),
}


def usual_layout(players: Sequence[str]) -> tuple[Place, ...]:
    """Two to six players, clockwise from the bottom edge; between them the stock, the middle, the discard."""
    return (
        Place(MIDDLE, (0.34, 0.22, 0.66, 0.78)),
        Place(STOCK, (0.2, 0.22, 0.34, 0.78)),
        Place(DISCARD, (0.66, 0.22, 0.8, 0.78)),
        *(Place(name, box) for name, box in zip(players, _SEATS[len(players)], strict=True)),
    )


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card lying on the table."""

    card: Card | None  # None: face down, or not read for sure (see candidates)
    # When unsure: the likely cards, likeliest first; with a card: what else it may be, itself first.
    candidates: tuple[Card, ...] = ()
    face_down: bool = False
    track: int = 0  # the tracker's number for this physical card; 0: none
    spot: tuple[float, float] = (0.0, 0.0)  # its middle, x and y from the top left, both in widths of the picture
    on: tuple[int, ...] = ()  # tracks of the cards it lies on, in part; that which it covers most first
    hidden: bool = False  # known to lie there, but covered now
    by: str = ""  # the player from whose side the hand came that laid it; "" if that is not certain
    unclear: tuple[int, ...] = ()  # tracks of cards of which nobody has seen which was laid first, they or it


@dataclass(frozen=True, slots=True)
class TableView:
    """What lies where, at rest. Cards of a place stand in order: lowest of the heap (or leftmost) first, top last."""

    time: float  # seconds of film time, or since the camera started
    places: Mapping[str, tuple[SeenCard, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lying:
    """What ought to lie face up in one place."""

    cards: tuple[Card, ...] = ()  # in a pile lowest first
    pile: bool = False  # they lie on each other: only the top one is sure to be seen
    may: CardSet = 0  # cards that may lie there as well, or not: they say nothing
    heap: bool = False  # what is laid there covers what was


@dataclass(frozen=True, slots=True)
class Change:
    """How the places at rest differ from what ought to lie there. Only cards that are read for sure."""

    seen: Mapping[str, tuple[SeenCard, ...]]  # all that lie there, hidden ones too; lowest first
    new: Mapping[str, tuple[SeenCard, ...]]  # of these, what ought not to lie there; lowest first; no empty ones
    gone: Mapping[str, tuple[Card, ...]]  # what ought to be seen there and is not; no empty ones

    def __bool__(self) -> bool:
        return bool(self.new or self.gone)

    def without_hidden(self, cards: CardSet) -> Change:
        """This without those of the ``cards`` that are new and covered."""
        left = {
            name: tuple(c for c in new if not (c.hidden and c.card is not None and cards >> c.card & 1))
            for name, new in self.new.items()
        }
        return Change(self.seen, {name: new for name, new in left.items() if new}, self.gone)

    @property
    def new_cards(self) -> tuple[Card, ...]:
        """What is new anywhere, place by place, lowest first."""
        return tuple(card.card for cards in self.new.values() for card in cards if card.card is not None)

    @property
    def gone_cards(self) -> tuple[Card, ...]:
        """What is gone from anywhere."""
        return tuple(card for cards in self.gone.values() for card in cards)


def compare(ought: Mapping[str, Lying], seen: Mapping[str, Sequence[SeenCard]]) -> Change:
    """The difference between what ``ought`` to lie in places and what is ``seen`` face up there (places at rest; sure cards only)."""
    places: dict[str, tuple[SeenCard, ...]] = {}
    new: dict[str, tuple[SeenCard, ...]] = {}
    gone: dict[str, tuple[Card, ...]] = {}
    for name in ought.keys() & seen.keys():
        lying = ought[name]
        places[name] = tuple(seen[name])
        allowed = lying.may | card_set(lying.cards)
        more = tuple(c for c in places[name] if c.card is not None and not allowed >> c.card & 1)
        if any(not card.hidden for card in more):  # what is covered is news only below something that is
            new[name] = more
        if lying.pile and name in new:  # whatever ought to lie there may be covered
            left: tuple[Card, ...] = ()
        elif lying.pile:  # lower ones may be covered, by those above; those above the highest that is seen are gone
            open_ = {card.card for card in places[name] if not card.hidden}
            highest = max((i for i, card in enumerate(lying.cards) if card in open_), default=-1)
            left = lying.cards[highest + 1 :]
        else:
            there = {card.card for card in places[name]}
            left = tuple(card for card in lying.cards if card not in there)
        if left:
            gone[name] = left
    return Change(places, new, gone)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a change of the table can mean: a move by the player on turn, legal or not."""

    move: str  # as in a record
    more: bool = False  # another card may be on its way: not refused before a while
    # The cards show only a part of the move, as yet. While that is so it is not played; if it stays so, it is told by this
    # rule as carried out wrongly, with what is to be done; later if ``more`` is still to come.
    part: str = ""
    todo: str = ""
    instead: bool = False  # it is the last move with another card added: that one is taken back, and this one played


@dataclass(frozen=True, slots=True)
class Heap:
    """Cards that belong together, as far as they are known: a hand, a pile, an attacking card with what lies on it."""

    kind: str  # "hand", "pile", "stock", "discard", "attack", "queen", "clients", "taxis", "deck", "out"
    owner: int | None  # the seat; None: nobody's
    cards: tuple[Card | None, ...]  # lowest first, the top last; in a stock or deck the top first. None: hidden
    note: str = ""  # what else must be known of it, in words: "unbeaten"
