"""Which card is which on the table: what was read, what people said about it, and what can physically be.

A card lies in one place only; what people say of a card holds for the rest of the game. The rules of a game have no say here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.cards import Card, CardSet, card_set
from rules.table import Change, Lying, SeenCard, TableView, compare


@dataclass(frozen=True, slots=True)
class Sorted:
    """A view, named: how it differs from what ought to lie there, and the cards that are not read for sure, by place."""

    change: Change
    unsure: Mapping[str, tuple[SeenCard, ...]]

    @property
    def matches(self) -> bool:
        return not self.change and not self.unsure


class Names:
    """Names of the cards on one table, by the numbers of their tracks."""

    def __init__(self) -> None:
        self._told: dict[int, Card | None] = {}  # by people; None: no card at all
        self._used: dict[int, Card] = {}  # in moves that were made

    def tell(self, track: int, card: Card | None) -> Card | None:
        """People say what ``track`` is. -> what it was taken for in a move, if in any."""
        self._told[track] = card
        return self._used.pop(track, None)

    def use(self, cards: Sequence[SeenCard]) -> None:
        """These cards have been taken for what they were read as, in a move."""
        self._used |= {card.track: card.card for card in cards if card.card is not None}

    def forget_use(self) -> None:
        """A new record begins."""
        self._used = {}

    def named(self, cards: Sequence[SeenCard]) -> list[SeenCard]:
        """Face-up ``cards`` with the names people gave them, without what they said is no card."""
        return [named for card in cards if not card.face_down and (named := self._named(card)) is not None]

    def _named(self, seen: SeenCard) -> SeenCard | None:
        if seen.track in self._told:
            card = self._told[seen.track]
            return None if card is None else replace(seen, card=card, candidates=())
        if seen.card is None and seen.track in self._used:
            return replace(seen, card=self._used[seen.track], candidates=())
        return seen

    def sort(self, view: TableView, ought: Mapping[str, Lying], away: CardSet) -> Sorted:
        """Compares the places of ``ought`` that are at rest with the view. ``away``: cards that lie in none of these places."""
        places = {name: self.named(view.places[name]) for name in ought if name in view.places}
        in_view = {card.card for cards in places.values() for card in cards if not card.hidden}
        places = {
            name: [card for card in cards if not card.hidden or card.card not in in_view]
            for name, cards in places.items()
        }
        seen = card_set({card.card for cards in places.values() for card in cards if card.card is not None})
        sure: dict[str, list[SeenCard]] = {}
        unsure: dict[str, tuple[SeenCard, ...]] = {}
        for name, cards in places.items():
            there = card_set(ought[name].cards) | ought[name].may
            sure[name] = _one_each(card for card in cards if card.card is not None)
            doubtful = []
            pile = [n for n, card in enumerate(cards) if ought[name].pile and card.card in ought[name].cards]
            for number, card in enumerate(cards):
                if card.card is not None or card.hidden:
                    continue
                if pile and number < pile[-1]:  # nobody lays a card below others
                    continue
                left = tuple(c for c in card.candidates if not (seen | away) >> c & 1)
                if left and not all(there >> c & 1 for c in left):  # a card of the pile that peeps out is no news
                    doubtful.append(replace(card, candidates=left))
            if doubtful:
                unsure[name] = tuple(doubtful)
        return Sorted(compare(ought, sure), unsure)

    def doubtful(self, change: Change) -> dict[str, tuple[SeenCard, ...]]:
        """New cards that may be something else than what they were read as, by place."""
        taken = card_set({card.card for cards in change.seen.values() for card in cards if card.card is not None})
        found: dict[str, tuple[SeenCard, ...]] = {}
        for name, cards in change.new.items():
            for card in cards:
                left = tuple(c for c in card.candidates if c == card.card or not taken >> c & 1)
                if len(left) > 1:
                    found[name] = (*found.get(name, ()), replace(card, candidates=left))
        return found


def _one_each(cards: Iterable[SeenCard]) -> list[SeenCard]:
    """A card read twice lies there once: the first of them."""
    first: dict[Card, SeenCard] = {}
    for card in cards:
        if card.card is not None:
            first.setdefault(card.card, card)
    return list(first.values())
