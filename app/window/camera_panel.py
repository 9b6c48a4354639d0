"""The camera of a new game: which one, what it sees now, and what would make the picture better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, SmoothLine, Triangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.camera_look import CameraLook, Seen
from app.folders import typed_path
from app.window import theme
from app.window.controls import Drawn
from app.window.fields import Buttons, Choice, TextField
from app.window.parts import IconButton, LeadingButton
from app.window.screen import Screen
from app.window.sheets import Sheet
from rules.texts import _, ngettext

RATE = 12  # times a second at which the picture is fetched
AGAIN = 3.0  # s until a camera that could not be opened is looked for again


class Chosen(Protocol):
    """What is chosen here: the camera, as ``kibitz watch`` takes it, and the pack that was learnt."""

    source: str
    deck: str


class Stand(Drawn):
    """Where the camera stands, seen from the side: the table, the cards on it, the phone aslant above, what it sees."""

    def draw(self) -> None:
        high, left, floor = self.height, self.center_x - self.height * 0.9, self.y + self.height * 0.12
        eye = left + high * 0.32, self.y + high * 0.86
        Color(*theme.BRASS[:3], 0.22)
        Triangle(points=(*eye, left + high * 0.3, floor, left + high * 1.75, floor))
        Color(*theme.TEXT)
        SmoothLine(points=(left, floor, left + high * 1.8, floor), width=dp(1.6))
        Color(*theme.BRASS)
        for place in (0.62, 0.92, 1.22):  # cards, as lying ones look from the side
            SmoothLine(
                points=(left + high * place, floor + dp(3), left + high * (place + 0.18), floor + dp(3)), width=dp(2)
            )
        Color(*theme.TEXT)
        SmoothLine(points=(left + high * 0.1, floor, left + high * 0.1, eye[1], *eye), width=dp(1.4))
        x, y = eye
        SmoothLine(points=(x - high * 0.09, y - high * 0.06, x + high * 0.1, y + high * 0.1), width=dp(3.2))


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
    missing = StringProperty("")  # why nothing at all is seen through it, a line

    def __init__(self, draft: Chosen, screen: Screen, **settings: Any) -> None:
        super().__init__(**settings)
        self._screen = screen
        self._draft = draft
        self.busy = ""  # the camera that a table holds now: it cannot be opened twice
        self._look: CameraLook | None = None
        self._seen: Seen | None = None
        self._entered = False
        self._ticking: Any = None
        self.field = TextField(draft.source, _("Camera: a number, an address, a film"), on_done=self._named, most=400)
        numbers = [(str(n), _("Camera {number}").format(number=n)) for n in range(3)]
        self.numbers = Choice(numbers, draft.source, on_choose=self._chosen)
        self.ids.place.add_widget(self.numbers)
        self.ids.place.add_widget(self.field)
        film = IconButton(icon="folder", words=_("Choose a film"), on_release=lambda _b: self.choose_film())
        self.ids.place.add_widget(Buttons(film))

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
        self._seen, self.ids.picture.texture = None, None
        unusable = self._unusable()
        if unusable:
            self.words, self.problem, self.missing = "", unusable, unusable
            return
        self.words, self.problem, self.missing = _("The camera is being opened …"), "", ""
        self._open()

    def _unusable(self) -> str:
        if not self._draft.source:  # it would be the folder in which the program was started
            return _("Name the camera: its number, like 0, its address, or a film.")
        if self._draft.source == self.busy:
            return _("Kibitz looks at the table through this camera now.")
        return ""

    def _open(self) -> None:
        self.stop()
        self._failed_at = 0.0
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

    def choose_film(self) -> None:
        """A film, a picture or a folder of pictures in place of a camera."""
        from app.folders import FILMS
        from app.window.file_sheet import choose_file
        from vision.sources import PICTURES

        again = self._screen.sheet if isinstance(self._screen.sheet, CameraSheet) else None

        def taken(path: str) -> None:
            if again is not None:  # the list lay in its place
                again.again(path)
            else:
                self.field.text = path
                self._named(path)

        title = _("Choose a film or a folder of pictures")
        choose_file(self._screen, title, FILMS | PICTURES, taken, typed=self.field.text, folder_too=True)

    def _chosen(self, number: str) -> None:
        self.field.text = number
        self._named(number)

    def _named(self, text: str) -> None:
        named = text.strip()
        self._draft.source = self.numbers.value = str(typed_path(named)) if named.startswith("~") else named
        if self.shown and self._entered:
            self.look()

    def _show(self, _dt: float) -> None:
        look = self._look
        if look is None:
            return
        seen = look.seen
        if seen is None:
            if look.problem:  # it could not be opened
                self.problem = self.missing = look.problem
                self.words = _("It is looked for again by itself.")
                self._failed_at = self._failed_at or monotonic()
                if monotonic() - self._failed_at > AGAIN:
                    self._open()
            return
        self.problem, self.missing = look.problem, ""
        if seen is self._seen:
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


@dataclass(slots=True)
class _Looked:
    source: str
    deck: str


class CameraSheet(Sheet):
    """Looks through one camera after the other; ``use(source)`` is called with the one that is taken. ``busy``: see CameraPanel."""

    def __init__(
        self,
        screen: Screen,
        source: str,
        deck: str,
        use: Callable[[str], None],
        again: Callable[[str], None],
        busy: str = "",
        **settings: Any,
    ) -> None:
        super().__init__(title=_("Another camera"), **settings)
        self.again = again  # opens it anew with another source
        self._chosen = _Looked(source, deck)
        self.camera = CameraPanel(self._chosen, screen)
        self.camera.busy = busy
        self.ids.column.add_widget(self.camera)
        self.take = LeadingButton(icon="check", words=_("Use this camera"))
        self.take.bind(on_release=lambda _b: use(self._chosen.source))
        self.ids.foot.add_widget(self.take)
        self.camera.bind(missing=self._usable)
        self.camera.shown = True
        self.camera.enter()

    def _usable(self, _panel: Any, missing: str) -> None:
        self.take.disabled = bool(missing)

    def on_parent(self, _widget: Any, parent: Any) -> None:
        """Put away: the camera is given back."""
        if parent is None:
            self.camera.stop()


def _cards_words(cards: int | None) -> str:
    if cards is None:
        return _("The cards are being looked for …")
    if cards == 0:
        return _("The picture is good. Lay some cards on the table: they should be read.")
    return ngettext(
        "The picture is good: {number} card is read.", "The picture is good: {number} cards are read.", cards
    ).format(number=cards)


Builder.load_file(str(Path(__file__).with_name("camera_panel.kv")))
