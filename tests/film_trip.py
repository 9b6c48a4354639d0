"""One film's round trip: record -> film -> what ``kibitz watch`` makes of it -> record, with questions left open and answered."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from app.cli import main as kibitz
from app.events import Event
from app.inputs import read_input_file
from app.record_file import RecordFile
from app.watch import watch_film
from rules.record import MoveLine, Record, parse, write
from rules.referee import Referee
from tests.film_reading import KeptReader, Timed


@dataclass(slots=True)
class Trip:
    """What became of one film, watched once."""

    expected: list[str]
    written: list[str]
    questions: int = 0
    accused: list[str] = field(default_factory=list)  # called illegal, and were not
    unseen: list[str] = field(default_factory=list)  # illegal, late or a foul, and not called so
    called: int = 0  # illegal moves, late rulings and fouls that were called so
    latencies: list[float] = field(default_factory=list)  # s from the first frame at rest to the ruling
    told: list[str] = field(default_factory=list)  # mismatches and errors, in words

    @property
    def recovered(self) -> bool:
        """Move for move, and nobody accused."""
        return self.written == self.expected and not self.accused

    def as_json(self) -> dict[str, Any]:
        """For the file of results."""
        return asdict(self)


def played(record: Record) -> list[str]:
    """What a record says was played, a line each, with the verdict that the rules give."""
    lines = Referee(record).text().split("\n\n", 1)[-1].strip().splitlines()
    return [_plain(line.partition(" ; foul")[0]) for line in lines]


def _plain(line: str) -> str:
    """``line`` without what no onlooker can tell: the order of the cards in a hand; of an illegal move, which of the taxis was meant for
    which client; of two cards led at once, which was the first."""
    if " holds " in line:
        return " ".join([*line.split()[:2], *sorted(line.split()[2:])])
    for ruling in (" ; illegal CO-5", " ; illegal SK-7"):
        if line.endswith(ruling):
            player, _colon, move = line.removesuffix(ruling).partition(": ")
            return f"{player}: {' '.join(sorted(re.findall('[2-9TJQKA][SHDC]', move)))}{ruling}"
    return line


class Truth:
    """What really lay where, frame by frame."""

    def __init__(self, path: Path) -> None:
        self._frames = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        self._rests: list[tuple[float, float]] = []
        for frame in self._frames:
            if not frame["rest"]:
                continue
            if self._rests and frame["frame"] - self._last_rest == 1:
                self._rests[-1] = (self._rests[-1][0], frame["t"])
            else:
                self._rests.append((frame["t"], frame["t"]))
            self._last_rest = frame["frame"]

    def cards(self, time: float, place: str) -> list[str]:
        """Names of the face-up cards of ``place``, lowest first."""
        frame = min(self._frames, key=lambda frame: abs(frame["t"] - time))
        return [card["card"] for card in frame["cards"] if card["place"] == place and card["card"] != "back"]

    def answer(self, time: float, place: str, candidates: tuple[str, ...]) -> str | None:
        """What a truthful person would say of a card in ``place`` that may be one of ``candidates``; the newest that fits."""
        there = self.cards(time, place)
        return next((card for card in reversed(there) if card in candidates), there[-1] if there else None)

    def since_rest(self, time: float) -> float | None:
        """Seconds since the hand left the table; None while one is there."""
        return next((time - start for start, end in self._rests if start <= time <= end + 0.05), None)


class _Answers:
    """Standard input: what a person answers, one frame after the question."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def new(self) -> Iterator[str]:
        lines, self.lines = self.lines, []
        yield from lines


# By game and first word of the move: the rule of a move that is carried out wrongly; "" for any other word.
_FOULS = {
    ("svoi-kozyri", "take"): "SK-10",
    ("courtesan", "draw"): "CO-4",
    ("ceraria", "take"): "CE-9",
    ("ceraria", ""): "CE-10",
    ("crusaders", "replace"): "CR-9",
    ("crusaders", "take"): "CR-15",
}


