"""The demo: bots play a whole game through the public API, for people to see. Knows no ruleset and no rule."""
