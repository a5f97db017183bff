"""Emberlog on Postgres: the event log, its sequencer, snapshots, principals and tokens. SQL lives here and nowhere
else.

Reading order: `migrations/0001_event_log.sql` (the map of the tables), `event_log`, `append_batches`, `sequencer`.
"""
