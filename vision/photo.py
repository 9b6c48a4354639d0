"""Reads a photograph from a file. What is none, too large, cut off or one of many is told in a line that names the remedy."""

from __future__ import annotations

import contextlib
import stat
import struct
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.headers import RAW, START, Header, Kind, NoHeader, RawFile, kind_of
from vision.quiet import silent

MOST_BYTES = 256 * 2**20
MOST_PIXELS = 100_000_000  # twice the largest photograph of a common phone; decoded it takes 300 MB


class SourceError(VisionError):
    """No pictures from there. ``what`` is wrong, ``where`` (path, camera, URL), ``remedy``: what to do."""

    def __init__(self, what: str, where: str, remedy: str) -> None:
        super().__init__(f"{where}: {what}; {remedy}")
        self.what, self.where, self.remedy = what, where, remedy


Trouble = Callable[[SourceError], None]


def read_picture(path: Path, trouble: Trouble | None = None) -> NDArray[np.uint8]:
    """The photograph in ``path``, turned upright as its EXIF says: (H, W, 3) uint8 BGR.

    What is wrong with a picture that can be used all the same (cut off; the first of several) is told to ``trouble``; without it that
    is an error as well. Raises SourceError.
    """
    where = str(path)
    data = _content(path)
    kind = kind_of(data[:START])
    if kind is None:
        raise SourceError("is no picture that can be opened", where, "use a JPEG, PNG, WebP, TIFF or BMP file")
    header = _header(kind, data, where)
    width, height = header.width, header.height
    if width * height > MOST_PIXELS:
        problem = f"{width} x {height} pixels, more than the {MOST_PIXELS // 1_000_000} megapixels that are read"
        raise SourceError(problem, where, "save it smaller")
    image = _decoded(header.data)
    if image is None:
        damage = "that is cut off" if not header.whole else "that cannot be decoded: damaged, or of a rare sort"
        remedy = "copy it again" if not header.whole else "copy it again, or save it as JPEG"
        raise SourceError(f"is {kind.name} {damage}", where, remedy)
    for problem, remedy in _flaws(header, image):
        flaw = SourceError(problem, where, remedy)
        if trouble is None:
            raise flaw
        trouble(flaw)
    return image


def start_of(path: Path) -> bytes:
    """The first START bytes of a file. Raises SourceError for what is no file, or an empty one; OSError if it cannot be read."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):  # reading a device or a pipe may never end
        raise SourceError("is a device or a pipe, not a file", str(path), "save the pictures in a file and name that")
    with path.open("rb") as file:
        start = file.read(START)
    if not start:
        raise SourceError("the file is empty", str(path), "record it again or choose another")
    return start


def _content(path: Path) -> bytes:
    where = str(path)
    try:
        if path.is_dir():
            raise SourceError("is a folder, not a picture", where, "name the pictures in it")
        start_of(path)
        if path.stat().st_size > MOST_BYTES:
            problem = f"larger than the {MOST_BYTES >> 20} MB that are read"
            raise SourceError(problem, where, "save it as JPEG")
        data = path.read_bytes()
    except FileNotFoundError:
        raise SourceError("no such file", where, "check the name") from None
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise SourceError(problem, where, "check that the file may be read") from None
    return data


def _header(kind: Kind, data: bytes, where: str) -> Header:
    if kind.header is None:
        raise SourceError(f"is {kind.name}, which is not read as a photograph", where, kind.remedy)
    try:
        header = kind.header(data)
    except RawFile:
        raise SourceError(f"is {RAW.name}, which is not read as a photograph", where, RAW.remedy) from None
    except (NoHeader, struct.error):
        raise SourceError(f"begins like {kind.name}, but is damaged or cut off", where, "copy it again") from None
    if header.width == 0 or header.height == 0:
        raise SourceError(f"has no pixels ({header.width} x {header.height})", where, "save it again")
    return header


def _decoded(data: bytes) -> NDArray[np.uint8] | None:
    with contextlib.suppress(cv2.error), silent():
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if image is not None and image.size:
            return image  # type: ignore[return-value]
    return None


def _flaws(header: Header, image: NDArray[np.uint8]) -> list[tuple[str, str]]:
    """What is wrong with a picture that was decoded, and the remedies."""
    flaws = []
    if not header.whole:
        # The decoder paints what is missing of a JPEG in exactly this grey.
        missing = float((image == 128).all(axis=2).mean()) if header.in_rows else 0.0
        if missing * image.size / 3 >= 32:
            flaws.append((f"is cut off, {max(missing, 0.01):.0%} of the picture is missing", "copy it again"))
        elif not header.in_rows:
            flaws.append(("is cut off, the picture may be coarse", "copy it again"))
    if header.pictures > 1:
        flaws.append((f"holds {header.pictures} pictures, the first was read", "save the one you mean as JPEG"))
    return flaws
