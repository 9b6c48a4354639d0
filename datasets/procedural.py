"""Which decks has nobody printed yet? Endless designs, one a seed, with exact index quads.

A `Design` is drawn by lot first (lettering, signs, colours, sizes, corners), then every face is printed from it: what stands in the
upper half is printed, the card is turned, and it is printed again. Court pictures are cut from the decks that are trained on, if there
are any beside the fonts (``fonts/../decks``), else they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.backs import draw_back
from datasets.decks import FACE_HEIGHT, HELD_OUT, Deck, DeckError, Face, deck_names, load_deck
from datasets.glyphs import Mask, drawn_signs, font_signs, glyphs, index_fonts, scaled, sign_fonts, tight
from datasets.jokers import joker_index
from rules.cards import BLACK_JOKER, RED_JOKER, Card, rank_of, suit_of

Image = NDArray[np.uint8]
Colour = tuple[float, float, float]  # BGR
Rect = tuple[int, int, int, int]  # x0, y0, x1, y1, far edges excluded

_ALPHABETS: tuple[tuple[str, tuple[str, ...], float], ...] = (  # family, jack queen king ace, share
    ("english", ("J", "Q", "K", "A"), 0.40),
    ("french", ("V", "D", "R", "1"), 0.12),
    ("french", ("V", "D", "R", "A"), 0.07),
    ("german", ("B", "D", "K", "A"), 0.16),
    ("russian", ("В", "Д", "К", "Т"), 0.16),
    ("italian", ("F", "D", "R", "A"), 0.02),
    ("polish", ("W", "D", "K", "A"), 0.03),
    ("danish", ("B", "D", "K", "1"), 0.02),
    ("swedish", ("Kn", "D", "K", "E"), 0.02),
)
_PIPS: tuple[
    tuple[tuple[float, float], ...], ...
] = (  # two to ten: upper half; column -1 0 1, row 0 (top) to 0.5 (middle)
    ((0, 0),),
    ((0, 0), (0, 0.5)),
    ((-1, 0), (1, 0)),
    ((-1, 0), (1, 0), (0, 0.5)),
    ((-1, 0), (1, 0), (-1, 0.5), (1, 0.5)),
    ((-1, 0), (1, 0), (-1, 0.5), (1, 0.5), (0, 0.25)),
    ((-1, 0), (1, 0), (-1, 0.5), (1, 0.5), (0, 0.25)),
    ((-1, 0), (1, 0), (-1, 1 / 3), (1, 1 / 3), (0, 0.5)),
    ((-1, 0), (1, 0), (-1, 1 / 3), (1, 1 / 3), (0, 1 / 6)),
)
_SEVEN, _JACK, _ACE = 5, 9, 12
_NO_LENDERS = ("simplistic", "gnomangelo")  # pictures that are letters; courts that two more decks have
_NAMES = (
    "CHARLES",
    "Judith",
    "LAHIRE",
    "Rachel",
    "HECTOR",
    "David",
    "PALLAS",
    "Ogier",
    "CÉSAR",
    "Argine",
    "LANCELOT",
    "Esther",
)
_MAKERS = (
    "PLAYING CARDS",
    "MADE IN SPAIN",
    "No. 88",
    "JOKER & SONS",
    "CASINO",
    "PLASTIC COATED",
    "JOLLY",
    "ACE",
    "1888",
    "WIEN",
)
_SIZES: dict[str, tuple[float, float]] = {  # shares of the card's height
    "normal": (0.08, 0.12),
    "small": (0.05, 0.08),
    "jumbo": (0.14, 0.24),
}
_SIZE_SHARES = (0.56, 0.22, 0.22)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a deck is to be like; None and 0 leave it to the lot. ``held_out``: lettering that is never trained on."""

    family: str | None = None
    size: str | None = None
    corners: int = 0
    held_out: bool = False

    @property
    def name(self) -> str:
        """For the names of decks."""
        words = [self.family, self.size, "four-corner" if self.corners == 4 else None]
        return "-".join(w for w in words if w) or "any"


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """All that the faces of one deck share. Sizes in pixels of the face."""

    width: int
    family: str
    paper: Colour
    colours: tuple[Colour, ...]  # of the suits
    red: Colour
    black: Colour
    ranks: tuple[Mask, ...]  # at index size
    signs: tuple[Mask, ...]  # large
    files: tuple[str, ...]  # of the index font
    rank_height: float
    sign_height: float
    gap: float
    margin: tuple[float, float]
    beside: bool  # the sign beside the rank
    court_beside: bool  # ... on court cards only
    left: bool  # rank and sign flush left, not centred
    corners: int
    pip_height: float
    pips: str  # "laid", "one", "letter"
    court_frame: bool
    court_inset: float  # how much smaller than usual the courts are, as a share of the card
    pip_frame: bool
    radius: float

    @property
    def column(self) -> int:
        """Where the index column ends, pixels from the left edge."""
        widest = max(r.shape[1] for r in self.ranks)
        sign = max(scaled(s, self.sign_height).shape[1] for s in self.signs)
        across = widest + self.gap + sign if self.beside else max(widest, sign)
        return round(self.margin[0] + across)


