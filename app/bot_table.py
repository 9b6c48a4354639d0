"""A person and bots at one table: the deals of a match, who is on turn, what the person may know. Knows no terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from app.errors import UserError
from app.own_move import Refusal, all_known, as_heard, as_played, bots_choice, played, refusal
from rules.bots import LEVELS, Level
from rules.game import Game
from rules.match import Match
from rules.record import Record, RecordError, parse
from rules.referee import Referee
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


class BotTable:
    """One deal after the other. ``match`` holds the deals so far, at least one."""

    def __init__(self, match: Match, company: Company) -> None:
        assert match.last is not None
        self.match = match
        self.referee: Referee = match.last
        self.company = company
        self.seat = self.referee.players.index(company.person)
        if not all_known(self.referee.game, self.referee.position):
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
        return refusal(self.referee, self.company.person, text)

    def play(self, text: str) -> str:
        """Makes a move of the person that ``refusal`` has nothing against. -> the move as it stands in the record."""
        return self._play(as_played(self.referee, self.company.person, text))

    def hint(self, level: Level) -> str:
        """What a bot of this level would do in the person's place, knowing no more than the person."""
        choice = bots_choice(self.referee, self.company.person, level)
        assert choice is not None
        return choice

    def undo(self) -> int:
        """Goes back to the person's last choice between moves. -> how many moves were taken back; 0: there is none."""
        before, moves = self.referee, played(self.referee)
        self.referee = Referee(parse(before.text()))  # to go back in: this one stays if there is no such choice
        while left := played(self.referee):
            while played(self.referee) == left:
                self.referee.undo()  # in a record that was not begun here: also refused moves and looks at a hand
            if self.persons_turn and len(self.moves()) > 1:
                self.match.deals[-1] = self.referee
                return moves - left + 1
        self.referee = before
        return 0

    # -- the bots ------------------------------------------------------------------------------------------------------

    def bots_move(self) -> tuple[str, str]:
        """The bot on turn moves. -> its name, and its move as the person may hear of it."""
        referee, game = self.referee, self.game
        player = referee.players[game.to_move(referee.position) or 0]
        choice = bots_choice(referee, player, self.company.levels[player])
        assert choice is not None
        move = as_played(referee, player, choice)
        heard = as_heard(referee, move)
        self._play(move)
        return player, heard

    def _play(self, move: str) -> str:
        player = self.referee.to_move
        assert player is not None
        ruling = self.referee.play(player, move)
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
        made[name] = given_out(headers.get(name, ""), players, list("SHDC"), random)
    if game.characters and options.get("characters", "off") != "off":
        made["Characters"] = given_out(headers.get("Characters", ""), players, list(game.characters), random)
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


def given_out(wanted: str, players: Sequence[str], things: list[str], random: Random) -> str:
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
