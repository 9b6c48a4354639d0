"""What is told aloud of a table: a tick or a cross, the ruling, whose turn it is. No ruling that was taken back at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app import sounds
from app.settings import Settings
from app.state import SessionState
from app.window.words import move_words
from rules.texts import _

if TYPE_CHECKING:
    from app.voice import Voice


class Announcer:
    """Compares the state with the one before. ``settings``: as they are now; ``voice`` says what the settings let it."""

    def __init__(
        self, settings: Callable[[], Settings], voice: Voice, play: Callable[[str, int], None] = sounds.play
    ) -> None:
        self._settings, self._voice, self._play = settings, voice, play
        self._before: SessionState | None = None
        self._dark = False

    def tell(self, state: SessionState) -> None:
        """Tells what is new in ``state``. While a card is asked about nothing is told: the answer may change it."""
        before = self._before
        if state.no_picture and not self._dark:
            self._sound("cross")
            self._voice.say(_("The camera shows no picture."), foul=True)
        self._dark = bool(state.no_picture)
        if state.questions:
            return
        self._before = state
        if before is None:
            return
        last = state.last
        if state.refused is not None and state.refused is not before.refused:
            self._sound("cross")
            # Where several share the screen a reason may tell of a hand.
            why = state.refused.why if state.viewer == state.refused.player else ""
            self._voice.say(" ".join((_("Not allowed."), why)).strip(), foul=True)
        if (
            last is not None
            and state.moves[: len(before.moves)] == before.moves
            and len(state.moves) > len(before.moves)
        ):
            self._sound("cross" if last.verdict == "illegal" else "tick")
            self._voice.ruling(last)
        for late in state.late:
            if late not in before.late:
                self._sound("cross")
                self._voice.say(late.why, foul=True)
        if state.to_lay is not None and state.to_lay != before.to_lay:
            self._voice.say(f"{state.to_lay.player}: {move_words(state.to_lay.move)}")
        elif state.to_move is not None and state.to_move != before.to_move:
            self._voice.turn(state.to_move)

    def _sound(self, name: str) -> None:
        now = self._settings()
        if now.sounds:
            self._play(name, now.volume)
