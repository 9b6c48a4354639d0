"""kibitz judge, legal, games and rules: what they print, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import main

HEAD = '[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n'
GOOD = HEAD + '[Hand:Ann "9C KS AD"]\n[Hand:Ben "JC 6D 7H"]\n\nAnn: 9C\n'
FOUL = GOOD + "Ben: 6D JC\n"
LATE = (
    HEAD
    + '[Hand:Ann "7C 9D 8D"]\n[Hand:Ben "??x4"]\n[Option:take "forced"]\n\nAnn: 7C\nBen: take\nAnn: 9D\nBen: TD 9C\n'
)
BAD = HEAD + "\nAnn: 7C\nCid: take\n"
WON = HEAD + '[Hand:Ann "9C"]\n[Hand:Ben "6D 7D"]\n\nAnn: 9C\n'


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes a file into the current folder, and gives its name."""
    monkeypatch.chdir(tmp_path)

    def make(name: str, content: str | bytes) -> str:
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return make


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_judge_answers_one_object_for_each_file(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "--json", write("a.kbz", GOOD), write("b.kbz", FOUL)]) == 1
    good, foul = answers(capsys)
    assert good == {
        "file": "a.kbz",
        "game": "svoi-kozyri",
        "players": ["Ann", "Ben"],
        "rulings": [{"n": 1, "player": "Ann", "move": "9C", "verdict": "legal", "rules": [], "why": ""}],
        "late": [],
        "to_move": "Ben",
        "legal": ["7H 6D", "7H JC", "JC 6D", "JC 7H", "take"],
        "could": None,
        "outcome": None,
        "points": {"Ann": 0, "Ben": 0},
    }
    assert list(foul) == list(good)
    ruling = foul["rulings"][1]
    assert (ruling["n"], ruling["verdict"], ruling["rules"]) == (2, "illegal", ["SK-8"])
    assert "6D does not beat the 9C" in ruling["why"]
    assert foul["to_move"] == "Ben"


def test_judge_exits_0_when_all_moves_stand(write: Any) -> None:
    assert main(["judge", "--json", write("a.kbz", GOOD)]) == 0


def test_judge_exits_1_for_a_late_ruling(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "--json", write("a.kbz", LATE)]) == 1
    (answer,) = answers(capsys)
    assert [ruling["verdict"] for ruling in answer["rulings"]] == ["legal", "unverified", "legal", "legal"]
    (late,) = answer["late"]
    assert (late["about"], late["rule"]) == (2, "SK-11")
    assert "9C" in late["why"]


def test_a_bad_file_gets_an_error_object_and_the_others_are_read(
    write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        write("bad.kbz", BAD),
        write("foul.kbz", FOUL),
        write("binary.kbz", HEAD.encode() + b"\n; caf\xe9\nAnn: 7C\n"),
        "missing.kbz",
        ".",
        write("good.kbz", GOOD),
    ]
    assert main(["judge", "--json", *files]) == 2
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["file"] for line in lines] == files
    assert ["error" in line for line in lines] == [True, False, True, True, True, False]
    assert lines[0]["error"]["line"] == 6
    assert "Cid" in lines[0]["error"]["message"]
    assert lines[2]["error"]["line"] == 5
    assert "UTF-8" in lines[2]["error"]["message"]
    assert lines[3]["error"]["line"] is None
    complaints = err.splitlines()
    assert len(complaints) == 4
    for file, complaint in zip(["bad.kbz", "binary.kbz", "missing.kbz", "."], complaints, strict=True):
        assert complaint.startswith(f"kibitz: {file}: ")
    assert "line 6" in complaints[0]


