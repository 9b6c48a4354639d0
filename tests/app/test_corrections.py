"""What people say of cards and moves that were misread, and that it sticks. The views are written down."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.events import Event
from app.eyes import Eyes
from app.hand_photo import HandPhoto, read_hand
from app.session import Session
from rules.cards import Card, card_name, parse_card
from rules.record import parse
from rules.referee import Referee
from rules.table import MIDDLE, SeenCard, TableView
from tests.app.test_session import RECORD
from tests.drawn_table import DrawnReader, DrawnTable
from vision.sources import Frame


class Table:
    """A session before which cards lie, side by side; ``7C`` is read for sure, ``6S/8S`` is not; ``7C#4``: on track 4."""

    def __init__(self, record: str = RECORD) -> None:
        self.session = Session(Referee(parse(record)))
        self.time = 0.0

    def show(self, middle: str, seconds: float = 0.3) -> list[Event]:
        fresh: list[Event] = []
        for _ in range(round(seconds * 10)):
            self.time = round(self.time + 0.1, 1)
            cards = tuple(_card(word, n) for n, word in enumerate(middle.split()))
            fresh += self.session.see(TableView(self.time, {MIDDLE: cards}))
        return fresh

    @property
    def lines(self) -> list[str]:
        return self.session.referee.text().partition("\n\n")[2].splitlines()


def _card(word: str, n: int) -> SeenCard:
    word, _, number = word.partition("#")
    names = [parse_card(name) for name in word.split("/")]
    track = int(number) if number else 1 + names[0]
    spot = (0.1 + 0.05 * n, 0.3)
    return SeenCard(
        names[0] if len(names) == 1 else None, tuple(names) if len(names) > 1 else (), track=track, spot=spot
    )


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def c(name: str) -> Card:
    return parse_card(name)


@pytest.fixture
def table() -> Table:
    return Table()


# "We misread it"


def test_of_an_illegal_move_it_is_asked_which_card_was_misread_and_what_it_is(table: Table) -> None:
    table.show("7C")
    table.show("7C TD 6D")
    assert table.lines == ["Ann: 7C", "Ben: TD 6D ; illegal SK-8"]
    [which] = table.session.misread()
    told: Any = which
    assert (told.candidates, told.about, told.read_as) == (("TD", "6D"), 2, "")
    assert "move 2" in which.text()
    [what] = table.session.answer(told.id, c("TD"))
    told = what
    assert told.read_as == "TD" and "TH" in told.candidates and "TD" not in told.candidates
    assert table.session.state().questions == (what,)
    events = table.session.answer(told.id, c("TC"))
    assert [kind for kind in kinds(events) if kind != "undone"] == ["corrected", "move"]
    assert table.lines == ["Ann: 7C", "Ben: TC 6D"]
    assert kinds(table.show("7C TD 6D", 3)) == [], "the reader goes on misreading it"


def test_a_move_of_one_card_needs_only_one_question(table: Table) -> None:
    table.show("7C")
    [what] = table.session.misread(1)
    told: Any = what
    assert told.read_as == "7C"
    table.session.answer(told.id, c("7S"))
    assert table.lines == ["Ann: 7S"]


def test_an_earlier_move_is_put_right_in_the_record_and_the_rest_made_again(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C 6D")
    table.show("7C 8C 6D 9D TC")
    events = table.session.misread(1, c("7C"), c("6C"))
    assert kinds(events) == ["corrected", "undone", "move", "move", "move"]
    assert table.lines == ["Ann: 6C", "Ben: 8C 6D", "Ann: 9D TC"]
    assert table.show("7C 8C 6D 9D TC", 3) == [], "the reader goes on misreading it"


def test_what_cannot_be_made_again_is_told_and_nothing_changes(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C 6D")
    before, game = table.session.referee.text(), table.session.game
    [error] = table.session.misread(1, c("7C"), c("8C"))
    assert error.kind == "error"
    assert (table.session.referee.text(), table.session.game) == (before, game)


@pytest.mark.parametrize("n", [0, 2, 99])
def test_a_move_that_there_is_not_cannot_be_misread(table: Table, n: int) -> None:
    table.show("7C")
    assert kinds(table.session.misread(n)) == ["error"]
    assert kinds(table.session.misread(1, c("9D"))) == ["error"]


def test_a_move_that_was_said_can_be_put_right_too() -> None:
    session = Session(Referee(parse(RECORD)))
    session.say("Ann: 7C")
    session.say("Ben: TD 6D")
    events = session.misread(2, c("TD"), c("TC"))
    assert kinds(events) == ["corrected", "undone", "move"]
    assert session.referee.text().splitlines()[-1] == "Ben: TC 6D"


PACK = [rank * 4 + suit for rank in range(4, 13) for suit in range(4)]  # 6 to ace


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PACK), st.sampled_from(PACK), st.sampled_from(PACK))
def test_a_lead_that_is_put_right_is_recorded_as_if_it_had_been_read_right(read: Card, lead: Card, other: Card) -> None:
    if len({read, lead, other}) < 3:
        return
    table = Table()
    table.show(card_name(read))
    table.session.misread(1, read, lead)
    assert table.lines == [f"Ann: {card_name(lead)}"]
    assert table.show(card_name(read), 2) == []
    table.show("")
    assert table.lines[-1] == "Ben: take"
    events = table.show(f"{card_name(other)}#99")
    assert kinds(events) == ["move"], "another card is another card"
    assert table.lines[-1].startswith(f"Ann: {card_name(other)}")


