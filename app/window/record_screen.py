"""Record: a game gone through move by move, forward and back, with rulings and what lay where; go on from here, export, copy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from app import table_plan
from app.errors import UserError
from app.folders import typed_path
from app.record_file import RecordFile
from app.replay import Replay, Step
from app.saved_games import Beside, SavedGames, beside
from app.window import theme
from app.window.fields import Buttons
from app.window.heaps_view import HeapsView
from app.window.open_table import open_table_screen
from app.window.parts import IconButton, LeadingButton, Page
from app.window.record_parts import ExportSheet, HoldButton, MoveList, Now
from app.window.screen import Column, Screen, TitleBar
from app.window.shell import Shell
from app.window.words import end_reason, move_text, move_words, verdict_word, with_signs
from rules.record import RecordError, parse
from rules.texts import _, ngettext

if TYPE_CHECKING:
    from app.live import LiveTable

PACE = 1.0  # s for each move when it plays by itself
LEFT, RIGHT = 276, 275
_left_at: dict[
    Path, tuple[int, int]
] = {}  # record -> (line where the replay stood when the screen was left, lines there were)
HOME, END = 278, 279


class RecordScreen(Screen):
    """``of``: a saved record, or a table whose record so far is to be seen."""

    def __init__(self, shell: Shell, of: Path | LiveTable) -> None:
        super().__init__(shell)
        self.path = of if isinstance(of, Path) else of.record_path
        self._live = None if isinstance(of, Path) else of
        self.bar = TitleBar(self)
        self.replay: Replay | None = None
        self._ticking: Any = None
        self._looking: str | None = None
        try:
            if isinstance(of, Path):
                self.replay = Replay.of_file(of)
            else:
                self.replay = Replay(parse(of.record_text()))
        except (UserError, RecordError) as error:
            self.bar.title = _("Record")
            self._only(str(error))
            return
        at, lines = _left_at.get(self.path, (-1, -1)) if self.path is not None else (-1, -1)
        if lines == len(self.replay.steps):
            self.replay.go(at)
        self._make(self.replay)

    def _only(self, words: str) -> None:
        """A record that cannot be shown."""
        from app.window.controls import Text

        body = Column(padding=dp(theme.GAP))
        body.add_widget(self.bar)
        page = Page()
        page.column.add_widget(Text(words=words))
        body.add_widget(page)
        self.add_widget(body)

    def _make(self, replay: Replay) -> None:
        title = _(replay.game.name)
        if replay.deal > 1:
            title = _("{game}, deal {number}").format(game=title, number=replay.deal)
        self.bar.title = title
        self.actions: list[IconButton] = []
        for icon, words, do in (
            ("score", _("Score sheet"), self.score),
            ("copy", _("Copy"), self.copy),
            ("export", _("Export"), self.export),
        ):
            self.actions.append(IconButton(icon=icon, words=words, on_release=lambda _b, do=do: do()))
        self.now = Now()
        self.heaps = HeapsView()
        self.list = MoveList(self._chosen)
        self._bring = Clock.create_trigger(lambda _dt: self.list.bring(replay.at))  # once it is laid out
        self.list.bind(height=self._bring)
        self.list.data = [_row(n, step, replay) for n, step in enumerate(replay.steps, 1)]
        self.steps = BoxLayout(size_hint=(None, None), spacing=dp(theme.SMALL_GAP), height=dp(theme.TOUCH))
        self.steps.bind(minimum_width=self.steps.setter("width"), minimum_height=self.steps.setter("height"))
        for icon, words, do in (
            ("to-start", _("To the start"), lambda: self.go(0)),
            ("step-back", _("One back"), lambda: self.step(-1)),
            ("play", _("Play"), self.play),
            ("step-forward", _("One forward"), lambda: self.step(1)),
            ("to-end", _("To the end"), lambda: self.go(len(replay.steps))),
        ):
            button = IconButton(icon=icon, words=words, bare=True, on_release=lambda _b, do=do: do())
            if icon == "play":
                self.player = button
            self.steps.add_widget(button)
        self.going_on = LeadingButton(icon="forward", words=_("Go on from here"), on_release=lambda _b: self.go_on())
        self.holds = [HoldButton(player) for player in replay.persons if replay.hides(player)]
        for hold in self.holds:
            hold.bind(held=self._look)
        self._body: Any = None
        self.bind(shape=self._arrange)
        self._arrange()
        self._show()

    # -- where it stands ---------------------------------------------------------------------------------------------

    def go(self, to: int) -> None:
        """Stands after the first ``to`` lines."""
        assert self.replay is not None
        self.replay.go(to)
        self._show()

    def step(self, by: int) -> None:
        """So many lines on, or back."""
        assert self.replay is not None
        self.go(self.replay.at + by)

    def _chosen(self, index: int) -> None:
        self.stop()
        self.go(index)

    def play(self) -> None:
        """Plays by itself, a move a second, or stops; at the end it begins anew."""
        assert self.replay is not None
        if self._ticking is not None:
            self.stop()
            return
        if self.replay.at == len(self.replay.steps):
            self.go(0)
        self._ticking = Clock.schedule_interval(self._tick, PACE)
        self.player.icon, self.player.words = "pause", _("Pause")

    def stop(self) -> None:
        """Plays no more by itself."""
        if self.replay is not None and self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
            self.player.icon, self.player.words = "play", _("Play")

    def _tick(self, _dt: float) -> None:
        assert self.replay is not None
        self.step(1)
        if self.replay.at == len(self.replay.steps):
            self.stop()

    def left(self) -> None:
        self.stop()
        if self.path is not None and self.replay is not None:
            _left_at[self.path] = self.replay.at, len(self.replay.steps)

    def key(self, key: int, text: str, modifiers: Any) -> bool:
        """Arrows left and right step while nothing has the focus; Home and End go to the ends."""
        if self.sheet is None and self.replay is not None:
            if key in (LEFT, RIGHT) and self.focus.at is None:
                self.stop()
                self.step(1 if key == RIGHT else -1)
                return True
            if key in (HOME, END):
                self.stop()
                self.go(0 if key == HOME else len(self.replay.steps))
                return True
        return super().key(key, text, modifiers)

    def _look(self, button: HoldButton, held: bool) -> None:
        self._looking = button.player if held else None
        self._show_heaps()

    def _show_heaps(self) -> None:
        assert self.replay is not None
        self.heaps.show(self.replay.heaps(self._looking), self.replay.players)

    def _show(self) -> None:
        replay = self.replay
        assert replay is not None
        at = replay.at
        data = self.list.data
        for n, row in enumerate(data, 1):
            row["chosen"] = n == at
        self.list.refresh_from_data()
        self._bring()
        self._show_heaps()
        continues = self.at_end and (self.path is not None or self._live is not None) and not replay.over
        self.going_on.words = _("Continue this game") if continues else _("Go on from here")
        self.going_on.disabled = self.at_end and replay.over
        self._tell_now(replay.steps[at - 1] if at else None, at)

    def _tell_now(self, step: Step | None, at: int) -> None:
        replay = self.replay
        assert replay is not None
        now = self.now
        rules: tuple[str, ...] = ()
        if step is None:
            now.title, now.mood, now.verdict = _("The beginning"), "", ""
            now.why = ngettext("{number} move", "{number} moves", len(replay.steps)).format(number=len(replay.steps))
            self._show_rules(())
            return
        if step.ruling is None:
            now.title = _("{player} shows the hand").format(player=step.player)
            now.mood = now.verdict = now.why = ""
        else:
            ruling = step.ruling
            now.title = f"{ruling.n}. {step.player}: {_move(replay.said(step))}"
            now.mood, now.verdict = ruling.verdict, verdict_word(ruling.verdict)
            titles = ", ".join(rule_text(replay, rule) for rule in ruling.rules)
            now.why = f"{titles}. {with_signs(ruling.why)}" if titles else with_signs(ruling.why)
            rules += ruling.rules
        for late in step.late:
            line = _("Late ruling on move {number}: {why}").format(number=late.about, why=with_signs(late.why))
            now.why = f"{now.why} {line}".strip()
            now.mood = "illegal"
            rules += (late.rule,)
        if at == len(replay.steps) and replay.over:
            rule, why = end_reason(replay.game.why_ended(replay.referee.position))
            now.why = f"{now.why} {why}".strip()
            rules += (rule,) if rule else ()
        self._show_rules(rules)

    def _show_rules(self, numbers: Sequence[str]) -> None:
        """A button for each rule that was broken."""
        replay, place = self.replay, self.now.ids.rules
        assert replay is not None
        place.clear_widgets()
        for number in dict.fromkeys(numbers):
            button = IconButton(icon="rules", words=number)
            button.hint = _("Rule {number}").format(number=rule_text(replay, number))
            button.bind(on_release=lambda _b, number=number: self.rule(number))
            place.add_widget(button)

    def rule(self, number: str) -> None:
        """To a rule of the game."""
        from app.window.rules_screen import RulesScreen

        assert self.shell is not None and self.replay is not None
        game = self.replay.game.id
        self.shell.go(lambda shell: RulesScreen(shell, game, rule=number))

    # -- what else can be done ---------------------------------------------------------------------------------------

    @property
    def at_end(self) -> bool:
        """The replay stands where the record ends."""
        return self.replay is not None and self.replay.at == len(self.replay.steps)

    def go_on(self) -> None:
        """Opens a table that goes on from where the replay stands: at the end of the record in this game, else in a new one."""
        assert self.replay is not None and self.shell is not None
        shell, what = self.shell, beside(self.path) if self.path is not None else Beside()
        if self.at_end and self._live is not None:
            shell.back()  # its table stands behind this screen
            return
        problem = self._live.save_again() if self._live is not None else None
        if problem:  # its table would end, and with it what the disk does not have
            shell.tell(problem)
            return
        try:
            if self.at_end and self.path is not None:
                shell.home()  # ends a table that is still open, so that nobody else writes to the record
                table = table_plan.go_on(self.path)
            else:
                table = table_plan.go_on_from(self.replay.record, self.replay.at, what, SavedGames())
        except UserError as error:
            shell.tell(str(error))
            return
        open_table_screen(shell, table)

    def score(self) -> None:
        """To the score sheet of the match."""
        from app.window.score_screen import ScoreScreen

        assert self.shell is not None and self.replay is not None
        of = self._live or self.path or self.replay.record
        self.shell.go(lambda shell: ScoreScreen(shell, of))

    def text(self) -> str:
        """The record as it is written."""
        assert self.replay is not None
        here = self.replay.at
        self.replay.go(len(self.replay.steps))
        text = self.replay.referee.text()
        self.replay.go(here)
        return text

    def copy(self) -> None:
        """The record to the clipboard."""
        from kivy.core.clipboard import Clipboard

        assert self.shell is not None
        Clipboard.copy(self.text())
        self.shell.tell(_("The record is on the clipboard."))

    def export(self) -> None:
        """Asks for a file."""
        name = self.path.name if self.path is not None else "game.kbz"
        self.open(ExportSheet(str(Path.home() / name), self._export, close=self.close))

    def _export(self, to: str) -> None:
        assert self.shell is not None
        path = typed_path(to)
        try:
            problem = RecordFile(path).save(self.text())
        except UserError as error:
            problem = str(error)
        if problem:
            self.shell.tell(problem)
            return
        self.close()
        self.shell.tell(_("Written to {path}").format(path=path))

    # -- where things stand ------------------------------------------------------------------------------------------

    def _arrange(self, *_changed: object) -> None:
        moved = (self.bar, self.now, self.heaps, self.list, self.steps, self.going_on, *self.holds, *self.actions)
        for widget in moved:
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
        if self._body is not None:
            self.remove_widget(self._body)
        page = Page(widest=dp(2000))
        page.side = 0
        page.column.add_widget(self.now)
        if self.holds:
            page.column.add_widget(Buttons(*self.holds))
        page.column.add_widget(self.heaps)
        self.scroll = page
        body = Column(padding=dp(theme.SMALL_GAP), spacing=dp(theme.SMALL_GAP))
        body.add_widget(self.bar)
        if self.shape == "tall":
            self.list.size_hint = (1, 0.36)
            page.column.add_widget(Buttons(*self.actions))
            body.add_widget(page)
            body.add_widget(self.list)
            foot = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(theme.SMALL_GAP))
            foot.bind(minimum_height=foot.setter("height"))
            self.steps.pos_hint = self.going_on.pos_hint = {"center_x": 0.5}
            foot.add_widget(self.steps)
            foot.add_widget(self.going_on)
            body.add_widget(foot)
        else:
            for action in self.actions:
                self.bar.add_action(action)
            self.list.size_hint = (1, 1)
            side = Column(size_hint_x=None, width=dp(theme.PANEL_WIDTH), spacing=dp(theme.SMALL_GAP))
            side.add_widget(self.list)
            self.steps.pos_hint = self.going_on.pos_hint = {"center_x": 0.5}
            side.add_widget(self.steps)
            side.add_widget(self.going_on)
            columns = BoxLayout(spacing=dp(theme.SMALL_GAP))
            columns.add_widget(page)
            columns.add_widget(side)
            body.add_widget(columns)
        self._body = body
        self.add_widget(body, index=len(self.children))


def rule_text(replay: Replay, number: str) -> str:
    """``SK-8 (What beats)``."""
    title = next((rule.title for rule in replay.game.rules if rule.id == number), "")
    return f"{number} ({_(title)})" if title else number


def _move(move: str) -> str:
    """A move in the words of the table."""
    return with_signs(move_words(move))


def _row(n: int, step: Step, replay: Replay) -> dict[str, Any]:
    ruling = step.ruling
    if ruling is None:
        said = replay.said(step)
        return _data(
            n,
            "",
            step.player,
            _("shows {cards}").format(cards=with_signs(move_text(said))) if said else _("shows the hand"),
            "",
        )
    return _data(n, str(ruling.n), step.player, _move(replay.said(step)), ruling.verdict)


def _data(index: int, number: str, player: str, move: str, mood: str) -> dict[str, Any]:
    hint = _("Line {number}: {player}, {move}").format(number=index, player=player, move=move)
    return {
        "index": index,
        "number": number,
        "player": player,
        "move": move,
        "mood": mood,
        "chosen": False,
        "hint": hint,
    }
