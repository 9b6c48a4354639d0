"""A new game while it is being chosen: seats, names, bots, trumps, house rules. Every change keeps it such that it can be shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.bot_table import BOT_NAMES
from app.house_rules import Preset, presets
from app.settings import Settings
from app.state import Seat
from app.table_plan import Cards, TablePlan, as_name
from rules.games import GAMES

USUAL_LEVEL = "easy"
MOST_NAMES = 12  # that the settings remember


@dataclass(slots=True)
class Place:
    """One seat. ``level``: how well the bot plays, where bots can play: with cards on the screen, or real ones; "": a person."""

    name: str
    level: dict[str, str]
    given: dict[str, str] = field(default_factory=dict)  # header -> suit or character; left out: by lot


class Draft:
    """What is chosen so far for a new game of ``game``."""

    def __init__(self, game: str, settings: Settings) -> None:
        self.game = GAMES[game]
        self.cards: Cards = "screen"
        self.source = settings.camera
        self.deck = settings.deck
        self.options: dict[str, str] = {}  # those that are not as usual
        self.pack = 0  # 0: the usual one
        self.first: int | None = None  # the seat that begins, or deals; None: by lot
        self._names = [name for name in settings.names if name]
        self._remembered = tuple(settings.names)
        self.places: list[Place] = []
        low, high = self.game.seats
        for _n in range(4 if high > 6 else low):
            self.add()
        self.places[0].level["screen"] = ""

    # -- seats -------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where, clockwise."""
        return tuple(Seat(as_name(place.name), self.level(n)) for n, place in enumerate(self.places))

    def level(self, seat: int) -> str:
        """How well the bot there plays; "" for a person."""
        return "" if self.cards == "tapped" else self.places[seat].level[self.cards]

    @property
    def may_add(self) -> bool:
        """Another seat would be allowed."""
        return len(self.places) < self.game.seats[1]

    @property
    def may_remove(self) -> bool:
        """One seat less would be allowed."""
        return len(self.places) > self.game.seats[0]

    def add(self) -> None:
        """A further seat, with a name nobody has: a bot where cards are on the screen, a person at a real table."""
        if self.may_add:
            taken = {place.name for place in self.places}
            names = (*self._names[len(self.places) :], *self._names, *BOT_NAMES, "Zoe")
            name = next(name for name in names if name not in taken)
            self.places.append(Place(name, {"screen": USUAL_LEVEL, "camera": ""}))

    def remove(self, seat: int) -> None:
        """One seat less."""
        if self.may_remove:
            del self.places[seat]
            if self.first is not None and self.first >= seat:
                self.first = None if self.first == seat else self.first - 1

    def set_level(self, seat: int, level: str) -> None:
        """A bot, or ("") a person."""
        if self.cards != "tapped":
            self.places[seat].level[self.cards] = level

    def give(self, header: str, seat: int, thing: str) -> None:
        """A suit or a character for a seat; whoever had it gets what this seat had. ``""``: by lot."""
        mine = self.places[seat].given.get(header, "")
        for place in self.places:
            if thing and place.given.get(header) == thing:
                place.given[header] = mine
        self.places[seat].given[header] = thing

    def to_give(self) -> dict[str, tuple[str, ...]]:
        """What each player gets one of: header -> suits or characters."""
        return self.plan().to_give(self.game)

    # -- house rules -------------------------------------------------------------------------------------------------

    def value(self, option: str) -> str:
        """The value of a house rule as it stands."""
        found = next(one for one in self.game.options if one.name == option)
        return self.options.get(option, found.default_for(len(self.places)))

    def set_option(self, option: str, value: str) -> None:
        """Chooses a house rule; the usual value is no choice: it may depend on how many play."""
        self.options.pop(option, None)
        if self.value(option) != value:
            self.options[option] = value

    @property
    def size_of_pack(self) -> int:
        """How many cards are played with."""
        return self.pack or self.game.packs[0]

    def set_pack(self, size: int) -> None:
        """Chooses the pack."""
        self.pack = 0 if size == self.game.packs[0] else size

    def take(self, preset: Preset) -> None:
        """House rules and pack as the preset has them."""
        self.options, self.pack = dict(preset.options), preset.pack

    @property
    def preset(self) -> Preset | None:
        """The preset that is played now; None if it is another way."""
        found = (one for one in presets(self.game) if (one.pack, dict(one.options)) == (self.pack, self.options))
        return next(found, None)

    # -- what comes of it --------------------------------------------------------------------------------------------

    def plan(self) -> TablePlan:
        """The new game as it is chosen now."""
        headers = {header for place in self.places for header in place.given}
        return TablePlan(
            self.game.id,
            self.seats,
            self.cards,
            {header: {as_name(p.name): p.given.get(header, "") for p in self.places} for header in headers},
            "" if self.first is None else as_name(self.places[self.first].name),
            dict(self.options),
            self.pack,
            self.source,
            self.deck,
        )

    def names_to_remember(self) -> tuple[str, ...]:
        """The names as they are typed now, by seat, for the settings; of seats that are not taken the old ones."""
        names = [as_name(place.name)[:40] for place in self.places if place.name.strip()]
        return tuple(dict.fromkeys((*names, *self._remembered[len(names) :])))[:MOST_NAMES]
