"""The record on disk: whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from app.errors import UserError
from app.record_file import RecordFile


def test_the_record_is_written_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    file = RecordFile(tmp_path / "a.kbz")
    assert file.save("one\n") is None
    assert file.save("two\n") is None
    assert (tmp_path / "a.kbz").read_text() == "two\n"
    assert os.listdir(tmp_path) == ["a.kbz"]


def test_nothing_is_written_before_there_is_a_record(tmp_path: Path) -> None:
    RecordFile(tmp_path / "a.kbz")
    assert os.listdir(tmp_path) == []


def test_a_full_disk_is_told_and_what_was_there_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = RecordFile(tmp_path / "a.kbz")
    file.save("one\n")

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        problem = file.save("two\n")
    assert problem is not None and "No space left" in problem and "\n" not in problem
    assert (tmp_path / "a.kbz").read_text() == "one\n"
    assert os.listdir(tmp_path) == ["a.kbz"]
    assert file.save("two\nthree\n") is None
    assert (tmp_path / "a.kbz").read_text() == "two\nthree\n"


@pytest.mark.parametrize(("number", "remedy"), [(errno.ENOSPC, "free some space"), (errno.EACCES, "another place")])
def test_a_trouble_is_told_once_with_what_can_be_done_and_again_if_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, remedy: str
) -> None:
    file = RecordFile(tmp_path / "a.kbz")
    tries = []

    def fail(*_: Any, **__: Any) -> None:
        tries.append(1)
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(tempfile, "mkstemp", fail)
    told = [file.save(text) for text in ("one\n", "one\n", "one\n", "one\ntwo\n", "one\ntwo\n")]
    assert [problem is not None and remedy in problem for problem in told] == [True, False, False, False, False]
    assert len(tries) == 2
    assert remedy in str(file.save("one\ntwo\n", again=True))
    assert remedy in str(file.close_part("one\n"))


@pytest.mark.parametrize(("number", "remedy"), [(errno.ENOSPC, "free some space"), (errno.ENOENT, "another place")])
def test_a_folder_that_takes_no_file_is_found_by_trying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, remedy: str
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(tempfile, "mkstemp", fail)
    with pytest.raises(UserError, match=remedy):
        RecordFile(tmp_path / "a.kbz")


def test_a_device_is_never_replaced_by_a_record() -> None:
    with pytest.raises(UserError):
        RecordFile(Path(os.devnull))


def test_a_closed_part_gets_a_number(tmp_path: Path) -> None:
    file = RecordFile(tmp_path / "a.kbz")
    file.close_part("one\n")
    file.close_part("two\n")
    assert sorted(os.listdir(tmp_path)) == ["a-1.kbz", "a-2.kbz"]


@pytest.mark.parametrize("name", [".", "no folder/a.kbz", "a" * 300 + ".kbz"])
def test_a_place_where_nothing_can_be_written_is_told_at_once(tmp_path: Path, name: str) -> None:
    with pytest.raises(UserError) as caught:
        RecordFile(tmp_path / name)
    assert "\n" not in str(caught.value)


def test_a_record_of_another_game_is_put_aside_and_one_that_goes_on_is_not(tmp_path: Path) -> None:
    path = tmp_path / "{a}.kbz"
    path.write_text("last week's game\n")
    file = RecordFile(path)
    file.save("one\n")
    file.save("one\ntwo\n")
    RecordFile(path).save("one\ntwo\nthree\n")
    RecordFile(path).save("another\n")
    kept = {name: (tmp_path / name).read_text() for name in os.listdir(tmp_path)}
    assert kept == {
        "{a}.kbz": "another\n",
        "{a}.kbz.old-1": "last week's game\n",
        "{a}.kbz.old-2": "one\ntwo\nthree\n",
    }


def test_a_file_that_is_no_record_is_neither_replaced_nor_put_aside(tmp_path: Path) -> None:
    (tmp_path / "table.mp4").write_bytes(b"\x00\x01 a film")
    with pytest.raises(UserError, match=r"table\.mp4.*no record; choose another name"):
        RecordFile(tmp_path / "table.mp4")
    (tmp_path / "game.txt").write_text('[Game "cuckoo"]\n')
    RecordFile(tmp_path / "game.txt").save('[Game "cuckoo"]\n; and on\n')
    (tmp_path / "empty.txt").touch()
    RecordFile(tmp_path / "empty.txt").save("one\n")
    assert sorted(os.listdir(tmp_path)) == ["empty.txt", "game.txt", "table.mp4"]


def test_closed_parts_of_an_earlier_evening_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a-1.kbz").write_text("earlier\n")
    RecordFile(tmp_path / "a.kbz").close_part("one\n")
    assert (tmp_path / "a-1.kbz").read_text() == "earlier\n"
    assert (tmp_path / "a-2.kbz").read_text() == "one\n"


def test_what_is_left_of_a_save_that_was_cut_off_is_swept_away(tmp_path: Path) -> None:
    left, now, others = (tmp_path / name for name in (".a[1].kbz.abcdefgh", ".a[1].kbz.ijklmnop", ".b.kbz.abcdefgh"))
    for path in (left, now, others):
        path.write_text("half")
    os.utime(left, (0, 0))
    os.utime(others, (0, 0))
    RecordFile(tmp_path / "a[1].kbz")
    assert not left.exists()
    assert now.exists()
    assert others.exists()


def test_the_deals_of_a_match_lie_beside_each_other_and_another_match_is_kept(tmp_path: Path) -> None:
    file = RecordFile(tmp_path / "a.kbz")
    (tmp_path / "a-1.kbz").write_text("another match")
    assert file.save("one") is None
    assert file.close_deal("one", 1) is None
    assert file.save("two") is None
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "a.kbz": "two",
        "a-1.kbz": "one",
        "a-1.kbz.old-1": "another match",
    }
