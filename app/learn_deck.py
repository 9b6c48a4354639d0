"""``kibitz learn-deck NAME SOURCE``: the reader learns a pack of the user's own, from pictures or a film of it laid out once.

``teach`` and ``keep`` do it without a terminal.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.errors import UserError
from app.paths import WEIGHTS, user_folder
from rules.cards import Card, CardError, card_name, parse_card
from rules.texts import N_, _

if TYPE_CHECKING:
    from vision.order import Placing
    from vision.packs import Learnt, Sample, Score
    from vision.sources import Frame
    from vision.weights import Networks

ENOUGH = 0.75  # share of a pack's cards from which on it is learnt
READ_WELL = 0.98  # share of the indices read right as they lie, from which on nothing need be learnt
LONGEST = 240  # seconds that a camera is looked through
_SHOWN = 3  # of what is wrong so many are named

_ROWS = (
    ("rank", N_("rank")),
    ("suit", N_("suit")),
    ("card", N_("card")),
    ("confidence", N_("confidence of the right card")),
    ("wrong", N_("surely read as another card")),
)


Step = Callable[[str], None]
"""Called again and again with what is being done, "look" or "learn"; raises to end it all."""


class CardsDiffer(UserError):
    """Cards read beyond doubt as others than their places say. ``odd``: the place, the card it reads as, the one expected there."""

    def __init__(self, odd: Sequence[tuple[str, Card, Card]]) -> None:
        self.odd = tuple(odd)
        told = "; ".join(
            _("{place} reads as {reads}, expected {expected}").format(
                place=place, reads=card_name(reads), expected=card_name(expected)
            )
            for place, reads, expected in odd[:_SHOWN]
        )
        super().__init__(
            _("{told}; put the cards in order, or say --as-laid if they lie right and are only read wrong").format(
                told=told
            )
        )


def packs_folder() -> Path:
    """Where the user's packs are kept."""
    return user_folder() / "packs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``kibitz learn-deck``."""
    parser.add_argument("name", metavar="NAME", nargs="?", help=_("what the pack is to be called"))
    parser.add_argument(
        "source",
        metavar="SOURCE",
        nargs="?",
        help=_(
            "a picture, a folder of pictures or a film of the pack laid out in order: suit after suit, each from its lowest card to "
            "its highest; or a film that shows one card after another; or a folder of pictures named after their cards (QD.jpg, QD-2.jpg)"
        ),
    )
    parser.add_argument(
        "--as-laid", action="store_true", help=_("the order is right, even where a card reads as another")
    )
    parser.add_argument("--list", action="store_true", help=_("the packs that have been learnt"))
    parser.add_argument("--remove", metavar="NAME", help=_("forget a pack"))
    parser.add_argument("--weights", metavar="DIR", type=Path, default=WEIGHTS, help=_("other networks"))


def run(args: argparse.Namespace) -> int:
    """Learns, lists or forgets a pack. -> the exit status. Raises UserError, VisionError, OSError."""
    from vision import packs

    if args.list:
        return _list(args.json)
    if args.remove is not None:
        packs.remove_pack(packs_folder(), args.remove)
        return 0
    if args.name is None or args.source is None:
        raise UserError(_("a name and a source are needed: kibitz learn-deck my-deck photo.jpg"))
    name = packs.check_name(args.name)
    lesson = teach(args.weights, args.source, as_laid=args.as_laid, until=_until_enter)
    evidence, learnt = lesson.evidence, lesson.learnt
    ending = (
        _("Kibitz reads this pack well as it is: nothing was kept, and --deck is not needed") if lesson.well else ""
    )
    if learnt.helps:
        path = keep(name, lesson, args.weights)
        ending = _("kept in {path}; use it with --deck {name}").format(path=path, name=shlex.quote(name))
    if args.json:
        answer = {
            "deck": name,
            "kept": learnt.helps,
            "cards": [card_name(card) for card in evidence.cards],
            "missing": [card_name(card) for card in evidence.missing],
            "before": _rounded(learnt.before),
            "after": _rounded(learnt.after),
            "seconds": round(lesson.seconds, 1),
        }
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print("\n".join([*_in_words(evidence), *_table(learnt), *([ending] if ending else [])]))
    if not ending:
        raise UserError(
            _("what was learnt does not help, so it was not kept; lay the cards nearer to the camera, in better light")
        )
    return 0


