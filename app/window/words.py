"""Moves and rulings as people read them: rank and suit sign, verdicts in words. No widget in here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.card_names import rank_letter
from rules.cards import UNKNOWN, Card, CardError, parse_card, suit_of
from rules.texts import N_, _

SIGNS = "♣♦♥♠"
_CARD_IN_TEXT = re.compile(r"\b([2-9TJQKA][CDHS]|[RB]J)\b")


def rank_text(card: Card) -> str:
    """``10`` for a ten, else the figure, or the letter that the language has; ``Joker`` for the two jokers."""
    return _("Joker") if card >= 52 else rank_letter(card)


def suit_sign(card: Card) -> str:
    """The suit as a sign; empty for a joker."""
    return SIGNS[suit_of(card)] if card < 52 else ""


def is_red(card: Card) -> bool:
    """Hearts, diamonds and the red joker."""
    return card == 53 or (card < 52 and suit_of(card) in (1, 2))


def card_text(card: Card) -> str:
    """``10♠``; jokers by their colour."""
    if card >= 52:
        return _("red joker") if card == 53 else _("black joker")
    return rank_text(card) + suit_sign(card)


def with_signs(sentence: str) -> str:
    """The sentence with cards written as ``10♠`` in place of ``TS``."""
    return _CARD_IN_TEXT.sub(lambda found: card_text(parse_card(found.group())), sentence)


def move_parts(move: str) -> tuple[Card | str, ...]:
    """A move's cards and words in order: ``9C 6D`` gives two cards, ``take`` one word."""
    return tuple(_card_or_word(part) for part in move.split())


def _card_or_word(part: str) -> Card | str:
    try:
        return parse_card(part)
    except CardError:
        return part


def move_text(move: str) -> str:
    """A move in one line: ``9♣ 6♦``, ``take``; ``9♣ and any other card`` for the advice ``9C ??``."""
    first, _space, second = move.partition(" ")
    if second == UNKNOWN and not first.islower():  # a word stands before it in ``draw ??``
        return _("{card} and any other card").format(card=move_text(first))
    return " ".join(part if isinstance(part, str) else card_text(part) for part in move_parts(move))


_WORDS = {
    "take": N_("Take the cards"),
    "done": N_("Done"),
    "pass": N_("Pass"),
    "stay": N_("Keep the card"),
    "trade": N_("Trade"),
    "give": N_("Give the card"),
    "block": N_("Block with the king"),
    "concede": N_("Concede"),
    "draw": N_("Draw"),
}
_WITH_CARDS = {  # {0}, {1}, {2}: the cards in the order of the record
    ("beat", 2): N_("{1} beats {0}"),
    ("replace", 2): N_("{1} replaces {0}"),
    ("raise", 2): N_("{0} raises {1}"),
    ("raise", 3): N_("{0} raises {1}, which beats {2}"),
    ("throw", 1): N_("Throw in {0}"),
    ("stow", 1): N_("Put {0} under the deck"),
    ("show", 1): N_("Show {0}"),
    ("ride", 2): N_("{0} drives {1} away"),
    ("crash", 2): N_("{0} crashes into {1}"),
}


def move_words(move: str) -> str:
    """A move as a button says it: ``9♥ beats 8♦``, ``Take the cards``."""
    word, _space, rest = move.partition(" ")
    plain = word.removesuffix("!")
    if word in _WORDS and not rest:
        return _(_WORDS[word])
    if plain in ("ride", "crash"):
        return ", ".join(_taxis(move))
    cards = [card_text(part) for part in move_parts(rest) if isinstance(part, int)]
    if plain == "draw":
        drawn, _for, given = rest.partition(" for ")
        seen = "" if UNKNOWN in drawn else with_signs(drawn)
        if given:
            text = _("Draw {card} for {given}") if seen else _("Draw for {given}")
            return text.format(card=seen, given=with_signs(given))
        return _("Draw {card}").format(card=seen) if seen else _("Draw")
    if plain == "stow" and UNKNOWN in rest:
        return _("Put a card under the deck")
    if plain == "attack":
        text = _("Attack with {cards}").format(cards=" ".join(cards))
    elif (plain, len(cards)) in _WITH_CARDS:
        text = _(_WITH_CARDS[plain, len(cards)]).format(*cards)
    else:
        return with_signs(move)
    return _("{move} (ability)").format(move=text) if word != plain else text


