"""A lesson as it is gone through: a table for each step, and whether what was asked for has been done. No window in here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rules.bots import LEVELS
from rules.lessons import LEARNER, LESSONS, Step
from rules.referee import Referee

if TYPE_CHECKING:
    from app.live import LiveTable
    from app.state import SessionState

Phase = Literal["asked", "done", "otherwise"]
"""Nothing played yet, or refused; what was asked for; something else that is allowed."""


class Lesson:
    """The lesson of a game, at its first step. ``live``: the table of the step; nobody but the learner plays there."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.steps = LESSONS[game]
        self.at = 0
        self.live = self._table()

    @property
    def step(self) -> Step:
        """Where one is."""
        return self.steps[self.at]

    @property
    def last(self) -> bool:
        """It is the last step."""
        return self.at == len(self.steps) - 1

    def again(self) -> None:
        """The same step from its beginning."""
        self.live = self._table()

    def next(self) -> None:
        """The next step."""
        self.at = min(self.at + 1, len(self.steps) - 1)
        self.live = self._table()

    def phase(self, state: SessionState) -> Phase:
        """How far the step is. ``state``: of its table, as the learner may know it."""
        if self.step.refused and state.refused is not None:
            return "done"
        played = len(state.moves) - len(self.step.moves)
        if played <= 0:
            return "asked"
        move = state.moves[len(self.step.moves)]
        return "done" if not self.step.refused and self.step.fits(move.move) else "otherwise"

    def _table(self) -> LiveTable:
        from app.live import LiveTable

        self.referee = Referee(self.step.record(self.game))
        others = [player for player in self.step.players if player != LEARNER]
        # Never started, so that no bot answers: they are named as bots only because nobody else sits at this screen.
        return LiveTable(None, None, self.referee, bots=dict.fromkeys(others, LEVELS["greedy"]))
