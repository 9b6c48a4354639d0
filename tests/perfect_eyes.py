"""``python -m tests.perfect_eyes --game ID --films N --seed S``: plays films without painting them, and watches with perfect eyes.

Ten times a second of film time all cards that are at rest are told to a session as they lie, with what is said; then its record is
compared with the film's. So the reading of a game and the session are tested without vision, a film in milliseconds.

With ``--doubt`` the eyes are those of ``tests.doubtful_eyes``: questions and mismatches are no fault then, a wrong accusation is.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from app.events import Event
from app.inputs import read_input
from app.session import Session
from datasets.film_camera import film_camera
from datasets.film_games import film_game
from datasets.film_places import free_indices, overlap
from datasets.film_script import LEVELS, HandAt, Lying, Moment, Script, write_script
from datasets.film_stage import Camera
from datasets.film_story import story
from rules.cards import card_name, parse_card
from rules.games import GAMES
from rules.record import HoldsLine, MoveLine, Record, parse, write
from rules.referee import Referee
from rules.table import Place, SeenCard, TableView
from tests.doubtful_eyes import DOUBTS, Doubtful

FPS = 10
SIZE = (1280, 720)
ON = 0.03  # the share of a card that must be covered for the other to lie on it
ARM = np.array([(x, y, 0.0) for y in range(-15, 460, 15) for x in (-40, 0, 40)])  # points of a hand and its arm, mm


class Eyes:
    """What is at rest in each place of a film, moment by moment, as eyes that miss nothing see it."""

    def __init__(self, script: Script, camera: Camera, places: Sequence[Place]) -> None:
        self.script, self.camera, self.places = script, camera, places
        self._tracks: dict[int, int] = {}  # cards that have been seen, numbered in the order in which they first were
        self._before: Moment | None = None
        self._cards: dict[str, tuple[SeenCard, ...]] = {}

    def look(self, time: float) -> TableView:
        """The table ``time`` seconds after the start."""
        moment = self.script.at(time)
        if self._before is None or moment.lying != self._before.lying:
            self._cards = self._lying(moment.lying)
        moved = {card.place for card in moment.carried}
        if self._before is not None:
            changed = set(moment.lying) ^ set(self._before.lying)
            moved |= {card.place for card in changed}
        self._before = moment
        taken = moved | {self._place(card) for card in moment.carried} | self._under(moment.hands)
        return TableView(time, {name: cards for name, cards in self._cards.items() if name not in taken})

    def _at(self, card: Lying) -> tuple[float, float]:
        """Its middle, in fractions of the picture."""
        x, y = self.camera.project(np.array([(card.pose.x, card.pose.y, card.pose.z)]))[0]
        return float(x / self.camera.size[0]), float(y / self.camera.size[1])

    def _place(self, card: Lying) -> str:
        x, y = self._at(card)
        inside = [p for p in self.places if p.box[0] <= x <= p.box[2] and p.box[1] <= y <= p.box[3]]

        def apart(place: Place) -> float:
            x0, y0, x1, y1 = place.box
            return ((x0 + x1) / 2 - x) ** 2 + ((y0 + y1) / 2 - y) ** 2

        return min(inside, key=apart).name if inside else ""

    def _under(self, hands: Sequence[HandAt]) -> set[str]:
        """The places with a hand over them."""
        found: set[str] = set()
        for hand in hands:
            a = np.radians(hand.pose.angle)
            turn = np.array([[np.cos(a), np.sin(a), 0], [-np.sin(a), np.cos(a), 0], [0, 0, 1]])
            points = ARM @ turn + (hand.pose.x, hand.pose.y, hand.pose.z)
            x, y = (self.camera.project(points) / self.camera.size).T
            found |= {
                p.name for p in self.places if ((p.box[0] < x) & (x < p.box[2]) & (p.box[1] < y) & (y < p.box[3])).any()
            }
        return found

    def _lying(self, lying: Sequence[Lying]) -> dict[str, tuple[SeenCard, ...]]:
        """All cards by place, lowest first."""
        found: dict[str, list[SeenCard]] = {place.name: [] for place in self.places}
        poses = [card.pose for card in lying]
        for number, card in enumerate(lying):
            place = self._place(card)
            hidden = not free_indices(card.pose, poses[number + 1 :])
            if not hidden:
                self._tracks.setdefault(card.number, len(self._tracks) + 1)
            if not place or card.number not in self._tracks:
                continue
            on = sorted((-overlap(card.pose, other.pose), other.number) for other in lying[:number])
            x, y = self._at(card)
            found[place].append(
                SeenCard(
                    card.card,
                    face_down=card.card is None,
                    track=self._tracks[card.number],
                    spot=(x, y * self.camera.size[1] / self.camera.size[0]),
                    on=tuple(self._tracks[other] for share, other in on if -share > ON and other in self._tracks),
                    hidden=hidden,
                    by=card.by,
                )
            )
        return {name: tuple(cards) for name, cards in found.items()}


@dataclass
class Watched:
    """What a session made of a film. ``wrong``: what differs, in words."""

    expected: list[str]
    written: list[str]
    wrong: list[str] = field(default_factory=list)
    accused: list[str] = field(default_factory=list)  # called illegal, wrongly carried out or late, and was not
    events: list[Event] = field(default_factory=list)


def played(record: Record) -> list[str]:
    """What a record says was played, a line each, with the rule that an illegal move breaks; the cards of a hand sorted."""
    referee = Referee(record)
    rulings = iter(referee.rulings)
    lines = []
    for line in record.body:
        if isinstance(line, HoldsLine):
            lines.append(" ".join([line.player, "holds", *sorted(line.cards.split())]))
        elif isinstance(line, MoveLine):
            ruling = next(rulings)
            lines.append(" ".join([f"{ruling.player}: {ruling.move}", *ruling.rules[:1]]))
    return lines


def watch(text: str, seed: int, level: str = "calm", doubts: Sequence[str] = ()) -> Watched:
    """Stages the record ``text`` and has a session watch it, with these ``doubts``."""
    rng = np.random.default_rng(seed)
    camera = film_camera(SIZE, rng, level)  # type: ignore[arg-type]
    told = story(text)
    script = write_script(told, camera, rng, level)
    record = parse(text)
    session = Session(Referee(parse(write(record.head, ()))))
    eyes = Eyes(script, camera, told.places)
    inputs = [read_input(json.dumps(line)) for line in script.inputs()]
    doubtful = Doubtful(np.random.default_rng((seed, 1)), session.referee.position.pack, doubts) if doubts else None
    events: list[Event] = []
    for number in range(int(script.seconds * FPS) + 1):
        time = number / FPS
        while inputs and (inputs[0].t or 0.0) <= time:
            session.clock(inputs[0].t or 0.0)
            events += inputs.pop(0).tell(session)
        view = eyes.look(time)
        fresh = session.see(doubtful.doubt(view) if doubtful is not None else view)
        if doubts:
            fresh += _answers(session, fresh, view)
        events += fresh
    watched = Watched(played(record), played(parse(session.referee.text())), events=events)
    _compare(watched, record, bool(doubts))
    return watched


def _answers(session: Session, events: Sequence[Event], view: TableView) -> list[Event]:
    """A truthful person answers at once."""
    told: list[Event] = []
    for event in events:
        data = event.as_json()
        if event.kind == "question" and "about" not in data:
            there = [card_name(c.card) for c in view.places.get(data["place"], ()) if c.card is not None]
            card = next((card for card in reversed(there) if card in data["candidates"]), None)
            if card is not None:
                told += session.answer(data["id"], parse_card(card))
    return told


def _compare(watched: Watched, record: Record, doubting: bool) -> None:
    for n in range(max(len(watched.expected), len(watched.written))):
        a, b = (lines[n] if n < len(lines) else "-" for lines in (watched.expected, watched.written))
        if a != b:
            watched.wrong.append(f"line {n + 1}: {a!r} was written down as {b!r}")
            break
    fouls = Counter(n for n, line in enumerate(_moves(record), 1) if "foul" in line.comment)
    told = Counter(
        {event.as_json()["about"] for event in watched.events if event.kind == "misplaced"}
    )  # one may be told twice
    watched.wrong += [f"the foul of move {n} was not told" for n in sorted((fouls - told).elements())]
    watched.accused = [f"move {n} was told as carried out wrongly" for n in sorted((told - fouls).elements())]
    if doubting and told.total() <= fouls.total():
        watched.accused = []  # where a move was not seen, its number is another one
    late = Counter((ruling.about, ruling.rule) for ruling in Referee(record).late)
    seen = Counter((e.as_json()["about"], e.as_json()["rule"]) for e in watched.events if e.kind == "late")
    watched.wrong += [f"a late ruling was missed: {key}" for key in late - seen]
    watched.accused += [f"a late ruling was given: {key}" for key in seen - late]
    illegal = Counter(_call(r.player, r.move, r.rules[0]) for r in Referee(record).rulings if r.verdict == "illegal")
    moves = [event.as_json() for event in watched.events if event.kind == "move"]
    called = Counter(_call(e["player"], e["move"], e["rules"][0]) for e in moves if e["verdict"] == "illegal")
    watched.accused += [f"called illegal: {move}" for move in (called - illegal).elements()]
    watched.wrong = watched.accused + watched.wrong
    watched.wrong += [event.text() for event in watched.events if event.kind in ("error", "mismatch", "question")]


def _call(player: str, move: str, rule: str) -> str:
    """An illegal move, whatever the order of its cards: that is not always plain to see."""
    word, *cards = move.split()
    return " ".join([f"{player}:", word, *sorted(cards), rule])


def _moves(record: Record) -> list[MoveLine]:
    return [line for line in record.body if isinstance(line, MoveLine)]


def main(argv: Sequence[str] | None = None) -> int:
    """The command line. -> 0 if every film was written down as it was."""
    parser = argparse.ArgumentParser(prog="python -m tests.perfect_eyes", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("--game", choices=[*GAMES, "all"], default="all")
    parser.add_argument("--films", type=int, default=20, help="of each game (default: 20)")
    parser.add_argument("--seed", type=int, default=0, help="of the first film, counted up (default: 0)")
    parser.add_argument("--level", choices=LEVELS, default="calm")
    parser.add_argument("--doubt", choices=[*DOUBTS, "all"], nargs="+", default=[], help="in what the eyes are unsure")
    parser.add_argument("--show", action="store_true", help="print both records and all events of films that differ")
    args = parser.parse_args(argv)
    doubts = DOUBTS if "all" in args.doubt else tuple(args.doubt)
    failed = 0
    for game in GAMES if args.game == "all" else [args.game]:
        wrong = recovered = 0
        for seed in range(args.seed, args.seed + args.films):
            text = film_game(game, seed)
            watched = watch(text, seed, args.level, doubts)
            faults = watched.accused if doubts else watched.wrong
            recovered += watched.expected == watched.written
            if not faults:
                continue
            wrong += 1
            print(f"--game {game} --films 1 --seed {seed} --level {args.level}: {faults[0]}")
            if args.show:
                print(text)
                print("\n".join(f"    {word}" for word in watched.wrong))
                print("\n".join(f"    {event.t:6.2f} {event.text()[:150]}" for event in watched.events))
        print(
            f"{game}: {args.films} films at {args.level}, {args.films - wrong} right, {recovered} written down as played",
            flush=True,
        )
        failed += wrong
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
