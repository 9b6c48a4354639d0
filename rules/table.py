"""A table as the camera sees it: places, and the cards that lie in them. Plain data between vision and the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.cards import Card

MIDDLE = "middle"


@dataclass(frozen=True, slots=True)
class Place:
    """An area of the table. ``box`` is (x0, y0, x1, y1) in fractions of the picture, origin top left."""

    name: str  # MIDDLE, "stock", "discard", or a player's name
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
        Place("stock", (0.2, 0.22, 0.34, 0.78)),
        Place("discard", (0.66, 0.22, 0.8, 0.78)),
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


@dataclass(frozen=True, slots=True)
class TableView:
    """What lies where, at rest. Cards of a place stand in order: lowest of the heap (or leftmost) first, top last."""

    time: float  # seconds of film time, or since the camera started
    places: Mapping[str, tuple[SeenCard, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Heap:
    """Cards that belong together, as far as they are known: a hand, a pile, an attacking card with what lies on it."""

    kind: str  # "hand", "pile", "stock", "discard", "attack", "queen", "clients", "taxis", "deck", "out"
    owner: int | None  # the seat; None: nobody's
    cards: tuple[Card | None, ...]  # lowest first, the top last; in a stock or deck the top first. None: hidden
    note: str = ""  # what else must be known of it, in words: "unbeaten"
