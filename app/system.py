"""What we need of the system: its shared libraries, said so that a user can mend what is missing; who comes first on the processor."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import sys
import threading

from app.errors import UserError
from rules.texts import _

# What the wheels of opencv-python and kivy expect from the system, and the Debian package that has it.
LIBRARIES: dict[str, str] = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
}
_NOT_FOUND = re.compile(r"(lib[^\s:/]+\.so[^\s:/]*): cannot open shared object file")
BEHIND = 10  # niceness of what runs behind the window
INSTALL = "sudo apt-get install -y --no-install-recommends libgl1 libegl1 libglib2.0-0"


def missing_libraries() -> list[str]:
    """Names of the shared libraries that this system lacks. Only asked on Linux: the wheels for others bring them."""
    return [name for name in LIBRARIES if not _loads(name)] if sys.platform.startswith("linux") else []


def require_libraries() -> None:
    """Raises UserError with the command that installs what is missing; returns quietly if all is there."""
    missing = missing_libraries()
    if missing:
        raise UserError(_missing(missing))


def explained(error: ImportError) -> UserError | None:
    """What to tell of an ImportError that a missing system library caused; None if it has another cause."""
    lacking = _NOT_FOUND.search(str(error))  # often one that the packages named here bring along, such as libxcb
    return UserError(_missing(sorted({lacking[1], *missing_libraries()}))) if lacking else None


def _missing(names: list[str]) -> str:
    return _("this system lacks {libraries}; install them with: {command}").format(
        libraries=", ".join(names), command=INSTALL
    )


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def step_back() -> None:
    """This thread, and all that it starts, leave the processor to the window where both want it. Only Linux can do that for a thread."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)
