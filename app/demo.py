"""``kibitz demo``: the main job on the bundled table, in the window at real pace or as printed events."""

from __future__ import annotations

import argparse
import os
import sys

from app.errors import UserError
from app.inputs import read_input_file
from app.opening import open_game
from app.paths import DEMO, WEIGHTS
from app.watch import BAD_INPUT, INTERRUPTED, Printer, open_reader, watch_film
from rules.texts import _


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
    film, start, said = DEMO / "table.mp4", DEMO / "start.kbz", DEMO / "table.jsonl"
    for path in (film, start):
        if not path.exists():
            raise UserError(_("{path}: the demo's table is missing; install Kibitz again").format(path=path))
    referee = open_game(None, start=start)
    inputs = read_input_file(said) if said.exists() else []

    from vision.sources import open_source

    window = has_screen() and not args.no_window
    source = open_source(str(film), realtime=window)
    reader = open_reader(WEIGHTS, None)
    if window:
        return _in_window(source, reader, referee, inputs)
    out = Printer(args.json)
    try:
        watch_film(source, reader, referee, inputs, None, out)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        source.close()
    return BAD_INPUT if out.bad_input else 0


def _in_window(source, reader, referee, inputs) -> int:  # type: ignore[no-untyped-def]
    from app.live import LiveTable
    from app.window import open_window

    live = LiveTable(source, reader, referee, inputs=inputs)
    titles = {rule.id: rule.title for rule in referee.game.rules}
    return open_window(live, game=referee.game.name, pack=referee.setup.cards.bit_count(), titles=titles)
