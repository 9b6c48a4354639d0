"""Svoi Kozyri: what a look at a hand tells, and when what was seen cannot be true."""

from __future__ import annotations

from rules.cards import Card, CardSet, card_name, cards_in
from rules.games.svoi_kozyri_position import Position, can_hold, cards_of, reveal
from rules.hands import size
from rules.ruling import MoveError
from rules.setup import CardList
from rules.texts import _


def see_hand(p: Position, seat: int, cards: CardList) -> None:
    """The whole hand of ``seat``, None for cards not seen. Raises MoveError if that cannot be, perhaps half done."""
    for card in cards_in(_checked(p, seat, cards)):
        if not can_hold(p, seat, card):  # because of one that was seen beside it
            raise MoveError(*_elsewhere(p, seat, card))
        if not p.hands[seat] >> card & 1:
            reveal(p, seat, 1 << card)


def _checked(p: Position, seat: int, cards: CardList) -> CardSet:
    """The named cards of a hand that was seen, as a set. Raises MoveError if it cannot be this hand."""
    if len(cards) != size(p, seat):
        raise MoveError(
            _("wrong number of cards: {seen} seen, but the hand has {size}").format(
                seen=len(cards), size=size(p, seat)
            ),
            _("name them all, with ?? for those that were not seen"),
        )
    seen = 0
    for card in cards:
        if card is None:
            continue
        if not p.pack >> card & 1:
            raise MoveError(*not_in_pack(p, card))
        if seen >> card & 1:
            raise MoveError(
                _("the card {card} is named twice").format(card=card_name(card)), _("the pack has it only once")
            )
        if not can_hold(p, seat, card):
            raise MoveError(*_elsewhere(p, seat, card))
        seen |= 1 << card
    unnamed = p.hands[seat] & ~seen
    if unnamed.bit_count() > cards.count(None):
        raise MoveError(
            _(
                "{cards} must be in {player}'s hand, too: known from the deal, shown there, or taken from the pile"
            ).format(cards=" ".join(map(card_name, cards_in(unnamed))), player=p.names[seat]),
            _("look at the hand again, or correct an earlier line"),
        )
    return seen


def not_in_pack(p: Position, card: Card) -> tuple[str, str]:
    """Problem and remedy for a card that is not in the pack."""
    return (
        _("the card {card} is not in the pack of {size}").format(card=card_name(card), size=p.pack.bit_count()),
        _("look again which card it is"),
    )


def _elsewhere(p: Position, seat: int, card: Card) -> tuple[str, str]:
    """Problem and remedy for a card seen in the hand of ``seat``, where it cannot be."""
    name, player = card_name(card), p.names[seat]
    other = next((p.names[who] for who, hand in enumerate(p.hands) if hand >> card & 1), None)
    if card in cards_of(p.pile):
        problem = _("the card {card} is in two places, {player}'s hand and the pile").format(card=name, player=player)
    elif other is not None:
        problem = _("the card {card} is in two places, {player}'s hand and {other}'s hand").format(
            card=name, player=player, other=other
        )
    else:
        problem = _("the card {card} cannot be in {player}'s hand: all its cards are known").format(
            card=name, player=player
        )
    return problem, _("look again which card it is, or correct an earlier line")
