"""What happens on the table in a recorded game? A record becomes a row of deeds, most of which a camera can see.

How people carry out the moves of a game is told by a file of its own, ``datasets.film_deeds_*``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from rules.cards import Card, card_name
from rules.game import Game
from rules.record import HoldsLine, MoveLine, RecordError, parse
from rules.referee import Referee
from rules.setup import read_cards, write_cards
from rules.table import MIDDLE, Place


class FilmError(ValueError):
    """A game that cannot be filmed. ``str()`` says what is wrong, where, and what to do."""


How = Literal["pile", "heap", "row", "on", "instead", "beside", "fan", "own", "end"]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card is put.

    ``pile``: on the pile, askew. ``heap``: squarely on the others. ``row``: side by side. ``on``: on the card ``on``, covering a
    part of it. ``instead``: where ``on`` lies. ``beside``: where there is room, near ``on``. ``fan``: on the last one, so that its
    index stays free. ``own``: in the middle of the place. ``end``: at the end of the place, beside the heap.
    """

    place: str
    how: How
    on: Card | None = None
    down: bool = False  # face down


Kind = Literal["lay", "take", "move", "turn", "swap", "show", "say", "mark", "back"]
Then = Literal["", "short", "rest", "offence", "foul"]


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing a player does.

    ``lay``: ``cards`` come from the hand and are put ``to``. ``take``: ``cards`` go from the table into the hand; where ``frm`` is
    given, as many from the top of that place. ``move``: they go to another place, ``to``. ``turn``: the card in the place ``frm``
    is turned over, and is the one in ``cards``. ``swap``: the cards of the places ``frm`` and ``to`` change places. ``show``:
    ``cards`` (None: face down) are shown as a hand. ``say``: ``words``, which no camera sees; those of a shown hand are ``cards``.
    ``mark`` and ``back``: all is put back as it was at the mark. ``then``: how long all lies still after it.
    """

    kind: Kind
    player: str
    cards: tuple[Card | None, ...] = ()
    to: Spot | None = None
    frm: str = ""
    words: str = ""
    sure: bool = True  # else it is said, or not
    then: Then = "rest"


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that lie there before the first deed, lowest first."""

    cards: tuple[Card | None, ...]
    spot: Spot


@dataclass(frozen=True, slots=True)
class Story:
    """A game to be filmed: the places of the table (the players' in their order), what lies there, the deeds."""

    places: tuple[Place, ...]
    start: tuple[Laid, ...]
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that is to be carried out: the positions before and after it (the same if it is ``illegal``).

    ``foul``: how it is carried out wrongly, in one word from a comment of the record; "" if it is not. ``later``: the moves after it.
    """

    game: Game[Any]
    before: Any
    after: Any
    player: str
    move: str
    illegal: bool
    foul: str = ""
    later: tuple[MoveLine, ...] = ()

    @property
    def seat(self) -> int:
        """The mover's."""
        return int(self.before.names.index(self.player))

    def name(self, seat: int) -> str:
        """The name of the player in ``seat``, counted round the table."""
        return str(self.before.names[seat % len(self.before.names)])

    def say(self, then: Then = "", sure: bool = True) -> Deed:
        """The move is announced."""
        return Deed("say", self.player, words=f"{self.player}: {self.move}", then=then, sure=sure)


class Teller(Protocol):
    """How the moves of one game are carried out: a module ``datasets.film_deeds_*``."""

    HANDS: bool  # whether hands are shown on the table
    FOULS: frozenset[str]

    def start(self, game: Game[Any], position: Any) -> list[Laid]:
        """What lies on the table."""
        ...

    def deeds(self, turn: Turn) -> Iterator[Deed]:
        """What is done for a move. An illegal one is only carried out: it is put back by the caller."""
        ...


_FOUL = re.compile(r";\s*foul\s+(\w+)")


