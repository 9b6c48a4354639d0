"""Ceraria (Happy Life).

``play``: the play.
``rules``: the rules and every sentence, as data.
``deal``: the set-up.
``position``: where the cards are, and what is known of them.
``refusals``: why a move is refused.
``table``: what lies on the table, and what a change of it means.
"""
