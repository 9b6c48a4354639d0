"""What one can look up at the table, and where one can go from it: a rule, heaps, the menu, the record, home, the next deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from app.errors import UserError
from app.moves import cards_of
from app.window import theme
from app.window.about import About
from app.window.controls import Text
from app.window.own_moves import OwnMoves
from app.window.panels import HeapsPanel, HistoryPanel, heap_title
from app.window.picture import PictureView
from app.window.screen import Screen
from app.window.sheets import CardRow, MenuSheet, PaperSheet
from app.window.words import move_words, with_signs
from rules.cards import Card
from rules.record import parse
from rules.table import Heap
from rules.texts import _

if TYPE_CHECKING:
    from app.live import LiveTable
    from app.state import SessionState
    from app.window.open_table import OpenTable
    from rules.table import Place

MOST_LISTED = 60  # legal moves on the sheet of a rule


class TableWays(Screen):
    """The part of the table screen that opens sheets and other screens."""

    about: About
    live: LiveTable
    camera: bool
    picture: PictureView
    own: OwnMoves
    _opened: OpenTable | None
    _state: SessionState | None
    _lit: frozenset[Card]
    _known: tuple[Heap, ...]

    def tell(self, words: str) -> None:
        """A line for some seconds."""
        raise NotImplementedError

    def show_rule(self, rules: Sequence[str]) -> None:
        """The whole rule, and the moves that would have been legal; their cards are lit."""
        state = self._state
        if state is None:
            return
        private = self.own.private
        moves = state.legal if state.legal is not None else state.could or ()
        parts: list[Widget] = []
        for number in rules:
            title = " · ".join(part for part in (number, self.about.titles.get(number, "")) if part)
            parts.append(Text(words=title, bold=True))
            parts.append(Text(words=with_signs(self.about.texts.get(number, ""))))
        if moves and state.to_move is not None and not private:
            heading = _("Legal now") if state.legal is not None else _("What could be legal now")
            parts.append(Text(words=heading, bold=True))
            listed = [move_words(move) for move in moves[:MOST_LISTED]]
            parts.append(Text(words=",  ".join(listed) + (" …" if len(moves) > MOST_LISTED else "")))
            self._lit = frozenset(card for move in moves for card in cards_of(move)[:1])
            self.picture.mark(state.marks, self._lit, {})
        actions = [(_("All rules"), lambda: self._all_rules(rules[0] if rules else None))] if self.shell else []
        self.open(PaperSheet(*parts, close=self.close, title=_("The rule"), actions=actions))

    def show_moves(self) -> None:
        """The list of moves and what the referee knows, where they have no place beside the table."""
        state = self._state
        if state is not None:
            history, heaps = HistoryPanel(), HeapsPanel()
            history.show(state.moves)
            heaps.show(self._known, state.players)
            self.open(PaperSheet(history, heaps, close=self.close, title=self.about.title))

    def _tap_heap(self, number: int) -> None:
        """A heap: one draws from it, or looks what is known of it."""
        state = self._state
        if state is None or self.own.tap_heap(number):
            return
        heap = state.heaps[number]
        if heap.kind == "hand" and heap.owner is not None and None in heap.cards:
            self.tell(_("Only {player} may look at these cards.").format(player=state.players[heap.owner]))
        if heap.kind != "hand" and heap.cards:
            row = CardRow([card for card in heap.cards if card is not None])
            parts = [row] if row.children else [Text(words=_("Nobody has seen these cards."))]
            self.open(PaperSheet(*parts, close=self.close, title=heap_title(heap, state.players)))

    def show_menu(self) -> None:
        """What else there is: rules, record, score sheet, settings, leave."""
        entries = [
            ("rules", _("Rules"), lambda: self._all_rules(None)),
            ("history", _("Record so far"), self.show_record),
            ("score", _("Score sheet"), self._score),
            ("settings", _("Settings"), self._settings),
            ("home", _("Leave the table"), self.home),
        ]
        if self.camera and self._opened is not None and self._opened.table is not None:
            entries.insert(3, ("camera", _("Another camera"), self.choose_camera))
        if self.camera:
            entries.insert(3, ("people", _("Places on the table"), self.show_places))
            entries.insert(3, ("flag", _("Report a misread"), self.report))
        self.open(MenuSheet(entries, close=self.close, title=_("Menu")))

    def camera_ways(self) -> list[tuple[str, Callable[[], None]]]:
        """What can be done where the camera shows nothing: words for a button, and what it does."""
        table = self._opened.table if self._opened is not None else None
        if self.shell is None or table is None:
            return []
        return [
            (_("Try again"), lambda: self.use_camera(table.beside.source)),
            (_("Another camera"), self.choose_camera),
            (_("Go on without a camera"), lambda: self.use_camera("")),
        ]

    def choose_camera(self, source: str = "") -> None:
        """Looks through other cameras, and takes one of them. ``source``: the one that is looked through first."""
        from app.window.camera_panel import CameraSheet

        table = self._opened.table if self._opened is not None else None
        if table is not None:
            mine, deck = table.beside.source, table.beside.deck
            busy = mine if mine.isdecimal() and self._watching() and not self.live.no_picture else ""
            self.open(
                CameraSheet(self, source or mine, deck, self.use_camera, self.choose_camera, busy, close=self.close)
            )

    def show_places(self) -> None:
        """Where the middle, the stock and the players are in the picture, to be put right."""
        from app.window.places_sheet import PlacesSheet

        frame = self.live.latest() if self._watching() else None
        if frame is None or self.picture.covered:
            self.tell(_("There is no picture now: wait until the camera shows the table."))
            return

        def use(places: tuple[Place, ...]) -> None:
            self.close()
            self.live.places = places
            self.tell(_("The places are kept for this camera."))

        self.open(PlacesSheet(frame.rgba, self.live.places, use, close=self.close))

    def report(self) -> None:
        """Saves what the camera sees and what was read in it, if one says so: to be looked into later, by whoever it is given to."""
        from app import misread
        from app.window.fields import Labelled, TextField

        frame = self.live.latest() if self._watching() else None
        if frame is None or self.picture.covered:
            self.tell(_("There is no picture now that could be saved."))
            return
        record = self.live.record_text()
        lies = TextField("", _("For example: the 8 of spades"), most=300)
        where = misread.reports_folder()

        def save() -> None:
            self.close()
            try:
                path = misread.save(where, frame, self.about.id, record, lies.text)
            except UserError as error:
                self.tell(str(error))
                return
            self.open(PaperSheet(Text(words=str(path)), close=self.close, title=_("Saved here")))

        words = _(
            "The picture that is shown now, what was read in it and the record so far are saved in a folder of yours. "
            "The record holds hands that were shown to the camera. Nothing leaves this device."
        )
        parts = [Text(words=words), Labelled(_("What lies there really?"), lies)]
        parts.append(Text(words=str(where), color=theme.QUIET, font_size=f"{theme.SMALL}sp"))
        title = _("Report a misread")
        self.open(PaperSheet(*parts, close=self.close, title=title, actions=[(_("Save"), save)], done=_("Cancel")))

    def use_camera(self, source: str) -> None:
        """The game goes on with this camera; "": without one."""
        from app.window.open_table import open_table_screen

        opened, shell = self._opened, self.shell
        if opened is None or opened.table is None or shell is None:
            return
        self.close()
        record = parse(self.live.record_text()) if self._watching() else None
        table = opened.table.with_camera(source, record)
        opened.hand_on()
        if source:
            shell.change(camera=source)
        open_table_screen(shell, table)

    def _all_rules(self, rule: str | None) -> None:
        from app.window.rules_screen import RulesScreen

        if self.shell is not None:
            self.shell.go(lambda shell: RulesScreen(shell, self.about.id, rule))

    def show_record(self) -> None:
        """The record so far, to be replayed."""
        from app.window.record_screen import RecordScreen

        if not self._watching():
            self.tell(_("The table is being set up."))
            return
        live = self.live  # not its file: on a full disk that is behind
        if self.shell is not None:
            self.shell.go(lambda shell: RecordScreen(shell, live))

    def _score(self) -> None:
        from app.window.score_screen import ScoreScreen

        if not self._watching():
            self.tell(_("The table is being set up."))
            return
        live = self.live
        if self.shell is not None:
            self.shell.go(lambda shell: ScoreScreen(shell, live))

    def _settings(self) -> None:
        from app.window.settings_screen import SettingsScreen

        if self.shell is not None:
            self.shell.go(SettingsScreen)

    def home(self) -> None:
        """Leaves the table; the game can be gone on with from there."""
        if self.shell is not None and not self._kept_by_a_question(self.shell.home):
            self.shell.home()

    def back(self) -> bool:
        shell = self.shell
        return shell is not None and (self._kept_by_a_question(shell.back) or shell.back())

    def no_file(self) -> str:
        """Why the game is saved nowhere, from its beginning on; "" if it has a file, or needs none."""
        table = self._opened.table if self._opened is not None else None
        if table is None or table.file is not None:
            return ""
        return table.trouble or _("This game is not saved.")

    def _kept_by_a_question(self, leave: Callable[[], object]) -> bool:
        """Whether the game would be lost: it is not saved, also now not. What is to be done is asked."""
        if not self._watching():
            return False
        state = self.live.state()
        nowhere = self.no_file() if state.moves else ""
        problem = self.live.save_again() if state.unsaved else nowhere
        if not problem:
            return False

        def copy() -> None:
            from kivy.core.clipboard import Clipboard

            Clipboard.copy(self.live.record_text())
            self.tell(_("The record is copied."))

        actions = [(_("Copy"), copy), (_("Leave all the same"), leave)]
        self.open(
            PaperSheet(Text(words=problem), close=self.close, title=_("This game is not saved."), actions=actions)
        )
        return True

    def may_deal(self) -> bool:
        """Whether a further deal of the match can be begun."""
        return self.shell is not None and self.live.record_path is not None

    def next_deal(self) -> None:
        """The next deal of the match."""
        from app import table_plan
        from app.window.open_table import open_table_screen

        path = self.live.record_path
        if self.shell is None or path is None:
            return
        shell = self.shell
        try:
            open_table_screen(shell, table_plan.next_deal(path))
        except UserError as error:
            shell.tell(str(error))
