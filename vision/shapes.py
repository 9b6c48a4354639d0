"""Where cards lie in the picture, as far as sightings tell: their sizes, how near they are to each other, how they overlap.

Nothing here knows one size for the whole picture: cards farther from a slanting camera are smaller.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sighting import Sighting

Quad = NDArray[np.float32]

# A card seen by its index only: how far it reaches from there, in heights of the index (poker cards, normal and large indices).
CARD_HEIGHT, CARD_WIDTH = 4.8, 3.4
_MARGIN = 0.15  # of the index's height: paper to its left and above it
_LEAST, _MOST, _SLIM = (
    1.5,
    14.0,
    2.2,
)  # index's heights across and along a card from one end to the other; how much longer than wide
_OPPOSITE = -0.9  # the two ends of a card are turned against each other
_AGREE = 0.87  # sizes that differ by more are not both right
_LEARN = 0.1  # how quickly newer cards tell how large a card is for its index


def height_of(corners: Quad) -> float:
    """The height of a quad (4, 2), px."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners.tolist()
    return (math.hypot(x3 - x0, y3 - y0) + math.hypot(x2 - x1, y2 - y1)) / 2


def reading_height(sighting: Sighting) -> float:
    """The height of the sighting's index, px."""
    if sighting.indices:
        return max(height_of(quad) for quad in sighting.indices)
    return height_of(sighting.corners) / (1.0 if sighting.kind == "index" else CARD_HEIGHT)


def spots(sighting: Sighting) -> list[NDArray[np.float32]]:
    """Where the indices of a sighting are, about (n of (2,) px): an index may stand at either end of its card."""
    return [sighting.corners[0]] if sighting.kind == "index" else [sighting.corners[0], sighting.corners[2]]


def distances(some: Sequence[Sighting], others: Sequence[Sighting]) -> NDArray[np.float64]:
    """(n, m): how far each of ``some`` is from each of ``others``; below 1 they may be the same card in the same place."""
    if not some or not others:
        return np.zeros((len(some), len(others)))
    reach_a, reach_b = (0.9 * np.array([max(reading_height(s), 4.0) for s in row]) for row in (some, others))
    a, b = (np.array([(s.corners[0], s.corners[0 if s.kind == "index" else 2]) for s in row]) for row in (some, others))
    gaps = np.linalg.norm(a[:, None, :, None] - b[None, :, None, :], axis=-1).min(axis=(2, 3))
    return np.asarray(gaps / np.maximum(reach_a[:, None], reach_b[None]))


def distance(a: Sighting, b: Sighting) -> float:
    """How far two sightings are apart; below 1 they may be the same card in the same place."""
    return float(distances([a], [b])[0, 0])


def one_card(a: Sighting, b: Sighting) -> bool:
    """Near enough to be the two ends of one card."""
    tall = CARD_HEIGHT * max(reading_height(a), reading_height(b))
    return min(float(np.linalg.norm(p - q)) for p in spots(a) for q in spots(b)) < 1.2 * tall


def both_ends(a: Sighting, b: Sighting) -> Quad | None:
    """The outline of the one card that shows one end in each of two sightings, if they lie and are turned so; else None."""
    if len(a.indices) != 1 or len(b.indices) != 1:
        return None
    first, other = a.indices[0], b.indices[0]
    (right, down), (_, up) = _ways(first), _ways(other)
    tall = (height_of(first) + height_of(other)) / 2
    way = (other[0] - first[0]).astype(np.float64)
    across, along = float(way @ right) / tall, float(way @ down) / tall
    if float(down @ up) > _OPPOSITE or not (_LEAST < across < along < _MOST and along < _SLIM * across):
        return None
    start, margin = first[0] - _MARGIN * tall * (right + down), 2 * _MARGIN
    x, y = (across + margin) * tall * right, (along + margin) * tall * down
    return np.array([start, start + x, start + x + y, start + y]).astype(np.float32)


