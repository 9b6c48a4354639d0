"""Where the files that come with Kibitz lie, and where it keeps those of its user."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = _ROOT / "models" / "weights"
DEMO = Path(__file__).resolve().parent / "assets" / "demo"


def user_folder() -> Path:
    """Where Kibitz keeps a user's data on this system. Raises RuntimeError if nobody knows where the home is."""
    if "ANDROID_PRIVATE" in os.environ:  # where an Android app may write
        return Path(os.environ["ANDROID_PRIVATE"]) / "kibitz"
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")) / "Kibitz"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Kibitz"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "kibitz"
