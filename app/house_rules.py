"""The house rules of each game in the words of players: what is asked, what can be answered, what each answer means; and presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.game import Game
from rules.ruling import Option
from rules.texts import N_, _


@dataclass(frozen=True, slots=True)
class Words:
    """``question``: what the house rule is about; ``answers``: value -> (the word for it, what it means, a line)."""

    question: str
    answers: Mapping[str, tuple[str, str]]


_WORDS: Mapping[tuple[str, str], Words] = {
    ("svoi-kozyri", "sixes"): Words(
        N_("Lowest trumps"),
        {
            "on": (
                N_("given to their owners"),
                N_("After the deal each lowest trump goes to the player whose trump it is."),
            ),
            "off": (N_("stay where they are"), N_("The hands are played as they were dealt.")),
        },
    ),
    ("svoi-kozyri", "deal"): Words(
        N_("The deal"),
        {
            "random": (N_("as usual"), N_("The cards are shuffled and dealt one at a time.")),
            "mirror": (N_("mirror"), N_("For two: both hands are alike, so that skill alone decides.")),
        },
    ),
    ("svoi-kozyri", "take"): Words(
        N_("Taking cards"),
        {
            "free": (N_("whenever you like"), N_("One may take although one could beat.")),
            "forced": (N_("only if you must"), N_("Only who cannot beat takes.")),
        },
    ),
    ("cuckoo", "lives"): Words(N_("Lives"), {}),
    ("cuckoo", "stock_king"): Words(
        N_("A king from the stock"),
        {
            "takes": (N_("is kept"), N_("The dealer keeps a king that comes from the stock, like any other card.")),
            "blocks": (N_("blocks"), N_("A king from the stock is shown and put back: the dealer keeps the old card.")),
        },
    ),
    ("cuckoo", "penalty"): Words(
        N_("Who cheated with a king"),
        {
            "life": (N_("loses the life"), N_("At the showdown the offender loses the life, not the lowest card.")),
            "none": (N_("goes free"), N_("The lowest card loses all the same.")),
        },
    ),
    ("courtesan", "start"): Words(
        N_("Cards to begin with"),
        {
            "2": (N_("two"), N_("Everybody draws two cards to begin with.")),
            "3": (N_("three"), N_("Everybody draws three cards to begin with.")),
        },
    ),
    ("courtesan", "max_taxis"): Words(
        N_("Most taxis"),
        {
            "none": (N_("no limit"), N_("One can have any number of taxis; not for four players.")),
            "3": (N_("three"), N_("Nobody has more than three taxis: one too many is discarded.")),
            "4": (N_("four"), N_("Nobody has more than four taxis: one too many is discarded.")),
        },
    ),
    ("courtesan", "taxis_first"): Words(
        N_("Rivals with taxis"),
        {
            "off": (N_("may be ridden to"), N_("One may ride to any rival.")),
            "on": (
                N_("taxis first"),
                N_("A rival's taxi of the rider's suit must be crashed into before one may ride there."),
            ),
        },
    ),
    ("courtesan", "last_taxis"): Words(
        N_("When the stock is empty"),
        {
            "off": (N_("the game ends at once"), N_("The last card is placed, and the game is over.")),
            "on": (N_("one last use of taxis"), N_("Each other player may use taxis once more.")),
        },
    ),
    ("ceraria", "circle"): Words(
        N_("The next suit in the circle beats"),
        {
            "stronger": (N_("if it is stronger"), N_("The beating card must be the stronger one as well.")),
            "any": (N_("always"), N_("A card of the beating suit beats whatever its strength.")),
        },
    ),
    ("ceraria", "same_suit"): Words(
        N_("The same suit"),
        {
            "on": (N_("beats if stronger"), N_("A stronger card of the same suit beats, too.")),
            "off": (N_("does not beat"), N_("Only the suit that is next in the circle beats.")),
        },
    ),
    ("crusaders", "rounds"): Words(N_("Rounds of a match"), {}),
    ("crusaders", "cleric_vs_pike"): Words(
        N_("Clerics against pikemen"),
        {
            "any": (N_("of any other rank"), N_("In defence a cleric beats any pikeman of another rank.")),
            "higher": (N_("of lower rank"), N_("In defence a cleric beats only lower pikemen.")),
        },
    ),
    ("crusaders", "characters"): Words(
        N_("Characters"),
        {
            "off": (N_("none"), N_("Nobody has a character.")),
            "random": (N_("by lot"), N_("Each player has a character with an ability that works once a round.")),
            "draft": (N_("chosen"), N_("Each player chooses a character before the deal, from the first attacker on.")),
        },
    ),
}

_MEANS: Mapping[tuple[str, str], str] = {
    ("cuckoo", "lives"): N_("Who has lost them all is out; the last one left has won."),
    ("crusaders", "rounds"): N_("After so many rounds most points win the match."),
}
"""What a house rule means whose values are numbers."""


def question(game: Game[Any], option: Option) -> str:
    """What the house rule is about, a few words."""
    words = _WORDS.get((game.id, option.name))
    if words is not None:
        return _(words.question)
    return next((_(rule.title) for rule in game.rules if rule.id == option.rule), option.name)


def answer(game: Game[Any], option: Option, value: str) -> str:
    """The words for a value."""
    words = _WORDS.get((game.id, option.name))
    return _(words.answers[value][0]) if words is not None and value in words.answers else value


def means(game: Game[Any], option: Option, value: str) -> str:
    """What the value means at the table, a line."""
    words = _WORDS.get((game.id, option.name))
    if words is not None and value in words.answers:
        return _(words.answers[value][1])
    return _(_MEANS.get((game.id, option.name), ""))


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play the game. ``pack``: 0 for the usual one; ``options``: what differs from the page."""

    name: str
    line: str
    pack: int = 0
    options: Mapping[str, str] = field(default_factory=dict)


