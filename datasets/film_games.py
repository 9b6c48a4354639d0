"""Which games are filmed? Random pieces of games of 20 to 45 seconds, from the middle, with illegal moves and fouls of the hand.

``python -m datasets.film_games ID SEED`` prints the record of one. What a player holds the record knows only as far as a table does.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from datasets.film_camera import film_camera
from datasets.film_script import write_script
from datasets.film_story import FilmError, story, teller
from rules.cards import card_name, cards_in, parse_card
from rules.game import Game
from rules.games import GAMES
from rules.record import MoveLine, Record, RecordError
from rules.referee import Referee
from rules.ruling import MoveError
from rules.setup import write_cards

SECONDS = (20.0, 45.0)
MOVES = (6, 15)
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
PLAYERS = {"svoi-kozyri": (2, 4), "cuckoo": (3, 6), "courtesan": (2, 4), "ceraria": (2, 4), "crusaders": (2, 4)}
BEFORE = {
    "svoi-kozyri": 26,
    "cuckoo": 0,
    "courtesan": 16,
    "ceraria": 24,
    "crusaders": 40,
}  # at most so many moves come before
TRIES = 200


class _Unfit(Exception):
    """This one is too short, too long, or breaks off."""


@dataclass
class _Table:
    """The game as it is (``truth``) and as the table knows it (``table``), move for move."""

    truth: Referee
    table: Referee
    random: Random
    lines: int = 0

    @property
    def game(self) -> Game[Any]:
        return self.truth.game

    @property
    def position(self) -> Any:
        return self.truth.position

    def play(self, move: Any) -> str:
        """Plays a move of the true position. -> the move as the table hears of it."""
        game, player = self.game, self.truth.to_move
        assert player is not None
        heard = game.write_move(game.heard(self.position, move))
        self.truth.play(player, game.write_move(move))
        try:
            ruling = self.table.play(player, heard)
        except MoveError as error:
            raise _Unfit(str(error)) from error
        if ruling.verdict == "illegal":
            raise _Unfit(f"{heard}: {ruling.why}")
        return heard

    def refused(self, move: str) -> bool:
        """Notes a move that an onlooker can see to be illegal. False if it is not."""
        player = self.table.to_move
        assert player is not None
        try:
            if self.table.judge(player, move).verdict != "illegal":
                return False
        except MoveError:
            return False
        self.table.play(player, move)
        return True


def film_game(game_id: str, seed: int) -> str:
    """The record of a game to be filmed; the same seed gives the same one. It has the marks that the referee gives. Raises FilmError."""
    if game_id not in GAMES:
        raise FilmError(f"there is no game {game_id}; choose one of {', '.join(GAMES)}")
    for attempt in range(TRIES):
        try:
            return _one(GAMES[game_id], Random(f"{game_id} {seed} {attempt}"))
        except _Unfit:
            continue
    raise FilmError(f"no film of {game_id} came about with seed {seed}; take another seed")


def _one(game: Game[Any], random: Random) -> str:
    at = _middle_of_a_game(game, random)
    wanted = random.randint(MOVES[0] + 1, MOVES[1] - 2)
    long = random.uniform(SECONDS[0] + 4, SECONDS[1] - 9)
    mistakes = random.choice((0, 1, 1, 1, 2, 2))
    foul_due = random.random() < 0.5
    show_due = teller(game.id).HANDS and random.random() < 0.4
    body: list[Any] = []
    while at.truth.to_move is not None and _count(body) < MOVES[1] - 1:
        enough = game.id != "cuckoo" and _count(body) >= MOVES[0] and _settled(game, at.position)
        if enough and (_count(body) >= wanted or _seconds(_written(at.table, body)) > long):
            break
        left = max(1, wanted - _count(body))
        if show_due and body and random.random() < 2 / left:
            show_due = not _show(at, body)
        if mistakes and random.random() < (mistakes + 1) / left:
            wrong = _mistake(at)
            if wrong is not None:
                body.append(wrong)
                mistakes -= 1
        move, word = _fouled(at) if foul_due and random.random() < 3 / left else (None, "")
        move = _a_move(at) if move is None else move
        comment = f" ; foul {word}" if word else ""
        foul_due = foul_due and not word
        player = at.truth.to_move
        body.append(MoveLine(player, at.play(move), comment=comment))
    if game.id == "cuckoo" and _lies_open(at):
        raise _Unfit("the next move shows already")
    text = _written(at.table, body)
    if not MOVES[0] <= _count(body) <= MOVES[1]:
        raise _Unfit("too few moves")
    if not SECONDS[0] <= (seconds := _seconds(text)) <= SECONDS[1]:
        raise _Unfit(f"{seconds:.0f} s")
    return text


def _count(body: list[Any]) -> int:
    return sum(isinstance(line, MoveLine) for line in body)


def _written(table: Referee, body: list[Any]) -> str:
    """The record as the table wrote it, with the fouls."""
    lines = table.text().rstrip("\n").split("\n")
    played = [i for i, line in enumerate(lines) if line and line[0] not in "[;"]
    assert len(played) == len(body)
    for i, line in zip(played, body, strict=True):
        if getattr(line, "comment", ""):
            lines[i] += line.comment
    return "\n".join(lines) + "\n"


def _seconds(text: str) -> float:
    """How long the film of a record is. Raises _Unfit if it cannot be filmed."""
    try:
        rng = np.random.default_rng(0)
        return write_script(story(text), film_camera((1280, 720), rng, "normal"), rng, "normal").seconds
    except (RecordError, FilmError) as error:
        raise _Unfit(str(error)) from error


# ---------------------------------------------------------------- where a film begins


def _middle_of_a_game(game: Game[Any], random: Random) -> _Table:
    """A dealt game, some moves on, and what a table knows of it."""
    names = NAMES[: random.randint(*PLAYERS[game.id])]
    suits = random.sample("CDHS", min(4, len(names)))
    headers = {"Pack": str(game.packs[0]), "Seed": str(random.randrange(10**9))}
    for name in game.needed:
        headers[name] = ", ".join(f"{player}={suit}" for player, suit in zip(names, suits, strict=True))
    if game.score == "Lives":
        headers["Lives"] = ", ".join(f"{name}={random.choice([1, 2, 3])}" for name in names)
    for name in sorted({"Dealer", "Leader"} & game.headers):
        headers[name] = random.choice(names)
    for option, value in _OPTIONS.get(game.id, {}).items():
        if random.random() < 0.25:
            headers[f"Option:{option}"] = value
    if headers.get("Option:characters", "off") != "off":
        chosen = random.sample(game.characters, len(names))
        headers["Characters"] = ", ".join(f"{name}={who}" for name, who in zip(names, chosen, strict=True))
    truth = Referee(Record.new(game.id, names, headers))
    at = _Table(truth, _hidden(truth.position_record()), random)
    for _ in range(random.randrange(BEFORE[game.id] + 1)):
        if at.truth.to_move is None:
            raise _Unfit("over")
        at.play(_a_move(at))
    while not _settled(game, at.position):
        if at.truth.to_move is None:
            raise _Unfit("over")
        at.play(_a_move(at))
    if at.truth.to_move is None:
        raise _Unfit("over")
    begun = Referee(at.table.position_record())
    return _Table(Referee(at.truth.position_record()), begun, random)


_OPTIONS = {
    "svoi-kozyri": {"take": "forced"},
    "courtesan": {"taxis_first": "on", "last_taxis": "on"},
    "ceraria": {"circle": "any", "same_suit": "off"},
    "crusaders": {"characters": "random", "cleric_vs_pike": "higher"},
}


def _hidden(record: Record) -> Referee:
    """The same deal as a table knows it: hands, stock and decks are hidden."""
    covered = {
        name: re.sub(r"\S+", "??", header.value)
        for name, header in record.headers.items()
        if name.startswith(("Hand:", "Deck:")) or name == "Stock"
    }
    covered = {name: write_cards([None] * len(value.split())) for name, value in covered.items()}
    return Referee(record.with_headers(covered))


def _settled(game: Game[Any], position: Any) -> bool:
    """A record can begin here: no battle is on."""
    try:
        game.describe(position)
    except MoveError:
        return False
    return True


def _a_move(at: _Table) -> Any:
    """What a player might do: mostly sensible."""
    game, position = at.game, at.position
    moves = game.legal_moves(position)
    if not moves:
        raise _Unfit("no move")
    if game.id == "crusaders" and at.random.random() < 0.4:  # rows of one card are seen often enough
        moves = [move for move in moves if len(game.write_move(move).split()) > 2] or moves
    any_move = at.random.random() < 0.35
    move = at.random.choice(moves) if any_move else game.rollout(position, moves, at.random)
    return game.completed(position, move)


# ---------------------------------------------------------------- what goes wrong


def _fouled(at: _Table) -> tuple[Any, str]:
    """A move that can be carried out wrongly, and how; (None, "") if there is none."""
    game, position = at.game, at.position
    moves = [game.completed(position, move) for move in game.legal_moves(position) or ()]
    found = [(move, word) for move in moves for word, can in _FOULS.get(game.id, {}).items() if can(at, move)]
    found = [(move, word) for move, word in found if _goes_on(game, position, move)]  # else there is nobody to tell
    return at.random.choice(found) if found else (None, "")


def _goes_on(game: Game[Any], position: Any, move: Any) -> bool:
    token = game.apply(position, move)
    over = game.to_move(position) is None
    game.undo(position, token)
    return not over


def _show(at: _Table, body: list[Any]) -> bool:
    """Somebody's hand is shown; now and then with a card too many or too few, where a rule says how many there must be."""
    game, position = at.game, at.position
    seat = at.random.randrange(len(position.names))
    player = position.names[seat]
    hand = list(cards_in(position.hands[seat]))
    if not 2 <= len(hand) <= 9:
        return False
    if game.id in ("ceraria", "crusaders") and _settled(game, position) and at.random.random() < 0.35:
        loose = list(cards_in(at.table.position.loose & ~position.hands[seat]))
        others = 0
        for other in position.hands:
            others |= other
        loose = [card for card in loose if not others >> card & 1]
        if at.random.random() < 0.5 and loose:
            hand.append(at.random.choice(loose))
        else:
            hand.remove(at.random.choice(hand))
    try:
        at.table.holds(player, hand)
    except MoveError:
        return False
    body.append(f"{player} holds {write_cards(hand)}")
    return True


