"""Ceraria: why a move is against the rules. Each sentence stands in ``rules``."""

from __future__ import annotations

from collections.abc import Sequence

from rules import hands
from rules.cards import Card, CardSet, card_set, suit_of
from rules.games.ceraria import rules as why
from rules.games.ceraria.position import (
    BEATEN_BY,
    CERARIA,
    TAKE,
    TOGETHER,
    Move,
    Position,
    ally,
    answers_in,
    cards_of,
)
from rules.hands import can_hold, size
from rules.ruling import Fact


def broken(p: Position, move: Move) -> tuple[Fact, ...]:
    """Every rule the move surely breaks, the most specific first."""
    return _of_an_answer(p, move) if p.attack else _of_an_attack(p, move)


def _of_an_attack(p: Position, move: Move) -> tuple[Fact, ...]:
    """CE-6."""
    if move == TAKE:
        return (Fact("CE-6", why.NOTHING_TO_TAKE),)
    seat = p.turn
    if move < 64:  # one card
        hand = p.hands[seat]
        return () if hand >> move & 1 else tuple(not_in_hand(p, seat, (move,), "CE-6"))
    cards = cards_of(move)
    facts = not_in_hand(p, seat, cards, "CE-6")
    if not move & TOGETHER:
        return (Fact("CE-6", why.NO_ATTACK_YET), *facts)
    first, second = cards
    if first >> 2 != second >> 2:
        facts.append(Fact("CE-6", why.OTHER_STRENGTH, cards))
    elif suit_of(first) != ally(suit_of(second)) and first != second:
        facts.append(Fact("CE-6", why.NO_ALLIES, cards))
    defender = (seat + 1) % len(p.hands)
    if size(p, defender) < 2:
        facts.append(Fact("CE-6", why.TOO_MANY, cards, who=defender))
    return tuple(facts)


def _of_an_answer(p: Position, move: Move) -> tuple[Fact, ...]:
    """CE-7, CE-8."""
    if move == TAKE:
        return ()
    attack, seat = p.attack, p.turn
    if move < 64 and len(attack) == 1 and p.hands[seat] >> move & 1:  # the most common answer
        return () if p.table.alone[attack[0]] >> move & 1 else tuple(of_one_answer(p, attack[0], move, None))
    facts = not_in_hand(p, seat, cards_of(move), "CE-7")
    if move & TOGETHER:
        return (Fact("CE-7", why.NO_ANSWERS), *_wrong_number(attack), *facts)
    answers = answers_in(move)
    if len(answers) != len(attack):
        facts = _wrong_number(attack) + facts
        for card, support in answers:
            if support is not None and suit_of(support) != ally(suit_of(card)):
                facts.append(Fact("CE-8", why.NOT_ALLIED, (card, support)))
        return tuple(facts)
    for attacking, (card, support) in zip(attack, answers, strict=True):
        facts += of_one_answer(p, attacking, card, support)
    return tuple(facts)


def of_one_answer(p: Position, attacking: Card, card: Card, support: Card | None) -> list[Fact]:
    """CE-7, CE-8: why ``card`` with its support does not beat ``attacking``."""
    if p.table.alone[attacking] >> card & 1:
        return [] if support is None else [Fact("CE-8", why.NOT_NEEDED, (card, support, attacking))]
    allied = support is None or suit_of(support) == ally(suit_of(card))
    facts = [] if allied or support is None else [Fact("CE-8", why.NOT_ALLIED, (card, support))]
    if p.table.weak[attacking] >> card & 1:
        if support is None:
            facts.append(Fact("CE-7", why.TOO_WEAK, (card, attacking)))
        elif allied and not p.table.supports[attacking][card] >> support & 1:
            facts.append(Fact("CE-8", why.NOT_ENOUGH, (card, support, attacking)))
    elif card != attacking:  # which has been said: it is not in the hand
        text = _why_wrong_suit(suit_of(card), suit_of(attacking))
        facts.append(Fact("CE-7", text, (card, attacking), suit=BEATEN_BY[suit_of(attacking)]))
    return facts


def _why_wrong_suit(suit: int, attacking: int) -> str:
    if suit == attacking:
        return why.SAME_SUIT
    return why.ALLIED if suit == ally(attacking) else why.BACKWARDS


def _wrong_number(attack: Sequence[Card]) -> list[Fact]:
    text = why.ONE_ATTACKING if len(attack) == 1 else why.TWO_ATTACKING
    return [Fact("CE-7", text, tuple(attack))]


def not_in_hand(p: Position, seat: int, cards: Sequence[Card], rule: str) -> list[Fact]:
    """The cards of a move that are not, or cannot be, in the hand."""
    facts = []
    fitting: CardSet = 0
    for place, card in enumerate(cards):
        if card in cards[:place]:
            facts.append(Fact(rule, why.TWICE, (card,)))
        elif not can_hold(p, seat, 1 << card):
            facts.append(_where_it_is(p, seat, card, rule))
        elif can_hold(p, seat, fitting | 1 << card):
            fitting |= 1 << card
        else:
            facts.append(Fact(rule, why.NOT_TOGETHER, (card,)))
    return facts


def _where_it_is(p: Position, seat: int, card: Card, rule: str) -> Fact:
    if card == CERARIA:
        return Fact(rule, why.IS_CERARIA, (card,))
    if card_set(p.attack) >> card & 1:
        return Fact(rule, why.ON_THE_TABLE, (card,))
    if p.discard >> card & 1:
        return Fact(rule, why.IN_THE_DISCARD, (card,))
    return hands.not_in_hand(p, seat, card, rule)
