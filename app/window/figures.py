"""Drawn figures: outlines in a list from the back to the front, each with a fine dark line around it. No Kivy in here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from app.window.mesh import At, Pen, Points, Shape, shape
from app.window.shapes import circle, mirrored, path


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A filled outline, ``edged`` with a fine line or not; or only a line ``width`` wide, in units of the figure."""

    colour: str
    points: Points
    width: float = 0.0
    edged: bool = True


Figure = tuple[tuple[Part, Shape | None], ...]
"""Parts, the filled ones cut into triangles."""


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


def cut(parts: Iterable[Part]) -> Figure:
    """The parts ready to be drawn often."""
    return tuple((part, None if part.width else shape(part.points)) for part in parts)


def draw(pen: Pen, figure: Figure, scale: float, at: At, turn: float = 0.0, edge: float = 0.016) -> None:
    """Draws a figure, its unit ``scale`` px long, its origin at ``at``, turned by degrees; ``edge``: the fine line."""
    turns = np.radians(turn)
    frame = np.array(((np.cos(turns), np.sin(turns)), (-np.sin(turns), np.cos(turns)))) * scale
    for part, filled in figure:
        points = part.points @ frame + at
        if filled is None:
            pen.line(part.colour, points, max(part.width * scale, 0.6))
            continue
        pen.fill(part.colour, filled, scale, at, turn)
        if part.edged:
            pen.line("line", points, max(edge * scale, 0.7), closed=True)
