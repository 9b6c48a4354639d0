"""What takes a value: typed, switched, chosen, slid, stepped; by finger and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.settings import SettingsFile
from tests.app import window_kit as kit

from app.window.controls import Pressable, PushButton  # isort: skip
from app.window.fields import CheckRow, Choice, Slider, Stepper, Switch, TextField  # isort: skip
from app.window.screen import Screen, Scroll  # isort: skip


class Form(Screen):
    """All fields under one another, and what they told."""

    def __init__(self, shell: Any) -> None:
        super().__init__(shell)
        self.told: list[Any] = []
        self.keys: list[str] = []
        self.scroll = Scroll()
        self.name = TextField("Ann", "Name", self.told.append, most=12)
        self.switch = Switch(False, "Sounds")
        self.row = CheckRow("Four colours", "Each suit has one of its own.")
        self.choice = Choice([("en", "English"), ("ru", "Русский")], "en", self.told.append)
        self.slider = Slider(70, 0, 100, 5, hint="Volume", on_choose=self.told.append)
        self.stepper = Stepper(1.9, 0.2, 2.0, 0.1, name="Rest", on_choose=self.told.append)
        for field in (
            self.name,
            self.switch,
            self.row,
            self.choice,
            self.slider,
            self.stepper,
            PushButton(words="End"),
        ):
            self.scroll.column.add_widget(field)
        self.add_widget(self.scroll)

    def key(self, key: int, text: str, modifiers: Any) -> bool:
        self.keys.append(text)
        return super().key(key, text, modifiers)


@pytest.fixture
def form(tmp_path: Path) -> Iterator[Form]:
    yield kit.app_shell(SettingsFile(tmp_path / "settings.json"), (390, 844), Form).screen


def typed(text: str) -> None:
    """Letters from the keyboard, as the window hands them on."""
    from kivy.core.window import Window

    for letter in text:
        kit.press(letter)
        Window.dispatch("on_textinput", letter)
    kit.frames(2)


def test_a_field_that_is_touched_takes_the_letters_until_enter(form: Form) -> None:
    kit.tap_on(form.name.place)
    typed(" Өгүү")
    assert (form.name.text, form.keys, form.told) == ("Ann Өгүү", [], [])
    kit.press("enter")
    assert form.told == ["Ann Өгүү"]


def test_tab_and_esc_leave_a_field_and_what_was_typed_is_told_once(form: Form) -> None:
    kit.press("tab")
    assert form.focus.typing
    typed("x")
    kit.press("tab")
    assert (form.focus.typing, form.told) == (False, ["Annx"])
    kit.press("tab", "shift")
    kit.press("escape")
    assert (form.focus.at, form.told) == (None, ["Annx"])
    typed("y")
    assert form.name.text == "Annx" and form.keys[-1] == "y"


def test_a_field_is_emptied_by_its_cross_and_holds_no_more_than_it_may(form: Form) -> None:
    kit.tap_on(kit.button(form, "Clear"))
    assert (form.name.text, form.focus.typing) == ("", True)
    typed("a name that is too long")
    assert form.name.text == "a name that "


def test_a_switch_and_a_row_are_switched_by_touch_and_by_space(form: Form) -> None:
    kit.tap_on(form.switch)
    assert (form.switch.active, form.switch.word) == (True, "on")
    form.focus.take(form.row)
    kit.press(" ")
    assert (form.row.active, form.row.word) == (True, "on")


def test_a_choice_tells_what_was_chosen_and_only_a_change(form: Form) -> None:
    kit.tap_on(kit.button(form, "Русский"))
    kit.tap_on(kit.button(form, "Русский"))
    assert (form.choice.value, form.told) == ("ru", ["ru"])
    form.choice.value = "en"
    assert [segment.chosen for segment in form.choice.segments] == [True, False] and form.told == ["ru"]


def test_a_slider_is_moved_by_finger_and_by_arrows(form: Form) -> None:
    track = form.slider.ids.track
    x, y = track.to_window(*track.pos)
    kit.tap(x + 2, y + 20)
    assert (form.slider.value, form.told) == (0, [0])
    form.focus.take(form.slider)
    kit.press("right")
    kit.press("right")
    assert (form.slider.value, form.slider.word) == (10, "10")
    kit.wait(lambda: form.told == [0, 10], "the value after the keys")
    kit.press("up")
    assert form.focus.at is not form.slider


def test_a_stepper_ends_at_its_limits(form: Form) -> None:
    kit.tap_on(kit.button(form, "Rest: more"))
    kit.tap_on(kit.button(form, "Rest: more"))
    assert (form.stepper.value, form.told) == (2.0, [2.0])
    kit.tap_on(kit.button(form, "Rest: less"))
    assert form.stepper.word == "1.9"


def test_whatever_is_pressed_is_large_enough_and_has_a_name(form: Form) -> None:
    for widget in kit.all_of(form, Pressable):
        assert widget.hint and min(widget.size) >= 48, widget.hint
