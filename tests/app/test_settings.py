"""Settings: kept, checked, and never a reason not to start."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import Settings, SettingsFile


def test_what_was_chosen_is_there_next_time(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "settings.json"
    assert SettingsFile(path).change(language="mn", four_colours=True, names=("Өө", "Bo")) is None
    assert SettingsFile(path).now == Settings(language="mn", four_colours=True, names=("Өө", "Bo"))
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "\x00\xff", '{"language": "xx", "volume": 900, "settle": "fast", "unknown": 1, "look": null}'],
)
def test_a_damaged_file_gives_the_usual_settings(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(text.encode("latin-1"))
    file = SettingsFile(path)
    assert file.now == Settings()
    assert (file.problem is None) == text.startswith('{"') and "\n" not in (file.problem or "")


def test_what_is_not_allowed_is_left_as_it_was(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    file.change(text_size=7.0, volume=-1, names=("",), bot_pace=2)
    assert file.now == Settings(bot_pace=2)


def test_a_folder_that_cannot_be_written_is_told_and_the_choice_holds(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    file = SettingsFile(tmp_path / "file" / "settings.json")
    problem = file.change(look="light")
    assert problem is not None and str(file.path) in problem
    assert file.now.look == "light"
