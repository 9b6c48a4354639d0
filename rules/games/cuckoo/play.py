"""Cuckoo, the play: staying and trading, the dealer's draw, the showdown."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from rules.cards import UNKNOWN, Card, CardError, card_name, cards_in, parse_card
from rules.game import Game, no_move
from rules.games.cuckoo import refusals, table
from rules.games.cuckoo import rules as why
from rules.games.cuckoo.deal import deal
from rules.games.cuckoo.position import (
    ASKED,
    BLOCK,
    BLOCKED,
    DRAW,
    DRAWING,
    DREW,
    GAVE,
    GIVE,
    HIDDEN,
    KING_RANK,
    KING_STRENGTH,
    NO_CARD,
    NOBODY,
    OVER,
    SHOW,
    SHOW_ANY,
    SHOWDOWN,
    STAY,
    STRENGTH,
    TRADE,
    TRADED,
    TURN,
    Claim,
    CuckooPosition,
    Move,
    cards_of_draw,
    claim_of,
    clockwise,
    disproved,
    is_king,
    is_king_card,
    reveal,
    sample,
    view,
)
from rules.games.cuckoo.refusals import CLAIM
from rules.ruling import Fact, MoveError, Outcome, not_in_pack
from rules.setup import CardList, Setup, write_cards
from rules.table import Change, Heap, Lying, Meaning, Place
from rules.texts import N_, _

_WORDS = {"stay": STAY, "trade": TRADE, "give": GIVE, "block": BLOCK}
_NAMES = tuple(_WORDS)

TRADE_BELOW = (0, 0, *(round(52 * (1 - number ** (-1 / (number - 1)))) for number in range(2, 21)))
"""Number of players -> the strength below which a card is traded: as likely as any to be the lowest of all."""


class Cuckoo(Game[CuckooPosition]):
    """The game Cuckoo; ``Game`` says what each method promises."""

    id = "cuckoo"
    name = N_("Cuckoo")
    rules = why.RULES
    moves = why.MOVES
    example = why.EXAMPLE
    options = why.OPTIONS
    seats = (2, 20)
    packs = (52,)
    headers = frozenset({"Dealer", "Lives", "Hand", "Stock"})
    needed: ClassVar = {}
    score = "Lives"

    # -- set-up (CK-1 to CK-4, CK-13) --------------------------------------------------------------------------------

    def start(self, setup: Setup) -> CuckooPosition:
        return deal(setup)

    # -- what is legal -----------------------------------------------------------------------------------------------

    def to_move(self, position: CuckooPosition) -> int | None:
        return position.turn if position.phase != OVER else None

    def legal_moves(self, position: CuckooPosition) -> list[Move] | None:
        p = position
        phase = p.phase
        if phase == DRAWING:
            return _draws(p)
        if phase == OVER:
            return []
        slot = p.held[p.turn]
        card = p.cards[slot]
        if phase == SHOWDOWN:
            return [SHOW | card] if card >= 0 else None
        king = card >> 2 == KING_RANK if card >= 0 else is_king(p, slot)
        if phase == TURN:
            return [STAY] if king else [STAY, TRADE]
        return [BLOCK] if king else [GIVE] if king is not None else [GIVE, BLOCK]

    def could(self, position: CuckooPosition) -> list[str]:
        return [self.write_move(SHOW | card) for card in cards_in(position.loose)]

    def judge(self, position: CuckooPosition, move: Move) -> tuple[Fact, ...]:
        return refusals.broken(position, move)

    def claim(self, position: CuckooPosition, move: Move) -> Claim | None:
        p = position
        if p.phase == DRAWING:
            drawn, old = cards_of_draw(move)
            top = len(p.names)
            hidden = p.blocks and drawn == HIDDEN and is_king(p, top, 1 << old if old >= 0 else 0) is None
            return claim_of(DREW, top, p.turn) if hidden else None
        if move not in CLAIM or is_king(p, p.held[p.turn]) is not None:
            return None
        return claim_of(CLAIM[move], p.held[p.turn], p.turn)

    def disproved(self, position: CuckooPosition, claim: Claim) -> Fact | None:  # type: ignore[override]
        return refusals.found_false(position, claim)

    def remedy(self, position: CuckooPosition, move: Move) -> Move | None:
        p = position
        if p.phase == OVER:
            return None
        if p.phase == SHOWDOWN:
            card = p.cards[p.held[p.turn]]
            return SHOW | card if card >= 0 else SHOW_ANY
        moves = self.legal_moves(p) or []
        if p.phase == DRAWING and move & DRAW and (drawn := cards_of_draw(move)[0]) != HIDDEN:
            named = DRAW | drawn + 1 | (0 if p.blocks and is_king_card(drawn) else moves[0] & 63 << 6)
            if not self.judge(p, named):
                return named
        return moves[0]

    # -- playing -----------------------------------------------------------------------------------------------------

    def apply(self, position: CuckooPosition, move: Move) -> Any:
        p = position
        seat, held = p.turn, p.held
        before = (seat, p.phase, p.at, p.cards, held, p.seen, p.discard, p.rest, p.loose, p.claims, p.result)
        slot = held[seat]
        if move >= SHOW:
            if p.cards[slot] < 0:
                reveal(p, slot, move & 63)
            p.seen = p.seen.copy()
            p.seen[slot] = (2 << len(held)) - 1
            p.at += 1
            if p.at < len(p.order):
                p.turn = p.order[p.at]
            else:
                p.phase, p.result = OVER, _loser(p)
        elif move >= DRAW:
            _draw(p, seat, slot, *cards_of_draw(move))
            _next(p, 1)
        elif move == STAY:
            _next(p, 1)
        elif move == TRADE:
            p.claims = (*p.claims, TRADED | slot << 2 | seat << 7)
            if p.at + 1 < len(p.order):
                p.phase = ASKED
                p.turn = p.order[p.at + 1]
            else:
                p.phase = DRAWING
        elif move == GIVE:
            p.claims = (*p.claims, GAVE | slot << 2 | seat << 7)
            asker = p.order[p.at]
            other = held[asker]
            p.held = held = held.copy()
            held[asker], held[seat] = slot, other
            p.seen = seen = p.seen.copy()
            seen[slot] |= 1 << asker
            seen[other] |= 1 << seat
            _next(p, 1)
        else:
            p.claims = (*p.claims, BLOCKED | slot << 2 | seat << 7)
            p.seen = p.seen.copy()
            p.seen[slot] = (2 << len(held)) - 1
            _next(p, 2)  # CK-10
        return before

    def undo(self, position: CuckooPosition, token: Any) -> None:
        p = position
        p.turn, p.phase, p.at, p.cards, p.held, p.seen, p.discard, p.rest, p.loose, p.claims, p.result = token

    def holds(self, position: CuckooPosition, seat: int, cards: CardList) -> Any:
        p = position
        before = (p.turn, p.phase, p.at, p.cards, p.held, p.seen, p.discard, p.rest, p.loose, p.claims, p.result)
        card = refusals.seen(p, seat, cards)
        if card is not None and card != p.cards[p.held[seat]]:
            reveal(p, p.held[seat], card)
        return before

    # -- the end (CK-11, CK-12) --------------------------------------------------------------------------------------

    def outcome(self, position: CuckooPosition) -> Outcome | None:
        p = position
        if p.result is None:
            return None
        still_in = tuple(seat for seat in p.order if p.lives[seat] > (seat == p.result))
        return Outcome("win", still_in) if len(still_in) == 1 else Outcome("loss", (p.result,))

    def why_ended(self, position: CuckooPosition) -> str:
        p = position
        if p.result is None:
            return ""
        if p.result == NOBODY:
            return _("CK-12: nobody else is left in.")
        loser = p.names[p.result]
        if p.fined and any(disproved(p, claim) for claim in p.claims):
            return _(
                "CK-11: {player} was the first to break a rule in this round, and so loses the life, "
                "whoever has the lowest card."
            ).format(player=loser)
        card = card_name(p.cards[p.held[p.result]])
        return _("CK-11: {player} has the lowest card, the {card}, and loses a life.").format(player=loser, card=card)

    def gains(self, position: CuckooPosition) -> tuple[int, ...]:
        return tuple(-int(seat == position.result) for seat in range(len(position.names)))

    def scores(self, position: CuckooPosition, setup: Setup) -> tuple[int, ...]:
        return tuple(lives - (seat == position.result) for seat, lives in enumerate(position.lives))

    def next_deal(self, position: CuckooPosition, setup: Setup) -> dict[str, str]:
        return {"Dealer": position.names[self._next_dealer(position, setup)]}

    def why_next(self, position: CuckooPosition, setup: Setup) -> str:
        dealer = position.names[self._next_dealer(position, setup)]
        return _("CK-12: {dealer} deals now, the next player clockwise still in; the player to the left starts").format(
            dealer=dealer
        )

    def _next_dealer(self, p: CuckooPosition, setup: Setup) -> int:
        """CK-12. The same again if the round was not played to its end."""
        dealer = p.order[-1]
        if p.result is None:
            return dealer
        left = self.scores(p, setup)
        return next((seat for seat in clockwise(dealer, len(left)) if left[seat]), dealer)

    def match_winners(self, deals: Sequence[Outcome], scores: Sequence[float], setup: Setup) -> tuple[int, ...] | None:
        still_in = tuple(seat for seat, lives in enumerate(scores) if lives)
        return still_in if len(still_in) == 1 else None

    # -- what a player knows, and bots -------------------------------------------------------------------------------

    def view(self, position: CuckooPosition, seat: int) -> CuckooPosition:
        return view(position, seat)

    def sample(self, position: CuckooPosition, random: Random) -> CuckooPosition:
        return sample(position, random)

    def choice(self, position: CuckooPosition, move: Move) -> Move:
        return DRAW | position.cards[position.held[position.turn]] + 1 << 6 if move & DRAW else move

    def completed(self, position: CuckooPosition, move: Move) -> Move:
        return _draws(position)[0] if move & DRAW else move

    def heard(self, position: CuckooPosition, move: Move) -> Move:
        """A card drawn is seen by the dealer only, unless it is a king that is put back (CK-9)."""
        put_back = position.blocks and is_king(position, len(position.names))
        return move if put_back else self.choice(position, move)

    def promise(self, position: CuckooPosition) -> tuple[float, ...]:
        """Who loses if all play on as in ``rollout``."""
        loser = position.result if position.result is not None else _likely_loser(position)
        return tuple(float(lives > 0 and seat != loser) for seat, lives in enumerate(position.lives))

    def rollout(self, position: CuckooPosition, moves: Sequence[Move], random: Random) -> Move:
        """Trades a low card, unless the card given to the player before is lower still."""
        p = position
        if len(moves) == 1:
            return moves[0]
        own = STRENGTH[p.cards[p.held[p.turn]]]
        if p.at:
            before = p.held[p.order[p.at - 1]]
            if p.seen[before] >> p.turn & 1 and STRENGTH[p.cards[before]] < own:
                return STAY
        return TRADE if own < TRADE_BELOW[len(p.order)] else STAY

    # -- words -------------------------------------------------------------------------------------------------------

    def read_move(self, position: CuckooPosition, text: str) -> Move:
        words = text.split()
        first, cards = words[0].lower() if words else "", words[1:]
        if not cards and first in _WORDS:
            return _WORDS[first]
        if first == "show" and len(cards) == 1 and cards[0] != UNKNOWN:
            return SHOW | self._read_card(position, text, cards[0])
        if first == "draw":
            drawn = cards.pop(0) if cards and cards[0].lower() != "for" else UNKNOWN
            if not cards:
                return DRAW | self._read_card(position, text, drawn) + 1
            if len(cards) == 2 and cards[0].lower() == "for" and cards[1] != UNKNOWN:
                old = self._read_card(position, text, cards[1])
                return DRAW | self._read_card(position, text, drawn) + 1 | old + 1 << 6
        raise no_move(self, text)

    def _read_card(self, p: CuckooPosition, text: str, word: str) -> Card:
        if word == UNKNOWN:
            return HIDDEN
        try:
            card = parse_card(word)
        except CardError:
            raise no_move(self, text) from None
        if not p.pack >> card & 1:
            raise not_in_pack(p.pack, card)
        return card

    def write_move(self, move: Move) -> str:
        if move < DRAW:
            return _NAMES[move]
        if move >= SHOW:
            return f"show {UNKNOWN if move == SHOW_ANY else card_name(move & 63)}"
        drawn, old = cards_of_draw(move)
        text = f"draw {UNKNOWN if drawn == HIDDEN else card_name(drawn)}"
        return text if old == HIDDEN else f"{text} for {card_name(old)}"

    def describe(self, position: CuckooPosition) -> dict[str, str]:
        p = position
        if (p.phase != TURN or p.at) and p.result != NOBODY:
            raise MoveError(
                _("a record of Cuckoo begins before the first turn of a round"),
                _("play the round to its end, or take its moves back"),
            )
        headers = {"Dealer": p.names[p.order[-1]]}
        for name, card in zip(p.names, p.cards, strict=False):
            headers[f"Hand:{name}"] = write_cards(_as_list([card]))
        headers["Stock"] = write_cards(_as_list([p.cards[-1], *p.rest]))
        return headers

    def can_stand(self, position: CuckooPosition, move: Move) -> bool:
        return False  # a new record cannot begin in the middle of a round

    # -- the table ---------------------------------------------------------------------------------------------------

    def heaps(self, position: CuckooPosition) -> tuple[Heap, ...]:
        p = position
        heaps = [
            Heap("hand", seat, _as_list([p.cards[slot]]), _("face up") if p.seen[slot] >> len(p.names) else "")
            if slot != NO_CARD
            else Heap("hand", seat, ())
            for seat, slot in enumerate(p.held)
        ]
        drawn = p.discard != NO_CARD
        heaps.append(Heap("stock", None, _as_list([*([] if drawn else p.cards[-1:]), *p.rest])))
        heaps.append(Heap("discard", None, _as_list([p.cards[p.discard]] if drawn else [])))
        return tuple(heaps)

    def layout(self, players: Sequence[str]) -> tuple[Place, ...]:
        return table.layout(players)

    def lying(self, position: CuckooPosition) -> dict[str, Lying]:
        return table.lying(position)

    def shown(self, position: CuckooPosition, change: Change) -> tuple[Meaning, ...]:
        return table.shown(position, change)

    def mishandled(self, position: CuckooPosition, move: Move) -> str:
        return table.mishandled(move)


def _next(p: CuckooPosition, steps: int) -> None:
    """On to the next turn, or to the showdown after the dealer's."""
    p.at += steps
    p.phase = TURN
    if p.at >= len(p.order):
        p.at, p.phase = 0, SHOWDOWN
    p.turn = p.order[p.at]


