"""The Courtesan at the table: fans in which not every card can be read."""

from __future__ import annotations

from app.events import Event
from app.session import Session
from rules.cards import parse_card
from rules.record import parse
from rules.referee import Referee
from rules.table import DISCARD, SeenCard, TableView
from tests.rules.laid import seen

RECORD = (
    '[Game "courtesan"]\n[Players "Ann, Ben"]\n[Queens "Ann=H, Ben=S"]\n[Leader "Ann"]\n'
    '[Taxis:Ann "6S 9S"]\n[Stock "??x20"]\n[Discard "6C 7C 8C 9C TC JC QC KC AC 6D 7D 8D"]\n'
)
LYING = {DISCARD: "8D", "Ann": "QH", "Ann taxis": "6S", "Ben": "QS", "Ben taxis": ""}  # the 9S cannot be read


class Table:
    def __init__(self, record: str) -> None:
        self.session = Session(Referee(parse(record)))
        self.time = 0.0
        self.events: list[Event] = []

    def show(self, seconds: float = 1.5, extra: SeenCard | None = None, **places: str) -> None:
        """Shows what lies there now for a while: ``LYING``, but for these ``places`` (a blank in a name is written _); ``extra`` on the
        discard."""
        words = LYING | {name.replace("_", " "): text for name, text in places.items()}
        view: dict[str, tuple[SeenCard, ...]] = {name: seen(text) for name, text in words.items()}
        if extra is not None:
            view[DISCARD] += (extra,)
        for _ in range(round(seconds * 10)):
            self.time = round(self.time + 0.1, 1)
            self.events += self.session.see(TableView(self.time, view))

    @property
    def moves(self) -> list[str]:
        return [f"{r.player}: {r.move} {' '.join([r.verdict, *r.rules[:1]])}" for r in self.session.referee.rulings]


def test_a_card_of_a_fan_that_was_never_read_is_not_taken_for_one_that_has_been_used() -> None:
    table = Table(RECORD)
    table.show()
    table.show(Ann_taxis="6S 8S")
    assert table.moves == ["Ann: draw 8S legal"]
    table.show(4.0, Ann_taxis="6S 8S")
    table.show(Ann_taxis="6S 8S", Ben_taxis="7H")
    assert table.moves[1:] == ["Ben: draw 7H legal"]
    assert not any(event.kind == "misplaced" for event in table.events)


def test_what_has_been_seen_in_its_place_and_is_gone_is_gone() -> None:
    table = Table(RECORD)
    table.show(Ann_taxis="6S 9S")
    table.show(Ann_taxis="6S", discard="8D 9S")
    table.show(9.0, Ann_taxis="6S", discard="8D 9S")
    assert any(event.kind == "misplaced" for event in table.events)


def test_a_doubt_that_comes_to_nothing_does_not_make_an_illegal_move_wait_anew() -> None:
    """A sliver of the taxi below looks like a card for a while; then the hand comes back for the cards."""
    table = Table(RECORD)
    table.show(Ann_taxis="6S 9S")
    places = {"Ann_taxis": "9S", "Ben": "", "discard": "8D QS"}
    sliver = SeenCard(None, candidates=(parse_card("TH"), parse_card("JH")), track=99)
    table.show(0.7, extra=sliver, **places)
    table.show(0.5, **places)
    assert table.moves == ["Ann: ride 6S>QS illegal CO-5"]


def test_an_illegal_draw_that_is_out_of_sight_for_a_moment_is_not_told_twice() -> None:
    table = Table(RECORD)
    table.show(Ann_taxis="6S 9S")
    both = {"Ann_taxis": "6S 9S 8S TS"}
    table.show(2.0, **both)
    table.show(0.4, Ann_taxis="6S 9S (8S) (TS)")
    table.show(2.0, **both)
    assert table.moves == ["Ann: draw 8S TS illegal CO-4"]


def test_what_differed_elsewhere_before_a_move_is_not_its_fault() -> None:
    table = Table(RECORD)
    table.show(Ann_taxis="6S 9S")
    table.show(3.0, Ann_taxis="6S 9S", Ben="")  # somebody has taken Ben's queen into the hand
    table.show(9.0, Ann_taxis="6S 9S 8S", Ben="")
    assert table.moves == ["Ann: draw 8S legal"]
    assert not any(event.kind == "misplaced" for event in table.events)


def test_a_card_that_brings_others_counts_though_all_that_was_drawn_was_out_of_sight_for_a_moment() -> None:
    table = Table(RECORD)
    table.show(Ann_taxis="6S 9S")
    table.show(1.0, Ann_taxis="6S 9S", discard="8D QD TD")  # a queen brings two
    table.show(0.3, Ann_taxis="6S 9S", discard="8D (QD) (TD)")
    table.show(0.3, Ann_taxis="6S 9S", discard="8D (QD) TD")
    table.show(3.0, Ann_taxis="6S 9S KS", discard="8D (QD) TD")
    assert table.moves == ["Ann: draw QD TD KS legal"]
