"""Moves put together by taps: every legal move of every game can be reached by cards that are lit, and nothing is bent into legality."""

from __future__ import annotations

from random import Random

import pytest

from app.moves import cards_of
from app.session import Session
from app.tapping import Choice, choice
from rules.cards import parse_card
from rules.games import GAMES
from rules.record import Record
from rules.referee import Referee

PLAYERS = ["Ann", "Ben", "Cid"]
NEEDED = {
    "svoi-kozyri": {"Trumps": "Ann=S, Ben=H, Cid=D"},
    "courtesan": {"Queens": "Ann=S, Ben=H, Cid=D"},
    "crusaders": {"Option:characters": "random", "Characters": "Ann=Marshal, Ben=Castellan, Cid=Prelate"},
}


def cards(names: str) -> list[int]:
    return [parse_card(name) for name in names.split()]


def reached(game: str, legal: tuple[str, ...], move: str, own: list[int]) -> Choice:
    """Taps the cards of ``move`` that are lit until it is offered."""
    tapped: list[int] = []
    wanted = cards_of(move)
    found = choice(game, legal, tapped, own)
    while move not in found.ready and move not in found.moves:
        lit = [card for card in wanted if card in found.lit and card not in tapped]
        assert lit, f"{move} cannot be reached by {tapped} of {legal}"
        tapped.append(lit[0])
        found = choice(game, legal, tapped, own)
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_is_reached_by_cards_that_are_lit(game: str, seed: int) -> None:
    random = Random(seed)
    session = Session(Referee(Record.new(game, PLAYERS, NEEDED.get(game, {}) | {"Seed": str(seed)})), camera=False)
    for _ in range(60):
        player = session.referee.to_move
        if player is None:
            return
        state = session.state(player)
        assert state.legal
        seat = state.players.index(player)
        own = [
            c for heap in state.heaps if heap.owner == seat and heap.kind in ("hand", "taxis") for c in heap.cards if c
        ]
        for move in random.sample(state.legal, min(10, len(state.legal))):
            reached(game, state.legal, move, own)
        session.play(player, random.choice(state.legal))


def test_the_order_of_taps_is_the_order_of_play_where_it_matters() -> None:
    own, legal = cards("AH 6C 7S"), ("AH 6C", "AH 7S", "take")
    assert choice("svoi-kozyri", legal, [], own).lit == set(cards("AH"))
    assert choice("svoi-kozyri", legal, cards("AH"), own).lit == set(cards("6C 7S"))
    assert choice("svoi-kozyri", legal, cards("AH 7S"), own).settled == "AH 7S"
    assert choice("svoi-kozyri", legal, cards("6C"), own).tries == ("6C",), "it is not taken for a second card"


def test_a_card_of_the_hand_or_its_target_may_be_tapped_first() -> None:
    own, legal = cards("9H JD"), ("beat 8D 9H", "beat 8S 9H", "replace 8S JD", "take")
    first = choice("crusaders", legal, cards("9H"), own)
    assert (first.settled, first.moves) == (None, ("beat 8D 9H", "beat 8S 9H"))
    assert choice("crusaders", legal, cards("9H 8S"), own).settled == "beat 8S 9H"
    assert choice("crusaders", legal, cards("8S"), own).lit == set(cards("9H JD"))


def test_a_move_that_can_go_on_waits_for_a_button() -> None:
    found = choice("ceraria", ("8D", "8D 8S", "8S"), cards("8D"), cards("8D 8S"))
    assert (found.settled, found.ready, found.moves) == (None, ("8D",), ("8D", "8D 8S"))


def test_cards_that_fit_no_legal_move_are_tried_as_they_were_tapped() -> None:
    attack = cards("KD")
    assert choice("ceraria", ("7H+TS", "take"), cards("6C"), cards("6C 7H TS"), attack).tries == ("6C",)
    assert choice("ceraria", ("7H+TS", "take"), cards("7H 6C"), cards("6C 7H TS"), attack).tries == ("7H+6C",)
    assert choice("crusaders", ("take",), cards("9C"), cards("9C"), cards("8S 8D")).tries == (
        "beat 8S 9C",
        "replace 8S 9C",
    )
    assert choice("courtesan", ("draw",), cards("8H KS"), cards("8H")).tries == ("ride 8H>KS", "crash 8H>KS")
