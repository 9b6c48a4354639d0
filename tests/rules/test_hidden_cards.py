"""Hidden cards: at every step the referee agrees with a slow second opinion that tries every way to fill them in."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import parse_card
from rules.record import parse
from rules.referee import Referee
from tests.rules.small_deals import PACK_24, Deal, World, beats, random_deal, taken


class SecondOpinion:
    """What is legal, what could be, and what was a foul, found by going through all the worlds that are left."""

    def __init__(self, deal: Deal, worlds: list[World]) -> None:
        self.deal = deal
        self.worlds = worlds
        self.pile = list(deal.pile)
        self.turn = deal.turn
        self.unverified: list[int] = []
        self.truth = World([set(hand) for hand in deal.hands])
        self._skip_empty()

    def _skip_empty(self) -> None:
        for _ in self.deal.players:
            if self.truth.hands[self.turn]:
                return
            self.turn = (self.turn + 1) % len(self.deal.players)

    @property
    def holders(self) -> int:
        return sum(bool(hand) for hand in self.truth.hands)

    @property
    def last(self) -> bool:
        return self.holders == 1

    @property
    def over(self) -> bool:
        """SK-13 to SK-15: the last answer is only waited for while some world allows it."""
        if self.holders != 1:
            return self.holders == 0
        return not (self.pile and len(self.truth.hands[self.turn]) == 1 and any(self.beating(w) for w in self.worlds))

    def beating(self, world: World) -> set[str]:
        trump = self.deal.trumps[self.turn]
        return {card for card in world.hands[self.turn] if self.pile and beats(card, self.pile[-1], trump)}

    def hidden(self) -> bool:
        return any(world.hands[self.turn] != self.worlds[0].hands[self.turn] for world in self.worlds)

    def moves(self, world: World) -> set[str]:
        hand = world.hands[self.turn]
        if not self.pile:
            return set(hand)
        beating = self.beating(world)
        moves = {f"{first} {second}" for first in beating for second in hand if first != second}
        if len(hand) == 1:
            moves |= beating
        if not self.last and not (self.deal.forced and beating):
            moves.add("take")
        return moves

    def verdict(self, move: str) -> str:
        if move == "concede":
            return "legal" if self.last and self.hidden() else "illegal"
        allowed = [move in self.moves(world) for world in self.worlds]
        if not any(allowed):
            return "illegal"
        return "unverified" if move == "take" and not all(allowed) else "legal"

    def could(self) -> set[str]:
        openings = {move.split()[0] for world in self.worlds for move in self.moves(world)}
        return openings | {"concede"} if self.last else openings

    def play(self, number: int, move: str) -> None:
        verdict = self.verdict(move)
        if move == "take":
            count = taken(self.pile, self.deal.trumps[self.turn])
            cards = self.pile[-count:]
            for world in self.worlds:
                world.able[number] = bool(self.beating(world))
            del self.pile[-count:]
            for world in [*self.worlds, self.truth]:
                world.hands[self.turn] |= set(cards)
            if verdict == "unverified":
                self.unverified.append(number)
        else:
            cards = move.split()
            self.worlds = [world for world in self.worlds if set(cards) <= world.hands[self.turn]]
            for world in [*self.worlds, self.truth]:
                world.hands[self.turn] -= set(cards)
            self.pile += cards
        self.turn = (self.turn + 1) % len(self.deal.players)
        self._skip_empty()

    def see(self, seat: int, cards: set[str]) -> None:
        self.worlds = [world for world in self.worlds if cards <= world.hands[seat]]

    def late(self) -> set[int]:
        return {n for n in self.unverified if all(world.able[n] for world in self.worlds)}


def _check(referee: Referee, opinion: SecondOpinion, random: Random) -> None:
    assert (referee.to_move is None) == opinion.over
    assert {late.about for late in referee.late} == opinion.late()
    if opinion.over:
        assert referee.legal() == []
        return
    player = opinion.deal.players[opinion.turn]
    assert referee.to_move == player
    if opinion.hidden():
        assert referee.legal() is None
        could = referee.could()
        assert could is not None
        assert sorted(could) == sorted(opinion.could())
    else:
        assert referee.could() is None
        assert referee.legal() == sorted(opinion.moves(opinion.worlds[0]))
    some = {f"{random.choice(PACK_24)} {random.choice(PACK_24)}" for _ in range(25)} | set(random.sample(PACK_24, 8))
    for world in random.sample(opinion.worlds, min(3, len(opinion.worlds))):
        moves = sorted(opinion.moves(world))
        some |= set(random.sample(moves, min(4, len(moves))))
    for move in {"take", "concede", *some}:
        ruling = referee.judge(player, move)
        assert ruling.verdict == opinion.verdict(move), move
        assert bool(ruling.why) == (ruling.verdict == "illegal")
        if ruling.remedy is not None:
            first, _, second = ruling.remedy.partition(" ")
            if second == "??":
                assert opinion.hidden()
                assert any(m.startswith(f"{first} ") for world in opinion.worlds for m in opinion.moves(world))
            else:
                assert opinion.verdict(ruling.remedy) != "illegal"


def _play_out(referee: Referee, opinion: SecondOpinion, random: Random, steps: int, *, cheat: bool) -> None:
    players = opinion.deal.players
    _check(referee, opinion, random)
    for _ in range(steps):
        if opinion.over or referee.outcome is not None:
            break
        if random.random() < 0.25:
            seat = random.randrange(len(players))
            hand = sorted(opinion.truth.hands[seat])
            seen = random.sample(hand, random.randint(0, len(hand)))
            referee.holds(players[seat], [*map(parse_card, seen), *[None] * (len(hand) - len(seen))])
            opinion.see(seat, set(seen))
            if opinion.over or referee.outcome is not None:
                break
        moves = sorted(opinion.moves(opinion.truth))
        if (
            cheat
            and opinion.pile
            and not opinion.last
            and opinion.verdict("take") == "unverified"
            and random.random() < 0.5
        ):
            moves = ["take"]
        if not moves:  # a hidden last card that does not beat
            moves = ["concede"]
        move = random.choice(moves)
        ruling = referee.play(players[opinion.turn], move)
        assert ruling.verdict == opinion.verdict(move)
        if move == "concede":
            assert referee.outcome is not None
            break
        opinion.play(ruling.n, move)
        if referee.outcome == "draw" and opinion.holders > 1:
            break  # SK-17
        _check(referee, opinion, random)
    if not cheat:
        assert referee.late == []


@given(st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=60, deadline=None)
def test_referee_agrees_with_every_way_to_fill_the_hidden_cards(random: Random, cheat: bool) -> None:
    deal = random_deal(random)
    worlds = deal.worlds()
    if len(worlds) > 400:
        return
    _play_out(Referee(parse(deal.record())), SecondOpinion(deal, worlds), random, 14, cheat=cheat)


@given(st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=15, deadline=None)
def test_fresh_mirror_deal_each_pair_of_twins_is_shared(random: Random, cheat: bool) -> None:
    trumps = random.sample("CDHS", 2)
    forced = random.random() < 0.7
    second, other = (suit for suit in "SHDC" if suit not in trumps)
    turn = random.randrange(2)
    dealer = 1 - turn
    twin = {trumps[dealer]: trumps[turn], second: other}
    own = [card for card in PACK_24 if card[1] in twin]
    kept = {card for card in own if random.random() < 0.5}
    hands: list[list[str]] = [[], []]
    for card in own:
        pair = [card, card[0] + twin[card[1]]]
        hands[dealer].append(pair[0 if card in kept else 1])
        hands[turn].append(pair[1 if card in kept else 0])
    deal = Deal(["Ann", "Ben"], trumps, [], turn, hands, [set(hands[0]), set(hands[1])], [], forced)
    named = random.sample(hands[0], 7)
    text = f"""[Game "svoi-kozyri"]
