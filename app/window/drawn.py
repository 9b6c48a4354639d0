"""The drawn table, in place of a picture: what lies where as the viewer may know it; cards move to their places; a card to tap."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label

from app.state import SessionState
from app.window import theme
from app.window.controls import Pressable
from app.window.icons import Icon as Icon
from app.window.laid import Count, Laid, SeatBox, Spot, lay
from app.window.panels import SuitSign as SuitSign
from app.window.panels import heap_title
from app.window.words import card_text
from rules.cards import Card
from rules.table import Heap
from rules.texts import _

CALM = 0.25  # seconds in which a card comes to its place
Key = tuple[object, ...]


class TableCard(Pressable):
    """A card on the table. Fingers tap the table, which knows which card lies on top; keys focus the lit ones."""

    card: Card = NumericProperty(-1)
    face_down = BooleanProperty(False)
    lit = BooleanProperty(False)
    taken = BooleanProperty(False)  # tapped

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"fill": (0, 0, 0, 0), "fill_down": (0, 0, 0, 0), "disabled": True} | settings)

    def collide_point(self, x: float, y: float) -> bool:
        return False

    def on_card(self, _widget: Any, card: Card) -> None:
        self.hint = card_text(card) if card >= 0 else ""

    def on_lit(self, _widget: Any, lit: bool) -> None:
        self.disabled = not (lit or self.taken)

    def on_taken(self, _widget: Any, _taken: bool) -> None:
        self.on_lit(self, self.lit)


class CountChip(Label):
    """So many cards."""

    scale = NumericProperty(1)
    zoom = NumericProperty(1)


class SeatTile(BoxLayout):
    """Whose place this is: name, own suit, points, whether it is their turn."""

    player = StringProperty("")
    points = StringProperty("")
    suit = NumericProperty(-1)
    active = BooleanProperty(False)
    bot = BooleanProperty(False)
    zoom = NumericProperty(1)
    aside = NumericProperty(0)  # px of the head that are for its cards


class DrawnTable(FloatLayout):
    """Shows the heaps of a state. Dispatches ``on_card(card)`` when a card is tapped, ``on_heap(number)`` for a hidden one or bare heap.

    ``calm``: cards move to their places; else they are there at once.
    """

    notice = StringProperty("")
    calm = BooleanProperty(True)
    zoom = 1.0  # of the writing, in a large window

    __events__ = ("on_card", "on_heap")

    def __init__(self, suits: Mapping[str, int], **settings: Any) -> None:
        self._suits = suits
        self._state: SessionState | None = None
        self._bottom = 0
        self._hand: Mapping[Card, tuple[float, float]] = {}
        self._cards: dict[Key, TableCard] = {}
        self._tiles: dict[int, SeatTile] = {}
        self._chips: list[CountChip] = []
        self._laid = Laid()
        self._size = (0.0, 0.0)
        super().__init__(**settings)
        self.bind(pos=self._again, size=self._again)

    def show(self, state: SessionState, bottom: int, hand: Mapping[Card, tuple[float, float]]) -> None:
        """``bottom``: the seat whose hand is shown below. ``hand``: where its cards stood, in the window.

        Hands of others stay covered even where one could count out what is in them, until they are laid open.
        """
        if state.to_move is not None:
            state = replace(state, heaps=tuple(_covered(heap, bottom) for heap in state.heaps))
        before = self._state
        self._state, self._bottom, self._hand = state, bottom, hand
        moved = before is None or (before.heaps, before.points, before.to_move) != (
            state.heaps,
            state.points,
            state.to_move,
        )
        if moved or self._size != tuple(self.size):
            self._lay(at_once=before is None or (before.game != state.game and not before.moves))

    def light(self, lit: Collection[Card], tapped: Collection[Card] = ()) -> None:
        """Lights the cards that may be tapped; those that have been are raised."""
        for widget in self._cards.values():
            widget.taken = widget.card in tapped
            widget.lit = widget.card in lit

    def on_card(self, card: Card) -> None:
        """Default handler: nothing."""

    def on_heap(self, number: int) -> None:
        """Default handler: nothing."""

    def spot_at(self, x: float, y: float) -> Spot | None:
        """The topmost card under a finger at (x, y) of the window; a near miss counts."""
        best, best_miss = None, dp(theme.TOUCH) / 2
        for spot in self._laid.spots:
            left, low = self.x + spot.x, self.y + spot.y
            miss = max(left - x, x - left - spot.width, low - y, y - low - spot.height, 0.0)
            if miss <= best_miss:
                best, best_miss = spot, miss
        return best

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.collide_point(*touch.pos) and not touch.is_mouse_scrolling and (spot := self.spot_at(*touch.pos)):
            touch.ud[self] = spot
            touch.grab(self)
            return True
        return False

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        spot = touch.ud.get(self)
        if spot is not None and spot == self.spot_at(*touch.pos):
            self._press(spot)
        return True

    def _press(self, spot: Spot) -> None:
        if spot.card is not None:
            self.dispatch("on_card", spot.card)
        else:
            self.dispatch("on_heap", spot.heap)

    def _again(self, *_changed: object) -> None:
        if self._state is not None:
            self._lay(at_once=True)

    # -- drawing -----------------------------------------------------------------------------------------------------

    def _lay(self, *, at_once: bool) -> None:
        state = self._state
        assert state is not None
        self._size = tuple(self.size)
        if self.width < dp(60) or self.height < dp(60):
            return
        zoom = min(1.8, max(1.0, min(self.height / dp(460), self.width / dp(840))))
        unit = dp(1) * max(zoom, min(1.25, theme.SCALE))
        self.zoom = zoom
        before = {spot.key: spot for spot in self._laid.spots}
        self._laid = lay(state.heaps, len(state.players), self._bottom, self.width, self.height, unit=unit)
        self._seat(state, self._laid.seats)
        come = {spot.key: spot for spot in self._laid.spots}
        gone = [spot for key, spot in before.items() if key not in come]
        origins = self._origins(state, [key for key in come if key not in before], gone)
        for key in [key for key in self._cards if key not in come]:
            self.remove_widget(self._cards.pop(key))
        for spot in self._laid.spots:
            self._put(spot, origins.get(spot.key), at_once or not self.calm)
        self._count()

    def _origins(
        self, state: SessionState, keys: Sequence[Key], gone: Sequence[Spot]
    ) -> dict[Key, tuple[float, float]]:
        """Where cards come from that were not seen before: the hand below, the hand of who moved last, the stock."""
        found: dict[Key, tuple[float, float]] = {}
        left = list(gone)
        mover = state.players.index(state.moves[-1].player) if state.moves else -1
        for key in keys:
            if key[0] == "card" and key[1] in self._hand:
                x, y = self._hand[key[1]]  # type: ignore[index]
                found[key] = x, y
                continue
            left.sort(key=lambda spot: (spot.key[1] != mover, spot.key[0] == "stock", spot.key[0] == "card"))
            if left:
                spot = left.pop(0)
                found[key] = self.x + spot.x, self.y + spot.y
        return found

    def _put(self, spot: Spot, origin: tuple[float, float] | None, at_once: bool) -> None:
        widget = self._cards.get(spot.key)
        place = round(self.x + spot.x), round(self.y + spot.y)
        size = round(spot.width), round(spot.height)
        if widget is None:
            widget = self._cards[spot.key] = TableCard(size_hint=(None, None), size=size, pos=origin or place)
            widget.bind(on_release=lambda pressed: self.dispatch("on_card", pressed.card))
        else:
            self.remove_widget(widget)
        self.add_widget(widget)  # the last one lies on top
        widget.card, widget.face_down = (-1, True) if spot.card is None else (spot.card, False)
        widget.size = size
        Animation.cancel_all(widget)
        if at_once or tuple(widget.pos) == place:
            widget.pos = place
        else:
            Animation(x=place[0], y=place[1], d=CALM, t="out_quad").start(widget)

    def _seat(self, state: SessionState, seats: Sequence[SeatBox]) -> None:
        shown = {box.seat: box for box in seats if box.head}
        for seat in [seat for seat in self._tiles if seat not in shown]:
            self.remove_widget(self._tiles.pop(seat))
        for seat, box in shown.items():
            tile = self._tiles.get(seat)
            if tile is None:
                tile = self._tiles[seat] = SeatTile(size_hint=(None, None))
                self.add_widget(tile, index=len(self.children))
            player, tile.zoom = state.players[seat], self.zoom
            tile.player, tile.points = player, f"{state.points.get(player, 0):g}"
            tile.suit, tile.active = self._suits.get(player, -1), player == state.to_move
            tile.bot = any(who.player == player and who.level for who in state.seats)
            tile.aside = box.aside
            tile.pos, tile.size = (self.x + box.x, self.y + box.y), (box.width, box.height)

    def _stand(self, chip: CountChip, count: Count) -> None:
        """Its middle where it belongs, but never over the edge."""
        x = min(max(count.x, chip.width / 2 + 2), self.width - chip.width / 2 - 2)
        chip.center = self.x + x, self.y + max(count.y, chip.height / 2)

    def _count(self) -> None:
        state = self._state
        assert state is not None
        for chip in self._chips:
            self.remove_widget(chip)
        self._chips = []
        for count in self._laid.counts:
            text = str(count.number)
            if count.named:
                text = f"{heap_title(state.heaps[count.heap], state.players)} {text}"
            chip = CountChip(text=text, zoom=self.zoom)
            chip.bind(size=lambda chip, _size, count=count: self._stand(chip, count))
            self._stand(chip, count)
            self._chips.append(chip)
            self.add_widget(chip)


def _covered(heap: Heap, bottom: int) -> Heap:
    if heap.kind != "hand" or heap.owner == bottom or heap.note == _("face up"):
        return heap
    return replace(heap, cards=(None,) * len(heap.cards))


Builder.load_file(str(Path(__file__).with_name("drawn.kv")))
