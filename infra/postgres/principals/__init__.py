"""Principals, their tokens and their recovery codes on Postgres. The tables are in 0001_event_log.sql and
0008_tokens.sql."""

from infra.postgres.principals.callers import PostgresPrincipals
from infra.postgres.principals.tokens import PostgresTokens

__all__ = ["PostgresPrincipals", "PostgresTokens"]
