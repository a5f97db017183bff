"""Take-backs and motions: what a seat undoes by itself, and what it asks the others for (GAME-BACK, GAME-MOTION)."""