def test_several_questions_are_open_at_once_and_each_is_answered_by_its_id(table: Table) -> None:
    table.show("7C")
    asked = table.show("7C 6C/8C 6D/8D", 2)
    assert kinds(asked) == ["question", "question"]
    first, second = table.session.state().questions
    assert table.session.state().question == first
    assert kinds(table.session.answer(second.id, c("6D"))) == ["corrected"]
    assert table.session.state().questions == (first,)
    assert kinds(table.session.answer(first.id, c("8C"))) == ["corrected", "move"]
    assert table.lines[-1] == "Ben: 8C 6D"
    assert kinds(table.session.answer(first.id, c("8C"))) == ["error"], "it is answered"


def test_what_is_asked_about_may_be_no_card(table: Table) -> None:
    table.show("7C")
    (question,) = table.show("7C 6C/8C", 2)
    told: Any = question
    assert kinds(table.session.answer(told.id, None)) == ["corrected"]
    assert table.show("7C 6C/8C#99", 3) == []
    assert table.session.state().questions == ()


# An answer holds for the card, also as a new track.


def test_a_card_that_was_misread_once_accuses_nobody_when_it_comes_back(table: Table) -> None:
    table.show("7C")
    table.show("7C TD#50 6D")
    table.session.misread(2, c("TD"), c("TC"))
    table.show("7C TD#50 6D")
    table.show("")  # Ann takes all three (nothing else lies there)
    assert table.lines[-1] == "Ann: take"
    table.show("9C")
    events = table.show("9C TD#90 6S", 2)  # it may be the TC again, or the TD: nobody knows
    [question] = [event for event in events if event.kind == "question"]
    told: Any = question
    assert told.candidates == ("TC", "TD")
    assert "move" not in kinds(events)
    table.session.answer(told.id, c("TC"))
    assert table.lines[-1].startswith("Ann: TC 6S") or table.lines[-1].startswith("Ben: TC 6S")


def test_it_is_not_asked_again_where_the_other_card_is_known_to_lie(table: Table) -> None:
    table.show("7C")
    table.show("7C TD#50 6D")
    table.session.misread(2, c("TD"), c("TC"))
    table.show("7C TD#50 6D")
    events = table.show("7C TD#50 6D TD#90 9S", 2)
    assert "question" not in kinds(events), "the TC lies there, so this is the TD"
    assert table.lines[-1].startswith("Ann: TD 9S")


def test_the_card_where_it_ought_to_lie_keeps_the_name_people_gave_it_as_a_new_track(table: Table) -> None:
    table.show("7C")
    table.show("7C 6D TD#50")
    assert table.lines[-1].startswith("Ben: 6D TD ; illegal")
    table.session.undo(1)
    table.show("7C")
    table.show("7C 8C TD#50")
    table.session.correct(50, c("TC"))
    assert table.lines[-1] == "Ben: 8C TC"
    assert table.show("7C 8C TD#77", 3) == [], "another track, the same place: the same card"
    assert table.session.corrected[-1] == (77, c("TC")), "whoever follows the cards is told"


def test_an_answered_card_that_is_unsure_again_is_asked_with_that_name_first(table: Table) -> None:
    table.show("7C")
    (question,) = table.show("7C 6C/8C#50 6D", 2)
    told: Any = question
    table.session.answer(told.id, c("8C"))
    assert table.lines[-1] == "Ben: 8C 6D"
    table.show("")
    table.show("7S")
    (question,) = table.show("7S 6C/8C#90 9S", 2)
    told = question
    assert told.candidates == ("8C", "6C")


# One card at a time


def test_a_card_is_corrected_by_the_name_it_is_seen_as(table: Table) -> None:
    table.show("7C")
    table.show("7C TD 6D")
    events = table.session.correct_card(c("TD"), c("TC"))
    assert "move" in kinds(events) and table.lines[-1] == "Ben: TC 6D"
    assert kinds(table.session.correct_card(c("AS"), c("TC"))) == ["error"]