def _pick_family(rng: np.random.Generator, wanted: str | None, with_cyrillic: bool) -> tuple[str, tuple[str, ...]]:
    rows = [r for r in _ALPHABETS if (with_cyrillic or r[0] != "russian") and wanted in (None, r[0])]
    shares = np.array([row[2] for row in rows])
    family, letters, _ = rows[int(rng.choice(len(rows), p=shares / shares.sum()))]
    return family, letters


def _colours(rng: np.random.Generator) -> tuple[tuple[Colour, ...], Colour, Colour]:
    """Of clubs, diamonds, hearts, spades; red; black."""

    def near(b: float, g: float, r: float, spread: float = 18) -> Colour:
        c = np.clip(np.array([b, g, r]) + rng.normal(0, spread, 3), 0, 245)
        return float(c[0]), float(c[1]), float(c[2])

    grey = float(rng.uniform(5, 50))
    red, black = near(35, 30, 208), near(grey, grey, grey, 8)
    kind = rng.random()
    if kind < 0.8:
        return (black, red, red, black), red, black
    if kind < 0.92:  # poker: green clubs, blue diamonds
        return (near(50, 130, 20), near(190, 80, 20), red, black), red, black
    return (black, near(30, 150, 235), red, near(50, 130, 20)), red, black  # skat: orange diamonds, green spades


_SHAPES = {  # of letters: plain, bold, thin, slanted, hollow; held-out packs stay as they were
    True: (0.6, 0.16, 0.1, 0.11, 0.03),
    False: (0.53, 0.15, 0.1, 0.11, 0.11),
}


def _reshaped(rng: np.random.Generator, masks: list[Mask], height: float, held_out: bool) -> list[Mask]:
    """The letters of a pack, all bolder, thinner, slanted or hollow now and then: fonts alone are too few."""
    shape = str(rng.choice(["plain", "bold", "thin", "slanted", "hollow"], p=_SHAPES[held_out]))
    ink = int(rng.integers(1, 1 + max(1, round(height / 30))))
    brush = np.ones((ink + 1, ink + 1))
    slant = float(rng.uniform(0.08, 0.3)) * (1 if rng.random() < 0.8 else -1)

    def one(mask: Mask) -> Mask:
        h, w = mask.shape
        if shape == "bold":
            return tight(np.asarray(cv2.dilate(np.pad(mask, ink), brush), np.uint8))
        if shape == "thin":
            thinner = np.asarray(cv2.erode(mask, brush), np.uint8)
            return tight(thinner) if int(thinner.sum()) > 0.45 * int(mask.sum()) else mask
        if shape == "hollow":
            line = np.ones((2 * ink + 1, 2 * ink + 1))
            return tight(np.asarray(cv2.subtract(mask, cv2.erode(mask, line)), np.uint8))
        if shape == "slanted":
            shear = np.array([[1, -slant, max(slant, 0) * h], [0, 1, 0]])
            return tight(np.asarray(cv2.warpAffine(mask, shear, (w + round(abs(slant) * h) + 1, h)), np.uint8))
        return mask

    return [one(mask) for mask in masks]


