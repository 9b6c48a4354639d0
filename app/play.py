"""``kibitz play ID``: a person (or a program) against bots, in the terminal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import SystemRandom

from app.bot_table import BOT_NAMES, BotTable, Company, first_deal
from app.errors import UserError
from app.opening import pairs
from app.play_dialogue import Dialogue, Voice
from app.record_file import RecordFile, read_record
from app.saved_games import SavedGames, games_folder
from rules.bots import LEVELS, Level
from rules.games import GAMES
from rules.match import Match
from rules.record import RecordError
from rules.texts import N_, _

NAME = "Ann"
LEVEL = "medium"

PROTOCOL = N_(
    "With --json everything is one JSON object a line, so that a program can play. Events: start, move, turn (with what "
    "lies where as the player may know it, and the legal moves), refused, end; in answer to commands: hint, undone, "
    "rule, score, saved, error. Lines on standard input are read as in the terminal (a move or a command), or as "
    'objects: {"move": "7C"}, {"undo": 1}, {"do": "hint"}, {"do": "next"} after the end of a deal.'
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``kibitz play``."""
    parser.epilog = _(PROTOCOL)
    parser.add_argument("game", metavar="ID", nargs="?", help=_("a game, as listed by kibitz games"))
    parser.add_argument("--seed", metavar="N", help=_("deals the same cards again, to the same bots"))
    parser.add_argument(
        "--bots",
        metavar="NAME,NAME",
        help=_("the other players, clockwise: {levels} (usually {level}); one name can stand for all").format(
            levels=", ".join(LEVELS), level=LEVEL
        ),
    )
    parser.add_argument("--players", metavar="N", type=int, help=_("how many play"))
    parser.add_argument("--name", metavar="NAME", help=_("your name (usually {name})").format(name=NAME))
    parser.add_argument(
        "--set",
        metavar="HEADER=VALUE",
        action="append",
        default=[],
        help=_('a header: Leader=Ann, Trumps="Ann=S, Ben=H", or only your own: Trumps=S'),
    )
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help=_("a house rule"))
    parser.add_argument(
        "--record",
        metavar="OUT.kbz",
        type=Path,
        help=_(
            "save the game here (usually in your data folder); finished deals of a match become OUT-1.kbz, OUT-2.kbz"
        ),
    )
    parser.add_argument(
        "--resume",
        metavar="FILE.kbz",
        nargs="?",
        const="",
        help=_("go on with this game; without a name, with the last one"),
    )


def run(args: argparse.Namespace) -> int:
    """Plays until the person has enough. -> the exit status. Raises UserError before anything is written."""
    table, file = _resumed(args) if args.resume is not None else _new(args)
    dialogue = Dialogue(table, file, Voice(args.json))
    status = 0
    try:
        dialogue.run()
    except KeyboardInterrupt:
        status = 130
        if not args.json:
            print()  # the line on which ^C stands
    return status if dialogue.stop() else 2


# -- the opening -------------------------------------------------------------------------------------------------------


def _new(args: argparse.Namespace) -> tuple[BotTable, RecordFile | None]:
    game = GAMES.get(args.game)
    if game is None:
        raise UserError(
            _("which game? choose one of {games}").format(games=", ".join(GAMES))
            if args.game is None
            else _("there is no game '{game}'; choose one of {games}").format(game=args.game, games=", ".join(GAMES))
        )
    person = args.name or NAME
    named = _levels(args.bots)
    usual = 4 if game.seats[1] > 6 else game.seats[0]  # a game for many is dull for two
    number = args.players if args.players is not None else len(named) + 1 if args.bots and len(named) > 1 else usual
    if not game.seats[0] <= number <= game.seats[1]:
        raise UserError(
            _("{game} is not for {number} players; it is played by {low} to {high}").format(
                game=_(game.name), number=number, low=game.seats[0], high=game.seats[1]
            )
        )
    names = [name for name in BOT_NAMES if name != person][: number - 1]
    levels = dict(zip(names, _for_all(named, number - 1), strict=True))
    headers = pairs(args.set, "--set")
    seed = args.seed if args.seed is not None else headers.get("Seed", str(SystemRandom().randrange(10**6)))
    table = first_deal(game, Company(person, levels), seed, headers, pairs(args.option, "--option"))
    return table, RecordFile(args.record) if args.record is not None else _own_file(game.id)


