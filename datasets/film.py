"""Film a recorded game as a camera over the table would see it.

``python -m datasets.film GAME.kbz OUT.mp4`` also writes OUT.jsonl, what no camera can see (input for ``kibitz watch --input``), and with
``--truth FILE`` the cards that really are to be seen in every frame.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from datasets.decks import OURS, Deck, DeckError, load_deck
from datasets.decks import held_out_decks as held_out_decks
from datasets.demo_deck import demo_deck
from datasets.film_camera import LEVELS, Level, Look, film_camera, film_look
from datasets.film_painter import Painter
from datasets.film_script import Lying, Moment, Script, write_script
from datasets.film_stage import Image
from datasets.film_story import FilmError, Story, story
from rules.cards import Card, card_name

DECKS, TEXTURES = Path("data/decks"), Path("data/textures")


class Film:
    """A staged game: a script and the painter that shows it. The same story, deck, seed, size and level give the same pictures.

    Raises FilmError if the deck lacks a card."""

    def __init__(
        self,
        story: Story,
        deck: Deck,
        seed: int = 0,
        size: tuple[int, int] = (1280, 720),
        fps: float = 15.0,
        level: Level = "calm",
    ) -> None:
        rng = np.random.default_rng(seed)
        camera = film_camera(size, rng, level)
        self.script: Script = write_script(story, camera, rng, level)
        if missing := sorted(_shown(self.script) - set(deck.faces)):
            raise FilmError(f"the deck {deck.name} has no {card_name(missing[0])}; film the game with another deck")
        self.look: Look = film_look(rng, level, self.script.seconds)
        self.painter = Painter(camera, deck, rng, self.look, TEXTURES)
        self.size, self.fps, self._seed = size, fps, seed

    def __len__(self) -> int:
        return round(self.script.seconds * self.fps)

    def frame(self, number: int) -> Image:
        """Frame ``number`` (H, W, 3) BGR; frames may be asked for in any order."""
        rng = np.random.default_rng((self._seed, number))
        return self.painter.frame(self.script, number / self.fps, rng)

    def input_lines(self) -> list[str]:
        """What no camera sees, as ``kibitz watch --input`` reads it."""
        return [json.dumps(line, ensure_ascii=False) for line in self.script.inputs()]

    def truth_lines(self) -> Iterator[str]:
        """One JSON object a frame: ``t``, ``rest`` (nothing is being moved), ``cards``, lowest first (`Painter.truth`), ``hands``
        (`Painter.hand_boxes`)."""
        before: Moment | None = None
        cards: list[dict[str, object]] = []
        hands: list[list[int]] = []
        for number in range(len(self)):
            second = number / self.fps
            moment = self.script.at(second)
            rest = not moment.hands and not moment.carried
            if moment != before or not rest or self.look.bumps:
                cards, hands = self.painter.truth(moment, second), self.painter.hand_boxes(moment, second)
                before = moment
            told = {"frame": number, "t": round(second, 3), "rest": rest, "cards": cards, "hands": hands}
            yield json.dumps(told)


def _shown(script: Script) -> set[Card]:
    """The cards of a film."""
    cards: list[Lying] = []
    for clip in script.clips:
        cards += clip.lying
        if clip.moving is not None:
            cards += clip.moving(0.0)[0]
    return {card.card for card in cards if card.card is not None}


@contextmanager
def _whole_file(path: Path) -> Iterator[Path]:
    """A path to write to, with the same ending, that becomes ``path`` only when all went well."""
    part = path.with_name(f".{path.stem}.{os.getpid()}.part{path.suffix}")
    try:
        yield part
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _pictures(film: Film) -> Iterator[Image]:
    """All frames, in order; how far it is stands on the screen."""
    shown = sys.stderr.isatty()
    for number in range(len(film)):
        if shown and number % 15 == 0:
            print(f"\r{number} of {len(film)} frames", end="", file=sys.stderr, flush=True)
        yield film.frame(number)
    if shown:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)


def _write_x264(pictures: Iterable[Image], film: Film, path: Path) -> None:
    import imageio_ffmpeg

    options = f"-crf {film.look.crf} -preset {'medium' if film.look.level == 'calm' else 'veryfast'} -threads 2"
    options += " -movflags +faststart -loglevel error"
    writer = imageio_ffmpeg.write_frames(
        str(path),
        film.size,
        fps=film.fps,
        codec="libx264",
        pix_fmt_in="bgr24",
        quality=None,
        macro_block_size=2,
        output_params=options.split(),
    )
    writer.send(None)
    for picture in pictures:
        writer.send(np.ascontiguousarray(picture))
    writer.close()


def _write_mpeg4(pictures: Iterable[Image], film: Film, path: Path) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), film.fps, film.size)  # type: ignore[attr-defined]
    if not writer.isOpened():
        raise FilmError(f"{path}: this OpenCV cannot write mp4 films; install imageio-ffmpeg")
    for picture in pictures:
        writer.write(picture)
    writer.release()


def write_pictures(pictures: Iterable[Image], film: Film, path: Path) -> None:
    """Compress ``pictures`` of ``film`` as its level says: H.264 where imageio-ffmpeg is installed (a third of the size), elsewhere
    OpenCV's own MPEG-4, as coarse as it goes. OpenCV reads both. Raises FilmError."""
    try:
        import imageio_ffmpeg
    except ImportError:
        return _write_mpeg4(pictures, film, path)
    return (_write_x264 if imageio_ffmpeg else _write_mpeg4)(pictures, film, path)


