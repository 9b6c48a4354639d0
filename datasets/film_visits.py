"""How does a hand come, do what there is to do, and go? Visits become clips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.film_cards import CardsOnTable
from datasets.film_moment import Clip, HandAt, Lying
from datasets.film_motion import Held, between, carried_over, ease, gathered, jerk, kept, rigid
from datasets.film_people import Manner, Seat
from datasets.film_places import turned
from datasets.film_stage import Camera, Pose
from datasets.film_story import Story
from rules.table import MIDDLE

APPROACH, TOUCH, RETREAT = 0.55, 0.13, 0.42  # seconds of a hand on its way
CARRY = 0.5  # from one place to another


@dataclass(slots=True)
class Act:
    """What a hand does at one point of its way: puts down what it holds as ``put`` says, or picks up what ``pick`` gives."""

    grip: Pose
    shape: str
    put: tuple[Lying, ...] = ()
    pick: Callable[[], list[Lying]] | None = None
    pause: float = 0.0


class Visits(CardsOnTable):
    """The clips so far, and what adds to them."""

    def __init__(self, camera: Camera, story: Story, rng: np.random.Generator, manner: Manner) -> None:
        super().__init__(camera, story, rng, manner)
        self.clips: list[Clip] = []

    def _still(self, low: float, high: float) -> None:
        self.clips.append(Clip(float(self.rng.uniform(low, high)), tuple(self.lying)))

    def _away(self, seat: Seat, grip: Pose) -> Pose:
        """A hand pose beyond the edge of the picture, on the way from ``grip`` straight back along the arm."""
        out = turned(0, 1, seat.facing)
        reach = (seat.edge[0] - grip.x) * out[0] + (seat.edge[1] - grip.y) * out[1] + 85
        slant = np.tan(np.radians(np.clip(grip.angle - seat.facing, -40, 40))) * 0.6
        dx, dy = turned(-reach * slant, reach, seat.facing)
        return Pose(grip.x + dx, grip.y + dy, grip.angle + float(self.rng.uniform(-6, 6)), 45)

    def _grip(self, seat: Seat, target: Pose, back: float = 33.0) -> Pose:
        """How the hand holds a card that lies at ``target``: near the edge on the player's side."""
        side = -1 if seat.style.left else 1
        dx, dy = turned(side * float(self.rng.uniform(0, 10)), back, seat.facing)
        angle = seat.facing - side * float(self.rng.uniform(6, 26))
        return Pose(target.x + dx, target.y + dy, angle, 6)

    def _leg(self, seconds: float, seat: Seat, shape: str, start: Pose, end: Pose, held: Sequence[Held] = ()) -> None:
        """The hand goes from one point to another."""
        seconds *= float(self.rng.uniform(0.92, 1.12)) * seat.tempo
        way = jerk if self.manner.jerky and self.rng.random() < 0.3 else ease
        carried = tuple(held)

        def moving(t: float) -> tuple[tuple[Lying, ...], HandAt]:
            hand = between(start, end, way(t), arch=14)
            return tuple(at(t, hand) for at in carried), HandAt(seat.style, shape, hand)

        self.clips.append(Clip(seconds, tuple(self.lying), moving))

    def _visit(
        self,
        seat: Seat,
        acts: Sequence[Act],
        brought: Sequence[Lying] = (),
        come: float = APPROACH,
        go: float = RETREAT,
    ) -> list[Lying]:
        """A hand comes with ``brought`` (as the first act puts it), does what there is to do, and goes. -> what it carries off."""
        first = acts[0]
        away = self._away(seat, first.grip)
        held: list[Held] = [rigid(card, first.grip) for card in brought]
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
                    held = [carried_over(c, to) for c, to in zip(carried, acts[number + 1].put, strict=True)]
                else:
                    held = gathered(carried, act.grip)
        if self.manner.linger and self.rng.random() < self.manner.linger:
            at = self._linger(seat, shape, at, away, held)
        self._leg(go, seat, shape, at, away, held)
        return carried

    def _hover(self, seat: Seat, first: Act, away: Pose, held: Sequence[Held], come: float) -> Pose:
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

    def _linger(self, seat: Seat, shape: str, at: Pose, away: Pose, held: Sequence[Held]) -> Pose:
        """The hand stays where it is no longer quite over the cards."""
        aside = between(at, away, float(self.rng.uniform(0.2, 0.4)))
        aside = replace(aside, z=8.0)
        self._leg(RETREAT * 0.6, seat, shape, at, aside, held)
        self._leg(
            float(self.rng.uniform(0.7, 1.6)),
            seat,
            shape,
            aside,
            aside,
            [kept(card) for card in held],
        )
        return aside
