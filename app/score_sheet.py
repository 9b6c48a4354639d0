"""The score sheet of a match: a line for each deal with what it brought each player and why, corrections of the players, totals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from app.judge import outcome_in_words
from app.saved_games import Beside, Correction, beside, keep_beside, seats_of
from app.table_plan import match_of
from rules.match import Match
from rules.record import Record
from rules.referee import Referee


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal. ``gains``: what it added to each player's score, as the referee counts; ``total``: after it, with all corrections."""

    number: int
    over: bool
    outcome: str  # a sentence; "" while it goes on
    why: str  # why it ended like that, with the number of the rule
    gains: Mapping[str, float]
    correction: Correction
    total: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """``score``: what is counted, Points or Lives; ``before``: with what the first of the deals began; ``winners`` of the match."""

    game: str
    players: tuple[str, ...]
    score: str
    before: Mapping[str, float]
    deals: tuple[DealLine, ...]
    winners: tuple[str, ...] | None
    complete: bool  # no deal of the match is missing


def sheet_of(path: Path, now: Record | None = None) -> ScoreSheet:
    """The sheet of the match that ends with the record ``path``, or with ``now``, what is to be saved there. Raises UserError."""
    return _sheet(match_of(path, now), beside(path))


def sheet_of_record(record: Record) -> ScoreSheet:
    """The sheet of a record that is not saved. Raises RecordError."""
    match = Match()
    match.next_deal(record)
    return _sheet(match, Beside())


def correct(path: Path, deal: int, correction: Correction) -> str | None:
    """Keeps a correction of a deal beside the record; an empty one takes it away. -> what went wrong, in a line."""
    what = beside(path)
    kept = {number: made for number, made in what.corrections.items() if number != deal}
    if any(correction.points.values()) or correction.note.strip():
        points = {player: points for player, points in correction.points.items() if points}
        kept[deal] = Correction(points, correction.note.strip())
    return keep_beside(path, replace(what, corrections=dict(sorted(kept.items()))))


def _sheet(match: Match, what: Beside) -> ScoreSheet:
    last = match.last
    assert last is not None
    first = match.deals[0]
    before = _before(first)
    total = dict(before)
    deals = []
    for place, referee in enumerate(match.deals, 1):
        number = seats_of(referee.setup.record)[0] if referee.setup.record.value("Event") else place
        over = referee.to_move is None
        started = _before(referee)
        gains = {player: _whole(points - started[player]) for player, points in referee.points.items()} if over else {}
        correction = what.corrections.get(number, Correction())
        for player in total:
            total[player] = _whole(total[player] + gains.get(player, 0) + correction.points.get(player, 0))
        why = referee.game.why_ended(referee.position)
        deals.append(
            DealLine(number, over, outcome_in_words(referee) if over else "", why, gains, correction, dict(total))
        )
    return ScoreSheet(
        last.game.id, last.players, last.game.score, before, tuple(deals), match.winners(), match.complete
    )


def _before(referee: Referee) -> dict[str, float]:
    """The score with which a deal began."""
    begun = Referee(Record(referee.setup.record.head))
    return {player: _whole(points) for player, points in begun.points.items()}


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number
