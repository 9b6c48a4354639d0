"""Speaks rulings and turns aloud, where the system can speak. Never blocks, never raises."""

from __future__ import annotations

from app.settings import Settings


class Voice:
    """A voice as the settings have it; silent where there is none."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def say(self, text: str) -> None:
        """Says a sentence soon; the newest wins."""

    def stop(self) -> None:
        """Falls silent. May be called twice."""
