"""``kibitz watch``, ``see`` and ``demo`` as a whole, on drawn tables, with a reader that needs no network."""

from __future__ import annotations

import errno
import importlib
import itertools
import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from app import cli, demo, live, see, watch
from app.live import LiveTable
from app.opening import open_game
from app.paths import WEIGHTS
from tests.drawn_table import DrawnReader, DrawnTable, both, hand_away, hand_over, lay, nothing, take, write_frames
from vision.packs import PackError
from vision.sources import SourceError, open_source

GAME = ["--game", "svoi-kozyri", "--set", "Trumps=Ann=S, Ben=H"]
LEAD_AND_BEAT = ((0.8, nothing), (0.8, lay("7C", 280, 140)), (0.8, both(lay("8C", 290, 146), lay("6D", 306, 150))))


@pytest.fixture(autouse=True)
def drawn_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (watch, see, demo):
        monkeypatch.setattr(module, "open_reader", lambda weights, deck: DrawnReader())


def events_of(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


Run = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def kibitz(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*args: object) -> tuple[int, list[dict[str, Any]], str]:
        status = cli.main([str(arg) for arg in args])
        captured = capsys.readouterr()
        return status, events_of(captured.out), captured.err

    return run


def test_a_folder_of_frames_is_refereed_and_recorded(tmp_path: Path, kibitz: Run) -> None:
    frames = write_frames(tmp_path / "frames", *LEAD_AND_BEAT)
    status, events, err = kibitz("watch", frames, *GAME, "--record", tmp_path / "out.kbz", "--json")
    assert status == 0 and err == ""
    assert [(e["event"], e.get("move"), e.get("verdict")) for e in events] == [
        ("move", "7C", "legal"),
        ("move", "8C 6D", "legal"),
        ("end", None, None),
    ]
    assert set(events[0]) == {"t", "event", "n", "player", "move", "verdict", "rules", "why", "legal", "could"}
    assert events[2]["outcome"] is None and events[2]["points"] == {"Ann": 0, "Ben": 0}
    assert (tmp_path / "out.kbz").read_text().splitlines()[-2:] == ["Ann: 7C", "Ben: 8C 6D"]


def test_the_same_film_gives_the_same_events(tmp_path: Path, kibitz: Run) -> None:
    frames = write_frames(tmp_path / "frames", *LEAD_AND_BEAT)
    assert kibitz("watch", frames, *GAME, "--json") == kibitz("watch", frames, *GAME, "--json")


def test_an_illegal_move_makes_the_exit_status_1_and_a_hand_over_the_pile_is_no_take(
    tmp_path: Path, kibitz: Run
) -> None:
    frames = write_frames(
        tmp_path / "frames",
        (0.8, nothing),
        (0.8, lay("7C", 280, 140)),
        (0.8, both(lay("TD", 290, 146), lay("6D", 306, 150))),
        (0.8, hand_over(300, 180)),
        (0.8, both(hand_away, take("TD", "6D"))),
        (0.8, take("7C")),
    )
    status, events, _ = kibitz("watch", frames, *GAME, "--json")
    assert status == 1
    assert [(e["event"], e.get("move"), e.get("rules")) for e in events] == [
        ("move", "7C", []),
        ("move", "TD 6D", ["SK-8"]),
        ("move", "take", []),
        ("end", None, None),
    ]
    assert events[1]["why"]


def test_lines_of_the_input_file_are_applied_at_their_time(tmp_path: Path, kibitz: Run) -> None:
    frames = write_frames(tmp_path / "frames", (0.8, nothing), (1.5, lay("7C", 280, 140)))
    (tmp_path / "in.jsonl").write_text('{"t": 1.6, "say": "Ben: take"}\n{"t": 99, "undo": 1}\n')
    status, events, _ = kibitz("watch", frames, *GAME, "--input", tmp_path / "in.jsonl", "--json")
    assert status == 0
    assert [e["event"] for e in events] == ["move", "move", "undone", "end"]
    assert events[1]["t"] == 1.6


def said(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


ILLEGAL = ((0.8, nothing), (0.8, lay("7C", 280, 140)), (3.0, both(lay("TD", 290, 146), lay("6D", 306, 150))))


def test_an_illegal_move_can_be_let_stand_and_its_record_is_closed(tmp_path: Path, kibitz: Run) -> None:
    frames = write_frames(tmp_path / "frames", *ILLEGAL)
    line = said(tmp_path / "in.jsonl", {"t": 4, "stand": True}, {"t": 4.1, "say": "Ann: take"})
    kibitz("watch", frames, *GAME, "--input", line, "--record", tmp_path / "out.kbz", "--json")
    assert (tmp_path / "out-1.kbz").read_text().splitlines()[-1] == "Ben: TD 6D ; illegal SK-8"
    text = (tmp_path / "out.kbz").read_text()
    assert '[Pile "7C TD 6D"]' in text and text.splitlines()[-1] == "Ann: take"


def test_a_misread_move_is_put_right_by_a_line(tmp_path: Path, kibitz: Run) -> None:
    frames = write_frames(tmp_path / "frames", *ILLEGAL)
    answers = {"t": 4.1, "answer": 1, "card": "TD"}, {"t": 4.2, "answer": 2, "card": "TC"}
    line = said(tmp_path / "in.jsonl", {"t": 4, "misread": True}, *answers)
    _, events, _ = kibitz("watch", frames, *GAME, "--input", line, "--record", tmp_path / "out.kbz", "--json")
    asked = [event for event in events if event["event"] == "question"]
    assert [event["candidates"] for event in asked] == [["TD", "6D"], ["TH", "7D"]]
    assert (asked[0]["about"], asked[0]["read_as"], asked[1]["read_as"]) == (2, "", "TD")
    assert (tmp_path / "out.kbz").read_text().splitlines()[-1] == "Ben: TC 6D"


def test_a_hand_is_read_from_a_photograph_and_a_bad_one_is_told_in_a_line(
    tmp_path: Path, kibitz: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = DrawnTable()
    for n, name in enumerate(("8C", "9D", "JS")):
        hand.lay(name, 40 + 90 * n, 60)
    cv2.imwrite(str(tmp_path / "hand.png"), hand.picture())
    (tmp_path / "bad.jpg").write_text("no picture")
    lines = [{"t": 1, "holds": "Ann", "photo": name} for name in ("bad.jpg", "none.jpg", "hand.png")]
    line = said(tmp_path / "in.jsonl", *lines)
    start = tmp_path / "start.kbz"
    start.write_text(
        '[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n[Hand:Ann "??x4"]\n[Hand:Ben "??x4"]\n'
    )
    frames = write_frames(tmp_path / "frames", (2.0, nothing))
    _, events, _ = kibitz("watch", frames, "--start", start, "--input", line, "--json")
    assert [event["event"] for event in events] == ["error", "error", "holds", "end"]
    assert "bad.jpg" in events[0]["text"] and "none.jpg" in events[1]["text"]
    assert events[2]["cards"] == "8C 9D JS ??"
    cli.main(["watch", str(frames), "--start", str(start), "--input", str(line)])
    assert "9D" not in capsys.readouterr().out, "not on a screen that all see"


def test_a_live_table_reads_a_photograph_beside_the_film(tmp_path: Path) -> None:
    hand = DrawnTable()
    hand.lay("8C", 40, 60)
    cv2.imwrite(str(tmp_path / "hand.png"), hand.picture())
    frames = write_frames(tmp_path / "frames", (0.3, nothing))
    referee = open_game("svoi-kozyri", headers={"Trumps": "Ann=S, Ben=H"})
    table = LiveTable(open_source(str(frames)), DrawnReader(), referee)
    [holds] = table.holds_photo("Ann", tmp_path / "hand.png")
    assert holds.kind == "holds"
    assert [event.kind for event in table.holds_photo("Ann", tmp_path)] == ["error"]
    assert [event.kind for event in LiveTable(None, None, referee).holds_photo("Ann", tmp_path / "hand.png")] == [
        "error"
    ]


def test_without_json_the_events_are_lines_to_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frames = write_frames(tmp_path / "frames", *LEAD_AND_BEAT)
    assert cli.main(["watch", str(frames), *GAME]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and "Ben: 8C 6D" in lines[1]


def test_a_game_goes_on_from_a_record(tmp_path: Path, kibitz: Run) -> None:
    start = tmp_path / "start.kbz"
    start.write_text('[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n\nAnn: 7C\n')
    frames = write_frames(tmp_path / "frames", (1, lay("7C", 280, 140)), (1, take("7C")))
    status, events, _ = kibitz("watch", frames, "--start", start, "--record", start, "--json")
    assert status == 0
    assert [(e["event"], e.get("player")) for e in events] == [("move", "Ben"), ("end", None)]
    assert start.read_text().splitlines()[-1] == "Ben: take"


def test_a_broken_frame_is_told_and_the_exit_status_is_2(tmp_path: Path, kibitz: Run) -> None:
    frames = write_frames(tmp_path / "frames", *LEAD_AND_BEAT)
    (frames / "frame5.png").write_bytes(b"nonsense")
    status, events, err = kibitz("watch", frames, *GAME, "--json")
    assert status == 2
    assert [e["event"] for e in events] == ["error", "move", "move", "end"]
    assert "frame5.png" in events[0]["text"] and err == ""


def test_a_broken_frame_is_one_line_to_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frames = write_frames(tmp_path / "frames", *LEAD_AND_BEAT)
    (frames / "frame5.png").write_bytes(b"nonsense")
    assert cli.main(["watch", str(frames), *GAME]) == 2
    captured = capsys.readouterr()
    assert "frame5.png" in captured.err and captured.err.count("\n") == 1
    assert "frame5.png" not in captured.out and captured.out.count("\n") == 3


def test_a_broken_frame_of_a_film_at_its_own_pace_makes_the_exit_status_2_too(tmp_path: Path, kibitz: Run) -> None:
    frames = write_frames(tmp_path / "frames", (0.4, nothing))
    (frames / "frame2.png").write_bytes(b"nonsense")
    status, events, err = kibitz("watch", frames, *GAME, "--realtime", "--json")
    assert (status, err) == (2, "") and [e["event"] for e in events] == ["error", "end"]


def test_a_record_that_cannot_be_written_is_told_once_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz: Run
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    frames = write_frames(tmp_path / "frames", *LEAD_AND_BEAT)
    monkeypatch.setattr(os, "fsync", full)
    _, events, _ = kibitz("watch", frames, *GAME, "--record", tmp_path / "out.kbz", "--json")
    assert [e["event"] for e in events] == ["error", "move", "move", "end", "error"]


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["--game", "svoi-kozyri"], True),
        ([*GAME, "--option", "nope=1"], False),
        ([*GAME, "--players", "Ann, Ann"], False),
        ([*GAME, "--set", "Colour=red"], False),
    ],
)
def test_only_where_a_header_is_missing_is_said_how_to_give_one(
    args: list[str], hint: bool, tmp_path: Path, kibitz: Run
) -> None:
    status, _, err = kibitz("watch", write_frames(tmp_path / "frames", (0.2, nothing)), *args)
    assert status == 2 and ('--set Trumps="Ann=S, Ben=H"' in err) == ("--set" in err) == hint


BAD = {
    "no such film": ["watch", "no.mp4", *GAME],
    "no such game": ["watch", "FRAMES", "--game", "bridge"],
    "no game": ["watch", "FRAMES"],
    "no trumps": ["watch", "FRAMES", "--game", "svoi-kozyri"],
    "bad header": ["watch", "FRAMES", *GAME, "--set", "Trumps"],
    "unknown header": ["watch", "FRAMES", *GAME, "--set", "Colour=red"],
    "unknown option": ["watch", "FRAMES", *GAME, "--option", "wild=yes"],
    "too many players": ["watch", "FRAMES", "--game", "svoi-kozyri", "--players", "A, B, C, D, E"],
    "no such record": ["watch", "FRAMES", "--start", "no.kbz"],
    "broken record": ["watch", "FRAMES", "--start", "broken.kbz"],
    "no such input": ["watch", "FRAMES", *GAME, "--input", "no.jsonl"],
    "broken input": ["watch", "FRAMES", *GAME, "--input", "broken.jsonl"],
    "no place for the record": ["watch", "FRAMES", *GAME, "--record", "no folder/out.kbz"],
    "empty folder": ["watch", "empty", *GAME],
    "no camera": ["watch", "97", *GAME],
}


@pytest.mark.parametrize("args", BAD.values(), ids=BAD.keys())
def test_bad_input_is_one_line_and_nothing_is_written(
    args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    write_frames(tmp_path / "FRAMES", (0.2, nothing))
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.kbz").write_text(
        '[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n\nAnn: ZZ\n'
    )
    (tmp_path / "broken.jsonl").write_text("hello\n")
    before = sorted(tmp_path.iterdir())
    more = ["--record", "out.kbz"] if "--record" not in args else []
    status, events, err = kibitz(*args, *more, "--json")
    assert (status, events) == (2, [])
    assert err.count("\n") == 1 and "Traceback" not in err
    assert sorted(tmp_path.iterdir()) == before


def test_a_pack_that_was_not_learnt_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(PackError, match="'mine'"):
        importlib.reload(watch).open_reader(WEIGHTS, "mine")


def test_a_film_at_its_own_pace_is_refereed_by_threads_that_end(tmp_path: Path, kibitz: Run) -> None:
    frames = write_frames(tmp_path / "frames", (0.6, nothing), (0.9, lay("7C", 280, 140)))
    status, events, _ = kibitz("watch", frames, *GAME, "--realtime", "--record", tmp_path / "out.kbz", "--json")
    assert status == 0
    assert [e["event"] for e in events] == ["move", "end"]
    assert (tmp_path / "out.kbz").read_text().splitlines()[-1] == "Ann: 7C"
    assert {thread.name for thread in threading.enumerate()} & {"capture", "recognise", "referee"} == set()


def test_interrupted_the_record_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz: Run) -> None:
    frames = write_frames(tmp_path / "frames", *LEAD_AND_BEAT)

    class Interrupting(DrawnReader):
        count = 0

        def read(self, image: np.ndarray, *, thorough: bool = True) -> Any:
            self.count += 1
            if self.count > 12:  # the frames of the beat
                raise KeyboardInterrupt
            return super().read(image)

    monkeypatch.setattr(watch, "open_reader", lambda weights, deck: Interrupting())
    status, events, _ = kibitz("watch", frames, *GAME, "--record", tmp_path / "out.kbz", "--json")
    assert status == 130
    assert [e["event"] for e in events] == ["move"]
    assert (tmp_path / "out.kbz").read_text().splitlines()[-1] == "Ann: 7C"


