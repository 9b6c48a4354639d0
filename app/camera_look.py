"""A look through a camera before a game: its newest picture, how many cards can be read in it, and what would make it better."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from app.advice import in_words
from app.errors import UserError
from app.source_words import in_words as source_in_words
from rules.texts import _

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.sources import Source

WIDEST = 640  # px: a larger picture is made smaller for the screen
EVERY = 0.6  # s from one reading to the next
_ending: list[threading.Thread] = []  # looks that were stopped and have not given their camera back yet


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """``image``: (H, W, 4) uint8 RGBA, upright; ``cards``: how many are read for sure, None: not tried yet; ``advice``: sentences."""

    image: NDArray[np.uint8]
    cards: int | None
    advice: tuple[str, ...]


class CameraLook:
    """Looks through ``source`` (as ``kibitz watch`` takes it) in a thread of its own until ``stop``."""

    def __init__(self, source: str, deck: str = "") -> None:
        self.problem = ""  # why nothing can be seen, in a line
        self.seen: Seen | None = None  # the newest picture
        self._source, self._deck = source, deck
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="look through the camera")

    def start(self) -> None:
        """Begins to look. Once."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the look; does not wait until the camera is given back (see ``all_closed``). May be called twice."""
        self._stop.set()
        if self._thread.is_alive() and self._thread not in _ending:
            _ending.append(self._thread)

    def _run(self) -> None:
        from vision.errors import VisionError
        from vision.sources import open_source

        try:
            source = open_source(self._source.strip(), realtime=True)
        except (VisionError, UserError) as error:
            self.problem = source_in_words(error)
            return
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"
            return
        try:
            self._look(source)
        except Exception as error:  # a thread that dies unheard would be a picture that stands still
            self.problem = f"{type(error).__name__}: {error}"
        finally:
            source.close()

    def _look(self, source: Source) -> None:
        import cv2
        import numpy as np

        from app.paths import WEIGHTS
        from app.watch import open_reader
        from vision.advice import advise
        from vision.errors import VisionError

        reader, told = None, ""
        cards: int | None = None
        advice: tuple[str, ...] = ()
        due = monotonic() + EVERY  # the first picture is to be seen at once
        for frame in source.frames(lambda error: setattr(self, "problem", source_in_words(error))):
            if self._stop.is_set():
                return
            if monotonic() >= due:
                if reader is None and not told:
                    try:
                        reader = open_reader(WEIGHTS, self._deck or None)
                    except (UserError, VisionError) as error:
                        told = str(error)
                sightings = list(reader.read(frame.image, thorough=False).sightings) if reader is not None else []
                sure = reader.sure if reader is not None else 1.0
                cards = len({s.card for s in sightings if s.card is not None and s.confidence >= sure})
                advice = tuple(map(in_words, advise(frame.image, sightings, sure)))
                due = monotonic() + EVERY
            height, width = frame.image.shape[:2]
            scale = min(1.0, WIDEST / width)
            size = (max(1, round(width * scale)), max(1, round(height * scale)))
            small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
            image = np.ascontiguousarray(cv2.cvtColor(small, cv2.COLOR_BGR2RGBA))
            self.problem = told
            self.seen = Seen(image, cards, advice)
        if not self._stop.is_set() and self.seen is None:
            self.problem = self.problem or _("There is no picture.")


def all_closed(seconds: float = 15.0) -> None:
    """Waits until every look that was stopped has given its camera back."""
    end = monotonic() + seconds
    while _ending:
        _ending.pop().join(max(0.0, end - monotonic()))
