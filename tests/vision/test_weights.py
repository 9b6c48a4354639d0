"""vision.weights: bad weights are an error message, never a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.weights import WeightsError, load_networks


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="no such folder"):
        load_networks(tmp_path / "none", ours=False)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "detector.onnx").write_bytes(b"x")
    with pytest.raises(WeightsError, match=r"reader\.onnx"):
        load_networks(tmp_path, ours=False)


@pytest.mark.parametrize("content", [b"", b"no onnx at all", b"\x08\x07" + bytes(range(256)) * 40])
def test_broken_files_are_an_error_in_one_line(tmp_path: Path, content: bytes) -> None:
    for name in ("detector.onnx", "reader.onnx"):
        (tmp_path / name).write_bytes(content)
    with pytest.raises(WeightsError) as caught:
        load_networks(tmp_path, ours=False)
    assert "\n" not in str(caught.value)


def test_our_own_weights_are_checked_before_they_are_opened(tmp_path: Path) -> None:
    for name in ("detector.onnx", "reader.onnx"):
        (tmp_path / name).write_bytes(b"changed")
    (tmp_path / "weights.json").write_text('{"settings": {}, "sha256": {"detector.onnx": "0", "reader.onnx": "0"}}')
    with pytest.raises(WeightsError, match="damaged"):
        load_networks(tmp_path, ours=True)


@pytest.mark.parametrize("text", ["", "[]", '{"settings": 3}', '{"settings": {"sure": "very"}, "sha256": {}}'])
def test_settings_that_cannot_be_read_are_an_error(tmp_path: Path, text: str) -> None:
    for name in ("detector.onnx", "reader.onnx"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "weights.json").write_text(text)
    with pytest.raises(WeightsError, match=r"weights\.json"):
        load_networks(tmp_path, ours=False)
