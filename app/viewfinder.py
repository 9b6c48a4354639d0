"""A look through a camera to take one picture: the newest frame as a small picture for the screen, and whole as a file."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from app.source_words import in_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDEST = 720  # px: a larger picture is made smaller for the screen


class Viewfinder:
    """Looks through ``source`` (as ``kibitz watch`` takes it) in a thread of its own until ``stop``."""

    def __init__(self, source: str) -> None:
        self.problem = ""  # why nothing can be seen, a line
        self.shown: NDArray[np.uint8] | None = None  # (H, W, 4) RGBA, upright
        self._frame: NDArray[np.uint8] | None = None
        self._source = source
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="viewfinder")
        self._thread.start()

    def take(self, path: Path) -> bool:
        """Writes the newest frame as a PNG file; False if there is none yet. Raises OSError."""
        import cv2

        frame = self._frame
        if frame is None:
            return False
        path.write_bytes(cv2.imencode(".png", frame)[1].tobytes())
        return True

    def stop(self) -> None:
        """Gives the camera back, soon. May be called twice."""
        self._stop.set()

    def closed(self, seconds: float = 15.0) -> bool:
        """Waits until the camera was given back; False if that takes longer."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._look()
        except Exception as error:  # whatever it is, the screen says it
            self.problem = in_words(error) or type(error).__name__

    def _look(self) -> None:
        import cv2
        import numpy as np

        from vision.sources import open_source

        source = open_source(self._source.strip(), realtime=True)
        try:
            for frame in source.frames(lambda error: setattr(self, "problem", in_words(error))):
                if self._stop.is_set():
                    return
                height, width = frame.image.shape[:2]
                scale = min(1.0, WIDEST / width)
                size = (max(1, round(width * scale)), max(1, round(height * scale)))
                small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
                self.problem, self._frame = "", frame.image
                self.shown = np.ascontiguousarray(cv2.cvtColor(small, cv2.COLOR_BGR2RGBA))
        finally:
            source.close()
