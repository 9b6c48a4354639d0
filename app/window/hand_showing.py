"""A hand is shown to the camera for its owner alone: the picture is covered meanwhile, and says what is to be done."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

from app.window.picture import PictureView
from rules.texts import _

SECONDS = 30  # so long the picture stays covered at most


class HandShowing:
    """``tell(words)``: a line on the picture that stays, "": none; ``changed``: called when it begins and when it is over."""

    def __init__(self, picture: PictureView, tell: Callable[[str], None], changed: Callable[[], None]) -> None:
        self._picture, self._tell, self._changed = picture, tell, changed
        self._uncover = Clock.create_trigger(lambda _dt: self.end(), SECONDS)

    @property
    def on(self) -> bool:
        """A hand is being shown."""
        return self._picture.covered

    def press(self) -> None:
        """Begins; pressed again: there is nothing to show."""
        if self.on:
            self.end()
            return
        self._picture.covered = True
        self._ask()
        self._uncover()
        self._changed()

    def pause(self, paused: bool) -> None:
        """While the game is paused no hand is read."""
        if self.on and paused:
            self._tell(_("Your hand is not read while the game is paused: take it back."))
        elif self.on:
            self._ask()

    def end(self) -> None:
        """The picture may be seen again."""
        self._uncover.cancel()
        if self.on:
            self._tell("")
            self._picture.covered = False
            self._changed()

    def _ask(self) -> None:
        self._tell(
            _("Lay your hand face up in front of you for two seconds. The picture is covered until it has been read.")
        )
