"""One table: from what is seen and said to moves, rulings and questions. Knows no window, no thread, no camera.

``app.book`` keeps the record, ``app.follow`` reads moves from the table, ``app.shown_hands`` hands that are shown to it; here stand
the commands that people give.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.book import Book
from app.events import (
    CorrectedEvent,
    ErrorEvent,
    Event,
    MismatchEvent,
    MisplacedEvent,
    MoveEvent,
    QuestionEvent,
)
from app.follow import PATIENCE, Follower, cards_of
from app.naming import Names
from app.questions import Questions
from app.shown_hands import ShownHands
from app.steady import Steady
from rules.cards import Card, CardError, card_name
from rules.referee import Referee
from rules.ruling import LateRuling, MoveError, Ruling
from rules.table import TableView
from rules.texts import _


@dataclass(frozen=True, slots=True)
class SessionState:
    """All that a screen needs besides the picture. ``game`` changes when earlier messages no longer count."""

    game: int
    players: tuple[str, ...]
    to_move: str | None
    last: Ruling | None
    legal: tuple[str, ...] | None
    could: tuple[str, ...] | None
    moves: tuple[Ruling, ...]
    late: tuple[LateRuling, ...]
    middle: tuple[str, ...]  # what ought to lie there, lowest first
    points: dict[str, float]
    outcome: str | None
    question: QuestionEvent | None  # the oldest one still open
    mismatch: MismatchEvent | MisplacedEvent | None  # what was told of a table that still differs
    take_back: bool  # cards of an illegal move still lie there


class Session:
    """One game at one table. Every command gives the new events; ``state()`` is where the game stands."""

    def __init__(self, referee: Referee, *, patience: float = PATIENCE) -> None:
        self._book = Book(referee)
        self._names = Names()
        steady = Steady()
        self._questions = Questions(self._book)
        self._hands = ShownHands(self._book, self._names, steady, self._questions)
        self._table = Follower(self._book, self._names, steady, self._questions, patience)
        # What people said of tracks, for whoever follows the cards.
        self.corrected: deque[tuple[int, Card | None]] = deque()

    @property
    def referee(self) -> Referee:
        """The referee of the record that is being written."""
        return self._book.referee

    @property
    def game(self) -> int:
        """Changes when what was seen before counts no more."""
        return self._book.game

    @property
    def closed(self) -> list[str]:
        """Records that let_stand() closed."""
        return self._book.closed

    # What is seen.

    def see(self, view: TableView) -> list[Event]:
        """Takes in the places at rest. A place left out of the view is not at rest: nothing is concluded from it."""
        self._book.time = view.time
        if self.referee.outcome is not None:
            self._table.view = view
            return self._book.finish()
        events: list[Event] = []
        ought = self.referee.game.lying(self.referee.position)
        for player in self.referee.players:
            if player not in ought:
                going_back = self._table.going_back or frozenset()
                events += self._hands.see(player, view.places.get(player), going_back)
        for _turn in range(len(self.referee.players) + 1):  # what lies there may be several moves: cards shown by all
            fresh = self._note(self._table.see(view))
            events += fresh
            if not any(event.kind == "move" for event in fresh) or self._book.ended:
                break
        return events

    def clock(self, time: float) -> None:
        """It is now ``time``: what is said or pressed next happens then."""
        self._book.time = max(self._book.time, time)

    def _note(self, events: list[Event]) -> list[Event]:
        """Cards that were played are news when they are shown in a hand again."""
        for event in events:
            if isinstance(event, MoveEvent) and event.verdict != "illegal":
                self._hands.played(cards_of(event.move))
        return events

    def end(self) -> list[Event]:
        """The game, or the source, is over: the end event, once."""
        return self._book.end()

    # What people say.

    def say(self, text: str) -> list[Event]:
        """An announced move, as in a record: ``Ben: take``."""
        player, colon, move = text.partition(":")
        player, move = player.strip(), " ".join(move.split())
        if not colon:
            return self._error("say", _("{!r} is no announcement; say it like 'Ben: take'").format(text))
        last = self._book.last
        if last is not None and (last.player, last.move) == (player, move) and self.referee.to_move != player:
            return []  # the table told it first
        try:
            return self._note(self._table.say(player, move))
        except (MoveError, CardError) as error:
            return self._error("say", str(error))

    def holds(self, player: str, cards: Sequence[Card | None]) -> list[Event]:
        """``player``'s whole hand was shown; None for each card that was not seen."""
        return self._hands.holds(player, cards)

    def answer(self, id: int, card: Card) -> list[Event]:
        """Names the card that question ``id`` asked about."""
        track = self._questions.track_of(id)
        if track is None:
            return self._error("answer", _("there is no open question {}").format(id))
        self._questions.drop(track)
        return self._rename(track, card, id)

    def correct(self, track: int, card: Card | None) -> list[Event]:
        """Somebody says what track ``track`` is (None: no card). A move that rested on the misreading is taken back and read anew."""
        self._questions.drop(track)
        return self._rename(track, card, self._book.new_id())

    def _rename(self, track: int, card: Card | None, id: int) -> list[Event]:
        wrong = self._names.tell(track, card)
        self.corrected.append((track, card))
        events: list[Event] = [CorrectedEvent(self._book.time, id, None if card is None else card_name(card))]
        last = self._book.last
        if wrong is not None and wrong != card and last is not None and wrong in cards_of(last.move):
            events += self.undo(1)
            self._table.expect_nothing()
        if self._table.view is not None:
            self._table.look_again()
            events += self.see(replace(self._table.view, time=self._book.time))
        return events

    def undo(self, n: int = 1) -> list[Event]:
        """Takes back the last ``n`` lines of the record: moves and shown hands, with score and late rulings. All of them or none."""
        events = self._book.undo(n)
        if not any(event.kind == "error" for event in events):
            self._hands.forget()
            self._questions.clear()
            self._table.undone()
        return events

    def let_stand(self) -> list[Event]:
        """The players let an illegal move stand: the record is closed, and the game goes on in a new one from the table as it is."""
        events = self._book.let_stand()
        if not any(event.kind == "error" for event in events):
            self._hands.forget()
            self._table.stood()
        return events

    def _error(self, what: str, problem: str) -> list[Event]:
        return [ErrorEvent(self._book.time, what, problem)]

    def state(self) -> SessionState:
        """Where the game stands now."""
        legal, could = self._book.lists()
        referee = self.referee
        return SessionState(
            self.game,
            referee.players,
            referee.to_move,
            self._book.last,
            legal,
            could,
            tuple(referee.rulings),
            tuple(referee.late),
            tuple(card_name(card) for card in referee.game.middle(referee.position)),
            dict(referee.points),
            referee.outcome,
            next(iter(self._questions.open), None),
            self._table.differs,
            self._table.going_back is not None,
        )
