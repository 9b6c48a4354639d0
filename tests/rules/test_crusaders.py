"""Crusaders: each rule by its number, sentence by sentence."""

from __future__ import annotations

from random import Random

import pytest

from rules.cards import card_name, cards_in, parse_card
from rules.games import GAMES
from rules.match import Match
from rules.record import Record, RecordError, parse
from rules.referee import Referee
from rules.ruling import MoveError, Outcome
from rules.setup import read_setup
from tests.rules.any_game import any_record, check_cards, near, read
from tests.rules.crusaders_deals import outcome_of

GAME = GAMES["crusaders"]
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")


def table(*hands: str, **more: str) -> Referee:
    """A table with these hands. ``more``: decks (``Ann="6C 7C"``), characters (``who="Herald Prelate"``), options, Pack."""
    names = NAMES[: len(hands)]
    lines = ['[Game "crusaders"]', f'[Players "{", ".join(names)}"]']
    lines += [f'[Hand:{name} "{hand}"]' for name, hand in zip(names, hands, strict=True)]
    for name, value in more.items():
        if name == "who":
            lines.append('[Option:characters "random"]')
            value = ", ".join(f"{player}={who}" for player, who in zip(names, value.split(), strict=True))
            lines.append(f'[Characters "{value}"]')
        elif name in names:
            lines.append(f'[Deck:{name} "{value}"]')
        else:
            lines.append(f'[{name if name[0].isupper() else "Option:" + name} "{value}"]')
    return Referee(parse("\n".join(lines) + "\n"))


def play(referee: Referee, *moves: str) -> Referee:
    """Plays moves, all legal, each by whoever is on turn."""
    for move in moves:
        assert referee.to_move is not None
        ruling = referee.play(referee.to_move, move)
        assert ruling.verdict == "legal", (move, ruling.why)
    return referee


def refused(referee: Referee, move: str) -> tuple[str, ...]:
    """The rules that a move of the player on turn breaks."""
    assert referee.to_move is not None
    ruling = referee.judge(referee.to_move, move)
    assert (ruling.verdict == "illegal") == bool(ruling.rules) == bool(ruling.why)
    return ruling.rules


def hand(referee: Referee, player: str) -> str:
    return " ".join(map(card_name, cards_in(referee.position.hands[referee.players.index(player)])))


def discard(referee: Referee) -> str:
    return " ".join(map(card_name, cards_in(referee.position.discard)))


def fresh(*names: str, **more: str) -> Referee:
    """A fresh deal as at a real table."""
    return Referee(Record.new("crusaders", names, more))


# -- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", ["36", "54"])
@pytest.mark.parametrize("players", range(2, 7))
def test_CR_1_CR_2_the_pack_is_dealt_evenly_and_what_is_left_is_set_aside(pack: str, players: int) -> None:
    names = NAMES[:players]
    each, left = divmod(int(pack), players)
    for referee in (fresh(*names, Pack=pack), fresh(*names, Pack=pack, Seed="1")):
        p = referee.position
        assert [hand.bit_count() + hidden for hand, hidden in zip(p.hands, p.hidden, strict=True)] == [6] * players
        assert [len(deck) for deck in p.decks] == [each - 6] * players
        assert sum(len(heap.cards) for heap in GAME.heaps(p) if heap.kind == "out") == left
        assert referee.to_move == "Ann"


@pytest.mark.parametrize("names", [("Ann",), (*NAMES, "Gus")])
def test_CR_1_one_or_seven_cannot_play(names: tuple[str, ...]) -> None:
    with pytest.raises(RecordError):
        fresh(*names)


def test_CR_1_a_two_is_no_card_of_the_pack_of_36() -> None:
    with pytest.raises(MoveError, match="2C"):
        refused(table("7C", "8C"), "attack 2C")


def test_CR_2_the_same_seed_deals_the_same_cards_and_another_others() -> None:
    one, same, other = (fresh("Ann", "Ben", Seed=seed).position for seed in ("1", "1", "2"))
    assert one == same
    assert one != other


def test_CR_2_nobody_looks_into_a_personal_deck() -> None:
    p = fresh("Ann", "Ben", "Cid", Seed="1").position
    for seat in range(3):
        assert all(card is None for deck in GAME.view(p, seat).decks for card in deck)


@pytest.mark.parametrize(
    ("headers", "line", "word"),
    [
        ('[Deck:Ann "7C"]', 3, "Deck:Ann"),
        ('[Discard "7C"]', 3, "Discard"),
        ('[Hand:Ann "7C"]', 3, "Hand:Ben"),
        ('[Hand:Ann ""]\n[Hand:Ben "8C"]\n[Deck:Ann "7C"]', 3, "number"),
        ('[Seed "1"]\n[Hand:Ann "7C"]', 4, "Seed"),
        ('[Hand:Ann "7C"]\n[Hand:Ben "7C"]', 4, "7C"),
        ('[Hand:Ann "2C"]\n[Hand:Ben "7C"]', 3, "2C"),
        ('[Hand:Ann "RJ"]\n[Hand:Ben "7C"]', 3, "RJ"),
        ('[Stock "7C"]', 3, "Stock"),
        ('[Deck:Cid "7C"]', 3, "Cid"),
        ('[Option:rounds "0"]', 3, "rounds"),
        ('[Characters "Ann=Marshal, Ben=Herald"]', 3, "Characters"),
        ('[Option:characters "draft"]', 1, "Characters"),
        ('[Option:characters "random"]\n[Characters "Ann=Marshal, Ben=Marshal"]', 4, "Marshal"),
        ('[Option:characters "random"]\n[Characters "Ann=Marshal"]', 4, "Ben"),
        ('[Option:characters "random"]\n[Characters "Ann=Marshal, Ben=King"]', 4, "King"),
    ],
)
def test_CR_2_CR_20_headers_that_do_not_fit_are_errors(headers: str, line: int, word: str) -> None:
    with pytest.raises(RecordError) as caught:
        Referee(parse(f'[Game "crusaders"]\n[Players "Ann, Ben"]\n{headers}\n'))
    assert caught.value.line == line
    assert word in caught.value.message


def test_CR_3_the_leader_attacks_or_the_next_who_has_cards() -> None:
    assert table("7C", "8C", "9C", Leader="Cid").to_move == "Cid"
    assert table("7C", "8C", "", Leader="Cid").to_move == "Ann"


def test_CR_3_who_placed_last_leads_in_the_next_round() -> None:
    match = Match()
    first = play(table("7C", "8C", "6D KD"), "attack 7C", "beat 7C 8C", "done")
    assert first.outcome == "places Ann Ben Cid"
    match.next_deal(parse(first.text()))
    assert match.carried() == {"Leader": "Cid", "Points": "Ann=2, Ben=1, Cid=0"}
    second = match.next_deal(Record.new("crusaders", ["Ann", "Ben", "Cid"], {}))
    assert second.to_move == "Cid"


