"""One physical card over time: what the frames say it is, put to the vote, and where it lies.

A card keeps the name that many frames gave it; what a single frame says otherwise is one vote among them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rules.cards import CARD_COUNT, Card
from vision.bump import moved_points
from vision.hands import Entries
from vision.sighting import Kind, Sighting

Quad = NDArray[np.float32]

VOTES = 1.6  # frames of a table at rest err alike: however many there are, they count as so many independent ones
BEYOND_DOUBT = 0.93  # nobody is accused of a move whose cards were read with less
LIKELY = 0.04  # below this a card is no candidate
MEMORY = 12  # frames that take part in the vote
ENDS = 5  # readings from which it is told whether a card lies on another


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
    laid: float = 0.0  # when it came to where it lies now, or was first seen there
    visit: int = 0  # how often all had been at rest by then: cards of one visit may have been laid in any order
    indices: tuple[Quad, ...] = ()  # those seen last, px
    came: Entries = ()  # where the hand that brought it reached into the picture, look by look


@dataclass(frozen=True, slots=True, eq=False)
class Lies:
    """Where a card lay when all was at rest."""

    sighting: Sighting
    extent: Quad
    indices: tuple[Quad, ...]
    laid: float
    visit: int
    shifted: float
    came: Entries

    def seen_from(self, moved: NDArray[np.float64]) -> Lies:
        """As it is seen after the camera ``moved`` (2, 3)."""
        return replace(
            self,
            sighting=replace(
                self.sighting,
                corners=moved_points(moved, self.sighting.corners),
                indices=tuple(moved_points(moved, quad) for quad in self.sighting.indices),
            ),
            extent=moved_points(moved, self.extent),
            indices=tuple(moved_points(moved, quad) for quad in self.indices),
        )


@dataclass(slots=True, eq=False)
class Followed:
    """A card that is followed: all that is remembered of it."""

    number: int
    since: float
    laid: float
    visit: int
    sighting: Sighting
    extent: Quad
    last_seen: float
    known: float = 0.0  # when it was last read as itself, or in peace: until then no other card was laid where it lies
    votes: list[NDArray[np.float64]] = field(default_factory=list)
    hits: int = 0
    ends: list[bool] = field(default_factory=list)  # of the last readings: was it seen whole?
    fixed: Card | None = None  # named by a person
    look: NDArray[np.float32] | None = None  # what its spot looked like when it was last seen
    missed_since: float | None = None
    still: bool = False  # it was seen lying still, at some time
    lay_on: frozenset[int] = frozenset()  # tracks of the cards below it, when it went out of sight
    missed: int = 0  # frames since then in which its spot was in plain view
    hidden: bool = False
    indices: tuple[Quad, ...] = ()  # those seen last, px
    spots: tuple[tuple[Quad, int], ...] = ()  # where its indices are, px, and in which visit each was seen last
    last_told: float = 0.0  # when these were seen: what peeps out from under another card tells nothing
    shifted: float = 0.0  # when it last moved, be it a little
    laid_at: Quad | None = None  # its extent when it was laid there
    came: Entries = ()
    rested: Lies | None = None
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

    def settle(self) -> None:
        """All is at rest: this is where the card lies."""
        if self.rested is None or self.rested.extent is not self.extent or self.rested.indices is not self.indices:
            self.rested = Lies(self.sighting, self.extent, self.indices, self.laid, self.visit, self.shifted, self.came)
            self.laid_at = self.extent  # pushed a little by every move, a card is still not laid anew

    def follow_camera(self, moved: NDArray[np.float64]) -> None:
        """The camera was knocked: the card lies where it lay at the last rest, seen from elsewhere. ``moved`` (2, 3), px."""
        if self.rested is not None:
            self.rested = now = self.rested.seen_from(moved)
            self.sighting, self.extent, self.indices = now.sighting, now.extent, now.indices
            self.laid, self.visit, self.shifted, self.came = now.laid, now.visit, now.shifted, now.came
            self.spots = tuple((moved_points(moved, quad), visit) for quad, visit in self.spots)
            self.laid_at = now.extent

    @property
    def face_down(self) -> bool:
        return self.sighting.kind == "back"

    @property
    def confidence(self) -> float:
        """That ``best`` is right."""
        if self.fixed is not None:
            return 1.0
        return float(self.belief.max()) if self.votes else self.sighting.confidence

    @property
    def read(self) -> Card | None:
        """What the frames say it is, whatever people say."""
        return int(self.belief.argmax()) if self.votes else None

    @property
    def best(self) -> Card | None:
        """The likeliest card; None for a back."""
        return self.read if self.fixed is None else self.fixed

    def snapshot(self, time: float, certain: float, elsewhere: frozenset[Card] = frozenset()) -> Track:
        """The track as others see it. ``certain``: how sure a card must be; ``elsewhere``: cards that lie in plain view somewhere else."""
        belief = self.belief
        if elsewhere and self.fixed is None and self.votes:
            belief = belief.copy()
            belief[list(elsewhere)] = (
                0.0  # the others do not gain by it: it may be that card after all, and the other be gone
            )
        confidence = float(belief.max()) if self.votes and self.fixed is None else self.confidence
        best = self.fixed if self.fixed is not None else int(belief.argmax()) if self.votes else None
        card = best if confidence >= certain else None
        order = np.argsort(-belief, kind="stable")[:3]
        likely = tuple(int(c) for c in order if belief[c] > LIKELY)
        doubtful = self.fixed is None and confidence < BEYOND_DOUBT
        return Track(
            self.number,
            card,
            likely if card is None or (doubtful and len(likely) > 1) else (),
            confidence,
            self.sighting.kind,
            self.sighting.corners,
            self.extent,
            self.since,
            self.last_seen == time,
            sum(self.ends) / max(1, len(self.ends)),
            self.hidden,
            self.laid,
            self.visit,
            self.indices,
            self.came,
        )
