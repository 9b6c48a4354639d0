"""A pack is learnt behind a screen: in a thread, with what it is doing now, until it is done or given up."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from app.errors import UserError
from app.paths import WEIGHTS
from app.source_words import in_words
from rules.texts import _

if TYPE_CHECKING:
    from app.learn_deck import CardsDiffer, Lesson
    from vision.packs import About
    from vision.sources import Frame

Stage = Literal["asked", "look", "learn", "done", "failed"]


CAMERA_SECONDS = 20


class GivenUp(Exception):
    """The user does not want it any more."""


@dataclass(slots=True, eq=False)
class Pack:
    """A pack that was learnt. ``about``: None if its file cannot be used."""

    name: str
    about: About | None = None


@dataclass(slots=True)
class PackLesson:
    """What was chosen, and how far it is. Written by its thread, shown by the screen; ``version`` grows with each change."""

    name: str = ""
    source: str = ""
    stage: Stage = "asked"
    problem: str = ""  # why it failed, a line
    differ: CardsDiffer | None = None  # then: cards that lie in another order than they should
    lesson: Lesson | None = None  # when it is done
    version: int = 0
    weights: Path = WEIGHTS
    _stop: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)  # a thread that was given up writes nothing any more
    _thread: threading.Thread | None = None
    _folder: Path | None = None  # for pictures taken here

    def start(self, *, as_laid: bool = False) -> None:
        """Begins to learn ``source``. ``as_laid``: the order is right even where cards read otherwise. Raises UserError for the name."""
        self.check()
        self.give_up()
        self.problem, self.differ, self.lesson = "", None, None
        self._stop = threading.Event()
        self._at("look")
        self._thread = threading.Thread(target=self._run, args=(as_laid, self._stop), name="learn a pack")
        self._thread.start()

    def check(self) -> None:
        """Raises UserError if the name or the source cannot be."""
        from app.learn_deck import checked_name

        self.name = checked_name(self.name.strip())
        if not self.source.strip():
            raise UserError(_("Name the picture or film of the pack, or take a picture here."))

    @property
    def busy(self) -> bool:
        """Whether it is being learnt now."""
        return self.stage in ("look", "learn")

    def give_up(self) -> None:
        """Ends the learning, if it goes on, soon; nothing is kept. Does not wait for it."""
        with self._lock:
            self._stop.set()
            if self.busy:
                self._at("asked")

    def ended(self, seconds: float = 60.0) -> bool:
        """Waits until its thread has ended; False if that takes longer."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._thread is None or not self._thread.is_alive()

    def keep(self) -> Path:
        """Keeps what was learnt. Raises UserError, vision.packs.PackError."""
        from app.learn_deck import keep

        assert self.lesson is not None
        return keep(self.name, self.lesson, self.weights)

    def anew(self) -> None:
        """Forgets what was learnt: another try."""
        self.give_up()
        self.lesson, self.problem, self.differ = None, "", None
        self._at("asked")

    def stop(self) -> None:
        """Ends it all; pictures taken here are deleted. May be called twice."""
        self.give_up()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def picture_path(self) -> Path:
        """Where a picture of the pack that is taken here goes. Raises OSError."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="kibitz-pack-"))
        return self._folder / "pack.png"

    def _at(self, stage: Stage) -> None:
        if stage != self.stage:
            self.stage = stage
            self.version += 1

    def _run(self, as_laid: bool, stop: threading.Event) -> None:
        from app.learn_deck import CardsDiffer, teach

        def step(what: str) -> None:
            with self._lock:
                if stop.is_set():
                    raise GivenUp
                self._at("learn" if what == "learn" else "look")

        lesson, differ, problem = None, None, ""
        try:
            lesson = teach(
                self.weights,
                as_path(self.source),
                as_laid=as_laid,
                step=step,
                trouble=lambda _error: None,
                until=_a_while,
            )
        except GivenUp:
            return
        except CardsDiffer as error:
            differ, problem = error, str(error)
        except Exception as error:  # whatever it is, the screen says it
            problem = in_words(error) or type(error).__name__
        with self._lock:
            if not stop.is_set():
                self.lesson, self.differ, self.problem = lesson, differ, problem
                self._at("done" if lesson is not None else "failed")


def as_path(typed: str) -> str:
    """A path as it is typed or pasted: without quotes and ``file://``, ``~`` for the home."""
    return os.path.expanduser(typed.strip().strip("\"'").removeprefix("file://"))


def _a_while(frames: Iterator[Frame]) -> Iterator[Frame]:
    """What a camera shows for some seconds."""
    return takewhile(lambda frame: frame.time <= CAMERA_SECONDS, frames)


def known() -> list[Pack]:
    """The packs that were learnt, in order of their names."""
    from app.learn_deck import packs_folder
    from vision.packs import PackError, known_packs, load_pack, reader_of

    found = []
    folder, reader = packs_folder(), reader_of(WEIGHTS)
    for name in known_packs(folder):
        try:
            found.append(Pack(name, load_pack(folder, name, reader)[1]))
        except PackError:
            found.append(Pack(name))
    return found


def forget(name: str) -> None:
    """Deletes a pack. Raises vision.packs.PackError, OSError."""
    from app.learn_deck import packs_folder
    from vision.packs import remove_pack

    remove_pack(packs_folder(), name)
