"""Odd, damaged and hostile files: read, or refused in one line that names the remedy, before they cost time or memory."""

from __future__ import annotations

import base64
import json
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli import main
from app.paths import WEIGHTS
from tests.fuzz_pictures import small_pictures, spoiled
from vision import photo
from vision.photo import SourceError, read_picture
from vision.recogniser import Recogniser
from vision.sources import PICTURES, open_source


def gradient(width: int = 64, height: int = 48) -> np.ndarray:
    """Blue grows to the right, green downwards, so that every turn looks different."""
    across, down = np.meshgrid(np.linspace(0, 255, width), np.linspace(0, 255, height))
    return np.dstack([across, down, np.full_like(down, 90)]).astype(np.uint8)


def encoded(suffix: str, image: np.ndarray, *how: int) -> bytes:
    return cv2.imencode(suffix, image, list(how))[1].tobytes()


def read_bytes(folder: Path, data: bytes, name: str = "a.jpg") -> tuple[np.ndarray, list[str]]:
    """The picture, and what was told of it."""
    (folder / name).write_bytes(data)
    told: list[str] = []
    return read_picture(folder / name, lambda error: told.append(str(error))), told


def refused(path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        read_picture(path)
    error = caught.value
    assert "\n" not in str(error) and str(path) in str(error) and error.remedy
    return str(error)


def refused_bytes(folder: Path, data: bytes, name: str = "a.jpg") -> str:
    (folder / name).write_bytes(data)
    return refused(folder / name)


# What pictures come in.

CMYK = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eAvMm6pseZqKuk/8AAFAgACAAQBEMRAE0R"
    "AFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYX"
    "GBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh"
    "4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwDpqyaya6Ciiiiv/9k="
)


@pytest.mark.parametrize("name", sorted(small_pictures()))
def test_every_kind_of_picture_comes_out_in_colour(tmp_path: Path, name: str) -> None:
    if name == "floats.tiff":
        assert "cannot be decoded" in refused_bytes(tmp_path, small_pictures()[name], name)
        return
    image, told = read_bytes(tmp_path, small_pictures()[name], name)
    assert image.shape == (30, 40, 3) and image.dtype == np.uint8
    assert len(told) == (name.split(".")[0] in ("moving", "pages"))


def test_a_picture_in_the_four_colours_of_a_printer_is_read(tmp_path: Path) -> None:
    image, told = read_bytes(tmp_path, CMYK)
    assert image.shape == (8, 16, 3) and not told
    blue, green, red = image.mean(axis=(0, 1))
    assert red > 150 and green < 90 and blue < 90


def exif(orientation: int) -> bytes:
    return b"MM\x00*\x00\x00\x00\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)


def with_exif(suffix: str, image: np.ndarray, orientation: int) -> bytes:
    data = encoded(suffix, image)
    if suffix == ".jpg":
        block = b"Exif\x00\x00" + exif(orientation)
        return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]
    block = b"eXIf" + exif(orientation)
    return data[:33] + struct.pack(">I", len(block) - 4) + block + struct.pack(">I", zlib.crc32(block)) + data[33:]


TURNS = {
    1: lambda image: image,
    2: lambda image: image[:, ::-1],
    3: lambda image: image[::-1, ::-1],
    4: lambda image: image[::-1],
    5: lambda image: image.transpose(1, 0, 2),
    6: lambda image: image.transpose(1, 0, 2)[:, ::-1],
    7: lambda image: image[::-1, ::-1].transpose(1, 0, 2),
    8: lambda image: image.transpose(1, 0, 2)[::-1],
}


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_turned_upright_in_all_eight_ways(tmp_path: Path, suffix: str, orientation: int) -> None:
    stored = gradient()
    image, told = read_bytes(tmp_path, with_exif(suffix, stored, orientation), f"a{suffix}")
    upright = TURNS[orientation](stored)
    assert image.shape == upright.shape and not told
    assert np.abs(image.astype(int) - upright).mean() < 5


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_a_turn_that_does_not_exist_is_none(tmp_path: Path, orientation: int) -> None:
    assert read_bytes(tmp_path, with_exif(".jpg", gradient(), orientation))[0].shape == (48, 64, 3)


@pytest.mark.parametrize("shape", [(1, 1), (20000, 1), (1, 20000)])
def test_a_picture_may_have_any_shape(tmp_path: Path, shape: tuple[int, int]) -> None:
    assert read_bytes(tmp_path, encoded(".png", np.zeros(shape, np.uint8)), "a.png")[0].shape == (*shape, 3)


