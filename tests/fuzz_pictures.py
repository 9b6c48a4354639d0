"""Fuzzes what reads pictures and films: ``python -m tests.fuzz_pictures --minutes 5 [--films]``. Whatever the bytes, a file is read
or refused with a SourceError; nothing else ever happens, and it takes neither long nor much memory.

The files are small pictures of every kind, spoiled a little. Each has a number, from which it is made again: ``--seed`` goes on from
there. They are read in a child process, a few thousand at a time, so that a decoder that ends its process is found as well;
``--python`` names the interpreter of the child, so that other versions of OpenCV can be tried.
"""

from __future__ import annotations

import argparse
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import cv2
import numpy as np

from vision.photo import SourceError, read_picture
from vision.quiet import silent
from vision.sources import open_source

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 5.0  # nothing takes longer
BATCH = 2000
_NUMBERS = (0, 1, 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, 65535, 65536, 1000, 10000, 20000)
_BYTES = (0, 1, 127, 128, 255)


def small_pictures() -> dict[str, bytes]:
    """Names and contents of small pictures of every kind that is read."""
    rng = np.random.default_rng(0)
    colour = cv2.resize(rng.integers(0, 255, (6, 8, 3), np.uint8), (40, 30), interpolation=cv2.INTER_CUBIC)
    grey = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY)
    ways: list[tuple[str, np.ndarray, list[int]]] = [
        ("plain.jpg", colour, []),
        ("grey.jpg", grey, []),
        ("progressive.jpg", colour, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
        ("restarts.jpg", colour, [cv2.IMWRITE_JPEG_RST_INTERVAL, 1]),
        ("plain.png", colour, []),
        ("deep.png", colour.astype(np.uint16) * 257, []),
        ("alpha.png", cv2.cvtColor(colour, cv2.COLOR_BGR2BGRA), []),
        ("two.png", grey, [cv2.IMWRITE_PNG_BILEVEL, 1]),
        ("plain.webp", colour, [cv2.IMWRITE_WEBP_QUALITY, 80]),
        ("lossless.webp", colour, [cv2.IMWRITE_WEBP_QUALITY, 101]),
        ("alpha.webp", cv2.cvtColor(colour, cv2.COLOR_BGR2BGRA), [cv2.IMWRITE_WEBP_QUALITY, 80]),
        ("plain.bmp", colour, []),
        ("grey.bmp", grey, []),
        ("plain.gif", colour, []),
        ("plain.ppm", colour, []),
        ("plain.pgm", grey, []),
        ("text.ppm", colour, [cv2.IMWRITE_PXM_BINARY, 0]),
        ("deep.tiff", grey.astype(np.uint16) * 257, []),
        ("floats.tiff", grey.astype(np.float32) / 255, []),
    ]
    ways += [(f"{way}.tiff", colour, [cv2.IMWRITE_TIFF_COMPRESSION, way]) for way in (1, 5, 7, 8, 32773)]
    pictures = {name: cv2.imencode(Path(name).suffix, image, how)[1].tobytes() for name, image, how in ways}
    row = [colour, colour[::-1].copy(), colour[:, ::-1].copy()]
    pictures["pages.tiff"] = cv2.imencodemulti(".tiff", row)[1].tobytes()
    animation = cv2.Animation()
    animation.frames, animation.durations = [cv2.cvtColor(image, cv2.COLOR_BGR2BGRA) for image in row], [100] * 3
    for suffix in (".gif", ".png", ".webp"):
        good, data = cv2.imencodeanimation(suffix, animation)
        if good:
            pictures[f"moving{suffix}"] = data.tobytes()
    return pictures


def small_films() -> dict[str, bytes]:
    """Names and contents of small films."""
    films = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, codec in (("a.avi", "MJPG"), ("a.mp4", "mp4v"), ("a.mkv", "FFV1"), ("a.webm", "VP80")):
            path = Path(folder) / name
            with silent():
                writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), 10, (64, 48))
                for number in range(8):
                    writer.write(np.full((48, 64, 3), number * 30, np.uint8))
                writer.release()
            if path.is_file():
                films[name] = path.read_bytes()
    films["a.gif"] = small_pictures()["moving.gif"]
    return films


@cache
def _originals(films: bool) -> list[tuple[str, bytes]]:
    return sorted((small_films() if films else small_pictures()).items())


