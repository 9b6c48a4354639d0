"""Svoi Kozyri, rule by rule. Each test is named after the rule it is about."""

from __future__ import annotations

from random import Random

import pytest

from rules.cards import PACKS, SUITS, card_name, cards_in, parse_card
from rules.games import GAMES
from rules.games.svoi_kozyri.position import BEATS, DRAW, TAKE
from rules.record import Record, RecordError, parse
from rules.referee import Referee
from rules.ruling import MoveError
from tests.rules.laid import moves
from tests.rules.small_deals import beats

TRUMPS = {"Ann": "S", "Ben": "H", "Cid": "D", "Dan": "C"}


def table(*hands: str, pile: str = "", leader: str = "Ann", **options: str) -> Referee:
    """A table where Ann (spades), Ben (hearts), Cid (diamonds) and Dan (clubs) hold these cards."""
    players = list(TRUMPS)[: len(hands)]
    headers = {"Trumps": ", ".join(f"{p}={TRUMPS[p]}" for p in players), "Leader": leader}
    if pile:
        headers["Pile"] = pile
    headers |= {f"Hand:{player}": hand for player, hand in zip(players, hands, strict=True)}
    headers |= {f"Option:{name}": value for name, value in options.items()}
    return Referee(Record.new("svoi-kozyri", players, headers))


def deal(players: str = "Ann, Ben", **headers: str) -> Referee:
    """A deal without given hands; ``Option_deal`` stands for the header ``Option:deal``."""
    names = players.split(", ")
    trumps = ", ".join(f"{p}={TRUMPS[p]}" for p in names)
    return Referee(
        Record.new("svoi-kozyri", names, {"Trumps": trumps} | {k.replace("_", ":"): v for k, v in headers.items()})
    )


def hand(referee: Referee, player: str) -> str:
    return referee.game.describe(referee.position)[f"Hand:{player}"]


def rules(referee: Referee, move: str) -> tuple[str, ...]:
    """The rules the player on turn would break with ``move``."""
    assert referee.to_move is not None
    return referee.judge(referee.to_move, move).rules


# Set-up


def test_SK_1_no_two_players_have_the_same_trumps() -> None:
    with pytest.raises(RecordError, match="Ann"):
        Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], {"Trumps": "Ann=S, Ben=S"}))


@pytest.mark.parametrize("trumps", ["Ann=S", "Ann=S, Ben=X", "Ann=S, Cid=H", "Ann=S, Ann=H", "Ann=S, Ben", ""])
def test_SK_1_each_player_has_one_trump_suit(trumps: str) -> None:
    with pytest.raises(RecordError, match="Trumps"):
        Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], {"Trumps": trumps}))


@pytest.mark.parametrize("players", ["Ann", "Ann, Ben, Cid, Dan, Eve"])
def test_SK_2_two_to_four_players(players: str) -> None:
    with pytest.raises(RecordError, match="Players"):
        Referee(parse(f'[Game "svoi-kozyri"]\n[Players "{players}"]\n[Trumps "Ann=S"]\n'))


@pytest.mark.parametrize("size", ["24", "32", "36", "52"])
def test_SK_2_packs(size: str) -> None:
    referee = deal(Pack=size, Seed="1")
    cards = hand(referee, "Ann").split() + hand(referee, "Ben").split()
    assert sorted(map(parse_card, cards)) == list(cards_in(PACKS[int(size)]))


def test_SK_2_no_pack_of_54() -> None:
    with pytest.raises(RecordError, match="54"):
        deal(Pack="54")


@pytest.mark.parametrize(
    ("pack", "players", "sizes"),
    [
        ("36", "Ann, Ben", [18, 18]),
        ("36", "Ann, Ben, Cid", [12, 12, 12]),
        ("36", "Ann, Ben, Cid, Dan", [9, 9, 9, 9]),
        ("32", "Ann, Ben, Cid", [10, 11, 11]),
        ("52", "Ann, Ben, Cid", [17, 18, 17]),
    ],
)
def test_SK_3_the_first_players_from_the_leader_on_get_one_more(pack: str, players: str, sizes: list[int]) -> None:
    for extra in ({}, {"Seed": "7", "Option_sixes": "off"}):
        referee = deal(players, Pack=pack, Leader="Ben", **extra)
        heap = [hand(referee, player) for player in referee.players]
        counts = [sum(int(w[3:] or 1) if w.startswith("??") else 1 for w in cards.split()) for cards in heap]
        assert counts == sizes


