"""Court figures and jokers of our own pack."""

from __future__ import annotations

from datasets.vector import Canvas, Colour, rectangle


def paint_court(canvas: Canvas, rank: int, suit: int) -> None:
    """Paint a jack (0), queen (1) or king (2) into the frame."""
    from datasets import demo_deck as d

    canvas.line(d.INK, rectangle(12.6, 6.5, 50.4, 81.5, 0.8), 0.4, closed=True)
    d.pip(canvas, suit, 31.5, 30, 16)
    d.letter(canvas, "JQK"[rank], 26, 40, 11, 16, d.SUIT_COLOURS[suit])


def paint_joker(canvas: Canvas, colour: Colour) -> None:
    canvas.line(colour, rectangle(14.6, 8.5, 48.4, 79.5, 0.8), 0.4, closed=True)
