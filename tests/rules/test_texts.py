"""Every sentence goes through gettext, and only when it is shown."""

from __future__ import annotations

import gettext
from collections.abc import Iterator

import pytest

from rules import texts
from rules.record import parse
from rules.referee import Referee


class Shouting(gettext.NullTranslations):
    """A language in which every text is in capitals, but for what stands in braces."""

    def gettext(self, message: str) -> str:
        parts = message.replace("{", "\0{").replace("}", "}\0").split("\0")
        return "".join(part if part.startswith("{") else part.upper() for part in parts)


@pytest.fixture
def shouting() -> Iterator[None]:
    texts.use(Shouting())
    yield
    texts.use(gettext.NullTranslations())


def test_a_ruling_is_put_into_words_in_the_language_of_the_moment(shouting: None) -> None:
    text = '[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n[Pile "9S"]\n[Hand:Ann "8S QD"]\n[Hand:Ben "??"]\n'
    ruling = Referee(parse(text)).judge("Ann", "QD 8S")
    assert "THE QD DOES NOT BEAT THE 9S" in ruling.why
    texts.use(gettext.NullTranslations())
    assert "The QD does not beat the 9S" in ruling.why
