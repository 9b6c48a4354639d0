"""Which of two cards that were laid together lies on the other? The picture is asked a few times, and what it says more often counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from vision.piles import order
from vision.sighting import Sighting

Pair = tuple[int, int]  # numbers of tracks

ASKED = 4  # so often the picture is asked about a pair


class OnTop:
    """What the picture has told of pairs of cards."""

    def __init__(self) -> None:
        self._told: dict[Pair, int] = {}  # (upper, lower): how often
        self._asked: dict[Pair, int] = {}  # (lower number, higher number)

    def __len__(self) -> int:
        return len(self._asked)

    def told(self) -> frozenset[Pair]:
        """Pairs (upper, lower)."""
        return frozenset((a, b) for (a, b), n in self._told.items() if n > self._told.get((b, a), 0))

    def open_pairs(self, pairs: Iterable[Pair]) -> set[Pair]:
        """Those of which the picture may still be asked."""
        return {pair for pair in pairs if self._asked.get(_sorted(pair), 0) < ASKED}

    def ask(
        self, image: NDArray[np.uint8], pairs: Iterable[Pair], seen: Mapping[int, Sighting], laid: Iterable[Pair] = ()
    ) -> None:
        """Looks in ``image`` (H, W, 3) BGR, in which ``seen`` are all cards that are seen, by number. ``laid``: pairs (upper, lower)
        of which time has told it."""
        wanted = {_sorted(pair) for pair in pairs}
        for pair in wanted:
            self._asked[pair] = self._asked.get(pair, 0) + 1
        numbers = list(seen)
        at = {number: n for n, number in enumerate(numbers)}
        known = {(at[a], at[b]) for a, b in laid if _sorted((a, b)) not in wanted}
        for over in order(image, list(seen.values()), known):
            pair = numbers[over.upper], numbers[over.lower]
            if _sorted(pair) in wanted:
                self._told[pair] = self._told.get(pair, 0) + 1

    def forget(self, number: int) -> None:
        """The card has been laid anew."""
        self._only(lambda pair: number not in pair)

    def keep(self, numbers: set[int]) -> None:
        """Only these cards are still there."""
        self._only(numbers.issuperset)

    def _only(self, wanted: Callable[[Pair], bool]) -> None:
        self._told = {pair: n for pair, n in self._told.items() if wanted(pair)}
        self._asked = {pair: n for pair, n in self._asked.items() if wanted(pair)}


def _sorted(pair: Pair) -> Pair:
    return min(pair), max(pair)
