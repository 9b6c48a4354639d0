"""python -m tests.bench_window: how quick the window is: its first frame, the gaps between frames while a table is watched, an idle app.

Each in a process of its own, without a screen (software GL).
``first``: from the start of the process to the first frame of Home; the goal is 2 s.
``gap``: between passes of the window's loop while the demo's film is refereed, from the first picture on; the goal is 80 ms for 95 of 100;
``work95``: what the window's own thread computes in a pass, which does not depend on what else the machine does.
``idle``: part of a core that the app needs while nothing happens, at Home and at a table without a camera; the goal is 5 %.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

GOALS = {"first": 2.0, "gap95": 80.0, "idle home": 5.0, "idle table": 5.0}
IDLE = 6.0  # seconds


def _app(first: list[tuple[Any, Any]]) -> Any:
    from app.settings import SettingsFile
    from app.window.application import KibitzApp

    return KibitzApp(SettingsFile(), first)


def _home() -> list[tuple[Any, Any]]:
    from app.window import prepare_kivy

    prepare_kivy()
    from app.window.home import HomeScreen

    return [(HomeScreen, None)]


def _first(began: float) -> dict[str, float]:
    app = _app(_home())
    from kivy.core.window import Window

    shown: list[float] = []

    def flipped(*_args: Any) -> None:
        if not shown:
            shown.extend((time.time() - began, time.process_time()))
            app.stop()

    Window.bind(on_flip=flipped)
    app.run()
    app.end()
    return {"first": shown[0], "first cpu": shown[1]}


def _film(seconds: float) -> dict[str, float]:
    first = _home()
    from kivy.clock import Clock

    from app.demo import open_demo
    from app.window.about import About
    from app.window.open_table import OpenTable
    from app.window.table_screen import TableScreen

    referee, make_live = open_demo()
    opened = OpenTable(make_live)
    app = _app([*first, (lambda shell: TableScreen(About.game_of(referee), shell, opened), opened)])
    ticks: list[float] = []
    rates: list[float] = []
    worked: list[float] = []

    def tick(_dt: float) -> None:
        frame = opened.live.latest() if opened.live is not None else None
        if frame is None:
            return
        ticks.append(time.perf_counter())
        worked.append(time.thread_time())
        rates.append(frame.fps)
        if ticks[-1] - ticks[0] > seconds or (opened.live is not None and opened.live.over.is_set()):
            app.stop()

    Clock.schedule_interval(tick, 0)
    app.run()
    app.end()
    if len(ticks) < 10:
        raise SystemExit("bench_window: the film had no time to begin; say --seconds 30")
    gaps, work = np.diff(ticks) * 1000, np.diff(worked) * 1000
    return {
        "gap50": float(np.median(gaps)),
        "gap95": float(np.percentile(gaps, 95)),
        "longest": float(gaps.max()),
        "work95": float(np.percentile(work, 95)),
        "recognition": float(np.median(rates)),
    }


def _idle(table: bool) -> dict[str, float]:
    first = _home()
    from kivy.clock import Clock

    if table:
        from app.live import LiveTable
        from app.window.about import About
        from app.window.open_table import OpenTable
        from app.window.table_screen import TableScreen
        from rules.record import Record
        from rules.referee import Referee

        record = Record.new("svoi-kozyri", ["Ann", "Ben"], {"Trumps": "Ann=S, Ben=H", "Seed": "1"})
        opened = OpenTable(lambda: LiveTable(None, None, Referee(record)))
        first.append((lambda shell: TableScreen(About.game_of(Referee(record)), shell, opened), opened))
    app = _app(first)
    used: list[float] = []

    def begin(_dt: float) -> None:
        used.append(time.process_time())
        Clock.schedule_once(end, IDLE)

    def end(_dt: float) -> None:
        used.append(time.process_time())
        app.stop()

    Clock.schedule_once(begin, 4.0)
    app.run()
    app.end()
    return {f"idle {'table' if table else 'home'}": 100 * (used[1] - used[0]) / IDLE}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench_window", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30, help="of the film (default: 30)")
    parser.add_argument("--one", choices=("first", "film", "home", "table"), help=argparse.SUPPRESS)
    parser.add_argument("--began", type=float, default=0.0, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    runs: dict[str, Callable[[], dict[str, float]]] = {
        "first": lambda: _first(args.began),
        "film": lambda: _film(args.seconds),
        "home": lambda: _idle(False),
        "table": lambda: _idle(True),
    }
    if args.one:
        print(json.dumps(runs[args.one]()), flush=True)
        return 0
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"XDG_DATA_HOME": folder, "SDL_VIDEODRIVER": "offscreen"}
        for one in ("first", "first", "film", "home", "table"):  # the first start also fills Python's caches
            command = [sys.executable, "-m", "tests.bench_window", "--one", one, "--seconds", str(args.seconds)]
            done = subprocess.run(
                [*command, "--began", str(time.time())], env=environment, stdout=subprocess.PIPE, text=True, check=True
            )
            figures |= json.loads(done.stdout.splitlines()[-1])
    units = {"first": "s", "first cpu": "s", "recognition": "/s", "idle home": "%", "idle table": "%"}
    for name, figure in figures.items():
        goal = f"   (goal: {GOALS[name]:g})" if name in GOALS else ""
        print(f"{name:12} {figure:8.2f} {units.get(name, 'ms')}{goal}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
