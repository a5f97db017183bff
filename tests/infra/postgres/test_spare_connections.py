"""Connections that stay out of asyncpg's pool between two uses: who gets them, when they go back, and in which state."""

import asyncio

import pytest

from infra.postgres import pool as pools
from infra.postgres.pool import open_pool
from services.errors import Unavailable


@pytest.fixture
async def small(database_url):
    """A pool of two connections."""
    pool = await open_pool(database_url, size_max=2)
    yield pool
    await pool.close()


async def backend(pool):
    return await pool.fetchval("SELECT pg_backend_pid()")


def in_use(pool):
    """Connections that asyncpg has lent."""
    return sum(holder._in_use is not None for holder in pool.raw._holders)


class Counting:
    """asyncpg's pool. `given_back`: how many connections came back to it."""

    def __init__(self, pool):
        self._pool = pool
        self.given_back = 0

    def __getattr__(self, name):
        return getattr(self._pool, name)

    async def release(self, connection, **how):
        self.given_back += 1
        await self._pool.release(connection, **how)


async def test_the_same_connection_serves_one_use_after_another(small):
    first = await backend(small)
    assert [await backend(small) for _ in range(3)] == [first] * 3
    assert in_use(small) == 1, "it has not gone back in between"


async def test_who_waits_gets_the_next_that_is_free(small):
    answers = await asyncio.wait_for(
        asyncio.gather(*(small.fetchval("SELECT $1 + 0 * length(pg_sleep(0.01)::text)", at) for at in range(40))), 30
    )
    assert answers == list(range(40))
    assert in_use(small) <= 2


async def test_what_nobody_uses_goes_back_and_the_rest_does_not(small, monkeypatch):
    monkeypatch.setattr(pools, "SPARE_SECONDS", 0.05)
    async with small.lend(), small.lend():
        pass
    assert in_use(small) == 2
    async with asyncio.timeout(30):
        while in_use(small) == 2:
            await backend(small)
            await asyncio.sleep(0.01)
        while in_use(small):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_one_that_is_always_used_goes_back_too_after_a_while(small, monkeypatch):
    monkeypatch.setattr(pools, "SPARE_SECONDS", 0.02)
    monkeypatch.setattr(pools, "ALL_BACK_EVERY", 3)
    asyncpgs = Counting(small.raw)
    monkeypatch.setattr(small, "raw", asyncpgs)
    async with asyncio.timeout(30):
        while not asyncpgs.given_back:
            await backend(small)
            await asyncio.sleep(0.001)
    assert await backend(small)


async def test_a_block_that_fails_leaves_no_transaction_behind(small):
    with pytest.raises(ZeroDivisionError):
        async with small.lend() as connection:
            await connection.execute("BEGIN")
            raise ZeroDivisionError
    async with small.lend() as connection:
        assert not connection.is_in_transaction()


async def test_a_spare_connection_that_died_is_never_lent(small, owner):
    first = await backend(small)
    await owner.execute("SELECT pg_terminate_backend($1)", first)
    async with asyncio.timeout(30):
        while not pools._is_dead(small._spare[0]):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    async with small.lend() as connection:
        assert await connection.fetchval("SELECT pg_backend_pid()") != first


async def test_closing_waits_for_a_use_and_not_for_spare_ones(database_url):
    pool = await open_pool(database_url, size_max=2)
    async with pool.lend(), pool.lend():
        pass
    using = asyncio.create_task(pool.fetchval("SELECT 7 + 0 * length(pg_sleep(0.2)::text)"))
    await asyncio.sleep(0.05)
    await asyncio.wait_for(pool.close(), 8)
    assert await using == 7
    with pytest.raises(Unavailable):
        await backend(pool)
