"""What the person at the screen does with cards: taps them (without a camera these are the moves), looks at a covered hand, asks a hint."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from app.events import RefusedEvent
from app.state import SessionState
from app.tapping import Choice, Taps, choice_of, hand_of, persons, untold
from app.window.about import About
from app.window.drawn import DrawnTable
from app.window.hand import HandView
from app.window.words import card_text, move_words
from rules.bots import LEVELS
from rules.cards import UNKNOWN, Card, card_name, parse_card
from rules.texts import _

if TYPE_CHECKING:
    from app.live import LiveTable

HINT_LEVEL = "medium"


class Table(Protocol):
    """The screen as the hand needs it."""

    about: About

    @property
    def live(self) -> LiveTable: ...
    def update(self) -> None: ...
    def tell(self, words: str) -> None: ...
    def choose_card(self, choose: Callable[[Card], None], title: str = "") -> None: ...


class OwnMoves:
    """Joins the taps, the hand below and the drawn table. ``looking``: a covered hand is being looked at."""

    def __init__(self, screen: Table, drawn: DrawnTable) -> None:
        self._screen = screen
        self.drawn = drawn
        self.hand = HandView(self.tap, self.play, self.look)
        self.taps = Taps()
        self.looking = False
        self._looker: str | None = None
        self._hint: tuple[object, str] | None = None  # (moment, move)
        self._thinking = False
        self._state: SessionState | None = None
        self._hidden = False  # the hand is one that others at this screen must not see
        self._fresh = False

    @staticmethod
    def viewer(state: SessionState) -> str | None:
        """Whose screen it is: that of the one person at the table; None where several share it."""
        here = persons(state)
        return here[0] if len(here) == 1 else None

    def player(self, state: SessionState) -> str | None:
        """Whose hand is shown: that of the one person here, else of the person on turn; None while a bot is."""
        here = persons(state)
        if state.asked:
            return state.asked[0]  # a card of this hand could not be read
        return here[0] if len(here) == 1 else state.to_move if state.to_move in here else None

    @property
    def private(self) -> bool:
        """Whether what concerns a hand may not be told now, as others look at this screen, too."""
        return self._covered

    def show(self, state: SessionState) -> None:
        """Brings hand and table up to date with ``state``, which is that of the viewer, or of all."""
        self.taps.now((state.game, len(state.moves), state.to_move))
        self._state = state
        player = self.player(state)
        if self.looking and player != self._looker:
            self.looking = False  # the next hand is another player's: it is not shown to whoever holds the bar still
        own = self._own_state(state, player)
        stood = self.hand.fan.spots()  # from there the played cards go to the table
        if player is None or own is None:
            self.hand.suit, self.hand.points = -1, ""
            self.hand.show_none(_("{player} is to move.").format(player=state.to_move) if state.to_move else "")
        else:
            self._show_hand(own, player)
        if state.camera:  # the cards lie on the table; the hand is shown to its owner, if it was shown to the camera
            known = (
                own is not None
                and player is not None
                and (self._hidden or any(c is not None for c in hand_of(own, player)))
            )
            self.hand.empty = not known
            return
        self.hand.empty = False
        bottom = state.players.index(persons(state)[0]) if persons(state) else 0
        self.drawn.show(state, bottom, stood)
        self._light(own, player)

    def _own_state(self, state: SessionState, player: str | None) -> SessionState | None:
        """What the player knows; of a covered hand only what all know."""
        self._hidden = False
        if player is None or state.viewer == player:
            return state
        own = self._screen.live.state(player)
        hand = hand_of(own, player)
        # Else there is nothing to cover: of real cards in a hand no more is known than all know.
        whole = bool(hand) and None not in hand
        self._hidden = whole or hand != hand_of(state, player) or player in state.asked
        return state if self._covered else own

    def choice(self, own: SessionState, player: str) -> Choice:
        """What the taps so far lead to."""
        if own.to_move == player and own.legal is None and not self._covered:
            return untold(own, self._screen.about.id, player, self.taps.cards)
        return choice_of(own, self._screen.about.id, player, self.taps.cards)

    @property
    def _covered(self) -> bool:
        return self._hidden and not self.looking

    def _show_hand(self, own: SessionState, player: str) -> None:
        choice = self.choice(own, player)
        on_turn = own.to_move == player
        moves = own.announcements if self._covered and on_turn else choice.moves
        main = choice.ready[0] if choice.ready else None
        hand = hand_of(own, player)
        hint = _("Thinking …") if self._thinking else ""
        if self._hint is not None and self._hint[0] == (own.game, len(own.moves)) and on_turn:
            hint = _("Hint: {move}").format(move=move_words(self._hint[1]))
        self.hand.suit = self._screen.about.suits.get(player, -1)
        self.hand.points = "" if own.camera else f"{own.points.get(player, 0):g}"
        self.hand.show(
            title=player,
            note=hint or (_("Your turn") if on_turn else ""),
            cards=hand,
            shared=self._hidden,
            covered=self._covered,
            lit=choice.lit if not self._covered else (),
            taken=self.taps.cards,
            moves=moves if on_turn and not own.camera else (),
            main=main,
            tries=choice.tries if on_turn and not own.camera else (),
            tries_are_moves=own.legal is None,
            answers=[] if self._covered else self._answers(own, player),
            over=own.to_move is None,
            choose=self._choose
            if on_turn and own.legal is None and hand and not self._hidden and not own.camera
            else None,
        )

    def _answers(self, own: SessionState, player: str) -> list[tuple[str, Callable[[], None]]]:
        """What a card of the player's hand may be, as asked of its owner alone."""
        question = next((q for q in own.questions if q.private), None)
        if question is None or question.place != player:
            return []

        def answer(card: Card) -> None:
            self._screen.live.answer(question.id, card)
            self._screen.update()

        return [
            (card_text(card), lambda card=card: answer(card))  # type: ignore[misc]
            for card in map(parse_card, question.candidates)
        ]

    def _light(self, own: SessionState | None, player: str | None) -> None:
        if own is None or player is None or self._covered:
            self.drawn.light((), self.taps.cards)
        else:
            self.drawn.light(self.choice(own, player).lit, self.taps.cards)

    # -- what people press -------------------------------------------------------------------------------------------

    def tap(self, card: Card) -> None:
        """A card was tapped (-1: a covered one): it leads on, completes a move, or is refused: the referee says why."""
        state = self._state
        player = self.player(state) if state is not None else None
        if state is None:
            return
        if player is None or state.to_move != player or state.paused or state.camera:
            self._screen.tell(_why_not(state))
            return
        if card < 0:
            self._screen.tell(
                _("This hand is covered: hold to look, slide to the card, and let go there.")
                if self._covered
                else _("Kibitz does not know this card: name the one that is played with the button below the hand.")
            )
            return
        own = self._own_state(state, player) or state
        self.taps.tap(card)
        choice = self.choice(own, player)
        if choice.settled is not None:
            self.play(choice.settled)
        elif self.taps.cards and own.legal is not None and not choice.moves and not choice.lit:
            self._try(choice, card)
        else:
            self._screen.update()

    def _try(self, choice: Choice, card: Card) -> None:
        if len(choice.tries) == 1:
            self.taps.clear()
            self.play(choice.tries[0])
        elif not choice.tries:
            self.taps.clear()
            self._screen.tell(_("{card} is part of no move you can make now.").format(card=card_text(card)))
        self._screen.update()

    def tap_heap(self, number: int) -> bool:
        """A heap was tapped: from a stock one draws, if that can be. -> whether it was a move."""
        state = self._state
        player = self.player(state) if state is not None else None
        if state is None or player is None or state.heaps[number].kind not in ("stock", "deck"):
            return False
        draws = [move for move in state.legal or state.announcements if move.split()[0] == "draw"]
        if state.to_move == player and len(draws) == 1:
            self.play(draws[0])
            return True
        return False

    def _choose(self) -> None:
        self._screen.choose_card(self.tap)

    def play(self, move: str) -> None:
        """Makes the move, or has it refused."""
        state = self._state
        player = self.player(state) if state is not None else None
        if state is None or player is None:
            return
        if state.paused:
            self._screen.tell(_why_not(state))
            return
        self._screen.live.play(player, move)
        self._screen.update()
        if _wants_a_card(move, self._screen.live.state(player).refused):
            self._screen.choose_card(lambda card: self.play(f"{move} {card_name(card)}"), _("Which card is it?"))

    def look(self, held: bool) -> None:
        """The bar is held, or let go."""
        self.looking = held
        self._looker = self.player(self._state) if held and self._state is not None else None
        self._screen.update()

    # -- a hint ------------------------------------------------------------------------------------------------------

    def may_hint(self, state: SessionState) -> bool:
        """Whether a hint can be asked for: by a person on turn who knows the own hand, and who sees this screen alone."""
        return (
            not self._covered
            and state.to_move is not None
            and state.to_move == self.player(state)
            and bool(state.legal)
        )

    def ask_hint(self) -> None:
        """Has a bot think in a thread; what it finds is shown by ``show``."""
        state = self._state
        if state is None or not self.may_hint(state) or self._thinking:
            return
        player, moment, live = state.to_move or "", (state.game, len(state.moves)), self._screen.live

        def think() -> None:
            move = live.hint(player, LEVELS[HINT_LEVEL])
            if move is not None:
                self._hint = moment, move
            self._thinking, self._fresh = False, True

        self._thinking, self._fresh = True, False
        threading.Thread(target=think, name="hint").start()
        self._screen.update()

    def poll(self) -> bool:
        """Whether a hint has come in since the last call."""
        fresh, self._fresh = self._fresh, False
        return fresh


def _wants_a_card(move: str, refused: RefusedEvent | None) -> bool:
    """The move was refused only because it does not yet name a card that came: with real cards the program cannot know it."""
    if refused is None or refused.move != move or refused.remedy is None:
        return False
    words, whole = move.split(), refused.remedy.split()
    return whole[: len(words)] == words and whole[len(words) : len(words) + 1] == [UNKNOWN]


def _why_not(state: SessionState) -> str:
    """Why a tapped card is not played now."""
    if state.camera:
        return _("Lay the card on the table: the camera sees it.")
    if state.to_move is None:
        return _("The deal is over.")
    return _("The game is paused.") if state.paused else _("{player} is to move.").format(player=state.to_move)
