"""How are the moves of Svoi Kozyri carried out? Cards are laid on the pile, or taken off its top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasets.film_story import Deed, Laid, Spot, Turn, not_there
from rules.cards import CardError, parse_card
from rules.game import Game
from rules.table import MIDDLE

HANDS = True
FOULS = frozenset({"two", "four"})  # so many cards are taken, at first

_PILE = Spot(MIDDLE, "pile")


def start(game: Game[Any], position: Any) -> list[Laid]:
    """The pile."""
    return [Laid(game.middle(position), _PILE)]


def deeds(turn: Turn) -> Iterator[Deed]:
    """A move."""
    pile = turn.game.middle(turn.before)
    try:
        cards = tuple(parse_card(word) for word in turn.move.split())
    except CardError:  # take, concede: no cards are named
        count = min(len(pile), 3) if turn.illegal else len(pile) - len(turn.game.middle(turn.after))
        if turn.move != "take" or not count:
            yield turn.say()
        else:
            yield from _take(turn, pile, count)
        return
    not_there(cards, pile)
    yield Deed("lay", turn.player, cards, _PILE)


def _take(turn: Turn, pile: tuple[int, ...], count: int) -> Iterator[Deed]:
    first = {"two": count - 1, "four": count + 1}.get(turn.foul, count)
    if not 0 < first <= len(pile):
        first = count
    then: Any = "rest" if first == count else "foul"
    yield Deed("take", turn.player, pile[len(pile) - first :], then=then)
    if first < count:
        yield Deed("take", turn.player, pile[len(pile) - count : len(pile) - first])
    elif first > count:
        yield Deed("lay", turn.player, pile[len(pile) - first : len(pile) - count], _PILE)
