"""Plain text for a terminal: lines broken at one width."""

from __future__ import annotations

import textwrap

WIDTH = 100  # columns


def filled(text: str, first: str = "", further: str = "") -> str:
    """``text`` broken at the width, words with hyphens in one piece. ``first``, ``further``: what stands before its lines."""
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=further, break_on_hyphens=False)
