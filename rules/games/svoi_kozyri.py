"""Svoi Kozyri (Your Trumps), the play: the deal, what beats, what is legal, what hidden cards can still be, the end.

Cards that nobody has shown are ``loose``: each lies in one of the ``hidden`` places of a hand, or out of play. Hidden cards never change
hands (only face-up cards are taken), so a card that turns out to be in a hand was there from the start: ``revealed`` keeps these for the late rulings.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from rules.cards import SUITS, Card, CardError, CardSet, card_name, card_set, cards_in, parse_card, rank_of, suit_of
from rules.game import Game
from rules.games.svoi_kozyri_rules import OPTIONS, RULES
from rules.record import RecordError
from rules.ruling import Fact, MoveError, Outcome
from rules.setup import CardList, Setup, known, write_cards
from rules.table import MIDDLE, Place
from rules.texts import N_, _

Move = int
"""A card, or the beating card + (second card + 1) * 64, or TAKE or CONCEDE."""

TAKE: Move = 1 << 12
CONCEDE: Move = 1 << 13
_WORDS = {"take": TAKE, "concede": CONCEDE}

DRAW = -1
"""``result`` of a deal without a loser; else the loser's seat."""

_SUIT: tuple[CardSet, ...] = tuple(card_set(range(suit, 52, 4)) for suit in range(4))
_HIGHER: tuple[CardSet, ...] = tuple(card_set(range(card + 4, 52, 4)) for card in range(52))

BEATS: tuple[tuple[CardSet, ...], ...] = tuple(
    tuple(_HIGHER[top] if suit_of(top) == trump else _HIGHER[top] | _SUIT[trump] for top in range(52))
    for trump in range(4)
)
"""SK-8. ``BEATS[trump][top]``: the cards that beat ``top`` for a player whose trumps are ``trump``."""

TAKES: tuple[tuple[int, ...], ...] = tuple(
    tuple(3 if suit_of(top) != trump else 5 if rank_of(top) < 12 else 52 for top in range(52)) for trump in range(4)
)
"""SK-10. ``TAKES[trump][top]``: how many cards that player takes at most."""


class Position:
    """Where every card is, as far as it is known, and who is on turn.

    ``pile``: the cards + 1 as digits of 6 bits, the top card lowest. ``hands``: known cards by seat; ``hidden``: how many more there are.
    Lists are replaced, never changed, so that undo can put the old ones back.
    """

    __slots__ = (
        "beats",
        "counts",
        "forced",
        "hands",
        "hidden",
        "history",
        "last",
        "loose",
        "pack",
        "pile",
        "result",
        "revealed",
        "takes",
        "trumps",
        "turn",
        "twins",
    )

    trumps: tuple[int, ...]
    pack: CardSet
    forced: bool  # take=forced
    turn: int
    pile: int
    hands: list[CardSet]
    hidden: list[int]
    loose: CardSet
    revealed: list[CardSet]
    twins: dict[Card, Card]  # mirror deal: of these two hidden cards each player has one
    result: int | None
    last: bool  # the one move of SK-14 is due
    counts: dict[tuple[int, ...], int] | None  # SK-17: how often each position came up; None while cards are hidden
    history: list[tuple[int, int, list[CardSet], list[CardSet]]]  # while cards are hidden: the positions so far


class Claim(NamedTuple):
    """A ``take`` with take=forced by somebody whose cards were not all known: that none of them beat the top card."""

    seat: int
    top: Card
    revealed: CardSet  # of the seat, at that time


