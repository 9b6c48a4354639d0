"""The Courtesan, rule by rule. Each test is named after the rule it is about."""

from __future__ import annotations

import re
from random import Random

import pytest

from rules.cards import PACKS, card_name, cards_in
from rules.games import GAMES
from rules.games.courtesan.position import DRAW, coming
from rules.match import Match
from rules.record import Record, RecordError, parse
from rules.referee import Referee
from rules.ruling import MoveError

GAME = GAMES["courtesan"]
QUEENS = {"Ann": "H", "Ben": "S", "Cid": "D", "Dan": "C"}


def deal(players: int = 2, moves: str = "", **headers: str) -> Referee:
    """Ann (hearts), Ben (spades), Cid (diamonds) and Dan (clubs). ``Option_start`` is the header ``Option:start``.

    ``moves``: what they then play, in turn order, with commas between.
    """
    names = list(QUEENS)[:players]
    queens = ", ".join(f"{name}={QUEENS[name]}" for name in names)
    given = {name.replace("_", ":", 1): value for name, value in headers.items()}
    referee = Referee(Record.new("courtesan", names, {"Queens": queens} | given))
    for move in filter(None, moves.split(", ")):
        assert referee.to_move is not None
        assert referee.play(referee.to_move, move).verdict == "legal", move
    return referee


def rules(referee: Referee, move: str) -> tuple[str, ...]:
    """The rules the player on turn would break with ``move``."""
    assert referee.to_move is not None
    return referee.judge(referee.to_move, move).rules


def why(referee: Referee, move: str) -> str:
    assert referee.to_move is not None
    return referee.judge(referee.to_move, move).why


def remedy(referee: Referee, move: str) -> str | None:
    assert referee.to_move is not None
    return referee.judge(referee.to_move, move).remedy


def lies(referee: Referee, kind: str, player: str = "") -> str:
    """What lies there, with ?? for hidden cards."""
    heap = next(
        heap
        for heap in GAME.heaps(referee.position)
        if heap.kind == kind and (not player or heap.owner == referee.players.index(player))
    )
    return " ".join("??" if card is None else card_name(card) for card in heap.cards)


# Set-up


@pytest.mark.parametrize(("players", "problem"), [("Ann", "Players"), ("Ann, Ben, Cid, Dan, Eve", "Players")])
def test_CO_1_two_to_four_players(players: str, problem: str) -> None:
    with pytest.raises(RecordError, match=problem):
        Referee(parse(f'[Game "courtesan"]\n[Players "{players}"]\n[Queens "Ann=S"]\n'))


@pytest.mark.parametrize("queens", ["Ann=S", "Ann=S, Ben=S", "Ann=S, Ben=X", ""])
def test_CO_1_each_player_has_a_queen_of_a_suit_of_her_own(queens: str) -> None:
    with pytest.raises(RecordError, match="Queens"):
        Referee(Record.new("courtesan", ["Ann", "Ben"], {"Queens": queens}))


def test_CO_1_the_queens_must_be_named() -> None:
    with pytest.raises(RecordError, match="Queens"):
        Referee(Record.new("courtesan", ["Ann", "Ben"], {}))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [36, 52])
def test_CO_1_the_stock_is_the_pack_less_the_chosen_queens(size: int, players: int) -> None:
    referee = deal(players, Seed="5", Pack=str(size))
    chosen = [f"Q{suit}" for suit in list(QUEENS.values())[:players]]
    expected = {card_name(card) for card in cards_in(PACKS[size])} - set(chosen)
    stock = lies(referee, "stock").split()
    assert set(stock) == expected
    assert len(stock) == size - players
    assert [lies(referee, "queen", player) for player in referee.players] == chosen


def test_CO_1_a_pack_of_24_or_32_is_refused() -> None:
    with pytest.raises(RecordError, match="24"):
        deal(Pack="24")


