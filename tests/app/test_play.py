"""kibitz play: a game in the terminal against bots, driven through standard input."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from rules.cards import card_name
from rules.games import GAMES
from rules.record import MoveLine, Record, parse
from rules.referee import Referee

every_game = pytest.mark.parametrize("game", sorted(GAMES))
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder, for this test only; also the current folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Typed:
    """Plays with these lines on standard input; keeps what was printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys
        self.out = self.err = ""

    def __call__(self, arguments: str, *lines: str, status: int = 0) -> str:
        self._monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        self._capsys.readouterr()
        found = main(["play", *arguments.split()])
        self.out, self.err = self._capsys.readouterr()
        assert found == status, self.err
        assert "Traceback" not in self.err
        words = [] if "--json" in arguments else self.out.replace(str(Path.cwd()), "").splitlines()
        assert all(
            len(line) <= 100 for line in words if not line.startswith("Your move>")
        )  # there stands what was typed
        return self.out

    def events(self, arguments: str, *lines: str, status: int = 0) -> list[dict[str, Any]]:
        """The same with --json."""
        return [json.loads(line) for line in self(f"{arguments} --json", *lines, status=status).splitlines()]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    return Typed(monkeypatch, capsys)


def saved(name: str = "a.kbz") -> Referee:
    return Referee(parse(Path(name).read_bytes()))


@every_game
def test_a_whole_deal_is_played_by_numbers_and_stands_in_the_record(typed: Typed, game: str) -> None:
    out = typed(f"{game} --seed 5 --bots random --record a.kbz", *["1"] * 300)
    assert "The deal is over." in out
    referee = saved()
    assert referee.outcome is not None
    assert {ruling.verdict for ruling in referee.rulings} == {"legal"}
    assert referee.text() == Path("a.kbz").read_text()


@every_game
def test_events_are_objects_and_the_list_is_what_can_be_played(typed: Typed, game: str) -> None:
    events = typed.events(f"{game} --seed 6 --bots greedy,random --record a.kbz", *['{"do": "hint random"}', "1"] * 200)
    start, end = events[0], next(event for event in events if event["event"] == "end")
    assert start["event"] == "start"
    assert (start["players"], start["you"], start["seed"]) == (["Ann", "Ben", "Cid"], "Ann", "6")
    assert start["bots"] == {"Ben": "greedy", "Cid": "random"}
    hints = [event["move"] for event in events if event["event"] == "hint"]
    turns = [event for event in events if event["event"] == "turn"]
    assert all(turn["player"] == "Ann" and turn["legal"] for turn in turns)
    assert all(hint in turn["legal"] for hint, turn in zip(hints, turns, strict=False))
    assert end["outcome"] == saved().outcome
    assert [event["n"] for event in events if event["event"] == "move"] == list(range(1, len(saved().rulings) + 1))


@every_game
def test_nothing_hidden_is_told(typed: Typed, game: str) -> None:
    """Whatever is shown on Ann's turn is what she can know: her hand, the heaps of her view, moves as she heard them."""
    events = typed.events(f"{game} --seed 7 --bots random,random --record a.kbz", *["1"] * 12)
    turns = [event for event in events if event["event"] == "turn"]
    record = parse(Path("a.kbz").read_bytes())
    for turn in turns:
        moves = [line for line in record.body if isinstance(line, MoveLine)]
        referee = Referee(Record(record.head, tuple(moves[: turn["n"] - 1])))
        view = referee.game.view(referee.position, 0)
        known = {card_name(card) for heap in referee.game.heaps(view) for card in heap.cards if card is not None}
        assert {card for heap in turn["heaps"] for card in heap["cards"] if card != "??"} == known
    assert any("??" in heap["cards"] for heap in turns[0]["heaps"])


def test_a_refusal_says_rule_reason_and_remedy_and_why_shows_the_rule(typed: Typed) -> None:
    out = typed("svoi-kozyri --seed 3 --bots random --set Leader=Ben --set Trumps=H", "why", "6S 7S", "why", "undo")
    assert "nothing was refused" in out
    assert "6S 7S is not allowed: SK-8 (Beating the top card)" in out
    assert "Instead, for example:" in out
    assert "SK-8  Beating the top card\n" in out
    assert "there is no choice of yours to take back" in out


def test_why_asks_about_a_move_without_making_it(typed: Typed) -> None:
    events = typed.events("ceraria --seed 1 --set Leader=Ann --record a.kbz", "why take", "why 1", "rules", "rule ce-6")
    assert [event["event"] for event in events[2:5]] == ["refused", "rule", "legal"]
    assert events[2]["rules"] == ["CE-6"]
    assert events[-2]["rule"] == "CE-6"
    assert saved().rulings == []


def test_a_draw_needs_no_cards_also_when_they_are_known(typed: Typed) -> None:
    out = typed("courtesan --seed 2 --bots greedy --record a.kbz", *["draw"] * 30)
    assert "The deal is over." in out
    assert "CO-4" not in out