def grown(quad: Quad, times: float = 1.25) -> Quad:
    """The quad so many times as large: as it is, with a rim for edges and shadow."""
    middle = quad.mean(axis=0)
    return (middle + (quad - middle) * times).astype(np.float32)


def overlap(a: Quad, b: Quad) -> float:
    """Share of quad ``b`` that ``a`` covers."""
    if (a.max(axis=0) < b.min(axis=0)).any() or (b.max(axis=0) < a.min(axis=0)).any():
        return 0.0
    area = abs(float(cv2.contourArea(b)))
    if area <= 0:
        return 0.0
    common, _ = cv2.intersectConvexConvex(cv2.convexHull(a), cv2.convexHull(b))
    return float(common) / area


def moved_by(before: Quad, now: Quad) -> float:
    """How far the middle of a card has moved, in its own heights."""
    (x0, y0), (x1, y1) = before.mean(axis=0).tolist(), now.mean(axis=0).tolist()
    return math.hypot(x1 - x0, y1 - y0) / max(height_of(before), height_of(now), 1.0)


def same_box(a: Quad, b: Quad) -> float:
    """How much the upright boxes around two quads agree: common area by that of both."""
    low, high = np.maximum(a.min(axis=0), b.min(axis=0)), np.minimum(a.max(axis=0), b.max(axis=0))
    common = float(np.clip(high - low, 0, None).prod())
    both = float(np.ptp(a, axis=0).prod() + np.ptp(b, axis=0).prod()) - common
    return common / both if both > 0 else 0.0


class CardShape:
    """Where a card lies if only an index of it is seen: learnt from the cards that are seen whole."""

    def __init__(self) -> None:
        wide = CARD_WIDTH / CARD_HEIGHT
        card = CARD_HEIGHT * np.array([[0, 0], [wide, 0], [wide, 1], [0, 1]], np.float64) - _MARGIN
        self._outline = card  # in heights of the index, from its top left: right, down
        self._learnt = False

    def learn(self, sightings: Sequence[Sighting]) -> None:
        """Takes in cards of which both ends are seen."""
        found = []
        for sighting in sightings:
            if sighting.kind == "card" and sighting.ends > 1 and sighting.indices:
                index = min(sighting.indices, key=lambda quad: float(np.linalg.norm(quad[0] - sighting.corners[0])))
                height = height_of(index)
                if 2.0 * height < height_of(sighting.corners) < 14.0 * height:
                    right, down = _ways(index)
                    found.append((sighting.corners - index[0]) @ np.stack([right, down], axis=1) / height)
        if found:
            seen = np.median(found, axis=0)
            self._outline += (_LEARN if self._learnt else 1.0) * (seen - self._outline)
            self._learnt = True

    def extent(self, sighting: Sighting) -> Quad:
        """About where the whole card lies (4, 2) px: an index stands at the top left of its card, as one reads it."""
        corners = sighting.corners.astype(np.float32)
        if sighting.kind == "index":
            return self._from(corners)
        if sighting.kind == "card" and sighting.ends == 1 and sighting.indices and self._learnt:
            learnt = self._from(sighting.indices[0])
            if not _AGREE < height_of(corners) / max(height_of(learnt), 1.0) < 1 / _AGREE:
                return learnt
        return corners

    def _from(self, index: Quad) -> Quad:
        return (index[0] + height_of(index) * (self._outline @ np.stack(_ways(index)))).astype(np.float32)


def _ways(index: Quad) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Unit vectors to the right and down, as the index stands: perpendicular, whatever the noise of its corners."""
    down = (index[3] - index[0] + index[2] - index[1]).astype(np.float64)
    right = (index[1] - index[0] + index[2] - index[3]).astype(np.float64)
    down = down / max(1e-6, float(np.linalg.norm(down)))
    across = np.array([down[1], -down[0]])
    return (across if across @ right >= 0 else -across), down
