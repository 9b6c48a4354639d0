"""Where is every card and hand at every moment of the film? Deeds become clips, with the haste and untidiness of people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.film_places import CARD_HEIGHT as CARD_HEIGHT
from datasets.film_places import CARD_WIDTH as CARD_WIDTH
from datasets.film_places import (
    CLEAR,
    Area,
    area_of,
    fan_spot,
    free_indices,
    free_spot,
    heap_spot,
    on_spot,
    overlap,
    own_spot,
    pushed_in,
    row_spots,
    turned,
)
from datasets.film_stage import Camera, Pose
from datasets.film_story import Deed, Laid, Spot, Story
from datasets.hands import STYLES, HandStyle
from rules.cards import Card
from rules.table import DISCARD, MIDDLE, STOCK, Place, taxis_of

APPROACH, TOUCH, RETREAT = 0.55, 0.13, 0.42  # seconds of a hand on its way
CARRY = 0.5  # from one place to another
SHOWN = (1.9, 2.2)  # a hand is shown this long
PAUSES = {
    "short": (0.3, 0.6),
    "rest": (0.95, 1.3),  # the table lies still between two deeds
    "offence": (1.5, 1.9),  # cards of an illegal move lie this long
    "foul": (2.5, 3.2),
}
OPENING, CLOSING = 1.0, 1.6


@dataclass(frozen=True, slots=True)
class Manner:
    """How people handle the cards."""

    tempo: tuple[float, float] = (1.0, 1.0)  # a player's slowness, times
    askew: float = 0.0  # degrees
    spread: tuple[float, float] | None = None  # a card on a pile covers so much of the top one
    nudge: float = 0.0  # mm and degrees by which cards shift under another one
    hover: tuple[float, float] | None = None  # seconds for which a hand stays over the cards at every move
    drop: float = 0.0  # how often a card falls across, and is put right
    linger: float = 0.0  # how often the hand stays at the edge of the place
    jerky: bool = False
    offence: tuple[float, float] = PAUSES["offence"]


LEVELS = {
    "calm": Manner(offence=(1.4, 1.7)),
    "normal": Manner((0.8, 1.3), 6.0, (0.3, 0.7), 1.2, (0.25, 0.6)),
    "rough": Manner((0.65, 1.5), 9.0, (0.3, 0.7), 2.2, (0.2, 1.0), drop=0.12, linger=0.2, jerky=True),
}


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table (or in the air): None in ``card`` is a back that nobody knows the face of.

    ``turned``: degrees about its long axis, 0: ``card`` is up, 90: on edge, 180: its back is up. ``under``: so many cards more lie
    squarely under it (a stock: ``pose.z`` is where the lowest lies). ``number``: of this physical card, the same all film long, as
    far as it can be followed. ``by``: who laid it, "" if it lay there from the beginning."""

    card: Card | None
    place: str
    pose: Pose
    turned: float = 0.0
    under: int = 0
    number: int = 0
    by: str = ""


@dataclass(frozen=True, slots=True)
class HandAt:
    """A hand whose finger tips are at ``pose``."""

    style: HandStyle
    shape: str
    pose: Pose


@dataclass(frozen=True, slots=True)
class Moment:
    """All that is over the table at one time; later cards of a tuple lie on earlier ones, ``carried`` on all of them.

    ``others``: more hands than one; ``hand`` is over them."""

    lying: tuple[Lying, ...]
    carried: tuple[Lying, ...] = ()
    hand: HandAt | None = None
    others: tuple[HandAt, ...] = ()

    @property
    def hands(self) -> tuple[HandAt, ...]:
        """All hands, lowest first."""
        return self.others if self.hand is None else (*self.others, self.hand)


@dataclass(frozen=True, slots=True)
class Clip:
    """A piece of the film of ``seconds``: ``moving`` gives carried cards and hand for a time 0..1 of it; None: all is still."""

    seconds: float
    lying: tuple[Lying, ...]
    moving: Callable[[float], tuple[tuple[Lying, ...], HandAt]] | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """The whole film, and what is said while nothing shows it: (second, words). ``Ann holds 7C ??`` tells of a hand."""

    clips: tuple[Clip, ...]
    said: tuple[tuple[float, str], ...]

    @property
    def seconds(self) -> float:
        return sum(clip.seconds for clip in self.clips)

    def at(self, second: float) -> Moment:
        """What there is to be seen ``second`` seconds after the start."""
        for clip in self.clips:
            if second < clip.seconds:
                if clip.moving is None:
                    return Moment(clip.lying)
                return Moment(clip.lying, *clip.moving(max(0.0, second / clip.seconds)))
            second -= clip.seconds
        return Moment(self.clips[-1].lying)

    def inputs(self) -> list[dict[str, object]]:
        """What is said, as ``kibitz watch --input`` reads it."""
        lines: list[dict[str, object]] = []
        for second, words in self.said:
            player, holds, cards = words.partition(" holds ")
            told: dict[str, object] = {"holds": player, "cards": cards} if holds else {"say": words}
            lines.append({"t": round(second, 2)} | told)
        return lines


