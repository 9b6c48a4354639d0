"""Crusaders as data: the rules, the house rules, the characters, the sentences of a refusal, where things lie. No play."""

from __future__ import annotations

from rules.ruling import Option, Rule
from rules.texts import N_

OPTIONS = (
    Option("rounds", tuple(map(str, range(1, 13))), "4", "CR-19"),
    Option("cleric_vs_pike", ("any", "higher"), "any", "CR-10"),
    Option("characters", ("off", "random", "draft"), "off", "CR-20"),
)

CHARACTERS = (N_("Marshal"), N_("Castellan"), N_("Archmage"), N_("Prelate"), N_("Herald"), N_("Quartermaster"))
MARSHAL, CASTELLAN, ARCHMAGE, PRELATE, HERALD, QUARTERMASTER = range(1, 7)
"""A character as a number; 0 is none."""

MOVES = N_(
    "a move is attack 7C 7S, beat 7C 8C, replace 7C 6D, raise 7H 7C, raise 8H 8S 7C, take, done or pass; with an ability "
    "attack!, beat!, replace!, raise!, throw! 7C or stow! 7C (stow! ?? if hidden)"
)
"""How they are written."""

EXAMPLE = """\
[Game "crusaders"]
[Players "Ann, Ben"]
[Leader "Ann"]
[Hand:Ann "TC 9H 6S"]
[Hand:Ben "JC 6D ??x2"]
[Deck:Ben "??x3"]
[Option:characters "random"]
[Characters "Ann=Marshal, Ben=Herald"]

Ann: attack TC
Ben: replace TC 6D
"""
"""A record that begins in the middle of a game."""

