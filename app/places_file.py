"""Where the places of a table are, remembered for a camera, a game and a number of players: one JSON file in the user's folder."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.paths import user_folder
from rules.table import Place
from rules.texts import _

_MOST = 200  # tables that are remembered
_LETTERS = 1_000_000  # a longer file is none of ours


def places_path() -> Path:
    """Where it is kept unless somebody says otherwise."""
    return user_folder() / "places.json"


@dataclass(frozen=True, slots=True)
class Table:
    """What the places are remembered for. ``source``: the camera, as its source is named; ``players``: how many."""

    source: str
    game: str
    players: int

    @property
    def key(self) -> str:
        return f"{self.source} | {self.game} | {self.players}"


class PlacesFile:
    """The file. Problems are told in a line; the layout of the game is used then."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, table: Table, layout: Sequence[Place]) -> tuple[tuple[Place, ...] | None, str | None]:
        """The places of ``table``, named as in ``layout``, or None if none are remembered; and what is wrong with the file."""
        known, problem = self._load()
        boxes = known.get(table.key)
        if boxes is None:
            return None, problem
        if not isinstance(boxes, dict) or set(boxes) != {str(n) for n in range(len(layout))}:
            return None, self._damaged()
        found = []
        for n, place in enumerate(layout):
            box = _box(boxes[str(n)])
            if box is None:
                return None, self._damaged()
            found.append(replace(place, box=box))
        return tuple(found), problem

    def write(self, table: Table, places: Sequence[Place]) -> str | None:
        """Remembers the places; the file is written whole or not at all. -> what went wrong, in a line."""
        known, _problem = self._load()
        known.pop(table.key, None)
        known[table.key] = {str(n): [round(v, 4) for v in place.box] for n, place in enumerate(places)}
        while len(known) > _MOST:
            known.pop(next(iter(known)))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._replace(json.dumps(known, ensure_ascii=False, indent=1) + "\n")
        except OSError as error:
            return _(
                "{path}: the places could not be kept ({problem}); make room there, or make the folder writable"
            ).format(path=self.path, problem=error.strerror or error)
        return None

    def _load(self) -> tuple[dict[str, Any], str | None]:
        try:
            with self.path.open("rb") as file:
                known = json.loads(file.read(_LETTERS))
        except FileNotFoundError:
            return {}, None
        except OSError as error:
            return {}, _("{path}: cannot be read ({problem}); the usual places are taken").format(
                path=self.path, problem=error.strerror or error
            )
        except (ValueError, RecursionError):
            return {}, self._damaged()
        return (known, None) if isinstance(known, dict) else ({}, self._damaged())

    def _damaged(self) -> str:
        return _("{path}: is damaged; the usual places are taken. Remove the file").format(path=self.path)

    def _replace(self, text: str) -> None:
        handle, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.replace(name, self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise


class KeptPlaces:
    """The places of one table, as they are remembered and kept. ``problem``: what is wrong with the file, in a line."""

    def __init__(self, file: PlacesFile, table: Table, layout: Sequence[Place]) -> None:
        self._file, self._table = file, table
        found, self.problem = file.read(table, layout)
        self.places = found or tuple(layout)

    def keep(self, places: Sequence[Place]) -> str | None:
        """Remembers the places, if they are others than before. -> what went wrong, in a line."""
        if tuple(places) == self.places:
            return None
        self.places = tuple(places)
        return self._file.write(self._table, self.places)


def _box(value: object) -> tuple[float, float, float, float] | None:
    """A box as it stands in the file; None if it is none."""
    if not isinstance(value, list) or len(value) != 4:
        return None
    if not all(isinstance(v, int | float) and not isinstance(v, bool) and -1.0 <= v <= 2.0 for v in value):
        return None
    x0, y0, x1, y1 = (float(v) for v in value)
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None
