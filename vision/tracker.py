"""The same card over time: votes over frames, cards that are covered for a while, and which places of the table are at rest.

A track is one physical card. It is matched by where it is, and found again by what it is (a pack has each card once). It lives on
unseen as long as its spot looks unchanged, is covered, or a hand is over it: only a spot that is in plain view and no longer shows it
ends it. A knocked camera moves everything: the tracks and the memory of the table go with it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.cards import CARD_COUNT, Card, CardSet
from vision.bump import Anchor
from vision.hands import Hands
from vision.on_top import OnTop
from vision.one_pack import OnePack, each_once
from vision.pieces import add_spots, is_kin, is_phantom, lies_as_it_did, peeps_out, piece_of
from vision.shapes import CardShape, distance, distances, grown, moved_by, overlap, same_box
from vision.sighting import Sighting
from vision.stillness import Box, Stillness
from vision.track import BEYOND_DOUBT, ENDS, LIKELY, Followed, Quad, Track

CERTAIN = 0.85  # a vote over frames must be so sure before a ruling rests on it
NEAR = 0.6  # ends so near each other (1: surely not one) are the same end of one card
YOUNG_SECONDS = 0.45
HITS = 2  # frames that must show a card before it counts
LASTING = 5  # frames that must show at rest what is not read for sure before it lasts when it is covered
HARDLY = 0.4  # what is less likely than this to be any card does not last: a pip, a piece of a figure
MISSES = 2  # frames in which a spot in plain view must not show its card before that is gone
STILL = 0.25  # seconds: what is only seen while things move may be half a hand, half a card
GONE_SECONDS = 0.25  # unseen for so long on a quiet, visible spot: gone
FOREIGN_CARDS = 0.35  # a foreign thing counts from this share of a card's area
BUSY = 0.03  # share of a card's surroundings: so much that is foreign may be a hand over it
STIRRED = 0.06  # of a card's height: it has moved, and may cover now what it did not
NUDGED = 0.35  # of a card's height: what moved farther has been laid anew
WITHIN_REACH = (
    1.0  # of a card's height: so far a card is followed at once; what appears farther away must be seen again first
)
COVERS, COVERS_INDEX = 0.25, 0.03  # shares of a card, and of an index, under later cards: it may well be out of sight
LATE = 0.25  # seconds: a card is first seen so much later than it covers another one, at most
TURNED_OVER = 0.6  # a face and a back that lie so much in the same place are one card
ON_IT, MAY_BE = (
    0.5,
    0.2,
)  # share of an index that lies on a card, and how likely it must be that card, to be its other end
ONE_VISIT = 0.6  # seconds: cards that appear within it may have been laid together, under one hand
OVERLAPS = 0.03  # of a card: less is no overlap to speak of
HARDLY_SHOWS = 0.6  # of a card under another one: what still shows of it is easily misread
RIM = 1.1  # so many times as large, a card's outline leaves out what its edge and its shadow change beside it
WHOLE = 0.9  # of an index lies in the picture
LETS_GO, LEAVES = (
    0.3,
    1.0,
)  # seconds for which a hand still touches the card that it has laid, and is still in the picture
TOLD = 3  # looks that told where a hand came from: there is no need for more
UNKNOWN_BACKS = 60  # face-down cards that are remembered without being seen


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The table in one frame. ``size``: (width, height) px."""

    time: float
    size: tuple[int, int]
    tracks: tuple[Track, ...]
    quiet: tuple[Box, ...]  # those of the asked boxes in which nothing moves and nothing foreign lies
    over: frozenset[tuple[int, int]] = frozenset()  # (upper, lower): numbers of tracks, where the picture told it
    bumped: NDArray[np.float64] | None = (
        None  # (2, 3): from px as they were to px now, when the camera was knocked; else None
    )


