"""Where a hand came from: told by where its arm reaches over the picture's edge, and by whose place is there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules.games import GAMES
from rules.table import Place, usual_layout
from vision.hands import Entries, Hands
from vision.zones import _seats, _who

SIZE = (54, 96)  # height and width of the small picture
TALL = SIZE[0] / SIZE[1]


class Still:
    """What is foreign in one look."""

    def __init__(self, *boxes: tuple[int, int, int, int]) -> None:
        self.foreign = np.zeros(SIZE, bool)
        for x0, y0, x1, y1 in boxes:
            self.foreign[y0:y1, x0:x1] = True

    def moving(self, _seconds: float) -> Any:
        return np.zeros(SIZE, bool)

    def fill(self, _quads: object) -> Any:
        card = np.zeros(SIZE, bool)
        card[15:25, 40:48] = True
        return card


def entries(*looks: Still) -> list[tuple[float, ...]]:
    hands = Hands()
    for number, still in enumerate(looks):
        hands.look(still, number * 0.1)  # type: ignore[arg-type]
    found = hands.brought(np.zeros((4, 2), np.float32), looks[-1], len(looks) * 0.1)  # type: ignore[arg-type]
    return [tuple(round(v, 3) for v in entry) for entry in found]


def test_an_arm_is_told_by_the_middle_of_its_way_in() -> None:
    arm = Still((38, 15, 50, 54))
    assert entries(arm, arm) == [(0.458, 1.0)] * 2


def test_a_carried_card_that_reaches_over_another_edge_does_not_hide_where_the_arm_comes_in() -> None:
    assert entries(Still((38, 5, 50, 54), (42, 0, 46, 5))) == [(0.458, 1.0)]


def test_a_look_that_tells_nothing_takes_nothing_from_the_others() -> None:
    arm, across = Still((38, 15, 50, 54)), Still((38, 0, 50, 54))
    assert len(entries(arm, across, arm)) == 2


PLAYERS = ["Ann", "Ben", "Cid", "Dan"]


def who(came: Entries, places: tuple[Place, ...]) -> str:
    return _who(came, _seats(places, TALL), TALL)


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        ((0.5, 1.0), "Ann"),
        ((0.0, 0.3), "Ben"),
        ((0.4, 0.0), "Cid"),
        ((1.0, 0.5), "Dan"),
        ((0.9, 0.0), ""),
        ((0.96, 1.0), ""),
        ((1.0, 0.9), ""),
    ],
)
def test_whose_hand_it_is_the_edge_tells_but_not_a_corner(entry: tuple[float, float], name: str) -> None:
    assert who((entry, entry), usual_layout(PLAYERS)) == name


def test_a_player_reaches_in_on_the_side_of_the_taxis_as_well() -> None:
    places = GAMES["courtesan"].layout(PLAYERS[:3])
    assert who(((0.7, 1.0), (0.75, 1.0)), places) == "Ann"
    assert who(((0.0, 0.5), (0.0, 0.55)), places) == "Ben"


def test_an_arm_that_moves_along_the_edge_is_one_players_and_arms_of_two_are_nobodys() -> None:
    places = usual_layout(PLAYERS)
    assert who(((0.3, 1.0), (0.75, 1.0)), places) == "Ann"
    assert who(((0.3, 1.0), (0.35, 1.0), (1.0, 0.4)), places) == ""
    assert who(((0.3, 1.0),), places) == ""
