"""python -m tests.round_trip --games all --films N --seed S --level normal: films random games, watches the films, and compares what was
written down with what was played.

Each film is watched twice: with no question answered, and with all of them answered truthfully. Films, readings and results are kept under
data/films, and made anew only when something they depend on has changed; a run that was stopped goes on. With names of records
(GAME.kbz) these are filmed. Exit status 1 below the goals: 95 % of the films written down move for move with no question answered, 99 %
with answers, every illegal move and foul of the hand called so, and nobody accused.
"""

from __future__ import annotations

import argparse
import functools
import json
import multiprocessing
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from app.paths import DEMO, WEIGHTS
from datasets.decks import DeckError
from datasets.film import Film, find_deck, held_out_decks, write_film
from datasets.film_games import film_game
from datasets.film_story import FilmError, story
from rules.games import GAMES
from rules.record import parse
from tests.film_reading import ROOT, KeptReader, Timed, fingerprint, reader_fingerprint
from tests.film_trip import played, watch, watch_by_command

FOLDER = Path("data/films")
LEVELS = ("calm", "normal", "rough")
OPEN_GOAL, ANSWERED_GOAL = 0.95, 0.99
_FILM_CODE = ("datasets/film*.py", "datasets/hands.py", "datasets/demo_*.py")
_WEIGHTS = f"{WEIGHTS.relative_to(ROOT)}/*"
_READ_CODE = ("app/*.py", "rules/*.py", "rules/games/*/*.py", "vision/*.py", "tests/film_*.py", _WEIGHTS)
_CODE = fingerprint(*_FILM_CODE, *_READ_CODE)  # now, as it is loaded


class TripError(ValueError):
    """What cannot be filmed or watched; one line."""


def deck_of(game: str, seed: int, wanted: str | None) -> str:
    """The deck of a film: ``wanted``, which must be one that is held out from training; else one of them by lot."""
    decks = held_out_decks()
    if wanted is not None and wanted not in decks:
        raise TripError(f"the deck {wanted!r} is not held out from training; take one of {', '.join(decks)}")
    return wanted or decks[int(np.random.default_rng([seed, *game.encode()]).integers(len(decks)))]


def make_film(folder: Path, text: str, seed: int, deck: str, level: str) -> Path:
    """The film of a record, made anew only if something has changed. -> its path; beside it .kbz, .jsonl and .truth."""
    film, made = folder / "film.mp4", folder / "film.made"
    stamp = f"{fingerprint(*_FILM_CODE)} {deck} {level} {seed}"
    record = film.with_suffix(".kbz")
    if film.exists() and made.exists() and made.read_text() == stamp and record.read_text(encoding="utf-8") == text:
        return film
    folder.mkdir(parents=True, exist_ok=True)
    made.unlink(missing_ok=True)
    (folder / "readings.npz").unlink(missing_ok=True)
    record.write_text(text, encoding="utf-8")
    write_film(Film(story(text), find_deck(deck), seed, level=level), film, film.with_suffix(".truth"))
    made.write_text(stamp)
    return film


def watch_twice(film: Path, folder: Path) -> dict[str, Any]:
    """Both trips of a film, as JSON."""
    from vision.recogniser import Recogniser
    from vision.sources import open_source
    from vision.weights import load_networks

    read_stamp = folder / "readings.made"
    stamp = reader_fingerprint()
    if not read_stamp.exists() or read_stamp.read_text() != stamp:
        (folder / "readings.npz").unlink(missing_ok=True)
    began = time.monotonic()
    trips: dict[str, Any] = {}
    sure = load_networks(WEIGHTS, ours=True).settings.sure
    for answering in (False, True):
        source = Timed(open_source(str(film)))
        reader = KeptReader(source, functools.partial(Recogniser, WEIGHTS, threads=1), folder / "readings.npz", sure)
        try:
            trip = watch(film, reader, source, answering=answering, folder=folder)
        finally:
            source.close()
        reader.keep()
        read_stamp.write_text(stamp)
        trips["answered" if answering else "open"] = trip.as_json() | {"recovered": trip.recovered}
        if not trip.questions:  # nothing to answer: the same again
            trips["answered"] = trips["open"]
            break
    trips["seconds"] = round(time.monotonic() - began, 1)
    return trips


def one_film(job: tuple[str, int, str, str | None, str | None], out: Path) -> dict[str, Any]:
    """Makes and watches one film: (game, seed, level, deck, record or None). -> its results, kept in result.json."""
    game, seed, level, wanted, text = job
    cv2.setNumThreads(1)
    folder = out / f"{game}-{level}-{seed}"
    try:
        deck = deck_of(game, seed, wanted)
        text = text or film_game(GAMES[game].id if game in GAMES else game, seed)
        stamp = f"{_CODE} {deck}"
        kept = folder / "result.json"
        if kept.exists():
            found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
            if found["stamp"] == stamp and (folder / "film.kbz").read_text(encoding="utf-8") == text:
                return found
        film = make_film(folder, text, seed, deck, level)
        result = watch_twice(film, folder) | {"name": folder.name, "game": game, "deck": deck, "stamp": stamp}
        kept.write_text(json.dumps(result, ensure_ascii=False), encoding="utf-8")
        return result
    except (FilmError, DeckError, TripError) as error:
        return {"name": folder.name, "game": game, "error": str(error)}


