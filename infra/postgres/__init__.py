"""Postgres: the event log, the caches and the read side of the projections. Decides nothing about games."""
