"""What the ranks and suits are called: the letters that are drawn on cards, and the names that are spoken.

For translators: a letter of a rank is what is printed on a card where the language is spoken (Russian packs have В, Д, К, Т for J, Q,
K, A; where they have the letters of English packs, leave these). "the two" to "the ace" are what a card of that rank is called, in the
form that fits into its four names, "{rank} of clubs" and so on: the order of the two and the case of the suit are the language's own.
"""

from __future__ import annotations

import re
from typing import Final

from rules.cards import RANKS, Card, CardError, parse_card, rank_of, suit_of
from rules.texts import N_, _

LETTERS: Final = {
    # Translators: the letter in the corner of a jack; leave J where packs have English letters
    "J": N_("J"),
    # Translators: the letter in the corner of a queen
    "Q": N_("Q"),
    # Translators: the letter in the corner of a king
    "K": N_("K"),
    # Translators: the letter in the corner of an ace
    "A": N_("A"),
}
RANK_NAMES: Final = {
    # Translators: what a card of this rank is called when it is spoken, "the two" to "the ace"
    "2": N_("the two"),
    "3": N_("the three"),
    "4": N_("the four"),
    "5": N_("the five"),
    "6": N_("the six"),
    "7": N_("the seven"),
    "8": N_("the eight"),
    "9": N_("the nine"),
    "T": N_("the ten"),
    "J": N_("the jack"),
    "Q": N_("the queen"),
    "K": N_("the king"),
    "A": N_("the ace"),
}
CARD_NAMES: Final = (
    # Translators: spoken; {rank} is "the two" to "the ace"; the suit in whatever case it needs
    N_("{rank} of clubs"),
    N_("{rank} of diamonds"),
    N_("{rank} of hearts"),
    N_("{rank} of spades"),
)
_CARD = re.compile(r"\b(?:[2-9TJQKA][CDHS]|BJ|RJ)\b")
_SIGNS: Final = "♣♦♥♠"
_DRAWN = re.compile(rf"(\w{{1,2}})([{_SIGNS}])")
_RULE = re.compile(r"\b([A-Z]{2})-(\d+)\b")


def rank_letter(card: Card) -> str:
    """What stands in the corner of a card that is no joker: ``10``, ``9``, ``J`` or what the language has for it."""
    rank = RANKS[rank_of(card)]
    return "10" if rank == "T" else _(LETTERS[rank]) if rank in LETTERS else rank


def card_in_words(card: Card) -> str:
    """``the nine of clubs``, ``red joker``."""
    if card >= 52:
        return _("red joker") if card == 53 else _("black joker")
    return _(CARD_NAMES[suit_of(card)]).format(rank=_(RANK_NAMES[RANKS[rank_of(card)]]))


def spoken(text: str) -> str:
    """A sentence as it is said aloud: cards by name, ``SK-8`` letter by letter, nothing that a voice would spell out."""
    said = _DRAWN.sub(lambda found: _drawn_in_words(found[1], found[2]), text)
    said = _CARD.sub(lambda found: _in_words(found.group()), said)
    said = _RULE.sub(lambda found: f"{found[1][0]} {found[1][1]} {found[2]}", said)
    return said.replace("??", _("an unknown card"))


def _drawn_in_words(rank: str, sign: str) -> str:
    """A card as the screen writes it, with the letters of the language: ``Д♠``."""
    suit = _SIGNS.index(sign)
    cards = [number * 4 + suit for number in range(len(RANKS))]
    return next((card_in_words(card) for card in cards if rank_letter(card) == rank), rank + sign)


def _in_words(name: str) -> str:
    try:
        return card_in_words(parse_card(name))
    except CardError:
        return name