def test_SK_3_a_seed_always_deals_the_same_and_another_seed_otherwise() -> None:
    assert hand(deal(Seed="42"), "Ann") == hand(deal(Seed="42"), "Ann")
    assert hand(deal(Seed="42"), "Ann") != hand(deal(Seed="43"), "Ann")


def test_SK_4_after_a_random_deal_each_has_the_lowest_own_trump() -> None:
    uneven = 0
    for seed in range(20):
        referee = deal("Ann, Ben, Cid, Dan", Seed=str(seed))
        hands = [hand(referee, player).split() for player in referee.players]
        for player, cards in zip(referee.players, hands, strict=True):
            assert f"6{TRUMPS[player]}" in cards
        assert sum(map(len, hands)) == 36
        uneven += len({len(cards) for cards in hands}) > 1
    assert uneven  # given, not exchanged


def test_SK_4_at_a_real_table_the_lowest_trumps_are_known_and_nothing_else() -> None:
    referee = deal(Pack="32")
    assert hand(referee, "Ann") == "7S ??x15"
    assert hand(referee, "Ben") == "7H ??x15"
    assert hand(deal(Pack="32", Option_sixes="off"), "Ann") == "??x16"


def test_SK_4_a_ruling_says_that_the_deal_gave_the_card() -> None:
    referee = deal(Option_take="forced")
    referee.play("Ann", "7C")
    assert "it is in Ann's, who was given it after the deal as the lowest own trump (SK-4)" in (
        referee.judge("Ben", "8C 6S").why
    )
    assert "with the 6H, given after the deal as the lowest own trump (SK-4)" in referee.judge("Ben", "take").why


def test_SK_4_not_with_hands_that_are_given() -> None:
    assert rules(table("??x3", "??x3", pile="7C"), "8C 6H") == ()


@pytest.mark.parametrize("leader", ["Ann", "Ben"])
@pytest.mark.parametrize("pack", ["24", "36", "52"])
def test_SK_5_mirror_hands_are_alike(pack: str, leader: str) -> None:
    # Ann has spades, Ben hearts; of diamonds and clubs the dealer's second suit is diamonds
    second = "DC" if leader == "Ben" else "CD"
    twin = str.maketrans("SH" + second, "HS" + second[::-1])
    for seed in range(10):
        referee = deal(Pack=pack, Leader=leader, Seed=str(seed), Option_deal="mirror")
        anns, bens = hand(referee, "Ann").split(), hand(referee, "Ben").split()
        assert len(anns) + len(bens) == int(pack)
        assert sorted(card.translate(twin) for card in anns) == sorted(bens)


def test_SK_5_a_card_shown_in_a_fresh_mirror_deal_shows_its_twin_in_the_other_hand() -> None:
    referee = deal(Leader="Ben", Option_deal="mirror")
    referee.play("Ben", "7C")  # Ann deals: spades and diamonds are hers, hearts and clubs are Ben's
    assert hand(referee, "Ann") == "7D ??x17"
    assert rules(referee, "7C 8C") == ("SK-8",)
    ruling = referee.judge("Ann", "8D 8C")  # twins: not both in one hand
    assert "SK-8" in ruling.rules
    assert "in the mirror deal (SK-5) each player gets one of the two" in ruling.why
    referee.play("Ann", "take")
    assert "each player gets one of the 7D and the 7C, and Ben got the 7C" in referee.judge("Ben", "7D").why


def test_SK_5_a_ruling_says_that_the_deal_gave_the_card() -> None:
    referee = deal(Leader="Ben", Option_deal="mirror", Option_take="forced")
    referee.play("Ben", "7H")
    why = referee.judge("Ann", "take").why  # the 7S is Ann's: Ben had the 7H
    assert "with the 7S: in the mirror deal (SK-5) each player gets one of the 7S and the 7H, and Ben got the 7H" in why


def test_SK_5_of_two_twins_that_both_beat_each_player_has_one() -> None:
    referee = deal(Leader="Ben", Option_deal="mirror", Option_take="forced")
    moves = [("Ben", "7H"), ("Ann", "7S TC"), ("Ben", "take"), ("Ann", "6C"), ("Ben", "8C 7H")]
    assert [referee.play(*move).verdict for move in moves] == ["legal", "legal", "unverified", "legal", "legal"]
    ruling = referee.judge("Ann", "take")  # she has the 8S or the 8H, and so on
    assert ruling.rules == ("SK-11",)
    assert "Whatever Ann's unknown cards are" in ruling.why
    referee = deal(Leader="Ben", Option_deal="mirror", Option_take="forced")
    referee.play("Ben", "7C")  # there are no twins of which both beat it for Ann
    assert referee.play("Ann", "take").verdict == "unverified"


