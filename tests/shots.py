"""Pictures of the screens in their states, for a person to look through: ``python -m tests.shots OUT``.

Draws without a screen; exits non-zero if a picture comes out blank. Collects every module ``tests/shots_*.py``: its ``SHOTS`` maps the name
of a picture to a function of the size (px) that puts a screen into the window (tests.app.window_kit) and gives the widget to be drawn. For
screens in a shell ``settings()`` here gives the settings with look, text size and language as they were asked for.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.settings import SettingsFile
from tests.app import window_kit as kit

SIZES = ((1280, 800), (390, 844))
MODULES = sorted(path.stem for path in Path(__file__).parent.glob("shots_*.py"))
Size = tuple[int, int]


def settings(**more: Any) -> SettingsFile:
    """Settings of its own for each picture."""
    file = SettingsFile(Path(tempfile.mkdtemp(prefix="kibitz-shots-")) / "settings.json")
    file.change(**({"language": "en"} | kit.chosen | more))
    return file


def shots() -> dict[str, Callable[[Size], Any]]:
    """All pictures there are."""
    found: dict[str, Callable[[Size], Any]] = {}
    for name in MODULES:
        found |= importlib.import_module(f"tests.{name}").SHOTS
    return found


def shoot(make: Callable[[Size], Any], size: Size, file: Path) -> bool:
    """Writes one picture; False if it is blank (or close to it)."""
    import cv2
    from kivy.graphics import Color, Rectangle

    from app.window import theme

    widget = make(size)
    kit.frames(6)
    with widget.canvas.before:  # the window's colour is no part of what is exported
        Color(*theme.GROUND)
        Rectangle(size=size)
    widget.export_to_png(str(file))
    picture = cv2.imread(str(file))
    return (
        picture is not None
        and picture.std() > 8
        and len(set(map(tuple, picture[::7, ::7].reshape(-1, 3).tolist()))) > 50
    )


def _size(text: str) -> Size:
    width, height = map(int, text.split("x"))  # argparse tells of a ValueError
    return width, height


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.shots", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", action="append", metavar="WxH", type=_size, help="may be given again; default: both")
    parser.add_argument("--only", action="append", metavar="TEXT", help="pictures with this in their name")
    parser.add_argument("--look", choices=("dark", "light"), default="dark")
    parser.add_argument("--text", type=float, choices=(1.0, 1.25, 1.5), default=1.0, help="the size of the text")
    parser.add_argument("--language", choices=("en", "ru", "mn"), default="en")
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    kit.chosen.update(look=args.look, text_size=args.text, language=args.language)
    blank = []
    for name, make in shots().items():
        if args.only and not any(part in name for part in args.only):
            continue
        for width, height in args.size or SIZES:
            if not shoot(make, (width, height), args.out / f"{name}-{width}x{height}.png"):
                blank.append(f"{name} {width}x{height}")
    for name in blank:
        print(f"blank: {name}", file=sys.stderr)
    for complaint in kit.complaints[:3]:
        print(complaint, file=sys.stderr)
    return 1 if blank or kit.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
