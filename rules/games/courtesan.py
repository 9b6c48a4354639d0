"""The Courtesan, the play: the start, drawing and placing, taxis, the end.

Beside it: ``_rules`` (in words), ``_position`` (what lies where, moves as numbers), ``_refusals`` (why not).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, ClassVar

from rules.cards import SUITS, UNKNOWN, Card, CardError, card_name, card_set, cards_in, parse_card, suit_of
from rules.game import Claim, Game, no_move
from rules.games import courtesan_refusals as refusals
from rules.games import courtesan_rules as why
from rules.games.courtesan_position import (
    ANY,
    CRASHES,
    DRAW,
    PAIR,
    PASS,
    QUEEN,
    RIDES,
    TAXIS,
    Move,
    Position,
    brings,
    coming,
    draw_of,
    drawn,
    over,
    pairs_of,
    roles,
    settle,
    taxis_of,
)
from rules.hands import shuffled
from rules.record import RecordError
from rules.ruling import Fact, MoveError, Outcome
from rules.setup import CardList, Setup, known, write_cards
from rules.table import MIDDLE, Heap, Place
from rules.texts import N_, _

_ARROW = re.compile(r"\s*>\s*")
_CRASHES = {"ride": False, "crash": True}
_NO_LIMIT = 52
_TAXI_WORTH = 0.6  # of a client, as long as there is one to ride to
_DRAWS = 0.25  # how often a playout draws although taxis could be used


class Courtesan(Game[Position]):
    """The game The Courtesan; ``Game`` says what each method promises."""

    id = "courtesan"
    name = N_("The Courtesan")
    rules = why.RULES
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
        p.limit = _limit(setup)
        p.laid = [0] * len(p.names)
        if setup.random is not None:
            setup.check_nothing_but_a_seed()
            p.stock = tuple(shuffled(p.pack & ~p.queens, setup.random))
        else:
            _place_cards(p, setup)
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

    def could(self, position: Position) -> list[str]:
        return []

    def judge(self, position: Position, move: Move) -> tuple[Fact, ...]:
        return refusals.broken(position, move)

    def claim(self, position: Position, move: Move) -> Claim | None:
        return None

    def disproved(self, position: Position, claim: Claim) -> Fact | None:
        return None

    def remedy(self, position: Position, move: Move) -> Move | None:
        p = position
        moves = self.legal_moves(p)
        if not moves:
            return None
        if move > PASS:
            near = max(moves, key=lambda other: _likeness(move, other))
            if _likeness(move, near) > 0:
                return near
        return moves[0] if moves[0] != DRAW else _left_open(p, drawn(move) if move < PASS else [])

    # -- playing -----------------------------------------------------------------------------------------------------

    def apply(self, position: Position, move: Move) -> Any:
        p = position
        seat, laid, stock = p.turn, p.laid, p.stock
        before = (seat, laid, stock, p.out, p.loose, p.due, p.last)
        number = len(laid)
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
        p.turn, p.laid, p.stock, p.out, p.loose, p.due, p.last = token

    # -- the end -----------------------------------------------------------------------------------------------------

    def outcome(self, position: Position) -> Outcome | None:
        p = position
        if not over(p):
            return None
        # CO-10: among as many clients the set that is the larger number has the highest client, or the next highest.
        clients = [(laid & role.own) >> suit for laid, role, suit in zip(p.laid, p.roles, p.suits, strict=True)]
        worth = [(cards.bit_count(), cards) for cards in clients]
        return Outcome("win", tuple(seat for seat, mine in enumerate(worth) if mine == max(worth)))

    def gains(self, position: Position) -> tuple[float, ...]:
        outcome = self.outcome(position)
        winners = () if outcome is None else outcome.seats
        return tuple(1 / len(winners) if seat in winners else 0 for seat in range(len(position.names)))

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
            strengths.append(
                number + (clients >> suit).bit_length() / 100 - min(threats, number, turns + p.last) * _TAXI_WORTH
            )
        scale = 0.4 + turns / 6
        return tuple(
            1 / (1 + exp((max(strengths[:seat] + strengths[seat + 1 :]) - mine) / scale))
            for seat, mine in enumerate(strengths)
        )

    def rollout(self, position: Position, moves: Sequence[Move], random: Random) -> Move:
        if len(moves) == 1 or random.random() < _DRAWS:
            return moves[0]
        p = position
        clients = [
            0 if seat == p.turn else (laid & role.own).bit_count()
            for seat, (laid, role) in enumerate(zip(p.laid, p.roles, strict=True))
        ]
        leaders = p.laid[clients.index(max(clients))]
        some = [moves[1 + int(random.random() * (len(moves) - 1))] for _ in range(4)]
        return max(some, key=lambda move: (_named(move) & leaders).bit_count())

    # -- words -------------------------------------------------------------------------------------------------------

    def read_move(self, position: Position, text: str) -> Move:
        p = position
        word, *pieces = _ARROW.sub(">", text).split() or [""]
        word = word.lower()
        try:
            if word == "draw":
                return draw_of(_in_pack(p, [parse_card(piece) for piece in pieces]))
            if word == "pass" and not pieces:
                return PASS
            if word in _CRASHES:
                return _clockwise(p, _read_taxis(word, pieces))
        except CardError:
            pass
        raise no_move(
            self, text, _("a move is draw with the cards that came (draw QD AS 9H), ride 8H>KH, crash 8H>9S or pass")
        )

    def write_move(self, move: Move) -> str:
        if move == PASS:
            return "pass"
        if move < PASS:
            return " ".join(["draw", *(UNKNOWN if card == ANY else card_name(card) for card in drawn(move))])
        words: list[str] = []
        last = None
        for taxi, target, crash in pairs_of(move):
            if crash is not last:
                words.append("crash" if crash else "ride")
                last = crash
            words.append(f"{card_name(taxi)}>{card_name(target)}")
        return " ".join(words)

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
            number = 2 * len(pairs_of(move))
            own, others = _named(move) & p.laid[p.turn], _named(move) & ~p.laid[p.turn] & sum(p.laid)
            return 2 * own.bit_count() == 2 * others.bit_count() == number and own == card_set(
                taxi for taxi, _target, _crash in pairs_of(move)
            )
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
        names = (MIDDLE, "stock", "discard", *players)
        return tuple(Place(name, box) for name, box in zip(names, why.LAYOUT[len(players)], strict=True))

    def middle(self, position: Position) -> tuple[Card, ...]:
        return ()

    def shown(self, position: Position, middle: Sequence[Card]) -> tuple[str, ...]:
        return ()


# -- set-up ----------------------------------------------------------------------------------------------------------


def _limit(setup: Setup) -> int:
    """CO-4 c: how many taxis a player can have."""
    limit = setup.options["max_taxis"]
    if limit != "none":
        return int(limit)
    if len(setup.players) == 4:
        raise RecordError(
            setup.line("Option:max_taxis"),
            _("Option:max_taxis cannot be 'none' with four players: a limit is obligatory"),
            _("choose 3 or 4"),
        )
    return _NO_LIMIT


def _place_cards(p: Position, setup: Setup) -> None:
    """Puts the cards where the headers say."""
    for seat, (name, role) in enumerate(zip(p.names, p.roles, strict=True)):
        for kind, suits in (("Clients", role.own), ("Taxis", role.foreign)):
            cards = setup.lists.get(f"{kind}:{name}", ())
            for card in cards:
                if card is None or not suits >> card & 1:
                    raise _misplaced(setup, f"{kind}:{name}", card)
            p.laid[seat] |= known(cards)
        if (p.laid[seat] & role.foreign).bit_count() > p.limit:
            raise RecordError(
                setup.line(f"Taxis:{name}"),
                _("Taxis:{name}: wrong number of cards, nobody has more than {number} taxis").format(
                    name=name, number=p.limit
                ),
                _("put the others into the Discard, or change Option:max_taxis"),
            )
    taken = {
        QUEEN + suit: _("the queen in front of {player}").format(player=name)
        for name, suit in zip(p.names, p.suits, strict=True)
    }
    p.stock, discard = setup.stock_and_discard(p.pack & ~p.queens, taken)
    p.out = known(discard)
    p.unseen = discard.count(None)
    p.loose = p.pack & ~p.queens & ~sum(p.laid) & ~p.out & ~known(p.stock)
    settle(p)


def _misplaced(setup: Setup, header: str, card: Card | None) -> RecordError:
    """The error for a card that cannot lie there (CO-4 a, c)."""
    if card is None:
        return RecordError(
            setup.line(header),
            _("{header}: ?? is not allowed, these cards lie face up").format(header=header),
            _("name them all"),
        )
    return RecordError(
        setup.line(header),
        _("{header}: the card {card} cannot lie there").format(header=header, card=card_name(card)),
        _("clients are of the player's own suit, taxis of the suits of the other players"),
    )


# -- playing ---------------------------------------------------------------------------------------------------------


def _known_now(p: Position, stock: CardList, cards: Sequence[Card]) -> None:
    """Cards that were hidden in the stock have been drawn."""
    if None in stock[: len(cards)]:
        p.loose &= ~card_set(cards)
        settle(p)


def _next_leader(p: Position, setup: Setup) -> int:
    """CO-11: the seat that begins the next game."""
    return (setup.seats.get("Leader", 0) + 1) % len(p.names)


# -- words -----------------------------------------------------------------------------------------------------------


def _read_taxis(word: str, pieces: Sequence[str]) -> list[tuple[Card, Card, bool]]:
    """The pairs after ``word``, which is ride or crash, and after the further such words. Raises CardError."""
    pairs = []
    alone = True  # a word after which no pair has come yet
    for piece in pieces:
        taxi, arrow, target = piece.partition(">")
        if arrow:
            pairs.append((parse_card(taxi), parse_card(target), _CRASHES[word]))
            alone = False
        elif alone or piece.lower() not in _CRASHES:
            raise CardError(piece)
        else:
            word, alone = piece.lower(), True
    if alone:
        raise CardError(word)
    return pairs


def _clockwise(p: Position, pairs: Sequence[tuple[Card, Card, bool]]) -> Move:
    """CO-6: the move with its rivals clockwise from the player on turn."""
    _in_pack(p, [card for taxi, target, _crash in pairs for card in (taxi, target)])
    number = len(p.suits)

    def place(pair: tuple[Card, Card, bool]) -> tuple[int, bool, Card, Card]:
        taxi, target, crash = pair
        suit = suit_of(taxi)
        steps = (p.suits.index(suit) - p.turn) % number if suit in p.suits else number
        return steps, crash, taxi, target

    return taxis_of(sorted(pairs, key=place))


def _in_pack(p: Position, cards: list[Card]) -> list[Card]:
    """The same cards. Raises MoveError if one is not in the pack, or if they are more than the pack."""
    for card in cards:
        if not p.pack >> card & 1:
            raise MoveError(
                _("the card {card} is not in the pack of {size}").format(card=card_name(card), size=p.pack.bit_count()),
                _("look again which card it is"),
            )
    if len(cards) > p.pack.bit_count():
        raise MoveError(
            _("wrong number of cards: {named} are named, the pack has {size}").format(
                named=len(cards), size=p.pack.bit_count()
            ),
            _("name each card once"),
        )
    return cards


# -- advice ----------------------------------------------------------------------------------------------------------


def _named(move: Move) -> int:
    """The taxis and targets of a move, as a set."""
    return card_set(card for taxi, target, _crash in pairs_of(move) for card in (taxi, target))


def _likeness(move: Move, other: Move) -> int:
    """How near another move is: the cards in common, more than those it adds."""
    if other <= PASS:
        return 0
    mine, theirs = _named(move), _named(other)
    return 8 * (mine & theirs).bit_count() - (theirs & ~mine).bit_count()


def _left_open(p: Position, cards: Sequence[Card]) -> Move:
    """A draw that begins as ``cards`` do, as far as that is possible, with ``??`` for what is not known."""
    extra = p.roles[p.turn].extra
    chain: list[Card] = []
    left, loose, possible = 1, p.loose, True
    for number, there in enumerate(p.stock):
        card = there
        if card is None:
            card = cards[number] if possible and number < len(cards) else ANY
            if not loose >> card & 1:
                card, possible = ANY, False
        elif number < len(cards) and cards[number] != card:
            possible = False
        loose &= ~(1 << card)
        chain.append(card)
        left += brings(card) - 1 if extra >> card & 1 else -1
        if not left:
            break
    return draw_of(chain)
