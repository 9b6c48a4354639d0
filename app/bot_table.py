"""A person and bots at one table: the deals of a match, who is on turn, what the person may know. Knows no terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from app.errors import UserError
from rules.bots import LEVELS, Level
from rules.game import Game, Move
from rules.match import Match
from rules.record import Record, RecordError, parse
from rules.referee import Referee
from rules.ruling import MoveError, Ruling
from rules.texts import _

BOT_NAMES = (
    *("Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim"),
    *("Lea", "Max", "Nan", "Oto", "Pia", "Quin", "Ray", "Sue", "Tom", "Uma"),
)

_EVENT = re.compile(r"deal ([1-9]\d{0,5}): (\S+) against (.+)")


@dataclass(frozen=True, slots=True)
class Company:
    """Who sits at the table: the person, the level of each bot, and which deal of the match it is."""

    person: str
    levels: Mapping[str, Level]
    deal: int = 1

    def event(self) -> str:
        """The header ``Event`` that tells all this when the record is read again."""
        bots = ", ".join(f"{player}={level.name}" for player, level in self.levels.items())
        return f"deal {self.deal}: {self.person} against {bots}"

    @classmethod
    def of_record(cls, record: Record) -> Company | None:
        """The company that the header ``Event`` tells of; None if it tells of none."""
        match = _EVENT.fullmatch(record.value("Event"))
        if match is None:
            return None
        bots = dict(pair.strip().partition("=")[::2] for pair in match[3].split(","))
        if {match[2], *bots} != set(record.players) or match[2] in bots or not LEVELS.keys() >= set(bots.values()):
            return None
        return cls(match[2], {player: LEVELS[level] for player, level in bots.items()}, int(match[1]))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the person cannot make a move: a text that is none (no ``rules``), or a move that the rules refuse."""

    move: str
    why: str
    rules: tuple[str, ...] = ()
    remedy: str | None = None


class BotTable:
    """One deal after the other. ``match`` holds the deals so far, at least one."""

    def __init__(self, match: Match, company: Company) -> None:
        assert match.last is not None
        self.match = match
        self.referee: Referee = match.last
        self.company = company
        self.seat = self.referee.players.index(company.person)
        if not _all_known(self.referee.game, self.referee.position):
            raise UserError(
                _("some of the cards are hidden (??), so bots cannot play on; name every card, or give a Seed")
            )

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.referee.game

    @property
    def view(self) -> Any:
        """The position as the person may know it."""
        return self.game.view(self.referee.position, self.seat)

    @property
    def persons_turn(self) -> bool:
        """Whether the person is on turn."""
        return self.game.to_move(self.referee.position) == self.seat

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.game.to_move(self.referee.position) is None

    def moves(self) -> list[str]:
        """The person's legal moves, in the order of the game."""
        return [self.game.write_move(move) for move in self.game.legal_moves(self.view) or ()]

    # -- the person ----------------------------------------------------------------------------------------------------

    def refusal(self, text: str) -> Refusal | None:
        """Why the person may not make this move, told from what the person knows; None if it is legal."""
        view = self.view
        try:
            move = self.game.read_move(view, text)
        except MoveError as error:
            return Refusal(text, str(error))
        own = self.game.legal_moves(view) or ()
        if move in own:
            return None
        written = self.game.write_move(move)
        whole = self.game.completed(view, move)
        if whole in own and self.game.write_move(whole).startswith(written):  # draw, where it is known what comes
            return None
        facts = self.game.judge(view, move)
        if facts:
            remedy = self.game.remedy(view, move)
            if remedy is not None and self.game.choice(view, remedy) in own:
                remedy = self.game.choice(view, remedy)  # what it draws need not be said
            rules = tuple(dict.fromkeys(fact.rule for fact in facts))
            ruling = Ruling(0, self.company.person, written, "illegal", rules, facts, self.referee.players)
            return Refusal(written, ruling.why, rules, None if remedy is None else self.game.write_move(remedy))
        chosen = self.game.choice(view, move)
        if chosen not in own:
            return Refusal(written, _("'{move}' is none of the moves you can make").format(move=written))
        meant = self.game.write_move(chosen)
        if sorted(meant.split()) != sorted(written.split()):  # not only in another order
            return Refusal(written, _("Which card comes is not yours to say."), remedy=meant)
        return None

    def play(self, text: str) -> str:
        """Makes a move of the person that ``refusal`` has nothing against. -> the move as it stands in the record."""
        return self._play(self.game.choice(self.view, self.game.read_move(self.view, text)))

    def hint(self, level: Level) -> str:
        """What a bot of this level would do in the person's place, knowing no more than the person."""
        return self.game.write_move(self._bot(self.company.person, level).choose(self.game, self.view))

    def undo(self) -> int:
        """Goes back to the person's last choice between moves. -> how many moves were taken back; 0: there is none."""
        before, played = self.referee, _played(self.referee)
        self.referee = Referee(parse(before.text()))  # to go back in: this one stays if there is no such choice
        while left := _played(self.referee):
            while _played(self.referee) == left:
                self.referee.undo()  # in a record that was not begun here: also refused moves and looks at a hand
            if self.persons_turn and len(self.moves()) > 1:
                self.match.deals[-1] = self.referee
                return played - left + 1
        self.referee = before
        return 0

    # -- the bots ------------------------------------------------------------------------------------------------------

    def bots_move(self) -> tuple[str, str]:
        """The bot on turn moves. -> its name, and its move as the person may hear of it."""
        referee, game = self.referee, self.game
        player = referee.players[game.to_move(referee.position) or 0]
        seat = referee.players.index(player)
        move = self._bot(player, self.company.levels[player]).choose(game, game.view(referee.position, seat))
        heard = game.write_move(game.heard(referee.position, game.completed(referee.position, move)))
        self._play(move)
        return player, heard

    def _bot(self, player: str, level: Level) -> Any:
        """A bot for one move: the same in the same place of the same deal, also after an undo or a new start."""
        referee = self.referee
        return level.bot(f"{referee.setup.record.value('Seed')} {player} {_played(referee)}")

    def _play(self, move: Move) -> str:
        referee, game = self.referee, self.game
        player = referee.to_move
        assert player is not None
        ruling = referee.play(player, game.write_move(game.completed(referee.position, move)))
        assert ruling.verdict == "legal", ruling
        return ruling.move

    # -- the match -----------------------------------------------------------------------------------------------------

    def next_deal(self) -> BotTable:
        """The table for the next deal of the match."""
        company = Company(self.company.person, self.company.levels, self.company.deal + 1)
        before = self.referee.setup
        kept = {
            name: header.value
            for name, header in before.record.headers.items()
            if name not in {"Game", "Players", "Seed", "Event", "Leader", "Dealer", self.game.score, "Result"}
            and name not in before.lists
        }
        seed = str(Random(f"the deal after {before.record.value('Seed')}").randrange(10**6))
        carried = self.match.carried()
        headers = kept | carried | {"Seed": seed, "Event": company.event()}
        self.match.next_deal(Record.new(self.game.id, before.players, headers))
        return BotTable(self.match, company)


