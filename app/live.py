"""A table that is being watched: capture thread -> recognise thread -> queue -> session thread. What a screen talks to.

The capture thread is the source's own (newest frame only). Every message to the session carries the game's number, so that what was seen
before an undo or a new game is dropped. All methods may be called from any thread.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from app.events import ErrorEvent, Event
from app.eyes import Eyes, Look, Reader, known_cards
from app.inputs import Input
from app.places_file import KeptPlaces
from app.record_file import RecordFile
from app.session import Session, SessionState
from rules.cards import Card
from rules.referee import Referee
from rules.setup import CardList
from rules.table import Place, TableView
from vision.sources import Frame, Source, SourceError

MOST_EVENTS = 10_000  # kept for a screen that does not fetch them; the oldest go
MOST_VIEWS = 20  # waiting for the session; the oldest go


@dataclass(frozen=True, slots=True, eq=False)
class LiveCard:
    """A card in the picture. ``card``: the likeliest; ``corners``: (4, 2) px as in Sighting."""

    track: int
    card: Card | None
    sure: bool
    candidates: tuple[Card, ...]
    corners: NDArray[np.float32]
    face_down: bool


@dataclass(frozen=True, slots=True, eq=False)
class LiveFrame:
    """The newest frame that was read. ``image`` (H, W, 3) uint8 BGR; ``time`` as in Frame; ``game`` as in SessionState.

    ``fps``: frames read in a second of the clock, whatever the pace of the film.
    """

    image: NDArray[np.uint8]
    time: float
    cards: tuple[LiveCard, ...]
    fps: float
    game: int


class LiveTable:
    """Watches ``source`` and referees the game of ``referee``."""

    def __init__(
        self,
        source: Source,
        reader: Reader,
        referee: Referee,
        *,
        inputs: Iterable[Input] = (),
        record: RecordFile | None = None,
        settle: float = 0.3,
        kept: KeptPlaces | None = None,
    ) -> None:
        self._source = source
        self._kept = kept
        places = kept.places if kept is not None else referee.game.layout(referee.players)
        self._eyes = Eyes(reader, places, referee.setup.cards, settle)
        self._session = Session(referee)
        self._lock = threading.RLock()
        self._views: queue.Queue[tuple[int, TableView] | None] = queue.Queue()
        self._events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self._inputs = deque(inputs)
        self._record = record
        self._frame: LiveFrame | None = None
        self._time = 0.0
        self._threads: list[threading.Thread] = []
        self._stop = threading.Event()
        self.over = threading.Event()  # the source has ended, and all of it was refereed
        self.on_change: Callable[[], None] | None = None  # called from a thread of ours after anything new

    def start(self) -> None:
        """Starts watching. Once."""
        self._threads = [
            threading.Thread(target=self._recognise, name="recognise"),
            threading.Thread(target=self._referee, name="referee"),
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Ends all threads and gives the source back. May be called twice."""
        self._stop.set()
        self._source.close()
        self._views.put(None)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()
        self._threads = []

    # The threads.

    def _recognise(self) -> None:
        moments: deque[float] = deque(maxlen=20)
        told = ""
        try:
            for frame in self._source.frames(self._trouble):
                if self._stop.is_set():
                    break
                try:
                    self._look(frame, moments)
                except Exception as error:  # the next picture may be a better one
                    problem = f"{type(error).__name__}: {error}"
                    if problem != told:
                        self._emit([ErrorEvent(self._time, "recognition", problem)])
                    told = problem
        except Exception as error:  # a thread that dies unheard would be a frozen screen
            self._emit([ErrorEvent(self._time, "source", f"{type(error).__name__}: {error}")])
        finally:
            self._views.put(None)

    def _look(self, frame: Frame, moments: deque[float]) -> None:
        while self._session.corrected:
            self._eyes.correct(*self._session.corrected.popleft())
        game = self._session.game  # before the look: what is seen belongs to this game
        look = self._eyes.look(frame)
        self._settle_places()
        moments.append(monotonic())
        while self._views.qsize() >= MOST_VIEWS:
            with contextlib.suppress(queue.Empty):
                self._views.get_nowait()
        self._views.put((game, look.view))
        if self._session.referee.outcome is None:
            self._emit([*look.advice])
        self._frame = _live_frame(frame, look, moments, game)
        self._changed()

    def _settle_places(self) -> None:
        with self._lock:
            expected = {} if self._session.referee.rulings else known_cards(self._session.referee)
        self._eyes.arrange(expected)
        problem = self._kept.keep(self._eyes.places) if self._kept is not None else None
        if problem:
            self._emit([ErrorEvent(self._time, "places", problem)])

    def _trouble(self, error: SourceError) -> None:
        self._emit([ErrorEvent(self._time, error.what if error.what == "camera lost" else "source", str(error))])

    def _referee(self) -> None:
        while (message := self._views.get()) is not None:
            game, view = message
            self._time = view.time
            self._session.clock(view.time)
            while self._inputs and (self._inputs[0].t or 0.0) <= view.time:
                entry = self._inputs.popleft()
                self._do(lambda entry=entry: entry.tell(self._session))  # type: ignore[misc]
            if game == self._session.game:
                self._do(lambda view=view: self._session.see(view))  # type: ignore[misc]
        if not self._stop.is_set():
            for entry in self._inputs:
                self._do(lambda entry=entry: entry.tell(self._session))  # type: ignore[misc]
            self._do(self._session.end)
        problem = self._record.save(self.record_text(), again=True) if self._record is not None else None
        self._emit([ErrorEvent(self._time, "record", problem)] if problem else [])
        self.over.set()
        self._changed()

    def _do(self, command: Callable[[], list[Event]]) -> list[Event]:
        with self._lock:
            closed = len(self._session.closed)
            try:
                events = command()
            except Exception as error:  # as above
                events = [ErrorEvent(self._time, "referee", f"{type(error).__name__}: {error}")]
            if self._record is not None:
                problems = [self._record.close_part(text) for text in self._session.closed[closed:]]
                problems.append(self._record.save(self._session.referee.text()))
                events = [*events, *(ErrorEvent(self._time, "record", problem) for problem in problems if problem)]
            self._emit(events)
        return events

    def _emit(self, events: list[Event]) -> None:
        if events:
            self._events.extend(events)
            self._changed()

    def _changed(self) -> None:
        if self.on_change is not None:
            self.on_change()

    # For a screen.

    def latest(self) -> LiveFrame | None:
        """The newest frame with its cards; None before the first."""
        return self._frame

    def drain(self) -> list[Event]:
        """The events since the last call."""
        events = []
        while self._events:
            events.append(self._events.popleft())
        return events

    def state(self) -> SessionState:
        """Where the game stands."""
        with self._lock:
            return self._session.state()

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the places of the table are now, in fractions of the picture."""
        return self._eyes.places

    @places.setter
    def places(self, places: Sequence[Place]) -> None:
        """Puts them where a person says."""
        self._eyes.places = tuple(places)

    def record_text(self) -> str:
        """The record so far."""
        with self._lock:
            return self._session.referee.text()

    def say(self, text: str) -> list[Event]:
        """An announced move: ``Ben: take``."""
        return self._do(lambda: self._session.say(text))

    def answer(self, id: int, card: Card) -> list[Event]:
        """Answers question ``id``."""
        return self._do(lambda: self._session.answer(id, card))

    def undo(self, n: int = 1) -> list[Event]:
        """Takes back the last ``n`` lines of the record."""
        return self._do(lambda: self._session.undo(n))

    def holds(self, player: str, cards: CardList) -> list[Event]:
        """A hand that was shown; None for what was not seen."""
        return self._do(lambda: self._session.holds(player, cards))

    def let_stand(self) -> list[Event]:
        """The illegal move stands; a new record begins."""
        return self._do(self._session.let_stand)

    def correct(self, track: int, card: Card | None) -> list[Event]:
        """Somebody says what a card in the picture is; None: no card."""
        return self._do(lambda: self._session.correct(track, card))


def _live_frame(frame: Frame, look: Look, moments: deque[float], game: int) -> LiveFrame:
    cards = tuple(
        LiveCard(
            track.number,
            track.card if track.card is not None or not track.candidates else track.candidates[0],
            track.card is not None or track.kind == "back",
            track.candidates,
            track.corners,
            track.kind == "back",
        )
        for track in look.scene.tracks
        if not track.hidden
    )
    span = moments[-1] - moments[0]
    return LiveFrame(frame.image, frame.time, cards, (len(moments) - 1) / span if span > 0 else 0.0, game)
