"""A second opinion on Crusaders for the tests: a slow referee of its own, small deals, every way to fill in their ??.

Nothing of the engine is used here but the names of the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from random import Random

from rules.cards import CARD_NAMES

RANKS = "23456789TJQKA"
PACKS = {"36": [name for name in CARD_NAMES[:52] if name[0] in RANKS[4:]], "54": list(CARD_NAMES)}
CHARACTERS = ["Marshal", "Castellan", "Archmage", "Prelate", "Herald", "Quartermaster"]
TABLE = {  # CR-10: attacking suit -> defending suit -> who wins
    "C": {"C": ">", "S": "any", "D": "rep", "H": "-"},
    "S": {"C": "-", "S": ">", "D": "rep !=", "H": "!="},
    "D": {"C": "-", "S": "=", "D": "rep >", "H": "any"},
    "H": {"C": "-", "S": "=", "D": "-", "H": ">"},
}


def order(card: str) -> int:
    return CARD_NAMES.index(card)


def joker(card: str) -> bool:
    return card[1] == "J"


def sorted_cards(cards: set[str]) -> list[str]:
    return sorted(cards, key=order)


def outcome_of(attack: str, defence: str, higher_only: bool) -> str:
    """What the table says: ``beat``, ``replace`` or nothing."""
    if joker(defence):
        return "beat"
    if joker(attack):
        return ""
    entry = TABLE[attack[1]][defence[1]]
    if higher_only and attack[1] == "S" and defence[1] == "H":
        entry = ">"
    higher = RANKS.index(defence[0]) > RANKS.index(attack[0])
    same = defence[0] == attack[0]
    holds = {">": higher, "=": same, "!=": not same, "any": True, "rep": True, "-": False}[entry.split()[-1]]
    return "" if not holds else "replace" if entry.startswith("rep") else "beat"


@dataclass
class World:
    """One way in which all the cards can lie, and how the round stands."""

    hands: list[set[str]]
    decks: list[list[str]]
    turn: int
    higher_only: bool = False
    abilities: list[str] = field(default_factory=list)  # "" for none, or once it is used
    inside: list[int] = field(default_factory=list)
    phase: str = "attack"
    attacker: int = 0
    asked: list[int] = field(default_factory=list)
    unbeaten: set[str] = field(default_factory=set)
    fallen: dict[str, str] = field(default_factory=dict)  # card -> attacker, defender
    goes: set[str] = field(default_factory=set)  # to the taker
    at_take: set[str] = field(default_factory=set)
    discard: set[str] = field(default_factory=set)
    placed: list[int] = field(default_factory=list)
    streak: int = 0
    over: bool = False

    def begin(self, turn: int) -> None:
        """The next battle begins with ``turn``, or the next who is in."""
        seats = len(self.hands)
        circle = [(turn + step) % seats for step in range(seats)]
        circle = [seat for seat in circle if seat in self.inside]
        if len(circle) < 2:
            self.placed += circle
            self.over = True
        elif len(circle) > 2 and self.streak >= 3 * len(circle):
            self.placed += sorted(circle, key=lambda seat: len(self.hands[seat]) + len(self.decks[seat]))
            self.over = True
        else:
            self.phase = "attack"
            self.turn = self.attacker = circle[0]

    @property
    def defender(self) -> int:
        return self.after(self.attacker)

    def after(self, seat: int) -> int:
        seats = len(self.hands)
        return next(s % seats for s in range(seat + 1, seat + 1 + seats) if s % seats in self.inside)

    def moves(self) -> set[str]:
        """Every legal move."""
        if self.over:
            return set()
        hand, ability = self.hands[self.turn], self.abilities[self.turn]
        clerics = {card for card in hand if card[1] == "H"}
        raisable = {card for card in self.fallen if card[1] != "H" and not joker(card)}
        moves = set()

        def raises(fallen: set[str], rest: str = "") -> None:
            for card in fallen:
                for cleric in clerics:
                    if cleric[0] == card[0]:
                        moves.add(f"raise {cleric} {card}{rest}")
                    elif ability == "Prelate":
                        moves.add(f"raise! {cleric} {card}{rest}")

        if self.phase == "attack":
            most = min(6, len(self.hands[self.defender]))
            for number in range(1, most + 1):
                if number > 4 and ability != "Marshal":
                    break
                for cards in combinations(sorted_cards(hand), number):
                    ranks = {card[0] for card in cards}
                    if any(map(joker, cards)):
                        if number == 1:
                            moves.add(f"attack {cards[0]}")
                    elif len(ranks) == 1:
                        moves.add("attack " + " ".join(cards))
                    elif len(ranks) == 2 and ability == "Marshal":
                        moves.add("attack! " + " ".join(cards))
            if ability == "Quartermaster" and self.decks[self.turn]:
                moves |= {f"stow! {card}" for card in hand}
        elif self.phase == "defend":
            moves.add("take")
            for attack in self.unbeaten:
                for card in hand:
                    word = outcome_of(attack, card, self.higher_only)
                    if word:
                        moves.add(f"{word} {attack} {card}")
                    if joker(attack) or joker(card):
                        continue
                    if ability == "Castellan" and word != "beat" and card[1] == attack[1]:
                        moves.add(f"beat! {attack} {card}")
                    other = attack[1] == "H" or (attack[1] == "S" and attack[0] == card[0])
                    if ability == "Archmage" and other and card[1] == "D":
                        moves.add(f"replace! {attack} {card}")
                own = {card for card in raisable if self.fallen[card] == "defender"}
                raises({card for card in own if outcome_of(attack, card, self.higher_only) == "beat"}, f" {attack}")
        elif self.phase == "beaten":
            moves.add("done")
            raises({card for card in raisable if self.fallen[card] == "attacker"})
        else:
            moves.add("pass")
            raises(raisable)
            if ability == "Herald":
                ranks = {card[0] for card in self.at_take if not joker(card)}
                moves |= {f"throw! {card}" for card in hand if card[0] in ranks and not joker(card)}
        return moves

    def play(self, move: str) -> None:
        """Carries out a legal move."""
        word, *cards = move.split()
        hand = self.hands[self.turn]
        if word.endswith("!"):
            self.abilities[self.turn] = ""
            word = word[:-1]
        if word == "stow":
            hand.remove(cards[0])
            deck = [*self.decks[self.turn], cards[0]]
            hand.add(deck[0])
            self.decks[self.turn] = deck[1:]
        elif word == "attack":
            hand -= set(cards)
            self.unbeaten = set(cards)
            self.phase, self.turn = "defend", self.defender
        elif word in ("beat", "replace"):
            attack, card = cards
            hand.remove(card)
            self.unbeaten.remove(attack)
            if word == "beat":
                self.fallen[attack], self.fallen[card] = "attacker", "defender"
            else:
                hand.add(attack)
                self.unbeaten.add(card)
        elif word == "raise":
            cleric, card, *attack = cards
            hand.remove(cleric)
            if attack:
                self.unbeaten.remove(attack[0])
                self.fallen[attack[0]] = "attacker"
                self.fallen[cleric] = "defender"
            elif self.phase == "beaten":
                del self.fallen[card]
                self.unbeaten.add(card)
                self.fallen[cleric] = "attacker"
                self.phase, self.turn = "defend", self.defender
            else:
                del self.fallen[card]
                self.goes |= {card, cleric}
        elif word == "throw":
            hand.remove(cards[0])
            self.goes.add(cards[0])
        elif word == "take":
            circle = [self.attacker]
            while (seat := self.after(circle[-1])) != self.attacker:
                circle.append(seat)
            some = any(card[1] != "H" and not joker(card) for card in self.fallen)
            self.asked = [
                seat
                for seat in circle
                if seat != self.defender and self.hands[seat] and (some or self.abilities[seat] == "Herald")
            ]
            self.at_take = set(self.unbeaten)
            self.goes |= self.unbeaten
            self.phase = "others"
        if self.phase == "others" and word in ("take", "pass"):
            if self.asked:
                self.turn = self.asked.pop(0)
            else:
                self.hands[self.defender] |= self.goes
                self.streak += 1
                self.clear(self.defender + 1)
        elif self.phase == "beaten" and word == "done":
            self.streak = 0
            self.clear(self.defender)
        elif self.phase == "defend" and not self.unbeaten:
            self.phase, self.turn = "beaten", self.attacker

    def clear(self, following: int) -> None:
        """After the battle."""
        self.discard |= set(self.fallen)
        self.fallen, self.goes, self.unbeaten, self.at_take = {}, set(), set(), set()
        seats = len(self.hands)
        for seat in [(self.attacker + step) % seats for step in range(seats)]:
            if seat in self.inside:
                while len(self.hands[seat]) < 6 and self.decks[seat]:
                    self.hands[seat].add(self.decks[seat].pop(0))
                if not self.hands[seat]:
                    self.inside.remove(seat)
                    self.placed.append(seat)
        self.begin(following)

    def copy(self) -> World:
        changed = {name: value.copy() for name, value in vars(self).items() if isinstance(value, list | set | dict)}
        changed |= {"hands": [hand.copy() for hand in self.hands], "decks": [deck.copy() for deck in self.decks]}
        return replace(self, **changed)

    def key(self) -> tuple[object, ...]:
        return (
            tuple(frozenset(hand) for hand in self.hands),
            tuple(map(tuple, self.decks)),
        )


@dataclass
class Deal:
    """A small deal: how it is in truth, and what is hidden of it."""

    players: list[str]
    pack: str
    options: dict[str, str]
    truth: World
    hidden_hands: list[set[str]]
    hidden_decks: list[set[str]]
    out: list[str]
    discard: list[str]

    def record(self, *, everything: bool = False) -> str:
        """The record of what is known; or with every card shown."""

        def line(name: str, cards: list[str], hidden: set[str]) -> str:
            return f'[{name} "{" ".join("??" if c in hidden and not everything else c for c in cards)}"]'

        lines = [
            '[Game "crusaders"]',
            f'[Pack "{self.pack}"]',
            f'[Players "{", ".join(self.players)}"]',
            f'[Leader "{self.players[self.truth.turn]}"]',
            *(f'[Option:{name} "{value}"]' for name, value in self.options.items()),
        ]
        if any(self.truth.abilities):
            named = zip(self.players, self.truth.abilities, strict=True)
            lines.append('[Characters "' + ", ".join(f"{player}={who}" for player, who in named) + '"]')
        for seat, player in enumerate(self.players):
            lines.append(line(f"Hand:{player}", sorted_cards(self.truth.hands[seat]), self.hidden_hands[seat]))
            lines.append(line(f"Deck:{player}", self.truth.decks[seat], self.hidden_decks[seat]))
        lines.append(line("Discard", self.discard, set()))
        return "\n".join(lines) + "\n"

    def worlds(self, most: int) -> list[World] | None:
        """Every way in which the hidden cards can lie; None if there are more than ``most``."""
        loose = sorted_cards(set(self.out).union(*self.hidden_hands, *self.hidden_decks))
        found: list[World] = []

        def fill(seat: int, left: list[str], world: World) -> Iterator[World]:
            if seat == len(self.players):
                yield world
                return
            for chosen in combinations(left, len(self.hidden_hands[seat])):
                rest = [card for card in left if card not in chosen]
                for under in permutations(rest, len(self.hidden_decks[seat])):
                    other = world.copy()
                    other.hands[seat] = other.hands[seat] - self.hidden_hands[seat] | set(chosen)
                    fresh = iter(under)
                    other.decks[seat] = [
                        next(fresh) if card in self.hidden_decks[seat] else card for card in world.decks[seat]
                    ]
                    yield from fill(seat + 1, [card for card in rest if card not in under], other)

        for world in fill(0, loose, self.truth):
            found.append(world)
            if len(found) > most:
                return None
        return found


def random_deal(random: Random, *, hidden: bool = True, characters: bool | None = None) -> Deal:
    """Two to four players with a few cards, most of the pack discarded, a few cards hidden or out of play."""
    pack = random.choice(["36", "36", "54"])
    cards = PACKS[pack].copy()
    random.shuffle(cards)
    if random.random() < 0.6:  # few ranks, so that there is something to raise
        ranks = random.sample(RANKS[4:], 4)
        cards.sort(key=lambda card: card[0] in ranks)
    players = ["Ann", "Ben", "Cid", "Dan"][: random.choice([2, 2, 3, 3, 4])]
    hands = [{cards.pop() for _ in range(random.randint(1, 6))} for _ in players]
    decks = [[cards.pop() for _ in range(random.choice([0, 0, 1, 2, 3]))] for _ in players]
    out = [cards.pop() for _ in range(random.choice([0, 0, 0, 1, 2]))]
    options = {"cleric_vs_pike": random.choice(["any", "higher"])}
    abilities = [""] * len(players)
    if characters or (characters is None and random.random() < 0.6):
        options["characters"] = random.choice(["random", "draft"])
        abilities = random.sample(CHARACTERS, len(players))
        if hidden and "Quartermaster" not in abilities and random.random() < 0.6:
            abilities[random.randrange(len(players))] = "Quartermaster"
    truth = World(
        hands,
        decks,
        random.randrange(len(players)),
        options["cleric_vs_pike"] == "higher",
        abilities,
        list(range(len(players))),
    )
    truth.discard = set(cards)
    truth.begin(truth.turn)
    most = random.choice([0, 1, 1, 2]) if hidden else 0
    return Deal(
        players,
        pack,
        options,
        truth,
        [set(random.sample(sorted_cards(hand), min(len(hand), random.randint(0, most)))) for hand in hands],
        [set(deck if hidden and random.random() < 0.5 else ()) for deck in decks],
        out if hidden else [],
        sorted_cards(set(cards)) + ([] if hidden else out),
    )
