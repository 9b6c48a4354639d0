"""What lies in a folder, to choose a file from: its folders and those files that may be meant, in the order of their names."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from rules.texts import _

MOST = 300  # entries shown of a folder
RECORDS = frozenset({".kbz"})
FILMS = frozenset({".mp4", ".mkv", ".avi", ".webm", ".mov", ".m4v", ".mjpeg", ".mjpg"})


@dataclass(frozen=True, slots=True)
class Listing:
    """``above``: the folder it lies in, None at the top; ``problem``: why it cannot be looked into, a line; ``more``: not all is shown."""

    folder: Path
    above: Path | None
    folders: tuple[Path, ...] = ()
    files: tuple[Path, ...] = ()
    more: bool = False
    problem: str = ""


def listing(folder: Path, kinds: Collection[str]) -> Listing:
    """What may be chosen in ``folder``: files whose names end as one of ``kinds`` (lower case, with the dot); nothing hidden."""
    above = folder.parent if folder.parent != folder else None
    try:
        found = [path for path in folder.iterdir() if not path.name.startswith(".")]
        folders = sorted((path for path in found if _is_folder(path)), key=_natural)
        files = sorted((path for path in found if path.suffix.lower() in kinds and path.is_file()), key=_natural)
    except OSError as error:
        return Listing(
            folder,
            above,
            problem=_("{path}: cannot be looked into ({problem})").format(path=folder, problem=error.strerror or error),
        )
    shown = folders[: max(0, MOST - len(files[:MOST]))]
    return Listing(
        folder, above, tuple(shown), tuple(files[:MOST]), len(shown) + len(files[:MOST]) < len(folders + files)
    )


def typed_path(text: str) -> Path:
    """What was typed as a path, ``~`` being the home; a home that nobody knows, as in ``~zoe``, is a name like any other."""
    path = Path(text.strip().replace("\0", ""))
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def start(typed: str, last: Path | None = None) -> Path:
    """Where one begins to look: beside what is typed, else where one looked ``last``, else at home."""
    named = typed_path(typed) if typed.strip() else None
    for folder in (named, named.parent if named is not None and named.is_absolute() else None, last, _home()):
        if folder is not None and folder.is_absolute() and _is_folder(folder):
            return folder
    return Path(Path.cwd().anchor)


def places() -> list[Path]:
    """Folders where people keep things, as far as they are there: home, downloads, pictures, films; the drives of Windows."""
    home = _home()
    found = (
        [home, *(home / name for name in ("Desktop", "Downloads", "Documents", "Pictures", "Videos", "Movies"))]
        if home
        else []
    )
    if sys.platform == "win32":
        found += [Path(f"{letter}:\\") for letter in "CDEFGH"]
    return [path for path in found if _is_folder(path)]


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:
        return None


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _natural(path: Path) -> list[tuple[int, str]]:
    """photo2 comes before photo10."""
    return [(int(part), "") if part.isdecimal() else (0, part.casefold()) for part in re.split(r"(\d+)", path.name)]
