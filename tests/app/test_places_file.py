"""Places remembered for a camera: what was written is read; what is damaged is told in a line and does no harm."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.places_file import KeptPlaces, PlacesFile, Table
from rules.table import usual_layout

TABLE = Table("camera 0", "courtesan", 3)
LAYOUT = usual_layout(["Ann", "Ben", "Cid"])
MOVED = tuple(replace(place, box=tuple(round(v * 0.9 + 0.01, 4) for v in place.box)) for place in LAYOUT)  # type: ignore[arg-type]


def test_places_are_read_as_they_were_written_whatever_the_players_are_called(tmp_path: Path) -> None:
    file = PlacesFile(tmp_path / "deep" / "places.json")
    assert file.read(TABLE, LAYOUT) == (None, None)
    assert file.write(TABLE, MOVED) is None
    others = usual_layout(["Eva", "Fay", "Gus"])
    places, problem = PlacesFile(file.path).read(TABLE, others)
    assert problem is None
    assert places is not None
    assert [p.name for p in places] == [p.name for p in others]
    assert [p.box for p in places] == [p.box for p in MOVED]


def test_tables_are_kept_apart(tmp_path: Path) -> None:
    file = PlacesFile(tmp_path / "places.json")
    file.write(TABLE, MOVED)
    file.write(replace(TABLE, source="camera 1"), LAYOUT)
    assert [p.box for p in file.read(TABLE, LAYOUT)[0] or ()] == [p.box for p in MOVED]
    assert file.read(replace(TABLE, game="cuckoo"), LAYOUT) == (None, None)
    assert file.read(replace(TABLE, players=4), LAYOUT) == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "\x00\xff",
        "[" * 100_000,
        json.dumps({TABLE.key: 3}),
        json.dumps({TABLE.key: {"0": [0, 0, 1, 1]}}),
        json.dumps({TABLE.key: {str(n): [0, 0, "a", 1] for n in range(len(LAYOUT))}}),
        json.dumps({TABLE.key: {str(n): [0.5, 0, 0.5, 1] for n in range(len(LAYOUT))}}),
        json.dumps({TABLE.key: {str(n): [0, 0, 1e9, 1] for n in range(len(LAYOUT))}}),
        json.dumps({TABLE.key: {str(n): [0, 0, True, 1] for n in range(len(LAYOUT))}}),
        '{"camera 0 | courtesan | 3": {"0": [NaN, 0, 1, 1]}}',
    ],
)
def test_a_damaged_file_is_told_in_one_line_and_ignored(tmp_path: Path, text: str) -> None:
    file = PlacesFile(tmp_path / "places.json")
    file.path.write_text(text, encoding="utf-8", errors="surrogateescape")
    places, problem = file.read(TABLE, LAYOUT)
    assert places is None
    assert problem is not None
    assert str(file.path) in problem
    assert "\n" not in problem
    assert file.write(TABLE, MOVED) is None
    assert file.read(TABLE, LAYOUT)[0] is not None


def test_a_folder_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    problem = PlacesFile(blocked / "places.json").write(TABLE, MOVED)
    assert problem is not None
    assert "\n" not in problem


def test_the_file_does_not_grow_without_end(tmp_path: Path) -> None:
    file = PlacesFile(tmp_path / "places.json")
    for n in range(205):
        file.write(replace(TABLE, source=f"camera {n}"), LAYOUT)
    assert len(json.loads(file.path.read_text())) == 200
    assert file.read(replace(TABLE, source="camera 204"), LAYOUT)[0] is not None


def test_places_are_written_only_when_they_have_changed(tmp_path: Path) -> None:
    file = PlacesFile(tmp_path / "places.json")
    kept = KeptPlaces(file, TABLE, LAYOUT)
    assert kept.places == LAYOUT
    assert kept.keep(LAYOUT) is None
    assert not file.path.exists()
    kept.keep(MOVED)
    assert KeptPlaces(file, TABLE, LAYOUT).places == MOVED
