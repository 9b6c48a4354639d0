"""How does the reader learn a pack, and where is that kept? A small correction of its numbers, from what it saw of each laid-out card.

The reader's last layer is a linear map of 192 features. What is learnt is added to it: a map of the same kind for ranks, suits and
kinds, as small as will do (it is drawn towards zero, that is towards the reader as it is). Each index is seen many times, turned, small,
blurred, in other light; places that are no index keep it from seeing cards everywhere. A second of numpy, no more.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.cards import Card, rank_of, suit_of
from vision.crops import MARGIN, cut, square_around
from vision.errors import VisionError
from vision.laid_out import Seen, softmax
from vision.reader import FEATURES, SPLIT, card_probabilities, corrected, look_twice
from vision.weights import READER, Networks

Check = Callable[[], None]

LEARNT = sum(SPLIT[:3])  # numbers that are corrected: ranks, suits, kinds
_NONE = SPLIT[2] - 1  # the kind that is no index
VIEWS, VIEWS_OF_NOTHING = 14, 4
STRENGTH = 0.05  # how much the correction is drawn towards zero
_ROUNDS = 300
_MOSAIC = 96  # side of a view, pixels; the reader looks at many in one picture
_FORMAT = 1
_MOST_BYTES = 1 << 20
_NAME = re.compile(r"[^\W_](?:[\w -]{0,38}[\w-])?")


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """An index of a card of the pack; ``card`` None: a place that is none."""

    card: Card | None
    seen: Seen


@dataclass(frozen=True, slots=True)
class Score:
    """How well views are read: shares of rank, suit, card that are right; mean confidence of the right card; share of the views that surely
    read as a wrong card; share of the places without an index that surely read as a card."""

    rank: float
    suit: float
    card: float
    confidence: float
    wrong: float
    false: float


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """A pack. ``weights``: (193, 21), for vision.reader.read. ``before``, ``after``: on harder views that were not learnt from.
    ``as_laid``: share of the indices that read right as they lie there, before anything is learnt."""

    weights: NDArray[np.float32]
    before: Score
    after: Score
    as_laid: float

    @property
    def helps(self) -> bool:
        """It reads the pack better, and is not surely wrong more often."""
        gained = (self.after.card - self.before.card) + 0.2 * (self.after.confidence - self.before.confidence)
        return (
            gained > 0.002
            and self.after.card >= self.before.card
            and self.after.wrong <= self.before.wrong + 0.005
            and self.after.false <= self.before.false + 0.01
        )


# --- views -------------------------------------------------------------------------------------------------------------


def _view(seen: Seen, rng: np.random.Generator, plain: bool) -> tuple[NDArray[np.uint8], tuple[float, float, float]]:
    """The index as another camera might see it: (96, 96, 3), and the square in it to cut out."""
    q = seen.quad.astype(np.float64)
    tall = max(float(np.linalg.norm(q[3] - q[0])), float(np.linalg.norm(q[1] - q[0])), 4.0)
    if plain:
        angle, pixels, squeeze, shear = 0.0, min(tall, 46.0), 1.0, 0.0
    else:
        angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.2) + np.pi * (rng.random() < 0.5)
        pixels = min(float(np.exp(rng.uniform(np.log(13), np.log(46)))), 1.15 * tall)
        squeeze, shear = float(rng.uniform(0.72, 1.0)), float(rng.normal(0, 0.08))
    scale = pixels / tall
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    lean = rng.uniform(0, np.pi) if squeeze < 1 else 0.0
    axes = np.array([[np.cos(lean), -np.sin(lean)], [np.sin(lean), np.cos(lean)]])
    tilt = axes @ np.array([[1.0, shear], [0.0, squeeze]]) @ axes.T
    matrix = tilt @ turn * scale
    shift = _MOSAIC / 2 - matrix @ q.mean(axis=0)
    patch = seen.patch
    if scale < 0.6:  # sampling would leave out pixels
        patch = cv2.GaussianBlur(patch, (0, 0), 0.4 / scale)  # type: ignore[assignment]
    image = cv2.warpAffine(
        patch,
        np.column_stack([matrix, shift]),
        (_MOSAIC, _MOSAIC),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    corners = q @ matrix.T + shift
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    if plain:
        return image, square_around((x0, y0, x1, y1))  # type: ignore[return-value]
    left, top, side = square_around((x0, y0, x1, y1), MARGIN * float(np.exp(rng.normal(0, 0.07))))
    dx, dy = rng.normal(0, 0.035, 2) * side
    return _lit(image, rng), (left + dx, top + dy, side)  # type: ignore[arg-type]


def _lit(image: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """In other light, by a worse camera."""
    lit = image.astype(np.float32) / 255
    if rng.random() < 0.5:
        lit = cv2.GaussianBlur(lit, (0, 0), float(rng.uniform(0.4, 1.3)))  # type: ignore[assignment]
    if rng.random() < 0.2:  # a slope of light
        ramp = np.linspace(1, float(rng.uniform(0.5, 1)), image.shape[1], dtype=np.float32)
        lit = lit * (ramp[None, :, None] if rng.random() < 0.5 else ramp[:, None, None])
    lit = np.maximum(lit, 0) ** float(np.exp(rng.normal(0, 0.2)))
    gains = np.exp(rng.normal(0, 0.08, 3)) * np.exp(rng.normal(-0.1, 0.2))
    lit = lit * gains.astype(np.float32) + rng.normal(0, abs(rng.normal(0, 0.02)), lit.shape).astype(np.float32)
    picture = np.clip(lit * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.uniform(35, 90))
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        picture = cv2.imdecode(coded, cv2.IMREAD_COLOR)  # type: ignore[assignment]
    return picture


def views(
    net: Any, samples: Sequence[Sample], rng: np.random.Generator, check: Check = lambda: None
) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Many views of each sample, the first as it is: the reader's rows (n, 221), and the number of the sample of each."""
    images, squares, whose = [], [], []
    for number, sample in enumerate(samples):
        check()
        for k in range(VIEWS if sample.card is not None else VIEWS_OF_NOTHING):
            image, square = _view(sample.seen, rng, plain=k == 0)
            images.append(image)
            squares.append(square)
            whose.append(number)
    rows = np.zeros((len(images), sum(SPLIT) + FEATURES), np.float32)
    width, batch = 8, 64
    for first in range(0, len(images), batch):
        check()
        part = images[first : first + batch]
        mosaic = np.zeros((-(-len(part) // width) * _MOSAIC, width * _MOSAIC, 3), np.uint8)
        places = np.array(squares[first : first + batch], np.float32)
        crops = [cut(image, tuple(square)) for image, square in zip(part, places, strict=True)]
        for k, image in enumerate(part):
            x, y = k % width * _MOSAIC, k // width * _MOSAIC
            mosaic[y : y + _MOSAIC, x : x + _MOSAIC] = image
            places[k, :2] += (x, y)
        rows[first : first + batch] = look_twice(net, mosaic, crops, places)
    return rows, np.array(whose, np.intp)


# --- learning ----------------------------------------------------------------------------------------------------------


def _targets(cards: Sequence[Card | None]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the numbers of each view should say (n, 21), and how much each of the three groups counts for it (n, 3)."""
    wanted, counts = np.zeros((len(cards), LEARNT)), np.zeros((len(cards), 3))
    for i, card in enumerate(cards):
        if card is None:
            wanted[i, SPLIT[0] + SPLIT[1] + _NONE] = 1
            counts[i, 2] = 1
        elif card >= 52:
            wanted[i, SPLIT[0] + SPLIT[1] + 1 + card - 52] = 1
            counts[i, 2] = 1
        else:
            wanted[i, [rank_of(card), SPLIT[0] + suit_of(card), SPLIT[0] + SPLIT[1]]] = 1
            counts[i] = 1
    return wanted, counts


def fit(
    rows: NDArray[np.float32], cards: Sequence[Card | None], temperature: float = 1.0, strength: float = STRENGTH
) -> NDArray[np.float32]:
    """The correction (193, 21) that makes the views with these ``rows`` (n, 221) read as ``cards`` (None: no index)."""
    numbers, features = rows[:, :LEARNT].astype(np.float64), rows[:, sum(SPLIT) :].astype(np.float64)
    middle, spread = features.mean(axis=0), features.std(axis=0) + 1e-3
    x = np.column_stack([(features - middle) / spread, np.ones(len(features))])
    wanted, counts = _targets(cards)
    shares = counts / np.maximum(counts.sum(axis=0), 1)
    each = np.repeat(shares, SPLIT[:3], axis=1)
    edges = np.cumsum(SPLIT[:2])

    def slope(w: NDArray[np.float64]) -> NDArray[np.float64]:
        parts = np.split((numbers + x @ w) / temperature, edges, axis=1)
        told = np.concatenate([softmax(part) for part in parts], axis=1)
        return x.T @ ((told - wanted) * each) / temperature + strength * w

    steepest = 0.5 * float(np.linalg.eigvalsh(x.T @ (x * shares.max(axis=1)[:, None]))[-1]) / temperature**2 + strength
    w = before = np.zeros((x.shape[1], LEARNT))
    for k in range(_ROUNDS):
        ahead = w + k / (k + 3) * (w - before)
        before, w = w, ahead - slope(ahead) / steepest
    result = w / np.append(spread, 1.0)[:, None]
    result[-1] -= middle @ result[:-1]
    return result.astype(np.float32)


def score(numbers: NDArray[np.float32], cards: Sequence[Card | None], temperature: float, sure: float) -> Score:
    """How well views with these ``numbers`` (n, 29) read as ``cards``."""
    likely = card_probabilities(numbers, temperature)
    is_card = np.array([card is not None for card in cards])
    truth = np.array([-1 if card is None else card for card in cards])
    said, confidence = likely.argmax(axis=1), likely.max(axis=1)
    none = likely.sum(axis=1) < 0.5
    suited = is_card & (truth < 52)
    rank = numbers[suited, : SPLIT[0]].argmax(axis=1) == truth[suited] >> 2
    suit = numbers[suited, SPLIT[0] : sum(SPLIT[:2])].argmax(axis=1) == truth[suited] & 3
    right = (said == truth) & ~none

    def mean(values: NDArray[Any]) -> float:
        return float(values.mean()) if len(values) else 0.0

    return Score(
        mean(rank),
        mean(suit),
        mean(right[is_card]),
        mean(likely[is_card, truth[is_card]]),
        mean((said != truth)[is_card] & (confidence[is_card] >= sure)),
        mean(confidence[~is_card] >= sure),
    )


def learn(networks: Networks, samples: Sequence[Sample], seed: int = 1, check: Check = lambda: None) -> Learnt:
    """Learns a pack. Each half (``fold``) of the samples is read with what was learnt from the other half alone: that is the score.

    ``check`` is called again and again, and may raise to end it.
    """
    temperature, sure = networks.settings.temperature, networks.settings.sure
    rows, whose = views(networks.reader, samples, np.random.default_rng(seed), check)
    cards = np.array([samples[i].card for i in whose], object)
    fold = np.array([samples[i].seen.fold for i in whose])
    before, after, truth = [], [], []
    for half in (0, 1):
        check()
        measured = fold == half
        weights = fit(rows[~measured], list(cards[~measured]), temperature)
        before.append(rows[measured, : sum(SPLIT)])
        after.append(corrected(rows[measured], weights))
        truth += list(cards[measured])
    plain = np.append(True, whose[1:] != whose[:-1])  # the first view of each
    return Learnt(
        fit(rows, list(cards), temperature),
        score(np.concatenate(before), truth, temperature, sure),
        score(np.concatenate(after), truth, temperature, sure),
        score(rows[plain, : sum(SPLIT)], list(cards[plain]), temperature, sure).card,
    )


# --- on disk -----------------------------------------------------------------------------------------------------------


class PackError(VisionError):
    """A pack that cannot be used. ``name``, ``problem``, ``remedy``."""

    def __init__(self, name: str, problem: str, remedy: str) -> None:
        super().__init__(f"pack {name!r}: {problem}; {remedy}")
        self.name, self.problem, self.remedy = name, problem, remedy


@dataclass(frozen=True, slots=True)
class About:
    """What is written beside a pack's weights."""

    cards: int = 0
    date: str = ""
    before: float = 0.0  # share of held-out views that were read right
    after: float = 0.0


def reader_of(weights: Path) -> str:
    """Which reader it is: the sha256 of the file in the folder ``weights``."""
    path = weights / READER
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def check_name(name: str) -> str:
    """``name``, if a pack may be called so: letters, digits, - _ and spaces within, at most 40. Raises PackError."""
    if not _NAME.fullmatch(name):
        raise PackError(name, "is no name for a pack", "use up to 40 letters, digits, - and _, such as my-deck")
    return name


def _path(folder: Path, name: str) -> Path:
    # With something before it: a file may not be called "con" on Windows.
    return folder / f"pack-{check_name(name).casefold()}.json"


def known_packs(folder: Path) -> list[str]:
    """The names of the packs in ``folder``, in order."""
    names = [path.stem.removeprefix("pack-") for path in folder.glob("pack-*.json")]
    return sorted(name for name in names if _NAME.fullmatch(name))


def save_pack(folder: Path, name: str, weights: NDArray[np.float32], reader: str, about: About) -> Path:
    """Writes a pack, whole or not at all, in place of one of that name. ``reader``: which it was learnt for. Raises PackError, OSError."""
    path = _path(folder, name)
    raw = weights.astype("<f4").tobytes()
    said = {"format": _FORMAT, "reader": reader} | asdict(about) | {"sha256": hashlib.sha256(raw).hexdigest()}
    text = json.dumps(said | {"weights": base64.b64encode(raw).decode()}, indent=1)
    folder.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".pack-", dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    return path


def load_pack(folder: Path, name: str, reader: str) -> tuple[NDArray[np.float32], About]:
    """The weights (193, 21) of a pack and what is known of it. ``reader``: the one it is to be used with. Raises PackError."""
    path = _path(folder, name)
    again = "learn it again with: kibitz learn-deck"
    try:
        with path.open("rb") as file:
            said = json.loads(file.read(_MOST_BYTES))
        version, made_for = said["format"], said["reader"]
        about = About(int(said["cards"]), str(said["date"]), float(said["before"]), float(said["after"]))
        raw = base64.b64decode(said["weights"], validate=True)
        whole = hashlib.sha256(raw).hexdigest() == said["sha256"] and len(raw) == 4 * (FEATURES + 1) * LEARNT
    except FileNotFoundError:
        raise _unknown(folder, name) from None
    except OSError as error:
        raise PackError(name, f"{path}: {error.strerror or error}", "check that the file may be read") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise PackError(name, f"{path} is damaged", again) from None
    if version != _FORMAT:
        raise PackError(name, "was written by another version of Kibitz", again)
    if made_for != reader:
        raise PackError(name, "was learnt for another reader (Kibitz is newer, or --weights differs)", again)
    weights = np.frombuffer(raw, "<f4").reshape(-1, LEARNT).astype(np.float32) if whole else np.array([np.nan])
    if not np.isfinite(weights).all():
        raise PackError(name, f"{path} is damaged", again)
    return weights, about


def _unknown(folder: Path, name: str) -> PackError:
    known = ", ".join(known_packs(folder)) or "none yet"
    return PackError(
        name, f"has not been learnt (known: {known})", "check the name, or learn it with: kibitz learn-deck"
    )


def remove_pack(folder: Path, name: str) -> None:
    """Forgets a pack. Raises PackError, OSError."""
    try:
        _path(folder, name).unlink()
    except FileNotFoundError:
        raise _unknown(folder, name) from None