RULES = (
    Rule(
        "CR-1",
        N_("Players and pack"),
        N_(
            "Two to six play with 36 cards (6 to ace) or with the extended pack of 54 (2 to ace and two jokers). There are "
            "four kinds of fighters: knights (clubs), pikemen (spades), mages (diamonds) and clerics (hearts). A match is "
            "several rounds, usually four (CR-19)."
        ),
        ("seed",),
        "pack",
    ),
    Rule(
        "CR-2",
        N_("The deal"),
        N_(
            "The pack is shuffled and dealt out evenly, face down, into personal decks; cards that do not come out even are "
            "set aside unseen. Each player takes the top six cards of the own deck as a hand. Nobody looks into a personal "
            "deck, the owner neither."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CR-3",
        N_("Who begins"),
        N_(
            "In the first round the first attacker is chosen at random, in later rounds it is the player who placed last. If "
            "that player has no cards, the next player clockwise begins."
        ),
        ("ours",),
    ),
    Rule(
        "CR-4",
        N_("The attack"),
        N_(
            "The player on turn attacks the next player clockwise who is still in the round, with one card or with several "
            "of the same rank: at most six, and at most as many as the defender holds."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CR-5",
        N_("The defence"),
        N_(
            "The defender deals with the attacking cards one move at a time, in any order, until none is unbeaten. As long as "
            "a card is unbeaten the defender may take instead, even after having beaten some. When none is unbeaten, the "
            "attacker is on turn (CR-13)."
        ),
        ("ours",),
    ),
    Rule(
        "CR-6",
        N_("The same suit"),
        N_("A card is beaten by a higher card of its suit. Mages are the exception (CR-9)."),
        ("ours",),
    ),
    Rule(
        "CR-7",
        N_("Pikemen (spades)"),
        N_(
            "A pikeman beats any knight, and any card of its own rank. An attacking pikeman is beaten neither by a knight nor "
            "by a card of its own rank. Other mages and clerics a pikeman does not beat."
        ),
        ("seed",),
    ),
    Rule(
        "CR-8",
        N_("Knights (clubs)"),
        N_(
            "An attacking knight is beaten by no mage and no cleric. In defence a knight beats lower knights and nothing "
            "else."
        ),
        ("seed",),
    ),
    Rule(
        "CR-9",
        N_("Mages (diamonds)"),
        N_(
            "A mage beats nothing. In defence it replaces an unbeaten card: any knight, any pikeman of another rank, any "
            "lower mage. The replaced card goes into the defender's hand, and the mage stands in its place as an unbeaten "
            "attacking card. Magic does nothing to clerics."
        ),
        ("seed",),
    ),
    Rule(
        "CR-10",
        N_("Clerics (hearts)"),
        N_(
            "An attacking cleric is beaten by no mage, and by no pikeman but the one of its rank. In defence a cleric beats "
            "any mage and any pikeman of another rank; with cleric_vs_pike=higher only lower pikemen."
        ),
        ("seed", "ours"),
        "cleric_vs_pike",
    ),
    Rule(
        "CR-11",
        N_("Jokers"),
        N_(
            "With 54 cards: in defence a joker beats anything. An attacking joker is beaten by the other joker only, and "
            "cannot be replaced. A joker has no rank and attacks alone."
        ),
        ("ours",),
    ),
    Rule(
        "CR-12",
        N_("The defender raises"),
        N_(
            "A fallen fighter is an attacking card that was beaten in this battle, or the card that beat it; it stays fallen, "
            "whatever becomes of the other card, until it is raised. To raise it a player spends from the hand a cleric of "
            "its rank, which falls in turn. Clerics and jokers cannot be raised. The defender may raise an own fallen "
            "defending card and beat an unbeaten card with it at once: it then lies there, fallen again. The card it had "
            "beaten before stays beaten."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CR-13",
        N_("The attacker raises, or is done"),
        N_(
            "When no attacking card is unbeaten, the attacker ends the battle (done), or raises a fallen attacking card, also "
            "a mage that had replaced one. The raised card is unbeaten again, and the defender is on turn, even without a "
            "card left."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CR-14",
        N_("The others raise"),
        N_(
            "When the defender takes, and before the cards are picked up, every other player, clockwise from the attacker, "
            "may raise fallen fighters of either side, any number, and then says pass. Who is asked is settled at the moment "
            "of taking: the players with cards in hand; but when no fallen fighter can be raised, because none has fallen or "
            "only clerics and jokers, then only a Herald who has not used the ability (CR-20). If nobody is asked the cards "
            "are picked up at once."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CR-15",
        N_("After the battle"),
        N_(
            "When all is beaten and the attacker is done, the cards of the battle go to the discard, and the defender attacks "
            "next. When the defender takes, the defender picks up the unbeaten attacking cards, what the others raised or "
            "threw in, and the clerics that raised it; the other fallen cards go to the discard, and the player after the "
            "defender attacks next."
        ),
        ("ours",),
    ),
    Rule(
        "CR-16",
        N_("Drawing"),
        N_(
            "Then, the attacker first and on clockwise, every player with fewer than six cards draws from the top of the own "
            "personal deck up to six, as far as it goes. So a player with a personal deck never has an empty hand between two "
            "battles."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CR-17",
        N_("Going out"),
        N_(
            "A player with no cards in hand and personal deck is out of the round and takes the next place; if several go out "
            "in one battle the attacker comes first, then clockwise. If the next attacker is out, the next player clockwise "
            "attacks."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CR-18",
        N_("The end of the round"),
        N_("The round ends when at most one player has cards left. That player is last."),
        ("seed",),
    ),
    Rule(
        "CR-19",
        N_("Points and the match"),
        N_(
            "With n players the first place gets n-1 points, each further place one less, the last none. After the agreed "
            "number of rounds the player with most points has won the match; if equal, the one with more first places; if "
            "still equal, they share the win. Of several players who were placed before a record begins, each surely has the "
            "points of the lowest of their places, and that is what they get."
        ),
        ("seed", "ours"),
        "rounds",
    ),
    Rule(
        "CR-20",
        N_("Characters"),
        N_(
            "With characters=random or draft each player has a character, all different and known to all; with draft each "
            "chooses one of those left before the deal, from the first attacker clockwise. A character's ability works once a "
            "round and is marked with an exclamation mark; it is used only for a move that would not be legal without it. "
            "Marshal: attacks with cards of two ranks (attack!). Castellan: beats with a card of the same suit, whatever the "
            "ranks, mages too, but not jokers (beat!). Archmage: a mage also replaces a cleric or the pikeman of its rank "
            "(replace!). Prelate: raises with a cleric of any rank (raise!). Herald: after another player's take, when it is "
            "the Herald's turn to raise (CR-14), adds a card of the rank of a card that was unbeaten at the take, which the "
            "taker takes (throw!). Quartermaster: before an own attack, puts a card of the hand under the own personal deck "
            "and draws its top card (stow!); the attack follows. Which card that is need be named only if all the cards of "
            "the hand are known. A record that begins in the middle of a round begins with every ability unused."
        ),
        ("seed", "ours"),
        "characters",
    ),
    Rule(
        "CR-21",
        N_("Going round in circles"),
        N_(
            "With three or more players still in: when as many battles in a row have ended with taking as three times the "
            "number of these players, the round ends. Those still in are placed by the number of their cards in hand and "
            "personal deck, the fewest first; if equal, clockwise from the player who would attack next."
        ),
        ("ours",),
    ),
)

# Sentences of a refusal; what stands in braces is explained at rules.ruling.Fact.

IS_OVER = N_("The round is over: at most one player has cards left, or it went round in circles.")

# A move of another moment.
ATTACK_IS_DUE = N_("No battle is on: {player} attacks {who}, with one card or several of the same rank.")
DEFENCE_IS_DUE = N_(
    "An attacking card is unbeaten: {player} beats or replaces it, raises a fallen defender against it, or takes."
)
DONE_IS_DUE = N_("No attacking card is unbeaten: {player} is done, or raises a fallen attacking card.")
PASS_IS_DUE = N_("{who} takes: before that {player} may raise fallen fighters, and then says pass.")

# Where a card is instead.
IN_THE_BATTLE = N_("The {0} is not in {player}'s hand: it lies in the middle.")
IN_THE_DISCARD = N_("The {0} is not in {player}'s hand: it lies in the discard.")
IN_A_HAND = N_("The {0} is not in {player}'s hand: it is known to be in {who}'s.")
IN_A_DECK = N_("The {0} is not in {player}'s hand: it is known to be in a personal deck.")
NOT_AMONG = N_("The {0} is not in {player}'s hand: all the cards there are known.")
NOT_TOGETHER = N_("The cards {0}, {rest} cannot be together in {player}'s hand: too few of its cards are unknown.")

# CR-4
TWICE = N_("The {0} cannot be played twice.")
TWO_RANKS = N_("The {0} and the {1} are of different ranks, and an attack is with cards of one rank.")
TOO_MANY = N_("That is too many cards: {who}, who defends, has fewer than that in hand.")
MORE_THAN_SIX = N_("That is too many cards: an attack is with six at most.")
JOKER_ALONE = N_("The {0} is a joker: it has no rank and attacks alone.")

# CR-5
ALREADY_BEATEN = N_("The {0} is beaten already.")
NOT_ATTACKING = N_("The {0} is not among the attacking cards that are unbeaten.")

# CR-6 to CR-11
SAME_SUIT_LOWER = N_("The {1} does not beat the {0}: it is of the same suit, but not higher.")
KNIGHT_AGAINST_PIKEMAN = N_("The {1} does not beat the {0}: knights never beat pikemen.")
KNIGHT_DEFENDS = N_("The {1} does not beat the {0}: in defence a knight beats lower knights and nothing else.")
CLERIC_AGAINST_KNIGHT = N_("The {1} does not beat the {0}: no cleric beats an attacking knight.")
PIKEMAN_OF_OTHER_RANK = N_("The {1} does not beat the {0}: a pikeman beats a mage only if it is of its own rank.")
PIKEMAN_AGAINST_CLERIC = N_(
    "The {1} does not beat the {0}: of the pikemen only the one of its own rank beats a cleric."
)
CLERIC_OF_THE_RANK = N_("The {1} does not beat the {0}: a pikeman is not beaten by a card of its own rank.")
CLERIC_LOWER = N_("The {1} does not beat the {0}: with cleric_vs_pike=higher a cleric beats lower pikemen only.")
MAGE_BEATS_NOTHING = N_("The {1} does not beat the {0}: mages beat nothing, they replace.")
JOKER_AGAINST_JOKER = N_("The {1} does not beat the {0}: a joker is beaten by the other joker only.")

NOT_A_MAGE = N_("The {1} does not replace the {0}: only mages, the diamonds, replace.")
MAGE_AGAINST_CLERIC = N_("The {1} does not replace the {0}: magic does nothing to clerics.")
MAGE_OF_THE_RANK = N_("The {1} does not replace the {0}: a mage does not replace the pikeman of its own rank.")
MAGE_NOT_HIGHER = N_("The {1} does not replace the {0}: a mage replaces lower mages only.")
JOKER_REPLACED = N_("The {1} does not replace the {0}: a joker cannot be replaced.")

# CR-12 to CR-14
NO_TARGET = N_("The defender raises to beat an unbeaten card at once, which must be named as the third card.")
NO_BEATING_NOW = N_("What is raised now beats nothing: only the cleric and the fallen fighter are named.")
NOT_A_CLERIC = N_("The {0} raises nobody: only clerics, the hearts, raise.")
CLERIC_OF_OTHER_RANK = N_("The {0} does not raise the {1}: it must be of the same rank.")
NOT_FALLEN = N_("The {0} has not fallen in this battle, or was raised already.")
CLERIC_OR_JOKER = N_("The {0} cannot be raised: clerics and jokers never are.")
NOT_OWN_DEFENDER = N_("The {0} is an attacking card: the defender raises only own cards that have beaten one.")
NOT_AN_ATTACKER = N_("The {0} is a defending card: the attacker raises only attacking cards.")

# CR-16
MISCOUNTED = N_(
    "The number of cards in {player}'s hand must be {number}, and another was seen: after a battle a player draws from "
    "the own personal deck up to six cards, as far as it goes, and no more."
)

# CR-20
NO_CHARACTERS = N_("There are no characters in this round, so nobody has an ability.")
NEEDS: dict[int, str] = {
    MARSHAL: N_("Attacking with two ranks is the ability of the Marshal, which {player} is not."),
    CASTELLAN: N_(
        "Beating with the same suit whatever the ranks is the ability of the Castellan, which {player} is not."
    ),
    ARCHMAGE: N_("Replacing what mages do not replace is the ability of the Archmage, which {player} is not."),
    PRELATE: N_("Raising with a cleric of any rank is the ability of the Prelate, which {player} is not."),
    HERALD: N_("Throwing in a card is the ability of the Herald, which {player} is not."),
    QUARTERMASTER: N_("Stowing a card is the ability of the Quartermaster, which {player} is not."),
}
USED = N_("The ability works once a round, and {player} has no use of it left.")
NOT_NEEDED = N_("The ability is not needed for that: it is used only where the move would not be legal without it.")
OTHER_MOMENT = N_("The ability belongs to another moment.")
NOT_TWO_RANKS = N_("The Marshal's attack is with cards of two ranks, no more and no fewer.")
NOT_THE_SAME_SUIT = N_("The Castellan beats only with a card of the same suit: the {1} is not of the suit of the {0}.")
NO_JOKERS = N_("The Castellan's ability does not work with jokers.")
NOT_FOR_THE_ARCHMAGE = N_(
    "The Archmage replaces a cleric, or a pikeman of the mage's own rank; not so the {0} with the {1}."
)
NOT_OF_A_RANK = N_("The {0} cannot be thrown in: it is of the rank of no card that was unbeaten at the take.")
NO_DECK = N_("There is no personal deck to put the card under.")
NAME_IT = N_("All the cards in {player}'s hand are known: the stowed card must be named.")

_SEATS: dict[int, tuple[tuple[float, float, float, float], ...]] = {
    2: ((0.0, 0.78, 1.0, 1.0), (0.0, 0.0, 1.0, 0.22)),
    3: ((0.2, 0.78, 0.8, 1.0), (0.0, 0.0, 0.2, 1.0), (0.8, 0.0, 1.0, 1.0)),
    4: ((0.2, 0.78, 0.8, 1.0), (0.0, 0.0, 0.2, 1.0), (0.2, 0.0, 0.8, 0.22), (0.8, 0.0, 1.0, 1.0)),
    5: (
        (0.2, 0.78, 0.8, 1.0),
        (0.0, 0.4, 0.2, 1.0),
        (0.0, 0.0, 0.5, 0.22),
        (0.5, 0.0, 1.0, 0.22),
        (0.8, 0.4, 1.0, 1.0),
    ),
    6: (
        (0.2, 0.78, 0.8, 1.0),
        (0.0, 0.5, 0.2, 1.0),
        (0.0, 0.0, 0.2, 0.5),
        (0.2, 0.0, 0.8, 0.22),
        (0.8, 0.0, 1.0, 0.5),
        (0.8, 0.5, 1.0, 1.0),
    ),
}
_MIDDLE: dict[int, tuple[tuple[float, float, float, float], tuple[float, float, float, float]]] = {
    players: (
        (0.0, 0.22, 0.82, 0.78) if players == 2 else (0.2, 0.22, 0.66, 0.78),
        (0.82, 0.22, 1.0, 0.78) if players == 2 else (0.66, 0.22, 0.8, 0.78),
    )
    for players in _SEATS
}
LAYOUT = {players: (*_MIDDLE[players], *_SEATS[players]) for players in _SEATS}
"""Number of players -> boxes (x0, y0, x1, y1) of the middle, the discard, then the seats, clockwise from the bottom edge."""
