"""The table screen without a camera, a real table behind it: whole games by touch, bots, covered hands, the window turned in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.live import LiveTable
from rules.bots import LEVELS
from rules.games import GAMES
from rules.record import Record
from rules.referee import Referee
from tests.app import window_kit as kit
from tests.app.window_kit import all_of, button

from app.window.about import About  # isort: skip

WIDE, TALL, LOW = (1280, 800), (390, 844), (844, 390)
NEEDED = {"svoi-kozyri": {"Trumps": "Ann=S, Ben=H"}, "courtesan": {"Queens": "Ann=S, Ben=H"}}

Seat = Callable[..., tuple[LiveTable, Any]]


@pytest.fixture
def seat() -> Iterator[Seat]:
    """Opens a game of Ann and Ben in the window: ``seat(game, size, bots=...)`` -> the table and its screen."""
    tables = []

    def open_(
        game: str, size: tuple[int, int] = WIDE, bots: tuple[str, ...] = (), seed: int = 3, **headers: str
    ) -> tuple[LiveTable, Any]:
        given = NEEDED.get(game, {}) | {"Seed": str(seed)} | headers
        record = Record.new(game, ["Ann", "Ben"], {name: value for name, value in given.items() if value})
        referee = Referee(record)
        live = LiveTable(None, None, referee, bots=dict.fromkeys(bots, LEVELS["greedy"]), pace=0)
        tables.append(live)
        live.start()
        screen = kit.show(live, size, About.game_of(referee))
        screen.drawn.calm = False
        return live, screen

    kit.complaints.clear()
    yield open_
    for live in tables:
        live.stop()
    assert not kit.complaints, "a layout that never settles"


def settle(screen: Any) -> None:
    """Lets bots play until a person is on turn, or the deal is over."""

    def ready() -> bool:
        screen.refresh()
        state = screen.live.state()
        bots = {seat.player for seat in state.seats if seat.level}
        return state.to_move not in bots and screen._state.moves == state.moves

    kit.wait(ready, "a person on turn")
    kit.frames(1)


def lit(screen: Any) -> list[Any]:
    """What is lit now, of the hand and on the table."""
    from app.window.drawn import TableCard
    from app.window.hand import FanCard

    cards = [*all_of(screen.own.hand, FanCard), *all_of(screen.drawn, TableCard)]
    return [card for card in cards if card.lit and not card.taken]


def tap_lit(screen: Any, random: Random) -> None:
    """A finger does one of the things that are offered: a card that is lit, or a move that is a button."""
    from app.window.controls import PushButton

    moves = all_of(screen.own.hand.moves, PushButton)
    choice = random.choice([*lit(screen), *moves])
    x, y = choice.to_window(*choice.center)
    if choice in moves:
        screen.scroll.scroll_to(choice) if choice.parent is None else None
        kit.tap(x, y)
    else:
        kit.tap(choice.to_window(choice.x, 0)[0] + 8, y)  # its edge: another card may lie on the middle


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_played_to_its_end_by_touch_against_a_bot(seat: Seat, game: str) -> None:
    live, screen = seat(game, WIDE, bots=("Ben",))
    random = Random(5)
    for _tap in range(600):
        settle(screen)
        if live.state().to_move is None:
            break
        tap_lit(screen, random)
    state = live.state()
    assert state.to_move is None and state.outcome
    assert screen.attention.mood == "end" and screen.attention.rule.startswith("Rule")
    assert all(ruling.verdict == "legal" for ruling in state.moves)
    assert {ruling.player for ruling in state.moves} == {"Ann", "Ben"}


def test_the_window_may_be_turned_in_the_middle_of_a_game(seat: Seat) -> None:
    live, screen = seat("ceraria", WIDE, bots=("Ben",), seed=4)
    random = Random(2)
    sizes = [TALL, LOW, WIDE]
    for turn in range(40):
        settle(screen)
        if live.state().to_move is None or turn == 14:
            break
        if turn % 4 == 2:
            moves = live.state().moves
            kit.resize(screen, sizes.pop(0))
            assert live.state().moves == moves and screen.own.hand.fan.children
        tap_lit(screen, random)
    assert len(live.state().moves) > 6
    assert not sizes


def test_a_card_that_is_not_lit_is_refused_with_its_rule_and_the_whole_rule_can_be_read(seat: Seat) -> None:
    from app.window.controls import PushButton
    from app.window.hand import FanCard

    live, screen = seat("svoi-kozyri", TALL, bots=("Ben",), seed=3)
    settle(screen)
    tap_lit(screen, Random(1))
    settle(screen)
    before = live.record_text()
    wrong = next(card for card in all_of(screen.own.hand, FanCard) if not card.lit)
    kit.tap(wrong.x + 8, wrong.center_y)
    assert live.record_text() == before, "nothing is recorded"
    assert screen.attention.headline == "Not allowed" and screen.attention.mood == "illegal"
    assert "SK-8" in screen.attention.rule and screen.attention.sentence
    screen.attention.press_rule()
    kit.frames()
    shown = "\n".join(label.text for label in all_of(screen.sheet, kit_label()))
    assert "SK-8" in shown and "Legal now" in shown
    kit.tap_on(next(b for b in all_of(screen.sheet, PushButton) if b.hint == "Close"))
    assert screen.sheet is None and not screen.own.taps.cards


def kit_label() -> type:
    from kivy.uix.label import Label

    return Label


def test_undo_goes_back_to_the_own_last_choice_and_a_drawn_card_stays_covered(seat: Seat) -> None:
    live, screen = seat("ceraria", WIDE, bots=("Ben",), seed=4)
    settle(screen)
    mine = hand(screen)
    tap_lit(screen, Random(4))
    if screen.own.taps.cards:
        kit.tap_on(all_of(screen.own.hand.moves, kit_push())[0])
    settle(screen)
    kit.tap_on(button(screen, "Take back"))
    screen.refresh()
    assert live.state().moves == () and hand(screen) == mine, "what was drawn is not told"


def kit_push() -> type:
    from app.window.controls import PushButton

    return PushButton


def hand(screen: Any) -> list[str]:
    """The open cards of the hand."""
    from app.window.hand import FanCard

    return [card.hint for card in all_of(screen.own.hand, FanCard) if not card.face_down]


def test_a_hand_that_several_could_see_is_shown_only_while_it_is_held(seat: Seat) -> None:
    from kivy.core.window import Window
    from kivy.tests.common import UnitTestTouch

    live, screen = seat("ceraria", TALL)
    assert hand(screen) == [] and not lit(screen) and screen.own.hand.title == "Ann"
    bar = button(screen, "Hold to look")
    touch = UnitTestTouch(*bar.to_window(*bar.center))
    touch.touch_down()
    kit.frames(2)
    assert len(hand(screen)) == 5 and lit(screen), "held: it is shown"
    touch.touch_up()
    kit.frames(2)
    assert hand(screen) == [] and not lit(screen), "let go: it is covered"
    kit.press("l")
    assert len(hand(screen)) == 5
    Window.dispatch("on_key_up", ord("l"), 0)
    kit.frames(2)
    assert hand(screen) == [] or screen.shell is None  # the shell binds the key in a program
    screen._key_up(None, ord("l"))
    kit.frames(2)
    assert hand(screen) == [] and live.state().moves == ()


def test_a_card_is_chosen_by_sliding_from_the_bar_and_a_refusal_tells_the_others_nothing(seat: Seat) -> None:
    from app.window.hand import FanCard

    live, screen = seat("ceraria", TALL)
    slide(screen, lambda cards: next(card for card in cards if card.lit))
    if not live.state().moves:  # a pair could follow
        slide_to_move(screen)
    assert [ruling.player for ruling in live.state().moves] == ["Ann"]
    assert screen.own.hand.title == "Ben" and hand(screen) == [], "the other hand is covered, too"
    slide(screen, lambda cards: next((card for card in cards if not card.lit), cards[0]))
    if live.state().refused is not None:
        assert screen.attention.headline == "Not allowed" and "Hold to look" in screen.attention.sentence
        assert not screen.attention.rule
    assert all(card.face_down for card in all_of(screen.own.hand, FanCard))


def slide(screen: Any, which: Callable[[list[Any]], Any]) -> None:
    """A finger holds the bar, slides to a card and is let go there."""
    from kivy.tests.common import UnitTestTouch

    from app.window.hand import FanCard

    bar = button(screen, "Hold to look")
    touch = UnitTestTouch(*bar.to_window(*bar.center))
    touch.touch_down()
    kit.frames(2)
    card = which(all_of(screen.own.hand, FanCard))
    touch.touch_move(card.x + 8, card.center_y)
    kit.frames(1)
    touch.touch_up()
    kit.frames(2)


def slide_to_move(screen: Any) -> None:
    """The same to the first move that is offered."""
    from kivy.tests.common import UnitTestTouch

    bar = button(screen, "Hold to look")
    touch = UnitTestTouch(*bar.to_window(*bar.center))
    touch.touch_down()
    kit.frames(2)
    move = all_of(screen.own.hand.moves, kit_push())[0]
    touch.touch_move(*move.to_window(*move.center))
    touch.touch_up()
    kit.frames(2)


def test_a_played_card_goes_calmly_from_the_hand_to_the_table(seat: Seat) -> None:
    from app.window.hand import FanCard

    _live, screen = seat("svoi-kozyri", WIDE, bots=("Ben",))
    settle(screen)
    screen.drawn.calm = True
    played = next(card for card in all_of(screen.own.hand, FanCard) if card.lit)
    name, stood = played.card, played.to_window(*played.pos)
    screen.own.tap(name)
    widget = screen.drawn._cards["card", name]
    lies = next(spot for spot in screen.drawn._laid.spots if spot.card == name)
    end = round(screen.drawn.x + lies.x), round(screen.drawn.y + lies.y)
    assert abs(widget.x - stood[0]) < 2 and tuple(widget.pos) != end, "it begins where it stood"
    kit.wait(lambda: tuple(map(round, widget.pos)) == end, "the card in its place", 5)


@pytest.mark.parametrize("game", ["cuckoo", "ceraria"])
def test_two_persons_play_at_one_screen_and_neither_hand_is_ever_open(seat: Seat, game: str) -> None:
    live, screen = seat(game, TALL, seed=6)
    for _turn in range(150):
        if live.state().to_move is None:
            break
        assert hand(screen) == []
        before = len(live.state().moves)
        public = all_of(screen.own.hand.moves, kit_push())
        if public and game == "cuckoo":
            kit.tap_on(public[0])
        else:
            slide(screen, lambda cards: next((card for card in cards if card.lit), cards[0]))
            if len(live.state().moves) == before:
                slide_to_move(screen)
        screen.refresh()
    assert live.state().outcome and screen.attention.mood == "end"


def test_a_hint_is_thought_of_behind_and_shown(seat: Seat) -> None:
    _live, screen = seat("svoi-kozyri", WIDE, bots=("Ben",))
    settle(screen)
    kit.tap_on(button(screen, "Hint"))

    def shown() -> bool:
        screen.refresh()
        return screen.own.hand.note.startswith("Hint: ")

    kit.wait(shown, "a hint")


def test_the_hand_of_the_other_stays_covered_though_it_could_be_counted_out(seat: Seat) -> None:
    live, screen = seat("svoi-kozyri", WIDE, bots=("Ben",))
    settle(screen)
    theirs = next(n for n, heap in enumerate(live.state("Ann").heaps) if heap.kind == "hand" and heap.owner == 1)
    assert None not in live.state("Ann").heaps[theirs].cards, "all that Ann does not hold"
    spots = [spot for spot in screen.drawn._laid.spots if spot.heap == theirs]
    assert spots and all(spot.card is None for spot in spots)
    assert sum(card is None for card in screen._known[theirs].cards) > 10


def test_bots_wait_while_the_game_is_paused(seat: Seat) -> None:
    live, screen = seat("svoi-kozyri", WIDE, bots=("Ben",))
    settle(screen)
    kit.tap_on(button(screen, "Pause"))
    assert live.state().paused and screen.attention.headline == "Paused"
    kit.tap_on(button(screen.attention, "Go on"))
    assert not live.state().paused


def test_undo_over_a_late_ruling_goes_back_to_that_move(seat: Seat) -> None:
    """A real deal whose cards nobody knows: a take that turns out to have been a foul."""
    record = Record.new(
        "svoi-kozyri",
        ["Ann", "Ben"],
        NEEDED["svoi-kozyri"] | {"Option:take": "forced", "Hand:Ann": "7C ??x4", "Hand:Ben": "??x5"},
    )
    live = LiveTable(None, None, Referee(record))
    live.start()
    screen = kit.show(live, WIDE, About.game_of(Referee(record)))
    for text in ("Ann: 7C", "Ben: take"):
        live.say(text)
    live.holds("Ben", (*map(_card, ("7C", "9C")), None, None, None, None))
    screen.refresh()
    kit.frames()
    assert screen.attention.headline == "Late ruling" and "SK-11" in screen.attention.rule
    kit.tap_on(button(screen.attention, "Go back to that move"))
    state = live.state()
    assert [ruling.move for ruling in state.moves] == ["7C"] and state.to_move == "Ben" and not state.late
    assert screen.attention.headline == "Legal"
    live.stop()


def _card(name: str) -> int:
    from rules.cards import parse_card

    return parse_card(name)


def test_with_real_cards_and_no_camera_the_played_cards_are_named(seat: Seat) -> None:
    record = Record.new("svoi-kozyri", ["Ann", "Ben"], NEEDED["svoi-kozyri"])
    live = LiveTable(None, None, Referee(record))
    live.start()
    screen = kit.show(live, TALL, About.game_of(Referee(record)))
    for name, offered in (("9♣", "9♣"), ("10♣", "10♣"), ("6♦", "10♣ 6♦")):
        kit.tap_on(button(screen, "Choose the card that is played"))
        kit.tap_on(button(screen.sheet, name))
        move = button(screen.own.hand.moves, offered)
        if name != "10♣":
            kit.tap_on(move)
    assert [ruling.move for ruling in live.state().moves] == ["9C", "TC 6D"]
    kit.tap_on(button(screen.own.hand.moves, "Take the cards"))
    assert live.state().moves[-1].move == "take"
    live.stop()


def test_a_move_is_made_by_keyboard_alone(seat: Seat) -> None:
    from app.window.hand import FanCard

    live, screen = seat("svoi-kozyri", WIDE)
    kit.press("l")  # held until the key comes up
    for _key in range(40):
        kit.press("tab")
        if isinstance(screen.focus.at, FanCard) and screen.focus.at.lit:
            break
    kit.press("enter")
    assert [ruling.player for ruling in live.state().moves] == ["Ann"]
    assert hand(screen) == [], "the key is held still, but the hand is Ben's"
    screen._key_up(None, ord("l"))
    assert hand(screen) == []
    kit.press("u")
    assert live.state().moves == ()


@pytest.fixture
def app_table(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """A table in the app's shell, saved in a folder of its own: ``app_table(game, seed)`` -> the shell."""
    shells = []

    def open_(game: str, seed: str = "3", bots: bool = True) -> Any:
        from app.saved_games import SavedGames
        from app.settings import SettingsFile
        from app.state import Seat as Sitting
        from app.table_plan import TablePlan, set_up
        from app.window.home import HomeScreen
        from app.window.open_table import open_table_screen

        settings = SettingsFile(tmp_path / "settings.json")
        settings.change(bot_pace=0.0, language="en")
        shell = kit.app_shell(settings, WIDE, HomeScreen)
        shells.append(shell)
        seats = (Sitting("Ann"), Sitting("Ben", "greedy" if bots else ""))
        plan = TablePlan(game, seats, given={"Trumps": {"Ann": "S", "Ben": "H"}}, first="Ann", seed=seed)
        open_table_screen(shell, set_up(plan, SavedGames(tmp_path / "games")))
        kit.wait(lambda: shell.screen.refresh() or hasattr(shell.screen, "live"), "a table")
        kit.frames()
        return shell

    yield open_
    for shell in shells:
        shell.end()


