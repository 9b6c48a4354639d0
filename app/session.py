"""One table: from what is seen, said and tapped to moves, rulings and questions. Knows no window, no thread, no camera.

``app.book`` keeps the record, ``app.follow`` reads moves from the table, ``app.shown_hands`` hands that are shown to it; here stand
the commands that people give. ``app.state`` is what a screen shows of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from app.book import Book
from app.corrections import Corrections
from app.events import (
    ErrorEvent,
    Event,
    MoveEvent,
    PausedEvent,
    RefusedEvent,
    ToldEvent,
)
from app.follow import PATIENCE, Follower
from app.hand_photo import HandPhoto
from app.moves import cards_of, is_ability
from app.naming import Names
from app.own_move import all_known, as_played, bots_choice, knows_hand, lines_to_choice, refusal
from app.questions import Questions
from app.shown_hands import ShownHands
from app.state import SessionState, ToLay, state_of
from app.steady import Steady
from rules.bots import Level
from rules.cards import Card, CardError
from rules.record import MoveLine
from rules.referee import Referee
from rules.ruling import MoveError
from rules.table import TableView
from rules.texts import _
from vision.errors import VisionError


class Session:
    """One game at one table. Every command gives the new events; ``state()`` is where the game stands.

    ``bots``: which players are bots, and how well they play. ``camera``: moves are seen; without one they are tapped.
    """

    def __init__(
        self,
        referee: Referee,
        *,
        patience: float = PATIENCE,
        bots: Mapping[str, Level] | None = None,
        camera: bool = True,
    ) -> None:
        self.bots: dict[str, Level] = dict(bots or {})
        self.camera = camera
        self.paused = False
        self.book = Book(referee)
        self.names = Names()
        steady = Steady()
        self.questions = Questions(self.book)
        self.hands = ShownHands(self.book, self.names, steady, self.questions)
        self.table = Follower(self.book, self.names, steady, self.questions, patience)
        self._corrections = Corrections(self)
        self.refused: RefusedEvent | None = None  # the last tapped move, if it was not made
        self.to_lay: ToLay | None = None
        self.read_photo: Callable[[Path], HandPhoto] | None = None  # how a photograph of a hand is read
        # What people said of tracks, for whoever follows the cards.
        self.corrected: deque[tuple[int, Card | None]] = deque()

    @property
    def referee(self) -> Referee:
        """The referee of the record that is being written."""
        return self.book.referee

    @property
    def game(self) -> int:
        """Changes when what was seen before counts no more."""
        return self.book.game

    @property
    def closed(self) -> list[str]:
        """Records that let_stand() closed."""
        return self.book.closed

    def state(self, viewer: str | None = None) -> SessionState:
        """Where the game stands now, as ``viewer`` may know it; None: everybody."""
        return state_of(self, viewer)

    # What is seen.

    def see(self, view: TableView) -> list[Event]:
        """Takes in the places at rest. A place left out of the view is not at rest: nothing is concluded from it."""
        self.book.time = view.time
        if self.referee.outcome is not None or self.paused:
            self.table.view = view
            return self.book.finish()
        events: list[Event] = []
        ought = self.referee.game.lying(self.referee.position)
        for player in self.referee.players:
            if player not in ought:
                going_back = self.table.going_back or frozenset()
                events += self.hands.see(player, view.places.get(player), going_back)
        for _turn in range(len(self.referee.players) + 1):  # what lies there may be several moves: cards shown by all
            fresh = self.note(self.table.see(view))
            events += fresh
            if not any(event.kind == "move" for event in fresh) or self.book.ended:
                break
        self.corrected.extend(self.names.settled)
        self.names.settled = []
        return events

    def clock(self, time: float) -> None:
        """It is now ``time``: what is said or pressed next happens then."""
        self.book.time = max(self.book.time, time)

    def note(self, events: list[Event]) -> list[Event]:
        """After moves: what was refused or told before is over; cards that were played are news when they are shown in a hand again."""
        for event in events:
            if isinstance(event, MoveEvent):
                self.refused = None
                if event.verdict != "illegal":
                    self.to_lay = None
                    self.hands.played(cards_of(event.move))
        return events

    def end(self) -> list[Event]:
        """The game, or the source, is over: the end event, once."""
        return self.book.end()

    # Moves that are said or tapped.

    def say(self, text: str) -> list[Event]:
        """An announced move, as in a record: ``Ben: take``. It is ruled on, and an illegal one stands in the record, as at the table."""
        player, colon, move = text.partition(":")
        player, move = player.strip(), " ".join(move.split())
        if not colon:
            return self.error("say", _("{!r} is no announcement; say it like 'Ben: take'").format(text))
        last = self.book.last
        if last is not None and (last.player, last.move) == (player, move) and self.referee.to_move != player:
            return []  # the table told it first
        try:
            return self.note(self.table.say(player, move))
        except (MoveError, CardError) as error:
            return self.error("say", str(error))

    def play(self, player: str, move: str) -> list[Event]:
        """A move that ``player`` chose on a screen: made if it may be, else refused with rule and reason, and not recorded."""
        if player != self.referee.to_move or (player in self.bots and self.to_lay is None):
            return self.error("play", _("{player} is not on turn").format(player=player))
        refused = refusal(self.referee, player, move)
        if refused is not None:
            self.refused = RefusedEvent(
                self.book.time, player, refused.move, refused.rules, refused.why, refused.remedy
            )
            return [self.refused]
        return self.note(self.table.say(player, as_played(self.referee, player, move)))

    def holds(self, player: str, cards: Sequence[Card | None]) -> list[Event]:
        """``player``'s whole hand was shown; None for each card that was not seen."""
        return self.hands.holds(player, cards)

    def holds_photo(self, player: str, path: Path) -> list[Event]:
        """``player``'s hand on a photograph, read by ``read_photo``."""
        if self.read_photo is None:
            return self.error(
                "photo", _("{path}: no camera is watched, so there is nothing to read it with").format(path=path)
            )
        try:
            photo = self.read_photo(path)
        except (VisionError, OSError) as error:
            return self.error("photo", str(error))
        return self.photographed(player, photo)

    def photographed(self, player: str, photo: HandPhoto) -> list[Event]:
        """``player``'s hand as a photograph shows it; what is not read for sure on it stays unknown."""
        return self.hands.photographed(player, photo)

    # Bots.

    @property
    def bot_on_turn(self) -> str | None:
        """The bot that has to choose a move now."""
        player = self.referee.to_move
        waits = self.paused or self.to_lay is not None or self.table.going_back is not None
        return player if player in self.bots and not waits else None

    def asks_hand(self) -> str | None:
        """The bot on turn, if it cannot choose because its hand has not been shown."""
        player = self.bot_on_turn
        return player if player is not None and not knows_hand(self.referee, player) else None

    def bot_moves(self, move: str | None = None) -> list[Event]:
        """The bot on turn makes its move, or tells it where a person must lay the cards. ``move``: what it has chosen, if that was found
        out elsewhere (``own_move.bots_choice``: it may take seconds). Nothing happens where no bot is on turn, or it lacks its hand."""
        player = self.bot_on_turn
        if player is None:
            return []
        move = move if move is not None else bots_choice(self.referee, player, self.bots[player])
        if move is None:
            return []
        drawn = move == "draw" and not all_known(self.referee.game, self.referee.position)
        if drawn or (self.camera and cards_of(move) and not is_ability(move)):
            self.to_lay = ToLay(player, move)
            self.table.expects = move
            return [ToldEvent(self.book.time, player, move)]
        return self.note(self.table.say(player, as_played(self.referee, player, move)))

    # Corrections: see app.corrections.

    def answer(self, id: int, card: Card | None) -> list[Event]:
        """The answer to question ``id``: what the card is that it asked about (None: no card), or which card of a move was misread."""
        return self._corrections.answer(id, card)

    def correct(self, track: int, card: Card | None) -> list[Event]:
        """Somebody says what track ``track`` is (None: no card). A move that rested on the misreading is taken back and read anew."""
        return self._corrections.correct(track, card)

    def correct_card(self, read: Card, card: Card | None) -> list[Event]:
        """What we see as ``read`` is ``card`` (None: no card)."""
        return self._corrections.correct_card(read, card)

    def missing(self, card: Card, place: str, on: Card | None = None) -> list[Event]:
        """People see ``card`` in ``place`` and we do not: it lies on top there, or on the card ``on``. So it counts as seen until it is."""
        return self._corrections.missing(card, place, on)

    def misread(self, n: int | None = None, card: Card | None = None, actual: Card | None = None) -> list[Event]:
        """Move ``n`` (None: the last) was misread: its ``card`` was ``actual``. What is left out is asked, in two questions."""
        return self._corrections.misread(n, card, actual)

    def look_again(self) -> list[Event]:
        """What lies there is read from the beginning."""
        if self.table.view is None:
            return []
        self.table.look_again()
        return self.see(replace(self.table.view, time=self.book.time))

    def undo(self, n: int = 1) -> list[Event]:
        """Takes back the last ``n`` lines of the record: moves and shown hands, with score and late rulings. All of them or none."""
        events = self.book.undo(n)
        if not any(event.kind == "error" for event in events):
            self.refused = self.to_lay = None
            self.hands.forget()
            self.questions.clear()
            self.table.undone()
        return events

    def undo_before(self, move: int) -> list[Event]:
        """Goes back to before the move of this number."""
        lines = self.referee.lines
        moves = [at for at, line in enumerate(lines) if isinstance(line, MoveLine)]
        if not 0 < move <= len(moves):
            return self.error("undo", _("there is no move {number} to take back").format(number=move))
        return self.undo(len(lines) - moves[move - 1])

    def undo_to(self, player: str) -> list[Event]:
        """Goes back to the last choice ``player`` had, over the moves of bots and others since."""
        lines = lines_to_choice(self.referee, player) if player in self.referee.players else 0
        if not lines:
            return self.error("undo", _("there is no choice of {player} to take back").format(player=player))
        return self.undo(lines)

    def let_stand(self) -> list[Event]:
        """The players let an illegal move stand: the record is closed, and the game goes on in a new one from the table as it is."""
        events = self.book.let_stand()
        if not any(event.kind == "error" for event in events):
            self.hands.forget()
            self.table.stood()
        return events

    def pause(self, paused: bool = True) -> list[Event]:
        """While paused nothing is read from the table, and bots wait; then what lies there is read as it lies. ``False``: go on."""
        if paused == self.paused:
            return []
        self.paused = paused
        events: list[Event] = [PausedEvent(self.book.time, paused)]
        return events if paused else events + self.look_again()

    def error(self, what: str, problem: str) -> list[Event]:
        """What could not be done, in a line."""
        return [ErrorEvent(self.book.time, what, problem)]
