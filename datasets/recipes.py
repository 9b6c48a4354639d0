"""Which packages hold card art, and how is a deck cut out of each? The table that `datasets.fetch` works through.

Every deck in the table has been looked at, card by card, with the quads drawn on it. Left out, and why: see LEFT_OUT.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from datasets.corners import Hints


@dataclass(frozen=True, slots=True)
class Package:
    """Something a package index gives by name. ``licence`` is that of the art in it."""

    index: Literal["debian", "npm", "pypi"]
    name: str
    version: str
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to cut one deck.

    ``how``: the function of `datasets.fetch` that gives the pictures; ``path``: the file or folder within the package;
    ``trim``: what to take off all round, as a share of the height (drawn outlines that real cards lack);
    ``drop``: cards whose face is not usable (card names).
    """

    package: Package
    how: Literal["grid", "files", "react", "kde"]
    path: str
    family: str = "english"
    trim: float = 0.012
    hints: Hints = field(default_factory=Hints)
    drop: tuple[str, ...] = ()
    backs: int = 1


GNOME = Package("debian", "gnome-cards-data", "1:3.22.23-1", "GPL-3.0-or-later")

_CARDS = "usr/share/aisleriot/cards/"


def _gnome(file: str, family: str = "english", **more: object) -> Recipe:
    return Recipe(GNOME, "grid", f"{_CARDS}{file}.svgz", family, **more)  # type: ignore[arg-type]


RECIPES: Mapping[str, Recipe] = {
    "ancient-french": _gnome("ancient_french", "french"),
    "anglo": _gnome("anglo"),
    "anglo-bitmap": _gnome("anglo_bitmap"),
    "anglo-modern": _gnome("anglo_modern"),
    "anglo-modern-4": _gnome("anglo_modern_4_color"),
    "anglo-poker": _gnome("anglo_poker"),
    "atlasnye": _gnome("atlasnye"),
    "atlasnye-skat": _gnome("atlasnye_skat", "german"),
    "bellot": _gnome("bellot"),
    "berlin": _gnome("berlin", "german"),
    "dondorf": _gnome("dondorf", hints=Hints(corners=4)),
    "gnomangelo": _gnome("gnomangelo"),
    "gnomangelo-bitmap": _gnome("gnomangelo_bitmap"),
    "lattmann": _gnome("lattmann", "german"),
    "neoclassical": _gnome("neoclassical"),
    "neoclassical-4": _gnome("neoclassical_4_color"),
    "orell": _gnome("orell"),
    "ornamental": _gnome("ornamental", backs=2),
    "paris": _gnome("paris"),
    "plastic": _gnome("plastic"),
    "rheinland": _gnome("rheinland", "german"),
    "simplistic": _gnome("simplistic"),
    "slavic": _gnome("slavic_costumes", "russian"),
    "tango": _gnome("tango", backs=2),
    "tarocco": _gnome("tarocco", "italian"),
    "tigullio": _gnome("tigullio"),
    "atlasnye-russian": _gnome("Атласные", "russian"),
}

FONTS: tuple[Package, ...] = tuple(
    Package("npm", f"@fontsource/{name}", "5.3.0", "OFL-1.1 (roboto: Apache-2.0, ubuntu: UFL-1.0)")
    for name in (
        # squeezed, they are the lettering of the American packs
        "rokkitt arvo roboto-slab bree-serif zilla-slab crete-round josefin-slab kreon slabo-27px noticia-text "
        # narrow: Copag and most jumbo packs
        "oswald antonio bebas-neue league-gothic fjalla-one barlow-condensed pathway-gothic-one saira-extra-condensed "
        "roboto-condensed pt-sans-narrow archivo-narrow ubuntu-condensed "
        # thick and thin: KEM, Piatnik, the French packs
        "bodoni-moda old-standard-tt prata yeseva-one playfair-display abril-fatface vidaloka "
        # the rest of the world
        "pt-serif lora libre-caslon-text cinzel spectral alfa-slab-one ultra"
    ).split()
)
"""Index lettering. The latin and cyrillic cuts, upright, normal and bold."""

SIGN_FONTS: tuple[tuple[Package, tuple[str, ...]], ...] = (
    (Package("debian", "fonts-dejavu-core", "2.37-6", "Bitstream Vera"), ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")),
    (
        Package("debian", "fonts-freefont-ttf", "20120503-10", "GPL-3.0-or-later with font exception"),
        ("FreeSerif.ttf", "FreeSans.ttf", "FreeSansBold.ttf", "FreeMono.ttf"),  # FreeSerifBold has clubs for spades
    ),
    (Package("debian", "fonts-symbola", "2.60-1.1", "free for any use"), ("Symbola_hint.ttf",)),
    (Package("debian", "fonts-noto-core", "20201225-1", "OFL-1.1"), ("NotoSansSymbols2-Regular.ttf",)),
    (
        Package("debian", "fonts-liberation2", "2.1.5-1", "OFL-1.1"),
        ("LiberationMono-Regular.ttf", "LiberationSans-Bold.ttf", "LiberationSerif-Regular.ttf"),
    ),
)
"""Fonts with the four suit signs, and which of their files."""

TEXTURES = Package("pypi", "metaworld", "3.1.1", "MIT")
"""Woods, cloth, stone, metal: tables to lay cards on."""