def test_SK_5_only_for_two() -> None:
    with pytest.raises(RecordError, match="mirror"):
        deal("Ann, Ben, Cid", Option_deal="mirror")


def test_SK_6_the_leader_leads_and_is_the_first_player_if_none_is_named() -> None:
    assert deal().to_move == "Ann"
    assert deal(Leader="Ben").to_move == "Ben"


def test_SK_6_the_loser_deals_the_next_one() -> None:
    referee = table("9C", "JC TC", "AD AC", pile="7C")
    referee.play("Ann", "9C")
    referee.play("Ben", "JC TC")
    assert referee.outcome == "loss Cid"
    assert referee.game.next_deal(referee.position, referee.setup)["Leader"] == "Ann"


# Play


def test_SK_7_without_a_pile_one_card_and_only_one() -> None:
    referee = table("7C QH", "8C 9D")
    assert referee.legal() == ["7C", "QH"]
    assert rules(referee, "7C QH") == ("SK-7",)
    assert rules(referee, "take") == ("SK-7",)
    assert rules(referee, "9D") == ("SK-8",)
    assert rules(referee, "7C 9D") == ("SK-7", "SK-8")


@pytest.mark.parametrize("trump", "CDHS")
def test_SK_8_only_higher_cards_of_the_suit_and_own_trumps_beat(trump: str) -> None:
    for top in cards_in(PACKS[52]):
        for card in cards_in(PACKS[52]):
            expected = beats(card_name(card), card_name(top), trump)
            assert bool(BEATS[SUITS.index(trump)][top] >> card & 1) == expected


def test_SK_8_a_refusal_names_both_cards_and_the_reason() -> None:
    referee = table("AD", "6C TH KD 9S", pile="JH", leader="Ben")
    assert referee.judge("Ben", "TH 6C").why == "The TH does not beat the JH: it is of the same suit, but lower."
    assert "Ben's own trumps" in referee.judge("Ben", "KD 6C").why
    referee = table("AD", "6C TH KD 9S", pile="JD", leader="Ben")
    assert "which have no power on Ben's turn; Ben's own are hearts" in referee.judge("Ben", "9S 6C").why
    assert "of another suit" in referee.judge("Ben", "6C 9S").why


def test_SK_8_a_card_that_is_elsewhere_is_refused_and_the_place_is_named() -> None:
    referee = table("AD KD", "QD ??", pile="7C 8D", leader="Ben")
    assert "lies in the pile" in referee.judge("Ben", "QD 7C").why
    assert "known to be in Ann's" in referee.judge("Ben", "QD AD").why
    assert "with the 9D: only one card of that hand is unknown." in referee.judge("Ben", "9D TD").why
    one_card = table("AD KD", "??", pile="7C 8D", leader="Ben")
    assert "with the 9D: only one card is left there." in one_card.judge("Ben", "9D TD").why
    assert referee.judge("Ben", "9D TD").rules == ("SK-8",)
    assert "cannot be played twice" in referee.judge("Ben", "QD QD").why
    assert "all the cards there are known" in table("AD KD", "QD", pile="7C", leader="Ben").judge("Ben", "9C").why


def test_SK_8_the_top_card_itself_is_not_called_lower_than_itself() -> None:
    referee = table("7C 9C", "QD", pile="KC")
    for move in ("KC 9C", "KC"):
        ruling = referee.judge("Ann", move)
        assert ruling.rules == ("SK-8",)
        assert ruling.why == "The KC is not in Ann's hand: it lies in the pile."


def test_SK_8_a_card_played_face_up_is_known_in_the_hand_that_takes_it() -> None:
    referee = table("??x3", "??x3", leader="Ann")
    referee.play("Ann", "7C")
    referee.play("Ben", "take")
    assert hand(referee, "Ben") == "7C ??x3"
    assert rules(referee, "7C") == ("SK-8",)


