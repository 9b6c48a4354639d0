"""Crusaders: the referee agrees with a slow second opinion, with every card known and with every way to fill the ??."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import parse_card
from rules.record import parse
from rules.referee import Referee
from tests.rules.any_game import near
from tests.rules.crusaders_deals import Deal, World, random_deal, sorted_cards

SEEDS = st.integers(0, 10**9)
MOST = 150  # worlds


class SecondOpinion:
    """What is legal, and what could be, found by going through all the worlds that are left."""

    def __init__(self, deal: Deal, worlds: list[World]) -> None:
        self.deal = deal
        self.worlds = worlds
        self.truth = deal.truth.copy()

    @property
    def player(self) -> str:
        return self.deal.players[self.truth.turn]

    def known(self) -> set[str]:
        """The cards that the player on turn has in every world."""
        return set.intersection(*(world.hands[world.turn] for world in self.worlds))

    def hidden(self) -> bool:
        return any(world.hands[world.turn] != self.worlds[0].hands[world.turn] for world in self.worlds)

    def stows_unseen(self, world: World) -> bool:
        return self.hidden() and any(move.startswith("stow!") for move in world.moves())

    def legal(self, move: str) -> bool:
        if move == "stow! ??":
            return self.stows_unseen(self.worlds[0])
        return any(move in world.moves() for world in self.worlds)

    def could(self) -> set[str]:
        found = set()
        for move in set().union(*(world.moves() for world in self.worlds)):
            word, *cards = move.split()
            if word == "stow!":
                found.add(move if cards[0] in self.known() else "stow! ??")
            else:
                found.add(f"{word} {cards[0]}" if word.startswith("attack") else move)
        return found

    def play(self, move: str, in_truth: str) -> None:
        self.truth.play(in_truth)
        after = []
        seen = set()
        for world in self.worlds:
            for each in world.moves() if move == "stow! ??" else [move]:
                if each in world.moves() and (move != "stow! ??" or each.startswith("stow!")):
                    other = world.copy()
                    other.play(each)
                    if other.key() not in seen:
                        seen.add(other.key())
                        after.append(other)
        self.worlds = after

    def see(self, seat: int, cards: set[str]) -> None:
        self.worlds = [world for world in self.worlds if cards <= world.hands[seat]]


def check(referee: Referee, opinion: SecondOpinion, random: Random) -> None:
    world = opinion.worlds[0]
    assert (referee.to_move is None) == world.over
    if world.over:
        assert referee.legal() == []
        assert referee.outcome == " ".join(["places", *(opinion.deal.players[seat] for seat in world.placed)])
        return
    assert referee.outcome is None
    assert referee.to_move == opinion.player
    moves = sorted(set().union(*(world.moves() for world in opinion.worlds)))
    if opinion.hidden():
        assert referee.legal() is None
        assert sorted(referee.could() or []) == sorted(opinion.could())
    else:
        assert referee.could() is None
        assert referee.legal() == moves
    some = random.sample(moves, min(6, len(moves)))
    texts = list(near(referee.game, referee.position, some[:3], random))
    for text in [*some, "stow! ??", *random.sample(texts, 30)]:
        try:
            ruling = referee.judge(opinion.player, text)
        except ValueError:
            continue
        assert (ruling.verdict == "legal") == opinion.legal(ruling.move), (text, ruling)
        assert bool(ruling.why) == (ruling.verdict == "illegal")
        if ruling.remedy is not None:
            assert opinion.legal(ruling.remedy), (text, ruling.remedy)
        elif ruling.verdict == "illegal":
            assert opinion.hidden()


def play_out(deal: Deal, worlds: list[World], random: Random, steps: int) -> None:
    referee = Referee(parse(deal.record()))
    opinion = SecondOpinion(deal, worlds)
    check(referee, opinion, random)
    for _ in range(steps):
        if opinion.truth.over:
            break
        if random.random() < 0.2:
            seat = random.randrange(len(deal.players))
            hand = sorted_cards(opinion.truth.hands[seat])
            seen = random.sample(hand, random.randint(0, len(hand)))
            referee.holds(deal.players[seat], [*map(parse_card, seen), *[None] * (len(hand) - len(seen))])
            opinion.see(seat, set(seen))
            check(referee, opinion, random)
        moves = sorted(opinion.truth.moves())
        stows = [move for move in moves if move.startswith("stow!")]
        marked = [move for move in moves if "!" in move]
        chosen = random.choice(stows or marked or moves) if random.random() < 0.5 else random.choice(moves)
        text = chosen
        if chosen in stows and opinion.hidden() and random.random() < 0.9:
            text = "stow! ??"
        if len(opinion.worlds) > 4 * MOST:
            break
        assert referee.play(opinion.player, text).verdict == "legal"
        opinion.play(text, chosen)
        check(referee, opinion, random)
    assert referee.late == []


@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_with_every_card_known_referee_and_second_opinion_agree(seed: int) -> None:
    random = Random(seed)
    deal = random_deal(random, hidden=False)
    play_out(deal, [deal.truth.copy()], random, 60)


@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_referee_agrees_with_every_way_to_fill_the_hidden_cards(seed: int) -> None:
    random = Random(seed)
    deal = random_deal(random)
    worlds = deal.worlds(MOST)
    if worlds is not None:
        play_out(deal, worlds, random, 14)
