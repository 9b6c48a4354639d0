"""models.evaluate and its parts: the measures measure, goals are told reached or missed, the card keeps all but what is measured."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.scene import Scene
from models import evaluate
from models.card import BEGIN, END, CardError, measured_text, reliability_svg, write_measured
from models.goals import GOALS, photograph_figures, report_goals
from models.held_out import SCENES, HeldOut
from models.pictures import Tally, Truth
from models.settings import write_settings
from models.shards import (
    Crops,
    ShardError,
    best_temperature,
    calibration_error,
    readings,
    reliability,
    report_reader,
    shard_paths,
)
from rules.cards import RED_JOKER, parse_card
from vision.reader import SPLIT
from vision.recogniser import Reading, sure_of_back
from vision.sighting import Sighting
from vision.weights import Networks, Settings


def test_confidences_that_come_true_have_no_calibration_error() -> None:
    rng = np.random.default_rng(0)
    confidence = rng.uniform(0.3, 1, 200_000).astype(np.float32)
    right = rng.random(len(confidence)) < confidence
    assert calibration_error(confidence, right) < 0.01
    assert calibration_error(confidence, np.zeros(len(confidence), bool)) == pytest.approx(confidence.mean(), abs=0.01)


def test_reliability_counts_every_reading_once() -> None:
    confidence = np.array([0.05, 0.55, 0.56, 1.0], np.float32)
    rows = reliability(confidence, np.array([False, True, False, True]), 10)
    assert [count for _, _, count in rows] == [1, 2, 1]
    assert [right for _, right, _ in rows] == [0, 0.5, 1]
    assert (
        reliability(confidence[:0], np.zeros(0, bool)) == []
        and calibration_error(confidence[:0], np.zeros(0, bool)) == 0
    )


def numbers_for(cards: list[int], bold: float = 8.0, seed: int = 1) -> np.ndarray:
    """What a reader would say that is sure of ``cards`` (-1: of no index)."""
    rng = np.random.default_rng(seed)
    numbers = rng.normal(0, 0.3, (len(cards), sum(SPLIT))).astype(np.float32)
    for row, card in enumerate(cards):
        if card < 0:
            numbers[row, 20] += bold
        elif card >= 52:
            numbers[row, 18 + card - 52] += bold
        else:
            numbers[row, [card >> 2, 13 + (card & 3), 17]] += bold
    return numbers


def test_numbers_that_are_too_bold_are_cooled() -> None:
    rng = np.random.default_rng(1)
    card = rng.integers(0, 52, 4000).astype(np.int16)
    numbers = rng.normal(0, 1, (4000, sum(SPLIT))).astype(np.float32)
    for row, c in enumerate(card):
        numbers[row, [c >> 2, 13 + (c & 3), 17]] += 3
    assert best_temperature(numbers * 4, card) > best_temperature(numbers, card)


def crops_read_as(true: list[str], said: list[str], kind: str = "french") -> Crops:
    cards = np.array([-1 if name == "-" else parse_card(name) for name in true], np.int16)
    numbers = numbers_for([-1 if name == "-" else parse_card(name) for name in said])
    count = len(true)
    return Crops(numbers, cards, np.full(count, 40, np.float32), np.ones(count, np.float32), np.array([kind] * count))


def test_rank_and_suit_are_judged_apart_and_a_joker_is_neither() -> None:
    crops = crops_read_as(["7C", "7C", "QH", "-", "RJ"], ["7C", "7S", "KH", "-", "RJ"])
    found = readings(crops, 1.0)
    assert found.clear.tolist() == [True, True, True, False, False]
    assert found.rank_and_suit(found.clear) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert found.said[-1] == RED_JOKER
    lines = list(report_reader(crops, 1.0))
    assert any(line.startswith("french, from 30 px") and line.split()[-4] == "3" for line in lines)
    assert "7C read 7S 1" in lines[-1] and "QH read KH 1" in lines[-1]


def test_shards_that_are_not_there_are_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(ShardError, match="no shards; make it"):
        shard_paths(tmp_path)
    np.savez(tmp_path / "00000.npz", crops=np.zeros((1, 64, 64, 3), np.uint8))
    with pytest.raises(ShardError, match="older form"):
        shard_paths(tmp_path)
    (tmp_path / "00000.npz").write_bytes(b"cut short")
    with pytest.raises(ShardError, match="cannot be read"):
        shard_paths(tmp_path)


def test_a_goal_is_reached_missed_or_not_measured() -> None:
    lines = list(report_goals({"photographs F1": 0.9949, "calibration": 0.03, "backs": 0.95, "small sources": 1.0}))
    told = dict(zip(GOALS, lines, strict=False))
    assert told["photographs F1"].endswith("MISSED") and "0.9949" in told["photographs F1"]
    assert told["calibration"].endswith("MISSED")  # under, not at most
    assert told["backs"].endswith("reached") and told["small sources"].endswith("reached")
    assert told["fans"].endswith("not measured")
    assert lines[-1] == "2 of 4 measured goals reached"


def test_a_figure_just_short_is_not_rounded_into_reach() -> None:
    assert "0.99496" in GOALS["photographs F1"].row(0.99496)


def test_sources_of_thirty_cards_are_judged_by_f1_and_smaller_ones_by_their_faults() -> None:
    tallies = {
        "all": Tally(pictures=3, exact=1, right=41, extra=1, missed=2, backs_right=2, backs_of=3),
        "source large": Tally(right=30, missed=1),
        "source small": Tally(right=11, extra=1, missed=1, faults=2),
        "tag small": Tally(right=1, faults=9),
    }
    figures = photograph_figures(tallies)
    assert figures["worst source"] == pytest.approx(2 * 30 / 61)
    assert figures["small sources"] == 2
    assert figures["photographs backs"] == pytest.approx(2 / 3)


def test_only_what_stands_between_the_marks_of_the_card_is_replaced(tmp_path: Path) -> None:
    card = tmp_path / "CARD.md"
    card.write_text(f"# Ours\n\nbefore\n{BEGIN}\nold\n{END}\n\nafter: é\n", encoding="utf-8")
    text = measured_text("python -m models.evaluate", "2026-11-30", "abc1234", [("One", ["a  1 ", "b  2"])])
    for _ in range(2):
        write_measured(card, text)
        new = card.read_text(encoding="utf-8")
        assert new.startswith(f"# Ours\n\nbefore\n{BEGIN}\n") and new.endswith(f"\n{END}\n\nafter: é\n")
        assert "old" not in new and "commit abc1234" in new and "```\na  1\nb  2\n```" in new
    assert list(tmp_path.iterdir()) == [card]


def test_the_whole_report_goes_into_the_card_with_its_diagram(tmp_path: Path) -> None:
    card = tmp_path / "CARD.md"
    card.write_text(f"{BEGIN}\n{END}\n")
    report = evaluate.Report()
    report.section("One", ["a 1"])
    report.section("Two", ["b 2"])
    report.diagram = "<svg/>"
    evaluate.write_card(card, report, "python -m models.evaluate --photos p")
    text = card.read_text()
    assert text.index("**One**") < text.index("a 1") < text.index("**Two**") < text.index("b 2") < text.index("](")
    assert "`python -m models.evaluate --photos p`" in text
    assert (tmp_path / "reliability.svg").read_text() == "<svg/>"


def test_a_card_without_marks_is_left_alone(tmp_path: Path) -> None:
    card = tmp_path / "CARD.md"
    card.write_text("nothing here")
    with pytest.raises(CardError, match="no <!-- measured -->"):
        write_measured(card, "new")
    assert card.read_text() == "nothing here"
    with pytest.raises(CardError, match="cannot be read"):
        write_measured(tmp_path / "none.md", "new")


def test_the_reliability_diagram_is_a_drawing_with_a_dot_for_each_range() -> None:
    drawing = ET.fromstring(reliability_svg([(0.5, 0.4, 10), (0.95, 0.97, 1000)], 0.021))
    assert len(drawing.findall("{http://www.w3.org/2000/svg}circle")) == 2


def test_settings_are_kept_when_weights_are_written_again(tmp_path: Path) -> None:
    for name in ("detector.onnx", "reader.onnx"):
        (tmp_path / name).write_bytes(b"first")
    write_settings(tmp_path, Settings(sure=0.7))
    first = json.loads((tmp_path / "weights.json").read_text())
    (tmp_path / "reader.onnx").write_bytes(b"second")
    write_settings(tmp_path)
    second = json.loads((tmp_path / "weights.json").read_text())
    assert second["settings"] == first["settings"]
    assert second["sha256"]["reader.onnx"] != first["sha256"]["reader.onnx"]
    assert second["sha256"]["detector.onnx"] == first["sha256"]["detector.onnx"]


def test_what_is_not_there_is_left_out_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nothing = ["--shards", str(tmp_path / "s"), "--data", str(tmp_path / "d"), "--out", str(tmp_path / "o")]
    assert evaluate.main(nothing) == 0
    out = capsys.readouterr().out
    assert "left out: " in out and "datasets.make" in out and "datasets.fetch" in out and "--photos" in out
    assert "0 of 0 measured goals reached" in out


def test_photographs_without_labels_end_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate.main(["--photos", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "labels.jsonl" in error
    for text, told in (("", "empty"), ('{"file": "a.jpg", "cards": []}\n{"file": 1}\n', "line 2"), ("[]", "line 1")):
        (tmp_path / "labels.jsonl").write_text(text)
        assert evaluate.main(["--photos", str(tmp_path)]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1 and told in error


class Eye:
    """Reads every picture as the seven of clubs, half sure, and one back that is hardly seen."""

    def __init__(self, weights: Path, threads: int, *, ours: bool) -> None:
        self.settings = settings_of(weights)
        self.sure = self.settings.sure

    def read(self, image: np.ndarray) -> Reading:
        corners = np.zeros((4, 2), np.float32)
        back = Sighting("back", None, sure_of_back(0.42, self.settings), corners)
        return Reading([Sighting("card", parse_card("7C"), 0.62, corners), back], 1.0, 2.0)


def settings_of(weights: Path) -> Settings:
    return Settings(**json.loads((weights / "weights.json").read_text())["settings"])


def test_drawn_pictures_choose_what_is_sure_and_photographs_are_read_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_settings(tmp_path, Settings(sure=0.8, back=0.5))
    image = np.full((40, 60, 3), 200, np.uint8)
    cv2.imwrite(str(tmp_path / "a.png"), image)
    labels = {"file": "a.png", "cards": [{"label": "7C"}, {"label": "back"}], "source": "us", "tags": ["row"]}
    (tmp_path / "labels.jsonl").write_text(json.dumps(labels))
    truth = Truth({"7C"}, least=1, most=1)
    drawn = [HeldOut(kind, kind, "french", Scene(image, (), ()), truth) for kind in SCENES]
    monkeypatch.setattr(evaluate, "Recogniser", Eye)
    monkeypatch.setattr(evaluate, "held_out_pictures", lambda data, count: drawn)
    monkeypatch.setattr(evaluate, "load_networks", lambda at, ours: Networks(None, None, None, settings_of(at)))
    options = ["--weights", str(tmp_path), "--photos", str(tmp_path), "--out", str(tmp_path / "o"), "--skip", "shards"]
    assert evaluate.main(options) == 0
    before = capsys.readouterr().out
    assert evaluate.main([*options, "--calibrate"]) == 0
    after = capsys.readouterr().out
    chosen = settings_of(tmp_path)
    assert chosen.sure == pytest.approx(0.6) and chosen.back == pytest.approx(0.4)
    exact, backs = GOALS["photographs exact"].what, GOALS["backs"].what
    for what in (exact, backs):
        verdicts = [[line.split()[-1] for line in out.splitlines() if line.startswith(what)] for out in (before, after)]
        assert verdicts == [["MISSED"], ["reached"]]
    assert "source us" in after and "tag row" in after and "scene fans of 13" in after and "deck french" in after
