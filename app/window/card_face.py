"""Playing cards on the screen, drawn by us: the face or the back, lit, dim or turned."""

from __future__ import annotations

import math
from functools import lru_cache

from kivy.graphics import Fbo, Rotate
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty

from app.window import theme
from app.window.card_art import SMALL_UNDER, Art, back, face, radius
from app.window.mesh import Pen, Triangles, shape
from app.window.paint import Painted, letters, mixed, paint, printed, show_print
from app.window.shapes import rounded
from app.window.theme import Colour, colour
from app.window.words import rank_text
from rules.cards import Card, suit_of

BACK, LATTICE = colour("#17453c"), colour("#3f7163")
GOLD, BRASS = colour("#d9a53f"), colour("#e3bd6c")
SKIN, LIPS, WOOD, LEAF = colour("#f4d9bf"), colour("#a8483c"), colour("#8a6238"), colour("#3f7a4f")
HAIR = {"J": colour("#8b5a2b"), "Q": colour("#a9662f"), "K": colour("#5d4634")}
FADED: Colour = colour("#8f968f")


def tint(card: Card) -> Colour:
    """The colour of a card's suit, or of its joker."""
    if card >= 52:
        return theme.RED if card == 53 else theme.INK
    return theme.suit_colour(suit_of(card))


def colours(card: Card, dim: bool = False) -> dict[str, Colour]:
    """What the names of colours in the pictures of cards stand for; dim: faded."""
    suit = tint(card)
    rank = "JQKA"[max((card >> 2) - 9, 0)] if card < 52 else "J"
    named = {
        "paper": theme.PAPER,
        "edge": theme.PAPER_EDGE,
        "suit": suit,
        "deep": mixed(suit, theme.INK, 0.5) if suit != theme.INK else colour("#48574f"),
        "wash": mixed(theme.PAPER, suit, 0.06),
        "light": mixed(theme.PAPER, theme.INK, 0.25),
        "line": theme.INK,
        "gold": GOLD,
        "brass": BRASS,
        "skin": SKIN,
        "lips": LIPS,
        "wood": WOOD,
        "leaf": LEAF,
        "hair": HAIR.get(rank, HAIR["J"]),
        "back": BACK,
        "lattice": LATTICE,
        "shadow": (0.0, 0.0, 0.0, 0.32),
        "lit": theme.LIT,
        "lit edge": colour("#b07a10"),
    }
    if dim:
        named |= {name: mixed(named[name], FADED, 0.55) for name in named if name not in ("shadow", "lit", "lit edge")}
    return named


@lru_cache(maxsize=64)
def _paper(width: float, height: float, lit: bool, unit: float) -> Triangles:
    """What a card is printed on: over its shadow, or in its light."""
    pen = Pen()
    corner = radius(width, height)
    ring = max(2.5 * unit, min(width, height) * 0.028) if lit else 0.0
    if lit:
        pen.soft = 7 * unit
        pen.fill("lit", shape(rounded(-2 * unit, -2 * unit, width + 4 * unit, height + 4 * unit, corner + 2 * unit)))
    else:
        pen.soft = max(2.5 * unit, height * 0.03)
        pen.fill("shadow", shape(rounded(unit / 2, -height * 0.012 - unit / 2, width - unit, height, corner)))
    pen.soft = 1.0
    pen.fill("edge", shape(rounded(0, 0, width, height, corner)))
    line = max(1.0, 0.75 * unit)
    pen.fill("paper", shape(rounded(line, line, width - 2 * line, height - 2 * line, corner - line)))
    if lit:
        rim = rounded(ring / 2, ring / 2, width - ring, height - ring, corner - ring / 2)
        pen.line("lit edge", rim, ring, closed=True)
        pen.line("lit", rim, ring - unit, closed=True)
    return pen.triangles()


def paint_card(
    card: Card,
    width: float,
    height: float,
    face_down: bool = False,
    dim: bool = False,
    lit: bool = False,
    fanned: bool = False,
) -> None:
    """Adds a card to the canvas that is current, its lower left corner at (0, 0), sizes in px."""
    named = colours(card, dim)
    art: Art = back(width, height) if face_down else face(card, width, height, dp(1), fanned)
    pen = Pen()
    pen.stamp(_paper(width, height, lit, dp(1)))
    pen.stamp(art.mesh)
    paint(pen.triangles(), named)
    for index in art.indices:
        letters(
            rank_text(card),
            named["suit"],
            index.capital,
            index.x,
            index.line,
            widest=index.widest,
            on_head=index.on_head,
        )


@lru_cache(maxsize=160)
def _print(
    card: Card,
    width: float,
    height: float,
    looks: tuple[bool, bool, bool, bool],
    _language: str,
    _four: bool,
    margin: int,
) -> Fbo:
    """The texture of a card, for as long as it may be needed again; the last but one tell of what else it depends on."""
    around = theme.LIT if looks[2] else (0.0, 0.0, 0.0, 0.0)
    return printed(width, height, margin, lambda: paint_card(card, width, height, *looks), around)


class CardFace(Painted):
    """A playing card. ``lit``: one that could be played; ``dim``: one that could not; ``turned``: degrees to the left.

    ``fanned``: its index stands in the corner even if it is small, since other cards may cover the rest."""

    card: Card = NumericProperty(0)
    dim = BooleanProperty(False)
    lit = BooleanProperty(False)
    face_down = BooleanProperty(False)
    fanned = BooleanProperty(False)
    turned = NumericProperty(0)
    drawn_from = ("card", "dim", "lit", "face_down", "fanned", "turned")

    def draw(self) -> None:
        width, height = float(self.width), float(self.height)
        looks = (self.face_down, self.dim, self.lit, self.fanned)
        if self.turned:
            Rotate(angle=self.turned, origin=(width / 2, height / 2))
        if height < SMALL_UNDER * dp(1):  # a small card has so few triangles that a texture of its own would not pay
            paint_card(self.card, width, height, *looks)
            return
        margin = math.ceil(dp(8))
        card = 0 if self.face_down else self.card
        show_print(_print(card, width, height, looks, rank_text(card), theme.FOUR_COLOURS, margin), margin)
