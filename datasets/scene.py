"""One drawn picture of cards on a table, with the truth about it. The same generator state gives the same picture.

Cards are laid out in the plane of the table (unit: the height of a card), seen by a random camera, drawn from the lowest to
the top one with their shadows, covered here and there, and then photographed (``datasets.camera``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import camera
from datasets.decks import Deck
from rules.cards import Card

Image = NDArray[np.uint8]
Quad = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class DrawnIndex:
    """A printed index in the picture: its (4, 2) quad in pixels, clockwise from its top left as read, and how much of it shows (0 to 1)."""

    card: Card
    quad: Quad
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCard:
    """A card in the picture. ``card`` is None for a face-down one. ``box`` (x0, y0, x1, y1) bounds what shows of it."""

    card: Card | None
    quad: Quad
    visible: float
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture (H, W, 3) uint8 BGR and everything that shows in it."""

    image: Image
    cards: tuple[DrawnCard, ...]
    indices: tuple[DrawnIndex, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Sprite:
    levels: tuple[Image, ...]  # BGRA, each half the size of the one before
    indices: tuple[Quad, ...]  # pixels of the first level


class CardStock:
    """A deck cut and ready to be laid: corners rounded anew, smaller copies at hand for small cards."""

    def __init__(self, deck: Deck, rng: Generator) -> None:
        self.name = deck.name
        inset = float(rng.uniform(0.004, 0.02)) if rng.random() < 0.8 else 0.0
        radius = float(rng.uniform(0.03, 0.075))
        self.faces = {card: _cut_card(face.image, face.indices, inset, radius) for card, face in deck.faces.items()}
        self.backs = tuple(_cut_card(back, (), inset, radius) for back in deck.backs)
        self.cards = sorted(self.faces)


def _cut_card(image: Image, indices: Sequence[Quad], inset: float, radius: float) -> _Sprite:
    height, width = image.shape[:2]
    cut = round(inset * width)
    printed = image[cut : height - cut, cut : width - cut].copy()
    height, width = printed.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    r = max(1, round(radius * width))
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x, y in ((r, r), (width - 1 - r, r), (r, height - 1 - r), (width - 1 - r, height - 1 - r)):
        cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    # where the art is see-through (its own round corners) there is paper
    alpha = printed[..., 3:].astype(np.float32) / 255
    printed[..., :3] = (printed[..., :3] * alpha + 250 * (1 - alpha)).astype(np.uint8)
    printed[..., 3] = mask
    levels = [printed]
    while levels[-1].shape[0] > 100:
        h, w = levels[-1].shape[:2]
        levels.append(cv2.resize(levels[-1], (w // 2, h // 2), interpolation=cv2.INTER_AREA))
    shift = np.float32(cut)
    return _Sprite(tuple(levels), tuple(np.asarray(quad, np.float32) - shift for quad in indices))


# --- layouts: where the cards lie in the plane ------------------------------------------------------------------------


def _scatter(rng: Generator, count: int) -> NDArray[np.float64]:
    spread = 0.55 * np.sqrt(count) * rng.uniform(0.7, 1.5)
    return np.column_stack([rng.uniform(-spread, spread, (count, 2)), rng.uniform(0, 360, count)])


def _row(rng: Generator, count: int) -> NDArray[np.float64]:
    rows = int(rng.integers(1, 4)) if count > 4 else 1
    columns = -(-count // rows)
    gap_x, gap_y = rng.uniform(0.72, 1.1), rng.uniform(1.02, 1.4)
    turned = 90.0 * rng.integers(0, 4) if rng.random() < 0.3 else 0.0
    poses = []
    for i in range(count):
        x, y = (i % columns) * gap_x, (i // columns) * gap_y
        poses.append((x, y, turned + (180.0 if rng.random() < 0.3 else 0.0)))
    jitter = rng.normal(0, 1, (count, 3)) * (0.03, 0.03, rng.uniform(0, 8))
    return np.array(poses) + jitter


def _overlapping_row(rng: Generator, count: int) -> NDArray[np.float64]:
    step = rng.uniform(0.14, 0.6)
    along = np.arange(count) * step * (1 if rng.random() < 0.75 else -1)
    drift = rng.normal(0, 0.05) * np.arange(count)
    jitter = rng.normal(0, 1, (count, 3)) * (0.015, 0.02, rng.uniform(0.5, 6))
    return np.column_stack([along, drift, np.where(rng.random(count) < 0.15, 180.0, 0.0)]) + jitter


def _cascade(rng: Generator, count: int) -> NDArray[np.float64]:
    columns = int(rng.integers(1, 5))
    step = rng.uniform(0.17, 0.45)
    poses = [((i % columns) * 0.85, (i // columns) * step, 0.0) for i in range(count)]
    return np.array(poses) + rng.normal(0, 1, (count, 3)) * (0.015, 0.015, rng.uniform(0.2, 4))


def _fan(rng: Generator, count: int) -> NDArray[np.float64]:
    radius = rng.uniform(0.9, 1.8)
    step = rng.uniform(6, 18) * (1 if rng.random() < 0.85 else -1)
    angles = (np.arange(count) - (count - 1) / 2) * step + rng.normal(0, 1.5, count)
    radians = np.deg2rad(angles)
    return np.column_stack([radius * np.sin(radians), -radius * np.cos(radians), angles])


def _pile(rng: Generator, count: int) -> NDArray[np.float64]:
    spread = rng.uniform(0.03, 0.35)
    turn = rng.uniform(3, 60)
    return np.column_stack([rng.normal(0, spread, (count, 2)), rng.normal(0, turn, count)])


_LAYOUTS = (
    (_scatter, 0.24, (1, 12)),
    (_row, 0.24, (1, 16)),
    (_overlapping_row, 0.15, (2, 10)),
    (_cascade, 0.12, (3, 18)),
    (_fan, 0.13, (3, 12)),
    (_pile, 0.12, (2, 9)),
)


def _layout(rng: Generator) -> NDArray[np.float64]:
    """Poses (n, 3): x, y, degrees clockwise; one or two groups of cards."""
    shares = np.array([share for _, share, _ in _LAYOUTS])
    groups = []
    for i in range(1 if rng.random() < 0.75 else 2):
        make, _, (low, high) = _LAYOUTS[rng.choice(len(_LAYOUTS), p=shares / shares.sum())]
        count = int(np.clip(low + rng.gamma(1.6, (high - low) / 5), low, high))
        poses = make(rng, count)
        poses[:, :2] -= poses[:, :2].mean(axis=0)
        turn = rng.uniform(0, 360) if i else 0.0
        c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        poses[:, :2] = poses[:, :2] @ np.array([[c, s], [-s, c]])
        poses[:, 2] += turn
        if i:
            poses[:, :2] += rng.normal(0, 1.2, 2)
        groups.append(poses)
    return np.concatenate(groups)


# --- the camera --------------------------------------------------------------------------------------------------------


def _view(rng: Generator, poses: NDArray[np.float64], width: int, height: int) -> NDArray[np.float64]:
    """A homography from the plane to pixels that shows the cards, at a random scale, turn and tilt."""
    span = float(np.ptp(poses[:, :2], axis=0).max()) + 1.2
    largest = min(1.35 * max(width, height) / span, 0.95 * height)
    smallest = max(110.0, 0.35 * min(width, height) / span)
    scale = float(np.exp(rng.uniform(np.log(min(smallest, largest * 0.8)), np.log(largest))))
    turn = rng.uniform(0, 360) if rng.random() < 0.6 else rng.normal(0, 8) + 90 * int(rng.integers(0, 4))
    tilt = np.deg2rad(min(abs(rng.normal(0, 22)), 58))
    sway = np.deg2rad(rng.normal(0, 5))
    a = np.deg2rad(turn)
    rz = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    rx = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    ry = np.array([[np.cos(sway), 0, np.sin(sway)], [0, 1, 0], [-np.sin(sway), 0, np.cos(sway)]])
    r = ry @ rx @ rz
    focal = rng.uniform(0.9, 2.2) * max(width, height)
    distance = focal / scale
    centre = rng.normal(0, 0.12 * span, 2) if rng.random() < 0.8 else rng.normal(0, 0.35 * span, 2)
    shift = np.eye(3)
    shift[:2, 2] = -centre
    k = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    return k @ np.column_stack([r[:, 0], r[:, 1], [0, 0, distance]]) @ shift


def _project(h: NDArray[np.float64], points: NDArray[np.float64]) -> Quad:
    mapped = np.column_stack([points, np.ones(len(points))]) @ h.T
    return (mapped[:, :2] / mapped[:, 2:]).astype(np.float32)


# --- the table -----------------------------------------------------------------------------------------------------------


def _plain(rng: Generator, height: int, width: int) -> Image:
    colour = (
        rng.integers(0, 256, 3) if rng.random() < 0.5 else np.full(3, rng.integers(10, 245)) + rng.integers(-9, 10, 3)
    )
    return np.clip(np.full((height, width, 3), colour), 0, 255).astype(np.uint8)


def _cloth(rng: Generator, height: int, width: int) -> Image:
    base = _plain(rng, height, width).astype(np.float32)
    grain = rng.standard_normal((height, width), np.float32) * np.float32(rng.uniform(3, 18))
    blur = float(rng.uniform(0.4, 2.0))
    return np.clip(base + cv2.GaussianBlur(grain, (0, 0), blur)[..., None] * (1 + blur), 0, 255).astype(np.uint8)


def _boards(rng: Generator, height: int, width: int) -> Image:
    base = np.array([rng.uniform(20, 120), rng.uniform(50, 160), rng.uniform(80, 220)])
    rings = cv2.resize(
        rng.normal(0, 1, (int(rng.integers(20, 160)), 4)).astype(np.float32),
        (width, height),
        interpolation=cv2.INTER_CUBIC,
    )
    rings += 0.5 * cv2.resize(rng.normal(0, 1, (height, 6)).astype(np.float32), (width, height))
    picture = base + rings[..., None] * rng.uniform(4, 22)
    for x in np.cumsum(rng.uniform(0.1, 0.5, 12)) * height:
        if rng.random() < 0.5 and x < height:
            picture[int(x) : int(x) + int(rng.integers(1, 5))] *= rng.uniform(0.3, 0.8)
    return np.clip(picture, 0, 255).astype(np.uint8)


def _blotches(rng: Generator, height: int, width: int) -> Image:
    layers = [camera.smooth_field(rng, height, width, int(cells)) for cells in rng.integers(3, 60, 3)]
    colours = rng.integers(0, 256, (3, 3))
    return np.clip(sum(f[..., None] * c for f, c in zip(layers, colours, strict=True)) / 1.6, 0, 255).astype(np.uint8)


def table_top(rng: Generator, textures: Sequence[Image], height: int, width: int) -> Image:
    """A table without cards, (height, width, 3): a photographed texture, or cloth, boards, a plain colour, blotches drawn here."""
    if textures and rng.random() < 0.55:
        texture = textures[int(rng.integers(len(textures)))]
        zoom = float(np.exp(rng.uniform(np.log(0.4), np.log(2.5))))
        h, w = texture.shape[:2]
        a = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(a) / zoom, np.sin(a) / zoom
        m = np.array([[c, -s, rng.uniform(0, w)], [s, c, rng.uniform(0, h)]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        picture = cv2.warpAffine(texture, m, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT)
        if rng.random() < 0.3:  # the same cloth dyed
            picture = np.clip(picture * rng.uniform(0.4, 1.4, 3), 0, 255).astype(np.uint8)
        return picture
    maker = (_plain, _cloth, _boards, _blotches)[rng.choice(4, p=[0.25, 0.35, 0.25, 0.15])]
    picture = maker(rng, height, width)
    return np.ascontiguousarray(np.rot90(picture)) if height == width and rng.random() < 0.5 else picture


_HERSHEY = (0, 1, 2, 3, 4, 6, 7)  # OpenCV's own letterings
_WORDS = (
    "10",
    "7",
    "K",
    "A",
    "J Q K",
    "8",
    "QUEEN",
    "6",
    "PLAY",
    "2",
    "3",
    "HEART",
    "69",
    "4",
    "5",
    "9 10",
    "AB12",
    "TABLE",
    "Menu",
    "Sale",
)


def _clutter(rng: Generator, picture: Image) -> None:
    """Things that are no cards: papers and boxes with letters and figures on them, coins, cups, pens."""
    height, width = picture.shape[:2]
    colour = tuple(int(v) for v in rng.integers(0, 256, 3))
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    kind = rng.random()
    if kind < 0.45:
        size = rng.uniform(0.08, 0.4, 2) * width
        box = cv2.boxPoints(((x, y), tuple(size), float(rng.uniform(0, 180))))
        cv2.fillConvexPoly(
            picture, box.astype(np.int32), colour if rng.random() < 0.5 else (235, 240, 240), cv2.LINE_AA
        )
    elif kind < 0.6:
        cv2.circle(picture, (int(x), int(y)), int(rng.uniform(0.02, 0.12) * width), colour, -1, cv2.LINE_AA)
    elif kind < 0.7:
        x2, y2 = rng.uniform(0, width), rng.uniform(0, height)
        cv2.line(picture, (int(x), int(y)), (int(x2), int(y2)), colour, int(rng.integers(2, 14)), cv2.LINE_AA)
    ink = (20, 20, 20) if rng.random() < 0.5 else tuple(int(v) for v in rng.integers(0, 256, 3))
    if rng.random() < 0.6:
        for line in range(int(rng.integers(1, 4))):
            word = _WORDS[int(rng.integers(len(_WORDS)))]
            scale = float(rng.uniform(0.4, 2.2))
            where = (int(x), int(y + line * 30 * scale))
            font = _HERSHEY[int(rng.integers(len(_HERSHEY)))]
            cv2.putText(picture, word, where, font, scale, ink, int(rng.integers(1, 5)), cv2.LINE_AA)


def _finger(
    rng: Generator, picture: Image, owner: NDArray[np.int16], target: NDArray[np.float64], thick: float
) -> None:
    """A skin-coloured finger that comes in from afar and ends near ``target`` (x, y); it covers what lies there."""
    skins = ((150, 180, 235), (120, 150, 210), (90, 120, 180), (60, 85, 140), (40, 55, 95))
    skin = np.array(skins[int(rng.integers(len(skins)))]) * rng.uniform(0.85, 1.1)
    a = rng.uniform(0, 2 * np.pi)
    away = target + np.array([np.cos(a), np.sin(a)]) * max(picture.shape)
    tip, root = tuple(int(v) for v in target), tuple(int(v) for v in away)
    mask = np.zeros(owner.shape, np.uint8)
    cv2.line(mask, tip, root, 255, max(3, int(thick)), cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, thick / 6))
    covered = mask > 127
    picture[covered] = np.clip(skin * (0.55 + 0.5 / 255 * soft[covered][:, None]), 0, 255).astype(np.uint8)
    owner[covered] = -2


# --- drawing -------------------------------------------------------------------------------------------------------------


def _roi(points: NDArray[np.float32], margin: float, width: int, height: int) -> tuple[int, int, int, int] | None:
    x0, y0 = np.floor(points.min(axis=0) - margin).astype(int)
    x1, y1 = np.ceil(points.max(axis=0) + margin).astype(int)
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
    return (int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 1 and y1 - y0 > 1 else None


def lay(
    picture: Image,
    owner: NDArray[np.int16],
    sprite: _Sprite,
    quad: Quad,
    number: int,
    shadow: tuple[float, float, float, float],
    tone: NDArray[np.float32],
    edge: float,
) -> NDArray[np.float64]:
    """Draws ``sprite`` so that its corners come to ``quad`` (4, 2); ``owner`` gets ``number`` where it shows. Gives the homography from the
    sprite's first level to the picture. ``shadow``: dx, dy, softness in pixels, darkness 0 to 1. ``tone``: factor a channel.
    ``edge``: darkness of the rim."""
    height, width = owner.shape
    dx, dy, soft, dark = shadow
    full_h, full_w = sprite.levels[0].shape[:2]
    corners = np.array([[0, 0], [full_w, 0], [full_w, full_h], [0, full_h]], np.float32)
    whole = cv2.getPerspectiveTransform(corners, quad)
    area = _roi(quad, soft * 2 + abs(dx) + abs(dy) + 2, width, height)
    if area is None:
        return whole
    x0, y0, x1, y1 = area
    offset = np.array([x0, y0], np.float32)
    part = picture[y0:y1, x0:x1].astype(np.float32)
    if dark > 0:
        mask = np.zeros((y1 - y0, x1 - x0), np.float32)
        cv2.fillConvexPoly(mask, np.round(quad - offset + (dx, dy)).astype(np.int32), 1.0)
        part *= 1 - np.float32(dark) * cv2.GaussianBlur(mask, (0, 0), max(soft, 0.5))[..., None]
    tall = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
    level = 0
    while level + 1 < len(sprite.levels) and sprite.levels[level + 1].shape[0] >= tall:
        level += 1
    source = sprite.levels[level]
    h, w = source.shape[:2]
    m = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad - offset)
    warped = cv2.warpPerspective(source, m, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    alpha = warped[..., 3:].astype(np.float32) / 255
    if edge > 0:
        rim = cv2.erode(warped[..., 3], np.ones((3, 3), np.uint8)).astype(np.float32)[..., None] / 255
        paper = warped[..., :3] * (1 - edge * (1 - rim))
    else:
        paper = warped[..., :3].astype(np.float32)
    part = part * (1 - alpha) + paper * tone * alpha
    picture[y0:y1, x0:x1] = np.clip(part, 0, 255).astype(np.uint8)
    owner[y0:y1, x0:x1][warped[..., 3] > 127] = number
    return whole


def _share_visible(owner: NDArray[np.int16], quad: Quad, number: int) -> float:
    """The share of the area of ``quad`` that shows card ``number``; what lies outside the picture does not show."""
    height, width = owner.shape
    area = _roi(quad, 1, width, height)
    total = abs(float(cv2.contourArea(quad)))
    if area is None or total < 1:
        return 0.0
    x0, y0, x1, y1 = area
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad - (x0, y0)).astype(np.int32), 1)
    drawn = int(mask.sum())
    return float((mask & (owner[y0:y1, x0:x1] == number)).sum()) / max(drawn, total) if drawn else 0.0


def draw_scene(
    rng: Generator, stocks: Sequence[CardStock], textures: Sequence[Image] = (), size: tuple[int, int] = (640, 640)
) -> Scene:
    """A random scene of ``size`` (width, height) pixels with cards of one of ``stocks`` (now and then two)."""
    width, height = size
    picture = table_top(rng, textures, height, width)
    for _ in range(int(rng.integers(1, 5)) if rng.random() < 0.3 else 0):
        _clutter(rng, picture)
    owner = np.full((height, width), -1, np.int16)
    if rng.random() < 0.05:  # nothing there at all: more clutter
        for _ in range(int(rng.integers(0, 8))):
            _clutter(rng, picture)
        return Scene(camera.degrade(picture, rng, rng.uniform(0.3, 1.0)), (), ())
    poses = _layout(rng)
    h = _view(rng, poses, width, height)
    scale = float(np.sqrt(abs(np.linalg.det(h[:2, :2] / h[2, 2]))))
    mixed = rng.random() < 0.15
    stock = stocks[int(rng.integers(len(stocks)))]
    packs = [stock, stocks[int(rng.integers(len(stocks)))]] if mixed else [stock]
    aspect = float(rng.uniform(1.38, 1.58))
    shade = rng.uniform(0, 2 * np.pi)
    lift = abs(rng.normal(0, 0.02)) * scale
    shadow = (
        lift * np.cos(shade),
        lift * np.sin(shade),
        1 + lift * rng.uniform(0.3, 1.5),
        float(rng.uniform(0.1, 0.6)),
    )
    tone = np.float32(rng.uniform(0.8, 1.0)) * (1 - np.abs(rng.normal(0, 0.03, 3))).astype(np.float32)
    edge = float(rng.uniform(0, 0.35)) if rng.random() < 0.7 else 0.0
    face_down = rng.choice([0.0, 0.15, 0.5, 1.0], p=[0.6, 0.28, 0.09, 0.03])
    corners = np.array([[-0.5 / aspect, -0.5], [0.5 / aspect, -0.5], [0.5 / aspect, 0.5], [-0.5 / aspect, 0.5]])
    hands = {pack.name: list(rng.permutation(pack.cards)) for pack in packs}
    laid: list[tuple[Card | None, Quad, list[Quad]]] = []
    for x, y, angle in poses:
        pack = packs[int(rng.integers(len(packs)))]
        down = rng.random() < face_down or not hands[pack.name]
        if down and not pack.backs:
            continue
        card: Card | None = None if down else int(hands[pack.name].pop())
        sprite = pack.backs[int(rng.integers(len(pack.backs)))] if card is None else pack.faces[card]
        a = np.deg2rad(angle)
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        bent = corners + rng.normal(0, 0.006, (4, 2))
        quad = _project(h, bent @ turn + (x, y))
        to_picture = lay(picture, owner, sprite, quad, len(laid), shadow, tone, edge)
        indices = [cv2.perspectiveTransform(i[None].astype(np.float32), to_picture)[0] for i in sprite.indices]
        laid.append((card, quad, indices))
    if rng.random() < 0.22 and laid:
        for _ in range(int(rng.integers(1, 5))):
            target = laid[int(rng.integers(len(laid)))][1]
            spot = target.mean(axis=0) + rng.normal(0, 0.45, 2) * np.ptp(target, axis=0)
            _finger(rng, picture, owner, spot.astype(np.float64), float(scale * rng.uniform(0.1, 0.3)))
    cards, seen = _truth(owner, laid)
    return Scene(camera.degrade(picture, rng, float(rng.uniform(0.15, 1.0))), cards, seen)


def _truth(
    owner: NDArray[np.int16], laid: Sequence[tuple[Card | None, Quad, list[Quad]]]
) -> tuple[tuple[DrawnCard, ...], tuple[DrawnIndex, ...]]:
    cards, seen = [], []
    for number, (card, quad, indices) in enumerate(laid):
        area = _roi(quad, 2, owner.shape[1], owner.shape[0])
        if area is None:
            continue
        x0, y0, x1, y1 = area
        shows = (owner[y0:y1, x0:x1] == number).astype(np.uint8)
        left, top, w, h = cv2.boundingRect(shows)
        if w == 0:
            continue
        box = (float(x0 + left), float(y0 + top), float(x0 + left + w), float(y0 + top + h))
        cards.append(DrawnCard(card, quad, cv2.countNonZero(shows) / max(abs(float(cv2.contourArea(quad))), 1.0), box))
        if card is not None:
            for index in indices:
                visible = _share_visible(owner, index, number)
                if visible > 0.02:
                    seen.append(DrawnIndex(card, index, visible))
    return tuple(cards), tuple(seen)
