"""The deal of Cuckoo (CK-1 to CK-4, CK-13): the position that the headers of a record describe."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import Card
from rules.games.cuckoo.position import HIDDEN, NO_CARD, NOBODY, OVER, CuckooPosition, clockwise, settle
from rules.hands import shuffled
from rules.record import RecordError
from rules.setup import Setup, known
from rules.texts import _


def deal(setup: Setup) -> CuckooPosition:
    """The position that the headers of a record describe. Raises RecordError."""
    p = CuckooPosition()
    p.names = setup.players
    p.pack = setup.cards
    p.blocks = setup.options["stock_king"] == "blocks"
    p.fined = setup.options["penalty"] == "life"
    p.lives = _lives(setup)
    p.order = _order(setup, p.lives)
    seats, number = len(p.names), len(p.order)
    p.held = [seat if lives else NO_CARD for seat, lives in enumerate(p.lives)]
    p.seen = [1 << seat for seat in range(seats)] + [0]
    if setup.random is not None:
        setup.check_nothing_but_a_seed()
        dealt = shuffled(p.pack, setup.random)
        p.cards = [NO_CARD] * seats + [dealt[number]]
        for seat, card in zip(p.order, dealt, strict=False):
            p.cards[seat] = card
        p.rest = tuple(dealt[number + 1 :])
    else:
        stock = _stock(setup, number)
        p.cards = [*_hands(setup, p.lives), stock[0]]
        p.rest = stock[1:]
        p.loose = p.pack & ~known(card for cards in setup.lists.values() for card in cards)
        settle(p)
    p.turn = p.order[0]
    if number == 1:
        p.phase, p.result = OVER, NOBODY
    return p


def _lives(setup: Setup) -> tuple[int, ...]:
    """CK-3: how many lives each seat begins the round with."""
    given = setup.numbers.get("Lives")
    if given is None:
        return (int(setup.options["lives"]),) * len(setup.players)
    if not any(given):
        raise RecordError(
            setup.line("Lives"), _("Lives: no player is left in"), _("give a life to one player at least")
        )
    for player, number in zip(setup.players, given, strict=True):
        if number > 9:
            raise RecordError(
                setup.line("Lives"),
                _("Lives: {player} cannot have {number}").format(player=player, number=number),
                _("nobody has more than 9"),
            )
    return tuple(map(int, given))


def _order(setup: Setup, lives: Sequence[int]) -> tuple[int, ...]:
    """CK-4: the seats still in, from the dealer's left to the dealer."""
    dealer = setup.seats.get("Dealer")
    if dealer is not None and not lives[dealer]:
        raise RecordError(
            setup.line("Dealer"),
            _("Dealer: {player} has no life left and does not deal").format(player=setup.players[dealer]),
            _("name the next player clockwise still in"),
        )
    last = len(lives) - 1 if dealer is None else dealer
    return tuple(seat for seat in clockwise(last, len(lives)) if lives[seat])


def _hands(setup: Setup, lives: Sequence[int]) -> list[Card]:
    """CK-1: the card of each seat, as far as the headers give it."""
    cards = []
    for player, left in zip(setup.players, lives, strict=True):
        name = f"Hand:{player}"
        hand = setup.lists.get(name, (None,) if left else ())
        if len(hand) != (1 if left else 0):
            raise RecordError(
                setup.line(name),
                _("{header}: wrong number of cards, {number}").format(header=name, number=len(hand)),
                _("everybody who is in has one card") if left else _("a player with no life left has no card"),
            )
        cards.append(NO_CARD if not hand else HIDDEN if hand[0] is None else hand[0])
    return cards


def _stock(setup: Setup, players: int) -> tuple[Card, ...]:
    """CK-13: all cards that were not dealt, the top first."""
    size = setup.pack - players
    stock = setup.lists.get("Stock", (None,) * size)
    if len(stock) != size:
        raise RecordError(
            setup.line("Stock"),
            _("Stock: wrong number of cards, {number}; one card each leaves {size} of the pack").format(
                number=len(stock), size=size
            ),
            _("write ?? for unknown cards, or leave the Stock out"),
        )
    return tuple(HIDDEN if card is None else card for card in stock)
