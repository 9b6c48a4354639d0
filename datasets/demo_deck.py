"""The project's own pack of cards, drawn by this code and nothing else: the demo's table shows it.

No network of ours is trained on it (``held_out``). All measures are millimetres of a card 63 x 88.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import Deck, Face
from datasets.vector import Canvas, Colour, Path, curve, ellipse, mirrored, placed, points, rectangle
from rules.cards import BLACK_JOKER, RED_JOKER, Card, card_name, rank_of, suit_of

WIDTH, HEIGHT, PX = 63.0, 88.0, 8
CORNER = 3.2

PAPER: Colour = (243, 248, 250)
INK: Colour = (38, 30, 28)
RED: Colour = (42, 30, 196)
GOLD: Colour = (72, 168, 222)
LICENCE = "AGPL-3.0-or-later, drawn by Kibitz"

# ---------------------------------------------------------------- suits: unit shapes, 1 high, centred at 0, 0


def _heart() -> Path:
    side = curve((0, 0.5), (0.10, 0.30, 0.47, 0.10, 0.47, -0.21), (0.47, -0.41, 0.35, -0.5, 0.245, -0.5))
    side = np.concatenate([side, curve((0.245, -0.5), (0.13, -0.5, 0.03, -0.42, 0, -0.25))[1:]])
    return mirrored(side[::-1])


def _spade() -> tuple[Path, ...]:
    leaf = _heart() * (1.0, -0.80) + (0, -0.10)
    stem = mirrored(curve((0, 0.02), (0.03, 0.02, 0.045, 0.10, 0.06, 0.22), (0.08, 0.36, 0.13, 0.45, 0.23, 0.5)))
    return leaf, stem


def _club() -> tuple[Path, ...]:
    stem = mirrored(curve((0, 0.0), (0.03, 0.0, 0.045, 0.12, 0.06, 0.24), (0.08, 0.37, 0.13, 0.45, 0.24, 0.5)))
    leaves = [ellipse(x, y, 0.235, 0.235) for x, y in ((0, -0.265), (-0.262, 0.10), (0.262, 0.10))]
    return (*leaves, placed(points(0, -1, 1, 0.35, -1, 0.35), 0, 0.03, 0.17), stem)


def _diamond() -> Path:
    return mirrored(curve((0, -0.5), (0.09, -0.31, 0.27, -0.10, 0.39, 0), (0.27, 0.10, 0.09, 0.31, 0, 0.5)))


SUIT_SHAPES: tuple[tuple[Path, ...], ...] = (_club(), (_diamond(),), (_heart(),), _spade())
"""Suit -> the shapes that make its pip."""
SUIT_COLOURS: tuple[Colour, ...] = (INK, RED, RED, INK)


def pip(
    canvas: Canvas, suit: int, x: float, y: float, height: float, turn: float = 0.0, colour: Colour | None = None
) -> None:
    """Paint a pip of ``height`` with its centre at x, y."""
    for shape in SUIT_SHAPES[suit]:
        canvas.fill(SUIT_COLOURS[suit] if colour is None else colour, placed(shape, x, y, height, turn=turn))


# ---------------------------------------------------------------- lettering: strokes in a unit box, y down


def _lettering() -> dict[str, tuple[Path, ...]]:
    """Our own figures and letters, as middle lines for a broad pen."""
    nine = np.concatenate(
        [
            ellipse(0.5, 0.32, 0.5, 0.32, 25, 360),
            curve((1, 0.32), (1.0, 0.62, 0.98, 1.0, 0.5, 1.0), (0.28, 1.0, 0.10, 0.95, 0.04, 0.80)),
        ]
    )
    return {
        "2": (
            curve((0.03, 0.27), (0.03, 0.1, 0.22, 0, 0.5, 0), (0.8, 0, 0.97, 0.12, 0.97, 0.29))[:-1],
            curve((0.97, 0.28), (0.97, 0.55, 0.3, 0.68, 0.02, 1.0)),
            points(0.02, 1, 0.98, 1, 0.98, 0.86),
        ),
        "3": (
            curve(
                (0.04, 0.2),
                (0.06, 0.06, 0.25, 0, 0.48, 0),
                (0.76, 0, 0.92, 0.1, 0.92, 0.24),
                (0.92, 0.4, 0.7, 0.47, 0.36, 0.47),
            ),
            curve(
                (0.36, 0.47),
                (0.8, 0.47, 1.0, 0.57, 1.0, 0.73),
                (1, 0.9, 0.8, 1, 0.5, 1),
                (0.24, 1, 0.04, 0.93, 0, 0.78),
            ),
        ),
        "4": (points(0.7, 1, 0.7, 0, 0, 0.7, 1.02, 0.7), points(0.48, 1, 0.92, 1)),
        "5": (
            points(0.92, 0, 0.16, 0, 0.1, 0.47),
            curve((0.1, 0.47), (0.2, 0.38, 0.36, 0.36, 0.5, 0.36), (0.82, 0.36, 1, 0.5, 1, 0.68)),
            curve((1, 0.68), (1, 0.88, 0.8, 1, 0.48, 1), (0.22, 1, 0.05, 0.93, 0, 0.8)),
        ),
        "6": (1 - nine,),
        "7": (points(0.0, 0.15, 0.0, 0, 1, 0), curve((1, 0), (0.72, 0.34, 0.42, 0.62, 0.38, 1))),
        "8": (ellipse(0.5, 0.235, 0.43, 0.235), ellipse(0.5, 0.735, 0.5, 0.265)),
        "9": (nine,),
        "1": (curve((0.1, 0.2), (0.3, 0.17, 0.5, 0.1, 0.55, 0)), points(0.55, 0, 0.55, 1), points(0.12, 1, 0.98, 1)),
        "0": (ellipse(0.5, 0.5, 0.5, 0.5),),
        "J": (
            points(0.34, 0, 1.0, 0),
            np.concatenate(
                [
                    points(0.7, 0, 0.7, 0.6),
                    curve((0.7, 0.7), (0.7, 0.9, 0.58, 1, 0.36, 1), (0.16, 1, 0.03, 0.9, 0.02, 0.72)),
                ]
            ),
        ),
        "Q": (ellipse(0.5, 0.48, 0.5, 0.48), curve((0.42, 0.68), (0.66, 0.68, 0.74, 1.05, 1.04, 1.0))),
        "K": (
            points(0.14, 0, 0.14, 1),
            points(-0.04, 0, 0.34, 0),
            points(-0.04, 1, 0.34, 1),
            points(0.88, 0, 0.16, 0.62),
            points(0.4, 0.42, 0.9, 1),
            points(0.68, 0, 1.02, 0),
            points(0.7, 1, 1.06, 1),
        ),
        "A": (
            points(0.06, 1, 0.5, 0, 0.94, 1),
            points(0.22, 0.64, 0.78, 0.64),
            points(-0.1, 1, 0.24, 1),
            points(0.76, 1, 1.1, 1),
        ),
        "O": (ellipse(0.5, 0.5, 0.5, 0.5),),
        "E": (points(0.95, 0.16, 0.95, 0, 0.1, 0, 0.1, 1, 0.98, 1, 0.98, 0.84), points(0.1, 0.49, 0.7, 0.49)),
        "R": (
            points(0.12, 1, 0.12, 0),
            curve((0.12, 0), (0.7, -0.02, 0.95, 0.08, 0.95, 0.26), (0.95, 0.46, 0.7, 0.52, 0.12, 0.52)),
            points(0.5, 0.52, 0.94, 1),
            points(-0.05, 1, 0.32, 1),
        ),
    }


LETTERS = _lettering()
RANK_TEXTS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def letter(
    canvas: Canvas, sign: str, x: float, y: float, width: float, height: float, colour: Colour, weight: float = 1.0
) -> None:
    """Paint one figure or letter into the box whose top left is x, y."""
    thick, thin = 0.155 * height * weight, 0.105 * height * weight
    for stroke in LETTERS[sign]:
        path = stroke * (width - thick, height - thin) + (x + thick / 2, y + thin / 2)
        canvas.pen(colour, path, thick, thin)


# ---------------------------------------------------------------- the parts every card has

_RANK_TOP, _RANK_HEIGHT, _RANK_WIDTH, _INDEX_X = 3.9, 10.0, 6.9, 7.4
_SUIT_Y, _SUIT_HEIGHT = 18.4, 7.6
INDEX_BOX = (2.9, 3.7, 11.9, 22.4)


def _index(canvas: Canvas, card: Card) -> None:
    rank, suit = RANK_TEXTS[rank_of(card)], suit_of(card)
    colour = SUIT_COLOURS[suit]
    if rank == "10":
        letter(canvas, "1", 2.4, _RANK_TOP, 3.9, _RANK_HEIGHT, colour, 0.92)
        letter(canvas, "0", 6.7, _RANK_TOP, 5.6, _RANK_HEIGHT, colour, 0.92)
    else:
        letter(canvas, rank, _INDEX_X - _RANK_WIDTH / 2, _RANK_TOP, _RANK_WIDTH, _RANK_HEIGHT, colour)
    pip(canvas, suit, _INDEX_X, _SUIT_Y, _SUIT_HEIGHT)


def _index_quads(
    canvas_picture: NDArray[np.uint8], box: tuple[float, float, float, float]
) -> tuple[NDArray[np.float32], ...]:
    """The tight quads of the ink in ``box`` and of its twin in the opposite corner, px."""
    x0, y0, x1, y1 = (round(v * PX) for v in box)
    dark = canvas_picture[y0:y1, x0:x1].min(axis=2) < 170
    ys, xs = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    left, right, top, bottom = x0 + xs[0], x0 + xs[-1] + 1, y0 + ys[0], y0 + ys[-1] + 1
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    return quad, np.array([WIDTH * PX, HEIGHT * PX], np.float32) - quad


_ROWS = {  # rank text -> pips of the upper half and the middle: column -1, 0, 1 and height, 0 top row to 1 bottom row
    "2": ((0, 0.0),),
    "3": ((0, 0.0), (0, 0.5)),
    "4": ((-1, 0.0), (1, 0.0)),
    "5": ((-1, 0.0), (1, 0.0), (0, 0.5)),
    "6": ((-1, 0.0), (1, 0.0), (-1, 0.5), (1, 0.5)),
    "7": ((-1, 0.0), (1, 0.0), (-1, 0.5), (1, 0.5), (0, 0.25)),
    "8": ((-1, 0.0), (1, 0.0), (-1, 0.5), (1, 0.5), (0, 0.25)),
    "9": ((-1, 0.0), (1, 0.0), (-1, 1 / 3), (1, 1 / 3), (0, 0.5)),
    "10": ((-1, 0.0), (1, 0.0), (-1, 1 / 3), (1, 1 / 3), (0, 1 / 6)),
}
_TURNED = {
    "2",
    "3",
    "4",
    "5",
    "6",
    "8",
    "9",
    "10",
}  # every pip of the upper half has an upside-down twin below; the 7 lacks one


def _number(canvas: Canvas, card: Card) -> None:
    rank, suit = RANK_TEXTS[rank_of(card)], suit_of(card)
    top, bottom, column = 15.5, HEIGHT - 15.5, 11.6
    size = 14.0 if suit in (0, 3) else 13.6
    for side, height in _ROWS[rank]:
        x, y = WIDTH / 2 + side * column, top + height * (bottom - top)
        pip(canvas, suit, x, y, size)
        middle_of_seven = rank == "7" and side == 0
        if height < 0.5 and not middle_of_seven:
            pip(canvas, suit, WIDTH - x, HEIGHT - y, size, turn=180)


def _ace(canvas: Canvas, card: Card) -> None:
    suit = suit_of(card)
    cx, cy = WIDTH / 2, HEIGHT / 2
    if suit != 3:
        pip(canvas, suit, cx, cy, 25)
        return
    # The ace of spades carries the maker's ornament, as it always has.
    for turn in range(0, 360, 30):
        canvas.fill(INK, placed(mirrored(curve((0, -19.5), (1.4, -22, 1.2, -24, 0, -25.5))), cx, cy, 1, turn=turn))
    canvas.line(INK, ellipse(cx, cy, 18.2, 18.2), 0.5, closed=True)
    canvas.line(INK, ellipse(cx, cy, 19.2, 19.2), 0.22, closed=True)
    pip(canvas, suit, cx, cy - 0.6, 29)
    pip(canvas, suit, cx, cy - 2.2, 11, colour=PAPER)
    pip(canvas, suit, cx, cy - 2.2, 8.2, colour=RED)


def _court(canvas: Canvas, card: Card) -> None:
    from datasets.demo_courts import paint_court

    paint_court(canvas, rank_of(card) - 9, suit_of(card))


def _joker(canvas: Canvas, card: Card) -> None:
    from datasets.demo_courts import paint_joker

    colour = RED if card == RED_JOKER else INK
    for i, sign in enumerate("JOKER"):
        letter(canvas, sign, 4.2, 4.0 + i * 7.4, 5.0, 6.4, colour)
    canvas.turn_upper_half()
    paint_joker(canvas, colour)


def _back(colour: Colour, light: Colour) -> NDArray[np.uint8]:
    canvas = Canvas(WIDTH, HEIGHT, PX, PAPER)
    canvas.fill(colour, rectangle(4, 4, WIDTH - 4, HEIGHT - 4, 1.6))
    cx, cy = WIDTH / 2, HEIGHT / 2
    cell = 5.1
    for row in range(-8, 9):
        for col in range(-6, 7):
            x, y = cx + col * cell, cy + row * cell
            if abs(x - cx) > 24.5 or abs(y - cy) > 37:
                continue
            canvas.line(light, ellipse(x, y, cell * 0.5, cell * 0.5), 0.28, closed=True)
            canvas.line(light, ellipse(x, y, cell * 0.7, cell * 0.7), 0.16, closed=True)
            canvas.fill(light, placed(_diamond(), x, y, 1.5))
    canvas.fill(colour, rectangle(4, 4, WIDTH - 4, HEIGHT - 4, 1.6), rectangle(7, 7, WIDTH - 7, HEIGHT - 7, 1.0))
    canvas.line(light, rectangle(5.2, 5.2, WIDTH - 5.2, HEIGHT - 5.2, 1.0), 0.35, closed=True)
    canvas.line(light, rectangle(7, 7, WIDTH - 7, HEIGHT - 7, 0.6), 0.5, closed=True)
    canvas.fill(colour, ellipse(cx, cy, 14, 14))
    canvas.line(light, ellipse(cx, cy, 14, 14), 0.5, closed=True)
    canvas.line(light, ellipse(cx, cy, 12.8, 12.8), 0.25, closed=True)
    for turn in range(0, 360, 45):
        canvas.fill(light, placed(mirrored(curve((0, -1.5), (2.2, -5, 1.6, -9, 0, -11.6))), cx, cy, 1, turn=turn))
    canvas.fill(colour, ellipse(cx, cy, 3.4, 3.4))
    for suit, (dx, dy) in enumerate(((0, -1.5), (1.5, 0), (0, 1.5), (-1.5, 0))):
        pip(canvas, suit, cx + dx, cy + dy, 1.9, colour=light)
    return _cut(canvas.picture())


def _cut(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Round the corners: BGR -> BGRA."""
    mask = Canvas(WIDTH, HEIGHT, PX, (0, 0, 0))
    mask.fill((255, 255, 255), rectangle(0, 0, WIDTH, HEIGHT, CORNER))
    return np.dstack([picture, mask.picture()[:, :, 0]])