def _mistake(at: _Table) -> MoveLine | None:
    """An illegal move that can be seen to be one, now noted at the table; None if none was found."""
    player = at.table.to_move
    assert player is not None
    texts = list(_MISTAKES[at.game.id](at))
    at.random.shuffle(texts)
    for text in texts[:40]:
        if at.refused(text):
            return MoveLine(player, at.table.rulings[-1].move)
    return None


def _hand(at: _Table) -> list[str]:
    return [card_name(card) for card in cards_in(at.position.hands[at.position.turn])]


def _svoi_kozyri(at: _Table) -> Iterator[str]:
    """Cards that do not beat; a second one missing; two to lead."""
    hand, pile = _hand(at), at.game.middle(at.position)
    for a in hand:
        if pile and len(hand) > 2:
            yield a
        yield from (f"{a} {b}" for b in hand if b != a)


def _cuckoo(at: _Table) -> Iterator[str]:
    """Words of another moment; not of one whose card, face up, the table tells at once."""
    p = at.position
    if p.held[p.turn] >= 0 and p.seen[p.held[p.turn]] >> len(p.names):
        return
    yield from ("stay", "trade", "give", "block")


def _lies_open(at: _Table) -> bool:
    """Whether the card that is to be shown next has lain face up since it blocked."""
    from rules.games.cuckoo.position import SHOWDOWN

    p = at.table.position
    return p.phase == SHOWDOWN and bool(p.seen[p.held[p.turn]] >> len(p.names))