def test_a_live_table_shows_cards_with_their_tracks_and_takes_commands(tmp_path: Path) -> None:
    frames = write_frames(tmp_path / "frames", (0.5, nothing), (1, lay("7C", 280, 140)))
    live = LiveTable(
        open_source(str(frames), realtime=True),
        DrawnReader(),
        open_game("svoi-kozyri", headers={"Trumps": "Ann=S, Ben=H"}),
    )
    live.start()
    assert live.over.wait(60)
    frame = live.latest()
    assert frame is not None and [(card.card, card.sure) for card in frame.cards] == [(20, True)]
    assert [event.kind for event in live.drain()] == ["move", "end"]
    assert live.state().to_move == "Ben"
    live.say("Ben: take")
    live.undo(2)
    assert [event.kind for event in live.drain()] == ["move", "undone"]
    assert live.state().moves == ()
    live.stop()
    live.stop()


def test_what_was_seen_before_an_undo_is_dropped(tmp_path: Path) -> None:
    frames = write_frames(tmp_path / "frames", (0.5, nothing), (1, lay("7C", 280, 140)))
    live = LiveTable(
        open_source(str(frames)), DrawnReader(), open_game("svoi-kozyri", headers={"Trumps": "Ann=S, Ben=H"})
    )
    live.say("Ann: 8D")
    live.undo(1)
    stale = [(1, view, 0.0) for view in _views(frames)]
    for message in [*stale, None]:
        live._views.put(message)
    live._referee()
    assert [event.kind for event in live.drain()] == ["move", "undone", "end"]
    live.stop()


