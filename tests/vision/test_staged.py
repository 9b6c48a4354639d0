"""Cards followed on a slanting table where hands cover, push and exchange them: what is told at rest is what lies there."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.cards import PACKS, card_name, cards_in, parse_card
from rules.table import MIDDLE, Place, SeenCard
from tests.staged_table import Piece, Stage, camera, piece
from vision.sighting import Sighting

cv2.setNumThreads(1)


def names(cards: tuple[SeenCard, ...]) -> list[str]:
    return ["back" if c.face_down else "?" if c.card is None else card_name(c.card) for c in cards]


def middle(stage: Stage) -> list[str]:
    """What is told of the middle, lowest first."""
    return names(stage.views[-1].places[MIDDLE])


def track_of(stage: Stage, name: str) -> int:
    return next(c.track for cards in stage.views[-1].places.values() for c in cards if c.card == parse_card(name))


def tilted(degrees: float, **more: object) -> Stage:
    stage = Stage(view=camera(degrees), pack=PACKS[36], **more)  # type: ignore[arg-type]
    stage.rest(1.0)
    return stage


@pytest.mark.parametrize("tilt", [0, 20, 35, 50])
def test_a_pile_under_hands_is_told_as_it_lies(tilt: float) -> None:
    stage = tilted(tilt)
    stage.bring(piece("7C", 0, 0, 4), side="top")
    stage.rest()
    assert middle(stage) == ["7C"]
    stage.bring(piece("8C", 0.3, 0.1, -8))
    stage.rest()
    stage.bring(piece("6D", 0.55, 0.25, 12))
    stage.rest()
    assert middle(stage) == ["7C", "8C", "6D"]
    stage.take("6D", side="top")
    stage.rest()
    assert middle(stage) == ["7C", "8C"]
    stage.take("7C", "8C", side="top")
    stage.rest()
    assert middle(stage) == []


def test_a_hand_that_lies_on_a_pile_changes_nothing_however_long() -> None:
    stage = tilted(30)
    stage.bring(piece("7C", 0, 0), piece("8C", 0.35, 0.1))
    stage.rest()
    before = stage.views[-1].places[MIDDLE]
    stage._hand_to(stage._middle(stage.cards), "top", 1.0)
    stage.show(30)
    assert MIDDLE not in stage.views[-1].places
    stage.hand = None
    stage.rest()
    assert [(c.card, c.track) for c in stage.views[-1].places[MIDDLE]] == [(c.card, c.track) for c in before]


def test_a_covered_card_is_known_as_hidden_and_comes_back_as_the_same() -> None:
    stage = tilted(30)
    stage.bring(piece("7C", 0, 0))
    stage.rest()
    number = track_of(stage, "7C")
    stage.bring(piece("QH", 0.02, 0.03, 3))
    stage.rest()
    assert [(c.card, c.hidden) for c in stage.views[-1].places[MIDDLE]] == [
        (parse_card("7C"), True),
        (parse_card("QH"), False),
    ]
    stage.take("QH")
    stage.rest()
    assert [(c.track, c.hidden) for c in stage.views[-1].places[MIDDLE]] == [(number, False)]


def test_a_card_pushed_a_little_stays_the_same_card() -> None:
    stage = tilted(40)
    stage.bring(piece("7C", -0.3, 0), piece("8C", 0.1, 0.1), piece("6S", 0.4, 0))
    stage.rest()
    before = stage.views[-1].places[MIDDLE]
    for _ in range(3):
        stage.nudge(0.2)
        stage.rest()
    assert [(c.card, c.track) for c in stage.views[-1].places[MIDDLE]] == [(c.card, c.track) for c in before]


def test_a_card_carried_to_another_place_is_the_same_and_lies_there_on_top() -> None:
    stage = tilted(30)
    stage.bring(piece("7C", -1.2, 0))
    stage.rest()
    stage.bring(piece("8C", 0.8, 0))
    stage.rest()
    number = track_of(stage, "7C")
    stage.take("7C")
    stage.bring(piece("7C", 1.0, 0.2))
    stage.rest()
    assert middle(stage) == ["8C", "7C"]
    assert [c.on for c in stage.views[-1].places[MIDDLE]] == [(), (track_of(stage, "8C"),)]
    assert track_of(stage, "7C") != 0 and number != track_of(stage, "8C")


def test_a_card_pushed_along_the_table_in_view_keeps_its_number() -> None:
    stage = tilted(30)
    stage.bring(piece("7C", -1.2, 0))
    stage.rest()
    number = track_of(stage, "7C")
    for x in np.linspace(-1.0, 1.2, 8):
        stage.cards = [piece("7C", float(x), 0)]
        stage.show()
    stage.rest()
    assert [(c.card, c.track) for c in stage.views[-1].places[MIDDLE]] == [(parse_card("7C"), number)]


def test_another_card_on_the_same_spot_is_another_card() -> None:
    stage = tilted(20)
    stage.bring(piece("7C", 0, 0))
    stage.rest()
    stage.take("7C", side="top")
    stage.bring(piece("QH", 0.01, 0.01))
    stage.rest()
    assert middle(stage) == ["QH"]


def test_one_frame_that_says_otherwise_renames_no_card_and_moves_none() -> None:
    stage = tilted(20)
    stage.bring(piece("6S", -1.0, 0))
    stage.rest()
    stage.bring(piece("8S", 1.0, 0))
    stage.rest()
    before = [(c.card, c.track) for c in stage.views[-1].places[MIDDLE]]
    stage.misread = lambda p: parse_card("6S") if p.card == parse_card("8S") else p.card
    stage.show(2)
    stage.misread = lambda p: p.card
    for view in stage.views[-2:]:
        assert (parse_card("6S"), before[0][1]) in [(c.card, c.track) for c in view.places[MIDDLE]]
    stage.rest()
    assert [(c.card, c.track) for c in stage.views[-1].places[MIDDLE]] == before


def test_a_face_down_card_turned_over_is_the_same_card() -> None:
    stage = tilted(20)
    stage.bring(piece("back", 0, 0))
    stage.rest()
    assert middle(stage) == ["back"]
    number = stage.views[-1].places[MIDDLE][0].track
    stage._hand_to(stage._middle(stage.cards), "bottom", 1.0)
    stage.show(2)
    stage.cards = [piece("KH", 0, 0)]
    stage.show(2)
    stage.hand = None
    stage.rest()
    assert [(c.card, c.track) for c in stage.views[-1].places[MIDDLE]] == [(parse_card("KH"), number)]


def test_face_down_cards_are_followed_by_where_they_lie() -> None:
    stage = tilted(30)
    stage.bring(piece("back", -1.2, 0))
    stage.bring(piece("back", 1.2, 0))
    stage.rest()
    before = [c.track for c in stage.views[-1].places[MIDDLE]]
    stage.bring(piece("7C", 0, 0))
    stage.rest()
    backs = [c.track for c in stage.views[-1].places[MIDDLE] if c.face_down]
    assert sorted(backs) == sorted(before) and len(before) == 2


def test_jokers_are_followed_like_any_card() -> None:
    stage = Stage(view=camera(30), pack=PACKS[54])
    stage.rest()
    stage.bring(piece("RJ", 0, 0))
    stage.bring(piece("BJ", 0.3, 0.1))
    stage.rest()
    assert middle(stage) == ["RJ", "BJ"]


@pytest.mark.parametrize(("side", "who"), [("bottom", "Ann"), ("top", "Ben"), ("left", ""), ("right", "")])
def test_who_laid_a_card_is_told_by_where_the_hand_came_from(side: str, who: str) -> None:
    stage = tilted(20)
    stage.places = (
        Place(MIDDLE, (0.2, 0.3, 0.8, 0.7)),
        Place("Ann", (0.3, 0.75, 0.7, 1)),
        Place("Ben", (0.3, 0, 0.7, 0.25)),
    )
    stage.bring(piece("7C", 0, 0), side=side)
    stage.rest()
    assert [c.by for c in stage.views[-1].places[MIDDLE]] == [who]


def test_of_cards_laid_together_the_indices_tell_which_lies_on_which() -> None:
    for lower, upper in ((piece("7C", 0, 0), piece("8C", 0.3, 0.2)), (piece("8C", 0.3, 0.2), piece("7C", 0, 0))):
        stage = tilted(0)
        stage.bring(lower, upper)
        stage.rest()
        told = stage.views[-1].places[MIDDLE]
        assert [c.card for c in told] == [lower.card, upper.card]
        assert told[1].on == (told[0].track,)


@pytest.mark.parametrize("way", [(40, 15), (-25, 30), (12, -6), (60, 0)])
def test_a_knocked_camera_is_noticed_and_no_card_is_lost(way: tuple[int, int]) -> None:
    stage = tilted(30)
    stage.bring(piece("7C", -0.8, 0), piece("QH", 0.6, 0.1))
    stage.bring(piece("8C", -0.6, 0.15))
    stage.rest()
    before = [(c.card, c.track) for c in stage.views[-1].places[MIDDLE]]
    bumps = []
    stage.watch = lambda s, scene: bumps.append(scene.bumped) if scene.bumped is not None else None
    stage.bump(*way)
    stage.rest()
    assert len(bumps) >= 1
    assert np.allclose(sum(b[:, 2] for b in bumps), way, atol=2.0)
    assert [(c.card, c.track) for c in stage.views[-1].places[MIDDLE]] == before
    assert all(t.hidden is False for t in stage.scene.tracks)  # type: ignore[union-attr]


def test_hands_and_pushed_cards_are_no_knock() -> None:
    stage = tilted(30)
    bumps = []
    stage.watch = lambda s, scene: bumps.append(scene.bumped) if scene.bumped is not None else None
    stage.bring(piece("7C", 0, 0), piece("8C", 0.4, 0.1))
    stage.rest()
    stage.nudge(0.4)
    stage.rest()
    stage.take("8C", side="left")
    stage.rest()
    assert bumps == []


def told_at_rest(steps: list[int], tilt: int) -> None:
    """Cards are laid and taken as ``steps`` say; after each the view is compared with what lies there."""
    stage = tilted(tilt)
    rng = np.random.default_rng(abs(hash(tuple(steps))) % 1000)
    pack = [int(c) for c in rng.permutation(list(cards_in(PACKS[36])))]
    for n, step in enumerate(steps):
        if step < 3 or not stage.cards:
            x = -1.5 + 0.42 * len(stage.cards) if step else 0.3 * (len(stage.cards) % 3)
            stage.bring(Piece(pack.pop(), x, 0.12 * (n % 3), float(rng.normal(0, 8))), side=("bottom", "top")[n % 2])
        elif step == 3:
            stage.take_pieces(stage.cards[-1:], "left")
        else:
            stage.nudge(0.1)
        stage.rest(0.8)
        cards = [c.card for c in stage.views[-1].places[MIDDLE]]
        assert len(set(cards)) == len(cards)
        shown = {p.card for p, indices, _ in stage.free() if indices}
        assert shown <= set(cards)
        assert set(cards) <= {p.card for p in stage.cards}
        everywhere = [c.card for place in stage.views[-1].places.values() for c in place]
        assert len(set(everywhere)) == len(everywhere)


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.integers(0, 4), min_size=2, max_size=7), st.sampled_from([0, 25, 45]))
def test_at_rest_the_view_is_what_lies_there_and_each_card_lies_in_one_place(steps: list[int], tilt: int) -> None:
    told_at_rest(steps, tilt)


def test_the_order_in_which_a_reader_names_the_cards_does_not_matter() -> None:
    told = []
    for seed in (1, 2, 3):
        stage = Stage(view=camera(30), pack=PACKS[36])
        stage.rng = np.random.default_rng(seed)
        stage.rest()
        stage.bring(piece("7C", -0.6, 0), piece("8C", -0.3, 0.1), piece("QH", 0.6, 0))
        stage.rest()
        stage.nudge(0.0)
        stage.take("8C")
        stage.rest()
        told.append([view.places for view in stage.views])
    assert told[0] == told[1] == told[2]


def test_a_card_taken_off_others_that_are_stirred_by_it_is_gone() -> None:
    stage = tilted(20)
    stage.bring(piece("7C", -0.1, 0))
    stage.rest()
    stage.bring(piece("8C", 0.15, 0.05))
    stage.rest()
    stage.bring(piece("QH", 0.02, 0.02))
    stage.rest()
    stage.take("QH")
    stage.cards = [Piece(p.card, p.x + 0.12, p.y + 0.04, p.degrees) for p in stage.cards]
    stage.rest()
    assert middle(stage) == ["7C", "8C"]


def test_a_pile_pushed_again_and_again_keeps_its_order() -> None:
    stage = tilted(20)
    for n, name in enumerate(("7C", "8C", "QH")):
        stage.bring(piece(name, -0.6 + 0.3 * n, 0.1 * n))
        stage.rest()
    for _ in range(4):
        stage.cards = [
            Piece(p.card, p.x + (0.13 if p.card == parse_card("7C") else 0.12), p.y, p.degrees) for p in stage.cards
        ]
        stage.rest(0.8)
    assert middle(stage) == ["7C", "8C", "QH"]


def one_end(sighting: Sighting, number: int) -> Sighting:
    """What a reader that does not see that two ends are of one card makes of one of them: the card seems half as large."""
    index = sighting.indices[number]
    middle = sighting.corners.mean(axis=0)
    small = (index.mean(axis=0) + (middle - index.mean(axis=0)) * 0.6 + (sighting.corners - middle) * 0.6).astype(
        np.float32
    )
    return replace(sighting, ends=1, indices=(index,), corners=small)


def test_the_two_ends_of_a_card_found_apart_are_one_card_that_lies_between_them() -> None:
    stage = tilted(10)
    stage.bring(piece("7C", -0.6, 0, 8))
    whole = stage.sightings
    stage.sightings = lambda: [one_end(s, n) for s in whole() for n in range(len(s.indices))]  # type: ignore[method-assign]
    stage.rest()
    (told,) = stage.views[-1].places[MIDDLE]
    assert told.card == parse_card("7C")
    assert np.allclose(np.array(told.spot) * 640, stage.quad(stage.cards[0]).mean(axis=0), atol=3)


def test_an_index_over_which_the_picture_ends_is_no_card() -> None:
    stage = tilted(0)
    stage.bring(piece("7C", 0, 2.0))
    cut = stage.indices(piece("TS", 1.0, 2.0))[0] + (0, 340 - stage.indices(piece("TS", 1.0, 2.0))[0][2, 1] + 30)
    likely = np.zeros(54, np.float32)
    likely[parse_card("TS")] = 0.97
    whole = stage.sightings
    stray = Sighting("index", parse_card("TS"), 0.97, cut.astype(np.float32), likely, 1, (cut.astype(np.float32),))
    stage.sightings = lambda: [*whole(), stray]  # type: ignore[method-assign]
    stage.rest()
    assert all(card.card != parse_card("TS") for cards in stage.views[-1].places.values() for card in cards)


def test_what_hardly_peeps_out_from_under_a_card_is_the_card_that_lay_there_whatever_it_reads_as() -> None:
    stage = tilted(0)
    stage.bring(piece("QH", 0, 0))
    stage.rest()
    stage.bring(piece("JS", 0.06, 0.03))
    whole, queen = stage.sightings, stage.cards[0]

    def with_a_sliver() -> list[Sighting]:
        index = stage.indices(queen)[0]
        sliver = (index + (index[[0, 0, 3, 3]] - index) * 0.7).astype(np.float32)
        likely = np.zeros(54, np.float32)
        likely[parse_card("AH")] = 0.9
        return [
            *(s for s in whole() if s.card != queen.card),
            Sighting("index", parse_card("AH"), 0.9, sliver, likely, 1, (sliver,)),
        ]

    stage.sightings = with_a_sliver  # type: ignore[method-assign]
    stage.rest()
    assert middle(stage) == ["QH", "JS"]


def test_a_card_that_shows_in_part_lies_there_though_its_index_is_not_found_any_more() -> None:
    stage = tilted(0)
    stage.bring(piece("KC", 0, 0))
    stage.rest()
    stage.bring(piece("KS", 0.25, 0))
    whole, lower = stage.sightings, stage.cards[0]
    stage.sightings = lambda: [s for s in whole() if s.card != lower.card]  # type: ignore[method-assign]
    stage.rest()
    assert middle(stage) == ["KC", "KS"]
    stage.take("KC")
    stage.rest()
    assert middle(stage) == ["KS"]


def test_a_card_laid_just_where_a_doubtful_one_lies_is_another_one_and_the_newest() -> None:
    stage = tilted(0)
    doubtful = [parse_card("8H"), parse_card("8D")]

    def now_this_now_that(lying: Piece) -> int | None:
        return doubtful[stage.frame % 2] if lying.card == doubtful[0] else lying.card

    stage.misread = now_this_now_that
    stage.bring(piece("8H", 0, 0))
    stage.rest()
    assert middle(stage) == ["?"]
    stage.bring(piece("TS", 0.4, 0.1))
    stage.rest()
    stage.bring(piece("9S", 0.02, 0.03))
    stage.rest()
    assert middle(stage)[-2:] == ["TS", "9S"]


def test_a_card_that_no_name_is_sure_for_still_lies_there_when_it_is_covered() -> None:
    stage = tilted(0)
    eights = [parse_card("8H"), parse_card("8D")]
    stage.misread = lambda lying: eights[stage.frame % 2] if lying.card in eights else lying.card
    stage.bring(piece("8H", 0.5, 0))
    stage.rest()
    assert middle(stage) == ["?"]
    stage.bring(piece("KC", 0.5, 0))
    stage.rest(2.0)
    assert [(c.card is None, c.hidden) for c in stage.views[-1].places[MIDDLE]] == [(True, True), (False, False)]
