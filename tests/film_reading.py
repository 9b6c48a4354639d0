"""What the recogniser sees in a film, kept beside it: what comes after it can be tried again in a second.

The file goes with the film, the weights and the code that reads; with others it is not used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.paths import WEIGHTS
from vision.recogniser import Reading
from vision.sighting import Sighting
from vision.sources import Frame, Source, Trouble

ROOT = Path(__file__).resolve().parents[1]
_KINDS = ("card", "index", "back")


def fingerprint(*patterns: str) -> str:
    """A short number for the contents of all files of the project that ``patterns`` name."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in ROOT.glob(pattern)):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def reader_fingerprint() -> str:
    """Changes with the weights and with all that reads a picture."""
    names = ("recogniser", "reader", "detector", "pairing", "plane", "edges", "crops", "unmoved", "sighting")
    return fingerprint(*(f"vision/{name}.py" for name in names), str(WEIGHTS.relative_to(ROOT) / "*"))


@dataclass(slots=True)
class Timed:
    """A source that says which moment its last frame shows."""

    source: Source
    moment: float = -1.0

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def live(self) -> bool:
        return self.source.live

    def frames(self, trouble: Trouble) -> Iterator[Frame]:
        for frame in self.source.frames(trouble):
            self.moment = frame.time
            yield frame

    def close(self) -> None:
        self.source.close()


class KeptReader:
    """A recogniser for one film that reads each moment once. ``open_reader`` is called when something is not kept yet."""

    def __init__(self, source: Timed, open_reader: Callable[[], Any], kept: Path, sure: float) -> None:
        self.sure = sure
        self.milliseconds: list[float] = []
        self._source, self._open, self._kept = source, open_reader, kept
        self._reader: Any = None
        self._readings: dict[float, list[Sighting]] = _load(kept)

    def read(self, image: NDArray[np.uint8], *, thorough: bool = True) -> Reading:
        """As vision.recogniser.Recogniser.read; of a moment that is kept nothing is computed."""
        moment = round(self._source.moment, 4)
        if moment not in self._readings:
            self._reader = self._reader or self._open()
            reading = self._reader.read(image, thorough=thorough)
            self.milliseconds.append(reading.total_ms)
            self._readings[moment] = list(reading.sightings)
        return Reading(list(self._readings[moment]), 0.0, 0.0)

    def keep(self) -> None:
        """Writes what was read."""
        if self.milliseconds:
            _save(self._kept, self._readings)


def _save(path: Path, readings: dict[float, list[Sighting]]) -> None:
    rows = [(moment, s) for moment, found in readings.items() for s in found]
    none = np.zeros(54, np.float32)
    part = path.with_suffix(".part.npz")
    np.savez_compressed(
        part,
        moments=np.array(list(readings)),
        moment=np.array([moment for moment, _s in rows]),
        kind=np.array([_KINDS.index(s.kind) for _m, s in rows], np.int8),
        card=np.array([-1 if s.card is None else s.card for _m, s in rows], np.int16),
        confidence=np.array([s.confidence for _m, s in rows]),
        corners=np.array([s.corners for _m, s in rows], np.float32).reshape(-1, 4, 2),
        probabilities=np.array([none if s.probabilities is None else s.probabilities for _m, s in rows], np.float32),
        ends=np.array([s.ends for _m, s in rows], np.int8),
        count=np.array([len(s.indices) for _m, s in rows], np.int8),
        indices=np.array([quad for _m, s in rows for quad in s.indices], np.float32).reshape(-1, 4, 2),
    )
    part.replace(path)


def _load(path: Path) -> dict[float, list[Sighting]]:
    if not path.exists():
        return {}
    with np.load(path) as file:
        a = {name: file[name] for name in file.files}  # each is unpacked whenever it is asked for
        readings: dict[float, list[Sighting]] = {float(moment): [] for moment in a["moments"]}
        at = 0
        for n, moment in enumerate(a["moment"]):
            kind, card, count = _KINDS[int(a["kind"][n])], int(a["card"][n]), int(a["count"][n])
            probabilities = None if kind == "back" else a["probabilities"][n]
            indices = tuple(a["indices"][at : at + count])
            at += count
            sighting = Sighting(
                kind,  # type: ignore[arg-type]
                None if card < 0 else card,
                float(a["confidence"][n]),
                a["corners"][n],
                probabilities,
                int(a["ends"][n]),
                indices,
            )
            readings[float(moment)].append(sighting)
    return readings
