"""A first game in steps, for each game: a position, a sentence, the move that is asked for. The rules themselves rule on what is played.

The learner is Ann. ``LESSONS``: id of a game -> its steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.lessons import ceraria, courtesan, crusaders, cuckoo, svoi_kozyri
from rules.lessons.step import LEARNER, Step

__all__ = ["LEARNER", "LESSONS", "Step"]

LESSONS: Final[Mapping[str, Sequence[Step]]] = {
    "svoi-kozyri": svoi_kozyri.STEPS,
    "cuckoo": cuckoo.STEPS,
    "courtesan": courtesan.STEPS,
    "ceraria": ceraria.STEPS,
    "crusaders": crusaders.STEPS,
}
