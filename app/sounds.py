"""Short sounds: a tick, a cross. Never blocks; silent where there is no audio."""

from __future__ import annotations


def play(name: str) -> None:
    """Plays "tick" or "cross"."""
