"""All that a screen shows of a table besides the picture, at one moment: made by ``Session.state`` and ``LiveTable.state``.

What is private is left out unless it is the viewer's own: the state for ``viewer=None`` may stand on a screen that all see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from app.events import MismatchEvent, MisplacedEvent, QuestionEvent, RefusedEvent
from app.moves import cards_of, is_ability
from app.own_move import all_known, lists
from rules.cards import Card, card_name
from rules.game import Game
from rules.ruling import LateRuling, MoveError, Ruling
from rules.table import Heap

if TYPE_CHECKING:
    from app.session import Session


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there. ``level``: how well the bot plays, a name of ``rules.bots.LEVELS``; "" for a person."""

    player: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A card that does not lie as it should, to be drawn where it is.

    ``new``: it lies in ``place`` and ought not to; ``gone``: it ought to lie there and is not to be seen; ``unsure``: it lies there and is
    asked about (question ``id``). ``track``: its number in LiveFrame.cards; 0 if it is not there, or hidden.
    """

    kind: Literal["new", "gone", "unsure"]
    place: str
    card: Card | None
    track: int = 0
    spot: tuple[float, float] | None = None  # its middle, x and y from the top left, both in widths of the picture
    id: int = 0


@dataclass(frozen=True, slots=True)
class ToLay:
    """A bot at a real table has told its move: a person lays it, or draws the card, for the bot; the session waits to see it."""

    player: str
    move: str  # as in a record; what is drawn is ??


@dataclass(frozen=True, slots=True)
class SessionState:
    """Where a game stands. ``game`` changes when what was seen or asked before no longer counts (an undo, a new record)."""

    game: int
    players: tuple[str, ...]
    to_move: str | None  # None: the deal is over
    last: Ruling | None  # with verdict, rules, why, remedy
    legal: tuple[str, ...] | None  # None: hidden cards decide, or may not be shown to this viewer
    could: tuple[str, ...] | None  # then: openings of moves that could be legal
    moves: tuple[Ruling, ...]
    late: tuple[LateRuling, ...]
    middle: tuple[str, ...]  # what ought to lie there, lowest first
    points: dict[str, float]  # Cuckoo: lives
    outcome: str | None  # "win Ann"; app.events.end_in_words makes a sentence of it
    question: QuestionEvent | None  # the oldest one still open
    mismatch: MismatchEvent | MisplacedEvent | None  # what was told of a table that still differs
    take_back: bool  # cards of an illegal move still lie there
    viewer: str | None = None  # whose screen this is; None: everybody's
    seats: tuple[Seat, ...] = ()
    heaps: tuple[Heap, ...] = ()  # hands, pile, stock, discard ... as the viewer may know them; None for a hidden card
    announcements: tuple[str, ...] = ()  # moves of the player on turn that are said with a button: take, pass, stay
    score: str = "Points"  # the header of the record that ``points`` are: Points or Lives
    why_ended: str = ""  # "CE-12: ..."
    questions: tuple[QuestionEvent, ...] = ()  # all that are open; each is answered by its id
    marks: tuple[Mark, ...] = ()  # cards of ``mismatch``, of an illegal move, of questions, and where they lie
    refused: RefusedEvent | None = None  # a tapped move that was not made, until the next one
    to_lay: ToLay | None = None
    asks_hand: str | None = None  # the bot that cannot choose before its hand has been shown to the camera
    asked: tuple[str, ...] = ()  # players with a question about their hand, which only they may see (viewer)
    may_undo: int = 0  # so many lines can be taken back
    may_stand: bool = False  # let_stand() would work
    may_misread: bool = False  # the last move can be said to have been misread
    paused: bool = False
    camera: bool = True  # moves are seen; False: they are tapped
    no_picture: str = ""  # why the camera shows nothing now, a line; "": it does, or there is none
    unsaved: str = ""  # why the record could not be saved, a line; "": it is, or is not to be
    latency: float | None = None  # seconds from the first frame at rest to the last ruling that was seen


def state_of(session: Session, viewer: str | None) -> SessionState:
    """The state of ``session`` as ``viewer`` may know it; None: as all may."""
    referee, game = session.referee, session.referee.game
    seat = referee.players.index(viewer) if viewer in referee.players else len(referee.players)
    view = game.view(referee.position, seat)
    legal, could = lists(referee, view)
    heaps = game.heaps(view)
    rulings = tuple(_told(game, referee.position, ruling, viewer, heaps) for ruling in referee.rulings)
    last = session.book.last
    if last is not None:
        last = _told(game, referee.position, last, viewer, heaps)
    questions = [q for q in session.questions.open if not q.private or q.place == viewer]
    illegal = last is not None and last.verdict == "illegal"
    return SessionState(
        session.game,
        referee.players,
        referee.to_move,
        last,
        legal,
        could,
        rulings,
        tuple(referee.late),
        tuple(card_name(card) for card in game.middle(referee.position)),
        dict(referee.points),
        referee.outcome,
        next(iter(questions), None),
        session.table.differs,
        session.table.going_back is not None,
        viewer=viewer,
        seats=tuple(Seat(p, session.bots[p].name if p in session.bots else "") for p in referee.players),
        heaps=heaps,
        announcements=_announcements(session, legal if legal is not None else could or ()),
        score=game.score,
        why_ended=game.why_ended(referee.position),
        questions=tuple(questions),
        marks=_marks(session, questions),
        refused=session.refused,
        to_lay=session.to_lay,
        asks_hand=session.asks_hand(),
        asked=tuple(sorted({q.place for q in session.questions.open if q.private})),
        may_undo=len(referee.lines),
        may_stand=illegal and session.book.may_stand(),
        may_misread=last is not None and session.camera,
        paused=session.paused,
        camera=session.camera,
        latency=session.table.waited,
    )


def _told(game: Game[Any], position: Any, ruling: Ruling, viewer: str | None, heaps: tuple[Heap, ...]) -> Ruling:
    """The ruling as ``viewer`` may know it: without the cards, also of its remedy, that only another player has seen."""
    ruling = _heard(game, position, ruling, viewer)
    if ruling.player == viewer or ruling.instead is None:
        return ruling
    known = {card for heap in heaps for card in heap.cards} | set(cards_of(ruling.move))

    def instead() -> str | None:
        remedy = ruling.remedy
        return remedy if remedy is not None and known.issuperset(cards_of(remedy)) else None

    return replace(ruling, instead=instead)


def _heard(game: Game[Any], position: Any, ruling: Ruling, viewer: str | None) -> Ruling:
    """The ruling as ``viewer`` may know it: of another player's move without the cards that only that player has seen."""
    if ruling.player == viewer or type(game).heard is Game.heard:
        return ruling
    try:
        heard = game.write_move(game.heard(position, game.read_move(position, ruling.move)))
    except MoveError:  # an illegal one: it was told as it is
        return ruling
    return ruling if heard == ruling.move else replace(ruling, move=heard)


