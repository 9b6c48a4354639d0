"""What is to be reached, and has it been?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from datasets.make import KINDS
from models.pictures import Tally

MANY = 30  # cards: a source of photographs with so many is judged by its F1, a smaller one by its faults


@dataclass(frozen=True, slots=True)
class Goal:
    """``what`` must come to at least ``target`` (at most, if ``at_most``; under it, if ``below``)."""

    what: str
    target: float
    at_most: bool = False
    below: bool = False

    def reached(self, figure: float) -> bool:
        """Whether ``figure`` is good enough."""
        if self.below:
            return figure < self.target
        return figure <= self.target if self.at_most else figure >= self.target

    def row(self, figure: float | None) -> str:
        """A line of the table; ``figure`` None: not measured."""
        sign = "under" if self.below else "at most" if self.at_most else "at least"
        shown = "-" if figure is None else f"{figure:.5f}".rstrip("0").rstrip(".")
        verdict = "not measured" if figure is None else "reached" if self.reached(figure) else "MISSED"
        return f"{self.what:54} {sign:>8} {self.target:<6g} {shown:>8}  {verdict}"


GOALS: dict[str, Goal] = {
    "photographs F1": Goal("photographs: F1", 0.995),
    "photographs precision": Goal("photographs: precision", 0.998),
    "photographs exact": Goal("photographs: read exactly", 0.98),
    "worst source": Goal(f"photographs: F1 of the worst source of {MANY} cards", 0.98),
    "small sources": Goal("photographs: cards wrong in the worst smaller source", 1, at_most=True),
    "photographs backs": Goal("photographs: backs counted right", 1.0),
    **{
        f"{kind} {part}": Goal(f"held-out decks, {kind}: {part}, index from 30 px", 0.97)
        for kind in KINDS
        for part in ("rank", "suit")
    },
    "joker recall": Goal("drawn pictures: jokers found", 0.95),
    "joker precision": Goal("drawn pictures: of the jokers named", 0.99),
    "backs": Goal("drawn pictures: backs counted right", 0.95),
    "fans": Goal("drawn pictures: F1 of fans of 13", 0.98),
    "calibration": Goal("expected calibration error, held-out decks", 0.03, below=True),
}


def photograph_figures(tallies: Mapping[str, Tally]) -> dict[str, float]:
    """The figures for GOALS from the tallies of the photographs."""
    whole = tallies["all"]
    figures = {
        "photographs F1": whole.f1,
        "photographs precision": whole.precision,
        "photographs exact": whole.exact / max(whole.pictures, 1),
        "photographs backs": whole.backs_right / max(whole.backs_of, 1),
    }
    sources = [tally for name, tally in tallies.items() if name.startswith("source ")]
    large = [tally.f1 for tally in sources if tally.cards >= MANY]
    small = [float(tally.faults) for tally in sources if tally.cards < MANY]
    if large:
        figures["worst source"] = min(large)
    if small:
        figures["small sources"] = max(small)
    return figures


def report_goals(figures: Mapping[str, float]) -> Iterator[str]:
    """Lines: each goal, the figure, reached or missed; and how many are reached."""
    for key, goal in GOALS.items():
        yield goal.row(figures.get(key))
    measured = [GOALS[key].reached(figure) for key, figure in figures.items()]
    yield f"{sum(measured)} of {len(measured)} measured goals reached"
