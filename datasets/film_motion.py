"""How do hands move, and the cards that they hold?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from datasets.film_moment import Lying
from datasets.film_places import turned
from datasets.film_stage import Pose


def ease(t: float) -> float:
    return t * t * t * (t * (6 * t - 15) + 10)


def jerk(t: float) -> float:
    """In two goes, with a halt."""
    return 0.6 * ease(min(1.0, t / 0.45)) + 0.4 * ease(min(1.0, max(0.0, (t - 0.55) / 0.45)))


def between(a: Pose, b: Pose, t: float, arch: float = 0.0) -> Pose:
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


def rigid(card: Lying, grip: Pose) -> Held:
    """Held in the hand as it is when the hand is at ``grip``."""
    return lambda t, hand: _with_hand(card, grip, hand)


def kept(held: Held) -> Held:
    """As at the end of a way."""
    return lambda t, hand: held(1.0, hand)


def gathered(cards: Sequence[Lying], grip: Pose) -> list[Held]:
    """Drawn together on the way."""
    x, y = (sum(c.pose.x for c in cards) / len(cards), sum(c.pose.y for c in cards) / len(cards))
    tidy = Pose(x, y, cards[-1].pose.angle)

    def held(card: Lying) -> Held:
        def at(t: float, hand: Pose) -> Lying:
            g = 0.75 * ease(min(1.0, t / 0.55))
            return _with_hand(replace(card, pose=between(card.pose, replace(tidy, z=card.pose.z), g)), grip, hand)

        return at

    return [held(card) for card in cards]


def carried_over(card: Lying, to: Lying) -> Held:
    """From where it lies to where it will lie; turned over on the way if it will lie the other way up."""
    up = to.card is not None
    face = card.card if card.card is not None else to.card
    start = 0.0 if card.card is not None or face is None else 180.0
    end = 0.0 if up or face is None else 180.0
    goal = replace(to.pose, angle=_nearest_turn(to.pose.angle, card.pose.angle))

    def at(t: float, hand: Pose) -> Lying:
        s = ease(t)
        pose = between(card.pose, goal, s, arch=24)
        return replace(card, card=face, pose=pose, turned=start + (end - start) * s, under=0)

    return at
