"""Who sits at the table, and how do they handle the cards?"""

from __future__ import annotations

from dataclasses import dataclass

from datasets.film_places import Area, area_of
from datasets.film_stage import Camera
from datasets.hands import HandStyle
from rules.table import Place


@dataclass(frozen=True, slots=True)
class Manner:
    """How people handle the cards."""

    tempo: tuple[float, float] = (1.0, 1.0)  # a player's slowness, times
    askew: float = 0.0  # degrees
    spread: tuple[float, float] | None = None  # a card on a pile covers so much of the top one
    nudge: float = 0.0  # mm and degrees by which cards shift under another one
    hover: tuple[float, float] | None = None  # seconds for which a hand stays over the cards at every move
    drop: float = 0.0  # how often a card falls across, and is put right
    linger: float = 0.0  # how often the hand stays at the edge of the place
    jerky: bool = False
    offence: tuple[float, float] = (1.5, 1.9)  # seconds that cards of an illegal move lie there


LEVELS = {
    "calm": Manner(offence=(1.4, 1.7)),
    "normal": Manner((0.8, 1.3), 6.0, (0.3, 0.7), 1.2, (0.25, 0.6)),
    "rough": Manner((0.65, 1.5), 9.0, (0.3, 0.7), 2.2, (0.2, 1.0), drop=0.12, linger=0.2, jerky=True),
}


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: the way the cards face, the hand, and the place in mm."""

    name: str
    facing: float  # degrees clockwise; 0: sits at the bottom
    style: HandStyle
    home: tuple[float, float]  # where a shown hand lies
    edge: tuple[float, float]  # middle of the picture's edge there
    area: Area
    tempo: float = 1.0


def seat_of(place: Place, camera: Camera, style: HandStyle) -> Seat:
    x0, y0, x1, y1 = place.box
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    distance = {0.0: 1 - y1, 90.0: x0, 180.0: y0, 270.0: 1 - x1}
    wide = x1 - x0 > y1 - y0
    facing = min(distance, key=lambda a: (round(distance[a], 3), (a in (0.0, 180.0)) != wide))
    # A hand is shown half over the edge: the table is small, and only the ends that face the middle matter.
    hx, hy = {
        0.0: (cx, cy + 0.3 * (1 - cy)),
        90.0: (0.7 * cx, cy),
        180.0: (cx, 0.7 * cy),
        270.0: (cx + 0.3 * (1 - cx), cy),
    }[facing]
    edge = {0.0: (cx, 1.0), 90.0: (0.0, cy), 180.0: (cx, 0.0), 270.0: (1.0, cy)}[facing]
    return Seat(place.name, facing, style, camera.on_table(hx, hy), camera.on_table(*edge), area_of(place, camera))
