"""Speaks rulings and turns aloud: espeak-ng on Linux, say on macOS, SAPI on Windows. Never blocks, never raises; silent without them.

A language for which the system has no voice stays silent: a voice of another language would read it wrongly.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from app import language
from app.card_names import spoken
from app.errands import Errands
from app.settings import Settings
from app.window.words import move_words
from rules.cards import UNKNOWN
from rules.ruling import Ruling
from rules.texts import _

MOST_WAITING: Final = 2
PATIENCE: Final = 6.0  # seconds: what is older is no news
LONGEST_TEXT: Final = 400  # letters


class Kept(Protocol):
    """Where the settings are kept (app.settings.SettingsFile)."""

    @property
    def now(self) -> Settings: ...


@dataclass(frozen=True, slots=True)
class Speaker:
    """A program that speaks what it reads. ``voices``: what makes it list its voices; the others make commands and find voices."""

    program: str
    voices: tuple[str, ...]
    find: Callable[[str, str], str]  # (its list, a language) -> its name for the voice; "" if it has none
    command: Callable[[str, int], list[str]]  # (voice, volume in per cent) -> arguments
    before: Callable[[int], str] = lambda _volume: (
        ""
    )  # what stands before the text: the volume, where no argument sets it

    def speak(self, voice: str, volume: int) -> list[str]:
        """The command that speaks its input."""
        return [self.program, *self.command(voice, volume)]


def _espeak_voice(listed: str, wanted: str) -> str:
    """Lines ``Pty Language Age/Gender VoiceName ...``."""
    codes = [parts[1] for line in listed.splitlines() if len(parts := line.split()) > 3 and parts[0].isdigit()]
    return wanted if _closest(codes, wanted) else ""  # it chooses the best of its varieties itself


def _say_voice(listed: str, wanted: str) -> str:
    """Lines ``Milena    ru_RU    # a sentence``; a name may have blanks."""
    for line in listed.splitlines():
        name, _blank, code = line.partition("#")[0].rstrip().rpartition(" ")
        if code.lower().replace("_", "-").partition("-")[0] == wanted:
            return name.strip()
    return ""


def _sapi_voice(listed: str, wanted: str) -> str:
    """A culture in each line: ``ru-RU``."""
    return _closest(listed.split(), wanted)


def _closest(codes: list[str], wanted: str) -> str:
    """The code of the language itself, else the first of its varieties."""
    fitting = [code for code in codes if code.lower().partition("-")[0] == wanted]
    return wanted if wanted in fitting else next(iter(fitting), "")


_SAPI: Final = "Add-Type -AssemblyName System.Speech; $v = New-Object System.Speech.Synthesis.SpeechSynthesizer; "


def _sapi_command(voice: str, volume: int) -> list[str]:
    said = (
        "[Console]::InputEncoding = [Text.Encoding]::UTF8; "
        f"$v.SelectVoiceByHints('NotSet', 'NotSet', 0, '{voice}'); $v.Volume = {volume}; $v.Speak([Console]::In.ReadToEnd())"
    )
    return ["-NoProfile", "-NonInteractive", "-Command", _SAPI + said]


SPEAKERS: Final[dict[str, tuple[Speaker, ...]]] = {
    "linux": tuple(
        Speaker(
            program, ("--voices",), _espeak_voice, lambda voice, volume: ["-v", voice, "-a", str(2 * volume), "--stdin"]
        )
        for program in ("espeak-ng", "espeak")
    ),
    "darwin": (
        Speaker(
            "say",
            ("-v", "?"),
            _say_voice,
            lambda voice, _volume: ["-v", voice, "-f", "-"],
            lambda volume: f"[[volm {volume / 100:.2f}]] ",
        ),
    ),
    "win32": (
        Speaker(
            "powershell",
            (
                "-NoProfile",
                "-NonInteractive",
                "-Command",
                _SAPI + "$v.GetInstalledVoices() | ForEach-Object { $_.VoiceInfo.Culture.Name }",
            ),
            _sapi_voice,
            _sapi_command,
        ),
    ),
}


def speaker() -> Speaker | None:
    """The program that speaks on this system; None if there is none."""
    return next((one for one in SPEAKERS.get(sys.platform, ()) if shutil.which(one.program)), None)


class Voice:
    """The voice of the app. What it may say, how loud and in which language is looked up in the settings each time."""

    def __init__(self, settings: Kept) -> None:
        self._settings = settings
        self._errands = Errands("voice", MOST_WAITING, PATIENCE)
        self._listed = ""

    def say(self, text: str, *, foul: bool = False) -> None:
        """Says a sentence soon, if the settings let it: all, or only what is a ``foul``. Of several that wait the newest win."""
        wanted = self._settings.now.voice
        if wanted == "all" or (wanted == "fouls" and foul):
            self.try_out(text)

    def try_out(self, text: str) -> None:
        """Says a sentence whatever the settings are, for whoever wants to hear the voice."""
        if not text.strip():
            return
        wanted = self.language
        said = spoken(text)[:LONGEST_TEXT]  # now: the language may change before it is said
        volume = self._settings.now.volume
        if volume > 0:
            self._errands.put(lambda: self._speak(said, wanted, volume))

    def ruling(self, ruling: Ruling) -> None:
        """Says a ruling: who played what, and if it is a foul, why."""
        self.say(ruling_in_words(ruling), foul=ruling.verdict == "illegal")

    def turn(self, player: str) -> None:
        """Says whose turn it is."""
        self.say(_("{player} to move").format(player=player))

    @property
    def language(self) -> str:
        """The language it speaks: that of the texts."""
        return self._settings.now.language or language.of_the_system()

    @staticmethod
    def available() -> bool:
        """Whether this system has a program that speaks."""
        return speaker() is not None

    def look(self, then: Callable[[bool], None]) -> None:
        """Calls ``then`` from another thread: whether there is a voice for the language."""
        wanted = self.language
        self._errands.put(lambda: then(bool(self._voice(wanted))))

    def hush(self) -> None:
        """Falls silent at once, until something new is said."""
        self._errands.forget()

    def stop(self) -> None:
        """Falls silent for good. May be called twice."""
        self._errands.end()

    def idle(self) -> bool:
        """Whether nothing is being said."""
        return self._errands.idle()

    def _voice(self, wanted: str) -> str:
        one = speaker()
        if one is None:
            return ""
        self._listed = self._listed or self._errands.run([one.program, *one.voices])
        return one.find(self._listed, wanted)

    def _speak(self, said: str, wanted: str, volume: int) -> None:
        one, voice = speaker(), self._voice(wanted)
        if one is not None and voice:
            self._errands.run(one.speak(voice, volume), one.before(volume) + said)


def ruling_in_words(ruling: Ruling) -> str:
    """A ruling as it is said aloud: ``Ben: the nine of clubs``, and for a foul what is wrong with it."""
    parts = ruling.move.split()
    cards = all(part[:1].isupper() or part[:1].isdigit() or part == UNKNOWN for part in parts)
    move = ", ".join(parts) if cards else move_words(ruling.move)
    moved = _("{player}: {move}").format(player=ruling.player, move=move)
    if ruling.verdict == "illegal":
        return _("{move}. Illegal. {why}").format(move=moved, why=ruling.why)
    return _("{move}. Cannot be verified.").format(move=moved) if ruling.verdict == "unverified" else moved
