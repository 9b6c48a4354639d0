"""The set-up of The Courtesan: the position that the headers of a record describe."""

from __future__ import annotations

from rules.cards import Card, card_name
from rules.games.courtesan.position import QUEEN, Position, settle
from rules.record import RecordError
from rules.setup import Setup, known
from rules.texts import _

NO_LIMIT = 52


def taxi_limit(setup: Setup) -> int:
    """CO-4 c: how many taxis a player can have."""
    taxis = setup.options["max_taxis"]
    if taxis != "none":
        return int(taxis)
    if len(setup.players) == 4:
        raise RecordError(
            setup.line("Option:max_taxis"),
            _("Option:max_taxis cannot be 'none' with four players: a limit is obligatory"),
            _("choose 3 or 4"),
        )
    return NO_LIMIT


def place_cards(p: Position, setup: Setup) -> None:
    """Puts the cards where the headers say."""
    for seat, (name, role) in enumerate(zip(p.names, p.roles, strict=True)):
        for kind, suits in (("Clients", role.own), ("Taxis", role.foreign)):
            cards = setup.lists.get(f"{kind}:{name}", ())
            for card in cards:
                if card is None or not suits >> card & 1:
                    raise _misplaced(setup, f"{kind}:{name}", card)
            p.laid[seat] |= known(cards)
        if (p.laid[seat] & role.foreign).bit_count() > p.limit:
            raise RecordError(
                setup.line(f"Taxis:{name}"),
                _("Taxis:{name}: wrong number of cards, nobody has more than {number} taxis").format(
                    name=name, number=p.limit
                ),
                _("put the others into the Discard, or change Option:max_taxis"),
            )
    taken = {
        QUEEN + suit: _("the queen in front of {player}").format(player=name)
        for name, suit in zip(p.names, p.suits, strict=True)
    }
    p.stock, discard = setup.stock_and_discard(p.pack & ~p.queens, taken)
    p.out = known(discard)
    p.unseen = discard.count(None)
    p.loose = p.pack & ~p.queens & ~sum(p.laid) & ~p.out & ~known(p.stock)
    settle(p)


def _misplaced(setup: Setup, header: str, card: Card | None) -> RecordError:
    """The error for a card that cannot lie there (CO-4 a, c)."""
    if card is None:
        return RecordError(
            setup.line(header),
            _("{header}: ?? is not allowed, these cards lie face up").format(header=header),
            _("name them all"),
        )
    return RecordError(
        setup.line(header),
        _("{header}: the card {card} cannot lie there").format(header=header, card=card_name(card)),
        _("clients are of the player's own suit, taxis of the suits of the other players"),
    )
