"""How long the player on turn has taken: counted from the move before, not while the game is paused. For a game with a clock."""

from __future__ import annotations

from app.state import SessionState


class TurnClock:
    """Told the state when it changes, asked for the seconds at any time; ``now`` is always that of one steady clock, in seconds."""

    def __init__(self) -> None:
        self._turn: object = None
        self._spent = 0.0
        self._since: float | None = None  # None: it stands still

    def tell(self, state: SessionState, now: float) -> None:
        """A new turn starts it anew; a pause and the end stop it."""
        turn = (state.game, state.to_move, len(state.moves))
        if turn != self._turn:
            self._turn, self._spent, self._since = turn, 0.0, None
        elif self._since is not None:
            self._spent = self.seconds(now)
        runs = state.to_move is not None and not state.paused
        self._since = now if runs else None

    def seconds(self, now: float) -> float:
        """What the player on turn has taken so far."""
        return self._spent + (now - self._since if self._since is not None else 0.0)


def as_clock(seconds: float) -> str:
    """``1:05``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"
