"""The games: cards, positions, records and the referee. Needs nothing but the standard library."""
