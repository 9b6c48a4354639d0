"""``kibitz demo``: the main job on the bundled table, in the window at real pace or as printed events."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError
from app.inputs import Input, read_input_file
from app.opening import open_game
from app.paths import DEMO, WEIGHTS
from app.watch import INTERRUPTED, Printer, open_reader, watch_film
from rules.referee import Referee
from rules.texts import _

if TYPE_CHECKING:
    from app.live import LiveTable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``kibitz demo``."""
    parser.add_argument("--no-window", action="store_true", help=_("print the events instead, as fast as it can"))


def has_screen() -> bool:
    """A window can be opened here, as far as can be told beforehand."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run(args: argparse.Namespace) -> int:
    """Shows the demo to its end. -> the exit status."""
    return print_demo(args.json) if args.no_window or not has_screen() else show_demo()


def _table() -> tuple[Path, Referee, list[Input]]:
    """The film, its game before the first move, and what the camera cannot see."""
    film, record, said = DEMO / "table.mp4", DEMO / "table.kbz", DEMO / "table.jsonl"
    for path in (film, record):
        if not path.exists():
            raise UserError(_("{path}: the demo's table is missing; install Kibitz again").format(path=path))
    return film, open_game(None, start=record, from_the_beginning=True), read_input_file(said) if said.exists() else []


def print_demo(as_json: bool) -> int:
    """The demo without a window, as fast as it can."""
    film, referee, inputs = _table()

    from vision.sources import open_source

    source = open_source(str(film))
    out = Printer(as_json)
    try:
        watch_film(source, open_reader(WEIGHTS, None), referee, inputs, None, out)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        source.close()
    return 2 if out.bad_input else 0


def open_demo() -> tuple[Referee, Callable[[], LiveTable]]:
    """The game of the demo, and what opens its table at real pace, for the window. Raises UserError."""
    film, referee, inputs = _table()

    def make_live() -> LiveTable:
        from app.live import LiveTable
        from vision.sources import Paced, open_source

        reader = open_reader(WEIGHTS, None)
        # Paced, not realtime: a slow computer shows the demo slowly, and misses no move.
        return LiveTable(Paced(open_source(str(film))), reader, referee, inputs=inputs)

    return referee, make_live


def show_demo() -> int:
    """The demo in the window, at real pace."""
    from app.window import open_window

    referee, make_live = open_demo()
    return open_window(make_live, referee)
