"""Names of cards find a place on the picture."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.window.geometry import free_spot, outside, outside_box

SQUARE = np.array([(10, 10), (30, 10), (30, 30), (10, 30)], float)
AREA = (0.0, 0.0, 400.0, 300.0)


@given(st.floats(0, 400), st.floats(0, 300), st.floats(5, 90))
def test_a_name_never_leaves_the_picture(x: float, y: float, side: float) -> None:
    quad = np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
    left, low = free_spot(quad, (44, 24), AREA, [])
    assert left >= 0 and low >= 0 and left + 44 <= 400 and low + 24 <= 300


def test_a_second_name_goes_where_the_first_does_not_stand() -> None:
    quad = SQUARE + 100
    first = free_spot(quad, (44, 24), AREA, [])
    box = (*first, first[0] + 44, first[1] + 24)
    second = free_spot(quad, (44, 24), AREA, [box])
    assert outside_box(box, (second[0] + 22, second[1] + 12)) > 0


def test_the_distance_from_a_card_is_zero_inside_and_grows_outside() -> None:
    assert outside(SQUARE, (20, 20)) == 0
    assert outside(SQUARE[::-1], (20, 20)) == 0
    assert outside(SQUARE, (35, 20)) == 5
    assert outside(SQUARE, (33, 34)) == 5
