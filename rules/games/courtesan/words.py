"""The moves of The Courtesan in words: reading and writing them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rules.cards import UNKNOWN, Card, CardError, card_name, parse_card, suit_of
from rules.game import Game, no_move
from rules.games.courtesan.position import ANY, PASS, Move, Pair, Position, draw_of, drawn, pairs_of, taxis_of
from rules.ruling import MoveError, not_in_pack
from rules.texts import _

_ARROW = re.compile(r"\s*>\s*")
_CRASHES = {"ride": False, "crash": True}


def read(game: Game[Any], p: Position, text: str) -> Move:
    """The move that ``text`` is. Raises MoveError."""
    word, *pieces = _ARROW.sub(">", text).split() or [""]
    word = word.lower()
    try:
        if word == "draw":
            return draw_of(_in_pack(p, [parse_card(piece) for piece in pieces]))
        if word == "pass" and not pieces:
            return PASS
        if word in _CRASHES:
            return clockwise(p, p.turn, _taxis(word, pieces))
    except CardError:
        pass
    raise no_move(game, text)


def _taxis(word: str, pieces: Sequence[str]) -> list[Pair]:
    """The pairs after ``word``, which is ride or crash, and after the further such words. Raises CardError."""
    pairs: list[Pair] = []
    alone = True  # a word after which no pair has come yet
    for piece in pieces:
        taxi, arrow, target = piece.partition(">")
        if arrow:
            pairs.append((parse_card(taxi), parse_card(target), _CRASHES[word]))
            alone = False
        elif alone or piece.lower() not in _CRASHES:
            raise CardError(piece)
        else:
            word, alone = piece.lower(), True
    if alone:
        raise CardError(word)
    return pairs


def clockwise(p: Position, seat: int, pairs: Sequence[Pair]) -> Move:
    """CO-6: the move of ``seat`` with its rivals clockwise."""
    _in_pack(p, [card for taxi, target, _crash in pairs for card in (taxi, target)])

    def place(pair: Pair) -> tuple[int, bool, Card, Card]:
        taxi, target, crash = pair
        seats, suit = len(p.suits), suit_of(taxi)
        steps = (p.suits.index(suit) - seat) % seats if suit in p.suits else seats
        return steps, crash, taxi, target

    return taxis_of(sorted(pairs, key=place))


def _in_pack(p: Position, cards: list[Card]) -> list[Card]:
    """The same cards. Raises MoveError if one is not in the pack, or if they are more than the pack."""
    size = p.pack.bit_count()
    for card in cards:
        if not p.pack >> card & 1:
            raise not_in_pack(p.pack, card)
    if len(cards) > size:
        raise MoveError(
            _("wrong number of cards: {named} are named, the pack has {size}").format(named=len(cards), size=size),
            _("name each card once"),
        )
    return cards


def write(move: Move) -> str:
    """The canonical text."""
    if move == PASS:
        return "pass"
    if move < PASS:
        return " ".join(["draw", *(UNKNOWN if card == ANY else card_name(card) for card in drawn(move))])
    words: list[str] = []
    last = None
    for taxi, target, crash in pairs_of(move):
        if crash is not last:
            words.append("crash" if crash else "ride")
            last = crash
        words.append(f"{card_name(taxi)}>{card_name(target)}")
    return " ".join(words)
