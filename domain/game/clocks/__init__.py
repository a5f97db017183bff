"""The clocks of a game, and how it is stopped: terms, reckoning, commands and events (GAME-CLOCK, GAME-STOP)."""
