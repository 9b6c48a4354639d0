"""A scripted table for the window to show. Needs no Kivy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.events import Event, MoveEvent
from rules.cards import Card


@dataclass(frozen=True, slots=True)
class Ruling:
    """As rules.referee.Ruling."""

    n: int
    player: str
    move: str
    verdict: str = "legal"
    rules: tuple[str, ...] = ()
    why: str = ""
    remedy: str | None = None


@dataclass(frozen=True, slots=True)
class State:
    """As app.session.SessionState."""

    to_move: str | None = "Ann"
    last: Ruling | None = None
    legal: tuple[str, ...] | None = None
    could: tuple[str, ...] | None = ()
    moves: tuple[Ruling, ...] = ()
    points: dict[str, int] | None = None
    outcome: str | None = None
    question: Any = None
    mismatch: Any = None
    take_back: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """As a card of app.live.LiveFrame."""

    track: int
    card: Card | None
    corners: NDArray[np.float32]
    sure: bool = True
    candidates: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """As app.live.LiveFrame."""

    image: NDArray[np.uint8]
    cards: tuple[Seen, ...] = ()
    fps: float = 24.0


class FakeLive:
    """A table that shows what it is told to, and notes what it is asked to do."""

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self.now = State(points={"Ann": 0, "Ben": 0})
        self.asked: list[tuple[Any, ...]] = []
        self.events: list[Event] = []

    def shows(self, frame: Frame | None = None, *events: Event, **state: Any) -> None:
        """The next frame and state; ``events`` tell that something happened."""
        self.frame = frame or self.frame
        self.now = replace(self.now, **state)
        self.events += events or [MoveEvent(0.0, 1, "Ann", "7C", "legal")]

    def start(self) -> None:
        self.asked.append(("start",))

    def stop(self) -> None:
        self.asked.append(("stop",))

    def latest(self) -> Frame | None:
        return self.frame

    def drain(self) -> list[Event]:
        events, self.events = self.events, []
        return events

    def state(self) -> State:
        return self.now

    def say(self, text: str) -> list[Event]:
        return self._note("say", text)

    def answer(self, id: int, card: Card) -> list[Event]:
        return self._note("answer", id, card)

    def undo(self, n: int = 1) -> list[Event]:
        return self._note("undo", n)

    def let_stand(self) -> list[Event]:
        return self._note("let_stand")

    def correct(self, track: int, card: Card | None) -> list[Event]:
        return self._note("correct", track, card)

    def _note(self, *what: Any) -> list[Event]:
        self.asked.append(what)
        return []
