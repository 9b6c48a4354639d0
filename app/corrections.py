"""What people say about cards: what an unsure one is, that one was misread, that there is none, that one is missing.

A card that is named keeps its name for the rest of the game (``app.naming``); what was concluded from the misreading is put right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.events import CorrectedEvent, Event
from app.lookalikes import lookalikes
from app.moves import cards_of
from app.questions import MOST_CANDIDATES, Misread
from rules.cards import Card, CardError, card_name
from rules.ruling import MoveError
from rules.texts import _

if TYPE_CHECKING:
    from app.session import Session


class Corrections:
    """The commands about cards of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def answer(self, id: int, card: Card | None) -> list[Event]:
        """The answer to question ``id``: what the card is that it asked about (None: no card), or which card of a move was misread."""
        questions = self._session.questions
        track = questions.track_of(id)
        if track is not None:
            questions.drop(track)
            return self._rename(track, card, id)
        misread = questions.take_about(id) if card is not None else None
        if misread is None:
            return self._session.error("answer", _("there is no open question {}").format(id))
        if misread.card is None:
            return self.misread(misread.n, card)
        return self.misread(misread.n, misread.card, card, id)

    def correct(self, track: int, card: Card | None) -> list[Event]:
        """Somebody says what track ``track`` is (None: no card). A move that rested on the misreading is taken back and read anew."""
        self._session.questions.drop(track)
        return self._rename(track, card, self._session.book.new_id())

    def correct_card(self, read: Card, card: Card | None) -> list[Event]:
        """What we see as ``read`` is ``card`` (None: no card)."""
        seen = self._session.table.lying_as(read)
        if seen is None:
            problem = _("no {card} is seen on the table; correct a move with misread")
            return self._session.error("correct", problem.format(card=card_name(read)))
        return self.correct(seen.track, card)

    def missing(self, card: Card, place: str, on: Card | None = None) -> list[Event]:
        """People see ``card`` in ``place`` and we do not: it lies on top there, or on the card ``on``. So it counts as seen until it is."""
        view = self._session.table.view
        if view is None or place not in self._session.referee.game.lying(self._session.referee.position):
            places = ", ".join(self._session.referee.game.lying(self._session.referee.position))
            return self._session.error(
                "missing", _("there is no place {place}; there are: {places}").format(place=place, places=places)
            )
        if not self._session.referee.setup.cards >> card & 1:
            return self._session.error("missing", _("there is no {card} in this pack").format(card=card_name(card)))
        below = self._session.table.lying_as(on) if on is not None else None
        self._session.names.add(place, card, self._session.names.named(view.places.get(place, ())), below)
        return [
            CorrectedEvent(self._session.book.time, self._session.book.new_id(), card_name(card)),
            *self._session.look_again(),
        ]

    def misread(
        self, n: int | None = None, card: Card | None = None, actual: Card | None = None, id: int | None = None
    ) -> list[Event]:
        """Move ``n`` (None: the last) was misread: its ``card`` was ``actual``. What is left out is asked, in two questions."""
        n = len(self._session.referee.rulings) if n is None else n
        if not 0 < n <= len(self._session.referee.rulings):
            return self._session.error("misread", _("there is no move {n}").format(n=n))
        cards = cards_of(self._session.referee.rulings[n - 1].move)
        if card is None and len(cards) == 1:
            card = cards[0]
        if not cards or (card is not None and card not in cards):
            problem = _("move {n} ({move}) has no such card; undo takes moves back")
            return self._session.error("misread", problem.format(n=n, move=self._session.referee.rulings[n - 1].move))
        if card is None:
            return self._session.questions.ask_about(Misread(n), cards)
        if actual is None:
            return self._session.questions.ask_about(Misread(n, card), self._likely(n, card))
        return self._reread(n, card, actual, self._session.book.new_id() if id is None else id)

    def _likely(self, n: int, card: Card) -> list[Card]:
        """What the ``card`` of move ``n`` may be if it is not that."""
        track = self._session.table.track_of(n, card)
        seen = self._session.table.seen(track) if track is not None else None
        likely = dict.fromkeys([*(seen.candidates if seen is not None else ()), *lookalikes(card)])
        pack = self._session.referee.setup.cards
        return [c for c in likely if c != card and pack >> c & 1][:MOST_CANDIDATES]

    def _reread(self, n: int, card: Card, actual: Card, id: int) -> list[Event]:
        """The ``card`` of move ``n`` was ``actual``. The last move is read anew, if it still lies there; another one is put right in the
        record, and what followed is made again."""
        track = self._session.table.track_of(n, card)
        last = self._session.book.last_line_is(n)
        if track is not None and last and self._session.table.seen(track) is not None:
            return self._rename(track, actual, id)
        names = {card_name(card): card_name(actual), card_name(actual): card_name(card)}
        try:
            also = self._session.table.moves_of(track, card) if track is not None else set()
            events = self._session.book.replay({n} | {later for later in also if later > n}, names)
        except (MoveError, CardError) as error:
            return self._session.error(
                "misread", _("what followed cannot be made again: {problem}").format(problem=error)
            )
        self._session.names.mistaken(card, actual)
        if track is not None:
            self._session.names.tell(track, actual, self._session.table.seen(track))
            self._session.corrected.append((track, actual))
        self._session.hands.forget()
        self._session.questions.clear()
        self._session.table.undone()
        return [CorrectedEvent(self._session.book.time, id, card_name(actual)), *self._session.note(events)]

    def _rename(self, track: int, card: Card | None, id: int) -> list[Event]:
        wrong = self._session.names.tell(track, card, self._session.table.seen(track))
        self._session.corrected.append((track, card))
        events: list[Event] = [CorrectedEvent(self._session.book.time, id, None if card is None else card_name(card))]
        last = self._session.book.last
        if wrong is not None and wrong != card and last is not None and wrong in cards_of(last.move):
            events += self._session.undo(1)
            self._session.table.expect_nothing()
        return events + self._session.look_again()
