"""What a screen shows of a table and what it sends: tapped moves, bots, what each viewer may know. No window, no picture."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.live import LiveTable
from app.own_move import bots_choice
from app.record_file import RecordFile
from app.session import Session
from app.state import SessionState
from rules.bots import LEVELS
from rules.cards import card_name, parse_card
from rules.games import GAMES
from rules.record import Record, parse
from rules.referee import Referee
from rules.table import MIDDLE, SeenCard, TableView

NEEDED = {"svoi-kozyri": {"Trumps": "Ann=S, Ben=H, Cid=D"}, "courtesan": {"Queens": "Ann=S, Ben=H, Cid=D"}}
PLAYERS = ["Ann", "Ben", "Cid"]


def dealt(game: str, seed: int = 7) -> Referee:
    return Referee(Record.new(game, PLAYERS, NEEDED.get(game, {}) | {"Seed": str(seed)}))


def hand(state: SessionState, player: str) -> tuple[int | None, ...]:
    seat = state.players.index(player)
    return next(heap.cards for heap in state.heaps if heap.kind == "hand" and heap.owner == seat)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_deal_is_played_by_taps_against_bots(game: str) -> None:
    bots = {"Ben": LEVELS["greedy"], "Cid": LEVELS["greedy"]}
    session = Session(dealt(game), bots=bots, camera=False)
    for _ in range(600):
        state = session.state("Ann")
        if state.to_move is None:
            break
        if state.to_move == "Ann":
            assert state.legal, "who plays the own hand sees the list"
            choice = bots_choice(session.referee, "Ann", LEVELS["greedy"])
            assert choice in state.legal
            events = session.play("Ann", choice)
        else:
            assert session.bot_on_turn == state.to_move
            events = session.bot_moves()
        assert events[0].kind == "move", [event.text() for event in events]
    state = session.state()
    assert state.to_move is None and state.outcome
    assert state.why_ended
    assert [seat.level for seat in state.seats] == ["", "greedy", "greedy"]
    assert all(ruling.verdict == "legal" for ruling in state.moves)


@pytest.mark.parametrize("game", ["svoi-kozyri", "ceraria", "crusaders", "cuckoo"])
def test_each_viewer_sees_the_own_hand_and_all_see_none(game: str) -> None:
    session = Session(dealt(game), camera=False)
    for viewer in PLAYERS:
        state = session.state(viewer)
        assert None not in hand(state, viewer)
        assert all(hand(state, other) == hand(session.state(), other) for other in PLAYERS if other != viewer)
        assert (state.legal is not None) == (viewer == state.to_move) or game == "cuckoo"
    open_ = [card for player in PLAYERS for card in hand(session.state(), player) if card is not None]
    assert len(open_) == (3 if game == "svoi-kozyri" else 0), "but for the trumps that were given openly (SK-4)"


def test_a_tapped_move_that_is_refused_is_told_with_its_rule_and_not_recorded() -> None:
    session = Session(dealt("svoi-kozyri"), camera=False)
    before = session.referee.text()
    mine = [card for card in hand(session.state("Ann"), "Ann") if card is not None]
    others = next(card for card in range(52) if session.referee.setup.cards >> card & 1 and card not in mine)
    [event] = session.play("Ann", card_name(others))
    assert event.kind == "refused" and session.state().refused == event
    told: Any = event
    assert told.rules and told.why and told.remedy
    assert "Ben" not in told.why and "Cid" not in told.why, "it does not tell who holds it"
    assert session.referee.text() == before
    session.play("Ann", card_name(mine[0]))
    assert session.state().refused is None


def test_what_would_be_legal_instead_tells_no_card_of_a_hand_that_only_its_owner_has_seen() -> None:
    record = parse("""[Game "svoi-kozyri"]
