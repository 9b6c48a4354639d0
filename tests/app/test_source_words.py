"""What is wrong with a camera is said in the language of the user; and every such text of ``vision`` is known."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from app import source_words
from app.source_words import KNOWN, in_words
from vision import photo, sources
from vision.sources import SourceError, open_source


@pytest.mark.parametrize("module", [sources, photo])
def test_every_fixed_text_of_what_goes_wrong_is_known(module: object) -> None:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    calls = [
        call
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "SourceError"
    ]
    said = {arg.value for call in calls for arg in (call.args[0], call.args[2]) if isinstance(arg, ast.Constant)}
    assert len(said) > 5 and said <= set(KNOWN)


def test_a_camera_that_is_not_there_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    error = SourceError("no such camera", "camera 7", "choose another file")
    assert in_words(error) == str(error) == "camera 7: no such camera; choose another file"
    with pytest.raises(SourceError) as caught:
        open_source(str(tmp_path / "none.mp4"))
    assert in_words(caught.value) == str(caught.value)
    monkeypatch.setattr(source_words, "_", lambda text: f"<{text}>")
    assert in_words(error) == "<camera 7>: <no such camera>; <choose another file>"
    assert in_words(ValueError("as it is")) == "as it is"