class SvoiKozyri(Game[Position]):
    """The game Svoi Kozyri; see ``Game`` for what each method promises."""

    id = "svoi-kozyri"
    name = "Svoi Kozyri"
    rules = RULES
    options = OPTIONS
    seats = (2, 4)
    packs = (36, 24, 32, 52)
    headers = frozenset({"Leader", "Hand", "Trumps", "Pile"})
    needed = {"Trumps": "Ann=S, Ben=H"}

    # -- the deal -------------------------------------------------------------------------------------------------------

    def start(self, setup: Setup) -> Position:
        p = Position()
        seats = len(setup.players)
        p.trumps = setup.suits["Trumps"]
        p.beats = tuple(BEATS[trump] for trump in p.trumps)
        p.takes = tuple(TAKES[trump] for trump in p.trumps)
        p.pack = setup.cards
        p.forced = setup.options["take"] == "forced"
        p.turn = setup.seats.get("Leader", 0)
        p.revealed = [0] * seats
        p.twins = {}
        p.result, p.last, p.counts, p.history = None, False, None, []

        hands = setup.hands()
        mirror = setup.options["deal"] == "mirror"
        if mirror and seats != 2:
            raise RecordError(
                setup.line("Option:deal"),
                _("Option:deal 'mirror' is for two players, here are {number}").format(number=seats),
                _("leave the option out"),
            )
        pile = setup.lists.get("Pile", ())
        if None in pile:
            raise RecordError(
                setup.line("Pile"),
                _("Pile: ?? is not allowed, the pile lies face up"),
                _("name all its cards, the top card last"),
            )
        if pile and hands is None:
            raise RecordError(
                setup.line("Pile"),
                _("Pile: with a pile the hands must be given, too"),
                _("add a Hand header for each player, with ?? for unknown cards"),
            )
        p.pile = _pile(card for card in pile if card is not None)
        if setup.seed is not None:
            given = [name for name in setup.lists if name.startswith("Hand:") or name == "Pile"]
            if given:
                raise RecordError(
                    max(setup.line("Seed"), *(setup.line(name) for name in given)),
                    _("Seed deals at random, but {header} gives cards").format(header=given[0]),
                    _("leave out the Seed, or all Hand and Pile headers"),
                )
            p.hands, p.hidden = _deal(p, setup.seed, mirror, sixes=setup.options["sixes"] == "on"), [0] * seats
        elif hands is None:
            _fresh_deal(p, mirror, sixes=setup.options["sixes"] == "on")
        else:
            p.hands = [known(hand) for hand in hands]
            p.hidden = [hand.count(None) for hand in hands]
        p.loose = p.pack & ~known(pile)
        for hand in p.hands:
            p.loose &= ~hand
        if sum(p.hidden) > p.loose.bit_count():
            raise RecordError(
                max(setup.line(f"Hand:{player}") for player in setup.players),
                _(
                    "wrong number of cards: the hands hold {hidden} unknown cards, but only {left} of the pack are not named"
                ).format(hidden=sum(p.hidden), left=p.loose.bit_count()),
                _("write fewer ??, or name a larger Pack"),
            )
        _reveal(p, 0, 0)
        if not _holds_cards(p, p.turn) and any(_holds_cards(p, seat) for seat in range(seats)):
            p.turn = _next(p, p.turn)
        _end(p)
        _count(p)
        return p

    # -- what is legal --------------------------------------------------------------------------------------------------

    def to_move(self, position: Position) -> int | None:
        return position.turn if position.result is None else None

    def legal_moves(self, position: Position) -> list[Move] | None:
        p = position
        if p.result is not None:
            return []
        seat = p.turn
        if p.hidden[seat]:
            return None
        hand = p.hands[seat]
        cards = list(cards_in(hand))
        if not p.pile:
            return cards
        beating = hand & p.beats[seat][(p.pile & 63) - 1]
        if len(cards) == 1:
            alone = cards if beating else []
            return alone if p.last or (p.forced and beating) else [*alone, TAKE]
        moves = [beat | (second + 1) << 6 for beat in cards_in(beating) for second in cards if second != beat]
        if not (p.forced and beating):
            moves.append(TAKE)
        return moves

    def could(self, position: Position) -> list[str]:
        p = position
        seat = p.turn
        maybe = p.hands[seat] | (p.loose if p.hidden[seat] else 0)
        words: list[str] = []
        if p.pile:
            beating = p.beats[seat][(p.pile & 63) - 1]
            maybe &= beating
            if p.last:
                words.append("concede")
            elif not (p.forced and _surely_holds_one_of(p, seat, beating)):
                words.append("take")
        return words + [card_name(card) for card in cards_in(maybe)]

    def judge(self, position: Position, move: Move) -> tuple[Fact, ...]:
        p = position
        seat = p.turn
        pile = p.pile
        if move == CONCEDE:
            if p.last and p.hidden[seat]:
                return ()
            return (_last_answer(p) if p.last else Fact("SK-14", _NOTHING_TO_CONCEDE),)
        if move == TAKE:
            if not pile:
                return (Fact("SK-7", _NO_PILE),)
            facts = []
            beating = p.beats[seat][(pile & 63) - 1]
            if p.last:
                facts.append(_last_answer(p))
            if p.forced and _surely_holds_one_of(p, seat, beating):
                facts.append(_able_to_beat(p, seat, beating))
            return tuple(facts)
        first = move & 63
        second = (move >> 6) - 1
        facts = []
        if not pile:
            if second >= 0:
                facts.append(Fact("SK-7", _ONE_CARD_STARTS, (first, second)))
            facts += _not_in_hand(p, seat, first, second)
            return tuple(facts)
        facts += _not_in_hand(p, seat, first, second)
        top = (pile & 63) - 1
        if not p.beats[seat][top] >> first & 1:
            facts.append(_does_not_beat(p, seat, first, top))
        if second < 0 and p.hands[seat].bit_count() + p.hidden[seat] > 1:
            facts.append(Fact("SK-9", _SECOND_CARD_MISSING, (first,)))
        return tuple(facts)

    def claim(self, position: Position, move: Move) -> Claim | None:
        p = position
        seat = p.turn
        if move != TAKE or not p.forced or not p.hidden[seat]:
            return None
        top = (p.pile & 63) - 1
        if not p.loose & p.beats[seat][top]:
            return None
        return Claim(seat, top, p.revealed[seat])

    def disproved(self, position: Position, claim: Claim) -> Fact | None:
        p = position
        beating = p.beats[claim.seat][claim.top]
        since = p.revealed[claim.seat] & ~claim.revealed & beating
        if since:
            return Fact("SK-11", _HELD_A_BEATING_CARD, (claim.top, *cards_in(since)))
        if p.hidden[claim.seat] and _hidden_surely_has_one_of(p, claim.seat, beating):
            return Fact("SK-11", _HELD_ONE_OF, (claim.top, *cards_in(p.loose & beating)))
        return None

    def remedy(self, position: Position, move: Move) -> Move | None:
        p = position
        moves = self.legal_moves(p)
        if moves is None:
            return _remedy_with_hidden_cards(p)
        first, second = move & 63, (move >> 6) - 1
        if move < TAKE:
            for candidate in moves:
                if candidate < TAKE and candidate & 63 == first:
                    return candidate
            for candidate in moves:
                if candidate < TAKE and second >= 0 and second in (candidate & 63, (candidate >> 6) - 1):
                    return candidate
            if TAKE in moves:
                return TAKE
        return moves[0] if moves else None

    # -- playing --------------------------------------------------------------------------------------------------------

    def apply(self, position: Position, move: Move) -> Any:
        p = position
        seat = p.turn
        hands = p.hands
        before = (seat, p.pile, hands, p.hidden, p.loose, p.revealed, p.result, p.last, p.counts)
        if move == CONCEDE:
            p.result = seat
            return before, None
        hand = hands[seat]
        if move == TAKE:
            pile = p.pile
            left = p.takes[seat][(pile & 63) - 1]
            while pile and left:
                hand |= 1 << (pile & 63) - 1
                pile >>= 6
                left -= 1
            p.pile = pile
        else:
            first = move & 63
            played = 1 << first
            pile = p.pile << 6 | first + 1
            if move > 63:
                played |= 1 << (move >> 6) - 1
                pile = pile << 6 | move >> 6
            if played & ~hand:
                _reveal(p, seat, played & ~hand)
                hands = p.hands
                hand = hands[seat]
            hand &= ~played
            p.pile = pile
        p.hands = hands = hands.copy()
        hands[seat] = hand
        p.turn = _next(p, seat)
        if not hand:
            _end(p)
        return before, _count(p)

    def undo(self, position: Position, token: Any) -> None:
        p = position
        before, key = token
        if key is not None:
            if p.counts is None:
                p.history.pop()
            else:
                p.counts[key] -= 1
        p.turn, p.pile, p.hands, p.hidden, p.loose, p.revealed, p.result, p.last, p.counts = before

    def holds(self, position: Position, seat: int, cards: CardList) -> Any:
        p = position
        before = (p.turn, p.pile, p.hands, p.hidden, p.loose, p.revealed, p.result, p.last, p.counts)
        size = p.hands[seat].bit_count() + p.hidden[seat]
        if len(cards) != size:
            raise MoveError(
                _("wrong number of cards: {seen} seen, but the hand has {size}").format(seen=len(cards), size=size),
                _("name them all, with ?? for those that were not seen"),
            )
        seen = 0
        for card in cards:
            if card is None:
                continue
            name = card_name(card)
            if not p.pack >> card & 1:
                raise MoveError(
                    _("the card {card} is not in the pack").format(card=name), _("look again which card it is")
                )
            if seen >> card & 1:
                raise MoveError(_("the card {card} is named twice").format(card=name), _("the pack has it only once"))
            seen |= 1 << card
        try:
            for card in cards_in(seen):
                if not p.hands[seat] >> card & 1:
                    if not (p.loose >> card & 1 and p.hidden[seat]):
                        raise MoveError(*_elsewhere(p, card))
                    _reveal(p, seat, 1 << card)
            unnamed = p.hands[seat] & ~seen
            if unnamed.bit_count() > len(cards) - seen.bit_count():
                raise MoveError(
                    _("wrong number of cards: {cards} must be in this hand, too").format(
                        cards=" ".join(map(card_name, cards_in(unnamed)))
                    ),
                    _("look at the hand again"),
                )
        except MoveError:
            self.undo(p, (before, None))
            raise
        if p.result is None:
            _end(p)
            if p.counts is None and not any(p.hidden):
                p.counts = _counts_of_history(p)
                if p.result is None and p.counts[_key(p)] >= 3:
                    p.result = DRAW
        return before, None

    # -- the end --------------------------------------------------------------------------------------------------------

    def outcome(self, position: Position) -> Outcome | None:
        loser = position.result
        if loser is None:
            return None
        if loser == DRAW:
            return Outcome("draw")
        return Outcome("win", (1 - loser,)) if len(position.hands) == 2 else Outcome("loss", (loser,))

    def gains(self, position: Position) -> tuple[int, ...]:
        return tuple(int(seat == position.result) for seat in range(len(position.hands)))

    # -- words ----------------------------------------------------------------------------------------------------------

    def read_move(self, position: Position, text: str) -> Move:
        words = text.split()
        if len(words) == 1 and words[0].lower() in _WORDS:
            return _WORDS[words[0].lower()]
        try:
            cards = [parse_card(word) for word in words]
        except CardError:
            cards = []
        if not 1 <= len(cards) <= 2:
            raise MoveError(
                _("'{text}' is no move of {game}").format(text=text, game=self.name),
                _("a move is a card (7C), the beating card and a second one (9C 6D), take or concede"),
            )
        for card in cards:
            if not position.pack >> card & 1:
                raise MoveError(
                    _("the card {card} is not in the pack of {size}").format(
                        card=card_name(card), size=position.pack.bit_count()
                    ),
                    _("look again which card it is"),
                )
        return cards[0] if len(cards) == 1 else cards[0] | (cards[1] + 1) << 6

    def write_move(self, move: Move) -> str:
        if move >= TAKE:
            return "take" if move == TAKE else "concede"
        return card_name(move) if move < 64 else f"{card_name(move & 63)} {card_name((move >> 6) - 1)}"

    def describe(self, position: Position) -> dict[str, str]:
        raise NotImplementedError

    # -- the table ------------------------------------------------------------------------------------------------------

    def layout(self, players: Sequence[str]) -> tuple[Place, ...]:
        middle, *seats = _LAYOUT[len(players)]
        return (Place(MIDDLE, middle), *(Place(name, box) for name, box in zip(players, seats, strict=True)))

    def middle(self, position: Position) -> tuple[Card, ...]:
        return _cards_of(position.pile)

    def shown(self, position: Position, middle: Sequence[Card]) -> tuple[str, ...]:
        pile = _cards_of(position.pile)
        new = [card for card in middle if card not in pile]
        if len(new) > 2:
            return ()
        if new:
            return (" ".join(map(card_name, new)),)
        return ("take",) if pile and pile[-1] not in middle else ()