def write_film(film: Film, out: Path, truth: Path | None = None) -> None:
    """Write ``out`` (mp4), the input file beside it and, if wanted, the truth. Nothing half written is left. Raises FilmError."""
    try:
        with _whole_file(out) as part:
            write_pictures(_pictures(film), film, part)
            if not part.exists():
                raise FilmError(f"{out}: cannot be written")
        with _whole_file(out.with_suffix(".jsonl")) as part:
            part.write_text("".join(line + "\n" for line in film.input_lines()), encoding="utf-8")
        if truth is not None:
            with _whole_file(truth) as part, part.open("w", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in film.truth_lines())
    except OSError as error:
        raise FilmError(f"{out}: cannot be written ({error.strerror or 'the encoder cannot open it'})") from error


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,4})x(\d{2,4})", text)
    if not match or int(match[1]) % 2 or int(match[2]) % 2 or min(int(match[1]), int(match[2])) < 64:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write even numbers like 1280x720")
    return int(match[1]), int(match[2])


def _fps(text: str) -> float:
    try:
        fps = float(text)
    except ValueError:
        fps = 0.0
    if not 1 <= fps <= 120:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of pictures a second from 1 to 120")
    return fps


@lru_cache(maxsize=2)
def find_deck(name: str) -> Deck:
    """``kibitz``: our own deck; else one that ``python -m datasets.fetch`` has made. Raises DeckError."""
    return demo_deck() if name == OURS else load_deck(name, DECKS)


def main(argv: list[str] | None = None) -> int:
    """The command line; the exit status is 2 for a record or path that cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m datasets.film", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", type=Path, help="the record, GAME.kbz")
    parser.add_argument("out", type=Path, help="the film, OUT.mp4")
    parser.add_argument("--seed", type=int, default=0, help="another table, camera, light and other hands (default: 0)")
    parser.add_argument("--deck", default=OURS, help="the deck: kibitz (ours) or the name of a folder in data/decks")
    parser.add_argument("--level", choices=LEVELS, default="calm", help="how hard it is to read (default: calm)")
    parser.add_argument("--size", type=_size, default=(1280, 720), help="width x height (default: 1280x720)")
    parser.add_argument("--fps", type=_fps, default=15.0, help="pictures a second (default: 15)")
    parser.add_argument(
        "--truth", type=Path, metavar="FILE", help="also write which cards are to be seen in every frame"
    )
    args = parser.parse_args(argv)
    try:
        if args.out.suffix.lower() != ".mp4":
            raise FilmError(f"{args.out}: a film is an .mp4 file; give it such a name")
        if not args.out.resolve().parent.is_dir():
            raise FilmError(f"{args.out}: there is no folder {args.out.resolve().parent}; make it first")
        try:
            text = args.game.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise FilmError(
                f"{args.game}: cannot be read ({getattr(error, 'strerror', None) or 'not a text file'})"
            ) from error
        try:
            told = story(text)
        except ValueError as error:
            raise FilmError(f"{args.game}: {error}") from error
        film = Film(told, find_deck(args.deck), max(0, args.seed), args.size, args.fps, args.level)
        write_film(film, args.out, args.truth)
    except (FilmError, DeckError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{args.out}: {len(film)} frames, {film.script.seconds:.1f} s, {args.out.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
