"""The one screen of a table, watched or not: shows what the table tells, and hands on what people press.

Its parts: ``attention`` (the ruling, a question, the end), ``picture`` or ``drawn`` table, ``own_moves`` (the hand, taps), ``panels``,
``corrections`` and ``sheets``; ``table_shapes`` says where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.announcer import Announcer
from app.errors import UserError
from app.events import AdviceEvent, EndEvent, ErrorEvent, HoldsEvent, LateEvent, MoveEvent, QuestionEvent, UndoneEvent
from app.moves import cards_of
from app.tapping import persons
from app.window import table_shapes
from app.window.about import About
from app.window.attention import Attention
from app.window.controls import Pressable, Text
from app.window.corrections import Corrections
from app.window.drawn import DrawnTable
from app.window.icons import Icon as Icon
from app.window.own_moves import OwnMoves
from app.window.panels import HeapsPanel, HistoryPanel, LegalPanel, PlayersPanel, heap_title
from app.window.picture import PictureView
from app.window.screen import Screen
from app.window.sheets import CardRow, CardSheet, MenuSheet, PaperSheet
from app.window.words import move_words, with_signs
from rules.cards import Card
from rules.texts import _

if TYPE_CHECKING:
    from app.live import LiveFrame, LiveTable
    from app.state import SessionState
    from app.voice import Voice
    from app.window.open_table import OpenTable
    from app.window.shell import Shell

NOTICE_SECONDS = 8
SHOWING_SECONDS = 30  # so long the picture stays covered while a hand is shown to the camera
LOOK_KEY, SPACE, ENTER = ord("l"), 32, 13
MOST_LISTED = 60  # legal moves on the sheet of a rule


class TableBar(BoxLayout):
    """The way back, the name of the game, how fast the table is seen, the menu."""

    game = StringProperty("")
    rate = StringProperty("")
    unsaved = StringProperty("")  # why the game is not saved; "": it is
    alone = BooleanProperty(True)  # no shell: nowhere to go back to
    screen = ObjectProperty(None)


class DoButton(Pressable):
    """Icon over words."""

    icon = StringProperty("")
    words = StringProperty("")
    need = NumericProperty(0)  # how high it must be for its words


class DoBar(BoxLayout):
    """What can always be done, one button each."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._shown: list[tuple[str, str]] = []

    def show(self, actions: Sequence[tuple[str, str, bool, Callable[[], None]]]) -> None:
        """``actions``: icon, words, whether it can be pressed now, what it does."""
        shown = [(icon, words) for icon, words, _possible, _do in actions]
        if shown != self._shown:
            self._shown = shown
            self.clear_widgets()
            for icon, words, _possible, do in actions:
                button = DoButton(icon=icon, words=words, hint=words, on_release=lambda _b, do=do: do())
                button.fbind("need", self._fit)
                self.add_widget(button)
            self._fit()
        for button, (_icon, _words, possible, _do) in zip(reversed(self.children), actions, strict=True):
            button.disabled = not possible

    def _fit(self, *_changed: object) -> None:
        self.height = max((button.need for button in self.children), default=0) if self.children else dp(60)