@pytest.mark.parametrize("where", ["Clients_Ann", "Taxis_Ben", "Stock", "Discard"])
def test_CO_1_a_chosen_queen_lies_nowhere_else(where: str) -> None:
    with pytest.raises(RecordError, match=r"QH.*two places.*Ann"):
        deal(**{where: "QH"})


@pytest.mark.parametrize(("players", "start", "draws"), [(2, "2", 4), (3, "2", 6), (4, "3", 12)])
def test_CO_2_the_start_is_so_many_draws_for_each(players: int, start: str, draws: int) -> None:
    referee = deal(players, Seed="1", Option_start=start)
    for number in range(draws):
        assert referee.to_move == referee.players[number % players]
        assert referee.legal() == [GAME.write_move(coming(referee.position))]
        assert rules(referee, "ride 7H>9S")[0] == "CO-2"
        referee.play(referee.to_move, GAME.write_move(coming(referee.position)))
    assert referee.to_move == "Ann"
    assert "CO-2" not in rules(referee, "ride 7H>9S")


def test_CO_2_extra_cards_come_in_the_start_too() -> None:
    referee = deal(moves="draw AH 7S, draw QD 8S 9S, draw 6C, draw 8C")
    assert referee.to_move == "Ann"
    assert lies(referee, "taxis", "Ann") == "7S"
    assert lies(referee, "clients", "Ben") == "8S 9S"
    assert "ride 7S>8S" in (referee.legal() or [])


def test_CO_2_taxis_in_the_start_break_that_rule_first_and_others_too() -> None:
    referee = deal(moves="draw 7S, draw 8S")
    assert rules(referee, "ride 7S>8S") == ("CO-2",)
    assert rules(referee, "ride 7S>9S") == ("CO-2", "CO-5")
    assert rules(referee, "pass") == ("CO-8",)


def test_CO_2_with_one_card_out_of_the_stock_the_start_is_over() -> None:
    referee = deal(Clients_Ann="KH", Taxis_Ben="7H")
    assert referee.legal() == ["draw"]
    assert referee.to_move == "Ann"
    referee.play("Ann", "draw 6C")
    assert referee.legal() == ["draw", "ride 7H>KH"]


def test_CO_2_a_stock_that_is_given_in_full_is_the_start() -> None:
    assert rules(deal(Stock="??x34", Discard=""), "ride 7H>9S")[0] == "CO-2"
    assert rules(deal(Clients_Ann="", Taxis_Ben=""), "ride 7H>9S")[0] == "CO-2"
    assert rules(deal(Stock="??x33", Discard="??"), "ride 7H>9S")[0] == "CO-5"


def test_CO_2_a_record_cannot_begin_in_the_middle_of_the_start() -> None:
    referee = deal()
    begun = Referee(referee.position_record())
    assert begun.position == referee.position
    for move in ("draw 7S", "draw 8S", "draw 9S"):
        referee.play(referee.to_move or "", move)
        with pytest.raises(MoveError, match="start"):
            referee.position_record()
    referee.play("Ben", "draw TS")
    assert Referee(referee.position_record()).legal() == referee.legal()


def test_CO_3_the_leader_begins_and_play_goes_clockwise() -> None:
    referee = deal(3, Leader="Cid", Seed="1")
    order = []
    for _ in range(7):
        order.append(referee.to_move)
        referee.play(referee.to_move or "", GAME.write_move(coming(referee.position)))
    assert order == ["Cid", "Ann", "Ben", "Cid", "Ann", "Ben", "Cid"]


def test_CO_3_without_a_leader_the_first_player_begins() -> None:
    assert deal(3).to_move == "Ann"


# A turn: draw


def test_CO_4_a_the_own_suit_is_a_client() -> None:
    assert lies(deal(Stock="KH 7D", moves="draw KH"), "clients", "Ann") == "KH"


def test_CO_4_b_the_own_ace_is_a_client_and_brings_a_card() -> None:
    referee = deal(Stock="AH 7S 8D", moves="draw AH 7S")
    assert lies(referee, "clients", "Ann") == "AH"
    assert lies(referee, "taxis", "Ann") == "7S"
    assert lies(referee, "stock") == "8D"