def _taxis(move: str) -> list[str]:
    """``ride 8H>KH 7D>9D crash TS>6H``: a clause for each taxi."""
    word, found = "ride", []
    for part in move.split():
        if ">" in part:
            taxi, target = (card_text(parse_card(name)) for name in part.split(">"))
            found.append(_(_WITH_CARDS[word, 2]).format(taxi, target))
        else:
            word = part
    return found


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Moves that begin alike: ``first``, then one of ``then`` (empty: nothing follows)."""

    first: Card | str
    then: tuple[Card | str, ...] = ()


def grouped(moves: Iterable[str]) -> list[MoveGroup]:
    """Moves in groups by their first card: forty moves read as five lines. Cards before words, low before high."""
    groups: dict[Card | str, list[Card | str]] = {}
    for move in moves:
        first, *rest = move_parts(move) or ("",)
        group = groups.setdefault(first, [])
        if len(rest) == 1:
            group.append(rest[0])
        elif rest:
            group.append(" ".join(part if isinstance(part, str) else card_text(part) for part in rest))
    return [
        MoveGroup(first, tuple(sorted(then, key=_order)))
        for first, then in sorted(groups.items(), key=lambda item: _order(item[0]))
    ]


def _order(part: Card | str) -> tuple[bool, int, str]:
    return (isinstance(part, str), 0 if isinstance(part, str) else part, str(part))


def verdict_word(verdict: str) -> str:
    """The verdict as a headline."""
    return {"legal": _("Legal"), "illegal": _("Illegal"), "unverified": _("Unverified")}.get(verdict, verdict)


def end_reason(why: str) -> tuple[str, str]:
    """``CE-12: the stock is used up`` -> the rule, and a sentence; both empty where the deal is not over."""
    rule, colon, sentence = why.partition(": ")
    if not colon:
        rule, sentence = "", why
    return rule, with_signs(sentence[:1].upper() + sentence[1:])


def names(cards: Sequence[str]) -> str:
    """Cards of the record as people read them; nothing at all is said so."""
    return "  ".join(with_signs(card) for card in cards) if cards else _("nothing")


def outcome_text(outcome: str) -> str:
    """``win Ann`` as a headline."""
    kind, _space, who = outcome.partition(" ")
    if kind == "win":
        return _("{player} wins").format(player=who)
    if kind == "loss":
        return _("{player} loses").format(player=who)
    return _("A draw") if kind == "draw" else outcome


@dataclass(frozen=True, slots=True)
class Folded:
    """Moves of two cards where the second may be any other card: said in two lines in place of one for each pair."""

    first: tuple[Card, ...]
    then: tuple[Card, ...]  # all of these but the one played first
    words: tuple[str, ...]  # moves that are words, like ``take``


def folded(groups: Sequence[MoveGroup]) -> Folded | None:
    """The groups as ``Folded`` if every first card is followed by any other of the same cards, else None."""
    words = tuple(group.first for group in groups if isinstance(group.first, str))
    pairs = [group for group in groups if not isinstance(group.first, str)]
    if len(pairs) < 2 or any(group.then for group in groups if isinstance(group.first, str)):
        return None
    hand = {part for group in pairs for part in (group.first, *group.then)}
    if any(isinstance(part, str) for part in hand) or any(set(group.then) != hand - {group.first} for group in pairs):
        return None
    firsts = tuple(group.first for group in pairs if isinstance(group.first, int))
    return Folded(firsts, tuple(sorted(card for card in hand if isinstance(card, int))), words)
