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
    assert read_input('{"say": "Ben: take"}') == Input(None, say="Ben: take")
    assert read_input('{"t": 2.5, "answer": 3, "card": "8S"}') == Input(2.5, answer=(3, parse_card("8S")))
    assert read_input('{"undo": 1}') == Input(None, undo=1)
    hand = (parse_card("7C"), parse_card("9S"), None, None, None)
    assert read_input('{"holds": "Ann", "cards": "7C 9S ??x3"}') == Input(None, holds=("Ann", hand))


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
