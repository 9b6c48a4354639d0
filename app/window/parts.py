"""Pieces that several screens are made of: a button with an icon, a title with what belongs under it, a body as wide as one can read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.window import theme
from app.window.controls import Pressable
from app.window.icons import Icon as Icon
from app.window.screen import Column, Scroll


class IconButton(Pressable):
    """An icon with its word; ``bare``: the icon alone, the word is its hint. ``widest``: where words wrap, px; 0: nowhere."""

    icon = StringProperty("")
    words = StringProperty("")
    bare = BooleanProperty(False)
    tint = ColorProperty()
    widest = NumericProperty(0)

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("tint", theme.TEXT)
        super().__init__(**settings)

    def on_words(self, _widget: Any, words: str) -> None:
        self.hint = words


class LeadingButton(IconButton):
    """The one button of a screen that leads on."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"fill": theme.BRASS, "fill_down": theme.QUIET, "tint": theme.ON_BRASS} | settings)


class Row(BoxLayout):
    """Things beside each other, as high as the highest."""


class Section(Column):
    """A heading and what belongs to it."""

    title = StringProperty("")


class Page(Scroll):
    """What scrolls on a screen: a column in the middle, no wider than ``widest``, with at least ``side`` px beside it."""

    widest = NumericProperty("760dp")
    side = NumericProperty(f"{theme.GAP}dp")

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.bind(width=self._fit, widest=self._fit, side=self._fit)
        self._fit()

    def _fit(self, *_changed: object) -> None:
        side = max(self.side, (self.width - self.widest) / 2)
        self.column.padding = (side, dp(theme.SMALL_GAP), side, dp(2 * theme.GAP))


Builder.load_file(str(Path(__file__).with_name("parts.kv")))
