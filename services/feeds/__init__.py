"""Feeds: streams over many games. What is new in the games of one caller, and what changes in the list of games."""
