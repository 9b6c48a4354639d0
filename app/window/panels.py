"""The panels that always stand beside the picture: players, legal moves, list of moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, Rectangle, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from app.window import theme
from app.window.controls import CardFace, Drawn, MoodSign, Panel, PushButton, Text, glyphs
from app.window.words import SIGNS, card_text, folded, grouped, is_red, move_words, rank_text, suit_sign
from rules.cards import Card, suit_of
from rules.table import Heap
from rules.texts import N_, _

if TYPE_CHECKING:
    from rules.ruling import Ruling


class PlayerTile(BoxLayout):
    """A player: name, points, and whether it is their turn."""

    player = StringProperty("")
    name_shown = StringProperty("")  # the name, cut off where it is too long
    suit = NumericProperty(-1)  # the suit of their own; -1: none
    points = StringProperty("")
    note = StringProperty("")
    active = BooleanProperty(False)

    def on_size(self, *_changed: object) -> None:
        self._fit_name()

    def on_player(self, *_changed: object) -> None:
        self._fit_name()

    def on_points(self, *_changed: object) -> None:
        self._fit_name()

    def _fit_name(self) -> None:
        room = self.width - dp(44 + (32 if self.suit >= 0 else 0)) - glyphs(self.points or "0", sp(24), True).width
        self.name_shown = next(
            (
                short
                for length in range(len(self.player), 0, -1)
                if glyphs(short := _short(self.player, length), sp(theme.LARGE - 2), True).width <= room
            ),
            "",
        )


class SuitSign(Drawn):
    """A suit on a small piece of paper."""

    suit = NumericProperty(-1)
    drawn_from = ("suit",)

    def draw(self) -> None:
        if self.suit < 0:
            return
        side = dp(24)
        x, y = self.x, self.center_y - side / 2
        Color(*theme.PAPER)
        SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[dp(6)])
        Color(*(theme.RED if is_red(self.suit) else theme.INK))
        image = glyphs(suit_sign(self.suit), dp(17))
        Rectangle(
            texture=image,
            size=image.size,
            pos=(round(x + (side - image.width) / 2), round(y + (side - image.height) / 2)),
        )


class PlayersPanel(GridLayout):
    """All players in a row, or in two columns where it is narrow; the one on turn is lit. ``suits``: player -> the suit of their own."""

    def __init__(self, suits: Mapping[str, int], **settings: Any) -> None:
        self._suits = suits
        super().__init__(**settings)

    def show(self, points: Mapping[str, float], to_move: str | None, outcome: str | None) -> None:
        if [tile.player for tile in reversed(self.children)] != list(points):
            self.clear_widgets()
            for player in points:
                self.add_widget(PlayerTile(player=player, suit=self._suits.get(player, -1)))
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

    def show(
        self,
        legal: Sequence[str] | None,
        could: Sequence[str] | None,
        to_move: str | None,
        say: Callable[[str], None],
        announced: Sequence[str] = (),
    ) -> None:
        """``announced``: the moves that nobody can see; their buttons call ``say``."""
        if to_move is None:
            self.title, self.note, moves = _("Legal moves"), _("The game is over."), []
        elif legal is not None:
            self.title = _("Legal moves of {player}").format(player=to_move)
            self.note, moves = "" if legal else _("There is none."), list(legal)
        else:
            self.title = _("What {player} could play").format(player=to_move)
            self.note, moves = _("The hand is hidden: each of these could be legal."), list(could or ())
        shown = [self.title, *moves, "|", *announced]
        if shown == self.moves:
            return
        self.moves = shown
        body: BoxLayout = self.ids.body
        body.clear_widgets()
        if announced:
            row = StackLayout(size_hint_y=None, spacing=dp(8))
            row.bind(minimum_height=row.setter("height"))
            for move in announced:
                row.add_widget(PushButton(words=move_words(move), on_release=lambda _b, move=move: say(move)))
            body.add_widget(row)
        groups = grouped(move for move in moves if move not in announced)
        fold = folded(groups)
        if fold:
            body.add_widget(Text(words=_("One of"), color=theme.QUIET, font_size=sp(theme.SMALL)))
            body.add_widget(_chips(fold.first))
            body.add_widget(Text(words=_("and on it any other of"), color=theme.QUIET, font_size=sp(theme.SMALL)))
            body.add_widget(_chips(fold.then))
            if fold.words:
                body.add_widget(Text(words=_("or"), color=theme.QUIET, font_size=sp(theme.SMALL)))
                body.add_widget(_chips(fold.words))
            return
        single = [group.first for group in groups if not group.then]
        for group in groups:
            if group.then:
                body.add_widget(_chips((group.first, "→", *group.then)))
        if single:
            body.add_widget(_chips(single))


FEW = 12  # so many cards stand as chips; more of them in a line for each suit


class SuitLine(Drawn):
    """Many cards of one suit on a strip of paper: the sign, then the ranks."""

    def __init__(self, cards: Sequence[Card], **settings: Any) -> None:
        self.cards = cards
        super().__init__(size_hint_y=None, height=dp(34), **settings)

    def draw(self) -> None:
        Color(*theme.PAPER)
        SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[dp(8)])
        Color(*(theme.RED if is_red(self.cards[0]) else theme.INK))
        step = (self.width - dp(48)) / max(9, len(self.cards))
        self._middle(suit_sign(self.cards[0]), self.x + dp(22), sp(theme.BODY + 2))
        for place, card in enumerate(self.cards):
            self._middle(rank_text(card), self.x + dp(44) + step * (place + 0.5), sp(theme.BODY))

    def _middle(self, text: str, x: float, size: float) -> None:
        image = glyphs(text, size, True)
        pos = round(x - image.width / 2), round(self.center_y - image.height / 2)
        Rectangle(texture=image, size=image.size, pos=pos)


def _chips(parts: Sequence[Card | str]) -> Widget:
    cards = [part for part in parts if isinstance(part, int)]
    if len(cards) > FEW and max(cards) < 52:
        column = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(6))
        column.bind(minimum_height=column.setter("height"))
        for suit in sorted({suit_of(card) for card in cards}, reverse=True):
            column.add_widget(SuitLine([card for card in cards if suit_of(card) == suit]))
        words = [part for part in parts if isinstance(part, str)]
        if words:
            column.add_widget(_chips(words))
        return column
    row = StackLayout(size_hint_y=None, spacing=dp(6))
    row.bind(minimum_height=row.setter("height"))
    for part in parts:
        if isinstance(part, int):
            row.add_widget(CardFace(card=part, size_hint=(None, None), size=(dp(52), dp(38))))
        elif part == "→":
            plus = Label(text="+", size_hint=(None, None), size=(dp(14), dp(38)), font_size=sp(theme.BODY))
            plus.color = theme.QUIET
            row.add_widget(plus)
        else:
            row.add_widget(WordChip(words=move_words(part)))
    return row


class HeapRow(BoxLayout):
    """A heap in a line: whose and what it is, how many cards, those that are known."""

    title = StringProperty("")
    count = StringProperty("")
    cards = StringProperty("")


class HeapsPanel(Panel):
    """Pile, hands and all else, as the referee knows them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._shown: tuple[object, ...] = ()

    def show(self, heaps: Sequence[Heap], players: Sequence[str]) -> None:
        shown = (tuple(heaps), tuple(players))
        if shown == self._shown:
            return
        self._shown = shown
        rows: BoxLayout = self.ids.rows
        rows.clear_widgets()
        for heap in heaps:
            if heap.cards or heap.kind == "hand":
                known = [card_text(card) for card in heap.cards if card is not None]
                rows.add_widget(
                    HeapRow(
                        title=heap_title(heap, players),
                        count=str(len(heap.cards)),
                        cards="  ".join(known) if heap.kind != "discard" else "",
                    )
                )


