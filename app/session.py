"""One table: from what is seen and said to moves, rulings and questions. Knows no window, no thread, no camera.

The view says what lies where at rest; the game says which move that can be; the referee rules on it. What the table has yet to
follow is *awaited*: cards to go back after an illegal move, cards to be laid or taken for a move that was said. While it shows only
that, nothing is read from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.events import (
    CorrectedEvent,
    EndEvent,
    ErrorEvent,
    Event,
    HoldsEvent,
    LateEvent,
    MatchedEvent,
    MismatchEvent,
    MisplacedEvent,
    MoveEvent,
    QuestionEvent,
    UndoneEvent,
)
from rules.cards import Card, CardError, card_name, parse_card
from rules.record import Note, parse
from rules.referee import Referee
from rules.ruling import LateRuling, MoveError, Ruling
from rules.setup import write_cards
from rules.table import MIDDLE, SeenCard, TableView
from rules.texts import _

PATIENCE = 0.9  # seconds that a move which may still be going on gets to be finished
DOUBT = 0.5  # seconds at rest after which an unsure card is asked about
DIFFERS = 2.0  # seconds at rest after which a table that does not match is told
HAND_STEADY = 0.4  # seconds that a shown hand must lie unchanged

# A legal move carried out wrongly, by game and move: the rule it is told with.
_HANDLING = {("svoi-kozyri", "take"): "SK-10"}


@dataclass(frozen=True, slots=True)
class SessionState:
    """All that a screen needs besides the picture. ``game`` changes when earlier messages no longer count."""

    game: int
    players: tuple[str, ...]
    to_move: str | None
    last: Ruling | None
    legal: tuple[str, ...] | None
    could: tuple[str, ...] | None
    moves: tuple[Ruling, ...]
    late: tuple[LateRuling, ...]
    middle: tuple[str, ...]  # what ought to lie there, lowest first
    points: dict[str, float]
    outcome: str | None
    question: QuestionEvent | None  # the oldest one still open
    mismatch: MismatchEvent | MisplacedEvent | None  # what was told of a table that still differs
    take_back: bool  # cards of an illegal move still lie there


@dataclass(slots=True)
class _Awaited:
    """The table is behind the record. ``new``: cards seen that the record does not have there; ``seen``: all that was seen."""

    new: frozenset[Card]
    seen: frozenset[Card]
    illegal: bool = False
    move: int = 0  # the number of a legal move that was carried out wrongly; 0: none
    rule: str = ""

    def explains(self, new: frozenset[Card], seen: frozenset[Card]) -> bool:
        """The table still shows this, or less of it."""
        return seen == self.seen or (new <= self.new and bool(new or not self.new))


@dataclass(frozen=True, slots=True)
class _Middle:
    """The middle at rest, against the pile of the record."""

    pile: tuple[Card, ...]
    old: tuple[Card, ...]  # cards of the pile that are seen, in the pile's order
    new: tuple[Card, ...]  # others that are seen, lowest first
    unsure: tuple[SeenCard, ...]

    @property
    def seen(self) -> tuple[Card, ...]:
        return self.old + self.new

    @property
    def matches(self) -> bool:
        top_seen = not self.pile or self.pile[-1] in self.old
        return top_seen and not self.new and not self.unsure


class Session:
    """One game at one table. Every command gives the new events; ``state()`` is where the game stands."""

    def __init__(self, referee: Referee, *, patience: float = PATIENCE) -> None:
        self.referee = referee
        self.game = 1
        self.closed: list[str] = []  # records that let_stand() closed
        self.patience = patience
        self._time = 0.0
        self._view: TableView | None = None
        self._named: dict[int, Card | None] = {}  # what people said about tracks
        self._questions: dict[int, QuestionEvent] = {}  # by track
        self._next_id = 1
        self._mismatch: MismatchEvent | MisplacedEvent | None = None
        self._awaited: _Awaited | None = None
        self._steady: dict[str, tuple[object, float]] = {}
        self._known: dict[str, set[Card]] = {player: set() for player in referee.players}
        self._read: dict[int, Card] = {}  # what was taken for what, by track, in moves already made
        self._late_told = list(referee.late)
        self._ended = False

    # What is seen.

    def see(self, view: TableView) -> list[Event]:
        """Takes in the places at rest. A place left out of the view is not at rest: nothing is concluded from it."""
        self._time, self._view = view.time, view
        if self.referee.outcome is not None:
            return self._finish()
        events: list[Event] = []
        for player in self.referee.players:
            events += self._see_hand(player, view.places.get(player))
        if MIDDLE in view.places:
            events += self._see_middle(view.places[MIDDLE])
        else:
            self._steady.pop(MIDDLE, None)
        return events

    def clock(self, time: float) -> None:
        """It is now ``time``: what is said or pressed next happens then."""
        self._time = max(self._time, time)

    def _for(self, place: str, what: object) -> float:
        """Seconds for which ``place`` has shown ``what`` without a break."""
        before = self._steady.get(place)
        if before is None or before[0] != what:
            self._steady[place] = before = (what, self._time)
        return self._time - before[1] + 1e-6

    def _name(self, seen: SeenCard) -> SeenCard | None:
        """The card as people corrected it; None if they said that there is none."""
        if seen.track not in self._named:
            return seen
        card = self._named[seen.track]
        return None if card is None else SeenCard(card, track=seen.track)

    def _sort(self, cards: Sequence[SeenCard]) -> _Middle:
        pile = tuple(self.referee.game.middle(self.referee.position))
        named = [card for card in map(self._name, cards) if card is not None and not card.face_down]
        sure = list(dict.fromkeys(card.card for card in named if card.card is not None))
        unsure = []
        for card in named:
            # Physical facts: a card lies in one place only, and a card of the pile that peeps out is no news.
            left = tuple(c for c in card.candidates if c not in sure)
            if card.card is None and left and not set(left) <= set(pile):
                unsure.append(SeenCard(None, left, track=card.track))
        return _Middle(
            pile, tuple(c for c in pile if c in sure), tuple(c for c in sure if c not in pile), tuple(unsure)
        )

    def _see_middle(self, cards: Sequence[SeenCard]) -> list[Event]:
        middle = self._sort(cards)
        steady = self._for(MIDDLE, (frozenset(middle.seen), tuple(c.track for c in middle.unsure)))
        self._drop_questions(MIDDLE, cards)
        if middle.matches:
            self._awaited = None
            return self._matched()
        new, seen = frozenset(middle.new), frozenset(middle.seen)
        if self._awaited is not None and self._awaited.explains(new, seen):
            return [] if self._awaited.illegal else self._tell_difference(middle, steady)
        if middle.unsure:
            return self._ask(MIDDLE, middle.unsure) if steady >= DOUBT else []
        moves = self.referee.game.shown(self.referee.position, middle.seen)
        if not moves or self.referee.to_move is None:
            return self._tell_difference(middle, steady)
        player, move = self.referee.to_move, moves[0]
        try:
            verdict = self.referee.judge(player, move).verdict
        except MoveError:  # a card of another pack: no move
            return self._tell_difference(middle, steady)
        # One card on the pile that is no legal move by itself: the second card may still be on its way.
        if steady < self.patience and verdict == "illegal" and len(middle.new) == 1 and middle.pile:
            return []
        if verdict == "illegal" and (doubtful := self._doubtful(cards, middle)):
            # Nobody is accused on a reading that may be wrong.
            return self._ask(MIDDLE, doubtful) if steady >= DOUBT else []
        for card in cards:
            if card.card is not None:
                self._read[card.track] = card.card
        events = self._matched() if self._mismatch else []
        events += self._play(player, move)
        after = self._sort(cards)
        if self.referee.rulings[-1].verdict == "illegal":
            self._awaited = _Awaited(new, seen, illegal=True)
        elif not after.matches:
            rule = _HANDLING.get((self.referee.game.id, move), "")
            self._awaited = _Awaited(frozenset(after.new), seen, move=self.referee.rulings[-1].n, rule=rule)
        else:
            self._awaited = None
        return events

    def _doubtful(self, cards: Sequence[SeenCard], middle: _Middle) -> list[SeenCard]:
        """New cards that may be something else than what they were read as."""
        found = []
        for card in map(self._name, cards):
            if card is not None and card.card in middle.new:
                left = tuple(c for c in card.candidates if c == card.card or c not in (*middle.pile, *middle.new))
                if len(left) > 1:
                    found.append(replace(card, candidates=left))
        return found

    def _play(self, player: str, move: str) -> list[Event]:
        ruling = self.referee.play(player, move)
        if ruling.verdict != "illegal":
            for known in self._known.values():
                known.difference_update(_cards_of(move))
        return [self._move_event(ruling), *self._new_late(), *self._finish()]

    def _move_event(self, ruling: Ruling) -> MoveEvent:
        legal, could = self._lists()
        return MoveEvent(
            self._time,
            ruling.n,
            ruling.player,
            ruling.move,
            ruling.verdict,
            tuple(ruling.rules),
            ruling.why,
            legal,
            could,
        )

    def _lists(self) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
        legal = self.referee.legal()
        could = self.referee.could() if legal is None else None
        return None if legal is None else tuple(legal), None if could is None else tuple(could)

    def _new_late(self) -> list[Event]:
        fresh = [ruling for ruling in self.referee.late if ruling not in self._late_told]
        self._late_told = list(self.referee.late)
        return [LateEvent(self._time, ruling.about, ruling.rule, ruling.why) for ruling in fresh]

    def _finish(self) -> list[Event]:
        if self._ended or self.referee.outcome is None:
            return []
        return self.end()

    def end(self) -> list[Event]:
        """The game, or the source, is over: the end event, once."""
        if self._ended:
            return []
        self._ended = True
        return [EndEvent(self._time, self.referee.outcome, dict(self.referee.points), self.referee.game.score)]

    # A shown hand.

    def _see_hand(self, player: str, cards: Sequence[SeenCard] | None) -> list[Event]:
        if cards is None:
            self._steady.pop(player, None)
            return []
        named = [card for card in map(self._name, cards) if card is not None and not card.face_down]
        up = frozenset(card.card for card in named if card.card is not None)
        unsure = tuple(card for card in named if card.card is None and card.candidates)
        steady = self._for(player, (up, tuple(card.track for card in unsure)))
        self._drop_questions(player, unsure)
        if not up or up <= self._known[player] or up & set(self.referee.game.middle(self.referee.position)):
            return []
        size = self._hand_size(player)
        if len(up) + len(unsure) > size:
            return []
        if self._awaited is not None and self._awaited.illegal and up <= self._awaited.new:
            return []  # the cards of an illegal move on their way back
        if unsure:
            return self._ask(player, unsure) if steady >= 2 * DOUBT else []
        if steady < HAND_STEADY:
            return []
        return self.holds(player, [*sorted(up), *[None] * (size - len(up))])

    def _hand_size(self, player: str) -> int:
        seat = self.referee.players.index(player)
        heaps = self.referee.game.heaps(self.referee.position)
        return next((len(heap.cards) for heap in heaps if heap.kind == "hand" and heap.owner == seat), 0)

    def holds(self, player: str, cards: Sequence[Card | None]) -> list[Event]:
        """``player``'s whole hand was shown; None for each card that was not seen."""
        try:
            self.referee.holds(player, list(cards))
        except ValueError as error:
            known = frozenset(c for c in cards if c is not None)
            self._known.get(player, set()).update(known)  # told once
            return [ErrorEvent(self._time, "holds", str(error))]
        self._known[player] = {c for c in cards if c is not None}
        return [HoldsEvent(self._time, player, write_cards(cards), *self._lists()), *self._new_late()]

    # Questions, corrections, differences.

    def _ask(self, place: str, unsure: Sequence[SeenCard]) -> list[Event]:
        fresh = {
            card.track: QuestionEvent(
                self._time, self._new_id(), tuple(card_name(c) for c in card.candidates[:3]), place
            )
            for card in unsure
            if card.track not in self._questions
        }
        self._questions |= fresh
        return list(fresh.values())

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _drop_questions(self, place: str, cards: Sequence[SeenCard]) -> None:
        """A card that has been read after all, or is gone, need not be named."""
        open_ = {card.track for card in cards if card.candidates}
        self._questions = {track: q for track, q in self._questions.items() if q.place != place or track in open_}

    def answer(self, id: int, card: Card) -> list[Event]:
        """Names the card that question ``id`` asked about."""
        for track, question in self._questions.items():
            if question.id == id:
                del self._questions[track]
                return self._rename(track, card, id)
        return [ErrorEvent(self._time, "answer", _("there is no open question {}").format(id))]

    def correct(self, track: int, card: Card | None) -> list[Event]:
        """Somebody says what track ``track`` is (None: no card). A move that rested on the misreading is taken back and read anew."""
        self._questions.pop(track, None)
        return self._rename(track, card, self._new_id())

    def _rename(self, track: int, card: Card | None, id: int) -> list[Event]:
        self._named[track] = card
        events: list[Event] = [CorrectedEvent(self._time, id, None if card is None else card_name(card))]
        wrong = self._read.pop(track, None)
        last = self.referee.rulings[-1] if self.referee.rulings else None
        if wrong is not None and wrong != card and last is not None and wrong in _cards_of(last.move):
            events += self.undo(1)
            self._awaited = None
        if self._view is not None:
            self._steady.pop(MIDDLE, None)
            events += self.see(replace(self._view, time=self._time))
        return events

    def _tell_difference(self, middle: _Middle, steady: float) -> list[Event]:
        """The table differs: told once."""
        awaited = self._awaited
        if steady < DIFFERS or middle.unsure or self._mismatch is not None:
            return []
        expected, seen = tuple(map(card_name, middle.pile)), tuple(map(card_name, middle.seen))
        if awaited is not None and awaited.rule:
            remedy = _("make the pile: {}").format(" ".join(expected) or _("empty"))
            self._mismatch = MisplacedEvent(self._time, awaited.move, awaited.rule, expected, seen, remedy)
        else:
            self._mismatch = MismatchEvent(self._time, expected, seen)
        return [self._mismatch]

    def _matched(self) -> list[Event]:
        if self._mismatch is None:
            return []
        self._mismatch = None
        return [MatchedEvent(self._time)]

    # What people say.

    def say(self, text: str) -> list[Event]:
        """An announced move, as in a record: ``Ben: take``."""
        player, colon, move = text.partition(":")
        player, move = player.strip(), " ".join(move.split())
        if not colon:
            return [ErrorEvent(self._time, "say", _("{!r} is no announcement; say it like 'Ben: take'").format(text))]
        last = self.referee.rulings[-1] if self.referee.rulings else None
        if last is not None and (last.player, last.move) == (player, move) and self.referee.to_move != player:
            return []  # the table told it first
        try:
            events = self._play(player, move)
        except (MoveError, CardError) as error:
            return [ErrorEvent(self._time, "say", str(error))]
        if self.referee.rulings[-1].verdict != "illegal":
            self._await_table()
        return events

    def _await_table(self) -> None:
        """The record changed without the table: what lies there now is not to be read as a move."""
        cards = self._view.places.get(MIDDLE) if self._view is not None else None
        self._steady.pop(MIDDLE, None)
        if cards is None:
            return
        middle = self._sort(cards)
        self._awaited = None if middle.matches else _Awaited(frozenset(middle.new), frozenset(middle.seen))

    def undo(self, n: int = 1) -> list[Event]:
        """Takes back the last ``n`` lines of the record: moves and shown hands, with score and late rulings. All of them or none."""
        lines = sum(not isinstance(entry, Note) for entry in parse(self.referee.text()).body)
        if n > lines:
            problem = _("{n} cannot be taken back; lines that can: {lines}").format(n=n, lines=lines)
            return [ErrorEvent(self._time, "undo", problem)]
        self.referee.undo(n)
        self.game += 1
        self._late_told = [late for late in self._late_told if late in self.referee.late]
        self._known = {player: set() for player in self.referee.players}
        self._ended = False
        self._mismatch = None
        self._questions = {}
        self._await_table()
        return [UndoneEvent(self._time, n)]

    def let_stand(self) -> list[Event]:
        """The players let an illegal move stand: the record is closed, and the game goes on in a new one from the table as it is."""
        last = self.referee.rulings[-1] if self.referee.rulings else None
        if last is None or last.verdict != "illegal":
            return [ErrorEvent(self._time, "let stand", _("the last move was not illegal"))]
        try:
            referee = Referee(self.referee.let_stand(last.player, last.move))
        except ValueError as error:
            return [ErrorEvent(self._time, "let stand", str(error))]
        self.closed.append(self.referee.text())
        self.referee = referee
        self.game += 1
        self._late_told = list(self.referee.late)
        self._known = {player: set() for player in self.referee.players}
        self._awaited = None
        self._mismatch = None
        self._read = {}
        return self._finish()

    def state(self) -> SessionState:
        """Where the game stands now."""
        legal, could = self._lists()
        referee = self.referee
        return SessionState(
            self.game,
            referee.players,
            referee.to_move,
            referee.rulings[-1] if referee.rulings else None,
            legal,
            could,
            tuple(referee.rulings),
            tuple(referee.late),
            tuple(card_name(card) for card in referee.game.middle(referee.position)),
            dict(referee.points),
            referee.outcome,
            next(iter(self._questions.values()), None),
            self._mismatch,
            self._awaited is not None and self._awaited.illegal,
        )


def _cards_of(move: str) -> list[Card]:
    cards = []
    for word in move.split():
        try:
            cards.append(parse_card(word))
        except CardError:
            return []
    return cards
