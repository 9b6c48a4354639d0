"""What was chosen for a game -> a table that can be opened: a new game, one that goes on, the next deal, one from inside a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Literal

from app.bot_table import given_out
from app.errors import UserError
from app.own_move import all_known
from app.paths import WEIGHTS
from app.record_file import RecordFile, read_record
from app.saved_games import Beside, SavedGames, beside, event_of, keep_beside, parts_of, remove_if_empty, seats_of
from app.settings import Settings
from app.state import Seat
from rules.bots import LEVELS
from rules.game import Game
from rules.games import GAMES
from rules.match import Match
from rules.record import Record, RecordError
from rules.referee import Referee
from rules.table import SHARED
from rules.texts import _

if TYPE_CHECKING:
    from app.live import LiveTable

Cards = Literal["screen", "camera", "tapped"]
"""Where the cards are: dealt by us and shown on the screen; real and watched by a camera; real, and moves are tapped."""


NOT_IN_NAMES = ':,=;?"'  # what stands between names in a record


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A new game as it was chosen. What is left out (``""``, 0, a player without a suit) is drawn by lot or is as usual.

    ``given``: header (Trumps, Queens, Characters) -> player -> suit or character; ``options``: house rules that are not as usual;
    ``source``: the camera, as ``kibitz watch`` takes it; ``deck``: the pack that was learnt; ``seed``: deals the same cards again.
    """

    game: str
    seats: tuple[Seat, ...]
    cards: Cards = "screen"
    given: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    first: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    pack: int = 0
    source: str = "0"
    deck: str = ""
    seed: str = ""

    def problem(self) -> str:
        """Why it cannot start, in a line; "" if it can."""
        try:
            self.referee()
        except UserError as error:
            return str(error)
        return ""

    def referee(self) -> Referee:
        """The referee of the new game. Raises UserError, one line."""
        self._check_seats()
        try:
            return Referee(self.record(self.seed or str(SystemRandom().randrange(10**6))))
        except RecordError as error:
            raise UserError(_plainly(self, error)) from None

    def record(self, seed: str) -> Record:
        """The headers of the new game; what was left to chance is drawn with ``seed``, which deals the cards if they are ours."""
        game, players = GAMES[self.game], [seat.player for seat in self.seats]
        random = Random(f"set-up of {seed}")
        headers: dict[str, str] = {}
        for name, things in self.to_give(game).items():
            given = self.given.get(name, {})
            wanted = ", ".join(f"{player}={given[player]}" for player in players if given.get(player))
            headers[name] = given_out(wanted, players, list(things), random)
        if begins := begins_with(game):
            drawn = players[int(random.random() * len(players))]
            headers[begins] = self.first if self.first in players else drawn
        if self.pack and self.pack != game.packs[0]:
            headers["Pack"] = str(self.pack)
        headers |= {f"Option:{name}": value for name, value in self.options.items()}
        if self.cards == "screen":
            headers["Seed"] = seed
        return Record.new(self.game, players, headers | {"Event": event_of(1, self.seats)})

    def to_give(self, game: Game[Any]) -> dict[str, tuple[str, ...]]:
        """What each player gets one of, all different: header -> what there is (suits, characters)."""
        found: dict[str, tuple[str, ...]] = {name: tuple("SHDC") for name in game.needed}
        if game.characters and self.options.get("characters", "off") != "off":
            found["Characters"] = game.characters
        return found

    def _check_seats(self) -> None:
        names = [seat.player for seat in self.seats]
        for name in names:
            if problem := name_problem(name):
                raise UserError(problem)
            if names.count(name) > 1:
                raise UserError(_("Two players are called {name}: give one another name.").format(name=name))
        if all(seat.level for seat in self.seats):
            raise UserError(_("Only bots sit at the table: make one of them a person."))
        if self.cards == "tapped" and any(seat.level for seat in self.seats):
            raise UserError(_("Bots see no real cards without a camera: choose cards on the screen, or persons only."))
        if self.cards == "camera" and not self.source.strip():
            raise UserError(_("Name the camera: its number, like 0, its address, or a film."))


def as_name(typed: str) -> str:
    """A name as a record can have it: one word, so that Anna Maria is Anna-Maria; signs that nobody sees are left out."""
    return "-".join("".join(sign for sign in typed if sign.isprintable() or sign.isspace()).split())