def test_no_card_here_sticks_although_it_becomes_another_track(table: Table) -> None:
    table.show("")
    table.show("7C#5")
    assert table.lines == ["Ann: 7C"]
    table.session.correct(5, None)
    assert table.lines == []
    assert table.show("7C#6", 3) == [] and table.show("7C#7", 3) == []
    assert 7 in table.session.names.denied
    table.session.correct(7, c("7C"))
    assert table.lines == ["Ann: 7C"], "people may think again"


def test_a_card_that_only_people_see_counts_until_it_is_seen_or_gone(table: Table) -> None:
    table.show("7C")
    events = table.show("7C 8C", 0.3)
    assert events == []
    events = table.session.missing(c("6D"), MIDDLE)
    events += table.show("7C 8C", 0.3)
    assert kinds(events) == ["corrected", "move"]
    assert table.lines[-1] == "Ben: 8C 6D"
    assert table.show("7C 8C", 4) == [], "it lies there still"
    assert table.show("7C 8C 6D", 3) == [], "now it is seen"
    assert kinds(table.show("")) == ["move"]


def test_a_card_that_only_people_see_goes_with_the_pile(table: Table) -> None:
    table.show("7C")
    table.show("7C 8C", 0.3)
    table.session.missing(c("6D"), MIDDLE)
    table.show("7C 8C", 1)
    assert kinds(table.show("", 1)) == ["move"]
    assert table.lines[-1] == "Ann: take"


def test_a_place_or_a_card_that_there_is_not_is_told(table: Table) -> None:
    table.show("7C")
    assert kinds(table.session.missing(c("8C"), "cellar")) == ["error"]
    assert kinds(table.session.missing(c("2C"), MIDDLE)) == ["error"]


# Hands from photographs


def test_a_photograph_of_a_hand_is_for_its_owner_alone(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    table.show("7C")
    session = table.session
    session.read_photo = lambda path: HandPhoto(frozenset(map(c, ("8C", "TC", "6D"))), ((c("6S"), c("8S")),))
    [holds] = session.holds_photo("Ben", tmp_path / "hand.jpg")
    told: Any = holds
    assert told.cards == "6D 8C TC ??x3"
    assert "8C" not in holds.text()
    assert "8C" not in str(session.state().heaps) and session.state().legal is None
    own: Any = next(heap for heap in session.state("Ben").heaps if heap.kind == "hand" and heap.owner == 1)
    assert own.cards[:3] == tuple(sorted(map(c, ("6D", "8C", "TC"))))
    session.undo(1)
    assert "8C" not in str(session.state().heaps), "undo reveals nothing"


def test_a_photograph_that_does_not_fit_is_one_line(table: Table, tmp_path: Any) -> None:
    session = table.session
    assert kinds(session.holds_photo("Ben", tmp_path / "hand.jpg")) == ["error"], "nothing to read it with"
    bad = tmp_path / "hand.jpg"
    bad.write_text("no picture")
    reader: Any = None
    session.read_photo = lambda path: read_hand(reader, path)
    for path in (bad, tmp_path / "none.jpg", tmp_path):
        [error] = session.holds_photo("Ben", path)
        assert error.kind == "error" and "\n" not in error.text() and path.name in error.text()
    for cards in ((), ("6C", "7D", "8C", "9C", "TC", "JC", "QC")):
        session.read_photo = lambda path, cards=cards: HandPhoto(frozenset(map(c, cards)))  # type: ignore[misc]
        assert kinds(session.holds_photo("Ben", bad)) == ["error"]
    assert kinds(session.holds_photo("Zoe", bad)) == ["error"]


# With a tracker before it


def test_what_people_said_sticks_over_the_frames_of_a_film() -> None:
    table = DrawnTable()
    empty = table.picture()
    table.lay("7C", 280, 140)
    led = table.picture()
    referee = Referee(parse(RECORD))
    eyes = Eyes(DrawnReader(), referee.game.layout(referee.players), referee.setup.cards)
    session = Session(referee)
    number = 0

    def watch(image: Any, frames: int) -> list[Event]:
        nonlocal number
        events: list[Event] = []
        for _ in range(frames):
            while session.corrected:
                eyes.correct(*session.corrected.popleft())
            number += 1
            events += session.see(eyes.look(Frame(image, number / 10)).view)
        return events

    watch(empty, 10)
    assert kinds(watch(led, 10)) == ["move"]
    session.correct_card(c("7C"), None)
    assert watch(led, 30) == [] and session.state().moves == ()
    seen = eyes.look(Frame(led, (number + 1) / 10)).scene.tracks
    assert seen and all(track.number in session.names.denied for track in seen), "no outline is drawn"
    number += 1
    watch(empty, 10)
    table.take("7C")
    table.lay("7C", 330, 150)  # elsewhere: a real card
    assert kinds(watch(table.picture(), 10)) == ["move"]
    session.correct_card(c("7C"), c("7S"))
    watch(table.picture(), 30)
    assert [ruling.move for ruling in session.state().moves] == ["7S"]
