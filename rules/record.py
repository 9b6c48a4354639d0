"""The record: the one text format for a position, a game in progress and a finished game (``.kbz``). Text <-> lines.

Only the form is read here. What the headers mean is read in ``rules.setup``, what the moves mean by the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from rules.texts import _, shortened

MOST_LINES = 5_000
MOST_LETTERS = 500_000
"""A record is one deal. What is longer than any deal is refused, so that reading never takes long."""


class RecordError(ValueError):
    """A record that is not well formed. ``line`` counts from 1.

    ``problem`` quotes what is wrong, ``remedy`` says what to do.
    """

    def __init__(self, line: int, problem: str, remedy: str) -> None:
        super().__init__(line, problem, remedy)
        self.line = line
        self.problem = shortened(problem)
        self.remedy = remedy

    @property
    def message(self) -> str:
        """Problem and remedy in one line, without the number of the line."""
        return "".join(letter if letter.isprintable() else "?" for letter in f"{self.problem}; {self.remedy}")

    def __str__(self) -> str:
        return _("line {line}: {message}").format(line=self.line, message=self.message)


@dataclass(frozen=True, slots=True)
class Header:
    """``[name "value"]``. ``comment``: what follows it, blanks and all. ``line``: 0 if made in code."""

    name: str
    value: str
    line: int = 0
    comment: str = ""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """``player: text``."""

    player: str
    text: str
    line: int = 0
    comment: str = ""


@dataclass(frozen=True, slots=True)
class HoldsLine:
    """``player holds cards``: what has just been seen of a hand."""

    player: str
    cards: str
    line: int = 0
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A line that says nothing to the referee: empty, or only a comment."""

    text: str
    line: int = 0


Head = Header | Note
Body = MoveLine | HoldsLine | Note


@dataclass(frozen=True, slots=True)
class Record:
    """The lines of a record: ``head`` the headers, ``body`` what was played; notes stand where they stood.

    ``open_end``: the last line was not ended, so that it may have been cut off.
    """

    head: tuple[Head, ...]
    body: tuple[Body, ...] = ()
    open_end: bool = False

    @classmethod
    def new(cls, game: str, players: Sequence[str], headers: Mapping[str, str] | None = None) -> Record:
        """A record for a new game, before the first move. ``headers``: the others, in the order they shall stand."""
        first = {"Game": game, "Players": ", ".join(players)}
        return cls(tuple(Header(name, value) for name, value in (first | dict(headers or {})).items()))

    @property
    def headers(self) -> dict[str, Header]:
        """The headers by name, in order."""
        return {entry.name: entry for entry in self.head if isinstance(entry, Header)}

    @property
    def game(self) -> str:
        """The game's id, ``""`` if there is no such header."""
        return self.value("Game")

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, clockwise."""
        return tuple(name.strip() for name in self.value("Players").split(","))

    def value(self, name: str, default: str = "") -> str:
        """The value of a header."""
        header = self.headers.get(name)
        return default if header is None else header.value

    def with_headers(self, headers: Mapping[str, str]) -> Record:
        """The same record with these headers put in, or changed."""
        head = [
            replace(entry, value=headers[entry.name]) if isinstance(entry, Header) and entry.name in headers else entry
            for entry in self.head
        ]
        there = self.headers
        last = max((i for i, entry in enumerate(head) if isinstance(entry, Header)), default=-1) + 1
        head[last:last] = [Header(name, value) for name, value in headers.items() if name not in there]
        return replace(self, head=tuple(head))


_HEADER = re.compile(r'\[\s*([^\s"]+)\s+"([^"]*)"\s*\](\s*(?:;.*)?)', re.DOTALL)
_MOVE = re.compile(r'([^\s:,=;?"]+)\s*:(.*)', re.DOTALL)
_HOLDS = re.compile(r"(\S+)\s+holds(?:\s+(.*))?", re.DOTALL)
_NAME_AT_START = re.compile(r"[^\s:]*")
_NO_LETTER = re.compile(r"[\ud800-\udfff]")


def parse(text: str | bytes) -> Record:
    """The record that ``text`` is; bytes are read as UTF-8.

    Raises RecordError for a line that is neither header, move, ``holds`` nor comment, for a header that stands twice or
    after a move, when ``Game`` is missing, and for what is too long to be a deal. (Whether it has its other headers is
    asked when the game is known.)
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    head: list[Head] = []
    body: list[Body] = []
    names: dict[str, int] = {}
    players: frozenset[str] = frozenset()
    open_end = not text.endswith(("\n", "\r"))
    lines = _lines(text)
    notes: list[Note] = []
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if not line or line[0] == ";":
            notes.append(Note(line, number))
            continue
        match = _HEADER.fullmatch(line) if line[0] == "[" else None
        if match is None:
            played = None
            if line[0] != "[" or _NAME_AT_START.match(line)[0] in players:  # type: ignore[index]
                played = _played(line, number)
            if played is None:
                raise _neither(line, number, open_end and number == len(lines))
            body += notes
            body.append(played)
        elif body:
            raise RecordError(
                number,
                _("the header {header} stands after the first move").format(header=match[1]),
                _("put all headers at the beginning"),
            )
        elif match[1] in names:
            raise RecordError(
                number,
                _("the header {header} is already in line {line}").format(header=match[1], line=names[match[1]]),
                _("leave one of them out"),
            )
        else:
            head += notes
            head.append(Header(match[1], match[2], number, match[3].rstrip()))
            names[match[1]] = number
            if match[1] == "Players":
                players = frozenset(name.strip() for name in match[2].split(","))
        notes = []
    (body if body else head).extend(notes)
    if "Game" not in names:
        raise missing("Game", "svoi-kozyri")
    return Record(tuple(head), tuple(body), open_end)


