"""Where is every card and hand at every moment of the film? Deeds become clips, with the haste and untidiness of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.film_stage import Camera, Pose
from datasets.film_story import Deed, Story
from datasets.hands import STYLES, HandStyle
from rules.cards import Card
from rules.table import MIDDLE, Place

CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0

APPROACH, TOUCH, RETREAT = 0.55, 0.13, 0.42  # seconds of a hand on its way
REST = (0.95, 1.3)  # the table lies still between two deeds
OFFENCE = (1.4, 1.7)  # cards that should not be there lie this long
SHOWN = (1.9, 2.2)  # a hand is shown this long
OPENING, CLOSING = 1.0, 1.6


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table (or in the air): None in ``card`` is a back that nobody knows the face of.

    ``turned``: degrees about its long axis, 0: ``card`` is up, 90: on edge, 180: its back is up. ``under``: so many cards more lie
    squarely under it (a stock: ``pose.z`` is where the lowest lies)."""

    card: Card | None
    place: str
    pose: Pose
    turned: float = 0.0
    under: int = 0


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
    """The whole film, and what is said while nothing shows it: (second, words)."""

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


def _turned(x: float, y: float, angle: float) -> tuple[float, float]:
    a = np.radians(angle)
    return float(x * np.cos(a) - y * np.sin(a)), float(x * np.sin(a) + y * np.cos(a))


def _ease(t: float) -> float:
    return t * t * t * (t * (6 * t - 15) + 10)


def _between(a: Pose, b: Pose, t: float, arch: float = 0.0) -> Pose:
    x, y, angle, z = (p + (q - p) * t for p, q in ((a.x, b.x), (a.y, b.y), (a.angle, b.angle), (a.z, b.z)))
    return Pose(x, y, angle, z + arch * 4 * t * (1 - t))


