"""What stands in the way of reading this picture: too dark, glare, blurred, too far, camera too flat.

Each is measured where the cards are, not on the table around them, which may be black, shiny or out of focus. A false alarm is worse
than silence: what reads well although it looks bad is left alone, so most limits are two, a near one for a picture in which a card is
doubtful, and a far one for any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sighting import Sighting

What = Literal["no light", "dark", "blurred", "glare", "far", "flat"]

FAINT = 0.3  # a sighting with less is likely no card at all


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a measure turns bad: ``doubtful`` in a picture with a card that is not sure, ``always`` in any."""

    doubtful: float
    always: float

    def under(self, value: float, doubt: bool) -> bool:
        """``value`` is too small. One that could not be measured (nan) is not."""
        return value < (self.doubtful if doubt else self.always)

    def over(self, value: float, doubt: bool) -> bool:
        """``value`` is too large."""
        return value > (self.doubtful if doubt else self.always)


DARK = Limits(60, 26)  # of 255: the paper of the cards
FAR = Limits(15, 10.5)  # pixels: height of an index in the picture
FAR_SMALL = Limits(8, 5)  # the same in a picture 640 pixels wide, in which cards are looked for
BLUR = Limits(0.05, 0.09)  # softness of edges (sigma), in heights of an index
BLUR_ALL = 0.0055  # the same of the sharpest edges of a picture without cards, in its longer side
FLAT = Limits(0.55, 0.42)  # shorter to longer axis of what is a circle on the table: cosine of 57 and 65 degrees
GLARE = Limits(0.25, 0.6)  # share of an index or a card that is blown out
BLACK = 24  # of 255: the brightest spots of a picture without light

_SMALL = 320  # pixels: longer side of the copy on which brightness is measured, at least
_CARDS = 12  # so many are enough, and so many indices
_CROP = 40  # pixels: side of the square cut out around an index to measure its edges
_AROUND = 1.3  # that side in heights of the index
_CONTRAST = 25  # of 255: with less between paper and ink, edges cannot be measured
_SOFT_PIXELS = 1.6  # edges that are softer than that many pixels are blurred; sharper ones just small
_BLOWN, _PAPER, _INK = 250, 225, 130  # of 255: blown out in all colours; brighter paper is overexposed; darker is print
_PLAIN = 0.08  # share of a card that shows what its paper looks like without the highlight, at least
_PAPER_SHARE = 0.7  # of the brightness of paper: what is darker is table or print
_LEAST_AREA = 200  # pixels of the small copy: a card whose outline is measured
_CARD = 1.42  # height to width of a card


