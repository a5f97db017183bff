"""Connections that die in the middle of appends: what was acknowledged is there, and nothing is there twice."""

import asyncio
import random
from collections.abc import Awaitable, Callable

import asyncpg
import pytest

from infra.postgres.event_log import PostgresEventLog
from infra.postgres.pool import open_pool
from services.errors import Unavailable
from services.ports import Append, Appended, AppendResult
from tests.infra.postgres.entries import Chain, stored_command

WRITERS, COMMANDS, KILLS = 12, 30, 60


async def written_by(log: PostgresEventLog, chain: Chain, commands: int) -> None:
    """One writer that goes on until each command was acknowledged."""
    for number in range(commands):
        entry = chain.refused() if number % 7 == 6 else chain.next()
        assert await acknowledged(log, entry) == Appended(entry.expected_version + len(entry.events))
        chain.took(entry)


async def acknowledged(log: PostgresEventLog, entry: Append) -> AppendResult:
    for _ in range(200):
        try:
            return await log.append(entry)
        except Unavailable:
            await asyncio.sleep(0.1)
    raise AssertionError("the log did not come back")


async def test_killed_backends_lose_and_double_nothing(pool, owner):
    seed = random.randrange(1 << 30)
    print(f"{seed=}")
    dice = random.Random(seed)
    log = PostgresEventLog(pool)
    chains = [Chain() for _ in range(WRITERS)]
    killed = 0

    async def kill() -> None:
        nonlocal killed
        # Bounded: on a busy machine a connection may take longer than the time between two kills.
        for _ in range(KILLS):
            await asyncio.sleep(dice.uniform(0.001, 0.02))
            killed += await owner.fetchval(
                "SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE datname = current_database() AND application_name = 'emberlog'"
            )

    killer = asyncio.create_task(kill())
    async with asyncio.timeout(60):
        await asyncio.gather(*(written_by(log, chain, COMMANDS) for chain in chains))
    killer.cancel()
    await asyncio.gather(killer, return_exceptions=True)
    assert killed
    for chain in chains:
        steps = await log.read(chain.game_id)
        assert [step.version for step in steps] == list(range(1, chain.version + 1))
        assert steps[-1].hash == chain.hash
        commands = await log.commands(chain.game_id)
        assert len(commands) == len({command.command_id for command in commands}) == COMMANDS
    assert await owner.fetchval("SELECT count(*) FROM pending") == COMMANDS * WRITERS


class LosesAnswers:
    """A pool that does what it is told `times` times, and then loses the connection before the answer."""

    def __init__(self, log: PostgresEventLog, times: int) -> None:
        self._call: Callable[..., Awaitable[list[asyncpg.Record]]] = log._call
        self._left = times

    async def __call__(self, *arguments: object) -> list[asyncpg.Record]:
        rows = await self._call(*arguments)
        if self._left:
            self._left -= 1
            raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")
        return rows


@pytest.mark.parametrize("lost", [1, 2])
async def test_an_answer_lost_after_the_commit_is_an_append_of_ours(pool, monkeypatch, lost):
    log, chain = PostgresEventLog(pool), Chain()
    for make in (chain.next, chain.next, chain.refused):
        entry = make()
        with monkeypatch.context() as patch:
            patch.setattr(log, "_call", LosesAnswers(log, lost))
            assert await log.append(entry) == Appended(entry.expected_version + len(entry.events))
        chain.took(entry)
    assert len(await log.commands(chain.game_id)) == 3
    assert [step.version for step in await log.read(chain.game_id)] == [1, 2, 3, 4]


async def test_another_writers_command_is_not_taken_for_ours(pool, monkeypatch):
    """The same command id, decided elsewhere on another secret, was there first: that is a duplicate, retry or not."""
    log, chain = PostgresEventLog(pool), Chain()
    first = chain.next()
    await log.append(first)
    other = Chain(chain.game_id).next(command_id=first.command_id)
    monkeypatch.setattr(log, "_call", LosesAnswers(log, 1))
    result = await log.append(other)
    assert result != Appended(2)
    assert result.stored == stored_command(first)


async def test_an_append_that_cannot_be_written_is_unavailable(pool, monkeypatch):
    log = PostgresEventLog(pool)
    monkeypatch.setattr("infra.postgres.event_log._PAUSE_SECONDS", 0.001)
    monkeypatch.setattr(log, "_call", LosesAnswers(log, 1_000))
    with pytest.raises(Unavailable, match="Nothing that was acknowledged is lost"):
        await log.append(Chain().next())


async def test_reads_go_on_after_the_server_dropped_every_connection(pool, owner):
    log, chain = PostgresEventLog(pool), Chain()
    await log.append(chain.next())
    await asyncio.gather(*(log.head(chain.game_id) for _ in range(20)))
    await owner.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
        "pg_backend_pid()"
    )
    heads = await asyncio.gather(*(log.head(chain.game_id) for _ in range(20)))
    assert {head.version for head in heads} == {2}


async def test_a_row_locked_by_another_program_stops_only_its_game(database_url, owner):
    pool = await open_pool(database_url)
    log = PostgresEventLog(pool, lanes=1)
    chains = [Chain() for _ in range(4)]
    for chain in chains:
        entry = chain.next()
        await log.append(entry)
        chain.took(entry)
    async with pool.raw.acquire() as connection:
        await connection.execute("SELECT 1")
    for holder in pool.raw._holders:
        if holder._con is not None:
            await holder._con.execute("SET lock_timeout = '200ms'")
    async with owner.transaction():
        await owner.execute("SELECT 1 FROM game WHERE game_id = $1 FOR UPDATE", chains[0].game_id)
        results = await asyncio.gather(*(log.append(chain.next()) for chain in chains), return_exceptions=True)
    assert isinstance(results[0], Unavailable)
    assert "locked by another program" in results[0].what
    assert results[1:] == [Appended(4)] * 3
    await pool.close()
