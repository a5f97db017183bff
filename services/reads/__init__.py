"""The read side: what a caller may see of a game, now, live, and at any step."""
