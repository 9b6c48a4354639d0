"""Which card an index shows: cuts indices out of the picture and reads them in one batch through cv2.dnn.

Each is looked at twice: as it lies, which also tells its corners, and then turned upright and cut close, so that neighbours
are out of sight. What both looks say is averaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.cards import BLACK_JOKER, CARD_COUNT, RED_JOKER
from vision.crops import CROP, balanced, cut, square_around, upright

SPLIT = (13, 4, 4, 8)  # ranks; suits C D H S; kinds: card, black joker, red joker, no index; corners
FEATURES = 192  # what the reader saw, after the numbers: from these a pack is learnt (vision.packs)
_NUMBERS, _CORNERS = sum(SPLIT), slice(sum(SPLIT) - 8, sum(SPLIT))
_WIDTH = _NUMBERS + FEATURES
_BATCH = 32
_WORTH_A_SECOND_LOOK = 0.05  # what is an index with less is not looked at again
_READ_EVERY = 4  # frames
_SAME_PLACE = 0.6  # an index that lies there still covers its box of the frame before so far (of both together)
_SAME_LOOK = 12.0  # and differs by less, of 255


def _softmax(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
    e = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def card_probabilities(numbers: NDArray[np.float32], temperature: float = 1.0) -> NDArray[np.float32]:
    """The reader's raw numbers (n, 29 or more) as probabilities (n, 54) in the order of rules.cards; what is missing to 1 is "no index"."""
    edges = np.cumsum(SPLIT)[:-1]
    rank, suit, kind, _ = np.split(numbers[:, :_NUMBERS] / temperature, edges, axis=1)
    rank, suit, kind = _softmax(rank), _softmax(suit), _softmax(kind)
    result = np.zeros((len(numbers), CARD_COUNT), np.float32)
    result[:, :52] = (rank[:, :, None] * suit[:, None, :]).reshape(-1, 52) * kind[:, :1]
    result[:, BLACK_JOKER], result[:, RED_JOKER] = kind[:, 1], kind[:, 2]
    return result


class Memory:
    """The indices of the frame before. One that lies where it lay and looks as it looked is read anew only every few frames, in turn,
    so that ten cards at rest cost little more than two or three."""

    def __init__(self) -> None:
        self._boxes = np.zeros((0, 4), np.float32)
        self._looks: list[NDArray[np.int16]] = []
        self._numbers = np.zeros((0, _WIDTH), np.float32)
        self._ages: list[int] = []

    def recall(
        self, boxes: NDArray[np.float32], crops: list[NDArray[np.uint8]], numbers: NDArray[np.float32]
    ) -> list[int]:
        """Fills the rows of ``numbers`` that are known; gives the others, which are to be read."""
        looks = [_look(crop) for crop in crops]
        ages, unread = [], []
        for i, (box, look) in enumerate(zip(boxes[:, :4], looks, strict=True)):
            known = self._same(box, look)
            if known is not None and self._ages[known] + 1 < _READ_EVERY:
                numbers[i] = self._numbers[known]
                ages.append(self._ages[known] + 1)
            else:
                unread.append(i)
                ages.append(0 if known is not None else i % _READ_EVERY)  # not all of them at once later on
        self._boxes, self._looks, self._ages, self._numbers = boxes[:, :4].copy(), looks, ages, numbers
        return unread

    def _same(self, box: NDArray[np.float32], look: NDArray[np.int16]) -> int | None:
        """The index before that this one is."""
        if len(self._boxes) == 0:
            return None
        low, high = np.maximum(self._boxes[:, :2], box[:2]), np.minimum(self._boxes[:, 2:], box[2:])
        common = np.clip(high - low, 0, None).prod(axis=1)
        area = (self._boxes[:, 2:] - self._boxes[:, :2]).prod(axis=1) + (box[2:] - box[:2]).prod() - common
        best = int(np.argmax(common / np.maximum(area, 1e-6)))
        if common[best] < _SAME_PLACE * area[best]:
            return None
        return best if np.abs(self._looks[best] - look).mean() < _SAME_LOOK else None


