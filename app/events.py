"""What happens at a table, for a screen, a voice or a line of JSON: the events of ``kibitz watch``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from rules.texts import N_, _, either

_OUTCOMES = {
    "win": N_("{players} won."),
    "loss": N_("{players} lost."),
    "draw": N_("A draw."),
    "places": N_("In order: {players}."),
    "shared": N_("{players} share the win."),
    "life": N_("{players} loses a life."),
}
_SCORES = {"Points": N_("Points: {points}"), "Lives": N_("Lives: {points}")}


def end_in_words(outcome: str | None, score: str = "Points") -> str:
    """How a deal ended (``win Ann``), a sentence; "" while it goes on. ``score``: the header that keeps it."""
    if outcome is None:
        return ""
    word, *players = outcome.split(" ")
    if word == "win" and len(players) > 1:
        word = "shared"
    elif word == "loss" and score == "Lives":
        word = "life"
    return _(_OUTCOMES[word]).format(players=", ".join(players))


def match_in_words(winners: Sequence[str]) -> str:
    """Who has won a match, a sentence."""
    won = _("{players} won the match.") if len(winners) == 1 else _("{players} share the match.")
    return won.format(players=", ".join(winners))


def score_in_words(points: Mapping[str, float], score: str = "Points") -> str:
    """``Points: Ann 2, Ben 0``; what is counted by the name of the header that keeps it."""
    return _(_SCORES[score]).format(points=", ".join(f"{player} {number}" for player, number in points.items()))


@dataclass(frozen=True, slots=True)
class Event:
    """``t``: seconds of film time, or since the camera was opened."""

    t: float
    kind: ClassVar[str] = ""

    def as_json(self) -> dict[str, Any]:
        """The event as an object of the JSON lines that ``kibitz watch --json`` prints."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {"t": round(self.t, 2), "event": self.kind} | {
            name: value for name, value in plain.items() if name != "t"
        }

    def text(self) -> str:
        """The event in words, one line."""
        raise NotImplementedError


