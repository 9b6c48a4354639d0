"""Where does the training art come from? ``python -m datasets.fetch`` gets it from package indexes by name.

Downloads the packages of `datasets.recipes` (Debian, npm, PyPI; nothing of them is run), and makes from them under ``data/``:
``decks/NAME/`` (card sprites with their index quads, see `datasets.decks`), ``fonts/`` and ``textures/``. What is there already is
kept; a package that cannot be had costs one line and its decks. Needs rsvg-convert, dpkg-deb and npm on the path.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.corners import index_quads
from datasets.decks import FACE_HEIGHT, HELD_OUT
from datasets.recipes import FONTS, HELD_OUT_FONTS, REACT, RECIPES, SIGN_FONTS, TEXTURES, Package, Recipe
from rules.cards import RANKS, SUITS, Card, card_name, parse_card

Image = NDArray[np.uint8]


class FetchError(RuntimeError):
    """A package or a deck that cannot be had. ``what`` and ``problem`` say which and why."""

    def __init__(self, what: str, problem: str) -> None:
        super().__init__(f"{what}: {problem}")
        self.what = what
        self.problem = problem


def _call(command: list[str], cwd: Path | None = None) -> bytes:
    try:
        return subprocess.run(command, cwd=cwd, check=True, capture_output=True, timeout=600).stdout
    except FileNotFoundError:
        raise FetchError(command[0], "not installed") from None
    except subprocess.TimeoutExpired:
        raise FetchError(command[0], "took more than ten minutes") from None
    except subprocess.CalledProcessError as error:
        last = (error.stderr.decode(errors="replace").strip().splitlines() or ["no message"])[-1]
        raise FetchError(" ".join(command[:3]), last) from None


def _unpack(archive: Path, to: Path) -> None:
    if archive.suffix == ".deb":
        _call(["dpkg-deb", "-x", str(archive), str(to)])
    elif archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(to)
    else:
        with tarfile.open(archive) as tar:
            tar.extractall(to, filter="data")


def package_folder(package: Package, data: Path) -> Path:
    """The unpacked package, downloaded if it is not there yet. Raises FetchError."""
    folder = data / "packages" / f"{package.name.strip('@').replace('/', '-')}-{package.version.replace(':', '.')}"
    if folder.exists():
        return folder
    making = folder.with_name(folder.name + ".part")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    commands = {
        "debian": ["apt-get", "download", f"{package.name}={package.version}"],
        "npm": ["npm", "pack", "--silent", f"{package.name}@{package.version}"],
        "pypi": [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"{package.name}=={package.version}"],
    }
    try:
        _call(commands[package.index], making)
    except FetchError as error:
        raise FetchError(f"{package.index} package {package.name} {package.version}", error.problem) from None
    for archive in [p for p in making.iterdir() if p.is_file()]:
        _unpack(archive, making)
        archive.unlink()
    making.rename(folder)
    return folder


def _svg(path: Path, height: int, extra: tuple[str, ...] = ()) -> Image:
    """An SVG file as BGRA, ``height`` pixels high."""
    png = _call(["rsvg-convert", "-u", "-a", "-h", str(height), *extra, str(path)])
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FetchError(str(path), "rsvg-convert gave no picture")
    return np.asarray(image, np.uint8)


Pictures = dict[str, Image]  # card name or back0, back1 ... -> BGRA


def _sheet(recipe: Recipe, folder: Path) -> Pictures:
    """A sheet of cards in rows and columns; of each cell the largest solid piece."""
    x0, y0, x1, y1 = recipe.area
    sheet = _svg(folder / recipe.path, round(len(recipe.rows) * (FACE_HEIGHT + 30) / (y1 - y0)))
    height, width = sheet.shape[:2]
    cells = {f"{r}{s}": (i, j) for i, s in enumerate(recipe.rows) for j, r in enumerate(recipe.columns)}
    cells |= recipe.others
    tall, wide = (y1 - y0) * height / len(recipe.rows), (x1 - x0) * width / len(recipe.columns)
    pictures: Pictures = {}
    for name, (row, column) in cells.items():
        top, left = y0 * height + row * tall, x0 * width + column * wide
        cell = sheet[round(top) : round(top + tall), round(left) : round(left + wide)]
        _, _, stats, _ = cv2.connectedComponentsWithStats((cell[:, :, 3] > 128).astype(np.uint8))
        x, y, w, h = stats[1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA])), :4] if len(stats) > 1 else (0, 0, 1, 1)
        pictures[name] = cell[y : y + h, x : x + w].copy()
    return pictures


def _picture(path: Path) -> Image:
    """One card from an SVG or PNG file, BGRA; paper under what is transparent within the card."""
    if path.suffix == ".svg":
        return _svg(path, FACE_HEIGHT + 40)
    image = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FetchError(str(path), "no picture")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 3:
        image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    return np.asarray(image, np.uint8)


def _files(recipe: Recipe, folder: Path) -> Pictures:
    """One file a card, named by the recipe."""
    paths = {
        f"{r}{s}": recipe.path.format(rank=rank, suit=suit)
        for r, rank in zip(RANKS, recipe.rank_names.split(), strict=True)
        for s, suit in zip(SUITS, recipe.suit_names.split(), strict=True)
    }
    paths |= {"BJ": recipe.black_joker, "RJ": recipe.red_joker}
    paths |= {f"back{i}": path for i, path in enumerate(recipe.back_files)}
    return {name: _picture(folder / path) for name, path in paths.items() if path}


_TO_SVG = """
import * as cards from './cards.mjs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { writeFileSync } from 'fs';
for (const [name, card] of Object.entries(cards)) writeFileSync(name + '.svg', renderToStaticMarkup(createElement(card)));
"""


def _react(recipe: Recipe, folder: Path) -> Pictures:
    """A module of React components, one a card: C2, Ca, B1 (back), J1 (joker) ..."""
    shop = folder / "svg"
    if not (shop / "done").exists():
        for package in REACT:
            home = shop / "node_modules" / package.name
            home.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(package_folder(package, folder.parents[1]) / "package", home, dirs_exist_ok=True)
        shutil.copy(folder / recipe.path, shop / "cards.mjs")
        (shop / "render.mjs").write_text(_TO_SVG)
        _call(["node", "render.mjs"], shop)
        (shop / "done").touch()
    names = {f"{r}{s}": f"{s}{'10' if r == 'T' else r.lower()}" for r in RANKS for s in SUITS}
    names |= {"back0": "B1", "back1": "B2", "BJ": "J1", "RJ": "J2"}
    return {name: _picture(shop / f"{file}.svg") for name, file in names.items()}


_READERS: Mapping[str, Callable[[Recipe, Path], Pictures]] = {"sheet": _sheet, "files": _files, "react": _react}


def _rounded(height: int, width: int) -> Image:
    """1 within a card that fills the picture, 0 outside its rounded corners."""
    solid = np.zeros((height, width), np.uint8)
    r = round(0.045 * width)
    solid[r : height - r] = 1
    solid[:, r : width - r] = 1
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(solid, (x, y), r, 1, -1)
    return solid


def _sprite(image: Image, trim: float) -> Image:
    """Without its drawn outline, cut to its edge."""
    cut = max(1, round(trim * image.shape[0]))
    solid = (image[:, :, 3] > 200).astype(np.uint8)
    if solid.mean() < 0.8:  # only the ink is there: the paper is all of it
        solid = np.ones_like(solid)
    closed = cv2.morphologyEx(np.pad(solid, 9), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    pen = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * cut + 1, 2 * cut + 1))
    solid = np.asarray(cv2.erode(closed, pen)[9:-9, 9:-9], np.uint8)
    x, y, w, h = cv2.boundingRect(solid)
    if w * h == 0:
        raise FetchError("sprite", "an empty picture")
    alpha = image[:, :, 3:].astype(np.float32) / 255
    paper = (image[:, :, :3] * alpha + 255 * (1 - alpha)).round().astype(np.uint8)
    return np.dstack([paper[y : y + h, x : x + w], (solid[y : y + h, x : x + w] & _rounded(h, w)) * 255])


def _outline(pictures: list[Image], trim: float) -> float:
    """How much to take off so that the drawn outline is gone: ``trim`` at least; a share of the height."""
    for cut in np.arange(trim, 0.032, 0.003):
        light = []
        for image in pictures:
            sprite = _sprite(image, float(cut))
            h, w = sprite.shape[:2]
            middle = sprite[h // 3 : 2 * h // 3], sprite[:, w // 3 : 2 * w // 3]
            edge = [middle[0][:, :2], middle[0][:, -2:], middle[1][:2], middle[1][-2:]]
            light.append(np.concatenate([e[..., :3].reshape(-1, 3) for e in edge]).min())
        if np.median(light) > 190:
            return float(cut)
    return trim


def _same_size(sprites: list[Image]) -> list[Image]:
    """All FACE_HEIGHT high and of one width, no slimmer or wider than real cards are."""
    shape = float(np.median([s.shape[0] / s.shape[1] for s in sprites]))
    size = round(FACE_HEIGHT / float(np.clip(shape, 1.38, 1.57))), FACE_HEIGHT
    return [np.asarray(cv2.resize(s, size, interpolation=cv2.INTER_AREA), np.uint8) for s in sprites]


def make_deck(name: str, data: Path) -> int:
    """Make ``data/decks/NAME``; the number of faces. Raises FetchError."""
    recipe = RECIPES[name]
    pictures = _READERS[recipe.how](recipe, package_folder(recipe.package, data))
    keys = [key for key in pictures if key not in recipe.drop]
    trim = _outline([pictures[f"{rank}{suit}"] for rank in "2345" for suit in "CD"], recipe.trim)
    sprites = dict(zip(keys, _same_size([_sprite(pictures[key], trim) for key in keys]), strict=True))
    faces: dict[Card, Image] = {parse_card(key): image for key, image in sprites.items() if not key.startswith("back")}
    backs = [image for key, image in sprites.items() if key.startswith("back")]
    quads = index_quads(faces, recipe.hints)
    making = _workshop(data, name)
    about: dict[str, object] = {
        "name": name,
        "family": recipe.family,
        "licence": recipe.package.licence,
        "source": [recipe.package.index, recipe.package.name, recipe.package.version],
        "held_out": name in HELD_OUT,
        "backs": [f"back{i}.png" for i in range(len(backs))],
        "faces": {card_name(c): [q.round(1).tolist() for q in quads[c]] for c in sorted(faces) if quads[c]},
    }
    for card, image in faces.items():
        if quads[card]:
            cv2.imencode(".png", image)[1].tofile(making / f"{card_name(card)}.png")
    for i, image in enumerate(backs):
        cv2.imencode(".png", image)[1].tofile(making / f"back{i}.png")
    (making / "deck.json").write_text(json.dumps(about, indent=1), encoding="utf-8")
    _publish(making, data / "decks" / name)
    return sum(1 for c in faces if quads[c])


def _publish(making: Path, folder: Path) -> None:
    """Put a finished folder in place of an older one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    making.rename(folder)


