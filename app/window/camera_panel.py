"""The camera of a new game: which one, what it sees now, and what would make the picture better."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.camera_look import CameraLook, Seen
from app.draft import Draft
from app.window.controls import Drawn
from app.window.fields import Choice, TextField
from rules.texts import _, ngettext

RATE = 12  # times a second at which the picture is fetched


class LivePicture(Drawn):
    """The newest picture, as large as fits."""

    texture: Texture | None = ObjectProperty(None, allownone=True)
    aspect = NumericProperty(16 / 9)
    drawn_from = ("texture",)

    def draw(self) -> None:
        if self.texture is None:
            return
        width = min(self.width, self.height * self.aspect)
        height = width / self.aspect
        Color(1, 1, 1, 1)
        Rectangle(
            texture=self.texture,
            size=(width, height),
            pos=(self.center_x - width / 2, self.center_y - height / 2),
        )


class CameraPanel(BoxLayout):
    """Looks through the camera that is typed here while it is ``shown``; else it is no part of the screen."""

    shown = BooleanProperty(False)
    words = StringProperty("")
    problem = StringProperty("")

    def __init__(self, draft: Draft, **settings: Any) -> None:
        super().__init__(**settings)
        self._draft = draft
        self._look: CameraLook | None = None
        self._seen: Seen | None = None
        self._entered = False
        self._ticking: Any = None
        self.field = TextField(draft.source, _("Camera: a number, an address, a film"), on_done=self._named, most=400)
        numbers = [(str(n), _("Camera {number}").format(number=n)) for n in range(3)]
        self.numbers = Choice(numbers, draft.source, on_choose=self._chosen)
        self.ids.place.add_widget(self.numbers)
        self.ids.place.add_widget(self.field)

    def on_shown(self, _widget: Any, shown: bool) -> None:
        if shown and self._entered:
            self.look()
        elif not shown:
            self.stop()

    def enter(self) -> None:
        """The screen is shown: from now on one may look."""
        self._entered = True
        if self.shown:
            self.look()

    def look(self) -> None:
        """Looks through the camera that is typed there, anew."""
        self.stop()
        self.words, self.problem = _("The camera is being opened …"), ""
        self._look = CameraLook(self._draft.source, self._draft.deck)
        self._look.start()
        self._ticking = Clock.schedule_interval(self._show, 1 / RATE)

    def stop(self) -> None:
        """Looks no more; the camera is given back."""
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        if self._look is not None:
            self._look.stop()
            self._look = None

    def _chosen(self, number: str) -> None:
        self.field.text = number
        self._named(number)

    def _named(self, text: str) -> None:
        self._draft.source = self.numbers.value = text.strip()
        if self.shown and self._entered:
            self.look()

    def _show(self, _dt: float) -> None:
        look = self._look
        if look is None:
            return
        self.problem = look.problem
        seen = look.seen
        if seen is None or seen is self._seen:
            if look.problem and seen is None:
                self.words = ""
            return
        self._seen = seen
        height, width = seen.image.shape[:2]
        picture = self.ids.picture
        if picture.texture is None or picture.texture.size != (width, height):
            texture = Texture.create(size=(width, height), colorfmt="rgba")
            texture.flip_vertical()
            picture.aspect, picture.texture = width / height, texture
        picture.texture.blit_buffer(seen.image.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        picture.canvas.ask_update()
        self.words = " ".join(seen.advice) or _cards_words(seen.cards)


def _cards_words(cards: int | None) -> str:
    if cards is None:
        return _("The cards are being looked for …")
    if cards == 0:
        return _("The picture is good. Lay some cards on the table: they should be read.")
    return ngettext(
        "The picture is good: {number} card is read.", "The picture is good: {number} cards are read.", cards
    ).format(number=cards)


Builder.load_file(str(Path(__file__).with_name("camera_panel.kv")))
