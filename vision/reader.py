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


def read(
    net: Any, image: NDArray[np.uint8], boxes: NDArray[np.float32], temperature: float = 1.0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Reads the indices in ``boxes`` (n, 4 or more: x0, y0, x1, y1, pixels of ``image``).

    Gives probabilities (n, 54) and the indices' corners (n, 4, 2) in pixels, clockwise from the top left as one reads it.
    """
    if len(boxes) == 0:
        return np.zeros((0, CARD_COUNT), np.float32), np.zeros((0, 4, 2), np.float32)
    squares = [square_around(box[:4]) for box in boxes]
    crops = [cut(image, square) for square in squares]
    parts = []
    for first in range(0, len(crops), _BATCH):
        net.setInput(cv2.dnn.blobFromImages(crops[first : first + _BATCH], 1 / 255, swapRB=True))
        parts.append(net.forward().copy())
    numbers = np.concatenate(parts)
    places = np.array(squares, np.float32)
    quads = numbers[:, -8:].reshape(-1, 4, 2) * places[:, None, 2:] + places[:, None, :2]
    return card_probabilities(numbers, temperature), quads.astype(np.float32)