def test_CO_4_c_another_players_suit_is_a_taxi_and_its_ace_brings_nothing() -> None:
    referee = deal(Stock="AS 7D 8D", moves="draw AS")
    assert lies(referee, "taxis", "Ann") == "AS"
    assert referee.to_move == "Ben"


def test_CO_4_d_a_queen_nobody_chose_is_discarded_and_brings_two_cards() -> None:
    referee = deal(Stock="QD 8H 9S 7C", Clients_Ann="6H", moves="draw QD 8H 9S")
    assert lies(referee, "clients", "Ann") == "6H 8H"
    assert lies(referee, "taxis", "Ann") == "9S"
    assert "QD" in lies(referee, "discard").split()


def test_CO_4_e_any_other_card_is_a_passer_by() -> None:
    referee = deal(Stock="AD 7C", moves="draw AD")
    assert "AD" in lies(referee, "discard").split()
    assert lies(referee, "clients", "Ann") == lies(referee, "taxis", "Ann") == ""


def test_CO_4_the_chosen_queens_suit_of_a_third_player_is_a_taxi_only_if_that_player_plays() -> None:
    assert lies(deal(2, Stock="7D 8D", moves="draw 7D"), "taxis", "Ann") == ""
    assert lies(deal(3, Stock="7D 8D", moves="draw 7D"), "taxis", "Ann") == "7D"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("draw AH", "own ace.*CO-4 b"),
        ("draw AH QD", "QD.*two more.*they are missing.*CO-4 d"),
        ("draw AH QD 7H", "QD.*one of them is missing.*CO-4 d"),
        ("draw AH QD 7H 7S 8S", "8S is too many.*7S.*taxi.*CO-4 c"),
        ("draw AH QD 7S", "7S was not drawn.*known to be the 7H"),
        ("draw", "names the cards"),
        ("draw QD", "QD was not drawn.*known to be the AH"),
    ],
)
def test_CO_4_the_letter_is_told(move: str, sentence: str) -> None:
    referee = deal(Stock="AH QD 7H 7S 8S")
    assert rules(referee, move) == ("CO-4",)
    assert re.search(sentence, why(referee, move)), why(referee, move)
    assert remedy(referee, move) == "draw AH QD 7H 7S"


@pytest.mark.parametrize(
    ("stock", "sentence"),
    [("7H 8H", "client.*CO-4 a"), ("7S 8H", "taxi.*CO-4 c"), ("7C 8H", "passer-by.*CO-4 e")],
)
def test_CO_4_too_many_cards(stock: str, sentence: str) -> None:
    assert re.search(f"8H is too many.*{sentence}", why(deal(Stock=stock), f"draw {stock}"))


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("KH", "front of Ann, as a client"),
        ("9H", "front of Ben, as a taxi"),
        ("QS", "queen in front of Ben"),
        ("6D", "discard"),
        ("8C", "elsewhere in the stock"),
    ],
)
def test_CO_4_a_card_that_lies_elsewhere_is_not_drawn(card: str, sentence: str) -> None:
    referee = deal(Clients_Ann="KH", Taxis_Ben="9H", Discard="6D ??x3", Stock="?? 8C ??x26")
    assert rules(referee, f"draw {card}") == ("CO-4",)
    assert sentence in why(referee, f"draw {card}")
    assert remedy(referee, f"draw {card}") == "draw ??"


def test_CO_4_a_card_is_not_drawn_twice() -> None:
    referee = deal(Clients_Ann="KH")
    assert "twice" in why(referee, "draw QD 7D 7D")
    assert remedy(referee, "draw QD 7D 7D") == "draw QD 7D ??"
    assert remedy(referee, "draw QD") == "draw QD ?? ??"


def test_CO_4_what_the_stock_cannot_give_is_lost() -> None:
    referee = deal(Stock="QD 9H")
    assert referee.legal() == ["draw QD 9H"]
    assert "run out" in why(referee, "draw QD 9H TH")
    assert rules(referee, "draw QD") == ("CO-4",)


