"""Where the cards of a table without a camera lie on the screen: around it the players, in the middle what all look at. No widget in here.

Sizes and places in px, from the lower left corner of the table, y upwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.cards import Card
from rules.table import Heap

HIGH = 1.4  # a card is so many times as high as wide
MOST_BACKS = 3  # so many of a stock lie visibly on each other
MOST_OF_PILE = 5
ASIDE = 44  # of the unit: room for the back of a heap and its number in the line of a name
LEAST_OPEN = 48  # of the unit: room in height for cards that are to be read
FOLDED_UNDER = 250  # of the unit: a lower table has its room for the middle
OF_A_PLAYER = ("queen", "clients", "taxis")  # what lies open before a player


@dataclass(frozen=True, slots=True)
class Spot:
    """A card. ``key``: the same card has the same key as long as it is known; ``heap``: its number in the state's heaps."""

    key: tuple[object, ...]
    card: Card | None
    x: float
    y: float
    width: float
    heap: int

    @property
    def height(self) -> float:
        """Of the card."""
        return self.width * HIGH


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards a heap has, where they cannot be counted by eye: middle of the text, and the heap; ``named``: with what it is."""

    x: float
    y: float
    number: int
    heap: int
    named: bool = False


@dataclass(frozen=True, slots=True)
class SeatBox:
    """The place of a player: x, y, width and height; the name stands in a line of ``head`` px at its top.

    ``aside``: so many px at the right end of that line are for its cards, where there is no room below.
    """

    seat: int
    x: float
    y: float
    width: float
    height: float
    head: float
    aside: float = 0.0


@dataclass
class Laid:
    """All that is drawn of a table. ``spots``: the lowest first."""

    spots: list[Spot] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    seats: list[SeatBox] = field(default_factory=list)


def lay(heaps: Sequence[Heap], players: int, bottom: int, width: float, height: float, *, unit: float = 1.0) -> Laid:
    """The table as somebody at seat ``bottom`` sees it, whose hand is not part of it. ``unit``: px of a dp, of the text's size."""
    laid = Laid()
    others = [(bottom + turn) % players for turn in range(1, players)]
    own = [n for n, heap in enumerate(heaps) if heap.owner == bottom and heap.kind in OF_A_PLAYER]
    head = 26 * unit
    open_ = any(heap.kind in OF_A_PLAYER and heap.owner is not None for heap in heaps)
    columns, rows, high = _tiles(len(others), width, height, head, unit, open_)
    gap = 6 * unit
    lying = {
        seat: [n for n, heap in enumerate(heaps) if heap.owner == seat and heap.kind != "attack" and heap.cards]
        for seat in others
    }
    aside = ASIDE * unit * max((len(heaps_of) for heaps_of in lying.values()), default=0)
    hidden = not any(card is not None for numbers in lying.values() for n in numbers for card in heaps[n].cards)
    each = (width - gap * (columns - 1)) / columns
    folded = hidden and height < FOLDED_UNDER * unit and each > aside + 92 * unit
    if folded:
        high = head
    elif not hidden and rows == 1:
        high = max(high, head + LEAST_OPEN * unit)
    for n, seat in enumerate(others):
        row = n // columns
        in_row = min(columns, len(others) - row * columns)
        wide = (width - gap * (in_row - 1)) / in_row
        wide = min(wide, 460 * unit)
        left = (width - (wide + gap) * in_row + gap) / 2 + (n - row * columns) * (wide + gap)
        low = height - (row + 1) * high - row * gap
        box = SeatBox(seat, left, low, wide, high, head, aside if folded else 0.0)
        laid.seats.append(box)
        (_aside if folded else _tile)(laid, heaps, box, unit, lying[seat])
    low = 0.0
    if own and any(heaps[n].cards for n in own):
        low = high
        box = SeatBox(bottom, 0, 0, width, high, 0)
        _tile(laid, heaps, box, unit, own)
    top = height - rows * (high + gap)
    _middle(laid, heaps, bottom, width, low + gap, top - gap, unit)
    return laid


