"""Score sheet: the deals of a match, what each brought and why, running totals, corrections with a note; the next deal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from app import score_sheet, table_plan
from app.errors import UserError
from app.events import match_in_words
from app.saved_games import Correction
from app.score_sheet import DealLine, ScoreSheet
from app.window import theme
from app.window.controls import Text
from app.window.fields import Labelled, Stepper, TextField
from app.window.open_table import open_table_screen
from app.window.parts import IconButton, LeadingButton, Page
from app.window.screen import Column, Screen, TitleBar
from app.window.sheets import Sheet
from app.window.shell import Shell
from app.window.words import end_reason, with_signs
from rules.games import GAMES
from rules.record import Record, RecordError, parse
from rules.texts import N_, _

if TYPE_CHECKING:
    from app.live import LiveTable

SCORES = {"Points": N_("Points"), "Lives": N_("Lives")}


class ScoreCell(BoxLayout):
    """A player's score: the name, what was added, the total."""

    player = StringProperty("")
    change = StringProperty("")
    total = StringProperty("")
    leads = BooleanProperty(False)


class DealCard(BoxLayout):
    """A deal: its number, how it ended and why, what it brought; the corrections; a pencil to make some."""

    title = StringProperty("")
    outcome = StringProperty("")
    why = StringProperty("")
    note = StringProperty("")


class CorrectSheet(Sheet):
    """What is to be added to, or taken from, the score of a deal, and why."""

    def __init__(self, players: tuple[str, ...], made: Correction, half: bool, save: Any, **settings: Any) -> None:
        super().__init__(**settings)
        self._players = players
        column = self.ids.column
        column.add_widget(
            Text(
                words=_("Add to what the referee counts, or take from it. The record of the moves stays as it is."),
                color=theme.QUIET,
            )
        )
        self.steppers = {}
        for player in players:
            stepper = Stepper(made.points.get(player, 0), -99, 99, 0.5 if half else 1, words=signed, name=player)
            self.steppers[player] = stepper
            row = BoxLayout(size_hint_y=None, height=dp(theme.TOUCH), spacing=dp(10))
            row.add_widget(Text(words=player, bold=True, pos_hint={"center_y": 0.5}))
            row.add_widget(stepper)
            column.add_widget(row)
        self.note = TextField(made.note, _("Why? For example: agreed at the table"), most=200)
        column.add_widget(Labelled(_("Note"), self.note))
        self.ids.foot.add_widget(
            LeadingButton(icon="check", words=_("Keep"), on_release=lambda _b: save(self.correction()))
        )

    def correction(self) -> Correction:
        """What was chosen."""
        points = {player: stepper.value for player, stepper in self.steppers.items() if stepper.value}
        return Correction(points, self.note.text)