_LAYOUT: dict[int, tuple[tuple[float, float, float, float], ...]] = {
    2: ((0.0, 0.22, 1.0, 0.78), (0.0, 0.78, 1.0, 1.0), (0.0, 0.0, 1.0, 0.22)),
    3: ((0.2, 0.0, 0.8, 0.78), (0.0, 0.78, 1.0, 1.0), (0.0, 0.0, 0.2, 0.78), (0.8, 0.0, 1.0, 0.78)),
    4: (
        (0.2, 0.22, 0.8, 0.78),
        (0.0, 0.78, 1.0, 1.0),
        (0.0, 0.22, 0.2, 0.78),
        (0.0, 0.0, 1.0, 0.22),
        (0.8, 0.22, 1.0, 0.78),
    ),
}
"""Number of players -> the boxes of the middle and of the seats, clockwise from the bottom edge."""


# -- helpers of the play ------------------------------------------------------------------------------------------------


def _pile(cards: Any) -> int:
    pile = 0
    for card in cards:
        pile = pile << 6 | card + 1
    return pile


def _cards_of(pile: int) -> tuple[Card, ...]:
    cards = []
    while pile:
        cards.append((pile & 63) - 1)
        pile >>= 6
    return tuple(reversed(cards))


def _holds_cards(p: Position, seat: int) -> bool:
    return bool(p.hands[seat] or p.hidden[seat])


