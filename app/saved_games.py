"""The games in the user's folder: which there are and how each stands, the last one to go on with, new names, delete, bring in.

A game is one ``.kbz`` file, the deal that is played now or was the last; deals of the match before it, and parts that were closed when an
illegal move was let stand, lie beside it as ``NAME-1.kbz``, ``NAME-2.kbz``; what no record can tell stands in ``NAME.json``.
"""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.errors import UserError
from app.paths import user_folder
from app.record_file import RecordFile, read_record
from app.state import Seat
from rules.bots import LEVELS
from rules.record import HoldsLine, MoveLine, Record, RecordError
from rules.referee import Referee
from rules.texts import _

_EVENT = re.compile(r"deal ([1-9]\d{0,5})(?:: (?:(.+) against (.+)|.+))?")
_ASIDE = re.compile(r"(.+)-([1-9]\d*)")
_NO_NAME = re.compile(r"[^\w.-]+")


def games_folder() -> Path:
    """Where games are saved unless somebody says otherwise. Raises RuntimeError if nobody knows where the home is."""
    return user_folder() / "games"


# -- who sits there: the header Event ----------------------------------------------------------------------------------


def event_of(deal: int, seats: tuple[Seat, ...]) -> str:
    """The header ``Event`` that tells which deal of a match this is, and which players are bots; ``kibitz play`` reads it, too."""
    persons = ", ".join(seat.player for seat in seats if not seat.level)
    bots = ", ".join(f"{seat.player}={seat.level}" for seat in seats if seat.level)
    return f"deal {deal}: {persons} against {bots}" if bots and persons else f"deal {deal}"


def seats_of(record: Record) -> tuple[int, tuple[Seat, ...]]:
    """(number of the deal, who sits there) as the header ``Event`` tells; without a word of it: the first deal, persons only."""
    match = _EVENT.fullmatch(record.value("Event"))
    if match is None:
        return 1, tuple(map(Seat, record.players))
    pairs = (pair.strip().partition("=")[::2] for pair in (match[3] or "").split(","))
    bots = {name: level for name, level in pairs if level in LEVELS}
    return int(match[1]), tuple(Seat(player, bots.get(player, "")) for player in record.players)


# -- what lies beside a record -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Correction:
    """What the players changed in the score of a deal. ``points``: player -> what is added; ``note``: why."""

    points: Mapping[str, float] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """What a record does not tell: the camera it was watched with ("": none), the pack that was learnt, corrections by deal."""

    source: str = ""
    deck: str = ""
    corrections: Mapping[int, Correction] = field(default_factory=dict)


def beside(path: Path) -> Beside:
    """What lies beside the record ``path``; nothing if there is no such file, or it is none of ours."""
    try:
        found = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Beside()
    if not isinstance(found, dict):
        return Beside()
    given = found.get("corrections")
    corrections = {
        int(deal): made
        for deal, value in (given.items() if isinstance(given, dict) else ())
        if deal.isdecimal() and (made := _correction(value)) is not None
    }
    source, deck = (text if isinstance(text := found.get(name), str) else "" for name in ("source", "deck"))
    return Beside(source, deck, corrections)


def _correction(value: Any) -> Correction | None:
    if not isinstance(value, dict) or not isinstance(value.get("points"), dict):
        return None
    points = {
        player: number
        for player, number in value["points"].items()
        if isinstance(number, int | float) and not isinstance(number, bool) and abs(number) < 1e6 and number
    }
    note = value.get("note")
    return Correction(points, note if isinstance(note, str) else "")


def keep_beside(path: Path, what: Beside) -> str | None:
    """Writes it; nothing to tell: no file. -> what went wrong, in a line."""
    file = path.with_suffix(".json")
    found = {
        "source": what.source,
        "deck": what.deck,
        "corrections": {
            str(deal): {"points": dict(made.points), "note": made.note} for deal, made in what.corrections.items()
        },
    }
    written = {name: value for name, value in found.items() if value}
    temporary = file.with_name(f".{file.name}.new")
    try:
        if written:
            temporary.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
            temporary.replace(file)
        else:
            file.unlink(missing_ok=True)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        return _("{path}: could not be written ({problem}); make room there, or make the folder writable").format(
            path=file, problem=error.strerror or error
        )
    return None


# -- one saved game ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SavedGame:
    """How a saved game stands. ``problem``: why it cannot be read, in a line; then there is only its path and date."""

    path: Path
    date: float  # seconds since 1970: when it was last written
    game: str = ""
    seats: tuple[Seat, ...] = ()
    deal: int = 1
    lines: int = 0  # moves and shown hands
    to_move: str | None = None
    outcome: str | None = None
    points: Mapping[str, float] = field(default_factory=dict)
    score: str = "Points"
    problem: str = ""

    @property
    def over(self) -> bool:
        """The deal is over."""
        return self.to_move is None


