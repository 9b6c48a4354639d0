"""Cuckoo: why a move is refused, which claims turn out to be false, and when a card that was seen cannot be there."""

from __future__ import annotations

from rules.cards import Card, CardSet, card_name
from rules.games.cuckoo import rules as why
from rules.games.cuckoo.position import (
    ASKED,
    BLOCK,
    BLOCKED,
    DRAW,
    DRAWING,
    DREW,
    GAVE,
    GIVE,
    NO_CARD,
    SHOW,
    SHOWDOWN,
    STAY,
    TRADE,
    TRADED,
    TURN,
    Claim,
    CuckooPosition,
    Move,
    cards_of_draw,
    claim_of,
    disproved,
    is_king_card,
)
from rules.ruling import Fact, MoveError, not_in_pack
from rules.setup import CardList
from rules.texts import _

_DUE = (
    ("CK-5", why.STAY_OR_TRADE),
    ("CK-6", why.GIVE_OR_BLOCK),
    ("CK-8", why.DRAW_IS_DUE),
    ("CK-11", why.SHOW_IS_DUE),
    ("CK-11", why.ROUND_IS_OVER),
)
"""What a move of another moment breaks, by phase."""

CLAIM: dict[Move, int] = {TRADE: TRADED, GIVE: GAVE, BLOCK: BLOCKED}
"""What a move claims of the card in front of the player."""
_FALSE = {
    TRADED: ("CK-7", why.TRADE_KING, why.TRADE_SURE_KING),
    GAVE: ("CK-6", why.GIVE_KING, why.GIVE_SURE_KING),
    BLOCKED: ("CK-6", why.BLOCK_NO_KING, why.BLOCK_SURELY_NO_KING),
    DREW: ("CK-9", why.DRAW_KING, why.DRAW_SURE_KING),
}
"""What a false claim breaks: the rule, the sentence if the card is known, and if only counting tells."""
_FOUND_FALSE = {
    TRADED: ("CK-7", why.TRADED_KING, why.TRADED_SURE_KING),
    GAVE: ("CK-6", why.GAVE_KING, why.GAVE_SURE_KING),
    BLOCKED: ("CK-6", why.BLOCKED_NO_KING, why.BLOCKED_SURELY_NO_KING),
    DREW: ("CK-9", why.DREW_KING, why.DREW_SURE_KING),
}


def broken(p: CuckooPosition, move: Move) -> tuple[Fact, ...]:
    """Every rule that a move surely breaks, the most specific first."""
    phase, seat = p.phase, p.turn
    if phase == TURN and move == STAY:
        return ()
    if (phase == TURN and move == TRADE) or (phase == ASKED and GIVE <= move <= BLOCK):
        fact = _fact(p, claim_of(CLAIM[move], p.held[seat], seat), _FALSE)
        return () if fact is None else (fact,)
    if phase == DRAWING and move & DRAW:
        return _broken_by_draw(p, *cards_of_draw(move))
    if phase == SHOWDOWN and move & SHOW:
        return _another_card(p, p.held[seat], move & 63, "CK-11", why.SHOWN_OTHER)
    rule, text = _DUE[phase]
    return (Fact(rule, text, (), p.order[p.at] if phase == ASKED else 0),)


def found_false(p: CuckooPosition, claim: Claim) -> Fact | None:
    """The evidence against an earlier claim."""
    return _fact(p, claim, _FOUND_FALSE)


def _fact(
    p: CuckooPosition, claim: Claim, texts: dict[int, tuple[str, str, str]], elsewhere: CardSet = 0
) -> Fact | None:
    """What is known against a claim. ``elsewhere``: loose cards that are not in its slot."""
    if not disproved(p, claim, elsewhere):
        return None
    rule, known_card, counted = texts[claim & 3]
    card = p.cards[claim >> 2 & 31]
    return Fact(rule, known_card, (card,)) if card >= 0 else Fact(rule, counted)


def _broken_by_draw(p: CuckooPosition, drawn: Card, old: Card) -> tuple[Fact, ...]:
    """CK-9, CK-8: what is wrong with a draw."""
    facts: list[Fact] = []
    top = len(p.names)
    if p.blocks and drawn < 0:
        fact = _fact(p, claim_of(DREW, top, p.turn), _FALSE, 1 << old if old >= 0 else 0)
        facts += [] if fact is None else [fact]
    elif p.blocks and old >= 0 and is_king_card(drawn):
        facts.append(Fact("CK-9", why.KING_FOR, (drawn, old)))
    if drawn >= 0:
        facts += _another_card(p, top, drawn, "CK-8", why.DRAWN_OTHER)
    if old >= 0:
        facts += _another_card(p, p.held[p.turn], old, "CK-8", why.OLD_OTHER)
        if old == drawn and p.loose >> old & 1:
            facts.append(Fact("CK-8", why.TWICE, (old,)))
    return tuple(facts)


def seen(p: CuckooPosition, seat: int, cards: CardList) -> Card | None:
    """The card of a hand that was looked at, None if it was not seen. Raises MoveError if it cannot be that one."""
    slot, player = p.held[seat], p.names[seat]
    if len(cards) != (slot != NO_CARD):
        raise MoveError(
            _("wrong number of cards: {seen} seen, but the hand has {size}").format(
                seen=len(cards), size=int(slot != NO_CARD)
            ),
            _("everybody who is in has one card, ?? if it was not seen"),
        )
    card = cards[0] if cards else None
    if card is None or card == p.cards[slot]:
        return card
    name = card_name(card)
    if not p.pack >> card & 1:
        raise not_in_pack(p.pack, card)
    if not p.loose >> card & 1:
        raise MoveError(_two_places(p, seat, card), _("look again which card it is, or correct an earlier line"))
    if p.cards[slot] >= 0:
        raise MoveError(
            _("{player} cannot hold the {card}: that card is known to be the {other}").format(
                player=player, card=name, other=card_name(p.cards[slot])
            ),
            _("look again which card it is, or correct an earlier line"),
        )
    return card


def _another_card(p: CuckooPosition, slot: int, card: Card, rule: str, other: str) -> tuple[Fact, ...]:
    """That the card in a slot is not the one a move names: ``other`` says so if it is known which one it is."""
    in_slot = p.cards[slot]
    if in_slot == card:
        return ()
    if in_slot >= 0:
        return (Fact(rule, other, (card, in_slot)),)
    if p.loose >> card & 1:
        return ()
    seat = _in_front_of(p, card)
    if seat is not None:
        return (Fact(rule, why.IN_A_HAND, (card,), seat),)
    discarded = p.discard != NO_CARD and p.cards[p.discard] == card
    return (Fact(rule, why.IN_THE_DISCARD if discarded else why.IN_THE_STOCK, (card,)),)


def _in_front_of(p: CuckooPosition, card: Card) -> int | None:
    """The seat in front of which a card is known to lie."""
    return next((seat for seat, slot in enumerate(p.held) if slot != NO_CARD and p.cards[slot] == card), None)


def _two_places(p: CuckooPosition, seat: int, card: Card) -> str:
    """That a card seen in the hand of ``seat`` is known to lie elsewhere."""
    name, player, other = card_name(card), p.names[seat], _in_front_of(p, card)
    if other is not None:
        return _("the card {card} is in two places, {player}'s hand and {other}'s hand").format(
            card=name, player=player, other=p.names[other]
        )
    if p.discard != NO_CARD and p.cards[p.discard] == card:
        return _("the card {card} is in two places, {player}'s hand and the discard").format(card=name, player=player)
    return _("the card {card} is in two places, {player}'s hand and the stock").format(card=name, player=player)
