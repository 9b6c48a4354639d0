"""What is said against what the camera read: this is another card, there is none, one is missing, the move was misread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from app.events import QuestionEvent
from app.lookalikes import lookalikes
from app.window.about import About
from app.window.picture import PictureView
from app.window.sheets import CardSheet, Sheet
from rules.cards import Card, parse_card
from rules.table import DISCARD, MIDDLE, STOCK, taxis_of
from rules.texts import _

if TYPE_CHECKING:
    from app.live import LiveCard, LiveTable


class Table(Protocol):
    """The screen as corrections need it."""

    about: About
    picture: PictureView

    @property
    def live(self) -> LiveTable: ...
    def open(self, sheet: Sheet) -> None: ...
    def close(self) -> None: ...
    def update(self) -> None: ...


class Corrections:
    """Opens the sheets on which a card is named, and hands on what was said."""

    def __init__(self, screen: Table) -> None:
        self._screen = screen

    def card(self, track: int) -> None:
        """Which card is this in the picture, really?"""
        seen = self._screen.picture.seen(track)
        if seen is None:
            return
        self._screen.open(
            CardSheet(
                lambda card: self._settle(lambda: self._screen.live.correct(track, card)),
                close=self._screen.close,
                title=_("Which card is this?"),
                likely=self._likely(seen),
                pack=self._screen.about.pack,
                cut_out=self._screen.picture.cut_out(track),
            )
        )

    def _likely(self, seen: LiveCard) -> list[Card]:
        """A card that is tapped though it was read for sure is another one: those it is easily taken for."""
        alike = () if seen.card is None else lookalikes(seen.card)
        wrong = seen.card if seen.sure else None
        candidates = dict.fromkeys((*seen.candidates, *alike))
        return [card for card in candidates if card != wrong and self._screen.about.pack >> card & 1][:3]

    def missing(self, x: float | None = None, y: float | None = None) -> None:
        """A card lies where none is seen: which one, in which place? ``x``, ``y``: where, in fractions of the picture."""
        places = [(place.name, place_words(place.name)) for place in self._screen.live.places]
        inside = [p.name for p in self._screen.live.places if x is not None and y is not None and _in(p.box, x, y)]
        sheet = CardSheet(
            lambda card: None if card is None else self._settle(lambda: self._screen.live.missing(card, sheet.place)),
            close=self._screen.close,
            title=_("Which card lies there and is not seen?"),
            likely=[],
            pack=self._screen.about.pack,
            may_be_none=False,
            places=places,
            place=inside[0] if inside else places[0][0],
        )
        self._screen.open(sheet)

    def answer(self, question: QuestionEvent, card: Card | None) -> None:
        """Names the card that the session asks about; None: it is none."""
        self._settle(lambda: self._screen.live.answer(question.id, card))

    def answer_otherwise(self, question: QuestionEvent) -> None:
        """Opens the sheet to name it: it is none of the likely ones."""
        self._screen.open(
            CardSheet(
                lambda card: self.answer(question, card),
                close=self._screen.close,
                title=_("Which card is it?"),
                likely=[parse_card(name) for name in question.candidates],
                pack=self._screen.about.pack,
                may_be_none=not question.about,
            )
        )

    def misread(self) -> None:
        """The last move was misread: the session asks which card, and what it is."""
        self._settle(self._screen.live.misread)

    def _settle(self, command: Callable[[], object]) -> None:
        self._screen.close()
        command()
        self._screen.update()


def _in(box: tuple[float, float, float, float], x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def place_words(name: str) -> str:
    """A place of the table as people call it."""
    known = {MIDDLE: _("In the middle"), STOCK: _("Stock"), DISCARD: _("Discard")}
    if name in known:
        return known[name]
    player = name.removesuffix(taxis_of(""))
    return name if player == name else _("{player}: taxis").format(player=player)
