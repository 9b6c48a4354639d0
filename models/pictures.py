"""How well are whole pictures read? Readings beside the truth, counted by group; and which confidence is worth calling sure.

A picture's reading is what ``kibitz see`` would say: the sure sightings. Every card counts once a picture; one of which a person sees
only a part costs nothing when it is missed; backs are counted.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.settings import back_score
from rules.cards import card_name
from vision.recogniser import Reading, Recogniser
from vision.sources import read_picture
from vision.weights import Settings

Image = NDArray[np.uint8]
JOKERS = frozenset({"RJ", "BJ"})
_ANY_JOKER = "JK"  # a label that leaves its colour open
_TILE = 300  # pixels: longer side of a picture on the sheet of the worst
WRONG = 5  # a wrong sure reading is so many times as bad as an unsure one
_THRESHOLDS = tuple(round(0.4 + 0.05 * k, 2) for k in range(12))
_TRUE_SURE = 1 - 1 / WRONG
_HARDLY_MORE = 1.02


@dataclass(slots=True, eq=False)
class Truth:
    """What a picture shows. ``least``, ``most``: how many backs; None: not counted."""

    full: set[str]
    partial: set[str] = field(default_factory=set)
    least: int | None = 0
    most: int = 0


@dataclass(slots=True, eq=False)
class Result:
    """One picture, read. ``named``: the cards and how sure each is; ``scores``: how sure each back is; ``small``: the picture, small."""

    name: str
    groups: tuple[str, ...]
    truth: Truth
    named: dict[str, float]
    scores: tuple[float, ...]
    sure: float
    detect_ms: float
    read_ms: float
    small: Image

    def said(self, sure: float | None = None) -> set[str]:
        """The cards named if one is sure from ``sure`` on (None: from where the weights are)."""
        return {name for name, confidence in self.named.items() if confidence >= (self.sure if sure is None else sure)}

    def extra(self, sure: float | None = None) -> set[str]:
        """Named and not there."""
        return self.said(sure) - self.truth.full - self.truth.partial

    def missed(self, sure: float | None = None) -> set[str]:
        """There and not named."""
        return self.truth.full - self.said(sure)

    def backs(self, sure: float | None = None) -> int:
        """How many backs are seen."""
        return sum(score >= (self.sure if sure is None else sure) for score in self.scores)

    def backs_right(self, sure: float | None = None) -> bool:
        """As many backs as there are."""
        return self.truth.least is None or self.truth.least <= self.backs(sure) <= self.truth.most

    def cost(self, sure: float) -> int:
        """A wrong sure reading costs WRONG, a card that is not named 1; one read wrongly is not counted as not named as well."""
        extra, missed = len(self.extra(sure)), len(self.missed(sure))
        return WRONG * extra + max(missed - extra, 0)


def result(name: str, groups: Sequence[str], truth: Truth, reading: Reading, sure: float, image: Image) -> Result:
    """The reading of a picture beside the truth."""
    any_joker = _ANY_JOKER in truth.full | truth.partial
    named: dict[str, float] = {}
    for seen in reading.sightings:
        if seen.card is not None:
            card = card_name(seen.card)
            card = _ANY_JOKER if any_joker and card in JOKERS else card
            named[card] = max(named.get(card, 0.0), seen.confidence)
    scores = tuple(seen.confidence for seen in reading.sightings if seen.card is None)
    scale = _TILE / max(image.shape[:2])
    size = [max(1, round(side * scale)) for side in (image.shape[1], image.shape[0])]
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return Result(name, tuple(groups), truth, named, scores, sure, reading.detect_ms, reading.read_ms, small)


@dataclass(slots=True)
class Tally:
    """What came of the pictures of one group. ``faults``: cards read wrongly, each counted once; ``wrong``: which for which, where one
    stands for one."""

    pictures: int = 0
    exact: int = 0
    right: int = 0
    extra: int = 0
    missed: int = 0
    faults: int = 0
    backs_right: int = 0
    backs_of: int = 0
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def precision(self) -> float:
        """Of what was said; 1 where nothing was."""
        return self.right / (self.right + self.extra) if self.right + self.extra else 1.0

    @property
    def recall(self) -> float:
        """Of what is there; 1 where nothing is."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def f1(self) -> float:
        """Both in one."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def cards(self) -> int:
        """How many were to be read (or were, though partly covered)."""
        return self.right + self.missed

    def add(self, extra: set[str], missed: set[str], right: int) -> None:
        """One picture more."""
        self.pictures += 1
        self.exact += not (extra or missed)
        self.right += right
        self.extra += len(extra)
        self.missed += len(missed)
        self.faults += max(len(extra), len(missed))
        if len(extra) == len(missed) == 1:
            self.wrong[min(missed), min(extra)] += 1

    def row(self, name: str) -> str:
        """A line of the table."""
        backs = f"{self.backs_right}/{self.backs_of}" if self.backs_of else "-"
        return (
            f"{name[:34]:34} {self.pictures:5d} {self.cards:6d} {self.exact / max(self.pictures, 1):6.3f} "
            f"{self.precision:6.3f} {self.recall:6.3f} {self.f1:6.3f} {backs:>9}"
        )


HEADING = f"{'':34} {'pics':>5} {'cards':>6} {'exact':>6} {'prec':>6} {'recall':>6} {'F1':>6} {'backs':>9}"


def table(results: Iterable[Result]) -> dict[str, Tally]:
    """The tallies of all groups, the one of all pictures ("all") first. No results: that one, empty."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    tallies["all"] = Tally()
    for one in results:
        extra, missed = one.extra(), one.missed()
        for group in ("all", *one.groups):
            t = tallies[group]
            t.add(extra, missed, len(one.said()) - len(extra))
            if one.truth.least is not None:
                t.backs_of += 1
                t.backs_right += one.backs_right()
    return dict(sorted(tallies.items(), key=lambda item: (item[0] != "all", item[0])))


