"""The rules as entries, and the search in them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import language, laying
from app.rule_search import entries, fits, folded, hits, words_of
from rules.games import GAMES


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    language.use("en")


def found(game: str, query: str) -> list[str]:
    words = words_of(query)
    return [entry.id for entry in entries(GAMES[game]) if fits(entry, words)]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_an_entry_and_every_game_says_how_its_cards_are_laid(game: str) -> None:
    ids = [entry.id for entry in entries(GAMES[game])]
    assert ids == [*(rule.id for rule in GAMES[game].rules), "table", "moves"]
    assert set(laying.LAYING) == set(laying.ANNOUNCED) == set(GAMES)


def test_a_house_rule_says_what_each_value_means() -> None:
    rule = next(entry for entry in entries(GAMES["svoi-kozyri"]) if entry.id == "SK-11")
    assert [note.partition(":")[0] for note in rule.notes[:-1]] == ["House rule", "free", "forced"]
    assert rule.notes[-1].startswith("(")


def test_a_number_finds_its_rule_and_no_other_that_only_contains_it() -> None:
    assert found("svoi-kozyri", "sk-8") == ["SK-8"]
    assert "SK-1" in found("svoi-kozyri", "1") and "SK-11" not in found("svoi-kozyri", "1")


def test_all_words_must_be_found_and_capitals_do_not_matter() -> None:
    assert "SK-8" in found("svoi-kozyri", "TRUMPS follow")
    assert found("svoi-kozyri", "trumps bicycle") == []
    assert len(found("svoi-kozyri", "")) == len(GAMES["svoi-kozyri"].rules) + 2


def test_cyrillic_is_found_without_capitals_and_dots() -> None:
    language.use("ru")
    assert (
        found("crusaders", "маги БУБНЫ")
        and found("crusaders", "воскрешенная") == found("crusaders", "Воскрешённая") != []
    )


def test_hits_are_where_the_words_stand() -> None:
    text = "Ёлка и ёж; SK-8, not SK-18. Straße"
    assert [text[a:b] for a, b in hits(text, words_of("еж 8 STRASSE"))] == ["ёж", "8", "Straße"]
    assert hits("abcabc", ["abc", "bca"]) == [(0, 6)]


@given(st.text(), st.text(min_size=1))
def test_hits_never_leave_the_text_and_never_overlap(text: str, query: str) -> None:
    plain, places = folded(text)
    assert len(plain) == len(places)
    at = 0
    for start, end in hits(text, words_of(query)):
        assert at <= start < end <= len(text)
        at = end
