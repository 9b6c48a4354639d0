"""The screen of one's own packs: learnt from a drawn photograph, used, removed; what goes wrong is said."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from app import language, learn_deck, pack_lesson
from app.learn_deck import CardsDiffer
from app.pack_lesson import PackLesson
from app.paths import WEIGHTS
from app.settings import SettingsFile
from rules.cards import parse_card
from tests.app import window_kit as kit
from tests.app.layout_checks import problems
from tests.app.test_learn_deck import ORDER, ZERO, table, write
from vision import packs
from vision.packs import About, Learnt, reader_of, save_pack

from app.window import theme  # isort: skip
from app.window.controls import Text  # isort: skip
from app.window.learn_deck_screen import LearnDeckScreen, open_learn_deck  # isort: skip
from app.window.screen import Screen  # isort: skip


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(learn_deck, "user_folder", lambda: tmp_path / "home")
    yield tmp_path
    language.use("en")
    theme.use()


def opened(home: Path, size: tuple[int, int] = (390, 844)) -> Any:
    shell = kit.app_shell(SettingsFile(home / "settings.json"), size, Screen)
    open_learn_deck(shell)
    kit.wait(lambda: shell.screen.packs is not None, "the packs")
    kit.frames(4)
    return shell


def press(shell: Any, hint: str) -> None:
    kit.button(shell.screen, hint).dispatch("on_release")
    kit.frames(4)


def told(shell: Any) -> str:
    shell.screen.refresh()
    return "\n".join(text.words for text in kit.all_of(shell.screen, Text))


def fill(shell: Any, name: str, source: object) -> None:
    shell.screen.name.text, shell.screen.source.text = name, str(source)


def test_a_pack_laid_out_is_learnt_kept_used_and_removed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, least in (("VIEWS", 2), ("VIEWS_OF_NOTHING", 1), ("_ROUNDS", 30)):
        monkeypatch.setattr(packs, name, least)
    monkeypatch.setattr(Learnt, "helps", property(lambda self: True))
    cards = [card for card in ORDER if card >= 28]
    photo = write(home / "pack.png", table([cards[i : i + 6] for i in range(0, 24, 6)]))
    shell = opened(home)
    fill(shell, "My deck", photo)
    press(shell, "Learn this pack")
    assert "Step 1 of 2" in told(shell)
    assert shell.screen.lesson.ended(100)
    assert "24 cards were recognised." in told(shell)
    press(shell, "Keep it and play with it")
    kit.wait(lambda: shell.screen.packs, "the pack in the list")
    kit.frames(2)
    assert (shell.settings.deck, [pack.name for pack in shell.screen.packs]) == ("my deck", ["my deck"])
    assert "my deck: 24 cards" in told(shell)
    press(shell, "Any usual pack")
    assert shell.settings.deck == ""
    press(shell, "my deck")
    press(shell, "Remove my deck")
    assert packs.known_packs(home / "home" / "packs") == ["my deck"]
    press(shell, "Remove for good")
    kit.wait(lambda: shell.screen.packs == [], "an empty list")
    assert shell.settings.deck == "" and "No pack has been learnt" in told(shell)


def test_what_is_missing_is_said_and_nothing_begins(home: Path) -> None:
    shell = opened(home)
    for name, source, said in (("../x", "a.png", "no name for a pack"), ("mine", "", "Name the picture")):
        fill(shell, name, source)
        press(shell, "Learn this pack")
        assert said in shell._toast.words and not shell.screen.lesson.busy


def test_a_picture_that_is_not_there_is_said_on_the_screen(home: Path) -> None:
    shell = opened(home)
    fill(shell, "mine", home / "nowhere.png")
    press(shell, "Learn this pack")
    kit.wait(lambda: shell.screen.lesson.stage == "failed", "the end", 60)
    assert "nowhere.png" in told(shell)
    kit.button(shell.screen, "Try again")


def test_cards_in_another_order_are_named_and_can_be_insisted_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def teach(*_args: Any, as_laid: bool, **_named: Any) -> Any:
        asked.append(as_laid)
        raise CardsDiffer([("row 3, card 11", parse_card("KD"), parse_card("QD"))])

    monkeypatch.setattr(learn_deck, "teach", teach)
    shell = opened(home)
    fill(shell, "mine", "a.png")
    press(shell, "Learn this pack")
    kit.wait(lambda: shell.screen.lesson.stage == "failed", "the end")
    assert "row 3, card 11: reads as K♦, Q♦ is expected" in told(shell)
    press(shell, "They lie right")
    kit.wait(lambda: asked == [False, True], "another try")


def test_learning_is_given_up_by_a_button_and_by_going_back(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Semaphore(0)

    def teach(*_args: Any, step: Any, **_named: Any) -> Any:
        try:
            while True:
                step("learn")
        finally:
            ended.release()

    monkeypatch.setattr(learn_deck, "teach", teach)
    shell = opened(home)
    for way in ("Cancel", "Back"):
        fill(shell, "mine", "a.png")
        press(shell, "Learn this pack")
        kit.wait(lambda: shell.screen.lesson.stage == "learn", "the learning")
        lesson = shell.screen.lesson
        press(shell, way)
        assert lesson.ended(20) and ended.acquire(timeout=20)
        assert (lesson.stage, lesson.lesson) == ("asked", None)
    assert not isinstance(shell.screen, LearnDeckScreen)


def test_a_picture_is_taken_from_a_camera(home: Path) -> None:
    film = home / "film"
    for number in range(40):
        write(film / f"{number}.png", np.full((90, 160, 3), 40 + number, np.uint8))
    shell = opened(home)
    shell.change(camera=str(film))
    press(shell, "Take a picture here")
    finder = shell.screen._finder
    kit.wait(lambda: finder.shown is not None, "a picture", 60)
    shell.screen.refresh()
    press(shell, "Take the picture")
    assert finder.closed() and shell.screen._finder is None
    path = Path(shell.screen.lesson.source)
    assert shell.screen.source.text == str(path) and cv2.imread(str(path)).shape == (90, 160, 3)
    shell.back()
    assert not path.exists()


def test_a_file_that_is_dropped_on_the_window_is_taken(home: Path) -> None:
    from kivy.core.window import Window

    shell = opened(home)
    Window.dispatch("on_drop_file", "/tmp/Колода.jpg".encode(), 10, 10)
    assert shell.screen.lesson.source == "/tmp/Колода.jpg"


def test_a_pack_of_an_older_reader_is_listed_and_not_offered(home: Path) -> None:
    folder = home / "home" / "packs"
    save_pack(folder, "old", ZERO, "another", About(52, "", 0.5, 0.9))
    save_pack(folder, "new", ZERO, reader_of(WEIGHTS), About(52, "2026-11-30", 0.5, 0.9))
    assert [(pack.name, pack.about is not None) for pack in pack_lesson.known()] == [("new", True), ("old", False)]
    shell = opened(home)
    assert "old: cannot be used" in told(shell)
    kit.button(shell.screen, "new")
    with pytest.raises(AssertionError):
        kit.button(shell.screen, "old")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800), (2560, 1440)])
def test_nothing_is_cut_off(home: Path, size: tuple[int, int]) -> None:
    SettingsFile(home / "settings.json").change(language="ru", text_size=1.5)
    assert problems(opened(home, size)) == [] and kit.complaints == []


def test_a_lesson_says_which_stage_it_is_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def teach(*_args: Any, step: Any, **_named: Any) -> str:
        step("look"), step("learn")
        return "learnt"

    monkeypatch.setattr(learn_deck, "teach", teach)
    lesson = PackLesson(" mine ", "a.png")
    lesson.start()
    assert lesson.ended() and (lesson.stage, lesson.lesson, lesson.name) == ("done", "learnt", "mine")
    lesson.stop()
    lesson.stop()


def test_a_path_may_be_pasted_in_any_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert pack_lesson.as_path(' "~/my deck.jpg" ') == "/home/ann/my deck.jpg"
    assert pack_lesson.as_path("file:///tmp/a.jpg") == "/tmp/a.jpg"
