"""A long evening: cameras that fail, pictures that show nothing, screens that sleep, disks that fill, programs that are killed."""

from __future__ import annotations

import errno
import gc
import os
import time
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from app import live
from app.events import Event
from app.eyes import Eyes, Look
from app.live import LiveTable
from app.opening import open_game
from app.record_file import RecordFile, read_record
from app.session import Session
from rules.cards import parse_card
from rules.record import parse
from rules.referee import Referee
from rules.table import MIDDLE, SeenCard, TableView
from tests.drawn_table import DrawnReader, DrawnTable
from vision import sources
from vision.blind import Blindness
from vision.sources import Frame, SourceError

Image = NDArray[np.uint8]
TRUMPS = {"Trumps": "Ann=S, Ben=H"}


def tables() -> tuple[Image, Image, Image]:
    """The empty table, Ann's 7C, and Ben's 8C 6D on it."""
    table = DrawnTable()
    empty = table.picture()
    table.lay("7C", 280, 140)
    led = table.picture()
    table.lay("8C", 290, 146)
    table.lay("6D", 306, 150)
    return empty, led, table.picture()


EMPTY, LED, BEATEN = tables()
NOISE = np.random.default_rng(0)


def covered(image: Image) -> Image:
    """A finger before the lens, through which a lamp glows."""
    glow = np.linspace(20, 90, image.shape[1])[None, :, None] * np.array([0.3, 0.4, 1.0])
    return np.clip(NOISE.normal(0, 2, image.shape) + glow, 0, 255).astype(np.uint8)


def dark(image: Image) -> Image:
    return np.clip(NOISE.normal(6, 5, image.shape), 0, 255).astype(np.uint8)


def filled_in(image: Image) -> Image:
    """The lower part was lost on the way."""
    return np.concatenate([image[:150], np.full_like(image[150:], 128)])


def torn(image: Image) -> Image:
    """The lower part is older than the upper one."""
    return np.concatenate([image[:180], EMPTY[180:]])


def shifted(image: Image) -> Image:
    return np.concatenate([image[:100], np.roll(image, 200, axis=1)[100:]])


SPOILT: list[Callable[[Image], Image]] = [np.zeros_like, dark, covered, filled_in, torn, shifted]


def film(*parts: tuple[Image, float], fps: float = 10, begin: float = 0.0) -> Iterator[Frame]:
    """Each picture for so many seconds."""
    number = count()
    for image, seconds in parts:
        for _ in range(round(seconds * fps)):
            yield Frame(image, begin + next(number) / fps)


def watched(frames: Iterator[Frame], referee: Referee | None = None) -> tuple[list[Event], Session]:
    """What a session tells that sees these frames."""
    referee = referee or open_game("svoi-kozyri", headers=TRUMPS)
    eyes = Eyes(DrawnReader(), referee.game.layout(referee.players), referee.setup.cards)
    session = Session(referee)
    events = []
    for frame in frames:
        events += session.see(eyes.look(frame).view)
    return events, session


def moves(events: list[Event]) -> list[str]:
    return [str(event.as_json()["move"]) for event in events if event.kind == "move"]


PLAYED = ["7C", "8C 6D"]
BEFORE = ((EMPTY, 1.0), (LED, 1.0), (BEATEN, 1.0))


# Pictures that show nothing


@pytest.mark.parametrize("spoil", SPOILT)
@pytest.mark.parametrize("seconds", [0.1, 0.4, 3.0])
def test_while_the_camera_shows_no_table_or_a_torn_one_nobody_moves(
    spoil: Callable[[Image], Image], seconds: float
) -> None:
    events, _ = watched(film(*BEFORE, (spoil(BEATEN), seconds), (BEATEN, 2.0)))
    assert [event.kind for event in events] == ["move", "move"]
    assert moves(events) == PLAYED