def _face(card: Card) -> Face:
    canvas = Canvas(WIDTH, HEIGHT, PX, PAPER)
    box = INDEX_BOX
    if card in (BLACK_JOKER, RED_JOKER):
        _joker(canvas, card)
        box = (3.6, 3.4, 10.0, 41.0)
    else:
        _index(canvas, card)
        canvas.turn_upper_half()
        rank = RANK_TEXTS[rank_of(card)]
        paint: Callable[[Canvas, Card], None] = _ace if rank == "A" else _court if rank in "JQK" else _number
        paint(canvas, card)
    picture = canvas.picture()
    return Face(_cut(picture), _index_quads(picture, box))


@lru_cache(maxsize=1)
def demo_deck() -> Deck:
    """The pack: 52 cards, two jokers, two backs. Drawn once a process (about three seconds)."""
    faces = {card: _face(card) for card in range(54)}
    backs = (_back((112, 52, 30), (236, 224, 206)), _back((44, 34, 140), (214, 226, 240)))
    return Deck("kibitz", "english", faces, backs, LICENCE, held_out=True)


def sheet(path: str) -> None:
    """Write all faces and backs as one picture, to look at."""
    deck = demo_deck()
    pictures = [deck.faces[rank * 4 + suit].image for suit in (3, 2, 1, 0) for rank in range(13)]
    pictures += [deck.faces[card].image for card in (BLACK_JOKER, RED_JOKER)] + list(deck.backs)
    pictures += [np.zeros_like(pictures[0])] * (-len(pictures) % 13)
    small = [cv2.resize(p[:, :, :3] * (p[:, :, 3:] > 127), (252, 352), interpolation=cv2.INTER_AREA) for p in pictures]
    rows = [np.hstack(small[i : i + 13]) for i in range(0, len(small), 13)]
    cv2.imwrite(path, np.vstack(rows))


__all__ = ["card_name", "demo_deck", "letter", "pip", "sheet"]