def _draws(p: CuckooPosition) -> list[Move]:
    """CK-8, CK-9: the dealer's draw, with all that is known of it."""
    top = p.cards[-1]
    if p.blocks and is_king(p, len(p.names)):
        return [DRAW | card + 1 for card in ((top,) if top >= 0 else cards_in(p.loose))]
    return [DRAW | top + 1 | p.cards[p.held[p.turn]] + 1 << 6]


def _draw(p: CuckooPosition, dealer: int, slot: int, drawn: Card, old: Card) -> None:
    """CK-8: the old card goes to the discard; CK-9: or the king drawn goes back."""
    top = len(p.names)
    if drawn >= 0 and p.cards[top] < 0:
        reveal(p, top, drawn)
    if old >= 0 and p.cards[slot] < 0:
        reveal(p, slot, old)
    p.seen = seen = p.seen.copy()
    if p.blocks:
        if drawn >> 2 == KING_RANK:
            seen[top] = (2 << top) - 1
            return
        p.claims = (*p.claims, claim_of(DREW, top, dealer))
    p.held = p.held.copy()
    p.held[dealer] = top
    p.discard = slot
    seen[top] |= 1 << dealer
    seen[slot] = (2 << top) - 1


def _loser(p: CuckooPosition) -> int:
    """CK-11: the first offender, or who has the lowest card."""
    if p.fined:
        for claim in p.claims:
            if disproved(p, claim):
                return claim >> 7
    cards, held = p.cards, p.held
    strength = [STRENGTH[cards[held[seat]]] for seat in p.order]
    return p.order[strength.index(min(strength))]


def _likely_loser(p: CuckooPosition) -> int:
    """Who has the lowest card if every player goes on as in ``rollout``; all cards are known."""
    order, last, king = p.order, len(p.order) - 1, KING_STRENGTH
    low = TRADE_BELOW[len(order)]
    cards = [STRENGTH[p.cards[p.held[seat]]] for seat in order]
    top = STRENGTH[p.cards[-1]]
    at, asked, drawing = p.at, p.phase == ASKED, p.phase == DRAWING
    if p.phase == SHOWDOWN:
        at = last + 1
    safe = False  # the player before is known to have a lower card
    while at < last:
        own = cards[at]
        trades = asked or (own < low and not safe)
        asked = safe = False
        if trades and cards[at + 1] >= king:
            at += 1
        elif trades:
            cards[at], cards[at + 1] = cards[at + 1], own
            safe = cards[at] < own
        at += 1
    if at == last and (drawing or (cards[last] < low and not safe)) and not (p.blocks and top >= king):
        cards[last] = top
    return order[cards.index(min(cards))]


def _as_list(cards: Sequence[Card]) -> CardList:
    """Cards as a record writes them."""
    return tuple(None if card == HIDDEN else card for card in cards if card != NO_CARD)
