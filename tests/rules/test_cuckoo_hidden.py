"""Cuckoo with hidden cards: the referee agrees with a slow second opinion that tries every way to fill them in.

Nothing of the engine is used for the second opinion but the names of the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import CARD_NAMES, parse_card
from rules.record import parse
from rules.referee import Referee

PACK = CARD_NAMES[:52]
PLAYERS = ["Ann", "Ben", "Cid", "Dan", "Eve"]
KINGS = {"KC", "KD", "KH", "KS"}
TOP = "top"


def height(card: str) -> tuple[int, int]:
    """CK-2, as one would say it."""
    return "A23456789TJQK".index(card[0]), "DCHS".index(card[1])


World = dict[str, str]
"""One way in which the cards can lie: who was dealt which, and the top card of the stock."""


@dataclass
class Deal:
    """A round in truth, and what is hidden of it."""

    players: list[str]
    lives: dict[str, int]
    dealer: str
    truth: World
    hidden: set[str]  # the places whose card the record does not give
    below: list[str]  # the stock below its top card
    hidden_below: set[str]
    blocks: bool
    fined: bool

    @property
    def order(self) -> list[str]:
        seat = self.players.index(self.dealer) + 1
        return [player for player in self.players[seat:] + self.players[:seat] if self.lives[player]]

    def record(self) -> str:
        """The record of what is known."""
        cards = {place: "??" if place in self.hidden else card for place, card in self.truth.items()}
        stock = [cards[TOP], *("??" if card in self.hidden_below else card for card in self.below)]
        return "\n".join(
            [
                '[Game "cuckoo"]',
                f'[Players "{", ".join(self.players)}"]',
                f'[Dealer "{self.dealer}"]',
                '[Lives "' + ", ".join(f"{player}={number}" for player, number in self.lives.items()) + '"]',
                *(f'[Hand:{player} "{cards.get(player, "")}"]' for player in self.players),
                f'[Stock "{" ".join(stock)}"]',
                f'[Option:stock_king "{"blocks" if self.blocks else "takes"}"]',
                f'[Option:penalty "{"life" if self.fined else "none"}"]',
                "",
            ]
        )

    def worlds(self) -> list[World]:
        """Every way in which the hidden cards can lie."""
        places = sorted(self.hidden)
        loose = [self.truth[place] for place in places] + sorted(self.hidden_below)
        return [self.truth | dict(zip(places, cards, strict=True)) for cards in set(permutations(loose, len(places)))]


def random_deal(random: Random) -> Deal:
    """Two to five players, kings near, up to six cards nobody has seen."""
    players = PLAYERS[: random.randint(2, 5)]
    lives = {player: random.choice([0, 1, 2, 3]) for player in players}
    lives[players[0]], lives[players[-1]] = 1, 2
    dealer = random.choice([player for player in players if lives[player]])
    places = [*(player for player in players if lives[player]), TOP]
    kings = sorted(KINGS)
    random.shuffle(kings)
    near = kings[: random.choice([0, 1, 2, 3, 4])]
    others = random.sample([card for card in PACK if card not in KINGS], 7 - len(near))
    near = random.sample([*near, *others], 7)
    truth = dict(zip(places, near, strict=False))
    below = [card for card in PACK if card not in truth.values()]
    hidden = set(random.sample(places, random.randint(1, min(4, len(places)))))
    unseen = [card for card in near if card in below] + random.sample(below, 2)
    hidden_below = set(random.sample(unseen, random.randint(0, min(len(unseen), 6 - len(hidden)))))
    return Deal(
        players, lives, dealer, truth, hidden, below, hidden_below, random.random() < 0.5, random.random() < 0.7
    )


class SecondOpinion:
    """What is legal, what could be, and what was a foul, found by going through all the worlds that are left."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.worlds = deal.worlds()
        self.front = {player: player for player in deal.order}  # the place from which the card came
        self.turns = deal.order
        self.due = "turn"
        self.claims: list[tuple[int, str, str, bool]] = []  # move, player, place, whether a king was claimed
        self.shown: list[str] = []

    @property
    def over(self) -> bool:
        return self.due == "over"

    @property
    def player(self) -> str:
        return self.turns[1] if self.due == "answer" else self.turns[0]

    @property
    def place(self) -> str:
        return self.front[self.player]

    # -- one world

    def moves(self, world: World) -> set[str]:
        """What is legal if the cards lie so."""
        card = world[self.place]
        king = card in KINGS
        if self.due == "turn":
            return {"stay"} if king else {"stay", "trade"}
        if self.due == "answer":
            return {"block"} if king else {"give"}
        if self.due == "draw":
            top = world[TOP]
            return {f"draw {top}"} if self.deal.blocks and top in KINGS else {f"draw {top} for {card}"}
        return {f"show {card}"}

    def stands(self, world: World, text: str) -> bool:
        """Whether a move, perhaps with cards left out, is legal if the cards lie so."""
        if not text.startswith("draw") or self.due != "draw":
            return text in self.moves(world)
        words = text.split()
        for move in self.moves(world):
            full = move.split()
            if len(full) == 2:  # the king is named, and nothing comes in its place
                return words == full
            return words[1] in ("??", full[1]) and words[3:] in ([], full[3:])
        return False

    # -- all worlds

    def shows(self, text: str) -> list[World]:
        """The worlds in which the cards named in a move lie where it says."""
        words = text.split()
        if words[0] == "show" and self.due == "show":
            return [world for world in self.worlds if world[self.place] == words[1]]
        if words[0] == "draw" and self.due == "draw":
            return [
                world
                for world in self.worlds
                if words[1] in ("??", world[TOP]) and words[3:] in ([], [world[self.place]])
            ]
        return self.worlds

    def verdict(self, text: str) -> str:
        stands = {self.stands(world, text) for world in self.shows(text)}
        if True not in stands:
            return "illegal"
        return "unverified" if False in stands else "legal"

    def lists(self) -> tuple[set[str] | None, set[str] | None]:
        """``legal`` and ``could``."""
        if self.over:
            return set(), None
        if self.due == "show":
            cards = {world[self.place] for world in self.worlds}
            moves = {f"show {card}" for card in cards}
            return (moves, None) if len(cards) == 1 else (None, moves)
        if self.due == "draw":
            tops = {world[TOP] for world in self.worlds}
            olds = {world[self.place] for world in self.worlds}
            if self.deal.blocks and tops <= KINGS:
                return {f"draw {top}" for top in tops}, None
            (top,), (old,) = (cards if len(cards) == 1 else ["??"] for cards in (tops, olds))
            return {f"draw {top}" if old == "??" else f"draw {top} for {old}"}, None
        return set().union(*map(self.moves, self.worlds)), None

    def play(self, number: int, text: str) -> None:
        """Plays a move that stands."""
        player, place = self.player, self.place
        verdict = self.verdict(text)
        if verdict == "unverified":
            self.claims.append((number, player, TOP if self.due == "draw" else place, text == "block"))
        self.worlds = self.shows(text)
        if text == "trade":
            self.due = "answer" if len(self.turns) > 1 else "draw"
            return
        if text == "give":
            asker = self.turns[0]
            self.front[asker], self.front[player] = self.front[player], self.front[asker]
        words = text.split()
        if words[0] == "draw" and not (self.deal.blocks and words[1] in KINGS):
            self.front[player] = TOP
        self.turns = self.turns[2:] if text == "block" else self.turns[1:]
        if self.due == "show":
            self.due = "show" if self.turns else "over"
        elif self.turns:
            self.due = "turn"
        else:
            self.due, self.turns = "show", self.deal.order

    def see(self, player: str, card: str) -> None:
        self.worlds = [world for world in self.worlds if world[self.front[player]] == card]

    def fouls(self) -> list[tuple[int, str]]:
        """The moves that are now known to have been against the rules, and whose they were, in order."""
        return [
            (number, player)
            for number, player, place, king in self.claims
            if all((world[place] in KINGS) != king for world in self.worlds)
        ]

    def outcome(self) -> str | None:
        if not self.over:
            return None
        fouls = self.fouls()
        world = self.worlds[0]
        lowest = min(self.deal.order, key=lambda player: height(world[self.front[player]]))
        loser = fouls[0][1] if fouls and self.deal.fined else lowest
        still_in = [player for player in self.deal.order if self.deal.lives[player] - (player == loser)]
        return f"win {still_in[0]}" if len(still_in) == 1 else f"loss {loser}"