[Players "Ann, Ben"]
[Trumps "Ann=S, Ben=H"]
[Leader "Ann"]
[Pile "9C 8S"]
[Hand:Ann "??x5"]
[Hand:Ben "??x5"]
""")
    session = Session(Referee(record))
    session.holds("Ann", [parse_card(card) for card in ("JD", "9D", "AC", "TS", "7S")])
    session.book.play("Ann", "7S JD")

    def remedies(viewer: str | None) -> set[str | None]:
        state = session.state(viewer)
        assert state.last is not None
        assert state.last.verdict == state.moves[-1].verdict == "illegal"
        return {state.last.remedy, state.moves[-1].remedy}

    assert remedies("Ann") == {"TS JD"}
    assert remedies(None) == remedies("Ben") == {None}


def test_nobody_moves_for_a_bot_and_not_out_of_turn() -> None:
    session = Session(dealt("svoi-kozyri"), bots={"Ann": LEVELS["random"]}, camera=False)
    assert [event.kind for event in session.play("Ann", "7C")] == ["error"]
    assert [event.kind for event in session.play("Ben", "7C")] == ["error"]


def test_undo_goes_back_to_the_own_last_choice_over_the_moves_of_bots() -> None:
    session = Session(dealt("svoi-kozyri"), bots={"Ben": LEVELS["greedy"], "Cid": LEVELS["greedy"]}, camera=False)
    before = session.state("Ann")
    session.play("Ann", (before.legal or ())[0])
    session.bot_moves()
    session.bot_moves()
    assert [event.kind for event in session.undo_to("Ann")] == ["undone"]
    assert session.state("Ann").moves == () and session.state("Ann").legal == before.legal
    assert [event.kind for event in session.undo_to("Ann")] == ["error"]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_undo_restores_all_that_a_screen_shows(game: str, seed: int, data: st.DataObject) -> None:
    session, random = Session(dealt(game, seed), camera=False), Random(seed)
    states = [session.state("Ann")]
    for _ in range(data.draw(st.integers(1, 20))):
        player = session.referee.to_move
        legal = session.referee.legal()
        if player is None or not legal:
            break
        session.say(f"{player}: {random.choice(legal)}")
        states.append(session.state("Ann"))
    back = data.draw(st.integers(1, len(states) - 1)) if len(states) > 1 else 0
    if back:
        session.undo(back)
        now, then = session.state("Ann"), states[-1 - back]
        same = [name for name in SessionState.__slots__ if name not in ("game", "latency", "heaps")]
        assert {name: getattr(now, name) for name in same} == {name: getattr(then, name) for name in same}
        assert now.heaps == then.heaps
        assert now.game > then.game


def test_announcements_are_the_moves_that_nobody_can_see() -> None:
    def said(game: str, *moves: str) -> tuple[str, ...]:
        headers = {"svoi-kozyri": {"Trumps": "Ann=S, Ben=H"}, "courtesan": {"Queens": "Ann=S, Ben=H"}}
        session = Session(Referee(Record.new(game, ["Ann", "Ben"], headers.get(game, {}))))
        for move in moves:
            assert session.say(move)[0].kind == "move"
        return session.state().announcements

    assert said("svoi-kozyri") == ()
    assert said("svoi-kozyri", "Ann: 7C") == ("take",)
    assert set(said("cuckoo")) == {"stay", "trade"}
    assert said("courtesan") == (), "a card that is turned over is seen"
    assert "take" in said("ceraria", "Ann: 7C")
    assert {"take", "pass"} & set(said("crusaders", "Ann: attack 7C"))


def view(time: float, *middle: str) -> TableView:
    return TableView(time, {MIDDLE: tuple(SeenCard(parse_card(c), track=parse_card(c) + 1) for c in middle)})


SEEN = """[Game "svoi-kozyri"]
[Players "Ann, Ben"]
[Trumps "Ann=S, Ben=H"]
[Hand:Ann "7C 9D KS"]
[Hand:Ben "??x3"]
"""


def test_a_bot_at_a_real_table_tells_its_move_and_the_table_must_show_just_that() -> None:
    session = Session(Referee(parse(SEEN)), bots={"Ann": LEVELS["greedy"]})
    session.see(view(0.1))
    [told] = session.bot_moves()
    assert told.kind == "told"
    lay = session.state().to_lay
    assert lay is not None and lay.player == "Ann" and session.bot_on_turn is None
    other = next(card for card in ("7C", "9D", "KS") if card != lay.move)
    wrong = [event for n in range(40) for event in session.see(view(1 + n / 10, other))]
    assert [event.kind for event in wrong] == ["mismatch"], "it is not Ann's move"
    assert session.state().marks[0].card == parse_card(other)
    right = [event for n in range(10) for event in session.see(view(6 + n / 10, lay.move))]
    assert [event.kind for event in right] == ["matched", "move"]
    assert session.state().to_lay is None and session.state().to_move == "Ben"


def test_a_bot_whose_hand_was_not_shown_asks_for_it() -> None:
    session = Session(Referee(parse(SEEN.replace("7C 9D KS", "??x3"))), bots={"Ann": LEVELS["greedy"]})
    session.see(view(0.1))
    assert session.bot_moves() == [] and session.state().asks_hand == "Ann"
    session.holds("Ann", [parse_card(card) for card in ("7C", "9D", "KS")])
    assert session.state().asks_hand is None
    assert session.bot_moves()[0].kind == "told"


def test_a_table_without_a_camera_plays_its_bots_in_a_thread_and_saves_every_move(tmp_path: Path) -> None:
    file = tmp_path / "game.kbz"
    bots = dict.fromkeys(PLAYERS[1:], LEVELS["greedy"])
    table = LiveTable(None, None, dealt("svoi-kozyri"), bots=bots, pace=0.0, record=RecordFile(file))
    changed = threading.Event()
    table.on_change = changed.set
    table.start()
    try:
        for _ in range(400):
            state = table.state("Ann")
            if state.to_move == "Ann":
                choice = bots_choice(Referee(parse(table.record_text())), "Ann", LEVELS["greedy"])
                assert choice is not None
                table.play("Ann", choice)
            elif state.to_move is None:
                break
            else:
                assert changed.wait(30)
                changed.clear()
        assert parse(file.read_text()).body, "saved on the way"
    finally:
        table.stop()
    assert table.state().outcome and not table.state().camera and table.latest() is None
    assert file.read_text() == table.record_text()
    assert table.drain()[-1].kind == "end"


def test_while_paused_nothing_is_read_and_then_the_table_as_it_lies() -> None:
    session = Session(Referee(parse(SEEN)))
    session.see(view(0.1))
    assert [event.kind for event in session.pause()] == ["paused"]
    assert session.state().paused and session.pause() == []
    assert [e for n in range(20) for e in session.see(view(1 + n / 10, "7C"))] == []
    events = session.pause(False)
    events += [e for n in range(5) for e in session.see(view(4 + n / 10, "7C"))]
    assert [event.kind for event in events] == ["paused", "move"]


def test_a_bot_does_not_guess_at_its_own_card() -> None:
    session = Session(Referee(Record.new("cuckoo", ["Ann", "Ben"], {})), bots={"Ann": LEVELS["random"]})
    assert session.state().to_move == session.state().asks_hand == "Ann"
    assert session.bot_moves() == []
    session.holds("Ann", [parse_card("9C")])
    assert session.state().asks_hand is None
    [move] = session.bot_moves()
    assert move.kind == "move", "what nobody sees is said at once"


def test_a_card_that_is_drawn_unseen_is_told_to_the_one_who_drew_it_alone() -> None:
    session = Session(dealt("cuckoo"), camera=False)
    for player, move in (("Ann", "stay"), ("Ben", "stay"), ("Cid", "trade")):
        session.play(player, move)
    session.play("Cid", (session.state("Cid").legal or ())[0])
    drawn = session.state("Cid").moves[-1].move
    assert drawn.startswith("draw ") and "??" not in drawn
    for viewer in ("Ann", "Ben", None):
        state = session.state(viewer)
        assert state.moves[-1].move.startswith("draw ?? for ")
        assert state.last is not None and state.last.move == state.moves[-1].move
