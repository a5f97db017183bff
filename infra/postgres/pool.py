"""Connections to Postgres, working with no more rights than the service needs. Runs no query of its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

import asyncpg

from infra.postgres.problems import CONNECTION_LOST, unavailable

CONNECT_SECONDS_MAX: Final = 10
APP_ROLE: Final = "emberlog_app"


async def _as_the_service(connection: "asyncpg.Connection[Any]") -> None:
    """Give up the rights to rewrite the log, where the migration could make the role for it."""
    with contextlib.suppress(asyncpg.InvalidParameterValueError, asyncpg.InsufficientPrivilegeError):
        await connection.execute(f"SET ROLE {APP_ROLE}")


@contextlib.asynccontextmanager
async def connected(database_url: str, *, connections_max: int = 12) -> AsyncIterator["asyncpg.Pool[Any]"]:
    """A pool on `database_url`. Raises Unavailable with a sentence for people when the database cannot be used."""
    try:
        pool = await asyncpg.create_pool(
            database_url,
            min_size=2,
            max_size=connections_max,
            timeout=CONNECT_SECONDS_MAX,
            command_timeout=60,
            init=_as_the_service,
            server_settings={"application_name": "emberlog", "search_path": "public"},
        )
    except (*CONNECTION_LOST, asyncpg.PostgresError, ValueError) as error:
        raise unavailable(error) from error
    try:
        yield pool
    finally:
        with contextlib.suppress(asyncio.TimeoutError, *CONNECTION_LOST):
            await asyncio.wait_for(pool.close(), 5)
        pool.terminate()
