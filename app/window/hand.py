"""The hand of one player, large, and the moves it can make. Where several persons share the screen it is covered: hold to look."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from app.window.controls import MainButton, Pressable, PushButton, Text
from app.window.icons import Icon as Icon
from app.window.keyboard import ENTER, SPACE
from app.window.panels import SuitSign as SuitSign
from app.window.words import card_text, move_words
from rules.cards import Card
from rules.texts import _

STEP = 48  # dp: so much of a card is to be touched where others lie on it
CLOSED = 24  # dp: so much of it is seen in a hand that is only looked at
SMALLEST = 52  # dp: so wide is a card of a hand that needs many rows
RAISE = 14  # dp


class FanCard(Pressable):
    """A card of the hand."""

    card: Card = NumericProperty(-1)
    face_down = BooleanProperty(True)
    lit = BooleanProperty(False)
    taken = BooleanProperty(False)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"fill": (0, 0, 0, 0), "fill_down": (0, 0, 0, 0)} | settings)


class Fan(FloatLayout):
    """Cards side by side, in as many rows as it takes that each can be touched.

    ``card_width``: of one, in dp; ``one_width``: where there is never more than one; ``closed``: the hand is only looked at, its
    cards lie closer.
    """

    card_width = NumericProperty(84)
    one_width = NumericProperty(0)
    closed = BooleanProperty(False)

    def __init__(self, press: Callable[[Card], None], **settings: Any) -> None:
        self._press = press
        self._most = 0
        super().__init__(**settings)
        self.bind(size=self._lay, pos=self._lay, card_width=self._lay, one_width=self._lay, closed=self._lay)

    def show(
        self, cards: Sequence[Card | None], *, covered: bool, lit: Collection[Card], taken: Collection[Card]
    ) -> None:
        """``covered``: only how many they are may be seen."""
        cards = [None] * len(cards) if covered else list(cards)
        if len(self.children) != len(cards):
            self.clear_widgets()
            for _card in cards:
                widget = FanCard(size_hint=(None, None))
                widget.bind(on_release=lambda pressed: pressed.card >= 0 and self._press(pressed.card))
                self.add_widget(widget)
        for widget, card in zip(reversed(self.children), cards, strict=True):
            widget.face_down, widget.card = card is None, -1 if card is None else card
            widget.hint = _("A covered card") if card is None else card_text(card)
            widget.disabled = card is None
            widget.lit, widget.taken = card in lit, card is not None and card in taken
        self._lay()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        under = None if touch.is_mouse_scrolling else self.card_under(*touch.pos)
        if under is not None and under.disabled:  # what is covered is not silent
            self._press(-1)
        return bool(super().on_touch_down(touch))

    def spots(self) -> Mapping[Card, tuple[float, float]]:
        """Where the open cards stand in the window."""
        return {w.card: w.to_window(w.x, w.y) for w in self.children if w.card >= 0}

    def card_under(self, x: float, y: float) -> FanCard | None:
        """The topmost card at (x, y) of its parent's coordinates."""
        return next((widget for widget in self.children if widget.collide_point(x, y)), None)

    def _lay(self, *_changed: object) -> None:
        count = len(self.children)
        if not count or self.width < dp(60):
            self.height = 0
            return
        step = dp(CLOSED if self.closed else STEP)
        self._most = max(self._most, count)
        wide = min(dp(self.card_width if self._most > 1 else self.one_width or self.card_width), self.width)
        in_row = max(1, int((self.width - wide) / step) + 1)
        if -(-count // in_row) > 2:
            wide = min(wide, dp(SMALLEST))
            in_row = max(1, int((self.width - wide) / step) + 1)
        rows = -(-count // in_row)
        in_row = -(-count // rows)
        high = wide * 1.4
        strip = dp(CLOSED + 8 if self.closed else STEP)
        self.height = high + strip * (rows - 1) + dp(RAISE)
        for n, widget in enumerate(reversed(self.children)):
            row, place = divmod(n, in_row)
            here = min(in_row, count - row * in_row)
            step = min(wide + dp(6), (self.width - wide) / max(1, in_row - 1))
            left = (self.width - wide - step * (here - 1)) / 2
            widget.size = round(wide), round(high)
            up = dp(RAISE) if widget.taken else 0
            widget.pos = round(self.x + left + step * place), round(self.y + strip * (rows - 1 - row) + up)


STIRRED = 24  # dp: a finger that stayed within this was only held


class LookBar(Pressable):
    """Held, it shows the hand; let go, it is covered again."""

    words = StringProperty("")
    held = BooleanProperty(False)

    def key(self, key: int) -> bool:
        if key not in (SPACE, ENTER):
            return False
        self.held = True
        return True

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.held, self.state = True, "down"
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        moved = max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) > dp(STIRRED)
        if moved and not self.collide_point(*touch.pos):  # the bar itself may have moved away from under the finger
            self.slid_to(*touch.pos)
        self.held, self.state = False, "normal"
        return True

    def slid_to(self, x: float, y: float) -> None:
        """The finger that held it was let go at (x, y)."""
        if isinstance(self.parent, HandView):
            self.parent.press_at(x, y)


class HandView(BoxLayout):
    """Whose hand, the cards, the moves that can be made.

    ``tap(card)`` and ``play(move)`` are called. ``look(player or None)`` is called when somebody holds or lets go the bar.
    """

    title = StringProperty("")
    note = StringProperty("")
    suit = NumericProperty(-1)  # of the player's own; -1: none
    points = StringProperty("")
    covered = BooleanProperty(False)
    shared = BooleanProperty(False)  # the bar stands in place of the title
    empty = BooleanProperty(False)  # nothing is shown at all

    def __init__(
        self, tap: Callable[[Card], None], play: Callable[[str], None], look: Callable[[bool], None], **settings: Any
    ) -> None:
        super().__init__(**settings)
        self._play, self._look = play, look
        self._moves: tuple[object, ...] = ()
        self.fan = Fan(tap)
        self.moves = StackLayout(size_hint_y=None, spacing=dp(8))
        self.moves.bind(minimum_height=self.moves.setter("height"))
        self.bar = LookBar(words=_("Hold to look"), hint=_("Hold to look"))
        self.bar.bind(held=lambda _bar, held: self._look(held))
        self.add_widget(self.fan)
        self.add_widget(self.moves)

    def show(
        self,
        *,
        title: str,
        note: str,
        cards: Sequence[Card | None],
        shared: bool,
        covered: bool,
        lit: Collection[Card],
        taken: Sequence[Card],
        moves: Sequence[str],
        main: str | None,
        tries: Sequence[str] = (),
        tries_are_moves: bool = False,
        choose: Callable[[], None] | None = None,
        answers: Sequence[tuple[str, Callable[[], None]]] = (),
        over: bool = False,
    ) -> None:
        """``shared``: several persons look at this screen; ``covered``: and nobody holds the bar. ``main``: the move that is ready;
        ``tries``: what is not legal, or, if ``tries_are_moves``, what may be; ``choose``: names a card of a hand that the program does
        not know; ``answers``: what a card of the hand may be that could not be read; ``over``: no card can be played any more.
        """
        self.title, self.note = title, note
        if shared != (self.bar.parent is not None):
            if shared:
                self.add_widget(self.bar, index=len(self.children) - 1)
            else:
                self.remove_widget(self.bar)
        self.shared = shared
        self.bar.words = _("{player}: hold to look").format(player=title)
        self.covered, self.fan.closed = covered, over
        self.fan.show(cards, covered=self.covered, lit=() if self.covered else lit, taken=taken)
        shown = (
            tuple(moves),
            main,
            tuple(tries),
            tries_are_moves,
            choose is not None,
            tuple(text for text, _do in answers),
        )
        if shown != self._moves:
            self._moves = shown
            self.moves.clear_widgets()
            for move in moves:
                kind = MainButton if move == main else PushButton
                self.moves.add_widget(kind(words=move_words(move), on_release=lambda _b, move=move: self._play(move)))
            for move in tries:
                text = move_words(move) if tries_are_moves else _("Try {move}").format(move=move_words(move))
                self.moves.add_widget(PushButton(words=text, on_release=lambda _b, move=move: self._play(move)))

            if answers:
                self.moves.add_widget(Text(words=_("Which card is it?"), size_hint=(1, None)))
            for text, do in answers:
                self.moves.add_widget(PushButton(words=text, on_release=lambda _b, do=do: do()))
            if choose is not None:
                words = _("Choose the card that is played")
                self.moves.add_widget(PushButton(words=words, on_release=lambda _b: choose()))

    def show_none(self, note: str) -> None:
        """No hand: nobody at this screen is on turn."""
        self.show(title="", note=note, cards=(), shared=False, covered=False, lit=(), taken=(), moves=(), main=None)

    def press_at(self, x: float, y: float) -> None:
        """A finger that held the bar was let go over a card or a move: that is pressed."""
        button: Widget | None = next(
            (w for w in self.moves.children if isinstance(w, Pressable) and w.collide_point(x, y)), None
        )
        pressed = button or self.fan.card_under(x, y)
        if pressed is not None and not pressed.disabled:
            pressed.dispatch("on_release")


Builder.load_file(str(Path(__file__).with_name("hand.kv")))
