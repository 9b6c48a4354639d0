"""Small deals of Ceraria for the tests, every way in which their hidden cards can lie, and the rules as one would say them.

Nothing of the engine is used here but the names of the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random

from rules.cards import CARD_NAMES

RANKS = "23456789TJQKA"
PACK_24 = [name for name in CARD_NAMES[:52] if RANKS.index(name[0]) >= 7 and name != "QH"]
BEATS = {"H": "D", "D": "S", "S": "C", "C": "H"}  # CE-3: hearts beat diamonds, and so on round
ALLIES = {"H": "S", "S": "H", "C": "D", "D": "C"}  # CE-4


def strength(card: str) -> int:
    """CE-2."""
    return RANKS.index(card[0]) + 2


@dataclass(frozen=True)
class Choice:
    """The house rules."""

    same_suit: str = "on"
    circle: str = "stronger"

    def beats(self, card: str, attack: str) -> bool:
        """CE-7: alone."""
        if BEATS[card[1]] == attack[1]:
            return self.circle == "any" or strength(card) > strength(attack)
        return self.same_suit == "on" and card[1] == attack[1] and strength(card) > strength(attack)

    def answers(self, hand: AbstractSet[str], attack: str) -> set[str]:
        """CE-7, CE-8: everything that beats one card."""
        found = {card for card in hand if self.beats(card, attack)}
        for card, support in permutations(hand, 2):
            allowed = BEATS[card[1]] == attack[1] or (self.same_suit == "on" and card[1] == attack[1])
            together = strength(card) + strength(support) > strength(attack)
            if allowed and not self.beats(card, attack) and support[1] == ALLIES[card[1]] and together:
                found.add(f"{card}+{support}")
        return found


def cards_of(move: str) -> list[str]:
    """The cards of a move."""
    return [] if move == "take" else move.replace("+", " ").replace("/", " ").split()


@dataclass(eq=False)
class World:
    """One way in which the hidden cards can lie."""

    hands: list[set[str]]
    stock: list[str]

    def draw(self, attacker: int) -> None:
        """CE-11."""
        for step in range(len(self.hands)):
            hand = self.hands[(attacker + step) % len(self.hands)]
            while len(hand) < 5 and self.stock:
                hand.add(self.stock.pop(0))

    def strongest(self) -> int | None:
        """CE-13: who holds the card that counts most; None: nobody."""
        best, who = (0, ""), None
        for seat, hand in enumerate(self.hands):
            for card in hand:
                if card[1] != "C" and (strength(card), {"D": "a", "S": "b", "H": "c"}[card[1]]) > best:
                    best, who = (strength(card), {"D": "a", "S": "b", "H": "c"}[card[1]]), seat
        return who


@dataclass
class Deal:
    """A position between two battles: everything in truth, and what is hidden of it."""

    players: list[str]
    leader: int
    hands: list[list[str]]
    stock: list[str]
    discard: list[str]
    hidden: set[str]  # of all of these
    choice: Choice

    def record(self) -> str:
        """The record of what is known."""
        lines = [
            '[Game "ceraria"]',
            '[Pack "24"]',
            f'[Players "{", ".join(self.players)}"]',
            f'[Leader "{self.players[self.leader]}"]',
            *(f'[Hand:{name} "{self._shown(hand)}"]' for name, hand in zip(self.players, self.hands, strict=True)),
            f'[Stock "{self._shown(self.stock)}"]',
            f'[Discard "{self._shown(self.discard)}"]',
            f'[Option:same_suit "{self.choice.same_suit}"]',
            f'[Option:circle "{self.choice.circle}"]',
        ]
        return "\n".join(lines) + "\n"

    def _shown(self, cards: list[str]) -> str:
        return " ".join("??" if card in self.hidden else card for card in cards)

    def worlds(self) -> list[World]:
        """Every way in which the hidden cards can lie."""
        shown = [set(hand) - self.hidden for hand in self.hands]
        numbers = [len(self.hidden & set(hand)) for hand in self.hands]

        def fill(seat: int, left: list[str]) -> Iterator[World]:
            if seat < len(shown):
                for chosen in combinations(left, numbers[seat]):
                    for world in fill(seat + 1, [card for card in left if card not in chosen]):
                        yield World([shown[seat] | set(chosen), *world.hands], world.stock)
                return
            for drawn in permutations(left, len(self.hidden & set(self.stock))):
                order = iter(drawn)
                yield World([], [next(order) if card in self.hidden else card for card in self.stock])

        return list(fill(0, sorted(self.hidden)))


@dataclass
class SecondOpinion:
    """What is legal, what could be, and who has won, found by going through all the worlds that are left."""

    deal: Deal
    worlds: list[World]
    truth: World = field(init=False)
    turn: int = field(init=False)
    attack: list[str] = field(default_factory=list)
    takes: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self.truth = World([set(hand) for hand in self.deal.hands], list(self.deal.stock))
        self.turn = self.deal.leader
        self.first = self.turn - 1  # the attacker of the last battle, who comes first in CE-12
        self._look_for_an_end()

    def moves(self, hand: AbstractSet[str]) -> set[str]:
        """Everything legal for the player on turn, with this hand."""
        choice = self.deal.choice
        if not self.attack:
            moves = set(hand)
            if len(self.truth.hands[(self.turn + 1) % len(self.truth.hands)]) > 1:
                for suits in ("CD", "HS"):
                    for rank in RANKS:
                        if {rank + suits[0], rank + suits[1]} <= hand:
                            moves.add(f"{rank}{suits[0]} {rank}{suits[1]}")
            return moves
        answers = [choice.answers(hand, card) for card in self.attack]
        if len(answers) == 1:
            return answers[0] | {"take"}
        both = {f"{first} / {second}" for first in answers[0] for second in answers[1]}
        return {move for move in both if len(set(cards_of(move))) == len(cards_of(move))} | {"take"}

    def possible_hands(self) -> list[frozenset[str]]:
        """The hands that the player on turn can have."""
        return sorted({frozenset(world.hands[self.turn]) for world in self.worlds}, key=sorted)

    def allowed(self) -> set[str]:
        """Every move that is legal in some world."""
        return {move for hand in self.possible_hands() for move in self.moves(hand)}

    def play(self, move: str) -> None:
        cards = set(cards_of(move))
        self.worlds = [world for world in self.worlds if cards <= world.hands[self.turn]]
        everywhere = [*self.worlds, self.truth]
        for world in everywhere:
            world.hands[self.turn] -= cards
        players = len(self.deal.players)
        if not self.attack:
            self.attack = cards_of(move)
            self.turn = (self.turn + 1) % players
            return
        self.first = self.turn - 1
        if move == "take":
            for world in everywhere:
                world.hands[self.turn] |= set(self.attack)
            self.takes = 0 if self.truth.stock else self.takes + 1
            self.turn = (self.turn + 1) % players
        else:
            self.takes = 0
        self.attack = []
        for world in everywhere:
            world.draw(self.first)
        self._look_for_an_end()

    def _look_for_an_end(self) -> None:
        self.over = not self.truth.stock and (self.takes == 3 or not all(self.truth.hands))

    def see(self, seat: int, cards: set[str]) -> None:
        self.worlds = [world for world in self.worlds if cards <= world.hands[seat]]

    def outcome(self) -> str | None:
        """Who has won, in every world; None: nobody yet, or it is not known."""
        if not self.over:
            return None
        for step in range(len(self.deal.players)):
            seat = (self.first + step) % len(self.deal.players)
            if not self.truth.hands[seat]:
                return f"win {self.deal.players[seat]}"
        winners = {world.strongest() for world in self.worlds}
        if len(winners) > 1:
            return None
        winner = winners.pop()
        return "draw" if winner is None else f"win {self.deal.players[winner]}"


def random_deal(random: Random) -> Deal:
    """Two to four players with a few cards each, a short stock or none, a few cards hidden."""
    cards = PACK_24.copy()
    random.shuffle(cards)
    players = ["Ann", "Ben", "Cid", "Dan"][: random.choice([2, 2, 2, 3, 4])]
    hands = [[cards.pop() for _ in range(random.randint(1, 5))] for _ in players]
    stock = [cards.pop() for _ in range(min(len(cards), random.choice([0, 0, 0, 1, 2, 4, 6])))]
    places = [*(card for hand in hands for card in hand), *stock, *random.sample(cards, min(len(cards), 2))]
    hidden = set(random.sample(places, min(len(places), random.choice([0, 1, 3, 4, 5]))))
    choice = Choice(random.choice(["on", "off"]), random.choice(["stronger", "any"]))
    return Deal(players, random.randrange(len(players)), hands, stock, cards, hidden, choice)
