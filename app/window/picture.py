"""The live picture: the newest frame, each card outlined and named, what does not lie as it should marked, a card to tap."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle, RoundedRectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from numpy.typing import NDArray

from app.window import theme
from app.window.controls import Pressable, glyphs
from app.window.geometry import Box, free_spot, outside, outside_box
from app.window.words import card_text, is_red, rank_text, suit_sign
from rules.cards import Card

if TYPE_CHECKING:
    from app.live import LiveCard
    from app.state import Mark


class CardTag(Pressable):
    """The name of a card on the picture. Fingers tap the picture, which knows whole cards; keys focus the tag."""

    track = NumericProperty(0)
    card: Card = NumericProperty(-1)
    sure = BooleanProperty(True)
    _spot: tuple[float, float] | None = None

    def collide_point(self, x: float, y: float) -> bool:
        return False

    def name(self, card: Card, sure: bool) -> None:
        """Sets what stands on the tag; draws only if that changed."""
        if (card, sure) == (self.card, self.sure):
            return
        self.canvas.clear()
        self.card, self.sure = card, sure
        self.hint = card_text(card) if sure else card_text(card) + " ?"
        self.fill = theme.PAPER if sure else theme.UNSURE_WASH
        tint = (theme.RED if is_red(card) else theme.INK) if sure else theme.UNSURE
        parts = [
            glyphs(text, sp(15), True) for text in (rank_text(card), suit_sign(card), "" if sure else " ?") if text
        ]
        self.size_hint = None, None
        self.radius = dp(7)
        self.size = sum(part.width for part in parts) + dp(12), dp(24)
        self._ink, self._parts = tint, parts

    def stand(self, x: float, y: float) -> None:
        """Moves the tag to its place on the picture."""
        if (x, y) == self._spot and self.canvas.children:
            return
        self._spot = x, y
        self.pos = x, y
        self.canvas.clear()
        width, height = self.size
        with self.canvas:
            if not self.sure:
                Color(*theme.UNSURE)
                _dashed_box((x, y, x + width, y + height))
            Color(*self._ink)
            x += dp(6)
            for part in self._parts:
                Rectangle(texture=part, pos=(round(x), round(y + (height - part.height) / 2)), size=part.size)
                x += part.width


class Notice(Label):
    """A text as wide as it needs to be, but at most ``most`` px: then it wraps."""

    most = NumericProperty(100)
    wraps = BooleanProperty(False)

    def on_most(self, *_changed: object) -> None:
        self.on_text()

    def on_text(self, *_changed: object) -> None:
        self.wraps = glyphs(self.text, self.font_size).width > self.most if self.text else False
        self.text_size = (self.most if self.wraps else None), None


class PictureView(FloatLayout):
    """Shows frames. Dispatches ``on_card(track)`` when a card is tapped or chosen by key, ``on_spot(x, y)`` when the bare table is: in
    fractions of the picture, from the top left. ``covered``: a hand is shown to the camera, so nobody sees the picture.
    """

    notice = StringProperty("")
    live = BooleanProperty(False)  # a frame has been shown
    covered = BooleanProperty(False)
    aspect = NumericProperty(16 / 9)  # width to height of the frames
    shape: tuple[int, int] = (720, 1280)  # height, width in px of the frames

    __events__ = ("on_card", "on_spot")

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._marks: Sequence[Mark] = ()
        self._boxes: Mapping[str, tuple[float, float, float, float]] = {}
        self._lit: frozenset[Card] = frozenset()
        self._textures: list[Texture] = []
        self._cards: Sequence[LiveCard] = ()
        self._tags: dict[int, CardTag] = {}
        self._rgba: NDArray[np.uint8] | None = None
        with self.canvas.before:
            Color(*theme.PANEL)
            self._frame = RoundedRectangle(radius=[dp(theme.RADIUS)])
            self._tint = Color(*theme.PANEL)
            self._face = RoundedRectangle(radius=[dp(theme.RADIUS)])
        self._outlines = InstructionGroup()
        self.canvas.add(self._outlines)
        self.bind(pos=self._place, size=self._place)

    def show(self, image: NDArray[np.uint8], cards: Sequence[LiveCard]) -> None:
        """A new frame: ``image`` (H, W, 4) uint8 RGBA, or (H, W, 3) BGR, and the cards in it (corners in its px)."""
        height, width = image.shape[:2]
        if not self._textures or (height, width) != self.shape:
            self.shape = (height, width)
            self._textures = [Texture.create(size=(width, height), colorfmt="rgba") for _one in range(2)]
            for texture in self._textures:
                texture.flip_vertical()
            self.live = True
            self.aspect = width / height
        self._cards = () if self.covered else cards
        if not self.covered:
            self._rgba = image if image.shape[2] == 4 else _rgba(image)
            self._textures.reverse()  # the other one may still be on its way to the screen
            self._textures[0].blit_buffer(self._rgba.reshape(-1), colorfmt="rgba", bufferfmt="ubyte")
            self._face.texture = self._textures[0]
            self._tint.rgba = (1, 1, 1, 1)
        self._place()

    def mark(
        self, marks: Sequence[Mark], lit: Collection[Card], boxes: Mapping[str, tuple[float, float, float, float]]
    ) -> None:
        """Cards that do not lie as they should; ``lit``: cards that could be played; ``boxes``: where the places are, in fractions."""
        news = tuple(marks), frozenset(lit)
        if news != (self._marks, self._lit):
            self._marks, self._lit, self._boxes = *news, boxes
            self._place()

    def on_covered(self, _widget: Any, covered: bool) -> None:
        if covered:
            self._cards = ()
            self._face.texture = None
            self._tint.rgba = theme.PANEL
        self._place()

    def card_at(self, x: float, y: float) -> int | None:
        """The track of the card under a finger at (x, y) of the window; a near miss counts."""
        best, best_miss = None, dp(theme.TOUCH) / 2
        for seen in self._named():
            quad = self._on_screen(seen.corners)
            tag = self._tags.get(seen.track)
            miss = outside(quad, (x, y))
            if tag is not None:
                to_tag = outside_box((tag.x, tag.y, tag.x + tag.width, tag.y + tag.height), (x, y))
                miss = min(miss, to_tag - dp(1))  # where cards overlap, the name decides
            middle = quad.mean(axis=0)
            miss += 0.001 * float(np.hypot(*(middle - (x, y))))
            if miss < best_miss:
                best, best_miss = seen.track, miss
        return best

    def cut_out(self, track: int) -> NDArray[np.uint8] | None:
        """The picture around a card, (h, w, 4) uint8 RGBA; None if it is not in the frame."""
        for seen in self._cards:
            if seen.track == track and self._rgba is not None:
                low, high = seen.corners.min(axis=0), seen.corners.max(axis=0)
                middle, side = (low + high) / 2, max(float((high - low).max()) * 1.25, 64.0)
                height, width = self.shape
                x0, x1 = (int(np.clip(middle[0] + s * side / 2, 0, width)) for s in (-1, 1))
                y0, y1 = (int(np.clip(middle[1] + s * side / 2, 0, height)) for s in (-1, 1))
                return self._rgba[y0:y1, x0:x1].copy() if x1 > x0 and y1 > y0 else None
        return None

    def seen(self, track: int) -> LiveCard | None:
        """The card of this track in the frame shown."""
        return next((seen for seen in self._cards if seen.track == track), None)

    def track_of(self, card: Card) -> int | None:
        """The track of a card in the frame shown; None if it is not seen."""
        return next((seen.track for seen in self._cards if seen.card == card), None)

    def on_card(self, track: int) -> None:
        """Default handler: nothing."""

    def on_spot(self, x: float, y: float) -> None:
        """Default handler: nothing."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.collide_point(*touch.pos) and not touch.is_mouse_scrolling:
            touch.ud[self] = self.card_at(*touch.pos)
            touch.grab(self)
            return True
        return False

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        track = touch.ud.get(self)
        if track is not None and self.card_at(*touch.pos) == track:
            self.dispatch("on_card", track)
        elif track is None and self.live and not self.covered:
            x, y, w, h = self._box()
            fx, fy = (touch.x - x) / w, 1 - (touch.y - y) / h
            if 0 <= fx <= 1 and 0 <= fy <= 1 and self.card_at(*touch.pos) is None:
                self.dispatch("on_spot", fx, fy)
        return True

    def _named(self) -> list[LiveCard]:
        return [seen for seen in self._cards if seen.card is not None]

    def _box(self) -> Box:
        """x, y, width, height of the frame inside the widget."""
        height, width = self.shape
        scale = min(self.width / width, self.height / height)
        w, h = width * scale, height * scale
        return self.x + (self.width - w) / 2, self.y + (self.height - h) / 2, w, h

    def _on_screen(self, corners: NDArray[np.float32]) -> NDArray[np.float64]:
        """(n, 2) px of the frame, y down -> window coordinates, y up."""
        x, y, w, h = self._box()
        scale = w / self.shape[1]
        return np.column_stack((x + corners[:, 0] * scale, y + h - corners[:, 1] * scale))

    def _place(self, *_changed: object) -> None:
        x, y, w, h = self._box()
        self._frame.pos, self._frame.size = self.pos, self.size
        self._face.pos, self._face.size = (x, y), (w, h)
        self._outlines.clear()
        wrong = {mark.track: mark for mark in self._marks if mark.track}
        for seen in self._cards:
            self._outline(seen, wrong.get(seen.track))
        for mark in self._marks:
            self._show_mark(mark)
        self._name_cards()

    def _show_mark(self, mark: Mark) -> None:
        """A sign where a card lies wrongly, is missed or asked about: cross, ring, question mark; the missed one with its name."""
        if self.covered or not self.live:
            return
        x, y, w, h = self._box()
        quad = next((seen.corners for seen in self._cards if mark.track and seen.track == mark.track), None)
        if quad is not None:
            cx, cy = self._on_screen(quad).mean(axis=0)
        elif mark.spot is not None:
            cx, cy = x + mark.spot[0] * w, y + h - mark.spot[1] * w
        elif mark.place in self._boxes:
            x0, y0, x1, y1 = self._boxes[mark.place]
            cx, cy = x + w * (x0 + x1) / 2, y + h * (1 - (y0 + y1) / 2)
        else:
            return
        add, r = self._outlines.add, dp(15)
        sign = {"new": "×", "gone": "", "unsure": "?"}[mark.kind]
        parts = [glyphs(text, sp(16), True) for text in (sign, *_name_of(mark)) if text]
        width = max(2 * r, sum(part.width for part in parts) + dp(14))
        tint = theme.UNSURE if mark.kind == "unsure" else theme.WRONG
        add(Color(*theme.ON_PICTURE))
        add(RoundedRectangle(pos=(cx - width / 2, cy - r), size=(width, 2 * r), radius=[r]))
        add(Color(*tint))
        if mark.kind == "gone":
            add(
                _dashes(
                    np.array(
                        [
                            (cx - width / 2, cy - r),
                            (cx + width / 2, cy - r),
                            (cx + width / 2, cy + r),
                            (cx - width / 2, cy + r),
                        ]
                    ),
                    dp(1),
                    dp(4),
                )
            )
        else:
            add(SmoothLine(rounded_rectangle=(cx - width / 2, cy - r, width, 2 * r, r), width=dp(1.4)))
        at = cx - sum(part.width for part in parts) / 2
        for part in parts:
            add(Rectangle(texture=part, pos=(round(at), round(cy - part.height / 2)), size=part.size))
            at += part.width

    def _outline(self, seen: LiveCard, mark: Mark | None = None) -> None:
        points = self._on_screen(seen.corners)
        closed = [*points.flatten().tolist(), *points[0].tolist()]
        add = self._outlines.add
        add(Color(0, 0, 0, 0.45))
        add(SmoothLine(points=closed, width=dp(2.4), joint="round"))
        if mark is not None and mark.kind == "new":
            add(Color(*theme.WRONG))
            add(_dashes(points, dp(2.2)))
        elif seen.card in self._lit:
            add(Color(*theme.LIT))
            add(SmoothLine(points=closed, width=dp(3), joint="round"))
        elif seen.card is None:
            add(Color(*theme.QUIET))
            add(SmoothLine(points=closed, width=dp(1.1), joint="round"))
        elif not seen.sure:
            add(Color(*theme.UNSURE))
            add(_dashes(points, dp(1.6)))
        else:
            add(Color(*theme.SURE))
            add(SmoothLine(points=closed, width=dp(1.4), joint="round"))

    def _name_cards(self) -> None:
        named = self._named()
        for gone in set(self._tags) - {seen.track for seen in named}:
            self.remove_widget(self._tags.pop(gone))
        x, y, w, h = self._box()
        taken: list[Box] = []
        for seen in named:
            tag = self._tags.get(seen.track)
            if tag is None:
                tag = self._tags[seen.track] = CardTag(track=seen.track)
                tag.bind(on_release=lambda tag: self.dispatch("on_card", tag.track))
                self.add_widget(tag)
            assert seen.card is not None
            tag.name(seen.card, seen.sure)
            spot = free_spot(self._on_screen(seen.corners), tag.size, (x, y, x + w, y + h), taken)
            taken.append((*spot, spot[0] + tag.width, spot[1] + tag.height))
            tag.stand(*spot)


