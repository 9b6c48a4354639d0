"""Whose half is seen where two cards overlap? A card looks the same from both its ends: what it shows in one place it shows,
turned by half a circle, in the opposite one.

So a card that lies on another shows there what its opposite place shows; the lower one's opposite place shows something else. White paper
on white paper has no edges to be seen, but its pips tell. Cards whose ends differ, or that look alike, tell nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.floating]
Mask = NDArray[np.bool_]

_SIZE = _WIDE, _TALL = 48, 68  # px of a card laid straight
_UPRIGHT = np.array([[0, 0], [_WIDE, 0], [_WIDE, _TALL], [0, _TALL]], np.float32)
_RIM = 3  # px of that: an outline may be wrong by so much
_SLACK = 0.06  # by so much an outline is made larger, or smaller, to be sure what lies outside, or inside
_OFF = 2  # px: so far the two halves may be from where they ought to be
_AROUND = (5, 5)  # px: so much of the card is compared at once
_STRONG = 0.4  # of the paper's brightness: a greater difference is no more different
_SEEN = 0.05  # of a card: so much of both must be compared
_FITS, _BETTER, _TIMES = (
    0.07,
    0.022,
    1.5,
)  # it fits itself if it differs by less, and the other one by more, and so many times more


def lies_higher(image: NDArray[np.uint8], a: Quad, b: Quad, above: Sequence[Quad] = ()) -> int:
    """Which of two cards with the outlines ``a`` and ``b`` (4, 2) px in ``image`` (H, W, 3) BGR lies on the other: 1 ``a``, -1 ``b``,
    0 cannot be told. ``above``: outlines of cards that may cover them."""
    one, other = _unlike(image, a, b, above), _unlike(image, b, a, above)
    if one is None or other is None:
        return 0
    low, high = min(one, other), max(one, other)
    if low > _FITS or high - low < _BETTER or high < _TIMES * low:
        return 0
    return 1 if one < other else -1


def _unlike(image: NDArray[np.uint8], card: Quad, other: Quad, above: Sequence[Quad]) -> float | None:
    """How much the place that ``card`` shares with ``other`` differs from the opposite place of ``card``, in shares of the paper's
    brightness; None: too little of it is seen."""
    upright = cv2.getPerspectiveTransform(card.astype(np.float32), _UPRIGHT)
    shared = _inside(upright, other, 1 - _SLACK)
    seen = np.zeros_like(shared)
    seen[_RIM:-_RIM, _RIM:-_RIM] = True
    for quad in above:
        seen &= ~_inside(upright, quad, 1 + _SLACK)
    shared &= seen
    clear = seen & ~(_inside(upright, other, 1 + _SLACK) & ~shared)  # at the other's edge it may be either
    compared = shared & clear[::-1, ::-1]
    if compared.sum() < _SEEN * compared.size:
        return None
    shown = cv2.warpPerspective(image, upright, _SIZE, flags=cv2.INTER_AREA)
    shown = cv2.GaussianBlur(shown, (3, 3), 0).astype(np.float32)
    paper = max(30.0, float(np.quantile(shown.min(axis=2)[seen], 0.9)))
    rows, columns = (slice(int(n.min()), int(n.max()) + 1) for n in np.nonzero(compared))
    turned = cv2.copyMakeBorder(shown[::-1, ::-1], _OFF, _OFF, _OFF, _OFF, cv2.BORDER_REPLICATE)
    place = np.ascontiguousarray(shown[rows, columns])
    least = np.full(place.shape[:2], np.inf, np.float32)
    for y, x in itertools.product(range(2 * _OFF + 1), repeat=2):
        opposite = turned[rows.start + y : rows.stop + y, columns.start + x : columns.stop + x]
        blue, green, red = cv2.split(cv2.absdiff(place, opposite))
        apart = cv2.min(cv2.max(cv2.max(blue, green), red) / paper, _STRONG)
        least = cv2.min(least, cv2.blur(apart, _AROUND))
    return float(least[compared[rows, columns]].mean())


def _inside(upright: NDArray[np.float64], quad: Quad, times: float) -> Mask:
    """Where the quad, made so many times as large, lies on the straightened card."""
    points = cv2.perspectiveTransform(quad[None].astype(np.float32), upright)[0]
    middle = points.mean(axis=0)
    mask = np.zeros((_TALL, _WIDE), np.uint8)
    cv2.fillConvexPoly(mask, np.round(8 * (middle + times * (points - middle))).astype(np.int32), 1, shift=3)
    return mask.astype(bool)
