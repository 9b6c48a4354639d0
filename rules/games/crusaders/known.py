"""Crusaders: what a player knows, what a look at a hand tells, and how the hidden cards may lie."""

from __future__ import annotations

from random import Random

from rules import hands
from rules.cards import Card, CardSet, cards_in
from rules.games.crusaders.position import (
    Position,
    can_hold,
    in_doubt,
    no_doubt_of,
    of_the_battle,
    reveal,
    settle,
    stowed_was,
)
from rules.ruling import MoveError
from rules.setup import CardList, known
from rules.texts import _


def view(position: Position, seat: int) -> Position:
    """The position as a player may know it.

    Personal decks are hidden, even one's own, but for a card one has put under it oneself. All know that a card was
    stowed, but not which one.
    """
    p = position.copy()
    if p.stower not in (-1, seat):
        card = p.decks[p.stower][-1]
        if card is not None and p.open[p.stower] >> card & 1:  # all know that it was there; none sees that it has gone
            p.hands = p.hands.copy()
            p.hands[p.stower] |= 1 << card
            p.hidden = p.hidden.copy()
            p.hidden[p.stower] -= 1
            p.loose &= ~(1 << card)
        p.doubt &= p.open[p.stower]
    hands.hide_hands(p, seat)
    decks = p.decks.copy()
    for owner, deck in enumerate(decks):
        if deck:
            own = deck[-1] if owner == seat == p.stower else None
            decks[owner] = (*[None] * (len(deck) - 1), own)
    p.decks = decks
    p.away = p.discard_hidden + sum(deck.count(None) for deck in decks)
    lying = p.discard | of_the_battle(p)
    for hand in p.hands:
        lying |= hand
    for deck in decks:
        lying |= known(deck)
    p.loose = p.pack & ~lying
    if p.stower >= 0:
        no_doubt_of(p, 0)
    settle(p)
    return p


def sample(position: Position, random: Random) -> Position:
    """One of the positions that fit, with every card in the hands and decks known."""
    p = position.copy()
    doubtful = in_doubt(p, p.stower) if p.stower >= 0 else 0
    if doubtful:
        others = p.hidden[p.stower] + 1
        chosen = int(random.random() * (doubtful.bit_count() + others))
        if chosen < doubtful.bit_count():
            stowed_was(p, list(cards_in(doubtful))[chosen])
    left = hands.deal_hidden(p, random)
    decks = p.decks.copy()
    for seat, deck in enumerate(decks):
        if None in deck:
            decks[seat] = tuple(left.pop() if card is None else card for card in deck)
    p.decks = decks
    p.away = p.discard_hidden
    p.loose = 0
    for card in left:
        p.loose |= 1 << card
    return p


def elsewhere(p: Position) -> list[tuple[str, CardSet]]:
    """Where cards are known to lie, beside the hands."""
    places = [(_("the middle"), of_the_battle(p)), (_("the discard"), p.discard)]
    for name, deck in zip(p.names, p.decks, strict=True):
        places.append((_("{player}'s personal deck").format(player=name), known(deck)))
    return places


def see_hand(p: Position, seat: int, cards: CardList) -> None:
    """Takes in a look at the whole hand. Raises MoveError, and changes nothing, if it cannot be true."""
    seen = known(cards)
    doubtful = in_doubt(p, seat)
    if not doubtful & ~seen:
        hands.see_hand(p, seat, cards, elsewhere(p), can_hold, reveal)
    else:  # either one of those not seen was stowed, or a hidden card
        other = p.copy()
        stowed_was(other, next(cards_in(doubtful & ~seen)))
        try:
            hands.see_hand(other, seat, cards, elsewhere(p))
        except MoveError:
            if p.hidden[seat] < 0:
                raise
            hands.see_hand(p, seat, cards, elsewhere(p))
        else:
            reveal(p, seat, seen & ~p.hands[seat])
    if doubtful:
        no_doubt_of(p, seen)


def where(p: Position, card: Card) -> tuple[str, int]:
    """Where a card is known to lie, ``middle``, ``discard``, ``hand`` or ``deck``, and of which seat; ``""``: nowhere."""
    if of_the_battle(p) >> card & 1:
        return "middle", 0
    if p.discard >> card & 1:
        return "discard", 0
    for seat, hand in enumerate(p.hands):
        if hand >> card & 1:
            return "hand", seat
        if card in p.decks[seat]:
            return "deck", seat
    return "", 0
