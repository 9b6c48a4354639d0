"""One table: from what is seen and said to moves, rulings and questions. Knows no window, no thread, no camera.

The view says what lies where at rest; the game says which move that can be; the referee rules on it. What the table has yet to
follow is *awaited*: while it shows only that, nothing is read from it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.awaited import Awaited, Difference, Spots, in_words, remedy_of, spots, to_be_cleared
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
from app.naming import Names, Sorted
from rules.cards import Card, CardError, CardSet, card_name, card_set, parse_card
from rules.record import MoveLine, Note, parse
from rules.referee import Referee
from rules.ruling import LateRuling, MoveError, Ruling
from rules.setup import write_cards
from rules.table import DISCARD, Change, Lying, Meaning, SeenCard, TableView
from rules.texts import _

PATIENCE = 0.9  # seconds that a move which may still be going on gets to be finished
DOUBT = 0.5  # seconds at rest after which an unsure card is asked about
DIFFERS = 2.0  # seconds at rest after which a table that does not match is told
PUT_RIGHT = 1.0  # seconds after which what is left of an illegal move may be a legal one
UNFINISHED = 8.0  # seconds that a player gets to go on with a move
CLEARING = 20.0  # seconds that a battle may lie there when it is over
HAND_STEADY = 0.4  # seconds that a shown hand must lie unchanged
MISCOUNT_STEADY = 1.0  # seconds that a hand with a card too many must lie unchanged


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


class Session:
    """One game at one table. Every command gives the new events; ``state()`` is where the game stands."""

    def __init__(self, referee: Referee, *, patience: float = PATIENCE) -> None:
        self.referee = referee
        self.game = 1
        self.closed: list[str] = []  # records that let_stand() closed
        self.corrected: deque[tuple[int, Card | None]] = (
            deque()
        )  # what people said of tracks, for whoever follows the cards
        self.patience = patience
        self._time = 0.0
        self._view: TableView | None = None
        self._names = Names()
        self._questions: dict[int, QuestionEvent] = {}  # by track
        self._next_id = 1
        self._mismatch: MismatchEvent | MisplacedEvent | None = None
        self._awaited: Awaited | None = None
        self._differs: frozenset[str] = frozenset()  # places that differed when that was last looked at
        self._steady: dict[str, tuple[object, float]] = {}
        self._known: dict[str, set[Card]] = {player: set() for player in referee.players}
        self._late_told = list(referee.late)
        self._ended = False
        # An illegal move with which the record ends may still lie there: it is not told again.
        self._lies_there = referee.rulings[-1] if referee.rulings and referee.rulings[-1].verdict == "illegal" else None

    # What is seen.

    def see(self, view: TableView) -> list[Event]:
        """Takes in the places at rest. A place left out of the view is not at rest: nothing is concluded from it."""
        self._time, self._view = view.time, view
        if self.referee.outcome is not None:
            return self._finish()
        events: list[Event] = []
        ought = self.referee.game.lying(self.referee.position)
        for player in self.referee.players:
            if player not in ought:
                events += self._see_hand(player, view.places.get(player))
        for _turn in range(len(self.referee.players) + 1):  # what lies there may be several moves: cards shown by all
            fresh = self._see_table(view)
            events += fresh
            if not any(event.kind == "move" for event in fresh) or self._ended:
                break
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

    def _sort(self, view: TableView) -> Sorted:
        game, position = self.referee.game, self.referee.position
        ought = game.lying(position)
        out: CardSet = 0
        if DISCARD not in ought:
            heaps = [heap for heap in game.heaps(position) if heap.kind == "discard"]
            out = card_set({card for heap in heaps for card in heap.cards if card is not None})
        return self._names.sort(view, ought, out)

    def _see_table(self, view: TableView) -> list[Event]:
        table = self._sort(view)
        change = table.change
        if self.referee.game.lying(self.referee.position).keys() <= view.places.keys():
            self._for("at rest", None)
        else:
            self._steady.pop("at rest", None)
        self._drop_questions({name: view.places[name] for name in change.seen})
        unsure = tuple(card.track for cards in table.unsure.values() for card in cards)
        difference = Difference.of(change)
        steady = self._for("", (difference, unsure))
        if table.matches:
            if not self._differs <= view.places.keys():
                return []  # a place that did not match is not at rest
            self._awaited, self._differs = None, frozenset()
            self._names.confirm(change)
            if self._quiet() >= DIFFERS:
                self._lies_there = None
            return self._matched()
        unseen = self._differs - view.places.keys()  # these have not been looked at since
        self._differs = unseen | difference.places | table.unsure.keys()
        awaited = self._awaited
        over: list[Event] = []
        if awaited is not None and awaited.is_over(change) and not awaited.illegal:
            over, awaited = self._matched(), None  # it was put right, and the game has gone on
            self._awaited = None
        if awaited is not None:
            if not table.unsure and awaited.explains(change):
                if awaited.illegal:
                    return self._put_right(awaited, change, steady)
                return self._tell_difference(table, steady)
            if not awaited.illegal:
                rest = awaited.rest(change)
                wrong = not awaited.clearing or bool(awaited.still.gone or rest.gone)
                if awaited.rule and wrong and not table.unsure:
                    return self._tell_difference(table, steady)  # play waits
                change = rest
        if table.unsure:
            return over + (self._ask(table.unsure) if steady >= DOUBT else [])
        if not change or self.referee.to_move is None:
            return over + self._tell_difference(table, steady)
        meanings = self.referee.game.shown(self.referee.position, change)
        if not meanings:
            return over + self._tell_difference(table, steady)
        return over + self._read(meanings[0], table, change, steady)

    def _read(self, meaning: Meaning, table: Sorted, change: Change, steady: float) -> list[Event]:
        """What the table shows is ``meaning``: is it a move, by now?"""
        if meaning.part:
            return self._tell_part(meaning, table, steady)
        if meaning.instead and not self._last_line_is_a_move():
            return self._tell_difference(table, steady)
        instead = self.referee.rulings[-1] if meaning.instead else None
        if instead is not None:
            self.referee.undo(1)
        refusal = self._wait(meaning, table, change, steady)
        if refusal is not None:
            if instead is not None:
                self.referee.play(instead.player, instead.move)
            return refusal
        events: list[Event] = [UndoneEvent(self._time, 1)] if instead is not None else []
        return events + self._make(meaning.move, change)

    def _make(self, move: str, change: Change) -> list[Event]:
        """The player on turn makes the ``move`` that ``change`` shows."""
        player = self.referee.to_move
        assert player is not None
        before = self.referee.game.lying(self.referee.position)
        self._names.use([card for cards in change.seen.values() for card in cards])
        events = self._matched()
        there, self._lies_there = self._lies_there, None
        if there is None or (there.player, there.move) != (player, move):
            events += self._play(player, move)
        self._names.lose(change, self.referee.game.lying(self.referee.position))
        self._await(before, spots(change.new))
        return events

    def _put_right(self, awaited: Awaited, change: Change, steady: float) -> list[Event]:
        """Cards of an illegal move still lie there. What is left of them may be a legal move: the wrong card alone went back."""
        player = self.referee.to_move
        if min(steady, self._quiet()) < PUT_RIGHT or player is None or Difference.of(change) == awaited.still:
            return []
        meaning = next(iter(self.referee.game.shown(self.referee.position, change)), None)
        if meaning is None or meaning.part or meaning.instead:
            return []
        try:
            legal = self.referee.judge(player, meaning.move).verdict != "illegal"
        except MoveError:
            return []
        return self._make(meaning.move, change) if legal else []

    def _wait(self, meaning: Meaning, table: Sorted, change: Change, steady: float) -> list[Event] | None:
        """Why the move is not made yet: what is told meanwhile. None: it is time."""
        player = self.referee.to_move
        if player is None:
            return []
        try:
            verdict = self.referee.judge(player, meaning.move).verdict
        except MoveError:  # a card of another pack: no move
            return self._tell_difference(table, steady)
        if verdict != "illegal":
            return None
        if meaning.more and steady < self.patience:
            return []
        if doubtful := self._names.doubtful(change):  # nobody is accused on a reading that may be wrong
            return self._ask(doubtful) if steady >= DOUBT else []
        return None

    def _last_line_is_a_move(self) -> bool:
        lines = [entry for entry in parse(self.referee.text()).body if not isinstance(entry, Note)]
        return bool(lines) and isinstance(lines[-1], MoveLine) and self.referee.rulings[-1].verdict != "illegal"

    def _await(self, before: Mapping[str, Lying], laid: Spots, said: bool = False) -> None:
        """After a move: what has the table yet to follow? ``laid``: cards that it was read from."""
        self._steady.pop("", None)
        if self._view is None:
            return
        ruling = self.referee.rulings[-1]
        table = self._sort(self._view)
        still = Difference.of(table.change)
        self._differs = still.places
        seen = spots(table.change.seen)
        if ruling.verdict == "illegal":
            self._awaited = Awaited(still, seen, illegal=True)
            return
        if not table.change:
            self._awaited = None
            return
        game, position = self.referee.game, self.referee.position
        named = _cards_of(ruling.move)
        own = frozenset(spot for spot in laid if spot[1] in named)
        leftover = to_be_cleared(before, own, game.lying(position))
        others = frozenset((place, card) for place, card in seen - leftover if card not in named)
        still = Difference(still.new - others, still.gone)  # cards of another move are still to be read
        if not still.places:
            self._awaited = None
            return
        here = frozenset(spot for spot in leftover if spot[0] in self._view.places)
        clearing = said or (still.new <= leftover and not still.gone and here <= seen)
        rule = game.mishandled(position, game.read_move(position, ruling.move))
        self._awaited = Awaited(still, seen, clearing=clearing, move=ruling.n, rule=rule)

    def _play(self, player: str, move: str) -> list[Event]:
        self._lies_there = None
        self._names.forget_heaps()
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
        named = [card for card in self._names.named(cards) if not card.hidden]
        up = frozenset(card.card for card in named if card.card is not None)
        unsure = tuple(card for card in named if card.card is None and card.candidates)
        steady = self._for(player, (up, tuple(card.track for card in unsure)))
        self._drop_questions({player: unsure})
        ought = self.referee.game.lying(self.referee.position)
        if not up or up <= self._known[player] or any(up & set(lying.cards) for lying in ought.values()):
            return []
        if self._awaited is not None and self._awaited.illegal and up <= {card for _, card in self._awaited.still.new}:
            return []  # the cards of an illegal move on their way back
        size = self._hand_size(player)
        if len(up) == size:
            unsure = ()  # the hand is complete: that is another end of one of them
        more = len(up) + len(unsure) > size
        if more and (unsure or not self._is_late(player, up)):
            return []
        if unsure:
            return self._ask({player: unsure}) if steady >= 2 * DOUBT else []
        if steady < (MISCOUNT_STEADY if more else HAND_STEADY):
            return []
        return self.holds(player, [*sorted(up), *[None] * (size - len(up))])

    def _is_late(self, player: str, up: frozenset[Card]) -> bool:
        """A hand with more cards than there must be is ruled on, in this game."""
        game, seat = self.referee.game, self.referee.players.index(player)
        return game.miscounted(self.referee.position, seat, tuple(sorted(up))) is not None

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

    def _ask(self, unsure: Mapping[str, Sequence[SeenCard]]) -> list[Event]:
        fresh = {
            card.track: QuestionEvent(
                self._time, self._new_id(), tuple(card_name(c) for c in card.candidates[:3]), place
            )
            for place, cards in unsure.items()
            for card in cards
            if card.track not in self._questions
        }
        self._questions |= fresh
        return list(fresh.values())

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _drop_questions(self, places: Mapping[str, Sequence[SeenCard]]) -> None:
        """A card of these ``places`` that has been read after all, or is gone, need not be named."""
        open_ = {card.track for cards in places.values() for card in cards if card.candidates}
        self._questions = {t: q for t, q in self._questions.items() if q.place not in places or t in open_}

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
        wrong = self._names.tell(track, card)
        self.corrected.append((track, card))
        events: list[Event] = [CorrectedEvent(self._time, id, None if card is None else card_name(card))]
        last = self.referee.rulings[-1] if self.referee.rulings else None
        if wrong is not None and wrong != card and last is not None and wrong in _cards_of(last.move):
            events += self.undo(1)
            self._awaited = None
        if self._view is not None:
            self._steady.pop("", None)
            events += self.see(replace(self._view, time=self._time))
        return events

    def _tell_difference(self, table: Sorted, steady: float) -> list[Event]:
        """The table differs: told once."""
        awaited, change = self._awaited, table.change
        untouched = awaited is not None and awaited.untouched(change)
        steady = self._undisturbed(steady)
        if steady < (CLEARING if untouched else DIFFERS) or not change or table.unsure or self._mismatch is not None:
            return []
        expected, seen = in_words(change, self.referee.game.lying(self.referee.position))
        if awaited is not None and awaited.rule and not untouched:
            remedy = remedy_of(change)
            self._mismatch = MisplacedEvent(
                self._time, awaited.move, awaited.rule, expected, seen, remedy, self._new_id()
            )
        else:
            self._mismatch = MismatchEvent(self._time, expected, seen, self._new_id())
        return [self._mismatch]

    def _undisturbed(self, steady: float) -> float:
        """How long a difference has lain there with no hand near; each hand begins that anew, but not for ever."""
        return max(min(steady, self._quiet()), steady / 3)

    def _quiet(self) -> float:
        """For how long all places have been at rest."""
        since = self._steady.get("at rest")
        return self._time - since[1] if since is not None else 0.0

    def _tell_part(self, meaning: Meaning, table: Sorted, steady: float) -> list[Event]:
        """Only a part of a move is to be seen: told once, if it stays so."""
        if self._undisturbed(steady) < (UNFINISHED if meaning.more else DIFFERS) or self._mismatch is not None:
            return []
        number = len(self.referee.rulings) + 1
        expected, seen = in_words(table.change, self.referee.game.lying(self.referee.position))
        remedy = meaning.todo or remedy_of(table.change)
        self._mismatch = MisplacedEvent(self._time, number, meaning.part, expected, seen, remedy, self._new_id())
        return [self._mismatch]

    def _matched(self) -> list[Event]:
        if self._mismatch is None:
            return []
        over, self._mismatch = self._mismatch.id, None
        return [MatchedEvent(self._time, over)]

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
        before = self.referee.game.lying(self.referee.position)
        try:
            events = self._play(player, move)
        except (MoveError, CardError) as error:
            return [ErrorEvent(self._time, "say", str(error))]
        if self.referee.rulings[-1].verdict != "illegal":
            self._await(before, frozenset(), said=True)
        return events

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
        self._names.forget_heaps()
        self._awaited = None
        self._steady.pop("", None)
        if self._view is not None:  # what lies there now is not to be read as a move
            change = self._sort(self._view).change
            self._differs = Difference.of(change).places
            self._awaited = Awaited(Difference.of(change), spots(change.seen), clearing=True) if change else None
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
        self._names.forget_use()
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
    """The cards that are named in a move, whatever its other words."""
    cards = []
    for word in move.replace("/", " ").replace("+", " ").replace(">", " ").split():
        try:
            cards.append(parse_card(word))
        except CardError:
            continue
    return cards