def test_SK_9_the_second_card_is_missing_or_the_beating_card_was_the_last() -> None:
    referee = table("9C KS", "JC 6D", pile="7C")
    assert rules(referee, "9C") == ("SK-9",)
    assert referee.judge("Ann", "9C").remedy == "9C KS"
    assert rules(referee, "KD") == ("SK-8",)  # nothing follows on a card that does not beat
    assert rules(referee, "JC") == ("SK-8", "SK-9")  # all that it breaks, the most specific first
    assert "Besides" in referee.judge("Ann", "JC").why
    assert "second" not in table("??x3", "??x3", pile="6C TH", leader="Ben").judge("Ben", "9H").why
    alone = table("9C", "JC 6D", pile="7C")
    assert alone.legal() == ["9C", "take"]
    assert rules(alone, "9C 6D") == ("SK-8",)


@pytest.mark.parametrize(
    ("refused", "advice"),
    [
        ("8C", "8C ??"),  # any second card
        ("8C 8C", "8C ??"),
        ("6D 8C", "8C 6D"),
        ("6D 9D", "take"),
        ("KS 9C", "9C ??"),  # the KS is Ann's
        ("concede", "take"),
    ],
)
def test_SK_9_advice_for_a_hidden_hand_is_near_what_was_tried(refused: str, advice: str) -> None:
    assert table("KS AS", "??x3", pile="7C", leader="Ben").judge("Ben", refused).remedy == advice


@pytest.mark.parametrize(
    ("pile", "taken"),
    [
        ("6C 7C 8C 9C TD", 3),
        ("6C 7C 8C 9C TC JH", 5),
        ("6C 7C 8C 9C TC JC AH", 7),
        ("6C AS", 2),
        ("6C 7C JH", 3),
        ("6C", 1),
    ],
)
def test_SK_10_how_many_are_taken(pile: str, taken: int) -> None:
    referee = table("AD", "7D", pile=pile, leader="Ben")
    referee.play("Ben", "take")
    assert len(referee.game.middle(referee.position)) == len(pile.split()) - taken
    assert sorted(hand(referee, "Ben").split()) == sorted(["7D", *pile.split()[-taken:]])


def test_SK_10_own_trump_ace_takes_the_whole_pile() -> None:
    referee = table("AD", "7D", pile="6C 7C 8C 9C TC JC AH", leader="Ben")
    referee.play("Ben", "take")
    assert referee.game.middle(referee.position) == ()


def test_SK_11_free_a_player_may_take_although_able_to_beat() -> None:
    assert rules(table("9C KS", "6D", pile="7C"), "take") == ()


def test_SK_11_forced_taking_is_refused_with_a_card_that_beats() -> None:
    ruling = table("9C KS", "6D", pile="7C", take="forced").judge("Ann", "take")
    assert ruling.rules == ("SK-11",)
    assert "can beat the 7C, with the 9C" in ruling.why
    assert ruling.remedy == "9C KS"


def test_SK_11_forced_hidden_cards_leave_it_to_be_verified() -> None:
    assert table("??x2", "6D", pile="7C", take="forced").judge("Ann", "take").verdict == "unverified"
    assert table("9C ??", "6D", pile="7C", take="forced").judge("Ann", "take").rules == ("SK-11",)
    # the ace of one's own trumps on top cannot be beaten, whatever is hidden
    assert table("??x2", "6D", pile="AS", take="forced").judge("Ann", "take").verdict == "legal"


def test_SK_11_forced_counting_shows_that_some_hidden_card_beats() -> None:
    pile = " ".join(
        f"{rank}{suit}" for suit in "CDH" for rank in "9TJQKA"
    )  # only spades are left: six, two out of play
    referee = table("??x2", "??x2", pile=pile, take="forced")
    referee = Referee(referee.setup.record.with_headers({"Pack": "24"}))
    ruling = referee.judge("Ann", "take")
    assert ruling.rules == ("SK-11",)
    assert "Whatever Ann's unknown cards are" in ruling.why


def test_SK_11_late_only_for_cards_that_were_there_at_the_time() -> None:
    referee = table("7C 9D 8D", "??x4", take="forced")
    referee.play("Ann", "7C")
    assert referee.play("Ben", "take").verdict == "unverified"
    referee.play("Ann", "9D")
    referee.play("Ben", "TD 7C")  # 7C was taken, TD does not beat 7C
    assert referee.late == []
    assert [late.about for late in referee.holds("Ben", [parse_card("8H"), None, None])] == [2]
    assert referee.late[0].rule == "SK-11"
    assert "Ben took with the 7C on top, although a card in the hand beat it: 8H;" in referee.late[0].why
    assert "The line 'Ben holds 8H ??x2' shows it." in referee.late[0].why
    referee.undo()
    assert referee.late == []