# -- a turn ----------------------------------------------------------------------------------------------------------


def test_CR_4_attack_with_one_card_or_several_of_one_rank() -> None:
    referee = table("7C 7D 7S 8C", "9C 9D 9H 9S")
    assert refused(referee, "attack 7C 7D 7S") == ()
    assert refused(referee, "attack 7S 7C 7D") == ()
    assert refused(referee, "attack 7C 8C") == ("CR-4",)
    assert refused(referee, "attack 7C 7C") == ("CR-4",)
    assert refused(referee, "attack 7H") == ("CR-4",)
    play(referee, "attack 7S 7C")
    assert referee.text().endswith("Ann: attack 7C 7S\n")


def test_CR_4_at_most_as_many_as_the_defender_holds() -> None:
    referee = table("7C 7D 7S 8C", "9C 9D")
    assert referee.legal() == sorted(
        ["attack 7C", "attack 7D", "attack 7S", "attack 8C", "attack 7C 7D", "attack 7C 7S", "attack 7D 7S"]
    )
    assert refused(referee, "attack 7C 7D 7S") == ("CR-4",)


def test_CR_4_at_most_six() -> None:
    seven = "6C 6D 6H 6S 7C 7D 7H"
    referee = table(seven, "8C 8D 8H 8S 9C 9D 9H", who="Marshal Herald")
    assert refused(referee, "attack! 6C 6D 6H 6S 7C 7D") == ()
    assert refused(referee, f"attack! {seven}") == ("CR-4",)


def test_CR_4_attacked_is_the_next_player_who_is_still_in() -> None:
    referee = play(table("7C", "", "8C", "9C"), "attack 7C")
    assert referee.to_move == "Cid"


@pytest.mark.parametrize(
    "move", ["beat 7C 8C", "replace 7C 8D", "raise 7H 7C", "raise 7H 7C 8C", "take", "done", "pass"]
)
def test_CR_4_before_the_attack_nothing_else_is_due(move: str) -> None:
    assert refused(table("7C 7H", "8C"), move) == ("CR-4",)


def test_CR_5_every_card_is_dealt_with_in_any_order_one_at_a_time() -> None:
    referee = play(table("7C 7S", "8C 8S KD"), "attack 7C 7S")
    assert referee.to_move == "Ben"
    play(referee, "beat 7S 8S")
    assert referee.to_move == "Ben"
    play(referee, "beat 7C 8C")
    assert referee.to_move == "Ann"


def test_CR_5_take_is_possible_while_a_card_is_unbeaten() -> None:
    referee = play(table("7C 7S 9H", "8C 8S KD", "6C"), "attack 7C 7S", "beat 7C 8C", "take", "pass", "pass")
    assert hand(referee, "Ben") == "7S 8S KD"
    referee = play(table("7C 9H", "8C 8S"), "attack 7C", "beat 7C 8C")
    assert refused(referee, "take") == ("CR-13",)


def test_CR_5_only_unbeaten_cards_are_beaten_and_only_from_the_hand() -> None:
    referee = play(table("7C 7S", "8C 8S KD"), "attack 7C 7S", "beat 7C 8C")
    assert refused(referee, "beat 7C 8S") == ("CR-5",)
    assert refused(referee, "beat 9C 8S") == ("CR-5",)
    assert refused(referee, "beat 7S AS") == ("CR-5",)
    assert refused(referee, "beat 7S 8C") == ("CR-5", "CR-7")
    for move in ("attack 8S", "done", "pass", "throw! 8S", "stow! 8S"):
        assert "CR-5" in refused(referee, move)


# -- who beats whom --------------------------------------------------------------------------------------------------

WHY_NOT = {
    "C": {"C": "CR-6", "D": "CR-9", "H": "CR-8"},
    "S": {"C": "CR-7", "S": "CR-6", "D": "CR-9"},
    "D": {"C": "CR-8", "S": "CR-7", "D": "CR-9"},
    "H": {"C": "CR-8", "S": "CR-10", "D": "CR-9", "H": "CR-6"},
}
"""Attacking and defending suit -> the rule of a beat that the table refuses."""


@pytest.mark.parametrize("option", ["any", "higher"])
def test_CR_6_to_CR_11_the_whole_table(option: str) -> None:
    deck = [card_name(card) for card in cards_in(table("7C", "8C", Pack="54").position.pack)]
    random = Random(1)
    for attack in random.sample(deck, 30):
        for defence in deck:
            if attack == defence:
                continue
            referee = play(table(attack, defence, Pack="54", cleric_vs_pike=option), f"attack {attack}")
            word = outcome_of(attack, defence, option == "higher")
            for tried in ("beat", "replace"):
                rules = refused(referee, f"{tried} {attack} {defence}")
                if word == tried:
                    assert rules == ()
                    continue
                if attack[1] == "J":
                    assert rules == ("CR-11",)
                elif tried == "replace":
                    assert rules == ("CR-9",)
                elif attack[1] + defence[1] == "SH":
                    assert rules == ("CR-7" if attack[0] == defence[0] else "CR-10",)
                else:
                    assert rules == (WHY_NOT[attack[1]][defence[1]],)


def test_CR_6_same_suit_the_higher_beats() -> None:
    referee = play(table("TC", "9C JC"), "attack TC")
    assert referee.legal() == ["beat TC JC", "take"]


def test_CR_7_pikemen_beat_knights_and_their_own_rank() -> None:
    assert play(table("AC", "6S"), "attack AC").legal() == ["beat AC 6S", "take"]
    assert play(table("TH", "TS AS"), "attack TH").legal() == ["beat TH TS", "take"]
    assert play(table("TS", "AC TC TH"), "attack TS").legal() == ["take"]


def test_CR_8_knights_in_attack_are_not_beaten_by_mages_and_clerics() -> None:
    referee = play(table("6C", "AH AD"), "attack 6C")
    assert referee.legal() == ["replace 6C AD", "take"]
    assert refused(play(table("6D", "AC"), "attack 6D"), "beat 6D AC") == ("CR-8",)


def test_CR_9_the_replaced_card_comes_to_the_hand_and_the_mage_is_unbeaten() -> None:
    referee = play(table("TC 9H", "6D KC"), "attack TC", "replace TC 6D")
    assert referee.to_move == "Ben"
    assert hand(referee, "Ben") == "TC KC"
    assert refused(referee, "beat TC KC") == ("CR-5",)
    play(referee, "take")
    assert hand(referee, "Ben") == "6D TC KC"


