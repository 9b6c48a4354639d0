"""Nothing of the table screen is cut off, too small or over something else: every state, every shape, and with large text."""

from __future__ import annotations

from typing import Any

import pytest

from tests import shots_table
from tests.app import layout_checks
from tests.app import window_kit as kit

SIZES = [(390, 844), (844, 390), (1280, 800), (2560, 1440)]
# Cards lie on each other as in a hand; the drawn table finds the nearest to the finger; the names on a picture are for keys.
LIE_ON_EACH_OTHER = ("FanCard", "TableCard", "CardTag")


def problems(screen: Any) -> list[str]:
    found = layout_checks.problems(screen)
    return [line for line in found if not line.startswith(LIE_ON_EACH_OTHER)]


def shown(name: str, size: tuple[int, int], **look: Any) -> list[str]:
    kit.complaints.clear()
    kit.chosen.update(look)
    try:
        screen = shots_table.SHOTS[name](size)
        kit.frames(5)
        return problems(screen) + kit.complaints
    finally:
        kit.chosen.clear()


@pytest.mark.parametrize("name", shots_table.SHOTS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_state_fits(name: str, size: tuple[int, int]) -> None:
    assert shown(name, size) == []


@pytest.mark.parametrize("name", shots_table.SHOTS)
@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_state_fits_with_large_text(name: str, size: tuple[int, int]) -> None:
    assert shown(name, size, text_size=1.5) == []
