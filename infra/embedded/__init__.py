"""Postgres and Redis for a machine that has neither. Not for production.

Reading order: `supervisor` (what callers use), `keeper` (the process that owns a server), `postgres` and `redis` (one
server each), `account` (the user they run as), `locks` (who still uses them).
"""

from infra.embedded.errors import EmbeddedError
from infra.embedded.supervisor import EmbeddedServers, embedded_servers

__all__ = ["EmbeddedError", "EmbeddedServers", "embedded_servers"]
