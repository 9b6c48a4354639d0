"""vision.reader and vision.crops: cutting indices out, and numbers to probabilities."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rules.cards import parse_card
from vision.crops import CROP, balanced, cut, square_around, upright
from vision.reader import FEATURES, SPLIT, Memory, card_probabilities, corner_map, look_twice, read


def test_the_likeliest_rank_and_suit_make_the_card() -> None:
    numbers = np.zeros((1, sum(SPLIT)), np.float32)
    numbers[0, 10] = 9  # the queen
    numbers[0, 13 + 2] = 9  # of hearts
    numbers[0, 17] = 9  # and it is a card
    p = card_probabilities(numbers)[0]
    assert p.argmax() == parse_card("QH")
    assert p.max() > 0.98


@pytest.mark.parametrize(("kind", "name"), [(1, "BJ"), (2, "RJ")])
def test_jokers_have_no_rank(kind: int, name: str) -> None:
    numbers = np.zeros((1, sum(SPLIT)), np.float32)
    numbers[0, 17 + kind] = 12
    assert card_probabilities(numbers)[0].argmax() == parse_card(name)


@given(arrays(np.float32, (3, sum(SPLIT)), elements=st.floats(-30, 30, width=32)), st.floats(0.2, 5))
def test_probabilities_never_sum_to_more_than_one(numbers: np.ndarray, temperature: float) -> None:
    p = card_probabilities(numbers, temperature)
    assert (p >= 0).all()
    assert (p.sum(axis=1) <= 1 + 1e-4).all()


@given(st.floats(-50, 150), st.floats(-50, 150), st.floats(1, 120))
def test_a_crop_is_cut_wherever_the_square_lies(left: float, top: float, side: float) -> None:
    image = np.arange(100 * 80 * 3, dtype=np.uint32).reshape(80, 100, 3).astype(np.uint8)
    assert cut(image, (left, top, side)).shape == (CROP, CROP, 3)


def test_the_crop_shows_what_lies_in_the_square() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    image[60:100, 120:160] = 255
    crop = cut(image, (100.0, 40.0, 80.0))
    assert crop[16:48, 16:48].mean() > 250
    assert crop[:14].mean() < 5


def test_the_square_has_the_box_in_its_middle() -> None:
    left, top, side = square_around((10, 20, 30, 60))
    assert (left + side / 2, top + side / 2) == (20, 40)
    assert side == pytest.approx(40 * 1.4)


def _turned_index(image: np.ndarray, centre: tuple[float, float], height: float, degrees: float) -> np.ndarray:
    """Draws an index whose upper half is bright and lower half grey; gives its corners."""
    a = np.deg2rad(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    corners = np.array([[-0.3, -0.5], [0.3, -0.5], [0.3, 0.5], [-0.3, 0.5]]) * height
    quad = corners @ turn + centre
    half = np.array([[-0.3, -0.5], [0.3, -0.5], [0.3, 0], [-0.3, 0]]) * height @ turn + centre
    cv2.fillConvexPoly(image, np.round(quad).astype(np.int32), (90, 90, 90))
    cv2.fillConvexPoly(image, np.round(half).astype(np.int32), (250, 250, 250))
    return quad.astype(np.float32)


@pytest.mark.parametrize("height", [20, 60, 300])
@pytest.mark.parametrize("degrees", [0, 35, 180, 250])
def test_the_second_look_is_upright_and_close(height: float, degrees: float) -> None:
    image = np.zeros((700, 900, 3), np.uint8)
    quad = _turned_index(image, (430, 340), height, degrees)
    crop, back = upright(image, quad)
    assert crop[10:28, 25:39].mean() > 240
    assert 70 < crop[38:54, 25:39].mean() < 110
    in_crop = np.array([[32 - 16, 32 - 26.7], [32 + 16, 32 - 26.7], [32 + 16, 32 + 26.7], [32 - 16, 32 + 26.7]]) / CROP
    assert np.abs(corner_map(back, in_crop.reshape(-1).astype(np.float32)) - quad).max() < 0.02 * height + 0.5


def test_of_a_long_word_the_second_look_sees_the_first_letters() -> None:
    image = np.zeros((300, 300, 3), np.uint8)
    image[100:130, 140:160] = 250  # the first letter of a word of six, from the top down
    quad = np.array([[140, 100], [160, 100], [160, 260], [140, 260]], np.float32)
    crop, _ = upright(image, quad)
    rows = np.flatnonzero(crop[:, 32, 0] > 125)
    assert rows[0] < 8 and len(rows) > 20


def test_the_second_look_tells_the_corners_in_the_picture() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    quad = _turned_index(image, (90, 100), 40, 30)
    square = square_around((*quad.min(axis=0), *quad.max(axis=0)))
    in_square = (quad - square[:2]) / square[2]

    class Net:
        """Says at the first look where the index lies, and at the second that it fills what it is shown as it should."""

        def __init__(self) -> None:
            self.looks = 0

        def setInput(self, crops: np.ndarray) -> None:
            self.looks += 1

        def forward(self) -> np.ndarray:
            row = np.zeros((1, sum(SPLIT) + FEATURES), np.float32)
            upright_corners = np.array([[0.25, 0.083], [0.75, 0.083], [0.75, 0.917], [0.25, 0.917]])
            row[0, sum(SPLIT) - 8 : sum(SPLIT)] = (in_square if self.looks == 1 else upright_corners).reshape(-1)
            row[0, 0] = self.looks
            return row

    row = look_twice(Net(), image, [cut(image, square)], np.array([square], np.float32))[0]
    corners = row[sum(SPLIT) - 8 : sum(SPLIT)].reshape(4, 2) * square[2] + square[:2]
    assert np.abs(corners - quad).max() < 1.0
    assert row[0] == 1.5


@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), (0.2, 0.2, 0.2), (0.9, 0.35, 0.5)])
def test_the_paper_is_white_whatever_the_lamp(lamp: tuple[float, float, float]) -> None:
    crop = np.full((CROP, CROP, 3), 240, np.uint8)
    crop[20:40, 20:40] = (20, 20, 200)  # red ink
    lit = (crop * np.array(lamp)).astype(np.uint8)
    seen = balanced([lit])[0]
    assert np.allclose(seen[:, 5, 5], 1, atol=0.03)
    assert np.allclose(seen[:, 30, 30], np.array([200, 20, 20]) / 240, atol=0.05)


def test_no_boxes_need_no_network() -> None:
    p, quads = read(None, np.zeros((10, 10, 3), np.uint8), np.zeros((0, 6), np.float32))
    assert p.shape == (0, 54)
    assert quads.shape == (0, 4, 2)


def _frame(shift: int = 0, light: int = 0) -> np.ndarray:
    """A table with noise-like print, moved by ``shift`` pixels."""
    rng = np.random.default_rng(5)
    coarse = rng.integers(0, 200, (12, 16, 3)).astype(np.uint8)
    image = np.kron(coarse, np.ones((10, 10, 1), np.uint8))
    return np.roll(image, shift, axis=1) + np.uint8(light)


def _looked_at(memory: Memory, image: np.ndarray, boxes: np.ndarray, value: float = 1.0) -> int:
    """How many of ``boxes`` are looked at in ``image``; the answer of each look is ``value``."""
    squares = np.array([square_around(box) for box in boxes], np.float32).reshape(-1, 3)
    rows, looks = memory.recall(image, boxes, squares)
    assert (rows[looks != 0] != 0).all()
    now = np.flatnonzero(looks >= 0)
    rows[now] = value
    memory.keep(rows, now)
    return len(now)


BOXES = np.array([[x, y, x + 20, y + 30] for x in (20, 60, 100) for y in (20, 70)], np.float32)


def test_what_lies_still_is_read_anew_only_now_and_then_and_not_all_at_once() -> None:
    memory = Memory()
    counts = [_looked_at(memory, _frame(n % 2), BOXES + n % 2, float(n + 1)) for n in range(40)]
    assert counts[0] == len(BOXES)
    assert max(counts[8:]) < len(BOXES)
    assert sum(counts[10:40]) <= 4 * len(BOXES)


def test_what_moves_or_looks_different_is_read() -> None:
    memory = Memory()
    _looked_at(memory, _frame(), BOXES)
    assert _looked_at(memory, _frame(), BOXES + 15) == len(BOXES)
    _looked_at(memory, _frame(), BOXES)
    assert _looked_at(memory, _frame(light=40), BOXES) == len(BOXES)
    assert _looked_at(memory, _frame(), BOXES[:0]) == 0
    assert _looked_at(memory, _frame(), BOXES) == len(BOXES)


def test_an_index_at_rest_is_looked_at_once_more_and_both_answers_count() -> None:
    net, memory = _CountingNet(), Memory()
    boxes, image = BOXES[:1], _frame()
    for _ in range(30):
        read(net, image, boxes, memory=memory)
    assert net.looks[:2] == [1, 1]  # twice at first
    assert all(count == 1 for count in net.looks)
    assert 4 <= len(net.looks) <= 9


class _CountingNet:
    """Sees a card everywhere."""

    def __init__(self) -> None:
        self.looks: list[int] = []

    def setInput(self, crops: np.ndarray) -> None:
        self.looks.append(len(crops))

    def forward(self) -> np.ndarray:
        rows = np.zeros((self.looks[-1], sum(SPLIT) + FEATURES), np.float32)
        rows[:, sum(SPLIT) - 8 : sum(SPLIT)] = (0.3, 0.2, 0.7, 0.2, 0.7, 0.8, 0.3, 0.8)
        return rows