def _tiles(others: int, width: float, height: float, head: float, unit: float, open_: bool) -> tuple[int, int, float]:
    """Columns and rows of the players' places, and how high one is."""
    columns = max(1, min(others, int(width / ((170 if open_ else 112) * unit))))
    most = height * (0.56 if others > 6 else 0.36 if not open_ else 0.3)
    while columns < others and -(-others // columns) * (head + 30 * unit) > most and width / (columns + 1) > 48 * unit:
        columns += 1
    rows = -(-others // columns)
    columns = -(-others // rows)  # rows of about the same length
    high = min(most / rows, head + (104 if open_ else 76) * unit)
    return columns, rows, max(high, head + (26 * unit if rows < 3 else 0))


def _tile(laid: Laid, heaps: Sequence[Heap], box: SeatBox, unit: float, numbers: Sequence[int]) -> None:
    """The heaps of a player side by side, each a fan."""
    numbers = [n for n in numbers if heaps[n].cards]
    room = box.height - box.head - 8 * unit
    if not numbers or room < 10:
        return
    card = max(14 * unit, min(room / HIGH, box.width / 4))
    gap = 12 * unit
    shown = {n: _shown(heaps[n]) for n in numbers}
    wanted = {n: card * (1 + 0.5 * (len(shown[n]) - 1)) for n in numbers}
    free = box.width - 16 * unit - gap * (len(numbers) - 1) - card * len(numbers)
    extra = sum(wanted[n] - card for n in numbers)
    squeeze = min(1.0, max(0.0, free) / extra) if extra else 1.0
    while card > 20 and free < 0:
        card *= 0.9
        free = box.width - 16 * unit - gap * (len(numbers) - 1) - card * len(numbers)
    total = sum(card + (wanted[n] - card) * squeeze for n in numbers) + gap * (len(numbers) - 1)
    x, y = box.x + (box.width - total) / 2, box.y + (room - card * HIGH) / 2 + 4 * unit
    for n in numbers:
        wide = card + (wanted[n] - card) * squeeze
        step = (wide - card) / max(1, len(shown[n]) - 1)
        for i, (index, known) in enumerate(shown[n]):
            laid.spots.append(Spot(_key(heaps, n, index), known, x + step * i, y, card, n))
        if len(shown[n]) < len(heaps[n].cards) or (None in heaps[n].cards and len(heaps[n].cards) > 1):
            laid.counts.append(Count(x + wide / 2, y + card * HIGH / 2, len(heaps[n].cards), n))
        x += wide + gap


def _aside(laid: Laid, heaps: Sequence[Heap], box: SeatBox, unit: float, numbers: Sequence[int]) -> None:
    """The hidden heaps of a player in the line of the name: for each a small back, and how many they are."""
    high = box.head - 6 * unit
    x = box.x + box.width - ASIDE * unit * len(numbers)
    for n in numbers:
        for i in range(len(heaps[n].cards)):
            laid.spots.append(Spot(_key(heaps, n, i), None, x, box.y + 3 * unit, high / HIGH, n))
        laid.counts.append(Count(x + high / HIGH + 13 * unit, box.y + box.head / 2, len(heaps[n].cards), n))
        x += ASIDE * unit


def _middle(laid: Laid, heaps: Sequence[Heap], bottom: int, width: float, low: float, top: float, unit: float) -> None:
    """Stock, queen and the own pack at the left, the pile or the battle in the middle, the discard at the right."""
    room = top - low
    common = [n for n, heap in enumerate(heaps) if heap.kind == "attack" or heap.owner is None]
    own = [n for n, heap in enumerate(heaps) if heap.kind == "deck" and heap.owner == bottom]
    sides = [n for n in common if heaps[n].kind in ("stock", "queen")] + own
    right = [n for n in common if heaps[n].kind in ("discard", "out") and heaps[n].cards]
    centre = [n for n in common if n not in sides and n not in right and heaps[n].cards]
    small = max(14 * unit, min(room * 0.62 / HIGH, width * 0.13, 96 * unit))
    gap = 10 * unit
    y = low + (room - small * HIGH) / 2
    x = gap
    for n in sides:
        if heaps[n].cards:
            x = _heap(laid, heaps, n, x, y, small, MOST_BACKS, unit) + gap
    left = x
    x = width - gap
    for n in right:
        x -= small + 4 * unit
        _heap(laid, heaps, n, x, y, small, 1, unit)
        x -= gap
    if not centre:
        return
    space = x - left - gap
    if heaps[centre[0]].kind == "attack":
        deep = max(len(heaps[n].cards) for n in centre)
        card = min(
            space / (len(centre) * (1.2 + 0.45 * (deep - 1))),
            room / (HIGH * (1 + 0.28 * (deep - 1))) * 0.94,
            150 * unit,
        )
        card = max(14 * unit, card)
        wide = card * (1.2 + 0.45 * (deep - 1))
        x = left + (space - wide * len(centre)) / 2 + card * 0.1
        y = low + (room - card * HIGH * (1 + 0.28 * (deep - 1))) / 2
        for n in centre:
            for i, known in enumerate(heaps[n].cards):
                high = y + card * HIGH * 0.28 * (deep - 1 - i)
                laid.spots.append(Spot(_key(heaps, n, i), known, x + card * 0.45 * i, high, card, n))
            x += wide
        return
    for n in centre:
        cards = heaps[n].cards
        count = min(len(cards), MOST_OF_PILE)
        card = max(14 * unit, min(room * 0.94 / HIGH, space / (1 + 0.32 * (count - 1)), 150 * unit))
        x = left + (space - card * (1 + 0.32 * (count - 1))) / 2
        y = low + (room - card * HIGH) / 2
        for i in range(count):
            index = len(cards) - count + i
            laid.spots.append(Spot(_key(heaps, n, index), cards[index], x + card * 0.32 * i, y, card, n))
        if len(cards) > count:
            laid.counts.append(Count(x - 16 * unit, y + card * HIGH / 2, len(cards), n))


def _heap(laid: Laid, heaps: Sequence[Heap], n: int, x: float, y: float, card: float, most: int, unit: float) -> float:
    """A heap whose cards cover each other, the top one seen; returns where it ends."""
    heap = heaps[n]
    count = min(len(heap.cards), most)
    # In a stock the top stands first.
    indices = (
        range(count - 1, -1, -1) if heap.kind in ("stock", "deck") else range(len(heap.cards) - count, len(heap.cards))
    )
    for i, index in enumerate(indices):
        laid.spots.append(Spot(_key(heaps, n, index), heap.cards[index], x + i * 2, y + i * 2, card, n))
    if heap.kind != "queen":
        laid.counts.append(Count(x + card / 2, y - 12 * unit, len(heap.cards), n, named=heap.owner is None))
    return x + card + 2 * (count - 1)


def _shown(heap: Heap) -> list[tuple[int, Card | None]]:
    """Which cards of a player's heap are drawn: open ones all, hidden ones so that one sees there are few or many."""
    known: list[tuple[int, Card | None]] = [(i, card) for i, card in enumerate(heap.cards) if card is not None]
    hidden: list[tuple[int, Card | None]] = [(i, card) for i, card in enumerate(heap.cards) if card is None]
    most = MOST_BACKS if heap.kind == "deck" else 8
    return hidden[: max(1, most - len(known) // 2) if heap.kind == "hand" else most] + known


def _key(heaps: Sequence[Heap], n: int, index: int) -> tuple[object, ...]:
    """A known card is itself wherever it lies; a hidden one is the so-manieth of its heap."""
    card = heaps[n].cards[index]
    heap = heaps[n]
    if card is not None:
        return ("card", card)
    # Counted from the end that stays: of a stock and a hand the last.
    return (heap.kind, heap.owner, len(heap.cards) - index if heap.kind in ("stock", "deck") else index)
