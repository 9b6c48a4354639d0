"""Crusaders: which rules a refused move breaks, the most specific first, and the cards that show it."""

from __future__ import annotations

from rules.cards import BLACK_JOKER, Card, CardSet, card_set, cards_in, rank_of, suit_of
from rules.games.crusaders import rules as why
from rules.games.crusaders.known import where
from rules.games.crusaders.moves import (
    ABILITY,
    ARCHMAGE_REPLACES,
    ATTACK,
    BEAT,
    CASTELLAN_BEATS,
    CLERICS,
    DONE,
    JOKERS,
    KIND,
    MAGES,
    PASS,
    RAISABLE,
    RAISE,
    RAISE_TO_BEAT,
    RAISED_BY,
    REPLACE,
    STOW,
    TAKE,
    THROW,
    Move,
    cards_of,
    rank_mates,
    same_rank,
)
from rules.games.crusaders.position import (
    ATTACKING,
    BEATEN,
    DEFENDING,
    NOBODY,
    TAKEN,
    Position,
    can_hold,
    hidden_places,
)
from rules.hands import size
from rules.ruling import Fact

_NUMBER = {ATTACKING: "CR-4", DEFENDING: "CR-5", BEATEN: "CR-13", TAKEN: "CR-14"}
_DUE = {
    ATTACKING: why.ATTACK_IS_DUE,
    DEFENDING: why.DEFENCE_IS_DUE,
    BEATEN: why.DONE_IS_DUE,
    TAKEN: why.PASS_IS_DUE,
}
_MOVES = {
    ATTACKING: (ATTACK, STOW),
    DEFENDING: (TAKE, BEAT, REPLACE, RAISE, RAISE_TO_BEAT),
    BEATEN: (DONE, RAISE, RAISE_TO_BEAT),
    TAKEN: (PASS, RAISE, RAISE_TO_BEAT, THROW),
}
_WHOSE = {
    ATTACK: why.MARSHAL,
    BEAT: why.CASTELLAN,
    REPLACE: why.ARCHMAGE,
    RAISE: why.PRELATE,
    RAISE_TO_BEAT: why.PRELATE,
    THROW: why.HERALD,
    STOW: why.QUARTERMASTER,
}


def broken(p: Position, move: Move) -> tuple[Fact, ...]:
    """Every rule the move surely breaks; () if it stands, as far as anyone can see."""
    if not p.inside:
        return (Fact("CR-18", why.IS_OVER),)
    kind = move & KIND
    facts: list[Fact] = []
    able = True
    if move & ABILITY and p.abilities[p.turn] != _WHOSE[kind]:
        able = False
        facts.append(_no_ability(p, _WHOSE[kind]))
    if kind not in _MOVES[p.phase]:
        facts.append(Fact(_NUMBER[p.phase], _DUE[p.phase], who=p.defender))
        if move & ABILITY and able:
            facts.append(Fact("CR-20", why.OTHER_MOMENT))
    elif kind == ATTACK:
        facts += _attack(p, move, able)
    elif kind in (BEAT, REPLACE):
        facts += _defence(p, move, able)
    elif kind in (RAISE, RAISE_TO_BEAT):
        facts += _raising(p, move, able)
    elif kind == THROW:
        facts += _throwing(p, cards_of(move)[0])
    elif kind == STOW:
        facts += _stowing(p, cards_of(move))
    return tuple(facts)


def _no_ability(p: Position, character: int) -> Fact:
    """CR-20"""
    if p.characters[p.turn] == character:
        return Fact("CR-20", why.USED)
    return Fact("CR-20", why.NEEDS[character] if any(p.characters) else why.NO_CHARACTERS)


def _attack(p: Position, move: Move, able: bool) -> list[Fact]:
    """CR-4, CR-11, CR-20"""
    cards = cards_of(move)
    different = sorted(set(cards))
    facts: list[Fact] = []
    jokers = [card for card in cards if card >= BLACK_JOKER]
    ranks = {rank_of(card) for card in cards if card < BLACK_JOKER}
    if move & ABILITY:
        if able and not jokers and len(ranks) == 1:
            facts.append(Fact("CR-20", why.NOT_NEEDED))
        elif able and (jokers or len(ranks) != 2):
            facts.append(Fact("CR-20", why.NOT_TWO_RANKS))
    elif not jokers and len(ranks) > 1:
        lowest = different[0]
        facts.append(Fact("CR-4", why.TWO_RANKS, (lowest, next(c for c in cards if not same_rank(c, lowest)))))
    if jokers and len(cards) > 1:
        facts.append(Fact("CR-11", why.JOKER_ALONE, (jokers[0],)))
    facts += [Fact("CR-4", why.TWICE, (card,)) for card in different if cards.count(card) > 1]
    facts += _not_in_hand(p, "CR-4", different)
    if len(cards) > size(p, p.defender):
        facts.append(Fact("CR-4", why.TOO_MANY, who=p.defender))
    elif len(cards) > 6:
        facts.append(Fact("CR-4", why.MORE_THAN_SIX))
    return facts


