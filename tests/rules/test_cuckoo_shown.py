"""Cuckoo: where things lie on the table, and what it means when cards are turned up."""

from __future__ import annotations

from random import Random

import pytest

from rules.cards import CARD_NAMES, card_name, parse_card
from rules.record import Record, parse
from rules.referee import Referee
from rules.table import DISCARD, MIDDLE, STOCK
from tests.rules.any_game import any_record
from tests.rules.laid import meanings, moves
from tests.rules.test_cuckoo import CUCKOO, MANY, deal, play, table

HIDDEN = ("??", "??", "??")  # Ann, Ben and Cid, the dealer


@pytest.mark.parametrize("number", range(2, 21))
def test_every_player_has_a_place_of_the_table(number: int) -> None:
    places = CUCKOO.layout(MANY[:number])
    assert [place.name for place in places] == ["middle", "stock", "discard", *MANY[:number]]
    assert places[3].box[3] == 1.0, "the first one at the bottom edge"
    for i, one in enumerate(places):
        x0, y0, x1, y1 = one.box
        assert 0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1
        for other in places[:i]:
            a0, b0, a1, b1 = other.box
            assert min(x1, a1) - max(x0, a0) < 1e-9 or min(y1, b1) - max(y0, b0) < 1e-9, (one, other)


def asks(referee: Referee) -> set[str]:
    """The places where cards that are turned up are the moves' business."""
    return set(CUCKOO.lying(referee.position))


def test_before_anybody_is_asked_a_card_turned_up_is_a_shown_hand_and_no_move() -> None:
    referee = table(*HIDDEN)
    assert asks(referee) == {DISCARD}
    assert moves(referee, Ann="7C", Ben="KS", discard="") == ()
    assert moves(referee, discard="3C") == ()  # nobody draws


def test_CK_6_a_king_turned_up_by_the_player_asked_is_a_block() -> None:
    referee = table(*HIDDEN)
    play(referee, "trade")
    assert moves(referee, Ben="KS") == ("block",)
    assert moves(referee, Ben="7C") == ()
    assert moves(referee, Ann="KS") == ()  # the cards may have changed hands already
    play(referee, "block")
    assert moves(referee, Ben="KS", discard="") == ()  # it stays as it is
    assert moves(referee, Ben="", discard="") == ()
    assert moves(referee, Ben="7C") == ()
    assert meanings(referee, Cid="KH") == ()


def test_CK_6_the_known_king_that_blocked_is_the_one_that_may_lie_there() -> None:
    referee = table("??", "KS", "??")
    play(referee, "trade", "block")
    assert CUCKOO.lying(referee.position)["Ben"].may == 1 << parse_card("KS")


def draws(**headers: str) -> Referee:
    referee = table(*HIDDEN, **headers)
    play(referee, "stay", "stay", "trade")
    return referee


def test_CK_8_the_dealers_old_card_on_the_discard_is_a_draw() -> None:
    referee = draws()
    assert moves(referee, discard="") == ()
    assert moves(referee, discard="3C") == ("draw ?? for 3C",)
    assert moves(referee, discard="3C", Cid="8H") == ("draw ?? for 3C",)
    assert moves(referee, discard="", Cid="8H") == ()  # old or new: nobody can tell
    assert moves(referee, discard="KH") == ("draw ?? for KH",)
    assert moves(referee, discard="3C 4C") == ()
    play(referee, "draw ?? for 3C")
    assert moves(referee, discard="3C") == ()
    assert CUCKOO.mishandled(referee.position, CUCKOO.read_move(referee.position, "draw ?? for 3C")) == "CK-8"


def test_CK_8_a_draw_that_was_said_is_completed_by_the_discard() -> None:
    referee = draws()
    play(referee, "draw 8H")
    (meaning,) = meanings(referee, discard="3C")
    assert (meaning.move, meaning.instead) == ("draw 8H for 3C", True)
    other = draws()
    play(other, "draw ??")
    assert moves(other, discard="3C") == ("draw ?? for 3C",)
    play(other, "show 9S")
    assert moves(other, discard="3C") == ()


def test_CK_9_a_king_from_the_stock_is_shown_and_put_back() -> None:
    referee = draws(Option_stock_king="blocks")
    for place in (STOCK, MIDDLE, "Cid"):
        assert moves(referee, **{place: "KH"}) == ("draw KH",)
        assert moves(referee, **{place: "QH"}) == ()
    assert moves(referee, discard="KH") == ("draw ?? for KH", "draw KH")
    play(referee, "draw KH")
    assert moves(referee, stock="KH", discard="", Ann="") == ()
    assert CUCKOO.mishandled(referee.position, CUCKOO.read_move(referee.position, "draw KH")) == "CK-9"


