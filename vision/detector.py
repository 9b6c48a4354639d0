"""Where indices and backs are: runs the detector through cv2.dnn and turns its raw maps into boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

STRIDES = (8, 16, 32)  # of the detector's maps
INDEX, BACK = 0, 1
CLASSES = 2
_OVERLAP = 0.45
_WITHIN = 0.8  # a back of whose box so much lies in the box of another is a part of it


def prepare(image: NDArray[np.uint8], longer_side: int) -> tuple[NDArray[np.float32], float]:
    """``image`` (H, W, 3) BGR, made ``longer_side`` long and padded to a multiple of 32: (1, 3, h, w) RGB 0 to 1, and the scale used."""
    height, width = image.shape[:2]
    scale = longer_side / max(height, width)
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    padded = np.full((-(-h // 32) * 32, -(-w // 32) * 32, 3), 114, np.uint8)
    padded[:h, :w] = small
    return cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True), scale


def decode(maps: Sequence[NDArray[np.float32]], threshold: float) -> NDArray[np.float32]:
    """Raw maps (1, 4 * bins + classes, h, w), finest first -> (n, 6): x0, y0, x1, y1 in pixels of the network's input, score, class.

    A side of a box is told as a distribution over as many bins as there are. Only the places that score at least ``threshold`` are
    looked at. Boxes may still overlap.
    """
    cut = float(np.log(threshold / (1 - threshold)))
    found = [np.zeros((0, 6), np.float32)]
    largest = max(m.shape[-1] for m in maps)
    for one in maps:
        stride = 8 * largest // one.shape[-1]
        bins = (one.shape[1] - CLASSES) // 4
        scores = one[0, 4 * bins :]
        kind, ys, xs = np.nonzero(scores > cut)
        if len(xs) == 0:
            continue
        sides = one[0, : 4 * bins, ys, xs].reshape(-1, 4, bins)
        weights = np.exp(sides - sides.max(axis=2, keepdims=True))
        left, top, right, bottom = ((weights @ np.arange(bins)) / weights.sum(axis=2)).T
        cx, cy = xs + 0.5, ys + 0.5
        boxes = np.stack([cx - left, cy - top, cx + right, cy + bottom], axis=1) * stride
        score = 1 / (1 + np.exp(-scores[kind, ys, xs]))
        found.append(np.column_stack([boxes, score, kind]).astype(np.float32))
    return np.concatenate(found)


def strongest(boxes: NDArray[np.float32], overlap: float = _OVERLAP) -> NDArray[np.float32]:
    """Of boxes (n, 6) that overlap and are of one class only the one with the highest score, best first."""
    if len(boxes) == 0:
        return boxes
    corners = boxes[:, :4].astype(np.float64)
    rectangles = np.column_stack([corners[:, :2], corners[:, 2:] - corners[:, :2]])
    scores, kinds = boxes[:, 4].tolist(), boxes[:, 5].astype(int).tolist()
    kept = cv2.dnn.NMSBoxesBatched(rectangles.tolist(), scores, kinds, 0.0, overlap)
    chosen = boxes[np.array(kept, int).reshape(-1)]
    return chosen[np.argsort(-chosen[:, 4])]


def apart(boxes: NDArray[np.float32], confidence: NDArray[np.float32]) -> NDArray[np.intp]:
    """Which of ``boxes`` (n, 4 or more) are indices of their own, by how surely each was read: their numbers.

    Two printed indices never lie on each other. Of two boxes of which one covers more than 60 % of the smaller one, the less sure one is a
    second, worse look at the same index; so is one that was hardly read from 30 % on (half of one index and half of its neighbour).
    """
    return _distinct(boxes, confidence, np.where(confidence >= 0.5, 0.6, 0.3))


def apart_backs(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Of backs (n, 6), best first or not, those that are no second look at a part of a surer one."""
    return boxes[_distinct(boxes, boxes[:, 4], np.full(len(boxes), _WITHIN))]


def _distinct(boxes: NDArray[np.float32], sure: NDArray[np.float32], most: NDArray[np.float64]) -> NDArray[np.intp]:
    """The numbers of the ``boxes`` that do not share more than ``most`` (n,) of the smaller one with a surer one that is kept."""
    kept: list[int] = []
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    for i in np.argsort(-sure):
        low, high = np.maximum(boxes[i, :2], boxes[kept, :2]), np.minimum(boxes[i, 2:4], boxes[kept, 2:4])
        common = np.clip(high - low, 0, None).prod(axis=1)
        if not (common > most[i] * np.minimum(area[i], area[kept])).any():
            kept.append(int(i))
    return np.sort(np.array(kept, np.intp))


def detect(net: Any, image: NDArray[np.uint8], longer_side: int, threshold: float) -> NDArray[np.float32]:
    """Boxes (n, 6) in pixels of ``image``: x0, y0, x1, y1, score, class (0 index, 1 back)."""
    blob, scale = prepare(image, longer_side)
    net.setInput(blob)
    maps = sorted(net.forward(net.getUnconnectedOutLayersNames()), key=lambda m: -m.shape[-1])
    boxes = strongest(decode(maps, threshold))
    boxes[:, :4] /= scale
    height, width = image.shape[:2]
    boxes[:, :4] = np.clip(boxes[:, :4], 0, [width, height, width, height])
    return boxes
