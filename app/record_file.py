"""The record on disk: read whole; written anew after every move, so that neither a crash nor a full disk loses what was there."""

from __future__ import annotations

import contextlib
import errno
import glob
import itertools
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from app.errors import UserError
from rules.record import MOST_LETTERS, Record, RecordError, parse
from rules.texts import _


def read_record(path: Path) -> Record:
    """The record in a file. Raises UserError if it cannot be read, RecordError if it is no record."""
    try:
        with path.open("rb") as file:
            return parse(file.read(4 * MOST_LETTERS + 4))  # no more than tells that it is too long
    except IsADirectoryError:
        raise UserError(_("this is a folder; name a record (.kbz) in it")) from None
    except FileNotFoundError:
        raise UserError(_("there is no such file; check the name")) from None
    except OSError as error:
        raise UserError(_("cannot be read ({reason}); check the file").format(reason=error.strerror or error)) from None


class RecordFile:
    """The file a game is recorded in. Checked at once: raises UserError if nothing can be written there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written: str | None = None
        self._tried: str | None = None
        self._told = ""  # what went wrong, as it was last told
        try:
            self._check()
        except OSError as error:
            raise UserError(
                _("{path}: the record could not be written ({problem}); {remedy}").format(
                    path=path, problem=error.strerror or error, remedy=_remedy(error)
                )
            ) from None

    def _check(self) -> None:
        path, folder = self.path, self.path.parent
        if path.is_dir():
            raise UserError(_("{path}: is a folder; give the record a file name like game.kbz").format(path=path))
        if not folder.is_dir():
            raise UserError(_("{path}: there is no folder {folder}; make it first").format(path=path, folder=folder))
        if path.exists() and not path.is_file():
            raise UserError(_("{path}: is no file; give the record a file name like game.kbz").format(path=path))
        if path.exists() and not os.access(path, os.W_OK):
            raise UserError(_("{path}: may not be written; choose another place").format(path=path))
        if path.suffix.lower() != ".kbz" and path.exists() and path.stat().st_size > 0 and not _is_record(path):
            raise UserError(_("{path}: is there already and is no record; choose another name").format(path=path))
        # Only trying tells: os.access says yes to root, and knows nothing of full disks.
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)
        os.close(handle)
        os.unlink(name)
        self._sweep()

    def _sweep(self) -> None:
        """Away with what is left of a save that was cut off: a minute old, so that it is no other program's save now."""
        for left in self.path.parent.glob(f".{glob.escape(self.path.name)}.????????"):
            with contextlib.suppress(OSError):
                if time.time() - left.stat().st_mtime > 60:
                    left.unlink()

    def save(self, text: str, *, again: bool = False) -> str | None:
        """Writes the record if it changed since the last try (``again``: since the last that went well).

        -> what went wrong, in a line; the file is then as it was. The same trouble is told once until a save goes well, or if asked
        for ``again``.
        """
        if text == (self._written if again else self._tried):
            return None
        self._tried = text
        try:
            if self._written is None:
                self._keep_other_game(self.path, text)
            self._replace(self.path, text)
        except OSError as error:
            trouble = _(
                "{path}: the record could not be written ({problem}); {remedy}, the next move tries again"
            ).format(path=self.path, problem=error.strerror or error, remedy=_remedy(error))
            known, self._told = self._told == trouble, trouble
            return None if known and not again else trouble
        self._written, self._told = text, ""
        return None

    @property
    def trouble(self) -> str:
        """Why the last save went wrong; "" if it went well."""
        return self._told

    def keep(self, text: str, closed: Sequence[str] = (), *, again: bool = False) -> list[str]:
        """Saves the record, and before it those that were ``closed`` since. -> what went wrong, each a line."""
        problems = [self.close_part(part) for part in closed]
        return [problem for problem in [*problems, self.save(text, again=again)] if problem]

    def close_part(self, text: str) -> str | None:
        """Puts a closed record aside as NAME-1.kbz, NAME-2.kbz, ... -> what went wrong."""
        aside = _free(self.path.parent, f"{self.path.stem}-", self.path.suffix)
        try:
            self._replace(aside, text)
        except OSError as error:
            return _("{path}: the record could not be written ({problem}); {remedy}").format(
                path=aside, problem=error.strerror or error, remedy=_remedy(error)
            )
        return None

    def close_deal(self, text: str, number: int) -> str | None:
        """Puts the record of a deal of a match aside as NAME-number.kbz; the next is written here. -> what went wrong."""
        aside = self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}")
        try:
            self._keep_other_game(aside, text)
            self._replace(aside, text)
        except OSError as error:
            return _("{path}: the record could not be written ({problem}); {remedy}").format(
                path=aside, problem=error.strerror or error, remedy=_remedy(error)
            )
        return None

    @staticmethod
    def _keep_other_game(path: Path, text: str) -> None:
        """A record of another game that is there already is put aside as NAME.kbz.old-1; one that this game goes on from is not."""
        if path.exists() and path.stat().st_size > 0:
            there = path.read_text(encoding="utf-8", errors="replace")
            if not text.startswith(there.rstrip("\n")):
                os.replace(path, _free(path.parent, f"{path.name}.old-", ""))

    @staticmethod
    def _replace(path: Path, text: str) -> None:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(OSError):
                os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise


def _is_record(path: Path) -> bool:
    try:
        read_record(path)
    except (UserError, RecordError):
        return False
    return True


def _remedy(error: OSError) -> str:
    full = error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
    return _("free some space") if full else _("choose another place")


def _free(folder: Path, before: str, after: str) -> Path:
    """The first path in ``folder`` that is not there yet, of those named ``before``, a number, ``after``."""
    paths = (folder / f"{before}{n}{after}" for n in itertools.count(1))
    return next(path for path in paths if not path.exists())
