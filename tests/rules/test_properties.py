"""What must always hold, whatever is played: cards are conserved, undo restores, the record prints what it reads."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import CARD_NAMES, PACKS, card_name, cards_in
from rules.games import GAMES
from rules.games.svoi_kozyri.position import Position, cards_of
from rules.record import Record, parse
from rules.referee import Referee
from tests.rules.small_deals import random_deal

RANDOM = st.randoms(use_true_random=False)


def frozen(value: Any) -> Any:
    """A position as plain values, to compare."""
    if isinstance(value, Position):
        return {name: frozen(getattr(value, name)) for name in Position.__slots__}
    return (
        tuple(map(frozen, value))
        if isinstance(value, list | tuple)
        else dict(value)
        if isinstance(value, dict)
        else value
    )


def seeded(random: Random) -> Referee:
    """A deal with every card known, of any size, with any house rules."""
    players = ["Ann", "Ben", "Cid", "Dan"][: random.randint(2, 4)]
    trumps = random.sample("CDHS", len(players))
    options = {
        "take": random.choice(["free", "forced"]),
        "sixes": random.choice(["on", "off"]),
        "deal": random.choice(["random", "mirror"]) if len(players) == 2 else "random",
    }
    headers = {
        "Pack": random.choice(["24", "32", "36", "52"]),
        "Trumps": ", ".join(f"{p}={t}" for p, t in zip(players, trumps, strict=True)),
        "Leader": random.choice(players),
        "Seed": str(random.randrange(10**6)),
    } | {f"Option:{name}": value for name, value in options.items()}
    return Referee(Record.new("svoi-kozyri", players, headers))


def check_cards(position: Position) -> None:
    """Each card of the pack is in one place."""
    pile = cards_of(position.pile)
    assert len(set(pile)) == len(pile)
    places = [position.loose, *position.hands, sum(1 << card for card in pile)]
    union = 0
    for place in places:
        assert not union & place
        union |= place
    assert union == position.pack
    assert min(position.hidden) >= 0
    assert sum(position.hidden) <= position.loose.bit_count()


@given(RANDOM)
@settings(max_examples=20, deadline=None)
def test_cards_are_conserved_and_undo_restores_exactly(random: Random) -> None:
    referee = seeded(random)
    game, position = referee.game, referee.position
    check_cards(position)
    past = []
    for _ in range(300):
        moves = game.legal_moves(position)
        assert moves is not None
        assert len(set(moves)) == len(moves)
        if not moves:
            assert game.outcome(position) is not None
            break
        before = frozen(position)
        move = random.choice(moves)
        token = game.apply(position, move)
        check_cards(position)
        past.append((before, token))
    while past:
        before, token = past.pop()
        game.undo(position, token)
        assert frozen(position) == before


@given(RANDOM)
@settings(max_examples=20, deadline=None)
def test_undo_restores_exactly_with_hidden_cards_and_holds(random: Random) -> None:
    deal = random_deal(random)
    hidden, truth = Referee(parse(deal.record())), Referee(parse(deal.open_record().replace("forced", "free")))
    past = []
    for _ in range(25):
        past.append((frozen(hidden.position), hidden.text(), list(hidden.rulings), list(hidden.late)))
        moves = truth.legal()
        if not moves or hidden.to_move is None:
            past.pop()
            break
        player = hidden.to_move
        assert player == truth.to_move
        if random.random() < 0.3:
            seat = random.randrange(len(deal.players))
            cards = list(cards_in(truth.position.hands[seat]))
            seen = set(random.sample(cards, random.randint(0, len(cards))))
            hidden.holds(deal.players[seat], [card if card in seen else None for card in cards])
        elif random.random() < 0.2:
            move = " ".join(random.choices(CARD_NAMES[28:52], k=2))
            if hidden.judge(player, move).verdict != "illegal":
                past.pop()
                continue
            hidden.play(player, move)
        else:
            move = random.choice(moves)
            if hidden.play(player, move).verdict != "illegal":
                truth.play(player, move)
        check_cards(hidden.position)
    while past:
        hidden.undo()
        state, text, rulings, late = past.pop()
        assert frozen(hidden.position) == state
        assert hidden.text() == text
        assert (hidden.rulings, hidden.late) == (rulings, late)


def every_move(pack: int) -> list[str]:
    """All moves of one and two cards, and the words."""
    cards = list(map(card_name, cards_in(PACKS[pack])))
    return [*cards, *(f"{first} {second}" for first in cards for second in cards), "take", "concede"]


@given(RANDOM)
@settings(max_examples=8, deadline=None)
def test_judge_says_legal_exactly_if_the_move_is_in_the_list(random: Random) -> None:
    referee = seeded(random)
    for _ in range(random.randint(0, 40)):
        moves = referee.legal()
        if not moves or referee.to_move is None:
            break
        referee.play(referee.to_move, random.choice(moves))
    player, legal = referee.to_move, referee.legal()
    assert legal is not None
    if player is None:
        return
    game, position = referee.game, referee.position
    listed = set(game.legal_moves(position) or [])
    before = frozen(position)
    for text in every_move(position.pack.bit_count()):
        move = game.read_move(position, text)
        facts = game.judge(position, move)
        assert (not facts) == (move in listed), text
        if facts:
            assert game.remedy(position, move) in listed
            assert all(fact.sentence(player, referee.players) for fact in facts)
    assert frozen(position) == before


@given(RANDOM)
@settings(max_examples=20, deadline=None)
def test_a_record_prints_what_it_reads(random: Random) -> None:
    deal = random_deal(random)
    referee = Referee(parse(deal.record()))
    assert referee.text() == deal.record()
    for _ in range(20):
        if referee.to_move is None:
            break
        if random.random() < 0.3:
            moves = ["take", " ".join(random.choices(CARD_NAMES[28:52], k=random.randint(1, 2)))]
        else:
            opening = referee.legal() or referee.could() or ["take"]
            moves = [random.choice(opening)]
        referee.play(referee.to_move, moves[-1])
        text = referee.text()
        again = Referee(parse(text))
        assert again.text() == text
        assert again.rulings == referee.rulings
        assert frozen(again.position) == frozen(referee.position)


@given(RANDOM)
@settings(max_examples=20, deadline=None)
def test_a_position_written_as_a_record_is_the_same_position(random: Random) -> None:
    referee = seeded(random)
    for _ in range(random.randint(0, 60)):
        moves = referee.legal()
        if not moves or referee.to_move is None:
            break
        referee.play(referee.to_move, random.choice(moves))
    again = Referee(referee.position_record())
    if referee.outcome == "draw":
        return  # what came up before is not in the headers
    assert again.outcome == referee.outcome
    assert again.legal() == referee.legal()
    assert again.game.middle(again.position) == referee.game.middle(referee.position)
    assert again.points == referee.points


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_rule_for_every_house_rule(game: str) -> None:
    rules = {rule.id: rule for rule in GAMES[game].rules}
    for option in GAMES[game].options:
        assert rules[option.rule].option == option.name
        assert option.default in option.values
