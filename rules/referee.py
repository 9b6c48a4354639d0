"""The referee of one table: replays a record, rules on every move, keeps the score, takes back, writes the record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.cards import Card, CardError
from rules.game import Claim, Game
from rules.games import GAMES
from rules.record import Body, HoldsLine, MoveLine, Note, Record, RecordError, or_cut_off, write
from rules.ruling import LateRuling, MoveError, NotOnTurn, Ruling
from rules.setup import Setup, read_cards, read_setup, write_cards
from rules.texts import _

_MARK = re.compile(r"\s*;\s*illegal((?:\s+[A-Z]{2}-\d+)+)\s*(?=;|$)")


@dataclass(slots=True)
class _Done:
    """A line of the record that has been played, and what it led to."""

    line: Body
    token: Any = None  # what the game's undo takes; None if nothing changed
    ruling: Ruling | None = None
    claim: Claim | None = None  # what an unverified move claims of hidden cards
    late: list[LateRuling] = field(default_factory=list)


class Referee:
    """One deal. Raises RecordError, with the line, for a record that cannot be replayed."""

    def __init__(self, record: Record) -> None:
        game = GAMES.get(record.game)
        if game is None:
            line = record.headers["Game"].line if "Game" in record.headers else 1
            raise RecordError(
                line or 1,
                _("there is no game '{game}'").format(game=record.game),
                _("choose one of {games}").format(games=", ".join(GAMES)),
            )
        self.game: Game[Any] = game
        self.setup: Setup = read_setup(record, game)
        self.players: tuple[str, ...] = self.setup.players
        self.position: Any = game.start(self.setup)
        self.rulings: list[Ruling] = []  # one for each move, in order
        self.late: list[LateRuling] = []  # in the order in which they came to light
        self._done: list[_Done] = []
        self._claims: dict[Claim, list[Ruling]] = {}  # of the unverified moves; many of them may claim the same
        for entry in record.body:
            try:
                match entry:
                    case MoveLine():
                        self._move(entry)
                    case HoldsLine():
                        self._holds(entry)
                    case Note():
                        self._done.append(_Done(entry))
            except MoveError as error:
                cut_off = record.open_end and entry is record.body[-1]
                remedy = or_cut_off(error.remedy) if cut_off else error.remedy
                raise RecordError(entry.line or 1, error.problem, remedy) from error

    # -- what holds now ----------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> str | None:
        """The player on turn; None when the deal is over."""
        seat = self.game.to_move(self.position)
        return None if seat is None else self.players[seat]

    @property
    def outcome(self) -> str | None:
        """How the deal ended (``win Ann``); None while it goes on."""
        outcome = self.game.outcome(self.position)
        return None if outcome is None else outcome.named(self.players)

    @property
    def points(self) -> dict[str, float]:
        """The score of the match after this deal: points, or lives left."""
        scores = self.game.scores(self.position, self.setup)
        return {
            player: int(score) if score == int(score) else score
            for player, score in zip(self.players, scores, strict=True)
        }

    @property
    def lines(self) -> list[MoveLine | HoldsLine]:
        """The lines that can be taken back: moves, refused ones too, and shown hands."""
        return [done.line for done in self._done if not isinstance(done.line, Note)]

    def legal(self) -> list[str] | None:
        """The legal moves, sorted as plain strings; [] at the end; None when hidden cards decide them."""
        moves = self.game.legal_moves(self.position)
        return None if moves is None else sorted(map(self.game.write_move, moves))

    def could(self) -> list[str] | None:
        """Where ``legal`` is None: openings of the moves that hidden cards would allow."""
        return self.game.could(self.position) if self.game.legal_moves(self.position) is None else None

    def judge(self, player: str, move: str) -> Ruling:
        """The ruling that ``move`` would get. Nothing changes.

        Raises MoveError for a text that is no move, or a player not on turn.
        """
        return self._judge(player, self._read(player, move))

    # -- what happens ------------------------------------------------------------------------------------------------

    def play(self, player: str, move: str) -> Ruling:
        """Rules on a move and takes it into the record; an illegal one is marked there and changes nothing.

        Raises MoveError, and takes nothing into the record, for a text that is no move, or a player not on turn.
        """
        return self._move(MoveLine(player, move))

    def holds(self, player: str, cards: Sequence[Card | None]) -> list[LateRuling]:
        """Notes what was seen of a hand: the whole hand, None for cards not seen. Returns the late rulings it leads to.

        Raises MoveError, and notes nothing, if it contradicts what is known.
        """
        return self._holds(HoldsLine(player, write_cards(cards)))

    def undo(self, n: int = 1) -> None:
        """Takes back the last ``n`` lines, moves (refused ones too) and ``holds``, with all that followed from them."""
        notes: list[_Done] = []
        while n > 0 and self._done:
            done = self._done.pop()
            if isinstance(done.line, Note):
                notes.append(done)
                continue
            if done.token is not None:
                self.game.undo(self.position, done.token)
            if done.late:
                del self.late[-len(done.late) :]
            if done.ruling is not None:
                self.rulings.pop()
            if done.claim is not None:
                self._claims[done.claim].pop()
                if not self._claims[done.claim]:
                    del self._claims[done.claim]
            n -= 1
        self._done += reversed(notes)

    def text(self) -> str:
        """The record so far, in canonical spelling."""
        return write(self.setup.canonical_head(), [done.line for done in self._done])

    def position_record(self) -> Record:
        """A record that begins with the position as it is now. What only the earlier moves tell is lost with them."""
        names = ["Pack", *(f"Option:{name}" for name in self.setup.options), self.game.score, "Event", "Date"]
        kept = {name: self.setup.canonical[name] for name in names if name in self.setup.canonical}
        return Record.new(self.game.id, self.players, kept | self.game.describe(self.position))

    def let_stand(self, player: str, move: str) -> Record:
        """The record that goes on after a refused move which the players let stand. This one stays as it is.

        Raises MoveError if it cannot be carried out (a card that lies elsewhere).
        """
        read = self._read(player, move)
        if not self.game.can_stand(self.position, read):
            raise MoveError(
                _("'{move}' cannot be let stand").format(move=self.game.write_move(read)),
                _("correct what was read, or take it back"),
            )
        token = self.game.apply(self.position, read)
        try:
            return self.position_record()
        finally:
            self.game.undo(self.position, token)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise MoveError(
                _("there is no player {player}").format(player=player),
                _("the players are {players}").format(players=", ".join(self.players)),
            )
        return self.players.index(player)

    def _read(self, player: str, text: str) -> Any:
        seat = self._seat(player)
        move = self.game.read_move(self.position, text)
        turn = self.game.to_move(self.position)
        if turn is None:
            over = _("{player} cannot move: the deal is over ({outcome})")
            if self.outcome is None:
                over = _("{player} cannot move: the deal is over, and the hands are shown to see who has won")
            raise MoveError(
                over.format(player=player, outcome=self.outcome),
                _("leave the move out, or take back an earlier one"),
            )
        if seat != turn:
            raise NotOnTurn(_("{player} is not on turn").format(player=player), self._whose_turn(turn))
        return move

    def _whose_turn(self, turn: int) -> str:
        last = self.rulings[-1] if self.rulings else None
        if last is None or last.verdict != "illegal":
            return _("it is {other}'s turn").format(other=self.players[turn])
        return _(
            "it is still {other}'s turn: move {number}, {player}: {move}, was illegal ({rules}) and changed nothing"
        ).format(
            other=self.players[turn],
            number=last.n,
            player=last.player,
            move=last.move,
            rules=", ".join(last.rules),
        )

    def _judge(self, player: str, move: Any) -> Ruling:
        game, position = self.game, self.position
        n = len(self.rulings) + 1
        text = game.write_move(move)
        facts = game.judge(position, move)
        if not facts:
            verdict = "legal" if game.claim(position, move) is None else "unverified"
            return Ruling(n, player, text, verdict, names=self.players)  # type: ignore[arg-type]
        here = position.copy()

        def instead() -> str | None:
            remedy = game.remedy(here, move)
            return None if remedy is None else game.write_move(remedy)

        rules = tuple(dict.fromkeys(fact.rule for fact in facts))
        return Ruling(n, player, text, "illegal", rules, facts, self.players, instead)

    def _move(self, line: MoveLine) -> Ruling:
        move = self._read(line.player, line.text)
        ruling = self._judge(line.player, move)
        done = _Done(MoveLine(line.player, ruling.move, line.line, _marked(line.comment, ruling)), ruling=ruling)
        if ruling.verdict != "illegal":
            claim = self.game.claim(self.position, move)
            if claim is not None:
                done.claim = claim
                self._claims.setdefault(claim, []).append(ruling)
            done.token = self.game.apply(self.position, move)
            self._look_back(done)
        self._done.append(done)
        self.rulings.append(ruling)
        return ruling

    def _holds(self, line: HoldsLine) -> list[LateRuling]:
        seat = self._seat(line.player)
        try:
            cards = read_cards(line.cards)
        except CardError as error:
            raise MoveError(
                _("'{text}' is no card").format(text=error.text), _("cards are written like 7C, TS, QH, ??, ??x5")
            ) from None
        written = HoldsLine(line.player, write_cards(cards), line.line, line.comment)
        before = next((ruling for ruling in reversed(self.rulings) if ruling.verdict != "illegal"), None)
        wrong = self.game.miscounted(self.position, seat, cards) if before is not None else None
        if wrong is not None and before is not None:  # tells nothing but that
            done = _Done(written)
            done.late.append(LateRuling(before.n, line.player, wrong, self.players, _shown(written)))
            self.late += done.late
        else:
            done = _Done(written, token=self.game.holds(self.position, seat, cards))
        self._done.append(done)
        if wrong is None:
            self._look_back(done)
        return done.late

    def _look_back(self, now: _Done) -> None:
        """Late rulings: which earlier claims does what has just been shown disprove?"""
        found = []
        for claim, rulings in self._claims.items():
            fact = self.game.disproved(self.position, claim)
            if fact is not None:
                ruled = {late.about for late in self.late}
                found += [(ruling, fact) for ruling in rulings if ruling.n not in ruled]
        if found:
            shown = _shown(now.line)
            by = now.ruling.n if now.ruling is not None else 0
            found.sort(key=lambda late: late[0].n)
            now.late += [LateRuling(ruling.n, ruling.player, fact, self.players, shown, by) for ruling, fact in found]
            self.late += now.late


def _shown(line: Body) -> str:
    """A line as a late ruling quotes it."""
    return "" if isinstance(line, Note) else write((), [replace(line, comment="")]).strip()


def _marked(comment: str, ruling: Ruling) -> str:
    """The comment of a move with the mark it should have: the rules decide, not what is written there."""
    match = _MARK.match(comment)
    if ruling.verdict != "illegal":
        return comment[match.end() :].rstrip() if match else comment
    if match and set(match[1].split()) & set(ruling.rules):
        return comment
    rest = comment[match.end() :] if match else comment
    mark = f" ; illegal {ruling.rules[0]}"
    return f"{mark} {rest.strip()}" if rest.strip() else mark
