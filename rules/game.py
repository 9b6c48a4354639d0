"""What a game must be able to do, so that the referee, the app and the bots need to know none in particular.

A position holds cards as ints and sets of cards as bits; a move is a value of the game's own (an int where that is
enough). Words are made outside, by ``read_move`` and ``write_move``. ``apply`` returns what ``undo`` needs to restore
the position exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from rules.cards import Card
from rules.position import Position as AnyPosition
from rules.ruling import Fact, MoveError, Option, Outcome, Rule
from rules.setup import CardList, Setup
from rules.table import MIDDLE, Change, Heap, Lying, Meaning, Place, usual_layout
from rules.texts import _

Position = TypeVar("Position", bound=AnyPosition)
Move = Any
"""A move as the game encodes it. Hashable."""
Claim = Hashable
"""What must be remembered of an unverified move to prove or disprove it later."""


class Game(ABC, Generic[Position]):
    """One of the games. It holds no state: everything that changes is in the position."""

    id: ClassVar[str]
    name: ClassVar[str]
    rules: ClassVar[tuple[Rule, ...]]
    moves: ClassVar[str]  # how they are written: "a move is a card (7C) or take"
    example: ClassVar[str]  # a record that begins in the middle of a game
    options: ClassVar[tuple[Option, ...]]
    seats: ClassVar[tuple[int, int]]  # fewest and most players
    packs: ClassVar[tuple[int, ...]]  # sizes, the default first
    headers: ClassVar[frozenset[str]]  # beside the common ones; of those that rules.setup can read
    own_headers: ClassVar[Mapping[str, str]] = {}  # such as no other game has -> how they are read (rules.setup.OWN)
    needed: ClassVar[Mapping[str, str]] = {}  # headers that must be there, with a suit for each player -> an example
    characters: ClassVar[tuple[str, ...]] = ()  # what a header Characters can give a player
    half_points: ClassVar[bool] = False  # whether a shared win gives halves
    score: ClassVar[str] = "Points"  # the header that keeps the score of a match

    # -- the play ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, setup: Setup) -> Position:
        """The position the headers describe. Raises RecordError.

        With ``setup.random`` that deals all cards; without it and without cards in the headers it is a fresh deal of which
        nothing has been seen. Also a position that ``describe`` has written at the end of a deal is read, as ended.
        """

    @abstractmethod
    def to_move(self, position: Position) -> int | None:
        """The seat on turn; None when the deal is over."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """How the deal ended; None while it goes on."""

    @abstractmethod
    def why_ended(self, position: Position) -> str:
        """Why the deal ended like that: a sentence that begins with the number of the rule, ``CE-12: ...``; "" before."""

    def gains(self, position: Position) -> tuple[float, ...]:
        """What the deal adds to each seat's score: unless a game says otherwise, a point for a win, also a shared one; for
        that a half with ``half_points``.
        """
        outcome = self.outcome(position)
        winners = outcome.seats if outcome is not None and outcome.word == "win" else ()
        worth = 0.5 if self.half_points and len(winners) > 1 else 1
        return tuple(worth if seat in winners else 0 for seat in range(len(position.names)))

    def scores(self, position: Position, setup: Setup) -> tuple[float, ...]:
        """Each seat's score after this deal."""
        before = setup.numbers.get(self.score, (0,) * len(setup.players))
        return tuple(old + new for old, new in zip(before, self.gains(position), strict=True))

    @abstractmethod
    def next_deal(self, position: Position, setup: Setup) -> dict[str, str]:
        """The headers that carry over to the next deal of the match, beside the score: who begins."""

    @abstractmethod
    def why_next(self, position: Position, setup: Setup) -> str:
        """Why that player begins the next deal: a clause with the number of the rule."""

    def match_winners(self, deals: Sequence[Outcome], scores: Sequence[float], setup: Setup) -> tuple[int, ...] | None:
        """Who has won the match after these deals; None while it goes on, as it does where no rule ends it."""
        return None

    @abstractmethod
    def legal_moves(self, position: Position) -> list[Move] | None:
        """Every legal move once; None when hidden cards decide it; [] at the end."""

    def could(self, position: Position) -> list[str]:
        """Where there is no list: openings of the moves that some hand which fits the known facts would allow."""
        return []

    @abstractmethod
    def judge(self, position: Position, move: Move) -> tuple[Fact, ...]:
        """Every rule the move surely breaks, the most specific first. () if it stands, as far as anyone can see."""

    def claim(self, position: Position, move: Move) -> Claim | None:
        """For a move that ``judge`` lets stand, before it is played: what it claims of hidden cards, None if nothing.

        A move that claims something is ruled unverified.
        """
        return None

    def disproved(self, position: Position, claim: Claim) -> Fact | None:
        """The evidence against an earlier claim, with all that is known in ``position``. Asked after every line."""
        return None

    def remedy(self, position: Position, move: Move) -> Move | None:
        """A legal move near the one that was refused; of a hidden hand, one that could be legal.

        It is only written down, never played: a part of it may be left open, as ``??``.
        """
        moves = self.legal_moves(position)
        return moves[0] if moves else None

    @abstractmethod
    def apply(self, position: Position, move: Move) -> Any:
        """Plays a move that ``judge`` lets stand. Returns what ``undo`` takes."""

    @abstractmethod
    def holds(self, position: Position, seat: int, cards: CardList) -> Any:
        """Notes what was seen of a hand: the whole hand, None for what was not seen.

        Returns what ``undo`` takes. Raises MoveError, and changes nothing, if it cannot be true.
        """

    def miscounted(self, position: Position, seat: int, cards: CardList) -> Fact | None:
        """For a hand seen with another number of cards than it must have: the rule that the last drawing broke.

        None where that is a mistake of the record, which ``holds`` refuses.
        """
        return None

    def undo(self, position: Position, token: Any) -> None:
        """Takes back the last ``apply`` or ``holds``; as it stands here, if they return ``position.state()`` as it was."""
        position.restore(token)

    # -- what a player knows, and bots -------------------------------------------------------------------------------

    @abstractmethod
    def view(self, position: Position, seat: int) -> Position:
        """The position as that player may know it: all else is hidden. ``position`` stays as it is.

        What the player does not know leaves no trace: two positions that look alike to the player give equal views. On
        turn, a player has a list of legal moves in the own view. The seat after the last is that of somebody who looks on.
        """

    def seen_by_all(self, position: Position) -> Position:
        """The position as everybody may know it: what lies open, and what all have seen go into a hand."""
        return self.view(position, len(position.names))

    @abstractmethod
    def sample(self, position: Position, random: Random) -> Position:
        """A position in which every card that matters is known, one of those that fit, each as likely as any other."""

    def choice(self, position: Position, move: Move) -> Move:
        """What the player decides about a legal move, as it stands in the player's own list: without drawn cards."""
        return move

    def completed(self, position: Position, move: Move) -> Move:
        """A move of a player's own list as it must be played and written: with the cards it draws, if known."""
        return move

    def heard(self, position: Position, move: Move) -> Move:
        """A legal move as the other players hear of it: cards that only the mover sees are ``??``."""
        return move

    @abstractmethod
    def promise(self, position: Position) -> tuple[float, ...]:
        """How well each seat stands, 0 (lost) to 1 (won): a guess, with every card known. They need not add up."""

    def rollout(self, position: Position, moves: Sequence[Move], random: Random) -> Move:
        """A quick and likely choice among the legal moves, every card being known; play by it comes to an end."""
        return moves[int(random.random() * len(moves))]

    # -- words -------------------------------------------------------------------------------------------------------

    @abstractmethod
    def read_move(self, position: Position, text: str) -> Move:
        """The move that ``text`` is, legal or not. Raises MoveError, also for a card that is not in the pack."""

    @abstractmethod
    def write_move(self, move: Move) -> str:
        """The canonical text."""

    @abstractmethod
    def describe(self, position: Position) -> dict[str, str]:
        """The position as headers (without Game, Pack, Players, options and score).

        Raises MoveError in the middle of a turn or battle, where a record cannot begin.
        """

    def can_stand(self, position: Position, move: Move) -> bool:
        """Whether ``apply`` can carry out a move that the rules refuse, because the players let it stand."""
        return False

    # -- the table ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def heaps(self, position: Position) -> tuple[Heap, ...]:
        """What lies where, and in which hand, as far as it is known: every card of the pack once, named or None.

        A bot plays only where every card of the heaps ``hand``, ``stock`` and ``deck`` is known.
        """

    def layout(self, players: Sequence[str]) -> tuple[Place, ...]:
        """Where things lie, in fractions of the picture. The first player sits at the bottom edge."""
        return usual_layout(players)

    def lying(self, position: Position) -> dict[str, Lying]:
        """What ought to lie face up, place by place. A place left out is none of the moves' business: a hand may be shown there."""
        return {}

    def shown(self, position: Position, change: Change) -> tuple[Meaning, ...]:
        """What a changed table can mean: moves, legal or not, likeliest first; () if it is no move.

        Asked only while there is a change. It must not matter whether a move is legal, or an illegal one would not be seen.
        """
        return ()

    def mishandled(self, position: Position, move: Move) -> str:
        """The number of the rule that is broken if the table does not follow ``move``, played to reach ``position``; "" if none says."""
        return ""

    def middle(self, position: Position) -> tuple[Card, ...]:
        """The cards that ought to lie in the middle, lowest first."""
        return self.lying(position).get(MIDDLE, Lying()).cards


def no_move(game: Game[Any], text: str) -> MoveError:
    """The error for a text that is no move of ``game``."""
    return MoveError(_("'{text}' is no move of {game}").format(text=text, game=_(game.name)), _(game.moves))
