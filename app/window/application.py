"""The Kivy application: one window with the shell in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.metrics import dp

from app.settings import SettingsFile
from app.window.shell import Make, Shell, Stoppable


class KibitzApp(App):
    """Shows the last of ``first``; the others are what one comes back to."""

    title = "Kibitz"

    def __init__(self, settings: SettingsFile, first: Sequence[tuple[Make, Stoppable | None]]) -> None:
        super().__init__()
        self._settings = settings
        self._first = first
        self.shell: Shell | None = None

    def build(self) -> Shell:
        Window.minimum_width, Window.minimum_height = int(dp(320)), int(dp(320))
        Window.softinput_mode = "below_target"  # a phone's keyboard covers no field that is typed in
        self.shell = Shell(self._settings, quit_program=self.stop)
        Window.bind(on_key_down=self.shell.key)
        return self.shell

    def on_start(self) -> None:
        Window.bind(on_flip=self._first_frame)
        assert self.shell is not None
        self.shell.open_all(self._first)

    def _first_frame(self, *_args: Any) -> None:
        """Only now may anything heavy begin."""
        Window.unbind(on_flip=self._first_frame)
        assert self.shell is not None
        self.shell.drawn()

    def on_stop(self) -> None:
        self.end()

    def end(self) -> None:
        """Ends whatever runs behind the screens. May be called twice."""
        if self.shell is not None:
            self.shell.end()
