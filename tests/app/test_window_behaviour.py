"""How the app behaves where something is missing, covered or impossible: it says what is the matter and what can be done."""

# ruff: noqa: F401, F811  fixtures of another module

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.errors import UserError
from app.live import LiveTable
from rules.record import Record
from rules.referee import Referee
from tests.app import window_kit as kit
from tests.app.test_window_table import Seat, app_table, button, seat, settle

from app.window.controls import PushButton  # isort: skip

TALL = (390, 844)


def toast(shell: Any) -> str:
    return str(shell._toast.words)


def test_take_back_is_offered_only_where_a_choice_was_made_and_says_so(seat: Seat) -> None:
    live, screen = seat("courtesan", bots=("Ben",))
    for _turn in range(60):
        settle(screen)
        screen.update()
        possible = screen._may_undo(screen._state)
        moves = len(live.state().moves)
        take_back = button(screen, "Take back")
        assert take_back.disabled == (moves == 0)
        kit.tap_on(take_back)
        settle(screen)
        if possible is True:
            assert len(live.state().moves) < moves
            return
        assert live.state().moves == screen._state.moves and not [e for e in live.drain() if e.kind == "error"]
        assert moves == 0 or "no choice" in screen.picture.notice
        state = live.state("Ann")
        live.play("Ann", (state.legal or state.announcements)[-1])
    pytest.fail("no choice in 60 moves")


def test_with_a_covered_hand_nothing_is_asked_that_cannot_be_done(seat: Seat) -> None:
    live, screen = seat("ceraria", TALL)
    assert screen.own.private and screen.attention.sentence.startswith("Hold to look")
    card = screen.own.hand.fan.children[0]
    kit.tap(*card.to_window(*card.center))
    assert "hold to look" in screen.picture.notice and live.state().moves == ()
    others = next(n for n, heap in enumerate(live.state().heaps) if heap.kind == "hand" and heap.owner == 1)
    screen._tap_heap(others)
    assert screen.picture.notice == "Only Ben may look at these cards."


def test_with_real_cards_in_hand_nothing_lit_is_spoken_of(seat: Seat) -> None:
    _live, screen = seat("svoi-kozyri", TALL, Seed="")
    assert "buttons below" in screen.attention.sentence
    card = screen.own.hand.fan.children[0]
    kit.tap(*card.to_window(*card.center))
    assert "does not know this card" in screen.picture.notice
    _live, screen = seat("cuckoo", TALL, bots=("Ben",), Dealer="Ben")
    assert "buttons below" in screen.attention.sentence, "one keeps the card, or trades it: none is lit"


def test_what_was_told_stays_on_its_screen_and_covers_no_card(app_table: Callable[..., Any]) -> None:
    shell = app_table("svoi-kozyri")
    shell.tell("A line for some seconds.")
    line = shell._toast.children[0]
    kit.frames(2)
    assert line.y > shell.screen.own.hand.top and line.top <= shell.height
    shell.screen.show_record()
    assert toast(shell) == ""


