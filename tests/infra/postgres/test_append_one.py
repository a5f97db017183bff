"""A command that comes alone takes a shorter way into the log: what it gets there is what it gets in a batch."""

import pytest

from infra.postgres.event_log import PostgresEventLog
from infra.postgres.parkings import PostgresParkings
from infra.postgres.pool import Pool, open_pool
from services.ports import Append, Appended
from tests.infra.postgres.entries import Chain, with_another_request

VERDICTS = ("stale", "another hash", "duplicate", "id reused", "refused twice", "parked", "unknown", "at nothing")


async def opened(log: PostgresEventLog) -> Chain:
    chain = Chain()
    entry = chain.next()
    assert await log.append(entry) == Appended(2)
    chain.took(entry)
    return chain


async def not_taken(log: PostgresEventLog, parkings: PostgresParkings, why: str) -> Append:
    """A command that the log does not take."""
    chain = await opened(log)
    entry = chain.refused() if why == "refused twice" else chain.next()
    match why:
        case "stale":
            await log.append(chain.next())
        case "another hash":
            chain.hash = bytes(32)
            return chain.next()
        case "duplicate" | "refused twice":
            await log.append(entry)
        case "id reused":
            await log.append(entry)
            return with_another_request(entry)
        case "parked":
            await parkings.park(chain.game_id, 2, "something is wrong")
        case "unknown":
            unknown = Chain()
            unknown.version, unknown.hash = 2, bytes(range(32))
            return unknown.next()
        case "at nothing":
            chain.version = 0
            return chain.refused()
    return entry


@pytest.mark.parametrize("why", VERDICTS)
async def test_alone_and_in_a_batch_the_verdict_is_the_same(pool, why):
    log, parkings = PostgresEventLog(pool), PostgresParkings(pool)
    entry, other = await not_taken(log, parkings, why), (await opened(log)).next()
    alone = await log.append(entry)
    assert not isinstance(alone, Appended)
    assert list(await log._send([entry, other])) == [alone, Appended(4)]


@pytest.mark.parametrize("commands", [1, 2])
async def test_a_command_id_is_looked_up_by_its_key_before_anything_is_analyzed(database_url, commands):
    """The other index that begins with the game would read all of its commands for each append."""
    pool = await open_pool(database_url, size_max=1)
    log = PostgresEventLog(pool)
    chains = [await opened(log) for _ in range(commands)]
    before = await _reads_by_ordinal(pool)
    for _ in range(8):
        entries = [chain.next() for chain in chains]
        for chain, entry, outcome in zip(chains, entries, await log._send(entries), strict=True):
            assert outcome == Appended(chain.version + 2)
            chain.took(entry)
    assert await _reads_by_ordinal(pool) == before
    await pool.close()


async def _reads_by_ordinal(pool: Pool) -> int:
    async with pool.lend() as connection:
        await connection.execute("SELECT pg_stat_force_next_flush()")
        reads = "SELECT idx_scan FROM pg_stat_all_indexes WHERE indexrelname = 'command_game_id_ordinal_key'"
        return int(await connection.fetchval(reads))
