"""Errors of Postgres as `Unavailable`, with a sentence that says what to do. No sentence holds a password or a row."""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

import asyncpg
from asyncpg import exceptions as pg

from services.errors import Cause, Unavailable

LOST: Final = (
    pg.PostgresConnectionError,
    pg.InterfaceError,
    pg.InternalClientError,  # a connection that the server has ended and that is not closed yet
    pg.AdminShutdownError,
    pg.CrashShutdownError,
    pg.CannotConnectNowError,
    pg.IdleInTransactionSessionTimeoutError,
    OSError,
    TimeoutError,
    asyncio.IncompleteReadError,
)
"""The connection was lost or never made. The statement may or may not have run, and a retry may help."""


def is_lost(error: BaseException) -> bool:
    """Whether a retry may help: the connection was lost, or the database preferred another transaction."""
    ours = isinstance(error, ValueError)  # a mistake in an argument, which asyncpg reports as an InterfaceError too
    return isinstance(error, (*LOST, pg.DeadlockDetectedError, pg.SerializationError)) and not ours


_SENTENCES: Final[tuple[tuple[type[BaseException], str], ...]] = (
    (pg.DiskFullError,
     "The disk of the database {at} is full. Free some space; nothing that was acknowledged is lost."),
    (pg.TooManyConnectionsError,
     "The database {at} takes no more connections. Raise its max_connections, or lower EMBERLOG_DB_CONNECTIONS_MAX."),
    (pg.ReadOnlySQLTransactionError,
     "The database {at} is read-only (a standby?). Set EMBERLOG_DATABASE_URL to the primary."),
    (pg.InvalidPasswordError, "The database {at} refused the user or the password. Check EMBERLOG_DATABASE_URL."),
    (pg.InvalidAuthorizationSpecificationError, "The database {at} refused the user. Check EMBERLOG_DATABASE_URL."),
    (pg.InvalidCatalogNameError,
     "There is no such database at {at}. Create it, or check the name in EMBERLOG_DATABASE_URL."),
    (pg.UndefinedTableError, "The database {at} has no tables of Emberlog. Run: emberlog migrate"),
    (pg.UndefinedFunctionError, "The database {at} has no tables of Emberlog. Run: emberlog migrate"),
    (pg.UndefinedObjectError,
     "The database {at} has no tables of Emberlog, or those of an earlier version. Run: emberlog migrate"),
    (pg.UndefinedColumnError, "The database {at} belongs to another version of Emberlog. Run: emberlog migrate"),
    (pg.InsufficientPrivilegeError, "The user of EMBERLOG_DATABASE_URL lacks a right at {at}: {why}."),
    (pg.LockNotAvailableError,
     "A row of the database {at} is locked by another program for too long. Look at pg_locks."),
    (pg.OutOfMemoryError, "The database {at} is out of memory. Look at its log."),
    (pg.InsufficientResourcesError, "The database {at} is out of a resource: {why}."),
    (pg.CannotConnectNowError, "The database {at} is starting or stopping. Try again in a moment."),
    (pg.AdminShutdownError, "The database {at} is stopping. Start it again; nothing that was acknowledged is lost."),
    (pg.CrashShutdownError, "The database {at} crashed and is restarting. Try again in a moment."),
    (pg.QueryCanceledError, "The database {at} took too long. Look at its load and at pg_locks."),
    (pg.PostgresIOError, "The database {at} cannot read or write its files. Look at its log and its disk."),
    (
        pg.ClientConfigurationError,
        "EMBERLOG_DATABASE_URL cannot be used. It looks like postgresql://user:password@host:5432/name",
    ),
    (ssl.SSLError, "The encrypted connection to the database {at} failed. Check sslmode in EMBERLOG_DATABASE_URL."),
    (ConnectionRefusedError,
     "No database answers at {at}. Start it, or set EMBERLOG_DATABASE_URL; without it Emberlog starts its own."),
    (TimeoutError, "The database {at} does not answer in time. Check that it runs and can be reached."),
    (OSError, "The database {at} cannot be reached ({why}). Check EMBERLOG_DATABASE_URL and that it runs."),
    (pg.ConnectionFailureError,
     "A node of the cluster at {at} does not answer: {why}. Start it; games of other nodes go on, and nothing that was "
     "acknowledged is lost."),
    (pg.PostgresConnectionError,
     "The connection to the database {at} was lost. Nothing that was acknowledged is lost; try again."),
    (pg.InterfaceError,
     "The connection to the database {at} was lost. Nothing that was acknowledged is lost; try again."),
    (pg.InternalClientError,
     "The connection to the database {at} was lost. Nothing that was acknowledged is lost; try again."),
    (asyncio.IncompleteReadError,
     "The connection to the database {at} was lost. Nothing that was acknowledged is lost; try again."),
)  # fmt: skip


