"""Which card lies on which, as far as the picture shows it.

Three things tell. An index that is seen where another card's outline reaches: it lies on that card. The edges: where two outlines cross,
the edge of the upper card goes on through the lower one, while the lower one's ends there. And what is printed where they overlap
(vision.symmetry). It must be clear, and the indices must agree; else nothing is said: a wrong order is worse than none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.edges import falling
from vision.sighting import Sighting
from vision.symmetry import lies_higher

Points = NDArray[np.float64]

_READ = 0.5  # an index read with less may be none
_SLACK, _SLACK_FAR = (
    0.04,
    0.10,
)  # how far an outline may be wrong, in heights of the card: at its index, and more with the way from it
_PARALLEL = np.cos(np.deg2rad(20))
_CLEAR, _THROUGH, _DIFFERENCE, _LONG = (
    0.55,
    0.35,
    0.2,
    0.2,
)  # how clear edges must be: on the average, each long one, more than the other's
_SURE = 0.98  # measured on drawn scenes
_PASSES, _STEPS = 3, 32
_ENOUGH = 0.24  # of the card's height: so much of both edges must lie in view
_SAME_SPOT = 0.15  # of the card's height: nearer than that two places of an index are the same
_SHORT = 0.12  # of the card's height: a shorter piece of an edge says nothing


@dataclass(frozen=True, slots=True)
class Over:
    """One card lies on another: numbers of the sightings, and how sure that is (0 to 1)."""

    upper: int
    lower: int
    sure: float


@dataclass(frozen=True, slots=True, eq=False)
class _Area:
    """Where a card is. ``outline`` (4, 2) clockwise; ``tall``: its height, pixels; ``known``: middles of its indices (n, 2). ``whole``:
    seen from both ends; ``reaches``: the outline is the card's, and not only that of its index."""

    outline: Points
    tall: float
    known: Points
    whole: bool
    reaches: bool

    @classmethod
    def of(cls, sighting: Sighting) -> _Area | None:
        if sighting.kind == "back" or not sighting.indices:
            return None
        known = np.array([quad.mean(axis=0) for quad in sighting.indices], np.float64)
        corners = sighting.corners.astype(np.float64)
        tall = float(np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
        return cls(corners, tall, known, sighting.ends > 1, sighting.kind == "card")

    def inside(self, points: Points) -> Points:
        """How far inside the outline each of ``points`` (..., 2) is, in pixels; below 0: outside."""
        start = self.outline
        side = np.roll(start, -1, axis=0) - start
        inward = np.column_stack([-side[:, 1], side[:, 0]]) / np.maximum(np.linalg.norm(side, axis=1), 1e-6)[:, None]
        return np.asarray(((points[..., None, :] - start) * inward).sum(axis=-1).min(axis=-1))

    def doubt(self, points: Points) -> Points:
        """How far the outline may be wrong about ``points`` (..., 2), in pixels."""
        far = np.linalg.norm(points[..., None, :] - self.known, axis=-1).min(axis=-1)
        return _SLACK * self.tall + (0.0 if self.whole else _SLACK_FAR) * far


def _edge_near(piece: Points, doubt: float, other: _Area) -> bool:
    """Could the edge that is seen along the piece be one of ``other``'s, just as well?"""
    way = piece[1] - piece[0]
    length = np.linalg.norm(way)
    start, side = other.outline, np.roll(other.outline, -1, axis=0) - other.outline
    long = np.maximum(np.linalg.norm(side, axis=1), 1e-6)
    along = side / long[:, None]
    points = piece[0] + np.array([0.1, 0.5, 0.9])[:, None] * way
    from_start = points[:, None] - start
    t = (from_start * along).sum(axis=2)
    beside = np.abs(from_start[..., 0] * along[:, 1] - from_start[..., 1] * along[:, 0])
    near = (beside < doubt + other.doubt(points)[:, None]) & (t > -doubt) & (t < long + doubt)
    return bool(((along @ way > _PARALLEL * length) & near.any(axis=0)).any())


def order(
    image: NDArray[np.uint8], sightings: Sequence[Sighting], laid: Collection[tuple[int, int]] = ()
) -> list[Over]:
    """What lies on what, of ``sightings`` in ``image`` (H, W, 3) BGR. What is not clearly seen is left out. ``laid``: what is known
    otherwise: pairs (upper, lower); they tell where others cannot hide anything."""
    areas = {i: area for i, sighting in enumerate(sightings) if (area := _Area.of(sighting)) is not None}
    touching = [(i, j) for i in areas for j in areas if j < i and _may_touch(areas[i], areas[j])]
    within = {(i, j): _seen_within(sightings[i], areas[j]) for a, b in touching for i, j in ((a, b), (b, a))}
    known = dict.fromkeys(laid, 1.0)
    known |= {
        (i, j): _SURE
        for (i, j), seen in within.items()
        if seen and not within[j, i] and not {(i, j), (j, i)} & set(laid)
    }
    sides = _Sides({i: areas[i] for pair in touching for i in pair if areas[i].reaches})
    for _ in range(_PASSES):  # what is known of some tells where others cannot hide an edge
        pairs = [
            pair
            for pair in touching
            if not {pair, pair[::-1]} & set(known) and not (within[pair] and within[pair[::-1]])
        ]
        marks = _marks(image, sides, pairs, set(known))
        found = {}
        for i, j in pairs:
            clearer = _clearer(marks.get((i, j), []), marks.get((j, i), [])) or _printed(image, sides, i, j, known)
            upper, lower = (i, j) if clearer > 0 else (j, i)
            if clearer and not _hidden_within(areas[upper], areas[lower]):
                found[upper, lower] = _SURE
        known |= found
        if not found:
            break
    return _without_rings([Over(i, j, sure) for (i, j), sure in sorted(known.items()) if (i, j) not in laid])


def _printed(image: NDArray[np.uint8], sides: _Sides, i: int, j: int, known: Collection[tuple[int, int]]) -> int:
    """1 if what is printed where cards ``i`` and ``j`` overlap is the first one's, -1 if it is the other's, 0 if that is not clear."""
    if i not in sides.areas or j not in sides.areas:
        return 0
    one, two = sides.areas[i], sides.areas[j]
    above = [area.outline for area in sides.above(i, j, known) if _may_touch(area, one) or _may_touch(area, two)]
    return lies_higher(image, one.outline, two.outline, above)


def _may_touch(a: _Area, b: _Area) -> bool:
    low, high = (
        np.maximum(a.outline.min(axis=0), b.outline.min(axis=0)),
        np.minimum(a.outline.max(axis=0), b.outline.max(axis=0)),
    )
    return bool((low < high).all())


def directly(overs: Sequence[Over]) -> list[Over]:
    """Those of ``overs`` with no card known to lie between."""
    pairs = {(over.upper, over.lower) for over in overs}
    lowers: dict[int, set[int]] = {}
    for upper, lower in pairs:
        lowers.setdefault(upper, set()).add(lower)
    return [o for o in overs if not any((k, o.lower) in pairs for k in lowers[o.upper])]


def _without_rings(overs: Sequence[Over]) -> list[Over]:
    """Stiff cards do not lie on each other in a ring: where they seem to, something was seen wrongly, and nothing is said of them."""
    lowers: dict[int, set[int]] = {}
    for over in overs:
        lowers.setdefault(over.upper, set()).add(over.lower)

    def reached(start: int) -> set[int]:
        found: set[int] = set()
        waiting = [start]
        while waiting:
            for lower in lowers.get(waiting.pop(), ()):
                if lower not in found:
                    found.add(lower)
                    waiting.append(lower)
        return found

    return [over for over in overs if over.upper not in reached(over.lower)]


def _seen_within(sighting: Sighting, other: _Area) -> bool:
    """Is an index of the sighting seen where ``other`` lies for sure?"""
    if sighting.confidence < _READ or not other.reaches:
        return False
    middles = np.array([quad.mean(axis=0) for quad in sighting.indices], np.float64)
    return bool((other.inside(middles) > other.doubt(middles)).any())


def _hidden_within(card: _Area, other: _Area) -> bool:
    """Would the opposite index of a card, that is not seen, lie in ``other``? Then the card hardly lies on it."""
    opposite = 2 * card.outline.mean(axis=0) - card.known
    unseen = [spot for spot in opposite if np.linalg.norm(card.known - spot, axis=1).min() > _SAME_SPOT * card.tall]
    return any(other.inside(spot) > -other.doubt(spot) for spot in unseen)


def _clearer(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> int:
    """1 if the edges of ``one`` are seen clearly within the other card, and those of ``other`` are not; -1 the other way round; else 0."""
    if min(sum(long for long, _ in pieces) for pieces in (one, other)) < _ENOUGH:
        return 0
    means = [sum(long * clear for long, clear in pieces) / sum(long for long, _ in pieces) for pieces in (one, other)]
    if abs(means[0] - means[1]) < _DIFFERENCE:
        return 0
    upper, mean, sign = (one, means[0], 1) if means[0] > means[1] else (other, means[1], -1)
    whole = all(clear > _THROUGH for long, clear in upper if long > _LONG)
    return sign if mean > _CLEAR and whole else 0


class _Sides:
    """The sides of the cards as points, and which of these lie in other cards."""

    def __init__(self, areas: dict[int, _Area]) -> None:
        self.areas = areas
        steps = np.linspace(0.06, 0.94, _STEPS)[:, None]
        self.points = {
            i: a.outline[:, None] + steps * (np.roll(a.outline, -1, axis=0) - a.outline)[:, None]
            for i, a in areas.items()
        }
        self._cache: dict[tuple[int, int], tuple[Points, Points]] = {}

    def above(self, i: int, j: int, known: Collection[tuple[int, int]]) -> list[_Area]:
        """The other cards that may lie on one of two."""
        others = [k for k in self.areas if k not in (i, j) and not ((i, k) in known and (j, k) in known)]
        return [self.areas[k] for k in others]

    def inside(self, i: int, k: int) -> tuple[Points, Points]:
        """Of the points (4, n) of card ``i``: how far inside card ``k`` they are, pixels, and how far ``k`` may be wrong there."""
        if (i, k) not in self._cache:
            points, other = self.points[i], self.areas[k]
            self._cache[i, k] = other.inside(points), other.doubt(points)
        return self._cache[i, k]

    def pieces(self, i: int, j: int, above: Sequence[int]) -> list[Points]:
        """The pieces of the sides of ``i`` that lie in ``j`` for sure, and surely not in any of ``above``: two ends (2, 2), clockwise."""
        depth, doubt = self.inside(i, j)
        good = depth > doubt
        for k in above:
            depth, doubt = self.inside(i, k)
            good &= depth < -doubt
        result = []
        for side, points in zip(good, self.points[i], strict=True):
            bounds = np.flatnonzero(np.diff(np.concatenate([[0], side.astype(np.int8), [0]])))
            runs = [(end - start, start, end - 1) for start, end in zip(bounds[::2], bounds[1::2], strict=True)]
            if runs:
                _, start, end = max(runs)
                piece = points[[start, end]]
                if np.linalg.norm(piece[1] - piece[0]) > _SHORT * self.areas[i].tall:
                    result.append(piece)
        return result


def _marks(
    image: NDArray[np.uint8], sides: _Sides, pairs: Sequence[tuple[int, int]], known: set[tuple[int, int]]
) -> dict[tuple[int, int], list[tuple[float, float]]]:
    """For each pair both ways: of each piece of the first card's edge within the second its length (in heights of the card) and how
    clearly it is seen (0 to 1)."""
    pieces, doubts, owners = [], [], []
    areas = sides.areas
    for one, two in pairs:
        if one not in areas or two not in areas:
            continue
        above = [k for k in areas if k not in (one, two) and (one, k) not in known and (two, k) not in known]
        for i, j in ((one, two), (two, one)):
            card = areas[i]
            for piece in sides.pieces(i, j, [k for k in above if _may_touch(card, areas[k])]):
                doubt = float(card.doubt(piece.mean(axis=0)))
                if not any(k != i and _edge_near(piece, doubt, areas[k]) for k in areas):
                    pieces.append(piece)
                    doubts.append(doubt)
                    owners.append((i, j, float(np.linalg.norm(piece[1] - piece[0])) / card.tall))
    marks: dict[tuple[int, int], list[tuple[float, float]]] = {}
    if pieces:
        for (i, j, length), clear in zip(owners, falling(image, np.array(pieces), np.array(doubts)), strict=True):
            marks.setdefault((i, j), []).append((length, float(clear)))
    return marks
