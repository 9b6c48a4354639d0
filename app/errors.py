"""Failures a user can mend: shown as one line, exit status 2."""

from __future__ import annotations


class UserError(Exception):
    """Something the user can put right. ``str()`` says what, where, and what to do, in one line."""
