"""How does a moment of the film look? Cards, hands and their shadows on the table, seen by a camera that is not perfect."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import hands
from datasets.decks import Deck
from datasets.film_script import CARD_HEIGHT, CARD_WIDTH, HandAt, Lying, Moment, Script
from datasets.film_stage import Camera, Image, Pose, darken, lamp, paste, premultiplied, table_top
from rules.cards import card_name

_SHADOW = (-0.34, 0.42)  # mm of shift for a millimetre of height: the lamp stands at the top right


class Painter:
    """Paints moments of a script, through one camera, with one deck."""

    def __init__(self, camera: Camera, deck: Deck, rng: np.random.Generator) -> None:
        self.camera, self.deck = camera, deck
        self._table = table_top(camera, rng)
        self._lamp = lamp(camera, rng)
        self._px_per_mm = camera.focal / float(np.linalg.norm(camera.position))
        height, width = self._table.shape[:2]
        self._grain = rng.normal(0, 1.5, (height + 64, width + 64, 3)).astype(np.int16)
        self._sprites: dict[int | None, Image] = {}
        self._back = deck.backs[int(rng.integers(len(deck.backs)))]
        self._still: tuple[tuple[Lying, ...], Image] = ((), self._table)

    def _sprite(self, card: int | None) -> Image:
        if card not in self._sprites:
            image = self._back if card is None else self.deck.faces[card].image
            scale = 1.15 * self._px_per_mm * CARD_HEIGHT / image.shape[0]
            small = cv2.resize(premultiplied(image), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            self._sprites[card] = np.asarray(small, np.uint8)
        return self._sprites[card]

    def quad(self, lying: Lying) -> NDArray[np.float64]:
        """The corners of a card in the picture, px, from its own top left."""
        return self.camera.project(lying.pose.corners(CARD_WIDTH, CARD_HEIGHT))

    def _card(self, frame: Image, lying: Lying) -> None:
        height = lying.pose.z + 0.8
        shadow = Pose(lying.pose.x + _SHADOW[0] * height, lying.pose.y + _SHADOW[1] * height, lying.pose.angle)
        quad = self.camera.project(shadow.corners(CARD_WIDTH + 0.8, CARD_HEIGHT + 0.8))
        darken(frame, quad, None, self._px_per_mm * (0.7 + 0.10 * height), 0.5 if height < 2 else 0.34)
        paste(frame, self._sprite(lying.card), self.quad(lying))

    def _hand_layer(self, hand: HandAt) -> tuple[Image, NDArray[np.float64]]:
        picture = hands.hand_picture(hand.shape, hand.style, round(1.1 * self._px_per_mm, 2))
        return picture, self.camera.project(hand.pose.corners(*hands.SIZE, hands.origin(hand.style)))

    def _hand(self, frame: Image, hand: HandAt) -> None:
        picture, quad = self._hand_layer(hand)
        lift = hand.pose.z + 16
        below = Pose(hand.pose.x + _SHADOW[0] * lift, hand.pose.y + _SHADOW[1] * lift, hand.pose.angle)
        shadow = self.camera.project(below.corners(*hands.SIZE, hands.origin(hand.style)))
        darken(frame, shadow, picture[:, :, 3], self._px_per_mm * (1.2 + 0.09 * lift), 0.45)
        paste(frame, picture, quad)

    def _at_rest(self, lying: tuple[Lying, ...]) -> Image:
        if self._still[0] != lying:
            frame = self._table.copy()
            for card in lying:
                self._card(frame, card)
            self._still = (lying, frame)
        return self._still[1]

    def _sharp(self, moment: Moment) -> Image:
        frame = self._at_rest(moment.lying).copy()
        for card in moment.carried:
            self._card(frame, card)
        if moment.hand is not None:
            self._hand(frame, moment.hand)
        return frame

    def frame(self, script: Script, second: float, shutter: float, rng: np.random.Generator) -> Image:
        """The picture a camera takes at ``second`` with the shutter open for ``shutter`` seconds; (H, W, 3) BGR."""
        moments = [script.at(second + shutter * part) for part in (0.0, 0.2, 0.4, 0.6, 0.8)]
        if moments[0].hand is None and moments[-1].hand is None:
            frame = self._sharp(moments[0])
        else:
            total = np.zeros(self._table.shape, np.uint16)
            for moment in moments:
                total += self._sharp(moment)
            frame = (total // len(moments)).astype(np.uint8)
        frame = np.asarray(cv2.multiply(frame, self._lamp, scale=1 / 200), np.uint8)
        frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.5), np.uint8)
        dy, dx = rng.integers(0, 64, 2)
        height, width = frame.shape[:2]
        return np.asarray(cv2.add(frame, self._grain[dy : dy + height, dx : dx + width], dtype=cv2.CV_8U), np.uint8)

    # ------------------------------------------------ what is really to be seen

    def _cover(self, mask: Image, quad: NDArray[np.float64]) -> None:
        cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_8, 4)

    def truth(self, moment: Moment) -> list[dict[str, object]]:
        """The cards of a moment, lowest first.

        ``card`` (name or "back"), ``place``, ``quad`` of the whole card, ``indices``: those of which nine tenths are free and in
        the picture. Quads are [[x, y], ...] px, clockwise from their own top left.
        """
        height, width = self._table.shape[:2]
        covered = np.zeros((height, width), np.uint8)
        if moment.hand is not None:
            picture, quad = self._hand_layer(moment.hand)
            source = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * picture.shape[1::-1]
            matrix = cv2.getPerspectiveTransform(source.astype(np.float32), quad.astype(np.float32))
            covered[cv2.warpPerspective(picture[:, :, 3], matrix, (width, height)) > 127] = 255
        seen = []
        for lying in reversed((*moment.lying, *moment.carried)):
            quad = self.quad(lying)
            found = []
            if lying.card is not None:
                face = self.deck.faces[lying.card]
                size = np.array(face.image.shape[1::-1], np.float32)
                source = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * size
                matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
                for index in face.indices:
                    there = cv2.perspectiveTransform(index[None], matrix)[0]
                    area = np.zeros_like(covered)
                    self._cover(area, there)
                    whole = cv2.contourArea(there)
                    free = int(np.count_nonzero(area & ~covered))
                    if free >= 0.9 * whole:
                        found.append(np.round(there, 1).tolist())
            name = "back" if lying.card is None else card_name(lying.card)
            seen.append({"card": name, "place": lying.place, "quad": np.round(quad, 1).tolist(), "indices": found})
            self._cover(covered, quad)
        return seen[::-1]
