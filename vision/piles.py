"""Which card lies on which, as far as the picture shows it.

An index that is seen where another card's outline reaches lies on that card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.sighting import Sighting

Quad = NDArray[np.float32]

_READ = 0.5  # an index read with less may be none
_LEAST = np.array(
    [[-0.1, -0.1], [1.6, -0.1], [1.6, 2.4], [-0.1, 2.4]]
)  # how far any card reaches from its index, in its heights
_SLACK, _SLACK_FAR = (
    0.04,
    0.10,
)  # how far an outline may be wrong, in heights of the card: at its index, and more with the way from it


@dataclass(frozen=True, slots=True)
class Over:
    """One card lies on another: numbers of the sightings, and how sure that is (0 to 1)."""

    upper: int
    lower: int
    sure: float


@dataclass(frozen=True, slots=True, eq=False)
class _Area:
    """Where a card is for sure. ``outline`` (4, 2) clockwise; ``tall``: its height, pixels; ``known``: middles of its indices (n, 2)."""

    outline: NDArray[np.float64]
    tall: float
    known: NDArray[np.float64]
    whole: bool

    @classmethod
    def of(cls, sighting: Sighting) -> _Area | None:
        if sighting.kind == "back" or not sighting.indices:
            return None
        known = np.array([quad.mean(axis=0) for quad in sighting.indices], np.float64)
        corners = sighting.corners.astype(np.float64)
        if sighting.kind == "card":
            tall = np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])
            return cls(corners, float(tall) / 2, known, sighting.ends > 1)
        right, down = (
            (corners[1] - corners[0] + corners[2] - corners[3]) / 2,
            (corners[3] - corners[0] + corners[2] - corners[1]) / 2,
        )
        height = float(np.linalg.norm(down))
        right = right / max(float(np.linalg.norm(right)), 1e-6) * height
        return cls(corners[0] + _LEAST @ np.stack([right, down]), 2.5 * height, known, False)

    def depth(self, points: NDArray[np.floating]) -> float:
        """How far inside the outline all of ``points`` (n, 2) are, in pixels; below 0: outside."""
        start = self.outline
        side = np.roll(start, -1, axis=0) - start
        inward = np.column_stack([-side[:, 1], side[:, 0]]) / np.maximum(np.linalg.norm(side, axis=1), 1e-6)[:, None]
        return float(((points[:, None] - start[None]) * inward[None]).sum(axis=2).min())

    def doubt(self, point: NDArray[np.floating]) -> float:
        """How far the outline may be wrong about there, in pixels."""
        far = float(np.linalg.norm(self.known - point, axis=1).min())
        return _SLACK * self.tall + (0.0 if self.whole else _SLACK_FAR * far)


def order(image: NDArray[np.uint8], sightings: Sequence[Sighting]) -> list[Over]:
    """What lies on what, of ``sightings`` in ``image`` (H, W, 3) BGR. What is not clearly seen is left out."""
    areas = [_Area.of(sighting) for sighting in sightings]
    result = []
    for i, lower in enumerate(areas):
        for j, upper in enumerate(areas):
            if i == j or lower is None or upper is None or sightings[j].confidence < _READ:
                continue
            for quad in sightings[j].indices:
                middle = quad.mean(axis=0)
                if lower.depth(quad) > lower.doubt(middle):
                    result.append(Over(j, i, 0.99))
                    break
    both = {(o.upper, o.lower) for o in result}
    return [o for o in result if (o.lower, o.upper) not in both]
