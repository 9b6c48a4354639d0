"""What can go wrong with pictures and weights, so that a caller can catch it without loading OpenCV."""

from __future__ import annotations


class VisionError(Exception):
    """Something the user can put right. ``str()`` says what, where, and what to do, in one line."""
