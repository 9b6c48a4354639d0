"""How many px a dp is: more of them in a large window, so that nothing is tiny or lost in emptiness there."""

from __future__ import annotations

from kivy.metrics import Metrics

DESIGNED_FOR = 1280, 800  # dp
STEPS = ((1.7, 1.5), (1.3, 1.25))
"""From so many times that size on everything is so many times as large."""

_usual: float | None = None  # the density of the screen, before anything was enlarged


def zoom_of(width: float, height: float) -> float:
    """How many times as large as usual all is drawn in a window of ``width`` x ``height`` dp (of the usual size)."""
    times = min(width / DESIGNED_FOR[0], height / DESIGNED_FOR[1])
    return next((zoom for at, zoom in STEPS if times >= at), 1.0)


def fit(width: float, height: float) -> bool:
    """Makes a dp as large as suits a window of ``width`` x ``height`` px. -> whether that is new: then screens must be made anew."""
    global _usual
    if _usual is None:
        _usual = float(Metrics.density)
    density = _usual * zoom_of(width / _usual, height / _usual)
    if abs(Metrics.density - density) < 1e-6:
        return False
    Metrics.density = density
    return True
