"""The building blocks of the screen: text, card faces, verdict signs, things to press."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, SmoothLine, SmoothRoundedRectangle, Triangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from app.window import theme
from app.window.card_face import CardFace as CardFace
from app.window.paint import glyphs as glyphs
from app.window.words import SIGNS
from rules.cards import Card

_CARD = re.compile(rf"\w{{0,2}}[{SIGNS}]")
LEAST = 0.6  # of its size: no text is made smaller than that to fit


def marked(text: str) -> str:
    """``text`` as Kivy markup: nothing in it acts as markup but suit signs in their font.

    The rank stands in that font too, since a line may break where the font changes.
    """
    return _CARD.sub(r"[font=Signs]\g<0>[/font]", escape_markup(text))


def fitted(words: str, size: float, width: float, *, line: bool = False) -> float:
    """The size of bold letters, px, at which the longest word of ``words`` fits ``width`` px: ``size`` or smaller, at least LEAST of it.

    ``line``: all words in one line.
    """
    parts = [words] if line else words.split()
    widest = max((sum(part.width for part in _bold_parts(word, size)) for word in parts), default=0)
    room = width - 2  # a label needs a little more than its letters
    return size if widest <= room or width <= 0 else max(size * LEAST, size * room / widest)


def _bold_parts(word: str, size: float) -> list[Texture]:
    """The letters and the suit signs of a word, as they stand in a bold text."""
    return [glyphs(part, round(size, 1), True) for part in re.split(f"([{SIGNS}])", word) if part]


class Text(Label):
    """A text that wraps to its width and is as high as it needs. ``words`` may hold suit signs and any name."""

    words = StringProperty("")

    def on_words(self, _widget: Widget, words: str) -> None:
        self.text = marked(words)


class Panel(BoxLayout):
    """A rounded card of the screen, as high as what stands in it."""

    fill = ColorProperty()

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("fill", theme.PANEL)
        super().__init__(**settings)


class Drawn(Widget):
    """Draws itself, at most once a frame: when it was moved, or one of the properties ``drawn_from`` changed."""

    drawn_from: tuple[str, ...] = ()

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.redraw = Clock.create_trigger(self._draw_now, -1)
        for name in ("pos", "size", *self.drawn_from):
            self.fbind(name, self.redraw)
        self.redraw()

    def _draw_now(self, _dt: float) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            self.draw()

    def draw(self) -> None:
        """Adds the drawing instructions to the canvas that is current."""
        raise NotImplementedError


def _parts(texts: Iterable[str], size: float, bold: bool) -> list[Texture]:
    return [glyphs(text, round(size, 1), bold) for text in texts if text]


def _row(texts: Iterable[str], size: float, x: float, y: float, *, bold: bool = False, top: bool = False) -> float:
    """Draws from ``x`` on, under ``y`` if ``top``, else around it; returns the lower edge."""
    low = y
    for part in _parts(texts, size, bold):
        bottom = y - part.height if top else y - part.height / 2
        Rectangle(texture=part, pos=(round(x), round(bottom)), size=part.size)
        x += part.width
        low = min(low, bottom)
    return low


def _middle(texts: Iterable[str], size: float, x: float, y: float) -> None:
    parts = _parts(texts, size, True)
    _row(texts, size, x - sum(part.width for part in parts) / 2, y, bold=True)


class MoodSign(Drawn):
    """Tick, cross, clock, question mark, exclamation mark, star: told apart by shape as well as by colour."""

    mood = StringProperty("")
    drawn_from = ("mood",)

    def draw(self) -> None:
        if self.mood not in theme.MOODS:
            return
        r = min(self.size) / 2
        pen = max(r * 0.11, dp(0.9))
        cx, cy = self.center
        Color(*theme.MOODS[self.mood][0])
        if self.mood == "legal":
            SmoothRoundedRectangle(pos=(cx - r, cy - r), size=(2 * r, 2 * r), radius=[r])
            Color(*theme.GROUND)
            SmoothLine(points=(cx - r * 0.45, cy, cx - r * 0.1, cy - r * 0.36, cx + r * 0.48, cy + r * 0.36), width=pen)
        elif self.mood == "illegal":  # a square: another outline than the tick's
            SmoothRoundedRectangle(pos=(cx - r, cy - r), size=(2 * r, 2 * r), radius=[r * 0.35])
            Color(*theme.GROUND)
            SmoothLine(points=(cx - r * 0.4, cy - r * 0.4, cx + r * 0.4, cy + r * 0.4), width=pen)
            SmoothLine(points=(cx - r * 0.4, cy + r * 0.4, cx + r * 0.4, cy - r * 0.4), width=pen)
        elif self.mood == "end":
            turns = [math.pi * n / 5 for n in range(10)]
            reach = [r if n % 2 == 0 else r * 0.45 for n in range(10)]
            rim = [
                (cx + far * math.sin(turn), cy + far * math.cos(turn)) for far, turn in zip(reach, turns, strict=True)
            ]
            for (x1, y1), (x2, y2) in zip(rim, rim[1:] + rim[:1], strict=True):
                Triangle(points=(cx, cy, x1, y1, x2, y2))
        elif self.mood in ("question", "differs"):
            SmoothRoundedRectangle(pos=(cx - r, cy - r), size=(2 * r, 2 * r), radius=[r])
            Color(*theme.GROUND)
            _middle(("?" if self.mood == "question" else "!",), r * 1.35, cx, cy)
        else:
            SmoothLine(circle=(cx, cy, r - pen), width=pen)
            SmoothLine(points=(cx, cy + r * 0.5, cx, cy, cx + r * 0.36, cy - r * 0.2), width=pen)


class Pressable(ButtonBehavior, AnchorLayout):
    """Anything that can be pressed, by finger, mouse or keyboard. ``hint`` names it for tests and later for speech."""

    fill = ColorProperty()
    fill_down = ColorProperty()
    radius = NumericProperty(f"{theme.RADIUS}dp")
    focused = BooleanProperty(False)
    hint = StringProperty("")

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("fill", theme.RAISED)
        settings.setdefault("fill_down", theme.PRESSED)
        super().__init__(**settings)

    def key(self, _key: int) -> bool:
        """A key while it has the focus; True if it used it up. For things that know more keys than Enter and Space."""
        return False


class PushButton(Pressable):
    """A button with a text."""

    words = StringProperty("")
    tint = ColorProperty()

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("tint", theme.TEXT)
        super().__init__(**settings)

    def on_words(self, _widget: Widget, words: str) -> None:
        self.hint = words


class MainButton(PushButton):
    """The one button of a screen that leads on."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"fill": theme.BRASS, "fill_down": theme.QUIET, "tint": theme.ON_BRASS} | settings)


class CardButton(Pressable):
    """A card to be chosen."""

    card: Card = NumericProperty(0)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"fill": (0, 0, 0, 0), "fill_down": theme.BRASS} | settings)


Builder.load_file(str(Path(__file__).with_name("controls.kv")))
