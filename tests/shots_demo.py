"""The table screen over the film of the demo, at its illegal move: a real table, read by our networks. Collected by tests.shots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.demo import open_demo
from app.live import LiveTable
from app.paths import DEMO, WEIGHTS
from app.watch import open_reader
from tests.app import window_kit as kit
from vision.sources import open_source


def illegal(size: tuple[int, int]) -> Any:
    """Goes through the film to there, which takes some seconds."""
    from app.window.about import About

    referee, _make = open_demo()
    live = LiveTable(open_source(str(DEMO / "table.mp4")), open_reader(WEIGHTS, None), referee)
    screen = kit.show(live, size, About.game_of(referee))
    live.start()
    try:

        def there() -> bool:
            screen.refresh()
            last = live.state().last
            return last is not None and last.verdict == "illegal"

        kit.wait(there, "the illegal move", 120)
        for _n in range(3):
            kit.frames()
        screen.refresh()
    finally:
        live.stop()
    return screen


SHOTS: dict[str, Callable[[tuple[int, int]], Any]] = {"demo-illegal": illegal}
