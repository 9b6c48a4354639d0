"""Own packs: which one is played with, those that were learnt, and how a new one is learnt, step by step."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import kivy.graphics as graphics
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from app import pack_lesson
from app.errors import UserError
from app.pack_lesson import Pack, PackLesson
from app.viewfinder import Viewfinder
from app.window import theme
from app.window.camera_panel import LivePicture
from app.window.card_face import CardFace
from app.window.controls import Drawn, Panel, Text
from app.window.fields import Buttons, Choice, TextField
from app.window.parts import IconButton, LeadingButton, Page
from app.window.screen import Column, Screen, TitleBar
from app.window.shell import Shell
from app.window.words import card_text
from rules.cards import Card
from rules.texts import _, ngettext
from vision.errors import VisionError

SHOWN_RANKS = range(4, 13)  # six to ace
SHOWN_SUITS = (3, 2, 1, 0)


def open_learn_deck(shell: Shell) -> None:
    """Shows the screen; what is learnt there goes on while the screen is made anew, and ends when one goes back."""
    lesson = PackLesson()
    shell.go(lambda shell: LearnDeckScreen(shell, lesson), lesson)


class Step(Panel):
    """A step of the way to a learnt pack."""

    title = StringProperty("")

    def __init__(self, title: str, *things: Widget) -> None:
        super().__init__(title=title)
        for thing in things:
            self.add_widget(thing)


class Example(GridLayout):
    """The pack as it should lie: suit after suit, each from its lowest card to the ace."""

    def __init__(self) -> None:
        super().__init__(cols=len(SHOWN_RANKS))
        for suit in SHOWN_SUITS:
            for rank in SHOWN_RANKS:
                self.add_widget(CardFace(card=rank * 4 + suit))


class PackRow(BoxLayout):
    """What is known of a pack, and a button to remove it, which asks once more. ``remove(name)``."""

    words = StringProperty("")
    remove_words = StringProperty("")

    def __init__(self, name: str, words: str, remove: Callable[[str], None]) -> None:
        super().__init__(words=words, remove_words=_("Remove {name}").format(name=name))
        self._sure: Buttons | None = None
        self._name, self._remove = name, remove

    def ask(self) -> None:
        """Asks whether it is really to go; asked again, forgets about it."""
        if self._sure is not None:
            self.remove_widget(self._sure)
            self._sure = None
            return
        tint = theme.MOODS["illegal"][0]
        self._sure = Buttons(
            IconButton(
                icon="trash", words=_("Remove for good"), tint=tint, on_release=lambda _b: self._remove(self._name)
            ),
            IconButton(icon="cross", words=_("Keep it"), on_release=lambda _b: self.ask()),
        )
        self.add_widget(self._sure)


class PictureFrame(BoxLayout):
    """Where a picture will be."""


class Bar(Drawn):
    """How large a part of the whole it is."""

    part = NumericProperty(0)
    drawn_from = ("part",)

    def draw(self) -> None:
        y, height = self.center_y - dp(7), dp(14)
        for tint, width in ((theme.RAISED, self.width), (theme.BRASS, self.width * self.part)):
            if width >= height:
                graphics.Color(*tint)
                graphics.SmoothRoundedRectangle(pos=(self.x, y), size=(width, height), radius=[height / 2])


class ScoreRow(BoxLayout):
    """How well a pack is read: a word, a bar, a number."""

    words = StringProperty("")
    part = NumericProperty(0)
    number = StringProperty("")


class Faces(StackLayout):
    """Some cards, small."""

    def __init__(self, cards: Sequence[Card]) -> None:
        super().__init__()
        for card in cards:
            self.add_widget(CardFace(card=card, size_hint=(None, None), size=(dp(44), dp(62))))


def note(words: str = "") -> Text:
    """A line that explains."""
    return Text(words=words, color=theme.QUIET, font_size=f"{theme.SMALL}sp")


class LearnDeckScreen(Screen):
    """``lesson``: what was chosen and how far it is; it outlives the screen."""

    shell: Shell
    refresh_rate = 10

    def __init__(self, shell: Shell, lesson: PackLesson | None = None) -> None:
        super().__init__(shell)
        self.lesson = lesson or PackLesson()
        self.packs: list[Pack] | None = None  # None: not looked for yet
        self._shown_version: object = None
        self._began = time.monotonic()
        self._finder: Viewfinder | None = None
        self._here = True
        self.page = Page()
        self.scroll = self.page
        self.used = Column(size_hint_y=None)
        self.used.bind(minimum_height=self.used.setter("height"))
        self.state = Column(size_hint_y=None)
        self.state.bind(minimum_height=self.state.setter("height"))
        self.name = TextField(self.lesson.name, _("Name, such as my-deck"), self._named, most=40)
        self.source = TextField(self.lesson.source, _("Picture, folder or film"), self._sourced)
        self.camera = Column(size_hint_y=None)
        self.camera.bind(minimum_height=self.camera.setter("height"))
        self.example = Example()
        for widget in (
            Step(_("The pack you play with"), self.used),
            Text(words=_("Learn a pack"), bold=True, font_size=f"{theme.LARGE + 4}sp"),
            note(_("For packs with odd letters, suits or courts. It takes a minute.")),
            Step(_("1. Give it a name"), self.name),
            Step(
                _("2. Lay it out"),
                Text(
                    words=_(
                        "Face up, in rows of any length: one suit after another, each from its lowest card to the ace. "
                        "No card may cover the corner of another. Jokers come last."
                    )
                ),
                self.example,
            ),
            Step(
                _("3. Photograph it from above"),
                Text(
                    words=_(
                        "In good light, as near as the whole pack allows. Several pictures in a folder will do, or a film."
                    )
                ),
                Buttons(
                    IconButton(icon="folder", words=_("Choose a file"), on_release=lambda _b: self.choose_picture())
                ),
                self.source,
                note(_("Or type where the file is, or drop it on this window.")),
                self.camera,
            ),
            Step(_("4. Let Kibitz learn it"), self.state),
        ):
            self.page.column.add_widget(widget)
        frame = BoxLayout(orientation="vertical", spacing=dp(theme.SMALL_GAP), padding=(0, dp(theme.SMALL_GAP), 0, 0))
        frame.add_widget(TitleBar(self, title=_("Own packs"), padding=(dp(theme.GAP), 0)))
        frame.add_widget(self.page)
        self.add_widget(frame)
        self._show_camera()
        self._show_packs()
        self.refresh()

    def entered(self) -> None:
        """Looks for the packs, in a thread: that loads what reads cards."""
        Window.bind(on_drop_file=self._dropped)
        self.shell.when_drawn(self._look_for_packs)

    def left(self) -> None:
        """The camera is given back."""
        self._here = False
        Window.unbind(on_drop_file=self._dropped)
        self._close_camera()

    # -- the packs that there are ------------------------------------------------------------------------------------

    def _look_for_packs(self) -> None:
        def look() -> None:
            try:
                packs = pack_lesson.known()
            except (OSError, RuntimeError, ImportError):
                packs = []
            Clock.schedule_once(lambda _dt: self._packs_found(packs))

        threading.Thread(target=look, name="look for packs").start()

    def _packs_found(self, packs: list[Pack]) -> None:
        if self._here:
            self.packs = packs
            self._show_packs()

    def _show_packs(self) -> None:
        self.used.clear_widgets()
        if self.packs is None:
            self.used.add_widget(note(_("Looking for packs...")))
            return
        deck = self.shell.settings.deck
        usable = [pack.name for pack in self.packs if pack.about is not None]
        options = [("", _("Any usual pack")), *((name, name) for name in usable)]
        if deck and deck not in usable:
            options.append((deck, _("{name} (cannot be used)").format(name=deck)))
        self.used.add_widget(Choice(options, deck, lambda name: self.shell.change(deck=name)))
        for pack in self.packs:
            self.used.add_widget(PackRow(pack.name, _about(pack), self._remove))
        if not self.packs:
            self.used.add_widget(note(_("No pack has been learnt yet. If your cards are read well, none is needed.")))

    def _remove(self, name: str) -> None:
        try:
            pack_lesson.forget(name)
        except (VisionError, OSError) as error:
            self.shell.tell(str(error))
        if self.shell.settings.deck == name:
            self.shell.change(deck="")
        self._look_for_packs()

    # -- the picture -------------------------------------------------------------------------------------------------

    def _named(self, text: str) -> None:
        self.lesson.name = text.strip()

    def _sourced(self, text: str) -> None:
        self.lesson.source = text.strip()

    def _dropped(self, _window: Any, path: bytes | str, *_where: Any) -> None:
        self.source.text = path.decode("utf-8", "replace") if isinstance(path, bytes) else path
        self._sourced(self.source.text)

    def choose_picture(self) -> None:
        """A picture, a film or a folder of pictures, from a list."""
        from app.folders import FILMS
        from app.window.file_sheet import choose_file
        from vision.sources import PICTURES

        choose_file(
            self,
            _("Choose a picture, a film or a folder"),
            PICTURES | FILMS,
            self._dropped_path,
            typed=self.source.text,
            folder_too=True,
        )

    def _dropped_path(self, path: str) -> None:
        self._dropped(None, path)

    def _show_camera(self) -> None:
        self.camera.clear_widgets()
        if self._finder is None:
            button = IconButton(icon="camera", words=_("Take a picture here"), on_release=lambda _b: self.open_camera())
            self.camera.add_widget(Buttons(button))
            return
        self.picture = LivePicture()
        place = PictureFrame()
        place.add_widget(self.picture)
        self.camera_words = note(_("The camera is being opened …"))
        self.camera.add_widget(place)
        self.camera.add_widget(self.camera_words)
        self.camera.add_widget(
            Buttons(
                LeadingButton(icon="camera", words=_("Take the picture"), on_release=lambda _b: self.take_picture()),
                IconButton(icon="cross", words=_("Close the camera"), on_release=lambda _b: self._close_camera()),
            )
        )

    def open_camera(self) -> None:
        """Looks through the camera of the settings."""
        self._finder = Viewfinder(self.shell.settings.camera)
        self._show_camera()

    def take_picture(self) -> None:
        """Keeps what the camera sees now as the picture of the pack."""
        try:
            path = self.lesson.picture_path()
            if self._finder is None or not self._finder.take(path):
                return
        except OSError as error:
            self.shell.tell(_("The picture could not be written: {problem}").format(problem=error.strerror or error))
            return
        self.source.text = self.lesson.source = str(path)
        self._close_camera()
        self.shell.tell(_("The picture is taken."))

    def _close_camera(self) -> None:
        if self._finder is not None:
            self._finder.stop()
            self._finder = None
            self._show_camera()

    def _show_picture(self) -> None:
        finder = self._finder
        if finder is None:
            return
        if finder.problem:
            self.camera_words.words = finder.problem
        image = finder.shown
        if image is None or image is getattr(self, "_last", None):
            return
        self._last = image
        height, width = image.shape[:2]
        if self.picture.texture is None or self.picture.texture.size != (width, height):
            texture = Texture.create(size=(width, height), colorfmt="rgba")
            texture.flip_vertical()
            self.picture.aspect, self.picture.texture = width / height, texture
        self.picture.texture.blit_buffer(image.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
        self.picture.canvas.ask_update()
        self.camera_words.words = finder.problem or _("The whole pack should be in the picture, every corner sharp.")

    # -- learning ----------------------------------------------------------------------------------------------------

    def refresh(self, *_args: object) -> None:
        """Shows how far it is."""
        self._show_picture()
        lesson = self.lesson
        seconds = int(time.monotonic() - self._began)
        if lesson.busy and self._shown_version == lesson.version:
            self.busy_words.words = self._doing(seconds)
        if self._shown_version == lesson.version:
            return
        self._shown_version = lesson.version
        self.state.clear_widgets()
        for widget in {"look": self._busy, "learn": self._busy, "done": self._done, "failed": self._failed}.get(
            lesson.stage, self._asked
        )():
            self.state.add_widget(widget)

    def start(self, as_laid: bool = False) -> None:
        """Begins to learn, or says what is missing."""
        self.lesson.name, self.lesson.source = self.name.text.strip(), self.source.text.strip()
        try:
            self._began = time.monotonic()
            self.lesson.start(as_laid=as_laid)
        except (UserError, VisionError) as error:
            self.shell.tell(str(error))
        self.refresh()

    def _asked(self) -> list[Widget]:
        return [Buttons(LeadingButton(icon="check", words=_("Learn this pack"), on_release=lambda _b: self.start()))]

    def _doing(self, seconds: int) -> str:
        doing = (
            _("Step 2 of 2: what the cards look like is being learnt ({seconds} s)")
            if self.lesson.stage == "learn"
            else _("Step 1 of 2: the cards are being read ({seconds} s)")
        )
        return doing.format(seconds=seconds)

    def _busy(self) -> list[Widget]:
        self.busy_words = Text(words=self._doing(int(time.monotonic() - self._began)))
        return [
            self.busy_words,
            Buttons(IconButton(icon="cross", words=_("Cancel"), on_release=lambda _b: self._give_up())),
        ]

    def _give_up(self) -> None:
        self.lesson.give_up()
        self.refresh()

    def _failed(self) -> list[Widget]:
        differ = self.lesson.differ
        again = IconButton(icon="redo", words=_("Try again"), on_release=lambda _b: self.start())
        if differ is None:
            return [Text(words=self.lesson.problem, color=theme.MOODS["illegal"][0]), Buttons(again)]
        lines: list[Widget] = [
            Text(words=_("These cards are not what should lie there:"), color=theme.MOODS["question"][0], bold=True)
        ]
        for place, reads, expected in differ.odd[:8]:
            lines.append(
                Text(
                    words=_("{place}: reads as {reads}, {expected} is expected").format(
                        place=place, reads=card_text(reads), expected=card_text(expected)
                    )
                )
            )
        lines.append(
            Text(
                words=_(
                    "Put them in order and take another picture; or, if they lie right and are only read wrong, go on."
                )
            )
        )
        lines.append(
            Buttons(
                again,
                IconButton(icon="check", words=_("They lie right"), on_release=lambda _b: self.start(as_laid=True)),
            )
        )
        return lines

    def _done(self) -> list[Widget]:
        lesson = self.lesson.lesson
        assert lesson is not None
        learnt, evidence = lesson.learnt, lesson.evidence
        if learnt.helps:
            said = _("Kibitz reads this pack better now.")
        elif lesson.well:
            said = _("Kibitz reads this pack well as it is: nothing need be kept.")
        else:
            said = _(
                "What was learnt does not help. Lay the cards nearer to the camera, in better light, and try again."
            )
        count = len(evidence.cards)
        mood = "legal" if learnt.helps or lesson.well else "illegal"
        widgets: list[Widget] = [
            Text(words=said, bold=True, color=theme.MOODS[mood][0]),
            Text(
                words=ngettext("{count} card was recognised.", "{count} cards were recognised.", count).format(
                    count=count
                )
            ),
            note(_("Read right, on smaller, blurred and turned views that were not learnt from:")),
            ScoreRow(words=_("Before"), part=learnt.before.card, number=_per_cent(learnt.before.card)),
            ScoreRow(words=_("After"), part=learnt.after.card, number=_per_cent(learnt.after.card)),
        ]
        if evidence.missing:
            widgets.append(Text(words=_("Not recognised, and not learnt; photograph them once more, nearer:")))
            widgets.append(Faces(evidence.missing))
        widgets += [
            note(_("{place}: which card this is could not be told").format(place=place))
            for place in evidence.unknown[:5]
        ]
        buttons = [IconButton(icon="redo", words=_("Another try"), on_release=lambda _b: self._anew())]
        if learnt.helps:
            buttons.insert(
                0, LeadingButton(icon="check", words=_("Keep it and play with it"), on_release=lambda _b: self.keep())
            )
        widgets.append(Buttons(*buttons))
        return widgets

    def _anew(self) -> None:
        self.lesson.anew()
        self.refresh()

    def keep(self) -> None:
        """Keeps the pack; from now on cards are read with it."""
        try:
            self.lesson.keep()
        except (UserError, VisionError) as error:
            self.shell.tell(str(error))
            return
        self.shell.change(deck=self.lesson.name.casefold())
        self.shell.tell(_("Kept. Cards are read with it from now on."))
        self.name.text = self.source.text = self.lesson.name = self.lesson.source = ""
        self._anew()
        self._look_for_packs()
        self.page.scroll_y = 1


def _per_cent(part: float) -> str:
    return _("{number} %").format(number=f"{100 * part:.1f}")


def _about(pack: Pack) -> str:
    about = pack.about
    if about is None:
        return _("{name}: cannot be used with this version of Kibitz; learn it again").format(name=pack.name)
    return _("{name}: {cards} cards, learnt on {date}; read right: {before} before, {after} now").format(
        name=pack.name,
        cards=about.cards,
        date=about.date,
        before=_per_cent(about.before),
        after=_per_cent(about.after),
    )


Builder.load_file(str(Path(__file__).with_name("learn_deck_screen.kv")))
