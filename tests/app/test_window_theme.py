"""Texts can be read on what they stand on."""

from __future__ import annotations

import pytest

from app.window import theme
from app.window.theme import contrast


def pairs() -> dict[str, tuple[theme.Colour, theme.Colour]]:
    """What stands on what, in the palette of now."""
    found = {
        "text on the ground": (theme.TEXT, theme.GROUND),
        "text on a panel": (theme.TEXT, theme.PANEL),
        "text on a button": (theme.TEXT, theme.RAISED),
        "text on a button held down": (theme.TEXT, theme.PRESSED),
        "quiet text on the ground": (theme.QUIET, theme.GROUND),
        "quiet text on a panel": (theme.QUIET, theme.PANEL),
        "quiet text on a lit tile": (theme.QUIET, theme.RAISED),
        "brass on the ground": (theme.BRASS, theme.GROUND),
        "brass on a panel": (theme.BRASS, theme.PANEL),
        "brass on a lit tile": (theme.BRASS, theme.RAISED),
        "text on a brass button": (theme.ON_BRASS, theme.BRASS),
        "text on a brass button held down": (theme.ON_BRASS, theme.QUIET),
        "ink on paper": (theme.INK, theme.PAPER),
        "a doubtful name": (theme.UNSURE, theme.UNSURE_WASH),
    }
    for suit in range(4):
        found[f"suit {suit} on paper"] = theme.suit_colour(suit), theme.PAPER
    for mood, (tint, wash) in theme.MOODS.items():
        found[f"the headline of {mood}"] = tint, wash
        found[f"text of {mood}"] = theme.TEXT, wash
        found[f"quiet text of {mood}"] = theme.QUIET, wash
        found[f"{mood} in the list of moves"] = tint, theme.PANEL
        found[f"the sign of {mood}"] = theme.GROUND, tint
    return found


@pytest.mark.parametrize("dark", (True, False), ids=("dark", "light"))
@pytest.mark.parametrize("four", (True, False), ids=("four colours", "two colours"))
def test_contrast_is_at_least_four_and_a_half(dark: bool, four: bool) -> None:
    try:
        theme.use(dark=dark, four_colours=four)
        poor = {name: round(contrast(*pair), 2) for name, pair in pairs().items() if contrast(*pair) < 4.5}
    finally:
        theme.use()
    assert poor == {}


def test_four_colours_are_four_and_two_are_two() -> None:
    try:
        theme.use(four_colours=True)
        assert len({theme.suit_colour(suit) for suit in range(4)}) == 4
    finally:
        theme.use()
    assert len({theme.suit_colour(suit) for suit in range(4)}) == 2


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast(theme.colour("#000000"), theme.colour("#ffffff")) == pytest.approx(21)
    assert contrast(theme.colour("#777777"), theme.colour("#ffffff")) == pytest.approx(4.48, abs=0.01)
