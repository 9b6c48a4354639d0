"""The bench measures every game through the same interface, and says so when it has nothing to compare with."""

from __future__ import annotations

import sys

import pytest

from rules.games import GAMES
from tests import bench


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_measured(name: str) -> None:
    game = GAMES[name]
    setup = bench.setup_for(game, game.seats[0])
    moves, chance = bench.playouts(game, setup)(0.01)
    assert moves > 0
    assert chance == 0
    assert all(game.judge(position, move) for position, move in bench.illegal_moves(game, setup, 5))


def test_without_python_chess_the_bench_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    assert bench.main([]) == 2
    assert capsys.readouterr().err == "bench: chess is not installed: pip install -e '.[bench]'\n"
