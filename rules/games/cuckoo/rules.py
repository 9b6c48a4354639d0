"""Cuckoo as data: the rules, the house rules, the sentences of a refusal, where things lie. No play here."""

from __future__ import annotations

from rules.ruling import Option, Rule
from rules.texts import N_

OPTIONS = (
    Option("lives", tuple("123456789"), "3", "CK-3"),
    Option("stock_king", ("takes", "blocks"), "takes", "CK-9"),
    Option("penalty", ("life", "none"), "life", "CK-11"),
)

MOVES = N_("a move is stay, trade, give, block, draw 8H for 3C (or draw ??) or, at the end, show 7D")
"""How they are written."""

EXAMPLE = """\
[Game "cuckoo"]
[Players "Ann, Ben, Cid"]
[Dealer "Cid"]
[Lives "Ann=3, Ben=1, Cid=2"]
[Hand:Ann "5H"]

Ann: trade
Ben: give
Ben: stay
"""
"""A record that begins in the middle of a game."""

RULES = (
    Rule(
        "CK-1",
        N_("One card each"),
        N_(
            "Two to twenty players, a pack of 52. Each is dealt one card, face down, and looks at no other card. The "
            "rest of the pack is the stock, face down."
        ),
        ("seed",),
    ),
    Rule(
        "CK-2",
        N_("High and low cards"),
        N_(
            "Kings are the highest cards, aces the lowest: A 2 3 4 5 6 7 8 9 T J Q K. Of two cards of one rank the suit "
            "decides: spades before hearts, hearts before clubs, clubs before diamonds. So the KS is the best card, the "
            "AD the worst, and there is never a tie."
        ),
        ("seed",),
    ),
    Rule(
        "CK-3",
        N_("Lives"),
        N_(
            "Each player begins the game with the same number of lives, three unless something else from one to nine is "
            "agreed. A player not named in a Lives header has none."
        ),
        ("trad", "ours"),
        "lives",
    ),
    Rule(
        "CK-4",
        N_("Who starts"),
        N_(
            "The player to the dealer's left starts, play goes clockwise, and the dealer is last. Players without lives "
            "are out: they get no card and no turn, and do not deal."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CK-5",
        N_("Stay or trade"),
        N_("On turn a player keeps the card (stay) or trades it with the player to the left (trade)."),
        ("seed",),
    ),
    Rule(
        "CK-6",
        N_("The neighbour gives, or blocks with a king"),
        N_(
            "The player who is asked to trade must do so, unless that player's card is a king. Without a king the answer "
            "is give: the two cards change hands. With a king it is block: the king is shown, no card changes hands, and "
            "the turn of the player who asked is over."
        ),
        ("seed", "trad"),
    ),
    Rule(
        "CK-7",
        N_("A king stays"),
        N_("A player whose card is a king keeps it: the only move is stay."),
        ("seed",),
    ),
    Rule(
        "CK-8",
        N_("The dealer trades with the stock"),
        N_(
            "The dealer, who is last, has no neighbour to ask, and trades with the top card of the stock: trade, and then "
            "draw with the card drawn, or ?? while it is hidden. The old card goes to the discard, face up; it is written "
            "after the word for (draw 8H for 3C). A list of moves shows all that is known of both cards. On input the "
            "cards that are known already may be left out."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CK-9",
        N_("A king from the stock"),
        N_(
            "With stock_king=takes the dealer keeps a king drawn from the stock like any other card. With "
            "stock_king=blocks it is shown and put back, and the dealer keeps the old card: it is written by its name "
            "and without the word for (draw KS). A card drawn without being shown is then claimed to be no king."
        ),
        ("seed", "trad", "ours"),
        "stock_king",
    ),
    Rule(
        "CK-10",
        N_("Who has blocked is passed over"),
        N_(
            "A player who has blocked gets no turn: the king must stay anyway, and this stay is not written down. If it "
            "was the dealer, the showdown begins."
        ),
        ("trad",),
    ),
    Rule(
        "CK-11",
        N_("The showdown"),
        N_(
            "After the dealer's turn all cards are turned up, from the dealer's left round to the dealer (show 7D), those "
            "that are known already as well. Whoever has the lowest card loses a life. Cards that come to light prove or "
            "disprove what was claimed earlier: a king traded or given, a block without a king, a king from the stock "
            "that was not shown (CK-9). Nothing is taken back, but with penalty=life the offender loses the life instead "
            "of the lowest card; of several offenders the one whose offence came first. With penalty=none the lowest "
            "card loses all the same."
        ),
        ("seed", "ours"),
        "penalty",
    ),
    Rule(
        "CK-12",
        N_("Out, the next dealer, the winner"),
        N_(
            "A player with no life left is out. The next player clockwise who is still in deals the next round. The last "
            "player in wins the game."
        ),
        ("trad",),
    ),
    Rule(
        "CK-13",
        N_("A new shuffle for every round"),
        N_("Before every round the whole pack is shuffled together again; a round begins without a discard."),
        ("ours",),
    ),
)

# What is due, when a move of another moment is made. What stands in braces is explained at rules.ruling.Fact.

STAY_OR_TRADE = N_("It is {player}'s own turn: the moves are stay and trade.")
GIVE_OR_BLOCK = N_("{who} asks {player} for a trade: the answer is give or, with a king, block.")
DRAW_IS_DUE = N_("{player} trades with the stock: the card drawn is due (draw 8H or draw ??).")
SHOW_IS_DUE = N_("All cards are turned up now: {player} shows the card (show 7D).")
ROUND_IS_OVER = N_("The round is over, no move is left.")

# What a card says against a move: when the card is known, and when only counting tells what it is.

TRADE_KING = N_("{player}'s card is the {0}, and a king must stay.")
TRADE_SURE_KING = N_("{player}'s card must be a king, as all cards still unseen are kings, and a king must stay.")
GIVE_KING = N_("{player}'s card is the {0}: a king blocks the trade.")
GIVE_SURE_KING = N_("{player}'s card must be a king, as all cards still unseen are kings: a king blocks the trade.")
BLOCK_NO_KING = N_("{player}'s card is the {0}: only a king blocks, any other card must be given.")
BLOCK_SURELY_NO_KING = N_(
    "{player}'s card cannot be a king, as all four are known to be elsewhere: only a king blocks, any other card must be "
    "given."
)
DRAW_KING = N_(
    "The card drawn is the {0}: with stock_king=blocks a king from the stock is shown and put back, and written by its "
    "name (draw {0})."
)
DRAW_SURE_KING = N_(
    "The card drawn must be a king, as all cards still unseen are kings: with stock_king=blocks it is shown and put back, "
    "and written by its name."
)

# The same, found out later.

TRADED_KING = N_("{player}'s card at that trade was the {0}, and a king must stay.")
TRADED_SURE_KING = N_(
    "{player}'s card at that trade must be a king, as all cards still unseen are kings, and a king must stay."
)
GAVE_KING = N_("{player}'s card at that moment was the {0}: a king blocks the trade and is never given.")
GAVE_SURE_KING = N_(
    "{player}'s card at that moment must be a king, as all cards still unseen are kings: a king blocks the trade and is "
    "never given."
)
BLOCKED_NO_KING = N_("{player}'s card at that moment was the {0}: only a king blocks.")
BLOCKED_SURELY_NO_KING = N_(
    "{player}'s card at that moment cannot be a king, as all four are known to be elsewhere: only a king blocks."
)
DREW_KING = N_(
    "The card that came from the stock to {player} was the {0}: with stock_king=blocks a king is shown and put back."
)
DREW_SURE_KING = N_(
    "The card that came from the stock to {player} must be a king, as all cards still unseen are kings: with "
    "stock_king=blocks a king is shown and put back."
)

# Cards that are other ones than a move says.

KING_FOR = N_(
    "The {0} does not come for the {1}: with stock_king=blocks a king from the stock is shown and put back, and {player} "
    "keeps the old card (draw {0})."
)
DRAWN_OTHER = N_("The card drawn is not the {0}: the top card of the stock is known to be the {1}.")
OLD_OTHER = N_("{player}'s old card is not the {0}: it is known to be the {1}.")
SHOWN_OTHER = N_("{player}'s card is not the {0}: it is known to be the {1}.")
IN_A_HAND = N_("It cannot be the {0}: that card is known to be in front of {who}.")
IN_THE_DISCARD = N_("It cannot be the {0}: that card is known to lie in the discard.")
IN_THE_STOCK = N_("It cannot be the {0}: that card is known to lie in the stock.")
TWICE = N_("The {0} cannot be both the card drawn and the old card.")

Box = tuple[float, float, float, float]

EDGES = {
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (2, 1, 2, 1),
    7: (1, 2, 2, 2),
    8: (2, 2, 2, 2),
    9: (2, 2, 3, 2),
    10: (3, 2, 3, 2),
    11: (3, 2, 4, 2),
    12: (4, 2, 4, 2),
    13: (4, 2, 5, 2),
    14: (4, 3, 4, 3),
    15: (4, 3, 5, 3),
    16: (5, 3, 5, 3),
    17: (5, 3, 6, 3),
    18: (6, 3, 6, 3),
    19: (6, 3, 7, 3),
    20: (6, 4, 6, 4),
}
"""Number of players -> how many sit at the bottom, left, top and right edge."""


def _around(edges: tuple[int, int, int, int]) -> tuple[Box, ...]:
    """The boxes of the seats: clockwise, so from right to left at the bottom edge, then up the left edge."""
    bottom, left, top, right = edges
    return (
        *((1 - (i + 1) / bottom, 0.8, 1 - i / bottom, 1.0) for i in range(bottom)),
        *((0.0, 0.8 - (i + 1) * 0.6 / left, 0.2, 0.8 - i * 0.6 / left) for i in range(left)),
        *((i / top, 0.0, (i + 1) / top, 0.2) for i in range(top)),
        *((0.8, 0.2 + i * 0.6 / right, 1.0, 0.2 + (i + 1) * 0.6 / right) for i in range(right)),
    )


SEATS: dict[int, tuple[Box, ...]] = {number: _around(edges) for number, edges in EDGES.items()}
"""Number of players -> the boxes (x0, y0, x1, y1) of the seats, clockwise, the first one at the bottom edge."""

STOCK_BOX: Box = (0.2, 0.2, 0.4, 0.8)
MIDDLE_BOX: Box = (0.4, 0.2, 0.6, 0.8)
DISCARD_BOX: Box = (0.6, 0.2, 0.8, 0.8)
