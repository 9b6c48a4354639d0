"""From a frame to places on the table: recogniser, tracker and places in one row. No rules, no threads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.advice import Adviser
from app.events import AdviceEvent
from rules.cards import Card, CardSet
from rules.referee import Referee
from rules.table import Place, TableView
from vision.advice import advise
from vision.blind import Blindness
from vision.places import propose, seen_from
from vision.sighting import Sighting
from vision.sources import Frame
from vision.tracker import Scene, Tracker
from vision.zones import table_view

# A picture in which nothing moves is read so often, then not again until something moves; longer while a card stays unsure.
READINGS_AT_REST, READINGS_IN_DOUBT = 6, 20
SETS_IN = 1.5  # seconds for which known cards must lie beside their places before those are moved


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


def known_cards(referee: Referee) -> dict[str, tuple[Card, ...]]:
    """What surely lies face up in each place."""
    return {name: lying.cards for name, lying in referee.game.lying(referee.position).items()}


class Eyes:
    """One camera's view of one game."""

    def __init__(self, reader: Reader, places: Sequence[Place], pack: CardSet, settle: float = 0.3) -> None:
        self._places = tuple(places)
        self._adjusted = False  # by a person, who knows best
        self._beside: float | None = None  # since when known cards lie beside their places
        self._scene: Scene | None = None
        self.tracker = Tracker(reader.sure, settle, pack)
        self._reader = reader
        self._adviser = Adviser()
        self._blindness = Blindness()
        self._sightings: list[Sighting] = []
        self._readings = 0

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the places are now: they move with a knocked camera. Set by a person, they are not arranged any more."""
        return self._places

    @places.setter
    def places(self, places: Sequence[Place]) -> None:
        self._places, self._adjusted = tuple(places), True

    def arrange(self, expected: Mapping[str, Sequence[Card | None]]) -> bool:
        """Moves the places to where the cards lie that are known to lie in them (None: one face down), once they have lain there for a
        while. For a table on which nothing has been played yet: later a card beside its place is laid wrongly. -> True if moved."""
        scene = self._scene
        if self._adjusted or scene is None:
            return False
        still = [t for t in scene.tracks if t.seen and scene.time - t.laid >= SETS_IN]
        places = propose(self._places, still, scene.size, expected)
        if places == self._places:
            self._beside = None
        elif self._beside is None or scene.time < self._beside:
            self._beside = scene.time
        elif scene.time - self._beside >= SETS_IN:
            self._places, self._beside = places, None
            return True
        return False

    def look(self, frame: Frame) -> Look:
        """Reads the frame if there can be news in it, and follows the cards."""
        if self._blindness.blind(frame.image) and self._scene is not None:
            nothing = replace(self._scene, time=frame.time, quiet=())
            return Look(nothing, TableView(frame.time), self._advice(frame, ()))
        changed = self.tracker.look(frame.image, frame.time)
        if self.tracker.bumped is not None:
            height, width = frame.image.shape[:2]
            self._places = seen_from(self._places, self.tracker.bumped, (width, height))
        self._readings = 0 if changed else self._readings + 1
        fresh = self._readings < (READINGS_IN_DOUBT if self.tracker.in_doubt else READINGS_AT_REST)
        if fresh:
            self._sightings = list(self._reader.read(frame.image, thorough=False).sightings)
        places = self._places
        self._scene = scene = self.tracker.update(self._sightings, [place.box for place in places], fresh=fresh)
        return Look(scene, table_view(scene, places), self._advice(frame, self._sightings))

    def _advice(self, frame: Frame, sightings: Sequence[Sighting]) -> tuple[AdviceEvent, ...]:
        if not self._adviser.due(frame.time):
            return ()
        found = advise(frame.image, sightings, self._reader.sure)
        return tuple(self._adviser.tell(frame.time, found))

    def correct(self, track: int, card: Card | None) -> None:
        """A person says what track ``track`` is (None: no card)."""
        self.tracker.correct(track, card)
