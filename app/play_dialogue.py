"""The dialogue of ``kibitz play``: what is typed, or sent by a program, and what is answered."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from app import play_words as words
from app.bot_table import BotTable, Refusal
from app.errors import UserError
from app.record_file import RecordFile
from rules.bots import LEVELS
from rules.texts import _, shortened

LONGEST_LINE = 10_000
QUIT = ("quit", "exit")


class _Problem(Exception):
    """What was typed cannot be done. ``str()`` says why."""


class Voice:
    """Says what happens: a JSON object, or the same in words."""

    def __init__(self, as_json: bool) -> None:
        self._json = as_json

    def say(self, event: str, text: str, /, **data: Any) -> None:
        """An event: as an object with these fields, or as this text."""
        if self._json:
            print(json.dumps({"event": event} | data, ensure_ascii=False), flush=True)
        elif text:
            print("\n".join(map(printable, text.split("\n"))), flush=True)

    def ask(self, prompt: str) -> str | None:
        """The next line of standard input; None at its end. The prompt is for persons."""
        if self._json:
            return _read_line()
        if sys.stdin is not None and sys.stdin.isatty():
            return _typed(prompt)
        print(prompt, end="", flush=True)
        line = _read_line()
        print("" if line is None else f" {shortened(printable(line))}", flush=True)  # nobody typed it: now it is seen
        return line


def _typed(prompt: str) -> str | None:
    """A line typed by a person, who can go back in it, and to earlier ones, where the system knows how."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
    try:
        return input(f"{prompt} ").strip()
    except EOFError:
        print()
        return None
    except UnicodeDecodeError:
        return "\ufffd"


def _read_line() -> str | None:
    if sys.stdin is None:  # closed before we were started
        return None
    stream = getattr(sys.stdin, "buffer", sys.stdin)
    try:
        line = stream.readline(LONGEST_LINE)
        rest = line
        while rest and rest[-1:] not in ("\n", b"\n"):
            rest = stream.readline(LONGEST_LINE)
    except (OSError, ValueError) as error:
        raise UserError(_("standard input cannot be read ({problem})").format(problem=error)) from None
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    return text.strip() if line else None


