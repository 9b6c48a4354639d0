"""How training data is made: card art, drawn scenes, films."""
