"""What lies on a table, written down: for asking a game what a changed table can mean."""

from __future__ import annotations

from rules.cards import Card, parse_card
from rules.referee import Referee
from rules.table import MIDDLE, Change, Meaning, SeenCard, compare


def seen(text: str) -> tuple[SeenCard, ...]:
    """``"7C 8C/7C 9D@2"``: cards from the lowest to the top one. ``8C/7C`` lies on the 7C, ``9D@2`` lies at 2 along the picture,
    ``(6S)`` is covered. A card's track is its number and one."""
    cards: list[SeenCard] = []
    for n, word in enumerate(text.split()):
        word, hidden = word.strip("()"), word.startswith("(")
        word, _at, spot = word.partition("@")
        name, _slash, under = word.partition("/")
        card = parse_card(name)
        on = (_track(parse_card(under)),) if under else ()
        on_it = next((c.spot[0] + 0.05 for c in cards if c.track in on), float(n))
        cards.append(SeenCard(card, track=_track(card), spot=(float(spot or on_it), 0.0), on=on, hidden=hidden))
    return tuple(cards)


def _track(card: Card) -> int:
    return card + 1


def change(referee: Referee, middle: str | None = None, **places: str) -> Change:
    """The change that these places show. None: the middle is not at rest. A place's name may have a blank: ``**{"Ann taxis": "7C"}``."""
    views = {name: seen(text) for name, text in places.items()}
    if middle is not None:
        views[MIDDLE] = seen(middle)
    return compare(referee.game.lying(referee.position), views)


def meanings(referee: Referee, middle: str | None = None, **places: str) -> tuple[Meaning, ...]:
    """What these places can mean; () if nothing has changed."""
    found = change(referee, middle, **places)
    return referee.game.shown(referee.position, found) if found else ()


def moves(referee: Referee, middle: str | None = None, **places: str) -> tuple[str, ...]:
    """The moves that these places can mean, likeliest first."""
    return tuple(meaning.move for meaning in meanings(referee, middle, **places))
