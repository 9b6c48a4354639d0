"""Advice is told when it sets in, once, and again only after it was away; ``see`` and ``watch`` bring it to the user."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import cli, see, watch
from app.advice import EVERY, GONE, SETS_IN, Adviser, in_words
from tests.drawn_table import DrawnReader, DrawnTable, lay, nothing, write_frames
from vision.advice import What

GAME = ["--game", "svoi-kozyri", "--set", "Trumps=Ann=S, Ben=H"]


def told(*spans: tuple[float, list[What]]) -> list[tuple[float, str]]:
    """What is told of a film at ten pictures a second that shows each fault for so many seconds."""
    adviser = Adviser()
    events = []
    number = 0
    for seconds, found in spans:
        for _ in range(round(seconds * 10)):
            if adviser.due(number / 10):
                events += adviser.tell(number / 10, found)
            number += 1
    return [(event.t, event.what) for event in events]


def test_what_stays_is_told_once() -> None:
    assert told((60, ["dark"])) == [(SETS_IN, "dark")]


def test_what_passes_is_not_told() -> None:
    assert told((SETS_IN - EVERY, ["dark"]), (1, []), (SETS_IN - EVERY, ["dark"]), (1, [])) == []


def test_what_comes_and_goes_is_told_once() -> None:
    spans: list[tuple[float, list[What]]] = [(3.0, ["glare"]), (3.0, [])]
    assert told(*spans * 10) == [(SETS_IN, "glare")]


def test_what_was_away_for_a_while_is_told_again() -> None:
    again = 3 + GONE + 1 + SETS_IN
    assert told((3, ["far"]), (GONE + 1, []), (3, ["far"])) == [(SETS_IN, "far"), (again, "far")]


def test_each_fault_has_a_time_of_its_own() -> None:
    assert told((1, ["dark"]), (10, ["dark", "flat"])) == [(SETS_IN, "dark"), (1 + SETS_IN, "flat")]


def test_a_film_that_starts_anew_is_a_new_film() -> None:
    adviser = Adviser()
    adviser.tell(0.0, ["dark"])
    assert [e.what for e in adviser.tell(5.0, ["dark"])] == ["dark"]
    assert adviser.due(0.0) and adviser.tell(0.0, ["dark"]) == []
    assert [e.what for e in adviser.tell(5.0, ["dark"])] == ["dark"]


@given(st.lists(st.tuples(st.floats(0.01, 4), st.booleans()), max_size=80))
def test_the_same_is_never_told_twice_within_the_time_it_must_have_been_away(steps: list[tuple[float, bool]]) -> None:
    adviser, time, times = Adviser(), 0.0, []
    for step, dark in steps:
        time += step
        if adviser.due(time):
            times += [event.t for event in adviser.tell(time, ["dark"] if dark else [])]
    assert all(b - a >= GONE + SETS_IN - 1e-3 for a, b in pairwise(times))


def test_a_sentence_says_what_to_do() -> None:
    for what in What.__args__:  # type: ignore[attr-defined]
        assert in_words(what).endswith(".") and ":" in in_words(what)


# -- in the commands --------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def drawn_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (watch, see):
        monkeypatch.setattr(module, "open_reader", lambda *_: DrawnReader())


def in_the_dark(table: DrawnTable) -> None:
    table.light = 0.02


def in_the_light(table: DrawnTable) -> None:
    table.light = 1.0


def watched(capsys: pytest.CaptureFixture[str], folder: Path, *more: str) -> list[dict[str, Any]]:
    assert cli.main(["watch", str(folder), *GAME, "--json", *more]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_light_that_goes_out_is_told_while_the_game_is_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frames = write_frames(tmp_path / "f", (1.0, nothing), (1.0, lay("7C", 280, 140)), (4.0, in_the_dark))
    events = [event for event in watched(capsys, frames) if event["event"] == "advice"]
    assert events == [{"t": 4.0, "event": "advice", "what": "no light", "text": in_words("no light")}]


def test_a_film_at_its_own_pace_tells_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frames = write_frames(tmp_path / "f", (2.8, in_the_dark))
    events = [event for event in watched(capsys, frames, "--realtime") if event["event"] == "advice"]
    assert [event["what"] for event in events] == ["no light"]


def test_a_light_that_flickers_is_no_news(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frames = write_frames(tmp_path / "f", (1.0, nothing), *[(0.9, in_the_dark), (0.9, in_the_light)] * 3)
    assert [event["event"] for event in watched(capsys, frames)] == ["end"]


def test_see_gives_advice_only_where_there_is_any(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, black = tmp_path / "good.png", tmp_path / "black.png"
    table = DrawnTable()
    table.lay("7C", 280, 140)
    cv2.imwrite(str(good), table.picture())
    cv2.imwrite(str(black), np.zeros((360, 640, 3), np.uint8))
    assert cli.main(["see", "--json", str(good), str(black)]) == 0
    clear, dark = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert "advice" not in clear
    assert dark["advice"] == [{"what": "no light", "text": in_words("no light")}]
    assert cli.main(["see", str(good), str(black)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and lines[2].strip() == in_words("no light")
