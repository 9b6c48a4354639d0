"""``kibitz judge`` and ``kibitz legal``: what the rules say about games written down in records."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.errors import UserError
from app.events import end_in_words, match_in_words, score_in_words
from app.plain import filled
from app.record_file import read_record
from rules.cards import UNKNOWN
from rules.match import Match
from rules.record import RecordError
from rules.referee import Referee
from rules.ruling import Ruling
from rules.texts import N_, _


def judge_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``kibitz judge``."""
    _files(parser)
    parser.add_argument("--match", action="store_true", help=_("the files are the deals of one match, in order"))


def legal_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``kibitz legal``."""
    _files(parser)


def run_judge(args: argparse.Namespace) -> int:
    """Rules on every move of every file. -> 0; 1 if a move was illegal or is ruled late; 2 if a file is bad."""
    match = Match() if args.match else None
    foul = False

    def answer(referee: Referee) -> dict[str, Any]:
        nonlocal foul
        foul = foul or bool(referee.late) or any(ruling.verdict == "illegal" for ruling in referee.rulings)
        return _judged(referee)

    read = _each(args, answer, _judged_in_words, match)
    if match and not args.json:
        print(_match_in_words(match))
    return 2 if not read else int(foul)


def run_legal(args: argparse.Namespace) -> int:
    """The legal moves at the end of every file. -> 0; 2 if a file could not be read."""
    return 0 if _each(args, _legal, _legal_in_words) else 2


# -- one file after the other ------------------------------------------------------------------------------------------


def _files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE.kbz", nargs="+", help=_("records"))


def _each(
    args: argparse.Namespace,
    answer: Callable[[Referee], dict[str, Any]],
    in_words: Callable[[str, Referee], str],
    match: Match | None = None,
) -> bool:
    """Prints an answer for each file; a bad file gets an error line and the others are still read. -> all were good."""
    all_good = True
    for number, file in enumerate(args.files):
        try:
            record = read_record(Path(file))
            referee = match.next_deal(record) if match else Referee(record)
        except (UserError, RecordError) as error:
            all_good = False
            if match:
                match.complete = False
            line = error.line if isinstance(error, RecordError) else None
            message = error.message if isinstance(error, RecordError) else str(error)
            if args.json:
                _print({"file": file, "error": {"line": line, "message": message}})
            print(f"kibitz: {file}: {error}", file=sys.stderr, flush=True)
            continue
        if args.json:
            _print({"file": file} | answer(referee))
        else:
            answer(referee)
            print(("\n" if number else "") + in_words(file, referee), flush=True)
    return all_good


def _print(answer: dict[str, Any]) -> None:
    print(json.dumps(answer, ensure_ascii=False), flush=True)


# -- as JSON -----------------------------------------------------------------------------------------------------------


def _judged(referee: Referee) -> dict[str, Any]:
    return {
        "game": referee.game.id,
        "players": list(referee.players),
        "rulings": [
            {
                "n": ruling.n,
                "player": ruling.player,
                "move": ruling.move,
                "verdict": ruling.verdict,
                "rules": list(ruling.rules),
                "why": ruling.why,
            }
            for ruling in referee.rulings
        ],
        "late": [{"about": late.about, "rule": late.rule, "why": late.why} for late in referee.late],
        "to_move": referee.to_move,
        "legal": referee.legal(),
        "could": referee.could(),
        "outcome": referee.outcome,
        "points": referee.points,
    }


def _legal(referee: Referee) -> dict[str, Any]:
    return {
        "game": referee.game.id,
        "to_move": referee.to_move,
        "legal": referee.legal(),
        "could": referee.could(),
    }


# -- in words ----------------------------------------------------------------------------------------------------------

_VERDICTS = {"legal": N_("legal"), "unverified": N_("accepted, to be verified"), "illegal": N_("ILLEGAL")}


def _judged_in_words(file: str, referee: Referee) -> str:
    titles = {rule.id: rule.title for rule in referee.game.rules}
    who = max((len(ruling.player) for ruling in referee.rulings), default=0)
    what = max((len(ruling.move) for ruling in referee.rulings), default=0)
    lines = [_heading(file, referee)]

    def rule(number: str) -> str:
        return f"{number} ({_(titles[number])})"

    for ruling in referee.rulings:
        words = _(_VERDICTS[ruling.verdict])
        if ruling.rules:
            words += ": " + ", ".join(map(rule, ruling.rules))
        lines.append(f"{ruling.n:4}  {ruling.player:{who}}  {ruling.move:{what}}  {words}")
        lines += _reason(ruling)
    for late in referee.late:
        lines.append(_("Late ruling on move {number}: {rule}").format(number=late.about, rule=rule(late.rule)))
        lines += _indented(late.why)
    return "\n".join([*lines, *_standing(referee)])


def _legal_in_words(file: str, referee: Referee) -> str:
    return "\n".join([_heading(file, referee), *_standing(referee)])


def _heading(file: str, referee: Referee) -> str:
    return f"{file}: {_(referee.game.name)}, {', '.join(referee.players)}"


def _reason(ruling: Ruling) -> list[str]:
    if ruling.verdict != "illegal":
        return []
    lines = _indented(ruling.why)
    if ruling.remedy is not None:
        move = ruling.remedy
        if move.endswith(f" {UNKNOWN}") and not move[0].islower():  # a word stands before it in ``draw ??``
            move = _("{card} and any other card").format(card=move.removesuffix(f" {UNKNOWN}"))
        elif UNKNOWN in move and move != f"stow! {UNKNOWN}":
            move = _("{move} (for ?? the card that it is)").format(move=move)
        lines += _indented(_("Instead, for example: {move}").format(move=move))
    return lines


def _standing(referee: Referee) -> list[str]:
    if referee.to_move is None:
        lines = [_("The deal is over. {outcome}").format(outcome=outcome_in_words(referee))]
        lines += _indented(referee.game.why_ended(referee.position))
    else:
        legal, could = referee.legal(), referee.could()
        lines = [_("{player} is on turn.").format(player=referee.to_move)]
        if legal is not None:
            lines += _indented(_("Legal: {moves}").format(moves=" | ".join(legal)))
        elif could is not None:
            lines += _indented(_("The hand is hidden; it could be: {moves}").format(moves=" | ".join(could)))
    return [*lines, score_in_words(referee.points, referee.game.score)]


def outcome_in_words(referee: Referee) -> str:
    """How the deal ended, a sentence; "" while it goes on."""
    if referee.outcome is None and referee.to_move is None:
        return _("The hands must be shown to see who has won.")
    outcome = referee.game.outcome(referee.position)
    if outcome is not None and outcome.word == "places" and len(outcome.seats) < len(referee.players):
        return _("In order, after those who were out before: {players}.").format(
            players=", ".join(referee.players[seat] for seat in outcome.seats) or "-"
        )
    return end_in_words(referee.outcome, referee.game.score)


def _match_in_words(match: Match) -> str:
    """How the match stands."""
    if match.last is None:
        return ""
    last = match.last
    lines = ["", _("The match so far. {score}").format(score=score_in_words(last.points, last.game.score))]
    winners = match.winners()
    if winners is not None:
        lines.append(match_in_words(winners))
    return "\n".join(lines)


def _indented(text: str) -> list[str]:
    return [filled(text, " " * 6, " " * 6)] if text else []
