"""Svoi Kozyri: which rules a refused move breaks, the cards that show it, and what to play instead; late rulings."""

from __future__ import annotations

from typing import NamedTuple

from rules.cards import Card, CardSet, cards_in, suit_of
from rules.games.svoi_kozyri import rules as why
from rules.games.svoi_kozyri.position import (
    ANY_SECOND,
    BEATS,
    CONCEDE,
    TAKE,
    Move,
    Position,
    beating,
    can_hold,
    cards_of,
    cards_of_move,
    hidden_surely_has_one_of,
    move_of,
    surely_holds_one_of,
)
from rules.hands import size
from rules.ruling import Fact


class Claim(NamedTuple):
    """A ``take`` with take=forced by a player with hidden cards: that no card in the hand beat ``top``."""

    seat: int
    top: Card
    revealed: CardSet  # the seat's, at that time


def broken(p: Position, move: Move) -> tuple[Fact, ...]:
    """Every rule the move surely breaks, the most specific first; () if it stands, as far as anyone can see."""
    seat = p.turn
    if move == CONCEDE:
        if not p.last:
            return (Fact("SK-14", why.NOTHING_TO_CONCEDE if len(p.hands) == 2 else why.OTHERS_ARE_IN),)
        return () if p.hidden[seat] else (_last_answer(p),)
    if move == TAKE:
        return _taking(p, seat)
    first, second = cards_of_move(move)
    facts = []
    if not p.pile:
        if second >= 0:
            facts.append(Fact("SK-7", why.ONE_CARD_STARTS))
        return (*facts, *not_in_hand(p, seat, first, second))
    facts += not_in_hand(p, seat, first, second)
    top = (p.pile & 63) - 1
    if not beating(p, seat) >> first & 1:
        if first != top:
            facts.append(_does_not_beat(p, seat, first, top))
    elif second < 0 and size(p, seat) > 1:
        facts.append(Fact("SK-9", why.SECOND_CARD_MISSING_TOO if facts else why.SECOND_CARD_MISSING, (first,)))
    return tuple(facts)


def disproved(p: Position, claim: Claim) -> Fact | None:
    """SK-11: what is now known against an earlier claim that no card in a hand beat the top card."""
    beat = BEATS[p.trumps[claim.seat]][claim.top]
    since = p.revealed[claim.seat] & ~claim.revealed & beat
    if since:
        text = why.HELD_A_BEATING_CARD if since.bit_count() == 1 else why.HELD_BEATING_CARDS
        return Fact("SK-11", text, (claim.top, *cards_in(since)))
    if hidden_surely_has_one_of(p, claim.seat, beat):
        return Fact("SK-11", why.HELD_ONE_OF, (claim.top, *cards_in(p.loose & beat)))
    return None


def _taking(p: Position, seat: int) -> tuple[Fact, ...]:
    """SK-7, SK-14, SK-11: what a ``take`` breaks."""
    if not p.pile:
        return (Fact("SK-7", why.NO_PILE),)
    facts = [_last_answer(p)] if p.last else []
    if p.forced and surely_holds_one_of(p, seat, beating(p, seat)):
        facts.append(_able(p, seat, (p.pile & 63) - 1))
    return tuple(facts)


def _able(p: Position, seat: int, top: Card) -> Fact:
    """SK-11: that the hand has a card which beats ``top``, and how it is known if the deal alone tells it."""
    card = next(cards_in(p.hands[seat] & beating(p, seat)), None)
    if card is None:
        return Fact("SK-11", why.MUST_BE_ABLE, (top,))
    if p.given >> card & 1 and suit_of(card) == p.trumps[seat]:
        return Fact("SK-11", why.CAN_BEAT_LOWEST, (top, card))
    if p.twins and p.revealed[seat] >> card & 1:
        return Fact("SK-11", why.CAN_BEAT_MIRROR, (top, card, p.twins[card]), who=1 - seat)
    return Fact("SK-11", why.CAN_BEAT, (top, card))


def _last_answer(p: Position) -> Fact:
    """SK-14: what is due instead of taking or conceding."""
    hand, top = p.hands[p.turn], (p.pile & 63) - 1
    if hand:
        return Fact("SK-14", why.PLAY_THE_LAST, (next(cards_in(hand)), top))
    return Fact("SK-14", why.PLAY_OR_CONCEDE, (top,))