def test_undo_goes_back_to_ones_own_choice_and_the_bots_answer_the_same(typed: Typed) -> None:
    lines = ["1", "undo", "1", "undo 2", "undo"]
    events = typed.events("svoi-kozyri --seed 3 --bots easy --record a.kbz", *lines)
    moves = [(event["n"], event["move"]) for event in events if event["event"] == "move"]
    again = next(i for i, event in enumerate(events) if event["event"] == "undone")
    before = [event["move"] for event in events[:again] if event["event"] == "move"]
    after = [event["move"] for event in events[again:] if event["event"] == "move"]
    assert before[-len(after) :] == after
    assert len(moves) == len(before) + len(after)
    assert events[-2]["event"] == "error"  # nothing left
    assert len(saved().rulings) == len(before) - len(after)


def test_a_hint_is_the_same_whatever_the_hidden_cards(typed: Typed) -> None:
    one = typed.events("ceraria --seed 1 --set Leader=Ann", "hint easy", "hint easy")
    assert one[2] == one[3]


def test_commands_are_explained_and_problems_are_one_line(typed: Typed) -> None:
    lines = [
        "help",
        "moves",
        "?",
        "table",
        "score",
        "rule XX-1",
        "hint nobody",
        "undo x",
        "next",
        "0",
        "999",
        "foo",
        "",
    ]
    events = typed.events("svoi-kozyri --seed 3", *lines)
    kinds = [event["event"] for event in events if event["event"] != "move"]
    assert kinds == [
        *("start", "turn", "help", "moves", "moves", "turn", "score"),
        *("error", "error", "error", "error", "error", "error", "refused", "error", "saved"),
    ]


@pytest.mark.parametrize(
    "garbage",
    [
        "\x00\x1b[2J", "{", "[1]", "{}", '{"move": 7}', '{"undo": true}', '{"undo": -1}', '{"undo": 1e999}', '{"do": "format"}',
        '{"a":' * 5000, "9" * 9000, "²", "x" * 20_000, "Ben: take", "Ann:", ": :", "rule \x07", "save \x00", '{"move": "\\ud800"}',
        "save /", "save /dev/full", "save /nowhere/at/all.kbz", "save ~nobody-like-this/x",
    ],
)  # fmt: skip
def test_garbage_is_answered_and_changes_nothing(typed: Typed, garbage: str) -> None:
    for json_ in ("", " --json"):
        typed(f"svoi-kozyri --seed 3 --record a.kbz{json_}", garbage)
        assert all(ruling.player == "Ben" for ruling in saved().rulings)
        assert "\x1b" not in typed.out


def test_the_next_deal_carries_the_match_on_and_the_files_are_its_deals(typed: Typed) -> None:
    quick = "cuckoo --seed 4 --bots random --record a.kbz --option lives=2"
    out = typed(quick, *["1", "1", "1", "1", "1", "next"] * 12)
    assert "won the match." in out
    files = [*sorted(map(str, Path().glob("a-*.kbz"))), "a.kbz"]
    assert len(files) >= 2
    assert main(["judge", "--match", *files]) == 0
    typed("--resume a.kbz", "next")
    assert "the match is over" in typed.out


def test_a_game_is_resumed_with_the_same_bots_and_the_same_answers(typed: Typed) -> None:
    whole = typed.events("crusaders --seed 8 --bots easy,greedy --record a.kbz", *["1"] * 8)
    typed.events("crusaders --seed 8 --bots easy,greedy --record b.kbz", *["1"] * 4)
    rest = typed.events("--resume b.kbz", *["1"] * 4)
    assert rest[0]["bots"] == {"Ben": "easy", "Cid": "greedy"}
    assert [event for event in rest if event["event"] == "move"] == [
        event for event in whole if event["event"] == "move"
    ][-sum(event["event"] == "move" for event in rest) :]
    assert Path("a.kbz").read_text() == Path("b.kbz").read_text()
    assert not list(Path().glob("*.old*"))


def test_a_resumed_match_knows_the_deals_before(typed: Typed) -> None:
    typed("courtesan --seed 2 --bots random --record a.kbz", *["1"] * 60, "next", "1")
    events = typed.events("--resume a.kbz", *["1"] * 60, "next")
    assert events[0]["deal"] == 2
    assert [event["deal"] for event in events if event["event"] == "start"] == [2, 3]
    assert main(["judge", "--match", "a-1.kbz", "a-2.kbz", "a.kbz"]) == 0


def test_without_a_name_the_game_is_kept_in_the_data_folder_and_the_last_one_resumed(typed: Typed) -> None:
    typed("ceraria --seed 1", "1")
    first = typed.events("--resume")[0]
    assert first["game"] == "ceraria"
    assert Path(first["file"]).is_relative_to(Path("data").resolve())
    assert typed("svoi-kozyri --resume", status=2) == ""
    assert "no game has been saved yet" in typed.err


