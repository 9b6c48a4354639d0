"""A picture for each game, composed of our cards and a few figures, on a ground of its own colour."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from kivy.graphics import PopMatrix, PushMatrix, Rotate, Translate
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty

from app.window import theme
from app.window.card_face import colours, paint_card
from app.window.figures import Figure, Part, both, cut, dot, draw, line
from app.window.mesh import Pen, shape
from app.window.paint import Painted, mixed, paint
from app.window.shapes import circle, path, rays, rounded
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

    figure: Callable[[], Figure]
    x: float
    y: float
    unit: float
    turned: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture 1.5 wide and 1 high around (0, 0), from the back to the front."""

    ground: str
    things: Sequence[Laid | Drawing]


@lru_cache(maxsize=1)
def cuckoo() -> Figure:
    """The bird, looking right; it stands on (0, -0.62)."""
    body = path(
        "M .76 .44 C .72 .6 .58 .68 .42 .66 C .26 .64 .16 .52 .08 .4 C -.12 .2 -.42 .02 -.62 -.16 L -1.12 -.62 L -.98 -.72"
        "L -.52 -.42 C -.3 -.48 .04 -.46 .24 -.3 C .48 -.1 .6 .1 .63 .26 C .68 .3 .73 .36 .76 .44"
    )
    belly = path(
        "M .62 .24 C .44 .22 .34 .12 .24 -.04 C .12 -.2 -.2 -.3 -.52 -.41 C -.3 -.48 .04 -.46 .24 -.3 C .48 -.1 .6 .1 .62 .24"
    )
    bars = (
        (0.5, 0.13, 0.57, 0.05),
        (0.37, 0.02, 0.48, -0.07),
        (0.24, -0.12, 0.34, -0.2),
        (0.06, -0.22, 0.16, -0.33),
        (-0.16, -0.31, -0.1, -0.43),
    )
    return cut(
        [
            line(path("M .06 -.42 L .04 -.62 L .16 -.62"), 0.05, "gold"),
            line(path("M -.08 -.44 L -.1 -.62 L .02 -.62"), 0.05, "gold"),
            Part("feather", body[:-1]),
            Part("paper", belly[:-1], edged=False),
            *(
                line(path(f"M {a} {b} Q {(a + c) / 2 - 0.02} {(b + d) / 2 - 0.04} {c} {d}", 6), 0.035, "wing")
                for a, b, c, d in bars
            ),
            Part(
                "wing",
                path("M .2 .22 C .0 .26 -.42 -.04 -.86 -.42 C -.5 -.36 .08 -.3 .2 -.04 C .24 .06 .25 .16 .2 .22")[:-1],
            ),
            line(path("M .06 .06 C -.12 -.04 -.36 -.2 -.6 -.34"), 0.025, "feather"),
            line(path("M .12 -.04 C -.06 -.16 -.26 -.26 -.46 -.34"), 0.025, "feather"),
            Part("gold", path("M .74 .54 L 1.02 .44 L .76 .4")),
            dot("gold", 0.55, 0.5, 0.075),
            dot("line", 0.56, 0.5, 0.04, False),
        ]
    )


@lru_cache(maxsize=1)
def glory() -> Figure:
    """Rays around (0, 0)."""
    return cut([Part("glow", rays(16, 0.8), edged=False)])


@lru_cache(maxsize=1)
def taxi() -> Figure:
    """A car, driving right; its wheels stand on y = -0.44."""
    body = path(
        "M -1 -.1 C -1 .1 -.94 .15 -.78 .17 L -.6 .2 C -.48 .44 -.34 .55 -.12 .55 L .2 .55 C .42 .55 .52 .4 .62 .2"
        "C .84 .18 .98 .12 1 -.06 L 1 -.24 L -1 -.24"
    )
    squares = [
        Part("line", path(f"M {x} {y} L {x + 0.1} {y} L {x + 0.1} {y + 0.08} L {x} {y + 0.08}"), edged=False)
        for n in range(9)
        for x, y in ((-0.9 + 0.2 * n, -0.08), (-0.8 + 0.2 * n, -0.16))
    ]
    wheels = [
        part
        for x in (-0.54, 0.56)
        for part in (dot("line", x, -0.24, 0.2), dot("light", x, -0.24, 0.1, False), dot("line", x, -0.24, 0.03, False))
    ]
    return cut(
        [
            Part("paper", path("M -.12 .55 L -.08 .7 L .16 .7 L .2 .55")),
            Part("taxi", body),
            *squares,
            Part("glass", path("M -.46 .22 C -.38 .38 -.28 .45 -.12 .45 L -.02 .45 L -.02 .22")),
            Part("glass", path("M .06 .22 L .06 .45 L .2 .45 C .34 .45 .42 .34 .47 .22")),
            dot("paper", 0.93, 0.0, 0.055),
            *wheels,
        ]
    )


