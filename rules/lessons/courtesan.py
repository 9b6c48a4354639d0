"""The first game of The Courtesan, in steps: Ann's queen is that of hearts, Ben's that of spades."""

from __future__ import annotations

from rules.lessons.step import Step
from rules.texts import N_


def _at(stock: str, **laid: str) -> dict[str, str]:
    """``laid``: ``Clients_Ann="9H"``."""
    headers = {"Queens": "Ann=H, Ben=S", "Leader": "Ann", "Stock": stock}
    return headers | {name.replace("_", ":"): cards for name, cards in laid.items()}


STEPS = (
    Step(
        N_("You are Ann, and your queen is that of hearts. Every heart you draw is a client. Draw a card."),
        N_("The 9 of hearts lies on your queen: a client. Who has most clients at the end wins."),
        _at("9H 7D 8C TS"),
        (),
        "draw",
    ),
    Step(
        N_("Spades belong to Ben's queen. Draw, and see what becomes of a card of his suit."),
        N_("It is a taxi: it stands beside your queen and can drive one of Ben's clients away."),
        _at("TS 7D 8C", Clients_Ann="9H"),
        (),
        "draw",
    ),
    Step(
        N_(
            "In place of drawing you can use a taxi. Tap your 10 of spades, then Ben's king of spades, to "
            "drive that client away."
        ),
        N_("Both are gone. Who uses a taxi does not draw."),
        _at("7D 8C", Clients_Ann="9H", Taxis_Ann="TS", Clients_Ben="7S KS"),
        (),
        "ride TS>KS",
    ),
    Step(
        N_(
            "Ben has a taxi of your suit, which threatens your clients. Drive into it: tap your 7 of spades, "
            "then his 8 of hearts."
        ),
        N_("That is a crash: your taxi and his are both gone."),
        _at("7D 8C", Clients_Ann="9H", Taxis_Ann="7S", Taxis_Ben="8H"),
        (),
        "crash 7S>8H",
    ),
    Step(
        N_("The ace of your own suit is a noble client, and brings another card. Draw."),
        N_("The ace is a client, and one more card came with it."),
        _at("AH 7D 8D 9C", Clients_Ann="9H"),
        (),
        "draw",
    ),
    Step(
        N_("A queen nobody chose goes to the discard, and brings two more cards. Draw."),
        N_("Cards of suits that nobody plays go to the discard, too."),
        _at("QD 9C TH 6D 8D", Clients_Ann="9H"),
        (),
        "draw",
    ),
    Step(
        N_("One card is left in the stock. Draw it: with the last card the game ends."),
        N_("Most clients win; equal, the highest client decides. Now play a game."),
        _at("KH", Clients_Ann="8H 9H", Clients_Ben="7S 8S"),
        (),
        "draw",
    ),
)