class ScoreScreen(Screen):
    """``of``: a table, a saved record (the last deal of its match), or a record that is not saved."""

    def __init__(self, shell: Shell, of: Path | Record | LiveTable) -> None:
        super().__init__(shell)
        self.path = of if isinstance(of, Path) else None if isinstance(of, Record) else of.record_path
        self._of = of
        self.bar = TitleBar(self, title=_("Score sheet"))
        self.scroll = page = Page()
        body = Column(padding=(0, dp(8), 0, dp(8)), spacing=dp(8))
        self.bar.padding = (dp(8), 0)
        body.add_widget(self.bar)
        body.add_widget(page)
        self.add_widget(body)
        self.next: LeadingButton | None = None
        self._fill()

    def _sheet(self) -> ScoreSheet:
        if self.path is not None:
            live = None if isinstance(self._of, Path | Record) else parse(self._of.record_text())
            return score_sheet.sheet_of(self.path, live)
        if isinstance(self._of, Record):
            return score_sheet.sheet_of_record(self._of)
        assert not isinstance(self._of, Path)
        return score_sheet.sheet_of_record(parse(self._of.record_text()))

    def _fill(self) -> None:
        assert self.scroll is not None
        column = self.scroll.column
        column.clear_widgets()
        try:
            sheet = self._sheet()
        except (UserError, RecordError) as error:
            column.add_widget(Text(words=str(error)))
            return
        self.sheet_shown = sheet
        game = GAMES[sheet.game]
        last = sheet.deals[-1]
        column.add_widget(Text(words=_(game.name), bold=True, font_size=f"{theme.LARGE}sp"))
        column.add_widget(self._totals(sheet))
        if sheet.winners is not None:
            column.add_widget(Text(words=match_in_words(sheet.winners), bold=True, color=theme.BRASS))
        if not sheet.complete:
            column.add_widget(
                Text(words=_("Some deals of this match are missing, so totals may be too."), color=theme.QUIET)
            )
        if last.over and sheet.winners is None and self.path is not None:
            self.next = LeadingButton(icon="cards", words=_("Next deal"), on_release=lambda _b: self.next_deal())
            column.add_widget(self.next)
        for deal in reversed(sheet.deals):
            column.add_widget(self._deal(sheet, deal))

    def _totals(self, sheet: ScoreSheet) -> GridLayout:
        total = sheet.deals[-1].total
        most = max(total.values())
        grid = GridLayout(size_hint_y=None, spacing=dp(theme.SMALL_GAP), cols=1)
        grid.bind(minimum_height=grid.setter("height"))
        grid.bind(width=lambda grid, width: setattr(grid, "cols", max(1, int(width // (dp(150) * theme.SCALE)))))
        for player in sheet.players:
            grid.add_widget(
                ScoreCell(
                    player=player,
                    total=f"{total[player]:g}",
                    change=_(SCORES[sheet.score]),
                    leads=total[player] == most,
                )
            )
        return grid

    def _deal(self, sheet: ScoreSheet, deal: DealLine) -> DealCard:
        card = DealCard(
            title=_("Deal {number}").format(number=deal.number),
            outcome=with_signs(deal.outcome) if deal.over else _("This deal is still played."),
            why=end_reason(deal.why)[1],
            note=_note_text(deal.correction),
        )
        rule = deal.why.partition(":")[0]
        if any(known.id == rule for known in GAMES[sheet.game].rules):
            button = IconButton(icon="rules", words=rule)
            button.hint = _("Deal {number}: rule {rule}").format(number=deal.number, rule=rule)
            button.bind(on_release=lambda _b: self.rule(rule))
            card.ids.head.add_widget(button)
        if self.path is not None:
            button = IconButton(icon="pencil", words=_("Correct"))
            button.hint = _("Correct deal {number}").format(number=deal.number)
            button.bind(on_release=lambda _b: self.correct(deal))
            card.ids.head.add_widget(button)
        lines = [
            _("{player} {change}, now {total}").format(
                player=player,
                change=signed(deal.gains.get(player, 0) + deal.correction.points.get(player, 0)),
                total=f"{deal.total[player]:g}",
            )
            for player in sheet.players
        ]
        if deal.over or deal.correction.points:
            for line in lines:
                card.ids.lines.add_widget(Text(words=line))
        return card

    # -- what people press -------------------------------------------------------------------------------------------

    def rule(self, number: str) -> None:
        """To the rule by which a deal ended."""
        from app.window.rules_screen import RulesScreen

        assert self.shell is not None
        game = self.sheet_shown.game
        self.shell.go(lambda shell: RulesScreen(shell, game, rule=number))

    def correct(self, deal: DealLine) -> None:
        """Asks what is to be added to the score of a deal, and why."""
        half = GAMES[self.sheet_shown.game].half_points
        self.open(
            CorrectSheet(
                self.sheet_shown.players,
                deal.correction,
                half,
                lambda correction: self._keep(deal.number, correction),
                close=self.close,
                title=_("Correct deal {number}").format(number=deal.number),
            )
        )

    def _keep(self, deal: int, correction: Correction) -> None:
        assert self.path is not None and self.shell is not None
        problem = score_sheet.correct(self.path, deal, correction)
        self.close()
        if problem:
            self.shell.tell(problem)
        self._fill()

    def next_deal(self) -> None:
        """Puts this deal aside and opens the table for the next one."""
        assert self.path is not None and self.shell is not None
        shell, path = self.shell, self.path
        problem = None if isinstance(self._of, Path | Record) else self._of.save_again()
        if problem:  # the table is still there, and with it what the disk does not have
            shell.tell(problem)
            return
        shell.home()  # ends the table of the deal that is over, so that nothing writes to its record any more
        try:
            open_table_screen(shell, table_plan.next_deal(path))
        except UserError as error:
            shell.tell(str(error))


def signed(number: float) -> str:
    """``+2``, ``-1``, ``0``."""
    return f"{number:+g}".replace("-", "−") if number else "0"


def _note_text(correction: Correction) -> str:
    points = ", ".join(f"{player} {signed(number)}" for player, number in correction.points.items())
    if points and correction.note:
        return _("Corrected by the players: {points}. {note}").format(points=points, note=correction.note)
    if points:
        return _("Corrected by the players: {points}.").format(points=points)
    return _("Note: {note}").format(note=correction.note) if correction.note else ""


Builder.load_file(str(Path(__file__).with_name("score_screen.kv")))