def test_the_menu_leads_to_every_screen_and_back_to_the_same_game(app_table: Callable[..., Any]) -> None:
    shell = app_table("svoi-kozyri")
    live = shell.screen.live
    settle(shell.screen)
    tap_lit(shell.screen, Random(1))
    settle(shell.screen)
    for entry in ("Rules", "Record so far", "Score sheet", "Settings"):
        table = shell.screen
        kit.tap_on(button(table, "Menu"))
        kit.tap_on(button(table.sheet, entry))
        kit.frames()
        assert shell.screen is not table, entry
        kit.press("escape")
        kit.frames()
        shell.screen.refresh()
        assert shell.screen.live is live, entry
    assert len(live.state().moves) >= 2
    kit.tap_on(button(shell.screen, "Menu"))
    kit.tap_on(button(shell.screen.sheet, "Leave the table"))
    assert not hasattr(shell.screen, "live"), "home"


def test_after_the_last_move_the_next_deal_can_be_played(app_table: Callable[..., Any]) -> None:
    shell = app_table("cuckoo", seed="5")
    first = shell.screen.live
    random = Random(3)
    for _tap in range(40):
        settle(shell.screen)
        if first.state().to_move is None:
            break
        tap_lit(shell.screen, random)
    points = first.state().points
    kit.tap_on(button(shell.screen.attention, "Next deal"))
    kit.wait(lambda: shell.screen.refresh() or hasattr(shell.screen, "live"), "a table")
    assert shell.screen.live is not first
    assert shell.screen.live.state().points == points and shell.screen.live.state().to_move is not None


