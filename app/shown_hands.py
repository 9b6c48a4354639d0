"""Hands that are shown to the camera, or told: a fan that lies steadily before its player becomes a ``holds`` line, once."""

from __future__ import annotations

from collections.abc import Sequence, Set

from app.book import Book
from app.events import ErrorEvent, Event
from app.hand_photo import HandPhoto
from app.naming import Names
from app.questions import DOUBT, Questions
from app.steady import Steady
from rules.cards import Card
from rules.ruling import MoveError
from rules.table import SeenCard
from rules.texts import _

HAND_STEADY = 0.4  # seconds that a shown hand must lie unchanged
MISCOUNT_STEADY = 1.0  # seconds that a hand with a card too many must lie unchanged


class ShownHands:
    """The hands of one table, as far as they have been shown."""

    def __init__(self, book: Book, names: Names, steady: Steady, questions: Questions) -> None:
        self._book = book
        self._names = names
        self._steady = steady
        self._questions = questions
        self._known: dict[str, set[Card]] = {}
        self.forget()

    def forget(self) -> None:
        """The record was changed: what has been shown counts as news again."""
        self._known = {player: set() for player in self._book.referee.players}

    def played(self, cards: Sequence[Card]) -> None:
        """These cards have been played: shown again they are news."""
        for known in self._known.values():
            known.difference_update(cards)

    def see(self, player: str, cards: Sequence[SeenCard] | None, going_back: Set[Card]) -> list[Event]:
        """What lies before ``player``; None: it is not at rest. ``going_back``: cards of an illegal move on their way back."""
        if cards is None:
            self._steady.forget(player)
            return []
        named = [card for card in self._names.named(cards) if not card.hidden]
        up = frozenset(card.card for card in named if card.card is not None)
        unsure = tuple(card for card in named if card.card is None and card.candidates)
        shown = (up, tuple(card.track for card in unsure))
        steady = self._steady.seconds(player, shown, self._book.time)
        self._questions.drop_read({player: unsure})
        referee = self._book.referee
        ought = referee.game.lying(referee.position)
        if not up or up <= self._known[player] or any(up & set(lying.cards) for lying in ought.values()):
            return []
        if up <= going_back:
            return []
        size = self._size(player)
        if len(up) == size:
            unsure = ()  # the hand is complete: that is another end of one of them
        more = len(up) + len(unsure) > size
        if more and (unsure or not self._is_late(player, up)):
            return []
        if unsure:
            return self._questions.ask({player: unsure}, private=True) if steady >= 2 * DOUBT else []
        if steady < (MISCOUNT_STEADY if more else HAND_STEADY):
            return []
        return self.holds(player, [*sorted(up), *[None] * (size - len(up))])

    def photographed(self, player: str, photo: HandPhoto) -> list[Event]:
        """The hand on a photograph, that only ``player`` may see. What is not read for sure on it stays unknown."""
        if player not in self._book.referee.players:
            return [self._error(_("there is no player {player}").format(player=player))]
        size, up = self._size(player), photo.cards
        if not up and size:
            return [self._error(_("no card can be read on it for sure; take it again, nearer and in better light"))]
        if len(up) > size and not self._is_late(player, up):
            problem = _("it shows {seen} cards, {player} holds {count}; take it again with the hand alone")
            return [self._error(problem.format(seen=len(up), player=player, count=size))]
        return self.holds(player, [*sorted(up), *[None] * (size - len(up))])

    def _error(self, problem: str) -> ErrorEvent:
        return ErrorEvent(self._book.time, "holds", problem)

    def _is_late(self, player: str, up: frozenset[Card]) -> bool:
        """A hand with more cards than there must be is ruled on, in this game."""
        referee = self._book.referee
        seat = referee.players.index(player)
        try:
            return referee.game.miscounted(referee.position, seat, tuple(sorted(up))) is not None
        except MoveError:  # a card that is known to be elsewhere: one of them is misread
            return False

    def _size(self, player: str) -> int:
        """How many cards the player must hold."""
        referee = self._book.referee
        seat = referee.players.index(player)
        heaps = referee.game.heaps(referee.position)
        return next((len(heap.cards) for heap in heaps if heap.kind == "hand" and heap.owner == seat), 0)

    def holds(self, player: str, cards: Sequence[Card | None]) -> list[Event]:
        """``player``'s whole hand was shown; None for each card that was not seen."""
        known = {card for card in cards if card is not None}
        try:
            events = self._book.holds(player, cards)
        except ValueError as error:
            self._known.get(player, set()).update(known)  # told once
            return [self._error(str(error))]
        self._known[player] = known
        return events
