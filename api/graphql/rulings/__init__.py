"""Rulings as an arbiter sends them, and the mutations of calls, rulings and appeals."""