def _design(rng: np.random.Generator, fonts: Path, wanted: Wanted) -> Design:
    with_cyrillic = bool(index_fonts(fonts, True, wanted.held_out))
    family, letters = _pick_family(rng, wanted.family, with_cyrillic)
    choice = index_fonts(fonts, family == "russian", wanted.held_out)
    files = choice[int(rng.integers(len(choice)))] if choice else ()
    width = round(FACE_HEIGHT / rng.uniform(1.38, 1.57))
    size = wanted.size or str(rng.choice(list(_SIZES), p=_SIZE_SHARES))
    rank_height = FACE_HEIGHT * float(rng.uniform(*_SIZES[size]))
    sign_height = rank_height * float(rng.uniform(0.4, 1.0))
    squeeze = float(rng.uniform(0.55, 1.0))
    texts = [*"23456789", "10", *letters]
    masks = [scaled(glyphs(t, files), rank_height, squeeze) for t in texts]
    usual = float(np.median([m.shape[1] for m in masks]))
    widest = max(usual * float(rng.uniform(1.15, 1.6)), 0.35 * rank_height)
    masks = [scaled(m, rank_height, 1.0, max(widest, 8)) for m in masks]
    masks = _reshaped(rng, masks, rank_height, wanted.held_out)
    choice_signs = sign_fonts(fonts)
    signs = (
        font_signs(choice_signs[int(rng.integers(len(choice_signs)))])
        if choice_signs and rng.random() < 0.5
        else drawn_signs(rng)
    )
    colours, red, black = _colours(rng)
    white = rng.uniform(236, 255)
    cream = rng.uniform(0, 22) if rng.random() < 0.3 else 0.0
    beside = bool(rng.random() < 0.08)
    gap = float(rng.uniform(0.06, 0.25) if rng.random() < 0.75 else rng.uniform(0.25, 0.8)) * rank_height
    margin = width * float(rng.uniform(0.015, 0.06)), FACE_HEIGHT * float(rng.uniform(0.015, 0.05))
    if rng.random() < 0.15:  # set in from the edge
        margin = (
            margin[0] + width * float(rng.uniform(0.02, 0.07)),
            margin[1] + FACE_HEIGHT * float(rng.uniform(0, 0.05)),
        )
    corners = wanted.corners or (4 if rng.random() < 0.2 else 2)
    return Design(
        width=width,
        family=family,
        paper=(white - cream, white - cream / 3, white),
        colours=colours,
        red=red,
        black=black,
        ranks=tuple(masks),
        signs=signs,
        files=files,
        rank_height=rank_height,
        sign_height=sign_height,
        gap=gap,
        margin=margin,
        beside=beside,
        court_beside=bool(rng.random() < 0.2),
        left=bool(rng.random() < 0.12),
        corners=corners,
        pip_height=FACE_HEIGHT * float(rng.uniform(0.09, 0.16)),
        pips=str(rng.choice(["laid", "one", "letter"], p=[0.86, 0.08, 0.06])),
        court_frame=bool(rng.random() < 0.75),
        court_inset=float(rng.uniform(0.02, 0.2)) if rng.random() < 0.25 else 0.0,
        pip_frame=bool(rng.random() < 0.06),
        radius=float(rng.uniform(0.035, 0.08)) * width,
    )


def _stamp(canvas: Image, mask: Mask, x: float, y: float, colour: Colour) -> Rect:
    """Print a mask with its top left at (x, y); where it lies."""
    x0, y0 = round(x), round(y)
    h, w = mask.shape
    left, top = max(0, -x0), max(0, -y0)
    part = canvas[y0 + top : y0 + h, x0 + left : x0 + w]
    m = mask[top : top + part.shape[0], left : left + part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - m) + np.array(colour, np.float32) * m).astype(np.uint8)
    return x0, y0, x0 + w, y0 + h


def _join(a: Rect, b: Rect) -> Rect:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _quad(rect: Rect, turned: bool, width: int) -> NDArray[np.float32]:
    x0, y0, x1, y1 = rect
    quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
    return np.array([width, FACE_HEIGHT], np.float32) - quad if turned else quad


