"""Emberlog's rules: what may happen, and what then is. No await, clock, random, logging or I/O in here."""
