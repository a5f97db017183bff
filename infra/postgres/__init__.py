"""Emberlog on Postgres: the event log, its sequencer, snapshots, principals, tokens and projections. All SQL is here.

Reading order: `migrations/0001_event_log.sql` (the map of the tables), `event_log`, `append_batches`, `sequencer`.
"""
