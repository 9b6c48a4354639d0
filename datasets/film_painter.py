"""How does a moment of the film look? Cards, hands and their shadows on the table, seen by a camera that is not perfect."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import hands
from datasets.decks import Deck
from datasets.film_camera import Look, Sensor, jolt, knocked
from datasets.film_script import CARD_HEIGHT, CARD_WIDTH, HandAt, Lying, Moment, Script
from datasets.film_sprites import Sprites, side_up
from datasets.film_stage import Camera, Image, Pose, darken, lamp, paste, table_top
from datasets.film_table import FlatTable, room_light
from rules.cards import card_name

Box = tuple[int, int, int, int]  # x0, y0, x1, y1 px
Quad = NDArray[np.float64]

_THICK = 0.3  # mm of a card
_ROUND = 3.5  # mm, the radius of its corners
_FREE = 0.9  # of an index: it is to be seen
_ON_EDGE = 0.04  # width of a card by its height: so narrow only its edge is seen
_EDGE = 4  # px
_GHOST = 6.0  # px between two pictures of what moves while the shutter is open
_KEPT = 4  # tables at rest that are remembered


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """The bare table, not yet lit, through the camera as it stands now."""

    camera: Camera
    table: Image


class Painter:
    """Paints moments of a script, through one camera, with one deck. ``textures``: folder with pictures of table tops."""

    def __init__(
        self,
        camera: Camera,
        deck: Deck,
        rng: np.random.Generator,
        look: Look | None = None,
        textures: Path | None = None,
    ) -> None:
        self.camera, self.deck, self.look = camera, deck, look or Look()
        self._calm = self.look.level == "calm"
        self._flat: FlatTable | None = None
        self._views: OrderedDict[tuple[float, float, float], _View] = OrderedDict()
        if self._calm:
            self._views[0.0, 0.0, 0.0] = _View(camera, table_top(camera, rng))
            self._lamp = lamp(camera, rng)
        else:
            self._flat = FlatTable(rng, textures)
            self._lamp = room_light(camera, rng)
        self._px_per_mm = camera.focal / float(np.linalg.norm(camera.position))
        self._sensor = Sensor(self.look, self._lamp, rng)
        self.sprites = Sprites(deck, self.look, rng)
        self._shine = self._mirrored() if self.look.shine else None
        self._still: OrderedDict[tuple[object, ...], tuple[Image, Image]] = OrderedDict()

    # ------------------------------------------------ where things are in the picture

    def view(self, second: float) -> _View:
        """The table through the camera at ``second``."""
        by = jolt(self.look.bumps, second)
        if by not in self._views:
            camera = knocked(self.camera, by)
            assert self._flat is not None
            self._views[by] = _View(camera, self._flat.seen(camera))
            while len(self._views) > _KEPT:
                self._views.popitem(last=False)
        return self._views[by]

    def quad(self, lying: Lying, camera: Camera | None = None) -> Quad:
        """The corners of a card in the picture, px, from the top left of its face, or of its back if that is seen."""
        quad = (camera or self.camera).project(_corners(lying))
        return quad if side_up(quad) else quad[[1, 0, 3, 2]]

    def _hand_layer(self, hand: HandAt, camera: Camera) -> tuple[Image, Quad]:
        picture = hands.hand_picture(hand.shape, hand.style, round(1.1 * self._px_per_mm, 2))
        return picture, camera.project(hand.pose.corners(*hands.SIZE, hands.origin(hand.style)))

    def _hand_shadow(self, hand: HandAt, camera: Camera) -> tuple[Quad, float]:
        lift = hand.pose.z + 16
        dx, dy = self.look.shadow
        below = Pose(hand.pose.x + dx * lift, hand.pose.y + dy * lift, hand.pose.angle)
        quad = camera.project(below.corners(*hands.SIZE, hands.origin(hand.style)))
        return quad, self._px_per_mm * (1.2 + 0.09 * lift)

    def _card_shadow(self, lying: Lying, camera: Camera) -> tuple[Quad, float]:
        corners = _corners(lying, 0.4 if self._calm else 0.0)
        height = corners[:, 2:] + 0.8
        corners[:, :2] += height * np.array(self.look.shadow)
        corners[:, 2] = 0
        return camera.project(corners), self._px_per_mm * (0.7 + 0.10 * float(height.mean()))

    # ------------------------------------------------ painting

    def _mirrored(self) -> Image:
        """The lamp in the varnish: a soft spot in the middle of a picture twice as large as the film's."""
        width, height = self.camera.size
        small = np.zeros((height // 4, width // 4), np.float32)
        axes = tuple(max(1, int(s * width / 8)) for s in self.look.shine_size)
        cv2.ellipse(small, (width // 8, height // 8), axes, 25, 0, 360, 255 * self.look.shine, -1, cv2.LINE_AA)
        soft = cv2.GaussianBlur(small, (0, 0), max(1.0, 0.35 * min(axes)))
        return np.asarray(cv2.resize(soft, (2 * width, 2 * height)), np.uint8)

    def _veil(self, box: Box, lying: Lying) -> Image | None:
        """How much of what lies in ``box`` the lamp hides: each card lies a little tilted and mirrors it elsewhere."""
        if self._shine is None:
            return None
        width, height = self.camera.size
        rng = np.random.default_rng((int(lying.pose.x * 8) & 0xFFFF, int(lying.pose.y * 8) & 0xFFFF))
        sx, sy = np.array(self.look.shine_at) + rng.normal(0, 0.08, 2)
        x, y = int((1 - sx) * width) + box[0], int((1 - sy) * height) + box[1]
        if min(x, y) < 0 or x + box[2] - box[0] > 2 * width or y + box[3] - box[1] > 2 * height:
            return None
        return self._shine[y : y + box[3] - box[1], x : x + box[2] - box[0]]

    def _card(self, frame: Image, at: tuple[int, int], lying: Lying, camera: Camera) -> None:
        """``frame``: the part of the picture that begins at the pixel ``at``."""
        shadow, soft = self._card_shadow(lying, camera)
        height = lying.pose.z + 0.8
        dark = self.look.shadow_dark * (1.0 if height < 4 else 0.68)
        darken(frame, shadow - at, None, soft, dark)
        if lying.under:
            self._heap(frame, at, lying, camera)
        quad = camera.project(_corners(lying, self.sprites.margin))
        card = lying.card if side_up(quad) else None
        quad = quad if side_up(quad) else quad[[1, 0, 3, 2]]
        if cv2.contourArea(quad.astype(np.float32)) < _ON_EDGE * _length(quad, 0, 3) ** 2:
            cv2.fillConvexPoly(frame, np.round((quad - at) * 16).astype(np.int32), (205, 212, 214), cv2.LINE_AA, 4)
            return
        high = max(_length(quad, 0, 3), _length(quad, 1, 2), 1.4 * _length(quad, 0, 1), 1.4 * _length(quad, 3, 2))
        paste(frame, self.sprites.sprite(card, high), quad - at, lambda box: self._veil(_moved(box, at), lying))

    def _heap(self, frame: Image, at: tuple[int, int], lying: Lying, camera: Camera) -> None:
        """The edges of the cards under ``lying``, none quite square."""
        rng = np.random.default_rng((int(abs(lying.pose.x * 8)), lying.under))
        layers = min(lying.under, 24)
        for layer in range(layers):
            z = lying.pose.z + lying.under * _THICK * layer / layers
            pose = lying.pose
            off = rng.normal(0, 0.25, 3)
            one = replace(
                lying, under=0, pose=Pose(pose.x + off[0], pose.y + off[1], pose.angle + 0.5 * float(off[2]), z)
            )
            outline = np.round((camera.project(_rounded(_corners(one))) - at) * 16).astype(np.int32)
            shade = 150 + 70 * float(rng.random())
            cv2.fillConvexPoly(frame, outline, (0.95 * shade, 0.98 * shade, shade), cv2.LINE_AA, 4)

    def _hand(self, frame: Image, at: tuple[int, int], hand: HandAt, camera: Camera) -> None:
        picture, quad = self._hand_layer(hand, camera)
        shadow, soft = self._hand_shadow(hand, camera)
        darken(frame, shadow - at, picture[:, :, 3], soft, 0.9 * self.look.shadow_dark)
        paste(frame, picture, quad - at)

    def _at_rest(self, view: _View, lying: tuple[Lying, ...]) -> tuple[Image, Image]:
        """The table with what lies on it: as it is, and lit and blurred."""
        key = (id(view), *lying)
        if key not in self._still:
            frame, start = view.table.copy(), 0
            for known in reversed(self._still):
                if len(known) <= len(key) and key[: len(known)] == known:
                    frame, start = self._still[known][0].copy(), len(known) - 1
                    break
            for card in self._raised(lying)[start:]:
                self._card(frame, (0, 0), card, view.camera)
            self._still[key] = (frame, self._lit(frame, self._lamp))
            while len(self._still) > _KEPT:
                self._still.popitem(last=False)
        self._still.move_to_end(key)
        return self._still[key]

    def _raised(self, lying: tuple[Lying, ...]) -> tuple[Lying, ...]:
        return lying if self._calm else raised(lying)

    def _lit(self, frame: Image, light: Image) -> Image:
        lit = cv2.multiply(frame, light, scale=1 / 200)
        return np.asarray(cv2.GaussianBlur(lit, (0, 0), self.look.defocus), np.uint8)

    def _window(self, moments: Sequence[Moment], camera: Camera) -> Box | None:
        """The part of the picture in which these moments differ from the table at rest. None: nowhere."""
        boxes = []
        common = set(moments[0].lying).intersection(*(m.lying for m in moments))
        for moment in moments:
            for card in (*moment.carried, *(c for c in moment.lying if c not in common)):
                quad, soft = self._card_shadow(card, camera)
                boxes += [_bounds(quad, 3 * soft), _bounds(camera.project(_corners(card, 3)), 4)]
            for hand in moment.hands:
                quad, soft = self._hand_shadow(hand, camera)
                boxes += [_bounds(quad, 3 * soft), _bounds(self._hand_layer(hand, camera)[1], 4)]
        if not boxes:
            return None
        width, height = camera.size
        x0, y0 = (max(0, min(box[k] for box in boxes) - _EDGE) for k in (0, 1))
        x1, y1 = (min(side, max(box[k] for box in boxes) + _EDGE) for k, side in ((2, width), (3, height)))
        return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None

    def frame(self, script: Script, second: float, rng: np.random.Generator) -> Image:
        """The picture that the camera takes at ``second``; (H, W, 3) BGR. Only what moves is painted anew."""
        view = self.view(second)
        moments = self._exposed(script, second, view.camera)
        window = self._window(moments, view.camera)
        frame = self._at_rest(view, moments[-1].lying)[1]
        if window is not None:
            x0, y0, x1, y1 = window
            total = np.zeros((y1 - y0, x1 - x0, 3), np.uint16)
            for moment in moments:
                piece = self._at_rest(view, moment.lying)[0][y0:y1, x0:x1].copy()
                for card in moment.carried:
                    self._card(piece, (x0, y0), card, view.camera)
                for hand in moment.hands:
                    self._hand(piece, (x0, y0), hand, view.camera)
                total += piece
            mean = (total // len(moments)).astype(np.uint8)
            lit = self._lit(mean, self._lamp[y0:y1, x0:x1])
            width, height = view.camera.size  # at the window's edges the blur knows nothing of what lies beyond
            left, right = (x0 + _EDGE if x0 else 0), (x1 - _EDGE if x1 < width else width)
            top, low = (y0 + _EDGE if y0 else 0), (y1 - _EDGE if y1 < height else height)
            if left < right and top < low:
                frame = frame.copy()
                frame[top:low, left:right] = lit[top - y0 : low - y0, left - x0 : right - x0]
        return self._sensor.take(frame, second, rng)

    def _exposed(self, script: Script, second: float, camera: Camera) -> list[Moment]:
        """Moments while the shutter is open, the closer the faster something moves; one if all is still."""
        first, last = script.at(second), script.at(second + 0.9 * self.look.shutter)
        if first == last:
            return [first]
        poses = [[c.pose for c in m.carried] + [hand.pose for hand in m.hands] for m in (first, last)]
        way = 0.0
        if len(poses[0]) == len(poses[1]) > 0:
            ends = [camera.project(np.array([[p.x, p.y, p.z] for p in row])) for row in poses]
            way = float(np.linalg.norm(ends[1] - ends[0], axis=1).max())
        count = int(np.clip(way / _GHOST, 2, 9))
        between = [script.at(second + self.look.shutter * 0.9 * k / count) for k in range(1, count)]
        return [first, *between, last]

    # ------------------------------------------------ what is really to be seen

    def truth(self, moment: Moment, second: float = 0.0) -> list[dict[str, object]]:
        """The cards of a moment, lowest first.

        ``card`` (name or "back"), ``place``, ``number`` of this physical card, ``quad`` of the whole card, ``indices``: those of which
        nine tenths are free and in the picture, ``face``: the name, if known, of a card of which the back is seen. Quads are
        [[x, y], ...] px, clockwise from their own top left.
        """
        camera = knocked(self.camera, jolt(self.look.bumps, second))
        width, height = camera.size
        covered = np.zeros((height, width), np.uint8)
        for hand in moment.hands:
            covered |= self._hand_mask(hand, camera)
        seen = []
        for lying in reversed((*self._raised(moment.lying), *moment.carried)):
            corners = camera.project(_corners(lying))
            face_up = lying.card is not None and side_up(corners)
            quad = corners if side_up(corners) else corners[[1, 0, 3, 2]]
            found = []
            if lying.card is not None and face_up:
                face = self.deck.faces[lying.card]
                size = np.array(face.image.shape[1::-1], np.float32)
                source = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * size
                matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
                for index in face.indices:
                    there = cv2.perspectiveTransform(index[None], matrix)[0]
                    if _free(covered, there) >= _FREE:
                        found.append(np.round(there, 1).tolist())
            name = card_name(lying.card) if lying.card is not None and face_up else "back"
            told: dict[str, object] = {"card": name, "place": lying.place, "quad": np.round(quad, 1).tolist()}
            told |= {"indices": found, "number": lying.number}
            if name == "back" and lying.card is not None:
                told["face"] = card_name(lying.card)
            seen.append(told)
            cv2.fillConvexPoly(covered, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_8, 4)
        return seen[::-1]

    def _hand_mask(self, hand: HandAt, camera: Camera) -> Image:
        picture, quad = self._hand_layer(hand, camera)
        source = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * picture.shape[1::-1]
        matrix = cv2.getPerspectiveTransform(source.astype(np.float32), quad.astype(np.float32))
        there = cv2.warpPerspective(picture[:, :, 3], matrix, camera.size)
        return np.asarray(cv2.threshold(there, 127, 255, cv2.THRESH_BINARY)[1], np.uint8)

    def hand_boxes(self, moment: Moment, second: float = 0.0) -> list[list[int]]:
        """[x0, y0, x1, y1] px of what is to be seen of each hand with its arm; a hand out of the picture has none."""
        camera = knocked(self.camera, jolt(self.look.bumps, second))
        boxes = (cv2.boundingRect(self._hand_mask(hand, camera)) for hand in moment.hands)
        return [[x, y, x + w, y + h] for x, y, w, h in boxes if w]


def _corners(lying: Lying, margin: float = 0.0) -> NDArray[np.float64]:
    """(4, 3) mm: the corners of a card, clockwise on its face, with ``margin`` mm around it."""
    width, height = CARD_WIDTH + 2 * margin, CARD_HEIGHT + 2 * margin
    corners = lying.pose.corners(width, height)
    corners[:, 2] += lying.under * _THICK
    if lying.turned % 360:
        a, t = np.radians(lying.pose.angle), np.radians(lying.turned)
        along = np.array([-np.sin(a), np.cos(a)])
        middle = corners[:, :2].mean(axis=0)
        spot = ((corners[:, :2] - middle) @ along)[:, None] * along + middle
        across = np.array([-0.5, 0.5, 0.5, -0.5]) * width
        corners[:, :2] = spot + (across * np.cos(t))[:, None] * np.array([np.cos(a), np.sin(a)])
        corners[:, 2] += across * np.sin(t) + 0.5 * width * abs(np.sin(t))
    return corners


def _rounded(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """(12, 3) mm: the outline of a card with these ``corners`` (4, 3)."""
    points = []
    for k in range(4):
        corner = corners[k]
        back, on = (
            (other - corner) / np.linalg.norm(other - corner) for other in (corners[k - 1], corners[(k + 1) % 4])
        )
        points += [corner + _ROUND * back, corner + 0.29 * _ROUND * (back + on), corner + _ROUND * on]
    return np.array(points)


@lru_cache(maxsize=64)
def raised(lying: tuple[Lying, ...]) -> tuple[Lying, ...]:
    """The cards at the height at which those under them let them lie."""
    done: list[Lying] = []
    flats = [card.pose.corners(CARD_WIDTH, CARD_HEIGHT)[:, :2].astype(np.float32) for card in lying]
    for n, card in enumerate(lying):
        z = card.pose.z
        for lower, flat in zip(done, flats, strict=False):
            top = lower.pose.z + (lower.under + 1) * _THICK
            near = np.hypot(lower.pose.x - card.pose.x, lower.pose.y - card.pose.y) < 109
            if top > z and near and cv2.intersectConvexConvex(flat, flats[n])[0] > 40:
                z = top
        done.append(card if z == card.pose.z else replace(card, pose=replace(card.pose, z=z)))
    return tuple(done)


def _free(covered: Image, quad: NDArray[np.float32]) -> float:
    """The share of ``quad`` (4, 2) that is in the picture and not covered."""
    x0, y0, x1, y1 = _bounds(quad, 1)
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, covered.shape[1]), min(y1, covered.shape[0])
    whole = cv2.contourArea(quad)
    if x0 >= x1 or y0 >= y1 or whole <= 0:
        return 0.0
    area = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(area, np.round((quad - (x0, y0)) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    return float(cv2.countNonZero(area & ~covered[y0:y1, x0:x1]) / whole)


def _bounds(quad: NDArray[np.floating], margin: float) -> Box:
    x0, y0 = np.floor(quad.min(axis=0) - margin)
    x1, y1 = np.ceil(quad.max(axis=0) + margin)
    return int(x0), int(y0), int(x1), int(y1)


def _moved(box: Box, by: tuple[int, int]) -> Box:
    return box[0] + by[0], box[1] + by[1], box[2] + by[0], box[3] + by[1]


def _length(quad: Quad, a: int, b: int) -> float:
    return float(np.hypot(*(quad[a] - quad[b])))