def test_judge_in_words_says_why_and_what_instead(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", write("a.kbz", FOUL), write("b.kbz", LATE), write("c.kbz", WON)]) == 1
    text = capsys.readouterr().out
    assert "ILLEGAL: SK-8 (Beating the top card)" in text
    assert "The 6D does not beat the 9C" in text
    assert "Instead, for example: JC 6D" in text
    assert "accepted, to be verified" in text
    assert "Late ruling on move 2: SK-11" in text
    assert "The deal is over. Ann won." in text
    assert "Points: Ann 0, Ben 1" in text


def test_legal_lists_the_moves_or_what_they_could_be(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    hidden = HEAD + '[Pack "24"]\n[Hand:Ann "9C"]\n[Hand:Ben "??x2"]\n[Pile "KC"]\n[Leader "Ben"]\n'
    assert main(["legal", "--json", write("a.kbz", GOOD), write("b.kbz", hidden), write("c.kbz", WON)]) == 0
    listed, could, over = answers(capsys)
    assert listed == {
        "file": "a.kbz",
        "game": "svoi-kozyri",
        "to_move": "Ben",
        "legal": ["7H 6D", "7H JC", "JC 6D", "JC 7H", "take"],
        "could": None,
    }
    assert (could["legal"], could["could"]) == (None, ["take", "9H", "TH", "JH", "QH", "KH", "AC", "AH"])
    assert (over["to_move"], over["legal"], over["could"]) == (None, [], None)
    assert main(["legal", "a.kbz", "b.kbz"]) == 0
    text = capsys.readouterr().out
    assert "Legal: 7H 6D | 7H JC" in text
    assert "it could be: take | 9H" in text


def test_legal_does_not_mind_an_illegal_move_but_a_bad_file(write: Any) -> None:
    assert main(["legal", write("a.kbz", FOUL)]) == 0
    assert main(["legal", write("b.kbz", BAD), "a.kbz"]) == 2


def test_a_match_carries_points_and_the_lead_over(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    second = HEAD + '[Seed "1"]\n'
    third = WON.replace("[Hand:Ann", '[Leader "Ann"]\n[Hand:Ann')
    files = [write("m-1.kbz", WON), write("m-2.kbz", second), write("m-3.kbz", third)]
    assert main(["judge", "--json", "--match", *files]) == 0
    first, middle, last = answers(capsys)
    assert first["points"] == {"Ann": 0, "Ben": 1}
    assert (middle["points"], middle["to_move"]) == ({"Ann": 0, "Ben": 1}, "Ann")
    assert last["points"] == {"Ann": 0, "Ben": 2}
    assert main(["judge", "--match", *files]) == 0
    assert capsys.readouterr().out.endswith("The match so far. Points: Ann 0, Ben 2\n")


def test_a_match_says_why_another_player_leads(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    write("m-1.kbz", WON)  # Ben loses, and deals
    assert main(["judge", "--match", "m-1.kbz", write("m-2.kbz", HEAD + "\nBen: 7C\n")]) == 2
    complaint = capsys.readouterr().err
    assert (
        "line 5: Ben is not on turn; it is Ann's turn (SK-6: Ben lost the last deal and deals now, so Ann leads)"
        in (complaint)
    )
    assert main(["judge", "--match", "m-1.kbz", write("m-3.kbz", HEAD + '[Leader "Ann"]\n\nBen: 7C\n')]) == 2
    assert "SK-6" not in capsys.readouterr().err


def test_a_match_names_what_is_wrong_with_a_file_itself_first(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    five = HEAD.replace("Ann, Ben", "Ann, Ben, Cid, Dan, Eve")
    for name, text, word in [
        ("m-2.kbz", five, "not 5"),
        ("m-3.kbz", '[Game "poker"]\n', "no game 'poker'"),
        ("m-4.kbz", '[Game "svoi-kozyri"]\n', "Players is missing"),
    ]:
        assert main(["judge", "--match", write("m-1.kbz", WON), write(name, text)]) == 2
        assert word in capsys.readouterr().err


def test_judge_advises_a_beating_card_and_any_other(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", write("a.kbz", HEAD + "\nAnn: 7C\nBen: 8C\n")]) == 1
    assert "Instead, for example: 8C and any other card\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("second", "line", "word"),
    [
        (HEAD.replace("Ann, Ben", "Ben, Ann"), 2, "Players"),
        (HEAD + '[Points "Ann=5"]\n', 4, "Points"),
    ],
)
def test_a_deal_of_another_match_is_an_error(
    second: str, line: int, word: str, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", "--json", "--match", write("m-1.kbz", WON), write("m-2.kbz", second)]) == 2
    error = answers(capsys)[1]["error"]
    assert error["line"] == line
    assert word in error["message"]
    assert main(["judge", "--json", "m-1.kbz", "m-2.kbz"]) == 0


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "svoi-kozyri: Svoi Kozyri, 2 to 4 players, pack of 36" in capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    game = answers(capsys)[0]
    assert (game["game"], game["players"]) == ("svoi-kozyri", [2, 4])


def test_rules_prints_every_rule_with_its_house_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "svoi-kozyri"]) == 0
    text = capsys.readouterr().out
    for number in range(1, 18):
        assert f"\nSK-{number}  " in text
    assert "House rule: take = free or forced (usually free)" in text
    assert max(map(len, text.splitlines())) <= 100
    assert main(["rules", "svoi-kozyri", "--json"]) == 0
    rules = answers(capsys)
    assert [rule["rule"] for rule in rules] == [f"SK-{n}" for n in range(1, 18)]
    assert rules[10]["option"] == {"name": "take", "values": ["free", "forced"], "default": "free", "rule": "SK-11"}
    assert rules[1]["option"]["name"] == "pack"


def test_rules_of_an_unknown_game_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "whist"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "whist" in err
    assert err.count("\n") == 1


def test_the_move_after_a_refused_one_is_told_whose_turn_it_is_still_and_why(
    write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write("quarrel.kbz", WON.replace("Ann: 9C", "Ann: take\nBen: 9C"))
    assert main(["judge", file]) == 2
    assert "still Ann's turn: move 1, Ann: take, was illegal (SK-" in capsys.readouterr().err
