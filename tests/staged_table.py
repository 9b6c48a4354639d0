"""A table under a slanting camera, with hands that bring, take and nudge cards, and what a perfect reader would read: no network, small
pictures, as many minutes as one likes in a second."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.cards import CARD_COUNT, Card, CardSet, parse_card
from rules.table import MIDDLE, Place, TableView
from vision.sighting import Sighting
from vision.tracker import Scene, Tracker
from vision.zones import table_view

SIZE = (640, 360)
WIDE = 63 / 88  # of a card, in its heights
INDEX = np.array([[0.03, 0.04], [0.15, 0.04], [0.15, 0.22], [0.03, 0.22]])
PLACES = (Place(MIDDLE, (0.2, 0.25, 0.8, 0.75)), Place("Ann", (0, 0.75, 1, 1)), Place("Ben", (0, 0, 1, 0.25)))
EDGES = {"bottom": (0.5, 1.1), "top": (0.5, -0.1), "left": (-0.1, 0.5), "right": (1.1, 0.5)}


def camera(tilt: float = 0.0, tall: float = 80.0, roll: float = 0.0) -> NDArray[np.float64]:
    """(3, 3): from the table (card heights, the middle of the picture is 0, 0; y towards the bottom) to px. ``tilt``: degrees from
    straight above; ``tall``: px of a card in the middle."""
    t, r = np.deg2rad(tilt), np.deg2rad(roll)
    far = 9.0  # card heights from the camera to the middle of the table
    focal = tall * far
    # A point (x, y, 0) before the camera: right, down, forward.
    rows = np.array([[1, 0, 0], [0, np.cos(t), 0], [0, -np.sin(t), far]])
    turn = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    lens = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
    return np.asarray(lens @ turn @ rows)


def _through(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float32]:
    return cv2.perspectiveTransform(points[None].astype(np.float64), matrix)[0].astype(np.float32)


@dataclass(frozen=True)
class Piece:
    """A card on the table: its middle, card heights, turned clockwise by ``degrees``. ``card`` None: face down."""

    card: Card | None
    x: float
    y: float
    degrees: float = 0.0

    def on_table(self, shape: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points of the card (n, 2), from its top left, on the table."""
        a = np.deg2rad(self.degrees)
        middle = (shape - (WIDE / 2, 0.5)) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        return np.asarray(middle + np.array([self.x, self.y]))


OUTLINE = np.array([[0, 0], [WIDE, 0], [WIDE, 1], [0, 1.0]])


def piece(name: str, x: float, y: float, degrees: float = 0.0) -> Piece:
    """A card by its name; "back" lies face down."""
    return Piece(None if name == "back" else parse_card(name), x, y, degrees)