def _without(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


def _cards(names: tuple[str, ...]) -> str:
    return " ".join(names) if names else _("nothing")


@dataclass(frozen=True, slots=True)
class MoveEvent(Event):
    """A move and its ruling, and what is allowed next. ``verdict``: legal, illegal or unverified."""

    n: int
    player: str
    move: str
    verdict: str
    rules: tuple[str, ...] = ()
    why: str = ""
    legal: tuple[str, ...] | None = None
    could: tuple[str, ...] | None = None
    secret: bool = False  # the lists rest on a hand that not all have seen: for no screen that all see
    kind: ClassVar[str] = "move"

    def as_json(self) -> dict[str, Any]:
        return _without(super(MoveEvent, self).as_json(), "secret")

    def text(self) -> str:
        verdict = {"legal": _("legal"), "illegal": _("ILLEGAL"), "unverified": _("to be verified")}[self.verdict]
        reason = f" ({', '.join(self.rules)}) {self.why}" if self.rules else ""
        after = ""
        if self.legal and not self.secret:
            after = _(" | now legal: {}").format(", ".join(self.legal))
        elif self.could and not self.secret:
            after = _(" | now possible: {}").format(", ".join(self.could))
        return f"{self.n}. {self.player}: {self.move}  {verdict}{reason}{after}"


@dataclass(frozen=True, slots=True)
class RefusedEvent(Event):
    """A move that a player chose on the screen was not made: it is none (no ``rules``), or the rules refuse it. Nothing is recorded.

    ``why`` tells nothing that this player does not know. ``remedy``: a legal move near it, if any is known.
    """

    player: str
    move: str
    rules: tuple[str, ...]
    why: str
    remedy: str | None = None
    kind: ClassVar[str] = "refused"

    def text(self) -> str:
        reason = f" ({', '.join(self.rules)})" if self.rules else ""
        return _("{player}: {move}  refused{reason} {why}").format(
            player=self.player, move=self.move, reason=reason, why=self.why
        )


@dataclass(frozen=True, slots=True)
class ToldEvent(Event):
    """A bot at a real table tells its move; a person is to lay the cards for it. What it draws is ``??``."""

    player: str
    move: str
    kind: ClassVar[str] = "told"

    def text(self) -> str:
        return _("{player} plays {move}: please lay it").format(player=self.player, move=self.move)


@dataclass(frozen=True, slots=True)
class PausedEvent(Event):
    """The game is ``paused``: nothing is read from the table until it goes on."""

    paused: bool
    kind: ClassVar[str] = "paused"

    def text(self) -> str:
        return _("paused") if self.paused else _("the game goes on")


@dataclass(frozen=True, slots=True)
class MisplacedEvent(Event):
    """A legal move carried out wrongly. Play waits until the table matches; the record is not changed."""

    about: int
    rule: str
    expected: tuple[str, ...]
    seen: tuple[str, ...]
    remedy: str
    id: int = 0
    kind: ClassVar[str] = "misplaced"

    def text(self) -> str:
        line = _("move {about} was carried out wrongly ({rule}): there should be {expected}, there is {seen}; {remedy}")
        return line.format(
            about=self.about, rule=self.rule, expected=_cards(self.expected), seen=_cards(self.seen), remedy=self.remedy
        )


@dataclass(frozen=True, slots=True)
class QuestionEvent(Event):
    """A card that matters was not read for sure. ``candidates``: likeliest first; any other card is an answer as well.

    ``about``: the number of a move that was misread. Then the question is which of its cards (``candidates``), or, where that is known
    (``read_as``), what it really is.
    """

    id: int
    candidates: tuple[str, ...]
    place: str
    about: int = 0
    read_as: str = ""
    private: bool = False  # about the hand of the player ``place``, who alone may see it
    kind: ClassVar[str] = "question"

    def as_json(self) -> dict[str, Any]:
        values = _without(super(QuestionEvent, self).as_json(), "private")
        return values if self.about else _without(values, "about", "read_as")

    def text(self) -> str:
        if self.private:
            return _("question {id}: a card of the hand of {player} is hard to read; {player} may name it").format(
                id=self.id, player=self.place
            )
        if self.read_as:
            return _("question {id}: what is the {card} of move {about} really? {cards}").format(
                id=self.id, card=self.read_as, about=self.about, cards=either(self.candidates)
            )
        if self.about:
            return _("question {id}: which card of move {about} was misread? {cards}").format(
                id=self.id, about=self.about, cards=either(self.candidates)
            )
        return _("question {id}: which card is this ({place})? {cards}").format(
            id=self.id, place=self.place, cards=either(self.candidates)
        )


@dataclass(frozen=True, slots=True)
class CorrectedEvent(Event):
    """A card was named by a person; ``card`` is None where there is no card."""

    id: int
    card: str | None
    kind: ClassVar[str] = "corrected"

    def text(self) -> str:
        return _("corrected {id}: {card}").format(id=self.id, card=self.card or _("no card"))


@dataclass(frozen=True, slots=True)
class MismatchEvent(Event):
    """The table differs from what it should show, and no move explains it."""

    expected: tuple[str, ...]
    seen: tuple[str, ...]
    id: int = 0
    kind: ClassVar[str] = "mismatch"

    def text(self) -> str:
        return _("the table differs: there should be {expected}, there is {seen}").format(
            expected=_cards(self.expected), seen=_cards(self.seen)
        )


@dataclass(frozen=True, slots=True)
class MatchedEvent(Event):
    """The table is again as it should be: the difference ``id`` is over."""

    id: int = 0
    kind: ClassVar[str] = "matched"

    def text(self) -> str:
        return _("the table matches again")


@dataclass(frozen=True, slots=True)
class LateEvent(Event):
    """An earlier move is now known to have been wrong."""

    about: int
    rule: str
    why: str
    kind: ClassVar[str] = "late"

    def text(self) -> str:
        return _("late ruling on move {about} ({rule}): {why}").format(about=self.about, rule=self.rule, why=self.why)


@dataclass(frozen=True, slots=True)
class HoldsEvent(Event):
    """A hand was shown. ``cards`` as in a record: ``7C 9S ??x3``. ``legal`` and ``could`` follow from what is now known."""

    player: str
    cards: str
    legal: tuple[str, ...] | None = None
    could: tuple[str, ...] | None = None
    kind: ClassVar[str] = "holds"

    def text(self) -> str:
        """For everybody: that a hand was shown, not which cards."""
        shown = sum(1 if "x" not in word else int(word.split("x")[1]) for word in self.cards.split())
        hidden = sum(1 if "x" not in word else int(word.split("x")[1]) for word in self.cards.split() if "?" in word)
        if hidden:
            return _("{player} has shown the hand, cards: {count}, of which are read: {read}").format(
                player=self.player, read=shown - hidden, count=shown
            )
        return _("{player} has shown the hand, cards: {count}").format(player=self.player, count=shown)


@dataclass(frozen=True, slots=True)
class UndoneEvent(Event):
    """The last ``count`` lines of the record were taken back."""

    count: int
    kind: ClassVar[str] = "undone"

    def text(self) -> str:
        return _("taken back: {}").format(self.count)


@dataclass(frozen=True, slots=True)
class AdviceEvent(Event):
    """What would make the picture better."""

    what: str
    message: str
    kind: ClassVar[str] = "advice"

    def as_json(self) -> dict[str, Any]:
        return {"t": round(self.t, 2), "event": self.kind, "what": self.what, "text": self.message}

    def text(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class ErrorEvent(Event):
    """Something went wrong; the game goes on where it can."""

    what: str
    message: str
    kind: ClassVar[str] = "error"

    def as_json(self) -> dict[str, Any]:
        return {"t": round(self.t, 2), "event": self.kind, "what": self.what, "text": self.message}

    def text(self) -> str:
        return _("error: {}").format(self.message)


@dataclass(frozen=True, slots=True)
class EndEvent(Event):
    """The game, or the source, is over. ``outcome`` is None if the game is not."""

    outcome: str | None
    points: dict[str, float]
    score: str = "Points"  # the header that keeps it
    kind: ClassVar[str] = "end"

    def as_json(self) -> dict[str, Any]:
        return {"t": round(self.t, 2), "event": self.kind, "outcome": self.outcome, "points": self.points}

    def text(self) -> str:
        return _("end: {outcome} {score}").format(
            outcome=end_in_words(self.outcome, self.score) or _("Not decided."),
            score=score_in_words(self.points, self.score),
        )