def test_a_finger_that_only_holds_plays_nothing(seat: Seat) -> None:
    from kivy.tests.common import UnitTestTouch

    for game in ("crusaders", "ceraria", "svoi-kozyri"):
        live, screen = seat(game, TALL)
        bar = button(screen, "Hold to look")
        touch = UnitTestTouch(*bar.to_window(*bar.center))
        touch.touch_down()
        kit.frames(4)
        assert hand(screen), "it is shown while the finger holds"
        touch.touch_up()
        kit.frames(2)
        assert live.state().moves == () and live.state().refused is None and hand(screen) == []


def test_with_real_cards_a_drawn_card_is_named_and_those_it_brings(seat: Seat) -> None:
    from app.window.sheets import CardSheet

    live, screen = seat("courtesan", Seed="")
    kit.tap_on(button(screen, "Draw"))
    assert isinstance(screen.sheet, CardSheet)
    kit.tap_on(button(screen.sheet, "A♥"))
    assert [ruling.move for ruling in live.state().moves] == ["draw AH"] and screen.sheet is None
    kit.tap_on(button(screen, "Draw"))
    for card in ("Q♦", "7♣", "8♣"):  # a queen nobody chose brings two more
        kit.tap_on(button(screen.sheet, card))
    assert [ruling.move for ruling in live.state().moves][1:] == ["draw QD 7C 8C"] and screen.sheet is None


