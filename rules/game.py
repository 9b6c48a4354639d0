"""What a game must be able to do, so that the referee, the app and the bots need to know none in particular.

A position holds cards as ints and sets of cards as bits; a move is a value of the game's own (an int where that is
enough). Words are made outside, by ``read_move`` and ``write_move``. ``apply`` returns what ``undo`` needs to restore
the position exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from rules.cards import Card
from rules.ruling import Fact, Option, Outcome, Rule
from rules.setup import CardList, Setup
from rules.table import Place

Position = TypeVar("Position")
Move = Any
"""A move as the game encodes it. Hashable."""
Claim = Hashable
"""What must be remembered of an unverified move to prove or disprove it later."""


class Game(ABC, Generic[Position]):
    """One of the games. It holds no state: everything that changes is in the position."""

    id: ClassVar[str]
    name: ClassVar[str]
    rules: ClassVar[tuple[Rule, ...]]
    options: ClassVar[tuple[Option, ...]]
    seats: ClassVar[tuple[int, int]]  # fewest and most players
    packs: ClassVar[tuple[int, ...]]  # sizes, the default first
    headers: ClassVar[frozenset[str]]  # beside the common ones
    needed: ClassVar[Mapping[str, str]]  # headers that must be there -> an example

    # -- the play ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, setup: Setup) -> Position:
        """The position the headers describe. Raises RecordError."""

    @abstractmethod
    def to_move(self, position: Position) -> int | None:
        """The seat on turn; None when the deal is over."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """How the deal ended; None while it goes on."""

    @abstractmethod
    def gains(self, position: Position) -> tuple[int, ...]:
        """What the deal adds to each seat's points."""

    @abstractmethod
    def next_deal(self, position: Position, setup: Setup) -> dict[str, str]:
        """The headers that carry over to the next deal of the match: points, and who begins."""

    @abstractmethod
    def why_next(self, position: Position, setup: Setup) -> str:
        """Why that player begins the next deal: a clause with the number of the rule."""

    @abstractmethod
    def legal_moves(self, position: Position) -> list[Move] | None:
        """Every legal move once; None when hidden cards decide it; [] at the end."""

    @abstractmethod
    def could(self, position: Position) -> list[str]:
        """Where there is no list: openings of the moves that some hand which fits the known facts would allow."""

    @abstractmethod
    def judge(self, position: Position, move: Move) -> tuple[Fact, ...]:
        """Every rule the move surely breaks, the most specific first. () if it stands, as far as anyone can see."""

    @abstractmethod
    def claim(self, position: Position, move: Move) -> Claim | None:
        """For a move that ``judge`` lets stand: what it claims of hidden cards, None if it claims nothing."""

    @abstractmethod
    def disproved(self, position: Position, claim: Claim) -> Fact | None:
        """The evidence against an earlier claim, with all that is known in ``position``."""

    @abstractmethod
    def remedy(self, position: Position, move: Move) -> Move | None:
        """A legal move near the one that was refused; of a hidden hand, one that could be legal.

        It is only written down, never played: a part of it may be left open, as ``??``.
        """

    @abstractmethod
    def apply(self, position: Position, move: Move) -> Any:
        """Plays a move that ``judge`` lets stand. Returns what ``undo`` takes."""

    @abstractmethod
    def holds(self, position: Position, seat: int, cards: CardList) -> Any:
        """Notes what was seen of a hand: the whole hand, None for what was not seen.

        Returns what ``undo`` takes. Raises MoveError, and changes nothing, if it cannot be true.
        """

    @abstractmethod
    def undo(self, position: Position, token: Any) -> None:
        """Takes back the last ``apply`` or ``holds``."""

    # -- words -------------------------------------------------------------------------------------------------------

    @abstractmethod
    def read_move(self, position: Position, text: str) -> Move:
        """The move that ``text`` is, legal or not. Raises MoveError."""

    @abstractmethod
    def write_move(self, move: Move) -> str:
        """The canonical text."""

    @abstractmethod
    def describe(self, position: Position) -> dict[str, str]:
        """The position as headers (without Game, Pack, Players, options and points)."""

    @abstractmethod
    def can_stand(self, position: Position, move: Move) -> bool:
        """Whether ``apply`` can carry out a move that the rules refuse, because the players let it stand."""

    # -- the table ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def layout(self, players: Sequence[str]) -> tuple[Place, ...]:
        """Where things lie, in fractions of the picture. The first player sits at the bottom edge."""

    @abstractmethod
    def middle(self, position: Position) -> tuple[Card, ...]:
        """The cards that ought to lie in the middle, lowest first."""

    @abstractmethod
    def shown(self, position: Position, middle: Sequence[Card]) -> tuple[str, ...]:
        """What a changed middle can mean: moves, legal or not, likeliest first; () if nothing changed or it is no move.

        ``middle``: the face-up cards seen there, lowest first; lower ones may be covered.
        """