def test_a_picture_is_known_by_what_is_in_it_and_not_by_its_name(tmp_path: Path) -> None:
    for name in ("a.jpg", "a.PNG", "a", "a.mp4"):
        assert read_bytes(tmp_path, encoded(".webp", gradient()), name)[0].shape == (48, 64, 3)
        source = open_source(str(tmp_path / name))
        assert len(list(source.frames(lambda error: None))) > 5


# What is cut off.


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_of_a_photograph_that_is_cut_off_the_whole_part_is_read_and_the_rest_is_told(
    tmp_path: Path, part: float
) -> None:
    stored = np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8)
    data = encoded(".jpg", stored)
    image, told = read_bytes(tmp_path, data[: int(len(data) * part)])
    assert image.shape == stored.shape
    (line,) = told
    assert "is cut off" in line and f"{1 - part:.0%}"[0] in line
    assert (image[-8:] == 128).all()
    whole = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    rows = int(480 * part) - 32
    assert (image[:rows] == whole[:rows]).all()
    assert "is cut off" in refused(tmp_path / "a.jpg")  # for one who does not listen


def test_a_progressive_photograph_that_is_cut_off_is_told(tmp_path: Path) -> None:
    stored = np.random.default_rng(0).integers(0, 255, (48, 64, 3), np.uint8)
    data = encoded(".jpg", stored, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    image, told = read_bytes(tmp_path, data[: len(data) * 2 // 3])
    assert image.shape == (48, 64, 3) and "is cut off" in told[0]


def test_a_photograph_that_lacks_only_its_end_mark_or_has_more_behind_it_is_whole(tmp_path: Path) -> None:
    data = encoded(".jpg", gradient())
    whole = read_bytes(tmp_path, data)[0]
    for other in (data[:-2], data + b"motion photo" * 100, data + data):
        image, told = read_bytes(tmp_path, other)
        assert (image == whole).all() and not told


@pytest.mark.parametrize("name", ["plain.png", "plain.webp", "plain.gif", "plain.bmp", "plain.ppm", "5.tiff"])
def test_another_picture_that_is_cut_off_is_refused(tmp_path: Path, name: str) -> None:
    data = small_pictures()[name]
    problem = refused_bytes(tmp_path, data[: len(data) * 3 // 4], name)
    assert "cut off" in problem or "damaged" in problem


def test_of_several_pictures_in_a_file_the_first_is_read_and_that_is_told(tmp_path: Path) -> None:
    for name in ("moving.png", "moving.webp", "moving.gif", "pages.tiff"):
        if name in small_pictures():
            _, told = read_bytes(tmp_path, small_pictures()[name], name)
            assert "holds 3 pictures, the first was read" in told[0]


# What is no picture.


def box(kind: bytes) -> bytes:
    return b"\0\0\0\x18ftyp" + kind + b"\0\0\0\0mif1heic" + b"\0" * 40


DNG = b"II*\0\x08\0\0\0" + struct.pack("<HHHIIHHIIHHIII", 3, 254, 4, 1, 1, 256, 3, 1, 160, 257, 3, 1, 120, 0)


@pytest.mark.parametrize(
    ("content", "says", "remedy"),
    [
        (box(b"heic"), "is a HEIC picture", "Most Compatible"),
        (box(b"mif1"), "is a HEIC picture", "JPEG"),
        (box(b"avif"), "is an AVIF picture", "JPEG"),
        (box(b"isom"), "is a film", "JPEG"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "is a PDF document", "JPEG"),
        (b"<?xml version='1.0'?>\n<!-- cards -->\n<svg xmlns='http://www.w3.org/2000/svg'/>", "is an SVG drawing", "JPEG"),
        (b"<svg width='9'/>", "is an SVG drawing", "JPEG"),
        (b"<!DOCTYPE html><html>404 not found</html>", "is a text", "JPEG"),
        ("Карты на столе\n".encode(), "is a text", "JPEG"),
        (b"PK\x03\x04" + b"\0" * 60, "is a packed archive", "unpack"),
        (DNG, "is a raw file of a camera", "develop"),
        (b"\0\0\0\x0cjP  \r\n\x87\n" + b"\0" * 60, "is a JPEG 2000 picture", "JPEG"),
        (b"\x7fELF" + b"\0" * 100, "is no picture", "JPEG"),
        (b"\0" * 5000, "is no picture", "JPEG"),
    ],
)  # fmt: skip
def test_a_file_that_is_something_else_is_called_by_its_name(
    tmp_path: Path, content: bytes, says: str, remedy: str, capfd: Any
) -> None:
    problem = refused_bytes(tmp_path, content)
    assert says in problem and remedy in problem.partition(";")[2]
    with pytest.raises(SourceError) as caught:
        open_source(str(tmp_path / "a.jpg"))
    assert says in str(caught.value)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("suffix", sorted(PICTURES | {".gif", ".mp4", ""}))
def test_random_bytes_with_any_name_are_one_quiet_line(tmp_path: Path, suffix: str, capfd: Any) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(np.random.default_rng(4).bytes(20000))
    refused(path)
    with pytest.raises(SourceError):
        open_source(str(path))
    assert capfd.readouterr().err == ""


# What is too large, or never ends.


def png_header(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return b"\x89PNG\r\n\x1a\n" + chunk + encoded(".png", gradient())[33:]


def tiff_header(width: int, height: int, *more: tuple[int, int]) -> bytes:
    tags = [(256, width), (257, height), *more]
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return b"II*\0\x08\0\0\0" + struct.pack("<H", len(tags)) + entries + b"\0" * 40


def jpeg_header(width: int, height: int) -> bytes:
    data = encoded(".jpg", gradient())
    at = data.index(b"\xff\xc0")
    return data[: at + 5] + struct.pack(">HH", height, width) + data[at + 9 :]


BOMBS = {
    "a.png": png_header(60000, 60000),
    "a.tif": tiff_header(60000, 60000),
    "tiles.tif": tiff_header(60, 60, (322, 60000), (323, 60000)),
    "big.tif": b"MM\0+\0\x08\0\0" + struct.pack(">QQHHQQHHQQ", 16, 2, 256, 4, 1, 60000 << 32, 257, 4, 1, 60000 << 32) + b"\0" * 8,
    "a.jpg": jpeg_header(60000, 60000),
    "a.webp": b"RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + (59999).to_bytes(3, "little") * 2 + b"\0" * 40,
    "still.webp": b"RIFF\x20\0\0\0WEBPVP8 \x20\0\0\0\x10\0\0\x9d\x01\x2a" + struct.pack("<HH", 16383, 16383) + b"\0" * 40,
    "lossless.webp": b"RIFF\x20\0\0\0WEBPVP8L\x20\0\0\0\x2f\xff\xff\xff\x0f" + b"\0" * 40,
    "a.gif": b"GIF89a" + struct.pack("<HHBBB", 60000, 60000, 0, 0, 0) + b";",
    "frame.gif": b"GIF89a" + struct.pack("<HHBBB", 10, 10, 0, 0, 0) + b"," + struct.pack("<HHHHB", 0, 0, 60000, 60000, 0) + b"\x02\0;",
    "a.bmp": b"BM" + b"\0" * 12 + struct.pack("<Iii", 40, 60000, -60000) + b"\0" * 40,
    "a.ppm": b"P6 60000 60000 255\n" + b"\0" * 40,
    "remark.pgm": b"P5\n# taken at home\n60000\n60000\n255\n" + b"\0" * 40,
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(BOMBS))
def test_a_small_file_that_claims_to_be_enormous_is_refused_before_it_is_decoded(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("decoded"))
    problem = refused_bytes(tmp_path, BOMBS[name], name)
    assert "60000 x 60000" in problem or "1638" in problem
    assert "100 megapixels" in problem


def test_what_has_no_pixels_is_refused(tmp_path: Path) -> None:
    for name, data in (
        ("a.png", png_header(0, 0)),
        ("a.jpg", jpeg_header(64, 0)),
        ("a.tif", tiff_header(0, 5)),
        ("a.ppm", b"P6 0 0 255\n"),
    ):
        assert "no pixels" in refused_bytes(tmp_path, data, name)


def test_a_photograph_of_fifty_megapixels_is_below_the_limit() -> None:
    assert photo.MOST_PIXELS > 8192 * 6144


def test_an_enormous_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    with path.open("wb") as file:
        file.write(b"\xff\xd8\xff")
        file.truncate(20 << 30)  # nothing is stored for what was not written
    assert "256 MB" in refused(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_devices_and_pipes_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "link.png").symlink_to("/dev/zero")
    for path in (Path("/dev/zero"), Path("/dev/null"), tmp_path / "pipe.jpg", tmp_path / "link.png"):
        assert "is a device or a pipe" in refused(path)
        with pytest.raises(SourceError) as caught:
            open_source(str(path))
        assert "is a device or a pipe" in str(caught.value)
    with pytest.raises(SourceError):  # in a folder they are no pictures
        open_source(str(tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_are_followed_and_those_that_lead_nowhere_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(encoded(".png", gradient()))
    (tmp_path / "good").symlink_to("a.png")
    (tmp_path / "nowhere.png").symlink_to("gone.png")
    (tmp_path / "circle.png").symlink_to("circle.png")
    assert read_picture(tmp_path / "good").shape == (48, 64, 3)
    for name in ("nowhere.png", "circle.png"):
        refused(tmp_path / name)
        with pytest.raises(SourceError):
            open_source(str(tmp_path / name))


@given(st.binary(max_size=300), st.sampled_from(["", *sorted(small_pictures())]))
def test_whatever_the_bytes_a_file_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, tail: bytes, name: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jpg"
    path.write_bytes((small_pictures()[name][:40] if name else b"") + tail)
    try:
        assert read_picture(path, lambda error: None).ndim == 3
    except SourceError as error:
        assert "\n" not in str(error)


def test_spoiled_pictures_are_read_or_refused_and_no_decoder_ends_the_program() -> None:
    """A few of what python -m tests.fuzz_pictures tries; in a child, so that a crash is a failure of this test alone."""
    command = [sys.executable, "-m", "tests.fuzz_pictures", "--count", "400"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stdout
    assert "numbers 0 to 399: 0 went wrong" in done.stdout
    assert spoiled(7) == spoiled(7)


# What the user sees.


def test_see_goes_on_after_every_bad_picture_a_line_for_each(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    cut = encoded(".jpg", np.random.default_rng(0).integers(0, 255, (96, 128, 3), np.uint8))
    files = {
        "heic.jpg": box(b"heic"),
        "bomb.png": BOMBS["a.png"],
        "cut.jpg": cut[: len(cut) // 2],
        "good.png": encoded(".png", gradient()),
        "pdf.jpg": b"%PDF-1.4\n",
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    assert main(["see", "--json", *(str(tmp_path / name) for name in files)]) == 2
    out, err = capfd.readouterr()
    answers = [json.loads(line) for line in out.splitlines()]
    assert [Path(answer["file"]).name for answer in answers] == list(files)
    assert ["error" in answer for answer in answers] == [True, True, True, False, True]
    assert ["cards" in answer for answer in answers] == [False, False, True, True, False]
    assert len(err.splitlines()) == 4 and all(line.startswith("kibitz: ") for line in err.splitlines())


# What the recogniser makes of odd pictures.


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(WEIGHTS)


def odd_images() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {
        "one pixel": np.full((1, 1, 3), 200, np.uint8),
        "a row": rng.integers(0, 255, (1, 5000, 3), np.uint8),
        "a column": rng.integers(0, 255, (5000, 1, 3), np.uint8),
        "a strip": rng.integers(0, 255, (3, 20000, 3), np.uint8),
        "black": np.zeros((480, 640, 3), np.uint8),
        "white": np.full((480, 640, 3), 255, np.uint8),
        "noise": rng.integers(0, 255, (480, 640, 3), np.uint8),
        "chess board": np.kron(np.indices((60, 80)).sum(axis=0) % 2, np.ones((8, 8))).astype(np.uint8)[..., None].repeat(3, 2) * 255,
        "a view of another": np.zeros((480, 1280, 3), np.uint8)[:, ::2],
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(odd_images()))
@pytest.mark.parametrize("thorough", [True, False])
def test_an_odd_picture_gives_no_sure_card_and_only_finite_numbers(
    recogniser: Recogniser, name: str, thorough: bool
) -> None:
    image = odd_images()[name]
    height, width = image.shape[:2]
    with np.errstate(all="raise", under="ignore"):
        sightings = recogniser.read(image, thorough=thorough).sightings
    assert len(sightings) < 20
    assert not [sighting for sighting in sightings if sighting.confidence >= recogniser.sure]
    for sighting in sightings:
        assert np.isfinite(sighting.corners).all() and 0 <= sighting.confidence <= 1
        assert (np.abs(sighting.corners) < 5 * max(height, width)).all()
        assert sighting.probabilities is None or np.isfinite(sighting.probabilities).all()
