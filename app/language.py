"""The languages Kibitz speaks, and the choice of one. English stands in the source; the others are compiled catalogues."""

from __future__ import annotations

import gettext
import locale
import os
from pathlib import Path

from app.errors import UserError
from rules import texts
from rules.texts import _

LOCALE = Path(__file__).resolve().parent / "locale"
LANGUAGES = ("en", "ru", "mn")


def use(wanted: str) -> None:
    """From now on texts come out in the language ``wanted``: ``ru``, ``ru_RU``, ``MN``. Raises UserError."""
    language = wanted.replace("-", "_").replace(".", "_").partition("_")[0].lower()
    if language not in LANGUAGES:
        raise UserError(
            _("there are no texts in {language!r}; choose one of {languages}").format(
                language=wanted, languages=", ".join(LANGUAGES)
            )
        )
    if language == "en":
        texts.use(gettext.NullTranslations())
    else:
        texts.use(gettext.translation("kibitz", LOCALE, [language]))
    # What Python's own modules say (argparse's usage errors) is looked up by name and environment.
    gettext.bindtextdomain("kibitz", LOCALE)
    gettext.textdomain("kibitz")
    os.environ["LANGUAGE"] = language


def of_the_system() -> str:
    """The language of the system if Kibitz speaks it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return value[:2].lower() if value[:2].lower() in LANGUAGES else LANGUAGES[0]
    try:
        found = (locale.getlocale()[0] or "")[:2].lower()
    except ValueError:
        found = ""
    return found if found in LANGUAGES else LANGUAGES[0]
