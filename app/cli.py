"""The ``kibitz`` command: which subcommand, which options, and one line for everything that can go wrong."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from app import language
from app.errors import UserError
from app.language import LANGUAGES
from app.source_words import in_words
from app.system import explained
from rules.record import RecordError
from rules.texts import N_, _
from vision.errors import VisionError

# What argparse says, to be translated with the other texts.
ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("ignored explicit argument %r"),
    N_("not allowed with argument %s"),
)


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
        "learn-deck": _Command(_("learn a pack of your own, laid out once"), "app.learn_deck"),
        "judge": _Command(_("replay records: a ruling for each move"), "app.judge", "judge_arguments", "run_judge"),
        "legal": _Command(_("the legal moves now"), "app.judge", "legal_arguments", "run_legal"),
        "play": _Command(_("a game in the terminal against bots"), "app.play"),
        "games": _Command(_("the games Kibitz can referee"), "app.rulebook", "games_arguments", "run_games"),
        "rules": _Command(_("the rules of a game"), "app.rulebook", "rules_arguments", "run_rules"),
    }


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """A usage error is one line as well."""
        raise UserError(_("{message}; see {program} --help").format(message=message, program=self.prog))


def _parser(commands: dict[str, _Command]) -> argparse.ArgumentParser:
    parser = _Parser(prog="kibitz", description=_("The referee for real card games."))
    parser.set_defaults(run=None, json=False)
    _add_language(parser)
    importlib.import_module("app.window").add_arguments(parser)
    subparsers = parser.add_subparsers(metavar=_("COMMAND"), title=_("commands (none: open the app)"))
    for name, command in commands.items():
        module = importlib.import_module(command.module)
        sub = subparsers.add_parser(name, help=command.help, description=command.help)
        getattr(module, command.arguments)(sub)
        if "--json" not in sub._option_string_actions:
            sub.add_argument("--json", action="store_true", help=_("one JSON object a line"))
        _add_language(sub)
        sub.set_defaults(run=getattr(module, command.run))
    return parser


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        metavar=_("LANGUAGE"),
        default=argparse.SUPPRESS,
        help=_("language of the texts: {languages}").format(languages=", ".join(LANGUAGES)),
    )


def _chosen_language(argv: Sequence[str] | None) -> str:
    """The language is needed before the command line is read: help and usage errors are texts as well."""
    early = _Parser(prog="kibitz", add_help=False)
    _add_language(early)
    return getattr(early.parse_known_args(argv)[0], "lang", LANGUAGES[0])


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
        language.use(LANGUAGES[0])
        language.use(_chosen_language(argv))
        args = _parser(_commands()).parse_args(argv)
        status = (args.run or _app)(args)
        if sys.stdout is not None:  # it may have been closed before we began
            sys.stdout.flush()
        return status
    except (UserError, RecordError, VisionError) as error:
        return _failed(in_words(error))
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
