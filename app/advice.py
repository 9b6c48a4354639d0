"""Advice for whoever holds the camera: in words, and when it is worth saying."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.events import AdviceEvent
from rules.texts import N_, _

if TYPE_CHECKING:  # the texts are asked for where nothing heavy is loaded
    from vision.advice import What

EVERY = 0.5  # seconds of film from one look at the picture's quality to the next
SETS_IN = 2.0  # seconds for which something must have been seen without a break before it is told
GONE = 10.0  # seconds for which it must have been away before it is told again

_TEXTS: dict[What, str] = {
    "no light": N_("The picture is black: uncover the lens or switch on a light."),
    "dark": N_("The cards are too dark: switch on a lamp or bring it nearer."),
    "blurred": N_("The picture is blurred: hold the camera still, wipe its lens or focus it on the cards."),
    "glare": N_("Light is mirrored in the cards: move the lamp or the camera."),
    "far": N_("The cards are too small in the picture: bring the camera nearer."),
    "flat": N_("The camera looks at the table too flatly: raise it and point it down."),
}


def in_words(what: What) -> str:
    """A sentence that says what to do."""
    return _(_TEXTS[what])


class Adviser:
    """Tells each piece of advice when it sets in, not with every frame, and again only after it was away for a while."""

    def __init__(self) -> None:
        self._time = float("-inf")
        self._since: dict[What, float] = {}
        self._last: dict[What, float] = {}
        self._told: set[What] = set()

    def due(self, time: float) -> bool:
        """It is time to look again. ``time``: seconds of film, as for all here."""
        return not 0 <= time - self._time < EVERY - 1e-6

    def tell(self, time: float, found: Iterable[What]) -> list[AdviceEvent]:
        """``found`` is what stands in the way at ``time``. -> what is to be told now."""
        if time < self._time:  # the film starts anew
            self._since, self._last, self._told = {}, {}, set()
        self._time = time
        events = []
        now = list(found)
        for what in now:
            self._last[what] = time
            if time - self._since.setdefault(what, time) >= SETS_IN - 1e-6 and what not in self._told:
                self._told.add(what)
                events.append(AdviceEvent(time, what, in_words(what)))
        for what in [what for what in self._since if what not in now]:
            if what not in self._told:
                del self._since[what]
            elif time - self._last[what] >= GONE:
                del self._since[what]
                self._told.discard(what)
        return events
