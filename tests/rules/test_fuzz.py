"""Any text and any bytes: a RecordError with line and remedy, or a record that prints back to itself; nothing else."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from rules.game import Game
from rules.games import GAMES
from rules.record import MOST_LINES, parse
from rules.referee import Referee
from rules.ruling import MoveError
from tests.fuzz_records import ODD, check, outcome, played_record, smallest, some_move, some_text, vocabulary

HEAD = b'[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n'


@given(st.one_of(st.binary(max_size=200), st.binary(max_size=60).map(lambda more: HEAD + more)))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_refused_or_print_back_to_themselves(text: bytes) -> None:
    check(text)


@given(
    st.lists(
        st.one_of(st.text(max_size=8), st.sampled_from([*ODD, *vocabulary("svoi-kozyri"), "\n"])), max_size=40
    ).map("".join)
)
@settings(max_examples=200, deadline=None)
def test_any_text_is_refused_or_prints_back_to_itself(text: str) -> None:
    check(HEAD.decode() + text)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_spoiled_records_are_refused_or_print_back_to_themselves(game: Game[Any]) -> None:
    @given(st.integers(1, 10**9))
    @settings(max_examples=150, deadline=None)
    def hold(number: int) -> None:
        text = some_text(game, Random(f"{game.id} {number}"))
        result = outcome(text)
        if result not in ("read", "refused"):
            note(f"python -m tests.fuzz_records --game {game.id} --seed {number}\n{smallest(text, result)}")
            check(text)

    hold()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_record_as_long_as_it_may_be_is_read_within_a_second(game: Game[Any]) -> None:
    random = Random(f"long {game.id}")
    tried = 0
    while tried < 3:
        text = played_record(game, random)
        if outcome(text) != "read" or (player := Referee(parse(text)).to_move) is None:
            continue
        referee = Referee(parse(text))
        moves = [some_move(game, referee, random) for _try in range(20)]
        refused = [f"{player}: {move}\n" for move in moves if _refused(referee, player, move)]
        if not refused:
            continue
        text += "".join(random.choices(refused, k=MOST_LINES - text.count("\n")))
        began = time.process_time()
        assert len(Referee(parse(text)).rulings) > MOST_LINES // 2
        assert time.process_time() - began < 1
        tried += 1


def _refused(referee: Referee, player: str, move: str) -> bool:
    try:
        return referee.judge(player, move).verdict == "illegal"
    except MoveError:
        return False