def test_SK_11_late_a_foul_is_ruled_once() -> None:
    referee = table("7C 9D 8D", "??x4", take="forced")
    for player, move in [("Ann", "7C"), ("Ben", "take"), ("Ann", "9D"), ("Ben", "6H 9C"), ("Ann", "take")]:
        referee.play(player, move)
    referee.play("Ben", "7H")
    assert [(late.about, late.rule) for late in referee.late] == [(2, "SK-11")]
    assert "Move 4 shows it (Ben: 6H 9C)." in referee.late[0].why
    assert "cards in the hand beat it: 6H, 9C;" in referee.late[0].why


def test_SK_11_late_counting_alone_can_prove_it() -> None:
    shown = " ".join(f"{rank}{suit}" for suit in "CH" for rank in "9TJQKA") + " TS JS QS"
    headers = {
        "Pack": "24",
        "Trumps": "Ann=S, Ben=H",
        "Pile": f"KD AD {shown.removeprefix('9C ')} 9C KS AS 9D",
        "Leader": "Ben",
        "Option:take": "forced",
    }
    headers |= {"Hand:Ann": "TD ??", "Hand:Ben": "??"}  # nowhere yet: JD, QD and 9S; one of them is out of play
    referee = Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], headers))
    assert referee.play("Ben", "take").verdict == "unverified"
    assert referee.late == []
    referee.play("Ann", "9S TD")  # so Ben's card is the JD or the QD
    assert [(late.about, late.rule) for late in referee.late] == [(1, "SK-11")]
    assert "one of JD, QD" in referee.late[0].why


def test_SK_12_after_taking_the_next_player_faces_the_card_then_on_top_or_leads() -> None:
    referee = table("7S", "6C KC", "TC 7D", pile="6H 9C TD KD AS", leader="Ben")
    referee.play("Ben", "take")
    assert referee.to_move == "Cid"
    assert referee.legal() == ["7D TC", "TC 7D", "take"]
    referee = table("7S 8S", "6C KC", pile="TD", leader="Ben")
    referee.play("Ben", "take")
    assert referee.legal() == ["7S", "8S"]


# End


def test_SK_13_out_of_cards_wins_the_duel() -> None:
    referee = table("9C", "JC TC", pile="7C")
    referee.play("Ann", "9C")
    assert (referee.outcome, referee.to_move, referee.legal(), referee.could()) == ("win Ann", None, [], None)


def test_SK_13_the_last_card_can_be_the_lead() -> None:
    referee = table("9C", "6D 7D")
    referee.play("Ann", "9C")
    assert referee.outcome == "win Ann"


def test_SK_14_one_card_that_beats_is_the_only_move_and_draws() -> None:
    referee = table("9C 6D", "7D", pile="7C")
    referee.play("Ann", "9C 6D")
    assert referee.legal() == ["7D"]
    assert rules(referee, "take") == ("SK-14",)
    assert rules(referee, "concede") == ("SK-14",)
    referee.play("Ben", "7D")
    assert referee.outcome == "draw"


def test_SK_14_a_hidden_card_is_played_or_conceded() -> None:
    referee = table("9C 6D", "??", pile="7C", take="forced")
    referee.play("Ann", "9C 6D")
    assert referee.legal() is None
    could = referee.could()
    assert could is not None
    assert could[0] == "concede"
    assert {"7D", "AD", "6H"} <= set(could)
    assert "take" not in could
    assert "SK-14" in rules(referee, "take")
    assert rules(referee, "AS") == ("SK-8",)
    assert rules(referee, "7D 8D") == ("SK-8",)
    advice = {"7D 8D": "7D", "8D 7D": "8D", "AS": "concede", "take": "concede"}
    assert {move: referee.judge("Ben", move).remedy for move in advice} == advice
    referee.play("Ben", "concede")
    assert referee.outcome == "win Ann"


def test_SK_14_a_hidden_card_that_can_only_lose_has_lost() -> None:
    hearts_and_clubs = "6H 7H 8H 9H TH JH QH KH AH 6C 7C 8C 9C TC JC QC KC AC 6D 7D 8D 9D TD JD QD KD"
    referee = table("AD", "??", pile=hearts_and_clubs)
    referee.play("Ann", "AD")  # spades are left for Ben, and do not beat
    assert referee.outcome == "win Ann"


def test_SK_14_a_look_at_the_hidden_card_decides() -> None:
    for card, legal, outcome in [("7D", ["7D"], None), ("7S", [], "win Ann")]:
        referee = table("9C 6D", "??", pile="7C")
        referee.play("Ann", "9C 6D")
        referee.holds("Ben", [parse_card(card)])
        assert (referee.legal(), referee.outcome) == (legal, outcome)


