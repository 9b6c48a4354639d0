"""Cuckoo, rule by rule. Each test is named after the rule it is about."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.bots import LEVELS
from rules.cards import CARD_NAMES, card_name, cards_in
from rules.games import GAMES
from rules.games.cuckoo.position import STRENGTH
from rules.match import Match
from rules.record import Record, RecordError, parse
from rules.referee import Referee
from rules.ruling import MoveError
from rules.setup import Setup, read_setup

CUCKOO = GAMES["cuckoo"]
PLAYERS = ("Ann", "Ben", "Cid", "Dan")
MANY = tuple(f"P{number}" for number in range(20))
NAMES = CARD_NAMES[:52]


def deal(players: str = "Ann, Ben, Cid", **headers: str) -> Referee:
    """A deal; ``Option_lives`` stands for the header ``Option:lives``."""
    return Referee(Record.new("cuckoo", players.split(", "), {k.replace("_", ":", 1): v for k, v in headers.items()}))


def table(*hands: str, stock: str = "", **headers: str) -> Referee:
    """A table where Ann, Ben, Cid and Dan (dealer) hold these cards, "" for one who is out."""
    names = PLAYERS[: len(hands)]
    cards = {f"Hand_{name}": hand for name, hand in zip(names, hands, strict=True)}
    if stock:
        left = 52 - sum(map(bool, hands)) - len(stock.split())
        cards["Stock"] = f"{stock} ??x{left}"
    return deal(", ".join(names), **cards, **headers)


def play(referee: Referee, *moves: str) -> list[str]:
    """Plays for whoever is on turn. Returns verdicts, with the rules."""
    verdicts = []
    for move in moves:
        assert referee.to_move is not None
        ruling = referee.play(referee.to_move, move)
        verdicts.append(" ".join([ruling.verdict, *ruling.rules]))
    return verdicts


def rules(referee: Referee, move: str) -> tuple[str, ...]:
    """The rules the player on turn would break with ``move``."""
    assert referee.to_move is not None
    ruling = referee.judge(referee.to_move, move)
    assert bool(ruling.why) == (ruling.verdict == "illegal")
    return ruling.rules


def hand(referee: Referee, player: str) -> str:
    """The card in front of a player, as far as it is known; "" if there is none."""
    seat = referee.players.index(player)
    return next(
        " ".join("??" if card is None else card_name(card) for card in heap.cards)
        for heap in CUCKOO.heaps(referee.position)
        if heap.owner == seat
    )


def show_all(referee: Referee) -> None:
    """The showdown, where all cards are known."""
    while referee.to_move is not None:
        play(referee, *(referee.legal() or []))


def late(referee: Referee) -> list[str]:
    return [f"{late.about} {late.rule}" for late in referee.late]


# Set-up


@pytest.mark.parametrize("number", [2, 3, 20])
def test_CK_1_each_player_is_dealt_one_card_of_52(number: int) -> None:
    referee = deal(", ".join(MANY[:number]), Seed="7")
    hands = [hand(referee, player) for player in referee.players]
    assert len(set(hands)) == number
    stock = next(heap for heap in CUCKOO.heaps(referee.position) if heap.kind == "stock")
    assert {*hands, *(card_name(card) for card in stock.cards if card is not None)} == set(NAMES)


@pytest.mark.parametrize("number", [1, 21])
def test_CK_1_two_to_twenty_players(number: int) -> None:
    with pytest.raises(RecordError, match="Players"):
        deal(", ".join(f"P{i}" for i in range(number)))


def test_CK_1_only_a_pack_of_52() -> None:
    with pytest.raises(RecordError, match="36"):
        deal(Pack="36")
    assert deal(Pack="52").to_move == "Ann"


def test_CK_1_a_fresh_deal_at_a_real_table_shows_nothing() -> None:
    referee = deal()
    assert [hand(referee, player) for player in referee.players] == ["??"] * 3
    assert deal(Hand_Ben="9C").legal() == ["stay", "trade"], "a hand left out is ??"


def test_CK_1_a_seed_always_deals_the_same_and_gives_all_the_cards() -> None:
    assert hand(deal(Seed="42"), "Ann") == hand(deal(Seed="42"), "Ann")
    assert len({hand(deal(Seed=str(seed)), "Ann") for seed in range(20)}) > 10
    with pytest.raises(RecordError, match="Seed"):
        deal(Seed="42", Hand_Ann="9C")


@pytest.mark.parametrize("cards", ["", "7C 8C", "??x2"])
def test_CK_1_a_hand_is_one_card(cards: str) -> None:
    with pytest.raises(RecordError, match="number"):
        deal(Hand_Ann=cards)


def test_CK_2_kings_are_high_aces_low_and_suits_decide() -> None:
    order = [rank + suit for rank in "A23456789TJQK" for suit in "DCHS"]
    strength = [STRENGTH[NAMES.index(name)] for name in order]
    assert strength == list(range(52))


@given(st.integers(0, 10**9).map(Random))
@settings(max_examples=30, deadline=None)
def test_CK_2_the_lower_of_any_two_cards_loses(random: Random) -> None:
    first, second = random.sample(NAMES, 2)
    referee = table(first, second)
    play(referee, "stay", "stay", f"show {first}", f"show {second}")
    lower = min((first, second), key=lambda name: ("A23456789TJQK".index(name[0]), "DCHS".index(name[1])))
    assert referee.outcome == ("loss Ann" if lower == first else "loss Ben")


def test_CK_3_everybody_begins_with_the_lives_agreed() -> None:
    assert deal().points == {"Ann": 3, "Ben": 3, "Cid": 3}
    assert deal(Option_lives="9").points == {"Ann": 9, "Ben": 9, "Cid": 9}
    assert deal(Lives="Ann=2, Ben=1, Cid=1").points == {"Ann": 2, "Ben": 1, "Cid": 1}
    assert deal(Lives="Ann=2, Ben=1").points["Cid"] == 0, "who is not named has none"


@pytest.mark.parametrize("lives", ["0", "10", "x"])
def test_CK_3_one_to_nine_lives(lives: str) -> None:
    with pytest.raises(RecordError, match="lives"):
        deal(Option_lives=lives)


@pytest.mark.parametrize("lives", ["Ann=10, Ben=1", "Ann=0, Ben=0", "Ann=x", "Eve=1", "Ann=1.5"])
def test_CK_3_lives_that_cannot_be(lives: str) -> None:
    with pytest.raises(RecordError, match="Lives"):
        deal(Lives=lives)


def test_CK_4_the_dealers_left_starts_and_the_dealer_is_last() -> None:
    referee = deal(Dealer="Ben")
    turns = []
    for _ in range(3):
        turns.append(referee.to_move)
        play(referee, "stay")
    assert turns == ["Cid", "Ann", "Ben"]
    assert deal().to_move == "Ann", "without the header the last player deals"


def test_CK_4_who_is_out_has_no_card_and_no_turn_and_is_not_asked() -> None:
    referee = table("2D", "", "9C", "8C", Lives="Ann=2, Ben=0, Cid=1, Dan=1")
    assert hand(referee, "Ben") == ""
    play(referee, "trade")
    assert referee.to_move == "Cid"
    play(referee, "give", "stay", "stay")
    assert (referee.to_move, hand(referee, "Ann"), hand(referee, "Cid")) == ("Ann", "9C", "2D")


def test_CK_4_who_is_out_has_no_card() -> None:
    with pytest.raises(RecordError, match="number"):
        table("2D", "9C", "8C", Lives="Ann=2, Ben=0, Cid=1")
    assert table("2D", "", "8C", Lives="Ann=2, Ben=0, Cid=1").to_move == "Ann"


def test_CK_4_who_is_out_does_not_deal() -> None:
    with pytest.raises(RecordError, match="Dealer"):
        deal(Dealer="Ben", Lives="Ann=2, Ben=0, Cid=1")
    referee = deal(Lives="Ann=2, Ben=1, Cid=0")
    play(referee, "stay")
    assert referee.to_move == "Ben", "without the header the last player still in deals"


# Play


def test_CK_5_stay_or_trade_on_turn() -> None:
    referee = table("2D", "9C", "5H")
    assert referee.legal() == ["stay", "trade"]
    for move in ("give", "block", "show 2D", "draw 8H", "draw ??"):
        assert rules(referee, move) == ("CK-5",)
    play(referee, "stay")
    assert (referee.to_move, hand(referee, "Ann")) == ("Ben", "2D")


def test_CK_6_without_a_king_the_cards_change_hands() -> None:
    referee = table("2D", "9C", "5H")
    play(referee, "trade")
    assert (referee.to_move, referee.legal()) == ("Ben", ["give"])
    for move in ("block", "stay", "trade", "show 9C", "draw ??"):
        assert rules(referee, move) == ("CK-6",)
    play(referee, "give")
    assert (referee.to_move, hand(referee, "Ann"), hand(referee, "Ben")) == ("Ben", "9C", "2D")
    assert referee.legal() == ["stay", "trade"]


def test_CK_6_a_king_blocks_and_nothing_changes_hands() -> None:
    referee = table("2D", "KC", "5H")
    play(referee, "trade")
    assert referee.legal() == ["block"]
    assert rules(referee, "give") == ("CK-6",)
    play(referee, "block")
    assert (referee.to_move, hand(referee, "Ann"), hand(referee, "Ben")) == ("Cid", "2D", "KC")


def test_CK_6_a_hidden_card_may_be_either() -> None:
    referee = table("2D", "??", "5H")
    assert play(referee, "trade") == ["legal"]
    assert referee.legal() == ["block", "give"]
    assert referee.judge("Ben", "give").verdict == referee.judge("Ben", "block").verdict == "unverified"


def test_CK_7_a_king_stays() -> None:
    referee = table("KD", "9C", "5H")
    assert referee.legal() == ["stay"]
    assert rules(referee, "trade") == ("CK-7",)
    assert referee.judge("Ann", "trade").remedy == "stay"
    referee = table("2D", "9C", "KH")
    play(referee, "stay", "stay")
    assert (referee.to_move, referee.legal()) == ("Cid", ["stay"]), "the dealer's as well"


def test_CK_7_a_trade_with_a_hidden_card_is_to_be_verified() -> None:
    referee = table("??", "9C", "5H")
    assert referee.legal() == ["stay", "trade"]
    assert play(referee, "trade") == ["unverified"]


def test_CK_8_the_dealer_trades_with_the_stock() -> None:
    referee = table("9D", "3C", stock="8H")
    play(referee, "stay", "trade")
    assert (referee.to_move, referee.legal()) == ("Ben", ["draw 8H for 3C"])
    play(referee, "draw 8H for 3C")
    assert hand(referee, "Ben") == "8H"
    discard = next(heap for heap in CUCKOO.heaps(referee.position) if heap.kind == "discard")
    assert list(map(card_name, discard.cards)) == ["3C"]


@pytest.mark.parametrize("move", ["draw 8H for 3C", "draw 8H", "draw ??", "draw ?? for 3C", "draw", "draw for 3C"])
def test_CK_8_what_is_known_may_be_left_out(move: str) -> None:
    referee = table("9D", "3C", stock="8H")
    assert play(referee, "stay", "trade", move) == ["legal"] * 3
    assert hand(referee, "Ben") == "8H"
    assert Referee(parse(referee.text())).text() == referee.text()


@pytest.mark.parametrize(
    "move", ["draw 8S", "draw 8H for 3D", "draw ?? for 3D", "draw 9D", "draw 3C", "draw 8S for 3D", "stay", "show 3C"]
)
def test_CK_8_other_cards_are_refused(move: str) -> None:
    referee = table("9D", "3C", stock="8H")
    play(referee, "stay", "trade")
    assert rules(referee, move) == ("CK-8",)
    assert referee.judge("Ben", move).remedy == "draw 8H for 3C"


def test_CK_8_hidden_cards_become_known_as_they_are_named() -> None:
    referee = table("9D", "??")
    play(referee, "stay", "trade")
    assert referee.legal() == ["draw ??"]
    assert rules(referee, "draw 8H for 8H") == ("CK-8",)
    assert rules(referee, "draw 9D") == rules(referee, "draw ?? for 9D") == ("CK-8",)
    assert play(referee, "draw ?? for 3C") == ["legal"]
    assert hand(referee, "Ben") == "??"
    play(referee, "show 9D")
    assert rules(referee, "show 3C") == ("CK-11",)
    assert play(referee, "show 8H") == ["legal"]


def test_CK_9_takes_a_king_from_the_stock_is_kept() -> None:
    referee = table("QS", "3C", stock="KD")
    play(referee, "stay", "trade")
    assert referee.legal() == ["draw KD for 3C"]
    play(referee, "draw KD")
    assert hand(referee, "Ben") == "KD"
    assert play(table("QS", "3C"), "stay", "trade", "draw ??") == ["legal"] * 3


def test_CK_9_blocks_a_king_from_the_stock_goes_back() -> None:
    referee = table("QS", "3C", stock="KD", Option_stock_king="blocks")
    play(referee, "stay", "trade")
    assert referee.legal() == ["draw KD"]
    assert (
        rules(referee, "draw KD for 3C") == rules(referee, "draw ??") == rules(referee, "draw ?? for 3C") == ("CK-9",)
    )
    assert rules(referee, "draw KS for 3C") == ("CK-9", "CK-8")
    assert rules(referee, "draw QH for 3C") == ("CK-8",)
    play(referee, "draw KD")
    assert (referee.to_move, hand(referee, "Ben")) == ("Ann", "3C")


def test_CK_9_blocks_any_other_card_is_taken() -> None:
    referee = table("QS", "3C", stock="8H", Option_stock_king="blocks")
    play(referee, "stay", "trade")
    assert referee.legal() == ["draw 8H for 3C"]
    assert play(referee, "draw 8H for 3C") == ["legal"]
    assert hand(referee, "Ben") == "8H"


def test_CK_9_blocks_a_hidden_draw_claims_that_it_is_no_king() -> None:
    referee = table("QS", "3C", Option_stock_king="blocks")
    play(referee, "stay", "trade")
    assert referee.legal() == ["draw ?? for 3C"]
    assert referee.judge("Ben", "draw ?? for 3C").verdict == referee.judge("Ben", "draw ??").verdict == "unverified"
    assert referee.judge("Ben", "draw 8H").verdict == referee.judge("Ben", "draw KH").verdict == "legal"
    assert rules(referee, "draw KH for 3C") == ("CK-9",)
    assert referee.judge("Ben", "draw KH for 3C").remedy == "draw KH"
    assert referee.judge("Ben", "draw 8H for 3D").remedy == "draw 8H for 3C"
    play(referee, "draw KH")
    assert hand(referee, "Ben") == "3C"


def test_CK_9_blocks_when_only_kings_are_unseen_the_draw_is_one_of_them() -> None:
    rest = " ".join(name for name in NAMES if name[0] != "K" and name not in ("QS", "3C"))
    referee = deal("Ann, Ben", Hand_Ann="QS", Hand_Ben="3C", Stock=f"?? {rest} ??x3", Option_stock_king="blocks")
    play(referee, "stay", "trade")
    assert referee.legal() == ["draw KC", "draw KD", "draw KH", "draw KS"]
    assert rules(referee, "draw ??") == ("CK-9",)


def test_CK_10_who_has_blocked_is_passed_over() -> None:
    referee = table("2D", "KC", "5H", "6H")
    play(referee, "trade", "block")
    assert referee.to_move == "Cid"
    play(referee, "trade", "give")
    assert (referee.to_move, hand(referee, "Dan")) == ("Dan", "5H")


def test_CK_10_after_the_dealers_block_the_showdown_begins() -> None:
    referee = table("2D", "9C", "KH")
    play(referee, "stay", "trade", "block")
    assert (referee.to_move, referee.legal()) == ("Ann", ["show 2D"])


# Showdown


def test_CK_11_all_cards_are_turned_up_from_the_dealers_left() -> None:
    referee = table("2D", "9C", "KH", Dealer="Ann")
    play(referee, "stay", "stay", "stay")
    turns = []
    while referee.to_move is not None:
        turns.append(referee.to_move)
        assert rules(referee, "stay") == rules(referee, "draw ??") == ("CK-11",)
        play(referee, *(referee.legal() or []))
    assert turns == ["Ben", "Cid", "Ann"]
    assert (referee.outcome, referee.points) == ("loss Ann", {"Ann": 2, "Ben": 3, "Cid": 3})
    assert referee.legal() == []
    with pytest.raises(MoveError, match="Ann"):
        referee.play("Ann", "show 2D")


def test_CK_11_another_card_than_the_known_one_is_refused() -> None:
    referee = table("2D", "9C", "??", stock="8H")
    play(referee, "stay", "stay", "stay")
    assert rules(referee, "show 2H") == ("CK-11",)
    assert referee.judge("Ann", "show 2H").remedy == "show 2D"
    play(referee, "show 2D", "show 9C")
    assert referee.legal() is None
    could = referee.could()
    assert could is not None and len(could) == 49 and "show KD" in could and "show 9C" not in could
    for card, place in (("9C", "Ben"), ("8H", "stock"), ("2D", "Ann")):
        ruling = referee.judge("Cid", f"show {card}")
        assert ruling.rules == ("CK-11",)
        assert place in ruling.why
    assert referee.judge("Cid", "stay").remedy == "show ??"
    assert play(referee, "show 2S") == ["legal"]
    assert referee.outcome == "loss Ann"


def test_CK_11_penalty_life_the_first_offender_loses_the_life() -> None:
    referee = deal()
    assert play(referee, "trade", "block", "stay") == ["unverified", "unverified", "legal"]
    play(referee, "show KS", "show QS", "show 2D")
    assert late(referee) == ["1 CK-7", "2 CK-6"]
    assert referee.outcome == "loss Ann"


def test_CK_11_the_first_offence_counts_not_the_first_found_out() -> None:
    referee = deal()
    play(referee, "trade", "give", "trade", "block")
    assert referee.holds("Cid", [NAMES.index("QC")])[0].about == 4, "a block without a king, seen first"
    play(referee, "show 5H", "show KD", "show QC")  # the KD was Ann's
    assert late(referee) == ["4 CK-6", "1 CK-7", "3 CK-7"]
    assert referee.outcome == "loss Ann"


def test_CK_11_penalty_none_the_lowest_card_loses_all_the_same() -> None:
    referee = deal(Option_penalty="none")
    play(referee, "trade", "block", "stay", "show KS", "show QS", "show 2D")
    assert late(referee) == ["1 CK-7", "2 CK-6"]
    assert referee.outcome == "loss Cid"


def test_CK_11_refused_moves_cost_nothing() -> None:
    referee = table("KD", "9C", "5H")
    assert play(referee, "trade") == ["illegal CK-7"]
    play(referee, "stay", "stay", "stay")
    show_all(referee)
    assert (referee.outcome, referee.late) == ("loss Cid", [])


def test_CK_12_the_last_one_in_wins() -> None:
    referee = table("5H", "", "4S", Lives="Ann=2, Ben=0, Cid=1", Dealer="Ann")
    play(referee, "stay", "stay")
    show_all(referee)
    assert (referee.outcome, referee.points) == ("win Ann", {"Ann": 2, "Ben": 0, "Cid": 0})


def test_CK_12_a_round_with_one_player_in_is_over() -> None:
    referee = deal(Lives="Ann=0, Ben=2, Cid=0")
    assert (referee.to_move, referee.legal(), referee.outcome) == (None, [], "win Ben")
    assert referee.points == {"Ann": 0, "Ben": 2, "Cid": 0}


def test_CK_12_the_next_player_still_in_deals_until_one_is_left() -> None:
    match = Match()
    match.next_deal(Record.new("cuckoo", PLAYERS, {"Option:lives": "1", "Seed": "0", "Dealer": "Dan"}))
    dealers, losers = [], []
    for seed in range(1, 9):
        assert match.last is not None
        dealers.append(match.last.players[match.last.position.order[-1]])
        while match.last.to_move is not None:
            play(match.last, (match.last.legal() or [])[0])
        losers += [player for player, lives in match.last.points.items() if not lives and player not in losers]
        if match.winners() is not None:
            break
        assert f"CK-12: {match.carried()['Dealer']}" in CUCKOO.why_next(match.last.position, match.last.setup)
        match.next_deal(Record.new("cuckoo", PLAYERS, {"Option:lives": "1", "Seed": str(seed)}))
    assert len(losers) == 3
    assert match.winners() == tuple(set(PLAYERS) - set(losers))
    assert match.last is not None and match.last.outcome == f"win {(match.winners() or ('',))[0]}"
    for number, (before, after) in enumerate(pairwise(dealers), 1):
        seat = PLAYERS.index(before)
        circle = [*PLAYERS[seat + 1 :], *PLAYERS[: seat + 1]]
        assert after == next(player for player in circle if player not in losers[:number])


def test_CK_12_a_round_that_was_broken_off_is_dealt_again_by_the_same_dealer() -> None:
    referee = deal(Dealer="Ben")
    assert CUCKOO.next_deal(referee.position, referee.setup) == {"Dealer": "Ben"}
    assert referee.points == {"Ann": 3, "Ben": 3, "Cid": 3}


def test_CK_13_a_round_begins_with_the_whole_pack() -> None:
    with pytest.raises(RecordError, match="number"):
        deal("Ann, Ben", Stock="8H ??x48")
    with pytest.raises(RecordError, match="Discard"):
        deal("Ann, Ben", Discard="8H")
    assert deal("Ann, Ben", Stock="8H ??x49").to_move == "Ann"
    assert deal(Stock="??x50", Lives="Ann=1, Ben=1").to_move == "Ann", "who is out leaves a card more in the stock"


# Late rulings


def test_late_CK_7_a_trade_with_a_king_comes_to_light_wherever_the_king_went() -> None:
    referee = deal("Ann, Ben, Cid, Dan")
    assert play(referee, "trade", "give", "trade", "give", "trade", "give", "stay")[:2] == ["unverified"] * 2
    play(referee, "show 2C", "show 3C", "show 4C")
    assert late(referee) == []
    play(referee, "show KH")
    assert late(referee) == ["1 CK-7", "3 CK-7", "5 CK-7"]
    assert "KH" in referee.late[0].why and "Dan" in referee.late[0].why
    assert referee.outcome == "loss Ann"


def test_late_CK_6_a_king_that_was_given() -> None:
    referee = deal()
    play(referee, "trade", "give", "stay", "stay", "show KH")
    assert late(referee) == ["2 CK-6"], "Ann shows what was Ben's"
    play(referee, "show 4C", "show 3C")
    assert referee.outcome == "loss Ben"


def test_late_CK_6_a_block_without_a_king() -> None:
    referee = deal()
    play(referee, "trade", "block", "stay", "show 3H", "show 4C")
    assert late(referee) == ["2 CK-6"]


def test_late_CK_9_a_king_from_the_stock_that_was_not_shown() -> None:
    referee = deal(Option_stock_king="blocks")
    play(referee, "stay", "stay", "trade", "draw ?? for 3C", "show 3H", "show 4C", "show KC")
    assert late(referee) == ["4 CK-9"]
    assert referee.outcome == "loss Cid"


def test_late_CK_7_the_discard_shows_it() -> None:
    referee = deal()
    play(referee, "stay", "stay", "trade")
    assert late(referee) == []
    play(referee, "draw ?? for KC")
    assert late(referee) == ["3 CK-7"]
    play(referee, "show 2H", "show 4C", "show 5C")
    assert referee.outcome == "loss Cid"


def test_late_a_look_at_a_hand_shows_it_and_undo_forgets_it() -> None:
    referee = deal()
    play(referee, "trade", "give")
    before = referee.position.copy()
    rulings = referee.holds("Ben", [NAMES.index("KS")])
    assert [ruling.rule for ruling in rulings] == ["CK-7"]
    assert referee.legal() == ["stay"]
    referee.undo()
    assert (referee.late, referee.position) == ([], before)


def test_late_counting_alone_can_show_it() -> None:
    rest = " ".join(name for name in NAMES if name not in ("KS", "KH", "9C", "8C"))
    referee = deal("Ann, Ben", Hand_Ann="??", Hand_Ben="??", Stock=f"?? {rest} ??")
    assert play(referee, "trade", "block") == ["unverified"] * 2
    referee.holds("Ben", [NAMES.index("KS")])
    assert late(referee) == []
    play(referee, "show 8C")
    assert referee.late == []
    referee = deal("Ann, Ben", Hand_Ann="??", Hand_Ben="??", Stock=f"{rest} 8C 9C")
    assert rules(referee, "trade") == ("CK-7",)
    assert "kings" in referee.judge("Ann", "trade").why
    assert referee.legal() == ["stay"]


def test_a_claim_shows_nothing_before_it_is_verified() -> None:
    referee = deal("Ann, Ben")
    play(referee, "trade", "block")
    assert (referee.could() or [])[0] == "show 2C"
    play(referee, "show 2C")
    assert "show QC" in (referee.could() or [])


def test_counting_the_last_unseen_card_is_known() -> None:
    rest = " ".join(name for name in NAMES if name not in ("QS", "3C", "8H"))
    referee = deal("Ann, Ben", Hand_Ann="QS", Hand_Ben="??", Stock=f"8H {rest}")
    assert hand(referee, "Ben") == "3C"
    referee = deal("Ann, Ben", Hand_Ann="??", Hand_Ben="??", Stock=f"8H {rest}")
    play(referee, "stay", "stay", "show QS")
    assert referee.legal() == ["show 3C"]


# A look at a hand


def test_holds_that_cannot_be_names_both_places_and_changes_nothing() -> None:
    referee = table("2D", "??", "5H", stock="8H")
    before = referee.position.copy()
    for player, cards, words in (
        ("Ben", ["2D"], "2D is in two places, Ben's hand and Ann's hand"),
        ("Ann", ["5H"], "5H is in two places, Ann's hand and Cid's hand"),
        ("Ben", ["8H"], "8H is in two places, Ben's hand and the stock"),
        ("Ann", ["9C"], "9C.* known to be the 2D"),
        ("Ann", [], "number"),
        ("Ben", ["9C", "8C"], "number"),
        ("Ben", ["RJ"], "RJ is not in the pack"),
    ):
        with pytest.raises(MoveError, match=words):
            referee.holds(player, [CARD_NAMES.index(card) for card in cards])
        assert referee.position == before
    play(referee, "stay", "stay", "trade", "draw 8H for 5H")
    with pytest.raises(MoveError, match="5H is in two places, Ben's hand and the discard"):
        referee.holds("Ben", [NAMES.index("5H")])


def test_holds_of_an_unseen_card_and_of_one_who_is_out() -> None:
    referee = deal(Lives="Ann=1, Ben=0, Cid=1")
    referee.holds("Ann", [None])
    referee.holds("Ben", [])
    referee.holds("Ann", [NAMES.index("9C")])
    assert hand(referee, "Ann") == "9C"


# Words


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Stay", "stay"),
        ("draw 10♥", "draw TH"),
        ("DRAW 8h FOR 3c", "draw 8H for 3C"),
        ("draw", "draw ??"),
        ("draw for 3C", "draw ?? for 3C"),
        ("show  q♦", "show QD"),
    ],
)
def test_spellings(text: str, written: str) -> None:
    position = deal().position
    assert CUCKOO.write_move(CUCKOO.read_move(position, text)) == written


@pytest.mark.parametrize(
    "text",
    ["", "pass", "7C", "show", "show ??", "show 7C 8C", "draw 8H 3C", "draw 8H for", "draw 8H for ??", "stay 7C"],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(MoveError, match="no move of Cuckoo"):
        CUCKOO.read_move(deal().position, text)


@pytest.mark.parametrize("text", ["show RJ", "draw BJ", "draw 8H for RJ"])
def test_a_card_that_is_not_in_the_pack_is_named(text: str) -> None:
    with pytest.raises(MoveError, match=r"(RJ|BJ) is not in the pack"):
        CUCKOO.read_move(deal().position, text)


def test_a_record_begins_only_before_the_first_turn() -> None:
    referee = deal(Seed="3", Dealer="Ann", Lives="Ann=1, Ben=2, Cid=0")
    again = Referee(referee.position_record())
    assert (again.position, again.points) == (referee.position, referee.points)
    while referee.to_move is not None:
        play(referee, (referee.legal() or [])[0])
        with pytest.raises(MoveError, match="first turn"):
            referee.position_record()
    with pytest.raises(MoveError, match="cannot be let stand"):
        table("KD", "9C").let_stand("Ann", "trade")


# What a player knows


def any_setup(random: Random, most: int = 6) -> Setup:
    players = MANY[: random.randint(2, most)]
    lives = [random.choice([0, 1, 1, 2]) for _ in players]
    lives[:2] = [1, 2]
    headers = {
        "Seed": str(random.random()),
        "Lives": ", ".join(f"{player}={number}" for player, number in zip(players, lives, strict=True)),
        "Dealer": random.choice([player for player, number in zip(players, lives, strict=True) if number]),
        "Option:stock_king": random.choice(["takes", "blocks"]),
    }
    return read_setup(Record.new("cuckoo", players, headers), CUCKOO)


def seen_in(position: object) -> set[str]:
    return {card_name(card) for heap in CUCKOO.heaps(position) for card in heap.cards if card is not None}


@given(st.integers(0, 10**9).map(Random))
@settings(max_examples=150, deadline=None)
def test_a_view_holds_the_cards_the_player_has_seen_and_no_others(random: Random) -> None:
    p = CUCKOO.start(any_setup(random))
    seats = range(len(p.names))
    in_front = {seat: card_name(p.cards[seat]) for seat in p.order}
    known: list[set[str]] = [{in_front[seat]} if seat in in_front else set() for seat in seats]
    asker = -1
    while (seat := CUCKOO.to_move(p)) is not None:
        for viewer in seats:
            view = CUCKOO.view(p, viewer)
            assert seen_in(view) == known[viewer]
            assert CUCKOO.view(view, viewer) == view
            world = CUCKOO.sample(view, random)
            assert CUCKOO.view(world, viewer) == view
            assert seen_in(world) == set(NAMES)
            assert not any(CUCKOO.disproved(world, claim) for claim in world.claims), "what was claimed is believed"
        view = CUCKOO.view(p, seat)
        moves = CUCKOO.legal_moves(p) or []
        assert {CUCKOO.choice(p, move) for move in moves} == set(CUCKOO.legal_moves(view) or [])
        for move in CUCKOO.legal_moves(view) or []:
            assert CUCKOO.completed(p, move) in moves
        move = random.choice(moves)
        text = CUCKOO.write_move(move)
        if text == "trade":
            asker = seat
        elif text == "give":
            in_front[asker], in_front[seat] = in_front[seat], in_front[asker]
            for one in (asker, seat):
                known[one] |= {in_front[asker], in_front[seat]}
        elif text == "block":
            known = [cards | {in_front[seat]} for cards in known]
        elif text.startswith("draw"):
            _, drawn, *old = text.split()
            if old:
                known = [cards | {old[-1]} for cards in known]
                known[seat].add(drawn)
                in_front[seat] = drawn
            else:
                known = [cards | {drawn} for cards in known]
        elif text.startswith("show"):
            known = [cards | {in_front[seat]} for cards in known]
        CUCKOO.apply(p, move)
    assert CUCKOO.view(p, 0).result == p.result


def test_headers_and_looks_are_not_open_to_the_others() -> None:
    referee = table("2D", "??", "5H", stock="8H")
    referee.holds("Ben", [NAMES.index("9C")])
    assert seen_in(CUCKOO.view(referee.position, 0)) == {"2D"}
    assert seen_in(CUCKOO.view(referee.position, 1)) == {"9C"}


def test_a_card_that_both_have_seen_is_not_yet_face_up() -> None:
    referee = table("2D", "9C")
    play(referee, "trade", "give")
    assert all(not heap.note for heap in CUCKOO.heaps(referee.position))
    referee = table("2D", "KC")
    play(referee, "trade", "block")
    assert [bool(heap.note) for heap in CUCKOO.heaps(referee.position)] == [False, True, False, False]


# The list and the judge, bots, the table


@given(st.integers(0, 10**9).map(Random))
@settings(max_examples=60, deadline=None)
def test_judge_lets_stand_the_listed_moves_and_those_with_known_cards_left_out(random: Random) -> None:
    p = CUCKOO.start(any_setup(random, 4))
    words = ["stay", "trade", "give", "block", *(f"show {card}" for card in NAMES)]
    drawn = [f"draw {card}" for card in ("??", *NAMES)]
    while CUCKOO.to_move(p) is not None:
        legal = {CUCKOO.write_move(move) for move in CUCKOO.legal_moves(p) or []}
        short = set()
        for text in legal:
            if " for " in text:
                _, top, _, old = text.split()
                short = {f"draw {top}", "draw ??", f"draw ?? for {old}"}
        before = p.copy()
        some = random.sample(NAMES, 8)
        texts = {*words, *drawn, *(f"{draw} for {card}" for draw in drawn for card in some), *legal, *short}
        for text in texts:
            move = CUCKOO.read_move(p, text)
            facts = CUCKOO.judge(p, move)
            assert (not facts) == (text in legal | short), text
            assert not facts or CUCKOO.remedy(p, move) in (CUCKOO.legal_moves(p) or [])
            assert facts or CUCKOO.claim(p, move) is None
        assert p == before
        CUCKOO.apply(p, random.choice(CUCKOO.legal_moves(p) or []))
    assert CUCKOO.legal_moves(p) == []
    assert CUCKOO.judge(p, CUCKOO.read_move(p, "stay"))[0].rule == "CK-11"


def test_a_greedy_player_loses_less_often_than_a_random_one() -> None:
    lost = [0, 0]
    for number in range(300):
        setup = read_setup(Record.new("cuckoo", PLAYERS, {"Seed": str(number), "Dealer": PLAYERS[number % 4]}), CUCKOO)
        p = CUCKOO.start(setup)
        bots = [
            LEVELS["greedy" if seat % 2 == number // 4 % 2 else "random"].bot(number * 4 + seat) for seat in range(4)
        ]
        while (seat := CUCKOO.to_move(p)) is not None:
            CUCKOO.apply(p, CUCKOO.completed(p, bots[seat].choose(CUCKOO, CUCKOO.view(p, seat))))
        lost[(p.result + number // 4) % 2] += 1
    assert lost[0] < 0.75 * lost[1], lost


def test_the_pack_is_whole_in_a_position_with_hidden_cards() -> None:
    p = deal(Hand_Ann="9C", Stock="8H ??x48").position
    assert set(cards_in(p.loose)) == set(range(52)) - {NAMES.index("9C"), NAMES.index("8H")}
