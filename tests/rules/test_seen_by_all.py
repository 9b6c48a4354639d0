"""What everybody at the table may know of a position."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games import GAMES
from rules.record import Record
from rules.referee import Referee

NEEDED = {
    "svoi-kozyri": {"Trumps": "Ann=S, Ben=H, Cid=D"},
    "courtesan": {"Queens": "Ann=S, Ben=H, Cid=D"},
}


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 25))
def test_who_looks_on_knows_nothing_that_a_player_does_not(game: str, seed: int, moves: int) -> None:
    referee = Referee(Record.new(game, ["Ann", "Ben", "Cid"], NEEDED.get(game, {}) | {"Seed": str(seed)}))
    random = Random(seed)
    for _ in range(moves):
        legal = referee.legal()
        if not legal or referee.to_move is None:
            break
        referee.play(referee.to_move, random.choice(legal))
    play, position = referee.game, referee.position
    seen = play.seen_by_all(position)
    assert play.seen_by_all(seen) == seen
    for seat in range(len(referee.players)):
        assert play.seen_by_all(play.view(position, seat)) == seen, "no player's own cards show"
    play.legal_moves(seen)
    play.could(seen)
    assert sum(len(heap.cards) for heap in play.heaps(seen)) == sum(len(heap.cards) for heap in play.heaps(position))
