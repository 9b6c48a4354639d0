"""python -m datasets.make: draws scenes and writes what the networks learn from, as shards of arrays.

One shard, NAME/00007.npz, holds a few hundred scenes drawn with a handful of decks. A shard depends on the seed and its number alone. It
is written under another name and then renamed: whatever carries the final name is whole, and a run that was stopped goes on.

Arrays of a shard (T tiles, B boxes, C crops):
    tiles   (T, 320, 320, 3) uint8 BGR: half the size of the drawn scene, for the detector
    boxes   (B, 6) float32: number of the tile, class (0 index, 1 back), x0, y0, x1, y1 in pixels of the tile
    crops   (C, 112, 112, 3) uint8 BGR: cut from the scene at full size, with more around the index than the reader gets: it cuts
            its own out of it, each time another
    card    (C,) int16: the card, or -1: no index (pips, courts, table, clutter, an index nearly covered)
    quad    (C, 4, 2) float32: corners of the index, fractions of the crop, clockwise from its top left as read; where there is none:
            of a square in its middle
    pixels  (C,) float32: height of the index in the scene, pixels
    visible (C,) float32: share of the index that shows
    deck    (C,) int16: number of the deck in `decks`
    decks   (D,) str
    kinds   (D,) str: what each deck is measured as: its alphabet, or "four-corner", "jumbo"
"""

from __future__ import annotations

import argparse
import copy
import functools
import multiprocessing
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.decks import HELD_OUT, DeckError, load_deck
from datasets.face_down import MORE_BACKS
from datasets.glyphs import index_fonts
from datasets.prints import Font
from datasets.procedural import Wanted, procedural_deck
from datasets.recipes import RECIPES
from datasets.scene import CardStock, DrawnIndex, Scene, draw_scene
from datasets.things import cloths, things
from rules.cards import BLACK_JOKER, RED_JOKER
from vision.crops import cut, square_around

CONTEXT = 112  # side of a stored crop, pixels
CONTEXT_MARGIN = 2.1  # and in longer sides of the index's box
TILE = 320
SCENE = 640
_JOKERS, _BACKS = 0.32, 0.28  # share of the scenes with both jokers; with face-down cards as they lie in games
_ONE_BACK = 0.8  # share of the scenes in which all cards have the same back
_THINGS, _CLOTHS, _LYING = (
    24,
    12,
    0.3,
)  # a shard has so many things and cloths; share of the scenes in which things lie about
_WORDS = 3  # words of a scene that are shown as no index
LABELLED = 0.6  # an index counts as one from this share on
LABELLED_BACK = 0.35  # and a back
NO_INDEX = 0.3  # and is certainly none below this; between the two the reader must say that it is not sure
SMALLEST = 11  # pixels: lower indices are not labelled