def test_SK_14_there_is_nothing_to_concede_before() -> None:
    assert rules(table("9C 6D", "??x2", pile="7C"), "concede") == ("SK-14",)
    assert rules(table("9C 6D", "??x2"), "concede") == ("SK-14",)
    assert "opponent has gone out" in table("9C 6D", "??x2").judge("Ann", "concede").why
    three = table("9C 6D", "??x2", "??").judge("Ann", "concede")
    assert "other players still hold cards" in three.why
    assert "SK-15" in three.why


def test_SK_14_a_position_after_the_last_but_one_move() -> None:
    referee = table("", "7D", pile="9C 6D", leader="Ben")
    assert referee.legal() == ["7D"]
    assert table("", "7S", pile="9C 6D", leader="Ben").outcome == "win Ann"
    assert table("", "7D 8D", pile="9C 6D", leader="Ben").outcome == "win Ann"
    assert table("", "", pile="9C 6D", leader="Ben").outcome == "draw"


def test_SK_15_who_is_out_leaves_the_circle() -> None:
    referee = table("9C 6C", "", "AS AC", "6H 7H", pile="7C")
    referee.play("Ann", "9C 6C")
    assert referee.to_move == "Cid"
    referee.play("Cid", "take")
    assert referee.to_move == "Dan"


def test_SK_15_the_last_answer_of_the_last_two() -> None:
    referee = table("9C 6C", "7H KH", "AH", pile="7C")
    referee.play("Ann", "9C 6C")
    referee.play("Ben", "7H KH")
    assert referee.legal() == ["AH"]
    referee.play("Cid", "AH")
    assert referee.outcome == "draw"


def test_SK_16_the_loser_gets_a_penalty_point() -> None:
    referee = table("9C", "JC TC", pile="7C")
    referee = Referee(referee.setup.record.with_headers({"Points": "Ann=1, Ben=2"}))
    assert referee.points == {"Ann": 1, "Ben": 2}
    referee.play("Ann", "9C")
    assert referee.points == {"Ann": 1, "Ben": 3}
    referee.undo()
    assert referee.points == {"Ann": 1, "Ben": 2}


CIRCLE = [("Ben", "7H"), ("Ann", "TH 7S"), ("Ben", "take"), ("Ann", "8H"), ("Ben", "TH 7S"), ("Ann", "take")]


def in_circles(anns: str, bens: str) -> Referee:
    trumps = {"Trumps": "Ann=D, Ben=C", "Leader": "Ben", "Hand:Ann": anns, "Hand:Ben": bens}
    return Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], trumps))


def test_SK_17_the_third_time_is_a_draw_and_undo_takes_it_back() -> None:
    referee = in_circles("8H TH 7S AS", "7H 9D")
    for move in CIRCLE * 2:
        assert referee.outcome is None
        referee.play(*move)
    assert referee.outcome == "draw"
    referee.undo()
    assert referee.outcome is None
    referee.play(*CIRCLE[-1])
    assert referee.outcome == "draw"


def test_SK_17_not_while_a_card_is_hidden_but_as_soon_as_all_are_known() -> None:
    referee = in_circles("8H TH 7S ??", "7H ??")
    for move in CIRCLE * 3:
        referee.play(*move)
    assert referee.outcome is None
    referee.holds("Ann", [*map(parse_card, ["8H", "TH", "7S", "AS"])])
    assert referee.outcome is None
    referee.holds("Ben", [*map(parse_card, ["7H", "9D"])])
    assert referee.outcome == "draw"
    referee.undo()
    assert referee.outcome is None


