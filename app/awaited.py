"""What the table has yet to follow (cards to go back, a battle to be cleared, a move that was said), and how that is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.cards import Card, card_name
from rules.table import MIDDLE, Change, Lying, SeenCard
from rules.texts import _

Spots = frozenset[tuple[str, Card]]  # cards, each in a place


def spots(places: Mapping[str, tuple[SeenCard, ...]]) -> Spots:
    """The cards that are named in ``places``."""
    return frozenset((name, card.card) for name, cards in places.items() for card in cards if card.card is not None)


def on_piles(change: Change, ought: Mapping[str, Lying]) -> Spots:
    """The new cards that lie where a pile ``ought`` to lie."""
    return frozenset((name, card) for name, card in spots(change.new) if ought[name].pile)


def hidden_spots(places: Mapping[str, tuple[SeenCard, ...]]) -> Spots:
    """The same, of cards that are covered now."""
    return spots({name: tuple(card for card in cards if card.hidden) for name, cards in places.items()})


@dataclass(frozen=True, slots=True)
class Difference:
    """A change by its cards alone, to be compared with an earlier one."""

    new: Spots
    gone: Spots

    @classmethod
    def of(cls, change: Change) -> Difference:
        """What is new and what is gone in ``change``."""
        return cls(spots(change.new), frozenset((name, card) for name, cards in change.gone.items() for card in cards))

    def at(self, place: str) -> Difference:
        """That of one place alone."""
        return Difference(*(frozenset(spot for spot in spots if spot[0] == place) for spots in (self.new, self.gone)))

    @property
    def places(self) -> frozenset[str]:
        """The places that differ."""
        return frozenset(name for name, _card in self.new | self.gone)


@dataclass(frozen=True, slots=True)
class Awaited:
    """The table is behind the record by ``still``; when that was found it showed ``seen``."""

    still: Difference
    seen: Spots
    illegal: bool = False  # cards of an illegal move are to go back
    clearing: bool = False  # nobody has begun to clear what a move has ended
    move: int = 0  # the number of the move that the table is to follow; 0: none
    rule: str = ""  # which is broken if it does not

    def explains(self, change: Change) -> bool:
        """The table still shows this, or less of it."""
        now = Difference.of(change)
        same = spots(change.seen) == self.seen
        return same or (now.new <= self.still.new and now.gone <= self.still.gone)

    def is_over(self, change: Change) -> bool:
        """The table differs, but nothing of this is left; all of its places are at rest."""
        now = Difference.of(change)
        left = self.still.new & now.new or self.still.gone & now.gone
        return bool(change) and not left and self.still.places <= change.seen.keys()

    def untouched(self, change: Change) -> bool:
        """What is to be cleared lies there as it did."""
        return self.clearing and Difference.of(change) == self.still

    def without_covered(self, change: Change) -> Change:
        """``change`` without those of the cards that are to go back which are covered now: nobody sees whether they have gone."""
        new = {
            name: left
            for name, cards in change.new.items()
            if (left := tuple(c for c in cards if not (c.hidden and (name, c.card) in self.still.new)))
        }
        return Change(change.seen, new, change.gone)

    def rest(self, change: Change) -> Change:
        """``change`` without what is awaited."""
        new = {
            name: left
            for name, cards in change.new.items()
            if (left := tuple(card for card in cards if (name, card.card) not in self.still.new))
        }
        gone = {
            name: still
            for name, lost in change.gone.items()
            if (still := tuple(card for card in lost if (name, card) not in self.still.gone))
        }
        return Change(change.seen, new, gone)


def to_be_cleared(before: Mapping[str, Lying], laid: Spots, after: Mapping[str, Lying]) -> Spots:
    """Cards that lay in the middle ``before`` a move, or were ``laid`` there by it, and ought not to lie there ``after`` it."""
    there = laid | {(name, card) for name, lying in before.items() for card in lying.cards}
    stay = {(name, card) for name, lying in after.items() for card in lying.cards}
    may = {name: lying.may for name, lying in after.items()}
    return frozenset((name, card) for name, card in there - stay if name == MIDDLE and not may.get(name, 0) >> card & 1)


def in_words(change: Change, ought: Mapping[str, Lying]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What ``ought`` to lie in the places that differ, and what does. Where a game has several places each is named: ``Ann: QH 9H``."""
    places = [name for name in ought if name in change.new or name in change.gone]
    expected = {name: tuple(map(card_name, ought[name].cards)) for name in places}
    seen = {name: tuple(card_name(c.card) for c in change.seen[name] if c.card is not None) for name in places}
    if len(ought) == 1 and places:
        return expected[places[0]], seen[places[0]]
    return _named(expected), _named(seen)


def _named(places: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(f"{name}: {' '.join(cards)}" for name, cards in places.items())


def remedy_of(change: Change) -> str:
    """What makes the table match, in words."""
    belongs = {card: place for place, cards in change.gone.items() for card in cards}
    steps = [_("the {card} belongs to: {place}").format(card=card_name(c), place=p) for c, p in belongs.items()]
    for place, cards in change.new.items():
        away = [card_name(c.card) for c in cards if c.card is not None and c.card not in belongs]
        if away:
            steps.append(_("take away from {place}: {cards}").format(place=place, cards=" ".join(away)))
    return "; ".join(steps)
