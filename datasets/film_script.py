"""Where is every card and hand at every moment of the film? Deeds become clips, with the haste and untidiness of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from datasets.film_moment import Clip as Clip
from datasets.film_moment import HandAt as HandAt
from datasets.film_moment import Lying, Script
from datasets.film_moment import Moment as Moment
from datasets.film_people import LEVELS, Manner, Seat
from datasets.film_places import CARD_HEIGHT as CARD_HEIGHT
from datasets.film_places import CARD_WIDTH, turned
from datasets.film_stage import Camera, Pose
from datasets.film_story import Deed, Laid, Story
from datasets.film_visits import APPROACH, Act, Visits

SHOWN = (1.9, 2.2)  # a hand is shown this long
PAUSES = {
    "short": (0.3, 0.6),
    "rest": (0.95, 1.3),  # the table lies still between two deeds
    "offence": (1.5, 1.9),  # cards of an illegal move lie this long
    "foul": (2.5, 3.2),
}
OPENING, CLOSING = 1.0, 1.6


class _Director(Visits):
    """Writes the script, one deed after the other."""

    def __init__(self, camera: Camera, story: Story, rng: np.random.Generator, manner: Manner) -> None:
        super().__init__(camera, story, rng, manner)
        self.said: list[tuple[float, str]] = []
        self.marked: list[Lying] = []

    def _bring(self, seat: Seat, cards: tuple[Lying, ...], grip: Pose) -> None:
        """A hand comes with ``cards`` and lays them down where they say."""
        if self.manner.drop and len(cards) == 1 and self.rng.random() < self.manner.drop:
            self._drop(seat, cards[0], grip)
            return
        self._visit(seat, [Act(grip, "hold", cards)], cards)

    def _drop(self, seat: Seat, card: Lying, grip: Pose) -> None:
        """It falls across, and is put right."""
        side = 1 if self.rng.random() < 0.5 else -1
        dx, dy = turned(float(self.rng.uniform(-12, 12)), float(self.rng.uniform(4, 16)), seat.facing)
        p = card.pose
        fallen = replace(card, pose=Pose(p.x + dx, p.y + dy, p.angle + side * float(self.rng.uniform(25, 70))))
        acts = [
            Act(grip, "open", (fallen,), self._picked([fallen]), pause=float(self.rng.uniform(0.3, 0.8))),
            Act(self._grip(seat, p), "hold", (card,)),
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
            numbers = self._numbers_off(deed.frm, deed.cards)
            return [replace(self._top(deed.frm), number=n) for n in numbers], self._picked_off(deed.frm, numbers)
        cards = [self._find(card) for card in deed.cards if card is not None]
        return cards, self._picked(cards)

    def take(self, deed: Deed) -> None:
        seat = self.seats[deed.player]
        cards, pick = self._meant(deed)
        grip = self._grip(seat, cards[-1].pose, back=12)
        self._visit(seat, [Act(grip, "press", pick=pick)], come=0.62, go=0.62 * 1.1)

    def move(self, deed: Deed) -> None:
        assert deed.to is not None
        seat = self.seats[deed.player]
        cards, pick = self._meant(deed)
        numbers = [card.number for card in cards]
        to = self._laid(seat, deed.cards, deed.to, numbers)
        grips = self._grip(seat, cards[-1].pose, back=20), self._grip(seat, to[-1].pose, back=20)
        self._visit(seat, [Act(grips[0], "hold", pick=pick), Act(grips[1], "hold", to)])

    def turn(self, deed: Deed) -> None:
        seat = self.seats[deed.player]
        card = self._top(deed.frm)
        to = replace(
            card, card=deed.cards[0], pose=replace(card.pose, angle=card.pose.angle + float(self.rng.uniform(-6, 6)))
        )
        grip = self._grip(seat, card.pose, back=24)
        self._visit(seat, [Act(grip, "hold", pick=self._picked([card])), Act(grip, "hold", (to,))])

    def swap(self, deed: Deed) -> None:
        """One hand carries both: the own card over to the other, that one home."""
        assert deed.to is not None
        seat = self.seats[deed.player]
        mine, other = self._top(deed.frm), self._top(deed.to.place)
        facing = self.seats[deed.to.place].facing
        dx, dy = turned(14, -2, facing)
        there = replace(mine, place=deed.to.place, pose=replace(other.pose, x=other.pose.x + dx, y=other.pose.y + dy))
        home = replace(other, place=deed.frm, pose=mine.pose)
        acts = [
            Act(self._grip(seat, mine.pose), "hold", pick=self._picked([mine])),
            Act(self._grip(seat, there.pose), "hold", (there,), self._picked([other])),
            Act(self._grip(seat, home.pose), "hold", (home,)),
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
        self._visit(seat, [Act(grip, "hold", tuple(cards))], cards)
        self._still(*SHOWN)
        self._visit(seat, [Act(grip, "press", pick=self._picked(cards))], come=0.45, go=0.45 * 1.1)

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
                [Act(self._grip(seat, mine[-1].pose), "hold", pick=self._picked(mine))],
                come=APPROACH,
                go=APPROACH * 1.1,
            )
        moved = [c for n, c in now.items() if n in then and (c.place, c.card) != (then[n].place, then[n].card)]
        moved += [c for n, c in now.items() if n in then and c not in moved and _far(c.pose, then[n].pose)]
        for card in moved:
            self._carry(seat, [card], [then[card.number]])
        if gone := [c for n, c in then.items() if n not in now and c.under == 0]:
            self._visit(seat, [Act(self._grip(seat, gone[-1].pose), "hold", tuple(gone))], gone)
        order = {c.number: i for i, c in enumerate(self.marked)}
        self.lying.sort(key=lambda c: order.get(c.number, len(order)))
        if self.clips[-1].moving is not None:
            last = self.clips[-1]
            self.clips[-1] = replace(last, lying=tuple(self.lying)) if set(last.lying) == set(self.lying) else last

    def _heap_before(self, card: Lying) -> Lying:
        place = self.came[card.number]
        found = next((c for c in self.marked if c.place == place and c.card is None), None)
        return found if found is not None else replace(card, card=None, place=place)

    def _carry(self, seat: Seat, cards: Sequence[Lying], to: Sequence[Lying]) -> None:
        grips = self._grip(seat, cards[-1].pose, back=20), self._grip(seat, to[-1].pose, back=20)
        self._visit(seat, [Act(grips[0], "hold", pick=self._picked(cards)), Act(grips[1], "hold", tuple(to))])

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


def write_script(story: Story, camera: Camera, rng: np.random.Generator, level: str = "calm") -> Script:
    """Stage ``story`` for ``camera``; the same ``rng`` state gives the same film. ``level``: one of LEVELS."""
    return _Director(camera, story, rng, LEVELS[level]).film(story)