def test_CO_4_hidden_cards_are_drawn_as_they_are_named() -> None:
    referee = deal(Clients_Ann="KH", moves="draw QD AH 7S QC 8H 9H")
    assert lies(referee, "clients", "Ann") == "8H 9H KH AH"
    assert lies(referee, "taxis", "Ann") == "7S"
    assert set(lies(referee, "discard").split()) == {"QD", "QC"}
    assert lies(referee, "stock").split() == ["??"] * 27


def test_CO_4_known_tops_and_hidden_cards_below() -> None:
    referee = deal(Clients_Ann="KH", Stock="QD 8H ??x5")
    assert referee.legal() == ["draw"]
    assert rules(referee, "draw QD 8H 9H") == ()
    assert rules(referee, "draw QD 9H 8H") == ("CO-4",)
    assert rules(referee, "draw QD 8H QC 6S 7S") == ()
    assert rules(referee, "draw QD 8H QC 6S") == ("CO-4",)
    assert remedy(referee, "draw QD 8H QC 6S") == "draw QD 8H QC 6S ??"


def test_CO_4_the_last_hidden_card_is_known_by_counting() -> None:
    known = [card_name(card) for card in cards_in(PACKS[36]) if card_name(card) not in ("QH", "QS", "8D", "7S")]
    rest = " ".join(card for card in known if card[1] in "CD")
    hearts = " ".join(card for card in known if card[1] == "H")
    spades = " ".join(card for card in known if card[1] == "S")
    referee = deal(Clients_Ann=hearts, Clients_Ben=spades, Discard=rest)
    assert referee.legal() == ["draw"]
    referee.play("Ann", "draw 8D")
    assert referee.legal() == ["draw 7S"]
    assert rules(referee, "draw") == ("CO-4",)


@pytest.mark.parametrize(
    ("players", "option", "kept"), [(2, "", 5), (3, "", 5), (3, "3", 3), (3, "4", 4), (4, "", 3), (4, "4", 4)]
)
def test_CO_4_c_a_taxi_over_the_limit_is_discarded(players: int, option: str, kept: int) -> None:
    options = {"Option_max_taxis": option} if option else {}
    referee = deal(players, Stock="6S 7S 8S 9S TS 6C", Taxis_Ann="", **options)
    position = referee.position
    for _ in range(5):
        GAME.apply(position, coming(position))
        position.turn = 0
    assert len(lies(referee, "taxis", "Ann").split()) == kept


def test_CO_4_c_the_limit_counts_the_taxis_of_all_suits_and_clients_go_on() -> None:
    referee = deal(4, Stock="9C 8H 7S", Taxis_Ann="6S 6D 7D", moves="draw 9C")
    assert lies(referee, "taxis", "Ann") == "6D 6S 7D"
    assert "9C" in lies(referee, "discard").split()
    referee = deal(4, Stock="8H 7S", Taxis_Ann="6S 6D 7D", moves="draw 8H")
    assert lies(referee, "clients", "Ann") == "8H"


def test_CO_4_c_four_players_must_have_a_limit() -> None:
    with pytest.raises(RecordError, match="max_taxis") as caught:
        deal(4, Option_max_taxis="none")
    assert "none" in caught.value.message
    assert deal(4).setup.options["max_taxis"] == "3"
    assert deal(3).setup.options["max_taxis"] == "none"


def test_CO_4_c_more_taxis_than_the_limit_cannot_lie_there() -> None:
    with pytest.raises(RecordError, match=r"Taxis:Ann.*number"):
        deal(4, Taxis_Ann="6S 7S 6D 7D")
    deal(3, Taxis_Ann="6S 7S 6D 7D")


@pytest.mark.parametrize(
    ("header", "cards"),
    [("Clients_Ann", "9S"), ("Clients_Ann", "9D"), ("Taxis_Ann", "9H"), ("Taxis_Ann", "9D"), ("Taxis_Ann", "QD")],
)
def test_CO_4_a_card_of_the_wrong_suit_cannot_lie_there(header: str, cards: str) -> None:
    with pytest.raises(RecordError, match=cards):
        deal(**{header: cards})


