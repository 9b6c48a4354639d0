"""The rules of a game to be read and searched: what ``kibitz rules`` prints, as entries, and where the words of a search stand in them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app import house_rules, laying
from app.rulebook import rule_in_words
from rules.game import Game
from rules.ruling import Rule
from rules.texts import _

Span = tuple[int, int]
"""From one letter of a text to before another."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule, or what one must know besides. ``id``: ``SK-8``, or a word of ours; ``number``: ``SK-8``, or ""."""

    id: str
    number: str
    title: str
    text: tuple[str, ...]  # paragraphs
    notes: tuple[str, ...] = ()  # smaller: the house rule, where it comes from


def entries(game: Game[Any]) -> list[Entry]:
    """The rules in order, then how the cards are laid and how moves are written, in the language in use."""
    found = []
    for rule in game.rules:
        text, *notes, origin = rule_in_words(game, rule)
        found.append(Entry(rule.id, rule.id, _(rule.title), (text,), (*notes, *_values(game, rule), origin)))
    laid = [laying.LAYING[game.id], laying.ANNOUNCED[game.id], laying.HANDS, laying.EDGE]
    if game.id in laying.SHOWN_IN:
        laid.insert(3, laying.SHOWN)
    found.append(Entry("table", "", _("On a real table"), tuple(_(text) for text in laid)))
    written = _(game.moves)
    found.append(Entry("moves", "", _("How moves are written"), (written[:1].upper() + written[1:] + ".",)))
    return found


def _values(game: Game[Any], rule: Rule) -> list[str]:
    """What each value of a rule's house rule means, a line for each that has words of its own."""
    option = next((option for option in game.options if option.name == rule.option), None)
    if option is None:
        return []
    told = [(house_rules.answer(game, option, v), v, house_rules.means(game, option, v)) for v in option.values]
    return [
        _("{value}: {answer}. {meaning}").format(value=value, answer=answer, meaning=meaning)
        for answer, value, meaning in told
        if answer != value
    ]


def words_of(query: str) -> list[str]:
    """The words that are looked for, folded; all of them must be found."""
    return folded(query)[0].split()


def fits(entry: Entry, words: Sequence[str]) -> bool:
    """Whether all words stand in an entry; a bare number is that of a rule, or stands in it by itself."""
    texts = [entry.number, entry.title, *entry.text, *entry.notes]
    return all(any(hits(text, [word]) for text in texts) for word in words)


def hits(text: str, words: Sequence[str]) -> list[Span]:
    """Where the words stand in ``text``, in order, without overlaps."""
    plain, at = folded(text)
    found: list[Span] = []
    for word in words:
        # A number stands by itself: 8 is neither in 18 nor in 28.
        pattern = rf"(?<!\d){re.escape(word)}(?!\d)" if word.isdecimal() else re.escape(word)
        found += [(at[match.start()], at[match.end() - 1] + 1) for match in re.finditer(pattern, plain)]
    merged: list[Span] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def folded(text: str) -> tuple[str, list[int]]:
    """``text`` without capitals and accents (ё is е), and for each letter of that its place in ``text``."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        for part in unicodedata.normalize("NFKD", letter.casefold()):
            if not unicodedata.combining(part):
                letters.append(part)
                places.append(place)
    return "".join(letters), places
