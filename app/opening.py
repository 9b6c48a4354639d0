"""The record a game at the table begins with: from a file, or from what the command line says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from app.errors import UserError
from app.record_file import read_record
from rules.games import GAMES
from rules.record import Record, RecordError, missing
from rules.referee import Referee
from rules.table import SHARED
from rules.texts import _

PLAYERS = "Ann, Ben"


def pairs(values: Sequence[str], option: str) -> dict[str, str]:
    """``NAME=VALUE`` from the command line. Raises UserError."""
    found = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name.strip():
            raise UserError(_("{option} {value!r}: write it as NAME=VALUE").format(option=option, value=value))
        found[name.strip()] = text.strip()
    return found


def open_game(
    game: str | None,
    players: str | None = None,
    headers: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    start: Path | None = None,
    *,
    from_the_beginning: bool = False,
) -> Referee:
    """The referee of a new game, or of the game recorded in ``start``, where the record leaves it or ``from_the_beginning``.

    Raises UserError, one line.
    """
    if game is not None and game not in GAMES:
        raise UserError(_("there is no game {game!r}; there are: {games}").format(game=game, games=", ".join(GAMES)))
    extra = dict(headers or {}) | {f"Option:{name}": value for name, value in (options or {}).items()}
    if start is not None:
        try:
            record = read_record(start)
            if from_the_beginning:
                record = Record(record.head)
            if game is not None and record.game != game:
                raise UserError(
                    _("this is a record of {found!r}, not of {game!r}; leave --game out").format(
                        found=record.game, game=game
                    )
                )
            if players is not None:
                extra["Players"] = players
            return _with_names_of_their_own(Referee(record.with_headers(extra) if extra else record))
        except (UserError, RecordError) as error:
            raise UserError(f"{start}: {error}") from None
    if game is None:
        raise UserError(
            _("which game? say --game ID (one of {games}) or --start FILE.kbz").format(games=", ".join(GAMES))
        )
    names = [name.strip() for name in (players or PLAYERS).split(",")]
    try:
        return _with_names_of_their_own(Referee(Record.new(game, names, extra)))
    except RecordError as error:
        for name, example in GAMES[game].needed.items():
            if error.problem == missing(name, example).problem:
                raise UserError(
                    _('{problem}; give it as --set {name}="{example}"').format(
                        problem=error.problem, name=name, example=example
                    )
                ) from None
        raise UserError(error.message) from None


def _with_names_of_their_own(referee: Referee) -> Referee:
    """``referee``, if nobody is called as a place of the table. Raises UserError."""
    for name in referee.players:
        if name in SHARED:
            raise UserError(_("{name}: a place of the table is called so; choose another name").format(name=name))
    return referee
