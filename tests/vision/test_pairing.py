"""vision.pairing: two indices, one card."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import BLACK_JOKER, parse_card
from vision.pairing import fuse, to_cards

H = 100.0  # height of a card in the tests


def card_at(x: float, y: float, degrees: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Outline (4, 2) and both index quads of a card of 70 x 100 with its middle at (x, y), turned clockwise."""
    a = np.deg2rad(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    outline = np.array([[0, 0], [70, 0], [70, H], [0, H]], float)
    index = np.array([[3, 4], [9, 4], [9, 18], [3, 18]], float)
    other = np.array([70, H]) - index
    return tuple(((q - (35, 50)) @ turn + (x, y)).astype(np.float32) for q in (outline, index, other))  # type: ignore[return-value]


def probability(**cards: float) -> np.ndarray:
    p = np.zeros(54, np.float32)
    for name, value in cards.items():
        p[parse_card(name[::-1])] = value
    return p


@given(st.floats(0, 360))
def test_both_corners_of_a_card_are_one_card_with_its_outline(degrees: float) -> None:
    outline, a, b = card_at(300, 200, degrees)
    sure = probability(H8=0.95)
    (seen,), _ = to_cards(np.stack([a, b]), np.stack([sure, sure]), None)
    assert seen.kind == "card"
    assert seen.card == parse_card("8H")
    assert seen.confidence > 0.99
    assert min(np.abs(seen.corners - np.roll(outline, k, axis=0)).max() for k in (0, 2)) < 4


def test_two_equal_cards_side_by_side_are_two() -> None:
    quads, p = [], []
    for x in (100, 190):
        _, a, b = card_at(x, 100, 0)
        quads += [a, b]
        p += [probability(S7=0.9)] * 2
    seen, _ = to_cards(np.stack(quads), np.stack(p), None)
    assert [s.card for s in seen] == [parse_card("7S")] * 2
    assert {round(float(s.corners[:, 0].mean())) for s in seen} == {100, 190}


def test_a_clear_corner_helps_a_blurred_one_once_the_size_is_known() -> None:
    _, a, b = card_at(100, 100, 0)
    _, c, d = card_at(250, 110, 10)
    blurred = probability(S6=0.5, S8=0.45)
    p = [probability(DK=0.9), probability(DK=0.9), blurred, probability(S8=0.95)]
    seen, size = to_cards(np.stack([a, b, c, d]), np.stack(p), None)
    assert size is not None
    assert sorted(s.card for s in seen if s.card is not None) == sorted([parse_card("KD"), parse_card("8S")])


def test_one_corner_alone_is_an_index_until_the_size_of_cards_is_known() -> None:
    outline, a, b = card_at(100, 100, 30)
    p = probability(C9=0.9)
    (alone,), size = to_cards(a[None], p[None], None)
    assert (alone.kind, size) == ("index", None)
    _, size = to_cards(np.stack([a, b]), np.stack([p, p]), None)
    (known,), _ = to_cards(a[None], p[None], size)
    assert known.kind == "card"
    assert np.abs(known.corners - outline).max() < 4


def test_readings_that_agree_are_surer_together_and_contradicting_ones_less() -> None:
    a, b = probability(H8=0.8, H6=0.1), probability(H8=0.7, H6=0.2)
    assert fuse(a, b).max() > 0.9
    assert fuse(probability(H8=0.9), probability(S2=0.9)).max() < 0.6
    assert fuse(a, b).sum() == pytest.approx(1, abs=0.05)


def test_the_outline_of_a_whole_card_starts_at_its_upper_index() -> None:
    for degrees, first in ((0, 0), (180, 2)):
        outline, a, b = card_at(100, 100, degrees)
        p = probability(C9=0.9)
        for quads in ([a, b], [b, a]):
            (seen,), _ = to_cards(np.stack(quads), np.stack([p, p]), None)
            assert np.abs(seen.corners[0] - outline[first]).max() < 4


def test_an_index_far_too_small_for_the_cards_there_is_not_sure() -> None:
    _, a, b = card_at(100, 100, 0)
    _, c, _ = card_at(250, 110, 10)
    piece = ((c - c.mean(axis=0)) * 0.3 + c.mean(axis=0)).astype(np.float32)
    p = [probability(DK=0.9), probability(DK=0.9), probability(HA=0.9)]
    for quad, sure in ((c, True), (piece, False)):
        seen, _ = to_cards(np.stack([a, b, quad]), np.stack(p), None)
        (ace,) = (s for s in seen if s.card == parse_card("AH"))
        assert (ace.confidence > 0.8) == sure
        assert ace.kind == ("card" if sure else "index")
    _, size = to_cards(np.stack([a, b]), np.stack(p[:2]), None)
    (later,), _ = to_cards(piece[None], p[2][None], size)  # remembered from the frame before
    assert later.confidence < 0.8


def test_the_index_of_a_joker_may_be_of_any_size() -> None:
    _, a, b = card_at(100, 100, 0)
    _, small, _ = card_at(300, 100, 0)
    small = (small - small.mean(axis=0)) * 0.4 + small.mean(axis=0)
    joker = np.zeros(54, np.float32)
    joker[BLACK_JOKER] = 0.95
    seen, _ = to_cards(np.stack([a, b, small]), np.stack([probability(S7=0.95)] * 2 + [joker]), None)
    (found,) = (s for s in seen if s.card == BLACK_JOKER)
    assert found.confidence > 0.9 and found.kind == "index"


def four_at(x: float, y: float, degrees: float) -> tuple[np.ndarray, list[np.ndarray]]:
    """Outline and the four index quads of a card that has one in every corner: top left, bottom right, top right, bottom left."""
    outline, a, b = card_at(x, y, degrees)
    turn = np.deg2rad(degrees)
    right = 58 * np.array([np.cos(turn), np.sin(turn)])
    return outline, [a, b, (a + right).astype(np.float32), (b - right).astype(np.float32)]


@given(st.floats(0, 360), st.sets(st.integers(0, 3), min_size=3))
def test_a_card_with_an_index_in_every_corner_is_one_card(degrees: float, shown: set[int]) -> None:
    outline, indices = four_at(300, 200, degrees)
    sure = probability(H8=0.95)
    (seen,), size = to_cards(np.stack([indices[k] for k in sorted(shown)]), np.stack([sure] * len(shown)), None)
    assert seen.ends == len(shown)
    assert size is not None and size.four
    assert min(np.abs(seen.corners - np.roll(outline, k, axis=0)).max() for k in (0, 2)) < 5


def test_the_short_side_of_a_four_cornered_card_is_one_card_once_the_pack_is_known() -> None:
    _, whole = four_at(100, 100, 0)
    _, half = four_at(250, 110, 10)
    quads = [*whole, half[0], half[2]]
    p = [probability(DK=0.95)] * 4 + [probability(S6=0.95)] * 2
    seen, _ = to_cards(np.stack(quads), np.stack(p), None)
    assert sorted((s.card, s.ends) for s in seen) == sorted([(parse_card("KD"), 4), (parse_card("6S"), 2)])  # type: ignore[type-var]


def test_a_fan_of_equal_cards_of_two_packs_has_no_pair() -> None:
    quads = [card_at(100 + 20 * i, 100 + 2 * i, 6 * i)[1] for i in range(4)]
    p = [probability(S7=0.95), probability(S7=0.95), probability(HK=0.95), probability(HK=0.95)]
    seen, _ = to_cards(np.stack(quads), np.stack(p), None)
    assert len(seen) == 4
    assert all(s.ends == 1 for s in seen)


def test_one_on_the_other_two_equal_cards_are_two() -> None:
    _, a, _covered = card_at(100, 100, 0)
    _, c, d = card_at(140, 140, 20)
    _, e, f = card_at(300, 100, 0)
    p = [probability(S7=0.95)] * 3 + [probability(DK=0.95)] * 2
    seen, _ = to_cards(np.stack([a, c, d, e, f]), np.stack(p), None)
    assert sorted(s.ends for s in seen) == [1, 2, 2]
    assert [s.card for s in seen].count(parse_card("7S")) == 2
