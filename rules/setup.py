"""What the headers of a record say, checked: players, pack, options, cards in their places. Common to all games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, TypeVar

from rules.cards import PACKS, SUITS, UNKNOWN, Card, CardError, CardSet, card_name, card_set, cards_in, parse_card
from rules.record import Head, Header, Record, RecordError, missing
from rules.texts import N_, _

if TYPE_CHECKING:
    from rules.game import Game

CardList = tuple[Card | None, ...]
"""Cards as a record writes them; None is an unknown one (``??``)."""

_Value = TypeVar("_Value")
_NAME = re.compile(r'[^\s:,=;?"]+')
_UNWRITABLE = re.compile('["\n\r\ud800-\udfff]')
_UNKNOWN = re.compile(r"\?\?(?:[xX×]0*([1-9]\d*))?")
_SUIT_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}


@dataclass(slots=True)
class Setup:
    """The headers, read.

    ``lists``: the cards of the headers that name cards, by full name (``Hand:Ann``). ``canonical``: the value of every
    header without odd spellings.
    """

    game: Game
    record: Record
    players: tuple[str, ...] = ()
    pack: int = 0
    options: dict[str, str] = field(default_factory=dict)
    lists: dict[str, CardList] = field(default_factory=dict)
    suits: dict[str, tuple[int, ...]] = field(default_factory=dict)  # header -> a suit for each seat
    numbers: dict[str, tuple[float, ...]] = field(default_factory=dict)  # header -> a number for each seat
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)  # header (Characters) -> a word for each seat
    seats: dict[str, int] = field(default_factory=dict)  # header (Leader, Dealer) -> seat
    canonical: dict[str, str] = field(default_factory=dict)
    random: Random | None = None  # what deals the cards: from the Seed; None if they are as the headers say

    @property
    def cards(self) -> CardSet:
        """The pack."""
        return PACKS[self.pack]

    def line(self, name: str) -> int:
        """The line of a header; 1 if it is missing."""
        header = self.record.headers.get(name)
        return 1 if header is None else header.line or 1

    def canonical_head(self) -> list[Head]:
        """The lines above the moves, headers without odd spellings."""
        return [
            replace(entry, value=self.canonical.get(entry.name, entry.value)) if isinstance(entry, Header) else entry
            for entry in self.record.head
        ]

    def hands(self) -> list[CardList] | None:
        """The hands by seat; None if the record gives none. Raises RecordError if it gives some, but not all."""
        given = [name for name in self.lists if name.startswith("Hand:")]
        if not given:
            return None
        for player in self.players:
            if f"Hand:{player}" not in self.lists:
                raise RecordError(
                    max(self.line(name) for name in given),
                    _("the header {header} is missing: where one hand is given all must be").format(
                        header=f"Hand:{player}"
                    ),
                    _('add [{header} "..."], with ?? for unknown cards, "" for none').format(header=f"Hand:{player}"),
                )
        return [self.lists[f"Hand:{player}"] for player in self.players]

    def last_line(self) -> int:
        """The line of the last header that names cards; 1 if there is none."""
        return max(map(self.line, self.lists), default=1)

    def stock_and_discard(self, pack: CardSet, taken: Mapping[Card, str] | None = None) -> tuple[CardList, CardList]:
        """The stock (top first) and the discard, with what the headers leave out of them filled in: all places together
        make ``pack``. ``taken``: cards of the whole pack that lie elsewhere, and where (``Ann's queen``).

        Raises RecordError if it does not come out even, or if a header names a card that is taken.
        """
        for name, cards in self.lists.items():
            for card in cards:
                if card is not None and card in (taken or {}):
                    raise RecordError(
                        self.line(name),
                        _("the card {card} is in two places, {first} and {second}").format(
                            card=card_name(card), first=(taken or {})[card], second=name
                        ),
                        _("the pack has it only once: leave it in one place"),
                    )
        left = pack.bit_count() - sum(map(len, self.lists.values()))
        stock, discard = self.lists.get("Stock"), self.lists.get("Discard")
        if left < 0 or (left and stock is not None and discard is not None):
            raise RecordError(
                self.last_line(),
                _("wrong number of cards: {named} are in their places, the pack has {size}").format(
                    named=pack.bit_count() - left, size=pack.bit_count()
                ),
                _("all places together make the pack: add or leave out ??"),
            )
        if stock is None:
            return (None,) * left, discard or ()
        if discard is not None:
            return stock, discard
        lists = list(self.lists.values())
        nameless = any(card is None for cards in lists for card in cards)
        rest = pack & ~card_set(card for cards in lists for card in cards if card is not None)
        return stock, (None,) * left if nameless else tuple(cards_in(rest))

    def check_not_without_hands(self, *names: str) -> None:
        """Raises RecordError if one of these headers is given, but no hands are."""
        for name in names:
            if name in self.lists and self.hands() is None:
                raise RecordError(
                    self.line(name),
                    _("{header}: where it is given the hands must be given, too").format(header=name),
                    _("add a Hand header for each player, with ?? for unknown cards"),
                )

    def check_nothing_but_a_seed(self) -> None:
        """Raises RecordError if cards are given beside a Seed, which deals them all."""
        for name in self.lists:
            raise RecordError(
                max(self.line("Seed"), self.line(name)),
                _("Seed deals the cards at random, but {header} gives some").format(header=name),
                _("leave out the Seed, or all headers that give cards"),
            )


def read_setup(record: Record, game: Game) -> Setup:
    """Everything the headers of ``record`` say, for ``game``. Raises RecordError with the header's line."""
    setup = Setup(game, record)
    headers = record.headers
    if "Players" not in headers:
        raise missing("Players", "Ann, Ben")
    _players(setup, headers["Players"])
    setup.options = {option.name: option.default_for(len(setup.players)) for option in game.options}
    setup.pack = game.packs[0]
    if "Pack" in headers:
        _pack(setup, headers["Pack"])
    places: dict[Card, str] = {}
    for header in headers.values():
        kind, colon, of = header.name.partition(":")
        if _UNWRITABLE.search(header.value):  # made in code: what is read from a record has none of these
            raise _wrong(
                header,
                _("{header}: '{text}' cannot stand in a record").format(header=header.name, text=header.value),
                _('write it in one line, without "'),
            )
        own = game.own_headers.get(kind)
        if header.name not in _COMMON and kind not in game.headers and kind != "Option" and own is None:
            raise _wrong(
                header,
                _("the game {game} has no header {header}").format(game=_(game.name), header=header.name),
                _("leave it out; its headers are {headers}").format(headers=", ".join(header_names(game))),
            )
        if kind in _PER_PLAYER or own == "hands":
            if of not in setup.players:
                raise _wrong(
                    header,
                    _("{header}: there is no player {player}").format(header=header.name, player=of or '""'),
                    _("the players are {players}").format(players=", ".join(setup.players)),
                )
        elif colon and kind != "Option":
            raise _wrong(
                header,
                _("the game {game} has no header {header}").format(game=_(game.name), header=header.name),
                _("leave it out; its headers are {headers}").format(headers=", ".join(header_names(game))),
            )
        reader = READERS.get(kind) if own is None else OWN[own]
        if reader is not None:
            reader(setup, header)
        else:
            setup.canonical.setdefault(header.name, header.value)
        if header.name in setup.lists:
            _place(setup, header, places)
    for name in game.needed:
        if name not in headers:
            raise missing(name, game.needed[name])
    if "Seed" in headers:
        setup.random = Random(headers["Seed"].value)
    return setup


def header_names(game: Game) -> list[str]:
    """The headers of a game as they are written, ``NAME`` for a player or an option."""
    kinds = [kind for kind in HEADERS if kind in _COMMON or kind in game.headers or (kind == "Option" and game.options)]
    named = _PER_PLAYER | {"Option"} | {kind for kind, how in game.own_headers.items() if how == "hands"}
    return [f"{kind}:NAME" if kind in named else kind for kind in [*kinds, *game.own_headers]]


def _wrong(header: Header, problem: str, remedy: str) -> RecordError:
    return RecordError(header.line or 1, problem, remedy)


def _players(setup: Setup, header: Header) -> None:
    names = [name.strip() for name in header.value.split(",")]
    low, high = setup.game.seats
    if not low <= len(names) <= high:
        raise _wrong(
            header,
            _("Players: {game} needs {low} to {high} players, not {number}").format(
                game=_(setup.game.name), low=low, high=high, number=len(names)
            ),
            _("name so many"),
        )
    for i, name in enumerate(names):
        if not _NAME.fullmatch(name) or not name.isprintable():
            raise _wrong(
                header, _("Players: '{name}' is no name").format(name=name), _('a name is one word without : , = ; ? "')
            )
        if name in names[:i]:
            raise _wrong(
                header, _("Players: there are two called {name}").format(name=name), _("give each a name of their own")
            )
    setup.players = tuple(names)
    setup.canonical["Players"] = ", ".join(names)


def _pack(setup: Setup, header: Header) -> None:
    size = header.value.strip()
    if size not in map(str, setup.game.packs):
        raise _wrong(
            header,
            _("Pack: {game} has no pack of '{size}' cards").format(game=_(setup.game.name), size=size),
            _("choose one of {sizes}").format(sizes=", ".join(map(str, sorted(setup.game.packs)))),
        )
    setup.pack = int(size)
    setup.canonical["Pack"] = size


def _option(setup: Setup, header: Header) -> None:
    name = header.name.partition(":")[2]
    option = next((option for option in setup.game.options if option.name == name), None)
    if option is None:
        known = ", ".join(option.name for option in setup.game.options)
        raise _wrong(
            header,
            _("the game {game} has no option {option}").format(game=_(setup.game.name), option=name or '""'),
            _('the pack has a header of its own: [Pack "36"]')
            if name == "pack"
            else _("its options are {options}").format(options=known or "-"),
        )
    value = header.value.strip()
    if value not in option.values:
        raise _wrong(
            header,
            _("{header} cannot be '{value}'").format(header=header.name, value=value),
            _("choose one of {values}").format(values=", ".join(option.values)),
        )
    setup.options[name] = value
    setup.canonical[header.name] = value


def _cards(setup: Setup, header: Header) -> None:
    try:
        cards = read_cards(header.value)
    except CardError as error:
        raise _wrong(
            header,
            _("{header}: '{text}' is no card").format(header=header.name, text=error.text),
            _("cards are written like 7C, TS, QH, ??, ??x5"),
        ) from None
    setup.lists[header.name] = cards
    setup.canonical[header.name] = write_cards(cards)


def _place(setup: Setup, header: Header, places: dict[Card, str]) -> None:
    for card in setup.lists[header.name]:
        if card is None:
            continue
        if not setup.cards >> card & 1:
            raise _wrong(
                header,
                _("{header}: the card {card} is not in the pack of {size}").format(
                    header=header.name, card=card_name(card), size=setup.pack
                ),
                _("take it out, or name another Pack"),
            )
        if card in places:
            where = places[card]
            problem = (
                _("the card {card} stands twice in {place}").format(card=card_name(card), place=where)
                if where == header.name
                else _("the card {card} is in two places, {first} and {second}").format(
                    card=card_name(card), first=where, second=header.name
                )
            )
            raise _wrong(header, problem, _("the pack has it only once: leave it in one place"))
        places[card] = header.name
    named = sum(map(len, setup.lists.values()))
    if named > setup.pack:
        raise _wrong(
            header,
            _("{header}: wrong number of cards, {named} so far in a pack of {size}").format(
                header=header.name, named=named, size=setup.pack
            ),
            _("write fewer ??, or name another Pack"),
        )


def _pairs(setup: Setup, header: Header) -> dict[str, str]:
    """``Ann=S, Ben=H`` as a mapping from player to text."""
    pairs: dict[str, str] = {}
    for item in filter(None, (item.strip() for item in header.value.split(","))):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not value:
            raise _wrong(
                header,
                _("{header}: '{item}' is not NAME=VALUE").format(header=header.name, item=item),
                _("write it like Ann=S, Ben=H"),
            )
        if name not in setup.players:
            raise _wrong(
                header,
                _("{header}: there is no player {player}").format(header=header.name, player=name or '""'),
                _("the players are {players}").format(players=", ".join(setup.players)),
            )
        if name in pairs:
            raise _wrong(
                header,
                _("{header}: {player} is named twice").format(header=header.name, player=name),
                _("leave one out"),
            )
        pairs[name] = value
    return pairs


def _suits(setup: Setup, header: Header) -> None:
    pairs = _pairs(setup, header)
    chosen: list[int] = []
    for player in setup.players:
        if player not in pairs:
            raise _wrong(
                header,
                _("{header}: {player} has no suit").format(header=header.name, player=player),
                _("name one for each player, like Ann=S"),
            )
        text = pairs[player].removesuffix("\ufe0f")
        suit = SUITS.find(_SUIT_SIGNS.get(text, text.upper())) if len(text) == 1 else -1
        if suit < 0:
            raise _wrong(
                header,
                _("{header}: '{text}' is no suit").format(header=header.name, text=pairs[player]),
                _("a suit is one of S H D C"),
            )
        if suit in chosen:
            raise _wrong(
                header,
                _("{header}: {player} has the same suit, {suit}, as {other}").format(
                    header=header.name, player=player, suit=SUITS[suit], other=setup.players[chosen.index(suit)]
                ),
                _("give each player a suit of their own"),
            )
        chosen.append(suit)
    setup.suits[header.name] = tuple(chosen)
    setup.canonical[header.name] = ", ".join(f"{p}={SUITS[s]}" for p, s in _in_order(pairs, setup.players, chosen))


def _numbers(setup: Setup, header: Header) -> None:
    pairs = _pairs(setup, header)
    for player, text in pairs.items():
        if not re.fullmatch(r"[0-9]{1,9}(\.5)?" if setup.game.half_points else r"[0-9]{1,9}", text):
            raise _wrong(
                header,
                _("{header}: '{text}' is no number for {player}").format(header=header.name, text=text, player=player),
                _("write numbers like Ann=2, Ben=0.5")
                if setup.game.half_points
                else _("write whole numbers, like Ann=2, Ben=0"),
            )
    values = [number(pairs.get(player, "0")) for player in setup.players]
    setup.numbers[header.name] = tuple(values)
    setup.canonical[header.name] = ", ".join(f"{p}={v}" for p, v in _in_order(pairs, setup.players, values))


def number(text: str) -> int | float:
    """``2`` -> 2, ``2.5`` -> 2.5: whole numbers stay whole, so that they are written as they were read."""
    return float(text) if not float(text).is_integer() else int(float(text))


def _characters(setup: Setup, header: Header) -> None:
    pairs = _pairs(setup, header)
    known_names = {name.lower(): name for name in setup.game.characters}
    chosen: list[str] = []
    for player in setup.players:
        if player not in pairs:
            raise _wrong(
                header,
                _("{header}: {player} has no character").format(header=header.name, player=player),
                _("name one for each player, like Ann={example}").format(example=setup.game.characters[0]),
            )
        name = known_names.get(pairs[player].lower())
        if name is None:
            raise _wrong(
                header,
                _("{header}: there is no character '{text}'").format(header=header.name, text=pairs[player]),
                _("choose from {characters}").format(characters=", ".join(setup.game.characters)),
            )
        if name in chosen:
            raise _wrong(
                header,
                _("{header}: {player} has the same character, {name}, as {other}").format(
                    header=header.name, player=player, name=name, other=setup.players[chosen.index(name)]
                ),
                _("give each player a character of their own"),
            )
        chosen.append(name)
    setup.words[header.name] = tuple(chosen)
    setup.canonical[header.name] = ", ".join(f"{p}={w}" for p, w in _in_order(pairs, setup.players, chosen))


def _in_order(pairs: Iterable[str], players: Sequence[str], values: Sequence[_Value]) -> list[tuple[str, _Value]]:
    """(player, value) in the order in which the header named them."""
    return [(player, values[players.index(player)]) for player in pairs]


def _seat(setup: Setup, header: Header) -> None:
    name = header.value.strip()
    if name not in setup.players:
        raise _wrong(
            header,
            _("{header}: there is no player {player}").format(header=header.name, player=name or '""'),
            _("the players are {players}").format(players=", ".join(setup.players)),
        )
    setup.seats[header.name] = setup.players.index(name)
    setup.canonical[header.name] = name


HEADERS = {
    "Game": N_("the game, as kibitz games lists it"),
    "Players": N_("the names, clockwise; a name is one word"),
    "Pack": N_("the number of cards; left out, the first one that kibitz games names"),
    "Seed": N_("any text: deals the cards at random, the same ones for the same text"),
    "Points": N_("match points so far: Ann=2, Ben=0"),
    "Leader": N_("who begins, or is on turn where the position begins; left out, the first of Players"),
    "Dealer": N_("who deals; left out, the last of Players"),
    "Trumps": N_("the trump suit of each player: Ann=S, Ben=H"),
    "Queens": N_("the suit of each player's queen: Ann=H, Ben=S"),
    "Lives": N_("lives left: Ann=3, Ben=2; 0 for who is out"),
    "Characters": N_("the character of each player: Ann=Marshal, Ben=Herald"),
    "Hand": N_("the cards of a hand, ?? for a card nobody has seen, ??x5 for five of them"),
    "Pile": N_("the pile, the top card last"),
    "Stock": N_("the stock, the top card first"),
    "Discard": N_("cards that are out of play"),
    "Clients": N_("the clients on a player's queen"),
    "Taxis": N_("the taxis beside a player's queen"),
    "Deck": N_("a personal deck, the top card first"),
    "Option": N_("a house rule: NAME is its name"),
}
"""What each header says, for those who write a record. Those of a player are written ``Hand:Ann``."""

_COMMON = {"Game", "Players", "Pack", "Seed", "Event", "Date", "Result", "Points"}
_PER_PLAYER = {"Hand", "Clients", "Taxis", "Deck"}
READERS: dict[str, Callable[[Setup, Header], None]] = {
    "Option": _option,
    "Trumps": _suits,
    "Queens": _suits,
    "Points": _numbers,
    "Lives": _numbers,
    "Leader": _seat,
    "Dealer": _seat,
    "Characters": _characters,
    **dict.fromkeys(["Hand", "Pile", "Stock", "Discard", "Clients", "Taxis", "Deck"], _cards),
}


OWN: Mapping[str, Callable[[Setup, Header], None]] = {
    "cards": _cards,  # -> Setup.lists
    "hands": _cards,  # the same for each player: Row:Ann
    "suits": _suits,  # -> Setup.suits, and so on
    "numbers": _numbers,
    "seat": _seat,
}
"""What ``Game.own_headers`` can say of a header."""


def read_cards(text: str) -> CardList:
    """``7C ??x2`` -> (7C, None, None). Raises CardError with the piece that is no card."""
    cards: list[Card | None] = []
    for word in text.split():
        if match := _UNKNOWN.fullmatch(word):
            number = match[1] or "1"
            if len(number) > 3 or len(cards) > 999:
                raise CardError(word)
            cards += [None] * int(number)
        else:
            cards.append(parse_card(word))
    return tuple(cards)


def write_cards(cards: Iterable[Card | None]) -> str:
    """(7C, None, None) -> ``7C ??x2``."""
    words: list[str] = []
    unknown = 0
    for card in [*cards, -1]:
        if card is None:
            unknown += 1
            continue
        if unknown:
            words.append(UNKNOWN if unknown == 1 else f"{UNKNOWN}x{unknown}")
            unknown = 0
        if card >= 0:
            words.append(card_name(card))
    return " ".join(words)


def known(cards: Iterable[Card | None]) -> CardSet:
    """The named cards of a list, as a set."""
    return card_set(card for card in cards if card is not None)