def test_a_position_written_by_hand_can_be_played_on(typed: Typed) -> None:
    text = '[Game "svoi-kozyri"]\n[Players "Zoe, Ben"]\n[Trumps "Zoe=S, Ben=H"]\n[Hand:Zoe "9C KS AS"]\n[Hand:Ben "8D 6D"]\n'
    Path("a.kbz").write_text(text)
    events = typed.events("--resume a.kbz", "KS")
    assert events[0]["you"] == "Zoe"
    assert saved().rulings[0].move == "KS"
    assert Path("a.kbz").read_text().startswith(text)


def test_undo_leaves_what_a_record_from_elsewhere_has_besides_moves(typed: Typed) -> None:
    text = (
        '[Game "svoi-kozyri"]\n[Players "Zoe, Ben"]\n[Trumps "Zoe=S, Ben=H"]\n[Hand:Zoe "9C KS AS"]\n[Hand:Ben "8D 6D"]\n'
        '[Event "Club"]\n\nZoe: 8D ; illegal SK-8\nZoe holds 9C KS AS ; seen\nZoe: KS\nBen: take\n'
    )
    Path("a.kbz").write_text(text)
    events = typed.events("--resume a.kbz --bots greedy", "undo", "undo")
    assert [event["event"] for event in events[2:]] == ["undone", "turn", "error", "saved"]
    assert Path("a.kbz").read_text() == text[: text.index("Zoe: KS")]


BAD = {
    "there is no game 'whist'": "whist",
    "which game?": "",
    "is not for 9 players": "svoi-kozyri --players 9",
    "is not for 0 players": "svoi-kozyri --players 0",
    "there is no bot 'genius'": "svoi-kozyri --bots genius",
    "3 are named, but 1 are needed": "svoi-kozyri --players 2 --bots easy,easy,easy",
    "no option colour": "svoi-kozyri --option colour=red",
    "write it as NAME=VALUE": "svoi-kozyri --set Trumps",
    "'Z' is no suit": "svoi-kozyri --set Trumps=Z",
    "is no name": "svoi-kozyri --name a:b",
    "is no file": "svoi-kozyri --record /dev/full",
    "is a folder": "svoi-kozyri --record .",
    "there is no folder": "svoi-kozyri --record no/a.kbz",
    "there is no such file": "--resume nothing.kbz",
    "--seed is for a new game": "--resume nothing.kbz --seed 1",
    "this is a record of 'ceraria'": "svoi-kozyri --resume ceraria.kbz",
    "line 2: this is not text in UTF-8": "--resume garbage.kbz",
    "some of the cards are hidden": "--resume hidden.kbz",
    "there is no player Zoe": "--resume ceraria.kbz --name Zoe",
    "no texts in 'xx'": "svoi-kozyri --lang xx",
}


@pytest.mark.parametrize("said", BAD)
def test_bad_usage_is_one_line_and_status_2(typed: Typed, said: str) -> None:
    Path("ceraria.kbz").write_text('[Game "ceraria"]\n[Players "Ann, Ben"]\n[Seed "1"]\n')
    Path("hidden.kbz").write_text('[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n')
    Path("garbage.kbz").write_bytes(b'[Game "ceraria"]\n\xff\xfe what')
    out = typed(BAD[said], "1", status=2)
    assert out == ""
    assert typed.err.count("\n") == 1
    assert said in typed.err


def start(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    """A real process that plays, to be ended rudely."""
    command = [sys.executable, "-m", "app.cli", "play", *arguments]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
    return subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, text=True, **pipes)


def told(process: subprocess.Popen[str], event: str) -> None:
    """Waits until the process has said so."""
    assert process.stdout is not None
    while line := process.stdout.readline():
        if json.loads(line)["event"] == event:
            return
    raise AssertionError(process.stderr.read() if process.stderr else "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_game_that_was_ended_rudely_is_there_again(typed: Typed, number: int, status: int) -> None:
    with start("ceraria", "--seed", "1", "--record", "a.kbz", "--json") as process:
        assert process.stdin is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        told(process, "turn")
        told(process, "turn")
        process.send_signal(number)
        assert process.wait(20) == status
        assert "Traceback" not in (process.stderr.read() if process.stderr else "")
    assert any(ruling.player == "Ann" for ruling in saved().rulings)
    assert typed.events("--resume a.kbz")[0]["bots"] == {"Ben": "medium"}


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix")
def test_closed_streams_end_the_game_quietly() -> None:
    command = f"{sys.executable} -m app.cli play ceraria --seed 1 --record a.kbz"
    for closing, status in (("<&-", 0), ("< /dev/null", 0), ("< /dev/null > /dev/full", 2)):
        done = subprocess.run(
            f"{command} {closing}",
            shell=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr.count("\n")) == (status, 1 if status else 0), (closing, done.stderr)


def test_a_refusal_says_nothing_twice(typed: Typed) -> None:
    out = typed("courtesan --seed 3 --set Leader=Ann --set Queens=H --bots random", "ride 9S>8S crash 9S>9H")
    assert " ".join(out.split()).count("There is no 9S in front of Ann.") == 1
