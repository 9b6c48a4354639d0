"""models.held_out: scenes of face-down cards as they lie in games, and what is to be read and counted on a drawn picture."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import default_rng

from datasets.face_down import BACKS
from datasets.layouts import random_view
from datasets.scene import DrawnCard, DrawnIndex, Scene
from models.held_out import SIZE, drawn_truth
from rules.cards import BLACK_JOKER, RED_JOKER, parse_card

IMAGE = np.full((60, 80, 3), 230, np.uint8)
IMAGE[10:30, 5:15] = 20
QUAD = np.array([[0, 0], [20, 0], [20, 40], [0, 40]], np.float32)


def test_of_a_drawn_picture_large_clear_indices_must_be_read_and_others_may() -> None:
    seven, queen, far = (parse_card(n) for n in ("7C", "QH", "2S"))
    small, word = QUAD / 4, QUAD * (0.4, 1)
    indices = (
        DrawnIndex(seven, QUAD, 0.95),
        DrawnIndex(seven, QUAD, 0.1),
        DrawnIndex(queen, QUAD, 0.5),
        DrawnIndex(far, small, 1.0),
        DrawnIndex(RED_JOKER, QUAD, 0.2),
        DrawnIndex(BLACK_JOKER, word.astype(np.float32), 1.0),
    )
    truth = drawn_truth(Scene(IMAGE, (), indices))
    assert truth.full == {"7C"} and truth.partial == {"QH", "2S", "BJ"}


def test_a_back_of_which_a_third_shows_is_counted_and_the_edge_of_one_may_be() -> None:
    cards = tuple(DrawnCard(None, QUAD, shown, (0, 0, 9, 9)) for shown in (0.9, 0.4, 0.2, 0.05))
    face = DrawnCard(parse_card("7C"), QUAD, 1.0, (0, 0, 1, 1))
    truth = drawn_truth(Scene(IMAGE, (*cards, face), ()))
    assert (truth.least, truth.most) == (2, 3)


def test_what_lies_in_the_dark_may_be_missed() -> None:
    index, back = DrawnIndex(parse_card("7C"), QUAD, 1.0), DrawnCard(None, QUAD, 1.0, (0, 0, 20, 40))
    truth = drawn_truth(Scene((IMAGE // 16).astype(np.uint8), (back,), (index,)))
    assert truth.full == set() and truth.partial == {"7C"}
    assert (truth.least, truth.most) == (0, 1)


@pytest.mark.parametrize("lay", BACKS, ids=lambda lay: lay.__name__)
def test_every_way_of_lying_has_backs_and_can_be_seen(lay) -> None:
    for seed in range(30):
        rng = default_rng(seed)
        poses, down = lay(rng)
        assert poses.shape == (len(down), 3) and down.any()
        assert np.isfinite(random_view(rng, poses, *SIZE)).all()
