"""From the picture to places on the table: which card lies in which place, in which order, on which others, and who laid it.

A place that is not at rest is left out of the view; a place that is there with no cards has been seen empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.table import DISCARD, MIDDLE, STOCK, Place, SeenCard, TableView, taxis_of
from vision.hands import Entries
from vision.shapes import height_of, overlap
from vision.stillness import Box
from vision.track import Track
from vision.tracker import ONE_VISIT, OVERLAPS, Scene

CLEARLY = 0.4  # difference of shares of readings that is no accident
INSIDE = 0.05  # of a card's height: so far within another's outline an index lies there for sure
# Widths of the picture: so near to a player's edge a hand comes in, and so much nearer than to any other's.
BESIDE, APART = 0.12, 0.15
CORNER = 0.12  # widths of the picture: so near to its corner an arm may be of a player round it
ABOUT = 0.02  # of the picture: about as near to its edge
LOOKS = 2  # looks at a hand that must agree


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
    """The cards of each place at rest: lowest first, top last. Those that are covered now are among them, as hidden."""
    quiet: dict[str, list[Track]] = {place.name: [] for place in places if place.box in scene.quiet}
    for track in scene.tracks:
        place = place_of(track, scene, places)
        if place is not None and place.name in quiet:
            quiet[place.name].append(track)
    seats = _seats(places, scene.size[1] / max(1, scene.size[0]))
    shown = {}
    for name, tracks in quiet.items():
        below, guessed = lying(tracks, scene.over), unclear(tracks, scene.over)
        stacked = _stacked(tracks, scene.over)
        shown[name] = tuple(
            replace(_seen(t, scene, below[t.number], seats), unclear=guessed[t.number]) for t in stacked
        )
    return TableView(scene.time, shown)


def heap(tracks: Sequence[Track], over: frozenset[tuple[int, int]] = frozenset()) -> list[Track]:
    """Tracks in the order in which they lie on each other, lowest first, those of one visit that do not touch from left to right."""
    return _stacked(tracks, over)


def lying(tracks: Sequence[Track], over: frozenset[tuple[int, int]] = frozenset()) -> dict[int, tuple[int, ...]]:
    """For each track, by number, those on which it lies, the one that it covers most first."""
    order = {track.number: n for n, track in enumerate(_stacked(tracks, over))}
    found: dict[int, tuple[int, ...]] = {}
    for upper in tracks:
        covered = [
            (overlap(upper.extent, lower.extent), lower.number)
            for lower in tracks
            if order[lower.number] < order[upper.number]
        ]
        found[upper.number] = tuple(n for share, n in sorted(covered, reverse=True) if share > OVERLAPS)
    return found


def unclear(tracks: Sequence[Track], over: frozenset[tuple[int, int]] = frozenset()) -> dict[int, tuple[int, ...]]:
    """For each track, by number, the others in sight of which it is guessed which of the two was laid last."""
    found: dict[int, list[int]] = {track.number: [] for track in tracks}
    in_sight = sorted((t for t in tracks if not t.hidden and t.kind != "back"), key=lambda t: t.laid)
    for i, a in enumerate(in_sight):
        for b in in_sight[i + 1 :]:
            if not _is_seen(a, b, over):
                found[a.number].append(b.number)
                found[b.number].append(a.number)
    return {number: tuple(others) for number, others in found.items()}


def _stacked(tracks: Sequence[Track], over: frozenset[tuple[int, int]]) -> list[Track]:
    waiting = sorted(tracks, key=lambda t: (t.laid, float(t.extent[:, 0].mean()), t.number))
    lies_on: Mapping[int, set[int]] = {t.number: set() for t in waiting}
    for i, a in enumerate(waiting):
        for b in waiting[i + 1 :]:
            upper = _upper(a, b, over)
            if upper is not None:
                lies_on[upper.number].add((b if upper is a else a).number)
    done: list[Track] = []
    while waiting:
        there = {track.number for track in waiting}
        # The first that lies on none of the others; in a ring (something was seen wrongly) the one laid first.
        first = next((t for t in waiting if not lies_on[t.number] & there), waiting[0])
        done.append(first)
        waiting.remove(first)
    return done


def _is_seen(a: Track, b: Track, over: frozenset[tuple[int, int]]) -> bool:
    """It has been seen which of two cards was laid last, ``a`` having been laid no later: by the time between, or in the picture."""
    if (a.number, b.number) in over or (b.number, a.number) in over or abs(_shows(a, b)) > 1:
        return True
    # What lay there before and was moved may have been pushed below.
    return b.visit > a.visit and b.laid - a.laid >= ONE_VISIT and b.since > a.laid


def _shows(a: Track, b: Track) -> int:
    """How plainly indices tell that ``a`` lies on ``b``, 0 to 2; below 0: the other way round."""
    if overlap(a.extent, b.extent) <= OVERLAPS:
        return 0
    return _within(a, b) + _hidden_within(b, a) - _within(b, a) - _hidden_within(a, b)


def _upper(a: Track, b: Track, over: frozenset[tuple[int, int]]) -> Track | None:
    """Which of two cards lies higher, ``a`` having been laid no later; None: it does not matter, or nothing tells."""
    if b.visit > a.visit and b.laid - a.laid >= ONE_VISIT:
        return b
    if (a.number, b.number) in over:
        return a
    if (b.number, a.number) in over:
        return b
    if overlap(a.extent, b.extent) <= OVERLAPS:
        return None
    if shows := _shows(a, b):
        return a if shows > 0 else b
    if abs(a.whole - b.whole) > CLEARLY:
        return a if a.whole > b.whole else b
    if b.laid - a.laid >= ONE_VISIT:
        return b
    if abs(a.since - b.since) >= ONE_VISIT:  # they were pushed together
        return a if a.since > b.since else b
    return None


def _depth(track: Track, point: np.ndarray) -> float:
    """How far inside the outline of a track a point lies, in heights of the card; below 0: outside."""
    start = track.extent.astype(np.float64)
    side = np.roll(start, -1, axis=0) - start
    inward = np.column_stack([-side[:, 1], side[:, 0]]) / np.maximum(np.linalg.norm(side, axis=1), 1e-6)[:, None]
    return float(((point - start) * inward).sum(axis=1).min()) / max(1.0, height_of(track.extent))


def _within(card: Track, other: Track) -> int:
    """1 if an index of the card is seen where the other one lies: it lies on it."""
    return int(card.seen and any(_depth(other, quad.mean(axis=0)) > INSIDE for quad in card.indices))


def _hidden_within(card: Track, other: Track) -> int:
    """1 if the index of the card that is not seen lies where the other one does: it lies below."""
    if not card.seen or len(card.indices) != 1 or card.kind != "card":
        return 0
    known = card.indices[0].mean(axis=0)
    return int(_depth(other, 2 * card.extent.mean(axis=0) - known) > INSIDE)


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player, and the stretches of the picture's edge over which that player's hands come in: (x0, y0, x1, y1) in fractions."""

    name: str
    edge: tuple[Box, ...]


