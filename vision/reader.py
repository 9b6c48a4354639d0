"""Which card an index shows: cuts indices out of the picture and reads them in one batch through cv2.dnn."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.cards import BLACK_JOKER, CARD_COUNT, RED_JOKER
from vision.crops import cut, square_around

SPLIT = (13, 4, 4, 8)  # ranks; suits C D H S; kinds: card, black joker, red joker, no index; corners
_BATCH = 32
_READ_EVERY = 4  # frames
_SAME_PLACE = 0.6  # an index that lies there still covers its box of the frame before so far (of both together)
_SAME_LOOK = 12.0  # and differs by less, of 255


def _softmax(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
    e = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def card_probabilities(numbers: NDArray[np.float32], temperature: float = 1.0) -> NDArray[np.float32]:
    """The reader's raw numbers (n, 29) as probabilities (n, 54) in the order of rules.cards; what is missing to 1 is "no index"."""
    edges = np.cumsum(SPLIT)[:-1]
    rank, suit, kind, _ = np.split(numbers / temperature, edges, axis=1)
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
        self._numbers = np.zeros((0, sum(SPLIT)), np.float32)
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


def read(
    net: Any,
    image: NDArray[np.uint8],
    boxes: NDArray[np.float32],
    temperature: float = 1.0,
    memory: Memory | None = None,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Reads the indices in ``boxes`` (n, 4 or more: x0, y0, x1, y1, pixels of ``image``).

    ``memory``: what is known from the frame before. Gives probabilities (n, 54) and the corners of the indices (n, 4, 2) in pixels,
    clockwise from the top left as one reads it.
    """
    if len(boxes) == 0:
        return np.zeros((0, CARD_COUNT), np.float32), np.zeros((0, 4, 2), np.float32)
    squares = [square_around(box[:4]) for box in boxes]
    crops = [cut(image, square) for square in squares]
    numbers = np.zeros((len(crops), sum(SPLIT)), np.float32)
    unread = list(range(len(crops))) if memory is None else memory.recall(boxes, crops, numbers)
    for first in range(0, len(unread), _BATCH):
        some = unread[first : first + _BATCH]
        net.setInput(cv2.dnn.blobFromImages([crops[i] for i in some], 1 / 255, swapRB=True))
        numbers[some] = net.forward()
    places = np.array(squares, np.float32)
    quads = numbers[:, -8:].reshape(-1, 4, 2) * places[:, None, 2:] + places[:, None, :2]
    return card_probabilities(numbers, temperature), quads.astype(np.float32)
