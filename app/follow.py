"""Follows the game on the table: compares what lies there with what ought to, and reads from the difference which move was made.

The view says what lies where at rest; the game says which move that can be; the referee rules on it. What the table has yet to
follow is *awaited*: while it shows only that, nothing is read from it.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.awaited import Awaited, Difference, Spots, hidden_spots, in_words, on_piles, remedy_of, spots, to_be_cleared
from app.book import Book
from app.events import Event, MatchedEvent, MismatchEvent, MisplacedEvent, UndoneEvent
from app.laid_order import other_orders
from app.moves import cards_of
from app.naming import Names, Sorted
from app.questions import DOUBT, Questions
from app.steady import DOUBTS, TABLE, Steady
from rules.cards import Card, CardSet, card_set
from rules.ruling import MoveError, Ruling
from rules.table import DISCARD, MIDDLE, Change, Lying, Meaning, SeenCard, TableView

PATIENCE = 0.9  # seconds that a move which may still be going on gets to be finished
ON_A_PILE = 0.4  # seconds more that a card alone on a pile gets: one that is not read yet may lie just below it
DIFFERS = 2.0  # seconds at rest after which a table that does not match is told
DOUBTLESS = 0.3  # seconds for which all that matters must have been read for sure before anybody is accused
STIRS = 0.3  # seconds for which a place that is not at rest may still be as it was
PUT_RIGHT = 1.0  # seconds after which what is left of an illegal move may be a legal one
UNFINISHED = 8.0  # seconds that a player gets to go on with a move
CLEARING = 20.0  # seconds that a battle may lie there when it is over


class Follower:
    """What is known of the table of one game. It makes the moves it reads in the ``book``."""

    def __init__(self, book: Book, names: Names, steady: Steady, questions: Questions, patience: float) -> None:
        self._book = book
        self._names = names
        self._steady = steady
        self._questions = questions
        self._patience = patience
        self.view: TableView | None = None  # as it was last seen
        self.differs: MismatchEvent | MisplacedEvent | None = None  # what was told of a table that still differs
        self.expects: str | None = None  # the only move that the table may show now: a bot has told it
        self.waited: float | None = None  # seconds for which the last move that was seen had lain at rest
        self._read_from: dict[
            int, dict[Card, int]
        ] = {}  # by number of the move: its cards, and the tracks they were read from
        self._awaited: Awaited | None = None
        self._places: frozenset[str] = frozenset()  # that differed when that was last looked at
        self._at_rest: dict[str, tuple[float, Difference]] = {}  # when each place was last, and how it differed then
        self._there: Spots = frozenset()  # cards that have been seen where they ought to lie
        self._unread: Spots = frozenset()  # new cards that lay on a pile at rest and were no move
        self._said: Mapping[str, Lying] | None = (
            None  # what ought to lie there before a move that was said while hands were over the table
        )
        # An illegal move with which the record ends may still lie there: it is not told again.
        last = book.last
        self._lies_there: Ruling | None = last if last is not None and last.verdict == "illegal" else None

    @property
    def going_back(self) -> frozenset[Card] | None:
        """Cards of an illegal move that still lie there; None if there is no such move."""
        awaited = self._awaited
        return frozenset(card for _, card in awaited.still.new) if awaited is not None and awaited.illegal else None

    def track_of(self, n: int, card: Card) -> int | None:
        """The track from which move ``n`` took ``card``; None if that is not known: the move was said, or the record is older."""
        return self._read_from.get(n, {}).get(card)

    def moves_of(self, track: int, card: Card) -> set[int]:
        """The numbers of the moves in which ``track`` was taken for ``card``."""
        return {n for n, cards in self._read_from.items() if cards.get(card) == track}

    def seen(self, track: int) -> SeenCard | None:
        """The card with this track as it is seen now; None if it is not."""
        places = self.view.places.values() if self.view is not None else ()
        return next((card for cards in places for card in cards if card.track == track), None)

    def lying_as(self, card: Card) -> SeenCard | None:
        """What lies there and goes by the name ``card``."""
        places = self.view.places.values() if self.view is not None else ()
        named = [seen for cards in places for seen in self._names.named(cards)]
        return next((seen for seen in named if seen.card == card and not seen.hidden), None)

    @property
    def difference(self) -> Difference:
        """How the table differs from what ought to lie there, as it was last seen."""
        return (
            Difference.of(self._sort(self.view).change)
            if self.view is not None
            else Difference(frozenset(), frozenset())
        )

    def _sort(self, view: TableView) -> Sorted:
        game, position = self._book.referee.game, self._book.referee.position
        ought = game.lying(position)
        out: CardSet = 0
        if DISCARD not in ought:
            heaps = [heap for heap in game.heaps(position) if heap.kind == "discard"]
            out = card_set({card for heap in heaps for card in heap.cards if card is not None})
        return self._names.sort(view, ought, out)

    # From a view to a move.

    def see(self, view: TableView) -> list[Event]:
        """What the places at rest tell: at most one move. A place left out of the view is not at rest."""
        self.view = view
        now, referee = self._book.time, self._book.referee
        self._look_after_said()
        table = self._sort(view)
        change = table.change
        self._note_there(change)
        self._steady.rest(referee.game.lying(referee.position).keys() <= view.places.keys(), now)
        self._questions.drop_read({name: self._names.named(view.places[name]) for name in change.seen})
        unsure = tuple(card.track for cards in table.unsure.values() for card in cards)
        difference = Difference.of(change)
        doubt = self._steady.seconds(DOUBTS, unsure, now)
        steady = self._steady.seconds(TABLE, self._lately(difference, change, now), now)
        if table.matches:
            return self._match(view, change)
        unseen = self._places - view.places.keys()  # these have not been looked at since
        self._places = unseen | difference.places | table.unsure.keys()
        awaited = self._awaited
        over: list[Event] = []
        if awaited is not None and awaited.is_over(change) and not awaited.illegal:
            over, awaited = self.matched(), None  # it was put right, and the game has gone on
            self._awaited = None
        if awaited is not None:
            if not table.unsure and awaited.explains(change):
                if awaited.illegal:
                    return self._put_right(awaited, change, steady)
                return self._tell_difference(table, steady)
            if awaited.illegal:
                change = awaited.without_covered(change)
            else:
                rest = awaited.rest(change)
                wrong = not awaited.clearing or bool(awaited.still.gone or rest.gone)
                if awaited.rule and wrong and not table.unsure:
                    return self._tell_difference(table, steady)  # play waits
                change = rest
        if table.unsure:
            return over + (self._questions.ask(table.unsure) if min(steady, doubt) >= DOUBT else [])
        if not change or referee.to_move is None:
            return over + self._tell_difference(table, steady)
        change = self._without_never_seen(change)
        if any(card.hidden for cards in change.new.values() for card in cards):
            change = change.without_hidden(self._held_by_others(referee.to_move))
        meanings = referee.game.shown(referee.position, change) if change else ()
        if not meanings and steady >= DOUBT:
            self._unread |= on_piles(change, referee.game.lying(referee.position))
        in_sight = spots(change.seen) - hidden_spots(change.seen)
        if not meanings or (self._unread and not self._unread & in_sight):  # a move may have been missed
            return over + self._tell_difference(table, steady)
        return over + self._read(meanings[0], table, change, steady)

    def _lately(self, difference: Difference, change: Change, now: float) -> Difference:
        """``difference``, with what places showed that were at rest a moment ago: a place that stirs once is no other place."""
        for name in change.seen:
            self._at_rest[name] = now, difference.at(name)
        unseen = [was for name, (when, was) in self._at_rest.items() if name not in change.seen and now - when < STIRS]
        for was in unseen:
            difference = Difference(difference.new | was.new, difference.gone | was.gone)
        return difference

    def _note_there(self, change: Change) -> None:
        """Which cards have been seen by now where they ought to lie."""
        ought = self._book.referee.game.lying(self._book.referee.position)
        lie = frozenset((name, card) for name, lying in ought.items() if not lying.pile for card in lying.cards)
        self._there = (self._there | spots(change.seen)) & lie

    def _without_never_seen(self, change: Change) -> Change:
        """A card that has never been seen in its place, be it hard to see there, has not been taken from it as far as anyone can tell."""
        ought = self._book.referee.game.lying(self._book.referee.position)
        there = {name: {card for place, card in self._there if place == name} for name in change.gone}
        elsewhere = {card for _, card in spots(change.seen)}
        gone = {
            name: left
            for name, cards in change.gone.items()
            if (left := tuple(c for c in cards if ought[name].pile or c in there[name] or c in elsewhere))
        }
        return Change(change.seen, change.new, gone)

    def _match(self, view: TableView, change: Change) -> list[Event]:
        """Nothing that is at rest differs."""
        if not self._places <= view.places.keys():
            return []  # a place that did not match is not at rest
        if self._awaited is not None and self._awaited.illegal and self._awaited.still.new & hidden_spots(change.seen):
            return []  # cards that were to go back are only out of sight
        self._awaited, self._places, self._unread = None, frozenset(), frozenset()
        self._names.confirm(change)
        ought = self._book.referee.game.lying(self._book.referee.position)
        piles = {name: cards for name, cards in change.seen.items() if ought[name].pile}
        self._names.lose(Change(piles, {}, {}), ought)
        if self._steady.quiet(self._book.time) >= DIFFERS:
            self._lies_there = None
        return self.matched()

    def _read(self, meaning: Meaning, table: Sorted, change: Change, steady: float) -> list[Event]:
        """What the table shows is ``meaning``: is it a move, by now?"""
        if meaning.part:
            return self._tell_part(meaning, table, steady)
        if (meaning.instead and not self._book.last_line_is_a_move()) or not self._expected(meaning.move):
            return self._tell_difference(table, steady)
        referee = self._book.referee
        instead = referee.rulings[-1] if meaning.instead else None
        if instead is not None:
            referee.undo(1)
        refusal = self._wait(meaning, table, change, steady)
        if refusal is not None:
            if instead is not None:
                referee.play(instead.player, instead.move)
            return refusal
        events: list[Event] = [UndoneEvent(self._book.time, 1)] if instead is not None else []
        self.waited = steady
        return events + self._make(meaning.move, change)

    def _expected(self, move: str) -> bool:
        """It is what a bot told, as far as that is its choice; or there is no such thing."""
        game, position = self._book.referee.game, self._book.referee.position
        if self.expects is None:
            return True
        try:
            chosen, told = (game.choice(position, game.read_move(position, text)) for text in (move, self.expects))
        except MoveError:
            return False
        return bool(chosen == told)

    def _wait(self, meaning: Meaning, table: Sorted, change: Change, steady: float) -> list[Event] | None:
        """Why the move is not made yet: what is told meanwhile. None: it is time."""
        player = self._book.referee.to_move
        if player is None:
            return []
        try:
            verdict = self._book.referee.judge(player, meaning.move).verdict
        except MoveError:  # a card of another pack: no move
            return self._tell_difference(table, steady)
        if verdict != "illegal":
            return None
        lower = ON_A_PILE if on_piles(change, self._book.referee.game.lying(self._book.referee.position)) else 0.0
        if meaning.more and steady < self._patience + lower:
            return []
        if self._steady.since(DOUBTS, self._book.time) < DOUBTLESS:
            return []
        if self._held_by_others(player) & card_set(cards_of(meaning.move)):
            return self._tell_difference(table, steady)  # that, or what has been read before, is misread
        if self._may_be_legal(player, change):
            return self._tell_difference(table, steady)
        if doubtful := self._names.doubtful(change):  # nobody is accused on a reading that may be wrong
            return self._questions.ask(doubtful) if steady >= DOUBT else []
        return None

    def _may_be_legal(self, player: str, change: Change) -> bool:
        """Nobody has seen for sure in which order the cards were laid, and in another one they are a legal move."""
        referee = self._book.referee
        others = [referee.game.shown(referee.position, order) for order in other_orders(change)]
        return any(m and referee.judge(player, m[0].move).verdict != "illegal" for m in others)

    def _held_by_others(self, player: str) -> CardSet:
        """Cards that are known to be in the hands of others than ``player``."""
        referee = self._book.referee
        heaps = [heap for heap in referee.game.heaps(referee.position) if heap.kind == "hand"]
        others = [h for h in heaps if h.owner is not None and referee.players[h.owner] != player]
        return card_set({card for heap in others for card in heap.cards if card is not None})

    def _put_right(self, awaited: Awaited, change: Change, steady: float) -> list[Event]:
        """Cards of an illegal move still lie there. What is left of them may be a legal move: the wrong card alone went back."""
        referee, now = self._book.referee, self._book.time
        player = referee.to_move
        untouched = Difference.of(change) == awaited.still
        if min(steady, self._steady.quiet(now)) < PUT_RIGHT or player is None or untouched:
            return []
        meaning = next(iter(referee.game.shown(referee.position, change)), None)
        if meaning is None or meaning.part or meaning.instead:
            return []
        try:
            legal = referee.judge(player, meaning.move).verdict != "illegal"
        except MoveError:
            return []
        return self._make(meaning.move, change) if legal else []

    def _make(self, move: str, change: Change) -> list[Event]:
        """The player on turn makes the ``move`` that ``change`` shows."""
        referee = self._book.referee
        player = referee.to_move
        assert player is not None
        before = referee.game.lying(referee.position)
        self._names.use([card for cards in change.seen.values() for card in cards])
        events = self.matched()
        there, self._lies_there = self._lies_there, None
        if self._awaited is not None and self._awaited.illegal:
            there = self._book.last  # its cards have not gone back: whatever was moved since, it is not told twice
        if there is None or (there.player, there.move) != (player, move):
            events += self.play(player, move)
            named = cards_of(move)
            tracks = {
                c.card: c.track for cards in change.seen.values() for c in cards if c.card in named and c.track > 0
            }
            self._read_from[len(referee.rulings)] = {card: track for card, track in tracks.items() if card is not None}
        if referee.rulings[-1].verdict != "illegal":  # which takes nothing away
            self._names.lose(change, referee.game.lying(referee.position))
        self._await(before, spots(change.new), was=Difference.of(change))
        return events

    # The record has changed.

    def play(self, player: str, move: str) -> list[Event]:
        """A move, seen or said. Raises MoveError or CardError, and changes nothing, for what is none."""
        events = self._book.play(player, move)
        self.expects = self._said = None
        self._lies_there, self._unread = None, frozenset()
        self._names.forget_heaps()
        return events

    def say(self, player: str, move: str) -> list[Event]:
        """A move that was announced: the table may have yet to follow it. Raises as ``play``."""
        before = self._book.referee.game.lying(self._book.referee.position)
        events = self.play(player, move)
        if self._book.referee.rulings[-1].verdict != "illegal":
            self._await(before, frozenset(), said=True)
            self._said = before if self.view is None or not before.keys() <= self.view.places.keys() else None
        return events

    def _look_after_said(self) -> None:
        """Hands were over the table when a move was said. At rest again it shows how far they have followed."""
        if self._said is None or self.view is None or not self._said.keys() <= self.view.places.keys():
            return
        before, self._said = self._said, None
        ought = self._book.referee.game.lying(self._book.referee.position)
        laid = {
            (name, card)
            for name, lying in ought.items()
            for card in lying.cards
            if card not in before.get(name, Lying()).cards
        }
        if laid and laid <= spots(self._sort(self.view).change.seen):
            self._await(before, frozenset(), said=False)

    def _await(
        self, before: Mapping[str, Lying], laid: Spots, said: bool = False, was: Difference | None = None
    ) -> None:
        """After a move: what has the table yet to follow? ``laid``: cards that it was read from; ``was``: how the table differed."""
        self._steady.forget(TABLE)
        if self.view is None:
            return
        ruling = self._book.referee.rulings[-1]
        table = self._sort(self.view)
        change = table.change
        named = cards_of(ruling.move)
        unseen = Difference.of(change).gone - Difference.of(self._without_never_seen(change)).gone
        still = Difference.of(change)
        still = Difference(still.new, frozenset(spot for spot in still.gone if spot not in unseen or spot[1] in named))
        self._places = still.places
        seen = spots(change.seen)
        if ruling.verdict == "illegal":
            self._awaited = Awaited(still, seen, illegal=True)
            return
        if not change:
            self._awaited = None
            return
        game, position = self._book.referee.game, self._book.referee.position
        own = frozenset(spot for spot in laid if spot[1] in named)
        leftover = to_be_cleared(before, own, game.lying(position))
        others = frozenset((place, card) for place, card in seen - leftover if card not in named)
        still = Difference(still.new - others, still.gone)  # cards of another move are still to be read
        if was is not None:  # what differed elsewhere before, and has nothing to do with the move, is not its fault
            kept = frozenset(s for s in was.new | was.gone if s[0] != MIDDLE and s[1] not in named)
            still = Difference(still.new - kept, still.gone - kept)
        if not still.places:
            self._awaited = None
            return
        here = frozenset(spot for spot in leftover if spot[0] in self.view.places)
        clearing = said or (still.new <= leftover and not still.gone and here <= seen)
        rule = game.mishandled(position, game.read_move(position, ruling.move))
        self._awaited = Awaited(still, seen, clearing=clearing, move=ruling.n, rule=rule)

    def undone(self) -> None:
        """Lines were taken back: what lies there now is not to be read as a move."""
        self.differs = self.expects = None
        moves = len(self._book.referee.rulings)
        self._read_from = {n: tracks for n, tracks in self._read_from.items() if n <= moves}
        self._names.forget_heaps()
        self._awaited = self._said = None
        self._unread = frozenset()
        self._steady.forget(TABLE)
        if self.view is not None:
            change = self._sort(self.view).change
            self._places = Difference.of(change).places
            self._awaited = Awaited(Difference.of(change), spots(change.seen), clearing=True) if change else None

    def stood(self) -> None:
        """An illegal move was let stand: the table is right as it is."""
        self._awaited = None
        self.differs = None
        self._read_from = {}
        self._names.forget_use()

    def look_again(self) -> None:
        """A card was named anew: what lies there is read from the beginning."""
        self._unread = frozenset()
        self._steady.forget(TABLE)

    def expect_nothing(self) -> None:
        """The move that was to go back was none: what lies there is to be read."""
        self._awaited = None

    # A table that differs.

    def _tell_difference(self, table: Sorted, steady: float) -> list[Event]:
        """The table differs: told once."""
        awaited, change = self._awaited, table.change
        untouched = awaited is not None and awaited.untouched(change)
        steady = self._steady.undisturbed(steady, self._book.time)
        if steady < (CLEARING if untouched else DIFFERS) or not change or table.unsure or self.differs is not None:
            return []
        now, referee = self._book.time, self._book.referee
        expected, seen = in_words(change, referee.game.lying(referee.position))
        if awaited is not None and awaited.rule and not untouched:
            remedy = remedy_of(change)
            self.differs = MisplacedEvent(now, awaited.move, awaited.rule, expected, seen, remedy, self._book.new_id())
        else:
            self.differs = MismatchEvent(now, expected, seen, self._book.new_id())
        return [self.differs]

    def _tell_part(self, meaning: Meaning, table: Sorted, steady: float) -> list[Event]:
        """Only a part of a move is to be seen: told once, if it stays so."""
        now, referee = self._book.time, self._book.referee
        steady = self._steady.undisturbed(steady, now)
        if steady < (UNFINISHED if meaning.more else DIFFERS) or self.differs is not None:
            return []
        number = len(referee.rulings) + (not meaning.instead)
        expected, seen = in_words(table.change, referee.game.lying(referee.position))
        remedy = meaning.todo or remedy_of(table.change)
        self.differs = MisplacedEvent(now, number, meaning.part, expected, seen, remedy, self._book.new_id())
        return [self.differs]

    def matched(self) -> list[Event]:
        """A difference that was told is over."""
        if self.differs is None:
            return []
        over, self.differs = self.differs.id, None
        return [MatchedEvent(self._book.time, over)]
