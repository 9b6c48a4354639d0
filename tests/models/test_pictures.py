"""models.pictures: what counts as right, extra and missed; the same as the yardstick says; which threshold is worth its cost."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

from models.pictures import (
    Result,
    Truth,
    choose_back,
    choose_sure,
    joker_tally,
    label_truth,
    photograph_groups,
    result,
    sheet_of_worst,
    table,
)
from models.settings import back_score
from rules.cards import card_name, parse_card
from vision.recogniser import Reading, sure_of_back
from vision.sighting import Sighting
from vision.weights import Settings

IMAGE = np.zeros((60, 80, 3), np.uint8)
QUAD = np.array([[0, 0], [20, 0], [20, 40], [0, 40]], np.float32)
YARDSTICK = Path(__file__).resolve().parents[3] / "shared" / "tools" / "score_photos.py"


def reading(*names: str, backs: int = 0, doubted: tuple[str, ...] = ()) -> Reading:
    seen = [Sighting("card", parse_card(n), 0.9, QUAD) for n in names]
    seen += [Sighting("card", parse_card(n), 0.3, QUAD) for n in doubted]
    seen += [Sighting("back", None, 0.9, QUAD)] * backs
    return Reading(seen, 1.0, 2.0)


def test_a_card_seen_in_part_may_be_missed_and_may_be_read() -> None:
    truth = Truth({"7C"}, {"QH"})
    for said in (reading("7C"), reading("7C", "QH")):
        one = result("a", (), truth, said, 0.8, IMAGE)
        assert not one.extra() and not one.missed()
    wrong = result("a", (), truth, reading("8C", doubted=("7C",)), 0.8, IMAGE)
    assert wrong.extra() == {"8C"} and wrong.missed() == {"7C"}


def test_the_table_counts_each_group_and_which_was_read_for_which() -> None:
    results = [
        result("a", ("x",), Truth({"7C"}, least=1, most=2), reading("7C", backs=2), 0.8, IMAGE),
        result("b", ("x", "y"), Truth({"7C", "QH"}), reading("7C", "KH", backs=1), 0.8, IMAGE),
    ]
    tallies = table(results)
    assert list(tallies) == ["all", "x", "y"]
    both = tallies["all"]
    assert (both.pictures, both.exact, both.right, both.extra, both.missed, both.faults) == (2, 1, 2, 1, 1, 1)
    assert (both.backs_right, both.backs_of) == (1, 2)
    assert both.wrong["QH", "KH"] == 1
    assert tallies["y"].f1 == 0.5


def test_no_pictures_are_no_faults() -> None:
    assert table([])["all"].f1 == 1.0
    assert joker_tally([]).precision == 1.0


def test_a_joker_of_unknown_colour_is_any_joker() -> None:
    one = result("a", (), Truth({"JK"}), reading("RJ"), 0.8, IMAGE)
    assert not one.extra() and not one.missed()
    none = result("b", (), Truth({"2C"}), reading("2C", "BJ"), 0.8, IMAGE)
    jokers = joker_tally([one, none])
    assert (jokers.recall, jokers.precision) == (1.0, 0.5)


def test_of_a_card_read_twice_the_surer_reading_counts() -> None:
    one = result("a", (), Truth({"7C"}), reading("7C", doubted=("7C",)), 0.8, IMAGE)
    assert one.said() == {"7C"} and one.said(0.95) == set()


def seen(name: str, confidence: float) -> Reading:
    return Reading([Sighting("card", parse_card(name), confidence, QUAD)], 1.0, 2.0)


def test_a_threshold_is_raised_until_wrong_readings_are_rare() -> None:
    shy = [result("a", (), Truth({"7C"}), seen("7C", 0.5), 0.8, IMAGE) for _ in range(20)]
    bold = [result("b", (), Truth({"7C"}), seen("8C", 0.7), 0.8, IMAGE) for _ in range(20)]
    assert choose_sure(shy).sure == pytest.approx(0.5)
    assert choose_sure(shy + bold).sure == pytest.approx(0.8)
    wrong, missed, cost, _ = choose_sure(bold).costs[0.6]
    assert (wrong, missed, cost) == (20, 20, 100)  # one read wrongly is not counted as not named as well


def test_a_back_counts_from_the_score_that_gets_the_most_pictures_right() -> None:
    settings = Settings(sure=0.8, back=0.5)

    def picture(truth: Truth, *scores: float) -> Result:
        seen = [Sighting("back", None, sure_of_back(score, settings), QUAD) for score in scores]
        return result("a", (), truth, Reading(seen, 1.0, 2.0), 0.8, IMAGE)

    two, none = Truth(set(), least=2, most=2), Truth(set())
    pictures = [picture(two, 0.9, 0.42), picture(two, 0.7, 0.6, 0.33), picture(none, 0.37)]
    assert choose_back(pictures, settings) == pytest.approx(0.4)
    assert [one.backs_right() for one in pictures] == [False, True, True]


@pytest.mark.parametrize("score", [0.0, 0.2, 0.5, 0.77, 1.0])
def test_how_sure_one_is_of_a_back_tells_its_score(score: float) -> None:
    for settings in (Settings(sure=0.8, back=0.5), Settings(sure=0.6, back=0.3)):
        assert back_score(sure_of_back(score, settings), settings) == pytest.approx(score)


LABELS: list[dict] = [
    {"file": "a.jpg", "cards": [{"label": "QH"}, {"label": "7C", "visibility": "partial"}], "tags": ["fan"], "source": "one"},
    {"file": "b.jpg", "cards": [{"label": "JK"}, {"label": "back"}, {"label": "back"}], "source": "one"},
    {"file": "c.jpg", "cards": [{"label": "2S"}], "tags": ["face-down-piles-uncounted", "fan"], "source_repo": "two"},
    {"file": "d.jpg", "cards": [], "source_repo": "two"},
    {"file": "e.jpg", "cards": [{"label": "KD"}, {"label": "KD", "visibility": "partial"}, {"label": "9H"}], "source": "one"},
]  # fmt: skip
READ = {
    "a.jpg": reading("QH", "7C", "8C"),
    "b.jpg": reading("BJ", "2S", backs=2),
    "c.jpg": reading(doubted=("2S",), backs=3),
    "d.jpg": reading(),
    "e.jpg": reading("KD", backs=1),
}


def test_photographs_are_scored_as_the_yardstick_scores_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not YARDSTICK.is_file():
        pytest.skip(f"{YARDSTICK.name} is not here")
    spec = importlib.util.spec_from_file_location("score_photos", YARDSTICK)
    assert spec and spec.loader
    yardstick = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(yardstick)
    results, lines = [], []
    for row in LABELS:
        read = READ[row["file"]]
        ours = result(row["file"], photograph_groups(row), label_truth(row), read, 0.8, IMAGE)
        said = ["back" if s.card is None else card_name(s.card) for s in read.sightings if s.confidence >= 0.8]
        theirs = {"file": row["file"], "cards": [{"card": name} for name in said]}
        right, extra, missed = yardstick.compare(row, theirs)
        assert sorted(ours.said() - ours.extra()) == right
        assert (sorted(ours.extra()), sorted(ours.missed())) == (extra, missed)
        results.append(ours)
        lines.append(json.dumps(theirs))
    labels, readings = tmp_path / "labels.jsonl", tmp_path / "readings.jsonl"
    labels.write_text("".join(json.dumps(row) + "\n" for row in LABELS))
    readings.write_text("\n".join(lines))
    tallies = table(results)
    for by in ("tag", "source"):
        monkeypatch.setattr("sys.argv", ["score_photos", str(labels), str(readings), "--by", by])
        yardstick.main()
        out = capsys.readouterr().out
        for line in out.splitlines()[1:]:
            name, _, numbers = line.partition(" ")
            ours = tallies.get({"ALL": "all"}.get(name, f"{by} {name}"))
            if ours is not None:
                exact = ours.exact / ours.pictures
                shown = [f"{v:.3f}" for v in (exact, ours.precision, ours.recall, ours.f1)]
                assert numbers.split() == [str(ours.pictures), *shown], name
        assert f"backs counted right on {tallies['all'].backs_right} of {tallies['all'].backs_of} photographs" in out


def test_the_worst_are_laid_out_in_one_picture(tmp_path: Path) -> None:
    results = [result(f"{n}", (), Truth({"7C"}), reading("8C"), 0.8, IMAGE) for n in range(8)]
    sheet_of_worst(results, tmp_path / "new" / "worst.jpg")
    assert (tmp_path / "new" / "worst.jpg").stat().st_size > 1000
    sheet_of_worst([result("a", (), Truth({"8C"}), reading("8C"), 0.8, IMAGE)], tmp_path / "none.jpg")
    assert not (tmp_path / "none.jpg").exists()
