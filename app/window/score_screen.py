"""To come."""

from __future__ import annotations

from typing import Any

from app.window.screen import Screen, TitleBar
from app.window.shell import Shell
from rules.texts import _


class ScoreScreen(Screen):
    """To come."""

    def __init__(self, shell: Shell, of: Any = None) -> None:
        super().__init__(shell)
        self.add_widget(TitleBar(self, title="ScoreScreen", pos_hint={"top": 1}))
