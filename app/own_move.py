"""A move that a player chooses by tapping or typing: may it be made, told from what this player knows? What does a bot choose?

Where every card is known to the referee (a deal from a seed) a refusal must not tell what lies in other hands; and a player says
``draw``, not which card comes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.bots import Level
from rules.game import Game
from rules.record import parse
from rules.referee import Referee
from rules.ruling import MoveError, Ruling
from rules.texts import _

Lists = tuple[tuple[str, ...] | None, tuple[str, ...] | None]
"""The legal moves, or None and what could be one."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a player cannot make a move: a text that is none (no ``rules``), or a move that the rules refuse."""

    move: str
    why: str
    rules: tuple[str, ...] = ()
    remedy: str | None = None


def all_known(game: Game[Any], position: Any) -> bool:
    """Whether every card that will matter is known: the deal decides everything."""
    heaps = game.heaps(position)
    return not any(None in heap.cards for heap in heaps if heap.kind in {"hand", "stock", "deck"})


def played(referee: Referee) -> int:
    """How many moves have changed the position."""
    return sum(ruling.verdict != "illegal" for ruling in referee.rulings)


def own_view(referee: Referee, player: str) -> Any:
    """The position as ``player`` may know it."""
    return referee.game.view(referee.position, referee.players.index(player))


def lists(referee: Referee, view: Any) -> Lists:
    """``legal`` (sorted) and ``could`` as they follow from ``view``, what somebody may know of the position."""
    game = referee.game
    moves = game.legal_moves(view)
    if moves is None:
        return None, tuple(game.could(view))
    return tuple(sorted(map(game.write_move, moves))), None


def refusal(referee: Referee, player: str, text: str) -> Refusal | None:
    """Why ``player``, who is on turn, may not make this move; None if it may be made."""
    game, view = referee.game, own_view(referee, player)
    try:
        move = game.read_move(view, text)
    except MoveError as error:
        return Refusal(text, str(error))
    own = game.legal_moves(view)
    if own is None or not all_known(game, referee.position):
        return _at_a_table(referee, player, text)
    if move in own:
        return None
    written = game.write_move(move)
    whole = game.completed(view, move)
    if whole in own and game.write_move(whole).startswith(written):  # draw, where it is known what comes
        return None
    facts = game.judge(view, move)
    if facts:
        remedy = game.remedy(view, move)
        if remedy is not None and game.choice(view, remedy) in own:
            remedy = game.choice(view, remedy)  # what it draws need not be said
        rules = tuple(dict.fromkeys(fact.rule for fact in facts))
        ruling = Ruling(0, player, written, "illegal", rules, facts, referee.players)
        return Refusal(written, ruling.why, rules, None if remedy is None else game.write_move(remedy))
    chosen = game.choice(view, move)
    if chosen not in own:
        return Refusal(written, _("'{move}' is none of the moves you can make").format(move=written))
    meant = game.write_move(chosen)
    if sorted(meant.split()) != sorted(written.split()):  # not only in another order
        return Refusal(written, _("Which card comes is not yours to say."), remedy=meant)
    return None


def _at_a_table(referee: Referee, player: str, text: str) -> Refusal | None:
    """With real cards, some of them hidden, the referee knows no more than has been shown: its word is the refusal."""
    try:
        ruling = referee.judge(player, text)
    except MoveError as error:
        return Refusal(text, str(error))
    return None if ruling.verdict != "illegal" else Refusal(ruling.move, ruling.why, ruling.rules, ruling.remedy)


def as_played(referee: Referee, player: str, text: str) -> str:
    """The move that ``player`` chose, as it must be played and written: with the cards it draws, if they are known."""
    game, view = referee.game, own_view(referee, player)
    move = game.read_move(view, text)
    if all_known(game, referee.position):
        move = game.completed(referee.position, game.choice(view, move))
    return game.write_move(move)


def as_heard(referee: Referee, move: str) -> str:
    """A legal ``move`` as the other players hear of it: cards that only the mover sees are ``??``."""
    game = referee.game
    return game.write_move(game.heard(referee.position, game.read_move(referee.position, move)))


def knows_hand(referee: Referee, player: str) -> bool:
    """Whether all cards of the own hand have been shown, or dealt by us."""
    seat = referee.players.index(player)
    heaps = referee.game.heaps(own_view(referee, player))
    return not any(None in heap.cards for heap in heaps if heap.kind == "hand" and heap.owner == seat)


def bot_to_choose(referee: Referee, player: str, level: Level) -> Callable[[], str] | None:
    """What finds out the move of a bot as ``player`` on turn, knowing no more than the player; None if its own hand is not all known.

    It may take seconds, and may be called in another thread while the game goes on. It finds the same in the same place of the same
    deal, also after an undo or a new start.
    """
    game, view = referee.game, own_view(referee, player)
    if not knows_hand(referee, player) or not game.legal_moves(view):
        return None
    bot = level.bot(f"{referee.setup.record.value('Seed')} {player} {played(referee)}")
    return lambda: game.write_move(bot.choose(game, view))


def bots_choice(referee: Referee, player: str, level: Level) -> str | None:
    """The move of ``bot_to_choose``, at once."""
    choose = bot_to_choose(referee, player, level)
    return None if choose is None else choose()


def lines_to_choice(referee: Referee, player: str) -> int:
    """How many lines to take back so that ``player`` is at the last own choice between moves; 0 if there is none."""
    back = Referee(parse(referee.text()))
    lines = len(back.lines)
    while left := played(back):
        while played(back) == left:
            back.undo()
        if back.to_move == player and len(back.game.legal_moves(own_view(back, player)) or ("", "")) > 1:
            return lines - len(back.lines)
    return 0
