"""From the picture to places on the table: which card lies in which place, and in which order.

A place that is not at rest is left out of the view; a place that is there with no cards has been seen empty.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.table import Place, SeenCard, TableView
from vision.tracker import Scene, Track


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
    """The cards of each place at rest, in the order in which they came to lie there: lowest first, top last.

    Cards that others cover are left out. Of cards that came at the same moment the one that shows more (both its indices) lies higher.
    """
    quiet = {place.name: [] for place in places if place.box in scene.quiet}  # type: dict[str, list[Track]]
    for track in scene.tracks:
        place = place_of(track, scene, places)
        if place is not None and place.name in quiet and not track.hidden:
            quiet[place.name].append(track)
    return TableView(
        scene.time,
        {name: tuple(_seen(track) for track in sorted(tracks, key=_height_in_heap)) for name, tracks in quiet.items()},
    )


def _height_in_heap(track: Track) -> tuple[float, bool, int]:
    return track.since, track.kind != "index", track.number


def _seen(track: Track) -> SeenCard:
    if track.kind == "back":
        return SeenCard(None, face_down=True, track=track.number)
    return SeenCard(track.card, track.candidates, track=track.number)
