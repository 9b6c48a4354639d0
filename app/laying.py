"""How the cards of each game are laid on a real table, and what is said aloud: what the players must know besides the rules."""

from __future__ import annotations

from typing import Final

from rules.texts import N_

LAYING: Final[dict[str, str]] = {
    "svoi-kozyri": N_(
        "The pile lies in the middle. Lay a beating card and the second card on it so that a corner of each shows. "
        "Who takes lifts the cards off the pile into the hand."
    ),
    "cuckoo": N_(
        "Each player's card lies face down in front of the player. The dealer's old card goes face up on the discard. "
        "At the showdown all cards are turned face up in their places."
    ),
    "courtesan": N_(
        "Each queen lies in front of her player, her clients fanned on her, the taxis beside, every corner free. "
        "Stock and discard lie in the middle."
    ),
    "ceraria": N_(
        "The attack lies in the middle, two cards side by side. Each answer lies on the card it beats, a supporting card "
        "on the card it supports. The queen of hearts lies face up beside the stock."
    ),
    "crusaders": N_(
        "The attackers lie in a row. A beating card lies on its target, overlapping it; a mage lies in the place of the card it "
        "replaces. A cleric that raises lies on the fallen card, which is then drawn clear."
    ),
}
ANNOUNCED: Final[dict[str, str]] = {  # what cannot be seen
    "svoi-kozyri": N_("When you concede, say so and press the button for it. All else is seen."),
    "cuckoo": N_("Say what you do and press the button for it: keep the card, trade, give, block with the king."),
    "courtesan": N_("When you pass, say so and press the button for it. All else is seen."),
    "ceraria": N_("When you take, you may press the button for it; it is seen as well."),
    "crusaders": N_(
        "When you take, pass or are done, and when you use an ability, say so and press the button for it."
    ),
}
HANDS: Final = N_("Kibitz rules when the hands have left the table: lay your cards, and take your hand away.")
SHOWN: Final = N_(
    "A hand that is shown to the camera, face up in front of its player, makes the list of legal moves exact."
)
SHOWN_IN: Final = ("svoi-kozyri", "ceraria", "crusaders")
EDGE: Final = N_(
    "The camera looks from above, or up to 50 degrees aslant. The first player sits at the bottom of the picture, the others clockwise."
)
