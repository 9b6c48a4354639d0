"""The table screen in its states: scripted ones on a drawn table, and real ones without a camera. Collected by tests.shots."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from rules.bots import LEVELS
from rules.cards import card_name, parse_card
from rules.record import Record
from rules.referee import Referee
from tests.app import window_kit as kit
from tests.app.window_fake import FakeLive, Ruling, State

PILE = [("7C", 560, 330, 4.0), ("9C", 650, 350, -8.0), ("6D", 770, 372, 12.0)]
MOVES = (
    Ruling(1, "Ann", "7C"),
    Ruling(2, "Ben", "9C 6D"),
    Ruling(
        3,
        "Ann",
        "8D JS",
        "illegal",
        ("SK-8",),
        "8D is lower than 9D, the card on top, and diamonds are not Ann's trumps.",
    ),
    Ruling(4, "Ann", "TD KH"),
    Ruling(5, "Ben", "take"),
    Ruling(6, "Ann", "QS", "unverified", (), ""),
)
HAND = ("8D", "TD", "QH", "JS", "KH", "AS")
WHY = (
    "8D is lower than 9D, the card on top, and diamonds are not trumps of Ann. "
    "A card beats if it is higher in the same suit, or a trump."
)


def start(live: FakeLive) -> None:
    live.shows(kit.drawn_table([]), could=tuple(map(card_name, range(16, 52))), may_undo=0)


def legal(live: FakeLive) -> None:
    live.shows(
        kit.drawn_table(PILE),
        last=MOVES[1],
        moves=MOVES[:2],
        to_move="Ann",
        legal=(*(f"{a} {b}" for a in HAND[:3] for b in HAND if a != b), "take"),
        could=None,
    )


def illegal(live: FakeLive) -> None:
    legal(live)
    last = Ruling(3, "Ann", "8D JS", "illegal", ("SK-8",), WHY, "TD JS")
    live.shows(
        kit.drawn_table([*PILE, ("8D", 700, 250, -20.0), ("JS", 810, 240, 8.0)]),
        last=last,
        moves=(*MOVES[:2], last),
        take_back=True,
    )


def unverified(live: FakeLive) -> None:
    live.shows(
        kit.drawn_table([*PILE, ("QS", 690, 250, -20.0)]),
        last=MOVES[5],
        moves=MOVES,
        to_move="Ben",
        legal=None,
        could=("take", "KS", "AS", "7H", "8H", "9H"),
    )


def question(live: FakeLive) -> None:
    from app.events import QuestionEvent

    legal(live)
    live.shows(
        kit.drawn_table([*PILE, ("6S", 700, 230, -20.0)], unsure=("6S",)),
        question=QuestionEvent(0.0, 3, ("6S", "8S"), "middle"),
    )


def which_misread(live: FakeLive) -> None:
    from app.events import QuestionEvent

    illegal(live)
    live.shows(question=QuestionEvent(0.0, 4, ("8D", "JS"), "", about=3))


def mismatch(live: FakeLive) -> None:
    from app.events import MismatchEvent

    legal(live)
    live.shows(mismatch=MismatchEvent(0.0, ("7C", "9C", "6D"), ("7C", "6D")))


def correction(live: FakeLive) -> None:
    question(live)


def marked(live: FakeLive) -> None:
    """Cards that do not lie as they should, where they are."""
    from app.events import MismatchEvent
    from app.state import Mark

    legal(live)
    live.shows(
        kit.drawn_table([*PILE, ("QS", 690, 250, -20.0)]),
        mismatch=MismatchEvent(0.0, ("7C", "9C", "6D", "KH"), ("7C", "9C", "6D", "QS")),
        marks=(Mark("new", "middle", parse_card("QS"), 4), Mark("gone", "Ben", parse_card("KH"))),
    )


def several(live: FakeLive) -> None:
    """Two cards are asked about."""
    from app.events import QuestionEvent

    legal(live)
    asked = QuestionEvent(0.0, 3, ("6S", "8S"), "middle"), QuestionEvent(0.0, 4, ("QH", "KH", "QD"), "middle")
    live.shows(kit.drawn_table([*PILE, ("6S", 700, 230, -20.0)], unsure=("6S",)), question=asked[0], questions=asked)


def late(live: FakeLive) -> None:
    from app.events import LateEvent

    legal(live)
    live.shows(None, LateEvent(0.0, 2, "SK-11", "9C was in the hand of Ben, and would have beaten 7C."), to_move="Ben")


def told(live: FakeLive) -> None:
    """A bot at a real table."""
    from app.state import Seat, ToLay

    legal(live)
    live.shows(to_lay=ToLay("Ben", "9C 6D"), to_move="Ben", seats=(Seat("Ann"), Seat("Ben", "easy")))


def asks_hand(live: FakeLive) -> None:
    from app.state import Seat

    legal(live)
    live.shows(asks_hand="Ben", to_move="Ben", seats=(Seat("Ann"), Seat("Ben", "easy")))


def paused(live: FakeLive) -> None:
    legal(live)
    live.shows(paused=True)


def end(live: FakeLive) -> None:
    live.shows(
        kit.drawn_table(PILE),
        last=MOVES[3],
        moves=MOVES,
        to_move=None,
        legal=(),
        outcome="win Ann",
        why_ended="SK-13: Ann has no cards left.",
        points={"Ann": 0, "Ben": 1},
    )


STATES: dict[str, tuple[Callable[[FakeLive], None], Callable[[Any], None] | None]] = {
    "1-start": (start, None),
    "2-legal": (legal, None),
    "3-illegal": (illegal, None),
    "4-unverified": (unverified, None),
    "5-question": (question, None),
    "5b-several": (several, None),
    "6-correction": (correction, lambda screen: screen.correct(4)),
    "6b-missing": (legal, lambda screen: screen.corrections.missing(0.5, 0.5)),
    "7-which-misread": (which_misread, None),
    "8-mismatch": (mismatch, None),
    "8b-marks": (marked, None),
    "9-end": (end, None),
    "a-late": (late, None),
    "b-told": (told, None),
    "c-asks-hand": (asks_hand, None),
    "d-paused": (paused, None),
    "e-rule": (illegal, lambda screen: screen.attention.press_rule()),
    "f-menu": (legal, lambda screen: screen.show_menu()),
    "g-show-hand": (legal, lambda screen: screen.show_hand()),
}


def watched(state: str, size: tuple[int, int]) -> Any:
    """The screen of a watched table in one of STATES."""
    prepare, then = STATES[state]
    live = FakeLive()
    live.now = State(points={"Ann": 0, "Ben": 0})
    prepare(live)
    screen = kit.show(live, size)
    if then:
        then(screen)
    return screen


NEEDED = {"svoi-kozyri": {"Trumps": "Ann=S, Ben=H, Cid=D"}, "courtesan": {"Queens": "Ann=S, Ben=H, Cid=D"}}


def played(game: str, size: tuple[int, int], turns: int, *, bots: bool = True, then: str = "") -> Any:
    """The screen of a table without a camera after so many moves of Ann; ``then``: "refused", "rule" or "moves"."""
    from app.live import LiveTable
    from app.session import Session
    from app.window.about import About

    referee = Referee(Record.new(game, ["Ann", "Ben", "Cid"], NEEDED.get(game, {}) | {"Seed": "7"}))
    level = {"Ben": LEVELS["greedy"], "Cid": LEVELS["greedy"]}
    session, random = Session(referee, bots=level, camera=False), Random(1)
    while session.referee.to_move is not None and (session.referee.to_move != "Ann" or turns > 0):
        if session.referee.to_move == "Ann":
            turns -= 1
            session.play("Ann", random.choice(session.state("Ann").legal or ("take",)))
        else:
            session.bot_moves()
    live = LiveTable(None, None, session.referee, bots=level if bots else {}, pace=1e9)
    screen = kit.show(live, size, About.game_of(session.referee))
    screen.drawn.calm = False
    if then in ("refused", "rule"):
        hand = [card for card in screen.own.hand.fan.children if not card.lit]
        screen.own.tap(hand[0].card)
        if then == "rule":
            screen.attention.press_rule()
    elif then == "moves":
        screen.show_moves()
    elif then == "held":
        screen.own.hand.bar.held = True
    return screen


SHOTS: dict[str, Callable[[tuple[int, int]], Any]] = {
    **{f"table-{state}": lambda size, state=state: watched(state, size) for state in STATES},  # type: ignore[misc]
    "played-svoi-kozyri": lambda size: played("svoi-kozyri", size, 3),
    "played-svoi-kozyri-refused": lambda size: played("svoi-kozyri", size, 3, then="refused"),
    "played-svoi-kozyri-rule": lambda size: played("svoi-kozyri", size, 3, then="rule"),
    "played-svoi-kozyri-many": lambda size: played("svoi-kozyri", size, 9),
    "played-svoi-kozyri-end": lambda size: played("svoi-kozyri", size, 99),
    "played-courtesan": lambda size: played("courtesan", size, 7),
    "played-ceraria": lambda size: played("ceraria", size, 3),
    "played-ceraria-covered": lambda size: played("ceraria", size, 3, bots=False),
    "played-ceraria-held": lambda size: played("ceraria", size, 3, bots=False, then="held"),
    "played-crusaders": lambda size: played("crusaders", size, 5),
    "played-crusaders-moves": lambda size: played("crusaders", size, 5, then="moves"),
    "played-cuckoo": lambda size: played("cuckoo", size, 0),
}
