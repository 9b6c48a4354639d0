"""Svoi Kozyri (Your Trumps), the play: what beats, what is legal, taking, the end.

Beside it: ``_rules`` (in words), ``_deal`` (set-up), ``_position`` (with what can be hidden), ``_refusals`` (why not),
``_look`` (a hand that was seen).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from rules.cards import (
    SUITS,
    UNKNOWN,
    Card,
    CardError,
    CardSet,
    card_name,
    card_set,
    cards_in,
    parse_card,
    rank_of,
    suit_of,
)
from rules.game import Game
from rules.games import svoi_kozyri_refusals as refusals
from rules.games import svoi_kozyri_rules as why
from rules.games.svoi_kozyri_deal import SUIT, place_cards
from rules.games.svoi_kozyri_look import not_in_pack, see_hand
from rules.games.svoi_kozyri_position import (
    ANY_SECOND,
    CONCEDE,
    DRAW,
    TAKE,
    Move,
    Position,
    can_hold,
    cards_of,
    count,
    draw_by_repetition,
    known_to,
    next_seat,
    reveal,
    surely_holds_one_of,
    uncount,
    with_all_known,
)
from rules.games.svoi_kozyri_refusals import Claim
from rules.hands import size
from rules.ruling import SUIT_WORDS, Fact, MoveError, Outcome
from rules.setup import CardList, Setup, write_cards
from rules.table import MIDDLE, Heap, Place
from rules.texts import _

_WORDS = {"take": TAKE, "concede": CONCEDE}

_HIGHER: tuple[CardSet, ...] = tuple(card_set(range(card + 4, 52, 4)) for card in range(52))

_HIGH: CardSet = card_set(range(40, 52))  # queens, kings and aces

BEATS: tuple[tuple[CardSet, ...], ...] = tuple(
    tuple(_HIGHER[top] if suit_of(top) == trump else _HIGHER[top] | SUIT[trump] for top in range(52))
    for trump in range(4)
)
"""SK-8. ``BEATS[trump][top]``: the cards that beat ``top`` for a player whose trumps are ``trump``."""

TAKES: tuple[tuple[int, ...], ...] = tuple(
    tuple(3 if suit_of(top) != trump else 5 if rank_of(top) < 12 else 52 for top in range(52)) for trump in range(4)
)
"""SK-10. ``TAKES[trump][top]``: how many cards that player takes at most."""


class SvoiKozyri(Game[Position]):
    """The game Svoi Kozyri; ``Game`` says what each method promises."""

    id = "svoi-kozyri"
    name = "Svoi Kozyri"
    rules = why.RULES
    options = why.OPTIONS
    seats = (2, 4)
    packs = (36, 24, 32, 52)
    headers = frozenset({"Leader", "Hand", "Trumps", "Pile"})
    needed: ClassVar = {"Trumps": "Ann=S, Ben=H"}

    # -- set-up ------------------------------------------------------------------------------------------------------

    def start(self, setup: Setup) -> Position:
        p = Position()
        p.names = setup.players
        p.trumps = setup.suits["Trumps"]
        p.beats = tuple(BEATS[trump] for trump in p.trumps)
        p.takes = tuple(TAKES[trump] for trump in p.trumps)
        p.pack = setup.cards
        p.forced = setup.options["take"] == "forced"
        p.turn = setup.seats.get("Leader", 0)
        place_cards(p, setup)
        p.revealed = [0] * len(p.hands)
        reveal(p, 0, 0)
        if not size(p, p.turn):
            p.turn = next_seat(p, p.turn)
        _end(p)
        count(p)
        return p

    # -- what is legal -----------------------------------------------------------------------------------------------

    def to_move(self, position: Position) -> int | None:
        return position.turn if position.result is None else None

    def legal_moves(self, position: Position) -> list[Move] | None:
        p = position
        if p.result is not None:
            return []
        seat = p.turn
        if p.hidden[seat]:
            return None
        cards = list(cards_in(p.hands[seat]))
        if not p.pile:
            return cards
        beating = p.hands[seat] & p.beats[seat][(p.pile & 63) - 1]
        if len(cards) == 1 and beating:
            moves = cards
        else:
            moves = [beat | second + 1 << 6 for beat in cards_in(beating) for second in cards if second != beat]
        if not (p.last or (p.forced and beating)):
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
            elif not (p.forced and surely_holds_one_of(p, seat, beating)):
                words.append("take")
        return words + [card_name(card) for card in cards_in(maybe)]

    def judge(self, position: Position, move: Move) -> tuple[Fact, ...]:
        return refusals.broken(position, move)

    def claim(self, position: Position, move: Move) -> Claim | None:
        p = position
        seat = p.turn
        if move != TAKE or not p.forced or not p.hidden[seat]:
            return None
        top = (p.pile & 63) - 1
        return Claim(seat, top, p.revealed[seat]) if p.loose & p.beats[seat][top] else None

    def disproved(self, position: Position, claim: Claim) -> Fact | None:  # type: ignore[override]
        return refusals.disproved(position, claim)

    def remedy(self, position: Position, move: Move) -> Move | None:
        moves = self.legal_moves(position)
        if moves is None:
            return _remedy_with_hidden_cards(position, move)
        if move >= TAKE:
            return moves[0] if moves else None
        first, second = move & 63, (move >> 6) - 1

        def distance(candidate: Move) -> int:
            """The same beating card; the same cards the other way round; one of the cards; taking; anything."""
            if candidate >= TAKE:
                return 3
            beat, then = candidate & 63, (candidate >> 6) - 1
            if beat == first:
                return 0
            if second < 0:
                return 4
            return 1 if (beat, then) == (second, first) else 2 if second in (beat, then) else 4

        return min(moves, key=distance, default=None)

    # -- playing -----------------------------------------------------------------------------------------------------

    def apply(self, position: Position, move: Move) -> Any:
        p = position
        seat = p.turn
        before = (seat, p.pile, p.hands, p.hidden, p.loose, p.revealed, p.open, p.result, p.last, p.counts)
        if move == CONCEDE:
            p.result = seat
            return before, None
        hand, pile = p.hands[seat], p.pile
        if move == TAKE:
            left = p.takes[seat][(pile & 63) - 1]
            taken = 0
            while pile and left:
                taken |= 1 << (pile & 63) - 1
                pile >>= 6
                left -= 1
            hand |= taken
            opened = p.open = p.open.copy()
            opened[seat] |= taken
        else:
            played = 1 << (move & 63)
            pile = pile << 6 | (move & 63) + 1
            if move > 63:
                played |= 1 << (move >> 6) - 1
                pile = pile << 6 | move >> 6
            if played & ~hand:
                reveal(p, seat, played & ~hand)
                hand = p.hands[seat]
            hand &= ~played
        p.pile = pile
        hands = p.hands = p.hands.copy()
        hands[seat] = hand
        p.turn = next_seat(p, seat)
        if not hand:
            _end(p)
        return before, count(p)

    def undo(self, position: Position, token: Any) -> None:
        p = position
        before, counted = token
        if counted is not None:
            uncount(p, counted)
        p.turn, p.pile, p.hands, p.hidden, p.loose, p.revealed, p.open, p.result, p.last, p.counts = before

    def holds(self, position: Position, seat: int, cards: CardList) -> Any:
        p = position
        before = (p.turn, p.pile, p.hands, p.hidden, p.loose, p.revealed, p.open, p.result, p.last, p.counts)
        try:
            see_hand(p, seat, cards)
        except MoveError:
            self.undo(p, (before, None))
            raise
        if p.result is None:
            _end(p)
        draw_by_repetition(p)
        return before, None

    # -- the end -----------------------------------------------------------------------------------------------------

    def outcome(self, position: Position) -> Outcome | None:
        loser = position.result
        if loser is None:
            return None
        if loser == DRAW:
            return Outcome("draw")
        return Outcome("win", (1 - loser,)) if len(position.hands) == 2 else Outcome("loss", (loser,))

    def gains(self, position: Position) -> tuple[int, ...]:
        return tuple(int(seat == position.result) for seat in range(len(position.hands)))

    def next_deal(self, position: Position, setup: Setup) -> dict[str, str]:
        p = position
        leader = _next_leader(p, setup)
        return {"Leader": p.names[leader]}

    def why_next(self, position: Position, setup: Setup) -> str:
        p = position
        leader = p.names[_next_leader(p, setup)]
        if p.result is None or p.result == DRAW:
            return _("SK-6: nobody lost the last deal, so {leader} leads again").format(leader=leader)
        loser = p.names[p.result]
        return _("SK-6: {loser} lost the last deal and deals now, so {leader} leads").format(loser=loser, leader=leader)

    # -- what a player knows, and bots -------------------------------------------------------------------------------

    def view(self, position: Position, seat: int) -> Position:
        return known_to(position, seat)

    def sample(self, position: Position, random: Random) -> Position:
        return with_all_known(position, random)

    def promise(self, position: Position) -> tuple[float, ...]:
        loads = [_load(hand, trump) for hand, trump in zip(position.hands, position.trumps, strict=True)]
        whole = sum(loads) or 1.0
        return tuple(1 - load / whole for load in loads)

    def rollout(self, position: Position, moves: Sequence[Move], random: Random) -> Move:
        """Beat if possible, with the cheapest card, and keep the trumps; now and then do anything else."""
        p = position
        if len(moves) == 1 or random.random() < 0.1:
            return moves[int(random.random() * len(moves))]
        seat = p.turn
        hand = p.hands[seat]
        trumps = hand & SUIT[p.trumps[seat]]
        first = 0
        if p.pile:
            beating = hand & p.beats[seat][(p.pile & 63) - 1]
            if not beating:
                return TAKE
            first = beating & ~trumps or beating
            first &= -first
            if not p.pile or hand == first:
                return first.bit_length() - 1
        rest = hand ^ first
        second = rest & ~trumps or rest
        answers, beats = p.hands[next_seat(p, seat)], p.beats[next_seat(p, seat)]
        lowest = second & -second
        while second:
            card = (second & -second).bit_length() - 1
            if not answers & beats[card]:  # the next player cannot beat it
                lowest = 1 << card
                break
            second &= second - 1
        card = lowest.bit_length() - 1
        return first.bit_length() - 1 | card + 1 << 6 if first else card

    # -- words -------------------------------------------------------------------------------------------------------

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
                raise MoveError(*not_in_pack(position, card))
        return cards[0] if len(cards) == 1 else cards[0] | cards[1] + 1 << 6

    def write_move(self, move: Move) -> str:
        if move >= TAKE:
            return "take" if move == TAKE else "concede"
        if move < 64:
            return card_name(move)
        second = UNKNOWN if move & ANY_SECOND == ANY_SECOND else card_name((move >> 6) - 1)
        return f"{card_name(move & 63)} {second}"

    def describe(self, position: Position) -> dict[str, str]:
        p = position
        headers = {
            "Trumps": ", ".join(f"{name}={SUITS[trump]}" for name, trump in zip(p.names, p.trumps, strict=True)),
            "Leader": p.names[p.turn],
        }
        if p.pile:
            headers["Pile"] = write_cards(cards_of(p.pile))
        for name, hand, hidden in zip(p.names, p.hands, p.hidden, strict=True):
            headers[f"Hand:{name}"] = write_cards([*cards_in(hand), *[None] * hidden])
        return headers

    def can_stand(self, position: Position, move: Move) -> bool:
        p = position
        if move >= TAKE:
            return move == TAKE and bool(p.pile)
        return not refusals.not_in_hand(p, p.turn, move & 63, (move >> 6) - 1)

    # -- the table ---------------------------------------------------------------------------------------------------

    def heaps(self, position: Position) -> tuple[Heap, ...]:
        p = position
        hidden = sum(p.hidden)
        hands = (
            Heap(
                "hand", seat, (*cards_in(hand), *[None] * number), _("trumps: {suit}").format(suit=_(SUIT_WORDS[trump]))
            )
            for seat, (hand, number, trump) in enumerate(zip(p.hands, p.hidden, p.trumps, strict=True))
        )
        heaps = (*hands, Heap("pile", None, cards_of(p.pile)))
        if p.loose.bit_count() == hidden:
            return heaps
        out = [None] * (p.loose.bit_count() - hidden) if hidden else cards_in(p.loose)
        return (*heaps, Heap("out", None, tuple(out)))

    def layout(self, players: Sequence[str]) -> tuple[Place, ...]:
        middle, *seats = why.LAYOUT[len(players)]
        return (Place(MIDDLE, middle), *(Place(name, box) for name, box in zip(players, seats, strict=True)))

    def middle(self, position: Position) -> tuple[Card, ...]:
        return cards_of(position.pile)

    def shown(self, position: Position, middle: Sequence[Card]) -> tuple[str, ...]:
        pile = cards_of(position.pile)
        new = [card for card in dict.fromkeys(middle) if card not in pile]
        if position.result is not None or len(new) > 2 or not all(position.pack >> card & 1 for card in new):
            return ()
        if new:
            return (" ".join(map(card_name, new)),)
        return ("take",) if pile and pile[-1] not in middle else ()


# -- the end ---------------------------------------------------------------------------------------------------------


def _next_leader(p: Position, setup: Setup) -> int:
    """SK-6: the seat that leads in the next deal of the match."""
    if p.result is None or p.result == DRAW:
        return setup.seats.get("Leader", 0)
    return (p.result + 1) % len(p.names)


def _end(p: Position) -> None:
    """SK-13 to SK-15: when at most one player holds cards the deal ends, or the one move of SK-14 is left."""
    left = [seat for seat in range(len(p.hands)) if p.hands[seat] or p.hidden[seat]]
    if len(left) > 1:
        return
    if not left:
        p.result = DRAW
        return
    seat = left[0]
    beating = p.beats[seat][(p.pile & 63) - 1] if p.pile else 0
    p.last = size(p, seat) == 1 and bool((p.hands[seat] or p.loose) & beating)
    if not p.last:
        p.result = seat


def _load(hand: CardSet, trump: int) -> float:
    """How far a hand is from being empty: its own trumps and its high cards go easily."""
    return hand.bit_count() - 0.5 * (hand & SUIT[trump]).bit_count() - 0.25 * (hand & _HIGH).bit_count()


def _remedy_with_hidden_cards(p: Position, move: Move) -> Move | None:
    """Near ``move``, and legal for all that is known of a hand with hidden cards; at least it could be legal."""
    seat, hand = p.turn, p.hands[p.turn]
    beating = p.beats[seat][(p.pile & 63) - 1] if p.pile else p.pack
    cards = [] if move >= TAKE else [move & 63] if move < 64 else [move & 63, (move >> 6) - 1]
    named = [card for card in cards if can_hold(p, seat, card)]
    beat = next((card for card in named if beating >> card & 1), None)
    if beat is not None and (not p.pile or size(p, seat) == 1):
        return beat
    if beat is not None:
        others = [card for card in named if card != beat and can_hold(p, seat, card, beside=1 << beat)]
        return beat | (others[0] + 1 << 6 if others else ANY_SECOND)
    if p.last:
        return CONCEDE
    if not p.pile:
        return next(cards_in(hand), None)
    if not (p.forced and surely_holds_one_of(p, seat, beating)):
        return TAKE
    return next((card | ANY_SECOND for card in cards_in(hand & beating)), None)
