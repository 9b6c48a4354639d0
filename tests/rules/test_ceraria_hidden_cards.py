"""Ceraria with hidden cards: at every step the referee agrees with a slow second opinion that tries every way to fill
them in."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import parse_card
from rules.record import parse
from rules.referee import Referee
from rules.ruling import MoveError
from tests.rules.ceraria_deals import PACK_24, SecondOpinion, random_deal

RANDOM = st.randoms(use_true_random=False)


def near(opinion: SecondOpinion, random: Random) -> set[str]:
    """Moves that look like those that some of the hidden cards would allow."""
    moves = {"take", *random.sample(PACK_24, 6)}
    hands = opinion.possible_hands()
    for hand in random.sample(hands, min(2, len(hands))):
        legal = sorted(opinion.moves(hand))
        moves |= set(random.sample(legal, min(5, len(legal))))
        for _ in range(4):
            a, b, c, d = random.choices(sorted(hand) + random.sample(PACK_24, 3), k=4)
            shapes = f"{a} {b}", f"{a}+{b}", f"{a} / {b}", f"{a}+{b} / {c}", f"{a} / {b}+{c}", f"{a}+{b} / {c}+{d}"
            moves |= set(random.sample(shapes, 3))
    return moves


def canonical(move: str) -> str:
    """A pair in the order of the list."""
    words = move.split()
    if len(words) == 2 and "/" not in move and parse_card(words[0]) > parse_card(words[1]):
        return f"{words[1]} {words[0]}"
    return move


def check(referee: Referee, opinion: SecondOpinion, random: Random) -> None:
    assert referee.outcome == opinion.outcome()
    if opinion.over:
        assert referee.to_move is None
        assert referee.legal() == []
        return
    player = opinion.deal.players[opinion.turn]
    assert referee.to_move == player
    hands, allowed = opinion.possible_hands(), opinion.allowed()
    if len(hands) > 1:
        assert referee.legal() is None
        could = referee.could()
        assert could is not None
        assert sorted(could) == sorted({move.replace("+", " ").split()[0] for move in allowed})
    else:
        assert referee.could() is None
        assert referee.legal() == sorted(allowed)
    for move in near(opinion, random):
        ruling = referee.judge(player, move)
        assert (ruling.verdict == "legal") == ((move if opinion.attack else canonical(move)) in allowed), move
        assert bool(ruling.why) == (ruling.verdict == "illegal")
        if ruling.verdict == "illegal":
            assert ruling.remedy in allowed if ruling.remedy is not None else len(hands) > 1


def look(referee: Referee, opinion: SecondOpinion, random: Random) -> list[str]:
    """Somebody shows some cards; now and then one card too many was counted before. -> The late rulings due for that."""
    late = []
    seat = random.randrange(len(referee.players))
    hand = sorted(opinion.truth.hands[seat])
    seen = random.sample(hand, random.randint(0, len(hand)))
    looked = [*map(parse_card, seen), *[None] * (len(hand) - len(seen))]
    if referee.rulings and random.random() < 0.2:
        before = referee.position.copy()
        referee.holds(referee.players[seat], [*looked, None])
        late.append(f"{len(referee.rulings)} CE-11")
        assert referee.position == before
    referee.holds(referee.players[seat], looked)
    opinion.see(seat, set(seen))
    check(referee, opinion, random)
    return late


@given(RANDOM, st.sampled_from(["any", "pairs", "takes"]))
@settings(max_examples=50, deadline=None)
def test_referee_agrees_with_every_way_to_fill_the_hidden_cards(random: Random, style: str) -> None:
    deal = random_deal(random)
    opinion, referee = SecondOpinion(deal, deal.worlds()), Referee(parse(deal.record()))
    late: list[str] = []
    check(referee, opinion, random)
    for _ in range(30):
        if random.random() < 0.3 or opinion.over:
            late += look(referee, opinion, random)
        if opinion.over:
            if random.random() < 0.2:
                break
            continue
        moves = sorted(opinion.moves(opinion.truth.hands[opinion.turn]))
        if style == "takes" and "take" in moves:
            moves = ["take"]
        elif style == "pairs":
            moves = [move for move in moves if " " in move] or moves
        move = random.choice(moves)
        assert referee.play(deal.players[opinion.turn], move).verdict == "legal"
        opinion.play(move)
        check(referee, opinion, random)
    assert [f"{ruling.about} {ruling.rule}" for ruling in referee.late] == late


@given(RANDOM)
@settings(max_examples=60, deadline=None)
def test_a_look_that_no_world_allows_is_an_error(random: Random) -> None:
    deal = random_deal(random)
    opinion, referee = SecondOpinion(deal, deal.worlds()), Referee(parse(deal.record()))
    for _ in range(random.randrange(8)):
        if opinion.over:
            break
        move = random.choice(sorted(opinion.moves(opinion.truth.hands[opinion.turn])))
        referee.play(deal.players[opinion.turn], move)
        opinion.play(move)
    seat = random.randrange(len(deal.players))
    number = len(opinion.truth.hands[seat])
    seen = set(random.sample([*PACK_24, "QH"], min(number, random.choice([1, 1, 2]))))
    looked = [*map(parse_card, seen), *[None] * (number - len(seen))]
    if any(seen <= world.hands[seat] for world in opinion.worlds):
        referee.holds(deal.players[seat], looked)
        opinion.see(seat, seen)
        check(referee, opinion, random)
        return
    before = referee.position.copy()
    with pytest.raises(MoveError):
        referee.holds(deal.players[seat], looked)
    assert referee.position == before
