"""A missing system library is one line with the command that installs it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app import system
from app.errors import UserError

COMMAND = "sudo apt-get install -y --no-install-recommends libgl1 libegl1 libglib2.0-0"


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(system, "_loads", lambda name: name != "libEGL.so.1")
    with pytest.raises(UserError) as caught:
        system.require_libraries()
    assert "libEGL.so.1" in str(caught.value) and COMMAND in str(caught.value) and "\n" not in str(caught.value)


def test_nothing_is_said_if_all_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "_loads", lambda _name: True)
    system.require_libraries()


def test_an_import_error_of_opencv_is_explained() -> None:
    error = ImportError("libGL.so.1: cannot open shared object file: No such file or directory")
    assert COMMAND in str(system.explained(error))
    assert system.explained(ImportError("No module named 'cv3'")) is None


def test_a_library_that_those_packages_bring_along_is_explained_too() -> None:
    error = ImportError("libxcb.so.1: cannot open shared object file: No such file or directory")
    assert COMMAND in str(system.explained(error)) and "libxcb.so.1" in str(system.explained(error))


def test_importing_the_window_imports_neither_kivy_nor_opencv() -> None:
    code = "import sys, app.window; sys.exit(any(m in sys.modules for m in ('kivy', 'cv2', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
