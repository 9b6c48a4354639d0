"""The sheets that lie over the screen: which card is it really, a rule as a whole, what lies in a heap, the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from kivy.graphics import Color, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from app.window import theme
from app.window.controls import CardButton, CardFace, Drawn, Pressable, PushButton
from app.window.fields import Choice
from app.window.icons import Icon as Icon
from app.window.words import card_text
from rules.cards import Card, CardSet, cards_in, rank_of
from rules.texts import _

SUIT_ORDER = (3, 2, 1, 0)  # spades first, as most hands are sorted


class CutOut(Drawn):
    """The piece of the picture that is asked about."""

    drawn_from = ("image",)

    image: NDArray[np.uint8] | None = ObjectProperty(None, allownone=True, comparator=lambda a, b: a is b)

    def draw(self) -> None:
        if self.image is None:
            return
        height, width = self.image.shape[:2]
        texture = Texture.create(size=(width, height), colorfmt="rgba")
        texture.flip_vertical()
        texture.blit_buffer(np.ascontiguousarray(self.image).reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        scale = min(self.width / width, self.height / height)
        size = width * scale, height * scale
        pos = self.center_x - size[0] / 2, self.center_y - size[1] / 2
        Color(1, 1, 1, 1)
        RoundedRectangle(texture=texture, size=size, pos=pos, radius=[dp(10)])


class Sheet(FloatLayout):
    """Something to settle before the table goes on: dims the screen; Esc, or a tap beside it, closes it."""

    tall = BooleanProperty(False)
    title = StringProperty("")

    def __init__(self, close: Callable[[], None], **settings: Any) -> None:
        super().__init__(**settings)
        self.close = close

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.ids.panel.collide_point(*touch.pos):
            touch.grab(self)
            return True
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            self.close()
            return True
        super().on_touch_up(touch)
        return True


class CardSheet(Sheet):
    """Chooses a card: the likely ones first, then the whole pack by suit and rank.

    ``choose(card)`` is called once; with None for "no card here", which is offered if ``may_be_none``. ``places``: (name, words) of
    the places of the table, where the card may lie in each; ``place`` is the one that is chosen.
    """

    hint = StringProperty("")

    def __init__(
        self,
        choose: Callable[[Card | None], None],
        *,
        likely: Sequence[Card],
        pack: CardSet,
        cut_out: NDArray[np.uint8] | None = None,
        may_be_none: bool = True,
        places: Sequence[tuple[str, str]] = (),
        place: str = "",
        **settings: Any,
    ) -> None:
        self._choose = choose
        self._pack = list(cards_in(pack))
        super().__init__(**settings)
        self.ids.cut_out.image = cut_out
        if cut_out is None:
            self.ids.head.remove_widget(self.ids.cut_out)
        for card in likely:
            self.ids.likely.add_widget(self._button(card, (dp(64), dp(88))))
        if not likely:
            self.ids.head.remove_widget(self.ids.likely_side)
        if may_be_none:
            self.ids.foot.add_widget(
                PushButton(words=_("No card here"), on_release=lambda _b: self._choose(None)), index=1
            )
        self.place = place
        if places:
            self.ids.places.add_widget(_places(self, places))
        self._lay_grid()
        self.bind(tall=lambda *_args: self._lay_grid())

    def _button(self, card: Card, size: tuple[float, float]) -> CardButton:
        return CardButton(
            card=card, size=size, hint=card_text(card), on_release=lambda button: self._choose(button.card)
        )

    def _lay_grid(self) -> None:
        """Suits in rows in a wide window, in columns in a tall one: every card stays large enough to touch."""
        grid: GridLayout = self.ids.grid
        grid.clear_widgets()
        ranks = sorted({rank_of(card) for card in self._pack if card < 52})
        if self.tall:
            grid.cols = len(SUIT_ORDER)
            order = [rank * 4 + suit for rank in reversed(ranks) for suit in SUIT_ORDER]
        else:
            grid.cols = len(ranks)
            order = [rank * 4 + suit for suit in SUIT_ORDER for rank in ranks]
        for card in (*order, *(card for card in self._pack if card >= 52)):
            button = self._button(card, (0, dp(theme.TOUCH if self.tall else 56)))
            button.size_hint_x = 1
            grid.add_widget(button)


def _places(sheet: CardSheet, places: Sequence[tuple[str, str]]) -> Choice:
    choice = Choice(list(places), sheet.place)
    choice.bind(value=lambda _choice, value: setattr(sheet, "place", value))
    return choice


class PaperSheet(Sheet):
    """Something to read, and to press: a title, what was put into ``column``, buttons at the foot."""

    def __init__(
        self, *parts: Widget, actions: Sequence[tuple[str, Callable[[], object]]] = (), done: str = "", **settings: Any
    ) -> None:
        super().__init__(**settings)
        for part in parts:
            self.ids.column.add_widget(part)
        for words, do in actions:
            self.ids.foot.add_widget(PushButton(words=words, on_release=lambda _b, do=do: do()))
        self.ids.foot.add_widget(PushButton(words=done or _("Close"), on_release=lambda _b: self.close()))


class MenuRow(Pressable):
    """An entry of the menu: icon and words. ``one_line``: what is too long is cut off in the middle."""

    icon = StringProperty("")
    words = StringProperty("")
    one_line = BooleanProperty(False)


class MenuSheet(PaperSheet):
    """What else there is to do. ``entries``: icon, words, what it does."""

    def __init__(self, entries: Sequence[tuple[str, str, Callable[[], None]]], **settings: Any) -> None:
        rows = [
            MenuRow(icon=icon, words=words, hint=words, on_release=lambda _row, do=do: self._do(do))
            for icon, words, do in entries
        ]
        super().__init__(*rows, **settings)

    def _do(self, entry: Callable[[], None]) -> None:
        self.close()
        entry()


class CardRow(StackLayout):
    """Cards side by side, large enough to be read; None: a back."""

    def __init__(self, cards: Sequence[Card | None], *, lit: bool = False, **settings: Any) -> None:
        super().__init__(size_hint_y=None, spacing=dp(8), padding=dp(4), **settings)
        self.bind(minimum_height=self.setter("height"))
        for card in cards:
            face = CardFace(card=card or 0, face_down=card is None, lit=lit, size_hint=(None, None))
            face.size = dp(56), dp(78)
            self.add_widget(face)


Builder.load_file(str(Path(__file__).with_name("sheets.kv")))
