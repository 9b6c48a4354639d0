"""Which cards a film shows one after another, by what each frame reads as and how its index is printed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import pytest

from rules.cards import Card, parse_card
from vision import shown
from vision.laid_out import Cell, Picture, Place, Seen
from vision.shown import likeness
from vision.sources import Frame


def seen(letter: str, dx: int = 0, dy: int = 0) -> Seen:
    """An index with this letter, found so many pixels beside where it is."""
    patch = np.full((160, 160, 3), 230, np.uint8)
    cv2.putText(patch, letter, (62, 84), cv2.FONT_HERSHEY_DUPLEX, 1.3, (20, 20, 20), 3)
    cv2.circle(patch, (76, 104), 10, (20, 20, 20), -1)
    quad = np.array([[60, 54], [92, 54], [92, 116], [60, 116]], np.float32) + np.float32([dx, dy])
    return Seen(patch, quad, np.zeros(221, np.float32))


def cell(letter: str, reads: Card, sure: float, time: float) -> Cell:
    rank, suit = np.full(13, (1 - sure) / 12), np.full(4, (1 - sure) / 3)
    rank[reads // 4], suit[reads % 4] = sure, sure
    kind = np.array([0.97, 0.01, 0.01, 0.01])
    return Cell(Place(time=time), (seen(letter),), rank, suit, kind, np.zeros((4, 2), np.float32))


def film(monkeypatch: pytest.MonkeyPatch, pictures: Sequence[list[Cell]], looked_at: int | None = None) -> shown.Shown:
    waiting = iter(pictures)
    monkeypatch.setattr(shown, "look_at", lambda *_: Picture(next(waiting), []))

    def frames() -> Iterator[Frame]:
        for number in range(len(pictures)):
            yield Frame(np.zeros((4, 4, 3), np.uint8), number * shown.EVERY)

    return shown.watch(None, itertools.islice(frames(), looked_at))  # type: ignore[arg-type]


def test_the_same_rank_is_known_again_where_it_is_found_a_little_elsewhere_and_others_are_not() -> None:
    assert likeness(seen("K"), seen("K", 2, -3)) > 0.85
    assert all(likeness(seen("K"), seen(other)) < 0.78 for other in "QJ8AB")


def test_two_letters_that_read_alike_are_two_cards_and_a_glimpse_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    king = parse_card("KS")
    row = [("K", 0.9), ("K", 0.5), ("K", 0.95), ("Q", 0.7), ("Q", 0.9), ("A", 0.9), ("B", 0.9), ("B", 0.9)]
    cards = film(monkeypatch, [[cell(letter, king, sure, n / 5)] for n, (letter, sure) in enumerate(row)]).cards
    assert [round(card.place.time, 1) for card in cards] == [0.0, 0.6, 1.2]
    assert [len(card.seen) for card in cards] == [3, 2, 2]
    assert {s.fold for s in cards[0].seen} == {0, 1}


def test_a_card_that_is_taken_away_and_shown_again_comes_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    one = [cell("7", parse_card("7H"), 0.9, 0.0)]
    assert len(film(monkeypatch, [one, one, [], one, one]).cards) == 2


def test_a_table_full_of_cards_is_a_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    full = [cell("7", card, 0.9, 0.0) for card in range(12)]
    result = film(monkeypatch, [full] * 12, looked_at=9)  # the others: looked at once more
    assert result.cards == [] and 1 <= len(result.layouts) <= 3
