"""The one screen of a live table: shows what the table tells, and hands on what people press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.events import AdviceEvent, EndEvent, ErrorEvent, LateEvent, MoveEvent, QuestionEvent, UndoneEvent
from app.lookalikes import lookalikes
from app.window import theme
from app.window.about import About
from app.window.attention import Attention
from app.window.panels import HistoryPanel, LegalPanel, PlayersPanel
from app.window.picture import PictureView
from app.window.screen import Column, Screen, Scroll
from app.window.sheets import CardSheet, MisreadSheet
from app.window.words import move_parts
from rules.cards import Card, parse_card
from rules.texts import _

if TYPE_CHECKING:
    from app.live import LiveCard, LiveFrame, LiveTable
    from app.session import SessionState
    from app.window.open_table import OpenTable
    from app.window.shell import Shell

NOTICE_SECONDS = 8


class TopBar(BoxLayout):
    """Name of the program and of the game, and how fast the table is seen."""

    game = StringProperty("")
    rate = StringProperty("")


class UndoBar(BoxLayout):
    """Takes back the last line."""

    possible = BooleanProperty(False)

    def __init__(self, undo: Callable[[], None], **settings: Any) -> None:
        self.undo = undo
        super().__init__(**settings)


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
        self._frame: LiveFrame | None = None
        self._state: SessionState | None = None
        self._late: LateEvent | None = None
        self.bar = TopBar(game=about.title)
        self.picture = PictureView(notice=_("The camera is starting …"))
        self.picture.bind(on_card=lambda _picture, track: self.correct(track))
        self.attention = Attention(about, self)
        self.players = PlayersPanel(about.suits)
        self.legal = LegalPanel()
        self.history = HistoryPanel()
        self.undo_bar = UndoBar(self.undo)
        self._body: Widget | None = None
        self._hush = Clock.create_trigger(self._drop_notice, NOTICE_SECONDS)
        self.bind(size=self._choose_shape, shape=self._arrange)
        self.picture.bind(aspect=self._choose_shape)
        self._arrange()

    # -- what the table tells ------------------------------------------------------------------------------------

    def watch(self, live: LiveTable) -> None:
        """Shows ``live`` from now on."""
        self.live = live
        self.notice(_("Waiting for the first picture …"), stays=True)
        self.show_state()

    def entered(self) -> None:
        if self._opened is not None and self.shell is not None:
            self.shell.when_drawn(self._opened.start)

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
        if not self._watching():
            return
        frame = self.live.latest()
        events = self.live.drain()
        for event in events:
            if isinstance(event, AdviceEvent | ErrorEvent):
                self.notice(event.message)
            elif isinstance(event, EndEvent) and event.outcome is None:
                self.notice(_("The pictures have come to their end, the game has not."), stays=True)
            elif isinstance(event, LateEvent):
                self._late = event
            elif isinstance(event, MoveEvent | UndoneEvent):
                self._late = None
        if frame is not None and frame is not self._frame:
            if self._frame is None:
                self._drop_notice()
            self._frame = frame
            self.picture.show(frame.image, frame.cards)
            self.bar.rate = _("{rate:.0f} fps").format(rate=frame.fps)
        if events:
            self.show_state()

    def show_state(self) -> None:
        """Brings every panel up to date with the session."""
        state = self._state = self.live.state()
        self.players.show(state.points, state.to_move, state.outcome)
        self.legal.show(state.legal, state.could, state.to_move, self._say)
        self.history.show(state.moves)
        self.undo_bar.possible = bool(state.moves)
        self.attention.show(state, self._late)

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
        """Takes back the last line of the record."""
        if self._state is not None and self._state.moves:
            self._do(lambda: self.live.undo(1))

    def let_stand(self) -> None:
        """The illegal move stands; the game goes on from the table as it is."""
        self._do(self.live.let_stand)

    def misread(self) -> None:
        """The illegal move was no such move: which of its cards did we misread?"""
        if self._state is None or self._state.last is None:
            return
        cards = [part for part in move_parts(self._state.last.move) if isinstance(part, int)]
        if len(cards) == 1:
            self._correct_card(cards[0])
        elif cards:
            self.open(MisreadSheet(self._correct_card, cards, close=self.close, title=_("Which card did we misread?")))
        else:
            self.undo()

    def _correct_card(self, card: Card) -> None:
        self.close()
        track = self.picture.track_of(card)
        if track is None:
            self.notice(_("That card is not in the picture now: lay it there again, or take the move back."))
        else:
            self.correct(track)

    def correct(self, track: int) -> None:
        """Opens the sheet that says which card this is."""
        seen = self.picture.seen(track)
        if seen is None:
            return
        self.open(
            CardSheet(
                lambda card: self._settle(lambda: self.live.correct(track, card)),
                close=self.close,
                title=_("Which card is this?"),
                likely=self._likely(seen),
                pack=self.about.pack,
                cut_out=self.picture.cut_out(track),
            )
        )

    def _likely(self, seen: LiveCard) -> list[Card]:
        """A card that is tapped though it was read for sure is another one: those it is easily taken for."""
        alike = () if seen.card is None else lookalikes(seen.card)
        wrong = seen.card if seen.sure else None
        candidates = dict.fromkeys((*seen.candidates, *alike))
        return [card for card in candidates if card != wrong and self.about.pack >> card & 1][:3]

    def answer(self, question: QuestionEvent, card: Card) -> None:
        """Names the card that the session asks about."""
        self._settle(lambda: self.live.answer(question.id, card))

    def answer_otherwise(self, question: QuestionEvent) -> None:
        """Opens the sheet to name it: it is none of the likely ones."""
        self.open(
            CardSheet(
                lambda card: None if card is None else self.answer(question, card),
                close=self.close,
                title=_("Which card is it?"),
                likely=[parse_card(name) for name in question.candidates],
                pack=self.about.pack,
                may_be_none=False,
            )
        )

    def _say(self, word: str) -> None:
        player = self._state.to_move if self._state is not None else None
        self._do(lambda: self.live.say(f"{player}: {word}"))

    def _settle(self, command: Callable[[], object]) -> None:
        self.close()
        self._do(command)

    def _do(self, command: Callable[[], object]) -> None:
        """Runs a command of the table and shows what came of it."""
        command()
        self.show_state()

    def key(self, key: int, text: str, modifiers: Sequence[str]) -> bool:
        """U takes back the last line."""
        if super().key(key, text, modifiers):
            return True
        if self.sheet is None and text == "u":
            self.undo()
            return True
        return False

    # -- where things stand --------------------------------------------------------------------------------------

    def _choose_shape(self, *_changed: object) -> None:
        super()._choose_shape()
        if self.shape == "tall":
            self.picture.height = min((self.width - dp(24)) / self.picture.aspect, self.height * 0.42)
        elif self.shape == "wide":
            width = self.width - dp(theme.PANEL_WIDTH + 3 * theme.GAP)
            self.picture.height = min(width / self.picture.aspect, self.height * 0.6)

    def _arrange(self, *_changed: object) -> None:
        for widget in (self.bar, self.picture, self.attention, self.players, self.legal, self.history, self.undo_bar):
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
        if self._body is not None:
            self.remove_widget(self._body)
        self._body, self.scroll = getattr(self, f"_arrange_{self.shape}")()
        self.add_widget(self._body, index=len(self.children))

    def _arrange_wide(self) -> tuple[Widget, Scroll]:
        left, side, below = Column(spacing=dp(12)), self._side(), Scroll()
        self.picture.size_hint_y = None
        below.column.add_widget(self.attention)
        left.add_widget(self.bar)
        left.add_widget(self.picture)
        left.add_widget(below)
        body = BoxLayout(padding=dp(theme.GAP), spacing=dp(theme.GAP))
        body.add_widget(left)
        body.add_widget(side)
        return body, self._fill(self.players, self.legal, self.history, into=side)

    def _arrange_low(self) -> tuple[Widget, Scroll]:
        left, side = Column(), self._side()
        self.picture.size_hint_y = 1
        left.add_widget(self.bar)
        left.add_widget(self.picture)
        body = BoxLayout(padding=dp(theme.SMALL_GAP), spacing=dp(theme.SMALL_GAP))
        body.add_widget(left)
        body.add_widget(side)
        return body, self._fill(self.attention, self.players, self.legal, self.history, into=side)

    def _arrange_tall(self) -> tuple[Widget, Scroll]:
        body = Column(padding=dp(12), spacing=dp(12))
        self.picture.size_hint_y = None
        body.add_widget(self.bar)
        body.add_widget(self.picture)
        return body, self._fill(self.attention, self.players, self.legal, self.history, into=body)

    def _side(self) -> Column:
        return Column(size_hint_x=None, width=dp(theme.PANEL_WIDTH))

    def _fill(self, *panels: Widget, into: Column) -> Scroll:
        scroll = Scroll()
        for panel in panels:
            scroll.column.add_widget(panel)
        into.add_widget(scroll)
        into.add_widget(self.undo_bar)
        return scroll


Builder.load_file(str(Path(__file__).with_name("table_screen.kv")))
