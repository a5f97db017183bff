"""The worlds that the use cases are tested on: real servers, or memory."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import asyncpg
import pytest

from infra.wiring import wired
from services.log.replay import Histories
from services.reads import watch as watch_module
from services.reads.watch import Watch
from services.world import World
from tests.api.memory import memory_world
from tests.dice import new_secret
from tests.game.toy import TOY
from tests.registry import register
from tests.services.clock import Clock
from tests.services.follower import NEVER_SECONDS
from tests.services.game_driver import GameDriver, seated_game


@pytest.fixture
def world(real_world: World) -> World:
    """Real servers, with chance that depends only on the test."""
    return replace(real_world, entropy=new_secret)


@pytest.fixture
async def real_world(database_url: str, redis_url: str) -> AsyncIterator[World]:
    """Postgres and Redis as in production."""
    async with wired(database_url, redis_url) as use_cases:
        yield use_cases.world


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(clock: Clock) -> World:
    """A world in memory, whose time is `clock`."""
    return replace(memory_world(), now_us=clock)


@pytest.fixture
async def driver(memory: World) -> GameDriver:
    """A begun game in memory, a few commands from its beginning."""
    driver = await seated_game(memory)
    await driver.play_on(3)
    return driver


@pytest.fixture
async def watch(memory: World) -> AsyncIterator[Watch]:
    """Live steps of the games in memory."""
    async with Watch(memory, Histories(memory)) as watch:
        yield watch


@pytest.fixture
def no_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only notifications wake a watcher, unless a test sets the poll itself."""
    monkeypatch.setattr(watch_module, "POLL_SECONDS", NEVER_SECONDS)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of the toy ruleset, which is in the registry during the test."""
    register(monkeypatch, TOY)
    return TOY.id


@pytest.fixture
def damage(database_url: str) -> Callable[[str, int], Awaitable[None]]:
    """Edits a step's body by hand. Only a superuser who switches the guards off can do this."""

    async def edit(game_id: str, version: int) -> None:
        connection = await asyncpg.connect(database_url)
        try:
            await connection.execute("SET session_replication_role = replica")
            names = await connection.fetch(
                "SELECT conname FROM pg_constraint WHERE conrelid = 'event'::regclass AND pg_get_constraintdef(oid) LIKE '%sha256%'"
            )
            for row in names:
                await connection.execute(f"ALTER TABLE event DROP CONSTRAINT {row['conname']}")
            changed = await connection.execute(
                "UPDATE event SET body = replace(convert_from(body, 'UTF8'), 'version', 'versiom')::bytea "
                "WHERE game_id = $1 AND version = $2",
                game_id,
                version,
            )
            assert changed == "UPDATE 1"
        finally:
            await connection.close()

    return edit
