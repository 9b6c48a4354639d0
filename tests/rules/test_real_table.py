"""A referee who sees only some of the cards, beside one who sees them all: never wrong, never silent without need."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import cards_in
from rules.game import Game
from rules.record import Record, parse
from rules.referee import Referee
from tests.rules.any_game import ALL, any_record, near, read

RANDOM = st.integers(0, 2**32).map(Random)
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)


def tables(game: Game[Any], random: Random) -> tuple[Referee, Referee]:
    """The same fresh deal, once with every card known and once as at a real table."""
    fixed = {"Option:sixes": "off"} if game.id == "svoi-kozyri" else {}
    dealt = any_record(game, random, **fixed)
    real = Record(tuple(entry for entry in dealt.head if getattr(entry, "name", "") != "Seed"))
    return Referee(dealt), Referee(real)


def as_seen(text: str, real: Referee, random: Random) -> str:
    """A move as the table shows it: what is drawn or put away stays hidden, mostly."""
    if text.startswith("stow!"):  # of a hand that is known the card must be named
        return "stow! ??" if real.legal() is None else text
    if random.random() < 0.8:
        return re.sub(r"^draw (\S+) for", "draw ?? for", text)
    return text


def look(game: Game[Any], truth: Referee, real: Referee, random: Random) -> None:
    """Some player shows some cards of the hand."""
    seat = random.randrange(len(truth.players))
    hands = [heap for heap in game.heaps(truth.position) if heap.kind == "hand" and heap.owner == seat]
    if not hands or None in hands[0].cards:
        return
    cards = [card if random.random() < 0.5 else None for card in hands[0].cards]
    real.holds(truth.players[seat], cards)


@every_game
@given(RANDOM)
@settings(max_examples=40, deadline=None)
def test_what_is_refused_with_hidden_cards_is_wrong_with_all_of_them(game: Game[Any], random: Random) -> None:
    truth, real = tables(game, random)
    for _ in range(60):
        assert real.to_move == truth.to_move or truth.to_move is None
        if truth.to_move is None:
            break
        player, position = truth.to_move, truth.position
        if random.random() < 0.15:
            look(game, truth, real, random)
        moves = game.legal_moves(position) or []
        move = random.choice(moves) if random.random() < 0.5 else game.rollout(position, moves, random)
        text = as_seen(game.write_move(move), real, random)
        legal, could = real.legal(), real.could()
        if legal is not None:
            assert could is None
            known = {game.write_move(game.choice(position, each)) for each in moves}
            if game.id not in (
                "cuckoo",
                "courtesan",
            ):  # whose lists show less of a hidden stock, or more of hidden cards
                assert set(legal) == known
        else:
            assert could is not None
            assert any(text == each or re.match(re.escape(each) + r"[ +]", text) for each in could), (text, could)
        written = [game.write_move(each) for each in random.sample(moves, min(2, len(moves)))]
        for other in random.sample(list(near(game, position, written, random)), 25):
            in_truth, in_real = read(game, position, other), read(game, real.position, other)
            assert (in_truth is None) == (in_real is None)
            if in_truth is not None and game.judge(real.position, in_real):
                assert game.judge(position, in_truth), other
        assert truth.play(player, game.write_move(move)).verdict == "legal"
        ruling = real.play(player, text)
        assert ruling.verdict != "illegal", (ruling, ruling.why)
        assert real.late == []
    assert Referee(parse(real.text())).text() == real.text()


@every_game
@given(RANDOM)
@settings(max_examples=20, deadline=None)
def test_undo_forgets_what_the_lines_taken_back_have_shown(game: Game[Any], random: Random) -> None:
    truth, real = tables(game, random)
    states: list[Any] = [real.position.copy()]
    for _ in range(30):
        if truth.to_move is None:
            break
        if random.random() < 0.3:
            lines = real.text().count("\n")
            look(game, truth, real, random)
            if real.text().count("\n") > lines:
                states.append(real.position.copy())
        moves = game.legal_moves(truth.position) or []
        text = game.write_move(random.choice(moves))
        player = truth.to_move
        truth.play(player, text)
        real.play(player, as_seen(text, real, random))
        states.append(real.position.copy())
    while len(states) > 1:
        back = random.randint(1, len(states) - 1)
        real.undo(back)
        del states[-back:]
        assert real.position == states[-1]
    assert real.rulings == real.late == []


@every_game
@given(RANDOM)
@settings(max_examples=20, deadline=None)
def test_a_card_seen_in_two_places_is_an_error_and_changes_nothing(game: Game[Any], random: Random) -> None:
    truth, real = tables(game, random)
    for _ in range(random.randrange(30)):
        if truth.to_move is None:
            return
        text = game.write_move(random.choice(game.legal_moves(truth.position) or []))
        player = truth.to_move
        truth.play(player, text)
        real.play(player, as_seen(text, real, random))
    lying = [
        card
        for heap in game.heaps(real.position)
        if heap.kind not in ("hand", "card")
        for card in heap.cards
        if card is not None
    ]
    hands = {heap.owner: heap.cards for heap in game.heaps(real.position) if heap.kind == "hand"}
    seats = [seat for seat, cards in hands.items() if seat is not None and cards]
    if not lying or not seats:
        return
    seat = random.choice(seats)
    before, text = real.position.copy(), real.text()
    with pytest.raises(ValueError, match=r"two places|cannot be"):
        real.holds(real.players[seat], [random.choice(lying), *[None] * (len(hands[seat]) - 1)])
    assert real.position == before
    assert real.text() == text
    assert sum(1 for _ in cards_in(before.pack)) == real.setup.pack
