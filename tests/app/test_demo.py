"""The main job, whole: the film of the demo, seen by our networks, gives its record back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import main
from app.paths import DEMO
from rules.record import parse
from tests.film_trip import played, watch_by_command


def test_watching_the_film_gives_its_record_back(tmp_path: Path) -> None:
    record = parse((DEMO / "table.kbz").read_text(encoding="utf-8"))
    seen, status = watch_by_command(DEMO / "table.mp4", DEMO / "table.jsonl", record, tmp_path)
    assert seen == played(record)
    assert status == 1  # two moves were illegal
    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [e["rules"] for e in events if e.get("verdict") == "illegal"] == [["SK-8"], ["SK-8"]]
    assert events[-1]["event"] == "end"
    assert events[-1]["outcome"] == "win Ben"
    assert any(e["event"] == "holds" and e["player"] == "Ann" for e in events)
    assert all((e["legal"] is None) != (e["could"] is None) for e in events if e["event"] == "move")


def test_a_demo_without_its_film_is_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.demo.DEMO", tmp_path)
    assert main(["demo", "--no-window"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
