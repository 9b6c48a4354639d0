"""A table drawn with plain rectangles, and a reader that finds their cards by colour: the whole way of a card without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.cards import CARD_COUNT, Card, parse_card
from vision.sighting import Sighting

WIDTH, HEIGHT = 640, 360
CARD = (44, 62)  # px
INDEX = (8, 14)


def colour_of(card: Card) -> tuple[int, int, int]:
    """The colour that a card's indices are drawn in."""
    return (30 + 4 * card, 250, 20)


@dataclass
class DrawnTable:
    """Cards on a table; the last lies on top. ``hand``: where a hand holds still, or None. Positions are of a card's top left, px."""

    cards: list[tuple[Card, int, int]] = field(default_factory=list)
    hand: tuple[int, int] | None = None
    light: float = 1.0

    def lay(self, name: str, x: int, y: int) -> None:
        self.cards.append((parse_card(name), x, y))

    def take(self, *names: str) -> None:
        gone = set(map(parse_card, names))
        self.cards = [entry for entry in self.cards if entry[0] not in gone]

    def picture(self) -> NDArray[np.uint8]:
        """(H, W, 3) uint8 BGR."""
        image = np.full((HEIGHT, WIDTH, 3), (60, 90, 40), np.uint8)
        image[::16] = (70, 100, 50)
        for card, x, y in self.cards:
            width, height = CARD
            cv2.rectangle(image, (x, y), (x + width, y + height), (235, 235, 235), -1)
            cv2.rectangle(image, (x, y), (x + width, y + height), (90, 90, 90), 1)
            for left, top in ((x + 3, y + 3), (x + width - 3 - INDEX[0], y + height - 3 - INDEX[1])):
                image[top : top + INDEX[1], left : left + INDEX[0]] = colour_of(card)
        if self.hand is not None:
            x, y = self.hand
            cv2.line(image, (x, y), (x + 60, HEIGHT), (110, 150, 200), 46)
            cv2.circle(image, (x, y), 40, (110, 150, 200), -1)
        return np.clip(image * self.light, 0, 255).astype(np.uint8) if self.light != 1 else image


@dataclass(frozen=True)
class DrawnReading:
    sightings: list[Sighting]
    detect_ms: float = 1.0
    read_ms: float = 2.0
    total_ms: float = 3.0


class DrawnReader:
    """Reads pictures of a DrawnTable. ``misread``: card -> what it is taken for, and how surely."""

    sure = 0.6

    def __init__(self, misread: dict[str, tuple[str, float]] | None = None) -> None:
        self.misread = {parse_card(a): (parse_card(b), p) for a, (b, p) in (misread or {}).items()}

    def read(self, image: NDArray[np.uint8], *, thorough: bool = True) -> DrawnReading:
        sightings = []
        coloured = (image[:, :, 1] == 250) & (image[:, :, 2] == 20)
        for blue in np.unique(image[:, :, 0][coloured]):
            card = (int(blue) - 30) // 4
            mask = (coloured & (image[:, :, 0] == blue)).astype(np.uint8)
            count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
            spots = [stats[i] for i in range(1, count) if stats[i][4] > 0.7 * INDEX[0] * INDEX[1]]
            if not spots:
                continue
            spots.sort(key=lambda spot: int(spot[1]))
            x, y = int(spots[0][0]), int(spots[0][1])
            if len(spots) == 2:
                sightings.append(self._sighting("card", card, x - 3, y - 3, *CARD, ends=2))
            else:
                sightings.append(self._sighting("index", card, x, y, *INDEX, ends=1))
        return DrawnReading(sightings)

    def _sighting(self, kind: str, card: Card, x: int, y: int, width: int, height: int, ends: int) -> Sighting:
        name, sure = self.misread.get(card, (card, 0.97))
        probabilities = np.zeros(CARD_COUNT, np.float32)
        probabilities[card] = 1 - sure - 0.01
        probabilities[name] = sure
        corners = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)
        return Sighting(kind, name, sure, corners, probabilities, ends)  # type: ignore[arg-type]


Scene = Callable[[DrawnTable], None]


def film(*scenes: tuple[float, Scene]) -> Iterator[tuple[float, NDArray[np.uint8]]]:
    """Ten pictures a second: each scene changes the table and is shown for so many seconds."""
    table = DrawnTable()
    number = 0
    for seconds, change in scenes:
        change(table)
        picture = table.picture()
        for _ in range(round(seconds * 10)):
            yield number / 10, picture
            number += 1


def write_frames(folder: Path, *scenes: tuple[float, Scene]) -> Path:
    """The film as a folder of pictures."""
    folder.mkdir()
    for time, picture in film(*scenes):
        cv2.imwrite(str(folder / f"frame{round(time * 10)}.png"), picture)
    return folder


def nothing(table: DrawnTable) -> None:
    """The table stays as it is."""


def lay(name: str, x: int, y: int) -> Scene:
    return lambda table: table.lay(name, x, y)


def take(*names: str) -> Scene:
    return lambda table: table.take(*names)


def hand_over(x: int, y: int) -> Scene:
    def come(table: DrawnTable) -> None:
        table.hand = (x, y)

    return come


def hand_away(table: DrawnTable) -> None:
    table.hand = None


def both(*scenes: Scene) -> Scene:
    def change(table: DrawnTable) -> None:
        for scene in scenes:
            scene(table)

    return change
