"""vision.reader and vision.crops: cutting indices out, and numbers to probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rules.cards import parse_card
from vision.crops import CROP, cut, square_around
from vision.reader import SPLIT, Memory, card_probabilities, read


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


def _unread(memory: Memory, image: np.ndarray, boxes: np.ndarray, value: float = 1.0) -> list[int]:
    crops = [cut(image, square_around(box)) for box in boxes]
    numbers = np.full((len(boxes), sum(SPLIT)), -1, np.float32)
    unread = memory.recall(boxes, crops, numbers)
    numbers[unread] = value
    assert (numbers == numbers[:, :1]).all() and (numbers >= 0).all()
    return unread


BOXES = np.array([[x, y, x + 20, y + 30] for x in (20, 60, 100) for y in (20, 70)], np.float32)


def test_what_lies_still_is_read_anew_only_now_and_then_and_not_all_at_once() -> None:
    memory, counts = Memory(), []
    for n in range(16):
        counts.append(len(_unread(memory, _frame(n % 2), BOXES + n % 2, float(n))))
    assert counts[0] == len(BOXES)
    assert max(counts[1:]) < len(BOXES)
    assert sum(counts[4:12]) == 2 * len(BOXES)  # each of them twice in eight frames


def test_what_moves_or_looks_different_is_read() -> None:
    memory = Memory()
    _unread(memory, _frame(), BOXES)
    assert len(_unread(memory, _frame(), BOXES + 15)) == len(BOXES)
    _unread(memory, _frame(), BOXES)
    assert len(_unread(memory, _frame(light=40), BOXES)) == len(BOXES)
    assert len(_unread(memory, _frame(), BOXES[:0])) == 0
    assert len(_unread(memory, _frame(), BOXES)) == len(BOXES)