def teller(game_id: str) -> Teller:
    """The one for a game. Raises FilmError."""
    from datasets import (
        film_deeds_ceraria,
        film_deeds_courtesan,
        film_deeds_crusaders,
        film_deeds_cuckoo,
        film_deeds_svoi_kozyri,
    )

    known: dict[str, Any] = {
        "svoi-kozyri": film_deeds_svoi_kozyri,
        "cuckoo": film_deeds_cuckoo,
        "courtesan": film_deeds_courtesan,
        "ceraria": film_deeds_ceraria,
        "crusaders": film_deeds_crusaders,
    }
    if game_id not in known:
        raise FilmError(f"a film of {game_id} cannot be made yet; take a record of {', '.join(known)}")
    told: Teller = known[game_id]
    return told


def story(text: str) -> Story:
    """The story that the record ``text`` tells. The rules say what a move does. Raises RecordError, FilmError.

    A comment ``; foul WORD`` after a move says that it is carried out wrongly at first.
    """
    record = parse(text)
    Referee(record)  # an error anywhere in the record is found, and told with its line, before anything is filmed
    referee = Referee(replace(record, body=()))
    told = teller(referee.game.id)
    try:
        places = referee.game.layout(referee.players)
    except KeyError:
        raise FilmError(
            f"{len(referee.players)} players do not find room at the table; take a record with fewer"
        ) from None
    start = told.start(referee.game, referee.position)
    deeds: list[Deed] = []
    for number, line in enumerate(record.body):
        match line:
            case HoldsLine():
                cards = tuple(read_cards(line.cards))
                # Of a hand that shows fewer cards than it must have the rest may be covered: that it is all is said.
                whole = len(cards) >= _hand_size(referee, line.player)
                referee.holds(line.player, cards)
                fits = told.HANDS and cards and whole
                words = "" if fits else f"{line.player} holds {write_cards(cards)}"
                deeds.append(Deed("show" if fits else "say", line.player, cards, words=words))
            case MoveLine():
                later = tuple(other for other in record.body[number + 1 :] if isinstance(other, MoveLine))
                deeds += _carried_out(told, referee, line, later)
    return Story(places, tuple(start), tuple(deeds))


def _hand_size(referee: Referee, player: str) -> int:
    seat = referee.players.index(player)
    heaps = referee.game.heaps(referee.position)
    return next((len(heap.cards) for heap in heaps if heap.kind == "hand" and heap.owner == seat), 0)


def _carried_out(told: Teller, referee: Referee, line: MoveLine, later: tuple[MoveLine, ...]) -> list[Deed]:
    before = referee.position.copy()
    ruling = referee.play(line.player, line.text)
    illegal = ruling.verdict == "illegal"
    found = _FOUL.search(line.comment)
    foul = found[1] if found else ""
    if foul and (illegal or foul not in told.FOULS):
        kinds = ", ".join(sorted(told.FOULS)) or "none here"
        raise RecordError(
            line.line, f"'foul {foul}' cannot be filmed there", f"take another foul of a legal move: {kinds}"
        )
    turn = Turn(referee.game, before, referee.position.copy(), line.player, ruling.move, illegal, foul, later)
    try:
        deeds = list(told.deeds(turn))
    except Impossible as error:
        raise RecordError(line.line, str(error), "leave this move out of the film") from None
    seen = [deed for deed in deeds if deed.kind != "say"]
    if illegal and seen:
        last = max(i for i, deed in enumerate(deeds) if deed.kind != "say")
        deeds[last] = replace(deeds[last], then="offence")
        deeds = [Deed("mark", line.player, then=""), *deeds, Deed("back", line.player)]
    elif deeds:
        deeds[-1] = replace(deeds[-1], then="rest")
    return deeds


class Impossible(ValueError):
    """Nobody can carry out that move."""


def not_there(cards: tuple[Card, ...], lying: tuple[Card, ...] | list[Card]) -> None:
    """Raises Impossible if one of ``cards``, which are to come from a hand, lies on the table, or is named twice."""
    for i, card in enumerate(cards):
        if card in lying or card in cards[:i]:
            raise Impossible(f"the {card_name(card)} lies on the table already, nobody can lay it")


def middle(turn: Turn) -> tuple[Card, ...]:
    """What lies in the middle before a move."""
    return tuple(turn.game.lying(turn.before)[MIDDLE].cards)
