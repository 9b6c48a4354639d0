"""Which card is which on the table: what was read, what people said about it, and what can physically be.

A card lies in one place only; what people say of a card holds for the rest of the game. The rules of a game have no say here.

A card that was picked up comes back as a new track. Then what was said of it is not certain, but no longer doubted either: a reading
that was wrong once is unsure, and is settled by where the other cards are known to lie, or asked about, the card once named first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.cards import Card, CardSet, card_set
from rules.table import Change, Lying, SeenCard, TableView, compare

SAME_SPOT = 0.015  # widths of the picture


@dataclass(frozen=True, slots=True)
class Sorted:
    """A view, named: how it differs from what ought to lie there, and the cards that are not read for sure, by place."""

    change: Change
    unsure: Mapping[str, tuple[SeenCard, ...]]

    @property
    def matches(self) -> bool:
        return not self.change and not self.unsure


@dataclass(frozen=True, slots=True)
class _Added:
    """A card that people see and we do not. ``among``: the tracks that were seen there with it."""

    place: str
    seen: SeenCard
    among: frozenset[int]
    due: bool = False  # it ought to lie there: a move has laid it


class Names:
    """Names of the cards on one table, by the numbers of their tracks."""

    def __init__(self) -> None:
        self._told: dict[int, Card | None] = {}  # by people, or what follows from that; None: no card at all
        self._takes_for: dict[Card, Card] = {}  # what a card was read as -> what it was
        self._named_once: set[Card] = set()  # by people
        self._phantoms: list[
            tuple[tuple[float, float], frozenset[Card]]
        ] = []  # no cards: where, and what was read there
        self._added: list[_Added] = []  # cards that people see and we do not
        self._suspects: dict[int, bool] = {}  # tracks whose reading what people said makes unsure; True: it was sure
        self.denied: frozenset[int] = frozenset()  # tracks that are no cards
        self.settled: list[tuple[int, Card]] = []  # what follows from what people said, for whoever follows the cards
        self._used: dict[int, Card] = {}  # in moves that were made
        self._certain: dict[int, Card] = {}  # as they lay where they ought to
        # New cards seen in heaps since the last move, and what they lay on.
        self._heaped: dict[str, dict[Card, tuple[SeenCard, frozenset[Card | None]]]] = {}
        self._gone: set[int] = set()  # covered cards that have been taken away, as a move told

    def tell(self, track: int, card: Card | None, seen: SeenCard | None = None) -> Card | None:
        """People say what ``track`` is, which is ``seen`` as it was read. -> what it was taken for in a move, if in any."""
        self._told[track] = card
        self._certain.pop(track, None)
        used = self._used.pop(track, None)
        read = frozenset(c for c in (used, seen.card if seen else None) if c is not None)
        if card is not None:
            self._named_once.add(card)
            self._phantoms = [p for p in self._phantoms if seen is None or not _near(p[0], seen.spot)]
            for wrong in read - {card}:
                self.mistaken(wrong, card)
        elif seen is not None:
            self.denied |= {track}
            self._phantoms.append((seen.spot, read | frozenset(seen.candidates)))
        return used

    def mistaken(self, read: Card, card: Card) -> None:
        """A card that was read as ``read`` was ``card``: that may happen again."""
        self._named_once.add(card)
        self._takes_for[read] = card

    def add(self, place: str, card: Card, there: Sequence[SeenCard], on: SeenCard | None) -> None:
        """People see ``card`` in ``place``, where we see only ``there``: it lies on top, or on the card ``on``."""
        below = on or next((seen for seen in reversed(there) if not seen.hidden), None)
        track = min([0, *(added.seen.track for added in self._added)]) - 1
        seen = SeenCard(card, track=track, spot=below.spot if below else (0.0, 0.0), on=(below.track,) if below else ())
        among = frozenset(other.track for other in there if not other.hidden)
        self._added = [added for added in self._added if added.seen.card != card] + [_Added(place, seen, among)]

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
        if any(_near(spot, seen.spot) and {seen.card, *seen.candidates} & read for spot, read in self._phantoms):
            self.denied |= {seen.track}
            return None
        if seen.track in self._certain:
            return replace(seen, card=self._certain[seen.track], candidates=())
        if seen.card is None and seen.track in self._used:
            return replace(seen, card=self._used[seen.track], candidates=())
        return self._suspected(seen)

    def _suspected(self, seen: SeenCard) -> SeenCard:
        """A new track that may be a card which people had to name before."""
        if seen.hidden or (seen.track in self._used and seen.card == self._used[seen.track]):
            return seen
        if seen.card is None:
            first = [card for card in seen.candidates if card in self._named_once]
            if first:
                self._suspects[seen.track] = False
                return replace(seen, candidates=tuple(dict.fromkeys((*first, *seen.candidates))))
        elif seen.card in self._takes_for:
            self._suspects[seen.track] = True
            both = self._takes_for[seen.card], seen.card
            return replace(seen, card=None, candidates=tuple(dict.fromkeys((*both, *seen.candidates))))
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
        self._put_added(places, ought)
        for name in places:
            places[name] = self._with_covered(name, places, ought[name])
        seen = card_set({c.card for cards in places.values() for c in cards if c.card is not None and not c.hidden})
        open_ = {name: self._open(cards, ought[name], seen | away) for name, cards in places.items()}
        covered = card_set({card for lying in ought.values() if lying.pile for card in lying.cards[:-1]})
        gone = compare(ought, {name: _one_each(cards) for name, cards in places.items()}).gone_cards
        named: dict[int, Card] = {}
        unsure: dict[str, tuple[SeenCard, ...]] = {}
        for name, cards in open_.items():
            left = []
            for card in cards:  # what is missed from its place, or from another, is what lies there
                found = next((c for c in card.candidates if c in gone and c not in named.values()), None)
                if card.track in self._suspects:
                    found = self._settle(card, found, covered)
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

    def _settle(self, card: SeenCard, missed: Card | None, covered: CardSet) -> Card | None:
        """Which card a suspect is: one that is ``missed``, or the only one that lies nowhere else."""
        left = [c for c in card.candidates if not covered >> c & 1]
        only = left[0] if len(left) == 1 and (self._suspects[card.track] or left[0] in self._named_once) else None
        found = missed if missed is not None else only
        if found is not None:
            self._told[card.track] = found
            self.settled.append((card.track, found))
        return found

    def _put_added(self, places: dict[str, list[SeenCard]], ought: Mapping[str, Lying]) -> None:
        """Lays the cards that only people see where they lie. One that is seen after all, or went with the others there, is forgotten."""
        seen = {card.card for cards in places.values() for card in cards}
        due = {card for lying in ought.values() for card in lying.cards}
        left = []
        for added in self._added:
            there = places.get(added.place)
            if there is not None and added.among and not added.among & {card.track for card in there}:
                continue
            if added.seen.card in seen or (added.due and added.seen.card not in due):
                continue
            left.append(replace(added, due=added.seen.card in due))
            if there is not None:
                there.append(added.seen)
        self._added = left

    def _with_covered(self, name: str, places: Mapping[str, list[SeenCard]], lying: Lying) -> list[SeenCard]:
        """The cards of a place; in a heap also those that were laid there since the last move and are lost below later ones."""
        cards = places[name]
        fresh = [n for n, c in enumerate(cards) if c.card is not None and not c.hidden and not lying.may >> c.card & 1]
        if not lying.heap or not fresh:
            self._heaped.pop(name, None)
            return cards
        open_ = {cards[n].card for n in fresh}
        # What lay on a card that is open now was taken away.
        heaped = {c: laid for c, laid in self._heaped.get(name, {}).items() if not laid[1] & open_}
        in_view = {card.card for others in places.values() for card in others}
        lost = [replace(card, hidden=True) for c, (card, _below) in heaped.items() if c not in in_view]
        for n in fresh:
            card = cards[n]
            if card.card is not None:
                heaped[card.card] = card, frozenset(below.card for below in cards[:n])
        self._heaped[name] = heaped
        return [*cards[: fresh[0]], *lost, *cards[fresh[0] :]]

    def _open(self, cards: Sequence[SeenCard], lying: Lying, elsewhere: CardSet) -> list[SeenCard]:
        """The cards of a place that are not read for sure and may be news, with what they may be."""
        there = card_set(lying.cards) | lying.may
        heap = lying.heap and not lying.cards  # what lies below in a heap is no news
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


def _near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """The same spot, as far as that can be told (in widths of the picture)."""
    return abs(one[0] - other[0]) < SAME_SPOT and abs(one[1] - other[1]) < SAME_SPOT


def _one_each(cards: Iterable[SeenCard]) -> list[SeenCard]:
    """A card read twice lies there once: the first of them."""
    first: dict[Card, SeenCard] = {}
    for card in cards:
        if card.card is not None:
            first.setdefault(card.card, card)
    return list(first.values())
