"""The look: colours, sizes, fonts. Knows no widget, so that contrast can be tested without a window.

``use`` chooses light or dark, the size of the text and the colours of the suits. Widgets read the names below when they are made,
so the screen is made anew after a change (Shell.rebuild); write ``theme.TEXT``, never ``from theme import TEXT``.
"""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the screen by what they are for, as ``#rrggbb``. ``moods``: sign and headline, wash behind them."""

    ground: str
    panel: str
    raised: str
    pressed: str
    line: str
    text: str
    quiet: str
    brass: str
    on_brass: str
    moods: dict[str, tuple[str, str]]


# A card room at night: ink green walls, lamp-lit paper, brass.
DARK: Final = Palette(
    ground="#0d1917",
    panel="#152824",
    raised="#203a34",
    pressed="#2c4f47",
    line="#2a463f",
    text="#f5efe2",
    quiet="#a8bcb2",
    brass="#e8bd63",
    on_brass="#20180a",
    moods={
        "legal": ("#74d99b", "#16352a"),
        "illegal": ("#ff8f80", "#3d211e"),
        "unverified": ("#f4bd55", "#372d17"),
        "question": ("#f4bd55", "#372d17"),
        "differs": ("#f4bd55", "#372d17"),
        "end": ("#e8bd63", "#2c2716"),
    },
)
# The same room by day: linen, ink, old gold.
LIGHT: Final = Palette(
    ground="#f1ece0",
    panel="#fbf8f0",
    raised="#e7e0cf",
    pressed="#d8cfb9",
    line="#cfc6b0",
    text="#1a2622",
    quiet="#4d5b55",
    brass="#7a5208",
    on_brass="#fff8e8",
    moods={
        "legal": ("#12623a", "#dcefe0"),
        "illegal": ("#a3241a", "#f8dfda"),
        "unverified": ("#744c00", "#f8e9c6"),
        "question": ("#744c00", "#f8e9c6"),
        "differs": ("#744c00", "#f8e9c6"),
        "end": ("#7a5208", "#f5e8c8"),
    },
)

GROUND: Colour
PANEL: Colour
RAISED: Colour
PRESSED: Colour
LINE: Colour
TEXT: Colour
QUIET: Colour
BRASS: Colour
ON_BRASS: Colour
MOODS: dict[str, tuple[Colour, Colour]]

# Cards are paper by day and by night.
PAPER: Final = colour("#fcf8ee")
PAPER_EDGE: Final = colour("#d9d0bb")
INK: Final = colour("#1c2623")
RED: Final = colour("#b8281f")
FOUR_COLOURS = False
_TWO: Final = (INK, RED, RED, INK)  # clubs, diamonds, hearts, spades
_FOUR: Final = (colour("#12663a"), colour("#1b55b4"), RED, INK)

# Names on the picture of the camera, which is neither light nor dark.
ON_PICTURE: Final = colour("#0d1917")
SURE: Final = colour("#5fd6c6")  # the outline of a card read for sure
UNSURE: Final = colour("#f4bd55")
UNSURE_WASH: Final = colour("#372d17")
WRONG: Final = colour("#ff8f80")  # a card that lies where it ought not to, or is missed
LIT: Final = colour("#f7d774")  # a card that would be legal

# Sizes in dp, text in sp.
GAP: Final = 16
SMALL_GAP: Final = 8
TOUCH: Final = 48  # the least side of anything that can be touched
RADIUS: Final = 14
TITLE: float
LARGE: float
BODY: float
SMALL: float
SCALE = 1.0

WIDE_FROM: Final = 760  # dp: from this width on, and lying, the panel stands beside the picture
LOW_UNDER: Final = 620  # dp: under this height a wide window has no room for the ruling below the picture
PANEL_WIDTH: Final = 392


def use(*, dark: bool = True, four_colours: bool = False, scale: float = 1.0) -> None:
    """From now on widgets are made in these colours. ``scale``: of the text, 1 to 2."""
    names = globals()
    palette = DARK if dark else LIGHT
    for name in ("ground", "panel", "raised", "pressed", "line", "text", "quiet", "brass", "on_brass"):
        names[name.upper()] = colour(getattr(palette, name))
    names["MOODS"] = {mood: (colour(tint), colour(wash)) for mood, (tint, wash) in palette.moods.items()}
    names["FOUR_COLOURS"] = four_colours
    names["SCALE"] = scale
    for name, size in (("TITLE", 30), ("LARGE", 20), ("BODY", 16), ("SMALL", 14)):
        names[name] = size * scale


def suit_colour(suit: int) -> Colour:
    """The colour of a suit's sign on paper: red and ink, or a colour of its own for each."""
    return (_FOUR if FOUR_COLOURS else _TWO)[suit]


use()
