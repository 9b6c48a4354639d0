"""The one screen of a table, watched or not: shows what the table tells, and hands on what people press.

Its parts: ``attention`` (the ruling, a question, the end), ``picture`` or ``drawn`` table, ``own_moves`` (the hand, taps), ``panels``,
``corrections``, ``table_ways`` (what one can look up, where one can go); ``table_shapes`` says where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from app.announcer import Announcer
from app.events import AdviceEvent, EndEvent, ErrorEvent, HoldsEvent, LateEvent, MoveEvent, QuestionEvent, UndoneEvent
from app.source_words import in_words
from app.tapping import persons
from app.turn_clock import TurnClock, as_clock
from app.window import table_shapes
from app.window.about import About
from app.window.attention import Attention
from app.window.corrections import Corrections
from app.window.drawn import DrawnTable
from app.window.hand_showing import HandShowing
from app.window.own_moves import OwnMoves
from app.window.panels import HeapsPanel, HistoryPanel, LegalPanel, PlayersPanel
from app.window.picture import PictureView
from app.window.sheets import CardSheet
from app.window.table_bars import DoBar, TableBar
from app.window.table_ways import TableWays
from rules.cards import Card
from rules.table import Heap
from rules.texts import _

if TYPE_CHECKING:
    from app.live import LiveFrame, LiveTable
    from app.state import SessionState
    from app.voice import Voice
    from app.window.open_table import OpenTable
    from app.window.shell import Shell

NOTICE_SECONDS = 8
LOOK_KEY, SPACE, ENTER = ord("l"), 32, 13


class TableScreen(TableWays):
    """Shows the table that it is given by ``watch``; call ``refresh`` often: it draws only what is new."""

    refresh_rate = 30.0
    tells_at_the_top = True  # at the bottom lies the hand

    live: LiveTable

    def __init__(
        self, about: About, shell: Shell | None = None, opened: OpenTable | None = None, **settings: Any
    ) -> None:
        super().__init__(shell, **settings)
        self._opened = opened
        self.about = about
        self.camera = True
        self._frame: LiveFrame | None = None
        self._state: SessionState | None = None
        self._known: tuple[Heap, ...] = ()
        self._rate = ""  # how fast the table is seen
        self._turn = TurnClock()
        self._late: LateEvent | None = None
        self._lit: frozenset[Card] = frozenset()  # legal cards, while the rule of a foul is looked at
        self._voice: Voice | None = None
        self._announcer: Announcer | None = None
        self.bar = TableBar(game=about.title, alone=shell is None, screen=self)
        self.picture = PictureView(notice=_("The table is being set up …"))
        self.corrections = Corrections(self)
        self.picture.bind(
            on_card=lambda _picture, track: self.correct(track),
            on_spot=lambda _picture, x, y: self.corrections.missing(x, y),
        )
        self.drawn = DrawnTable(about.suits)
        self.own = OwnMoves(self, self.drawn)
        self.drawn.bind(
            on_card=lambda _table, card: self.own.tap(card), on_heap=lambda _table, number: self._tap_heap(number)
        )
        self.attention = Attention(about, self)
        self.players = PlayersPanel(about.suits)
        self.legal = LegalPanel()
        self.heaps = HeapsPanel()
        self.history = HistoryPanel()
        self.actions = DoBar()
        self._body: Widget | None = None
        self._hush = Clock.create_trigger(self._drop_notice, NOTICE_SECONDS)
        self.showing = HandShowing(self.picture, self._tell_of_hand, self._showing_changed)
        self.bind(size=self._choose_shape, shape=self._arrange)
        self.picture.bind(aspect=self._choose_shape)
        self._arrange()

    # -- what the table tells ------------------------------------------------------------------------------------

    def watch(self, live: LiveTable) -> None:
        """Shows ``live`` from now on."""
        self.live = live
        if self.shell is not None and self._announcer is None:
            from app.voice import Voice

            shell = self.shell
            self._voice = Voice(shell.settings_file)
            self._announcer = Announcer(lambda: shell.settings, self._voice)
            live.settle, live.pace = shell.settings.settle, shell.settings.bot_pace
        camera = live.state().camera
        if camera != self.camera:
            self.camera = camera
            self._arrange()
        if camera:
            self.notice(_("Waiting for the first picture …"), stays=True)
        self.show_state()

    def entered(self) -> None:
        Window.bind(on_key_up=self._key_up, focus=self._window_focus)
        Window.allow_screensaver = False  # nobody touches a screen that watches a table
        if self._opened is not None and self.shell is not None:
            self.shell.when_drawn(self._opened.start)

    def left(self) -> None:
        Window.unbind(on_key_up=self._key_up, focus=self._window_focus)
        Window.allow_screensaver = True
        if self._voice is not None:
            self._voice.stop()

    def _watching(self) -> bool:
        """Whether there is a table to show; one that is still being set up is taken over as soon as it is there."""
        if hasattr(self, "live"):
            return True
        if self._opened is None:
            return False
        if self._opened.problem is not None:
            if self.picture.notice:
                self._drop_notice()
                self.attention.no_table(in_words(self._opened.problem))
        elif self._opened.live is not None:
            self.watch(self._opened.live)
            return True
        return False

    def refresh(self, *_args: object) -> None:
        """Shows the newest frame, and the state if anything happened."""
        if self._watching() and self._take_in():
            self.show_state()
        self._show_times()

    def _show_times(self) -> None:
        clock = self.shell is not None and self.shell.settings.clock and self._state is not None
        taken = as_clock(self._turn.seconds(monotonic())) if clock else ""
        self.bar.rate = "  ·  ".join(part for part in (taken, self._rate) if part)

    def update(self) -> None:
        """Shows the state after something was pressed."""
        self._take_in()
        self.show_state()

    def _take_in(self) -> bool:
        """Takes in frame and events. -> whether anything happened."""
        events = self.live.drain()
        for event in events:
            if isinstance(event, ErrorEvent) and event.what == "camera lost" and self.live.no_picture:
                continue  # that stands where one looks, as long as it is so
            if isinstance(event, AdviceEvent | ErrorEvent):
                self.tell(event.message)
            elif isinstance(event, EndEvent) and event.outcome is None:
                self._tell_of_the_end()
            elif isinstance(event, LateEvent):
                self._late = event
            elif isinstance(event, HoldsEvent):
                self.showing.end()
                self.tell(event.text())
            elif isinstance(event, MoveEvent | UndoneEvent):
                self._late, self._lit = None, frozenset()
        if self.camera:
            self._show_frame(self.live.latest())
        dark = self.camera and self._state is not None and self._state.no_picture != self.live.no_picture
        return bool(events) or dark or self.own.poll()

    def _show_frame(self, frame: LiveFrame | None) -> None:
        if frame is None or frame is self._frame:
            return
        if self._frame is None:
            self._drop_notice()
            if self.live.over.is_set() and self.live.state().outcome is None:  # one comes back to it
                self._tell_of_the_end()
        self._frame = frame
        self.picture.show(getattr(frame, "rgba", frame.image), frame.cards)
        late = self._state.latency if self._state is not None else None
        self._rate = (
            _("{rate:.0f} fps").format(rate=frame.fps)
            if late is None
            else _("{rate:.0f} fps, {seconds:.1f} s").format(rate=frame.fps, seconds=late)
        )

    def show_state(self) -> None:
        """Brings every panel up to date with the session."""
        state = known = self.live.state()
        viewer = OwnMoves.viewer(state)
        if viewer is not None:
            state = self.live.state(viewer)
        self._state = state
        self._known = _known(state, known)
        self.players.show(state.points, state.to_move, state.outcome)
        self.heaps.show(self._known, state.players)
        self.history.show(state.moves)
        self.own.show(state)
        self.legal.show(state.legal, state.could, state.to_move, self._say, state.announcements if self.camera else ())
        self.attention.show(state, self._late, private=self.own.private)
        self.picture.mark(
            state.marks, self._lit, {place.name: place.box for place in self.live.places} if state.marks else {}
        )
        self._show_actions(state)
        self.bar.unsaved = state.unsaved or self.no_file()
        self._turn.tell(state, monotonic())
        if self._announcer is not None:
            self._announcer.tell(state)

    def _show_actions(self, state: SessionState) -> None:
        actions = [("undo", _("Take back"), self._may_undo(state), self.undo)]
        if self.camera or any(seat.level for seat in state.seats):
            actions.append(
                ("play", _("Go on"), True, self.go_on)
                if state.paused
                else ("pause", _("Pause"), state.to_move is not None, self.pause)
            )
        if self.camera:
            actions.append(("card-correct", _("A card is missing"), True, self.corrections.missing))
            may_show = state.to_move is not None and (not state.paused or self.showing.on)
            actions.append(("eye", _("Show my hand"), may_show, self.show_hand))
        else:
            actions.append(("hint", _("Hint"), self.own.may_hint(state), self.own.ask_hint))
            if self.shape != "wide":
                actions.append(("list", _("Moves"), True, self.show_moves))
        self.actions.show(actions)

    def _may_undo(self, state: SessionState) -> bool | str:
        """Whether something can be taken back; a line that says why not, where one could think so."""
        chooser = _chooser(state)
        if chooser is None or not state.may_undo:
            return state.may_undo > 0
        if self.live.may_undo_to(chooser):
            return True
        return _("There is nothing to take back yet: you have had no choice so far.")

    def tell(self, words: str) -> None:
        """A line for some seconds."""
        if self.camera or self.shell is None:
            self.notice(words)
        else:
            self.shell.tell(words)

    def notice(self, text: str, *, stays: bool = False) -> None:
        """A line on the picture; it goes after a while unless it ``stays``."""
        self.picture.notice = text
        self._hush.cancel()
        if not stays:
            self._hush()

    def _tell_of_the_end(self) -> None:
        self.notice(_("The pictures have come to their end, the game has not."), stays=True)

    def _drop_notice(self, *_args: object) -> None:
        self._hush.cancel()
        self.picture.notice = ""

    # -- what people press ---------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Takes back the last line of the record; where one person plays against bots, back to that person's last choice."""
        state = self._state
        if state is None or not state.may_undo:
            return
        chooser, may = _chooser(state), self._may_undo(state)
        if isinstance(may, str):
            self.tell(may)
        elif chooser is not None:
            self._do(lambda: self.live.undo_to(chooser))
        else:
            self._do(lambda: self.live.undo(1))

    def undo_past(self, number: int) -> None:
        """Goes back to before a move that has turned out to be wrong."""
        self._do(lambda: self.live.undo_before(number))

    def pause(self) -> None:
        """Nothing is read, bots wait; a hand that was to be shown is not read either."""
        self.showing.pause(True)
        self._do(self.live.pause)

    def go_on(self) -> None:
        """The game goes on."""
        self.showing.pause(False)
        self._do(lambda: self.live.pause(False))

    def let_stand(self) -> None:
        """The illegal move stands; the game goes on from the table as it is."""
        self._do(self.live.let_stand)

    def misread(self) -> None:
        """The illegal move was no such move."""
        self.corrections.misread()

    def correct(self, track: int) -> None:
        """Opens the sheet that says which card this is."""
        self.corrections.card(track)

    def answer(self, question: QuestionEvent, card: Card) -> None:
        """Names the card that the session asks about."""
        self.corrections.answer(question, card)

    def answer_otherwise(self, question: QuestionEvent) -> None:
        """It is none of the likely ones."""
        self.corrections.answer_otherwise(question)

    def choose_card(self, choose: Callable[[Card], None], title: str = "") -> None:
        """Any card of the pack, where the program does not know the hand, or the card that was drawn."""

        def chosen(card: Card | None) -> None:
            self.close()
            if card is not None:
                choose(card)

        self.open(
            CardSheet(
                chosen,
                close=self.close,
                title=title or _("Which card is played?"),
                likely=[],
                pack=self.about.pack,
                may_be_none=False,
            )
        )

    def show_hand(self) -> None:
        """A hand is going to be shown to the camera: nobody sees the picture meanwhile. Pressed again: it is not."""
        self.showing.press()

    def _tell_of_hand(self, words: str) -> None:
        if words:
            self.notice(words, stays=True)
        else:
            self._drop_notice()

    def _showing_changed(self) -> None:
        if self._state is not None:
            self._show_actions(self._state)

    def _say(self, move: str) -> None:
        player = self._state.to_move if self._state is not None else None
        self._do(lambda: self.live.say(f"{player}: {move}"))

    def _do(self, command: Callable[[], object]) -> None:
        """Runs a command of the table and shows what came of it."""
        command()
        self.update()

    # -- keys --------------------------------------------------------------------------------------------------------

    def key(self, key: int, text: str, modifiers: Sequence[str]) -> bool:
        """U takes back, P pauses, H asks for a hint; L, while it is held, shows a covered hand."""
        if super().key(key, text, modifiers):
            return True
        if self.sheet is not None or self._state is None:
            return False
        if text == "l" and not self.camera and self.own.hand.bar.parent is not None:
            self.own.hand.bar.held = True
            return True
        keys: dict[str, Callable[[], None]] = {
            "u": self.undo,
            "p": self.go_on if self._state.paused else self.pause,
            "h": self.own.ask_hint,
            "m": self.show_menu,
        }
        if text in keys:
            keys[text]()
            return True
        return False

    def _key_up(self, _window: Any, key: int, *_args: Any) -> None:
        if key in (LOOK_KEY, SPACE, ENTER):
            self.own.hand.bar.held = False

    def _window_focus(self, _window: Any, focus: bool) -> None:
        if not focus:  # that the key comes up will not be told
            self.own.hand.bar.held = False

    # -- where things stand --------------------------------------------------------------------------------------

    def _choose_shape(self, *_changed: object) -> None:
        super()._choose_shape()
        table_shapes.fit(self)

    def _arrange(self, *_changed: object) -> None:
        if self._body is not None:
            self.remove_widget(self._body)
        self._body, self.scroll = table_shapes.arrange(self)
        self.add_widget(self._body, index=len(self.children))
        table_shapes.fit(self)
        if self._state is not None:
            self._show_actions(self._state)


def _chooser(state: SessionState) -> str | None:
    """The one person who plays against bots without a camera: taking back goes to that person's last choice."""
    here = persons(state)
    return here[0] if not state.camera and len(here) == 1 and len(here) < len(state.seats) else None


def _known(state: SessionState, public: SessionState) -> tuple[Heap, ...]:
    """The heaps as the viewer of ``state`` may look them up: the own ones, and of others what all have seen."""
    seat = state.players.index(state.viewer) if state.viewer in state.players else -1
    if len(state.heaps) != len(public.heaps):
        return public.heaps
    pairs = zip(state.heaps, public.heaps, strict=True)
    return tuple(own if own.owner in (seat, None) or own.kind != "hand" else other for own, other in pairs)
