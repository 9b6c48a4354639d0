"""The numbered rules of a game, from the same data as the rulings: to read, to search, opened at one rule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import get_hex_from_color

from app.rule_search import Entry, Span, entries, fits, hits, words_of
from app.window import theme
from app.window.controls import Panel, Pressable, Text, marked
from app.window.fields import Choice, TextField
from app.window.parts import IconButton, Page
from app.window.screen import Screen, Scroll, TitleBar
from app.window.shell import Shell
from rules.games import GAMES
from rules.texts import _, ngettext


def with_marks(text: str, spans: Sequence[Span]) -> str:
    """``text`` as Kivy markup, what is in ``spans`` bold, underlined and in another colour."""
    open_mark = f"[b][u][color={get_hex_from_color(theme.BRASS)}]"
    parts, at = [], 0
    for start, end in spans:
        parts += [marked(text[at:start]), open_mark, marked(text[start:end]), "[/color][/u][/b]"]
        at = end
    return "".join([*parts, marked(text[at:])])


class RuleCard(Panel):
    """A rule. ``lit``: it is the one that is looked at."""

    lit = BooleanProperty(False)

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry
        self._texts: list[tuple[Text, str]] = [(self.ids.title.__self__, entry.title)]
        if entry.number:
            self._texts.append((self.ids.number.__self__, entry.number))
        else:
            self.ids.head.remove_widget(self.ids.number)
        for paragraph in entry.text:
            self._add(Text(), paragraph)
        for note in entry.notes:
            self._add(Text(color=theme.QUIET, font_size=f"{theme.SMALL}sp"), note)
        self.mark([])

    def _add(self, text: Text, words: str) -> None:
        self._texts.append((text, words))
        self.add_widget(text)

    def mark(self, words: Sequence[str]) -> None:
        """Marks the words of a search in it."""
        for text, said in self._texts:
            text.text = with_marks(said, hits(said, words))


class ContentsRow(Pressable):
    """A line of the contents."""

    number = StringProperty("")
    title = StringProperty("")
    lit = BooleanProperty(False)


class RulesScreen(Screen):
    """The rules of ``game_id``, at ``rule`` if one is named; without one, games are chosen by tabs."""

    def __init__(self, shell: Shell | None, game_id: str | None = None, rule: str | None = None) -> None:
        super().__init__(shell)
        self._tabs = rule is None
        self.game = GAMES.get(game_id or "") or next(iter(GAMES.values()))
        self.lit: str | None = None
        self.bar = TitleBar(self, title=_("Rules"), padding=(dp(theme.GAP), 0))
        self.before = IconButton(icon="up", words=_("Previous rule"), bare=True, on_release=lambda _b: self.step(-1))
        self.after = IconButton(icon="down", words=_("Next rule"), bare=True, on_release=lambda _b: self.step(1))
        self.bar.add_action(self.before)
        self.bar.add_action(self.after)
        self.search = TextField(hint=_("Search the rules"))
        self.search.bind(text=lambda _field, text: self.look_for(text))
        self.searching = BoxLayout(padding=(dp(theme.GAP), 0), size_hint_y=None)
        self.searching.add_widget(self.search)
        self.searching.height = self.search.height
        self.page = Page()
        self.scroll = self.page
        self.contents = Scroll()
        self.contents.column.spacing = dp(4)
        self.contents.column.padding = (dp(theme.GAP), 0, dp(10), dp(theme.GAP))
        self.cards: list[RuleCard] = []
        self.rows: list[ContentsRow] = []
        self._following = False
        self._bring_up = Clock.create_trigger(self._bring_lit_up, -1)
        self.page.column.bind(height=self._laid_out)
        self.page.bind(height=self._laid_out)
        self.left_side = BoxLayout(orientation="vertical", spacing=dp(12), size_hint_x=None, width=dp(340))
        self.body = BoxLayout()
        self.frame = BoxLayout(orientation="vertical", spacing=dp(12), padding=(0, dp(theme.SMALL_GAP), 0, 0))
        self.add_widget(self.frame)
        self.fbind("shape", self._arrange)
        self.show_game(self.game.id)
        self._arrange()
        if rule is not None:
            self.light(rule)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def show_game(self, game_id: str) -> None:
        """The rules of another game, searched as before."""
        self.game = GAMES[game_id]
        self.lit = None
        self.cards = [RuleCard(entry) for entry in entries(self.game)]
        self.rows = []  # made when there is room for them
        self.tabs = Choice([(game.id, _(game.name)) for game in GAMES.values()], game_id, self.show_game)
        self.found = Text(color=theme.QUIET)
        self.look_for(self.search.text)
        self.page.scroll_y = 1

    def look_for(self, text: str) -> None:
        """Only the rules in which all words of ``text`` stand, with the words marked."""
        words = words_of(text)
        column = self.page.column
        column.clear_widgets()
        if self._tabs:
            column.add_widget(self.tabs)
        shown = [fits(card.entry, words) for card in self.cards]
        if words:
            number = sum(shown)
            self.found.words = (
                ngettext("{number} rule has it", "{number} rules have it", number).format(number=number)
                if number
                else _("No rule has it. Try fewer or shorter words.")
            )
            column.add_widget(self.found)
        for card, there in zip(self.cards, shown, strict=True):
            if there:
                card.mark(words)
                column.add_widget(card)
        self._list_contents()
        self._following = False
        self.page.scroll_y = self.contents.scroll_y = 1

    def _list_contents(self) -> None:
        """The contents of what is shown, where there is room for them."""
        if self.shape != "wide":
            return
        if not self.rows:
            self.rows = [self._row(card.entry) for card in self.cards]
        listed = self.contents.column
        listed.clear_widgets()
        for card, row in zip(self.cards, self.rows, strict=True):
            if card.parent is not None:
                row.lit = card.lit
                listed.add_widget(row)

    def _row(self, entry: Entry) -> ContentsRow:
        return ContentsRow(
            number=entry.number,
            title=entry.title,
            hint=f"{entry.number} {entry.title}".strip(),
            on_release=lambda _row: self.light(entry.id),
        )

    # -- the rule that is looked at ----------------------------------------------------------------------------------

    def light(self, rule: str) -> None:
        """Lights one rule and brings it to the top."""
        if self.search.text and not any(c.entry.id == rule and c.parent is not None for c in self.cards):
            self.search.text = ""
        for card in self.cards:
            card.lit = card.entry.id == rule
        for card, row in zip(self.cards, self.rows, strict=False):
            row.lit = card.lit
        self.lit = rule
        self._following = True
        self._bring_up()

    def step(self, by: int) -> None:
        """The next of the rules that are shown, or the one before."""
        shown = [card.entry.id for card in self.cards if card.parent is not None]
        if not shown:
            return
        at = shown.index(self.lit) + by if self.lit in shown else (0 if by > 0 else -1)
        self.light(shown[at % len(shown)])

    def _laid_out(self, *_changed: object) -> None:
        """Texts have found another height: what is looked at stays in view."""
        if self._following:
            self._bring_up()

    def on_touch_down(self, touch: Any) -> bool:
        self._following = False
        return super().on_touch_down(touch)

    def _bring_lit_up(self, _dt: float) -> None:
        card = next((card for card in self.cards if card.lit and card.parent is not None), None)
        if card is None:
            return
        column, room = self.page.column, self.page.column.height - self.page.height
        if room > 0:
            above = column.top - card.top - dp(theme.GAP)
            self.page.scroll_y = min(1, max(0, 1 - above / room))
        row = self.rows[self.cards.index(card)] if self.rows else None
        if (
            row is not None
            and row.parent is not None
            and self.contents.parent is not None
            and self.contents.height < self.contents.column.height
        ):
            self.contents.scroll_to(row, padding=dp(60), animate=False)

    # -- keys and shape ----------------------------------------------------------------------------------------------

    def key(self, key: int, text: str, modifiers: Sequence[str]) -> bool:
        """Ctrl-F searches."""
        if text == "f" and "ctrl" in modifiers:
            self.focus.take(self.search.place)
            return True
        return super().key(key, text, modifiers)

    def _arrange(self, *_changed: object) -> None:
        """In a wide window the contents stand beside the rules."""
        for box in (self.frame, self.body, self.left_side):
            box.clear_widgets()
        self.frame.add_widget(self.bar)
        if self.shape == "wide":
            self.left_side.add_widget(self.searching)
            self.left_side.add_widget(self.contents)
            self.body.add_widget(self.left_side)
            self._list_contents()
        else:
            self.frame.add_widget(self.searching)
        self.body.add_widget(self.page)
        self.frame.add_widget(self.body)


Builder.load_file(str(Path(__file__).with_name("rules_screen.kv")))
