"""Ceraria (Happy Life), the play: what is legal, battles, drawing, the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

from rules.cards import Card, CardError, CardSet, card_name, card_set, cards_in, parse_card, rank_of
from rules.game import Game, no_move
from rules.games.ceraria import refusals
from rules.games.ceraria import rules as why
from rules.games.ceraria import table as on_table
from rules.games.ceraria.deal import place_cards
from rules.games.ceraria.position import (
    CERARIA,
    DRAW,
    HAND,
    OPEN,
    TAKE,
    TOGETHER,
    Move,
    Position,
    answer,
    answers_in,
    arrangements,
    both,
    cards_of,
    pair,
    played,
    table,
    weight,
)
from rules.hands import (
    can_hold,
    check_seen,
    deal_hidden,
    face_down,
    hand_headers,
    hand_heaps,
    hide_hands,
    reveal,
    see_hand,
    settle,
    size,
)
from rules.ruling import Fact, MoveError, Outcome, not_in_pack
from rules.setup import CardList, Setup, known, write_cards
from rules.table import Change, Heap, Lying, Meaning
from rules.texts import N_, _

_FIRST_OF_ALLIES: CardSet = card_set(card for card in range(52) if card & 1 == 0)
"""CE-4, CE-6: clubs and hearts; in the order of cards each stands right before its ally of the same strength."""

_LOAD = tuple(1 - rank_of(card) / 20 for card in range(52))
"""How much of a burden a card is to the one who holds it: a guess."""


class Ceraria(Game[Position]):
    """The game Ceraria; ``Game`` says what each method promises."""

    id = "ceraria"
    name = N_("Ceraria")
    rules = why.RULES
    moves = why.MOVES
    example = why.EXAMPLE
    options = why.OPTIONS
    seats = (2, 6)
    packs = (36, 24, 32, 52)
    headers = frozenset({"Leader", "Hand", "Stock", "Discard"})

    # -- set-up ------------------------------------------------------------------------------------------------------

    def start(self, setup: Setup) -> Position:
        p = Position()
        p.names = setup.players
        p.pack = setup.cards
        p.table = table(setup.options["same_suit"], setup.options["circle"])
        p.turn = setup.seats.get("Leader", 0)
        place_cards(p, setup)
        if not p.stock:
            _end(p, (p.turn or len(p.hands)) - 1)
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
        hand = p.hands[seat]
        attack = p.attack
        if not attack:  # CE-6
            moves = []
            cards = hand
            while cards:
                low = cards & -cards
                moves.append(low.bit_length() - 1)
                cards ^= low
            cards = hand & hand >> 1 & _FIRST_OF_ALLIES
            if cards and size(p, seat + 1 if seat + 1 < len(p.hands) else 0) > 1:
                moves += [pair(card, card + 1) for card in cards_in(cards)]
            return moves
        moves = [TAKE]  # CE-9
        if len(attack) == 1:
            _add_answers(p, hand, attack[0], moves)
        else:  # CE-7
            firsts: list[Move] = []
            seconds: list[Move] = []
            _add_answers(p, hand, attack[0], firsts)
            _add_answers(p, hand, attack[1], seconds)
            others = [(played(move), move + 1 << 12) for move in seconds]
            for move in firsts:
                cards = played(move)
                moves += [move | other for used, other in others if not cards & used]
        return moves

    def could(self, position: Position) -> list[str]:
        p = position
        seat = p.turn
        maybe = p.hands[seat] | (p.loose if p.hidden[seat] else 0)
        if not p.attack:
            return [card_name(card) for card in cards_in(maybe)]
        options: list[list[Move]] = [[], []]
        for given, attacking in zip(options, p.attack, strict=False):
            _add_answers(p, maybe, attacking, given)
        firsts, seconds = (
            [(move & 63, played(move)) for move in given if can_hold(p, seat, played(move))] for given in options
        )
        if len(p.attack) == 1:
            seconds = [(0, 0)]
        openings = {
            card
            for card, used in firsts
            if any(not used & others and can_hold(p, seat, used | others) for _card, others in seconds)
        }
        return ["take", *map(card_name, sorted(openings))]

    def judge(self, position: Position, move: Move) -> tuple[Fact, ...]:
        return refusals.broken(position, move)

    def remedy(self, position: Position, move: Move) -> Move | None:
        p = position
        cards = tuple(dict.fromkeys(cards_of(move)))
        if not p.attack:
            return next((card for card in (*cards, *cards_in(p.hands[p.turn])) if not self.judge(p, card)), None)
        for number in range(len(cards), 0, -1):
            for fewer in combinations(cards, number):
                for other in arrangements(fewer, len(p.attack)):
                    if not self.judge(p, other):
                        return other
        named = card_set(cards)
        moves = self.legal_moves(p) or [TAKE]
        return max(moves, key=lambda other: ((card_set(cards_of(other)) & named).bit_count(), other != TAKE))

    # -- playing -----------------------------------------------------------------------------------------------------

    def apply(self, position: Position, move: Move) -> Any:
        p = position
        seat, attack, hands = p.turn, p.attack, p.hands
        before = (seat, hands, p.hidden, p.open, p.loose, p.away, p.stock, p.discard, attack, p.takes, p.result)
        after = seat + 1 if seat + 1 < len(hands) else 0
        if move == TAKE:  # CE-9
            laid = 1 << attack[0]
            if len(attack) > 1:
                laid |= 1 << attack[1]
            hands = p.hands = hands.copy()
            hands[seat] |= laid
            seen = p.open = p.open.copy()
            seen[seat] |= laid
            p.takes = 0 if p.stock else p.takes + 1
            p.turn = after  # CE-10
        else:
            cards = 1 << move if move < 64 else played(move)
            if cards & ~hands[seat]:
                reveal(p, seat, cards & ~hands[seat])
                hands = p.hands
            hands = p.hands = hands.copy()
            hands[seat] ^= cards
            if p.open[seat] & cards:
                seen = p.open = p.open.copy()
                seen[seat] &= ~cards
            if not attack:
                p.attack = (move,) if move < 64 else cards_of(move)
                p.turn = after
                return before
            for card in attack:
                cards |= 1 << card
            p.discard |= cards
            p.takes = 0
        p.attack = ()
        if p.stock:
            _draw(p, (seat or len(hands)) - 1)
        if not p.stock:
            _end(p, (seat or len(hands)) - 1)
        return before

    def undo(self, position: Position, token: Any) -> None:
        p = position
        (p.turn, p.hands, p.hidden, p.open, p.loose, p.away, p.stock, p.discard, p.attack, p.takes, p.result) = token

    def holds(self, position: Position, seat: int, cards: CardList) -> Any:
        p = position
        before = (p.turn, p.hands, p.hidden, p.open, p.loose, p.away, p.stock, p.discard, p.attack, p.takes, p.result)
        see_hand(p, seat, cards, (*_lying(p), (_("the stock"), known(p.stock))))
        if p.result == OPEN:
            p.result = _strongest(p)
        return before

    def miscounted(self, position: Position, seat: int, cards: CardList) -> Fact | None:
        p = position
        due = size(p, seat)
        if len(cards) == due:
            return None
        check_seen(p, seat, cards, _lying(p))
        return Fact("CE-11", why.DREW_TOO_MANY if len(cards) > due else why.DREW_TOO_FEW, number=due)

    # -- the end -----------------------------------------------------------------------------------------------------

    def outcome(self, position: Position) -> Outcome | None:
        winner = position.result
        if winner is None or winner == OPEN:
            return None
        return Outcome("draw") if winner == DRAW else Outcome("win", (winner,))

    def why_ended(self, position: Position) -> str:
        p = position
        if p.result is None:
            return ""
        if p.result == OPEN:
            return _("CE-13: three takes in a row ended the game; whose strongest card decides has not been shown.")
        if p.result == DRAW:
            return _("CE-13: three takes in a row ended the game, and nobody has a heart, a spade or a diamond.")
        winner = p.names[p.result]
        if not size(p, p.result):
            return _("CE-12: the stock is used up, and {player} is the first without cards.").format(player=winner)
        return _(
            "CE-13: three takes in a row ended the game, and {player} has the strongest card; clubs do not count."
        ).format(player=winner)

    def next_deal(self, position: Position, setup: Setup) -> dict[str, str]:
        return {}

    def why_next(self, position: Position, setup: Setup) -> str:
        return _("CE-5: who attacks first is left to chance in every game")

    # -- what a player knows, and bots -------------------------------------------------------------------------------

    def view(self, position: Position, seat: int) -> Position:
        p = position.copy()
        hide_hands(p, seat)
        p.stock = face_down(p, p.stock)
        settle(p)
        return p

    def sample(self, position: Position, random: Random) -> Position:
        """What is hidden in the discard stays so: it does not matter."""
        p = position.copy()
        left = deal_hidden(p, random)
        p.stock = tuple(left.pop() if card is None else card for card in p.stock)
        p.loose = card_set(left)
        p.away = len(left)
        return p

    def promise(self, position: Position) -> tuple[float, ...]:
        """A card is a load, a strong one less so; what is still to be drawn is half a load; the attacker loses some."""
        p = position
        loads = [sum(_LOAD[card] for card in cards_in(hand)) for hand in p.hands]
        if p.stock:
            loads = [load + max(0, HAND - hand.bit_count()) / 2 for load, hand in zip(loads, p.hands, strict=True)]
        loads[p.turn] += 0.25 if p.attack else -0.25
        whole = sum(loads)
        return tuple(min(1.0, max(0.0, 1 - load / whole)) for load in loads)

    def rollout(self, position: Position, moves: Sequence[Move], random: Random) -> Move:
        """Beat if possible, mostly with the lowest card; attack with any."""
        if position.attack and len(moves) > 1:
            return moves[1] if random.random() < 0.7 else moves[1 + int(random.random() * (len(moves) - 1))]
        return moves[int(random.random() * len(moves))]

    # -- words -------------------------------------------------------------------------------------------------------

    def read_move(self, position: Position, text: str) -> Move:
        if text.strip().lower() == "take":
            return TAKE
        attacking = "/" not in text and "+" not in text
        pieces = [text.split()] if attacking else [piece.split("+") for piece in text.split("/")]
        try:
            answers = [[parse_card(word) for word in piece] for piece in pieces]
        except CardError:
            answers = []
        if not 1 <= len(answers) <= 2 or not all(1 <= len(cards) <= 2 for cards in answers):
            raise no_move(self, text)
        for card in (card for cards in answers for card in cards):
            if not position.pack >> card & 1:
                raise not_in_pack(position.pack, card)
        first = answers[0]
        if attacking:
            return pair(*first) if len(first) == 2 else first[0]
        return answer(*first) if len(answers) == 1 else both(answer(*first), answer(*answers[1]))

    def write_move(self, move: Move) -> str:
        if move == TAKE:
            return "take"
        if move & TOGETHER:
            return " ".join(map(card_name, cards_of(move)))
        return " / ".join("+".join(card_name(card) for card in cards if card is not None) for cards in answers_in(move))

    def choice(self, position: Position, move: Move) -> Move:
        """A pair in the order in which the list has it."""
        return pair(*sorted(cards_of(move))) if move & TOGETHER else move

    def describe(self, position: Position) -> dict[str, str]:
        p = position
        if p.attack:
            raise MoveError(
                _("the battle goes on: a record cannot begin in the middle of it"), _("wait until it has been fought")
            )
        headers = {"Leader": p.names[p.turn], **hand_headers(p)}
        headers["Stock"] = write_cards(p.stock)
        headers["Discard"] = write_cards(_discard(p))
        return headers

    def can_stand(self, position: Position, move: Move) -> bool:
        p = position
        return bool(p.attack) and move != TAKE and not refusals.not_in_hand(p, p.turn, cards_of(move), "")

    # -- the table ---------------------------------------------------------------------------------------------------

    def heaps(self, position: Position) -> tuple[Heap, ...]:
        p = position
        attacker = (p.turn - 1) % len(p.hands)
        return (
            *hand_heaps(p),
            *(Heap("attack", attacker, (card,), _("to be beaten")) for card in p.attack),
            Heap("stock", None, p.stock),
            Heap("discard", None, _discard(p)),
            Heap("queen", None, (CERARIA,)),
        )

    def lying(self, position: Position) -> dict[str, Lying]:
        return on_table.lying(position)

    def shown(self, position: Position, change: Change) -> tuple[Meaning, ...]:
        return on_table.shown(position, change)

    def mishandled(self, position: Position, move: Move) -> str:
        return on_table.mishandled(position, move)


# -- battles ---------------------------------------------------------------------------------------------------------


def _add_answers(p: Position, hand: CardSet, attacking: Card, moves: list[Move]) -> None:
    """CE-7, CE-8: every answer to one attacking card."""
    alone, weak, supports = p.table
    cards = hand & alone[attacking]
    while cards:
        low = cards & -cards
        moves.append(low.bit_length() - 1)
        cards ^= low
    cards = hand & weak[attacking]
    while cards:
        low = cards & -cards
        card = low.bit_length() - 1
        cards ^= low
        support = hand & supports[attacking][card]
        while support:
            low = support & -support
            moves.append(card | low.bit_length() << 6)
            support ^= low


def _draw(p: Position, attacker: int) -> None:
    """CE-11. ``p.hands`` is new already and may be changed."""
    hands, hidden, stock = p.hands, p.hidden, p.stock
    drawn = unknown = 0
    for seat in range(attacker - len(hands), attacker):
        missing = HAND - hands[seat].bit_count() - hidden[seat]
        if missing <= 0:
            continue
        for card in stock[drawn : drawn + missing]:
            drawn += 1
            if card is None:
                if not unknown:
                    hidden = p.hidden = hidden.copy()
                unknown += 1
                hidden[seat] += 1
            else:
                hands[seat] |= 1 << card
    if drawn:
        p.stock = stock[drawn:]
    if unknown:
        p.away -= unknown
        settle(p)


# -- the end ---------------------------------------------------------------------------------------------------------


def _end(p: Position, attacker: int) -> None:
    """CE-12, CE-13: whether the game is over now that the stock is empty. ``attacker``: of the last battle."""
    hands = p.hands
    if 0 in hands:
        for seat in range(attacker - len(hands), attacker):
            if not hands[seat] and not p.hidden[seat]:
                p.result = seat % len(hands)
                p.turn = (p.result + 1) % len(hands)  # so that a record which begins here has the same winner
                return
    if p.takes == 3:
        p.result = _strongest(p)


def _strongest(p: Position) -> int:
    """CE-13: who has the strongest card, DRAW, or OPEN where the hidden cards can lie so or so."""
    strongest, holder = max(
        ((weight(card), seat) for seat, hand in enumerate(p.hands) for card in cards_in(hand)), default=(-1, DRAW)
    )
    if strongest < 0:
        holder = DRAW
    stronger = sum(weight(card) > strongest for card in cards_in(p.loose))
    winners = {seat for seat, number in enumerate(p.hidden) if number and stronger}
    if stronger <= p.away + (p.hidden[holder] if holder >= 0 else 0):
        winners.add(holder)  # all the stronger cards can lie there, or be away
    return winners.pop() if len(winners) == 1 else OPEN


# -- words and the table ---------------------------------------------------------------------------------------------


def _discard(p: Position) -> CardList:
    return (*cards_in(p.discard), *[None] * (p.away - p.stock.count(None)))


def _lying(p: Position) -> tuple[tuple[str, CardSet], ...]:
    """Where cards lie face up, or were put away after they had lain so."""
    return (
        (_("the table"), card_set(p.attack) | 1 << CERARIA),
        (_("the discard"), p.discard),
    )
