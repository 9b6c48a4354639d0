"""How well do the two networks do on shards of held-out decks: what does the detector find, how is each index read, and do the
confidences come true?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.make import CONTEXT
from rules.cards import BLACK_JOKER, card_name
from vision.crops import MARGIN, cut, square_around
from vision.detector import detect
from vision.reader import card_probabilities, look_twice

READABLE, CLEAR = 30, 0.9  # pixels, share that shows: from here on rank and suit are judged by kind of deck
_BINS = 15
_TILE = 320


class ShardError(ValueError):
    """Shards that cannot be measured; the text says why and what to do."""


def shard_paths(folder: Path) -> list[Path]:
    """The shards in ``folder``, in order. Raises ShardError if there are none, or they are of an older form."""
    make = f"make it: python -m datasets.make {folder} --held-out --shards 3 --scenes 250 --drawn 2 --seed 5"
    paths = sorted(p for p in folder.glob("*.npz") if p.stem.isdigit())
    if not paths:
        raise ShardError(f"{folder}: no shards; {make}")
    try:
        with np.load(paths[0]) as arrays:
            current = "kinds" in arrays and arrays["crops"].shape[1] == CONTEXT
    except (OSError, ValueError, KeyError) as error:
        raise ShardError(f"{paths[0]}: cannot be read ({error}); remove the folder and {make}") from None
    if not current:
        raise ShardError(f"{folder}: shards of an older form; remove the folder and {make}")
    return paths


def _overlaps(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Intersection over union of boxes (n, 4) with boxes (m, 4): (n, m)."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:4], b[None, :, 2:4])
    common = np.clip(high - low, 0, None).prod(axis=2)
    area = [(x[:, 2:4] - x[:, :2]).prod(axis=1) for x in (a, b)]
    return common / (area[0][:, None] + area[1][None] - common + 1e-9)


def measure_detector(net: Any, shards: Sequence[Path], threshold: float) -> dict[str, float]:
    """Recall and precision at overlap 0.5 of indices and backs over the tiles of ``shards``."""
    counts = np.zeros((2, 3), int)  # class: true, found, wrong
    for path in shards:
        with np.load(path) as arrays:
            tiles, rows = arrays["tiles"], arrays["boxes"]
        for number, tile in enumerate(tiles):
            truth = rows[rows[:, 0] == number, 1:]
            boxes = detect(net, tile, _TILE, threshold)
            for kind in (0, 1):
                true, said = truth[truth[:, 0] == kind, 1:], boxes[boxes[:, 5] == kind]
                match = _overlaps(said[:, :4], true) >= 0.5
                counts[kind] += (len(true), match.any(axis=0).sum(), (~match.any(axis=1)).sum())
    result = {}
    for name, (true, found, wrong) in zip(("index", "back"), counts.tolist(), strict=True):
        result[f"{name} recall"] = found / max(true, 1)
        result[f"{name} precision"] = found / max(found + wrong, 1)
    return result


def read_stored(net: Any, crops: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The reader's rows (n, 221) about stored crops (n, H, H, 3) BGR with an index at ``quads`` (n, 4, 2; fractions), as if a detector
    that is a little off had found it."""
    rng = np.random.default_rng(3)
    rows = []
    for crop, quad in zip(crops, quads * crops.shape[1], strict=True):
        (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
        left, top, side = square_around((x0, y0, x1, y1), MARGIN * float(np.exp(rng.normal(0, 0.08))))
        dx, dy = rng.normal(0, 0.04, 2) * side
        square = (left + dx, top + dy, side)
        rows.append(look_twice(net, crop, [cut(crop, square)], np.array([square], np.float32)))
    return np.concatenate(rows)


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """The reader's answers to the cut-outs of shards, and the truth, one row a cut-out."""

    numbers: NDArray[np.float32]
    card: NDArray[np.int16]
    pixels: NDArray[np.float32]
    visible: NDArray[np.float32]
    kind: NDArray[np.str_]


def read_crops(net: Any, shards: Sequence[Path]) -> Crops:
    """Reads all cut-outs of ``shards``."""
    columns: dict[str, list[NDArray]] = {name: [] for name in ("numbers", "card", "pixels", "visible", "kind")}
    for path in shards:
        with np.load(path) as arrays:
            columns["numbers"].append(read_stored(net, arrays["crops"], arrays["quad"]))
            columns["kind"].append(arrays["kinds"][arrays["deck"]])
            for name in ("card", "pixels", "visible"):
                columns[name].append(arrays[name])
    return Crops(**{name: np.concatenate(parts) for name, parts in columns.items()})


# --- do the confidences come true? -------------------------------------------------------------------------------------


def reliability(
    confidence: NDArray[np.float32], right: NDArray[np.bool_], bins: int = _BINS
) -> list[tuple[float, float, int]]:
    """For each range of confidence that occurs: how sure the readings in it were, how many of them were right (0 to 1), and how many
    there are."""
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    present = [which == b for b in range(bins) if (which == b).any()]
    return [(float(confidence[b].mean()), float(right[b].mean()), int(b.sum())) for b in present]


def calibration_error(confidence: NDArray[np.float32], right: NDArray[np.bool_], bins: int = _BINS) -> float:
    """Expected calibration error: the mean gap between how sure a reading is and how often such readings are right."""
    rows = reliability(confidence, right, bins)
    return sum(abs(said - true) * count for said, true, count in rows) / max(len(confidence), 1)


def best_temperature(numbers: NDArray[np.float32], card: NDArray[np.int16]) -> float:
    """The temperature under which the true answers are likeliest."""

    def cost(temperature: float) -> float:
        p = card_probabilities(numbers, temperature)
        none = np.clip(1 - p.sum(axis=1), 1e-6, 1)
        likelihood = np.where(card >= 0, p[np.arange(len(p)), np.maximum(card, 0)], none)
        return float(-np.log(np.maximum(likelihood, 1e-6)).mean())

    return round(float(min(np.arange(0.3, 2.01, 0.05), key=cost)), 2)


# --- how is each index read? -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """What the reader says of cut-outs at a temperature: the likeliest card of each and how sure it is, beside the truth."""

    crops: Crops
    said: NDArray[np.intp]
    confidence: NDArray[np.float32]

    @property
    def index(self) -> NDArray[np.bool_]:
        """Which cut-outs are indices."""
        return self.crops.card >= 0

    @property
    def right(self) -> NDArray[np.bool_]:
        """Which of them are read rightly."""
        return self.said == self.crops.card

    @property
    def clear(self) -> NDArray[np.bool_]:
        """Indices with rank and suit that are large enough and show nearly whole."""
        c = self.crops
        return (c.card >= 0) & (c.card < BLACK_JOKER) & (c.pixels >= READABLE) & (c.visible >= CLEAR)

    def rank_and_suit(self, chosen: NDArray[np.bool_]) -> tuple[float, float]:
        """The shares of ``chosen`` of which the rank, and the suit, is right."""
        said, card = self.said[chosen], self.crops.card[chosen]
        return float((said >> 2 == card >> 2).mean()), float((said & 3 == card & 3).mean())


def readings(crops: Crops, temperature: float) -> Readings:
    """What the reader says at ``temperature``."""
    p = card_probabilities(crops.numbers, temperature)
    return Readings(crops, p.argmax(axis=1), p.max(axis=1))


def report_reader(crops: Crops, temperature: float, sure: float = 0.8) -> Iterator[str]:
    """Lines about the reader: by kind of deck, by height, by how much shows; jokers; how sure; which for which."""
    found = readings(crops, temperature)
    index, right, confidence = found.index, found.right, found.confidence
    plain = index & (crops.card < BLACK_JOKER)
    groups = [("all", plain)]
    groups += [(f"{kind}, from {READABLE} px", found.clear & (crops.kind == kind)) for kind in sorted(set(crops.kind))]
    for low, high in ((0, 16), (16, 25), (25, 40), (40, 70), (70, 999)):
        name = f"{low}-{high} px" if high < 999 else f"over {low} px"
        groups.append((name, plain & (crops.pixels >= low) & (crops.pixels < high)))
    for least, most in ((0.6, 0.8), (0.8, 0.95), (0.95, 1.01)):
        name = f"of which {least:.2f} to {min(most, 1):.2f} shows"
        groups.append((name, plain & (crops.visible >= least) & (crops.visible < most)))
    yield f"{'':34} {'indices':>7} {'rank':>6} {'suit':>6} {'card':>6}"
    for name, chosen in groups:
        if chosen.any():
            rank, suit = found.rank_and_suit(chosen)
            yield f"{name:34} {chosen.sum():7d} {rank:6.3f} {suit:6.3f} {right[chosen].mean():6.3f}"
    jokers, named = crops.card >= BLACK_JOKER, (found.said >= BLACK_JOKER) & (confidence >= sure)
    if jokers.any():
        precision = (crops.card[named] >= BLACK_JOKER).mean() if named.any() else float("nan")
        yield f"jokers: {right[jokers].mean():.3f} of {jokers.sum()} read, of those named surely {precision:.3f} are jokers"
    for least in sorted({0.5, 0.6, 0.7, 0.8, 0.9, sure}):
        surely = confidence >= least
        wrong = (surely & index & ~right).sum() / max((surely & index).sum(), 1)
        yield (
            f"sure from {least:.2f}: {surely[index].mean():.3f} of the indices, of these wrong {wrong:.4f}; "
            f"of {(~index).sum()} places without an index named: {surely[~index].mean():.4f}"
        )
    pairs = zip(crops.card[found.clear].tolist(), found.said[found.clear].tolist(), strict=True)
    yield which_for_which(Counter((card_name(a), card_name(b)) for a, b in pairs if a != b))


def which_for_which(wrong: Counter[tuple[str, str]], most: int = 12) -> str:
    """A line that names the commonest confusions."""
    return "which for which: " + (", ".join(f"{a} read {b} {n}" for (a, b), n in wrong.most_common(most)) or "none")
