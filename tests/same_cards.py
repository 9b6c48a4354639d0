"""Do all versions of OpenCV see the same cards? ``python -m tests.same_cards [--python PATH ...] [--drawn N] [PICTURES]``

Reads the same pictures (files, or folders of them; with --drawn also N scenes of our own deck) with the interpreter that runs this and
with every other one that is named, each in a process of its own, and compares: the cards must be the same, sure and doubtful ones, and
their confidences within 0.01. Prints what differs, and whether the pictures themselves were decoded differently. Ends with 1 if a
reading differs.

Another interpreter needs numpy and OpenCV only; Kibitz itself is taken from this folder:

    python -m venv /tmp/v412 && /tmp/v412/bin/pip install 'opencv-python-headless==4.12.*'
    python -m tests.same_cards --python /tmp/v412/bin/python --drawn 5 --every 5 FOLDER
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CLOSE = 0.01
Seen = list[tuple[str, float, float, float]]  # card, confidence, and the middle of it in pixels


@dataclass(frozen=True, slots=True)
class Reading:
    """What one version of OpenCV makes of one picture. ``pixels``: a check sum of the decoded picture."""

    seen: Seen
    sure: float
    pixels: int


def child(weights: Path, listed: Path) -> None:
    """Reads the pictures named in the file ``listed``; prints a JSON line about OpenCV, then one for each."""
    import cv2

    from app.paths import WEIGHTS
    from rules.cards import card_name
    from vision.photo import read_picture
    from vision.recogniser import Recogniser

    print(json.dumps({"opencv": cv2.__version__}), flush=True)
    recogniser = Recogniser(weights, ours=weights == WEIGHTS)
    for name in json.loads(listed.read_text(encoding="utf-8")):
        image = read_picture(Path(name), lambda trouble: None)
        seen = []
        for sighting in recogniser.read(image).sightings:
            x, y = sighting.corners.mean(axis=0)
            card = "back" if sighting.card is None else card_name(sighting.card)
            seen.append((card, float(sighting.confidence), float(x), float(y)))
        print(json.dumps({"seen": seen, "sure": recogniser.sure, "pixels": zlib.crc32(image.tobytes())}), flush=True)


def read_with(python: str, weights: Path, pictures: Sequence[Path]) -> tuple[str, list[Reading]]:
    """The version of OpenCV that the interpreter ``python`` has, and its reading of every picture."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "pictures.json"
        listed.write_text(json.dumps([str(path.resolve()) for path in pictures]), encoding="utf-8")
        command = [python, "-m", "tests.same_cards", "--weights", str(weights), "--child", str(listed)]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{python}: ended with {done.returncode}")
    version, *lines = (json.loads(line) for line in done.stdout.splitlines())
    return version["opencv"], [
        Reading([tuple(one) for one in line["seen"]], line["sure"], line["pixels"]) for line in lines
    ]


def differences(a: Reading, b: Reading) -> tuple[list[str], float]:
    """What ``b`` reads otherwise than ``a``, in words, and the largest difference between confidences of the same card."""
    told: list[str] = []
    largest = 0.0
    left = list(b.seen)
    for card, confidence, x, y in sorted(a.seen, key=lambda one: -one[1]):
        same = [other for other in left if other[0] == card]
        if not same:
            told.append(f"{card} {confidence:.3f} is missing")
            continue
        other = min(same, key=lambda one: (one[2] - x) ** 2 + (one[3] - y) ** 2)
        left.remove(other)
        largest = max(largest, abs(other[1] - confidence))
        crossed = (confidence >= a.sure) != (other[1] >= b.sure)
        if crossed or abs(other[1] - confidence) > CLOSE:
            told.append(f"{card} {confidence:.3f} became {other[1]:.3f}{' (sure or not)' if crossed else ''}")
    told += [f"{card} {confidence:.3f} is new" for card, confidence, _, _ in left]
    return told, largest


def named(pictures: Sequence[Path], every: int) -> Iterator[Path]:
    """The files, and of every folder each ``every``-th picture."""
    for path in pictures:
        if path.is_dir():
            suffixes = {".jpg", ".jpeg", ".png", ".webp"}
            yield from sorted(inside for inside in path.iterdir() if inside.suffix.lower() in suffixes)[::every]
        else:
            yield path


def draw(count: int, folder: Path) -> Iterator[Path]:
    """``count`` scenes of our own deck, as files."""
    import cv2
    import numpy as np

    from datasets.demo_deck import demo_deck
    from datasets.scene import CardStock, draw_scene

    for number in range(count):
        rng = np.random.default_rng(number)
        path = folder / f"drawn{number}.png"
        cv2.imwrite(str(path), draw_scene(rng, [CardStock(demo_deck(), rng)], size=(1280, 720)).image)
        yield path


def compare(pictures: Sequence[Path], pythons: Sequence[str], weights: Path) -> int:
    """Prints what differs between the first interpreter and each of the others. -> how many pictures do."""
    readings: list[tuple[str, list[Reading]]] = [read_with(python, weights, pictures) for python in pythons]
    version, ours = readings[0]
    cards = sum(confidence >= reading.sure for reading in ours for _, confidence, _, _ in reading.seen)
    print(f"OpenCV {version}: {len(pictures)} pictures, {cards} sure cards")
    bad = 0
    for other, theirs in readings[1:]:
        different, decoded, largest = 0, 0, 0.0
        for path, a, b in zip(pictures, ours, theirs, strict=True):
            told, most = differences(a, b)
            largest = max(largest, most)
            decoded += a.pixels != b.pixels
            if told:
                different += 1
                otherwise = " (decoded differently)" if a.pixels != b.pixels else ""
                print(f"  {other}: {path.name}{otherwise}: {'; '.join(told)}")
        print(
            f"OpenCV {other}: {different} pictures read differently, the largest difference of a confidence is {largest:.4f}; "
            f"{decoded} pictures are decoded differently"
        )
        bad += different
    return bad


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.same_cards", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("pictures", metavar="PICTURES", nargs="*", type=Path)
    parser.add_argument("--python", metavar="PATH", action="append", default=[], help="another interpreter")
    parser.add_argument("--drawn", type=int, default=0, help="so many drawn scenes as well")
    parser.add_argument("--every", type=int, default=1, help="of a folder each n-th picture")
    parser.add_argument("--weights", type=Path, default=ROOT / "models" / "weights")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    args: Any = parser.parse_args(argv)
    if args.child is not None:
        child(args.weights, args.child)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        pictures = [*draw(args.drawn, Path(folder)), *named(args.pictures, args.every)]
        if not pictures:
            parser.error("name pictures, or --drawn N")
        return 1 if compare(pictures, [sys.executable, *args.python], args.weights.resolve()) else 0


if __name__ == "__main__":
    sys.exit(main())
