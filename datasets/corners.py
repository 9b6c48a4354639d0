"""Where does a face print its indices? Finds rank and sign in the corners of the faces of a deck.

The sign is what all number cards of a suit have at one place in the corner; the rank is what stands above it. The other corners are
where the same print is found again, turned by 180 degrees or (four-corner decks) not turned.
Boxes are (x0, y0, x1, y1) pixels of the face, the far edges excluded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.cards import BLACK_JOKER, Card, rank_of, suit_of

Box = tuple[float, float, float, float]
Image = NDArray[np.uint8]

_CORNER = (0.42, 0.42)  # share of width and height searched for an index
_TWO, _JACK, _ACE = 0, 9, 12


@dataclass(frozen=True, slots=True)
class Hints:
    """What must be told about a deck because it cannot be found. Boxes in shares of width and height, of the top left corner.

    ``courts``, ``jokers``: the index of jacks, queens and kings, of jokers; ``cards``: of single cards, by card.
    ``corners``: how the corners are printed: 2, 4 or 1; 0 to find out.
    """

    courts: Box | None = None
    jokers: Box | None = None
    cards: Mapping[Card, Box] | None = None
    corners: int = 0


def flat(image: Image) -> Image:
    """BGRA -> BGR on white."""
    alpha = image[:, :, 3:].astype(np.float32) / 255
    return (image[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


def _ink(image: Image) -> Image:
    """1 where the corner of a face is printed, 0 on paper. The paper is the commonest colour of the outer ring."""
    bgr = flat(image)
    h, w = bgr.shape[:2]
    m = int(0.02 * w)
    ring = np.concatenate([bgr[m : 2 * m, m:-m].reshape(-1, 3), bgr[m:-m, m : 2 * m].reshape(-1, 3)])
    light = ring[ring.min(axis=1) > 150]
    paper = np.median(light if len(light) > 50 else ring, axis=0)
    corner = bgr[: int(h * _CORNER[1]), : int(w * _CORNER[0])]
    return (np.abs(corner.astype(np.float32) - paper).max(axis=2) > 60).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Blob:
    box: Box
    area: int
    mask: Image  # of the whole corner

    def cut(self) -> Image:
        x0, y0, x1, y1 = (int(v) for v in self.box)
        return self.mask[y0:y1, x0:x1]

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]

    @property
    def width(self) -> float:
        return self.box[2] - self.box[0]


def _blobs(ink: Image, least: int) -> list[_Blob]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    return [
        _Blob((float(x), float(y), float(x + w), float(y + h)), int(area), (labels == i).astype(np.uint8))
        for i, (x, y, w, h, area) in enumerate(stats[:count])
        if i and area >= least
    ]


def _union(boxes: list[Box]) -> Box:
    b = np.array(boxes)
    return float(b[:, 0].min()), float(b[:, 1].min()), float(b[:, 2].max()), float(b[:, 3].max())


def _same(a: _Blob, b: _Blob) -> float:
    """How far two blobs of two cards are the same print, at nearly the same place: shared ink over all ink."""
    if max(abs(p - q) for p, q in zip(a.box, b.box, strict=True)) > 12:
        return 0.0
    return _alike(a, b)


def _alike(a: _Blob, b: _Blob) -> float:
    """How far two blobs have one shape, wherever they are and however large."""
    one, other = a.cut(), b.cut()
    other = np.asarray(cv2.resize(other, (one.shape[1], one.shape[0]), interpolation=cv2.INTER_NEAREST), np.uint8)
    return float((one & other).sum() / max(1, (one | other).sum()))


def _gap(a: Box, b: Box) -> float:
    dx = max(a[0] - b[2], b[0] - a[2], 0)
    dy = max(a[1] - b[3], b[1] - a[3], 0)
    return float(np.hypot(dx, dy))


def _sign(two: list[_Blob], three: list[_Blob], size: float) -> tuple[_Blob, _Blob] | None:
    """(rank, sign) of a two, told by the three of the same suit: the sign stands at the same place on both."""
    first = sorted((b for b in two if 0.03 < b.height / size < 0.3), key=lambda b: b.box[0] + b.box[1])
    for rank in first[:3]:
        still = [
            b
            for b in two
            if b is not rank
            and 0.015 * size < b.height < 0.25 * size
            and any(_same(b, other) > 0.8 for other in three)
            and not any(_same(rank, other) > 0.8 for other in three)
        ]
        if still:
            return rank, min(still, key=lambda b: _gap(b.box, rank.box))
    return None


def _rank(blobs: list[_Blob], like: _Blob, sign: _Blob) -> list[Box]:
    """The glyphs of the rank: as high as the rank of the two, side by side, in the index column."""
    h = like.height
    left, right = min(like.box[0], sign.box[0]), max(like.box[2], sign.box[2])
    found: list[Box] = []
    for b in sorted(blobs, key=lambda b: b.box[0]):
        level = abs(b.box[1] - like.box[1]) < 0.2 * h and 0.75 * h < b.height < 1.4 * h
        near = b.box[0] < right and (b.box[0] + b.box[2]) / 2 > left - 0.2 * h and b.width < 1.4 * h
        beside = found and b.box[0] - found[-1][2] < 0.3 * h and b.box[2] < right + 0.6 * h and len(found) < 2
        if level and (near or beside):
            found.append(b.box)
    return found


def _own_sign(found: list[_Blob], ranks: list[Box], sign: _Blob) -> list[Box]:
    """The sign of a card, given that of the two: at its place, or else of its shape below the rank."""
    signs = [b.box for b in found if _same(b, sign) > 0.6 and b.box not in ranks]
    if signs:
        return signs[:1]
    column = _union(ranks)
    below = [
        b
        for b in found
        if column[3] - 4 < b.box[1] < column[3] + 1.2 * sign.height
        and 0.5 < b.height / sign.height < 1.6
        and b.box[0] < column[2]
        and b.box[2] > column[0]
        and _alike(b, sign) > 0.6
    ]
    return [min(below, key=lambda b: b.box[1]).box] if below else []


def _beside(found: list[_Blob], ranks: list[Box], sign: _Blob, size: int) -> list[Box]:
    """The large sign right of the rank, as court cards have it that have no small one."""
    signs = [
        b.box
        for b in found
        if b.box[0] > ranks[0][2] - 2
        and b.area > 0.5 * sign.area
        and max(b.width, b.height) < 0.2 * size
        and _gap(b.box, ranks[0]) < 0.06 * size
        and b.box[1] < ranks[0][3]
        and b.box not in ranks
    ]
    return sorted(signs, key=lambda b: _gap(b, ranks[0]))[:1]


def _corner_boxes(faces: Mapping[Card, Image]) -> dict[Card, Box]:
    """The top left index of each card but the jokers, where it is found."""
    boxes: dict[Card, Box] = {}
    below: set[Card] = set()
    beside: dict[Card, Box] = {}
    for suit in range(4):
        size = faces[suit].shape[0]
        least = max(12, int(2e-5 * size * size))
        blobs = {c: _blobs(_ink(faces[c]), least) for c in faces if c < BLACK_JOKER and suit_of(c) == suit}
        pair = _sign(blobs[suit], blobs[suit + 4], size)
        if pair is None:
            continue
        like, sign = pair
        for card, found in blobs.items():
            ranks = _rank(found, like, sign)
            if not ranks:
                continue
            court = _JACK <= rank_of(card) < _ACE
            signs = _own_sign(found, ranks, sign)
            if signs:
                boxes[card] = _union([*ranks, *signs])
                below |= {card} if court else set()
            elif court and (signs := _beside(found, ranks, sign, size)):
                beside[card] = _union([*ranks, *signs])
    # A deck prints its courts one way or the other.
    if len(beside) > len(below):
        for card in below:
            del boxes[card]
        boxes |= beside
    # An index that runs into the picture is where the other suits have it.
    for card in faces:
        others = [boxes[c] for c in range(rank_of(card) * 4, rank_of(card) * 4 + 4) if c in boxes]
        if _JACK <= rank_of(card) < _ACE and card not in boxes and others:
            x0, y0, x1, y1 = np.median(np.array(others), axis=0)
            boxes[card] = (float(x0), float(y0), float(x1), float(y1))
    return boxes


def _joker_box(face: Image) -> Box | None:
    """The word or the sign in the top left corner of a joker: the blobs of the index column, from the top, without a gap."""
    ink = np.zeros((face.shape[0], int(face.shape[1] * _CORNER[0])), np.uint8)
    h, w = face.shape[:2]
    bgr = flat(face)
    m = int(0.02 * w)
    paper = np.median(bgr[m : 2 * m, m:-m].reshape(-1, 3), axis=0)
    ink = (np.abs(bgr[:, : int(w * 0.42)].astype(np.float32) - paper).max(axis=2) > 60).astype(np.uint8)
    column = sorted(
        (
            b
            for b in _blobs(ink, 12)
            if b.box[0] < 0.13 * w and b.width < 0.2 * w and b.height < 0.15 * h and b.box[0] > 0
        ),
        key=lambda b: b.box[1],
    )
    taken: list[Box] = []
    for b in column:
        if b.box[1] > 0.55 * h:
            break
        if taken and b.box[1] - max(t[3] for t in taken) > 0.05 * h:
            break
        taken.append(b.box)
    if not taken or taken[0][1] > 0.15 * h:
        return None
    box = _union(taken)
    if box[3] - box[1] < 0.12 * h:  # a sign, or the first letter of a word across
        for b in sorted(_blobs(ink, 12), key=lambda b: b.box[0]):
            high = box[3] - box[1]
            level = (
                min(b.box[3], box[3]) - max(b.box[1], box[1]) > 0.6 * b.height and 0.4 * high < b.height < 1.3 * high
            )
            if level and -2 < b.box[0] - box[2] < 0.7 * high and b.width < 1.5 * b.height:
                box = _union([box, b.box])
    return box


def _quad(box: Box, turned: bool, width: int, height: int) -> NDArray[np.float32]:
    x0, y0, x1, y1 = box
    quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
    return np.array([width, height], np.float32) - quad if turned else quad


def _match(
    bgr: Image, print_: Image, box: Box, where: tuple[float, float], start: tuple[int, int]
) -> tuple[float, Box]:
    h, w = bgr.shape[:2]
    left, right = int(where[0] * w), int(where[1] * w)
    if not left:
        right = max(right, int(box[2] + 0.1 * w))
    area = bgr[: int(max(0.5 * h, box[3] + 0.1 * h)), left:right]
    if area.shape[0] < print_.shape[0] or area.shape[1] < print_.shape[1]:
        return 0.0, box
    score = cv2.matchTemplate(area, print_, cv2.TM_CCOEFF_NORMED)
    _, best, _, at = cv2.minMaxLoc(score)
    dx, dy = at[0] + left - start[0], at[1] - start[1]
    return float(best), (box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy)


def index_quads(faces: Mapping[Card, Image], hints: Hints) -> dict[Card, list[NDArray[np.float32]]]:
    """Every index that the faces of a deck print, (4, 2) px clockwise from its own top left; [] where none was found.

    ``faces``: BGRA sprites by card, all the number cards at least. Raises nothing: look at what it found.
    """
    boxes = _corner_boxes(faces)
    for card, face in faces.items():
        h, w = face.shape[:2]
        told = (hints.cards or {}).get(card)
        if told is None and card >= BLACK_JOKER:
            told = hints.jokers
        elif told is None and _JACK <= rank_of(card) < _ACE:
            told = hints.courts
        if told is not None:
            boxes[card] = (told[0] * w, told[1] * h, told[2] * w, told[3] * h)
        elif card >= BLACK_JOKER:
            box = _joker_box(face)
            if box:
                boxes[card] = box
    quads: dict[Card, list[NDArray[np.float32]]] = {card: [] for card in faces}
    right: dict[Card, tuple[float, Box]] = {}
    turned_right: dict[Card, tuple[float, Box]] = {}
    for card, box in boxes.items():
        face = faces[card]
        h, w = face.shape[:2]
        quads[card].append(_quad(box, False, w, h))
        bgr = flat(face)
        x0, y0, x1, y1 = max(0, int(box[0]) - 2), max(0, int(box[1]) - 2), int(box[2]) + 2, int(box[3]) + 2
        print_ = bgr[y0:y1, x0:x1]
        over = np.ascontiguousarray(bgr[::-1, ::-1])
        if hints.corners != 1:
            score, found = _match(over, print_, box, (0.0, 0.45), (x0, y0))
            if score > (0.45 if card >= BLACK_JOKER else 0.6):
                quads[card].append(_quad(found, True, w, h))
        right[card] = _match(bgr, print_, box, (0.55, 1.0), (x0, y0))
        turned_right[card] = _match(over, print_, box, (0.55, 1.0), (x0, y0))
    numbers = [c for c in right if c < BLACK_JOKER and rank_of(c) < _JACK]
    alike = [right[c][0] > 0.8 for c in numbers]
    four = hints.corners == 4 or (hints.corners == 0 and bool(alike) and float(np.mean(alike)) > 0.7)
    for card in right:
        h, w = faces[card].shape[:2]
        # Jokers may have a sign in each corner though the other cards have two indices.
        least = 0.6 if four else 0.8 if card >= BLACK_JOKER else 2.0
        quads[card] += [
            _quad(found, turned, w, h)
            for turned, (score, found) in ((False, right[card]), (True, turned_right[card]))
            if score > least
        ]
    return quads
