"""Places that are arranged while a camera is watched: before the first move, after a knock, by a person."""

from __future__ import annotations

import cv2
import numpy as np

from app.eyes import Eyes
from rules.cards import PACKS, parse_card
from rules.table import Place
from tests.drawn_table import DrawnReader, DrawnTable
from vision.sources import Frame

PLACES = (Place("middle", (0.3, 0.3, 0.7, 0.7)), Place("Ann", (0.3, 0.75, 0.7, 1.0)))
QUEEN = {"Ann": (parse_card("QH"),)}


def eyes_on(table: DrawnTable, seconds: float = 2.5) -> Eyes:
    """Eyes that have looked at a table for a while, arranging the places as the cards lie."""
    eyes = Eyes(DrawnReader(), PLACES, PACKS[36])
    watch(eyes, table, 0.0, seconds)
    return eyes


def watch(eyes: Eyes, table: DrawnTable, start: float, seconds: float) -> None:
    picture = table.picture()
    for n in range(round(seconds * 10)):
        eyes.look(Frame(picture, start + n / 10))


def arranged(eyes: Eyes, table: DrawnTable) -> None:
    for n in range(40):
        eyes.look(Frame(table.picture(), 3 + n / 10))
        eyes.arrange(QUEEN)


def test_places_move_to_where_known_cards_have_lain_for_a_while() -> None:
    table = DrawnTable()
    table.lay("QH", 60, 280)
    eyes = eyes_on(table)
    assert eyes.places == PLACES
    arranged(eyes, table)
    x0, y0, x1, y1 = eyes.places[1].box
    assert x0 <= 82 / 640 <= x1
    assert y0 <= 311 / 360 <= y1


def test_places_a_person_has_put_somewhere_stay_there() -> None:
    table = DrawnTable()
    table.lay("QH", 60, 280)
    eyes = eyes_on(table)
    mine = tuple(Place(place.name, (0.1, 0.1, 0.2, 0.2)) for place in PLACES)
    eyes.places = mine
    arranged(eyes, table)
    assert eyes.places == mine


def test_places_move_with_a_knocked_camera() -> None:
    rng = np.random.default_rng(2)
    grain = cv2.GaussianBlur(rng.normal(0, 80, (420, 720, 1)), (0, 0), 4)
    cloth = np.clip(90 + 3 * grain[..., None] + np.zeros(3), 0, 200).astype(np.uint8)
    eyes = Eyes(DrawnReader(), PLACES, PACKS[36])
    told = []
    for n in range(30):
        x, y = (20, 20) if n < 15 else (52, 11) if n > 16 else (70, 5)
        look = eyes.look(Frame(np.ascontiguousarray(cloth[y : y + 360, x : x + 640]), n / 10))
        told.append(look.view.places)
    moved = np.array(eyes.places[0].box) - PLACES[0].box
    assert np.allclose(moved * (640, 360, 640, 360), (-32, 9, -32, 9), atol=1.5)
    assert told[-1] == {"middle": (), "Ann": ()}
