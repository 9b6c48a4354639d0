"""New game: the players around a drawn table, where the cards are, house rules; and why it cannot start, if it cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app import house_rules, table_plan
from app.draft import Draft
from app.errors import UserError
from app.saved_games import SavedGames
from app.table_plan import Cards, begins_with
from app.window import theme
from app.window.camera_panel import CameraPanel
from app.window.controls import MoodSign as MoodSign
from app.window.controls import Pressable, Text
from app.window.fields import Choice, Stepper
from app.window.open_table import open_table_screen
from app.window.parts import IconButton, LeadingButton, Page, Section
from app.window.screen import Column, Screen, TitleBar
from app.window.seats import SeatSheet, SeatTable
from app.window.shell import Shell
from rules.lessons import LESSONS
from rules.ruling import Option
from rules.texts import _, ngettext


class OptionCard(Pressable):
    """One of several ways, with a line that explains it. ``chosen``: it is this one."""

    icon = StringProperty("")
    words = StringProperty("")
    line = StringProperty("")
    chosen = BooleanProperty(False)


class HouseRule(BoxLayout):
    """A house rule: what it is about, its values, what the chosen one means, and the rule to read."""

    question = StringProperty("")
    line = StringProperty("")
    rule = StringProperty("")


class StartBar(BoxLayout):
    """Start, and why it cannot."""

    problem = StringProperty("")


class NewGameScreen(Screen):
    """Chooses a new game. What is chosen stands in ``draft``, so that the screen can be made anew at any time."""

    def __init__(self, shell: Shell, draft: Draft | str) -> None:
        super().__init__(shell)
        self.draft = draft = Draft(draft, shell.settings) if isinstance(draft, str) else draft
        self.bar = TitleBar(self)
        self.bar.add_action(IconButton(icon="rules", words=_("Rules"), bare=True, on_release=lambda _b: self.rules()))
        self.table = SeatTable(draft, self.edit_seat)
        self.add = IconButton(icon="plus", words=_("Add a player"), on_release=lambda _b: self.add_seat())
        self.seats = Column(size_hint_y=None, spacing=dp(theme.SMALL_GAP))
        self.seats.bind(minimum_height=self.seats.setter("height"))
        self.seats.add_widget(self.table)
        self.seats.add_widget(
            Text(
                words=_seat_hint(list(draft.to_give()) or list(draft.game.needed)),
                color=theme.QUIET,
                font_size=f"{theme.SMALL}sp",
            )
        )
        self.seats.add_widget(self.add)
        self.camera = CameraPanel(draft, self)
        self.camera.bind(missing=self._show_start)
        self.where = self._where()
        self.ways = Section(title=_("How to play"))
        self.options = Section(title=_("House rules"))
        self.begins = Section(title=_("Who begins?") if begins_with(draft.game) != "Dealer" else _("Who deals?"))
        self.learn = OptionCard(
            icon="hint",
            words=_("New to this game?"),
            line=_("Learn it by playing: some moves, one sentence each. No camera, no rules to read first."),
            hint=_("Learn the game"),
        )
        self.learn.bind(on_release=lambda _card: self.learn_game())
        self.start_bar = StartBar()
        self.start = LeadingButton(icon="play", words=_("Start the game"), on_release=lambda _b: self.begin())
        self.start_bar.ids.place.add_widget(self.start)
        self._body: Any = None
        self._fill_ways()
        self._fill_options()
        self._changed()
        self.bind(shape=self._arrange)
        self._arrange()

    # -- the parts ---------------------------------------------------------------------------------------------------

    def _where(self) -> Section:
        section = Section(title=_("The cards"))
        self._cards: dict[Cards, OptionCard] = {}
        ways: tuple[tuple[Cards, str, str, str], ...] = (
            ("screen", "cards", _("On this screen"), _("Kibitz deals; you play with bots, or pass the screen around.")),
            (
                "camera",
                "camera",
                _("Real cards and a camera"),
                _("Kibitz watches your table and says what is allowed."),
            ),
            (
                "tapped",
                "no-camera",
                _("Real cards, no camera"),
                _("You tap what is played, Kibitz says what is allowed."),
            ),
        )
        for cards, icon, words, line in ways:
            card = OptionCard(icon=icon, words=words, line=line, hint=words)
            card.bind(on_release=lambda _card, cards=cards: self.choose_cards(cards))
            self._cards[cards] = card
            section.add_widget(card)
        return section

    def _fill_ways(self) -> None:
        named = {preset.name: preset for preset in house_rules.presets(self.draft.game)}
        words = [(name, _(name)) for name in named]
        self._presets = Choice(words, on_choose=lambda name: self.take(named[name]))
        self._preset_line = Text(color=theme.QUIET, font_size=f"{theme.SMALL}sp")
        self.ways.add_widget(self._presets)
        self.ways.add_widget(self._preset_line)

    def _fill_options(self) -> None:
        """The house rules, each with the value that is chosen now."""
        draft = self.draft
        for child in list(self.options.children)[:-1]:
            self.options.remove_widget(child)
        if len(draft.game.packs) > 1:
            sizes = sorted(draft.game.packs)
            words = [(size, ngettext("{number} card", "{number} cards", size).format(number=size)) for size in sizes]
            rule = next((rule.id for rule in draft.game.rules if rule.option == "pack"), "")
            row = self._house_rule(_("The pack"), _PACK_LINES.get(draft.size_of_pack, lambda: "")(), rule)
            row.add_widget(Choice(words, draft.size_of_pack, on_choose=self.set_pack))
            self.options.add_widget(row)
        for option in draft.game.options:
            self.options.add_widget(self._option_row(option))

    def _option_row(self, option: Option) -> HouseRule:
        game, value = self.draft.game, self.draft.value(option.name)
        row = self._house_rule(house_rules.question(game, option), house_rules.means(game, option, value), option.rule)
        if option.values[0].isdecimal() and len(option.values) > 3:
            low, high = int(option.values[0]), int(option.values[-1])
            row.add_widget(
                Stepper(
                    int(value),
                    low,
                    high,
                    words=lambda number: f"{number:.0f}",
                    name=house_rules.question(game, option),
                    on_choose=lambda number: self.set_option(option.name, f"{number:.0f}"),
                )
            )
        else:
            words = [(value, house_rules.answer(game, option, value)) for value in option.values]
            row.add_widget(Choice(words, value, on_choose=lambda value: self.set_option(option.name, value)))
        return row

    def _house_rule(self, question: str, line: str, rule: str) -> HouseRule:
        row = HouseRule(question=question, line=line, rule=rule)
        button = IconButton(icon="info", words=rule, hint=_("Rule {number}").format(number=rule))
        button.hint = _("Rule {number}").format(number=rule)
        button.bind(on_release=lambda _b: self.rules(rule))
        row.ids.head.add_widget(button)
        return row

    def _fill_begins(self) -> None:
        for child in list(self.begins.children)[:-1]:
            self.begins.remove_widget(child)
        players = [(n, place.name) for n, place in enumerate(self.draft.places)]
        choices: list[tuple[int | None, str]] = [(None, _("by lot")), *players]
        self.begins.add_widget(Choice(choices, self.draft.first, on_choose=self.set_first))

    # -- what people choose ------------------------------------------------------------------------------------------

    def choose_cards(self, cards: Cards) -> None:
        """Where the cards are."""
        self.draft.cards = cards
        self._changed()

    def take(self, preset: house_rules.Preset) -> None:
        """House rules and pack as the preset has them."""
        self.draft.take(preset)
        self._fill_options()
        self._changed()

    def set_pack(self, size: int) -> None:
        """Another pack."""
        self.draft.set_pack(size)
        self._options_changed()

    def set_option(self, option: str, value: str) -> None:
        """A house rule."""
        self.draft.set_option(option, value)
        self._options_changed()

    def set_first(self, seat: int | None) -> None:
        """Who begins; None: by lot."""
        self.draft.first = seat
        self._changed()

    def add_seat(self) -> None:
        """One player more."""
        self.draft.add()
        self._options_changed()  # what is usual may depend on how many play

    def edit_seat(self, seat: int) -> None:
        """Asks who sits there."""
        self.open(SeatSheet(self.draft, seat, self._options_changed, close=self.close))

    def close(self) -> None:
        """After a sheet: what it changed."""
        was_open = self.sheet is not None
        super().close()
        if was_open:
            self._options_changed()

    def rules(self, rule: str | None = None) -> None:
        """The rules of the game, at one of them."""
        from app.window.rules_screen import RulesScreen

        assert self.shell is not None
        game = self.draft.game.id
        self.shell.go(lambda shell: RulesScreen(shell, game, rule=rule))

    def learn_game(self) -> None:
        """To the lesson of the game."""
        from app.window.lesson_screen import open_lesson

        assert self.shell is not None
        open_lesson(self.shell, self.draft.game.id)

    def begin(self) -> None:
        """Starts the game, unless something is missing."""
        assert self.shell is not None
        draft, plan = self.draft, self.draft.plan()
        try:
            table = table_plan.set_up(plan, SavedGames())
        except UserError as error:
            self.start_bar.problem = str(error)
            return
        new: dict[str, Any] = {"names": draft.names_to_remember()}
        if plan.cards == "camera":
            new["camera"] = plan.source.strip()
        self.shell.change(**new)
        open_table_screen(self.shell, table)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def _options_changed(self) -> None:
        self._fill_options()
        self._changed()

    def _changed(self) -> None:
        """Shows the draft as it is now."""
        draft = self.draft
        self.table.show()
        self.add.disabled = not draft.may_add
        self._fill_begins()
        for cards, card in self._cards.items():
            card.chosen = cards == draft.cards
        preset = draft.preset
        self._presets.value = preset.name if preset is not None else None
        self._preset_line.words = _(preset.line) if preset is not None else _("House rules of your own.")
        if (draft.cards == "camera") != (self.camera.parent is not None):
            if self.camera.parent is None:
                self.where.add_widget(self.camera)
            else:
                self.where.remove_widget(self.camera)
        self.camera.shown = draft.cards == "camera"
        self._show_start()

    def _show_start(self, *_changed: object) -> None:
        """Whether it can start; a camera that is not there is told here, too: its picture may be out of sight."""
        missing = self.camera.missing if self.camera.shown else ""
        self.start_bar.problem = self.draft.plan().problem() or missing
        self.start.disabled = bool(self.start_bar.problem)

    def left(self) -> None:
        self.camera.stop()

    def entered(self) -> None:
        self.camera.enter()

    def _arrange(self, *_changed: object) -> None:
        lesson = (self.learn,) if self.draft.game.id in LESSONS else ()
        parts = (*lesson, self.seats, self.where, self.begins, self.ways, self.options)
        for widget in (*parts, self.bar, self.start_bar):
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
        if self._body is not None:
            self.remove_widget(self._body)
        body = Column(padding=(dp(theme.GAP), dp(8), dp(theme.GAP), dp(8)), spacing=dp(8))
        body.add_widget(self.bar)
        name = _(self.draft.game.name)
        self.bar.title = name if self.shape == "tall" else _("New game: {game}").format(game=name)
        self.table.least = dp(340) if self.shape == "wide" else 0
        if self.shape == "tall":
            body.padding = (0, dp(8), 0, dp(8))
            self.bar.padding = (dp(8), 0)
            self.start_bar.padding = (dp(theme.GAP), 0)
            self.scroll = page = Page()
            for part in parts:
                page.column.add_widget(part)
            body.add_widget(page)
        else:
            self.bar.padding = self.start_bar.padding = (0, 0)
            left, right = Page(), Page()
            self.scroll = right
            for part in (self.seats, self.begins):
                left.column.add_widget(part)
            for part in (*lesson, self.where, self.ways, self.options):
                right.column.add_widget(part)
            columns = BoxLayout(spacing=dp(theme.SMALL_GAP))
            columns.add_widget(left)
            columns.add_widget(right)
            body.add_widget(columns)
        body.add_widget(self.start_bar)
        self._body = body
        self.add_widget(body, index=len(self.children))


def _seat_hint(given: list[str]) -> str:
    if given == ["Trumps"]:
        return _(
            "Tap a seat to name the player, let a bot sit there, or choose the trumps; else trumps are drawn by lot."
        )
    if given == ["Queens"]:
        return _(
            "Tap a seat to name the player, let a bot sit there, or choose the queen; else queens are drawn by lot."
        )
    return _("Tap a seat to name the player, or to let a bot sit there.")


_PACK_LINES = {
    24: lambda: _("Nine to ace."),
    32: lambda: _("Seven to ace."),
    36: lambda: _("Six to ace."),
    52: lambda: _("Two to ace."),
    54: lambda: _("Two to ace, and two jokers."),
}


def open_new_game(shell: Shell, game: str) -> None:
    """Shows the screen; what is chosen there stays while it is in the shell's stack."""
    draft = Draft(game, shell.settings)
    shell.go(lambda shell: NewGameScreen(shell, draft))


Builder.load_file(str(Path(__file__).with_name("new_game.kv")))