def _box(quad: NDArray[np.float32]) -> tuple[float, float, float, float]:
    (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def _no_index(rng: Generator, scene: Scene, count: int) -> list[tuple[float, float, float, float]]:
    """Boxes of the size of an index where there is none, mostly on the faces of cards: pips and court art."""
    boxes = []
    centres = np.array([i.quad.mean(axis=0) for i in scene.indices if i.visible > 0.1]).reshape(-1, 2)
    for _ in range(count):
        if scene.cards and rng.random() < 0.7:
            card = scene.cards[int(rng.integers(len(scene.cards)))]
            u, v = rng.uniform(0, 1, 2)
            q = card.quad
            spot = (q[0] * (1 - u) + q[1] * u) * (1 - v) + (q[3] * (1 - u) + q[2] * u) * v
            side = float(np.linalg.norm(q[3] - q[0])) * rng.uniform(0.08, 0.26)
        else:  # of a few places the liveliest: print, edges, things
            side = float(np.exp(rng.uniform(np.log(12), np.log(130))))
            spots = rng.uniform(0, SCENE, (3, 2))
            spot = max(spots, key=lambda at: float(cut(scene.image, (at[0] - side / 2, at[1] - side / 2, side)).std()))
        near = len(centres) and np.min(np.abs(centres - spot).max(axis=1)) < 0.77 * side
        if not near and side > 8 and 0 < spot[0] < SCENE and 0 < spot[1] < SCENE:
            x, y = (float(v) for v in spot)
            boxes.append((x - side / 2, y - side / 2, x + side / 2, y + side / 2))
    return boxes


def _height(index: DrawnIndex) -> float:
    return float(np.linalg.norm(index.quad[3] - index.quad[0]) + np.linalg.norm(index.quad[2] - index.quad[1])) / 2


def _seldom(rng: Generator) -> dict[str, Any]:
    """What cards lying by lot show too seldom to be learnt, for draw_scene: jokers, and face-down cards as they lie in games."""
    how: dict[str, Any] = {}
    if rng.random() < _JOKERS:
        how["first"] = (BLACK_JOKER, RED_JOKER)
    if rng.random() < _BACKS:
        poses, down = MORE_BACKS[int(rng.integers(len(MORE_BACKS)))](rng)
        poses[:, :2] -= (poses[:, :2].max(axis=0) + poses[:, :2].min(axis=0)) / 2
        how |= {"poses": poses, "face_down": down.astype(float)}
    return how


def one_back(stock: CardStock, rng: Generator) -> CardStock:
    """The same deck; all its cards have the same back, as those of a pack do."""
    plain = copy.copy(stock)
    plain.backs = stock.backs[(first := int(rng.integers(len(stock.backs)))) : first + 1] if stock.backs else ()
    return plain


def draw_shard(
    rng: Generator,
    scenes: int,
    stocks: Sequence[CardStock],
    textures: Sequence[NDArray[np.uint8]],
    lettering: Sequence[Font] = (),
) -> dict[str, NDArray]:
    """``scenes`` scenes as the arrays named above."""
    tiles, crops, quads = [], [], []
    boxes: list[tuple[float, ...]] = []
    cards: list[int] = []
    pixels: list[float] = []
    visible: list[float] = []
    decks: list[int] = []
    names = [stock.name for stock in stocks]
    lying = things(rng, lettering, _THINGS)
    tables = [*textures, *cloths(rng, _CLOTHS)]
    for number in range(scenes):
        stock = stocks[int(rng.integers(len(stocks)))]
        pair = [stock, stocks[int(rng.integers(len(stocks)))]]
        if rng.random() < _ONE_BACK:
            pair = [one_back(each, rng) for each in pair]
        here = rng.permutation(_THINGS)[: int(rng.integers(1, 4)) if rng.random() < _LYING else 0]
        scene = draw_scene(
            rng, pair, tables, (SCENE, SCENE), lettering=lettering, lying=[lying[k] for k in here], **_seldom(rng)
        )
        tiles.append(cv2.resize(scene.image, (TILE, TILE), interpolation=cv2.INTER_AREA))
        shrink = TILE / SCENE
        for index in scene.indices:
            x0, y0, x1, y1 = np.clip(_box(index.quad), 0, SCENE)
            if index.visible >= LABELLED and _height(index) >= SMALLEST:
                boxes.append((number, 0, x0 * shrink, y0 * shrink, x1 * shrink, y1 * shrink))
        for card in scene.cards:
            if card.card is None and card.visible >= LABELLED_BACK:
                boxes.append((number, 1, *(v * shrink for v in card.box)))

        chosen = [i for i in scene.indices if i.visible >= LABELLED and _height(i) >= SMALLEST]
        hidden = [i for i in scene.indices if i.visible < NO_INDEX and _height(i) >= SMALLEST]
        partly = [i for i in scene.indices if NO_INDEX <= i.visible < LABELLED and _height(i) >= SMALLEST]
        rng.shuffle(chosen)
        rng.shuffle(partly)
        places = [
            (index.quad, index.card, _height(index), index.visible, names.index(index.deck))
            for index in chosen[:14] + partly[:3]
        ]
        words = [word for word in scene.words if np.ptp(word[:, 1]) > SMALLEST]
        rng.shuffle(words)  # type: ignore[arg-type]
        none = [index.quad for index in hidden[:2]] + words[:_WORDS]
        none += [np.array([[x, y], [u, y], [u, v], [x, v]], np.float32) for x, y, u, v in _no_index(rng, scene, 5)]
        places += [
            (quad, -1, float(quad[:, 1].max() - quad[:, 1].min()), 0.0, names.index(stock.name)) for quad in none
        ]
        for quad, shown_card, height, shown, deck in places:
            left, top, side = square_around(_box(quad), CONTEXT_MARGIN)
            crops.append(cut(scene.image, (left, top, side), CONTEXT))
            quads.append((quad - (np.floor(left), np.floor(top))) / max(2, round(side)))
            cards.append(shown_card)
            pixels.append(height)
            visible.append(shown)
            decks.append(deck)
    return {
        "tiles": np.stack(tiles),
        "boxes": np.array(boxes, np.float32).reshape(-1, 6),
        "crops": np.array(crops, np.uint8).reshape(-1, CONTEXT, CONTEXT, 3),
        "card": np.array(cards, np.int16),
        "quad": np.array(quads, np.float32).reshape(-1, 4, 2),
        "pixels": np.array(pixels, np.float32),
        "visible": np.array(visible, np.float32),
        "deck": np.array(decks, np.int16),
        "decks": np.array(names),
        "kinds": np.array([stock.kind for stock in stocks]),
    }


def read_textures(data: Path) -> list[NDArray[np.uint8]]:
    """The pictures of table tops in data/textures, in order of their names; empty where they were not fetched."""
    paths = sorted(p for p in (data / "textures").rglob("*") if p.suffix.lower() in (".png", ".jpg"))
    pictures = [cv2.imread(str(path), cv2.IMREAD_COLOR) for path in paths]
    return [p for p in pictures if p is not None]


KINDS = ("english", "french", "german", "russian", "four-corner", "jumbo")
"""What is measured apart."""
_WANTED = {
    "four-corner": Wanted(corners=4, held_out=True),
    "jumbo": Wanted(size="jumbo", held_out=True),
    **{family: Wanted(family=family, held_out=True) for family in KINDS[:4]},
}


def held_out_stocks(rng: Generator, data: Path, drawn: int) -> list[CardStock]:
    """The printed decks that are held out, and ``drawn`` decks of each of KINDS in lettering that is held out."""
    stocks = [CardStock(load_deck(name, data / "decks"), rng, kind_of(name)) for name in sorted(HELD_OUT)]
    for kind, wanted in _WANTED.items():
        for _ in range(drawn):
            deck = procedural_deck(int(rng.integers(1 << 31)), data / "fonts", wanted)
            stocks.append(CardStock(deck, rng, kind))
    return stocks


def training_stocks(rng: Generator, data: Path, printed: int, drawn: int) -> list[CardStock]:
    """``printed`` of the decks that are trained on, and ``drawn`` new ones. Every deck of the collection must be there: else other
    decks, and so other scenes, would come of the same seed."""
    names = rng.permutation(sorted(set(RECIPES) - HELD_OUT))[:printed].tolist()
    stocks = [CardStock(load_deck(name, data / "decks"), rng, kind_of(name)) for name in sorted(names)]
    for _ in range(drawn):
        deck = procedural_deck(int(rng.integers(1 << 31)), data / "fonts")
        stocks.append(CardStock(deck, rng, deck.family))
    return stocks


def kind_of(name: str) -> str:
    """Which of KINDS a printed deck is measured as."""
    return {"dondorf": "four-corner", "heruka-jumbo": "jumbo", "heruka-jumbo-4": "jumbo"}.get(
        name, RECIPES[name].family
    )


def make_shard(
    number: int, *, out: Path, data: Path, scenes: int, seed: int, held_out: bool, printed: int, drawn: int
) -> Path:
    """Draws shard ``number`` and writes it, unless it is there."""
    path = out / f"{number:05d}.npz"
    if path.exists():
        return path
    cv2.setNumThreads(0)
    rng = np.random.default_rng([seed, number, int(held_out)])
    stocks = held_out_stocks(rng, data, drawn) if held_out else training_stocks(rng, data, printed, drawn)
    lettering = index_fonts(data / "fonts", False, held_out)
    arrays = draw_shard(rng, scenes, stocks, read_textures(data), lettering)
    part = path.with_suffix(".part.npz")
    np.savez(part, **arrays)  # type: ignore[arg-type]
    part.replace(path)
    return path


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.make", description=__doc__.split("\n\n")[0])
    parser.add_argument("out", type=Path, help="folder for the shards, such as data/train")
    parser.add_argument(
        "--data", type=Path, default=Path("data"), help="what datasets.fetch has fetched (default: data)"
    )
    parser.add_argument("--shards", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first shard (default: 0)")
    parser.add_argument("--scenes", type=int, default=400, help="scenes a shard (default: 400)")
    parser.add_argument("--printed", type=int, default=5, help="printed decks a shard (default: 5)")
    parser.add_argument(
        "--drawn", type=int, default=11, help="decks drawn anew a shard; held out: of each kind (default: 11)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--held-out", action="store_true", help="draw the decks that are held out from training instead"
    )
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    options = ("out", "data", "scenes", "seed", "held_out", "printed", "drawn")
    work = functools.partial(make_shard, **{name: getattr(args, name) for name in options})
    started = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        numbers = range(args.first, args.first + args.shards)
        try:
            for done, path in enumerate(pool.imap_unordered(work, numbers), 1):
                print(f"{path}  {done} of {args.shards}, {time.monotonic() - started:.0f} s", flush=True)
        except DeckError as error:
            print(f"datasets.make: {error}", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
