"""Every kind of source, good and bad."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from vision import sources
from vision.sources import Frame, SourceError, open_source, read_picture


def picture(width: int = 64, height: int = 48, value: int = 120) -> np.ndarray:
    return np.full((height, width, 3), value, np.uint8)


def write(path: Path, image: np.ndarray) -> Path:
    path.write_bytes(cv2.imencode(path.suffix, image)[1].tobytes())
    return path


def write_film(path: Path, frames: int, fps: float = 25.0, codec: str = "MJPG") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), fps, (64, 48))
    for number in range(frames):
        writer.write(picture(value=number * 255 // frames))
    writer.release()
    return path


def all_frames(source: sources.Source) -> tuple[list[Frame], list[SourceError]]:
    troubles: list[SourceError] = []
    frames = list(source.frames(troubles.append))
    source.close()
    return frames, troubles


def one_line(error: BaseException) -> str:
    assert "\n" not in str(error)
    return str(error)


def test_a_film_gives_ten_frames_for_each_second_of_film_time(tmp_path: Path) -> None:
    frames, troubles = all_frames(open_source(str(write_film(tmp_path / "a.avi", 50))))
    assert troubles == []
    assert [round(frame.time, 2) for frame in frames[:4]] == [0.0, 0.12, 0.2, 0.32]
    assert len(frames) == 20
    assert frames[0].image.shape == (48, 64, 3)


def test_a_slow_film_gives_every_frame_once(tmp_path: Path) -> None:
    frames, _ = all_frames(open_source(str(write_film(tmp_path / "a.avi", 10, fps=5))))
    assert [round(frame.time, 1) for frame in frames] == [i / 5 for i in range(10)]


def test_a_folder_gives_its_pictures_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (10, 2, 1):
        write(tmp_path / f"f{number}.png", picture(value=number))
    (tmp_path / "notes.txt").write_text("no picture")
    frames, troubles = all_frames(open_source(str(tmp_path)))
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [1, 2, 10]
    assert [frame.time for frame in frames] == [0.0, 0.1, 0.2]
    assert troubles == []


def test_a_broken_picture_in_a_folder_is_told_and_the_others_are_used(tmp_path: Path) -> None:
    write(tmp_path / "1.png", picture())
    (tmp_path / "2.png").write_bytes(b"nonsense")
    write(tmp_path / "3.png", picture())
    frames, troubles = all_frames(open_source(str(tmp_path)))
    assert [frame.time for frame in frames] == [0.0, 0.2]
    assert len(troubles) == 1 and "2.png" in one_line(troubles[0])


def test_a_photograph_is_a_table_that_stands_still(tmp_path: Path) -> None:
    frames, _ = all_frames(open_source(str(write(tmp_path / "a.png", picture()))))
    assert len(frames) > 5 and frames[-1].time >= 0.5


def test_names_in_any_script_can_be_opened(tmp_path: Path) -> None:
    assert read_picture(write(tmp_path / "карты ♠ Өө.png", picture())).shape == (48, 64, 3)


def exif_turned(path: Path, orientation: int) -> Path:
    jpeg = cv2.imencode(".jpg", picture(64, 48))[1].tobytes()
    tiff = b"MM\x00*\x00\x00\x00\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    exif = b"Exif\x00\x00" + tiff
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:])
    return path


def test_a_photograph_is_turned_upright_as_its_exif_says(tmp_path: Path) -> None:
    assert read_picture(exif_turned(tmp_path / "1.jpg", 1)).shape[:2] == (48, 64)
    assert read_picture(exif_turned(tmp_path / "6.jpg", 6)).shape[:2] == (64, 48)


@pytest.mark.parametrize("shape", [(1, 1), (1, 3000), (6000, 8000)])
def test_tiny_and_huge_pictures_are_pictures(tmp_path: Path, shape: tuple[int, int]) -> None:
    assert read_picture(write(tmp_path / "a.png", np.zeros(shape, np.uint8))).shape == (*shape, 3)


def test_grey_and_transparent_pictures_come_out_in_colour(tmp_path: Path) -> None:
    assert read_picture(write(tmp_path / "grey.png", np.zeros((20, 30), np.uint8))).shape == (20, 30, 3)
    assert read_picture(write(tmp_path / "alpha.png", np.zeros((20, 30, 4), np.uint8))).shape == (20, 30, 3)


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\xff\xd8\xff\xe0" + b"\0" * 40, b"\x89PNG\r\n\x1a\n" + b"\0" * 40]
)
def test_a_file_that_is_no_picture_is_one_line(tmp_path: Path, content: bytes, capfd: Any) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(content)
    with pytest.raises(SourceError) as caught:
        read_picture(path)
    assert str(path) in one_line(caught.value)
    assert caught.value.remedy
    assert capfd.readouterr().err == ""


def test_a_cut_off_photograph_is_quiet(tmp_path: Path, capfd: Any) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (200, 300, 3), np.uint8)
    data = cv2.imencode(".jpg", noise)[1].tobytes()
    (tmp_path / "a.jpg").write_bytes(data[: len(data) // 2])
    try:
        read_picture(tmp_path / "a.jpg")
    except SourceError as error:
        one_line(error)
    assert capfd.readouterr().err == ""


def test_what_is_not_there_or_empty_is_one_line(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (tmp_path / "zero.mp4").write_bytes(b"")
    for name in ("no such thing.mp4", "empty", "zero.mp4"):
        with pytest.raises(SourceError) as caught:
            open_source(str(tmp_path / name))
        assert name in one_line(caught.value)
    for missing in (tmp_path / "nothing.jpg", empty):
        with pytest.raises(SourceError):
            read_picture(missing)


def test_a_file_that_is_no_film_is_one_quiet_line(tmp_path: Path, capfd: Any) -> None:
    for name in ("text.mp4", "text.txt", "text"):
        (tmp_path / name).write_text("not a film at all " * 50)
        with pytest.raises(SourceError) as caught:
            open_source(str(tmp_path / name))
        assert name in one_line(caught.value)
    assert capfd.readouterr().err == ""


def test_of_a_film_that_was_cut_off_what_is_there_is_used_and_the_rest_is_told(tmp_path: Path, capfd: Any) -> None:
    data = write_film(tmp_path / "whole.avi", 100).read_bytes()
    (tmp_path / "cut.avi").write_bytes(data[: len(data) // 2])
    frames, troubles = all_frames(open_source(str(tmp_path / "cut.avi")))
    assert 5 < len(frames) < 40
    assert len(troubles) == 1 and "ends early" in one_line(troubles[0])
    assert capfd.readouterr().err == ""


def with_index_in_front(film: bytes) -> bytes:
    """An MP4 with its index (moov) before its pictures (mdat), the offsets of the index moved accordingly."""
    boxes, at = {}, 0
    while at < len(film):
        size, kind = struct.unpack_from(">I4s", film, at)
        assert size >= 8
        boxes[kind] = film[at : at + size]
        at += size
    moov = bytearray(boxes.pop(b"moov"))
    mdat_before = film.index(b"mdat") - 4
    before = b"".join(box for kind, box in boxes.items() if kind != b"mdat")
    moved = len(before) + len(moov) - mdat_before
    table = moov.index(b"stco") + 4  # version and flags, count, offsets
    (count,) = struct.unpack_from(">I", moov, table + 4)
    for i in range(count):
        (offset,) = struct.unpack_from(">I", moov, table + 8 + 4 * i)
        struct.pack_into(">I", moov, table + 8 + 4 * i, offset + moved)
    return before + bytes(moov) + boxes[b"mdat"]


def test_a_film_with_its_index_in_front_that_was_cut_off_is_used_as_far_as_it_goes(tmp_path: Path, capfd: Any) -> None:
    noise = np.random.default_rng(0)
    writer = cv2.VideoWriter(str(tmp_path / "a.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 10, (64, 48))
    for _ in range(60):
        writer.write(noise.integers(0, 255, (48, 64, 3), np.uint8))
    writer.release()
    whole = with_index_in_front((tmp_path / "a.mp4").read_bytes())
    (tmp_path / "whole.mp4").write_bytes(whole)
    (tmp_path / "cut.mp4").write_bytes(whole[: len(whole) // 2])
    frames, troubles = all_frames(open_source(str(tmp_path / "whole.mp4")))
    assert len(frames) == 60 and troubles == []
    frames, troubles = all_frames(open_source(str(tmp_path / "cut.mp4")))
    assert 15 < len(frames) < 40
    assert len(troubles) == 1 and "ends early" in one_line(troubles[0])
    assert capfd.readouterr().err == ""


def test_a_film_whose_index_was_cut_off_is_one_line(tmp_path: Path) -> None:
    data = write_film(tmp_path / "whole.mp4", 100, codec="mp4v").read_bytes()
    (tmp_path / "cut.mp4").write_bytes(data[: len(data) // 2])
    with pytest.raises(SourceError) as caught:
        open_source(str(tmp_path / "cut.mp4"))
    one_line(caught.value)


def test_a_camera_that_is_not_there_is_one_quiet_line(capfd: Any) -> None:
    with pytest.raises(SourceError) as caught:
        open_source("97")
    assert "camera 97" in one_line(caught.value)
    assert capfd.readouterr().err == ""


def test_an_address_where_nothing_answers_is_one_line() -> None:
    with pytest.raises(SourceError) as caught:
        open_source("http://127.0.0.1:9/video")
    assert "http://127.0.0.1:9/video" in one_line(caught.value)


class FakeCamera:
    """Stands in for cv2.VideoCapture: gives ``frames`` pictures, then fails."""

    left: ClassVar[list[int]] = []

    def __init__(self, *_: Any) -> None:
        self.frames = self.left.pop(0) if self.left else 0
        self.number = 0

    def isOpened(self) -> bool:
        return self.frames > 0

    def read(self) -> tuple[bool, np.ndarray | None]:
        if self.number >= self.frames:
            return False, None
        self.number += 1
        return True, picture(value=self.number % 256)

    def release(self) -> None:
        pass


@pytest.fixture
def fake_camera(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakeCamera]]:
    monkeypatch.setattr(cv2, "VideoCapture", FakeCamera)
    monkeypatch.setattr(sources, "RETRY_SECONDS", 0.001)
    yield FakeCamera
    FakeCamera.left = []


def test_a_camera_that_is_lost_is_told_once_and_found_again(fake_camera: type[FakeCamera]) -> None:
    fake_camera.left = [3, 0, 5]
    source = sources._Camera(0, "camera 0")
    troubles: list[SourceError] = []
    frames = source.frames(troubles.append)
    values = [int(next(frames).image[0, 0, 0]) for _ in range(8)]
    assert values == [1, 2, 3, 1, 2, 3, 4, 5]
    assert [error.what for error in troubles] == ["camera lost"]
    source.close()


def test_a_slow_reader_gets_the_newest_frame_and_never_a_queue(fake_camera: type[FakeCamera]) -> None:
    taken = threading.Event()
    go_on = threading.Event()

    class Row:
        name, live = "row", True

        def frames(self, trouble: sources.Trouble) -> Iterator[Frame]:
            yield Frame(picture(value=1), 0.0)
            taken.wait(10)
            for number in range(2, 200):
                yield Frame(picture(value=number), number / 10)
            go_on.set()

        def close(self) -> None:
            taken.set()

    source = sources.Newest(Row())
    frames = source.frames(lambda error: None)
    assert next(frames).image[0, 0, 0] == 1
    taken.set()
    assert go_on.wait(10)
    assert next(frames).image[0, 0, 0] == 199
    assert list(frames) == []
    source.close()


def test_closing_a_live_source_ends_its_thread(fake_camera: type[FakeCamera]) -> None:
    fake_camera.left = [10**9]
    source = open_source("0")
    frames = source.frames(lambda error: None)
    next(frames)
    source.close()
    source.close()
    assert all(thread.name != "capture" for thread in threading.enumerate())


def test_a_film_is_never_released_while_it_is_decoded(tmp_path: Path) -> None:
    film = sources._Film(write_film(tmp_path / "a.avi", 10))
    decoding, go_on, released = threading.Event(), threading.Event(), threading.Event()

    class Slow:
        def grab(self) -> bool:
            decoding.set()
            go_on.wait(30)
            assert not released.is_set()
            return True

        def retrieve(self) -> tuple[bool, np.ndarray]:
            assert not released.is_set()
            return True, picture()

        def release(self) -> None:
            released.set()

    film._capture.release()  # type: ignore[union-attr]
    film._capture = Slow()
    frames: list[Frame] = []
    reading = threading.Thread(target=lambda: frames.extend(film.frames(lambda error: None)))
    reading.start()
    assert decoding.wait(30)
    closing = threading.Thread(target=film.close)
    closing.start()
    assert not released.wait(0.05)
    go_on.set()
    reading.join(30)
    closing.join(30)
    assert released.is_set() and not reading.is_alive()


def test_a_film_at_its_own_pace_can_be_stopped(tmp_path: Path) -> None:
    source = open_source(str(write_film(tmp_path / "a.avi", 100)), realtime=True)
    assert source.live
    next(source.frames(lambda error: None))
    source.close()
    assert all(thread.name != "capture" for thread in threading.enumerate())


def jpegs(*sizes: tuple[int, int]) -> bytes:
    return b"".join(cv2.imencode(".jpg", picture(*size))[1].tobytes() for size in sizes)


def test_a_film_whose_pictures_change_size_is_given_in_the_size_it_began_with(tmp_path: Path) -> None:
    (tmp_path / "a.mjpeg").write_bytes(jpegs(*[(64, 48)] * 10, *[(32, 64)] * 10))
    frames, _ = all_frames(open_source(str(tmp_path / "a.mjpeg")))
    assert len(frames) == 8 and {frame.image.shape for frame in frames} == {(48, 64, 3)}


def test_a_film_of_enormous_pictures_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources._Film, "_property", lambda *_: 10000.0)
    monkeypatch.setattr(sources._Film, "_grab", lambda _: pytest.fail("decoded"))
    with pytest.raises(SourceError) as caught:
        open_source(str(write_film(tmp_path / "a.avi", 5)))
    assert "10000 x 10000 pixels, more than the 8192 x 8192" in one_line(caught.value)


@pytest.mark.parametrize(("scale", "rate"), [(1, 10**9), (0, 0), (10**9, 1), (2**32 - 1, 2**32 - 1)])
def test_a_film_that_tells_no_sensible_rate_still_has_an_order(tmp_path: Path, scale: int, rate: int) -> None:
    data = bytearray(write_film(tmp_path / "a.avi", 50).read_bytes())
    struct.pack_into("<II", data, data.index(b"strh") + 28, scale, rate)
    (tmp_path / "a.avi").write_bytes(data)
    frames, _ = all_frames(open_source(str(tmp_path / "a.avi")))
    times = [frame.time for frame in frames]
    assert frames and times == sorted(set(times)) and np.isfinite(times).all()


@pytest.mark.parametrize("nonsense", [float("nan"), float("inf"), -1.0])
def test_what_a_film_tells_of_itself_may_be_nonsense(
    tmp_path: Path, nonsense: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Odd:
        def __init__(self, *_: Any) -> None:
            self.left = 30

        def isOpened(self) -> bool:
            return True

        def get(self, _: int) -> float:
            return nonsense

        def grab(self) -> bool:
            self.left -= 1
            return self.left >= 0

        def retrieve(self) -> tuple[bool, np.ndarray]:
            return True, picture()

        def release(self) -> None:
            pass

    path = write_film(tmp_path / "a.avi", 5)
    monkeypatch.setattr(cv2, "VideoCapture", Odd)
    frames, troubles = all_frames(open_source(str(path)))
    assert [round(frame.time, 2) for frame in frames[:3]] == [0.0, 0.12, 0.2] and not troubles


def test_a_film_without_a_picture_is_one_line(tmp_path: Path) -> None:
    for name in ("a.avi", "a.mp4"):
        write_film(tmp_path / name, 0, codec="MJPG" if name == "a.avi" else "mp4v")
        with pytest.raises(SourceError) as caught:
            open_source(str(tmp_path / name))
        one_line(caught.value)


@pytest.mark.parametrize("address", ["9" * 30, "/dev/video97", "..", "x" * 300, "\0", "concat:a|b"])
def test_an_address_that_makes_no_sense_is_one_line(address: str) -> None:
    with pytest.raises(SourceError) as caught:
        open_source(address)
    one_line(caught.value)
