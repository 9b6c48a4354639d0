"""Does a picture show the table at all? Not if the lens is covered, the light is out, or a part of it was lost on the way.

Then nothing may be concluded from cards that are not seen: they lie where they lay.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

ROWS, COLUMNS = 18, 32  # blocks that a picture is looked at in
BLOCK = 10  # px of a block's side, in the picture thinned out
EDGE = 20.0  # grey levels from pixel to pixel that somebody would call an edge
EDGES = 0.002  # share of edges in a picture of anything
DARK = 25.0  # mean grey level of a picture that shows nothing
CHANGED, MOST = (
    12.0,
    0.5,
)  # grey levels by which a block is another one; share of the blocks that a covered lens changes
FLAT, GRAINED, LOST = (
    0.6,
    1.2,
    0.25,
)  # deviation, grey levels: of a block that was filled in, of one that was filmed; share of those lost


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A picture thinned out: each block's mean and deviation, (ROWS, COLUMNS) grey levels, and the share of edges."""

    mean: NDArray[np.float32]
    deviation: NDArray[np.float32]
    edges: float


def _seen(image: NDArray[np.uint8]) -> _Seen:
    size = (COLUMNS * BLOCK, ROWS * BLOCK)
    thin = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_NEAREST), cv2.COLOR_BGR2GRAY)  # its grain stays
    blocks = thin.reshape(ROWS, BLOCK, COLUMNS, BLOCK).astype(np.float32)
    smooth = cv2.GaussianBlur(thin, (3, 3), 0).astype(np.float32)
    steep = np.abs(np.diff(smooth, axis=0)[:, :-1]) + np.abs(np.diff(smooth, axis=1)[:-1])
    return _Seen(blocks.mean(axis=(1, 3)), blocks.std(axis=(1, 3)), float((steep > EDGE).mean()))


class Blindness:
    """Tells the pictures of one camera that show nothing, by the last one that did."""

    def __init__(self) -> None:
        self._good: _Seen | None = None

    def blind(self, image: NDArray[np.uint8]) -> bool:
        """Whether ``image`` (H, W, 3) BGR shows no table."""
        now = _seen(image)
        blind = self._nothing(now) or self._torn(now)
        if not blind:
            self._good = now
        return blind

    def _nothing(self, now: _Seen) -> bool:
        if now.edges >= EDGES:
            return False
        if self._good is None:
            return float(now.mean.mean()) < DARK
        return float((np.abs(now.mean - self._good.mean) > CHANGED).mean()) >= MOST

    def _torn(self, now: _Seen) -> bool:
        """A part was not filmed but filled in with one colour."""
        if self._good is None:
            return False
        lost = (now.deviation < FLAT) & (self._good.deviation > GRAINED)
        return float(lost.mean()) >= LOST
