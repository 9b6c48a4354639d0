"""What the camera cannot see: the JSON lines that ``kibitz watch`` takes from standard input or a file.

Each line is one command (``Commands``) with its arguments. ``_READERS`` reads them, ``_EXAMPLES`` shows one of each; the README explains
them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from app.errors import UserError
from app.events import ErrorEvent, Event
from rules.cards import Card, CardError, parse_card
from rules.setup import CardList, read_cards
from rules.texts import _


class Commands(Protocol):
    """What can be told to a table: app.session.Session, app.live.LiveTable."""

    def say(self, text: str) -> list[Event]: ...
    def answer(self, id: int, card: Card | None) -> list[Event]: ...
    def undo(self, n: int = 1) -> list[Event]: ...
    def holds(self, player: str, cards: CardList) -> list[Event]: ...
    def holds_photo(self, player: str, path: Path) -> list[Event]: ...
    def misread(self, n: int | None = None, card: Card | None = None, actual: Card | None = None) -> list[Event]: ...
    def correct(self, track: int, card: Card | None) -> list[Event]: ...
    def correct_card(self, read: Card, card: Card | None) -> list[Event]: ...
    def missing(self, card: Card, place: str, on: Card | None = None) -> list[Event]: ...
    def let_stand(self) -> list[Event]: ...
    def pause(self, paused: bool = True) -> list[Event]: ...


@dataclass(frozen=True, slots=True)
class Input:
    """One line. ``t``: when it is said, in seconds of film time (None: now). ``command``: a method of Commands, and ``arguments``: what
    it is called with. ``where``: the file and line it stands in, told with what goes wrong; ``""`` if it comes from elsewhere."""

    t: float | None
    command: str
    arguments: tuple[Any, ...] = ()
    where: str = field(default="", compare=False)

    def tell(self, table: Commands) -> list[Event]:
        """Tells it to a table. -> what came of it."""
        events: list[Event] = getattr(table, self.command)(*self.arguments)
        if not self.where:
            return events
        return [
            replace(event, message=f"{self.where}: {event.message}") if isinstance(event, ErrorEvent) else event
            for event in events
        ]


class InputError(UserError):
    """A line that is no input. ``problem`` without the place."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def read_input(line: str) -> Input:
    """The input that a line of JSON is. Raises InputError."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(
            _("this is no JSON object; write a line like {example}").format(example='{"say": "Ben: take"}')
        ) from None
    if not isinstance(value, dict):
        raise InputError(
            _("this is no JSON object; write a line like {example}").format(example='{"say": "Ben: take"}')
        )
    moment = value.get("t")
    if moment is not None and (
        isinstance(moment, bool) or not isinstance(moment, int | float) or not abs(moment) < math.inf
    ):
        raise InputError(_('"t" must be a number of seconds'))
    kinds = [kind for kind in _READERS if kind in value]
    if len(kinds) != 1:
        raise InputError(_("one of {kinds} must be there").format(kinds=", ".join(f'"{kind}"' for kind in _READERS)))
    try:
        return Input(moment, *_READERS[kinds[0]](value))
    except CardError as error:
        raise InputError(str(error)) from None
    except (KeyError, TypeError):
        raise InputError(_("write it like {example}").format(example=_EXAMPLES[kinds[0]])) from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise TypeError(value)
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _yes(value: object) -> tuple[()]:
    if value is not True:
        raise TypeError(value)
    return ()


def _card(value: object) -> Card:
    return parse_card(_text(value))


def _card_or_none(value: object) -> Card | None:
    return None if value is None else _card(value)


def _holds(value: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    player = _text(value["holds"])
    if "photo" in value and "cards" not in value:
        return "holds_photo", (player, Path(_text(value["photo"])))
    return "holds", (player, read_cards(_text(value["cards"])))


def _misread(value: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    number = None if value["misread"] is True else _count(value["misread"])
    card, actual = (_card(value[name]) if name in value else None for name in ("card", "is"))
    if card is None and actual is not None:
        raise KeyError("card")
    return "misread", (number, card, actual)


def _correct(value: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    what = value["correct"]
    card = _card_or_none(what["is"])
    if "track" in what:
        return "correct", (_count(what["track"]), card)
    return "correct_card", (_card(what["card"]), card)


def _missing(value: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    what = value["missing"]
    on = _card(what["on"]) if "on" in what else None
    return "missing", (_card(what["card"]), _text(what["place"]), on)


_READERS: dict[str, Callable[[dict[str, Any]], tuple[str, tuple[Any, ...]]]] = {
    "say": lambda value: ("say", (_text(value["say"]),)),
    "answer": lambda value: ("answer", (_count(value["answer"]), _card_or_none(value["card"]))),
    "undo": lambda value: ("undo", (_count(value["undo"]),)),
    "holds": _holds,
    "misread": _misread,
    "stand": lambda value: ("let_stand", _yes(value["stand"])),
    "correct": _correct,
    "missing": _missing,
    "pause": lambda value: ("pause", (_flag(value["pause"]),)),
}
_EXAMPLES = {
    "say": '{"say": "Ben: take"}',
    "answer": '{"answer": 3, "card": "8S"}',
    "undo": '{"undo": 1}',
    "holds": '{"holds": "Ann", "cards": "7C 9S ??x3"}',
    "misread": '{"misread": 3, "card": "9C", "is": "8C"}',
    "stand": '{"stand": true}',
    "correct": '{"correct": {"card": "6S", "is": "8S"}}',
    "missing": '{"missing": {"card": "8C", "place": "middle"}}',
    "pause": '{"pause": true}',
}


def read_input_file(path: Path) -> list[Input]:
    """The inputs of a file, in order of time. Each line must say when (``"t"``). Raises UserError with the line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(
            _("{path}: {problem}; check the name").format(path=path, problem=error.strerror or error)
        ) from None
    except UnicodeDecodeError:
        raise UserError(_("{path}: this is no text file in UTF-8; save it as UTF-8").format(path=path)) from None
    inputs = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = _("{path}, line {line}").format(path=path, line=number)
        try:
            entry = read_input(line)
            if entry.t is None:
                raise InputError(_('"t", the time in seconds, is missing'))
        except InputError as error:
            raise UserError(f"{where}: {error.problem}") from None
        if entry.command == "holds_photo":  # named as seen from the file
            player, photo = entry.arguments
            entry = replace(entry, arguments=(player, path.parent / photo))
        inputs.append(replace(entry, where=where))
    return sorted(inputs, key=lambda entry: entry.t or 0.0)


def error_event(t: float, problem: str) -> ErrorEvent:
    """The event for a line that came while the game was going on."""
    return ErrorEvent(t, "input", problem)