def _courtesan(at: _Table) -> Iterator[str]:
    """A card too many, taxis that cannot do that. That an extra card is forgotten shows only when the next player moves."""
    p = at.position
    if p.stock and None not in p.stock[:4]:
        due = at.game.write_move(at.game.completed(p, at.game.legal_moves(p)[0])).split()[1:]  # type: ignore[index]
        stock = [card_name(card) for card in p.stock]
        if len(due) < len(stock):
            yield "draw " + " ".join(stock[: len(due) + 1])
    if p.due:
        return
    _own, foreign, _extra, rivals = p.roles[p.turn]
    taxis = [card_name(card) for card in cards_in(p.laid[p.turn] & foreign)]
    targets = [card_name(card) for rival, _suit in rivals for card in cards_in(p.laid[rival])]
    clients = 0
    for rival, suit in rivals:
        clients |= p.laid[rival] & suit
    pairs = [
        f"{'ride' if clients >> parse_card(target) & 1 else 'crash'} {taxi}>{target}"
        for taxi in taxis
        for target in targets
    ]
    yield from pairs
    for one, other in combinations(pairs, 2):
        if len({*re.split("[ >]", one)[1:], *re.split("[ >]", other)[1:]}) == 4:
            both = at.game.write_move(at.game.read_move(p, f"{one} {other}"))
            first = " ".join(both.split()[:2])
            if at.table.judge(p.names[p.turn], first).verdict != "illegal":  # or that alone is ruled on
                yield both


