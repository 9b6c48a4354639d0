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
        self._certain: dict[int, Card] = {}  # as they lay where they ought to
        self._heaped: dict[str, dict[Card, SeenCard]] = {}  # new cards seen in heaps since the last move
        self._gone: set[int] = set()  # covered cards that have been taken away, as a move told

    def tell(self, track: int, card: Card | None) -> Card | None:
        """People say what ``track`` is. -> what it was taken for in a move, if in any."""
        self._told[track] = card
        self._certain.pop(track, None)
        return self._used.pop(track, None)

    def confirm(self, change: Change) -> None:
        """The table is as it ought to be: these cards are what they were read as, whatever is read later where they lie."""
        seen = [card for cards in change.seen.values() for card in cards]
        self._certain |= {c.track: c.card for c in seen if c.card is not None and not c.hidden and not c.candidates}

    def use(self, cards: Sequence[SeenCard]) -> None:
        """These cards have been taken for what they were read as, in a move."""
        self._used |= {card.track: card.card for card in cards if card.card is not None}

    def lose(self, change: Change, ought: Mapping[str, Lying]) -> None:
        """After the move that ``change`` showed: what is covered and ``ought`` not to lie there any more has been taken away."""
        laid = card_set(change.new_cards)
        for name, there in change.seen.items():
            stay = card_set(ought[name].cards) | ought[name].may | laid if name in ought else 0
            self._gone |= {c.track for c in there if c.hidden and c.card is not None and not stay >> c.card & 1}

    def forget_heaps(self) -> None:
        """The record has changed: what lies in heaps now is no part of a move that goes on."""
        self._heaped = {}

    def forget_use(self) -> None:
        """A new record begins."""
        self._used, self._certain = {}, {}

    def named(self, cards: Sequence[SeenCard]) -> list[SeenCard]:
        """Face-up ``cards`` with the names people gave them, without what they said is no card."""
        return [named for card in cards if not card.face_down and (named := self._named(card)) is not None]

    def _named(self, seen: SeenCard) -> SeenCard | None:
        if seen.track in self._told:
            card = self._told[seen.track]
            return None if card is None else replace(seen, card=card, candidates=())
        if seen.track in self._certain:
            return replace(seen, card=self._certain[seen.track], candidates=())
        if seen.card is None and seen.track in self._used:
            return replace(seen, card=self._used[seen.track], candidates=())
        return seen

    def sort(self, view: TableView, ought: Mapping[str, Lying], away: CardSet) -> Sorted:
        """Compares the places of ``ought`` that are at rest with the view. ``away``: cards that lie in none of these places."""
        places = {name: self.named(view.places[name]) for name in ought if name in view.places}
        self._gone -= {card.track for cards in places.values() for card in cards if not card.hidden}
        in_view = {card.card for cards in places.values() for card in cards if not card.hidden}
        places = {
            name: [c for c in cards if not c.hidden or (c.card not in in_view and c.track not in self._gone)]
            for name, cards in places.items()
        }
        for name in places:
            places[name] = self._with_covered(name, places, ought[name])
        seen = card_set({c.card for cards in places.values() for c in cards if c.card is not None and not c.hidden})
        open_ = {name: self._open(cards, ought[name], seen | away) for name, cards in places.items()}
        gone = compare(ought, {name: _one_each(cards) for name, cards in places.items()}).gone_cards
        named: dict[int, Card] = {}
        unsure: dict[str, tuple[SeenCard, ...]] = {}
        for name, cards in open_.items():
            left = []
            for card in cards:  # what is missed from its place, or from another, is what lies there
                found = next((c for c in card.candidates if c in gone and c not in named.values()), None)
                if found is None:
                    left.append(card)
                else:
                    named[card.track] = found
            if left:
                unsure[name] = tuple(left)
        sure = {
            name: _one_each(
                replace(card, card=named[card.track], candidates=()) if card.track in named else card for card in cards
            )
            for name, cards in places.items()
        }
        return Sorted(compare(ought, sure), unsure)

    def _with_covered(self, name: str, places: Mapping[str, list[SeenCard]], lying: Lying) -> list[SeenCard]:
        """The cards of a place; in a heap also those that were laid there since the last move and are lost below later ones."""
        cards = places[name]
        fresh = [n for n, c in enumerate(cards) if c.card is not None and not c.hidden and not lying.may >> c.card & 1]
        if not lying.heap or not fresh:
            self._heaped.pop(name, None)
            return cards
        heaped = self._heaped.setdefault(name, {})
        in_view = {card.card for others in places.values() for card in others}
        lost = [replace(card, hidden=True) for c, card in heaped.items() if c not in in_view]
        heaped |= {card.card: card for card in (cards[n] for n in fresh) if card.card is not None}
        return [*cards[: fresh[0]], *lost, *cards[fresh[0] :]]

    def _open(self, cards: Sequence[SeenCard], lying: Lying, elsewhere: CardSet) -> list[SeenCard]:
        """The cards of a place that are not read for sure and may be news, with what they may be."""
        there = card_set(lying.cards) | lying.may
        heap = lying.may and not lying.cards  # what lies below in a heap is no news
        above = [
            n for n, c in enumerate(cards) if c.card is not None and (heap or (lying.pile and c.card in lying.cards))
        ]
        found = []
        for number, card in enumerate(cards):
            if (
                card.card is not None or card.hidden or (above and number < above[-1])
            ):  # nobody lays a card below others
                continue
            left = tuple(c for c in card.candidates if not elsewhere >> c & 1)
            if left and lying.pile and left[0] in lying.cards and number < len(cards) - 1:
                continue  # likely one of the pile, and not on top
            if left and not all(there >> c & 1 for c in left):  # a card of the pile that peeps out is no news
                found.append(replace(card, candidates=left))
        return found

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
