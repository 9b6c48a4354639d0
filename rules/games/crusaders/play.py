"""Crusaders, the play: what a move does, the end of a battle and of the round."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from rules.cards import Card, cards_in
from rules.game import Game, no_move
from rules.games.crusaders import bots, refusals, table
from rules.games.crusaders import known as knowledge
from rules.games.crusaders import list as lists
from rules.games.crusaders import rules as why
from rules.games.crusaders.deal import HAND, position_of
from rules.games.crusaders.list import legal
from rules.games.crusaders.moves import (
    ABILITY,
    ALL_CARDS,
    ATTACK,
    BEAT,
    CARD,
    DONE,
    FIRST,
    HIDDEN_CARD,
    KIND,
    PASS,
    RAISABLE,
    RAISE,
    RAISE_TO_BEAT,
    REPLACE,
    SECOND,
    STOW,
    TAKE,
    THIRD,
    Move,
    move_of,
    read,
    written,
)
from rules.games.crusaders.position import (
    ATTACKING,
    BEATEN,
    CLOCKWISE,
    DEFENDING,
    NOBODY,
    TAKEN,
    Position,
    in_doubt,
    no_doubt_of,
    reveal,
    settle,
    sure_of,
)
from rules.games.crusaders.rules import HERALD
from rules.games.crusaders.shown import shown
from rules.hands import check_seen, size
from rules.ruling import Fact, MoveError, Outcome
from rules.setup import CardList, Setup, write_cards
from rules.table import Change, Heap, Lying, Meaning, Place
from rules.texts import N_, _


class Crusaders(Game[Position]):
    """The game Crusaders; ``Game`` says what each method promises."""

    id = "crusaders"
    name = N_("Crusaders")
    rules = why.RULES
    moves = why.MOVES
    example = why.EXAMPLE
    options = why.OPTIONS
    seats = (2, 6)
    packs = (36, 54)
    headers = frozenset({"Leader", "Hand", "Deck", "Discard", "Characters"})
    characters: ClassVar = why.CHARACTERS

    # -- set-up ------------------------------------------------------------------------------------------------------

    def start(self, setup: Setup) -> Position:
        p = position_of(setup)
        _begin_turn(p, setup.seats.get("Leader", 0))
        return p

    # -- what is legal -----------------------------------------------------------------------------------------------

    def to_move(self, position: Position) -> int | None:
        return position.turn if position.inside else None

    def legal_moves(self, position: Position) -> list[Move] | None:
        p = position
        if not p.inside:
            return []
        seat = p.turn
        if p.hidden[seat] or (seat == p.stower and in_doubt(p, seat)):
            return None
        return legal(p, seat, p.hands[seat])

    def could(self, position: Position) -> list[str]:
        return [written(move) for move in lists.openings(position)]

    def judge(self, position: Position, move: Move) -> tuple[Fact, ...]:
        return refusals.broken(position, move)

    def claim(self, position: Position, move: Move) -> None:
        return None

    def disproved(self, position: Position, claim: object) -> None:
        return None

    def remedy(self, position: Position, move: Move) -> Move | None:
        moves = self.legal_moves(position)
        return lists.nearest(move, lists.possible(position, move) if moves is None else moves)

    # -- playing -----------------------------------------------------------------------------------------------------

    def apply(self, position: Position, move: Move) -> Any:
        p = position
        before = _state(p)
        kind = move & KIND
        seat = p.turn
        if kind == TAKE:
            _take(p)
            return before
        if kind == DONE:
            _end_battle(p, taken=False)
            return before
        if kind == PASS:
            if p.asked:
                p.turn, *others = p.asked
                p.asked = tuple(others)
            else:
                _end_battle(p, taken=True)
            return before
        if move & ABILITY:
            p.abilities = (*p.abilities[:seat], 0, *p.abilities[seat + 1 :])
        if kind == STOW:
            _stow(p, seat, move >> FIRST & CARD)
            return before
        taken_up = 0
        if kind == ATTACK:
            played = p.unbeaten = move >> FIRST & ALL_CARDS
            p.phase = DEFENDING
            p.turn = p.defender
        elif kind == BEAT:
            played = 1 << (move >> SECOND & CARD)
            target = 1 << (move >> FIRST & CARD)
            p.fallen_attackers |= target
            p.fallen_defenders |= played
            p.unbeaten &= ~target
        elif kind == REPLACE:
            played = 1 << (move >> SECOND & CARD)
            taken_up = 1 << (move >> FIRST & CARD)
            p.unbeaten = p.unbeaten & ~taken_up | played
        elif kind == RAISE_TO_BEAT:
            played = 1 << (move >> FIRST & CARD)
            target = 1 << (move >> THIRD & CARD)
            p.fallen_attackers |= target
            p.fallen_defenders |= played
            p.unbeaten &= ~target
        elif kind == RAISE:
            played = 1 << (move >> FIRST & CARD)
            fallen = 1 << (move >> SECOND & CARD)
            p.fallen_attackers &= ~fallen
            if p.phase == BEATEN:
                p.fallen_attackers |= played
                p.unbeaten |= fallen
                p.phase = DEFENDING
                p.turn = p.defender
            else:
                p.fallen_defenders &= ~fallen
                p.raised |= played | fallen
        else:
            played = 1 << (move >> FIRST & CARD)
            p.raised |= played
        p.battle += (move,)
        if played & ~p.hands[seat]:
            reveal(p, seat, played & ~p.hands[seat])
        hands = p.hands = p.hands.copy()
        hands[seat] = hands[seat] & ~played | taken_up
        if taken_up or p.open[seat] & played:
            p.open = p.open.copy()
            p.open[seat] = p.open[seat] & ~played | taken_up
        if seat == p.stower:
            no_doubt_of(p, played)
        if not p.unbeaten and p.phase == DEFENDING:
            p.phase = BEATEN
            p.turn = p.attacker
        return before

    def undo(self, position: Position, token: Any) -> None:
        p = position
        # fmt: off
        (
            p.turn, p.phase, p.hands, p.open, p.unbeaten, p.fallen_attackers, p.fallen_defenders, p.battle,
            p.hidden, p.loose, p.away, p.decks, p.discard, p.inside, p.placed, p.streak, p.attacker,
            p.defender, p.asked, p.raised, p.unbeaten_at_take, p.abilities, p.stower, p.doubt,
        ) = token
        # fmt: on

    def holds(self, position: Position, seat: int, cards: CardList) -> Any:
        before = _state(position)
        knowledge.see_hand(position, seat, cards)
        return before

    def miscounted(self, position: Position, seat: int, cards: CardList) -> Fact | None:
        check_seen(position, seat, cards, knowledge.elsewhere(position))
        due = size(position, seat)
        return Fact("CR-16", why.MISCOUNTED, number=due) if len(cards) != due else None

    # -- the end -----------------------------------------------------------------------------------------------------

    def outcome(self, position: Position) -> Outcome | None:
        return None if position.inside else Outcome("places", position.placed)

    def why_ended(self, position: Position) -> str:
        p = position
        if p.inside:
            return ""
        left = [p.hands[seat] or p.hidden[seat] or p.decks[seat] for seat in range(len(p.names))]
        if sum(map(bool, left)) > 1:
            return _(
                "CR-21: so many battles in a row were taken that the round ends; those still in are placed by the number "
                "of their cards, the fewest first."
            )
        return _("CR-18: at most one player has cards left; the others are placed in the order in which they went out.")

    def gains(self, position: Position) -> tuple[int, ...]:
        p = position
        players = len(p.names)
        if p.inside:
            return (0,) * players
        earlier = players - len(p.placed)
        points = [players - earlier] * players
        for place, seat in enumerate(p.placed, earlier + 1):
            points[seat] = players - place
        return tuple(points)

    def next_deal(self, position: Position, setup: Setup) -> dict[str, str]:
        return {"Leader": position.names[_next_leader(position, setup)]}

    def why_next(self, position: Position, setup: Setup) -> str:
        leader = position.names[_next_leader(position, setup)]
        if position.inside or not position.placed:
            return _("CR-3: nobody placed last in the round before, so {leader} begins").format(leader=leader)
        return _("CR-3: {leader} was the last in the round before, and begins").format(leader=leader)

    def match_winners(self, deals: Sequence[Outcome], scores: Sequence[float], setup: Setup) -> tuple[int, ...] | None:
        if len(deals) < int(setup.options["rounds"]):
            return None
        players = len(setup.players)
        first = [0] * players
        for deal in deals:
            earlier = [seat for seat in range(players) if seat not in deal.seats]  # placed before the record
            if len(earlier) < 2:
                first[[*earlier, *deal.seats][0]] += 1
        best = max(zip(scores, first, strict=True))
        return tuple(seat for seat in range(players) if (scores[seat], first[seat]) == best)

    # -- what a player knows, and bots -------------------------------------------------------------------------------

    def view(self, position: Position, seat: int) -> Position:
        return knowledge.view(position, seat)

    def sample(self, position: Position, random: Random) -> Position:
        return knowledge.sample(position, random)

    def heard(self, position: Position, move: Move) -> Move:
        """Nobody else sees which card the Quartermaster stows."""
        return move_of(STOW | ABILITY, HIDDEN_CARD) if move & KIND == STOW else move

    def promise(self, position: Position) -> tuple[float, ...]:
        return bots.promise(position)

    def rollout(self, position: Position, moves: Sequence[Move], random: Random) -> Move:
        return bots.likely(position, moves, random)

    # -- words -------------------------------------------------------------------------------------------------------

    def read_move(self, position: Position, text: str) -> Move:
        move = read(text, position.pack)
        if move is None:
            raise no_move(self, text)
        return move

    def write_move(self, move: Move) -> str:
        return written(move)

    def describe(self, position: Position) -> dict[str, str]:
        p = position
        if p.phase != ATTACKING:
            raise MoveError(
                _("in the middle of a battle the position cannot be written as headers"), _("end the battle first")
            )
        headers = {"Leader": p.names[p.turn]}
        if any(p.characters):
            names = zip(p.names, p.characters, strict=True)
            headers["Characters"] = ", ".join(f"{name}={why.CHARACTERS[who - 1]}" for name, who in names)
        for seat, name in enumerate(p.names):
            sure, more = sure_of(p, seat)
            headers[f"Hand:{name}"] = write_cards([*cards_in(sure), *[None] * more])
        for name, deck in zip(p.names, p.decks, strict=True):
            if deck:
                headers[f"Deck:{name}"] = write_cards(deck)
        if p.discard or p.discard_hidden:
            headers["Discard"] = write_cards([*cards_in(p.discard), *[None] * p.discard_hidden])
        return headers

    def can_stand(self, position: Position, move: Move) -> bool:
        return refusals.can_be_played(position, move)

    # -- the table ---------------------------------------------------------------------------------------------------

    def heaps(self, position: Position) -> tuple[Heap, ...]:
        return table.heaps(position)

    def layout(self, players: Sequence[str]) -> tuple[Place, ...]:
        return table.layout(players)

    def middle(self, position: Position) -> tuple[Card, ...]:
        return table.middle(position)

    def lying(self, position: Position) -> dict[str, Lying]:
        return table.lying(position)

    def shown(self, position: Position, change: Change) -> tuple[Meaning, ...]:
        return shown(position, change)

    def mishandled(self, position: Position, move: Move) -> str:
        return table.mishandled(position, move)


# -- what a move does --------------------------------------------------------------------------------------------------


def _state(p: Position) -> tuple[Any, ...]:
    """What ``undo`` puts back."""
    # fmt: off
    return (
        p.turn, p.phase, p.hands, p.open, p.unbeaten, p.fallen_attackers, p.fallen_defenders, p.battle,
        p.hidden, p.loose, p.away, p.decks, p.discard, p.inside, p.placed, p.streak, p.attacker,
        p.defender, p.asked, p.raised, p.unbeaten_at_take, p.abilities, p.stower, p.doubt,
    )
    # fmt: on


def _take(p: Position) -> None:
    """CR-14: who is asked before the cards are picked up?"""
    herald_only = not (p.fallen_attackers | p.fallen_defenders) & RAISABLE
    if not herald_only or HERALD in p.abilities:
        asked = [
            seat
            for seat in CLOCKWISE[p.inside][p.attacker]
            if seat != p.defender and size(p, seat) and (not herald_only or p.abilities[seat] == HERALD)
        ]
        if asked:
            p.unbeaten_at_take = p.unbeaten
            p.phase = TAKEN
            p.turn, *others = asked
            p.asked = tuple(others)
            return
    _end_battle(p, taken=True)


def _stow(p: Position, seat: int, card: Card) -> None:
    """CR-20: a card goes under the personal deck, its top card into the hand. Nobody else sees which."""
    under = None if card == HIDDEN_CARD else card
    if under is not None and not p.hands[seat] >> under & 1:
        reveal(p, seat, 1 << under)
    p.stower, p.doubt = seat, p.hands[seat]
    p.hands, p.hidden, p.decks = p.hands.copy(), p.hidden.copy(), p.decks.copy()
    if under is None:
        p.hidden[seat] -= 1
        p.away += 1
    else:
        p.hands[seat] ^= 1 << under
    top, *rest = [*p.decks[seat], under]
    p.decks[seat] = tuple(rest)
    if top is None:
        p.hidden[seat] += 1
        p.away -= 1
        settle(p)
    else:
        p.hands[seat] |= 1 << top


def _end_battle(p: Position, *, taken: bool) -> None:
    """CR-15 to CR-18, CR-21"""
    defender = p.defender
    hands = p.hands = p.hands.copy()
    p.discard |= p.fallen_attackers | p.fallen_defenders
    if taken:
        picked_up = p.unbeaten | p.raised
        hands[defender] |= picked_up
        p.open = p.open.copy()
        p.open[defender] |= picked_up
        p.streak += 1
    else:
        p.streak = 0
    p.unbeaten = p.fallen_attackers = p.fallen_defenders = p.raised = p.unbeaten_at_take = 0
    p.battle = ()
    p.phase = ATTACKING
    hidden = p.hidden
    decks = p.decks
    drawn_hidden = False
    for seat in CLOCKWISE[p.inside][p.attacker]:
        hand = hands[seat]
        deck = decks[seat]
        number = hand.bit_count() + hidden[seat]
        if deck and number < HAND:
            number = HAND - number
            if decks is p.decks:
                decks = decks.copy()
            decks[seat] = deck[number:]
            for card in deck[:number]:
                if card is None:
                    if hidden is p.hidden:
                        hidden = hidden.copy()
                    hidden[seat] += 1
                    p.away -= 1
                    drawn_hidden = True
                else:
                    hand |= 1 << card
            hands[seat] = hand
            if seat == p.stower and len(deck) <= number:
                p.stower = NOBODY
                p.doubt = 0
        elif not number and not deck:
            p.inside ^= 1 << seat
            p.placed += (seat,)
    p.decks = decks
    p.hidden = hidden
    if drawn_hidden:
        settle(p)
    _begin_turn(p, defender + taken)


def _begin_turn(p: Position, seat: int) -> None:
    """The next battle begins with ``seat``, or with the next player clockwise who is in; or the round is over."""
    inside = p.inside
    number = inside.bit_count()
    order = CLOCKWISE[inside][seat]
    if number < 2:
        p.placed += order
        p.inside = 0
    elif p.streak >= 3 * number and number > 2:
        p.placed += tuple(sorted(order, key=lambda seat: size(p, seat) + len(p.decks[seat])))
        p.inside = 0
    if order:
        p.turn = p.attacker = order[0]
        p.defender = order[1 % number]


def _next_leader(p: Position, setup: Setup) -> int:
    """CR-3: who begins the next round."""
    return setup.seats.get("Leader", 0) if p.inside or not p.placed else p.placed[-1]
