"""Which cards does a film show? Either one after another, each for a moment, or a whole pack that lies there all the time.

A card's frames are put together: what its index reads as is the mean of them all, and a few frames of it are kept to learn from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.laid_out import Cell, Picture, Place, Seen, look_at
from vision.sources import Frame
from vision.weights import Networks

EVERY = 0.2  # seconds between two frames that are read
MANY = 5  # a frame with so many cards shows a layout
_LEAST = 2  # frames in which a card must be seen
_ALIKE = 0.5  # how alike two readings of one card are at least: 1 the same, 0 nothing in common
_SAME_RANK = 0.78  # how alike two prints of one rank are at least: 1 the same (two letters may read alike to a reader that knows neither)
_KEPT = 4  # frames kept of a card
_PICTURES = 3  # frames kept of a layout
_APART = 1.0  # seconds between them


@dataclass(slots=True, eq=False)
class Shown:
    """What a film showed: ``cards`` one after another, in order of time; or ``layouts``, frames that show many cards, the fullest first;
    ``nothing``: places without an index."""

    cards: list[Cell] = field(default_factory=list)
    layouts: list[Picture] = field(default_factory=list)
    nothing: list[Seen] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _Showing:
    """The card that is being shown."""

    cells: list[Cell]

    def means(self) -> list[NDArray[np.float64]]:
        return [np.mean([getattr(cell, name) for cell in self.cells], axis=0) for name in ("rank", "suit", "kind")]

    def goes_on(self, cell: Cell) -> bool:
        return (
            all(
                float(np.sqrt(mean * now).sum()) >= _ALIKE
                for mean, now in zip(self.means(), (cell.rank, cell.suit, cell.kind), strict=True)
            )
            and likeness(self.cells[-1].seen[0], cell.seen[0]) >= _SAME_RANK
        )

    def card(self) -> Cell:
        kept = [self.cells[i] for i in np.unique(np.linspace(0, len(self.cells) - 1, _KEPT).round().astype(int))]
        seen = [replace(s, fold=int(2 * n >= len(kept))) for n, cell in enumerate(kept) for s in cell.seen]
        rank, suit, kind = self.means()
        place = Place(time=self.cells[0].place.time)
        return Cell(place, tuple(seen), rank, suit, kind, self.cells[len(self.cells) // 2].outline)


def _rank_print(seen: Seen) -> NDArray[np.uint8]:
    """The upper part of an index, upright, and a little around it: (44, 44)."""
    corners = np.array([[6, 6], [38, 6], [38, 66], [6, 66]], np.float32)
    matrix = cv2.getPerspectiveTransform(seen.quad.astype(np.float32), corners)
    grey = cv2.cvtColor(seen.patch, cv2.COLOR_BGR2GRAY)
    return cv2.warpPerspective(grey, matrix, (44, 44), borderMode=cv2.BORDER_REPLICATE)  # type: ignore[return-value]


def likeness(one: Seen, other: Seen) -> float:
    """How alike the ranks of two indices are printed, wherever exactly they were found: -1 to 1."""
    return float(cv2.matchTemplate(_rank_print(other), _rank_print(one)[6:38, 6:38], cv2.TM_CCOEFF_NORMED).max())


def watch(networks: Networks, frames: Iterable[Frame]) -> Shown:
    """Reads the film."""
    result = Shown()
    rng = np.random.default_rng(1)
    showing: _Showing | None = None
    best: list[tuple[int, float, Frame]] = []
    due = 0.0

    def over() -> None:
        if showing is not None and len(showing.cells) >= _LEAST:
            result.cards.append(showing.card())

    for frame in frames:
        if frame.time + 1e-6 < due:
            continue
        due = frame.time + EVERY
        picture = look_at(networks, frame.image, Place(time=frame.time), (640, 320), rng)
        if len(picture.cells) >= MANY:
            best.append((len(picture.cells), frame.time, frame))
            best = _fullest(best)
            continue
        if not picture.cells:
            over()
            showing = None
            continue
        cell = max(picture.cells, key=lambda c: (len(c.seen), cv2.contourArea(c.outline)))
        if showing is not None and showing.goes_on(cell):
            showing.cells.append(cell)
        else:
            over()
            showing = _Showing([cell])
            result.nothing += picture.nothing[:3]
    over()
    result.layouts = [look_at(networks, frame.image, Place(picture=n)) for n, (_, _, frame) in enumerate(best, 1)]
    return result


def _fullest(frames: list[tuple[int, float, Frame]]) -> list[tuple[int, float, Frame]]:
    """The frames with the most cards, some time apart."""
    kept: list[tuple[int, float, Frame]] = []
    for one in sorted(frames, key=lambda f: (-f[0], f[1])):
        if all(abs(one[1] - other[1]) >= _APART for other in kept) and len(kept) < _PICTURES:
            kept.append(one)
    return kept
