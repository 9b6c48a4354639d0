"""What the screens say where something is missing or must be chosen, for ``tests.shots``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.paths import DEMO
from app.window.open_table import OpenTable
from tests import shots
from tests.app import window_kit as kit
from tests.app.window_fake import FakeLive

from app.window.about import About  # isort: skip
from app.window.home import HomeScreen  # isort: skip
from app.window.new_game import open_new_game  # isort: skip
from app.window.table_screen import TableScreen  # isort: skip

Size = tuple[int, int]
LOST = "camera 0: camera lost; check the cable or the network; looking for it again"


def _shell(size: Size) -> Any:
    os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="kibitz-shots-")
    return kit.app_shell(shots.settings(), size, HomeScreen)


def _camera_table(size: Size, *, lost: bool) -> Any:
    from app import table_plan
    from app.saved_games import SavedGames
    from app.state import Seat
    from app.table_plan import TablePlan

    plan = TablePlan("svoi-kozyri", (Seat("Ann"), Seat("Ben")), "camera", source="0")
    table = table_plan.set_up(plan, SavedGames(Path(shots.settings().path or "").parent))
    opened = OpenTable(lambda: None, table=table)  # type: ignore[arg-type,return-value]
    opened.start = lambda: None  # type: ignore[method-assign]
    shell = _shell(size)
    shell.go(lambda shell: TableScreen(About.game_of(table.referee), shell, opened))
    if lost:
        live: Any = FakeLive()
        live.shows(kit.drawn_table([("8S", 500, 300, 5), ("9S", 640, 330, -8)]), no_picture=LOST)
        shell.screen.watch(live)
    else:
        opened.problem = ValueError("camera 0: no such camera; plug it in, close other programs that use it")
    shell.screen.refresh()
    return shell


def _other_camera(size: Size) -> Any:
    shell = _camera_table(size, lost=True)
    shell.screen.choose_camera()
    panel = shell.screen.sheet.camera
    panel._named(str(DEMO / "table.mp4"))
    panel.field.text = ""
    kit.wait(lambda: panel.ids.picture.texture is not None and "…" not in panel.words, "a picture")
    panel.stop()
    return shell


def _picture(size: Size) -> Any:
    """A table whose camera shows two cards."""
    shell = _camera_table(size, lost=True)
    frame = kit.drawn_table([("8S", 500, 300, 5), ("9S", 640, 330, -8)])
    import cv2

    shown = Shown(cv2.cvtColor(frame.image, cv2.COLOR_BGR2RGBA), frame.image, frame.cards, 24.0)
    shell.screen.live.frame = shown
    return shell


def _places(size: Size) -> Any:
    shell = _picture(size)
    shell.screen.show_places()
    return shell


def _report(size: Size) -> Any:
    shell = _picture(size)
    shell.screen.live.record_text = lambda: ""
    shell.screen.report()
    return shell


@dataclass(frozen=True)
class Shown:
    """A frame with what the window draws of it."""

    rgba: Any
    image: Any
    cards: Any
    fps: float


def _new_game(size: Size, then: Callable[[Any], None]) -> Any:
    shell = _shell(size)
    open_new_game(shell, "svoi-kozyri")
    then(shell.screen)
    return shell


def _no_camera(screen: Any) -> None:
    screen.draft.source = screen.camera.field.text = "7"
    screen.choose_cards("camera")
    kit.wait(lambda: screen.camera.missing, "no camera")
    screen.camera.stop()


def _odd_name(screen: Any) -> None:
    screen.edit_seat(0)
    screen.sheet.field.text = "Anna Maria"


def _file(size: Size) -> Any:
    """A folder of records and folders."""
    from app.window.history import HistoryScreen

    folder = Path(shots.settings().path or "").parent
    for name in ("Evenings", "Old games"):
        (folder / name).mkdir()
    for name in ("crusaders-12.kbz", "cuckoo-3.kbz", "svoi-kozyri-1.kbz"):
        (folder / name).write_text("", encoding="utf-8")
    shell = _shell(size)
    shell.go(HistoryScreen)
    shell.screen.ask_import()
    shell.screen.field.text = str(folder)
    shell.screen._choose_import()
    return shell


def _import(size: Size) -> Any:
    from app.window.history import HistoryScreen

    shell = _shell(size)
    shell.go(HistoryScreen)
    kit.frames(3)
    shell.screen.ask_import()
    return shell


def _lesson(game: str, size: Size, steps: int, then: str = "") -> Any:
    from app.window.lesson_screen import open_lesson

    shell = _shell(size)
    open_lesson(shell, game)
    shell.screen.drawn.calm = False
    for _step in range(steps):
        shell.screen.next()
    if then:
        shell.screen.own.play(then)
    return shell


SHOTS: dict[str, Callable[[Size], Any]] = {
    "table-camera-gone": lambda size: _camera_table(size, lost=True),
    "table-camera-not-there": lambda size: _camera_table(size, lost=False),
    "table-camera-another": _other_camera,
    "table-places": _places,
    "table-report": _report,
    "new-game-camera-not-there": lambda size: _new_game(size, _no_camera),
    "lesson-begin": lambda size: _lesson("svoi-kozyri", size, 0),
    "lesson-refused": lambda size: _lesson("crusaders", size, 3, "beat TC AH"),
    "lesson-done": lambda size: _lesson("courtesan", size, 2, "ride TS>KS"),
    "lesson-otherwise": lambda size: _lesson("ceraria", size, 2, "take"),
    "new-game-learn": lambda size: _new_game(size, lambda _screen: None),
    "file-chooser": _file,
    "history-import": _import,
    "new-game-odd-name": lambda size: _new_game(size, _odd_name),
}
