"""What every screen is: a place that knows its shape, its keys, the sheet that lies over it, and the shell that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from app.window import theme
from app.window.controls import Pressable
from app.window.icons import Icon as Icon
from app.window.keyboard import Focus

if TYPE_CHECKING:
    from app.window.sheets import Sheet
    from app.window.shell import Shell

ESCAPE, PAGE_UP, PAGE_DOWN = 27, 280, 281


class Column(BoxLayout):
    """Things one under the other."""


class Scroll(ScrollView):
    """A column that scrolls when it is longer than its place."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.column = Column(size_hint_y=None)
        self.column.bind(minimum_height=self.column.setter("height"))
        self.add_widget(self.column)


class TitleBar(BoxLayout):
    """The top of a screen: the way back, its title, and what stands at the right (``add_action``)."""

    title = StringProperty("")

    def __init__(self, screen: Screen, **settings: Any) -> None:
        self.screen = screen
        super().__init__(**settings)

    def add_action(self, widget: Widget) -> None:
        """Adds a button at the right end."""
        widget.pos_hint = {"center_y": 0.5}
        self.add_widget(widget)


class Screen(FloatLayout):
    """A screen of the app.

    ``shape`` follows the size: "wide" (a desktop), "low" (a phone on its side), "tall" (a phone upright); bind it to arrange anew.
    ``shell`` is None where a screen stands alone, as in some tests. A screen must be able to be made anew at any time (the language
    or the look has changed, Shell.rebuild): what must outlive it belongs into what it shows, not into its widgets.
    """

    shape = OptionProperty("wide", options=("wide", "low", "tall"))
    tells_at_the_top = False  # what the shell tells for some seconds; else at the bottom
    refresh_rate: float = 0.0  # how many times a second ``refresh`` is called while the screen is shown; 0: never

    def __init__(self, shell: Shell | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.shell = shell
        self.sheet: Sheet | None = None
        self.scroll: Scroll | None = None  # what Page Up and Page Down move
        self.focus = Focus(lambda: self.sheet or self)
        self.fbind("size", self._choose_shape)

    def refresh(self, *_args: object) -> None:
        """Shows what is new."""

    def entered(self) -> None:
        """Called when it is shown, also when one comes back to it."""

    def left(self) -> None:
        """Called when it is shown no more: whatever runs for it ends here."""

    def back(self) -> bool:
        """To the screen before; False if there is none."""
        return self.shell is not None and self.shell.back()

    # -- sheets ------------------------------------------------------------------------------------------------------

    def open(self, sheet: Sheet) -> None:
        """Lays ``sheet`` over the screen."""
        by_key = self.focus.at is not None
        self.close()
        sheet.tall = self.shape == "tall"
        self.sheet = sheet
        self.add_widget(sheet)
        if by_key:
            Clock.schedule_once(lambda _dt: self.focus.first())

    def close(self) -> None:
        """Puts the open sheet away."""
        if self.sheet is not None:
            self.remove_widget(self.sheet)
            self.sheet = None
            self.focus.clear()

    # -- touches and keys --------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        self.focus.clear()
        return bool(super().on_touch_down(touch))

    def key(self, key: int, text: str, modifiers: Sequence[str]) -> bool:
        """A key was pressed. ``key``: Kivy's key code; ``text``: the letter. True if it did something.

        Not called with what is typed into a field. Esc leaves a field, else closes the sheet, else goes back; Tab, arrows, Enter and
        Space press things; Page Up and Down scroll.
        """
        if key == ESCAPE:
            if self.focus.typing:
                self.focus.clear()
                return True
            if self.sheet is not None:
                self.close()
                return True
            return self.back()
        if self.focus.key(key, "shift" in modifiers):
            return True
        if self.sheet is None and key in (PAGE_UP, PAGE_DOWN) and self.scroll is not None:
            way = 0.5 if key == PAGE_UP else -0.5
            self.scroll.scroll_y = min(1, max(0, self.scroll.scroll_y + way))
            return True
        return False

    def _choose_shape(self, *_changed: object) -> None:
        wide = self.width >= dp(theme.WIDE_FROM) and self.width > self.height
        self.shape = ("wide" if self.height >= dp(theme.LOW_UNDER) else "low") if wide else "tall"
        if self.sheet is not None:
            self.sheet.tall = self.shape == "tall"


class BackButton(Pressable):
    """The arrow at the top left."""


Builder.load_file(str(Path(__file__).with_name("screen.kv")))
