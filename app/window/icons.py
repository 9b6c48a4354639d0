"""Signs for things to press, drawn by us: lines in a box of 24, as data, and the widget that shows one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import numpy as np
from kivy.graphics import Translate
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, StringProperty

from app.window import theme
from app.window.mesh import Pen, Points, Triangles, shape
from app.window.paint import Painted, paint
from app.window.shapes import arc, circle, path, rounded

BOX: Final = 24.0


@dataclass(frozen=True, slots=True, eq=False)
class Stroke:
    """A line through points of the box (x right, y up); ``filled``: what is within, too."""

    points: Points
    closed: bool = False
    filled: bool = False


def _line(written: str, closed: bool = False) -> Stroke:
    return Stroke(path(written, 10), closed)


def _fill(written: str) -> Stroke:
    return Stroke(path(written, 10), True, True)


def _ring(x: float, y: float, radius: float) -> Stroke:
    return Stroke(circle(x, y, radius), True)


def _dot(x: float, y: float, radius: float) -> Stroke:
    return Stroke(circle(x, y, radius)[::2], True, True)


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Stroke:
    return Stroke(arc(x, y, radius, start, end))


def _box(x: float, y: float, width: float, height: float, radius: float = 2.0) -> Stroke:
    return Stroke(rounded(x, y, width, height, radius), True)


def _mirrored(strokes: tuple[Stroke, ...]) -> tuple[Stroke, ...]:
    return tuple(Stroke((BOX, 0) + stroke.points * (-1, 1), stroke.closed, stroke.filled) for stroke in strokes)


def _struck(strokes: tuple[Stroke, ...]) -> tuple[Stroke, ...]:
    """Struck out from corner to corner, with some air beside the stroke."""
    kept: list[Stroke] = [_line("M 3.4 3.4 L 20.6 20.6")]
    for stroke in strokes:
        ends = np.concatenate((stroke.points, stroke.points[:1])) if stroke.closed else stroke.points
        fine = np.concatenate([np.linspace(a, b, 24) for a, b in pairwise(ends)])
        far = np.abs(fine[:, 0] - fine[:, 1]) > 3.3  # root 2 times the distance from the diagonal
        for run in np.split(np.arange(len(fine)), np.flatnonzero(np.diff(far)) + 1):
            if far[run[0]] and len(run) > 24:
                kept.append(Stroke(fine[run][:: 6 if len(run) > 60 else 3]))
    return tuple(kept)


def _gear() -> Stroke:
    teeth = []
    for n in range(8):
        middle = n * 45.0
        teeth += [(6.9, middle - 15), (9.4, middle - 9), (9.4, middle + 9), (6.9, middle + 15)]
    reach, turns = np.array(teeth).T
    turns = np.radians(turns + 22.5)
    return Stroke(np.stack((12 + reach * np.cos(turns), 12 + reach * np.sin(turns)), axis=1), True)


def _rays(inner: float, outer: float) -> tuple[Stroke, ...]:
    turns = np.radians(np.arange(0, 360, 45))
    ends = [np.array([(12 + np.cos(turn) * far, 12 + np.sin(turn) * far) for far in (inner, outer)]) for turn in turns]
    return tuple(Stroke(end) for end in ends)


_UNDO = (
    _line("M 9.2 19.2 L 4 14 L 9.2 8.8"),
    _line("M 4 14 L 14.8 14 C 18.2 14 20.4 11.8 20.4 9 C 20.4 6.2 18.2 4 14.8 4 L 11 4"),
)
_SPEAKER = _line("M 11.5 5 L 6.8 9 L 3.4 9 L 3.4 15 L 6.8 15 L 11.5 19", closed=True)
_CAMERA = (
    _line(
        "M 3 7 Q 3 5 5 5 L 19 5 Q 21 5 21 7 L 21 15.6 Q 21 17.6 19 17.6 L 17 17.6 L 15.2 20 L 8.8 20 L 7 17.6 L 5 17.6"
        "Q 3 17.6 3 15.6",
        closed=True,
    ),
    _ring(12, 11.6, 3.7),
)
_EYE = (
    _line(
        "M 2.4 12 C 5 7.6 8.2 5.4 12 5.4 C 15.8 5.4 19 7.6 21.6 12 C 19 16.4 15.8 18.6 12 18.6 C 8.2 18.6 5 16.4 2.4 12"
    ),
)
_FANNED = (_line("M 4.2 6.6 L 2.6 16.2 Q 2.4 17.6 3.8 18 L 8.8 19.8"),)
_STEP = (_line("M 14.6 18.6 L 8 12 L 14.6 5.4"),)
_TO_START = (_line("M 17.6 18.6 L 11 12 L 17.6 5.4"), _line("M 6.4 5.6 L 6.4 18.4"))
_SHEET = _line("M 5 3.6 L 5 20.4 L 14.6 20.4 L 19 16 L 19 3.6", closed=True)
_HEAD = (_ring(12, 15.8, 4), _line("M 4.6 3.6 C 4.6 7.2 7.6 9 12 9 C 16.4 9 19.4 7.2 19.4 3.6"))

ICONS: Final[dict[str, tuple[Stroke, ...]]] = {
    "undo": _UNDO,
    "redo": _mirrored(_UNDO),
    "pause": (
        _fill("M 7.2 5.6 L 9.2 5.6 L 9.2 18.4 L 7.2 18.4"),
        _fill("M 14.8 5.6 L 16.8 5.6 L 16.8 18.4 L 14.8 18.4"),
    ),
    "play": (_fill("M 7.6 5.4 L 18.8 12 L 7.6 18.6"),),
    "back": (_line("M 11 19 L 4 12 L 11 5"), _line("M 4.4 12 L 20 12")),
    "forward": (_line("M 13 19 L 20 12 L 13 5"), _line("M 4 12 L 19.6 12")),
    "menu": (_line("M 4 17.6 L 20 17.6"), _line("M 4 12 L 20 12"), _line("M 4 6.4 L 20 6.4")),
    "more": (_dot(5, 12, 0.9), _dot(12, 12, 0.9), _dot(19, 12, 0.9)),
    "settings": (_gear(), _ring(12, 12, 3.2)),
    "camera": _CAMERA,
    "no-camera": _struck(_CAMERA),
    "history": (
        _arc(12.4, 12, 8.2, 172, -150),
        _line("M 4.2 12.8 L 2 15.4"),
        _line("M 4.2 12.8 L 7 15"),
        _line("M 12.4 16.6 L 12.4 12 L 15.6 9.8"),
    ),
    "rules": (
        _line("M 12 18.2 C 10 19.8 6.6 20 3.2 19.4 L 3.2 5.6 C 6.6 6.2 10 6 12 4.4"),
        _line("M 12 18.2 C 14 19.8 17.4 20 20.8 19.4 L 20.8 5.6 C 17.4 6.2 14 6 12 4.4"),
        _line("M 12 18.2 L 12 4.4"),
    ),
    "score": (
        _box(4.4, 3.2, 15.2, 17.6),
        _line("M 8.2 16.4 L 15.8 16.4"),
        _line("M 8.2 12 L 15.8 12"),
        _line("M 8.2 7.6 L 12.6 7.6"),
    ),
    "list": (
        *(_dot(4.6, y, 0.7) for y in (17.6, 12, 6.4)),
        *(_line(f"M 9 {y} L 20.4 {y}") for y in (17.6, 12, 6.4)),
    ),
    "person": _HEAD,
    "people": (
        _ring(9, 15.6, 3.6),
        _line("M 2.4 4.4 C 2.4 7.8 5 9.2 9 9.2 C 13 9.2 15.6 7.8 15.6 4.4"),
        _arc(15.4, 15.6, 3.6, -70, 92),
        _line("M 17.6 9 C 20.2 8.4 21.6 6.8 21.6 4.4"),
    ),
    "bot": (
        _box(4, 4, 16, 12.4, 3),
        _line("M 12 16.6 L 12 19.6"),
        _dot(12, 20.6, 0.8),
        _dot(8.8, 11, 0.8),
        _dot(15.2, 11, 0.8),
        _line("M 9.4 7.4 L 14.6 7.4"),
    ),
    "voice": (_SPEAKER, _arc(11.5, 12, 4.6, -48, 48), _arc(11.5, 12, 8.8, -52, 52)),
    "no-voice": (_SPEAKER, _line("M 15.4 9 L 21.4 15"), _line("M 15.4 15 L 21.4 9")),
    "eye": (*_EYE, _ring(12, 12, 3)),
    "no-eye": _struck(_EYE),
    "plus": (_line("M 12 4.6 L 12 19.4"), _line("M 4.6 12 L 19.4 12")),
    "minus": (_line("M 4.6 12 L 19.4 12"),),
    "copy": (
        _box(8.4, 3.4, 12, 12.4),
        _line("M 15.6 19.4 Q 15.4 20.6 14 20.6 L 5.6 20.6 Q 3.6 20.6 3.6 18.6 L 3.6 10.2 Q 3.6 8.8 5 8.6"),
    ),
    "export": (
        _line("M 12 9 L 12 20.4"),
        _line("M 7.2 15.8 L 12 20.6 L 16.8 15.8"),
        _line("M 4 9.4 L 4 5.6 Q 4 3.6 6 3.6 L 18 3.6 Q 20 3.6 20 5.6 L 20 9.4"),
    ),
    "import": (
        _line("M 12 9.2 L 12 20.4"),
        _line("M 7.2 13.6 L 12 8.8 L 16.8 13.6"),
        _line("M 4 9.4 L 4 5.6 Q 4 3.6 6 3.6 L 18 3.6 Q 20 3.6 20 5.6 L 20 9.4"),
    ),
    "folder": (_line("M 3.4 5.4 L 3.4 19 L 9 19 L 11.2 16.4 L 20.6 16.4 L 20.6 5.4", closed=True),),
    "file": (_SHEET, _line("M 14.4 20.2 L 14.4 16.2 L 18.8 16.2")),
    "search": (_ring(10.6, 13.4, 6.6), _line("M 15.4 8.6 L 20.6 3.4")),
    "check": (_line("M 4.4 11.6 L 9.8 6.2 L 19.8 17.4"),),
    "cross": (_line("M 5.6 5.6 L 18.4 18.4"), _line("M 5.6 18.4 L 18.4 5.6")),
    "question": (
        _ring(12, 12, 9),
        _line("M 9.1 14.2 C 9.3 18 15 17.8 15 14.4 C 15 12.2 12.2 12.2 12 9.8"),
        _dot(12, 6.7, 0.35),
    ),
    "info": (_ring(12, 12, 9), _line("M 12 7.4 L 12 12"), _dot(12, 16.2, 0.35)),
    "warning": (
        _line("M 12 20 Q 12.9 20 13.4 19.1 L 21.2 6 Q 22 4 20 4 L 4 4 Q 2 4 2.8 6 L 10.6 19.1 Q 11.1 20 12 20"),
        _line("M 12 14.4 L 12 10.4"),
        _dot(12, 7.2, 0.35),
    ),
    "home": (
        _line("M 3 11.6 L 12 20 L 21 11.6"),
        _line("M 5.6 13.8 L 5.6 4 L 18.4 4 L 18.4 13.8"),
        _line("M 9.6 4 L 9.6 10 L 14.4 10 L 14.4 4"),
    ),
    "pencil": (
        _line("M 4 4 L 4.8 8.4 L 16.2 19.8 L 19.8 16.2 L 8.4 4.8", closed=True),
        _line("M 13.6 17.2 L 17.2 13.6"),
    ),
    "card-correct": (
        _line(
            "M 9.4 3.6 L 5.6 3.6 Q 3.6 3.6 3.6 5.6 L 3.6 18.4 Q 3.6 20.4 5.6 20.4 L 13.6 20.4 Q 15.6 20.4 15.6 18.4 L 15.6 16.4"
        ),
        _line("M 12.4 4 L 12.8 6.8 L 18.6 12.6 L 21 10.2 L 15.2 4.4", closed=True),
        _fill("M 8.4 13.2 L 9.6 15.4 L 8.4 17.6 L 7.2 15.4"),
    ),
    "cards": (
        _box(9, 3.4, 11.4, 16, 2),
        _line("M 6 19 L 4.6 18.6 Q 3.2 18.2 3.4 16.8 L 5.2 7"),
        _fill("M 14.7 8.6 L 16.6 11.4 L 14.7 14.2 L 12.8 11.4"),
    ),
    "flag": (_line("M 5 3 L 5 20.4"), _line("M 5 19.4 C 9 21.4 12 17.4 19.4 19.4 L 19.4 9.8 C 12 7.8 9 11.8 5 9.8")),
    "step-back": _STEP,
    "step-forward": _mirrored(_STEP),
    "to-start": _TO_START,
    "to-end": _mirrored(_TO_START),
    "down": (_line("M 5.4 15 L 12 8.4 L 18.6 15"),),
    "up": (_line("M 5.4 9 L 12 15.6 L 18.6 9"),),
    "language": (
        _ring(12, 12, 9),
        _line("M 3 12 L 21 12"),
        _line("M 12 3 C 7 8 7 16 12 21 C 17 16 17 8 12 3"),
    ),
    "sun": (_ring(12, 12, 4.1), *_rays(7.4, 9.8)),
    "moon": (Stroke(np.concatenate((arc(12, 12, 9, 95, 355), arc(16.85, 16.85, 7, -53.7, -216.3)[1:-1])), True),),
    "text-size": (
        _line("M 2.4 5 L 7.6 18.6 L 12.8 5"),
        _line("M 4.3 9.8 L 10.9 9.8"),
        _ring(18, 8.2, 3.2),
        _line("M 21.4 11.6 L 21.4 5"),
    ),
    "trash": (
        _line("M 3.8 17.8 L 20.2 17.8"),
        _line("M 8.8 17.8 L 8.8 20.6 L 15.2 20.6 L 15.2 17.8"),
        _line("M 6 17.8 L 7 3.4 L 17 3.4 L 18 17.8"),
        _line("M 10.2 14 L 10.4 7.2"),
        _line("M 13.8 14 L 13.6 7.2"),
    ),
    "wait": (
        _line("M 6 20.6 L 18 20.6"),
        _line("M 6 3.4 L 18 3.4"),
        _line("M 7.4 20.4 C 7.4 15 11.4 14.4 11.4 12 C 11.4 9.6 7.4 9 7.4 3.6"),
        _line("M 16.6 20.4 C 16.6 15 12.6 14.4 12.6 12 C 12.6 9.6 16.6 9 16.6 3.6"),
    ),
    "lock": (_box(4.8, 3.4, 14.4, 10.4), _line("M 8 14 L 8 16.6 C 8 21.8 16 21.8 16 16.6 L 16 14"), _dot(12, 8.6, 0.8)),
    "hint": (
        _line(
            "M 9.2 7.6 C 9.2 10.4 5.8 11 5.8 15 C 5.8 18.4 8.6 20.8 12 20.8 C 15.4 20.8 18.2 18.4 18.2 15 C 18.2 11 14.8 10.4 14.8 7.6",
            True,
        ),
        _line("M 9.8 3.6 L 14.2 3.6"),
    ),
    "hand": (_box(7.4, 3.4, 9.2, 13.4), *_FANNED, *_mirrored(_FANNED)),
    "phone": (_box(6, 2.8, 12, 18.4, 2.4), _line("M 10.8 6 L 13.2 6")),
    "crown": (_line("M 4.6 5 L 3 16.4 L 8 12.4 L 12 19 L 16 12.4 L 21 16.4 L 19.4 5", closed=True),),
}


@lru_cache(maxsize=256)
def drawn(name: str, side: float, thickness: float) -> Triangles:
    """An icon on ``side`` x ``side`` px, its lines ``thickness`` of 24 wide. Raises KeyError for an unknown one."""
    pen, scale = Pen(), side / BOX
    for stroke in ICONS[name]:
        if stroke.filled:
            pen.fill("tint", shape(stroke.points), scale)
        pen.line("tint", stroke.points * scale, max(thickness * scale, 1.2), closed=stroke.closed)
    return pen.triangles()


class Icon(Painted):
    """One of ICONS, as large as fits. ``tint``: its colour, that of text if none is given; ``thickness`` of its lines, of 24."""

    name = StringProperty("")
    tint = ColorProperty()
    thickness = NumericProperty(1.9)
    drawn_from = ("name", "tint", "thickness")

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("tint", theme.TEXT)
        if "size" not in settings and "size_hint" not in settings:
            settings |= {"size_hint": (None, None), "size": (dp(24), dp(24))}
        super().__init__(**settings)

    def draw(self) -> None:
        if not self.name:
            return
        side = float(min(self.size))
        Translate(round((self.width - side) / 2), round((self.height - side) / 2))
        paint(drawn(self.name, side, float(self.thickness)), {"tint": tuple(self.tint)})
