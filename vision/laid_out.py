"""What does a picture of laid-out cards show? The cards row by row, what each reads as, and a patch of each index to learn from.

A card need not be read: where indices lie as those of one card do, there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.cards import Card
from vision.crops import cut, square_around
from vision.detector import INDEX, apart, detect, strongest
from vision.pairing import to_cards
from vision.reader import SPLIT, card_probabilities, look_twice, quads_of
from vision.weights import Networks

PATCH = 160  # side of the picture kept of each index, pixels
PATCH_MARGIN = 2.8  # and in longer sides of the index's box: it can be turned, and cut closer
_INDEX = 0.3  # what reads as an index with less is none
_READ = 0.8  # what reads as one card with more is hardly anything else
_NUMBERS = sum(SPLIT)
_USUAL = (3.4, 4.9)  # a card in heights of its index, across and down, where no card shows two of them


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A printed index that was found. ``patch``: (160, 160, 3) BGR around it; ``quad``: its corners (4, 2) in the patch; ``row``: (221,),
    what the reader says; ``fold``: which of two halves of the evidence it belongs to."""

    patch: NDArray[np.uint8]
    quad: NDArray[np.float32]
    row: NDArray[np.float32]
    fold: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card lies: picture, row and number in the row, from 1; in a film the second at which it is seen, and row 0."""

    picture: int = 1
    row: int = 0
    number: int = 0
    time: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A card of the layout. ``rank`` (13,), ``suit`` (4,), ``kind`` (4,): probabilities, the mean of its indices.
    ``outline``: (4, 2) pixels."""

    place: Place
    seen: tuple[Seen, ...]
    rank: NDArray[np.float64]
    suit: NDArray[np.float64]
    kind: NDArray[np.float64]
    outline: NDArray[np.float32]

    def reading(self) -> tuple[Card, float]:
        """The likeliest card, and how likely it is."""
        either = np.concatenate([np.outer(self.rank, self.suit).ravel() * self.kind[0], self.kind[1:3]])
        card = int(either.argmax())
        return card, float(either[card])


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """What one picture shows: its cards row by row, and patches where there is no index."""

    cells: list[Cell]
    nothing: list[Seen]