def _rgba(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.dstack((bgr[..., ::-1], np.full(bgr.shape[:2], 255, np.uint8)))


def _name_of(mark: Mark) -> tuple[str, ...]:
    return (rank_text(mark.card), suit_sign(mark.card)) if mark.kind == "gone" and mark.card is not None else ()


def _dashed_box(box: Box) -> None:
    x0, y0, x1, y1 = box
    _dashes(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float), dp(0.9), dp(4))


def _dashes(quad: NDArray[np.float64], half: float, length: float | None = None) -> Mesh:
    """A dashed outline as one mesh (Kivy's own dashes are one pixel wide). ``half``: half the width of the line."""
    length = length or dp(9)
    vertices: list[float] = []
    indices: list[int] = []
    for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        side = float(np.hypot(*(b - a)))
        if side < 1:
            continue
        along = (b - a) / side
        across = np.array((-along[1], along[0])) * half
        count = max(1, round(side / (2 * length)))
        step = side / (count + 0.5)
        for n in range(count + 1):
            start, end = a + along * step * n, a + along * min(side, step * n + step / 2)
            first = len(vertices) // 4
            for corner in (start - across, start + across, end + across, end - across):
                vertices += [float(corner[0]), float(corner[1]), 0, 0]
            indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    return Mesh(vertices=vertices, indices=indices, mode="triangles")


Builder.load_file(str(Path(__file__).with_name("picture.kv")))