# ---------------------------------------------------------------- how things move


def _ease(t: float) -> float:
    return t * t * t * (t * (6 * t - 15) + 10)


def _jerk(t: float) -> float:
    """In two goes, with a halt."""
    return 0.6 * _ease(min(1.0, t / 0.45)) + 0.4 * _ease(min(1.0, max(0.0, (t - 0.55) / 0.45)))


def _between(a: Pose, b: Pose, t: float, arch: float = 0.0) -> Pose:
    x, y, angle, z = (p + (q - p) * t for p, q in ((a.x, b.x), (a.y, b.y), (a.angle, b.angle), (a.z, b.z)))
    return Pose(x, y, angle, z + arch * 4 * t * (1 - t))


def _nearest_turn(angle: float, to: float) -> float:
    """The same angle, at most half a turn from ``to``."""
    return to + (angle - to + 180) % 360 - 180


def _with_hand(card: Lying, grip: Pose, hand: Pose) -> Lying:
    """``card``, held since the hand was at ``grip``, now that it is at ``hand``."""
    turn = hand.angle - grip.angle
    dx, dy = turned(card.pose.x - grip.x, card.pose.y - grip.y, turn)
    return replace(card, pose=Pose(hand.x + dx, hand.y + dy, card.pose.angle + turn, card.pose.z + hand.z - grip.z))


Held = Callable[[float, Pose], Lying]
"""A card on its way: where it is at a time 0..1, with the hand at a pose."""


def _rigid(card: Lying, grip: Pose) -> Held:
    """Held in the hand as it is when the hand is at ``grip``."""
    return lambda t, hand: _with_hand(card, grip, hand)


def _kept(held: Held) -> Held:
    """As at the end of a way."""
    return lambda t, hand: held(1.0, hand)


def _gathered(cards: Sequence[Lying], grip: Pose) -> list[Held]:
    """Drawn together on the way."""
    x, y = (sum(c.pose.x for c in cards) / len(cards), sum(c.pose.y for c in cards) / len(cards))
    tidy = Pose(x, y, cards[-1].pose.angle)

    def held(card: Lying) -> Held:
        def at(t: float, hand: Pose) -> Lying:
            g = 0.75 * _ease(min(1.0, t / 0.55))
            return _with_hand(replace(card, pose=_between(card.pose, replace(tidy, z=card.pose.z), g)), grip, hand)

        return at

    return [held(card) for card in cards]


def _carried_over(card: Lying, to: Lying) -> Held:
    """From where it lies to where it will lie; turned over on the way if it will lie the other way up."""
    up = to.card is not None
    face = card.card if card.card is not None else to.card
    start = 0.0 if card.card is not None or face is None else 180.0
    end = 0.0 if up or face is None else 180.0
    goal = replace(to.pose, angle=_nearest_turn(to.pose.angle, card.pose.angle))

    def at(t: float, hand: Pose) -> Lying:
        s = _ease(t)
        pose = _between(card.pose, goal, s, arch=24)
        return replace(card, card=face, pose=pose, turned=start + (end - start) * s, under=0)

    return at


