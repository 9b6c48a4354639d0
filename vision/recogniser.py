"""Names the cards in one picture: detector, reader, and from indices to cards."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import BACK, INDEX, apart, apart_backs, detect, strongest
from vision.pairing import CardSize, to_cards
from vision.reader import Memory, read
from vision.sighting import Sighting
from vision.unmoved import Unmoved
from vision.weights import Settings, load_networks

_FRAME = 640  # longer side of the picture the detector gets, pixels
_FAST = 0.5  # the fast detector scores lower
_AGAIN = 20  # frames at rest after which the table is searched again
_WITHIN = 0.7  # a back of which so much lies within a face is none
_HARDLY = 0.5  # a reading that is less likely than this is hardly one
_LARGE = 40  # an index so many pixels high in the detector's picture is better looked for in a smaller one
_LOOKED_AT = 0.5  # a back with less than so much of the score that counts is not mentioned
_DOUBT, _DOUBT_IN_FILM = 0.15, 0.5  # how much a low score of the detector takes from a reading (an exponent)
_LEAST = 0.05  # a reading that finds no index more likely than this is none


@dataclass(frozen=True, slots=True)
class Reading:
    """What one picture shows, and the milliseconds it took."""

    sightings: list[Sighting]
    detect_ms: float
    read_ms: float

    @property
    def total_ms(self) -> float:
        """Detector and reader together."""
        return self.detect_ms + self.read_ms


class Recogniser:
    """Both networks, ready to read pictures. Not for use by two threads at once.

    ``weights``: folder with detector.onnx, reader.onnx, weights.json. ``ours``: it is the one that came with Kibitz, checked by sha256;
    any other is tried in a child process first. ``pack``: what was learnt about a pack (vision.packs). Raises WeightsError.
    """

    def __init__(
        self, weights: Path, threads: int = 2, *, ours: bool = True, pack: NDArray[np.float32] | None = None
    ) -> None:
        cv2.setNumThreads(threads)
        self._networks = load_networks(weights, ours=ours)
        self._pack = pack
        self._size: CardSize | None = None
        self._memory = Memory()
        self._unmoved = Unmoved()
        self._kept: NDArray[np.float32] | None = None  # where indices and backs are in the picture that is at rest,
        self._used = 0  # and for how many frames that has been good
        self.sure: float = self._networks.settings.sure

    def read(self, image: NDArray[np.uint8], *, thorough: bool = True) -> Reading:
        """The cards in ``image`` (H, W, 3) uint8 BGR. ``thorough``: a photograph, looked at in several sizes, and nothing is
        remembered from the picture before; else a frame of a film, looked at in one size, quickly while anything moves and once well
        when it comes to rest."""
        settings = self._networks.settings
        started = time.perf_counter()
        boxes = (self._detect if thorough else self._detect_in_film)(image, settings.detect)
        indices = boxes[boxes[:, 5] == INDEX]
        backs = apart_backs(boxes[(boxes[:, 5] == BACK) & (boxes[:, 4] >= settings.back * _LOOKED_AT)])
        detected = time.perf_counter()
        memory = None if thorough else self._memory
        probabilities, quads = read(self._networks.reader, image, indices, settings.temperature, memory, self._pack)
        # The detector's doubt counts as well: below half a score the reading is worth less, much less in a film, where the next
        # frame tells more.
        doubt = _DOUBT if thorough else _DOUBT_IN_FILM
        probabilities = probabilities * np.minimum(1.0, indices[:, 4:5] / 0.4) ** doubt
        confidence = probabilities.max(axis=1, initial=0)
        seen = apart(indices, confidence)
        seen = seen[confidence[seen] >= _LEAST]
        sightings, size = to_cards(quads[seen], probabilities[seen], None if thorough else self._size, image)
        if not thorough:
            self._size = size
        whole = [s for s in sightings if s.ends >= 2 and s.confidence >= settings.sure]
        sightings = [s for s in sightings if not _is_a_pip(s, whole)]
        faces = [s for s in sightings if s.kind == "card" and s.confidence >= settings.sure]
        for x0, y0, x1, y1, score, _ in backs:
            corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
            if not _on_a_face(corners, faces):
                sightings.append(Sighting("back", None, sure_of_back(score, settings), corners))
        done = time.perf_counter()
        return Reading(sightings, (detected - started) * 1e3, (done - detected) * 1e3)

    def _detect_in_film(self, image: NDArray[np.uint8], threshold: float) -> NDArray[np.float32]:
        if not self._unmoved.look(image):
            self._kept = None
            return detect(self._networks.fast_detector, image, _FRAME, threshold * _FAST)
        if self._kept is None or self._used >= _AGAIN:
            self._kept, self._used = detect(self._networks.detector, image, _FRAME, threshold), 0
        self._used += 1
        return self._kept.copy()

    def _detect(self, image: NDArray[np.uint8], threshold: float) -> NDArray[np.float32]:
        longest = max(image.shape[:2])
        net = self._networks.detector
        boxes = detect(net, image, _FRAME, threshold)
        heights = (
            np.sort(np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])[boxes[:, 5] == INDEX])
            * _FRAME
            / longest
        )
        more = [boxes]
        if len(heights) == 0 or heights[-1] > _LARGE:
            more.append(detect(net, image, 320, threshold))
        if longest > 900 and (len(heights) == 0 or heights[len(heights) // 2] < 16):
            more.append(detect(net, image, min(1280, longest), threshold))
        return strongest(np.concatenate(more))


def sure_of_back(score: float, settings: Settings) -> float:
    """The detector's score of a back as a confidence: a score of ``settings.back`` is just sure."""
    if score < settings.back:
        return float(settings.sure * score / settings.back)
    return float(settings.sure + (1 - settings.sure) * (score - settings.back) / (1 - settings.back))


def _on_a_face(back: NDArray[np.float32], faces: Sequence[Sighting]) -> bool:
    """``back`` (4, 2) lies within a card that is seen face up: it is a picture or a pip of it, no card. Of a card that is seen by one
    corner the rest may well lie under a face-down one, which is as large."""
    area = cv2.contourArea(back)
    return any(
        cv2.intersectConvexConvex(back, face.corners)[0] > _WITHIN * area
        for face in faces
        if face.ends >= 2 or area < 0.5 * cv2.contourArea(face.corners)
    )


def _is_a_pip(sighting: Sighting, whole: Sequence[Sighting]) -> bool:
    """What hardly reads as an index and lies on one of the cards seen ``whole`` is a piece of its print, no card of which to ask."""
    hardly = sighting.kind == "index" and sighting.confidence < _HARDLY
    return hardly and any(sighting.lies_on(card) for card in whole)
