"""What is said about a picture that is hard to read, on tables drawn here: a clear one is left alone, a bad one is told for its fault."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.advice import What, advise, edge_softness
from vision.sighting import Sighting

SURE, WIDTH, HEIGHT = 0.8, 1280, 720
Image = NDArray[np.uint8]


class Table:
    """Cards with an index in two corners on a table, seen from a height and a tilt. ``tall``: height of a card in pixels, seen from
    above; ``turns``: of the cards, degrees."""

    def __init__(
        self, tall: float = 170, tilt: float = 0, turns: tuple[float, ...] = (0, 90, 20), table: int = 70
    ) -> None:
        t = np.deg2rad(tilt)
        focal = 1.4 * WIDTH
        squeeze = np.array([[1, 0, 0], [0, np.cos(t), 0], [0, np.sin(t), focal / tall]])
        self._map = np.array([[focal, 0, WIDTH / 2], [0, focal, HEIGHT / 2], [0, 0, 1]]) @ squeeze
        self.image: Image = np.full((HEIGHT, WIDTH, 3), table, np.uint8)
        self.sightings: list[Sighting] = []
        for number, turn in enumerate(turns):
            self._lay((number - (len(turns) - 1) / 2) * 1.25, np.deg2rad(turn))

    def _lay(self, x: float, turn: float) -> None:
        face = np.full((600, 420, 3), 225, np.uint8)
        for _ in range(2):
            cv2.putText(face, "8", (28, 100), cv2.FONT_HERSHEY_SIMPLEX, 2.6, (20, 20, 20), 12, cv2.LINE_AA)
            cv2.circle(face, (52, 135), 18, (20, 20, 20), -1, cv2.LINE_AA)
            face = face[::-1, ::-1].copy()
        for y in (200, 300, 400):
            cv2.circle(face, (210, y), 35, (20, 20, 20), -1, cv2.LINE_AA)
        c, s = np.cos(turn), np.sin(turn)
        place = np.array([[c, -s, x], [s, c, 0], [0, 0, 1]]) @ np.array(
            [[1 / 600, 0, -0.35], [0, 1 / 600, -0.5], [0, 0, 1]]
        )
        to_picture = self._map @ place
        warped = cv2.warpPerspective(face, to_picture, (WIDTH, HEIGHT), flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full((600, 420), 255, np.uint8), to_picture, (WIDTH, HEIGHT))
        self.image[mask > 127] = warped[mask > 127]
        quads = [
            cv2.perspectiveTransform(np.array([points], np.float32), to_picture)[0]
            for points in (
                [(0, 0), (420, 0), (420, 600), (0, 600)],
                [(28, 45), (76, 45), (76, 153), (28, 153)],
                [(392, 555), (344, 555), (344, 447), (392, 447)],
            )
        ]
        self.sightings.append(Sighting("card", 24, 0.97, quads[0], None, 2, (quads[1], quads[2])))

    def advice(self, doubtful: bool = False, image: Image | None = None) -> list[What]:
        """What is said of the picture; ``doubtful``: the first card was not read for sure."""
        cards = list(self.sightings)
        if doubtful:
            first = cards[0]
            cards[0] = Sighting(first.kind, first.card, 0.5, first.corners, None, first.ends, first.indices)
        return advise(self.image if image is None else image, cards, SURE)


def photographed(image: NDArray[np.floating] | Image, noise: float = 2.0) -> Image:
    grain = np.random.default_rng(1).normal(0, noise, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


@given(
    turns=st.lists(st.floats(0, 360), min_size=1, max_size=4),
    tall=st.floats(110, 190),
    tilt=st.floats(0, 35),
    light=st.floats(0.35, 1.1),
    table=st.integers(0, 110),
    doubtful=st.booleans(),
)
@settings(max_examples=25, deadline=None)
def test_a_clear_picture_is_left_alone(
    turns: list[float], tall: float, tilt: float, light: float, table: int, doubtful: bool
) -> None:
    drawn = Table(tall, tilt, tuple(turns), table)
    assert drawn.advice(doubtful, photographed(drawn.image * light)) == []


def test_cards_in_the_dark_are_told_of_and_a_black_table_is_not() -> None:
    assert Table(table=0).advice(doubtful=True) == []
    drawn = Table(table=200)
    dim, night = photographed(drawn.image * 0.2), photographed(drawn.image * 0.08)
    assert drawn.advice(image=dim) == []  # all was read
    assert drawn.advice(doubtful=True, image=dim) == ["dark"]
    assert drawn.advice(image=night) == ["dark"]


def test_coloured_light_is_not_darkness() -> None:
    drawn = Table()
    assert drawn.advice(doubtful=True, image=photographed(drawn.image * (0.9, 0.1, 0.3))) == []


@pytest.mark.parametrize(("sigma", "told"), [(0.0, False), (0.8, False), (2.0, True), (3.0, True)])
def test_a_blurred_picture_is_told_of(sigma: float, told: bool) -> None:
    drawn = Table()
    image = cv2.GaussianBlur(drawn.image, (0, 0), sigma) if sigma else drawn.image
    assert drawn.advice(doubtful=True, image=photographed(image)) == (["blurred"] if told else [])


def test_small_cards_are_far_away_not_blurred() -> None:
    assert Table(tall=100).advice(doubtful=True) == []
    assert Table(tall=70).advice() == []  # all was read
    assert Table(tall=70).advice(doubtful=True) == ["far"]
    assert Table(tall=48).advice() == ["far"]


@pytest.mark.parametrize("turns", [(0.0,), (90.0,), (0.0, 90.0, 20.0), (45.0, 130.0, 200.0)])
def test_a_camera_that_looks_flatly_over_the_table_is_told_of(turns: tuple[float, ...]) -> None:
    assert Table(tilt=45, turns=turns).advice(doubtful=True) == []
    assert Table(tilt=62, turns=turns).advice(doubtful=True) == ["flat"]
    assert Table(tall=260, tilt=70, turns=turns[:2]).advice() == ["flat"]


def test_cards_that_lie_side_by_side_are_not_one_squeezed_card() -> None:
    """Their paper runs together, so the outline is no card's."""
    drawn = Table(turns=(0, 0, 0, 0))
    cv2.rectangle(drawn.image, (380, 290), (920, 430), (225, 225, 225), -1)
    assert "flat" not in drawn.advice(doubtful=True)