_AS_ON_THE_PAGE = Preset(N_("As on the page"), N_("The usual pack, no house rules."))
_PRESETS: Mapping[str, tuple[Preset, ...]] = {
    "svoi-kozyri": (
        Preset(N_("Short game"), N_("24 cards, nine to ace."), 24),
        Preset(N_("Skill alone"), N_("For two: both get hands that are alike."), 0, {"deal": "mirror"}),
        Preset(N_("Strict"), N_("Only who cannot beat takes."), 0, {"take": "forced"}),
        Preset(N_("Long game"), N_("52 cards, two to ace."), 52),
    ),
    "cuckoo": (
        Preset(N_("Short game"), N_("One life each."), 0, {"lives": "1"}),
        Preset(N_("Long game"), N_("Five lives each."), 0, {"lives": "5"}),
    ),
    "courtesan": (
        Preset(N_("Strict"), N_("Taxis first, three at most."), 0, {"taxis_first": "on", "max_taxis": "3"}),
        Preset(N_("Long game"), N_("52 cards, three to begin with."), 52, {"start": "3"}),
    ),
    "ceraria": (
        Preset(N_("Short game"), N_("24 cards, nine to ace."), 24),
        Preset(N_("Wild circle"), N_("The next suit beats whatever its strength."), 0, {"circle": "any"}),
        Preset(N_("Long game"), N_("52 cards, two to ace."), 52),
    ),
    "crusaders": (
        Preset(N_("Short game"), N_("One round."), 0, {"rounds": "1"}),
        Preset(N_("With characters"), N_("Each has an ability, drawn by lot."), 0, {"characters": "random"}),
        Preset(N_("Long game"), N_("54 cards with jokers, eight rounds."), 54, {"rounds": "8"}),
    ),
}


def presets(game: Game[Any]) -> tuple[Preset, ...]:
    """The ways to play ``game`` that can be chosen with one tap, as on the page first."""
    return _AS_ON_THE_PAGE, *_PRESETS.get(game.id, ())