def not_in_hand(p: Position, seat: int, first: Card, second: Card) -> list[Fact]:
    """SK-8: the cards of a move that are not, or cannot be, in the hand."""
    facts = []
    if not can_hold(p, seat, 1 << first):
        facts.append(_where_it_is(p, seat, first))
    if second == first:
        facts.append(Fact("SK-8", why.TWICE, (first,)))
    elif second >= 0 and not can_hold(p, seat, 1 << second):
        facts.append(_where_it_is(p, seat, second))
    elif second >= 0 and not facts and not can_hold(p, seat, 1 << first | 1 << second):
        text = why.TWINS if p.twins.get(second) == first else why.ONE_LEFT if size(p, seat) == 1 else why.ONE_UNKNOWN
        facts.append(Fact("SK-8", text, (second, first)))
    return facts


def _where_it_is(p: Position, seat: int, card: Card) -> Fact:
    if card in cards_of(p.pile):
        return Fact("SK-8", why.IN_THE_PILE, (card,))
    for who, hand in enumerate(p.hands):
        if not hand >> card & 1:
            continue
        if p.given >> card & 1 and suit_of(card) == p.trumps[who]:
            return Fact("SK-8", why.IN_A_HAND_LOWEST, (card,), who=who)
        if p.twins and p.revealed[who] >> card & 1:
            return Fact("SK-8", why.IN_A_HAND_MIRROR, (card, p.twins[card]), who=who)
        return Fact("SK-8", why.IN_A_HAND, (card,), who=who)
    return Fact("SK-8", why.NOT_AMONG, (card,))


def _does_not_beat(p: Position, seat: int, card: Card, top: Card) -> Fact:
    """SK-8: why ``card`` does not beat ``top``."""
    trump = p.trumps[seat]
    if suit_of(card) == suit_of(top):
        return Fact("SK-8", why.LOWER, (card, top))
    if suit_of(top) == trump:
        return Fact("SK-8", why.OWN_TRUMP_ON_TOP, (card, top))
    if suit_of(card) in p.trumps:
        return Fact("SK-8", why.TRUMP_OF_ANOTHER, (card, top), who=p.trumps.index(suit_of(card)), suit=trump)
    return Fact("SK-8", why.OTHER_SUIT, (card, top), suit=trump)


def instead(p: Position, move: Move, moves: list[Move] | None) -> Move | None:
    """Near ``move``, one of the legal ``moves``."""
    if moves is None:
        return _instead_with_hidden_cards(p, move)
    if move >= TAKE:
        return moves[0] if moves else None
    first, second = cards_of_move(move)

    def distance(candidate: Move) -> int:
        """The same beating card; the same cards the other way round; one of the cards; taking; anything."""
        if candidate >= TAKE:
            return 3
        beat, then = cards_of_move(candidate)
        if beat == first:
            return 0
        if second < 0:
            return 4
        return 1 if (beat, then) == (second, first) else 2 if second in (beat, then) else 4

    return min(moves, key=distance, default=None)


def _instead_with_hidden_cards(p: Position, move: Move) -> Move | None:
    """Near ``move``, and legal for all that is known of a hand with hidden cards; at least it could be legal."""
    seat, hand = p.turn, p.hands[p.turn]
    beat = beating(p, seat) if p.pile else p.pack
    cards = () if move >= TAKE else cards_of_move(move)
    named = [card for card in cards if card >= 0 and can_hold(p, seat, 1 << card)]
    first = next((card for card in named if beat >> card & 1), None)
    if first is not None and (not p.pile or size(p, seat) == 1):
        return move_of(first)
    if first is not None:
        others = [card for card in named if card != first and can_hold(p, seat, 1 << first | 1 << card)]
        return move_of(first, others[0] if others else ANY_SECOND)
    if p.last:
        return CONCEDE
    if not p.pile:
        return next((move_of(card) for card in cards_in(hand)), None)
    if not (p.forced and surely_holds_one_of(p, seat, beat)):
        return TAKE
    return next((move_of(card, ANY_SECOND) for card in cards_in(hand & beat)), None)