def spoiled(seed: int, films: bool = False) -> tuple[str, bytes]:
    """The file with this number: its name and what is in it."""
    random = Random(seed)
    name, content = random.choice(_originals(films))
    data = bytearray(content)
    for _ in range(random.choice((1, 1, 2, 3, 8, 30))):
        at = random.randrange(len(data)) if random.random() < 0.5 else random.randrange(min(len(data), 100))
        match random.randrange(7):
            case 0 | 1:
                data[at] = random.choice((*_BYTES, random.randrange(256)))
            case 2:
                data[at] ^= 1 << random.randrange(8)
            case 3:
                data[at : at + 4] = struct.pack(random.choice((">I", "<I")), random.choice(_NUMBERS))
            case 4:
                begin = random.randrange(len(data))
                data[at:at] = data[begin : begin + random.randrange(1, 40)]
            case 5:
                del data[at : at + random.randrange(1, 20)]
            case 6 if random.random() < 0.2:
                del data[max(1, at) :]
        data = data or bytearray(b"\0")
    whole = bytes(data)
    return name, with_sums(whole) if name.endswith(".png") and random.random() < 0.8 else whole


def with_sums(png: bytes) -> bytes:
    """A PNG with the check sum of every piece put right, so that what is spoiled is not refused at once."""
    out, at = [png[:8]], 8
    while at + 12 <= len(png):
        (length,) = struct.unpack_from(">I", png, at)
        body = png[at + 4 : at + 8 + length]
        if at + 12 + length > len(png):
            break
        out.append(struct.pack(">I", length) + body + struct.pack(">I", zlib.crc32(body)))
        at += 12 + length
    return b"".join(out) + png[at:]


def read(path: Path, films: bool) -> str:
    """What comes of the file: how it was read or refused."""
    try:
        if not films:
            image = read_picture(path, lambda trouble: None)
            assert image.ndim == 3 and image.shape[2] == 3 and image.dtype == np.uint8
            return "read"
        source = open_source(str(path))
        for number, frame in enumerate(source.frames(lambda trouble: None)):
            assert frame.image.ndim == 3
            if number > 500:
                break
        source.close()
        return "read"
    except SourceError as error:
        assert "\n" not in str(error)
        return re.sub(r"\d+", "N", error.what.split(",")[0])


def child(first: int, count: int, films: bool, told: Path) -> None:
    """Reads the files with the numbers from ``first`` on; the number at hand stands in the file ``told``."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    cv2.setNumThreads(1)
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, told.open("wb", buffering=0) as progress:
        for seed in range(first, first + count):
            name, data = spoiled(seed, films)
            progress.seek(0)
            progress.write(b"%12d" % seed)
            path = Path(folder) / name
            path.write_bytes(data)
            began = time.monotonic()
            outcomes[read(path, films)] += 1
            took = time.monotonic() - began
            if took > SECONDS:
                print(f"number {seed} ({name}) took {took:.1f} s")
    for outcome, times in outcomes.most_common():
        print(f"{times}\t{outcome}")


def main(argv: Sequence[str] | None = None) -> int:
    """The command line. -> 1 if anything but reading and refusing happened."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz_pictures", description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--count", type=int, help="so many files instead of so many minutes")
    parser.add_argument("--seed", type=int, default=0, help="number of the first file")
    parser.add_argument("--films", action="store_true", help="films instead of pictures")
    parser.add_argument("--python", default=sys.executable, help="the interpreter of the child process")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--told", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.child is not None:
        child(args.seed, args.child, args.films, args.told)
        return 0
    seed, end, bad = args.seed, time.monotonic() + 60 * args.minutes, 0
    outcomes: Counter[str] = Counter()
    batch = min(100 if args.films else BATCH, args.count or BATCH)
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"
        while seed < args.seed + args.count if args.count else time.monotonic() < end:
            command = [args.python, "-m", "tests.fuzz_pictures", "--seed", str(seed), "--child", str(batch)]
            command += ["--told", str(told), *(["--films"] if args.films else [])]
            done = subprocess.run(
                command, cwd=ROOT, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
            )
            for line in done.stdout.splitlines():
                times, tab, outcome = line.partition("\t")
                if tab:
                    outcomes[outcome] += int(times)
                else:
                    print(line)
                    bad += 1
            if done.returncode:
                at = int(told.read_bytes() or b"-1")
                why = done.stderr.strip().splitlines()[-1:] or ["no message"]
                print(f"number {at} ({spoiled(at, args.films)[0]}): status {done.returncode}, {why[0]}", flush=True)
                bad += 1
                seed = at + 1
            else:
                seed += batch
    for outcome, times in outcomes.most_common():
        print(f"{times:8} {outcome}")
    print(f"numbers {args.seed} to {seed - 1}: {bad} went wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