def test_SK_17_refused_moves_do_not_count() -> None:
    referee = in_circles("8H TH 7S AS", "7H 9D")
    for _ in range(3):
        referee.play("Ben", "take")
    assert referee.outcome is None


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 6), (4, 9)])
def test_SK_17_random_play_agrees_with_a_simple_count(players: int, cards: int) -> None:
    """Players with habits, so that positions come up again; some moves are taken back, some positions copied."""
    repeated = 0
    for seed in range(150):
        random = Random(seed)
        some = random.sample([card_name(card) for card in cards_in(PACKS[24])], cards)
        referee = table(*(" ".join(some[seat::players]) for seat in range(players)))
        game, position = referee.game, referee.position
        came_up = [(position.turn, position.pile, *position.hands)]
        habits: dict[tuple[int, ...], int] = {}
        undo = []
        while (moves := game.legal_moves(position)) and len(came_up) < 100:
            if undo and random.random() < 0.05:
                for _ in range(min(len(undo), random.randint(1, 5))):
                    game.undo(position, undo.pop())
                    came_up.pop()
                continue
            if random.random() < 0.1:
                other, position = position, position.copy()
                game.apply(other, random.choice(moves))  # does not matter to the copy
            move = TAKE if TAKE in moves and random.random() < 0.6 else random.choice(moves)
            move = move if random.random() < 0.05 else habits.setdefault(came_up[-1], move)
            undo.append(game.apply(position, move))
            came_up.append((position.turn, position.pile, *position.hands))
            if sum(map(bool, position.hands)) > 1:
                assert (position.result == DRAW) == (came_up.count(came_up[-1]) >= 3)
                repeated += position.result == DRAW
    assert repeated > 5


# What players know


def test_SK_14_who_is_out_knows_no_more_of_the_last_card_than_that_it_beats() -> None:
    referee = table("9C 6D", "7D", pile="7C")
    referee.play("Ann", "9C 6D")
    view = referee.game.view(referee.position, 0)
    assert (view.hands, view.hidden) == ([0, 0], [0, 1])
    for seed in range(10):
        assert referee.game.legal_moves(referee.game.sample(view, Random(seed)))


def test_a_player_knows_the_own_hand_and_what_was_taken_from_the_pile() -> None:
    referee = table("7C 9H KC", "8C TC 6D", "AD KD QD")
    for player, move in [("Ann", "7C"), ("Ben", "8C 6D"), ("Cid", "take")]:
        referee.play(player, move)

    def known(seat: int) -> list[str]:
        headers = referee.game.describe(referee.game.view(referee.position, seat))
        return [headers[f"Hand:{player}"] for player in referee.players]

    assert known(0) == ["9H KC", "??", "6D 7C 8C ??x3"]
    assert known(1) == ["??x2", "TC", "6D 7C 8C ??x3"]
    assert known(2) == ["??x2", "??", "6D 7C 8C QD KD AD"]


def test_SK_4_everyone_knows_who_was_given_the_lowest_trumps() -> None:
    referee = deal("Ann, Ben, Cid", Seed="1")
    view = referee.game.view(referee.position, 0)
    assert [hand.bit_count() for hand in view.hands[1:]] == [1, 1]
    assert hand(referee, "Ben").split()[0] == "6H"
    assert view.hands[1] == 1 << parse_card("6H")


def test_SK_5_in_the_mirror_deal_everyone_knows_everything() -> None:
    for seed in range(5):
        position = deal(Seed=str(seed), Option_deal="mirror").position
        assert GAMES["svoi-kozyri"].view(position, 0).hands == position.hands


def test_SK_5_twins_are_shared_out_in_a_sample() -> None:
    referee = deal(Leader="Ben", Option_deal="mirror")
    referee.play("Ben", "7C")
    for seed in range(10):
        sample = referee.game.sample(referee.position, Random(seed))
        assert sample.hidden == [0, 0]
        played = parse_card("7C")
        pairs = [(a, b) for a, b in sample.twins.items() if played not in (a, b)]
        assert all((sample.hands[0] >> a & 1) != (sample.hands[0] >> b & 1) for a, b in pairs)


def test_what_came_up_before_tells_nothing_of_hidden_cards() -> None:
    """SK-17 counts positions, hands and all; in a view the cards that were never shown are not in them."""
    referee = table("7C 9H KC", "8C TC 6D", "AD KD QD")
    for player, move in [("Ann", "7C"), ("Ben", "8C 6D"), ("Cid", "take")]:
        referee.play(player, move)
    view = referee.game.view(referee.position, 0)
    secret = sum(1 << parse_card(card) for card in ["TC", "AD", "KD", "QD"])
    assert len(view.counts) == 4
    assert not any(hand & secret for _, _, *hands in view.counts for hand in hands)


def test_heaps_say_where_everything_lies_and_whose_trumps_are_what() -> None:
    referee = table("9C 6D", "??x2 7H", pile="7C 8D")
    heaps = referee.game.heaps(referee.position)
    assert [(heap.kind, heap.owner, len(heap.cards)) for heap in heaps] == [
        *[("hand", 0, 2), ("hand", 1, 3), ("pile", None, 2), ("out", None, 29)]
    ]
    assert [heap.note for heap in heaps[:2]] == ["trumps: spades", "trumps: hearts"]


