"""What must be seen where room is short: the middle and the own hand on a phone, the ruling from across the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import language
from app.window import theme
from app.window.laid import HIGH, Laid, lay
from rules.cards import parse_card
from rules.table import Heap
from tests import shots_table
from tests.app import layout_checks
from tests.app import window_kit as kit

READABLE = 40  # dp: a card so wide can be read on a phone in the hand


@pytest.fixture(autouse=True)
def as_usual() -> Iterator[None]:
    kit.complaints.clear()
    yield
    kit.chosen.clear()
    theme.use()
    language.use("en")
    assert kit.complaints == []


def _seen(widget: Any) -> float:
    """How much of the height of a widget is in sight, 0 to 1."""
    _x0, y0, _x1, y1 = layout_checks._in_view(widget)
    return (y1 - y0) / widget.height


def _cards(names: str) -> tuple[int | None, ...]:
    return tuple(None if name == "??" else parse_card(name) for name in names.split())


def _table(hands: int, pile: str = "TH 6D JC TC 7S") -> list[Heap]:
    heaps = [Heap("hand", n, _cards("?? " * 7)) for n in range(hands)]
    return [*heaps, Heap("pile", None, _cards(pile))]


def _widths(laid: Laid, heaps: list[Heap], kind: str) -> list[float]:
    return [spot.width for spot in laid.spots if heaps[spot.heap].kind == kind]


@pytest.mark.parametrize("players", [2, 3])
def test_on_a_low_table_hidden_hands_fold_into_the_line_of_the_name_and_the_pile_keeps_its_room(players: int) -> None:
    heaps = _table(players)
    laid = lay(heaps, players, 0, 336, 144)
    assert all(box.height == box.head and box.aside > 0 for box in laid.seats)
    assert {count.number for count in laid.counts if heaps[count.heap].kind == "hand"} == {7}
    assert min(_widths(laid, heaps, "pile")) >= 60


def test_a_hand_that_is_laid_open_is_not_folded() -> None:
    heaps = [*_table(2)[:1], Heap("hand", 1, _cards("7C 8C")), *_table(0)]
    laid = lay(heaps, 2, 0, 336, 144)
    assert min(_widths(laid, heaps, "hand")) > 20 and not laid.seats[0].aside


@given(st.integers(2, 6), st.integers(300, 1600), st.integers(130, 900), st.floats(1, 1.5))
def test_no_card_lies_beside_the_table(players: int, width: int, height: int, unit: float) -> None:
    laid = lay(_table(players), players, 0, width, height, unit=unit)
    for spot in laid.spots:
        assert spot.x >= -1 and spot.x + spot.width <= width + 1
        assert spot.y >= -1 and spot.y + spot.width * HIGH <= height + 1


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("text", [1.0, 1.5])
def test_a_hand_of_many_cards_leaves_the_pile_readable_and_can_be_reached(size: tuple[int, int], text: float) -> None:
    from app.window.hand import FanCard

    kit.chosen["text_size"] = text
    screen = shots_table.SHOTS["played-svoi-kozyri-many"](size)
    kit.frames(5)
    hand = kit.all_of(screen.own.hand, FanCard)
    assert len(hand) > 16
    on_table = [spot.width for spot in screen.drawn._laid.spots if spot.card is not None]
    assert min(on_table) >= READABLE
    if size != (360, 640):  # there the hand scrolls
        assert all(_seen(card) > 0.99 for card in hand)
    by_place = sorted((card.x, card.y) for card in hand)
    for x, y in by_place:  # what another card leaves of a card can be touched
        beside = [a - x for a, b in by_place if b == y and a > x]
        above = [b for _a, b in by_place if b > y]
        assert all(step >= layout_checks.TOUCH - 1 for step in beside)
        assert not above or min(above) - y >= layout_checks.TOUCH - 1
    assert screen.scroll is not None and _seen(screen.attention.ids.head) > 0.6


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_where_one_goes_on_after_the_end_is_in_sight(size: tuple[int, int]) -> None:
    screen = shots_table.SHOTS["played-svoi-kozyri-end"](size)
    kit.frames(5)
    buttons = screen.attention.ids.actions.children
    assert buttons and all(_seen(button) > 0.99 for button in buttons)


@pytest.mark.parametrize("state", ["2-legal", "3-illegal", "4-unverified", "8-mismatch", "9-end"])
def test_the_ruling_is_large_and_all_of_it_is_in_sight(state: str) -> None:
    screen = shots_table.watched(state, (1280, 800))
    kit.frames(5)
    headline = screen.attention.ids.names.children[-1]
    assert headline.words == screen.attention.headline and headline.font_size >= 45
    assert _seen(screen.attention) > 0.97


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_twenty_players_see_each_others_lives(size: tuple[int, int]) -> None:
    from kivy.uix.label import Label

    from app.live import LiveTable
    from app.window.about import About
    from app.window.drawn import SeatTile
    from rules.bots import LEVELS
    from rules.record import Record
    from rules.referee import Referee

    names = [f"P{n}" for n in range(20)]
    referee = Referee(Record.new("cuckoo", names, {"Seed": "7"}))
    live = LiveTable(None, None, referee, bots=dict.fromkeys(names[1:], LEVELS["greedy"]), pace=1e9)
    screen = kit.show(live, size, About.game_of(referee))
    kit.frames(3)
    tiles = kit.all_of(screen.drawn, SeatTile)
    assert len(tiles) == 19
    for tile in tiles:
        labels = {label.text: label for label in kit.all_of(tile, Label)}
        name, points = labels[tile.player], labels[tile.points]
        assert name.width > 10 and points.width >= points.texture_size[0] > 0
        assert points.right <= tile.right + 1


@pytest.mark.parametrize("language", ["ru", "mn"])
def test_a_word_that_rules_is_never_broken(language: str) -> None:
    kit.chosen.update(language=language, text_size=1.5)
    screen = shots_table.watched("3-illegal", (390, 844))
    kit.frames(5)
    headline = screen.attention.ids.names.children[-1]
    lines = [" ".join(word.text for word in line.words) for line in headline._label._cached_lines]
    assert " ".join(lines).split() == screen.attention.headline.split()


def test_in_a_large_window_all_is_larger_and_in_a_small_one_as_usual_again() -> None:
    from app.window.controls import Text
    from app.window.home import HomeScreen
    from tests import shots

    shell = kit.app_shell(shots.settings(), (1280, 800), HomeScreen)
    sizes = []
    for size in ((1280, 800), (2560, 1440), (1280, 800)):
        kit.resize(shell, size)
        sizes.append(max(text.font_size for text in kit.all_of(shell.screen, Text)))
        assert layout_checks.problems(shell.screen) == []
    assert sizes[1] == 1.5 * sizes[0] and sizes[2] == sizes[0]