def heap_title(heap: Heap, players: Sequence[str]) -> str:
    """``Ben: hand``, ``Pile``."""
    kind = _(KINDS.get(heap.kind, heap.kind))
    return (
        kind[:1].upper() + kind[1:]
        if heap.owner is None
        else _("{player}: {heap}").format(player=players[heap.owner], heap=kind)
    )


KINDS = {
    "hand": N_("hand"),
    "pile": N_("Pile"),
    "stock": N_("Stock"),
    "discard": N_("Discard"),
    "attack": N_("attack"),
    "queen": N_("queen"),
    "clients": N_("clients"),
    "taxis": N_("taxis"),
    "deck": N_("personal deck"),
    "out": N_("Out of play"),
}


class HistoryRow(Drawn):
    """One move of the list: number, sign, player, cards, and the rule it broke."""

    def __init__(self, ruling: Ruling, **settings: Any) -> None:
        self.ruling = ruling
        super().__init__(size_hint_y=None, height=dp(36), **settings)
        self._sign = MoodSign(mood=ruling.verdict, size=(dp(20), dp(20)))
        self.add_widget(self._sign)

    def draw(self) -> None:
        ruling = self.ruling
        self._sign.pos = self.x + dp(28), self.center_y - dp(10)
        Color(*theme.QUIET)
        self._text(str(ruling.n), self.x, sp(theme.SMALL))
        Color(*theme.TEXT)
        x = max(self._text(_short(ruling.player, 10), self.x + dp(60), sp(theme.BODY)), self.x + dp(116)) + dp(12)
        rules = glyphs(", ".join(ruling.rules), sp(theme.SMALL), True) if ruling.rules else None
        limit = self.right - (rules.width + dp(8) if rules is not None else 0)
        for part in re.split(f"([{SIGNS}])", move_words(ruling.move)):
            if part and x + glyphs(part, sp(theme.BODY)).width <= limit:
                x = self._text(part, x, sp(theme.BODY))
            elif part:
                self._text("…", x, sp(theme.BODY))
                break
        if ruling.rules:
            Color(*theme.MOODS.get(ruling.verdict, (theme.QUIET, theme.PANEL))[0])
            assert rules is not None
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
        self._shown: list[Ruling] = []

    def show(self, moves: Sequence[Ruling]) -> None:
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
