"""A table on which a battle is laid out, in millimetres: for asking what it can mean. Every card lies upright."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from rules.cards import Card
from rules.referee import Referee
from rules.table import MIDDLE, Meaning, SeenCard, compare

WIDE, TALL = 63.0, 88.0
PICTURE = 640.0  # mm that are seen from left to right
OVERLAPS = 0.03


@dataclass(frozen=True)
class Laid:
    """One card. ``by``: who laid it."""

    card: Card
    x: float
    y: float
    by: str = ""

    def over(self, other: Laid) -> float:
        """The share of a card by which the two overlap."""
        across, along = WIDE - abs(self.x - other.x), TALL - abs(self.y - other.y)
        return max(0.0, across) * max(0.0, along) / (WIDE * TALL)


class BattleTable:
    """The middle of a table. ``knows_who``: whether it is seen who lays a card."""

    def __init__(self, random: Random, knows_who: bool = True) -> None:
        self.random = random
        self.knows_who = knows_who
        self.cards: list[Laid] = []

    def copy(self) -> BattleTable:
        """Another one that looks the same."""
        other = BattleTable(self.random, self.knows_who)
        other.cards = list(self.cards)
        return other

    def _lay(self, card: Card, x: float, y: float, by: str) -> None:
        x, y = x + self.random.uniform(-2, 2), y + self.random.uniform(-2, 2)
        self.cards.append(Laid(card, x, y, by if self.knows_who else ""))

    def find(self, card: Card) -> Laid:
        """Where a card lies."""
        return next(laid for laid in self.cards if laid.card == card)

    def row(self, cards: list[Card], by: str) -> None:
        """Side by side, beside what lies there."""
        start = max((laid.x for laid in self.cards), default=0.0) + (74.0 if self.cards else 0.0)
        for n, card in enumerate(cards):
            self._lay(card, start + 74.0 * n, 0.0, by)

    def on(self, card: Card, target: Card, by: str) -> None:
        """On another card, an end of which stays free."""
        under = self.find(target)
        self._lay(card, under.x + self.random.uniform(-10, 10), under.y + self.random.uniform(29, 38), by)

    def instead(self, card: Card, target: Card, by: str) -> None:
        """Where another one lies, which goes."""
        under = self.find(target)
        self._lay(card, under.x, under.y, by)
        self.take(target)

    def beside(self, card: Card, near: Card, by: str) -> None:
        """Where there is room, above or below what lies there."""
        x = self.find(near).x
        y = min(laid.y for laid in self.cards) - TALL - 6
        while any(Laid(card, x, y).over(laid) for laid in self.cards):
            y -= 20
        self._lay(card, x, y, by)

    def take(self, *cards: Card) -> None:
        """They go."""
        self.cards = [laid for laid in self.cards if laid.card not in cards]

    def seen(self) -> tuple[SeenCard, ...]:
        """As a good eye sees it."""
        found = []
        for n, laid in enumerate(self.cards):
            below = sorted(((laid.over(other), other.card + 1) for other in self.cards[:n]), reverse=True)
            on = tuple(track for share, track in below if share > OVERLAPS)
            spot = (0.3 + laid.x / PICTURE, 0.3 + laid.y / PICTURE)
            found.append(SeenCard(laid.card, track=laid.card + 1, spot=spot, on=on, by=laid.by))
        return tuple(found)

    def blurred(self) -> tuple[SeenCard, ...]:
        """As an eye sees it that cannot tell what lies on what."""
        return tuple(replace(card, on=(), by="") for card in self.seen())

    def covered(self) -> tuple[SeenCard, ...]:
        """As an eye sees it for which every card with another one on it is covered."""
        seen = self.seen()
        under = {track for card in seen for track in card.on}
        return tuple(replace(card, hidden=card.track in under) for card in seen)

    def meanings(self, referee: Referee, seen: tuple[SeenCard, ...] | None = None) -> tuple[Meaning, ...]:
        """What the game takes it for."""
        change = compare(referee.game.lying(referee.position), {MIDDLE: self.seen() if seen is None else seen})
        return referee.game.shown(referee.position, change) if change else ()
