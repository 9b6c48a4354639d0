"""From a frame to places on the table: recogniser, tracker and places in one row. No rules, no threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.advice import Adviser
from app.events import AdviceEvent
from rules.cards import Card, CardSet
from rules.table import Place, TableView
from vision.advice import advise
from vision.sighting import Sighting
from vision.sources import Frame
from vision.tracker import Scene, Tracker
from vision.zones import table_view

# A picture in which nothing moves is read so often, then not again until something moves; longer while a card stays unsure.
READINGS_AT_REST, READINGS_IN_DOUBT = 6, 20


class Reading(Protocol):
    """What vision.recogniser gives for a picture."""

    @property
    def sightings(self) -> list[Sighting]: ...


class Reader(Protocol):
    """vision.recogniser.Recogniser, or a stand-in."""

    @property
    def sure(self) -> float: ...
    def read(self, image: NDArray[np.uint8], *, thorough: bool = True) -> Reading: ...


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one frame told."""

    scene: Scene
    view: TableView
    advice: tuple[AdviceEvent, ...] = ()  # what is to be told about the picture, from now on


class Eyes:
    """One camera's view of one game."""

    def __init__(self, reader: Reader, places: Sequence[Place], pack: CardSet, settle: float = 0.3) -> None:
        self.places = tuple(places)
        self.tracker = Tracker(reader.sure, settle, pack)
        self._reader = reader
        self._adviser = Adviser()
        self._sightings: list[Sighting] = []
        self._readings = 0

    def look(self, frame: Frame) -> Look:
        """Reads the frame if there can be news in it, and follows the cards."""
        changed = self.tracker.look(frame.image, frame.time)
        self._readings = 0 if changed else self._readings + 1
        fresh = self._readings < (READINGS_IN_DOUBT if self.tracker.in_doubt else READINGS_AT_REST)
        if fresh:
            self._sightings = list(self._reader.read(frame.image, thorough=False).sightings)
        scene = self.tracker.update(self._sightings, [place.box for place in self.places], fresh=fresh)
        return Look(scene, table_view(scene, self.places), self._advice(frame))

    def _advice(self, frame: Frame) -> tuple[AdviceEvent, ...]:
        if not self._adviser.due(frame.time):
            return ()
        found = advise(frame.image, self._sightings, self._reader.sure)
        return tuple(self._adviser.tell(frame.time, found))

    def correct(self, track: int, card: Card | None) -> None:
        """A person says what track ``track`` is (None: no card)."""
        self.tracker.correct(track, card)
