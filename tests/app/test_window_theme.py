"""Texts can be read on what they stand on."""

from __future__ import annotations

import pytest

from app.window import theme
from app.window.theme import contrast

PAIRS = {
    "text on the ground": (theme.TEXT, theme.GROUND),
    "text on a panel": (theme.TEXT, theme.PANEL),
    "text on a button": (theme.TEXT, theme.RAISED),
    "text on a button held down": (theme.TEXT, theme.PRESSED),
    "quiet text on the ground": (theme.QUIET, theme.GROUND),
    "quiet text on a panel": (theme.QUIET, theme.PANEL),
    "quiet text on a lit tile": (theme.QUIET, theme.RAISED),
    "brass on the ground": (theme.BRASS, theme.GROUND),
    "brass on a lit tile": (theme.BRASS, theme.RAISED),
    "ink on paper": (theme.INK, theme.PAPER),
    "red on paper": (theme.RED, theme.PAPER),
    "a doubtful name": (theme.UNSURE, theme.UNSURE_WASH),
}
for mood, (tint, wash) in theme.MOODS.items():
    PAIRS[f"the headline of {mood}"] = tint, wash
    PAIRS[f"text of {mood}"] = theme.TEXT, wash
    PAIRS[f"quiet text of {mood}"] = theme.QUIET, wash
    PAIRS[f"{mood} in the list of moves"] = tint, theme.PANEL
    PAIRS[f"the sign of {mood}"] = theme.GROUND, tint


@pytest.mark.parametrize("pair", PAIRS)
def test_contrast_is_at_least_four_and_a_half(pair: str) -> None:
    assert contrast(*PAIRS[pair]) >= 4.5


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast(theme.colour("#000000"), theme.colour("#ffffff")) == pytest.approx(21)
    assert contrast(theme.colour("#777777"), theme.colour("#ffffff")) == pytest.approx(4.48, abs=0.01)
