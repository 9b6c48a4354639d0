"""python -m tests.measure_films: are films as hard to read as life? The reader's errors on films beside those on photographs.

    python -m tests.measure_films --films 4 --seed 1 --level normal --photos ../shared/photos

Of each film the beginnings of all rests are painted, compressed as `datasets.film` does it, and read as `kibitz watch` reads them (ten
frames a second, each in the light of those before: "as watched") and as photographs are (in several sizes: "thoroughly"). Counted is
every index that the truth says is free, from 12 px on, half a second after the table came to rest, and every card with such an
index; of photographs, whose labels tell no indices, every card that is to be seen whole. Exit status 1: the share of cards that
are not read surely and rightly is less than half of what it is on photographs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np

from app.paths import WEIGHTS
from datasets.decks import DeckError
from datasets.film import Film, find_deck, held_out_decks, write_pictures
from datasets.film_camera import Level
from datasets.film_story import FilmError, story
from models.pictures import LabelError, photographs
from rules.cards import card_name
from vision.errors import VisionError
from vision.recogniser import Recogniser
from vision.sighting import Sighting

GAMES = Path(__file__).resolve().parent / "datasets" / "games"
LEAST = 12.0  # px: lower indices do not count
RATE, FRAMES = 10.0, 6  # frames a second that `watch` reads, and how many of each rest
BESIDE = 0.6  # of its width and height: so far a reading may be off the middle of its index
EASIER = 0.5  # films of which less than so much of the share that fails on photographs fails are easier
OUTCOMES = ("right and sure", "wrong and sure", "unsure", "missed")


@dataclass(slots=True)
class Errors:
    """What came of the indices (or cards) that were to be read."""

    counts: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)  # the best that came of any index of a card
    taken_for: Counter[tuple[str, str]] = field(default_factory=Counter)
    phantoms: int = 0
    pictures: int = 0

    def add(self, other: Errors) -> None:
        """More of them."""
        self.counts += other.counts
        self.cards += other.cards
        self.taken_for += other.taken_for
        self.phantoms += other.phantoms
        self.pictures += other.pictures

    def share_right(self) -> float:
        """Of the cards that were to be read, those read surely and rightly."""
        return self.cards["right and sure"] / max(self.cards.total(), 1)

    def row(self, name: str, by_card: bool = False) -> str:
        """A line of the table."""
        counts = self.cards if by_card else self.counts
        total = sum(counts.values())
        shares = "".join(f"{counts[outcome] / max(total, 1):16.4f}" for outcome in OUTCOMES)
        return f"{name[:38]:38}{self.pictures:9}{total:8}{shares}{self.phantoms:10}"


def heading() -> str:
    """The first line of the table."""
    return f"{'':38}{'pictures':>9}{'to read':>8}{''.join(f'{o:>16}' for o in OUTCOMES)}{'phantoms':>10}"


def compare(cards: Iterable[dict[str, Any]], sightings: Sequence[Sighting], sure: float) -> Errors:
    """The sightings of one frame beside the cards that its truth lists: each free index is read right, wrongly, not surely, or missed.

    A phantom is a sure card that is nowhere on the table, or not where its cards are."""
    errors = Errors(pictures=1)
    there = {card["card"] for card in cards}
    for card in cards:
        came: set[str] = set()
        for quad in card["indices"]:
            index = np.array(quad, np.float32)
            height = float(np.linalg.norm(index[3] - index[0]) + np.linalg.norm(index[2] - index[1])) / 2
            if height < LEAST:
                continue
            found = [s for s in sightings if s.card is not None and _shows(s, index)]
            best = max(found, key=lambda s: s.confidence, default=None)
            if best is None or best.card is None:
                outcome = "missed"
            elif best.confidence < sure:
                outcome = "unsure"
            elif card_name(best.card) == card["card"]:
                outcome = "right and sure"
            else:
                outcome = "wrong and sure"
                errors.taken_for[card["card"], card_name(best.card)] += 1
            errors.counts[outcome] += 1
            came.add(outcome)
        if came:
            errors.cards[next(outcome for outcome in OUTCOMES if outcome in came)] += 1
    errors.phantoms = sum(
        s.card is not None and s.confidence >= sure and card_name(s.card) not in there for s in sightings
    )
    return errors


def _shows(sighting: Sighting, index: np.ndarray) -> bool:
    """The middle of one of the indices of ``sighting`` lies on ``index`` (4, 2) or just beside it; those next to it in a fan do not."""
    quads = sighting.indices or (sighting.corners,)
    across, down = index[1] - index[0], index[3] - index[0]
    for quad in quads:
        off = quad.mean(axis=0) - index.mean(axis=0)
        if max(abs(off @ across) / (across @ across), abs(off @ down) / (down @ down)) < BESIDE:
            return True
    return False


def rests(film: Film) -> list[list[int]]:
    """The first FRAMES frames that are due of every stretch in which nothing moves and a card lies."""
    found: list[list[int]] = []
    start: int | None = None
    for number in range(len(film) + 1):
        moment = film.script.at(number / film.fps)
        still = number < len(film) and not moment.hands and not moment.carried and moment.lying != ()
        if still and start is None:
            start = number
        elif not still and start is not None:
            due = [start + round(k * film.fps / RATE) for k in range(FRAMES)]
            if due[-1] < number:
                found.append(due)
            start = None
    return found


def measure_film(film: Film, eye: Recogniser, careful: Recogniser, folder: Path) -> tuple[Errors, Errors]:
    """The rests of one film: errors as watched, errors thoroughly."""
    path = folder / "film.mp4"
    due = rests(film)
    write_pictures((film.frame(number) for numbers in due for number in numbers), film, path)
    watched, thorough = Errors(), Errors()
    capture = cv2.VideoCapture(str(path))
    for numbers in due:
        for _ in numbers:
            ok, picture = capture.read()
            if not ok:
                raise FilmError(f"{path}: ends before its time")
            reading = eye.read(np.asarray(picture, np.uint8), thorough=False)
        second = numbers[-1] / film.fps
        truth = film.painter.truth(film.script.at(second), second)
        watched.add(compare(truth, reading.sightings, eye.sure))
        again = careful.read(np.asarray(picture, np.uint8))
        thorough.add(compare(truth, again.sightings, careful.sure))
    capture.release()
    return watched, thorough


def measure_photographs(folder: Path, eye: Recogniser) -> Errors:
    """The labelled photographs: every card that is to be seen whole."""
    errors = Errors()
    for one in photographs(eye, folder):
        said, extra = one.said(), one.extra()
        errors.pictures += 1
        errors.phantoms += len(extra)
        for card in one.truth.full:
            if card in said:
                errors.counts["right and sure"] += 1
            elif card in one.named:
                errors.counts["unsure"] += 1
            elif len(extra) == 1 and len(one.missed()) == 1:
                errors.counts["wrong and sure"] += 1
                errors.taken_for[card, next(iter(extra))] += 1
            else:
                errors.counts["missed"] += 1
    return errors


def films(
    games: Sequence[Path], count: int, seed: int, level: Level, decks: Sequence[str]
) -> Iterator[tuple[str, Film]]:
    """``count`` films: games and decks in turn."""
    for n in range(count):
        game, deck = games[n % len(games)], decks[(seed + n) % len(decks)]
        told = story(game.read_text(encoding="utf-8"))
        yield f"{game.stem} {deck} {seed + n}", Film(told, find_deck(deck), seed + n, level=level)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.measure_films", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", type=Path, metavar="GAME.kbz", help="records (default: those of the tests)")
    parser.add_argument("--films", type=int, default=4, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=get_args(Level), default="normal")
    parser.add_argument("--deck", choices=held_out_decks(), help="one deck (default: all that are held out, in turn)")
    parser.add_argument("--photos", type=Path, help="folder with photographs and labels.jsonl")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args(argv)
    decks = (args.deck,) if args.deck else held_out_decks()
    watched, thorough, easier = Errors(), Errors(), False
    print(heading())
    try:
        with tempfile.TemporaryDirectory() as temporary:
            games = args.games or sorted(GAMES.glob("*.kbz"))
            for name, film in films(games, args.films, args.seed, args.level, decks):
                eyes = Recogniser(WEIGHTS, args.threads), Recogniser(WEIGHTS, args.threads)
                one, other = measure_film(film, *eyes, Path(temporary))
                watched.add(one)
                thorough.add(other)
                print(one.row(name), flush=True)
        for title, errors in (("as watched", watched), ("thoroughly", thorough)):
            print(errors.row(f"films {args.level}, {title}, by index"))
            print(errors.row(f"films {args.level}, {title}, by card", by_card=True))
        if args.photos:
            seen = measure_photographs(args.photos, Recogniser(WEIGHTS, args.threads))
            print(seen.row("photographs, thoroughly, by card"))
            failed = 1 - seen.counts["right and sure"] / max(seen.counts.total(), 1)
            easier = 1 - thorough.share_right() < EASIER * failed
    except (FilmError, DeckError, LabelError, VisionError, OSError) as error:
        print(f"measure_films: {error}", file=sys.stderr)
        return 2
    wrong = ", ".join(f"{a} read {b} {n}" for (a, b), n in watched.taken_for.most_common(12))
    print(f"which for which, as watched: {wrong or 'none'}")
    if easier:
        print("the films are easier than life: make them harder (datasets/film_camera.py)")
    return int(easier)


if __name__ == "__main__":
    sys.exit(main())