@lru_cache(maxsize=1)
def shield() -> Figure:
    """A shield with a cross before two swords, around (0, 0)."""
    swords: list[Part] = []
    for side in (-1.0, 1.0):
        turn = np.radians(side * 47)
        frame = np.array(((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))))
        for tint, outline in (
            ("light", "M -.07 -.9 L -.07 1.08 L 0 1.26 L .07 1.08 L .07 -.9"),
            ("gold", "M -.3 -.82 L .3 -.82 L .3 -.72 L -.3 -.72"),
            ("wood", "M -.055 -1.1 L .055 -1.1 L .055 -.84 L -.055 -.84"),
        ):
            swords.append(Part(tint, path(outline) @ frame))
        swords.append(Part("gold", circle(0, -1.14, 0.1)[::3] @ frame))
    rim = both("M 0 -1 C -.5 -.72 -.84 -.3 -.84 .26 L -.84 .78 C -.5 .84 -.2 .86 0 .94")
    field = both("M 0 -.86 C -.44 -.62 -.72 -.24 -.72 .26 L -.72 .68 C -.46 .73 -.2 .75 0 .81")
    return cut(
        [
            *swords,
            Part("gold", rim),
            Part("paper", field),
            Part("cross", path("M -.14 .79 L 0 .81 L .14 .79 L .14 -.78 L 0 -.86 L -.14 -.78"), edged=False),
            Part("cross", path("M -.72 .38 L .72 .38 L .71 .1 L -.71 .1"), edged=False),
            *(
                dot("brass", x, y, 0.045)
                for x, y in ((-0.78, 0.7), (0.78, 0.7), (-0.76, 0.1), (0.76, 0.1), (0, -0.93), (0, 0.87))
            ),
        ]
    )


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
            Drawing(cuckoo, -0.34, 0.25, 0.3),
        ],
    ),
    "courtesan": Scene(
        "#5d2946",
        [
            *_fan(["QH", "AH", "TH", "7H"], -0.2, 0.03, 0.66, 42, 0.55),
            Drawing(taxi, 0.48, -0.26, 0.24),
        ],
    ),
    "ceraria": Scene(
        "#7a4620",
        [
            Drawing(glory, -0.03, 0.0, 0.49),
            Laid("??", -0.55, -0.03, 0.5, 3),
            Laid("??", -0.525, -0.015, 0.5, 1),
            Laid("8S", 0.47, 0.08, 0.5, 5),
            Laid("TD", 0.58, -0.1, 0.5, -9),
            Laid("QH", -0.03, 0.0, 0.84),
        ],
    ),
    "crusaders": Scene(
        "#4a5257",
        [*_fan(["KC", "TS", "9D", "JH"], 0.0, 0.1, 0.62, 74, 0.62), Drawing(shield, 0.0, -0.12, 0.3)],
    ),
}
OTHER: Final = Scene("#24565a", [*_fan(["??", "??", "QD", "AC"], 0.0, 0.0, 0.68, 48, 0.8)])
"""The picture of a game that has none of its own."""

FIGURES: Final = {
    "feather": colour("#8fa3b5"),
    "wing": colour("#5f7489"),
    "taxi": colour("#efbf3f"),
    "glass": colour("#cfe3e6"),
    "cross": colour("#b8281f"),
    "glow": colour("#f0c060", 0.28),
}


class GamePicture(Painted):
    """The picture of ``game``, filling its place; ``radius`` of the corners in px."""

    game = StringProperty("")
    radius = NumericProperty(dp(theme.RADIUS))
    drawn_from = ("game", "radius")

    def draw(self) -> None:
        scene = SCENES.get(self.game, OTHER)
        width, height = float(self.width), float(self.height)
        unit = min(width / 1.5, height)
        self._ground(scene, width, height)
        PushMatrix()
        Translate(width / 2, height / 2)
        for thing in scene.things:
            if isinstance(thing, Laid):
                self._card(thing, unit)
            else:
                pen = Pen()
                draw(pen, thing.figure(), thing.unit * unit, (thing.x * unit, thing.y * unit), thing.turned, 0.022)
                paint(pen.triangles(), colours(0) | FIGURES)
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