def _next(p: Position, seat: int) -> int:
    """The next seat clockwise that still has cards; ``seat`` itself if there is no other."""
    count = len(p.hands)
    for step in range(1, count):
        after = (seat + step) % count
        if p.hands[after] or p.hidden[after]:
            return after
    return seat


def _end(p: Position) -> None:
    """SK-13 to SK-15: ends the deal, or leaves the one move of SK-14, when at most one player holds cards."""
    left = [seat for seat in range(len(p.hands)) if p.hands[seat] or p.hidden[seat]]
    if len(left) > 1:
        return
    if not left:
        p.result = DRAW
        return
    seat = left[0]
    p.last = bool(
        p.pile
        and p.hands[seat].bit_count() + p.hidden[seat] == 1
        and (p.hands[seat] or p.loose) & p.beats[seat][(p.pile & 63) - 1]
    )
    if not p.last:
        p.result = seat


def _key(p: Position) -> tuple[int, ...]:
    return (p.turn, p.pile, *p.hands)


def _count(p: Position) -> Any:
    """SK-17: notes the position that has come up, ends the deal at the third time. Returns what undo needs."""
    if any(p.hidden):
        p.history.append((p.turn, p.pile, p.hands, p.revealed))
        return True
    if p.counts is None:
        p.counts = _counts_of_history(p)
    key = _key(p)
    times = p.counts[key] = p.counts.get(key, 0) + 1
    if times >= 3 and p.result is None:
        p.result = DRAW
    return key


