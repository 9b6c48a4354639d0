"""Hours of play: what the tracker remembers stays small, and it is as quick at the end as at the beginning."""

from __future__ import annotations

import cv2
import numpy as np

from rules.cards import CARD_COUNT, PACKS, cards_in
from vision.sighting import Sighting
from vision.tracker import Tracker

HOURS = 2
ROUNDS = 60  # of ten frames each, with the time that passes between them left out
WIDE, TALL = 96, 54


def seen(card: int | None, x: float, y: float, sure: float) -> Sighting:
    """A card whose top left is at (x, y) px."""
    corners = np.array([[x, y], [x + 7, y], [x + 7, y + 10], [x, y + 10]], np.float32)
    if card is None:
        return Sighting("back", None, sure, corners)
    probabilities = np.full(CARD_COUNT, (1 - sure) / CARD_COUNT, np.float32)
    probabilities[card] = sure
    index = np.array([[x, y], [x + 1.4, y], [x + 1.4, y + 2], [x, y + 2]], np.float32)
    return Sighting("card", card, sure, corners, probabilities, 1, (index,))


def test_two_hours_of_play_leave_nothing_behind() -> None:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(4)
    tracker = Tracker(0.6, pack=PACKS[36])
    pack = np.array(list(cards_in(PACKS[36])))
    boxes = [(0.0, 0.0, 1.0, 1.0), (0.3, 0.3, 0.7, 0.7)]
    most = [0, 0, 0, 0]
    for turn in range(ROUNDS):
        table = np.full((TALL, WIDE, 3), 90, np.uint8)
        lying = [(int(c), rng.uniform(0, 85), rng.uniform(0, 40)) for c in rng.choice(pack, 12, replace=False)]
        lying += [(None, rng.uniform(0, 85), rng.uniform(0, 40)) for _ in range(6)]  # type: ignore[list-item]
        for _, x, y in lying:
            colour = tuple(map(int, rng.integers(0, 255, 3)))
            cv2.rectangle(table, (int(x), int(y)), (int(x) + 7, int(y) + 10), colour, -1)
        for n in range(10):
            tracker.look(table, turn * HOURS * 3600 / ROUNDS + n / 10)
            found = [seen(c, x, y, float(rng.uniform(0.3, 0.99))) for c, x, y in lying if rng.random() < 0.8]
            tracker.update(found, boxes)
        votes = max(len(card.votes) for card in tracker._cards)
        now = len(tracker._cards), len(tracker._on_top), len(tracker._hands), votes
        most = [max(a, b) for a, b in zip(most, now, strict=True)]
    assert most[0] <= 36 + 60 + 20  # cards: the pack, backs out of sight, and what only just appeared
    assert most[1] <= 1000  # pairs of cards
    assert most[2] <= 48  # hands
    assert most[3] <= 12  # votes on one card
