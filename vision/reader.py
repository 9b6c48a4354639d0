"""Which card an index shows: cuts indices out of the picture and reads them in one batch through cv2.dnn.

Each is looked at twice: as it lies, which also tells its corners, and then turned upright and cut close, so that neighbours
are out of sight. What both looks say is averaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.cards import BLACK_JOKER, CARD_COUNT, RED_JOKER
from vision.crops import CROP, LONGEST, balanced, cut, square_around, upright

SPLIT = (13, 4, 4, 8)  # ranks; suits C D H S; kinds: card, black joker, red joker, no index; corners
FEATURES = 192  # what the reader saw, after the numbers: from these a pack is learnt (vision.packs)
_NUMBERS, _CORNERS = sum(SPLIT), slice(sum(SPLIT) - 8, sum(SPLIT))
_WIDTH = _NUMBERS + FEATURES
_BATCH = 32
_WORTH_A_SECOND_LOOK = 0.05  # what is an index with less is not looked at again
_LONGEST_WAIT = 8  # frames until an index at rest is looked at again
_MOST_LOOKS = 4  # looks before count no more than so many: what changed is seen
_APPEARANCE = 8  # side of the small cut-outs by which an index at rest is known again
_SAME_PLACE = 0.25  # an index that lies there still has moved by less, of its longer side
_SAME_LOOK = 16.0  # and differs by less, of 255 (a box that trembles with its camera: mostly below 12)


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
    """The indices of the frame before. One that lies where it lay and looks as it looked is read anew only now and then, so that ten
    cards at rest cost little more than one or two; what all looks at it said is averaged."""

    def __init__(self) -> None:
        self._boxes = np.zeros((0, 4), np.float32)
        self._appearances: list[NDArray[np.int16]] = []
        self._rows = np.zeros((0, _WIDTH), np.float32)
        self._looks = np.zeros(0, int)  # how often each was looked at,
        self._wait = np.zeros(0, int)  # and how many frames are left until it is again

    def recall(
        self, image: NDArray[np.uint8], boxes: NDArray[np.float32], squares: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.int_]]:
        """What is known of the indices in ``boxes`` (n, 4) and ``squares`` (n, 3): rows (n, 221), and how often each was looked at; 0: it
        is new, negative: so often, and it need not be looked at now."""
        appearances = [cut(image, tuple(square), _APPEARANCE).astype(np.int16) for square in squares]
        rows = np.zeros((len(boxes), _WIDTH), np.float32)
        looks, wait = np.zeros(len(boxes), int), np.zeros(len(boxes), int)
        for i, (box, appearance) in enumerate(zip(boxes[:, :4], appearances, strict=True)):
            known = self._same(box, appearance)
            if known is not None:
                rows[i], looks[i], wait[i] = self._rows[known], self._looks[known], self._wait[known] - 1
        self._boxes, self._appearances, self._looks, self._wait = boxes[:, :4].copy(), appearances, looks, wait
        return rows, np.where(wait > 0, -looks, looks)

    def keep(self, rows: NDArray[np.float32], looked_at: NDArray[np.int_]) -> None:
        """``rows`` as they are now, of which those numbered ``looked_at`` were looked at."""
        self._rows = rows
        self._looks[looked_at] += 1
        turn = np.arange(len(looked_at)) % 3  # not all of them at once later on
        self._wait[looked_at] = np.minimum(2 ** np.minimum(self._looks[looked_at], 3), _LONGEST_WAIT) + turn

    def _same(self, box: NDArray[np.float32], appearance: NDArray[np.int16]) -> int | None:
        """The index before that this one is."""
        if len(self._boxes) == 0:
            return None
        longer = max(float((box[2:] - box[:2]).max()), 1.0)
        moved = np.abs((self._boxes[:, :2] + self._boxes[:, 2:] - box[:2] - box[2:]) / 2).max(axis=1)
        best = int(moved.argmin())
        if moved[best] > _SAME_PLACE * longer:
            return None
        return best if np.abs(self._appearances[best] - appearance).mean() < _SAME_LOOK else None


def look(net: Any, crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """What the network ``net`` says of ``crops`` (n, 64, 64, 3) BGR: (n, 221), 29 numbers and 192 features a crop."""
    rows = np.zeros((len(crops), _WIDTH), np.float32)
    for first in range(0, len(crops), _BATCH):
        net.setInput(balanced(crops[first : first + _BATCH]))
        rows[first : first + _BATCH] = net.forward()
    return rows


def look_closer(
    net: Any, image: NDArray[np.uint8], rows: NDArray[np.float32], squares: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The same indices of ``image``, turned upright and cut close by the corners that ``rows`` (n, 221) tell: new rows, in the same
    ``squares`` (n, 3: left, top, side)."""
    quads = quads_of(rows, squares)
    turned = [upright(image, quad) for quad in quads]
    closer = look(net, [crop for crop, _ in turned])
    corners = np.array([corner_map(back, quad) for (_, back), quad in zip(turned, closer[:, _CORNERS], strict=True)])
    there = ((corners - squares[:, None, :2]) / squares[:, None, 2:]).reshape(-1, 8)
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)  # left, top, right, bottom
    ratio = (sides[:, 0] + sides[:, 2]) / np.maximum(sides[:, 1] + sides[:, 3], 1e-6)
    word = (ratio > LONGEST) | (ratio < 1 / LONGEST)  # of a joker's word only the beginning is in the crop
    closer[:, _CORNERS] = np.where(word[:, None], rows[:, _CORNERS], there)
    return closer


