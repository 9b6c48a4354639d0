"""What else with letters, figures and suit signs lies about, and is no card? Pages, letter tiles, boards, screens, labels, dice.

A reader that has only seen cards takes every figure for an index; these are drawn so that it learns better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.backs import draw_back
from datasets.glyphs import Mask, glyphs, scaled

Image = NDArray[np.uint8]
Font = tuple[str, ...]

_WORDS = (
    "the", "of", "and", "Queen", "King", "10", "7", "A", "JOKER", "Jack", "play", "8", "6", "9", "3", "K", "Q", "J", "5 4 2", "1", "B", "D",
    "V", "R", "Ace", "menu", "total", "12.50", "2026", "No. 7", "4 x 4", "TEN", "hearts", "club", "68", "35", "SALE", "AB",
)  # fmt: skip
_TILES = "AEIOUKQJBDVRTN1234567890"


def _ink(rng: Generator) -> NDArray[np.float32]:
    kind = rng.random()
    if kind < 0.5:
        return np.full(3, rng.uniform(0, 60), np.float32)
    return np.array((30, 30, 190) if kind < 0.75 else rng.uniform(0, 255, 3), np.float32)


Words = list[NDArray[np.float32]]  # where words and figures stand, (4, 2) pixels each


def _stamp(canvas: Image, mask: Mask, x: float, y: float, ink: NDArray[np.float32], words: Words) -> None:
    x0, y0 = max(0, round(x)), max(0, round(y))
    part = canvas[y0 : y0 + mask.shape[0], x0 : x0 + mask.shape[1]]
    m = mask[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - m) + ink * m).astype(np.uint8)
    x1, y1 = x0 + m.shape[1], y0 + m.shape[0]
    words.append(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32))


def _paper(rng: Generator, height: int, width: int) -> Image:
    white = rng.uniform(200, 255)
    tint = rng.uniform(-25, 0, 3) if rng.random() < 0.4 else np.zeros(3)
    return np.full((height, width, 3), np.clip(white + tint, 0, 255), np.uint8)


def _page(rng: Generator, font: Font, words: Words) -> Image:
    """Lines of words and figures, some large."""
    page = _paper(rng, int(rng.integers(200, 480)), int(rng.integers(160, 420)))
    ink = _ink(rng)
    y: float = 12.0
    while y < page.shape[0] - 20:
        height, x = float(np.exp(rng.uniform(np.log(9), np.log(60)))), 10.0
        for _ in range(int(rng.integers(1, 9))):
            mask = scaled(glyphs(_WORDS[int(rng.integers(len(_WORDS)))], font), height)
            if x + mask.shape[1] > page.shape[1] - 8:
                break
            _stamp(page, mask, x, y, ink, words)
            x += mask.shape[1] + 0.5 * height
        y += height * rng.uniform(1.3, 2.5)
    return page


def _tiles(rng: Generator, font: Font, words: Words) -> Image:
    """A row or a square of letter tiles: a large letter, a small figure in the corner; or keys, or dominoes' figures."""
    rows, columns, side = int(rng.integers(1, 4)), int(rng.integers(2, 8)), int(rng.integers(40, 80))
    face = np.array((150, 200, 235) if rng.random() < 0.5 else rng.uniform(20, 255, 3), np.float32)
    board = np.full((rows * side, columns * side, 3), rng.uniform(0, 120), np.uint8)
    ink = _ink(rng) if face.mean() > 110 else np.full(3, 235, np.float32)
    for r in range(rows):
        for c in range(columns):
            y, x = r * side, c * side
            board[y + 2 : y + side - 2, x + 2 : x + side - 2] = face
            text = _TILES[int(rng.integers(len(_TILES)))] if rng.random() < 0.9 else "10"
            letter = scaled(glyphs(text, font), side * rng.uniform(0.4, 0.6), 1.0, side * 0.7)
            _stamp(board, letter, x + (side - letter.shape[1]) / 2, y + side * 0.18, ink, words)
            if rng.random() < 0.6:
                small = scaled(glyphs(str(int(rng.integers(1, 11))), font), side * 0.17)
                _stamp(board, small, x + side * 0.75, y + side * 0.75, ink, words)
    return board


