"""King, queen, jack and jester: drawn figures of our own. No Kivy in here.

A figure is half a court card: x from -1 to 1, y from the middle of the card (0) up to 1.75. The other half is the same one
turned by 180 degrees; both meet along a slanting sash.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from app.window.figures import Figure, Part, both, dot, draw, line, twins
from app.window.mesh import At, Pen, Triangles, shape
from app.window.shapes import path

SLANT = 0.2  # how far the sash rises on its way from the middle to the edge
EMBLEMS = {
    "J": ((-0.39, 0.5), (0.4, 0.52), (-0.38, 0.2), (0.4, 0.28)),
    "Q": ((-0.3, 0.24), (0.3, 0.32)),
    "K": ((-0.45, 0.3), (0.48, 0.4)),
}
"""Where suits are embroidered on a robe."""


def _face(width: float, chin: float, brow: float = 1.4) -> list[Part]:
    """A head from the chin up to the brow, with calm eyes; x of its sides is ``width``."""
    w = width
    parts = [
        Part(
            "skin",
            both(f"M 0 {chin} C {-w * 0.62} {chin} {-w} {chin + 0.16} {-w} {chin + 0.36} L {-w} {brow} L 0 {brow}"),
        ),
        line(path("M -.018 1.2 C -.02 1.13 -.05 1.1 -.05 1.075 C -.03 1.055 0 1.055 .02 1.065")),
    ]
    for x in (-0.115, 0.115):
        parts += [
            Part(
                "line",
                path(f"M {x - 0.058} 1.19 Q {x} 1.25 {x + 0.058} 1.19 Q {x} 1.155 {x - 0.058} 1.19", 8),
                edged=False,
            ),
            line(path(f"M {x - 0.075} 1.262 Q {x} 1.31 {x + 0.075} 1.262", 8), 0.026, "hair"),
        ]
    return parts


def _robe(high: float) -> Part:
    """Shoulders over the sash, from edge to edge; the neck is ``high``."""
    half = path(f"M -1 {-SLANT} L -1 .4 C -.86 .6 -.6 .7 -.3 {high} L 0 {high}", 10)
    other = path(f"M 0 {high} L .3 {high} C .6 .7 .86 .6 1 .4 L 1 {SLANT}", 10)
    return Part("suit", np.concatenate((half, other[1:])))


def _king() -> list[Part]:
    crown = both("M 0 1.38 L -.34 1.38 L -.42 1.7 L -.21 1.54 L -.2 1.54 L 0 1.74 L 0 1.74")
    sword = [
        Part("paper", path("M .69 .7 L .69 1.5 L .74 1.6 L .79 1.5 L .79 .7 L .69 .7")[:-1]),
        line(path("M .74 .8 L .74 1.46"), 0.014),
        Part("gold", path("M .56 .7 L .92 .7 L .92 .77 L .56 .77 L .56 .7")[:-1]),
        dot("gold", 0.56, 0.735, 0.05),
        dot("gold", 0.92, 0.735, 0.05),
    ]
    ermine = [
        Part("line", path(f"M {x} {y} L {x - 0.022} {y - 0.09} L {x + 0.022} {y - 0.09}"), edged=False)
        for x, y in (
            (-0.47, 0.66),
            (-0.3, 0.62),
            (-0.21, 0.46),
            (-0.11, 0.3),
            (0.47, 0.66),
            (0.3, 0.62),
            (0.21, 0.46),
            (0.11, 0.3),
        )
    ]
    return [
        _robe(0.8),
        *sword,
        *twins(Part("gold", path("M -1 .4 C -.86 .6 -.72 .66 -.6 .69 L -.68 .4 L -1 .14 L -1 .4")[:-1])),
        Part("paper", both("M 0 .02 L -.2 .36 L -.42 .52 L -.62 .7 C -.5 .78 -.4 .82 -.26 .86 L 0 .86")),
        *ermine,
        Part("deep", both("M 0 .26 L -.14 .5 L -.3 .76 L 0 .8")),
        *twins(
            Part(
                "hair",
                path("M -.24 1.4 C -.42 1.4 -.4 1.1 -.46 1.0 C -.5 .93 -.48 .84 -.38 .83 C -.28 .82 -.22 .9 -.22 1.0"),
            )
        ),
        *_face(0.27, 0.8, 1.42),
        Part(
            "hair",
            both(
                "M 0 .5 C -.1 .54 -.32 .72 -.3 1.16 L -.26 1.16 C -.24 1.06 -.2 1.03 -.13 1.03 C -.08 1.035 -.04 1.05 0 1.03"
            ),
        ),
        line(path("M -.16 .86 C -.14 .74 -.08 .66 -.04 .6"), 0.016, "light"),
        line(path("M .16 .86 C .14 .74 .08 .66 .04 .6"), 0.016, "light"),
        line(path("M 0 .84 L 0 .62"), 0.016, "light"),
        Part("lips", path("M -.07 .955 Q 0 .985 .07 .955 Q 0 .915 -.07 .955", 8), edged=False),
        Part("deep", both("M 0 1.44 L -.3 1.44 L -.34 1.6 L 0 1.66")),
        Part("gold", crown),
        *(dot("gold", x, y, 0.045) for x, y in ((-0.42, 1.7), (0, 1.71), (0.42, 1.7))),
        Part("gold", both("M 0 1.35 L -.35 1.35 L -.35 1.45 L 0 1.45")),
        dot("suit", 0, 1.4, 0.036),
        dot("paper", -0.2, 1.4, 0.026),
        dot("paper", 0.2, 1.4, 0.026),
    ]


def _queen() -> list[Part]:
    petals = [
        dot("suit", 0.7 + 0.1 * np.cos(turn), 1.06 + 0.1 * np.sin(turn), 0.082)
        for turn in np.radians((90, 162, 234, 306, 18))
    ]
    flower = [
        line(path("M .6 .3 C .62 .6 .72 .7 .7 1.0"), 0.04, "leaf"),
        Part("leaf", path("M .66 .66 C .74 .78 .86 .8 .92 .78 C .9 .7 .78 .62 .66 .66")),
        *petals,
        dot("gold", 0.7, 1.06, 0.06),
    ]
    beads = [
        dot("gold", x, 0.79 - 0.09 * (1 - (x / 0.2) ** 2), 0.028) for x in (-0.18, -0.108, -0.036, 0.036, 0.108, 0.18)
    ]
    return [
        Part("deep", both("M 0 .5 L -.6 .5 C -.66 .8 -.6 1.3 -.34 1.5 L 0 1.5")),
        Part("hair", both("M 0 .5 L -.5 .5 C -.4 .72 -.56 .86 -.48 1.08 C -.44 1.3 -.3 1.46 0 1.46")),
        _robe(0.7),
        *twins(
            Part(
                "gold",
                path("M -1 .4 C -.86 .6 -.72 .62 -.58 .66 L -.54 .36 C -.68 .22 -.86 .2 -1 .24 L -1 .4")[:-1],
            )
        ),
        *twins(
            Part(
                "hair",
                path("M -.3 1.1 C -.5 1.0 -.32 .84 -.44 .68 C -.5 .56 -.36 .46 -.26 .56 C -.18 .66 -.2 .9 -.24 1.05"),
            )
        ),
        Part("skin", both("M 0 .36 C -.08 .42 -.24 .56 -.3 .7 C -.18 .74 -.12 .8 -.12 .92 L 0 .92")),
        Part(
            "gold",
            path(
                "M -.3 .7 C -.24 .56 -.08 .42 0 .36 C .08 .42 .24 .56 .3 .7 L .36 .68 C .3 .52 .12 .36 0 .28 C -.12 .36 -.3 .52 -.36 .68"
            ),
        ),
        *beads,
        *flower,
        *_face(0.245, 0.84, 1.36),
        Part("lips", path("M -.06 .965 Q -.03 1.0 0 .985 Q .03 1.0 .06 .965 Q 0 .92 -.06 .965", 6), edged=False),
        Part("hair", both("M 0 1.44 C -.3 1.46 -.38 1.26 -.28 1.06 C -.26 1.2 -.16 1.32 0 1.36")),
        Part("gold", both("M 0 1.4 L -.3 1.38 L -.34 1.6 C -.28 1.52 -.22 1.5 -.17 1.52 C -.12 1.54 -.04 1.6 0 1.7")),
        *(dot("paper", x, y, 0.04) for x, y in ((-0.34, 1.61), (0.34, 1.61), (-0.17, 1.545), (0.17, 1.545), (0, 1.69))),
        dot("suit", 0, 1.47, 0.042),
        line(path("M -.29 1.43 Q 0 1.46 .29 1.43"), 0.016),
    ]


def _jack() -> list[Part]:
    halberd = [
        Part("wood", path("M .68 .3 L .68 1.5 L .75 1.5 L .75 .3 L .68 .3")[:-1]),
        Part(
            "paper",
            path(
                "M .68 1.02 C .5 1 .46 1.14 .44 1.26 C .54 1.2 .62 1.22 .68 1.26 L .75 1.26 .9 1.36 .86 1.14 .9 .96 .75 1.02"
            ),
        ),
        Part("paper", path("M .66 1.46 L .715 1.72 L .77 1.46 L .66 1.46")[:-1]),
    ]
    ruff = [
        dot("paper", 0.29 * np.cos(turn), 0.8 + 0.115 * np.sin(turn), 0.09)
        for turn in np.radians(np.arange(180, 361, 22.5))
    ]
    return [
        _robe(0.76),
        *twins(Part("deep", path("M -1 .4 C -.86 .6 -.7 .66 -.56 .69 L -.62 .3 L -1 .14 L -1 .4")[:-1])),
        *twins(line(path("M -.78 .56 L -.82 .26"), 0.03, "gold")),
        *halberd,
        Part("gold", path("M -.16 -.04 L -.2 .74 L .2 .74 L .16 .04 L -.16 -.04")[:-1]),
        *(dot("deep", 0, y, 0.036) for y in (0.16, 0.32, 0.48)),
        Part("hair", both("M 0 .84 L -.3 .84 C -.44 .82 -.5 .92 -.44 1.02 C -.4 1.1 -.42 1.3 -.3 1.42 L 0 1.42")),
        *ruff,
        *_face(0.25, 0.84, 1.36),
        Part("lips", path("M -.065 .965 Q 0 .99 .065 .965 Q 0 .925 -.065 .965", 6), edged=False),
        Part("hair", path("M .27 1.38 C .3 1.24 .28 1.16 .25 1.1 C .22 1.26 .06 1.3 -.27 1.28 L -.27 1.38")),
        Part(
            "paper",
            path("M .22 1.46 C .5 1.62 .3 1.74 -.02 1.74 C -.3 1.74 -.52 1.64 -.62 1.46 C -.46 1.58 -.3 1.6 -.16 1.58"),
        ),
        line(path("M .2 1.5 C .2 1.62 -.1 1.72 -.5 1.56"), 0.014),
        Part("suit", path("M -.38 1.36 C -.46 1.56 -.2 1.62 .04 1.58 C .26 1.56 .42 1.5 .36 1.36")),
        Part("gold", both("M 0 1.32 C -.2 1.31 -.3 1.31 -.38 1.33 L -.38 1.42 C -.3 1.4 -.2 1.4 0 1.41")),
        dot("gold", 0.22, 1.47, 0.05),
    ]


def _jester() -> list[Part]:
    """A whole figure, not a half: x from -1 to 1, y from -1.1 to 1.1."""
    bells = [dot("gold", x, y, 0.09) for x, y in ((-0.9, 0.24), (0.9, 0.24), (0.0, 1.0))]
    collar = [
        Part(colour, path(f"M {x - 0.15} -.36 L {x * 1.5} -.86 L {x + 0.15} -.36"))
        for x, colour in ((-0.5, "gold"), (0.5, "gold"), (-0.25, "suit"), (0.25, "suit"), (0.0, "gold"))
    ]
    tips = [dot("paper", x * 1.5, -0.88, 0.055) for x in (-0.5, 0.5, -0.25, 0.25, 0.0)]
    eyes = [
        part
        for x in (-0.15, 0.15)
        for part in (
            Part("paper", path(f"M {x - 0.1} .03 Q {x} .13 {x + 0.1} .03 Q {x} -.02 {x - 0.1} .03", 8)),
            dot("line", x, 0.045, 0.034, False),
        )
    ]
    return [
        *collar,
        *tips,
        Part("deep", path("M .2 .3 C .3 .8 .86 .78 .9 .24 C .78 .42 .56 .36 .42 .02")),
        Part("deep", path("M -.2 .3 C -.3 .8 -.86 .78 -.9 .24 C -.78 .42 -.56 .36 -.42 .02")),
        Part("suit", both("M 0 .1 L -.36 .1 C -.4 .5 -.16 .7 0 1.0")),
        Part("gold", path("M 0 .1 L .36 .1 C .4 .5 .16 .7 0 1.0 L 0 .1")[:-1]),
        Part("skin", both("M 0 -.5 C -.22 -.48 -.36 -.26 -.36 .02 L -.36 .18 L 0 .18")),
        Part("line", both("M 0 .0 C -.1 -.06 -.3 -.08 -.36 .04 L -.36 .14 C -.24 .17 -.08 .16 0 .12"), edged=False),
        *eyes,
        line(path("M -.2 -.2 Q 0 -.38 .2 -.2"), 0.03, "lips"),
        line(path("M -.02 0 L -.05 -.13 L .03 -.14"), 0.022),
        Part("gold", both("M 0 .12 L -.4 .12 C -.42 .2 -.42 .24 -.4 .28 C -.2 .24 -.1 .24 0 .24")),
        *bells,
    ]


FIGURES: dict[str, Figure] = {"J": tuple(_jack()), "Q": tuple(_queen()), "K": tuple(_king()), "joker": tuple(_jester())}


@lru_cache(maxsize=64)
def drawn(which: str, scale: float) -> Triangles:
    """``J``, ``Q``, ``K`` or the jester (``joker``) around the origin, the unit ``scale`` px long. The same for all suits."""
    return draw(FIGURES[which], scale)


def sash(pen: Pen, scale: float, at: At) -> None:
    """The band that the two halves of a court card meet along."""
    x, y = at
    for colour, half in (("line", 0.125), ("gold", 0.105), ("line", 0.062), ("deep", 0.045)):
        edge = [(-1.0, -SLANT - half), (1.0, SLANT - half), (1.0, SLANT + half), (-1.0, -SLANT + half)]
        pen.fill(colour, shape(np.array(edge)), scale, at)
    for step in range(-4, 5):
        pen.dot("gold", (x + step * 0.22 * scale, y + step * 0.22 * SLANT * scale), 0.025 * scale)
