"""How well are whole pictures read? Photographs with labels, and pictures drawn with decks that are held out from training.

A picture's reading is what ``kibitz see`` would say: the sure sightings. Every card counts once a picture; one of which a person sees
only a part costs nothing when it is missed; backs are counted.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.glyphs import index_fonts
from datasets.layouts import fan_of
from datasets.make import KINDS, held_out_stocks, read_textures
from datasets.scene import CardStock, Scene, draw_scene
from rules.cards import BLACK_JOKER, RED_JOKER, card_name
from vision.recogniser import Reading, Recogniser
from vision.sources import read_picture

Image = NDArray[np.uint8]
JOKERS = frozenset({"RJ", "BJ"})
_ANY_JOKER = "JK"  # a label that leaves its colour open


@dataclass(slots=True, eq=False)
class Truth:
    """What a picture shows. ``least``, ``most``: how many backs; None: not counted."""

    full: set[str]
    partial: set[str] = field(default_factory=set)
    least: int | None = 0
    most: int = 0


@dataclass(slots=True)
class Tally:
    """What came of the pictures of one group."""

    pictures: int = 0
    exact: int = 0
    right: int = 0
    extra: int = 0
    missed: int = 0
    backs_right: int = 0
    backs_of: int = 0
    times: list[float] = field(default_factory=list)
    wrong: Counter[tuple[str, str]] = field(
        default_factory=Counter
    )  # missed, read in its stead: where one stands for one

    @property
    def precision(self) -> float:
        """Of what was said."""
        return self.right / max(self.right + self.extra, 1)

    @property
    def recall(self) -> float:
        """Of what is there."""
        return self.right / max(self.right + self.missed, 1)

    @property
    def f1(self) -> float:
        """Both in one."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def row(self, name: str) -> str:
        """A line of the table."""
        backs = f"{self.backs_right}/{self.backs_of}" if self.backs_of else "-"
        return (
            f"{name[:30]:30} {self.pictures:5d} {self.exact / max(self.pictures, 1):6.3f} {self.precision:6.3f} "
            f"{self.recall:6.3f} {self.f1:6.3f} {backs:>9}"
        )


HEADING = f"{'':30} {'pics':>5} {'exact':>6} {'prec':>6} {'recall':>6} {'F1':>6} {'backs':>9}"


@dataclass(slots=True, eq=False)
class Result:
    """One picture, read: for the table and for the sheet of the worst."""

    name: str
    groups: tuple[str, ...]
    truth: Truth
    said: set[str]
    backs: int
    milliseconds: float
    image: Image

    @property
    def extra(self) -> set[str]:
        """Named and not there."""
        return self.said - self.truth.full - self.truth.partial

    @property
    def missed(self) -> set[str]:
        """There and not named."""
        return self.truth.full - self.said

    @property
    def backs_right(self) -> bool:
        """As many backs as there are."""
        return self.truth.least is None or self.truth.least <= self.backs <= self.truth.most


def result(name: str, groups: Sequence[str], truth: Truth, reading: Reading, sure: float, image: Image) -> Result:
    """The reading of a picture beside the truth."""
    seen = [s for s in reading.sightings if s.confidence >= sure]
    said = {card_name(s.card) for s in seen if s.card is not None}
    if _ANY_JOKER in truth.full | truth.partial:
        said = {_ANY_JOKER if s in JOKERS else s for s in said}
    return Result(name, tuple(groups), truth, said, sum(s.card is None for s in seen), reading.total_ms, image)