def _index(design: Design, card: Card) -> tuple[Mask, Colour]:
    """Rank and sign of a card together, as one mask."""
    rank, sign = design.ranks[rank_of(card)], scaled(design.signs[suit_of(card)], design.sign_height)
    gap = round(design.gap)
    if design.beside or (design.court_beside and _JACK <= rank_of(card) < _ACE):
        whole = np.zeros((max(rank.shape[0], sign.shape[0]), rank.shape[1] + gap + sign.shape[1]), np.uint8)
        whole[: rank.shape[0], : rank.shape[1]] = rank
        whole[: sign.shape[0], -sign.shape[1] :] = sign
    else:
        width = max(rank.shape[1], sign.shape[1])
        whole = np.zeros((rank.shape[0] + gap + sign.shape[0], width), np.uint8)
        for mask, y in ((rank, 0), (sign, rank.shape[0] + gap)):
            x = 0 if design.left else (width - mask.shape[1]) // 2
            whole[y : y + mask.shape[0], x : x + mask.shape[1]] = mask
    return whole, design.colours[suit_of(card)]


def _print_corners(
    canvas: Image, design: Design, mask: Mask, colour: Colour, clear: bool, corners: int
) -> tuple[Image, list[NDArray[np.float32]]]:
    """Print an index in two or four corners; the canvas (turned twice) and the quads. ``clear``: on blank paper."""
    quads: list[NDArray[np.float32]] = []
    width = design.width
    column = max(1, design.column - round(design.margin[0]))
    x = design.margin[0] + (0 if design.left else max(0, (column - mask.shape[1]) / 2))
    places = [x] if corners < 4 else [x, width - x - mask.shape[1]]
    for turned in (False, True):
        for at in places:
            y = design.margin[1]
            if clear:
                x0, y0 = round(at) - 4, round(y) - 4
                canvas[max(0, y0) : y0 + mask.shape[0] + 8, max(0, x0) : x0 + mask.shape[1] + 8] = design.paper
            quads.append(_quad(_stamp(canvas, mask, at, y, colour), turned, width))
        canvas = np.asarray(cv2.rotate(canvas, cv2.ROTATE_180), np.uint8)
    return canvas, quads


def _print_pips(canvas: Image, design: Design, card: Card) -> Image:
    """The signs of a number card, laid out as usual; the canvas is turned twice."""
    rank, width = rank_of(card), design.width
    pip = scaled(design.signs[suit_of(card)], design.pip_height)
    inner = design.column + 4
    room = (width - 2 * inner) / 3.05
    if pip.shape[1] > room:
        pip = scaled(design.signs[suit_of(card)], design.pip_height * max(0.3, room / pip.shape[1]))
    h, w = pip.shape
    apart = min(width * 0.26, width / 2 - inner - w / 2)
    if apart < w:
        apart = w * 1.02
    top = FACE_HEIGHT * 0.06 + h / 2
    for turned in (False, True):
        for column, row in _PIPS[rank]:
            if turned and (row == 0.5 or (rank == _SEVEN and row == 0.25)):
                continue
            y = top + row * (FACE_HEIGHT - 2 * top)
            _stamp(canvas, pip, width / 2 + column * apart - w / 2, y - h / 2, design.colours[suit_of(card)])
        canvas = np.asarray(cv2.rotate(canvas, cv2.ROTATE_180), np.uint8)
    return canvas


def _print_big(canvas: Image, design: Design, mask: Mask, colour: Colour, height: float) -> None:
    mask = scaled(mask, height, 1.0, design.width * 0.6)
    _stamp(canvas, mask, (design.width - mask.shape[1]) / 2, (FACE_HEIGHT - mask.shape[0]) / 2, colour)


