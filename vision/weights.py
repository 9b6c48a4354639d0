"""Loads the networks from a folder, and never lets a bad file take the program down.

A folder of weights holds detector.onnx, reader.onnx and weights.json (settings, and the sha256 of the networks), and mostly
detector-fast.onnx, a narrower detector for films. Our own folder is checked by sha256. Any other network is first opened and run once in
a child process: an ONNX file that is broken, or made to break a program, ends that child and becomes an error message.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.errors import VisionError

DETECTOR, FAST_DETECTOR, READER, SETTINGS = "detector.onnx", "detector-fast.onnx", "reader.onnx", "weights.json"
NETWORKS = (DETECTOR, FAST_DETECTOR, READER)
_CHILD_SECONDS = 60
_WRONG_SHAPE = 3  # exit status of the child
_REMEDY = "use weights made by python -m models.export"


class WeightsError(VisionError):
    """Weights that cannot be used. ``path``: the file or folder; ``problem``; ``remedy``."""

    def __init__(self, path: Path, problem: str, remedy: str) -> None:
        super().__init__(f"{path}: {problem}; {remedy}")
        self.path, self.problem, self.remedy = path, problem, remedy


@dataclass(frozen=True, slots=True)
class Settings:
    """How sure is sure. All are probabilities."""

    detect: float = 0.15  # an index is looked at from this score of the detector on
    back: float = 0.5  # a back counts from this score on
    sure: float = 0.6  # a reading counts as sure from this confidence on
    temperature: float = 1.0  # the reader's numbers are divided by it, so that its confidences come true


@dataclass(frozen=True, slots=True)
class Networks:
    """The networks, loaded (cv2.dnn.Net), and their settings."""

    detector: Any
    fast_detector: Any
    """For the frames of a film; the detector itself where there is no other."""
    reader: Any
    settings: Settings


def _read_settings(folder: Path) -> tuple[Settings, dict[str, str]]:
    path = folder / SETTINGS
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        settings = Settings(**{k: float(v) for k, v in raw["settings"].items() if k in Settings.__dataclass_fields__})
        return settings, {str(k): str(v) for k, v in raw["sha256"].items()}
    except FileNotFoundError:
        return Settings(), {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise WeightsError(path, f"cannot be read ({error})", "make it anew with python -m models.export") from None


def _open(path: Path) -> Any:
    import cv2

    return cv2.dnn.readNetFromONNX(np.frombuffer(path.read_bytes(), np.uint8))


def _try_in_child(path: Path) -> None:
    """Loads and runs a network in a process of its own; raises WeightsError unless that ends well."""
    code = "import sys; from vision.weights import _run_once; _run_once(sys.argv[1])"
    try:
        root = str(Path(__file__).resolve().parent.parent)
        command = [sys.executable, "-c", code, str(path.resolve())]
        child = subprocess.run(
            command, capture_output=True, timeout=_CHILD_SECONDS, cwd=root, text=True, errors="replace"
        )
    except subprocess.TimeoutExpired:
        raise WeightsError(path, f"not loaded after {_CHILD_SECONDS} s", _REMEDY) from None
    if child.returncode == _WRONG_SHAPE:
        raise WeightsError(path, f"is no {path.stem} of Kibitz", _REMEDY)
    if child.returncode != 0:
        raise WeightsError(path, "is broken, or no ONNX file that OpenCV can load", _REMEDY)


def _run_once(path: str) -> None:
    """What the child does: loads one network, runs it on an empty picture, and ends with _WRONG_SHAPE if it answers like none of ours."""
    from vision.detector import CLASSES, STRIDES
    from vision.reader import FEATURES, SPLIT

    net = _open(Path(path))
    reader = Path(path).name == READER
    net.setInput(np.zeros((2 if reader else 1, 3, 64, 64), np.float32))
    shapes = sorted(tuple(out.shape) for out in net.forward(net.getUnconnectedOutLayersNames()))
    channels = shapes[0][1] if len(shapes[0]) == 4 else 0
    maps = sorted((1, channels, 64 // stride, 64 // stride) for stride in STRIDES)
    bins = (channels - CLASSES) // 4
    right = (
        shapes == [(2, sum(SPLIT) + FEATURES)]
        if reader
        else shapes == maps and bins > 1 and channels == 4 * bins + CLASSES
    )
    if not right:
        sys.exit(_WRONG_SHAPE)


def load_networks(folder: Path, *, ours: bool) -> Networks:
    """The networks of ``folder``. ``ours``: it is the one that came with Kibitz. Raises WeightsError."""
    if not folder.is_dir():
        raise WeightsError(folder, "no such folder", "give a folder with detector.onnx and reader.onnx")
    for name in (DETECTOR, READER):
        if not (folder / name).is_file():
            raise WeightsError(folder / name, "not there", "a folder of weights has detector.onnx and reader.onnx")
    settings, known = _read_settings(folder)
    there = [name for name in NETWORKS if (folder / name).is_file()]
    for name in there:
        if not ours:
            _try_in_child(folder / name)
        elif hashlib.sha256((folder / name).read_bytes()).hexdigest() != known.get(name):
            raise WeightsError(folder / name, "is damaged (sha256 differs)", "install Kibitz again")
    nets = {name: _open(folder / name) for name in there}
    return Networks(nets[DETECTOR], nets.get(FAST_DETECTOR, nets[DETECTOR]), nets[READER], settings)