def test_CR_9_a_mage_that_replaced_one_can_be_replaced_by_a_higher_one() -> None:
    referee = play(table("TC 9H", "6D 7D 8H"), "attack TC", "replace TC 6D", "replace 6D 7D")
    assert refused(referee, "replace 7D 6D") == ("CR-9",)
    play(referee, "beat 7D 8H", "done")
    assert discard(referee) == "7D 8H"
    assert hand(referee, "Ben") == "6D TC"


def test_CR_10_clerics_beat_pikemen_of_another_rank_and_any_mage() -> None:
    assert play(table("TS", "6H"), "attack TS").legal() == ["beat TS 6H", "take"]
    assert play(table("AD", "6H"), "attack AD").legal() == ["beat AD 6H", "take"]
    assert play(table("TS", "6H", cleric_vs_pike="higher"), "attack TS").legal() == ["take"]


def test_CR_11_jokers() -> None:
    referee = table("RJ 2C 2D", "BJ AS AD", Pack="54")
    assert "attack RJ" in (referee.legal() or [])
    assert refused(referee, "attack 2C RJ") == ("CR-11",)
    play(referee, "attack RJ")
    assert referee.legal() == ["beat RJ BJ", "take"]
    for attack in ("2C", "2D", "2H", "2S"):
        referee = play(table(attack, "BJ", Pack="54"), f"attack {attack}")
        assert referee.legal() == [f"beat {attack} BJ", "take"]


def test_CR_11_two_jokers_are_no_attack_of_one_rank() -> None:
    assert refused(table("RJ BJ", "2C 2D", Pack="54"), "attack BJ RJ") == ("CR-11",)


# -- resurrection ----------------------------------------------------------------------------------------------------


def test_CR_12_the_cleric_falls_and_the_raised_card_lies_fallen_on_the_new_target() -> None:
    referee = play(table("7C 7S 9H", "KS KH QD AC"), "attack 7C 7S", "beat 7C KS", "raise KH KS 7S")
    assert referee.to_move == "Ann"
    assert hand(referee, "Ben") == "QD AC"
    assert ["7C"] in rows(referee)
    assert ["7S", "KS"] in rows(referee)
    play(referee, "done")
    assert discard(referee) == "7C 7S KH KS"


def rows(referee: Referee) -> list[list[str]]:
    """The attacking cards with what lies on them."""
    return [
        [card_name(card) for card in heap.cards if card is not None]
        for heap in GAME.heaps(referee.position)
        if heap.kind == "attack"
    ]


def test_CR_12_the_card_it_had_beaten_stays_beaten() -> None:
    referee = play(table("7C 7S 7D 9H", "KS KH AC 8H"), "attack 7C 7D 7S", "beat 7C KS", "raise KH KS 7S")
    assert referee.to_move == "Ben"
    assert refused(referee, "beat 7C AC") == ("CR-5",)
    play(referee, "beat 7D 8H", "done")
    assert discard(referee) == "7C 7D 7S 8H KH KS"


def test_CR_12_the_cleric_has_the_rank_of_the_fallen_and_is_spent_from_the_hand() -> None:
    referee = play(table("7C 7S", "KS QH KH QD"), "attack 7C 7S", "beat 7C KS")
    assert refused(referee, "raise QH KS 7S") == ("CR-12",)
    assert refused(referee, "raise QD KS 7S") == ("CR-12",)
    assert refused(referee, "raise AH KS 7S") == ("CR-12", "CR-5")
    assert refused(referee, "raise KH KS 7S") == ()


def test_CR_12_only_own_fallen_defenders_and_only_to_beat_at_once() -> None:
    referee = play(table("7C 7S", "KS 7H KH"), "attack 7C 7S", "beat 7C KS")
    assert refused(referee, "raise 7H 7C 7S") == ("CR-12",)
    assert refused(referee, "raise KH KS") == ("CR-12",)
    assert refused(referee, "raise KH KS 7C") == ("CR-12", "CR-5")
    assert refused(referee, "raise KH KC 7S") == ("CR-12",)


def test_CR_12_what_is_raised_must_beat_the_card() -> None:
    referee = play(table("7C 7D", "KS KH"), "attack 7C 7D", "beat 7C KS")
    assert refused(referee, "raise KH KS 7D") == ("CR-7",)
    assert referee.legal() == ["beat 7D KH", "take"]


def test_CR_12_a_fighter_can_fall_and_be_raised_again() -> None:
    referee = play(
        table("7C 7S 7D 7H", "TC TH TS 8S AC 8D", who="Marshal Prelate"),
        "attack 7C 7S",
        "beat 7C TS",
        "raise TH TS 7S",
    )
    assert referee.to_move == "Ann"
    play(referee, "raise 7H 7C")
    assert referee.legal() == sorted(["beat 7C TC", "beat 7C AC", "beat 7C 8S", "replace 7C 8D", "take"])


def test_CR_12_CR_13_a_fallen_cleric_or_joker_is_not_raised() -> None:
    referee = play(table("7S 7C", "TH BJ TC TD", Pack="54", who="Herald Prelate"), "attack 7C 7S", "beat 7S TH")
    assert refused(referee, "raise! TH BJ 7C")[-1] == "CR-5"
    play(referee, "beat 7C BJ")
    referee = play(table("TH 7S 6H 6S", "JH KS", who="Prelate Herald"), "attack TH", "beat TH JH")
    assert refused(referee, "raise! 6H TH") == ("CR-13",)
    assert referee.legal() == ["done"]


def test_CR_13_when_all_is_beaten_the_attacker_is_on_turn() -> None:
    referee = play(table("7C 7H 9H", "8C 8S"), "attack 7C", "beat 7C 8C")
    assert referee.to_move == "Ann"
    assert referee.legal() == ["done", "raise 7H 7C"]
    assert refused(referee, "raise 7H 7C 8C") == ("CR-13",)
    for move in ("attack 9H", "pass", "take", "beat 7C 8S"):
        assert refused(referee, move) == ("CR-13",)


def test_CR_13_a_raised_attacker_is_unbeaten_even_if_the_defender_has_no_cards() -> None:
    referee = play(table("7C 7H 9H", "8C", "6C"), "attack 7C", "beat 7C 8C", "raise 7H 7C")
    assert referee.to_move == "Ben"
    assert referee.legal() == ["take"]
    play(referee, "take", "pass", "pass")
    assert hand(referee, "Ben") == "7C"
    assert discard(referee) == "7H 8C"


def test_CR_13_also_a_mage_that_had_replaced_one() -> None:
    referee = play(table("TC 7H 8C", "7D 8H 6C"), "attack TC", "replace TC 7D", "beat 7D 8H")
    assert referee.legal() == ["done", "raise 7H 7D"]
    play(referee, "raise 7H 7D")
    assert referee.to_move == "Ben"
    assert referee.legal() == ["take"]


