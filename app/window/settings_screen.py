"""What a user chooses once for all games."""

from __future__ import annotations

from app.window.screen import Screen, TitleBar
from app.window.shell import Shell
from rules.texts import _


class SettingsScreen(Screen):
    """To come."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.add_widget(TitleBar(self, title=_("Settings"), pos_hint={"top": 1}))
