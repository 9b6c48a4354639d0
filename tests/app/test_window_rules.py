"""The screen of the rules: read, searched, opened at one rule, by finger and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.settings import SettingsFile
from rules.games import GAMES
from tests.app import window_kit as kit
from tests.app.layout_checks import problems

from app import language  # isort: skip
from app.window import theme  # isort: skip
from app.window.rules_screen import RuleCard, RulesScreen  # isort: skip


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[SettingsFile]:
    yield SettingsFile(tmp_path / "settings.json")
    language.use("en")
    theme.use()


def shown(screen: Any) -> list[str]:
    return [card.entry.id for card in kit.all_of(screen, RuleCard)]


def test_opened_at_a_rule_it_lies_lit_at_the_top_and_next_leads_on(settings: SettingsFile) -> None:
    screen = kit.app_shell(settings, (390, 844), lambda shell: RulesScreen(shell, "svoi-kozyri", rule="SK-8")).screen
    for rule in ("SK-8", "SK-9"):
        lit = [card for card in screen.cards if card.lit]
        assert [card.entry.id for card in lit] == [rule]
        top = lit[0].to_window(0, lit[0].top)[1]
        assert abs(top - screen.page.to_window(0, screen.page.top)[1]) < 40
        kit.tap_on(kit.button(screen, "Next rule"))
        kit.frames(4)
    assert shown(screen)[-2:] == ["table", "moves"]


def test_typing_filters_and_marks_and_the_cross_shows_all_again(settings: SettingsFile) -> None:
    from kivy.core.window import Window

    screen = kit.app_shell(settings, (1280, 800), lambda shell: RulesScreen(shell, "svoi-kozyri")).screen
    everything = shown(screen)
    kit.press("f", "ctrl")
    Window.dispatch("on_textinput", "Trump 8")
    kit.frames(4)
    assert shown(screen) == ["SK-8"] and screen.found.words == "1 rule has it"
    assert "[u]" in screen.cards[7]._texts[2][0].text
    kit.tap_on(kit.button(screen, "Clear"))
    kit.frames(4)
    assert shown(screen) == everything and "[u]" not in screen.cards[7]._texts[2][0].text
    Window.dispatch("on_textinput", "bicycle")
    kit.frames(4)
    assert shown(screen) == [] and screen.found.words.startswith("No rule")


def test_a_search_in_russian_needs_no_capitals(settings: SettingsFile) -> None:
    settings.change(language="ru")
    screen = kit.app_shell(settings, (390, 844), lambda shell: RulesScreen(shell, "crusaders")).screen
    screen.search.text = "ВОСКРЕШЕННАЯ"
    kit.frames(4)
    assert "CR-13" in shown(screen)


def test_tabs_lead_to_another_game_and_the_contents_to_a_rule(settings: SettingsFile) -> None:
    screen = kit.app_shell(settings, (1280, 800), RulesScreen).screen
    kit.tap_on(kit.button(screen, "Crusaders"))
    kit.frames(4)
    assert shown(screen)[0] == "CR-1"
    kit.tap_on(kit.button(screen, "CR-3 " + GAMES["crusaders"].rules[2].title))
    kit.frames(4)
    assert screen.lit == "CR-3"


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800), (2560, 1440)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_nothing_is_cut_off(settings: SettingsFile, size: tuple[int, int], scale: float) -> None:
    settings.change(language="ru", text_size=scale)
    shell = kit.app_shell(settings, size, lambda shell: RulesScreen(shell, "crusaders"))
    kit.frames(6)
    assert problems(shell) == [] and kit.complaints == []


def test_a_window_that_is_turned_shows_the_same_rule_still(settings: SettingsFile) -> None:
    shell = kit.app_shell(settings, (390, 844), lambda shell: RulesScreen(shell, "svoi-kozyri", rule="SK-8"))
    kit.resize(shell, (844, 390))
    kit.resize(shell, (1280, 800))
    kit.frames(6)
    screen = shell.screen
    assert [row.title for row in screen.rows if row.lit] == ["Beating the top card"]
    lit = screen.cards[7]
    assert abs(lit.to_window(0, lit.top)[1] - screen.page.to_window(0, screen.page.top)[1]) < 40


def test_everything_is_reached_by_keyboard(settings: SettingsFile) -> None:
    screen = kit.app_shell(settings, (1280, 800), lambda shell: RulesScreen(shell, "svoi-kozyri")).screen
    reached = []
    for _step in range(40):
        kit.press("tab")
        assert screen.focus.at is not None
        if screen.focus.at.hint in reached:
            break
        reached.append(screen.focus.at.hint)
    assert {
        "Back",
        "Previous rule",
        "Next rule",
        "Search the rules",
        "SK-17 Going round in circles",
        "Crusaders",
    } <= set(reached)
    kit.press("tab", "shift")
    kit.press(" ")
    kit.frames(3)
    assert screen.game.id == "crusaders"
