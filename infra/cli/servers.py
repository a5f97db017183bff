"""Where a command finds its servers: the configured ones, or embedded ones, which it joins or starts."""

import asyncio
import fcntl
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from infra.accounts import private
from infra.cli.problems import ExitCode, Problem, no_such_game
from infra.embedded import embedded_servers
from infra.embedded.server import stored_secret
from infra.embedded.service_role import service_url
from infra.postgres.migrate import migrate
from infra.settings import Settings
from infra.wiring import Wired, wired
from services.ports import Principal

CONNECTIONS_MAX: Final = 4
NO_GAME: Final = str(uuid.UUID(int=0))
"""The id of no game, for a query that only tests whether the database answers."""


@dataclass(frozen=True)
class Servers:
    """The servers in use. `embedded`: the names of those that Emberlog started or joined itself."""

    database_url: str = field(repr=False)
    redis_url: str = field(repr=False)
    embedded: tuple[str, ...]
    descriptors: tuple[int, ...] = ()
    """Open files that keep the embedded servers running. A process that replaces this one must inherit them."""

    def environment(self) -> Mapping[str, str]:
        """The settings that make a child process use the same servers."""
        return {"EMBERLOG_DATABASE_URL": self.database_url, "EMBERLOG_REDIS_URL": self.redis_url}


@contextmanager
def servers(settings: Settings) -> Iterator[Servers]:
    """The configured servers. One that is not configured is embedded, and runs as long as any process uses it."""
    database_url, redis_url = settings.database_url, settings.redis_url
    if database_url is not None and redis_url is not None:
        yield Servers(database_url, redis_url, ())
        return
    postgres, redis = database_url is None, redis_url is None
    with embedded_servers(settings.data, postgres=postgres, redis=redis) as embedded:
        names = tuple(name for name, is_embedded in (("Postgres", postgres), ("Redis", redis)) if is_embedded)
        yield Servers(
            database_url or embedded.database_url, redis_url or embedded.redis_url, names, embedded.descriptors
        )


def for_service(running: Servers, settings: Settings) -> Servers:
    """The same servers as the API and the workers use them: an embedded database without the rights of its owner.

    Maintenance commands use the owner's address, as `emberlog migrate` does.
    """
    if "Postgres" not in running.embedded:
        return running
    folder = settings.data / "postgres"
    with private(folder / "service.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        url = asyncio.run(service_url(running.database_url, stored_secret(folder / "service-secret")))
    return replace(running, database_url=url)


@asynccontextmanager
async def open_use_cases(settings: Settings) -> AsyncIterator[Wired]:
    """The use cases on the servers.

    Migrates an embedded database first; never changes the tables of a configured one.
    """
    with servers(settings) as running:
        if "Postgres" in running.embedded:
            await migrate(running.database_url)
        async with wired(running.database_url, running.redis_url, connections_max=CONNECTIONS_MAX) as use_cases:
            yield use_cases


async def check_database(running: Servers) -> None:
    """Raise what is wrong with the database, before a server starts that needs it."""
    async with wired(running.database_url, running.redis_url, connections_max=1) as use_cases:
        await use_cases.world.log.head(NO_GAME)


async def principal_of(use_cases: Wired, token: str | None) -> Principal | None:
    """The principal of a token; None without a token."""
    if token is None:
        return None
    principal = await use_cases.world.principals.by_token(token)
    if principal is None:
        raise Problem(
            "This token belongs to nobody, or it was revoked. `emberlog token create` makes one.", ExitCode.NOT_THERE
        )
    return principal


def game_id_of(text: str) -> str:
    """A game's id in canonical form. Text that is not a UUID names no game."""
    try:
        return str(uuid.UUID(text))
    except ValueError:
        raise no_such_game(text) from None
