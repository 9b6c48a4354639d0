"""The texts and their translations: ``python -m tests.catalogues`` (``make texts``) takes the texts out of the source, puts
them into app/locale/kibitz.pot and the .po files, and compiles these to the .mo files that the program reads.

A text that was changed is a new one, still to be translated; what no source has any more is left out. The same source
gives the same files. ``--list`` prints what is still to be translated.
"""

from __future__ import annotations

import argparse
import io
import re
import string
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from app.language import LOCALE

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("rules", "app")
LANGUAGES = ("ru", "mn")
TEMPLATE = LOCALE / "kibitz.pot"
_MADE = datetime(2026, 11, 30, tzinfo=UTC)  # fixed, so that files change only where texts do
_IN_KV = re.compile(r"\b_\((?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\")\)")
PENDING: tuple[str, ...] = ()  # translated later
_ENDS = re.compile(r"([.:!]|[^?]\?)$")  # a sentence; not ??, an unknown card
_SAID = ("Translators:",)  # how a comment begins that goes into the catalogues
_PERCENT = re.compile(r"%(?:\(\w+\))?[rsd]")


def po_path(language: str) -> Path:
    """The translations of a language, as translators write them."""
    return LOCALE / language / "LC_MESSAGES" / "kibitz.po"


@cache
def extracted() -> Catalog:
    """Every text in the source, with the files it stands in."""
    catalog = Catalog(project="Kibitz", charset="utf-8", creation_date=_MADE, header_comment="# The texts of Kibitz.")
    for path in sorted(
        path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".kv")
    ):
        texts = extract_from_file("python", path, comment_tags=_SAID) if path.suffix == ".py" else _in_kv(path)
        for line, text, comments, _context in texts:
            catalog.add(text, locations=[(path.relative_to(ROOT).as_posix(), line)], auto_comments=comments)
    return catalog


def _in_kv(path: Path) -> Iterator[tuple[int, str, list[str], None]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        for match in _IN_KV.finditer(line):
            yield number, match[1] or match[2], [], None


def translated(language: str) -> Catalog:
    """The translations as they stand in the .po file."""
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language, domain="kibitz")


def brought_up_to_date(language: str, texts: Catalog) -> Catalog:
    """All texts, translated where the .po file has a translation."""
    old = translated(language) if po_path(language).exists() else Catalog()
    new = Catalog(
        locale=language,
        project="Kibitz",
        version="1",
        msgid_bugs_address="",
        charset="utf-8",
        creation_date=_MADE,
        revision_date=_MADE,
        last_translator="Kibitz",
        language_team=language,
        fuzzy=False,
        header_comment=f"# The texts of Kibitz, translated: {language}.",
    )
    for message in texts:
        if message.id:
            known = old.get(message.id)
            again = new.add(
                message.id,
                known.string if known and not known.fuzzy else "",
                locations=message.locations,
                auto_comments=message.auto_comments,
            )
            again.user_comments = known.user_comments if known else []
    return new


def as_po(catalog: Catalog) -> bytes:
    """The text of a .po or .pot file."""
    file = io.BytesIO()
    write_po(file, catalog, width=110, include_lineno=False)
    return file.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    """The compiled form of a catalogue."""
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


# -- what is wrong with a translation ----------------------------------------------------------------------------------


def placeholders(text: str) -> set[str]:
    """What is filled into a text: ``{0}``, ``{card}``, ``%s``."""
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None} | set(
        _PERCENT.findall(text)
    )


def forms(value: Any) -> tuple[str, ...]:
    """A text, or its forms for numbers."""
    return (value,) if isinstance(value, str) else tuple(value)


def wrong(message: Message) -> str:
    """What is wrong with the translation of a text; "" if nothing can be seen."""
    if message.fuzzy:
        return "unsure (fuzzy)"
    if not all(forms(message.string)):
        return "missing"
    original = forms(message.id)[-1]
    for text in forms(message.string):
        if placeholders(text) != placeholders(original) and not (message.pluralizable and text == message.string[0]):
            return f"its placeholders are {sorted(placeholders(text))}, not {sorted(placeholders(original))}"
        if (text[0].isspace(), text[-1].isspace()) != (original[0].isspace(), original[-1].isspace()):
            return "blanks at its ends"
        if bool(_ENDS.search(text)) != bool(_ENDS.search(original)):
            return "ends in another way"
        if mixed := re.search(r"[A-Za-z][А-Яа-яЁёӨөҮү]|[А-Яа-яЁёӨөҮү][A-Za-z]", text):
            return f"letters of two alphabets in one word ({mixed[0]})"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="only print what is missing or wrong")
    args = parser.parse_args()
    texts = extracted()
    if not args.list:
        LOCALE.mkdir(exist_ok=True)
        TEMPLATE.write_bytes(as_po(texts))
    for language in LANGUAGES:
        catalog = brought_up_to_date(language, texts)
        faults = [(message, wrong(message)) for message in catalog if message.id]
        if args.list:
            for message, fault in faults:
                if fault:
                    print(f"{language}: {fault}: {forms(message.id)[0]!r} ({message.locations[0][0]})")
            continue
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_po(catalog))
        path.with_suffix(".mo").write_bytes(as_mo(catalog))
        print(f"{language}: {sum(not fault for _message, fault in faults)} of {len(faults)} texts are translated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
