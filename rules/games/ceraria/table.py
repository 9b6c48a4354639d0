"""Ceraria on the table: what ought to lie in the middle, and what a changed middle can mean.

A card that lies on an attacking card answers it, a second one there supports the first. What is not plain to see, such as which of two
cards laid at once is the support, is read in favour of the player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from rules.cards import Card, CardSet, card_name
from rules.games.ceraria.position import CERARIA, TAKE, Move, Position, ally
from rules.games.ceraria.refusals import of_one_answer
from rules.stacks import HARDLY, UNCLEAR, Stacks, side_by_side, without
from rules.table import MIDDLE, Change, Lying, Meaning
from rules.texts import _

_Answer = tuple[Card, ...]  # what lies on one attacking card: nothing, a card, or a card and its support


def lying(p: Position) -> dict[str, Lying]:
    """The attacking cards lie in the middle; Ceraria herself may, or elsewhere."""
    return {MIDDLE: Lying(p.attack, may=1 << CERARIA)}


def shown(p: Position, change: Change) -> tuple[Meaning, ...]:
    """What the middle can mean, likeliest first."""
    if p.result is not None or MIDDLE not in change.seen:
        return ()
    new = list(without(change.new.get(MIDDLE, ()), _of_battles_before(p)))
    if not all(p.pack >> card & 1 for card in new):
        return ()
    stacks = Stacks(change.seen[MIDDLE])
    if not p.attack:
        return _larger_defence(p, stacks, new) or _attack(p, stacks, side_by_side(stacks, new))
    gone = change.gone.get(MIDDLE, ())
    if not new:
        return _taking(p, gone) if gone else ()
    return (*_larger_attack(p, stacks, new), *_defence(p, stacks, new, len(gone)))


def mishandled(p: Position, move: Move) -> str:
    """CE-9, CE-10: attacking cards are taken up, beaten ones are put away."""
    if move == TAKE:
        return "CE-9"
    return "" if p.attack else "CE-10"


def _of_battles_before(p: Position) -> CardSet:
    """Beaten, or taken by somebody who cannot play them now: as long as such cards lie there they mean nothing."""
    seats = len(p.names)
    playing = (p.turn, (p.turn - 1) % seats) if p.attack else (p.turn,)
    cards = p.discard
    for seat in range(seats):
        if seat not in playing:
            cards |= p.open[seat]
    return cards


# -- attack ----------------------------------------------------------------------------------------------------------


def _words_of_attack(cards: Sequence[Card]) -> str:
    return " ".join(map(card_name, sorted(cards)))


def _attack(p: Position, stacks: Stacks, new: Sequence[Card]) -> tuple[Meaning, ...]:
    """CE-6"""
    if any(stacks.cards[card].by == p.names[(p.turn + 1) % len(p.names)] for card in new):
        return ()  # the defender has answered already: what was answered has not been read yet
    if len(new) > 2:
        todo = _("an attack is one card, or two of the same strength from allied suits: take the others back")
        return (Meaning(_words_of_attack(new[:2]), part="CE-6", todo=todo),)
    return (Meaning(_words_of_attack(new), more=len(new) == 1),) if new else ()


def _larger_attack(p: Position, stacks: Stacks, new: Sequence[Card]) -> tuple[Meaning, ...]:
    """A second attacking card that was laid beside the first."""
    if len(p.attack) > 1:
        return ()
    attacker, defender = p.names[p.turn - 1], p.names[p.turn]

    def beside(card: Card) -> bool:
        by = stacks.cards[card].by
        if by in (attacker, defender):
            return by == attacker
        if stacks.plainly_on(card, [*p.attack, *new]) or (stacks.cards[card].on and not stacks.below(card)):
            return False
        for seat in ((p.turn - 1) % len(p.names), p.turn):  # a card that is known to be in a hand comes from there
            if p.open[seat] >> card & 1:
                return seat != p.turn
        # Else it may be an answer that was not laid well.
        return len(new) == 1 and (_are_a_pair(card, p.attack[0]) or not _beats(p, [(card,)]))

    added = [card for card in new if beside(card)]
    if len(added) != 1:
        return ()
    return (Meaning(_words_of_attack([*p.attack, *added]), more=not _are_a_pair(*p.attack, *added), instead=True),)


def _are_a_pair(one: Card, other: Card) -> bool:
    return one >> 2 == other >> 2 and one & 3 == ally(other & 3)


# -- defence ---------------------------------------------------------------------------------------------------------


def _taking(p: Position, gone: Sequence[Card]) -> tuple[Meaning, ...]:
    """CE-9"""
    if len(gone) < len(p.attack):
        return (Meaning("take", part="CE-9", todo=_("whoever takes takes both attacking cards")),)
    return (Meaning("take"),)


def _defence(p: Position, stacks: Stacks, new: Sequence[Card], gone: int) -> tuple[Meaning, ...]:
    """CE-7, CE-8. ``gone``: of so many attacking cards nothing is seen."""
    if len(new) > 2 * len(p.attack):
        todo = _("each attacking card gets one answer, with one support at most: take the others back")
        return (Meaning(_words([(card,) for card in new[: len(p.attack)]]), part="CE-7", todo=todo),)
    found = list(_arrangements(new, len(p.attack)))
    found.sort(key=lambda answers: (_misfit(p, stacks, answers), _broken(p, answers)))
    if not _beats(p, found[0]) and any(_may_be_the_attackers(p, stacks, card) for card in new):
        return ()  # nobody is accused of another's card
    meanings = tuple(dict.fromkeys(_meaning(p, answers) for answers in found))
    if gone == len(p.attack) and not _beats(p, found[0]):  # covered, or taken up while the answers still lie there
        todo = _("whoever takes picks up the own cards as well: {cards}").format(cards=" ".join(map(card_name, new)))
        return (Meaning("take", part="CE-9", todo=todo), *meanings)
    return meanings


def _may_be_the_attackers(p: Position, stacks: Stacks, card: Card) -> bool:
    """Whether the attacker laid it, or may have: beside the only attacking card, nobody knows whose hand."""
    by = stacks.cards[card].by
    return by == p.names[p.turn - 1] or (not by and len(p.attack) == 1 and not stacks.plainly_on(card))


def _arrangements(new: Sequence[Card], number: int) -> Iterator[tuple[_Answer, ...]]:
    """Every way in which ``new`` cards can answer ``number`` attacking ones; in the order in which they lie first."""
    sizes = [size for size in product((1, 0, 2), repeat=number) if sum(size) == len(new)]
    for cards in permutations(new):
        for size in sizes:
            yield (cards[: size[0]], cards[size[0] :]) if number == 2 else (cards,)


def _misfit(p: Position, stacks: Stacks, answers: Sequence[_Answer]) -> int:
    """How badly it fits what is seen, that these are the answers."""
    under = [*p.attack, *(answer[0] for answer in answers if answer)]
    misfit = 0
    for attacking, answer in zip(p.attack, answers, strict=True):
        if answer:
            misfit += stacks.misfit(answer[0], attacking, under)
        if len(answer) == 2:
            first, support = answer
            if support in stacks.all_below(first):
                misfit += HARDLY
            elif first in stacks.all_below(support):
                misfit += stacks.misfit(support, first, under)
            else:  # nobody can see which is the support
                misfit += UNCLEAR + min(stacks.misfit(support, each, under) for each in (first, attacking))
    return misfit


def _larger_defence(p: Position, stacks: Stacks, new: Sequence[Card]) -> tuple[Meaning, ...]:
    """A card that was laid on a battle which was over by then: as a support, too late to be needed (CE-8)."""
    over = [card for card in stacks.cards if p.discard >> card & 1]
    if not any(set(stacks.below(card)) & set(over) for card in new):
        return ()
    piles: dict[Card, list[Card]] = {}  # by attacking card: what lies on it
    bottom: dict[Card, Card] = {}
    for card in (*over, *new):
        bottom[card] = next((bottom[under] for under in stacks.below(card) if under in bottom), card)
        if bottom[card] != card:
            piles[bottom[card]].append(card)
        elif card in over:
            piles[card] = []
        else:
            return ()
    if len(piles) > 2 or not all(1 <= len(pile) <= 2 for pile in piles.values()):
        return ()
    return (Meaning(_words([tuple(piles[card]) for card in sorted(piles)]), instead=True),)


def _beats(p: Position, answers: Sequence[_Answer]) -> bool:
    return all(
        answer and not of_one_answer(p, attacking, answer[0], answer[1] if len(answer) == 2 else None)
        for attacking, answer in zip(p.attack, answers, strict=True)
    )


def _broken(p: Position, answers: Sequence[_Answer]) -> bool:
    """Whether no card that is added could make this a defence."""
    for attacking, answer in zip(p.attack, answers, strict=True):
        weak = len(answer) == 1 and p.table.weak[attacking] >> answer[0] & 1
        if answer and not weak and of_one_answer(p, attacking, answer[0], answer[1] if len(answer) == 2 else None):
            return True
    return False


def _meaning(p: Position, answers: Sequence[_Answer]) -> Meaning:
    unanswered = [attacking for attacking, answer in zip(p.attack, answers, strict=True) if not answer]
    if unanswered and not _broken(p, answers):
        todo = _("the {card} must be beaten as well, or both are taken").format(card=card_name(unanswered[0]))
        return Meaning(_words(answers), more=True, part="CE-7", todo=todo)
    return Meaning(_words(answers), more=sum(map(len, answers)) < 2 * len(p.attack))


def _words(answers: Sequence[_Answer]) -> str:
    return " / ".join("+".join(map(card_name, answer)) for answer in answers if answer)
