"""What a screen says about a game beside its state: name, titles of the rules, the pack, each player's own suit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.cards import PACKS, CardSet
from rules.texts import _

if TYPE_CHECKING:
    from rules.referee import Referee


@dataclass(frozen=True, slots=True)
class About:
    """``id``: of the game; ``titles``, ``texts``: number of a rule -> its title, its text; ``suits``: player -> the suit of their own,
    where the game has one."""

    title: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    pack: CardSet = PACKS[36]
    suits: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    id: str = ""

    @classmethod
    def game_of(cls, referee: Referee) -> About:
        """What there is to say about the game that ``referee`` judges."""
        game, setup = referee.game, referee.setup
        own = next(iter(setup.suits.values()), ())
        return cls(
            _(game.name),
            {rule.id: _(rule.title) for rule in game.rules},
            setup.cards,
            dict(zip(referee.players, own, strict=False)),
            {rule.id: _(rule.text) for rule in game.rules},
            game.id,
        )
