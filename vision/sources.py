"""Where pictures come from: camera, film, folder, photograph, URL.

A live source (camera, URL, a film played at real pace) keeps only its newest frame: a slow reader never makes a queue. A film or a folder
read as data gives every frame that is due at ten a second of film time, always the same ones.
"""

from __future__ import annotations

import contextlib
import math
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.headers import kind_of
from vision.photo import SourceError, Trouble, read_picture, start_of
from vision.quiet import silent

FRAMES_A_SECOND = 10.0
PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})
ROWS = frozenset({".mjpeg", ".mjpg"})  # JPEG after JPEG: a film that begins like a photograph
PHOTO_SECONDS = 1.0  # a photograph is a table that stands still for so long
MOST_FILM_PIXELS = 8192 * 8192
RETRY_SECONDS = 1.0  # between two tries to find a lost camera again
OPEN_TIMEOUT_MS = 8000
_CAMERA = re.compile(r"(?:/dev/video)?(\d{1,4})")
_URL = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: ``image`` (H, W, 3) uint8 BGR, upright; ``time`` in seconds of film time, or since the camera was opened."""

    image: NDArray[np.uint8]
    time: float


class Source(Protocol):
    """A row of frames. ``live``: frames that nobody fetches in time are dropped."""

    name: str
    live: bool

    def frames(self, trouble: Trouble) -> Iterator[Frame]:
        """The frames in order of time. What goes wrong on the way is told to ``trouble``; frames that can still be had follow."""
        ...

    def close(self) -> None:
        """Gives camera, file and thread back. Frames end. May be called twice, and from another thread."""
        ...


camera_opener: Callable[[int], Source] | None = None
"""What opens a camera by its number where OpenCV cannot, as on phones."""


def open_source(text: str, *, realtime: bool = False) -> Source:
    """The source that ``text`` names: a camera's number, a URL, a film, a folder of pictures or a photograph.

    ``realtime``: play a film or folder at its own pace, as a live source. Raises SourceError.
    """
    if (number := _CAMERA.fullmatch(text)) is not None:
        if camera_opener is not None:
            return Newest(camera_opener(int(number[1])))
        return Newest(_Camera(int(number[1]), f"camera {number[1]}"))
    if _URL.match(text):
        return Newest(_Camera(text, text))
    path = Path(text)
    try:
        stored = _stored(path)
    except OSError as error:
        raise SourceError(error.strerror or str(error), text, "choose another file") from None
    return Newest(Paced(stored)) if realtime else stored


def _stored(path: Path) -> Source:
    if path.is_dir():
        return _Folder(path)
    if not path.exists():
        raise SourceError("no such file or folder", str(path), "check the name, or give a camera's number (0) or a URL")
    kind = kind_of(start_of(path))
    named_so = path.suffix.lower() in PICTURES
    if kind is not None and kind.name == "a text" and not named_so:  # the decoder would film the letters
        raise SourceError("is a text, no film", str(path), "name a film, a picture, a folder, a camera or a URL")
    still = kind is not None and not kind.film and path.suffix.lower() not in ROWS
    return _Photo(path) if named_so or still else _Film(path)


def _natural(path: Path) -> list[tuple[int, str]]:
    """frame2 comes before frame10."""
    return [(int(part), "") if part.isdecimal() else (0, part.lower()) for part in re.split(r"(\d+)", path.name)]


class _Photo:
    """A photograph: a table that stands still."""

    live = False

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._flaws: list[SourceError] = []
        self._image = read_picture(path, self._flaws.append)

    def frames(self, trouble: Trouble) -> Iterator[Frame]:
        for flaw in self._flaws:
            trouble(flaw)
        for number in range(int(PHOTO_SECONDS * FRAMES_A_SECOND) + 1):
            yield Frame(self._image, number / FRAMES_A_SECOND)

    def close(self) -> None:
        pass


class _Folder:
    """A folder of pictures, ten a second in order of their names."""

    live = False

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._paths = sorted((p for p in path.iterdir() if p.suffix.lower() in PICTURES and p.is_file()), key=_natural)
        if not self._paths:
            raise SourceError(
                "no pictures in this folder", str(path), "it should hold JPEG or PNG files, one for each frame"
            )
        self._closed = False

    def frames(self, trouble: Trouble) -> Iterator[Frame]:
        for number, path in enumerate(self._paths):
            if self._closed:
                return
            try:
                image = read_picture(path, trouble)
            except SourceError as error:
                trouble(error)
                continue
            yield Frame(image, number / FRAMES_A_SECOND)

    def close(self) -> None:
        self._closed = True


class _Film:
    """A video file. Frames that are not due are decoded (later ones need them) but not handed out."""

    live = False

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._closed = False
        self._decoding = threading.Lock()  # a film released while another thread decodes it ends the program
        self._capture = _open_capture(self.name, [cv2.CAP_FFMPEG, cv2.CAP_ANY])
        if self._capture is None:
            raise SourceError(
                "is no film that can be opened", self.name, "use an MP4, MKV, AVI or WebM file that is complete"
            )
        width, height = self._property(cv2.CAP_PROP_FRAME_WIDTH), self._property(cv2.CAP_PROP_FRAME_HEIGHT)
        if width * height > MOST_FILM_PIXELS:
            self._capture.release()
            problem = f"its pictures have {width:.0f} x {height:.0f} pixels, more than the 8192 x 8192 that are read"
            raise SourceError(problem, self.name, "convert it to a smaller size")
        rate = self._property(cv2.CAP_PROP_FPS)
        self._rate = rate if 1 <= rate <= 1000 else 25.0
        self._count = int(self._property(cv2.CAP_PROP_FRAME_COUNT))
        self._first = self._grab() and self._retrieve()
        if self._first is False or self._first is None:
            self._capture.release()
            raise SourceError(
                "no picture in this film can be decoded", self.name, "record it again or convert it to MP4"
            )

    def _property(self, which: int) -> float:
        """What the file says of itself; 0 if that is no number."""
        value = float(self._capture.get(which))  # type: ignore[union-attr]
        return value if math.isfinite(value) else 0.0

    def _grab(self) -> bool:
        with self._decoding, contextlib.suppress(cv2.error):
            return not self._closed and bool(self._capture.grab())  # type: ignore[union-attr]
        return False

    def _retrieve(self) -> NDArray[np.uint8] | None:
        good, image = False, None
        with self._decoding, contextlib.suppress(cv2.error):
            if not self._closed:
                good, image = self._capture.retrieve()  # type: ignore[union-attr]
        return image if good and image is not None and image.size else None

    def frames(self, trouble: Trouble) -> Iterator[Frame]:
        yield Frame(self._first, 0.0)  # type: ignore[arg-type]
        due = 1
        number = 1
        while not self._closed and self._grab():
            moment = number / self._rate
            number += 1
            if moment + 1e-6 < due / FRAMES_A_SECOND:
                continue
            image = self._retrieve()
            if image is None:
                break
            yield Frame(image, moment)
            due = int(moment * FRAMES_A_SECOND + 1e-6) + 1
        # Containers round the number of frames; a film that was cut off lacks more than a few.
        if not self._closed and self._count > 0 and number < self._count - max(2, self._count // 50):
            seconds = f"{number / self._rate:.1f} of {self._count / self._rate:.1f} s"
            trouble(
                SourceError(
                    f"the film ends early, only {seconds} can be read",
                    self.name,
                    "what is there was used; copy it again",
                )
            )

    def close(self) -> None:
        with self._decoding:
            self._closed = True
            self._capture.release()  # type: ignore[union-attr]


class _Camera:
    """A camera or stream, as fast as it delivers. A lost one is looked for again until close()."""

    live = True

    def __init__(self, address: int | str, name: str) -> None:
        self.name = name
        self._address = address
        self._stop = threading.Event()
        self._capture = self._open()
        if self._capture is None:
            if isinstance(address, int):
                raise SourceError(
                    "no such camera", name, "plug it in, close other programs that use it, or try another number"
                )
            raise SourceError("nothing answers there, or it sends no video", name, "check the address and the network")
        self._began = time.monotonic()

    def _open(self) -> Any | None:
        backends = [cv2.CAP_ANY] if isinstance(self._address, int) else [cv2.CAP_FFMPEG, cv2.CAP_ANY]
        return _open_capture(self._address, backends)

    def frames(self, trouble: Trouble) -> Iterator[Frame]:
        lost = False
        size: tuple[int, int] | None = None  # of the first picture; all others are brought to it
        while not self._stop.is_set():
            good, image = False, None
            if self._capture is not None:
                with contextlib.suppress(cv2.error):
                    good, image = self._capture.read()
            if good and image is not None and image.size:
                lost = False
                size = size or (image.shape[1], image.shape[0])
                if (image.shape[1], image.shape[0]) != size:  # found again, a camera may have forgotten its size
                    image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
                yield Frame(image, time.monotonic() - self._began)
                continue
            if self._capture is not None:
                self._capture.release()
                self._capture = None
            if not lost:
                lost = True
                trouble(SourceError("camera lost", self.name, "check the cable or the network; looking for it again"))
            if not self._stop.wait(RETRY_SECONDS):
                self._capture = self._open()
        if self._capture is not None:
            self._capture.release()

    def close(self) -> None:
        self._stop.set()


class Paced:
    """A stored source handed out at its own pace, or slower where the reader is slower: no frame is dropped."""

    live = True

    def __init__(self, inner: Source) -> None:
        self.name = inner.name
        self._inner = inner
        self._stop = threading.Event()

    def frames(self, trouble: Trouble) -> Iterator[Frame]:
        began = time.monotonic()
        for frame in self._inner.frames(trouble):
            if self._stop.wait(max(0.0, began + frame.time - time.monotonic())):
                break
            yield frame

    def close(self) -> None:
        self._stop.set()
        self._inner.close()


class Newest:
    """A live source whose own thread keeps the newest frame only. The thread starts with the first call of frames()."""

    live = True

    def __init__(self, inner: Source) -> None:
        self.name = inner.name
        self._inner = inner
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._troubles: list[SourceError] = []
        self._over = False
        self._thread: threading.Thread | None = None

    def _capture(self) -> None:
        try:
            for frame in self._inner.frames(self._note):
                with self._changed:
                    if self._over:
                        break
                    self._frame = frame
                    self._changed.notify_all()
        finally:
            with self._changed:
                self._over = True
                self._changed.notify_all()

    def _note(self, error: SourceError) -> None:
        with self._changed:
            self._troubles.append(error)
            self._changed.notify_all()

    def frames(self, trouble: Trouble) -> Iterator[Frame]:
        self._thread = threading.Thread(target=self._capture, name="capture")
        self._thread.start()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._frame is not None or self._troubles or self._over)
                frame, self._frame = self._frame, None
                troubles, self._troubles = self._troubles, []
                over = self._over
            for error in troubles:
                trouble(error)
            if frame is not None:
                yield frame
            elif over:
                return

    def close(self) -> None:
        with self._changed:
            self._over = True
            self._changed.notify_all()
        self._inner.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()


def _open_capture(address: int | str, backends: list[int]) -> Any | None:
    """An opened cv2.VideoCapture, or None."""
    for backend in backends:
        with contextlib.suppress(cv2.error), silent():
            if isinstance(address, str) and backend == cv2.CAP_FFMPEG:
                limits = [
                    cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
                    OPEN_TIMEOUT_MS,
                    cv2.CAP_PROP_READ_TIMEOUT_MSEC,
                    OPEN_TIMEOUT_MS,
                ]
                capture = cv2.VideoCapture(address, backend, limits)
            else:
                capture = cv2.VideoCapture(address, backend)
            if capture.isOpened():
                return capture
            capture.release()
    return None
