"""Postgres and Redis for a machine that has neither. Knows no game and no table; nothing here is for production.

Reading order: `supervisor` (what callers use), `keeper` (the process that owns a server), `postgres` and `redis` (one
server each), `account` (whose rights they run with), `locks` (who is still using them).
"""

from infra.embedded.errors import EmbeddedError
from infra.embedded.supervisor import EmbeddedServers, embedded_servers

__all__ = ["EmbeddedError", "EmbeddedServers", "embedded_servers"]