def _resumed(args: argparse.Namespace) -> tuple[BotTable, RecordFile]:
    for option in ("seed", "players", "set", "option"):
        if getattr(args, option) not in (None, []):
            raise UserError(_("--{option} is for a new game; leave it out with --resume").format(option=option))
    path = Path(args.resume) if args.resume else _last_file(args.game)
    try:
        record = read_record(path)
        if args.game is not None and record.game != args.game:
            raise UserError(
                _("this is a record of '{found}', not of '{game}'; leave the game out").format(
                    found=record.game, game=args.game
                )
            )
        company = Company.of_record(record)
        if company is None or args.bots is not None or args.name is not None:
            record_company = company
            person = args.name or (company.person if company else record.players[0])
            if person not in record.players:
                raise UserError(
                    _("there is no player {player}; the players are {players}").format(
                        player=person, players=", ".join(record.players)
                    )
                )
            seat = record.players.index(person)
            others = [*record.players[seat + 1 :], *record.players[:seat]]
            levels = dict(zip(others, _for_all(_levels(args.bots), len(others)), strict=True))
            company = Company(person, levels, company.deal if company else 1)
            if record_company is not None or not record.value("Event"):
                record = record.with_headers({"Event": company.event()})
        match = _match_before(path, company.deal)
        try:
            match.next_deal(record)
        except RecordError:  # files beside it that are of another match
            match = Match()
            match.complete = company.deal == 1
            match.next_deal(record)
        return BotTable(match, company), RecordFile(args.record or path)
    except RecordError as error:
        raise UserError(f"{path}: {error}") from None
    except UserError as error:
        raise UserError(f"{path}: {error}" if not str(error).startswith(f"{path}:") else str(error)) from None


def _match_before(path: Path, deal: int) -> Match:
    """The deals of the match before this one, as far as they still lie beside it."""
    match = Match()
    for number in range(1, deal):
        try:
            match.next_deal(read_record(path.with_name(f"{path.stem}-{number}{path.suffix}")))
        except (UserError, RecordError):
            match = Match()
            match.complete = False
    return match


def _levels(text: str | None) -> list[Level]:
    found = []
    for name in (text or LEVEL).split(","):
        level = LEVELS.get(name.strip().lower())
        if level is None:
            raise UserError(
                _("--bots: there is no bot '{name}'; choose from {levels}").format(
                    name=name.strip(), levels=", ".join(LEVELS)
                )
            )
        found.append(level)
    return found


def _for_all(levels: list[Level], number: int) -> list[Level]:
    """A level for each bot: as given, or one for all."""
    if len(levels) == 1:
        return levels * number
    if len(levels) != number:
        raise UserError(
            _("--bots: {named} are named, but {number} are needed; name them all, or one for all").format(
                named=len(levels), number=number
            )
        )
    return levels


def _own_file(game: str) -> RecordFile | None:
    """A new file in the user's data folder; None, and a word about it, if nothing can be saved there."""
    try:
        return SavedGames().new_file(game)
    except UserError as error:
        print(
            "kibitz: "
            + _("this game will not be saved ({problem}); --record names a place for it").format(problem=error),
            file=sys.stderr,
        )
        return None


def _last_file(game: str | None) -> Path:
    """The game in the user's data folder that was played last."""
    try:
        files = [path for path in games_folder().glob(f"{game or ''}*.kbz") if path.stat().st_size]
        return max(files, key=lambda path: path.stat().st_mtime)
    except (OSError, RuntimeError, ValueError):
        raise UserError(_("no game has been saved yet; name the record to resume")) from None
