"""Ceraria, rule by rule. Each test is named after the rule it is about."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.cards import PACKS, Card, card_name, card_set, cards_in, parse_card
from rules.games import GAMES
from rules.games.ceraria.position import CERARIA, TAKE, table, weight
from rules.match import Match
from rules.record import Record, RecordError, parse
from rules.referee import Referee
from rules.ruling import MoveError
from rules.setup import read_setup
from tests.rules.ceraria_deals import BEATS, Choice, strength

PLAYERS = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
GAME = GAMES["ceraria"]


def battle(*hands: str, stock: str | None = "", **headers: str) -> Referee:
    """Ann, Ben and so on hold these cards. ``Option_circle`` stands for the header ``Option:circle``."""
    players = PLAYERS[: len(hands)]
    named = {f"Hand:{player}": hand for player, hand in zip(players, hands, strict=True)}
    if stock is not None:
        named["Stock"] = stock
    named |= {name.replace("_", ":", 1): value for name, value in headers.items()}
    return Referee(Record.new("ceraria", players, named))


def deal(players: int = 2, **headers: str) -> Referee:
    """A deal without given hands."""
    named = {name.replace("_", ":", 1): value for name, value in headers.items()}
    return Referee(Record.new("ceraria", PLAYERS[:players], named))


def play(referee: Referee, *moves: str) -> Referee:
    """Plays legal moves, each by the player on turn."""
    for move in moves:
        assert referee.to_move is not None
        ruling = referee.play(referee.to_move, move)
        assert ruling.verdict == "legal", ruling.why
    return referee


def rules(referee: Referee, move: str) -> tuple[str, ...]:
    """The rules the player on turn would break with ``move``."""
    assert referee.to_move is not None
    return referee.judge(referee.to_move, move).rules


def why(referee: Referee, move: str) -> str:
    assert referee.to_move is not None
    return referee.judge(referee.to_move, move).why


def place(referee: Referee, header: str) -> str:
    """The cards that a header would name now."""
    return GAME.describe(referee.position)[header]


def hand(referee: Referee, player: str) -> set[str]:
    return set(place(referee, f"Hand:{player}").split())


def looked(text: str) -> list[Card | None]:
    return [None if word == "??" else parse_card(word) for word in text.split()]


# Set-up


@pytest.mark.parametrize("size", ["24", "32", "36", "52"])
def test_CE_1_the_queen_of_hearts_lies_on_the_table_the_rest_is_dealt_five_to_each(size: str) -> None:
    referee = deal(3, Pack=size, Seed="3")
    hands = [hand(referee, player) for player in referee.players]
    assert [len(cards) for cards in hands] == [5, 5, 5]
    everything = [*place(referee, "Stock").split(), *(card for cards in hands for card in cards)]
    assert sorted(map(parse_card, everything)) == [card for card in cards_in(PACKS[int(size)]) if card != CERARIA]
    assert {heap.cards for heap in GAME.heaps(referee.position) if heap.kind == "queen"} == {(CERARIA,)}


def test_CE_1_a_seed_always_deals_the_same_and_another_seed_otherwise() -> None:
    assert hand(deal(Seed="1"), "Ann") == hand(deal(Seed="1"), "Ann") != hand(deal(Seed="2"), "Ann")


def test_CE_1_at_a_real_table_nothing_is_known_but_how_many_cards_there_are() -> None:
    referee = deal(2, Pack="32")
    assert place(referee, "Hand:Ann") == place(referee, "Hand:Ben") == "??x5"
    assert place(referee, "Stock") == "??x21"
    assert place(referee, "Discard") == ""


@pytest.mark.parametrize(("size", "most"), [("24", 4), ("32", 6), ("36", 6), ("52", 6)])
@pytest.mark.parametrize("seed", [{}, {"Seed": "1"}])
def test_CE_1_two_to_six_players_as_long_as_there_are_five_cards_for_each(
    size: str, most: int, seed: dict[str, str]
) -> None:
    for players in range(2, 7):
        if players <= most:
            assert deal(players, Pack=size, **seed).to_move == "Ann"
            continue
        with pytest.raises(RecordError, match="24 cards are too few") as caught:
            deal(players, Pack=size, **seed)
        assert caught.value.line == 1 or "Pack" in caught.value.message
    for names in ("Ann", "Ann, Ben, Cid, Dan, Eve, Fay, Gus"):
        with pytest.raises(RecordError, match="Players"):
            Referee(parse(f'[Game "ceraria"]\n[Players "{names}"]\n'))


def test_CE_1_the_queen_of_hearts_cannot_lie_anywhere_else() -> None:
    with pytest.raises(RecordError, match="QH is in two places, the table and Hand:Ann"):
        battle("QH 8S", "9C 9D", stock=None)
    referee = deal()
    with pytest.raises(MoveError, match="QH is in two places"):
        referee.holds("Ann", looked("QH ?? ?? ?? ??"))
    assert rules(referee, "QH") == ("CE-6",)
    assert "Ceraria" in why(referee, "QH")


def test_CE_1_a_stock_or_a_discard_needs_the_hands() -> None:
    for header in ("Stock", "Discard"):
        with pytest.raises(RecordError, match=header):
            deal(**{header: "7C"})
        with pytest.raises(RecordError, match=header):
            deal(**{header: "7C", "Seed": "1"})


def test_CE_1_nobody_is_without_cards_while_there_is_a_stock() -> None:
    with pytest.raises(RecordError, match=r"Hand:Ben.*wrong number of cards"):
        battle("8H", "", stock="9C")
    with pytest.raises(RecordError, match=r"Hand:Ben.*wrong number of cards"):
        battle("8H", "", stock=None)


def test_CE_1_what_the_headers_leave_out() -> None:
    given = battle("8H 8S", "9C 9D", stock=None)
    assert place(given, "Stock") == "??x31"
    given = battle("8H 8S", "9C 9D", stock="KC")
    assert place(given, "Stock") == "KC"
    assert len(place(given, "Discard").split()) == 30
    assert "??" not in place(given, "Discard")
    given = battle("8H ??", "9C 9D", stock="KC")
    assert place(given, "Discard") == "??x30"


def test_CE_2_strength_is_the_rank() -> None:
    assert [strength(rank + "C") for rank in "2679TJQKA"] == [2, 6, 7, 9, 10, 11, 12, 13, 14]
    referee = play(battle("TC", "JC QC KC AC 9C 6C"), "TC")
    assert referee.legal() == sorted(["take", "JC", "QC", "KC", "AC"])


def test_CE_3_the_circle() -> None:
    answers = {"9D": "TH", "9S": "TD", "9C": "TS", "9H": "TC"}
    for attack, beaten_by in answers.items():
        tens = play(
            battle(f"{attack} AC" if attack[1] != "C" else "9C AD", "TC TD TH TS", Option_same_suit="off"), attack
        )
        assert [move for move in tens.legal() or [] if "+" not in move and move != "take"] == [beaten_by]
        backwards = "T" + BEATS[attack[1]]
        assert rules(tens, backwards) == ("CE-7",)
        assert "the circle goes the other way round" in why(tens, backwards)


@pytest.mark.parametrize("same_suit", ["on", "off"])
@pytest.mark.parametrize("circle", ["stronger", "any"])
def test_CE_3_CE_7_CE_8_every_card_against_every_card_with_and_without_support(same_suit: str, circle: str) -> None:
    choice, tables = Choice(same_suit, circle), table(same_suit, circle)
    deck = {card_name(card) for card in range(52)}
    for attack in range(52):
        name = card_name(attack)
        answers = choice.answers(deck - {name}, name)
        assert {card_name(card) for card in cards_in(tables.alone[attack])} == {a for a in answers if "+" not in a}
        assert {
            f"{card_name(card)}+{card_name(support)}"
            for card in cards_in(tables.weak[attack])
            for support in cards_in(tables.supports[attack][card])
        } == {a for a in answers if "+" in a and name not in a}


@pytest.mark.parametrize(("attack", "ally"), [("8H", "AS"), ("8S", "AH"), ("8C", "AD"), ("8D", "AC")])
def test_CE_4_allies_do_not_beat_each_other(attack: str, ally: str) -> None:
    referee = play(battle(f"{attack} 6C", f"{ally} 6S"), attack)
    assert rules(referee, ally) == ("CE-7",)
    assert "allies do not beat each other" in why(referee, ally)


def test_CE_5_the_leader_attacks_first_and_a_match_leaves_it_to_chance() -> None:
    assert deal(3, Leader="Cid").to_move == "Cid"
    assert deal(3).to_move == "Ann"
    referee = play(battle("8H", "9D 9C"), "8H", "take")
    assert GAME.next_deal(referee.position, referee.setup) == {}
    assert GAME.why_next(referee.position, referee.setup).startswith("CE-5")


# Attack


def test_CE_6_one_card_or_two_of_one_strength_from_allied_suits() -> None:
    referee = battle("8H 8S 8C 8D 9C", "6C 7C")
    assert referee.legal() == sorted(["8H", "8S", "8C", "8D", "9C", "8C 8D", "8H 8S"])
    for move in ("8H 8C", "8D 8S", "8C 9C", "8C 8C", "7C", "8H 7S", "take", "8H+8S", "8H / 8S"):
        assert rules(referee, move) == ("CE-6",), move
    assert "not allied" in why(referee, "8H 8C")
    assert "same strength" in why(referee, "8C 9C")
    assert "known to be in Ben's" in why(referee, "7C")


def test_CE_6_a_pair_may_be_named_in_any_order_and_keeps_it_for_the_answers() -> None:
    referee = play(battle("8H 8S 6C", "9C 9D AC"), "8s 8♥")
    assert referee.rulings[0].move == "8S 8H"
    assert GAME.middle(referee.position) == (parse_card("8S"), parse_card("8H"))
    assert referee.legal() == sorted(["9D / 9C", "9D / AC", "take"])


def test_CE_6_not_more_cards_than_the_defender_holds() -> None:
    referee = battle("8H 8S 6H", "9C", "KD AD")
    assert rules(referee, "8H 8S") == ("CE-6",)
    assert "Ben is attacked and holds only one" in why(referee, "8H 8S")
    assert rules(battle("8H 8S 6H", "9C ??", "KD AD"), "8H 8S") == ()


# Defence


def test_CE_7_the_same_suit_beats_unless_it_is_switched_off() -> None:
    hands = ("9D 6C", "TD KC")
    assert play(battle(*hands), "9D").legal() == ["TD", "take"]
    off = play(battle(*hands, Option_same_suit="off"), "9D")
    assert off.legal() == ["take"]
    assert rules(off, "TD") == ("CE-7",)
    assert "same_suit=off" in why(off, "TD")


def test_CE_7_with_circle_any_the_beating_suit_beats_whatever_its_strength() -> None:
    hands = ("AD 6C", "6H 6D 6S")
    assert play(battle(*hands), "AD").legal() == ["take"]
    loose = play(battle(*hands, Option_circle="any"), "AD")
    assert loose.legal() == ["6H", "take"]
    assert rules(loose, "6D") == ("CE-7",)
    assert rules(loose, "6H+6S") == ("CE-8",)


def test_CE_7_each_card_of_a_pair_is_answered_in_the_order_of_the_attack() -> None:
    referee = play(battle("8H 8S 6H", "9C 9D AD 7S"), "8H 8S")
    assert referee.legal() == sorted(["9C / 9D", "9C / AD", "take"])
    for move in ("9D / 9C", "9C", "9C / 9C", "9C / 7S", "9C 9D", "9C / KD"):
        assert rules(referee, move) == ("CE-7",), move
    ruling = referee.judge("Ben", "9D / 9C")
    assert ruling.remedy == "9C / 9D"
    assert "each must get an answer of its own" in why(referee, "9C")
    single = play(battle("8H 6H", "9C 9D"), "8H")
    assert rules(single, "9C / 9D") == ("CE-7",)
    assert rules(single, "9C 9D") == ("CE-7",)
    assert single.judge("Ben", "9C / 9D").remedy == "9C"


def test_CE_7_a_card_that_is_not_in_the_hand() -> None:
    referee = play(battle("8H 6H 6D", "9C 7D 6C", "TC 7C"), "8H", "9C", "7D", "take", "6H")
    for card, words in (
        ("TC", "in Cid's"),
        ("7D", "in Cid's"),
        ("9C", "put away"),
        ("6H", "attacking"),
        ("QH", "Ceraria"),
    ):
        assert rules(referee, card)[0] == "CE-7"
        assert words in why(referee, card)
    assert rules(referee, "6C+TC") == ("CE-7", "CE-8")
    assert rules(play(battle("8H 6H", "9C 9D", stock="TC"), "8H"), "TC") == ("CE-7",)


def test_CE_8_support_by_an_allied_card_when_one_alone_is_not_strong_enough() -> None:
    referee = play(battle("TC 6H", "6S 6C 9S JC AH 6D"), "TC")
    assert referee.legal() == sorted(["take", "JC", "6S+AH", "9S+AH", "6C+6D"])
    for move in ("6S+6C", "JC+6D", "6S+9S", "6C+AH"):
        assert rules(referee, move) == ("CE-8",), move
    for move in ("6S", "AH", "AH+9S", "6D"):
        assert rules(referee, move) == ("CE-7",), move
    assert rules(referee, "AH+6C") == ("CE-8", "CE-7")
    assert referee.judge("Ben", "AH+9S").remedy == "9S+AH"
    assert referee.judge("Ben", "JC+6D").remedy == "JC"
    assert referee.judge("Ben", "6S").remedy == "6S+AH"


def test_CE_8_as_strong_together_is_not_stronger() -> None:
    referee = play(battle("KC 8C", "7S 6H 7H"), "KC")
    assert referee.legal() == ["7S+7H", "take"]
    assert rules(referee, "7S+6H") == ("CE-8",)
    assert "together are not stronger" in why(referee, "7S+6H")


def test_CE_8_the_same_card_cannot_answer_and_support() -> None:
    referee = play(battle("KS KH 6H", "9D TC 9C TD AS"), "KH KS")
    assert "9C+9D / TD+TC" in (referee.legal() or [])
    for move in ("9C+9D / 9D+TC", "9C+9C / TD+TC"):
        assert "CE-7" in rules(referee, move)
        assert "cannot be played twice" in why(referee, move)


def test_CE_9_a_defender_may_take_although_able_to_beat() -> None:
    referee = play(battle("8H 6H", "9C"), "8H", "take")
    assert hand(referee, "Ben") == {"8H", "9C"}
    assert referee.rulings[-1].verdict == "legal"


def test_CE_10_beaten_cards_are_put_away_and_the_defender_attacks() -> None:
    referee = play(battle("8H 8S 6H", "9C 6D 9D AS", "6C 7C"), "8H 8S", "9C / 9D")
    assert referee.to_move == "Ben"
    assert {"8H", "8S", "9C", "9D"} <= set(place(referee, "Discard").split())


def test_CE_10_after_taking_the_player_after_the_defender_attacks() -> None:
    assert play(battle("8H 6H", "9C", "6C 7C"), "8H", "take").to_move == "Cid"
    assert play(battle("8H 6H", "9C"), "8H", "take").to_move == "Ann"


def test_CE_11_drawing_up_to_five_the_attacker_first_then_the_defender_then_clockwise() -> None:
    stock = "KC KD KH KS AC AD AH AS JC"
    referee = play(battle("9H 6D 6S", "6C", "7C 7D 7H 7S", "TC TD TH TS", stock=stock, Leader="Cid"), "7C", "take")
    # Cid has 3 and draws 2, Dan has 5, Ann has 3 and draws 2, Ben has 1 and draws 4
    assert hand(referee, "Cid") == {"7D", "7H", "7S", "KC", "KD"}
    assert hand(referee, "Dan") == {"TC", "TD", "TH", "TS", "7C"}
    assert hand(referee, "Ann") == {"9H", "6D", "6S", "KH", "KS"}
    assert hand(referee, "Ben") == {"6C", "AC", "AD", "AH", "AS"}
    assert place(referee, "Stock") == "JC"


def test_CE_11_when_the_stock_does_not_last_the_first_ones_get_it() -> None:
    referee = play(battle("9H 6D", "TC 6S", stock="KC KD KH KS AC"), "9H", "TC")
    assert hand(referee, "Ann") == {"6D", "KC", "KD", "KH", "KS"}
    assert hand(referee, "Ben") == {"6S", "AC"}
    assert place(referee, "Stock") == ""


def test_CE_11_nobody_draws_before_the_first_attack() -> None:
    assert hand(battle("8H", "9C", stock="KC KD"), "Ann") == {"8H"}


def test_CE_11_hidden_cards_of_the_stock_are_drawn_hidden() -> None:
    referee = play(battle("9H 6D 6C 6H 6S", "TC 8S 8D 8H 8C", stock="?? KD ??x3"), "9H", "TC")
    assert place(referee, "Hand:Ann") == "6C 6D 6H 6S ??"
    assert place(referee, "Hand:Ben") == "8C 8D 8H 8S KD"
    assert referee.legal() is not None
    assert place(referee, "Stock") == "??x3"


def test_CE_11_the_last_card_that_can_be_in_the_stock_is_known_when_it_is_drawn() -> None:
    rest = " ".join(
        card_name(c) for c in cards_in(PACKS[36]) if card_name(c) not in {"QH", "9H", "6D", "TC", "8S", "AS"}
    )
    referee = play(battle("9H 6D", "TC 8S", stock="??", Discard=rest), "9H", "TC")
    assert hand(referee, "Ann") == {"6D", "AS"}


def test_CE_11_too_many_or_too_few_cards_are_a_late_ruling_on_the_last_move_and_tell_nothing_else() -> None:
    referee = play(deal(), "8H", "9C")
    referee.play("Ben", "take")  # refused: it is not the last move
    before = referee.position.copy()
    for text, words in (("9S ?? ?? ?? ?? ??", "more cards"), ("9S ?? ?? ??", "fewer cards")):
        late = referee.holds("Ben", looked(text))
        assert [(ruling.about, ruling.rule, ruling.player) for ruling in late] == [(2, "CE-11", "Ben")]
        assert words in late[0].why
        assert "9S" in late[0].why
    assert referee.position == before
    assert len(referee.late) == 2
    referee.undo(2)
    assert referee.late == []


@pytest.mark.parametrize(("shown", "words"), [("8C 9C TC", "fewer cards"), ("8C 9C TC ?? ?? ??", "more cards")])
def test_CE_11_the_late_ruling_says_how_many_cards_there_must_be_also_where_nobody_drew(shown: str, words: str) -> None:
    referee = play(battle("8C 9C TC JC", "KS 6C"), "8C", "take", "9C", "take", "TC", "take")
    (late,) = referee.holds("Ben", looked(shown))
    assert words in late.why
    assert "than the 5 " in late.why


def test_CE_11_before_the_first_move_a_wrong_number_is_an_error() -> None:
    with pytest.raises(MoveError, match="number"):
        deal().holds("Ben", looked("9S ?? ?? ?? ?? ??"))


@pytest.mark.parametrize("shown", ["8H", "QH", "9C", "6D", "7S"])
def test_CE_11_a_card_in_two_places_is_an_error_whatever_the_number(shown: str) -> None:
    referee = play(deal(3), "8H", "9C", "6D", "take", "7S")  # Cid took the 6D, and Ann attacks Ben
    for number in (3, 4, 5):
        with pytest.raises(MoveError, match="two places"):
            referee.holds("Ben", [parse_card(shown), *[None] * number])


# End


def test_CE_12_without_cards_once_the_stock_is_empty() -> None:
    referee = play(battle("8H", "9D 6S", "7C"), "8H", "take")
    assert (referee.outcome, referee.to_move, referee.legal()) == ("win Ann", None, [])
    referee = play(battle("8H 6C", "9C", "7C"), "8H", "9C")
    assert referee.outcome == "win Ben"


def test_CE_12_attacker_and_defender_in_one_battle() -> None:
    assert play(battle("8H", "9C", "7C"), "8H", "9C").outcome == "win Ann"


def test_CE_12_is_looked_at_after_the_drawing() -> None:
    referee = play(battle("8H", "9C 6S", stock="KC"), "8H", "9C")
    assert referee.outcome is None  # Ann drew the last card
    referee = play(battle("8H", "9C", stock="KC"), "8H", "9C")
    assert referee.outcome == "win Ben"  # Ann drew the last card, and none was left for Ben


def test_CE_12_comes_before_the_deadlock() -> None:
    referee = play(battle("8H 9H TH", "KS AS"), "8H", "take", "9H", "take", "TH", "take")
    assert referee.outcome == "win Ann"


@pytest.mark.parametrize(
    ("hands", "leader", "outcome"),
    [
        (("", "9C"), "Ben", "win Ann"),
        (("8H", ""), "Ann", "win Ben"),
        (("", "9C", "7C"), "Ann", "win Ann"),
        (("", "", "7C"), "Ben", "win Ann"),  # Ann attacked, Ben beat and would attack next
        (("", "", "7C"), "Cid", "win Ben"),
        (("", ""), "Ann", "win Ben"),
    ],
)
def test_CE_12_a_record_that_begins_when_the_game_is_over(hands: tuple[str, ...], leader: str, outcome: str) -> None:
    referee = battle(*hands, Leader=leader)
    assert (referee.outcome, referee.to_move, referee.legal()) == (outcome, None, [])
    again = Referee(referee.position_record())
    assert again.outcome == outcome
    assert again.position == referee.position


def test_CE_13_three_takes_in_a_row_with_an_empty_stock() -> None:
    referee = play(battle("8H 9H TH JH AC", "KS 6C"), "8H", "take", "9H", "take")
    assert referee.outcome is None
    play(referee, "TH", "take")
    assert (referee.outcome, referee.to_move, referee.legal()) == ("win Ben", None, [])
    with pytest.raises(MoveError, match=r"the deal is over \(win Ben\)"):
        referee.play("Ann", "JH")


def test_CE_13_a_beaten_attack_starts_the_count_again() -> None:
    referee = play(battle("8H 9H TH JH", "KS 9C 6C 6S", "7H 7S 6H"), "8H", "take", "7H", "take", "6C", "take")
    assert referee.outcome is not None
    referee = play(battle("8H 9H TH JH", "KS 9C 6C 6S", "7H 7S 6H"), "8H", "take", "7H", "9H", "TH", "take")
    play(referee, "7S", "take", "6C")
    assert referee.outcome is None
    play(referee, "take")
    assert referee.outcome == "win Ben"


def test_CE_13_only_battles_that_began_with_an_empty_stock_count() -> None:
    hands = ("8H 9H TH JH KH", "KS AC")
    referee = play(battle(*hands, stock="6S"), "8H", "take")  # draws the last card
    assert place(referee, "Stock") == ""
    play(referee, "9H", "take", "TH", "take")
    assert referee.outcome is None
    play(referee, "JH", "take")
    assert referee.outcome == "win Ann"


def test_CE_13_clubs_do_not_count_and_nobody_with_another_card_is_a_draw() -> None:
    assert play(battle("6C 7C 8C 9C", "AC TC"), "6C", "take", "7C", "take", "8C", "take").outcome == "draw"
    assert play(battle("6C 7C 8C 6D", "AC TC"), "6C", "take", "7C", "take", "8C", "take").outcome == "win Ann"


def test_CE_13_the_end_is_not_explained_by_a_strongest_card_that_does_not_count() -> None:
    referee = play(battle("8C 9C TC AC", "6D 7C"), "8C", "take", "9C", "take", "TC", "take")
    assert referee.outcome == "win Ben"  # with the 6D, although Ann has an ace
    assert "clubs do not count" in GAME.why_ended(referee.position)


def test_CE_13_equal_strength_hearts_before_spades_before_diamonds() -> None:
    order = sorted((card for card in range(52) if weight(card) >= 0), key=weight)
    assert [card_name(card) for card in order[-6:]] == ["KD", "KS", "KH", "AD", "AS", "AH"]
    assert all(weight(card) == -1 for card in range(0, 52, 4))
    for hands, winner in ((("KH", "KS", "KD"), "Ann"), (("7D", "KS", "KD"), "Ben"), (("7D", "6D", "KD"), "Cid")):
        filled = [f"{card} {clubs}" for card, clubs in zip(hands, ("8C 9C", "6C TC", "7C JC"), strict=True)]
        referee = play(battle(*filled), "8C", "take", "7C", "take", "6C", "take")
        assert referee.outcome == f"win {winner}"


def open_end() -> Referee:
    """A deadlock in which Ann and Ben have a hidden card each; one more is in the discard."""
    rest = [
        c
        for c in cards_in(PACKS[36])
        if card_name(c) not in ("QH", "6C", "7C", "8C", "9C", "TC", "KD", "AH", "AS", "JS")
    ]
    return play(
        battle("6C 7C 8C 9C ??", "TC KD ??", Discard=" ".join(map(card_name, rest)) + " ??"),
        *("6C", "take", "7C", "take", "8C", "take"),
    )


def test_CE_13_with_hidden_hands_the_outcome_is_open_until_enough_is_shown() -> None:
    referee = open_end()
    assert (referee.outcome, referee.to_move, referee.legal()) == (None, None, [])
    assert referee.points == {"Ann": 0, "Ben": 0}
    with pytest.raises(MoveError, match="the hands are shown"):
        referee.play("Ann", "9C")
    referee.holds("Ben", looked("TC 6C 7C 8C KD ??"))
    assert referee.outcome is None
    referee.holds("Ben", looked("TC 6C 7C 8C KD JS"))  # Ann has an ace, or the ace is away: still open
    assert referee.outcome == "win Ann"  # of AH and AS one is hers
    referee.undo()
    referee.holds("Ben", looked("TC 6C 7C 8C KD AS"))
    assert referee.outcome is None  # Ann can have AH or JS
    referee.holds("Ann", looked("9C JS"))
    assert referee.outcome == "win Ben"
    assert referee.points == {"Ann": 0, "Ben": 1}


def test_CE_13_is_known_when_every_way_to_fill_the_hidden_cards_gives_the_same_winner() -> None:
    referee = play(battle("6C 7C 8C 9C", "AH KD ??"), "6C", "take", "7C", "take", "8C", "take")
    assert referee.outcome == "win Ben"


def test_CE_14_the_game_ends_with_the_first_winner_and_a_win_is_one_point() -> None:
    referee = play(battle("8H", "9D 6S", "7C", Points="Ann=1, Cid=2"), "8H", "take")
    assert referee.points == {"Ann": 2, "Ben": 0, "Cid": 2}
    assert GAME.gains(referee.position) == (1, 0, 0)
    draw = play(battle("6C 7C 8C 9C", "AC TC"), "6C", "take", "7C", "take", "8C", "take")
    assert GAME.gains(draw.position) == (0, 0)


def test_CE_14_a_match_carries_the_points_on() -> None:
    match = Match()
    first = '[Game "ceraria"]\n[Players "Ann, Ben"]\n[Hand:Ann "8H"]\n[Hand:Ben "9D 6S"]\n[Stock ""]\n\nAnn: 8H\nBen: take\n'
    match.next_deal(parse(first))
    second = match.next_deal(parse('[Game "ceraria"]\n[Players "Ann, Ben"]\n[Leader "Ben"]\n\nBen: 8H\n'))
    assert second.points == {"Ann": 1, "Ben": 0}
    assert match.winners() is None


# What is known


def test_a_hidden_hand_has_no_list_but_says_what_it_could_play() -> None:
    referee = deal()
    assert referee.legal() is None
    assert set(referee.could() or ()) == {card_name(c) for c in cards_in(PACKS[36]) if c != CERARIA}
    play(referee, "8H 8S")
    could = referee.could() or []
    assert "take" in could
    assert {"9H", "9C", "6C", "7H"} <= set(could)  # 6C with support
    assert not {"9S", "9D", "QH"} & set(could)


def test_a_pair_needs_as_many_hidden_cards_as_its_answers_name() -> None:
    referee = play(battle("8H 8S 6H", "9C ??", stock=None), "8H 8S")
    assert rules(referee, "9C / 9D") == ()
    assert rules(referee, "9H / 9D") == ("CE-7",)
    assert "too few cards of that hand are unknown" in why(referee, "9H / 9D")
    assert set(referee.could() or ()) == {"take", "9C"}


def test_cards_are_known_when_they_are_played_and_in_the_hand_when_they_were_taken() -> None:
    referee = play(deal(3), "8H", "take", "9C", "take")
    assert place(referee, "Hand:Ben") == "8H ??x5"
    assert place(referee, "Hand:Ann") == "9C ??x5"
    assert rules(referee, "8H") == ()
    assert rules(referee, "9C") == ("CE-6",)


def test_a_known_card_of_the_stock_is_not_in_a_hidden_hand() -> None:
    referee = battle("8H ??", "9C 9D", stock="KC ??x2")
    assert rules(referee, "KC") == ("CE-6",)
    assert "in the stock" in why(referee, "KC")


def test_a_refused_move_tells_nothing() -> None:
    referee = play(deal(), "8H")
    before = referee.position.copy()
    assert referee.play("Ben", "KD").verdict == "illegal"
    assert referee.position == before
    assert rules(referee, "KC") == ()


# Records


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("8h", "8H"),
        ("10s", "TS"),
        ("8H  8S", "8H 8S"),
        ("9c/6d + 7c", "9C / 6D+7C"),
        ("TAKE", "take"),
        ("6♣+5♦", "6C+5D"),
        ("6C+7D / 9C+TD", "6C+7D / 9C+TD"),
    ],
)
def test_spellings(text: str, written: str) -> None:
    position = deal(Pack="52").position
    move = GAME.read_move(position, text)
    assert GAME.write_move(move) == written
    assert GAME.read_move(position, written) == move


@pytest.mark.parametrize(
    "text", ["", "8H 8S 8C", "9C / ", "+9C", "9C+9D+9H", "9C / 9D / 9H", "8H take", "8X", "9C 9D / 9H", "pass"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(MoveError, match="is no move of"):
        GAME.read_move(deal().position, text)


def test_a_card_that_is_not_in_the_pack_is_an_error() -> None:
    for text in ("5H", "9C / 5D", "9C+2D", "8H 5H"):
        with pytest.raises(MoveError, match=r"the card (5H|5D|2D) is not in the pack of 36"):
            GAME.read_move(deal().position, text)


def test_a_record_cannot_begin_in_the_middle_of_a_battle() -> None:
    with pytest.raises(MoveError, match="the battle goes on"):
        play(deal(), "8H").position_record()


@pytest.mark.parametrize("seed", range(10))
def test_a_position_between_two_battles_written_as_headers_reads_back(seed: int) -> None:
    random = Random(seed)
    referee = deal(random.randint(2, 4), Seed=str(seed), Option_circle="any", Leader="Ben")
    for _ in range(random.randrange(60)):
        if referee.to_move is None:
            break
        play(referee, random.choice(referee.legal() or []))
    if referee.position.attack:
        play(referee, "take")
    again = Referee(referee.position_record()).position
    again.takes, again.open = referee.position.takes, referee.position.open  # only the moves tell these
    if referee.position.result is None:
        assert again == referee.position


def test_a_refused_answer_that_the_players_let_stand() -> None:
    referee = play(battle("8H 6H", "9S 9D 6C"), "8H")
    record = referee.let_stand("Ben", "9S")
    again = Referee(record)
    assert again.to_move == "Ben"
    assert hand(again, "Ben") == {"9D", "6C"}
    assert {"8H", "9S"} <= set(place(again, "Discard").split())
    with pytest.raises(MoveError, match="cannot be let stand"):
        referee.let_stand("Ben", "KS")
    with pytest.raises(MoveError, match="cannot be let stand"):
        battle("8H 8C", "9S 9D").let_stand("Ann", "8H 8C")


# What a player knows


@pytest.mark.parametrize("seed", range(12))
def test_a_view_holds_the_own_hand_and_what_was_taken_from_the_table(seed: int) -> None:
    random = Random(seed)
    referee = deal(random.randint(2, 5), Seed=str(seed))
    position = referee.position
    taken: list[set[Card]] = [set() for _ in referee.players]  # by everyone's memory
    gone: set[Card] = set()
    while referee.to_move is not None:
        for seat in range(len(referee.players)):
            view = GAME.view(position, seat)
            assert view.hands[seat] == position.hands[seat]
            unseen = {c for c in cards_in(position.pack) if c != CERARIA} - gone - set(position.attack)
            unseen -= set(cards_in(position.hands[seat])).union(*taken)
            others = [other for other in range(len(referee.players)) if other != seat]
            places = {other: position.hands[other].bit_count() - len(taken[other]) for other in others}
            full = [other for other in others if places[other]]
            for other in others:
                if full == [other] and not position.stock:  # by counting
                    assert set(cards_in(view.hands[other])) == taken[other] | unseen
                else:
                    assert set(cards_in(view.hands[other])) == taken[other]
            assert set(view.stock) <= {None}
            assert view.discard == position.discard == card_set(gone)
            assert GAME.view(view, seat) == view
            assert GAME.view(GAME.sample(view, random), seat) == view
        seat = GAME.to_move(position)
        assert seat is not None
        move = random.choice(GAME.legal_moves(position) or [])
        cards = (
            set(map(parse_card, GAME.write_move(move).replace("+", " ").replace("/", " ").split()))
            if move != TAKE
            else set()
        )
        attack = set(position.attack)
        taken[seat] -= cards
        if move == TAKE:
            taken[seat] |= attack
        elif attack:
            gone |= cards | attack
        play(referee, GAME.write_move(move))


def test_a_hidden_part_of_the_discard_stays_hidden() -> None:
    referee = battle("8H 6H", "9C 9D", stock="?? KC")
    assert place(referee, "Discard") == "??x29"
    view = GAME.view(referee.position, 0)
    whole = GAME.sample(view, Random(1))
    assert None not in whole.stock
    assert GAME.view(whole, 0) == view
    assert [heap.cards.count(None) for heap in GAME.heaps(whole) if heap.kind == "discard"] == [
        heap.cards.count(None) for heap in GAME.heaps(view) if heap.kind == "discard"
    ]


@pytest.mark.parametrize("seed", range(20))
def test_play_by_the_policy_comes_to_an_end(seed: int) -> None:
    random = Random(seed)
    position: Any = GAME.start(read_setup(Record.new("ceraria", PLAYERS[: 2 + seed % 5], {"Seed": str(seed)}), GAME))
    for _ in range(400):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        assert all(0 <= promise <= 1 for promise in GAME.promise(position))
        GAME.apply(position, GAME.rollout(position, moves, random))
    assert GAME.outcome(position) is not None


# The table


@pytest.mark.parametrize("players", range(2, 7))
def test_the_places_of_the_table_do_not_overlap(players: int) -> None:
    places = GAME.layout(PLAYERS[:players])
    assert [place.name for place in places] == ["middle", "stock", "discard", *PLAYERS[:players]]
    for i, one in enumerate(places):
        x0, y0, x1, y1 = one.box
        assert 0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1
        for other in places[:i]:
            a0, b0, a1, b1 = other.box
            assert x1 <= a0 or a1 <= x0 or y1 <= b0 or b1 <= y0
    assert places[3].box[3] == 1


def test_heaps_hold_every_card_of_the_pack_once() -> None:
    referee = play(battle("8H 8S 6H", "9C 9D", "7C", stock="KC KD"), "8H 8S")
    heaps = GAME.heaps(referee.position)
    assert sorted(card for heap in heaps for card in heap.cards if card is not None) == list(cards_in(PACKS[36]))
    assert [(heap.owner, heap.cards) for heap in heaps if heap.kind == "attack"] == [
        (0, (parse_card("8H"),)),
        (0, (parse_card("8S"),)),
    ]
