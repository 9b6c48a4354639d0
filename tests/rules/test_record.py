"""The record: what is read, what is an error and on which line, what is printed."""

from __future__ import annotations

import contextlib
import time
from typing import ClassVar

import pytest

from rules.cards import parse_card
from rules.games.ceraria.play import Ceraria
from rules.record import MOST_LETTERS, MOST_LINES, Header, Record, RecordError, parse
from rules.referee import Referee
from rules.ruling import MoveError
from rules.setup import read_setup

HEAD = '[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n'
HANDS = HEAD + '[Hand:Ann "7C QH"]\n[Hand:Ben "8C 9D KS"]\n'


def printed(text: str) -> str:
    return Referee(parse(text)).text()


def error(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Referee(parse(text))
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        HANDS,
        HANDS + "\nAnn: 7C\n",
        "; first of all\n\n"
        + HANDS
        + "; hands as dealt\n\n; now we play\nAnn: 7C ; a low one\n\n; thinks\nBen: take\n; the end\n",
        HANDS + "\nAnn: take ; illegal SK-7\nAnn: 7C QH ; illegal SK-7 ; tries again\nAnn: 7C\n",
        HEAD + "\nAnn holds 6S ??x17\nAnn: 6S\nBen holds ??x18\n",
        HEAD + '[Event "a; b [c]"]   ; odd but allowed\n[Date "2026-11-30"]\n[Result "?"]\n[Points "Ben=1, Ann=0"]\n',
    ],
)
def test_a_canonical_record_is_printed_as_it_was_written(text: str) -> None:
    assert printed(text) == text


