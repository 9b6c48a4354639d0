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
from datasets.demo_courts import paint_court, paint_joker
from datasets.lettering import RANK_TEXTS, letter
from datasets.suits import INK, PAPER, RED, SUIT_COLOURS, SUIT_SHAPES, pip
from datasets.vector import Canvas, Colour, curve, ellipse, mirrored, placed, rectangle
from rules.cards import BLACK_JOKER, RED_JOKER, Card, rank_of, suit_of

WIDTH, HEIGHT, PX = 63.0, 88.0, 8
CORNER = 3.2

LICENCE = "AGPL-3.0-or-later, drawn by Kibitz"

# ---------------------------------------------------------------- the parts every card has

_RANK_TOP, _RANK_HEIGHT, _RANK_WIDTH, _INDEX_X = 3.9, 10.0, 6.9, 7.4
_SUIT_Y, _SUIT_HEIGHT = 18.4, 7.6
INDEX_BOX = (2.0, 3.6, 12.2, 22.4)


def _index(canvas: Canvas, card: Card) -> None:
    rank, suit = RANK_TEXTS[rank_of(card)], suit_of(card)
    colour = SUIT_COLOURS[suit]
    if rank == "10":
        letter(canvas, "1", 2.5, _RANK_TOP, 3.7, _RANK_HEIGHT, colour, 0.9)
        letter(canvas, "0", 6.6, _RANK_TOP, 5.2, _RANK_HEIGHT, colour, 0.9)
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


def _number(canvas: Canvas, card: Card) -> None:
    rank, suit = RANK_TEXTS[rank_of(card)], suit_of(card)
    top, bottom, column = 15.0, HEIGHT - 15.0, 11.4
    size = 12.6 if rank in ("9", "10") else 13.8
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
    paint_court(canvas, rank_of(card) - 9, suit_of(card))


def _joker(canvas: Canvas, card: Card) -> None:
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
            canvas.fill(light, placed(SUIT_SHAPES[1][0], x, y, 1.5))
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
