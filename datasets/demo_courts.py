"""Court figures and jokers of our own pack: how do jack, queen and king look?

Everything is drawn for the upper half of the card, x from the middle line, y from the top, in millimetres, and turned for the lower.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.suits import GOLD, INK, PAPER, RED, pip
from datasets.vector import Canvas, Colour, Path, curve, ellipse, mirrored, placed, points, rectangle

MIDDLE_X, MIDDLE_Y = 31.5, 44.0
FRAME = (12.8, 6.2)  # left and top

BLUE: Colour = (128, 66, 28)
GREEN: Colour = (74, 104, 34)
SKIN: Colour = (206, 224, 246)
BLUSH: Colour = (176, 188, 240)
PALE: Colour = (214, 234, 245)
STEEL: Colour = (206, 200, 192)


@dataclass(frozen=True, slots=True)
class _Dress:
    mantle: Colour
    robe: Colour
    lining: Colour
    hair: Colour


_DRESSES = (  # by suit: clubs, diamonds, hearts, spades
    _Dress(GREEN, RED, GOLD, (52, 84, 128)),
    _Dress(RED, GREEN, GOLD, (88, 176, 226)),
    _Dress(RED, BLUE, GOLD, (70, 128, 190)),
    _Dress(BLUE, RED, GOLD, (40, 46, 62)),
)


class _Figure:
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


def _halo(f: _Figure) -> None:
    """A pale sun behind the head."""
    f.fill(PALE, ellipse(0, 22.5, 13.2, 13.2, steps=72), outline=0)
    for turn in range(0, 360, 12):
        ray = placed(points(-0.28, -12.4, 0.28, -12.4, 0, -9.4), 0, 22.5, 1, turn=turn)
        f.fill(GOLD, ray, outline=0)
    f.canvas.line(GOLD, f.at(ellipse(0, 22.5, 13.2, 13.2, steps=72)), 0.4, closed=True)


def _clothes(f: _Figure, dress: _Dress) -> None:
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


def _neck(f: _Figure) -> None:
    f.fill(
        SKIN,
        mirrored(
            curve((0, 24), (2.6, 24, 2.5, 27, 2.5, 28.4), (2.6, 30, 3.4, 30.6, 4.2, 31), (2.6, 33.6, 0.6, 34, 0, 34))
        ),
    )
    f.line(curve((-2.1, 28.2), (-1, 29.4, 1, 29.4, 2.1, 28.2)), 0.22)


def _face(f: _Figure, woman: bool = False, brow: Colour = INK) -> None:
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


def _hand(f: _Figure, x: float, y: float) -> None:
    """A closed hand round something upright."""
    f.fill(SKIN, placed(rectangle(-1, -1, 1, 1, 0.55), x, y, 1.9, 1.75), outline=0.3)
    for k in (-0.85, 0.0, 0.85):
        f.line(points(x - 1.7, y + k, x + 0.9, y + k), 0.2)


def _sleeve(f: _Figure, dress: _Dress, x: float, y: float) -> None:
    cuff = curve((x - 1.6, y + 1.4), (x - 1.0, y + 3.6, x - 0.6, y + 6, x - 1.4, 44.5))
    arm = np.concatenate(
        [cuff, points(x + 4.2, 44.5), curve((x + 4.0, 42), (x + 3.6, y + 4, x + 2.6, y + 2.4, x + 1.7, y + 1.3))]
    )
    f.fill(dress.robe, arm)
    f.fill(dress.lining, placed(rectangle(-1, -1, 1, 1, 0.4), x, y + 2.2, 2.3, 0.85))


# ---------------------------------------------------------------- three ranks


def _king(f: _Figure, dress: _Dress) -> None:
    # sword, behind the hand
    f.fill(STEEL, points(13.3, 9.6, 14.2, 11.2, 14.2, 32.5, 12.4, 32.5, 12.4, 11.2))
    f.line(points(13.3, 11, 13.3, 32), 0.2)
    f.fill(GOLD, rectangle(9.9, 32.2, 16.7, 33.5, 0.6))
    _clothes(f, dress)
    # hair in curls
    for y, x in ((17.6, 6.0), (20.4, 6.6), (23.2, 6.5), (25.8, 6.0)):
        for s in (-1, 1):
            f.fill(dress.hair, ellipse(s * x, y, 1.9, 1.8, steps=28))
            f.line(ellipse(s * x, y, 0.8, 0.75, 20, 290, steps=20), 0.22)
    _neck(f)
    # ermine
    fur = mirrored(
        curve((0, 32.6), (3, 32.4, 5.4, 31, 6.8, 29.6), (9.4, 30.6, 10.6, 32.2, 11, 33.6), (7.6, 37, 3.4, 38, 0, 38))
    )
    f.fill(PAPER, fur)
    for x, y in (
        (0, 34.6),
        (3.3, 34.6),
        (-3.3, 34.6),
        (6.4, 32.8),
        (-6.4, 32.8),
        (1.8, 36.6),
        (-1.8, 36.6),
        (8.6, 33.2),
        (-8.6, 33.2),
        (5, 35.8),
        (-5, 35.8),
    ):
        f.canvas.fill(INK, f.at(placed(points(0, -1, 0.55, 0.7, 0, 0.35, -0.55, 0.7), x, y, 0.75)))
    _face(f, brow=dress.hair)
    # beard and moustache
    beard = mirrored(
        curve(
            (0, 34), (1.6, 33, 4.6, 29.6, 5.35, 22.6), (4.6, 24.4, 3.6, 26, 2.0, 26.5), (1.4, 27.3, 0.6, 27.5, 0, 27.5)
        )[::-1]
    )
    f.fill(dress.hair, beard)
    for x in (-2.4, -1.2, 0, 1.2, 2.4):
        f.line(curve((x, 28.0 + abs(x) * 0.1), (x * 1.1, 29.4, x * 0.7, 31, x * 0.55, 32.6 - abs(x) * 0.5)), 0.2)
    for s in (-1, 1):
        f.fill(
            dress.hair,
            curve((0, 24.6), (s * 1.2, 24.0, s * 2.6, 24.8, s * 3.8, 24.2), (s * 3.2, 25.8, s * 1.4, 25.9, 0, 25.3)),
            outline=0.22,
        )
    # crown
    crown = curve((-6.2, 16.2), (-6.6, 13.6, -7.2, 11.6, -7.8, 10.2), (-6.2, 10.8, -5, 11.6, -4.0, 12.6))
    crown = np.concatenate([crown, points(-2.0, 9.9, 0, 12.4)])
    f.fill(dress.robe, mirrored(curve((0, 8.8), (3, 9.2, 4.6, 11, 5.4, 14.6), (3, 15, 1, 15, 0, 15))))
    f.fill(GOLD, np.concatenate([crown, (crown * (-1, 1))[::-1]]))
    f.fill(
        dress.mantle,
        curve(
            (-6.2, 14.1),
            (-3, 15.1, 3, 15.1, 6.2, 14.1),
            (6.25, 15, 6.2, 15.8, 6.1, 16.6),
            (3, 17.6, -3, 17.6, -6.1, 16.6),
        ),
    )
    f.dots(PAPER, points(-4.4, 15.65, -2.2, 16.05, 0, 16.15, 2.2, 16.05, 4.4, 15.65), 0.52, outline=0.16)
    f.dots(RED, points(-7.8, 10.0, 7.8, 10.0, -2.0, 9.6, 2.0, 9.6), 0.62, outline=0.2)
    f.fill(
        GOLD,
        points(
            -0.4,
            7.3,
            0.4,
            7.3,
            0.4,
            8.0,
            1.1,
            8.0,
            1.1,
            8.7,
            0.4,
            8.7,
            0.4,
            9.9,
            -0.4,
            9.9,
            -0.4,
            8.7,
            -1.1,
            8.7,
            -1.1,
            8.0,
            -0.4,
            8.0,
        ),
        outline=0.2,
    )
    _sleeve(f, dress, 13.3, 35.2)
    f.fill(GOLD, ellipse(13.3, 39.2, 1.1, 1.1, steps=24))
    _hand(f, 13.3, 35.4)


def _queen(f: _Figure, dress: _Dress) -> None:
    # long hair falls behind the shoulders
    f.fill(
        dress.hair,
        mirrored(
            curve(
                (0, 12.4),
                (5, 12.4, 7.4, 16, 7.6, 21),
                (7.8, 26, 9.6, 29, 9.4, 33.4),
                (8, 36.4, 5, 36, 4, 33),
                (3.4, 30, 1, 30, 0, 30),
            )
        ),
    )
    _clothes(f, dress)
    for s in (-1, 1):
        lock = curve(
            (s * 4.6, 15),
            (s * 8.2, 18, s * 6.6, 24, s * 8.4, 28.6),
            (s * 9.6, 32, s * 8.8, 35.4, s * 6.6, 36.6),
            (s * 7.4, 33.6, s * 5.4, 31.6, s * 5.0, 28.6),
            (s * 4.4, 25, s * 5.8, 20, s * 4.6, 15),
        )
        f.fill(dress.hair, lock)
        f.line(
            curve((s * 5.6, 19), (s * 6.4, 23, s * 6.0, 26, s * 7.2, 29.4), (s * 8, 32, s * 7.8, 34, s * 7.2, 35.4)),
            0.22,
        )
    # lace collar with pearls
    lace = mirrored(
        curve(
            (0, 35.8), (2.6, 35.2, 4.6, 33, 5.2, 30.4), (6.8, 30.2, 8.2, 30.8, 9.4, 31.8), (8.0, 36, 4, 38.6, 0, 38.8)
        )
    )
    _neck(f)
    f.fill(SKIN, mirrored(curve((0, 30.4), (2, 30.4, 4, 30.6, 5.2, 30.4), (4.6, 33, 2.6, 35.2, 0, 35.8))), outline=0.25)
    f.fill(PAPER, lace)
    for t in np.linspace(-0.86, 0.86, 9):
        f.line(points(4.9 * t, 35.9 - 4.4 * t * t, 7.6 * t, 38.3 - 5.6 * t * t), 0.16)
    f.dots(
        PAPER, np.stack([np.linspace(-3.3, 3.3, 9), 32.6 - np.linspace(-1, 1, 9) ** 2 * 1.7], axis=1), 0.5, outline=0.18
    )
    f.dots(RED, points(0, 34.0), 0.72, outline=0.2)
    _face(f, woman=True, brow=dress.hair)
    # parted hair over the forehead
    for s in (-1, 1):
        f.fill(
            dress.hair,
            curve((0, 13.6), (s * 3.4, 13.4, s * 6.2, 16, s * 5.8, 21.4), (s * 4.8, 19.4, s * 2.4, 17.8, 0, 16.2)),
            outline=0.26,
        )
        f.line(curve((s * 0.6, 15), (s * 3, 15.6, s * 4.8, 17.4, s * 5.4, 19.6)), 0.18)
        f.dots(GOLD, points(s * 5.5, 24.2), 0.62, outline=0.18)
    # diadem
    band = curve((-6.1, 14.6), (-3, 12.4, 3, 12.4, 6.1, 14.6))
    peaks = points(6.9, 11.0, 4.3, 12.0, 3.4, 8.9, 1.7, 11.2, 0, 7.6, -1.7, 11.2, -3.4, 8.9, -4.3, 12.0, -6.9, 11.0)
    f.fill(GOLD, np.concatenate([band, peaks]))
    f.line(curve((-5.9, 13.6), (-3, 11.6, 3, 11.6, 5.9, 13.6)), 0.2)
    f.dots(PAPER, points(0, 7.4, -3.4, 8.7, 3.4, 8.7, -6.9, 10.8, 6.9, 10.8), 0.62, outline=0.2)
    f.fill(RED, placed(points(0, -1, 0.8, 0, 0, 1, -0.8, 0), 0, 11.1, 1.1), outline=0.2)
    f.dots(dress.mantle, points(-2.9, 11.9, 2.9, 11.9), 0.55, outline=0.18)
    # a flower
    f.line(curve((13.2, 36), (13.6, 31, 12.6, 27, 12.9, 22.6)), 0.55, GREEN)
    for s, y in ((1, 30.5), (-1, 27.6)):
        f.fill(
            GREEN, placed(mirrored(curve((0, 0), (0.9, -1, 0.9, -2.6, 0, -3.6))), 13.1, y, 1, turn=s * 55), outline=0.2
        )
    for turn in range(0, 360, 60):
        f.fill(
            dress.mantle if dress.mantle != GREEN else RED,
            placed(ellipse(0, -1.75, 1.25, 1.55, steps=24), 12.9, 20.4, 1, turn=turn),
            outline=0.24,
        )
    f.dots(GOLD, points(12.9, 20.4), 1.05, outline=0.24)
    _sleeve(f, dress, 13.3, 35.6)
    _hand(f, 13.3, 35.8)


def _jack(f: _Figure, dress: _Dress) -> None:
    # halberd
    f.fill((56, 96, 142), rectangle(12.75, 10, 13.85, 44.5))
    f.fill(STEEL, points(13.3, 7.6, 14.3, 11.4, 12.3, 11.4))
    f.fill(
        STEEL,
        curve(
            (12.7, 12.2),
            (11.6, 12.6, 10.4, 12.2, 9.5, 11.2),
            (8.8, 13.6, 8.8, 16, 9.5, 18.4),
            (10.4, 17.2, 11.6, 16.8, 12.7, 17.2),
        ),
    )
    f.fill(STEEL, points(13.9, 13, 16.6, 14.6, 13.9, 16.2))
    _clothes(f, dress)
    # page's hair, cut level
    f.fill(
        dress.hair,
        mirrored(
            curve(
                (0, 13),
                (5, 13, 7.6, 16.4, 7.4, 21),
                (7.3, 24.6, 8.2, 26.6, 8.6, 28),
                (6.8, 29, 4.8, 28.8, 3.6, 27.6),
                (2, 26, 1, 26, 0, 26),
            )
        ),
    )
    for s in (-1, 1):
        for k in (5.9, 6.9):
            f.line(curve((s * k, 18.6), (s * (k + 0.4), 22, s * (k + 0.2), 25, s * (k + 0.9), 27.6)), 0.2)
    _neck(f)
    # pointed collar
    xs = np.linspace(-8.4, 8.4, 13)
    teeth = np.stack([xs, np.where(np.arange(13) % 2 == 0, 32.2, 35.6) - np.abs(xs) * 0.13], axis=1)
    rim = curve((8.4, 30.4), (5, 29.6, 3.2, 31.4, 0, 31.8), (-3.2, 31.4, -5, 29.6, -8.4, 30.4))
    f.fill(PAPER, np.concatenate([teeth, rim]))
    f.dots(dress.mantle, teeth[1::2] - np.array((0, 1.5)), 0.42)
    _face(f, brow=dress.hair)
    fringe = curve(
        (-5.4, 20.0),
        (-5.6, 16.6, -4.4, 14.6, 0, 14.3),
        (4.4, 14.6, 5.6, 16.6, 5.4, 20.0),
        (4.6, 17.9, 2.4, 17.3, 0, 17.5),
        (-2.4, 17.3, -4.6, 17.9, -5.4, 20.0),
    )
    f.fill(dress.hair, fringe, outline=0.26)
    for x in (-3, -1.5, 0, 1.5, 3):
        f.line(points(x * 0.9, 14.9, x * 1.15, 17.1), 0.16)
    # cap with a feather
    f.fill(
        dress.robe,
        curve(
            (-6.8, 14.8),
            (-8.6, 11.4, -5.4, 8.6, -0.4, 8.8),
            (5, 8.8, 9.2, 10.6, 7.2, 14.6),
            (3, 13.6, -3, 13.6, -6.8, 14.8),
        ),
    )
    f.fill(
        GOLD,
        curve(
            (-7.0, 15.8),
            (-3, 14.5, 3, 14.5, 7.0, 15.6),
            (7.3, 15, 7.3, 14.4, 7.1, 13.8),
            (3, 12.7, -3, 12.7, -7.1, 14.0),
        ),
    )
    f.dots(dress.mantle, points(-4.2, 14.2, -1.4, 13.9, 1.4, 13.9, 4.2, 14.1), 0.5, outline=0.16)
    feather = curve(
        (4.6, 13.0),
        (5.6, 8.6, 9, 7.0, 11.2, 8.8),
        (10.6, 9.4, 11.0, 10.4, 10.0, 11.0),
        (10.2, 11.8, 9.0, 12.6, 8.2, 12.4),
        (7.4, 13.2, 6.0, 13.4, 4.6, 13.0),
    )
    f.fill(PAPER, feather)
    f.line(curve((4.8, 12.9), (6.4, 10.8, 8.4, 9.4, 10.4, 9.2)), 0.22)
    _sleeve(f, dress, 13.3, 35.2)
    _hand(f, 13.3, 35.4)


_RANKS = (_jack, _queen, _king)


def _belt(canvas: Canvas, dress: _Dress) -> None:
    """What joins the two halves; it is the same turned round."""
    left, right = FRAME[0] + 0.6, 2 * MIDDLE_X - FRAME[0] - 0.6
    canvas.fill(dress.lining, rectangle(left, MIDDLE_Y - 2.3, right, MIDDLE_Y + 2.3))
    canvas.fill(INK, rectangle(left, MIDDLE_Y - 1.75, right, MIDDLE_Y + 1.75))
    for k in range(-5, 6):
        x = MIDDLE_X + k * 3.32
        colour = (dress.mantle, dress.robe)[k % 2] if (dress.mantle, dress.robe)[k % 2] != INK else GOLD
        canvas.fill(dress.lining, placed(points(0, -1, 1, 0, 0, 1, -1, 0), x, MIDDLE_Y, 1.62, 1.5))
        canvas.fill(colour, placed(points(0, -1, 1, 0, 0, 1, -1, 0), x, MIDDLE_Y, 1.1, 1.0))
    for y in (MIDDLE_Y - 2.3, MIDDLE_Y + 2.3):
        canvas.line(INK, points(left, y, right, y), 0.3)


def paint_court(canvas: Canvas, rank: int, suit: int) -> None:
    """Paint a jack (0), queen (1) or king (2) of ``suit`` into the frame; the indices must be there already."""
    figure, dress = _Figure(canvas), _DRESSES[suit]
    x0, y0 = FRAME
    x1, y1 = 2 * MIDDLE_X - x0, 2 * MIDDLE_Y - y0
    outside = canvas.pixels.copy()
    _halo(figure)
    _RANKS[rank](figure, dress)
    pip(canvas, suit, x0 + 5.4, y0 + 5.6, 8.4)
    # nothing sticks out of the frame
    inside = Canvas(canvas.width, canvas.height, canvas.px_per_mm, (0, 0, 0))
    inside.fill((255, 255, 255), rectangle(x0 + 0.5, y0 + 0.5, x1 - 0.5, y1 - 0.5, 0.6))
    canvas.pixels[:] = np.where(inside.pixels > 127, canvas.pixels, outside)
    canvas.turn_upper_half()
    _belt(canvas, dress)
    canvas.line(INK, rectangle(x0, y0, x1, y1, 0.9), 0.4, closed=True)
    canvas.line(dress.mantle, rectangle(x0 + 0.75, y0 + 0.75, x1 - 0.75, y1 - 0.75, 0.5), 0.28, closed=True)


def paint_joker(canvas: Canvas, colour: Colour) -> None:
    """Paint the jester; ``colour`` tells the two jokers apart."""
    f = _Figure(canvas)
    other = GOLD if colour == RED else STEEL
    top, shift = 30.0, np.array((0.0, 13.0))
    f.fill(PALE, ellipse(0, 44, 17.2, 17.2, steps=90), outline=0)
    for turn in range(0, 360, 15):
        f.fill(other, placed(points(-0.7, -17.2, 0.7, -17.2, 0, -21), 0, 44, 1, turn=turn), outline=0)
    canvas.line(colour, f.at(ellipse(0, 44, 17.2, 17.2, steps=90)), 0.5, closed=True)
    # collar of points, with bells, under a ruff
    for k, turn in enumerate((-80, 80, -40, 40, 0)):
        tip = placed(points(-4.2, 1, 4.2, 1, 0, 12), 0, top + 14, 1, turn=turn)
        f.fill((colour, other, colour)[k // 2] if k < 4 else colour, tip)
        f.dots(GOLD, tip[2:], 1.0, outline=0.25)
    f.fill(PAPER, ellipse(0, top + 13.4, 7.4, 3.4))
    for x in np.linspace(-6, 6, 9):
        f.line(points(0.55 * x, top + 12.6, x, top + 13.4 + 2.9 * float(np.sqrt(1 - (x / 7.2) ** 2))), 0.18)
    # cap with three horns
    for s, hue in ((-1, colour), (1, other)):
        horn = curve(
            (0, top - 1),
            (s * 3, top - 10, s * 12, top - 10, s * 13, top + 4),
            (s * 10, top - 1, s * 7, top, s * 6.2, top + 6),
            (s * 4, top + 3, s * 1, top + 3, 0, top + 4),
        )
        f.fill(hue, horn)
        f.dots(GOLD, points(s * 13, top + 5), 1.3, outline=0.25)
    f.fill(
        colour if colour == RED else STEEL,
        curve((-3.4, top + 1.4), (-3, top - 6, -1, top - 9, 0, top - 12), (1, top - 9, 3, top - 6, 3.4, top + 1.4)),
    )
    f.dots(GOLD, points(0, top - 12.6), 1.3, outline=0.25)
    _face(_Shifted(canvas, shift), brow=INK)
    f.fill(
        GOLD,
        curve(
            (-6.6, top + 2.6),
            (-3, top - 0.4, 3, top - 0.4, 6.6, top + 2.6),
            (6.2, top + 4, 6, top + 4.6, 5.8, top + 5.2),
            (3, top + 2, -3, top + 2, -5.8, top + 5.2),
        ),
    )
    f.dots(RED, points(-3.6, top + 2.2, 0, top + 1.2, 3.6, top + 2.2), 0.6, outline=0.18)


class _Shifted(_Figure):
    """A figure lower down on the card."""

    def __init__(self, canvas: Canvas, shift: np.ndarray) -> None:
        super().__init__(canvas)
        self._shift = shift

    def at(self, path: Path) -> Path:
        return path + self._shift + np.array((MIDDLE_X, 0.0))
