"""From a picture to cards on a table. Knows cards, knows no game."""
