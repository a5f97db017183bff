"""Clocks and stops: their reckoning, laws and rules."""