def _defence(p: Position, move: Move, able: bool) -> list[Fact]:
    """CR-5, and CR-6 to CR-11 or CR-20"""
    target, card = cards_of(move)
    facts = _not_in_hand(p, "CR-5", [card])
    if not p.unbeaten >> target & 1:
        return [_not_unbeaten(p, "CR-5", target), *facts]
    if target == card or not able:
        return facts
    refusal = (_does_not_beat if move & KIND == BEAT else _does_not_replace)(p, target, card)
    if not move & ABILITY:
        return [*facts, refusal] if refusal else facts
    if refusal is None:
        return [Fact("CR-20", why.NOT_NEEDED), *facts]
    if move & KIND == BEAT and not CASTELLAN_BEATS[target] >> card & 1:
        jokers = max(target, card) >= BLACK_JOKER
        facts.insert(0, Fact("CR-20", why.NO_JOKERS if jokers else why.NOT_THE_SAME_SUIT, (target, card)))
    elif move & KIND == REPLACE and not ARCHMAGE_REPLACES[target] >> card & 1:
        facts.insert(0, Fact("CR-20", why.NOT_FOR_THE_ARCHMAGE, (target, card)))
    else:
        return facts
    return [*facts, refusal] if target >= BLACK_JOKER else facts


def _not_unbeaten(p: Position, rule: str, card: Card) -> Fact:
    beaten = p.fallen_attackers >> card & 1
    return Fact(rule, why.ALREADY_BEATEN if beaten else why.NOT_ATTACKING, (card,))


_BEAT_REFUSED: dict[tuple[int, int], tuple[str, str]] = {
    (0, 0): ("CR-6", why.SAME_SUIT_LOWER),
    (0, 2): ("CR-8", why.CLERIC_AGAINST_KNIGHT),
    (3, 0): ("CR-7", why.KNIGHT_AGAINST_PIKEMAN),
    (3, 3): ("CR-6", why.SAME_SUIT_LOWER),
    (1, 0): ("CR-8", why.KNIGHT_DEFENDS),
    (1, 3): ("CR-7", why.PIKEMAN_OF_OTHER_RANK),
    (2, 0): ("CR-8", why.KNIGHT_DEFENDS),
    (2, 3): ("CR-10", why.PIKEMAN_AGAINST_CLERIC),
    (2, 2): ("CR-6", why.SAME_SUIT_LOWER),
}
"""(Suit of the attacking card, suit of the other) -> rule and sentence."""


def _does_not_beat(p: Position, target: Card, card: Card) -> Fact | None:
    """The last table of the page: why ``card`` does not beat ``target``."""
    if p.beats[target] >> card & 1:
        return None
    pair = (target, card)
    if target >= BLACK_JOKER:
        return Fact("CR-11", why.JOKER_AGAINST_JOKER, pair)
    if MAGES >> card & 1:
        return Fact("CR-9", why.MAGE_BEATS_NOTHING, pair)
    if (suit_of(target), suit_of(card)) == (3, 2):
        if same_rank(target, card):
            return Fact("CR-7", why.CLERIC_OF_THE_RANK, pair)
        return Fact("CR-10", why.CLERIC_LOWER, pair)
    return Fact(*_BEAT_REFUSED[suit_of(target), suit_of(card)], pair)


def _does_not_replace(p: Position, target: Card, card: Card) -> Fact | None:
    """CR-9, CR-11"""
    pair = (target, card)
    if target >= BLACK_JOKER:
        return Fact("CR-11", why.JOKER_REPLACED, pair)
    if not MAGES >> card & 1:
        return Fact("CR-9", why.NOT_A_MAGE, pair)
    if suit_of(target) == 2:
        return Fact("CR-9", why.MAGE_AGAINST_CLERIC, pair)
    if suit_of(target) == 3 and same_rank(target, card):
        return Fact("CR-9", why.MAGE_OF_THE_RANK, pair)
    if suit_of(target) == 1 and card < target:
        return Fact("CR-9", why.MAGE_NOT_HIGHER, pair)
    return None