def look(path: Path) -> SavedGame:
    """How the game in ``path`` stands. Raises nothing: what is wrong with it is its ``problem``."""
    try:
        date = path.stat().st_mtime
    except OSError as error:
        return SavedGame(path, 0.0, problem=error.strerror or str(error))
    try:
        record = read_record(path)
        referee = Referee(record)
    except (UserError, RecordError) as error:
        return SavedGame(path, date, problem=str(error))
    deal, seats = seats_of(record)
    return SavedGame(
        path,
        date,
        record.game,
        seats,
        deal,
        sum(isinstance(entry, MoveLine | HoldsLine) for entry in record.body),
        referee.to_move,
        referee.outcome,
        dict(referee.points),
        referee.game.score,
    )


def parts_of(path: Path) -> list[Path]:
    """All records of the game in ``path``, in the order in which they were played: the finished deals, closed parts, itself last."""
    found = [(int(match[2]), other) for other, match in _aside(path)]
    return [*(other for _number, other in sorted(found)), path]


def _aside(path: Path) -> Iterator[tuple[Path, re.Match[str]]]:
    for other in _records(path.parent):
        match = _ASIDE.fullmatch(other.stem)
        if match is not None and match[1] == path.stem:
            yield other, match


def _records(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.suffix == ".kbz" and not path.name.startswith(".")]
    except OSError:
        return []


# -- the folder --------------------------------------------------------------------------------------------------------


class SavedGames:
    """The games in one folder, usually the user's own."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @property
    def folder(self) -> Path:
        """Where they lie. Raises RuntimeError if nobody knows where the home is."""
        return self._folder or games_folder()

    def paths(self) -> list[Path]:
        """The games, those written last first; deals and parts that lie beside a game are not named on their own."""
        try:
            records = {path.stem: path for path in _records(self.folder)}
        except RuntimeError:
            return []
        alone = []
        for stem, path in records.items():
            match = _ASIDE.fullmatch(stem)
            if match is None or match[1] not in records:
                with contextlib.suppress(OSError):
                    alone.append((path.stat().st_mtime, path))
        return [path for _date, path in sorted(alone, reverse=True)]

    def games(self) -> Iterator[SavedGame]:
        """How each stands, one after the other: those in which something was played, or which cannot be read."""
        for path in self.paths():
            saved = look(path)
            if saved.lines or saved.problem or saved.deal > 1:
                yield saved

    def unfinished(self, among: int = 20) -> SavedGame | None:
        """The last game whose deal is not over; None if there is none ``among`` the last ones."""
        for path in self.paths()[:among]:
            saved = look(path)
            if saved.lines and not saved.over and not saved.problem:
                return saved
        return None

    def new_file(self, game: str) -> RecordFile:
        """A new file for a game. Raises UserError if nothing can be saved there."""
        try:
            folder = self.folder
            folder.mkdir(parents=True, exist_ok=True)
            stamp = time.strftime("%Y%m%d-%H%M%S")
            for more in ("", *"bcdefghijklmnopqrstuvwxyz"):
                path = folder / f"{game}-{stamp}{more}.kbz"
                with contextlib.suppress(FileExistsError):
                    path.open("x").close()
                    try:
                        return RecordFile(path)
                    except UserError:  # a full disk takes an empty file, and nothing more
                        path.unlink(missing_ok=True)
                        raise
            raise UserError(_("{folder}: no name is free").format(folder=folder))
        except (OSError, RuntimeError) as error:
            problem = error.strerror if isinstance(error, OSError) else error
            raise UserError(
                _("{folder}: nothing can be saved there ({problem})").format(
                    folder=getattr(error, "filename", None) or self._folder or "", problem=problem
                )
            ) from None

    def delete(self, path: Path) -> str | None:
        """Deletes a game with all that lies beside it. -> what went wrong, in a line."""
        try:
            for part in (*parts_of(path), path.with_suffix(".json")):
                part.unlink(missing_ok=True)
        except OSError as error:
            return _("{path}: could not be deleted ({problem})").format(path=path, problem=error.strerror or error)
        return None

    def bring_in(self, source: Path) -> Path:
        """Copies a record from elsewhere into the folder. -> the copy. Raises UserError if it is none, or cannot be saved."""
        try:
            Referee(read_record(source))
        except (UserError, RecordError) as error:
            raise UserError(f"{source}: {error}") from None
        stem = _NO_NAME.sub("-", source.stem) or "game"
        if _ASIDE.fullmatch(stem):  # or it would be taken for a deal of another game
            stem += "-copy"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            names = (f"{stem}{more}.kbz" for more in ("", *(f"-copy{n}" for n in range(2, 1000))))
            target = next(path for name in names if not (path := self.folder / name).exists())
            shutil.copyfile(source, target)
        except (OSError, RuntimeError, StopIteration) as error:
            problem = error.strerror if isinstance(error, OSError) else error
            raise UserError(
                _("{path}: could not be copied to your games ({problem})").format(path=source, problem=problem)
            ) from None
        return target


def remove_if_empty(path: Path) -> None:
    """Away with a file in which nothing was ever played: a table that was opened and left."""
    with contextlib.suppress(OSError):
        saved = look(path)
        if not saved.problem and not saved.lines and saved.deal == 1 and parts_of(path) == [path]:
            path.unlink()
            path.with_suffix(".json").unlink(missing_ok=True)
