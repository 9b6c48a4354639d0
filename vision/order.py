"""Which card is which in a pack that is laid out in order? The cards that read surely anchor the order, and it tells the others.

Laid out is one suit after another, each from its lowest card to its highest or the other way round, the ace at either end, in rows of
any length; a film may show the cards in such an order. The reader need not know the pack. What cannot be told is left open, and a card that
surely reads as another one is a contradiction.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rules.cards import CARD_COUNT, PACKS, Card, cards_in, rank_of
from vision.laid_out import Cell, Place, softmax

# How likely it is, in a layout that people make and the reader reads, that ...
_MISREAD_RANK, _MISREAD_SUIT = 0.03, 0.01  # ... a card surely reads as another
_SKIPPED = 0.01  # ... a card of the row is not found
_CUT_OFF = 1e-5  # ... the layout begins or ends in the middle of the order
_EXTRA = 1e-4  # ... something reads as a card and is not one of the order
_TWICE = 1e-2  # ... in a film, a card comes in two pieces
BEYOND_DOUBT = 0.95  # a reading like this is taken at its word, whatever the order says
PLACED = 0.98  # a card is told from this probability on


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A card that surely ``reads`` as another than the one ``expected`` there, where that other one may really lie there."""

    place: Place
    reads: Card
    expected: Card


@dataclass(slots=True, eq=False)
class Placing:
    """Which card is which. ``pack``: all cards of the order that was found. ``evidence``: log of how well it fits."""

    cards: list[tuple[Card, Cell]] = field(default_factory=list)
    unknown: list[Cell] = field(default_factory=list)
    pack: list[Card] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)
    evidence: float = 0.0

    @property
    def missing(self) -> list[Card]:
        """Cards of the pack that were not told."""
        return sorted(set(self.pack) - {card for card, _ in self.cards})


def orders(pack: Iterable[Card]) -> list[tuple[Card, ...]]:
    """All the ways in which a pack may be laid out: suit after suit, low to high or high to low, the ace at either end."""
    ranks = sorted({rank_of(card) for card in pack})
    ways = [ranks, ranks[-1:] + ranks[:-1]]
    ways += [way[::-1] for way in ways]
    return [
        tuple(rank * 4 + suit for suit in suits for rank in way)
        for suits in itertools.permutations(range(4))
        for way in ways
    ]


