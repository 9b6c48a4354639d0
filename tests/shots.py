"""Pictures of the screen in its states, for a person to look through: ``python -m tests.shots OUT [--size 1280x800]``.

Draws without a screen, on a drawn table with scripted rulings. Exits non-zero if a picture comes out blank.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules.cards import card_name
from tests.app import window_kit as kit
from tests.app.window_fake import FakeLive, Ruling, State

SIZES = ((1280, 800), (390, 844))

PILE = [("7C", 560, 330, 4.0), ("9C", 650, 350, -8.0), ("6D", 770, 372, 12.0)]
MOVES = (
    Ruling(1, "Ann", "7C"),
    Ruling(2, "Ben", "9C 6D"),
    Ruling(
        3,
        "Ann",
        "8D JS",
        "illegal",
        ("SK-8",),
        "8D is lower than 9D, the card on top, and diamonds are not Ann's trumps.",
    ),
    Ruling(4, "Ann", "TD KH"),
    Ruling(5, "Ben", "take"),
    Ruling(6, "Ann", "QS", "unverified", (), ""),
)
HAND = ("8D", "TD", "QH", "JS", "KH", "AS")
WHY = (
    "8D is lower than 9D, the card on top, and diamonds are not trumps of Ann. "
    "A card beats if it is higher in the same suit, or a trump."
)


def start(live: FakeLive) -> None:
    live.shows(kit.drawn_table([]), could=tuple(map(card_name, range(16, 52))), may_undo=0)


def legal(live: FakeLive) -> None:
    live.shows(
        kit.drawn_table(PILE),
        last=MOVES[1],
        moves=MOVES[:2],
        to_move="Ann",
        legal=(*(f"{a} {b}" for a in HAND[:3] for b in HAND if a != b), "take"),
        could=None,
    )


def illegal(live: FakeLive) -> None:
    legal(live)
    last = Ruling(3, "Ann", "8D JS", "illegal", ("SK-8",), WHY, "TD JS")
    live.shows(
        kit.drawn_table([*PILE, ("8D", 700, 250, -20.0), ("JS", 810, 240, 8.0)]),
        last=last,
        moves=(*MOVES[:2], last),
        take_back=True,
    )


def unverified(live: FakeLive) -> None:
    live.shows(
        kit.drawn_table([*PILE, ("QS", 690, 250, -20.0)]),
        last=MOVES[5],
        moves=MOVES,
        to_move="Ben",
        legal=None,
        could=("take", "KS", "AS", "7H", "8H", "9H"),
    )


def question(live: FakeLive) -> None:
    from app.events import QuestionEvent

    legal(live)
    live.shows(
        kit.drawn_table([*PILE, ("6S", 700, 230, -20.0)], unsure=("6S",)),
        question=QuestionEvent(0.0, 3, ("6S", "8S"), "middle"),
    )


def which_misread(live: FakeLive) -> None:
    from app.events import QuestionEvent

    illegal(live)
    live.shows(question=QuestionEvent(0.0, 4, ("8D", "JS"), "", about=3))


def mismatch(live: FakeLive) -> None:
    from app.events import MismatchEvent

    legal(live)
    live.shows(mismatch=MismatchEvent(0.0, ("7C", "9C", "6D"), ("7C", "6D")))


def correction(live: FakeLive) -> None:
    question(live)


def end(live: FakeLive) -> None:
    live.shows(
        kit.drawn_table(PILE),
        last=MOVES[3],
        moves=MOVES,
        to_move=None,
        legal=(),
        outcome="win Ann",
        points={"Ann": 0, "Ben": 1},
    )


STATES: dict[str, tuple[Callable[[FakeLive], None], Callable[[Any], None] | None]] = {
    "1-start": (start, None),
    "2-legal": (legal, None),
    "3-illegal": (illegal, None),
    "4-unverified": (unverified, None),
    "5-question": (question, None),
    "6-correction": (correction, lambda screen: screen.correct(4)),
    "7-which-misread": (which_misread, None),
    "8-mismatch": (mismatch, None),
    "9-end": (end, None),
}


def shoot(state: str, size: tuple[int, int], out: Path) -> bool:
    """Writes the picture of one state; False if it is blank (or close to it)."""
    import cv2
    from kivy.graphics import Color, Rectangle

    from app.window import theme

    prepare, then = STATES[state]
    live = FakeLive()
    live.now = State(points={"Ann": 0, "Ben": 0})
    prepare(live)
    screen = kit.show(live, size)
    if then:
        then(screen)
    kit.frames(6)
    file = out / f"{size[0]}x{size[1]}-{state}.png"
    with screen.canvas.before:  # the window's colour is no part of what is exported
        Color(*theme.GROUND)
        Rectangle(size=size)
    screen.export_to_png(str(file))
    picture = cv2.imread(str(file))
    return (
        picture is not None
        and picture.std() > 8
        and len(set(map(tuple, picture[::7, ::7].reshape(-1, 3).tolist()))) > 50
    )


def _size(text: str) -> tuple[int, int]:
    width, height = map(int, text.split("x"))  # argparse tells of a ValueError
    return width, height


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.shots", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", action="append", metavar="WxH", type=_size, help="may be given again; default: both")
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    blank = []
    for size in args.size or SIZES:
        blank += [f"{size[0]}x{size[1]} {state}" for state in STATES if not shoot(state, size, args.out)]
    for name in blank:
        print(f"blank: {name}", file=sys.stderr)
    for complaint in kit.complaints[:3]:
        print(complaint, file=sys.stderr)
    return 1 if blank or kit.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