@pytest.mark.parametrize("header", ["Clients_Ben", "Taxis_Ann"])
def test_CO_4_what_lies_open_has_no_hidden_cards(header: str) -> None:
    with pytest.raises(RecordError, match=r"\?\? is not allowed"):
        deal(**{header: "7S ??"})


# A turn: taxis


TAXIS = {"Stock": "7D 8D", "Clients_Ann": "8H", "Clients_Ben": "9S KS", "Taxis_Ann": "6S", "Taxis_Ben": "7H TH"}


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("ride 8H>9S", "8H is of Ann's own suit, hearts"),
        ("ride 7H>9S", "7H is of Ann's own suit"),
        ("ride 7S>9S", "no 7S in front of Ann"),
        ("ride 6S>7H", "7H in front of Ben is a taxi"),
        ("ride 6S>TS", "no client TS in front of Ben"),
        ("ride 6S>8H", "no client 8H in front of Ben"),
        ("crash 6S>9S", "9S in front of Ben is a client"),
        ("crash 6S>9H", "no taxi 9H in front of Ben"),
        ("crash 6S>9D", "9D is no threat to Ann"),
        ("ride 9S>KS", "9S is not in front of Ann, but in front of Ben"),
        ("ride 7D>9S", "no 7D in front of Ann"),
    ],
)
def test_CO_5_what_a_taxi_cannot_do(move: str, sentence: str) -> None:
    referee = deal(**TAXIS)
    assert set(rules(referee, move)) == {"CO-5"}
    assert sentence in why(referee, move)


def test_CO_5_the_remedy_is_a_move_with_the_same_taxi() -> None:
    referee = deal(**TAXIS)
    assert remedy(referee, "ride 6S>7H") == "crash 6S>7H"
    assert remedy(referee, "ride 7S>KS") == "ride 6S>KS"
    assert remedy(referee, "ride 7S>8S") == "draw 7D"


def test_CO_5_taxi_and_target_are_discarded_and_nothing_is_drawn() -> None:
    for move, front in (("ride 6S>KS", "9S"), ("crash 6S>TH", "9S KS")):
        referee = deal(**TAXIS, moves=move)
        assert lies(referee, "clients", "Ben") == front
        assert lies(referee, "taxis", "Ann") == ""
        assert set(move.split()[1].split(">")) <= set(lies(referee, "discard").split())
        assert lies(referee, "stock") == "7D 8D"


def test_CO_5_the_taxi_acts_against_the_player_whose_queen_is_of_its_suit() -> None:
    referee = deal(3, Stock="6C", Clients_Ben="9S", Clients_Cid="9D", Taxis_Ann="6S", Taxis_Cid="7H")
    assert referee.legal() == ["draw 6C", "ride 6S>9S"]
    assert "6S acts against Ben" in why(referee, "ride 6S>9D")
    assert "6S acts against Ben" in why(referee, "crash 6S>7H")


def test_CO_5_a_crash_takes_only_a_taxi_of_the_own_suit() -> None:
    referee = deal(3, Stock="6C", Taxis_Ben="9D TH", Taxis_Ann="6S")
    assert referee.legal() == ["crash 6S>TH", "draw 6C"]
    assert rules(referee, "crash 6S>9D") == ("CO-5",)


ALL_AT_ONCE = {
    "Stock": "6C",
    "Clients_Ben": "9S",
    "Clients_Cid": "8D",
    "Taxis_Ann": "6S 7S 6D",
    "Taxis_Cid": "TH",
    "Taxis_Ben": "8H",
}