class Tracker:
    """Follows the cards of one camera. ``sure``: what the recogniser calls sure; ``settle``: seconds without movement that mean rest;
    ``pack``: the cards there are (no other is ever read)."""

    def __init__(self, sure: float = 0.5, settle: float = 0.3, pack: CardSet = (1 << CARD_COUNT) - 1) -> None:
        self._pack = OnePack(pack)
        self._sure = sure
        self._certain = CERTAIN
        self._still = Stillness(settle)
        self._anchor = Anchor()
        self._hands = Hands()
        self._shape = CardShape()
        self._cards: list[Followed] = []
        self._numbers = itertools.count(1)
        self._image: NDArray[np.uint8] | None = None
        self._size = (0, 0)
        self._time = 0.0
        self._fresh = True
        self._visit, self._resting = 0, False
        self._sure_now: list[Sighting] = []
        self._peeping: set[int] = set()  # tracks of cards of which a piece is seen
        self._on_top = OnTop()
        self.bumped: NDArray[np.float64] | None = None
        """Set by ``look`` when the camera was knocked: see Scene."""

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
            self._forget()
            self._size = (width, height)
        self._time, self._image = time, image
        changed = self._still.look(image, time)
        self.bumped = self._anchor.look(image, self._still.share_moving, bool(self._still.quiet((0, 0, 1, 1))))
        if self.bumped is not None:
            self._follow_camera(self.bumped)
        return changed

    def _forget(self) -> None:
        self._cards.clear()
        self._on_top = OnTop()
        self._anchor = Anchor()
        self._hands = Hands()

    def _follow_camera(self, moved: NDArray[np.float64]) -> None:
        """All was seen elsewhere before: ``moved`` (2, 3) tells from there to here."""
        self._still.shift(moved)
        self._hands.clear()
        for track in self._cards:
            track.follow_camera(moved)
            if not track.hidden:
                track.look = self._still.copy_of(track.extent)

    def update(self, sightings: Sequence[Sighting], boxes: Sequence[Box] = (), *, fresh: bool = True) -> Scene:
        """Takes in what was read in the picture of the last ``look``. ``boxes``: the places to watch for rest (fractions of the picture).
        ``fresh`` is False if the sightings are those of the frame before: they do not vote twice."""
        time = self._time
        self._shape.learn(sightings)
        self._fresh = fresh
        matched = self._match(self._pack.sort([s for s in sightings if not self._cut_off(s)]), time)
        self._age(set(matched) | self._peeping, time)
        self._still.find_foreign([grown(t.extent) for t in self._explained()])
        self._hands.look(self._still, time)
        for track in self._cards:
            if track.hits >= HITS and track.last_seen == time and len(track.came) < TOLD and time - track.laid < LEAVES:
                track.came = self._hands.brought(track.extent, self._still, min(time, track.laid + LETS_GO))
        self._find_again(time)
        self._bury(time)
        self._ask_order(matched)
        quiet = tuple(box for box in boxes if self._at_rest(box))
        self._still.learn([grown(t.extent) for t in self._cards])
        for box in quiet:
            self._still.keep_rest(box)
        resting = len(quiet) == len(boxes)
        self._visit += resting and not self._resting
        self._resting = resting
        if self._anchor.steady and self._still.quiet((0, 0, 1, 1)):
            for track in self._cards:
                track.settle()
        return Scene(time, self._size, self._snapshots(time), quiet, self._on_top.told(), self.bumped)

    # Which sighting is which card.

    def _match(self, sightings: Sequence[Sighting], time: float) -> dict[int, Sighting]:
        """Gives each sighting to its card, or makes a new one. -> the tracks seen, by number, with their sightings.

        First what agrees in place and name; then cards that cannot have been exchanged, as nothing moved there; then those that lie
        a little elsewhere than before; then what may be the same by its place alone.
        """
        pairs = []
        self._sure_now = [s for s in sightings if s.card is not None and s.confidence >= self._sure]
        visit = self._visit - self._resting
        pieces = [(s, card) for s in sightings if (card := piece_of(s, self._cards, self._sure_now, visit)) is not None]
        sightings = [s for s in sightings if all(s is not piece for piece, _ in pieces)]
        gaps = distances([track.sighting for track in self._cards], sightings)
        for i, sighting in enumerate(sightings):
            for track, gap in zip(self._cards, gaps[:, i].tolist(), strict=True):
                grade = self._grade(track, sighting, gap)
                if grade is not None:
                    pairs.append((grade, not _agrees(track, sighting), gap, i, track))
        matched: dict[int, Sighting] = {}
        taken: set[int] = set()
        for *_, i, track in sorted(pairs, key=lambda pair: pair[:4]):
            if i not in taken and track.number not in matched:
                taken.add(i)
                matched[track.number] = sightings[i]
                self._see(track, sightings[i], time)
        for i, sighting in enumerate(sightings):
            if i not in taken:
                card = self._turned_over(sighting, matched)
                if card is None:
                    extent = self._shape.extent(sighting)
                    card = Followed(next(self._numbers), time, time, self._visit, sighting, extent, time)
                    card.shifted = time
                    self._cards.append(card)
                matched[card.number] = sighting
                self._see(card, sighting, time)
        self._peep(pieces, matched, time)
        return matched

    def _peep(self, pieces: Sequence[tuple[Sighting, Followed]], matched: Iterable[int], time: float) -> None:
        """Of these cards pieces are seen: they are there, and no others."""
        self._peeping = {card.number for _, card in pieces} - set(matched)
        for piece, card in pieces:
            self._cards = [t for t in self._cards if t is card or t.number in matched or not is_phantom(t, piece)]
            peeps_out(card, piece, self._visit)
            if card.number in self._peeping:
                card.look = self._still.copy_of(card.extent)
                card.last_seen, card.known, card.missed_since, card.missed, card.hidden = time, time, None, 0, False

    def _cut_off(self, sighting: Sighting) -> bool:
        """An index over which the picture ends tells nothing: what shows of it may look like another card's."""
        if sighting.kind == "back" or sighting.ends > 1 or len(sighting.indices) != 1:
            return False
        index = sighting.indices[0]
        inside = np.clip(index, 0, self._size).astype(np.float32)
        return overlap(inside, index) < WHOLE

    def _grade(self, track: Followed, sighting: Sighting, gap: float) -> int | None:
        """How well the sighting suits the card, best 0; None: it is another one."""
        same = (
            sighting.card is not None
            and sighting.confidence >= self._sure
            and sighting.card in (track.best, track.read)
        )
        same = same and self._settled(track)
        if same and gap < 1.0:
            return 0
        if gap < 1.0 and self._stays(track, sighting):
            return 1
        if same and moved_by(track.extent, self._shape.extent(sighting)) < WITHIN_REACH:
            return 2
        return 3 if gap < 1.0 and self._may_be(track, sighting) else None

    def _stays(self, track: Followed, sighting: Sighting) -> bool:
        """The card was seen there just now and nothing has moved since: it is still that card, whatever one frame says."""
        return (
            track.face_down == (sighting.kind == "back")
            and not track.hidden
            and track.hits >= HITS
            and self._settled(track)
            and distance(track.sighting, sighting) < NEAR
            and not self._still.moved_since(track.extent, self._known_by(track, sighting) - 0.05)
        )

    def _known_by(self, track: Followed, sighting: Sighting) -> float:
        """Until when, at least, the card lay there that the sighting shows if it is that one."""
        same_spot = track.best is not None and is_kin(sighting, track.best) and lies_as_it_did(track, sighting)
        return track.last_seen if same_spot else track.known

    def _settled(self, track: Followed) -> bool:
        return track.fixed is not None or track.confidence >= self._sure

    def _may_be(self, track: Followed, sighting: Sighting) -> bool:
        """By position: the sighting may be this card if nothing was laid there meanwhile, or if it does not speak against it."""
        if track.face_down != (sighting.kind == "back"):
            return False
        young = self._time - track.since < YOUNG_SECONDS  # nobody lays a second card on it so soon
        if sighting.kind == "back" or young:
            return True
        if not self._settled(track):
            return not self._laid_on(track, sighting)
        if self._peeps_out(track, sighting):
            return True
        if _agrees(track, sighting):
            return True
        since = self._known_by(track, sighting)
        near = distance(track.sighting, sighting) < NEAR
        return near and not self._still.moved_since(self._shape.extent(sighting), since - 0.05)

    def _laid_on(self, track: Followed, sighting: Sighting) -> bool:
        """What is read for sure is nothing that the card, itself in doubt, may be, and came there since that was told: it lies on it."""
        if sighting.card is None or sighting.confidence < self._sure or not track.still or track.hits < LASTING:
            return False
        doubted = float(track.belief[sighting.card]) > LIKELY
        doubted = doubted or sighting.probabilities is None or track.best is None
        if doubted or float(sighting.probabilities[track.best]) > LIKELY:  # type: ignore[index]
            return False
        return self._still.moved_since(self._shape.extent(sighting), track.last_told - 0.05)

    def _peeps_out(self, track: Followed, sighting: Sighting) -> bool:
        """One end, just where an end of a known card lay that is nearly covered now: that card. It says nothing new."""
        one_end = sighting.kind != "back" and sighting.ends < 2
        if not (one_end and self._settled(track) and distance(track.sighting, sighting) < NEAR):
            return False
        faint = sighting.confidence < self._sure
        if not faint and (sighting.card == track.best or track.sighting.ends < 2):
            return False
        if faint and not self._still.moved_since(track.extent, track.last_seen - 0.05):
            return True
        later = {o.best: o.shifted > track.shifted for o in self._cards}  # by card: it came after this one
        over = [
            extent
            for other in self._sure_now
            if other.card not in (track.best, sighting.card) and later.get(other.card, True)
            if overlap(extent := self._shape.extent(other), track.extent) > (OVERLAPS if faint else HARDLY_SHOWS)
        ]
        # What is read well and is not covered itself may be another card, laid there and covered since.
        return bool(over) and (faint or all(_cut(quad, over) for quad in sighting.indices or (sighting.corners,)))

    def _turned_over(self, sighting: Sighting, matched: Iterable[int]) -> Followed | None:
        """The face-down card that lay just where this face lies now."""
        if sighting.kind == "back" or sighting.confidence < self._sure:
            return None
        extent = self._shape.extent(sighting)
        backs = [t for t in self._cards if t.face_down and t.number not in matched and t.hits >= HITS]
        backs = [t for t in backs if not t.hidden or not self._covered(t)]
        best = max(backs, key=lambda t: same_box(t.extent, extent), default=None)
        if best is None or same_box(best.extent, extent) < TURNED_OVER:
            return None
        best.votes, best.ends = [], []
        best.sighting, best.extent = sighting, extent
        return best

    def _see(self, track: Followed, sighting: Sighting, time: float) -> None:
        # A card once read from both its ends is not read anew, otherwise, from one of them: that is covered in part.
        less = self._settled(track) and sighting.ends < track.sighting.ends and sighting.card != track.best
        if not less and not self._peeps_out(track, sighting):
            self._lies(track, sighting, time)
            if self._fresh:
                track.vote(sighting)
                track.ends = [*track.ends[-ENDS + 1 :], sighting.ends > 1]
            track.indices = sighting.indices
            track.last_told = time
            add_spots(track, sighting, self._visit)
        track.hits += 1
        # What hardly shows the card, while things move there, may be a hand: how the spot looks now is not how the card looks.
        surely = sighting.card == track.best and sighting.confidence >= self._sure
        if surely or not self._settled(track) or not self._still.moved_since(track.extent, track.last_seen - 0.05):
            track.look = self._still.copy_of(track.extent)
        if surely or not self._settled(track) or not self._still.moved_since(track.extent, track.known - 0.05):
            track.known = time
        track.last_seen = time
        track.still = track.still or not self._still.moved_since(track.extent, time - STILL)
        track.missed_since = None
        track.missed = 0
        track.hidden = False

    def _lies(self, track: Followed, sighting: Sighting, time: float) -> None:
        """Where the card lies. That is told best by both its ends; one of them hidden does not move it."""
        fewer = sighting.ends < track.sighting.ends
        within = sighting.kind == "index" and overlap(track.extent, sighting.corners) > 0.9
        if fewer and (within or distance(track.sighting, sighting) < NEAR):
            return
        extent = self._shape.extent(sighting)
        if lies_as_it_did(track, sighting):  # where its outline is thought to be may differ, from one end
            if sighting.kind == "card" or track.sighting.kind == "index":
                track.sighting, track.extent, track.laid_at = sighting, extent, extent
            return
        moved = moved_by(track.extent, extent)
        if track.hits and moved > STIRRED:
            track.shifted = time
        track.sighting, track.extent = sighting, extent
        if track.laid_at is None:
            track.laid_at = extent
        elif moved_by(track.laid_at, extent) > NUDGED:  # at once, or little by little
            track.laid_at = extent
            self._laid_anew(track, time)

    def _laid_anew(self, track: Followed, time: float) -> None:
        track.laid, track.visit = time, self._visit
        track.came = self._hands.brought(track.extent, self._still, time)
        self._on_top.forget(track.number)

    def _find_again(self, time: float) -> None:
        """A card that went out of sight and turns up elsewhere is the same one: a pack has each card once."""
        lost: dict[Card, Followed] = {}
        for track in self._cards:
            if (
                track.last_seen < time
                and track.best is not None
                and self._settled(track)
                and track.missed_since is not None
            ):
                lost[track.best] = track
        for track in [t for t in self._cards if t.last_seen == time and t.hits >= HITS and t.best in lost]:
            old = lost[track.best]  # type: ignore[index]
            if old.since > track.since or old is track or track.confidence < self._certain:
                continue
            if moved_by(old.extent, track.extent) < NUDGED:
                track.laid, track.visit, track.came = old.laid, old.visit, old.came
            track.number, track.since, track.fixed = old.number, old.since, old.fixed or track.fixed
            self._cards.remove(old)
            del lost[track.best]  # type: ignore[arg-type]

    # What is not seen: still there, covered, gone?

    def _age(self, seen: set[int], time: float) -> None:
        """Cards not seen in this frame: still there, hidden?"""
        there = [t.sighting for t in self._cards if t.number in seen]
        for track in self._cards:
            if track.number in seen:
                continue
            unchanged = track.look is not None and self._still.unchanged(track.extent, track.look)
            replaced = bool((distances([track.sighting], there) < 0.5).any())
            unchanged = unchanged and not replaced
            track.hidden = not unchanged
            if unchanged and track.hits >= HITS:
                track.missed_since, track.missed = None, 0
            elif track.missed_since is None:
                track.missed_since = time
                track.lay_on = self._below(track)

    def _explained(self) -> list[Followed]:
        """The cards whose spots need no other explanation: those there, and hidden ones that later cards lie on."""
        return [t for t in self._cards if (t.hits >= 1 and not t.hidden) or (t.hidden and self._covered(t))]

    def _bury(self, time: float) -> None:
        """Ends the tracks whose spot is in plain view, at rest, and does not show them any more."""
        keep = []
        for track in self._cards:
            sure = self._settled(track) and track.still
            if not sure and time - track.last_seen >= GONE_SECONDS and not self._out_of_sight(track):
                continue  # never read for sure, or only on the move, and no longer seen: a passing look at something else
            if track.missed_since is None:
                keep.append(track)
                continue
            if track.hits < HITS:
                if time - track.last_seen < GONE_SECONDS:
                    keep.append(track)
                continue
            if self._still.bare(track.extent):
                track.missed += 1
            else:
                busy = self._hand_near(track)
                moving = self._still.moved_since(track.extent, time - self._still.settle)
                if busy or moving or self._covered(track):
                    track.missed = 0
                    keep.append(track)
                    continue
                track.missed += 1
            if track.missed < MISSES or time - track.missed_since < GONE_SECONDS:
                keep.append(track)
        backs = sorted((t for t in keep if t.face_down and t.hidden), key=lambda t: t.last_seen)
        forgotten = {t.number for t in backs[: max(0, len(backs) - UNKNOWN_BACKS)]}
        self._cards = [t for t in keep if t.number not in forgotten]
        self._on_top.keep({t.number for t in self._cards})

    def _out_of_sight(self, track: Followed) -> bool:
        """It lay there at rest, if not read for sure, and a hand is over it, or a card."""
        if not track.still or track.hits < LASTING or track.confidence < HARDLY:
            return False
        moving = self._still.moved_since(track.extent, self._time - self._still.settle)
        return moving or self._hand_near(track) or self._covered(track)

    def _hand_near(self, track: Followed) -> bool:
        """Something foreign lies about the card, be it that only an arm is seen beside it: over other cards it is not told from them."""
        around = self._still.fill([grown(track.extent, 1.7)])
        return bool(around.any()) and bool(self._still.foreign[around].mean() > BUSY)

    def _below(self, track: Followed) -> frozenset[int]:
        """The cards that lay, at the last rest, where the track was seen: below it."""
        parts, enough = _seen_parts(track)
        others = [o for o in self._cards if o is not track and o.rested is not None]
        return frozenset(
            o.number for o in others if o.rested and any(overlap(o.rested.extent, part) > enough for part in parts)
        )

    def _covered(self, track: Followed) -> bool:
        """Later cards lie on all of it that was seen last: it cannot be seen."""
        parts, enough = _seen_parts(track)
        since = track.last_told - LATE
        later = [o for o in self._cards if o is not track and o.hits >= HITS and o.shifted > since]

        def covers(other: Followed, part: Quad) -> bool:
            if overlap(other.extent, part) <= enough:
                return False
            # A card on which it lay before can be pushed, but not on top of it.
            return other.laid > since or other.number not in track.lay_on

        if all(any(covers(other, part) for other in later) for part in parts):
            return True
        over = [o.extent for o in later if covers(o, track.extent)]
        return bool(over) and self._still.as_at_rest(track.extent, [grown(extent, RIM) for extent in over])

    def _at_rest(self, box: Box) -> bool:
        if not self._still.quiet(box):
            return False
        if self._still.foreign_area(box) > FOREIGN_CARDS * self._card_area(box):
            return False
        # A card that only just appeared, or is just vanishing, is not yet decided.
        width, height = self._size
        for track in self._cards:
            x, y = track.extent.mean(axis=0)
            inside = box[0] <= x / width <= box[2] and box[1] <= y / height <= box[3]
            if inside and (track.hits < HITS or (track.missed_since is not None and not self._covered(track))):
                return False
        return True

    def _card_area(self, box: Box) -> float:
        """Of the card nearest to the place, px: cards farther from the camera are smaller."""
        width, height = self._size
        middle = np.array([(box[0] + box[2]) / 2 * width, (box[1] + box[3]) / 2 * height])
        near = min(self._cards, key=lambda t: float(np.linalg.norm(t.extent.mean(axis=0) - middle)), default=None)
        return 0.01 * width * height if near is None else max(1.0, float(cv2.contourArea(near.extent)))

    # What is told of it.

    def _ask_order(self, matched: dict[int, Sighting]) -> None:
        """Looks in the picture which card lies on which, where time does not tell and no hand is near."""
        if not self._fresh or self._image is None:
            return
        seen = [t for t in self._cards if t.number in matched and not t.face_down and t.hits >= HITS]
        pairs = [
            (a, b)
            for a, b in itertools.combinations(seen, 2)
            if (a.visit == b.visit or abs(a.laid - b.laid) < ONE_VISIT) and overlap(a.extent, b.extent) > OVERLAPS
        ]
        open_ = self._on_top.open_pairs((a.number, b.number) for a, b in pairs)
        touched = [t for pair in pairs for t in pair if (pair[0].number, pair[1].number) in open_]
        if not open_ or any(
            self._still.moved_since(t.extent, self._time - 0.05) or self._hand_near(t) for t in touched
        ):
            return
        later = [
            (a.number, b.number)
            for a, b in itertools.permutations(seen, 2)
            if a.visit > b.visit and a.laid - b.laid >= ONE_VISIT
        ]
        self._on_top.ask(self._image, open_, {t.number: matched[t.number] for t in seen}, later)

    def _other_end(self, track: Followed, card: Followed) -> bool:
        """What is not read for sure, lies on ``card`` and may be it: its other end, seen in part."""
        if track is card or track.fixed is not None or track.face_down or track.confidence >= self._certain:
            return False
        seen = track.indices or (track.sighting.corners,)
        on_it = all(overlap(card.extent, quad) > ON_IT for quad in seen)
        return on_it and card.best is not None and float(track.belief[card.best]) > MAY_BE

    def _snapshots(self, time: float) -> tuple[Track, ...]:
        """The tracks that count. Each card is in one place: where two claim it, the one that is seen and surer has it."""
        there = [t for t in self._cards if t.hits >= HITS]
        owner: dict[Card, Followed] = {}
        for track in sorted(
            there, key=lambda t: (t.last_seen == time, t.confidence, t.last_seen, -t.number), reverse=True
        ):
            if track.best is not None and self._settled(track):
                owner.setdefault(track.best, track)
        sure = {c: t for c, t in owner.items() if t.confidence >= BEYOND_DOUBT and not t.hidden}
        found = []
        for track in there:
            lost = track.best is not None and self._settled(track) and owner[track.best] is not track
            if lost and track.last_seen < time:
                continue
            if any(self._other_end(track, other) for other in sure.values()):
                continue
            elsewhere = {c for c, t in sure.items() if t is not track}
            if lost and track.best is not None:
                elsewhere.add(track.best)
            certain = self._certain if track.votes else self._sure
            found.append(track.snapshot(time, certain, frozenset(elsewhere)))
        return each_once(found)


def _agrees(track: Followed, sighting: Sighting) -> bool:
    """What is read may be the card."""
    best, read = track.best, sighting.probabilities
    return read is not None and best is not None and float(read[best]) > LIKELY


def _cut(index: Quad, over: Sequence[Quad]) -> bool:
    """Whether one of the cards ``over`` it covers a part of an index."""
    return any(overlap(extent, grown(index)) > COVERS_INDEX for extent in over)


def _seen_parts(track: Followed) -> tuple[list[Quad], float]:
    """What was seen of a card last, px, and the share of it that another card must cover to hide it."""
    if track.indices and not track.face_down:
        return [grown(quad) for quad in track.indices], COVERS_INDEX
    return [track.extent], COVERS
