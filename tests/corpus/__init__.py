"""The corpus of format 1: recorded logs that every later build reads, replays and verifies. They never change."""
