"""A small round trip, whole: games are filmed as a phone on a stand would see them, watched, and written down as they were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.round_trip import deck_of, main


@pytest.mark.parametrize("game", ["cuckoo", "ceraria", "crusaders"])
def test_a_filmed_game_is_written_down_as_it_was_played(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["--games", game, "--seed", "206", "--deck", "kibitz", "--workers", "1", "--out", str(tmp_path)])
    told = capsys.readouterr().out
    assert status == 0, told
    assert "1 (100%) | 1 (100%)" in told


def test_only_decks_that_are_held_out_are_filmed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--games", "cuckoo", "--deck", "poker"])
    assert "is not held out from training" in capsys.readouterr().err
    assert deck_of("cuckoo", 1, "kibitz") == "kibitz"


def test_a_game_that_there_is_not_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--games", "whist"])
    assert "there is no game 'whist'" in capsys.readouterr().err
