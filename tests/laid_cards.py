"""Cards of our own pack, laid on a drawn table one after the other, and what a perfect reader would read there."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.demo_deck import demo_deck
from datasets.scene import CardStock, lay
from rules.cards import CARD_COUNT, Card, card_name, parse_card

SIZE = (1280, 720)
ASPECT = 88 / 63
STRAIGHT = np.array([[280.0, 0, 200], [0, 280.0, 200], [0, 0, 1]])
"""A view from above: a card is 280 pixels high, the point (0, 0) of the table is at (200, 200)."""
SLANTED = np.array([[300.0, 30, 240], [-10, 230.0, 190], [0.02, 0.09, 1]])
"""From one side: cards farther away are smaller and flatter."""


@lru_cache(maxsize=1)
def stock() -> CardStock:
    """Our pack, cut the same way every time."""
    return CardStock(demo_deck(), np.random.default_rng(3))


@dataclass
class LaidCards:
    """A table. ``view``: from heights of a card to pixels."""

    view: NDArray[np.float64] = field(default_factory=lambda: STRAIGHT)
    picture: NDArray[np.uint8] = field(init=False)
    cards: list[tuple[Card, NDArray[np.float32], list[NDArray[np.float32]]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(5)
        noise = cv2.GaussianBlur(rng.normal(0, 60, (SIZE[1], SIZE[0], 1)), (0, 0), 3)
        self.picture = np.clip(np.array([60, 100, 40]) + noise[..., None], 0, 255).astype(np.uint8)
        self._owner = np.full((SIZE[1], SIZE[0]), -1, np.int16)

    def lay(self, name: str, x: float, y: float, degrees: float = 0.0) -> None:
        """Lays a card with its middle at (x, y), turned clockwise."""
        a = np.deg2rad(degrees)
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        wide, tall = 0.5 / ASPECT, 0.5
        corners = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) @ turn + (x, y)
        quad = cv2.perspectiveTransform(corners[None].astype(np.float32), self.view)[0]
        sprite = stock().faces[parse_card(name)]
        shadow, tone = (2.0, 2.0, 2.0, 0.3), np.full(3, 0.95, np.float32)
        to_picture = lay(self.picture, self._owner, sprite, quad, len(self.cards), shadow, tone, 0.15)
        indices = [cv2.perspectiveTransform(index[None], to_picture)[0] for index in sprite.indices]
        self.cards.append((parse_card(name), quad, indices))

    def seen(self, number: int, index: NDArray[np.float32]) -> bool:
        """Does the index show wholly?"""
        mask = np.zeros(self._owner.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(index).astype(np.int32), 1)
        return bool(mask.any() and (self._owner[mask > 0] == number).mean() > 0.9)

    def read(self, doubt: float = 0.03) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The indices in view (n, 4, 2) and what they read as (n, 54)."""
        found = [(card, i) for n, (card, _, both) in enumerate(self.cards) for i in both if self.seen(n, i)]
        probabilities = np.zeros((len(found), CARD_COUNT), np.float32)
        for row, (card, _) in zip(probabilities, found, strict=True):
            row[card] = 1 - doubt
        return np.array([i for _, i in found], np.float32).reshape(-1, 4, 2), probabilities

    def name(self, number: int) -> str:
        """The name of a card."""
        return card_name(self.cards[number][0])