def tell(result: dict[str, Any]) -> str:
    """What became of a film, in one line or more."""
    if "error" in result:
        return f"{result['name']}: {result['error']}"
    lines = []
    for how in ("open", "answered"):
        trip = result[how]
        lines += [f"  {how}: {word}" for word in (*_wrong(trip),)]
        if not trip["recovered"]:
            rows = [trip["expected"], trip["written"]]
            for n in range(max(map(len, rows))):
                a, b = (row[n] if n < len(row) else "-" for row in rows)
                if a != b:
                    lines.append(f"  {how}: ! {a:40} {b}")
                    break
    state = (
        "right" if result["open"]["recovered"] else "right with answers" if result["answered"]["recovered"] else "WRONG"
    )
    head = f"{result['name']} ({result['deck']}): {len(result['open']['expected'])} lines, {state}"
    asked = result["open"]["questions"]
    return "\n".join([f"{head}, {asked} asked, {result['seconds']} s", *dict.fromkeys(lines)])


def _wrong(trip: dict[str, Any]) -> list[str]:
    return [f"ACCUSED {a}" for a in trip["accused"]] + [f"not called: {u}" for u in trip["unseen"]]


def table(results: Sequence[dict[str, Any]]) -> str:
    """The results by game, as a table in Markdown."""
    rows = ["| game | films | lines | right, nothing answered | right, answered | questions | called | not called | accused |",
            "|---|---|---|---|---|---|---|---|---|"]  # fmt: skip
    fine = [r for r in results if "error" not in r]
    groups = [(game, [r for r in fine if r["game"] == game]) for game in dict.fromkeys(r["game"] for r in fine)]
    for name, group in [*groups, ("all", fine)]:
        if not group:
            continue
        ways = [[r[how] for r in group] for how in ("open", "answered")]
        cells = [
            name,
            len(group),
            sum(len(t["expected"]) for t in ways[0]),
            *(f"{sum(t['recovered'] for t in way)} ({np.mean([t['recovered'] for t in way]):.0%})" for way in ways),
            sum(t["questions"] for t in ways[0]),
            sum(t["called"] for t in ways[1]),
            sum(len(t["unseen"]) for t in ways[1]),
            sum(len(t["accused"]) for t in [*ways[0], *ways[1]]),
        ]
        rows.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(rows)


def latencies(results: Sequence[dict[str, Any]]) -> str:
    """How long after the first frame at rest rulings came."""
    times = sorted(t for r in results if "error" not in r for t in r["answered"]["latencies"])
    if not times:
        return "no ruling"
    at = times[min(len(times) - 1, int(0.95 * len(times)))]
    within = sum(t <= 0.5 for t in times) / len(times)
    return f"rulings after the first frame at rest: median {statistics.median(times):.2f} s, 95 % {at:.2f} s, within 0.5 s {within:.0%}"


def met(results: Sequence[dict[str, Any]]) -> bool:
    """The goals are reached, over all films together."""
    if not results or any("error" in r for r in results):
        return False
    share = {how: float(np.mean([r[how]["recovered"] for r in results])) for how in ("open", "answered")}
    clean = not any(r[how]["accused"] for r in results for how in ("open", "answered"))
    called = not any(r["answered"]["unseen"] for r in results)
    return share["open"] >= OPEN_GOAL and share["answered"] >= ANSWERED_GOAL and clean and called


def demo(folder: Path) -> bool:
    """The committed film of the demo, watched by the command that users have."""
    folder.mkdir(parents=True, exist_ok=True)
    record = parse((DEMO / "table.kbz").read_text(encoding="utf-8"))
    written, _status = watch_by_command(DEMO / "table.mp4", DEMO / "table.jsonl", record, folder)
    fine = written == played(record)
    print(f"the film of the demo: {'right' if fine else 'WRONG'}", flush=True)
    return fine


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.round_trip", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("records", nargs="*", type=Path, metavar="GAME.kbz", help="film these records instead")
    parser.add_argument("--games", default="all", help='"all", or ids with commas between (default: all)')
    parser.add_argument("--films", type=int, default=1, help="films of each game (default: 1)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first film, counted up (default: 1)")
    parser.add_argument("--level", choices=LEVELS, default="normal")
    parser.add_argument("--deck", help="the deck to film with; must be held out from training (default: by lot)")
    parser.add_argument(
        "--out", type=Path, default=FOLDER, help=f"where films and results are kept (default: {FOLDER})"
    )
    parser.add_argument("--workers", type=int, default=2, help="films at once (default: 2)")
    parser.add_argument("--demo", action="store_true", help="watch the committed film of the demo as well")
    args = parser.parse_args(argv)
    games = list(GAMES) if args.games == "all" else args.games.split(",")
    if unknown := [game for game in games if game not in GAMES]:
        parser.error(f"there is no game {unknown[0]!r}; there are: {', '.join(GAMES)}")
    try:
        deck_of("", 0, args.deck)
        texts = [(path.stem, path.read_text(encoding="utf-8")) for path in args.records]
    except (TripError, OSError) as error:
        parser.error(str(error))
    jobs: list[tuple[str, int, str, str | None, str | None]]
    jobs = [(name, args.seed + n, args.level, args.deck, text) for n, (name, text) in enumerate(texts)]
    if not jobs:
        jobs = [(g, args.seed + n, args.level, args.deck, None) for n in range(args.films) for g in games]
    fine = demo(args.out / "demo") if args.demo else True
    results = []
    work = functools.partial(one_film, out=args.out)
    if args.workers > 1 and len(jobs) > 1:
        with multiprocessing.get_context("spawn").Pool(min(args.workers, len(jobs))) as pool:
            for result in pool.imap(work, jobs):
                print(tell(result), flush=True)
                results.append(result)
    else:
        for job in jobs:
            results.append(work(job))
            print(tell(results[-1]), flush=True)
    print(f"\n{table(results)}\n\n{latencies(results)}")
    return 0 if met(results) and fine else 1


if __name__ == "__main__":
    sys.exit(main())
