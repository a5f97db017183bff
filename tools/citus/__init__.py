"""Citus for tests: builds it against the embedded Postgres, and runs a cluster of it on this machine."""
