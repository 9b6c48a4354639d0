"""The written-out games of tests/playthroughs are still played, shown and ruled on like that."""

from __future__ import annotations

from typing import Any

import pytest

from rules.game import Game
from tests.playthrough import FOLDER, playthrough
from tests.rules.any_game import ALL


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
def test_the_game_goes_as_it_is_written(game: Game[Any]) -> None:
    written = (FOLDER / f"{game.id}.txt").read_text(encoding="utf-8")
    assert playthrough(game) == written, "if this is meant: python -m tests.playthrough, and read the difference"
