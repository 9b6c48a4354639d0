"""The deal of Ceraria (CE-1): where the headers of a record say that the cards are."""

from __future__ import annotations

from rules.cards import card_set
from rules.games.ceraria.position import CERARIA, HAND, Position
from rules.hands import settle, shuffled
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
    p.open = [0] * seats
    hands = setup.hands()
    if setup.random is not None:
        setup.check_nothing_but_a_seed()
        cards = shuffled(pack, setup.random)
        p.hands = [card_set(cards[HAND * seat : HAND * seat + HAND]) for seat in range(seats)]
        p.hidden = [0] * seats
        p.stock = tuple(cards[HAND * seats :])
        return
    if hands is None:
        for header in ("Stock", "Discard"):
            if header in setup.lists:
                raise RecordError(
                    setup.line(header),
                    _("{header}: where it is given the hands must be given, too").format(header=header),
                    _("add a Hand header for each player, with ?? for unknown cards"),
                )
        discard: CardList = ()
        hands = [(None,) * HAND] * seats
        p.stock = (None,) * (pack.bit_count() - HAND * seats)
    else:
        p.stock, discard = setup.stock_and_discard(pack, {CERARIA: _("the table")})
    p.hands = [known(hand) for hand in hands]
    p.hidden = [hand.count(None) for hand in hands]
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
    p.loose = pack & ~(p.discard | known(p.stock) | sum(p.hands))
    p.away = discard.count(None) + p.stock.count(None)
    settle(p)
