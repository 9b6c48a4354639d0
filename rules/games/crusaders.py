"""Crusaders, the play: what is legal, what a move does, the end of a battle and of the round.

Beside it: ``_rules`` (in words), ``_moves`` (who beats whom; how a move is written), ``_deal`` (set-up), ``_position``,
``_known`` (hidden cards), ``_refusals`` (why not), ``_table`` (what lies where), ``_bots`` (how well it stands).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from rules.cards import Card, CardSet, card_set, cards_in
from rules.game import Game, no_move
from rules.games import crusaders_bots as bots
from rules.games import crusaders_known as knowledge
from rules.games import crusaders_refusals as refusals
from rules.games import crusaders_rules as why
from rules.games import crusaders_table as table
from rules.games.crusaders_deal import HAND, position_of
from rules.games.crusaders_moves import (
    ABILITY,
    ALL_CARDS,
    ARCHMAGE_REPLACES,
    ATTACK,
    ATTACKS,
    BEAT,
    CARD,
    CASTELLAN_BEATS,
    CLERICS,
    DONE,
    FIRST,
    HIDDEN_CARD,
    JOKERS,
    KIND,
    PARTS,
    PASS,
    RAISABLE,
    RAISE,
    RAISE_TO_BEAT,
    RAISED_BY,
    REPLACE,
    REPLACES,
    SECOND,
    SHAPES,
    STOW,
    TAKE,
    THIRD,
    THROW,
    Move,
    attack_of,
    attacks_of_two_ranks,
    cards_of,
    move_of,
    read,
    written,
)
from rules.games.crusaders_position import (
    ATTACKING,
    BEATEN,
    CLOCKWISE,
    DEFENDING,
    NOBODY,
    TAKEN,
    Position,
    can_hold,
    hidden_places,
    in_doubt,
    no_doubt_of,
    reveal,
    settle,
    sure_of,
)
from rules.games.crusaders_rules import ARCHMAGE, CASTELLAN, HERALD, MARSHAL, PRELATE, QUARTERMASTER
from rules.hands import check_seen, size
from rules.ruling import Fact, MoveError, Outcome
from rules.setup import CardList, Setup, write_cards
from rules.table import Heap, Place
from rules.texts import N_, _


class Crusaders(Game[Position]):
    """The game Crusaders; ``Game`` says what each method promises."""

    id = "crusaders"
    name = N_("Crusaders")
    rules = why.RULES
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
        return _moves(p, seat, p.hands[seat])

    def could(self, position: Position) -> list[str]:
        return [written(move) for move in _openings(position)]

    def judge(self, position: Position, move: Move) -> tuple[Fact, ...]:
        return refusals.broken(position, move)

    def claim(self, position: Position, move: Move) -> None:
        return None

    def disproved(self, position: Position, claim: object) -> None:
        return None

    def remedy(self, position: Position, move: Move) -> Move | None:
        moves = self.legal_moves(position)
        if moves is None:
            moves = _openings(position)
            if move & KIND == ATTACK and position.phase == ATTACKING:
                moves = [*_attacks_within(position, move), *moves]
            moves = [each for each in moves if not refusals.broken(position, each)]
        wanted = set(cards_of(move))

        def nearness(candidate: Move) -> tuple[int, bool, int]:
            """The same cards, the same kind of move, few other cards."""
            cards = set(cards_of(candidate))
            same = (candidate ^ move) & KIND == 0
            return 2 * len(cards & wanted) + 3 * same - len(cards - wanted), same, -len(cards)

        return max(moves, key=nearness, default=None)

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
        (p.turn, p.phase, p.hands, p.open, p.unbeaten, p.fallen_attackers, p.fallen_defenders, p.battle) = token[:8]
        (p.hidden, p.loose, p.away, p.decks, p.discard, p.inside, p.placed, p.streak, p.attacker) = token[8:17]
        (p.defender, p.asked, p.raised, p.unbeaten_at_take, p.abilities, p.stower, p.doubt) = token[17:]

    def holds(self, position: Position, seat: int, cards: CardList) -> Any:
        before = _state(position)
        knowledge.see_hand(position, seat, cards)
        return before

    def miscounted(self, position: Position, seat: int, cards: CardList) -> Fact | None:
        check_seen(position, seat, cards, knowledge.elsewhere(position))
        return Fact("CR-16", why.MISCOUNTED) if len(cards) != size(position, seat) else None

    # -- the end -----------------------------------------------------------------------------------------------------

    def outcome(self, position: Position) -> Outcome | None:
        return None if position.inside else Outcome("places", position.placed)

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
            raise no_move(self, text, _("its moves look like {moves}").format(moves=SHAPES))
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
        p = position
        if not p.inside:
            return False
        kind = move & KIND
        cards = cards_of(move)
        if kind == ATTACK:
            return p.phase == ATTACKING and len(set(cards)) == len(cards) and can_hold(p, p.turn, card_set(cards))
        if kind == STOW:
            possible = can_hold(p, p.turn, card_set(cards)) if cards else hidden_places(p, p.turn) > 0
            return p.phase == ATTACKING and possible and bool(p.decks[p.turn]) and p.stower == NOBODY
        if kind in (BEAT, REPLACE):
            return p.phase == DEFENDING and bool(p.unbeaten >> cards[0] & 1) and can_hold(p, p.turn, 1 << cards[1])
        if kind == THROW:
            return p.phase == TAKEN and can_hold(p, p.turn, 1 << cards[0])
        if kind == RAISE_TO_BEAT:
            fits = p.phase == DEFENDING and p.fallen_defenders >> cards[1] & p.unbeaten >> cards[2] & 1
            return bool(fits) and can_hold(p, p.turn, 1 << cards[0])
        if kind == RAISE:
            fallen = p.fallen_attackers | (p.fallen_defenders if p.phase == TAKEN else 0)
            return p.phase in (BEATEN, TAKEN) and bool(fallen >> cards[1] & 1) and can_hold(p, p.turn, 1 << cards[0])
        return p.phase == {TAKE: DEFENDING, DONE: BEATEN, PASS: TAKEN}[kind]

    # -- the table ---------------------------------------------------------------------------------------------------

    def heaps(self, position: Position) -> tuple[Heap, ...]:
        return table.heaps(position)

    def layout(self, players: Sequence[str]) -> tuple[Place, ...]:
        return table.layout(players)

    def middle(self, position: Position) -> tuple[Card, ...]:
        return table.middle(position)

    def shown(self, position: Position, middle: Sequence[Card]) -> tuple[str, ...]:
        return table.shown(position, middle)


# -- the list of moves ------------------------------------------------------------------------------------------------


def _moves(p: Position, seat: int, hand: CardSet) -> list[Move]:
    """The legal moves of a seat on turn that has these cards."""
    phase = p.phase
    if phase == DEFENDING:
        moves = [TAKE]
        beats = p.beats
        unbeaten = p.unbeaten
        while unbeaten:
            target = unbeaten.bit_length() - 1
            unbeaten ^= 1 << target
            beating = hand & beats[target]
            if beating:
                beat = BEAT | target << FIRST
                while beating:
                    card = beating.bit_length() - 1
                    beating ^= 1 << card
                    moves.append(beat | card << SECOND)
            replacing = hand & REPLACES[target]
            if replacing:
                replace = REPLACE | target << FIRST
                while replacing:
                    card = replacing.bit_length() - 1
                    replacing ^= 1 << card
                    moves.append(replace | card << SECOND)
        if p.fallen_defenders and hand & CLERICS:
            moves += _raises_to_beat(p, hand)
        if p.abilities[seat]:
            moves += _special_defences(p, hand)
        return moves
    if phase == ATTACKING:
        defender = p.defender
        most = p.hands[defender].bit_count() + p.hidden[defender]
        attacks = ATTACKS[most if most < 4 else 4]
        moves = []
        for part in PARTS:
            if hand & part:
                moves += attacks[hand & part]
        ability = p.abilities[seat]
        if ability == MARSHAL:
            moves += attacks_of_two_ranks(hand, most)
        elif ability == QUARTERMASTER:
            moves += _stowings(p, hand)
        return moves
    moves = [DONE] if phase == BEATEN else [PASS]
    if hand & CLERICS:
        moves += _raises(p, hand)
    if phase == TAKEN and p.abilities[seat] == HERALD:
        thrown = hand & refusals.thrown_ranks(p)
        moves += [THROW | ABILITY | card << FIRST for card in cards_in(thrown)]
    return moves


def _raises_to_beat(p: Position, hand: CardSet) -> list[Move]:
    """CR-12, with what CR-20 gives the Prelate."""
    clerics = hand & CLERICS
    prelate = p.abilities[p.turn] == PRELATE
    moves = []
    for fallen in cards_in(p.fallen_defenders & RAISABLE):
        for cleric in cards_in(clerics if prelate else clerics & RAISED_BY[fallen]):
            kind = RAISE_TO_BEAT if RAISED_BY[fallen] >> cleric & 1 else RAISE_TO_BEAT | ABILITY
            moves += [
                move_of(kind, cleric, fallen, target)
                for target in cards_in(p.unbeaten)
                if p.beats[target] >> fallen & 1
            ]
    return moves


def _raises(p: Position, hand: CardSet) -> list[Move]:
    """CR-13 and CR-14, with what CR-20 gives the Prelate."""
    clerics = hand & CLERICS
    prelate = p.abilities[p.turn] == PRELATE
    fallen_fighters = p.fallen_attackers if p.phase == BEATEN else p.fallen_attackers | p.fallen_defenders
    return [
        move_of(RAISE if RAISED_BY[fallen] >> cleric & 1 else RAISE | ABILITY, cleric, fallen)
        for fallen in cards_in(fallen_fighters & RAISABLE)
        for cleric in cards_in(clerics if prelate else clerics & RAISED_BY[fallen])
    ]


def _special_defences(p: Position, hand: CardSet) -> list[Move]:
    """CR-20: the Castellan's and the Archmage's."""
    ability = p.abilities[p.turn]
    if ability not in (CASTELLAN, ARCHMAGE):
        return []
    kind, cards_for = (BEAT, CASTELLAN_BEATS) if ability == CASTELLAN else (REPLACE, ARCHMAGE_REPLACES)
    return [
        move_of(kind | ABILITY, target, card)
        for target in cards_in(p.unbeaten)
        for card in cards_in(hand & cards_for[target] & ~(p.beats[target] if kind == BEAT else REPLACES[target]))
    ]


def _stowings(p: Position, hand: CardSet) -> list[Move]:
    """CR-20: the Quartermaster's."""
    return [move_of(STOW | ABILITY, card) for card in cards_in(hand)] if p.decks[p.turn] else []


