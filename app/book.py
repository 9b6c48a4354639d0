"""The record of one table as it is played: the referee, the time, and what has been told of the game so far.

Knows nothing of what lies on the table: with a camera or without one the game is the same.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Mapping, Sequence

from app.events import EndEvent, ErrorEvent, Event, HoldsEvent, LateEvent, MoveEvent, UndoneEvent
from app.own_move import Lists, lists
from rules.cards import Card, CardError
from rules.record import MoveLine, parse
from rules.referee import Referee
from rules.ruling import MoveError, Ruling
from rules.setup import read_cards, write_cards
from rules.texts import _


class Book:
    """One game, perhaps in several records. ``time``: of the events that come of what happens now."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.game = 1  # changes when what was seen or asked before counts no more
        self.time = 0.0
        self.closed: list[str] = []  # records that were closed by let_stand()
        self.ended = False  # the end has been told
        self._late_told = list(referee.late)
        self._ids = itertools.count(1)

    def new_id(self) -> int:
        """The number of the next question, difference or correction."""
        return next(self._ids)

    @property
    def last(self) -> Ruling | None:
        """The last ruling of this record."""
        return self.referee.rulings[-1] if self.referee.rulings else None

    def last_line_is_a_move(self) -> bool:
        """The last line is a move that was carried out."""
        return self.last_line_is(len(self.referee.rulings)) and self.referee.rulings[-1].verdict != "illegal"

    def last_line_is(self, n: int) -> bool:
        """The last line is move ``n``."""
        lines = self.referee.lines
        return n == len(self.referee.rulings) and bool(lines) and isinstance(lines[-1], MoveLine)

    def lists(self) -> Lists:
        """The legal moves, or what could be one, with all that the referee knows."""
        return lists(self.referee, self.referee.position)

    # What happens.

    def play(self, player: str, move: str) -> list[Event]:
        """A move, legal or not. Raises MoveError or CardError, and changes nothing, for what is no move of ``player`` now."""
        ruling = self.referee.play(player, move)
        return [self._move_event(ruling), *self._new_late(), *self.finish()]

    def _move_event(self, ruling: Ruling) -> MoveEvent:
        exact, public = self.lists(), lists(self.referee, self.referee.game.seen_by_all(self.referee.position))
        return MoveEvent(
            self.time,
            ruling.n,
            ruling.player,
            ruling.move,
            ruling.verdict,
            tuple(ruling.rules),
            ruling.why,
            *exact,
            secret=exact != public,
        )

    def holds(self, player: str, cards: Sequence[Card | None]) -> list[Event]:
        """``player``'s whole hand as it was shown; None for each card that was not seen. Raises MoveError if that cannot be."""
        self.referee.holds(player, list(cards))
        return [HoldsEvent(self.time, player, write_cards(cards), *self.lists()), *self._new_late()]

    def undo(self, n: int) -> list[Event]:
        """Takes back the last ``n`` lines, with score and late rulings. All of them or none."""
        lines = len(self.referee.lines)
        if n > lines:
            problem = _("{n} cannot be taken back; lines that can: {lines}").format(n=n, lines=lines)
            return [ErrorEvent(self.time, "undo", problem)]
        self.referee.undo(n)
        self.game += 1
        self._late_told = [late for late in self._late_told if late in self.referee.late]
        self.ended = False
        return [UndoneEvent(self.time, n)]

    def replay(self, misread: Collection[int], names: Mapping[str, str]) -> list[Event]:
        """In the moves ``misread`` (by number) other cards were played than were read: ``names`` tells which. From the first of them on all
        is taken back and made again. Raises MoveError, and changes nothing, if that cannot be."""
        before = self.referee, list(self._late_told), self.ended, self.game
        lines = self.referee.lines
        moves = [at for at, line in enumerate(lines) if isinstance(line, MoveLine)]
        wrong = [moves[n - 1] for n in misread]
        first = min(wrong)
        self.referee = Referee(parse(self.referee.text()))
        try:
            events = self.undo(len(lines) - first)
            for at, line in enumerate(lines[first:], first):
                if isinstance(line, MoveLine):
                    events += self.play(line.player, _other_cards(line.text, names) if at in wrong else line.text)
                    before_, now = before[0].rulings[moves.index(at)], self.referee.rulings[-1]
                    if at not in wrong and now.verdict == "illegal" != before_.verdict:  # nobody is accused by that
                        raise MoveError(
                            _("move {n} would be illegal then ({rules})").format(n=now.n, rules=", ".join(now.rules)),
                            _("take the moves back instead"),
                        )
                else:
                    events += self.holds(line.player, read_cards(line.cards))
        except (ValueError, CardError):
            self.referee, self._late_told, self.ended, self.game = before
            raise
        return events

    def may_stand(self) -> bool:
        """Whether ``let_stand`` would work."""
        last = self.last
        try:
            return last is not None and bool(Referee(self.referee.let_stand(last.player, last.move)))
        except ValueError:
            return False

    def let_stand(self) -> list[Event]:
        """The players let the illegal move stand with which the record ends: it is closed, and a new one begins after that move."""
        last = self.last
        if last is None or last.verdict != "illegal":
            return [ErrorEvent(self.time, "let stand", _("the last move was not illegal"))]
        try:
            referee = Referee(self.referee.let_stand(last.player, last.move))
        except ValueError as error:
            return [ErrorEvent(self.time, "let stand", str(error))]
        self.closed.append(self.referee.text())
        self.referee = referee
        self.game += 1
        self._late_told = list(referee.late)
        return self.finish()

    def _new_late(self) -> list[Event]:
        fresh = [ruling for ruling in self.referee.late if ruling not in self._late_told]
        self._late_told = list(self.referee.late)
        return [LateEvent(self.time, ruling.about, ruling.rule, ruling.why) for ruling in fresh]

    def finish(self) -> list[Event]:
        """The end event, once, if the game is over."""
        return [] if self.referee.outcome is None else self.end()

    def end(self) -> list[Event]:
        """The game, or what it is watched by, is over: the end event, once."""
        if self.ended:
            return []
        self.ended = True
        return [EndEvent(self.time, self.referee.outcome, dict(self.referee.points), self.referee.game.score)]


def _other_cards(move: str, names: Mapping[str, str]) -> str:
    return re.sub("|".join(map(re.escape, names)), lambda match: names[match[0]], move)
