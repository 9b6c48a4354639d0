"""A table that is being set up behind its screen: networks are loaded and the camera is opened while the window is there already.

Imports Kivy only when a screen is shown.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.system import step_back

if TYPE_CHECKING:
    from app.live import LiveTable
    from app.table_plan import SetTable
    from app.window.shell import Shell
    from rules.referee import Referee


class OpenTable:
    """``live``: the table once it runs; ``problem``: why there is none. Lives as long as its screen is in the shell's stack."""

    def __init__(
        self,
        make_live: Callable[[], LiveTable],
        closed: Callable[[], None] = lambda: None,
        table: SetTable | None = None,
    ) -> None:
        self.table = table  # what was set up; None: a table that is only shown
        self.live: LiveTable | None = None
        self.problem: Exception | None = None
        self._make = make_live
        self._closed = closed  # called once it is stopped
        self._starter = threading.Thread(target=self._start, name="start the table")

    def start(self) -> None:
        """Sets the table up, in a thread of its own. Does nothing the second time."""
        if self._starter.ident is None:
            self._starter.start()

    def stop(self) -> None:
        """Ends the table's threads and gives the camera back. May be called twice."""
        if self._starter.ident is not None:
            self._starter.join()
        if self.live is not None:
            self.live.stop()
        self._closed()

    def hand_on(self) -> None:
        """Another table goes on with this game: nothing is tidied up when this one is stopped."""
        self._closed = lambda: None

    def _start(self) -> None:
        step_back()
        try:
            live = self._make()
            live.start()
        except Exception as error:  # shown by the screen, and told on the command line when the window is closed
            self.problem = error
        else:
            self.live = live


def open_table_screen(shell: Shell, table: SetTable) -> None:
    """Leaves whatever is open and shows the Table screen of ``table``, which is opened behind it; one goes back from it to Home."""
    settings = shell.settings
    _show(shell, table.referee, OpenTable(lambda: table.live(settings), table.left, table))
    if table.trouble:
        shell.tell(table.trouble)


def open_demo_screen(shell: Shell) -> None:
    """Shows the table that comes with Kibitz, played at real pace. Raises UserError if it is missing."""
    from app.demo import open_demo

    referee, make_live = open_demo()
    _show(shell, referee, OpenTable(make_live))


def _show(shell: Shell, referee: Referee, opened: OpenTable) -> None:
    from app.window.about import About
    from app.window.table_screen import TableScreen

    about = About.game_of(referee)
    shell.go_from_home(lambda shell: TableScreen(about, shell, opened), opened)
