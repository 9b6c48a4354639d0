"""A pack has each card once: what follows from that for the sightings of one picture, and for the tracks of one table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.cards import CARD_COUNT, Card, CardSet
from vision.pairing import fuse
from vision.shapes import both_ends, one_card
from vision.sighting import Sighting
from vision.track import Track

WELL = 0.5  # a card's two ends, found apart, are put together if each is read so surely
FAINT = 0.2  # a sighting that is no card of the pack more surely than this says nothing: a pip, a corner nearly covered


class OnePack:
    """The cards there are; no other is ever read."""

    def __init__(self, cards: CardSet) -> None:
        self._cards = np.array([cards >> card & 1 for card in range(CARD_COUNT)], np.float32)

    def sort(self, sightings: Sequence[Sighting]) -> list[Sighting]:
        """The sightings of cards of the pack, each card once, from left to right."""
        of_pack = [s for s in map(self._of_pack, sightings) if s.card is None or s.confidence >= FAINT]
        return sorted(_one_each(of_pack), key=_where)

    def _of_pack(self, sighting: Sighting) -> Sighting:
        """The sighting without the cards that are not in the pack."""
        if sighting.probabilities is None or sighting.card is None or self._cards[sighting.card]:
            return sighting
        return _other(sighting, sighting.probabilities * self._cards)


def each_once(tracks: Sequence[Track]) -> tuple[Track, ...]:
    """The tracks without a card that is told of two."""
    best: dict[Card, Track] = {}
    for track in tracks:
        if track.card is not None and (track.card not in best or track.confidence > best[track.card].confidence):
            best[track.card] = track
    return tuple(t for t in tracks if t.card is None or best[t.card] is t)


def _one_each(sightings: Sequence[Sighting]) -> list[Sighting]:
    """A pack has each card once. Of several sightings of one card the surest is kept; what lies near it is its other end, what lies far
    from it must be another card. Backs all stay."""
    kept: list[Sighting] = []
    first: dict[Card, Sighting] = {}
    whole: dict[Card, Sighting] = {}
    for sighting in sorted(sightings, key=_rank, reverse=True):
        if sighting.card is None:
            kept.append(sighting)
        elif sighting.card not in first:
            first[sighting.card] = sighting
            kept.append(sighting)
        elif sighting.card not in whole and (one := _whole(first[sighting.card], sighting)) is not None:
            whole[sighting.card] = one
        elif sighting.probabilities is not None and not one_card(first[sighting.card], sighting):
            others = sighting.probabilities.copy()
            others[list(first)] = 0.0
            kept.append(_other(sighting, others))
    return [whole.get(s.card, s) if s.card is not None and first.get(s.card) is s else s for s in kept]


def _whole(a: Sighting, b: Sighting) -> Sighting | None:
    """The card of which these are the two ends, both read rather well; None if they are not."""
    outline = both_ends(a, b)
    if outline is None or a.probabilities is None or b.probabilities is None or min(a.confidence, b.confidence) < WELL:
        return None
    together = fuse(a.probabilities, b.probabilities)
    together = together / max(float(together.sum()), WELL)  # two ends that lie so are no other thing than a card
    card = int(together.argmax())
    return Sighting("card", card, float(together[card]), outline, together, 2, a.indices + b.indices)


def _other(sighting: Sighting, probabilities: NDArray[np.float32]) -> Sighting:
    best = int(probabilities.argmax())
    sure = float(probabilities[best])
    return Sighting(sighting.kind, best, sure, sighting.corners, probabilities, sighting.ends, sighting.indices)


def _rank(sighting: Sighting) -> tuple[bool, float, float, float]:
    x, y = _where(sighting)
    return sighting.ends > 1, sighting.confidence, -x, -y


def _where(sighting: Sighting) -> tuple[float, float]:
    x, y = sighting.corners[0]
    return float(x), float(y)
