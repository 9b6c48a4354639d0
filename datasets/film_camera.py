"""What do camera, lamp and room do to a film? Three levels, from a table made ready for the camera to one where nobody minds it.

`calm`: the camera leans slightly over a well lit table. `normal`: a telephone on a stand, in anybody's room. `rough`: cards in plastic
sleeves, somebody's shadow, a lamp that flickers, a camera that is knocked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.film_stage import Camera, Image, place_camera

Level = Literal["calm", "normal", "rough"]
LEVELS: tuple[Level, ...] = get_args(Level)

_INDEX_MM = 15.0  # the height of a usual index
_FAR, _NEAR = (0.5, 0.12), (0.5, 0.88)  # where the farthest and the nearest cards lie in the picture
_SHAKES = 0.35  # seconds until a camera that was knocked is still


@dataclass(frozen=True, slots=True)
class Bump:
    """The camera is knocked at ``second``: it looks ``right`` and ``down`` px elsewhere, and is turned by ``roll`` degrees."""

    second: float
    right: float
    down: float
    roll: float


@dataclass(frozen=True, slots=True)
class Passing:
    """The shadow of a head or a hand with a telephone that moves over the table from ``start`` to ``end`` (fractions of the picture)."""

    second: float
    seconds: float
    start: tuple[float, float]
    end: tuple[float, float]
    size: tuple[float, float]  # half axes, in heights of the picture
    dark: float


@dataclass(frozen=True, slots=True)
class Look:
    """How a film is lit and taken. Colours are blue, green, red."""

    level: Level = "calm"
    shutter: float = 0.02  # seconds
    defocus: float = 0.5  # px, sigma
    noise: float = 1.5  # of 255, sigma
    coarse: bool = False  # noise as small cameras show it, smeared by their own cleaning
    white_level: float = 1.0  # what white paper in the middle of the picture becomes, 0 to 1
    white: tuple[float, float, float] = (1.0, 1.0, 1.0)
    contrast: float = 1.0
    drift: float = 0.0  # share by which exposure and white wander
    pace: tuple[float, ...] = (0.1, 0.1, 0.1, 0.1)  # how fast, turns a second: exposure, then each colour
    phase: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    flicker: float = 0.0
    shadow: tuple[float, float] = (-0.34, 0.42)  # mm of shift for a millimetre of height
    shadow_dark: float = 0.5
    shine: float = 0.0  # how much of a card's print the lamp mirrored in it can hide, 0 to 1
    shine_at: tuple[float, float] = (0.5, 0.3)  # fractions of the picture
    shine_size: tuple[float, float] = (0.1, 0.1)  # of its width
    sleeves: float = 0.0  # how milky the sleeves are that the cards are in
    worn: float = 0.0
    bumps: tuple[Bump, ...] = ()
    passing: tuple[Passing, ...] = ()
    crf: int = 21  # x264
    jpeg: int = 0  # quality of the single pictures that cheap cameras send; 0: they send a film


def film_camera(size: tuple[int, int], rng: Generator, level: Level) -> Camera:
    """Where the camera stands. `calm`: as `place_camera`; else tilted 20 to 50 degrees, from near or far, somewhat from the side."""
    if level == "calm":
        return place_camera(size, rng)
    tilt, side = np.radians(rng.uniform(20, 50)), np.radians(rng.uniform(-13, 13))
    away = rng.uniform(620, 1050)
    back, up = away * np.sin(tilt), away * np.cos(tilt)
    position = np.array([back * np.sin(side), back * np.cos(side), up])
    forward = -position / away
    right = np.array([np.cos(side), -np.sin(side), 0.0])
    down = -np.cross(forward, right)  # the axes of the table are left-handed
    roll = np.radians(rng.uniform(-2.5, 2.5))
    axes = np.stack([right * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - right * np.sin(roll), forward])
    bend = float(rng.choice([0.0, rng.uniform(-0.05, -0.01)]))
    high = rng.uniform(18.5, 24) * min(size[0] / 1280, size[1] / 720)
    camera = Camera(size, 1.4 * away, position, axes, bend)
    for _ in range(4):  # far indices become ``high`` px high
        camera = replace(camera, focal=camera.focal * high / index_height(camera, *_FAR))
    return camera


def index_height(camera: Camera, x: float, y: float) -> float:
    """How high, in px, a usual index is that lies upright at the fractions x, y of the picture."""
    mm = camera.on_table(x, y)
    ends = camera.project(np.array([[mm[0], mm[1] - _INDEX_MM / 2, 0], [mm[0], mm[1] + _INDEX_MM / 2, 0]]))
    return float(np.linalg.norm(ends[1] - ends[0]))


def film_look(rng: Generator, level: Level, seconds: float) -> Look:
    """Light, lens and sensor of a film that lasts ``seconds``."""
    if level == "calm":
        return Look()
    rough = level == "rough"
    warm, green = rng.normal(0, 0.07), rng.normal(0, 0.025)
    towards = rng.uniform(0, 2 * np.pi)
    slant = rng.uniform(0.25, 0.8)
    dim = rng.random() < 0.2
    look = Look(
        level,
        shutter=float(rng.uniform(0.02, 0.04)),
        defocus=float(rng.uniform(0.6, 1.15)),
        noise=float(rng.uniform(3.0, 6.0) if dim else rng.uniform(1.5, 4.0)),
        coarse=bool(rng.random() < 0.5),
        white_level=float(rng.uniform(0.5, 0.75) if dim else rng.uniform(0.8, 1.12)),
        white=(1 - warm, 1 + green, 1 + warm),
        contrast=float(rng.uniform(0.85, 1.12)),
        drift=float(rng.uniform(0.02, 0.07)),
        pace=tuple(rng.uniform(0.02, 0.09, 4)),
        phase=tuple(rng.uniform(0, 2 * np.pi, 4)),
        shadow=(float(slant * np.cos(towards)), float(slant * np.sin(towards))),
        shadow_dark=float(rng.uniform(0.25, 0.5)),
        shine=float(rng.uniform(0.1, 0.4)) if rng.random() < 0.7 else 0.0,
        shine_at=(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.05, 0.8))),
        shine_size=(float(rng.uniform(0.05, 0.16)), float(rng.uniform(0.04, 0.1))),
        worn=float(rng.uniform(0.1, 1.0)),
        crf=int(rng.integers(26, 31)),
    )
    if not rough:
        return look
    return replace(
        look,
        flicker=float(rng.uniform(0.02, 0.07)) if rng.random() < 0.6 else 0.0,
        sleeves=float(rng.uniform(0.05, 0.16)) if rng.random() < 0.6 else 0.0,
        shine=float(rng.uniform(0.25, 0.6)),
        bumps=_bumps(rng, seconds),
        passing=_passing(rng, seconds),
        crf=int(rng.integers(29, 33)),
        jpeg=int(rng.integers(30, 60)) if rng.random() < 0.7 else 0,
    )


def _bumps(rng: Generator, seconds: float) -> tuple[Bump, ...]:
    times = sorted(rng.uniform(0.15, 0.85, int(rng.integers(1, 3))) * seconds)
    bumps = []
    for second in times:
        far, towards = rng.uniform(5, 25), rng.uniform(0, 2 * np.pi)
        right, down = float(far * np.cos(towards)), float(far * np.sin(towards))
        bumps.append(Bump(float(second), right, down, float(rng.uniform(-1.2, 1.2))))
    return tuple(bumps)


def _passing(rng: Generator, seconds: float) -> tuple[Passing, ...]:
    found = []
    for _ in range(int(rng.integers(1, 4))):
        lasts = float(rng.uniform(1.5, 6))
        a = rng.uniform(0, 2 * np.pi)
        out, across = np.array([np.cos(a), np.sin(a)]), rng.uniform(-0.3, 0.3, 2)
        start, end = 0.5 + across - 0.9 * out, 0.5 + across + 0.9 * out
        found.append(
            Passing(
                float(rng.uniform(0.05, 0.9) * seconds),
                lasts,
                (float(start[0]), float(start[1])),
                (float(end[0]), float(end[1])),
                (float(rng.uniform(0.1, 0.45)), float(rng.uniform(0.1, 0.45))),
                float(rng.uniform(0.25, 0.5)),
            )
        )
    return tuple(found)


def jolt(bumps: tuple[Bump, ...], second: float) -> tuple[float, float, float]:
    """How far off its first view the camera looks: right, down (px), roll (degrees). Just after a knock it shakes."""
    right = down = roll = 0.0
    for bump in bumps:
        since = second - bump.second
        if since >= 0:
            share = 1 - float(np.exp(-9 * since) * np.cos(2 * np.pi * 7 * since)) if since < _SHAKES else 1.0
            right, down, roll = right + share * bump.right, down + share * bump.down, roll + share * bump.roll
    return right, down, roll


def knocked(camera: Camera, by: tuple[float, float, float]) -> Camera:
    """``camera`` after a `jolt`."""
    right, down, roll = by
    if not any(by):
        return camera
    scale = min(camera.size[0] / 1280, camera.size[1] / 720)
    turn = cv2.Rodrigues(np.array([-down * scale / camera.focal, right * scale / camera.focal, np.radians(roll)]))[0]
    return replace(camera, axes=np.asarray(turn @ camera.axes, np.float64))


class Sensor:
    """Makes a taken picture of a lit and blurred one."""

    def __init__(self, look: Look, lamp: Image, rng: Generator) -> None:
        self.look, self.size = look, (lamp.shape[1], lamp.shape[0])
        height, width = lamp.shape[:2]
        middle = lamp[height // 3 : 2 * height // 3, width // 3 : 2 * width // 3]
        self._exposure = look.white_level / (0.92 * float(middle.mean()) / 200)  # as an automatic one sets it
        shape = (height + 64, width + 64, 3)
        grain = rng.normal(0, look.noise, shape)
        if look.coarse:
            small = rng.normal(0, look.noise, (shape[0] // 2, shape[1] // 2, 3)).astype(np.float32)
            grain = cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR) * 1.3
        self._grain = grain.astype(np.int16)

    def take(self, frame: Image, second: float, rng: Generator) -> Image:
        """The picture that comes out for the light in ``frame`` (H, W, 3) uint8; a new array."""
        look, (width, height) = self.look, self.size
        if look.level != "calm":
            frame = self._shaded(frame, second)
            frame = np.asarray(cv2.LUT(frame, self._tone(second)), np.uint8)
        dy, dx = rng.integers(0, 64, 2)
        frame = np.asarray(cv2.add(frame, self._grain[dy : dy + height, dx : dx + width], dtype=cv2.CV_8U), np.uint8)
        if look.flicker:  # darker bands wander up the picture
            rows = np.arange(height) / height
            band = 235 * (1 - look.flicker * (1 + np.sin(2 * np.pi * (1.6 * rows + 1.3 * second + look.phase[0]))))
            frame = np.asarray(cv2.multiply(frame, _rows(band, frame.shape), scale=1 / 235), np.uint8)
        if look.jpeg:
            data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, look.jpeg])[1]
            frame = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return frame

    def _tone(self, second: float) -> NDArray[np.uint8]:
        """What each value of each colour becomes now: exposure and white wander, as automatic ones do. (1, 256, 3)."""
        look = self.look
        wander = [np.sin(2 * np.pi * p * second + f) for p, f in zip(look.pace, look.phase, strict=True)]
        gains = self._exposure * (1 + look.drift * wander[0]) * (1 + 0.3 * look.drift * np.array(wander[1:]))
        x = np.arange(256, dtype=np.float64)[:, None] / 255 * gains * look.white
        x = np.clip(0.5 + (x - 0.5) * look.contrast, 0, None)
        x = np.where(x > 0.8, 0.8 + 0.2 * np.tanh((x - 0.8) / 0.2), x)  # a soft shoulder
        return np.asarray(np.clip(x * 255, 0, 255), np.uint8)[None]

    def _shaded(self, frame: Image, second: float) -> Image:
        width, height = self.size
        for shade in self.look.passing:
            t = (second - shade.second) / shade.seconds
            if not 0 <= t <= 1:
                continue
            t = t * t * (3 - 2 * t)
            x, y = (a + (b - a) * t for a, b in zip(shade.start, shade.end, strict=True))
            small = np.zeros((height // 8, width // 8), np.uint8)
            axes = (max(1, int(shade.size[0] * height / 8)), max(1, int(shade.size[1] * height / 8)))
            cv2.ellipse(small, (int(x * width / 8), int(y * height / 8)), axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
            soft = cv2.GaussianBlur(small, (0, 0), 4)
            keep = 255 - cv2.resize(cv2.convertScaleAbs(soft, alpha=shade.dark), (width, height))
            frame = np.asarray(cv2.multiply(frame, cv2.cvtColor(keep, cv2.COLOR_GRAY2BGR), scale=1 / 255), np.uint8)
        return frame


def _rows(values: NDArray[np.float64], shape: tuple[int, ...]) -> Image:
    return np.ascontiguousarray(np.broadcast_to(np.clip(values, 0, 255).astype(np.uint8)[:, None, None], shape))
