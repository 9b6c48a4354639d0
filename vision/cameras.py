"""Which cameras does this computer have? Those whose numbers open and give a picture."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import cv2

from vision.quiet import silent

MOST = 4  # numbers that are tried


def cameras(stop: threading.Event | None = None, most: int = MOST) -> Iterator[int]:
    """The numbers of the cameras that work, one by one; each try takes up to some seconds. ``stop``: set, no other is tried."""
    for number in range(most):
        if stop is not None and stop.is_set():
            return
        with contextlib.suppress(cv2.error), silent():
            capture = cv2.VideoCapture(number, cv2.CAP_ANY)
            try:
                works = capture.isOpened() and capture.read()[0]
            finally:
                capture.release()
            if works:
                yield number
