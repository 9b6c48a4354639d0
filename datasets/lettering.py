"""Figures and letters of our own, drawn with a broad pen: middle lines in a unit box, y down."""

from __future__ import annotations

import numpy as np

from datasets.vector import Canvas, Colour, Path, curve, ellipse, points


def _lettering() -> dict[str, tuple[Path, ...]]:
    """Our own figures and letters, as middle lines for a broad pen."""
    nine = np.concatenate(
        [
            ellipse(0.5, 0.31, 0.5, 0.31, 0, 360),
            curve((1, 0.31), (1.0, 0.62, 0.90, 1.0, 0.46, 1.0), (0.30, 1.0, 0.16, 0.97, 0.06, 0.89)),
        ]
    )
    return {
        "2": (
            curve((0.03, 0.27), (0.03, 0.1, 0.22, 0, 0.5, 0), (0.8, 0, 0.97, 0.12, 0.97, 0.29))[:-1],
            curve((0.97, 0.28), (0.97, 0.55, 0.3, 0.68, 0.02, 1.0)),
            points(0.02, 1, 0.98, 1, 0.98, 0.86),
        ),
        "3": (
            curve(
                (0.04, 0.2),
                (0.06, 0.06, 0.25, 0, 0.48, 0),
                (0.76, 0, 0.92, 0.1, 0.92, 0.24),
                (0.92, 0.4, 0.7, 0.47, 0.36, 0.47),
            ),
            curve(
                (0.36, 0.47),
                (0.8, 0.47, 1.0, 0.57, 1.0, 0.73),
                (1, 0.9, 0.8, 1, 0.5, 1),
                (0.24, 1, 0.04, 0.93, 0, 0.78),
            ),
        ),
        "4": (points(0.7, 1, 0.7, 0, 0, 0.7, 1.02, 0.7), points(0.48, 1, 0.92, 1)),
        "5": (
            points(0.92, 0, 0.16, 0, 0.1, 0.47),
            curve((0.1, 0.47), (0.2, 0.38, 0.36, 0.36, 0.5, 0.36), (0.82, 0.36, 1, 0.5, 1, 0.68)),
            curve((1, 0.68), (1, 0.88, 0.8, 1, 0.48, 1), (0.22, 1, 0.05, 0.93, 0, 0.8)),
        ),
        "6": (1 - nine,),
        "7": (points(0.0, 0.15, 0.0, 0, 1, 0), curve((1, 0), (0.72, 0.34, 0.42, 0.62, 0.38, 1))),
        "8": (ellipse(0.5, 0.235, 0.43, 0.235), ellipse(0.5, 0.735, 0.5, 0.265)),
        "9": (nine,),
        "1": (curve((0.1, 0.2), (0.3, 0.17, 0.5, 0.1, 0.55, 0)), points(0.55, 0, 0.55, 1), points(0.12, 1, 0.98, 1)),
        "0": (ellipse(0.5, 0.5, 0.5, 0.5),),
        "J": (
            points(0.34, 0, 1.0, 0),
            np.concatenate(
                [
                    points(0.7, 0, 0.7, 0.6),
                    curve((0.7, 0.7), (0.7, 0.9, 0.58, 1, 0.36, 1), (0.16, 1, 0.03, 0.9, 0.02, 0.72)),
                ]
            ),
        ),
        "Q": (ellipse(0.5, 0.48, 0.5, 0.48), curve((0.42, 0.68), (0.66, 0.68, 0.74, 1.05, 1.04, 1.0))),
        "K": (
            points(0.14, 0, 0.14, 1),
            points(-0.04, 0, 0.34, 0),
            points(-0.04, 1, 0.34, 1),
            points(0.88, 0, 0.16, 0.62),
            points(0.4, 0.42, 0.9, 1),
            points(0.68, 0, 1.02, 0),
            points(0.7, 1, 1.06, 1),
        ),
        "A": (
            points(0.06, 1, 0.5, 0, 0.94, 1),
            points(0.22, 0.64, 0.78, 0.64),
            points(-0.1, 1, 0.24, 1),
            points(0.76, 1, 1.1, 1),
        ),
        "O": (ellipse(0.5, 0.5, 0.5, 0.5),),
        "E": (points(0.95, 0.16, 0.95, 0, 0.1, 0, 0.1, 1, 0.98, 1, 0.98, 0.84), points(0.1, 0.49, 0.7, 0.49)),
        "R": (
            points(0.12, 1, 0.12, 0),
            curve((0.12, 0), (0.7, -0.02, 0.95, 0.08, 0.95, 0.26), (0.95, 0.46, 0.7, 0.52, 0.12, 0.52)),
            points(0.5, 0.52, 0.94, 1),
            points(-0.05, 1, 0.32, 1),
        ),
    }


LETTERS = _lettering()
RANK_TEXTS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def letter(
    canvas: Canvas, sign: str, x: float, y: float, width: float, height: float, colour: Colour, weight: float = 1.0
) -> None:
    """Paint one figure or letter into the box whose top left is x, y."""
    thick, thin = 0.135 * height * weight, 0.09 * height * weight
    for stroke in LETTERS[sign]:
        path = stroke * (width - thick, height - thin) + (x + thick / 2, y + thin / 2)
        canvas.pen(colour, path, thick, thin)
