"""The fixed bars of the table screen: name, speed and menu at the top; what can always be done at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.window import theme
from app.window.controls import Pressable, fitted
from app.window.icons import Icon as Icon


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
    off = BooleanProperty(False)  # it can only say why it does nothing now
    need = NumericProperty(0)  # how high it must be for its words
    letters = NumericProperty("14sp")


class DoBar(BoxLayout):
    """What can always be done, one button each."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._shown: list[tuple[str, str]] = []
        self.bind(width=self._fit_letters)

    def show(self, actions: Sequence[tuple[str, str, bool | str, Callable[[], None]]]) -> None:
        """``actions``: icon, words, whether it can be pressed now, what it does. Why not, in a line: it looks so, and says it pressed."""
        shown = [(icon, words) for icon, words, _possible, _do in actions]
        if shown != self._shown:
            self._shown = shown
            self.clear_widgets()
            for icon, words, _possible, do in actions:
                button = DoButton(icon=icon, words=words, hint=words, on_release=lambda _b, do=do: do())
                button.fbind("need", self._fit)
                self.add_widget(button)
            self._fit_letters()
            self._fit()
        for button, (_icon, _words, possible, _do) in zip(reversed(self.children), actions, strict=True):
            button.disabled, button.off = not possible, isinstance(possible, str)

    def _fit_letters(self, *_changed: object) -> None:
        """All words in letters of one size, in which the longest word fits."""
        many = len(self.children)
        room = (self.width - self.spacing * (many - 1)) / max(1, many) - dp(8)
        sizes = [fitted(button.words, sp(theme.SMALL), room) for button in self.children]
        for button in self.children:
            button.letters = min(sizes)

    def _fit(self, *_changed: object) -> None:
        self.height = max((button.need for button in self.children), default=0) if self.children else dp(60)


Builder.load_file(str(Path(__file__).with_name("table_bars.kv")))
