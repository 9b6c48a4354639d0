"""Programs that are started for a moment, in a thread of their own: a sentence to be spoken, a sound to be played.

The caller never waits and never sees an error; what waits too long, or is overtaken, is dropped. The thread ends when nothing is
left to do, so nothing has to be ended with the app, though it can be.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

LONGEST = 30.0  # seconds that a program may take

Errand = Callable[[], None]


class Errands:
    """Does one errand after the other. ``most`` wait at a time, the newest; none longer than ``patience`` seconds."""

    def __init__(self, name: str, most: int, patience: float) -> None:
        self._name, self._patience = name, patience
        self._waiting: deque[tuple[float, Errand]] = deque(maxlen=most)
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._program: subprocess.Popen[bytes] | None = None
        self._over = False

    def put(self, errand: Errand) -> None:
        """Does it soon. Does nothing after ``end``."""
        with self._changed:
            if self._over:
                return
            self._waiting.append((time.monotonic(), errand))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name)
                try:
                    self._thread.start()
                except RuntimeError:  # no more threads, or the interpreter is ending
                    self._thread = None

    def forget(self) -> None:
        """Forgets what waits, and ends the program that runs."""
        with self._changed:
            self._waiting.clear()
            if self._program is not None:
                with contextlib.suppress(OSError):
                    self._program.kill()

    def end(self) -> None:
        """Forgets everything for good. May be called twice."""
        with self._changed:
            self._over = True
            thread = self._thread
        self.forget()
        if thread is not None and thread is not threading.current_thread():
            thread.join(LONGEST)

    def idle(self) -> bool:
        """Whether nothing is left to do."""
        with self._changed:
            return self._thread is None

    def run(self, command: Sequence[str], said: str = "", seconds: float = LONGEST) -> str:
        """Runs a program in an errand, with ``said`` as its input. -> what it printed; "" if it failed or took too long."""
        quiet = {"creationflags": 0x08000000} if os.name == "nt" else {}  # CREATE_NO_WINDOW
        try:
            with self._changed:
                if self._over:
                    return ""
                program = self._program = subprocess.Popen(
                    list(command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    **quiet,  # type: ignore[call-overload]
                )
        except (OSError, ValueError):
            return ""
        try:
            printed, _nothing = program.communicate(said.encode("utf-8"), timeout=seconds)
        except (subprocess.TimeoutExpired, OSError):
            program.kill()
            with contextlib.suppress(OSError):
                program.communicate()
            return ""
        finally:
            with self._changed:
                self._program = None
        return str(printed.decode("utf-8", "replace")) if program.returncode == 0 else ""

    def _work(self) -> None:
        while True:
            with self._changed:
                if not self._waiting or self._over:
                    self._thread = None
                    self._changed.notify_all()
                    return
                came, errand = self._waiting.popleft()
            if time.monotonic() - came <= self._patience:
                with contextlib.suppress(Exception):  # whatever goes wrong there is no reason to disturb a game
                    errand()
