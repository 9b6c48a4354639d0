"""For how long something has been as it is: what a place shows, how the table differs, that all places are at rest."""

from __future__ import annotations

_AT_REST = "at rest"
TABLE = ""  # the name under which the difference of the whole table is kept
DOUBTS = "in doubt"  # and the cards that are not read for sure


class Steady:
    """Remembers by name what was last shown, and since when. ``now`` and all results in seconds."""

    def __init__(self) -> None:
        self._since: dict[str, tuple[object, float]] = {}

    def seconds(self, name: str, what: object, now: float) -> float:
        """For how long ``name`` has shown ``what`` without a break."""
        before = self._since.get(name)
        if before is None or before[0] != what:
            self._since[name] = before = (what, now)
        return now - before[1] + 1e-6

    def since(self, name: str, now: float) -> float:
        """For how long ``name`` has shown what it showed last."""
        before = self._since.get(name)
        return now - before[1] + 1e-6 if before is not None else 0.0

    def forget(self, name: str) -> None:
        """What ``name`` shows next is new."""
        self._since.pop(name, None)

    def rest(self, at_rest: bool, now: float) -> None:
        """Whether all places of the table are at rest now."""
        if at_rest:
            self.seconds(_AT_REST, None, now)
        else:
            self.forget(_AT_REST)

    def quiet(self, now: float) -> float:
        """For how long all places have been at rest."""
        since = self._since.get(_AT_REST)
        return now - since[1] if since is not None else 0.0

    def undisturbed(self, steady: float, now: float) -> float:
        """How long a difference that is ``steady`` for so long has lain there with no hand near; each hand begins that anew, but not
        for ever."""
        return max(min(steady, self.quiet(now)), steady / 3)
