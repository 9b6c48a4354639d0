"""Court figures and jokers of our own pack: how do jack, queen and king look?

Courts are drawn for the upper half of the card and turned for the lower.
"""

from __future__ import annotations

import numpy as np

from datasets.demo_figures import (
    DRESSES,
    GREEN,
    MIDDLE_X,
    MIDDLE_Y,
    PALE,
    SKIN,
    STEEL,
    Dress,
    Figure,
    Shifted,
    clothes,
    face,
    halo,
    hand,
    neck,
    sleeve,
)
from datasets.suits import GOLD, INK, PAPER, RED, pip
from datasets.vector import Canvas, Colour, curve, ellipse, mirrored, placed, points, rectangle

FRAME = (12.8, 6.2)  # left and top


def _king(f: Figure, dress: Dress) -> None:
    # sword, behind the hand
    f.fill(STEEL, points(13.3, 9.6, 14.2, 11.2, 14.2, 32.5, 12.4, 32.5, 12.4, 11.2))
    f.line(points(13.3, 11, 13.3, 32), 0.2)
    f.fill(GOLD, rectangle(9.9, 32.2, 16.7, 33.5, 0.6))
    clothes(f, dress)
    # hair in curls
    for y, x in ((17.6, 6.0), (20.4, 6.6), (23.2, 6.5), (25.8, 6.0)):
        for s in (-1, 1):
            f.fill(dress.hair, ellipse(s * x, y, 1.9, 1.8, steps=28))
            f.line(ellipse(s * x, y, 0.8, 0.75, 20, 290, steps=20), 0.22)
    neck(f)
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
    face(f, brow=dress.hair)
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
    sleeve(f, dress, 13.3, 35.2)
    f.fill(GOLD, ellipse(13.3, 39.2, 1.1, 1.1, steps=24))
    hand(f, 13.3, 35.4)


def _queen(f: Figure, dress: Dress) -> None:
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
    clothes(f, dress)
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
    neck(f)
    f.fill(SKIN, mirrored(curve((0, 30.4), (2, 30.4, 4, 30.6, 5.2, 30.4), (4.6, 33, 2.6, 35.2, 0, 35.8))), outline=0.25)
    f.fill(PAPER, lace)
    for t in np.linspace(-0.86, 0.86, 9):
        f.line(points(4.9 * t, 35.9 - 4.4 * t * t, 7.6 * t, 38.3 - 5.6 * t * t), 0.16)
    f.dots(
        PAPER, np.stack([np.linspace(-3.3, 3.3, 9), 32.6 - np.linspace(-1, 1, 9) ** 2 * 1.7], axis=1), 0.5, outline=0.18
    )
    f.dots(RED, points(0, 34.0), 0.72, outline=0.2)
    face(f, woman=True, brow=dress.hair)
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
    sleeve(f, dress, 13.3, 35.6)
    hand(f, 13.3, 35.8)


def _jack(f: Figure, dress: Dress) -> None:
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
    clothes(f, dress)
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
    neck(f)
    # pointed collar
    xs = np.linspace(-8.4, 8.4, 13)
    teeth = np.stack([xs, np.where(np.arange(13) % 2 == 0, 32.2, 35.6) - np.abs(xs) * 0.13], axis=1)
    rim = curve((8.4, 30.4), (5, 29.6, 3.2, 31.4, 0, 31.8), (-3.2, 31.4, -5, 29.6, -8.4, 30.4))
    f.fill(PAPER, np.concatenate([teeth, rim]))
    f.dots(dress.mantle, teeth[1::2] - np.array((0, 1.5)), 0.42)
    face(f, brow=dress.hair)
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
    sleeve(f, dress, 13.3, 35.2)
    hand(f, 13.3, 35.4)


_RANKS = (_jack, _queen, _king)


def _belt(canvas: Canvas, dress: Dress) -> None:
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
    figure, dress = Figure(canvas), DRESSES[suit]
    x0, y0 = FRAME
    x1, y1 = 2 * MIDDLE_X - x0, 2 * MIDDLE_Y - y0
    outside = canvas.pixels.copy()
    halo(figure)
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
    f = Figure(canvas)
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
    face(Shifted(canvas, shift), brow=INK)
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
