"""The window: ``kibitz`` without a command. Nothing here imports Kivy before ``open_window`` is called."""

from __future__ import annotations

import argparse
import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.errors import UserError
from app.paths import user_folder
from app.system import explained, require_libraries
from rules.texts import _

if TYPE_CHECKING:
    from app.live import LiveTable
    from rules.referee import Referee


def kivy_folder() -> Path:
    """A folder that Kivy can write its files to: the user's own, or else one for this run only. Raises UserError."""
    try:
        folder = Path(os.environ.get("KIVY_HOME") or user_folder() / "kivy")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # RuntimeError: nobody knows where the home is
        pass
    try:
        folder = Path(tempfile.mkdtemp(prefix="kibitz-"))
    except OSError as error:
        raise UserError(
            _("no folder can be written, neither at home nor for temporary files ({problem}); free some space").format(
                problem=error.strerror or error
            )
        ) from None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _matters(record: logging.LogRecord) -> bool:
    """What Kivy says that a user should read: next to nothing, what matters is raised."""
    # That there is no xclip is critical to Kivy; it copies without it.
    return record.levelno >= logging.CRITICAL and not record.getMessage().startswith("Cutbuffer")


def prepare_kivy() -> None:
    """Settings that Kivy reads when it is first imported: quiet, our arguments left alone, its files in our folder.

    Raises UserError if there is no place for them.
    """
    os.environ["KIVY_HOME"] = str(kivy_folder())
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_NO_CONSOLELOG"] = "1"
    os.environ["KIVY_NO_FILELOG"] = "1"
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")  # else Kivy takes over standard error
    logging.getLogger("kivy").addFilter(_matters)
    try:
        from kivy.config import Config
    except ImportError as error:
        raise explained(error) or error from None
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "log_level", "error")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("graphics", "maxfps", "30")
    Config.set("graphics", "multisamples", "0")  # smooth shapes do it cheaper where GL is software
    Config.set("graphics", "width", "1280")
    Config.set("graphics", "height", "800")


def open_window(make_live: Callable[[], LiveTable] | None = None, referee: Referee | None = None) -> int:
    """Shows the app until its window is closed: at home, or at a table. Returns the exit status.

    ``make_live`` is called in a thread once the window has its first frame, so it may take its time; ``referee`` says
    which game it is. Raises UserError if the system lacks a library, and whatever kept the table from starting (after
    the window, which shows it, was closed).
    """
    require_libraries()
    prepare_kivy()
    from app.settings import SettingsFile
    from app.window.application import KibitzApp
    from app.window.home import HomeScreen
    from app.window.open_table import OpenTable

    if "ANDROID_ARGUMENT" in os.environ:
        from app.android_camera import install

        install()
    first: list[tuple[Any, Any]] = [(HomeScreen, None)]
    opened = None
    if make_live is not None and referee is not None:
        from app.window.about import About
        from app.window.table_screen import TableScreen

        opened = OpenTable(make_live)
        first.append((lambda shell: TableScreen(About.game_of(referee), shell, opened), opened))
    window = KibitzApp(SettingsFile(), first)
    try:
        window.run()
    finally:  # Kivy does not tell the app that it was interrupted
        window.end()
    if opened is not None and opened.problem is not None:
        raise opened.problem
    return 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``kibitz`` without a command takes: a table to look at in place of the one that comes with it."""
    group = parser.add_argument_group(_("the app, without a command"))
    group.add_argument("--source", help=_("look at a camera (0), a film, a folder of pictures or a URL"))
    group.add_argument("--game", metavar="ID", help=_("the game that is played (see: kibitz games)"))
    group.add_argument("--players", metavar="NAMES", help=_('"Ann, Ben", clockwise; the first sits at the bottom'))
    group.add_argument(
        "--set", metavar="HEADER=VALUE", action="append", default=[], help=_('a header: Trumps="Ann=S, Ben=H"')
    )
    group.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help=_("a house rule"))
    group.add_argument("--start", metavar="FILE.kbz", type=Path, help=_("the record to go on from"))
    group.add_argument("--record", metavar="OUT.kbz", type=Path, help=_("write the record here, after every move"))


def run(args: argparse.Namespace) -> int:
    """Opens the window on the source that was chosen, or on the table that comes with Kibitz. -> the exit status."""
    from app.opening import open_game, pairs
    from app.record_file import RecordFile

    if args.source is None:
        return open_window()
    headers, options = pairs(args.set, "--set"), pairs(args.option, "--option")
    referee = open_game(args.game, args.players, headers, options, args.start)
    record = RecordFile(args.record) if args.record is not None else None

    def table() -> LiveTable:
        from app.live import LiveTable
        from app.paths import WEIGHTS
        from app.watch import open_reader
        from vision.sources import open_source

        source = open_source(args.source, realtime=True)
        return LiveTable(source, open_reader(WEIGHTS, None), referee, record=record)

    return open_window(table, referee)
