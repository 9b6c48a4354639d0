"""Is this part of the table at rest, and does anything lie there that is not a card we know?

Two memories on a small copy of the picture: when each spot last moved, and what the table looks like without cards (the background). A spot
that differs from the background and belongs to no known card is *foreign*: a hand that holds still, a sleeve, a card that was not read.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

SMALL_WIDTH = 192  # px; a card of a fifth of the picture's height is still 15 px wide
MOVED = 14.0  # grey levels between two frames that mean movement; noise and compression stay below it
DIFFERS = 22.0  # grey levels from the background that mean something lies there
MOVING_SHARE = 0.004  # share of a box that must move before the box is not at rest
ABSORB_SECONDS = 5.0  # a foreign thing that lies still for so long (a glass, a phone) becomes part of the background
NEW_SCENE_SHARE = 0.5  # so much of the picture foreign: the camera was moved; the background is learnt anew
LEAST_SHOWS, SHOWS = (
    12,
    0.1,
)  # px of the small picture, and share of a card, from which what shows of it can be compared
BARE_KNOWN, BARE_DIFFERS = 0.5, 0.12  # a bare spot: share of it that is known, and that may look otherwise all the same

Box = tuple[float, float, float, float]
Small = NDArray[np.float32]
Mask = NDArray[np.bool_]


_GREY = np.full(3, 1 / 3, np.float32)


def _apart(a: Small, b: Small) -> NDArray[np.float32]:
    """How far two pictures (H, W, 3) differ at each spot, in the colour in which they differ most: (H, W)."""
    blue, green, red = cv2.split(cv2.absdiff(a, b))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def small_copy(image: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """``image`` (H, W, 3) uint8 made ``size`` (width, height) small, without its noise. Not every pixel of a large picture counts: to
    average them all would take longer than everything that is done with the copy."""
    height, width = image.shape[:2]
    step = max(1, width // (3 * size[0]))
    coarse = cv2.resize(image, (max(1, width // step), max(1, height // step)), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.blur(cv2.resize(coarse, size, interpolation=cv2.INTER_AREA), (3, 3)), np.uint8)


class Stillness:
    """Movement and background of one camera. Feed every frame to ``look``, then ask, then ``learn``."""

    def __init__(self, settle: float = 0.3) -> None:
        self.settle = settle
        self._size = (0, 0)  # (H, W) of the small picture
        self.scale = 1.0  # px of the small picture for one px of the full one
        self._gained: float | None = None  # in this frame
        self.share_moving = 0.0  # of the picture, between this frame and the one before
        self.small: Small = np.zeros((0, 0, 3), np.float32)
        self._time = 0.0
        self._moved_at: NDArray[np.float64] = np.zeros((0, 0))
        self._background: Small = self.small
        self._known: Mask = np.zeros((0, 0), bool)  # where the background has been seen
        self._foreign_since: NDArray[np.float64] = np.zeros((0, 0))
        self._rest: Small | None = None
        self.foreign: Mask = self._known

    def look(self, image: NDArray[np.uint8], time: float) -> bool:
        """Takes in a frame: ``image`` (H, W, 3) uint8 BGR at ``time`` seconds. -> True if anything moved since the one before."""
        changed = True
        self._gained = None
        height, width = image.shape[:2]
        size = (max(8, round(height * SMALL_WIDTH / width)), SMALL_WIDTH)
        small = small_copy(image, size[::-1]).astype(np.float32)
        if size != self._size or time < self._time:
            self._size = size
            self._moved_at = np.full(size, time)
            self._background = small.copy()
            self._known = np.zeros(size, bool)
            self._foreign_since = np.full(size, np.inf)
            self._rest = None
            self.foreign = np.zeros(size, bool)
            self.share_moving = 0.0
        else:
            moved = _apart(small, self.small) > MOVED
            self._moved_at[moved] = time
            changed = bool(moved.sum() > 2)
            self.share_moving = float(moved.mean())
        self.scale = SMALL_WIDTH / width
        self.small = small
        self._time = time
        return changed

    def shift(self, moved: NDArray[np.float64]) -> None:
        """The camera was knocked: what is remembered of the table moves along. ``moved`` (2, 3): from px before to px now."""
        matrix = moved.copy()
        matrix[:, 2] *= self.scale
        size = self._size[::-1]
        known = self._known.astype(np.uint8)
        self._background = np.asarray(cv2.warpAffine(self._background, matrix, size), np.float32)
        # A rim less: there the table is mixed with what lies beside it.
        known = cv2.erode(cv2.warpAffine(known, matrix, size, flags=cv2.INTER_NEAREST), np.ones((3, 3), np.uint8))
        self._known = known.astype(bool)
        self._gained = None
        self._foreign_since = np.full(self._size, np.inf)
        self.foreign = np.zeros(self._size, bool)
        self._rest = None

    def moving(self, seconds: float) -> Mask:
        """The spots of the small picture that moved within the last ``seconds``."""
        return np.asarray(self._time - self._moved_at < seconds)

    def fill(self, quads: list[NDArray[np.float32]]) -> Mask:
        """The spots of the small picture inside any of ``quads`` ((4, 2) px of the full picture)."""
        mask = np.zeros(self._size, np.uint8)
        for quad in quads:
            cv2.fillConvexPoly(mask, np.round(quad * self.scale).astype(np.int32), 1)
        return mask.astype(bool)

    def find_foreign(self, explained: list[NDArray[np.float32]]) -> None:
        """Sets ``foreign``: what differs from the background outside the ``explained`` quads and was not there at the last rest."""
        gain = self._gain()
        differs = _apart(self.small * np.float32(gain), self._background) > DIFFERS
        foreign = differs & self._known & ~self.fill(explained)
        if self._rest is not None:
            foreign &= _apart(self.small, self._rest) > MOVED
        foreign = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)
        if foreign.mean() > NEW_SCENE_SHARE and self.quiet((0.0, 0.0, 1.0, 1.0)):
            self._known[:] = False
            foreign[:] = False
        self._foreign_since[~foreign] = np.inf
        self._foreign_since[foreign] = np.minimum(self._foreign_since[foreign], self._time)
        # Movement starts the clock anew: a hand that fidgets is not furniture.
        started = np.maximum(self._foreign_since, self._moved_at)
        absorbed = foreign & (self._time - started > ABSORB_SECONDS)
        self._background[absorbed] = self.small[absorbed]
        self.foreign = foreign & ~absorbed

    def _gain(self) -> float:
        """What the camera's automatic exposure changed, from the spots that show the table."""
        if self._gained is None:
            self._gained = self._measured_gain()
        return self._gained

    def _measured_gain(self) -> float:
        if self._known.sum() < 100:
            return 1.0
        seen = self.small[self._known] @ _GREY
        before = self._background[self._known] @ _GREY
        return float(np.clip(np.median((before + 1) / (seen + 1)), 0.5, 2.0))

    def learn(self, cards: list[NDArray[np.float32]]) -> None:
        """Where nothing moves, nothing is foreign and none of the ``cards`` ((4, 2) quads) lies, the background is seen."""
        still = self._time - self._moved_at >= self.settle
        free = still & ~self.fill(cards) & ~self.foreign
        fresh = free & ~self._known
        self._background[fresh] = self.small[fresh]
        slow = free & self._known
        self._background[slow] += 0.05 * (self.small[slow] - self._background[slow])
        self._known |= free

    def keep_rest(self, box: Box) -> None:
        """Remembers what the picture shows in ``box`` now: at rest, and explained."""
        if self._rest is None:
            self._rest = self.small.copy()
        self._rest[self._slice(box)] = self.small[self._slice(box)]

    def _slice(self, box: Box) -> tuple[slice, slice]:
        height, width = self._size
        x0, y0, x1, y1 = box
        return (
            slice(max(0, int(y0 * height)), max(1, int(np.ceil(y1 * height)))),
            slice(max(0, int(x0 * width)), max(1, int(np.ceil(x1 * width)))),
        )

    def quiet(self, box: Box) -> bool:
        """Nothing has moved in ``box`` (fractions of the picture) for the settling time."""
        moving = self._time - self._moved_at[self._slice(box)] < self.settle - 1e-6
        return bool(moving.sum() <= max(2, MOVING_SHARE * moving.size))

    def foreign_area(self, box: Box) -> float:
        """Area of what is foreign in ``box``, in px of the full picture."""
        return float(self.foreign[self._slice(box)].sum()) / self.scale**2

    def bare(self, quad: NDArray[np.float32]) -> bool:
        """Nearly all of ``quad`` looks like the bare table, and most of the bare table is known there."""
        inside = self.fill([quad])
        known = inside & self._known
        if not inside.any() or known.sum() < BARE_KNOWN * inside.sum():
            return False
        x, y = (slice(int(v.min()), int(v.max()) + 1) for v in np.nonzero(known))
        differs = _apart(self.small[x, y] * np.float32(self._gain()), self._background[x, y]) > DIFFERS
        return bool(differs[known[x, y]].mean() < BARE_DIFFERS)

    def moved_since(self, quad: NDArray[np.float32], time: float) -> bool:
        """Something moved in ``quad`` after ``time``."""
        inside = self.fill([quad])
        return bool(inside.any() and (self._moved_at[inside] > time).mean() > 0.05)

    def copy_of(self, quad: NDArray[np.float32]) -> NDArray[np.float32]:
        """What the small picture shows inside ``quad``: (n, 3), to compare with later."""
        return self.small[self.fill([quad])]

    def as_at_rest(self, quad: NDArray[np.float32], under: list[NDArray[np.float32]]) -> bool:
        """What shows of ``quad`` beside the quads that it lies ``under`` looks as it did at the last rest, and it is not too little."""
        inside = self.fill([quad])
        shows = inside & ~self.fill(under)
        if self._rest is None or shows.sum() < max(LEAST_SHOWS, SHOWS * inside.sum()):
            return False
        return bool((_apart(self.small, self._rest)[shows] > MOVED).mean() < 0.15)

    def unchanged(self, quad: NDArray[np.float32], before: NDArray[np.float32]) -> bool:
        """``quad`` still looks as it did when ``before`` was taken by copy_of()."""
        now = self.copy_of(quad)
        if now.shape != before.shape or not now.size:
            return False
        return bool((np.abs(now - before).max(axis=1) > MOVED).mean() < 0.15)
