"""A corner that peeps out from under other cards: of which known card is it a piece?

Half an index reads as another card's: a covered suit, a rank that is cut. But a card that is known stays what it is, and where its index
was seen, half of it is seen when another card comes to lie on the rest. Only if what is read there has neither its rank nor its suit,
and that for sure, may another card have been laid just there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from rules.cards import BLACK_JOKER, Card, rank_of, suit_of
from vision.shapes import Quad, distance, grown, height_of, overlap
from vision.sighting import Sighting
from vision.track import BEYOND_DOUBT, Followed

_SAME_SPOT, _SAME_PLACE = 0.6, 0.35  # heights of the index: so near to each other two indices may be one; are one
_AS_IT_WAS = 0.2  # so near it has not moved
_TURNED = np.cos(np.deg2rad(15))  # and turned by less
_SHORT = 0.75  # so much less tall than the whole index is only a part of it
_WITHIN = 0.85  # so much of what is seen lies where the index is
_KNOWN = 4  # readings at least
_TOUCHES, _HIDES = 0.03, 0.8  # so much of an index, with its surroundings, or itself, lies under another card
_KIN = 0.5  # so likely what is read must have the rank or the suit of the known card


def add_spots(track: Followed, sighting: Sighting, visit: int) -> None:
    """Remembers where the indices of the card are, covered or not, while it lies there."""
    stay = [(s, v) for s, v in track.spots if all(_apart(s, quad) > _SAME_SPOT for quad in sighting.indices)]
    track.spots = (*((quad, visit) for quad in sighting.indices), *stay)[:4]


def lies_as_it_did(track: Followed, sighting: Sighting) -> bool:
    """One index of the card is seen, just where it was: it has not moved."""
    one = len(sighting.indices) == 1
    return one and any(_apart(sighting.indices[0], spot) < _AS_IT_WAS for spot, _ in track.spots)


def peeps_out(track: Followed, piece: Sighting, visit: int) -> None:
    """The piece of ``track`` is still to be seen."""
    quad = piece.indices[0]
    track.spots = tuple((s, visit if _apart(s, quad) < _SAME_SPOT else v) for s, v in track.spots)


def piece_of(sighting: Sighting, cards: Sequence[Followed], sure: Collection[Sighting], since: int) -> Followed | None:
    """The one of ``cards`` of which the sighting shows an index that another one covers in part. ``sure``: what is read for sure now;
    ``since``: the visit (see Track) from which on that index must have been in sight."""
    if sighting.kind == "back" or sighting.ends > 1 or not sighting.indices:
        return None
    quad = sighting.indices[0]
    if any(c.best == sighting.card and _known(c) and _is_at(c, quad) for c in cards):
        return None
    found: list[tuple[float, int, Followed]] = []
    for card in cards:
        spot, seen = min(card.spots, key=lambda s: _apart(quad, s[0]), default=(quad, -1))
        if seen < since or card.best is None or not _known(card) or _apart(quad, spot) > _SAME_SPOT:
            continue
        if card.best == sighting.card or (sighting in sure and not (is_kin(sighting, card.best) and _same(quad, spot))):
            continue
        if any(s.card == card.best and distance(card.sighting, s) >= 1.0 for s in sure):
            continue  # it lies elsewhere by now
        over = [o for o in cards if o is not card and not o.hidden and o.laid > card.laid and o.best != sighting.card]
        shares = [(overlap(o.extent, spot), overlap(o.extent, grown(spot))) for o in over]
        if any(around > _TOUCHES for _, around in shares) and not any(share > _HIDES for share, _ in shares):
            found.append((_apart(quad, spot), card.number, card))
    return min(found)[-1] if found else None


def is_phantom(track: Followed, piece: Sighting) -> bool:
    """``track`` is nothing but that ``piece`` of another card, taken for a card of its own."""
    return track.best == piece.card and not _known(track) and _is_at(track, piece.indices[0])


def _is_at(card: Followed, quad: Quad) -> bool:
    return any(_apart(quad, spot) < _SAME_SPOT for spot, _ in card.spots)


def _apart(a: Quad, b: Quad) -> float:
    """Heights of the index."""
    return float(np.linalg.norm(a.mean(axis=0) - b.mean(axis=0))) / max(1.0, height_of(a), height_of(b))


def _same(quad: Quad, spot: Quad) -> bool:
    """What is seen at ``quad`` is the index at ``spot``, or a part of it."""
    if overlap(grown(spot), quad) < _WITHIN:
        return False
    one, other = (index[3] - index[0] + index[2] - index[1] for index in (quad, spot))
    long = float(np.linalg.norm(one)) * float(np.linalg.norm(other))
    straight = float(one @ other) > _TURNED * long and _apart(quad, spot) < _SAME_PLACE
    return straight or height_of(quad) < _SHORT * height_of(spot)


def _known(card: Followed) -> bool:
    return card.still and card.hits >= _KNOWN and card.confidence >= BEYOND_DOUBT


def is_kin(sighting: Sighting, card: Card) -> bool:
    """What is read has likely the rank of ``card``, or its suit."""
    if sighting.probabilities is None or card >= BLACK_JOKER:
        return False
    rank, suit = rank_of(card), suit_of(card)
    alike = [c for c in range(BLACK_JOKER) if rank_of(c) == rank or suit_of(c) == suit]
    return float(sighting.probabilities[alike].sum()) > _KIN
