"""``kibitz learn-deck``: our own pack laid out, learnt and used; and every way in which that can go wrong, in one line."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from app import cli, learn_deck
from app.paths import WEIGHTS
from datasets.demo_deck import demo_deck
from rules.cards import Card, parse_card
from vision import packs
from vision.laid_out import Cell, Picture, Place, Seen
from vision.packs import About, Learnt, Score, reader_of, save_pack
from vision.sources import Frame

Run = Callable[..., tuple[int, str, str]]
ORDER = [rank * 4 + suit for suit in (3, 2, 1, 0) for rank in range(13)]
ZERO = np.zeros((193, 21), np.float32)


@pytest.fixture
def kibitz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setattr(learn_deck, "user_folder", lambda: tmp_path / "home")

    def run(*args: object) -> tuple[int, str, str]:
        status = cli.main([str(arg) for arg in args])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def table(rows: Sequence[Sequence[Card]], card_width: int = 120) -> np.ndarray:
    """A picture of cards of our own pack in rows on a green cloth."""
    faces = demo_deck().faces
    tall = round(card_width * 88 / 63)
    across, down = card_width + 14, tall + 18
    picture = np.full((down * len(rows) + 20, across * max(map(len, rows)) + 20, 3), (60, 96, 52), np.uint8)
    for y, row in enumerate(rows):
        for x, card in enumerate(row):
            face = cv2.resize(faces[card].image, (card_width, tall), interpolation=cv2.INTER_AREA)
            part = picture[15 + y * down :, 15 + x * across :][:tall, :card_width]
            alpha = face[..., 3:].astype(np.float32) / 255
            part[:] = (part * (1 - alpha) + face[..., :3] * alpha).astype(np.uint8)
    return picture


def write(path: Path, picture: np.ndarray) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    return path


# --- with the networks -------------------------------------------------------------------------------------------------


def test_a_pack_laid_out_in_rows_is_told_card_by_card_and_can_be_learnt(
    tmp_path: Path, kibitz: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six ranks of our own pack; what is learnt is kept whether it helps or not, to be used with ``see``."""
    monkeypatch.setattr(packs, "VIEWS", 3)
    monkeypatch.setattr(Learnt, "helps", property(lambda self: True))
    cards = [card for card in ORDER if card >= 28]
    photo = write(tmp_path / "pack.png", table([cards[i : i + 6] for i in range(0, 24, 6)]))
    status, out, err = kibitz("learn-deck", "my deck", photo, "--json")
    answer = json.loads(out)
    assert (status, err) == (0, "")
    assert [parse_card(name) for name in answer["cards"]] == sorted(cards)
    assert answer["missing"] == [] and answer["kept"] is True
    assert set(answer["before"]) == {"rank", "suit", "card", "confidence", "wrong", "false"}
    assert answer["after"]["card"] >= answer["before"]["card"] - 0.02
    assert kibitz("learn-deck", "--list")[1] == "my deck\n"
    status, out, _ = kibitz("see", "--deck", "my deck", "--json", photo)
    assert status == 0 and len(json.loads(out)["cards"]) >= 22


# --- without them ------------------------------------------------------------------------------------------------------


