"""The deal of Svoi Kozyri (SK-1 to SK-6): the position that the headers of a record describe."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.cards import SUIT, SUITS, Card, CardSet, card_set, cards_in
from rules.games.svoi_kozyri.position import Position, pile_of
from rules.hands import shuffled
from rules.record import RecordError
from rules.setup import Setup, known
from rules.texts import _


def place_cards(p: Position, setup: Setup) -> None:
    """Puts the cards where the headers say: as given, dealt at random, or a fresh deal with nothing seen yet."""
    seats = len(setup.players)
    mirror = setup.options["deal"] == "mirror"
    sixes = setup.options["sixes"] == "on" and not mirror
    if mirror and seats != 2:
        raise RecordError(
            setup.line("Option:deal"),
            _("Option:deal 'mirror' is for two players, here are {number}").format(number=seats),
            _("leave the option out"),
        )
    hands = setup.hands()
    pile = setup.lists.get("Pile")
    if pile is not None:
        _check_pile(setup, pile, hands is not None)
    p.hidden = [0] * seats
    if setup.random is not None:
        setup.check_nothing_but_a_seed()
        p.hands = _mirror_hands(p, setup.random) if mirror else _dealt_hands(p, setup.random, sixes)
    elif hands is not None:
        p.pile = pile_of(card for card in pile or () if card is not None)
        p.hands = [known(hand) for hand in hands]
        p.hidden = [hand.count(None) for hand in hands]
    elif mirror:
        p.twins = _twins(p)
        p.hands, p.hidden = [0, 0], _sizes(p)
    else:
        p.hands = _lowest_trumps(p) if sixes else [0] * seats
        p.given = sum(p.hands)
        p.hidden = [number - hand.bit_count() for number, hand in zip(_sizes(p), p.hands, strict=True)]
    # What everyone knows of the hands: in the mirror deal everything, else who got a lowest trump.
    lowest = sum(_lowest_trumps(p)) if sixes and hands is None else 0
    p.open = [p.pack] * 2 if mirror else [hand & lowest for hand in p.hands]
    p.loose = p.pack & ~known(pile or ())
    for hand in p.hands:
        p.loose &= ~hand


def _check_pile(setup: Setup, pile: Sequence[Card | None], hands_given: bool) -> None:
    if None in pile:
        raise RecordError(
            setup.line("Pile"),
            _("Pile: ?? is not allowed, the pile lies face up"),
            _("name all its cards, the top card last"),
        )
    if not hands_given and setup.random is None:
        raise RecordError(
            setup.line("Pile"),
            _("Pile: with a pile the hands must be given, too"),
            _("add a Hand header for each player, with ?? for unknown cards"),
        )


def _sizes(p: Position) -> list[int]:
    """SK-3: how many cards each seat is dealt; the first ones from the leader on get one more."""
    seats = len(p.trumps)
    each, more = divmod(p.pack.bit_count(), seats)
    return [each + ((seat - p.turn) % seats < more) for seat in range(seats)]


def _lowest_trumps(p: Position) -> list[CardSet]:
    """SK-4: the card that goes to each seat."""
    return [(trumps := p.pack & SUIT[trump]) & -trumps for trump in p.trumps]


def _dealt_hands(p: Position, random: Random, sixes: bool) -> list[CardSet]:
    """SK-3, SK-4: dealt one at a time from the leader on; then each lowest trump goes to its owner."""
    seats = len(p.trumps)
    deck = shuffled(p.pack, random)
    hands = [card_set(deck[(seat - p.turn) % seats :: seats]) for seat in range(seats)]
    if not sixes:
        return hands
    lowest = _lowest_trumps(p)
    return [hand & ~sum(lowest) | own for hand, own in zip(hands, lowest, strict=True)]


def _own_suits(p: Position) -> tuple[tuple[int, int], tuple[int, int]]:
    """SK-5: (trumps, second suit) of the dealer, and of the other player."""
    second, left = (suit for suit in map(SUITS.index, "SHDC") if suit not in p.trumps)
    return (p.trumps[1 - p.turn], second), (p.trumps[p.turn], left)


def _twins(p: Position) -> dict[Card, Card]:
    """SK-5: each card, and the one of the same rank in the corresponding suit."""
    dealers, others = _own_suits(p)
    twins = {
        card: card - mine + theirs
        for mine, theirs in zip(dealers, others, strict=True)
        for card in cards_in(SUIT[mine] & p.pack)
    }
    return twins | {b: a for a, b in twins.items()}


def _mirror_hands(p: Position, random: Random) -> list[CardSet]:
    """SK-5: the hands that follow from the half of the pack turned over for the dealer."""
    twins = _twins(p)
    own = p.pack & (SUIT[_own_suits(p)[0][0]] | SUIT[_own_suits(p)[0][1]])
    turned = shuffled(p.pack, random)[: p.pack.bit_count() // 2]
    kept = card_set(turned) & own
    matched = card_set(twins[card] for card in cards_in(kept))
    hands = [0, 0]
    hands[1 - p.turn] = kept | p.pack & ~own & ~matched
    hands[p.turn] = matched | own & ~kept
    return hands
