"""The search for cameras, in a thread: opening one takes its time, and OpenCV is loaded for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator


class CameraSearch:
    """Looks for cameras once. ``found`` grows; ``done`` when all were tried. ``changed`` is called from its thread."""

    def __init__(
        self, changed: Callable[[], None], look: Callable[[threading.Event], Iterator[int]] | None = None
    ) -> None:
        self.found: tuple[int, ...] = ()
        self.done = False
        self._changed = changed
        self._look = look or _look
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._search, name="look for cameras")
        self._thread.start()

    def stop(self) -> None:
        """Tries no other camera, and tells nothing more. May be called twice."""
        self._stop.set()

    def _search(self) -> None:
        try:
            for number in self._look(self._stop):
                self.found = (*self.found, number)
                self._tell()
        finally:
            self.done = True
            self._tell()

    def _tell(self) -> None:
        if not self._stop.is_set():
            self._changed()


def _look(stop: threading.Event) -> Iterator[int]:
    from vision.cameras import cameras

    return cameras(stop)
