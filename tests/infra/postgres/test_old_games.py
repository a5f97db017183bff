"""How old games are read: steps and commands from several pages at once, and all of them whatever is missing."""

from collections.abc import AsyncIterator

import pytest

from infra.postgres.event_log import PostgresEventLog
from infra.postgres.pool import Pool, open_pool
from tests.infra.postgres.entries import Chain

STEPS, COMMANDS = 200, 42


@pytest.fixture
async def alone(database_url: str, chain: Chain) -> AsyncIterator[Pool]:
    """One connection, which knows what it has counted itself."""
    pool = await open_pool(database_url, size_max=1)
    yield pool
    await pool.close()


@pytest.fixture
async def chain(pool: Pool) -> Chain:
    made = Chain()
    log = PostgresEventLog(pool)
    for steps in (2, STEPS - 2):
        entry = made.next(steps=steps)
        await log.append(entry)
        made.took(entry)
    for _ in range(COMMANDS - 2):
        await log.append(made.refused())
    return made


async def fetched(pool: Pool, relation: str) -> tuple[int, int]:
    """Scans of the indexes of a table, and the rows that were fetched one by one in their order."""
    await pool.fetch("SELECT pg_stat_force_next_flush()")
    sql = "SELECT sum(idx_scan), sum(idx_tup_fetch) FROM pg_stat_user_indexes WHERE relname = $1"
    (row,) = await pool.fetch(sql, relation)
    return row[0], row[1]


@pytest.mark.parametrize(("after", "limit"), [(0, 30), (20, 20), (0, 10_000)])
@pytest.mark.parametrize("what", ["steps", "commands"])
async def test_postgres_asks_for_the_pages_of_a_span_together(
    alone: Pool, chain: Chain, what: str, after: int, limit: int
) -> None:
    log = PostgresEventLog(alone)
    read, there, relation = {
        "steps": (log.read, STEPS, "event"),
        "commands": (log.commands, COMMANDS, "command"),
    }[what]
    scans, one_by_one = await fetched(alone, relation)
    rows = await read(chain.game_id, after=after, limit=limit)
    assert len(rows) == min(limit, there - after)
    now = await fetched(alone, relation)
    assert now[0] > scans and now[1] == one_by_one, "the index only says on which pages they are"


@pytest.mark.parametrize("missing", [(1, 20), (60, 70), (1, 150)])
async def test_steps_behind_missing_ones_are_read_too(
    pool: Pool, owner, chain: Chain, missing: tuple[int, int]
) -> None:
    await owner.execute("SET session_replication_role = replica")
    await owner.execute("DELETE FROM event WHERE game_id = $1 AND version BETWEEN $2 AND $3", chain.game_id, *missing)
    there = [version for version in range(1, STEPS + 1) if not missing[0] <= version <= missing[1]]
    rows = await PostgresEventLog(pool).read(chain.game_id, limit=64)
    assert [row.version for row in rows] == there[:64]
