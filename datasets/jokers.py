"""What do packs print in the corners of their jokers? A word downwards or across, a star, another sign, or both; drawn by lot."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator

from datasets.decks import FACE_HEIGHT
from datasets.glyphs import Mask, glyphs, scaled, tight

_KINDS = ("down", "across", "star", "ringed", "star and word", "sign", "sign and word", "hollow word")
_SHARES = {  # held-out packs keep to the kinds by which all weights so far were measured
    True: (0.5, 0.12, 0.18, 0.1, 0.1, 0.0, 0.0, 0.0),
    False: (0.2, 0.1, 0.22, 0.1, 0.06, 0.24, 0.04, 0.04),
}
_WORDS = ("JOKER", "Joker", "JOLLY", "JOKER")
_MORE_WORDS = (*_WORDS, "JOKER", "JOKER", "Jolly", "WILD", "FOU", "NARR", "JOKERI", "COMODIN", "JOKER!")
_RUSSIAN = ("ДЖОКЕР",)
_SIDE = 220  # pixels: signs are drawn this large


def _star(points: int, depth: float) -> Mask:
    t = np.arange(2 * points) * np.pi / points - np.pi / 2
    r = np.where(np.arange(2 * points) % 2 == 0, 100.0, 100.0 * depth)
    canvas = np.zeros((_SIDE, _SIDE), np.uint8)
    cv2.fillPoly(canvas, [np.stack([110 + r * np.cos(t), 110 + r * np.sin(t)], 1).astype(np.int32)], 255, cv2.LINE_AA)
    return tight(canvas)


def _any_star(rng: Generator) -> Mask:
    star = _star(int(rng.integers(4, 17)), float(rng.uniform(0.25, 0.75)))
    if rng.random() < 0.3:  # only its outline
        line = int(rng.integers(5, 16))
        star = np.asarray(cv2.subtract(star, cv2.erode(star, np.ones((line, line), np.uint8))), np.uint8)
    return star


def _rings(rng: Generator) -> Mask:
    """Circles in each other, dots or rays around them: rosettes, suns, targets."""
    canvas = np.zeros((_SIDE, _SIDE), np.uint8)
    outer = rng.uniform(85, 105)
    for k in range(int(rng.integers(1, 4))):
        cv2.circle(canvas, (110, 110), int(outer * (1 - 0.25 * k)), 255, int(rng.integers(4, 14)), cv2.LINE_AA)
    for t in np.arange(count := int(rng.integers(5, 16))) * 2 * np.pi / count:
        at = np.array([np.cos(t), np.sin(t)])
        if outer < 95:
            cv2.line(canvas, _pixel(110 + 0.55 * outer * at), _pixel(110 + outer * at), 255, 7, cv2.LINE_AA)
        else:
            cv2.circle(canvas, _pixel(110 + 0.68 * outer * at), int(rng.integers(6, 14)), 255, -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.circle(canvas, (110, 110), int(rng.uniform(0.15, 0.4) * outer), 255, -1, cv2.LINE_AA)
    return tight(canvas)


def _pixel(at: np.ndarray) -> tuple[int, int]:
    return int(at[0]), int(at[1])


def _cap(rng: Generator) -> Mask:
    """A fool's cap with bells, with or without a face under it."""
    canvas = np.zeros((_SIDE, _SIDE), np.uint8)
    horns = int(rng.integers(2, 5))
    for k in range(horns):
        turn = np.pi * (0.1 + 0.8 * k / (horns - 1))
        tip = np.array([110 - 88 * np.cos(turn), 120 - 85 * np.sin(turn)])
        foot = np.array([[75, 130], [110, 150], [145, 130]], np.float64)
        cv2.fillPoly(canvas, [np.vstack([foot, tip]).astype(np.int32)], 255 - 90 * (k % 2), cv2.LINE_AA)
        cv2.circle(canvas, _pixel(tip), 12, 255, -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        cv2.ellipse(canvas, (110, 160), (34, 44), 0, 0, 360, 0, -1, cv2.LINE_AA)
        cv2.ellipse(canvas, (110, 160), (34, 44), 0, 0, 360, 255, 7, cv2.LINE_AA)
        for x in (98, 122):
            cv2.circle(canvas, (x, 152), 5, 255, -1, cv2.LINE_AA)
        cv2.ellipse(canvas, (110, 170), (16, 12), 0, 10, 170, 255, 4, cv2.LINE_AA)
    return tight(canvas)


def _crown(rng: Generator) -> Mask:
    canvas = np.zeros((_SIDE, _SIDE), np.uint8)
    points = int(rng.integers(3, 6))
    top = [(20 + 180 * k / (2 * points), 60 if k % 2 else 150 - 60 * (k % 2)) for k in range(2 * points + 1)]
    cv2.fillPoly(canvas, [np.array([(20, 190), *top, (200, 190)], np.int32)], 255, cv2.LINE_AA)
    for k in range(1, 2 * points, 2):
        cv2.circle(canvas, (int(20 + 180 * k / (2 * points)), 52), 11, 255, -1, cv2.LINE_AA)
    return tight(canvas)


def _flower(rng: Generator) -> Mask:
    y, x = np.mgrid[-1 : 1 : _SIDE * 1j, -1 : 1 : _SIDE * 1j]
    petals, deep = int(rng.integers(3, 10)), rng.uniform(0.15, 0.4)
    inside = np.hypot(x, y) < (1 - deep) + deep * np.cos(petals * np.arctan2(y, x))
    if rng.random() < 0.5:
        inside &= np.hypot(x, y) > rng.uniform(0.15, 0.35)
    return tight(np.where(inside, 255, 0).astype(np.uint8))


def _moon(rng: Generator) -> Mask:
    y, x = np.mgrid[-1 : 1 : _SIDE * 1j, -1 : 1 : _SIDE * 1j]
    inside = (np.hypot(x, y) < 1) & (np.hypot(x - rng.uniform(0.3, 0.6), y) > rng.uniform(0.7, 0.95))
    return tight(np.where(inside, 255, 0).astype(np.uint8))


def _bell(rng: Generator) -> Mask:
    canvas = np.zeros((_SIDE, _SIDE), np.uint8)
    cv2.ellipse(canvas, (110, 100), (70, 80), 0, 180, 360, 255, -1, cv2.LINE_AA)
    cv2.fillPoly(canvas, [np.array([(40, 98), (180, 98), (205, 170), (15, 170)], np.int32)], 255, cv2.LINE_AA)
    cv2.circle(canvas, (110, 188), 18, 255, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.line(canvas, (35, 140), (185, 140), 0, 9, cv2.LINE_AA)
    return tight(canvas)


def _ringed(inner: Mask, rng: Generator) -> Mask:
    """A sign in a ring."""
    canvas = np.zeros((_SIDE, _SIDE), np.uint8)
    cv2.circle(canvas, (110, 110), 104, 255, int(rng.integers(5, 16)), cv2.LINE_AA)
    small = scaled(inner, 115, 1.0, 130)
    y, x = 110 - small.shape[0] // 2, 110 - small.shape[1] // 2
    part = canvas[y : y + small.shape[0], x : x + small.shape[1]]
    part[:] = np.maximum(part, small)
    return tight(canvas)


_SIGNS: tuple[Callable[[Generator], Mask], ...] = (_any_star, _any_star, _rings, _cap, _crown, _flower, _moon, _bell)


def _sign(rng: Generator) -> Mask:
    sign = _SIGNS[int(rng.integers(len(_SIGNS)))](rng)
    return _ringed(sign, rng) if rng.random() < 0.25 else sign


def _downwards(letters: list[Mask], step: int) -> Mask:
    width = max(m.shape[1] for m in letters)
    whole = np.zeros((sum(m.shape[0] + step for m in letters) - step, width), np.uint8)
    y = 0
    for m in letters:
        x = (width - m.shape[1]) // 2
        whole[y : y + m.shape[0], x : x + m.shape[1]] = m
        y += m.shape[0] + step
    return whole


def _hollow(mask: Mask, line: int) -> Mask:
    return np.asarray(cv2.subtract(mask, cv2.erode(mask, np.ones((line, line), np.uint8))), np.uint8)


def joker_index(
    rng: Generator, family: str, files: tuple[str, ...], rank_height: float, width: int, held_out: bool
) -> Mask:
    """The corner print of the jokers of a pack. ``files``: of its font; ``rank_height``: of its other indices; ``width``: of its
    cards, all in pixels of the face."""
    kind = rng.choice(_KINDS, p=_SHARES[held_out])
    words = _RUSSIAN if family == "russian" and rng.random() < 0.5 else _WORDS if held_out else _MORE_WORDS
    word = words[int(rng.integers(len(words)))]
    letter = rank_height * float(rng.uniform(0.4, 0.8))
    star = _star(int(rng.choice([5, 5, 5, 6, 8])), float(rng.uniform(0.35, 0.6)))
    largest = 1.0 if held_out else 1.3
    if kind == "across":
        return scaled(glyphs(word, files), letter, 0.7, width * 0.35)
    if kind == "star":
        star = star if held_out or rng.random() < 0.3 else _any_star(rng)
        return scaled(star, rank_height * float(rng.uniform(0.5, largest)))
    if kind == "sign":
        return scaled(_sign(rng), max(rank_height * float(rng.uniform(0.5, largest)), 0.05 * FACE_HEIGHT))
    if kind == "ringed":
        size = star.shape[0] // 2 + 40
        disc = np.zeros((2 * size, 2 * size), np.uint8)
        cv2.circle(disc, (size, size), size - 2, 255, -1, cv2.LINE_AA)
        small = scaled(star, size * 1.1)
        y, x = size - small.shape[0] // 2, size - small.shape[1] // 2
        disc[y : y + small.shape[0], x : x + small.shape[1]] -= np.minimum(
            small, disc[y : y + small.shape[0], x : x + small.shape[1]]
        )
        return scaled(disc, rank_height * float(rng.uniform(0.5, 1.0)))
    letters = [scaled(glyphs(c, files), letter, 0.9, letter * 1.1) for c in word.upper()]
    if kind == "hollow word":
        letters = [_hollow(m, max(3, round(letter / 9))) for m in letters]
    if kind in ("star and word", "sign and word"):
        letters.insert(0, scaled(star if kind == "star and word" else _sign(rng), letter))
    whole = _downwards(letters, round(letter * float(rng.uniform(0.1, 0.3))))
    limit = 0.42 * FACE_HEIGHT
    return whole if whole.shape[0] <= limit else scaled(whole, limit)
