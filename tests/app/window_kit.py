"""A window without a screen, fingers and keys for it, and a drawn table. Imported by the window's tests and by tests.shots."""

# ruff: noqa: E402  Kivy reads its settings when it is first imported, so they come first.

from __future__ import annotations

import logging
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="kibitz-kivy-")
os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["KIVY_METRICS_DENSITY"] = "1"
os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"  # else SDL swallows what a runner sends to end a test

complaints: list[str] = []  # what Kivy warned of, like a layout that never settles


def _note_complaints(record: logging.LogRecord) -> bool:
    if record.name == "kivy" and record.levelno >= logging.WARNING and "Clock" in record.getMessage():
        complaints.append(record.getMessage())
    return True


logging.getLogger("kivy").addFilter(_note_complaints)

from app.window import prepare_kivy

prepare_kivy()

from kivy.config import Config

Config.set("graphics", "maxfps", "0")  # tests need not wait for the eye

from app.window.about import About
from rules.cards import parse_card
from tests.app.window_fake import Frame, Seen

ABOUT = About(
    "Svoi Kozyri",
    {"SK-8": "What beats", "SK-9": "The second card", "SK-10": "Taking cards"},
    suits={"Ann": 3, "Ben": 2},
)


@lru_cache(maxsize=1)
def _bare_table() -> NDArray[np.uint8]:
    y, x = np.mgrid[0:720, 0:1280]
    light = 1 - 0.35 * np.hypot((x - 640) / 900, (y - 330) / 600)
    noise = np.random.default_rng(1).normal(0, 3, (720, 1280, 3))
    return (light[..., None] * np.array((78, 112, 62)) + noise).clip(0, 255).astype(np.uint8)


def drawn_table(cards: Iterable[tuple[str, float, float, float]], unsure: Iterable[str] = ()) -> Frame:
    """A drawn 1280x720 table. ``cards``: name, middle x and y in px, turn in degrees."""
    import cv2

    image = _bare_table().copy()
    seen = []
    for track, (name, cx, cy, turn) in enumerate(cards, 1):
        a = np.deg2rad(turn)
        across, along = np.array((np.cos(a), np.sin(a))), np.array((-np.sin(a), np.cos(a)))
        w, h = 62, 87
        middle, shadow = np.array((cx, cy)), np.array((5, 7))
        quad = np.array([middle + across * sx * w + along * sy * h for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        cv2.fillPoly(image, [np.rint(quad + shadow).astype(np.int32)], (30, 48, 26), cv2.LINE_AA)
        cv2.fillPoly(image, [np.rint(quad).astype(np.int32)], (240, 246, 248), cv2.LINE_AA)
        ink = (40, 40, 190) if name[1] in "DH" else (35, 35, 30)
        cv2.putText(image, name, (int(cx) - 34, int(cy) + 18), cv2.FONT_HERSHEY_SIMPLEX, 1.5, ink, 4, cv2.LINE_AA)
        card = parse_card(name)
        doubt = name in unsure
        seen.append(
            Seen(track, card, quad.astype(np.float32), not doubt, (card, card + 8, card - 4) if doubt else (card,))
        )
    return Frame(image, tuple(seen))


def frames(count: int = 3) -> None:
    """Lets some frames pass: clock, touches, layout, but no drawing: with software GL that is what takes time."""
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.lang import Builder

    for _ in range(count):
        Clock.tick()
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()


def wait(until: Callable[[], object], what: str, seconds: float = 20.0) -> None:
    """Lets frames pass until something holds; fails after ``seconds``."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        frames(1)


_started = False
_keys: Callable[..., bool] | None = None
quits: list[str] = []  # one entry for each time that the program was asked to end


chosen: dict[str, Any] = {}  # of Settings: the look in which show() shows


def show(live: Any, size: tuple[int, int], about: About = ABOUT) -> Any:
    """The table screen of ``live``, alone in the window, laid out at ``size`` px."""
    from app import language
    from app.window import theme, zoom
    from app.window.table_screen import TableScreen

    zoom.fit(*size)
    theme.use(dark=chosen.get("look") != "light", scale=chosen.get("text_size", 1.0))
    language.use(chosen.get("language", "en"))
    screen = TableScreen(about)
    screen.watch(live)
    put(screen, size, lambda _window, key, _code, text, modifiers: screen.key(key, text or "", modifiers))
    screen.refresh()
    frames()
    return screen


def app_shell(settings: Any, size: tuple[int, int], *first: Any) -> Any:
    """The shell of the app in the window, as KibitzApp puts it there, with these screens (each a function of the shell)."""
    from app.window import zoom
    from app.window.shell import Shell

    zoom.fit(*size)
    shell = Shell(settings, quit_program=lambda: quits.append("quit"))
    shell.open_all([(make, None) for make in first])
    put(shell, size, shell.key)
    shell.drawn()
    frames()
    return shell


def put(widget: Any, size: tuple[int, int], keys: Callable[..., bool]) -> None:
    """Puts ``widget`` alone into the window, ``size`` px, with the keyboard bound to ``keys``."""
    global _started, _keys
    from kivy.base import EventLoop, runTouchApp
    from kivy.core.window import Window

    from app.window import theme

    Window.clearcolor = theme.GROUND
    Window.size = size
    for child in list(Window.children):
        Window.remove_widget(child)
    if _keys is not None:
        Window.unbind(on_key_down=_keys)
    _keys = keys
    Window.bind(on_key_down=_keys)
    if not _started:
        runTouchApp(embedded=True)
        _started = True
    EventLoop.window.add_widget(widget)
    wait(lambda: tuple(Window.size) == size and tuple(widget.size) == size, f"a window of {size}")
    frames()


def tap(x: float, y: float) -> None:
    """A finger down and up at (x, y) of the window."""
    from kivy.tests.common import UnitTestTouch

    frames(1)
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    frames(2)
    touch.touch_up()
    frames(3)


KEYS = {"tab": 9, "enter": 13, "escape": 27, "up": 273, "down": 274, "right": 275, "left": 276}


def press(name: str, *modifiers: str) -> None:
    """A key of the keyboard: one of KEYS, or a letter."""
    from kivy.core.window import Window

    Window.dispatch("on_key_down", KEYS.get(name, ord(name[0])), 0, name if len(name) == 1 else None, list(modifiers))
    frames(3)


def resize(screen: Any, size: tuple[int, int]) -> None:
    """The window gets another size while the game goes on."""
    from kivy.core.window import Window

    Window.size = size
    wait(lambda: tuple(screen.size) == size, f"a window of {size}")
    frames(3)


def tap_on(widget: Any) -> None:
    """A tap in the middle of a widget."""
    tap(*widget.to_window(*widget.center))


def all_of(root: Any, kind: type) -> list[Any]:
    """All widgets of a kind under ``root`` that can be seen."""
    found = [root] if isinstance(root, kind) else []
    if root.opacity == 0:
        return []
    for child in reversed(root.children):
        found += all_of(child, kind)
    return found


def button(root: Any, hint: str) -> Any:
    """The thing to press with this name."""
    from app.window.controls import Pressable

    named = [widget for widget in all_of(root, Pressable) if widget.hint == hint]
    assert named, f"no {hint!r} among {[widget.hint for widget in all_of(root, Pressable)]}"
    return named[0]