@dataclass
class Stage:
    """A table that is played on and watched. ``doubt``: what a reading lacks to 1; ``blind``: share of the indices that are missed."""

    view: NDArray[np.float64] = field(default_factory=camera)
    pack: CardSet = (1 << CARD_COUNT) - 1
    places: tuple[Place, ...] = PLACES
    doubt: float = 0.03
    blind: float = 0.0
    seed: int = 1
    fps: int = 10

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        noise = cv2.GaussianBlur(self.rng.normal(0, 60, (SIZE[1] + 200, SIZE[0] + 200, 1)), (0, 0), 3)
        self._top = np.clip(np.array([60, 100, 40]) + noise[..., None], 0, 255).astype(np.uint8)
        self.tracker = Tracker(0.6, pack=self.pack)
        self.cards: list[Piece] = []
        self.hand: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None  # px: where it comes from, finger tips
        self.frame = 0
        self.scene: Scene | None = None
        self.views: list[TableView] = []
        self.watch: Callable[[Stage, Scene], None] = lambda stage, scene: None
        self.misread: Callable[[Piece], Card | None] = lambda piece: piece.card
        self.shift = np.zeros(2)  # px that the camera was bumped by

    # What there is to be seen.

    def matrix(self) -> NDArray[np.float64]:
        """From the table to px, with the camera as it was bumped."""
        moved = np.eye(3)
        moved[:2, 2] = self.shift
        return np.asarray(moved @ self.view)

    def quad(self, lying: Piece, shape: NDArray[np.float64] = OUTLINE) -> NDArray[np.float32]:
        return _through(self.matrix(), lying.on_table(shape))

    def indices(self, lying: Piece) -> list[NDArray[np.float32]]:
        """Both printed indices, px."""
        return [self.quad(lying, INDEX), self.quad(lying, np.array([WIDE, 1.0]) - INDEX)]

    def picture(self) -> NDArray[np.uint8]:
        """(H, W, 3) uint8 BGR."""
        x, y = (int(100 - v) for v in self.shift)
        image = np.ascontiguousarray(self._top[y : y + SIZE[1], x : x + SIZE[0]])
        for lying in self.cards:
            outline = np.round(self.quad(lying)).astype(np.int32)
            cv2.fillConvexPoly(image, outline, (235, 235, 235) if lying.card is not None else (150, 40, 30))
            cv2.polylines(image, [outline], True, (90, 90, 90))
            if lying.card is None:
                continue
            colour = tuple(int(v) for v in np.random.default_rng(lying.card).integers(0, 200, 3))
            figure = np.array([[0.2, 0.2], [0.5, 0.2], [0.5, 0.8], [0.2, 0.8]])
            figure[lying.card % 4] += (0.05, 0.1)
            for shape in (figure, INDEX, np.array([WIDE, 1.0]) - INDEX):
                cv2.fillConvexPoly(image, np.round(self.quad(lying, shape)).astype(np.int32), colour)
        self._draw_hand(image, (110, 150, 200))
        return image

    def _draw_hand(self, image: NDArray[np.uint8], colour: tuple[int, ...]) -> None:
        if self.hand is not None:
            start, tips = (tuple(int(v) for v in np.round(p)) for p in self.hand)
            cv2.line(image, start, tips, colour, 56)
            cv2.circle(image, tips, 34, colour, -1)

    def free(self) -> list[tuple[Piece, list[NDArray[np.float32]], float]]:
        """Each card with those of its indices that show, and the share of it that does."""
        covered = np.zeros((SIZE[1], SIZE[0]), np.uint8)
        self._draw_hand(covered, (255,))
        found = []
        for lying in reversed(self.cards):
            outline = self.quad(lying)
            shown = [quad for quad in self.indices(lying) if _free(quad, covered) > 0.9]
            found.append((lying, shown, _free(outline, covered)))
            cv2.fillConvexPoly(covered, np.round(outline).astype(np.int32), 255)
        return found[::-1]

    def sightings(self) -> list[Sighting]:
        """What a reader sees of it, in any order."""
        result = []
        for lying, shown, share in self.free():
            if lying.card is None:
                if share > 0.5:
                    low, high = self.quad(lying).min(axis=0), self.quad(lying).max(axis=0)
                    box = np.array([low, (high[0], low[1]), high, (low[0], high[1])], np.float32)
                    result.append(Sighting("back", None, 0.9, box))
                continue
            shown = [quad for quad in shown if self.rng.random() >= self.blind]
            if shown:
                card = self.misread(lying)
                probabilities = np.full(CARD_COUNT, self.doubt / CARD_COUNT, np.float32)
                probabilities[card] = 1 - self.doubt
                outline = self.quad(lying)
                if outline[0, 1] + outline[1, 1] > outline[2, 1] + outline[3, 1]:
                    outline = outline[[2, 3, 0, 1]]
                sure = float(probabilities[card])
                result.append(Sighting("card", card, sure, outline, probabilities, len(shown), tuple(shown)))
        return [result[i] for i in self.rng.permutation(len(result))]

    def truth(self) -> dict[str, list[Card | None]]:
        """The cards of each place, lowest first."""
        told: dict[str, list[Card | None]] = {place.name: [] for place in self.places}
        for lying in self.cards:
            x, y = self.quad(lying).mean(axis=0) / SIZE
            for place in self.places:
                x0, y0, x1, y1 = place.box
                if x0 <= x <= x1 and y0 <= y <= y1:
                    told[place.name].append(lying.card)
        return told

    # What happens.

    def show(self, frames: int = 1) -> None:
        """The camera delivers so many pictures."""
        for _ in range(frames):
            time = self.frame / self.fps
            self.tracker.look(self.picture(), time)
            self.scene = self.tracker.update(self.sightings(), [place.box for place in self.places])
            self.views.append(table_view(self.scene, self.places))
            self.watch(self, self.scene)
            self.frame += 1

    def rest(self, seconds: float = 1.0) -> None:
        """Nothing moves."""
        self.show(round(seconds * self.fps))

    def _hand_to(self, target: NDArray[np.float64], side: str, share: float) -> None:
        start = np.array(EDGES[side]) * SIZE
        axis = 0 if side in ("bottom", "top") else 1
        start[axis] = target[axis] + (start[axis] - target[axis]) * 0.3
        self.hand = (start, start + (target - start) * share)

    def _middle(self, pieces: Sequence[Piece]) -> NDArray[np.float64]:
        return np.asarray(np.mean([self.quad(p).mean(axis=0) for p in pieces], axis=0), np.float64)

    def bring(self, *pieces: Piece, side: str = "bottom") -> None:
        """A hand comes, lays cards down, the last on top, and goes."""
        target = self._middle(pieces)
        for share in (0.3, 0.6, 0.85, 1.0):
            self._hand_to(target, side, share)
            self.show()
        self.cards += pieces
        for share in (1.0, 0.8, 0.5, 0.2):
            self._hand_to(target, side, share)
            self.show()
        self.hand = None

    def take(self, *cards: str, side: str = "bottom") -> None:
        """A hand comes and takes cards away."""
        gone = [p for p in self.cards if p.card in [parse_card(c) for c in cards]]
        self.take_pieces(gone, side)

    def take_pieces(self, gone: Sequence[Piece], side: str = "bottom") -> None:
        """As take(), of these."""
        target = self._middle(gone)
        for share in (0.3, 0.6, 0.85, 1.0):
            self._hand_to(target, side, share)
            self.show()
        self.cards = [p for p in self.cards if p not in gone]
        for share in (1.0, 0.8, 0.5, 0.2):
            self._hand_to(target, side, share)
            self.show()
        self.hand = None

    def nudge(self, far: float, *, side: str = "bottom") -> None:
        """A hand passes, and every card lies a little elsewhere."""
        if not self.cards:
            return
        target = self._middle(self.cards)
        for share in (0.5, 1.0):
            self._hand_to(target, side, share)
            self.show()
        way = self.rng.normal(0, 1, 2)
        way *= far / np.linalg.norm(way)
        self.cards = [replace(p, x=p.x + way[0], y=p.y + way[1]) for p in self.cards]
        self.show()
        self._hand_to(target, side, 0.4)
        self.show()
        self.hand = None

    def bump(self, x: float, y: float) -> None:
        """The camera is knocked: all is seen elsewhere, px."""
        goal = self.shift + np.array([x, y])
        for step in (0.5, 1.3, 0.8, 1.1, 1.0):
            self.shift = goal + (step - 1) * np.array([x, y])
            self.shift = np.round(self.shift)
            self.show()


def _free(quad: NDArray[np.float32], covered: NDArray[np.uint8]) -> float:
    """Share of the quad that lies in the picture and is not covered."""
    height, width = covered.shape
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, (width, height))
    if x0 >= x1 or y0 >= y1:
        return 0.0
    area = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(area, np.round(quad - (x0, y0)).astype(np.int32), 1)
    inside = area > 0
    free = float((inside & (covered[y0:y1, x0:x1] == 0)).sum())
    low, high = quad.min(axis=0), quad.max(axis=0)
    if low.min() < 0 or high[0] > width or high[1] > height:
        return free / max(float(cv2.contourArea(quad)), 1.0)
    return free / max(1, int(inside.sum()))
