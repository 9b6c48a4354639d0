"""Russian and Mongolian: every text is translated, the compiled catalogues are up to date, --lang chooses."""

from __future__ import annotations

import ast
import gettext
import io
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import language
from app.cli import main
from app.errors import UserError
from rules import texts
from rules.games import GAMES
from rules.record import RecordError, parse
from rules.referee import Referee
from tests import catalogues
from tests.catalogues import LANGUAGES, PENDING, ROOT, TEMPLATE, as_mo, as_po, extracted, po_path, translated, wrong

CASES = ROOT / "tests" / "cases"


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    language.use("en")


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_text_is_translated_and_no_translation_is_left_over(name: str) -> None:
    there = translated(name)
    faults = []
    for message in extracted():
        if not message.id or all(file.startswith(PENDING) for file, _line in message.locations):
            continue
        known = there.get(message.id)
        fault = wrong(known) if known else "missing; make texts"
        if fault:
            faults.append(f"{message.locations[0][0]}: {catalogues.forms(message.id)[0]!r}: {fault}")
    assert not faults, "\n".join(faults)
    source = {message.id for message in extracted()}
    left_over = [message.id for message in there if message.id and message.id not in source]
    assert not left_over, "make texts"


def test_the_template_is_up_to_date() -> None:
    assert TEMPLATE.read_bytes() == as_po(extracted()), "make texts"


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_compiled_catalogue_says_what_the_translators_wrote(name: str) -> None:
    def content(file: io.BufferedIOBase) -> dict[object, str]:
        catalog = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        return {text: translation for text, translation in catalog.items() if text}

    with po_path(name).with_suffix(".mo").open("rb") as file:
        assert content(file) == content(io.BytesIO(as_mo(translated(name)))), "make texts"


def calls(path: Path) -> Iterator[tuple[ast.Call, str, bool]]:
    """Every call of ``_``, ``N_`` and ``ngettext``: the call, which, and whether it stands in a function."""

    def walk(node: ast.AST, inside: bool) -> Iterator[tuple[ast.Call, str, bool]]:
        inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "N_", "ngettext"):
            yield node, node.func.id, inside
        for child in ast.iter_child_nodes(node):
            yield from walk(child, inside)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), False)


def test_texts_are_literals_and_looked_up_only_when_they_are_shown() -> None:
    wrong_calls = []
    for folder in catalogues.FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for call, name, inside in calls(path):
                literal = all(isinstance(text, ast.Constant) for text in call.args[: 2 if name == "ngettext" else 1])
                made = isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
                if (name == "N_" and not literal) or made or (name != "N_" and not inside):
                    wrong_calls.append(f"{path.relative_to(ROOT)}:{call.lineno}: {ast.unparse(call)[:80]}")
    assert not wrong_calls, "\n".join(wrong_calls)


class Listening(gettext.NullTranslations):
    """English, with a list of what was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return message


@pytest.mark.parametrize("game", GAMES)
def test_no_text_of_a_game_slips_past_the_translators(game: str) -> None:
    """What the cases of a game make the program say, and its rules, are texts of the catalogue."""
    ears = Listening()
    records = [
        case["record"]
        for path in sorted(CASES.glob("*.toml"))
        for case in tomllib.loads(path.read_text("utf-8"))["case"]
    ]
    texts.use(ears)
    for rule in GAMES[game].rules:
        texts._(rule.title), texts._(rule.text)
    for record in records:
        if f'[Game "{game}"]' not in record:
            continue
        try:
            referee = Referee(parse(record))
        except RecordError:
            continue
        for ruling in referee.rulings:
            assert bool(ruling.why) == (ruling.verdict == "illegal")
        assert all(late.why for late in referee.late)
        referee.could(), referee.game.heaps(referee.position)
        if referee.to_move is None:
            assert referee.game.why_next(referee.position, referee.setup)
    source = {catalogues.forms(message.id)[0] for message in extracted()}
    assert ears.asked - source == set()
    assert len(ears.asked) > 20


@pytest.mark.parametrize("name", ["ru", "RU", "ru_RU", "ru-RU.UTF-8", "mn", "MN", "mn_MN"])
def test_texts_come_out_in_the_language_that_is_asked_for(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["rules", "svoi-kozyri", "--lang", name],
        [f"--lang={name}", "games"],
        ["judge", "--help", "--lang", name],
    ):
        try:
            assert main(arguments) == 0
        except SystemExit as ended:
            assert ended.code == 0
        said = capsys.readouterr().out
        assert sum("а" <= letter.lower() <= "я" for letter in said) > 60, said
    main(["games"])
    assert "Svoi Kozyri" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["games", "--lang", "xx"], ["--lang", "xx"], ["games", "--lang", ""]])
def test_an_unknown_language_is_an_error_that_lists_those_there_are(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("kibitz: there are no texts in ")
    assert captured.err.endswith("choose one of en, ru, mn\n")


@pytest.mark.parametrize("name", LANGUAGES)
def test_json_keeps_its_keys_and_a_record_its_words(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.kbz"
    file.write_text(
        '[Game "svoi-kozyri"]\n[Players "Ann, Ben"]\n[Trumps "Ann=S, Ben=H"]\n[Hand:Ann "9C KS AD"]\n[Hand:Ben "JC 6D 7H"]\n\n'
        "Ann: 9C\nBen: 6D JC\n",
        encoding="utf-8",
    )
    answers = {}
    for chosen in ("en", name):
        assert main(["judge", "--json", "--lang", chosen, str(file)]) == 1
        answers[chosen] = json.loads(capsys.readouterr().out)
    there, here = answers["en"]["rulings"][1].pop("why"), answers[name]["rulings"][1].pop("why")
    assert answers["en"] == answers[name]
    assert "6D" in there and "6D" in here and there != here


@pytest.mark.parametrize("name", LANGUAGES)
def test_usage_errors_of_argparse_are_translated_too(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "--lang", name]) == 2
    said = capsys.readouterr().err
    assert "FILE.kbz" in said
    assert "required" not in said


def test_english_reads_no_catalogue(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def no(*_arguments: object, **_named: object) -> None:
        raise AssertionError("a catalogue was read")

    monkeypatch.setattr(gettext, "GNUTranslations", no)
    assert main(["rules", "svoi-kozyri"]) == 0
    with pytest.raises(UserError):
        language.use("tlh")


def test_the_compiled_catalogues_are_part_of_the_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["app"]
    packed = {path for pattern in patterns for path in (ROOT / "app").glob(pattern)}
    assert {po_path(name).with_suffix(".mo") for name in LANGUAGES} <= packed
