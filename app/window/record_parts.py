"""The pieces of the Record screen: the list of moves, the move where one stands, a button that shows a hand, where to export to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView

from app.window.controls import MoodSign as MoodSign
from app.window.controls import Pressable
from app.window.fields import Labelled, TextField
from app.window.keyboard import ENTER, KEYPAD_ENTER, SPACE
from app.window.parts import IconButton, LeadingButton
from app.window.sheets import Sheet
from rules.texts import _

LOOK = 3.0  # s for which a hand is shown that was asked for by key


class MoveRow(Pressable):
    """A line of the record in the list."""

    index = NumericProperty(0)
    number = StringProperty("")
    player = StringProperty("")
    move = StringProperty("")
    mood = StringProperty("")
    chosen = BooleanProperty(False)

    def on_release(self) -> None:
        view = self.parent.parent if self.parent is not None else None
        if isinstance(view, MoveList):
            view.go(self.index)


class MoveList(RecycleView):
    """The lines of the record; the one where the replay stands is marked."""

    def __init__(self, go: Callable[[int], None], **settings: Any) -> None:
        self.go = go
        super().__init__(**settings)

    def scroll_to(self, widget: Any, padding: float = 10, animate: Any = True) -> None:
        """As in ScrollView, which cannot do it for rows that come and go."""
        self._bring(widget.y - padding, widget.top + padding)

    def bring(self, index: int) -> None:
        """Scrolls no further than it takes to see line ``index``, from 1."""
        view = self.children[0] if self.children else None
        if view is not None and self.data:
            high = view.height / len(self.data)
            top = view.height - (index - 1) * high
            self._bring(top - 2 * high, top + high)  # with its neighbours

    def _bring(self, low: float, top: float) -> None:
        hidden = self.children[0].height - self.height
        if hidden <= 0:
            self.scroll_y = 1
            return
        here = self.scroll_y * hidden
        if low < here:
            here = low
        elif top > here + self.height:
            here = top - self.height
        self.scroll_y = min(1.0, max(0.0, here / hidden))


class HoldButton(IconButton):
    """While it is held, a hand is shown; asked for by key, for a moment."""

    held = BooleanProperty(False)

    def __init__(self, player: str, **settings: Any) -> None:
        self.player = player
        super().__init__(
            icon="eye", words=_("{player}: hold to look").format(player=player), widest=dp(330), **settings
        )
        self._cover = Clock.create_trigger(self._let_go, LOOK)
        self.bind(state=self._pressed)

    def _pressed(self, *_changed: object) -> None:
        self._cover.cancel()
        self.held = self.state == "down"

    def key(self, key: int) -> bool:
        """Space and Enter show it for a moment."""
        if key not in (ENTER, SPACE, KEYPAD_ENTER):
            return False
        self.held = True
        self._cover()
        return True

    def _let_go(self, _dt: float) -> None:
        self.held = False


class Now(BoxLayout):
    """The line where the replay stands, large: the move, the verdict, why, the rules."""

    mood = StringProperty("")
    title = StringProperty("")
    verdict = StringProperty("")
    why = StringProperty("")


class ExportSheet(Sheet):
    """Where is the record to be written?"""

    def __init__(self, path: str, save: Callable[[str], None], **settings: Any) -> None:
        super().__init__(title=_("Export the record"), **settings)
        self.field = TextField(path, _("File"))
        self.ids.column.add_widget(
            Labelled(_("File"), self.field, _("A text file that any Kibitz, and any editor, can read."))
        )
        self.ids.foot.add_widget(
            LeadingButton(icon="export", words=_("Export"), on_release=lambda _b: save(self.field.text))
        )


Builder.load_file(str(Path(__file__).with_name("record_parts.kv")))