[Pack "24"]
[Players "Ann, Ben"]
[Trumps "Ann={trumps[0]}, Ben={trumps[1]}"]
[Leader "{deal.players[turn]}"]
[Option:deal "mirror"]
[Option:take "{"forced" if forced else "free"}"]

Ann holds {" ".join(named)} ??x5
"""
    pairs = [(card, card[0] + twin[card[1]]) for card in own]
    fixed = [pair for pair in pairs if pair[0] in named or pair[1] in named]
    free = [pair for pair in pairs if pair not in fixed]
    worlds = []
    for bits in range(1 << len(free)):
        anns = set(named) | {pair[bits >> i & 1] for i, pair in enumerate(free)}
        worlds.append(World([anns, set(PACK_24) - anns]))
    _play_out(Referee(parse(text)), SecondOpinion(deal, worlds), random, 12, cheat=cheat)


@pytest.mark.parametrize("sixes", ["on", "off"])
@given(random=st.randoms(use_true_random=False), cheat=st.booleans())
@settings(max_examples=10, deadline=None)
def test_fresh_deal_lowest_trumps_are_known(sixes: str, random: Random, cheat: bool) -> None:
    trumps = random.sample("CDHS", 2)
    cards = [card for card in PACK_24 if sixes == "off" or card not in (f"9{trumps[0]}", f"9{trumps[1]}")]
    random.shuffle(cards)
    own = [[f"9{trump}"] if sixes == "on" else [] for trump in trumps]
    half = len(cards) // 2
    hands = [own[0] + cards[:half], own[1] + cards[half:]]
    named = [set(random.sample(hand[len(own[0]) :], half - 3)) for hand in hands]
    hidden = [set(hand) - named[seat] - set(own[seat]) for seat, hand in enumerate(hands)]
    deal = Deal(["Ann", "Ben"], trumps, [], random.randrange(2), hands, hidden, [], random.random() < 0.7)
    text = f"""[Game "svoi-kozyri"]
[Pack "24"]
[Players "Ann, Ben"]
[Trumps "Ann={trumps[0]}, Ben={trumps[1]}"]
[Leader "{deal.players[deal.turn]}"]
[Option:sixes "{sixes}"]
[Option:take "{"forced" if deal.forced else "free"}"]

Ann holds {" ".join(sorted(named[0]))} ??x{12 - len(named[0])}
Ben holds {" ".join(sorted(named[1]))} ??x{12 - len(named[1])}
"""
    _play_out(Referee(parse(text)), SecondOpinion(deal, deal.worlds()), random, 12, cheat=cheat)
