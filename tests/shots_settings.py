"""The states of Rules, Settings and Own packs for ``tests.shots``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from app.learn_deck import CardsDiffer, Evidence, Lesson
from app.pack_lesson import PackLesson
from rules.cards import parse_card
from tests.app import window_kit as kit
from vision.packs import Learnt, Score

from app.window.learn_deck_screen import LearnDeckScreen  # isort: skip
from app.window.rules_screen import RulesScreen  # isort: skip
from app.window.settings_screen import SettingsScreen  # isort: skip

_LEARNT = Learnt(
    np.zeros((193, 21), np.float32), Score(0.9, 0.95, 0.87, 0.8, 0, 0), Score(0.99, 1, 0.985, 0.9, 0, 0), 0.87
)
_TOLD = [card for card in range(16, 52) if card not in (48, 50)]


def _pack(**state: Any) -> Callable[[Any], LearnDeckScreen]:
    return lambda shell: LearnDeckScreen(shell, PackLesson("grandmas-deck", "pack.jpg", version=1, **state))


def _searched(screen: RulesScreen) -> None:
    screen.search.text = "8"


def _top(screen: LearnDeckScreen) -> None:
    kit.wait(lambda: screen.packs is not None, "the packs")


def _bottom(screen: Any) -> None:
    if isinstance(screen, LearnDeckScreen):
        kit.wait(lambda: screen.packs is not None, "the packs")
    kit.frames(3)
    screen.scroll.scroll_y = 0


# name -> what makes the screen, what is done to it then
SCREENS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], None] | None]] = {
    "rules": (lambda shell: RulesScreen(shell, "crusaders"), None),
    "rules-one": (lambda shell: RulesScreen(shell, "svoi-kozyri", "SK-8"), None),
    "rules-search": (lambda shell: RulesScreen(shell, "svoi-kozyri"), _searched),
    "settings": (SettingsScreen, None),
    "settings-end": (SettingsScreen, _bottom),
    "packs": (_pack(), _top),
    "packs-learning": (_pack(stage="learn"), _bottom),
    "packs-learnt": (
        _pack(stage="done", lesson=Lesson(Evidence([], _TOLD, [48, 50], ["row 4, card 9"]), _LEARNT, 40.0)),
        _bottom,
    ),
    "packs-differ": (
        _pack(stage="failed", differ=CardsDiffer([("row 3, card 11", parse_card("KD"), parse_card("QD"))])),
        _bottom,
    ),
}


def _shot(name: str, size: tuple[int, int]) -> Any:
    from tests.shots import settings

    make, then = SCREENS[name]
    shell = kit.app_shell(settings(), size, make)
    kit.frames(4)
    if then is not None:
        then(shell.screen)
        kit.frames(4)
    return shell


SHOTS: dict[str, Callable[[tuple[int, int]], Any]] = {name: partial(_shot, name) for name in SCREENS}
