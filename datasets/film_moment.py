"""What is over the table at one moment, and how do moments become a film? Plain data between the script and the painter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from datasets.film_stage import Pose
from datasets.hands import HandStyle
from rules.cards import Card


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
