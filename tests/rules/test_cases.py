"""The positions with known answers in tests/cases, and the records that are errors."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.games import GAMES
from rules.record import RecordError, parse
from rules.referee import Referee

CASES = Path(__file__).parent.parent / "cases"


def _cases(*, malformed: bool) -> list[Any]:
    return [
        pytest.param(case, id=f"{path.stem}: {case['name']}")
        for path in sorted(CASES.glob("*.toml"))
        if (path.stem == "malformed") == malformed
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]


def _skip_games_to_come(record: str) -> None:
    game = parse(record).game
    if game not in GAMES:
        pytest.skip(f"the game {game} is not built yet")


@pytest.mark.parametrize("case", _cases(malformed=False))
def test_case(case: dict[str, Any]) -> None:
    referee = Referee(parse(case["record"]))
    verdicts = [" ".join([ruling.verdict, *ruling.rules]) for ruling in referee.rulings]
    expected = case.get("verdicts", ["legal"] * len(verdicts))
    assert len(verdicts) == len(expected)
    for ruling, want in zip(referee.rulings, expected, strict=True):
        verdict, *rules = want.split()
        assert ruling.verdict == verdict
        assert set(rules) <= set(ruling.rules)
        assert bool(ruling.why) == (verdict == "illegal")
    if "to_move" in case:
        assert (referee.to_move or "") == case["to_move"]
    assert referee.outcome == case.get("outcome")
    if "legal" in case:
        assert sorted(case["legal"]) == referee.legal()
    for move, rule in case.get("illegal", {}).items():
        ruling = referee.judge(case["to_move"], move)
        assert ruling.verdict == "illegal"
        assert rule in ruling.rules
    assert [f"{late.about} {late.rule}" for late in referee.late] == case.get("late", [])


def in_any_order(record: str) -> list[list[str]]:
    """The lines of a record; the cards of an attack may be written in any order."""
    return [sorted(line.split()) if ": attack" in line else [line] for line in record.splitlines()]


@pytest.mark.parametrize("case", _cases(malformed=False))
def test_case_prints_as_it_was_written(case: dict[str, Any]) -> None:
    text = Referee(parse(case["record"])).text()
    assert Referee(parse(text)).text() == text
    if not any(words in case["name"] for words in ("spellings", "any order on input")):
        assert in_any_order(text) == in_any_order(case["record"])


@pytest.mark.parametrize("case", _cases(malformed=True))
def test_malformed_record_names_line_and_word(case: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as caught:
        _skip_games_to_come(case["record"])
        Referee(parse(case["record"]))
    assert caught.value.line == case["error_line"]
    assert case["error_word"] in caught.value.message
    assert "\n" not in str(caught.value)