def test_CR_13_a_defender_stays_fallen_when_the_card_it_beat_is_raised() -> None:
    referee = play(table("7C 7H 9H", "8C 8H 8S"), "attack 7C", "beat 7C 8C", "raise 7H 7C")
    assert sorted(referee.legal() or []) == ["beat 7C 8S", "raise 8H 8C 7C", "take"]
    play(referee, "raise 8H 8C 7C")
    assert rows(referee) == [["7C", "8C"]]
    play(referee, "done")
    assert discard(referee) == "7C 7H 8C 8H"


def test_CR_13_the_attacker_raises_no_defenders() -> None:
    referee = play(table("7C 8H", "8C 8S"), "attack 7C", "beat 7C 8C")
    assert refused(referee, "raise 8H 8C") == ("CR-13",)


def test_CR_14_the_others_are_asked_clockwise_from_the_attacker() -> None:
    referee = play(table("7C 7S 9H", "8C", "6C", "6D", Leader="Ann"), "attack 7C", "take")
    assert referee.to_move == "Cid"  # nothing has fallen: nobody was asked
    referee = play(table("9D 9C", "8C 8D", "7C 7S 9H", "TC 6D", Leader="Cid"), "attack 7C 7S", "beat 7C TC", "take")
    order = []
    while referee.position.phase:
        order.append(referee.to_move)
        play(referee, "pass")
    assert order == ["Cid", "Ann", "Ben"]
    assert referee.to_move == "Ann"


def test_CR_14_any_number_and_fighters_of_either_side() -> None:
    referee = play(table("7C 7S 9H", "8C 6D", "8H 7H 6C"), "attack 7C 7S", "beat 7C 8C", "take")
    assert refused(referee, "raise 9H 8C") == ("CR-14",)
    play(referee, "pass")
    assert referee.legal() == ["pass", "raise 7H 7C", "raise 8H 8C"]
    play(referee, "raise 8H 8C", "raise 7H 7C")
    assert referee.legal() == ["pass"]
    for move in ("raise 8H 8C", "take", "done", "attack 6C", "beat 7S 6C", "raise 7H 7S", "raise 6C 7C 7S"):
        assert refused(referee, move) == ("CR-14",)
    play(referee, "pass")
    assert hand(referee, "Ben") == "6D 7C 7H 7S 8C 8H"


def test_CR_14_who_has_no_cards_is_not_asked_but_who_has_spent_the_last_is_still_on_turn() -> None:
    referee = play(table("7C 7S", "8C 6D", "7H"), "attack 7C 7S", "beat 7C 8C", "take")
    assert referee.to_move == "Cid"
    play(referee, "raise 7H 7C")
    assert referee.to_move == "Cid"
    assert referee.legal() == ["pass"]


def test_CR_14_asked_are_those_as_things_stand_at_take_though_nothing_is_left_to_raise() -> None:
    referee = play(table("7C 7S 7H", "8H 6D", "6C"), "attack 7C 7S", "beat 7S 8H", "take", "raise 7H 7S", "pass")
    assert referee.to_move == "Cid"
    assert referee.legal() == ["pass"]


def test_CR_14_when_only_clerics_and_jokers_have_fallen_nobody_is_asked() -> None:
    referee = play(table("TH TS 9C", "JH 6D", "7C TD"), "attack TH TS", "beat TH JH", "take")
    assert referee.to_move == "Cid"
    assert hand(referee, "Ben") == "6D TS"
    assert discard(referee) == "TH JH"


def test_CR_14_only_the_herald_is_asked_when_nothing_can_be_raised() -> None:
    referee = play(table("7C 9H", "JH 6D", "7D", "9D 8C", who="Marshal Castellan Prelate Herald"), "attack 7C", "take")
    assert referee.to_move == "Dan"
    assert referee.legal() == ["pass"]
    play(referee, "pass")
    assert referee.to_move == "Cid"


def test_CR_14_a_herald_who_has_used_the_ability_or_has_no_cards_is_not_asked() -> None:
    who = "Marshal Castellan Prelate Herald"
    referee = play(table("7C 8C", "JH 6D", "7D", "7S 8D", who=who), "attack 7C", "take", "throw! 7S", "pass")
    assert hand(referee, "Ben") == "6D 7C 7S JH"
    play(referee, "attack 7D", "take", "attack 8C", "take")  # Cid attacked the Herald, then Ann attacked Ben
    assert referee.position.phase == 0
    play(table("7C", "JH 6D", "7D", who="Herald Castellan Prelate"), "attack 7C", "take", "attack 7D")


# -- after the battle ------------------------------------------------------------------------------------------------


def test_CR_15_beaten_off_all_to_the_discard_and_the_defender_attacks() -> None:
    referee = play(table("7C 7H 9H", "8C 8S KD", "6C"), "attack 7C", "beat 7C 8C", "raise 7H 7C", "beat 7C 8S", "done")
    assert discard(referee) == "7C 7H 8C 8S"
    assert referee.to_move == "Ben"


def test_CR_15_taken_the_unbeaten_and_what_was_raised_with_its_clerics() -> None:
    referee = play(
        table("7C 7S 7D 9H", "8C 6D 9D 8H", "7H 6C"),
        "attack 7C 7D 7S",
        "beat 7C 8C",
        "beat 7D 8H",
        "take",
        "pass",
        "raise 7H 7C",
        "pass",
    )
    assert hand(referee, "Ben") == "6D 7C 7H 7S 9D"
    assert discard(referee) == "7D 8C 8H"
    assert referee.to_move == "Cid"


def test_CR_15_a_cleric_that_raised_before_the_take_goes_to_the_discard() -> None:
    referee = play(table("7C 7H 9H", "8C 6D", "6C"), "attack 7C", "beat 7C 8C", "raise 7H 7C", "take", "pass", "pass")
    assert hand(referee, "Ben") == "6D 7C"
    assert discard(referee) == "7H 8C"


def test_CR_16_all_with_fewer_than_six_draw_from_the_top_of_their_own_decks() -> None:
    referee = table("7C 9C", "8C AD", "6C 6D 6H 6S JC JD JH", Ann="TC TD TH TS 9D 9H", Ben="QC", Cid="QS")
    play(referee, "attack 7C", "beat 7C 8C", "done")
    assert hand(referee, "Ann") == "9C 9D TC TD TH TS"
    assert hand(referee, "Ben") == "QC AD"
    assert [len(deck) for deck in referee.position.decks] == [1, 0, 1]


def test_CR_16_nobody_draws_in_the_middle_of_a_battle() -> None:
    referee = play(table("7C 9C", "8C AD", Ann="TC TD"), "attack 7C", "beat 7C 8C")
    assert hand(referee, "Ann") == "9C"


