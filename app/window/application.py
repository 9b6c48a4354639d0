"""The Kivy application: opens the window, starts the table behind its first frame, ends it when the window closes."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp

from app.errors import UserError
from app.window import theme
from app.window.table_screen import TableScreen, window_key

if TYPE_CHECKING:
    from app.live import LiveTable

FRAME_RATE = 30


class KibitzApp(App):
    """One window on one live table."""

    title = "Kibitz"

    def __init__(self, live: LiveTable, *, game: str = "", pack: int = 36, titles: dict[str, str] | None = None) -> None:
        super().__init__()
        self.live = live
        self._about = {"title": game, "pack": pack, "titles": titles}
        self._starter: threading.Thread | None = None

    def build(self) -> TableScreen:
        Window.clearcolor = theme.GROUND
        Window.minimum_width, Window.minimum_height = int(dp(320)), int(dp(320))
        self.screen = TableScreen(self.live, **self._about)
        Window.bind(on_key_down=window_key(self.screen, self.stop))
        return self.screen

    def on_start(self) -> None:
        Window.bind(on_flip=self._first_frame)

    def _first_frame(self, *_args: Any) -> None:
        Window.unbind(on_flip=self._first_frame)
        self._starter = threading.Thread(target=self._start, name="start the table")
        self._starter.start()

    def _start(self) -> None:
        try:
            self.live.start()
        except (UserError, ValueError, OSError) as error:  # what a user can mend; the window says it
            problem = str(error)
            Clock.schedule_once(lambda _dt: self.screen.fail(problem))
            return
        Clock.schedule_once(lambda _dt: Clock.schedule_interval(self.screen.refresh, 1 / FRAME_RATE))

    def on_stop(self) -> None:
        if self._starter is not None:
            self._starter.join()
        self.live.stop()
