"""``kibitz games`` and ``kibitz rules``: which games there are, and the rules of one."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import Any

from app.errors import UserError
from app.plain import filled
from rules.game import Game
from rules.games import GAMES
from rules.ruling import Option, Rule
from rules.setup import HEADERS, header_names
from rules.texts import N_, _, either

ORIGINS = {
    "seed": N_("from the game's description"),
    "trad": N_("from the traditional game"),
    "ours": N_("added by Kibitz"),
}


def games_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``kibitz games``."""


def rules_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``kibitz rules``."""
    parser.add_argument("game", metavar="ID", help=_("a game, as listed by kibitz games"))


def run_games(args: argparse.Namespace) -> int:
    """Lists the games."""
    for game in GAMES.values():
        if args.json:
            print(
                json.dumps(
                    {
                        "game": game.id,
                        "name": _(game.name),
                        "players": list(game.seats),
                        "packs": list(game.packs),
                        "options": [_option_as_json(option) for option in game.options],
                        "moves": _(game.moves),
                    },
                    ensure_ascii=False,
                )
            )
        else:
            low, high = game.seats
            print(
                _("{id}: {name}, {low} to {high} players, pack of {packs}").format(
                    id=game.id, name=_(game.name), low=low, high=high, packs=_packs(game)
                )
            )
    return 0


def run_rules(args: argparse.Namespace) -> int:
    """Prints the rules of a game. Raises UserError if there is no such game."""
    game = GAMES.get(args.game)
    if game is None:
        raise UserError(
            _("there is no game '{game}'; choose one of {games}").format(game=args.game, games=", ".join(GAMES))
        )
    if args.json:
        for rule in game.rules:
            print(json.dumps(_rule_as_json(game, rule), ensure_ascii=False))
        return 0
    print(_(game.name))
    for rule in game.rules:
        print(f"\n{rule.id}  {_(rule.title)}")
        for line in rule_in_words(game, rule):
            print(filled(line, "  ", "  "))
    print("\n" + _("In a record, and wherever a move is typed:"))
    print(filled(_(game.moves), "  ", "  "))
    print("\n" + _("The headers of a record:"))
    for name in header_names(game):
        kind = name.partition(":")[0]
        print(filled(f"[{name}]  {_(HEADERS[kind])}" if kind in HEADERS else f"[{name}]", "  ", "  "))
    print("\n" + _("A record that begins in the middle of a game (for kibitz judge and kibitz legal):"))
    print("\n" + textwrap.indent(game.example, "  "), end="")
    return 0


def rule_in_words(game: Game[Any], rule: Rule) -> list[str]:
    """The text of a rule, its house rule and where it comes from, a paragraph each."""
    lines = [_(rule.text)]
    option = _option(game, rule)
    if option is not None:
        lines.append(
            _("House rule: {name} = {values} (usually {default})").format(
                name=option.name, values=either(option.values), default=_usually(option)
            )
        )
    lines.append("(" + "; ".join(_(ORIGINS[origin]) for origin in rule.origin) + ")")
    return lines


def _rule_as_json(game: Game[Any], rule: Rule) -> dict[str, Any]:
    option = _option(game, rule)
    return {
        "game": game.id,
        "rule": rule.id,
        "title": _(rule.title),
        "text": _(rule.text),
        "origin": list(rule.origin),
        "option": None if option is None else _option_as_json(option),
    }


def _option(game: Game[Any], rule: Rule) -> Option | None:
    """The house rule a rule depends on; the pack, which has a header of its own, is shown as one."""
    if rule.option == "pack":
        return Option("pack", tuple(map(str, sorted(game.packs))), str(game.packs[0]), rule.id)
    return next((option for option in game.options if option.name == rule.option), None)


def _usually(option: Option) -> str:
    """The default, with what it is for some numbers of players."""
    others = (_("{value} with {number} players").format(value=value, number=n) for n, value in option.by_players)
    return "; ".join([option.default, *others])


def _option_as_json(option: Option) -> dict[str, Any]:
    words = {"name": option.name, "values": list(option.values), "default": option.default, "rule": option.rule}
    return words | ({"by_players": dict(option.by_players)} if option.by_players else {})


def _packs(game: Game[Any]) -> str:
    default, *others = game.packs
    return f"{default} ({', '.join(map(str, others))})" if others else str(default)