def _emissions(cells: Sequence[Cell]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How likely each cell looks as it does if it is each card (n, 52); if it is none of the order (n,)."""
    rank = np.array([cell.rank for cell in cells]) * (1 - _MISREAD_RANK) + _MISREAD_RANK / 13
    suit = np.array([cell.suit for cell in cells]) * (1 - _MISREAD_SUIT) + _MISREAD_SUIT / 4
    card = np.array([cell.kind[0] for cell in cells])
    whole = (rank[:, :, None] * suit[:, None, :]).reshape(len(cells), -1)
    return whole * (card[:, None] + 0.02), _EXTRA * (1 - card + 0.02)


def _posterior(
    like: NDArray[np.float64], extra: NDArray[np.float64], twice: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Cells (n) go up along the order (H ways of it, L cards each): ``like`` (H, n, L). Gives the log of the evidence (H,) and the
    probability of each card of the order for each cell (H, n, L)."""
    ways, n, length = like.shape
    steps = np.arange(length + 1)
    gap = steps[None, :] - steps[:, None]  # from state to state: number of the card seen last, 0 none yet
    move = np.where(gap > 0, _SKIPPED ** np.maximum(gap - 1.0, 0), 0.0)
    move[0, 1:] = np.maximum(move[0, 1:], _CUT_OFF)
    move[range(1, length + 1), range(1, length + 1)] = twice
    end = np.maximum(_SKIPPED ** (length - steps.astype(np.float64)), _CUT_OFF)
    end[0] = 0.0
    forward = np.zeros((n + 1, ways, length + 1))
    forward[0, :, 0] = 1
    scale = np.zeros((n, ways))
    for i in range(n):
        now = forward[i] @ move
        now[:, 1:] *= like[:, i]
        now[:, 0] = 0
        now += extra[i] * forward[i]
        total = now.sum(axis=1)
        forward[i + 1] = now / total[:, None]
        scale[i] = total
    last = forward[n] @ end
    evidence = np.log(scale).sum(axis=0) + np.log(np.maximum(last, 1e-300))
    backward = np.broadcast_to(end, (ways, length + 1)).copy()
    result = np.zeros((ways, n, length))
    for i in range(n - 1, -1, -1):
        seen = np.zeros_like(backward)
        seen[:, 1:] = backward[:, 1:] * like[:, i]
        matched = (forward[i] @ move) * seen
        stayed = extra[i] * forward[i] * backward
        whole = np.maximum((matched + stayed).sum(axis=1, keepdims=True), 1e-300)
        result[:, i] = (matched / whole)[:, 1:]
        backward = seen @ move.T + extra[i] * backward
        backward /= np.maximum(backward.max(axis=1, keepdims=True), 1e-300)
    return evidence, result


def place_in_order(cells: Sequence[Cell], sure: float, *, film: bool = False) -> Placing:
    """Tells which card each of ``cells`` is, given in the order in which they lie. ``sure``: from there on a reading counts as sure."""
    if not cells:
        return Placing()
    all_like, extra = _emissions(cells)
    evidences, marginals, all_orders = [], [], []
    for size in (24, 32, 36, 52):
        ways = orders(cards_in(PACKS[size]))
        like = all_like[:, np.array(ways)].transpose(1, 0, 2)
        evidence, posterior = _posterior(like, extra, _TWICE if film else 0.0)
        evidences.append(evidence)
        by_card = np.zeros((len(ways), len(cells), CARD_COUNT))
        for way, order in enumerate(ways):
            by_card[way][:, list(order)] = posterior[way]
        marginals.append(by_card)
        all_orders += ways
    evidence = np.concatenate(evidences)
    weight = softmax(evidence)
    told = np.einsum("h,hnc->nc", weight, np.concatenate(marginals))
    best = told.argmax(axis=1)
    placing = Placing(pack=sorted(all_orders[int(evidence.argmax())]), evidence=float(evidence.max()))
    for cell, card, probability in zip(cells, best, told.max(axis=1), strict=True):
        reads, confidence = cell.reading()
        if probability >= PLACED:
            placing.cards.append((int(card), cell))
        elif reads >= 52 and confidence >= sure:  # a joker lies at the end of a row, or wherever there is room
            placing.cards.append((reads, cell))
        else:
            placing.unknown.append(cell)
    _take_back(placing, sure)
    placing.contradictions = _contradictions(placing.cards, sure)
    return placing


def _take_back(placing: Placing, sure: float) -> None:
    """What was told of a card is doubtful if one that has no place in the order surely reads as that card."""
    elsewhere = {reads for reads, confidence in (cell.reading() for cell in placing.unknown) if confidence >= sure}
    doubtful = [(card, cell) for card, cell in placing.cards if card in elsewhere and not _reads(cell, card, sure)]
    placing.cards = [one for one in placing.cards if one not in doubtful]
    placing.unknown += [cell for _, cell in doubtful]


def _reads(cell: Cell, card: Card, sure: float) -> bool:
    reads, confidence = cell.reading()
    return reads == card and confidence >= sure


def _contradictions(cards: Sequence[tuple[Card, Cell]], sure: float) -> list[Contradiction]:
    """Cards that surely read as another one. If that other one surely lies at its own place, only where there is no doubt at all: a
    pack has each card once, so it is most likely read wrong, but two packs may have been mixed."""
    at_home = {card for card, cell in cards if _reads(cell, card, sure)}
    result = []
    for card, cell in cards:
        reads, confidence = cell.reading()
        if reads != card and confidence >= (BEYOND_DOUBT if reads in at_home else sure):
            result.append(Contradiction(cell.place, reads, card))
    return result


def place_freely(cells: Sequence[Cell], sure: float) -> Placing:
    """Tells which card each of ``cells`` is without any order: what surely reads as one card, each once; then what only one of the cards
    that are left can be."""
    placing = Placing()
    like = np.array([np.append(np.outer(c.rank, c.suit).ravel() * c.kind[0], c.kind[1:3]) for c in cells])
    left, free = set(range(len(cells))), set(range(CARD_COUNT))
    while left:
        open_cards = sorted(free)
        found: dict[Card, list[int]] = {}
        for i in sorted(left):
            share = like[i, open_cards] / max(like[i, open_cards].sum(), 0.05)
            if share.max() >= max(sure, 0.9):
                found.setdefault(open_cards[int(share.argmax())], []).append(i)
        new = {card: which[0] for card, which in found.items() if len(which) == 1}
        if not new:
            break
        for card, i in new.items():
            placing.cards.append((card, cells[i]))
            left.discard(i)
            free.discard(card)
    placing.unknown = [cells[i] for i in sorted(left)]
    lowest = min((rank_of(card) for card, _ in placing.cards if card < 52), default=0)
    sizes = [PACKS[size] for size in (24, 32, 36, 52) if rank_of(next(cards_in(PACKS[size]))) <= lowest]
    placing.pack = list(cards_in(sizes[0]))
    return placing


def place_layout(pictures: Sequence[Sequence[Cell]], sure: float, *, film: bool = False) -> list[Placing]:
    """Tells the cards of pictures that show one layout in parts, or each the whole of it: one placing in all, or one a picture.

    If they do not lie in order, by their readings alone."""
    pictures = [cells for cells in pictures if cells]
    all_cells = [cell for cells in pictures for cell in cells]
    together = place_in_order(all_cells, sure, film=film)
    result = [together]
    if len(pictures) > 1:
        apart_ = [place_in_order(cells, sure) for cells in pictures]
        if sum(placing.evidence for placing in apart_) > together.evidence:
            result = apart_
    if _in_order(result, sure):
        return result
    return [
        place_freely(all_cells if result[0] is together else cells, sure)
        for cells in (pictures if len(result) > 1 else [[]])
    ]


def _in_order(placings: Sequence[Placing], sure: float) -> bool:
    """Most cards that surely read as one lie where the order has that one."""
    agree = disagree = 0
    for placing in placings:
        for card, cell in placing.cards:
            reads, confidence = cell.reading()
            if confidence >= sure:
                agree += reads == card
                disagree += reads != card
        disagree += sum(cell.reading()[1] >= sure for cell in placing.unknown)
    return agree > 4 * disagree
