"""The building blocks of the screen: text, card faces, verdict signs, things to press."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy import kivy_data_dir
from kivy.clock import Clock
from kivy.core.text import Label as TextImage
from kivy.core.text import LabelBase
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
from app.window.words import SIGNS, is_red, rank_text, suit_sign
from rules.cards import Card

LabelBase.register("Signs", str(Path(kivy_data_dir) / "fonts" / "DejaVuSans.ttf"))  # Roboto has no suit signs


@lru_cache(maxsize=1024)
def glyphs(text: str, size: float, bold: bool = False) -> Texture:
    """A white texture of ``text``, letters ``size`` px high, to be tinted by a Color. Suit signs, or no suit sign."""
    font = "Signs" if set(text) <= set(SIGNS) else "Roboto"
    image = TextImage(text=text, font_size=size, font_name=font, bold=bold and font == "Roboto", color=(1, 1, 1, 1))
    image.refresh()
    return image.texture


def marked(text: str) -> str:
    """``text`` as Kivy markup: nothing in it acts as markup but suit signs in their font."""
    safe = escape_markup(text)
    for sign in SIGNS:
        safe = safe.replace(sign, f"[font=Signs]{sign}[/font]")
    return safe


class Text(Label):
    """A text that wraps to its width and is as high as it needs. ``words`` may hold suit signs and any name."""

    words = StringProperty("")

    def on_words(self, _widget: Widget, words: str) -> None:
        self.text = marked(words)


class Panel(BoxLayout):
    """A rounded card of the screen, as high as what stands in it."""

    fill = ColorProperty(theme.PANEL)


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


class CardFace(Drawn):
    """A playing card drawn by us; the larger, the more it looks like one."""

    card: Card = NumericProperty(0)
    dim = BooleanProperty(False)
    drawn_from = ("card", "dim")

    def draw(self) -> None:
        (x, y), (width, height) = self.pos, self.size
        radius = min(width, height) * 0.16
        tint = theme.RED if is_red(self.card) else theme.INK
        Color(*theme.PAPER[:3], 0.45 if self.dim else 1)
        SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[radius])
        Color(*theme.PAPER_EDGE[:3], 1)
        SmoothLine(rounded_rectangle=(x + 0.5, y + 0.5, width - 1, height - 1, radius), width=1)
        Color(*tint)
        rank, sign = rank_text(self.card), suit_sign(self.card)
        if height > dp(80):  # a big card: the index in the corner, the suit in the middle
            corner = _row((rank,), height * 0.24, x + width * 0.1, y + height * 0.98, bold=True, top=True)
            if sign:
                _row((sign,), height * 0.17, x + width * 0.1, corner, top=True)
                _middle((sign,), height * 0.42, x + width * 0.56, y + height * 0.36)
            else:
                _middle(("★",), height * 0.3, x + width / 2, y + height * 0.36)
        else:
            size = min(height * 0.56, width * (0.34 if len(rank) < 2 else 0.3))
            _middle((rank, sign) if sign else (rank,), size if sign else width * 0.26, x + width / 2, y + height / 2)


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


class UndoSign(Drawn):
    """An arrow that turns back."""

    def draw(self) -> None:
        r = min(self.size) * 0.31
        cx, cy = self.center
        Color(*theme.TEXT)
        SmoothLine(circle=(cx, cy, r, -60, 200), width=dp(1.3))
        x, y, tip = cx + r * math.sin(math.radians(-60)), cy + r * math.cos(math.radians(-60)), r * 0.7
        Triangle(points=(x - tip, y + tip * 0.3, x + tip, y + tip * 0.5, x - tip * 0.3, y - tip))


class Pressable(ButtonBehavior, AnchorLayout):
    """Anything that can be pressed, by finger, mouse or keyboard. ``hint`` names it for tests and later for speech."""

    fill = ColorProperty(theme.RAISED)
    fill_down = ColorProperty(theme.PRESSED)
    radius = NumericProperty(dp(theme.RADIUS))
    focused = BooleanProperty(False)
    hint = StringProperty("")


class PushButton(Pressable):
    """A button with a text."""

    words = StringProperty("")
    tint = ColorProperty(theme.TEXT)

    def on_words(self, _widget: Widget, words: str) -> None:
        self.hint = words


class CardButton(Pressable):
    """A card to be chosen."""

    card: Card = NumericProperty(0)


Builder.load_file(str(Path(__file__).with_name("controls.kv")))
