"""The look: colours, sizes, fonts. Knows no widget, so that contrast can be tested without a window."""

from __future__ import annotations

from typing import Final

Colour = tuple[float, float, float, float]


def colour(code: str, alpha: float = 1.0) -> Colour:
    """``#rrggbb`` as red, green, blue, alpha from 0 to 1."""
    value = int(code.lstrip("#"), 16)
    return (value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255, alpha


def contrast(a: Colour, b: Colour) -> float:
    """Contrast of two opaque colours, 1 to 21 (WCAG 2.1, relative luminance)."""
    bright, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(of: Colour) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in of[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# A card room at night: ink green walls, lamp-lit paper, brass.
GROUND: Final = colour("#0d1917")
PANEL: Final = colour("#152824")
RAISED: Final = colour("#203a34")
PRESSED: Final = colour("#2c4f47")
LINE: Final = colour("#2a463f")
TEXT: Final = colour("#f5efe2")
QUIET: Final = colour("#a8bcb2")
BRASS: Final = colour("#e8bd63")
ON_BRASS: Final = colour("#20180a")

PAPER: Final = colour("#fcf8ee")
PAPER_EDGE: Final = colour("#d9d0bb")
INK: Final = colour("#1c2623")
RED: Final = colour("#b8281f")

_AMBER, _AMBER_WASH = colour("#f4bd55"), colour("#372d17")
MOODS: Final[dict[str, tuple[Colour, Colour]]] = {  # what a panel tells -> sign and headline, wash behind them
    "legal": (colour("#74d99b"), colour("#16352a")),
    "illegal": (colour("#ff8f80"), colour("#3d211e")),
    "unverified": (_AMBER, _AMBER_WASH),
    "question": (_AMBER, _AMBER_WASH),
    "differs": (_AMBER, _AMBER_WASH),
    "end": (BRASS, colour("#2c2716")),
}
SURE: Final = colour("#5fd6c6")  # the outline of a card read for sure
UNSURE: Final = _AMBER
UNSURE_WASH: Final = _AMBER_WASH

# Sizes in dp, text in sp.
GAP: Final = 16
SMALL_GAP: Final = 8
TOUCH: Final = 48  # the least side of anything that can be touched
RADIUS: Final = 14
TITLE: Final = 30
LARGE: Final = 20
BODY: Final = 16
SMALL: Final = 14

WIDE_FROM: Final = 760  # dp: from this width on, and lying, the panel stands beside the picture
LOW_UNDER: Final = 620  # dp: under this height a wide window has no room for the ruling below the picture
PANEL_WIDTH: Final = 392
