"""What a referee says: the rules of a game as data, rulings on moves, late rulings, the end of a deal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rules.cards import Card, CardSet, card_name
from rules.texts import N_, _, shortened

Verdict = Literal["legal", "illegal", "unverified"]
Origin = Literal["seed", "trad", "ours"]

SUIT_WORDS = (N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades"))


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule. ``origin``: where its parts come from. ``option``: the house rule it depends on."""

    id: str
    title: str
    text: str
    origin: tuple[Origin, ...]
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule the players can switch. ``values[0]`` need not be the default."""

    name: str
    values: tuple[str, ...]
    default: str
    rule: str
    by_players: tuple[tuple[int, str], ...] = ()  # (number of players, the default with so many), where it is another

    def default_for(self, players: int) -> str:
        """What is played with so many players if nothing else is said."""
        return dict(self.by_players).get(players, self.default)


class Fact(NamedTuple):
    """One rule that a move breaks, and the cards that show it.

    ``text`` is the sentence, still to be translated and filled: ``{0}`` and ``{1}`` are ``cards``, ``{rest}`` all but
    the first of them, ``{player}`` the mover, ``{who}`` the name of the seat ``who``, ``{suit}`` the word for ``suit``,
    ``{number}`` the number.
    """

    rule: str
    text: str
    cards: tuple[Card, ...] = ()
    who: int = 0
    suit: int = 0
    number: int = 0

    def sentence(self, player: str, names: tuple[str, ...]) -> str:
        """The sentence in the language in use."""
        cards = [card_name(card) for card in self.cards]
        return _(self.text).format(
            *cards,
            rest=", ".join(cards[1:]),
            player=player,
            who=names[self.who],
            suit=_(SUIT_WORDS[self.suit]),
            number=self.number,
        )


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's word on one move.

    ``rules``: all that it breaks, the most specific first; ``facts``: the same with the cards.
    """

    n: int
    player: str
    move: str
    verdict: Verdict
    rules: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    names: tuple[str, ...] = field(default=(), repr=False)
    instead: Callable[[], str | None] | None = field(default=None, repr=False, compare=False)  # finds the remedy

    @property
    def why(self) -> str:
        """The reason in words, made only when it is asked for; "" for a move that stands. No sentence twice."""
        return " ".join(dict.fromkeys(fact.sentence(self.player, self.names) for fact in self.facts))

    @property
    def remedy(self) -> str | None:
        """A legal move instead, looked for only when it is asked for; None if none is known.

        Of a hidden hand a move that could be legal, ``8C ??`` if any second card will do.
        """
        return None if self.instead is None else self.instead()


@dataclass(frozen=True, slots=True)
class LateRuling:
    """An earlier move that cards seen later prove to have been against the rules. ``about``: its number.

    ``shown``: the line of the record that proves it; ``by``: its number if it is a move, 0 if it is a look at a hand.
    """

    about: int
    player: str
    fact: Fact
    names: tuple[str, ...] = field(default=(), repr=False)
    shown: str = ""
    by: int = 0

    @property
    def rule(self) -> str:
        """The rule that was broken."""
        return self.fact.rule

    @property
    def why(self) -> str:
        """The evidence in words."""
        sentence = self.fact.sentence(self.player, self.names)
        if not self.shown:
            return sentence
        proof = _("Move {by} shows it ({line}).") if self.by else _("The line '{line}' shows it.")
        return f"{sentence} {proof.format(by=self.by, line=self.shown)}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended. ``seats``: who won, lost, or the order of places."""

    word: Literal["win", "loss", "draw", "places"]
    seats: tuple[int, ...] = ()

    def named(self, names: tuple[str, ...]) -> str:
        """As in the record's conventions: ``win Ann``, ``loss Cid``, ``draw``."""
        return " ".join([self.word, *(names[seat] for seat in self.seats)])


class MoveError(ValueError):
    """A line that cannot be taken into the record: no move, not that player's turn, a ``holds`` that cannot be true.

    ``problem`` says what is wrong and quotes it, ``remedy`` what to do.
    """

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem = shortened(problem)
        super().__init__(f"{self.problem}; {remedy}")
        self.remedy = remedy


class NotOnTurn(MoveError):
    """A move by a player who is not on turn."""


def not_in_pack(pack: CardSet, card: Card) -> MoveError:
    """The error for a card that the pack does not have."""
    return MoveError(
        _("the card {card} is not in the pack of {size}").format(card=card_name(card), size=pack.bit_count()),
        _("look again which card it is"),
    )
