"""From the picture to places on the table: which card lies in which place, and in which order.

A place that is not at rest is left out of the view; a place that is there with no cards has been seen empty.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.table import Place, SeenCard, TableView
from vision.tracker import Scene, Track

ONE_VISIT = 0.6  # seconds: cards that appear within it may have been laid together, under one hand
CLEARLY = 0.4  # difference of shares of readings that is no accident


def place_of(track: Track, scene: Scene, places: Sequence[Place]) -> Place | None:
    """The place in which the middle of the card lies; of several the one whose own middle is nearest."""
    width, height = scene.size
    x, y = track.extent.mean(axis=0) / (width, height)
    inside = [p for p in places if p.box[0] <= x <= p.box[2] and p.box[1] <= y <= p.box[3]]

    def apart(place: Place) -> float:
        x0, y0, x1, y1 = place.box
        return float(((x0 + x1) / 2 - x) ** 2 + ((y0 + y1) / 2 - y) ** 2)

    return min(inside, key=apart, default=None)


def table_view(scene: Scene, places: Sequence[Place]) -> TableView:
    """The cards of each place at rest: lowest first, top last. Cards that are out of sight are left out."""
    quiet: dict[str, list[Track]] = {place.name: [] for place in places if place.box in scene.quiet}
    for track in scene.tracks:
        place = place_of(track, scene, places)
        if place is not None and place.name in quiet and not track.hidden:
            quiet[place.name].append(track)
    return TableView(scene.time, {name: tuple(map(_seen, heap(tracks))) for name, tracks in quiet.items()})


def heap(tracks: Sequence[Track]) -> list[Track]:
    """Tracks in the order in which they lie on each other, lowest first: later cards lie higher; of cards that one hand brought the one
    that is seen whole lies higher than the one whose other end is covered."""
    order = sorted(tracks, key=lambda track: (track.since, track.number))
    for i in range(len(order) - 1):
        lower, upper = order[i], order[i + 1]
        if upper.since - lower.since < ONE_VISIT and lower.whole > upper.whole + CLEARLY:
            order[i], order[i + 1] = upper, lower
    return order


def _seen(track: Track) -> SeenCard:
    if track.kind == "back":
        return SeenCard(None, face_down=True, track=track.number)
    return SeenCard(track.card, track.candidates, track=track.number)
