"""The players around a drawn table, and the sheet that asks who sits on a seat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from app.draft import Draft
from app.table_plan import as_name, name_problem
from app.window import theme
from app.window.controls import Pressable, Text
from app.window.fields import Choice, Labelled, TextField
from app.window.parts import IconButton
from app.window.sheets import Sheet
from rules.bots import LEVELS
from rules.cards import SUITS
from rules.ruling import SUIT_WORDS
from rules.texts import N_, _

_AROUND = {
    1: ((0.5, 0.0),),
    2: ((0.5, 0.0), (0.5, 1.0)),
    3: ((0.5, 0.0), (0.0, 1.0), (1.0, 1.0)),
    4: ((0.5, 0.0), (0.0, 0.5), (0.5, 1.0), (1.0, 0.5)),
    5: ((0.5, 0.0), (0.0, 0.4), (0.0, 1.0), (1.0, 1.0), (1.0, 0.4)),
    6: ((0.5, 0.0), (0.0, 1 / 3), (0.0, 2 / 3), (0.5, 1.0), (1.0, 2 / 3), (1.0, 1 / 3)),
}
"""Where seats are, clockwise from the bottom: x and y in parts of the room there is, y upwards."""

LEVEL_WORDS = {
    "random": N_("beginner"),
    "greedy": N_("hasty"),
    "easy": N_("easy"),
    "medium": N_("medium"),
    "hard": N_("hard"),
}


def level_text(level: str) -> str:
    """How well a bot plays, a word."""
    return _(LEVEL_WORDS[level]) if level in LEVEL_WORDS else level


def thing_text(thing: str) -> str:
    """A suit or a character that is given to a player."""
    return _(SUIT_WORDS[SUITS.index(thing)]).capitalize() if thing in SUITS else _(thing)


def thing_question(header: str) -> str:
    """What it is for the player."""
    return {"Trumps": _("Trumps"), "Queens": _("Queen"), "Characters": _("Character")}.get(header, header)


class SeatButton(Pressable):
    """A seat: who sits there, a person or a bot, and what was chosen for the player."""

    name = StringProperty("")
    line = StringProperty("")
    bot = BooleanProperty(False)


class SeatTable(FloatLayout):
    """The table from above, the seats around it; many seats stand in rows on it. ``least``: its height in px, or more."""

    least = NumericProperty(0)

    def __init__(self, draft: Draft, edit: Callable[[int], None]) -> None:
        super().__init__(size_hint_y=None)
        self._draft, self._edit = draft, edit
        self.buttons: list[SeatButton] = []
        self.bind(pos=self._place, width=self._place, least=self._place)

    def show(self) -> None:
        """The seats as the draft has them now."""
        draft = self._draft
        while len(self.buttons) > len(draft.places):
            self.remove_widget(self.buttons.pop())
        while len(self.buttons) < len(draft.places):
            button = SeatButton()
            button.bind(on_release=lambda button: self._edit(self.buttons.index(button)))
            self.buttons.append(button)
            self.add_widget(button)
        headers = draft.to_give()
        for n, (button, place) in enumerate(zip(self.buttons, draft.places, strict=True)):
            level = draft.level(n)
            who = _("bot, {level}").format(level=level_text(level)) if level else _("person")
            things = [thing_text(place.given[header]) for header in headers if place.given.get(header)]
            button.name, button.bot = place.name, bool(level)
            button.line = " · ".join([who, *things])
            button.hint = _("Seat {number}: {player}, {who}").format(number=n + 1, player=place.name, who=button.line)
        self._place()

    def _place(self, *_changed: object) -> None:
        n = len(self.buttons)
        gap, seat_height = dp(10), dp(40) + dp(28) * theme.SCALE
        width = max(1.0, self.width)
        seat_width = min(dp(168) * theme.SCALE, (width - 3 * gap) / 2)
        for button in self.buttons:
            button.size = seat_width, seat_height
        if n in _AROUND:
            rows = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4}[n]
            self.height = max(self.least, (rows + 0.5) * (seat_height + gap) + gap)
            room = width - seat_width - 2 * gap, self.height - seat_height - 2 * gap
            for button, (x, y) in zip(self.buttons, _AROUND[n], strict=True):
                button.pos = self.x + gap + x * room[0], self.y + gap + y * room[1]
            return
        columns = max(1, int((width - gap) // (seat_width + gap)))
        self.height = height = -(-n // columns) * (seat_height + gap) + gap
        left = self.x + (width - columns * (seat_width + gap) + gap) / 2
        for place, button in enumerate(self.buttons):
            row, column = divmod(place, columns)
            button.pos = left + column * (seat_width + gap), self.y + height - (row + 1) * (seat_height + gap)


class SeatSheet(Sheet):
    """Who sits on a seat: the name, a person or a bot, trumps and the like. Every change is one of the draft at once."""

    def __init__(self, draft: Draft, seat: int, changed: Callable[[], None], **settings: Any) -> None:
        super().__init__(title=_("Seat {number}").format(number=seat + 1), **settings)
        self._draft, self._seat, self._changed = draft, seat, changed
        column = self.ids.column
        place = draft.places[seat]
        self.field = TextField(place.name, _("Name"), most=40)
        self.field.bind(text=self._named)
        self.naming = Text(color=theme.QUIET, font_size=f"{theme.SMALL}sp")
        column.add_widget(Labelled(_("Name"), self.field))
        column.add_widget(self.naming)
        if draft.cards != "tapped":
            levels = [("", _("a person")), *((name, level_text(name)) for name in LEVELS)]
            choice = Choice(levels, draft.level(seat), on_choose=self._level)
            line = _("A bot plays by itself, as well as you choose.")
            if draft.cards == "camera":
                line = _("A bot says its move, and one of you lays the card; its hand is shown to the camera.")
            column.add_widget(Labelled(_("Who plays?"), choice, line))
        for header, things in draft.to_give().items():
            options = [("", _("by lot")), *((thing, thing_text(thing)) for thing in things)]
            choice = Choice(options, place.given.get(header, ""))
            choice.on_choose = lambda thing, header=header: draft.give(header, seat, thing)
            column.add_widget(Labelled(thing_question(header), choice))
        if draft.may_remove:
            remove = IconButton(icon="trash", words=_("Remove this seat"), on_release=lambda _b: self._remove())
            self.ids.foot.add_widget(remove, index=len(self.ids.foot.children))

    def _named(self, _field: TextField, name: str) -> None:
        self._draft.places[self._seat].name = written = as_name(name)
        wrong = name_problem(written)
        if not wrong and any(written == p.name for n, p in enumerate(self._draft.places) if n != self._seat):
            wrong = _("Two players are called {name}: give one another name.").format(name=written)
        self.naming.color = theme.MOODS["illegal"][0] if wrong else theme.QUIET
        self.naming.words = wrong or (
            _("Written as {name}: a name is one word in a record.").format(name=written)
            if written != name.strip()
            else ""
        )

    def _level(self, level: str) -> None:
        self._draft.set_level(self._seat, level)

    def _remove(self) -> None:
        self._draft.remove(self._seat)
        self.close()


Builder.load_file(str(Path(__file__).with_name("seats.kv")))
