"""The film of the demo in the window, to its end: a real table behind the screen, its cards read by our networks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.demo import open_demo
from app.live import LiveTable
from app.paths import DEMO, WEIGHTS
from app.watch import open_reader
from rules.record import MoveLine, parse
from tests.app import window_kit as kit
from vision.sources import Frame, Source, SourceError, open_source

from app.window.about import About  # isort: skip


class EveryOther(Source):
    """A film as a slower camera would have seen it, as fast as it can be read."""

    live = False

    def __init__(self, source: Source) -> None:
        self._source = source
        self.name = source.name

    def frames(self, trouble: Callable[[SourceError], None]) -> Iterator[Frame]:
        for number, frame in enumerate(self._source.frames(trouble)):
            if number % 2 == 0:
                yield frame

    def close(self) -> None:
        self._source.close()


def test_the_film_is_refereed_on_the_screen_to_its_end() -> None:
    referee, _make = open_demo()
    live = LiveTable(EveryOther(open_source(str(DEMO / "table.mp4"))), open_reader(WEIGHTS, None), referee)
    screen = kit.show(live, (1280, 800), About.game_of(referee))
    live.start()
    headlines: list[str] = []
    try:

        def over() -> bool:
            screen.refresh()
            if not headlines or headlines[-1] != screen.attention.headline:
                headlines.append(screen.attention.headline)
            return live.over.is_set()

        kit.wait(over, "the end of the film", 400)
        screen.refresh()
    finally:
        live.stop()
    record = parse((DEMO / "table.kbz").read_text(encoding="utf-8"))
    written = [f"{line.player}: {line.text}" for line in record.body if isinstance(line, MoveLine)]
    assert [f"{r.player}: {r.move}" for r in live.state().moves] == written
    assert "Illegal" in headlines and screen.attention.headline == "Ben won."
    assert screen.picture.live and screen.bar.rate
