"""Where the parts of the table screen stand: beside each other in a wide window, under each other in a tall one."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.window import theme
from app.window.screen import Column, Scroll

if TYPE_CHECKING:
    from app.window.attention import Attention
    from app.window.table_screen import TableScreen

ZOOMS = (1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0)  # of the ruling
HEAD = 1.5  # of the word that rules, at a camera's table: at least
MANY = 8  # cards of the own hand: more of them get more room


def fit(screen: TableScreen) -> None:
    """Chooses sizes for the size of the window."""
    picture, own = screen.picture, screen.own
    if screen.shape == "tall":
        picture.height = min((screen.width - dp(24)) / picture.aspect, screen.height * 0.42)
    elif screen.shape == "wide":
        picture.height = min(_left_width(screen) / picture.aspect, screen.height * 0.53)
    fit_ruling(screen)
    screen.attention.compact = not screen.camera and screen.shape != "wide"
    high = screen.height / dp(1)
    fan = own.hand.fan
    fan.card_width, fan.one_width = {
        "tall": (min(84, max(56, high * 0.08)), min(110, max(64, high * 0.125 - 16))),
        "low": (56, 72),
        "wide": (min(150, max(84, high * 0.115)), min(180, max(84, high * 0.14))),
    }[screen.shape]


def _side_width(screen: TableScreen) -> float:
    return max(dp(theme.PANEL_WIDTH), min(screen.width * 0.24, dp(600)))


def _left_width(screen: TableScreen) -> float:
    return screen.width - _side_width(screen) - dp(3 * theme.GAP)


def fit_ruling(screen: TableScreen, *_changed: object) -> None:
    """The ruling at a camera's table is as large as its place allows: it is read from across the table."""
    attention = screen.attention
    if screen.shape != "wide" or not screen.camera:
        attention.zoom = min(1.8, max(1.0, screen.height / dp(900))) if screen.shape == "wide" else 1
        attention.head = 1
        return
    attention.head = HEAD
    width = _left_width(screen) - dp(2 * theme.GAP)
    room = screen.height - screen.picture.height - dp(theme.TOUCH + 2 * theme.GAP + 2 * 12)
    attention.zoom = next((zoom for zoom in ZOOMS if _high(attention, width, zoom) <= room), ZOOMS[-1])


def _high(attention: Attention, width: float, zoom: float) -> float:
    """About how many px high the ruling is in letters ``zoom`` times as large, which on average are half as wide as high."""
    cards = attention.ids.cards.children
    title, text = sp(theme.TITLE * max(zoom, HEAD)), sp(theme.LARGE * zoom)
    beside = dp(46 * HEAD + 14 if attention.mood else 0) + len(cards) * dp(50 * zoom + 8)
    head = ceil(len(attention.headline) * title * 0.55 / max(1, width - beside)) * title * 1.3
    if attention.who:
        small = sp(theme.BODY * zoom)
        head += ceil(len(attention.who) * small * 0.54 / max(1, width - beside)) * small * 1.35
    lines = sum(ceil(len(line) * text * 0.53 / max(1, width)) for line in attention.sentence.split("\n") if line)
    head = max(head, dp(52), dp(70 * zoom) if cards else 0)
    return dp(2 * theme.GAP + 10) + head + lines * text * 1.35 + attention.ids.foot.height


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
    fit_now = partial(fit_ruling, screen)
    for said in ("headline", "sentence", "who"):
        screen.attention.fbind(said, fit_now)
    screen.attention.ids.foot.fbind("height", fit_now)
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
    left, side = Column(spacing=dp(theme.SMALL_GAP)), _side(screen, 0.6)
    side.spacing = dp(theme.SMALL_GAP)
    left.add_widget(screen.bar)
    left.add_widget(screen.drawn)
    told, scroll = _scroll(screen.attention), _scroll(screen.own.hand)
    for widget in (told, scroll, Widget(), screen.actions):
        side.add_widget(widget)
    _share(screen, side, told, scroll, dp(58))
    return _beside(left, side, theme.SMALL_GAP), scroll


def _tall_drawn(screen: TableScreen) -> tuple[Widget, Scroll]:
    body = Column(padding=dp(12), spacing=dp(theme.SMALL_GAP))
    told, hand = _scroll(screen.attention), _scroll(screen.own.hand)
    for widget in (screen.bar, told, screen.drawn, hand, screen.actions):
        body.add_widget(widget)
    _share(screen, body, told, hand, dp(64), table=dp(144) * min(1.1, theme.SCALE))
    return body, told


def _share(screen: TableScreen, column: Column, told: Scroll, hand: Scroll, least: float, table: float = 0.0) -> None:
    """Gives the height of ``column`` to the own hand first, then to the ruling; what is left is the table's, if it is in there.

    Of the ruling at least ``least`` px are seen and of the table ``table`` px; what is higher than its place scrolls. A ruling that
    something must be done about comes before a large table, and the end of the game before the hand.
    """
    told.size_hint_y = hand.size_hint_y = None

    def share(*_changed: object) -> None:
        fixed = sum(w.height for w in column.children if w in (screen.bar, screen.actions))
        gaps = column.padding[1] + column.padding[3] + column.spacing * (len(column.children) - 1)
        room = max(0.0, column.height - fixed - gaps - table)
        says, holds = told.column.height, hand.column.height
        if screen.attention.mood == "end":
            room += table / 3
            says = min(says, max(least, room - min(holds, dp(64))))
            holds = min(holds, room - says)
        else:
            holds = min(holds, room - min(says, least))
            easy = screen.attention.mood in ("", "legal", "unverified")
            says = min(says, max(least, room - holds - (table * 0.3 if easy else 0.0)))
        told.height, hand.height = max(0.0, says), max(0.0, holds)
        for part in (told, hand):  # what need not scroll hands every finger on at once
            part.do_scroll_y = part.column.height > part.height + 1

    for changing in (column, told.column, hand.column, screen.actions):
        changing.fbind("height", share)
    screen.attention.fbind("mood", share)
    share()


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


def _side(screen: TableScreen, many: float = 0.0) -> Column:
    """The column beside the table; it gets the part ``many`` of the window while the own hand holds many cards."""
    side = Column(size_hint_x=None)

    def wide(*_changed: object) -> None:
        part = many if len(screen.own.hand.fan.children) > MANY else 0.0
        side.width = max(_side_width(screen), screen.width * part)

    screen.fbind("width", wide)
    if many:
        screen.own.hand.fan.fbind("children", wide)
    wide()
    return side


def _scroll(*panels: Widget) -> Scroll:
    scroll = Scroll()
    for panel in panels:
        scroll.column.add_widget(panel)
    return scroll
