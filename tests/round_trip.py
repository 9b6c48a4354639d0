"""python -m tests.round_trip [GAME.kbz ...]: films recorded games, watches the films, and compares what was written down with the record.

Without names: the demo's committed film, and the games in tests/datasets/games filmed anew with other seeds. Exit status 1 if a move, a
verdict or a shown hand differs.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from app.cli import main as kibitz
from app.paths import DEMO
from datasets.film import main as film
from rules.record import Record, parse, write
from rules.referee import Referee

GAMES = Path(__file__).resolve().parent / "datasets" / "games"


def played(record: Record) -> list[str]:
    """What a record says was played, a line each, with the verdict that the rules give; the cards of a hand sorted."""
    lines = Referee(record).text().split("\n\n", 1)[-1].strip().splitlines()
    return [" ".join([*line.split()[:2], *sorted(line.split()[2:])]) if " holds " in line else line for line in lines]


def watch(film_file: Path, said: Path, record: Record, folder: Path) -> tuple[list[str], int, float]:
    """Watches a film from the record's beginning: what was written down, the exit status, and the seconds it took."""
    start, out = folder / "start.kbz", folder / "out.kbz"
    start.write_text(write(record.head, ()), encoding="utf-8")
    began = time.monotonic()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        command = [
            "watch",
            str(film_file),
            "--game",
            record.game,
            "--start",
            str(start),
            "--record",
            str(out),
            "--input",
            str(said),
        ]
        status = kibitz([*command, "--json"])
    seconds = time.monotonic() - began
    (folder / "events.jsonl").write_text(printed.getvalue(), encoding="utf-8")
    return played(parse(out.read_text(encoding="utf-8"))), status, seconds


def round_trip(game: Path, film_file: Path | None, seed: int, deck: str, keep: Path | None) -> bool:
    """Films ``game`` (unless ``film_file`` is given), watches it, prints what differs. True if nothing does."""
    record = parse(game.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if film_file is None:
            film_file = folder / f"{game.stem}-{seed}.mp4"
            with contextlib.redirect_stdout(io.StringIO()):
                if film([str(game), str(film_file), "--seed", str(seed), "--deck", deck]) != 0:
                    return False
        seen, status, seconds = watch(film_file, film_file.with_suffix(".jsonl"), record, folder)
    expected = played(record)
    wanted = 1 if any("illegal" in line for line in expected) else 0
    fine = seen == expected and status == wanted
    print(
        f"{game.stem} ({deck}, seed {seed}): {len(expected)} lines, {'all right' if fine else 'DIFFERS'}, {seconds:.1f} s"
    )
    if not fine:
        for n in range(max(len(expected), len(seen))):
            a, b = (rows[n] if n < len(rows) else "-" for rows in (expected, seen))
            print(f"  {' ' if a == b else '!'} {a:32} {b}")
        if status != wanted:
            print(f"  exit status {status}, not {wanted}")
    return fine


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.round_trip", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", nargs="*", type=Path, metavar="GAME.kbz")
    parser.add_argument("--seed", type=int, default=11, help="seed of the first film, counted up (default: 11)")
    parser.add_argument("--deck", default="kibitz", help="the deck to film with (default: kibitz)")
    parser.add_argument("--keep", type=Path, help="folder for the films and events (default: thrown away)")
    args = parser.parse_args(argv)
    fine = True
    if not args.games:
        fine &= round_trip(DEMO / "table.kbz", DEMO / "table.mp4", 0, "kibitz", args.keep)
    for n, game in enumerate(args.games or sorted(GAMES.glob("*.kbz"))):
        fine &= round_trip(game, None, args.seed + n, args.deck, args.keep)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
