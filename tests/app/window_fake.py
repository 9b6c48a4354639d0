"""A scripted table for the window to show. Needs no Kivy."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.events import Event, MoveEvent
from app.state import SessionState
from rules.cards import Card
from rules.table import usual_layout


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


def State(**fields: Any) -> SessionState:
    """A state at the beginning of a game of two, but for these fields."""
    usual: dict[str, Any] = {
        "game": 1,
        "players": ("Ann", "Ben"),
        "to_move": "Ann",
        "last": None,
        "legal": None,
        "could": (),
        "moves": (),
        "late": (),
        "middle": (),
        "points": {"Ann": 0, "Ben": 0},
        "outcome": None,
        "question": None,
        "mismatch": None,
        "take_back": False,
        "may_stand": True,
        "may_misread": True,
        "may_undo": 1,
    }
    return SessionState(**usual | fields)


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
        self.places = usual_layout(self.now.players)
        self.record_path: Path | None = None
        self.over = threading.Event()  # its film

    @property
    def no_picture(self) -> str:
        return self.now.no_picture

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

    def state(self, viewer: str | None = None) -> SessionState:
        return replace(self.now, viewer=viewer)

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

    def correct_card(self, read: Card, card: Card | None) -> list[Event]:
        return self._note("correct_card", read, card)

    def missing(self, card: Card, place: str, on: Card | None = None) -> list[Event]:
        return self._note("missing", card, place, on)

    def misread(self, n: int | None = None, card: Card | None = None, actual: Card | None = None) -> list[Event]:
        return self._note("misread", n, card, actual)

    def play(self, player: str, move: str) -> list[Event]:
        return self._note("play", player, move)

    def undo_before(self, move: int) -> list[Event]:
        return self._note("undo_before", move)

    def undo_to(self, player: str) -> list[Event]:
        return self._note("undo_to", player)

    def pause(self, paused: bool = True) -> list[Event]:
        return self._note("pause", paused)

    def holds(self, player: str, cards: Sequence[Card | None]) -> list[Event]:
        return self._note("holds", player, tuple(cards))

    def holds_photo(self, player: str, path: Path) -> list[Event]:
        return self._note("holds_photo", player, path)

    def _note(self, *what: Any) -> list[Event]:
        self.asked.append(what)
        return []
