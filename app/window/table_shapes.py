"""Where the parts of the table screen stand: beside each other in a wide window, under each other in a tall one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.window import theme
from app.window.screen import Column, Scroll

if TYPE_CHECKING:
    from app.window.table_screen import TableScreen


def fit(screen: TableScreen) -> None:
    """Chooses sizes for the size of the window."""
    picture, own = screen.picture, screen.own
    if screen.shape == "tall":
        picture.height = min((screen.width - dp(24)) / picture.aspect, screen.height * 0.42)
    elif screen.shape == "wide":
        width = screen.width - max(dp(theme.PANEL_WIDTH), min(screen.width * 0.24, dp(600))) - dp(3 * theme.GAP)
        picture.height = min(width / picture.aspect, screen.height * 0.6)
    large = screen.height / dp(800 if screen.camera else 900)
    screen.attention.zoom = min(1.8, max(1.0, large)) if screen.shape == "wide" else 1
    screen.attention.compact = not screen.camera and screen.shape != "wide"
    own.hand.fan.card_width = {"tall": 64, "low": 56, "wide": min(150, max(84, screen.height * 0.115))}[screen.shape]


def arrange(screen: TableScreen) -> tuple[Widget, Scroll]:
    """All parts in a new body for the present shape, and what scrolls in it."""
    parts = (
        *(screen.bar, screen.picture, screen.drawn, screen.own.hand, screen.attention, screen.players),
        *(screen.legal, screen.heaps, screen.history, screen.actions),
    )
    for widget in parts:
        if widget.parent is not None:
            widget.parent.remove_widget(widget)
    kind = screen.shape if screen.camera else f"{screen.shape} without a camera"
    return _SHAPES[kind](screen)


def _wide(screen: TableScreen) -> tuple[Widget, Scroll]:
    left, side, below = Column(spacing=dp(12)), _side(screen), Scroll()
    screen.picture.size_hint_y = None
    below.column.add_widget(screen.attention)
    for widget in (screen.bar, screen.picture, below):
        left.add_widget(widget)
    scroll = _scroll(screen.players, screen.own.hand, screen.legal, screen.heaps, screen.history)
    side.add_widget(scroll)
    side.add_widget(screen.actions)
    return _beside(left, side), scroll


def _low(screen: TableScreen) -> tuple[Widget, Scroll]:
    left, side = Column(), _side(screen)
    screen.picture.size_hint_y = 1
    left.add_widget(screen.bar)
    left.add_widget(screen.picture)
    scroll = _scroll(screen.attention, screen.own.hand, screen.legal, screen.players, screen.heaps, screen.history)
    side.add_widget(scroll)
    side.add_widget(screen.actions)
    return _beside(left, side, theme.SMALL_GAP), scroll


def _tall(screen: TableScreen) -> tuple[Widget, Scroll]:
    body = Column(padding=dp(12), spacing=dp(12))
    screen.picture.size_hint_y = None
    scroll = _scroll(screen.attention, screen.own.hand, screen.legal, screen.players, screen.heaps, screen.history)
    for widget in (screen.bar, screen.picture, scroll, screen.actions):
        body.add_widget(widget)
    return body, scroll


def _wide_drawn(screen: TableScreen) -> tuple[Widget, Scroll]:
    left, side = Column(spacing=dp(12)), _side(screen)
    for widget in (screen.bar, screen.drawn, screen.own.hand):
        left.add_widget(widget)
    scroll = _scroll(screen.attention, screen.history, screen.heaps)
    side.add_widget(scroll)
    side.add_widget(screen.actions)
    return _beside(left, side), scroll


def _low_drawn(screen: TableScreen) -> tuple[Widget, Scroll]:
    left, side = Column(spacing=dp(theme.SMALL_GAP)), _side(screen)
    side.spacing = dp(theme.SMALL_GAP)
    left.add_widget(screen.bar)
    left.add_widget(screen.drawn)
    scroll = _scroll(screen.own.hand)
    side.add_widget(_short(screen, 0.3))
    side.add_widget(scroll)
    side.add_widget(screen.actions)
    return _beside(left, side, theme.SMALL_GAP), scroll


def _tall_drawn(screen: TableScreen) -> tuple[Widget, Scroll]:
    body = Column(padding=dp(12), spacing=dp(theme.SMALL_GAP))
    scroll = _short(screen, 0.26)
    for widget in (screen.bar, scroll, screen.drawn, screen.own.hand, screen.actions):
        body.add_widget(widget)
    return body, scroll


def _short(screen: TableScreen, most: float) -> Scroll:
    """The ruling, scrolled where it is higher than this part of the window."""
    scroll = _scroll(screen.attention)
    scroll.size_hint_y = None

    def fit_height(*_changed: object) -> None:
        scroll.height = min(scroll.column.height, screen.height * most)

    scroll.column.fbind("height", fit_height)
    screen.fbind("height", fit_height)
    fit_height()
    return scroll


_SHAPES = {
    "wide": _wide,
    "low": _low,
    "tall": _tall,
    "wide without a camera": _wide_drawn,
    "low without a camera": _low_drawn,
    "tall without a camera": _tall_drawn,
}


def _beside(left: Widget, side: Widget, gap: float = theme.GAP) -> Widget:
    body = BoxLayout(padding=dp(gap), spacing=dp(gap))
    body.add_widget(left)
    body.add_widget(side)
    return body


def _side(screen: TableScreen) -> Column:
    side = Column(size_hint_x=None)

    def wide(*_changed: object) -> None:
        side.width = max(dp(theme.PANEL_WIDTH), min(screen.width * 0.24, dp(600)))

    screen.fbind("width", wide)
    wide()
    return side


def _scroll(*panels: Widget) -> Scroll:
    scroll = Scroll()
    for panel in panels:
        scroll.column.add_widget(panel)
    return scroll
