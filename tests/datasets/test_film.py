"""The film maker: it shows what the record says, the same every time, and tells what no camera sees."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from app.paths import DEMO
from datasets.demo_deck import demo_deck
from datasets.film import Film, main
from datasets.film_script import Moment, Script
from datasets.film_story import story
from rules.cards import BLACK_JOKER, Card, card_name
from rules.record import HoldsLine, MoveLine, parse
from rules.referee import Referee

GAMES = Path(__file__).parent / "games"
RECORDS = [DEMO / "table.kbz", *sorted(GAMES.glob("*.kbz"))]
DEMO_SEED = 1
SMALL = (640, 360)

SHORT = """[Game "svoi-kozyri"]
[Players "Ann, Ben"]
[Trumps "Ann=S, Ben=H"]
[Hand:Ann "7C"]
[Hand:Ben "??x1"]

Ann: 7C
Ben: concede
"""


def film_of(path: Path, seed: int = 0) -> Film:
    return Film(story(path.read_text(encoding="utf-8")), demo_deck(), seed, SMALL)


def rests(script: Script) -> list[tuple[float, float]]:
    """Beginning and length of every stretch without a hand."""
    found: list[tuple[float, float]] = []
    now, fresh = 0.0, True
    for clip in script.clips:
        if clip.moving is None:
            start, length = (now, 0.0) if fresh else found.pop()
            found.append((start, length + clip.seconds))
        fresh = clip.moving is not None
        now += clip.seconds
    return found


def middle(moment: Moment) -> list[Card | None]:
    return [lying.card for lying in moment.lying if lying.place == "middle"]


def expected(path: Path) -> list[tuple[list[Card | None], list[Card | None]]]:
    """Middle and shown hand at every rest, from the record alone."""
    record = parse(path.read_text(encoding="utf-8"))
    referee = Referee(parse(path.read_text(encoding="utf-8").split("\n\n")[0] + "\n"))
    pile: list[Card | None] = list(referee.game.middle(referee.position))
    table = [(pile, [])]
    for line in record.body:
        if isinstance(line, HoldsLine):
            cards = [None if word == "??" else parse_name(word) for word in line.cards.split()]
            referee.holds(line.player, cards)
            table += [(pile, cards), (pile, [])]
        elif isinstance(line, MoveLine):
            if referee.play(line.player, line.text).verdict == "illegal":
                table.append(([*pile, *map(parse_name, line.text.split())], []))
            pile = list(referee.game.middle(referee.position))
            table.append((pile, []))
    return table


def parse_name(name: str) -> Card:
    return next(card for card in range(54) if card_name(card) == name)


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_the_records_are_canonical_and_marked_as_the_referee_rules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert Referee(parse(text)).text() == text


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_whenever_the_table_rests_it_shows_what_the_record_says(path: Path, seed: int) -> None:
    script = film_of(path, seed).script
    seen = []
    for start, length in rests(script):
        moment = script.at(start + length / 2)
        assert moment.hand is None and not moment.carried
        shown = [lying.card for lying in moment.lying if lying.place != "middle"]
        seen.append((middle(moment), shown))
    assert seen == expected(path)


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_every_rest_is_long_enough_to_be_noticed(path: Path) -> None:
    script = film_of(path, 3).script
    for start, length in rests(script):
        fan = any(lying.place != "middle" for lying in script.at(start + 0.1).lying)
        assert length >= (1.5 if fan else 0.8)


@pytest.mark.parametrize("seed", [DEMO_SEED, 4])
@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_cards_just_laid_and_cards_of_a_shown_hand_can_be_read(path: Path, seed: int) -> None:
    film = film_of(path, seed)
    before: set[str] = set()
    for start, length in rests(film.script):
        truth = film.painter.truth(film.script.at(start + length / 2))
        names = [str(card["card"]) for card in truth]
        hidden = [name for name, card in zip(names, truth, strict=True) if not card["indices"]]
        assert not set(hidden) - before, f"at {start:.1f} s"
        if names:
            assert truth[-1]["indices"]
        before = set(names)


def test_a_film_is_the_same_for_a_seed_and_another_for_another() -> None:
    path = GAMES / "mistakes.kbz"
    one, same, other = film_of(path, 5), film_of(path, 5), film_of(path, 6)
    numbers = [0, 19, len(one) // 2]
    assert all(np.array_equal(one.frame(n), same.frame(n)) for n in numbers)
    assert np.array_equal(one.frame(19), one.frame(19))  # asked for out of order
    assert not np.array_equal(one.frame(0), other.frame(0))


def test_a_card_lies_where_the_truth_says() -> None:
    film = film_of(GAMES / "threes.kbz", 2)
    start, length = rests(film.script)[1]
    moment = film.script.at(start + length / 2)
    (card,) = film.painter.truth(moment)
    frame = film.frame(round((start + length / 2) * film.fps)).astype(int)
    inside = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(np.array(card["quad"])).astype(np.int32), 1)
    bright = frame.min(axis=2) > 150
    assert bright[inside > 0].mean() > 0.6
    assert bright[inside == 0].mean() < 0.02
    assert card["card"] == "8H" and card["place"] == "middle"


def test_what_no_camera_sees_is_told_while_the_table_rests() -> None:
    film = Film(story(SHORT), demo_deck(), 0, SMALL)
    (line,) = film.input_lines()
    said = json.loads(line)
    assert said["say"] == "Ben: concede"
    assert film.script.at(said["t"]).hand is None
    assert said["t"] > rests(film.script)[1][0]


def test_a_written_film_is_read_by_opencv_and_has_its_files_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out, truth = tmp_path / "g.kbz", tmp_path / "g.mp4", tmp_path / "truth.jsonl"
    game.write_text(SHORT, encoding="utf-8")
    assert main([str(game), str(out), "--size", "320x192", "--fps", "5", "--truth", str(truth)]) == 0
    capture = cv2.VideoCapture(str(out))
    frames = 0
    while True:
        ok, picture = capture.read()
        if not ok:
            break
        assert picture.shape == (192, 320, 3)
        frames += 1
    lines = truth.read_text(encoding="utf-8").splitlines()
    assert frames == len(lines) > 10
    assert [card["card"] for card in json.loads(lines[-1])["cards"]] == ["7C"]
    assert "concede" in (tmp_path / "g.jsonl").read_text(encoding="utf-8")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["g.jsonl", "g.kbz", "g.mp4", "truth.jsonl"]


@pytest.mark.parametrize(
    ("text", "out", "words"),
    [
        (None, "o.mp4", "cannot be read"),
        (SHORT.replace("Ann: 7C", "Ann: 7X"), "o.mp4", "line 7"),
        (SHORT.replace("Ann: 7C\nBen: concede", "Ann: 7C 7C"), "o.mp4", "line 7"),
        (SHORT, "o.avi", ".mp4"),
        (SHORT, "no/such/o.mp4", "no folder"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    text: str | None, out: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "g.kbz"
    if text is not None:
        game.write_text(text, encoding="utf-8")
    assert main([str(game), str(tmp_path / out)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and words in err
    assert list(tmp_path.iterdir()) == ([game] if text is not None else [])


def test_a_path_that_the_encoder_cannot_write_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, out = tmp_path / "g.kbz", tmp_path / "o.mp4"
    game.write_text(SHORT, encoding="utf-8")
    out.mkdir()
    assert main([str(game), str(out), "--size", "64x64", "--fps", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == [game, out]


def test_three_players_and_a_hand_seen_in_part() -> None:
    told = story(
        """[Game "svoi-kozyri"]
