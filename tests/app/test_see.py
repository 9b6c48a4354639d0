"""``kibitz see`` with our own networks: the JSON, and every kind of bad file."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from app.cli import main
from app.paths import DEMO, WEIGHTS


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A frame of the demo's film, in which 9C lies partly under 8S."""
    film = cv2.VideoCapture(str(DEMO / "table.mp4"))
    film.set(cv2.CAP_PROP_POS_FRAMES, 76)
    _, image = film.read()
    path = tmp_path_factory.mktemp("photos") / "стол 1.png"
    path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    return path


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_cards_of_a_picture_are_named_as_the_contract_says(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["see", "--json", str(photo)]) == 0
    (answer,) = lines(capsys)
    assert list(answer) == ["file", "size", "cards", "unsure", "ms"]
    assert answer["size"] == [1280, 720]
    assert {card["card"] for card in answer["cards"]} == {"8S", "9C"}
    assert set(answer["ms"]) == {"detect", "read", "total"}
    for card in answer["cards"]:
        assert set(card) - {"on"} == {"card", "confidence", "corners", "kind"}
        assert 0.5 < card["confidence"] <= 1
        assert np.array(card["corners"]).shape == (4, 2)
        assert card["kind"] in ("card", "index")


def test_a_file_that_is_no_picture_is_one_line_and_the_others_are_read(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "note.jpg"
    bad.write_text("no picture")
    assert main(["see", "--json", str(bad), str(photo)]) == 2
    error, answer = lines(capsys)
    assert error["file"] == str(bad)
    assert "\n" not in error["error"]["message"]
    assert "line" not in error["error"]
    assert len(answer["cards"]) == 2


@pytest.mark.parametrize("damage", ["noise", "cut off", "swapped"])
def test_weights_that_do_not_work_are_one_line(
    damage: str, photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {name: (WEIGHTS / name).read_bytes() for name in ("detector.onnx", "reader.onnx")}
    if damage == "noise":
        files["detector.onnx"] = np.random.default_rng(0).bytes(50_000)
    elif damage == "cut off":
        files["detector.onnx"] = files["detector.onnx"][:1_000_000]
    else:
        files = {"detector.onnx": files["reader.onnx"], "reader.onnx": files["detector.onnx"]}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    assert main(["see", "--weights", str(tmp_path), str(photo)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert str(tmp_path) in captured.err
