"""The one door through which every text a player reads goes to the translators (gettext)."""

from __future__ import annotations

import gettext
from collections.abc import Sequence

_translations: gettext.NullTranslations = gettext.NullTranslations()


def use(translations: gettext.NullTranslations) -> None:
    """From now on texts come out in the language of ``translations``."""
    global _translations
    _translations = translations


def _(message: str) -> str:
    """``message`` in the chosen language."""
    return _translations.gettext(message) if message else ""  # to gettext "" is the catalogue's own description


def ngettext(one: str, many: str, number: int) -> str:
    """The form of the text that fits ``number``, in the chosen language."""
    return _translations.ngettext(one, many, number)


def either(words: Sequence[str]) -> str:
    """``a, b or c``."""
    *others, last = words
    return _("{others} or {last}").format(others=", ".join(others), last=last) if others else last


def shortened(text: str, most: int = 300) -> str:
    """``text`` with its middle left out if it is longer than ``most``: a message may quote a text of any length."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 3 :]}"


def N_(message: str) -> str:
    """Marks a text that stands in a table and is translated only when it is shown."""
    return message
