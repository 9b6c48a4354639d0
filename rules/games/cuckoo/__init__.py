"""Cuckoo (Ranter-Go-Round with ranked suits).

``play``: the play.
``rules``: the rules and every sentence, as data.
``deal``: the set-up.
``position``: where the cards are, and what is known of them.
``refusals``: why a move is refused.
``table``: what a table shows of it.
"""
