"""What the camera cannot see, as lines of JSON."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import UserError
from app.inputs import Input, InputError, read_input, read_input_file
from app.opening import open_game
from app.session import Session
from rules.cards import parse_card


def test_each_kind_of_line_is_read() -> None:
    def read(line: str) -> tuple[object, ...]:
        entry = read_input(line)
        return (entry.command, *entry.arguments)

    eight, nine, six = map(parse_card, ("8C", "9C", "6C"))
    hand = (parse_card("7C"), parse_card("9S"), None, None, None)
    assert read('{"say": "Ben: take"}') == ("say", "Ben: take")
    assert read_input('{"t": 2.5, "answer": 3, "card": "8C"}') == Input(2.5, "answer", (3, eight))
    assert read('{"answer": 3, "card": null}') == ("answer", 3, None)
    assert read('{"undo": 1}') == ("undo", 1)
    assert read('{"holds": "Ann", "cards": "7C 9S ??x3"}') == ("holds", "Ann", hand)
    assert read('{"holds": "Ann", "photo": "hand.jpg"}') == ("holds_photo", "Ann", Path("hand.jpg"))
    assert read('{"misread": true}') == ("misread", None, None, None)
    assert read('{"misread": 3}') == ("misread", 3, None, None)
    assert read('{"misread": 3, "card": "9C", "is": "8C"}') == ("misread", 3, nine, eight)
    assert read('{"stand": true}') == ("let_stand",)
    assert read('{"correct": {"card": "6C", "is": "8C"}}') == ("correct_card", six, eight)
    assert read('{"correct": {"card": "6C", "is": null}}') == ("correct_card", six, None)
    assert read('{"correct": {"track": 12, "is": "8C"}}') == ("correct", 12, eight)
    assert read('{"missing": {"card": "8C", "place": "middle"}}') == ("missing", eight, "middle", None)
    assert read('{"missing": {"card": "8C", "place": "middle", "on": "6C"}}') == ("missing", eight, "middle", six)
    assert read('{"pause": true}') == ("pause", True) and read('{"pause": false}') == ("pause", False)


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "[]",
        "3",
        "{}",
        '{"t": 3}',
        '{"say": 3}',
        '{"say": "a", "undo": 1}',
        '{"undo": 0}',
        '{"undo": true}',
        '{"undo": "1"}',
        '{"answer": 1}',
        '{"answer": 1, "card": "XX"}',
        '{"holds": "Ann"}',
        '{"holds": "Ann", "cards": "7C 9Z"}',
        '{"holds": "Ann", "photo": 3}',
        '{"holds": "Ann", "photo": "a.jpg", "cards": 1}',
        '{"misread": 0}',
        '{"misread": false}',
        '{"misread": 1, "is": "8C"}',
        '{"misread": 1, "card": "XX"}',
        '{"stand": false}',
        '{"correct": "6C"}',
        '{"correct": {"card": "6C"}}',
        '{"correct": {"is": "6C"}}',
        '{"correct": {"track": -1, "is": "6C"}}',
        '{"missing": ["8C"]}',
        '{"missing": {"card": "8C"}}',
        '{"pause": 1}',
        '{"t": "x", "undo": 1}',
        '{"t": NaN, "undo": 1}',
        '{"say": "a"',
        '{"t": 1' + "0" * 400 + ', "undo": 1',
        "[" * 100_000,
    ],
)
def test_a_line_that_is_no_input_is_one_line_that_says_what_to_do(line: str) -> None:
    with pytest.raises(InputError) as caught:
        read_input(line)
    assert str(caught.value) and "\n" not in str(caught.value)


@given(st.text())
def test_no_text_is_more_than_an_error(text: str) -> None:
    with contextlib.suppress(InputError):
        read_input(text)


def test_a_file_is_read_in_order_of_time(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"t": 5, "undo": 1}\n\n{"t": 2, "say": "Ann: take"}\n', encoding="utf-8")
    assert [entry.t for entry in read_input_file(path)] == [2, 5]


def test_a_photograph_is_named_as_seen_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"t": 1, "holds": "Ann", "photo": "hand.jpg"}\n', encoding="utf-8")
    assert read_input_file(path)[0].arguments == ("Ann", tmp_path / "hand.jpg")


def test_every_command_of_a_line_is_there_in_both_kinds_of_table() -> None:
    from app.inputs import _EXAMPLES
    from app.live import LiveTable

    more = ('{"holds": "Ann", "photo": "hand.jpg"}', '{"correct": {"track": 1, "is": null}}')
    for line in (*_EXAMPLES.values(), *more):
        for table in (Session, LiveTable):
            assert callable(getattr(table, read_input(line).command))


@pytest.mark.parametrize("content", [b'{"t": 1, "undo": 1}\nhello\n', b'{"t": 1, "undo": 1}\n{"undo": 1}\n'])
def test_a_bad_line_of_a_file_is_named_with_its_number(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(UserError, match=r"a\.jsonl, line 2: "):
        read_input_file(path)


def test_what_goes_wrong_with_a_line_of_a_file_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('\n{"t": 1, "say": "Ben\u2028Ann"}\n{"t": 2, "undo": 99}\n', encoding="utf-8")
    session = Session(open_game("svoi-kozyri", headers={"Trumps": "Ann=S, Ben=H"}))
    told = [entry.tell(session)[0] for entry in read_input_file(path)]
    assert [event.kind for event in told] == ["error", "error"]
    assert [event.as_json()["text"].split(": ")[0] for event in told] == [f"{path}, line 2", f"{path}, line 3"]


def test_a_file_that_is_not_there_or_no_text_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_bytes(b"\xff\xfe\x00\x01")
    for name in ("a.jsonl", "b.jsonl"):
        with pytest.raises(UserError, match=name):
            read_input_file(tmp_path / name)
