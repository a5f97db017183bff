"""A move in one request: choices, and the game in the answer."""