def look_twice(
    net: Any, image: NDArray[np.uint8], crops: Sequence[NDArray[np.uint8]], squares: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Rows (n, 221) about the indices of ``image`` that lie in ``squares`` (n, 3: left, top, side), of which ``crops`` are the
    cut-outs."""
    rows = look(net, crops)
    kinds = rows[:, sum(SPLIT[:2]) : sum(SPLIT[:3])]
    again = np.flatnonzero(1 - _softmax(kinds)[:, -1] >= _WORTH_A_SECOND_LOOK)
    if len(again):
        rows[again] = _averaged(rows[again], look_closer(net, image, rows[again], squares[again]), np.ones(len(again)))
    return rows


def _averaged(rows: NDArray[np.float32], newer: NDArray[np.float32], looks: NDArray) -> NDArray[np.float32]:
    """Means of ``rows`` from so many ``looks`` (n,) with one more; the corners are the newer ones."""
    mean = rows + (newer - rows) / (1 + looks[:, None])
    mean[:, _CORNERS] = newer[:, _CORNERS]
    return mean.astype(np.float32)


def corner_map(back: NDArray[np.float64], quad: NDArray[np.float32]) -> NDArray[np.float64]:
    """Corners (8,) in fractions of an upright crop -> (4, 2) in pixels of the picture, by the map that ``upright`` gave."""
    return quad.reshape(4, 2).astype(np.float64) * CROP @ back[:, :2].T + back[:, 2]


def quads_of(rows: NDArray[np.float32], squares: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners (n, 4, 2) in pixels."""
    return rows[:, _CORNERS].reshape(-1, 4, 2) * squares[:, None, 2:] + squares[:, None, :2]


def corrected(rows: NDArray[np.float32], pack: NDArray[np.float32]) -> NDArray[np.float32]:
    """The numbers (n, 29) of ``rows`` (n, 221) with what was learnt about a ``pack`` (193, 21; vision.packs) added."""
    numbers = rows[:, :_NUMBERS].copy()
    numbers[:, : pack.shape[1]] += rows[:, _NUMBERS:] @ pack[:-1] + pack[-1]
    return numbers


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
    if memory is None:
        rows = look_twice(net, image, [cut(image, tuple(square)) for square in squares], squares)
    else:
        rows, looks = memory.recall(image, boxes, squares)
        new, due = np.flatnonzero(looks == 0), np.flatnonzero(looks > 0)
        if len(new):
            rows[new] = look_twice(net, image, [cut(image, tuple(squares[i])) for i in new], squares[new])
        if len(due):
            closer = look_closer(net, image, rows[due], squares[due])
            rows[due] = _averaged(rows[due], closer, np.minimum(looks[due], _MOST_LOOKS))
        memory.keep(rows, np.concatenate([new, due]))
    told = rows if pack is None else corrected(rows, pack)
    return card_probabilities(told, temperature), quads_of(rows, squares).astype(np.float32)