def test_a_move_made_while_the_camera_was_blind_is_read_when_it_sees_again() -> None:
    events, _ = watched(film((EMPTY, 1), (np.zeros_like(EMPTY), 3), (LED, 1), (dark(LED), 3), (BEATEN, 1)))
    assert moves(events) == PLAYED


def test_a_camera_that_begins_with_black_pictures_sees_the_game_all_the_same() -> None:
    events, _ = watched(film((np.zeros_like(EMPTY), 2), (EMPTY, 1), (LED, 1), (BEATEN, 1)))
    assert moves(events) == PLAYED


def test_a_pile_that_is_taken_from_a_plain_cloth_is_taken() -> None:
    cloth = np.full((360, 640, 3), (60, 90, 40), np.uint8)
    pile = cloth.copy()
    pile[140:203, 280:325] = LED[140:203, 280:325]
    events, _ = watched(film((cloth, 1), (pile, 1), (cloth, 2)))
    assert moves(events) == ["7C", "take"]


def test_a_lamp_that_is_switched_off_and_on_makes_nobody_blind_for_long() -> None:
    eyes = Blindness()
    assert not eyes.blind(BEATEN)
    assert eyes.blind((BEATEN * 0.03).astype(np.uint8))
    assert not eyes.blind((BEATEN * 0.4).astype(np.uint8)), "dim, but there is something to see"
    assert not eyes.blind(BEATEN)


def test_a_frozen_picture_is_a_table_at_rest() -> None:
    events, _ = watched(film((EMPTY, 1), (LED, 10), (BEATEN, 1)))
    assert moves(events) == PLAYED


@pytest.mark.parametrize("fps", [2.0, 5.0, 30.0])
def test_the_pace_of_the_pictures_does_not_matter(fps: float) -> None:
    assert moves(watched(film((EMPTY, 1.5), (LED, 1.5), (BEATEN, 1.5), fps=fps))[0]) == PLAYED


def test_an_hour_without_pictures_changes_nothing() -> None:
    def gap() -> Iterator[Frame]:
        yield from film(*BEFORE)
        yield from film((BEATEN, 3.0), begin=3600.0)

    events, _ = watched(gap())
    assert [event.kind for event in events] == ["move", "move"]


# The camera


class Cable:
    """Stands in for cv2.VideoCapture: ``script`` tells what each one gives that is opened; then it fails."""

    script: list[list[Image]] = []  # noqa: RUF012

    def __init__(self, *_: Any) -> None:
        self.pictures = self.script.pop(0) if self.script else None

    def isOpened(self) -> bool:
        return self.pictures is not None

    def read(self) -> tuple[bool, Image | None]:
        return (True, self.pictures.pop(0)) if self.pictures else (False, None)

    def release(self) -> None:
        pass


@pytest.fixture
def cable(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Cable]]:
    monkeypatch.setattr(cv2, "VideoCapture", Cable)
    monkeypatch.setattr(sources, "RETRY_SECONDS", 0.0)
    clock = count()
    monkeypatch.setattr(sources.time, "monotonic", lambda: next(clock) / 10)
    yield Cable
    Cable.script = []


def test_a_camera_that_is_unplugged_and_comes_back_in_another_size_goes_on(cable: type[Cable]) -> None:
    small = cv2.resize(BEATEN, (320, 180), interpolation=cv2.INTER_NEAREST)
    big = cv2.resize(BEATEN, (1280, 720), interpolation=cv2.INTER_NEAREST)
    cable.script = [[EMPTY] * 8 + [LED] * 8 + [BEATEN] * 8, [], [small] * 8, [], [], [big] * 20]
    troubles: list[SourceError] = []
    camera = sources._Camera(0, "camera 0")
    frames = islice(camera.frames(troubles.append), 8 * 4 + 20)
    events, _ = watched(frames)
    assert [event.kind for event in events] == ["move", "move"]
    assert [error.what for error in troubles] == ["camera lost", "camera lost"], "once each time"


