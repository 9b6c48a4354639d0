"""Small deals of Svoi Kozyri for the tests, and every way in which their hidden cards can lie.

Nothing of the engine is used here but the names of the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from rules.cards import CARD_NAMES

SUITS = "CDHS"
RANKS = "23456789TJQKA"
PACK_24 = [name for name in CARD_NAMES[:52] if RANKS.index(name[0]) >= 7]


def beats(card: str, top: str, trump: str) -> bool:
    """SK-8, as one would say it."""
    if card[1] == top[1]:
        return RANKS.index(card[0]) > RANKS.index(top[0])
    return card[1] == trump


def taken(pile: list[str], trump: str) -> int:
    """SK-10, as one would say it: how many cards are taken."""
    if pile[-1] == "A" + trump:
        return len(pile)
    return min(len(pile), 5 if pile[-1][1] == trump else 3)


@dataclass
class World:
    """One way in which the hidden cards can lie. Plays without asking what is allowed."""

    hands: list[set[str]]
    able: dict[int, bool] = field(default_factory=dict)  # number of a move `take` -> could beat

    def __hash__(self) -> int:
        return id(self)


@dataclass
class Deal:
    """A small deal: everything in truth, and what is hidden of it."""

    players: list[str]
    trumps: list[str]
    pile: list[str]
    turn: int
    hands: list[list[str]]
    hidden: list[set[str]]
    out: list[str]
    forced: bool

    def record(self) -> str:
        """The record of what is known."""
        lines = [
            '[Game "svoi-kozyri"]',
            '[Pack "24"]',
            f'[Players "{", ".join(self.players)}"]',
            '[Trumps "' + ", ".join(f"{p}={t}" for p, t in zip(self.players, self.trumps, strict=True)) + '"]',
            f'[Leader "{self.players[self.turn]}"]',
            f'[Pile "{" ".join(self.pile)}"]',
        ]
        for player, hand, hidden in zip(self.players, self.hands, self.hidden, strict=True):
            shown = [card for card in hand if card not in hidden]
            unknown = [] if not hidden else ["??"] if len(hidden) == 1 else [f"??x{len(hidden)}"]
            lines.append(f'[Hand:{player} "{" ".join(shown + unknown)}"]')
        lines.append(f'[Option:take "{"forced" if self.forced else "free"}"]')
        return "\n".join(lines) + "\n"

    def open_record(self) -> str:
        """The record with every card shown."""
        everything = Deal(
            self.players,
            self.trumps,
            self.pile,
            self.turn,
            self.hands,
            [set() for _ in self.hands],
            self.out,
            self.forced,
        )
        return everything.record()

    def worlds(self) -> list[World]:
        """Every way in which the hidden cards can lie."""
        loose = sorted(set(self.out).union(*self.hidden))
        shown = [set(hand) - hidden for hand, hidden in zip(self.hands, self.hidden, strict=True)]

        def fill(seat: int, left: list[str]) -> Iterator[list[set[str]]]:
            if seat == len(shown):
                yield []
                return
            for chosen in combinations(left, len(self.hidden[seat])):
                rest = [card for card in left if card not in chosen]
                for others in fill(seat + 1, rest):
                    yield [shown[seat] | set(chosen), *others]

        return [World(hands) for hands in fill(0, loose)]


def random_deal(random: Random) -> Deal:
    """Two to four players with a few cards each, most of the pack in the pile, a few cards hidden or out of play."""
    cards = PACK_24.copy()
    random.shuffle(cards)
    players = ["Ann", "Ben", "Cid", "Dan"][: random.choice([2, 2, 2, 3, 4])]
    hands = [[cards.pop() for _ in range(random.randint(1, 5))] for _ in players]
    out = [cards.pop() for _ in range(random.choice([0, 0, 0, 1, 2]))]
    pile = cards
    if random.random() < 0.3:  # no pile; but only a few cards may be nowhere, or there are too many worlds
        hands[0] += pile[::2]
        hands[1] += pile[1::2]
        pile = []
    most = random.choice([0, 1, 2, 3])
    hidden = [set(random.sample(hand, min(len(hand), random.randint(0, most)))) for hand in hands]
    return Deal(
        players,
        random.sample(list(SUITS), len(players)),
        pile,
        random.randrange(len(players)),
        hands,
        hidden,
        out,
        random.random() < 0.6,
    )
