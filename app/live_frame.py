"""The picture that a screen shows: the newest frame that was read, with the cards found in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from app.eyes import Look
from rules.cards import Card
from vision.sources import Frame


@dataclass(frozen=True, slots=True, eq=False)
class LiveCard:
    """A card in the picture. ``card``: the likeliest; ``corners``: (4, 2) px as in Sighting."""

    track: int
    card: Card | None
    sure: bool
    candidates: tuple[Card, ...]
    corners: NDArray[np.float32]
    face_down: bool


@dataclass(frozen=True, slots=True, eq=False)
class LiveFrame:
    """The newest frame that was read. ``image`` (H, W, 3) uint8 BGR; ``time`` as in Frame; ``game`` as in SessionState.
    ``rgba`` (H, W, 4) uint8: the same for the window.

    ``fps``: frames read in a second of the clock, whatever the pace of the film.
    """

    image: NDArray[np.uint8]
    time: float
    cards: tuple[LiveCard, ...]
    fps: float
    game: int
    rgba: NDArray[np.uint8]


def live_frame(frame: Frame, look: Look, moments: Sequence[float], game: int, denied: frozenset[int]) -> LiveFrame:
    """What ``look`` saw in ``frame``. ``moments``: when the last frames were read, seconds; ``denied``: tracks that are no cards."""
    cards = tuple(
        LiveCard(
            track.number,
            track.card if track.card is not None or not track.candidates else track.candidates[0],
            track.card is not None or track.kind == "back",
            track.candidates,
            track.corners,
            track.kind == "back",
        )
        for track in look.scene.tracks
        if not track.hidden and track.number not in denied
    )
    span = moments[-1] - moments[0]
    rate = (len(moments) - 1) / span if span > 0 else 0.0
    # Here, not in the window's thread, which would wait for threads that are busy reading cards.
    return LiveFrame(frame.image, frame.time, cards, rate, game, cv2.cvtColor(frame.image, cv2.COLOR_BGR2RGBA))