def test_a_camera_with_a_loose_contact_is_told_once_until_it_gives_a_picture(cable: type[Cable]) -> None:
    cable.script = [[EMPTY], *[[]] * 50, [EMPTY]]
    troubles: list[SourceError] = []
    frames = sources._Camera(0, "camera 0").frames(troubles.append)
    assert next(frames).image is EMPTY
    assert next(frames).image is EMPTY
    assert len(troubles) == 1


def test_times_come_from_a_clock_that_nobody_sets(cable: type[Cable], monkeypatch: pytest.MonkeyPatch) -> None:
    wall = iter([1e9, 5.0, 2e9] * 1000)
    monkeypatch.setattr(time, "time", lambda: next(wall))
    cable.script = [[EMPTY] * 20]
    frames = sources._Camera(0, "camera 0").frames(lambda _: None)
    times = [next(frames).time for _ in range(20)]
    assert times == sorted(times) and times[-1] - times[0] < 5


# The screen, and the threads


class Stored:
    """A source that gives these frames as fast as they are taken."""

    name, live = "stored", True

    def __init__(self, frames: Iterator[Frame]) -> None:
        self._frames = frames

    def frames(self, trouble: sources.Trouble) -> Iterator[Frame]:
        return self._frames

    def close(self) -> None:
        pass


def run(table: LiveTable) -> list[Event]:
    """Watches to the end of the source."""
    table.start()
    assert table.over.wait(60)
    table.stop()
    return table.drain()


def test_a_picture_that_cannot_be_read_is_told_once_and_the_game_goes_on() -> None:
    class Moody(DrawnReader):
        calls = 0

        def read(self, image: Image, *, thorough: bool = True) -> Any:
            self.calls += 1
            if self.calls in (2, 3):
                raise RuntimeError("out of memory")
            return super().read(image, thorough=thorough)

    table = LiveTable(Stored(film(*BEFORE)), Moody(), open_game("svoi-kozyri", headers=TRUMPS))
    events = run(table)
    assert [event.kind for event in events] == ["error", "move", "move", "end"]
    assert moves(events) == PLAYED


def test_what_nobody_fetches_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_EVENTS", 5)
    table = LiveTable(Stored(film((EMPTY, 0.5))), DrawnReader(), open_game("svoi-kozyri", headers=TRUMPS))
    for _ in range(100):
        table.say("Zoe: 7C")
    assert len(run(table)) == 5


def test_a_session_that_is_held_up_makes_no_queue() -> None:
    table = LiveTable(Stored(film((EMPTY, 6))), DrawnReader(), open_game("svoi-kozyri", headers=TRUMPS))
    table._recognise()  # and nobody takes the views
    assert table._views.qsize() <= live.MOST_VIEWS + 1


class Marathon:
    """Eyes that see a game of Svoi Kozyri that goes round and round: a lead, a beat, a take; a minute each, led by turns."""

    def __init__(self, seconds: float, step: float) -> None:
        self._steps = int(seconds / step)
        self._step = step

    def views(self) -> Iterator[TableView]:
        piles = [("7C",), ("7C", "8C", "6D"), (), ("6C",), ("6C", "8C", "6D"), ()]
        for n in range(self._steps):
            now = n * self._step
            pile = piles[int(now / 20) % 6]
            turn = int(now / 60) * 3
            cards = tuple(SeenCard(parse_card(card), track=turn + i + 1) for i, card in enumerate(pile))
            moving = now % 20 < 1
            yield TableView(now, {} if moving else {MIDDLE: cards})


def test_two_hours_neither_slow_the_session_down_nor_fill_the_memory() -> None:
    session = Session(open_game("svoi-kozyri", headers=TRUMPS))
    spent: list[float] = []
    sizes: list[int] = []
    number = 0
    started = time.process_time()
    tracemalloc.start()
    try:
        for view in Marathon(7200, 1.0).views():
            session.see(view)
            session.state()
            number += 1
            if number % 900 == 0:  # a quarter of an hour
                gc.collect()
                spent.append(time.process_time() - started)
                sizes.append(tracemalloc.get_traced_memory()[0])
                started = time.process_time()
    finally:
        tracemalloc.stop()
    assert len(session.referee.rulings) > 100
    grown = (sizes[-1] - sizes[0]) / len(session.referee.rulings)
    assert grown < 5_000, f"{grown:.0f} bytes a move"
    assert spent[-1] < 4 * max(spent[0], 0.05), spent


