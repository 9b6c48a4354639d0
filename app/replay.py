"""A record that is gone through line by line, forward and back: what was played, how it was ruled, and what lay where."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.errors import UserError
from app.own_move import as_heard
from app.record_file import read_record
from app.saved_games import seats_of
from rules.record import HoldsLine, MoveLine, Record, RecordError
from rules.referee import Referee
from rules.ruling import LateRuling, Ruling
from rules.setup import read_cards
from rules.table import Heap


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the record: a move with its ruling, or a shown hand (``ruling`` None). ``late``: what it brought to light.

    ``heard``: the move as everybody heard of it, drawn cards hidden that only the mover saw; "" for a shown hand.
    """

    player: str
    text: str
    heard: str
    ruling: Ruling | None
    late: tuple[LateRuling, ...] = ()


class Replay:
    """Stands after ``at`` of the ``steps``; at first after the last one."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.deal, self.seats = seats_of(record)
        whole = Referee(record)
        self.over = whole.to_move is None
        self.game, self.players = whole.game, whole.players
        self.steps = _steps(record)
        self._here = whole
        self.at = len(self.steps)

    @classmethod
    def of_file(cls, path: Path) -> Replay:
        """The record in a file. Raises UserError."""
        try:
            return cls(read_record(path))
        except (UserError, RecordError) as error:
            raise UserError(f"{path.name}: {error}") from None

    def go(self, to: int) -> None:
        """Stands after the first ``to`` lines."""
        to = min(max(to, 0), len(self.steps))
        if to < self.at:
            self._here.undo(self.at - to)
        for step in self.steps[self.at : to]:
            if step.ruling is None:
                self._here.holds(step.player, read_cards(step.text))
            else:
                self._here.play(step.player, step.text)
        self.at = to

    @property
    def referee(self) -> Referee:
        """The referee as it was then: to look at only."""
        return self._here

    def heaps(self, viewer: str | None = None) -> tuple[Heap, ...]:
        """What lies where: of a deal that is over all there is to know; else as ``viewer`` may know it, None: everybody.

        Nobody looks into what was not known to them then.
        """
        position = self._here.position
        if self.over:
            return self.game.heaps(position)
        if viewer is None:
            return self.game.heaps(self.game.seen_by_all(position))
        return self.game.heaps(self.game.view(position, self.players.index(viewer)))

    def said(self, step: Step) -> str:
        """The move of a step as it may be shown to everybody; "" for a shown hand of a deal that goes on."""
        return step.text if self.over else step.heard

    def hides(self, player: str) -> bool:
        """Whether something is known to ``player`` alone, here or further back: not in games where every card lies open."""
        if self.over:
            return False
        hands = any(heap.kind == "hand" for heap in self.game.heaps(self._here.position))
        return hands or self.heaps(player) != self.heaps()

    @property
    def persons(self) -> tuple[str, ...]:
        """Who may look at a hand of their own: of a deal that goes on, those who are no bots."""
        return tuple(seat.player for seat in self.seats if not seat.level)


def _steps(record: Record) -> tuple[Step, ...]:
    lines = [entry for entry in record.body if isinstance(entry, MoveLine | HoldsLine)]
    referee = Referee(Record(record.head))
    steps = []
    for line in lines:
        late = len(referee.late)
        if isinstance(line, MoveLine):
            ruling = referee.judge(line.player, line.text)
            heard = ruling.move if ruling.verdict == "illegal" else as_heard(referee, ruling.move)
            ruling = referee.play(line.player, line.text)
            steps.append(Step(line.player, ruling.move, heard, ruling, tuple(referee.late[late:])))
        else:
            referee.holds(line.player, read_cards(line.cards))
            steps.append(Step(line.player, line.cards, "", None, tuple(referee.late[late:])))
    return tuple(steps)
