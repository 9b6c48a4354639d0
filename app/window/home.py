"""The first screen: the games, the last one to go on with, history and settings."""

from __future__ import annotations

from kivy.metrics import dp

from app.window import theme
from app.window.controls import MainButton, Text
from app.window.screen import Screen, Scroll
from app.window.shell import Shell
from rules.games import GAMES
from rules.texts import _


class HomeScreen(Screen):
    """The games as cards."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.scroll = Scroll()
        self.scroll.column.padding = dp(theme.GAP)
        self.scroll.column.add_widget(Text(words="Kibitz"))
        for game in GAMES.values():
            self.scroll.column.add_widget(MainButton(words=_(game.name)))
        self.add_widget(self.scroll)