def test_CR_16_another_number_of_cards_is_a_late_ruling_on_the_last_move_before_it() -> None:
    referee = play(fresh("Ann", "Ben"), "attack 7C", "beat 7C 8C")
    referee.play("Ann", "attack 6C")
    play(referee, "done")
    before = referee.position.copy()
    late = referee.holds("Ann", [parse_card("AC"), *[None] * 4])
    assert [(ruling.about, ruling.rule, ruling.player) for ruling in late] == [(4, "CR-16", "Ann")]
    assert "Ann" in late[0].why
    assert referee.position == before
    assert referee.holds("Ann", [parse_card("AC"), *[None] * 5]) == []
    assert Referee(parse(referee.text())).late == referee.late


def test_CR_16_before_the_first_move_a_wrong_number_is_an_error() -> None:
    referee = fresh("Ann", "Ben")
    with pytest.raises(MoveError, match="number"):
        referee.holds("Ann", [None] * 5)


def test_CR_16_a_card_seen_where_it_cannot_be_is_an_error() -> None:
    referee = play(fresh("Ann", "Ben"), "attack 7C", "beat 7C 8C", "done")
    for cards in (["7C"], ["8C"], ["9C", "9C"], ["2C"]):
        with pytest.raises(MoveError):
            referee.holds("Ann", [*map(parse_card, cards), *[None] * (6 - len(cards))])


def test_CR_17_the_attacker_before_the_others_then_clockwise() -> None:
    referee = play(table("8C", "6D KD", "7C", Leader="Cid"), "attack 7C", "beat 7C 8C", "done")
    assert referee.outcome == "places Cid Ann Ben"
    referee = play(
        table("7C 7S", "8C 6D", "7H", "9D AC"), "attack 7C 7S", "beat 7C 8C", "take", "raise 7H 7C", "pass", "pass"
    )
    assert referee.position.placed == (0, 2)
    assert referee.to_move == "Dan"


def test_CR_17_if_the_next_attacker_is_out_the_next_one_attacks() -> None:
    referee = play(table("7C 9C", "8C", "6D", "6S"), "attack 7C", "beat 7C 8C", "done")
    assert referee.to_move == "Cid"


def test_CR_17_with_a_personal_deck_nobody_is_out() -> None:
    referee = play(table("7C", "8C", "6D", Ann="9C", Ben="TC"), "attack 7C", "beat 7C 8C", "done")
    assert referee.to_move == "Ben"
    assert hand(referee, "Ann") == "9C"


def test_CR_17_who_is_empty_in_the_headers_was_placed_before_the_record() -> None:
    referee = play(table("7C", "", "8C", "6D KD"), "attack 7C", "beat 7C 8C", "done")
    assert referee.outcome == "places Ann Cid Dan"
    assert referee.points == {"Ann": 2, "Ben": 3, "Cid": 1, "Dan": 0}


def test_CR_18_the_last_with_cards_is_last() -> None:
    assert table("7C", "", "").outcome == "places Ann"
    assert table("", "", "").outcome == "places"
    assert table("7C", "", "").legal() == []
    both = play(table("7C", "8C"), "attack 7C", "beat 7C 8C", "done")
    assert both.outcome == "places Ann Ben"
    with pytest.raises(MoveError):
        both.play("Ann", "take")


def test_CR_19_points_by_place() -> None:
    referee = play(table("8C", "6D KD", "7C", Leader="Cid", Points="Ann=3"), "attack 7C", "beat 7C 8C", "done")
    assert referee.points == {"Ann": 4, "Ben": 0, "Cid": 2}


def deal_won_by(first: str, second: str, last: str) -> Record:
    """A round of three, of a match of two rounds, that ends with these places."""
    cards = {first: "7C", second: "8C", last: "6D KD"}
    heads = ['[Game "crusaders"]', '[Players "Ann, Ben, Cid"]', f'[Leader "{first}"]', '[Option:rounds "2"]']
    heads += [f'[Hand:{name} "{cards[name]}"]' for name in ("Ann", "Ben", "Cid")]
    moves = [f"{first}: attack 7C", f"{second}: beat 7C 8C", f"{first}: done"]
    return parse("\n".join([*heads, "", *moves]) + "\n")


def test_CR_19_the_match_is_won_by_points_then_first_places_and_else_shared() -> None:
    def winners(*rounds: tuple[str, str, str]) -> tuple[str, ...] | None:
        match = Match()
        for places in rounds:
            match.next_deal(deal_won_by(*places))
            assert match.last is not None
        return match.winners()

    assert winners(("Ann", "Ben", "Cid")) is None
    assert winners(("Ann", "Ben", "Cid"), ("Ann", "Ben", "Cid")) == ("Ann",)
    assert winners(("Ann", "Ben", "Cid"), ("Ben", "Cid", "Ann")) == ("Ben",)


def test_CR_19_equal_points_more_first_places_then_shared() -> None:
    setup = read_setup(Record.new("crusaders", ["Ann", "Ben", "Cid"], {"Option:rounds": "3"}), GAME)
    places = [Outcome("places", seats) for seats in ((0, 1, 2), (2, 1, 0), (0, 1, 2))]
    assert GAME.match_winners(places[:2], (2, 2, 2), setup) is None
    assert GAME.match_winners(places, (3, 3, 2), setup) == (0,)
    equal = [Outcome("places", seats) for seats in ((0, 1, 2), (1, 0, 2), (2, 0, 1))]
    assert GAME.match_winners(equal, (4, 3, 2), setup) == (0,)
    assert GAME.match_winners(equal, (3, 3, 3), setup) == (0, 1, 2)
    assert GAME.match_winners(equal, (2, 3, 3), setup) == (1, 2)


# -- characters ------------------------------------------------------------------------------------------------------


def test_CR_20_an_ability_nobody_has_is_refused() -> None:
    referee = table("7C 9H", "8C 8S")
    assert refused(referee, "attack! 7C 9H") == ("CR-20",)
    assert refused(referee, "stow! 7C") == ("CR-20",)
    referee = table("7C 9H", "8C 8S", who="Herald Marshal")
    assert refused(referee, "attack! 7C 9H") == ("CR-20",)


def test_CR_20_marshal_attacks_with_two_ranks_once() -> None:
    hands = ("7C 9H 9S JC 6D", "8C TC AS QC QD KD")
    referee = table(*hands, who="Marshal Herald")
    assert refused(referee, "attack! 7C 9H") == ()
    assert refused(referee, "attack! 9H 9S") == ("CR-20",)
    assert refused(referee, "attack! 7C") == ("CR-20",)
    assert refused(referee, "attack! 7C 9H JC") == ("CR-20",)
    assert refused(referee, "attack! 7C 8D") == ("CR-4",)
    assert "attack! 7C 9H 9S" in (referee.legal() or [])
    play(referee, "attack! 7C 9H", "take")
    assert referee.to_move == "Ann"
    assert refused(referee, "attack! 9S JC") == ("CR-20",)
    assert all("!" not in move for move in referee.legal() or [])


