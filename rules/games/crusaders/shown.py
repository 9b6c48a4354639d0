"""Crusaders: what a changed middle can mean.

A card that lies on an unbeaten one beats it; if that one is gone it was replaced. A cleric on or beside a fallen fighter raises it; the
raised one then moves, onto another card or clear of its pair. Moves with ``!`` are announced: they look like others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from rules.cards import Card, CardSet, card_name, card_set, cards_in
from rules.games.crusaders import rules as why
from rules.games.crusaders.moves import (
    ABILITY,
    BEAT,
    CLERICS,
    FIRST,
    KIND,
    MAGES,
    RAISE,
    RAISE_TO_BEAT,
    REPLACE,
    THROW,
    Move,
    attack_of,
    move_of,
    read,
    same_rank,
    written,
)
from rules.games.crusaders.position import ATTACKING, BEATEN, DEFENDING, TAKEN, Position, of_the_battle, sure_of
from rules.games.crusaders.refusals import broken
from rules.games.crusaders.table import rows
from rules.stacks import BESIDE, FITS, HARDLY, UNCLEAR, Stacks, side_by_side, without
from rules.table import MIDDLE, Change, Meaning
from rules.texts import N_, _

_GOES_INTO_THE_HAND = N_("the {other} that is replaced goes into the hand")
_PUT_BACK = N_("put back what was not replaced: one mage replaces one card")
_CANNOT_REPLACE = N_("take the {card} back: it cannot replace the {other}")

SQUARELY = 0.02
"""In widths of the picture: a mage that lies so squarely on a card is about to take its place."""


def shown(p: Position, change: Change) -> tuple[Meaning, ...]:
    """What the middle can mean, likeliest first. Several moves may lie there: then it is the first of them."""
    if not p.inside or MIDDLE not in change.seen:
        return ()
    new = list(without(change.new.get(MIDDLE, ()), _of_battles_before(p)))
    if not all(p.pack >> card & 1 for card in new):
        return ()
    if p.phase == ATTACKING:
        stacks = Stacks(change.seen[MIDDLE])
        return _attack(p, stacks, side_by_side(stacks, new)) if new else ()
    battle = _Battle(p, Stacks(change.seen[MIDDLE]))
    if not new:
        return battle.cleared() if change.gone.get(MIDDLE) else ()
    if p.phase == DEFENDING:
        return battle.larger_attack(new) or battle.defence(new)
    return battle.raising(new)


def _of_battles_before(p: Position) -> CardSet:
    """Beaten, or taken by somebody who cannot play them now: as long as such cards lie there they mean nothing."""
    playing = (p.turn,) if p.phase == ATTACKING else (p.turn, p.attacker)
    cards = p.discard
    for seat, seen in enumerate(p.open):
        if seat not in playing:
            cards |= seen
    return cards


def _attack(p: Position, stacks: Stacks, cards: Sequence[Card]) -> tuple[Meaning, ...]:
    """CR-4"""
    if any(stacks.cards[card].by == p.names[p.defender] for card in cards):
        return ()  # the defender has answered already: what was answered has not been read yet
    if any(stacks.plainly_on(card, stacks.cards.keys() - set(cards)) for card in cards):
        return ()  # it was laid on a card of the battle before
    move = attack_of(card_set(cards))
    if broken(p, move) and any(stacks.cards[card].by not in ("", p.names[p.turn]) for card in cards):
        return ()  # nobody is accused of what another one laid
    if p.abilities[p.turn] != why.MARSHAL:
        return (Meaning(written(move)),)
    return (Meaning(written(move), more=True), Meaning(written(move | ABILITY)))


class _Battle:
    """A battle as the record has it, and as it is seen."""

    def __init__(self, p: Position, stacks: Stacks) -> None:
        self.p = p
        self.seen = stacks
        rows_, beside, _goes = rows(p)
        self.rows: list[list[Card]] = [*rows_, *([card] for card in beside)]
        self.unbeaten = list(cards_in(p.unbeaten))
        self.lost = [card for card in self.unbeaten if card not in stacks.cards or self._replaced(card)]

    def _replaced(self, card: Card) -> bool:
        """Nothing is seen of it, and a mage lies just where it lay: whether it is below still, nobody can see."""
        cards = self.seen.cards
        mages = [other for other in cards if MAGES >> other & 1 and other not in self.unbeaten]
        return cards[card].hidden and any(self.seen.apart(mage, card) < SQUARELY for mage in mages)

    # -- nothing new -------------------------------------------------------------------------------------------------

    def cleared(self) -> tuple[Meaning, ...]:
        """Cards of the battle are gone: all of them, or some as yet."""
        p = self.p
        nothing_left = not of_the_battle(p) & card_set(self.seen.cards)
        if p.phase == TAKEN:
            todo = _("before the cards are picked up everybody who is asked says pass, or raises")
            return (Meaning("pass"),) if nothing_left else (Meaning("pass", part="CR-14", todo=todo),)
        if p.phase == BEATEN:
            todo = _("put all the cards of the battle away")
            return (Meaning("done"),) if nothing_left else (Meaning("done", part="CR-15", todo=todo),)
        if not self.lost:
            return ()
        if len(self.lost) == len(self.unbeaten):
            return (Meaning("take"),)
        last = p.battle[-1]
        if last & KIND == REPLACE and last >> FIRST + 6 & 63 not in self.lost:  # another card went into the hand
            return (Meaning(written(last), part="CR-9", todo=_(_PUT_BACK), instead=True),)
        return (Meaning("take", part="CR-15", todo=_("whoever takes picks up every unbeaten card")),)

    # -- attack ------------------------------------------------------------------------------------------------------

    def larger_attack(self, new: Sequence[Card]) -> tuple[Meaning, ...]:
        """Attacking cards that were laid beside the others before any was answered."""
        p = self.p
        if len(p.battle) != 1 or self.lost:
            return ()
        attacker, defender = p.names[p.attacker], p.names[p.defender]

        def beside(card: Card) -> bool:
            seen = self.seen.cards[card]
            if seen.by in (attacker, defender):
                return seen.by == attacker
            others = [*self.unbeaten, *(other for other in new if not same_rank(other, card))]
            if self.seen.plainly_on(card, others) or (seen.on and not self.seen.below(card)):
                return False
            for seat in (p.attacker, p.defender):  # a card that is known to be in a hand comes from there
                if sure_of(p, seat)[0] >> card & 1:
                    return seat == p.attacker
            if any(same_rank(card, other) for other in self.unbeaten):
                return True
            # Else it may be an answer that was not laid well.
            return not seen.on and all(
                broken(p, move_of(kind, t, card)) for t in self.unbeaten for kind in (BEAT, REPLACE)
            )

        added = list(filter(beside, new))
        if not added:
            return ()
        move = attack_of(card_set([*self.unbeaten, *added])) | p.battle[0] & ABILITY
        return (Meaning(written(move), instead=True),)

    # -- defence -----------------------------------------------------------------------------------------------------

    def defence(self, new: Sequence[Card]) -> tuple[Meaning, ...]:
        """CR-5 to CR-12: what the first new card does."""
        for card in new:
            found = self._raise_to_beat(card) or self._answer(card, len(new))
            if not self._of_another(card, found):
                return found
        return ()

    def _of_another(self, card: Card, found: Sequence[Meaning]) -> bool:
        """Whether ``card`` seems to be of a player who is not on turn: nobody is accused of that."""
        p, by = self.p, self.seen.cards[card].by
        # Beside an attack that nobody has answered yet it may be the attacker's.
        beside = not (by or self.lost or self.seen.plainly_on(card)) and p.phase == DEFENDING and len(p.battle) == 1
        if not found or (by in ("", p.names[p.turn]) and not beside):
            return False
        move = read(found[0].move, p.pack)
        return not found[0].part and move is not None and bool(broken(p, move))

    def _row_below(self, card: Card) -> list[Card]:
        """The row on which ``card`` surely lies; [] if there is none."""
        for lower in self.seen.below(card):
            for row in self.rows:
                if lower in row:
                    return row
        return []

    def _raise_to_beat(self, card: Card) -> tuple[Meaning, ...]:
        """CR-12: a fallen fighter lies on an unbeaten card now, and ``card`` is new; or a cleric lies with a fallen one as yet."""
        p = self.p
        moved = [
            (fallen, target) for fallen in self._fallen() for target in self.unbeaten if self._moved(fallen, target)
        ]
        if moved:
            mark = p.abilities[p.turn] == why.PRELATE
            moves = [move_of(RAISE_TO_BEAT, card, fallen, target) for fallen, target in moved]
            return tuple(Meaning(written(move), more=mark) for move in self._legal_first(moves))
        if not CLERICS >> card & 1 or not self._with_a_fallen(card):
            return ()
        fallen = [each for each in self._likeliest_fallen(card) if p.fallen_defenders >> each & 1]
        moves = [move_of(RAISE_TO_BEAT, card, each, target) for each in fallen for target in self.unbeaten]
        todo = _("the raised card goes onto the card that it beats")
        return tuple(Meaning(written(move), part="CR-12", todo=todo) for move in self._legal_first(moves))

    def _moved(self, fallen: Card, target: Card) -> bool:
        """Whether ``fallen`` lies on ``target`` now, on which it did not lie."""
        base = self._row_of(fallen)[0]
        if fallen not in self.seen.cards or target not in self.seen.cards:
            return False
        if base == fallen and self.p.fallen_attackers >> fallen & 1:
            return False  # others lie on it
        others = [] if base == fallen else [base]
        if below := [lower for lower in self.seen.below(fallen) if lower in (*others, *self.unbeaten)]:
            return below[0] == target
        return self.seen.lies_on(fallen, [target]) and self.seen.misfit(fallen, target, [*others, target]) == FITS

    def _with_a_fallen(self, card: Card) -> bool:
        """Whether ``card`` lies on or near a beaten pair, or beside everything, rather than on an unbeaten card."""
        if row := self._row_below(card):
            return row[0] not in self.unbeaten
        here = min((self.seen.apart(card, other) for other in self.unbeaten), default=inf)
        there = min((self.seen.apart(card, other) for other in self._fallen()), default=inf)
        return here > BESIDE or there * 1.25 < here

    def _answer(self, card: Card, new: int) -> tuple[Meaning, ...]:
        """CR-6 to CR-10: ``card`` beats, or replaces."""
        p = self.p
        there = [target for target in self.unbeaten if target not in self.lost]
        mage = bool(MAGES >> card & 1)
        row = self._row_below(card)
        ways: list[tuple[int, Move]] = []
        for target in self.lost:
            fit = FITS if mage else HARDLY if row else UNCLEAR
            beats, replaces = (fit + UNCLEAR * mage, move_of(BEAT, target, card)), (fit, move_of(REPLACE, target, card))
            ways += [replaces, beats] if mage else [beats, replaces]
        for target in there:
            fit = HARDLY if row and row[0] != target else self.seen.misfit(card, target, there)
            if self.lost and not self.seen.plainly_on(card, [target]):
                fit += HARDLY  # rather it covers one that is not seen
            ways.append((fit + HARDLY * (mage and bool(self.lost)), move_of(BEAT, target, card)))
        if row and row[0] not in there:
            ways.append((FITS, move_of(BEAT, row[0], card)))
        ways.sort(key=lambda way: (way[0], bool(broken(p, way[1]))))
        return tuple(self._as_seen(move, bool(row), new) for _fit, move in ways)

    def _as_seen(self, move: Move, on: bool, new: int) -> Meaning:
        """What has been read as ``move``, in the state in which it is seen. ``on``: its card surely lies on another."""
        p = self.p
        target, card = move >> FIRST & 63, move >> FIRST + 6 & 63
        if move & KIND == REPLACE:
            if len(self.lost) > new:
                return Meaning(written(move), part="CR-9", todo=_(_PUT_BACK))
            return Meaning(written(move), more=p.abilities[p.turn] == why.ARCHMAGE)
        squarely = target in self.seen.cards and (
            self.seen.cards[target].hidden or self.seen.apart(target, card) < SQUARELY
        )
        if MAGES >> card & 1 and (squarely or not on) and p.unbeaten >> target & 1 and target not in self.lost:
            replace = move_of(REPLACE, target, card)
            todo = _CANNOT_REPLACE if broken(p, replace) else _GOES_INTO_THE_HAND
            names = {"card": card_name(card), "other": card_name(target)}
            return Meaning(written(replace), part="CR-9", todo=_(todo).format(**names))
        # A mage may be laid before the replaced card is taken up; the Castellan may still say so.
        more = bool(MAGES >> card & 1) or p.abilities[p.turn] == why.CASTELLAN
        return Meaning(written(move), more=more)

    # -- nothing unbeaten, or taken ----------------------------------------------------------------------------------

    def raising(self, new: Sequence[Card]) -> tuple[Meaning, ...]:
        """CR-13, CR-14: what the first new card does."""
        found = self._raising(new)
        return () if self._of_another(new[0], found) else found

    def _raising(self, new: Sequence[Card]) -> tuple[Meaning, ...]:
        p, card = self.p, new[0]
        if not CLERICS >> card & 1 and not self._row_below(card):
            if p.phase == TAKEN:
                return (Meaning(written(move_of(THROW | ABILITY, card))),)
            return (Meaning(written(attack_of(card_set(c for c in new if not CLERICS >> c & 1)))),)
        fallen = self._likeliest_fallen(card)
        moves = [move_of(RAISE, card, each) for each in fallen]
        if not fallen:
            return ()
        alone = len(self._row_of(fallen[0])) == 1 and fallen[0] in self.seen.below(card)
        if alone or self._drawn_clear(fallen[0], card):
            return tuple(Meaning(written(move), more=p.abilities[p.turn] == why.PRELATE) for move in moves)
        rule = "CR-14" if p.phase == TAKEN else "CR-13"
        todo = _("draw the raised card clear of its pair")
        return tuple(Meaning(written(move), part=rule, todo=todo) for move in moves)

    def _likeliest_fallen(self, card: Card) -> list[Card]:
        """The fallen fighters, those first that ``card`` most likely raises: they have been drawn clear, or it lies on them."""
        p = self.p
        below = set(self.seen.below(card))

        def unlikely(fallen: Card) -> tuple[int, bool, bool, bool, float]:
            with_it = {fallen, *(other for other in self._row_of(fallen) if self._joined(fallen, other))}
            clear = self._drawn_clear(fallen, card)
            fit = FITS if clear else UNCLEAR if with_it & below or not below else HARDLY
            foreign = p.phase == BEATEN and not p.fallen_attackers >> fallen & 1
            refused = bool(broken(p, move_of(RAISE, card, fallen)))
            return fit, refused, foreign, not self._laid_later(fallen, card), self.seen.apart(card, fallen)

        return sorted(self._fallen(), key=unlikely)

    def _drawn_clear(self, fallen: Card, card: Card) -> bool:
        """Whether it lies apart from the cards with which it lay, or at least has been moved after ``card`` was laid."""
        others = [other for other in self._row_of(fallen) if other != fallen]
        if fallen not in self.seen.cards:
            return False
        away = all(self.seen.apart(fallen, other) > BESIDE for other in others)
        if away and self._laid_later(fallen, card):
            return True
        return bool(others) and not any(self._joined(fallen, other) for other in others)

    def _laid_later(self, one: Card, other: Card) -> bool:
        order = list(self.seen.cards)
        return one in order and order.index(one) > order.index(other)

    def _joined(self, one: Card, other: Card) -> bool:
        """Whether two cards of a row still lie as they were laid, as far as anyone can see."""
        if one == other:
            return False
        if one not in self.seen.cards or other not in self.seen.cards:
            return True
        row = self._row_of(one)
        lower, upper = (one, other) if row.index(one) < row.index(other) else (other, one)
        below, beneath = self.seen.below(upper), self.seen.below(lower)
        if below or beneath:
            return lower in below
        return self.seen.apart(lower, upper) < BESIDE

    # -- the fallen --------------------------------------------------------------------------------------------------

    def _fallen(self) -> list[Card]:
        return list(cards_in(self.p.fallen_attackers | self.p.fallen_defenders))

    def _row_of(self, card: Card) -> list[Card]:
        return next((row for row in self.rows if card in row), [card])

    def _legal_first(self, moves: Iterable[Move]) -> list[Move]:
        """Ways that are equally likely: the players get the benefit of the doubt."""
        return sorted(moves, key=lambda move: bool(broken(self.p, move)))
