"""From what lies on the table to moves, rulings and questions. No picture, no network: the views are written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from app.events import Event, MoveEvent, QuestionEvent
from app.follow import DIFFERS, ON_A_PILE, PATIENCE
from app.questions import DOUBT
from app.session import Session
from rules.cards import parse_card
from rules.record import parse
from rules.referee import Referee
from rules.table import MIDDLE, SeenCard, TableView

RECORD = """[Game "svoi-kozyri"]
[Players "Ann, Ben"]
[Trumps "Ann=S, Ben=H"]
[Leader "Ann"]
[Hand:Ann "??x6"]
[Hand:Ben "??x6"]
"""


class Table:
    """A session, and the cards that lie before it. Time goes on in tenths of a second."""

    def __init__(self, record: str = RECORD) -> None:
        self.session = Session(Referee(parse(record)))
        self.time = 0.0
        self.events: list[Event] = []

    def show(self, middle: str | None = "", seconds: float = 0.3, **hands: str) -> list[Event]:
        """Shows cards for a while; ``7C`` is read for sure, ``6S/8S`` is not, ``6S/8S?`` is read as 6S. None: the middle is not at rest."""
        fresh: list[Event] = []
        for _ in range(round(seconds * 10)):
            self.time = round(self.time + 0.1, 1)
            places = {} if middle is None else {MIDDLE: _cards(middle)}
            fresh += self.session.see(
                TableView(self.time, places | {name: _cards(text) for name, text in hands.items()})
            )
        return self.tell(fresh)

    def tell(self, events: list[Event]) -> list[Event]:
        self.events += events
        return events

    @property
    def moves(self) -> list[str]:
        """All moves that were announced, with their verdicts."""
        return [_move(event) for event in self.events if isinstance(event, MoveEvent)]


def _cards(text: str) -> tuple[SeenCard, ...]:
    return tuple(_card(word) for word in text.split())


def _card(word: str) -> SeenCard:
    if word.startswith("("):  # covered
        return replace(_card(word[1:-1]), hidden=True)
    if word == "back":
        return SeenCard(None, face_down=True, track=100)
    if word.endswith("?"):  # 7C/8C?: read as 7C, but it may be 8C
        names = [parse_card(name) for name in word[:-1].split("/")]
        return SeenCard(names[0], tuple(names), track=60 + names[0])
    names = [parse_card(name) for name in word.split("/")]
    if len(names) > 1:
        return SeenCard(None, tuple(names), track=60 + names[0])
    return SeenCard(names[0], track=1 + names[0])


def _move(event: MoveEvent) -> str:
    return f"{event.player}: {event.move} {' '.join([event.verdict, *event.rules[:1]])}"


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_card_on_an_empty_table_is_a_lead(table: Table) -> None:
    table.show("")
    events = table.show("7C")
    assert table.moves == ["Ann: 7C legal"]
    assert kinds(events) == ["move"]
    move: Any = events[0]
    assert move.legal is None and "8C" in move.could and "take" in move.could
    assert table.session.state().to_move == "Ben"


def test_a_move_is_announced_once_however_long_it_lies_there(table: Table) -> None:
    table.show("7C", 30)
    assert table.moves == ["Ann: 7C legal"]


def test_two_cards_on_the_pile_are_a_beat_in_the_order_in_which_they_lie(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C 6D")
    assert table.moves[1:] == ["Ben: 8C 6D legal"]


def test_the_second_card_of_a_beat_may_come_a_moment_later(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C", PATIENCE - 0.2)
    table.show(None, 0.5)
    table.show("7C 8C 6D")
    assert table.moves[1:] == ["Ben: 8C 6D legal"]


def test_a_single_card_that_stays_alone_is_a_move_without_its_second_card(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C", PATIENCE + ON_A_PILE + 0.5)
    assert table.moves[1:] == ["Ben: 8C illegal SK-9"]
    table.show("7C 8C 6D")
    assert table.moves[2:] == ["Ben: 8C 6D legal"]


def test_a_smaller_pile_is_a_take(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C 6D")
    table.show("")
    assert table.moves[2:] == ["Ann: take legal"]
    assert table.session.state().middle == ()


def test_an_uncovered_older_card_is_a_take() -> None:
    table = Table(RECORD + '[Pile "9D TC JC QC"]\n')
    table.show("QC")
    table.show("9D")
    assert table.moves == ["Ann: take legal"]
    assert "mismatch" not in kinds(table.events)


def test_while_the_middle_is_not_at_rest_nothing_is_read(table: Table) -> None:
    table.show("7C")
    table.show(None, 5)
    assert table.moves == ["Ann: 7C legal"]


def test_after_an_illegal_move_the_session_waits_for_the_cards_to_go_back(table: Table) -> None:
    table.show("7C")
    table.show("7C TD 6D", 3)
    assert table.moves[1:] == ["Ben: TD 6D illegal SK-8"]
    assert table.session.state().take_back
    table.show("7C TD", 2)  # one card first, then the other
    table.show("7C", 2)
    assert not table.session.state().take_back
    assert table.session.state().to_move == "Ben"
    table.show("7C 8C 6D")
    assert table.moves[2:] == ["Ben: 8C 6D legal"]
    assert kinds(table.events) == ["move"] * 3


def test_the_same_illegal_move_made_again_is_announced_again(table: Table) -> None:
    table.show("7C")
    for _ in range(2):
        table.show("7C TD 6D")
        table.show("7C")
    assert table.moves[1:] == ["Ben: TD 6D illegal SK-8"] * 2


def test_after_an_illegal_move_a_take_is_read_although_the_pile_was_not_seen_again(table: Table) -> None:
    table.show("7C")
    table.show("7C TD 6D")
    table.show("", 1)
    assert table.moves[1:] == ["Ben: TD 6D illegal SK-8", "Ben: take legal"]


def test_an_illegal_take_is_announced_once_until_the_cards_are_back() -> None:
    table = Table(RECORD.replace("??x6", "9C KS AD", 1).replace("??x6", "JC 6D 7H", 1) + '[Option:take "forced"]\n')
    table.show("9C")
    table.show("", 4)
    assert table.moves == ["Ann: 9C legal", "Ben: take illegal SK-11"]
    table.show("9C")
    table.show("9C JC 6D")
    assert table.moves[2:] == ["Ben: JC 6D legal"]


def test_no_move_is_read_while_a_card_is_unsure_and_it_is_asked_about_once(table: Table) -> None:
    table.show("7C")
    events = table.show("7C 6S/8S 6D", 5)
    assert kinds(events) == ["question"]
    question: Any = events[0]
    assert (question.candidates, question.place) == (("6S", "8S"), MIDDLE)
    assert table.session.state().question == question
    assert table.moves == ["Ann: 7C legal"]


def test_a_card_that_becomes_clear_in_time_is_not_asked_about(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C/6C 6D", DOUBT - 0.2)
    table.show("7C 8C 6D")
    assert kinds(table.events) == ["move", "move"]


def test_a_question_about_a_card_that_became_clear_is_closed(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C/6C 6D", 2)
    table.show("7C 8C 6D")
    assert table.session.state().question is None
    assert table.moves[1:] == ["Ben: 8C 6D legal"]


def test_an_answer_names_the_card_and_only_the_corrected_move_is_announced(table: Table) -> None:
    table.show("7C")
    (question,) = table.show("7C 6C/8C 6D", 2)
    assert isinstance(question, QuestionEvent)
    events = table.tell(table.session.answer(question.id, parse_card("8C")))
    events += table.show("7C 6C/8C 6D", 2)
    assert kinds(events) == ["corrected", "move"]
    assert events[0].as_json() == {"t": events[0].t, "event": "corrected", "id": question.id, "card": "8C"}
    assert table.moves[1:] == ["Ben: 8C 6D legal"]


def test_nobody_is_accused_on_a_reading_that_may_be_wrong(table: Table) -> None:
    table.show("7C")
    (question,) = table.show("7C TD/TC? 6D", 3)
    assert isinstance(question, QuestionEvent) and question.candidates == ("TD", "TC")
    assert table.session.state().question == question
    events = table.tell(table.session.answer(question.id, parse_card("TD")))
    assert kinds(events) == ["corrected", "move"]
    assert table.moves[1:] == ["Ben: TD 6D illegal SK-8"]
    assert table.session.state().question is None


def test_a_legal_move_is_taken_although_one_of_its_cards_may_be_another(table: Table) -> None:
    table.show("7C")
    table.show("7C TC/TD? 6D", 3)
    assert table.moves[1:] == ["Ben: TC 6D legal"]


def test_an_answer_to_no_question_is_an_error_and_changes_nothing(table: Table) -> None:
    assert kinds(table.session.answer(7, parse_card("8C"))) == ["error"]


def test_an_unsure_card_that_can_only_be_one_of_the_pile_is_not_asked_about(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C 6D")
    table.show("7C/8C 6D", 3)
    assert kinds(table.events) == ["move", "move"]


def test_a_correction_takes_the_misread_move_back_and_it_sticks(table: Table) -> None:
    table.show("7C")
    table.show("7C TD 6D")
    assert table.moves[1:] == ["Ben: TD 6D illegal SK-8"]
    track = 1 + parse_card("TD")
    events = table.tell(table.session.correct(track, parse_card("TC")))
    events += table.show("7C TD 6D", 2)  # the reader goes on misreading it
    assert [kind for kind in kinds(events) if kind != "undone"] == ["corrected", "move"]
    assert table.moves[2:] == ["Ben: TC 6D legal"]
    assert "TD" not in table.session.referee.text()


def test_a_card_seen_where_none_is_can_be_taken_away(table: Table) -> None:
    table.show("7C")
    table.tell(table.session.correct(1 + parse_card("7C"), None))
    table.show("7C", 2)
    assert table.session.state().moves == ()
    assert table.session.state().to_move == "Ann"


def test_a_table_that_no_move_explains_is_told_once_and_again_when_it_matches(table: Table) -> None:
    table.show("7C")
    events = table.show("7C 8C 6D 9D", 2 * DIFFERS)
    assert [event.as_json() for event in events] == [
        {"t": events[0].t, "event": "mismatch", "expected": ["7C"], "seen": ["7C", "8C", "6D", "9D"], "id": 1}
    ]
    assert table.session.state().mismatch == events[0]
    assert kinds(table.show("7C")) == ["matched"]
    assert table.session.state().mismatch is None


def test_two_cards_taken_instead_of_three_are_misplaced_and_play_waits() -> None:
    table = Table(RECORD + '[Pile "9D TC JC QC"]\n')
    table.show("QC")
    events = table.show("TC", 2 * DIFFERS)
    assert kinds(events) == ["move", "misplaced"]
    told: Any = events[1]
    assert (told.about, told.rule, told.expected, told.seen) == (1, "SK-10", ("9D",), ("TC",))
    assert kinds(table.show("9D")) == ["matched"]
    assert table.session.state().to_move == "Ben"


def test_too_many_cards_taken_are_no_take_of_the_next_player() -> None:
    table = Table(RECORD + '[Pile "9D TC JC QC"]\n')
    table.show("QC")
    events = table.show("", 2 * DIFFERS)
    assert kinds(events) == ["move", "misplaced"]


def test_a_shown_hand_is_noted_once_and_the_exact_list_follows(table: Table) -> None:
    table.show("7C")
    table.show("7C", 0.2, Ben="8C TC 6D")
    assert "holds" not in kinds(table.events)
    events = table.show("7C", 3, Ben="8C TC 6D 9H JH AD")
    assert kinds(events) == ["holds"]
    holds: Any = events[0]
    assert (holds.player, holds.cards) == ("Ben", "6D 8C 9H TC JH AD")
    assert "8C 6D" in holds.legal
    assert table.session.state("Ben").legal == holds.legal
    assert table.session.state().legal is None, "not for a screen that all see"
    assert "9H" not in holds.text()
    table.show("7C", 2)
    table.show("7C", 2, Ben="8C TC 6D 9H JH AD")
    assert kinds(table.events) == ["move", "holds"]


def test_of_a_hand_that_is_shown_in_part_the_rest_stays_unknown(table: Table) -> None:
    table.show("7C")
    (holds,) = table.show("7C", 2, Ben="8C TC back")
    assert holds.as_json()["cards"] == "8C TC ??x4"


def test_a_card_of_a_hand_that_is_hard_to_read_is_asked_of_its_player_alone(table: Table) -> None:
    table.show("7C")
    (question,) = table.show("7C", 2, Ben="8C 9S/TS 6D 9H JH")
    assert isinstance(question, QuestionEvent) and question.private
    assert table.session.state().questions == () and table.session.state().asked == ("Ben",)
    assert table.session.state("Ann").question is None
    assert table.session.state("Ben").question == question
    assert "9S" not in question.text() and question.as_json()["candidates"] == ["9S", "TS"]


def test_cards_of_an_illegal_move_on_their_way_back_are_no_shown_hand(table: Table) -> None:
    table.show("7C")
    table.show("7C TD 6D")
    table.show(None, 2, Ben="TD 6D")
    assert "holds" not in kinds(table.events)


def test_more_cards_than_the_player_holds_are_no_hand(table: Table) -> None:
    table.show("7C")
    table.show("7C", 2, Ben="8C TC 6D 9H JH AD KD")
    assert "holds" not in kinds(table.events)


def test_a_hand_that_contradicts_what_is_known_is_an_error_told_once() -> None:
    table = Table(RECORD.replace("??x6", "6C 7C 8C 9C TC JC", 1))
    table.show("", 3, Ben="6C 9H")
    assert kinds(table.events) == ["error"]


def test_a_late_ruling_is_told_once_when_the_hand_that_proves_it_is_shown() -> None:
    table = Table(RECORD.replace("??x6", "??x5 9C", 1) + '[Option:take "forced"]\n')
    table.show("9C")
    table.show("")
    assert table.moves[1:] == ["Ben: take unverified"]
    events = table.show("", 2, Ben="9C JC 7H 6D")
    events += table.show("", 2, Ben="9C JC 7H 6D")
    assert kinds(events) == ["holds", "late"]
    late: Any = events[1]
    assert (late.about, late.rule) == (2, "SK-11")
    assert late.why


def test_undo_takes_back_score_late_rulings_and_record_and_waits_for_the_table(table: Table) -> None:
    table.show("7C")
    before = table.session.referee.text()
    table.show("7C 8C 6D")
    game = table.session.game
    assert kinds(table.tell(table.session.undo(1))) == ["undone"]
    assert table.session.game > game
    assert table.session.referee.text() == before
    table.show("7C 8C 6D", 1)  # the cards still lie there: not the same move again
    assert table.session.state().to_move == "Ben"
    table.show("7C")
    table.show("7C 9C 6D")
    assert table.session.referee.text().splitlines()[-1] == "Ben: 9C 6D"


def test_a_take_that_was_undone_is_not_read_again_before_the_cards_are_back(table: Table) -> None:
    table.show("7C")
    table.show("")
    table.session.undo(1)
    table.show("", 1)
    assert table.session.state().to_move == "Ben"
    table.show("7C")
    table.show("")
    assert table.session.state().to_move == "Ann"


ONE_CARD_EACH = RECORD.replace('"??x6"', '"9C"', 1).replace('"??x6"', '"TC 8D"', 1)


def test_the_end_is_told_once_with_outcome_and_points() -> None:
    table = Table(ONE_CARD_EACH)
    table.show("9C", 2)
    assert kinds(table.events) == ["move", "end"]
    assert table.events[1].as_json() == {
        "t": table.events[1].t,
        "event": "end",
        "outcome": "win Ann",
        "points": {"Ann": 0, "Ben": 1},
    }
    table.tell(table.session.end())
    assert kinds(table.events) == ["move", "end"]


def test_no_more_is_taken_back_than_there_is(table: Table) -> None:
    assert kinds(table.session.undo(1)) == ["error"]
    table.session.say("Ann: 7C")
    before = table.session.state()
    [error] = table.session.undo(99)
    assert error.kind == "error" and "99" in error.as_json()["text"] and "1" in error.as_json()["text"].split(";")[1]
    assert table.session.state() == before
    assert kinds(table.session.undo(1)) == ["undone"]


def test_undo_of_the_last_move_takes_back_the_end_and_its_point() -> None:
    table = Table(ONE_CARD_EACH)
    table.show("9C")
    table.session.undo(1)
    assert table.session.state().outcome is None
    assert table.session.state().points == {"Ann": 0, "Ben": 0}
    table.show("")
    table.show("9C")
    assert kinds(table.events).count("end") == 2


def test_a_said_take_is_a_move_and_the_cards_may_follow(table: Table) -> None:
    table.show("7C")
    assert [_move(event) for event in table.tell(table.session.say("Ben: take"))] == ["Ben: take legal"]  # type: ignore[arg-type]
    table.show("7C", 1)
    table.show("")
    assert table.session.state().to_move == "Ann"
    assert table.moves == ["Ann: 7C legal", "Ben: take legal"]
    table.show("8D")
    assert table.moves[2:] == ["Ann: 8D legal"]


def test_what_the_table_has_told_already_may_be_said_as_well(table: Table) -> None:
    table.show("7C")
    table.show("")
    assert table.session.say("Ben: take") == []


def test_a_last_card_may_be_conceded() -> None:
    table = Table(RECORD.replace('"??x6"', '"9C"', 1).replace('"??x6"', '"??"', 1))
    table.show("9C")
    assert kinds(table.tell(table.session.say("Ben: concede"))) == ["move", "end"]
    assert table.session.state().outcome == "win Ann"


@pytest.mark.parametrize("text", ["take", "Cid: take", "Ann: take", "Ben: 99", "Ben: ", ": take", "", "Ben take"])
def test_what_makes_no_sense_is_an_error_event_and_changes_nothing(table: Table, text: str) -> None:
    table.show("7C")
    before = table.session.referee.text()
    events = table.session.say(text)
    assert kinds(events) == ["error"]
    assert "\n" not in events[0].text()
    assert table.session.referee.text() == before


def test_let_stand_closes_the_record_and_goes_on_from_the_table_as_it_is(table: Table) -> None:
    table.show("7C")
    table.show("7C TD 6D", 1)
    events = table.tell(table.session.let_stand())
    assert "error" not in kinds(events)
    assert table.session.closed[0].splitlines()[-1] == "Ben: TD 6D ; illegal SK-8"
    state = table.session.state()
    assert (state.to_move, state.middle, state.moves) == ("Ann", ("7C", "TD", "6D"), ())
    table.show("7C TD 6D", 1)
    table.show("6D 8D 9H")
    assert table.session.referee.text().splitlines()[-1] == "Ann: 8D 9H"


def test_a_legal_move_need_not_be_let_stand(table: Table) -> None:
    table.show("7C")
    assert kinds(table.session.let_stand()) == ["error"]


def test_a_record_can_be_gone_on_from_in_the_middle() -> None:
    table = Table(RECORD + "\nAnn: 7C\nBen: 8C 6D\n")
    table.show("7C 8C 6D", 1)
    table.show("6D 8D JC")
    assert table.moves == ["Ann: 8D JC legal"]


def test_every_event_is_one_line_of_text_and_of_json(table: Table) -> None:
    table.show("7C")
    table.show("7C TD 6D", 2)
    table.show("7C 8C 6D 9D TD", 4)
    table.show("7C 6C/8C", 2, Ben="8C TC back")
    table.tell(table.session.undo(1))
    table.tell(table.session.end())
    assert {"move", "mismatch", "question", "end", "undone"} <= set(kinds(table.events))
    for event in table.events:
        assert "\n" not in event.text()
        assert list(event.as_json())[:2] == ["t", "event"]


def test_a_hand_can_be_shown_in_the_middle_of_a_battle() -> None:
    table = Table('[Game "ceraria"]\n[Players "Ann, Ben"]\n')
    table.show("8H")
    assert table.moves == ["Ann: 8H legal"]
    table.show("8H", 2, Ben="9C 7S TD JC AH")
    assert kinds(table.events) == ["move", "holds"]
    assert "9C" in (table.session.state("Ben").legal or ())


def test_a_card_that_a_rightly_laid_one_may_lie_below_unread_is_not_called_illegal_at_once(table: Table) -> None:
    table.show("7C")
    table.show("7C 6D", PATIENCE + ON_A_PILE - 0.2)  # the 8C below it is not read yet
    assert table.moves == ["Ann: 7C legal"]
    table.show("7C 8C 6D")
    assert table.moves[1:] == ["Ben: 8C 6D legal"]


def test_nobody_is_accused_of_a_card_that_somebody_else_is_known_to_hold(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C 6D")
    table.show("", 1.0)  # Ann takes all three
    assert table.moves[2:] == ["Ann: take legal"]
    events = table.show("8C", DIFFERS + 0.5)
    assert table.moves[3:] == []
    assert kinds(events) == ["mismatch"]


def test_what_is_covered_of_an_illegal_move_is_no_part_of_the_next_one(table: Table) -> None:
    table.show("7C")
    table.show("7C TD 6D", 1.0)
    assert table.moves[1:] == ["Ben: TD 6D illegal SK-8"]
    table.show(None, 0.5)
    table.show("7C (TD) 8C 9S", 0.5)
    assert table.moves[2:] == ["Ben: 8C 9S legal"]


def test_a_covered_card_that_lay_there_before_is_no_news_when_the_table_has_matched(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C 6D")
    table.show("7C (8C) 6D")
    table.show("", 1.0)
    table.show("(8C) 9C", 0.5)
    assert table.moves[2:] == ["Ann: take legal", "Ben: 9C legal"]


def _on_each_other(names: str, *unclear: str) -> tuple[SeenCard, ...]:
    """Cards, lowest first; of those ``unclear`` nobody has seen which lies on which."""
    doubtful = tuple(card.track for card in _cards(" ".join(unclear)))
    return tuple(
        replace(c, unclear=tuple(t for t in doubtful if t != c.track)) if c.track in doubtful else c
        for c in _cards(names)
    )


def test_nobody_is_accused_of_an_order_that_nobody_has_seen(table: Table) -> None:
    table.show("7C")
    for _ in range(10):
        table.time += 0.1
        table.tell(table.session.see(TableView(table.time, {MIDDLE: _on_each_other("7C 6D 8C", "6D", "8C")})))
    assert table.moves == ["Ann: 7C legal"]
    table.show("7C 8C 6D")  # now it is seen
    assert table.moves[1:] == ["Ben: 8C 6D legal"]