def test_odd_spellings_are_put_right() -> None:
    text = (
        '\ufeff[ Game "svoi-kozyri" ]\r\n[Players "Ann ,Ben"]\r\n[Trumps "Ann=♠,Ben=h"]\r\n[Pack " 36"]\r\n'
        '[Hand:Ann "10c  q♥ ?? ??x2"]\r\n[Hand:Ben "8♣ ??x1"]\r\n[Leader " Ann "]\r\nAnn :  10♣\r\nBen holds  8c ??\r\nBen: TAKE\r\n'
    )
    assert printed(text) == (
        '[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n[Pack "36"]\n'
        '[Hand:Ann "TC QH ??x3"]\n[Hand:Ben "8C ??"]\n[Leader "Ann"]\n\nAnn: TC\nBen holds 8C ??\nBen: take\n'
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("take", "take ; illegal SK-7"),
        ("take ; he laughed", "take ; illegal SK-7 ; he laughed"),
        ("take ; illegal SK-9", "take ; illegal SK-7"),
        ("take ; illegal SK-9 ; he laughed", "take ; illegal SK-7 ; he laughed"),
        ("7C QC ; illegal SK-8", "7C QC ; illegal SK-8"),  # SK-7 and SK-8: either will do
        ("7C ; illegal SK-8", "7C"),
        ("7C ; illegal moves are fun", "7C ; illegal moves are fun"),
    ],
)
def test_the_mark_of_an_illegal_move_is_what_the_rules_say(written: str, expected: str) -> None:
    assert printed(f"{HANDS}\nAnn: {written}\n") == f"{HANDS}\nAnn: {expected}\n"


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("", 1, "Game"),
        ("; nothing\n", 1, "Game"),
        ('[Game "svoi-kozyri"]\n', 1, "Players"),
        ('[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n', 1, "Trumps"),
        ('[Game "poker"]\n', 1, "poker"),
        ('[Game "chess"]\n[Players "Ann, Ben"]\n', 1, "chess"),
        (HEAD + "[Hand:Ann 7C]\n", 4, "[Hand:Ann 7C]"),
        (HEAD + '\nAnn: 7C\n\n[Leader "Ann"]\n', 7, "Leader"),
        ('[Game "svoi-kozyri"]\n[Players "Ann, Ann"]\n', 2, "Ann"),
        ('[Game "svoi-kozyri"]\n[Players "Ann, B=n"]\n', 2, "B=n"),
        ('[Game "svoi-kozyri"]\n[Players "Ann Lee, Ben"]\n', 2, "Ann Lee"),
        (HEAD + '[Leader "Cid"]\n', 4, "Cid"),
        (HEAD + '[Leader:Ann "Ann"]\n', 4, "Leader:Ann"),
        (HEAD + '[Hand "7C"]\n', 4, "Hand"),
        (HEAD + '[Hand:Cid "7C"]\n', 4, "Cid"),
        (HEAD + '[Hand:Ann "7C"]\n', 4, "Hand:Ben"),
        (HEAD + '[Hand:Ann "7C,"]\n', 4, "7C,"),
        (HEAD + '[Hand:Ann "RJ"]\n[Hand:Ben ""]\n', 4, "RJ"),
        (HEAD + '[Hand:Ann "5C"]\n[Hand:Ben ""]\n', 4, "5C"),
        (HEAD + '[Hand:Ann "??x40"]\n[Hand:Ben ""]\n', 4, "number"),
        (HEAD + '[Hand:Ann "??x99999999999"]\n[Hand:Ben ""]\n', 4, "??x99999999999"),
        (HEAD + '[Hand:Ann "??x0"]\n[Hand:Ben ""]\n', 4, "??x0"),
        (HEAD + '[Hand:Ann "??x20"]\n[Hand:Ben "??x16"]\n[Pile "7C"]\n', 6, "number"),
        (HEAD + '[Hand:Ann "7C"]\n[Hand:Ben ""]\n[Pile "8C ??"]\n', 6, "??"),
        (HEAD + '[Pile "8C 7C"]\n', 4, "Pile"),
        (HEAD + '[Seed "4"]\n[Hand:Ann "7C"]\n[Hand:Ben ""]\n', 5, "Seed"),
        (HEAD + '[Pack "54"]\n', 4, "54"),
        (HEAD + '[Pack "many"]\n', 4, "many"),
        (HEAD + '[Option:take "maybe"]\n', 4, "maybe"),
        (HEAD + '[Option:pack "36"]\n', 4, "pack"),
        (HEAD + '[Points "Ann=one"]\n', 4, "one"),
        (HEAD + '[Points "Cid=1"]\n', 4, "Cid"),
        (HEAD + '[Clients:Ann "7C"]\n', 4, "Clients:Ann"),
        (HEAD + "\nann: 7C\n", 5, "ann"),
        (HEAD + "\nBen: 7C\n", 5, "Ben"),
        (HEAD + "\nAnn: ??\n", 5, "??"),
        (HEAD + "\nAnn:\n", 5, "''"),
        (HEAD + "\nAnn: seven\n", 5, "seven"),
        (HEAD + "\nAnn: 7C ; fine\nBen: 8C RJ\n", 6, "RJ"),
        (HEAD + "\nCid holds 7C\n", 5, "Cid"),
        (HEAD + "\nAnn holds 7C XX ??x16\n", 5, "XX"),
        (HANDS + "\nAnn: 7C\nBen holds 7C 9D KS\n", 8, "the card 7C is in two places, Ben's hand and the pile"),
        (HEAD + "\nBen holds 6S ??x17\n", 5, "the card 6S is in two places, Ben's hand and Ann's hand"),
        (HANDS + "\nAnn: 7C\nBen holds 8C ??x2 KS\n", 8, "number"),
        (HANDS + "\nAnn: 7C\nBen holds 8C TC ??\n", 8, "TC cannot be in Ben's hand"),
        (HANDS + "\nAnn: 7C\nAnn holds 7C\n", 8, "the card 7C is in two places"),
        (HEAD + "\nAnn: 7C\n\nBen: 8C 2D ; illegal SK-8\n", 7, "2D"),
        ('[Game "svoi-kozyri"]\n[Players "Ann, B\x1bn"]\n', 2, "B?n"),
        (HEAD + '[Hand:Ann "??x999 ??x999"]\n', 4, "number"),
        (HEAD + "; \ud800\n", 4, "UTF-8"),
    ],
)
def test_an_error_names_the_line_and_quotes_what_is_wrong(text: str, line: int, word: str) -> None:
    caught = error(text)
    assert caught.line == line
    assert word in caught.message
    assert caught.remedy
    assert str(caught) == f"line {line}: {caught.message}"


