"""datasets.scene: the truth about a drawn picture is the truth."""

from __future__ import annotations

import numpy as np
import pytest

from datasets import camera
from datasets.decks import Deck, Face
from datasets.layouts import fan_of
from datasets.prints import add_print
from datasets.scene import CardStock, draw_scene, lay
from datasets.table_tops import add_hand, add_sleeve
from datasets.things import cloths, things


def plain_deck() -> Deck:
    """Cards that are quick to draw: white paper, a grey index in two corners."""
    faces = {}
    for card in range(0, 52, 5):
        image = np.full((700, 490, 4), 255, np.uint8)
        image[20:130, 20:70, :3] = 90
        image[570:680, 420:470, :3] = 90
        quad = np.array([[20, 20], [70, 20], [70, 130], [20, 130]], np.float32)
        faces[card] = Face(image, (quad, np.array([490, 700], np.float32) - quad))
    back = np.full((700, 490, 4), (160, 60, 30, 255), np.uint8)
    return Deck("plain", "english", faces, (back,), "ours", False)


@pytest.fixture(scope="module")
def stock() -> CardStock:
    return CardStock(plain_deck(), np.random.default_rng(0))


def test_the_same_seed_gives_the_same_picture(stock: CardStock) -> None:
    a, b = (draw_scene(np.random.default_rng(7), [stock]) for _ in range(2))
    assert (a.image == b.image).all()
    assert [i.card for i in a.indices] == [i.card for i in b.indices]


def test_labels_lie_where_something_shows(stock: CardStock) -> None:
    seen = 0
    for seed in range(12):
        scene = draw_scene(np.random.default_rng(seed), [stock], size=(320, 320))
        assert scene.image.shape == (320, 320, 3)
        for index in scene.indices:
            assert 0 < index.visible <= 1
            if index.visible > 0.95:  # all of it shows, so all of it is in the picture
                assert index.quad.min() > -3
                assert index.quad.max() < 323
                seen += 1
    assert seen > 20


def test_a_card_laid_on_another_hides_it(stock: CardStock) -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    owner = np.full((200, 200), -1, np.int16)
    quad = np.array([[50, 30], [150, 30], [150, 170], [50, 170]], np.float32)
    for number, card in enumerate(list(stock.faces)[:2]):
        lay(picture, owner, stock.faces[card], quad, number, (0, 0, 1, 0), np.ones(3, np.float32), 0)
    assert not (owner == 0).any()
    assert (owner[40:160, 60:140] == 1).all()


@pytest.mark.parametrize("strength", [0.0, 1.0])
def test_a_camera_gives_a_picture_of_the_same_size(strength: float) -> None:
    image = np.full((90, 120, 3), 128, np.uint8)
    taken = camera.degrade(image, np.random.default_rng(1), strength)
    assert taken.shape == image.shape
    assert taken.dtype == np.uint8


def test_every_index_knows_its_deck(stock: CardStock) -> None:
    scene = draw_scene(np.random.default_rng(3), [stock])
    assert scene.indices
    assert {index.deck for index in scene.indices} == {"plain"}


def test_cards_lie_as_they_are_told(stock: CardStock) -> None:
    rng = np.random.default_rng(4)
    scene = draw_scene(rng, [stock], size=(960, 720), poses=fan_of(rng, 9))
    assert 7 <= len(scene.cards) <= 9


def test_only_cards_shine() -> None:
    picture = np.full((60, 80, 3), 100, np.uint8)
    owner = np.full((60, 80), -1, np.int16)
    owner[10:40, 10:60] = 0
    owner[50:, :] = -2
    for seed in range(5):
        camera.sheen(np.random.default_rng(seed), picture, owner, 1)
    assert (picture[owner < 0] == 100).all()
    assert picture[owner == 0].mean() > 101


def test_things_that_are_no_cards_are_drawn_with_any_lettering() -> None:
    picture = np.full((240, 320, 3), 128, np.uint8)
    rng = np.random.default_rng(0)
    words = [word for _ in range(30) for word in add_print(rng, picture, [()])]
    assert picture.std() > 10
    assert len(words) > 30 and all(word.shape == (4, 2) for word in words)


def test_words_of_a_scene_lie_in_the_picture_and_on_no_card(stock: CardStock) -> None:
    words = 0
    for seed in range(40):
        scene = draw_scene(np.random.default_rng(seed), [stock], size=(320, 320), lettering=[()])
        words += len(scene.words)
        for word in scene.words:
            if np.ptp(word, axis=0).min() > 8:
                assert word.mean(axis=0).min() > 0 and word.mean(axis=0).max() < 320
    assert words > 10


def test_things_lie_under_the_cards_and_are_none(stock: CardStock) -> None:
    rng = np.random.default_rng(6)
    lying = things(rng, [()], 30)
    assert all(thing.shape[2] == 4 and thing[..., 3].max() > 0 for thing in lying)
    poses = np.array([(0.0, 0.0, 0.0)])
    for seed in range(6):
        bare, full = (
            draw_scene(np.random.default_rng(seed), [stock], poses=poses, face_down=1.0, lying=some)
            for some in ((), lying[seed * 5 : seed * 5 + 5])
        )
        assert len(bare.cards) == len(full.cards) == 1
        assert not full.indices


def test_cloths_are_table_tops_of_one_size() -> None:
    shapes = {cloth.shape for cloth in cloths(np.random.default_rng(1), 12)}
    assert shapes == {(900, 900, 3)}


def test_a_hand_and_a_sleeve_leave_the_rest_alone() -> None:
    picture = np.full((200, 200, 3), 90, np.uint8)
    owner = np.zeros((200, 200), np.int16)
    add_hand(np.random.default_rng(2), picture, owner, np.array([100.0, 100.0]), 120.0)
    assert 0.02 < (owner == -2).mean() < 0.9
    before = picture.copy()
    add_sleeve(np.random.default_rng(2), picture, np.array([[5, 5], [35, 5], [35, 45], [5, 45]], np.float32), 0.2)
    assert (picture[60:, 60:] == before[60:, 60:]).all()
    assert (picture[10:40, 10:30] != before[10:40, 10:30]).any()
