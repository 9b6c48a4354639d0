"""Everything by keyboard: which thing to press has the focus, and where Tab and the arrows take it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from weakref import ReferenceType, ref

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from app.window.controls import Pressable

TAB, ENTER, KEYPAD_ENTER, SPACE, ESCAPE = 9, 13, 271, 32, 27
UP, DOWN = 273, 274
ARROWS = {273: (0, 1), 274: (0, -1), 275: (1, 0), 276: (-1, 0)}  # key code -> direction (x, y), y upwards


class Focus:
    """The focus among the Pressables under ``root()`` (the open sheet, else the whole screen)."""

    def __init__(self, root: Callable[[], Widget]) -> None:
        self._root = root
        self._at: ReferenceType[Pressable] | None = None

    @property
    def at(self) -> Pressable | None:
        """What has the focus now; None at first, after a touch, and when it left the screen."""
        widget = self._at() if self._at else None
        return widget if widget and widget in self.targets() else None

    def targets(self) -> list[Pressable]:
        """All that can be pressed now, in reading order of the widget tree."""
        return list(_pressables(self._root()))

    @property
    def typing(self) -> bool:
        """Whether letters go to a field now."""
        return getattr(self.at, "types", False)

    def types(self, key: int) -> bool:
        """Whether ``key`` belongs to the field that is typed in: all do but those that lead out of it."""
        return self.typing and key not in (TAB, ESCAPE, UP, DOWN)

    def clear(self) -> None:
        self._move_to(None)

    def take(self, widget: Pressable) -> None:
        """The focus to ``widget``."""
        if widget is not self.at:
            self._move_to(widget)

    def key(self, key: int, shift: bool) -> bool:
        """Handles Tab, arrows, Enter and Space. True if the key was one of ours and did something."""
        widget = self.at
        if self.types(key):
            return False
        if widget and widget.key(key):
            return True
        if key == TAB:
            return self._step(-1 if shift else 1)
        if key in ARROWS:
            return self._towards(*ARROWS[key])
        if key in (ENTER, KEYPAD_ENTER, SPACE) and widget:
            widget.dispatch("on_press")
            widget.dispatch("on_release")
            return True
        return False

    def first(self) -> None:
        """The focus to the first thing to press."""
        targets = self.targets()
        self._move_to(targets[0] if targets else None)

    def _step(self, by: int) -> bool:
        targets = self.targets()
        if not targets:
            return False
        here = self.at
        at = targets.index(here) + by if here else (0 if by > 0 else -1)
        self._move_to(targets[at % len(targets)])
        return True

    def _towards(self, dx: int, dy: int) -> bool:
        here = self.at
        if not here:
            return self._step(1)
        x, y = here.to_window(*here.center)
        best, best_distance = None, float("inf")
        for other in self.targets():
            ox, oy = other.to_window(*other.center)
            along = (ox - x) * dx + (oy - y) * dy
            across = abs((ox - x) * dy) + abs((oy - y) * dx)
            if other is not here and along > 1 and along + 3 * across < best_distance:
                best, best_distance = other, along + 3 * across
        if best:
            self._move_to(best)
        return best is not None

    def _move_to(self, widget: Pressable | None) -> None:
        before = self._at() if self._at else None
        if before:
            before.focused = False
        self._at = ref(widget) if widget else None
        if widget:
            widget.focused = True
            _scroll_into_view(widget)


def focus_of(widget: Widget) -> Focus | None:
    """The focus of the screen that ``widget`` stands on; None while it stands on none."""
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        focus = getattr(parent, "focus", None)
        if isinstance(focus, Focus):
            return focus
        parent = parent.parent
    return None


def _pressables(widget: Widget) -> Iterator[Pressable]:
    if widget.opacity == 0 or widget.disabled:
        return
    if isinstance(widget, Pressable):
        yield widget
        return
    for child in reversed(widget.children):
        yield from _pressables(child)


def _scroll_into_view(widget: Widget) -> None:
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView) and parent.children and parent.children[0].height > parent.height:
            parent.scroll_to(widget, padding=12, animate=False)
        parent = parent.parent