def name_problem(name: str) -> str:
    """Why this is no name for a player, in a line; "" if it is one."""
    if not name:
        return _("One of the players has no name: tap the seat and type one.")
    signs = [sign for sign in NOT_IN_NAMES if sign in name]
    if signs:
        return _("{name}: a name cannot have {signs} in it; leave it out.").format(name=name, signs=" ".join(signs))
    if not name.isprintable() or " " in name:
        return _("{name}: a name is one word; write a hyphen for the space.").format(name=name)
    if name in SHARED:
        return _("{name}: a place of the table is called so; choose another name").format(name=name)
    return ""


def begins_with(game: Game[Any]) -> str:
    """The header that says who begins: Leader or Dealer."""
    return next(iter(sorted({"Leader", "Dealer"} & game.headers)), "")


def _plainly(plan: TablePlan, error: RecordError) -> str:
    """Why the rules do not allow this table, in the words of players where we have them."""
    players, options = len(plan.seats), plan.options
    if options.get("deal") == "mirror" and players != 2:
        return _("The mirror deal is for two players: take the usual deal, or leave two at the table.")
    if options.get("max_taxis") == "none" and players == 4:
        return _("Four players need a limit for taxis: choose 3 or 4.")
    return error.message


# -- a table that can be opened ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class SetTable:
    """A game that only needs to be opened. ``file``: where it is saved, None if it cannot be: then ``trouble`` says why."""

    referee: Referee
    seats: tuple[Seat, ...]
    cards: Cards
    beside: Beside
    file: RecordFile | None
    trouble: str = ""

    @property
    def path(self) -> Path | None:
        """Where the game is saved."""
        return self.file.path if self.file is not None else None

    def live(self, settings: Settings) -> LiveTable:
        """The running table, to be started. Opens the camera and loads what reads the cards, so it takes its time.

        Raises what keeps it from opening, with one line: UserError, or a VisionError.
        """
        from app.live import LiveTable

        bots = {seat.player: LEVELS[seat.level] for seat in self.seats if seat.level}
        if self.cards != "camera":
            return LiveTable(None, None, self.referee, record=self.file, bots=bots, pace=settings.bot_pace)
        from app.camera_look import all_closed
        from app.watch import open_reader, remembered
        from vision.sources import open_source

        all_closed()  # who looked through it before must have given it back
        source = open_source(self.beside.source, realtime=True)
        try:
            reader = open_reader(WEIGHTS, self.beside.deck or None)
            kept = remembered(None, source, self.referee)
        except BaseException:
            source.close()
            raise
        return LiveTable(
            source,
            reader,
            self.referee,
            record=self.file,
            settle=settings.settle,
            kept=kept,
            bots=bots,
            pace=settings.bot_pace,
        )

    def with_camera(self, source: str, record: Record | None = None) -> SetTable:
        """The same game watched through another camera, or the same anew; "": through none, then persons tap what bots played.

        ``record``: how far it has come. Raises RecordError.
        """
        referee = Referee(record) if record is not None else self.referee
        what = replace(self.beside, source=source.strip())
        trouble = keep_beside(self.path, what) if self.path is not None else None
        cards = _where(referee, what)
        seats = _company(self.seats, cards)
        if not trouble and seats != self.seats:
            trouble = _("Bots see no real cards without a camera: somebody plays for them and taps it.")
        return SetTable(referee, seats, cards, what, self.file, trouble or "")

    def left(self) -> None:
        """The table was closed: nothing stays of a game in which nothing was played."""
        if self.path is not None and not self.referee.lines:  # a full disk may have kept what was played from it
            remove_if_empty(self.path)


def set_up(plan: TablePlan, games: SavedGames) -> SetTable:
    """A new game. Raises UserError if it cannot start; that it cannot be saved is only its ``trouble``."""
    what = Beside(plan.source.strip(), plan.deck) if plan.cards == "camera" else Beside()
    return _saved(plan.referee(), plan.seats, plan.cards, what, games)


def go_on(path: Path) -> SetTable:
    """The game in ``path``, where its record leaves it. Raises UserError."""
    record, referee = _read(path)
    what, (_deal, seats) = beside(path), seats_of(record)
    try:
        file, trouble = RecordFile(path), ""
    except UserError as error:
        file, trouble = None, _not_saved(error)
    cards = _where(referee, what)
    return SetTable(referee, _company(seats, cards), cards, what, file, trouble)


