"""Our weights' folder, and the file in it that says how sure is sure and which files are ours."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from vision.weights import NETWORKS, SETTINGS, Settings

WEIGHTS = Path(__file__).resolve().parent / "weights"


def write_settings(out: Path, settings: Settings | None = None) -> None:
    """Writes weights.json: the settings (None: those that are there, else the defaults) and the sha256 of both networks."""
    path = out / SETTINGS
    if settings is None and path.exists():
        settings = Settings(**json.loads(path.read_text())["settings"])
    sums = {n: hashlib.sha256((out / n).read_bytes()).hexdigest() for n in NETWORKS if (out / n).exists()}
    path.write_text(json.dumps({"settings": asdict(settings or Settings()), "sha256": sums}, indent=1) + "\n")


def back_score(confidence: float, settings: Settings) -> float:
    """The detector's score behind how sure the recogniser is of a back: its ``sure_of_back``, backwards."""
    if confidence < settings.sure:
        return confidence * settings.back / settings.sure
    return settings.back + (confidence - settings.sure) / (1 - settings.sure) * (1 - settings.back)
