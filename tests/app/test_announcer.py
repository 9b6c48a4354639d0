"""What is told aloud: only what stands, fouls with their reason, nothing while a card is asked about, nothing of a covered hand."""

from __future__ import annotations

from typing import Any

from app.announcer import Announcer
from app.events import QuestionEvent, RefusedEvent
from app.settings import Settings
from tests.app.window_fake import Ruling, State

FIRST, SECOND = Ruling(1, "Ann", "7C"), Ruling(2, "Ben", "8D JS", "illegal", ("SK-8",), "8D does not beat 7C.")


class Heard:
    """A voice and a loudspeaker that write down."""

    def __init__(self, **settings: Any) -> None:
        self.told: list[str] = []
        now = Settings(**settings)
        self.announcer = Announcer(lambda: now, self, lambda name, _volume: self.told.append(name))  # type: ignore[arg-type]

    def say(self, text: str, *, foul: bool = False) -> None:
        self.told.append(("foul: " if foul else "") + text)

    def ruling(self, ruling: Any) -> None:
        self.told.append(f"ruling {ruling.n} {ruling.verdict}")

    def turn(self, player: str) -> None:
        self.told.append(f"turn {player}")

    def after(self, *states: Any) -> list[str]:
        for state in states:
            self.told.clear()
            self.announcer.tell(state)
        return self.told


def test_a_move_is_a_tick_and_a_foul_a_cross() -> None:
    start, legal = State(), State(moves=(FIRST,), last=FIRST, to_move="Ben")
    assert Heard().after(start) == [], "what there was before is not told"
    assert Heard().after(start, legal) == ["tick", "ruling 1 legal", "turn Ben"]
    foul = State(moves=(FIRST, SECOND), last=SECOND, to_move="Ben")
    assert Heard().after(start, legal, foul) == ["cross", "ruling 2 illegal"]
    assert Heard(sounds=False).after(start, legal, foul) == ["ruling 2 illegal"]


def test_nothing_is_told_twice_and_an_undo_is_silent_but_for_the_turn() -> None:
    start, legal = State(), State(moves=(FIRST,), last=FIRST, to_move="Ben")
    assert Heard().after(start, legal, legal) == []
    assert Heard().after(start, legal, start) == ["turn Ann"]


def test_while_a_card_is_asked_about_the_ruling_waits_for_the_answer() -> None:
    asked = State(moves=(FIRST,), last=FIRST, questions=(QuestionEvent(0.0, 1, ("6S", "8S"), "middle"),))
    corrected = Ruling(1, "Ann", "8S")
    heard = Heard()
    assert heard.after(State(), asked) == []
    assert heard.after(State(moves=(corrected,), last=corrected, to_move="Ben")) == [
        "tick",
        "ruling 1 legal",
        "turn Ben",
    ]


def test_why_a_move_was_refused_is_said_only_where_no_other_person_hears_it() -> None:
    refused = RefusedEvent(0.0, "Ann", "8D", ("SK-8",), "8D does not beat 7C.")
    assert Heard().after(State(), State(refused=refused)) == ["cross", "foul: Not allowed."]
    alone = State(refused=refused, viewer="Ann")
    assert Heard().after(State(viewer="Ann"), alone) == ["cross", "foul: Not allowed. 8D does not beat 7C."]
