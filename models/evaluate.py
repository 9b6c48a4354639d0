"""python -m models.evaluate SHARDS: how well the weights read drawn scenes, best those of decks that were held out from training.

Make such scenes with: python -m datasets.make data/held-out --held-out --shards 4
Prints, for the detector, how many indices and backs it finds and how many of its boxes are wrong; for the reader, how often
rank, suit and card are right by height of the index and by deck, how often it names a card where there is none, and how true
its confidences are; with --calibrate it also chooses the temperature and writes it to the weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.settings import WEIGHTS, write_settings
from vision.detector import detect
from vision.reader import card_probabilities
from vision.weights import load_networks

_SURE = (0.5, 0.6, 0.7, 0.8, 0.9)


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


def raw_readings(net: Any, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The reader's raw numbers (n, 29) for crops (n, 64, 64, 3) BGR."""
    parts = []
    for first in range(0, len(crops), 64):
        net.setInput(cv2.dnn.blobFromImages(list(crops[first : first + 64]), 1 / 255, swapRB=True))
        parts.append(net.forward().copy())
    return np.concatenate(parts)


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


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluate", description=__doc__.split("\n\n")[0])
    parser.add_argument("shards", type=Path, help="folder with shards of datasets.make")
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--calibrate", action="store_true", help="choose the temperature and write it to the weights")
    args = parser.parse_args(argv)
    networks = load_networks(args.weights, ours=args.weights == WEIGHTS)
    paths = sorted(p for p in args.shards.glob("*.npz") if p.stem.isdigit())
    if not paths:
        raise SystemExit(f"{args.shards}: no shards; make some with: python -m datasets.make {args.shards} --held-out")
    for name, value in measure_detector(networks.detector, paths, networks.settings.detect).items():
        print(f"detector  {name:16} {value:.3f}")

    names = ("card", "pixels")
    numbers, decks = [], []
    columns: dict[str, list[NDArray]] = {n: [] for n in names}
    for path in paths:
        with np.load(path) as arrays:
            numbers.append(raw_readings(networks.reader, arrays["crops"]))
            for n in names:
                columns[n].append(arrays[n])
            decks.append(arrays["decks"][arrays["deck"]])
    raw = np.concatenate(numbers)
    card, pixels = (np.concatenate(columns[n]) for n in names)
    deck_of = np.concatenate(decks)
    temperature = best_temperature(raw, card) if args.calibrate else networks.settings.temperature
    p = card_probabilities(raw, temperature)
    said, confidence = p.argmax(axis=1), p.max(axis=1)
    index, right = card >= 0, p.argmax(axis=1) == card
    plain = index & (card < 52)
    print(f"reader    {index.sum()} indices, temperature {temperature:.2f}")
    print(
        f"reader    rank {(said[plain] >> 2 == card[plain] >> 2).mean():.3f}  suit {(said[plain] & 3 == card[plain] & 3).mean():.3f}"
    )
    for low, high in ((0, 16), (16, 25), (25, 40), (40, 70), (70, 999)):
        chosen = index & (pixels >= low) & (pixels < high)
        if chosen.any():
            print(f"reader    index of {low:3}-{high:<3} px   card right {right[chosen].mean():.3f}  ({chosen.sum()})")
    for name in sorted(set(deck_of)):
        chosen = index & (deck_of == name)
        print(f"reader    deck {name:18} card right {right[chosen].mean():.3f}")
    jokers = card >= 52
    print(f"reader    jokers right {right[jokers].mean() if jokers.any() else float('nan'):.3f}")
    for sure in _SURE:
        wrong = (confidence >= sure) & ~right
        print(
            f"reader    sure from {sure}: {(confidence[index] >= sure).mean():.3f} of the indices, of these wrong "
            f"{(wrong & index).sum() / max(((confidence >= sure) & index).sum(), 1):.4f}; no index, yet named: {wrong[~index].mean():.4f}"
        )
    print(f"reader    expected calibration error {calibration_error(confidence[index], right[index]):.4f}")
    if args.calibrate:
        write_settings(args.weights, replace(networks.settings, temperature=round(temperature, 2)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
