"""Things that take a value: a line to type in, a switch, one of several, a slider, a number by steps.

Each has its value as a Kivy property (``text``, ``active``, ``value``) to be bound, and is reached and used by keyboard
(keyboard.Focus): Space presses, arrows move within a slider, letters go to the field that is typed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, SmoothLine, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from app.window import theme
from app.window.controls import Drawn, Pressable, Text
from app.window.icons import Icon as Icon
from app.window.keyboard import ARROWS, focus_of
from app.window.parts import IconButton
from rules.texts import _

# -- a line of text ---------------------------------------------------------------------------------------------------


class Typed(TextInput):
    """The line that is typed in, without a frame of its own."""


class TypingPlace(Pressable):
    """Where one types: pressed, it takes the letters."""

    types = True  # for keyboard.Focus

    def on_press(self) -> None:
        self.parent.input.focus = True

    def on_focused(self, _widget: Widget, focused: bool) -> None:
        self.parent.input.focus = focused


class ClearButton(Pressable):
    """A cross that empties the field."""


class TextField(BoxLayout):
    """One line to type in. ``text``: what stands there; ``hint``: what belongs there, shown while it is empty, and its name.

    ``on_done(text)`` is called when Enter is pressed and when the field is left after a change.
    """

    text = StringProperty("")
    hint = StringProperty("")
    clearable = BooleanProperty(True)
    most = NumericProperty(500)  # letters

    def __init__(
        self, text: str = "", hint: str = "", on_done: Callable[[str], None] | None = None, **settings: Any
    ) -> None:
        self.on_done = on_done
        self._told = text
        super().__init__(text=text, hint=hint, **settings)
        self.input: Typed = self.ids.input.__self__  # not a weak proxy of it
        self.place: TypingPlace = self.ids.place.__self__
        self.input.text = text
        self.input.bind(text=self._typed, focus=self._focus_changed, on_text_validate=lambda *_args: self._done())

    def on_text(self, _widget: Widget, text: str) -> None:
        if "input" in self.ids and self.ids.input.text != text:
            self.ids.input.text = text

    def clear(self) -> None:
        """Empties the field; one goes on typing in it."""
        self.text = ""
        focus = focus_of(self)
        if focus is not None:
            focus.take(self.place)

    def _typed(self, field: Typed, text: str) -> None:
        kept = text.replace("\n", " ")[: int(self.most)]
        if kept != text:
            field.text = kept
        self.text = kept

    def _focus_changed(self, _input: Typed, focused: bool) -> None:
        focus = focus_of(self)
        if focused:
            if focus is not None:
                focus.take(self.place)
            return
        if focus is not None and focus.at is self.place:
            focus.clear()
        if self._told != self.text:
            self._done()

    def _done(self) -> None:
        self._told = self.text
        if self.on_done is not None:
            self.on_done(self.text)


# -- on or off ---------------------------------------------------------------------------------------------------------


class SwitchSign(Drawn):
    """A track with a thumb: on, the thumb stands right, filled, with a tick; off, it is a ring at the left."""

    active = BooleanProperty(False)
    drawn_from = ("active",)

    def draw(self) -> None:
        width, height = dp(52), dp(30)
        x, y = self.center_x - width / 2, self.center_y - height / 2
        Color(*(theme.BRASS if self.active else theme.QUIET))
        if self.active:
            SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[height / 2])
            Color(*theme.ON_BRASS)
            SmoothRoundedRectangle(pos=(x + width - height + dp(4), y + dp(4)), size=(dp(22), dp(22)), radius=[dp(11)])
            Color(*theme.BRASS)
            cx, cy = x + width - height / 2, y + height / 2
            SmoothLine(points=(cx - dp(5), cy, cx - dp(1.5), cy - dp(4), cx + dp(5), cy + dp(4)), width=dp(1.3))
        else:
            Line(rounded_rectangle=(x + 1, y + 1, width - 2, height - 2, height / 2 - 1), width=dp(1.3))
            SmoothLine(circle=(x + height / 2, y + height / 2, dp(8)), width=dp(1.3))


class OnOff(Pressable):
    """On or off, with the word beside it. ``active`` is the value."""

    active = BooleanProperty(False)
    word = StringProperty("")

    def __init__(self, active: bool = False, hint: str = "", **settings: Any) -> None:
        super().__init__(**{"fill": (0, 0, 0, 0), "active": active, "hint": hint} | settings)
        self.word = _on_or_off(active)

    def on_active(self, _widget: Widget, active: bool) -> None:
        self.word = _on_or_off(active)

    def on_release(self) -> None:
        self.active = not self.active


Switch = OnOff  # Kivy has looks of its own for what is called Switch, or Slider


class CheckRow(Pressable):
    """What can be switched, what it means, and the switch: the whole row is pressed. ``active`` is the value."""

    active = BooleanProperty(False)
    words = StringProperty("")
    explanation = StringProperty("")
    word = StringProperty("")

    def __init__(self, words: str, explanation: str = "", active: bool = False, **settings: Any) -> None:
        super().__init__(
            **{"words": words, "explanation": explanation, "active": active, "hint": words, "fill": (0, 0, 0, 0)}
            | settings
        )
        self.word = _on_or_off(active)

    def on_active(self, _widget: Widget, active: bool) -> None:
        self.word = _on_or_off(active)

    def on_release(self) -> None:
        self.active = not self.active


def _on_or_off(active: bool) -> str:
    return _("on") if active else _("off")


# -- one of several ----------------------------------------------------------------------------------------------------


class Segment(Pressable):
    """One of the things to choose from."""

    words = StringProperty("")
    chosen = BooleanProperty(False)
    widest = NumericProperty(0)
    value: Any = ObjectProperty(None, allownone=True)


class Choice(StackLayout):
    """One of several values, each a button with its words; they wrap where it is narrow. ``on_choose(value)``: it was changed by hand."""

    value: Any = ObjectProperty(None, allownone=True)

    def __init__(
        self,
        options: Sequence[tuple[Any, str]],
        value: Any = None,
        on_choose: Callable[[Any], None] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(**settings)
        self.on_choose = on_choose
        self.segments = [Segment(words=words, hint=words, value=of, on_release=self._pressed) for of, words in options]
        for segment in self.segments:
            self.add_widget(segment)
        self.value = value
        self.on_value(self, value)
        self.fbind("width", self._fit)
        self._fit(self, self.width)

    def on_value(self, _widget: Widget, value: Any) -> None:
        for segment in self.segments:
            segment.chosen = segment.value == value

    def _fit(self, _widget: Widget, width: float) -> None:
        for segment in self.segments:
            segment.widest = width

    def _pressed(self, segment: Segment) -> None:
        if segment.value != self.value:
            self.value = segment.value
            if self.on_choose is not None:
                self.on_choose(self.value)


# -- numbers -----------------------------------------------------------------------------------------------------------


def _stepped(value: float, low: float, high: float, step: float) -> float:
    """``value`` on the nearest step within the limits."""
    number = round(low + round((value - low) / step) * step, 6)
    return min(high, max(low, number))


class SlideBar(Pressable):
    """A value between ``low`` and ``high``: drag it, touch where it should be, or use the arrows left and right.

    ``words(value)`` says the value. ``on_choose(value)``: it was changed by hand, and let go of.
    """

    value = NumericProperty(0)
    word = StringProperty("")

    def __init__(
        self,
        value: float,
        low: float,
        high: float,
        step: float = 1,
        *,
        words: Callable[[float], str] = str,
        on_choose: Callable[[float], None] | None = None,
        **settings: Any,
    ) -> None:
        self.low, self.high, self.step = low, high, step
        self._words, self.on_choose = words, on_choose
        self._tell = Clock.create_trigger(lambda _dt: self._told(), 0.4)  # once, after a row of key presses
        super().__init__(**{"value": value, "fill": (0, 0, 0, 0), "fill_down": (0, 0, 0, 0)} | settings)
        self.word = words(value)

    def on_value(self, _widget: Widget, value: float) -> None:
        self.word = self._words(value)

    @property
    def part(self) -> float:
        """Where the value stands between the limits, 0 to 1."""
        return (self.value - self.low) / (self.high - self.low)

    def key(self, key: int) -> bool:
        """Arrows left and right change the value."""
        way = ARROWS.get(key, (0, 0))[0]
        if not way:
            return False
        self.value = _stepped(self.value + way * self.step, self.low, self.high, self.step)
        self._tell()
        return True

    def on_touch_down(self, touch: Any) -> bool:
        if self.disabled or not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self.state = "down"
        self._follow(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._follow(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.state = "normal"
        self._told()
        return True

    def _follow(self, touch: Any) -> None:
        track = self.ids.track
        part = min(1, max(0, (touch.x - track.x - dp(14)) / max(track.width - dp(28), 1)))
        self.value = _stepped(self.low + part * (self.high - self.low), self.low, self.high, self.step)

    def _told(self) -> None:
        self._tell.cancel()
        if self.on_choose is not None:
            self.on_choose(self.value)


Slider = SlideBar


class Track(Drawn):
    """The line of a slider and its thumb, a ring."""

    part = NumericProperty(0)
    drawn_from = ("part",)

    def draw(self) -> None:
        y, inset = self.center_y, dp(14)
        x = self.x + inset + self.part * (self.width - 2 * inset)
        Color(*theme.QUIET[:3], 0.55)
        SmoothLine(points=(self.x + inset, y, self.right - inset, y), width=dp(2.5))
        Color(*theme.BRASS)
        if x > self.x + inset:
            SmoothLine(points=(self.x + inset, y, x, y), width=dp(2.5))
        SmoothRoundedRectangle(pos=(x - dp(12), y - dp(12)), size=(dp(24), dp(24)), radius=[dp(12)])
        Color(*theme.PANEL)
        SmoothRoundedRectangle(pos=(x - dp(6), y - dp(6)), size=(dp(12), dp(12)), radius=[dp(6)])


class StepButton(Pressable):
    """One step less, or more."""

    plus = BooleanProperty(False)


class Stepper(BoxLayout):
    """A number with a button for one step less and one for one step more. ``words(value)`` says it; ``name``: of what it is."""

    value = NumericProperty(0)
    word = StringProperty("")
    name = StringProperty("")

    def __init__(
        self,
        value: float,
        low: float,
        high: float,
        step: float = 1,
        *,
        words: Callable[[float], str] = str,
        on_choose: Callable[[float], None] | None = None,
        **settings: Any,
    ) -> None:
        self.low, self.high, self.step = low, high, step
        self._words, self.on_choose = words, on_choose
        super().__init__(**settings)
        self.value = value
        self.on_value(self, value)

    def on_value(self, _widget: Widget, value: float) -> None:
        self.word = self._words(value)
        self.ids.less.disabled = value <= self.low
        self.ids.more.disabled = value >= self.high

    def change(self, by: int) -> None:
        """``by`` steps on, or back."""
        value = _stepped(self.value + by * self.step, self.low, self.high, self.step)
        if value != self.value:
            self.value = value
            if self.on_choose is not None:
                self.on_choose(value)


# -- around them -------------------------------------------------------------------------------------------------------


class Labelled(BoxLayout):
    """A name, a line that explains, and below them what takes the value."""

    def __init__(self, title: str, field: Widget, explanation: str = "", **settings: Any) -> None:
        super().__init__(**settings)
        self.field = field
        self.add_widget(Text(words=title, bold=True))
        if explanation:
            self.add_widget(Text(words=explanation, color=theme.QUIET, font_size=f"{theme.SMALL}sp"))
        self.add_widget(field)


class Buttons(StackLayout):
    """Buttons in a row that wraps, as the words of one do that is too wide."""

    def __init__(self, *buttons: IconButton, **settings: Any) -> None:
        super().__init__(**settings)
        for button in buttons:
            self.add_widget(button)
        self.fbind("width", self._fit)

    def _fit(self, _widget: Widget, width: float) -> None:
        for button in self.children:
            button.widest = width


Builder.load_file(str(Path(__file__).with_name("fields.kv")))
