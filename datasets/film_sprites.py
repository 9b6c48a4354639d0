"""What does each card of the pack on the table look like? Its two sides, worn as the pack is, in a sleeve or not, in every size needed."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.backs import draw_back
from datasets.camera import smooth_field
from datasets.decks import Deck
from datasets.film_camera import Look
from datasets.film_script import CARD_HEIGHT
from datasets.film_stage import Image, premultiplied
from rules.cards import Card

SLEEVE = 1.6  # mm by which a sleeve is larger than its card, on each side
_STEP = 1.25  # between two sizes
_RIM, _ROUND = 0.014, 0.055  # shares of a card's width: what is cut off and made up, the radius of its corners


class Sprites:
    """The pictures of one pack, premultiplied BGRA. All cards of a pack have the same back."""

    def __init__(self, deck: Deck, look: Look, rng: Generator) -> None:
        self.deck, self.look = deck, look
        self.margin = SLEEVE if look.sleeves else 0.0
        if deck.backs:
            self._back = deck.backs[int(rng.integers(len(deck.backs)))]
        else:
            face = next(iter(deck.faces.values())).image
            back = draw_back(rng, face.shape[1], face.shape[0], (246, 248, 248))
            self._back = np.dstack([back, face[:, :, 3]])
        calm = look.level == "calm"
        self._seed = 0 if calm else int(rng.integers(1 << 32))
        paper = np.zeros(3) if calm else np.array([rng.uniform(0.02, 0.1), 0.02, 0.0]) + rng.uniform(0, 0.1)
        self._paper = (1 - paper).astype(np.float32)
        self._whole: dict[Card | None, Image] = {}
        self._sizes: dict[tuple[Card | None, int], Image] = {}

    def sprite(self, card: Card | None, height: float) -> Image:
        """The side of ``card`` (None: the back) as it is to be drawn ``height`` px high; sleeves are around it."""
        step = int(np.ceil(np.log(max(height, 8.0)) / np.log(_STEP)))
        if (card, step) not in self._sizes:
            whole = self._printed(card)
            scale = min(1.0, _STEP**step / whole.shape[0])
            small = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            self._sizes[card, step] = np.asarray(small, np.uint8)
        return self._sizes[card, step]

    def _printed(self, card: Card | None) -> Image:
        if card not in self._whole:
            image = self._back if card is None else self.deck.faces[card].image
            rng = np.random.default_rng((self._seed, 99 if card is None else card))
            if self._seed:
                image = _worn(_cut(image), self._paper, self.look.worn, rng)
            image = premultiplied(image)
            if self.margin:
                image = _sleeved(image, self.look.sleeves)
            self._whole[card] = image
        return self._whole[card]


def _cut(image: Image) -> Image:
    """``image`` without the outline that is drawn around some cards and that no card has; the corners rounded anew."""
    height, width = image.shape[:2]
    rim, radius = round(_RIM * width), round(_ROUND * width)
    inner = image[rim : height - rim, rim : width - rim]
    alpha = inner[:, :, 3:].astype(np.float32) / 255
    print_ = (inner[:, :, :3] * alpha + 250 * (1 - alpha)).astype(np.uint8)
    colour = cv2.copyMakeBorder(print_, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return np.dstack([colour, mask])


def _worn(image: Image, paper: NDArray[np.float32], worn: float, rng: Generator) -> Image:
    """Paper that is not quite white, fingered rims, a scuffed print, now and then a crease."""
    height, width = image.shape[:2]
    colour = image[:, :, :3].astype(np.float32) * paper
    colour = colour * (1 - 0.12 * worn) + 0.12 * worn * 200  # faded
    colour *= 1 - 0.1 * worn * smooth_field(rng, height, width, 7)[:, :, None]
    inside = cv2.copyMakeBorder(image[2:-2, 2:-2, 3], 2, 2, 2, 2, cv2.BORDER_CONSTANT)
    near = cv2.GaussianBlur(255 - inside, (0, 0), 0.008 * height).astype(np.float32)[:, :, None] / 255
    colour *= 1 - (0.05 + 0.25 * worn) * np.minimum(near * 1.3, 1)
    if rng.random() < 0.12 * worn:
        points = rng.uniform(0, 1, (2, 2)) * (width, height)
        a, b = (tuple(int(v) for v in p) for p in points)
        line = np.zeros((height, width), np.uint8)
        cv2.line(line, a, b, 255, 3, cv2.LINE_AA)
        colour += cv2.GaussianBlur(line, (0, 0), 1.5)[:, :, None].astype(np.float32) * float(rng.uniform(-0.25, 0.3))
    return np.dstack([np.clip(colour, 0, 255).astype(np.uint8), image[:, :, 3]])


def _sleeved(image: Image, milky: float) -> Image:
    """``image`` (premultiplied) in a sleeve that is SLEEVE mm larger: a veil over all, bright rims."""
    pad = round(image.shape[0] * SLEEVE / CARD_HEIGHT)
    wide = cv2.copyMakeBorder(image, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    veil = np.full((*wide.shape[:2], 1), milky, np.float32)
    veil[:, :, 0][(wide[:, :, 3] < 128)] = milky + 0.12
    for at, strength in ((0, 0.5), (1, 0.5), (2, 0.3)):
        cv2.rectangle(veil, (at, at), (wide.shape[1] - 1 - at, wide.shape[0] - 1 - at), strength, 1)
    light = np.array([235, 235, 235, 255], np.float32)
    return np.asarray(wide * (1 - veil) + light * veil, np.uint8)


def side_up(quad: NDArray[np.float64]) -> bool:
    """The corners (4, 2) px of a card, clockwise on its face, are clockwise in the picture: one sees its face."""
    (ax, ay), (bx, by) = quad[2] - quad[0], quad[3] - quad[1]
    return bool(ax * by - ay * bx > 0)