def test_CR_20_marshal_not_with_jokers_and_not_more_than_the_defender_holds() -> None:
    referee = table("7C 9H RJ", "8C 8D", Pack="54", who="Marshal Herald")
    assert set(refused(referee, "attack! 7C RJ")) == {"CR-20", "CR-11"}
    assert "attack! 7C 9H" in (referee.legal() or [])
    referee = table("7C 9H", "8C", who="Marshal Herald")
    assert refused(referee, "attack! 7C 9H") == ("CR-4",)
    assert referee.legal() == ["attack 7C", "attack 9H"]


def test_CR_20_castellan_beats_with_the_same_suit_whatever_the_ranks() -> None:
    referee = play(table("TC TD TH", "8C KC 6D AD 9H 9S", who="Marshal Castellan"), "attack TC TD TH")
    assert refused(referee, "beat! TC 8C") == ()
    assert refused(referee, "beat! TC KC") == ("CR-20",)
    assert refused(referee, "beat! TD 6D") == ()
    assert refused(referee, "beat! TD AD") == ()
    assert refused(referee, "beat! TH 9H") == ()
    assert refused(referee, "beat! TH 9S") == ("CR-20",)
    assert refused(referee, "beat! TC 7C") == ("CR-5",)
    play(referee, "beat! TD AD")
    assert refused(referee, "beat! TC 8C") == ("CR-20",)
    assert all("!" not in move for move in referee.legal() or [])


def test_CR_20_castellan_not_with_jokers() -> None:
    referee = play(table("RJ", "BJ 2C", Pack="54", who="Marshal Castellan"), "attack RJ")
    assert refused(referee, "beat! RJ BJ") == ("CR-20",)
    assert set(refused(referee, "beat! RJ 2C")) == {"CR-20", "CR-11"}


def test_CR_20_archmage_replaces_clerics_and_the_pikeman_of_the_rank() -> None:
    referee = play(table("TH TS TC TD", "6D 9D 8C", who="Marshal Archmage"), "attack TH TS")
    assert refused(referee, "replace! TH 6D") == ()
    assert refused(referee, "replace! TS 6D") == ("CR-20",)
    referee = play(table("TH TS TC", "6D TD 9C 8C", who="Marshal Archmage"), "attack TC TH TS")
    assert refused(referee, "replace! TS TD") == ()
    assert refused(referee, "replace TS TD") == ("CR-9",)
    assert refused(referee, "replace! TC 6D") == ("CR-20",)
    assert refused(referee, "replace! TH 9C") == ("CR-20",)
    play(referee, "replace! TH 6D")
    assert hand(referee, "Ben") == "8C 9C TD TH"
    assert refused(referee, "replace! TS TD") == ("CR-20",)


def test_CR_20_archmage_does_not_replace_a_joker_or_a_higher_mage() -> None:
    referee = play(table("RJ", "AD", Pack="54", who="Marshal Archmage"), "attack RJ")
    assert set(refused(referee, "replace! RJ AD")) == {"CR-20", "CR-11"}
    referee = play(table("TD", "9D", who="Marshal Archmage"), "attack TD")
    assert refused(referee, "replace! TD 9D") == ("CR-20",)


def test_CR_20_prelate_raises_with_a_cleric_of_any_rank_in_any_resurrection() -> None:
    referee = play(table("7C 7S 9H", "KS QH KH QD", who="Marshal Prelate"), "attack 7C 7S", "beat 7C KS")
    assert refused(referee, "raise! QH KS 7S") == ()
    assert refused(referee, "raise! KH KS 7S") == ("CR-20",)
    assert refused(referee, "raise QH KS 7S") == ("CR-12",)
    assert refused(referee, "raise! QD KS 7S") == ("CR-12",)
    play(referee, "raise! QH KS 7S", "done")
    referee = play(table("7C 9H", "8C 8S", who="Prelate Herald"), "attack 7C", "beat 7C 8C")
    assert referee.legal() == ["done", "raise! 9H 7C"]
    referee = play(
        table("7C 7S 6C", "8C 6D", "9H JH 6S", who="Marshal Herald Prelate"),
        "attack 7C 7S",
        "beat 7C 8C",
        "take",
        "pass",
    )
    assert referee.legal() == sorted(["pass", "raise! 9H 7C", "raise! 9H 8C", "raise! JH 7C", "raise! JH 8C"])
    play(referee, "raise! JH 7C")
    assert referee.legal() == ["pass"]
    play(referee, "pass")
    assert hand(referee, "Ben") == "6D 7C 7S JH"


def test_CR_20_herald_throws_in_a_card_of_a_rank_unbeaten_at_take() -> None:
    referee = play(
        table("7C 7S 6C", "8C 6D", "7H 9H", "7D 8D 9D", who="Marshal Prelate Castellan Herald"),
        "attack 7C 7S",
        "beat 7C 8C",
        "take",
        "pass",
        "raise 7H 7C",
        "pass",
    )
    assert referee.to_move == "Dan"
    assert referee.legal() == ["pass", "throw! 7D"]
    assert refused(referee, "throw! 8D") == ("CR-20",)
    assert refused(referee, "throw! 7H") == ("CR-20",)
    play(referee, "throw! 7D")
    assert refused(referee, "throw! 9D")[0] == "CR-20"
    play(referee, "pass")
    assert hand(referee, "Ben") == "6D 7C 7D 7H 7S"


def test_CR_20_herald_throws_also_as_the_attacker() -> None:
    referee = play(table("7C 7S 6C", "8C 6D", "9H", who="Herald Prelate Castellan"), "attack 7C", "take")
    assert referee.legal() == ["pass", "throw! 7S"]
    play(referee, "throw! 7S", "pass")
    assert hand(referee, "Ben") == "6D 7C 7S 8C"


def test_CR_20_what_was_raised_after_take_gives_no_rank_to_throw() -> None:
    referee = play(
        table("7C 7S 8H", "8C 6D", "8D 9C", who="Marshal Prelate Herald"),
        "attack 7C 7S",
        "beat 7C 8C",
        "take",
        "raise 8H 8C",
        "pass",
    )
    assert referee.legal() == ["pass"]


def test_CR_20_quartermaster_stows_a_card_before_the_attack() -> None:
    referee = table("7C 9C", "8C", Ann="TC JC", who="Quartermaster Herald")
    assert "stow! 7C" in (referee.legal() or [])
    assert refused(referee, "stow! AC") == ("CR-20",)
    assert refused(referee, "stow! ??") == ("CR-20",)
    play(referee, "stow! 7C")
    assert referee.to_move == "Ann"
    assert hand(referee, "Ann") == "9C TC"
    assert [card_name(card) for card in referee.position.decks[0]] == ["JC", "7C"]
    assert referee.legal() == ["attack 9C", "attack TC"]
    assert refused(referee, "stow! 9C") == ("CR-20",)