def joker_tally(results: Iterable[Result]) -> Tally:
    """Jokers alone: found, missed, named where there is none."""
    tally, jokers = Tally(), JOKERS | {_ANY_JOKER}
    for one in results:
        extra = one.extra() & jokers
        tally.add(extra, one.missed() & jokers, len(one.said() & jokers) - len(extra))
    return tally


@dataclass(frozen=True, slots=True)
class SureChoice:
    """``sure``: from where on a reading is best called sure. ``costs``: of each threshold looked at how many cards are wrong, how many
    not named, the cost of both, and on how many pictures the backs are counted right."""

    sure: float
    costs: dict[float, tuple[int, int, int, int]]


def choose_sure(results: Sequence[Result]) -> SureChoice:
    """The threshold of the least cost.

    With confidences that come true that is 0.8: below it, being wrong costs more (5 times one in five) than being unsure. So of the
    thresholds that cost hardly more than the cheapest the one nearest to 0.8 is taken: a few pictures more would not change it."""
    costs = {
        sure: (
            sum(len(one.extra(sure)) for one in results),
            sum(len(one.missed(sure)) for one in results),
            sum(one.cost(sure) for one in results),
            sum(one.backs_right(sure) for one in results if one.truth.least is not None),
        )
        for sure in _THRESHOLDS
    }
    enough = _HARDLY_MORE * min(cost for _, _, cost, _ in costs.values())
    good = [sure for sure, (_, _, cost, _) in costs.items() if cost <= enough]
    return SureChoice(min(good, key=lambda sure: abs(sure - _TRUE_SURE)), costs)


def choose_back(results: Sequence[Result], settings: Settings) -> float:
    """The detector's score from which on a back is best counted: the one that gets the most pictures right, of equal ones the highest.

    Scores under half of ``settings.back`` are not among ``results``: what is far off takes a second time."""
    scores = [(one.truth, [back_score(c, settings) for c in one.scores]) for one in results]
    counted = [(truth, found) for truth, found in scores if truth.least is not None]

    def right(back: float) -> int:
        return sum((truth.least or 0) <= sum(s >= back for s in found) <= truth.most for truth, found in counted)

    candidates = [round(0.05 * k, 2) for k in range(2, 20) if 0.05 * k >= settings.back / 2]
    return max(candidates, key=lambda back: (right(back), back))


class LabelError(ValueError):
    """Labels of photographs that cannot be used; the text says where and why."""


def read_labels(folder: Path) -> list[dict]:
    """The lines of labels.jsonl in ``folder``, one a photograph. Raises LabelError."""
    path = folder / "labels.jsonl"
    remedy = "give a folder with photographs and their labels"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise LabelError(f"{path}: cannot be read ({error}); {remedy}") from None
    rows = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            label_truth(row)
            rows.append(row | {"file": str(row["file"])})
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise LabelError(f"{path}, line {number}: no label of a photograph ({error!r})") from None
    if not rows:
        raise LabelError(f"{path}: empty; {remedy}")
    return rows


def photographs(recogniser: Recogniser, folder: Path) -> Iterator[Result]:
    """Every photograph of ``folder`` (labels.jsonl and the pictures), read. Raises LabelError, VisionError."""
    for row in read_labels(folder):
        image = read_picture(folder / row["file"])
        reading = recogniser.read(image)
        yield result(row["file"], photograph_groups(row), label_truth(row), reading, recogniser.sure, image)


def photograph_groups(row: dict) -> list[str]:
    """The groups that the photograph of a line of labels.jsonl counts in: its source and its tags."""
    return [f"source {row.get('source') or row.get('source_repo', '?')}", *(f"tag {t}" for t in row.get("tags", []))]


def label_truth(row: dict) -> Truth:
    """What a line of labels.jsonl says that its photograph shows."""
    cards = [c for c in row["cards"] if c["label"] != "back"]
    backs = len(row["cards"]) - len(cards)
    full = {c["label"] for c in cards if c.get("visibility", "full") == "full"}
    counted = "face-down-piles-uncounted" not in row.get("tags", [])
    return Truth(full, {c["label"] for c in cards} - full, backs if counted else None, backs)


def sheet_of_worst(results: Sequence[Result], path: Path, count: int = 24) -> None:
    """A picture of the pictures with the most faults, with what was missed (-) and wrongly named (+). Without faults: no picture."""
    cost = {id(one): WRONG * len(one.extra()) + len(one.missed()) + (not one.backs_right()) for one in results}
    worst = [one for one in sorted(results, key=lambda one: -cost[id(one)])[:count] if cost[id(one)]]
    tiles = []
    for one in worst:
        tile = np.zeros((_TILE + 40, _TILE, 3), np.uint8)
        tile[: one.small.shape[0], : one.small.shape[1]] = one.small
        faults = [*(f"+{c}" for c in sorted(one.extra())), *(f"-{c}" for c in sorted(one.missed()))]
        if not one.backs_right():
            faults.append(f"backs {one.backs()}, not {one.truth.least}")
        for k, text in enumerate((one.name[:40], " ".join(faults)[:46])):
            where = (3, _TILE + 16 + 16 * k)
            cv2.putText(tile, text, where, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
        tiles.append(tile)
    tiles += [np.zeros((_TILE + 40, _TILE, 3), np.uint8)] * (-len(tiles) % 6)
    if tiles:
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), np.vstack([np.hstack(tiles[i : i + 6]) for i in range(0, len(tiles), 6)]))
