"""The table screen without a camera, with a real table behind it: whole games by touch, bots, covered hands, the window turned in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
        record = Record.new(game, ["Ann", "Ben"], NEEDED.get(game, {}) | {"Seed": str(seed)} | headers)
        referee = Referee(record)
        live = LiveTable(None, None, referee, bots={bot: LEVELS["greedy"] for bot in bots}, pace=0)
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
