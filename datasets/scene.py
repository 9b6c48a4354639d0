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
from datasets.layouts import project, random_poses, random_view
from datasets.prints import Font, add_print
from datasets.table_tops import add_clutter, add_finger, add_hand, add_sleeve, table_top
from datasets.things import add_thing
from rules.cards import Card

Image = NDArray[np.uint8]
Quad = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class DrawnIndex:
    """A printed index in the picture: its (4, 2) quad in pixels, clockwise from its top left as read, and how much of it shows (0 to 1)."""

    card: Card
    quad: Quad
    visible: float
    deck: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCard:
    """A card in the picture. ``card`` is None for a face-down one. ``box`` (x0, y0, x1, y1) bounds what shows of it."""

    card: Card | None
    quad: Quad
    visible: float
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture (H, W, 3) uint8 BGR and everything that shows in it. ``words``: quads (4, 2) of print that is on no card."""

    image: Image
    cards: tuple[DrawnCard, ...]
    indices: tuple[DrawnIndex, ...]
    words: tuple[Quad, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Sprite:
    levels: tuple[Image, ...]  # BGRA, each half the size of the one before
    indices: tuple[Quad, ...]  # pixels of the first level


class CardStock:
    """A deck cut and ready to be laid: corners rounded anew, smaller copies at hand for small cards."""

    def __init__(self, deck: Deck, rng: Generator, kind: str = "") -> None:
        self.name, self.kind = deck.name, kind or deck.family
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
    clear = printed[..., 3] < 255
    alpha = printed[clear, 3:].astype(np.float32) / 255
    printed[clear, :3] = (printed[clear, :3] * alpha + 250 * (1 - alpha)).astype(np.uint8)
    printed[..., 3] = mask
    levels = [printed]
    while levels[-1].shape[0] > 100:
        h, w = levels[-1].shape[:2]
        levels.append(cv2.resize(levels[-1], (w // 2, h // 2), interpolation=cv2.INTER_AREA))
    shift = np.float32(cut)
    return _Sprite(tuple(levels), tuple(np.asarray(quad, np.float32) - shift for quad in indices))


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
    rng: Generator,
    stocks: Sequence[CardStock],
    textures: Sequence[Image] = (),
    size: tuple[int, int] = (640, 640),
    *,
    lettering: Sequence[Font] = (),
    poses: NDArray[np.float64] | None = None,
    view: NDArray[np.float64] | None = None,
    first: Sequence[Card] = (),
    face_down: float | Sequence[float] | NDArray[np.float64] | None = None,
    lying: Sequence[Image] = (),
) -> Scene:
    """A random scene of ``size`` (width, height) pixels with cards of one of ``stocks`` (now and then two).

    ``lettering``: fonts for things that are no cards, ``lying``: pictures (BGRA) of such that lie there; ``poses``, ``view``,
    ``face_down``: how the cards lie, from where they are seen (a homography), what share of them is face down (or, one a pose, how
    likely each is), if not by lot; ``first``: cards that are laid before any others."""
    width, height = size
    picture = table_top(rng, textures, height, width)
    for _ in range(int(rng.integers(1, 5)) if rng.random() < 0.25 else 0):
        add_clutter(rng, picture)
    words: list[Quad] = []
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.22 else 0):
        words += add_print(rng, picture, lettering, max(size) / 640)
    owner = np.full((height, width), -1, np.int16)
    if poses is None and rng.random() < 0.06:  # no card at all: more of other things
        for _ in range(int(rng.integers(0, 6))):
            add_clutter(rng, picture)
        for _ in range(int(rng.integers(0, 4))):
            words += add_print(rng, picture, lettering, max(size) / 640)
        flat = random_view(rng, np.zeros((4, 3)), width, height) if lying else np.eye(3)
        for thing in lying:
            add_thing(rng, picture, thing, flat, rng.normal(0, 0.8, 2))
        if rng.random() < 0.2:
            add_hand(rng, picture, owner, rng.uniform(0, 1, 2) * size, float(rng.uniform(100, 400)))
        return Scene(camera.degrade(picture, rng, rng.uniform(0.3, 1.0)), (), (), _bare(owner, words))
    poses = random_poses(rng) if poses is None else poses
    h = random_view(rng, poses, width, height) if view is None else view
    for thing in lying:
        beside = poses[int(rng.integers(len(poses))), :2] + rng.normal(0, 0.9, 2)
        add_thing(rng, picture, thing, h, beside)
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
    if face_down is None:
        face_down = float(rng.choice([0.0, 0.15, 0.5, 1.0], p=[0.5, 0.26, 0.14, 0.1]))
    corners = np.array([[-0.5 / aspect, -0.5], [0.5 / aspect, -0.5], [0.5 / aspect, 0.5], [-0.5 / aspect, 0.5]])
    hands = {pack.name: list(rng.permutation(pack.cards)) for pack in packs}
    for hand in hands.values():
        hand.sort(key=lambda card: card in first)
    sleeve = float(rng.uniform(0.04, 0.2)) if rng.random() < 0.06 else 0.0
    laid: list[tuple[Card | None, Quad, list[Quad], str]] = []
    for (x, y, angle), likely in zip(poses, np.broadcast_to(face_down, len(poses)), strict=True):
        pack = packs[int(rng.integers(len(packs)))]
        down = rng.random() < likely or not hands[pack.name]
        if down and not pack.backs:
            continue
        card: Card | None = None if down else int(hands[pack.name].pop())
        sprite = pack.backs[int(rng.integers(len(pack.backs)))] if card is None else pack.faces[card]
        a = np.deg2rad(angle)
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        bent = corners + rng.normal(0, 0.006, (4, 2))
        quad = project(h, bent @ turn + (x, y))
        to_picture = lay(picture, owner, sprite, quad, len(laid), shadow, tone, edge)
        indices = [cv2.perspectiveTransform(i[None].astype(np.float32), to_picture)[0] for i in sprite.indices]
        laid.append((card, quad, indices, pack.name))
        if sleeve:
            add_sleeve(rng, picture, quad, sleeve)
    if laid and rng.random() < (0.6 if sleeve else 0.28):
        camera.sheen(rng, picture, owner, len(laid))
    if rng.random() < 0.22 and laid:
        for _ in range(int(rng.integers(1, 5))):
            target = laid[int(rng.integers(len(laid)))][1]
            spot = target.mean(axis=0) + rng.normal(0, 0.45, 2) * np.ptp(target, axis=0)
            if rng.random() < 0.4:
                add_hand(rng, picture, owner, spot.astype(np.float64), scale)
                break
            add_finger(rng, picture, owner, spot.astype(np.float64), float(scale * rng.uniform(0.1, 0.3)))
    cards, seen = _truth(owner, laid)
    return Scene(camera.degrade(picture, rng, float(rng.uniform(0.15, 1.0))), cards, seen, _bare(owner, words))


def _bare(owner: NDArray[np.int16], words: Sequence[Quad]) -> tuple[Quad, ...]:
    """Those of ``words`` that lie within the picture, and no card or hand on them."""
    return tuple(word for word in words if _share_visible(owner, word, -1) > 0.9)


def _bounds(shows: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Left, top, width, height of what a person would outline: a sliver that peeps out beyond the card above does not count."""
    whole = cv2.boundingRect(shows)
    size = round(0.12 * float(np.sqrt(cv2.countNonZero(shows))))
    if size < 2:
        return whole[0], whole[1], whole[2], whole[3]
    broad = cv2.morphologyEx(shows, cv2.MORPH_OPEN, np.ones((size, size), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(broad, connectivity=4)
    if count < 2:
        return whole[0], whole[1], whole[2], whole[3]
    left, top, w, h, _ = (int(v) for v in max(stats[1:], key=lambda row: row[cv2.CC_STAT_AREA]))
    return left, top, w, h


def _truth(
    owner: NDArray[np.int16], laid: Sequence[tuple[Card | None, Quad, list[Quad], str]]
) -> tuple[tuple[DrawnCard, ...], tuple[DrawnIndex, ...]]:
    cards, seen = [], []
    for number, (card, quad, indices, deck) in enumerate(laid):
        area = _roi(quad, 2, owner.shape[1], owner.shape[0])
        if area is None:
            continue
        x0, y0, x1, y1 = area
        shows = (owner[y0:y1, x0:x1] == number).astype(np.uint8)
        left, top, w, h = _bounds(shows)
        if w == 0:
            continue
        box = (float(x0 + left), float(y0 + top), float(x0 + left + w), float(y0 + top + h))
        cards.append(DrawnCard(card, quad, cv2.countNonZero(shows) / max(abs(float(cv2.contourArea(quad))), 1.0), box))
        if card is not None:
            for index in indices:
                visible = _share_visible(owner, index, number)
                if visible > 0.02:
                    seen.append(DrawnIndex(card, index, visible, deck))
    return tuple(cards), tuple(seen)