def go_on_from(record: Record, lines: int, what: Beside, games: SavedGames) -> SetTable:
    """A new game that begins as ``record`` after its first ``lines`` moves and shown hands; ``what`` lay beside it. Raises UserError."""
    try:
        referee = Referee(record)
    except RecordError as error:
        raise UserError(str(error)) from None
    referee.undo(max(0, len(referee.lines) - lines))
    _deal, seats = seats_of(record)
    what = replace(what, corrections={})
    return _saved(referee, seats, _where(referee, what), what, games)


def next_deal(path: Path) -> SetTable:
    """The next deal of the match whose last deal, which is over, is ``path``: that one is put aside. Raises UserError."""
    record, referee = _read(path)
    if referee.to_move is not None:
        raise UserError(_("This deal is not over yet."))
    match = match_of(path)
    if match.winners() is not None:
        raise UserError(_("The match is over: begin a new game."))
    deal, seats = seats_of(record)
    kept = {
        name: header.value
        for name, header in record.headers.items()
        if name not in {"Game", "Players", "Seed", "Event", "Date", "Leader", "Dealer", referee.game.score, "Result"}
        and name not in referee.setup.lists
    }
    headers = kept | match.carried() | {"Event": event_of(deal + 1, seats)}
    if "Seed" in record.headers:
        headers["Seed"] = str(Random(f"the deal after {record.value('Seed')}").randrange(10**6))
    try:
        following = match.next_deal(Record.new(record.game, record.players, headers))
    except RecordError as error:
        raise UserError(error.message) from None
    what = beside(path)
    try:
        file, trouble = RecordFile(path), ""
        text, before = referee.text(), parts_of(path)[-2:-1]
        problem = file.save(text)  # from now on the file is known to be this game's
        if not problem and not (before and before[0].read_text(encoding="utf-8") == text):
            problem = file.close_part(text)
        if problem:
            raise UserError(problem)
    except (UserError, OSError) as error:
        file, trouble = None, _not_saved(error)
    return SetTable(following, seats, _where(following, what), what, file, trouble)


def match_of(path: Path, now: Record | None = None) -> Match:
    """The deals of the match that ends with the record ``path``; incomplete where one cannot be read. Raises UserError for ``path``.

    ``now``: what is to be saved there, where that may not have gone well.
    """
    match = Match()
    for part in parts_of(path)[:-1]:
        try:
            record = read_record(part)
            if Referee(record).to_move is None:  # else a part that was closed when an illegal move was let stand
                match.next_deal(record)
        except (UserError, RecordError):
            match.complete = False
    record, last = (now, Referee(now)) if now is not None else _read(path)
    match.complete = match.complete and seats_of((match.deals[0] if match.deals else last).setup.record)[0] == 1
    if match.last is not None and match.last.text() == last.text():  # put aside, but the next deal was never begun
        return match
    try:
        match.next_deal(record)
    except RecordError:  # files beside it that are of another match
        match = Match()
        match.complete = False
        match.next_deal(record)
    return match


def _read(path: Path) -> tuple[Record, Referee]:
    try:
        record = read_record(path)
        return record, Referee(record)
    except (UserError, RecordError) as error:
        raise UserError(f"{path.name}: {error}") from None


def _where(referee: Referee, what: Beside) -> Cards:
    if what.source:
        return "camera"
    return "screen" if all_known(referee.game, referee.position) else "tapped"


def _company(seats: tuple[Seat, ...], cards: Cards) -> tuple[Seat, ...]:
    """Who plays there: bots see no real cards without a camera, so persons play for them."""
    return tuple(Seat(seat.player) for seat in seats) if cards == "tapped" else seats


def _saved(referee: Referee, seats: tuple[Seat, ...], cards: Cards, what: Beside, games: SavedGames) -> SetTable:
    try:
        file = games.new_file(referee.game.id)
    except UserError as error:
        return SetTable(referee, seats, cards, what, None, _not_saved(error))
    return SetTable(referee, seats, cards, what, file, keep_beside(file.path, what) or "")


def _not_saved(error: Exception) -> str:
    return _("This game is not saved: {problem}").format(problem=error)
