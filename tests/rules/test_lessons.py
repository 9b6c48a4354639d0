"""The lessons: every position is one of its game, and what is asked for is allowed, or refused, as it is said."""

from __future__ import annotations

import pytest

from rules.games import GAMES
from rules.lessons import LEARNER, LESSONS, Step
from rules.referee import Referee

STEPS = [(game, n, step) for game, steps in LESSONS.items() for n, step in enumerate(steps, 1)]


def test_the_five_games_have_lessons_of_six_to_twelve_steps() -> None:
    assert LESSONS.keys() <= GAMES.keys()
    assert len(LESSONS) >= 5
    assert all(6 <= len(steps) <= 12 for steps in LESSONS.values())


@pytest.mark.parametrize(("game", "n", "step"), STEPS, ids=[f"{game}-{n}" for game, n, _step in STEPS])
def test_the_learner_can_do_what_is_asked(game: str, n: int, step: Step) -> None:
    referee = Referee(step.record(game))
    assert all(ruling.verdict == "legal" for ruling in referee.rulings)
    assert referee.to_move == LEARNER
    legal = referee.legal()
    assert legal is not None, "the learner's own hand is known"
    if step.refused:
        assert not any(
            step.want in (move.split()[0], move.split()[-1][-2:]) for move in legal if " " not in move or "beat" in move
        )
        assert not any(move.startswith(step.want) for move in legal)
        return
    assert any(step.fits(move) for move in legal), legal
    if n == len(LESSONS[game]) and step.want in ("QC", "9C"):
        referee.play(LEARNER, next(move for move in legal if step.fits(move)))
        assert referee.outcome == f"win {LEARNER}"
