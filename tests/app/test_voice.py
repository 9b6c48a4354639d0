"""The voice and the sounds, with programs of our own in place of espeak-ng and aplay; and without any."""

from __future__ import annotations

import gettext
import io
import sys
import time
import wave
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app import language, sounds
from app.card_names import card_in_words, rank_letter, spoken
from app.settings import Settings
from app.voice import SPEAKERS, Voice, ruling_in_words
from app.window.words import card_text
from rules import texts
from rules.cards import card_name, parse_card
from rules.record import parse
from rules.referee import Referee

VOICES = """\
Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  en-029          --/M      English_(Caribbean) gmw/en-029          (en 10)
 2  en-gb           --/M      English_(Great_Britain) gmw/en          (en 2)
 5  ru              --/M      Russian            zle/ru
"""
PROGRAM = """\
#!{python} -S
import sys, time
said = "" if "--voices" in sys.argv or len(sys.argv) < 3 else sys.stdin.buffer.read().decode()
if "--voices" in sys.argv:
    print({voices!r})
with open({log!r}, "a", encoding="utf-8") as log:
    log.write(" ".join(sys.argv[1:]) + "|" + said + "\\n")
if {hangs!r} and "--voices" not in sys.argv:
    time.sleep(60)
"""


class Kept:
    """Settings that lie nowhere."""

    def __init__(self, **chosen: object) -> None:
        self.now = Settings(**chosen)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    if sys.platform == "win32":
        pytest.skip("the programs of this test are scripts")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    yield
    language.use("en")


@pytest.fixture
def install(tmp_path: Path) -> Callable[..., Callable[[], list[str]]]:
    """Puts a program into the PATH; gives what it was called with: its arguments and what it read."""

    def put(name: str, *, hangs: bool = False) -> Callable[[], list[str]]:
        log = tmp_path / f"{name}.log"
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(PROGRAM.format(python=sys.executable, voices=VOICES, log=str(log), hangs=hangs))
        path.chmod(0o755)
        return lambda: log.read_text("utf-8").splitlines() if log.exists() else []

    return put


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_ruling_is_said_in_the_language_with_the_volume_of_the_settings(
    install: Callable[..., Callable[[], list[str]]],
) -> None:
    calls = install("espeak-ng")
    voice = Voice(Kept(voice="all", volume=40, language="ru"))
    voice.say("9C")
    until(lambda: len(calls()) == 2 and voice.idle())
    assert calls()[1].startswith("-v ru -a 80 --stdin|") and "9C" not in calls()[1]


def test_only_fouls_are_said_where_that_is_wanted_and_nothing_when_off(
    install: Callable[..., Callable[[], list[str]]],
) -> None:
    calls = install("espeak-ng")
    for wanted, said in (("off", 0), ("fouls", 1), ("all", 2)):
        before = len([call for call in calls() if "--stdin" in call])
        voice = Voice(Kept(voice=wanted, language="en"))
        voice.say("Ann to move")
        until(voice.idle)
        voice.say("No.", foul=True)
        until(voice.idle)
        assert len([call for call in calls() if "--stdin" in call]) - before == said


def test_a_language_without_a_voice_stays_silent(install: Callable[..., Callable[[], list[str]]]) -> None:
    calls, found = install("espeak-ng"), list[bool]()
    voice = Voice(Kept(voice="all", language="mn"))
    voice.say("Сайн уу")
    voice.look(found.append)
    until(voice.idle)
    assert found == [False] and [call for call in calls() if "--stdin" in call] == []


def test_the_newest_sentences_win_and_stopping_ends_the_one_that_is_said(
    install: Callable[..., Callable[[], list[str]]],
) -> None:
    calls = install("espeak-ng", hangs=True)
    voice = Voice(Kept(voice="all", language="en"))
    voice.say("first")
    until(lambda: any("first" in call for call in calls()))
    for text in ("second", "third", "fourth"):
        voice.say(text)
    voice.hush()
    for text in ("fifth", "sixth", "seventh"):
        voice.say(text)
    until(lambda: any("sixth" in call for call in calls()))
    voice.stop()
    voice.stop()
    voice.say("after the end")
    assert voice.idle() and [call.rpartition("|")[2] for call in calls() if "--stdin" in call] == ["first", "sixth"]


