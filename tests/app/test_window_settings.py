"""The screen of the settings: each is kept at once, seen at once where it can be seen, and there after a restart."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app import language, sounds
from app.settings import SettingsFile
from app.voice import Voice
from tests.app import window_kit as kit
from tests.app.layout_checks import problems

from app.window import settings_screen, theme  # isort: skip
from app.window.card_face import CardFace  # isort: skip
from app.window.controls import Text  # isort: skip
from app.window.settings_screen import SettingsScreen  # isort: skip


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    yield tmp_path / "settings.json"
    language.use("en")
    theme.use()


def shell_at(path: Path, size: tuple[int, int] = (1280, 800)) -> Any:
    shell = kit.app_shell(SettingsFile(path), size, SettingsScreen)
    kit.frames(4)
    return shell


def press(shell: Any, hint: str) -> None:
    """Presses what has this name, wherever it has been scrolled to."""
    widget = kit.button(shell.screen, hint)
    widget.dispatch("on_release")
    kit.frames(4)


def titles(shell: Any) -> list[str]:
    return [text.words for text in kit.all_of(shell.screen, Text)]


def test_the_language_is_switched_at_once_and_still_there_after_a_restart(path: Path) -> None:
    shell = shell_at(path)
    english = titles(shell)
    kit.tap_on(kit.button(shell.screen, "Русский"))
    kit.frames(4)
    assert (shell.settings.language, SettingsFile(path).now.language) == ("ru", "ru")
    assert language.texts._("clubs") == "трефы" and shell.screen is not None
    kit.tap_on(kit.button(shell.screen, "English"))
    kit.frames(4)
    assert titles(shell) == english
    press(shell, "Монгол")
    again = shell_at(path)
    assert again.settings.language == "mn" and language.texts._("clubs") == "цэцэг"


def test_the_look_changes_while_one_looks_and_one_stays_where_one_was(path: Path) -> None:
    shell = shell_at(path, (390, 844))
    shell.screen.page.scroll_y = 0.9
    dark = theme.GROUND
    shell.screen.focus.take(kit.button(shell.screen, "Light"))
    kit.press(" ")
    kit.wait(lambda: shell.screen.focus.at is not None, "the focus")
    kit.wait(lambda: abs(shell.screen.page.scroll_y - 0.9) < 0.15, "the same place")
    assert dark != theme.GROUND and shell.screen.focus.at.hint == "Light"
    press(shell, "Very large")
    assert theme.SCALE == 1.5
    press(shell, "Four-colour suits")
    assert theme.FOUR_COLOURS and len(kit.all_of(shell.screen, CardFace)) == 4
    now = SettingsFile(path).now
    assert (now.look, now.text_size, now.four_colours) == ("light", 1.5, True)


def test_voice_volume_pace_and_sounds_are_kept(path: Path) -> None:
    shell = shell_at(path)
    screen = shell.screen
    press(shell, "Only fouls")
    press(shell, "Sounds")
    screen.focus.take(kit.button(screen, "Volume"))
    for _time in range(3):
        kit.press("left")
    screen.focus.take(kit.button(screen, "How long at rest"))
    kit.press("right")
    screen.focus.take(kit.button(screen, "Bots think for"))
    kit.press("right")
    kit.wait(lambda: shell.settings.bot_pace > 1.2, "the last of them")
    now = SettingsFile(path).now
    assert (now.voice, now.sounds, now.volume, now.settle, now.bot_pace) == ("fouls", False, 55, 0.4, 1.4)


def test_the_buttons_let_one_hear_voice_and_sounds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []
    monkeypatch.setattr(sounds, "play", lambda *what: heard.append(what))
    monkeypatch.setattr(Voice, "try_out", lambda _self, text: heard.append(text))
    shell = shell_at(path)
    for hint in ("Tick", "Cross", "Say something"):
        press(shell, hint)
    assert heard[:2] == [("tick", 70), ("cross", 70)] and "9C" in heard[2]


def test_without_a_voice_that_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Voice, "available", staticmethod(lambda: False))
    assert any("speak" in words for words in titles(shell_at(path)))


def test_cameras_are_looked_for_when_asked_and_one_is_chosen(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(stop: threading.Event) -> Iterator[int]:
        yield from (0, 2)

    search = settings_screen.CameraSearch
    monkeypatch.setattr(settings_screen, "CameraSearch", lambda changed: search(changed, look))
    shell = shell_at(path)
    press(shell, "Look for cameras")
    kit.wait(lambda: not shell.screen.look_button.disabled, "the end of the search")
    press(shell, "Camera 2")
    assert SettingsFile(path).now.camera == "2"
    shell.screen.address.input.focus = True
    shell.screen.address.text = " rtsp://phone/1 "
    shell.screen.address.input.focus = False
    assert SettingsFile(path).now.camera == "rtsp://phone/1"
    shell.screen.address.input.focus = True
    shell.screen.address.text = ""
    shell.screen.address.input.focus = False
    assert SettingsFile(path).now.camera == "0"


def test_where_everything_is_kept_can_be_copied(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.core.clipboard import Clipboard

    copied: list[str] = []
    monkeypatch.setattr(Clipboard, "copy", copied.append)
    shell = shell_at(path)
    press(shell, "Copy the path")
    assert copied == [str(path.parent / "kibitz")]


def test_settings_and_rules_load_nothing_that_reads_cards() -> None:
    code = (
        "import sys; from tests.app import window_kit\n"
        "import app.window.settings_screen, app.window.rules_screen, app.window.learn_deck_screen\n"
        "print('cv2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert done.stdout == "False\n", done.stderr


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800), (2560, 1440)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_nothing_is_cut_off(path: Path, size: tuple[int, int], scale: float) -> None:
    SettingsFile(path).change(language="ru", text_size=scale)
    shell = shell_at(path, size)
    assert problems(shell) == [] and kit.complaints == []
