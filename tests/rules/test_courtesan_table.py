"""The Courtesan beside its rules: words, what is let stand, what a player knows, what bots are told."""

from __future__ import annotations

import re
from random import Random

import pytest

from rules.cards import card_name, card_set
from rules.games.courtesan.position import DRAW, coming
from rules.referee import Referee
from rules.ruling import MoveError
from rules.table import Heap
from tests.rules.test_courtesan import FIRST, GAME, TAXIS, deal, rules

# Words


@pytest.mark.parametrize(
    "text",
    [
        *("", "take", "8H", "pass 8H", "draw XX", "draw ??", "draw 7H>8S", "ride", "crash", "ride 8H", "ride 8H>"),
        *("ride >8H", "ride crash 8H>9S", "ride 8H>9S crash", "ride 8H>9S 7H", "8H>9S", "ride 8H>9S>7S", "draw draw"),
        *("draw 7H ride 8H>9S", "ride 8H>9S draw"),
    ],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(MoveError, match="is no move of"):
        deal(**TAXIS).judge("Ann", text)


def test_a_card_that_is_not_in_the_pack_is_no_move() -> None:
    for text in ("draw 5H", "ride 2S>9S", "ride 6S>RJ"):
        with pytest.raises(MoveError, match=re.escape(re.findall(r"5H|2S|RJ", text)[0])):
            deal(**TAXIS).judge("Ann", text)
    assert rules(deal(**TAXIS, Pack="52"), "draw 5H") == ("CO-4",)


def test_more_cards_than_the_pack_has_are_no_move() -> None:
    with pytest.raises(MoveError, match="number"):
        deal(**TAXIS).judge("Ann", "draw" + " 7H" * 37)


def test_nobody_holds_cards() -> None:
    referee = deal(**TAXIS)
    before = referee.position.copy()
    with pytest.raises(MoveError, match="Ann"):
        referee.holds("Ann", [])
    assert referee.position == before


# Let stand


@pytest.mark.parametrize(
    ("move", "then"),
    [
        ("ride 6S>9S", {"Clients:Ben": "KS", "Stock": "7D 8D"}),
        ("crash 6S>9S", {"Clients:Ben": "KS"}),
        ("pass", {"Stock": "7D 8D", "Leader": "Ben"}),
        ("draw 7D 8D", {"Stock": ""}),
    ],
)
def test_a_refused_move_can_be_let_stand(move: str, then: dict[str, str]) -> None:
    record = deal(**FIRST).let_stand("Ann", move)
    headers = {name: header.value for name, header in record.headers.items()}
    assert then.items() <= headers.items()
    assert Referee(record).to_move == ("Ben" if headers["Stock"] else None)


@pytest.mark.parametrize("move", ["draw", "draw 8D", "ride 7S>9S", "ride 6S>8H", "ride 6S>9S 6S>KS", "draw 7D 7D"])
def test_what_cannot_be_carried_out_cannot_be_let_stand(move: str) -> None:
    with pytest.raises(MoveError, match="cannot be let stand"):
        deal(**FIRST).let_stand("Ann", move)


# What a player knows


def test_a_view_hides_the_stock_and_nothing_else() -> None:
    referee = deal(3, Seed="4")
    for _ in range(12):
        move = (GAME.legal_moves(referee.position) or [])[-1]
        GAME.apply(referee.position, move)
    view = GAME.view(referee.position, 1)

    def heaps(position: object) -> list[Heap]:
        return [heap for heap in GAME.heaps(position) if heap.kind != "stock"]

    assert heaps(view) == heaps(referee.position)
    assert set(view.stock) == {None}
    assert view.loose == card_set(referee.position.stock)


def test_a_view_does_not_show_the_order_of_a_stock_known_from_headers() -> None:
    one = deal(Clients_Ann="KH", Stock="7D 8D ??x3")
    other = deal(Clients_Ann="KH", Stock="8D ??x3 9S")
    for seat in (0, 1):
        assert GAME.view(one.position, seat) == GAME.view(other.position, seat)
        assert GAME.legal_moves(GAME.view(one.position, seat)) == [DRAW]
    assert GAME.choice(one.position, (GAME.legal_moves(one.position) or [])[0]) == DRAW


def test_the_last_card_of_the_stock_is_known_to_everybody_by_counting() -> None:
    referee = deal(Stock="7D", Clients_Ann="8H")
    view = GAME.view(referee.position, 1)
    moves = GAME.legal_moves(view) or []
    assert [GAME.write_move(move) for move in moves] == ["draw 7D"]
    assert [GAME.choice(referee.position, move) for move in GAME.legal_moves(referee.position) or []] == moves
    hidden = deal(Stock="7D", Clients_Ann="8H", Discard="??x32")
    assert GAME.legal_moves(GAME.view(hidden.position, 0)) == [DRAW]
    assert GAME.completed(hidden.position, DRAW) == coming(hidden.position) != DRAW


def test_a_sample_keeps_what_is_known_and_makes_every_order_as_likely() -> None:
    position = deal(Clients_Ann="KH", Stock="7D ??x2", Discard="??x28 9D QD").position
    seen: dict[object, int] = {}
    random = Random(1)
    for _ in range(3000):
        stock = GAME.sample(position, random).stock
        assert stock[0] is not None and card_name(stock[0]) == "7D"
        assert None not in stock
        seen[stock[1]] = seen.get(stock[1], 0) + 1
    assert len(seen) == 30
    assert min(seen.values()) > 50


# What bots are told


def test_the_promise_rises_with_clients_and_falls_with_the_rivals_taxis() -> None:
    def promise(**headers: str) -> float:
        return GAME.promise(deal(Stock="6C 7C 8C 9C 6D 7D 8D 9D", **headers).position)[0]

    even = promise(Clients_Ann="8H", Clients_Ben="8S")
    assert even == pytest.approx(0.5)
    assert promise(Clients_Ann="8H 9H", Clients_Ben="8S") > even
    assert promise(Clients_Ann="8H", Clients_Ben="8S", Taxis_Ben="7H") < even
    assert promise(Clients_Ann="8H", Clients_Ben="8S", Taxis_Ann="7S") > even
    assert promise(Clients_Ann="9H", Clients_Ben="8S") > even


def test_a_playout_keeps_its_taxis_while_there_are_turns_left_to_use_them() -> None:
    def uses(stock: str, **headers: str) -> float:
        position = deal(Stock=stock, Clients_Ben="8S 9S", Taxis_Ann="7S", **headers).position
        moves, random = GAME.legal_moves(position) or [], Random(1)
        return sum(GAME.rollout(position, moves, random) > 0 for _ in range(200)) / 200

    assert uses("6C 7C 8C 9C TC JC KC AC") < 0.2
    assert uses("6C 7C") == 1