def _lines(text: str) -> list[str]:
    """The lines of a text that is no longer than a record may be."""
    if len(text) > MOST_LETTERS:
        raise _too_long(text.count("\n", 0, MOST_LETTERS) + 1)
    if odd := _NO_LETTER.search(text):
        remedy = _("save the record as UTF-8 text")
        raise RecordError(
            text.count("\n", 0, odd.start()) + 1,
            _("this is not text in UTF-8"),
            or_cut_off(remedy) if len(text) - odd.start() < 4 else remedy,  # a letter is at most 4 bytes
        )
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip().split("\n")
    if len(lines) > MOST_LINES:
        raise _too_long(MOST_LINES + 1)
    return lines


def _too_long(line: int) -> RecordError:
    return RecordError(
        line,
        _("this is too long for one deal: a record has at most {lines} lines and {letters} letters").format(
            lines=MOST_LINES, letters=MOST_LETTERS
        ),
        _("check that it is the right file, and write each deal into a record of its own"),
    )


def missing(header: str, example: str) -> RecordError:
    """The error for a header that must be there; ``example``: a value for it."""
    return RecordError(
        1,
        _("the header {header} is missing").format(header=header),
        _('add a line like [{header} "{example}"]').format(header=header, example=example),
    )


def or_cut_off(remedy: str) -> str:
    """What to do about a line that may be only the beginning of one."""
    return _("{remedy}; or, if the record was cut off here, complete the line or delete it").format(remedy=remedy)


def _played(line: str, number: int) -> Body | None:
    content, semicolon, _rest = line.partition(";")
    said = content.rstrip()
    comment = line[len(said) :] if semicolon else ""
    if match := _MOVE.fullmatch(said):
        return MoveLine(match[1], " ".join(match[2].split()), number, comment)
    if match := _HOLDS.fullmatch(said):
        return HoldsLine(match[1], " ".join((match[2] or "").split()), number, comment)
    return None


def _neither(line: str, number: int, cut_off: bool) -> RecordError:
    said = line if line[0] == "[" else line.partition(";")[0].rstrip()
    remedy = _('write [Header "value"], NAME: MOVE, or NAME holds CARDS')
    return RecordError(
        number,
        _("'{text}' is neither a header nor a move").format(text=said if len(said) <= 60 else said[:60] + "..."),
        or_cut_off(remedy) if cut_off else remedy,
    )


def write(head: Iterable[Head], body: Iterable[Body]) -> str:
    """The text of these lines, with an empty line between headers and moves."""
    above, below = list(head), list(body)
    notes = [*takewhile(_is_note, reversed(above)), *takewhile(_is_note, below)]
    if above and below and not any(note.text == "" for note in notes if isinstance(note, Note)):
        above.append(Note(""))
    return "\n".join(map(_text, [*above, *below])).rstrip("\n") + "\n"


def _is_note(entry: Head | Body) -> bool:
    return isinstance(entry, Note)


def _text(entry: Head | Body) -> str:
    match entry:
        case Header():
            return f'[{entry.name} "{entry.value}"]{entry.comment}'
        case MoveLine():
            return f"{entry.player}: {entry.text}{entry.comment}"
        case HoldsLine():
            return f"{entry.player} holds {entry.cards}".rstrip() + entry.comment
        case Note():
            return entry.text
