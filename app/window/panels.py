"""The panels beside the picture: ruling, question, table differs, end, players, legal moves, list of moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from gettext import gettext as _
from pathlib import Path
from typing import Any, Protocol

from kivy.graphics import Color, Rectangle
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from app.window import theme
from app.window.controls import CardButton, CardFace, Drawn, Panel, PushButton, Text, VerdictSign, glyphs
from app.window.words import (
    card_text,
    folded,
    grouped,
    move_parts,
    move_text,
    outcome_text,
    rank_text,
    suit_sign,
    verdict_word,
    with_signs,
)
from rules.cards import Card


class Ruled(Protocol):
    """What is shown of a ruling (rules.referee.Ruling has it)."""

    @property
    def n(self) -> int: ...
    @property
    def player(self) -> str: ...
    @property
    def move(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def rules(self) -> tuple[str, ...]: ...
    @property
    def why(self) -> str: ...


class Attention(Panel):
    """The one thing to look at now: a sign, a headline, a sentence, and what can be done about it."""

    verdict = StringProperty("")
    sign_width = NumericProperty(0)
    tint = ColorProperty(theme.TEXT)
    headline = StringProperty("")
    who = StringProperty("")
    sentence = StringProperty("")
    rule = StringProperty("")

    def fill_in(
        self,
        *,
        headline: str,
        who: str = "",
        sentence: str = "",
        rule: str = "",
        verdict: str = "",
        cards: Sequence[Card] = (),
        actions: Sequence[tuple[str, Callable[[], None]]] = (),
    ) -> None:
        """Replaces all that stands here. ``verdict`` gives sign and colours; ``cards`` stand at the right; ``actions`` are buttons."""
        self.verdict = verdict
        self.tint, self.fill = theme.VERDICTS.get(verdict, (theme.TEXT, theme.PANEL))
        self.headline, self.who, self.sentence, self.rule = headline, who, with_signs(sentence), rule
        self.ids.cards.clear_widgets()
        for card in cards:
            self.ids.cards.add_widget(CardFace(card=card, size_hint=(None, None), size=(dp(50), dp(70))))
        self.buttons([PushButton(words=words, on_release=lambda _b, do=do: do()) for words, do in actions])

    def buttons(self, buttons: Sequence[Widget]) -> None:
        """The row of things to press under the sentence."""
        row: StackLayout = self.ids.actions
        row.clear_widgets()
        for button in buttons:
            row.add_widget(button)

    def ruling(self, ruling: Ruled, title: str, actions: Sequence[tuple[str, Callable[[], None]]]) -> None:
        """The last ruling. ``title`` is that of the first rule it names."""
        parts = move_parts(ruling.move)
        words = " ".join(part for part in parts if isinstance(part, str))
        self.fill_in(
            verdict=ruling.verdict,
            headline=verdict_word(ruling.verdict),
            who=f"{ruling.player}: {words}" if words else ruling.player,
            sentence=ruling.why,
            rule=rule_line(ruling.rules, title),
            cards=[part for part in parts if isinstance(part, int)],
            actions=actions,
        )

    def question(self, candidates: Sequence[Card], answer: Callable[[Card], None], other: Callable[[], None]) -> None:
        """The session cannot tell a card: the likely ones as big cards, and a way to name any other."""
        self.fill_in(
            verdict="unverified",
            headline=_("Which card is it?"),
            who=_("This one is hard to read. Choose it, and the game goes on."),
        )
        cards: list[Widget] = [
            CardButton(
                card=card, size=(dp(76), dp(104)), hint=card_text(card), on_release=lambda button: answer(button.card)
            )
            for card in candidates
        ]
        self.buttons([*cards, PushButton(words=_("Another card"), height=dp(104), on_release=lambda _b: other())])


def rule_line(rules: Sequence[str], title: str = "") -> str:
    """``Rule SK-8: Beating``; empty where no rule is named."""
    if not rules:
        return ""
    numbers = ", ".join(rules)
    line = _("Rule {numbers}").format(numbers=numbers) if len(rules) == 1 else _("Rules {numbers}").format(numbers=numbers)
    return f"{line} · {title}" if title else line


class PlayerTile(BoxLayout):
    """A player: name, points, and whether it is their turn."""

    player = StringProperty("")
    points = StringProperty("")
    note = StringProperty("")
    active = BooleanProperty(False)


class PlayersPanel(BoxLayout):
    """All players in a row; the one on turn is lit."""

    def show(self, points: Mapping[str, int], to_move: str | None, outcome: str | None) -> None:
        if [tile.player for tile in reversed(self.children)] != list(points):
            self.clear_widgets()
            for player in points:
                self.add_widget(PlayerTile(player=player))
        for tile in self.children:
            tile.points = str(points[tile.player])
            tile.active = tile.player == to_move
            tile.note = _("to move") if tile.active else ""


class WordChip(AnchorLayout):
    """A move that is a word and no card: ``take``."""

    words = StringProperty("")


class LegalPanel(Panel):
    """The legal moves, or what could be legal while the hand is hidden."""

    title = StringProperty("")
    note = StringProperty("")
    moves = ListProperty()

    def show(self, legal: Sequence[str] | None, could: Sequence[str] | None, to_move: str | None, say: Callable[[str], None]) -> None:
        """``say`` is called with a move which no camera sees when its button is pressed."""
        if to_move is None:
            self.title, self.note, moves = _("Legal moves"), _("The game is over."), []
        elif legal is not None:
            self.title = _("Legal moves of {player}").format(player=to_move)
            self.note, moves = "" if legal else _("There is none."), list(legal)
        else:
            self.title = _("What {player} could play").format(player=to_move)
            self.note, moves = _("The hand is hidden: each of these could be legal."), list(could or ())
        shown = [self.title, *moves]
        if shown == self.moves:
            return
        self.moves = shown
        body: BoxLayout = self.ids.body
        body.clear_widgets()
        groups = grouped(moves)
        fold = folded(groups)
        if fold:
            body.add_widget(Text(words=_("One of"), color=theme.QUIET, font_size=sp(theme.SMALL)))
            body.add_widget(_chips(fold.first, say))
            body.add_widget(Text(words=_("and on it any other of"), color=theme.QUIET, font_size=sp(theme.SMALL)))
            body.add_widget(_chips(fold.then, say))
            if fold.words:
                body.add_widget(Text(words=_("or"), color=theme.QUIET, font_size=sp(theme.SMALL)))
                body.add_widget(_chips(fold.words, say))
            return
        single = [group.first for group in groups if not group.then]
        for group in groups:
            if group.then:
                body.add_widget(_chips((group.first, "→", *group.then), say))
        if single:
            body.add_widget(_chips(single, say))


SEEN_ON_TABLE = ("take", "→")  # words that are no announcement: the camera sees them happen


def _chips(parts: Sequence[Card | str], say: Callable[[str], None]) -> StackLayout:
    row = StackLayout(size_hint_y=None, spacing=dp(6))
    row.bind(minimum_height=row.setter("height"))
    for part in parts:
        if isinstance(part, int):
            row.add_widget(CardFace(card=part, size_hint=(None, None), size=(dp(52), dp(38))))
        elif part == "→":
            row.add_widget(Text(words="+", size_hint_x=None, width=dp(16), halign="center", color=theme.QUIET))
        elif part in SEEN_ON_TABLE:
            row.add_widget(WordChip(words=part))
        else:
            row.add_widget(PushButton(words=move_text(part), on_release=lambda _b, word=part: say(word)))
    return row


class HistoryRow(Drawn):
    """One move of the list: number, sign, player, cards, and the rule it broke."""

    def __init__(self, ruling: Ruled, **settings: Any) -> None:
        self.ruling = ruling
        super().__init__(size_hint_y=None, height=dp(36), **settings)
        self._sign = VerdictSign(verdict=ruling.verdict, size=(dp(20), dp(20)))
        self.add_widget(self._sign)

    def draw(self) -> None:
        ruling = self.ruling
        self._sign.pos = self.x + dp(28), self.center_y - dp(10)
        Color(*theme.QUIET)
        self._text(str(ruling.n), self.x, sp(theme.SMALL))
        Color(*theme.TEXT)
        x = max(self._text(_short(ruling.player, 10), self.x + dp(60), sp(theme.BODY)), self.x + dp(116)) + dp(12)
        for part in move_parts(ruling.move):
            if isinstance(part, str):
                x = self._text(part, x, sp(theme.BODY)) + dp(8)
            else:
                x = self._text(rank_text(part), x, sp(theme.BODY + 1), bold=True)
                x = self._text(suit_sign(part), x + dp(1), sp(theme.BODY + 1)) + dp(12)
        if ruling.rules:
            Color(*theme.VERDICTS.get(ruling.verdict, (theme.QUIET, theme.PANEL))[0])
            rules = glyphs(", ".join(ruling.rules), sp(theme.SMALL), True)
            self._text(", ".join(ruling.rules), self.right - rules.width, sp(theme.SMALL), bold=True)

    def _text(self, text: str, x: float, size: float, *, bold: bool = False) -> float:
        """Draws ``text`` from ``x`` on; returns where it ends."""
        if not text:
            return x
        image = glyphs(text, size, bold)
        Rectangle(texture=image, size=image.size, pos=(round(x), round(self.center_y - image.height / 2)))
        return x + image.width


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


class HistoryPanel(Panel):
    """All moves, the newest on top."""

    empty = BooleanProperty(True)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._shown: list[Ruled] = []

    def show(self, moves: Sequence[Ruled]) -> None:
        """Brings the list up to date; only rows that changed are made anew."""
        rows: BoxLayout = self.ids.rows
        same = 0
        while same < min(len(moves), len(self._shown)) and moves[same] == self._shown[same]:
            same += 1
        for row in list(rows.children[::-1][: len(self._shown) - same]):
            rows.remove_widget(row)
        for ruling in moves[same:]:
            rows.add_widget(HistoryRow(ruling), index=len(rows.children))
        self._shown = list(moves)
        self.empty = not moves




Builder.load_file(str(Path(__file__).with_name("panels.kv")))