def _ceraria(at: _Table) -> Iterator[str]:
    """No pair; what does not beat; the wrong support."""
    p, hand = at.position, _hand(at)
    attack = p.attack
    if not attack:
        yield from (f"{a} {b}" for a, b in combinations(hand, 2))
    elif len(attack) == 1:
        yield from hand
        # Where the first of them alone would end the game, nobody sees the second.
        yield from (f"{a}+{b}" for a in hand for b in hand if a != b and p.stock)
    else:
        yield from (f"{a} / {b}" for a in hand for b in hand if a != b)


def _crusaders(at: _Table) -> Iterator[str]:
    """Cards of two ranks; what does not beat, or is not replaced; the wrong cleric."""
    from rules.games.crusaders.position import ATTACKING, BEATEN, DEFENDING

    p, hand = at.position, _hand(at)
    if p.phase == ATTACKING:
        yield from (f"attack {a} {b}" for a, b in combinations(hand, 2))
    elif p.phase == DEFENDING:
        for card in hand:
            for target in cards_in(p.unbeaten):
                yield f"{'replace' if card[1] == 'D' else 'beat'} {card_name(target)} {card}"
    elif p.phase == BEATEN:
        for cleric in hand:
            if cleric[1] == "H":
                yield from (f"raise {cleric} {card_name(fallen)}" for fallen in cards_in(p.fallen_attackers))


_MISTAKES: dict[str, Callable[[_Table], Iterator[str]]] = {
    "svoi-kozyri": _svoi_kozyri,
    "cuckoo": _cuckoo,
    "courtesan": _courtesan,
    "ceraria": _ceraria,
    "crusaders": _crusaders,
}

_Can = Callable[[_Table, Any], bool]


def _takes(at: _Table, move: Any) -> tuple[int, int]:
    """How many cards of the pile a move takes, and how many there are."""
    game, p = at.game, at.position
    pile = len(game.middle(p))
    if game.write_move(move) != "take":
        return 0, pile
    token = game.apply(p, move)
    left = len(game.middle(p))
    game.undo(p, token)
    return pile - left, pile


def _draws(at: _Table, move: Any, kind: str) -> bool:
    word, *names = at.game.write_move(move).split()
    if word != "draw" or "??" in names:
        return False
    own, foreign, _extra, _rivals = at.position.roles[at.position.turn]
    taxis = (at.position.laid[at.position.turn] & foreign).bit_count()
    for name in names:
        bit = 1 << parse_card(name)
        is_kind = "client" if own & bit else "taxi" if foreign & bit and taxis < at.position.limit else "away"
        taxis += is_kind == "taxi"
        if is_kind == kind:
            return True
    return False


def _unbeaten(at: _Table) -> int:
    return int(at.position.unbeaten.bit_count())


_FOULS: dict[str, dict[str, _Can]] = {
    "svoi-kozyri": {
        "two": lambda at, move: _takes(at, move)[0] > 2,
        "four": lambda at, move: 2 < _takes(at, move)[0] < _takes(at, move)[1],
    },
    "courtesan": {
        "taxi": lambda at, move: _draws(at, move, "client"),
        "client": lambda at, move: _draws(at, move, "taxi"),
        "kept": lambda at, move: _draws(at, move, "away"),
    },
    "ceraria": {
        "left": lambda at, move: (
            bool(at.position.attack) and (at.game.write_move(move) != "take" or len(at.position.attack) > 1)
        ),
    },
    "crusaders": {
        "left": lambda at, move: at.game.write_move(move) == "take" and _unbeaten(at) > 1 and _nobody_asked(at, move),
        "wrong": lambda at, move: at.game.write_move(move).startswith("replace ") and _unbeaten(at) > 1,
    },
}


def _nobody_asked(at: _Table, move: Any) -> bool:
    """Whether the cards are picked up at once."""
    token = at.game.apply(at.position, move)
    over = at.position.phase == 0
    at.game.undo(at.position, token)
    return over


def main(argv: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.film_games", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("seed", type=int)
    args = parser.parse_args(argv)
    try:
        sys.stdout.write(film_game(args.game, args.seed))
    except FilmError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
