"""How the networks are trained, exported and measured, and their weights."""
