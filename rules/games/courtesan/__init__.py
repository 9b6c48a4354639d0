"""The Courtesan (Kurtizanka).

``play``: the play.
``rules``: the rules and every sentence, as data.
``deal``: the set-up.
``position``: where the cards are, and what is known of them.
``words``: moves in words.
``refusals``: why a move is refused.
``table``: what a table shows of it.
"""