def _print_ace(canvas: Image, design: Design, card: Card, rng: np.random.Generator) -> None:
    ornate = suit_of(card) == 3 and rng.random() < 0.7
    height = FACE_HEIGHT * rng.uniform(0.3, 0.5) if ornate else design.pip_height * rng.uniform(1.0, 2.2)
    middle, colour = (design.width // 2, FACE_HEIGHT // 2), design.colours[suit_of(card)]
    if ornate or rng.random() < 0.15:
        radius, petals = height * rng.uniform(0.5, 0.7), int(rng.integers(6, 40))
        radius = min(radius, design.width * 0.4)
        t = np.linspace(0, 2 * np.pi, 400)
        for k in range(int(rng.integers(1, 4))):
            r = radius * (1 - 0.06 * k) * (1 + rng.uniform(0.01, 0.06) * np.cos(petals * t))
            curve = np.stack([middle[0] + r * np.cos(t), middle[1] + r * np.sin(t)], 1).astype(np.int32)
            cv2.polylines(canvas, [curve], True, colour, int(rng.integers(1, 3)), cv2.LINE_AA)
    if ornate and rng.random() < 0.6:
        _print_maker(canvas, design, colour, height, rng)
    sign = design.signs[suit_of(card)]
    _print_big(canvas, design, sign, colour, height)
    if ornate:
        _print_big(canvas, design, sign, design.paper, height * 0.55)
        _print_big(canvas, design, sign, colour, height * rng.uniform(0.2, 0.45))


def _print_maker(canvas: Image, design: Design, colour: Colour, height: float, rng: np.random.Generator) -> None:
    """The maker's name and town in small print above and below the ace of spades, as on many packs: no index."""
    for side in (-1, 1):
        y = FACE_HEIGHT / 2 + side * (height * rng.uniform(0.55, 0.8) + 12)
        for _ in range(int(rng.integers(0, 3))):
            text = _MAKERS[int(rng.integers(len(_MAKERS)))]
            mask = scaled(glyphs(text, design.files), FACE_HEIGHT * rng.uniform(0.014, 0.035), 1.0, design.width * 0.55)
            _stamp(canvas, mask, (design.width - mask.shape[1]) / 2, y - mask.shape[0] / 2, colour)
            y += side * mask.shape[0] * 1.4


@lru_cache(maxsize=32)
def _court_art(name: str, root: Path) -> dict[Card, Image]:
    """The pictures of the courts and jokers of a printed deck (BGR), indices blanked."""
    deck = load_deck(name, root)
    art: dict[Card, Image] = {}
    for card, face in deck.faces.items():
        if card < _JACK * 4 or _ACE * 4 <= card < BLACK_JOKER:
            continue
        h, w = face.image.shape[:2]
        alpha = face.image[:, :, 3:].astype(np.float32) / 255
        bgr = (face.image[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
        for quad in face.indices:
            x0, y0 = np.maximum(quad.min(0) - 5, 0).astype(int)
            x1, y1 = (quad.max(0) + 5).astype(int)
            bgr[y0:y1, x0:x1] = 255
        y, x = (
            (0.16, 0.22) if card >= BLACK_JOKER else (0.05, 0.1)
        )  # of jokers only the middle: words around it are indices
        art[card] = bgr[int(y * h) : int((1 - y) * h), int(x * w) : int((1 - x) * w)].copy()
    return art


def _drawn_court(design: Design, card: Card, rng: np.random.Generator, w: int, h: int) -> Image:
    """A figure from the waist up, twice: patterned robe, head, and a crown, a veil or a cap."""
    half = np.full((h // 2, w, 3), design.paper, np.uint8)
    tone = [tuple(float(v) for v in rng.uniform(0, 255, 3)) for _ in range(4)]
    cx, head = w // 2, int(0.13 * w)
    cy = int(h * 0.17)
    robe = np.array([[0.0, 1.0], [0.1, 0.62], [0.35, 0.5], [0.65, 0.5], [0.9, 0.62], [1.0, 1.0]]) * [w, h // 2]
    inside = np.zeros(half.shape[:2], np.uint8)
    cv2.fillPoly(inside, [robe.astype(np.int32)], 1)
    cloth = draw_back(rng, w, h // 2 if h // 2 > 4 else 4, tone[0])
    half[inside > 0] = cloth[inside > 0]
    cv2.polylines(half, [robe.astype(np.int32)], True, design.black, 2, cv2.LINE_AA)
    hair = (int(head * 1.3), int(head * rng.uniform(1.2, 1.8)))
    cv2.ellipse(half, (cx, cy + head // 4), hair, 0, 0, 360, tone[1], -1, cv2.LINE_AA)
    cv2.ellipse(half, (cx, cy), (head, int(head * 1.25)), 0, 0, 360, (200, 222, 250), -1, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(half, (cx + side * head // 2, cy - head // 5), max(2, head // 8), design.black, -1, cv2.LINE_AA)
    cv2.ellipse(half, (cx, cy + head // 2), (head // 3, head // 6), 0, 0, 180, (40, 40, 200), 2, cv2.LINE_AA)
    points = int(rng.integers(3, 7))
    top = np.linspace(-1.1, 1.1, 2 * points + 1)
    crown = [(cx + t * head, cy - head * (1.9 if k % 2 else 1.3)) for k, t in enumerate(top)]
    crown += [(cx + head, cy - head * 0.75), (cx - head, cy - head * 0.75)]
    cv2.fillPoly(half, [np.array(crown, np.int32)], tone[2])
    if rank_of(card) < BLACK_JOKER // 4:
        sign = scaled(design.signs[suit_of(card)], 0.11 * h)
        _stamp(half, sign, 0.06 * w, 0.05 * h, design.colours[suit_of(card)])
    return np.vstack([half, half[::-1, ::-1]])


def _retoned(picture: Image, rng: np.random.Generator) -> Image:
    """Other printing inks."""
    kind = rng.random()
    if kind < 0.35:
        return picture
    if kind < 0.45:
        return np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[:, :, 0] = (hsv[:, :, 0] + rng.normal(0, 12)) % 180
    hsv[:, :, 1] = np.clip(hsv[:, :, 1] * rng.uniform(0.5, 1.3), 0, 255)
    return np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)


def _print_picture(canvas: Image, design: Design, picture: Image, frame: bool) -> int:
    """The picture of a court or a joker in the middle of the card; its left edge."""
    x0 = round(min(design.column + 5, 0.24 * design.width)) if frame else round(0.1 * design.width)
    y0 = round(0.07 * FACE_HEIGHT) if frame else round(0.04 * FACE_HEIGHT)
    x0, y0 = x0 + round(design.court_inset * design.width * 0.6), y0 + round(design.court_inset * FACE_HEIGHT)
    x1, y1 = design.width - x0, FACE_HEIGHT - y0
    fitted = cv2.resize(picture, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    canvas[y0:y1, x0:x1] = np.minimum(fitted, np.array(design.paper)).astype(np.uint8)
    if frame:
        cv2.rectangle(canvas, (x0, y0), (x1 - 1, y1 - 1), design.black, 2)
    return x0


def _print_name(canvas: Image, design: Design, picture_left: int, rng: np.random.Generator) -> Image:
    """A name in small print up the side of a court, as French packs have it: no index. The canvas is turned twice."""
    text = _NAMES[int(rng.integers(len(_NAMES)))]
    mask = scaled(glyphs(text, design.files), FACE_HEIGHT * rng.uniform(0.018, 0.03))
    mask = np.ascontiguousarray(np.rot90(mask))
    x = picture_left + rng.uniform(3, 8)
    y = FACE_HEIGHT * rng.uniform(0.25, 0.45) - mask.shape[0] / 2
    for _ in range(2):
        if mask.shape[0] < FACE_HEIGHT * 0.4:
            _stamp(canvas, mask, x, y, design.black)
        canvas = np.asarray(cv2.rotate(canvas, cv2.ROTATE_180), np.uint8)
    return canvas


def _jester(design: Design, colour: Colour, rng: np.random.Generator, w: int, h: int) -> Image:
    """A cap with bells over a face."""
    picture = np.full((h, w, 3), design.paper, np.uint8)
    cx, cy, r = w // 2, int(h * 0.55), int(w * 0.17)
    horns = int(rng.integers(2, 5))
    for k in range(horns):
        turn = np.pi * (0.12 + 0.76 * k / max(1, horns - 1))
        tip = (cx - r * 2.3 * np.cos(turn), cy - r * (0.6 + 1.9 * np.sin(turn)))
        foot = [(cx - r * 1.1, cy - r * 0.4), tip, (cx + r * 1.1, cy - r * 0.4)]
        ink = colour if k % 2 else tuple(float(v) for v in rng.uniform(0, 255, 3))
        cv2.fillPoly(picture, [np.array(foot, np.int32)], ink, cv2.LINE_AA)
        cv2.circle(picture, (int(tip[0]), int(tip[1])), max(3, r // 5), colour, -1, cv2.LINE_AA)
    cv2.circle(picture, (cx, cy), r, (205, 225, 250) if rng.random() < 0.6 else design.paper, -1, cv2.LINE_AA)
    cv2.circle(picture, (cx, cy), r, colour, 3, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(picture, (cx + side * r // 3, cy - r // 4), max(2, r // 9), colour, -1, cv2.LINE_AA)
    cv2.ellipse(picture, (cx, cy + r // 5), (r // 2, r // 3), 0, 10, 170, colour, 3, cv2.LINE_AA)
    return picture


def procedural_deck(seed: int, fonts: Path, wanted: Wanted = Wanted()) -> Deck:
    """The deck number ``seed``: 52 cards and two jokers, with exact quads. The same seed (and files) gives the same deck.

    ``fonts``: the folder made by `datasets.fetch`; it may be absent.
    """
    rng = np.random.default_rng([seed, 0x6B69])
    design = _design(rng, fonts, wanted)
    root = fonts.parent / "decks"
    art: dict[Card, Image] = {}
    lenders = [name for name in deck_names(root) if name not in HELD_OUT and name not in _NO_LENDERS]
    if lenders and rng.random() < 0.8:
        try:
            art = _court_art(lenders[int(rng.integers(len(lenders)))], root)
        except DeckError:
            art = {}
    named = bool(rng.random() < (0.5 if design.family == "french" else 0.1))
    w, h = design.width, FACE_HEIGHT
    alpha = np.zeros((h, w), np.uint8)
    r = round(design.radius)
    cv2.rectangle(alpha, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (w - 1, h - 1 - r), 255, -1)
    for cx, cy in ((r, r), (w - 1 - r, r), (r, h - 1 - r), (w - 1 - r, h - 1 - r)):
        cv2.circle(alpha, (cx, cy), r, 255, -1)

    def paper() -> Image:
        return np.full((h, w, 3), design.paper, np.uint8)

    def picture(card: Card, drawn: Callable[[], Image]) -> Image:
        lent = art.get(card)
        return drawn() if lent is None else _retoned(lent, np.random.default_rng([seed, 1]))

    faces: dict[Card, Face] = {}
    for card in range(BLACK_JOKER):
        canvas, rank = paper(), rank_of(card)
        mask, colour = _index(design, card)
        if design.pip_frame:
            x = design.column + 3
            cv2.rectangle(canvas, (x, 20), (w - 1 - x, h - 21), colour, 1)
        if rank == _ACE:
            _print_ace(canvas, design, card, rng)
        elif design.pips == "letter" or (design.pips == "one" and rank >= _JACK):
            _print_big(canvas, design, design.ranks[rank], colour, h * 0.35)
        elif rank >= _JACK:
            own = np.random.default_rng([seed, 2, card])
            seen = picture(card, lambda c=card, own=own: _drawn_court(design, c, own, w - 100, h - 80))  # type: ignore[misc]
            left = _print_picture(canvas, design, seen, design.court_frame)
            if named:
                canvas = _print_name(canvas, design, left, own)
        elif design.pips == "one":
            _print_big(canvas, design, design.signs[suit_of(card)], colour, h * 0.35)
        else:
            canvas = _print_pips(canvas, design, card)
        canvas, quads = _print_corners(canvas, design, mask, colour, rank >= _JACK, design.corners)
        faces[card] = Face(np.dstack([canvas, alpha]), tuple(quads))
    joker_mask = joker_index(rng, design.family, design.files, design.rank_height, w, wanted.held_out)
    for card in (BLACK_JOKER, RED_JOKER):
        canvas, colour = paper(), design.red if card == RED_JOKER else design.black
        own = np.random.default_rng([seed, 3])
        seen = picture(card, lambda c=colour, own=own: _jester(design, c, own, w - 100, h - 80))  # type: ignore[misc]
        _print_picture(canvas, design, seen, False)
        canvas, quads = _print_corners(canvas, design, joker_mask, colour, True, 2)
        faces[card] = Face(np.dstack([canvas, alpha]), tuple(quads))
    backs = tuple(np.dstack([draw_back(rng, w, h, design.paper), alpha]) for _ in range(2))
    name = f"held-out-{wanted.name}-{seed}" if wanted.held_out else f"procedural-{seed}"
    return Deck(name, design.family, faces, backs, "CC0-1.0", wanted.held_out)
