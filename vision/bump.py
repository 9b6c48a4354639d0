"""Was the camera knocked (or the table)? Then all that lies still is seen elsewhere, and everything that is remembered must move along.

The picture at rest is compared with the one at the rest before: marks all over it are followed, and if most of them moved as one, the
camera did. Cards and hands that moved by themselves do not agree with the rest.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float32]

_WIDTH = 480  # px of the copy that is compared
_MARKS = 240
_ANY, _MUCH = 0.001, 0.006  # share of the picture that moves: something; so much that the camera may have been knocked
_STILL = 0.004  # less than this: the picture stands still for a moment
_KEPT = 0.35  # of the marks: if so many stayed where they were nothing was knocked
_AGREE, _LEAST = 0.4, 12  # share and number of marks that must have moved as one
_SPREAD = 0.13  # of the picture: so far apart they must be, or it was a heap that was pushed
_STAYED = 1.2  # px of the copy
_FAR = 2.0  # px of the copy: less is none
_TRIES = 12  # frames after which a picture that cannot be compared is simply a new one


def moved_points(moved: NDArray[np.float64], points: NDArray[np.floating]) -> Points:
    """``points`` (..., 2) as they are seen after the camera ``moved`` (2, 3)."""
    return (points @ moved[:, :2].T + moved[:, 2]).astype(np.float32)


class Anchor:
    """The picture at rest that later ones are compared with."""

    def __init__(self) -> None:
        self._grey: NDArray[np.uint8] | None = None
        self._marks: Points = np.zeros((0, 2), np.float32)
        self._suspect = False
        self._changed = False
        self._tries = 0

    @property
    def steady(self) -> bool:
        """Nothing has moved so much, since the last rest, that the camera may have been knocked."""
        return not self._suspect

    def look(self, image: NDArray[np.uint8], moving: float, quiet: bool) -> NDArray[np.float64] | None:
        """Takes in a picture (H, W, 3) BGR of whose area the share ``moving`` moves; ``quiet``: it has all been at rest for a while.
        -> (2, 3) from px at the last rest to px now, if the camera was knocked between."""
        self._suspect |= moving > _MUCH
        self._changed |= moving > _ANY
        if self._grey is None:
            if moving < _STILL:
                self._keep(_small(image))
            return None
        if self._suspect and moving < _STILL:
            grey = _small(image)
            found = self._compare(grey)
            if found is None:
                self._tries += 1
                if self._tries >= _TRIES:
                    self._keep(grey)
                return None
            self._suspect, self._tries = False, 0
            if _farthest(found, grey.shape) < _FAR:
                return None
            self._keep(grey)
            scale = image.shape[1] / _WIDTH
            found[:, 2] *= scale
            return found
        if quiet and self._changed and not self._suspect:
            self._keep(_small(image))
        return None

    def _keep(self, grey: NDArray[np.uint8]) -> None:
        self._grey = grey
        marks = cv2.goodFeaturesToTrack(grey, _MARKS, 0.005, 9)
        self._marks = np.zeros((0, 2), np.float32) if marks is None else marks.reshape(-1, 2).astype(np.float32)
        self._suspect = self._changed = False
        self._tries = 0

    def _compare(self, grey: NDArray[np.uint8]) -> NDArray[np.float64] | None:
        """(2, 3) in px of the copy: identity if nothing was knocked; None if it cannot be told."""
        nothing = np.array([[1.0, 0, 0], [0, 1.0, 0]])
        if self._grey is None or self._grey.shape != grey.shape or len(self._marks) < _LEAST:
            return nothing
        before, now = self._followed(grey, self._marks)
        stayed = np.linalg.norm(now - before, axis=1) < _STAYED
        if stayed.sum() >= max(_LEAST, _KEPT * len(before)) and _spread(before[stayed], grey.shape):
            return nothing
        if (found := _as_one(before, now, grey.shape)) is not None:
            return found
        # A long way: a first guess from the picture as a whole.
        window = cv2.createHanningWindow(grey.shape[::-1], cv2.CV_32F)
        (x, y), _ = cv2.phaseCorrelate(self._grey.astype(np.float32), grey.astype(np.float32), window)
        before, now = self._followed(grey, self._marks + np.array([x, y], np.float32))
        return _as_one(before, now, grey.shape)

    def _followed(self, grey: NDArray[np.uint8], guess: Points) -> tuple[Points, Points]:
        """The marks that are found again: where they were, where they are."""
        assert self._grey is not None
        options = {"winSize": (17, 17), "maxLevel": 3, "flags": cv2.OPTFLOW_USE_INITIAL_FLOW}
        now, ok, _ = cv2.calcOpticalFlowPyrLK(self._grey, grey, self._marks, guess.copy(), **options)  # type: ignore[call-overload]
        back, ok2, _ = cv2.calcOpticalFlowPyrLK(grey, self._grey, now, self._marks.copy(), **options)  # type: ignore[call-overload]
        good = (ok[:, 0] > 0) & (ok2[:, 0] > 0) & (np.linalg.norm(back - self._marks, axis=1) < 1.0)
        return self._marks[good], now[good]


def _small(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = image.shape[:2]
    size = (_WIDTH, max(16, round(height * _WIDTH / width)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if width > _WIDTH else cv2.INTER_LINEAR)
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 0.8), np.uint8)


def _as_one(before: Points, now: Points, shape: tuple[int, ...]) -> NDArray[np.float64] | None:
    """The one way that most marks moved: turned, shifted and scaled. None if they did not."""
    if len(before) < _LEAST:
        return None
    cv2.setRNGSeed(1)
    found, inside = cv2.estimateAffinePartial2D(before, now, method=cv2.RANSAC, ransacReprojThreshold=1.5)
    if found is None:
        return None
    agree = inside.reshape(-1) > 0
    if agree.sum() < max(_LEAST, _AGREE * len(before)) or not _spread(before[agree], shape):
        return None
    scale = float(np.hypot(found[0, 0], found[1, 0]))
    return found if 0.7 < scale < 1.4 else None


def _spread(points: Points, shape: tuple[int, ...]) -> bool:
    return bool((points.std(axis=0) > _SPREAD * np.array(shape[1::-1])).all())


def _farthest(moved: NDArray[np.float64], shape: tuple[int, ...]) -> float:
    """How far a corner of the picture has moved, px."""
    height, width = shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    return float(np.linalg.norm(moved_points(moved, corners) - corners, axis=1).max())