def test_the_record_of_a_table_shows_what_the_disk_does_not_have(
    app_table: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from app.record_file import RecordFile

    shell = app_table("svoi-kozyri", bots=False)
    live: LiveTable = shell.screen.live

    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(RecordFile, "_replace", staticmethod(full))
        live.play("Ann", (live.state("Ann").legal or ())[0])
        shell.screen.update()
        shell.screen.show_record()
        kit.frames(2)
        record: Any = shell.screen
        assert len(record.replay.steps) == 1
        record.score()
        kit.frames(2)
        assert shell.screen.scroll.column.children
        shell.screen.next_deal()
        assert "No space left" in toast(shell), "the table stays, and the game with it"
        shell.back()
        kit.frames(3)
        shell.screen.go(0)
        shell.screen.go_on()
        assert "No space left" in toast(shell) and shell.screen.replay is not None
        shell.screen.go(1)
        kit.frames(3)
        kit.tap_on(button(shell.screen, "Continue this game"))
        shell.screen.refresh()
        assert shell.screen.live is live, "the same table, not one that is read from the file"


def test_a_record_says_moves_as_the_table_does_and_hides_no_open_cards(tmp_path: Path) -> None:
    from app.settings import SettingsFile
    from app.window.home import HomeScreen
    from app.window.record_parts import HoldButton
    from app.window.record_screen import RecordScreen

    referee = Referee(Record.new("courtesan", ["Ann", "Ben"], {"Queens": "Ann=S, Ben=H", "Seed": "3"}))
    live = LiveTable(None, None, referee)
    live.play("Ann", "draw")
    shell = kit.app_shell(SettingsFile(tmp_path / "settings.json"), TALL, HomeScreen)
    shell.go(lambda shell: RecordScreen(shell, live))
    kit.frames(2)
    assert kit.all_of(shell.screen, HoldButton) == []
    assert all(row["move"].startswith("Draw ") for row in shell.screen.list.data)
    shell.end()


def test_while_paused_no_hand_is_asked_for() -> None:
    from tests.app.window_fake import FakeLive

    class Pausing(FakeLive):
        def pause(self, paused: bool = True) -> list[Any]:
            self.shows(paused=paused)
            return []

    live = Pausing()
    screen = kit.show(live, TALL)
    screen.show_hand()
    assert "Lay your hand" in screen.picture.notice
    screen.pause()
    assert "Lay your hand" not in screen.picture.notice and screen.picture.covered
    screen.show_hand()
    assert not screen.picture.covered and button(screen, "Show my hand").disabled
    screen.go_on()
    assert not button(screen, "Show my hand").disabled


def test_a_name_of_two_words_is_taken_and_what_is_wrong_with_a_name_is_said(tmp_path: Path) -> None:
    from app.settings import SettingsFile
    from app.window.home import HomeScreen
    from app.window.new_game import open_new_game

    shell = kit.app_shell(SettingsFile(tmp_path / "settings.json"), TALL, HomeScreen)
    open_new_game(shell, "courtesan")
    screen: Any = shell.screen
    screen.edit_seat(0)
    kit.frames(2)
    screen.sheet.field.text = "Anna Maria"
    assert "Anna-Maria" in screen.sheet.naming.words
    screen.close()
    assert not screen.start.disabled and screen.draft.plan().seats[0].player == "Anna-Maria"
    screen.edit_seat(1)
    for name, said in (("Ben, Cid", "cannot have ,"), ("Anna  Maria", "Two players"), ("", "no name"), ("Ж🂡'[", "")):
        screen.sheet.field.text = name
        assert said in screen.sheet.naming.words and (said or not screen.sheet.naming.words.startswith("Ж🂡'[:"))
        screen._changed()
        assert screen.start.disabled == bool(said) and said in screen.start_bar.problem
    shell.end()


@pytest.fixture
def new_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """New game of Svoi Kozyri, its games in a folder of their own."""
    from app.settings import SettingsFile
    from app.window.home import HomeScreen
    from app.window.new_game import open_new_game

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = SettingsFile(tmp_path / "settings.json")
    settings.change(camera=str(tmp_path / "none.mp4"), bot_pace=0.0)
    shell = kit.app_shell(settings, TALL, HomeScreen)
    open_new_game(shell, "svoi-kozyri")
    yield shell
    shell.end()


def test_a_camera_that_is_not_there_is_told_where_one_starts_and_comes_by_itself(
    new_game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.window import camera_panel

    monkeypatch.setattr(camera_panel, "AGAIN", 0.0)
    screen = new_game.screen
    screen.choose_cards("camera")
    kit.wait(lambda: screen.camera.missing, "no camera")
    assert screen.start.disabled and "none.mp4" in screen.start_bar.problem
    picture(tmp_path / "none.mp4")
    kit.wait(lambda: screen.camera.ids.picture.texture is not None, "the camera is back")
    assert not screen.start.disabled and screen.start_bar.problem == ""


def test_a_table_without_its_camera_offers_to_try_again_another_or_none(new_game: Any, tmp_path: Path) -> None:
    from app import table_plan
    from app.saved_games import SavedGames
    from app.state import Seat as Sitting
    from app.table_plan import TablePlan
    from app.window.camera_panel import CameraSheet
    from app.window.open_table import open_table_screen

    seats = (Sitting("Ann"), Sitting("Ben", "greedy"))
    plan = TablePlan("svoi-kozyri", seats, "camera", source=str(tmp_path / "none.mp4"), first="Ann")
    shell, table = new_game, table_plan.set_up(plan, SavedGames(tmp_path / "games"))
    open_table_screen(shell, table)
    screen = shell.screen

    def told() -> bool:
        screen.refresh()
        return "none.mp4" in screen.attention.sentence

    kit.wait(told, "why there is no table")
    assert screen.picture.notice == ""
    kit.tap_on(button(screen.attention, "Another camera"))
    assert isinstance(screen.sheet, CameraSheet)
    kit.wait(lambda: screen.sheet.take.disabled, "there is none")
    kit.press("escape")
    screen.use_camera("")
    kit.wait(lambda: shell.screen.refresh() or hasattr(shell.screen, "live"), "a table without a camera")
    live = shell.screen.live
    assert not live.state().camera and live.record_path == table.path
    assert [seat.level for seat in live.state().seats] == ["", ""], "persons tap what the bot plays"
    assert "Bots see no real cards" in toast(shell)
    assert table.path is not None and table_plan.go_on(table.path).cards == "tapped"


def test_a_cable_that_is_pulled_is_told_until_the_picture_is_back() -> None:
    from tests.app.window_fake import FakeLive

    live = FakeLive()
    screen = kit.show(live, TALL)
    live.shows(no_picture="camera 0: camera lost; check the cable")
    screen.refresh()
    assert screen.attention.headline == "No picture" and "cable" in screen.attention.who
    live.now = replace(live.now, no_picture="")
    screen.refresh()
    assert screen.attention.headline != "No picture", "nothing but the picture has come back"


def picture(path: Path) -> None:
    """A picture of nothing, under whatever name."""
    import cv2
    import numpy as np

    good, data = cv2.imencode(".png", np.full((120, 160, 3), 90, np.uint8))
    assert good
    path.write_bytes(data.tobytes())


def test_a_file_is_chosen_from_folders_by_finger_or_keyboard(new_game: Any, tmp_path: Path) -> None:
    from app.window import file_sheet
    from app.window.history import HistoryScreen

    (tmp_path / "films" / "deep").mkdir(parents=True)
    picture(tmp_path / "films" / "table 2.png")
    (tmp_path / "films" / "notes.txt").write_text("", encoding="utf-8")
    screen = new_game.screen
    screen.choose_cards("camera")
    screen.camera.field.text = str(tmp_path / "films" / "deep" / "gone.mp4")
    screen.camera.choose_film()
    kit.frames(2)
    assert screen.sheet.folder == str(tmp_path / "films" / "deep")
    kit.tap_on(button(screen.sheet, "Up: films"))
    kit.frames(2)
    rows = [row.words for row in kit.all_of(screen.sheet, file_sheet.MenuRow)]
    assert rows[1:] == ["table 2.png", "deep"], "files first, what cannot be meant is left out"
    for _row in range(40):
        kit.press("tab")
        if getattr(screen.focus.at, "words", "") == "table 2.png":
            break
    kit.press("enter")
    assert screen.sheet is None and screen.draft.source == str(tmp_path / "films" / "table 2.png")
    kit.wait(lambda: screen.camera.ids.picture.texture is not None, "its picture")
    screen.camera.choose_film()
    kit.frames(2)
    kit.tap_on(button(screen.sheet, "Take this folder"))
    assert screen.draft.source == str(tmp_path / "films")
    new_game.go(HistoryScreen)
    new_game.screen.ask_import()
    kit.frames(2)
    kit.tap_on(button(new_game.screen.sheet, "Choose a file"))
    assert isinstance(new_game.screen.sheet, file_sheet.FileSheet)


def test_a_folder_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    from app import folders

    found = folders.listing(tmp_path / "none", folders.RECORDS)
    assert str(tmp_path / "none") in found.problem and found.above == tmp_path
    assert folders.start(str(tmp_path / "x.kbz")) == tmp_path and folders.start("", tmp_path) == tmp_path
    for n in range(folders.MOST + 1):
        (tmp_path / f"game{n}.kbz").touch()
    assert folders.listing(tmp_path, folders.RECORDS).more
    assert [p.name for p in folders.listing(tmp_path, folders.RECORDS).files[:3]] == [
        "game0.kbz",
        "game1.kbz",
        "game2.kbz",
    ]


def test_a_misread_is_saved_only_when_one_says_so_and_one_is_told_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import json

    import numpy as np

    from app import misread
    from app.live_frame import LiveCard, LiveFrame
    from app.window.controls import Text
    from rules.cards import parse_card
    from tests.app.window_fake import FakeLive

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    image = np.full((120, 160, 3), 90, np.uint8)
    corners = np.array([[1, 2], [3, 2], [3, 5], [1, 5]], np.float32)
    six, eight = parse_card("6S"), parse_card("8S")
    cards = (
        LiveCard(1, six, True, (six,), corners, False),
        LiveCard(2, six, False, (six, eight), corners, False),
        LiveCard(3, None, True, (), corners, True),
    )
    live: Any = FakeLive()
    live.record_text = lambda: '[Game "svoi-kozyri"]\n'
    screen = kit.show(live, TALL)
    screen.report()
    assert screen.sheet is None and "no picture" in screen.picture.notice.lower()
    live.shows(LiveFrame(image, 1.0, cards, 10.0, 1, np.zeros((120, 160, 4), np.uint8)))
    screen.refresh()
    screen.report()
    kit.frames(2)
    assert list(tmp_path.iterdir()) == []
    kit.tap_on(button(screen.sheet, "Save"))
    (report,) = misread.reports_folder().iterdir()
    assert str(report) in " ".join(text.words for text in kit.all_of(screen.sheet, Text))
    read = json.loads((report / "read.json").read_text(encoding="utf-8"))
    assert [card["card"] for card in read["cards"]] == ["6S", "back"] and read["unsure"][0]["candidates"] == [
        "6S",
        "8S",
    ]
    assert sorted(path.name for path in report.iterdir()) == ["game.kbz", "picture.png", "read.json"]
    (tmp_path / "file").write_text("", encoding="utf-8")
    frame = live.latest()
    with pytest.raises(UserError, match="file"):
        misread.save(tmp_path / "file", frame, "svoi-kozyri", "")


@pytest.mark.parametrize("game", ["svoi-kozyri", "cuckoo", "courtesan", "ceraria", "crusaders"])
def test_a_game_is_learnt_by_tapping_what_the_lesson_says(new_game: Any, game: str) -> None:
    from app.moves import cards_of
    from app.window.lesson_screen import LessonScreen, open_lesson
    from app.window.new_game import NewGameScreen

    open_lesson(new_game, game)
    screen: Any = new_game.screen
    assert isinstance(screen, LessonScreen)
    for number, step in enumerate(screen.lesson.steps, 1):
        assert screen.attention.headline.startswith(f"Step {number} of") and step.say[:20] in screen.attention.sentence
        own: Any = screen.live.state("Ann")
        move = next((m for m in own.legal if step.fits(m)), step.want)
        for card in cards_of(move):
            if screen.lesson.phase(screen.live.state("Ann")) == "asked" and card not in screen.own.taps.cards:
                screen.own.tap(card)
        buttons = [b for b in kit.all_of(screen.own.hand.moves, PushButton) if b.words.startswith("Try ")]
        if screen.lesson.phase(screen.live.state("Ann")) == "asked" and step.refused and buttons:
            buttons[0].dispatch("on_release")
        if screen.lesson.phase(screen.live.state("Ann")) == "asked":
            screen.own.play(move)
        screen.update()
        assert screen.lesson.phase(screen.live.state("Ann")) == "done", (number, move)
        assert step.then[:20] in screen.attention.sentence
        if step.refused:
            assert screen.attention.rule
        if number < len(screen.lesson.steps):
            button(screen.attention, "Next").dispatch("on_release")
    button(screen.attention, "Play a game").dispatch("on_release")
    assert isinstance(new_game.screen, NewGameScreen) and new_game.screen.draft.game.id == game


def test_in_a_lesson_another_legal_move_is_told_apart_and_tried_again(new_game: Any) -> None:
    screen: Any = new_game.screen
    kit.frames(3)
    kit.tap_on(button(screen, "Learn the game"))
    screen = new_game.screen
    screen.next()
    screen.own.play("take")
    assert screen.attention.headline == "Allowed, but not what is asked"
    button(screen.attention, "Try again").dispatch("on_release")
    assert screen.attention.headline.startswith("Step 2") and len(screen.live.state().moves) == 1
    screen.own.play("6D 7H")
    assert screen.attention.headline == "Not allowed", "the referee rules as always"
    new_game.change(language="ru")
    assert new_game.screen.lesson.at == 1


def test_a_clock_counts_a_turn_but_no_pause() -> None:
    from app.turn_clock import TurnClock, as_clock
    from tests.app.window_fake import State

    clock, state = TurnClock(), State()
    clock.tell(state, 10.0)
    clock.tell(replace(state, points={"Ann": 1}), 12.0)
    assert clock.seconds(15.0) == 5.0 and as_clock(65.9) == "1:05"
    clock.tell(replace(state, paused=True), 15.0)
    clock.tell(state, 100.0)
    assert clock.seconds(102.0) == 7.0
    clock.tell(replace(state, to_move="Ben"), 102.0)
    assert clock.seconds(103.0) == 1.0
    clock.tell(replace(state, to_move=None), 110.0)
    assert clock.seconds(120.0) == 0.0


def test_the_clock_is_shown_to_those_who_want_it(app_table: Callable[..., Any]) -> None:
    shell = app_table("svoi-kozyri", bots=False)
    assert shell.screen.bar.rate == ""
    shell.change(clock=True)
    shell.screen.refresh()
    assert shell.screen.bar.rate.startswith("0:0")


def test_a_camera_that_is_lost_and_found_again_says_so_by_itself() -> None:
    import threading

    import numpy as np

    from app.opening import open_game
    from tests.drawn_table import DrawnReader
    from vision.sources import Frame, SourceError

    lost, back, found, end = (threading.Event() for _n in range(4))

    class Cable:
        name, live = "camera 0", True

        def frames(self, trouble: Any) -> Iterator[Frame]:
            image = np.full((72, 128, 3), 90, np.uint8)
            yield Frame(image, 0.0)
            trouble(SourceError("camera lost", "camera 0", "check the cable"))
            lost.set()
            back.wait(20)
            yield Frame(image, 1.0)
            found.set()
            end.wait(20)

        def close(self) -> None:
            back.set()
            end.set()

    table = LiveTable(Cable(), DrawnReader(), open_game("svoi-kozyri", headers={"Trumps": "Ann=S, Ben=H"}))
    table.start()
    assert lost.wait(20) and "camera lost" in table.state().no_picture
    back.set()
    assert found.wait(20) and table.state().no_picture == ""
    assert [event.kind for event in table.drain()].count("error") == 1
    end.set()
    assert table.over.wait(20) and table.no_picture == ""
    table.stop()


def test_a_person_puts_the_places_right_by_finger_or_keys() -> None:
    import numpy as np
    from kivy.tests.common import UnitTestTouch

    from app.live_frame import LiveFrame
    from tests.app.window_fake import FakeLive

    live = FakeLive()
    screen = kit.show(live, TALL)
    shown: Any = LiveFrame(np.zeros((90, 160, 3), np.uint8), 1.0, (), 10.0, 1, np.full((90, 160, 4), 90, np.uint8))
    live.shows(shown)
    screen.refresh()
    before = live.places
    screen.show_places()
    kit.frames(3)
    sheet = screen.sheet
    kit.tap_on(button(sheet, "Stock"))
    x, y, width, height = sheet.picture._frame()
    touch = UnitTestTouch(x + 0.1 * width, y + 0.9 * height)
    touch.touch_down()
    touch.touch_move(x + 0.3 * width, y + 0.4 * height)
    touch.touch_up()
    stock = [place.name for place in before].index("stock")
    assert np.allclose(sheet.picture.places[stock].box, (0.1, 0.1, 0.3, 0.6), atol=0.01)
    screen.focus.take(sheet.picture)
    kit.press("right")
    kit.press("-")
    assert np.allclose(sheet.picture.places[stock].box, (0.14, 0.12, 0.30, 0.58), atol=0.01)
    for _n in range(60):
        kit.press("left")
    assert sheet.picture.places[stock].box[0] == 0.0
    assert live.places == before
    kit.tap_on(button(sheet, "Use these places"))
    assert screen.sheet is None and live.places[stock].box[0] == 0.0 and live.places[0] == before[0]
