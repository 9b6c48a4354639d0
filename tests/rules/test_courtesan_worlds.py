"""The Courtesan beside a slow second opinion: every order the hidden cards can lie in, every set of taxis and targets.

Nothing of the game's own code is used for the second opinion, only the names of the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import CARD_NAMES
from rules.record import parse
from rules.referee import Referee

SEED = st.integers(0, 2**32)
PACK = [name for name in CARD_NAMES[:52] if name[0] in "6789TJQKA"]
PLAYERS = ["Ann", "Ben", "Cid", "Dan"]


@dataclass
class Table:
    """A table: everything in truth, and what is hidden of it."""

    suits: list[str]  # of the players' queens
    clients: list[set[str]]
    taxis: list[set[str]]
    stock: list[str]  # the top first
    discard: list[str]
    hidden: set[str] = field(default_factory=set)
    turn: int = 0
    limit: int = 99
    taxis_first: bool = False

    @property
    def players(self) -> list[str]:
        return PLAYERS[: len(self.suits)]

    def record(self) -> str:
        """The record of what is known."""

        def cards(names: list[str]) -> str:
            return " ".join("??" if name in self.hidden else name for name in names)

        lines = [
            '[Game "courtesan"]',
            f'[Players "{", ".join(self.players)}"]',
            '[Queens "' + ", ".join(f"{p}={s}" for p, s in zip(self.players, self.suits, strict=True)) + '"]',
            f'[Leader "{self.players[self.turn]}"]',
            f'[Stock "{cards(self.stock)}"]',
            f'[Discard "{cards(self.discard)}"]',
            f'[Option:taxis_first "{"on" if self.taxis_first else "off"}"]',
        ]
        if self.limit < 99:
            lines.append(f'[Option:max_taxis "{self.limit}"]')
        for player, clients, taxis in zip(self.players, self.clients, self.taxis, strict=True):
            lines += [f'[Clients:{player} "{" ".join(clients)}"]', f'[Taxis:{player} "{" ".join(taxis)}"]']
        return "\n".join(lines) + "\n"

    def worlds(self) -> list[list[str]]:
        """Every order the stock can have."""
        places = [number for number, card in enumerate(self.stock) if card in self.hidden]
        worlds = []
        for cards in permutations(sorted(self.hidden), len(places)):
            stock = self.stock.copy()
            for place, card in zip(places, cards, strict=True):
                stock[place] = card
            worlds.append(stock)
        return worlds

    def chain(self, stock: list[str]) -> list[str]:
        """CO-4, as one would say it: the cards that the player on turn draws from this stock."""
        mine = self.suits[self.turn]

        def draw(left: list[str]) -> list[str]:
            if not left:
                return []
            card, rest = left[0], left[1:]
            further = 2 if card[0] == "Q" else 1 if card == "A" + mine else 0
            came = [card]
            for _ in range(further):
                more = draw(rest)
                came += more
                rest = rest[len(more) :]
            return came

        return draw(stock)

    def play(self, cards: list[str]) -> None:
        """The player on turn draws these cards."""
        for card in cards:
            if card[0] != "Q" and card[1] == self.suits[self.turn]:
                self.clients[self.turn].add(card)
            elif card[0] != "Q" and card[1] in self.suits and len(self.taxis[self.turn]) < self.limit:
                self.taxis[self.turn].add(card)
            else:
                self.discard.append(card)
        self.hidden -= set(cards)
        del self.stock[: len(cards)]
        self.turn = (self.turn + 1) % len(self.suits)

    def good(self, pairs: tuple[tuple[str, str, str], ...]) -> bool:
        """CO-5 to CO-7, as one would say it: whether these taxis (word, taxi, target) may be used in one turn."""
        me, rivals = self.turn, []
        for word, taxi, target in pairs:
            if taxi not in self.taxis[me]:
                return False
            rival = self.suits.index(taxi[1])
            dangers = {card for card in self.taxis[rival] if card[1] == self.suits[me]}
            if target not in (dangers if word == "crash" else self.clients[rival]):
                return False
            if word == "ride" and self.taxis_first and dangers:
                return False
            rivals.append(rival)
        return len(set(rivals)) == len(rivals)

    def written(self, pairs: tuple[tuple[str, str, str], ...]) -> str:
        """The move, rivals clockwise; the rules of CO-6."""
        seats = len(self.suits)
        words: list[str] = []
        last = ""
        for word, taxi, target in sorted(pairs, key=lambda pair: (self.suits.index(pair[1][1]) - self.turn) % seats):
            words += ([] if word == last else [word]) + [f"{taxi}>{target}"]
            last = word
        return " ".join(words)


def random_table(random: Random, in_front: int, hidden_places: int) -> Table:
    """The middle of a game: some cards in front of each player, a short stock, the rest in the discard."""
    suits = random.sample("CDHS", random.randint(2, 4))
    limit = random.choice([3, 4] if len(suits) == 4 else [3, 4, 99])
    cards = [card for card in PACK if not (card[0] == "Q" and card[1] in suits)]
    random.shuffle(cards)
    clients: list[set[str]] = [set() for _ in suits]
    taxis: list[set[str]] = [set() for _ in suits]
    for seat, suit in enumerate(suits):
        for _ in range(random.randint(0, in_front)):
            card = cards.pop()
            if card[1] == suit:
                clients[seat].add(card)
            elif card[1] in suits and len(taxis[seat]) < limit:
                taxis[seat].add(card)
            else:
                cards.insert(0, card)
    strong = [card for card in cards if card[0] in "QA"]
    if random.random() < 0.7:  # what makes chains lies on top, often
        cards = [card for card in cards if card not in strong] + random.sample(strong, len(strong))
    stock = [cards.pop() for _ in range(random.randint(1, 6))]
    hidden = set(random.sample(stock, random.randint(0, min(len(stock), hidden_places))))
    hidden |= set(random.sample(cards, min(len(cards), random.choice([0, 0, 1, 2]))))
    turn = random.randrange(len(suits))
    return Table(suits, clients, taxis, stock, cards, hidden, turn, limit, random.random() < 0.4)


def draws_near(table: Table, worlds: list[list[str]], random: Random) -> Iterator[list[str]]:
    """Draws that are right in some world, and such with a card more, less, elsewhere or of another kind."""
    right = [table.chain(world) for world in worlds]
    yield []
    for cards in random.sample(right, min(len(right), 12)):
        yield cards
        yield cards[:-1]
        yield cards[::-1]
        for _ in range(6):
            other = random.choice(PACK)
            place = random.randrange(len(cards))
            yield [*cards, other]
            yield [*cards[:place], other, *cards[place + 1 :]]
            yield [*cards[:place], *random.choice(worlds)]


@given(SEED)
@settings(max_examples=80, deadline=None)
def test_draws_from_a_stock_that_is_hidden_in_part(seed: int) -> None:
    random = Random(seed)
    table = random_table(random, in_front=5, hidden_places=4)
    referee = Referee(parse(table.record()))
    for _ in range(4):
        worlds = table.worlds()
        if not table.stock:
            assert referee.to_move is None
            return
        player = table.players[table.turn]
        assert referee.to_move == player
        right = {tuple(table.chain(world)) for world in worlds}
        shown = [move for move in referee.legal() or [] if move.startswith("draw")]
        assert shown == (["draw " + " ".join(next(iter(right)))] if len(right) == 1 else ["draw"])
        for cards in draws_near(table, worlds, random):
            ruling = referee.judge(player, " ".join(["draw", *cards]))
            assert (ruling.verdict == "legal") == (tuple(cards) in right), (cards, ruling.why)
            if ruling.verdict == "illegal":
                assert ruling.rules == ("CO-4",)
                assert ruling.remedy is not None
                named = ruling.remedy.split()[1:]
                assert any(
                    len(named) <= len(good) and all(a in ("??", b) for a, b in zip(named, good, strict=False))
                    for good in right
                ), (cards, ruling.remedy)
        cards = table.chain(table.stock)
        assert referee.play(player, " ".join(["draw", *cards])).verdict == "legal"
        table.play(cards)
        for heap in referee.game.heaps(referee.position):
            names = {CARD_NAMES[card] for card in heap.cards if card is not None}
            if heap.kind == "clients" and heap.owner is not None:
                assert names == table.clients[heap.owner]
            if heap.kind == "taxis" and heap.owner is not None:
                assert names == table.taxis[heap.owner]
            if heap.kind == "discard":
                assert len(heap.cards) == len(table.discard)
                assert names <= set(table.discard)


@given(SEED)
@settings(max_examples=20, deadline=None)
def test_taxis_in_every_combination(seed: int) -> None:
    random = Random(seed)
    table = random_table(random, in_front=9, hidden_places=0)
    referee = Referee(parse(table.record()))
    game, position = referee.game, referee.position
    lying = sorted(set().union(*table.clients, *table.taxis))
    if not lying:
        return
    pairs = [(word, taxi, target) for word in ("ride", "crash") for taxi in lying for target in lying]
    single = [pair for pair in pairs if table.good((pair,))]
    expected = {
        table.written(chosen)
        for number in range(1, len(table.suits))
        for chosen in combinations(single, number)
        if table.good(chosen)
    }
    legal = referee.legal() or []
    assert len(set(legal)) == len(legal)
    assert {move for move in legal if not move.startswith("draw")} == expected
    several = [tuple(random.choices(pairs, k=random.choice([2, 2, 3]))) for _ in range(300)]
    several += [tuple(random.choices(single, k=random.choice([2, 2, 3]))) for _ in range(100 if single else 0)]
    for chosen in [*((pair,) for pair in pairs), *several]:
        text = " ".join(f"{word} {taxi}>{target}" for word, taxi, target in chosen)
        move = game.read_move(position, text)
        facts = game.judge(position, move)
        assert (not facts) == table.good(chosen), (text, facts)
        shuffled = " ".join(f"{word} {taxi}>{target}" for word, taxi, target in random.sample(chosen, len(chosen)))
        assert game.read_move(position, shuffled) == move
        assert game.read_move(position, game.write_move(move)) == move
        if facts:
            assert game.write_move(game.remedy(position, move)) in legal
        else:
            assert game.write_move(move) in expected