def fouls(record: Record) -> list[str]:
    """The moves that the film shows carried out wrongly: ``misplaced NUMBER RULE``."""
    found, n = [], 0
    for line in record.body:
        if isinstance(line, MoveLine):
            n += 1
            if "foul" in line.comment:
                word = line.text.split()[0]
                rule = _FOULS.get((record.game, word)) or _FOULS[record.game, ""]
                found.append(f"misplaced {n} {rule}")
    return found


def watch(film: Path, reader: KeptReader, source: Timed, *, answering: bool, folder: Path) -> Trip:
    """Watches ``film`` (with its ``.kbz``, ``.jsonl`` and ``.truth`` beside it) from the record's beginning."""
    record = parse(film.with_suffix(".kbz").read_text(encoding="utf-8"))
    truth = Truth(film.with_suffix(".truth"))
    said = _Answers()
    events: list[Event] = []
    trip = Trip(played(record), [])

    def out(fresh: list[Event]) -> None:
        events.extend(fresh)
        for event in fresh:
            if answering and event.kind == "question":
                data = event.as_json()
                card = truth.answer(event.t, data["place"], tuple(data["candidates"]))
                if card is not None:
                    said.lines.append(json.dumps({"answer": data["id"], "card": card}))

    name = "answered" if answering else "open"
    written = folder / f"{name}.kbz"
    written.unlink(missing_ok=True)
    referee = Referee(parse(write(record.head, ())))
    inputs = read_input_file(film.with_suffix(".jsonl"))
    watch_film(source, reader, referee, inputs, RecordFile(written), out, said)  # type: ignore[arg-type]
    (folder / f"{name}.events").write_text(
        "".join(json.dumps(event.as_json(), ensure_ascii=False) + "\n" for event in events), encoding="utf-8"
    )
    trip.written = played(parse(written.read_text(encoding="utf-8"))) if written.exists() else []
    _judge(trip, record, events, truth, {entry.arguments[0] for entry in inputs if entry.command == "say"})
    return trip


def watch_by_command(film: Path, said: Path, record: Record, folder: Path) -> tuple[list[str], int]:
    """Watches ``film`` as users do, from the record's beginning: what was written down, and the exit status. The events are left in
    ``folder``/events.jsonl."""
    start, out = folder / "start.kbz", folder / "out.kbz"
    start.write_text(write(record.head, ()), encoding="utf-8")
    out.unlink(missing_ok=True)
    command = ["watch", str(film), "--start", str(start), "--record", str(out), "--input", str(said), "--json"]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        status = kibitz(command)
    (folder / "events.jsonl").write_text(printed.getvalue(), encoding="utf-8")
    return played(parse(out.read_text(encoding="utf-8"))), status


def _judge(trip: Trip, record: Record, events: list[Event], truth: Truth, announced: set[str | None]) -> None:
    shown = [event.as_json() for event in events]
    trip.questions = sum(event["event"] == "question" for event in shown)
    trip.told = [event.text() for event in events if event.kind in ("mismatch", "error")]
    referee = Referee(record)
    wanted = Counter(
        _plain(f"{r.player}: {r.move} ; illegal {r.rules[0]}") for r in referee.rulings if r.verdict == "illegal"
    )
    moves = [e for e in shown if e["event"] == "move"]
    said = Counter(
        _plain(f"{e['player']}: {e['move']} ; illegal {e['rules'][0]}") for e in moves if e["verdict"] == "illegal"
    )
    trip.accused = sorted((said - wanted).elements())
    late = Counter(f"late {r.about} {r.rule}" for r in referee.late)
    told = Counter(f"late {e['about']} {e['rule']}" for e in shown if e["event"] == "late")
    trip.accused += sorted((told - late).elements())
    foul = Counter(fouls(record))
    # A move may be told twice: put right, and again wrong.
    placed = Counter({f"misplaced {e['about']} {e['rule']}" for e in shown if e["event"] == "misplaced"})
    trip.accused += sorted((placed - foul).elements())
    due = wanted + late + foul
    found = said + told + placed
    trip.unseen = sorted((due - found).elements())
    trip.called = sum((due & found).values())
    for event in moves:
        since = truth.since_rest(event["t"])
        if since is not None and f"{event['player']}: {event['move']}" not in announced:
            trip.latencies.append(round(since, 2))
