"""Calls, rulings and appeals: what an arbiter decides in a game, as steps of the game (GAME-RULING, GAME-APPEAL)."""