def checked_name(name: str) -> str:
    """``name``, if a pack may be called so. Raises UserError."""
    from vision import packs

    try:
        return packs.check_name(name)
    except packs.PackError:
        raise UserError(
            _("{name!r} is no name for a pack: use up to 40 letters, digits, - and _, such as my-deck").format(
                name=name
            )
        ) from None


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What was read, what was learnt from it, and how long that took."""

    evidence: Evidence
    learnt: Learnt
    seconds: float

    @property
    def well(self) -> bool:
        """Whether the pack is read well without being learnt."""
        return self.learnt.as_laid >= READ_WELL


def teach(
    weights: Path,
    source: str,
    *,
    as_laid: bool = False,
    step: Step = lambda _what: None,
    trouble: Callable[[Exception], None] = lambda error: print(f"kibitz: {error}", file=sys.stderr),
    until: Callable[[Iterator[Frame]], Iterator[Frame]] = iter,
) -> Lesson:
    """Learns a pack from ``source`` and keeps nothing yet. ``until``: ends the frames of a camera.

    Raises UserError, VisionError, OSError.
    """
    from vision import packs
    from vision.weights import load_networks

    began = time.monotonic()
    step("look")
    networks = load_networks(weights, ours=weights == WEIGHTS)
    evidence = gather(networks, source, as_laid=as_laid, step=step, trouble=trouble, until=until)
    step("learn")
    learnt = packs.learn(networks, evidence.samples, check=lambda: step("learn"))
    return Lesson(evidence, learnt, time.monotonic() - began)


def keep(name: str, lesson: Lesson, weights: Path) -> Path:
    """Keeps what was learnt under ``name``, in place of a pack of that name. Raises UserError, PackError."""
    from vision import packs

    learnt = lesson.learnt
    about = packs.About(len(lesson.evidence.cards), time.strftime("%Y-%m-%d"), learnt.before.card, learnt.after.card)
    try:
        return packs.save_pack(packs_folder(), name, learnt.weights, packs.reader_of(weights), about)
    except OSError as error:
        raise UserError(
            _("{path}: the pack could not be kept ({problem}); make room there, or make the folder writable").format(
                path=packs_folder(), problem=error.strerror or error
            )
        ) from None


def _list(as_json: bool) -> int:
    from vision.packs import known_packs

    for name in known_packs(packs_folder()):
        print(json.dumps({"deck": name}, ensure_ascii=False) if as_json else name)
    return 0


def _rounded(score: Score) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(score).items()}


def _in_words(evidence: Evidence) -> Iterator[str]:
    yield _("cards told ({count}): {cards}").format(
        count=len(evidence.cards), cards=" ".join(card_name(card) for card in evidence.cards)
    )
    if evidence.missing:
        yield _("not told, and not learnt: {cards}; photograph them once more, nearer, and learn again").format(
            cards=" ".join(card_name(card) for card in evidence.missing)
        )
    for place in evidence.unknown[:_SHOWN]:
        yield _("{place}: which card this is could not be told").format(place=place)


def _table(learnt: Learnt) -> Iterator[str]:
    yield _("on smaller, blurred and turned views that were not learnt from: before, after")
    before, after = asdict(learnt.before), asdict(learnt.after)
    for key, text in _ROWS:
        yield f"  {_(text):32} {before[key]:6.3f} {after[key]:6.3f}"


# --- what the source shows ---------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Evidence:
    """What is learnt from: ``samples``. Which ``cards`` of the pack are among them, which are ``missing``; where some are ``unknown``."""

    samples: list[Sample] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    missing: list[Card] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def gather(
    networks: Networks,
    source: str,
    *,
    as_laid: bool,
    step: Step,
    trouble: Callable[[Exception], None],
    until: Callable[[Iterator[Frame]], Iterator[Frame]],
) -> Evidence:
    """Which card is which in the source. Raises UserError or VisionError if too little is certain."""
    from vision.sources import PICTURES

    path = Path(source)
    if path.is_dir():
        pictures = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES and p.is_file())
        labels = {p: _label(p) for p in pictures}
        named = [p for p in pictures if labels[p] is not None]
        if named and len(named) == len(pictures):
            return _labelled(networks, [(p, card) for p, card in labels.items() if card is not None], as_laid, step)
        if named and len(named) > len(pictures) / 2:
            odd = next(p for p in pictures if labels[p] is None)
            raise UserError(
                _(
                    "{path}: is not named after a card, the others are; call it like QD.jpg or QD-2.jpg, or take it out"
                ).format(path=odd)
            )
        if not pictures:
            raise UserError(_("{path}: no pictures in this folder; it should hold JPEG or PNG files").format(path=path))
        return _laid_out(networks, pictures, source, as_laid, step)
    if path.suffix.lower() in PICTURES:
        return _laid_out(networks, [path], source, as_laid, step)
    return _film(networks, source, as_laid, step, trouble, until)


def _label(path: Path) -> Card | None:
    """The card that a file is named after."""
    stem = path.stem.strip()
    for text in (stem, stem.rsplit("-", 1)[0], stem.rsplit("_", 1)[0], stem.rsplit(" ", 1)[0]):
        try:
            return parse_card(text)
        except CardError:
            continue
    return None


def _labelled(networks: Networks, pictures: Sequence[tuple[Path, Card]], as_laid: bool, step: Step) -> Evidence:
    """Pictures that show one card each, and say which. Raises UserError where one shows another card beyond doubt."""
    from dataclasses import replace

    from vision.laid_out import look_at
    from vision.order import BEYOND_DOUBT
    from vision.packs import Sample
    from vision.sources import read_picture

    result = Evidence()
    contradictions: list[tuple[str, Card, Card]] = []
    count: dict[Card, int] = {}
    for path, card in pictures:
        step("look")
        shown = look_at(networks, read_picture(path), sides=(640, 320, 1280))
        cell = max(shown.cells, key=lambda c: len(c.seen), default=None)
        if cell is None:
            result.unknown.append(str(path))
            continue
        reads, confidence = cell.reading()
        if reads != card and confidence >= BEYOND_DOUBT and not as_laid:
            contradictions.append((path.name, reads, card))
        number = count[card] = count.get(card, 0) + 1
        many = sum(other == card for _, other in pictures) > 1
        seen = [replace(s, fold=number % 2) for s in cell.seen] if many else list(cell.seen)
        result.samples += [Sample(card, s) for s in seen]
        result.samples += [Sample(None, s) for s in shown.nothing]
    _agree(contradictions)
    result.cards = sorted(count)
    result.missing = sorted({card for _, card in pictures} - set(count))
    _require(result, len({card for _, card in pictures}))
    return result


def _laid_out(networks: Networks, pictures: Sequence[Path], source: str, as_laid: bool, step: Step) -> Evidence:
    """Pictures of the pack laid out in order."""
    from vision.laid_out import Place, look_at
    from vision.order import place_layout
    from vision.sources import read_picture

    shown = []
    for n, path in enumerate(pictures, 1):
        step("look")
        shown.append(look_at(networks, read_picture(path), Place(picture=n)))
    placings = place_layout([picture.cells for picture in shown], networks.settings.sure)
    names = [path.name for path in pictures] if len(pictures) > 1 else []
    return _evidence(placings, [s for picture in shown for s in picture.nothing], source, as_laid, names)


def _film(
    networks: Networks,
    source: str,
    as_laid: bool,
    step: Step,
    trouble: Callable[[Exception], None],
    until: Callable[[Iterator[Frame]], Iterator[Frame]],
) -> Evidence:
    """A film of the pack laid out, or of one card after another."""
    from vision.order import place_layout
    from vision.shown import watch
    from vision.sources import open_source

    film = open_source(source)
    try:
        frames = film.frames(trouble)
        shown = watch(networks, _stepping(until(frames) if film.live else frames, step))
    finally:
        film.close()
    if shown.layouts and sum(len(picture.cells) for picture in shown.layouts) / len(shown.layouts) > len(shown.cards):
        placings = place_layout([picture.cells for picture in shown.layouts], networks.settings.sure)
        nothing = [s for picture in shown.layouts for s in picture.nothing]
    else:
        placings = place_layout([shown.cards], networks.settings.sure, film=True)
        nothing = shown.nothing
    return _evidence(placings, nothing, source, as_laid, [])


def _stepping(frames: Iterator[Frame], step: Step) -> Iterator[Frame]:
    for frame in frames:
        step("look")
        yield frame


def _until_enter(frames: Iterator[Frame]) -> Iterator[Frame]:
    """The frames of a camera, until a line is typed or the time is over."""
    print(
        _(
            "show the whole pack laid out in order, or one card after another; then press Enter (at most {seconds} s)"
        ).format(seconds=LONGEST),
        file=sys.stderr,
        flush=True,
    )
    done = threading.Event()

    def wait() -> None:
        with contextlib.suppress(OSError, ValueError):
            if sys.stdin is not None and sys.stdin.readline():  # nothing at all: there is nobody to press it
                done.set()

    threading.Thread(target=wait, name="enter", daemon=True).start()
    for frame in frames:
        if done.is_set() or frame.time > LONGEST:
            return
        yield frame


def _evidence(
    placings: Sequence[Placing], nothing: Sequence[Any], source: str, as_laid: bool, names: Sequence[str]
) -> Evidence:
    """What is certain. Raises UserError where cards contradict their places or too few are told."""
    from dataclasses import replace

    from vision.packs import Sample

    def where(cell_place: Any) -> str:
        if cell_place.row == 0:
            return _("{source}, second {second:.1f}").format(source=source, second=cell_place.time)
        there = _("row {row}, card {number}").format(row=cell_place.row, number=cell_place.number)
        return f"{names[cell_place.picture - 1]}, {there}" if names else there

    found = [c for placing in placings for c in placing.contradictions]
    if not as_laid:
        _agree([(where(c.place), c.reads, c.expected) for c in found])
    result = Evidence(unknown=[where(cell.place) for placing in placings for cell in placing.unknown])
    for number, placing in enumerate(placings):
        for card, cell in placing.cards:
            seen = cell.seen if len(placings) == 1 else [replace(s, fold=number % 2) for s in cell.seen]
            result.samples += [Sample(card, s) for s in seen]
    result.samples += [Sample(None, s) for s in nothing]
    result.cards = sorted({card for placing in placings for card, _cell in placing.cards})
    pack = {card for placing in placings for card in placing.pack}
    result.missing = sorted(pack - set(result.cards))
    _require(result, len(pack))
    return result


def _agree(contradictions: Sequence[tuple[str, Card, Card]]) -> None:
    """Raises CardsDiffer if there is any: the place, the card it reads as, and the one expected there."""
    if contradictions:
        raise CardsDiffer(contradictions)


def _require(evidence: Evidence, size: int) -> None:
    """Raises UserError if too few cards of the pack (``size``) are told."""
    if len(evidence.cards) >= max(ENOUGH * size, 1):
        return
    if not evidence.cards and not evidence.unknown:
        raise UserError(_("no cards are found; lay them out face up, not covering each other's corners, and go nearer"))
    first = "; ".join(evidence.unknown[:_SHOWN])
    raise UserError(
        _(
            "only {told} of {size} cards could be told; not told: {first}; lay the pack in order, suit after suit, in good light"
        ).format(
            told=len(evidence.cards), size=size, first=first or " ".join(card_name(c) for c in evidence.missing[:8])
        )
    )
