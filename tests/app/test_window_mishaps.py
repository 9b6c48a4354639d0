"""What people do that nobody meant: odd paths, no camera named, a sheet left open, a disk that is full from the beginning."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.folders import start, typed_path
from app.saved_games import Beside
from app.settings import SettingsFile
from tests import shots_table as shots
from tests.app import window_kit as kit
from tests.app.window_fake import FakeLive
from tests.app.window_kit import button

from app import language  # isort: skip
from app.window import theme  # isort: skip
from app.window.camera_panel import CameraSheet  # isort: skip
from app.window.history import HistoryScreen  # isort: skip
from app.window.home import HomeScreen  # isort: skip
from app.window.new_game import open_new_game  # isort: skip
from app.window.record_screen import RecordScreen  # isort: skip

NOBODY = "~no-such-user/game.kbz"
WIDE, TALL = (1280, 800), (390, 844)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = SettingsFile(tmp_path / "settings.json")
    settings.change(bot_pace=0.0)
    shell = kit.app_shell(settings, TALL, HomeScreen)
    yield shell
    shell.end()
    language.use("en")
    theme.use()


def table(shell: Any) -> Any:
    """The table screen of a new game of two persons, once it runs."""
    open_new_game(shell, "svoi-kozyri")
    shell.screen.draft.set_level(1, "")
    shell.screen.begin()
    kit.wait(lambda: shell.screen.refresh() or hasattr(shell.screen, "live"), "the table")
    return shell.screen


def test_a_home_that_nobody_knows_is_a_name_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert typed_path(" ~/a.kbz ") == tmp_path / "a.kbz"
    assert typed_path(NOBODY) == Path(NOBODY) and typed_path("a\0b") == Path("ab")
    assert start(NOBODY, tmp_path) == tmp_path


def test_import_and_export_answer_whatever_is_typed(shell: Any, tmp_path: Path) -> None:
    shell.go(HistoryScreen)
    for typed in (NOBODY, "", "a\0b"):
        shell.tell("")
        shell.screen.ask_import()
        shell.screen._import(typed)
        assert "no such file" in shell._toast.words
    record = tmp_path / "game.kbz"
    from rules.games import GAMES

    record.write_text(GAMES["svoi-kozyri"].example)
    shell.go(lambda shell: RecordScreen(shell, record))
    shell.screen._export(NOBODY)
    assert "there is no folder" in shell._toast.words


def test_a_camera_that_nobody_named_is_not_the_folder_one_stands_in(
    shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    screen = table(shell)
    screen.open(CameraSheet(screen, "", "", lambda _source: None, lambda _source: None, close=screen.close))
    assert screen.sheet.take.disabled and "Name the camera" in screen.sheet.camera.problem
    screen.sheet.camera._named("~/none.mp4")
    assert screen.sheet._chosen.source == str(tmp_path / "none.mp4")


def test_the_camera_of_the_table_is_not_called_missing_because_the_table_has_it(shell: Any) -> None:
    screen = table(shell)
    screen._opened.table.beside = Beside("7")
    screen.choose_camera()
    assert screen.sheet.take.disabled and "Kibitz looks at the table" in screen.sheet.camera.problem
    screen.sheet.camera._chosen("1")
    assert "Kibitz looks" not in screen.sheet.camera.problem
    kit.press("escape")


def test_a_sheet_that_is_left_open_gives_its_camera_back(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.window import camera_panel

    looks: list[Any] = []

    class Look:
        """A camera that shows nothing, and never ends."""

        problem, seen, ended = "", None, False

        def __init__(self, *_args: object) -> None:
            looks.append(self)

        def start(self) -> None: ...

        def stop(self) -> None:
            self.ended = True

    monkeypatch.setattr(camera_panel, "CameraLook", Look)
    screen = table(shell)
    for leave in (lambda: shell.change(look="light"), shell.home):
        screen = shell.screen
        screen.open(CameraSheet(screen, "0", "", lambda _source: None, lambda _source: None, close=screen.close))
        assert not looks[-1].ended
        leave()
        assert looks[-1].ended


def test_a_game_that_has_no_file_says_so_as_long_as_it_is_played_and_when_it_is_left(
    shell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("app.record_file.tempfile.mkstemp", full)
        screen = table(shell)
    assert "No space left" in screen.bar.unsaved and button(screen, "Not saved")
    screen.home()
    assert shell.screen is not screen, "nothing was played, nothing is lost"
    with monkeypatch.context() as broken:
        broken.setattr("app.record_file.tempfile.mkstemp", full)
        screen = table(shell)
    state = screen.live.state()
    screen.live.play(state.to_move, next(iter(screen.live.state(state.to_move).legal)))
    screen.update()
    kit.press("escape")
    assert shell.screen is screen and screen.sheet is not None
    kit.tap_on(button(screen.sheet, "Leave all the same"))
    assert shell.screen is not screen


def test_that_a_film_has_ended_is_told_to_who_comes_back_to_it() -> None:
    live = FakeLive()
    shots.legal(live)
    live.over.set()
    screen = kit.show(live, WIDE)
    screen.refresh()
    assert "come to their end" in screen.picture.notice
