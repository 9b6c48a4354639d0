"""A table as a screen talks to it, watched or not: capture thread -> recognise thread -> queue -> session thread; a thread for bots.

The capture thread is the source's own (newest frame only). Every message to the session carries the game's number, so that what was seen
before an undo or a new game is dropped. Without a source nothing is watched: moves are tapped. All methods may be called from any thread.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic, perf_counter

from app.errors import UserError
from app.events import ErrorEvent, Event
from app.eyes import Eyes, Reader, known_cards
from app.hand_photo import InTurn, read_hand
from app.inputs import Input
from app.live_frame import LiveCard, LiveFrame, live_frame
from app.own_move import bot_to_choose, lines_to_choice
from app.places_file import KeptPlaces
from app.record_file import RecordFile
from app.session import Session
from app.source_words import in_words, place_in_words
from app.state import SessionState
from rules.bots import Level
from rules.cards import Card
from rules.referee import Referee
from rules.setup import CardList
from rules.table import Place, TableView
from rules.texts import _
from vision.errors import VisionError
from vision.sources import Frame, Source, SourceError

__all__ = ["LiveCard", "LiveFrame", "LiveTable"]

MOST_EVENTS = 10_000  # kept for a screen that does not fetch them; the oldest go
PACE = 1.2  # seconds
LONG = 15.0  # seconds: a camera that is open and has shown nothing for so long shows nothing
MOST_VIEWS = 20  # waiting for the session; the oldest go


class LiveTable:
    """Referees the game of ``referee``; watches ``source`` with ``reader``, if there is one (both None: moves are tapped).

    ``bots``: which players are bots, and how well they play. ``pace``: seconds for which a bot lets everybody look at the move before.
    ``settle``: seconds without movement that are rest. The record is saved after every move.
    """

    def __init__(
        self,
        source: Source | None,
        reader: Reader | None,
        referee: Referee,
        *,
        inputs: Iterable[Input] = (),
        record: RecordFile | None = None,
        settle: float = 0.3,
        kept: KeptPlaces | None = None,
        bots: Mapping[str, Level] | None = None,
        pace: float = PACE,
    ) -> None:
        self._source = source
        self._kept = kept
        places = kept.places if kept is not None else referee.game.layout(referee.players)
        self._reader = InTurn(reader) if reader is not None else None
        self._eyes = Eyes(self._reader, places, referee.setup.cards, settle) if self._reader and source else None
        self._places = tuple(places)
        self._session = Session(referee, bots=bots, camera=source is not None)
        self._lock = threading.RLock()
        self._chose: dict[str, tuple[int, int, bool]] = {}  # player -> game, lines then, whether there was a choice
        self._pace = pace
        self._began = perf_counter()
        self._delay = 0.0  # seconds from a picture to what it told
        self._bots_turn = threading.Event()  # something happened: perhaps a bot is on turn
        self._views: queue.Queue[tuple[int, TableView, float] | None] = queue.Queue()
        self._events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self._inputs = deque(inputs)
        self._record = record
        self._frame: LiveFrame | None = None
        self._time = 0.0
        self._lost = ""  # why there is no picture now, as the source told it
        self._seen_at = monotonic()
        self._threads: list[threading.Thread] = []
        self._stop = threading.Event()
        self.over = threading.Event()  # the source has ended, and all of it was refereed
        self.on_change: Callable[[], None] | None = None  # called from a thread of ours after anything new

    def start(self) -> None:
        """Starts watching. Once."""
        self._threads = []
        self._seen_at = monotonic()
        if self._eyes is not None:
            self._threads += [
                threading.Thread(target=self._recognise, name="recognise"),
                threading.Thread(target=self._referee, name="referee"),
            ]
        if self._session.bots:
            self._threads.append(threading.Thread(target=self._play_bots, name="bots"))
        self._do(list)  # what there is is saved
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Ends all threads and gives the source back. May be called twice."""
        self._stop.set()
        self._bots_turn.set()
        if self._source is not None:
            self._source.close()
        self._views.put(None)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()
        self._threads = []
        if self._source is None:
            self._save_last()

    # The threads.

    def _recognise(self) -> None:
        assert self._source is not None
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
        assert self._eyes is not None
        began = perf_counter()
        self._lost = ""
        while self._session.corrected:
            self._eyes.correct(*self._session.corrected.popleft())
        game = self._session.game  # before the look: what is seen belongs to this game
        look = self._eyes.look(frame)
        self._settle_places()
        moments.append(monotonic())
        while self._views.qsize() >= MOST_VIEWS:
            with contextlib.suppress(queue.Empty):
                self._views.get_nowait()
        self._views.put((game, look.view, began))
        if self._session.referee.outcome is None:
            self._emit([*look.advice])
        self._frame = live_frame(frame, look, moments, game, self._session.names.denied)
        self._seen_at = moments[-1]
        self._changed()

    def _settle_places(self) -> None:
        assert self._eyes is not None
        with self._lock:
            played = self._session.referee.rulings or self._session.closed
            expected = {} if played else known_cards(self._session.referee)
        self._eyes.arrange(expected)
        problem = self._kept.keep(self._eyes.places) if self._kept is not None else None
        if problem:
            self._emit([ErrorEvent(self._time, "places", problem)])

    def _trouble(self, error: SourceError) -> None:
        problem, lost = in_words(error), error.what == "camera lost"
        self._lost = problem if lost else self._lost
        self._emit([ErrorEvent(self._time, error.what if lost else "source", problem)])

    def _referee(self) -> None:
        while (message := self._views.get()) is not None:
            game, view, began = message
            self._time = view.time
            self._session.clock(view.time)
            while self._inputs and (self._inputs[0].t or 0.0) <= view.time:
                entry = self._inputs.popleft()
                self._do(lambda entry=entry: entry.tell(self._session))  # type: ignore[misc]
            if game == self._session.game:
                told = self._do(lambda view=view: self._session.see(view))  # type: ignore[misc]
                if any(event.kind == "move" for event in told):
                    self._delay = perf_counter() - began
        if not self._stop.is_set():
            for entry in self._inputs:
                self._do(lambda entry=entry: entry.tell(self._session))  # type: ignore[misc]
            self._do(self._session.end)
        self._save_last()
        self.over.set()
        self._changed()

    def _play_bots(self) -> None:
        while not self._stop.is_set():
            self._bots_turn.wait()
            self._bots_turn.clear()
            began = perf_counter()
            with self._lock:
                session, now = self._session, self._moment()
                player = session.bot_on_turn
                choose = bot_to_choose(session.referee, player, session.bots[player]) if player is not None else None
            if choose is None:
                continue
            try:
                move = choose()
            except Exception as error:
                self._emit([ErrorEvent(self._time, "bot", f"{type(error).__name__}: {error}")])
                continue
            self._stop.wait(self._pace - (perf_counter() - began))
            if not self._stop.is_set():
                # Meanwhile something else may have happened: then this is no move any more.
                self._do(lambda move=move, now=now: self._session.bot_moves(move) if self._moment() == now else [])  # type: ignore[misc]

    def _moment(self) -> tuple[int, int]:
        return self._session.game, len(self._session.referee.lines)

    def save_again(self) -> str | None:
        """Tries once more to save the record. -> what went wrong, in a line."""
        return self._record.save(self.record_text(), again=True) if self._record is not None else None

    def _save_last(self) -> None:
        problem = self.save_again()
        self._emit([ErrorEvent(self._time, "record", problem)] if problem else [])

    def _do(self, command: Callable[[], list[Event]]) -> list[Event]:
        with self._lock:
            if self._source is None:
                self._time = perf_counter() - self._began
                self._session.clock(self._time)
            closed = len(self._session.closed)
            try:
                events = command()
            except Exception as error:  # as above
                events = [ErrorEvent(self._time, "referee", f"{type(error).__name__}: {error}")]
            if self._record is not None:
                problems = self._record.keep(self._session.referee.text(), self._session.closed[closed:])
                events = [*events, *(ErrorEvent(self._time, "record", problem) for problem in problems)]
            self._emit(events)
        self._bots_turn.set()
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

    @property
    def no_picture(self) -> str:
        """Why the camera shows nothing now, a line; "" while it does, or there is none, or its film is over."""
        if self._source is None or self.over.is_set() or self._lost:
            return self._lost if not self.over.is_set() else ""
        silent = monotonic() - self._seen_at > LONG
        return (
            _("{camera}: no picture comes from it").format(camera=place_in_words(self._source.name)) if silent else ""
        )

    def drain(self) -> list[Event]:
        """The events since the last call."""
        events = []
        while self._events:
            events.append(self._events.popleft())
        return events

    def state(self, viewer: str | None = None) -> SessionState:
        """Where the game stands, as ``viewer`` may know it; None: for a screen that all see."""
        with self._lock:
            state = self._session.state(viewer)
        settle = self._eyes.tracker.settle if self._eyes is not None else 0.0
        latency = None if state.latency is None else state.latency + settle + self._delay
        return replace(
            state,
            latency=latency,
            unsaved=self._record.trouble if self._record is not None else "",
            no_picture=self.no_picture,
        )

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the places of the table are now, in fractions of the picture."""
        return self._eyes.places if self._eyes is not None else self._places

    @places.setter
    def places(self, places: Sequence[Place]) -> None:
        """Puts them where a person says."""
        self._places = tuple(places)
        if self._eyes is not None:
            self._eyes.places = tuple(places)

    @property
    def settle(self) -> float:
        """Seconds without movement that are rest, 0.2 to 2."""
        return self._eyes.tracker.settle if self._eyes is not None else 0.0

    @settle.setter
    def settle(self, seconds: float) -> None:
        if self._eyes is not None:
            self._eyes.tracker.settle = seconds

    @property
    def pace(self) -> float:
        """Seconds for which a bot lets everybody look at the move before."""
        return self._pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._pace = seconds

    @property
    def record_path(self) -> Path | None:
        """Where the record is saved; None: it is not."""
        return self._record.path if self._record is not None else None

    def record_text(self) -> str:
        """The record so far."""
        with self._lock:
            return self._session.referee.text()

    def say(self, text: str) -> list[Event]:
        """An announced move: ``Ben: take``."""
        return self._do(lambda: self._session.say(text))

    def play(self, player: str, move: str) -> list[Event]:
        """A move that ``player`` chose on the screen: made, or refused and not recorded."""
        return self._do(lambda: self._session.play(player, move))

    def hint(self, player: str, level: Level) -> str | None:
        """What a bot of this level would do as ``player`` on turn, knowing no more; None if that cannot be told. May take seconds."""
        with self._lock:
            choose = bot_to_choose(self._session.referee, player, level)
        return choose() if choose is not None else None

    def answer(self, id: int, card: Card | None) -> list[Event]:
        """Answers question ``id``; None: that is no card."""
        return self._do(lambda: self._session.answer(id, card))

    def undo(self, n: int = 1) -> list[Event]:
        """Takes back the last ``n`` lines of the record."""
        return self._do(lambda: self._session.undo(n))

    def undo_before(self, move: int) -> list[Event]:
        """Goes back to before the move of this number."""
        return self._do(lambda: self._session.undo_before(move))

    def may_undo_to(self, player: str) -> bool:
        """Whether ``player`` has had a choice that can be taken back."""
        with self._lock:
            game, lines = self._moment()
            known = self._chose.get(player)
            if known is None or known[0] != game or lines < known[1] or (lines > known[1] and not known[2]):
                found = lines_to_choice(self._session.referee, player) > 0
                self._chose[player] = known = game, lines, found  # once there is one, more lines only add to it
            return known[2]

    def undo_to(self, player: str) -> list[Event]:
        """Goes back to ``player``'s last own choice."""
        return self._do(lambda: self._session.undo_to(player))

    def pause(self, paused: bool = True) -> list[Event]:
        """Nothing is read, bots wait; ``False``: on."""
        return self._do(lambda: self._session.pause(paused))

    def holds(self, player: str, cards: CardList) -> list[Event]:
        """A hand that was shown; None for what was not seen."""
        return self._do(lambda: self._session.holds(player, cards))

    def holds_photo(self, player: str, path: Path) -> list[Event]:
        """``player``'s hand on a photograph. Reading it takes up to a second: not for a window's own thread."""
        try:
            if self._reader is None:
                raise UserError(
                    _("{path}: there is nothing to read it with, as no camera is watched").format(path=path)
                )
            photo = read_hand(self._reader, path)
        except (UserError, VisionError, OSError) as error:
            problem = in_words(error)
            return self._do(lambda: [ErrorEvent(self._time, "photo", problem)])
        return self._do(lambda: self._session.photographed(player, photo))

    def let_stand(self) -> list[Event]:
        """The illegal move stands; a new record begins."""
        return self._do(self._session.let_stand)

    def correct(self, track: int, card: Card | None) -> list[Event]:
        """Somebody says what a card in the picture is; None: no card."""
        return self._do(lambda: self._session.correct(track, card))

    def correct_card(self, read: Card, card: Card | None) -> list[Event]:
        """The same for the card that is seen as ``read``."""
        return self._do(lambda: self._session.correct_card(read, card))

    def missing(self, card: Card, place: str, on: Card | None = None) -> list[Event]:
        """A card lies in ``place`` (on the card ``on``, or on top) and is not seen: it counts as seen."""
        return self._do(lambda: self._session.missing(card, place, on))

    def misread(self, n: int | None = None, card: Card | None = None, actual: Card | None = None) -> list[Event]:
        """Move ``n`` (None: the last) was misread: its ``card`` was ``actual``; what is left out is asked."""
        return self._do(lambda: self._session.misread(n, card, actual))
