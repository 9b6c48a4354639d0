"""History: all saved games, the last first; open, delete, bring in a record from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.errors import UserError
from app.events import end_in_words, score_in_words
from app.folders import typed_path
from app.saved_games import SavedGame, SavedGames
from app.window import theme
from app.window.controls import Pressable, Text
from app.window.fields import Buttons, Labelled, TextField
from app.window.game_picture import GamePicture as GamePicture
from app.window.parts import IconButton, LeadingButton, Page
from app.window.screen import Column, Screen, TitleBar
from app.window.sheets import Sheet
from app.window.shell import Shell
from app.window.when import when_text
from rules.games import GAMES
from rules.texts import _

AT_ONCE = 30  # so many games are shown; more when asked for


class SavedCard(Pressable):
    """A saved game: which, when, who, how it stands."""

    game = StringProperty("")
    title = StringProperty("")
    when = StringProperty("")
    players = StringProperty("")
    standing = StringProperty("")


class SavedRow(BoxLayout):
    """A saved game, and the button that deletes it."""


class AskSheet(Sheet):
    """A question with one answer that does something, and Cancel."""

    words = StringProperty("")

    def __init__(self, button: Any, field: Any = None, **settings: Any) -> None:
        super().__init__(**settings)
        if field is not None:
            self.ids.place.add_widget(field)
        self.ids.foot.add_widget(button)


class HistoryScreen(Screen):
    """The list. It fills while one looks at it, a game a frame: each is replayed to see how it stands."""

    def __init__(self, shell: Shell, games: SavedGames | None = None) -> None:
        super().__init__(shell)
        self.games = games or SavedGames()
        self.bar = TitleBar(self, title=_("History"), padding=(dp(8), 0))
        self.bar.add_action(
            IconButton(icon="import", words=_("Import a record"), bare=True, on_release=lambda _b: self.ask_import())
        )
        self.scroll = page = Page()
        page.column.spacing = dp(theme.SMALL_GAP)
        body = Column(padding=(0, dp(8), 0, 0), spacing=dp(8))
        body.add_widget(self.bar)
        body.add_widget(page)
        self.add_widget(body)
        self._most = AT_ONCE
        self._coming: Any = None
        self._filling: Any = None
        self.rows: list[SavedRow] = []

    def entered(self) -> None:
        self.fill()

    def left(self) -> None:
        self._stop()

    def fill(self) -> None:
        """Reads the folder anew."""
        assert self.scroll is not None
        self._stop()
        self.scroll.column.clear_widgets()
        self.rows = []
        self._coming = self.games.games()
        self._filling = Clock.schedule_interval(self._add_one, 0)

    def _stop(self) -> None:
        if self._filling is not None:
            self._filling.cancel()
            self._filling = None

    def _add_one(self, _dt: float) -> None:
        assert self.scroll is not None
        saved = next(self._coming, None)
        if saved is None:
            self._stop()
            if not self.rows:
                self._nothing()
            return
        if len(self.rows) >= self._most:
            self._stop()
            more = IconButton(icon="down", words=_("Show older games"), on_release=lambda _b: self._more())
            self.scroll.column.add_widget(more)
            return
        row = SavedRow()
        row.add_widget(self._card(saved))
        trash = IconButton(icon="trash", words=_("Delete"), bare=True, pos_hint={"center_y": 0.5})
        trash.hint = _("Delete: {game}").format(game=_title(saved))
        trash.bind(on_release=lambda _b: self.ask_delete(saved))
        row.add_widget(trash)
        self.rows.append(row)
        self.scroll.column.add_widget(row)

    def _more(self) -> None:
        self._most += AT_ONCE
        self.fill()

    def _nothing(self) -> None:
        assert self.scroll is not None
        column = self.scroll.column
        column.add_widget(Text(words=_("No games yet."), bold=True, font_size=f"{theme.LARGE}sp"))
        column.add_widget(Text(words=_("Every game you play is saved here by itself. Begin one, or import a record.")))
        assert self.shell is not None
        home = self.shell.home
        column.add_widget(LeadingButton(icon="cards", words=_("To the games"), on_release=lambda _b: home()))

    def _card(self, saved: SavedGame) -> SavedCard:
        card = SavedCard(game=saved.game, title=_title(saved), when=when_text(saved.date), hint=_title(saved))
        if saved.problem:
            card.standing = saved.problem
        else:
            card.players = ", ".join(seat.player for seat in saved.seats)
            card.standing = standing_text(saved)
        card.bind(on_release=lambda _card: self.show(saved.path))
        return card

    # -- what people press -------------------------------------------------------------------------------------------

    def show(self, path: Path) -> None:
        """To the record."""
        from app.window.record_screen import RecordScreen

        assert self.shell is not None
        self.shell.go(lambda shell: RecordScreen(shell, path))

    def ask_delete(self, saved: SavedGame) -> None:
        """Asks before a game is gone for good."""
        button = IconButton(
            icon="trash",
            words=_("Delete"),
            tint=theme.MOODS["illegal"][0],
            on_release=lambda _b: self._delete(saved.path),
        )
        self.open(
            AskSheet(
                button,
                close=self.close,
                title=_("Delete this game?"),
                words=_("{game}, {when}. It is gone for good, with all its deals.").format(
                    game=_title(saved), when=when_text(saved.date)
                ),
            )
        )

    def _delete(self, path: Path) -> None:
        self.close()
        self._done(self.games.delete(path))

    def ask_import(self) -> None:
        """Asks for a file."""
        self.field = TextField("", _("A .kbz file"), on_done=None, most=500)
        button = LeadingButton(icon="import", words=_("Import"), on_release=lambda _b: self._import(self.field.text))
        look = IconButton(icon="folder", words=_("Choose a file"), on_release=lambda _b: self._choose_import())
        place = Column(size_hint_y=None)
        place.bind(minimum_height=place.setter("height"))
        place.add_widget(Buttons(look))
        place.add_widget(Labelled(_("Or type where it is"), self.field))
        self.open(
            AskSheet(
                button,
                place,
                close=self.close,
                title=_("Import a record"),
                words=_("A record is copied to your games; the file stays where it is."),
            )
        )

    def _choose_import(self) -> None:
        from app.folders import RECORDS
        from app.window.file_sheet import choose_file

        choose_file(self, _("Choose a record"), RECORDS, self._import, typed=self.field.text)

    def _import(self, text: str) -> None:
        assert self.shell is not None
        if not text.strip():
            self.shell.tell(_("there is no such file; check the name"))
            return
        try:
            self.games.bring_in(typed_path(text))
        except UserError as error:
            self.shell.tell(str(error))
            return
        self.close()
        self._done(None)

    def _done(self, problem: str | None) -> None:
        assert self.shell is not None
        if problem:
            self.shell.tell(problem)
        self.fill()


def _title(saved: SavedGame) -> str:
    if saved.problem:
        return saved.path.name
    name = _(GAMES[saved.game].name)
    if saved.deal == 1:
        return name
    return _("{game}, deal {number}").format(game=name, number=saved.deal)


def standing_text(saved: SavedGame) -> str:
    """How the game stands, a line or two."""
    score = score_in_words(saved.points, saved.score)
    if not saved.over:
        return _("{player} is on turn. {score}").format(player=saved.to_move, score=score)
    end = end_in_words(saved.outcome, saved.score) or _("The hands must be shown to see who has won.")
    return _("{outcome} {score}").format(outcome=end, score=score)


Builder.load_file(str(Path(__file__).with_name("history.kv")))
