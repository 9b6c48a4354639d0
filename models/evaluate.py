"""python -m models.evaluate: everything that is measured about the weights, in one command.

    python -m models.evaluate --shards data/held-out2 --photos ../shared/photos --drawn 20 --worst worst.jpg

``--shards``: what python -m datasets.make data/held-out2 --held-out --shards 4 --drawn 2 --seed 2 has drawn: how many indices and backs
the detector finds; how often the reader has rank, suit and card right, by kind of deck and height of the index; how often it names a
card where there is none; how true its confidences are. ``--photos``: photographs with labels, by source and tag. ``--drawn N``: whole
pictures drawn with decks that are held out (needs data/): N of each kind of deck and scene: mixed, jokers, backs, fans of 13. With
--calibrate the temperature is chosen on the shards and written to the weights.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.pictures import HEADING, Result, drawn_pictures, joker_tally, photographs, sheet_of_worst, table
from models.settings import WEIGHTS, write_settings
from rules.cards import BLACK_JOKER, card_name
from vision.crops import MARGIN, cut, square_around
from vision.detector import detect
from vision.reader import card_probabilities, look_twice
from vision.recogniser import Recogniser
from vision.weights import load_networks

_SURE = (0.5, 0.6, 0.7, 0.8, 0.9)
READABLE, CLEAR = (
    30,
    0.9,
)  # rank and suit are judged by kind of deck from so many pixels on, where so much of the index shows


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
            boxes = detect(net, tile, 320, threshold)
            for kind in (0, 1):
                true, said = truth[truth[:, 0] == kind, 1:], boxes[boxes[:, 5] == kind]
                match = _overlaps(said[:, :4], true) >= 0.5
                counts[kind] += (
                    len(true),
                    int(match.any(axis=0).sum()),
                    int((~match.any(axis=1)).sum()) if len(true) else len(said),
                )
    result = {}
    for name, (true, found, wrong) in zip(("index", "back"), counts, strict=True):
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


def calibration_error(confidence: NDArray[np.float32], right: NDArray[np.bool_], bins: int = 15) -> float:
    """Expected calibration error: the mean gap between how sure a reading is and how often such readings are right."""
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [
        abs(right[which == b].mean() - confidence[which == b].mean()) * (which == b).mean()
        for b in range(bins)
        if (which == b).any()
    ]
    return float(sum(gaps))


def best_temperature(numbers: NDArray[np.float32], card: NDArray[np.int16]) -> float:
    """The temperature under which the true answers are likeliest."""

    def cost(temperature: float) -> float:
        p = card_probabilities(numbers, temperature)
        none = np.clip(1 - p.sum(axis=1), 1e-6, 1)
        likelihood = np.where(card >= 0, p[np.arange(len(p)), np.maximum(card, 0)], none)
        return float(-np.log(np.maximum(likelihood, 1e-6)).mean())

    return float(min(np.arange(0.3, 2.01, 0.05), key=cost))


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """The reader's answers to the cut-outs of shards, and the truth, one row a cut-out."""

    numbers: NDArray[np.float32]
    card: NDArray[np.int16]
    pixels: NDArray[np.float32]
    visible: NDArray[np.float32]
    kind: NDArray[np.str_]
    deck: NDArray[np.str_]


def read_crops(net: Any, shards: Sequence[Path]) -> Crops:
    """Reads all cut-outs of ``shards``."""
    columns: dict[str, list[NDArray]] = {n: [] for n in ("numbers", "card", "pixels", "visible", "kind", "deck")}
    for path in shards:
        with np.load(path) as arrays:
            columns["numbers"].append(read_stored(net, arrays["crops"], arrays["quad"]))
            for name in ("card", "pixels", "visible"):
                columns[name].append(arrays[name])
            columns["deck"].append(arrays["decks"][arrays["deck"]])
            kinds = arrays["kinds"] if "kinds" in arrays else arrays["decks"]
            columns["kind"].append(kinds[arrays["deck"]])
    return Crops(**{name: np.concatenate(parts) for name, parts in columns.items()})


