"""models.evaluate: the measures measure."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from models.evaluate import best_temperature, calibration_error
from models.settings import write_settings
from vision.reader import SPLIT
from vision.weights import Settings


def test_confidences_that_come_true_have_no_calibration_error() -> None:
    rng = np.random.default_rng(0)
    confidence = rng.uniform(0.3, 1, 200_000).astype(np.float32)
    right = rng.random(len(confidence)) < confidence
    assert calibration_error(confidence, right) < 0.01
    assert calibration_error(confidence, np.zeros(len(confidence), bool)) == pytest.approx(confidence.mean(), abs=0.01)


def test_numbers_that_are_too_bold_are_cooled() -> None:
    rng = np.random.default_rng(1)
    card = rng.integers(0, 52, 4000).astype(np.int16)
    numbers = rng.normal(0, 1, (4000, sum(SPLIT))).astype(np.float32)
    for row, c in enumerate(card):
        numbers[row, [c >> 2, 13 + (c & 3), 17]] += 3
    assert best_temperature(numbers * 4, card) > best_temperature(numbers, card)


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
