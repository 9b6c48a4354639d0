"""What the camera cannot see: the JSON lines that ``kibitz watch`` takes from standard input or a file."""

from __future__ import annotations

import json
import math
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
    def answer(self, id: int, card: Card) -> list[Event]: ...
    def undo(self, n: int = 1) -> list[Event]: ...
    def holds(self, player: str, cards: CardList) -> list[Event]: ...


@dataclass(frozen=True, slots=True)
class Input:
    """One line. ``t``: when it is said, in seconds of film time (None: now). Exactly one of the four after it is set.

    ``where``: the file and line it stands in, told with what goes wrong; ``""`` if it comes from elsewhere.
    """

    t: float | None
    say: str | None = None
    answer: tuple[int, Card] | None = None
    undo: int | None = None
    holds: tuple[str, CardList] | None = None
    where: str = field(default="", compare=False)

    def tell(self, table: Commands) -> list[Event]:
        """Tells it to a table. -> what came of it."""
        events = self._tell(table)
        if not self.where:
            return events
        return [
            replace(event, message=f"{self.where}: {event.message}") if isinstance(event, ErrorEvent) else event
            for event in events
        ]

    def _tell(self, table: Commands) -> list[Event]:
        if self.say is not None:
            return table.say(self.say)
        if self.answer is not None:
            return table.answer(*self.answer)
        if self.undo is not None:
            return table.undo(self.undo)
        assert self.holds is not None
        return table.holds(*self.holds)


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
    kinds = [kind for kind in ("say", "answer", "undo", "holds") if kind in value]
    if len(kinds) != 1:
        raise InputError(_('one of "say", "answer", "undo", "holds" must be there'))
    try:
        return Input(moment, **{kinds[0]: _READERS[kinds[0]](value)})
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


_READERS: dict[str, Any] = {
    "say": lambda value: _text(value["say"]),
    "answer": lambda value: (_count(value["answer"]), parse_card(_text(value["card"]))),
    "undo": lambda value: _count(value["undo"]),
    "holds": lambda value: (_text(value["holds"]), read_cards(_text(value["cards"]))),
}
_EXAMPLES = {
    "say": '{"say": "Ben: take"}',
    "answer": '{"answer": 3, "card": "8S"}',
    "undo": '{"undo": 1}',
    "holds": '{"holds": "Ann", "cards": "7C 9S ??x3"}',
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
        inputs.append(replace(entry, where=where))
    return sorted(inputs, key=lambda entry: entry.t or 0.0)


def error_event(t: float, problem: str) -> ErrorEvent:
    """The event for a line that came while the game was going on."""
    return ErrorEvent(t, "input", problem)
