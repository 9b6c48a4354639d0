"""The user's folder of games: which there are, how they stand, what lies beside them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.errors import UserError
from app.saved_games import (
    Beside,
    Correction,
    SavedGames,
    beside,
    event_of,
    keep_beside,
    look,
    parts_of,
    remove_if_empty,
    seats_of,
)
from app.state import Seat
from rules.record import Record, parse
from rules.referee import Referee

SVOI = '[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n[Seed "7"]\n'


def begun(seed: str = "7", moves: int = 1) -> str:
    headers = {"Trumps": "Ann=S, Ben=H", "Seed": seed, "Event": event_of(1, (Seat("Ann"), Seat("Ben", "easy")))}
    referee = Referee(Record.new("svoi-kozyri", ["Ann", "Ben"], headers))
    for _n in range(moves):
        assert referee.to_move is not None
        referee.play(referee.to_move, (referee.legal() or [])[0])
    return referee.text()


def written(folder: Path, name: str, text: str, time: int) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    os.utime(path, (time, time))
    return path


def test_who_is_a_bot_stands_in_the_event_and_kibitz_play_reads_it() -> None:
    from app.bot_table import Company

    seats = (Seat("Ben", "easy"), Seat("Ann"), Seat("Cid", "hard"))
    record = Record.new("svoi-kozyri", ["Ben", "Ann", "Cid"], {"Event": event_of(3, seats)})
    assert seats_of(record) == (3, seats)
    company = Company.of_record(record)
    assert company is not None and (company.person, company.deal) == ("Ann", 3)
    assert {name: level.name for name, level in company.levels.items()} == {"Ben": "easy", "Cid": "hard"}


def test_several_persons_and_bots_are_told_apart() -> None:
    seats = (Seat("Ann"), Seat("Ben", "medium"), Seat("Cid"))
    assert seats_of(Record.new("cuckoo", ["Ann", "Ben", "Cid"], {"Event": event_of(2, seats)})) == (2, seats)
    odd = (Seat("Ann"), Seat("against"), Seat("Ben", "easy"))
    assert seats_of(Record.new("cuckoo", ["Ann", "against", "Ben"], {"Event": event_of(1, odd)})) == (1, odd)
    persons = tuple(map(Seat, ("Ann", "Ben")))
    assert seats_of(Record.new("cuckoo", ["Ann", "Ben"], {"Event": event_of(4, persons)})) == (4, persons)
    assert seats_of(Record.new("cuckoo", ["Ann", "Ben"], {"Event": "the club's autumn evening"})) == (1, persons)


def test_the_last_game_that_is_not_over_is_offered(tmp_path: Path) -> None:
    games = SavedGames(tmp_path)
    assert games.unfinished() is None and games.paths() == []
    old = written(tmp_path, "a.kbz", begun(), 1000)
    written(tmp_path, "never-begun.kbz", begun(moves=0), 3000)
    written(tmp_path, "broken.kbz", "no record", 4000)
    found = games.unfinished()
    assert found is not None and found.path == old and found.to_move == "Ben" and not found.over
    assert found.seats == (Seat("Ann"), Seat("Ben", "easy"))
    newer = written(tmp_path, "b.kbz", begun("8"), 2000)
    assert (found := games.unfinished()) is not None and found.path == newer


def test_a_broken_record_is_listed_with_its_trouble_and_harms_nobody(tmp_path: Path) -> None:
    written(tmp_path, "a.kbz", begun(), 1000)
    broken = written(tmp_path, "broken.kbz", SVOI + "nonsense\n", 2000)
    (tmp_path / "notes.txt").write_text("no game")
    found = list(SavedGames(tmp_path).games())
    assert [game.path.name for game in found] == ["broken.kbz", "a.kbz"]
    assert "line 5" in found[0].problem and not found[1].problem
    assert look(broken).game == "" and look(tmp_path / "gone.kbz").problem


def test_the_deals_of_a_match_are_one_game(tmp_path: Path) -> None:
    last = written(tmp_path, "m-20261130-101010.kbz", begun(), 3000)
    second = written(tmp_path, "m-20261130-101010-2.kbz", begun("2"), 2000)
    first = written(tmp_path, "m-20261130-101010-1.kbz", begun("1"), 1000)
    tenth = written(tmp_path, "m-20261130-101010-10.kbz", begun("10"), 1000)
    games = SavedGames(tmp_path)
    assert games.paths() == [last]
    assert parts_of(last) == [first, second, tenth, last]
    keep_beside(last, Beside(source="0"))
    assert games.delete(last) is None
    assert list(tmp_path.iterdir()) == []


def test_what_lies_beside_a_record_comes_back_and_damage_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.kbz"
    what = Beside("rtsp://phone/1", "my-deck", {2: Correction({"Ann": 1.5, "Ben": -2}, "agreed")})
    assert keep_beside(path, what) is None
    assert beside(path) == what
    for damage in ("{", "[]", '{"source": 3, "corrections": {"x": 1, "2": {"points": {"Ann": true}}}}', "[" * 100_000):
        path.with_suffix(".json").write_text(damage)
        assert beside(path).source == "" and not any(made.points for made in beside(path).corrections.values())
    assert keep_beside(path, Beside()) is None and not path.with_suffix(".json").exists()


def test_a_folder_that_cannot_be_written_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    with pytest.raises(UserError) as caught:
        SavedGames(tmp_path / "games").new_file("cuckoo")
    assert "\n" not in str(caught.value) and "games" in str(caught.value)
    problem = keep_beside(tmp_path / "none" / "a.kbz", Beside("0"))
    assert problem and "\n" not in problem


def test_on_a_full_disk_no_empty_game_is_left_in_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.record_file.tempfile.mkstemp", full)
    with pytest.raises(UserError, match="free some space"):
        SavedGames(tmp_path).new_file("cuckoo")
    assert list(tmp_path.iterdir()) == []


def test_two_games_begun_in_the_same_second_have_files_of_their_own(tmp_path: Path) -> None:
    games = SavedGames(tmp_path)
    assert len({games.new_file("cuckoo").path for _n in range(3)}) == 3


def test_a_record_from_elsewhere_is_copied_never_moved_and_never_overwrites(tmp_path: Path) -> None:
    source = written(tmp_path, "evening-2.kbz", begun(), 1000)
    games = SavedGames(tmp_path / "games")
    first, second = games.bring_in(source), games.bring_in(source)
    assert first != second and first.read_text() == source.read_text() == second.read_text()
    assert set(games.paths()) == {first, second}
    for bad in (tmp_path / "gone.kbz", written(tmp_path, "bad.kbz", "nonsense", 1), tmp_path):
        with pytest.raises(UserError) as caught:
            games.bring_in(bad)
        assert str(bad) in str(caught.value) and "\n" not in str(caught.value)


def test_a_table_that_was_opened_and_left_leaves_no_file(tmp_path: Path) -> None:
    empty = written(tmp_path, "a.kbz", begun(moves=0), 1000)
    played = written(tmp_path, "b.kbz", begun(), 1000)
    second = written(tmp_path, "c.kbz", begun(moves=0), 1000)
    written(tmp_path, "c-1.kbz", begun(), 900)
    for path in (empty, played, second):
        remove_if_empty(path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.kbz", "c-1.kbz", "c.kbz"]
    assert parse(played.read_text()).body
