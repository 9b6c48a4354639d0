"""Moves put together by taps on cards: which cards lead on to a legal move, which moves the tapped cards make. No window in here.

One way for all games: a move is a row of cards with words and signs between them; what has been tapped leaves some of the legal moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.moves import cards_of
from rules.cards import Card, card_name

if TYPE_CHECKING:
    from app.state import SessionState

CARD = "_"  # stands for a card in the form of a move
MOST_MOVES = 8  # so many legal moves are offered as buttons


@dataclass(frozen=True, slots=True)
class Manner:
    """How moves are written in a game. ``ordered``: which own card is tapped first is the player's word.

    ``lead`` and ``answer``: forms of moves, without and with an attack on the table, to be tried though they are not legal: where
    the rules leave no legal move of that form it can still be asked for.
    """

    ordered: bool = False
    lead: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()


MANNERS: Final[Mapping[str, Manner]] = {
    "svoi-kozyri": Manner(True, ("_",), ("_", "_ _")),
    "ceraria": Manner(False, ("_", "_ _"), ("_", "_+_", "_ / _", "_+_ / _", "_ / _+_", "_+_ / _+_")),
    "crusaders": Manner(
        False, ("attack _", "attack _ _", "attack _ _ _", "attack _ _ _ _"), ("beat _ _", "replace _ _")
    ),
    "courtesan": Manner(False, ("ride _>_", "crash _>_", "ride _>_ _>_"), ()),
    "cuckoo": Manner(False, ("show _",), ()),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be done after some taps. ``lit``: cards that lead on to a legal move, or complete one.

    ``ready``: legal moves of just the cards tapped; ``moves``: legal moves to be offered as buttons, those that are ready first;
    ``settled``: the one move that is meant, nothing can be added to it; ``tries``: what the tapped cards make if no legal move fits.
    """

    lit: frozenset[Card] = frozenset()
    ready: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    settled: str | None = None
    tries: tuple[str, ...] = ()


def choice(
    game: str, legal: Sequence[str], tapped: Sequence[Card], own: Sequence[Card], attack: Sequence[Card] = ()
) -> Choice:
    """What the cards ``tapped`` so far leave of the moves ``legal`` for the player, whose cards are ``own``.

    ``attack``: cards on the table that are to be answered.
    """
    manner = MANNERS.get(game, Manner())
    fits = [(move, cards) for move in legal if _fits(cards := cards_of(move), tapped, set(own), manner.ordered)]
    if not tapped:
        firsts = frozenset(card for _move, cards in fits for card in _next(cards, (), set(own), manner.ordered))
        words = tuple(move for move, cards in fits if not cards)
        few = tuple(move for move, _cards in fits) if len(fits) <= MOST_MOVES else words
        return Choice(firsts, (), few)
    if not fits:
        return Choice(tries=_tries(manner, tapped, own, attack))
    ready = tuple(move for move, cards in fits if len(cards) == len(tapped))
    more = tuple(move for move, cards in fits if len(cards) > len(tapped))
    lit = frozenset(card for _move, cards in fits for card in _next(cards, tapped, set(own), manner.ordered))
    moves = (*ready, *more) if len(ready) + len(more) <= MOST_MOVES else ready
    settled = ready[0] if len(ready) == 1 and not more else None
    return Choice(lit, ready, moves, settled)


def _fits(cards: Sequence[Card], tapped: Sequence[Card], own: set[Card], ordered: bool) -> bool:
    """Whether a move with ``cards`` may be what the taps are going to be."""
    if not set(tapped) <= set(cards):
        return False
    if not ordered:
        return True
    mine = [card for card in tapped if card in own]
    return [card for card in cards if card in own][: len(mine)] == mine


def _next(cards: Sequence[Card], tapped: Sequence[Card], own: set[Card], ordered: bool) -> list[Card]:
    """Which cards of a move that fits may be tapped next: any of them, or of the own ones the one whose turn it is."""
    left = [card for card in cards if card not in tapped]
    if not ordered:
        return left
    mine = [card for card in left if card in own]
    return [card for card in left if card not in own] + mine[:1]


