"""Figures for the pictures of the games: a cuckoo, a taxi, a shield, rays. No Kivy in here."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from app.window.figures import Figure, Part, both, dot, draw, line
from app.window.mesh import Triangles
from app.window.shapes import circle, path, rays
from app.window.theme import Colour, colour

COLOURS: Final[dict[str, Colour]] = {
    "feather": colour("#8fa3b5"),
    "wing": colour("#5f7489"),
    "taxi": colour("#efbf3f"),
    "glass": colour("#cfe3e6"),
    "cross": colour("#b8281f"),
    "glow": colour("#f0c060", 0.28),
}
"""Besides those of cards."""


def _cuckoo() -> Figure:
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
    return (
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
    )


def _glory() -> Figure:
    """Rays around (0, 0)."""
    return (Part("glow", rays(16, 0.62), edged=False),)


def _taxi() -> Figure:
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
    return (
        Part("paper", path("M -.12 .55 L -.08 .7 L .16 .7 L .2 .55")),
        Part("taxi", body),
        *squares,
        Part("glass", path("M -.46 .22 C -.38 .38 -.28 .45 -.12 .45 L -.02 .45 L -.02 .22")),
        Part("glass", path("M .06 .22 L .06 .45 L .2 .45 C .34 .45 .42 .34 .47 .22")),
        dot("paper", 0.93, 0.0, 0.055),
        *wheels,
    )


def _shield() -> Figure:
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
    return (
        *swords,
        Part("gold", rim),
        Part("paper", field),
        Part("cross", path("M -.14 .79 L 0 .81 L .14 .79 L .14 -.78 L 0 -.86 L -.14 -.78"), edged=False),
        Part("cross", path("M -.72 .38 L .72 .38 L .71 .1 L -.71 .1"), edged=False),
        *(
            dot("brass", x, y, 0.045)
            for x, y in ((-0.78, 0.7), (0.78, 0.7), (-0.76, 0.1), (0.76, 0.1), (0, -0.93), (0, 0.87))
        ),
    )


FIGURES: Final[dict[str, Figure]] = {"cuckoo": _cuckoo(), "taxi": _taxi(), "shield": _shield(), "glory": _glory()}


@lru_cache(maxsize=32)
def drawn(name: str, scale: float) -> Triangles:
    """One of FIGURES around its origin, its unit ``scale`` px long."""
    return draw(FIGURES[name], scale, 0.022)
