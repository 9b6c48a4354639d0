"""Crusaders.

``play``: the play.
``rules``: the rules and every sentence, as data.
``deal``: the set-up.
``position``: where the cards are, and what is known of them.
``known``: hidden cards.
``list``: what is legal.
``moves``: who beats whom; how a move is written.
``refusals``: why a move is refused.
``table``: what lies where.
``shown``: what a changed middle can mean.
``bots``: how well it stands.
"""
