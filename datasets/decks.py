"""What is a printed deck to us? Faces with their index quads, and backs; read from a folder of sprites.

``python -m datasets.fetch`` makes the folders (``data/decks/NAME/``: one PNG a face, ``deck.json``), `datasets.procedural` draws
endless others. Both give the same `Deck`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rules.cards import Card, parse_card

FACE_HEIGHT = 700
"""Height in pixels of every sprite."""

HELD_OUT: frozenset[str] = frozenset(
    {
        "orell",
        "dondorf",
        "ancient-french",
        "rheinland",
        "berlin",
        "lattmann",
        "slavic",
        "heruka-jumbo",
        "heruka-jumbo-4",
    }
)
"""Whole decks never trained on: they measure how the reader fares on a design that it has not seen. Near copies (the three German
ones; the two jumbo ones) stay together."""


OURS = "kibitz"
"""The deck that `datasets.demo_deck` draws; never trained on."""


def held_out_decks() -> tuple[str, ...]:
    """The names of the decks that say how well new decks are read, as the model card lists them: ours and HELD_OUT, sorted."""
    return tuple(sorted({OURS, *HELD_OUT}))


class DeckError(ValueError):
    """A deck folder that cannot be used. ``name`` is the deck, ``problem`` what is wrong with it."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"deck {name}: {problem}; make it again with: python -m datasets.fetch --only {name}")
        self.name = name
        self.problem = problem

    def __reduce__(self) -> tuple[type[DeckError], tuple[str, str]]:
        """So that it comes back from another process: one that cannot would leave the pool waiting for ever."""
        return type(self), (self.name, self.problem)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One printed side.

    ``image``: (H, W, 4) uint8 BGRA, about 700 high; alpha cuts the rounded corners.
    ``indices``: every printed index (rank and sign together, tight) as (4, 2) float32 pixels (x, y), clockwise from its top left
    as one reads it: for an upside-down index the first point is its own top left.
    """

    image: NDArray[np.uint8]
    indices: tuple[NDArray[np.float32], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """One design: a face for each card (jokers where the deck has them) and its backs (BGRA like the faces)."""

    name: str
    family: str
    faces: dict[Card, Face]
    backs: tuple[NDArray[np.uint8], ...]
    licence: str
    held_out: bool


def deck_names(root: Path) -> list[str]:
    """The names of the decks under ``root`` (for example ``data/decks``), sorted; [] if there are none."""
    return sorted(p.parent.name for p in root.glob("*/deck.json"))


def load_deck(name: str, root: Path) -> Deck:
    """The deck ``name`` from its folder under ``root``. Raises DeckError."""
    import cv2

    folder = root / name

    def sprite(file: str) -> NDArray[np.uint8]:
        data = np.fromfile(folder / file, dtype=np.uint8)  # cv2.imread cannot read every path
        image = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
        if image is None or image.ndim != 3 or image.shape[2] != 4:
            raise DeckError(name, f"{file} is no picture with an alpha channel")
        return np.asarray(image, dtype=np.uint8)

    try:
        about = json.loads((folder / "deck.json").read_text(encoding="utf-8"))
        kind = ".png" if (folder / f"{next(iter(about['faces']))}.png").exists() else ".webp"  # datasets.pack
        faces = {
            parse_card(card): Face(sprite(f"{card}{kind}"), tuple(np.array(q, dtype=np.float32) for q in quads))
            for card, quads in about["faces"].items()
        }
        backs = tuple(sprite(file) for file in about["backs"])
        return Deck(name, about["family"], faces, backs, about["licence"], name in HELD_OUT)
    except (OSError, KeyError, json.JSONDecodeError) as error:
        raise DeckError(name, f"cannot be read ({error})") from error
