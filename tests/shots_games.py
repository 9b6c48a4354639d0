"""The states of Home, New game, History, Record and Score sheet for ``tests.shots``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

from app import table_plan
from app.paths import DEMO
from app.saved_games import Beside, Correction, SavedGames, keep_beside, look
from app.state import Seat
from app.table_plan import TablePlan
from rules.record import Record
from rules.referee import Referee
from tests.app import window_kit as kit

from app.window.history import HistoryScreen  # isort: skip
from app.window.home import HomeScreen  # isort: skip
from app.window.new_game import NewGameScreen  # isort: skip
from app.window.record_screen import RecordScreen  # isort: skip
from app.window.score_screen import ScoreScreen  # isort: skip

FOUL = {
    "Trumps": "Ann=S, Ben=H",
    "Event": "deal 1",
    "Hand:Ann": "6S 7S 8S 9H KD",
    "Hand:Ben": "6H 7H 9D TD AS",
}


def _play(referee: Referee, moves: int, seed: int) -> None:
    random = Random(seed)
    for _n in range(moves):
        if referee.to_move is not None:
            referee.play(referee.to_move, random.choice(referee.legal() or []))


@lru_cache(maxsize=1)
def _games() -> dict[str, Path]:
    """Some saved games in a folder of their own: the user's, for the rest of this program."""
    os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="kibitz-shots-")
    games, found = SavedGames(), {}
    for game, names, moves in (
        ("cuckoo", "Ann Ben Cid Dan", 99),
        ("courtesan", "Ann Ben", 99),
        ("ceraria", "Ann Ben Cid", 12),
        ("svoi-kozyri", "Ann Ben", 9),
    ):
        seats = tuple(Seat(name, "easy" if n else "") for n, name in enumerate(names.split()))
        table = table_plan.set_up(TablePlan(game, seats, seed="7"), games)
        _play(table.referee, moves, 1)
        assert table.file is not None
        table.file.save(table.referee.text())
        found[game] = table.file.path
    for seed in (5, 6):
        table = table_plan.next_deal(found["cuckoo"])
        _play(table.referee, 99, seed)
        assert table.file is not None
        table.file.save(table.referee.text())
    keep_beside(found["cuckoo"], Beside(corrections={2: Correction({"Ben": 1}, "agreed at the table")}))
    referee = Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], FOUL))
    for player, move in (("Ann", "9H"), ("Ben", "TD AS"), ("Ben", "take")):
        referee.play(player, move)
    file = games.new_file("svoi-kozyri")
    file.save(referee.text())
    found["foul"] = file.path
    return found


def _camera(screen: NewGameScreen) -> None:
    screen.draft.source = screen.camera.field.text = str(DEMO / "table.mp4")
    screen.choose_cards("camera")
    kit.wait(lambda: screen.camera.ids.picture.texture is not None, "a picture")
    kit.wait(lambda: "…" not in screen.camera.words, "a reading")
    screen.camera.stop()
    kit.frames(3)
    if screen.scroll is not None:
        screen.scroll.scroll_to(screen.camera, animate=False)


def _rules(screen: NewGameScreen) -> None:
    kit.frames(3)
    if screen.scroll is not None:
        screen.scroll.scroll_y = 0


def _problem(screen: NewGameScreen) -> None:
    screen.draft.places[1].name = screen.draft.places[0].name
    screen._changed()


def _many(screen: NewGameScreen) -> None:
    for _n in range(8):
        screen.add_seat()


def _filled(screen: HistoryScreen) -> None:
    kit.wait(lambda: screen._filling is None, "the list")


def _delete(screen: HistoryScreen) -> None:
    _filled(screen)
    screen.ask_delete(look(_games()["ceraria"]))


def _correct(screen: ScoreScreen) -> None:
    screen.correct(screen.sheet_shown.deals[1])


Make = Callable[[Any], Any]
SCREENS: dict[str, tuple[Make, Callable[[Any], Any] | None]] = {
    "home": (HomeScreen, None),
    "home-rules": (HomeScreen, lambda screen: screen.rules()),
    "new-game": (lambda shell: NewGameScreen(shell, "svoi-kozyri"), None),
    "new-game-seat": (lambda shell: NewGameScreen(shell, "svoi-kozyri"), lambda screen: screen.edit_seat(1)),
    "new-game-rules": (lambda shell: NewGameScreen(shell, "courtesan"), _rules),
    "new-game-many": (lambda shell: NewGameScreen(shell, "cuckoo"), _many),
    "new-game-problem": (lambda shell: NewGameScreen(shell, "ceraria"), _problem),
    "new-game-camera": (lambda shell: NewGameScreen(shell, "svoi-kozyri"), _camera),
    "history": (HistoryScreen, _filled),
    "history-delete": (HistoryScreen, _delete),
    "record": (lambda shell: RecordScreen(shell, _games()["courtesan"]), None),
    "record-foul": (lambda shell: RecordScreen(shell, _games()["foul"]), lambda screen: screen.step(-1)),
    "record-running": (lambda shell: RecordScreen(shell, _games()["svoi-kozyri"]), None),
    "record-export": (lambda shell: RecordScreen(shell, _games()["foul"]), lambda screen: screen.export()),
    "score": (lambda shell: ScoreScreen(shell, _games()["cuckoo"]), None),
    "score-correct": (lambda shell: ScoreScreen(shell, _games()["cuckoo"]), _correct),
}


def _shot(name: str, size: tuple[int, int]) -> Any:
    from tests.shots import settings

    _games()
    make, then = SCREENS[name]
    shell = kit.app_shell(settings(), size, make)
    kit.frames(4)
    if then is not None:
        then(shell.screen)
    return shell


SHOTS: dict[str, Callable[[tuple[int, int]], Any]] = {name: partial(_shot, name) for name in SCREENS}
