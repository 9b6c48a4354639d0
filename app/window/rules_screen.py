"""The numbered rules of the games, to read and to search."""

from __future__ import annotations

from app.window.screen import Screen, TitleBar
from app.window.shell import Shell
from rules.texts import _


class RulesScreen(Screen):
    """To come."""

    def __init__(self, shell: Shell, game_id: str | None = None, rule: str | None = None) -> None:
        super().__init__(shell)
        self.add_widget(TitleBar(self, title=_("Rules"), pos_hint={"top": 1}))
