"""The panel for the one thing to look at now: a ruling, a question, a table that differs, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from app.events import (
    LateEvent,
    MismatchEvent,
    MisplacedEvent,
    QuestionEvent,
    RefusedEvent,
    end_in_words,
    score_in_words,
)
from app.moves import cards_of
from app.window import theme
from app.window.about import About
from app.window.controls import CardButton, CardFace, Panel, Pressable, PushButton
from app.window.words import card_text, end_reason, move_parts, move_words, names, verdict_word, with_signs
from rules.cards import Card, parse_card
from rules.texts import _

if TYPE_CHECKING:
    from app.state import SessionState, ToLay


class Desk(Protocol):
    """What can be done about what is shown."""

    def answer(self, question: QuestionEvent, card: Card) -> None: ...
    def answer_otherwise(self, question: QuestionEvent) -> None: ...
    def misread(self) -> None: ...
    def let_stand(self) -> None: ...
    def show_rule(self, rules: Sequence[str]) -> None: ...
    def undo_past(self, number: int) -> None: ...
    def go_on(self) -> None: ...
    def next_deal(self) -> None: ...
    def show_record(self) -> None: ...
    def home(self) -> None: ...
    def may_deal(self) -> bool: ...
    def camera_ways(self) -> Sequence[tuple[str, Callable[[], None]]]: ...


class RuleButton(Pressable):
    """The rule that a ruling rests on; pressed, it is shown as a whole."""

    words = StringProperty("")


class Attention(Panel):
    """A sign, a headline, a sentence, the rule, and what can be done about it."""

    mood = StringProperty("")
    tint = ColorProperty()
    headline = StringProperty("")
    who = StringProperty("")
    sentence = StringProperty("")
    rule = StringProperty("")
    compact = BooleanProperty(False)  # where there is little room
    zoom = NumericProperty(1)  # of the text, in a large window: it is read from across the table
    head = NumericProperty(1)  # of sign and headline, at least

    def __init__(self, about: About, desk: Desk) -> None:
        super().__init__(tint=theme.TEXT)
        self._about, self._desk = about, desk
        self._shown: tuple[object, ...] = ()
        self._cited: tuple[str, ...] = ()
        self.fill_in(headline=_("Welcome"), sentence=_("The table is being set up."))

    def show(self, state: SessionState, late: LateEvent | None, *, private: bool = False) -> None:
        """The most pressing of what ``state`` holds. ``late``: a late ruling that was just made.

        ``private``: what was refused may not be explained now, as others look at this screen, too.
        """
        points = tuple(state.points.items())
        news = (
            *(state.questions, state.question, state.mismatch, state.outcome, late, state.last, state.take_back),
            *(state.to_move, points, state.refused, state.to_lay, state.asks_hand, state.paused, private),
            *(state.may_stand, state.may_misread, state.asked, state.no_picture),
        )
        if news == self._shown:
            return  # what is being pressed must not be made anew under the finger
        self._shown = news
        if state.no_picture:
            self.fill_in(
                mood="differs",
                headline=_("No picture"),
                who=state.no_picture,
                sentence=_("The game goes on by itself as soon as the camera is back."),
                actions=self._desk.camera_ways(),
            )
        elif state.paused:
            self.fill_in(
                mood="unverified",
                headline=_("Paused"),
                sentence=_("Nothing is read from the table, and no bot plays."),
                actions=((_("Go on"), self._desk.go_on),),
            )
        elif state.question is not None:
            self._question(state.question, max(1, len(state.questions)))
        elif state.asked and state.viewer not in state.asked:
            self.fill_in(
                mood="question",
                headline=_("A question for {player}").format(player=state.asked[0]),
                sentence=_(
                    "A card of your hand is hard to read. Hold to look, slide to the right card, and let go there."
                ),
            )
        elif state.mismatch is not None:
            self._differs(state.mismatch)
        elif state.outcome is not None:
            self._end(state, state.outcome)
        elif state.refused is not None:
            self._refused(state.refused, private=private)
        elif late is not None:
            self.fill_in(
                mood="illegal",
                headline=_("Late ruling"),
                who=_("on move {number}").format(number=late.about),
                sentence=late.why,
                rules=(late.rule,),
                actions=((_("Go back to that move"), lambda: self._desk.undo_past(late.about)),),
            )
        elif state.asks_hand is not None:
            self.fill_in(
                mood="question",
                headline=_("{player} needs its cards").format(player=state.asks_hand),
                sentence=_(
                    "Nobody look: lay the hand of {player} face up at its place for two seconds, for the camera."
                ).format(player=state.asks_hand),
            )
        elif state.to_lay is not None:
            self._told(state.to_lay)
        elif state.last is not None:
            self._ruling(state)
        else:
            self.fill_in(
                headline=_("{player} begins").format(player=state.to_move),
                sentence=_("Play as always. Each move is ruled on as soon as the table is at rest.")
                if state.camera
                else _("Hold to look at the hand, slide to a card that is lit, and let go there: it is played.")
                if private
                else _(
                    "Name what is played with the buttons below. What the rules refuse is not made, and you are told why."
                )
                if not any(cards_of(move) for move in state.legal or ())
                else _("Tap a card that is lit. A move that the rules refuse is not made, and you are told why."),
            )

    @property
    def shown(self) -> tuple[object, ...]:
        """What of the last state stands here, or is covered by what was filled in since."""
        return self._shown

    def no_table(self, problem: str) -> None:
        """The table could not be opened."""
        self._shown = ()
        ways = self._desk.camera_ways()
        self.fill_in(
            mood="differs",
            headline=_("The table cannot be opened"),
            sentence=problem,
            actions=[*ways, (_("Home"), self._desk.home)],
        )

    def _ruling(self, state: SessionState) -> None:
        ruling = state.last
        assert ruling is not None
        parts = move_parts(ruling.move)
        cards = cards_of(ruling.move)
        words = " ".join(part for part in parts if isinstance(part, str))
        actions = []
        if ruling.verdict == "illegal":
            if state.may_misread:
                actions.append((_("We misread it"), self._desk.misread))
            if state.may_stand:
                actions.append((_("We let it stand"), self._desk.let_stand))
        self.fill_in(
            mood=ruling.verdict,
            headline=verdict_word(ruling.verdict),
            who=f"{ruling.player}: {move_words(ruling.move)}" if words else ruling.player,
            sentence=" ".join(part for part in (ruling.why, what_now(state)) if part),
            rules=ruling.rules,
            cards=cards[:4],
            actions=actions,
        )

    def _refused(self, refused: RefusedEvent, *, private: bool) -> None:
        if private:
            self.fill_in(
                mood="illegal",
                headline=_("Not allowed"),
                who=refused.player,
                sentence=_("Hold to look, and you see why."),
            )
            return
        instead = _("Legal instead: {move}.").format(move=move_words(refused.remedy)) if refused.remedy else ""
        self.fill_in(
            mood="illegal",
            headline=_("Not allowed"),
            who=f"{refused.player}: {move_words(refused.move)}",
            sentence=" ".join(part for part in (refused.why, instead) if part),
            rules=refused.rules,
            cards=cards_of(refused.move)[:4],
        )

    def _told(self, told: ToLay) -> None:
        """A bot's move at a real table, for the person who lays it."""
        self.fill_in(
            mood="question",
            headline=f"{told.player}: {move_words(told.move)}",
            sentence=_("Please lay it for {player}. The game goes on when it lies there.").format(player=told.player),
            cards=cards_of(told.move)[:4],
        )

    def _question(self, question: QuestionEvent, count: int) -> None:
        """The likely cards as big cards, and a way to name any other."""
        self.fill_in(
            mood="question",
            headline=_headline(question),
            who=""
            if question.about
            else _("This one is hard to read. Choose it, and the game goes on.")
            if count == 1
            else _("The first of {count} questions. Choose the card.").format(count=count),
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
        any_card = not question.about or bool(question.read_as)  # else it is one of the cards of that move
        self.buttons([*cards, other] if any_card else cards)

    def _differs(self, mismatch: MismatchEvent | MisplacedEvent) -> None:
        differs = _("Expected: {expected}\nSeen: {seen}").format(
            expected=names(mismatch.expected), seen=names(mismatch.seen)
        )
        if isinstance(mismatch, MisplacedEvent):
            self.fill_in(
                mood="differs",
                headline=_("Laid wrongly"),
                sentence=f"{mismatch.remedy}\n{differs}",
                rules=(mismatch.rule,),
            )
        else:
            self.fill_in(
                mood="differs",
                headline=_("The table differs"),
                who=_("The game waits until they match. If a card is misread, tap it."),
                sentence=differs,
            )

    def _end(self, state: SessionState, outcome: str) -> None:
        actions = [
            *([(_("Next deal"), self._desk.next_deal)] if self._desk.may_deal() else []),
            (_("Record"), self._desk.show_record),
            (_("Home"), self._desk.home),
        ]
        rule, why = end_reason(state.why_ended)
        self.fill_in(
            mood="end",
            headline=end_in_words(outcome, state.score),
            who=_("The deal is over."),
            sentence=" ".join((why, score_in_words(state.points, state.score))),
            rules=(rule,) if rule else (),
            actions=actions,
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
        rules: Sequence[str] = (),
        mood: str = "",
        cards: Sequence[Card] = (),
        actions: Sequence[tuple[str, Callable[[], None]]] = (),
    ) -> None:
        """Replaces all that stands here. ``mood`` gives sign and colours; ``cards`` stand at the right."""
        self.mood = mood
        self.tint, self.fill = theme.MOODS.get(mood, (theme.TEXT, theme.PANEL))
        self.headline, self.who, self.sentence = headline, with_signs(who), with_signs(sentence)
        self._cited, self.rule = tuple(rules), self._rules(rules)
        self.ids.rule.disabled = not self.rule
        self.ids.cards.clear_widgets()
        for card in cards:
            self.ids.cards.add_widget(CardFace(card=card, size_hint=(None, None)))
        self.on_compact()
        self.buttons([PushButton(words=words, on_release=lambda _b, do=do: do()) for words, do in actions])

    def on_compact(self, *_changed: object) -> None:
        for card in self.ids.cards.children:
            card.size = (dp(40), dp(56)) if self.compact else (dp(50 * self.zoom), dp(70 * self.zoom))

    def on_zoom(self, *_changed: object) -> None:
        self.on_compact()

    def press_rule(self) -> None:
        """Shows the whole of the rule."""
        self._desk.show_rule(self._cited)

    def buttons(self, buttons: Sequence[Widget]) -> None:
        """The row of things to press under the sentence."""
        row: StackLayout = self.ids.actions
        row.clear_widgets()
        for button in buttons:
            row.add_widget(button)


def _headline(question: QuestionEvent) -> str:
    if question.read_as:
        return _("What is the {card} really?").format(card=with_signs(question.read_as))
    return _("Which card did we misread?") if question.about else _("Which card is it?")


def what_now(state: SessionState) -> str:
    """How the game goes on after the last ruling."""
    ruling = state.last
    assert ruling is not None
    if ruling.verdict == "illegal":
        words = [_("Take the cards back.")] if state.take_back else []
        if ruling.remedy:
            words.append(_("Legal instead: {move}.").format(move=move_words(ruling.remedy)))
        return " ".join(words)
    now = _("{player} is to move.").format(player=state.to_move) if state.to_move else ""
    if ruling.verdict == "unverified":
        return " ".join((_("Hidden cards decide whether that is right."), now))
    return now


Builder.load_file(str(Path(__file__).with_name("attention.kv")))
