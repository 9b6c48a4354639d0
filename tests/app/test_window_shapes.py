"""What we draw is sound as geometry: outlines, triangles, pips. No window is needed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.window.card_art import back, face
from app.window.courts import FIGURES
from app.window.game_figures import FIGURES as GAME_FIGURES
from app.window.mesh import FULL, Pen, Points, Shape, area, detail, shape, simplified
from app.window.shapes import MOON, PIPS, SUITS, SUN, circle, path, rays, rounded

OUTLINES = {
    "clubs": SUITS[0],
    "diamonds": SUITS[1],
    "hearts": SUITS[2],
    "spades": SUITS[3],
    "sun": SUN,
    "moon": MOON,
    "card": rounded(0, 0, 5, 7, 0.4),
}


def cut_area(what: Shape) -> float:
    """Of all triangles, each of which must have been cut off counterclockwise."""
    areas = [area(what.points[triangle]) for triangle in what.triangles]
    assert min(areas) > -1e-12
    return sum(areas)


def crosses_itself(outline: Points) -> bool:
    """Whether two sides of a closed outline cross."""

    def side(a: Points, b: Points, c: Points) -> float:
        return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

    sides = list(zip(outline, np.roll(outline, -1, axis=0), strict=True))
    return any(
        side(a, b, c) * side(a, b, d) < -1e-15 and side(c, d, a) * side(c, d, b) < -1e-15
        for n, (a, b) in enumerate(sides)
        for c, d in sides[n + 2 :]
    )


@pytest.mark.parametrize("name", OUTLINES)
def test_triangles_cover_just_what_the_outline_holds(name: str) -> None:
    what = shape(OUTLINES[name])
    assert cut_area(what) == pytest.approx(area(what.points))
    assert area(what.points) > 0


@pytest.mark.parametrize("name", OUTLINES)
def test_no_outline_crosses_itself(name: str) -> None:
    assert not crosses_itself(shape(OUTLINES[name]).points)


@pytest.mark.parametrize("suit", range(4))
def test_a_suit_stands_upright_in_its_box_and_is_alike_on_both_sides(suit: int) -> None:
    outline = SUITS[suit]
    assert outline.min() >= 0 and outline.max() <= 1
    assert np.ptp(outline[:, 1]) > 0.95  # as high as the box
    left = {(round(x, 6), round(y, 6)) for x, y in outline}
    assert left == {(round(1 - x, 6), round(y, 6)) for x, y in outline}


@pytest.mark.parametrize("count", PIPS)
def test_pips_lie_alike_for_both_players_but_for_a_seven(count: int) -> None:
    pips = PIPS[count]
    assert len(pips) == len(set(pips)) == count
    turned = {(round(1 - x, 6), round(1 - y, 6)) for x, y in pips}
    odd = turned ^ {(round(x, 6), round(y, 6)) for x, y in pips}
    assert len(odd) == (2 if count == 7 else 0)  # a seven has one pip more on one side, as on any card


@pytest.mark.parametrize("name", [*FIGURES, *GAME_FIGURES])
@pytest.mark.parametrize("size", [10, 40, 200])
def test_all_of_a_figure_can_be_cut_into_triangles(name: str, size: float) -> None:
    for part in (FIGURES | GAME_FIGURES)[name]:
        if not part.width:
            what = shape(simplified(part.points, detail(size), closed=True))
            assert cut_area(what) == pytest.approx(area(what.points)), part.colour


@pytest.mark.parametrize("name", OUTLINES)
@pytest.mark.parametrize("size", [8, 30, 300])
def test_an_outline_made_simpler_looks_the_same_at_its_size(name: str, size: float) -> None:
    outline = OUTLINES[name]
    simple = simplified(outline, detail(size), closed=True)
    assert len(simple) <= len(outline)
    start, end = simple, np.roll(simple, -1, axis=0)
    along = (end - start) / np.hypot(*(end - start).T)[:, None] ** 2
    for point in outline:  # its distance from the nearest side
        part = ((point - start) * along).sum(axis=1).clip(0, 1)[:, None]
        assert np.hypot(*(start + (end - start) * part - point).T).min() * size <= 0.3 + 1e-9


def test_what_is_stamped_lies_as_if_it_had_been_drawn_there() -> None:
    there, elsewhere, stamped = Pen(), Pen(), Pen()
    there.dot("paper", (3.0, 4.0), 2.0)
    there.fill("ink", shape(SUITS[3]), 20.0, (30.0, 40.0), 180)
    elsewhere.fill("ink", shape(SUITS[3]), 20.0)
    stamped.dot("paper", (3.0, 4.0), 2.0)
    stamped.stamp(elsewhere.triangles(), (30.0, 40.0), 180)
    assert stamped.triangles().colours == there.triangles().colours == ("paper", "ink")
    assert stamped.triangles().vertices == pytest.approx(there.triangles().vertices, abs=1e-4)
    assert (stamped.triangles().indices == there.triangles().indices).all()


@given(st.lists(st.floats(0.2, 1.0), min_size=3, max_size=40))
def test_any_outline_around_a_point_is_cut_without_gap_or_overlap(reaches: list[float]) -> None:
    turns = np.arange(len(reaches)) * (2 * math.pi / len(reaches))
    outline = np.stack((np.cos(turns), np.sin(turns)), axis=1) * np.array(reaches)[:, None]
    what = shape(outline)
    assert cut_area(what) == pytest.approx(area(what.points))
    assert shape(outline[::-1]).triangles.shape == what.triangles.shape  # the direction does not matter


def test_the_edge_of_a_filled_shape_fades_over_one_pixel_around_its_outline() -> None:
    pen = Pen()
    pen.fill("ink", shape(circle()), 20.0, (50.0, 40.0))
    vertices = pen.triangles().vertices.reshape(-1, 4)
    reach = np.hypot(vertices[:, 0] - 50, vertices[:, 1] - 40)
    full = vertices[:, 2] == np.float32(FULL)
    assert reach[full] == pytest.approx(np.full(full.sum(), 19.5), abs=0.1)
    assert reach[~full] == pytest.approx(np.full((~full).sum(), 20.5), abs=0.1)


def test_a_line_thinner_than_a_pixel_is_paler_not_broken() -> None:
    pen = Pen()
    pen.line("ink", [(0.0, 0.0), (10.0, 0.0)], 0.5)
    fullness = pen.triangles().vertices.reshape(-1, 4)[:, 2]
    assert 0.25 < fullness.max() < FULL


def test_an_unknown_command_of_a_path_is_refused() -> None:
    with pytest.raises(ValueError, match="'A'"):
        path("M 0 0 A 1 1 2 2")


@pytest.mark.parametrize("size", [(24, 34), (52, 38), (50, 70), (68, 96), (114, 160), (400, 560), (300, 120)])
@pytest.mark.parametrize("unit", [1.0, 2.0])
def test_nothing_on_a_card_goes_over_its_edge(size: tuple[int, int], unit: float) -> None:
    width, height = size
    for card in range(54):
        art = face(card, width, height, unit)
        x, y = art.mesh.vertices.reshape(-1, 4)[:, :2].T
        assert x.min() >= 0 and y.min() >= 0 and x.max() <= width and y.max() <= height, card
        for index in art.indices:
            top = index.line + (-index.capital if index.on_head else index.capital)
            assert min(top, index.line) >= 0 and max(top, index.line) <= height
            assert index.widest / 2 <= index.x + 1e-6 and index.x + index.widest / 2 <= width + 1e-6


def test_a_mesh_has_no_more_points_and_colours_than_it_may() -> None:
    for art in (*(face(card, 400, 560) for card in range(54)), back(400, 560), back(600, 300)):
        assert len(art.mesh.vertices) < 4 * 65536
        assert len(art.mesh.colours) <= 16


def test_rays_have_as_many_points_as_they_are_asked_for() -> None:
    assert len(rays(5, 0.4)) == 10
