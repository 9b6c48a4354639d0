"""A misread that a player reports: the picture and what was read in it, saved in a folder of the user, so that it can become a test.

A report is a folder: ``picture.png`` as the camera gave it, ``read.json`` (the cards in the words of ``kibitz see``, what the player says
of it), ``game.kbz``, the record so far. Nothing is sent anywhere.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError
from app.paths import user_folder
from rules.cards import card_name
from rules.texts import _

if TYPE_CHECKING:
    from app.live_frame import LiveFrame


def reports_folder() -> Path:
    """Where reports are kept."""
    return user_folder() / "misreads"


def save(folder: Path, frame: LiveFrame, game: str, record: str, words: str = "") -> Path:
    """Writes a report of ``frame`` into a new folder in ``folder``, whole or not at all. -> that folder. Raises UserError."""
    import cv2

    good, picture = cv2.imencode(".png", frame.image)
    if not good:
        raise UserError(_("The picture could not be written as a file."))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(prefix=".making-", dir=folder))
        try:
            (making / "picture.png").write_bytes(picture.tobytes())
            read = json.dumps(_read(frame, game, words), ensure_ascii=False, indent=1)
            (making / "read.json").write_text(read + "\n", encoding="utf-8")
            (making / "game.kbz").write_text(record, encoding="utf-8")
            return _named(making, folder)
        except BaseException:
            shutil.rmtree(making, ignore_errors=True)
            raise
    except OSError as error:
        raise UserError(
            _(
                "{path}: the report could not be written ({problem}); make room there, or make the folder writable"
            ).format(path=folder, problem=error.strerror or error)
        ) from None


def _named(making: Path, folder: Path) -> Path:
    name = time.strftime("%Y%m%d-%H%M%S")
    for n in range(1, 1000):
        target = folder / (name if n == 1 else f"{name}-{n}")
        if not target.exists():
            return making.rename(target)
    raise OSError("there are too many reports of this second")


def _read(frame: LiveFrame, game: str, words: str) -> dict[str, object]:
    height, width = frame.image.shape[:2]
    sure = [card for card in frame.cards if card.sure]
    return {
        "file": "picture.png",
        "size": [width, height],
        "game": game,
        "said": words.strip(),
        "cards": [
            {
                "card": "back" if card.face_down or card.card is None else card_name(card.card),
                "corners": card.corners.round(1).tolist(),
            }
            for card in sure
        ],
        "unsure": [
            {"candidates": [card_name(one) for one in card.candidates], "corners": card.corners.round(1).tolist()}
            for card in frame.cards
            if not card.sure
        ],
    }
