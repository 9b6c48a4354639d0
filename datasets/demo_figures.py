"""What all people on our own court cards have: a face, a neck, clothes, hands, and the colours of their suit.

A figure is drawn about its middle line, x from there, y from the top of the card, in millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.suits import GOLD, INK, PAPER, RED
from datasets.vector import Canvas, Colour, Path, curve, ellipse, mirrored, placed, points, rectangle

MIDDLE_X, MIDDLE_Y = 31.5, 44.0

BLUE: Colour = (128, 66, 28)
GREEN: Colour = (74, 104, 34)
SKIN: Colour = (206, 224, 246)
BLUSH: Colour = (176, 188, 240)
PALE: Colour = (214, 234, 245)
STEEL: Colour = (206, 200, 192)


@dataclass(frozen=True, slots=True)
class Dress:
    mantle: Colour
    robe: Colour
    lining: Colour
    hair: Colour


DRESSES = (  # by suit: clubs, diamonds, hearts, spades
    Dress(GREEN, RED, GOLD, (52, 84, 128)),
    Dress(RED, GREEN, GOLD, (88, 176, 226)),
    Dress(RED, BLUE, GOLD, (70, 128, 190)),
    Dress(BLUE, RED, GOLD, (40, 46, 62)),
)


class Figure:
    """The upper half of a card, drawn about its middle line."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def at(self, path: Path) -> Path:
        return path + np.array((MIDDLE_X, 0.0))

    def fill(self, colour: Colour, *paths: Path, outline: float = 0.32) -> None:
        self.canvas.fill(colour, *(self.at(path) for path in paths))
        if outline:
            for path in paths:
                self.canvas.line(INK, self.at(path), outline, closed=True)

    def line(self, path: Path, width: float = 0.3, colour: Colour = INK) -> None:
        self.canvas.line(colour, self.at(path), width)

    def both(self, path: Path, width: float = 0.3, colour: Colour = INK) -> None:
        self.line(path, width, colour)
        self.line(path * (-1, 1), width, colour)

    def pair(self, colour: Colour, path: Path, outline: float = 0.32) -> None:
        self.fill(colour, path, outline=outline)
        self.fill(colour, path * (-1, 1), outline=outline)

    def dots(self, colour: Colour, path: Path, radius: float, outline: float = 0.0) -> None:
        for x, y in path:
            self.fill(colour, ellipse(x, y, radius, radius, steps=20), outline=outline)


# ---------------------------------------------------------------- what all wear


def halo(f: Figure) -> None:
    """A pale sun behind the head."""
    f.fill(PALE, ellipse(0, 22.5, 13.2, 13.2, steps=72), outline=0)
    for turn in range(0, 360, 12):
        ray = placed(points(-0.28, -12.4, 0.28, -12.4, 0, -9.4), 0, 22.5, 1, turn=turn)
        f.fill(GOLD, ray, outline=0)
    f.canvas.line(GOLD, f.at(ellipse(0, 22.5, 13.2, 13.2, steps=72)), 0.4, closed=True)


def clothes(f: Figure, dress: Dress) -> None:
    mantle = mirrored(curve((0, 30), (4, 30.4, 7, 30.6, 10.5, 32.2), (15.4, 34.4, 17.4, 38.5, 18.2, 44.5)))
    f.fill(dress.mantle, mantle)
    for k in range(3):  # folds
        f.both(curve((9.4 + 2.4 * k, 33.6 + 1.3 * k), (10.6 + 2 * k, 37, 11.4 + 1.9 * k, 40, 11.6 + 1.9 * k, 44)), 0.28)
    f.both(curve((13.2, 34.2), (15.6, 36.6, 16.8, 40, 17.1, 44)), 0.7, dress.lining)
    robe = mirrored(curve((0, 29.5), (3, 30, 5.2, 31, 6.4, 33), (7.6, 36, 8.6, 40, 9, 44.5)))
    f.fill(dress.robe, robe)
    # a band of lozenges down the front
    f.fill(dress.lining, points(-2.5, 31, 2.5, 31, 3.3, 44.5, -3.3, 44.5))
    for y in (34.2, 37.4, 40.6):
        f.fill(dress.mantle, placed(points(0, -1, 1, 0, 0, 1, -1, 0), 0, y, 1.5, 1.35), outline=0.2)
        f.fill(PAPER, ellipse(0, y, 0.42, 0.42, steps=16), outline=0)
    for x, y in ((5.0, 34.6), (5.6, 38), (6.1, 41.4)):
        for side in (-1, 1):
            f.dots(dress.lining, points(side * x, y), 0.62)