def texts(opinion: SecondOpinion, random: Random) -> Iterator[str]:
    """Moves to be judged: the words, and cards that matter."""
    yield from ("stay", "trade", "give", "block", "draw ??")
    cards = sorted({card for world in opinion.worlds for card in world.values()}) + random.sample(PACK, 3)
    for card in cards:
        yield f"show {card}"
        yield f"draw {card}"
        yield f"draw ?? for {card}"
        for old in random.sample(cards, 4):
            yield f"draw {card} for {old}"


def check(referee: Referee, opinion: SecondOpinion, random: Random) -> None:
    legal, could = opinion.lists()
    assert referee.legal() == (None if legal is None else sorted(legal))
    assert (None if (could_now := referee.could()) is None else set(could_now)) == could
    assert {late.about for late in referee.late} == {number for number, _ in opinion.fouls()}
    assert all(late.why for late in referee.late)
    assert referee.outcome == opinion.outcome()
    if opinion.over:
        assert referee.to_move is None
        return
    assert referee.to_move == opinion.player
    for text in texts(opinion, random):
        ruling = referee.judge(opinion.player, text)
        assert ruling.verdict == opinion.verdict(text), text
        assert bool(ruling.why) == bool(ruling.rules) == (ruling.verdict == "illegal")
        if ruling.remedy is not None and ruling.remedy != "show ??":
            assert opinion.verdict(ruling.remedy) != "illegal"