def test_while_the_game_is_paused_no_button_moves(seat: Seat) -> None:
    live, screen = seat("courtesan", bots=("Ben",))
    settle(screen)
    moves = live.state().moves
    live.pause()
    screen.update()
    screen.own.play("draw")
    assert live.state().moves == moves


def test_a_game_that_cannot_be_saved_is_not_left_without_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.record_file import RecordFile
    from app.settings import SettingsFile
    from app.window.controls import Text
    from app.window.home import HomeScreen
    from app.window.table_screen import TableScreen

    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    referee = Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], NEEDED["svoi-kozyri"] | {"Seed": "3"}))
    live = LiveTable(None, None, referee, record=RecordFile(tmp_path / "game.kbz"))
    live.start()
    try:
        shell = kit.app_shell(SettingsFile(tmp_path / "settings.json"), WIDE, HomeScreen)
        shell.go(lambda shell: TableScreen(About.game_of(referee), shell))
        screen = shell.screen
        screen.watch(live)
        with monkeypatch.context() as broken:
            broken.setattr(RecordFile, "_replace", staticmethod(full))
            state = live.state()
            live.play(state.to_move or "", (live.state(state.to_move).legal or ())[0])
            kit.press("escape")
            assert shell.screen is screen and "space" in " ".join(t.words for t in kit.all_of(screen.sheet, Text))
            kit.press("escape")
            assert shell.screen is screen and screen.sheet is None
        kit.press("escape")
        assert isinstance(shell.screen, HomeScreen), "it could be saved now"
        assert live.record_text() == (tmp_path / "game.kbz").read_text(encoding="utf-8")
    finally:
        live.stop()


def test_at_a_table_that_does_not_open_nothing_ends_the_program(tmp_path: Path) -> None:
    from app.errors import UserError
    from app.settings import SettingsFile
    from app.window.home import HomeScreen
    from app.window.open_table import OpenTable
    from app.window.table_screen import TableScreen

    def closed() -> LiveTable:
        raise UserError("camera 7: cannot be opened; plug it in")

    opened = OpenTable(closed)
    referee = Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], NEEDED["svoi-kozyri"] | {"Seed": "3"}))
    shell = kit.app_shell(SettingsFile(tmp_path / "settings.json"), WIDE, HomeScreen)
    shell.go(lambda shell: TableScreen(About.game_of(referee), shell, opened), opened)
    screen = shell.screen
    kit.wait(lambda: opened.problem is not None, "the camera")
    for entry in ("Record so far", "Score sheet"):
        screen.show_menu()
        kit.frames(2)
        kit.tap_on(button(screen.sheet, entry))
        assert shell.screen is screen
    kit.press("escape")
    kit.press("escape")
    assert isinstance(shell.screen, HomeScreen)