def _openings(p: Position) -> list[Move]:
    """Every move that names one card of the hand, for all the cards that can be there; of an attack its first card."""
    seat = p.turn
    maybe = p.hands[seat] | (p.loose if hidden_places(p, seat) else 0)
    ability = p.abilities[seat]
    if p.phase == ATTACKING:
        moves = [attack_of(1 << card) for card in cards_in(maybe)]
        if ability == MARSHAL and size(p, p.defender) > 1:
            moves += [attack_of(1 << card) | ABILITY for card in cards_in(maybe) if _goes_with_another(p, card, maybe)]
        elif ability == QUARTERMASTER:
            moves += _stowings(p, p.hands[seat])
            if p.decks[seat] and hidden_places(p, seat):
                moves.append(move_of(STOW | ABILITY, HIDDEN_CARD))
        return moves
    return _moves(p, seat, maybe)


def _goes_with_another(p: Position, card: Card, maybe: CardSet) -> bool:
    """CR-20, Marshal: whether a card of a higher rank can be beside it."""
    higher = maybe & ~JOKERS & ~((1 << (card | 3) + 1) - 1)
    return any(can_hold(p, p.turn, 1 << card | 1 << other) for other in cards_in(higher))


def _attacks_within(p: Position, move: Move) -> list[Move]:
    """Attacks with some of the cards of a refused one, as far as they can be in the hand."""
    named = [card for card in dict.fromkeys(cards_of(move)) if can_hold(p, p.turn, 1 << card)]
    most = min(size(p, p.defender), 4)
    attacks: list[Move] = []
    for part in PARTS:
        attacks += ATTACKS[most][card_set(named) & part]
    return attacks


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
    fallen = p.fallen_attackers | p.fallen_defenders
    if taken:
        p.discard |= fallen
        picked_up = p.unbeaten | p.raised
        hands[defender] |= picked_up
        p.open = p.open.copy()
        p.open[defender] |= picked_up
        p.streak += 1
    else:
        p.discard |= fallen
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
