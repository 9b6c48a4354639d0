"""Drawn figures: outlines in a list from the back to the front, each with a fine dark line around it. No Kivy in here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from app.window.mesh import Pen, Points, Shape, Triangles, detail, shape, simplified
from app.window.shapes import circle, mirrored, path


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A filled outline, ``edged`` with a fine line or not; or only a line ``width`` wide, in units of the figure."""

    colour: str
    points: Points
    width: float = 0.0
    edged: bool = True


Figure = tuple[Part, ...]


def both(half: str, steps: int = 10) -> Points:
    """A path up the left side and its mirror image."""
    return mirrored(path(half, steps), 0.0)


def twins(part: Part) -> list[Part]:
    """A part and its mirror image."""
    return [part, Part(part.colour, part.points * (-1, 1), part.width, part.edged)]


def dot(colour: str, x: float, y: float, radius: float, edged: bool = True) -> Part:
    """A disc."""
    return Part(colour, circle(x, y, radius)[::3], edged=edged)


def line(points: Points, width: float = 0.022, colour: str = "line") -> Part:
    """A line that is no edge."""
    return Part(colour, points, width)


def draw(figure: Figure, scale: float, edge: float = 0.016) -> Triangles:
    """A figure around its origin, its unit ``scale`` px long; ``edge``: the width of the fine line in units."""
    pen = Pen()
    for part, filled in _cut(figure, detail(scale)):
        if filled is None:
            pen.line(part.colour, part.points * scale, max(part.width * scale, 0.6))
            continue
        pen.fill(part.colour, filled, scale)
        if part.edged:
            pen.line("line", filled.points * scale, max(edge * scale, 0.7), closed=True)
    return pen.triangles()


@lru_cache(maxsize=64)
def _cut(figure: Figure, tolerance: float) -> tuple[tuple[Part, Shape | None], ...]:
    """The parts ready to be drawn often: without points that nobody would see, the filled ones cut into triangles."""
    return tuple(
        (replace(part, points=simplified(part.points, tolerance)), None)
        if part.width
        else (part, shape(simplified(part.points, tolerance, closed=True)))
        for part in figure
    )
