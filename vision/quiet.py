"""Keeps the decoders of OpenCV, which talk to the terminal by themselves, off it; what matters is said by errors of ours."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator

# Read by OpenCV when it is imported, so this module comes before (see vision/__init__.py).
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_PRIORITY_OBSENSOR", "0")

_lock = threading.Lock()


@contextlib.contextmanager
def silent() -> Iterator[None]:
    """Keeps what libjpeg and friends write straight to standard error off the terminal."""
    with _lock:
        try:
            kept = os.dup(2)
        except OSError:  # no standard error at all
            yield
            return
        null = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(null, 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(null)
            os.close(kept)
