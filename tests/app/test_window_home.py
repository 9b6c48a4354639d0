"""Where Kivy keeps its files, also where the home cannot be written."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from app import window
from app.errors import UserError


@pytest.fixture(autouse=True)
def no_folder_of_kivy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIVY_HOME", raising=False)


def test_kivys_files_are_kept_in_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "user_folder", lambda: tmp_path / "kibitz")
    assert window.kivy_folder() == tmp_path / "kibitz" / "kivy"
    assert list(window.kivy_folder().iterdir()) == []


def test_a_home_that_cannot_be_written_is_replaced_by_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.setattr(window, "user_folder", lambda: tmp_path / "file")
    assert window.kivy_folder().parent == tmp_path / "temporary"


def test_a_home_that_nobody_knows_is_replaced_by_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(window, "user_folder", unknown)
    assert window.kivy_folder().parent == tmp_path


def test_no_place_at_all_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    (tmp_path / "file").touch()
    monkeypatch.setattr(window, "user_folder", lambda: tmp_path / "file")
    with pytest.raises(UserError) as caught:
        window.kivy_folder()
    assert "\n" not in str(caught.value)
