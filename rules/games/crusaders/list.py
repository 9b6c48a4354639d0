"""Crusaders: the list of legal moves; of a hidden hand, those that it could allow; the nearest one to a refused move."""

from __future__ import annotations

from rules.cards import Card, CardSet, card_set, cards_in
from rules.games.crusaders.moves import (
    ABILITY,
    ARCHMAGE_REPLACES,
    ATTACK,
    ATTACKS,
    BEAT,
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
    STOW,
    TAKE,
    THROW,
    Move,
    attack_of,
    attacks_of_two_ranks,
    cards_of,
    move_of,
)
from rules.games.crusaders.position import ATTACKING, BEATEN, DEFENDING, TAKEN, Position, can_hold, hidden_places
from rules.games.crusaders.refusals import broken, thrown_ranks
from rules.games.crusaders.rules import ARCHMAGE, CASTELLAN, HERALD, MARSHAL, PRELATE, QUARTERMASTER
from rules.hands import size


def legal(p: Position, seat: int, hand: CardSet) -> list[Move]:
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
        thrown = hand & thrown_ranks(p)
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


def openings(p: Position) -> list[Move]:
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
    return legal(p, seat, maybe)


def _goes_with_another(p: Position, card: Card, maybe: CardSet) -> bool:
    """CR-20, Marshal: whether a card of a higher rank can be beside it."""
    higher = maybe & ~JOKERS & ~((1 << (card | 3) + 1) - 1)
    return any(can_hold(p, p.turn, 1 << card | 1 << other) for other in cards_in(higher))


def possible(p: Position, refused: Move) -> list[Move]:
    """Moves that a hidden hand could allow; of attacks those with cards of a refused one, too."""
    moves = openings(p)
    if refused & KIND == ATTACK and p.phase == ATTACKING:
        named = card_set(card for card in cards_of(refused) if can_hold(p, p.turn, 1 << card))
        attacks = ATTACKS[min(size(p, p.defender), 4)]
        moves = [*(attack for part in PARTS for attack in attacks[named & part]), *moves]
    return [move for move in moves if not broken(p, move)]


def nearest(refused: Move, moves: list[Move]) -> Move | None:
    """The move most like a refused one: with the same cards, of the same kind, with few other cards.

    So who tries to beat with a mage is told of replacing with it.
    """
    wanted = set(cards_of(refused))

    def nearness(move: Move) -> tuple[int, bool, int]:
        cards = set(cards_of(move))
        same = (move ^ refused) & KIND == 0
        return 3 * len(cards & wanted) + 3 * same - len(cards - wanted), same, -len(cards)

    return max(moves, key=nearness, default=None)
