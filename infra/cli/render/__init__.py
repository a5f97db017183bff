"""Games, views and results as text for a terminal."""
