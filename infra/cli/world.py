"""Where a command finds the stores: the configured servers, else the embedded ones, which it joins or starts."""

import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Final

from infra.cli.problems import NOT_THERE, Problem, no_such_game
from infra.embedded import embedded_servers
from infra.postgres.migrate import migrate
from infra.settings import Settings
from infra.wiring import Wired, wired
from services.ports import Principal

CONNECTIONS_MAX: Final = 4
NOBODYS_GAME: Final = str(uuid.UUID(int=0))


@dataclass(frozen=True)
class Servers:
    """The servers in use. `embedded`: those that are ours, by name."""

    database_url: str = field(repr=False)
    redis_url: str = field(repr=False)
    embedded: tuple[str, ...]

    def environment(self) -> Mapping[str, str]:
        """What a child process needs to use the same ones."""
        return {"EMBERLOG_DATABASE_URL": self.database_url, "EMBERLOG_REDIS_URL": self.redis_url}


@contextmanager
def servers(settings: Settings) -> Iterator[Servers]:
    """The servers the settings name; what they do not name is embedded, and lives as long as somebody uses it."""
    database_url, redis_url = settings.database_url, settings.redis_url
    if database_url is not None and redis_url is not None:
        yield Servers(database_url, redis_url, ())
        return
    postgres, redis = database_url is None, redis_url is None
    with embedded_servers(settings.data, postgres=postgres, redis=redis) as own:
        names = tuple(name for name, ours in (("Postgres", postgres), ("Redis", redis)) if ours)
        yield Servers(database_url or own.database_url, redis_url or own.redis_url, names)


@asynccontextmanager
async def house(settings: Settings) -> AsyncIterator[Wired]:
    """The use cases over the stores. Our own database is migrated on the way; a configured one is not touched."""
    with servers(settings) as running:
        if "Postgres" in running.embedded:
            await migrate(running.database_url)
        async with wired(running.database_url, running.redis_url, connections_max=CONNECTIONS_MAX) as use_cases:
            yield use_cases


async def check_database(running: Servers) -> None:
    """Raise what is wrong with the database, before a server is started that would need it."""
    async with wired(running.database_url, running.redis_url, connections_max=1) as use_cases:
        await use_cases.world.log.head(NOBODYS_GAME)


async def caller(use_cases: Wired, token: str | None) -> Principal | None:
    """Whose token this is; nobody without one."""
    if token is None:
        return None
    principal = await use_cases.world.principals.by_token(token)
    if principal is None:
        raise Problem("This token is nobody's, or it was revoked.", NOT_THERE)
    return principal


def game_id_of(said: str) -> str:
    """A game's id in its one spelling; what cannot be one is no game's."""
    try:
        return str(uuid.UUID(said))
    except ValueError:
        raise no_such_game(said) from None