def cell(card: Card, number: int, sure: float = 0.97) -> Cell:
    rank, suit = np.full(13, (1 - sure) / 12), np.full(4, (1 - sure) / 3)
    rank[card // 4], suit[card % 4] = sure, sure
    seen = Seen(np.zeros((160, 160, 3), np.uint8), np.zeros((4, 2), np.float32), np.zeros(221, np.float32))
    place = Place(1, 1 + (number - 1) // 13, 1 + (number - 1) % 13)
    return Cell(place, (seen,), rank, suit, np.array([0.97, 0.01, 0.01, 0.01]), np.zeros((4, 2), np.float32))


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Path]:
    """Makes every picture show these cells, and learning come out so; gives a picture."""

    def show(cells: list[Cell], before: float = 0.8, after: float = 0.95, wrong: float = 0.0) -> Path:
        learnt = Learnt(ZERO, Score(before, 1, before, 0.8, 0.0, 0.0), Score(after, 1, after, 0.8, wrong, 0.0), before)
        monkeypatch.setattr("vision.laid_out.look_at", lambda *_args, **_named: Picture(cells, []))
        monkeypatch.setattr("vision.packs.learn", lambda *_args, **_named: learnt)
        return write(tmp_path / "in" / "pack.png", np.zeros((8, 8, 3), np.uint8))

    return show


def in_order(**reads: str) -> list[Cell]:
    """52 cells; ``reads``: what some are taken for."""
    taken = {parse_card(card): parse_card(name) for card, name in reads.items()}
    return [cell(taken.get(card, card), n) for n, card in enumerate(ORDER, 1)]


def test_what_helps_is_kept_and_said_in_figures(shown: Callable[..., Path], kibitz: Run, tmp_path: Path) -> None:
    status, out, err = kibitz("learn-deck", "mine", shown(in_order()))
    assert (status, err) == (0, "")
    assert "cards told (52)" in out and "0.800  0.950" in out
    assert (tmp_path / "home" / "packs" / "pack-mine.json").is_file()


def test_a_pack_that_is_read_well_already_is_not_kept_and_that_is_said(
    shown: Callable[..., Path], kibitz: Run, tmp_path: Path
) -> None:
    status, out, _ = kibitz("learn-deck", "mine", shown(in_order(), 0.999, 0.999))
    assert status == 0 and "reads this pack well" in out
    assert not (tmp_path / "home").exists()


def test_what_does_not_help_is_not_kept(shown: Callable[..., Path], kibitz: Run, tmp_path: Path) -> None:
    for after, wrong in ((0.8, 0.0), (0.9, 0.1)):
        status, _, err = kibitz("learn-deck", "mine", shown(in_order(), 0.8, after, wrong))
        assert status == 2 and "not kept" in err and err.count("\n") == 1
    assert not (tmp_path / "home").exists()


def test_cards_that_changed_places_are_named_with_the_remedy_and_may_be_insisted_on(
    shown: Callable[..., Path], kibitz: Run
) -> None:
    photo = shown(in_order(QD="KD", KD="QD"))
    status, out, err = kibitz("learn-deck", "mine", photo)
    assert (status, out) == (2, "")
    assert "row 3, card 11 reads as KD, expected QD" in err and "--as-laid" in err and err.count("\n") == 1
    assert kibitz("learn-deck", "mine", photo, "--as-laid")[0] == 0


def test_a_card_that_lies_twice_is_named_though_it_lies_at_its_own_place_too(
    shown: Callable[..., Path], kibitz: Run
) -> None:
    cells = in_order()
    twice = ORDER.index(parse_card("KD"))
    cells[twice] = cell(parse_card("QD"), twice + 1, sure=0.9999)
    status, out, err = kibitz("learn-deck", "mine", shown(cells))
    assert (status, out) == (2, "") and "reads as QD, expected KD" in err and "--as-laid" in err
    cells[twice] = cell(parse_card("QD"), twice + 1, sure=0.96)  # most likely read wrong: what learning is for
    assert kibitz("learn-deck", "mine", shown(cells))[0] == 0


def test_a_picture_that_shows_another_card_than_it_says_is_named(shown: Callable[..., Path], kibitz: Run) -> None:
    folder = shown([cell(parse_card("QD"), 1, sure=0.9999)]).parent
    (folder / "pack.png").rename(folder / "KC.png")
    status, out, err = kibitz("learn-deck", "mine", folder)
    assert (status, out) == (2, "") and "KC.png reads as QD, expected KC" in err
    assert kibitz("learn-deck", "mine", folder, "--as-laid")[0] == 0


def test_a_card_that_is_missing_is_listed_and_the_others_are_learnt(shown: Callable[..., Path], kibitz: Run) -> None:
    cells = [c for c, card in zip(in_order(), ORDER, strict=True) if card != parse_card("9H")]
    status, out, _ = kibitz("learn-deck", "mine", shown(cells))
    assert status == 0 and "not learnt: 9H" in out


def test_too_few_cards_are_an_error(shown: Callable[..., Path], kibitz: Run) -> None:
    status, out, err = kibitz("learn-deck", "mine", shown([c for i, c in enumerate(in_order()) if i % 3]))
    assert (status, out) == (2, "") and "only 34 of 52" in err
    assert kibitz("learn-deck", "mine", shown([]))[2].startswith("kibitz: no cards are found")


def test_pictures_named_after_their_cards_need_no_order(shown: Callable[..., Path], kibitz: Run) -> None:
    folder = shown([cell(5, 1)]).parent
    (folder / "pack.png").unlink()
    for name in ("QD", "QD-2", "10♠", "ks", "RJ"):
        write(folder / f"{name}.png", np.zeros((8, 8, 3), np.uint8))
    status, out, err = kibitz("learn-deck", "mine", folder, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["cards"] == ["TS", "QD", "KS", "RJ"]
    write(folder / "IMG_1.png", np.zeros((8, 8, 3), np.uint8))
    status, _, err = kibitz("learn-deck", "mine", folder)
    assert status == 2 and "IMG_1.png" in err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["mine"], "a name and a source"),
        (["../mine", "x.png"], "no name for a pack"),
        (["mine", "nowhere.png"], "nowhere.png"),
        (["--remove", "mine"], "has not been learnt"),
    ],
)
def test_bad_usage_is_one_line(args: list[str], told: str, kibitz: Run) -> None:
    status, out, err = kibitz("learn-deck", *args)
    assert (status, out) == (2, "") and told in err and err.count("\n") == 1


