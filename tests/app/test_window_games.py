"""From Home to a table and back, driven by touches: new game, continue, history, record, score sheet, the next deal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app import table_plan
from app.saved_games import SavedGames, beside
from app.settings import SettingsFile
from app.state import Seat
from app.table_plan import TablePlan
from rules.bots import LEVELS
from rules.games import GAMES
from rules.record import parse
from rules.texts import _
from tests.app import window_kit as kit
from tests.app.layout_checks import problems

from app import language  # isort: skip
from app.window import record_screen, theme  # isort: skip
from app.window.home import GameCard, HomeScreen  # isort: skip
from app.window.history import HistoryScreen, SavedCard  # isort: skip
from app.window.new_game import NewGameScreen  # isort: skip
from app.window.record_parts import MoveRow  # isort: skip
from app.window.record_screen import RecordScreen  # isort: skip
from app.window.score_screen import ScoreScreen  # isort: skip
from app.window.seats import SeatButton  # isort: skip
from app.window.table_screen import TableScreen  # isort: skip

WIDE, TALL = (1280, 800), (390, 844)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    shell = kit.app_shell(SettingsFile(tmp_path / "settings.json"), WIDE, HomeScreen)
    yield shell
    shell.end()
    language.use("en")
    theme.use()


def tap(root: Any, hint: str) -> None:
    """Scrolls to what has this name and taps it."""
    press(kit.button(root, hint))


def press(widget: Any) -> None:
    """Scrolls to it and taps it; where things scroll it takes a moment until a touch is known to be a tap."""
    show(widget)
    released: list[Any] = []
    widget.fbind("on_release", released.append)
    kit.tap_on(widget)
    kit.wait(lambda: released, f"{widget.hint} is tapped")
    kit.frames(2)


def show(widget: Any) -> None:
    from kivy.uix.scrollview import ScrollView

    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            parent.scroll_to(widget, padding=12, animate=False)
            kit.frames(2)
        parent = parent.parent


def begin(shell: Any, game: str = "Svoi Kozyri") -> Any:
    """Home -> New game -> the running table."""
    tap(shell.screen, f"New game: {game}")
    assert isinstance(shell.screen, NewGameScreen)
    tap(shell.screen, "Start the game")
    return at_table(shell)


def at_table(shell: Any) -> Any:
    assert isinstance(shell.screen, TableScreen)
    kit.wait(lambda: hasattr(shell.screen, "live") or shell.screen.refresh(), "a table that runs")
    return shell.screen.live


def play(live: Any, moves: int, person: str = "Ann") -> None:
    """The person plays as a greedy bot would (by chance some games hardly ever end); the bots play by themselves."""
    made = 0
    while made < moves:
        state = live.state(person)
        if state.to_move is None:
            return
        if state.to_move == person:
            live.play(person, live.hint(person, LEVELS["greedy"]))
            made += 1
        else:
            kit.frames(1)


@pytest.fixture(autouse=True)
def hasty_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    from app import draft

    monkeypatch.setattr(draft, "USUAL_LEVEL", "greedy")


def test_a_game_is_begun_left_and_continued_where_it_was(shell: Any) -> None:
    shell.change(bot_pace=0.0)
    live = begin(shell)
    play(live, 3)
    kit.press("escape")
    if not isinstance(shell.screen, HomeScreen):  # the table may ask first
        shell.home()
    kit.frames(2)
    [path] = SavedGames().paths()
    text = path.read_text()
    assert len(parse(text).body) >= 5
    tap(shell.screen, "Continue")
    again = at_table(shell)
    assert again.record_text().startswith(text.rstrip("\n")) and again.record_path == path


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_played_to_its_end_and_has_a_score_and_a_record(shell: Any, game: str) -> None:
    shell.change(bot_pace=0.0)
    live = begin(shell, _(GAMES[game].name))
    play(live, 400)
    kit.wait(lambda: live.state().to_move is None, "the end of the deal")
    path = live.record_path
    shell.home()
    shell.go(lambda shell: ScoreScreen(shell, path))
    kit.frames(2)
    [deal] = shell.screen.sheet_shown.deals
    assert deal.over and deal.outcome and deal.why
    shell.go(lambda shell: RecordScreen(shell, path))
    kit.frames(2)
    assert shell.screen.replay.over and shell.screen.going_on.disabled
    shell.screen.go(0)
    shell.screen.go(len(shell.screen.replay.steps))
    assert shell.screen.replay.referee.text() == path.read_text()


def test_a_table_that_is_left_before_a_move_leaves_nothing_behind(shell: Any) -> None:
    tap(shell.screen, "New game: Cuckoo")
    tap(shell.screen, "Seat 1: Ann, person")
    tap(shell.screen.sheet, "a person")
    kit.press("escape")
    tap(shell.screen, "Real cards, no camera")
    tap(shell.screen, "Start the game")
    at_table(shell)
    shell.home()
    kit.frames(2)
    assert SavedGames().paths() == []
    assert not [card for card in kit.all_of(shell.screen, GameCard) if card.hint == "Continue"]


def test_seats_are_named_added_given_bots_and_removed(shell: Any) -> None:
    tap(shell.screen, "New game: Svoi Kozyri")
    screen = shell.screen
    tap(screen, "Add a player")
    seats = kit.all_of(screen, SeatButton)
    assert [seat.name for seat in seats] == ["Ann", "Ben", "Cid"]
    press(seats[1])
    screen.sheet.field.text = "Olga"
    tap(screen.sheet, "hard")
    tap(screen.sheet, "Hearts")
    tap(screen.sheet, "Done")
    assert (seats[1].name, seats[1].line, seats[1].bot) == ("Olga", "bot, hard · Hearts", True)
    press(seats[0])
    screen.sheet.field.text = "Olga"
    kit.press("escape")
    assert "Olga" in screen.start_bar.problem and screen.start.disabled
    press(seats[0])
    screen.sheet.field.text = "Zoe"
    tap(screen.sheet, "Done")
    press(seats[2])
    tap(screen.sheet, "Remove this seat")
    assert len(kit.all_of(screen, SeatButton)) == 2 and not screen.start.disabled
    tap(screen, "Start the game")
    live = at_table(shell)
    record = parse(live.record_text())
    assert record.players == ("Zoe", "Olga") and "Olga=H" in record.value("Trumps")
    assert shell.settings.names[:2] == ("Zoe", "Olga")


def test_house_rules_are_explained_and_played(shell: Any) -> None:
    tap(shell.screen, "New game: Crusaders")
    screen = shell.screen
    tap(screen, "Short game")
    assert screen.draft.options == {"rounds": "1"}
    tap(screen, "Rounds of a match: more")
    assert screen.draft.options == {"rounds": "2"} and screen._presets.value is None
    tap(screen, "by lot")
    tap(screen, "Rule CR-20")
    assert type(shell.screen).__name__ == "RulesScreen"
    kit.press("escape")
    assert shell.screen.draft.options["rounds"] == "2", "what was chosen is still there"


def test_what_was_chosen_survives_another_language_and_text_size(shell: Any) -> None:
    tap(shell.screen, "New game: Svoi Kozyri")
    tap(shell.screen, "Add a player")
    tap(shell.screen, "Real cards, no camera")
    shell.change(language="ru", text_size=1.5)
    kit.frames(3)
    assert shell.screen.draft.cards == "tapped" and len(kit.all_of(shell.screen, SeatButton)) == 3


def test_a_camera_that_is_not_there_is_told_and_a_film_is_seen(shell: Any, tmp_path: Path) -> None:
    tap(shell.screen, "New game: Svoi Kozyri")
    screen = shell.screen
    screen.camera._draft.source = str(tmp_path / "none.mp4")
    tap(screen, "Real cards and a camera")
    kit.wait(lambda: screen.camera.problem, "a line that says why")
    assert "none.mp4" in screen.camera.problem and "\n" not in screen.camera.problem
    from app.paths import DEMO

    if not (DEMO / "table.mp4").exists():
        pytest.skip("the film that comes with Kibitz is not here")
    screen.camera.field.text = str(DEMO / "table.mp4")
    screen.camera._named(screen.camera.field.text)
    kit.wait(lambda: screen.camera.ids.picture.texture is not None, "a picture")
    assert not screen.camera.problem
    kit.press("escape")
    assert isinstance(shell.screen, HomeScreen)
    from app import camera_look

    camera_look.all_closed()
    assert not camera_look._ending


def saved_cuckoo() -> Path:
    """A deal of Cuckoo that was played to its end."""
    seats = (Seat("Ann"), Seat("Ben", "random"), Seat("Cid", "random"))
    table = table_plan.set_up(TablePlan("cuckoo", seats, seed="3"), SavedGames())
    random, referee = Random(3), table.referee
    while referee.to_move is not None:
        referee.play(referee.to_move, random.choice(referee.legal() or []))
    assert table.file is not None and table.file.save(referee.text()) is None
    return table.file.path


def test_history_opens_a_record_that_is_gone_through(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_screen, "PACE", 0.01)
    saved_cuckoo()
    tap(shell.screen, "History")
    kit.wait(lambda: kit.all_of(shell.screen, SavedCard), "the list")
    press(kit.all_of(shell.screen, SavedCard)[0])
    screen: Any = shell.screen
    assert isinstance(shell.screen, RecordScreen)
    last = len(screen.replay.steps)
    tap(screen, "To the start")
    assert screen.replay.at == 0
    tap(screen, "One forward")
    kit.press("right")
    assert screen.replay.at == 2
    rows = kit.all_of(screen, MoveRow)
    press(next(row for row in rows if row.index == 1))
    assert screen.replay.at == 1 and screen.now.title.startswith("1. ")
    tap(screen, "Play")
    kit.wait(lambda: screen.replay.at == last, "the end, by itself", seconds=30)
    assert screen.player.icon == "play"


def test_one_goes_on_from_the_middle_of_a_record(shell: Any) -> None:
    path = saved_cuckoo()
    shell.go(lambda shell: RecordScreen(shell, path))
    kit.frames(3)
    tap(shell.screen, "To the start")
    tap(shell.screen, "One forward")
    tap(shell.screen, "Go on from here")
    live = at_table(shell)
    kit.wait(lambda: live.record_path.stat().st_size, "the record")
    assert live.record_path != path and len(parse(live.record_text()).body) >= 1


def test_back_from_a_rule_the_record_stands_where_it_stood(shell: Any) -> None:
    path = saved_cuckoo()
    shell.go(lambda shell: RecordScreen(shell, path))
    kit.frames(2)
    assert shell.screen.at_end
    shell.screen.go(1)
    shell.change(text_size=1.25)
    kit.frames(3)
    assert shell.screen.replay.at == 1
    tap(shell.screen, "Score sheet")
    kit.press("escape")
    assert shell.screen.replay.at == 1


def test_a_game_that_is_not_over_is_continued_from_its_record(shell: Any) -> None:
    seats = (Seat("Ann"), Seat("Ben"))
    table = table_plan.set_up(TablePlan("ceraria", seats, seed="3"), SavedGames())
    table.referee.play(table.referee.to_move or "", (table.referee.legal() or [])[0])
    assert table.file is not None and table.file.save(table.referee.text()) is None
    path = table.file.path
    shell.go(lambda shell: RecordScreen(shell, path))
    kit.frames(3)
    held = kit.button(shell.screen, "Ann: hold to look")
    x, y = held.to_window(*held.center)
    from kivy.tests.common import UnitTestTouch

    def ann_shown() -> bool:
        return all(
            None not in heap.cards for heap in shell.screen.replay.heaps(shell.screen._looking) if heap.owner == 0
        )

    assert not ann_shown()
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    kit.wait(ann_shown, "Ann's hand, while the button is held")
    touch.touch_up()
    kit.wait(lambda: not ann_shown(), "Ann's hand is covered again")
    tap(shell.screen, "Continue this game")
    assert at_table(shell).record_path == path and len(SavedGames().paths()) == 1


def test_everything_of_a_new_game_is_reached_by_keyboard(shell: Any) -> None:
    def focus(hint: str) -> None:
        for _number in range(80):
            kit.press("tab")
            if shell.screen.focus.at is not None and shell.screen.focus.at.hint == hint:
                return
        raise AssertionError(f"{hint} is not reached by Tab")

    focus("New game: Ceraria")
    kit.press("enter")
    focus("Add a player")
    kit.press("enter")
    focus("Short game")
    kit.press("enter")
    focus("Start the game")
    kit.press("enter")
    record = parse(at_table(shell).record_text())
    assert len(record.players) == 3 and record.value("Pack") == "24"


def test_a_record_is_copied_and_exported(shell: Any, tmp_path: Path) -> None:
    path = saved_cuckoo()
    shell.go(lambda shell: RecordScreen(shell, path))
    kit.frames(3)
    tap(shell.screen, "Copy")
    from kivy.core.clipboard import Clipboard

    assert Clipboard.paste() == path.read_text() and "clipboard" in shell._toast.words
    tap(shell.screen, "Export")
    shell.screen.sheet.field.text = str(tmp_path / "out.kbz")
    tap(shell.screen.sheet, "Export")
    assert (tmp_path / "out.kbz").read_text() == path.read_text()
    tap(shell.screen, "Export")
    shell.screen.sheet.field.text = str(tmp_path / "no folder" / "out.kbz")
    tap(shell.screen.sheet, "Export")
    assert shell.screen.sheet is not None and "no folder" in shell._toast.words


def test_the_score_is_corrected_and_the_next_deal_begun(shell: Any) -> None:
    path = saved_cuckoo()
    record = path.read_text()
    shell.go(lambda shell: ScoreScreen(shell, path))
    kit.frames(3)
    tap(shell.screen, "Correct deal 1")
    tap(shell.screen.sheet, "Ann: more")
    shell.screen.sheet.note.text = "agreed"
    tap(shell.screen.sheet, "Keep")
    assert beside(path).corrections[1].points == {"Ann": 1} and path.read_text() == record
    tap(shell.screen, "Next deal")
    live = at_table(shell)
    assert parse(live.record_text()).value("Event").startswith("deal 2") and live.record_path == path
    shell.home()
    kit.frames(2)


def test_a_game_is_deleted_only_after_a_question(shell: Any) -> None:
    path = saved_cuckoo()
    shell.go(HistoryScreen)
    kit.wait(lambda: kit.all_of(shell.screen, SavedCard), "the list")
    tap(shell.screen, "Delete: Cuckoo")
    tap(shell.screen.sheet, "Cancel")
    assert path.exists()
    tap(shell.screen, "Delete: Cuckoo")
    tap(shell.screen.sheet, "Delete")
    assert not path.exists()
    kit.wait(lambda: [b for b in shell.screen.focus.targets() if b.hint == "To the games"], "the empty list")


def test_a_record_is_imported(shell: Any, tmp_path: Path) -> None:
    (tmp_path / "evening.kbz").write_text(GAMES["svoi-kozyri"].example)
    tap(shell.screen, "History")
    tap(shell.screen, "Import a record")
    shell.screen.field.text = str(tmp_path / "evening.kbz")
    tap(shell.screen.sheet, "Import")
    kit.wait(lambda: kit.all_of(shell.screen, SavedCard), "the list")
    assert SavedGames().paths()[0].name == "evening.kbz"


def test_every_button_of_home_leads_somewhere(shell: Any) -> None:
    for hint in ("History", "Settings"):
        tap(shell.screen, hint)
        assert not isinstance(shell.screen, HomeScreen)
        kit.press("escape")
    tap(shell.screen, "Rules")
    kit.frames(4)  # until what scrolls in the sheet has its place
    tap(shell.screen.sheet, "Cuckoo")
    assert type(shell.screen).__name__ == "RulesScreen"
    kit.press("escape")
    tap(shell.screen, "See it work")
    assert isinstance(shell.screen, TableScreen)
    shell.home()


SIZES = ((390, 844), (844, 390), (1280, 800), (2560, 1440))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_nothing_is_cut_off_or_too_small(shell: Any, size: tuple[int, int], text_size: float) -> None:
    path = saved_cuckoo()
    shell.change(text_size=text_size)
    kit.resize(shell, size)
    found: list[str] = problems(shell.screen)
    for game in ("courtesan", "cuckoo", "crusaders"):
        shell.go(lambda shell, game=game: NewGameScreen(shell, game))
        kit.frames(3)
        found += problems(shell.screen)
    shell.screen.edit_seat(1)
    kit.frames(3)
    found += problems(shell.screen)
    for make in (
        HistoryScreen,
        lambda shell: RecordScreen(shell, path),
        lambda shell: ScoreScreen(shell, path),
    ):
        shell.go(make)
        kit.frames(6)
        found += problems(shell.screen)
    assert not found, "\n".join(found)
    assert not kit.complaints