def test_CO_6_one_taxi_against_each_rival() -> None:
    referee = deal(3, **ALL_AT_ONCE)
    assert "ride 6S>9S crash 6D>TH" in (referee.legal() or [])
    assert rules(referee, "ride 6S>9S crash 7S>8H") == ("CO-6",)
    assert "against Ben" in why(referee, "ride 6S>9S crash 7S>8H")
    assert rules(referee, "ride 6S>9S crash 6S>8H") == ("CO-6",)
    assert "only once" in why(referee, "ride 6S>9S crash 6S>8H")
    assert rules(referee, "ride 6S>9S 7S>9S 6D>8D") == ("CO-6",)
    assert rules(referee, "ride 6S>9S 6D>9S") == ("CO-5",)
    assert remedy(referee, "ride 6S>9S crash 7S>8H") in referee.legal()  # type: ignore[operator]


def test_CO_6_any_order_is_read_and_the_rivals_are_written_clockwise() -> None:
    referee = deal(3, **ALL_AT_ONCE)
    for text in (
        "crash 6D>TH ride 6S>9S",
        "ride 6S>9S crash 6D>TH",
        "RIDE 6s > 9s Crash 6d >10h",
        "crash 6♦>10♥ ride 6♠>9♠",
    ):
        assert referee.judge("Ann", text).move == "ride 6S>9S crash 6D>TH"
    assert referee.judge("Ann", "ride 6D>8D ride 6S>9S").move == "ride 6S>9S 6D>8D"
    assert deal(3, **ALL_AT_ONCE, Leader="Cid").judge("Cid", "crash TH>6D crash 7S>8H").move == "crash TH>6D 7S>8H"


def test_CO_6_whoever_uses_taxis_does_not_draw() -> None:
    referee = deal(3, **ALL_AT_ONCE, moves="ride 6S>9S 6D>8D")
    assert referee.to_move == "Ben"
    assert lies(referee, "stock") == "6C"
    assert lies(referee, "clients", "Ben") == lies(referee, "clients", "Cid") == ""


FIRST = TAXIS | {"Option_taxis_first": "on"}


def test_CO_7_with_taxis_first_a_crash_is_due_before_a_ride() -> None:
    referee = deal(**FIRST)
    assert rules(referee, "ride 6S>9S") == ("CO-7",)
    assert "Ben has a taxi of Ann's suit, the TH" in why(referee, "ride 6S>9S")
    assert remedy(referee, "ride 6S>9S") == "crash 6S>7H"
    assert rules(deal(**TAXIS), "ride 6S>9S") == ()


def test_CO_7_only_taxis_of_the_own_suit_count_and_only_that_rivals() -> None:
    options = {"Option_taxis_first": "on", "Stock": "6C", "Clients_Ben": "9S", "Clients_Cid": "8D"}
    referee = deal(3, **options, Taxis_Ann="6S 6D", Taxis_Ben="9D", Taxis_Cid="TH")
    assert referee.legal() == ["crash 6D>TH", "draw 6C", "ride 6S>9S", "ride 6S>9S crash 6D>TH"]
    assert rules(referee, "ride 6S>9S 6D>8D") == ("CO-7",)
    assert rules(referee, "ride 6S>9D") == ("CO-5",)
    assert rules(referee, "ride 6D>9S") == ("CO-5", "CO-7")


def test_CO_8_there_is_no_passing() -> None:
    for referee in (deal(), deal(**TAXIS), deal(**TAXIS, Option_last_taxis="on")):
        assert rules(referee, "pass") == ("CO-8",)
        assert remedy(referee, "pass") in ("draw ??", "draw 7D")


# The end


def test_CO_9_the_game_ends_when_the_stock_is_empty() -> None:
    referee = deal(Stock="7D", Clients_Ann="8H", Taxis_Ben="7H", moves="draw 7D")
    assert referee.to_move is None
    assert referee.legal() == []
    assert referee.outcome == "win Ann"
    with pytest.raises(MoveError, match="over"):
        referee.judge("Ben", "ride 7H>8H")


