"""Where the files that come with Kibitz lie."""

from __future__ import annotations

from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = _ROOT / "models" / "weights"
DEMO = Path(__file__).resolve().parent / "assets" / "demo"
