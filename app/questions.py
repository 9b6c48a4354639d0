"""What people are asked: which card it is that matters and is not read for sure; which card of a move was misread, and what it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.book import Book
from app.events import Event, QuestionEvent
from rules.cards import Card, card_name
from rules.table import SeenCard

DOUBT = 0.5  # seconds at rest after which an unsure card is asked about
MOST_CANDIDATES = 3


@dataclass(frozen=True, slots=True)
class Misread:
    """A card of move ``n`` was misread. ``card``: which one, if that is known."""

    n: int
    card: Card | None = None


class Questions:
    """The questions that are open: by the track they are about, and those about moves."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._open: dict[int, QuestionEvent] = {}
        self._about: dict[int, tuple[QuestionEvent, Misread]] = {}  # by id

    @property
    def open(self) -> tuple[QuestionEvent, ...]:
        """Those still to be answered, the oldest first."""
        return tuple(sorted([*self._open.values(), *(q for q, _ in self._about.values())], key=lambda q: q.id))

    def ask_about(self, misread: Misread, candidates: Sequence[Card]) -> list[Event]:
        """Asks which card of a move was misread, or what that one is."""
        self._about = {}  # one at a time: the newest
        question = QuestionEvent(
            self._book.time,
            self._book.new_id(),
            tuple(map(card_name, candidates)),
            "",
            about=misread.n,
            read_as="" if misread.card is None else card_name(misread.card),
        )
        self._about[question.id] = question, misread
        return [question]

    def take_about(self, id: int) -> Misread | None:
        """What question ``id`` about a move is about; it is answered with that. None: there is no such question."""
        return self._about.pop(id, (None, None))[1]

    def ask(self, unsure: Mapping[str, Sequence[SeenCard]], *, private: bool = False) -> list[Event]:
        """Asks about the cards, by place, that have not been asked about yet. ``private``: they are in hands."""
        fresh = {
            card.track: QuestionEvent(
                self._book.time,
                self._book.new_id(),
                tuple(card_name(c) for c in card.candidates[:MOST_CANDIDATES]),
                place,
                private=private,
            )
            for place, cards in unsure.items()
            for card in cards
            if card.track not in self._open
        }
        self._open |= fresh
        return list(fresh.values())

    def drop_read(self, places: Mapping[str, Sequence[SeenCard]]) -> None:
        """A card of these ``places`` that has been read after all, or is gone, need not be named."""
        open_ = {card.track for cards in places.values() for card in cards if card.candidates}
        self._open = {t: q for t, q in self._open.items() if q.place not in places or t in open_}

    def drop(self, track: int) -> None:
        """This card has been named."""
        self._open.pop(track, None)

    def clear(self) -> None:
        """None of them matters any more."""
        self._open = {}
        self._about = {}

    def track_of(self, id: int) -> int | None:
        """The card that question ``id`` is about; None if it is not open."""
        return next((track for track, question in self._open.items() if question.id == id), None)
