"""The demo: bots play a whole game through the public API while people watch."""
