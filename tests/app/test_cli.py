"""The command line itself: one line for whatever goes wrong, and the right exit status."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = ROOT / "tests" / "datasets" / "games" / "mistakes.kbz"


@pytest.mark.parametrize(
    "arguments",
    [
        ["deal"],
        ["judge"],
        ["judge", "--nope", "a.kbz"],
        ["watch"],
        ["games", "--lang", "xx"],
        ["watch", "0", "--game", "poker"],
        ["see", "no such file.jpg"],
        ["judge", "no such file.kbz"],
        ["rules", "poker"],
    ],
)
def test_what_goes_wrong_is_told_in_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert captured.err.startswith("kibitz: ")


def test_a_long_text_is_not_repeated_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "long.kbz"
    record.write_text(GAME.read_text(encoding="utf-8") + "Max: " + "x" * 200_000 + "\n", encoding="utf-8")
    assert main(["judge", str(record)]) == 2
    assert len(capsys.readouterr().err) < 1000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_one_line() -> None:
    command = [sys.executable, "-m", "app.cli", "rules", "svoi-kozyri"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1


def test_help_and_an_english_text_are_fine(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert main(["games", "--lang", "en_GB"]) == 0
    assert "svoi-kozyri" in capsys.readouterr().out