def test_bytes_are_read_as_utf_8() -> None:
    assert parse(HANDS.encode()) == parse(HANDS)
    with pytest.raises(RecordError) as caught:
        parse(HANDS.encode() + b"\nAnn: 7C ; \xff\nBen: take\n")
    assert (caught.value.line, caught.value.remedy) == (7, "save the record as UTF-8 text")


@pytest.mark.parametrize(
    "cut_off", ["Be", "Ben", "Ben:", "Ben: T", "Ben hol", "Ben holds", "Ben holds TC ?", "Ben: 8♣".encode()[:-1]]
)
def test_a_last_line_that_was_cut_off_is_named_with_what_to_do(cut_off: str | bytes) -> None:
    last = cut_off if isinstance(cut_off, bytes) else cut_off.encode()
    with pytest.raises(RecordError) as caught:
        Referee(parse(HEAD.encode() + b"\nAnn: 7C\n" + last))
    assert caught.value.line == 6
    assert caught.value.remedy.endswith("; or, if the record was cut off here, complete the line or delete it")


@pytest.mark.parametrize("cut_off", ["[", "[Hand:", "[Hand:Ann ", '[Hand:Ann "7C', '[Hand:Ann "7C QH"'])
def test_a_header_that_was_cut_off_is_named_with_what_to_do(cut_off: str) -> None:
    caught = error(HEAD + cut_off)
    assert caught.line == 4
    assert cut_off.strip() in caught.problem
    assert "cut off" in caught.remedy
    assert "cut off" not in error(HEAD + cut_off + "\n").remedy


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\n" * 10_000_000, MOST_LETTERS + 1),
        ("x" * 10_000_000, 1),
        (b"\xff" * 10_000_000, 1),
        ("\ud800" * 10_000_000, 1),
        (HEAD + '[Event "x"]\n' * 900_000, None),
        (HEAD + "; hm\n" * 1_700_000, None),
        (HEAD + "\n" + "Ann: take\n" * (MOST_LINES - 3), MOST_LINES + 1),
    ],
    ids=["empty lines", "one line", "no text", "no letters", "headers", "comments", "a line too many"],
)
def test_what_is_longer_than_a_deal_is_refused_at_once(text: str | bytes, line: int | None) -> None:
    began = time.process_time()
    with pytest.raises(RecordError, match="too long for one deal") as caught:
        parse(text)
    assert time.process_time() - began < 1
    assert line in (None, caught.value.line)