def _board(rng: Generator, font: Font, words: Words) -> Image:
    """A chequered board with letters and figures along its edges."""
    cells, side = int(rng.integers(6, 11)), int(rng.integers(26, 44))
    size = (cells + 1) * side
    dark, light = rng.uniform(0, 140, 3), rng.uniform(140, 255, 3)
    board = np.full((size, size, 3), rng.uniform(60, 230, 3), np.uint8)
    for r in range(cells):
        for c in range(cells):
            y, x = r * side + side // 2, c * side + side // 2
            board[y : y + side, x : x + side] = dark if (r + c) % 2 else light
            if rng.random() < 0.2:
                tone = (30, 30, 30) if rng.random() < 0.5 else tuple(int(v) for v in rng.integers(120, 255, 3))
                cv2.circle(board, (x + side // 2, y + side // 2), int(side * 0.36), tone, -1, cv2.LINE_AA)
    for k in range(cells):
        along = (k + 0.8) * side
        _stamp(board, scaled(glyphs(str(k + 1), font), side * 0.4), 2, along, _ink(rng), words)
        _stamp(board, scaled(glyphs("ABCDEFGHIJK"[k], font), side * 0.4), along, 1, _ink(rng), words)
    return board


def _screen(rng: Generator, font: Font, words: Words) -> Image:
    """A telephone or a window: a dark or light surface with buttons and figures."""
    height, width = int(rng.integers(160, 420)), int(rng.integers(120, 360))
    shade = rng.uniform(0, 50) if rng.random() < 0.6 else rng.uniform(190, 255)
    screen = np.full((height, width, 3), shade, np.uint8)
    for _ in range(int(rng.integers(4, 16))):
        x, y = rng.uniform(0, width * 0.8), rng.uniform(0, height * 0.9)
        w, h = rng.uniform(20, width * 0.5), rng.uniform(12, 50)
        colour = tuple(int(v) for v in rng.integers(0, 256, 3))
        if rng.random() < 0.6:
            cv2.rectangle(screen, (int(x), int(y)), (int(x + w), int(y + h)), colour, -1)
        mask = scaled(glyphs(_WORDS[int(rng.integers(len(_WORDS)))], font), h * 0.6, 1.0, w)
        _stamp(screen, mask, x + 3, y + h * 0.2, np.full(3, 255 if shade < 100 else 20, np.float32), words)
    cv2.rectangle(screen, (0, 0), (width - 1, height - 1), (15, 15, 15), int(rng.integers(3, 14)))
    return screen


def _label(rng: Generator, font: Font, words: Words) -> Image:
    """One word or figure, large: a box, a sign, a badge, a cover; sometimes with a suit sign beside or under it."""
    height = int(rng.integers(60, 200))
    mask = scaled(glyphs(_WORDS[int(rng.integers(len(_WORDS)))], font), height * rng.uniform(0.3, 0.8))
    width = mask.shape[1] + int(rng.integers(10, 80))
    label = np.full((height, width, 3), rng.uniform(0, 255, 3), np.uint8)
    dark = label.mean() < 128
    _stamp(label, mask, 5, (height - mask.shape[0]) / 2, np.full(3, 240, np.float32) if dark else _ink(rng), words)
    return label


def _pattern(rng: Generator, font: Font, words: Words) -> Image:
    """A napkin, a book cover, a coaster: printed all over like a back, but of another shape."""
    height, width = int(rng.integers(100, 360)), int(rng.integers(100, 420))
    if 1.2 < max(height, width) / min(height, width) < 1.8:
        width = height
    return draw_back(rng, width, height, (250, 250, 250))


def _dice(rng: Generator, font: Font, words: Words) -> Image:
    side = int(rng.integers(40, 90))
    die = np.full((side, side, 3), np.clip(rng.uniform(120, 255, 3), 0, 255), np.uint8)
    spots = int(rng.integers(1, 7))
    places = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}[spots]
    for p in places:
        centre = (int(side * (0.25 + 0.25 * (p % 3))), int(side * (0.25 + 0.25 * (p // 3))))
        cv2.circle(die, centre, max(3, side // 11), (20, 20, 20), -1, cv2.LINE_AA)
    return die


_KINDS: tuple[tuple[Callable[[Generator, Font, Words], Image], float], ...] = (
    (_page, 0.24),
    (_tiles, 0.17),
    (_board, 0.08),
    (_screen, 0.14),
    (_label, 0.17),
    (_pattern, 0.12),
    (_dice, 0.08),
)


def add_print(rng: Generator, picture: Image, lettering: Sequence[Font], scale: float = 1.0) -> Words:
    """Lays one such thing into ``picture``, turned and in perspective. ``lettering``: fonts as `datasets.glyphs.index_fonts` gives them.
    Gives where its words and figures stand, (4, 2) pixels each."""
    if not lettering:
        return []
    height, width = picture.shape[:2]
    shares = np.array([share for _, share in _KINDS])
    make = _KINDS[int(rng.choice(len(_KINDS), p=shares / shares.sum()))][0]
    words: Words = []
    thing = make(rng, lettering[int(rng.integers(len(lettering)))], words)
    h, w = thing.shape[:2]
    zoom = scale * float(np.exp(rng.uniform(np.log(0.4), np.log(1.3))))
    a = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.1)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2 * zoom
    quad = (corners * (1 + rng.normal(0, 0.04, (4, 2)))) @ turn + rng.uniform(0, 1, 2) * (width, height)
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    m = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    flags = cv2.INTER_AREA if zoom < 0.7 else cv2.INTER_LINEAR
    warped = cv2.warpPerspective(thing, m, (width, height), flags=flags)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255, cv2.LINE_AA)
    alpha = mask[..., None].astype(np.float32) / 255
    shade = cv2.GaussianBlur(mask, (0, 0), 4)[..., None].astype(np.float32) / 255
    under = picture * (1 - 0.3 * shade)
    picture[:] = (under * (1 - alpha) + warped * alpha).astype(np.uint8)
    return [cv2.perspectiveTransform(word[None], m)[0] for word in words]