# The disk, and the end of a program


def test_a_full_disk_stops_no_game_and_the_record_is_whole_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    record = RecordFile(tmp_path / "game.kbz")
    table = LiveTable(
        Stored(film((EMPTY, 0.3))), DrawnReader(), open_game("svoi-kozyri", headers=TRUMPS), record=record
    )
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        for move in ("Ann: 7C", "Ben: take", "Ann: 9C"):
            assert table.say(move)[0].kind == "move"
    assert [event.kind for event in table.drain()] == ["move", "error", "move", "move"]
    table.say("Ben: take")
    assert (tmp_path / "game.kbz").read_text() == table.record_text()
    table.stop()


def test_what_could_not_be_written_is_tried_once_more_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = RecordFile(tmp_path / "game.kbz")
    table = LiveTable(
        Stored(film((EMPTY, 0.3))), DrawnReader(), open_game("svoi-kozyri", headers=TRUMPS), record=record
    )
    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(errno.EROFS, os.strerror(errno.EROFS))))
        table.say("Ann: 7C")
    run(table)
    assert (tmp_path / "game.kbz").read_text().endswith("Ann: 7C\n")


def test_a_game_whose_program_was_killed_goes_on_from_its_record_and_the_cards_that_lie_there_are_no_moves(
    tmp_path: Path,
) -> None:
    _, session = watched(film(*BEFORE))
    file = tmp_path / "game.kbz"
    assert RecordFile(file).save(session.referee.text()) is None
    resumed = Referee(read_record(file))
    table = DrawnTable()
    for name, x, y in (("7C", 280, 140), ("8C", 290, 146), ("6D", 306, 150)):
        table.lay(name, x, y)
    there = table.picture()
    table.take("8C", "6D", "7C")
    events, after = watched(film((there, 5), (table.picture(), 2)), resumed)
    assert moves(events) == ["take"], "the 8C 6D are no new move; the take is one"
    assert RecordFile(file).save(after.referee.text()) is None
    assert sorted(os.listdir(tmp_path)) == ["game.kbz"], "nothing was put aside: it is the same game"
    assert [ruling.move for ruling in Referee(parse(file.read_text())).rulings][:2] == PLAYED


def test_an_illegal_move_that_still_lies_there_is_not_told_again_by_the_next_program() -> None:
    def show(session: Session, begin: float, *cards: str) -> list[Event]:
        seen = tuple(SeenCard(parse_card(card), track=parse_card(card)) for card in cards)
        return [e for n in range(30) for e in session.see(TableView(begin + n / 10, {MIDDLE: seen}))]

    first = Session(open_game("svoi-kozyri", headers=TRUMPS))
    told = show(first, 0, "7C") + show(first, 3, "7C", "TD", "6D")
    assert [event.as_json().get("verdict") for event in told] == ["legal", "illegal"]
    next_one = Session(Referee(parse(first.referee.text())))
    assert show(next_one, 0, "7C", "TD", "6D") == []
    assert next_one.state().take_back
    assert show(next_one, 3, "7C") == []
    assert moves(show(next_one, 6, "7C", "TD", "6D")) == ["TD 6D"], "it was made again"


def test_the_look_at_nothing_keeps_what_was_seen() -> None:
    referee = open_game("svoi-kozyri", headers=TRUMPS)
    eyes = Eyes(DrawnReader(), referee.game.layout(referee.players), referee.setup.cards)
    looks: list[Look] = [eyes.look(frame) for frame in film(*BEFORE, (np.zeros_like(EMPTY), 1))]
    assert not looks[-1].view.places
    assert len(looks[-1].scene.tracks) == 3
