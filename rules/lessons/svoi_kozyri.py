"""The first game of Svoi Kozyri, in steps: Ann's trumps are spades, Ben's hearts."""

from __future__ import annotations

from rules.lessons.step import Step
from rules.texts import N_


def _at(ann: str, ben: str, pile: str = "", leader: str = "Ann") -> dict[str, str]:
    headers = {"Trumps": "Ann=S, Ben=H", "Leader": leader, "Hand:Ann": ann, "Hand:Ben": ben}
    return headers | ({"Pile": pile} if pile else {})


STEPS = (
    Step(
        N_("You are Ann. Your trumps are spades, Ben's are hearts. There is no pile yet: play any card to begin one."),
        N_("That is the pile. Who first has no cards left wins."),
        _at("6C 9D KS", "8C 9H QD"),
    ),
    Step(
        N_("Ben has played the 8 of clubs. Beat it with a higher club, and lay any second card on top of it."),
        N_("The second card is now the one that Ben must beat."),
        _at("JC 6D 7H", "8C KD AD", leader="Ben"),
        ("Ben: 8C",),
        "JC",
    ),
    Step(
        N_("A lower card does not beat. Try it all the same: play the 6 of clubs on the 8."),
        N_("Whatever is not allowed is refused, with its rule: tap the rule to read all of it."),
        _at("6C 6D 7S", "8C KD AD", leader="Ben"),
        ("Ben: 8C",),
        "6C",
        refused=True,
    ),
    Step(
        N_(
            "A trump of your own beats every other suit. Beat the ace of diamonds with your 6 of spades, and "
            "lay a second card."
        ),
        N_("Even the lowest trump beats an ace of another suit."),
        _at("6S 9C TH", "AD KD 8C", leader="Ben"),
        ("Ben: AD",),
        "6S",
    ),
    Step(
        N_("Hearts are trumps for Ben, not for you. Try to beat the 8 of clubs with your 9 of hearts."),
        N_("On your turn only your own trumps are trumps."),
        _at("9H 6D KD", "8C KC AD", leader="Ben"),
        ("Ben: 8C",),
        "9H",
        refused=True,
    ),
    Step(
        N_("You cannot beat the king of clubs, so take cards from the pile."),
        N_(
            "Three cards came to your hand. Were the top card your own trump, it would be five; were it its "
            "ace, the whole pile."
        ),
        _at("6D 9D", "6H 7H", pile="7D 8C 9C TC JC KC"),
        (),
        "take",
    ),
    Step(
        N_(
            "Your own trump lies on top: only a higher trump of yours beats it. Play the king of spades, and "
            "a second card."
        ),
        N_("A lower spade would not have done."),
        _at("KS 6H 7S", "8C 9C TD", pile="7D 8D JS"),
        (),
        "KS",
    ),
    Step(
        N_("One card is left to you, and it beats. Where it is your last no second card is needed: play it."),
        N_("You have no cards left: you have won. That was all you need for a first game."),
        _at("QC", "8D 9D", pile="8S 9C"),
        (),
        "QC",
    ),
)
