"""What Postgres' errors mean to people: one sentence that says what to do. Never names a password or a query."""

import asyncio
from typing import Final

import asyncpg

from services.ports import Unavailable

CONNECTION_LOST: Final = (
    ConnectionError,
    OSError,
    asyncio.TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
)
"""Errors after which a new connection may do better, and a statement may or may not have been committed."""

_MEANINGS: Final = (
    (asyncpg.DiskFullError, "The database's disk is full. Nothing was saved. Make room there and try again."),
    (asyncpg.TooManyConnectionsError, "The database has no connection left. Raise max_connections or stop other clients."),
    (asyncpg.ReadOnlySQLTransactionError, "The database is read-only. Point EMBERLOG_DATABASE_URL at the primary."),
    (asyncpg.InvalidPasswordError, "The database refuses this user or password. Check EMBERLOG_DATABASE_URL."),
    (asyncpg.InvalidAuthorizationSpecificationError, "The database refuses this user. Check EMBERLOG_DATABASE_URL."),
    (asyncpg.InvalidCatalogNameError, "There is no database of that name on the server. Check EMBERLOG_DATABASE_URL."),
    (asyncpg.UndefinedTableError, "The database has no Emberlog tables. Run `emberlog migrate`."),
    (asyncpg.UndefinedFunctionError, "The database lacks a part of Emberlog. Run `emberlog migrate`."),
    (asyncpg.InsufficientPrivilegeError, "The database user lacks a privilege Emberlog needs. Run `emberlog migrate` as the owner."),
)  # fmt: skip


def unavailable(error: BaseException) -> Unavailable:
    """The error as a sentence for people."""
    for kind, sentence in _MEANINGS:
        if isinstance(error, kind):
            return Unavailable(sentence)
    if isinstance(error, CONNECTION_LOST):
        return Unavailable("The database does not answer. Check that it runs and that EMBERLOG_DATABASE_URL names it.")
    if isinstance(error, asyncpg.PostgresError):
        return Unavailable(f"The database refused ({error.sqlstate}, {type(error).__name__}). Nothing was saved.")
    return Unavailable("The database cannot be used. Check EMBERLOG_DATABASE_URL.")
