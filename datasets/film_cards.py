"""Which cards lie on the table now, and where are others put?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from datasets.film_moment import Lying
from datasets.film_people import Manner, Seat, seat_of
from datasets.film_places import (
    CLEAR,
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
from datasets.film_story import Spot, Story
from datasets.hands import STYLES
from rules.cards import Card
from rules.table import DISCARD, MIDDLE, STOCK, taxis_of


class CardsOnTable:
    """The cards that lie there now, and the room that there is for others. The deeds change it as they go."""

    def __init__(self, camera: Camera, story: Story, rng: np.random.Generator, manner: Manner) -> None:
        self.rng, self.manner = rng, manner
        styles = [replace(STYLES[i], left=bool(rng.random() < 0.12)) for i in rng.permutation(len(STYLES))]
        self.areas = {place.name: area_of(place, camera) for place in story.places}
        names = [place.name for place in story.places]
        extra = {MIDDLE, STOCK, DISCARD, *map(taxis_of, names)}
        players = [place for place in story.places if place.name not in extra]
        self.seats = {p.name: seat_of(p, camera, styles[i % len(styles)]) for i, p in enumerate(players)}
        if manner.tempo != (1.0, 1.0):
            for name, seat in self.seats.items():
                self.seats[name] = replace(seat, tempo=float(rng.uniform(*manner.tempo)))
        self.centre = self.areas[MIDDLE].middle if MIDDLE in self.areas else (0.0, 0.0)
        self.lying: list[Lying] = []
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

    def _numbers_off(self, place: str, faces: Sequence[Card | None]) -> list[int]:
        """Of cards that will be taken off the top of a heap."""
        top = self._top(place)
        return [self._number(face) if top.under or face is not None else top.number for face in faces]

    def _picked_off(self, place: str, numbers: Sequence[int]) -> Callable[[], list[Lying]]:
        """Takes cards off the top of a heap."""

        def pick() -> list[Lying]:
            found = []
            for number in numbers:
                top = self._top(place)
                i = self.lying.index(top)
                if top.under:
                    self.lying[i] = replace(top, under=top.under - 1)
                else:
                    del self.lying[i]
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

    def _poses(self, seat: Seat, spot: Spot, numbers: Sequence[int]) -> list[Pose]:
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

    def _laid(self, seat: Seat, cards: Sequence[Card | None], spot: Spot, numbers: Sequence[int]) -> tuple[Lying, ...]:
        """Cards as they will lie there."""
        return tuple(
            Lying(None if spot.down else card, spot.place, pose, number=number, by=seat.name)
            for card, pose, number in zip(cards, self._poses(seat, spot, numbers), numbers, strict=True)
        )


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
