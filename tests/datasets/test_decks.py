"""Decks of card art: those that are drawn, and, where ``data/`` has been fetched, those that are printed."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.corners import Hints, index_quads
from datasets.decks import FACE_HEIGHT, HELD_OUT, Deck, DeckError, Face, deck_names, load_deck
from datasets.glyphs import index_fonts
from datasets.jokers import joker_index
from datasets.pack import pack_deck
from datasets.procedural import Wanted, procedural_deck
from datasets.recipes import RECIPES
from rules.cards import CARD_COUNT, Card, card_name

DATA = Path(__file__).parents[2] / "data"
NO_FONTS = Path("no such folder")
needs_data = pytest.mark.skipif(
    not deck_names(DATA / "decks"), reason="needs card art: python -m datasets.fetch (data/decks is not there)"
)


def check_face(face: Face) -> None:
    height, width = face.image.shape[:2]
    assert face.image.dtype == np.uint8
    assert face.image.shape[2] == 4
    assert abs(height - FACE_HEIGHT) <= 10
    assert 1.3 < height / width < 1.65
    for quad in face.indices:
        assert quad.shape == (4, 2)
        assert quad.dtype == np.float32
        assert (quad >= -3).all()
        assert (quad <= np.array([width, height]) + 3).all()
        along, down = quad[1] - quad[0], quad[3] - quad[0]
        assert along[0] * down[1] - along[1] * down[0] > 0, "clockwise"
        upright = quad[:, 1].mean() < height / 2
        assert (down[1] > 0) == upright, "an index in the lower half stands on its head"


def same(a: Deck, b: Deck) -> bool:
    return (
        a.family == b.family
        and all(np.array_equal(a.faces[c].image, b.faces[c].image) for c in a.faces)
        and all(
            np.array_equal(p, q) for c in a.faces for p, q in zip(a.faces[c].indices, b.faces[c].indices, strict=True)
        )
        and all(np.array_equal(p, q) for p, q in zip(a.backs, b.backs, strict=True))
    )


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**31 - 1))
def test_a_drawn_deck_has_all_cards_with_two_or_four_indices_inside_the_card(seed: int) -> None:
    deck = procedural_deck(seed, NO_FONTS)
    assert sorted(deck.faces) == list(range(CARD_COUNT))
    assert len(deck.backs) >= 1
    for face in deck.faces.values():
        check_face(face)
        assert len(face.indices) in (2, 4)


def test_the_same_seed_draws_the_same_deck_and_another_seed_another() -> None:
    assert same(procedural_deck(7, NO_FONTS), procedural_deck(7, NO_FONTS))
    assert not np.array_equal(procedural_deck(7, NO_FONTS).faces[0].image, procedural_deck(8, NO_FONTS).faces[0].image)


def test_the_quads_of_a_drawn_deck_lie_tight_around_ink() -> None:
    deck = procedural_deck(11, NO_FONTS)
    face = deck.faces[0]  # a two: nothing else in the corner
    x0, y0 = face.indices[0].min(0).astype(int)
    x1, y1 = face.indices[0].max(0).astype(int)
    paper = face.image[y0 - 3, x0 - 3, :3].astype(int)
    ink = np.abs(face.image[:, :, :3].astype(int) - paper).max(axis=2) > 40
    inside = ink[y0:y1, x0:x1]
    assert inside[:2].any() and inside[-2:].any() and inside[:, :2].any() and inside[:, -2:].any()
    assert not ink[y0 - 3 : y1 + 3, x0 - 3 : x0 - 1].any()


def test_signs_of_jokers_are_ink_no_wider_than_a_third_of_the_card() -> None:
    for seed in range(60):
        sign = joker_index(np.random.default_rng(seed), "english", (), 70.0, 480, seed % 2 == 0)
        assert sign.max() > 200 and sign[0].any() and sign[:, 0].any()
        assert sign.shape[1] <= 0.36 * 480


def test_the_finder_finds_the_indices_that_were_drawn() -> None:
    seed = next(s for s in range(100) if procedural_deck(s, NO_FONTS).family == "english")
    deck = procedural_deck(seed, NO_FONTS)
    number_cards: dict[Card, np.ndarray] = {c: deck.faces[c].image for c in range(36)}
    found = index_quads(number_cards, Hints())
    right = [
        card for card in number_cards if found[card] and np.abs(found[card][0] - deck.faces[card].indices[0]).max() < 6
    ]
    assert len(right) >= 30


def test_a_missing_deck_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"python -m datasets\.fetch --only nobody"):
        load_deck("nobody", tmp_path)
    assert deck_names(tmp_path) == []


def test_every_held_out_deck_can_be_fetched_and_each_family_is_among_them() -> None:
    assert set(RECIPES) >= HELD_OUT
    families = {RECIPES[name].family for name in HELD_OUT}
    assert families >= {"english", "french", "german", "russian"}
    left = {recipe.family for name, recipe in RECIPES.items() if name not in HELD_OUT}
    assert left >= {"english", "german", "russian"}


@needs_data
@pytest.mark.parametrize("name", deck_names(DATA / "decks"))
def test_a_printed_deck_has_indices_that_lie_inside_its_faces(name: str) -> None:
    deck = load_deck(name, DATA / "decks")
    assert len(deck.faces) >= 45
    assert deck.held_out == (name in HELD_OUT)
    assert deck.licence
    for face in deck.faces.values():
        assert face.indices
        check_face(face)


@needs_data
def test_training_decks_and_held_out_decks_are_not_the_same() -> None:
    names = deck_names(DATA / "decks")
    training = [name for name in names if name not in HELD_OUT]
    assert training
    assert not HELD_OUT & set(training)
    for name in names:
        about = json.loads((DATA / "decks" / name / "deck.json").read_text(encoding="utf-8"))
        assert about["name"] == name


@pytest.mark.parametrize("wanted", [Wanted(family="german"), Wanted(size="jumbo"), Wanted(corners=4)])
def test_a_deck_is_drawn_as_it_is_wanted(wanted: Wanted) -> None:
    deck = procedural_deck(5, NO_FONTS, wanted)
    assert wanted.family in (None, deck.family)
    quad = deck.faces[0].indices[0]
    if wanted.corners:
        assert all(len(deck.faces[card].indices) == 4 for card in range(52))
    if wanted.size == "jumbo":
        assert quad[3, 1] - quad[0, 1] > 0.14 * FACE_HEIGHT


@needs_data
def test_lettering_that_is_held_out_is_never_trained_on() -> None:
    names = [
        {Path(files[0]).name.removesuffix("-latin.woff") for files in index_fonts(DATA / "fonts", False, held_out)}
        for held_out in (False, True)
    ]
    if not names[1]:
        pytest.skip("fonts fetched before there were any held out")
    assert not names[0] & names[1]
    assert any(index_fonts(DATA / "fonts", True, True)), "Russian letters are among them"


def test_a_packed_deck_is_the_same_deck_but_smaller(tmp_path: Path) -> None:
    drawn = procedural_deck(3, NO_FONTS)
    (tmp_path / "large" / "own").mkdir(parents=True)
    quads = {}
    for card in (0, 51):
        face = drawn.faces[card]
        cv2.imwrite(str(tmp_path / "large" / "own" / f"{card_name(card)}.png"), face.image)
        quads[card_name(card)] = [q.tolist() for q in face.indices]
    cv2.imwrite(str(tmp_path / "large" / "own" / "back0.png"), drawn.backs[0])
    about = {"name": "own", "family": "english", "licence": "ours", "faces": quads, "backs": ["back0.png"]}
    (tmp_path / "large" / "own" / "deck.json").write_text(json.dumps(about), encoding="utf-8")
    pack_deck(tmp_path / "large" / "own", tmp_path / "small" / "own", 350)
    large, small = (load_deck("own", tmp_path / folder) for folder in ("large", "small"))
    for card, face in large.faces.items():
        packed = small.faces[card]
        assert packed.image.shape[0] == 350
        assert np.allclose(packed.indices[0] * 2, face.indices[0], atol=1)
        again = cv2.resize(packed.image, face.image.shape[1::-1])
        assert np.abs(again.astype(int) - face.image.astype(int)).mean() < 8


def test_an_error_of_a_deck_comes_back_from_another_process() -> None:
    error = pickle.loads(pickle.dumps(DeckError("orell", "no pictures")))
    assert (error.name, error.problem) == ("orell", "no pictures")
    assert str(error) == str(DeckError("orell", "no pictures"))