def _with_hand(card: Lying, grip: Pose, hand: Pose) -> Lying:
    """``card``, held since the hand was at ``grip``, now that it is at ``hand``."""
    turn = hand.angle - grip.angle
    dx, dy = _turned(card.pose.x - grip.x, card.pose.y - grip.y, turn)
    return replace(card, pose=Pose(hand.x + dx, hand.y + dy, card.pose.angle + turn, card.pose.z + hand.z - grip.z))


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player at the table: the way the cards face, the hand, and the place in mm."""

    name: str
    facing: float  # degrees clockwise; 0: sits at the bottom
    style: HandStyle
    home: tuple[float, float]  # where a shown hand lies
    edge: tuple[float, float]  # middle of the picture's edge there


def _seat(place: Place, camera: Camera, style: HandStyle) -> _Seat:
    x0, y0, x1, y1 = place.box
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    distance = {0.0: 1 - y1, 90.0: x0, 180.0: y0, 270.0: 1 - x1}
    wide = x1 - x0 > y1 - y0
    facing = min((a for a in distance if (a in (0.0, 180.0)) == wide), key=distance.__getitem__)
    # A hand is shown half over the edge: the table is small, and only the ends that face the middle matter.
    hx, hy = {
        0.0: (cx, cy + 0.3 * (1 - cy)),
        90.0: (0.7 * cx, cy),
        180.0: (cx, 0.7 * cy),
        270.0: (cx + 0.3 * (1 - cx), cy),
    }[facing]
    edge = {0.0: (cx, 1.0), 90.0: (0.0, cy), 180.0: (cx, 0.0), 270.0: (1.0, cy)}[facing]
    return _Seat(place.name, facing, style, camera.on_table(hx, hy), camera.on_table(*edge))


class _Director:
    """Writes the clips, one deed after the other."""

    def __init__(self, camera: Camera, places: Sequence[Place], rng: np.random.Generator) -> None:
        self.rng = rng
        styles = [replace(STYLES[i], left=bool(rng.random() < 0.12)) for i in rng.permutation(len(STYLES))]
        players = [place for place in places if place.name != MIDDLE]
        self.seats = {p.name: _seat(p, camera, styles[i % len(styles)]) for i, p in enumerate(players)}
        box = next(place.box for place in places if place.name == MIDDLE)
        self.centre = camera.on_table((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        self.lying: list[Lying] = []
        self.clips: list[Clip] = []
        self.said: list[tuple[float, str]] = []

    # ------------------------------------------------ single movements

    def _still(self, low: float, high: float) -> None:
        self.clips.append(Clip(float(self.rng.uniform(low, high)), tuple(self.lying)))

    def _away(self, seat: _Seat, grip: Pose) -> Pose:
        """A hand pose beyond the edge of the picture, on the way from ``grip`` straight back along the arm."""
        out = _turned(0, 1, seat.facing)
        reach = (seat.edge[0] - grip.x) * out[0] + (seat.edge[1] - grip.y) * out[1] + 85
        slant = np.tan(np.radians(np.clip(grip.angle - seat.facing, -40, 40))) * 0.6
        dx, dy = _turned(-reach * slant, reach, seat.facing)
        return Pose(grip.x + dx, grip.y + dy, grip.angle + float(self.rng.uniform(-6, 6)), 45)

    def _grip(self, seat: _Seat, target: Pose, back: float = 33.0) -> Pose:
        """How the hand holds a card that lies at ``target``: near the edge on the player's side."""
        side = -1 if seat.style.left else 1
        dx, dy = _turned(side * float(self.rng.uniform(0, 10)), back, seat.facing)
        angle = seat.facing - side * float(self.rng.uniform(6, 26))
        return Pose(target.x + dx, target.y + dy, angle, 6)

    def _move(self, seconds: float, seat: _Seat, shape: str, start: Pose, end: Pose, carried: tuple[Lying, ...] = (),
              grip: Pose | None = None, gather: bool = False) -> None:  # fmt: skip
        seconds *= float(self.rng.uniform(0.92, 1.12))
        hold = grip or end
        mean_x = sum(c.pose.x for c in carried) / max(1, len(carried))
        mean_y = sum(c.pose.y for c in carried) / max(1, len(carried))

        def moving(t: float) -> tuple[tuple[Lying, ...], HandAt]:
            hand = _between(start, end, _ease(t), arch=14)
            cards = carried
            if gather:
                g = 0.75 * _ease(min(1.0, t / 0.55))
                tidy = Pose(mean_x, mean_y, carried[-1].pose.angle)
                cards = tuple(replace(c, pose=_between(c.pose, replace(tidy, z=c.pose.z), g)) for c in carried)
            return tuple(_with_hand(c, hold, hand) for c in cards), HandAt(seat.style, shape, hand)

        self.clips.append(Clip(seconds, tuple(self.lying), moving))

    def _touch(self, seat: _Seat, shape: str, grip: Pose) -> None:
        self._move(TOUCH, seat, shape, grip, grip)

    def _bring(self, seat: _Seat, cards: tuple[Lying, ...], grip: Pose, seconds: float = APPROACH) -> None:
        """A hand comes with ``cards`` and lays them down where they say."""
        away = self._away(seat, grip)
        self._move(seconds, seat, "hold", away, grip, cards)
        self.lying += cards
        self._touch(seat, "hold", grip)
        self._move(RETREAT, seat, "open", grip, away)

    def _carry_off(
        self, seat: _Seat, count: int, grip: Pose, shape: str, seconds: float = APPROACH
    ) -> tuple[Lying, ...]:
        """A hand comes and carries the last ``count`` cards of the table off."""
        away = self._away(seat, grip)
        self._move(seconds, seat, shape, away, grip)
        self._touch(seat, shape, grip)
        taken = tuple(self.lying[len(self.lying) - count :])
        del self.lying[len(self.lying) - count :]
        self._move(seconds * 1.1, seat, shape, grip, away, taken, grip, gather=True)
        return taken

    # ------------------------------------------------ deeds

    def _spots(self, facing: float, count: int) -> list[Pose]:
        """Where ``count`` cards laid by one player come to lie: the second beside the first, whose index stays free."""
        rng = self.rng
        shift = -10.0 if count > 1 else 0.0
        dx, dy = _turned(shift + float(rng.normal(0, 4)), float(rng.normal(0, 4)), facing)
        spots = [Pose(self.centre[0] + dx, self.centre[1] + dy, facing + float(np.clip(rng.normal(0, 7), -14, 14)))]
        for _ in range(count - 1):
            dx, dy = _turned(float(rng.uniform(20, 26)), float(rng.uniform(1, 9)), spots[-1].angle)
            turn = float(rng.uniform(-6, 6))
            spots.append(Pose(spots[-1].x + dx, spots[-1].y + dy, spots[-1].angle + turn))
        return spots

    def lay(self, deed: Deed) -> None:
        seat = self.seats[deed.player]
        spots = self._spots(seat.facing, len(deed.cards))
        cards = tuple(Lying(card, MIDDLE, spot) for card, spot in zip(deed.cards, spots, strict=True))
        # All at once, or one by one. On an empty table at once: one by one, the first would be a lead and the second the next
        # player's card, to anybody who looks.
        if self.rng.random() < 0.5 or not self.lying:
            self._bring(seat, cards, self._grip(seat, spots[-1]))
        else:
            for card in cards:
                self._bring(seat, (card,), self._grip(seat, card.pose))
        if deed.undone:
            self._still(*OFFENCE)
            self._carry_off(seat, len(cards), self._grip(seat, spots[-1]), "hold")

    def take(self, deed: Deed) -> None:
        seat = self.seats[deed.player]
        if not deed.count:
            self.said.append((self._now(), f"{deed.player}: take"))
            return
        grip = self._grip(seat, self.lying[-1].pose, back=12)
        taken = self._carry_off(seat, deed.count, grip, "press", 0.62)
        if deed.undone:
            self._still(*OFFENCE)
            self._bring(seat, taken, grip)

    def show(self, deed: Deed) -> None:
        seat = self.seats[deed.player]
        count = len(deed.cards)
        if not count:
            return
        step = min(22.0, (400 - CARD_WIDTH) / max(1, count - 1))
        bend = min(2.6, 26 / count)
        cards = []
        for i, card in enumerate(deed.cards):
            k = i - (count - 1) / 2
            dx, dy = _turned(k * step, 0.5 * k * k * step * np.radians(bend), seat.facing)
            angle = seat.facing + k * bend + float(self.rng.normal(0, 0.6))
            cards.append(Lying(card, deed.player, Pose(seat.home[0] + dx, seat.home[1] + dy, angle)))
        grip = self._grip(seat, Pose(*seat.home, seat.facing), back=42)
        self._bring(seat, tuple(cards), grip)
        self._still(*SHOWN)
        self._carry_off(seat, count, grip, "press", 0.45)

    def say(self, deed: Deed) -> None:
        self.said.append((self._now(), deed.words))

    def _now(self) -> float:
        """A moment in the middle of the rest that has just been filmed."""
        return sum(clip.seconds for clip in self.clips) - self.clips[-1].seconds / 2

    def film(self, story: Story) -> Script:
        for card in story.pile:
            spot = self._spots(0.0 if self.rng.random() < 0.5 else 180.0, 1)[0]
            self.lying.append(Lying(card, MIDDLE, spot))
        self._still(OPENING, OPENING)
        for deed in story.deeds:
            getattr(self, deed.kind)(deed)
            self._still(*REST)
        self._still(CLOSING - REST[0], CLOSING - REST[0])
        return Script(tuple(self.clips), tuple(self.said))


def write_script(story: Story, camera: Camera, rng: np.random.Generator) -> Script:
    """Stage ``story`` for ``camera``; the same ``rng`` state gives the same film."""
    return _Director(camera, story.places, rng).film(story)
