"""Svoi Kozyri (Your Trumps), the play: what beats, what is legal, taking, the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar

from rules.cards import (
    SUIT,
    SUITS,
    UNKNOWN,
    Card,
    CardError,
    CardSet,
    card_name,
    cards_in,
    parse_card,
    rank_of,
    suit_of,
)
from rules.game import Game, no_move
from rules.games.svoi_kozyri import refusals
from rules.games.svoi_kozyri import rules as why
from rules.games.svoi_kozyri.deal import place_cards
from rules.games.svoi_kozyri.position import (
    ANY_SECOND,
    BEATS,
    CONCEDE,
    DRAW,
    TAKE,
    Key,
    Move,
    Position,
    beating,
    cards_of,
    cards_of_move,
    draw_by_repetition,
    known_to,
    move_of,
    next_seat,
    position_key,
    reveal,
    see_hand,
    surely_holds_one_of,
    with_all_known,
)
from rules.games.svoi_kozyri.refusals import Claim
from rules.hands import hand_headers, size
from rules.ruling import SUIT_WORDS, Fact, Outcome, not_in_pack
from rules.setup import CardList, Setup, write_cards
from rules.table import MIDDLE, Change, Heap, Lying, Meaning, Place
from rules.texts import N_, _

_WORDS = {"take": TAKE, "concede": CONCEDE}

# Tables for the play. The top card stands in them as it does in the pile: the card + 1, and 0 for no pile.

_TAKES: tuple[tuple[int, ...], ...] = tuple(
    (0, *(6 * (3 if suit_of(top) != trump else 5 if rank_of(top) < 12 else 52) for top in range(52)))
    for trump in range(4)
)
"""SK-10. ``_TAKES[trump][top]``: how many bits of the pile that player takes at most."""

_BEAT_BY_SUIT: tuple[tuple[tuple[CardSet, CardSet], ...], ...] = tuple(
    ((0, 0), *((beat & SUIT[top & 3], beat & ~SUIT[top & 3]) for top, beat in enumerate(beats))) for beats in BEATS
)
"""SK-8. ``_BEAT_BY_SUIT[trump][top]``: the cards that beat it: of its own suit, and the trumps of another."""

_PLAYED: list[CardSet] = [
    (1 << first - 1 if first else 0) | (1 << second - 1 if second else 0) for first in range(64) for second in range(64)
]
"""The cards of a move; also of any two digits of the pile."""

_HIGH: CardSet = (1 << 52) - (1 << 40)
"""Queens, kings and aces."""


_Pieces = tuple[list[tuple[Move, ...]], ...]


def _pieces(first: Card, lowest: Card, highest: Card) -> _Pieces:
    """SK-9. The moves that begin with ``first`` (-1: the leads): for each byte of a hand, by the value of that byte."""
    pieces = []
    for low in range(lowest, highest, 8):
        moves: list[tuple[Move, ...]] = [()]
        for second in range(low, min(low + 8, highest)):
            with_it = () if second == first else (move_of(first, second),)
            moves += [fewer + with_it for fewer in moves]
        pieces.append(moves)
    return tuple(pieces)


@cache
def _seconds(first: Card) -> _Pieces:
    """With second cards from the sixes up."""
    return _pieces(first, 16, 52)


@cache
def _low_seconds(first: Card) -> _Pieces:
    """With second cards below the sixes, which only the pack of 52 has."""
    return _pieces(first, 0, 16)


_BEGINNINGS: dict[CardSet, tuple[_Pieces, ...]] = {}
"""``_seconds`` of each of some cards, which are all of one suit. Filled as they are needed."""


def _begin(cards: CardSet) -> tuple[_Pieces, ...]:
    """Fills in ``_BEGINNINGS``."""
    _BEGINNINGS[cards] = beginnings = tuple(map(_seconds, cards_in(cards)))
    return beginnings


class SvoiKozyri(Game[Position]):
    """The game Svoi Kozyri; ``Game`` says what each method promises."""

    id = "svoi-kozyri"
    name = N_("Svoi Kozyri")
    rules = why.RULES
    moves = why.MOVES
    example = why.EXAMPLE
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
        p.duel = len(p.names) == 2
        p.ways = tuple(_BEAT_BY_SUIT[trump] for trump in p.trumps)
        p.pack = setup.cards
        p.forced = setup.options["take"] == "forced"
        p.turn = setup.seats.get("Leader", 0)
        place_cards(p, setup)
        p.revealed = [0] * len(p.hands)
        if p.loose:
            reveal(p, 0, 0)
        if not size(p, p.turn):
            p.turn = next_seat(p, p.turn)
        _end(p)
        p.counts = {position_key(p): 1}
        return p

    # -- what is legal -----------------------------------------------------------------------------------------------

    def to_move(self, position: Position) -> int | None:
        return position.turn if position.result is None else None

    def legal_moves(self, p: Position) -> list[Move] | None:
        if p.result is not None:
            return []
        seat = p.turn
        if p.loose and p.hidden[seat]:
            return None
        hand = p.hands[seat]
        top = p.pile & 63
        if top:
            higher, trumps = p.ways[seat][top]
            try:
                beginnings = _BEGINNINGS[hand & higher] + _BEGINNINGS[hand & trumps]
            except KeyError:
                beginnings = _begin(hand & higher) + _begin(hand & trumps)
            if not beginnings:
                return [TAKE]
            moves = [] if p.forced else [TAKE]
        else:
            beginnings = (_seconds(-1),)
            moves = []
        low, lower, sixes, eights, tens, queens, aces = hand.to_bytes(7, "little")
        for of_sixes, of_eights, of_tens, of_queens, of_aces in beginnings:
            moves += of_sixes[sixes]
            moves += of_eights[eights]
            moves += of_tens[tens]
            moves += of_queens[queens]
            moves += of_aces[aces]
        if lower or low:
            for first in cards_in(hand & (higher | trumps)) if top else (-1,):
                of_low, of_lower = _low_seconds(first)
                moves += of_low[low]
                moves += of_lower[lower]
        if len(moves) < 2 and top and not hand & (hand - 1):  # the beating card is the last one
            only = move_of(hand.bit_length() - 1)
            return [only] if p.last else [only, *moves]
        return moves

    def could(self, position: Position) -> list[str]:
        p = position
        seat = p.turn
        maybe = p.hands[seat] | (p.loose if p.hidden[seat] else 0)
        words: list[str] = []
        if p.pile:
            maybe &= beating(p, seat)
            if p.last:
                words.append("concede")
            elif not (p.forced and surely_holds_one_of(p, seat, beating(p, seat))):
                words.append("take")
        return words + [card_name(card) for card in cards_in(maybe)]

    def judge(self, position: Position, move: Move) -> tuple[Fact, ...]:
        return refusals.broken(position, move)

    def claim(self, position: Position, move: Move) -> Claim | None:
        p = position
        seat = p.turn
        if move != TAKE or not p.forced or not p.hidden[seat]:
            return None
        if not p.loose & beating(p, seat):
            return None
        return Claim(seat, (p.pile & 63) - 1, p.revealed[seat])

    def disproved(self, position: Position, claim: Claim) -> Fact | None:  # type: ignore[override]
        return refusals.disproved(position, claim)

    def remedy(self, position: Position, move: Move) -> Move | None:
        return refusals.instead(position, move, self.legal_moves(position))

    # -- playing -----------------------------------------------------------------------------------------------------

    def apply(self, p: Position, move: Move) -> Any:
        seat = p.turn
        pile = p.pile
        hands = p.hands
        token: tuple[Any, ...] = (seat, pile, hands, p.open)
        if move < TAKE:
            played = _PLAYED[move]
            hand = hands[seat] ^ played
            if p.loose and hand & played:
                token += _rest(p, p.counts.copy())
                reveal(p, seat, hand & played)
                hands = p.hands
                hand = hands[seat] ^ played
            pile = pile << (12 if move > 63 else 6) | move
        elif move == TAKE:
            bits = _TAKES[p.trumps[seat]][pile & 63]
            cards = pile & (1 << bits) - 1
            pile >>= bits
            taken = 0
            while cards:
                taken |= _PLAYED[cards & 4095] | _PLAYED[cards >> 12 & 4095]
                cards >>= 24
            hand = hands[seat] | taken
            p.open = seen = p.open.copy()
            seen[seat] |= taken
        else:
            token += _rest(p)
            p.result = seat
            return token
        p.pile = pile
        p.hands = hands = hands.copy()
        hands[seat] = hand
        if not hand:
            token += _rest(p)
            _end(p)
        if p.duel:
            p.turn = turn = 1 - seat
            key: Key = (turn, pile, hands[1])
        else:
            turn = seat + 1 if seat + 1 < len(hands) else 0
            p.turn = turn = turn if hands[turn] else next_seat(p, seat)
            key = (turn, pile, *hands[1:])
        if key in p.counts:
            p.counts[key] += 1
            token += _rest(p)
            draw_by_repetition(p)
        else:
            p.counts[key] = 1
        return token

    def undo(self, position: Position, token: Any) -> None:
        p = position
        if p.pile != token[1]:  # else nothing was played
            key = position_key(p)
            if p.counts[key] == 1:
                del p.counts[key]
            else:
                p.counts[key] -= 1
        p.turn, p.pile, p.hands, p.open = token[:4]
        if len(token) > 4:
            p.hidden, p.loose, p.revealed, p.result, p.last, counts = token[4:10]
            if counts is not None:
                p.counts = counts

    def holds(self, position: Position, seat: int, cards: CardList) -> Any:
        p = position
        token = (p.turn, p.pile, p.hands, p.open, *_rest(p, p.counts.copy()))
        see_hand(p, seat, cards)
        if p.result is None:
            _end(p)
        draw_by_repetition(p)
        return token

    # -- the end -----------------------------------------------------------------------------------------------------

    def outcome(self, position: Position) -> Outcome | None:
        loser = position.result
        if loser is None:
            return None
        if loser == DRAW:
            return Outcome("draw")
        return Outcome("win", (1 - loser,)) if len(position.hands) == 2 else Outcome("loss", (loser,))

    def why_ended(self, position: Position) -> str:
        p = position
        if p.result is None:
            return ""
        if p.result != DRAW:
            return (
                _("SK-13: who has no cards left has won; {player} still holds some.")
                if p.duel
                else _("SK-15: the last player who holds cards loses; that is {player}.")
            ).format(player=p.names[p.result])
        if any(p.hands) or any(p.hidden):
            return _("SK-17: the same position has come up for the third time.")
        return _("SK-14: the last card beats the card of the player who went out before.")

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
        hand, trumps = p.hands[p.turn], SUIT[p.trumps[p.turn]]
        first = 0
        if p.pile:
            first = hand & beating(p, p.turn)
            if not first:
                return TAKE
            first = first & ~trumps or first
            first &= -first
            if hand == first:
                return hand.bit_length()
        rest = hand ^ first
        seat = next_seat(p, p.turn)
        answers, beats = p.hands[seat], BEATS[p.trumps[seat]]
        second = next(
            (card for card in cards_in(rest & ~trumps or rest) if not answers & beats[card]),  # not to be beaten
            next(cards_in(rest & ~trumps or rest)),
        )
        return move_of(first.bit_length() - 1, second)

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
            raise no_move(self, text)
        for card in cards:
            if not position.pack >> card & 1:
                raise not_in_pack(position.pack, card)
        return move_of(*cards)

    def write_move(self, move: Move) -> str:
        if move >= TAKE:
            return "take" if move == TAKE else "concede"
        cards = (UNKNOWN if card == ANY_SECOND else card_name(card) for card in cards_of_move(move) if card >= 0)
        return " ".join(cards)

    def describe(self, position: Position) -> dict[str, str]:
        p = position
        headers = {
            "Trumps": ", ".join(f"{name}={SUITS[trump]}" for name, trump in zip(p.names, p.trumps, strict=True)),
            "Leader": p.names[p.turn],
        }
        if p.pile:
            headers["Pile"] = write_cards(cards_of(p.pile))
        return headers | hand_headers(p)

    def can_stand(self, position: Position, move: Move) -> bool:
        p = position
        if move >= TAKE:
            return move == TAKE and bool(p.pile)
        return not refusals.not_in_hand(p, p.turn, *cards_of_move(move))

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

    def lying(self, position: Position) -> dict[str, Lying]:
        return {MIDDLE: Lying(cards_of(position.pile), pile=True)}

    def shown(self, position: Position, change: Change) -> tuple[Meaning, ...]:
        new = change.new_cards
        if position.result is not None or len(new) > 2 or not all(position.pack >> card & 1 for card in new):
            return ()
        if not new:
            return (Meaning("take"),)
        # A card on the pile that is not the player's last: the second one may still be on its way.
        return (Meaning(" ".join(map(card_name, new)), more=len(new) == 1 and bool(position.pile)),)

    def mishandled(self, position: Position, move: Move) -> str:
        return "SK-10" if move == TAKE else ""


# -- the end ---------------------------------------------------------------------------------------------------------


def _rest(p: Position, counts: dict[Key, int] | None = None) -> tuple[Any, ...]:
    """What few moves change, added to a token before they do; what is added first counts. ``counts``: if all changes."""
    return p.hidden, p.loose, p.revealed, p.result, p.last, counts


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
    p.last = bool(p.pile) and size(p, seat) == 1 and bool((p.hands[seat] or p.loose) & beating(p, seat))
    if not p.last:
        p.result = seat


def _load(hand: CardSet, trump: int) -> float:
    """How far a hand is from being empty: its own trumps and its high cards go easily."""
    return hand.bit_count() - 0.5 * (hand & SUIT[trump]).bit_count() - 0.25 * (hand & _HIGH).bit_count()
