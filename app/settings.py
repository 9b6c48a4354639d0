"""What a user has chosen once for all games: language, look, voice, camera. A small JSON file in the user's folder."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from app.paths import user_folder
from rules.texts import _

CHOICES: Final[Mapping[str, tuple[Any, ...]]] = {
    "language": ("", "en", "ru", "mn"),  # "": as the system has it
    "look": ("dark", "light"),
    "text_size": (1.0, 1.25, 1.5),
    "voice": ("off", "fouls", "all"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings with what they are before anybody chose."""

    language: str = ""
    look: str = "dark"
    text_size: float = 1.0
    four_colours: bool = False
    voice: str = "off"
    volume: int = 70  # per cent, of voice and sounds
    sounds: bool = True
    camera: str = "0"  # as ``kibitz watch`` takes it: a number, an address, a file
    deck: str = ""  # the name of a pack that was learnt; "": any pack
    settle: float = 0.3  # s at rest before a ruling; 0.2 to 2
    bot_pace: float = 1.2  # s before a bot moves
    clock: bool = False  # whether the table shows how long the player on turn has taken
    names: tuple[str, ...] = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")  # as they were last typed, by seat


class SettingsFile:
    """The settings on disk. ``now``: as they are; ``problem``: why they could not be read, in a line."""

    def __init__(self, path: Path | None = None) -> None:
        self.problem: str | None = None
        self.path: Path | None = path
        if path is None:
            with contextlib.suppress(RuntimeError):
                self.path = user_folder() / "settings.json"
        self.now = self._read()

    def change(self, **new: Any) -> str | None:
        """Sets and saves some settings; what is not allowed is left as it was. -> what went wrong with saving."""
        self.now = replace(self.now, **{name: value for name, value in new.items() if _allowed(name, value)})
        if self.path is None:
            return None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=".settings.", dir=self.path.parent)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(asdict(self.now), file, ensure_ascii=False, indent=1)
                os.replace(name, self.path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(name)
                raise
        except OSError as error:
            return _("{path}: the settings could not be saved ({problem}); they hold until you close Kibitz").format(
                path=self.path, problem=error.strerror or error
            )
        return None

    def _read(self) -> Settings:
        if self.path is None:
            return Settings()
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            if not isinstance(found, dict):
                raise ValueError("no object")
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, RecursionError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            self.problem = _("{path}: the settings cannot be read ({problem}); the usual ones are taken").format(
                path=self.path, problem=reason
            )
            return Settings()
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in found.items()
        }
        return replace(Settings(), **{name: value for name, value in known.items() if _allowed(name, value)})


def _allowed(name: str, value: object) -> bool:
    """Whether a setting may have this value: the right type, one of the choices, within its limits."""
    usual = {field.name: field.default for field in fields(Settings)}.get(name)
    if usual is None:
        return False
    if isinstance(usual, float) and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not type(usual):
        return False
    if name in CHOICES:
        return value in CHOICES[name]
    if isinstance(value, str):
        return len(value) <= 500
    if isinstance(value, tuple):
        return len(value) <= 12 and all(isinstance(part, str) and 0 < len(part) <= 40 for part in value)
    low, high = {"volume": (0, 100), "settle": (0.2, 2.0), "bot_pace": (0.0, 10.0)}.get(name, (0, 1))
    return isinstance(value, (int, float)) and low <= value <= high