def table(results: Iterable[Result]) -> dict[str, Tally]:
    """The tallies of all groups, the one of all pictures first."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for one in results:
        for group in ("all", *one.groups):
            t = tallies[group]
            t.pictures += 1
            t.exact += not (one.extra or one.missed)
            t.right += len(one.said) - len(one.extra)
            t.extra += len(one.extra)
            t.missed += len(one.missed)
            if one.truth.least is not None:
                t.backs_of += 1
                t.backs_right += one.backs_right
            t.times.append(one.milliseconds)
            if len(one.extra) == len(one.missed) == 1:
                t.wrong[min(one.missed), min(one.extra)] += 1
    return dict(sorted(tallies.items(), key=lambda item: (item[0] != "all", item[0])))


# --- photographs -------------------------------------------------------------------------------------------------------


def photographs(recogniser: Recogniser, folder: Path) -> Iterator[Result]:
    """Every photograph of ``folder`` (labels.jsonl and the pictures), read."""
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        cards = [c for c in row["cards"] if c["label"] != "back"]
        backs = len(row["cards"]) - len(cards)
        full = {c["label"] for c in cards if c.get("visibility", "full") == "full"}
        tags = row.get("tags", [])
        counted = "face-down-piles-uncounted" not in tags
        truth = Truth(full, {c["label"] for c in cards} - full, backs if counted else None, backs)
        image = read_picture(folder / row["file"])
        groups = [f"source {row.get('source_repo', '?')}", *(f"tag {tag}" for tag in tags)]
        yield result(row["file"], groups, truth, recogniser.read(image), recogniser.sure, image)


# --- drawn pictures ----------------------------------------------------------------------------------------------------

_SIZE = (1280, 960)
_READABLE = 30  # pixels: lower indices may be missed
_SEEN, _HARDLY = (
    0.9,
    0.3,
)  # share of an index that shows: to be read from here on, or perhaps; a back likewise from half on


def drawn_truth(scene: Scene) -> Truth:
    """What a careful person reads on a drawn picture."""
    full, partial = set(), set()
    for index in scene.indices:
        height = float(np.linalg.norm(index.quad[3] - index.quad[0]))
        if index.visible >= _SEEN and height >= _READABLE:
            full.add(card_name(index.card))
        elif index.visible >= _HARDLY:
            partial.add(card_name(index.card))
    shares = [card.visible for card in scene.cards if card.card is None]
    return Truth(full, partial - full, sum(s >= 0.5 for s in shares), sum(s >= 0.15 for s in shares))


def _mixed(rng: Generator, stock: CardStock, draw: Callable[..., Scene]) -> Scene:
    return draw(face_down=0.0)


def _jokers(rng: Generator, stock: CardStock, draw: Callable[..., Scene]) -> Scene:
    return draw(first=(BLACK_JOKER, RED_JOKER), face_down=0.0)


def _backs(rng: Generator, stock: CardStock, draw: Callable[..., Scene]) -> Scene:
    return draw(face_down=0.5)


def _fan(rng: Generator, stock: CardStock, draw: Callable[..., Scene]) -> Scene:
    """Thirteen cards held in a hand, all of them in the picture, seen from above."""
    size = float(rng.uniform(330, 430))
    a = rng.uniform(-0.5, 0.5) + np.pi * (rng.random() < 0.15)
    c, s = size * np.cos(a), size * np.sin(a)
    view = np.array([[c, -s, _SIZE[0] / 2], [s, c, _SIZE[1] / 2], [0, 0, 1]])
    return draw(poses=fan_of(rng, 13), view=view, face_down=0.0)


_SCENES: dict[str, Callable[[Generator, CardStock, Callable[..., Scene]], Scene]] = {
    "mixed": _mixed,
    "jokers": _jokers,
    "backs": _backs,
    "fans of 13": _fan,
}


def drawn_pictures(recogniser: Recogniser, data: Path, count: int, seed: int = 7) -> Iterator[Result]:
    """``count`` pictures of each kind of scene and each kind of deck, read.

    Groups: the kind of scene; in mixed scenes also the kind of deck."""
    rng = np.random.default_rng(seed)
    stocks = held_out_stocks(rng, data, 1)
    textures, lettering = read_textures(data), index_fonts(data / "fonts", False, True)
    for number in range(count):
        for kind in KINDS:
            own = [stock for stock in stocks if stock.kind == kind]
            for scene_kind, make in _SCENES.items():
                if scene_kind == "jokers":
                    own = [stock for stock in own if {BLACK_JOKER, RED_JOKER} <= set(stock.faces)] or own
                stock = own[int(rng.integers(len(own)))]
                own_rng = np.random.default_rng(rng.integers(1 << 62))

                def draw(stock: CardStock = stock, own_rng: Generator = own_rng, **how: object) -> Scene:
                    return draw_scene(own_rng, [stock], textures, _SIZE, lettering=lettering, **how)  # type: ignore[arg-type]

                scene = make(own_rng, stock, draw)
                groups = [f"scene {scene_kind}"] + ([f"deck {kind}"] if scene_kind == "mixed" else [])
                name = f"{scene_kind} {number} {stock.name}"
                truth = drawn_truth(scene)
                yield result(name, groups, truth, recogniser.read(scene.image), recogniser.sure, scene.image)


def joker_tally(results: Iterable[Result]) -> Tally:
    """Jokers alone: found, missed, named where there is none."""
    tally = Tally()
    for one in results:
        jokers = JOKERS | {_ANY_JOKER}
        tally.pictures += 1
        tally.right += len(one.said & jokers) - len(one.extra & jokers)
        tally.extra += len(one.extra & jokers)
        tally.missed += len(one.missed & jokers)
        tally.exact += not ((one.extra | one.missed) & jokers)
    return tally


def sheet_of_worst(results: Sequence[Result], path: Path, count: int = 24) -> None:
    """A picture of the pictures with the most faults, with what was missed (-) and wrongly named (+)."""
    worst = sorted(results, key=lambda r: -(len(r.extra) * 5 + len(r.missed) + (not r.backs_right)))[:count]
    tiles = []
    for one in worst:
        height, width = one.image.shape[:2]
        scale = 300 / max(height, width)
        small = cv2.resize(one.image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
        tile = np.zeros((340, 300, 3), np.uint8)
        tile[: small.shape[0], : small.shape[1]] = small
        backs = "" if one.backs_right else f" backs {one.backs}, not {one.truth.least}"
        lines = (
            one.name[:40],
            " ".join([*(f"+{c}" for c in sorted(one.extra)), *(f"-{c}" for c in sorted(one.missed))]) + backs,
        )
        for k, text in enumerate(lines):
            cv2.putText(
                tile, text[:46], (3, 316 + 16 * k), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA
            )
        tiles.append(tile)
    tiles += [np.zeros((340, 300, 3), np.uint8)] * (-len(tiles) % 6)
    if tiles:
        cv2.imwrite(str(path), np.vstack([np.hstack(tiles[i : i + 6]) for i in range(0, len(tiles), 6)]))
