"""What a step of a lesson is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.record import MoveLine, Record

LEARNER, OTHER, THIRD = "Ann", "Ben", "Cid"


@dataclass(frozen=True, slots=True)
class Step:
    """``say``: what the learner is told, and asked to do; ``then``: what is said when it is done. Both marked for translation.

    ``headers``, ``moves`` (``Ben: 8C``): the position. ``want``: the move that is asked for, or how it begins; "": any legal one.
    ``refused``: what is asked for is not allowed, and the learner sees why; then ``want`` is the card that is tried.
    """

    say: str
    then: str
    headers: Mapping[str, str]
    moves: tuple[str, ...] = ()
    want: str = ""
    refused: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays: two, or three where a header says what the third one holds."""
        third = any(header.endswith(f":{THIRD}") for header in self.headers)
        return (LEARNER, OTHER, THIRD) if third else (LEARNER, OTHER)

    def record(self, game: str) -> Record:
        """The record of the position. Raises RecordError."""
        record = Record.new(game, list(self.players), dict(self.headers))
        pairs = (move.partition(":") for move in self.moves)
        return Record(record.head, tuple(MoveLine(player.strip(), text.strip()) for player, _colon, text in pairs))

    def fits(self, move: str) -> bool:
        """Whether a legal move is what was asked for."""
        return not self.want or move == self.want or move.startswith(f"{self.want} ")