def test_without_that_rule_a_king_at_the_stock_says_nothing() -> None:
    assert moves(draws(), stock="KH", middle="KH") == ()


def test_CK_11_cards_turned_up_all_at_once_are_shown_one_after_the_other() -> None:
    referee = table(*HIDDEN)
    play(referee, "stay", "stay", "stay")
    up = {"Ann": "9S", "Ben": "2D", "Cid": "KC", DISCARD: ""}
    for move in ("show 9S", "show 2D", "show KC"):
        assert moves(referee, **up) == (move,)
        play(referee, move)
    assert referee.outcome == "loss Ben"
    assert moves(referee, **up) == ()


def test_CK_11_a_card_turned_up_before_its_turn_waits() -> None:
    referee = table(*HIDDEN)
    play(referee, "stay", "stay", "stay")
    assert moves(referee, Ben="2D", Cid="KC", Ann="") == ()
    assert moves(referee, Ben="2D", Cid="KC") == ()  # Ann's place is not at rest
    assert asks(referee) == {DISCARD, "Ann", "Ben", "Cid"}, "none of them is a shown hand"


def test_CK_11_a_king_that_lies_open_already_is_shown_when_its_turn_comes() -> None:
    referee = table(*HIDDEN)
    play(referee, "trade", "block", "stay")
    assert moves(referee, Ben="KS", Ann="9S") == ("show 9S",)
    play(referee, "show 9S")
    assert moves(referee, Ben="KS", Ann="9S") == ("show KS",)


def test_CK_11_a_card_that_is_known_to_be_another_is_seen_all_the_same() -> None:
    referee = table("9S", "2D", "??")
    play(referee, "stay", "stay", "stay")
    assert moves(referee, Ann="2D") == ("show 2D",)
    assert referee.judge("Ann", "show 2D").rules == ("CK-11",)


def test_a_player_who_is_out_has_nothing_to_show() -> None:
    referee = deal(Lives="Ann=1, Ben=0, Cid=2")
    play(referee, "stay", "stay")
    assert "Ben" not in asks(referee)


@pytest.mark.parametrize("seed", range(60))
def test_whole_rounds_are_read_with_what_is_announced(seed: int) -> None:
    rng = Random(seed)
    dealt = Referee(any_record(CUCKOO, rng))
    head = {name: header.value for name, header in parse(dealt.text()).headers.items() if name not in ("Seed", "Game")}
    names = head.pop("Players").split(", ")
    camera = Referee(Record.new("cuckoo", names, head))
    up: dict[str, str] = dict.fromkeys((DISCARD, *names), "")
    while dealt.to_move is not None:
        player = dealt.to_move
        move = rng.choice(dealt.legal() or [])
        position = dealt.position
        in_front = {names[seat]: card_name(position.cards[position.held[seat]]) for seat in position.order}
        if not (move.startswith("show") and up[player]):
            assert moves(camera, **up) == (), "nothing has changed"
        changed = player
        if move == "block":
            up[player] = in_front[player]
        elif move.startswith("show"):
            up |= {name: card for name, card in in_front.items() if name == player or rng.random() < 0.3}
        elif " for " in move:
            changed, up[DISCARD] = DISCARD, in_front[player]
        elif move.startswith("draw"):
            changed = STOCK
        if move in ("stay", "trade", "give") or (move == "block" and rng.random() < 0.5):
            seen = move
        else:
            there = up | {STOCK: move.split()[1]} if changed == STOCK else up
            (seen, *_less) = moves(camera, **{n: c for n, c in there.items() if n == changed or rng.random() < 0.5})
            assert moves(camera, **{n: c for n, c in there.items() if n != changed}) == (), "it is not at rest"
        assert seen == (f"draw ?? for {in_front[player]}" if " for " in move else move)
        assert camera.play(player, seen).verdict in ("legal", "unverified")
        dealt.play(player, move)
    assert camera.outcome == dealt.outcome


@pytest.mark.parametrize("seed", range(20))
def test_cards_turned_up_at_random_are_no_move_but_where_one_is_due(seed: int) -> None:
    rng = Random(seed)
    dealt = Referee(any_record(CUCKOO, rng))
    while dealt.to_move is not None:
        turned = {name: rng.choice(CARD_NAMES[:52]) for name in (*dealt.players, MIDDLE, STOCK)}
        found = moves(dealt, **{name: card for name, card in turned.items() if rng.random() < 0.7})
        due = dealt.legal() or []
        assert len(found) <= 1
        if found:
            assert due[0].split()[0] in (found[0].split()[0], "give")
            assert found[0] != "block" or turned[dealt.to_move][0] == "K"
        dealt.play(dealt.to_move, rng.choice(due))