def _workshop(data: Path, name: str) -> Path:
    making = data / "making" / name
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    return making


def make_fonts(data: Path) -> int:
    """Make ``data/fonts``: ``index/NAME-WEIGHT-latin.woff`` and ``-cyrillic.woff``, those held out in ``held-out/``, ``signs/``.

    Gives the number of files."""
    making = _workshop(data, "fonts")
    (making / "index").mkdir()
    (making / "held-out").mkdir()
    (making / "signs").mkdir()
    for package in (*FONTS, *HELD_OUT_FONTS):
        folder = making / ("held-out" if package in HELD_OUT_FONTS else "index")
        name = package.name.removeprefix("@fontsource/")
        files = package_folder(package, data) / "package" / "files"
        for weight in ("400", "700"):
            for script in ("latin", "cyrillic"):
                file = files / f"{name}-{script}-{weight}-normal.woff"
                if file.exists():
                    shutil.copy(file, folder / f"{name}-{weight}-{script}.woff")
    for package, wanted in SIGN_FONTS:
        for file in package_folder(package, data).rglob("*.ttf"):
            if file.name in wanted:
                shutil.copy(file, making / "signs" / file.name)
    count = sum(1 for p in making.rglob("*") if p.is_file())
    _publish(making, data / "fonts")
    return count