def test_CR_20_quartermaster_needs_a_personal_deck_and_the_own_turn() -> None:
    referee = table("7C 9C", "8C", who="Quartermaster Herald")
    assert refused(referee, "stow! 7C") == ("CR-20",)
    referee = play(table("7C 9C", "8C 6C", Ben="TC", who="Herald Quartermaster"), "attack 7C")
    assert refused(referee, "stow! 6C") == ("CR-5", "CR-20")


@pytest.mark.parametrize(
    ("character", "move", "due"),
    [
        ("Castellan", "beat! 8C 7C", "CR-4"),
        ("Archmage", "replace! TH TD", "CR-4"),
        ("Prelate", "raise! TH 7C", "CR-4"),
        ("Herald", "throw! 7C", "CR-4"),
        ("Marshal", "attack! 7C TD", "CR-13"),
        ("Quartermaster", "stow! 7C", "CR-13"),
    ],
)
def test_CR_20_an_ability_in_another_moment_breaks_what_is_due_and_the_when_of_the_ability(
    character: str, move: str, due: str
) -> None:
    other = "Herald" if character != "Herald" else "Marshal"
    referee = table("7C TD 6S TH", "8C 9C", who=f"{character} {other}", Ann="AC")
    if due == "CR-13":
        play(referee, "attack 6S", "take", "attack AC", "take", "attack 7C", "beat 7C 8C")
    assert refused(referee, move) == (due, "CR-20")


@pytest.mark.parametrize("move", ["raise 9H KS 7S", "raise KH KS 8S", "raise 9H KS 8S", "raise 7C KS 7S"])
def test_CR_12_a_refusal_says_nothing_twice(move: str) -> None:
    referee = play(table("7C 7S 9H", "KS KH QD AC"), "attack 7C 7S", "beat 7C KS")
    ruling = referee.judge("Ben", move)
    assert {"CR-5", "CR-12"} <= set(ruling.rules)
    assert ruling.why.count("hand") == ("KH" not in move)
    assert ruling.why.count("unbeaten") == ("7S" not in move)


def test_CR_20_that_an_ability_is_not_needed_is_not_said_to_make_the_move_legal() -> None:
    referee = play(table("7C 7S 9H", "KS QD", who="Marshal Castellan"), "attack 7C")
    ruling = referee.judge("Ben", "beat! 7C AC")
    assert ruling.rules == ("CR-20", "CR-5")
    assert "is legal" not in ruling.why


def test_who_tries_to_beat_with_a_mage_is_told_of_replacing_and_the_other_way_round() -> None:
    referee = play(table("7C 9H", "8C 9D KS", "6C"), "attack 7C")
    assert referee.judge("Ben", "beat 7C 9D").remedy == "replace 7C 9D"
    assert referee.judge("Ben", "replace 7C KS").remedy == "beat 7C KS"


def test_CR_20_the_stowed_card_is_hidden_from_the_others_but_not_from_its_owner() -> None:
    referee = play(table("7C 9C", "8C 6C", Ann="TC JC", who="Quartermaster Herald"), "stow! 7C")
    own, others = GAME.view(referee.position, 0), GAME.view(referee.position, 1)
    assert own.decks[0] == (None, parse_card("7C"))
    assert others.decks[0] == (None, None)
    assert others.hands[0] == 0


def test_CR_20_at_a_real_table_any_card_of_the_hand_may_have_been_stowed() -> None:
    referee = table("7C 9C ??", "8C ??x2", Ann="??x2", who="Quartermaster Herald")
    play(referee, "stow! ??")
    for cards in (["7C", "9C", None], ["7C", "TC", None], ["TC", "JC", "9C"]):
        referee.judge("Ann", "attack 7C")
        other = Referee(parse(referee.text()))
        other.holds("Ann", [None if card is None else parse_card(card) for card in cards])
    with pytest.raises(MoveError):
        referee.holds("Ann", [parse_card("TC"), parse_card("JC"), parse_card("QC")])
    referee.holds("Ann", [parse_card("TC"), parse_card("JC"), parse_card("9C")])
    assert hand(referee, "Ann") == "9C TC JC"  # so it was the 7C
    assert referee.legal() is not None


# -- going round in circles ------------------------------------------------------------------------------------------


def circles(*hands: str, takes: int, **more: str) -> Referee:
    referee = table(*hands, **more)
    for _ in range(takes):
        attack = next(move for move in referee.legal() or [] if move.startswith("attack"))
        play(referee, attack, "take")
    return referee


def test_CR_21_three_times_as_many_takes_in_a_row_as_players_end_the_round() -> None:
    referee = circles("6C 7C", "8C 9C", "TC JC", takes=8)
    assert referee.outcome is None
    play(referee, "attack 6C", "take")
    assert referee.outcome is not None


def test_CR_21_the_fewest_cards_first_then_clockwise_from_who_would_attack_next() -> None:
    referee = circles("6C 7C", "8C 9C QC KC", "TC JC", takes=9)
    p = referee.position
    sizes = [hand.bit_count() for hand in p.hands]
    assert sorted(p.placed, key=lambda seat: sizes[seat]) == list(p.placed)
    assert p.placed[-1] == max(range(3), key=lambda seat: sizes[seat])


def test_CR_21_a_battle_beaten_off_breaks_the_row() -> None:
    referee = circles("6C 7C", "8C 9C", "TC JC", takes=7)
    assert referee.position.streak == 7
    attack = next(move for move in referee.legal() or [] if move.startswith("attack"))
    play(referee, attack)
    beat = next((move for move in referee.legal() or [] if move.startswith("beat")), None)
    if beat is not None:
        play(referee, beat, "done")
        assert referee.position.streak == 0


def test_CR_21_cards_in_the_personal_decks_count() -> None:
    referee = circles("6C 7C 6D 7D 6S 7S", "8C 9C", "TC JC", takes=9, Ann="AC AD")
    assert referee.outcome is not None
    assert referee.outcome.endswith("Ann")


def test_CR_21_not_with_two_players() -> None:
    referee = circles("6C 7C 8C 9C TC JC QC", "6D", takes=6)
    assert referee.outcome is None


# -- what a player knows ---------------------------------------------------------------------------------------------


def test_cards_taken_from_the_table_are_known_to_all_until_they_are_played() -> None:
    referee = play(table("7C 7S 9H", "8D 6D", "8H 7H 6C"), "attack 7C", "take")
    cid = GAME.view(referee.position, 2)
    assert [card_name(card) for card in cards_in(cid.hands[1])] == ["7C"]
    assert cid.hidden == [2, 2, 0]
    referee = play(table("TC 9H", "6D KC", "AC"), "attack TC", "replace TC 6D")
    assert [card_name(card) for card in cards_in(GAME.view(referee.position, 2).hands[1])] == ["TC"]


