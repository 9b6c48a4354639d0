"""What happens on the table in a recorded game? A record becomes a row of deeds, most of which a camera can see."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rules.cards import Card, CardError, card_name, parse_card
from rules.record import HoldsLine, MoveLine, RecordError, parse
from rules.referee import Referee
from rules.setup import read_cards
from rules.table import Place


class FilmError(ValueError):
    """A game that cannot be filmed. ``str()`` says what is wrong, where, and what to do."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing a player does.

    ``lay``: ``cards`` go onto the pile. ``take``: the top ``count`` cards of the pile are carried off. ``show``: ``cards``
    (None: face down) are shown as a hand. ``say``: ``words``, which no camera sees. ``undone``: it was not allowed, and the
    cards go back at once.
    """

    kind: Literal["lay", "take", "show", "say"]
    player: str
    cards: tuple[Card | None, ...] = ()
    count: int = 0
    words: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """A game to be filmed: the places of the table (the players' in their order), the pile before the first deed (lowest
    first), the deeds."""

    places: tuple[Place, ...]
    pile: tuple[Card, ...]
    deeds: tuple[Deed, ...]


def story(text: str) -> Story:
    """The story that the record ``text`` tells. The rules say what a move does. Raises RecordError, FilmError."""
    record = parse(text)
    Referee(record)  # an error anywhere in the record is found, and told with its line, before anything is filmed
    referee = Referee(replace(record, body=()))
    if referee.game.id != "svoi-kozyri":
        raise FilmError(f"a film of {referee.game.id} cannot be made yet; take a record of svoi-kozyri")
    start = referee.game.middle(referee.position)
    deeds: list[Deed] = []
    for line in record.body:
        match line:
            case HoldsLine():
                cards = tuple(read_cards(line.cards))
                referee.holds(line.player, cards)
                deeds.append(Deed("show", line.player, cards))
            case MoveLine():
                deeds.append(_deed(referee, line))
    return Story(referee.game.layout(referee.players), start, tuple(deeds))


def _deed(referee: Referee, line: MoveLine) -> Deed:
    before = referee.game.middle(referee.position)
    ruling = referee.play(line.player, line.text)
    undone = ruling.verdict == "illegal"
    try:
        cards = tuple(parse_card(word) for word in ruling.move.split())
    except CardError:  # take, concede: no cards are named
        count = len(before) if undone else len(before) - len(referee.game.middle(referee.position))
        if ruling.move != "take" or not count:
            return Deed("say", line.player, words=f"{line.player}: {ruling.move}")
        return Deed("take", line.player, count=min(count, 3) if undone else count, undone=undone)
    for i, card in enumerate(cards):
        if card in before or card in cards[:i]:
            problem = f"the {card_name(card)} lies on the table already, nobody can lay it"
            raise RecordError(line.line, problem, "leave this move out of the film")
    return Deed("lay", line.player, cards, undone=undone)
