"""python -m models.evaluate: everything that is measured about the weights, in one command.

    python -m models.evaluate --photos ../shared/photos

measures what is there: the photographs (a folder with pictures and labels.jsonl), shards of held-out decks (data/held-out3: detector,
reader by kind of deck, calibration), and whole pictures drawn with held-out decks (data/decks: alphabets, jokers, backs, fans of 13).
At the end: what is to be reached, and whether it is. --skip leaves parts out. --write-card puts all of it into the model card;
--calibrate chooses temperature, sure and back first, on held-out decks alone, and writes them to the weights.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import cv2

from datasets.decks import DeckError
from datasets.make import KINDS
from models.card import CardError, measured_text, reliability_svg, write_measured
from models.goals import photograph_figures, report_goals
from models.held_out import held_out_pictures
from models.pictures import (
    HEADING,
    LabelError,
    Result,
    choose_back,
    choose_sure,
    joker_tally,
    photographs,
    read_labels,
    result,
    sheet_of_worst,
    table,
)
from models.settings import WEIGHTS, back_score, write_settings
from models.shards import (
    ShardError,
    best_temperature,
    calibration_error,
    measure_detector,
    read_crops,
    readings,
    reliability,
    report_reader,
    shard_paths,
    which_for_which,
)
from vision.errors import VisionError
from vision.recogniser import Recogniser, sure_of_back
from vision.weights import WeightsError, load_networks

CARD = Path(__file__).resolve().parent / "CARD.md"
DIAGRAM, SHEET = "reliability.svg", "worst.jpg"


class Report:
    """Prints sections as they are measured and keeps them, with the figures that goals are set for."""

    def __init__(self) -> None:
        self.sections: list[tuple[str, list[str]]] = []
        self.figures: dict[str, float] = {}
        self.diagram = ""

    def section(self, title: str, lines: Iterable[str]) -> None:
        """A section more, each line shown as soon as it is there."""
        print(f"\n{title}", flush=True)
        kept: list[str] = []
        for line in lines:
            print(line, flush=True)
            kept.append(line)
        self.sections.append((title, kept))


def report_pictures(results: Sequence[Result]) -> Iterator[str]:
    """Lines about whole pictures: by group, jokers, which for which, times."""
    tallies = table(results)
    yield HEADING
    for name, tally in tallies.items():
        yield tally.row(name)
    jokers = joker_tally(results)
    if jokers.cards:
        yield f"jokers: recall {jokers.recall:.3f} of {jokers.cards}, precision {jokers.precision:.3f}"
    else:
        yield f"jokers named where there is none: {jokers.extra}"
    counted = [(one.backs(), one.truth) for one in results]
    many = sum(truth.least is not None and backs > truth.most for backs, truth in counted)
    few = sum(truth.least is not None and backs < truth.least for backs, truth in counted)
    yield f"pictures with more backs counted than there are: {many}, with fewer: {few}"
    yield which_for_which(tallies["all"].wrong)
    for name, times in (
        ("detect", sorted(one.detect_ms for one in results)),
        ("read", sorted(one.read_ms for one in results)),
    ):
        yield f"{name}: median {times[len(times) // 2]:.0f} ms a picture, longest {times[-1]:.0f} ms"


def measure_shards(report: Report, args: argparse.Namespace) -> None:
    """Detector and reader on shards of held-out decks; with --calibrate the temperature is chosen first. Raises ShardError."""
    paths = shard_paths(args.shards)
    cv2.setNumThreads(args.threads)
    networks = load_networks(args.weights, ours=args.weights == WEIGHTS)
    settings = networks.settings
    found = measure_detector(networks.detector, paths, settings.detect)
    lines = [f"{name:16} {value:.3f}" for name, value in found.items()]
    report.section(f"Detector, held-out decks ({args.shards}), from a score of {settings.detect}", lines)
    crops = read_crops(networks.reader, paths)
    if args.calibrate:
        settings = replace(settings, temperature=best_temperature(crops.numbers, crops.card))
        write_settings(args.weights, settings)
    read = readings(crops, settings.temperature)
    title = f"Reader, held-out decks ({args.shards}), temperature {settings.temperature}"
    report.section(title, report_reader(crops, settings.temperature, settings.sure))
    for kind in KINDS:
        chosen = read.clear & (crops.kind == kind)
        if chosen.any():
            report.figures[f"{kind} rank"], report.figures[f"{kind} suit"] = read.rank_and_suit(chosen)
    confidence, right = read.confidence[read.index], read.right[read.index]
    error = report.figures["calibration"] = calibration_error(confidence, right)
    rows = reliability(confidence, right, 10)
    lines = [f"expected calibration error {error:.4f}", f"{'how sure':>9} {'right':>6} {'indices':>8}"]
    lines += [f"{said:9.3f} {true:6.3f} {count:8d}" for said, true, count in rows]
    report.section("Do the confidences come true? Indices of held-out decks", lines)
    report.diagram = reliability_svg(rows, error)
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / DIAGRAM).write_text(report.diagram, encoding="utf-8")


def measure_drawn(report: Report, args: argparse.Namespace) -> list[Result]:
    """Whole pictures drawn with held-out decks; with --calibrate it is chosen from where on both count. Raises DeckError."""
    eye = Recogniser(args.weights, args.threads, ours=args.weights == WEIGHTS)
    results = []
    for one in held_out_pictures(args.data, args.drawn):
        groups = [f"scene {one.scene_kind}"] + ([f"deck {one.deck_kind}"] if one.scene_kind == "mixed" else [])
        image = one.scene.image
        results.append(result(one.name, groups, one.truth, eye.read(image), eye.sure, image))
    if args.calibrate:
        old = load_networks(args.weights, ours=args.weights == WEIGHTS).settings
        new = replace(old, sure=choose_sure(results).sure, back=choose_back(results, old))
        write_settings(args.weights, new)
        for read in results:
            read.sure = new.sure
            read.scores = tuple(sure_of_back(back_score(confidence, old), new) for confidence in read.scores)
    report.section(f"Drawn pictures, held-out decks, sure from {results[0].sure}", report_pictures(results))
    report.section("What being sure from other confidences would cost, drawn pictures", report_costs(results))
    tallies, jokers = table(results), joker_tally(results)
    backs = tallies["scene backs"]
    report.figures |= {
        "joker recall": jokers.recall,
        "joker precision": jokers.precision,
        "backs": backs.backs_right / max(backs.backs_of, 1),
        "fans": tallies["scene fans of 13"].f1,
    }
    return results


def measure_photographs(report: Report, args: argparse.Namespace) -> list[Result]:
    """The photographs with labels."""
    eye = Recogniser(args.weights, args.threads, ours=args.weights == WEIGHTS)
    results = list(photographs(eye, args.photos))
    report.section(f"Photographs, sure from {eye.sure}", report_pictures(results))
    report.section("What being sure from other confidences would cost, photographs", report_costs(results))
    report.figures |= photograph_figures(table(results))
    return results


def report_costs(results: Sequence[Result]) -> Iterator[str]:
    """Lines: the cost of each threshold (a wrong sure reading counts five times), and the backs counted right there."""
    choice = choose_sure(results)
    yield f"{'sure from':>10} {'wrong':>6} {'not named':>10} {'cost':>6} {'backs right':>12}"
    for sure, (wrong, missed, cost, backs) in choice.costs.items():
        chosen = "  <- the best of these" if sure == choice.sure else ""
        yield f"{sure:10.2f} {wrong:6d} {missed:10d} {cost:6d} {backs:12d}{chosen}"


def _commit() -> str:
    try:
        command = ["git", "rev-parse", "--short", "HEAD"]
        return subprocess.run(command, capture_output=True, text=True, check=True, cwd=CARD.parent).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def write_card(card: Path, report: Report, command: str) -> None:
    """Puts the report between the marks of ``card``, and the diagram beside it. Raises CardError."""
    text = measured_text(command, str(date.today()), _commit(), report.sections)
    if report.diagram:
        text += f"\n\n![How sure, and how many were right]({DIAGRAM})"
    write_measured(card, text)
    if report.diagram:
        (card.parent / DIAGRAM).write_text(report.diagram, encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, help="folder with photographs and labels.jsonl (default: none)")
    parser.add_argument("--shards", type=Path, default=Path("data/held-out3"), help="shards of held-out decks")
    parser.add_argument("--data", type=Path, default=Path("data"), help="what datasets.fetch has fetched")
    parser.add_argument(
        "--drawn", type=int, default=10, metavar="N", help="draw N pictures of each kind of scene and deck (10)"
    )
    parser.add_argument("--skip", nargs="+", choices=("shards", "drawn"), default=[], help="leave these parts out")
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument(
        "--out", type=Path, default=Path("data/evaluation"), help="folder for the contact sheet and the diagram"
    )
    parser.add_argument(
        "--calibrate", action="store_true", help="choose temperature, sure and back, write them to the weights"
    )
    parser.add_argument("--write-card", action="store_true", help=f"write the figures into {CARD.name}")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    args = _parser().parse_args(argv)
    report, results = Report(), []
    for name in (SHEET, DIAGRAM):
        (args.out / name).unlink(missing_ok=True)
    print(f"{date.today()}, commit {_commit()}, weights {args.weights}, OpenCV {cv2.__version__}")
    try:
        load_networks(args.weights, ours=args.weights == WEIGHTS)
        if args.photos:
            read_labels(args.photos)  # before minutes are spent on the rest
    except (WeightsError, LabelError) as error:
        print(f"models.evaluate: {error}", file=sys.stderr)
        return 2
    if "shards" not in args.skip:
        try:
            measure_shards(report, args)
        except ShardError as error:
            print(f"\nleft out: {error}")
    if "drawn" not in args.skip and args.drawn > 0:
        try:
            results += measure_drawn(report, args)
        except DeckError as error:
            print(f"\nleft out: {error}")
    if args.photos:
        try:
            results += measure_photographs(report, args)
        except VisionError as error:
            print(f"models.evaluate: {error}", file=sys.stderr)
            return 2
    else:
        print("\nleft out: photographs; give --photos FOLDER")
    report.section("To be reached", report_goals(report.figures))
    sheet_of_worst(results, args.out / SHEET)
    made = [path for path in (args.out / SHEET, args.out / DIAGRAM) if path.exists()]
    print("\n" + ("the worst pictures, reliability: " + ", ".join(map(str, made)) if made else "no pictures made"))
    if args.write_card:
        command = " ".join(["python -m models.evaluate", *(argv if argv is not None else sys.argv[1:])])
        try:
            write_card(CARD, report, command)
        except CardError as error:
            print(f"models.evaluate: {error}", file=sys.stderr)
            return 2
        print(f"written: {CARD}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