def test_CR_20_a_stowed_card_that_all_had_seen_may_for_them_still_be_in_the_hand() -> None:
    hands = ("7C 7S 8C", "6D KD 6S KS 6H KH", "9C TC")
    referee = table(*hands, Ben="JC QC", who="Marshal Quartermaster Castellan")
    play(referee, "attack 7C 7S", "take", "attack 9C", "take")
    assert referee.to_move == "Ben"
    assert [card_name(card) for card in cards_in(GAME.view(referee.position, 2).hands[1])] == ["7C", "7S"]
    views = []
    for card in ("7C", "7S", "6D"):
        one = Referee(parse(referee.text()))
        play(one, f"stow! {card}")
        views.append(GAME.view(one.position, 2))
        assert GAME.view(one.position, 1).decks[1][-1] == parse_card(card)
    assert views[0] == views[1] == views[2]
    sampled = [GAME.sample(views[0], Random(seed)).decks[1][-1] for seed in range(40)]
    assert {parse_card("7C"), parse_card("7S")} < set(sampled)


def test_a_hand_known_by_counting_has_a_list() -> None:
    every = "6C 6D 6H 6S 7D 7H 7S 8D 8H 8S 9C 9D 9H 9S TC TD TH TS JC JD JH JS QC QD QH QS KC KD KH KS AC AD AH AS"
    referee = table("7C", "??", Discard=every)
    play(referee, "attack 7C")
    assert referee.legal() == ["beat 7C 8C", "take"]


def test_could_lists_openings_of_what_a_hidden_hand_would_allow() -> None:
    referee = table("7C 7S", "KC ??")
    play(referee, "attack 7C")
    assert referee.legal() is None
    could = referee.could() or []
    assert "take" in could
    assert "beat 7C 8C" in could
    assert "replace 7C 6D" in could
    assert "beat 7C 6C" not in could
    assert "beat 7C 7S" not in could


@pytest.mark.parametrize("seed", range(40))
def test_a_player_knows_what_a_referee_knows_who_sees_only_that_hand(seed: int) -> None:
    random = Random(seed)
    names = NAMES[: random.randint(2, 5)]
    headers = {"Pack": random.choice(["36", "54"]), "Leader": random.choice(names)}
    if random.random() < 0.8:
        others = [who for who in GAME.characters if who != "Quartermaster"]
        who = ["Quartermaster", *random.sample(others, len(names) - 1)]
        headers |= {"Option:characters": "draft", "Characters": ", ".join(map("=".join, zip(names, who, strict=True)))}
    truth = fresh(*names, **headers, Seed=str(seed))
    seat = random.randrange(len(names))
    real = fresh(*names, **headers)
    for _ in range(150):
        real.holds(names[seat], list(cards_in(truth.position.hands[seat])))
        view = GAME.view(truth.position, seat)
        for name in ("hands", "hidden", "loose", "away", "decks", "discard", "stower", "doubt", "turn", "phase"):
            assert getattr(view, name) == getattr(real.position, name), name
        if truth.to_move is None:
            break
        moves = truth.legal() or []
        stows = [move for move in moves if move.startswith("stow!")]
        move = random.choice(stows or moves)
        player = truth.to_move
        truth.play(player, move)
        real.play(player, "stow! ??" if stows and player != names[seat] else move)


# -- the table -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_places_do_not_overlap(players: int) -> None:
    places = GAME.layout(NAMES[:players])
    assert {place.name for place in places} == {"middle", "discard", *NAMES[:players]}
    for i, one in enumerate(places):
        for other in places[:i]:
            (a, b, c, d), (e, f, g, h) = one.box, other.box
            assert c <= e or g <= a or d <= f or h <= b, (one, other)


def test_the_position_between_battles_is_written_as_headers_and_not_within_one() -> None:
    referee = table("7C 9C 7H", "8C 6D ??", Ann="TC ??", Discard="AC ??")
    headers = GAME.describe(referee.position)
    again = Referee(Record.new("crusaders", referee.players, headers))
    assert again.position == referee.position
    with pytest.raises(MoveError):
        GAME.describe(play(referee, "attack 7C").position)


@pytest.mark.parametrize("seed", range(12))
def test_a_refused_move_that_can_stand_can_be_played_and_taken_back(seed: int) -> None:
    random = Random(seed)
    position = any_referee(random).position
    stood = 0
    for _ in range(60):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        some = [GAME.write_move(move) for move in random.sample(moves, min(2, len(moves)))]
        for text in random.sample(list(near(GAME, position, some, random)), 60):
            move = read(GAME, position, text)
            if move is None or not GAME.judge(position, move) or not GAME.can_stand(position, move):
                continue
            stood += 1
            before = position.copy()
            token = GAME.apply(position, move)
            check_cards(GAME, position)
            GAME.undo(position, token)
            assert position == before
        GAME.apply(position, random.choice(moves))
    assert stood


def any_referee(random: Random) -> Referee:
    return Referee(any_record(GAME, random))


@pytest.mark.parametrize(
    "text", ["", "attack", "beat 7C", "raise 7H", "take 7C", "take!", "throw 7C", "stow", "7C", "attack ??"]
)
def test_what_is_no_move_is_an_error(text: str) -> None:
    referee = table("7C", "8C")
    with pytest.raises(MoveError):
        referee.judge("Ann", text)


def test_spellings_are_read_and_written_canonically() -> None:
    position = table("7C", "8C").position
    for text, canonical in [
        ("ATTACK 10♠ 10c", "attack TC TS"),
        ("Attack! 9h 7c", "attack! 7C 9H"),
        ("Beat 7♣ 8♣", "beat 7C 8C"),
        ("RAISE 7h 7c 8c", "raise 7H 7C 8C"),
        ("stow! ??", "stow! ??"),
        ("attack 7C 7C 8C 8C", "attack 7C 7C 8C 8C"),
    ]:
        move = GAME.read_move(position, text)
        assert GAME.write_move(move) == canonical
        assert GAME.read_move(position, canonical) == move


def test_promises_are_between_nothing_and_all_and_fewer_cards_promise_more() -> None:
    p = table("7C", "8C 9C TC JC", "6D 7D").position
    promise = GAME.promise(p)
    assert all(0 <= value <= 1 for value in promise)
    assert promise[0] > promise[2] > promise[1]


def test_play_by_rollout_ends_soon() -> None:
    for seed in range(20):
        position = fresh(*NAMES[: 2 + seed % 5], Seed=str(seed)).position
        random = Random(seed)
        for _ in range(2000):
            moves = GAME.legal_moves(position)
            if not moves:
                break
            GAME.apply(position, GAME.rollout(position, moves, random))
        assert GAME.outcome(position) is not None