def with_light(drawn: Table, reach: float, soft: float = 12.0) -> Image:
    """A lamp mirrored in the first card: ``reach`` in pixels."""
    spot = np.zeros((HEIGHT, WIDTH), np.float32)
    x, y = drawn.sightings[0].corners.mean(axis=0)
    cv2.circle(spot, (int(x), int(y)), int(reach), 1.6, -1)
    if soft:
        spot = cv2.GaussianBlur(spot, (0, 0), soft)
    return photographed(drawn.image * 0.8 + np.minimum(spot, 1.4)[..., None] * 200)


def test_a_lamp_mirrored_in_a_card_is_told_of() -> None:
    drawn = Table(tall=220)
    assert drawn.advice(doubtful=True, image=with_light(drawn, 20)) == []  # a small spot beside the indices
    assert drawn.advice(doubtful=True, image=with_light(drawn, 55)) == ["glare"]
    assert drawn.advice(image=with_light(drawn, 55)) == []  # all was read
    assert "glare" in drawn.advice(image=with_light(drawn, 80))


def test_white_paper_in_bright_light_is_no_glare() -> None:
    drawn = Table(tall=220)
    assert drawn.advice(doubtful=True, image=photographed(drawn.image * 1.3)) == []


def test_without_cards_only_darkness_and_blur_are_told_of() -> None:
    drawn = Table()
    black = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    assert advise(black, [], SURE) == ["no light"]
    assert advise(photographed(black + 8), [], SURE) == ["no light"]
    assert advise(photographed(drawn.image), [], SURE) == []
    assert advise(photographed(np.full_like(black, 90)), [], SURE) == []  # an empty table
    assert advise(photographed(cv2.GaussianBlur(drawn.image, (0, 0), 12)), [], SURE) == ["blurred"]


def test_faint_sightings_do_not_count() -> None:
    drawn = Table()
    speck = np.array([[5, 5], [8, 5], [8, 11], [5, 11]], np.float32)
    faint = [Sighting("index", 3, 0.1, speck)]
    assert advise(drawn.image, faint, SURE) == []
    assert advise(drawn.image, [*drawn.sightings, *faint], SURE) == []


@given(
    st.integers(1, 90),
    st.integers(1, 90),
    st.lists(
        st.tuples(
            st.sampled_from(["card", "index", "back"]),
            st.lists(st.tuples(st.floats(-50, 150), st.floats(-50, 150)), min_size=4, max_size=4),
            st.floats(0, 1),
        ),
        max_size=4,
    ),
    st.integers(0, 3),
)
@settings(max_examples=60, deadline=None)
def test_any_picture_with_any_sightings_is_judged(
    height: int, width: int, seen: list[tuple[str, list[tuple[float, float]], float]], seed: int
) -> None:
    image = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    sightings = [
        Sighting(kind, None if kind == "back" else 5, sure, np.array(quad, np.float32))  # type: ignore[arg-type]
        for kind, quad, sure in seen
    ]
    assert set(advise(image, sightings, SURE)) <= {"no light", "dark", "blurred", "glare", "far", "flat"}


@pytest.mark.parametrize("sigma", [1.5, 2.5, 4.0])
def test_the_softness_of_an_edge_is_the_blur_that_made_it(sigma: float) -> None:
    image = np.full((60, 60), 30, np.uint8)
    image[:, 30:] = 220
    assert edge_softness(cv2.GaussianBlur(image, (0, 0), sigma)) == pytest.approx(sigma, rel=0.25)
    assert np.isnan(edge_softness(np.full((60, 60), 200, np.uint8)))
