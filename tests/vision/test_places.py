"""Places that follow the cards that are known to lie in them, and a camera that is knocked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import Card, parse_card
from rules.table import MIDDLE, STOCK, Place, usual_layout
from vision.places import propose, seen_from
from vision.track import Track

SIZE = (1280, 720)
PLAYERS = ("Ann", "Ben", "Cid", "Dan")
LAYOUT = usual_layout(PLAYERS)
QUEENS = dict(zip(PLAYERS, map(parse_card, ("QH", "QS", "QC", "QD")), strict=True))


def track(number: int, card: Card | None, x: float, y: float, *, hidden: bool = False) -> Track:
    """A card whose middle is at fractions of the picture."""
    quad = np.array([[-30, -40], [30, -40], [30, 40], [-30, 40]], np.float32)
    quad += np.array([x * SIZE[0], y * SIZE[1]], np.float32)
    kind = "back" if card is None else "card"
    return Track(number, card, (), 0.99, kind, quad, quad, 0.0, True, 1.0, hidden)  # type: ignore[arg-type]


def middle(place: Place) -> np.ndarray:
    x0, y0, x1, y1 = place.box
    return np.array([(x0 + x1) / 2, (y0 + y1) / 2])


def inside(place: Place, spot: np.ndarray) -> bool:
    x0, y0, x1, y1 = place.box
    return bool(x0 <= spot[0] <= x1 and y0 <= spot[1] <= y1)


def queens(scale: float, shift: tuple[float, float]) -> dict[str, np.ndarray]:
    """Where the queens lie on a table that is seen otherwise than the layout thinks."""
    spots = {p.name: (middle(p) - 0.5) * scale + 0.5 + np.array(shift) for p in LAYOUT if p.name in PLAYERS}
    return {name: np.clip(spot, 0.02, 0.98) for name, spot in spots.items()}


def proposed(spots: dict[str, np.ndarray]) -> tuple[Place, ...]:
    tracks = [track(n, QUEENS[name], *spot) for n, (name, spot) in enumerate(spots.items())]
    return propose(LAYOUT, tracks, SIZE, {name: [QUEENS[name]] for name in spots})


def test_places_stay_as_they_are_while_the_cards_lie_in_them() -> None:
    spots = {p.name: np.array([p.box[0] + 0.02, p.box[1] + 0.02]) for p in LAYOUT if p.name in PLAYERS}
    assert proposed(spots) == LAYOUT


def test_a_card_that_is_not_seen_or_not_expected_moves_nothing() -> None:
    far = [track(1, parse_card("7C"), 0.01, 0.5), track(2, QUEENS["Ann"], 0.5, 0.5, hidden=True)]
    assert propose(LAYOUT, far, SIZE, {"Ann": [QUEENS["Ann"]]}) == LAYOUT


@pytest.mark.parametrize(
    ("scale", "shift"), [(0.55, (0, 0)), (0.7, (0.05, -0.04)), (1.0, (0.0, -0.25)), (0.6, (-0.08, 0.05))]
)
def test_the_layout_follows_the_queens_that_lie_elsewhere(scale: float, shift: tuple[float, float]) -> None:
    spots = queens(scale, shift)
    places = {place.name: place for place in proposed(spots)}
    assert all(inside(places[name], spot) for name, spot in spots.items())
    assert all(not inside(places[MIDDLE], spot) for spot in spots.values())


def test_what_was_proposed_once_is_not_changed_again() -> None:
    spots = queens(0.6, (0.02, 0.03))
    tracks = [track(n, QUEENS[name], *spot) for n, (name, spot) in enumerate(spots.items())]
    expected = {name: [QUEENS[name]] for name in spots}
    first = propose(LAYOUT, tracks, SIZE, expected)
    assert propose(first, tracks, SIZE, expected) == first


def test_face_down_cards_tell_where_the_stock_is() -> None:
    stock = next(place for place in LAYOUT if place.name == STOCK)
    where = middle(stock) - np.array([0.1, 0.0])
    places = propose(LAYOUT, [track(1, None, *where)], SIZE, {STOCK: [None]})
    assert inside(next(p for p in places if p.name == STOCK), where)


@settings(max_examples=60, deadline=None)
@given(st.floats(0.5, 1.3), st.floats(-0.2, 0.2), st.floats(-0.2, 0.2), st.integers(1, 4))
def test_boxes_are_always_boxes_in_the_picture(scale: float, x: float, y: float, count: int) -> None:
    spots = dict(list(queens(scale, (x, y)).items())[:count])
    for place in proposed(spots):
        x0, y0, x1, y1 = place.box
        assert 0 <= x0 < x1 <= 1
        assert 0 <= y0 < y1 <= 1


def test_places_move_with_a_knocked_camera() -> None:
    moved = np.array([[1.0, 0, 64], [0, 1.0, -36]])
    for before, after in zip(LAYOUT, seen_from(LAYOUT, moved, SIZE), strict=True):
        assert np.allclose(np.array(after.box) - before.box, (0.05, -0.05, 0.05, -0.05))