def test_CO_9_last_taxis_each_other_player_once_in_turn_order() -> None:
    referee = deal(
        4, Option_last_taxis="on", Leader="Cid", Stock="7D", Clients_Ann="8H", Taxis_Ben="7H 9H", moves="draw 7D"
    )
    assert referee.to_move == "Dan"
    assert referee.legal() == ["pass"]
    assert rules(referee, "draw 8D") == ("CO-9",)
    assert remedy(referee, "draw 8D") == "pass"
    with pytest.raises(MoveError, match="used"):
        referee.position_record()
    referee.play("Dan", "pass")
    referee.play("Ann", "pass")
    assert referee.legal() == ["pass", "ride 7H>8H", "ride 9H>8H"]
    referee.play("Ben", "ride 7H>8H")
    assert referee.to_move is None
    assert referee.outcome == "win Cid"


def test_CO_9_a_position_with_an_empty_stock_is_over() -> None:
    referee = deal(Option_last_taxis="on", Stock="", Clients_Ann="8H", Taxis_Ben="7H")
    assert referee.to_move is None
    assert referee.outcome == "win Ann"
    assert Referee(referee.position_record()).position == referee.position
    assert {fact.rule for fact in GAME.judge(referee.position, DRAW)} == {"CO-9"}


def test_CO_9_random_play_always_comes_to_an_end() -> None:
    for seed in range(30):
        referee = deal(2 + seed % 3, Seed=str(seed), Option_last_taxis="on")
        position, random = referee.position, Random(seed)
        for _ in range(200):
            moves = GAME.legal_moves(position)
            if not moves:
                break
            GAME.apply(position, GAME.rollout(position, moves, random))
        assert GAME.outcome(position) is not None


@pytest.mark.parametrize(
    ("ann", "ben", "outcome"),
    [
        ("6H 7H", "AS", "win Ann"),
        ("6H 7H", "AS KS", "win Ben"),
        ("KH 9H 6H", "KS 8S 7S", "win Ann"),
        ("KH 9H 6H", "KS 9S 7S", "win Ben"),
        ("KH 9H", "KS 9S", "win Ann Ben"),
        ("", "", "win Ann Ben"),
        ("", "6S", "win Ben"),
    ],
)
def test_CO_10_most_clients_then_the_highest(ann: str, ben: str, outcome: str) -> None:
    assert deal(Stock="6C", Clients_Ann=ann, Clients_Ben=ben, moves="draw 6C").outcome == outcome


def test_CO_10_a_shared_win_names_the_seats_in_order() -> None:
    referee = deal(3, Leader="Cid", Stock="6C", Clients_Ann="KH", Clients_Cid="KD", moves="draw 6C")
    assert referee.outcome == "win Ann Cid"


def test_CO_11_a_win_is_a_point_and_a_shared_win_half_a_point_each() -> None:
    assert deal(Stock="6C", Clients_Ann="KH", Points="Ann=1, Ben=2.5", moves="draw 6C").points == {"Ann": 2, "Ben": 2.5}
    assert deal(Stock="6C", Points="Ann=1, Ben=2.5", moves="draw 6C").points == {"Ann": 1.5, "Ben": 3}
    assert deal(Stock="6C", Points="Ann=1").points == {"Ann": 1, "Ben": 0}
    assert deal(3, Stock="6C", moves="draw 6C").points == {"Ann": 0.5, "Ben": 0.5, "Cid": 0.5}


def test_CO_11_the_next_game_is_begun_by_the_next_player() -> None:
    match = Match()
    over = deal(3, Leader="Cid", Stock="6C", Clients_Ben="KS", moves="draw 6C")
    match.next_deal(parse(over.text()))
    queens = {"Queens": "Ann=S, Ben=H, Cid=C"}
    second = match.next_deal(Record.new("courtesan", over.players, queens))
    assert second.to_move == "Ann"
    assert second.points == {"Ann": 0, "Ben": 1, "Cid": 0}
    assert match.winners() is None
    text = f'[Game "courtesan"]\n[Players "Ann, Ben, Cid"]\n[Queens "{queens["Queens"]}"]\n\nCid: draw 7D\n'
    third = Match()
    third.next_deal(parse(over.text()))
    with pytest.raises(RecordError, match="CO-11"):
        third.next_deal(parse(text))
