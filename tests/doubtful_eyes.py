"""Eyes that doubt: what a perfect look at the table becomes when a hand cannot be told, a card is read late or not for sure, a place is
slow to come to rest. They never say what is not so: whatever is accused on what they tell is wrongly accused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.cards import CARD_COUNT, Card, CardSet, rank_of, suit_of
from rules.table import SeenCard, TableView

DOUBTS = ("by", "on", "late", "unsure", "blink", "anew", "place")
"""Who laid a card is not known; nor what it lies on; it is seen late; it is read for sure late, or never without another candidate; it is
not seen for a moment; it gets another track when a hand has passed; a place is at rest late, or seems to be disturbed."""


@dataclass
class _Fate:
    """What is doubtful of a card, from when it is laid until it is moved. Times in seconds."""

    since: float
    by: bool
    on: bool
    late: float
    unsure: float
    other: Card
    other_first: bool
    lasting: bool
    blink: tuple[float, float] = (0.0, 0.0)


class Doubtful:
    """Makes the views of one film doubtful. ``doubts``: of which kinds; ``pack``: the cards there are."""

    def __init__(self, rng: np.random.Generator, pack: CardSet, doubts: Sequence[str] = DOUBTS) -> None:
        self._rng = rng
        self._pack = [card for card in range(CARD_COUNT) if pack >> card & 1]
        self._doubts = frozenset(doubts)
        self._fates: dict[tuple[int, str, tuple[float, float]], _Fate] = {}
        self._tracks: dict[int, int] = {}  # track -> the number by which it goes now
        self._next = 1000
        self._busy: dict[str, float] = {}  # place -> until when it is not at rest
        self._there: frozenset[str] = frozenset()
        self._lie: dict[str, frozenset[int]] = {}

    def doubt(self, view: TableView) -> TableView:
        """What is told of ``view``, the true one."""
        for name in sorted(view.places.keys() - self._there):  # a hand has left it
            if "place" in self._doubts:
                self._busy[name] = view.time + float(self._rng.exponential(0.25))
            if "anew" in self._doubts:
                for card in view.places[name]:
                    if self._rng.random() < 0.04:
                        self._tracks[card.track] = self._next = self._next + 1
        self._there = frozenset(view.places)
        if "place" in self._doubts and view.places and self._rng.random() < 0.02:
            name = str(self._rng.choice(sorted(view.places)))
            self._busy[name] = view.time + float(self._rng.uniform(0.1, 0.8))
        seen = {card.card for cards in view.places.values() for card in cards if card.card is not None}
        places = {
            name: tuple(told for card in cards if (told := self._told(card, name, view.time, seen)) is not None)
            for name, cards in view.places.items()
            if self._busy.get(name, 0.0) <= view.time
        }
        return TableView(view.time, places)

    def _fate(self, card: SeenCard, place: str, time: float, seen: set[Card]) -> _Fate:
        key = (card.track, place, (round(card.spot[0], 2), round(card.spot[1], 2)))
        fate = self._fates.get(key)
        if fate is None:
            draw = self._rng.random
            alike = [
                c
                for c in self._pack
                if c not in seen
                and card.card is not None
                and (rank_of(c) == rank_of(card.card) or suit_of(c) == suit_of(card.card))
            ]
            # What lay there from the beginning, or is only pushed, is known.
            fresh = time > 0.5 and not any(track == card.track for track, *_ in self._fates)
            fate = self._fates[key] = _Fate(
                time,
                by=bool(draw() < 0.4),
                on=bool(draw() < 0.1),
                late=float(self._rng.uniform(0.1, 1.0)) if fresh and draw() < 0.1 else 0.0,
                unsure=float(self._rng.uniform(0.2, 2.0)) if fresh and alike and draw() < 0.2 else 0.0,
                other=int(self._rng.choice(alike)) if alike else 0,
                other_first=bool(draw() < 0.5),
                lasting=bool(fresh and alike and draw() < 0.1),
            )
        return fate

    def _told(self, card: SeenCard, place: str, time: float, seen: set[Card]) -> SeenCard | None:
        fate = self._fate(card, place, time, seen)
        track = self._tracks.get(card.track, card.track)
        on = tuple(self._tracks.get(t, t) for t in card.on)
        told = replace(card, track=track, on=() if fate.on and "on" in self._doubts else on)
        if ("by" in self._doubts and fate.by) or track != card.track:
            told = replace(told, by="")
        if "late" in self._doubts and time < fate.since + fate.late:
            return None
        if "blink" in self._doubts and self._rng.random() < 0.002:
            fate.blink = time, time + float(self._rng.uniform(0.1, 0.6))
        if fate.blink[0] <= time < fate.blink[1]:
            return replace(told, hidden=True)
        if told.card is None or told.face_down or told.hidden:
            return told
        both = (fate.other, told.card) if fate.other_first else (told.card, fate.other)
        if "unsure" in self._doubts and time < fate.since + fate.unsure:
            return replace(told, card=None, candidates=both)
        if "unsure" in self._doubts and fate.lasting:
            return replace(told, candidates=(told.card, fate.other))
        return told
