"""What a table shows of Cuckoo: where things lie, what ought to lie face up, what a change can mean.

Cards lie face down in front of their players, and trades are announced: the table shows kings that block, the dealer's discard, and the
showdown. A card that somebody turns up at another time is a hand that is shown, unless it may just be on its way to another player.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import UNKNOWN, Card, CardSet, card_name
from rules.games.cuckoo.position import (
    ASKED,
    BLOCK,
    DRAW,
    DRAWING,
    KINGS,
    NO_CARD,
    SHOW,
    SHOWDOWN,
    CuckooPosition,
    Move,
    cards_of_draw,
)
from rules.games.cuckoo.rules import DISCARD_BOX, MIDDLE_BOX, SEATS, STOCK_BOX
from rules.table import DISCARD, MIDDLE, STOCK, Change, Lying, Meaning, Place


def layout(players: Sequence[str]) -> tuple[Place, ...]:
    """The places of the table."""
    return (
        Place(MIDDLE, MIDDLE_BOX),
        Place(STOCK, STOCK_BOX),
        Place(DISCARD, DISCARD_BOX),
        *(Place(name, box) for name, box in zip(players, SEATS[len(players)], strict=True)),
    )


def lying(p: CuckooPosition) -> dict[str, Lying]:
    """What ought to lie face up. In front of a player left out a card that is turned up is a shown hand."""
    places = {DISCARD: Lying(may=_may_be(p, p.discard) if p.discard != NO_CARD and not _old_card_open(p) else 0)}
    for seat, slot in enumerate(p.held):
        if slot != NO_CARD and p.seen[slot] >> len(p.names):  # a king that blocked, or shown at the end
            places[p.names[seat]] = Lying(may=_may_be(p, slot, KINGS))
    turn = p.names[p.turn]
    if p.phase == ASKED:  # the cards may have changed hands already
        places |= {p.names[p.order[p.at]]: Lying(may=p.pack), turn: Lying(may=p.pack & ~KINGS)}
    elif p.phase == DRAWING:  # in front of the dealer lies the old card or the new one
        places[turn] = Lying(may=p.pack & ~KINGS if p.blocks else p.pack)
        if p.blocks:
            places |= {STOCK: Lying(), MIDDLE: Lying()}
    elif p.phase == SHOWDOWN:
        places |= {p.names[seat]: Lying(may=p.pack) for seat in p.order[p.at + 1 :]}
        places[turn] = Lying()
    return places


def shown(p: CuckooPosition, change: Change) -> tuple[Meaning, ...]:
    """What a changed table can mean, likeliest first."""
    up = {name: seen[0].card for name, seen in change.new.items() if len(seen) == 1}
    turn = up.get(p.names[p.turn])
    put = up.get(DISCARD)
    if put is not None and p.pack >> put & 1:
        if p.phase == DRAWING:
            return (Meaning(_draw(None, put)), *([Meaning(_draw(put))] if p.blocks and KINGS >> put & 1 else []))
        if _old_card_open(p):
            drawn = p.cards[p.held[p.order[-1]]]
            return (Meaning(_draw(drawn if drawn >= 0 else None, put), instead=True),)
    if p.phase == ASKED and turn is not None:
        return (Meaning("block"),)
    if p.phase == DRAWING and p.blocks:
        kings = [card for name in (STOCK, MIDDLE, p.names[p.turn]) if (card := up.get(name)) and KINGS >> card & 1]
        return (Meaning(_draw(kings[0])),) if len(kings) == 1 else ()
    if p.phase == SHOWDOWN and turn is not None and p.pack >> turn & 1:
        return (Meaning(f"show {card_name(turn)}"),)
    return ()


def mishandled(move: Move) -> str:
    """The rule that says what happens to the cards of a move."""
    if move >= SHOW:
        return "CK-11"
    if move & DRAW:
        drawn, old = cards_of_draw(move)
        return "CK-9" if drawn >= 0 and KINGS >> drawn & 1 and old < 0 else "CK-8"
    return "CK-6" if move == BLOCK else ""


def _may_be(p: CuckooPosition, slot: int, kind: CardSet = -1) -> CardSet:
    """The cards that one in a slot can be, as far as it is known."""
    card = p.cards[slot]
    return 1 << card if card >= 0 else p.loose & kind


def _old_card_open(p: CuckooPosition) -> bool:
    """The dealer has just drawn, and the card that went to the discard was not named."""
    return p.phase == SHOWDOWN and not p.at and p.discard != NO_CARD and p.cards[p.discard] < 0


def _draw(drawn: Card | None, old: Card | None = None) -> str:
    """The dealer's draw, in words."""
    text = f"draw {UNKNOWN if drawn is None else card_name(drawn)}"
    return text if old is None else f"{text} for {card_name(old)}"