def _seats(places: Sequence[Place], tall: float) -> list[_Seat]:
    """``tall``: height of the picture in its widths."""
    names = {place.name for place in places}
    players = names - {MIDDLE, STOCK, DISCARD} - {taxis_of(name) for name in names}
    seats = []
    for player in (place.name for place in places if place.name in players):
        boxes = [place.box for place in places if place.name in (player, taxis_of(player))]
        least = min(min(_gaps(box)) for box in boxes) + ABOUT
        sides = [[_along(box, side) for box in boxes if _gaps(box)[side] < least] for side in range(4)]
        longest = max(sides, key=lambda side: max((x1 - x0 + (y1 - y0) * tall for x0, y0, x1, y1 in side), default=0.0))
        seats.append(_Seat(player, tuple(longest)))
    return seats


def _gaps(box: Box) -> tuple[float, float, float, float]:
    """How far a box is from the picture's left, upper, right and lower edge."""
    x0, y0, x1, y1 = box
    return x0, y0, 1 - x1, 1 - y1


def _along(box: Box, side: int) -> Box:
    """The stretch of the picture's left, upper, right or lower edge (``side`` 0 to 3) beside a box."""
    x0, y0, x1, y1 = box
    return ((0.0, y0, 0.0, y1), (x0, 0.0, x1, 0.0), (1.0, y0, 1.0, y1), (x0, 1.0, x1, 1.0))[side]


def _who(came: Entries, seats: Sequence[_Seat], tall: float) -> str:
    """The player from whose side a hand came that reached into the picture at ``came``; "" if that is not certain."""
    told = [name for entry in came if (name := _whose(entry, seats, tall))]
    return told[0] if len(told) >= LOOKS and len(set(told)) == 1 else ""


def _whose(entry: tuple[float, float], seats: Sequence[_Seat], tall: float) -> str:
    def far(stretch: Box) -> float:
        x0, y0, x1, y1 = stretch
        x, y = max(x0 - entry[0], 0.0, entry[0] - x1), max(y0 - entry[1], 0.0, entry[1] - y1)
        return float(np.hypot(x, y * tall))

    nearest, *others = sorted((min(map(far, seat.edge)), seat.name) for seat in seats) or [(1.0, "")]
    if nearest[0] > BESIDE or any(distance - nearest[0] < APART for distance, _ in others):
        return ""
    return nearest[1] if _round_the_corner(entry, seats, tall) <= {nearest[1]} else ""


def _round_the_corner(entry: tuple[float, float], seats: Sequence[_Seat], tall: float) -> set[str]:
    """The players on both sides of the corner of the picture at which ``entry`` is: an arm that leans may come in round it."""
    at = float(entry[0] > 0.5), float(entry[1] > 0.5)
    if np.hypot(entry[0] - at[0], (entry[1] - at[1]) * tall) > CORNER:
        return set()
    return {seat.name for seat in seats for x0, y0, x1, y1 in seat.edge if x0 == x1 == at[0] or y0 == y1 == at[1]}


def _seen(track: Track, scene: Scene, on: tuple[int, ...], seats: Sequence[_Seat]) -> SeenCard:
    width = max(1, scene.size[0])
    x, y = (float(v) / width for v in track.extent.mean(axis=0))
    by = _who(track.came, seats, scene.size[1] / width)
    if track.kind == "back":
        return SeenCard(None, face_down=True, track=track.number, spot=(x, y), on=on, hidden=track.hidden, by=by)
    return SeenCard(track.card, track.candidates, track=track.number, spot=(x, y), on=on, hidden=track.hidden, by=by)
