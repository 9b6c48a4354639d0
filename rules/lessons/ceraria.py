"""The first game of Ceraria, in steps."""

from __future__ import annotations

from rules.lessons.step import Step
from rules.texts import N_


def _at(ann: str, ben: str, leader: str = "Ben", stock: str = "7H KS JD TD") -> dict[str, str]:
    return {"Leader": leader, "Hand:Ann": ann, "Hand:Ben": ben, "Stock": stock}


STEPS = (
    Step(
        N_("You are Ann. Who is first without cards wins. Attack Ben with any card."),
        N_("Ben must beat it, or take it into his hand."),
        _at("8H 9D TC", "6C 7C 9C", "Ann"),
    ),
    Step(
        N_(
            "Two cards of the same strength attack together, if their suits are allies: hearts and spades, "
            "or clubs and diamonds. Attack with both eights."
        ),
        N_("Each of the two must be beaten on its own."),
        _at("8H 8S 9D", "6C 7C 9C", "Ann"),
        (),
        "8H 8S",
    ),
    Step(
        N_(
            "Ben attacks with the 9 of spades. Hearts beat diamonds, diamonds beat spades, spades beat "
            "clubs, clubs beat hearts. Beat it with a stronger diamond."
        ),
        N_("The battle is over and beaten: now you attack."),
        _at("QD KC AH", "9S 6C 7C"),
        ("Ben: 9S",),
        "QD",
    ),
    Step(
        N_("The circle does not run backwards. Try to beat the 9 of spades with your king of clubs."),
        N_("Spades beat clubs, not the other way round."),
        _at("KC AH 7C", "9S 6C 9C"),
        ("Ben: 9S",),
        "KC",
        refused=True,
    ),
    Step(
        N_(
            "Spades beat clubs, but your 6 is weaker than the 10. Let an ally support it: add the ace of "
            "hearts to the 6 of spades."
        ),
        N_("6 and 14 together are more than 10."),
        _at("6S AH 9D", "TC 6C 7C"),
        ("Ben: TC",),
        "6S+AH",
    ),
    Step(
        N_("Nothing you hold beats the ace of clubs. Take it."),
        N_("Who takes skips the turn: Ben attacks again."),
        _at("9D 8D 6D", "AC 6C 7C"),
        ("Ben: AC",),
        "take",
    ),
    Step(
        N_(
            "The stock is empty, and you hold one card. Beat the 6 of clubs with your 9: a stronger card of "
            "the same suit does it, too."
        ),
        N_("You have no cards left: the audience is yours. Now play a game."),
        _at("9C", "6C KD", stock=""),
        ("Ben: 6C",),
        "9C",
    ),
)
