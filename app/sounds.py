"""A tick and a cross to be heard: made here, played by a program of the system. Never blocks; silent where there is no audio.

Kivy's own player can hang where there is no audio device, so another process does it, which is ended if it takes too long.
"""

from __future__ import annotations

import contextlib
import io
import math
import os
import shutil
import struct
import sys
import tempfile
import wave
from pathlib import Path
from typing import Final

from app.errands import Errands
from app.paths import user_folder

RATE: Final = 22050  # samples a second
SECONDS: Final = 3.0  # a sound is never longer; a player that takes longer hangs
# name -> tones one after the other: Hz, seconds, how many overtones
SOUNDS: Final[dict[str, tuple[tuple[float, float, int], ...]]] = {
    "tick": ((880.0, 0.07, 1), (1318.5, 0.16, 1)),
    "cross": ((196.0, 0.13, 5), (155.6, 0.26, 5)),
}
PLAYERS: Final = {
    "darwin": (("afplay",),),
    "linux": (("paplay",), ("aplay", "-q"), ("pw-play",), ("ffplay", "-nodisp", "-autoexit", "-loglevel", "quiet")),
}

_errands = Errands("sounds", most=1, patience=0.5)


def play(name: str, volume: int = 70) -> None:
    """Plays "tick" or "cross", soon or never. ``volume``: per cent."""
    if volume > 0 and name in SOUNDS:
        _errands.put(lambda: _play(name, volume))


def available() -> bool:
    """Whether this system has something that plays sounds."""
    return sys.platform == "win32" or player() is not None


def player() -> tuple[str, ...] | None:
    """The program that plays a sound file, with its options; None if there is none."""
    return next((command for command in PLAYERS.get(sys.platform, ()) if shutil.which(command[0])), None)


def stop() -> None:
    """Falls silent."""
    _errands.forget()


def idle() -> bool:
    """Whether nothing is being played."""
    return _errands.idle()


def wav(name: str, volume: int = 70) -> bytes:
    """A sound as a WAV file, 16 bit, one channel."""
    samples: list[int] = []
    for pitch, seconds, overtones in SOUNDS[name]:
        count = round(RATE * seconds)
        for n in range(count):
            time, left = n / RATE, 1 - n / count
            tone = sum(math.sin(2 * math.pi * pitch * k * time) / k for k in range(1, overtones + 1))
            rise = min(1.0, n / (0.004 * RATE))  # no click at the start
            samples.append(round(32767 * 0.5 * volume / 100 * rise * left**2 * tone / 1.6))
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return file.getvalue()


def _play(name: str, volume: int) -> None:
    path = _file(name, volume)
    if path is None:
        return
    if sys.platform == "win32":
        import winsound

        winsound.PlaySound(str(path), winsound.SND_FILENAME)
        return
    command = player()
    if command is not None:
        _errands.run([*command, str(path)], seconds=SECONDS)


def _file(name: str, volume: int) -> Path | None:
    """The sound as a file, made the first time; None where none can be written."""
    with contextlib.suppress(OSError, RuntimeError):
        return _written(user_folder() / "sounds", name, volume)
    with contextlib.suppress(OSError):
        return _written(Path(tempfile.gettempdir()) / f"kibitz-sounds-{os.getpid()}", name, volume)
    return None


def _written(folder: Path, name: str, volume: int) -> Path:
    path = folder / f"{name}-{volume}.wav"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=".sound-", dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(wav(name, volume))
        os.replace(temporary, path)
    return path