def _raising(p: Position, move: Move, able: bool) -> list[Fact]:
    """CR-12, CR-13, CR-14 as the moment is, CR-20"""
    cleric, fallen, *targets = cards_of(move)
    defending = p.phase == DEFENDING
    rule = "CR-12" if defending else _NUMBER[p.phase]
    facts: list[Fact] = []
    if not CLERICS >> cleric & 1:
        facts.append(Fact(rule, why.NOT_A_CLERIC, (cleric,)))
    elif move & ABILITY:
        if able and same_rank(cleric, fallen):
            facts.append(Fact("CR-20", why.NOT_NEEDED))
    elif not RAISED_BY[fallen] >> cleric & 1:
        facts.append(Fact(rule, why.CLERIC_OF_OTHER_RANK, (cleric, fallen)))
    unfit = _cannot_be_raised(p, rule, fallen)
    facts += unfit
    if defending != bool(targets):
        facts.append(Fact(rule, why.NO_TARGET if defending else why.NO_BEATING_NOW))
    for target in targets if defending else ():
        if not p.unbeaten >> target & 1:
            facts += [_not_unbeaten(p, rule, target), _not_unbeaten(p, "CR-5", target)]
        elif not unfit:
            refusal = _does_not_beat(p, target, fallen)
            facts += [refusal] if refusal else []
    facts += _not_in_hand(p, rule, [cleric])
    return facts + _not_in_hand(p, "CR-5", [cleric]) if defending else facts


def _cannot_be_raised(p: Position, rule: str, card: Card) -> list[Fact]:
    attackers, defenders = p.fallen_attackers, p.fallen_defenders
    if not (attackers | defenders) >> card & 1:
        return [Fact(rule, why.NOT_FALLEN, (card,))]
    if not RAISABLE >> card & 1:
        return [Fact(rule, why.CLERIC_OR_JOKER, (card,))]
    if p.phase == DEFENDING and not defenders >> card & 1:
        return [Fact(rule, why.NOT_OWN_DEFENDER, (card,))]
    if p.phase == BEATEN and not attackers >> card & 1:
        return [Fact(rule, why.NOT_AN_ATTACKER, (card,))]
    return []


def thrown_ranks(p: Position) -> CardSet:
    """CR-20, Herald: the cards of the ranks that were unbeaten at the take."""
    ranks = 0
    for card in cards_in(p.unbeaten_at_take & ~JOKERS):
        ranks |= rank_mates(card)
    return ranks


def _throwing(p: Position, card: Card) -> list[Fact]:
    facts = [] if thrown_ranks(p) >> card & 1 else [Fact("CR-20", why.NOT_OF_A_RANK, (card,))]
    return facts + _not_in_hand(p, "CR-20", [card])


def _stowing(p: Position, cards: tuple[Card, ...]) -> list[Fact]:
    facts = [] if p.decks[p.turn] else [Fact("CR-20", why.NO_DECK)]
    if not cards and not hidden_places(p, p.turn):
        facts.append(Fact("CR-20", why.NAME_IT))
    return facts + _not_in_hand(p, "CR-20", list(cards))


def _not_in_hand(p: Position, rule: str, cards: list[Card]) -> list[Fact]:
    """The cards that are not, or cannot be, in the hand of the player on turn."""
    seat = p.turn
    if can_hold(p, seat, card_set(cards)):
        return []
    facts = [_where_it_is(p, rule, card) for card in cards if not can_hold(p, seat, 1 << card)]
    return facts or [Fact(rule, why.NOT_TOGETHER, tuple(cards))]


def _where_it_is(p: Position, rule: str, card: Card) -> Fact:
    place, whose = where(p, card)
    if place == "deck" and not hidden_places(p, p.turn):  # nobody need be told what lies in a deck
        place = ""
    return Fact(rule, _ELSEWHERE[place], (card,), who=whose)


_ELSEWHERE = {
    "middle": why.IN_THE_BATTLE,
    "discard": why.IN_THE_DISCARD,
    "hand": why.IN_A_HAND,
    "deck": why.IN_A_DECK,
    "": why.NOT_AMONG,
}


def can_be_played(p: Position, move: Move) -> bool:
    """Whether the cards allow a move that the rules refuse."""
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
        fallen = RAISABLE & (p.fallen_attackers | (p.fallen_defenders if p.phase == TAKEN else 0))
        return p.phase in (BEATEN, TAKEN) and bool(fallen >> cards[1] & 1) and can_hold(p, p.turn, 1 << cards[0])
    return p.phase == {TAKE: DEFENDING, DONE: BEATEN, PASS: TAKEN}[kind]