def _views(frames: Path) -> list[Any]:
    from app.eyes import Eyes

    referee = open_game("svoi-kozyri", headers={"Trumps": "Ann=S, Ben=H"})
    eyes = Eyes(DrawnReader(), referee.game.layout(referee.players), referee.setup.cards)
    return [eyes.look(frame).view for frame in open_source(str(frames)).frames(lambda error: None)]


def test_a_failing_reader_is_an_error_event_and_not_a_silent_thread(tmp_path: Path) -> None:
    class Failing(DrawnReader):
        def read(self, image: np.ndarray, *, thorough: bool = True) -> Any:
            raise RuntimeError("no more")

    frames = write_frames(tmp_path / "frames", (0.5, nothing))
    live = LiveTable(
        open_source(str(frames), realtime=True), Failing(), open_game("svoi-kozyri", headers={"Trumps": "Ann=S, Ben=H"})
    )
    live.start()
    assert live.over.wait(60)
    live.stop()
    assert [event.kind for event in live.drain()] == ["error", "end"]


def test_frames_in_a_second_are_counted_by_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "monotonic", itertools.count(0.0, 0.5).__next__)
    table = LiveTable(
        open_source(str(write_frames(tmp_path / "frames", (0.5, nothing)))),
        DrawnReader(),
        open_game("svoi-kozyri", headers={"Trumps": "Ann=S, Ben=H"}),
    )
    table.start()
    assert table.over.wait(60)
    table.stop()
    frame = table.latest()
    assert frame is not None and frame.fps == 2.0