def printable(text: str) -> str:
    """A text from outside that may be printed on a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


class Dialogue:
    """Bots move, the person is asked, what was typed is done, everything is saved."""

    def __init__(self, table: BotTable, file: RecordFile | None, voice: Voice) -> None:
        self.table = table
        self.file = file
        self.voice = voice
        self._new = True  # the person has not been shown the position yet
        self._refused: tuple[str, ...] = ()  # rules that the last refusal cited
        self._commands: dict[str, Callable[[str], None]] = {
            "moves": self._moves,
            "?": self._moves,
            "why": self._why,
            "hint": self._hint,
            "undo": self._undo,
            "table": self._table,
            "rules": self._rules,
            "rule": self._rules,
            "score": self._score,
            "save": self._save_copy,
            "next": self._next,
            "help": self._help,
        }

    def run(self) -> None:
        """Until standard input ends or the person quits."""
        self._begin()
        while True:
            self._bots()
            if self._new:
                self._show()
            line = self.voice.ask(self._prompt())
            if line is None:
                return
            try:
                if self._obey(line):
                    return
            except _Problem as problem:
                self.voice.say("error", words.filled([str(problem)]), text=str(problem))

    def stop(self) -> bool:
        """The last words. -> whether all is saved."""
        if self.file is None:
            return True
        problem = self.file.save(self.table.referee.text(), again=True)
        if problem:
            _complain(problem)
            return False
        path = str(self.file.path)
        text = _("Saved. To go on: kibitz play --resume {path}").format(path=f'"{path}"' if " " in path else path)
        self.voice.say("saved", text, file=path)
        return True

    def _begin(self) -> None:
        table = self.table
        seed = table.referee.setup.record.value("Seed")
        text = words.beginning(table, seed)
        path = None if self.file is None else str(self.file.path)
        if path is not None:
            text += "\n" + _("Saved after every move in {path}").format(path=path)
        text += "\n" + _(
            "A move, its number, or: moves, why, hint, undo, rules, score, save, quit; help explains them."
        )
        self.voice.say(
            "start",
            text + "\n",
            game=table.game.id,
            deal=table.company.deal,
            players=list(table.referee.players),
            you=table.company.person,
            bots={player: level.name for player, level in table.company.levels.items()},
            seed=seed or None,
            headers=words.agreements(table),
            file=path,
        )
        self._save()
        self._new = True

    def _bots(self) -> None:
        table = self.table
        while not table.over and not table.persons_turn:
            player, move = table.bots_move()
            self._moved(player, move)

    def _moved(self, player: str, move: str) -> None:
        number = len(self.table.referee.rulings)
        self.voice.say("move", f"{player}: {move}", n=number, player=player, move=move)
        self._save()
        self._new = True
        self._refused = ()

    def _show(self) -> None:
        self._new = False
        table = self.table
        if table.over:
            winners = table.match.winners()
            self.voice.say(
                "end",
                f"\n{words.heaps_in_words(table)}\n\n{words.ending(table)}",
                heaps=words.heaps_as_data(table),
                outcome=table.referee.outcome,
                points=table.referee.points,
                match=None if winners is None else list(winners),
            )
        else:
            self._table("")

    def _prompt(self) -> str:
        if self.table.over:
            if self.table.match.winners() is not None:
                return _("The match is over (quit, undo)>")
            return _("Another deal (next, quit, undo)>")
        moves = self.table.moves()
        if len(moves) == 1:
            return _("Your move (Enter: {move})>").format(move=moves[0])
        return _("Your move>")

    # -- what is typed -------------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> bool:
        """Does what was typed. -> whether that was all."""
        if line.startswith("{"):
            word, text = _from_json(line)
            if word not in (*self._commands, *QUIT, "move"):
                raise _Problem(_("there is no command '{text}'; help lists them").format(text=printable(word)))
        else:
            word, _blank, text = line.partition(" ")
            word = word.lower()
            if word not in (*self._commands, *QUIT):
                word, text = "move", line
        if word in QUIT:
            return True
        self._commands.get(word, self._move)(text.strip())
        return False

    def _move(self, text: str) -> None:
        table = self.table
        if table.over:
            raise _Problem(_("the deal is over; next, quit or undo"))
        text = self._meant(text)
        refusal = table.refusal(text)
        if refusal is None:
            self._moved(table.company.person, table.play(text))
        else:
            self._refuse(refusal)

    def _meant(self, text: str) -> str:
        """The move that was typed, perhaps by its number, or as a line of a record (``Ann: 7C``)."""
        table = self.table
        moves = table.moves()
        who, colon, rest = text.partition(":")
        if colon and who.strip() in table.referee.players:
            if who.strip() != table.company.person:
                raise _Problem(_("you play for {player} only").format(player=table.company.person))
            text = rest.strip()
        if not text:
            if len(moves) != 1:
                raise _Problem(_("type a move or its number; `moves` lists them"))
            return moves[0]
        if not (text.isascii() and text.isdigit()):
            return text
        number = int(text) if len(text) < 6 else 0
        if not 1 <= number <= len(moves):
            raise _Problem(
                _("there is no move {number}; there are {count}").format(number=shortened(text, 30), count=len(moves))
            )
        return moves[number - 1]

    def _refuse(self, refusal: Refusal) -> None:
        self._refused = refusal.rules
        self.voice.say(
            "refused",
            words.refusal_in_words(self.table.game, refusal),
            move=refusal.move,
            rules=list(refusal.rules),
            why=refusal.why,
            remedy=refusal.remedy,
        )

    def _moves(self, _text: str) -> None:
        self.voice.say("moves", words.moves_in_words(self.table.moves()), legal=self.table.moves())

    def _why(self, text: str) -> None:
        table = self.table
        if text and not table.over:
            text = self._meant(text)
            refusal = table.refusal(text)
            if refusal is None:
                self.voice.say("legal", _("{move} is legal.").format(move=printable(text)), move=text)
                return
            self._refuse(refusal)
            if not self._refused:  # it is no move
                return
        if not self._refused:
            raise _Problem(_("nothing was refused; why MOVE asks about a move"))
        self._tell_rules(self._refused)

    def _hint(self, text: str) -> None:
        level = LEVELS.get(text.lower() or list(LEVELS)[-1])
        if level is None:
            raise _Problem(
                _("there is no bot '{name}'; choose from {levels}").format(
                    name=printable(text), levels=", ".join(LEVELS)
                )
            )
        if self.table.over:
            raise _Problem(_("the deal is over; next, quit or undo"))
        move = self.table.hint(level)
        self.voice.say(
            "hint", _("{level} would play: {move}").format(level=level.name, move=move), level=level.name, move=move
        )

    def _undo(self, text: str) -> None:
        times = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0 if text else 1
        if not times:
            raise _Problem(_("undo takes a number of choices, like undo 2"))
        count = 0
        while times and (taken := self.table.undo()):
            count += taken
            times -= 1
        if not count:
            raise _Problem(_("there is no choice of yours to take back"))
        self.voice.say("undone", _("Taken back: {count}").format(count=count), count=count)
        self._save()
        self._new = True

    def _table(self, _text: str) -> None:
        table = self.table
        self.voice.say(
            "turn",
            "\n" + words.heaps_in_words(table),
            n=len(table.referee.rulings) + 1,
            player=table.referee.to_move,
            heaps=words.heaps_as_data(table),
            legal=table.moves() if table.persons_turn else [],
        )

    def _rules(self, text: str) -> None:
        numbers = [rule.id for rule in self.table.game.rules]
        if text.isdecimal():  # rule 8
            text = f"{numbers[0].partition('-')[0]}-{text}"
        if text and text.upper() not in numbers:
            raise _Problem(
                _("there is no rule {rule}; they are {first} to {last}").format(
                    rule=printable(text), first=numbers[0], last=numbers[-1]
                )
            )
        self._tell_rules([text.upper()] if text else numbers)

    def _tell_rules(self, numbers: Sequence[str]) -> None:
        for rule in self.table.game.rules:
            if rule.id in numbers:
                self.voice.say(
                    "rule",
                    words.rules_in_words(self.table.game, [rule.id]),
                    rule=rule.id,
                    title=_(rule.title),
                    text=_(rule.text),
                )

    def _score(self, _text: str) -> None:
        self.voice.say("score", words.score_in_words(self.table), points=self.table.referee.points)

    def _save_copy(self, text: str) -> None:
        file = self.file
        try:
            if text:
                file = RecordFile(Path(text).expanduser())
            if file is None:
                raise _Problem(_("this game is not being saved; name a file: save game.kbz"))
            problem = file.save(self.table.referee.text(), again=True)
        except (UserError, RuntimeError, ValueError) as error:
            raise _Problem(printable(str(error))) from None
        if problem:
            raise _Problem(problem)
        self.voice.say("saved", _("Saved in {path}").format(path=file.path), file=str(file.path))

    def _next(self, _text: str) -> None:
        table = self.table
        if not table.over:
            raise _Problem(_("this deal is not over yet"))
        if table.match.winners() is not None:
            raise _Problem(_("the match is over"))
        if self.file is not None:
            problem = self.file.close_deal(table.referee.text(), table.company.deal)
            if problem:
                raise _Problem(problem)
        self.table = table.next_deal()
        self._refused = ()
        self._begin()

    def _help(self, _text: str) -> None:
        text = _(words.HELP).format(levels=", ".join(LEVELS), rule=self.table.game.rules[0].id)
        self.voice.say("help", text, text=text)

    def _save(self) -> None:
        problem = None if self.file is None else self.file.save(self.table.referee.text())
        if problem:
            _complain(problem)


def _from_json(line: str) -> tuple[str, str]:
    """``{"move": "7C"}``, ``{"undo": 1}``, ``{"do": "hint hard"}`` as a command and its text. Raises _Problem."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise _Problem(_("this is no JSON object in one line")) from None
    match said:
        case {"move": str(move)} | {"say": str(move)}:
            return "move", move.strip()
        case {"undo": int(times)} if times is not True and 0 < times < 10_000:
            return "undo", str(times)
        case {"do": str(command)} if command.strip():
            word, *rest = command.split(maxsplit=1)
            return word.lower(), rest[0] if rest else ""
    raise _Problem(_('write {"move": "..."}, {"undo": 1} or {"do": "hint"}'))


def _complain(problem: str) -> None:
    print(f"kibitz: {problem}", file=sys.stderr, flush=True)
