"""``kibitz watch SOURCE``: referees a camera, a film, a folder of frames or a URL, and prints what happens."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import queue
import sys
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from app.events import ErrorEvent, Event
from app.inputs import Input, InputError, error_event, read_input, read_input_file
from app.opening import open_game, pairs
from app.paths import WEIGHTS
from app.record_file import RecordFile
from app.session import Session
from app.source_words import in_words
from rules.referee import Referee
from rules.texts import _

if TYPE_CHECKING:
    from app.eyes import Reader
    from app.places_file import KeptPlaces
    from vision.sources import Source, SourceError

FINE, FOUND, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``kibitz watch``."""
    parser.add_argument("source", help=_("a camera's number (0), a film, a folder of pictures, a photograph or a URL"))
    parser.add_argument("--game", metavar="ID", help=_("the game that is played (see: kibitz games)"))
    parser.add_argument(
        "--players", metavar="NAMES", help=_('"Ann, Ben", clockwise; the first sits at the bottom of the picture')
    )
    parser.add_argument(
        "--set", metavar="HEADER=VALUE", action="append", default=[], help=_('a header: Trumps="Ann=S, Ben=H"')
    )
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help=_("a house rule"))
    parser.add_argument("--start", metavar="FILE.kbz", type=Path, help=_("the record to go on from"))
    parser.add_argument("--record", metavar="OUT.kbz", type=Path, help=_("write the record here, after every move"))
    parser.add_argument(
        "--input", metavar="FILE", type=Path, help=_("what the camera cannot see, JSON lines with a time")
    )
    parser.add_argument(
        "--places",
        metavar="FILE",
        type=Path,
        help=_("where the places of the table are remembered (default, for a camera: in your Kibitz folder)"),
    )
    parser.add_argument("--realtime", action="store_true", help=_("play a film at its own pace"))
    add_reading_arguments(parser)


def add_reading_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that ``see`` and ``watch`` share."""
    parser.add_argument("--weights", metavar="DIR", type=Path, default=WEIGHTS, help=_("other networks"))
    parser.add_argument("--deck", metavar="NAME", help=_("a pack learnt with kibitz learn-deck"))


def run(args: argparse.Namespace) -> int:
    """Watches to the end of the source. -> the exit status. Raises UserError before anything is written."""
    referee = open_game(args.game, args.players, pairs(args.set, "--set"), pairs(args.option, "--option"), args.start)
    inputs = read_input_file(args.input) if args.input is not None else []
    record = RecordFile(args.record) if args.record is not None else None

    from vision.sources import open_source

    source = open_source(args.source, realtime=args.realtime)
    try:
        reader = open_reader(args.weights, args.deck)
        out = Printer(args.json)
        said = Said() if args.input is None else None
        kept = remembered(args.places, source, referee)
        if kept is not None and kept.problem:
            out([ErrorEvent(0.0, "places", kept.problem)])
        try:
            if source.live:
                watch_live(source, reader, referee, inputs, record, out, said, kept)
            else:
                watch_film(source, reader, referee, inputs, record, out, said, kept)
        except KeyboardInterrupt:
            return INTERRUPTED
    finally:
        source.close()
    return out.status


def open_reader(weights: Path, deck: str | None) -> Reader:
    """The recogniser; ``deck``: the learnt pack that is played with. Raises vision.weights.WeightsError or vision.packs.PackError."""
    from vision.recogniser import Recogniser

    if deck is None:
        return Recogniser(weights, ours=weights == WEIGHTS)
    from app.learn_deck import packs_folder
    from vision.packs import load_pack, reader_of

    pack, _about = load_pack(packs_folder(), deck, reader_of(weights))
    return Recogniser(weights, ours=weights == WEIGHTS, pack=pack)


def remembered(path: Path | None, source: Source, referee: Referee) -> KeptPlaces | None:
    """Where the places of this table were last time: of a camera always, of a film only if ``path`` names a file for it."""
    from app.places_file import KeptPlaces, PlacesFile, Table, places_path

    if path is None and not source.live:
        return None
    table = Table(source.name, referee.game.id, len(referee.players))
    return KeptPlaces(PlacesFile(path or places_path()), table, referee.game.layout(referee.players))


class Printer:
    """Prints events, a line each, and remembers what the exit status will be."""

    def __init__(self, as_json: bool) -> None:
        self._json = as_json
        self._found = False
        self.bad_input = False  # pictures were missing

    def __call__(self, events: list[Event]) -> None:
        for event in events:
            if event.kind == "late" or (event.kind == "move" and event.as_json()["verdict"] == "illegal"):
                self._found = True
            if isinstance(event, ErrorEvent) and event.what == "source":
                self.bad_input = True
            if self._json:
                print(json.dumps(event.as_json(), ensure_ascii=False), flush=True)
            elif isinstance(event, ErrorEvent):
                print(f"kibitz: {event.message}", file=sys.stderr, flush=True)
            else:
                print(f"{event.t:7.2f}  {event.text()}", flush=True)

    @property
    def status(self) -> int:
        """The exit status that what was printed asks for."""
        return BAD_INPUT if self.bad_input else FOUND if self._found else FINE


class Said:
    """The lines of standard input as they come, without ever waiting for them."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        try:
            if sys.stdin is None or sys.stdin.isatty():
                return
            handle = os.dup(sys.stdin.fileno())
        except (OSError, ValueError):
            return
        # os.read, not sys.stdin: a thread that waits in sys.stdin at the end would hold its lock and abort the program.
        threading.Thread(target=self._read, args=(handle,), daemon=True, name="stdin").start()

    def _read(self, handle: int) -> None:
        rest = b""
        with contextlib.suppress(OSError):
            while data := os.read(handle, 65536):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self._lines.put(line.decode("utf-8", "replace"))
        if rest:
            self._lines.put(rest.decode("utf-8", "replace"))

    def new(self) -> Iterator[str]:
        """The lines that have come since the last call."""
        while not self._lines.empty():
            line = self._lines.get()
            if line.strip():
                yield line


