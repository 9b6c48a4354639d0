"""Nothing of the table screen is cut off, too small or over something else: every state, every shape, and with large text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app import language
from app.window import paint
from tests import shots_table
from tests.app import layout_checks
from tests.app import window_kit as kit

SIZES = [(390, 844), (844, 390), (1280, 800), (2560, 1440)]
PLAYED = [name for name in shots_table.SHOTS if name.startswith("played")]
# Cards lie on each other as in a hand; the drawn table finds the nearest to the finger; the names on a picture are for keys.
LIE_ON_EACH_OTHER = ("FanCard", "TableCard", "CardTag")


@pytest.fixture(autouse=True)
def nothing_is_painted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Cards and icons have their places; how they look is tested elsewhere, and takes a third of the time."""

    def _draw_now(_widget: Any, _dt: float) -> None:  # Kivy's clock finds it by this name
        pass

    monkeypatch.setattr(paint.Painted, "_draw_now", _draw_now)
    yield
    language.use("en")


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


@pytest.mark.parametrize("name", PLAYED)
def test_a_table_on_a_small_phone_fits(name: str) -> None:
    assert shown(name, (360, 640)) == []


@pytest.mark.parametrize("name", ["table-3-illegal", "table-8-mismatch", "played-ceraria-covered", "played-crusaders"])
@pytest.mark.parametrize("chosen", ["ru", "mn"])
def test_long_words_fit_in_large_text(name: str, chosen: str) -> None:
    assert shown(name, (390, 844), text_size=1.5, language=chosen) == []
