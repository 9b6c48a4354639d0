"""A picture for each game, composed of our cards and a few figures, on a ground of its own colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from kivy.graphics import PopMatrix, PushMatrix, Rotate, Translate
from kivy.properties import NumericProperty, StringProperty

from app.window import theme
from app.window.card_face import colours, paint_card
from app.window.game_figures import COLOURS, drawn
from app.window.mesh import Pen, shape
from app.window.paint import Painted, mixed, paint, printed, show_print
from app.window.shapes import circle, rounded
from app.window.theme import colour
from rules.cards import parse_card

FLAT: Final = 7 / 5  # a card is this much higher than wide


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a picture: its middle and its height in parts of the picture's height, degrees to the left. ``??``: its back."""

    card: str
    x: float
    y: float
    height: float
    turned: float = 0.0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure of a picture: its middle and its unit in parts of the picture's height."""

    figure: str
    x: float
    y: float
    unit: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture 1.5 wide and 1 high around (0, 0), from the back to the front."""

    ground: str
    things: Sequence[Laid | Drawing]


def _fan(cards: Sequence[str], x: float, y: float, height: float, spread: float, reach: float) -> list[Laid]:
    """Cards side by side in a hand that turns around a point ``reach`` below (x, y)."""
    turns = np.linspace(spread / 2, -spread / 2, len(cards))
    return [
        Laid(
            card,
            x - reach * float(np.sin(np.radians(turn))),
            y + reach * (float(np.cos(np.radians(turn))) - 1),
            height,
            float(turn),
        )
        for card, turn in zip(cards, turns, strict=True)
    ]


SCENES: Final[dict[str, Scene]] = {
    "svoi-kozyri": Scene(
        "#1f5443",
        [
            Laid("AS", -0.36, 0.06, 0.68, 20),
            Laid("AH", 0.36, 0.06, 0.68, -20),
            Laid("7C", 0.03, -0.15, 0.54, -14),
            Laid("9C", -0.02, -0.17, 0.54, 9),
            Laid("9D", 0.0, -0.16, 0.54, -2),
        ],
    ),
    "cuckoo": Scene(
        "#2f4a6b",
        [
            Laid("??", -0.44, -0.17, 0.56, 4),
            Laid("KS", 0.46, -0.1, 0.66, -7),
            Laid("??", 0.02, -0.2, 0.56, -2),
            Drawing("cuckoo", -0.34, 0.25, 0.3),
        ],
    ),
    "courtesan": Scene(
        "#5d2946",
        [
            *_fan(["QH", "AH", "TH", "7H"], -0.2, 0.03, 0.66, 42, 0.55),
            Drawing("taxi", 0.48, -0.26, 0.24),
        ],
    ),
    "ceraria": Scene(
        "#7a4620",
        [
            Drawing("glory", -0.03, 0.0, 0.66),
            Laid("??", -0.55, -0.03, 0.5, 3),
            Laid("??", -0.525, -0.015, 0.5, 1),
            Laid("8S", 0.44, 0.09, 0.47, 5),
            Laid("TD", 0.55, -0.18, 0.47, -8),
            Laid("QH", -0.03, 0.0, 0.84),
        ],
    ),
    "crusaders": Scene(
        "#4a5257",
        [*_fan(["KC", "TS", "9D", "JH"], 0.0, 0.1, 0.62, 74, 0.62), Drawing("shield", 0.0, -0.12, 0.3)],
    ),
}
OTHER: Final = Scene("#24565a", [*_fan(["??", "??", "QD", "AC"], 0.0, 0.0, 0.68, 48, 0.8)])
"""The picture of a game that has none of its own."""


class GamePicture(Painted):
    """The picture of ``game``, filling its place; ``radius`` of the corners in px."""

    game = StringProperty("")
    radius = NumericProperty(f"{theme.RADIUS}dp")
    drawn_from = ("game", "radius")

    def draw(self) -> None:
        scene = SCENES.get(self.game, OTHER)
        width, height = math.floor(self.width), math.floor(self.height)
        show_print(printed(width, height, 0, lambda: self._paint(scene, width, height), colour(scene.ground)), 0)

    def _paint(self, scene: Scene, width: float, height: float) -> None:
        unit = min(width / 1.5, height)
        self._ground(scene, width, height)
        PushMatrix()
        Translate(width / 2, height / 2)
        for thing in scene.things:
            if isinstance(thing, Laid):
                self._card(thing, unit)
            else:
                pen = Pen()
                pen.stamp(drawn(thing.figure, thing.unit * unit), (thing.x * unit, thing.y * unit))
                paint(pen.triangles(), colours(0) | COLOURS)
        PopMatrix()

    def _ground(self, scene: Scene, width: float, height: float) -> None:
        """The table, lit by a lamp above it."""
        pen = Pen()
        ground = colour(scene.ground)
        pen.fill("ground", shape(rounded(0, 0, width, height, float(self.radius))))
        pen.soft = height * 0.5
        pen.fill("lamp", shape(circle()), height * 0.26, (width / 2, height / 2))
        pen.soft = 1.0
        paint(pen.triangles(), {"ground": ground, "lamp": (*mixed(ground, theme.PAPER, 0.5)[:3], 0.5)})

    def _card(self, thing: Laid, unit: float) -> None:
        height = round(thing.height * unit)
        width = round(height / FLAT)
        down = thing.card == "??"
        PushMatrix()
        Translate(thing.x * unit, thing.y * unit)
        Rotate(angle=thing.turned, origin=(0, 0))
        Translate(-width / 2, -height / 2)
        paint_card(0 if down else parse_card(thing.card), width, height, face_down=down, fanned=True)
        PopMatrix()
