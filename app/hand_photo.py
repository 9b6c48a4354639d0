"""A photograph of a hand: which cards it shows. For its owner alone: nothing of it is printed or kept."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rules.cards import Card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.eyes import Reader, Reading


@dataclass(frozen=True, slots=True)
class HandPhoto:
    """``cards``: those that are read for sure; ``unsure``: for each other one the likely cards, likeliest first."""

    cards: frozenset[Card]
    unsure: tuple[tuple[Card, ...], ...] = ()


def read_hand(reader: Reader, path: Path) -> HandPhoto:
    """The hand on a photograph. Raises vision.photo.SourceError, one line."""
    from app.see import cards_and_doubts, likely_cards
    from vision.photo import read_picture

    image = read_picture(path)
    cards, _backs, doubts = cards_and_doubts(reader.read(image).sightings, reader.sure)
    return HandPhoto(frozenset(cards), tuple(likely for doubt in doubts if (likely := likely_cards(doubt))))


class InTurn:
    """A recogniser that several threads use: one after the other."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._busy = threading.Lock()

    @property
    def sure(self) -> float:
        """From here on a reading is sure."""
        return self._reader.sure

    def read(self, image: NDArray[np.uint8], *, thorough: bool = True) -> Reading:
        """As the recogniser, when it is free."""
        with self._busy:
            return self._reader.read(image, thorough=thorough)
