"""The window as a program: opens before the table is loaded, ends cleanly, tells what went wrong. In processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

TABLE = '''
import sys, threading
import app.cli, app.demo
from app.errors import UserError
from app.opening import open_game
from app.window import open_window
from tests.app.window_fake import FakeLive

class Live(FakeLive):
    """A table with a thread that must be ended."""
    def start(self):
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._end.wait)
        self._thread.start()
    def stop(self):
        self._end.set()
        self._thread.join()
        print("table ended", flush=True)

def table():
    from kivy.core.window import Window
    print("opencv" if "cv2" in sys.modules else "light", "window" if Window.children else "none", flush=True)
    {what}
    return Live()

def show(_args=None):
    return open_window(table, open_game("svoi-kozyri", "Ann, Ben", {{"Trumps": "Ann=S, Ben=H"}}))

app.demo.show_demo, app.demo.has_screen = show, lambda: True
sys.exit(app.cli.main(["demo"]))
'''

CLOSE = "from kivy.app import App; from kivy.clock import Clock; Clock.schedule_once(lambda _: App.get_running_app().stop(), .5)"


def start(tmp_path: Path, what: str) -> subprocess.Popen[str]:
    """``kibitz demo`` with a table of ours; ``what`` is done in the thread that makes the table."""
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "SDL_VIDEODRIVER": "offscreen"}
    env.pop("KIVY_HOME", None)
    code = TABLE.format(what=what)
    return subprocess.Popen(
        [sys.executable, "-c", code], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def test_the_table_is_made_after_the_first_frame_and_ended_with_the_window(tmp_path: Path) -> None:
    out, err = (process := start(tmp_path, CLOSE)).communicate(timeout=120)
    assert (process.returncode, out.split("\n")[:2], err) == (0, ["light window", "table ended"], "")
    assert (tmp_path / "kibitz" / "kivy" / "config.ini").is_file() or sys.platform != "linux"


def test_what_keeps_the_table_from_starting_is_one_line_and_exit_status_two(tmp_path: Path) -> None:
    what = CLOSE + "; raise UserError('camera 7: cannot be opened; plug it in')"
    _out, err = (process := start(tmp_path, what)).communicate(timeout=120)
    assert (process.returncode, err) == (2, "kibitz: camera 7: cannot be opened; plug it in\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_an_interrupt_ends_the_table_with_status_130(tmp_path: Path) -> None:
    process = start(tmp_path, "pass")
    assert process.stdout is not None
    assert process.stdout.readline() == "light window\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (130, "table ended\n", "")