def report_reader(crops: Crops, temperature: float) -> Iterator[str]:
    """Lines about the reader."""
    p = card_probabilities(crops.numbers, temperature)
    said, confidence, card = p.argmax(axis=1), p.max(axis=1), crops.card
    index, right = card >= 0, said == card
    plain = index & (card < BLACK_JOKER)
    clear = plain & (crops.pixels >= READABLE) & (crops.visible >= CLEAR)

    def rank_and_suit(chosen: NDArray[np.bool_]) -> str:
        rank, suit = ((said[chosen] >> 2 == card[chosen] >> 2).mean(), (said[chosen] & 3 == card[chosen] & 3).mean())
        return f"rank {rank:.3f} suit {suit:.3f} card {right[chosen].mean():.3f} ({chosen.sum()})"

    yield f"{index.sum()} indices, {(~index).sum()} places without, temperature {temperature:.2f}"
    yield f"all                      {rank_and_suit(plain)}"
    for name in sorted(set(crops.kind)):
        chosen = clear & (crops.kind == name)
        if chosen.any():
            yield f"{name:12} from {READABLE} px  {rank_and_suit(chosen)}"
    for low, high in ((0, 16), (16, 25), (25, 40), (40, 70), (70, 999)):
        chosen = plain & (crops.pixels >= low) & (crops.pixels < high)
        if chosen.any():
            yield f"index {low:3}-{high:<3} px         {rank_and_suit(chosen)}"
    for least, most in ((0.6, 0.8), (0.8, 0.95), (0.95, 1.01)):
        chosen = plain & (crops.visible >= least) & (crops.visible < most)
        if chosen.any():
            yield f"showing {least:.2f}-{min(most, 1):.2f}        {rank_and_suit(chosen)}"
    jokers, named = card >= BLACK_JOKER, (said >= BLACK_JOKER) & (confidence >= 0.5)
    if jokers.any():
        yield (
            f"jokers: recall {right[jokers].mean():.3f} ({jokers.sum()}), precision "
            f"{(card[named] >= BLACK_JOKER).mean() if named.any() else float('nan'):.3f}"
        )
    for sure in _SURE:
        wrong = (confidence >= sure) & ~right
        yield (
            f"sure from {sure}: {(confidence[index] >= sure).mean():.3f} of the indices, of these wrong "
            f"{(wrong & index).sum() / max(((confidence >= sure) & index).sum(), 1):.4f}; no index, yet named: {wrong[~index].mean():.4f}"
        )
    yield f"expected calibration error {calibration_error(confidence[index], right[index]):.4f}"
    for said_from in np.arange(0.3, 1, 0.1):
        chosen = index & (confidence >= said_from) & (confidence < said_from + 0.1)
        if chosen.sum() > 20:
            yield f"  said {confidence[chosen].mean():.2f}, came true {right[chosen].mean():.2f} ({chosen.sum()})"
    confused = Counter(
        (card_name(int(a)), card_name(int(b))) for a, b in zip(card[clear], said[clear], strict=True) if a != b
    )
    yield "which for which: " + ", ".join(f"{a} read {b} {n}" for (a, b), n in confused.most_common(12))


def report_pictures(results: Sequence[Result]) -> Iterator[str]:
    """Lines about whole pictures."""
    tallies = table(results)
    yield HEADING
    for name, tally in tallies.items():
        yield tally.row(name)
    jokers = joker_tally(results)
    if jokers.right + jokers.missed:
        yield f"jokers: recall {jokers.recall:.3f} ({jokers.right + jokers.missed}), precision {jokers.precision:.3f}"
    else:
        yield f"jokers named where there is none: {jokers.extra}"
    times = sorted(tallies["all"].times)
    yield f"milliseconds a picture: median {times[len(times) // 2]:.0f}, longest {times[-1]:.0f}"
    confused = tallies["all"].wrong.most_common(12)
    yield "which for which: " + ", ".join(f"{a} read {b} {n}" for (a, b), n in confused)


def _commit() -> str:
    try:
        command = ["git", "rev-parse", "--short", "HEAD"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "no commit"


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shards", type=Path, help="folder with shards of datasets.make")
    parser.add_argument("--photos", type=Path, help="folder with photographs and labels.jsonl")
    parser.add_argument(
        "--drawn", type=int, default=0, metavar="N", help="draw and read whole pictures, N of each kind"
    )
    parser.add_argument(
        "--data", type=Path, default=Path("data"), help="what datasets.fetch has fetched (default: data)"
    )
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--worst", type=Path, help="write a contact sheet of the worst pictures here (JPEG)")
    parser.add_argument("--calibrate", action="store_true", help="choose the temperature and write it to the weights")
    args = parser.parse_args(argv)
    ours = args.weights == WEIGHTS
    networks = load_networks(args.weights, ours=ours)
    print(f"{date.today()}, commit {_commit()}, {args.weights}, OpenCV {cv2.__version__}")
    if args.shards:
        cv2.setNumThreads(args.threads)
        paths = sorted(p for p in args.shards.glob("*.npz") if p.stem.isdigit())
        if not paths:
            raise SystemExit(f"{args.shards}: no shards; make some: python -m datasets.make {args.shards} --held-out")
        print(f"\n{args.shards}: detector, from {networks.settings.detect}")
        for name, value in measure_detector(networks.detector, paths, networks.settings.detect).items():
            print(f"{name:16} {value:.3f}")
        print(f"\n{args.shards}: reader")
        crops = read_crops(networks.reader, paths)
        temperature = networks.settings.temperature
        if args.calibrate:
            temperature = round(best_temperature(crops.numbers, crops.card), 2)
            write_settings(args.weights, replace(networks.settings, temperature=temperature))
        print(*report_reader(crops, temperature), sep="\n")
    results: list[Result] = []
    sources: list[tuple[str, Callable[[Recogniser], Iterator[Result]]]] = []
    if args.photos:
        sources.append((f"photographs of {args.photos}", lambda eye: photographs(eye, args.photos)))
    if args.drawn:
        sources.append(("drawn pictures, decks held out", lambda eye: drawn_pictures(eye, args.data, args.drawn)))
    for title, read_all in sources:
        recogniser = Recogniser(args.weights, args.threads, ours=ours)
        these = list(read_all(recogniser))
        print(f"\n{title}, sure from {recogniser.sure}")
        print(*report_pictures(these), sep="\n")
        results += these
    if args.worst:
        sheet_of_worst(results, args.worst)
    return 0


if __name__ == "__main__":
    sys.exit(main())
