"""What is on a table and is taken for a face-down card? Woven and printed cloths, tiles; glasses, coasters, boxes, telephones, cables.

A detector that has only seen plain things takes every pattern with an edge for the back of a card; these are drawn so that it learns
better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import camera
from datasets.backs import draw_back
from datasets.glyphs import glyphs, scaled
from datasets.layouts import project
from datasets.prints import Font

Image = NDArray[np.uint8]
_CLOTH = 900  # pixels: side of a cloth
_WORDS = (
    "RULES",
    "Menu",
    "The Game of",
    "CLASSIC",
    "No. 12",
    "EDITION",
    "www",
    "2-6",
    "contents",
    "Coffee",
    "PLAY",
    "Original",
)


def _colour(rng: Generator) -> NDArray[np.float32]:
    if rng.random() < 0.5:
        return np.full(3, rng.uniform(15, 245), np.float32) + rng.normal(0, 8, 3).astype(np.float32)
    return rng.uniform(0, 255, 3).astype(np.float32)


def _mixed(field: NDArray[np.float32], a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    return a * field[..., None] + b * (1 - field[..., None])


# --- cloths ------------------------------------------------------------------------------------------------------------


def _weave(rng: Generator) -> NDArray[np.float32]:
    """Threads over and under each other, of uneven thickness and colour: tweed, burlap, a basket."""
    y, x = np.mgrid[0:_CLOTH, 0:_CLOTH].astype(np.float32)
    step = float(np.exp(rng.uniform(np.log(5), np.log(40))))
    x = x + 3 * camera.smooth_field(rng, _CLOTH, _CLOTH, 12)
    y = y + 3 * camera.smooth_field(rng, _CLOTH, _CLOTH, 12)
    columns, rows = np.floor(x / step).astype(int), np.floor(y / step / 0.8).astype(int)
    over = (columns + rows) % int(rng.integers(2, 4)) == 0
    shade = np.where(over, np.abs(np.sin(np.pi * x / step)), np.abs(np.sin(np.pi * y / step / 0.8)))
    threads = rng.normal(0, rng.uniform(0.05, 0.5), (2, 2 * _CLOTH))
    own = np.where(over, threads[0][columns % _CLOTH], threads[1][rows % _CLOTH])
    field = np.clip(0.25 + 0.5 * shade + own, 0, 1).astype(np.float32)
    dark = _colour(rng)
    return _mixed(field, dark, dark * rng.uniform(0.2, 0.8) if rng.random() < 0.7 else _colour(rng))


def _checks(rng: Generator) -> NDArray[np.float32]:
    """Stripes both ways: gingham, tartan, a kitchen towel."""
    lines = []
    for _ in range(2):
        width = int(rng.integers(20, 160))
        pattern = np.repeat(rng.uniform(0, 1, int(rng.integers(2, 7))).astype(np.float32), width)
        lines.append(np.tile(pattern, _CLOTH // len(pattern) + 1)[:_CLOTH])
    if rng.random() < 0.5:
        lines[1] = lines[0]
    field = (lines[0][None] + lines[1][:, None]) / 2 if rng.random() < 0.8 else np.tile(lines[0], (_CLOTH, 1))
    return _mixed(np.asarray(field, np.float32), _colour(rng), _colour(rng))


def _printed(rng: Generator) -> NDArray[np.float32]:
    """The same ornament again and again: oilcloth, wallpaper, a rug."""
    h, w = (int(v) for v in rng.integers(60, 420, 2))
    back = draw_back(rng, w + w // 3, h + h // 3, tuple(float(v) for v in _colour(rng)))
    back = back[
        h // 6 : h // 6 + h, w // 6 : w // 6 + w
    ]  # without its border: rows of framed panels would be rows of cards
    return np.tile(back, (_CLOTH // h + 1, _CLOTH // w + 1, 1))[:_CLOTH, :_CLOTH].astype(np.float32)


def _floor(rng: Generator) -> NDArray[np.float32]:
    """Tiles, bricks or slats with joints, each of a little other shade."""
    h, w, joint = int(rng.integers(40, 300)), int(rng.integers(40, 300)), int(rng.integers(2, 12))
    picture = np.empty((_CLOTH, _CLOTH, 3), np.float32)
    picture[:] = _colour(rng)
    base, spread = _colour(rng), rng.uniform(0, 30)
    for k, y in enumerate(range(0, _CLOTH, h)):
        for x in range(-(k % 2) * w // 2 if rng.random() < 0.5 else 0, _CLOTH, w):
            picture[y + joint : y + h, max(x, 0) + joint : max(x + w, 0)] = base + rng.normal(0, spread)
    return picture


def _fleece(rng: Generator) -> NDArray[np.float32]:
    """Carpet, felt, gravel: spots of one size."""
    noise = cv2.GaussianBlur(rng.standard_normal((_CLOTH, _CLOTH), np.float32), (0, 0), float(rng.uniform(0.8, 7)))
    field = np.clip(0.5 + noise / noise.std() * rng.uniform(0.1, 0.4), 0, 1).astype(np.float32)
    return _mixed(field, _colour(rng), _colour(rng))


_CLOTHS: tuple[Callable[[Generator], NDArray[np.float32]], ...] = (_weave, _weave, _checks, _printed, _floor, _fleece)


def cloths(rng: Generator, count: int) -> list[Image]:
    """``count`` table tops seen from above, (900, 900, 3) uint8 BGR."""
    made = []
    for _ in range(count):
        picture = _CLOTHS[int(rng.integers(len(_CLOTHS)))](rng)
        picture = picture + rng.normal(0, 1, (_CLOTH, _CLOTH, 1)).astype(np.float32) * np.float32(rng.uniform(0, 8))
        made.append(np.clip(picture, 0, 255).astype(np.uint8))
    return made


# --- things: (h, w, 4) uint8 BGRA --------------------------------------------------------------------------------------


def _with_alpha(picture: NDArray, alpha: NDArray) -> Image:
    return np.dstack([np.clip(picture, 0, 255), np.clip(alpha, 0, 255)]).astype(np.uint8)


def _rounded(h: int, w: int, r: int) -> Image:
    mask = np.zeros((h, w), np.uint8)
    r = max(1, min(r, h // 2 - 1, w // 2 - 1))
    cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x, y in ((r, r), (w - 1 - r, r), (r, h - 1 - r), (w - 1 - r, h - 1 - r)):
        cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _surface(rng: Generator, h: int, w: int) -> NDArray[np.float32]:
    """Something plain or patterned."""
    if rng.random() < 0.35:
        return np.full((h, w, 3), _colour(rng), np.float32)
    return draw_back(rng, w, h, tuple(float(v) for v in _colour(rng))).astype(np.float32)


def _words(rng: Generator, picture: NDArray[np.float32], font: Font, lines: int) -> None:
    h, w = picture.shape[:2]
    ink = np.full(3, 235 if picture.mean() < 110 else 25, np.float32) * 0.8 + 0.2 * _colour(rng)
    faint = rng.uniform(0.3, 1.0)
    for _ in range(lines):
        mask = scaled(glyphs(_WORDS[int(rng.integers(len(_WORDS)))], font), h * rng.uniform(0.02, 0.12), 1.0, w * 0.8)
        y, x = (int(rng.integers(0, max(1, a - b))) for a, b in zip((h, w), mask.shape, strict=True))
        part = picture[y : y + mask.shape[0], x : x + mask.shape[1]]
        m = mask[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255 * np.float32(faint)
        part[:] = part * (1 - m) + ink * m


def _coaster(rng: Generator, font: Font) -> Image:
    side = int(rng.integers(160, 300))
    picture = _surface(rng, side, side)
    round_ = rng.random() < 0.6
    if rng.random() < 0.3:
        _words(rng, picture, font, 2)
    alpha = _rounded(side, side, side // 2 - 1 if round_ else int(rng.integers(1, side // 4)))
    return _with_alpha(picture, alpha)


def _glass(rng: Generator, font: Font) -> Image:
    """A glass or a bottle from above or aslant: what lies under it shines through, rims and a printed sign are bright."""
    h, w = int(rng.integers(220, 420)), int(rng.integers(160, 240))
    alpha = np.zeros((h, w), np.float32)
    veil = _rounded(h, w, w // 2 - 1).astype(np.float32) * np.float32(rng.uniform(0.1, 0.6))
    alpha = np.maximum(alpha, veil)
    picture = np.full((h, w, 3), rng.uniform(60, 240), np.float32) + rng.normal(0, 12, 3).astype(np.float32)
    rims = np.zeros((h, w), np.uint8)
    for _ in range(int(rng.integers(2, 7))):
        a = int(w * rng.uniform(0.2, 0.48))
        y = int(rng.uniform(0.15, 0.85) * h)
        cv2.ellipse(
            rims,
            (w // 2, y),
            (a, max(3, int(a * rng.uniform(0.2, 1)))),
            0,
            0,
            360,
            255,
            int(rng.integers(1, 7)),
            cv2.LINE_AA,
        )
    logo = scaled(glyphs(_WORDS[int(rng.integers(len(_WORDS)))], font), h * rng.uniform(0.06, 0.15), 1.0, w * 0.7)
    y, x = int(h * rng.uniform(0.3, 0.6)), (w - logo.shape[1]) // 2
    rims[y : y + logo.shape[0], x : x + logo.shape[1]] = np.maximum(
        rims[y : y + logo.shape[0], x : x + logo.shape[1]], logo
    )
    shine = rims.astype(np.float32)
    picture += shine[..., None] / 255 * np.float32(rng.choice([110, -80]))
    return _with_alpha(picture, np.maximum(alpha, shine * 0.7))


def _cable(rng: Generator, font: Font) -> Image:
    """A cable in loops, thick and pale or dark, with or without its plug."""
    side = 420
    t = np.linspace(0, 2 * np.pi * rng.uniform(0.6, 2.2), 300)
    r = rng.uniform(0.5, 0.9) + 0.15 * np.sin(t * rng.uniform(0.3, 1.3) + rng.uniform(0, 6))
    squared = 1 / np.maximum(np.abs(np.cos(t)), np.abs(np.sin(t))) ** rng.uniform(0, 0.8)
    way = side / 2 + 0.42 * side * (r * squared * np.array([np.cos(t), np.sin(t) * rng.uniform(0.5, 1)])).T
    mask = np.zeros((side, side), np.uint8)
    cv2.polylines(mask, [way.astype(np.int32)], False, 255, int(rng.integers(3, 13)), cv2.LINE_AA)
    if rng.random() < 0.6:
        box = cv2.boxPoints((tuple(float(v) for v in way[0]), (70, 46), float(rng.uniform(0, 180))))
        cv2.fillConvexPoly(mask, box.astype(np.int32), 255, cv2.LINE_AA)
    tone = rng.uniform(200, 250) if rng.random() < 0.5 else rng.uniform(5, 60)
    shade = cv2.GaussianBlur(mask, (0, 0), 2).astype(np.float32)[..., None] / 255
    return _with_alpha(np.full((side, side, 3), tone, np.float32) * (0.6 + 0.4 * shade), mask)


def _telephone(rng: Generator, font: Font) -> Image:
    h, w = int(rng.integers(380, 460)), int(rng.integers(180, 230))
    picture = np.full((h, w, 3), rng.uniform(5, 60) if rng.random() < 0.7 else _colour(rng), np.float32)
    if rng.random() < 0.5:  # lit: a picture, rows of signs
        m = int(rng.integers(6, 16))
        y, x = np.mgrid[0 : h - 2 * m, 0 : w - 2 * m].astype(np.float32)
        fall = (x / w + y / h) / 2
        picture[m:-m, m:-m] = _mixed(fall, _colour(rng), _colour(rng))
        for row in range(int(rng.integers(0, 7))):
            for column in range(4):
                centre = int(w * (0.17 + 0.22 * column)), int(h * (0.12 + 0.13 * row))
                cv2.circle(picture, centre, int(w * 0.08), _colour(rng).tolist(), -1, cv2.LINE_AA)
    else:
        slope = np.linspace(0, rng.uniform(20, 110), w, dtype=np.float32)
        picture += np.where(np.arange(w)[None] > np.linspace(0, w, h)[:, None], slope, 0)[..., None]
    return _with_alpha(picture, _rounded(h, w, int(0.12 * w)))


def _box(rng: Generator, font: Font) -> Image:
    """A book, a box, a leaflet: a coloured panel with frames and words."""
    h, w = int(rng.integers(180, 460)), int(rng.integers(180, 460))
    picture = np.full((h, w, 3), _colour(rng) * (0.3 if rng.random() < 0.5 else 1), np.float32)
    for _ in range(int(rng.integers(0, 4))):
        x, y = int(rng.uniform(0.02, 0.5) * w), int(rng.uniform(0.02, 0.5) * h)
        u, v = x + int(rng.uniform(0.2, 0.5) * w), y + int(rng.uniform(0.2, 0.5) * h)
        cv2.rectangle(picture, (x, y), (u, v), _colour(rng).tolist(), int(rng.choice([-1, 1, 2, 4])))
    _words(rng, picture, font, int(rng.integers(2, 14)))
    return _with_alpha(picture, np.full((h, w), 255))


def _napkin(rng: Generator, font: Font) -> Image:
    """Patterned and square, folded, or much longer than a card."""
    h = int(rng.integers(200, 420))
    w = int(h * rng.choice([1.0, 1.0, 2.4, 3.2]))
    picture, alpha = _surface(rng, h, w), np.full((h, w), 255, np.uint8)
    if rng.random() < 0.3 and w == h:
        alpha[:] = 0
        cv2.fillConvexPoly(alpha, np.array([(0, 0), (w - 1, 0), (0, h - 1)], np.int32), 255)
    return _with_alpha(picture, alpha)


_THINGS: tuple[Callable[[Generator, Font], Image], ...] = (
    _coaster,
    _glass,
    _cable,
    _telephone,
    _box,
    _box,
    _napkin,
)


def things(rng: Generator, lettering: Sequence[Font], count: int) -> list[Image]:
    """``count`` things, (h, w, 4) uint8 BGRA. 250 pixels are about as long as a card."""
    fonts = list(lettering) or [()]
    return [_THINGS[int(rng.integers(len(_THINGS)))](rng, fonts[int(rng.integers(len(fonts)))]) for _ in range(count)]


def add_thing(
    rng: Generator, picture: Image, thing: Image, view: NDArray[np.float64], spot: NDArray[np.float64]
) -> None:
    """Lays ``thing`` on the table of ``picture`` at ``spot`` (x, y in the plane, unit: the height of a card), as ``view`` (a
    homography from the plane to pixels) shows it."""
    h, w = thing.shape[:2]
    size = float(np.exp(rng.uniform(np.log(0.5), np.log(1.8)))) / 250
    a = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2 * size
    quad = project(view, corners @ turn + spot)
    if not np.isfinite(quad).all() or np.abs(quad).max() > 20_000:
        return
    m = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad)
    warped = cv2.warpPerspective(thing, m, (picture.shape[1], picture.shape[0]), flags=cv2.INTER_AREA)
    alpha = warped[..., 3:].astype(np.float32) / 255
    shade = cv2.GaussianBlur(warped[..., 3], (0, 0), 5)[..., None].astype(np.float32) / 255
    under = picture * (1 - 0.35 * shade)
    picture[:] = (under * (1 - alpha) + warped[..., :3] * alpha).astype(np.uint8)
