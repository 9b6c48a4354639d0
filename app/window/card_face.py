"""Playing cards on the screen, drawn by us: the face or the back, lit, dim or turned."""

from __future__ import annotations

from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty

from app.window import theme
from app.window.card_art import Art, back, face, radius
from app.window.mesh import Pen, shape
from app.window.paint import Painted, letters, mixed, paint
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


def paint_card(
    card: Card,
    width: float,
    height: float,
    *,
    face_down: bool = False,
    dim: bool = False,
    lit: bool = False,
    shadow: bool = True,
) -> None:
    """Adds a card to the canvas that is current, its lower left corner at (0, 0), sizes in px."""
    named = colours(card, dim)
    pen = Pen()
    corner = radius(width, height)
    if lit:
        ring = max(dp(2.5), min(width, height) * 0.028)
        pen.soft = dp(7)
        pen.fill("lit", shape(rounded(-dp(2), -dp(2), width + dp(4), height + dp(4), corner + dp(2))))
        pen.soft = 1.0
    elif shadow:
        pen.soft = max(dp(2.5), height * 0.03)
        pen.fill("shadow", shape(rounded(dp(0.5), -height * 0.012 - dp(0.5), width - dp(1), height, corner)))
        pen.soft = 1.0
    pen.fill("edge", shape(rounded(0, 0, width, height, corner)))
    line = max(1.0, dp(0.75))
    pen.fill("paper", shape(rounded(line, line, width - 2 * line, height - 2 * line, corner - line)))
    if lit:
        middle = ring / 2
        pen.line("lit edge", rounded(middle, middle, width - ring, height - ring, corner - middle), ring, closed=True)
        pen.line(
            "lit", rounded(middle, middle, width - ring, height - ring, corner - middle), ring - dp(1), closed=True
        )
    paint(pen.triangles(), named)
    art: Art = back(width, height) if face_down else face(card, width, height, dp(1))
    paint(art.mesh, named)
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


class CardFace(Painted):
    """A playing card. ``lit``: one that could be played; ``dim``: one that could not; ``turned``: degrees to the left."""

    card: Card = NumericProperty(0)
    dim = BooleanProperty(False)
    lit = BooleanProperty(False)
    face_down = BooleanProperty(False)
    turned = NumericProperty(0)
    drawn_from = ("card", "dim", "lit", "face_down", "turned")

    def draw(self) -> None:
        if self.turned:
            PushMatrix()
            Rotate(angle=self.turned, origin=(self.width / 2, self.height / 2))
        paint_card(
            self.card, float(self.width), float(self.height), face_down=self.face_down, dim=self.dim, lit=self.lit
        )
        if self.turned:
            PopMatrix()