def test_the_quick_choice_ends_a_deal() -> None:
    game, random = GAMES["svoi-kozyri"], Random(1)
    for seed in range(20):
        position = deal(Seed=str(seed)).position
        for _ in range(400):
            moves = game.legal_moves(position)
            if not moves:
                break
            move = game.rollout(position, moves, random)
            assert move in moves
            game.apply(position, move)
        assert game.outcome(position) is not None


# What a look at a hand tells


def test_a_hand_is_known_when_all_cards_without_a_place_must_be_in_it() -> None:
    pile = " ".join(f"{rank}{suit}" for rank in "9TJQKA" for suit in "CDH")
    headers = {"Pack": "24", "Trumps": "Ann=S, Ben=H", "Pile": pile, "Hand:Ann": "9S TS ??", "Hand:Ben": "JS ??x2"}
    referee = Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], headers))
    assert referee.legal() is None
    referee.holds("Ann", [*map(parse_card, ["9S", "TS", "QS"])])
    assert referee.legal() is not None
    assert hand(referee, "Ben") == "JS KS AS"


@pytest.mark.parametrize(
    ("cards", "word"),
    [
        (["8C", None], "number"),
        (["8C", None, None, None], "number"),
        (["9D", None, None], "9D"),  # in the pile
        (["AD", None, None], "AD"),  # in Ann's hand
        (["8C", "8C", None], "8C"),
        (["2C", None, None], "2C"),
        (["8C", "8D", "8H"], "QH must be in Ben's hand, too"),  # the number is right
    ],
)
def test_a_hand_that_cannot_be_is_an_error_and_changes_nothing(cards: list[str | None], word: str) -> None:
    referee = table("7C AD", "QH ??x2", pile="9D")
    before = referee.text(), hand(referee, "Ben")
    with pytest.raises(MoveError, match=word):
        referee.holds("Ben", [None if card is None else parse_card(card) for card in cards])
    assert (referee.text(), hand(referee, "Ben")) == before


# The table


def test_the_middle_shows_moves() -> None:
    referee = table("9C 6D AS", "JC 6H", pile="7C 8D")
    game, position = referee.game, referee.position

    assert moves(referee, "7C 8D") == moves(referee, "8D") == moves(referee, "(7C) 8D") == ()
    assert moves(referee, "7C (8D)") == ("take",)  # nothing lies there that could cover it
    assert moves(referee, "7C (8D) AS") == ("AS",)
    assert moves(referee, "7C 8D 9D 6D") == ("9D 6D",)
    assert moves(referee, "8D AS") == ("AS",)  # legal or not
    assert moves(referee, "7C") == moves(referee, "") == ("take",)
    assert moves(referee, "8D 9C 6D AS") == ()
    assert game.middle(position) == (parse_card("7C"), parse_card("8D"))


def test_the_table_has_a_place_for_the_middle_and_each_player() -> None:
    for count in (2, 3, 4):
        places = GAMES["svoi-kozyri"].layout(list(TRUMPS)[:count])
        assert [place.name for place in places] == ["middle", *list(TRUMPS)[:count]]
        for place in places:
            x0, y0, x1, y1 = place.box
            assert 0 <= x0 < x1 <= 1
            assert 0 <= y0 < y1 <= 1
        assert places[1].box[3] == 1  # the first sits at the bottom edge


def test_a_refused_move_that_is_let_stand_goes_on_in_a_new_record() -> None:
    referee = table("9C 6D AS", "JC ??x2", pile="7C 8D", leader="Ben")
    assert referee.play("Ben", "JC 6S").verdict == "illegal"
    before = referee.text()
    record = referee.let_stand("Ben", "JC 6S")
    assert referee.text() == before
    after = Referee(record)
    assert [after.to_move, hand(after, "Ben"), hand(after, "Ann")] == ["Ann", "??", "6D 9C AS"]
    assert after.game.middle(after.position) == tuple(map(parse_card, ["7C", "8D", "JC", "6S"]))
    with pytest.raises(MoveError):
        referee.let_stand("Ben", "JC AS")


# The rule book


def test_rules_are_numbered_without_a_gap_and_every_cited_rule_is_there() -> None:
    game = GAMES["svoi-kozyri"]
    numbers = [int(rule.id.removeprefix("SK-")) for rule in game.rules]
    assert numbers == list(range(1, 18))
    assert {option.rule for option in game.options} <= {rule.id for rule in game.rules}
    for rule in game.rules:
        assert rule.title and rule.text and rule.origin
