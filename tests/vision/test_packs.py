"""What is learnt of a pack: from features that are made up, and on disk."""

from __future__ import annotations

import base64
import json
import os
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import Card
from vision import packs
from vision.packs import About, Learnt, PackError, Score, corrected, fit, known_packs, load_pack, save_pack, score
from vision.reader import FEATURES, SPLIT

WIDTH = sum(SPLIT) + FEATURES


def pack_of(rng: np.random.Generator) -> np.ndarray:
    """What each card of a made-up pack looks like to the reader: (52, 192)."""
    ranks, suits = rng.normal(0, 1, (13, FEATURES)), rng.normal(0, 1, (4, FEATURES))
    return ranks[np.arange(52) // 4] + suits[np.arange(52) % 4]


def views_of(looks: np.ndarray, rng: np.random.Generator, each: int) -> tuple[np.ndarray, list[Card | None]]:
    """Rows of views of the pack, of which the reader knows nothing; half as many of no index."""
    cards: list[Card | None] = [card for card in range(52) for _ in range(each)]
    features = looks[[card for card in cards if card is not None]]
    cards += [None] * (len(cards) // 2)
    features = np.concatenate([features, np.zeros((len(cards) - len(features), FEATURES))])
    rows = np.zeros((len(cards), WIDTH), np.float32)
    rows[:, sum(SPLIT) :] = features + rng.normal(0, 0.8, features.shape)
    return rows, cards


def test_a_pack_that_the_reader_does_not_know_is_read_after_it_was_learnt() -> None:
    rng = np.random.default_rng(1)
    looks = pack_of(rng)
    weights = fit(*views_of(looks, rng, 8))
    rows, cards = views_of(looks, rng, 4)
    before = score(rows[:, : sum(SPLIT)], cards, 1.0, 0.8)
    after = score(corrected(rows, weights), cards, 1.0, 0.8)
    assert weights.shape == (FEATURES + 1, 21) and weights.dtype == np.float32
    assert before.card < 0.1
    assert after.card > 0.97 and after.rank > 0.97 and after.suit > 0.97
    assert after.confidence > 0.6 and after.false == 0


def test_what_already_reads_right_is_hardly_touched() -> None:
    rng = np.random.default_rng(2)
    rows, cards = views_of(pack_of(rng), rng, 4)
    unknown = fit(rows, cards)
    for i, card in enumerate(cards):
        if card is None:
            rows[i, 20] = 5
        else:
            rows[i, [card // 4, 13 + card % 4, 17]] = 5
    known = fit(rows, cards)
    assert np.linalg.norm(known[:-1]) < 0.4 * np.linalg.norm(unknown[:-1])


def test_what_makes_it_surely_wrong_more_often_does_not_help() -> None:
    before = Score(0.9, 0.9, 0.85, 0.8, 0.01, 0.0)
    better, same = Score(0.99, 0.99, 0.98, 0.9, 0.0, 0.0), Score(0.9, 0.9, 0.85, 0.8, 0.01, 0.0)
    surer_of_wrong = Score(0.95, 0.95, 0.9, 0.85, 0.05, 0.0)
    sees_cards_everywhere = Score(0.99, 0.99, 0.98, 0.9, 0.0, 0.05)
    weights = np.zeros((FEATURES + 1, 21), np.float32)
    helps = [
        Learnt(weights, before, after, 0.9).helps for after in (better, same, surer_of_wrong, sees_cards_everywhere)
    ]
    assert helps == [True, False, False, False]


# --- on disk -----------------------------------------------------------------------------------------------------------

WEIGHTS = np.arange((FEATURES + 1) * 21, dtype=np.float32).reshape(-1, 21) / 100
ABOUT = About(52, "2026-11-30", 0.85, 0.97)


def test_a_pack_is_kept_and_found_again(tmp_path: Path) -> None:
    save_pack(tmp_path / "packs", "Grandma's".replace("'", "-"), WEIGHTS, "abc", ABOUT)
    save_pack(tmp_path / "packs", "Карты 36", WEIGHTS, "abc", ABOUT)
    assert known_packs(tmp_path / "packs") == ["grandma-s", "карты 36"]
    weights, about = load_pack(tmp_path / "packs", "grandma-s", "abc")
    assert (weights == WEIGHTS).all() and about == ABOUT


def test_a_pack_that_is_not_known_names_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="none yet"):
        load_pack(tmp_path, "mine", "abc")
    save_pack(tmp_path, "yours", WEIGHTS, "abc", ABOUT)
    with pytest.raises(PackError, match="yours"):
        load_pack(tmp_path, "mine", "abc")
    with pytest.raises(PackError, match="yours"):
        packs.remove_pack(tmp_path, "mine")
    packs.remove_pack(tmp_path, "yours")
    assert known_packs(tmp_path) == []


def test_a_pack_learnt_for_another_reader_is_to_be_learnt_again(tmp_path: Path) -> None:
    save_pack(tmp_path, "mine", WEIGHTS, "abc", ABOUT)
    with pytest.raises(PackError, match=r"another reader.*learn it again"):
        load_pack(tmp_path, "mine", "def")


@pytest.mark.parametrize(
    "name", ["", "../up", "a/b", "a\\b", ".hidden", "x" * 41, "a\n", " a", "a ", "c:", "a\0b", "?"]
)
def test_a_name_with_a_path_or_odd_signs_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(PackError, match="no name"):
        save_pack(tmp_path, name, WEIGHTS, "abc", ABOUT)
    assert list(tmp_path.iterdir()) == []


def test_a_save_that_fails_leaves_the_pack_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save_pack(tmp_path, "mine", WEIGHTS, "abc", ABOUT)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        save_pack(tmp_path, "mine", WEIGHTS + 1, "abc", ABOUT)
    assert [p.read_bytes() for p in tmp_path.iterdir()] == [before]


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=200), st.integers(0, 4000), st.booleans())
def test_a_damaged_file_is_one_line_and_never_run(noise: bytes, at: int, cut: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = save_pack(folder, "mine", WEIGHTS, "abc", ABOUT)
        data = path.read_bytes()
        path.write_bytes(data[:at] if cut else data[:at] + noise + data[at + len(noise) :])
        try:
            load_pack(folder, "mine", "abc")
        except PackError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize(
    "change",
    [
        {"weights": base64.b64encode(WEIGHTS[:5].tobytes()).decode()},
        {"weights": "%%%"},
        {"weights": 7},
        {"sha256": "0" * 64},
        {"format": 2},
        {"cards": None},
    ],
)
def test_a_file_that_was_changed_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    path = save_pack(tmp_path, "mine", WEIGHTS, "abc", ABOUT)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(PackError, match="learn it again"):
        load_pack(tmp_path, "mine", "abc")


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    save_pack(tmp_path, "mine", np.full_like(WEIGHTS, np.inf), "abc", ABOUT)
    with pytest.raises(PackError, match="damaged"):
        load_pack(tmp_path, "mine", "abc")
