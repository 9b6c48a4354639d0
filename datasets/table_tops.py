"""Tables without cards, things that are no cards, and fingers: what is under, beside and over the cards of a drawn scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import camera
from datasets.hands import POSES, STYLES, hand_picture, origin

Image = NDArray[np.uint8]
_HAND_SCALE = 1.5  # pixels a millimetre of the hands that are kept ready


def _plain(rng: Generator, height: int, width: int) -> Image:
    colour = (
        rng.integers(0, 256, 3) if rng.random() < 0.5 else np.full(3, rng.integers(10, 245)) + rng.integers(-9, 10, 3)
    )
    return np.clip(np.full((height, width, 3), colour), 0, 255).astype(np.uint8)


def _cloth(rng: Generator, height: int, width: int) -> Image:
    base = _plain(rng, height, width).astype(np.float32)
    grain = rng.standard_normal((height, width), np.float32) * np.float32(rng.uniform(3, 18))
    blur = float(rng.uniform(0.4, 2.0))
    return np.clip(base + cv2.GaussianBlur(grain, (0, 0), blur)[..., None] * (1 + blur), 0, 255).astype(np.uint8)


def _boards(rng: Generator, height: int, width: int) -> Image:
    base = np.array([rng.uniform(20, 120), rng.uniform(50, 160), rng.uniform(80, 220)])
    rings = cv2.resize(
        rng.normal(0, 1, (int(rng.integers(20, 160)), 4)).astype(np.float32),
        (width, height),
        interpolation=cv2.INTER_CUBIC,
    )
    rings += 0.5 * cv2.resize(rng.normal(0, 1, (height, 6)).astype(np.float32), (width, height))
    picture = base + rings[..., None] * rng.uniform(4, 22)
    for x in np.cumsum(rng.uniform(0.1, 0.5, 12)) * height:
        if rng.random() < 0.5 and x < height:
            picture[int(x) : int(x) + int(rng.integers(1, 5))] *= rng.uniform(0.3, 0.8)
    return np.clip(picture, 0, 255).astype(np.uint8)


def _blotches(rng: Generator, height: int, width: int) -> Image:
    layers = [camera.smooth_field(rng, height, width, int(cells)) for cells in rng.integers(3, 60, 3)]
    colours = rng.integers(0, 256, (3, 3))
    return np.clip(sum(f[..., None] * c for f, c in zip(layers, colours, strict=True)) / 1.6, 0, 255).astype(np.uint8)


def table_top(rng: Generator, textures: Sequence[Image], height: int, width: int) -> Image:
    """A table without cards, (height, width, 3): a photographed texture, or cloth, boards, a plain colour, blotches drawn here."""
    if textures and rng.random() < 0.55:
        texture = textures[int(rng.integers(len(textures)))]
        zoom = float(np.exp(rng.uniform(np.log(0.4), np.log(2.5))))
        h, w = texture.shape[:2]
        a = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(a) / zoom, np.sin(a) / zoom
        m = np.array([[c, -s, rng.uniform(0, w)], [s, c, rng.uniform(0, h)]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        picture = cv2.warpAffine(texture, m, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT)
        if rng.random() < 0.3:  # the same cloth dyed
            picture = np.clip(picture * rng.uniform(0.4, 1.4, 3), 0, 255).astype(np.uint8)
        return picture
    maker = (_plain, _cloth, _boards, _blotches)[rng.choice(4, p=[0.25, 0.35, 0.25, 0.15])]
    picture = maker(rng, height, width)
    return np.ascontiguousarray(np.rot90(picture)) if height == width and rng.random() < 0.5 else picture


_HERSHEY = (0, 1, 2, 3, 4, 6, 7)  # OpenCV's own letterings
_WORDS = (
    "10",
    "7",
    "K",
    "A",
    "J Q K",
    "8",
    "QUEEN",
    "6",
    "PLAY",
    "2",
    "3",
    "HEART",
    "69",
    "4",
    "5",
    "9 10",
    "AB12",
    "TABLE",
    "Menu",
    "Sale",
)


def add_clutter(rng: Generator, picture: Image) -> None:
    """Things that are no cards: papers and boxes with letters and figures on them, coins, cups, pens."""
    height, width = picture.shape[:2]
    colour = tuple(int(v) for v in rng.integers(0, 256, 3))
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    kind = rng.random()
    if kind < 0.45:
        size = rng.uniform(0.08, 0.4, 2) * width
        box = cv2.boxPoints(((x, y), tuple(size), float(rng.uniform(0, 180))))
        cv2.fillConvexPoly(
            picture, box.astype(np.int32), colour if rng.random() < 0.5 else (235, 240, 240), cv2.LINE_AA
        )
    elif kind < 0.6:
        cv2.circle(picture, (int(x), int(y)), int(rng.uniform(0.02, 0.12) * width), colour, -1, cv2.LINE_AA)
    elif kind < 0.7:
        x2, y2 = rng.uniform(0, width), rng.uniform(0, height)
        cv2.line(picture, (int(x), int(y)), (int(x2), int(y2)), colour, int(rng.integers(2, 14)), cv2.LINE_AA)
    ink = (20, 20, 20) if rng.random() < 0.5 else tuple(int(v) for v in rng.integers(0, 256, 3))
    if rng.random() < 0.6:
        for line in range(int(rng.integers(1, 4))):
            word = _WORDS[int(rng.integers(len(_WORDS)))]
            scale = float(rng.uniform(0.4, 2.2))
            where = (int(x), int(y + line * 30 * scale))
            font = _HERSHEY[int(rng.integers(len(_HERSHEY)))]
            cv2.putText(picture, word, where, font, scale, ink, int(rng.integers(1, 5)), cv2.LINE_AA)


def add_finger(
    rng: Generator, picture: Image, owner: NDArray[np.int16], target: NDArray[np.float64], thick: float
) -> None:
    """A skin-coloured finger that comes in from afar and ends near ``target`` (x, y); it covers what lies there."""
    skins = ((150, 180, 235), (120, 150, 210), (90, 120, 180), (60, 85, 140), (40, 55, 95))
    skin = np.array(skins[int(rng.integers(len(skins)))]) * rng.uniform(0.85, 1.1)
    a = rng.uniform(0, 2 * np.pi)
    away = target + np.array([np.cos(a), np.sin(a)]) * max(picture.shape)
    tip, root = tuple(int(v) for v in target), tuple(int(v) for v in away)
    mask = np.zeros(owner.shape, np.uint8)
    cv2.line(mask, tip, root, 255, max(3, int(thick)), cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, thick / 6))
    covered = mask > 127
    picture[covered] = np.clip(skin * (0.55 + 0.5 / 255 * soft[covered][:, None]), 0, 255).astype(np.uint8)
    owner[covered] = -2


@lru_cache(maxsize=16)
def _hand(pose: str, style: int, left: bool) -> Image:
    return hand_picture(pose, replace(STYLES[style], left=left), _HAND_SCALE)


def add_hand(
    rng: Generator, picture: Image, owner: NDArray[np.int16], target: NDArray[np.float64], card: float
) -> None:
    """A hand whose finger tips are near ``target`` (x, y); it covers what lies there. ``card``: height of a card in pixels."""
    style, left = int(rng.integers(len(STYLES))), bool(rng.random() < 0.5)
    hand = _hand(POSES[int(rng.integers(len(POSES)))], style, left)
    h, w = hand.shape[:2]
    fx, fy = origin(replace(STYLES[style], left=left))
    zoom = card / 88 / _HAND_SCALE * rng.uniform(0.85, 1.15)
    a = rng.uniform(0, 2 * np.pi)
    c, s = zoom * np.cos(a), zoom * np.sin(a)
    m = np.array([[c, -s, target[0] - c * fx * w + s * fy * h], [s, c, target[1] - s * fx * w - c * fy * h]])
    size = (picture.shape[1], picture.shape[0])
    warped = cv2.warpAffine(hand, m, size, flags=cv2.INTER_AREA if zoom < 0.8 else cv2.INTER_LINEAR)
    alpha = warped[..., 3:].astype(np.float32) / 255
    shade = cv2.GaussianBlur(warped[..., 3], (0, 0), max(1.0, 0.05 * card))[..., None].astype(np.float32) / 255
    skin = warped[..., :3] * rng.uniform(0.8, 1.15)
    picture[:] = np.clip(picture * (1 - 0.45 * shade) * (1 - alpha) + skin, 0, 255).astype(np.uint8)
    owner[warped[..., 3] > 127] = -2


def add_sleeve(rng: Generator, picture: Image, quad: NDArray[np.float32], clear: float) -> None:
    """A plastic sleeve around the card at ``quad`` (4, 2): a little larger, a milky veil of strength ``clear``, bright rims."""
    middle = quad.mean(axis=0)
    outer = np.round((quad - middle) * rng.uniform(1.03, 1.07) + middle).astype(np.int32)
    x0, y0 = np.maximum(outer.min(axis=0) - 2, 0)
    x1, y1 = outer.max(axis=0) + 3
    part = picture[y0:y1, x0:x1]
    if part.size == 0:
        return
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, outer - (x0, y0), 255, cv2.LINE_AA)
    veil = mask[..., None].astype(np.float32) / 255 * np.float32(clear)
    rim = np.zeros_like(mask)
    cv2.polylines(rim, [outer - (x0, y0)], True, 255, 1, cv2.LINE_AA)
    veil = np.maximum(veil, rim[..., None].astype(np.float32) / 255 * np.float32(rng.uniform(0.2, 0.6)))
    part[:] = (part * (1 - veil) + 235 * veil).astype(np.uint8)