_CAUSES: Final[tuple[tuple[type[BaseException], Cause], ...]] = (
    (pg.DiskFullError, Cause.DISK_FULL),
    (pg.TooManyConnectionsError, Cause.BUSY),
    (pg.ReadOnlySQLTransactionError, Cause.READ_ONLY),
)
_OUR_MISTAKES: Final = ("21", "22", "23", "42", "55", "P0")
"""SQLSTATE classes of wrong statements: these are bugs, and no sentence for people helps."""


def place(database_url: str) -> str:
    """The address of the database, without user and password."""
    try:
        parts = urlsplit(database_url)
        hosts = parts.netloc.rpartition("@")[2].split(",")
        if len(hosts) > 1:
            return f"{','.join(hosts)}{parts.path}"
        return f"{parts.hostname or 'its socket'}:{parts.port or 5432}{parts.path}"
    except ValueError:
        return "of EMBERLOG_DATABASE_URL"


def of_node(what: str) -> str:
    """A sentence about the database, as one about a node of its cluster."""
    return what.replace(", or set EMBERLOG_DATABASE_URL; without it Emberlog starts its own", "")


def of_replica(what: str) -> str:
    """A sentence about the database, as one about its replica for reading."""
    return what.replace("; without it Emberlog starts its own", "").replace(
        "EMBERLOG_DATABASE_URL", "EMBERLOG_READER_URL"
    )


def unavailable(error: BaseException, at: str) -> Unavailable | None:
    """The sentence for an error. None: the error is a bug in Emberlog, not a fault of the database."""
    ours = isinstance(error, pg.InterfaceError) and isinstance(error, ValueError)
    if ours and not isinstance(error, pg.ClientConfigurationError):
        return None
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind):
            if isinstance(error, OSError):
                why = error.strerror or type(error).__name__
            else:
                why = (
                    (str(error).splitlines() or [""])[0].rstrip(".") if isinstance(error, asyncpg.PostgresError) else ""
                )
            cause = next((cause for its_kind, cause in _CAUSES if isinstance(error, its_kind)), Cause.AWAY)
            return Unavailable(sentence.format(at=at, why=why), cause)
    if isinstance(error, asyncpg.PostgresError) and str(error.sqlstate)[:2] not in _OUR_MISTAKES:
        return Unavailable(f"The database {at} failed (SQLSTATE {error.sqlstate}). Look at its log.")
    return None


@contextmanager
def translated(at: str) -> Iterator[None]:
    """Turn errors of the database inside the block into `Unavailable`."""
    try:
        yield
    except (asyncpg.PostgresError, *LOST) as error:
        known = unavailable(error, at)
        if known is None:
            raise
        raise known from error


@contextmanager
def connecting(at: str) -> Iterator[None]:
    """Like `translated`, for connecting: there an impossible address becomes `Unavailable` too. What is unknown to the
    database then is a setting of the session, which the address has behind its question mark."""
    try:
        with translated(at):
            try:
                yield
            except (pg.UndefinedObjectError, pg.InvalidParameterValueError, pg.CantChangeRuntimeParamError) as error:
                raise Unavailable(
                    f"The database {at} refuses what stands behind “?” in EMBERLOG_DATABASE_URL: {error}. "
                    "Correct it there."
                ) from error
    except (ValueError, OverflowError) as error:
        known = unavailable(pg.ClientConfigurationError(type(error).__name__), at)
        assert known is not None
        raise known from None  # the error's text may hold the whole address