def test_without_a_program_nothing_happens() -> None:
    voice, found = Voice(Kept(voice="all", language="en")), list[bool]()
    voice.say("anything")
    voice.look(found.append)
    until(voice.idle)
    assert found == [False] and not Voice.available() and not sounds.available()
    sounds.play("tick")
    until(sounds.idle)
    voice.stop()


def test_a_sound_is_made_once_and_played_by_a_program_of_the_system(
    install: Callable[..., Callable[[], list[str]]], tmp_path: Path
) -> None:
    calls = install("aplay")
    for _time in range(2):
        sounds.play("cross", 50)
        until(sounds.idle)
    file = tmp_path / "data" / "kibitz" / "sounds" / "cross-50.wav"
    assert calls() == [f"-q {file}|"] * 2
    sounds.play("tick", 0)
    assert sounds.idle()


@pytest.mark.parametrize("name", sounds.SOUNDS)
def test_a_sound_is_short_starts_and_ends_softly_and_is_not_cut_off(name: str) -> None:
    with wave.open(io.BytesIO(sounds.wav(name, 100))) as sound:
        frames = sound.readframes(sound.getnframes())
        samples = memoryview(frames).cast("h")
        assert 0.1 < sound.getnframes() / sound.getframerate() < 0.6
    assert 8000 < max(map(abs, samples)) < 32767 and abs(samples[0]) < 100 and abs(samples[-1]) < 100


@pytest.mark.parametrize(
    ("platform", "listed", "voice"),
    [
        ("linux", VOICES, "ru"),
        ("darwin", "Anna (Enhanced)     de_DE    # Hallo\nMilena              ru_RU    # Привет\n", "Milena"),
        ("win32", "en-US\nru-RU\n", "ru-RU"),
    ],
)
def test_the_voice_for_a_language_is_found_in_what_each_system_lists(platform: str, listed: str, voice: str) -> None:
    one = SPEAKERS[platform][0]
    assert (one.find(listed, "ru"), one.find(listed, "mn")) == (voice, "")
    assert any(voice in part for part in one.speak(voice, 70))


def test_espeak_itself_chooses_among_the_varieties_of_a_language() -> None:
    assert SPEAKERS["linux"][0].find(VOICES, "en") == "en"


def test_cards_are_said_by_name_and_rules_by_letters() -> None:
    assert spoken("8D is lower than TS (SK-8); ?? follows") == (
        "the eight of diamonds is lower than the ten of spades (S K 8); an unknown card follows"
    )
    assert spoken("10♠ beats 9♠, J♥") == "the ten of spades beats the nine of spades, the jack of hearts"
    names = [card_in_words(card) for card in range(54)]
    assert len(set(names)) == 54 and names[parse_card("RJ")] == "red joker"
    assert {card_name(card)[0] for card in range(52) if rank_letter(card) != card_name(card)[0]} == {"T"}


class Russian(gettext.NullTranslations):
    """Some words of the catalogue that is to come."""

    def gettext(self, message: str) -> str:
        said = {
            "Q": "Д",
            "the queen": "дама",
            "{rank} of spades": "{rank} пик",
            "{rank} of clubs": "{rank} треф",
            "the nine": "девятка",
        }
        return said.get(message, message)


def test_letters_and_names_of_cards_are_those_of_the_language() -> None:
    texts.use(Russian())
    assert (card_text(parse_card("QS")), card_text(parse_card("TS")), rank_letter(parse_card("KS"))) == (
        "Д♠",
        "10♠",
        "K",
    )
    assert spoken("QS, Д♠, 9C") == "дама пик, дама пик, девятка треф"


def test_a_foul_is_said_with_its_reason() -> None:
    record = (
        '[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n[Hand:Ann "9C KS AD"]\n'
        '[Hand:Ben "JC 6D 7H"]\n\nAnn: 9C\nBen: 6D JC\n'
    )
    first, second = Referee(parse(record)).rulings
    assert spoken(ruling_in_words(first)) == "Ann: the nine of clubs"
    assert spoken(ruling_in_words(replace(first, move="take"))) == "Ann: Take the cards"
    assert (
        spoken(ruling_in_words(replace(first, move="beat 8D 9D")))
        == "Ann: the nine of diamonds beats the eight of diamonds"
    )
    assert spoken(ruling_in_words(second)).startswith("Ben: the six of diamonds, the jack of clubs. Illegal. ")