[Players "Ann, Ben, Cid"]
[Trumps "Ann=S, Ben=H, Cid=D"]
[Leader "Ben"]
[Option:take "forced"]
[Pile "6H 9C TD KD JS"]
[Hand:Ann "7S 8S"]
[Hand:Ben "QS KC 7C"]
[Hand:Cid "??x3"]

Ben: take ; illegal SK-11
Cid holds TC 7D ??
"""
    )
    film = Film(told, demo_deck(), 9, SMALL)
    pile = [parse_name(name) for name in ["6H", "9C", "TD", "KD", "JS"]]
    start, taken, back, shown, end = [film.script.at(at + length / 2) for at, length in rests(film.script)]
    assert [middle(moment) for moment in (start, taken, back, shown, end)] == [pile, pile[:2], pile, pile, pile]
    assert [card["card"] for card in film.painter.truth(shown)][5:] == ["TC", "7D", "back"]


def test_the_deck_has_every_card_with_two_tight_indices() -> None:
    deck = demo_deck()
    assert sorted(deck.faces) == list(range(54)) and deck.held_out and len(deck.backs) == 2
    for card, face in deck.faces.items():
        height, width = face.image.shape[:2]
        assert len(face.indices) == 2
        assert face.image[0, 0, 3] == 0 and face.image[height // 2, width // 2, 3] == 255
        for quad in face.indices:
            tall, wide = np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[1] - quad[0])
            assert tall > wide > 20 and quad.min() > 0 and quad[:, 0].max() < width and quad[:, 1].max() < height
        first, second = face.indices
        assert first[0, 1] < first[3, 1] and second[0, 1] > second[3, 1]  # the second stands on its head
        assert card >= BLACK_JOKER or tall < 0.25 * height


def test_the_demo_film_is_small_short_and_made_from_its_record() -> None:
    path = DEMO / "table.mp4"
    assert path.stat().st_size < 4_000_000
    capture = cv2.VideoCapture(str(path))
    assert (capture.get(cv2.CAP_PROP_FRAME_WIDTH), capture.get(cv2.CAP_PROP_FRAME_HEIGHT)) == (1280, 720)
    film = Film(story((DEMO / "table.kbz").read_text(encoding="utf-8")), demo_deck(), DEMO_SEED)
    assert round(capture.get(cv2.CAP_PROP_FRAME_COUNT)) == len(film) <= 60 * film.fps
    assert (DEMO / "table.jsonl").read_text(encoding="utf-8").splitlines() == film.input_lines()
    ok, picture = capture.read()
    assert ok
    assert np.abs(picture.astype(int) - film.frame(0)).mean() < 4
