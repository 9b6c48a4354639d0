"""models.pictures: what counts as right, extra and missed."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from datasets.scene import DrawnCard, DrawnIndex, Scene
from models.pictures import Truth, drawn_truth, joker_tally, result, sheet_of_worst, table
from rules.cards import RED_JOKER, parse_card
from vision.recogniser import Reading
from vision.sighting import Sighting

IMAGE = np.zeros((60, 80, 3), np.uint8)
QUAD = np.array([[0, 0], [20, 0], [20, 40], [0, 40]], np.float32)


def reading(*names: str, backs: int = 0, doubted: tuple[str, ...] = ()) -> Reading:
    seen = [Sighting("card", parse_card(n), 0.9, QUAD) for n in names]
    seen += [Sighting("card", parse_card(n), 0.3, QUAD) for n in doubted]
    seen += [Sighting("back", None, 0.9, QUAD)] * backs
    return Reading(seen, 1.0, 2.0)


def test_a_card_seen_in_part_may_be_missed_and_may_be_read() -> None:
    truth = Truth({"7C"}, {"QH"})
    for said in (reading("7C"), reading("7C", "QH")):
        one = result("a", (), truth, said, 0.8, IMAGE)
        assert not one.extra and not one.missed
    wrong = result("a", (), truth, reading("8C", doubted=("7C",)), 0.8, IMAGE)
    assert wrong.extra == {"8C"} and wrong.missed == {"7C"}


def test_the_table_counts_each_group_and_which_was_read_for_which() -> None:
    results = [
        result("a", ("x",), Truth({"7C"}, least=1, most=2), reading("7C", backs=2), 0.8, IMAGE),
        result("b", ("x", "y"), Truth({"7C", "QH"}), reading("7C", "KH", backs=1), 0.8, IMAGE),
    ]
    tallies = table(results)
    assert list(tallies) == ["all", "x", "y"]
    both = tallies["all"]
    assert (both.pictures, both.exact, both.right, both.extra, both.missed) == (2, 1, 2, 1, 1)
    assert (both.backs_right, both.backs_of) == (1, 2)
    assert both.wrong["QH", "KH"] == 1
    assert tallies["y"].f1 == 0.5


def test_a_joker_of_unknown_colour_is_any_joker() -> None:
    one = result("a", (), Truth({"JK"}), reading("RJ"), 0.8, IMAGE)
    assert not one.extra and not one.missed
    none = result("b", (), Truth({"2C"}), reading("2C", "BJ"), 0.8, IMAGE)
    jokers = joker_tally([one, none])
    assert (jokers.recall, jokers.precision) == (1.0, 0.5)


def test_of_a_drawn_picture_large_clear_indices_must_be_read_and_others_may() -> None:
    seven, queen, far = (parse_card(n) for n in ("7C", "QH", "2S"))
    small = QUAD / 4
    indices = (
        DrawnIndex(seven, QUAD, 0.95),
        DrawnIndex(seven, QUAD, 0.1),
        DrawnIndex(queen, QUAD, 0.5),
        DrawnIndex(far, small, 1.0),
        DrawnIndex(RED_JOKER, QUAD, 0.2),
    )
    cards = tuple(DrawnCard(None, QUAD, v, (0, 0, 1, 1)) for v in (0.9, 0.3, 0.05))
    truth = drawn_truth(Scene(IMAGE, cards, indices))
    assert truth.full == {"7C"} and truth.partial == {"QH", "2S"}
    assert (truth.least, truth.most) == (1, 2)


def test_the_worst_are_laid_out_in_one_picture(tmp_path: Path) -> None:
    results = [result(f"{n}", (), Truth({"7C"}), reading("8C"), 0.8, IMAGE) for n in range(8)]
    sheet_of_worst(results, tmp_path / "worst.jpg")
    assert (tmp_path / "worst.jpg").stat().st_size > 1000
