"""Which packages hold card art, and how is a deck cut out of each? The table that `datasets.fetch` works through.

Every deck in the table has been looked at, card by card, with the quads drawn on it. Left out: guyenne-classic, swiss-xvii (courts
without indices), tango_nuevo (sign far from rank), bellot (svg-cards again), the other KDE decks (near copies, no rotated index,
signs of the wrong colour, or too coarse), deck-of-cards (no ranks in the art), blackjack-amiyuki (blackduck again, coarser).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from datasets.corners import Hints


@dataclass(frozen=True, slots=True)
class Package:
    """Something a package index gives by name. ``licence`` is that of the art in it."""

    index: Literal["debian", "npm", "pypi"]
    name: str
    version: str
    licence: str = ""


Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to cut one deck.

    ``how``: the function of `datasets.fetch` that gives the pictures; ``path``: the file within the package.
    A sheet is cut into 13 ``columns`` (ranks) by ``rows`` (suits) within ``area`` (x0, y0, x1, y1 in shares of it); ``others`` are
    more cells, (row, column). Files are named by ``path`` with ``rank_names`` (two to ace) and ``suit_names`` (clubs, diamonds,
    hearts, spades) filled in. ``trim``: what to take off all round, as a share of the height (drawn outlines that real cards lack);
    ``drop``: faces that are not usable.
    """

    package: Package
    how: Literal["sheet", "files", "react"]
    path: str
    family: str = "english"
    trim: float = 0.012
    hints: Hints = field(default_factory=Hints)
    drop: tuple[str, ...] = ()
    area: Box = (0.0, 0.0, 1.0, 1.0)
    columns: str = "A23456789TJQK"
    rows: str = "CDHS"
    others: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    rank_names: str = "2 3 4 5 6 7 8 9 10 J Q K A"
    suit_names: str = "C D H S"
    red_joker: str = ""
    black_joker: str = ""
    back_files: tuple[str, ...] = ()


LETELE = Package("npm", "@letele/playing-cards", "0.1.0", "CC0-1.0")
HERUKA = Package("npm", "@heruka_urgyen/react-playing-cards", "0.5.0", "MIT")
CARDSJS = Package("npm", "cardsJS", "1.1.1", "LGPL-3.0-or-later")
SVG_CARDS = Package("npm", "svg-cards", "4.0.2", "LGPL-2.1-or-later")
POKER = Package("pypi", "PyPokerGUI", "0.0.7", "MIT")
BLACKDUCK = Package("pypi", "blackduck-v2", "0.1.1", "GPL-3.0-or-later")
ARCADE = Package("pypi", "arcade", "3.3.3", "CC0-1.0")
KDE = Package("debian", "kdegames-card-data-kf5", "4:22.12.3-1", "GPL-2.0-or-later")
REACT = tuple(
    Package("npm", name, version, "MIT")
    for name, version in (
        ("react", "18.3.1"),
        ("react-dom", "18.3.1"),
        ("scheduler", "0.23.2"),
        ("@babel/runtime", "7.26.0"),
    )
)
"""What turns the one deck that comes as React components into SVG."""
GNOME = Package("debian", "gnome-cards-data", "1:3.22.23-1", "GPL-3.0-or-later")

_PLAIN = "2 3 4 5 6 7 8 9 T J Q K A"
_HERUKA = "package/src/images/"
_CARDS = "usr/share/aisleriot/cards/"


_GNOME_AREA = (0.0, 0.0, 1.0, 0.8)  # a fifth row has jokers and backs
_GNOME_OTHERS = {"BJ": (4, 0), "RJ": (4, 1), "back0": (4, 2)}
_TWO_BACKS = {**_GNOME_OTHERS, "back1": (4, 3)}


def _gnome(
    file: str, family: str = "english", others: Mapping[str, tuple[int, int]] = _GNOME_OTHERS, **more: Any
) -> Recipe:
    return Recipe(GNOME, "sheet", f"{_CARDS}{file}.svgz", family, area=_GNOME_AREA, others=others, **more)


def _kde(file: str, area: Box, rows: str, columns: str = "A23456789TJQK", **more: Any) -> Recipe:
    return Recipe(KDE, "sheet", f"usr/share/carddecks/{file}.svgz", area=area, rows=rows, columns=columns, **more)