def photo(path: Path, *names: str) -> Path:
    table = DrawnTable()
    for number, name in enumerate(names):
        table.lay(name, 20 + 80 * number, 100)
    cv2.imwrite(str(path), table.picture())
    return path


def test_see_names_the_cards_of_each_photograph(tmp_path: Path, kibitz: Run) -> None:
    first, second = photo(tmp_path / "a.png", "7C", "QH"), photo(tmp_path / "b.png")
    status, answers, err = kibitz("see", first, second, "--json")
    assert status == 0 and err == ""
    assert [answer["file"] for answer in answers] == [str(first), str(second)]
    assert list(answers[0]) == ["file", "size", "cards", "unsure", "ms"]
    assert answers[0]["size"] == [640, 360]
    assert [card["card"] for card in answers[0]["cards"]] == ["7C", "QH"]
    assert answers[0]["cards"][0]["kind"] == "card" and len(answers[0]["cards"][0]["corners"]) == 4
    assert answers[0]["ms"] == {"detect": 1.0, "read": 2.0, "total": 3.0}
    assert answers[1]["cards"] == []


def test_see_says_what_it_is_not_sure_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz: Run) -> None:
    monkeypatch.setattr(see, "open_reader", lambda weights, deck: DrawnReader({"8S": ("6S", 0.5)}))
    _, answers, _ = kibitz("see", photo(tmp_path / "a.png", "8S"), "--json")
    assert answers[0]["cards"] == []
    assert answers[0]["unsure"][0]["candidates"] == ["6S", "8S"]


