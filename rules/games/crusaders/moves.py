"""Crusaders: who beats, replaces and raises whom (as tables), and how a move is encoded, read and written.

A move is an int: a kind, the mark ``!`` of an ability, then its cards, six bits each, in the order in which they are
written. The cards of an attack are a set instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import (
    BLACK_JOKER,
    RED_JOKER,
    SUIT,
    UNKNOWN,
    Card,
    CardError,
    CardSet,
    card_name,
    card_set,
    cards_in,
    parse_card,
)
from rules.ruling import not_in_pack

Move = int

TAKE, DONE, PASS, ATTACK, BEAT, REPLACE, RAISE, RAISE_TO_BEAT, THROW, STOW = range(1, 11)
KIND = 15
ABILITY = 16  # the mark !
FIRST, SECOND, THIRD = 5, 11, 17  # where the cards begin
CARD = 63
ALL_CARDS = (1 << 54) - 1  # the set of an attack; above it those that were named twice, as digits of 6 bits
HIDDEN_CARD = 63  # stow! ??

# -- the fighters ----------------------------------------------------------------------------------------------------

KNIGHTS, MAGES, CLERICS, PIKEMEN = SUIT
JOKERS: CardSet = 1 << BLACK_JOKER | 1 << RED_JOKER
RAISABLE: CardSet = KNIGHTS | MAGES | PIKEMEN
SUITS = (KNIGHTS, MAGES, CLERICS, PIKEMEN)


def rank_mates(card: Card) -> CardSet:
    """The cards of a card's rank, itself too; none for a joker."""
    return 15 << (card & ~3) & ALL_CARDS & ~JOKERS


def same_rank(one: Card, other: Card) -> bool:
    """Jokers have no rank."""
    return one >> 2 == other >> 2 and one < BLACK_JOKER


def _higher(card: Card, suit: CardSet) -> CardSet:
    return suit & ~((1 << (card | 3)) * 2 - 1)


def _beaten_by(card: Card, *, any_cleric: bool) -> CardSet:
    """CR-6 to CR-11: the cards that beat an attacking ``card``, column by column of the table."""
    if card >= BLACK_JOKER:
        return JOKERS & ~(1 << card)
    own_rank = rank_mates(card)
    suit = SUITS[card & 3]
    if suit == KNIGHTS:
        beating = _higher(card, KNIGHTS) | PIKEMEN
    elif suit == PIKEMEN:
        beating = _higher(card, PIKEMEN) | (CLERICS & ~own_rank if any_cleric else _higher(card, CLERICS))
    elif suit == MAGES:
        beating = PIKEMEN & own_rank | CLERICS
    else:
        beating = PIKEMEN & own_rank | _higher(card, CLERICS)
    return beating | JOKERS


def _replaced_by(card: Card) -> CardSet:
    """CR-9: the mages that replace an attacking ``card``."""
    if card >= BLACK_JOKER:
        return 0
    return (MAGES, _higher(card, MAGES), 0, MAGES & ~rank_mates(card))[card & 3]


BEATS: dict[str, tuple[CardSet, ...]] = {
    option: tuple(_beaten_by(card, any_cleric=option == "any") for card in range(54)) for option in ("any", "higher")
}
"""Option cleric_vs_pike -> attacking card -> the cards that beat it."""

REPLACES: tuple[CardSet, ...] = tuple(map(_replaced_by, range(54)))
"""Attacking card -> the mages that replace it."""

RAISED_BY: tuple[CardSet, ...] = tuple(0 if card >= BLACK_JOKER else CLERICS & rank_mates(card) for card in range(54))
"""Fallen card -> the cleric that raises it."""

CASTELLAN_BEATS: tuple[CardSet, ...] = tuple(
    0 if card >= BLACK_JOKER else SUITS[card & 3] & ~(1 << card) for card in range(54)
)
"""CR-20: attacking card -> the cards of its suit."""

ARCHMAGE_REPLACES: tuple[CardSet, ...] = tuple(
    0 if card >= BLACK_JOKER else (0, 0, MAGES, MAGES & rank_mates(card))[card & 3] for card in range(54)
)
"""CR-20: attacking card -> the mages that replace it only by the ability."""


# -- moves -----------------------------------------------------------------------------------------------------------


def move_of(kind: int, *cards: Card) -> Move:
    """A move with cards in their order."""
    for place, card in enumerate(cards):
        kind |= card << FIRST + 6 * place
    return kind


def attack_of(cards: CardSet) -> Move:
    """An attack with these cards."""
    return ATTACK | cards << FIRST