def _tries(manner: Manner, tapped: Sequence[Card], own: Sequence[Card], attack: Sequence[Card]) -> tuple[str, ...]:
    """The tapped cards as moves of the forms that the game has, first the cards on the table, then those of the player."""
    mine, theirs = [c for c in tapped if c in own], [c for c in tapped if c not in own]
    found = []
    for form in manner.answer if attack else manner.lead:
        count = form.count(CARD)
        if _other_number(form, attack):
            continue
        targets = theirs
        if "beat" in form or "replace" in form:  # a single attacking card need not be tapped
            targets = theirs or list(attack[:1])
            if len(mine) != 1:
                continue
            found += [_filled(form, [targets[0], mine[0]])] if targets else []
        elif ">" in form:
            pairs = [card for pair in zip(mine, theirs, strict=False) for card in pair]
            found += [_filled(form, pairs)] if len(pairs) == count and len(mine) == len(theirs) else []
        elif count == len(mine):
            found.append(_filled(form, mine))
    return tuple(dict.fromkeys(found))


def _other_number(form: str, attack: Sequence[Card]) -> bool:
    """Whether the form answers another number of attacking cards than there are."""
    return CARD in form and form[0] in CARD and bool(attack) and form.count("/") + 1 != len(attack)


def _filled(form: str, cards: Sequence[Card]) -> str:
    for card in cards:
        form = form.replace(CARD, card_name(card), 1)
    return form


class Taps:
    """What one player has tapped so far. It is forgotten with every new position (``moment``)."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self._moment: object = None

    def clear(self) -> None:
        """Nothing is tapped."""
        self.cards = []

    def now(self, moment: object) -> None:
        """The position is ``moment``: taps that belong to another one are forgotten."""
        if moment != self._moment:
            self._moment = moment
            self.clear()

    def tap(self, card: Card) -> None:
        """Takes the card up, or puts it down again with all that were tapped after it."""
        if card in self.cards:
            del self.cards[self.cards.index(card) :]
        else:
            self.cards.append(card)


def choice_of(state: SessionState, game: str, player: str, tapped: Sequence[Card]) -> Choice:
    """What ``player``, on turn in ``state``, can do after tapping cards; nothing if the list of moves is not known."""
    if state.to_move != player or state.legal is None:
        return Choice()
    return choice(game, state.legal, tapped, own_cards(state, player), _to_answer(state))


def _to_answer(state: SessionState) -> list[Card]:
    """The cards that the player on turn has to beat: those of an attack that are unbeaten, the top of a pile."""
    attack = [heap.cards[0] for heap in state.heaps if heap.kind == "attack" and len(heap.cards) == 1]
    top = [heap.cards[-1] for heap in state.heaps if heap.kind == "pile" and heap.cards]
    return [card for card in (*attack, *top) if card is not None]


def untold(state: SessionState, game: str, player: str, tapped: Sequence[Card]) -> Choice:
    """The same where the hand is hidden from the program, too: any cards may be a move, and each form of one is offered."""
    lying = {card for heap in state.heaps if heap.kind != "hand" for card in heap.cards if card is not None}
    seat = state.players.index(player)
    taxis = {card for heap in state.heaps if heap.kind == "taxis" and heap.owner == seat for card in heap.cards}
    own = [card for card in tapped if card not in lying or card in taxis]
    manner = MANNERS.get(game, Manner())
    if not tapped:
        return Choice(moves=state.announcements)
    return Choice(tries=_tries(manner, tapped, own, _to_answer(state)))


def own_cards(state: SessionState, player: str) -> list[Card]:
    """The cards that ``player`` can play, as far as ``state`` knows them."""
    seat = state.players.index(player)
    mine = [heap.cards for heap in state.heaps if heap.owner == seat and heap.kind in ("hand", "taxis")]
    return [card for cards in mine for card in cards if card is not None]


def hand_of(state: SessionState, player: str) -> tuple[Card | None, ...]:
    """The hand of ``player``, spades first, hidden cards last."""
    seat = state.players.index(player)
    cards = [card for heap in state.heaps if heap.kind == "hand" and heap.owner == seat for card in heap.cards]
    known = [card for card in cards if card is not None]
    known.sort(key=lambda card: (card >= 52, -(card % 4) if card < 52 else 0, card))
    return (*known, *[None] * (len(cards) - len(known)))


def persons(state: SessionState) -> tuple[str, ...]:
    """The players at this screen: all that are no bots."""
    return tuple(seat.player for seat in state.seats if not seat.level)
