"""The same card over time, on drawn tables: voting, hands, covered and taken cards, order in a heap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from rules.cards import CARD_COUNT, PACKS, card_name, parse_card
from rules.table import MIDDLE, Place, TableView
from tests.drawn_table import DrawnReader, both, film, hand_away, hand_over, lay, nothing, take
from vision.sighting import Sighting
from vision.tracker import Scene, Tracker
from vision.zones import table_view

PLACES = (Place(MIDDLE, (0, 0.25, 1, 0.75)), Place("Ann", (0, 0.75, 1, 1)), Place("Ben", (0, 0, 1, 0.25)))


def views(*scenes: object, reader: DrawnReader | None = None, tracker: Tracker | None = None) -> list[TableView]:
    """What is seen of a film, frame by frame."""
    reader = reader or DrawnReader()
    tracker = tracker or Tracker(reader.sure, pack=PACKS[36])
    found = []
    for time, picture in film(*scenes):  # type: ignore[arg-type]
        tracker.look(picture, time)
        scene = tracker.update(reader.read(picture).sightings, [place.box for place in PLACES])
        found.append(table_view(scene, PLACES))
    return found


def middle(view: TableView) -> list[str] | None:
    """Names in the middle, lowest first; None if it is not at rest."""
    cards = view.places.get(MIDDLE)
    return None if cards is None else ["?" if card.card is None else card_name(card.card) for card in cards]


def story(found: Sequence[TableView]) -> list[list[str]]:
    """The different middles at rest, in order."""
    told: list[list[str]] = []
    for view in found:
        names = middle(view)
        if names is not None and (not told or told[-1] != names):
            told.append(names)
    return told


def test_an_empty_table_is_seen_empty_once_it_has_been_at_rest() -> None:
    found = views((1.0, nothing))
    assert middle(found[0]) is None
    assert middle(found[-1]) == []


def test_a_card_is_seen_when_the_table_has_been_at_rest_for_the_settling_time() -> None:
    found = views((1.0, nothing), (1.0, lay("7C", 300, 150)))
    assert [middle(view) for view in found[10:13]] == [None, None, None]
    assert middle(found[13]) == ["7C"]


@pytest.mark.parametrize("settle", [0.2, 0.6, 2.0])
def test_the_settling_time_can_be_set(settle: float) -> None:
    found = views((2.5, nothing), (3.0, lay("7C", 300, 150)), tracker=Tracker(0.6, settle, PACKS[36]))
    first = next(view.time for view in found if middle(view) == ["7C"])
    assert first == pytest.approx(2.5 + settle, abs=0.11)


def test_later_cards_lie_higher_and_hidden_ones_come_back_in_their_old_order() -> None:
    found = views(
        (1, nothing), (1, lay("7C", 300, 150)), (1, lay("8C", 314, 154)), (1, lay("6D", 300, 150)), (1, take("6D"))
    )
    assert story(found) == [[], ["7C"], ["7C", "8C"], ["7C", "8C", "6D"], ["7C", "8C"]]
    assert [card.hidden for card in found[-11].places[MIDDLE]] == [True, False, False]


def test_of_two_cards_laid_at_once_the_one_that_covers_the_other_is_higher() -> None:
    found = views((1, nothing), (1, both(lay("KC", 300, 150), lay("6D", 314, 154))))
    assert story(found)[-1] == ["KC", "6D"]


def test_a_hand_over_the_pile_is_no_taken_pile() -> None:
    found = views((1, nothing), (1, lay("7C", 300, 150)), (2.5, hand_over(320, 170)), (1, hand_away))
    assert story(found) == [[], ["7C"]]
    covered = [view for view in found if 2.0 <= view.time < 4.4]
    assert all(MIDDLE not in view.places for view in covered)
    assert middle(found[-1]) == ["7C"]


def test_a_hand_beside_the_middle_does_not_keep_it_from_being_read() -> None:
    found = views((1, nothing), (1, hand_over(600, 345)), (1, lay("7C", 200, 150)))
    assert middle(found[-1]) == ["7C"]
    assert "Ann" not in found[-1].places


def test_a_taken_card_leaves_an_empty_table() -> None:
    found = views((1, nothing), (1, lay("7C", 300, 150)), (1, take("7C")))
    assert story(found) == [[], ["7C"], []]


def test_a_card_that_is_not_read_does_not_make_the_pile_look_taken() -> None:
    found = views(
        (1, nothing), (1, lay("7C", 300, 150)), (1, lay("2C", 312, 152)), reader=DrawnReader({"2C": ("2C", 0.0)})
    )
    assert story(found)[:2] == [[], ["7C"]]
    assert [] not in story(found)[1:]


def test_a_card_missed_in_some_frames_stays() -> None:
    class Blinking(DrawnReader):
        count = 0

        def read(self, image: NDArray[np.uint8], *, thorough: bool = True):  # type: ignore[no-untyped-def]
            self.count += 1
            reading = super().read(image)
            return type(reading)([] if self.count > 20 and self.count % 3 else reading.sightings)

    found = views((1, nothing), (4, lay("7C", 300, 150)), reader=Blinking())
    assert story(found) == [[], ["7C"]]


def test_a_doubtful_card_has_candidates_likeliest_first() -> None:
    found = views((1, nothing), (1, lay("8S", 300, 150)), reader=DrawnReader({"8S": ("6S", 0.55)}))
    card = found[-1].places[MIDDLE][0]
    assert card.card is None
    assert [card_name(c) for c in card.candidates] == ["6S", "8S"]


def test_one_misreading_is_outvoted() -> None:
    class OnceWrong(DrawnReader):
        count = 0

        def read(self, image: NDArray[np.uint8], *, thorough: bool = True):  # type: ignore[no-untyped-def]
            self.count += 1
            self.misread = {parse_card("8S"): (parse_card("6S"), 0.9)} if self.count == 13 else {}
            return super().read(image)

    assert story(views((1, nothing), (2, lay("8S", 300, 150)), reader=OnceWrong())) == [[], ["8S"]]


def test_a_corrected_card_stays_corrected() -> None:
    tracker = Tracker(0.6, pack=PACKS[36])
    reader = DrawnReader({"8S": ("6S", 0.95)})
    number = 0
    for time, picture in film((1, nothing), (3, lay("8S", 300, 150))):
        tracker.look(picture, time)
        scene = tracker.update(reader.read(picture).sightings, [PLACES[0].box])
        if time == 2.0:
            number = scene.tracks[0].number
            assert scene.tracks[0].card == parse_card("6S")
            tracker.correct(number, parse_card("8S"))
    assert [(track.number, track.card) for track in scene.tracks] == [(number, parse_card("8S"))]


def test_cards_that_are_not_in_the_pack_are_never_read() -> None:
    found = views((1, nothing), (1, lay("7C", 300, 150)), reader=DrawnReader({"7C": ("2C", 0.6)}))
    assert middle(found[-1]) in (["7C"], ["?"])


def test_a_change_of_light_is_no_hand() -> None:
    def dim(table):  # type: ignore[no-untyped-def]
        table.light = 0.85

    class DimReader(DrawnReader):
        def read(self, image: NDArray[np.uint8], *, thorough: bool = True):  # type: ignore[no-untyped-def]
            bright = super().read(image)
            self.last = bright if bright.sightings else self.last
            return self.last

    reader = DimReader()
    reader.last = DrawnReader().read(np.zeros((8, 8, 3), np.uint8))
    found = views((1, nothing), (1, lay("7C", 300, 150)), (2, dim), reader=reader)
    assert middle(found[-1]) == ["7C"]


def test_something_that_stays_on_the_table_becomes_part_of_it() -> None:
    found = views((1, nothing), (8, hand_over(500, 160)), (1, lay("7C", 200, 150)))
    assert middle(found[-1]) == ["7C"]


def test_cards_in_a_players_place_are_kept_apart() -> None:
    found = views((1, nothing), (1, both(lay("7C", 300, 150), lay("AH", 200, 290))))
    assert middle(found[-1]) == ["7C"]
    assert [card.card for card in found[-1].places["Ann"]] == [parse_card("AH")]


def seen_card(ends: int, corners: NDArray[np.float32], **likely: float) -> Sighting:
    """A sighting by hand; ``likely`` are cards written suit first (D7=0.9), as names must begin with a letter."""
    probabilities = np.zeros(CARD_COUNT, np.float32)
    for name, value in likely.items():
        probabilities[parse_card(name[::-1])] = value
    best = int(probabilities.argmax())
    kind = "card" if ends > 1 else "index"
    return Sighting(kind, best, float(probabilities[best]), corners, probabilities, ends)  # type: ignore[arg-type]


CARD = np.array([[300, 150], [390, 150], [390, 280], [300, 280]], np.float32)
INDEX = np.array([[306, 158], [322, 158], [322, 184], [306, 184]], np.float32)
OTHER = CARD + np.float32([8, 30])


def after(first: Sequence[Sighting], then: Sequence[Sighting]) -> Scene:
    """The end of two rests, with movement where the cards lie between them."""
    tracker = Tracker(0.8, pack=PACKS[36])
    table = np.full((400, 640, 3), 120, np.uint8)
    busy = table.copy()
    busy[120:320, 260:430] = 20
    for n in range(30):
        tracker.look(busy if 12 <= n < 15 else table, n / 10)
        scene = tracker.update(first if n < 12 else [] if n < 15 else then, [PLACES[0].box])
    return scene


def test_what_peeps_out_of_a_known_card_is_no_new_card() -> None:
    old = seen_card(2, CARD, D7=0.99)
    on_it = seen_card(2, OTHER, D9=0.99)
    peeping = seen_card(1, INDEX, HJ=0.25, HA=0.2, DJ=0.1)
    scene = after([old], [on_it, peeping])
    assert {track.card for track in scene.tracks} == {parse_card("7D"), parse_card("9D")}


def test_a_card_that_is_read_for_sure_where_another_lay_is_a_new_card() -> None:
    scene = after([seen_card(2, CARD, D7=0.99)], [seen_card(2, CARD, HJ=0.97)])
    assert parse_card("JH") in {track.card for track in scene.tracks if not track.hidden}


def test_a_card_read_from_both_ends_is_not_read_anew_from_one_that_is_covered_in_part() -> None:
    scene = after([seen_card(2, CARD, DJ=0.99)], [seen_card(2, OTHER, HA=0.99), seen_card(1, INDEX, HJ=0.85, DJ=0.1)])
    assert {track.card for track in scene.tracks} == {parse_card("JD"), parse_card("AH")}


def test_an_unsure_look_that_is_not_seen_again_leaves_nothing_behind() -> None:
    tracker = Tracker(0.8, pack=PACKS[36])
    table = np.full((400, 640, 3), 120, np.uint8)
    sure, passing = seen_card(2, OTHER, HA=0.99), seen_card(1, INDEX, H9=0.3, S8=0.25)
    for n in range(20):
        tracker.look(table, n / 10)
        scene = tracker.update([sure, passing] if n < 3 else [sure], [PLACES[0].box])
    assert [track.card for track in scene.tracks] == [parse_card("AH")]


def test_a_card_that_a_hand_lays_squarely_on_another_is_new_though_on_its_way_it_reads_like_the_lower_one() -> None:
    tracker = Tracker(0.6, pack=PACKS[36])
    table = np.full((400, 640, 3), 120, np.uint8)
    busy = table.copy()
    busy[120:320, 260:430] = 20
    lower = seen_card(2, CARD, S8=0.99)
    carried = seen_card(2, CARD + np.float32([2, -6]), H8=0.26, HT=0.15, S8=0.11)
    upper = seen_card(2, CARD + np.float32([2, -6]), HT=0.87, H8=0.09)
    for n in range(40):
        tracker.look(busy if 12 <= n < 16 else table, n / 10)
        scene = tracker.update([lower] if n < 14 else [carried] if n < 18 else [upper], [PLACES[0].box])
    by_card = {track.card: track for track in scene.tracks}
    assert by_card[parse_card("TH")].number != by_card[parse_card("8S")].number