class TableScreen(Screen):
    """Shows the table that it is given by ``watch``; call ``refresh`` often: it draws only what is new."""

    refresh_rate = 30.0

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
        self._uncover = Clock.create_trigger(lambda _dt: self._cover(False), SHOWING_SECONDS)
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
            self.notice(str(self._opened.problem), stays=True)
        elif self._opened.live is not None:
            self.watch(self._opened.live)
            return True
        return False

    def refresh(self, *_args: object) -> None:
        """Shows the newest frame, and the state if anything happened."""
        if self._watching() and self._take_in():
            self.show_state()

    def update(self) -> None:
        """Shows the state after something was pressed."""
        self._take_in()
        self.show_state()

    def _take_in(self) -> bool:
        """Takes in frame and events. -> whether anything happened."""
        events = self.live.drain()
        for event in events:
            if isinstance(event, AdviceEvent | ErrorEvent):
                self.tell(event.message)
            elif isinstance(event, EndEvent) and event.outcome is None:
                self.notice(_("The pictures have come to their end, the game has not."), stays=True)
            elif isinstance(event, LateEvent):
                self._late = event
            elif isinstance(event, HoldsEvent):
                self._cover(False)
                self.tell(event.text())
            elif isinstance(event, MoveEvent | UndoneEvent):
                self._late, self._lit = None, frozenset()
        if self.camera:
            self._show_frame(self.live.latest())
        return bool(events) or self.own.poll()

    def _show_frame(self, frame: LiveFrame | None) -> None:
        if frame is None or frame is self._frame:
            return
        if self._frame is None:
            self._drop_notice()
        self._frame = frame
        self.picture.show(getattr(frame, "rgba", frame.image), frame.cards)
        late = self._state.latency if self._state is not None else None
        self.bar.rate = (
            _("{rate:.0f} fps").format(rate=frame.fps)
            if late is None
            else _("{rate:.0f} fps, {seconds:.1f} s").format(rate=frame.fps, seconds=late)
        )

    def show_state(self) -> None:
        """Brings every panel up to date with the session."""
        state = self.live.state()
        viewer = OwnMoves.viewer(state)
        if viewer is not None:
            state = self.live.state(viewer)
        self._state = state
        self.players.show(state.points, state.to_move, state.outcome)
        self.heaps.show(state.heaps, state.players)
        self.history.show(state.moves)
        self.own.show(state)
        self.legal.show(state.legal, state.could, state.to_move, self._say, state.announcements if self.camera else ())
        self.attention.show(state, self._late, private=self.own.private)
        self.picture.mark(
            state.marks, self._lit, {place.name: place.box for place in self.live.places} if state.marks else {}
        )
        self._show_actions(state)
        self.bar.unsaved = state.unsaved
        if self._announcer is not None:
            self._announcer.tell(state)

    def _show_actions(self, state: SessionState) -> None:
        actions = [("undo", _("Take back"), state.may_undo > 0, self.undo)]
        if self.camera or any(seat.level for seat in state.seats):
            actions.append(
                ("play", _("Go on"), True, self.go_on)
                if state.paused
                else ("pause", _("Pause"), state.to_move is not None, self.pause)
            )
        if self.camera:
            actions.append(("card-correct", _("A card is missing"), True, self.corrections.missing))
            actions.append(("eye", _("Show my hand"), state.to_move is not None, self.show_hand))
        else:
            actions.append(("hint", _("Hint"), self.own.may_hint(state), self.own.ask_hint))
            if self.shape != "wide":
                actions.append(("list", _("Moves"), True, self.show_moves))
        self.actions.show(actions)

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

    def _drop_notice(self, *_args: object) -> None:
        self._hush.cancel()
        self.picture.notice = ""

    # -- what people press ---------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Takes back the last line of the record; where one person plays against bots, back to that person's last choice."""
        state = self._state
        if state is None or not state.may_undo:
            return
        here = persons(state)
        if not state.camera and len(here) == 1 and len(here) < len(state.seats):
            self._do(lambda: self.live.undo_to(here[0]))
        else:
            self._do(lambda: self.live.undo(1))

    def undo_past(self, number: int) -> None:
        """Goes back to before a move that has turned out to be wrong."""
        self._do(lambda: self.live.undo_before(number))

    def pause(self) -> None:
        """Nothing is read, bots wait."""
        self._do(self.live.pause)

    def go_on(self) -> None:
        """The game goes on."""
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

    def choose_card(self, choose: Callable[[Card], None]) -> None:
        """Any card of the pack, where the program does not know the hand."""

        def chosen(card: Card | None) -> None:
            self.close()
            if card is not None:
                choose(card)

        self.open(
            CardSheet(
                chosen,
                close=self.close,
                title=_("Which card is played?"),
                likely=[],
                pack=self.about.pack,
                may_be_none=False,
            )
        )

    def show_hand(self) -> None:
        """A hand is going to be shown to the camera: nobody sees the picture meanwhile. Pressed again: it is not."""
        if self.picture.covered:
            self._cover(False)
            return
        self._cover(True)
        self.notice(
            _("Lay your hand face up in front of you for two seconds. The picture is covered until it has been read."),
            stays=True,
        )
        self._uncover()

    def _cover(self, covered: bool) -> None:
        if self.picture.covered and not covered:
            self._drop_notice()
        self._uncover.cancel()
        self.picture.covered = covered

    def show_rule(self, rules: Sequence[str]) -> None:
        """The whole rule, and the moves that would have been legal; their cards are lit."""
        state = self._state
        if state is None:
            return
        private = self.own.private
        moves = state.legal if state.legal is not None else state.could or ()
        parts: list[Widget] = []
        for number in rules:
            title = " · ".join(part for part in (number, self.about.titles.get(number, "")) if part)
            parts.append(Text(words=title, bold=True))
            parts.append(Text(words=with_signs(self.about.texts.get(number, ""))))
        if moves and state.to_move is not None and not private:
            heading = _("Legal now") if state.legal is not None else _("What could be legal now")
            parts.append(Text(words=heading, bold=True))
            listed = [move_words(move) for move in moves[:MOST_LISTED]]
            parts.append(Text(words=",  ".join(listed) + (" …" if len(moves) > MOST_LISTED else "")))
            self._lit = frozenset(card for move in moves for card in cards_of(move)[:1])
            self.picture.mark(state.marks, self._lit, {})
        actions = [(_("All rules"), lambda: self._all_rules(rules[0] if rules else None))] if self.shell else []
        self.open(PaperSheet(*parts, close=self.close, title=_("The rule"), actions=actions))

    def show_moves(self) -> None:
        """The list of moves and what the referee knows, where they have no place beside the table."""
        state = self._state
        if state is not None:
            history, heaps = HistoryPanel(), HeapsPanel()
            history.show(state.moves)
            heaps.show(state.heaps, state.players)
            self.open(PaperSheet(history, heaps, close=self.close, title=self.about.title))

    def _tap_heap(self, number: int) -> None:
        """A heap: one draws from it, or looks what is known of it."""
        state = self._state
        if state is None or self.own.tap_heap(number):
            return
        heap = state.heaps[number]
        if heap.kind != "hand" and heap.cards:
            row = CardRow([card for card in heap.cards if card is not None])
            parts = [row] if row.children else [Text(words=_("Nobody has seen these cards."))]
            self.open(PaperSheet(*parts, close=self.close, title=heap_title(heap, state.players)))

    def show_menu(self) -> None:
        """What else there is: rules, record, score sheet, settings, leave."""
        entries = [
            ("rules", _("Rules"), lambda: self._all_rules(None)),
            ("history", _("Record so far"), self.show_record),
            ("score", _("Score sheet"), self._score),
            ("settings", _("Settings"), self._settings),
            ("home", _("Leave the table"), self.home),
        ]
        self.open(MenuSheet(entries, close=self.close, title=_("Menu")))

    def _all_rules(self, rule: str | None) -> None:
        from app.window.rules_screen import RulesScreen

        if self.shell is not None:
            self.shell.go(lambda shell: RulesScreen(shell, self.about.id, rule))

    def show_record(self) -> None:
        """The record so far, to be replayed."""
        from app.window.record_screen import RecordScreen

        path = self.live.record_path
        if self.shell is not None and path is not None:
            self.shell.go(lambda shell: RecordScreen(shell, path))
        else:
            self.tell(_("This game is not saved."))

    def _score(self) -> None:
        from app.window.score_screen import ScoreScreen

        live = self.live
        if self.shell is not None:
            self.shell.go(lambda shell: ScoreScreen(shell, live))

    def _settings(self) -> None:
        from app.window.settings_screen import SettingsScreen

        if self.shell is not None:
            self.shell.go(SettingsScreen)

    def home(self) -> None:
        """Leaves the table; the game can be gone on with from there."""
        if self.shell is not None:
            self.shell.home()

    def may_deal(self) -> bool:
        """Whether a further deal of the match can be begun."""
        return self.shell is not None and self.live.record_path is not None

    def next_deal(self) -> None:
        """The next deal of the match."""
        from app import table_plan
        from app.window.open_table import open_table_screen

        path = self.live.record_path
        if self.shell is None or path is None:
            return
        shell = self.shell
        try:
            open_table_screen(shell, table_plan.next_deal(path))
        except UserError as error:
            shell.tell(str(error))

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


Builder.load_file(str(Path(__file__).with_name("table_screen.kv")))
