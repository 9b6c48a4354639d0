"""The first battles of Crusaders, in steps."""

from __future__ import annotations

from rules.lessons.step import Step
from rules.texts import N_


def _at(ann: str, ben: str, leader: str = "Ben") -> dict[str, str]:
    return {"Leader": leader, "Hand:Ann": ann, "Hand:Ben": ben}


STEPS = (
    Step(
        N_(
            "You are Ann. Clubs are knights, spades pikemen, diamonds mages, hearts clerics. Attack with one "
            "card, or with several of the same rank."
        ),
        N_("Ben must deal with each of them, or take."),
        _at("7C 7S 9H", "8C 8S JD", "Ann"),
    ),
    Step(
        N_("Ben attacks with the knight 10. A higher knight beats it: the jack of clubs."),
        N_("Of the same suit the higher card beats, but for mages."),
        _at("JC 6H AH", "TC 6D"),
        ("Ben: attack TC",),
        "beat TC JC",
    ),
    Step(
        N_("Pikemen beat any knight, whatever the rank. Beat the king of clubs with your 6 of spades."),
        N_("But a knight never beats an attacking pikeman."),
        _at("6S AH 9D", "KC 6D"),
        ("Ben: attack KC",),
        "beat KC 6S",
    ),
    Step(
        N_("Clerics can do nothing against a knight. Try it with the ace of hearts."),
        N_("Clerics beat pikemen of another rank, mages, and lower clerics."),
        _at("AH 7H 6D", "TC 7C"),
        ("Ben: attack TC",),
        "AH",
        refused=True,
    ),
    Step(
        N_(
            "A mage beats nothing, but takes the place of an attacker, who comes into your hand. Replace the "
            "knight with your 6 of diamonds."
        ),
        N_("Now the mage attacks you, and is to be beaten in its turn: by a cleric, or a pikeman of its rank."),
        _at("6D AH", "TC 7C"),
        ("Ben: attack TC",),
        "replace TC 6D",
    ),
    Step(
        N_("Only a higher cleric, or the pikeman of the same rank, beats a cleric. You have neither: take."),
        N_("Who takes does not attack next."),
        _at("9D 7C", "AH 7H"),
        ("Ben: attack AH",),
        "take",
    ),
    Step(
        N_(
            "Ben has beaten your 9 of clubs. A cleric of the same rank raises it again: raise it with your 9 of hearts."
        ),
        N_("The knight stands again, and Ben must beat it once more. The cleric has fallen for it."),
        _at("9C 9H 6C", "TC JC", "Ann"),
        ("Ann: attack 9C", "Ben: beat 9C TC"),
        "raise 9H 9C",
    ),
    Step(
        N_("Ben has beaten your attack, and you want no more of it. Say that the battle is done."),
        N_("All its cards go to the discard, and Ben attacks next. Now play a game."),
        _at("9C 6H", "TC JC", "Ann"),
        ("Ann: attack 9C", "Ben: beat 9C TC"),
        "done",
    ),
)
