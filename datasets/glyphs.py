"""What do ranks and suit signs look like? Masks of glyphs from fonts, and of signs drawn from curves.

A mask is (h, w) uint8, 255 where there is ink, cut tight. Fonts lie in a folder as `datasets.fetch` makes it: ``index/`` has
``NAME-WEIGHT-latin.woff`` and ``-cyrillic.woff``, ``signs/`` fonts with suit signs. Without it the system's DejaVu, else the strokes
that OpenCV brings.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]

_GLYPH = 180  # pixels: glyphs are drawn this large, and shrunk
_SIGNS = "♣♦♥♠"


def tight(mask: Mask) -> Mask:
    """The mask cut to its ink; itself if there is none."""
    x, y, w, h = cv2.boundingRect((mask > 40).astype(np.uint8))
    return np.ascontiguousarray(mask[y : y + h, x : x + w]) if w * h else mask


def index_fonts(fonts: Path, cyrillic: bool, held_out: bool = False) -> list[tuple[str, ...]]:
    """The fonts for indices, sorted: each the files to look a glyph up in. [] if there is no font at all.

    ``held_out``: those that are never trained on."""
    found: list[tuple[str, ...]] = []
    for latin in sorted((fonts / ("held-out" if held_out else "index")).glob("*-latin.woff")):
        second = latin.with_name(latin.name.replace("-latin", "-cyrillic"))
        if not cyrillic:
            found.append((str(latin),))
        elif second.exists():
            found.append((str(latin), str(second)))
    return found or _system_fonts()


@lru_cache(maxsize=1)
def _system_fonts() -> list[tuple[str, ...]]:
    root = Path("/usr/share/fonts")
    return [(str(p),) for p in sorted(root.rglob("DejaVu*.ttf")) if "Oblique" not in p.name and "Italic" not in p.name]


def sign_fonts(fonts: Path) -> list[str]:
    """Fonts with suit signs, sorted."""
    return [str(p) for p in sorted((fonts / "signs").glob("*.?tf"))] or [
        files[0] for files in _system_fonts() if files[0].endswith(("DejaVuSans.ttf", "DejaVuSerif.ttf"))
    ]


@lru_cache(maxsize=512)
def glyphs(text: str, files: tuple[str, ...]) -> Mask:
    """``text`` in a font, tight. Cyrillic is looked up in the last of ``files``; with none, OpenCV's strokes are used."""
    if files:
        try:
            from PIL import Image, ImageDraw, ImageFont
        except ImportError:
            files = ()
    if not files:
        (w, h), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 6.0, 16)
        canvas = np.zeros((h + base + 40, w + 40), np.uint8)
        cv2.putText(canvas, text, (20, h + 20), cv2.FONT_HERSHEY_DUPLEX, 6.0, 255, 16, cv2.LINE_AA)
        return tight(canvas)
    font = ImageFont.truetype(files[-1] if any("Ѐ" <= c <= "ӿ" for c in text) else files[0], _GLYPH)
    left, top, right, bottom = font.getbbox(text)
    picture = Image.new("L", (int(right - left) + 20, int(bottom - top) + 20), 0)
    ImageDraw.Draw(picture).text((10 - left, 10 - top), text, font=font, fill=255)
    return tight(np.array(picture, np.uint8))


def font_signs(file: str) -> tuple[Mask, ...]:
    """The four signs (clubs, diamonds, hearts, spades) of a font."""
    return tuple(glyphs(sign, (file,)) for sign in _SIGNS)


def drawn_signs(rng: np.random.Generator) -> tuple[Mask, ...]:
    """Four signs drawn from curves with random proportions."""
    size = 400
    y, x = np.mgrid[-1.3 : 1.3 : size * 1j, -1.3 : 1.3 : size * 1j].astype(np.float32)
    foot_width, foot_curve, foot_waist = rng.uniform(0.25, 0.6), rng.uniform(1.2, 3.0), rng.uniform(0.03, 0.1)

    def foot(top: float, bottom: float) -> NDArray[np.bool_]:
        down = np.clip((y - top) / (bottom - top), 0, 1)
        return np.asarray((y >= top) & (y <= bottom) & (np.abs(x) <= foot_waist + foot_width * down**foot_curve))

    # Clubs: three circles.
    r, side, low = rng.uniform(0.36, 0.48), rng.uniform(0.4, 0.52), rng.uniform(0.12, 0.3)
    club = np.zeros_like(x, bool)
    for cx, cy in ((0.0, -0.5), (-side, low), (side, low)):
        club |= (x - cx) ** 2 + (y - cy) ** 2 <= r * r
    club |= (np.abs(x) < 0.22) & (np.abs(y) < 0.25)
    club |= foot(0.0, 1.0)

    # Diamonds: sides straight, hollow or round.
    p, slim = rng.uniform(0.8, 1.12), rng.uniform(0.65, 0.95)
    diamond = np.abs(x / slim) ** p + np.abs(y) ** p <= 1

    # Hearts: a curve with two lobes; spades: the same kind upside down with a foot.
    def heart(bend: float, cleft: float, point: float) -> NDArray[np.bool_]:
        t = np.linspace(0, 2 * np.pi, 300)
        hx = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** bend
        hy = -(0.81 * np.cos(t) - cleft * np.cos(2 * t) - 0.12 * np.cos(3 * t) - point * np.cos(4 * t))
        points = np.stack([hx, hy], 1)
        points = (points - points.min(0)) / np.ptp(points, axis=0)
        canvas = np.zeros((size, size), np.uint8)
        cv2.fillPoly(canvas, [(points * (size * 0.77) + size * 0.115).astype(np.int32)], 1)
        return canvas.astype(bool)

    hearts = heart(rng.uniform(2.2, 3.2), rng.uniform(0.28, 0.36), rng.uniform(0.0, 0.07))
    top = heart(rng.uniform(2.2, 3.2), rng.uniform(0.28, 0.36), rng.uniform(0.0, 0.07))[::-1]
    spade = cv2.resize(top.astype(np.uint8), (size, int(size * 0.85)), interpolation=cv2.INTER_NEAREST)
    spades = np.zeros((size, size), bool)
    spades[: spade.shape[0]] = spade.astype(bool)
    spades |= foot(0.25, 1.0)
    stretch = rng.uniform(0.85, 1.2)
    return tuple(
        np.asarray(
            cv2.resize(
                tight(np.where(s, 255, 0).astype(np.uint8)),
                None,
                fx=0.5,
                fy=0.5 * stretch,
                interpolation=cv2.INTER_AREA,
            ),
            np.uint8,
        )
        for s in (club, diamond, hearts, spades)
    )


def scaled(mask: Mask, height: float, squeeze: float = 1.0, widest: float = 1e9) -> Mask:
    """The mask ``height`` pixels high, its width times ``squeeze`` and at most ``widest``."""
    h = max(2, round(height))
    w = max(2, round(min(mask.shape[1] * h / mask.shape[0] * squeeze, widest)))
    return np.asarray(cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA), np.uint8)
