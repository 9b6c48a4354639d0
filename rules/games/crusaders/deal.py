"""The deal of Crusaders (CR-1 to CR-3, CR-20): the position that the headers of a record describe."""

from __future__ import annotations

from rules import hands
from rules.cards import Card
from rules.games.crusaders import rules as why
from rules.games.crusaders.moves import BEATS
from rules.games.crusaders.position import Position, settle
from rules.record import RecordError, missing
from rules.setup import CardList, Setup, known
from rules.texts import _

HAND = 6


def position_of(setup: Setup) -> Position:
    """The position, but for who is on turn. Raises RecordError."""
    p = Position()
    seats = len(setup.players)
    p.names = setup.players
    p.pack = setup.cards
    p.beats = BEATS[setup.options["cleric_vs_pike"]]
    p.characters = p.abilities = _characters(setup)
    p.open = [0] * seats
    if setup.random is not None:
        setup.check_nothing_but_a_seed()
        _deal(p, setup, hands.shuffled(p.pack, setup.random))
    elif setup.lists:
        _as_given(p, setup)
    else:
        _deal(p, setup, [None] * setup.pack)
    return p


def _characters(setup: Setup) -> tuple[int, ...]:
    """CR-20: the character of each seat."""
    option = setup.options["characters"]
    names = setup.words.get("Characters")
    if option == "off":
        if names is not None:
            raise RecordError(
                setup.line("Characters"),
                _("Characters: with Option:characters 'off' there are none"),
                _('leave the header out, or add [Option:characters "random"]'),
            )
        return (0,) * len(setup.players)
    if names is None:
        raise missing(
            "Characters", ", ".join(f"{name}={who}" for name, who in zip(setup.players, why.CHARACTERS, strict=False))
        )
    return tuple(why.CHARACTERS.index(name) + 1 for name in names)


def _deal(p: Position, setup: Setup, cards: list[Card] | list[None]) -> None:
    """CR-2: the same number of cards to each; the top six are the hand; what is left over is out of play."""
    seats = len(setup.players)
    each = setup.pack // seats
    lists = [tuple(cards[seat * each : (seat + 1) * each]) for seat in range(seats)]
    _place(p, [cards[:HAND] for cards in lists], [cards[HAND:] for cards in lists], ())


def _as_given(p: Position, setup: Setup) -> None:
    """The cards as the headers say; those named nowhere are out of play."""
    given = setup.hands()
    if given is None:
        name = next(iter(setup.lists))
        raise RecordError(
            setup.line(name),
            _("{header}: with it the hands must be given, too").format(header=name),
            _("add a Hand header for each player, with ?? for unknown cards"),
        )
    decks = [setup.lists.get(f"Deck:{name}", ()) for name in setup.players]
    for name, hand, deck in zip(setup.players, given, decks, strict=True):
        if deck and not hand:
            raise RecordError(
                setup.line(f"Hand:{name}"),
                _("Hand:{player}: wrong number of cards, none beside a personal deck").format(player=name),
                _("after each battle a player draws up to six cards (CR-16): move them from the deck to the hand"),
            )
    _place(p, given, decks, setup.lists.get("Discard", ()))


def _place(p: Position, given: list[CardList], decks: list[CardList], discard: CardList) -> None:
    p.hands = [known(hand) for hand in given]
    p.hidden = [hand.count(None) for hand in given]
    p.decks = list(decks)
    p.discard = known(discard)
    p.discard_hidden = discard.count(None)
    p.away = p.discard_hidden + sum(deck.count(None) for deck in decks)
    p.loose = p.pack & ~p.discard
    for seat, deck in enumerate(decks):
        p.loose &= ~p.hands[seat] & ~known(deck)
        p.inside |= bool(given[seat]) << seat
    settle(p)