def cards_of(move: Move) -> tuple[Card, ...]:
    """The cards that a move names, in the order in which they are written; one named twice twice; not a hidden one."""
    kind = move & KIND
    if kind == ATTACK:
        cards = list(cards_in(move >> FIRST & ALL_CARDS))
        twice = move >> FIRST + 54
        while twice:
            cards.append((twice & CARD) - 1)
            twice >>= 6
        return tuple(sorted(cards))
    every = (move >> FIRST & CARD, move >> SECOND & CARD, move >> THIRD & CARD)
    return tuple(card for card in every[: _CARDS.get(kind, 0)] if card != HIDDEN_CARD)


class AttacksOfOneRank(dict[CardSet, tuple[Move, ...]]):
    """CR-4: hand -> the attacks with at most so many of its cards, all of one rank. Filled in when asked."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __missing__(self, hand: CardSet) -> tuple[Move, ...]:
        found: list[CardSet] = []
        for rank in range(13):
            cards = hand & 15 << 4 * rank
            subset = cards
            while subset:  # all the subsets
                if subset.bit_count() <= self.most:
                    found.append(subset)
                subset = subset - 1 & cards
        found += [1 << card for card in cards_in(hand & JOKERS)]
        moves = self[hand] = tuple(map(attack_of, sorted(found)))
        return moves


ATTACKS = tuple(map(AttacksOfOneRank, range(5)))
"""Most cards -> hand -> attacks. To be asked with the part of a hand in each of ``PARTS``, so that it stays small."""

PARTS: tuple[CardSet, ...] = (*(0xFF << 8 * number for number in range(6)), 0xF << 48, JOKERS)
"""Two ranks each, the aces, the jokers."""


def attacks_of_two_ranks(hand: CardSet, most: int) -> list[Move]:
    """CR-20, Marshal: the attacks with at most so many cards of a hand, of two ranks."""
    most = min(most, 6)
    if most < 2:
        return []
    by_rank = []
    for rank in range(13):
        cards = hand & 15 << 4 * rank
        if cards:
            by_rank.append([move >> FIRST for move in ATTACKS[4][cards]])
    return [
        attack_of(one | other) | ABILITY
        for i, ones in enumerate(by_rank)
        for others in by_rank[i + 1 :]
        for one in ones
        for other in others
        if (one | other).bit_count() <= most
    ]


# -- words -----------------------------------------------------------------------------------------------------------

_KINDS = {
    "take": (TAKE,),
    "done": (DONE,),
    "pass": (PASS,),
    "attack": (ATTACK,),
    "beat": (BEAT,),
    "replace": (REPLACE,),
    "raise": (RAISE, RAISE_TO_BEAT),
    "throw": (THROW,),
    "stow": (STOW,),
}
_WORDS = {kind: word for word, kinds in _KINDS.items() for kind in kinds}
_CARDS = {ATTACK: 1, BEAT: 2, REPLACE: 2, RAISE: 2, RAISE_TO_BEAT: 3, THROW: 1, STOW: 1}
_MARKED = {ATTACK: (False, True), BEAT: (False, True), REPLACE: (False, True), RAISE: (False, True)} | {
    RAISE_TO_BEAT: (False, True),
    THROW: (True,),
    STOW: (True,),
}


def read(text: str, pack: CardSet) -> Move | None:
    """The move that a text is; None if it is none. Raises MoveError for a card that is not in the pack."""
    word, *names = text.split() or [""]
    word = word.lower()
    marked = word.endswith("!")
    kinds = _KINDS.get(word.removesuffix("!"), ())
    kind = next((kind for kind in kinds if len(names) == _CARDS.get(kind, 0) or (kind == ATTACK and names)), 0)
    if not kind or marked not in _MARKED.get(kind, (False,)):
        return None
    if kind == STOW and names == [UNKNOWN]:
        return STOW | ABILITY | HIDDEN_CARD << FIRST
    try:
        cards = [parse_card(name) for name in names]
    except CardError:
        return None
    for card in cards:
        if not pack >> card & 1:
            raise not_in_pack(pack, card)
    mark = ABILITY if marked else 0
    if kind != ATTACK:
        return move_of(kind, *cards) | mark
    move = attack_of(card_set(cards)) | mark
    twice = sorted(card for i, card in enumerate(cards) if card in cards[:i])
    for place, card in enumerate(twice):
        move |= card + 1 << FIRST + 54 + 6 * place
    return move


def written(move: Move) -> str:
    """The canonical text."""
    names: Sequence[str] = [card_name(card) for card in cards_of(move)]
    if move & KIND == STOW and not names:
        names = [UNKNOWN]
    return " ".join([_WORDS[move & KIND] + ("!" if move & ABILITY else ""), *names])