def _counts_of_history(p: Position) -> dict[tuple[int, ...], int]:
    """How often each position came up, now that it is known who held the cards that were hidden."""
    counts: dict[tuple[int, ...], int] = {}
    for turn, pile, hands, revealed in p.history:
        whole = (hand | now & ~then for hand, now, then in zip(hands, p.revealed, revealed, strict=True))
        key = (turn, pile, *whole)
        counts[key] = counts.get(key, 0) + 1
    return counts


# -- hidden cards -------------------------------------------------------------------------------------------------------


def _reveal(p: Position, seat: int, cards: CardSet) -> None:
    """``cards``, loose until now, turn out to be in the hand of ``seat``; with all that follows by counting."""
    hands, hidden, revealed = p.hands.copy(), p.hidden.copy(), p.revealed.copy()

    def show(who: int, shown: CardSet) -> None:
        hands[who] |= shown
        revealed[who] |= shown
        hidden[who] -= shown.bit_count()
        p.loose &= ~shown

    show(seat, cards)
    if p.twins:
        show(1 - seat, card_set(p.twins[card] for card in cards_in(cards)) & p.loose)
    holders = [who for who in range(len(hidden)) if hidden[who]]
    if len(holders) == 1 and hidden[holders[0]] == p.loose.bit_count():
        show(holders[0], p.loose)
    p.hands, p.hidden, p.revealed = hands, hidden, revealed


def _hidden_surely_has_one_of(p: Position, seat: int, wanted: CardSet) -> bool:
    """Whether the hidden cards of ``seat`` have one of ``wanted``, however the loose cards are dealt."""
    if p.twins:
        return any(wanted >> card & 1 and wanted >> p.twins[card] & 1 for card in cards_in(p.loose))
    return p.hidden[seat] > (p.loose & ~wanted).bit_count()


def _surely_holds_one_of(p: Position, seat: int, wanted: CardSet) -> bool:
    return bool(p.hands[seat] & wanted) or (p.hidden[seat] > 0 and _hidden_surely_has_one_of(p, seat, wanted))


def _not_in_hand(p: Position, seat: int, first: Card, second: Card) -> list[Fact]:
    """SK-8: the cards of a move that are not, or cannot be, in the hand."""
    hand, places = p.hands[seat], p.hidden[seat]
    facts = []
    taken: CardSet = 0
    for card in (first, second):
        if card < 0:
            continue
        if taken >> card & 1:
            facts.append(Fact("SK-8", _TWICE, (card,)))
        elif not hand >> card & 1:
            if p.loose >> card & 1 and places and not (p.twins and taken >> p.twins.get(card, 63) & 1):
                places -= 1
            else:
                facts.append(_where_it_is(p, seat, card))
        taken |= 1 << card
    return facts


