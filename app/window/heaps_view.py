"""What lies where, as the referee knows it: every heap with its name and its cards, hands too. For looking, not for playing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from app.play_words import KINDS
from app.window import theme
from app.window.card_face import CardFace
from rules.cards import Card
from rules.table import Heap
from rules.texts import _, ngettext

HIGH = 1.4  # a card is so many times as high as wide
LEAST_STEP = 31  # dp: so much of a card is seen where others lie on it
BACKS = 3  # so many hidden cards are drawn of a heap of nothing else


class ReplayFan(FloatLayout):
    """Cards in a row, each lying on the one before; they wrap where it is narrow. ``card_width`` in px."""

    cards: tuple[Card | None, ...] = ObjectProperty(())
    card_width = NumericProperty("46dp")

    def __init__(self, **settings: Any) -> None:
        super().__init__(size_hint_y=None, **settings)
        self.bind(width=self._lay, pos=self._lay, cards=self._lay, card_width=self._lay)
        self._lay()

    def _lay(self, *_changed: object) -> None:
        cards = self.cards
        if cards and all(card is None for card in cards):
            cards = cards[:BACKS]
        while len(self.children) > len(cards):
            self.remove_widget(self.children[0])
        while len(self.children) < len(cards):
            self.add_widget(CardFace(size_hint=(None, None)))
        wide, high = self.card_width, self.card_width * HIGH
        row = max(1, int((max(self.width, wide) - wide) // dp(LEAST_STEP)) + 1)
        lines = -(-len(cards) // row) if cards else 0
        in_line = -(-len(cards) // lines) if lines else 1
        hidden = all(card is None for card in cards)
        step = min(wide * (0.12 if hidden else 0.76), (self.width - wide) / max(1, in_line - 1))
        gap = dp(6)
        self.height = lines * high + max(0, lines - 1) * gap
        for n, (face, card) in enumerate(zip(reversed(self.children), cards, strict=True)):
            line, place = divmod(n, in_line)
            face.size = wide, high
            face.pos = self.x + place * step, self.y + self.height - high - line * (high + gap)
            face.card, face.face_down = (0, True) if card is None else (card, False)


class ReplayHeap(BoxLayout):
    """A heap: its name, how many cards, the cards."""

    title = StringProperty("")
    count = StringProperty("")

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.fan = ReplayFan()
        self.add_widget(self.fan)
        self.add_widget(Widget())  # the rest of the height, where the one beside it is higher


class HeapsView(GridLayout):
    """All heaps: first what is nobody's, then what belongs to each player; in two columns where there is room."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(size_hint_y=None, spacing=dp(theme.SMALL_GAP), cols=1, **settings)
        self.bind(minimum_height=self.setter("height"), width=self._fit)
        self._shown: tuple[Any, ...] = ()

    def show(self, heaps: Sequence[Heap], players: Sequence[str]) -> None:
        """Draws only what is new."""
        found = sorted((heap for heap in heaps if heap.cards or heap.kind == "hand"), key=_order)
        rows = [(heap_text(heap, players), heap.cards, heap.note) for heap in found]
        if tuple(rows) == self._shown:
            return
        self._shown = tuple(rows)
        while len(self.children) > len(rows):
            self.remove_widget(self.children[0])
        while len(self.children) < len(rows):
            self.add_widget(ReplayHeap())
        for row, (title, cards, note) in zip(reversed(self.children), rows, strict=True):
            number = ngettext("{number} card", "{number} cards", len(cards)).format(number=len(cards))
            row.title, row.count = title, f"{number}, {_(note)}" if note else number
            row.fan.cards = cards

    def _fit(self, *_changed: object) -> None:
        self.cols = 2 if self.width >= dp(640) * theme.SCALE else 1


def _order(heap: Heap) -> int:
    return -1 if heap.owner is None or heap.kind == "attack" else heap.owner


def heap_text(heap: Heap, players: Sequence[str]) -> str:
    """Whose and what it is."""
    kind = _("hand") if heap.kind == "hand" else _(KINDS.get(heap.kind, heap.kind))
    if heap.owner is None:
        return kind[:1].upper() + kind[1:]
    return _("{player}, {kind}").format(player=players[heap.owner], kind=kind)


Builder.load_file(str(Path(__file__).with_name("heaps_view.kv")))