def _look(crop: NDArray[np.uint8]) -> NDArray[np.int16]:
    return cv2.resize(crop, (16, 16), interpolation=cv2.INTER_AREA).astype(np.int16)


def look(net: Any, crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """What the network ``net`` says of ``crops`` (n, 64, 64, 3) BGR: (n, 221), 29 numbers and 192 features a crop."""
    rows = np.zeros((len(crops), _WIDTH), np.float32)
    for first in range(0, len(crops), _BATCH):
        net.setInput(balanced(crops[first : first + _BATCH]))
        rows[first : first + _BATCH] = net.forward()
    return rows


def look_twice(
    net: Any,
    image: NDArray[np.uint8],
    crops: Sequence[NDArray[np.uint8]],
    squares: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Rows (n, 221) about the indices of ``image`` that lie in ``squares`` (n, 3: left, top, side), of which ``crops`` are the cut-outs."""
    rows = look(net, crops)
    kinds = rows[:, sum(SPLIT[:2]) : sum(SPLIT[:3])]
    again = np.flatnonzero(1 - _softmax(kinds)[:, -1] >= _WORTH_A_SECOND_LOOK)
    if len(again) == 0:
        return rows
    turned = [upright(image, quad) for quad in _quads(rows[again], squares[again])]
    second = look(net, [crop for crop, _ in turned])
    corners = np.array([corner_map(back, quad) for (_, back), quad in zip(turned, second[:, _CORNERS], strict=True)])
    rows[again] = (rows[again] + second) / 2
    places = squares[again]
    rows[again, _CORNERS] = ((corners - places[:, None, :2]) / places[:, None, 2:]).reshape(-1, 8)
    return rows


def corner_map(back: NDArray[np.float64], quad: NDArray[np.float32]) -> NDArray[np.float64]:
    """Corners (8,) in fractions of an upright crop -> (4, 2) in pixels of the picture, by the map that ``upright`` gave."""
    return quad.reshape(4, 2).astype(np.float64) * CROP @ back[:, :2].T + back[:, 2]


def _quads(rows: NDArray[np.float32], squares: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners (n, 4, 2) in pixels."""
    return rows[:, _CORNERS].reshape(-1, 4, 2) * squares[:, None, 2:] + squares[:, None, :2]


def read(
    net: Any,
    image: NDArray[np.uint8],
    boxes: NDArray[np.float32],
    temperature: float = 1.0,
    memory: Memory | None = None,
    pack: NDArray[np.float32] | None = None,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Reads the indices in ``boxes`` (n, 4 or more: x0, y0, x1, y1, pixels of ``image``).

    ``memory``: what is known from the frame before. ``pack``: what was learnt about a pack (vision.packs), (193, 21): its product with
    the features is added to the numbers. Gives probabilities (n, 54) and the corners of the indices (n, 4, 2) in pixels, clockwise from
    the top left as one reads it.
    """
    if len(boxes) == 0:
        return np.zeros((0, CARD_COUNT), np.float32), np.zeros((0, 4, 2), np.float32)
    squares = np.array([square_around(box[:4]) for box in boxes], np.float32)
    crops = [cut(image, tuple(square)) for square in squares]
    rows = np.zeros((len(crops), _WIDTH), np.float32)
    unread = list(range(len(crops))) if memory is None else memory.recall(boxes, crops, rows)
    if unread:
        rows[unread] = look_twice(net, image, [crops[i] for i in unread], squares[unread])
    told = rows[:, :_NUMBERS].copy()
    if pack is not None:
        told[:, : pack.shape[1]] += rows[:, _NUMBERS:] @ pack[:-1] + pack[-1]
    return card_probabilities(told, temperature), _quads(rows, squares).astype(np.float32)