def test_a_bad_photograph_is_an_error_object_and_the_others_are_read(tmp_path: Path, kibitz: Run) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no picture")
    good = photo(tmp_path / "good.png", "7C")
    status, answers, err = kibitz("see", bad, tmp_path / "none.jpg", good, "--json")
    assert status == 2
    assert [set(answer) for answer in answers[:2]] == [{"file", "error"}] * 2
    assert set(answers[0]["error"]) == {"message"}
    assert [card["card"] for card in answers[2]["cards"]] == ["7C"]
    assert err.count("\n") == 2


def test_see_without_json_is_a_line_for_each_photograph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["see", str(photo(tmp_path / "a.png", "7C"))]) == 0
    out = capsys.readouterr().out
    assert "7C" in out and out.count("\n") == 1


def test_without_a_screen_the_demo_prints_its_events_and_ends_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz: Run
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(demo.sys, "platform", "linux")
    monkeypatch.setattr(demo, "DEMO", tmp_path)
    frames = write_frames(tmp_path / "table.mp4", *LEAD_AND_BEAT)
    assert frames.is_dir()
    (tmp_path / "table.kbz").write_text(
        '[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n\nAnn: 7C\n'
    )
    status, events, _ = kibitz("demo", "--json")
    assert status == 0
    assert [e["event"] for e in events] == ["move", "move", "end"]


def test_a_demo_without_its_table_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz: Run) -> None:
    monkeypatch.setattr(demo, "DEMO", tmp_path)
    status, events, err = kibitz("demo", "--no-window", "--json")
    assert (status, events) == (2, []) and err.count("\n") == 1


def test_a_source_error_says_what_where_and_what_to_do() -> None:
    error = SourceError("is empty", "a.mp4", "choose another")
    assert str(error) == "a.mp4: is empty; choose another"


def test_lines_of_standard_input_are_taken_as_they_come_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin, os.fdopen(writing, "wb") as hand:
        monkeypatch.setattr(watch.sys, "stdin", stdin)
        said = watch.Said()
        assert list(said.new()) == []
        hand.write(b'{"say": "Ben: take"}\n\n{"undo": 1}\n')
        hand.flush()
        lines: list[str] = []
        deadline = time.monotonic() + 30
        while len(lines) < 2 and time.monotonic() < deadline:
            lines += said.new()
        assert lines == ['{"say": "Ben: take"}', '{"undo": 1}']


def test_a_bad_line_of_standard_input_is_an_error_event_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz: Run
) -> None:
    lines = iter([["nonsense"], ['{"t": 1.6, "say": "Ben: take"}']])
    monkeypatch.setattr(watch.Said, "new", lambda self: next(lines, []))
    frames = write_frames(tmp_path / "frames", (0.8, nothing), (1.5, lay("7C", 280, 140)))
    status, events, _ = kibitz("watch", frames, *GAME, "--json")
    assert status == 0
    assert [(e["event"], e["t"]) for e in events] == [("error", 0.0), ("move", 1.1), ("move", 1.6), ("end", 2.2)]
