"""What can be wrong with a layout on a real window: text cut off, things over each other or outside, too small to be touched."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

SLACK = 1.5  # px
TOUCH = 48  # dp

Box = tuple[float, float, float, float]


def problems(root: Any) -> list[str]:
    """All that is wrong under ``root``, a screen as it is laid out in the window now; [] if nothing.

    Where a sheet lies over the screen only the sheet is looked at.
    """
    from kivy.core.window import Window

    window = (0.0, 0.0, float(Window.width), float(Window.height))
    found: list[str] = []
    pressables: list[tuple[Any, Box]] = []
    for widget, keep_to, visible in _seen(getattr(root, "sheet", None) or root, window, window):
        found += _text_problems(widget, keep_to)
        if _is_pressable(widget):
            found += _touch_problems(widget)
            box = _common(_box(widget), visible)
            if not widget.disabled and box is not None:
                pressables.append((widget, box))
    for (one, a), (other, b) in combinations(pressables, 2):
        if _overlap(a, b) and not _within(one, other) and not _within(other, one):
            found.append(f"{_name(one)} and {_name(other)} lie over each other: {_ints(a)}, {_ints(b)}")
    return found


def _seen(widget: Any, keep_to: Box, visible: Box) -> Iterator[tuple[Any, Box, Box]]:
    """Every widget that can be seen, the box it is to keep to (for what scrolls only sideways), and the box in which it can be seen."""
    from kivy.uix.scrollview import ScrollView

    if widget.opacity == 0:
        return
    yield widget, keep_to, visible
    if isinstance(widget, ScrollView):
        x0, y0, x1, y1 = _box(widget)
        far = 1e6
        keep_to = (
            -far if widget.do_scroll_x else max(x0, keep_to[0]),
            -far if widget.do_scroll_y else max(y0, keep_to[1]),
            far if widget.do_scroll_x else min(x1, keep_to[2]),
            far if widget.do_scroll_y else min(y1, keep_to[3]),
        )
        visible = _common((x0, y0, x1, y1), visible) or (0.0, 0.0, 0.0, 0.0)
    for child in reversed(widget.children):
        yield from _seen(child, keep_to, visible)


def _text_problems(widget: Any, clip: Box) -> Iterator[str]:
    from kivy.uix.label import Label

    if not isinstance(widget, Label) or not widget.text.strip() or min(widget.size) <= 0:
        return
    width, height = widget.texture_size
    where = f"{widget.text[:40]!r} in {_name(widget.parent)}"
    if width > widget.width + SLACK or height > widget.height + SLACK:
        yield f"{where} is cut off: {width} x {height} in {widget.width:.0f} x {widget.height:.0f}"
    box = _box(widget)
    parent = _box(widget.parent)
    if not _inside(box, parent):
        yield f"{where} sticks out of it: {_ints(box)} of {_ints(parent)}"
    if not _inside(box, clip):
        yield f"{where} is outside: {_ints(box)} of {_ints(clip)}"


def _touch_problems(widget: Any) -> Iterator[str]:
    from kivy.metrics import dp

    if min(widget.size) < dp(TOUCH) - SLACK:
        yield f"{_name(widget)} is too small to be touched: {widget.width:.0f} x {widget.height:.0f}"
    if not widget.hint:
        yield f"{_name(widget)} has no name"


def _is_pressable(widget: Any) -> bool:
    from app.window.controls import Pressable

    return isinstance(widget, Pressable)


def _box(widget: Any) -> Box:
    x0, y0 = widget.to_window(*widget.pos)
    x1, y1 = widget.to_window(widget.right, widget.top)
    return x0, y0, x1, y1


def _in_view(widget: Any) -> Box:
    """The part of its box that is not scrolled out of view; of no size if all of it is."""
    from kivy.uix.scrollview import ScrollView

    x0, y0, x1, y1 = _box(widget)
    parent = widget.parent
    while parent is not None and parent is not getattr(parent, "parent", None):
        if isinstance(parent, ScrollView):
            a0, b0, a1, b1 = _box(parent)
            x0, y0, x1, y1 = max(x0, a0), max(y0, b0), min(x1, a1), min(y1, b1)
        parent = parent.parent
    return x0, y0, max(x0, x1), max(y0, y1)


def _inside(box: Box, other: Box) -> bool:
    return (
        box[0] >= other[0] - SLACK
        and box[1] >= other[1] - SLACK
        and box[2] <= other[2] + SLACK
        and box[3] <= other[3] + SLACK
    )


def _overlap(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > SLACK and min(a[3], b[3]) - max(a[1], b[1]) > SLACK


def _common(a: Box, b: Box) -> Box | None:
    """Where both are; None if that is nowhere."""
    box = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return box if box[0] < box[2] and box[1] < box[3] else None


def _within(widget: Any, other: Any) -> bool:
    """Whether it stands in the tree below ``other``."""
    while widget is not None and widget is not getattr(widget, "parent", None):
        widget = widget.parent
        if widget is other:
            return True
    return False


def _name(widget: Any) -> str:
    hint = getattr(widget, "hint", "")
    return f"{type(widget).__name__} {hint!r}" if hint else type(widget).__name__


def _ints(box: Box) -> tuple[int, ...]:
    return tuple(round(value) for value in box)