def make_textures(data: Path) -> int:
    """Make ``data/textures``: JPEG, at most 1024 pixels a side. The number of pictures."""
    making = _workshop(data, "textures")
    folder = package_folder(TEXTURES, data)
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() not in (".png", ".jpg", ".jpeg") or "textures" not in file.parts:
            continue
        image = cv2.imread(str(file), cv2.IMREAD_COLOR)
        if image is None or min(image.shape[:2]) < 128:
            continue
        scale = min(1.0, 1024 / max(image.shape[:2]))
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(making / f"{file.parents[1].name}-{file.stem}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    count = len(list(making.iterdir()))
    _publish(making, data / "textures")
    return count


def main(argv: list[str] | None = None) -> int:
    """Fetch everything, or what is named. Exit status 1 if something could not be had."""
    parser = argparse.ArgumentParser(prog="python -m datasets.fetch", description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=Path, default=Path("data"), help="folder for everything (default: data)")
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="only this (a deck, fonts, textures), made anew"
    )
    args = parser.parse_args(argv)
    jobs: list[tuple[str, Callable[[], int], str]] = [
        ("fonts", lambda: make_fonts(args.to), "files"),
        *((name, lambda name=name: make_deck(name, args.to), "faces") for name in RECIPES),  # type: ignore[misc]
        ("textures", lambda: make_textures(args.to), "pictures"),
    ]
    if args.only:
        unknown = set(args.only) - {name for name, _, _ in jobs}
        if unknown:
            parser.error(f"no such thing: {', '.join(sorted(unknown))}; there are {', '.join(n for n, _, _ in jobs)}")
        jobs = [job for job in jobs if job[0] in args.only]
    else:
        there = {p.name for p in args.to.glob("*")} | {p.parent.name for p in args.to.glob("decks/*/deck.json")}
        jobs = [job for job in jobs if job[0] not in there]
    failed = 0
    for i, (name, make, what) in enumerate(jobs, 1):
        try:
            print(f"[{i}/{len(jobs)}] {name}: {make()} {what}", flush=True)
        except FetchError as error:
            failed += 1
            print(f"[{i}/{len(jobs)}] {name}: left out: {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
