"""Cards, icons and pictures as they come out in a window without a screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from app.window import theme
from tests.app import window_kit as kit

Picture = NDArray[np.uint8]


@pytest.fixture(scope="module", autouse=True)
def _window() -> None:
    from kivy.uix.floatlayout import FloatLayout

    kit.put(FloatLayout(), (1280, 800), lambda *_key: False)  # a window to draw in


@pytest.fixture(autouse=True)
def _usual_look() -> Iterator[None]:
    theme.use()
    yield
    theme.use()


def pictures(widgets: Sequence[Any], size: tuple[int, int], out: Path) -> list[Picture]:
    """What each widget draws on a grey ground, (height, width, 3) BGR: all of them in one picture, cut apart."""
    import cv2
    from kivy.graphics import Color, Rectangle
    from kivy.uix.floatlayout import FloatLayout

    across, (width, height), gap = 10, size, 12
    rows = -(-len(widgets) // across)
    whole = (across * (width + gap) // 4 * 4 + 4, rows * (height + gap))
    sheet = FloatLayout(size=whole, size_hint=(None, None))
    with sheet.canvas.before:
        Color(0.5, 0.5, 0.5)
        Rectangle(size=whole)
    places = []
    for number, widget in enumerate(widgets):
        x, y = number % across * (width + gap) + gap // 2, number // across * (height + gap) + gap // 2
        widget.size_hint, widget.size, widget.pos = (None, None), size, (x, y)
        sheet.add_widget(widget)
        places.append((x, whole[1] - y - height))
    kit.frames(2)
    sheet.export_to_png(str(out / "sheet.png"))
    drawn = cv2.imread(str(out / "sheet.png"))
    assert drawn is not None
    return [drawn[y : y + height, x : x + width] for x, y in places]


def unlike(a: Picture, b: Picture) -> float:
    """How much of the brightness differs, 0 to 255: what one would see without colours."""
    return float(np.abs(a.mean(axis=2) - b.mean(axis=2)).mean())


@pytest.mark.parametrize("size", [(40, 56), (52, 38), (68, 96), (114, 160)])
def test_every_card_is_drawn_and_no_two_are_alike_even_without_colours(size: tuple[int, int], tmp_path: Path) -> None:
    from app.window.card_face import CardFace

    drawn = pictures([*(CardFace(card=card) for card in range(54)), CardFace(face_down=True)], size, tmp_path)
    for card, picture in enumerate(drawn):
        assert picture.std() > 15, card
    for (a, one), (b, other) in combinations(enumerate(drawn), 2):
        clear = np.abs(one.mean(axis=2) - other.mean(axis=2)) > 50
        assert clear.mean() > 0.005, (a, b)  # of all its points; kings of two black suits are the most alike


def test_lit_dim_and_usual_are_told_apart(tmp_path: Path) -> None:
    from app.window.card_face import CardFace

    looks = [CardFace(card=9), CardFace(card=9, lit=True), CardFace(card=9, dim=True), CardFace(card=9, turned=180)]
    usual, lit, dim, turned = pictures(looks, (68, 96), tmp_path)
    assert min(unlike(a, b) for a, b in combinations((usual, lit, dim, turned), 2)) > 3
    assert usual.mean() > dim.mean() + 20


def test_a_card_that_changes_is_drawn_anew_and_one_that_moves_is_not(tmp_path: Path) -> None:
    from app.window.card_face import CardFace

    card = CardFace(card=3)
    before = pictures([card], (68, 96), tmp_path)[0]
    instructions = list(card.canvas.before.children)
    card.pos = (31, 17)
    kit.frames(2)
    assert list(card.canvas.before.children) == instructions
    card.parent.remove_widget(card)
    card.card = 50
    assert unlike(before, pictures([card], (68, 96), tmp_path)[0]) > 1


@pytest.mark.parametrize("four_colours", [False, True])
def test_suits_can_be_read_on_paper(four_colours: bool) -> None:
    from app.window.card_face import colours

    theme.use(four_colours=four_colours)
    for card in range(54):
        assert theme.contrast(colours(card)["suit"], colours(card)["paper"]) >= 4.5
    assert len({colours(card)["suit"] for card in range(48, 52)}) == (4 if four_colours else 2)


def test_every_icon_is_drawn_and_no_two_are_alike(tmp_path: Path) -> None:
    from app.window.icons import ICONS, Icon

    drawn = dict(zip(ICONS, pictures([Icon(name=name) for name in ICONS], (24, 24), tmp_path), strict=True))
    for name, picture in drawn.items():
        assert picture.max() > 200, name
    for (a, one), (b, other) in combinations(drawn.items(), 2):
        assert unlike(one, other) > 1, (a, b)


def test_every_icon_that_a_screen_asks_for_is_there() -> None:
    from app.window.icons import ICONS

    folder = Path(theme.__file__).parent
    asked = {
        name for file in folder.glob("*.py") for name in re.findall(r'\bicon="([a-z-]+)"', file.read_text("utf-8"))
    }
    for file in folder.glob("*.kv"):
        for line in re.findall(r"Icon:\n(?:\s+.*\n)*?\s+name: (.*)", file.read_text("utf-8")):
            asked |= set(re.findall(r"'([a-z-]+)'", line))
    assert asked and asked <= set(ICONS)


@pytest.mark.parametrize("size", [(120, 80), (400, 240), (200, 300)])
def test_every_game_has_a_picture_of_its_own_and_an_unknown_one_has_one_too(
    size: tuple[int, int], tmp_path: Path
) -> None:
    from app.window.game_picture import SCENES, GamePicture
    from rules.games import GAMES

    assert set(SCENES) == set(GAMES)
    drawn = pictures([GamePicture(game=game) for game in (*SCENES, "a-sixth-game")], size, tmp_path)
    assert all(picture.std() > 15 for picture in drawn)
    assert min(unlike(a, b) for a, b in combinations(drawn, 2)) > 5


def test_a_widget_without_room_draws_nothing_and_does_not_fail(tmp_path: Path) -> None:
    from app.window.card_face import CardFace
    from app.window.game_picture import GamePicture
    from app.window.icons import Icon

    for widget in (CardFace(card=5), CardFace(face_down=True), Icon(name="undo"), GamePicture(game="cuckoo")):
        for size in ((0, 0), (1, 40), (3, 3), (5, 2), (7, 300)):
            widget.size = size
            kit.frames(1)
