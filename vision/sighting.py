"""What one picture shows: sightings of cards. Plain data between the recogniser and everything after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.cards import Card

Kind = Literal["card", "index", "back"]


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A card seen in a picture.

    ``corners``: (4, 2) float32, pixels (x, y) of the upright picture, clockwise from the top left of the index as one reads it; of the
    whole card if ``kind`` is "card" or "back", of the printed index if it is "index".
    ``probabilities``: (54,) float32 over all cards (rules.cards order), sums to at most 1; what is missing is "no card". None for backs.
    ``confidence``: 0 to 1, that ``card`` is right (for a back: that it is one).
    """

    kind: Kind
    card: Card | None  # the likeliest card; None for a back
    confidence: float
    corners: NDArray[np.float32]
    probabilities: NDArray[np.float32] | None = None
    ends: int = 1  # how many of its printed indices are seen: of a card on which others lie rarely all
    indices: tuple[NDArray[np.float32], ...] = ()

    def lies_on(self, card: Sighting) -> bool:
        """The middle of what is seen lies within the outline of ``card``."""
        x, y = (float(v) for v in self.corners.mean(axis=0))
        return cv2.pointPolygonTest(card.corners, (x, y), False) >= 0
