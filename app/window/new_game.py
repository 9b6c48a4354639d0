"""To come."""

from __future__ import annotations

from typing import Any

from app.window.screen import Screen, TitleBar
from app.window.shell import Shell
from rules.texts import _


class NewGameScreen(Screen):
    """To come."""

    def __init__(self, shell: Shell, of: Any = None) -> None:
        super().__init__(shell)
        self.add_widget(TitleBar(self, title="NewGameScreen", pos_hint={"top": 1}))


def open_new_game(shell: Shell, game: str) -> None:
    shell.go(lambda shell: NewGameScreen(shell, game))
