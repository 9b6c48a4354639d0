"""The table screen, driven with real touches and keys in a window without a screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from app.events import (
    AdviceEvent,
    EndEvent,
    ErrorEvent,
    HoldsEvent,
    LateEvent,
    MismatchEvent,
    MisplacedEvent,
    QuestionEvent,
)
from app.state import Seat, SessionState
from rules.cards import PACKS, parse_card
from rules.table import Heap
from tests import shots_table as shots
from tests.app import window_kit as kit
from tests.app.window_fake import FakeLive, Ruling
from tests.app.window_kit import all_of, button

WIDE, TALL, LOW = (1280, 800), (390, 844), (844, 390)
SIZES = [WIDE, TALL, LOW, (1024, 600), (2560, 1440), (360, 640)]


@pytest.fixture
def live() -> FakeLive:
    return FakeLive()


@pytest.fixture(autouse=True)
def _layout_settles() -> Iterator[None]:
    kit.complaints.clear()
    yield
    assert not kit.complaints, "a layout that never settles"


def texts(root: Any) -> str:
    """All that is written in labels under ``root``, without markup."""
    from kivy.uix.label import Label

    return "\n".join(label.text.replace("[font=Signs]", "").replace("[/font]", "") for label in all_of(root, Label))


def card_middle(screen: Any, track: int) -> tuple[float, float]:
    """Where the card of a track lies in the window."""
    seen = screen.picture.seen(track)
    x, y = screen.picture._on_screen(seen.corners).mean(axis=0)
    return float(x), float(y)


# -- a tap on a card -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [WIDE, TALL, LOW])
def test_a_tap_on_a_card_opens_the_sheet_and_a_choice_corrects_it(live: FakeLive, size: tuple[int, int]) -> None:
    shots.legal(live)
    screen = kit.show(live, size)
    kit.tap(*card_middle(screen, 3))
    assert screen.sheet is not None
    kit.tap_on(button(screen.sheet, "9♦"))
    assert live.asked == [("correct", 3, parse_card("9D"))]
    assert screen.sheet is None


def test_a_card_can_be_said_to_be_none(live: FakeLive) -> None:
    shots.legal(live)
    screen = kit.show(live, WIDE)
    kit.tap(*card_middle(screen, 1))
    kit.tap_on(button(screen.sheet, "No card here"))
    assert live.asked == [("correct", 1, None)]


@pytest.mark.parametrize("pack", sorted(PACKS))
@pytest.mark.parametrize("size", [WIDE, TALL])
def test_the_sheet_offers_every_card_of_the_pack_and_no_other(live: FakeLive, pack: int, size: tuple[int, int]) -> None:
    from app.window.controls import CardButton

    shots.legal(live)
    screen = kit.show(live, size, kit.About(pack=PACKS[pack]))
    screen.correct(1)
    kit.frames()
    offered = {widget.card for widget in all_of(screen.sheet, CardButton)}
    assert sum(1 << card for card in offered) == PACKS[pack]
    assert all(min(widget.size) >= 48 for widget in all_of(screen.sheet, CardButton))


def test_the_likely_cards_come_first_and_the_one_that_was_read_wrongly_is_not_among_them(live: FakeLive) -> None:
    from app.window.controls import CardButton

    shots.legal(live)
    screen = kit.show(live, WIDE)
    screen.correct(3)
    kit.frames()
    likely = [widget.card for widget in all_of(screen.sheet.ids.likely, CardButton)]
    assert likely[0] == parse_card("6H") and parse_card("6D") not in likely


def test_a_tap_beside_the_sheet_and_escape_close_it_and_ask_nothing(live: FakeLive) -> None:
    shots.legal(live)
    screen = kit.show(live, WIDE)
    for close in (
        lambda: kit.tap(20, 20),
        lambda: kit.press("escape"),
        lambda: kit.tap_on(button(screen.sheet, "Cancel")),
    ):
        screen.correct(1)
        kit.frames()
        close()
        assert screen.sheet is None
    assert live.asked == []


def test_nothing_under_the_sheet_is_pressed(live: FakeLive) -> None:
    shots.legal(live)
    screen = kit.show(live, WIDE)
    undo = button(screen, "Take back")
    screen.correct(1)
    kit.frames()
    kit.tap_on(undo)
    assert live.asked == [] and screen.sheet is None


def test_a_tap_on_the_bare_table_says_that_a_card_is_missing_there(live: FakeLive) -> None:
    shots.legal(live)
    screen = kit.show(live, WIDE)
    box = {place.name: place.box for place in live.places}["Ann"]
    x, y, w, h = screen.picture._box()
    kit.tap(x + w * (box[0] + 0.03), y + h * (1 - (box[1] + box[3]) / 2))
    assert screen.sheet.place == "Ann"
    kit.tap_on(button(screen.sheet, "In the middle"))
    kit.tap_on(button(screen.sheet, "Q♦"))
    assert live.asked == [("missing", parse_card("QD"), "middle", None)] and screen.sheet is None


# -- undo, answers, illegal moves ----------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_line_by_touch_and_by_key(live: FakeLive) -> None:
    shots.legal(live)
    screen = kit.show(live, TALL)
    kit.tap_on(button(screen, "Take back"))
    kit.press("u")
    assert live.asked == [("undo", 1), ("undo", 1)]


def test_there_is_no_undo_before_the_first_move(live: FakeLive) -> None:
    shots.start(live)
    screen = kit.show(live, WIDE)
    kit.tap_on(button(screen, "Take back"))
    kit.press("u")
    assert live.asked == []


def test_the_list_of_moves_follows_moves_and_undo(live: FakeLive) -> None:
    from app.window.panels import HistoryRow

    screen = kit.show(live, WIDE)
    for count in (1, 3, 2, 6, 0):
        live.shows(moves=shots.MOVES[:count], last=shots.MOVES[count - 1] if count else None)
        screen.refresh()
        kit.frames()
        shown = [row.ruling for row in all_of(screen.history, HistoryRow)]
        assert shown == list(reversed(shots.MOVES[:count])), "the newest on top"


def test_a_question_is_answered_with_one_tap(live: FakeLive) -> None:
    shots.question(live)
    screen = kit.show(live, TALL)
    kit.tap_on(button(screen.attention, "8♠"))
    assert live.asked == [("answer", 3, parse_card("8S"))]


def test_a_question_can_be_answered_with_another_card(live: FakeLive) -> None:
    shots.question(live)
    screen = kit.show(live, WIDE)
    kit.tap_on(button(screen.attention, "Another card"))
    kit.tap_on(button(screen.sheet, "K♥"))
    assert live.asked == [("answer", 3, parse_card("KH"))]
    assert screen.sheet is None


def test_what_is_asked_about_may_be_no_card(live: FakeLive) -> None:
    shots.question(live)
    screen = kit.show(live, WIDE)
    kit.tap_on(button(screen.attention, "Another card"))
    kit.tap_on(button(screen.sheet, "No card here"))
    assert live.asked == [("answer", 3, None)]


def test_news_of_something_else_leaves_the_button_under_the_finger(live: FakeLive) -> None:
    shots.question(live)
    screen = kit.show(live, WIDE)
    before = button(screen.attention, "8♠")
    live.shows(None, AdviceEvent(0.0, "glare", "Glare here"))
    screen.refresh()
    kit.frames()
    assert button(screen.attention, "8♠") is before


def test_an_answered_question_leaves_the_screen(live: FakeLive) -> None:
    shots.question(live)
    screen = kit.show(live, WIDE)
    live.shows(question=None)
    screen.refresh()
    kit.frames()
    assert screen.attention.headline == "Legal"


def test_an_illegal_move_says_why_with_rule_sign_and_word_and_can_be_let_stand(live: FakeLive) -> None:
    shots.illegal(live)
    screen = kit.show(live, TALL)
    assert (screen.attention.headline, screen.attention.mood) == ("Illegal", "illegal")
    assert "8♦ is lower than 9♦" in screen.attention.sentence and "Legal instead: 10♦ J♠" in screen.attention.sentence
    assert screen.attention.rule == "Rule SK-8 · What beats"
    kit.tap_on(button(screen, "We let it stand"))
    assert live.asked == [("let_stand",)]


def test_a_misread_move_is_asked_about_first_which_card_then_what_it_is(live: FakeLive) -> None:
    shots.illegal(live)
    screen = kit.show(live, TALL)
    kit.tap_on(button(screen, "We misread it"))
    assert live.asked == [("misread", None, None, None)]
    live.shows(question=QuestionEvent(0.0, 4, ("8D", "JS"), "", about=3))
    screen.refresh()
    kit.frames()
    assert screen.attention.headline == "Which card did we misread?"
    kit.tap_on(button(screen.attention, "J♠"))
    live.shows(question=QuestionEvent(0.0, 5, ("JC", "9S"), "", about=3, read_as="JS"))
    screen.refresh()
    kit.frames()
    assert screen.attention.headline == "What is the J♠ really?"
    kit.tap_on(button(screen.attention, "J♣"))
    assert live.asked[1:] == [("answer", 4, parse_card("JS")), ("answer", 5, parse_card("JC"))]


def test_a_legal_move_offers_no_buttons_but_what_can_always_be_done(live: FakeLive) -> None:
    from app.window.controls import Pressable
    from app.window.picture import CardTag

    shots.legal(live)
    screen = kit.show(live, WIDE)
    assert [w.hint for w in all_of(screen, Pressable) if not isinstance(w, CardTag)] == [
        *("Menu", "Take back", "Pause", "A card is missing", "Show my hand"),
    ]


def test_a_move_no_camera_sees_is_a_button_that_says_it(live: FakeLive) -> None:
    live.shows(to_move="Ben", legal=None, could=("concede", "take", "9C"), announcements=("concede", "take"))
    screen = kit.show(live, WIDE)
    kit.tap_on(button(screen, "Concede"))
    assert live.asked == [("say", "Ben: concede")]


# -- what is shown -------------------------------------------------------------------------------------------------------


def test_whose_turn_it_is_and_the_score_are_shown(live: FakeLive) -> None:
    shots.unverified(live)
    live.shows(points={"Ann": 2, "Ben": 1})
    screen = kit.show(live, WIDE)
    ann, ben = reversed(screen.players.children)
    assert (ann.points, ann.active, ben.points, ben.active, ben.note) == ("2", False, "1", True, "to move")


def test_with_a_hidden_hand_the_list_says_could(live: FakeLive) -> None:
    shots.unverified(live)
    screen = kit.show(live, WIDE)
    assert screen.legal.title == "What Ben could play" and "hidden" in screen.legal.note
    shots.legal(live)
    screen.refresh()
    assert screen.legal.title == "Legal moves of Ann" and screen.legal.note == ""


def test_a_table_that_differs_says_what_is_expected_and_what_is_seen(live: FakeLive) -> None:
    live.shows(mismatch=MismatchEvent(0.0, ("7C", "TC"), ()))
    screen = kit.show(live, TALL)
    assert screen.attention.sentence == "Expected: 7♣  10♣\nSeen: nothing"
    live.shows(mismatch=MisplacedEvent(0.0, 5, "SK-10", ("7C",), ("7C", "9C"), "take one more card"))
    screen.refresh()
    assert screen.attention.headline == "Laid wrongly" and "take one more card" in screen.attention.sentence
    assert screen.attention.rule == "Rule SK-10 · Taking cards"


def test_the_end_names_the_winner(live: FakeLive) -> None:
    shots.end(live)
    screen = kit.show(live, TALL)
    assert screen.attention.headline == "Ann won."
    assert screen.legal.note == "The game is over."


def test_a_late_ruling_is_told_until_the_next_move(live: FakeLive) -> None:
    shots.legal(live)
    screen = kit.show(live, TALL)
    live.shows(None, LateEvent(0.0, 2, "SK-11", "9C would have beaten 7C."))
    screen.refresh()
    assert screen.attention.headline == "Late ruling" and "9♣ would have beaten 7♣." in screen.attention.sentence
    live.shows()
    screen.refresh()
    assert screen.attention.headline == "Legal"


@pytest.mark.parametrize(
    "event", [AdviceEvent(0.0, "glare", "Glare here"), ErrorEvent(0.0, "camera lost", "Glare here")]
)
def test_advice_and_trouble_stand_on_the_picture(live: FakeLive, event: Any) -> None:
    shots.legal(live)
    screen = kit.show(live, TALL)
    live.shows(None, event)
    screen.refresh()
    kit.frames()
    assert "Glare here" in texts(screen.picture)


def test_a_film_that_ends_before_the_game_is_told(live: FakeLive) -> None:
    shots.legal(live)
    screen = kit.show(live, WIDE)
    live.shows(None, EndEvent(0.0, None, {}))
    screen.refresh()
    assert "end" in screen.picture.notice and screen.attention.headline == "Legal"


def test_names_with_markup_are_shown_as_they_are(live: FakeLive) -> None:
    live.shows(last=Ruling(1, "[b]Ann&", "7C"), to_move="[b]Ann&", points={"[b]Ann&": 0, "Ben": 0})
    screen = kit.show(live, WIDE)
    kit.frames()
    assert "&bl;b&br;Ann&amp;" in texts(screen.attention)


def test_a_picture_is_sent_to_the_card_only_when_it_is_new(live: FakeLive, monkeypatch: pytest.MonkeyPatch) -> None:
    shots.legal(live)
    screen = kit.show(live, WIDE)
    shown = []
    monkeypatch.setattr(screen.picture, "show", lambda *frame: shown.append(frame))
    for _ in range(3):
        screen.refresh()
    live.shows(kit.drawn_table(shots.PILE))
    screen.refresh()
    assert len(shown) == 1


def test_a_doubtful_card_looks_different_from_a_sure_one(live: FakeLive) -> None:
    from app.window.picture import CardTag

    shots.question(live)
    screen = kit.show(live, WIDE)
    tags = {tag.hint: tag for tag in all_of(screen.picture, CardTag)}
    assert set(tags) == {"7♣", "9♣", "6♦", "6♠ ?"}
    assert tags["6♠ ?"].fill != tags["7♣"].fill


# -- keyboard ------------------------------------------------------------------------------------------------------------


def tab_to(screen: Any, hint: str) -> None:
    """Tab until the thing of that name has the focus."""
    for _ in range(2 * len(screen.focus.targets())):
        if screen.focus.at is not None and screen.focus.at.hint == hint:
            return
        kit.press("tab")
    raise AssertionError(f"Tab does not reach {hint!r}")


def test_everything_can_be_reached_and_done_by_keyboard(live: FakeLive) -> None:
    shots.illegal(live)
    screen = kit.show(live, WIDE)
    hints = []
    for _ in screen.focus.targets():
        kit.press("tab")
        hints.append(screen.focus.at.hint)
    always = {"Menu", "Take back", "Pause", "A card is missing", "Show my hand"}
    assert {"7♣", "9♣", "6♦", "8♦", "J♠", "We misread it", "We let it stand", "The whole rule"} | always == set(hints)
    tab_to(screen, "8♦")
    kit.press("enter")
    assert screen.sheet is not None and screen.focus.at is not None
    tab_to(screen, "A♠")
    kit.press("enter")
    assert live.asked == [("correct", 4, parse_card("AS"))]


def test_the_arrows_walk_through_the_grid(live: FakeLive) -> None:
    shots.legal(live)
    screen = kit.show(live, WIDE)
    tab_to(screen, "7♣")
    kit.press("enter")
    kit.frames()
    grid = {widget.hint: widget for widget in screen.sheet.ids.grid.children}
    screen.focus._move_to(grid["8♥"])
    for key, hint in (("right", "9♥"), ("down", "9♦"), ("left", "8♦"), ("up", "8♥")):
        kit.press(key)
        assert screen.focus.at is grid[hint]


# -- layout --------------------------------------------------------------------------------------------------------------


def test_the_layout_follows_the_window_while_the_game_goes_on(live: FakeLive) -> None:
    shots.question(live)
    screen = kit.show(live, WIDE)
    assert screen.picture.right < screen.legal.to_window(*screen.legal.pos)[0], "panel beside the picture"
    kit.resize(screen, TALL)
    assert screen.picture.y > screen.attention.to_window(0, screen.attention.top)[1] - 1, "panel below the picture"
    kit.tap_on(button(screen.attention, "6♠"))
    kit.resize(screen, LOW)
    kit.resize(screen, WIDE)
    kit.tap_on(button(screen.attention, "8♠"))
    assert live.asked == [("answer", 3, parse_card("6S")), ("answer", 3, parse_card("8S"))]


def test_an_open_sheet_turns_with_the_window(live: FakeLive) -> None:
    shots.legal(live)
    screen = kit.show(live, WIDE)
    screen.correct(1)
    kit.resize(screen, TALL)
    assert screen.sheet.ids.grid.cols == 4
    kit.tap_on(button(screen.sheet, "Q♦"))
    assert live.asked == [("correct", 1, parse_card("QD"))]


def misfits(screen: Any) -> list[str]:
    """Widgets that stick out of the window or of their scroll view, texts larger than their label, targets too small to touch."""
    from kivy.uix.label import Label
    from kivy.uix.scrollview import ScrollView

    from app.window.controls import Pressable
    from app.window.picture import CardTag

    found = []

    def look(widget: Any, box: tuple[float, float, float, float]) -> None:
        if widget.opacity == 0 or not (widget.width and widget.height):
            return
        x, y = widget.to_window(widget.x, widget.y)
        name = f"{type(widget).__name__} {getattr(widget, 'words', '') or getattr(widget, 'text', '')!r}"
        if x < box[0] - 1 or x + widget.width > box[2] + 1 or y < box[1] - 1 or y + widget.height > box[3] + 1:
            found.append(f"{name} sticks out: {(x, y, *widget.size)} of {box}")
        if isinstance(widget, Label) and widget.text:
            wide, high = widget.texture_size
            if wide > widget.width + 1 or high > widget.height + 1:
                found.append(f"{name} does not fit: {widget.texture_size} in {widget.size}")
        if isinstance(widget, Pressable) and not isinstance(widget, CardTag) and min(widget.size) < 48:
            found.append(f"{name} is too small to touch: {widget.size}")
        inner = box
        if isinstance(widget, ScrollView):
            inner = (x, -1e6, x + widget.width, 1e6)  # what is above or below can be scrolled to
        for child in widget.children:
            look(child, inner)

    look(screen, (0, 0, *screen.size))
    return found


@pytest.mark.parametrize("state", shots.STATES)
@pytest.mark.parametrize("size", [(1024, 600), (360, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_everything_fits_between_the_usual_sizes(live: FakeLive, size: tuple[int, int], state: str) -> None:
    prepare, then = shots.STATES[state]
    prepare(live)
    screen = kit.show(live, size)
    if then:
        then(screen)
    kit.frames(4)
    assert misfits(screen) == []


def test_long_names_and_many_players_fit(live: FakeLive) -> None:
    points = {"Bartholomew-the-Elder": 10, "Ann": 2, "Wolfeschlegelsteinhausen": 0, "Cid": 0}
    shots.illegal(live)
    last = Ruling(3, "Wolfeschlegelsteinhausen", "8D JS", "illegal", ("SK-8", "SK-9"), shots.WHY * 4)
    live.shows(points=points, to_move="Bartholomew-the-Elder", last=last, moves=(*shots.MOVES, last))
    for size in SIZES:
        screen = kit.show(live, size)
        assert misfits(screen) == []


# -- privacy at a watched table ------------------------------------------------------------------------------------------


class Owner(FakeLive):
    """A table whose Ann has a card in her hand that is hard to read."""

    def state(self, viewer: str | None = None) -> SessionState:
        hand = [parse_card("9C"), None] if viewer == "Ann" else [None, None]
        asked = (QuestionEvent(0.0, 9, ("QH", "KH"), "Ann", private=True),) if viewer == "Ann" else ()
        heaps = (Heap("hand", 0, tuple(hand)), Heap("hand", 1, (None, None)))
        seats = (Seat("Ann"), Seat("Ben"))
        return replace(
            self.now, viewer=viewer, questions=asked, asked=("Ann",), heaps=heaps, seats=seats, to_move="Ben"
        )


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_a_question_about_a_hand_is_asked_of_its_owner_who_holds_to_look(size: tuple[int, int]) -> None:
    from kivy.tests.common import UnitTestTouch

    live = Owner()
    live.shows(kit.drawn_table(shots.PILE))
    screen = kit.show(live, size)
    assert screen.attention.headline == "A question for Ann"
    assert "9♣" not in texts(screen.own.hand) and "K♥" not in texts(screen)
    bar = button(screen, "Hold to look")
    screen.scroll.scroll_to(bar, animate=False)
    kit.frames()
    touch = UnitTestTouch(*bar.to_window(*bar.center))
    touch.touch_down()
    kit.wait(lambda: bar.held, "a finger that rests, and does not scroll")
    kit.frames(2)
    answer = button(screen.own.hand, "K♥")
    touch.touch_move(*answer.to_window(*answer.center))
    touch.touch_up()
    kit.frames()
    assert live.asked == [("answer", 9, parse_card("KH"))]
    assert "K♥" not in texts(screen), "let go: covered again"
    assert misfits(screen) == []


def test_the_picture_is_covered_while_a_hand_is_shown_to_the_camera(live: FakeLive) -> None:
    from app.window.picture import CardTag

    shots.legal(live)
    screen = kit.show(live, WIDE)
    kit.tap_on(button(screen, "Show my hand"))
    live.shows(kit.drawn_table([*shots.PILE, ("AH", 500, 620, 0.0)]))
    screen.refresh()
    kit.frames()
    assert screen.picture.covered and not all_of(screen.picture, CardTag)
    live.shows(kit.drawn_table(shots.PILE), HoldsEvent(0.0, "Ann", "7C ??x2"))
    screen.refresh()
    kit.frames()
    assert not screen.picture.covered and "Ann has shown the hand" in screen.picture.notice


def test_a_game_that_cannot_be_saved_says_so_and_goes_on(live: FakeLive) -> None:
    shots.legal(live)
    live.shows(unsaved="game.kbz: the disk is full; free some space")
    screen = kit.show(live, WIDE)
    kit.tap_on(button(screen, "Not saved"))
    assert "the disk is full" in screen.picture.notice
    live.shows(unsaved="")
    screen.refresh()
    kit.frames()
    assert "Not saved" not in [target.hint for target in screen.focus.targets()]
    assert misfits(screen) == []


def test_cards_that_lie_wrongly_are_marked_where_they_lie_and_those_that_are_missed_in_their_place(
    live: FakeLive,
) -> None:
    shots.marked(live)
    screen = kit.show(live, WIDE)
    drawn = len(screen.picture._outlines.children)
    live.shows(marks=())
    screen.refresh()
    kit.frames()
    assert len(screen.picture._outlines.children) < drawn
