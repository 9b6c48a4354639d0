"""Ceraria as data: the rules, the house rules, the sentences of a refusal. No play here."""

from __future__ import annotations

from rules.ruling import Option, Rule
from rules.texts import N_

OPTIONS = (
    Option("circle", ("stronger", "any"), "stronger", "CE-3"),
    Option("same_suit", ("on", "off"), "on", "CE-7"),
)

MOVES = N_("a move is an attack (8H or 8H 8S), answers to it (9C or 6C+5D or 9C / 6D+7C), or take")
"""How they are written."""

EXAMPLE = """\
[Game "ceraria"]
[Players "Ann, Ben"]
[Leader "Ann"]
[Hand:Ann "9S 8S 8C 9D 9C"]
[Hand:Ben "TD KC ??x3"]
[Stock "??x5"]

Ann: 9S
Ben: TD
"""
"""A record that begins in the middle of a game."""

RULES = (
    Rule(
        "CE-1",
        N_("Ceraria, the pack and the deal"),
        N_(
            "Two to six play with a pack of 36 cards (6 to ace), or of 24, 32 or 52, as long as it can give each five. "
            "The queen of hearts is laid face up on the table: she is Ceraria and takes no part in the play. The rest "
            "is shuffled, and each player gets five cards. What is left is the stock. Hand headers of a record may show "
            "hands of any size; but while there are cards in the stock nobody can be without any."
        ),
        ("seed", "ours"),
        "pack",
    ),
    Rule(
        "CE-2",
        N_("Houses and strength"),
        N_(
            "The suits are houses: hearts are the priestesses, spades the guards, diamonds the floral house, clubs the "
            "brown banner. The strength of a card is its rank: six is 6, ten is 10, jack 11, queen 12, king 13, ace 14."
        ),
        ("seed",),
    ),
    Rule(
        "CE-3",
        N_("The circle"),
        N_(
            "Hearts beat diamonds, diamonds beat spades, spades beat clubs, and clubs beat hearts. With circle=stronger "
            "the beating card must be the stronger one as well (CE-7); with circle=any it beats whatever its strength."
        ),
        ("seed", "ours"),
        "circle",
    ),
    Rule(
        "CE-4",
        N_("Allies"),
        N_("Hearts and spades are allies, and so are clubs and diamonds. Allies do not beat each other."),
        ("seed",),
    ),
    Rule(
        "CE-5",
        N_("Who attacks first"),
        N_("A player chosen at random attacks first, in every game of a match."),
        ("seed",),
    ),
    Rule(
        "CE-6",
        N_("The attack"),
        N_(
            "The player on turn attacks the next player with one card, or with two cards of the same strength from "
            "allied suits; never with more cards than the defender holds."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CE-7",
        N_("Beating"),
        N_(
            "Each attacking card must be beaten on its own, in the order of the attack, by a stronger card of the suit "
            "that beats its suit in the circle. With same_suit=on a stronger card of the same suit beats it as well. "
            "(For circle=any see CE-3.)"
        ),
        ("seed", "ours"),
        "same_suit",
    ),
    Rule(
        "CE-8",
        N_("Support"),
        N_(
            "A card of a suit that may beat, but that is not strong enough, can be supported by one card of the suit "
            "allied to its own. The two strengths together must be greater than that of the attacking card; as great "
            "is not enough. A card that is strong enough alone takes no support."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CE-9",
        N_("Taking"),
        N_(
            "A defender who does not beat everything takes the attacking cards into the hand and skips the turn. It is "
            "allowed to take although able to beat."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CE-10",
        N_("After the battle"),
        N_(
            "Beaten cards are put away with the cards that beat them, and the defender attacks next. If the defender "
            "took, the player after the defender attacks next; with two players that is the attacker again."
        ),
        ("ours",),
    ),
    Rule(
        "CE-11",
        N_("Drawing"),
        N_(
            "After the battle whoever has fewer than five cards draws from the stock up to five: the attacker first, "
            "then the defender, then the others clockwise."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CE-12",
        N_("The audience with Ceraria"),
        N_(
            "Once the stock is exhausted, a player left without cards after a battle and its drawing has won the "
            "audience with Ceraria, and the game. If several are without cards, the attacker of the battle wins before "
            "the defender, and the defender before the others, clockwise. If that is so where a record begins, the "
            "last battle counts as beaten: the player before the leader was the attacker."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CE-13",
        N_("Deadlock"),
        N_(
            "When three battles in a row end with taking and the stock was empty before the first of them, the game "
            "ends, unless somebody has won by CE-12. The player who holds the strongest card among hearts, spades and "
            "diamonds wins; of equal cards hearts come before spades, and spades before diamonds. Clubs do not count. "
            "If nobody holds such a card it is a draw. While hidden hands leave it open, the hands are shown until it "
            "is known. A record that begins in the middle of a game begins the count anew."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CE-14",
        N_("The match"),
        N_("The game ends with the first winner, also with more than two players. In a match a win is one point."),
        ("ours",),
    ),
)

# Sentences of a refusal; what stands in braces is explained at rules.ruling.Fact.

IS_CERARIA = N_("The {0} is Ceraria herself: she lies on the table and takes no part in the play (CE-1).")
TWICE = N_("The {0} cannot be played twice.")
ON_THE_TABLE = N_("The {0} is not in {player}'s hand: it is the attacking card.")
IN_THE_DISCARD = N_("The {0} is not in {player}'s hand: it has been beaten, or has beaten, and was put away.")
NOT_TOGETHER = N_(
    "The {0} cannot be in {player}'s hand together with the other cards of the move: too few cards of that hand are "
    "unknown."
)

NOTHING_TO_TAKE = N_("There is nothing to take: {player} is on turn to attack, with one card or a pair.")
NO_ATTACK_YET = N_("There is no attack to answer: {player} is on turn to attack, with one card or a pair.")
OTHER_STRENGTH = N_("The {0} and the {1} are no pair: two attacking cards must be of the same strength.")
NO_ALLIES = N_(
    "The {0} and the {1} are no pair: their suits are not allied. Hearts and spades are allies, clubs and diamonds "
    "(CE-4)."
)
TOO_MANY = N_("Two cards are too many: {who} is attacked and holds only one.")

NO_ANSWERS = N_(
    "Two cards side by side are an attack. The attack is answered card by card, in its order, the answers separated by /."
)
ONE_ATTACKING = N_("There is one attacking card, the {0}, and it gets one answer.")
TWO_ATTACKING = N_(
    "There are two attacking cards, the {0} and the {1}: each must get an answer of its own, in this order, or {player} "
    "takes."
)

BACKWARDS = N_(
    "The {0} does not beat the {1}: the circle goes the other way round (CE-3). Of the other suits only {suit} beat "
    "that card."
)
ALLIED = N_(
    "The {0} does not beat the {1}: their suits are allied, and allies do not beat each other (CE-4). Of the other "
    "suits only {suit} beat that card."
)
SAME_SUIT = N_(
    "The {0} does not beat the {1}: with same_suit=off no card beats one of its own suit, only {suit} beat that card."
)
TOO_WEAK = N_(
    "The {0} does not beat the {1}: it is not stronger. One card of the allied suit may support it, if both together "
    "are stronger (CE-8)."
)
NOT_NEEDED = N_("The {0} beats the {2} alone: it takes no support from the {1}.")
NOT_ALLIED = N_(
    "The {1} cannot support the {0}: support comes from the allied suit only. Hearts and spades are allies, clubs and "
    "diamonds (CE-4)."
)
NOT_ENOUGH = N_("The {0} and the {1} together are not stronger than the {2}.")

DREW_TOO_MANY = N_(
    "There are more cards in {player}'s hand than the {number} that must be there: hands are filled up to five, no "
    "further, as long as the stock lasts."
)
DREW_TOO_FEW = N_(
    "There are fewer cards in {player}'s hand than the {number} that must be there: hands are filled up to five as long "
    "as the stock lasts, and what was taken stays there."
)