def _remedy_with_hidden_cards(p: Position) -> Move | None:
    seat = p.turn
    hand = p.hands[seat]
    if p.last:
        return CONCEDE
    if not p.pile:
        return next(cards_in(hand), None)
    beating = p.beats[seat][(p.pile & 63) - 1]
    if not (p.forced and _surely_holds_one_of(p, seat, beating)):
        return TAKE
    for beat in cards_in(hand & beating):
        for second in cards_in(hand & ~(1 << beat)):
            return beat | (second + 1) << 6
    return None


# -- why not: the facts, and their sentences ------------------------------------------------------------------------------

_ONE_CARD_STARTS = N_("There is no pile: it is started with one card, not with two.")
_NO_PILE = N_("There is no pile to take from: {player} starts one with any card.")
_TWICE = N_("The {0} cannot be played twice.")
_IN_THE_PILE = N_("The {0} is not in {player}'s hand: it lies in the pile.")
_IN_A_HAND = N_("The {0} is not in {player}'s hand: it is known to be in {who}'s.")
_NOT_AMONG = N_("The {0} is not in {player}'s hand: all the cards there are known.")
_NO_ROOM = N_("The {0} cannot be in {player}'s hand as well: there is no other unknown card in it.")
_LOWER = N_("The {0} does not beat the {1}: it is of the same suit, but lower.")
_OWN_TRUMP_ON_TOP = N_(
    "The {0} does not beat the {1}: that is one of {player}'s own trumps, and only a higher card of the same suit beats it."
)
_OTHER_SUIT = N_("The {0} does not beat the {1}: it is of another suit, and {player}'s trumps are {suit}.")
_TRUMP_OF_ANOTHER = N_(
    "The {0} does not beat the {1}: it is one of {who}'s trumps, which have no power on {player}'s turn; {player}'s trumps are {suit}."
)
_SECOND_CARD_MISSING = N_(
    "After beating, {player} plays a second card on top, any card; with the {0} alone it is missing."
)
_CAN_BEAT = N_(
    "{player} can beat the {0}, for example with the {1}, and with take=forced only a player who cannot beat takes."
)
_MUST_BE_ABLE = N_(
    "Whatever {player}'s unknown cards are, one of them beats the {0}, and with take=forced only a player who cannot beat takes."
)
_PLAY_THE_LAST = N_(
    "This is the last answer: {player}'s only card, the {0}, beats the {1} and must be played; the deal is then a draw."
)
_PLAY_OR_CONCEDE = N_(
    "This is the last answer: {player} plays the only card left if it beats the {0}, or concedes; there is no taking now."
)
_NOTHING_TO_CONCEDE = N_(
    "There is nothing to concede: that is only possible when the opponent has gone out and {player} has one hidden card left."
)
_HELD_A_BEATING_CARD = N_(
    "{player} took the {0}, but held the {1} at that time, which beats it; with take=forced that is not allowed."
)
_HELD_ONE_OF = N_(
    "{player} took the {0}, but one of the cards that beat it must have been in the hand; with take=forced that is not allowed."
)


def _does_not_beat(p: Position, seat: int, card: Card, top: Card) -> Fact:
    trump = p.trumps[seat]
    if suit_of(card) == suit_of(top):
        return Fact("SK-8", _LOWER, (card, top))
    if suit_of(top) == trump:
        return Fact("SK-8", _OWN_TRUMP_ON_TOP, (card, top))
    if suit_of(card) in p.trumps:
        return Fact("SK-8", _TRUMP_OF_ANOTHER, (card, top), who=p.trumps.index(suit_of(card)), suit=trump)
    return Fact("SK-8", _OTHER_SUIT, (card, top), suit=trump)


def _where_it_is(p: Position, seat: int, card: Card) -> Fact:
    if card in _cards_of(p.pile):
        return Fact("SK-8", _IN_THE_PILE, (card,))
    for who, hand in enumerate(p.hands):
        if hand >> card & 1:
            return Fact("SK-8", _IN_A_HAND, (card,), who=who)
    return Fact("SK-8", _NO_ROOM if p.hidden[seat] else _NOT_AMONG, (card,))


