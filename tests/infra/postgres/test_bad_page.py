"""A page of steps that has changed on the disk: a real one, under a real server that keeps checksums of its pages."""

import asyncio
from pathlib import Path

import pytest

from infra.embedded import embedded_servers
from infra.postgres.event_log import SPAN_MAX, PostgresEventLog
from infra.postgres.migrate import migrate
from infra.postgres.pool import open_pool
from services.errors import LogDamaged
from tests.infra.postgres.entries import Chain

STEPS = 2 * SPAN_MAX
PAGE_BYTES = 8_192


async def write(url: str, chain: Chain) -> tuple[str, int, int]:
    """Writes the game. Returns the file of the steps, and the page and first step of one in the second half."""
    pool = await open_pool(url)
    try:
        entry = chain.next(steps=STEPS)
        await PostgresEventLog(pool).append(entry)
        chain.took(entry)
        raw = pool.raw
        page, first = await raw.fetchrow(
            "SELECT (ctid::text::point)[0]::integer, min(version) FROM event WHERE version > $1 "
            "GROUP BY 1 ORDER BY 2 OFFSET 2 LIMIT 1",
            SPAN_MAX,
        )
        return await raw.fetchval("SELECT pg_relation_filepath('event')"), page, first
    finally:
        await pool.close()


async def read(url: str, game_id: str, bad: int) -> None:
    pool = await open_pool(url)
    log = PostgresEventLog(pool)
    try:
        with pytest.raises(LogDamaged) as damaged:
            await log.read(game_id)
        assert damaged.value.version == bad
        assert "cannot read the page" in damaged.value.why
        first = await log.read(game_id, limit=SPAN_MAX)
        assert [step.version for step in first] == list(range(1, SPAN_MAX + 1)), "the page lies past these"
        assert [step.version for step in await log.read(game_id, after=STEPS - 3)] == [STEPS - 2, STEPS - 1, STEPS]
        assert len(await log.read(game_id, limit=bad - 1)) == bad - 1
    finally:
        await pool.close()


def test_a_page_that_cannot_be_read_is_named_by_its_first_step_and_hides_no_other(tmp_path: Path):
    chain = Chain()
    with embedded_servers(tmp_path, redis=False) as servers:
        asyncio.run(migrate(servers.database_url))
        file, page, bad = asyncio.run(write(servers.database_url, chain))
    with (tmp_path / "postgres/data" / file).open("r+b") as data:
        data.seek(page * PAGE_BYTES + PAGE_BYTES - 100)
        data.write(b"\xff" * 50)
    with embedded_servers(tmp_path, redis=False) as servers:
        asyncio.run(read(servers.database_url, chain.game_id, bad))