def softmax(numbers: NDArray[np.floating]) -> NDArray[np.float64]:
    """Along the last axis."""
    e = np.exp(numbers.astype(np.float64) - numbers.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def likelihoods(
    rows: NDArray[np.float32], temperature: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The reader's rows (n, 221) as probabilities of ranks (n, 13), suits (n, 4), kinds (n, 4)."""
    rank, suit, kind, _ = np.split(rows[:, :_NUMBERS] / temperature, np.cumsum(SPLIT)[:-1], axis=1)
    return softmax(rank), softmax(suit), softmax(kind)


def patch_of(image: NDArray[np.uint8], quad: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """What lies around ``quad`` (4, 2) in ``image``: (160, 160, 3), and the quad in its pixels."""
    (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
    left, top, side = square_around((float(x0), float(y0), float(x1), float(y1)), PATCH_MARGIN)
    scale = PATCH / max(2, round(side))
    moved = (quad - (np.floor(left), np.floor(top))) * scale
    return cut(image, (left, top, side), PATCH), moved.astype(np.float32)


def find_indices(
    networks: Networks, image: NDArray[np.uint8], sides: Sequence[int]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Looked for in copies so many pixels long: boxes (n, 6), the reader's rows (n, 221) and quads (n, 4, 2) of what may be an index."""
    found = [detect(networks.detector, image, side, networks.settings.detect) for side in sides]
    boxes = strongest(np.concatenate(found))
    boxes = boxes[boxes[:, 5] == INDEX]
    if len(boxes) == 0:
        return boxes, np.zeros((0, 221), np.float32), np.zeros((0, 4, 2), np.float32)
    squares = np.array([square_around(box[:4]) for box in boxes], np.float32)
    rows = look_twice(networks.reader, image, [cut(image, tuple(s)) for s in squares], squares)
    index = card_probabilities(rows, networks.settings.temperature).sum(axis=1)
    own = apart(boxes, index)
    boxes, rows, squares = boxes[own], rows[own], squares[own]
    return boxes, rows, quads_of(rows, squares)


def sides_for(image: NDArray[np.uint8]) -> list[int]:
    """The sizes in which a picture of a whole pack is looked at."""
    longest = max(image.shape[:2])
    return [side for side in (640, 1280, 1920) if side <= max(640, 1.3 * longest)]


def look_at(
    networks: Networks,
    image: NDArray[np.uint8],
    place: Place | None = None,
    sides: Sequence[int] | None = None,
    rng: np.random.Generator | None = None,
) -> Picture:
    """The cards of ``image`` (H, W, 3) BGR, row by row."""
    place = place or Place()
    rng = rng or np.random.default_rng(1)
    boxes, rows, quads = find_indices(networks, image, sides or sides_for(image))
    if len(boxes) == 0:
        return Picture([], [])
    temperature = networks.settings.temperature
    probabilities = card_probabilities(rows, temperature)
    is_index = probabilities.sum(axis=1) >= _INDEX
    good = np.flatnonzero(is_index)
    groups = _cards(quads[good], probabilities[good])
    ranks, suits, kinds = likelihoods(rows[good], temperature)
    cells = []
    ordered = _in_rows([outline for outline, _ in groups])
    for row, numbers in enumerate(ordered, 1):
        for number, which in enumerate(numbers, 1):
            outline, members = groups[which]
            seen = tuple(
                Seen(*patch_of(image, quads[good][i]), rows[good][i], fold=int(2 * n >= len(members)))
                for n, i in enumerate(members)
            )
            rank, suit, kind = (table[members].mean(axis=0) for table in (ranks, suits, kinds))
            cells.append(Cell(Place(place.picture, row, number, place.time), seen, rank, suit, kind, outline))
    whole = [outline for outline, members in groups if len(members) > 1]
    nothing = _nothing(image, boxes, rows, quads, is_index, whole, rng)
    return Picture(cells, nothing)


def _inside(outline: NDArray[np.float32], point: NDArray[np.floating]) -> bool:
    return cv2.pointPolygonTest(outline.reshape(-1, 1, 2), (float(point[0]), float(point[1])), False) >= 0


def _cards(
    quads: NDArray[np.float32], probabilities: NDArray[np.float32]
) -> list[tuple[NDArray[np.float32], list[int]]]:
    """Outlines (4, 2) of the cards, and the numbers of their indices, the uppermost first."""
    sightings, _ = to_cards(quads, probabilities, None)
    result: list[tuple[NDArray[np.float32], list[int]]] = []
    for sighting in sightings:
        middles = np.array([quad.mean(axis=0) for quad in sighting.indices])
        far = np.abs(quads.mean(axis=1)[None] - middles[:, None]).max(axis=2)
        members = sorted({int(i) for i in far.argmin(axis=1)}, key=lambda i: float(quads[i][:, 1].mean()))
        result.append((sighting.corners if sighting.kind == "card" else np.zeros(0, np.float32), members))
    whole = [outline for outline, members in result if len(outline) and len(members) > 1]
    usual = _usual_size(
        [(outline, quads[members[0]]) for outline, members in result if len(outline) and len(members) > 1]
    )
    # Nothing lies on a card both whose ends are seen: what is inside is another index of it, or none. And where most cards show
    # two indices, one that is alone and not read well is more likely a piece of the picture.
    mostly_two = sum(len(members) > 1 for _, members in result) > 0.7 * len(result)
    sure = probabilities.max(axis=1) >= _READ
    return [
        (outline if len(outline) else _card_around(quads[members[0]], usual), members)
        for outline, members in result
        if len(members) > 1
        or not (
            (mostly_two and not sure[members[0]])
            or any(_inside(other, quads[members[0]].mean(axis=0)) for other in whole)
        )
    ]


def _usual_size(cards: Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]]) -> tuple[float, float]:
    """How large cards (outline, an index) are in heights of an index: across, down."""
    sizes = [
        (np.linalg.norm(o[1] - o[0]) / max(tall, 1.0), np.linalg.norm(o[3] - o[0]) / max(tall, 1.0))
        for o, q in cards
        if (tall := float(np.linalg.norm(q[3] - q[0])))
    ]
    if not sizes:
        return _USUAL
    across, down = np.median(np.array(sizes), axis=0)
    return float(across), float(down)


def _card_around(quad: NDArray[np.float32], size: tuple[float, float]) -> NDArray[np.float32]:
    """The card whose top left index is ``quad``, about."""
    right, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    tall = float(np.linalg.norm(down))
    wide = right / max(float(np.linalg.norm(right)), 1e-6) * tall * size[0]
    long = down * size[1]
    corner = quad.mean(axis=0) - 0.1 * wide - 0.12 * long
    return np.array([corner, corner + wide, corner + wide + long, corner + long], np.float32)


def _in_rows(outlines: Sequence[NDArray[np.float32]]) -> list[list[int]]:
    """The numbers of the cards with these outlines row by row, as they lie: each is followed by its nearest neighbour to the right."""
    if not outlines:
        return []
    middles = np.array([o.mean(axis=0) for o in outlines], np.float64)
    down = np.array([(o[3] - o[0] + o[2] - o[1]) / 2 for o in outlines], np.float64)
    right = np.array([(o[1] - o[0] + o[2] - o[3]) / 2 for o in outlines], np.float64)
    angle = np.arctan2(down[:, 1], down[:, 0])
    axis = np.arctan2(np.sin(2 * angle).sum(), np.cos(2 * angle).sum()) / 2  # a card looks the same upside down
    common = np.array([np.cos(axis), np.sin(axis)])
    common = -common if common[1] < 0 else common
    turned = np.where(down @ common < 0, -1.0, 1.0)[:, None]
    down, right = down * turned, right * turned
    way = middles[None] - middles[:, None]
    across = np.einsum("ijk,ik->ij", way, right) / np.maximum((right**2).sum(axis=1), 1.0)[:, None]
    along = np.einsum("ijk,ik->ij", way, down) / np.maximum((down**2).sum(axis=1), 1.0)[:, None]
    # In cards' sizes; a card that is not found leaves a gap.
    reachable = (across > 0.08) & (across < 5) & (np.abs(along) < 0.4 + 0.05 * across)
    cost = np.where(reachable, across * (1 + 3 * np.abs(along)), np.inf)
    follower = {i: int(cost[i].argmin()) for i in range(len(outlines)) if np.isfinite(cost[i]).any()}
    leader: dict[int, int] = {}
    for i, j in follower.items():
        if j not in leader or cost[i, j] < cost[leader[j], j]:
            leader[j] = i
    after = {i: j for j, i in leader.items()}
    rows = []
    for first in (i for i in range(len(outlines)) if i not in leader):
        chain = [first]
        while chain[-1] in after:
            chain.append(after[chain[-1]])
        rows.append(chain)
    return sorted(rows, key=lambda chain: float((middles[chain] @ common).mean()))


def _nothing(
    image: NDArray[np.uint8],
    boxes: NDArray[np.float32],
    rows: NDArray[np.float32],
    quads: NDArray[np.float32],
    is_index: NDArray[np.bool_],
    whole: Sequence[NDArray[np.float32]],
    rng: np.random.Generator,
) -> list[Seen]:
    """Places that are certainly no index: the middles of cards (pips, courts), and what the detector found there or on the table."""
    result: list[Seen] = []
    sides = np.linalg.norm(quads[is_index][:, 3] - quads[is_index][:, 0], axis=1)
    if len(sides) == 0:
        return result
    usual = float(np.median(sides))
    middles = quads[is_index].mean(axis=1)

    def add(centre: NDArray[np.floating], side: float) -> None:
        near = np.abs(middles - centre).max(axis=1).min()
        height, width = image.shape[:2]
        if near < 0.75 * side + 0.5 * usual or not (0 < centre[0] < width and 0 < centre[1] < height):
            return
        x, y, half = float(centre[0]), float(centre[1]), side / 2
        quad = np.array([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
        result.append(Seen(*patch_of(image, quad.astype(np.float32)), np.zeros(0, np.float32), len(result) % 2))

    for outline in whole:
        for _ in range(3):
            u, v = rng.uniform(0.25, 0.75, 2)
            q = outline
            spot = (q[0] * (1 - u) + q[1] * u) * (1 - v) + (q[3] * (1 - u) + q[2] * u) * v
            add(spot, usual * float(rng.uniform(0.6, 1.4)))
    for box in boxes[~is_index]:
        centre = (box[:2] + box[2:4]) / 2
        on_card = [outline for outline in whole if _inside(outline, centre)]
        middle = any(
            np.linalg.norm(centre - o.mean(axis=0)) < 0.3 * np.linalg.norm(o[3] - o[0]) for o in on_card
        )  # by a corner it may be an index that the reader does not know
        if middle or (whole and not on_card):
            add(centre, float(max(box[2] - box[0], box[3] - box[1])))
    return result
