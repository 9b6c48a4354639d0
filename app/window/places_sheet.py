"""Where the places of the table are in the picture, put right by a person: a box is drawn with a finger, or moved by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp, sp
from numpy.typing import NDArray

from app.window import theme
from app.window.controls import Pressable, glyphs
from app.window.corrections import place_words
from app.window.fields import Choice
from app.window.parts import LeadingButton
from app.window.sheets import Sheet
from rules.table import Place
from rules.texts import _

Box = tuple[float, float, float, float]
LEAST = 0.06  # of the picture: a box is no smaller
STEP = 0.02  # by which a key moves it
LEFT, RIGHT, UP, DOWN, PLUS, MINUS, EQUALS, KEYPAD_PLUS, KEYPAD_MINUS = 276, 275, 273, 274, 43, 45, 61, 270, 269
MOVES = {LEFT: (-STEP, 0.0), RIGHT: (STEP, 0.0), UP: (0.0, -STEP), DOWN: (0.0, STEP)}
GROWS = {PLUS: STEP, EQUALS: STEP, KEYPAD_PLUS: STEP, MINUS: -STEP, KEYPAD_MINUS: -STEP}


def drawn_box(x0: float, y0: float, x1: float, y1: float) -> Box:
    """The box between two corners, within the picture and no smaller than LEAST."""
    low_x, low_y = min(max(min(x0, x1), 0.0), 1 - LEAST), min(max(min(y0, y1), 0.0), 1 - LEAST)
    return low_x, low_y, min(max(x0, x1, low_x + LEAST), 1.0), min(max(y0, y1, low_y + LEAST), 1.0)


def moved(box: Box, dx: float, dy: float) -> Box:
    """The box further on, as far as the picture goes."""
    dx = min(max(dx, -box[0]), 1 - box[2])
    dy = min(max(dy, -box[1]), 1 - box[3])
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


class PlacesPicture(Pressable):
    """The picture with the boxes. Draws the box ``chosen`` anew where a finger goes; arrows move it, plus and minus make it larger."""

    def __init__(self, image: NDArray[np.uint8], places: Sequence[Place], chosen: Callable[[int], None]) -> None:
        super().__init__(hint=_("Picture: arrows move the place, plus and minus change its size"), fill=(0, 0, 0, 0))
        height, width = image.shape[:2]
        self._aspect = width / height
        self._texture = Texture.create(size=(width, height), colorfmt="rgba")
        self._texture.flip_vertical()
        self._texture.blit_buffer(np.ascontiguousarray(image).reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        self.places, self.chosen, self._choose = list(places), 0, chosen
        self._from: tuple[float, float] | None = None
        self.bind(pos=self.draw, size=self.draw, focused=self.draw)

    def draw(self, *_changed: object) -> None:
        """The picture, the boxes, their names; the chosen one last."""
        x, y, width, height = self._frame()
        self.canvas.after.clear()
        with self.canvas.after:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._texture, pos=(x, y), size=(width, height))
            order = sorted(range(len(self.places)), key=lambda n: n == self.chosen)
            for n in order:
                x0, y0, x1, y1 = self.places[n].box
                left, low = x + x0 * width, y + (1 - y1) * height
                wide, high = (x1 - x0) * width, (y1 - y0) * height
                lit = n == self.chosen
                Color(*(theme.BRASS if lit else (1, 1, 1, 0.75)))
                Line(rectangle=(left, low, wide, high), width=dp(2.2 if lit else 1.2))
                name = glyphs(place_words(self.places[n].name), sp(theme.SMALL), True)
                Color(*theme.GROUND[:3], 0.8)
                Rectangle(pos=(left, low + high - name.height), size=(name.width + dp(8), name.height))
                Color(*(theme.BRASS if lit else theme.TEXT))
                Rectangle(texture=name, pos=(left + dp(4), low + high - name.height), size=name.size)

    def _frame(self) -> tuple[float, float, float, float]:
        width = min(self.width, self.height * self._aspect)
        height = width / self._aspect
        return self.center_x - width / 2, self.center_y - height / 2, width, height

    def _spot(self, touch: MotionEvent) -> tuple[float, float]:
        x, y, width, height = self._frame()
        return (touch.x - x) / max(width, 1), 1 - (touch.y - y) / max(height, 1)

    def put(self, box: Box) -> None:
        """The chosen place is there."""
        self.places[self.chosen] = replace(self.places[self.chosen], box=box)
        self.draw()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._from = self._spot(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or self._from is None:
            return False
        if max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) > dp(12):
            self.put(drawn_box(*self._from, *self._spot(touch)))
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) <= dp(12):  # a tap chooses
            x, y = self._spot(touch)
            inside = [n for n, p in enumerate(self.places) if p.box[0] <= x <= p.box[2] and p.box[1] <= y <= p.box[3]]
            if inside:
                self._choose(inside[0])
        return True

    def key(self, key: int) -> bool:
        box = self.places[self.chosen].box
        if key in MOVES:
            self.put(moved(box, *MOVES[key]))
        elif key in GROWS:
            by = GROWS[key]
            self.put(drawn_box(box[0] - by, box[1] - by, max(box[2] + by, box[0]), max(box[3] + by, box[1])))
        else:
            return False
        return True


class PlacesSheet(Sheet):
    """``use(places)`` is called with all places as they were put."""

    def __init__(
        self,
        image: NDArray[np.uint8],
        places: Sequence[Place],
        use: Callable[[tuple[Place, ...]], None],
        **settings: Any,
    ) -> None:
        super().__init__(title=_("Places on the table"), **settings)
        self.choice = Choice([(n, place_words(place.name)) for n, place in enumerate(places)], 0, on_choose=self.choose)
        self.ids.places.add_widget(self.choice)
        self.picture = PlacesPicture(image, places, self.choose)
        self.ids.picture.add_widget(self.picture)
        done = LeadingButton(icon="check", words=_("Use these places"))
        done.bind(on_release=lambda _b: use(tuple(self.picture.places)))
        self.ids.foot.add_widget(done)

    def choose(self, number: int) -> None:
        """The place that is drawn next."""
        self.choice.value = self.picture.chosen = number
        self.picture.draw()


Builder.load_file(str(Path(__file__).with_name("places_sheet.kv")))
