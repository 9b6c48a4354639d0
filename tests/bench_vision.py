"""python -m tests.bench_vision: milliseconds for a 1280x720 frame with ten cards: detect, read, track; and memory.

Three kinds of frames, medians: a table drawn with our own deck, every frame a little shifted, so that nothing is at rest (ten cards,
both their indices seen); the same at rest; and the film of the demo. Between any two frames of the first kind a bare yolo26n at 640x384
runs once, if there is one to run (python -m models.yardstick makes it, with the packages for training): the goal is to need no more time
than that.

Then the memory, each in a process of its own: what 300 such frames, and a photograph of 12 megapixels, add to a process that has numpy,
OpenCV and the picture already; the most at any moment. The goal is less than 300 MB.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from app.paths import DEMO, WEIGHTS
from datasets.demo_deck import demo_deck
from datasets.scene import CardStock, draw_scene
from vision.recogniser import Recogniser
from vision.tracker import Tracker

Image = NDArray[np.uint8]
_CARD = 250  # pixels: the height of a card
_MOST_MEMORY = 300  # MB
_STATUS = Path("/proc/self/status")


def ten_cards() -> Image:
    """A 1280x720 picture of two rows of five cards."""
    poses = np.array([(0.9 * (i % 5) - 1.8, 1.2 * (i // 5) - 0.6, 2.0 * (i % 3)) for i in range(10)])
    view = np.array([[_CARD, 0, 640], [0, _CARD, 360], [0, 0, 1]], float)
    rng = np.random.default_rng(3)
    return draw_scene(rng, [CardStock(demo_deck(), rng)], size=(1280, 720), poses=poses, view=view, face_down=0.0).image


def shifted(image: Image, count: int) -> Iterator[Image]:
    """``count`` frames of a camera that trembles."""
    height, width = image.shape[:2]
    for n in range(count):
        shift = np.array([[1, 0, 3 * np.sin(n)], [0, 1, 3 * np.cos(1.7 * n)]])
        yield cv2.warpAffine(image, shift, (width, height), borderMode=cv2.BORDER_REPLICATE)


def film(path: Path, count: int) -> Iterator[Image]:
    """``count`` frames, spread over a film."""
    video = cv2.VideoCapture(str(path))
    total = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
    for number in range(count):
        video.set(cv2.CAP_PROP_POS_FRAMES, number * total // count)
        ok, image = video.read()
        if not ok:
            return
        yield image


class Yardstick:
    """A network to compare with, and how long it took."""

    def __init__(self, path: Path) -> None:
        self.net = cv2.dnn.readNetFromONNX(str(path)) if path.is_file() else None
        self.input = np.random.default_rng(0).random((1, 3, 384, 640), dtype=np.float32)
        self.times: list[float] = []

    def run(self) -> None:
        if self.net is None:
            return
        started = time.perf_counter()
        self.net.setInput(self.input)
        self.net.forward(self.net.getUnconnectedOutLayersNames())
        self.times.append((time.perf_counter() - started) * 1e3)


def measure(name: str, frames: Iterator[Image], weights: Path, threads: int, yardstick: Yardstick | None) -> float:
    """Prints the medians of a run over ``frames``; gives the median of the whole."""
    recogniser = Recogniser(weights, threads, ours=weights == WEIGHTS)
    tracker = Tracker(recogniser.sure)
    times: dict[str, list[float]] = {"detect": [], "read": [], "track": [], "all": []}
    cards = []
    for number, image in enumerate(frames):
        started = time.perf_counter()
        tracker.look(image, number / 10)
        looked = time.perf_counter()
        reading = recogniser.read(image, thorough=False)
        seen = time.perf_counter()
        scene = tracker.update(reading.sightings)
        ended = time.perf_counter()
        if yardstick is not None:
            yardstick.run()
        if number < 3:  # warming up
            continue
        track = (looked - started + ended - seen) * 1e3
        for key, value in zip(times, (reading.detect_ms, reading.read_ms, track, (ended - started) * 1e3), strict=True):
            times[key].append(value)
        cards.append(len(scene.tracks))
    medians = {key: statistics.median(values) for key, values in times.items()}
    print(
        f"{name}: {len(cards)} frames, {statistics.median(cards):.0f} cards (median); milliseconds, median: "
        + ", ".join(f"{key} {value:.1f}" for key, value in medians.items())
    )
    return medians["all"]


def memory(name: str, image: Image, frames: int, args: argparse.Namespace) -> bool:
    """Prints what reading ``image`` (``frames`` times as a film; 0: once as a photograph) adds to a new process. -> less than the goal."""
    if not _STATUS.is_file():
        print(f"memory, {name}: can only be measured on Linux")
        return True
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "image.npy"
        np.save(path, image)
        call = f"_memory_child({str(path)!r}, {frames}, {str(args.weights)!r}, {args.threads})"
        child = f"from tests.bench_vision import _memory_child; {call}"
        done = subprocess.run([sys.executable, "-c", child], stdout=subprocess.PIPE, text=True, check=True)
    before, peak, after = (int(number) / 1024 for number in done.stdout.split())
    print(
        f"memory, {name}: at most {peak - before:.0f} MB more than the {before:.0f} MB without the recogniser (goal: {_MOST_MEMORY}), "
        f"{peak:.0f} MB in all; {after - before:.0f} MB more at the end"
    )
    return peak - before < _MOST_MEMORY


def _memory_child(path: str, frames: int, weights: str, threads: int) -> None:
    """Prints the kilobytes of memory (resident) before, at most, and at the end."""
    image = np.load(path)
    Path("/proc/self/clear_refs").write_text("5")  # the peak so far is forgotten
    before = _status("VmRSS")
    recogniser = Recogniser(Path(weights), threads, ours=Path(weights) == WEIGHTS)
    if frames == 0:
        recogniser.read(image)
    tracker = Tracker(recogniser.sure)
    for number, frame in enumerate(shifted(image, frames)):
        tracker.look(frame, number / 10)
        tracker.update(recogniser.read(frame, thorough=False).sightings)
    print(before, _status("VmHWM"), _status("VmRSS"))


def _status(name: str) -> int:
    return next(int(line.split()[1]) for line in _STATUS.read_text().splitlines() if line.startswith(name + ":"))


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_vision", description=__doc__.split("\n\n")[0])
    parser.add_argument("--film", type=Path, default=DEMO / "table.mp4")
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory-frames", type=int, default=300)
    parser.add_argument("--against", type=Path, default=Path("data/yolo26n.onnx"))
    args = parser.parse_args(argv)
    print(f"OpenCV {cv2.__version__}, {args.threads} threads, 1280x720")
    yardstick = Yardstick(args.against)
    ours = measure("ten cards", shifted(ten_cards(), args.frames), args.weights, args.threads, yardstick)
    measure("ten cards at rest", itertools.repeat(ten_cards(), args.frames), args.weights, args.threads, None)
    measure("demo film", film(args.film, args.frames), args.weights, args.threads, None)
    if yardstick.times:
        theirs = statistics.median(yardstick.times)
        print(f"bare yolo26n at 640x384, in between: {theirs:.1f}; ours takes {ours / theirs:.2f} of it (goal: 1.00)")
    little = memory(f"{args.memory_frames} frames of 1280x720", ten_cards(), args.memory_frames, args)
    photograph = np.full((3000, 4000, 3), 90, np.uint8)
    photograph[1100:1820, 1300:2580] = ten_cards()  # so far away that it is looked at in every size
    little &= memory("a photograph of 4000x3000", photograph, 0, args)
    return 0 if little else 1


if __name__ == "__main__":
    sys.exit(main())