RECIPES: Mapping[str, Recipe] = {
    "ancient-french": _gnome("ancient_french", "french", hints=Hints(jokers=(0.07, 0.05, 0.595, 0.118))),
    "anglo": _gnome("anglo"),
    "anglo-bitmap": _gnome("anglo_bitmap"),
    "anglo-modern": _gnome(
        "anglo_modern", drop=("BJ", "RJ")
    ),  # beside its sign each joker has the word, which would lack a quad
    "anglo-modern-4": _gnome(
        "anglo_modern_4_color", drop=("BJ", "RJ")
    ),  # beside its sign each joker has the word, which would lack a quad
    "anglo-poker": _gnome("anglo_poker"),
    "atlasnye": _gnome("atlasnye"),
    "atlasnye-skat": _gnome("atlasnye_skat", "german"),
    "berlin": _gnome("berlin", "german"),
    "dondorf": _gnome("dondorf", drop=("BJ", "RJ"), hints=Hints(corners=4)),
    "gnomangelo": _gnome("gnomangelo", drop=("BJ", "RJ")),
    "gnomangelo-bitmap": _gnome("gnomangelo_bitmap"),
    "lattmann": _gnome("lattmann", "german"),
    "neoclassical": _gnome(
        "neoclassical", drop=("BJ", "RJ")
    ),  # beside its sign each joker has the word, which would lack a quad
    "neoclassical-4": _gnome(
        "neoclassical_4_color", drop=("BJ", "RJ")
    ),  # beside its sign each joker has the word, which would lack a quad
    "orell": _gnome("orell"),
    "ornamental": _gnome("ornamental", others=_TWO_BACKS),
    "paris": _gnome("paris"),
    "plastic": _gnome("plastic", hints=Hints(jokers=(0.045, 0.03, 0.21, 0.14))),
    "rheinland": _gnome("rheinland", "german"),
    "simplistic": _gnome("simplistic"),
    "slavic": _gnome("slavic_costumes", "russian"),
    "tango": _gnome("tango", others=_TWO_BACKS),
    "tarocco": _gnome("tarocco", "italian"),
    "tigullio": _gnome("tigullio"),
    "atlasnye-russian": _gnome("Атласные", "russian"),
    "kde-standard": _kde("svg-standard/standard", (0.0, 0.0, 1.0, 1.0), "SHCD", "AKQJT98765432"),
    "letele": Recipe(LETELE, "react", "package/dist/index.esm.js", trim=0.006),
    "heruka": Recipe(HERUKA, "files", f"{_HERUKA}2color/{{rank}}{{suit}}.svg", rank_names=_PLAIN, trim=0.008),
    "heruka-jumbo": Recipe(HERUKA, "files", f"{_HERUKA}2color-bf/{{rank}}{{suit}}.svg", rank_names=_PLAIN, trim=0.008),
    "heruka-4": Recipe(HERUKA, "files", f"{_HERUKA}4color/{{rank}}{{suit}}.svg", rank_names=_PLAIN, trim=0.008),
    "heruka-jumbo-4": Recipe(
        HERUKA, "files", f"{_HERUKA}4color-bf/{{rank}}{{suit}}.svg", rank_names=_PLAIN, trim=0.008
    ),
    "cardsjs": Recipe(
        CARDSJS,
        "files",
        "package/cards/{rank}{suit}.svg",
        trim=0.008,
        back_files=("package/cards/Red_Back.svg", "package/cards/Blue_Back.svg"),
    ),
    "svg-cards": Recipe(
        SVG_CARDS,
        "files",
        "package/png/2x/{suit}_{rank}.png",
        rank_names="2 3 4 5 6 7 8 9 10 jack queen king 1",
        suit_names="club diamond heart spade",
        black_joker="package/png/2x/joker_black.png",
        red_joker="package/png/2x/joker_red.png",
        back_files=tuple(
            f"package/png/2x/back-{c}.png"
            for c in ["blue", "black", "maroon", "navy", "red", "teal", "purple", "green"]
        ),
    ),
    "pypoker": Recipe(
        POKER,
        "files",
        "PyPokerGUI-0.0.7/pypokergui/server/static/images/card_{suit}{rank}.png",
        rank_names=_PLAIN,
        trim=0.004,
    ),
    "blackduck": Recipe(
        BLACKDUCK,
        "files",
        "blackduck_v2_package/assets/Carddeck/{suit}/{rank}.png",
        suit_names="Clubs Diamonds Hearts Spades",
        back_files=("blackduck_v2_package/assets/Carddeck/back.png",),
        trim=0.006,
    ),
}

FONTS: tuple[Package, ...] = tuple(
    Package("npm", f"@fontsource/{name}", "5.3.0", "OFL-1.1 (roboto: Apache-2.0, ubuntu: UFL-1.0)")
    for name in (
        # squeezed, they are the lettering of the American packs
        "rokkitt",
        "arvo",
        "roboto-slab",
        "bree-serif",
        "zilla-slab",
        "crete-round",
        "josefin-slab",
        "kreon",
        "slabo-27px",
        "noticia-text",
        # narrow: Copag and most jumbo packs
        "oswald",
        "antonio",
        "bebas-neue",
        "league-gothic",
        "fjalla-one",
        "barlow-condensed",
        "pathway-gothic-one",
        "saira-extra-condensed",
        "roboto-condensed",
        "pt-sans-narrow",
        "archivo-narrow",
        "ubuntu-condensed",
        # thick and thin: KEM, Piatnik, the French packs
        "bodoni-moda",
        "old-standard-tt",
        "prata",
        "yeseva-one",
        "playfair-display",
        "abril-fatface",
        "vidaloka",
        # the rest of the world
        "pt-serif",
        "lora",
        "libre-caslon-text",
        "cinzel",
        "spectral",
        "alfa-slab-one",
        "ultra",
        # more of all these, for more variety
        "anton",
        "khand",
        "rufina",
        "libre-baskerville",
        "big-shoulders-display",
        "patua-one",
        "aleo",
        "domine",
        "hepta-slab",
        "dm-serif-display",
        "graduate",
        "encode-sans-condensed",
        # with Russian letters
        "philosopher",
        "russo-one",
        "play",
        "rubik",
        "noto-serif",
        "ibm-plex-sans-condensed",
        "literata",
        "arsenal",
        "bitter",
        "tinos",
        "arimo",
        "jost",
        "cormorant",
        "eb-garamond",
        "alice",
    )
)
"""Index lettering. The latin and cyrillic cuts, upright, normal and bold."""

HELD_OUT_FONTS: tuple[Package, ...] = tuple(
    Package("npm", f"@fontsource/{name}", "5.3.0", "OFL-1.1")
    for name in (
        "sanchez",
        "besley",
        "gfs-didot",
        "teko",
        "alumni-sans",
        "fira-sans-extra-condensed",
        "merriweather",
        "ibm-plex-serif",
    )
)
"""Lettering never trained on: with it decks are drawn that measure each alphabet, as no printed ones are left to hold out."""

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
