"""Cards followed on a slanting table where hands cover, push and exchange them: what is told at rest is what lies there."""

from __future__ import annotations

import cv2
import pytest

from rules.cards import PACKS, card_name, parse_card
from rules.table import MIDDLE, SeenCard
from tests.staged_table import Stage, camera, piece

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
