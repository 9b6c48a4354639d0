"""What goes wrong in games that are filmed? Illegal moves, moves carried out wrongly, hands with a card too many or too few."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from rules.cards import card_name, cards_in, parse_card
from rules.game import Game
from rules.record import MoveLine
from rules.referee import Referee
from rules.ruling import MoveError
from rules.setup import write_cards


class Unfit(Exception):
    """This one is too short, too long, or breaks off."""


@dataclass(slots=True)
class Table:
    """The game as it is (``truth``) and as the table knows it (``table``), move for move."""

    truth: Referee
    table: Referee
    random: Random

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
            raise Unfit(str(error)) from error
        if ruling.verdict == "illegal":
            raise Unfit(f"{heard}: {ruling.why}")
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


def settled(game: Game[Any], position: Any) -> bool:
    """A record can begin here: no battle is on."""
    try:
        game.describe(position)
    except MoveError:
        return False
    return True


def fouled(at: Table) -> tuple[Any, str]:
    """A move that can be carried out wrongly, and how; (None, "") if there is none."""
    game, position = at.game, at.position
    moves = [game.completed(position, move) for move in game.legal_moves(position) or ()]
    found = [(move, word) for move in moves for word, can in FOULS.get(game.id, {}).items() if can(at, move)]
    found = [(move, word) for move, word in found if _goes_on(game, position, move)]  # else there is nobody to tell
    return at.random.choice(found) if found else (None, "")


def _goes_on(game: Game[Any], position: Any, move: Any) -> bool:
    token = game.apply(position, move)
    over = game.to_move(position) is None
    game.undo(position, token)
    return not over


def show_hand(at: Table, body: list[Any]) -> bool:
    """Somebody's hand is shown; now and then with a card too many or too few, where a rule says how many there must be."""
    game, position = at.game, at.position
    seat = at.random.randrange(len(position.names))
    player = position.names[seat]
    hand = list(cards_in(position.hands[seat]))
    if not 2 <= len(hand) <= 9:
        return False
    if game.id in ("ceraria", "crusaders") and settled(game, position) and at.random.random() < 0.35:
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


def mistake(at: Table) -> MoveLine | None:
    """An illegal move that can be seen to be one, now noted at the table; None if none was found."""
    player = at.table.to_move
    assert player is not None
    texts = list(_MISTAKES[at.game.id](at))
    at.random.shuffle(texts)
    for text in texts[:40]:
        if at.refused(text):
            return MoveLine(player, at.table.rulings[-1].move)
    return None


def _hand(at: Table) -> list[str]:
    return [card_name(card) for card in cards_in(at.position.hands[at.position.turn])]


def _svoi_kozyri(at: Table) -> Iterator[str]:
    """Cards that do not beat; a second one missing; two to lead."""
    hand, pile = _hand(at), at.game.middle(at.position)
    for a in hand:
        if pile and len(hand) > 2:
            yield a
        yield from (f"{a} {b}" for b in hand if b != a)


def _cuckoo(at: Table) -> Iterator[str]:
    """Words of another moment; not of one whose card, face up, the table tells at once."""
    p = at.position
    if p.held[p.turn] >= 0 and p.seen[p.held[p.turn]] >> len(p.names):
        return
    yield from ("stay", "trade", "give", "block")


def lies_open(at: Table) -> bool:
    """Whether the card that is to be shown next has lain face up since it blocked."""
    from rules.games.cuckoo.position import SHOWDOWN

    p = at.table.position
    return p.phase == SHOWDOWN and bool(p.seen[p.held[p.turn]] >> len(p.names))


def _courtesan(at: Table) -> Iterator[str]:
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


def _ceraria(at: Table) -> Iterator[str]:
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


def _crusaders(at: Table) -> Iterator[str]:
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


_MISTAKES: dict[str, Callable[[Table], Iterator[str]]] = {
    "svoi-kozyri": _svoi_kozyri,
    "cuckoo": _cuckoo,
    "courtesan": _courtesan,
    "ceraria": _ceraria,
    "crusaders": _crusaders,
}

_Can = Callable[[Table, Any], bool]


def _takes(at: Table, move: Any) -> tuple[int, int]:
    """How many cards of the pile a move takes, and how many there are."""
    game, p = at.game, at.position
    pile = len(game.middle(p))
    if game.write_move(move) != "take":
        return 0, pile
    token = game.apply(p, move)
    left = len(game.middle(p))
    game.undo(p, token)
    return pile - left, pile


def _draws(at: Table, move: Any, kind: str) -> bool:
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


def _unbeaten(at: Table) -> int:
    return int(at.position.unbeaten.bit_count())


FOULS: dict[str, dict[str, _Can]] = {
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


def _nobody_asked(at: Table, move: Any) -> bool:
    """Whether the cards are picked up at once."""
    token = at.game.apply(at.position, move)
    over = at.position.phase == 0
    at.game.undo(at.position, token)
    return over
