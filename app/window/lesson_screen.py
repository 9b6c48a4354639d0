"""A game learnt by playing: the table of a step, and in the place where one looks what is to be done, and what came of it."""

from __future__ import annotations

from app.lesson import Lesson
from app.state import SessionState
from app.window.about import About
from app.window.shell import Shell
from app.window.table_screen import TableScreen
from rules.texts import _


def open_lesson(shell: Shell, game: str) -> None:
    """Shows the first step of a game's lesson."""
    lesson = Lesson(game)
    shell.go(lambda shell: LessonScreen(shell, lesson))


class LessonScreen(TableScreen):
    """The table screen with a guide. ``lesson`` outlives it."""

    def __init__(self, shell: Shell, lesson: Lesson) -> None:
        self.lesson = lesson
        self._guided: object = None  # what the guide says now
        super().__init__(About.game_of(lesson.referee), shell)
        self.watch(lesson.live)

    def show_state(self) -> None:
        super().show_state()
        state = self._state
        if state is None or self.live is not self.lesson.live:
            return
        lesson, step = self.lesson, self.lesson.step
        phase = lesson.phase(state)
        told = (lesson.at, phase, self.attention.shown)
        if told == self._guided:
            return  # what is being pressed must not be made anew under the finger
        self._guided = told
        if state.paused or (phase == "asked" and state.refused is not None):
            return  # that stands there already
        place = _("Step {number} of {count}").format(number=lesson.at + 1, count=len(lesson.steps))
        if phase == "asked":
            actions = [] if lesson.last else [(_("Skip"), self.next)]
            self.attention.fill_in(mood="question", headline=place, sentence=_(step.say), actions=actions)
        elif phase == "otherwise":
            self.attention.fill_in(
                mood="unverified",
                headline=_("Allowed, but not what is asked"),
                who=place,
                sentence=_(step.say),
                actions=[(_("Try again"), self.again)],
            )
        else:
            self._done(state, place)

    def _done(self, state: SessionState, place: str) -> None:
        lesson, refused = self.lesson, state.refused
        why = refused.why if refused is not None and lesson.step.refused else ""
        actions = (
            [(_("Play a game"), self.play), (_("Once more"), self.anew)] if lesson.last else [(_("Next"), self.next)]
        )
        self.attention.fill_in(
            mood="end" if lesson.last else "illegal" if why else "legal",
            headline=_("Refused, as it should be") if why else _("Well done"),
            who=place,
            sentence=" ".join(part for part in (why, _(lesson.step.then)) if part),
            rules=refused.rules if why and refused is not None else (),
            actions=actions,
        )

    def _show(self) -> None:
        self._guided = None
        self.watch(self.lesson.live)

    def next(self) -> None:
        """The next step."""
        self.lesson.next()
        self._show()

    def again(self) -> None:
        """The same step anew."""
        self.lesson.again()
        self._show()

    def anew(self) -> None:
        """From the first step."""
        self.lesson.at = 0
        self.again()

    def play(self) -> None:
        """To a new game, in place of the lesson."""
        from app.draft import Draft
        from app.window.new_game import NewGameScreen

        assert self.shell is not None
        draft = Draft(self.lesson.game, self.shell.settings)
        self.shell.replace(lambda shell: NewGameScreen(shell, draft))