def first_deal(
    game: Game[Any], company: Company, seed: str, headers: Mapping[str, str], options: Mapping[str, str]
) -> BotTable:
    """The table for a new match. What ``headers`` leave open (who begins, whose trumps are which) follows from the seed.

    Of trumps, queens and characters they may name the person's only (``S``). Raises UserError.
    """
    players = [company.person, *company.levels]
    random = Random(f"set-up of {seed}")
    made: dict[str, str] = {}
    for name in game.needed:
        made[name] = _given_out(headers.get(name, ""), players, list("SHDC"), random)
    if game.characters and options.get("characters", "off") != "off":
        made["Characters"] = _given_out(headers.get("Characters", ""), players, list(game.characters), random)
    for name in sorted({"Leader", "Dealer"} & game.headers):
        made[name] = players[int(random.random() * len(players))]
    made |= {name: value for name, value in headers.items() if name not in made or name in {"Leader", "Dealer"}}
    made |= {f"Option:{name}": value for name, value in options.items()}
    made |= {"Seed": seed, "Event": company.event()}
    match = Match()
    try:
        match.next_deal(Record.new(game.id, players, made))
    except RecordError as error:
        raise UserError(error.message) from None
    return BotTable(match, company)


def _played(referee: Referee) -> int:
    """How many moves have changed the position."""
    return sum(ruling.verdict != "illegal" for ruling in referee.rulings)


def _given_out(wanted: str, players: Sequence[str], things: list[str], random: Random) -> str:
    """``Ann=S, Ben=H``: something different for each player, as ``wanted`` has it (``S`` is the first player's) or at random."""
    items = [item.strip() for item in wanted.split(",") if item.strip()]
    if len(items) == 1 and "=" not in items[0]:
        items = [f"{players[0]}={items[0]}"]
    taken = {item.partition("=")[0].strip(): item.partition("=")[2].strip() for item in items}
    left = [thing for thing in things if thing.lower() not in {value.lower() for value in taken.values()}]
    for player in players:
        if player not in taken and left:
            items.append(f"{player}={left.pop(int(random.random() * len(left)))}")
    return ", ".join(items)


def _all_known(game: Game[Any], position: Any) -> bool:
    """Whether every card that will matter is known: bots play only where the deal decides everything."""
    heaps = game.heaps(position)
    return not any(None in heap.cards for heap in heaps if heap.kind in {"hand", "stock", "deck"})
