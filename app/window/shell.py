"""The shell around the screens: which one is shown, the way back, settings that change them all, short notices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from app import language, sounds
from app.settings import Settings, SettingsFile
from app.voice import Voice
from app.window import theme, zoom
from app.window.screen import Screen

Make = Callable[["Shell"], Screen]
"""Makes a screen for a shell; called again whenever the screen must be made anew."""

NOTICE_SECONDS = 6


class Stoppable(Protocol):
    """What runs behind a screen, like a table: it ends when one goes back from the screen."""

    def stop(self) -> None: ...


class Toast(FloatLayout):
    """A line that goes away by itself: at the bottom, or where ``high`` at the top, where no cards are."""

    words = StringProperty("")
    high = BooleanProperty(False)


class Shell(FloatLayout):
    """Shows one screen at a time; the others wait below it to be come back to."""

    def __init__(
        self, settings: SettingsFile | None = None, *, quit_program: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__()
        self.settings_file = settings or SettingsFile()
        self.quit_program = quit_program
        self.voice = Voice(self.settings_file)
        self.screen: Screen | None = None
        self._stack: list[tuple[Make, Stoppable | None]] = []
        self._waiting: list[Callable[[], None]] | None = []  # for the window's first frame; None: it was drawn
        self._ticking: Any = None
        self._toast = Toast()
        self._hush = Clock.create_trigger(lambda _dt: self._tell(""), NOTICE_SECONDS)
        apply_settings(self.settings)
        self.bind(size=self._fit_zoom)
        if self.settings_file.problem:
            self.tell(self.settings_file.problem)

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.settings_file.now

    def change(self, **new: Any) -> None:
        """Changes and saves settings (names as in Settings) and shows the screen in them."""
        before = self.settings
        problem = self.settings_file.change(**new)
        if any(getattr(before, name) != getattr(self.settings, name) for name in SEEN_EVERYWHERE):
            apply_settings(self.settings)
            self.rebuild()
        if problem:
            self.tell(problem)

    def sound(self, name: str) -> None:
        """Plays "tick" or "cross", if sounds are on."""
        if self.settings.sounds:
            sounds.play(name, self.settings.volume)

    # -- which screen ------------------------------------------------------------------------------------------------

    def go(self, make: Make, behind: Stoppable | None = None) -> None:
        """Shows a new screen over the present one. ``behind``: what runs for it; ended when one goes back from it."""
        self._tell("")  # what was told belongs to the screen that is left
        self._stack.append((make, behind))
        self._show()

    def replace(self, make: Make, behind: Stoppable | None = None) -> None:
        """Shows a new screen in place of the present one."""
        self._drop(len(self._stack) - 1)
        self.go(make, behind)

    def go_from_home(self, make: Make, behind: Stoppable | None = None) -> None:
        """Leaves all screens but the first, ending what runs behind them, and shows a new one over it."""
        self._drop(1)
        self.go(make, behind)

    def back(self) -> bool:
        """Shows the screen before; False if there is none."""
        if len(self._stack) < 2:
            return False
        self._tell("")
        self._drop(len(self._stack) - 1)
        self._show()
        return True

    def home(self) -> None:
        """Back to the first screen."""
        self._tell("")
        self._drop(1)
        self._show()

    def open_all(self, screens: Sequence[tuple[Make, Stoppable | None]]) -> None:
        """Shows the last of these, over the others."""
        self._stack = list(screens)
        self._show()

    def end(self) -> None:
        """The window closes: whatever runs behind the screens ends. May be called twice."""
        self.leave()
        self._drop(0)
        self.voice.stop()
        sounds.stop()

    def _drop(self, to: int) -> None:
        """Takes the screens from number ``to`` on off the stack."""
        self.leave()
        while len(self._stack) > max(to, 0):
            behind = self._stack.pop()[1]
            if behind is not None:
                behind.stop()

    def rebuild(self) -> None:
        """Makes the present screen anew; those below are made anew when one comes back to them."""
        if self._stack:
            self._show()

    def _fit_zoom(self, *_changed: object) -> None:
        if zoom.fit(*self.size):
            self.rebuild()

    def _show(self) -> None:
        self.leave()
        Window.clearcolor = theme.GROUND
        self.screen = self._stack[-1][0](self)
        self.clear_widgets()
        self.add_widget(self.screen)
        self._toast = Toast(words=self._toast.words, high=self.screen.tells_at_the_top)
        self.add_widget(self._toast)
        if self.screen.refresh_rate:
            self._ticking = Clock.schedule_interval(self.screen.refresh, 1 / self.screen.refresh_rate)
        self.screen.entered()

    def leave(self) -> None:
        """The present screen is shown no more."""
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        if self.screen is not None:
            self.screen.close()  # a sheet may hold a camera
            self.screen.left()
            self.screen = None

    # -- nothing heavy before the first frame ------------------------------------------------------------------------

    def when_drawn(self, begin: Callable[[], None]) -> None:
        """Calls ``begin`` once the window has its first frame: now, or as soon as it has."""
        if self._waiting is None:
            begin()
        else:
            self._waiting.append(begin)

    def drawn(self) -> None:
        """The window has its first frame."""
        waiting, self._waiting = self._waiting or [], None
        for begin in waiting:
            begin()

    # -- notices, keys -----------------------------------------------------------------------------------------------

    def tell(self, words: str) -> None:
        """A line for some seconds, over any screen."""
        self._tell(words)
        self._hush()

    def _tell(self, words: str) -> None:
        self._toast.words = words

    def key(self, _window: Any, key: int, _scancode: int, text: str | None, modifiers: list[str]) -> bool:
        """For ``Window.bind(on_key_down=...)``: the screen's keys; Ctrl-Q quits from anywhere, Q where nothing is typed."""
        if text == "q" and "ctrl" in modifiers:
            self.quit_program()
            return True
        if self.screen is None or self.screen.focus.types(key):
            return False  # it goes on to the field
        return self.screen.key(key, text or "", modifiers)


SEEN_EVERYWHERE = ("language", "look", "text_size", "four_colours")


def apply_settings(settings: Settings) -> None:
    """Language and look as the settings have them, for whatever is made from now on."""
    language.use(settings.language or language.of_the_system())
    theme.use(dark=settings.look == "dark", four_colours=settings.four_colours, scale=settings.text_size)


Builder.load_file(str(Path(__file__).with_name("shell.kv")))
