"""The same card over time: votes over frames, cards that are covered for a while, and which places of the table are at rest.

A track is one physical card. It is matched by what it is (a pack has each card once), or by where it is while that is not sure.
It lives on unseen as long as its spot looks unchanged, is covered, or a hand is over it: only a spot that is in plain view and no
longer shows it ends it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.cards import CARD_COUNT, Card, CardSet
from vision.sighting import Kind, Sighting
from vision.stillness import Box, Stillness

Quad = NDArray[np.float32]

CERTAIN = 0.85  # a vote over frames must be so sure before a ruling rests on it
VOTES = 1.6  # frames of a table at rest err alike: however many there are, they count as so many independent ones
BEYOND_DOUBT = 0.93  # nobody is accused of a move whose cards were read with less
LIKELY = 0.04  # below this a card is no candidate
NEAR = 0.6  # ends so near each other (1: surely not one) are the same end of one card
FAINT = 0.2  # a sighting that is no card of the pack more surely than this says nothing: a pip, a corner nearly covered
MEMORY = 12  # frames that take part in the vote
YOUNG_SECONDS = 0.45
ENDS = 5  # readings from which it is told whether a card lies on another
HITS = 2  # frames that must show a card before it counts
GONE_SECONDS = 0.25  # unseen for so long on a quiet, visible spot: gone
FOREIGN_CARDS = 0.35  # a foreign thing counts from this share of a card's area
# A card seen by its index only: how far it reaches from there, in heights of the index (poker cards, normal and large indices).
CARD_HEIGHT, CARD_WIDTH = 4.8, 3.4


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One physical card. ``card`` is None for a back and while ``candidates`` (likeliest first) are all there is. A card may have
    candidates, too, itself the first: what else it could be."""

    number: int
    card: Card | None
    candidates: tuple[Card, ...]
    confidence: float
    kind: Kind
    corners: Quad  # (4, 2) px, as in Sighting
    extent: Quad  # (4, 2) px, about the whole card
    since: float  # when it was first seen
    seen: bool  # in this frame
    whole: float  # share of the last readings that saw it whole, both ends: what others lie on is not
    hidden: bool  # not seen, and its spot has changed: covered by other cards or a hand


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The table in one frame. ``size``: (width, height) px."""

    time: float
    size: tuple[int, int]
    tracks: tuple[Track, ...]
    quiet: tuple[Box, ...]  # those of the asked boxes in which nothing moves and nothing foreign lies


@dataclass(slots=True, eq=False)
class _Card:
    number: int
    since: float
    sighting: Sighting
    extent: Quad
    last_seen: float
    votes: list[NDArray[np.float64]] = field(default_factory=list)
    hits: int = 0
    ends: list[bool] = field(default_factory=list)  # of the last readings: was it seen whole?
    fixed: Card | None = None  # named by a person
    look: NDArray[np.float32] | None = None
    missed_since: float | None = None
    hidden: bool = False
    belief: NDArray[np.float64] = field(default_factory=lambda: np.zeros(CARD_COUNT))

    def vote(self, sighting: Sighting) -> None:
        """Adds a reading. What is missing to 1 is "no card" and takes part in the vote."""
        if sighting.probabilities is None:
            return
        reading = np.empty(CARD_COUNT + 1)
        reading[:CARD_COUNT] = sighting.probabilities
        reading[CARD_COUNT] = max(0.0, 1.0 - float(sighting.probabilities.sum()))
        self.votes = [*self.votes[-MEMORY + 1 :], np.log(reading + 1e-3)]
        total = np.mean(self.votes, axis=0) * min(VOTES, len(self.votes))
        weight = np.exp(total - total.max())
        self.belief = weight[:CARD_COUNT] / weight.sum()

    @property
    def confidence(self) -> float:
        if self.fixed is not None:
            return 1.0
        return float(self.belief.max()) if self.votes else self.sighting.confidence

    @property
    def best(self) -> Card | None:
        if self.fixed is not None:
            return self.fixed
        return int(self.belief.argmax()) if self.votes else None


class Tracker:
    """Follows the cards of one camera. ``sure``: what the recogniser calls sure; ``settle``: seconds without movement that mean rest;
    ``pack``: the cards there are (no other is ever read)."""

    def __init__(self, sure: float = 0.5, settle: float = 0.3, pack: CardSet = (1 << CARD_COUNT) - 1) -> None:
        self._pack = np.array([pack >> card & 1 for card in range(CARD_COUNT)], np.float32)
        self._sure = sure
        self._certain = max(sure, CERTAIN)
        self._still = Stillness(settle)
        self._cards: list[_Card] = []
        self._numbers = itertools.count(1)
        self._card_height = 0.0  # px, of whole cards in this picture
        self._size = (0, 0)
        self._time = 0.0
        self._fresh = True

    @property
    def settle(self) -> float:
        """Seconds without movement that mean rest."""
        return self._still.settle

    @settle.setter
    def settle(self, seconds: float) -> None:
        self._still.settle = min(2.0, max(0.2, seconds))

    def correct(self, number: int, card: Card | None) -> None:
        """A person says that track ``number`` is ``card`` (None: no card at all). No frame undoes it."""
        for track in self._cards:
            if track.number == number and card is not None:
                track.fixed = card
        if card is None:
            self._cards = [track for track in self._cards if track.number != number]

    @property
    def in_doubt(self) -> bool:
        """A card in plain view is not read for sure: more readings may help."""
        return any(
            t.hits < HITS or (t.fixed is None and bool(t.votes) and t.confidence < self._certain)
            for t in self._cards
            if not t.hidden
        )

    def look(self, image: NDArray[np.uint8], time: float) -> bool:
        """Takes in a picture: ``image`` (H, W, 3) uint8 BGR at ``time`` s. -> True if anything moved. ``update`` must follow."""
        height, width = image.shape[:2]
        if (width, height) != self._size:
            self._cards.clear()
            self._size = (width, height)
        self._time = time
        return self._still.look(image, time)

    def update(self, sightings: Sequence[Sighting], boxes: Sequence[Box] = (), *, fresh: bool = True) -> Scene:
        """Takes in what was read in the picture of the last ``look``. ``boxes``: the places to watch for rest (fractions of the picture).
        ``fresh`` is False if the sightings are those of the frame before: they do not vote twice."""
        time = self._time
        whole = [_height(s.corners) for s in sightings if s.kind != "index"]
        if whole:
            self._card_height = float(np.median(whole))
        self._fresh = fresh
        of_pack = [s for s in map(self._of_pack, sightings) if s.card is None or s.confidence >= FAINT]
        seen = self._match(_one_each(of_pack), time)
        self._age(seen, time)
        self._still.find_foreign([_grown(t.extent) for t in self._explained()])
        self._bury(time)
        quiet = tuple(box for box in boxes if self._at_rest(box))
        self._still.learn([_grown(t.extent) for t in self._cards])
        for box in quiet:
            self._still.keep_rest(box)
        return Scene(time, self._size, tuple(self._track(t, time) for t in self._cards if t.hits >= HITS), quiet)

    def _of_pack(self, sighting: Sighting) -> Sighting:
        """The sighting without the cards that are not in the pack."""
        if sighting.probabilities is None or sighting.card is None or self._pack[sighting.card]:
            return sighting
        others = sighting.probabilities * self._pack
        best = int(others.argmax())
        return Sighting(sighting.kind, best, float(others[best]), sighting.corners, others)

    def _match(self, sightings: Sequence[Sighting], time: float) -> set[int]:
        """Gives each sighting to its card, or makes a new one. -> numbers of the tracks seen."""
        seen: set[int] = set()
        waiting: list[Sighting] = []
        for sighting in sightings:  # first those that say for sure what they are
            if sighting.card is not None and sighting.confidence >= self._sure:
                same = [t for t in self._cards if t.number not in seen and t.best == sighting.card and self._settled(t)]
                if same:
                    self._see(same[0], sighting, time, seen)
                    continue
            waiting.append(sighting)
        pairs = [
            (_distance(t.sighting, s), i, t)
            for i, s in enumerate(waiting)
            for t in self._cards
            if t.number not in seen and self._may_be(t, s)
        ]
        taken: set[int] = set()
        for gap, i, track in sorted(pairs, key=lambda pair: pair[0]):
            if gap < 1.0 and i not in taken and track.number not in seen:
                taken.add(i)
                self._see(track, waiting[i], time, seen)
        for i, sighting in enumerate(waiting):
            if i not in taken:
                track = _Card(next(self._numbers), time, sighting, self._extent(sighting), time)
                self._cards.append(track)
                self._see(track, sighting, time, seen)
        return seen

    def _settled(self, track: _Card) -> bool:
        return track.fixed is not None or track.confidence >= self._sure

    def _may_be(self, track: _Card, sighting: Sighting) -> bool:
        """By position: the sighting may be this card if nothing was laid there meanwhile, or if it does not speak against it."""
        if (sighting.kind == "back") != (track.sighting.kind == "back"):
            return False
        young = self._time - track.since < YOUNG_SECONDS  # nobody lays a second card on it so soon
        if sighting.kind == "back" or young or not self._settled(track):
            return True
        if self._peeps_out(track, sighting):
            return True
        best = track.best
        agrees = (
            sighting.probabilities is not None and best is not None and float(sighting.probabilities[best]) > LIKELY
        )
        return agrees or not self._still.moved_since(self._extent(sighting), track.last_seen - 0.05)

    def _peeps_out(self, track: _Card, sighting: Sighting) -> bool:
        """One end, not read for sure, just where an end of a known card lay: that card, now nearly covered. It says nothing new."""
        faint = sighting.kind != "back" and sighting.ends < 2 and sighting.confidence < self._sure
        return faint and self._settled(track) and _distance(track.sighting, sighting) < NEAR

    def _see(self, track: _Card, sighting: Sighting, time: float, seen: set[int]) -> None:
        seen.add(track.number)
        # A card once read from both its ends is not read anew, otherwise, from one of them: that is covered in part.
        less = self._settled(track) and sighting.ends < track.sighting.ends and sighting.card != track.best
        if less or self._peeps_out(track, sighting):
            track.hits += 1
            track.last_seen = time
            track.look = self._still.copy_of(track.extent)
            track.missed_since = None
            track.hidden = False
            return
        # Where a card lies is told best by both its ends; one of them hidden does not move it.
        steady = sighting.ends < track.sighting.ends and _distance(track.sighting, sighting) < NEAR
        if not steady:
            track.sighting = sighting
            track.extent = self._extent(sighting)
        if self._fresh:
            track.vote(sighting)
            track.ends = [*track.ends[-ENDS + 1 :], sighting.ends > 1]
        track.hits += 1
        track.last_seen = time
        track.look = self._still.copy_of(track.extent)
        track.missed_since = None
        track.hidden = False

    def _extent(self, sighting: Sighting) -> Quad:
        """About where the whole card lies: an index stands at the top left of its card, as one reads it."""
        corners = sighting.corners.astype(np.float32)
        if sighting.kind != "index":
            return corners
        right, down = corners[1] - corners[0], corners[3] - corners[0]
        height = float(np.linalg.norm(down))
        right = right / max(1e-6, float(np.linalg.norm(right)))
        down = down / max(1e-6, height)
        tall = self._card_height or CARD_HEIGHT * height
        wide = tall * CARD_WIDTH / CARD_HEIGHT
        start = corners[0] - 0.15 * height * (right + down)
        return np.stack([start, start + wide * right, start + wide * right + tall * down, start + tall * down]).astype(
            np.float32
        )

    def _age(self, seen: set[int], time: float) -> None:
        """Cards not seen in this frame: still there, hidden?"""
        for track in self._cards:
            if track.number in seen:
                continue
            unchanged = track.look is not None and self._still.unchanged(track.extent, track.look)
            replaced = any(o.number in seen and _distance(o.sighting, track.sighting) < 0.5 for o in self._cards)
            unchanged = unchanged and not replaced
            track.hidden = not unchanged
            if unchanged and track.hits >= HITS:
                track.missed_since = None
            elif track.missed_since is None:
                track.missed_since = time

    def _explained(self) -> list[_Card]:
        """The cards whose spots need no other explanation: those there, and hidden ones that a later card lies on."""
        there = [t for t in self._cards if not t.hidden and t.hits >= 1]
        under = [
            t
            for t in self._cards
            if t.hidden and any(o.since > t.since and _overlap(o.extent, t.extent) > 0.02 for o in there)
        ]
        below = [t for t in self._cards if t.hidden and any(o.since >= t.since for o in there)]
        return there + under + [t for t in below if t not in under]

    def _bury(self, time: float) -> None:
        """Ends the tracks whose spot is in plain view, at rest, and does not show them any more."""
        there = [t for t in self._cards if not t.hidden]
        keep = []
        for track in self._cards:
            if not self._settled(track) and time - track.last_seen >= GONE_SECONDS:
                continue  # never read for sure and no longer seen: a passing look at something else
            if track.missed_since is None:
                keep.append(track)
                continue
            if track.hits < HITS:
                if time - track.last_seen < GONE_SECONDS:
                    keep.append(track)
                continue
            covered = any(o.since > track.since and _overlap(o.extent, track.extent) > 0.25 for o in there)
            foreign = self._still.fill([track.extent])
            busy = foreign.any() and self._still.foreign[foreign].mean() > 0.1
            moving = self._still.moved_since(track.extent, time - self._still.settle)
            if covered or busy or moving:
                track.missed_since = max(track.missed_since, time) if (busy or moving) else track.missed_since
                keep.append(track)
            elif time - track.missed_since < GONE_SECONDS:
                keep.append(track)
        self._cards = keep

    def _at_rest(self, box: Box) -> bool:
        if not self._still.quiet(box):
            return False
        card = self._card_height**2 * CARD_WIDTH / CARD_HEIGHT or 0.01 * self._size[0] * self._size[1]
        if self._still.foreign_area(box) > FOREIGN_CARDS * card:
            return False
        # A card that only just appeared, or is just vanishing, is not yet decided.
        width, height = self._size
        for track in self._cards:
            x, y = track.extent.mean(axis=0)
            inside = box[0] <= x / width <= box[2] and box[1] <= y / height <= box[3]
            if inside and (track.hits < HITS or (track.missed_since is not None and not self._covered(track))):
                return False
        return True

    def _covered(self, track: _Card) -> bool:
        return any(
            not o.hidden and o.since > track.since and _overlap(o.extent, track.extent) > 0.25 for o in self._cards
        )

    def _track(self, track: _Card, time: float) -> Track:
        certain = track.confidence >= (self._certain if track.votes else self._sure)
        card = track.best if certain else None
        order = np.argsort(-track.belief, kind="stable")[:3]
        likely = tuple(int(c) for c in order if track.belief[c] > LIKELY)
        doubtful = track.fixed is None and track.confidence < BEYOND_DOUBT
        candidates = likely if card is None or (doubtful and len(likely) > 1) else ()
        return Track(
            track.number,
            card,
            candidates,
            track.confidence,
            track.sighting.kind,
            track.sighting.corners,
            track.extent,
            track.since,
            track.last_seen == time,
            sum(track.ends) / max(1, len(track.ends)),
            track.hidden,
        )


def _one_each(sightings: Sequence[Sighting]) -> list[Sighting]:
    """A pack has each card once. Of several sightings of one card the surest is kept; what lies near it is its other end, what lies far
    from it must be another card. Backs all stay."""
    kept: list[Sighting] = []
    first: dict[Card, Sighting] = {}
    for sighting in sorted(sightings, key=_rank, reverse=True):
        if sighting.card is None:
            kept.append(sighting)
        elif sighting.card not in first:
            first[sighting.card] = sighting
            kept.append(sighting)
        elif sighting.probabilities is not None and not _one_card(first[sighting.card], sighting):
            others = sighting.probabilities.copy()
            others[list(first)] = 0.0
            best = int(others.argmax())
            kept.append(Sighting(sighting.kind, best, float(others[best]), sighting.corners, others))
    return kept


def _one_card(a: Sighting, b: Sighting) -> bool:
    """Near enough to be the two ends of one card."""
    tall = max(_height(s.corners) * (CARD_HEIGHT if s.kind == "index" else 1.0) for s in (a, b))
    return min(float(np.linalg.norm(p - q)) for p in _spots(a) for q in _spots(b)) < 1.2 * tall


def _rank(sighting: Sighting) -> tuple[bool, float]:
    return sighting.ends > 1, sighting.confidence


def _height(corners: Quad) -> float:
    return float(np.linalg.norm(corners[3] - corners[0]))


def _spots(sighting: Sighting) -> list[Quad]:
    """Where the indices of a sighting are, about: an index may stand at either end of its card."""
    return [sighting.corners[0]] if sighting.kind == "index" else [sighting.corners[0], sighting.corners[2]]


def _distance(a: Sighting, b: Sighting) -> float:
    """How far two sightings are apart; below 1 they may be the same card in the same place."""
    heights = [_height(s.corners) / (1.0 if s.kind == "index" else CARD_HEIGHT) for s in (a, b)]
    reach = 0.9 * max(*heights, 4.0)
    return min(float(np.linalg.norm(p - q)) for p in _spots(a) for q in _spots(b)) / reach


def _grown(quad: Quad) -> Quad:
    """The quad with a rim for edges and shadow."""
    middle = quad.mean(axis=0)
    return (middle + (quad - middle) * 1.25).astype(np.float32)


def _overlap(a: Quad, b: Quad) -> float:
    """Share of quad ``b`` that ``a`` covers."""
    area = abs(float(cv2.contourArea(b)))
    if area <= 0:
        return 0.0
    common, _ = cv2.intersectConvexConvex(cv2.convexHull(a), cv2.convexHull(b))
    return float(common) / area
