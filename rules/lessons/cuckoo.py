"""The first round of Cuckoo, in steps."""

from __future__ import annotations

from rules.cards import PACKS, card_name, cards_in
from rules.lessons.step import Step
from rules.texts import N_


def _at(ann: str, ben: str, cid: str, dealer: str = "Cid", stock: str = "") -> dict[str, str]:
    headers = {"Dealer": dealer, "Hand:Ann": ann, "Hand:Ben": ben, "Hand:Cid": cid}
    if stock:  # all that was not dealt, these on top
        named = {ann, ben, cid, *stock.split()}
        headers["Stock"] = " ".join(
            [stock, *(name for name in map(card_name, cards_in(PACKS[52])) if name not in named)]
        )
    return headers


STEPS = (
    Step(
        N_(
            "You are Ann, and hold one card. The lowest card loses a life; aces are low, kings are high. A 2 "
            "is bad: trade it."
        ),
        N_("Ben, to your left, must trade with you, unless he holds a king."),
        _at("2D", "9C", "5H"),
        (),
        "trade",
    ),
    Step(
        N_("A queen is nearly the best there is. Keep it."),
        N_("Who keeps the card is done; the next player is on turn."),
        _at("QS", "9C", "5H"),
        (),
        "stay",
    ),
    Step(
        N_("A king may not be traded away. There is only one thing to do."),
        N_("A king is kept, and it blocks whoever wants to trade with you."),
        _at("KD", "9C", "5H"),
        (),
        "stay",
    ),
    Step(
        N_("Cid wants to trade with you. You hold no king, so you must give your card."),
        N_("Now Cid knows what you hold: it was his."),
        _at("9C", "5H", "3S", dealer="Ben"),
        ("Cid: trade",),
        "give",
    ),
    Step(
        N_("Cid wants to trade with you, but you hold a king. Block."),
        N_("The king is shown, the trade does not happen, and you stay with your card."),
        _at("KH", "5H", "3S", dealer="Ben"),
        ("Cid: trade",),
        "block",
    ),
    Step(
        N_("You deal, so you are last. There is nobody left to trade with but the stock: trade."),
        N_("The dealer trades with the top card of the stock."),
        _at("3C", "9C", "5H", dealer="Ann", stock="8H TC"),
        ("Ben: stay", "Cid: stay"),
        "trade",
    ),
    Step(
        N_("Draw the card from the stock."),
        N_("Your old card lies face up on the discard for all to see."),
        _at("3C", "9C", "5H", dealer="Ann", stock="8H TC"),
        ("Ben: stay", "Cid: stay", "Ann: trade"),
        "draw",
    ),
    Step(
        N_("All have had their turn. Show your card."),
        N_(
            "The lowest card loses a life. Of equal ranks the suit decides: spades, hearts, clubs, diamonds. "
            "Now play a game."
        ),
        _at("7H", "9C", "5H"),
        ("Ann: stay", "Ben: stay", "Cid: stay"),
        "show",
    ),
)