# ---------------------------------------------------------------- the players


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player at the table: the way the cards face, the hand, and the place in mm."""

    name: str
    facing: float  # degrees clockwise; 0: sits at the bottom
    style: HandStyle
    home: tuple[float, float]  # where a shown hand lies
    edge: tuple[float, float]  # middle of the picture's edge there
    area: Area
    tempo: float = 1.0


def _seat(place: Place, camera: Camera, style: HandStyle) -> _Seat:
    x0, y0, x1, y1 = place.box
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    distance = {0.0: 1 - y1, 90.0: x0, 180.0: y0, 270.0: 1 - x1}
    wide = x1 - x0 > y1 - y0
    facing = min(distance, key=lambda a: (round(distance[a], 3), (a in (0.0, 180.0)) != wide))
    # A hand is shown half over the edge: the table is small, and only the ends that face the middle matter.
    hx, hy = {
        0.0: (cx, cy + 0.3 * (1 - cy)),
        90.0: (0.7 * cx, cy),
        180.0: (cx, 0.7 * cy),
        270.0: (cx + 0.3 * (1 - cx), cy),
    }[facing]
    edge = {0.0: (cx, 1.0), 90.0: (0.0, cy), 180.0: (cx, 0.0), 270.0: (1.0, cy)}[facing]
    return _Seat(place.name, facing, style, camera.on_table(hx, hy), camera.on_table(*edge), area_of(place, camera))


@dataclass(slots=True)
class _Act:
    """What a hand does at one point of its way: puts down what it holds as ``put`` says, or picks up what ``pick`` gives."""

    grip: Pose
    shape: str
    put: tuple[Lying, ...] = ()
    pick: Callable[[], list[Lying]] | None = None
    pause: float = 0.0


class _Director:
    """Writes the clips, one deed after the other."""

    def __init__(self, camera: Camera, story: Story, rng: np.random.Generator, manner: Manner) -> None:
        self.rng, self.manner = rng, manner
        styles = [replace(STYLES[i], left=bool(rng.random() < 0.12)) for i in rng.permutation(len(STYLES))]
        self.areas = {place.name: area_of(place, camera) for place in story.places}
        names = [place.name for place in story.places]
        extra = {MIDDLE, STOCK, DISCARD, *map(taxis_of, names)}
        players = [place for place in story.places if place.name not in extra]
        self.seats = {p.name: _seat(p, camera, styles[i % len(styles)]) for i, p in enumerate(players)}
        if manner.tempo != (1.0, 1.0):
            for name, seat in self.seats.items():
                self.seats[name] = replace(seat, tempo=float(rng.uniform(*manner.tempo)))
        self.centre = self.areas[MIDDLE].middle if MIDDLE in self.areas else (0.0, 0.0)
        self.lying: list[Lying] = []
        self.clips: list[Clip] = []
        self.said: list[tuple[float, str]] = []
        self.marked: list[Lying] = []
        self.came: dict[int, str] = {}  # cards from a heap: which
        self.slots: dict[str, dict[int, int]] = {}  # fans: slot by number of the card
        self.room = _fan_room(story)
        self.ended = any(laid.spot.how == "end" for laid in story.start)
        self._next = 100

    def _number(self, card: Card | None) -> int:
        """Of a card that comes into the picture."""
        if card is not None:
            return card + 1
        self._next += 1
        return self._next

    # ------------------------------------------------ single movements

    def _still(self, low: float, high: float) -> None:
        self.clips.append(Clip(float(self.rng.uniform(low, high)), tuple(self.lying)))

    def _away(self, seat: _Seat, grip: Pose) -> Pose:
        """A hand pose beyond the edge of the picture, on the way from ``grip`` straight back along the arm."""
        out = turned(0, 1, seat.facing)
        reach = (seat.edge[0] - grip.x) * out[0] + (seat.edge[1] - grip.y) * out[1] + 85
        slant = np.tan(np.radians(np.clip(grip.angle - seat.facing, -40, 40))) * 0.6
        dx, dy = turned(-reach * slant, reach, seat.facing)
        return Pose(grip.x + dx, grip.y + dy, grip.angle + float(self.rng.uniform(-6, 6)), 45)

    def _grip(self, seat: _Seat, target: Pose, back: float = 33.0) -> Pose:
        """How the hand holds a card that lies at ``target``: near the edge on the player's side."""
        side = -1 if seat.style.left else 1
        dx, dy = turned(side * float(self.rng.uniform(0, 10)), back, seat.facing)
        angle = seat.facing - side * float(self.rng.uniform(6, 26))
        return Pose(target.x + dx, target.y + dy, angle, 6)

    def _leg(self, seconds: float, seat: _Seat, shape: str, start: Pose, end: Pose, held: Sequence[Held] = ()) -> None:
        """The hand goes from one point to another."""
        seconds *= float(self.rng.uniform(0.92, 1.12)) * seat.tempo
        ease = _jerk if self.manner.jerky and self.rng.random() < 0.3 else _ease
        carried = tuple(held)

        def moving(t: float) -> tuple[tuple[Lying, ...], HandAt]:
            hand = _between(start, end, ease(t), arch=14)
            return tuple(at(t, hand) for at in carried), HandAt(seat.style, shape, hand)

        self.clips.append(Clip(seconds, tuple(self.lying), moving))

    def _visit(
        self,
        seat: _Seat,
        acts: Sequence[_Act],
        brought: Sequence[Lying] = (),
        come: float = APPROACH,
        go: float = RETREAT,
    ) -> list[Lying]:
        """A hand comes with ``brought`` (as the first act puts it), does what there is to do, and goes. -> what it carries off."""
        first = acts[0]
        away = self._away(seat, first.grip)
        held: list[Held] = [_rigid(card, first.grip) for card in brought]
        carried: list[Lying] = []
        at, shape = away, first.shape
        if self.manner.hover is not None and (self._over_middle(first.grip) or self.rng.random() < 0.4):
            at = self._hover(seat, first, away, held, come)
        for number, act in enumerate(acts):
            self._leg(come if number == 0 else CARRY, seat, act.shape, at, act.grip, held)
            if act.put:
                self._put(act.put)
                held, carried = [], []
            self._leg(TOUCH + act.pause, seat, act.shape, act.grip, act.grip)
            shape = "open" if act.put else act.shape
            at = act.grip
            if act.pick is not None:
                carried = act.pick()
                if number + 1 < len(acts) and acts[number + 1].put:
                    held = [_carried_over(c, to) for c, to in zip(carried, acts[number + 1].put, strict=True)]
                else:
                    held = _gathered(carried, act.grip)
        if self.manner.linger and self.rng.random() < self.manner.linger:
            at = self._linger(seat, shape, at, away, held)
        self._leg(go, seat, shape, at, away, held)
        return carried

    def _hover(self, seat: _Seat, first: _Act, away: Pose, held: Sequence[Held], come: float) -> Pose:
        """On its way the hand stays over the cards for a moment. -> where it is then."""
        assert self.manner.hover is not None
        near = first.grip
        there = [c.pose for c in self.lying if np.hypot(c.pose.x - near.x, c.pose.y - near.y) < 90] or [near]
        x, y = np.mean([(pose.x, pose.y) for pose in there], axis=0) + self.rng.uniform(-12, 12, 2)
        over = Pose(float(x), float(y), near.angle + float(self.rng.uniform(-8, 8)), 34)
        self._leg(come * 0.9, seat, first.shape, away, over, held)
        self._leg(float(self.rng.uniform(*self.manner.hover)), seat, first.shape, over, over, held)
        return over

    def _over_middle(self, grip: Pose) -> bool:
        """Whether a hand is on its way to cards in the middle."""
        return any(c.place == MIDDLE and np.hypot(c.pose.x - grip.x, c.pose.y - grip.y) < 100 for c in self.lying)

    def _linger(self, seat: _Seat, shape: str, at: Pose, away: Pose, held: Sequence[Held]) -> Pose:
        """The hand stays where it is no longer quite over the cards."""
        aside = _between(at, away, float(self.rng.uniform(0.2, 0.4)))
        aside = replace(aside, z=8.0)
        self._leg(RETREAT * 0.6, seat, shape, at, aside, held)
        self._leg(
            float(self.rng.uniform(0.7, 1.6)),
            seat,
            shape,
            aside,
            aside,
            [_kept(card) for card in held],
        )
        return aside

    # ------------------------------------------------ the cards of the table

    def _put(self, cards: Iterable[Lying]) -> None:
        """Cards come to lie there; a heap grows, others shift a little under them."""
        for card in cards:
            heap = self._heap(card.place) if card.card is None and not self._is_own(card) else None
            if heap is not None:
                i = self.lying.index(heap)
                self.lying[i] = replace(heap, under=heap.under + 1 + card.under)
                continue
            if self.manner.nudge:
                self._nudge(card)
            self.lying.append(card)

    def _is_own(self, card: Lying) -> bool:
        return card.place in self.seats

    def _heap(self, place: str) -> Lying | None:
        """The heap of backs in a place."""
        return next((c for c in self.lying if c.place == place and c.card is None), None)

    def _nudge(self, by: Lying) -> None:
        size = self.manner.nudge
        for i, card in enumerate(self.lying):
            if card.under == 0 and card.place == by.place and overlap(card.pose, by.pose) > 0.05:
                dx, dy, da = np.clip(self.rng.normal(0, size, 3), -2.5 * size, 2.5 * size)
                p = card.pose
                self.lying[i] = replace(card, pose=Pose(p.x + float(dx), p.y + float(dy), p.angle + float(da), p.z))

    def _find(self, card: Card) -> Lying:
        return next(c for c in reversed(self.lying) if c.card == card)

    def _top(self, place: str) -> Lying:
        """The card on top of a place's heap, or the one that lies there."""
        return next(
            c
            for c in reversed(self.lying)
            if c.place == place and not (self.ended and c.card is not None and place == STOCK)
        )

    def _picked(self, cards: Sequence[Lying]) -> Callable[[], list[Lying]]:
        """Takes these cards off the table."""

        def pick() -> list[Lying]:
            numbers = [c.number for c in cards]
            found = [c for c in self.lying if c.number in numbers]
            self.lying = [c for c in self.lying if c.number not in numbers]
            return sorted(found, key=lambda c: numbers.index(c.number))

        return pick

    def _picked_off(self, place: str, faces: Sequence[Card | None]) -> Callable[[], list[Lying]]:
        """Takes cards off the top of a heap. ``faces``: what they are."""

        def pick() -> list[Lying]:
            found = []
            for face in faces:
                top = self._top(place)
                i = self.lying.index(top)
                if top.under:
                    self.lying[i] = replace(top, under=top.under - 1)
                else:
                    del self.lying[i]
                number = self._number(face) if top.under or face is not None else top.number
                self.came[number] = place
                found.append(replace(top, under=0, number=number))
            return found

        return pick

    # ------------------------------------------------ where cards are put

    def _spots(self, facing: float, count: int) -> list[Pose]:
        """Where ``count`` cards laid by one player come to lie on the pile: the second beside the first, whose index stays free."""
        rng = self.rng
        if self.manner.spread is not None:
            return self._askew(facing, count)
        shift = -10.0 if count > 1 else 0.0
        dx, dy = turned(shift + float(rng.normal(0, 4)), float(rng.normal(0, 4)), facing)
        spots = [Pose(self.centre[0] + dx, self.centre[1] + dy, facing + float(np.clip(rng.normal(0, 7), -14, 14)))]
        for _ in range(count - 1):
            dx, dy = turned(float(rng.uniform(20, 26)), float(rng.uniform(1, 9)), spots[-1].angle)
            turn = float(rng.uniform(-6, 6))
            spots.append(Pose(spots[-1].x + dx, spots[-1].y + dy, spots[-1].angle + turn))
        return spots

    def _askew(self, facing: float, count: int) -> list[Pose]:
        """On an untidy pile: each card covers a part of the one below."""
        assert self.manner.spread is not None
        low, high = self.manner.spread
        area = self.areas[MIDDLE]
        top = [c.pose for c in self.lying if c.place == MIDDLE][-1:]
        spots: list[Pose] = []
        for _ in range(count):
            tries: list[tuple[float, int, Pose]] = []
            for _try in range(60):
                x, y = self.centre + np.clip(self.rng.normal(0, 22, 2), -40, 40)
                pose = Pose(float(x), float(y), facing + float(np.clip(self.rng.normal(0, 9), -20, 20)))
                wrong = area.outside(pose)
                if top and not low <= overlap(top[-1], pose) <= high:
                    wrong += 5
                if spots and not free_indices(
                    spots[-1], [pose], CLEAR
                ):  # it must not be covered before it has been seen
                    wrong += 100
                tries.append((wrong, len(tries), pose))
                if not wrong:
                    break
            pose = min(tries)[2]
            top = [*top, pose]
            spots.append(pose)
        return spots

    def _poses(self, seat: _Seat, spot: Spot, numbers: Sequence[int]) -> list[Pose]:
        """Where cards come to lie that are put there by ``seat``; if they lie on the table already, they leave that place free."""
        area = self.areas[spot.place]
        rng = self.rng
        owner = next((s for s in self.seats.values() if spot.place in (s.name, taxis_of(s.name))), seat)
        there = [c.pose for c in self.lying if c.place == spot.place and c.number not in numbers]
        found: list[Pose] = []
        match spot.how:
            case "pile":
                return self._spots(seat.facing, len(numbers))
            case "row":
                found = row_spots(area, seat.facing, len(numbers))
            case "heap":
                base = heap_spot(area, False if self.ended and spot.place == STOCK else None)
                found = [base for _ in numbers]
            case "end":
                found = [heap_spot(area, True) for _ in numbers]
            case "own":
                found = [own_spot(area, owner.facing, owner.edge) for _ in numbers]
            case "fan":
                slots = self.slots.setdefault(spot.place, {})
                lying = {c.number for c in self.lying if c.place == spot.place and c.number not in numbers}
                for gone in [n for n in slots if n not in lying]:
                    del slots[gone]
                for number in numbers:
                    slots[number] = max(slots.values(), default=-1) + 1
                    room = max(self.room[spot.place], slots[number] + 1)
                    found.append(fan_spot(area, owner.facing, owner.edge, slots[number], room))
            case "on" | "instead" | "beside":
                target = self._find(spot.on).pose if spot.on is not None else Pose(*area.middle, seat.facing)
                for _ in numbers:
                    if spot.how == "on":
                        pose = on_spot(area, target, there, seat.facing, rng)
                    elif spot.how == "instead":
                        pose = replace(target, angle=target.angle + float(rng.uniform(-4, 4)))
                    else:
                        angle = target.angle if target.angle % 180 < 20 or target.angle % 180 > 160 else seat.facing
                        pose = free_spot(area, (target.x, target.y), there, angle, rng)
                    there.append(pose)
                    found.append(pose)
                return found
        shift = 3.0 if spot.how in ("heap", "end", "own") else 1.5
        lean = (1.5 if spot.how == "fan" else 3.0) + self.manner.askew * (0.2 if spot.how in ("fan", "heap") else 1.0)
        askew = [
            Pose(
                p.x + float(np.clip(rng.normal(0, shift), -2 * shift, 2 * shift)),
                p.y + float(np.clip(rng.normal(0, shift), -2 * shift, 2 * shift)),
                p.angle + float(np.clip(rng.normal(0, lean), -2 * lean, 2 * lean)),
            )
            for p in found
        ]
        return [pushed_in(area, pose) for pose in askew] if spot.how == "row" else askew

    def _laid(self, seat: _Seat, cards: Sequence[Card | None], spot: Spot, numbers: Sequence[int]) -> tuple[Lying, ...]:
        """Cards as they will lie there."""
        return tuple(
            Lying(None if spot.down else card, spot.place, pose, number=number, by=seat.name)
            for card, pose, number in zip(cards, self._poses(seat, spot, numbers), numbers, strict=True)
        )

    # ------------------------------------------------ deeds

    def _bring(self, seat: _Seat, cards: tuple[Lying, ...], grip: Pose) -> None:
        """A hand comes with ``cards`` and lays them down where they say."""
        if self.manner.drop and len(cards) == 1 and self.rng.random() < self.manner.drop:
            self._drop(seat, cards[0], grip)
            return
        self._visit(seat, [_Act(grip, "hold", cards)], cards)

    def _drop(self, seat: _Seat, card: Lying, grip: Pose) -> None:
        """It falls across, and is put right."""
        side = 1 if self.rng.random() < 0.5 else -1
        dx, dy = turned(float(self.rng.uniform(-12, 12)), float(self.rng.uniform(4, 16)), seat.facing)
        p = card.pose
        fallen = replace(card, pose=Pose(p.x + dx, p.y + dy, p.angle + side * float(self.rng.uniform(25, 70))))
        acts = [
            _Act(grip, "open", (fallen,), self._picked([fallen]), pause=float(self.rng.uniform(0.3, 0.8))),
            _Act(self._grip(seat, p), "hold", (card,)),
        ]
        self._visit(seat, acts, [fallen])

    def lay(self, deed: Deed) -> None:
        assert deed.to is not None
        seat = self.seats[deed.player]
        cards = self._laid(seat, deed.cards, deed.to, [self._number(card) for card in deed.cards])
        # All at once, or one by one. On an empty table at once: one by one, the first would be a lead and the second the next
        # player's card, to anybody who looks.
        if deed.to.how == "row":
            together = len(cards) == 1 or self.rng.random() < 0.8
        elif deed.to.how == "pile":
            together = self.rng.random() < 0.5 or not self.lying
        else:
            together = True
        if together:
            self._bring(seat, cards, self._grip(seat, cards[-1].pose))
            return
        for i, card in enumerate(cards):
            self._bring(seat, (card,), self._grip(seat, card.pose))
            if deed.to.how == "row" and i + 1 < len(cards):
                self._still(0.1, 0.3)

    def _meant(self, deed: Deed) -> tuple[list[Lying], Callable[[], list[Lying]]]:
        """The cards of a deed as they lie, and what picks them up."""
        if deed.frm:
            return [self._top(deed.frm)], self._picked_off(deed.frm, deed.cards)
        cards = [self._find(card) for card in deed.cards if card is not None]
        return cards, self._picked(cards)

    def take(self, deed: Deed) -> None:
        seat = self.seats[deed.player]
        cards, pick = self._meant(deed)
        grip = self._grip(seat, cards[-1].pose, back=12)
        self._visit(seat, [_Act(grip, "press", pick=pick)], come=0.62, go=0.62 * 1.1)

    def move(self, deed: Deed) -> None:
        assert deed.to is not None
        seat = self.seats[deed.player]
        cards, pick = self._meant(deed)
        if deed.frm:
            top = cards[0]
            whole = top.under > 0
            numbers = [self._number(card) if whole or card is not None else top.number for card in deed.cards]
            if numbers[-1] > 100:  # a back gets its number when it is picked up
                numbers, self._next = [self._next + 1 if whole else top.number], self._next - (1 if whole else 0)
        else:
            numbers = [card.number for card in cards]
        to = self._laid(seat, deed.cards, deed.to, numbers)
        grips = self._grip(seat, cards[-1].pose, back=20), self._grip(seat, to[-1].pose, back=20)
        self._visit(seat, [_Act(grips[0], "hold", pick=pick), _Act(grips[1], "hold", to)])

    def turn(self, deed: Deed) -> None:
        seat = self.seats[deed.player]
        card = self._top(deed.frm)
        to = replace(
            card, card=deed.cards[0], pose=replace(card.pose, angle=card.pose.angle + float(self.rng.uniform(-6, 6)))
        )
        grip = self._grip(seat, card.pose, back=24)
        self._visit(seat, [_Act(grip, "hold", pick=self._picked([card])), _Act(grip, "hold", (to,))])

    def swap(self, deed: Deed) -> None:
        """One hand carries both: the own card over to the other, that one home."""
        assert deed.to is not None
        seat = self.seats[deed.player]
        mine, other = self._top(deed.frm), self._top(deed.to.place)
        facing = self.seats[deed.to.place].facing
        dx, dy = turned(16, 8, facing)
        there = replace(mine, place=deed.to.place, pose=replace(other.pose, x=other.pose.x + dx, y=other.pose.y + dy))
        home = replace(other, place=deed.frm, pose=mine.pose)
        acts = [
            _Act(self._grip(seat, mine.pose), "hold", pick=self._picked([mine])),
            _Act(self._grip(seat, there.pose), "hold", (there,), self._picked([other])),
            _Act(self._grip(seat, home.pose), "hold", (home,)),
        ]
        self._visit(seat, acts)

    def show(self, deed: Deed) -> None:
        seat = self.seats[deed.player]
        count = len(deed.cards)
        width = seat.area.across(seat.facing)
        step = min(22.0, (min(400.0, max(width, 150.0)) - CARD_WIDTH) / max(1, count - 1))
        bend = min(2.6, 26 / count)
        lean = seat.area.turned(seat.facing)
        facing = seat.facing if abs(lean - seat.facing) < 4 else lean
        cards = []
        for i, card in enumerate(deed.cards):
            k = i - (count - 1) / 2
            dx, dy = turned(k * step, 0.5 * k * k * step * np.radians(bend), facing)
            angle = facing + k * bend + float(self.rng.normal(0, 0.6))
            pose = Pose(seat.home[0] + dx, seat.home[1] + dy, angle)
            cards.append(Lying(card, deed.player, pose, number=self._number(card), by=deed.player))
        grip = self._grip(seat, Pose(*seat.home, seat.facing), back=42)
        self._visit(seat, [_Act(grip, "hold", tuple(cards))], cards)
        self._still(*SHOWN)
        self._visit(seat, [_Act(grip, "press", pick=self._picked(cards))], come=0.45, go=0.45 * 1.1)

    def say(self, deed: Deed) -> None:
        if not deed.sure and self.rng.random() < 0.5:
            return
        now = sum(clip.seconds for clip in self.clips)
        self.said.append((now, deed.words))
        self._still(0.3, 0.6)

    def mark(self, deed: Deed) -> None:
        self.marked = list(self.lying)

    def back(self, deed: Deed) -> None:
        """What came goes, what went comes back, what was moved is moved back."""
        seat = self.seats[deed.player]
        then = {c.number: c for c in self.marked}
        now = {c.number: c for c in self.lying}
        new = [c for c in self.lying if c.number not in then]
        drawn = [c for c in new if c.number in self.came]
        for card in reversed(drawn):
            heap = replace(self._heap_before(card), under=0, number=card.number)
            self._carry(seat, [card], [heap])
        if mine := [c for c in new if c.number not in self.came]:
            self._visit(
                seat,
                [_Act(self._grip(seat, mine[-1].pose), "hold", pick=self._picked(mine))],
                come=APPROACH,
                go=APPROACH * 1.1,
            )
        moved = [c for n, c in now.items() if n in then and (c.place, c.card) != (then[n].place, then[n].card)]
        moved += [c for n, c in now.items() if n in then and c not in moved and _far(c.pose, then[n].pose)]
        for card in moved:
            self._carry(seat, [card], [then[card.number]])
        if gone := [c for n, c in then.items() if n not in now and c.under == 0]:
            self._visit(seat, [_Act(self._grip(seat, gone[-1].pose), "hold", tuple(gone))], gone)
        order = {c.number: i for i, c in enumerate(self.marked)}
        self.lying.sort(key=lambda c: order.get(c.number, len(order)))
        if self.clips[-1].moving is not None:
            last = self.clips[-1]
            self.clips[-1] = replace(last, lying=tuple(self.lying)) if set(last.lying) == set(self.lying) else last

    def _heap_before(self, card: Lying) -> Lying:
        place = self.came[card.number]
        found = next((c for c in self.marked if c.place == place and c.card is None), None)
        return found if found is not None else replace(card, card=None, place=place)

    def _carry(self, seat: _Seat, cards: Sequence[Lying], to: Sequence[Lying]) -> None:
        grips = self._grip(seat, cards[-1].pose, back=20), self._grip(seat, to[-1].pose, back=20)
        self._visit(seat, [_Act(grips[0], "hold", pick=self._picked(cards)), _Act(grips[1], "hold", tuple(to))])

    # ------------------------------------------------ the whole film

    def _begin(self, laid: Laid) -> None:
        """Cards that lie there before anything happens."""
        spot = laid.spot
        somebody = next(iter(self.seats.values()))
        if not laid.cards:
            return
        if spot.how == "pile":
            for card in laid.cards:
                pose = self._spots(0.0 if self.rng.random() < 0.5 else 180.0, 1)[0]
                self.lying.append(Lying(card, spot.place, pose, number=self._number(card)))
        elif spot.how == "heap" and spot.down:
            (pose,) = self._poses(somebody, spot, [0])
            self.lying.append(Lying(None, spot.place, pose, under=len(laid.cards) - 1, number=self._number(None)))
        else:
            numbers = [self._number(card) for card in laid.cards]
            self.lying += [replace(card, by="") for card in self._laid(somebody, laid.cards, spot, numbers)]

    def film(self, story: Story) -> Script:
        for laid in story.start:
            self._begin(laid)
        self._still(OPENING, OPENING)
        for deed in story.deeds:
            getattr(self, deed.kind)(deed)
            if deed.then:
                self._still(*(self.manner.offence if deed.then == "offence" else PAUSES[deed.then]))
        self._still(CLOSING - PAUSES["rest"][0], CLOSING - PAUSES["rest"][0])
        return Script(tuple(self.clips), tuple(self.said))


def _far(one: Pose, other: Pose) -> bool:
    return bool(np.hypot(one.x - other.x, one.y - other.y) > 12)


def _fan_room(story: Story) -> dict[str, int]:
    """How many cards each fan may have to hold."""
    room: dict[str, int] = {}
    for spot, count in [
        *((laid.spot, len(laid.cards)) for laid in story.start),
        *((deed.to, len(deed.cards)) for deed in story.deeds if deed.to is not None),
    ]:
        if spot.how == "fan":
            room[spot.place] = room.get(spot.place, 0) + count
    return room


def write_script(story: Story, camera: Camera, rng: np.random.Generator, level: str = "calm") -> Script:
    """Stage ``story`` for ``camera``; the same ``rng`` state gives the same film. ``level``: one of LEVELS."""
    return _Director(camera, story, rng, LEVELS[level]).film(story)
