"""Taking back, and motions: what a seat may undo by itself, and what it asks the others for (GAME-BACK, GAME-MOTION)."""
