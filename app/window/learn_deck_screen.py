"""Packs of the user's own that Kibitz has learnt to read."""

from __future__ import annotations

from app.window.screen import Screen, TitleBar
from app.window.shell import Shell
from rules.texts import _


class LearnDeckScreen(Screen):
    """To come."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.add_widget(TitleBar(self, title=_("Own packs"), pos_hint={"top": 1}))
