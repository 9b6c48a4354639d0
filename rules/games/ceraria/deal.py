"""The deal of Ceraria (CE-1): where the headers of a record say that the cards are."""

from __future__ import annotations

from rules.games.ceraria.position import CERARIA, HAND, Position
from rules.hands import deal_hands, place_hands
from rules.record import RecordError
from rules.setup import CardList, Setup, known
from rules.texts import _


def place_cards(p: Position, setup: Setup) -> None:
    """Puts the cards where the headers say: as given, dealt at random, or a fresh deal with nothing seen yet."""
    seats = len(p.names)
    pack = p.pack & ~(1 << CERARIA)
    if pack.bit_count() < HAND * seats:
        raise RecordError(
            setup.line("Pack"),
            _("Pack: {size} cards are too few for {number} players, who get five each").format(
                size=setup.pack, number=seats
            ),
            _("take a larger pack, or fewer players"),
        )
    hands = setup.hands()
    if setup.random is not None:
        setup.check_nothing_but_a_seed()
        p.stock = deal_hands(p, pack, HAND, setup.random)
        return
    if hands is None:
        setup.check_not_without_hands("Stock", "Discard")
        discard: CardList = ()
        hands = [(None,) * HAND] * seats
        p.stock = (None,) * (pack.bit_count() - HAND * seats)
    else:
        p.stock, discard = setup.stock_and_discard(pack, {CERARIA: _("the table")})
    p.discard = known(discard)
    for name, hand in zip(p.names, hands, strict=True):
        if not hand and p.stock:
            raise RecordError(
                setup.line(f"Hand:{name}"),
                _("Hand:{player}: wrong number of cards, none, while there is a stock to draw from (CE-11)").format(
                    player=name
                ),
                _('name the cards of the hand, or write [Stock ""] if there is no stock'),
            )
    place_hands(p, pack, hands, (p.stock, discard))
