"""The panel for the one thing to look at now: a ruling, a question, a table that differs, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from app.events import LateEvent, MismatchEvent, MisplacedEvent, QuestionEvent
from app.window import theme
from app.window.about import About
from app.window.controls import CardButton, CardFace, Panel, PushButton
from app.window.words import card_text, move_parts, move_text, names, outcome_text, verdict_word, with_signs
from rules.cards import Card, parse_card
from rules.texts import _

if TYPE_CHECKING:
    from app.session import SessionState


class Desk(Protocol):
    """What can be done about what is shown."""

    def answer(self, question: QuestionEvent, card: Card) -> None: ...
    def answer_otherwise(self, question: QuestionEvent) -> None: ...
    def misread(self) -> None: ...
    def let_stand(self) -> None: ...


class Attention(Panel):
    """A sign, a headline, a sentence, and what can be done about it."""

    mood = StringProperty("")
    tint = ColorProperty()
    headline = StringProperty("")
    who = StringProperty("")
    sentence = StringProperty("")
    rule = StringProperty("")
    actions_width = NumericProperty(0)  # of all buttons in one row

    def __init__(self, about: About, desk: Desk) -> None:
        super().__init__(tint=theme.TEXT)
        self._about, self._desk = about, desk
        self._shown: tuple[object, ...] = ()
        self.fill_in(headline=_("Welcome"), sentence=_("The table is being set up."))

    def show(self, state: SessionState, late: LateEvent | None) -> None:
        """The most pressing of what ``state`` holds. ``late``: a late ruling that was just made."""
        points = tuple(state.points.items())
        news = (state.question, state.mismatch, state.outcome, late, state.last, state.take_back, state.to_move, points)
        if news == self._shown:
            return  # what is being pressed must not be made anew under the finger
        self._shown = news
        if state.question is not None:
            self._question(state.question)
        elif state.mismatch is not None:
            self._differs(state.mismatch)
        elif state.outcome is not None:
            self._end(state, state.outcome)
        elif late is not None:
            self.fill_in(
                mood="illegal",
                headline=_("Late ruling"),
                who=_("on move {number}").format(number=late.about),
                sentence=late.why,
                rule=self._rules((late.rule,)),
            )
        elif state.last is not None:
            self._ruling(state)
        else:
            self.fill_in(
                headline=_("{player} begins").format(player=state.to_move),
                sentence=_("Play as always. Each move is ruled on as soon as the table is at rest."),
            )

    def _ruling(self, state: SessionState) -> None:
        ruling = state.last
        assert ruling is not None
        parts = move_parts(ruling.move)
        words = " ".join(part for part in parts if isinstance(part, str))
        actions = [(_("We misread it"), self._desk.misread), (_("Let it stand"), self._desk.let_stand)]
        self.fill_in(
            mood=ruling.verdict,
            headline=verdict_word(ruling.verdict),
            who=f"{ruling.player}: {words}" if words else ruling.player,
            sentence=" ".join(part for part in (ruling.why, what_now(state)) if part),
            rule=self._rules(ruling.rules),
            cards=[part for part in parts if isinstance(part, int)],
            actions=actions if ruling.verdict == "illegal" else (),
        )

    def _question(self, question: QuestionEvent) -> None:
        """The likely cards as big cards, and a way to name any other."""
        self.fill_in(
            mood="question",
            headline=_("Which card is it?"),
            who=_("This one is hard to read. Choose it, and the game goes on."),
        )
        cards: list[Widget] = [
            CardButton(
                card=card,
                size=(dp(76), dp(104)),
                hint=card_text(card),
                on_release=lambda button: self._desk.answer(question, button.card),
            )
            for card in map(parse_card, question.candidates)
        ]
        other = PushButton(words=_("Another card"), on_release=lambda _b: self._desk.answer_otherwise(question))
        other.height = dp(104)
        self.buttons([*cards, other])

    def _differs(self, mismatch: MismatchEvent | MisplacedEvent) -> None:
        differs = _("Expected: {expected}\nSeen: {seen}").format(
            expected=names(mismatch.expected), seen=names(mismatch.seen)
        )
        if isinstance(mismatch, MisplacedEvent):
            self.fill_in(
                mood="differs",
                headline=_("Laid wrongly"),
                sentence=f"{mismatch.remedy}\n{differs}",
                rule=self._rules((mismatch.rule,)),
            )
        else:
            self.fill_in(
                mood="differs",
                headline=_("The table differs"),
                sentence=differs,
                rule=_("The game waits until they match. If a card is misread, tap it."),
            )

    def _end(self, state: SessionState, outcome: str) -> None:
        points = ", ".join(f"{player} {count}" for player, count in state.points.items())
        self.fill_in(
            mood="end",
            headline=outcome_text(outcome),
            who=_("The deal is over."),
            sentence=_("Points: {points}").format(points=points),
        )

    def _rules(self, rules: Sequence[str]) -> str:
        """``Rule SK-8 · What beats``; empty where no rule is named."""
        if not rules:
            return ""
        many = _("Rule {numbers}") if len(rules) == 1 else _("Rules {numbers}")
        title = self._about.titles.get(rules[0], "")
        return " · ".join(part for part in (many.format(numbers=", ".join(rules)), title) if part)

    def fill_in(
        self,
        *,
        headline: str,
        who: str = "",
        sentence: str = "",
        rule: str = "",
        mood: str = "",
        cards: Sequence[Card] = (),
        actions: Sequence[tuple[str, Callable[[], None]]] = (),
    ) -> None:
        """Replaces all that stands here. ``mood`` gives sign and colours; ``cards`` stand at the right."""
        self.mood = mood
        self.tint, self.fill = theme.MOODS.get(mood, (theme.TEXT, theme.PANEL))
        self.headline, self.who, self.sentence, self.rule = headline, who, with_signs(sentence), rule
        self.ids.cards.clear_widgets()
        for card in cards:
            self.ids.cards.add_widget(CardFace(card=card, size_hint=(None, None), size=(dp(50), dp(70))))
        self.buttons([PushButton(words=words, on_release=lambda _b, do=do: do()) for words, do in actions])

    def buttons(self, buttons: Sequence[Widget]) -> None:
        """The row of things to press under the sentence."""
        row: StackLayout = self.ids.actions
        row.clear_widgets()
        for button in buttons:
            button.fbind("width", self._measure)
            row.add_widget(button)
        self._measure()

    def _measure(self, *_changed: object) -> None:
        buttons = self.ids.actions.children
        self.actions_width = sum(button.width for button in buttons) + dp(12) * len(buttons)


def what_now(state: SessionState) -> str:
    """How the game goes on after the last ruling."""
    ruling = state.last
    assert ruling is not None
    if ruling.verdict == "illegal":
        words = [_("Take the cards back.")] if state.take_back else []
        if ruling.remedy:
            words.append(_("Legal would be {move}.").format(move=move_text(ruling.remedy)))
        return " ".join(words)
    now = _("{player} is to move.").format(player=state.to_move) if state.to_move else ""
    if ruling.verdict == "unverified":
        return " ".join((_("Hidden cards decide whether that is right."), now))
    return now


Builder.load_file(str(Path(__file__).with_name("attention.kv")))