def watch_film(
    source: Source,
    reader: Reader,
    referee: Referee,
    inputs: list[Input],
    record: RecordFile | None,
    out: Printer,
    said: Said | None = None,
    kept: KeptPlaces | None = None,
) -> None:
    """A film or folder, in one thread, as fast as it can: the same film always gives the same events."""
    from app.eyes import Eyes, known_cards
    from app.hand_photo import read_hand

    eyes = Eyes(reader, kept.places if kept else referee.game.layout(referee.players), referee.setup.cards)
    session = Session(referee)
    session.read_photo = lambda path: read_hand(reader, path)
    waiting = deque(inputs)
    now = 0.0
    closed = 0

    def tell(events: list[Event]) -> None:
        nonlocal closed
        if record is not None:
            problems = record.keep(session.referee.text(), session.closed[closed:])
            closed = len(session.closed)
            events = [*events, *(ErrorEvent(now, "record", problem) for problem in problems)]
        out(events)

    def trouble(error: SourceError) -> None:
        tell([ErrorEvent(now, "source", in_words(error))])

    def due(moment: float) -> None:
        session.clock(now)
        while waiting and (waiting[0].t or 0.0) <= moment:
            tell(waiting.popleft().tell(session))
        for line in said.new() if said is not None else ():
            try:
                entry = read_input(line)
            except InputError as error:
                tell([error_event(now, _("standard input: {problem}").format(problem=error.problem))])
                continue
            if entry.t is None or entry.t <= moment:
                tell(entry.tell(session))
            else:
                waiting.append(entry)

    tell([])
    for frame in source.frames(trouble):
        now = frame.time
        due(now)
        while session.corrected:
            eyes.correct(*session.corrected.popleft())
        look = eyes.look(frame)
        if not session.referee.rulings and not session.closed:
            eyes.arrange(known_cards(session.referee))
        problem = kept.keep(eyes.places) if kept is not None else None
        events: list[Event] = [ErrorEvent(now, "places", problem)] if problem else []
        events += session.see(look.view)
        tell([*events, *look.advice] if session.referee.outcome is None else events)
    due(float("inf"))
    tell(session.end())
    problem = record.save(session.referee.text(), again=True) if record is not None else None
    out([ErrorEvent(now, "record", problem)] if problem else [])


def watch_live(
    source: Source,
    reader: Reader,
    referee: Referee,
    inputs: list[Input],
    record: RecordFile | None,
    out: Printer,
    said: Said | None = None,
    kept: KeptPlaces | None = None,
) -> None:
    """A camera, or a film at its own pace, until it ends or is interrupted."""
    from app.live import LiveTable

    table = LiveTable(source, reader, referee, inputs=inputs, record=record, kept=kept)
    changed = threading.Event()
    table.on_change = changed.set
    table.start()
    try:
        while True:
            over = table.over.is_set()
            out(table.drain())
            if over:
                return
            for line in said.new() if said is not None else ():
                try:
                    read_input(line).tell(table)
                except InputError as error:
                    out([error_event(0.0, _("standard input: {problem}").format(problem=error.problem))])
            changed.wait(0.1)
            changed.clear()
    finally:
        table.stop()
        out(table.drain())