def neck(f: Figure) -> None:
    f.fill(
        SKIN,
        mirrored(
            curve((0, 24), (2.6, 24, 2.5, 27, 2.5, 28.4), (2.6, 30, 3.4, 30.6, 4.2, 31), (2.6, 33.6, 0.6, 34, 0, 34))
        ),
    )
    f.line(curve((-2.1, 28.2), (-1, 29.4, 1, 29.4, 2.1, 28.2)), 0.22)


def face(f: Figure, woman: bool = False, brow: Colour = INK) -> None:
    side = curve((0, 14.4), (3.6, 14.4, 5.3, 17.2, 5.2, 20.8), (5.1, 24.4, 3.2, 28.2, 0, 28.6))
    f.fill(SKIN, mirrored(side))
    for s in (-1, 1):
        f.canvas.fill(BLUSH, f.at(ellipse(s * 3.1, 23.6, 1.15, 0.8, steps=24)))
        almond = curve(
            (s * 0.95, 20.9),
            (s * 1.6, 19.75, s * 2.9, 19.8, s * 3.6, 20.7),
            (s * 2.8, 21.7, s * 1.6, 21.7, s * 0.95, 20.9),
        )
        f.fill(PAPER, almond, outline=0.18)
        f.dots(INK, points(s * 2.25, 20.72), 0.58)
        f.dots(PAPER, points(s * 2.42, 20.52), 0.17)
        f.line(curve((s * 0.8, 20.8), (s * 1.6, 19.5, s * 3, 19.6, s * 3.75, 20.6)), 0.34 if woman else 0.26)
        height = 18.3 if woman else 18.5
        f.line(
            curve((s * 0.95, height + 0.3), (s * 1.8, height - 0.5, s * 3, height - 0.5, s * 3.9, height + 0.4)),
            0.34 if woman else 0.55,
            brow,
        )
    f.line(curve((0.65, 18.9), (0.3, 20.6, 0.1, 22, -0.75, 23.5), (-0.5, 24.1, 0.2, 24.2, 0.75, 23.9)), 0.26)
    lips = curve(
        (-1.65, 25.7),
        (-0.8, 25.0, -0.25, 25.1, 0, 25.35),
        (0.25, 25.1, 0.8, 25.0, 1.65, 25.7),
        (0.8, 26.7, -0.8, 26.7, -1.65, 25.7),
    )
    f.fill((70, 60, 200), lips, outline=0.12)
    f.line(curve((-1.75, 25.7), (-0.6, 25.95, 0.6, 25.95, 1.75, 25.7)), 0.16)


def hand(f: Figure, x: float, y: float) -> None:
    """A closed hand round something upright."""
    f.fill(SKIN, placed(rectangle(-1, -1, 1, 1, 0.55), x, y, 1.9, 1.75), outline=0.3)
    for k in (-0.85, 0.0, 0.85):
        f.line(points(x - 1.7, y + k, x + 0.9, y + k), 0.2)


def sleeve(f: Figure, dress: Dress, x: float, y: float) -> None:
    cuff = curve((x - 1.6, y + 1.4), (x - 1.0, y + 3.6, x - 0.6, y + 6, x - 1.4, 44.5))
    arm = np.concatenate(
        [cuff, points(x + 4.2, 44.5), curve((x + 4.0, 42), (x + 3.6, y + 4, x + 2.6, y + 2.4, x + 1.7, y + 1.3))]
    )
    f.fill(dress.robe, arm)
    f.fill(dress.lining, placed(rectangle(-1, -1, 1, 1, 0.4), x, y + 2.2, 2.3, 0.85))


class Shifted(Figure):
    """A figure lower down on the card."""

    def __init__(self, canvas: Canvas, shift: NDArray[np.float64]) -> None:
        super().__init__(canvas)
        self._shift = shift

    def at(self, path: Path) -> Path:
        return path + self._shift + np.array((MIDDLE_X, 0.0))
