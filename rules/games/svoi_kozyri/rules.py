"""Svoi Kozyri as data: the rules, the house rules, the sentences of a refusal, where things lie. No play here."""

from __future__ import annotations

from rules.ruling import Option, Rule
from rules.texts import N_

OPTIONS = (
    Option("sixes", ("on", "off"), "on", "SK-4"),
    Option("deal", ("random", "mirror"), "random", "SK-5"),
    Option("take", ("free", "forced"), "free", "SK-11"),
)

MOVES = N_("a move is a card (7C), the beating card and a second one (9C 6D), take or concede")
"""How they are written."""

EXAMPLE = """\
[Game "svoi-kozyri"]
[Players "Ann, Ben"]
[Trumps "Ann=S, Ben=H"]
[Leader "Ben"]
[Pile "6D 9C"]
[Hand:Ann "7S QD ??x4"]
[Hand:Ben "JC 8H KD"]
[Option:take "forced"]

Ben: JC 8H
Ann holds 7S QD 9D ??x3
Ann: take
"""
"""A record that begins in the middle of a game."""

RULES = (
    Rule(
        "SK-1",
        N_("Trumps of one's own"),
        N_("Before the deal every player chooses a trump suit. No two players have the same one."),
        ("seed", "trad"),
    ),
    Rule(
        "SK-2",
        N_("Players and pack"),
        N_("Two to four play, usually two, with 36 cards (6 to ace). Packs of 24, 32 and 52 cards do as well."),
        ("trad",),
        "pack",
    ),
    Rule(
        "SK-3",
        N_("The deal"),
        N_(
            "The whole pack is dealt, card by card, beginning with the leader. If it does not come out even, the first "
            "players from the leader on have one card more."
        ),
        ("trad",),
    ),
    Rule(
        "SK-4",
        N_("The lowest trump"),
        N_(
            "After the deal the lowest card of each player's trump suit is given to that player. Nothing is given in "
            "exchange, so hands may come out uneven. In a duel two of the four lowest cards are nobody's trumps and "
            "stay where they are. Hand headers of a record show the hands after this; a record without hands means "
            "that nobody had to give a card. This does not apply to the mirror deal."
        ),
        ("trad", "ours"),
        "sixes",
    ),
    Rule(
        "SK-5",
        N_("The mirror deal"),
        N_(
            "For two players. Each owns two suits, the trumps and a second one; trumps correspond to trumps, second "
            "suit to second suit. Half the pack is turned over: the dealer keeps the cards of the dealer's own suits "
            "from it, and the other player takes the same ranks of the corresponding suits. Of what is left, the "
            "dealer gets the other player's suits, and the other player the dealer's. Both hands are alike. If "
            "nothing is agreed, the dealer's second suit is the first that is left in the order spades, hearts, "
            "diamonds, clubs."
        ),
        ("trad", "ours"),
        "deal",
    ),
    Rule(
        "SK-6",
        N_("Who leads"),
        N_("The player to the dealer's left leads. The loser of a deal deals the next one."),
        ("trad",),
    ),
    Rule(
        "SK-7",
        N_("Starting a pile"),
        N_("When there is no pile, the player on turn starts one: one card, any card, face up."),
        ("seed",),
    ),
    Rule(
        "SK-8",
        N_("Beating the top card"),
        N_(
            "A card from the hand beats the top card of the pile if it is a higher card of the same suit. A card of "
            "the player's own trumps also beats any top card of another suit. Other players' trumps have no power on "
            "this turn: such a card is an ordinary card of its suit. Nobody has to follow suit."
        ),
        ("seed",),
    ),
    Rule(
        "SK-9",
        N_("The second card"),
        N_(
            "Whoever beats the top card then plays one more card on it, any card from the hand. Only if the beating "
            "card was the last one in the hand is there no second card."
        ),
        ("seed",),
    ),
    Rule(
        "SK-10",
        N_("Taking"),
        N_(
            "Whoever does not beat takes cards from the top of the pile: three; five if the top card is one of the "
            "player's own trumps; the whole pile if it is the ace of them. If there are fewer cards, the whole pile."
        ),
        ("seed",),
    ),
    Rule(
        "SK-11",
        N_("Taking although able to beat"),
        N_(
            "With take=free a player may take even when able to beat. With take=forced only a player who cannot beat "
            "takes."
        ),
        ("seed", "trad"),
        "take",
    ),
    Rule(
        "SK-12",
        N_("After taking"),
        N_(
            "Then it is the next player's turn: against the card that now lies on top, or starting a new pile if the "
            "whole one was taken."
        ),
        ("seed",),
    ),
    Rule(
        "SK-13",
        N_("Going out"),
        N_(
            "Whoever has no cards left has gone out. With two players that wins the deal, and the other player loses "
            "it."
        ),
        ("seed",),
    ),
    Rule(
        "SK-14",
        N_("The last answer"),
        N_(
            "If a player goes out and the opponent has exactly one card, and this card beats the top card, the "
            "opponent plays it and the deal is a draw. If it does not beat, the opponent loses at once, without "
            "taking. A card that is known to beat is the only legal move. While the card is hidden and could beat, the "
            "opponent either plays it or concedes; at no other time can a player concede."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "SK-15",
        N_("Three and four players"),
        N_(
            "Players who have gone out leave the circle, and the last one with cards loses the deal. If the last two "
            "come to the last answer (SK-14) and it beats, nobody loses."
        ),
        ("trad",),
    ),
    Rule(
        "SK-16",
        N_("The match"),
        N_("A match is several deals. The loser of a deal gets a penalty point; whoever has fewest points wins."),
        ("ours",),
    ),
    Rule(
        "SK-17",
        N_("Going round in circles"),
        N_(
            "When every card of the deal is known and the same position (hands, pile, player on turn) comes up for "
            "the third time, the deal is a draw. The first position of the record counts. If the deal ends by "
            "another rule at that moment, that rule counts."
        ),
        ("ours",),
    ),
)

# Sentences of a refusal; what stands in braces is explained at rules.ruling.Fact.

ONE_CARD_STARTS = N_("There is no pile: it is started with one card, not with two.")
NO_PILE = N_("There is no pile to take from: {player} starts one with any card.")

TWICE = N_("The {0} cannot be played twice.")
IN_THE_PILE = N_("The {0} is not in {player}'s hand: it lies in the pile.")
IN_A_HAND = N_("The {0} is not in {player}'s hand: it is known to be in {who}'s.")
IN_A_HAND_LOWEST = N_(
    "The {0} is not in {player}'s hand: it is in {who}'s, who was given it after the deal as the lowest own trump (SK-4)."
)
IN_A_HAND_MIRROR = N_(
    "The {0} is not in {player}'s hand: it is in {who}'s, because in the mirror deal (SK-5) each player gets one of the "
    "{0} and the {1}, and {player} got the {1}."
)
NOT_AMONG = N_("The {0} is not in {player}'s hand: all the cards there are known.")
ONE_UNKNOWN = N_("The {0} cannot be in {player}'s hand together with the {1}: only one card of that hand is unknown.")
ONE_LEFT = N_("The {0} cannot be in {player}'s hand together with the {1}: only one card is left there.")
TWINS = N_(
    "The {0} cannot be in {player}'s hand together with the {1}: in the mirror deal (SK-5) each player gets one of the "
    "two."
)

LOWER = N_("The {0} does not beat the {1}: it is of the same suit, but lower.")
OWN_TRUMP_ON_TOP = N_(
    "The {0} does not beat the {1}: that is one of {player}'s own trumps, which only a higher card of the same suit "
    "beats."
)
OTHER_SUIT = N_("The {0} does not beat the {1}: it is of another suit, and {player}'s trumps are {suit}.")
TRUMP_OF_ANOTHER = N_(
    "The {0} does not beat the {1}: it is one of {who}'s trumps, which have no power on {player}'s turn; "
    "{player}'s own are {suit}."
)

SECOND_CARD_MISSING = N_(
    "After beating, {player} plays a second card on top, any card; with the {0} alone it is missing."
)
SECOND_CARD_MISSING_TOO = N_("Besides, a second card would be missing: whoever beats plays one more card on top.")

CAN_BEAT = N_("{player} can beat the {0}, with the {1}, and with take=forced only a player who cannot beat takes.")
CAN_BEAT_LOWEST = N_(
    "{player} can beat the {0}, with the {1}, given after the deal as the lowest own trump (SK-4), and with take=forced "
    "only a player who cannot beat takes."
)
CAN_BEAT_MIRROR = N_(
    "{player} can beat the {0}, with the {1}: in the mirror deal (SK-5) each player gets one of the {1} and the {2}, and "
    "{who} got the {2}. With take=forced only a player who cannot beat takes."
)
MUST_BE_ABLE = N_(
    "Whatever {player}'s unknown cards are, one of them beats the {0}, and with take=forced only a player who "
    "cannot beat takes."
)
HELD_A_BEATING_CARD = N_(
    "{player} took with the {0} on top, although a card in the hand beat it: {rest}; with take=forced only a player "
    "who cannot beat takes."
)
HELD_BEATING_CARDS = N_(
    "{player} took with the {0} on top, although cards in the hand beat it: {rest}; with take=forced only a player "
    "who cannot beat takes."
)
HELD_ONE_OF = N_(
    "{player} took with the {0} on top, although the hand must have had a card that beats it, one of {rest}; with "
    "take=forced only a player who cannot beat takes."
)

PLAY_THE_LAST = N_(
    "This is the last answer: {player}'s only card, the {0}, beats the {1} and must be played; the deal is then a draw."
)
PLAY_OR_CONCEDE = N_(
    "This is the last answer: {player} plays the only card left if it beats the {0}, or else concedes; nothing is "
    "taken now."
)
NOTHING_TO_CONCEDE = N_(
    "There is nothing to concede: that is only possible when the opponent has gone out and {player} has one hidden "
    "card left."
)
OTHERS_ARE_IN = N_(
    "There is nothing to concede: other players still hold cards. Only the last one with cards, when it is a single "
    "hidden card, can concede (SK-15)."
)

LAYOUT: dict[int, tuple[tuple[float, float, float, float], ...]] = {
    2: ((0.0, 0.22, 1.0, 0.78), (0.0, 0.78, 1.0, 1.0), (0.0, 0.0, 1.0, 0.22)),
    3: ((0.2, 0.0, 0.8, 0.78), (0.0, 0.78, 1.0, 1.0), (0.0, 0.0, 0.2, 0.78), (0.8, 0.0, 1.0, 0.78)),
    4: (
        (0.2, 0.22, 0.8, 0.78),
        (0.0, 0.78, 1.0, 1.0),
        (0.0, 0.22, 0.2, 0.78),
        (0.0, 0.0, 1.0, 0.22),
        (0.8, 0.22, 1.0, 0.78),
    ),
}
"""Number of players -> boxes (x0, y0, x1, y1) of the middle, then of the seats, clockwise from the bottom edge."""
