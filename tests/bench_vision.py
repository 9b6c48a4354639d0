"""python -m tests.bench_vision: milliseconds for a 1280x720 frame, median, split into detect and read, on the film of the demo."""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2

from app.paths import DEMO, WEIGHTS
from vision.recogniser import Recogniser


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_vision", description=__doc__)
    parser.add_argument("film", nargs="?", type=Path, default=DEMO / "table.mp4")
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args(argv)
    film = cv2.VideoCapture(str(args.film))
    total = int(film.get(cv2.CAP_PROP_FRAME_COUNT))
    recogniser = Recogniser(WEIGHTS, args.threads)
    detect, read, cards = [], [], []
    for number in range(args.frames):
        film.set(cv2.CAP_PROP_POS_FRAMES, number * total // args.frames)
        ok, image = film.read()
        if not ok:
            break
        reading = recogniser.read(image, thorough=False)
        detect.append(reading.detect_ms)
        read.append(reading.read_ms)
        cards.append(len(reading.sightings))
    height, width = image.shape[:2]
    both = [a + b for a, b in zip(detect, read, strict=True)]
    print(f"OpenCV {cv2.__version__}, {args.threads} threads, {len(both)} frames of {width}x{height}")
    print(f"cards in a frame, median: {statistics.median(cards):.0f}")
    for name, times in (("detect", detect), ("read", read), ("both", both)):
        print(f"milliseconds, median: {name} {statistics.median(times):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