LONG = MOST_LETTERS - 1000


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "[" * LONG,
        HEAD + '["' + " " * LONG + '"',
        HEAD + "[Event" + " " * LONG,
        HEAD + '[Event "x"]' + " " * LONG + "x",
        HEAD + '[Event "' + "x " * (LONG // 2) + '"]',
        HEAD + '[Hand:Ann "' + "??x999 " * (LONG // 7) + '"]',
        HEAD + '[Hand:Ann "??x' + "0" * LONG + '2"]',
        HEAD + '[Points "' + "Ann=1, " * (LONG // 7) + '"]',
        '[Game "svoi-kozyri"]\n[Players "' + ",".join(map(str, range(70_000))) + '"]\n' + "[Event\n" * 1000,
        HEAD + "".join(f'[Option:{n} "x"]\n' for n in range(MOST_LINES - 10)),
        HEAD + "x" * LONG,
        HEAD + "x" + " " * LONG + "x",
        HEAD + "\nAnn: " + "7C " * (LONG // 3),
        HEAD + "\nAnn: " + "9" * LONG,
        HEAD + "\nAnn: 7C ; illegal" + " SK-7" * (LONG // 5) + "x",
        HEAD + "\nAnn: 7C ; illegal SK-" + "7" * LONG + "x",
        HANDS + "\n" + "Ann: 8C 7C\n" * (MOST_LINES - 10),
        HEAD + "\n" + "Ann holds ??x18\n" * (MOST_LINES - 10),
    ],
)
def test_what_is_as_long_as_a_record_may_be_is_read_or_refused_within_a_second(text: str) -> None:
    began = time.process_time()
    with contextlib.suppress(RecordError):
        Referee(parse(text)).text()
    assert time.process_time() - began < 1


def test_a_new_record_is_made_in_code() -> None:
    record = Record.new("svoi-kozyri", ["Ann", "Ben"], {"Trumps": "Ann=S, Ben=H"})
    assert (record.game, record.players) == ("svoi-kozyri", ("Ann", "Ben"))
    referee = Referee(record)
    referee.play("Ann", "7c")
    assert referee.text() == HEAD + "\nAnn: 7C\n"
    changed = record.with_headers({"Trumps": "Ann=D, Ben=H", "Leader": "Ben"})
    assert Referee(changed).to_move == "Ben"
    assert [entry.name for entry in changed.head if isinstance(entry, Header)] == [
        "Game",
        "Players",
        "Trumps",
        "Leader",
    ]


def test_a_text_that_is_no_move_or_a_player_not_on_turn_is_not_taken_into_the_record() -> None:
    referee = Referee(parse(HANDS))
    for player, move in [("Ann", "7C QH 8C"), ("Ann", ""), ("Ann", "2C"), ("Ben", "8C"), ("Cid", "7C")]:
        with pytest.raises(MoveError):
            referee.play(player, move)
        with pytest.raises(MoveError):
            referee.judge(player, move)
    assert referee.text() == HANDS


def test_comments_stay_when_a_move_is_taken_back() -> None:
    referee = Referee(parse(HANDS + "\nAnn: take\nAnn: 7C ; ok\n; a note\nBen: take\n"))
    referee.undo(2)
    assert referee.text() == HANDS + "\nAnn: take ; illegal SK-7\n; a note\n"
    referee.undo(5)
    assert referee.to_move == "Ann"
    assert referee.rulings == []


@pytest.mark.parametrize("value", ['a "quoted" word', "two\nlines", "\udcff"])
def test_a_header_made_in_code_must_be_one_that_can_be_read_again(value: str) -> None:
    with pytest.raises(RecordError, match=r"Event: .* cannot stand in a record"):
        Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], {"Trumps": "Ann=S, Ben=H", "Event": value}))


def test_a_remedy_is_that_of_its_moment_however_late_it_is_asked_for() -> None:
    referee = Referee(parse(HANDS + "\nAnn: take\nAnn: 7C\nBen: 9D KS\nBen: take\n"))
    asked_late = [ruling.remedy for ruling in referee.rulings]
    referee.undo(4)
    asked_at_once = [referee.play(*move).remedy for move in [("Ann", "take"), ("Ann", "7C"), ("Ben", "9D KS")]]
    assert asked_late == [*asked_at_once, None]
    assert asked_late[0] is not None


def test_a_game_can_have_headers_of_its_own() -> None:
    class Rows(Ceraria):
        own_headers: ClassVar = {"Row": "cards", "Side": "hands", "Pace": "numbers", "Judge": "seat"}

    text = '[Game "ceraria"]\n[Players "Ann, Ben"]\n[Row "10c ??"]\n[Side:Ben "KS"]\n[Pace "Ben=2"]\n[Judge "Ben"]\n'
    setup = read_setup(parse(text), Rows())
    assert setup.lists == {"Row": (parse_card("TC"), None), "Side:Ben": (parse_card("KS"),)}
    assert (setup.numbers["Pace"], setup.seats["Judge"]) == ((0, 2), 1)
    assert setup.canonical["Row"] == "TC ??"
    for wrong in ('[Row "KS"]', '[Row:Ann "9C"]', '[Side "9C"]', '[Side:Cid "9C"]', '[Rows "9C"]'):
        with pytest.raises(RecordError):
            read_setup(parse(text.replace('[Row "10c ??"]', wrong)), Rows())
    with pytest.raises(RecordError, match="no header Row"):
        read_setup(parse(text), Ceraria())
