"""What films look like at their levels, and that the truth says what is to be seen."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.decks import HELD_OUT, OURS, Deck, Face, held_out_decks
from datasets.demo_deck import demo_deck
from datasets.film import Film, main
from datasets.film_camera import LEVELS, Bump, Level, Look, film_camera, film_look, index_height, jolt, knocked
from datasets.film_painter import Painter, raised
from datasets.film_script import Clip, HandAt, Lying, Moment, Script
from datasets.film_stage import Pose
from datasets.film_story import FilmError, story
from datasets.hands import STYLES
from rules.cards import parse_card

GAME = Path(__file__).parent / "games" / "mistakes.kbz"
CARD = Path(__file__).parents[2] / "models" / "CARD.md"
SMALL = (640, 360)


@cache
def deck() -> Deck:
    return demo_deck()


def film_of(level: Level, seed: int) -> Film:
    return Film(story(GAME.read_text(encoding="utf-8")), deck(), seed, SMALL, level=level)


def painter_of(seed: int, level: Level = "normal", look: Look | None = None, its_deck: Deck | None = None) -> Painter:
    rng = np.random.default_rng(seed)
    camera = film_camera(SMALL, rng, level)
    return Painter(camera, its_deck or deck(), rng, look or film_look(rng, level, 30))


@cache
def cached_painter() -> Painter:
    return painter_of(12)


def still(*cards: Lying) -> Script:
    return Script((Clip(30.0, cards),), ())


def lying(name: str | None, x: float = 0, y: float = 0, **more: float) -> Lying:
    z = more.pop("z", 0.0)
    card = None if name is None else parse_card(name)
    return Lying(card, "middle", Pose(x, y, more.pop("angle", 0.0), z), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_arguments_give_the_same_pictures_and_another_seed_gives_others(level: Level) -> None:
    one, same, other = film_of(level, 5), film_of(level, 5), film_of(level, 6)
    for number in (0, len(one) // 2, 40):
        assert np.array_equal(one.frame(number), same.frame(number))
    assert not np.array_equal(one.frame(40), other.frame(40))
    assert list(one.truth_lines())[::25] == list(same.truth_lines())[::25]


@pytest.mark.parametrize("seed", range(40))
def test_a_camera_of_a_normal_film_is_tilted_and_sees_indices_as_high_as_a_telephone_does(seed: int) -> None:
    camera = film_camera((1280, 720), np.random.default_rng(seed), "normal")
    assert 20 <= np.degrees(np.arccos(-camera.axes[2, 2])) <= 50
    heights = [index_height(camera, x, y) for x in (0.15, 0.5, 0.85) for y in (0.12, 0.5, 0.88)]
    assert 16 < min(heights) < max(heights) < 46
    near, far = camera.on_table(0.5, 0.9)[1], camera.on_table(0.5, 0.1)[1]
    assert near - far > 88 * 3  # three cards, one behind the other


@given(
    st.integers(0, 10_000),
    st.floats(0.02, 0.98),
    st.floats(0.02, 0.98),
    st.tuples(st.floats(-25, 25), st.floats(-25, 25), st.floats(-2, 2)),
)
@settings(max_examples=60, deadline=None)
def test_what_is_seen_at_a_pixel_is_projected_to_it(
    seed: int, x: float, y: float, by: tuple[float, float, float]
) -> None:
    camera = knocked(film_camera((1280, 720), np.random.default_rng(seed), "rough"), by)
    mm = camera.on_table(x, y)
    assert np.allclose(camera.project(np.array([[*mm, 0.0]])), [[x * 1280, y * 720]], atol=0.6)


def test_painting_only_what_moves_gives_the_same_picture_as_painting_all(monkeypatch: pytest.MonkeyPatch) -> None:
    film = film_of("normal", 3)
    moving = [n for n in range(len(film)) if film.script.at(n / film.fps).hands][5:60:11]
    parts = [film.frame(n).astype(int) for n in moving]
    monkeypatch.setattr(Painter, "_window", lambda *_: (0, 0, *SMALL))
    for number, part in zip(moving, parts, strict=True):
        assert np.abs(film.frame(number) - part).max() <= 3


@given(st.floats(-420, 420), st.floats(-500, 500), st.floats(0, 360), st.floats(0, 60), st.floats(0, 180))
@settings(max_examples=30, deadline=None)
def test_a_hand_with_a_card_can_be_anywhere_at_the_edge_of_the_picture(
    x: float, y: float, angle: float, z: float, turned: float
) -> None:
    painter = cached_painter()
    pose = Pose(x, y, angle, z)
    moment = Moment((), (Lying(5, "middle", pose, turned),), HandAt(STYLES[0], "hold", pose))
    script = Script((Clip(9.0, (), lambda _: (moment.carried, HandAt(STYLES[0], "hold", pose))),), ())
    assert painter.frame(script, 1.0, np.random.default_rng(0)).shape == (360, 640, 3)
    painter.truth(moment)


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_is_brighter_than_what_lies_around_it_just_where_the_truth_says(level: Level) -> None:
    look = Look(level, shadow_dark=0.2)
    painter = painter_of(11, level, look)
    script = still(lying("3H", 10, 5, angle=15))
    bare = painter.frame(still(), 1.0, np.random.default_rng(0)).astype(int)
    frame = painter.frame(script, 1.0, np.random.default_rng(0)).astype(int)
    (card,) = painter.truth(script.at(1.0), 1.0)
    inside = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(np.array(card["quad"])).astype(np.int32), 1)
    changed = np.abs(frame - bare).max(axis=2) > 25
    assert changed[inside > 0].mean() > 0.8
    assert changed[cv2.dilate(inside, np.ones((13, 13), np.uint8)) == 0].mean() < 0.001
    assert len(card["indices"]) == 2 and card["card"] == "3H"  # type: ignore[arg-type]


def test_a_card_that_is_turned_over_shows_its_face_then_its_edge_then_its_back() -> None:
    painter = painter_of(2)
    told = [painter.truth(Moment((lying("3H", turned=turned),)))[0] for turned in (0.0, 50.0, 130.0, 180.0)]
    assert [card["card"] for card in told] == ["3H", "3H", "back", "back"]
    assert [card.get("face") for card in told] == [None, None, "3H", "3H"]
    areas = [cv2.contourArea(np.array(card["quad"], np.float32)) for card in told]
    assert areas[1] < 0.85 * areas[0] and areas[2] < 0.85 * areas[3] and all(area > 0 for area in areas)
    assert not told[3]["indices"]
    edge = painter.frame(still(lying("3H", turned=90.0)), 0.0, np.random.default_rng(0))
    assert edge.shape == (360, 640, 3)


def test_a_heap_is_higher_and_looks_otherwise_than_one_card() -> None:
    painter = painter_of(4)
    one, heap = lying(None), lying(None, under=30)
    quads = [np.array(painter.truth(Moment((card,)))[0]["quad"]) for card in (one, heap)]
    assert np.abs(quads[0] - quads[1]).max() > 2
    pictures = [painter.frame(still(card), 0.0, np.random.default_rng(0)).astype(int) for card in (one, heap)]
    assert np.abs(pictures[0] - pictures[1]).max() > 40


def test_cards_lie_as_high_as_those_under_them_are_thick() -> None:
    pile = (lying("3H"), lying("4H", 5, 5), lying("5H", 200, 0), lying("6H", 3, 0))
    assert [round(card.pose.z, 3) for card in raised(pile)] == [0.0, 0.3, 0.0, 0.6]


def test_two_hands_are_told_each_with_its_box_and_cover_indices() -> None:
    painter = painter_of(6)
    card = lying("3H")
    left, right = (HandAt(STYLES[k], "press", Pose(x, 0, 0, 6)) for k, x in ((0, -20), (1, 90)))
    moment = Moment((card,), (), left, (right,))
    boxes = painter.hand_boxes(moment)
    assert len(boxes) == 2 and boxes[0][0] > boxes[1][0]  # lowest first: the right one
    assert len(painter.truth(moment)[0]["indices"]) < 2  # type: ignore[arg-type]
    away = HandAt(STYLES[0], "open", Pose(0, 4000, 0))
    assert painter.hand_boxes(Moment((card,), (), away)) == []


def test_a_knocked_camera_sees_everything_elsewhere_and_goes_on_seeing_it_there() -> None:
    look = Look("rough", bumps=(Bump(2.0, 14.0, -9.0, 0.5),))
    painter = painter_of(8, "rough", look)
    script = still(lying("3H"))
    before, shaking, after, later = (painter.truth(script.at(s), s)[0]["quad"] for s in (1.9, 2.04, 2.6, 29.0))
    moved = np.linalg.norm(np.array(after) - np.array(before), axis=1) * 1280 / SMALL[0]
    assert after == later and shaking not in (before, after) and 5 < moved.mean() < 35
    pictures = [painter.frame(script, s, np.random.default_rng(0)).astype(int) for s in (1.9, 2.6)]
    assert np.abs(pictures[0] - pictures[1]).mean() > 0.3
    assert jolt(look.bumps, 1.9) == (0, 0, 0) and jolt(look.bumps, 9) == (14.0, -9.0, 0.5)


def test_a_deck_without_a_back_gets_one() -> None:
    face = deck().faces[0]
    bare = Deck("bare", "english", {0: Face(face.image, face.indices)}, (), "", True)
    painter = painter_of(1, its_deck=bare)
    frame = painter.frame(still(lying(None)), 0.0, np.random.default_rng(0))
    assert np.array_equal(frame, painter.frame(still(lying(None)), 0.0, np.random.default_rng(0)))


def test_a_deck_that_lacks_a_card_of_the_game_is_one_line() -> None:
    few = Deck(
        "few", "english", {card: face for card, face in deck().faces.items() if card != parse_card("7D")}, (), "", True
    )
    with pytest.raises(FilmError, match="the deck few has no 7D"):
        Film(story(GAME.read_text(encoding="utf-8")), few, 1, SMALL)


def test_the_model_card_lists_every_deck_that_is_held_out() -> None:
    text = CARD.read_text(encoding="utf-8")
    listed = text[text.index("Held out from training") : text.index("## Recipe")].replace(
        "heruka-jumbo-4", "heruka-jumbo heruka-jumbo-4"
    )
    assert all(name in listed for name in HELD_OUT)
    assert held_out_decks() == tuple(sorted({*HELD_OUT, OURS}))


def test_the_level_is_given_on_the_command_line_and_the_truth_tells_of_hands(tmp_path: Path) -> None:
    out, truth = tmp_path / "g.mp4", tmp_path / "truth.jsonl"
    arguments = [str(GAME), str(out), "--size", "320x192", "--fps", "3", "--level", "rough", "--truth", str(truth)]
    assert main(arguments) == 0
    lines = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
    assert any(line["hands"] for line in lines) and any(line["rest"] and line["cards"] for line in lines)
    assert all(not line["hands"] for line in lines if line["rest"])
    with pytest.raises(SystemExit):
        main([str(GAME), str(out), "--level", "easy"])
