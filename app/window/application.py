"""The Kivy application: opens the window, starts the table behind its first frame, ends it when the window closes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp

from app.window import theme
from app.window.about import About
from app.window.table_screen import TableScreen, window_key

if TYPE_CHECKING:
    from app.live import LiveTable

FRAME_RATE = 30


class KibitzApp(App):
    """One window on one live table. ``problem``: why there is no table, if there is none."""

    title = "Kibitz"

    def __init__(self, make_live: Callable[[], LiveTable], about: About) -> None:
        super().__init__()
        self.problem: Exception | None = None
        self._make_live = make_live
        self._about = about
        self._live: LiveTable | None = None
        self._starter = threading.Thread(target=self._start, name="start the table")

    def build(self) -> TableScreen:
        Window.clearcolor = theme.GROUND
        Window.minimum_width, Window.minimum_height = int(dp(320)), int(dp(320))
        self.screen = TableScreen(self._about)
        Window.bind(on_key_down=window_key(self.screen, self.stop))
        return self.screen

    def on_start(self) -> None:
        Window.bind(on_flip=self._first_frame)

    def _first_frame(self, *_args: Any) -> None:
        Window.unbind(on_flip=self._first_frame)
        self._starter.start()

    def _start(self) -> None:
        """In a thread of its own: loads the networks and opens the camera while the window is there already."""
        try:
            self._live = self._make_live()
            self._live.start()
        except Exception as error:  # told in the window now, and by the command line when the window is closed
            self.problem = error
            Clock.schedule_once(self._failed)
        else:
            Clock.schedule_once(self._started)

    def _started(self, _dt: float) -> None:
        assert self._live is not None
        self.screen.watch(self._live)
        Clock.schedule_interval(self.screen.refresh, 1 / FRAME_RATE)

    def _failed(self, _dt: float) -> None:
        self.screen.notice(str(self.problem), stays=True)

    def on_stop(self) -> None:
        self.end()

    def end(self) -> None:
        """Ends the table's threads and gives the camera back. May be called twice."""
        if self._starter.ident is not None:
            self._starter.join()
        if self._live is not None:
            self._live.stop()
