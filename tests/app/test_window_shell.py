"""The shell: screens over each other, the way back, settings that change them all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.settings import SettingsFile
from rules.texts import _
from tests.app import window_kit as kit

from app import language  # isort: skip
from app.window import theme  # isort: skip
from app.window.controls import Text  # isort: skip
from app.window.screen import Screen, TitleBar  # isort: skip

WIDE, TALL = (1280, 800), (390, 844)


class Page(Screen):
    """A screen that says when it is shown."""

    def __init__(self, shell: Any, name: str = "first") -> None:
        super().__init__(shell)
        self.name = name
        self.add_widget(TitleBar(self, title=name, pos_hint={"top": 1}))
        self.add_widget(Text(words=_("The referee for real card games."), pos_hint={"center_y": 0.5}))


class Behind:
    """What runs for a screen."""

    ended = 0

    def stop(self) -> None:
        self.ended += 1


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Any]:
    yield kit.app_shell(SettingsFile(tmp_path / "settings.json"), WIDE, Page)
    language.use("en")
    theme.use()


def text_of(shell: Any) -> str:
    return str(kit.all_of(shell.screen, Text)[0].words)


def test_back_and_esc_lead_to_the_screen_before_and_no_further(shell: Any) -> None:
    behind = Behind()
    shell.go(lambda shell: Page(shell, "second"), behind)
    shell.go(lambda shell: Page(shell, "third"))
    kit.frames()
    kit.tap_on(kit.button(shell.screen, "Back"))
    assert (shell.screen.name, behind.ended) == ("second", 0)
    kit.press("escape")
    assert (shell.screen.name, behind.ended) == ("first", 1)
    kit.press("escape")
    assert shell.screen.name == "first"


def test_a_setting_that_changes_all_makes_the_screen_anew_and_ends_nothing(shell: Any) -> None:
    behind = Behind()
    shell.go(lambda shell: Page(shell, "second"), behind)
    shell.change(language="ru")
    assert (shell.screen.name, text_of(shell), behind.ended) == ("second", _("The referee for real card games."), 0)
    assert text_of(shell) != "The referee for real card games."
    dark = theme.GROUND
    shell.change(look="light", text_size=1.5)
    assert dark != theme.GROUND and kit.all_of(shell.screen, Text)[0].font_size == 24


def test_home_ends_what_runs_behind_the_screens_that_are_left(shell: Any) -> None:
    behind = [Behind(), Behind()]
    for one in behind:
        shell.go(lambda shell: Page(shell, "deep"), one)
    shell.home()
    assert (shell.screen.name, [one.ended for one in behind]) == ("first", [1, 1])


def test_ctrl_q_quits(shell: Any) -> None:
    kit.quits.clear()
    kit.press("q")
    assert kit.quits == []
    kit.press("q", "ctrl")
    assert kit.quits == ["quit"]