def advise(image: NDArray[np.uint8], sightings: Sequence[Sighting], sure: float) -> list[What]:
    """What would make ``image`` ((H, W, 3) uint8 BGR) easier to read, most important first; [] if nothing.

    ``sightings``: what was seen in it; ``sure``: the confidence from which a reading counts (``Recogniser.sure``). Without cards only
    light and sharpness of the whole picture are judged.
    """
    height, width = image.shape[:2]
    if min(height, width) < 16:
        return []
    step = max(1, max(height, width) // _SMALL)
    small = np.asarray(cv2.resize(image, (width // step, height // step), interpolation=cv2.INTER_NEAREST), np.uint8)
    seen = [sighting for sighting in sightings if sighting.confidence >= FAINT]
    if not seen:
        return _without_cards(small)
    doubt = any(sighting.confidence < sure for sighting in seen)
    seen = seen[:_CARDS]
    patches = [patch for sighting in seen if (patch := _patch(small, sighting, step)) is not None]
    quads = np.array([quad for sighting in seen for quad in _indices(sighting)], np.float64).reshape(-1, 4, 2)
    found: list[What] = []
    if DARK.under(_median([patch.paper for patch in patches]), doubt):
        found.append("dark")
    elif BLUR.over(_softness(image, quads), doubt):
        found.append("blurred")
    tall = _median(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1))
    if GLARE.over(max((_shine(patch, step, sure) for patch in patches), default=0.0), doubt):
        found.append("glare")  # what was seen through it may be pieces of cards: no more is concluded from that
    elif FLAT.under(_squeeze(small, patches, step), doubt):
        found.append("flat")
    elif FAR.under(tall, doubt) or FAR_SMALL.under(tall * 640 / max(height, width), doubt):
        found.append("far")
    return found


def _without_cards(small: NDArray[np.uint8]) -> list[What]:
    light = _level(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8), None, 0.995)
    if light < DARK.always:
        return ["no light"] if light < BLACK else ["dark"]
    return ["blurred"] if _sharpest(small) > BLUR_ALL else []


def _median(values: Sequence[float] | NDArray[np.float64]) -> float:
    return float(np.median(values)) if len(values) else float("nan")


def _level(plane: NDArray[np.uint8], mask: NDArray[np.uint8] | None, share: float) -> float:
    """The value of ``plane`` (H, W), where ``mask`` is not 0, that the ``share`` of it does not exceed; nan of nothing."""
    counts = np.cumsum(cv2.calcHist([plane], [0], mask, [256], [0, 256]))
    return float(np.searchsorted(counts, share * counts[-1])) if counts[-1] else float("nan")


def _indices(sighting: Sighting) -> list[NDArray[np.float32]]:
    """The quads of its printed indices, as far as they are known."""
    return list(sighting.indices) or ([sighting.corners] if sighting.kind == "index" else [])


# --- light -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """A sighting in the small picture: its left and top there, its darkest colour at each pixel (H, W), which pixels are its own, and how
    bright its paper is in the brightest colour of the lamp, 0 to 255."""

    sighting: Sighting
    corner: tuple[int, int]
    low: NDArray[np.uint8]
    inside: NDArray[np.uint8]
    paper: float


def _patch(small: NDArray[np.uint8], sighting: Sighting, step: int) -> _Patch | None:
    quad = sighting.corners / step
    if sighting.kind == "index":  # with some of the paper around it
        quad = quad.mean(axis=0) + 1.5 * (quad - quad.mean(axis=0))
    height, width = small.shape[:2]
    left, top, wide, tall = cv2.boundingRect(quad.astype(np.float32))
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + wide, width), min(top + tall, height)
    if x1 <= x0 or y1 <= y0:
        return None
    inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad - (x0, y0)).astype(np.int32), 1)
    blue, green, red = cv2.split(small[y0:y1, x0:x1])
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    paper = _level(np.asarray(high, np.uint8), inside, 0.8)
    return _Patch(sighting, (x0, y0), np.asarray(low, np.uint8), inside, paper)


def _shine(patch: _Patch, step: int, sure: float) -> float:
    """The share of a card under a highlight, or of its index if it was not read for sure."""
    spot = _highlight(patch)
    if spot is None:
        return 0.0
    shares = [float(spot.sum() / patch.inside.sum())]
    for quad in _indices(patch.sighting) if patch.sighting.confidence < sure else ():
        index = np.zeros(spot.shape, np.uint8)
        cv2.fillConvexPoly(index, np.round(quad / step - patch.corner).astype(np.int32), 1)
        shares.append(float(spot[index > 0].mean()) if index.any() else 0.0)
    return max(shares)


def _highlight(patch: _Patch) -> NDArray[np.bool_] | None:
    """Where a lamp is mirrored on a card: blown out, with a soft end, on paper that is not."""
    blown = (patch.low >= _BLOWN) & (patch.inside > 0)
    if not blown.any():
        return None
    spot = np.asarray(cv2.morphologyEx(blown.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    lit = np.asarray(patch.inside & (1 - spot) & (patch.low >= _INK), np.uint8)
    paper = _level(patch.low, lit, 0.25)
    if not paper <= _PAPER or lit.sum() < _PLAIN * patch.inside.sum():
        return None
    rim = np.asarray((cv2.dilate(spot, np.ones((5, 5), np.uint8)) - spot) & patch.inside, np.uint8)
    return spot.astype(bool) if _level(patch.low, rim, 0.5) > paper + 0.25 * (_BLOWN - paper) else None


# --- sharpness ---------------------------------------------------------------------------------------------------------


def _softness(image: NDArray[np.uint8], quads: NDArray[np.float64]) -> float:
    """How soft the edges of the indices are, in heights of an index (sigma of the blur); nan if it cannot be told."""
    found = []
    for quad in quads[:_CARDS]:
        side = max(8, round(_AROUND * float(np.hypot(*(quad[3] - quad[0])))))
        x0, y0 = np.maximum(np.round(quad.mean(axis=0) - side / 2).astype(int), 0)
        part = image[y0 : y0 + side, x0 : x0 + side]
        if min(part.shape[:2]) < 6:
            continue
        part = cv2.resize(part, (_CROP, _CROP), interpolation=cv2.INTER_AREA if side > _CROP else cv2.INTER_LINEAR)
        soft = edge_softness(np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)) / _CROP
        if soft == soft:
            found.append(soft * _AROUND if soft * side > _SOFT_PIXELS else 0.0)
    return _median(found)


def _sharpest(small: NDArray[np.uint8]) -> float:
    """How soft the sharpest edges of a whole picture are, in its longer side; nan if it shows next to nothing. A lamp in the picture
    ends softly by itself."""
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    scale = 320 / max(grey.shape)
    grey = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    tiles = [tile for rows in np.array_split(grey, 4) for tile in np.array_split(rows, 6, axis=1)]
    soft = [s for tile in tiles if tile.max() < _BLOWN and (s := edge_softness(tile)) == s]
    return min(soft) / 320 if len(soft) > 2 else float("nan")


def edge_softness(grey: NDArray[np.uint8]) -> float:
    """Sigma of the blur of the sharpest edges of ``grey`` (H, W), pixels; nan where there is too little contrast to tell."""
    ink, paper = int(0.03 * grey.size), int(0.97 * grey.size)
    levels = np.partition(grey.ravel(), (ink, paper))
    contrast = float(levels[paper]) - float(levels[ink])
    if contrast < _CONTRAST:
        return float("nan")
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    steep = cv2.magnitude(across, down).ravel()
    rank = int(0.98 * len(steep))
    return contrast / (float(np.sqrt(2 * np.pi)) * max(float(np.partition(steep, rank)[rank]), 0.1))


# --- where the camera stands -------------------------------------------------------------------------------------------


def _squeeze(small: NDArray[np.uint8], patches: Sequence[_Patch], step: int) -> float:
    """How a circle on the table is squeezed: shorter to longer axis, the cosine of the camera's tilt; nan if no outline of a card is
    clear. The corners of the indices do not tell it: the reader takes every index for an upright one."""
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    paper = _median([_level(patch.low, patch.inside, 0.8) for patch in patches])
    if not paper > _CONTRAST:
        return float("nan")
    _count, labels, stats, _ = cv2.connectedComponentsWithStats((grey > _PAPER_SHARE * paper).astype(np.uint8))
    owners: dict[int, list[Sighting]] = {}
    for patch in patches:
        for quad in _indices(patch.sighting):
            label = _label_around(labels, quad / step)
            if label and patch.sighting not in owners.setdefault(label, []):
                owners[label].append(patch.sighting)
    ellipses = []
    for label, cards in owners.items():
        x, y, wide, tall, _area = stats[label]
        at_edge = x == 0 or y == 0 or x + wide == labels.shape[1] or y + tall == labels.shape[0]
        if len(cards) > 1 or at_edge:  # others lie beside it, or it is not all in the picture
            continue
        outline = _outline((labels[y : y + tall, x : x + wide] == label).astype(np.uint8))
        if outline is not None:
            ellipses.append(_ellipse(outline, _indices(cards[0])[0]))
    if not ellipses:
        return float("nan")
    # Cards lie in all directions: where one is broader than thought, another across it is higher.
    short, long = np.linalg.eigvalsh(np.mean(ellipses, axis=0))
    return float(np.sqrt(max(short, 0.0) / max(long, 1e-6)))


def _label_around(labels: NDArray[np.int32], quad: NDArray[np.floating]) -> int:
    """The patch of paper that an index is printed on; 0: none."""
    (x0, y0), (x1, y1) = np.maximum(quad.min(axis=0).astype(int), 0), np.maximum(quad.max(axis=0).astype(int) + 1, 0)
    there = np.bincount(labels[y0:y1, x0:x1].ravel(), minlength=1)[1:]
    return int(there.argmax()) + 1 if there.any() else 0


def _outline(mask: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The four corners (4, 2) of a patch that is a quadrangle, in order; None if it is not one."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    contour = max(contours, key=cv2.contourArea)
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < _LEAST_AREA or cv2.contourArea(contour) < 0.9 * area:
        return None
    corners = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True)
    if len(corners) != 4 or cv2.contourArea(corners) < 0.88 * area:
        return None
    return corners.reshape(4, 2).astype(np.float64)


def _ellipse(outline: NDArray[np.float64], index: NDArray[np.float32]) -> NDArray[np.float64]:
    """(2, 2), of area 1: what a circle on the table becomes where the card with ``outline`` and ``index`` lies."""
    q = outline
    one, other = q[1] - q[0] + q[2] - q[3], q[3] - q[0] + q[2] - q[1]
    reading = index[3] - index[0]

    def along(side: NDArray[np.float64]) -> float:
        return abs(float(side @ reading)) / max(float(np.linalg.norm(side)), 1e-6)

    right, down = (one, other) if along(other) > along(one) else (other, one)
    axes = np.column_stack([right, down / _CARD])
    return axes @ axes.T / max(abs(float(np.linalg.det(axes))), 1e-6)
