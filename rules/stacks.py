"""Which card lies on which? For games in which cards are laid on others, or beside them. No game is known here.

What lies on what is known where it can be seen (``SeenCard.on``); else the nearest card is the likeliest one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import hypot, inf

from rules.cards import Card
from rules.table import SeenCard

FITS, UNCLEAR, BADLY, HARDLY = 0, 1, 3, 6
"""How badly it fits what is seen that a card lies on another one; may be added up."""

BESIDE = 0.07
"""In widths of the picture: where nothing else is known, a card that lies farther away than this is taken to lie beside. Measured: cards
that touch side by side are 0.08 to 0.16 apart, as the camera stands, and a card laid on another 0.03 to 0.06."""

_ON_IT = 0.09  # and where two cards are seen to overlap, one that lies farther away only touches the other

_ALIKE = 1.25  # one way is as likely as another that is longer by no more than this


class Stacks:
    """The cards that lie in one place."""

    def __init__(self, cards: Sequence[SeenCard]) -> None:
        self.cards = {card.card: card for card in cards if card.card is not None}  # lowest first
        self._named = {seen.track: card for card, seen in self.cards.items() if seen.track}

    def below(self, card: Card) -> list[Card]:
        """The cards on which ``card`` surely lies, itself and not through another one; that which it covers most first."""
        seen = self.cards.get(card)
        return [self._named[track] for track in seen.on if track in self._named] if seen else []

    def all_below(self, card: Card) -> set[Card]:
        """The same, also through others."""
        found: set[Card] = set()
        left = self.below(card)
        while left:
            lower = left.pop()
            if lower not in found and lower != card:
                found.add(lower)
                left += self.below(lower)
        return found

    def apart(self, one: Card, other: Card) -> float:
        """How far the middles of two cards are from each other, in widths of the picture; infinite if one is not seen."""
        if one not in self.cards or other not in self.cards:
            return inf
        (a, b), (c, d) = self.cards[one].spot, self.cards[other].spot
        return hypot(a - c, b - d)

    def lies_on(self, card: Card, targets: Collection[Card]) -> bool:
        """Whether ``card`` lies on one of ``targets``, as far as anyone can see."""
        if self.cards[card].on:
            return bool(self.all_below(card) & set(targets))
        return any(self.apart(card, target) < BESIDE for target in targets)

    def plainly_on(self, card: Card, targets: Collection[Card] | None = None) -> bool:
        """Whether ``card`` lies so near one of ``targets`` (None: any other) that it was laid on it, and not beside it."""
        among = self.cards if targets is None else targets
        below = self.below(card)
        return any(self.apart(card, o) < (_ON_IT if o in below else BESIDE) for o in among if o != card)

    def misfit(self, card: Card, target: Card, targets: Iterable[Card]) -> int:
        """How badly it fits that ``card`` belongs to ``target``, and not to another of ``targets``."""
        targets = [other for other in targets if other != card]
        direct = [other for other in self.below(card) if other in targets]
        if direct:
            return FITS if target == direct[0] else BADLY if target in direct else HARDLY
        surely = self.all_below(card).intersection(targets)
        if surely and target not in surely:
            return HARDLY
        here = self.apart(card, target)
        nearest = min((self.apart(card, other) for other in surely or targets), default=inf)
        if here == inf:
            return UNCLEAR if nearest == inf else BADLY
        return FITS if here <= nearest * _ALIKE else BADLY


def side_by_side(stacks: Stacks, new: Sequence[Card]) -> list[Card]:
    """Of the ``new`` cards those that lie on none of the others: the attack, if its answers lie on it already. Cards of a row may touch."""
    return [card for card in new if not _lies_on_any(stacks, card, set(stacks.below(card)) & set(new))] or list(new)


def _lies_on_any(stacks: Stacks, card: Card, lower: Collection[Card]) -> bool:
    return any(stacks.apart(card, other) in (0.0, inf) or stacks.plainly_on(card, [other]) for other in lower)


def without(cards: Iterable[SeenCard], put_away: int) -> Iterator[Card]:
    """What ``cards`` are, but for those of the set ``put_away``; each once."""
    yield from dict.fromkeys(c.card for c in cards if c.card is not None and not put_away >> c.card & 1)
