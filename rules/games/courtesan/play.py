"""The Courtesan, the play: the start, drawing and placing, taxis, the end."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, ClassVar

from rules.cards import SUITS, Card, card_set, cards_in
from rules.game import Game
from rules.games.courtesan import refusals, table, words
from rules.games.courtesan import rules as why
from rules.games.courtesan.deal import place_cards, taxi_limit
from rules.games.courtesan.position import (
    CRASHES,
    DRAW,
    PAIR,
    PASS,
    QUEEN,
    RIDES,
    TAXIS,
    Move,
    Position,
    coming,
    drawn,
    named,
    over,
    pairs_of,
    roles,
    settle,
)
from rules.hands import shuffled
from rules.ruling import Fact, MoveError, Outcome
from rules.setup import CardList, Setup, known, write_cards
from rules.table import Change, Heap, Lying, Meaning, Place
from rules.texts import N_, _

_TAXI_WORTH = 0.9  # of a client, as long as there are turns to use it
_CLIENTS_TO_COME = 0.25  # in one turn
_TRIES = 6  # so many ways to use taxis are compared in a playout
_HASTE = 0.05  # how often a playout uses taxis before it must


class Courtesan(Game[Position]):
    """The game The Courtesan; ``Game`` says what each method promises."""

    id = "courtesan"
    name = N_("The Courtesan")
    rules = why.RULES
    moves = why.MOVES
    example = why.EXAMPLE
    options = why.OPTIONS
    seats = (2, 4)
    packs = (36, 52)
    headers = frozenset({"Leader", "Queens", "Clients", "Taxis", "Stock", "Discard"})
    needed: ClassVar = {"Queens": "Ann=H, Ben=S"}
    half_points = True

    # -- set-up ------------------------------------------------------------------------------------------------------

    def start(self, setup: Setup) -> Position:
        p = Position()
        options = setup.options
        p.names = setup.players
        p.pack = setup.cards
        p.suits = setup.suits["Queens"]
        p.queens, p.roles = roles(p.suits, setup.pack)
        p.turn = setup.seats.get("Leader", 0)
        p.taxis_first = options["taxis_first"] == "on"
        p.last_taxis = options["last_taxis"] == "on"
        p.limit = taxi_limit(setup)
        p.laid = [0] * len(p.names)
        if setup.random is not None:
            setup.check_nothing_but_a_seed()
            p.stock = tuple(shuffled(p.pack & ~p.queens, setup.random))
        else:
            place_cards(p, setup)
        if len(p.stock) == (p.pack & ~p.queens).bit_count():
            p.due = len(p.names) * int(options["start"])
        return p

    # -- what is legal -----------------------------------------------------------------------------------------------

    def to_move(self, position: Position) -> int | None:
        return None if over(position) else position.turn

    def legal_moves(self, position: Position) -> list[Move]:
        p = position
        seat = p.turn
        own, foreign, extra, rivals = p.roles[seat]
        if p.stock:
            card = p.stock[0]
            moves = [DRAW if card is None else coming(p) if extra >> card & 1 else -2 - card]
            if p.due:
                return moves
        elif p.last:
            moves = [PASS]
        else:
            return []
        laid = p.laid
        mine = laid[seat]
        if not mine & foreign:
            return moves
        several: list[Move] = []  # taxis against the rivals so far
        for rival, suit in rivals:
            taxis = mine & suit
            if not taxis:
                continue
            theirs = laid[rival]
            if threats := theirs & own:
                targets = CRASHES[threats] if p.taxis_first else RIDES[theirs & suit] + CRASHES[threats]
            else:
                targets = RIDES[theirs & suit]
            pairs = [taxi | target for taxi in TAXIS[taxis] for target in targets]
            if several:
                before = [move << PAIR for move in several]
                several += pairs
                several += [move | pair for move in before for pair in pairs]
            else:
                several = pairs
        return moves + several

    def judge(self, position: Position, move: Move) -> tuple[Fact, ...]:
        return refusals.broken(position, move)

    def remedy(self, position: Position, move: Move) -> Move | None:
        return refusals.remedy(position, move, self.legal_moves(position))

    # -- playing -----------------------------------------------------------------------------------------------------

    def apply(self, position: Position, move: Move) -> Any:
        p = position
        seat, laid, stock = p.turn, p.laid, p.stock
        before = (seat, laid, stock, p.out, p.loose, p.due, p.last, p.made)
        number = len(laid)
        p.made = move
        p.turn = seat + 1 if seat + 1 < number else 0
        if move < PASS:
            own, foreign, _extra, _rivals = p.roles[seat]
            laid = p.laid = laid.copy()
            digits = ~move
            cards = (digits - 1,) if digits < 64 else drawn(move)
            for card in cards:
                bit = 1 << card
                if own & bit or (foreign & bit and (laid[seat] & foreign).bit_count() < p.limit):
                    laid[seat] |= bit
                else:
                    p.out |= bit
            p.stock = stock[len(cards) :]
            if p.loose:
                _known_now(p, stock, cards)
            if p.due:
                p.due -= 1
            if not p.stock and p.last_taxis:
                p.last = number - 1
            return before
        if move:
            gone = 0
            while move:
                gone |= 1 << (move & 63) | 1 << (move >> 6 & 63)
                move >>= PAIR
            p.laid = [cards & ~gone for cards in laid]
            p.out |= gone
        if p.last:
            p.last -= 1
        return before

    def holds(self, position: Position, seat: int, cards: CardList) -> Any:
        raise MoveError(
            _("{player} has no hand in {game}: all cards lie open").format(
                player=position.names[seat], game=_(self.name)
            ),
            _("leave the line out"),
        )

    def undo(self, position: Position, token: Any) -> None:
        p = position
        p.turn, p.laid, p.stock, p.out, p.loose, p.due, p.last, p.made = token

    # -- the end -----------------------------------------------------------------------------------------------------

    def outcome(self, position: Position) -> Outcome | None:
        p = position
        if not over(p):
            return None
        # CO-10: among as many clients the set that is the larger number has the highest client, or the next highest.
        clients = [(laid & role.own) >> suit for laid, role, suit in zip(p.laid, p.roles, p.suits, strict=True)]
        worth = [(cards.bit_count(), cards) for cards in clients]
        return Outcome("win", tuple(seat for seat, mine in enumerate(worth) if mine == max(worth)))

    def why_ended(self, position: Position) -> str:
        p = position
        outcome = self.outcome(p)
        if outcome is None:
            return ""
        number = [(laid & role.own).bit_count() for laid, role in zip(p.laid, p.roles, strict=True)]
        counted = ", ".join(f"{name} {clients}" for name, clients in zip(p.names, number, strict=True))
        if len(outcome.seats) > 1:
            return _("CO-10: as many clients, and as high ones, so the win is shared (clients: {number}).").format(
                number=counted
            )
        if number.count(max(number)) > 1:
            return _("CO-10: equal numbers of clients, so the highest of them decide (clients: {number}).").format(
                number=counted
            )
        return _("CO-10: most clients win (clients: {number}).").format(number=counted)

    def next_deal(self, position: Position, setup: Setup) -> dict[str, str]:
        return {"Leader": position.names[_next_leader(position, setup)]}

    def why_next(self, position: Position, setup: Setup) -> str:
        p = position
        return _("CO-11: {last} began the last game, so {leader} begins the next").format(
            last=p.names[setup.seats.get("Leader", 0)], leader=p.names[_next_leader(p, setup)]
        )

    # -- what a player knows, and bots -------------------------------------------------------------------------------

    def view(self, position: Position, seat: int) -> Position:
        p = position.copy()
        p.loose |= known(p.stock)
        p.stock = (None,) * len(p.stock)
        settle(p)
        return p

    def sample(self, position: Position, random: Random) -> Position:
        p = position.copy()
        if None in p.stock:
            left = shuffled(p.loose, random)
            p.stock = tuple(left.pop() if card is None else card for card in p.stock)
            p.loose = card_set(left)
        return p

    def choice(self, position: Position, move: Move) -> Move:
        p = position
        return DRAW if move < PASS and (len(p.stock) > 1 or p.unseen) else move

    def completed(self, position: Position, move: Move) -> Move:
        return coming(position) if move == DRAW else move

    def promise(self, position: Position) -> tuple[float, ...]:
        p = position
        turns = len(p.stock) / len(p.laid)  # that each player still has
        strengths = []
        for seat, (laid, role, suit) in enumerate(zip(p.laid, p.roles, p.suits, strict=True)):
            clients = laid & role.own
            number = clients.bit_count()
            threats = sum((other & role.own).bit_count() for who, other in enumerate(p.laid) if who != seat)
            lost = min(threats, number + turns * _CLIENTS_TO_COME, turns + p.last) * _TAXI_WORTH
            strengths.append(number + (clients >> suit).bit_length() / 100 - lost)
        scale = 0.4 + turns / 6
        return tuple(
            1 / (1 + exp((max(strengths[:seat] + strengths[seat + 1 :]) - mine) / scale))
            for seat, mine in enumerate(strengths)
        )

    def rollout(self, position: Position, moves: Sequence[Move], random: Random) -> Move:
        p = position
        if len(moves) == 1:
            return moves[0]
        taxis = (p.laid[p.turn] & p.roles[p.turn].foreign).bit_count()
        if len(p.stock) > len(p.laid) * taxis and random.random() > _HASTE:
            return moves[0]  # there will be turns enough to use them
        clients = [p.laid[rival] & suit for rival, suit in p.roles[p.turn].rivals]
        leaders, all_clients = max(clients, key=int.bit_count), sum(clients)

        def hit(move: Move) -> tuple[int, int]:
            """How many clients, the leader's twice, then how high they are."""
            cards = named(move) & all_clients
            return cards.bit_count() + (cards & leaders).bit_count(), cards

        return max((moves[1 + int(random.random() * (len(moves) - 1))] for _ in range(_TRIES)), key=hit)

    # -- words -------------------------------------------------------------------------------------------------------

    def read_move(self, position: Position, text: str) -> Move:
        return words.read(self, position, text)

    def write_move(self, move: Move) -> str:
        return words.write(move)

    def describe(self, position: Position) -> dict[str, str]:
        p = position
        if p.due and (any(p.laid) or p.out):
            raise MoveError(
                _("a record cannot begin in the middle of the start"), _("go on until each player has the first cards")
            )
        if p.last:
            raise MoveError(
                _("a record cannot begin when the stock is empty and taxis are still used"),
                _("go on until the game is over"),
            )
        headers = {
            "Queens": ", ".join(f"{name}={SUITS[suit]}" for name, suit in zip(p.names, p.suits, strict=True)),
            "Leader": p.names[p.turn],
        }
        headers |= {
            f"Clients:{name}": write_cards(cards_in(laid & role.own))
            for name, laid, role in zip(p.names, p.laid, p.roles, strict=True)
            if laid & role.own
        }
        headers |= {
            f"Taxis:{name}": write_cards(cards_in(laid & role.foreign))
            for name, laid, role in zip(p.names, p.laid, p.roles, strict=True)
            if laid & role.foreign
        }
        headers["Stock"] = write_cards(p.stock)
        headers["Discard"] = write_cards([*cards_in(p.out), *[None] * p.unseen])
        return headers

    def can_stand(self, position: Position, move: Move) -> bool:
        p = position
        if over(p):
            return False
        if move > PASS:
            taxis = card_set(taxi for taxi, _target, _crash in pairs_of(move))
            targets = named(move) & ~taxis
            once = taxis.bit_count() == targets.bit_count() == len(pairs_of(move))
            return once and not taxis & ~p.laid[p.turn] and not targets & (p.laid[p.turn] | ~sum(p.laid))
        if move == PASS:
            return True
        cards = drawn(move)
        if not 0 < len(set(cards)) == len(cards) <= len(p.stock):
            return False
        return all(
            p.loose >> card & 1 if there is None else card == there for there, card in zip(p.stock, cards, strict=False)
        )

    # -- the table ---------------------------------------------------------------------------------------------------

    def heaps(self, position: Position) -> tuple[Heap, ...]:
        p = position
        heaps = []
        for seat, (laid, role, suit) in enumerate(zip(p.laid, p.roles, p.suits, strict=True)):
            heaps += [
                Heap("queen", seat, (QUEEN + suit,)),
                Heap("clients", seat, tuple(cards_in(laid & role.own))),
                Heap("taxis", seat, tuple(cards_in(laid & role.foreign))),
            ]
        discard = (*cards_in(p.out), *[None] * p.unseen)
        if p.unseen and None not in p.stock:  # what is not in the stock must be there
            discard = tuple(cards_in(p.out | p.loose))
        return (*heaps, Heap("stock", None, p.stock), Heap("discard", None, discard))

    def layout(self, players: Sequence[str]) -> tuple[Place, ...]:
        return table.layout(players)

    def lying(self, position: Position) -> dict[str, Lying]:
        return table.lying(position)

    def shown(self, position: Position, change: Change) -> tuple[Meaning, ...]:
        return table.shown(position, change)

    def mishandled(self, position: Position, move: Move) -> str:
        return table.mishandled(move)


# -- playing ---------------------------------------------------------------------------------------------------------


def _known_now(p: Position, stock: CardList, cards: Sequence[Card]) -> None:
    """Cards that were hidden in the stock have been drawn."""
    if None in stock[: len(cards)]:
        p.loose &= ~card_set(cards)
        settle(p)


def _next_leader(p: Position, setup: Setup) -> int:
    """CO-11: the seat that begins the next game."""
    return (setup.seats.get("Leader", 0) + 1) % len(p.names)
