"""The Courtesan: which rules a refused move breaks, the cards that show it, and what to do instead."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import Card, CardSet, suit_of
from rules.games.courtesan import rules as why
from rules.games.courtesan.position import (
    ACE,
    ANY,
    DRAW,
    PASS,
    Move,
    Position,
    brings,
    draw_of,
    drawn,
    named,
    over,
    pairs_of,
)
from rules.ruling import Fact


def broken(p: Position, move: Move) -> tuple[Fact, ...]:
    """Every rule that ``move`` breaks, the most specific first."""
    if over(p):
        return (Fact("CO-9", why.OVER),)
    if move < PASS:
        return _draw(p, drawn(move))
    if move > PASS:
        return _taxis(p, move)
    if p.last:
        return ()
    return (Fact("CO-8", why.NO_PASSING_AT_THE_START if p.due else why.NO_PASSING),)


# -- CO-4: drawing ---------------------------------------------------------------------------------------------------


def _draw(p: Position, cards: list[Card]) -> tuple[Fact, ...]:
    """CO-4, CO-9: the first thing that is wrong with these cards."""
    if not p.stock:
        return (Fact("CO-9", why.STOCK_IS_EMPTY),)
    if not cards:
        return (Fact("CO-4", why.NO_CARDS),)
    extra, before = p.roles[p.turn].extra, 0
    waiting: list[Card] = []  # the cards that have brought cards which are still to come
    for number, card in enumerate(cards):
        if number:
            if not waiting:
                return (_too_many(p, cards[number - 1], card),)
            waiting.pop()
        if number == len(p.stock):
            return (Fact("CO-4", why.STOCK_RAN_OUT, (cards[number - 1], card)),)
        there = p.stock[number]
        if there is None:
            if not p.loose & ~before & 1 << card:
                return (_elsewhere(p, card, before),)
        elif there != card:
            return (Fact("CO-4", why.NEXT_IS, (card, there)),)
        before |= 1 << card
        if extra >> card & 1:
            waiting += [card] * brings(card)
    if not waiting or len(cards) == len(p.stock):
        return ()
    return tuple(_forgotten(card, waiting.count(card)) for card in dict.fromkeys(waiting))


def _forgotten(card: Card, missing: int) -> Fact:
    if card >= ACE:
        return Fact("CO-4", why.ACE_FORGOTTEN, (card,))
    return Fact("CO-4", why.QUEEN_FORGOTTEN_TWO if missing > 1 else why.QUEEN_FORGOTTEN_ONE, (card,))


def _too_many(p: Position, last: Card, card: Card) -> Fact:
    own, foreign, *_ = p.roles[p.turn]
    text = (
        why.TOO_MANY_AFTER_CLIENT
        if own >> last & 1
        else why.TOO_MANY_AFTER_TAXI
        if foreign >> last & 1
        else why.TOO_MANY_AFTER_PASSER_BY
    )
    return Fact("CO-4", text, (last, card))


def _elsewhere(p: Position, card: Card, before: CardSet) -> Fact:
    """Why a card cannot be the next of the stock."""
    if before >> card & 1:
        return Fact("CO-4", why.TWICE, (card,))
    if p.queens >> card & 1:
        return Fact("CO-4", why.IS_A_QUEEN, (card,), who=p.suits.index(suit_of(card)))
    for who, laid in enumerate(p.laid):
        if laid >> card & 1:
            return Fact("CO-4", why.IS_A_CLIENT if p.roles[who].own >> card & 1 else why.IS_A_TAXI, (card,), who=who)
    return Fact("CO-4", why.IS_DISCARDED if p.out >> card & 1 else why.IS_DEEPER, (card,))


# -- CO-5 to CO-7: using taxis ---------------------------------------------------------------------------------------


def _taxis(p: Position, move: Move) -> tuple[Fact, ...]:
    facts = [Fact("CO-2", why.NO_TAXIS_YET)] if p.due else []
    sent: dict[int, Card] = {}  # suit -> the taxi of it
    for taxi, target, crash in pairs_of(move):
        facts += _taxi(p, taxi, target, crash)
        suit = suit_of(taxi)
        if suit not in sent:
            sent[suit] = taxi
        elif sent[suit] == taxi:
            facts.append(Fact("CO-6", why.SAME_TAXI_TWICE, (taxi,)))
        elif p.roles[p.turn].foreign >> taxi & 1:
            facts.append(Fact("CO-6", why.TWO_AT_ONE, (sent[suit], taxi), who=p.suits.index(suit)))
    return tuple(facts)


def _taxi(p: Position, taxi: Card, target: Card, crash: bool) -> list[Fact]:
    """CO-5, CO-7: what is wrong with one taxi and its target."""
    own, foreign, *_ = p.roles[p.turn]
    suit = p.suits[p.turn]
    if own >> taxi & 1:
        return [Fact("CO-5", why.CLIENT_IS_NO_TAXI, (taxi,), suit=suit)]
    facts = [] if p.laid[p.turn] >> taxi & 1 else [_no_such_taxi(p, taxi)]
    if not foreign >> taxi & 1:
        return facts
    who = p.suits.index(suit_of(taxi))
    there, client = p.laid[who] >> target & 1, p.roles[who].own >> target & 1
    text = ""
    if not crash:
        text = "" if there and client else why.RIDE_AT_TAXI if there else why.RIDE_NEEDS_CLIENT
    elif there and client:
        text = why.CRASH_AT_CLIENT
    elif not own >> target & 1:
        text = why.CRASH_OTHER_SUIT
    elif not there:
        text = why.CRASH_NEEDS_TAXI
    if text:
        facts.append(Fact("CO-5", text, (taxi, target), who=who, suit=suit))
    threats = p.laid[who] & own
    if p.taxis_first and not crash and threats:
        facts.append(Fact("CO-7", why.CRASH_IS_DUE, (taxi, threats.bit_length() - 1), who=who))
    return facts


def _no_such_taxi(p: Position, taxi: Card) -> Fact:
    for who, laid in enumerate(p.laid):
        if laid >> taxi & 1:
            return Fact("CO-5", why.TAXI_OF_ANOTHER, (taxi,), who=who)
    return Fact("CO-5", why.NO_SUCH_TAXI, (taxi,))


# -- what to do instead ----------------------------------------------------------------------------------------------


def remedy(p: Position, move: Move, legal: Sequence[Move]) -> Move | None:
    """Taxis near those that were refused; else the draw, with ``??`` for what is not known, or pass."""
    if not legal:
        return None
    if move > PASS:
        near = max(legal, key=lambda other: _likeness(move, other))
        if _likeness(move, near) > 0:
            return near
    return legal[0] if legal[0] != DRAW else _left_open(p, drawn(move) if move < PASS else [])


def _likeness(move: Move, other: Move) -> int:
    """How near another move is: the cards in common, less those it adds."""
    if other <= PASS:
        return 0
    mine, theirs = named(move), named(other)
    return 8 * (mine & theirs).bit_count() - (theirs & ~mine).bit_count()


def _left_open(p: Position, cards: Sequence[Card]) -> Move:
    """A draw that begins as ``cards`` do, as far as that is possible, with ``??`` for what is not known."""
    extra, loose = p.roles[p.turn].extra, p.loose
    chain: list[Card] = []
    left, alike = 1, True
    for number, card in enumerate(p.stock):
        if card is None:
            card = cards[number] if alike and number < len(cards) else ANY
            if not loose >> card & 1:
                card = ANY
        alike = alike and number < len(cards) and card == cards[number]
        loose &= ~(1 << card)
        chain.append(card)
        left += brings(card) - 1 if extra >> card & 1 else -1
        if not left:
            break
    return draw_of(chain)
