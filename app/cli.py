"""The ``kibitz`` command: which subcommand, which options, and one line for everything that can go wrong."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from app.errors import UserError
from app.system import explained
from rules.record import RecordError
from rules.texts import _
from vision.errors import VisionError


@dataclass(frozen=True, slots=True)
class _Command:
    help: str
    module: str  # imported only when the command line is read: nothing heavy may hang on it
    arguments: str = "add_arguments"
    run: str = "run"


def _commands() -> dict[str, _Command]:
    return {
        "demo": _Command(_("the main job, on the table that comes with Kibitz"), "app.demo"),
        "see": _Command(_("name the cards on photographs"), "app.see"),
        "watch": _Command(_("referee a camera, a video file, a folder of frames or a URL"), "app.watch"),
        "judge": _Command(_("replay records: a ruling for each move"), "app.judge", "judge_arguments", "run_judge"),
        "legal": _Command(_("the legal moves now"), "app.judge", "legal_arguments", "run_legal"),
        "games": _Command(_("the games Kibitz can referee"), "app.rulebook", "games_arguments", "run_games"),
        "rules": _Command(_("the rules of a game"), "app.rulebook", "rules_arguments", "run_rules"),
    }


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """A usage error is one line as well."""
        raise UserError(_("{message}; see {program} --help").format(message=message, program=self.prog))


def _parser(commands: dict[str, _Command]) -> argparse.ArgumentParser:
    parser = _Parser(prog="kibitz", description=_("The referee for real card games."))
    parser.set_defaults(run=None, json=False, lang=None)
    importlib.import_module("app.window").add_arguments(parser)
    subparsers = parser.add_subparsers(metavar=_("COMMAND"), title=_("commands (none: open the app)"))
    for name, command in commands.items():
        module = importlib.import_module(command.module)
        sub = subparsers.add_parser(name, help=command.help, description=command.help)
        getattr(module, command.arguments)(sub)
        if "--json" not in sub._option_string_actions:
            sub.add_argument("--json", action="store_true", help=_("one JSON object a line"))
        if "--lang" not in sub._option_string_actions:
            sub.add_argument("--lang", metavar="LANGUAGE", help=_("language of the texts (default: English)"))
        sub.set_defaults(run=getattr(module, command.run))
    return parser


def _app(args: argparse.Namespace) -> int:
    """``kibitz`` with no command: the window."""
    run: Callable[[argparse.Namespace], int] = importlib.import_module("app.window").run
    return run(args)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs ``kibitz`` with these arguments (None: the process's own). Gives the exit status: see the README."""
    for stream in (sys.stdout, sys.stderr):  # JSON and names in any script, also into a pipe on Windows
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        args = _parser(_commands()).parse_args(argv)
        if args.lang is not None and args.lang.replace("-", "_").split("_")[0].lower() != "en":
            raise UserError(_("there are no texts in {lang!r} yet; leave --lang out").format(lang=args.lang))
        status = (args.run or _app)(args)
        sys.stdout.flush()
        return status
    except (UserError, RecordError, VisionError) as error:
        return _failed(str(error))
    except ImportError as error:
        known = explained(error)
        if known is None:
            raise
        return _failed(str(known))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output has gone, as in `kibitz judge a.kbz | head -1`
        _write_no_more()
        return 141  # as a shell tells it: ended by a closed pipe
    except OSError as error:
        _write_no_more()
        where = error.filename or _("the output")
        return _failed(
            _("{where}: {problem}; make room or choose another place").format(where=where, problem=error.strerror)
        )


def _failed(problem: str) -> int:
    """One line, at most a few hundred characters even if the input quoted in it is long."""
    if len(problem) > 600:
        problem = f"{problem[:300]} ... {problem[-250:]}"
    print(f"kibitz: {problem}", file=sys.stderr)
    return 2


def _write_no_more() -> None:
    """Standard output cannot be written: nothing more is tried, also not when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
