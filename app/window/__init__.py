"""The window: ``kibitz`` without a command. Nothing here imports Kivy before ``open_window`` is called."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.system import explained, require_libraries

if TYPE_CHECKING:
    from app.live import LiveTable


def user_folder() -> Path:
    """Where Kibitz keeps a user's data on this system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")) / "Kibitz"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Kibitz"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "kibitz"


def prepare_kivy() -> None:
    """Settings that Kivy reads when it is first imported: quiet, our arguments left alone, its files in our folder."""
    os.environ.setdefault("KIVY_HOME", str(user_folder() / "kivy"))
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_NO_CONSOLELOG"] = "1"
    os.environ["KIVY_NO_FILELOG"] = "1"
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")  # else Kivy takes over standard error
    logging.getLogger("kivy").addFilter(lambda record: record.levelno >= logging.CRITICAL)  # what matters is raised
    Path(os.environ["KIVY_HOME"]).mkdir(parents=True, exist_ok=True)
    try:
        from kivy.config import Config
    except ImportError as error:
        raise explained(error) or error from None
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "log_level", "error")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("graphics", "maxfps", "30")
    Config.set("graphics", "width", "1280")
    Config.set("graphics", "height", "800")


def open_window(live: LiveTable, *, game: str = "", pack: int = 36, titles: dict[str, str] | None = None) -> int:
    """Shows ``live`` until the window is closed; starts it behind the first frame and stops it at the end. Returns the exit status.

    ``game``: its name; ``pack``: cards in it; ``titles``: number of a rule -> its title. Raises UserError if the system lacks a library.
    """
    require_libraries()
    prepare_kivy()
    from app.window.application import KibitzApp

    KibitzApp(live, game=game, pack=pack, titles=titles).run()
    return 0
