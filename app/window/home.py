"""The first screen: the games, the last one to go on with, history and settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from app import table_plan
from app.errors import UserError
from app.saved_games import SavedGame, SavedGames
from app.window import theme
from app.window.controls import Pressable
from app.window.game_picture import GamePicture as GamePicture
from app.window.open_table import open_demo_screen, open_table_screen
from app.window.parts import IconButton, Page, Row
from app.window.screen import Screen
from app.window.sheets import Sheet
from app.window.shell import Shell
from app.window.table_bars import DoBar
from app.window.when import when_text
from rules.game import Game
from rules.games import GAMES
from rules.texts import N_, _, ngettext

LINES = {
    "svoi-kozyri": N_("Beat the pile with your own trumps, and get rid of your cards."),
    "cuckoo": N_("One card each: keep it or trade it. The lowest loses a life."),
    "courtesan": N_("Gather clients for your queen, and send rivals away by taxi."),
    "ceraria": N_("Attack and defend around the circle of suits until your hand is empty."),
    "crusaders": N_("Knights, pikemen, mages and clerics fight battle after battle."),
}
"""What each game is about, in a line."""


class GameCard(Pressable):
    """A game: its picture, its name, how many play, what it is about. ``icon``: in place of the picture's game, on its ground."""

    game = StringProperty("")
    icon = StringProperty("")
    title = StringProperty("")
    players = StringProperty("")
    line = StringProperty("")
    beside = BooleanProperty(False)  # the picture stands beside the words, not above them


class WideCard(Pressable):
    """A card over the whole width: a picture at the left, where there is room, two lines, an arrow."""

    pictured = BooleanProperty(True)
    game = StringProperty("")
    title = StringProperty("")
    line = StringProperty("")


class Header(BoxLayout):
    """The name of the program, and what it is; where one goes from here besides the games.

    ``actions``: icon, words, what it does. ``narrow``: a row of buttons of equal width under the name, else buttons beside it.
    """

    narrow = BooleanProperty(False)

    def __init__(self, actions: Sequence[tuple[str, str, Callable[[], None]]], **settings: Any) -> None:
        super().__init__(**settings)
        self._actions = actions
        self.bar = DoBar()
        self.bar.show([(icon, words, True, do) for icon, words, do in actions])
        self.row = Row(size_hint_x=None, pos_hint={"center_y": 0.5})
        self.row.bind(minimum_width=self.row.setter("width"))
        for icon, words, do in actions:
            self.row.add_widget(IconButton(icon=icon, words=words, on_release=lambda _b, do=do: do()))
        self.on_narrow()

    def on_narrow(self, *_changed: object) -> None:
        """The one kind of buttons or the other."""
        for buttons in (self.bar, self.row):
            self.remove_widget(buttons)
        self.add_widget(self.bar if self.narrow else self.row)


class RulesSheet(Sheet):
    """Of which game are the rules to be shown?"""

    def __init__(self, choose: Callable[[str], None], **settings: Any) -> None:
        super().__init__(**settings)
        for game in GAMES.values():
            button = IconButton(icon="rules", words=_(game.name))
            button.size_hint_x = 1
            button.bind(on_release=lambda _button, id=game.id: choose(id))
            self.ids.games.add_widget(button)


class HomeScreen(Screen):
    """The games as cards."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._games = SavedGames()
        self.scroll = page = Page(widest=dp(1180))
        page.column.spacing = dp(theme.GAP)
        self.header = Header(
            (
                ("history", _("History"), self.history),
                ("rules", _("Rules"), self.rules),
                ("settings", _("Settings"), self.settings),
            )
        )
        page.column.add_widget(self.header)
        self._last = self._games.unfinished()
        if self._last is not None:
            page.column.add_widget(self._go_on_card(self._last))
        self.cards = GridLayout(size_hint_y=None, spacing=dp(theme.GAP))
        self.cards.bind(minimum_height=self.cards.setter("height"))
        for game in GAMES.values():
            self.cards.add_widget(
                GameCard(
                    game=game.id,
                    title=_(game.name),
                    players=players_text(game),
                    line=_(LINES[game.id]) if game.id in LINES else "",
                    hint=_("New game: {game}").format(game=_(game.name)),
                    on_release=lambda _card, id=game.id: self.new_game(id),
                )
            )
        self.cards.add_widget(
            GameCard(
                icon="play",
                title=_("See it work"),
                line=_("A filmed game of two players, refereed in front of your eyes."),
                hint=_("See it work"),
                on_release=lambda _card: self.demo(),
            )
        )
        page.column.add_widget(self.cards)
        self.add_widget(page)
        self.bind(size=self._fit)

    def _go_on_card(self, saved: SavedGame) -> WideCard:
        game = GAMES[saved.game]
        line = _("{players}. {player} is on turn. Played {when}.").format(
            players=", ".join(seat.player for seat in saved.seats), player=saved.to_move, when=when_text(saved.date)
        )
        return WideCard(
            game=saved.game,
            title=_("Continue: {game}").format(game=_(game.name)),
            line=line,
            hint=_("Continue"),
            on_release=lambda _card: self.go_on(saved.path),
        )

    def _fit(self, *_changed: object) -> None:
        inside = min(self.width, dp(1180))
        self.cards.cols = max(1, min(3, int(inside // (dp(280) * theme.SCALE))))
        for card in self.cards.children:
            card.beside = self.cards.cols == 1
        self.header.narrow = self.width < dp(620) * theme.SCALE

    # -- where it leads ----------------------------------------------------------------------------------------------

    def new_game(self, game: str) -> None:
        """To the players and house rules of a new game."""
        from app.window.new_game import open_new_game

        assert self.shell is not None
        open_new_game(self.shell, game)

    def go_on(self, path: Path) -> None:
        """The game goes on where it was left."""
        assert self.shell is not None
        try:
            open_table_screen(self.shell, table_plan.go_on(path))
        except UserError as error:
            self.shell.tell(str(error))

    def demo(self) -> None:
        """The filmed table that comes with Kibitz."""
        assert self.shell is not None
        try:
            open_demo_screen(self.shell)
        except UserError as error:
            self.shell.tell(str(error))

    def history(self) -> None:
        """All saved games."""
        from app.window.history import HistoryScreen

        assert self.shell is not None
        self.shell.go(HistoryScreen)

    def settings(self) -> None:
        """Language, look, voice, camera."""
        from app.window.settings_screen import SettingsScreen

        assert self.shell is not None
        self.shell.go(SettingsScreen)

    def rules(self) -> None:
        """Asks of which game."""
        self.open(RulesSheet(self._rules_of, close=self.close, title=_("The rules of which game?")))

    def _rules_of(self, game: str) -> None:
        from app.window.rules_screen import RulesScreen

        self.close()
        assert self.shell is not None
        self.shell.go(lambda shell: RulesScreen(shell, game))


def players_text(game: Game) -> str:
    """``2 to 4 players, 36 cards``."""
    low, high = game.seats
    return _("{players}, {cards}").format(
        players=ngettext("{low} to {high} player", "{low} to {high} players", high).format(low=low, high=high),
        cards=ngettext("{number} card", "{number} cards", game.packs[0]).format(number=game.packs[0]),
    )


Builder.load_file(str(Path(__file__).with_name("home.kv")))