def test_a_pack_that_is_not_known_or_learnt_for_another_reader_is_one_line(kibitz: Run, tmp_path: Path) -> None:
    folder, about = tmp_path / "home" / "packs", About(52, "", 0.5, 0.9)
    save_pack(folder, "old", ZERO, "another", about)
    save_pack(folder, "new", ZERO, reader_of(WEIGHTS), about)
    photo = write(tmp_path / "empty.png", np.zeros((64, 64, 3), np.uint8))
    assert "known: new, old" in kibitz("see", "--deck", "grandmas", photo)[2]
    status, _, err = kibitz("see", "--deck", "old", photo)
    assert status == 2 and "another reader" in err
    assert kibitz("see", "--deck", "new", photo)[0] == 0
    assert kibitz("learn-deck", "--remove", "old") == (0, "", "")
    assert kibitz("learn-deck", "--list", "--json")[1] == '{"deck": "new"}\n'


def test_the_folder_of_a_user_who_may_not_write_is_one_line(
    shown: Callable[..., Path], kibitz: Run, tmp_path: Path
) -> None:
    (tmp_path / "home").write_text("a file is in the way")
    status, _, err = kibitz("learn-deck", "mine", shown(in_order()))
    assert status == 2 and err.count("\n") == 1 and "Traceback" not in err


def test_a_camera_is_looked_through_until_enter_or_for_some_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = [Frame(np.zeros((4, 4, 3), np.uint8), float(t)) for t in range(0, 2 * learn_deck.LONGEST, 10)]
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert [f.time for f in learn_deck._until_enter(iter(frames))][-1] == learn_deck.LONGEST
    typed = threading.Event()

    class Keyboard:
        def readline(self) -> str:
            typed.wait(10)
            return "\n"

    monkeypatch.setattr("sys.stdin", Keyboard())
    looked = learn_deck._until_enter(iter(frames))
    next(looked)
    typed.set()
    for thread in threading.enumerate():
        if thread.name == "enter":
            thread.join(10)
    assert list(looked) == []
