"""``kibitz see PHOTO...``: names the cards on photographs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import advice
from app.watch import add_reading_arguments, open_reader
from rules.cards import Card, card_name
from rules.texts import _, either

if TYPE_CHECKING:
    from app.eyes import Reader
    from vision.sighting import Sighting

CANDIDATES = 3
LIKELY = 0.03


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``kibitz see``."""
    parser.add_argument("photos", metavar="PHOTO", nargs="+", type=Path, help=_("pictures of cards"))
    add_reading_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Reads each photograph. A bad file gets an error line, the others are still read. -> the exit status."""
    reader = open_reader(args.weights, args.deck)

    from vision.sources import SourceError, read_picture

    status = 0
    for path in args.photos:
        answer: dict[str, Any] = {"file": str(path)}
        problems: list[SourceError] = []  # a picture that is cut off is read all the same, and that is told
        try:
            answer |= see(reader, read_picture(path, problems.append))
        except SourceError as error:
            problems.append(error)
        for problem in problems:
            status = 2
            answer["error"] = {"message": str(problem)}
            print(f"kibitz: {problem}", file=sys.stderr, flush=True)
        if args.json:
            print(json.dumps(answer, ensure_ascii=False), flush=True)
        elif "cards" in answer:
            print(in_words(answer), flush=True)
    return status


def see(reader: Reader, image: Any) -> dict[str, Any]:
    """What is on ``image`` ((H, W, 3) uint8 BGR), as the JSON of ``kibitz see`` without the file's name.

    Beside the contract: a card's ``on`` names the cards that it is seen to lie on, ``advice`` what makes the picture hard to read."""
    from vision.advice import advise

    reading: Any = reader.read(image)
    cards, backs, unsure = cards_and_doubts(reading.sightings, reader.sure)
    named = [
        *((card_name(card), sighting) for card, sighting in cards.items()),
        *(("back", sighting) for sighting in backs),
    ]
    below = _below(image, reading.sightings, reader.sure)
    answer = {
        "size": [int(image.shape[1]), int(image.shape[0])],
        "cards": [
            {"card": name, "confidence": round(float(s.confidence), 3), "corners": _corners(s), "kind": s.kind}
            | below.get(s, {})
            for name, s in named
        ],
        "unsure": [{"candidates": _candidates(s), "corners": _corners(s), "kind": s.kind} for s in unsure],
        "ms": {
            "detect": round(reading.detect_ms, 1),
            "read": round(reading.read_ms, 1),
            "total": round(reading.total_ms, 1),
        },
    }
    if found := advise(image, reading.sightings, reader.sure):
        answer["advice"] = [{"what": what, "text": advice.in_words(what)} for what in found]
    return answer


def cards_and_doubts(
    sightings: Sequence[Sighting], sure: float
) -> tuple[dict[Card, Sighting], list[Sighting], list[Sighting]]:
    """Each card that is read for sure once, however many of its corners are seen; the backs; what else may be a card."""
    cards: dict[Card, Sighting] = {}
    backs: list[Sighting] = []
    unsure: list[Sighting] = []
    for sighting in sorted(sightings, key=lambda s: s.confidence, reverse=True):
        if sighting.confidence < sure:
            if not any(_part_of(sighting, card) for card in cards.values()):
                unsure.append(sighting)
        elif sighting.card is None:
            backs.append(sighting)
        else:
            cards.setdefault(sighting.card, sighting)
    return cards, backs, unsure


def _part_of(doubt: Sighting, card: Sighting) -> bool:
    """``doubt`` lies on ``card`` and may be read as it: a pip or an index of the same card, seen badly."""
    if doubt.probabilities is None or card.kind != "card" or doubt.probabilities[card.card] < LIKELY:
        return False
    return doubt.lies_on(card)


def _below(image: Any, sightings: Sequence[Sighting], sure: float) -> dict[Sighting, dict[str, list[str]]]:
    """For the cards that are seen to lie on others: those directly below, by name."""
    from vision.piles import directly, order

    result: dict[Sighting, dict[str, list[str]]] = {}
    for over in directly(order(image, sightings)):
        lower = sightings[over.lower]
        if lower.card not in (None, sightings[over.upper].card) and lower.confidence >= sure:
            result.setdefault(sightings[over.upper], {"on": []})["on"].append(card_name(lower.card))
    return result


def _corners(sighting: Sighting) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in sighting.corners]


def _candidates(sighting: Sighting) -> list[str]:
    if sighting.probabilities is None and sighting.card is None:
        return ["back"]
    return [card_name(card) for card in likely_cards(sighting)]


def likely_cards(sighting: Sighting) -> tuple[Card, ...]:
    """What a sighting may be, likeliest first; () for a back."""
    if sighting.probabilities is None:
        return () if sighting.card is None else (sighting.card,)
    order = [int(card) for card in sighting.probabilities.argsort()[::-1][:CANDIDATES]]
    return tuple(card for card in order if sighting.probabilities[card] > LIKELY) or (order[0],)


def in_words(answer: dict[str, Any]) -> str:
    """The answer in a line for people, and a line for each piece of advice."""
    cards = [f"{card['card']} {card['confidence']:.0%}" for card in answer["cards"]]
    line = f"{answer['file']}: {', '.join(cards) if cards else _('no cards')}"
    if answer["unsure"]:
        doubts = [either(card["candidates"]) for card in answer["unsure"]]
        line += _("; unsure: {}").format(", ".join(f"({doubt}?)" for doubt in doubts))
    line += f"  [{answer['ms']['total']:.0f} ms]"
    return "\n".join([line, *("  " + piece["text"] for piece in answer.get("advice", ()))])
