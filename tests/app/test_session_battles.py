"""Ceraria and Crusaders at the table: battles are laid, answered, cleared or taken. The views are written down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.events import Event, MoveEvent
from app.follow import CLEARING, DIFFERS, UNFINISHED
from app.session import Session
from rules.cards import parse_card
from rules.record import parse
from rules.referee import Referee
from rules.table import MIDDLE, SeenCard, TableView
from tests.rules.laid import seen

CERARIA = '[Game "ceraria"]\n[Players "Ann, Ben"]\n'


class Table:
    """A session before which cards lie, as ``tests.rules.laid.seen`` writes them."""

    def __init__(self, record: str) -> None:
        self.session = Session(Referee(parse(record)))
        self.time = 0.0
        self.events: list[Event] = []

    def show(self, middle: str | None, seconds: float = 0.3) -> list[str]:
        """Shows the middle for a while. -> what was told, in short."""
        fresh: list[Event] = []
        for _ in range(round(seconds * 10)):
            self.time = round(self.time + 0.1, 1)
            places = {} if middle is None else {MIDDLE: seen(middle)}
            fresh += self.session.see(TableView(self.time, places))
        return self.tell(fresh)

    def say(self, text: str) -> list[str]:
        return self.tell(self.session.say(text))

    def tell(self, events: list[Event]) -> list[str]:
        self.events += events
        return [_short(event) for event in events]

    @property
    def moves(self) -> list[str]:
        return self.session.referee.text().split("\n\n", 1)[-1].split("\n")[:-1]


def _short(event: Event) -> str:
    if isinstance(event, MoveEvent):
        return " ".join([f"{event.player}: {event.move}", event.verdict, *event.rules[:1]])
    data: dict[str, Any] = event.as_json()
    return " ".join([event.kind, *([data["rule"]] if "rule" in data else [])])


def test_a_beaten_attack_may_lie_there_until_the_next_one_and_says_nothing() -> None:
    table = Table(CERARIA)
    assert table.show("8H") == ["Ann: 8H legal"]
    assert table.show("8H 9H/8H") == ["Ben: 9H legal"]
    assert table.show("8H 9H/8H", CLEARING - 2) == []
    assert table.show("") == []
    assert table.show("7C@5") == ["Ben: 7C legal"]


def test_the_next_attack_is_read_beside_a_battle_that_was_not_cleared() -> None:
    table = Table(CERARIA)
    table.show("8H")
    table.show("8H 9H/8H")
    assert table.show("8H 9H/8H 7C@9") == ["Ben: 7C legal"]
    assert table.show("7C@9") == []


def test_a_battle_that_is_cleared_in_part_is_told() -> None:
    table = Table(CERARIA)
    table.show("8H")
    table.show("8H 9H/8H")
    assert table.show("8H", 2 * DIFFERS) == ["misplaced CE-10"]
    assert table.show("") == ["matched"]


def test_a_second_attacking_card_laid_beside_the_first_belongs_to_the_attack() -> None:
    table = Table(CERARIA)
    assert table.show("8H") == ["Ann: 8H legal"]
    assert table.show("8H 8S@4") == ["undone", "Ann: 8H 8S legal"]
    assert table.moves == ["Ann: 8H 8S"]


def test_one_answer_of_two_is_waited_for() -> None:
    table = Table(CERARIA)
    table.show("8H 8S@4")
    assert table.show("8H 8S@4 9H/8H", UNFINISHED - 1) == []
    assert table.show("8H 8S@4 9H/8H 9S/8S") == ["Ben: 9H / 9S legal"]


def test_one_attacking_card_of_two_left_lying_after_a_take_is_told() -> None:
    table = Table(CERARIA)
    table.show("8H 8S@4")
    assert table.say("Ben: take") == ["Ben: take legal"]
    assert table.show("8H 8S@4", 2 * DIFFERS) == []
    assert table.show("8H", 2 * DIFFERS) == ["misplaced CE-9"]
    assert table.show("") == ["matched"]


def test_an_answer_of_a_suit_that_does_not_beat_is_illegal_and_goes_back() -> None:
    table = Table(CERARIA)
    table.show("8H")
    assert table.show("8H 9S/8H", 2) == ["Ben: 9S illegal CE-7"]
    assert table.show("8H", 1) == []
    assert table.show("8H 9C/8H") == ["Ben: 9C legal"]


def test_a_hand_over_the_battle_is_no_news() -> None:
    table = Table(CERARIA)
    table.show("8H")
    table.show("8H 9S/8H", 2)
    assert table.show(None, 3) == []
    assert table.show("8H 9S/8H", 2) == []  # not accused twice


def test_what_is_left_of_an_illegal_attack_may_be_a_legal_one() -> None:
    table = Table(CERARIA)
    assert table.show("8H 9S@4", 1) == ["Ann: 8H 9S illegal CE-6"]
    assert table.show("8H", 1.5) == ["Ann: 8H legal"]
    assert table.show("8H 9H/8H") == ["Ben: 9H legal"]


def test_an_attack_that_was_answered_before_it_was_read_is_read_with_its_answer() -> None:
    table = Table(CERARIA)
    assert table.show("8H 9S/8H", 2) == ["Ann: 8H legal", "Ben: 9S illegal CE-7"]


def test_a_table_put_right_and_played_on_was_put_right() -> None:
    table = Table(CERARIA)
    table.show("8H")
    table.show("8H 9H/8H")
    assert table.show("8H", 2 * DIFFERS) == ["misplaced CE-10"]
    assert table.show("7C@5") == ["matched", "Ben: 7C legal"]


def test_a_replaced_card_that_stays_while_another_is_taken_up_is_told_also_if_it_was_said_under_hands() -> None:
    table = Table('[Game "crusaders"]\n[Players "Ann, Ben"]\n')
    assert table.show("TC TS@3") == ["Ann: attack TC TS legal"]
    table.show(None)
    assert table.say("Ben: replace TS JD") == ["Ben: replace TS JD legal"]
    table.show(None, 2.0)
    assert table.show("TS@3 JD/TS", DIFFERS + 1.0) == ["misplaced CR-9"]
    table.show(None)
    assert table.show("TC JD@3") == ["matched"]
    assert table.show("TC JD@3 9S/TC") == ["Ben: beat TC 9S legal"]


def test_an_illegal_replacement_that_is_carried_on_is_not_told_twice() -> None:
    table = Table('[Game "crusaders"]\n[Players "Ann, Ben"]\n')
    table.show("AC AD@4")
    assert table.show("AC (AD@4) 8D@4", 2) == ["Ben: replace AD 8D illegal CR-9"]
    assert table.show(None, 1) == []
    assert table.show("AC 8D@4", 3) == [], "only that now the AD is gone from under it"
    assert table.show("AC AD@4", 3) == []
    assert table.show("AC (AD@4) 8D@4", 2) == ["Ben: replace AD 8D illegal CR-9"], "made again"


def test_a_card_beside_the_only_attacking_one_that_is_no_answer_is_the_attackers() -> None:
    for record, words, rule in (
        (CERARIA, "8S 9C", "CE-6"),
        ('[Game "crusaders"]\n[Players "Ann, Ben"]\n', "attack 8S 9C", "CR-4"),
    ):
        table = Table(record)
        table.show("8S@0.3")
        assert table.show("8S@0.3 9C@0.42", DIFFERS + 1.0) == ["undone", f"Ann: {words} illegal {rule}"]
        assert table.show("8S@0.3", 0.5) == []


def test_a_card_on_a_target_that_is_not_seen_is_no_answer_to_another_one_far_away() -> None:
    table = Table('[Game "crusaders"]\n[Players "Ann, Ben"]\n')
    table.show("JC@0.2 JH@0.4")
    assert table.show("JC@0.2 TC@0.41", 2.0) == ["Ben: beat JH TC illegal CR-8"]


def test_an_attack_is_not_made_while_a_card_beside_it_is_doubtful() -> None:
    """Cards of the battle before may lie in the middle as well, but nothing lies on anything here."""
    table = Table('[Game "ceraria"]\n[Players "Ann, Ben, Cid"]\n')
    unsure = SeenCard(None, candidates=(parse_card("9D"), parse_card("9C")), track=99, spot=(0.3, 0.0))
    for _ in range(4):
        table.time += 0.1
        assert table.session.see(TableView(table.time, {MIDDLE: (unsure, *seen("JH@0.5"))})) == []


def test_what_the_defender_has_laid_is_no_attack() -> None:
    table = Table('[Game "ceraria"]\n[Players "Ann, Ben"]\n')
    by_ben = tuple(replace(card, by="Ben") for card in seen("JS"))
    for _ in range(10):
        table.time += 0.1
        assert table.session.see(TableView(table.time, {MIDDLE: by_ben})) == []


def test_another_card_that_goes_after_a_replacement_is_the_wrong_one_taken_up() -> None:
    table = Table('[Game "crusaders"]\n[Players "Ann, Ben"]\n')
    table.show("9C@0.2 9D@0.4 9H@0.6")
    assert table.show("9D@0.4 9H@0.6 6D@0.2") == ["Ben: replace 9C 6D legal"]
    table.show(None)
    table.show("9H@0.6 6D@0.2", DIFFERS + 1.0)
    told = table.events[-1].as_json()
    assert (told["event"], told["about"], told["rule"]) == ("misplaced", 2, "CR-9")


def test_nobody_is_accused_of_an_attack_that_another_one_laid() -> None:
    table = Table('[Game "crusaders"]\n[Players "Ann, Ben, Cid"]\n')
    by_cid = tuple(replace(card, by="Cid") for card in seen("7C@0.3 8S@0.5"))
    for _ in range(15):
        table.time += 0.1
        assert table.session.see(TableView(table.time, {MIDDLE: by_cid})) == []
