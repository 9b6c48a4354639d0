"""What do whole pictures of decks that were never trained on look like, and what does a careful person read and count on them?

Each kind of scene asks one question: mixed (alphabets), jokers, backs, fans of 13, no cards. The same seed gives the same pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.face_down import BACKS
from datasets.glyphs import index_fonts
from datasets.layouts import fan_of, random_view
from datasets.make import KINDS, held_out_stocks, one_back, read_textures
from datasets.scene import CardStock, Scene, draw_scene
from models.pictures import Truth
from rules.cards import BLACK_JOKER, RED_JOKER, card_name

Draw = Callable[..., Scene]

SIZE = (1280, 960)
READABLE = 30  # pixels: lower indices may be missed
_SEEN, _HARDLY = 0.9, 0.3  # share of an index that shows: to be read from here on; perhaps read from here on
_WIDE = 12  # pixels: the letters of a narrower word written downwards (a joker's) are too small
_LEGIBLE = 20  # of 255: less contrast of print and paper leaves nothing to read
_BRIGHT = 35  # of 255: darker backs are not seen
_COUNTED, _GLIMPSED = 0.35, 0.1  # the same for backs: to be counted, perhaps counted


def drawn_truth(scene: Scene) -> Truth:
    """What a careful person reads and counts on a drawn picture.

    A card that shows no more than a glimpse of its back among others (the edge of a pile) is not counted; one of which a third shows is.
    What lies in the dark, or under a glare that leaves nothing to see, may be missed."""
    grey = cv2.cvtColor(scene.image, cv2.COLOR_BGR2GRAY)
    full, partial = set(), set()
    for index in scene.indices:
        height, width = (float(np.linalg.norm(index.quad[k] - index.quad[0])) for k in (3, 1))
        tiny = width < _WIDE and height > 4 * width
        if index.visible >= _SEEN and height >= READABLE and not tiny and _contrast(grey, index.quad) >= _LEGIBLE:
            full.add(card_name(index.card))
        elif index.visible >= _HARDLY:
            partial.add(card_name(index.card))
    backs = [card for card in scene.cards if card.card is None]
    least = sum(card.visible >= _COUNTED and _brightness(grey, card.box) >= _BRIGHT for card in backs)
    return Truth(full, partial - full, least, sum(card.visible >= _GLIMPSED for card in backs))


def _part(grey: NDArray[np.uint8], x0: float, y0: float, x1: float, y1: float) -> NDArray[np.uint8]:
    return grey[max(int(y0), 0) : max(int(np.ceil(y1)), 1), max(int(x0), 0) : max(int(np.ceil(x1)), 1)]


def _contrast(grey: NDArray[np.uint8], quad: NDArray[np.float32]) -> float:
    """Between the paper and the print of an index, of 255."""
    low, high = np.percentile(_part(grey, *quad.min(axis=0), *quad.max(axis=0)), (5, 97))
    return float(high - low)


def _brightness(grey: NDArray[np.uint8], box: tuple[float, float, float, float]) -> float:
    return float(np.percentile(_part(grey, *box), 95))


# --- the kinds of scenes ---------------------------------------------------------------------------------------------


def backs_scene(rng: Generator, draw: Draw, number: int) -> Scene:
    """Face-down cards as they lie in games: all kinds in turn."""
    poses, down = BACKS[number % len(BACKS)](rng)
    poses[:, :2] -= (poses[:, :2].max(axis=0) + poses[:, :2].min(axis=0)) / 2
    view = random_view(rng, poses, *SIZE)
    return draw(poses=poses, view=view, face_down=down.astype(float))


def _mixed(rng: Generator, draw: Draw, number: int) -> Scene:
    return draw(face_down=0.0)


def _jokers(rng: Generator, draw: Draw, number: int) -> Scene:
    return draw(first=(BLACK_JOKER, RED_JOKER), face_down=0.0)


def _fan(rng: Generator, draw: Draw, number: int) -> Scene:
    """Thirteen cards held in a hand, all of them in the picture, seen from above."""
    size = float(rng.uniform(330, 430))
    a = rng.uniform(-0.5, 0.5) + np.pi * (rng.random() < 0.15)
    c, s = size * np.cos(a), size * np.sin(a)
    view = np.array([[c, -s, SIZE[0] / 2], [s, c, SIZE[1] / 2], [0, 0, 1]])
    return draw(poses=fan_of(rng, 13), view=view, face_down=0.0)


SCENES: dict[str, Callable[[Generator, Draw, int], Scene]] = {
    "mixed": _mixed,
    "jokers": _jokers,
    "backs": backs_scene,
    "fans of 13": _fan,
}


@dataclass(frozen=True, slots=True, eq=False)
class HeldOut:
    """A drawn picture of one deck, with the truth."""

    name: str
    scene_kind: str
    deck_kind: str
    scene: Scene
    truth: Truth


def held_out_pictures(
    data: Path, count: int, seed: int = 7, kinds: tuple[str, ...] = tuple(SCENES)
) -> Iterator[HeldOut]:
    """``count`` pictures of each of ``kinds`` (SCENES) and each kind of deck."""
    rng = np.random.default_rng(seed)
    stocks = held_out_stocks(rng, data, 1)
    textures, lettering = read_textures(data), index_fonts(data / "fonts", False, True)
    for number in range(count):
        for k, deck_kind in enumerate(KINDS):
            for scene_kind in SCENES:
                own_rng = np.random.default_rng(rng.integers(1 << 62))
                if scene_kind not in kinds:
                    continue
                own = [stock for stock in stocks if stock.kind == deck_kind]
                if scene_kind == "jokers":
                    own = [stock for stock in own if {BLACK_JOKER, RED_JOKER} <= set(stock.faces)] or own
                if scene_kind == "backs":
                    own = [stock for stock in own if stock.backs] or own
                stock = one_back(own[int(own_rng.integers(len(own)))], own_rng)

                def draw(stock: CardStock = stock, own_rng: Generator = own_rng, **how: object) -> Scene:
                    return draw_scene(own_rng, [stock], textures, SIZE, lettering=lettering, **how)  # type: ignore[arg-type]

                scene = SCENES[scene_kind](own_rng, draw, number * len(KINDS) + k)
                yield HeldOut(f"{scene_kind} {number} {stock.name}", scene_kind, deck_kind, scene, drawn_truth(scene))
