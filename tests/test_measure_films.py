"""The measure of how hard films are to read counts what it says it counts."""

from __future__ import annotations

import numpy as np

from datasets.demo_deck import demo_deck
from datasets.film import Film
from datasets.film_story import story
from rules.cards import parse_card
from tests.datasets.test_film import GAMES
from tests.measure_films import FRAMES, RATE, Errors, compare, rests
from vision.sighting import Sighting


def quad(x: float, y: float, height: float = 20.0) -> list[list[float]]:
    return [[x, y], [x + 8, y], [x + 8, y + height], [x, y + height]]


def sighting(name: str, x: float, y: float, confidence: float = 0.99) -> Sighting:
    corners = np.array(quad(x, y), np.float32)
    return Sighting("index", parse_card(name), confidence, corners, indices=(corners,))


def test_each_free_index_is_right_wrong_unsure_or_missed_and_a_card_is_what_its_best_index_is() -> None:
    cards = [
        {"card": "7C", "indices": [quad(0, 0), quad(60, 90)]},
        {"card": "8D", "indices": [quad(200, 0)]},
        {"card": "9H", "indices": [quad(300, 0), quad(300, 90)]},
        {"card": "TS", "indices": [quad(400, 0, 11.0)]},  # too small to count
    ]
    seen = [sighting("7C", 2, 1), sighting("8S", 199, 0), sighting("9H", 300, 2, 0.5), sighting("KS", 500, 500)]
    errors = compare(cards, seen, 0.85)
    assert errors.counts == {"right and sure": 1, "missed": 2, "wrong and sure": 1, "unsure": 1}
    assert errors.cards == {"right and sure": 1, "wrong and sure": 1, "unsure": 1}
    assert errors.taken_for == {("8D", "8S"): 1} and errors.phantoms == 2
    total = Errors()
    total.add(errors)
    total.add(errors)
    assert total.pictures == 2 and total.share_right() == 1 / 3


def test_rests_are_frames_in_which_nothing_moves_as_far_apart_as_watch_reads_them() -> None:
    told = story((GAMES / "threes.kbz").read_text(encoding="utf-8"))
    film = Film(told, demo_deck(), 3, (320, 192), level="normal")
    found = rests(film)
    assert len(found) > 5
    for numbers in found:
        moments = [film.script.at(number / film.fps) for number in numbers]
        assert all(not moment.hands and not moment.carried and moment.lying == moments[0].lying for moment in moments)
        assert len(numbers) == FRAMES and abs((numbers[-1] - numbers[0]) / film.fps - (FRAMES - 1) / RATE) < 0.07
