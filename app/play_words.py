"""What ``kibitz play`` shows: the table as the person may know it, moves, refusals, rules, the end. Words, and the same as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app import events, plain
from app.bot_table import BotTable, Refusal
from app.judge import outcome_in_words
from app.rulebook import rule_in_words
from rules.cards import UNKNOWN, card_name
from rules.game import Game
from rules.setup import write_cards
from rules.table import Heap
from rules.texts import N_, _

KINDS = {
    "pile": N_("pile"),
    "stock": N_("stock"),
    "discard": N_("discard"),
    "attack": N_("attack"),
    "queen": N_("queen"),
    "clients": N_("clients"),
    "taxis": N_("taxis"),
    "deck": N_("personal deck"),
    "out": N_("out of play"),
}

HELP = N_("""\
Type a move as a record has it, or its number in the list of moves. Or one of these words:
  moves, ?       the moves you can make, numbered
  why            the rule by which your last move was refused
  why MOVE       what the rules say about a move
  hint           what a strong bot would do in your place; hint LEVEL: another one
                 ({levels})
  undo           back to your last choice; undo 3: the third last
  table          the table once more
  rules          the rules of the game; rule {rule}: one of them
  score          the score of the match
  save FILE      writes the record there, too (it is saved after every move anyway)
  next           the next deal, when this one is over
  quit           ends; the game can be resumed""")


def beginning(table: BotTable, seed: str) -> str:
    """Who plays what, and by which house rules."""
    company, referee = table.company, table.referee
    players = ", ".join(
        f"{player} ({company.levels[player].name})"
        if player in company.levels
        else _("{player} (you)").format(player=player)
        for player in referee.players
    )
    lines = [
        _("{game}, deal {number}. Clockwise: {players}.").format(
            game=_(table.game.name), number=company.deal, players=players
        )
    ]
    agreed = [f"{name}: {value}" for name, value in agreements(table).items()]
    if seed:
        agreed.append(_("Seed: {seed}").format(seed=seed))
    return filled([*lines, *([". ".join(agreed) + "."] if agreed else [])])


def agreements(table: BotTable) -> dict[str, str]:
    """What everybody knows from the headers: trumps and the like, house rules that are not the usual ones."""
    known = table.referee.setup.canonical
    named = [*table.game.needed, "Characters", "Pack"]
    options = [name for name in known if name.startswith("Option:")]
    return {name.removeprefix("Option:"): known[name] for name in [*named, *options] if name in known}


def heaps(table: BotTable) -> list[Heap]:
    """What lies on the table: what is nobody's, then what belongs to each player, clockwise, the person's last."""
    seats = len(table.referee.players)

    def place(heap: Heap) -> int:
        common = heap.owner is None or heap.kind == "attack"
        return 0 if common else (heap.owner - table.seat - 1) % seats + 1  # type: ignore[operator]

    found = table.game.heaps(table.view)
    return sorted((heap for heap in found if heap.cards or heap.kind == "hand"), key=place)


def heaps_in_words(table: BotTable) -> str:
    """The table, a heap a line."""
    rows = [(_label(table, heap), _cards(heap)) for heap in heaps(table)]
    wide = max((len(label) for label, _text in rows), default=0)
    return "\n".join(plain.filled(text, f"  {label:{wide}}  ", " " * (wide + 4)) for label, text in rows)


def heaps_as_data(table: BotTable) -> list[dict[str, Any]]:
    """The table for programs."""
    return [
        {
            "kind": heap.kind,
            "owner": None if heap.owner is None else table.referee.players[heap.owner],
            "cards": [UNKNOWN if card is None else card_name(card) for card in heap.cards],
            "note": heap.note,
        }
        for heap in heaps(table)
    ]


def _label(table: BotTable, heap: Heap) -> str:
    kind = _(KINDS.get(heap.kind, heap.kind))
    if heap.owner is None:
        return kind
    player = table.referee.players[heap.owner]
    return player if heap.kind == "hand" else _("{player}, {kind}").format(player=player, kind=kind)


def _cards(heap: Heap) -> str:
    text = write_cards(heap.cards) or "-"
    return f"{text}  ({heap.note})" if heap.note else text


def moves_in_words(moves: Sequence[str]) -> str:
    """The moves, numbered, in columns that read downwards."""
    cells = [f"{number:3} {move}" for number, move in enumerate(moves, 1)]
    wide = max(map(len, cells), default=0) + 3
    columns = max(1, min((plain.WIDTH - 2) // wide, 1 + (len(cells) - 1) // 8))
    rows = -(-len(cells) // columns)
    return "\n".join("".join(f"{cell:{wide}}" for cell in cells[row::rows]).rstrip() for row in range(rows))


def refusal_in_words(game: Game[Any], refusal: Refusal) -> str:
    """Why a move is refused, and what could be played instead."""
    if not refusal.rules:
        return filled([refusal.why])
    titles = {rule.id: rule.title for rule in game.rules}
    cited = ", ".join(f"{number} ({_(titles[number])})" for number in refusal.rules)
    lines = [_("{move} is not allowed: {rules}").format(move=refusal.move, rules=cited), refusal.why]
    if refusal.remedy is not None:
        lines.append(_("Instead, for example: {move}. (`why` shows the whole rule)").format(move=refusal.remedy))
    return filled(lines)


def rules_in_words(game: Game[Any], numbers: Sequence[str]) -> str:
    """Rules in full."""
    return "\n".join(
        filled([f"{rule.id}  {_(rule.title)}", *(f"  {line}" for line in rule_in_words(game, rule))], "  ")
        for rule in game.rules
        if rule.id in numbers
    )


def ending(table: BotTable) -> str:
    """How the deal, and perhaps the match, ended."""
    referee = table.referee
    lines = [
        _("The deal is over. {outcome}").format(outcome=outcome_in_words(referee)),
        referee.game.why_ended(referee.position),
        score_in_words(table),
    ]
    winners = table.match.winners()
    if winners is not None:
        lines.append(events.match_in_words(winners))
    return filled(lines)


def score_in_words(table: BotTable) -> str:
    """The score of the match so far."""
    return events.score_in_words(table.referee.points, table.game.score)


def filled(lines: Sequence[str], indent: str = "") -> str:
    """Lines broken at the width of the plain text."""
    return "\n".join(plain.filled(line, further=indent) for line in lines)