def left_out(text: str, random: Random) -> str:
    """A draw as it may be written."""
    words = text.split()
    if words[0] == "draw" and len(words) == 4:
        words[1] = random.choice([words[1], "??"])
        words = random.choice([words, words[:2]])
    return " ".join(words)


def play_out(deal: Deal, random: Random, *, cheat: bool) -> Referee:
    """Plays a round and compares the opinions at every step."""
    referee, opinion = Referee(parse(deal.record())), SecondOpinion(deal)
    check(referee, opinion, random)
    while not opinion.over:
        if random.random() < 0.15:
            player = random.choice(deal.order)
            card = deal.truth[opinion.front[player]]
            referee.holds(player, [parse_card(card)])
            opinion.see(player, card)
            check(referee, opinion, random)
        honest = sorted(opinion.moves(deal.truth))
        moves = [text for text in ("trade", "give", "block", "draw ??") if opinion.verdict(text) == "unverified"]
        move = random.choice(moves) if cheat and moves and random.random() < 0.6 else random.choice(honest)
        move = left_out(move, random)
        verdict = opinion.verdict(move)
        ruling = referee.play(opinion.player, move)
        assert ruling.verdict == verdict != "illegal"
        opinion.play(ruling.n, move)
        check(referee, opinion, random)
    assert cheat or referee.late == []
    again = Referee(parse(referee.text()))
    assert again.position == referee.position
    assert (again.late, again.rulings) == (referee.late, referee.rulings)
    again.undo(10**6)
    assert again.position == Referee(parse(deal.record())).position
    return referee


@given(st.integers(0, 10**9).map(Random), st.booleans())
@settings(max_examples=60, deadline=None)
def test_referee_agrees_with_every_way_to_fill_the_hidden_cards(random: Random, cheat: bool) -> None:
    play_out(random_deal(random), random, cheat=cheat)


def test_deals_with_fouls_of_every_kind_are_among_them() -> None:
    fouls = []
    for seed in (0, 5, 10, 34, 78, 175):
        random = Random(seed)
        fouls += [late.fact for late in play_out(random_deal(random), random, cheat=True).late]
    assert {fact.rule for fact in fouls} == {"CK-6", "CK-7", "CK-9"}
    assert len({fact.text for fact in fouls}) == 7, "seen, or only counted"
