"""A match: several deals of one game by the same players, the score and who begins carried from one to the next."""

from __future__ import annotations

from rules.record import MoveLine, Record, RecordError
from rules.referee import Referee
from rules.ruling import NotOnTurn, Outcome
from rules.texts import _


class Match:
    """The deals so far. ``complete``: none of them was left out (set it to False when one could not be read)."""

    def __init__(self) -> None:
        self.deals: list[Referee] = []
        self.complete = True

    @property
    def last(self) -> Referee | None:
        """The referee of the last deal; None before the first."""
        return self.deals[-1] if self.deals else None

    def carried(self) -> dict[str, str]:
        """The headers that the next deal takes over; none before the first."""
        if self.last is None:
            return {}
        game = self.last.game
        score = ", ".join(f"{player}={number}" for player, number in self.last.points.items())
        return game.next_deal(self.last.position, self.last.setup) | {game.score: score}

    def winners(self) -> tuple[str, ...] | None:
        """Who has won the match; None while it goes on, or where no rule ends it."""
        if self.last is None:
            return None
        outcomes: list[Outcome] = []
        for deal in self.deals:
            outcome = deal.game.outcome(deal.position)
            if outcome is None:
                return None
            outcomes.append(outcome)
        last = self.last
        seats = last.game.match_winners(outcomes, tuple(last.points.values()), last.setup)
        return None if seats is None else tuple(last.players[seat] for seat in seats)

    def next_deal(self, record: Record) -> Referee:
        """The referee of the next deal, with what carries over. Raises RecordError if it is no deal of this match."""
        before = self.last
        carried: dict[str, str] = {}
        if before is not None:
            headers = record.headers
            if (record.game, record.players) != (before.game.id, before.players):
                Referee(record)  # what is wrong with the file itself comes first
            if record.game != before.game.id:
                raise RecordError(
                    headers["Game"].line,
                    _("Game: '{game}' is not the game of this match").format(game=record.game),
                    _("leave the file out, or judge it without --match"),
                )
            if record.players != before.players:
                raise RecordError(
                    headers["Players"].line,
                    _("Players: a match keeps its players, {players}").format(players=", ".join(before.players)),
                    _("leave the file out, or judge it without --match"),
                )
            carried = {name: value for name, value in self.carried().items() if name not in headers}
            record = record.with_headers(carried)
        try:
            referee = Referee(record)
        except RecordError as error:
            sure = self.complete and bool(
                carried.keys() & {"Leader", "Dealer"}
            )  # another deal may be missing before it
            if before is None or not (sure and _first_move_out_of_turn(record, error)):
                raise
            why = before.game.why_next(before.position, before.setup)
            remedy = _("{remedy} ({why}), unless a header says otherwise").format(remedy=error.remedy, why=why)
            raise RecordError(error.line, error.problem, remedy) from None
        if before is not None:
            score = before.game.score
            given = referee.setup.numbers.get(score)
            if self.complete and given is not None and given != tuple(before.points.values()):
                raise RecordError(
                    referee.setup.line(score),
                    _("{header}: after the deals before it is {points}").format(
                        header=score, points=", ".join(f"{name} {number}" for name, number in before.points.items())
                    ),
                    _("correct the header, or leave it out"),
                )
        self.deals.append(referee)
        return referee


def _first_move_out_of_turn(record: Record, error: RecordError) -> bool:
    first = next((entry.line for entry in record.body if isinstance(entry, MoveLine)), 0)
    return isinstance(error.__cause__, NotOnTurn) and error.line == first