def _able_to_beat(p: Position, seat: int, beating: CardSet) -> Fact:
    top = (p.pile & 63) - 1
    card = next(cards_in(p.hands[seat] & beating), None)
    return Fact("SK-11", _MUST_BE_ABLE, (top,)) if card is None else Fact("SK-11", _CAN_BEAT, (top, card))


def _last_answer(p: Position) -> Fact:
    hand, top = p.hands[p.turn], (p.pile & 63) - 1
    if hand:
        return Fact("SK-14", _PLAY_THE_LAST, (next(cards_in(hand)), top))
    return Fact("SK-14", _PLAY_OR_CONCEDE, (top,))


def _elsewhere(p: Position, card: Card) -> tuple[str, str]:
    """Problem and remedy for a card seen in a hand where it cannot be."""
    name = card_name(card)
    if card in _cards_of(p.pile):
        problem = _("the card {card} is in two places: it lies in the pile").format(card=name)
    elif any(hand >> card & 1 for hand in p.hands):
        problem = _("the card {card} is in two places: it must be in another hand").format(card=name)
    else:
        problem = _("the card {card} cannot be in this hand: all its cards are known").format(card=name)
    return problem, _("look again which card it is, or correct the earlier line")


# -- dealing ------------------------------------------------------------------------------------------------------------


def _sizes(p: Position) -> list[int]:
    """SK-3: how many cards each seat is dealt; the first ones from the leader on get one more."""
    seats = len(p.trumps)
    each, more = divmod(p.pack.bit_count(), seats)
    return [each + ((seat - p.turn) % seats < more) for seat in range(seats)]


def _lowest_trumps(p: Position) -> list[CardSet]:
    """SK-4: the card that goes to each seat."""
    return [(trumps := p.pack & _SUIT[trump]) & -trumps for trump in p.trumps]


def _twins(p: Position) -> dict[Card, Card]:
    """SK-5: each card and the one of the same rank in the corresponding suit of the other player."""
    dealer = 1 - p.turn
    order = [SUITS.index(suit) for suit in "SHDC"]
    second, other_second = [suit for suit in order if suit not in p.trumps]
    pairs = [(p.trumps[dealer], p.trumps[p.turn]), (second, other_second)]
    twins = {rank * 4 + a: rank * 4 + b for a, b in pairs for rank in range(13) if p.pack >> rank * 4 & 1}
    return twins | {b: a for a, b in twins.items()}


def _fresh_deal(p: Position, mirror: bool, sixes: bool) -> None:
    """A deal at a real table, nothing seen yet."""
    p.hidden = _sizes(p)
    p.hands = [0] * len(p.trumps)
    if mirror:
        p.twins = _twins(p)
    elif sixes:
        p.hands = _lowest_trumps(p)
        p.hidden = [size - 1 for size in p.hidden]


def _deal(p: Position, seed: str, mirror: bool, sixes: bool) -> list[CardSet]:
    """The hands of the deal with this seed. Only ``Random.random`` is used: its numbers stay the same in every version of Python."""
    random = Random(seed)
    cards = list(cards_in(p.pack))
    for i in range(len(cards) - 1, 0, -1):
        j = int(random.random() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    if mirror:
        return _mirror_hands(p, cards[: len(cards) // 2])
    hands, dealt = [], 0
    sizes = _sizes(p)
    seats = len(sizes)
    hands = [0] * seats
    for dealt, card in enumerate(cards):
        hands[(p.turn + dealt) % seats] |= 1 << card
    if sixes:
        lowest = _lowest_trumps(p)
        given = sum(lowest)
        hands = [hand & ~given | own for hand, own in zip(hands, lowest, strict=True)]
    return hands


def _mirror_hands(p: Position, turned: Sequence[Card]) -> list[CardSet]:
    """SK-5, the hands that follow from the half of the pack turned over for the dealer."""
    twins = _twins(p)
    dealer = 1 - p.turn
    owned = [suit for suit in map(SUITS.index, "SHDC") if suit not in p.trumps][0]
    own = p.pack & (_SUIT[p.trumps[dealer]] | _SUIT[owned])
    kept = card_set(turned) & own
    matched = card_set(twins[card] for card in cards_in(kept))
    hands = [0, 0]
    hands[dealer] = kept | (p.pack & ~own & ~matched)
    hands[p.turn] = matched | (own & ~kept)
    return hands
