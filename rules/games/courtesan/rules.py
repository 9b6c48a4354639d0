"""The Courtesan as data: the rules, the house rules, the sentences of a refusal. No play here."""

from __future__ import annotations

from rules.ruling import Option, Rule
from rules.texts import N_

OPTIONS = (
    Option("start", ("2", "3"), "2", "CO-2"),
    Option("max_taxis", ("none", "3", "4"), "none", "CO-4", by_players=((4, "3"),)),
    Option("taxis_first", ("off", "on"), "off", "CO-7"),
    Option("last_taxis", ("off", "on"), "off", "CO-9"),
)

MOVES = N_("a move is draw with the cards that came (draw QD AS 9H), ride 8H>KH, crash 8H>9S or pass")
"""How they are written."""

EXAMPLE = """\
[Game "courtesan"]
[Players "Ann, Ben"]
[Queens "Ann=H, Ben=S"]
[Leader "Ann"]
[Stock "??x6"]
[Clients:Ann "8H"]
[Clients:Ben "9S KS"]
[Taxis:Ann "6S"]
[Option:taxis_first "on"]

Ann: ride 6S>KS
Ben: draw 7D
"""
"""A record that begins in the middle of a game."""

RULES = (
    Rule(
        "CO-1",
        N_("Queens, players and pack"),
        N_(
            "Two to four play, with 36 cards (6 to ace) or with 52. Every player chooses a queen, the courtesan; no two "
            "have the same one. She lies face up in front of her player all game. The queens nobody chose are shuffled "
            "into the stock with all the other cards."
        ),
        ("seed",),
        "pack",
    ),
    Rule(
        "CO-2",
        N_("The start"),
        N_(
            "To begin with every player draws two cards, or three with start=3: in turn order, one each per round. Each "
            "is placed at once as in any draw (CO-4), with the extra cards it asks for. Until this is done nobody uses "
            "taxis. A record begins with the start exactly when the whole pack, less the chosen queens, is in the "
            "stock; it cannot begin in the middle of the start."
        ),
        ("seed", "ours"),
        "start",
    ),
    Rule(
        "CO-3",
        N_("Who begins"),
        N_("A chosen player begins, and play goes clockwise."),
        ("ours",),
    ),
    Rule(
        "CO-4",
        N_("Drawing a card and placing it"),
        N_(
            "The player on turn draws the top card of the stock and places it: (a) a card of the own suit is a client "
            "and lies on the queen; (b) the own ace is the noble client: a client too, and the player draws another "
            "card; (c) a card of another player's suit, also the ace, is a taxi and lies beside the queen; (d) a queen "
            "nobody chose goes to the discard, and the player draws two more cards; (e) any other card is a passer-by "
            "and goes to the discard. Extra cards are placed by the same rules and can bring further ones. If the stock "
            "runs out, what is left of them is lost. With max_taxis=3 or max_taxis=4 nobody has more taxis than that, "
            "counted over all suits: one too many goes to the discard. With four players there must be a limit, and "
            "where nothing else is said it is three. In a record a draw names all the cards in the order they came."
        ),
        ("seed",),
        "max_taxis",
    ),
    Rule(
        "CO-5",
        N_("Using a taxi"),
        N_(
            "Instead of drawing a player may use taxis. A taxi acts against the player whose queen is of its suit, and "
            "goes to the discard together with what it hits. A ride takes one client of that player, whichever the "
            "taxi's owner chooses. A crash takes one of that player's taxis that is of the suit of the taxi's owner."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CO-6",
        N_("One taxi against each rival"),
        N_(
            "In one turn at most one taxi may go against each rival. With three or four players taxis may go to several "
            "rivals at once, some to ride and some to crash. Whoever uses taxis does not draw. Moves name the rivals "
            "clockwise from the player, but any order is understood."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CO-7",
        N_("Taxis first"),
        N_(
            "With taxis_first=on nobody rides to a rival who has taxis of the rider's own suit: such a taxi must be "
            "crashed into instead."
        ),
        ("seed",),
        "taxis_first",
    ),
    Rule(
        "CO-8",
        N_("No passing"),
        N_("Nobody may pass: while there are cards in the stock, a player can always draw."),
        ("ours",),
    ),
    Rule(
        "CO-9",
        N_("The end of the game"),
        N_(
            "The game ends at once when the card that emptied the stock has been placed. With last_taxis=on each other "
            "player, in turn order from the next one, may then still use taxis once, or passes; a player without taxis "
            "passes, too. A record that begins with an empty stock is that of a game that is over."
        ),
        ("seed", "ours"),
        "last_taxis",
    ),
    Rule(
        "CO-10",
        N_("Who wins"),
        N_(
            "Whoever has most clients wins; the queen does not count. Between equals the highest client decides, then "
            "the next highest, and so on. Players who are still equal share the win, also if nobody has a client."
        ),
        ("seed", "ours"),
    ),
    Rule(
        "CO-11",
        N_("The match"),
        N_(
            "A match is several games. A win is one point; players who share a win get half a point each. The next "
            "game is begun by the player to the left of the one who began the last."
        ),
        ("ours",),
    ),
)

# Sentences of a refusal; what stands in braces is explained at rules.ruling.Fact.

NO_TAXIS_YET = N_("The start is not over: until it is, everybody only draws, and no taxis are used.")

NO_CARDS = N_("A draw names the cards that came: the top card of the stock, and the extra ones it asks for.")
NEXT_IS = N_("The {0} was not drawn: the next card of the stock is known to be the {1}.")
TWICE = N_("The {0} cannot be drawn twice.")
IS_A_QUEEN = N_("The {0} cannot come from the stock: it is the queen in front of {who}.")
IS_A_CLIENT = N_("The {0} cannot come from the stock: it lies in front of {who}, as a client.")
IS_A_TAXI = N_("The {0} cannot come from the stock: it lies in front of {who}, as a taxi.")
IS_DISCARDED = N_("The {0} cannot come from the stock: it lies in the discard.")
IS_DEEPER = N_("The {0} was not drawn: it is known to lie elsewhere in the stock.")
ACE_FORGOTTEN = N_(
    "The {0} is {player}'s own ace, the noble client: it brings another card, and that is missing (CO-4 b)."
)
QUEEN_FORGOTTEN_TWO = N_(
    "The {0} is a queen nobody chose: it goes to the discard and brings two more cards, and they are missing (CO-4 d)."
)
QUEEN_FORGOTTEN_ONE = N_(
    "The {0} is a queen nobody chose: it goes to the discard and brings two more cards, and one of them is missing "
    "(CO-4 d)."
)
TOO_MANY_AFTER_CLIENT = N_(
    "The {1} is too many: the {0} before it is a client of {player}'s and brings no further card (CO-4 a)."
)
TOO_MANY_AFTER_TAXI = N_("The {1} is too many: the {0} before it is a taxi and brings no further card (CO-4 c).")
TOO_MANY_AFTER_PASSER_BY = N_(
    "The {1} is too many: the {0} before it is a passer-by and brings no further card (CO-4 e)."
)
STOCK_RAN_OUT = N_("The {1} is too many: with the {0} before it the stock has run out, and further cards are lost.")

NO_SUCH_TAXI = N_("There is no {0} in front of {player}.")
TAXI_OF_ANOTHER = N_("The {0} is not in front of {player}, but in front of {who}.")
CLIENT_IS_NO_TAXI = N_("The {0} is of {player}'s own suit, {suit}: it cannot be one of {player}'s taxis.")
RIDE_NEEDS_CLIENT = N_(
    "The {0} acts against {who}, and there is no client {1} in front of {who}: a ride takes a client of that player."
)
RIDE_AT_TAXI = N_("The {1} in front of {who} is a taxi: a ride takes a client, a crash takes a taxi.")
CRASH_NEEDS_TAXI = N_(
    "The {0} acts against {who}, and there is no taxi {1} in front of {who}: a crash takes a taxi of that player."
)
CRASH_AT_CLIENT = N_("The {1} in front of {who} is a client: a crash takes a taxi, a ride takes a client.")
CRASH_OTHER_SUIT = N_("The {1} is no threat to {player}: a crash only takes a taxi of {player}'s own suit, {suit}.")

TWO_AT_ONE = N_("Both the {0} and the {1} go against {who}: in one turn only one taxi may go against each rival.")
SAME_TAXI_TWICE = N_("The {0} can be used only once.")
CRASH_IS_DUE = N_(
    "The {0} cannot ride: {who} has a taxi of {player}'s suit, the {1}, and with taxis_first=on such a taxi must be "
    "crashed into first."
)

NO_PASSING = N_("There is no passing: {player} draws a card or uses taxis.")
NO_PASSING_AT_THE_START = N_("There is no passing: {player} draws a card.")
STOCK_IS_EMPTY = N_("The stock is empty, so nothing is drawn: {player} may use taxis once more, or passes.")
OVER = N_("The game is over: the stock is empty.")
