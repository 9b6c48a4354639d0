"""What a user chooses once for all games: language, look, voice, camera, pace, packs; and what this program is."""

from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app import language, sounds
from app.camera_search import CameraSearch
from app.paths import user_folder
from app.voice import Voice
from app.window import theme
from app.window.card_face import CardFace
from app.window.controls import Panel, Text
from app.window.fields import Buttons, CheckRow, Choice, Labelled, Slider, TextField
from app.window.parts import IconButton, Page
from app.window.screen import Column, Screen, TitleBar
from app.window.shell import Shell
from rules.cards import parse_card
from rules.texts import _

ENDONYMS = (("en", "English"), ("ru", "Русский"), ("mn", "Монгол"))
SHOWN_CARDS = ("AS", "KH", "QD", "JC")


class SettingsGroup(Panel):
    """A group of settings under a heading."""

    title = StringProperty("")
    icon = StringProperty("")

    def __init__(self, title: str, icon: str, *fields: Widget) -> None:
        super().__init__(title=title, icon=icon)
        for field in fields:
            self.add_widget(field)


def note(words: str = "") -> Text:
    """A line that explains."""
    return Text(words=words, color=theme.QUIET, font_size=f"{theme.SMALL}sp")


class SettingsScreen(Screen):
    """All settings; each is kept as soon as it is changed."""

    shell: Shell

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._search: CameraSearch | None = None
        self._shown = True
        self.page = Page()
        self.scroll = self.page
        groups = (
            self._language(),
            self._look(),
            self._voice(),
            self._camera(),
            self._pace(),
            self._packs(),
            self._about(),
        )
        self._groups = groups
        frame = BoxLayout(orientation="vertical", spacing=dp(theme.SMALL_GAP), padding=(0, dp(theme.SMALL_GAP), 0, 0))
        frame.add_widget(TitleBar(self, title=_("Settings"), padding=(dp(theme.GAP), 0)))
        frame.add_widget(self.page)
        self.add_widget(frame)
        self.fbind("shape", self._arrange)
        self._arrange()

    def entered(self) -> None:
        """Asks whether the system can speak the language."""
        if Voice.available():
            self.shell.voice.look(lambda can: Clock.schedule_once(lambda _dt: self._tell_voice(can)))

    def left(self) -> None:
        """No camera is looked for any more."""
        self._shown = False
        if self._search is not None:
            self._search.stop()

    # -- the groups --------------------------------------------------------------------------------------------------

    def _language(self) -> SettingsGroup:
        now = self.shell.settings.language or language.of_the_system()
        return SettingsGroup(
            _("Language"), "language", Choice(ENDONYMS, now, lambda value: self._change(language=value))
        )

    def _look(self) -> SettingsGroup:
        settings = self.shell.settings
        cards = BoxLayout(size_hint=(None, None), size=(4 * dp(58) - dp(8), dp(70)), spacing=dp(8))
        for name in SHOWN_CARDS:
            cards.add_widget(CardFace(card=parse_card(name)))
        looks = [("dark", _("Dark")), ("light", _("Light"))]
        sizes = [(1.0, _("Normal")), (1.25, _("Large")), (1.5, _("Very large"))]
        four = CheckRow(
            _("Four-colour suits"), _("Clubs are green, diamonds blue: told apart at a glance."), settings.four_colours
        )
        four.bind(active=lambda _row, active: self._change(four_colours=active))
        return SettingsGroup(
            _("Look"),
            "sun",
            Labelled(_("Light or dark"), Choice(looks, settings.look, lambda value: self._change(look=value))),
            Labelled(_("Text size"), Choice(sizes, settings.text_size, lambda value: self._change(text_size=value))),
            four,
            cards,
        )

    def _voice(self) -> SettingsGroup:
        settings = self.shell.settings
        options = [("off", _("Off")), ("fouls", _("Only fouls")), ("all", _("Everything"))]
        self.voice_note = note("" if Voice.available() else _no_voice())
        heard = CheckRow(_("Sounds"), _("A tick for a legal move, a low tone for a foul."), settings.sounds)
        heard.bind(active=lambda _row, active: self._change(sounds=active))
        shell = self.shell
        volume = Slider(
            settings.volume,
            0,
            100,
            5,
            words=lambda value: _("{number} %").format(number=round(value)),
            on_choose=lambda value: self._change(volume=round(value)),
            hint=_("Volume"),
        )
        return SettingsGroup(
            _("Voice and sounds"),
            "voice",
            Labelled(
                _("Rulings and turns are spoken"),
                Choice(options, settings.voice, lambda value: self._change(voice=value)),
                _("At a real table one need not look at the screen."),
            ),
            self.voice_note,
            heard,
            Labelled(_("Volume"), volume),
            Buttons(
                IconButton(icon="voice", words=_("Say something"), on_release=lambda _b: self._say_something()),
                IconButton(
                    icon="check", words=_("Tick"), on_release=lambda _b: sounds.play("tick", shell.settings.volume)
                ),
                IconButton(
                    icon="cross", words=_("Cross"), on_release=lambda _b: sounds.play("cross", shell.settings.volume)
                ),
            ),
        )

    def _camera(self) -> SettingsGroup:
        camera = self.shell.settings.camera
        self.camera_note = note(_("A camera is opened only when you look for it or play with it."))
        self.cameras = Column(size_hint_y=None)
        self.cameras.bind(minimum_height=self.cameras.setter("height"))
        self._show_cameras(())
        self.look_button = IconButton(
            icon="search", words=_("Look for cameras"), on_release=lambda _b: self.look_for_cameras()
        )
        self.address = TextField(
            "" if camera.isdecimal() else camera, _("rtsp://... or http://..."), self._address_typed, size_hint_x=1
        )
        return SettingsGroup(
            _("Camera"),
            "camera",
            self.cameras,
            self.camera_note,
            Buttons(self.look_button),
            Labelled(
                _("Or the address of a phone or network camera"),
                self.address,
                _("An app on the phone that works as an IP camera shows it."),
            ),
        )

    def _pace(self) -> SettingsGroup:
        settings = self.shell.settings

        def seconds(value: float) -> str:
            return _("{seconds:.1f} s").format(seconds=value)

        settle = Slider(
            settings.settle,
            0.2,
            2.0,
            0.1,
            words=seconds,
            on_choose=lambda v: self._change(settle=v),
            hint=_("How long at rest"),
        )
        pace = Slider(
            settings.bot_pace,
            0,
            5,
            0.2,
            words=seconds,
            on_choose=lambda v: self._change(bot_pace=v),
            hint=_("Bots think for"),
        )
        clock = CheckRow(_("Clock"), _("The table shows how long the player on turn has taken."), settings.clock)
        clock.bind(active=lambda _row, active: self._change(clock=active))
        return SettingsGroup(
            _("Pace"),
            "wait",
            Labelled(_("Cards lie still before Kibitz rules"), settle, _("Longer is calmer, shorter is quicker.")),
            Labelled(_("Bots wait before they move"), pace, _("So that you can follow.")),
            clock,
        )

    def _packs(self) -> SettingsGroup:
        deck = self.shell.settings.deck
        used = (
            _("Cards are read with your pack “{name}”.").format(name=deck)
            if deck
            else _("Cards of any usual pack are read.")
        )
        return SettingsGroup(
            _("Own packs"),
            "cards",
            Text(words=used),
            note(_("A pack with odd letters, suits or courts can be learnt: lay it out once and photograph it.")),
            Buttons(IconButton(icon="cards", words=_("Own packs"), on_release=lambda _b: self._to_packs())),
        )

    def _about(self) -> SettingsGroup:
        try:
            folder = str(user_folder())
        except RuntimeError:
            folder = _("nowhere: this system names no home folder")
        self.folder = folder
        return SettingsGroup(
            _("About Kibitz"),
            "info",
            Text(words=_("Version {version}").format(version=version())),
            note(
                _(
                    "Free software under the AGPL, version 3 or later. Nothing leaves this machine: no picture, no record, no statistics."
                )
            ),
            Labelled(_("Games, settings and packs are kept in"), note(folder)),
            Buttons(IconButton(icon="copy", words=_("Copy the path"), on_release=lambda _b: self._copy())),
        )

    # -- what they do ------------------------------------------------------------------------------------------------

    def _change(self, **new: Any) -> None:
        """Keeps a setting; where that makes the screen anew, one stays at the same place of it."""
        targets, at = self.focus.targets(), self.focus.at
        place = targets.index(at) if at in targets else None
        spot = self.page.scroll_y
        self.shell.change(**new)
        after = self.shell.screen
        if isinstance(after, SettingsScreen) and after is not self:
            after.stay(spot, place)
        elif "language" in new:  # chosen as it was
            self.entered()

    def stay(self, spot: float, place: int | None) -> None:
        """Scrolls to ``spot``, and gives the focus to thing number ``place``, once all has its height."""

        def go(_dt: float) -> None:
            self.page.scroll_y = spot
            targets = self.focus.targets()
            if place is not None and place < len(targets):
                self.focus.take(targets[place])

        for delay in (0, 0.1):
            Clock.schedule_once(go, delay)

    def _tell_voice(self, can: bool) -> None:
        if self._shown and not can:
            self.voice_note.words = _("This system has no voice for this language, so Kibitz stays silent in it.")

    def _say_something(self) -> None:
        self.shell.voice.hush()
        self.shell.voice.try_out(_("9C beats 8C. That is legal."))

    def look_for_cameras(self) -> None:
        """Tries the first numbers, in a thread."""
        if self._search is None or self._search.done:
            self.look_button.disabled = True
            self.camera_note.words = _("Looking for cameras...")
            self._search = CameraSearch(lambda: Clock.schedule_once(lambda _dt: self._cameras_found()))

    def _cameras_found(self) -> None:
        search = self._search
        if search is None or not self._shown:
            return
        self._show_cameras(search.found)
        if search.done:
            self.look_button.disabled = False
            self.camera_note.words = (
                _("Choose the camera that sees the table.")
                if search.found
                else _(
                    "No camera was found. Plug one in and close other programs that use it, or type an address below."
                )
            )

    def _show_cameras(self, found: tuple[int, ...]) -> None:
        now = self.shell.settings.camera
        numbers = sorted({*map(str, found), *([now] if now.isdecimal() else [])}, key=int)
        self.cameras.clear_widgets()
        if numbers:
            options = [(number, _("Camera {number}").format(number=number)) for number in numbers]
            self.cameras.add_widget(Choice(options, now, self._camera_chosen))

    def _camera_chosen(self, number: str) -> None:
        self._change(camera=number)
        self.address.text = ""

    def _address_typed(self, text: str) -> None:
        address = text.strip()
        if address != (camera := self.shell.settings.camera) and (address or not camera.isdecimal()):
            self._change(camera=address or "0")
            self._show_cameras(self._search.found if self._search is not None else ())

    def _to_packs(self) -> None:
        from app.window.learn_deck_screen import open_learn_deck

        open_learn_deck(self.shell)

    def _copy(self) -> None:
        from kivy.core.clipboard import Clipboard

        Clipboard.copy(self.folder)
        self.shell.tell(_("The path is copied."))

    def _arrange(self, *_changed: object) -> None:
        """Two columns in a wide window, else one."""
        wide = self.shape == "wide"
        self.page.widest = dp(1160) if wide else dp(720)
        column = self.page.column
        for group in self._groups:
            if group.parent is not None:
                group.parent.remove_widget(group)
        column.clear_widgets()
        if not wide:
            for group in self._groups:
                column.add_widget(group)
            return
        sides = BoxLayout(spacing=dp(theme.GAP), size_hint_y=None)
        for groups in (self._groups[:3], self._groups[3:]):
            side = Column(size_hint_y=None, pos_hint={"top": 1})
            side.bind(minimum_height=side.setter("height"))
            for group in groups:
                side.add_widget(group)
            sides.add_widget(side)
        sides.bind(minimum_height=sides.setter("height"))
        column.add_widget(sides)


def version() -> str:
    """The version that is installed; of a checkout that is not, a word."""
    try:
        return importlib.metadata.version("kibitz")
    except importlib.metadata.PackageNotFoundError:
        return _("not installed")


def _no_voice() -> str:
    if sys.platform == "linux":
        return _("Nothing on this system can speak. Install it with: {command}").format(
            command="sudo apt-get install espeak-ng"
        )
    return _("Nothing on this system can speak.")


Builder.load_file(str(Path(__file__).with_name("settings_screen.kv")))
