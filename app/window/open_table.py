"""A table that is being set up behind its screen: networks are loaded and the camera is opened while the window is there already."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.live import LiveTable


class OpenTable:
    """``live``: the table once it runs; ``problem``: why there is none. Lives as long as its screen is in the shell's stack."""

    def __init__(self, make_live: Callable[[], LiveTable]) -> None:
        self.live: LiveTable | None = None
        self.problem: Exception | None = None
        self._make = make_live
        self._starter = threading.Thread(target=self._start, name="start the table")

    def start(self) -> None:
        """Sets the table up, in a thread of its own. Does nothing the second time."""
        if self._starter.ident is None:
            self._starter.start()

    def stop(self) -> None:
        """Ends the table's threads and gives the camera back. May be called twice."""
        if self._starter.ident is not None:
            self._starter.join()
        if self.live is not None:
            self.live.stop()

    def _start(self) -> None:
        try:
            live = self._make()
            live.start()
        except Exception as error:  # shown by the screen, and told on the command line when the window is closed
            self.problem = error
        else:
            self.live = live