def _announcements(session: Session, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Of these moves those that nobody can see: they are said. Abilities of Crusaders (``raise! ...``) with their cards."""
    referee = session.referee
    drawn = "draw" if not all_known(referee.game, referee.position) else ""  # the card is turned over, and seen
    return tuple(move for move in moves if move != drawn and (is_ability(move) or not cards_of(move)))


def _marks(session: Session, questions: list[QuestionEvent]) -> tuple[Mark, ...]:
    """What differs, where that was told or cards of an illegal move are to go back; and what is asked about."""
    view = session.table.view
    if view is None:
        return ()
    seen = {(name, c.track): c for name, cards in view.places.items() for c in session.names.named(cards)}
    marks = []
    if session.table.differs is not None or session.table.going_back is not None:
        there = {(name, card.card): card for (name, _track), card in seen.items()}
        difference = session.table.difference
        for place, card in sorted(difference.new):
            lying = there.get((place, card))
            track, spot = (lying.track, lying.spot) if lying is not None else (0, None)
            marks.append(Mark("new", place, card, track, spot))
        marks += [Mark("gone", place, card) for place, card in sorted(difference.gone)]
    for question in questions:
        track = session.questions.track_of(question.id) or 0
        asked = seen.get((question.place, track))
        marks.append(
            Mark("unsure", question.place, None, track, asked.spot if asked is not None else None, question.id)
        )
    return tuple(marks)
