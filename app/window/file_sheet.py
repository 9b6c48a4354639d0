"""Chooses a file or a folder: where people keep things, what lies there, one tap for each step. Typing a path stays possible elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import StringProperty

from app import folders
from app.window.controls import Text
from app.window.fields import Choice
from app.window.parts import LeadingButton
from app.window.screen import Screen
from app.window.sheets import MenuRow, Sheet
from rules.texts import _

_last: dict[str, Path] = {}  # what was chosen -> the folder where it lay


class FileSheet(Sheet):
    """``choose(path)`` is called with a file that ends as one of ``kinds``, or with a folder, if ``folder_too``."""

    folder = StringProperty("")

    def __init__(
        self,
        choose: Callable[[Path], None],
        kinds: Collection[str],
        *,
        folder_too: bool = False,
        begin: Path,
        **settings: Any,
    ) -> None:
        super().__init__(**settings)
        self._choose, self._kinds = choose, kinds
        known = folders.places()
        self.places = Choice([(path, _place(path)) for path in known], None, on_choose=self.go)
        if known:
            self.ids.places.add_widget(self.places)
        if folder_too:
            self.take = LeadingButton(icon="check", words=_("Take this folder"))
            self.take.bind(on_release=lambda _b: choose(self.here))
            self.ids.foot.add_widget(self.take)
        self.go(begin)

    def go(self, folder: Path) -> None:
        """Shows what lies in ``folder``."""
        self.here = folder
        self.folder = str(folder)
        self.places.value = folder
        found = folders.listing(folder, self._kinds)
        column = self.ids.column
        column.clear_widgets()
        self.ids.scroll.scroll_y = 1
        if found.above is not None:
            column.add_widget(
                self._row("up", _("Up: {folder}").format(folder=found.above.name or found.above), found.above)
            )
        for path in found.files:
            column.add_widget(self._row("file", path.name, path, file=True))
        for path in found.folders:
            column.add_widget(self._row("folder", path.name, path))
        if found.problem or not (found.files or found.folders):
            column.add_widget(Text(words=found.problem or _("Nothing here that can be opened.")))
        if found.more:
            column.add_widget(Text(words=_("There is more in this folder than is shown: type the path.")))

    def _row(self, icon: str, words: str, path: Path, *, file: bool = False) -> MenuRow:
        do = self._choose if file else self.go
        return MenuRow(icon=icon, words=words, hint=words, one_line=True, on_release=lambda _row: do(path))


def _place(path: Path) -> str:
    return _("Home folder") if path == Path.home() else path.name or str(path)


def choose_file(
    screen: Screen,
    title: str,
    kinds: Collection[str],
    done: Callable[[str], None],
    *,
    typed: str = "",
    folder_too: bool = False,
) -> None:
    """Lays the sheet over ``screen``; ``done(path)`` is called with what is chosen, once the sheet is closed. ``typed``: as it is now."""

    def chosen(path: Path) -> None:
        _last[title] = path if path.is_dir() else path.parent
        screen.close()
        done(str(path))

    begin = folders.start(typed, _last.get(title))
    screen.open(FileSheet(chosen, kinds, folder_too=folder_too, begin=begin, close=screen.close, title=title))


Builder.load_file(str(Path(__file__).with_name("file_sheet.kv")))
