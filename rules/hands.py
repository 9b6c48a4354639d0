"""Hands of which some cards are hidden: what can be in them, what must be, who knows what, what a look at them tells.

A card nobody has shown is ``loose``. It lies in a hidden place of some hand, in one of the ``away`` hidden places
elsewhere (stock, discard, personal deck), or is out of play; every way to put the loose cards there is as good as any
other. So two countings are all there is: how many loose cards there are, and how many hidden places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from rules.cards import Card, CardSet, card_name, card_set, cards_in
from rules.position import Position
from rules.ruling import Fact, MoveError, not_in_pack
from rules.setup import CardList, known, write_cards
from rules.table import Heap
from rules.texts import N_, _


class HandPosition(Position):
    """A position of a game in which players hold hands."""

    __slots__ = ("away", "hands", "hidden", "loose", "open")

    def __init__(self) -> None:
        super().__init__()
        self.hands: list[CardSet] = []  # the known cards of each seat
        self.hidden: list[int] = []  # how many more each seat has
        self.open: list[CardSet] = []  # of the known ones, those that every player has seen (taken from the table)
        self.loose: CardSet = 0  # cards without a known place
        self.away = 0  # hidden places outside the hands


def size(p: HandPosition, seat: int) -> int:
    """How many cards a seat has."""
    return p.hands[seat].bit_count() + p.hidden[seat]


def can_hold(p: HandPosition, seat: int, cards: CardSet) -> bool:
    """Whether ``cards`` are, or can be, together in the hand of ``seat``."""
    missing = cards & ~p.hands[seat]
    return not missing or (not missing & ~p.loose and missing.bit_count() <= p.hidden[seat])


def surely_holds_one_of(p: HandPosition, seat: int, wanted: CardSet) -> bool:
    """Whether the hand has one of ``wanted``, however the loose cards are dealt."""
    return bool(p.hands[seat] & wanted) or p.hidden[seat] > (p.loose & ~wanted).bit_count()


def reveal(p: HandPosition, seat: int, cards: CardSet) -> None:
    """``cards``, loose until now, turn out to be in the hand of ``seat``; with all that follows by counting."""
    p.hands, p.hidden = p.hands.copy(), p.hidden.copy()
    p.hands[seat] |= cards
    p.hidden[seat] -= cards.bit_count()
    p.loose &= ~cards
    settle(p)


def settle(p: HandPosition, spare: int = 0) -> None:
    """When all loose cards must be in one hand, that hand is known. ``spare``: so many of the places ``away`` hold no loose card."""
    if not p.loose or p.away > spare:
        return
    number = p.loose.bit_count()
    for seat, hidden in enumerate(p.hidden):
        if hidden > 0:
            if hidden == number:
                p.hands, p.hidden = p.hands.copy(), p.hidden.copy()
                p.hands[seat] |= p.loose
                p.hidden[seat] = 0
                p.loose = 0
            return


def deal_hands(p: HandPosition, pack: CardSet, number: int, random: Random) -> tuple[Card, ...]:
    """Deals so many of the cards ``pack`` to each of the players ``p.names``. Returns the rest, shuffled."""
    seats = range(len(p.names))
    cards = shuffled(pack, random)
    p.hands = [card_set(cards[number * seat : number * seat + number]) for seat in seats]
    p.hidden, p.open = [0 for _seat in seats], [0 for _seat in seats]
    return tuple(cards[number * len(seats) :])


def place_hands(p: HandPosition, pack: CardSet, hands: Sequence[CardList], others: Iterable[CardList]) -> None:
    """Puts down the hands as a record gives them, nothing of them seen by all. ``others``: all other places where cards
    of ``pack`` lie.
    """
    p.hands, p.hidden, p.open = list(map(known, hands)), [hand.count(None) for hand in hands], [0 for _hand in hands]
    p.loose, p.away = pack & ~sum(p.hands), 0
    for cards in others:
        p.loose &= ~known(cards)
        p.away += cards.count(None)
    settle(p)


def hide_hands(p: HandPosition, seat: int) -> None:
    """Turns ``p`` into what ``seat`` knows of the hands: the own one, and what all have seen of the others.

    What lies hidden elsewhere, and what follows by counting (``settle``), is left to the caller.
    """
    hands, hidden = p.hands.copy(), p.hidden.copy()
    for other, hand in enumerate(hands):
        if other != seat:
            unseen = hand & ~p.open[other]
            hands[other] = hand ^ unseen
            hidden[other] += unseen.bit_count()
            p.loose |= unseen
    p.hands, p.hidden = hands, hidden


def face_down(p: HandPosition, cards: CardList) -> CardList:
    """``cards``, which lie outside the hands, as one who has not seen them knows them: they are loose now."""
    named = known(cards)
    p.loose |= named
    p.away += named.bit_count()
    return (None,) * len(cards)


def deal_hidden(p: HandPosition, random: Random) -> list[Card]:
    """Deals loose cards into the hidden places of the hands, every way as likely as any other.

    Returns the loose cards left over, shuffled: for the hidden places elsewhere, and out of play.
    """
    left = shuffled(p.loose, random)
    hands = p.hands.copy()
    for seat, number in enumerate(p.hidden):
        if number:
            hands[seat] |= card_set(left[-number:])
            del left[-number:]
    p.hands, p.hidden = hands, [0] * len(hands)
    p.loose = card_set(left)
    return left


def shuffled(cards: CardSet, random: Random) -> list[Card]:
    """The cards of a set in an order that depends on ``random`` alone, the same in every version of Python."""
    chance = random.random
    return sorted(_listed(cards), key=lambda _card: chance())


@lru_cache(maxsize=16)
def _listed(cards: CardSet) -> tuple[Card, ...]:
    """The cards of a set; kept, because it is mostly a whole pack, dealt again and again."""
    return tuple(cards_in(cards))


def hand_heaps(p: HandPosition) -> tuple[Heap, ...]:
    """The hands for ``Game.heaps``."""
    return tuple(
        Heap("hand", seat, (*cards_in(hand), *[None] * hidden))
        for seat, (hand, hidden) in enumerate(zip(p.hands, p.hidden, strict=True))
    )


def hand_headers(p: HandPosition) -> dict[str, str]:
    """The hands for ``Game.describe``."""
    return {
        f"Hand:{name}": write_cards([*cards_in(hand), *[None] * hidden])
        for name, hand, hidden in zip(p.names, p.hands, p.hidden, strict=True)
    }


IN_A_HAND = N_("The {0} is not in {player}'s hand: it is known to be in {who}'s.")
IN_THE_STOCK = N_("The {0} is not in {player}'s hand: it is known to be in the stock.")
NOT_AMONG = N_("The {0} is not in {player}'s hand: all the cards there are known.")


def not_in_hand(p: HandPosition, seat: int, card: Card, rule: str, lying: Iterable[tuple[str, CardSet]] = ()) -> Fact:
    """Why a move with a card that the hand of ``seat`` cannot have (``can_hold``) breaks ``rule``: where the card is.

    ``lying``: the places on the table, each with a sentence of the game about a card that lies there.
    """
    for text, cards in lying:
        if cards >> card & 1:
            return Fact(rule, text, (card,))
    for who, hand in enumerate(p.hands):
        if hand >> card & 1:
            return Fact(rule, IN_A_HAND, (card,), who=who)
    return Fact(rule, IN_THE_STOCK if p.hidden[seat] else NOT_AMONG, (card,))


def see_hand(
    p: HandPosition,
    seat: int,
    cards: CardList,
    elsewhere: Iterable[tuple[str, CardSet]],
    can_hold: Callable[[Any, int, CardSet], bool] = can_hold,
    reveal: Callable[[Any, int, CardSet], None] = reveal,
) -> None:
    """Takes in a look at the whole hand of ``seat``, None for cards not seen. Nobody else has seen it.

    ``elsewhere``: the other places where cards are known to lie, with their names. ``can_hold``, ``reveal``: where a
    game knows more. Raises MoveError, and changes nothing, if it cannot be true.
    """
    elsewhere = tuple(elsewhere)
    check_seen(p, seat, cards, elsewhere)
    if len(cards) != size(p, seat):
        raise MoveError(
            _("wrong number of cards: {seen} seen, but the hand has {size}").format(
                seen=len(cards), size=size(p, seat)
            ),
            _("name them all, with ?? for those that were not seen"),
        )
    seen = known(cards)
    unnamed = p.hands[seat] & ~seen
    if p.hidden[seat] and unnamed.bit_count() > cards.count(None):
        raise MoveError(
            _(
                "{cards} must be in {player}'s hand, too: known from the deal, shown there, or taken from the table"
            ).format(cards=" ".join(map(card_name, cards_in(unnamed))), player=p.names[seat]),
            _("look at the hand again, or correct an earlier line"),
        )
    together: CardSet = 0
    for card in cards_in(seen):
        together |= 1 << card
        if not can_hold(p, seat, together):
            raise MoveError(
                _where_it_is(p, seat, card, elsewhere)
                or _("the card {card} cannot be in {player}'s hand: too few of its cards are hidden").format(
                    card=card_name(card), player=p.names[seat]
                ),
                _("look again which card it is, or correct an earlier line"),
            )
    new = seen & ~p.hands[seat]
    if new:
        reveal(p, seat, new)


def check_seen(p: HandPosition, seat: int, cards: CardList, elsewhere: Iterable[tuple[str, CardSet]]) -> None:
    """Raises MoveError if one of these cards cannot be in the hand of ``seat``, however many cards that hand has.

    It is not in the pack, named twice, or known to lie in another hand or ``elsewhere``.
    """
    for place, card in enumerate(cards):
        if card is None:
            continue
        if not p.pack >> card & 1:
            raise not_in_pack(p.pack, card)
        if card in cards[:place]:
            raise MoveError(
                _("the card {card} is named twice").format(card=card_name(card)), _("the pack has it only once")
            )
        problem = _where_it_is(p, seat, card, elsewhere)
        if problem:
            raise MoveError(problem, _("look again which card it is, or correct an earlier line"))


def _where_it_is(p: HandPosition, seat: int, card: Card, elsewhere: Iterable[tuple[str, CardSet]]) -> str:
    """In which other place a card is known to lie; "" if in none."""
    name, player = card_name(card), p.names[seat]
    for other, hand in enumerate(p.hands):
        if other != seat and hand >> card & 1:
            return _("the card {card} is in two places, {player}'s hand and {other}'s hand").format(
                card=name, player=player, other=p.names[other]
            )
    for place, cards in elsewhere:
        if cards >> card & 1:
            return _("the card {card} is in two places, {player}'s hand and {place}").format(
                card=name, player=player, place=place
            )
    return ""
